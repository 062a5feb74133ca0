// SPDX-License-Identifier: MIT
// Events of a battle as JSON: the members that every command writes alike.
#pragma once

#include "cli.h"
#include "text/json.h"

/// Notes the rank of a card that an event draws, as the battle stands before it is drawn, for
/// event_json_put.
void event_json_name_card(const lb_battle *battle, const lb_state *state, lb_event *event);

/// Writes the members of an event into an object that is open: its kind, clause and value, the side
/// it concerns, who did it at whom, and what changed.
void event_json_put(lb_json *json, const lb_battle *battle, const lb_event *event);
