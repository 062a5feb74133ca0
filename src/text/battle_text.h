// SPDX-License-Identifier: MIT
// Units, orders and places as a person reads them, for the terminal and the browser alike.
// `spells_units`: inches are "in", not a sign that a screen reader would read as a quotation mark.
#pragma once

#include "base/put.h"
#include "limber/battle.h"

/// The point of the compass of a heading: "north-east".
const char *lb_wind_word(uint32_t heading);

/// The houses in which a unit of foot stands: their name, or "houses"; NULL if it is in none.
const char *lb_garrison_name(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// Writes how a unit is formed: "in line", "in garrison of The Farm".
void lb_put_stance(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put);

/// Writes a length in the unit of the sheet: 8.0".
void lb_put_length(const lb_battle *battle, int32_t tmm, bool spells_units, lb_put *put);

/// Writes a place by the name of what is there, or by its distances from two edges.
void lb_put_place(const lb_battle *battle, lb_point at, bool spells_units, lb_put *put);

/// The name of the unit, brigade, commander or objective that an action is aimed at; NULL for
/// nobody.
const char *lb_target_name(const lb_battle *battle, uint32_t side, const lb_action *action);

/// Writes a side's action with names: "fire Foot battery at 1/40th"; without the name of the unit
/// that acts if it is not named.
void lb_put_order(const lb_battle *battle, uint32_t side, const lb_action *action, bool is_named,
                  bool spells_units, lb_put *put);

/// The word of a change (lb_change) in JSON.
const char *lb_change_word(uint32_t change);

/// What people are told of a state (lb_scenario_state); NULL for one that only the rules need.
const char *lb_state_text(uint32_t state);

/// Writes what a unit bears and how it stands: ", losses 2, hits 1, disordered".
void lb_put_states(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put);

/// Writes how a unit stands: "3 Foot battery: unlimbered, losses 1, at 40.2\" from the west edge
/// …".
void lb_put_unit(const lb_battle *battle, const lb_state *state, uint32_t unit, bool spells_units,
                 lb_put *put);

/* group_text.c: brigades and Formations. */

/// Writes what a group is told to do: "attack at Poppel", "support Lobau".
void lb_put_told(const lb_battle *battle, const lb_order *order, bool spells_units, lb_put *put);

/// Writes what a group is ordered to do and how tired it is: ", order: attack at Poppel; fatigue 2
/// (infantry 2)". Nothing where the sheet has neither.
void lb_put_group(const lb_battle *battle, const lb_state *state, uint32_t group, bool spells_units,
                  lb_put *put);
