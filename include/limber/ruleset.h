// SPDX-License-Identifier: MIT
// What a ruleset is: clauses, values, charts and procedures, all constant data but for the
// procedures themselves.
//
// A ruleset is one exported constant; the registry below lists them. Nothing in here changes while
// the program runs: numbers changed by a house rule are in an lb_house beside it.
#pragma once

#include "limber/api.h"
#include "limber/machine.h"
#include "limber/status.h"

LB_BEGIN_DECLS

/// How a value is written for people.
typedef enum lb_measure {
    LB_MEASURE_NUMBER,
    LB_MEASURE_FACE,    ///< a die face to reach
    LB_MEASURE_TOTAL,   ///< a total of dice compared with
    LB_MEASURE_MOD,     ///< added to something: written with its sign
    LB_MEASURE_DICE,    ///< a number of dice
    LB_MEASURE_INCH,    ///< inches
    LB_MEASURE_CM,      ///< centimetres
    LB_MEASURE_TIMES,   ///< a factor
    LB_MEASURE_DIVISOR, ///< a divisor: 1 divides nothing
    LB_MEASURE_PERCENT,
    LB_MEASURE_TURNS,
    LB_MEASURE_DEGREE, ///< tenths of a degree
    LB_MEASURE_SWITCH, ///< 0 off, 1 on
    LB_MEASURE_COUNT
} lb_measure;

/// A heading of the reference sheet.
typedef struct lb_section {
    const char *title;
} lb_section;

/// One line of a sheet.
typedef struct lb_clause {
    const char *id;      ///< for instance "vf.hit.base"
    const char *meaning; ///< in our words; {} and {part} stand for values
    const char *open;    ///< what the sheet leaves open and how we read it; "" for nothing
    uint16_t section;
} lb_clause;

/// One number of a clause, which a house rule may change.
typedef struct lb_value {
    const char *part; ///< "" when it is the clause's only one
    uint16_t clause;
    uint8_t measure; ///< lb_measure
    int32_t preset;
    int32_t lowest;
    int32_t highest;
} lb_value;

/// A word that an input takes or an outcome field holds. Lists end with a NULL word.
typedef struct lb_word {
    const char *word;
    const char *help;
} lb_word;

/// How an input is typed.
typedef enum lb_input_kind {
    LB_INPUT_COUNT,  ///< a whole number
    LB_INPUT_FLAG,   ///< yes or no
    LB_INPUT_CHOICE, ///< a word of a list
    LB_INPUT_LENGTH, ///< inches with at most one decimal, kept in hundredths of a millimetre
    LB_INPUT_LENGTH_OR_NONE, ///< the same, or "none", kept as -1
    LB_INPUT_KIND_COUNT
} lb_input_kind;

enum {
    LB_INCH = 2540, ///< hundredths of a millimetre in an inch
    LB_LENGTH_MAX = 200 * LB_INCH,
    LB_NO_LENGTH = -1,
    LB_NOTHING_SKIPPED = INT32_MIN
};

/// One fact that a chart asks for. Lists end with a NULL key.
typedef struct lb_input {
    const char *key;
    const char *help;
    const lb_word *words; ///< of LB_INPUT_CHOICE
    lb_input_kind kind;
    int32_t preset;
    int32_t lowest;
    int32_t highest;
    int32_t skipped; ///< a number between that is refused, or LB_NOTHING_SKIPPED
} lb_input;

/// One field of an outcome. Lists end with a NULL key.
typedef struct lb_effect_field {
    const char *key;
    const char *help;
    const lb_word *words; ///< NULL for a number
} lb_effect_field;

/// Why an input, or a combination of inputs, is refused.
typedef struct lb_refusal {
    uint16_t input; ///< the cell of the offending input
    const char *why;
} lb_refusal;

/// A test of the sheet that can be worked out from facts alone.
typedef struct lb_chart {
    const char *id;
    const char *about;
    const lb_input *inputs;
    const lb_effect_field *fields;
    uint16_t procedure;
    uint16_t input_count; ///< of one side
    uint8_t field_count;
    uint8_t sides; ///< 1; or 2 when every input comes as a_… and as d_…
    /// True, with the reason, if the facts contradict each other; NULL if they never do.
    bool (*refuse)(const int32_t *facts, lb_refusal *refusal);
} lb_chart;

/// What a procedure said to the machine.
typedef enum lb_flow {
    LB_FLOW_WAIT,   ///< a node is set
    LB_FLOW_CALL,   ///< another procedure was pushed
    LB_FLOW_RETURN, ///< done, the effect is set
    LB_FLOW_COUNT
} lb_flow;

/// A procedure of the rules and how many cells it needs.
typedef struct lb_procedure {
    const char *name;
    lb_flow (*step)(lb_run *run, lb_frame *frame);
    uint16_t facts;
    uint16_t vars;
} lb_procedure;

/// Two values of which the second must be greater by `gap` at least, or a rule is impossible.
typedef struct lb_ascent {
    uint16_t lower;
    uint16_t higher;
    int32_t gap;
    const char *why;
} lb_ascent;

/// A figure that a file may set for a sheet. Lists end with a NULL key.
typedef struct lb_figure {
    const char *key;
    const char *help;
    uint8_t owner; ///< lb_figure_owner (limber/scenario.h)
    int16_t lowest;
    int16_t highest;
} lb_figure;

struct lb_ruleset {
    const char *id;    ///< "valour-fortitude"
    const char *title; ///< "Valour & Fortitude"
    const char *about; ///< one line
    const lb_section *sections;
    const lb_clause *clauses;
    const lb_value *values;
    const lb_chart *charts;
    const lb_procedure *procedures;
    uint16_t section_count;
    uint16_t clause_count;
    uint16_t value_count;
    uint16_t chart_count;
    uint16_t procedure_count;
    const struct lb_play *play; ///< how it is played; NULL while only its charts are there
    const lb_ascent *ascents;   ///< what house values must hold to together
    uint16_t ascent_count;
    const lb_figure *figures; ///< that files may set for it
};

enum { LB_VALUES_MAX = 768, LB_INPUTS_MAX = 192, LB_RULESETS_MAX = 16 };

/// The numbers in force: the sheet's own, or changed by house rules.
typedef struct lb_house {
    int32_t value[LB_VALUES_MAX];
} lb_house;

/// All rulesets, in the order they are listed.
extern const lb_ruleset *const lb_rulesets[];
extern const uint32_t lb_ruleset_count;

/// The ruleset with this id, or NULL.
const lb_ruleset *lb_ruleset_find(const char *id);

/// The chart with this id, or NULL.
const lb_chart *lb_chart_find(const lb_ruleset *rules, const char *id);

/// The number of cells that the chart's facts take.
uint32_t lb_chart_cells(const lb_chart *chart);

/// Fills `facts`, which has room for LB_INPUTS_MAX, with the presets.
void lb_chart_presets(const lb_chart *chart, int32_t *facts);

/// The input of a cell; *prefix is set to "", "a_" or "d_".
const lb_input *lb_chart_input(const lb_chart *chart, uint32_t cell, const char **prefix);

/// True if `value` is one that the input takes.
bool lb_input_takes(const lb_input *input, int32_t value);

/// True if the chart takes the facts: every input lies in its range, and no two contradict each
/// other. Otherwise *refusal, which may be NULL, says which input is refused and why. Facts that
/// come from outside must pass this before lb_run_start runs the chart's procedure on them.
bool lb_chart_takes(const lb_chart *chart, const int32_t *facts, lb_refusal *refusal);

/// Sets the sheet's own numbers.
void lb_house_reset(const lb_ruleset *rules, lb_house *house);

/// The first ascent that the values break, or NULL.
const lb_ascent *lb_house_conflict(const lb_ruleset *rules, const int32_t *values);

/// The clause with this id, or UINT16_MAX.
uint16_t lb_clause_find(const lb_ruleset *rules, const char *id);

LB_END_DECLS
