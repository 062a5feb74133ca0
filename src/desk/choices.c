// SPDX-License-Identifier: MIT
// What may be done at a decision, why some units can do nothing, and the judgement of an action.
// See desk.h.

#include "desk/parts.h"

#include <string.h>

enum {
    WHEEL_PARTS = 6, ///< points that a wheel is drawn with
    ROLLS_BEFORE = 3 ///< throws that an order may need before somebody moves
};

/* Why not. */

/// An action of a unit that shows why it can do nothing: one that would go a little way ahead.
static lb_action feeler(const lb_desk *desk, const lb_state *state, uint32_t verb, uint32_t unit)
{
    const lb_play *play = desk->battle->rules->play;
    lb_action action = lb_action_of(verb);

    action.unit = (uint16_t)unit;
    if ((play->verbs[verb].uses & LB_USES_FORMATION) != 0)
        action.formation = state->unit[unit].formation;
    if ((play->verbs[verb].uses & LB_USES_PATH) != 0) {
        action.path.step[0] = (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = play->length_tmm};
        action.path.count = 1;
    }
    return action;
}

/// The verb by which a unit would act first of all at the open question; verb_count for none.
static uint32_t chief_verb(const lb_play *play, const lb_question *question)
{
    uint32_t found = play->verb_count;

    for (uint32_t i = 0; i < play->verb_count; i++) {
        uint32_t uses = play->verbs[i].uses;

        if ((uses & LB_USES_UNIT) == 0 || (uses & LB_USES_TARGET) != 0 ||
            !play->asks->answers[question->id * play->verb_count + i].is_one)
            continue;
        if ((uses & LB_MOVES_UNIT) != 0 && (uses & LB_FALLS_BACK) == 0)
            return i;
        found = found == play->verb_count ? i : found;
    }
    return found;
}

/// The units of the asked side that no choice names, each with the reason.
static void put_idle(lb_json_put *json, lb_desk *desk, const lb_chooser *c)
{
    const lb_battle *battle = desk->battle;
    const lb_play *play = battle->rules->play;
    uint32_t verb = chief_verb(play, &c->state->machine.node.question);
    lb_unit_set busy = {{0}};

    for (uint32_t i = 0; i < c->choice_count; i++)
        if ((play->verbs[c->choice[i].verb].uses & LB_USES_UNIT) != 0)
            lb_unit_set_add(&busy, c->choice[i].unit);
    lb_json_put_open_at(json, "idle", '[');
    for (uint16_t i = 0; verb < play->verb_count && i < battle->unit_count; i++) {
        lb_action action;
        lb_reason reason;

        if (battle->unit[i].side != c->side || lb_unit_set_has(&busy, i) ||
            c->state->unit[i].presence != LB_PRESENCE_TABLE)
            continue;
        action = feeler(desk, c->state, verb, i);
        if (lb_battle_check(battle, c->state, &desk->view, &action, &reason))
            continue;
        lb_json_put_open(json, '{');
        lb_json_put_int_at(json, "unit", i);
        lb_json_put_int_at(json, "verb", verb);
        lb_json_put_text_at(json, "why", reason.why);
        lb_desk_put_clause(json, "clause", battle, reason.clause);
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
}

int32_t lb_desk_choices(lb_desk *desk, const lb_state *state, char *text, size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);
    lb_chooser c = {.battle = desk->battle, .state = state};
    bool is_decision = state->machine.node.kind == LB_NODE_DECISION &&
                       state->machine.node.question.id < desk->battle->rules->play->question_count;

    bool is_cut = false;

    lb_json_put_open(&json, '{');
    if (is_decision) {
        c.side = state->machine.node.question.side;
        is_cut = lb_choices_find(&c, &desk->view, desk->found, desk->kept) == LB_CHOICES_MAX;
        lb_json_put_int_at(&json, "side", c.side);
    }
    lb_json_put_open_at(&json, "choices", '[');
    for (uint32_t i = 0; i < c.choice_count; i++) {
        lb_json_put_open(&json, '{');
        lb_desk_put_action(&json, desk, &c, &c.choice[i]);
        lb_json_put_close(&json, '}');
    }
    lb_json_put_close(&json, ']');
    if (is_decision)
        put_idle(&json, desk, &c);
    lb_json_put_bool_at(&json, "cut", is_cut);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}

/* Judging. */

/// The places along a way: the start, the end of every step, and points on the arc of a wheel.
static void put_path(lb_json_put *json, const lb_footprint *start, const lb_path *path)
{
    lb_footprint at = *start;

    lb_json_put_open_at(json, "path", '[');
    lb_json_put_open(json, '{');
    lb_desk_put_pose(json, &at);
    lb_json_put_close(json, '}');
    for (uint32_t i = 0; i < path->count; i++) {
        uint32_t parts = path->step[i].kind == LB_STEP_WHEEL ? WHEEL_PARTS : 1;
        lb_footprint from = at;

        for (uint32_t part = 1; part <= parts; part++) {
            lb_step step = path->step[i];

            step.angle = parts > 1 ? step.angle * (int32_t)part / (int32_t)parts : step.angle;
            if (!lb_step_apply(&from, &step, &at))
                break;
            lb_json_put_open(json, '{');
            lb_desk_put_pose(json, &at);
            lb_json_put_close(json, '}');
        }
    }
    lb_json_put_close(json, ']');
}

/// Carries an action out on a copy, up to where somebody has moved: the throws before that fall as
/// the thrower wishes. False if nobody of his side has.
static bool carry_out(lb_desk *desk, const lb_state *state, const lb_action *action)
{
    lb_state *then = &desk->scratch;
    lb_run run = lb_battle_run(desk->battle, then, NULL);
    lb_spread spread;

    *then = *state;
    run.view = &desk->view;
    if (!lb_run_act(&run, action))
        return false;
    for (uint32_t rolls = 0; rolls < ROLLS_BEFORE; rolls++) {
        const lb_roll *roll = &then->machine.node.roll;

        for (uint32_t i = 0; i < desk->battle->unit_count; i++)
            if (memcmp(&then->unit[i].at, &state->unit[i].at, sizeof(lb_point)) != 0 ||
                then->unit[i].heading != state->unit[i].heading ||
                then->unit[i].formation != state->unit[i].formation)
                return true;
        if (then->machine.node.kind != LB_NODE_ROLL ||
            roll->side != state->machine.node.question.side || !lb_roll_is_possible(roll))
            return false;
        lb_roll_spread(roll, &spread);
        lb_run_answer(&run, spread.chance[roll->wish < 0 ? 0 : spread.count - 1].value);
    }
    return false;
}

/// Where the units stand that an action moves: the whole row, block or column.
static void put_ends(lb_json_put *json, lb_desk *desk, const lb_state *state,
                     const lb_action *action)
{
    const lb_battle *battle = desk->battle;
    uint8_t side = state->machine.node.question.side;

    lb_json_put_open_at(json, "ends", '[');
    if (carry_out(desk, state, action))
        for (uint32_t i = 0; i < battle->unit_count; i++) {
            const lb_unit *before = &state->unit[i], *after = &desk->scratch.unit[i];
            lb_footprint at;

            if (battle->unit[i].side != side || after->presence != LB_PRESENCE_TABLE ||
                (before->at.x == after->at.x && before->at.y == after->at.y &&
                 before->heading == after->heading && before->formation == after->formation))
                continue;
            at = lb_unit_footprint(battle, &desk->scratch, i);
            lb_json_put_open(json, '{');
            lb_json_put_int_at(json, "i", i);
            lb_desk_put_pose(json, &at);
            lb_json_put_int_at(json, "w", at.width_tmm);
            lb_json_put_int_at(json, "d", at.depth_tmm);
            lb_json_put_int_at(json, "f", after->formation);
            lb_json_put_close(json, '}');
        }
    lb_json_put_close(json, ']');
}

/// What a legal action leads to, as members of an open object.
static void put_legal(lb_json_put *json, lb_desk *desk, const lb_state *state,
                      const lb_action *action)
{
    uint32_t uses = desk->battle->rules->play->verbs[action->verb].uses;
    lb_chooser c = {
        .battle = desk->battle, .state = state, .side = state->machine.node.question.side};
    lb_way_bill bill = desk->view.bill;

    lb_desk_put_action(json, desk, &c, action);
    if (bill.allowance_tmm >= 0) {
        lb_json_put_int_at(json, "cost", bill.cost_tmm);
        lb_json_put_int_at(json, "allowance", bill.allowance_tmm);
    }
    if ((uses & LB_USES_PATH) != 0 && action->path.count > 0) {
        lb_footprint start = lb_choice_start(&c, action);

        put_path(json, bill.allowance_tmm >= 0 ? &bill.start : &start, &action->path);
    }
    if ((uses & (LB_MOVES_UNIT | LB_MOVES_GROUP | LB_USES_FORMATION)) != 0)
        put_ends(json, desk, state, action);
}

bool lb_desk_judge(lb_desk *desk, const lb_state *state, const lb_action *action, lb_reason *reason)
{
    desk->view.bill = (lb_way_bill){.allowance_tmm = -1};
    *reason = (lb_reason){UINT16_MAX, "nobody of that number is in this battle"};
    if (!lb_desk_knows(desk->battle, action))
        return false;
    *reason = (lb_reason){UINT16_MAX, "nothing is asked of you now"};
    if (state->machine.node.kind != LB_NODE_DECISION ||
        state->machine.node.question.id >= desk->battle->rules->play->question_count)
        return false;
    return lb_battle_check(desk->battle, state, &desk->view, action, reason);
}

int32_t lb_desk_judgement(lb_desk *desk, const lb_state *state, const lb_action *action,
                          int64_t off, char *text, size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);
    lb_reason reason;

    if (!lb_desk_judge(desk, state, action, &reason))
        return lb_desk_refuse(desk->battle, reason.why, &reason, text, room);
    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", true);
    put_legal(&json, desk, state, action);
    if (off >= 0)
        lb_json_put_int_at(&json, "off", off);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}

int32_t lb_desk_check(lb_desk *desk, const lb_state *state, const char *line, char *text,
                      size_t room)
{
    lb_action action;
    int32_t length;

    if (!lb_desk_read(desk, line, &action, text, room, &length))
        return length;
    return lb_desk_judgement(desk, state, &action, -1, text, room);
}
