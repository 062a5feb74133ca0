// SPDX-License-Identifier: MIT
// How far it is to what lies ahead. See table/convex.h.

#include "table/convex.h"

enum {
    FINE = 16, ///< parts of a tmm
    GRAZE =
        2 * LB_CONTACT_TMM * FINE ///< from either side: what two must have of each other at least
};

/// A quad as it is seen along a direction: x to the right, y ahead.
typedef struct seen_quad {
    int64_t x[4], y[4];
} seen_quad;

static seen_quad seen_along(const lb_quad *quad, lb_point from, uint16_t direction)
{
    int64_t sine = lb_sine(direction), cosine = lb_cosine(direction);
    seen_quad seen;

    for (int i = 0; i < 4; i++) {
        int64_t x = quad->corner[i].x - from.x, y = quad->corner[i].y - from.y;

        seen.x[i] = (x * cosine - y * sine) * FINE / LB_SINE_ONE;
        seen.y[i] = (x * sine + y * cosine) * FINE / LB_SINE_ONE;
    }
    return seen;
}

static int64_t least_x(const seen_quad *quad)
{
    int64_t least = quad->x[0];

    for (int i = 1; i < 4; i++)
        least = quad->x[i] < least ? quad->x[i] : least;
    return least;
}

static int64_t most_x(const seen_quad *quad)
{
    int64_t most = quad->x[0];

    for (int i = 1; i < 4; i++)
        most = quad->x[i] > most ? quad->x[i] : most;
    return most;
}

/// The outline at x, which lies within the quad: its far side for sign 1, its near side for -1.
static int64_t outline_at(const seen_quad *quad, int64_t x, int sign)
{
    int64_t best = INT64_MIN;

    for (int i = 0; i < 4; i++) {
        int next = (i + 1) % 4;
        int64_t x0 = quad->x[i], x1 = quad->x[next], y0 = quad->y[i], y1 = quad->y[next], y;

        if ((x < x0 && x < x1) || (x > x0 && x > x1))
            continue;
        y = x0 == x1 ? (sign * y0 > sign * y1 ? y0 : y1) : y0 + (y1 - y0) * (x - x0) / (x1 - x0);
        best = sign * y > best ? sign * y : best;
    }
    return sign * best;
}

int32_t lb_gap_along(const lb_quad *quad, const lb_quad *other, uint16_t direction)
{
    lb_point from = quad->corner[0];
    seen_quad own = seen_along(quad, from, direction), its = seen_along(other, from, direction);
    int64_t low = least_x(&own) > least_x(&its) ? least_x(&own) : least_x(&its);
    int64_t high = most_x(&own) < most_x(&its) ? most_x(&own) : most_x(&its);
    int64_t gap = INT64_MAX;

    low += GRAZE / 2;
    high -= GRAZE / 2;
    if (low >= high)
        return INT32_MAX;
    /* The gap over x is convex and bends at corners alone. */
    for (int i = 0; i < 10; i++) {
        int64_t x = i < 4 ? own.x[i] : i < 8 ? its.x[i - 4] : i == 8 ? low : high, at;

        if (x < low || x > high)
            continue;
        at = outline_at(&its, x, -1) - outline_at(&own, x, 1);
        gap = at < gap ? at : gap;
    }
    if (gap < -(int64_t)GRAZE)
        return INT32_MAX;
    return gap < 0 ? 0 : (int32_t)(gap / FINE);
}
