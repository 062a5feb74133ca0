// SPDX-License-Identifier: MIT
// See marks.h.

#include "rules/kit/marks.h"

/// The flags of a list that last no longer than `life`.
static uint32_t flags_until(const lb_mark_row *row, lb_life life)
{
    uint32_t mask = 0;

    for (uint32_t i = 0; row[i].name != NULL; i++)
        if (row[i].life <= life)
            mask |= UINT32_C(1) << i;
    return mask;
}

static void clear_marks(const lb_mark_row *row, lb_life life, int16_t *mark)
{
    for (uint32_t i = 0; row[i].name != NULL; i++)
        if (row[i].life <= life)
            mark[i] = 0;
}

void lb_marks_clear(const lb_battle *battle, lb_state *state, lb_life life)
{
    const lb_marks *marks = battle->rules->play->marks;
    uint32_t of_units = flags_until(marks->unit_flags, life);
    uint32_t of_groups = flags_until(marks->group_flags, life);
    uint32_t of_leaders = flags_until(marks->leader_flags, life);

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        state->unit[i].flags &= ~of_units;
        clear_marks(marks->unit_marks, life, state->unit[i].mark);
    }
    for (uint32_t i = 0; i < battle->group_count; i++) {
        state->group[i].flags &= ~of_groups;
        clear_marks(marks->group_marks, life, state->group[i].mark);
    }
    for (uint32_t i = 0; i < battle->leader_count; i++) {
        state->leader[i].flags &= ~of_leaders;
        clear_marks(marks->leader_marks, life, state->leader[i].mark);
    }
    for (uint32_t s = 0; s < LB_SIDES; s++)
        clear_marks(marks->side_marks, life, state->side[s].mark);
}

void lb_marks_from_states(const lb_battle *battle, lb_state *state, uint32_t unit)
{
    const lb_mark_row *row = battle->rules->play->marks->unit_flags;

    for (uint32_t i = 0; row[i].name != NULL; i++)
        if (row[i].state > 0 && lb_has_trait(battle->unit[unit].states, row[i].state - 1u))
            state->unit[unit].flags |= UINT32_C(1) << i;
}

uint32_t lb_marks_to_states(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_mark_row *row = battle->rules->play->marks->unit_flags;
    uint32_t states = 0;

    for (uint32_t i = 0; row[i].name != NULL; i++)
        if (row[i].state > 0 && (state->unit[unit].flags >> i & 1) != 0)
            states |= UINT32_C(1) << (row[i].state - 1);
    return states;
}
