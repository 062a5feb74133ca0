// SPDX-License-Identifier: MIT
// Places on the table by the name of what is there.
#pragma once

#include "base/put.h"
#include "limber/battle.h"

/// The name of the objective that a place belongs to, or of the ground there; NULL for none.
const char *lb_spot_name(const lb_battle *battle, lb_point at);

/// Writes that name; where there is none, that it is in the open.
void lb_put_spot(const lb_battle *battle, lb_point at, lb_put *put);
