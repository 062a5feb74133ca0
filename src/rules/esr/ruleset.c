// SPDX-License-Identifier: MIT
// The tables of Et sans résultat! at its two scales, and what its house values may not be together.

#include "rules/esr/local.h"
#include "rules/registry.h"

#define LB_REFUSE(chart) NULL

/* Members that C does not let be called like their keys, see facts.def. */
#define double_ double
#define short_  short
#include "core/define.h"
#undef double_
#undef short_

/// The same values with the lengths of 75 yards to the inch.
static const lb_value values_75[] = {
#define VALUE(name, of, part_name, in, preset_value, lo, hi) \
    [V_##name] = {.part = part_name,                         \
                  .clause = CL_##of,                         \
                  .measure = LB_MEASURE_##in,                \
                  .preset = (preset_value),                  \
                  .lowest = (lo),                            \
                  .highest = (hi)},
#define SCALED(name, of, part_name, in, at_50, at_75, lo, hi) \
    VALUE(name, of, part_name, in, at_75, lo, hi)
#include LB_VALUES_DEF
};

static const lb_ascent ascents[] = {
    {V_ORDER_ROLL_FAILURE, V_ORDER_ROLL_SUCCESS, 1,
     "an order cannot succeed on a total on which it fails"},
    {V_ORDER_MOVE_MUST, V_ORDER_MOVE_HALT, 0, "a march cannot have to halt before it may halt"},
    {V_MOD_ENEMY_NEAR, V_MOD_ENEMY_FAR, 1,
     "the wider distance from the enemy must lie beyond the nearer one"},
    {V_DEPLOY_LINE_EARLY_FIRST, V_DEPLOY_LINE_EARLY_LAST, 0,
     "a period cannot end before it begins"},
    {V_DEPLOY_LINE_LATE_FIRST, V_DEPLOY_LINE_LATE_LAST, 0, "a period cannot end before it begins"},
    {V_DEPLOY_LINE_EARLY_LAST, V_DEPLOY_LINE_LATE_FIRST, 1,
     "the later period of the line must begin after the earlier one"},
    {V_DEPLOY_ALLY_FIRST, V_DEPLOY_ALLY_LAST, 0, "a period cannot end before it begins"},
    {V_DEPLOY_MID_TOTAL, V_DEPLOY_HIGH_TOTAL, 0, "the totals of deployment must ascend"},
    {V_DEPLOY_HIGH_TOTAL, V_DEPLOY_TOP_TOTAL, 0, "the totals of deployment must ascend"},
    {V_COMBAT_LOST3_MARGIN, V_COMBAT_LOST6_MARGIN, 0, "the margins of a lost combat must ascend"},
    {V_COMBAT_LOST6_MARGIN, V_COMBAT_LOST9_MARGIN, 0, "the margins of a lost combat must ascend"},
    {V_FATE_HARMED_SEVERE, V_FATE_HARMED_STUNNED, 0, "the totals of a leader's fate must ascend"},
    {V_FATE_HARMED_STUNNED, V_FATE_HARMED_MINOR, 0, "the totals of a leader's fate must ascend"},
    {V_FATE_HARMED_MINOR, V_FATE_HARMED_INVINCIBLE, 0, "the totals of a leader's fate must ascend"},
    {V_BAND5_TOTAL, V_BAND4_TOTAL, 0, "the bands of an assessment must ascend"},
    {V_BAND4_TOTAL, V_BAND3_TOTAL, 0, "the bands of an assessment must ascend"},
    {V_BAND3_TOTAL, V_BAND2_TOTAL, 0, "the bands of an assessment must ascend"},
    {V_BAND2_TOTAL, V_BAND1_TOTAL, 0, "the bands of an assessment must ascend"},
    {V_STATUS_CHECK_RETREAT_PERCENT, V_STATUS_CHECK_BREAK_PERCENT, 0,
     "a Formation cannot break with less fatigue than it retreats with"},
};

#define LB_ESR(name, ground, numbers)                                                           \
    {                                                                                           \
        .id = (name), .title = "Et sans résultat!, " ground,                                    \
        .about = "Divisions under orders with fatigue and assessments; inches, " ground,        \
        .sections = sections, .clauses = clauses, .values = (numbers), .charts = charts,        \
        .procedures = procedures, .section_count = SECTION_COUNT, .clause_count = CL_COUNT,     \
        .value_count = V_COUNT, .chart_count = CHART_COUNT, .procedure_count = PROCEDURE_COUNT, \
        .ascents = ascents, .ascent_count = sizeof ascents / sizeof ascents[0],                 \
        .figures = figure_rows,                                                                 \
    }

const lb_ruleset lb_ruleset_esr_50 = LB_ESR("esr-50", "50 yards to the inch", values);
const lb_ruleset lb_ruleset_esr_75 = LB_ESR("esr-75", "75 yards to the inch", values_75);
