// SPDX-License-Identifier: MIT
// What the files of the module share: the one battle that it holds.
#pragma once

#include "limber/battle.h"

/// lbx_muster with house values; the diag says why a sheet cannot be played with the scenario.
int32_t lbx_session_muster(uint32_t sheet, const lb_house *house, lb_diag *diag);

/// The battle that was mustered last; NULL if there is none.
const lb_battle *lbx_session_battle(void);

/// LB_PLAYER_ROOM bytes to reckon odds in, aligned to 64.
void *lbx_session_room(void);

/// The room that lbx_workspace has lent, and its size: 0 if it has lent none. What lbx_odds found
/// there is forgotten.
void *lbx_session_workspace(uint32_t *size);
