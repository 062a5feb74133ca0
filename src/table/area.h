// SPDX-License-Identifier: MIT
// Areas of polygons cut by half-planes, with corners in fine units.
#pragma once

#include "table/exact.h"

enum { LB_CUT_MAX = 512 };

/// A polygon in fine units, convex or not, either way round.
typedef struct lb_cut {
    struct {
        int64_t x, y;
    } corner[LB_CUT_MAX];
    uint32_t count;
} lb_cut;

/// A polygon of at most LB_PIECE_POINTS_MAX points.
void lb_cut_start(lb_cut *cut, const lb_point *point, uint32_t count);

/// Keeps what has value >= 0, for one value a corner, linear in between, below 2^60. New corners
/// are rounded to fine units.
void lb_cut_keep(lb_cut *cut, const int64_t *value);

/// Keeps what is to the right of the line from a to b.
void lb_cut_keep_right(lb_cut *cut, lb_point a, lb_point b);

/// Twice the area, in squared fine units, of a polygon that has been cut to a quad: below 2^45 for
/// each corner.
uint64_t lb_cut_area(const lb_cut *cut);

/// The side of a corner of the cut, in fine units, as lb_side.
int64_t lb_cut_side(const lb_cut *cut, uint32_t i, lb_point a, lb_point b);
