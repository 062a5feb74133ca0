// SPDX-License-Identifier: MIT
// Judging actions: what the open question allows, and why not.

#include "rules/napoleons_legacy/play.h"

/// A unit of the side that is asked.
static bool is_own(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return unit < battle->unit_count && lb_unit_is_here(state, unit) &&
           battle->unit[unit].side + 1 == state->machine.node.question.side;
}

static bool is_enemy(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return unit < battle->unit_count && lb_unit_is_here(state, unit) &&
           battle->unit[unit].side + 1 != state->machine.node.question.side;
}

/// The first fact of the procedure that asks.
static int32_t asked_about(const lb_state *state, uint32_t fact)
{
    return state->machine.cell[state->machine.frame[state->machine.depth - 1].facts + fact];
}

/* Preliminary. */

static bool check_charge(const lb_battle *battle, const lb_state *state, const lb_action *action,
                         lb_reason *reason)
{
    lb_footprint end;

    if (!is_enemy(battle, state, action->target))
        return nl_no(reason, CL_TURN_PRELIMINARY, "that is no enemy on the table");
    if (battle->unit[action->unit].arm == LB_ARM_ARTILLERY)
        return nl_no(reason, CL_TURN_PRELIMINARY, "guns do not charge");
    if (nl_is_disordered(state, action->unit))
        return nl_no(reason, CL_COMMAND_DISORDERED, "it is in disorder");
    if (state->unit[action->unit].mark[MARK_FIGHTS] > VALUE_OF(battle, ADVANCE_14))
        return nl_no(reason, CL_ADVANCE_14, "it has fought enough for this turn");
    if (!nl_sees(battle, state, action->unit, action->target))
        return nl_no(reason, CL_TURN_PRELIMINARY, "it does not see that enemy before its front");
    return nl_close_in(battle, state, action->unit, action->target, &end, reason);
}

/// nl.turn.preliminary: for all but special actions an enemy must be in sight and near.
static bool check_near(const lb_battle *battle, const lb_state *state, const lb_action *action,
                       lb_reason *reason)
{
    bool charges = action->verb == VERB_ADVANCE || action->verb == VERB_BAYONET;
    int32_t reach = LB_CMS(VALUE_OF(battle, TURN_PRELIMINARY_ENEMY));
    /* A charge goes ahead; to slip away or form square, an enemy on any side will do. */
    uint32_t enemy = charges ? nl_nearest_seen(battle, state, action->unit, reach, false)
                             : nl_nearest_visible(battle, state, action->unit, reach);

    if (enemy == LB_NOBODY)
        return nl_no(reason, CL_TURN_PRELIMINARY, "it sees no enemy near enough");
    if (charges && enemy != action->target)
        return nl_no(reason, CL_TURN_PRELIMINARY, "the charge must go for the nearest in sight");
    return true;
}

static bool check_rally(const lb_battle *battle, const lb_state *state, const lb_action *action,
                        lb_reason *reason)
{
    uint32_t leader = nl_leader_of(battle, state, action->unit);
    lb_quad quad = lb_unit_quad(battle, state, action->unit);

    if (!nl_is_disordered(state, action->unit))
        return nl_no(reason, CL_TURN_PRELIMINARY, "it is in good order");
    if (state->unit[action->unit].mark[MARK_CARRIED] > 0)
        return nl_no(reason, CL_BLUNDER_4, "its disorder will last");
    return (leader != LB_NOBODY &&
            lb_point_is_within(state->leader[leader].at, &quad,
                               LB_CMS(VALUE_OF(battle, TURN_PRELIMINARY_RALLY)))) ||
           nl_no(reason, CL_TURN_PRELIMINARY, "its commander is too far away");
}

/// Room for guns in their other formation.
static bool check_guns(const lb_battle *battle, const lb_state *state, const lb_action *action,
                       lb_reason *reason)
{
    uint8_t formation = action->verb == VERB_LIMBER ? FORMATION_LIMBERED : FORMATION_GUNS;
    lb_state after = *state;

    if (battle->unit[action->unit].arm != LB_ARM_ARTILLERY)
        return nl_no(reason, CL_TURN_PRELIMINARY, "only guns limber and unlimber");
    if (state->unit[action->unit].formation == formation)
        return nl_no(reason, CL_TURN_PRELIMINARY, "that is how they are");
    if (nl_is_disordered(state, action->unit))
        return nl_no(reason, CL_COMMAND_DISORDERED, "it is in disorder");
    after.unit[action->unit].formation = formation;
    return lb_find_place(battle, &after, action->unit, after.unit[action->unit].at, LB_TMM_CM, 8) ||
           nl_no(reason, CL_TURN_PRELIMINARY, "there is no room for it");
}

static bool check_preliminary(const lb_battle *battle, const lb_state *state,
                              const lb_action *action, lb_reason *reason)
{
    if (action->verb == VERB_PASS)
        return true;
    if (action->verb > VERB_RALLY)
        return nl_no(reason, CL_TURN_STAGES, "orders are given in the Command stage");
    if (!is_own(battle, state, action->unit))
        return nl_no(reason, CL_TURN_PRELIMINARY, "that unit is not yours");
    if ((state->unit[action->unit].flags & UNIT_ACTED) != 0)
        return nl_no(reason, CL_TURN_PRELIMINARY, "it has had its action");
    switch (action->verb) {
    case VERB_RALLY:
        return check_rally(battle, state, action, reason);
    case VERB_LIMBER:
    case VERB_UNLIMBER:
        return check_guns(battle, state, action, reason);
    case VERB_SQUARE:
        return nl_may_square(battle, state, action->unit)
                   ? check_near(battle, state, action, reason)
                   : nl_no(reason, CL_FORM_SQUARE, "it cannot form square");
    case VERB_EVADE:
        return nl_may_evade(battle, state, action->unit)
                   ? check_near(battle, state, action, reason)
                   : nl_no(reason, CL_TURN_EVADE, "only cavalry and skirmishers slip away");
    default:
        if (action->verb == VERB_BAYONET && !nl_is_mounted(battle, state, action->unit))
            return nl_no(reason, CL_TURN_PRELIMINARY_INFANTRY, "the bayonet needs an order");
        return check_near(battle, state, action, reason) &&
               check_charge(battle, state, action, reason);
    }
}

/* Command. */

static bool check_ride(const lb_battle *battle, const lb_state *state, const lb_action *action,
                       lb_reason *reason)
{
    uint32_t leader = action->unit;
    lb_footprint from, to;
    int64_t way = 0;

    if (leader >= battle->leader_count ||
        battle->leader[leader].side + 1 != state->machine.node.question.side ||
        state->leader[leader].presence != LB_PRESENCE_TABLE)
        return nl_no(reason, CL_COMMAND_DISTANCE, "that commander is not yours to move");
    if ((state->leader[leader].flags & LEADER_RODE) != 0)
        return nl_no(reason, CL_COMMAND_DISTANCE, "he has ridden this turn");
    if (action->path.count == 0 || action->path.count > LB_PATH_STEPS_MAX)
        return nl_no(reason, CL_COMMAND_DISTANCE, "say where he rides");
    for (uint32_t i = 0; i < action->path.count; i++) {
        const lb_step *step = &action->path.step[i];

        if (step->kind != LB_STEP_STRAIGHT && step->kind != LB_STEP_TURN)
            return nl_no(reason, CL_COMMAND_DISTANCE, "a commander turns and rides straight");
        if (step->kind == LB_STEP_STRAIGHT)
            way += step->tmm < 0 ? -(int64_t)step->tmm : step->tmm;
    }
    if (way > LB_CMS(VALUE_OF(battle, COMMAND_DISTANCE_RIDE)))
        return nl_no(reason, CL_COMMAND_DISTANCE, "that is further than he can ride");
    from = (lb_footprint){state->leader[leader].at, 0, LB_TMM_CM, LB_TMM_CM};
    return (lb_path_apply(&from, &action->path, &to, NULL) && to.centre.x >= 0 &&
            to.centre.y >= 0 && to.centre.x <= battle->width_tmm &&
            to.centre.y <= battle->depth_tmm) ||
           nl_no(reason, CL_COMMAND_DISTANCE, "the table ends there");
}

/// Everybody of an order: own, of one brigade, free to take it.
static bool check_ordered(const lb_battle *battle, const lb_state *state, const lb_action *action,
                          lb_reason *reason)
{
    lb_unit_set units = action->members;

    lb_unit_set_add(&units, action->unit);
    for (uint32_t i = 0; i < LB_UNITS_MAX; i++)
        if (lb_unit_set_has(&units, (uint16_t)i) &&
            (!is_own(battle, state, i) ||
             battle->unit[i].group != battle->unit[action->unit].group))
            return nl_no(reason, CL_COMMAND_COLLECTIVE,
                         "an order goes to units of one brigade of yours");
    units = nl_ordered(battle, state, action);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        if (!lb_unit_set_has(&units, (uint16_t)i))
            continue;
        if (state->unit[i].mark[MARK_ORDERS] >= VALUE_OF(battle, COMMAND_ORDERS))
            return nl_no(reason, CL_COMMAND_ORDERS, "it has had all its orders");
        if (nl_is_disordered(state, i) && action->verb != VERB_FIRE && action->verb != VERB_FORM)
            return nl_no(reason, CL_COMMAND_DISORDERED,
                         "in disorder it can only fire or change its facing");
        if (state->unit[i].mark[MARK_TARGET] != 0 ||
            (action->verb != VERB_ADVANCE && action->verb != VERB_BAYONET &&
             nl_is_engaged(battle, state, i)))
            return nl_no(reason, CL_TURN_STAGES, "it is in contact with the enemy");
    }
    return true;
}

/// nl.fire.skirmish-order: fire without an order.
static bool check_free_fire(const lb_battle *battle, const lb_state *state, const lb_action *action,
                            lb_reason *reason)
{
    if (state->unit[action->unit].formation != FORMATION_SKIRMISH)
        return nl_no(reason, CL_FIRE_SKIRMISH_ORDER, "only skirmish order fires without orders");
    if (state->unit[action->unit].mark[MARK_SHOTS] >= VALUE_OF(battle, FIRE_SKIRMISH_ORDER))
        return nl_no(reason, CL_FIRE_SKIRMISH_ORDER, "it has had its free shot");
    return nl_may_fire(battle, state, action->unit, action->target, FIRE_MUSKETS, reason);
}

static bool check_fire(const lb_battle *battle, const lb_state *state, const lb_action *action,
                       lb_reason *reason)
{
    if (!is_enemy(battle, state, action->target))
        return nl_no(reason, CL_LOSS_1, "that is no enemy on the table");
    if (action->option == (FIRE_FREELY | FIRE_MUSKETS))
        return is_own(battle, state, action->unit)
                   ? check_free_fire(battle, state, action, reason)
                   : nl_no(reason, CL_COMMAND_COLLECTIVE, "that unit is not yours");
    return nl_may_fire(battle, state, action->unit, action->target, action->option, reason);
}

static bool check_order(const lb_battle *battle, const lb_state *state, const lb_action *action,
                        lb_reason *reason)
{
    lb_state after;
    lb_unit_set passed;
    uint32_t leader;

    if (action->verb == VERB_PASS)
        return true;
    if (action->verb == VERB_RIDE)
        return check_ride(battle, state, action, reason);
    if (action->verb == VERB_FIRE && (action->option & FIRE_FREELY) != 0)
        return check_fire(battle, state, action, reason);
    if (action->verb != VERB_MOVE && action->verb != VERB_FORM && action->verb != VERB_FIRE &&
        action->verb != VERB_ADVANCE && action->verb != VERB_BAYONET)
        return nl_no(reason, CL_COMMAND_ORDERS, "that is no order");
    if (!is_own(battle, state, action->unit))
        return nl_no(reason, CL_COMMAND_COLLECTIVE, "that unit is not yours");
    leader = nl_leader_of(battle, state, action->unit);
    if (leader == LB_NOBODY)
        return nl_no(reason, CL_COMMAND_ROLL, "nobody is left to command it");
    if ((state->leader[leader].flags & LEADER_SILENT) != 0)
        return nl_no(reason, CL_COMMAND_ROLL, "its commander gives no more orders this turn");
    if (!check_ordered(battle, state, action, reason))
        return false;
    switch (action->verb) {
    case VERB_MOVE:
        return nl_try_move(battle, state, action, &after, &passed, reason);
    case VERB_FORM:
        return nl_try_form(battle, state, action, &after, reason);
    case VERB_FIRE:
        return check_fire(battle, state, action, reason);
    default:
        return check_charge(battle, state, action, reason);
    }
}

/* Answers. */

static bool check_answer(const lb_battle *battle, const lb_state *state, const lb_action *action,
                         lb_reason *reason)
{
    /* Facts of the charge: who charges, and who is charged. */
    uint32_t unit = (uint32_t)asked_about(state, 0), target = (uint32_t)asked_about(state, 1);

    switch (action->verb) {
    case VERB_STAND:
        return true;
    case VERB_EVADE:
        return (action->unit == target && nl_may_evade(battle, state, target)) ||
               nl_no(reason, CL_TURN_EVADE, "it cannot slip away");
    case VERB_SQUARE:
        return (action->unit == target && nl_is_mounted(battle, state, unit) &&
                nl_may_square(battle, state, target)) ||
               nl_no(reason, CL_SQUARE_RESPONSE, "it cannot answer with a square");
    default:
        return nl_no(reason, CL_TURN_EVADE, "stand, evade or form square");
    }
}

static bool check_snap(const lb_battle *battle, const lb_state *state, const lb_action *action,
                       lb_reason *reason)
{
    if (action->verb == VERB_PASS)
        return true;
    if (action->verb != VERB_FIRE)
        return nl_no(reason, CL_DISORDER_OPPORTUNITY, "fire, or pass");
    for (uint32_t i = 0; i < LB_UNITS_MAX; i++)
        if (lb_unit_set_has(&action->members, (uint16_t)i) && !is_own(battle, state, i))
            return nl_no(reason, CL_DISORDER_OPPORTUNITY, "that unit is not yours");
    if (!is_own(battle, state, action->unit) || action->target >= battle->unit_count)
        return nl_no(reason, CL_DISORDER_OPPORTUNITY, "that unit is not yours");
    return nl_may_snap(battle, state, action->unit, action->target, action->option, reason);
}

static bool check_fight(const lb_battle *battle, const lb_state *state, const lb_action *action,
                        lb_reason *reason)
{
    uint32_t unit = nl_next_contact(battle, state, 0);

    for (; unit != LB_NOBODY; unit = nl_next_contact(battle, state, unit + 1))
        if (action->verb == VERB_FIGHT && unit == action->unit &&
            state->unit[unit].mark[MARK_TARGET] - 1 == action->target)
            return true;
    return nl_no(reason, CL_TURN_STAGES, "choose a contact to settle");
}

static bool check_take(const lb_battle *battle, const lb_state *state, const lb_action *action,
                       lb_reason *reason)
{
    return (action->verb == VERB_TAKE && is_own(battle, state, action->unit) &&
            (state->unit[action->unit].flags & UNIT_STRUCK) != 0) ||
           nl_no(reason, CL_HIT_ALLOCATE, "choose a unit of the body that was hit");
}

bool nl_check(const lb_battle *battle, const lb_state *state, const lb_action *action,
              lb_reason *reason)
{
    uint16_t clause = state->machine.node.question.clause;

    switch (clause) {
    case CL_TURN_PRELIMINARY:
        return check_preliminary(battle, state, action, reason);
    case CL_COMMAND_ORDERS:
        return check_order(battle, state, action, reason);
    case CL_TURN_EVADE:
        return check_answer(battle, state, action, reason);
    case CL_DISORDER_OPPORTUNITY:
        return check_snap(battle, state, action, reason);
    case CL_TURN_STAGES:
        return check_fight(battle, state, action, reason);
    case CL_HIT_ALLOCATE:
        return check_take(battle, state, action, reason);
    default: /* nl.advance.12, .13, nl.bayonet.6, .13, nl.blunder.11 */
        return action->verb == VERB_YES || action->verb == VERB_NO ||
               nl_no(reason, clause, "the answer is yes or no");
    }
}
