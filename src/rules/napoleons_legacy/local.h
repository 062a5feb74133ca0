// SPDX-License-Identifier: MIT
// What the files of this ruleset share: enums and structs made from its lists.
#pragma once

#define LB_CLAUSES_DEF    "rules/napoleons_legacy/clauses.def"
#define LB_VALUES_DEF     "rules/napoleons_legacy/values.def"
#define LB_WORDS_DEF      "rules/napoleons_legacy/words.def"
#define LB_FACTS_DEF      "rules/napoleons_legacy/facts.def"
#define LB_PROCEDURES_DEF "rules/napoleons_legacy/procedures.def"
#define LB_FIGURES_DEF    "rules/napoleons_legacy/figures.def"
#define LB_INNER(name)    nl_##name

#include "core/declare.h"

/// resolve.c: the dice that a unit brings into a pool of fire, told row by row.
int32_t nl_fire_dice_of(lb_run *run, const struct fire_facts *facts);

/// charges.c: the hasty fire of the defender at a bayonet charge; false if there is none.
bool nl_fire_at_bayonet(const struct bayonet_facts *charge, struct fire_facts *fire);

/// charges.c: the fear test that a bayonet charge leads to.
struct fear_facts nl_fear_of(const struct bayonet_facts *facts);

/// charges.c: nl.bayonet.8 to nl.bayonet.12, which are those of the advance under other numbers.
void nl_tell_end_of_bayonet(lb_run *run, const struct combat_effect *fight);

/// resolve.c: what a unit of so many bases adds to its disorder dice, told with its clause.
int32_t nl_disorder_change(lb_run *run, int32_t bases, lb_role role);
