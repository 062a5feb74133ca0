// SPDX-License-Identifier: MIT
// Places on the table by the name of what is there.
#pragma once

#include "base/put.h"
#include "limber/battle.h"

/// The name of the objective that a place belongs to, or of the ground there; NULL for none.
const char *lb_spot_name(const lb_battle *battle, lb_point at);

/// Writes that name; where there is none, how far and in which direction the place lies from the
/// nearest objective or named ground: "a place 8\" south of The Farm".
void lb_put_spot(const lb_battle *battle, lb_point at, bool spells_units, lb_put *put);
