// SPDX-License-Identifier: MIT
// The battle from deployment to its end: turns, stages and orders, in the sheet's order.

#include "rules/napoleons_legacy/play.h"

static uint8_t active_side(const lb_run *run)
{
    return (uint8_t)(run->state->active + 1);
}

/// nl.turn.end: whether an army is broken, which is looked at when a turn ends.
static bool is_over(const lb_run *run)
{
    return nl_is_broken(run->battle, run->state, 0) || nl_is_broken(run->battle, run->state, 1);
}

/// True if the side could answer a question with anything but to pass.
static bool has_choice(lb_run *run, uint16_t clause)
{
    lb_action actions[2];
    lb_node before = run->machine->node;
    uint32_t count;

    /* The list looks at the question that is open: open it for a moment. */
    run->machine->node.kind = LB_NODE_DECISION;
    run->machine->node.question = (lb_question){.clause = clause, .side = active_side(run)};
    count = nl_choices(run->battle, run->state, actions, 2);
    run->machine->node = before;
    return count > 1;
}

/* Turn and stages. */

LB_PROCEDURE(battle)
{
    lb_state *state = run->state;

    LB_BEGIN
    while (state->turn <= run->battle->turns) {
        LB_CALL(1, turn, .nothing = 0);
        if (is_over(run))
            break;
        if (state->active != run->battle->first_side)
            state->turn++;
        state->active = (uint8_t)(1 - state->active);
    }
    if (state->turn > run->battle->turns)
        state->turn = run->battle->turns;
    state->winner = nl_winner(run->battle, state);
    lb_tell(run, LB_EVENT_SET, CL_TURN_VICTORY, 0, state->winner);
    LB_RETURN(battle, .winner = state->winner);
    LB_END
}

static void begin_turn(lb_run *run)
{
    lb_state *state = run->state;

    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_unit *unit = &state->unit[i];

        unit->flags &= ~(uint32_t)UNIT_TURN_FLAGS;
        unit->mark[MARK_ORDERS] = unit->mark[MARK_FIGHTS] = 0;
        unit->mark[MARK_TARGET] = unit->mark[MARK_SHOTS] = 0;
    }
    for (uint32_t i = 0; i < run->battle->leader_count; i++)
        state->leader[i].flags &= ~(uint32_t)(LEADER_SILENT | LEADER_RODE);
    lb_arrive(run->battle, state);
    lb_tell(run, LB_EVENT_SET, CL_TURN_STAGES, active_side(run), state->turn);
}

/// nl.turn.end
static void end_turn(lb_run *run)
{
    lb_state *state = run->state;

    lb_note(run, CL_TURN_END, active_side(run));
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_unit *unit = &state->unit[i];

        unit->mark[MARK_HITS] = 0;
        unit->mark[MARK_TARGET] = 0;
        unit->flags &= ~(uint32_t)UNIT_TURN_FLAGS;
        if (run->battle->unit[i].side != state->active)
            continue;
        if (unit->mark[MARK_CARRIED] > 1) {
            unit->mark[MARK_CARRIED]--;
            lb_tell(run, LB_EVENT_SET, CL_BLUNDER_4, active_side(run), (int32_t)i);
        } else {
            unit->mark[MARK_CARRIED] = 0;
            unit->flags &= ~(uint32_t)UNIT_DISORDERED;
        }
    }
    lb_hold_objectives(run->battle, state);
}

/// A stage of the active player's turn is skipped when a battle begins in the middle of one.
LB_PROCEDURE(turn)
{
    lb_state *state = run->state;

    LB_BEGIN
    if (state->phase == PHASE_PRELIMINARY) {
        begin_turn(run);
        LB_CALL(1, preliminary, .nothing = 0);
        state->phase = PHASE_COMMAND;
    }
    if (state->phase == PHASE_COMMAND) {
        LB_CALL(2, command_stage, .nothing = 0);
        state->phase = PHASE_COMBAT;
    }
    if (state->phase == PHASE_COMBAT) {
        LB_CALL(3, combat_stage, .nothing = 0);
        state->phase = PHASE_END;
    }
    end_turn(run);
    state->phase = PHASE_PRELIMINARY;
    LB_RETURN(turn, .nothing = 0);
    LB_END
}

/* Preliminary. */

/// A special action, square or evade of one unit.
static void act_alone(lb_run *run)
{
    lb_state *state = run->state;
    uint32_t unit = state->action.unit;
    lb_unit *of = &state->unit[unit];
    uint32_t enemy;

    switch (state->action.verb) {
    case VERB_SQUARE:
        if (nl_form_square(run->battle, state, unit))
            lb_note(run, CL_FORM_SQUARE, active_side(run));
        break;
    case VERB_RALLY:
        of->flags &= ~(uint32_t)UNIT_DISORDERED;
        break;
    case VERB_LIMBER:
    case VERB_UNLIMBER:
        of->formation = state->action.verb == VERB_LIMBER ? FORMATION_LIMBERED : FORMATION_GUNS;
        (void)lb_find_place(run->battle, state, unit, of->at, LB_TMM_CM, 8);
        break;
    default: /* VERB_EVADE */
        enemy = nl_nearest_visible(run->battle, state, unit, LB_CMS(V(TURN_PRELIMINARY_ENEMY)));
        nl_shift(run->battle, state, unit, enemy,
                 nl_allowance(run->battle, state, unit, of->formation), true);
        lb_tell(run, LB_EVENT_SET, CL_TURN_EVADE, active_side(run), (int32_t)unit);
    }
    lb_tell(run, LB_EVENT_SET, CL_TURN_PRELIMINARY, active_side(run), (int32_t)unit);
}

/// Everybody of a body has had its Preliminary action.
static void mark_acted(lb_run *run, uint32_t unit)
{
    struct nl_body body = nl_body_of(run->battle, run->state, unit);

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (lb_unit_set_has(&body.units, (uint16_t)i))
            run->state->unit[i].flags |= UNIT_ACTED;
}

LB_PROCEDURE(preliminary)
{
    lb_state *state = run->state;

    LB_BEGIN
    while (has_choice(run, CL_TURN_PRELIMINARY)) {
        LB_ASK(1, QUESTION(TURN_PRELIMINARY, state->active));
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_ADVANCE || LB_VALUE == VERB_BAYONET) {
            mark_acted(run, state->action.unit);
            if (LB_VALUE == VERB_ADVANCE && !nl_is_mounted(run->battle, state, state->action.unit))
                lb_note(run, CL_TURN_PRELIMINARY_INFANTRY, active_side(run));
            LB_CALL(2, charge, .unit = state->action.unit, .target = state->action.target,
                    .bayonet = LB_VALUE == VERB_BAYONET, .at_once = true);
        } else {
            if (LB_VALUE == VERB_EVADE)
                mark_acted(run, state->action.unit);
            state->unit[state->action.unit].flags |= UNIT_ACTED;
            act_alone(run);
        }
    }
    LB_RETURN(preliminary, .nothing = 0);
    LB_END
}

/* Command. */

LB_PROCEDURE(command_stage)
{
    lb_state *state = run->state;

    LB_BEGIN
    while (has_choice(run, CL_COMMAND_ORDERS)) {
        LB_ASK(1, QUESTION(COMMAND_ORDERS, state->active));
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_RIDE) {
            lb_leader *leader = &state->leader[state->action.unit];
            lb_footprint from = {leader->at, 0, LB_TMM_CM, LB_TMM_CM}, to = from;

            (void)lb_path_apply(&from, &state->action.path, &to, NULL);
            leader->at = to.centre;
            leader->flags |= LEADER_RODE;
        } else if (LB_VALUE == VERB_FIRE && (state->action.option & FIRE_FREELY) != 0) {
            /* nl.fire.skirmish-order */
            lb_note(run, CL_FIRE_SKIRMISH_ORDER, active_side(run));
            state->unit[state->action.unit].mark[MARK_SHOTS]++;
            state->unit[state->action.unit].flags |= UNIT_AIMS;
            LB_CALL(2, firing, .target = state->action.target, .what = FIRE_MUSKETS);
        } else {
            LB_CALL(3, order,
                    .leader = (int32_t)nl_leader_of(run->battle, state, state->action.unit));
        }
    }
    LB_RETURN(command_stage, .nothing = 0);
    LB_END
}

/// Marks everybody that the order is for, and counts it.
static void mark_ordered(lb_run *run)
{
    lb_unit_set units = nl_ordered(run->battle, run->state, &run->state->action);
    uint32_t count = 0;

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (lb_unit_set_has(&units, (uint16_t)i)) {
            run->state->unit[i].flags |= UNIT_ORDERED;
            run->state->unit[i].mark[MARK_ORDERS]++;
            count++;
        }
    if (count > 1)
        lb_tell(run, LB_EVENT_SET, CL_COMMAND_COLLECTIVE, active_side(run), (int32_t)count);
    if (count < run->battle->group[run->battle->unit[run->state->action.unit].group].unit_count)
        lb_note(run, CL_COMMAND_COLLECTIVE_CHOICE, active_side(run));
}

static void end_order(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        run->state->unit[i].flags &= ~(uint32_t)UNIT_ORDERED;
}

/// A change of formation that the check has accepted.
static void form(lb_run *run)
{
    lb_state after;
    lb_reason reason;
    uint8_t formation = run->state->action.formation;
    bool on_foot = (run->state->action.option & FORM_ON_FOOT) != 0;

    if (!nl_try_form(run->battle, run->state, &run->state->action, &after, &reason))
        return;
    lb_note(run,
            on_foot                          ? CL_FORM_DRAGOONS
            : formation == FORMATION_SQUARE  ? CL_FORM_SQUARE
            : formation == FORMATION_REFUSED ? CL_FORM_REFUSED
                                             : CL_FORM_SEVEN,
            active_side(run));
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if ((run->state->unit[i].flags & UNIT_ORDERED) != 0) {
            uint32_t flags = run->state->unit[i].flags | (after.unit[i].flags & UNIT_DISMOUNTED);

            if ((after.unit[i].flags & UNIT_DISMOUNTED) == 0)
                flags &= ~(uint32_t)UNIT_DISMOUNTED;
            run->state->unit[i] = after.unit[i];
            run->state->unit[i].flags = flags & ~(uint32_t)UNIT_HURRIED;
        }
}

static void aim_all(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if ((run->state->unit[i].flags & UNIT_ORDERED) != 0)
            run->state->unit[i].flags |= UNIT_AIMS;
}

LB_PROCEDURE(order)
{
    const struct order_facts *f = LB_FACTS;
    lb_state *state = run->state;
    struct command_facts facts;
    int32_t result;

    LB_BEGIN
    facts = nl_gather_command(run->battle, state, &state->action);
    mark_ordered(run);
    LB_CALL_ON(1, command, &facts);
    result = ((const struct command_effect *)LB_EFFECT)->result;
    if (result != OBEDIENCE_OBEYED) {
        state->leader[f->leader].flags |= LEADER_SILENT;
        if (result == OBEDIENCE_BLUNDER)
            LB_CALL(2, mistake, .leader = f->leader);
    } else if (state->action.verb == VERB_MOVE) {
        LB_CALL(3, march, .nothing = 0);
    } else if (state->action.verb == VERB_FORM) {
        form(run);
    } else if (state->action.verb == VERB_FIRE) {
        aim_all(run);
        LB_CALL(4, firing, .target = state->action.target,
                .what = state->action.option & FIRE_WHAT);
    } else {
        LB_CALL(5, charge, .unit = state->action.unit, .target = state->action.target,
                .bayonet = state->action.verb == VERB_BAYONET);
    }
    end_order(run);
    LB_RETURN(order, .nothing = 0);
    LB_END
}

/// Disorders a whole body.
static void disorder_body(lb_run *run, uint32_t unit)
{
    struct nl_body body = nl_body_of(run->battle, run->state, unit);

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (lb_unit_set_has(&body.units, (uint16_t)i))
            nl_disorder(run, i);
}

/// The next friend that was passed through, from a number on, once for each of its body.
static uint32_t next_passed(lb_run *run, uint32_t from)
{
    lb_state *state = run->state;

    for (uint32_t i = from; i < run->battle->unit_count; i++) {
        struct nl_body body;

        if ((state->unit[i].flags & UNIT_PICKED) == 0)
            continue;
        body = nl_body_of(run->battle, state, i);
        for (uint32_t j = 0; j < run->battle->unit_count; j++)
            if (lb_unit_set_has(&body.units, (uint16_t)j))
                state->unit[j].flags &= ~(uint32_t)UNIT_PICKED;
        return i;
    }
    return LB_NOBODY;
}

/// Carries out a move that the check has accepted, and marks who was passed through.
static void march_off(lb_run *run)
{
    lb_state *state = run->state, after;
    lb_unit_set passed;
    lb_reason reason;
    uint16_t rate = nl_rate_of(state->unit[state->action.unit].formation);

    if (!nl_try_move(run->battle, state, &state->action, &after, &passed, &reason))
        return;
    lb_note(run, rate, active_side(run));
    if (nl_is_mounted(run->battle, state, state->action.unit))
        lb_note(run, CL_FORM_CAVALRY, active_side(run));
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        if ((state->unit[i].flags & UNIT_ORDERED) != 0) {
            state->unit[i].at = after.unit[i].at;
            state->unit[i].heading = after.unit[i].heading;
        }
        if (lb_unit_set_has(&passed, (uint16_t)i))
            state->unit[i].flags |= UNIT_PICKED;
    }
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if ((state->unit[i].flags & UNIT_ORDERED) != 0)
            nl_dress(run->battle, state, i);
}

LB_PROCEDURE(march)
{
    struct march_vars *v = LB_VARS;
    uint32_t passed;
    int32_t result;

    LB_BEGIN
    v->mover = run->state->action.unit;
    march_off(run);
    /* nl.disorder.passage */
    while ((passed = next_passed(run, (uint32_t)v->unit)) != LB_NOBODY) {
        v->passed = (int32_t)passed;
        LB_CALL(1, passage, .nothing = 0);
        result = ((const struct passage_effect *)LB_EFFECT)->result;
        if (result == SHAKEN_FIRST || result == SHAKEN_BOTH)
            disorder_body(run, (uint32_t)v->mover);
        if (result == SHAKEN_SECOND || result == SHAKEN_BOTH)
            disorder_body(run, (uint32_t)v->passed);
    }
    LB_CALL(2, snap, .nothing = 0);
    LB_RETURN(march, .nothing = 0);
    LB_END
}

/* Combat. */

LB_PROCEDURE(combat_stage)
{
    lb_state *state = run->state;
    uint32_t unit;

    LB_BEGIN
    while ((unit = nl_next_contact(run->battle, state, 0)) != LB_NOBODY) {
        if (nl_next_contact(run->battle, state, unit + 1) != LB_NOBODY) {
            LB_ASK(1, QUESTION(TURN_STAGES, state->active));
            unit = state->action.unit;
        }
        LB_CALL(2, fight, .unit = (int32_t)unit, .target = state->unit[unit].mark[MARK_TARGET] - 1,
                .bayonet = (state->unit[unit].flags & UNIT_BAYONET) != 0);
    }
    LB_RETURN(combat_stage, .nothing = 0);
    LB_END
}
