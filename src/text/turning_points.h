// SPDX-License-Identifier: MIT
// The turning points of a battle: lines of its story after which it stands much better for one
// side. By a sheet that tells the planner how far a side is ahead (lb_play.lead), that is how a
// battle stands. Otherwise it is reckoned from what changes: losses as a share of a unit, a unit as
// a share of its army, ground as a share of all ground, a defeat as a share of what the sheet
// counts.
//
// Nothing is allocated, and swings are integers, so the browser finds the same points as the
// terminal.
#pragma once

#include "limber/tell.h"

enum {
    LB_TURNING_POINTS = 5,      ///< so many are kept at most
    LB_SWING_WHOLE = 1000000000 ///< an army, all ground, or a lead that wins
};

/// A line that turned the battle; without any swing there is none.
typedef struct lb_turning_point {
    int64_t swing; ///< for the first side, if positive
    uint32_t order;
    uint32_t answer; ///< lb_turning.answer when it was done
    uint8_t turn;
    char text[LB_TELL_LINE];
} lb_turning_point;

/// Turning points being looked for. The caller may read all and set `answer`.
typedef struct lb_turning {
    const lb_battle *battle;
    const lb_state *state;
    uint32_t answer;      ///< of the battle, as the caller counts them
    uint32_t lines;       ///< told so far
    uint8_t turn;         ///< of the line that is being told
    uint32_t line_answer; ///< and its answer
    lb_turning_point point[LB_TURNING_POINTS];

    lb_teller teller;
    int64_t swing;             ///< of the line that is being told
    int64_t ground_swing;      ///< of ground that changed hands by the last event
    char ground[LB_DIAG_TEXT]; ///< and how that is told; empty if none did
    int32_t lead;              ///< of the first side, by a sheet that tells it
    bool has_lead;             ///< it was asked for once
    int64_t lost[LB_SIDES];    ///< of what the sheet counts towards defeat, as a share
    lb_state before;           ///< the state without the last event
} lb_turning;

/// Starts looking. `battle` and `state` must outlive it, and `state` be the one that is played.
void lb_turning_start(lb_turning *turning, const lb_battle *battle, const lb_state *state);

/// Takes an event of the battle, in order.
void lb_turning_take(lb_turning *turning, const lb_event *event);

/// Takes the line that is being told for whole, and sorts the points by their order.
void lb_turning_finish(lb_turning *turning);
