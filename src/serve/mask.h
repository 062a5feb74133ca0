// SPDX-License-Identifier: MIT
// A state without what a reader may not know.
#pragma once

#include "limber/battle.h"

/// Takes out of a state what a reader may not know (lb_desk_mask). Gaps between members become
/// zeros, so equal states are equal bytes, and nothing of the server's memory leaves it.
void mask_state(const lb_battle *battle, lb_state *state, uint32_t reader);
