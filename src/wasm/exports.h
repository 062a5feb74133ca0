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
