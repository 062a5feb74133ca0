// SPDX-License-Identifier: MIT
// The battle from deployment to its end: turns, stages and orders, in the sheet's order.

#include "rules/napoleons_legacy/play.h"

/* Turn and stages. */

LB_PROCEDURE(battle)
{
    LB_BEGIN
    while (lb_turn_is_left(run)) {
        LB_CALL(1, turn, .nothing = 0);
        if (lb_battle_is_over(run))
            break;
        lb_turn_pass(run);
    }
    nl_tell_scores(run);
    lb_battle_decide(run, CL_TURN_VICTORY, nl_side_ahead(run->battle, run->state));
    LB_RETURN(battle, .winner = run->state->winner);
    LB_END
}

/// nl.turn.end
static void end_turn(lb_run *run)
{
    lb_state *state = run->state;

    lb_tell_of(run, LB_EVENT_NOTE, CL_TURN_END, lb_side_actor(state->active), 0);
    lb_marks_clear(run->battle, state, LB_LIFE_TURN);
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_unit *unit = &state->unit[i];

        lb_change_mark(run, CL_TURN_END, i, LB_CHANGE_HITS, MARK_HITS, 0);
        if (run->battle->unit[i].side != state->active)
            continue;
        if (unit->mark[MARK_CARRIED] > 1) {
            lb_change_tally(run, CL_BLUNDER_4, i, MARK_CARRIED, -1);
            lb_tell_of(run, LB_EVENT_SET, CL_BLUNDER_4, lb_unit_actor(i), (int32_t)i);
        } else {
            lb_change_mark(run, CL_TURN_END, i, LB_CHANGE_TALLY, MARK_CARRIED, 0);
            lb_change_flags(run, CL_TURN_END, i, 0, UNIT_DISORDERED);
        }
    }
    lb_hold_objectives(run, CL_TURN_END, true);
}

LB_PROCEDURE(turn)
{
    LB_BEGIN
    if (run->state->phase == PHASE_PRELIMINARY)
        lb_turn_begin(run, CL_TURN_STAGES);
    if (lb_phase_is_due(run, PHASE_PRELIMINARY))
        LB_CALL(1, preliminary, .nothing = 0);
    if (lb_phase_is_due(run, PHASE_COMMAND))
        LB_CALL(2, command_stage, .nothing = 0);
    if (lb_phase_is_due(run, PHASE_COMBAT))
        LB_CALL(3, combat_stage, .nothing = 0);
    if (lb_phase_is_due(run, PHASE_END))
        end_turn(run);
    lb_phases_end(run);
    LB_RETURN(turn, .nothing = 0);
    LB_END
}

/* Preliminary: what a unit does without orders (acts.c, assaults.c). */

/// A special action, square or evade of one unit. With an evade come those who slip away, and they
/// and those whom they pass through.
static void act_alone(lb_run *run, struct preliminary_vars *v)
{
    uint32_t unit = run->state->action.unit;
    lb_unit_set movers = {{0}}, jostled = movers;
    struct nl_body row;

    switch (run->state->action.verb) {
    case VERB_SQUARE:
        if (nl_form_square(run, unit))
            lb_tell_of(run, LB_EVENT_NOTE, CL_FORM_SQUARE, lb_unit_actor(unit), 0);
        break;
    case VERB_RALLY:
        lb_change_flags(run, CL_TURN_PRELIMINARY, unit, 0, UNIT_DISORDERED);
        break;
    case VERB_LIMBER:
    case VERB_UNLIMBER:
        (void)nl_limber(run, unit, nl_formation_of_guns(run->state->action.verb));
        break;
    default: /* VERB_EVADE */
        row = nl_body_of(run->view, unit);
        movers = row.units;
        jostled = nl_slip_away(run, &row, nl_threat_to(run->view, unit));
        lb_tell_of(run, LB_EVENT_SET, CL_TURN_EVADE, lb_unit_actor(unit), (int32_t)unit);
    }
    lb_tell_of(run, LB_EVENT_SET, CL_TURN_PRELIMINARY, lb_unit_actor(unit), (int32_t)unit);
    v->movers = lb_cells_of(&movers);
    v->jostled = lb_cells_of(&jostled);
}

/// All units of a body have had their Preliminary action.
static void mark_acted(lb_run *run, uint32_t unit)
{
    struct nl_body body = nl_body_of(run->view, unit);

    LB_EACH (i, &body.units)
        lb_change_flags(run, CL_TURN_PRELIMINARY, i, UNIT_ACTED, 0);
}

LB_PROCEDURE(preliminary)
{
    struct preliminary_vars *v = LB_VARS;
    lb_state *state = run->state;
    lb_question question = LB_QUESTION(PRELIMINARY, state->active, .nothing = 0);

    LB_BEGIN
    while (lb_ask_has_choice(run, &question)) {
        LB_ASK(1, question);
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_ADVANCE || LB_VALUE == VERB_BAYONET) {
            mark_acted(run, state->action.unit);
            if (LB_VALUE == VERB_ADVANCE && !nl_is_mounted(run->battle, state, state->action.unit))
                lb_tell_of(run, LB_EVENT_NOTE, CL_TURN_PRELIMINARY_INFANTRY,
                           lb_unit_actor(state->action.unit), 0);
            LB_CALL(2, charge, .unit = state->action.unit, .target = state->action.target,
                    .bayonet = LB_VALUE == VERB_BAYONET, .at_once = true,
                    .alone = (state->action.option & ORDER_ALONE) != 0);
        } else {
            if (LB_VALUE == VERB_EVADE)
                mark_acted(run, state->action.unit);
            lb_change_flags(run, CL_TURN_PRELIMINARY, state->action.unit, UNIT_ACTED, 0);
            act_alone(run, v);
            LB_CALL(3, pass_through, .movers = v->movers, .jostled = v->jostled);
        }
    }
    LB_RETURN(preliminary, .nothing = 0);
    LB_END
}

/* Command: who may be given an order. */

/// True if all units of an order are of one brigade of the side.
static bool are_of_one_brigade(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_unit_set units = action->members;

    lb_unit_set_add(&units, action->unit);
    LB_EACH (i, &units)
        if (!lb_view_is_friend(asked->view, lb_asked_side(asked), i) ||
            asked->battle->unit[i].group != asked->battle->unit[action->unit].group)
            return lb_no(reason, CL_COMMAND_COLLECTIVE,
                         "an order goes to units of one brigade of yours");
    return true;
}

/// True if a unit may take an order of a verb.
static bool may_obey(lb_view *view, uint32_t unit, uint32_t verb, lb_reason *reason)
{
    const lb_unit *of = &view->state->unit[unit];

    if (of->mark[MARK_ORDERS] >= VALUE_OF(view->battle, COMMAND_ORDERS))
        return lb_no(reason, CL_COMMAND_ORDERS, "it has had all its orders");
    if (nl_is_disordered(view->state, unit) && verb != VERB_FIRE && verb != VERB_FORM)
        return lb_no(reason, CL_COMMAND_DISORDERED,
                     "in disorder it can only fire or change its facing");
    return (of->mark[MARK_TARGET] == 0 &&
            (verb == VERB_ADVANCE || verb == VERB_BAYONET || !lb_view_is_engaged(view, unit))) ||
           lb_no(reason, CL_TURN_STAGES, "it is in contact with the enemy");
}

bool nl_may_order(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_unit_set units;
    uint32_t leader;

    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), action->unit))
        return lb_no(reason, CL_COMMAND_COLLECTIVE, "that unit is not yours");
    leader = nl_leader_of(asked->battle, asked->state, action->unit);
    if (leader == LB_NOBODY)
        return lb_no(reason, CL_COMMAND_ROLL, "nobody is left to command it");
    if ((asked->state->leader[leader].flags & LEADER_SILENT) != 0)
        return lb_no(reason, CL_COMMAND_ROLL, "its commander gives no more orders this turn");
    if (!are_of_one_brigade(asked, action, reason))
        return false;
    units = nl_ordered(asked->view, action);
    LB_EACH (i, &units)
        if (!may_obey(asked->view, i, action->verb, reason))
            return false;
    return true;
}

bool nl_is_free_for_orders(const lb_listing *list, uint32_t unit)
{
    const lb_state *state = list->asked.state;
    uint32_t leader = nl_leader_of(list->asked.battle, state, unit);

    return leader != LB_NOBODY && (state->leader[leader].flags & LEADER_SILENT) == 0 &&
           state->unit[unit].mark[MARK_TARGET] == 0 &&
           state->unit[unit].mark[MARK_ORDERS] < VALUE_OF(list->asked.battle, COMMAND_ORDERS);
}

/* Commanders. */

const lb_ride nl_ride = {.clause = CL_COMMAND_DISTANCE,
                         .verb = VERB_RIDE,
                         .reach = V_COMMAND_DISTANCE_RIDE,
                         .rode = LEADER_RODE,
                         .grain_tmm = 1,
                         .offer_tmm = LB_CMS(10),
                         .propose_tmm = LB_CMS(12),
                         .behind_tmm = LB_CMS(5)};

/* Orders. */

/// nl.fire.skirmish-order: a unit, with all that are linked to it, fires without an order.
static lb_cells fire_freely(lb_run *run)
{
    lb_unit_set units = nl_ordered(run->view, &run->state->action);

    lb_tell_of(run, LB_EVENT_NOTE, CL_FIRE_SKIRMISH_ORDER, lb_unit_actor(run->state->action.unit),
               0);
    LB_EACH (i, &units) {
        if (run->state->unit[i].mark[MARK_SHOTS] >= V(FIRE_SKIRMISH_ORDER))
            lb_unit_set_remove(&units, (uint16_t)i);
        else
            lb_change_tally(run, CL_FIRE_SKIRMISH_ORDER, i, MARK_SHOTS, 1);
    }
    return lb_cells_of(&units);
}

LB_PROCEDURE(command_stage)
{
    lb_state *state = run->state;
    lb_question question = LB_QUESTION(ORDERS, state->active, .nothing = 0);

    LB_BEGIN
    while (lb_ask_has_choice(run, &question)) {
        LB_ASK(1, question);
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_RIDE) {
            lb_do_ride(run);
        } else if (LB_VALUE == VERB_FIRE && (state->action.option & FIRE_FREELY) != 0) {
            LB_CALL(2, firing, .named = state->action.target, .what = FIRE_MUSKETS,
                    .aims = fire_freely(run));
        } else {
            LB_CALL(3, order,
                    .leader = (int32_t)nl_leader_of(run->battle, state, state->action.unit));
        }
    }
    LB_RETURN(command_stage, .nothing = 0);
    LB_END
}

/// Everybody that the order is for, counted and told.
static lb_cells count_order(lb_run *run)
{
    const lb_action *action = &run->state->action;
    lb_unit_set units = nl_ordered(run->view, action);
    uint32_t count = lb_unit_set_count(&units);

    LB_EACH (i, &units)
        lb_change_tally(run, CL_COMMAND_ORDERS, i, MARK_ORDERS, 1);
    if (count > 1)
        lb_tell_of(run, LB_EVENT_SET, CL_COMMAND_COLLECTIVE, lb_unit_actor(action->unit),
                   (int32_t)count);
    if (count < run->battle->group[run->battle->unit[action->unit].group].unit_count)
        lb_tell_of(run, LB_EVENT_NOTE, CL_COMMAND_COLLECTIVE_CHOICE, lb_unit_actor(action->unit),
                   0);
    return lb_cells_of(&units);
}

/// A change of formation that the check has accepted.
static void form(lb_run *run)
{
    const lb_action *action = &run->state->action;
    bool on_foot = (action->option & FORM_ON_FOOT) != 0;
    uint16_t clause = on_foot                                  ? CL_FORM_DRAGOONS
                      : action->formation == FORMATION_SQUARE  ? CL_FORM_SQUARE
                      : action->formation == FORMATION_REFUSED ? CL_FORM_REFUSED
                                                               : CL_FORM_SEVEN;
    struct nl_places places;
    lb_reason reason;

    if (!nl_judge_form(run->view, action, &places, &reason))
        return;
    lb_tell_of(run, LB_EVENT_NOTE, clause, lb_unit_actor(action->unit), 0);
    for (uint32_t i = 0; i < places.count; i++) {
        lb_change_formation(run, clause, places.unit[i], action->formation);
        lb_change_place(run, clause, places.unit[i], &places.end[i]);
        lb_change_flags(run, clause, places.unit[i], on_foot ? UNIT_DISMOUNTED : 0,
                        UNIT_HURRIED | (on_foot ? 0U : (uint32_t)UNIT_DISMOUNTED));
    }
}

LB_PROCEDURE(order)
{
    const struct order_facts *f = LB_FACTS;
    struct order_vars *v = LB_VARS;
    lb_state *state = run->state;
    struct command_facts facts;
    int32_t result;

    LB_BEGIN
    LB_ABOUT(LB_CAST_LEADER | f->leader, state->action.unit);
    facts = nl_gather_command(run->view, &state->action);
    v->ordered = count_order(run);
    LB_CALL_ON(1, command, &facts);
    result = ((const struct command_effect *)LB_EFFECT)->result;
    if (result != OBEDIENCE_OBEYED) {
        lb_change_leader_flags(run, CL_COMMAND_ROLL, (uint32_t)f->leader, LEADER_SILENT, 0);
        if (result == OBEDIENCE_BLUNDER)
            LB_CALL(2, mistake, .leader = f->leader, .ordered = v->ordered);
    } else if (state->action.verb == VERB_MOVE) {
        LB_CALL(3, march, .ordered = v->ordered);
    } else if (state->action.verb == VERB_FORM) {
        form(run);
    } else if (state->action.verb == VERB_FIRE) {
        LB_CALL(4, firing, .named = state->action.target, .what = state->action.option & FIRE_WHAT,
                .aims = v->ordered);
    } else {
        LB_CALL(5, charge, .unit = state->action.unit, .target = state->action.target,
                .bayonet = state->action.verb == VERB_BAYONET,
                .alone = (state->action.option & ORDER_ALONE) != 0);
    }
    LB_RETURN(order, .nothing = 0);
    LB_END
}

/* Moves. */

/// Disorders a whole row.
static void disorder_row(lb_run *run, uint32_t unit)
{
    struct nl_body row = nl_body_of(run->view, unit);

    LB_EACH (i, &row.units)
        nl_disorder(run, CL_DISORDER_PASSAGE, i);
}

/// nl.play.passage: the next that has to be tested, once for each row: those who have passed before
/// those who were passed; LB_NO_INDEX at the end.
static uint32_t next_jostled(lb_run *run, const struct pass_through_facts *f,
                             struct pass_through_vars *v)
{
    lb_unit_set left = lb_cells_units(&v->left), movers = lb_cells_units(&f->movers);
    uint32_t unit = LB_NO_INDEX;
    struct nl_body row;

    LB_EACH (i, &left)
        if (unit == LB_NO_INDEX ||
            (lb_unit_set_has(&movers, (uint16_t)i) && !lb_unit_set_has(&movers, (uint16_t)unit)))
            unit = i;
    if (unit == LB_NO_INDEX)
        return unit;
    row = nl_body_of(run->view, unit);
    LB_EACH (i, &row.units)
        lb_unit_set_remove(&left, (uint16_t)i);
    v->left = lb_cells_of(&left);
    return unit;
}

LB_PROCEDURE(pass_through)
{
    const struct pass_through_facts *f = LB_FACTS;
    struct pass_through_vars *v = LB_VARS;
    uint32_t unit;

    LB_BEGIN
    v->left = f->jostled;
    while ((unit = next_jostled(run, f, v)) != LB_NO_INDEX) {
        v->tested = (int32_t)unit;
        LB_ABOUT(v->tested, LB_NOBODY);
        lb_note(run, CL_PLAY_PASSAGE, LB_ROLE_ACTOR);
        LB_CALL(1, jostle, .nothing = 0);
        if (((const struct jostle_effect *)LB_EFFECT)->disordered)
            disorder_row(run, (uint32_t)v->tested);
    }
    LB_FORGET(v->tested);
    LB_RETURN(pass_through, .nothing = 0);
    LB_END
}

/// Carries out a move that the check has accepted; gives those who have passed through others, and
/// these. Units that have come near to a neighbour's flank close up to it.
static lb_cells march_off(lb_run *run, const struct march_facts *f)
{
    const lb_action *action = &run->state->action;
    lb_actor who = lb_unit_actor(action->unit);
    uint16_t rate = nl_rate_of(lb_view_formation(run->view, action->unit));
    lb_unit_set ordered = lb_cells_units(&f->ordered), jostled;
    struct nl_places places;
    lb_reason reason;

    if (!nl_judge_move(run->view, action, &places, &jostled, &reason))
        return (lb_cells){{0}};
    lb_tell_of(run, LB_EVENT_NOTE, rate, who, 0);
    if (places.count > 1 && nl_body_of(run->view, action->unit).count > 1)
        lb_tell_of(run, LB_EVENT_SET, CL_PLAY_ROW, who, (int32_t)places.count);
    if (nl_is_mounted(run->battle, run->state, action->unit))
        lb_tell_of(run, LB_EVENT_NOTE, CL_FORM_CAVALRY, who, 0);
    for (uint32_t i = 0; i < places.count; i++)
        lb_change_place(run, rate, places.unit[i], &places.end[i]);
    LB_EACH (i, &ordered)
        nl_dress(run, i);
    return lb_cells_of(&jostled);
}

LB_PROCEDURE(march)
{
    const struct march_facts *f = LB_FACTS;
    struct march_vars *v = LB_VARS;

    LB_BEGIN
    v->jostled = march_off(run, f);
    LB_CALL(1, pass_through, .movers = f->ordered, .jostled = v->jostled);
    LB_ABOUT(run->state->action.unit, LB_NOBODY);
    LB_CALL(2, snap, .moved = f->ordered);
    LB_RETURN(march, .nothing = 0);
    LB_END
}

/* Combat. */

LB_PROCEDURE(combat_stage)
{
    lb_state *state = run->state;
    uint32_t unit, target, other;

    LB_BEGIN
    while ((target = nl_next_contact(run->view, 0, &unit)) != LB_NOBODY) {
        if (nl_next_contact(run->view, target + 1, &other) != LB_NOBODY) {
            LB_ASK(1, LB_QUESTION(CONTACT, state->active, .nothing = 0));
            unit = state->action.unit;
            target = state->action.target;
        }
        LB_CALL(2, fight, .unit = (int32_t)unit, .target = (int32_t)target);
    }
    while (nl_next_leftover(run->view, &unit, &target))
        LB_CALL(3, fight, .unit = (int32_t)unit, .target = (int32_t)target);
    LB_RETURN(combat_stage, .nothing = 0);
    LB_END
}
