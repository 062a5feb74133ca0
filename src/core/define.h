// SPDX-License-Identifier: MIT
// Turns a ruleset's lists into its constant tables: sections, clauses, values, words, inputs,
// fields, charts, figures and procedures. Included once, by the ruleset's ruleset.c, after its
// local.h and after LB_REFUSE(chart), which it defines as the function by which a chart refuses a
// combination of inputs, or NULL.
#pragma once

#include "limber/ruleset.h"
#include "limber/scenario.h"

#define LB_CELLS(type) (sizeof(type) / sizeof(int32_t))

static const lb_section sections[] = {
#define SECTION(key, title) [SECTION_##key] = {title},
#define CLAUSE(section, name, id, meaning, open)
#include LB_CLAUSES_DEF
};

static const lb_clause clauses[] = {
#define SECTION(key, title)
#define CLAUSE(in, name, clause_id, about, reading) \
    [CL_##name] = {.id = clause_id, .meaning = about, .open = reading, .section = SECTION_##in},
#include LB_CLAUSES_DEF
};

static const lb_value values[] = {
#define VALUE(name, of, part_name, in, preset_value, lo, hi) \
    [V_##name] = {.part = part_name,                         \
                  .clause = CL_##of,                         \
                  .measure = LB_MEASURE_##in,                \
                  .preset = (preset_value),                  \
                  .lowest = (lo),                            \
                  .highest = (hi)},
#define SCALED(name, of, part_name, in, at_50, at_75, lo, hi) \
    VALUE(name, of, part_name, in, at_50, lo, hi)
#include LB_VALUES_DEF
};

#define WORDS(list)                   static const lb_word list##_words[] = {
#define WORD(list, name, text, about) [name] = {.word = (text), .help = (about)},
#define END(list)                 \
    [list##_COUNT] = {NULL, NULL} \
    }                             \
    ;
#include LB_WORDS_DEF

#define LB_NUMBER_INPUT(name, from, to, start, hole, text) \
    {.key = #name,                                         \
     .help = (text),                                       \
     .kind = LB_INPUT_COUNT,                               \
     .preset = (start),                                    \
     .lowest = (from),                                     \
     .highest = (to),                                      \
     .skipped = (hole)},
#define LB_FLAG_INPUT(name, start, text) \
    {.key = #name,                       \
     .help = (text),                     \
     .kind = LB_INPUT_FLAG,              \
     .preset = (start),                  \
     .lowest = 0,                        \
     .highest = 1,                       \
     .skipped = LB_NOTHING_SKIPPED},
#define LB_LENGTH_INPUT(name, what, start, text) \
    {.key = #name,                               \
     .help = (text),                             \
     .kind = (what),                             \
     .preset = (start),                          \
     .lowest = 0,                                \
     .highest = LB_LENGTH_MAX,                   \
     .skipped = LB_NOTHING_SKIPPED},

#define CHART(chart, id, about) static const lb_input chart##_inputs[] = {
#define PAIR(chart, id, about)  static const lb_input chart##_inputs[] = {
#define NONE(chart)
#define COUNT(chart, key, preset, lo, hi, help) \
    LB_NUMBER_INPUT(key, lo, hi, preset, LB_NOTHING_SKIPPED, help)
#define SPARSE(chart, key, preset, lo, hi, skip, help) \
    LB_NUMBER_INPUT(key, lo, hi, preset, skip, help)
#define CHOICE(chart, name, list, text) \
    {.key = #name,                      \
     .help = (text),                    \
     .words = list##_words,             \
     .kind = LB_INPUT_CHOICE,           \
     .highest = list##_COUNT - 1,       \
     .skipped = LB_NOTHING_SKIPPED},
#define FLAG(chart, key, help)    LB_FLAG_INPUT(key, 0, help)
#define FLAG_ON(chart, key, help) LB_FLAG_INPUT(key, 1, help)
#define LENGTH(chart, key, preset, help) \
    LB_LENGTH_INPUT(key, LB_INPUT_LENGTH, (preset)*LB_INCH, help)
#define LENGTH_OR_NONE(chart, key, help) \
    LB_LENGTH_INPUT(key, LB_INPUT_LENGTH_OR_NONE, LB_NO_LENGTH, help)
#define EFFECT(chart) \
    {                 \
        .key = NULL   \
    }                 \
    }                 \
    ;                 \
    static const lb_effect_field chart##_fields[] = {
#define PAIR_EFFECT(chart) EFFECT(chart)
#define PAIR_KEPT(chart)
#define NUMBER(chart, name, text)      {.key = #name, .help = (text)},
#define STATE(chart, name, list, text) {.key = #name, .help = (text), .words = list##_words},
#define CARRY(chart, name)
#define CARRY_ROW(chart, name, count)
#define KEPT(chart, name)
#define KEPT_ROW(chart, name, count)
#define END(chart)  \
    {               \
        .key = NULL \
    }               \
    }               \
    ;
#include LB_FACTS_DEF

enum {
#define CHART(chart, id, about) CHART_##chart,
#define PAIR(chart, id, about)  CHART_##chart,
#include "core/charts_only.h"
#include LB_FACTS_DEF
    CHART_COUNT
};

#define LB_CHART_ROW(chart, name, text, side_count)                                        \
    [CHART_##chart] = {.id = (name),                                                       \
                       .about = (text),                                                    \
                       .inputs = chart##_inputs,                                           \
                       .fields = chart##_fields,                                           \
                       .procedure = PROCEDURE_##chart,                                     \
                       .input_count = sizeof chart##_inputs / sizeof(lb_input) - 1,        \
                       .field_count = sizeof chart##_fields / sizeof(lb_effect_field) - 1, \
                       .sides = (side_count),                                              \
                       .refuse = LB_REFUSE(chart)},

static const lb_chart charts[] = {
#define CHART(chart, id, about) LB_CHART_ROW(chart, id, about, 1)
#define PAIR(chart, id, about)  LB_CHART_ROW(chart, id, about, 2)
#include "core/charts_only.h"
#include LB_FACTS_DEF
};

static const lb_figure figure_rows[] = {
#define FIGURE(of, word, least, most, meaning) \
    {.key = (word),                            \
     .help = (meaning),                        \
     .owner = LB_FIGURE_OF_##of,               \
     .lowest = (least),                        \
     .highest = (most)},
#define FIGURES(...)
#include LB_FIGURES_DEF
    {.key = NULL}};

#define LB_PROCEDURE_ROW(title)                                     \
    [PROCEDURE_##title] = {.name = #title,                          \
                           .step = LB_INNER(title##_procedure),     \
                           .facts = LB_CELLS(struct title##_facts), \
                           .vars = LB_CELLS(struct title##_vars)},

static const lb_procedure procedures[] = {
#define CHART_PROCEDURE(name) LB_PROCEDURE_ROW(name)
#define INNER_PROCEDURE(name) LB_PROCEDURE_ROW(name)
#include "core/procedures_only.h"
#include LB_PROCEDURES_DEF
};

/// The members of an lb_ruleset that follow from its lists and from `ascents`, which it defines
/// itself.
#define LB_RULESET_TABLES                                                                   \
    .sections = sections, .clauses = clauses, .values = values, .charts = charts,           \
    .procedures = procedures, .section_count = SECTION_COUNT, .clause_count = CL_COUNT,     \
    .value_count = V_COUNT, .chart_count = CHART_COUNT, .procedure_count = PROCEDURE_COUNT, \
    .ascents = ascents, .ascent_count = sizeof ascents / sizeof ascents[0], .figures = figure_rows

_Static_assert((int)PROCEDURE_COUNT <= UINT8_MAX, "a frame names a procedure by a byte");
_Static_assert((int)V_COUNT <= (int)LB_VALUES_MAX, "more values than an lb_house holds");
