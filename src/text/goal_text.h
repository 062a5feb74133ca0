// SPDX-License-Identifier: MIT
// What a battle is fought for, and how it ended, in words. `spells_units` as in battle_text.h.
#pragma once

#include "base/put.h"
#include "limber/battle.h"

/// Writes how far one sees: "one sees 12.0\"".
void lb_put_sight(const lb_battle *battle, const lb_weather *weather, bool spells_units,
                  lb_put *put);

/// Writes what an objective is worth and who holds it, or for whom it is an exit.
void lb_put_stake(const lb_battle *battle, const lb_state *state, uint32_t number,
                  bool spells_units, lb_put *put);

/// Writes a level of victory and its conditions.
void lb_put_level(const lb_battle *battle, const lb_victory_level *level, lb_put *put);

/// Writes who has won: "French: victory (Decisive)."
void lb_put_result(const lb_battle *battle, const lb_state *state, lb_put *put);

/// Writes why an army broke; false if it did not.
bool lb_put_broken(const lb_battle *battle, const lb_state *state, uint32_t side, lb_put *put);

/// The next clause, counted from `from`, by which the sheet itself says who wins or who holds
/// ground; UINT16_MAX if there is none.
uint16_t lb_victory_clause(const lb_ruleset *rules, uint32_t from);
