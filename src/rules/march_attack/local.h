// SPDX-License-Identifier: MIT
// What the files of this ruleset share: enums and structs made from its lists.
#pragma once

#define LB_CLAUSES_DEF    "rules/march_attack/clauses.def"
#define LB_VALUES_DEF     "rules/march_attack/values.def"
#define LB_WORDS_DEF      "rules/march_attack/words.def"
#define LB_FACTS_DEF      "rules/march_attack/facts.def"
#define LB_PROCEDURES_DEF "rules/march_attack/procedures.def"
#define LB_FIGURES_DEF    "rules/march_attack/figures.def"
#define LB_INNER(name)    ma_##name

#include "core/declare.h"
