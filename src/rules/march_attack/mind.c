// SPDX-License-Identifier: MIT
// What a sensible player of this sheet would answer, question by question, in the light of a plan.
// What one unit ought to do with its move is in intent.c.

#include "rules/march_attack/play.h"

enum {
    USEFUL = 100,
    AT_GOAL = 6 * LB_TMM_INCH,   ///< a group that is so near to its goal may defend there
    CLOSE = 12 * LB_TMM_INCH,    ///< enemies so near have to be fought
    LEAD_NEAR = 10 * LB_TMM_INCH ///< a leader joins a unit that is so near to the enemy
};

/// Notes on a unit for a phase.
enum { NOTE_DONE = 1, NOTE_SILENT = 2 };

/* Orders. */

/// The nearest enemy of a group, and how far it is from the group's units.
static uint32_t nearest_enemy(const lb_listing *list, uint32_t group, int32_t *tmm)
{
    lb_view *view = list->asked.view;
    lb_unit_set units = ma_units(view, group);
    uint32_t best = LB_NOBODY;

    *tmm = INT32_MAX;
    LB_EACH (i, &units) {
        uint32_t foe = lb_view_nearest_foe(view, i);
        int32_t away = lb_mind_distance(view, i, foe);

        if (away < *tmm) {
            *tmm = away;
            best = foe;
        }
    }
    return best;
}

/// True of a group that is all guns.
static bool is_all_guns(const lb_battle *battle, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (!ma_is_guns(battle, i))
            return false;
    return true;
}

/// An order that attacks what the plan has a group for.
static lb_action attack_order(const lb_listing *list, uint32_t group, uint32_t foe, int32_t tmm)
{
    uint16_t objective = list->plan->group[group].objective;
    bool is_near = foe != LB_NOBODY && tmm <= CLOSE;
    lb_action action = lb_action_of(VERB_SEIZE);

    action.unit = (uint16_t)group;
    if (objective < list->asked.battle->objective_count && !is_near) {
        action.target = objective;
        return action;
    }
    action.verb = foe == LB_NOBODY ? VERB_DEFEND : VERB_ATTACK;
    action.target = foe == LB_NOBODY ? 0 : list->asked.battle->unit[foe].group;
    return action;
}

/// A friend that attacks, for a reserve to support; LB_NOBODY for none.
static uint32_t friend_to_support(const lb_listing *list, uint32_t group)
{
    const lb_battle *battle = list->asked.battle;

    for (uint32_t g = 0; g < battle->group_count; g++)
        if (g != group && battle->group[g].side == battle->group[group].side &&
            list->plan->group[g].task == LB_TASK_ATTACK &&
            lb_group_is_here(battle, list->asked.state, g))
            return g;
    return LB_NOBODY;
}

/// How far the units of a group are from where they ought to be, on average.
static int32_t way_to_go(const lb_listing *list, uint32_t group)
{
    lb_unit_set units = ma_units(list->asked.view, group);
    int64_t sum = 0;

    LB_EACH (i, &units)
        sum += lb_point_distance(list->asked.view->pose[i].at, list->plan->unit[i].at);
    return (int32_t)(sum / lb_most(1, lb_unit_set_count(&units)));
}

/// True of a group that has lost so much that another loss may break it, and that no ground depends
/// on: it goes back, and leaves the fight to others.
static bool ought_to_retire(const lb_listing *list, uint32_t group)
{
    const lb_battle *battle = list->asked.battle;
    bool is_late = 4 * list->asked.state->turn > 3 * battle->turns;

    return !is_late && list->plan->group[group].task != LB_TASK_HOLD &&
           ma_gather_morale(list->asked.view, group, CAP_NONE).state != MORALE_STATE_STEADY;
}

/// The order that a group ought to have.
static lb_action wanted_order(const lb_listing *list, uint32_t group)
{
    const lb_group_plan *plan = &list->plan->group[group];
    lb_action action = lb_action_of(VERB_DEFEND);
    int32_t tmm, away = way_to_go(list, group);
    uint32_t foe = nearest_enemy(list, group, &tmm), other;

    action.unit = (uint16_t)group;
    if (is_all_guns(list->asked.battle, group)) {
        bool fires = ma_have_targets(list->asked.view, group);

        if (!fires && away > AT_GOAL && tmm <= CLOSE)
            return attack_order(list, group, foe, tmm);
        action.verb = fires || away <= AT_GOAL ? VERB_BOMBARD : VERB_MANOEUVRE;
        return action;
    }
    if (ought_to_retire(list, group)) {
        action.verb = tmm <= MA_OUT_OF_REACH ? VERB_RETIRE : VERB_DEFEND;
        return action;
    }
    if (plan->task == LB_TASK_ATTACK || plan->task == LB_TASK_PIN || tmm <= CLOSE)
        return attack_order(list, group, foe, tmm);
    if (plan->task == LB_TASK_RESERVE && (other = friend_to_support(list, group)) != LB_NOBODY) {
        action.verb = VERB_SUPPORT;
        action.target = (uint16_t)other;
        return action;
    }
    if (away > AT_GOAL)
        action.verb = VERB_MANOEUVRE;
    return action;
}

/// True if a group has the order already.
static bool has_order(const lb_order *order, const lb_action *action)
{
    switch (action->verb) {
    case VERB_ATTACK:
    case VERB_SEIZE:
        return order->kind == ORDER_ATTACK;
    case VERB_SUPPORT:
        return order->kind == ORDER_SUPPORT && order->group == action->target;
    case VERB_BOMBARD:
        return order->kind == ORDER_BOMBARD;
    case VERB_MANOEUVRE:
        return order->kind == ORDER_MANOEUVRE;
    case VERB_RETIRE:
        return order->kind == ORDER_RETREAT;
    default:
        return order->kind == ORDER_DEFEND;
    }
}

void ma_propose_issue(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    lb_propose_pass(list);
    for (uint32_t g = 0; g < battle->group_count; g++) {
        lb_action action;

        if (battle->group[g].side != lb_asked_side(&list->asked) ||
            !lb_group_is_here(battle, list->asked.state, g))
            continue;
        action = wanted_order(list, g);
        if (!has_order(&list->asked.state->group[g].order, &action) &&
            lb_propose_legal(list, &action, USEFUL))
            return;
    }
}

/* Leaders. */

/// A leader stays behind the units that he commands.
static lb_point leader_place(const lb_listing *list, uint32_t leader)
{
    uint16_t group = list->asked.battle->leader[leader].group;
    lb_point place = list->asked.state->leader[leader].at;

    if (list->asked.state->leader[leader].attached != LB_NOBODY)
        return place;
    if (group == LB_NOBODY)
        return list->plan->leader[leader];
    (void)lb_mind_middle(list, group, LB_INCHES(3), true, &place);
    return place;
}

/// The unit of an attacking group that is nearest to the enemy, if it is near; LB_NOBODY.
static uint32_t unit_to_lead(const lb_listing *list, uint32_t group)
{
    lb_view *view = list->asked.view;
    lb_unit_set units = ma_units(view, group);
    uint32_t best = LB_NOBODY;
    int32_t least = LEAD_NEAR;

    LB_EACH (i, &units) {
        int32_t tmm = lb_mind_distance(view, i, lb_view_nearest_foe(view, i));

        if (!ma_is_guns(list->asked.battle, i) && tmm <= least) {
            least = tmm;
            best = i;
        }
    }
    return best;
}

void ma_propose_leaders(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    lb_propose_pass(list);
    for (uint32_t i = 0; i < battle->leader_count; i++) {
        uint32_t group = battle->leader[i].group, unit;

        if (battle->leader[i].side != lb_asked_side(&list->asked) || group == LB_NOBODY ||
            list->asked.state->leader[i].attached != LB_NOBODY ||
            list->asked.state->group[group].order.kind != ORDER_ATTACK ||
            list->plan->group[group].task != LB_TASK_ATTACK)
            continue;
        unit = unit_to_lead(list, group);
        if (unit != LB_NOBODY && lb_propose_verb(list, VERB_ATTACH, i, unit, USEFUL))
            return;
    }
    (void)lb_propose_rides(list, leader_place, USEFUL / 2);
}

void ma_propose_initiative(lb_listing *list)
{
    (void)lb_propose_verb(list, VERB_SECOND, 0, 0, 0);
    (void)lb_propose_verb(list, VERB_FIRST, 0, 0, 1);
}

/* Charges. */

/// What speaks against a charge beside the odds.
static int32_t least_worth(const lb_listing *list, uint32_t unit)
{
    const lb_group_plan *plan = lb_mind_group(list, unit);

    return plan->task == LB_TASK_ATTACK || list->plan->attacks ? 0 : 40;
}

void ma_propose_charges(lb_listing *list)
{
    lb_view *view = list->asked.view;

    lb_propose_pass(list);
    LB_EACH (i, lb_mind_own(list)) {
        int32_t rate = ma_rate(view->battle, i, lb_view_formation(view, i), false);
        lb_unit_set near = lb_view_near(view, view->box[i], rate, lb_mind_foes(list));

        if (!ma_may_act(view, i) || ma_is_guns(view->battle, i) ||
            (list->counsel->note[i] & NOTE_DONE) != 0)
            continue;
        list->counsel->note[i] |= NOTE_DONE;
        LB_EACH (k, &near) {
            lb_action action = lb_action_of(VERB_CHARGE);
            lb_reason reason;
            int32_t worth;

            action.unit = (uint16_t)i;
            action.target = (uint16_t)k;
            if (!lb_view_is_within(view, i, k, rate) || !ma_may_charge(view, i, k, &reason) ||
                !ma_worth_of_charge(list, i, k, &worth))
                continue;
            worth -= least_worth(list, i);
            if (worth > 0)
                (void)lb_propose_legal(list, &action, worth);
        }
        if (list->count > 1)
            return;
    }
}

void ma_propose_react(lb_listing *list)
{
    const struct ask_REACT *about = LB_ASKED_ABOUT(&list->asked, REACT);
    uint32_t unit = (uint32_t)about->unit, charger = (uint32_t)about->charger;
    static const struct {
        uint8_t reaction, verb, formation;
    } rows[] = {{CHARGE_REACTION_SQUARE, VERB_FORM, FORMATION_SQUARE},
                {CHARGE_REACTION_FACE, VERB_FACE, 0},
                {CHARGE_REACTION_COUNTER, VERB_COUNTER, 0}};
    int32_t stands, worth;

    (void)lb_propose_verb(list, VERB_STAND, 0, 0, 0);
    if (lb_propose_verb(list, VERB_FLEE, 0, 0, USEFUL))
        return;
    if (!ma_worth_of_reaction(list, unit, charger, CHARGE_REACTION_STAND, &stands))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lb_action action = lb_action_of(rows[i].verb);

        action.formation = rows[i].formation;
        if (ma_worth_of_reaction(list, unit, charger, rows[i].reaction, &worth))
            (void)lb_propose_legal(list, &action, stands - worth);
    }
}

/// Cavalry that would meet a square goes on only if the odds still speak for it.
void ma_propose_call_off(lb_listing *list)
{
    uint32_t unit = (uint32_t)LB_ASKED_ABOUT(&list->asked, CALL_OFF)->unit;
    uint32_t target = (uint32_t)list->asked.state->unit[unit].mark[MARK_CHARGE] - 1;
    int32_t worth = -1;

    (void)ma_worth_of_reaction(list, target, unit, CHARGE_REACTION_STAND, &worth);
    lb_propose_yes(list, VERB_YES, VERB_NO, -worth);
}

void ma_propose_opportunity(lb_listing *list)
{
    const struct ask_OPPORTUNITY *about = LB_ASKED_ABOUT(&list->asked, OPPORTUNITY);
    int32_t worth = -1;

    (void)ma_worth_of_charge(list, (uint32_t)about->unit, (uint32_t)about->target, &worth);
    lb_propose_yes(list, VERB_YES, VERB_NO, worth);
}

/* Moves. */

/// The unit that moves next: of the group nearest to the enemy, and there by its post, so that
/// those in front make room for the others; LB_NOBODY if all are done with.
static uint32_t next_to_move(const lb_listing *list)
{
    static const uint8_t turn[LB_POST_COUNT] = {
        [LB_POST_FIRST] = 0, [LB_POST_SECOND] = 1, [LB_POST_FLANK] = 2,   [LB_POST_BATTERY] = 3,
        [LB_POST_REAR] = 4,  [LB_POST_NONE] = 5,   [LB_POST_GARRISON] = 5};
    uint32_t next = LB_NOBODY, least = UINT32_MAX;

    LB_EACH (i, lb_mind_own(list)) {
        uint32_t key =
            lb_mind_group(list, i)->rank * (uint32_t)LB_POST_COUNT + turn[list->plan->unit[i].post];

        if (key < least && (list->counsel->note[i] & NOTE_DONE) == 0) {
            least = key;
            next = i;
        }
    }
    return next;
}

void ma_propose_moves(lb_listing *list)
{
    uint32_t unit;
    lb_deed deed;

    lb_propose_pass(list);
    while ((unit = next_to_move(list)) != LB_NOBODY) {
        list->counsel->note[unit] |= NOTE_DONE;
        if (ma_may_act(list->asked.view, unit) && ma_intend(list, unit, &deed)) {
            (void)lb_propose(list, &deed.action, lb_most(1, deed.worth));
            return;
        }
    }
    (void)lb_propose_rides(list, leader_place, USEFUL);
}

/* Fire. */

void ma_propose_fire(lb_listing *list)
{
    lb_view *view = list->asked.view;

    lb_propose_pass(list);
    LB_EACH (i, lb_mind_own(list)) {
        lb_unit_set near;

        if ((list->counsel->note[i] & NOTE_SILENT) != 0 || ma_is_cavalry(view->battle, i))
            continue;
        list->counsel->note[i] |= NOTE_SILENT;
        near = lb_view_near(view, view->box[i], ma_ranges_of(view->battle, i).longest,
                            lb_mind_foes(list));
        LB_EACH (k, &near) {
            lb_reason reason;
            int32_t worth;
            lb_action action = lb_action_of(VERB_FIRE);

            action.unit = (uint16_t)i;
            action.target = (uint16_t)k;
            if (ma_may_fire(view, i, k, &reason) && ma_worth_of_fire(list, i, k, &worth))
                (void)lb_propose(list, &action, 1 + worth);
        }
        if (list->count > 1)
            return;
    }
}

/* After a victory. */

void ma_propose_after(lb_listing *list)
{
    uint32_t unit = (uint32_t)LB_ASKED_ABOUT(&list->asked, AFTER)->unit;
    lb_view *view = list->asked.view;
    lb_unit_set near = lb_view_near(view, view->box[unit], LB_INCHES(6), lb_mind_foes(list));
    lb_action action = lb_action_of(VERB_RALLY);

    lb_propose_pass(list);
    LB_EACH (i, &near) {
        int32_t worth;

        if (ma_worth_of_reaction(list, i, unit, CHARGE_REACTION_STAND, &worth) && worth > 0)
            (void)lb_propose_verb(list, VERB_PURSUE, unit, i, worth);
    }
    action.unit = (uint16_t)unit;
    lb_path_add(&action.path,
                lb_step_straight(-LB_INCHES(VALUE_OF(list->asked.battle, MELEE_AFTER_RALLY))));
    if (ma_is_cavalry(list->asked.battle, unit))
        (void)lb_propose_legal(list, &action, 1);
}
