// SPDX-License-Identifier: MIT
// The grid that finds neighbours. See limber/table.h.
//
// A unit is listed in one cell, that of the middle of its bounding box, and a query looks through
// the cells that its own box, grown by the distance and by the largest unit's reach, meets: so
// nothing near is missed. Whoever is found there is then judged by its box and measured exactly.

#include "table/convex.h"

#include <assert.h>
#include <string.h>

/// No distance on the table or its margin is longer.
enum { FARTHEST = 2 * (LB_TABLE_MAX + 2 * LB_MARGIN) };

static int32_t cell_at(const lb_grid *grid, int32_t place)
{
    int32_t cell = place < 0 ? 0 : place / grid->cell_tmm;

    return cell >= grid->cells ? grid->cells - 1 : cell;
}

/// The middle, rounded to the lower.
static int32_t middle_of(int32_t low, int32_t high)
{
    return low + (high - low) / 2;
}

/// Lists a unit that is not listed.
static void enter(lb_grid *grid, uint16_t unit)
{
    lb_box box = lb_quad_box_of(&grid->quad[unit]);
    int32_t x = middle_of(box.low.x, box.high.x), y = middle_of(box.low.y, box.high.y);
    uint16_t cell = (uint16_t)(cell_at(grid, y) * grid->cells + cell_at(grid, x));
    int32_t reach = box.high.x - x > box.high.y - y ? box.high.x - x : box.high.y - y; // rounded up

    grid->box[unit] = box;
    grid->cell[unit] = cell;
    grid->next[unit] = grid->first[cell];
    grid->first[cell] = unit;
    grid->reach_tmm = reach > grid->reach_tmm ? reach : grid->reach_tmm;
    lb_unit_set_add(&grid->members, unit);
}

void lb_grid_build(lb_grid *grid, const lb_ground *ground, const lb_quad *quad, uint16_t count,
                   const lb_unit_set *members)
{
    int32_t wider = ground->width_tmm > ground->depth_tmm ? ground->width_tmm : ground->depth_tmm;

    assert(count <= LB_TABLE_UNITS_MAX);
    grid->quad = quad;
    grid->count = count;
    grid->reach_tmm = 0;
    grid->members = (lb_unit_set){{0}};
    for (grid->cells = 1; grid->cells < LB_GRID_CELLS && grid->cells * grid->cells < count;)
        grid->cells++;
    grid->cell_tmm = wider / grid->cells + 1;
    for (int i = 0; i < grid->cells * grid->cells; i++)
        grid->first[i] = LB_NO_INDEX;
    for (uint16_t i = 0; i < count; i++)
        if (members == NULL || lb_unit_set_has(members, i))
            enter(grid, i);
}

void lb_grid_remove(lb_grid *grid, uint16_t unit)
{
    uint16_t *link;

    assert(unit < grid->count);
    if (!lb_unit_set_has(&grid->members, unit))
        return;
    lb_unit_set_remove(&grid->members, unit);
    for (link = &grid->first[grid->cell[unit]]; *link != unit; link = &grid->next[*link])
        assert(*link != LB_NO_INDEX);
    *link = grid->next[unit];
}

void lb_grid_move(lb_grid *grid, uint16_t unit)
{
    lb_grid_remove(grid, unit);
    enter(grid, unit);
}

lb_unit_set lb_grid_meeting(const lb_grid *grid, lb_box box, int32_t tmm, const lb_unit_set *among)
{
    lb_unit_set found = {{0}};
    int32_t reach, left, right, top;

    if (tmm < 0)
        return found;
    tmm = tmm > FARTHEST ? FARTHEST : tmm;
    reach = tmm + grid->reach_tmm;
    left = cell_at(grid, box.low.x - reach);
    right = cell_at(grid, box.high.x + reach);
    top = cell_at(grid, box.high.y + reach);
    for (int32_t y = cell_at(grid, box.low.y - reach); y <= top; y++)
        for (int32_t x = left; x <= right; x++)
            for (uint16_t unit = grid->first[y * grid->cells + x]; unit != LB_NO_INDEX;
                 unit = grid->next[unit])
                if (lb_box_meets(grid->box[unit], box, tmm) &&
                    (among == NULL || lb_unit_set_has(among, unit)))
                    lb_unit_set_add(&found, unit);
    return found;
}

lb_unit_set lb_grid_within(const lb_grid *grid, const lb_quad *from, int32_t tmm,
                           const lb_unit_set *among)
{
    lb_unit_set near = lb_grid_meeting(grid, lb_quad_box_of(from), tmm, among);

    for (uint16_t unit = lb_unit_set_next(&near, 0); unit != LB_NO_INDEX;
         unit = lb_unit_set_next(&near, unit + 1u))
        if (!lb_convex_is_within(from->corner, 4, grid->quad[unit].corner, 4, tmm))
            lb_unit_set_remove(&near, unit);
    return near;
}

/// Whether a squared distance is at most tmm squared.
static bool is_within(lb_rational square, int32_t tmm)
{
    return lb_products_compare((uint64_t)tmm * (uint64_t)tmm, square.den, square.num, 1) >= 0;
}

uint16_t lb_grid_nearest(const lb_grid *grid, const lb_quad *from, const lb_unit_set *among)
{
    lb_box box = lb_quad_box_of(from);

    for (int32_t reach = grid->cell_tmm;; reach = reach < FARTHEST / 2 ? 2 * reach : FARTHEST) {
        lb_unit_set near = lb_grid_meeting(grid, box, reach, among);
        uint16_t best = LB_NO_INDEX;
        lb_rational least = {0, 1};

        for (uint16_t unit = lb_unit_set_next(&near, 0); unit != LB_NO_INDEX;
             unit = lb_unit_set_next(&near, unit + 1u)) {
            lb_rational distance = {lb_box_square(box, grid->box[unit]), 1};

            if (best != LB_NO_INDEX && lb_rational_compare(distance, least) >= 0)
                continue;
            distance = lb_convex_distance(from->corner, 4, grid->quad[unit].corner, 4);
            if (best == LB_NO_INDEX || lb_rational_compare(distance, least) < 0) {
                best = unit;
                least = distance;
            }
        }
        // Whoever was not looked at is farther than the reach.
        if (reach >= FARTHEST || (best != LB_NO_INDEX && is_within(least, reach)))
            return best;
    }
}
