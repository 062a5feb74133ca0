// SPDX-License-Identifier: MIT
// See marks.h.

#include "rules/kit/marks.h"

enum { MARKS_MAX = 12 }; ///< of any list

_Static_assert(MARKS_MAX >= (int)LB_UNIT_MARKS && MARKS_MAX >= (int)LB_GROUP_MARKS &&
                   MARKS_MAX >= (int)LB_LEADER_MARKS && MARKS_MAX >= (int)LB_SIDE_MARKS,
               "a list of marks has room for those of any owner");

const char *lb_mark_name(const lb_play *play, lb_actor_kind who, uint32_t mark)
{
    const lb_marks *marks = play->marks;
    const lb_mark_row *row = who == LB_ACTOR_UNIT     ? marks->unit_marks
                             : who == LB_ACTOR_GROUP  ? marks->group_marks
                             : who == LB_ACTOR_LEADER ? marks->leader_marks
                                                      : marks->side_marks;

    return row[mark].name;
}

/// The flags of a list that last no longer than `life`.
static uint32_t flags_until(const lb_mark_row *row, lb_life life)
{
    uint32_t mask = 0;

    for (uint32_t i = 0; row[i].name != NULL; i++)
        if (row[i].life <= life)
            mask |= UINT32_C(1) << i;
    return mask;
}

/// The marks of a list that last no longer than `life`, by their numbers.
typedef struct mark_list {
    uint8_t mark[MARKS_MAX];
    uint32_t count;
} mark_list;

static mark_list marks_until(const lb_mark_row *row, lb_life life)
{
    mark_list list = {.count = 0};

    for (uint32_t i = 0; row[i].name != NULL; i++)
        if (row[i].life <= life)
            list.mark[list.count++] = (uint8_t)i;
    return list;
}

static void clear_marks(const mark_list *list, int16_t *mark)
{
    for (uint32_t i = 0; i < list->count; i++)
        mark[list->mark[i]] = 0;
}

void lb_marks_clear(const lb_battle *battle, lb_state *state, lb_life life)
{
    const lb_marks *marks = battle->rules->play->marks;
    uint32_t of_units = flags_until(marks->unit_flags, life);
    uint32_t of_groups = flags_until(marks->group_flags, life);
    uint32_t of_leaders = flags_until(marks->leader_flags, life);
    mark_list unit_marks = marks_until(marks->unit_marks, life);
    mark_list group_marks = marks_until(marks->group_marks, life);
    mark_list leader_marks = marks_until(marks->leader_marks, life);
    mark_list side_marks = marks_until(marks->side_marks, life);

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        state->unit[i].flags &= ~of_units;
        clear_marks(&unit_marks, state->unit[i].mark);
    }
    for (uint32_t i = 0; i < battle->group_count; i++) {
        state->group[i].flags &= ~of_groups;
        clear_marks(&group_marks, state->group[i].mark);
    }
    for (uint32_t i = 0; i < battle->leader_count; i++) {
        state->leader[i].flags &= ~of_leaders;
        clear_marks(&leader_marks, state->leader[i].mark);
    }
    for (uint32_t s = 0; s < LB_SIDES; s++)
        clear_marks(&side_marks, state->side[s].mark);
}

uint32_t lb_flags_of_states(const lb_mark_row *flags, uint32_t states)
{
    uint32_t set = 0;

    for (uint32_t i = 0; flags[i].name != NULL; i++)
        if (flags[i].state > 0 && lb_has_trait(states, flags[i].state - 1u))
            set |= UINT32_C(1) << i;
    return set;
}

uint32_t lb_states_of_flags(const lb_mark_row *flags, uint32_t set)
{
    uint32_t states = 0;

    for (uint32_t i = 0; flags[i].name != NULL; i++)
        if (flags[i].state > 0 && (set >> i & 1) != 0)
            states |= UINT32_C(1) << (flags[i].state - 1);
    return states;
}

uint32_t lb_battle_group_states(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    return lb_states_of_flags(battle->rules->play->marks->group_flags, state->group[group].flags);
}

uint32_t lb_battle_leader_states(const lb_battle *battle, const lb_state *state, uint32_t leader)
{
    return lb_states_of_flags(battle->rules->play->marks->leader_flags,
                              state->leader[leader].flags);
}
