// SPDX-License-Identifier: MIT
// The public interface of Limber in one include.
//
//     const lb_ruleset *rules = lb_ruleset_find("valour-fortitude");
//     const lb_chart *chart = lb_chart_find(rules, "fire");
//     lb_house house;
//     int32_t facts[LB_INPUTS_MAX];
//     lb_house_reset(rules, &house);
//     lb_chart_presets(chart, facts);
//     lb_odds odds;
//     lb_odds_walk(&(lb_odds_job){.rules = rules, .values = house.value,
//                                 .procedure = chart->procedure, .field_count = chart->field_count,
//                                 .facts = facts, .workspace = memory, .workspace_size = size},
//                                 &odds);
#pragma once

#include "limber/battle.h"
#include "limber/dice.h"
#include "limber/fraction.h"
#include "limber/machine.h"
#include "limber/odds.h"
#include "limber/plan.h"
#include "limber/player.h"
#include "limber/roll.h"
#include "limber/ruleset.h"
#include "limber/scenario.h"
#include "limber/status.h"
#include "limber/table.h"

#define LB_VERSION "0.1.0"
