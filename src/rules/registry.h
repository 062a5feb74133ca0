// SPDX-License-Identifier: MIT
// The exported constant of each ruleset folder. Adding a ruleset is a line here and one in
// registry.c.
#pragma once

#include "limber/ruleset.h"

extern const lb_ruleset lb_ruleset_napoleons_legacy;
extern const lb_ruleset lb_ruleset_esr_50;
extern const lb_ruleset lb_ruleset_esr_75;
extern const lb_ruleset lb_ruleset_march_attack;
extern const lb_ruleset lb_ruleset_valour_fortitude;
