// SPDX-License-Identifier: MIT
// A ruleset too small to play: it shows the machine and the walker calls, decisions, rolls, a long
// chain of attrition, and a well of calls.
#pragma once

#include "limber/ruleset.h"

enum { TOY_DUEL, TOY_GAMBLE, TOY_ATTRITION, TOY_WELL, TOY_PROCEDURES };

/// attrition: two sides with `a` and `b` strength throw half of it, rounded up, in dice each round;
/// a die of `need` or more takes one from the other, at the same time.
typedef struct toy_attrition {
    int32_t a, b, rounds, need;
} toy_attrition;

extern const lb_ruleset toy_ruleset;
