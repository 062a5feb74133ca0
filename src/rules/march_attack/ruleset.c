// SPDX-License-Identifier: MIT
// The tables of March Attack, and what its house values may not be together.

#include "rules/march_attack/local.h"
#include "rules/registry.h"

#define LB_REFUSE(chart) NULL

#include "core/define.h"

/// Two values of which the second must not be less.
static const struct ascent {
    uint16_t lower;
    uint16_t higher;
    const char *why;
} ascents[] = {
    {V_ART_RESULT_LOW, V_ART_RESULT_MID, "the totals of artillery fire must ascend"},
    {V_ART_RESULT_MID, V_ART_RESULT_HIGH, "the totals of artillery fire must ascend"},
    {V_MELEE_RESULT_MID, V_MELEE_RESULT_HIGH, "the margins of a melee must ascend"},
    {V_CASUALTY_UNHURT, V_CASUALTY_NEXT_TURN, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_NEXT_TURN, V_CASUALTY_LIGHT, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_LIGHT, V_CASUALTY_MODERATE, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_MODERATE, V_CASUALTY_WOUNDED, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_WOUNDED, V_CASUALTY_BAD, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_BAD, V_CASUALTY_SEVERE, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_SEVERE, V_CASUALTY_MORTAL, "the totals of a leader's wound must ascend"},
    {V_MORALE_BROKEN_TOTAL, V_MORALE_RETIRE_4, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_4, V_MORALE_RETIRE_3, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_3, V_MORALE_RETIRE_2, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_2, V_MORALE_RETIRE_1, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_1, V_MORALE_DISORDER_TOTAL, "the totals of morale must ascend"},
};

static bool find_conflict(const int32_t *values_in_force, lb_conflict *conflict)
{
    for (size_t i = 0; i < sizeof ascents / sizeof ascents[0]; i++) {
        const struct ascent *ascent = &ascents[i];

        *conflict = (lb_conflict){.value = ascent->higher, .why = ascent->why};
        if (values_in_force[ascent->higher] < values_in_force[ascent->lower])
            return true;
    }
    return false;
}

const lb_ruleset lb_ruleset_march_attack = {
    .id = "march-attack",
    .title = "March Attack",
    .about = "Major Formations of units with combat values; inches; two phases a turn",
    .sections = sections,
    .clauses = clauses,
    .values = values,
    .charts = charts,
    .procedures = procedures,
    .section_count = SECTION_COUNT,
    .clause_count = CL_COUNT,
    .value_count = V_COUNT,
    .chart_count = CHART_COUNT,
    .procedure_count = PROCEDURE_COUNT,
    .conflict = find_conflict,
};
