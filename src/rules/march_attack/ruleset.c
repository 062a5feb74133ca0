// SPDX-License-Identifier: MIT
// The tables of March Attack, and what its house values may not be together.

#include "rules/march_attack/local.h"
#include "rules/registry.h"

#define LB_REFUSE(chart) NULL

#include "core/define.h"

static const lb_ascent ascents[] = {
    {V_VED_FORMATION_NEAR, V_VED_FORMATION_MID, 0, "the distances of a charge must ascend"},
    {V_STREAM_SLOWER, V_STREAM_FASTER, 0, "the slower share of speed is the lesser one"},
    {V_ROUGH_SLOWER, V_ROUGH_SPEED, 0, "the slower share of speed is the lesser one"},
    {V_ROUGH_SPEED, V_ROUGH_FASTER, 0, "the faster share of speed is the greater one"},
    {V_RANGE_LIGHT_CLOSE, V_RANGE_LIGHT_EFFECTIVE, 0, "the ranges of guns must ascend"},
    {V_RANGE_LIGHT_EFFECTIVE, V_RANGE_LIGHT_LONG, 0, "the ranges of guns must ascend"},
    {V_RANGE_MEDIUM_CLOSE, V_RANGE_MEDIUM_EFFECTIVE, 0, "the ranges of guns must ascend"},
    {V_RANGE_MEDIUM_EFFECTIVE, V_RANGE_MEDIUM_LONG, 0, "the ranges of guns must ascend"},
    {V_RANGE_HEAVY_CLOSE, V_RANGE_HEAVY_EFFECTIVE, 0, "the ranges of guns must ascend"},
    {V_RANGE_HEAVY_EFFECTIVE, V_RANGE_HEAVY_LONG, 0, "the ranges of guns must ascend"},
    {V_ART_RESULT_LOW, V_ART_RESULT_MID, 0, "the totals of artillery fire must ascend"},
    {V_ART_RESULT_MID, V_ART_RESULT_HIGH, 0, "the totals of artillery fire must ascend"},
    {V_MELEE_RESULT_MID, V_MELEE_RESULT_HIGH, 0, "the margins of a melee must ascend"},
    {V_CASUALTY_UNHURT, V_CASUALTY_NEXT_TURN, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_NEXT_TURN, V_CASUALTY_LIGHT, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_LIGHT, V_CASUALTY_MODERATE, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_MODERATE, V_CASUALTY_WOUNDED, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_WOUNDED, V_CASUALTY_BAD, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_BAD, V_CASUALTY_SEVERE, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_SEVERE, V_CASUALTY_MORTAL, 0, "the totals of a leader's wound must ascend"},
    {V_MORALE_WHEN_TEST, V_MORALE_WHEN_SHAKEN, 0,
     "a Major Formation cannot be shaken before it tests"},
    {V_MORALE_WHEN_SHAKEN, V_MORALE_WHEN_SPENT, 0,
     "a Major Formation cannot be spent before it is shaken"},
    {V_MORALE_BROKEN_TOTAL, V_MORALE_RETIRE_4, 0, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_4, V_MORALE_RETIRE_3, 0, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_3, V_MORALE_RETIRE_2, 0, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_2, V_MORALE_RETIRE_1, 0, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_1, V_MORALE_DISORDER_TOTAL, 0, "the totals of morale must ascend"},
};

const lb_ruleset lb_ruleset_march_attack = {
    .id = "march-attack",
    .title = "March Attack",
    .about = "Major Formations of units with combat values; inches; two phases a turn",
    LB_RULESET_TABLES,
};
