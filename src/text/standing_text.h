// SPDX-License-Identifier: MIT
// How a battle stands, as tell.c tells it: headlines, and a side in the words of its sheet.
#pragma once

#include "base/put.h"
#include "limber/battle.h"
#include "limber/tell.h"

/// Gives the headline of the turn if it is another than that of the last: a question can come
/// before the first event of a turn.
void lb_teller_headline(lb_teller *teller);

/// Gives the headline of the turn that the teller is in. In tell_head.c.
void lb_teller_turn(lb_teller *teller);

/// True in a phase that is one side's own although the sides share their turns.
bool lb_tell_is_own_phase(const lb_play *play, uint32_t phase);

/// Writes what a side has lost of what its sheet counts: "8 of 14 bases lost".
void lb_tell_standing(const lb_battle *battle, int32_t lost, int32_t whole, lb_put *put);
