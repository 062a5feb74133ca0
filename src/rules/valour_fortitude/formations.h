// SPDX-License-Identifier: MIT
// What the formations of this sheet are: which arm, marching, open, dense.
#pragma once

#include "rules/valour_fortitude/local.h"

/// vf.play.masse: a formation on the table alone. In the charts it is an attack column.
enum { FORMATION_MASSE = formation_COUNT, FORMATIONS };

static inline bool is_infantry(int32_t formation)
{
    return formation <= FORMATION_SQUARE || formation == FORMATION_MASSE;
}

static inline bool is_artillery(int32_t formation)
{
    return formation == FORMATION_GUNS || formation == FORMATION_LIMBERED;
}

static inline bool is_cavalry(int32_t formation)
{
    return !is_infantry(formation) && !is_artillery(formation);
}

static inline bool is_marching(int32_t formation)
{
    return formation == FORMATION_MARCH || formation == FORMATION_CAVALRY_MARCH ||
           formation == FORMATION_LIMBERED;
}

static inline bool is_open_order(int32_t formation)
{
    return formation == FORMATION_OPEN || formation == FORMATION_OPEN_DEEP ||
           formation == FORMATION_CAVALRY_OPEN;
}

static inline bool is_dense(int32_t formation)
{
    return formation == FORMATION_ATTACK || formation == FORMATION_MASSE ||
           formation == FORMATION_SQUARE || is_marching(formation);
}
