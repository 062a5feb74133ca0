// SPDX-License-Identifier: MIT
// What the files of this ruleset share: enums and structs made from its lists.
#pragma once

#define LB_CLAUSES_DEF    "rules/napoleons_legacy/clauses.def"
#define LB_VALUES_DEF     "rules/napoleons_legacy/values.def"
#define LB_WORDS_DEF      "rules/napoleons_legacy/words.def"
#define LB_FACTS_DEF      "rules/napoleons_legacy/facts.def"
#define LB_PROCEDURES_DEF "rules/napoleons_legacy/procedures.def"
#define LB_INNER(name)    nl_##name

#include "core/declare.h"
