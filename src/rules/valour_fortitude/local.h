// SPDX-License-Identifier: MIT
// What the files of this ruleset share: enums and structs made from its lists.
#pragma once

#define LB_CLAUSES_DEF    "rules/valour_fortitude/clauses.def"
#define LB_VALUES_DEF     "rules/valour_fortitude/values.def"
#define LB_WORDS_DEF      "rules/valour_fortitude/words.def"
#define LB_FACTS_DEF      "rules/valour_fortitude/facts.def"
#define LB_PROCEDURES_DEF "rules/valour_fortitude/procedures.def"
#define LB_FIGURES_DEF    "rules/valour_fortitude/figures.def"
#define LB_INNER(name)    vf_##name

#include "core/declare.h"
