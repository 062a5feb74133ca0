// SPDX-License-Identifier: MIT
// See limber/report.h.

#include "limber/report.h"

#include "core/view.h"

#include <string.h>

static const lb_plan *plan_of(const lb_watch *watch, uint32_t side)
{
    return &watch->player->plan[side];
}

/// True if an enemy is within two moves of a unit, or in reach of its fire.
static bool is_enemy_near(const lb_watch *watch, const lb_state *state, uint32_t unit)
{
    const lb_battle *battle = watch->battle;
    const lb_plan *plan = plan_of(watch, battle->unit[unit].side);
    int32_t moves = 2 * plan->pace_tmm, reach = plan->fitness[unit].reach_tmm;
    int32_t near = moves > reach ? moves : reach;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].side != battle->unit[unit].side &&
            state->unit[i].presence == LB_PRESENCE_TABLE &&
            lb_points_within(state->unit[i].at, state->unit[unit].at, near))
            return true;
    return false;
}

/// The unit's turn begins: where it is, and whether its plan wants it elsewhere.
static void begin_unit(lb_watch *watch, const lb_state *state, uint32_t unit)
{
    const lb_plan *plan = plan_of(watch, watch->battle->unit[unit].side);
    uint32_t group = watch->battle->unit[unit].group;
    lb_report_side *sums = &watch->report->side[watch->battle->unit[unit].side];
    lb_unit_report report;
    bool waits;

    watch->wants[unit] = watch->is_denied[unit] = false;
    if (state->unit[unit].presence != LB_PRESENCE_TABLE)
        return;
    watch->battle->rules->play->report_unit(watch->battle, state, unit, &report);
    waits = plan->group[group].task == LB_TASK_RESERVE || report.is_reserve;
    watch->is_there[unit] = true;
    watch->turns[unit]++;
    watch->waits[unit] += waits;
    watch->lates[unit] += plan->group[group].is_late;
    watch->start[unit] = state->unit[unit].at;
    if (waits || plan->pace_tmm == 0 || is_enemy_near(watch, state, unit))
        return;
    sums->unit_turns++;
    watch->wants[unit] = !lb_points_within(plan->unit[unit].at, state->unit[unit].at,
                                           plan->fitness[unit].pace_tmm / 2);
    sums->wanted += watch->wants[unit];
}

/// The unit's turn is over: how far it has come, and whether it went back.
static void end_unit(lb_watch *watch, const lb_state *state, uint32_t unit)
{
    const lb_plan *plan = plan_of(watch, watch->battle->unit[unit].side);
    lb_report_side *sums = &watch->report->side[watch->battle->unit[unit].side];
    int32_t quarter = plan->fitness[unit].pace_tmm / 4;
    lb_point by = {state->unit[unit].at.x - watch->start[unit].x,
                   state->unit[unit].at.y - watch->start[unit].y};
    bool has_moved = !lb_points_within(state->unit[unit].at, watch->start[unit], quarter);
    int64_t along = (int64_t)by.x * watch->last[unit].x + (int64_t)by.y * watch->last[unit].y;

    if (state->unit[unit].presence != LB_PRESENCE_TABLE || !watch->is_there[unit])
        return;
    sums->denied += watch->wants[unit] && !has_moved && watch->is_denied[unit];
    sums->stuck += watch->wants[unit] && !has_moved && !watch->is_denied[unit];
    if (has_moved && watch->had_move[unit]) {
        int64_t square = (int64_t)by.x * by.x + (int64_t)by.y * by.y;

        sums->moves++;
        /* Back: more than half of the way against the one before. */
        sums->reversals += along < 0 && -along * 2 > square;
    }
    watch->had_move[unit] = has_moved;
    watch->last[unit] = by;
}

static void note_objectives(lb_watch *watch, const lb_state *state)
{
    uint32_t turns = watch->battle->turns;
    uint32_t part = (uint32_t)(state->turn - 1) * LB_REPORT_PARTS / turns;
    uint32_t next = (uint32_t)state->turn * LB_REPORT_PARTS / turns;

    /* A turn of a short battle is more than one part of it. */
    part = part < LB_REPORT_PARTS ? part : LB_REPORT_PARTS - 1;
    for (uint32_t p = part; p == part || (p < next && p < LB_REPORT_PARTS); p++)
        for (uint32_t o = 0; o < watch->battle->objective_count; o++)
            for (uint32_t s = 0; s < LB_SIDES; s++) {
                uint64_t worth = (uint64_t)lb_battle_objective_worth(watch->battle, state, s, o);

                watch->report->side[s].worth[p] += worth;
                if (state->held[o] == s)
                    watch->report->side[s].held[p] += worth;
            }
}

/// The turn of a side ends.
static void end_turn(lb_watch *watch, const lb_state *state, uint32_t side)
{
    if (watch->turn[side] == 0)
        return;
    for (uint32_t i = 0; i < watch->battle->unit_count; i++)
        if (watch->battle->unit[i].side == side)
            end_unit(watch, state, i);
    note_objectives(watch, state);
    watch->turn[side] = 0;
}

/// A turn of a side begins; where sides take turns, that of the other ends.
static void begin_turn(lb_watch *watch, const lb_state *state, uint32_t side)
{
    if (!watch->battle->rules->play->shares_turns)
        end_turn(watch, state, 1 - side);
    end_turn(watch, state, side);
    for (uint32_t i = 0; i < watch->battle->unit_count; i++)
        if (watch->battle->unit[i].side == side)
            begin_unit(watch, state, i);
    watch->turn[side] = state->turn;
}

void lb_watch_start(lb_watch *watch, lb_report *report, const lb_battle *battle, lb_player *player)
{
    memset(watch, 0, sizeof *watch);
    watch->report = report;
    watch->battle = battle;
    watch->player = player;
}

static void note_contact(lb_watch *watch, const lb_state *state)
{
    if (watch->has_contact)
        return;
    watch->has_contact = true;
    watch->report->contacts++;
    watch->report->contact_turns += state->turn;
}

/// Whoever fires or fights by an action.
static void note_deed(lb_watch *watch, const lb_state *state, const lb_action *action,
                      uint32_t uses)
{
    bool closes = (uses & LB_MOVES_UNIT) != 0 || (uses & (LB_USES_HELPERS | LB_USES_OPTION)) == 0;

    watch->has_acted[action->unit] = true;
    for (uint32_t i = 0; i < watch->battle->unit_count; i++)
        watch->has_acted[i] |= lb_unit_set_has(&action->members, (uint16_t)i);
    for (int i = 0; i < LB_HELPERS_MAX; i++)
        if (action->helper[i] < watch->battle->unit_count)
            watch->has_acted[action->helper[i]] = true;
    if (!closes || action->target >= watch->battle->unit_count)
        return;
    watch->has_acted[action->target] = true;
    note_contact(watch, state);
}

void lb_watch_roll(lb_watch *watch, const lb_state *state)
{
    lb_unit_set who = {{0}};

    if (watch->battle->rules->play->deeds == NULL)
        return;
    lb_view_sync(&watch->player->view, watch->battle, state);
    if (watch->battle->rules->play->deeds(&watch->player->view, &who))
        note_contact(watch, state);
    for (uint32_t i = 0; i < watch->battle->unit_count; i++)
        watch->has_acted[i] |= lb_unit_set_has(&who, (uint16_t)i);
}

/// Notes whom dice keep from acting: the marks of it are gone when the next turn begins.
static void note_denials(lb_watch *watch, const lb_state *state)
{
    for (uint32_t i = 0; i < watch->battle->unit_count; i++)
        if (watch->wants[i] && watch->turn[watch->battle->unit[i].side] == state->turn) {
            lb_unit_report report;

            watch->battle->rules->play->report_unit(watch->battle, state, i, &report);
            watch->is_denied[i] |= report.is_denied;
        }
}

void lb_watch_action(lb_watch *watch, const lb_state *state, const lb_action *action)
{
    const lb_play *play = watch->battle->rules->play;
    uint32_t uses = play->verbs[action->verb].uses;
    uint32_t side = state->machine.node.question.side;

    if (watch->turn[side] != state->turn && (play->shares_turns || side == state->active))
        begin_turn(watch, state, side);
    note_denials(watch, state);
    if ((uses & LB_MOVES_GROUP) != 0) {
        watch->report->side[side].orders++;
        for (uint32_t i = 0; i < watch->battle->unit_count; i++)
            watch->report->side[side].ordered += state->unit[i].group == action->unit &&
                                                 state->unit[i].presence == LB_PRESENCE_TABLE;
    }
    if ((uses & LB_USES_UNIT) == 0)
        return;
    if ((uses & LB_USES_TARGET) != 0 && play->deeds == NULL)
        note_deed(watch, state, action, uses);
    if ((uses & LB_MOVES_UNIT) != 0) {
        watch->report->side[side].orders++;
        watch->report->side[side].ordered += 1 + lb_unit_set_count(&action->members);
    }
}

void lb_watch_end(lb_watch *watch, const lb_state *state)
{
    for (uint32_t side = 0; side < LB_SIDES; side++)
        end_turn(watch, state, side);
    watch->report->battles++;
    for (uint32_t i = 0; i < watch->battle->unit_count; i++) {
        lb_report_side *sums = &watch->report->side[watch->battle->unit[i].side];
        bool is_tasked = watch->is_there[i] && 2 * watch->waits[i] <= watch->turns[i];
        bool is_idle = is_tasked && !watch->has_acted[i];

        sums->units += watch->is_there[i];
        sums->tasked += is_tasked;
        sums->idle += is_idle;
        sums->late += is_idle && 2 * watch->lates[i] > watch->turns[i];
    }
}

void lb_report_add(lb_report *to, const lb_report *from)
{
    uint64_t *sum = (uint64_t *)(void *)to;
    const uint64_t *more = (const uint64_t *)(const void *)from;

    for (size_t i = 0; i < sizeof *to / sizeof *sum; i++)
        sum[i] += more[i];
}
