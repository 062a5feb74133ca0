// SPDX-License-Identifier: MIT
// Exact integer arithmetic that the table is reckoned with.
//
// Bounds: any two points in range (lb_point_is_in_range) differ by at most 64000 each way, so a
// cross product of three of them is below 2^32 and its square below 2^64; comparing two ratios of
// such numbers needs 128-bit products, which lb_products_compare forms without a 128-bit type.
#pragma once

#include "limber/table.h"

#include <assert.h>

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

/// floor(length * num / den) for length < 2^26 and 0 <= num <= den; exact while den < 2^37, beyond
/// that num and den lose their lowest bits.
static inline int64_t lb_part_of(int64_t length, uint64_t num, uint64_t den)
{
    while (den >= UINT64_C(1) << 37) {
        num >>= 1;
        den >>= 1;
    }
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

/// The distance of two points in fine units, rounded down.
static inline int64_t lb_fine_between(lb_point a, lb_point b)
{
    return lb_root_floor(lb_square_between(a, b) << 16);
}

static inline bool lb_point_equals(lb_point a, lb_point b)
{
    return a.x == b.x && a.y == b.y;
}
