// SPDX-License-Identifier: MIT
// The exported constant of each ruleset, see rulesets.def.
#pragma once

#include "limber/ruleset.h"

#define RULESET(name, folder) extern const lb_ruleset lb_ruleset_##name;
#include "rules/rulesets.def"
