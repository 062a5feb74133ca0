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
    lb_box box;
} lb_hull;

/// The least convex shape around both quads: all that is swept when one turns into the other.
void lb_hull_around(const lb_quad *a, const lb_quad *b, lb_hull *hull);

/// The same for a quad and that quad moved by (x, y): all that is swept by the slide.
void lb_hull_of_slide(const lb_quad *quad, int32_t x, int32_t y, lb_hull *hull);

/// As lb_quad_overlaps_deeper, for shapes of 3 and more corners.
bool lb_convex_overlaps(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                        int32_t tmm);

/// The squared distance of a quad and a quad or a point; 0 when they touch or overlap.
lb_rational lb_convex_distance(const lb_point *a, uint32_t a_count, const lb_point *b,
                               uint32_t b_count);

/// Whether the distance is below `tmm`; at most `tmm`. The second may be a segment or a point.
bool lb_convex_is_nearer(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                         int32_t tmm);
bool lb_convex_is_within(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                         int32_t tmm);

/// Whether the segment from a to b has a point strictly inside the shape.
bool lb_convex_is_passed(const lb_point *corner, uint32_t count, lb_point a, lb_point b);

/// How far a quad can go in a direction until it meets another along more than a graze: 0 if the
/// two touch there, INT32_MAX if it never does or the other is not before it. To about a tenth of a
/// millimetre.
int32_t lb_gap_along(const lb_quad *quad, const lb_quad *other, uint16_t direction);

/// The bounding box of some points.
static inline lb_box lb_box_of(const lb_point *point, size_t count)
{
    lb_box box = {point[0], point[0]};

    for (size_t i = 1; i < count; i++) {
        box.low.x = point[i].x < box.low.x ? point[i].x : box.low.x;
        box.low.y = point[i].y < box.low.y ? point[i].y : box.low.y;
        box.high.x = point[i].x > box.high.x ? point[i].x : box.high.x;
        box.high.y = point[i].y > box.high.y ? point[i].y : box.high.y;
    }
    return box;
}

/// The box of a prepared piece.
static inline lb_box lb_piece_box(const lb_piece *piece)
{
    return (lb_box){piece->low, piece->high};
}

/// A box grown by `tmm` to every side.
static inline lb_box lb_box_grown(lb_box box, int32_t tmm)
{
    return (lb_box){{box.low.x - tmm, box.low.y - tmm}, {box.high.x + tmm, box.high.y + tmm}};
}

/// A box moved by (x, y).
static inline lb_box lb_box_moved(lb_box box, int32_t x, int32_t y)
{
    return (lb_box){{box.low.x + x, box.low.y + y}, {box.high.x + x, box.high.y + y}};
}

/// The squared distance of two boxes: nothing in them is nearer.
static inline uint64_t lb_box_square(lb_box a, lb_box b)
{
    int64_t x = a.low.x > b.high.x   ? (int64_t)a.low.x - b.high.x
                : b.low.x > a.high.x ? (int64_t)b.low.x - a.high.x
                                     : 0;
    int64_t y = a.low.y > b.high.y   ? (int64_t)a.low.y - b.high.y
                : b.low.y > a.high.y ? (int64_t)b.low.y - a.high.y
                                     : 0;

    return (uint64_t)(x * x + y * y);
}
