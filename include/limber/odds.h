// SPDX-License-Identifier: MIT
// Exact odds of a procedure, by walking the rolls of the very code that plays it.
//
// The walk goes roll by roll: every machine that waits for a roll is copied once for each value of
// that roll, run on, and merged with equal machines; the weights stay exact integers throughout.
// Nothing is allocated: the caller lends a workspace.
#pragma once

#include "limber/api.h"
#include "limber/ruleset.h"

LB_BEGIN_DECLS

/// One end of the procedure and its probability, in lowest terms.
typedef struct lb_outcome {
    int32_t field[LB_EFFECT_MAX];
    lb_fraction p;
} lb_outcome;

/// Answers a decision inside the walk: must depend on nothing but its arguments. An option that is
/// not there counts as the first.
typedef struct lb_policy {
    int32_t (*choose)(void *context, const lb_machine *machine);
    void *context;
} lb_policy;

/// What is to be walked, and where.
typedef struct lb_odds_job {
    const lb_ruleset *rules;
    const int32_t *values; ///< numbers in force
    uint16_t procedure;
    uint8_t field_count;     ///< how many fields of the effect tell outcomes apart
    const int32_t *facts;    ///< of the procedure; for a chart lb_chart_presets fills them
    bool is_gathered;        ///< the facts come from the table (lb_battle_gather), which may go
                             ///< beyond the ranges of a chart: they are not checked
    const lb_policy *policy; ///< NULL: always the first option
    void *workspace;         ///< aligned to 64 bytes
    size_t workspace_size;
} lb_odds_job;

/// The distribution. `outcome` points into the workspace and lives as long as it is left alone; no
/// two outcomes are the same, none has probability 0, and together they make exactly 1.
typedef struct lb_odds {
    const lb_outcome *outcome;
    uint32_t count;
    uint32_t nodes;  ///< machines that waited for a roll, merged
    uint32_t widest; ///< most of them at one time
} lb_odds;

/// A workspace that is enough for most charts; the largest inputs want more.
enum { LB_ODDS_WORKSPACE = 4 << 20 };

/// Walks. LB_ERROR_INPUT: there is no such procedure, or the procedure is that of a chart which
/// does not take the facts; lb_chart_takes says why. LB_ERROR_SPACE: the workspace is too small.
/// LB_ERROR_WIDTH: more dice than a fraction can hold. `odds` is untouched then.
lb_status lb_odds_walk(const lb_odds_job *job, lb_odds *odds);

LB_END_DECLS
