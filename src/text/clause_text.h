// SPDX-License-Identifier: MIT
// Clauses and values as people read them.
#pragma once

#include "base/put.h"
#include "limber/ruleset.h"

enum { LB_MEANING_MAX = 2048, LB_VALUE_KEY_MAX = 96 };

/// Writes a value by its unit: +1, 8", 20 cm, on.
void lb_value_put(uint8_t measure, int32_t value, lb_put *put);

/// Writes the meaning of a clause with the numbers in force.
void lb_clause_put(const lb_ruleset *rules, const int32_t *values, uint16_t clause, lb_put *put);

/// The value of a clause with this part, or UINT16_MAX.
uint16_t lb_value_find(const lb_ruleset *rules, uint16_t clause, const char *part);

/// How a value is named: "vf.hit.base", or "vf.fire.range musket".
const char *lb_value_key(const lb_ruleset *rules, uint16_t value, char *text);
