// SPDX-License-Identifier: MIT
// What the files of this ruleset share: enums and structs made from its lists.
#pragma once

#define LB_CLAUSES_DEF    "rules/esr/clauses.def"
#define LB_VALUES_DEF     "rules/esr/values.def"
#define LB_WORDS_DEF      "rules/esr/words.def"
#define LB_FACTS_DEF      "rules/esr/facts.def"
#define LB_PROCEDURES_DEF "rules/esr/procedures.def"
#define LB_FIGURES_DEF    "rules/esr/figures.def"
#define LB_INNER(name)    esr_##name

#include "limber/battle.h"

#include "core/declare.h"
