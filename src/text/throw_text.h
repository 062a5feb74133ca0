// SPDX-License-Identifier: MIT
// A throw in words, for tell.c: the faces, what was needed, and what came of it.
#pragma once

#include "base/put.h"
#include "limber/battle.h"
#include "limber/tell.h"

/// The dice: those that were thrown, ones that were thrown again, and saves. `needs_all`: each of
/// them must succeed.
void lb_throw_put_dice(const lb_event *event, bool needs_all, lb_put *put);

/// What was needed: ", 5 or more needed", ", 6 needed", ", 8 or less needed"; of dice that nobody
/// wishes to succeed, ", 5 or more fails". Nothing where every face is good.
void lb_throw_put_need(const lb_roll *roll, lb_put *put);

/// What a throw came to: a count with its word, a total, or the word of a band.
void lb_throw_put_outcome(const lb_event *event, const lb_told *row, lb_put *put);

/// Gives the line that was begun before somebody is asked for the dice of a roll. Where the roll
/// decides whether the deed comes about, the line says that it was to be done. In tell.c.
void lb_teller_await(lb_teller *teller, const lb_roll *roll);
