// SPDX-License-Identifier: MIT
// The rows that a modifiers.def may use: each list becomes a function that works out a tally. Not
// guarded: a resolve.c includes it before its list, which undefines all of this at its end.

#define MODIFIERS(list, ...)                                                \
    static void list##_modifiers(lb_run *run, lb_tally *tally, __VA_ARGS__) \
    {
#define ADD(clause, amount) lb_tally_add(run, tally, CL_##clause, amount);
#define SET(clause, when, value) \
    if (when)                    \
        lb_tally_set(run, tally, CL_##clause, value);
#define FLOOR(clause, least) lb_tally_floor(run, tally, CL_##clause, least);
#define END(list)            }
