// SPDX-License-Identifier: MIT
// The engine as a module with plain functions: what a browser or another language calls. The same
// source builds natively, where the tests compare the two.
//
// Sheets, charts and inputs go by number. Facts are written to lbx_facts() before lbx_odds(), and
// lbx_workspace() has lent room before it; outcomes can be read until the next of these calls. A
// scenario is written to lbx_scenario() and mustered before it is fought. A call that comes too
// early, or with a number that is none, does nothing and says so.
#pragma once

#include <stdint.h>

#ifdef __wasm__
#define LBX_EXPORT(name) __attribute__((export_name(#name)))
#else
#define LBX_EXPORT(name)
#endif

/// How many sheets there are.
LBX_EXPORT(lbx_sheets) uint32_t lbx_sheets(void);

/// A sheet's id, zero-terminated.
LBX_EXPORT(lbx_sheet_id) const char *lbx_sheet_id(uint32_t sheet);

/// How many charts a sheet has.
LBX_EXPORT(lbx_charts) uint32_t lbx_charts(uint32_t sheet);

/// A chart's id.
LBX_EXPORT(lbx_chart_id) const char *lbx_chart_id(uint32_t sheet, uint32_t chart);

/// How many integers its facts are, and how many fields an outcome has.
LBX_EXPORT(lbx_cells) uint32_t lbx_cells(uint32_t sheet, uint32_t chart);
LBX_EXPORT(lbx_fields) uint32_t lbx_fields(uint32_t sheet, uint32_t chart);

/// Where the facts stand; set to a chart's presets by lbx_presets, or to random ones that it takes.
LBX_EXPORT(lbx_facts) int32_t *lbx_facts(void);
LBX_EXPORT(lbx_presets) void lbx_presets(uint32_t sheet, uint32_t chart);
LBX_EXPORT(lbx_random_facts) void lbx_random_facts(uint32_t sheet, uint32_t chart, uint32_t seed);

/// Lends the engine room to work in; 0, or -1 if there is not as much. In WebAssembly memory grows
/// by it.
LBX_EXPORT(lbx_workspace) int32_t lbx_workspace(uint32_t bytes);

/// Walks the chart at the facts; the number of outcomes, or -1 if there is no room or too little,
/// -2 if there is no such chart or it does not take the facts.
LBX_EXPORT(lbx_odds) int32_t lbx_odds(uint32_t sheet, uint32_t chart);

/// The fields of an outcome, and its probability as a text "numerator/denominator"; NULL and "" if
/// there is no such outcome.
LBX_EXPORT(lbx_outcome) const int32_t *lbx_outcome(uint32_t number);
LBX_EXPORT(lbx_outcome_p) const char *lbx_outcome_p(uint32_t number);

/// A scenario to fight: where its bytes go (an lb_scenario, which has no pointers), and how many
/// they are.
LBX_EXPORT(lbx_scenario) void *lbx_scenario(void);
LBX_EXPORT(lbx_scenario_size) uint32_t lbx_scenario_size(void);

/// Musters it by a sheet; 0, or -1 if that sheet cannot be played with it, -2 if the bytes are no
/// scenario.
LBX_EXPORT(lbx_muster) int32_t lbx_muster(uint32_t sheet);

/// Fights it out between two computer players of some levels (lb_level); the hash of the state at
/// the end, or 0 if nothing is mustered or there is no such level.
LBX_EXPORT(lbx_fight) uint64_t lbx_fight(uint32_t seed, uint32_t level, uint32_t other_level);

/// Lets two regulars fight it out and tells it at a level (lb_tell_level); a hash of all sentences,
/// or 0 likewise.
LBX_EXPORT(lbx_story) uint64_t lbx_story(uint32_t seed, uint32_t level);

/// A hash over all outcomes and their probabilities, and how many machines were walked.
LBX_EXPORT(lbx_digest) uint64_t lbx_digest(void);
LBX_EXPORT(lbx_nodes) uint32_t lbx_nodes(void);

/* The desk: a battle for a table in a browser. desk/desk.h says what the documents hold.

   A text goes in through lbx_input(): the caller writes its bytes there and says how many they are.
   Documents come out at lbx_text(), zero-terminated; a function that writes one returns its length,
   -1 if nothing is mustered or no state was taken, -2 if the document does not fit, -3 if the
   input is too long. Bytes of a house, a scenario or a state go where lbx_house(), lbx_scenario()
   and lbx_state() say; they count once lbx_desk_load and lbx_desk_take have looked them through. */

/// Where texts go in, and how many bytes there is room for.
LBX_EXPORT(lbx_input) char *lbx_input(void);
LBX_EXPORT(lbx_input_size) uint32_t lbx_input_size(void);

/// The last document, or why lbx_desk_load was refused.
LBX_EXPORT(lbx_text) const char *lbx_text(void);

/// The bytes of an lb_house, and the sheet's own numbers put there.
LBX_EXPORT(lbx_house) void *lbx_house(void);
LBX_EXPORT(lbx_house_size) uint32_t lbx_house_size(void);
LBX_EXPORT(lbx_house_reset) int32_t lbx_house_reset(uint32_t sheet);

/// Musters the scenario by a sheet with the house values, as lbx_muster does; -3 if the house
/// values are none of the sheet's. There is no state yet.
LBX_EXPORT(lbx_desk_load) int32_t lbx_desk_load(uint32_t sheet);

/// Where the bytes of a state are handed over, and how many they are. lbx_desk_take makes it the
/// state of the desk: 0, or -1 if nothing is mustered or the bytes are no state of this battle.
LBX_EXPORT(lbx_state) void *lbx_state(void);
LBX_EXPORT(lbx_state_size) uint32_t lbx_state_size(void);
LBX_EXPORT(lbx_desk_take) int32_t lbx_desk_take(void);

/// The bytes of the desk's own state, to be read.
LBX_EXPORT(lbx_desk_bytes) const void *lbx_desk_bytes(void);

/// The hash of the desk's state; 0 if there is none.
LBX_EXPORT(lbx_desk_hash) uint64_t lbx_desk_hash(void);

/// Starts the battle and tells it to a reader from now on; answers a node with a line.
LBX_EXPORT(lbx_desk_begin) int32_t lbx_desk_begin(uint32_t reader, uint32_t has_real_dice);
LBX_EXPORT(lbx_desk_answer) int32_t lbx_desk_answer(uint32_t length);

/// The account of a battle that was begun for a reader who sees everything, from its start on.
/// After lbx_desk_take there is none.
LBX_EXPORT(lbx_desk_account) int32_t lbx_desk_account(void);

/// What never changes; how it stands; what may be done; whether an action is legal.
LBX_EXPORT(lbx_desk_battle) int32_t lbx_desk_battle(void);
LBX_EXPORT(lbx_desk_state) int32_t lbx_desk_state(uint32_t reader);
LBX_EXPORT(lbx_desk_choices) int32_t lbx_desk_choices(void);
LBX_EXPORT(lbx_desk_check) int32_t lbx_desk_check(uint32_t length);

/// The way of an action (its line without a path) to a place, facing a heading unless it is
/// negative; the ground that it can reach.
LBX_EXPORT(lbx_desk_go)
int32_t lbx_desk_go(uint32_t length, int32_t x, int32_t y, int32_t heading);
LBX_EXPORT(lbx_desk_reach) int32_t lbx_desk_reach(uint32_t length);

/// A unit that is selected.
LBX_EXPORT(lbx_desk_unit) int32_t lbx_desk_unit(uint32_t unit);

/// The odds of an action or a query.
LBX_EXPORT(lbx_desk_odds) int32_t lbx_desk_odds(uint32_t length);

/// Of a sheet, with or without a battle: all of it; a clause by its id; a chart by its id as a
/// form; the odds of a chart at "chart key=value key=value". The numbers are those of the battle if
/// it is played by that sheet. -1: no such sheet.
LBX_EXPORT(lbx_desk_sheet) int32_t lbx_desk_sheet(uint32_t sheet);
LBX_EXPORT(lbx_desk_clause) int32_t lbx_desk_clause(uint32_t sheet, uint32_t length);
LBX_EXPORT(lbx_desk_chart) int32_t lbx_desk_chart(uint32_t sheet, uint32_t length);
LBX_EXPORT(lbx_desk_chart_odds) int32_t lbx_desk_chart_odds(uint32_t sheet, uint32_t length);
