// SPDX-License-Identifier: MIT
// A position as JSON: how a battle stands, in the words of position files (docs/scenarios.md).
#pragma once

#include "limber/battle.h"
#include "text/json.h"

/// Writes the position as one object.
void position_json_put(lb_json *json, const lb_battle *battle, const lb_state *state);
