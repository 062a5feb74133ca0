// SPDX-License-Identifier: MIT
// Pieces of ground for the other files of the table: shapes, bodies, spans.
#pragma once

#include "table/convex.h"
#include "table/polygon.h"

/// A piece with its points.
typedef struct lb_shape {
    const lb_piece *piece;
    const lb_point *point;
    uint32_t count;
} lb_shape;

/// Asserts that the ground is prepared.
lb_shape lb_shape_of(const lb_ground *ground, uint16_t piece);

/// The body of a line around its segment i (from point i to i + 1), clockwise.
lb_quad lb_shape_body(const lb_shape *shape, uint32_t i);

/// The parts of the segment inside an area or a body, in order; room for LB_SPANS_MAX.
uint32_t lb_shape_spans(const lb_shape *shape, lb_point a, lb_point b, lb_span *span);

/// Whether a convex shape of 4 and more corners shares interior with an area or a body, or a line
/// without a body passes inside it.
bool lb_shape_enters(const lb_shape *shape, const lb_hull *hull);

/// Some pieces of a ground, ascending.
typedef struct lb_piece_list {
    uint16_t count;
    uint16_t piece[LB_PIECES_MAX];
} lb_piece_list;

/// As lb_ground_along, but in parts of a segment that is said to be `length_fine` long, and of
/// some pieces only; `among` may be NULL for all.
size_t lb_ground_stretches(const lb_ground *ground, const lb_piece_list *among, lb_point from,
                           lb_point to, int64_t length_fine, lb_stretch *stretch, size_t room);
