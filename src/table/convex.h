// SPDX-License-Identifier: MIT
// Convex shapes with integer corners: overlap, distance, and what a segment has inside.
//
// A shape is an array of corners in clockwise order; where it is said, two corners are a segment
// and one is a point. All answers are exact.
#pragma once

#include "table/exact.h"

enum { LB_HULL_MAX = 8 };

/// A convex shape of up to LB_HULL_MAX corners, clockwise, none of them twice or needless.
typedef struct lb_hull {
    lb_point corner[LB_HULL_MAX];
    uint32_t count;
    lb_point low, high; ///< bounding box
} lb_hull;

/// The least convex shape around both quads: all that is swept when one slides into the other.
void lb_hull_around(const lb_quad *a, const lb_quad *b, lb_hull *hull);

/// As lb_quad_overlaps_deeper, for shapes of 3 and more corners.
bool lb_convex_overlaps(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                        int32_t tmm);

/// The squared distance; 0 when they touch or overlap. At most one of them may be a segment or a
/// point.
lb_rational lb_convex_distance(const lb_point *a, uint32_t a_count, const lb_point *b,
                               uint32_t b_count);

/// lb_distance_is_below of lb_convex_distance, for less.
bool lb_convex_is_nearer(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                         int32_t tmm);

/// Whether a squared distance is below / at most tmm squared.
bool lb_distance_is_below(lb_rational square, int32_t tmm);
bool lb_distance_is_within(lb_rational square, int32_t tmm);

/// Whether the segment from a to b has a point strictly inside the shape.
bool lb_convex_is_passed(const lb_point *corner, uint32_t count, lb_point a, lb_point b);

/// Whether the boxes, the first grown by `tmm`, have a point in common.
static inline bool lb_boxes_meet(lb_point low, lb_point high, lb_point low2, lb_point high2,
                                 int32_t tmm)
{
    return low.x - tmm <= high2.x && low2.x <= high.x + tmm && low.y - tmm <= high2.y &&
           low2.y <= high.y + tmm;
}

/// The bounding box of some points.
static inline void lb_box_of(const lb_point *point, size_t count, lb_point *low, lb_point *high)
{
    *low = *high = point[0];
    for (size_t i = 1; i < count; i++) {
        low->x = point[i].x < low->x ? point[i].x : low->x;
        low->y = point[i].y < low->y ? point[i].y : low->y;
        high->x = point[i].x > high->x ? point[i].x : high->x;
        high->y = point[i].y > high->y ? point[i].y : high->y;
    }
}
