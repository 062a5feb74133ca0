// SPDX-License-Identifier: MIT
// What a sensible player of this sheet would answer, question by question, in the light of a plan.
//
// Units are looked at one by one in the order in which they should act, and the first that has
// something to do is proposed; a unit that has nothing to do is noted and not looked at again in
// the phase.

#include "rules/valour_fortitude/play.h"

enum { MISSES = 2 };

/// Notes on a unit for a phase.
enum { NOTE_DONE = 1, NOTE_ASSAULTS = 2, NOTE_SILENT = 4 };

/// Proposes a card if it may be played on the target.
static bool propose_card(lb_listing *list, uint32_t option, uint32_t target, int32_t worth)
{
    lb_action action = lb_action_of(VERB_CARD);
    lb_reason reason;

    action.option = (uint8_t)option;
    action.target = (uint16_t)target;
    return vf_check_card(&list->asked, &action, &reason) && lb_propose(list, &action, worth);
}

static bool holds(const lb_listing *list, uint32_t rank)
{
    return vf_holds(list->asked.state, lb_asked_side(&list->asked), rank);
}

/* Fate. */

/// The unit with losses that is worth most in the first line.
static uint32_t best_hurt(const lb_listing *list)
{
    uint32_t best = LB_NOBODY;

    LB_EACH (i, lb_mind_own(list))
        if (list->asked.state->unit[i].mark[MARK_LOSSES] > 0 &&
            (best == LB_NOBODY || list->plan->fitness[i].worth > list->plan->fitness[best].worth))
            best = i;
    return best;
}

/// The objective of the enemy that a unit of ours is nearest to; LB_NOBODY if he holds none.
static uint32_t nearest_prize(const lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t best = LB_NOBODY;
    int64_t least = INT64_MAX;

    for (uint32_t o = 0; o < battle->objective_count; o++) {
        if (list->asked.state->held[o] != 1 - lb_asked_side(&list->asked))
            continue;
        LB_EACH (i, lb_mind_own(list)) {
            int64_t x = battle->objective[o].at.x - list->asked.view->pose[i].at.x;
            int64_t y = battle->objective[o].at.y - list->asked.view->pose[i].at.y;

            if (x * x + y * y < least) {
                least = x * x + y * y;
                best = o;
            }
        }
    }
    return best;
}

void vf_propose_fate(lb_listing *list)
{
    uint32_t hurt = best_hurt(list), prize = nearest_prize(list);

    lb_propose_pass(list);
    (void)propose_card(list, 3, 0, 20);
    if (prize != LB_NOBODY)
        (void)propose_card(list, 10, prize, 30);
    if (hurt != LB_NOBODY)
        (void)propose_card(list, 11, hurt, 40);
}

/* Fire. */

static bool is_fire_legal(const lb_listing *list, const lb_action *action)
{
    lb_reason reason;

    return vf_check_fire(&list->asked, action, &reason);
}

/// Adds batteries that may help with more than they would do by themselves: those of a single die.
static void add_helpers(const lb_listing *list, lb_action *action)
{
    lb_view *view = list->asked.view;
    int32_t canister = LB_INCHES(VALUE_OF(view->battle, RANGE_CANISTER));
    uint32_t helpers = 0;

    if (is_dense(lb_view_formation(view, action->target)))
        return;
    LB_EACH (i, lb_mind_own(list)) {
        const lb_unit_card *card = &view->battle->unit[i];

        if (helpers == LB_HELPERS_MAX)
            return;
        if (i != action->unit && card->arm == LB_ARM_ARTILLERY && card->figure[FIGURE_FIRE] <= 1 &&
            !lb_view_is_within(view, i, action->target, canister) && vf_may_help(view, action, i))
            action->helper[helpers++] = (uint16_t)i;
    }
}

/// How a unit fires at a target: in full or as skirmishers.
static bool weigh_fire_at(const lb_listing *list, uint32_t unit, uint32_t target, lb_deed *best)
{
    bool is_column = lb_view_formation(list->asked.view, unit) == FORMATION_ATTACK;
    lb_action action = lb_action_of(VERB_FIRE);
    bool is_found = false;

    action.unit = (uint16_t)unit;
    action.target = (uint16_t)target;
    /* A column sends out its skirmishers, who do not keep it from acting; in full it fires only if
       it has none. */
    for (uint32_t option = 0; option <= FIRE_AS_SKIRMISHERS; option++) {
        int32_t worth;

        if (option == 0 && is_column) {
            action.option = FIRE_AS_SKIRMISHERS;
            if (is_fire_legal(list, &action))
                continue;
        }
        action.option = (uint8_t)option;
        if (is_fire_legal(list, &action) && vf_worth_of_fire(list, &action, &worth) &&
            (!is_found || worth > best->worth)) {
            *best = (lb_deed){action, worth};
            is_found = true;
        }
    }
    return is_found;
}

/// True if a unit is of a mind to fire at all.
static bool is_disposed(const lb_listing *list, uint32_t unit)
{
    return lb_mind_is_own(list, unit) && list->asked.battle->unit[unit].figure[FIGURE_FIRE] > 0 &&
           (list->counsel->note[unit] & NOTE_SILENT) == 0 &&
           (list->asked.state->unit[unit].flags &
            (UNIT_FIRED | UNIT_SKIRMISHED | UNIT_SUPPORTED)) == 0;
}

/// The attack of one unit; false if it has none, or keeps its fire.
static bool fire_with(lb_listing *list, uint32_t unit)
{
    lb_view *view = list->asked.view;
    lb_unit_set targets = vf_targets(view, unit);
    lb_deed best, other;
    bool is_found = false;

    LB_EACH (i, &targets) {
        if (!weigh_fire_at(list, unit, i, &other))
            continue;
        if (!is_found || other.worth > best.worth)
            best = other;
        is_found = true;
    }
    if (!is_found || best.worth <= 0)
        return false;
    /* A shaken unit has better things to do than to fire, unless it sits behind walls; a unit that
       would rather close in keeps its fire. */
    if ((vf_is_shaken(view->battle, view->state, unit) && !vf_is_odt(view, unit)) ||
        vf_intend_assault(list, unit, best.worth, NULL))
        return false;
    add_helpers(list, &best.action);
    (void)lb_propose(list, &best.action, 1000 + best.worth);
    if (holds(list, 7) && best.worth > 120) {
        best.action.option |= FIRE_WITH_SEVEN;
        if (is_fire_legal(list, &best.action))
            (void)lb_propose(list, &best.action, 1001 + best.worth);
    }
    return true;
}

/// The British King: a brigade with at least two units of foot that may fire.
static void propose_volleys(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t best = LB_NOBODY, most = 1;

    if (!holds(list, CARD_KING))
        return;
    for (uint32_t g = 0; g < battle->group_count; g++) {
        uint32_t count = 0;

        for (uint32_t i = battle->group[g].first_unit; i < lb_group_end(&battle->group[g]); i++) {
            int32_t tmm;

            if (battle->unit[i].arm != LB_ARM_INFANTRY || !is_disposed(list, i))
                continue;
            (void)vf_foe(list->asked.view, i, &tmm);
            count += tmm <= vf_reach(battle, i, false);
        }
        if (count > most) {
            most = count;
            best = g;
        }
    }
    if (best != LB_NOBODY)
        (void)propose_card(list, CARD_KING, best, 5000);
}

void vf_propose_fire(lb_listing *list)
{
    lb_propose_pass(list);
    propose_volleys(list);
    LB_EACH (i, lb_mind_own(list)) {
        if (!is_disposed(list, i))
            continue;
        if (fire_with(list, i))
            return;
        list->counsel->note[i] |= NOTE_SILENT;
    }
}

/* Action. */

/// Where a leader ought to be: with the units of his brigade, as they stand if they have acted,
/// half-way to their stations if not; higher commanders where the plan has them.
static lb_point leader_place(const lb_listing *list, uint32_t leader)
{
    uint16_t group = list->asked.battle->leader[leader].group;
    lb_point place = list->asked.state->leader[leader].at;

    if (group == LB_NOBODY)
        return list->plan->leader[leader];
    (void)lb_mind_middle(
        list, group, 0,
        (list->asked.state->group[group].flags & (GROUP_ACTIVE | GROUP_FAILED)) == 0, &place);
    return place;
}

/// How much a brigade has to do: what its units are away from their stations, in inches.
static int32_t need_of(const lb_listing *list, uint32_t group)
{
    const lb_group_card *card = &list->asked.battle->group[group];
    int32_t need = 0;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
        lb_point at = list->asked.view->pose[i].at, to = list->plan->unit[i].at;

        if (lb_view_is_here(list->asked.view, i) &&
            (list->asked.state->unit[i].flags & UNIT_FIRED) == 0)
            need += lb_least(
                12, (lb_most(at.x - to.x, to.x - at.x) + lb_most(at.y - to.y, to.y - at.y)) /
                        LB_TMM_INCH);
    }
    return need;
}

/// Brigades first, and one that has much to do as that which acts by itself; after the last of
/// them the leaders ride.
void vf_propose_activate(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t left = 0;

    lb_propose_pass(list);
    for (uint32_t g = 0; g < battle->group_count; g++) {
        lb_action action = lb_action_of(VERB_ACTIVATE);
        lb_reason reason;

        action.unit = (uint16_t)g;
        if (!vf_check_activate(&list->asked, &action, &reason))
            continue;
        left++;
        (void)lb_propose(list, &action,
                         200 - list->plan->group[g].rank +
                             (vf_gather_activation(battle, list->asked.state, g).first_near
                                  ? 2 * need_of(list, g)
                                  : 0));
    }
    if (left == 0)
        (void)lb_propose_rides(list, leader_place, 2000);
}

/// The least useful card in hand, to be spent; 0 for none that can be missed.
static uint32_t spare_card(const lb_listing *list)
{
    static const uint8_t order[] = {3, 10, 4, 9, 12, 11, 13, 5};

    for (uint32_t i = 0; i < sizeof order; i++)
        if (holds(list, order[i]))
            return order[i];
    return 0;
}

/// Cards on one unit of the acting brigade.
static void propose_unit_cards(lb_listing *list, uint32_t unit, uint32_t spare, bool is_attack)
{
    const lb_battle *battle = list->asked.battle;
    const lb_state *state = list->asked.state;
    bool may_act = vf_may_act(battle, state, unit);
    int32_t tmm, reach;

    if (may_act && 2 * state->unit[unit].mark[MARK_LOSSES] > vf_tenacity(battle, state, unit))
        (void)propose_card(list, 5, unit, 600);
    if (!may_act && spare != 0 &&
        (state->unit[unit].flags & (UNIT_ACTED | UNIT_FIRED | UNIT_FREED)) == 0 &&
        (list->counsel->note[unit] & NOTE_ASSAULTS) == 0) {
        list->counsel->note[unit] |= NOTE_ASSAULTS;
        if (vf_intend_assault(list, unit, 150, NULL))
            (void)propose_card(list, spare | CARD_SPENT, unit, 550);
    }
    if (!may_act || !is_attack || !holds(list, 9))
        return;
    (void)vf_foe(list->asked.view, unit, &tmm);
    reach = vf_allowance(battle, state, unit, lb_view_formation(list->asked.view, unit));
    if (tmm > reach && tmm <= reach * 3 / 2 &&
        !is_artillery(lb_view_formation(list->asked.view, unit)) &&
        !vf_is_shaken(battle, state, unit))
        (void)propose_card(list, 9, unit, 500);
}

/// Cards on a brigade that acts, and on its units.
static void propose_action_cards(lb_listing *list, uint32_t group)
{
    const lb_group_card *card = &list->asked.battle->group[group];
    uint32_t spare = spare_card(list);
    bool is_attack = list->plan->group[group].task == LB_TASK_ATTACK;

    if (list->asked.state->side[lb_asked_side(&list->asked)].mark[SIDE_HAND] == 0)
        return;
    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (lb_view_is_here(list->asked.view, i))
            propose_unit_cards(list, i, spare, is_attack);
    if (is_attack && !list->plan->group[group].closes) {
        (void)propose_card(list, CARD_KING, group, 450);
        if (vf_may_act(list->asked.battle, list->asked.state, card->first_unit))
            (void)propose_card(list, CARD_KING, card->first_unit, 440);
    }
}

/// The first unit of a brigade, post by post, that has something to do.
static void propose_unit(lb_listing *list, uint32_t group, bool is_forced)
{
    static const uint8_t order[] = {LB_POST_FIRST,   LB_POST_SECOND, LB_POST_FLANK,
                                    LB_POST_BATTERY, LB_POST_REAR,   LB_POST_NONE};
    const lb_group_card *card = &list->asked.battle->group[group];
    lb_deed deed;

    for (uint32_t p = 0; p < sizeof order; p++)
        for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
            if (list->plan->unit[i].post != order[p] || (list->counsel->note[i] & NOTE_DONE) != 0 ||
                !vf_may_act(list->asked.battle, list->asked.state, i))
                continue;
            if (vf_intend(list, i, &deed) && (!is_forced || deed.action.verb == VERB_MOVE)) {
                (void)lb_propose(list, &deed.action, lb_most(1, deed.worth));
                return;
            }
            list->counsel->note[i] |= NOTE_DONE;
        }
}

/// Cards first; while one is worth playing, no unit acts.
void vf_propose_action(lb_listing *list)
{
    uint32_t group = (uint32_t)LB_ASKED_ABOUT(&list->asked, BRIGADE)->group;
    uint32_t before;

    lb_propose_pass(list);
    before = list->count;
    propose_action_cards(list, group);
    if (list->count == before)
        propose_unit(list, group, false);
}

void vf_propose_forced_march(lb_listing *list)
{
    lb_propose_pass(list);
    propose_unit(list, (uint32_t)LB_ASKED_ABOUT(&list->asked, FORCED_MARCH)->group, true);
}

/// The Four: a brigade that attacks and is not there yet.
void vf_propose_four(lb_listing *list)
{
    lb_propose_pass(list);
    for (uint32_t g = 0; g < list->asked.battle->group_count; g++)
        if (list->plan->group[g].task == LB_TASK_ATTACK && !list->plan->group[g].closes)
            (void)propose_card(list, 4, g, 100 - list->plan->group[g].rank);
}

/* Melee. */

/// Units of the side that touch an enemy: of a brigade, or within reach of a leader, or all.
static uint32_t count_fighting(const lb_listing *list, uint32_t group, uint32_t leader)
{
    lb_view *view = list->asked.view;
    uint32_t count = 0;

    LB_EACH (i, lb_mind_own(list)) {
        if (group != LB_NOBODY && view->battle->unit[i].group != group)
            continue;
        count += lb_view_is_engaged(view, i) &&
                 (leader == LB_NOBODY ||
                  lb_point_is_within(view->state->leader[leader].at, &view->quad[i],
                                     LB_INCHES(VALUE_OF(view->battle, FATE_1_DISTANCE))));
    }
    return count;
}

/// Cards for a Melee phase in which somebody fights.
void vf_propose_melee(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t side = lb_asked_side(&list->asked);
    lb_action queen = lb_action_of(VERB_CARD);
    bool is_queen_for_brigades;

    queen.option = 12;
    lb_propose_pass(list);
    is_queen_for_brigades = vf_target_kind(battle, side, &queen) == LB_TARGET_GROUP;
    if (count_fighting(list, LB_NOBODY, LB_NOBODY) == 0)
        return;
    for (uint32_t i = 0; holds(list, 1) && i < battle->leader_count; i++)
        if (battle->leader[i].side == side && count_fighting(list, LB_NOBODY, i) > 1)
            (void)propose_card(list, 1, i, 100 + (int32_t)count_fighting(list, LB_NOBODY, i));
    for (uint32_t g = 0; is_queen_for_brigades && holds(list, 12) && g < battle->group_count; g++)
        if (battle->group[g].side == side && count_fighting(list, g, LB_NOBODY) > 0)
            (void)propose_card(list, 12, g, 60);
    LB_EACH (i, lb_mind_own(list)) {
        if (!lb_view_is_engaged(list->asked.view, i))
            continue;
        (void)propose_card(list, 11, i, 50);
        if (!is_queen_for_brigades)
            (void)propose_card(list, 12, i, 50);
    }
}

/// The fight that promises most goes first.
void vf_propose_fight(lb_listing *list)
{
    vf_contact contact = {0, LB_NOBODY};

    while (!lb_listing_is_full(list) && vf_next_contact(list->asked.view, &contact)) {
        struct melee_facts facts = vf_gather_melee(list->asked.view, contact.unit, contact.target);
        lb_action action = lb_action_of(VERB_FIGHT);
        int32_t worth = INT32_MIN; /* One that cannot be reckoned goes last. */

        action.unit = (uint16_t)contact.unit;
        action.target = (uint16_t)contact.target;
        (void)vf_worth_of_fight(list, &facts, &worth);
        (void)lb_propose(list, &action, worth);
    }
}

/* Yes and no. */

/// Cavalry that has won goes back if it would stand among enemies.
void vf_propose_go_back(lb_listing *list)
{
    const lb_view *view = list->asked.view;
    uint32_t winner = (uint32_t)LB_ASKED_ABOUT(&list->asked, GO_BACK)->unit;

    lb_propose_yes(list, VERB_YES, VERB_NO,
                   lb_view_any_within(view, &view->quad[winner],
                                      lb_view_foes(view, lb_view_side(view, winner)),
                                      LB_INCHES(VALUE_OF(view->battle, RANGE_MUSKET)))
                       ? 1
                       : -1);
}

void vf_propose_six(lb_listing *list)
{
    lb_propose_yes(list, VERB_YES, VERB_NO,
                   LB_ASKED_ABOUT(&list->asked, SIX)->misses >= MISSES ? 1 : -1);
}

void vf_propose_yes(lb_listing *list)
{
    lb_propose_yes(list, VERB_YES, VERB_NO, 1);
}
