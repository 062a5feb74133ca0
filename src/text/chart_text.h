// SPDX-License-Identifier: MIT
// What lies behind the odds of a chart: the modifiers and the clauses that act on its facts.
#pragma once

#include "limber/machine.h"
#include "limber/ruleset.h"

enum { LB_MODIFIERS_MAX = 96 };

/// A chart with its facts and the numbers in force.
typedef struct lb_chart_case {
    const lb_ruleset *rules;
    const int32_t *values;
    const lb_chart *chart;
    const int32_t *facts;
} lb_chart_case;

/// The modifiers that apply, and the clauses that decide something, before the first dice are
/// thrown; and the clauses that may act once dice have fallen.
typedef struct lb_chart_modifiers {
    uint32_t count;
    uint32_t note_count;
    uint32_t later_count;
    lb_event event[LB_MODIFIERS_MAX];
    lb_event note[LB_MODIFIERS_MAX];
    lb_event later[LB_MODIFIERS_MAX];  ///< a modifier with its number if that is always the same
    bool is_special[LB_MODIFIERS_MAX]; ///< of a later one: it does not act at the chart's presets
} lb_chart_modifiers;

/// Finds them.
void lb_chart_find_modifiers(const lb_chart_case *of, lb_chart_modifiers *modifiers);
