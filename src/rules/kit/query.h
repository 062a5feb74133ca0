// SPDX-License-Identifier: MIT
// Questions about odds on the table: a table of words, and for each who fills in the facts of which
// chart.
#pragma once

#include "rules/kit/ask.h"

/// A question being answered.
typedef struct lb_asking_odds {
    lb_view *view;
    const lb_query *query;
    int32_t *facts;         ///< of the chart, all zero
    const lb_chart **chart; ///< the row's; a gather may take another
    lb_reason *reason;      ///< set if it cannot be asked
} lb_asking_odds;

/// A row of a sheet's table, beside its lb_verb in lb_play.queries.
typedef struct lb_query_row {
    const char *chart;
    /// False with the reason if the question cannot be asked. Units that the row's `uses` names
    /// are there; a target is an enemy.
    bool (*gather)(const lb_asking_odds *on);
} lb_query_row;

/// The table, and the clause that a question about nobody is refused by.
typedef struct lb_queries {
    const lb_query_row *rows;
    uint16_t clause;
} lb_queries;

/// A row of a sheet's list of questions, as the words of its lb_verb and as its lb_query_row.
#define LB_QUERY_WORDS(word, help, uses, chart, gather) {word, help, uses},
#define LB_QUERY_ROW(word, help, uses, chart, gather)   {chart, gather},

/// Copies facts to where they are wanted: always true.
bool lb_query_answer(const lb_asking_odds *on, const void *facts, size_t size);
