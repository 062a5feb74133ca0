// SPDX-License-Identifier: MIT
// Whom an outcome favours. See favours.def.
#pragma once

#include "limber/ruleset.h"

/// How much a value of a field favours whoever acts: from -2, much worse for him, to 2.
int32_t lb_desk_favours(const lb_ruleset *rules, const lb_chart *chart,
                        const lb_effect_field *field, int32_t value);
