// SPDX-License-Identifier: MIT
// What every battle's loop of turns and phases needs.
//
//     while (lb_turn_is_left(run)) {
//         LB_CALL(1, turn, .nothing = 0);
//         if (lb_battle_is_over(run))
//             break;
//         lb_turn_pass(run);
//     }
//
// A battle that begins as a position begins in the middle of a turn: lb_phase_is_due skips the
// phases before that.
#pragma once

#include "rules/kit/field.h"
#include "rules/kit/marks.h"

/// True while there are turns to play.
bool lb_turn_is_left(const lb_run *run);

/// The other side has its turn; after both, the next turn begins.
void lb_turn_pass(lb_run *run);

/// Clears what lasted a turn, brings on who is due, and tells whose turn it is.
void lb_turn_begin(lb_run *run, uint16_t clause);

/// True, and the battle is in that phase, unless it began behind it. Phases are asked in order.
bool lb_phase_is_due(lb_run *run, uint8_t phase);

/// The turn's phases are over.
void lb_phases_end(lb_run *run);

/// True if the army of a side is broken, as the sheet has it.
bool lb_battle_is_over(const lb_run *run);

/// Sets the winner and tells of him: by the scenario's levels of victory, or else the side whose
/// enemy is broken, or else the side that is `ahead` (or LB_NO_SIDE).
void lb_battle_decide(lb_run *run, uint16_t clause, uint8_t ahead);
