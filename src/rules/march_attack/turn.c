// SPDX-License-Identifier: MIT
// The battle from deployment to defeat: the strategic phase S1 to S5, and the tactical phase T1 to
// T4 for one side and then for the other.

#include "rules/march_attack/play.h"

uint32_t ma_leading_side(const lb_battle *battle, const lb_state *state)
{
    for (uint32_t s = 0; s < LB_SIDES; s++)
        if (state->side[s].mark[SIDE_LED] != 0)
            return s;
    return battle->first_side;
}

/* The battle. */

LB_PROCEDURE(battle)
{
    LB_BEGIN
    while (lb_turn_is_left(run)) {
        LB_CALL(1, turn, .nothing = 0);
        if (lb_battle_is_over(run))
            break;
        run->state->turn++;
    }
    ma_tell_scores(run);
    lb_battle_decide(run, CL_PLAY_VICTORY, ma_side_ahead(run->battle, run->state));
    LB_RETURN(battle, .winner = run->state->winner);
    LB_END
}

static void begin_turn(lb_run *run)
{
    run->state->active = (uint8_t)ma_leading_side(run->battle, run->state);
    lb_marks_clear(run->battle, run->state, LB_LIFE_TURN);
    lb_tell_of(run, LB_EVENT_SET, CL_TURN_STRATEGIC, lb_side_actor(run->state->active),
               run->state->turn);
}

/// The side whose tactical phase comes next; LB_NOBODY if both have had theirs.
static uint32_t next_active(const lb_run *run)
{
    uint32_t first = run->state->active;

    for (uint32_t n = 0; n < LB_SIDES; n++)
        if (run->state->side[n ^ first].mark[SIDE_ACTED] == 0)
            return n ^ first;
    return LB_NOBODY;
}

LB_PROCEDURE(turn)
{
    struct turn_vars *v = LB_VARS;

    LB_BEGIN
    LB_ABOUT(LB_NOBODY, LB_NOBODY);
    if (run->state->phase == PHASE_ORDERS)
        begin_turn(run);
    if (lb_phase_is_due(run, PHASE_ORDERS))
        LB_CALL(1, orders_phase, .nothing = 0);
    if (lb_phase_is_due(run, PHASE_MORALE))
        LB_CALL(2, morale_phase, .nothing = 0);
    v->is_over = lb_battle_is_over(run);
    if (!v->is_over && lb_phase_is_due(run, PHASE_SKIRMISH))
        LB_CALL(3, skirmish_phase, .nothing = 0);
    if (!v->is_over && lb_phase_is_due(run, PHASE_LEADERS)) {
        ma_return_leaders(run);
        for (v->side = 0; v->side < LB_SIDES; v->side++)
            LB_CALL(4, leading,
                    .side =
                        (int32_t)((uint32_t)v->side ^ ma_leading_side(run->battle, run->state)));
    }
    if (!v->is_over && lb_phase_is_due(run, PHASE_INITIATIVE))
        LB_CALL(5, initiative_phase, .nothing = 0);
    while (!v->is_over && (v->side = (int32_t)next_active(run)) != LB_NOBODY) {
        run->state->active = (uint8_t)v->side;
        LB_CALL(6, tactical, .side = v->side);
        lb_about(run, LB_CAST_SIDE | (uint32_t)v->side, LB_NOBODY);
        lb_change_side(run, CL_TURN_TACTICAL, (uint32_t)v->side, LB_CHANGE_TALLY, SIDE_ACTED, 1);
        run->state->active = (uint8_t)(1 - v->side);
        run->state->phase = PHASE_CHARGES;
        v->is_over = lb_battle_is_over(run);
    }
    lb_phases_end(run);
    LB_RETURN(turn, .nothing = 0);
    LB_END
}

/* S5. */

/// What the army commander of a side adds.
static int32_t ability_of(const lb_run *run, uint32_t side)
{
    const int32_t values[LB_ABILITY_COUNT] = {[LB_ABILITY_TERRIBLE] = V(ORDER_ABILITY_TERRIBLE),
                                              [LB_ABILITY_POOR] = V(ORDER_ABILITY_POOR),
                                              [LB_ABILITY_AVERAGE] = V(ORDER_ABILITY_AVERAGE),
                                              [LB_ABILITY_GOOD] = V(ORDER_ABILITY_GOOD),
                                              [LB_ABILITY_EXCELLENT] = V(ORDER_ABILITY_EXCELLENT)};
    uint32_t leader = run->battle->side[side].leader;

    return leader == LB_NOBODY || run->state->leader[leader].presence != LB_PRESENCE_TABLE
               ? 0
               : values[run->battle->leader[leader].ability];
}

/// What the army commander adds is told before the dice.
static lb_roll initiative_roll(lb_run *run, uint32_t side)
{
    if (ability_of(run, side) != 0)
        lb_tell_of(run, LB_EVENT_ADD, CL_TURN_INITIATIVE, lb_side_actor(side),
                   ability_of(run, side));
    return lb_thrown_by(run, LB_ROLE_ACTOR, 1, lb_roll_sum(CL_TURN_INITIATIVE, 2));
}

/// The side that is active first leads the strategic phase of the next turn.
static void take_lead(lb_run *run, uint32_t side)
{
    for (uint32_t s = 0; s < LB_SIDES; s++)
        lb_change_side(run, CL_TURN_INITIATIVE, s, LB_CHANGE_TALLY, SIDE_LED, s == side);
    run->state->active = (uint8_t)side;
}

LB_PROCEDURE(initiative_phase)
{
    struct initiative_phase_vars *v = LB_VARS;
    uint32_t winner;

    LB_BEGIN
    while (v->first == v->second) {
        LB_ABOUT(LB_CAST_SIDE | 0, LB_NOBODY);
        LB_ROLL(1, initiative_roll(run, 0));
        v->first = LB_VALUE + ability_of(run, 0);
        LB_ABOUT(LB_CAST_SIDE | 1, LB_NOBODY);
        LB_ROLL(2, initiative_roll(run, 1));
        v->second = LB_VALUE + ability_of(run, 1);
    }
    winner = v->first > v->second ? 0 : 1;
    LB_ABOUT(LB_CAST_SIDE | winner, LB_NOBODY);
    LB_ASK(3, LB_QUESTION(INITIATIVE, winner, .nothing = 0));
    winner = frame->actor & ~(uint32_t)LB_CAST_SIDE;
    take_lead(run, LB_VALUE == VERB_FIRST ? winner : 1 - winner);
    LB_RETURN(initiative_phase, .nothing = 0);
    LB_END
}

/* T1 to T4. */

/// True if a unit of an attack does something for it.
static bool presses_on(lb_run *run, uint32_t unit, const lb_order *order)
{
    const lb_view *view = run->view;

    if (ma_is_in_melee(run->state, unit) || run->state->unit[unit].mark[MARK_CHARGE] != 0 ||
        lb_view_any_within(view, &view->quad[unit], lb_view_foes(view, lb_view_side(view, unit)),
                           LB_INCHES(V(PLAY_ORDER_ATTACK))))
        return true;
    if (order->objective != LB_NOBODY &&
        lb_point_is_within(run->battle->objective[order->objective].at, &view->quad[unit],
                           run->battle->objective[order->objective].radius_tmm))
        return true;
    return ma_has_target(run->view, unit);
}

/// An attack that has done nothing becomes Defend.
static void end_attacks(lb_run *run, uint32_t side)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        const lb_group *group = &run->state->group[g];
        lb_unit_set units = ma_units(run->view, g);
        bool presses = (group->flags & GROUP_NEARER) != 0;

        if (run->battle->group[g].side != side || group->order.kind != ORDER_ATTACK ||
            lb_unit_set_is_empty(&units))
            continue;
        LB_EACH (i, &units)
            presses = presses || presses_on(run, i, &group->order);
        lb_about(run, LB_CAST_GROUP | g, LB_NOBODY);
        if (!presses)
            ma_defend(run, CL_PLAY_ORDER_ATTACK, g);
    }
}

/// T4: D1 goes, D2 becomes D1, for all who may recover.
static void recover(lb_run *run)
{
    for (uint32_t s = 0; s < LB_SIDES; s++)
        LB_EACH (i, &run->view->here[s]) {
            uint32_t flags = run->state->unit[i].flags;

            lb_about(run, i, LB_NOBODY);
            if ((flags & UNIT_D2) != 0 && !ma_cannot_recover(run->view, i))
                lb_change_flags(run, CL_TURN_TACTICAL, i, UNIT_D1, UNIT_D2);
            else if ((flags & UNIT_D1) != 0)
                lb_change_flags(run, CL_TURN_TACTICAL, i, 0, UNIT_D1);
        }
    lb_about(run, LB_NOBODY, LB_NOBODY);
}

LB_PROCEDURE(tactical)
{
    const struct tactical_facts *f = LB_FACTS;

    LB_BEGIN
    LB_ABOUT(LB_NOBODY, LB_NOBODY);
    lb_tell_of(run, LB_EVENT_SET, CL_TURN_TACTICAL, lb_side_actor((uint32_t)f->side),
               run->state->turn);
    if (lb_phase_is_due(run, PHASE_CHARGES))
        LB_CALL(1, charging, .side = f->side);
    if (lb_phase_is_due(run, PHASE_REACTIONS))
        LB_CALL(2, reacting, .nothing = 0);
    if (lb_phase_is_due(run, PHASE_APPROACH))
        LB_CALL(3, approaching, .nothing = 0);
    if (lb_phase_is_due(run, PHASE_MOVES)) {
        LB_CALL(4, moving, .side = f->side);
        end_attacks(run, (uint32_t)f->side);
    }
    LB_ABOUT(LB_NOBODY, LB_NOBODY);
    if (lb_phase_is_due(run, PHASE_FIRE))
        LB_CALL(5, firing, .side = f->side);
    LB_ABOUT(LB_NOBODY, LB_NOBODY);
    if (lb_phase_is_due(run, PHASE_MELEE))
        LB_CALL(6, melee_phase, .nothing = 0);
    recover(run);
    lb_marks_clear(run->battle, run->state, LB_LIFE_PHASE);
    lb_hold_objectives(run, CL_PLAY_VICTORY, false);
    LB_RETURN(tactical, .nothing = 0);
    LB_END
}
