// SPDX-License-Identifier: MIT
// Turns a ruleset's lists into enums and structs. A ruleset's local.h defines where its lists are
// (LB_CLAUSES_DEF, LB_VALUES_DEF, LB_WORDS_DEF, LB_FACTS_DEF, LB_PROCEDURES_DEF) and
// LB_INNER(name), the name of an inner function, then includes this. The tables are made by
// core/define.h.
#pragma once

#include "base/number.h"
#include "core/cells.h"
#include "core/modifier.h"
#include "core/procedure.h"

/// The number in force of a value of this ruleset.
#define V(name) (run->values[V_##name])

enum {
#define SECTION(key, title) SECTION_##key,
#define CLAUSE(section, name, id, meaning, open)
#include LB_CLAUSES_DEF
    SECTION_COUNT
};

enum {
#define SECTION(key, title)
#define CLAUSE(section, name, id, meaning, open) CL_##name,
#include LB_CLAUSES_DEF
    CL_COUNT
};

enum {
#define VALUE(name, clause, part, unit, preset, lo, hi)        V_##name,
#define SCALED(name, clause, part, unit, at_50, at_75, lo, hi) V_##name,
#include LB_VALUES_DEF
    V_COUNT
};

#define WORDS(list)                   enum list {
#define WORD(list, name, word, about) name,
#define END(list) \
    list##_COUNT  \
    }             \
    ;
#include LB_WORDS_DEF

/* facts.def: struct x_facts and struct x_effect of every chart. */
#define CHART(chart, id, about)                        struct chart##_facts {
#define PAIR(chart, id, about)                         struct chart##_side {
#define NONE(chart)                                    int32_t nothing;
#define COUNT(chart, key, preset, lo, hi, help)        int32_t key;
#define SPARSE(chart, key, preset, lo, hi, skip, help) int32_t key;
#define CHOICE(chart, key, list, help)                 int32_t key;
#define FLAG(chart, key, help)                         int32_t key;
#define FLAG_ON(chart, key, help)                      int32_t key;
#define LENGTH(chart, key, preset, help)               int32_t key;
#define LENGTH_OR_NONE(chart, key, help)               int32_t key;
#define EFFECT(chart) \
    }                 \
    ;                 \
    struct chart##_effect {
#define PAIR_KEPT(chart)   \
    }                      \
    ;                      \
    struct chart##_facts { \
        struct chart##_side a, d;
#define PAIR_EFFECT(chart)        \
    }                             \
    ;                             \
    struct chart##_facts {        \
        struct chart##_side a, d; \
    };                            \
    struct chart##_effect {
#define NUMBER(chart, key, help)      int32_t key;
#define STATE(chart, key, list, help) int32_t key;
#define CARRY(chart, key)             int32_t key;
#define CARRY_ROW(chart, key, count)  int32_t key[count];
#define KEPT(chart, key)              int32_t key;
#define KEPT_ROW(chart, key, count)   int32_t key[count];
#define END(chart) \
    }              \
    ;
#include LB_FACTS_DEF

/* procedures.def: variables of every procedure, facts and effect of the inner ones. */
#define CHART_PROCEDURE(name) struct name##_vars {
#define INNER_PROCEDURE(name) struct name##_facts {
#define ARGUMENT(name, key)   int32_t key;
#define ROW(name, key, count) int32_t key[count];
#define UNITS(name, key)      lb_cells key;
#define RESULTS(name) \
    }                 \
    ;                 \
    struct name##_effect {
#define RESULT(name, key) int32_t key;
#define VARS(name) \
    }              \
    ;              \
    struct name##_vars {
#define VAR(name, key) int32_t key;
#define NO_VARS(name)  int32_t nothing;
#define END(name) \
    }             \
    ;
#include LB_PROCEDURES_DEF

enum {
#define CHART_PROCEDURE(name) PROCEDURE_##name,
#define INNER_PROCEDURE(name) PROCEDURE_##name,
#include "core/procedures_only.h"
#include LB_PROCEDURES_DEF
    PROCEDURE_COUNT
};

#define CHART_PROCEDURE(name) lb_flow LB_INNER(name##_procedure)(lb_run * run, lb_frame * frame);
#define INNER_PROCEDURE(name) lb_flow LB_INNER(name##_procedure)(lb_run * run, lb_frame * frame);
#include "core/procedures_only.h"
#include LB_PROCEDURES_DEF
