// SPDX-License-Identifier: MIT
// Makes every row of a facts.def silent but CHART and PAIR, which the includer defines before.
// Included once for each expansion of the list, which undefines the macros again: so no guard.

#define NONE(chart)
#define COUNT(chart, key, preset, lo, hi, help)
#define SPARSE(chart, key, preset, lo, hi, skip, help)
#define CHOICE(chart, key, list, help)
#define FLAG(chart, key, help)
#define FLAG_ON(chart, key, help)
#define LENGTH(chart, key, preset, help)
#define LENGTH_OR_NONE(chart, key, help)
#define EFFECT(chart)
#define PAIR_EFFECT(chart)
#define PAIR_KEPT(chart)
#define NUMBER(chart, key, help)
#define STATE(chart, key, list, help)
#define CARRY(chart, key)
#define CARRY_ROW(chart, key, count)
#define KEPT(chart, key)
#define KEPT_ROW(chart, key, count)
#define END(chart)
