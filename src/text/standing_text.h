// SPDX-License-Identifier: MIT
// How a side stands in the words of its sheet, as tell.c writes it into the score.
#pragma once

#include "base/put.h"
#include "limber/battle.h"

/// Writes what a side has lost of what its sheet counts: "8 of 14 bases lost".
void lb_tell_standing(const lb_battle *battle, int32_t lost, int32_t whole, lb_put *put);
