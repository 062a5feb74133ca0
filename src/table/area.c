// SPDX-License-Identifier: MIT
// Cutting polygons by half-planes (Sutherland and Hodgman). See table/area.h.
//
// The seams that a cut leaves in a polygon that is not convex run there and back and have no area.
// A cut makes at most half as many corners again, so that four cuts of 96 corners (486) stay below
// LB_CUT_MAX.
//
// Corners are below LB_SPAN_MAX * LB_FINE = 2^26.1. The side of a corner is taken from a side of a
// quad, at most LB_SIDE_MAX long: below 2^40.4. A value is such a side, or the difference of two
// times a length in sixteenths of a tmm: below 2^58.7.

#include "table/area.h"

#include <assert.h>

_Static_assert(LB_PIECE_POINTS_MAX * 81 / 16 <= LB_CUT_MAX, "four cuts fit");
_Static_assert(INT64_C(4) * LB_SIDE_MAX * LB_SPAN_MAX * LB_FINE * LB_SIDE_MAX * 16 < INT64_C(1)
                                                                                         << 60,
               "values of cuts are below 2^60");
_Static_assert(LB_SPAN_MAX *LB_FINE < 1 << 27, "a difference times a part fits");

void lb_cut_start(lb_cut *cut, const lb_point *point, uint32_t count)
{
    assert(count <= LB_PIECE_POINTS_MAX);
    cut->count = count;
    for (uint32_t i = 0; i < count; i++) {
        cut->corner[i].x = (int64_t)point[i].x * LB_FINE;
        cut->corner[i].y = (int64_t)point[i].y * LB_FINE;
    }
}

/// from + (to - from) * part / whole with 0 <= part <= whole < 2^36.
static int64_t at_part(int64_t from, int64_t to, int64_t part, int64_t whole)
{
    return from + lb_divide_nearest((to - from) * part, whole);
}

void lb_cut_keep(lb_cut *cut, const int64_t *value)
{
    lb_cut kept;

    kept.count = 0;
    for (uint32_t i = 0; i < cut->count; i++) {
        uint32_t next = i + 1 == cut->count ? 0 : i + 1;
        int64_t from = value[i], to = value[next];

        assert(kept.count + 2 <= LB_CUT_MAX);
        if (from >= 0)
            kept.corner[kept.count++] = cut->corner[i];
        if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
            int64_t part = (int64_t)lb_magnitude(from), whole = part + (int64_t)lb_magnitude(to);
            while (whole >= INT64_C(1) << 36) {
                part >>= 1;
                whole >>= 1;
            }
            kept.corner[kept.count].x = at_part(cut->corner[i].x, cut->corner[next].x, part, whole);
            kept.corner[kept.count++].y =
                at_part(cut->corner[i].y, cut->corner[next].y, part, whole);
        }
    }
    cut->count = kept.count;
    for (uint32_t i = 0; i < kept.count; i++)
        cut->corner[i] = kept.corner[i];
}

int64_t lb_cut_side(const lb_cut *cut, uint32_t i, lb_point a, lb_point b)
{
    return lb_cross((int64_t)b.x - a.x, (int64_t)b.y - a.y,
                    cut->corner[i].x - (int64_t)a.x * LB_FINE,
                    cut->corner[i].y - (int64_t)a.y * LB_FINE);
}

void lb_cut_keep_right(lb_cut *cut, lb_point a, lb_point b)
{
    int64_t value[LB_CUT_MAX];

    for (uint32_t i = 0; i < cut->count; i++)
        value[i] = -lb_cut_side(cut, i, a, b);
    lb_cut_keep(cut, value);
}

uint64_t lb_cut_area(const lb_cut *cut)
{
    int64_t sum = 0;

    for (uint32_t i = 2; i < cut->count; i++)
        sum += lb_cross(cut->corner[i - 1].x - cut->corner[0].x,
                        cut->corner[i - 1].y - cut->corner[0].y,
                        cut->corner[i].x - cut->corner[0].x, cut->corner[i].y - cut->corner[0].y);
    return lb_magnitude(sum);
}
