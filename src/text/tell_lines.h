// SPDX-License-Identifier: MIT
// The line that a teller is writing: its parts and sentences, those of whom the same is said, and
// the headlines before it. Used by tell.c alone.
#pragma once

#include "base/put.h"
#include "limber/tell.h"

/// What became of a unit that was to move and has not gone anywhere: nothing to say, or one of two.
enum { STILL_NO, STILL_STAYED, STILL_TURNED };

/// What is over: the last headline says it instead of a phase.
enum { OVER_NOTHING, OVER_TURN, OVER_BATTLE };

static inline bool lb_actor_is_same(lb_actor a, lb_actor b)
{
    return a.kind == b.kind && a.id == b.id;
}

/// The line as far as it is written, to go on with; and keeps what was written.
lb_put lb_line_put(lb_teller *teller);
void lb_line_keep(lb_teller *teller, const lb_put *put);

/// Upper case for the first letter; names begin with what they begin with.
void lb_line_capitalise(char *text);

/// Gives the headline of a player's turn if it still waits.
void lb_line_give_turn(lb_teller *teller);

/// Gives a line, behind the headlines of its turn and phase. Where the sides share a phase, a
/// headline says whose the lines below it are.
void lb_line_give(lb_teller *teller, uint32_t depth, const char *text);

/// Gives the line that was begun, and begins another.
void lb_line_open(lb_teller *teller);

/// Begins a part of the line: with `glue` behind what was done, with "; " behind other parts, and
/// with a full stop behind a sentence of enough parts.
lb_put lb_line_begin(lb_teller *teller, const char *glue);
void lb_line_end(lb_teller *teller, const lb_put *put, uint16_t clause);

/// Remembers a part that others may join: it begins with a name at `at`.
void lb_line_list(lb_teller *teller, const lb_event *event, const char *text, size_t at);

/// Says the last part of one more. False if something else was said last.
bool lb_line_join(lb_teller *teller, const lb_event *event, const char *text, bool is_same_way);

/// No part of the line can be said of others too any more.
void lb_line_close_list(lb_teller *teller);
