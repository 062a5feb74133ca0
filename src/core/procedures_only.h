// SPDX-License-Identifier: MIT
// Makes every row of a procedures.def silent but CHART_PROCEDURE and INNER_PROCEDURE, which the
// includer defines before. No guard, for the same reason as in charts_only.h.

#define ARGUMENT(name, key)
#define ROW(name, key, count)
#define UNITS(name, key)
#define RESULTS(name)
#define RESULT(name, key)
#define VARS(name)
#define VAR(name, key)
#define NO_VARS(name)
#define END(name)
