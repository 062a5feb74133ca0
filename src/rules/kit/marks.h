// SPDX-License-Identifier: MIT
// Flags and marks of a sheet: how long each lasts, and its word in a position.
//
// A sheet lists them in marks.def, one row each. rules/kit/mark_rows.h turns the list into enums
// (UNIT_FIRED as a bit, MARK_LOSSES as an index) and rules/kit/play_tables.h into an lb_marks, from
// which the kit clears what has had its time, reads positions and reports how units stand.
#pragma once

#include "limber/battle.h"

/// How long something lasts.
typedef enum lb_life {
    LB_LIFE_PHASE, ///< until the phase ends
    LB_LIFE_TURN,  ///< until the turn ends
    LB_LIFE_GAME,  ///< until a rule takes it away
    LB_LIFE_COUNT
} lb_life;

/// A flag or mark. `state` is 1 + the flag's number among the states of its owner
/// (lb_scenario_state, lb_scenario_brigade_state, lb_scenario_commander_state), or 0 if a position
/// has no word for it.
typedef struct lb_mark_row {
    const char *name;
    uint8_t life;
    uint8_t state;
} lb_mark_row;

/// Rows end with a NULL name; a list that a sheet does not need is just that row.
typedef struct lb_marks lb_marks;
struct lb_marks {
    const lb_mark_row *unit_flags, *unit_marks, *group_flags, *group_marks, *leader_flags,
        *leader_marks, *side_marks;

    // What the other side does not know, as bits.
    uint32_t secret_side_marks;  ///< sets of cards: their number is known, they are not
    uint32_t secret_group_marks; ///< and flags:
    uint32_t secret_group_flags;
    uint64_t secret_questions; ///< that are asked only of somebody who holds what they are about
    bool hides_pending;        ///< orders that are on their way to groups
};

/// The name of a mark of somebody, by its number, as marks.def has it.
const char *lb_mark_name(const lb_play *play, lb_actor_kind who, uint32_t mark);

/// Clears all flags and marks whose life is `life` or shorter.
void lb_marks_clear(const lb_battle *battle, lb_state *state, lb_life life);

/// The flags of a list whose words are among the states of a position.
uint32_t lb_flags_of_states(const lb_mark_row *flags, uint32_t states);

/// The states of a position that the flags set have words for.
uint32_t lb_states_of_flags(const lb_mark_row *flags, uint32_t set);
