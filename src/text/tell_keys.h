// SPDX-License-Identifier: MIT
// The texts of lb_tells with what their keys stand for: see limber/tell.h.
#pragma once

#include "limber/tell.h"

#include "base/put.h"

/// What a sheet says of the flags that a clause changes, for {cause}; NULL for nothing. Of a change
/// it is the clause of the event, of a note its number.
const lb_told *lb_tell_cause(const lb_teller *teller, const lb_event *event);

/// True of a name that stands for several: "Reserve guns", "95th Rifles".
bool lb_tell_is_plural(const lb_battle *battle, lb_actor who);

/// Writes the name of an actor.
void lb_tell_put_name(const lb_battle *battle, lb_actor who, lb_put *put);

/// The name of a side, which the battle holds.
const char *lb_tell_side_name(const lb_battle *battle, int32_t side);

/// How far a change of place leads.
int32_t lb_tell_distance(const lb_event *event);

/// The direction of a change of place, in eighths of a circle from the north.
int32_t lb_tell_direction(const lb_event *event);

/// Whoever throws the dice of an event: of the two in it, the one on the side that throws.
lb_actor lb_tell_thrower(const lb_battle *battle, const lb_event *event);

/// The n-th of the texts that '|' divides, from 0; NULL if there are fewer.
const char *lb_tell_variant(const char *text, uint32_t n);

/// Writes words that are said of several, up to their end or to a '|': "were", not "was".
void lb_tell_put_plural(const lb_teller *teller, const lb_event *event, const char *text,
                        lb_put *put);

/// Writes a text up to its end or to a '|'. Behind a name of several ("Hill's guns") stands "were",
/// not "was".
void lb_tell_put_text(const lb_teller *teller, const lb_event *event, const char *text,
                      lb_put *put);
