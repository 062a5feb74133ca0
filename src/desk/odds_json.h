// SPDX-License-Identifier: MIT
// The odds of a chart at some facts, as members of an open object.
#pragma once

#include "desk/json_put.h"
#include "text/chart_text.h"

/// What is to be reckoned, and where.
typedef struct lb_odds_case {
    lb_chart_case of;
    bool is_gathered; ///< the facts come from the table
    void *space;      ///< aligned to 64 bytes
    size_t space_size;
} lb_odds_case;

/// Writes chart, facts, modifiers, notes, shares, outcomes and a sentence. False, and nothing is
/// written, if there is not space enough.
bool lb_odds_put(lb_json_put *json, const lb_odds_case *odds);

/// The fields of a chart's outcomes.
void lb_odds_put_fields(lb_json_put *json, const lb_chart *chart);

/// Writes nothing but the sentence.
bool lb_odds_put_short(lb_json_put *json, const lb_odds_case *odds);
