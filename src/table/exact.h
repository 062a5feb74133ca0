// SPDX-License-Identifier: MIT
// Exact integer arithmetic that the table is reckoned with.
//
// Bounds, checked below. Two points in range (lb_point_is_in_range) differ by at most LB_SPAN_MAX
// = 278000 each way, less than 2^18.1, and are less than LB_APART_MAX = 393175 apart. From this:
//
// - a cross or dot product of two differences, and a squared distance, is below 2^37.2;
// - the ratio of two such numbers is compared by products below 2^74.4, and a squared side with
//   tmm squared times a squared length likewise: lb_products_compare forms them in two words
//   without a 128-bit type;
// - a side of a unit is at most LB_SIDE_MAX long, so that what lb_side_of gives for it is below
//   2^32 and the square of that fits one word: distances of units need nothing wider, and those of
//   larger boxes are cut to it (lb_convex_distance);
// - a length in fine units is below 2^26.6, and times a cross product it is below 2^64.
//
// A wheel may be looked at with corners that are out of range by less than 2 * LB_FOOTPRINT_MAX;
// that adds a tenth to differences, and only lb_products_compare is used there.
#pragma once

#include "limber/table.h"

#include <assert.h>

enum {
    LB_SPAN_MAX = LB_TABLE_MAX + 2 * LB_MARGIN,                     ///< between points, each way
    LB_APART_MAX = (int)(INT64_C(14143) * LB_SPAN_MAX / 10000) + 1, ///< root of 2 times as much
    LB_SIDE_MAX = LB_FOOTPRINT_MAX + 2,                             ///< of a quad, corners rounded
};

#define LB_CROSS_MAX (INT64_C(2) * LB_SPAN_MAX * LB_SPAN_MAX)

_Static_assert(LB_CROSS_MAX < INT64_C(1) << 38, "products of two cross products fit two words");
_Static_assert((int64_t)LB_APART_MAX *LB_SIDE_MAX <= UINT32_MAX, "a side of a quad fits 32 bits");
_Static_assert(UINT64_MAX / LB_CROSS_MAX >= (uint64_t)LB_APART_MAX * LB_FINE,
               "a part of a length is exact");

/// num / den, den > 0.
typedef struct lb_rational {
    uint64_t num, den;
} lb_rational;

/// The high and low word of a * b.
static inline uint64_t lb_product_high(uint64_t a, uint64_t b, uint64_t *low)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    __extension__ typedef unsigned __int128 word2;
    word2 product = (word2)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    uint64_t bottom = al * bl;
    uint64_t middle = ah * bl + (bottom >> 32);
    uint64_t middle2 = al * bh + (middle & 0xffffffffu);

    *low = middle2 << 32 | (bottom & 0xffffffffu);
    return ah * bh + (middle >> 32) + (middle2 >> 32);
#endif
}

/// -1, 0 or 1 as a * b is below, equal to or above c * d.
static inline int lb_products_compare(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t low, low2, high = lb_product_high(a, b, &low), high2 = lb_product_high(c, d, &low2);

    if (high != high2)
        return high < high2 ? -1 : 1;
    return low == low2 ? 0 : low < low2 ? -1 : 1;
}

static inline int lb_rational_compare(lb_rational a, lb_rational b)
{
    return lb_products_compare(a.num, b.den, b.num, a.den);
}

/// The square root, rounded down.
///
/// For a square from 2^62 on, each line below doubles the number of good bits of the root; the last
/// is at most one too high (as in Python's math.isqrt).
static inline uint32_t lb_root_floor(uint64_t square)
{
    uint64_t root, moved;
    int shift;

    if (square == 0)
        return 0;
    shift = __builtin_clzll(square) & ~1;
    moved = square << shift;
    root = 1 + (moved >> 62);
    root = (root << 1) + (moved >> 59) / root;
    root = (root << 3) + (moved >> 53) / root;
    root = (root << 7) + (moved >> 41) / root;
    root = ((root << 15) + (moved >> 17) / root) >> shift / 2;
    root = root > UINT32_MAX ? UINT32_MAX : root;
    return (uint32_t)(root * root > square ? root - 1 : root);
}

static inline uint64_t lb_magnitude(int64_t value)
{
    return value < 0 ? (uint64_t)-value : (uint64_t)value;
}

/// value / divisor to the nearest, halves away from zero; divisor > 0.
static inline int64_t lb_divide_nearest(int64_t value, int64_t divisor)
{
    assert(divisor > 0);
    return value < 0 ? -((-value + divisor / 2) / divisor) : (value + divisor / 2) / divisor;
}

/// value / 2^bits to the nearest, halves away from zero. Shifts of negative numbers round down on
/// all our compilers; a half below zero is made one less first, and so goes down as well.
static inline int32_t lb_shift_nearest(int64_t value, int bits)
{
    return (int32_t)((value + (INT64_C(1) << (bits - 1)) + (value >> 63)) >> bits);
}

/// The point that is tmm from another in the direction of a sine and cosine.
static inline lb_point lb_point_along(lb_point from, int32_t sine, int32_t cosine, int32_t tmm)
{
    return (lb_point){from.x + lb_shift_nearest((int64_t)tmm * sine, LB_SINE_BITS),
                      from.y + lb_shift_nearest((int64_t)tmm * cosine, LB_SINE_BITS)};
}

/// floor(length * num / den) for a length in fine units and 0 <= num <= den. Exact: den is a cross
/// product, or in lb_contact_of one of neighbours in fine units.
static inline int64_t lb_part_of(int64_t length, uint64_t num, uint64_t den)
{
    assert(num <= den && (length == 0 || den <= UINT64_MAX / (uint64_t)length));
    return (int64_t)((uint64_t)length * num / den);
}

static inline int64_t lb_cross(int64_t ax, int64_t ay, int64_t bx, int64_t by)
{
    return ax * by - ay * bx;
}

/// Above 0 when p lies to the left of the line from a to b, 0 on it; its magnitude is the distance
/// times the length of ab.
static inline int64_t lb_side_of(lb_point a, lb_point b, lb_point p)
{
    return lb_cross((int64_t)b.x - a.x, (int64_t)b.y - a.y, (int64_t)p.x - a.x, (int64_t)p.y - a.y);
}

/// The squared distance of two points.
static inline uint64_t lb_square_between(lb_point a, lb_point b)
{
    int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;

    return (uint64_t)(x * x + y * y);
}

/// The distance of two points in fine units, rounded down: the square is below 2^53.2.
static inline int64_t lb_fine_between(lb_point a, lb_point b)
{
    return lb_root_floor(lb_square_between(a, b) << 16);
}

/// A quad moved by (x, y).
static inline lb_quad lb_quad_moved(const lb_quad *quad, int32_t x, int32_t y)
{
    lb_quad moved;

    for (int i = 0; i < 4; i++)
        moved.corner[i] = (lb_point){quad->corner[i].x + x, quad->corner[i].y + y};
    return moved;
}

static inline bool lb_point_equals(lb_point a, lb_point b)
{
    return a.x == b.x && a.y == b.y;
}
