// SPDX-License-Identifier: MIT
// The battle from deployment to defeat: turns and phases, in the sheet's order. Both sides act in
// every phase, the one with the initiative first.

#include "rules/esr/play.h"

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
    esr_tell_scores(run);
    lb_battle_decide(run, CL_TURN_VICTORY, esr_side_ahead(run->battle, run->state));
    LB_RETURN(battle, .winner = run->state->winner);
    LB_END
}

/// esr.play.objective: who alone has fit foot or horse there holds it, and keeps it.
static void hold_ground(lb_run *run)
{
    const lb_view *view = run->view;

    for (uint32_t o = 0; o < run->battle->objective_count; o++) {
        const lb_objective_card *card = &run->battle->objective[o];
        bool is_there[LB_SIDES] = {false, false};
        lb_event event = {.kind = LB_EVENT_CHANGE,
                          .clause = CL_PLAY_OBJECTIVE,
                          .what = LB_CHANGE_HELD,
                          .who = {LB_ACTOR_OBJECTIVE, (uint16_t)o},
                          .before = run->state->held[o]};

        for (uint32_t s = 0; s < LB_SIDES; s++)
            LB_EACH (i, &view->here[s])
                is_there[s] |= esr_is_troops(run->battle, i) &&
                               esr_is_fit(run->state, run->state->unit[i].group) &&
                               lb_point_is_within(card->at, &view->quad[i], card->radius_tmm);
        if (is_there[0] == is_there[1] || run->state->held[o] == (is_there[0] ? 0 : 1))
            continue;
        run->state->held[o] = is_there[0] ? 0 : 1;
        event.side = run->state->held[o];
        event.after = run->state->held[o];
        if (run->sink != NULL)
            run->sink->emit(run->sink->context, &event);
    }
}

static void end_phase(lb_run *run)
{
    lb_marks_clear(run->battle, run->state, LB_LIFE_PHASE);
}

LB_PROCEDURE(turn)
{
    LB_BEGIN
    LB_ABOUT(LB_NOBODY, LB_NOBODY);
    if (run->state->phase == PHASE_COMMAND) {
        run->state->active = run->battle->first_side;
        lb_marks_clear(run->battle, run->state, LB_LIFE_TURN);
        lb_tell_of(run, LB_EVENT_SET, CL_TURN_COMMAND, lb_side_actor(run->state->active),
                   run->state->turn);
    }
    if (lb_phase_is_due(run, PHASE_COMMAND)) {
        LB_CALL(1, command_phase, .nothing = 0);
        end_phase(run);
    }
    if (lb_phase_is_due(run, PHASE_MOVEMENT)) {
        lb_note(run, CL_TURN_MOVEMENT, LB_ROLE_NONE);
        LB_CALL(2, movement_phase, .nothing = 0);
        end_phase(run);
    }
    if (lb_phase_is_due(run, PHASE_FIRE)) {
        lb_note(run, CL_TURN_FIRE, LB_ROLE_NONE);
        LB_CALL(3, fire_phase, .nothing = 0);
        end_phase(run);
    }
    if (lb_phase_is_due(run, PHASE_COMBAT)) {
        lb_note(run, CL_TURN_COMBAT, LB_ROLE_NONE);
        LB_CALL(4, combat_phase, .nothing = 0);
        end_phase(run);
    }
    LB_ABOUT(LB_NOBODY, LB_NOBODY);
    hold_ground(run);
    lb_phases_end(run);
    LB_RETURN(turn, .nothing = 0);
    LB_END
}

/* Command. */

/// A successor takes the place of a commander who is lost.
static void succeed(lb_run *run, uint32_t leader)
{
    uint32_t group = run->battle->leader[leader].group;

    if (run->battle->leader[leader].is_removed || run->state->leader[leader].off_turn > 0 ||
        (group != LB_NOBODY && !esr_is_here(run->view, group)))
        return;
    lb_about(run, LB_CAST_LEADER | leader, LB_NOBODY);
    lb_change_leader_tally(run, CL_PLAY_SUCCESSOR, leader, LEADER_STEPS, 1);
    if (group != LB_NOBODY)
        lb_change_leader_place(run, CL_PLAY_SUCCESSOR, leader, esr_middle(run->view, group));
    lb_change_leader_presence(run, CL_PLAY_SUCCESSOR, leader, LB_PRESENCE_TABLE);
}

/// As the Command phase begins: a delay marker off each order, and successors for those who fell.
static void begin_command(lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        lb_order pending = run->state->group[g].pending;

        if (pending.delay == 0)
            continue;
        pending.delay = (uint8_t)lb_most(0, pending.delay - V(ORDER_DELAY_REMOVED));
        lb_about(run, LB_CAST_GROUP | g, LB_NOBODY);
        esr_set_pending(run, CL_ORDER_PENDING, g, &pending);
    }
    for (uint32_t i = 0; i < run->battle->leader_count; i++)
        if (run->state->leader[i].presence == LB_PRESENCE_GONE)
            succeed(run, i);
}

static void heal(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->leader_count; i++)
        if (run->state->leader[i].mark[LEADER_WOUND] > 0)
            lb_change_leader_tally(run, CL_FATE_HARMED, i, LEADER_WOUND, -1);
}

/// esr.turn.sides: the n-th side of a step.
static uint32_t side_of(const lb_run *run, int32_t n)
{
    return n == 0 ? run->battle->first_side : 1U - run->battle->first_side;
}

LB_PROCEDURE(command_phase)
{
    struct command_phase_vars *v = LB_VARS;

    LB_BEGIN
    begin_command(run);
    for (v->side = 0; v->side < LB_SIDES; v->side++)
        LB_CALL(1, activation, .side = (int32_t)side_of(run, v->side));
    for (v->side = 0; v->side < LB_SIDES; v->side++) {
        LB_CALL(2, issuing, .side = (int32_t)side_of(run, v->side));
    }
    for (v->side = 0; v->side < LB_SIDES; v->side++) {
        LB_CALL(3, leading, .side = (int32_t)side_of(run, v->side));
    }
    heal(run);
    LB_RETURN(command_phase, .nothing = 0);
    LB_END
}

/* Movement. */

static bool has_irregulars(const lb_run *run, uint32_t group)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (esr_is_of(run->state, i, group) && esr_is(run->battle, i, KIND_IRREGULAR) &&
            run->state->unit[i].presence != LB_PRESENCE_GONE)
            return true;
    return false;
}

/// Takes fatigue off the fullest class.
static void rest(lb_run *run, uint32_t group, int32_t markers)
{
    for (; markers > 0; markers--) {
        const uint8_t *fatigue = run->state->group[group].fatigue;
        uint32_t fullest = 0;

        for (uint32_t arm = 1; arm < LB_FATIGUES; arm++)
            if (fatigue[arm] > fatigue[fullest])
                fullest = arm;
        if (fatigue[fullest] > 0)
            lb_change_fatigue(run, CL_FATIGUE_RECOVERY, group, fullest, fatigue[fullest] - 1);
    }
}

/// esr.status.…: a Formation that is less tired than its threshold comes one step back.
static void improve(lb_run *run, uint32_t group)
{
    struct status_facts facts = esr_gather_status(run->view, group);
    uint8_t status = run->state->group[group].status;

    if (status == STATUS_BROKEN &&
        100 * facts.fatigue < V(STATUS_CHECK_BREAK_PERCENT) * facts.deployed)
        esr_set_status(run, CL_STATUS_BROKEN, group, STATUS_RETREAT);
    else if (status == STATUS_RETREAT &&
             100 * facts.fatigue < V(STATUS_CHECK_RETREAT_PERCENT) * facts.deployed)
        esr_set_status(run, CL_STATUS_RETREAT, group, STATUS_RALLY);
}

static void recover(lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        const lb_group *of = &run->state->group[g];
        bool is_resting = of->status == STATUS_RALLY ||
                          (of->status == STATUS_FIT && of->order.kind == ORDER_RESERVE);

        if ((of->flags & GROUP_GONE) != 0 || esr_count(run->battle, run->state, g) == 0)
            continue;
        lb_about(run, LB_CAST_GROUP | g, LB_NOBODY);
        if ((of->flags & GROUP_TIRED) == 0 && !has_irregulars(run, g) &&
            esr_enemy_distance(run->view, g, NULL) > LB_INCHES(V(FATIGUE_RECOVERY_DISTANCE)))
            rest(run, g, is_resting ? V(FATIGUE_RECOVERY_RESTING) : V(FATIGUE_RECOVERY_NORMAL));
        if ((of->flags & GROUP_TIRED) != 0)
            lb_change_group_flags(run, CL_FATIGUE_RECOVERY, g, 0, GROUP_TIRED);
        improve(run, g);
    }
}

LB_PROCEDURE(movement_phase)
{
    struct movement_phase_vars *v = LB_VARS;

    LB_BEGIN
    LB_CALL(1, conversion, .nothing = 0);
    for (v->step = 0; v->step < MOVE_STEPS; v->step++)
        for (v->side = 0; v->side < LB_SIDES; v->side++) {
            LB_CALL(2, moving, .side = (int32_t)side_of(run, v->side), .step = v->step);
        }
    esr_follow(run);
    for (v->side = 0; v->side < LB_SIDES; v->side++) {
        LB_CALL(3, riding, .side = (int32_t)side_of(run, v->side));
    }
    for (v->side = 0; v->side < LB_SIDES; v->side++) {
        LB_CALL(4, changing, .side = (int32_t)side_of(run, v->side));
    }
    LB_ABOUT(LB_NOBODY, LB_NOBODY);
    esr_follow(run);
    recover(run);
    LB_RETURN(movement_phase, .nothing = 0);
    LB_END
}
