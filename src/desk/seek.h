// SPDX-License-Identifier: MIT
// Trying ways of somebody who is to move: the sheet's own check judges each of them.
#pragma once

#include "desk/parts.h"

/// Who moves, and what was found. Checks are counted: a search has only so many.
typedef struct lb_seeker {
    lb_desk *desk;
    const lb_state *state;
    lb_action action;   ///< without its path
    lb_footprint start; ///< of what the path leads: a unit, a row, a block, the head of a column
    int32_t allowance_tmm;
    int32_t right_tmm, ahead_tmm; ///< where the unit that is named stands in it, from its centre
    lb_reason reason;             ///< why the last way was refused
    uint32_t checks, checks_max;
} lb_seeker;

/// Reads an action without a path and finds out what its path will lead. False after writing a
/// refusal, with its length in *length.
bool lb_seeker_start(lb_seeker *seeker, lb_desk *desk, const lb_state *state, const char *line,
                     char *text, size_t room, int32_t *length);

/// Where the unit that is named stands when what it moves with stands somewhere.
lb_point lb_seeker_pin(const lb_seeker *seeker, lb_point centre, uint16_t heading);

/// Judges a way; its end is told.
bool lb_seeker_try(lb_seeker *seeker, const lb_path *path, lb_footprint *end);

/// Shortens the step `step` of a way, which is straight or oblique, to the longest that is legal.
/// False if none is.
bool lb_seeker_fit(lb_seeker *seeker, lb_path *path, uint32_t step, lb_footprint *end);

static inline void lb_path_push(lb_path *path, uint8_t kind, int32_t tmm, int32_t angle)
{
    path->step[path->count++] = (lb_step){.kind = kind, .tmm = tmm, .angle = angle};
}
