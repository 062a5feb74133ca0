// SPDX-License-Identifier: MIT
// A set of units among the integers of a procedure or question, where it is part of what is stored,
// compared and hashed: so it is made of int32_t, the same on every machine.
#pragma once

#include "limber/table.h"

enum { LB_SET_CELLS = LB_TABLE_UNITS_MAX / 32 }; ///< integers that a set of units takes

typedef struct lb_cells {
    int32_t cell[LB_SET_CELLS];
} lb_cells;

/// The set as integers.
static inline lb_cells lb_cells_of(const lb_unit_set *set)
{
    lb_cells cells;

    for (int i = 0; i < LB_SET_CELLS; i++)
        cells.cell[i] = (int32_t)(uint32_t)(set->bits[i / 2] >> i % 2 * 32);
    return cells;
}

/// And back.
static inline lb_unit_set lb_cells_units(const lb_cells *cells)
{
    lb_unit_set set = {{0}};

    for (int i = 0; i < LB_SET_CELLS; i++)
        set.bits[i / 2] |= (uint64_t)(uint32_t)cells->cell[i] << i % 2 * 32;
    return set;
}

/// Adds a unit.
static inline void lb_cells_add(lb_cells *cells, uint32_t unit)
{
    cells->cell[unit / 32] = (int32_t)((uint32_t)cells->cell[unit / 32] | UINT32_C(1) << unit % 32);
}
