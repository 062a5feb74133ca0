// SPDX-License-Identifier: MIT
// Simple polygons, convex or not, and polylines, against points and segments. All exact.
//
// A line that runs along an edge or through a corner is judged twice: once with everything on it
// pushed to the left, once to the right. What holds for both holds; so edges are outside, and a
// touch from one side is no crossing.
#pragma once

#include "table/exact.h"

enum { LB_SPANS_MAX = LB_PIECE_POINTS_MAX };

/// A part of a segment, from 0/1 to 1/1 of it; enter < leave.
typedef struct lb_span {
    lb_rational enter, leave;
} lb_span;

/// Whether the point with twice these coordinates is strictly inside. Differences and products are
/// twice and four times those of table/exact.h.
bool lb_polygon_has(const lb_point *point, uint32_t count, int64_t twice_x, int64_t twice_y);

/// The parts of the segment from a to b strictly inside the polygon, in order; parts that meet in
/// one point are one. `span` has room for LB_SPANS_MAX. Returns how many.
uint32_t lb_polygon_spans(const lb_point *point, uint32_t count, lb_point a, lb_point b,
                          lb_span *span);

/// Puts spans in order and makes one of those that meet or overlap. Returns how many are left.
uint32_t lb_spans_join(lb_span *span, uint32_t count);

/// Where the segment crosses the polyline, in order; `at` has room for LB_PIECE_POINTS_MAX. With
/// `is_open`, a segment that ends on the line does not cross it; else its ends, when on the line,
/// count as on its left.
uint32_t lb_polyline_crossings(const lb_point *point, uint32_t count, lb_point a, lb_point b,
                               bool is_open, lb_rational *at);
