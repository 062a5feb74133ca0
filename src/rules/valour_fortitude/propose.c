// SPDX-License-Identifier: MIT
// What a sensible player of this sheet would do at a decision, in the light of a plan: a short list
// of legal actions, as a rule one.
//
// Units are looked at one by one in the order in which they should act, and the first that has
// something to do is proposed; who has nothing to do is noted and not looked at again in the phase.

#include "rules/valour_fortitude/play.h"

enum { LEADER_NEAR = 4 * LB_TMM_INCH, MISSES = 2 };

/// A list being filled.
typedef struct listing {
    vf_thought thought;
    lb_proposal *proposals;
    uint32_t count, room;
} listing;

static void add(listing *list, const lb_action *action, int32_t worth)
{
    if (list->count < list->room)
        list->proposals[list->count++] = (lb_proposal){*action, worth};
}

static void add_verb(listing *list, uint32_t verb, int32_t worth)
{
    lb_action action = vf_action(verb);

    add(list, &action, worth);
}

static uint32_t asked_side(const listing *list)
{
    return list->thought.state->machine.node.question.side - 1u;
}

/// Adds a card if it may be played on the target.
static bool add_card(listing *list, uint32_t option, uint32_t target, int32_t worth)
{
    lb_action action = vf_action(VERB_CARD);
    lb_reason reason;

    action.option = (uint8_t)option;
    action.target = (uint8_t)target;
    if (!vf_check_card(list->thought.battle, list->thought.state, &action, &reason))
        return false;
    add(list, &action, worth);
    return true;
}

/* Fate. */

/// The unit with losses that is worth most in the first line.
static uint32_t best_hurt(const listing *list, uint32_t side)
{
    const lb_battle *battle = list->thought.battle;
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (vf_is_here(list->thought.state, i) && battle->unit[i].side == side &&
            list->thought.state->unit[i].mark[MARK_LOSSES] > 0 &&
            (best == LB_NOBODY ||
             list->thought.plan->fitness[i].worth > list->thought.plan->fitness[best].worth))
            best = i;
    return best;
}

/// The objective of the enemy that a unit of ours is nearest to; LB_NOBODY if he holds none.
static uint32_t nearest_prize(const listing *list, uint32_t side)
{
    const lb_battle *battle = list->thought.battle;
    uint32_t best = LB_NOBODY;
    int64_t least = INT64_MAX;

    for (uint32_t o = 0; o < battle->objective_count; o++)
        for (uint32_t i = 0; i < battle->unit_count; i++) {
            int64_t x = battle->objective[o].at.x - list->thought.state->unit[i].at.x;
            int64_t y = battle->objective[o].at.y - list->thought.state->unit[i].at.y;

            if (list->thought.state->held[o] != 1 - side || battle->unit[i].side != side ||
                !vf_is_here(list->thought.state, i) || x * x + y * y >= least)
                continue;
            least = x * x + y * y;
            best = o;
        }
    return best;
}

static void propose_fate(listing *list)
{
    uint32_t side = asked_side(list), hurt = best_hurt(list, side);

    add_verb(list, VERB_PASS, 0);
    add_card(list, 3, 0, 20);
    add_card(list, 10, nearest_prize(list, side), 30);
    if (hurt != LB_NOBODY)
        add_card(list, 11, hurt, 40);
}

/* Fire. */

/// True if a unit would rather keep its fire to close in.
static bool keeps_fire(const listing *list, uint32_t unit, int32_t fire)
{
    lb_proposal assault;

    return vf_intend_assault(&list->thought, unit, fire, &assault);
}

static bool is_fire_legal(struct vf_view *view, const lb_action *action)
{
    lb_reason reason;

    return vf_view_check_fire(view, action, &reason);
}

static int32_t worth_of(const listing *list, const lb_action *action)
{
    struct fire_facts facts =
        vf_gather_fire(list->thought.battle, list->thought.state, action->unit, action->target,
                       action->helper, action->option);

    return vf_worth_of_fire(list->thought.counsel, list->thought.battle, &facts);
}

/// Adds who may help with more than he would do by himself: who has a single die.
static void add_helpers(const listing *list, struct vf_view *view, lb_action *action)
{
    const lb_battle *battle = list->thought.battle;
    const lb_state *state = list->thought.state;
    uint32_t helpers = 0;

    for (uint32_t i = 0; i < battle->unit_count && helpers < LB_HELPERS_MAX; i++) {
        if (i == action->unit || battle->unit[i].side != state->active || !vf_is_here(state, i) ||
            battle->unit[i].arm != LB_ARM_ARTILLERY ||
            (state->unit[i].flags & (UNIT_FIRED | UNIT_SUPPORTED | UNIT_SKIRMISHED)) != 0 ||
            battle->unit[i].figure[FIGURE_FIRE] > 1 ||
            is_dense(state->unit[action->target].formation))
            continue;
        if (vf_distance(battle, state, i, action->target) >
                LB_INCHES(battle->house.value[V_RANGE_CANISTER]) &&
            vf_view_may_help(view, action, i))
            action->helper[helpers++] = (uint8_t)i;
    }
}

/// How a unit fires at a target: in full, as skirmishers, with a card.
static bool aim_at(const listing *list, struct vf_view *view, uint32_t unit, uint32_t target,
                   lb_proposal *best)
{
    const lb_unit *of = &list->thought.state->unit[unit];
    lb_action action = vf_action(VERB_FIRE);
    bool is_found = false;

    action.unit = (uint8_t)unit;
    action.target = (uint8_t)target;
    for (uint32_t option = 0; option <= FIRE_AS_SKIRMISHERS; option++) {
        int32_t worth;

        action.option = (uint8_t)option;
        /* A column sends out its skirmishers, who do not keep it from acting. */
        if (option == 0 && of->formation == FORMATION_ATTACK) {
            action.option = FIRE_AS_SKIRMISHERS;
            if (is_fire_legal(view, &action))
                continue;
            action.option = 0;
        }
        if (!is_fire_legal(view, &action))
            continue;
        worth = worth_of(list, &action);
        if (!is_found || worth > best->worth) {
            *best = (lb_proposal){action, worth};
            is_found = true;
        }
    }
    return is_found;
}

/// True if a unit is of a mind to fire at all.
static bool is_disposed(const listing *list, uint32_t unit)
{
    const lb_state *state = list->thought.state;

    return vf_is_here(state, unit) && list->thought.battle->unit[unit].side == state->active &&
           list->thought.battle->unit[unit].figure[FIGURE_FIRE] > 0 &&
           (list->thought.counsel->note[unit] & NOTE_SILENT) == 0 &&
           (state->unit[unit].flags & (UNIT_FIRED | UNIT_SKIRMISHED | UNIT_SUPPORTED)) == 0;
}

/// The attack of one unit; false if it has none, or keeps its fire.
static bool fire_with(listing *list, struct vf_view *view, uint32_t unit)
{
    const lb_battle *battle = list->thought.battle;
    const lb_state *state = list->thought.state;
    lb_proposal best, other;
    bool is_found = false;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        if (battle->unit[i].side == state->active || !vf_is_here(state, i) ||
            !vf_view_may_fire(view, unit, i) || !aim_at(list, view, unit, i, &other))
            continue;
        if (!is_found || other.worth > best.worth)
            best = other;
        is_found = true;
    }
    if (!is_found || best.worth <= 0)
        return false;
    /* Who is shaken has better things to do than to fire, unless he sits behind walls. */
    if (vf_is_shaken(battle, state, unit) && !vf_is_odt(battle, state, unit))
        return false;
    if (keeps_fire(list, unit, best.worth))
        return false;
    add_helpers(list, view, &best.action);
    add(list, &best.action, 1000 + best.worth);
    if (vf_holds(state, state->active, 7) && best.worth > 120) {
        best.action.option |= FIRE_WITH_SEVEN;
        if (is_fire_legal(view, &best.action))
            add(list, &best.action, 1001 + best.worth);
    }
    return true;
}

/// The British King: a brigade with at least two units of foot that may fire.
static void add_volleys(listing *list)
{
    const lb_battle *battle = list->thought.battle;
    uint32_t best = LB_NOBODY, most = 1;

    if (!vf_holds(list->thought.state, asked_side(list), CARD_KING))
        return;
    for (uint32_t g = 0; g < battle->group_count; g++) {
        uint32_t count = 0;

        for (uint32_t i = 0; i < battle->group[g].unit_count; i++) {
            uint32_t unit = battle->group[g].first_unit + i;
            int32_t tmm;

            if (battle->unit[unit].arm != LB_ARM_INFANTRY || !is_disposed(list, unit))
                continue;
            (void)vf_foe(&list->thought, unit, &tmm);
            count += tmm <= vf_reach(battle, unit);
        }
        if (count > most) {
            most = count;
            best = g;
        }
    }
    if (best != LB_NOBODY)
        add_card(list, CARD_KING, best, 5000);
}

static void propose_fire(listing *list)
{
    struct vf_view view;

    add_verb(list, VERB_PASS, 0);
    add_volleys(list);
    vf_view_start(&view, list->thought.battle, list->thought.state);
    for (uint32_t i = 0; i < list->thought.battle->unit_count; i++) {
        if (!is_disposed(list, i))
            continue;
        if (fire_with(list, &view, i))
            return;
        list->thought.counsel->note[i] |= NOTE_SILENT;
    }
}

/* Action. */

/// True if a brigade of the active side has yet to be tried.
static bool is_to_come(const listing *list, uint32_t group)
{
    lb_action action = vf_action(VERB_ACTIVATE);
    lb_reason reason;

    action.unit = (uint8_t)group;
    return vf_check(list->thought.battle, list->thought.state, &action, &reason);
}

/// Where a leader ought to be: with the units of his brigade, as they stand if they have acted,
/// half-way to their stations if not; higher commanders where the plan has them.
static lb_point leader_place(const listing *list, uint32_t leader)
{
    const lb_battle *battle = list->thought.battle;
    const lb_state *state = list->thought.state;
    const lb_group_card *card;
    uint32_t group = battle->leader[leader].group;
    int64_t x = 0, y = 0, count = 0;
    bool has_acted;

    if (group == LB_NOBODY)
        return list->thought.plan->leader[leader];
    card = &battle->group[group];
    has_acted = (state->group[group].flags & (GROUP_ACTIVE | GROUP_FAILED)) != 0;
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++) {
        lb_point at = state->unit[i].at, to = has_acted ? at : list->thought.plan->unit[i].at;

        if (!vf_is_here(state, i))
            continue;
        x += (at.x + to.x) / 2;
        y += (at.y + to.y) / 2;
        count++;
    }
    return count == 0 ? state->leader[leader].at
                      : (lb_point){(int32_t)(x / count), (int32_t)(y / count)};
}

/// A ride to where a leader ought to be, if that is worth the while.
static bool lead(listing *list, uint32_t leader)
{
    const lb_battle *battle = list->thought.battle;
    const lb_leader *of = &list->thought.state->leader[leader];
    lb_action action = vf_action(VERB_LEAD);
    int64_t x, y, most = LB_INCHES(battle->house.value[V_MOVE_LEADERS]);
    lb_point goal;
    lb_reason reason;

    if (battle->leader[leader].side != list->thought.state->active ||
        of->presence != LB_PRESENCE_TABLE || (of->flags & LEADER_MOVED) != 0)
        return false;
    goal = leader_place(list, leader);
    x = goal.x - of->at.x;
    y = goal.y - of->at.y;
    if (x * x + y * y < (int64_t)LEADER_NEAR * LEADER_NEAR)
        return false;
    while (most > 0 && most * most > x * x + y * y)
        most -= LB_TMM_INCH;
    action.unit = (uint8_t)leader;
    action.path.count = 2;
    action.path.step[0] = (lb_step){.kind = LB_STEP_TURN, .angle = lb_heading_to(of->at, goal)};
    action.path.step[1] = (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = (int32_t)most};
    if (most <= 0 || !vf_check(battle, list->thought.state, &action, &reason))
        return false;
    add(list, &action, 2000);
    return true;
}

/// How much a brigade has to do: what its units are away from their stations, in inches.
static int32_t need_of(const listing *list, uint32_t group)
{
    const lb_group_card *card = &list->thought.battle->group[group];
    int32_t need = 0;

    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++) {
        lb_point at = list->thought.state->unit[i].at, to = list->thought.plan->unit[i].at;

        if (vf_is_here(list->thought.state, i) &&
            (list->thought.state->unit[i].flags & UNIT_FIRED) == 0)
            need += lb_least(
                12, (lb_most(at.x - to.x, to.x - at.x) + lb_most(at.y - to.y, to.y - at.y)) /
                        LB_TMM_INCH);
    }
    return need;
}

/// Brigades first, and one that has much to do as that which acts by itself; before the last of
/// them the leaders ride.
static void propose_activation(listing *list)
{
    const lb_battle *battle = list->thought.battle;
    uint32_t left = 0;

    add_verb(list, VERB_PASS, 0);
    for (uint32_t g = 0; g < battle->group_count; g++) {
        lb_action action = vf_action(VERB_ACTIVATE);
        const lb_group_plan *plan = &list->thought.plan->group[g];

        if (!is_to_come(list, g))
            continue;
        left++;
        action.unit = (uint8_t)g;
        add(list, &action,
            200 - plan->rank +
                (vf_gather_activation(battle, list->thought.state, g).first_near
                     ? 2 * need_of(list, g)
                     : 0));
    }
    for (uint32_t i = 0; left == 1 && i < battle->leader_count; i++)
        if (lead(list, i))
            return;
}

/// The least useful card in hand, to be spent; 0 for none that can be missed.
static uint32_t spare_card(const listing *list)
{
    static const uint8_t order[] = {3, 10, 4, 9, 12, 11, 13, 5};

    for (uint32_t i = 0; i < sizeof order; i++)
        if (vf_holds(list->thought.state, asked_side(list), order[i]))
            return order[i];
    return 0;
}

/// Cards while a brigade acts.
static void propose_action_cards(listing *list, uint32_t group)
{
    const lb_battle *battle = list->thought.battle;
    const lb_state *state = list->thought.state;
    const lb_group_card *card = &battle->group[group];
    uint32_t side = asked_side(list), spare = spare_card(list);
    bool is_attack = list->thought.plan->group[group].task == LB_TASK_ATTACK;

    if (state->side[side].mark[SIDE_HAND] == 0)
        return;
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++) {
        bool may_act = vf_may_act(battle, state, i);
        lb_proposal assault;
        int32_t tmm, reach;

        if (!vf_is_here(state, i))
            continue;
        if (may_act && 2 * state->unit[i].mark[MARK_LOSSES] > vf_tenacity(battle, state, i))
            add_card(list, 5, i, 600);
        if (!may_act && spare != 0 &&
            (state->unit[i].flags & (UNIT_ACTED | UNIT_FIRED | UNIT_FREED)) == 0 &&
            (list->thought.counsel->note[i] & NOTE_ASSAULTS) == 0) {
            list->thought.counsel->note[i] |= NOTE_ASSAULTS;
            if (vf_intend_assault(&list->thought, i, 150, &assault))
                add_card(list, spare | CARD_SPENT, i, 550);
        }
        if (!may_act || !is_attack || !vf_holds(state, side, 9))
            continue;
        (void)vf_foe(&list->thought, i, &tmm);
        reach = vf_allowance(battle, state, i, state->unit[i].formation);
        if (tmm > reach && tmm <= reach * 3 / 2 && !is_artillery(state->unit[i].formation) &&
            !vf_is_shaken(battle, state, i))
            add_card(list, 9, i, 500);
    }
    if (is_attack && !list->thought.plan->group[group].closes) {
        add_card(list, CARD_KING, group, 450);
        if (vf_may_act(battle, state, card->first_unit))
            add_card(list, CARD_KING, card->first_unit, 440);
    }
}

/// The first unit of a brigade, post by post, that has something to do.
static bool propose_units(listing *list, uint32_t group, bool only_moves)
{
    static const uint8_t order[] = {LB_POST_FIRST,   LB_POST_SECOND, LB_POST_FLANK,
                                    LB_POST_BATTERY, LB_POST_REAR,   LB_POST_NONE};
    const lb_group_card *card = &list->thought.battle->group[group];
    lb_proposal proposal;

    for (uint32_t p = 0; p < sizeof order; p++)
        for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count;
             i++) {
            if (list->thought.plan->unit[i].post != order[p] ||
                (list->thought.counsel->note[i] & NOTE_DONE) != 0 ||
                !vf_may_act(list->thought.battle, list->thought.state, i))
                continue;
            if (vf_intend(&list->thought, i, &proposal) &&
                (!only_moves || proposal.action.verb == VERB_MOVE)) {
                add(list, &proposal.action, lb_most(1, proposal.worth));
                return true;
            }
            list->thought.counsel->note[i] |= NOTE_DONE;
        }
    return false;
}

/* Melee. */

/// Units of a side within reach of a leader, or of a brigade, that touch an enemy.
static uint32_t count_fighting(const listing *list, uint32_t side, uint32_t group, uint32_t leader)
{
    const lb_battle *battle = list->thought.battle;
    const lb_state *state = list->thought.state;
    uint32_t count = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;

        if (!vf_is_here(state, i) || battle->unit[i].side != side ||
            (group != LB_NOBODY && battle->unit[i].group != group))
            continue;
        quad = vf_quad(battle, state, i);
        if (leader != LB_NOBODY &&
            !lb_point_is_within(state->leader[leader].at, &quad,
                                LB_INCHES(battle->house.value[V_FATE_1_DISTANCE])))
            continue;
        count += vf_is_enemy_within(battle, state, &quad, side, LB_CONTACT_TMM);
    }
    return count;
}

/// Cards for a Melee phase in which somebody fights.
static void propose_melee_cards(listing *list)
{
    const lb_battle *battle = list->thought.battle;
    const lb_state *state = list->thought.state;
    uint32_t side = asked_side(list);

    add_verb(list, VERB_PASS, 0);
    if (count_fighting(list, side, LB_NOBODY, LB_NOBODY) == 0)
        return;
    for (uint32_t i = 0; vf_holds(state, side, 1) && i < battle->leader_count; i++)
        if (battle->leader[i].side == side && count_fighting(list, side, LB_NOBODY, i) > 1)
            add_card(list, 1, i, 100 + (int32_t)count_fighting(list, side, LB_NOBODY, i));
    for (uint32_t g = 0; vf_holds(state, side, 12) && g < battle->group_count; g++)
        if (battle->group[g].side == side && count_fighting(list, side, g, LB_NOBODY) > 0)
            add_card(list, 12, g, 60);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;

        if (!vf_is_here(state, i) || battle->unit[i].side != side)
            continue;
        quad = vf_quad(battle, state, i);
        if (!vf_is_enemy_within(battle, state, &quad, side, LB_CONTACT_TMM))
            continue;
        add_card(list, 11, i, 50);
        /* For some the Queen is a brigade's, for others a unit's. */
        if (i >= battle->group_count || battle->group[i].side != side)
            add_card(list, 12, i, 50);
    }
}

/// The fight that promises most goes first.
static void propose_fights(listing *list)
{
    uint32_t pair = 0, unit, target;

    while (list->count < list->room &&
           vf_next_fight(list->thought.battle, list->thought.state, &pair, &unit, &target)) {
        lb_action action = vf_action(VERB_FIGHT);
        struct melee_facts facts =
            vf_gather_melee(list->thought.battle, list->thought.state, unit, target);

        action.unit = (uint8_t)unit;
        action.target = (uint8_t)target;
        add(list, &action, vf_worth_of_fight(list->thought.counsel, list->thought.battle, &facts));
    }
}

/// Yes and no: cards that help are played; cavalry that has won goes back if it is worn or would
/// stand among enemies.
static void propose_answer(listing *list, uint16_t clause)
{
    const lb_state *state = list->thought.state;
    const lb_battle *battle = list->thought.battle;
    const lb_machine *machine = &state->machine;
    const lb_frame *frame = &machine->frame[machine->depth - 1];
    bool is_yes = true;

    if (clause == CL_FATE_6) {
        const struct aim_facts *facts = (const void *)&machine->cell[frame->facts];
        const struct aim_vars *vars = (const void *)&machine->cell[frame->vars];

        is_yes = facts->dice - vars->hits >= MISSES;
    } else if (clause == CL_RESULT_CAVALRY) {
        const struct fight_vars *vars = (const void *)&machine->cell[frame->vars];
        uint32_t winner = (uint32_t)vars->winner;
        lb_quad quad = vf_quad(battle, state, winner);

        is_yes = vf_is_enemy_within(battle, state, &quad, battle->unit[winner].side,
                                    LB_INCHES(battle->house.value[V_RANGE_MUSKET]));
    }
    add_verb(list, VERB_YES, is_yes ? 1 : -1);
    add_verb(list, VERB_NO, 0);
}

uint32_t vf_propose(const lb_battle *battle, const lb_state *state, const lb_plan *plan,
                    lb_counsel *counsel, lb_proposal *proposals, uint32_t room)
{
    listing list = {
        .thought = {battle, state, plan, counsel}, .proposals = proposals, .room = room};
    const lb_machine *machine = &state->machine;
    const lb_frame *frame = &machine->frame[machine->depth - 1];
    uint16_t clause = machine->node.question.clause;
    uint32_t group = (uint32_t)machine->cell[frame->facts];

    if (clause == CL_RESULT_CAVALRY || clause == CL_FATE_6 || clause == CL_FATE_8) {
        propose_answer(&list, clause);
    } else if (clause == CL_RESULT_WINNER) {
        propose_fights(&list);
    } else if (clause == CL_FATE_DRAW) {
        propose_fate(&list);
    } else if (clause == CL_FIRE_TARGET) {
        propose_fire(&list);
    } else if (clause == CL_ACT_ACTIVATION) {
        propose_activation(&list);
    } else if (clause == CL_MELEE_FIGHT) {
        propose_melee_cards(&list);
    } else if (clause == CL_FATE_4 && frame->procedure != PROCEDURE_forced_march) {
        add_verb(&list, VERB_PASS, 0);
        for (uint32_t g = 0; g < battle->group_count; g++)
            if (plan->group[g].task == LB_TASK_ATTACK && !plan->group[g].closes)
                add_card(&list, 4, g, 100 - plan->group[g].rank);
    } else {
        add_verb(&list, VERB_PASS, 0);
        if (clause == CL_ACT_MOVE)
            propose_action_cards(&list, group);
        if (list.count == 1)
            (void)propose_units(&list, group, clause == CL_FATE_4);
    }
    return list.count;
}
