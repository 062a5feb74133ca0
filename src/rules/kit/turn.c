// SPDX-License-Identifier: MIT
// See turn.h.

#include "rules/kit/turn.h"

bool lb_turn_is_left(const lb_run *run)
{
    return run->state->turn <= run->battle->turns;
}

void lb_turn_pass(lb_run *run)
{
    lb_state *state = run->state;

    if (state->active != run->battle->first_side)
        state->turn++;
    state->active = (uint8_t)(1 - state->active);
}

void lb_turn_begin(lb_run *run, uint16_t clause)
{
    lb_marks_clear(run->battle, run->state, LB_LIFE_TURN);
    lb_arrive(run, clause);
    lb_tell_of(run, LB_EVENT_SET, clause, lb_side_actor(run->state->active), run->state->turn);
}

bool lb_phase_is_due(lb_run *run, uint8_t phase)
{
    if (run->state->phase > phase)
        return false;
    run->state->phase = phase;
    return true;
}

void lb_phases_end(lb_run *run)
{
    run->state->phase = 0;
}

/// Whether the armies are broken.
static void find_broken(const lb_run *run, bool is_broken[LB_SIDES])
{
    for (uint32_t side = 0; side < LB_SIDES; side++)
        is_broken[side] = run->rules->play->is_broken(run->battle, run->state, side);
}

bool lb_battle_is_over(const lb_run *run)
{
    bool is_broken[LB_SIDES];

    find_broken(run, is_broken);
    return is_broken[0] || is_broken[1];
}

void lb_battle_decide(lb_run *run, uint16_t clause, uint8_t ahead)
{
    lb_event event = {.kind = LB_EVENT_SET, .clause = clause};
    const lb_victory_level *level;
    bool is_broken[LB_SIDES];
    uint8_t winner = ahead;

    find_broken(run, is_broken);
    if (is_broken[0] || is_broken[1])
        winner = is_broken[0] && is_broken[1] ? LB_NO_SIDE : is_broken[0] ? 1 : 0;
    level = lb_battle_level(run->battle, run->state, is_broken);
    if (level != NULL) {
        winner = level->side;
        run->state->level = (uint8_t)(1 + (level - run->battle->level));
    }
    event.side = winner;
    event.value = winner;
    if (run->state->turn > run->battle->turns)
        run->state->turn = run->battle->turns;
    run->state->winner = winner;
    if (winner != LB_NO_SIDE)
        event.who = lb_side_actor(winner);
    if (run->sink != NULL)
        run->sink->emit(run->sink->context, &event);
}
