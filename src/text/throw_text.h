// SPDX-License-Identifier: MIT
// A throw in words, for tell.c: the faces, what was needed, and what came of it.
#pragma once

#include "base/put.h"
#include "limber/battle.h"
#include "limber/tell.h"

/// The dice: those that were thrown, ones that were thrown again, and saves. `row` has the
/// words of the throw.
void lb_throw_put_dice(const lb_event *event, const lb_told *row, lb_put *put);

/// What was needed: ", 5 or more needed", ", 6 needed", ", 8 or less needed"; of dice that nobody
/// wishes to succeed, ", 5 or more fails"; on a table what the words of the throw name, ", 4 or
/// more to hit". Nothing where every face is good.
void lb_throw_put_need(const lb_roll *roll, const lb_told *row, lb_put *put);

/// Which of the words of a throw a face of a single die has: the first is that of all faces before
/// the others, the last of the last face. -1 if its faces have no words.
int32_t lb_throw_word_of_face(const lb_roll *roll, const lb_told *row, int32_t face);

/// The words "a|b|c" of the rows of a table; NULL if the throw has none. Of a throw that is
/// sometimes a sum and sometimes asks only whether that is enough they stand in place of none.
const char *lb_throw_bands(const lb_told *row);

/// Writes a word of a list "a|b|c" by its number, counted from 0.
void lb_throw_put_word(const char *words, int32_t number, lb_put *put);

/// What a throw came to: a count with its word, a total, or the word of a band.
void lb_throw_put_outcome(const lb_event *event, const lb_told *row, lb_put *put);

/// Gives the line that was begun before somebody is asked for the dice of a roll. Where the roll
/// decides whether the deed comes about, the line says that it was to be done. In tell.c.
void lb_teller_await(lb_teller *teller, const lb_roll *roll);
