// SPDX-License-Identifier: MIT
// What a battle is about, in words: objectives, exits, levels of victory, weather, and the result.
#pragma once

#include "cli.h"
#include "text/goal_text.h"

/// "one sees 12.0\"".
void battle_put_sight(const lb_battle *battle, const lb_weather *weather, lb_put *put);

/// What an objective counts and who holds it: ", worth 2, held by French column".
void battle_put_stake(const lb_battle *battle, const lb_state *state, uint32_t number, lb_put *put);

/// Prints how one wins: where armies break, objectives and who holds them, levels of victory.
void battle_show_goals(const lb_battle *battle, const lb_state *state);
