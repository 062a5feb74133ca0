// SPDX-License-Identifier: MIT
// The grid that finds neighbours. See limber/table.h.
//
// A unit is entered in every cell that its bounding box meets, and a query gathers the cells that
// its own box, grown by the distance, meets: so nothing near is missed, and what was gathered is
// then measured exactly.

#include "table/convex.h"

#include <assert.h>
#include <string.h>

enum { SET_WORDS = LB_TABLE_UNITS_MAX / 64 };

static int32_t cell_at(const lb_grid *grid, int32_t place)
{
    int32_t cell = place < 0 ? 0 : place / grid->cell_tmm;

    return cell >= LB_GRID_CELLS ? LB_GRID_CELLS - 1 : cell;
}

void lb_grid_build(lb_grid *grid, const lb_ground *ground, const lb_quad *quad, uint16_t count)
{
    int32_t wider = ground->width_tmm > ground->depth_tmm ? ground->width_tmm : ground->depth_tmm;

    assert(count <= LB_TABLE_UNITS_MAX);
    memset(grid->cell, 0, sizeof grid->cell);
    grid->quad = quad;
    grid->count = count;
    grid->cell_tmm = wider / LB_GRID_CELLS + 1;
    for (uint16_t i = 0; i < count; i++) {
        lb_point low, high;

        lb_box_of(quad[i].corner, 4, &low, &high);
        for (int32_t y = cell_at(grid, low.y); y <= cell_at(grid, high.y); y++)
            for (int32_t x = cell_at(grid, low.x); x <= cell_at(grid, high.x); x++)
                lb_unit_set_add(&grid->cell[y * LB_GRID_CELLS + x], i);
    }
}

/// Those of `among` that may be within tmm of the box.
static lb_unit_set gather(const lb_grid *grid, lb_point low, lb_point high, int32_t tmm,
                          const lb_unit_set *among)
{
    lb_unit_set found = {{0}};
    int32_t left = cell_at(grid, low.x - tmm), right = cell_at(grid, high.x + tmm);

    for (int32_t y = cell_at(grid, low.y - tmm); y <= cell_at(grid, high.y + tmm); y++)
        for (int32_t x = left; x <= right; x++)
            for (int word = 0; word < SET_WORDS; word++)
                found.bits[word] |= grid->cell[y * LB_GRID_CELLS + x].bits[word];
    for (int word = 0; word < SET_WORDS; word++)
        found.bits[word] &= among->bits[word];
    return found;
}

/// The lowest unit of the set, taken out of it; LB_NO_INDEX when it is empty.
static uint16_t take_first(lb_unit_set *set)
{
    for (int word = 0; word < SET_WORDS; word++)
        if (set->bits[word] != 0) {
            int bit = __builtin_ctzll(set->bits[word]);
            set->bits[word] &= set->bits[word] - 1;
            return (uint16_t)(word * 64 + bit);
        }
    return LB_NO_INDEX;
}

/// No distance on the table or its margin is longer.
enum { FARTHEST = 2 * (LB_TABLE_MAX + 2 * LB_MARGIN) };

lb_unit_set lb_grid_within(const lb_grid *grid, const lb_quad *from, int32_t tmm,
                           const lb_unit_set *among)
{
    lb_unit_set near, found = {{0}};
    lb_point low, high;
    uint16_t unit;

    if (tmm < 0)
        return found;
    tmm = tmm > FARTHEST ? FARTHEST : tmm;
    lb_box_of(from->corner, 4, &low, &high);
    near = gather(grid, low, high, tmm, among);
    while ((unit = take_first(&near)) != LB_NO_INDEX)
        if (lb_quad_is_within(from, &grid->quad[unit], tmm))
            lb_unit_set_add(&found, unit);
    return found;
}

uint16_t lb_grid_nearest(const lb_grid *grid, const lb_quad *from, const lb_unit_set *among)
{
    lb_point low, high;

    lb_box_of(from->corner, 4, &low, &high);
    for (int32_t reach = grid->cell_tmm;; reach *= 2) {
        lb_unit_set near = gather(grid, low, high, reach, among);
        uint16_t unit, best = LB_NO_INDEX;
        lb_rational least = {0, 1};

        while ((unit = take_first(&near)) != LB_NO_INDEX) {
            lb_rational distance = lb_convex_distance(from->corner, 4, grid->quad[unit].corner, 4);
            if (best == LB_NO_INDEX || lb_rational_compare(distance, least) < 0) {
                best = unit;
                least = distance;
            }
        }
        // Farther ones may hide in cells that were not looked at only beyond the reach.
        if (reach >= FARTHEST || (best != LB_NO_INDEX && lb_distance_is_within(least, reach)))
            return best;
    }
}
