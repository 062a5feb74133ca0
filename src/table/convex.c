// SPDX-License-Identifier: MIT
// Convex shapes: separating axes, distances, hulls. See table/convex.h and limber/table.h.

#include "table/convex.h"

#include <assert.h>

enum { FARTHEST = 2 * (LB_TABLE_MAX + 2 * LB_MARGIN) };

/// Adds points one by one to a chain that turns right; forwards for the upper, backwards for the
/// lower half.
static uint32_t extend_chain(lb_point *chain, uint32_t count, uint32_t base, lb_point point)
{
    while (count >= base + 2 && lb_side_of(chain[count - 2], chain[count - 1], point) >= 0)
        count--;
    chain[count++] = point;
    return count;
}

void lb_hull_around(const lb_quad *a, const lb_quad *b, lb_hull *hull)
{
    lb_point sorted[8], chain[2 * LB_HULL_MAX + 1];
    uint32_t count = 0, upper;

    for (int i = 0; i < 8; i++) {
        lb_point point = i < 4 ? a->corner[i] : b->corner[i - 4];
        int at = i;
        for (; at > 0 && (sorted[at - 1].x > point.x ||
                          (sorted[at - 1].x == point.x && sorted[at - 1].y > point.y));
             at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = point;
    }
    for (int i = 0; i < 8; i++)
        count = extend_chain(chain, count, 0, sorted[i]);
    upper = count - 1;
    for (int i = 6; i >= 0; i--)
        count = extend_chain(chain, count, upper, sorted[i]);
    hull->count = count - 1;
    assert(hull->count >= 3 && hull->count <= LB_HULL_MAX);
    for (uint32_t i = 0; i < hull->count; i++)
        hull->corner[i] = chain[i];
    lb_box_of(hull->corner, hull->count, &hull->low, &hull->high);
}

/// The least side of b's corners as seen from the line of a's edge i: above 0 is wholly outside.
static int64_t least_side(const lb_point *a, uint32_t a_count, uint32_t i, const lb_point *b,
                          uint32_t b_count)
{
    lb_point from = a[i], to = a[i + 1 == a_count ? 0 : i + 1];
    int64_t least = lb_side_of(from, to, b[0]);

    for (uint32_t k = 1; k < b_count; k++) {
        int64_t side = lb_side_of(from, to, b[k]);
        least = side < least ? side : least;
    }
    return least;
}

/// Whether b lies beyond an edge of a, or sinks into it by tmm at most.
static bool parts(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                  int32_t tmm)
{
    for (uint32_t i = 0; i < a_count; i++) {
        int64_t least = least_side(a, a_count, i, b, b_count);
        uint64_t sunk = lb_magnitude(least);

        if (least >= 0)
            return true;
        if (tmm > 0 && lb_products_compare(sunk, sunk, (uint64_t)tmm * (uint64_t)tmm,
                                           lb_square_between(a[i], a[(i + 1) % a_count])) <= 0)
            return true;
    }
    return false;
}

bool lb_convex_overlaps(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                        int32_t tmm)
{
    assert(a_count >= 3 && b_count >= 3 && tmm >= 0);
    return !parts(a, a_count, b, b_count, tmm) && !parts(b, b_count, a, a_count, tmm);
}

/// Whether an edge of a has all of b strictly beyond it.
static bool parts_clearly(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count)
{
    if (a_count > 1)
        for (uint32_t i = 0; i < a_count; i++)
            if (least_side(a, a_count, i, b, b_count) > 0)
                return true;
    return false;
}

/// Makes *best the squared distance of p from the segment ab where that is less.
static void improve(lb_rational *best, lb_point p, lb_point a, lb_point b, bool is_edge)
{
    int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    int64_t px = (int64_t)p.x - a.x, py = (int64_t)p.y - a.y;
    int64_t side = lb_cross(x, y, px, py), along;
    lb_rational found = {lb_magnitude(side) * lb_magnitude(side), (uint64_t)(x * x + y * y)};

    // An edge of a shape is only near to what lies before it; and nothing on a segment is nearer
    // than its line.
    if ((is_edge && side < 0) || (found.den > 0 && lb_rational_compare(found, *best) >= 0))
        return;
    along = x * px + y * py;
    if (along <= 0)
        found = (lb_rational){lb_square_between(a, p), 1};
    else if ((uint64_t)along >= found.den)
        found = (lb_rational){lb_square_between(b, p), 1};
    if (lb_rational_compare(found, *best) < 0)
        *best = found;
}

static void nearest_corner(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                           lb_rational *best)
{
    for (uint32_t i = 0; i < a_count; i++) {
        lb_point from = a[i], to = a[i + 1 == a_count ? 0 : i + 1];

        // The near side of a shape is enough: an edge that all of b lies behind is never nearest.
        for (uint32_t k = 0; k < b_count; k++)
            improve(best, b[k], from, to, a_count > 2);
    }
}

lb_rational lb_convex_distance(const lb_point *a, uint32_t a_count, const lb_point *b,
                               uint32_t b_count)
{
    lb_rational best = {lb_square_between(a[0], b[0]), 1};

    assert(a_count >= 3 || b_count >= 3);
    if (!parts_clearly(a, a_count, b, b_count) && !parts_clearly(b, b_count, a, a_count))
        return (lb_rational){0, 1};
    nearest_corner(a, a_count, b, b_count, &best);
    nearest_corner(b, b_count, a, a_count, &best);
    return best;
}

bool lb_convex_is_nearer(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                         int32_t tmm)
{
    lb_rational bound = {(uint64_t)tmm * (uint64_t)tmm, 1}, best = bound;

    assert(a_count >= 3 || b_count >= 3);
    if (tmm <= 0)
        return false;
    if (!parts_clearly(a, a_count, b, b_count) && !parts_clearly(b, b_count, a, a_count))
        return true;
    nearest_corner(a, a_count, b, b_count, &best);
    if (lb_rational_compare(best, bound) < 0)
        return true;
    nearest_corner(b, b_count, a, a_count, &best);
    return lb_rational_compare(best, bound) < 0;
}

bool lb_distance_is_below(lb_rational square, int32_t tmm)
{
    return tmm > 0 &&
           lb_products_compare((uint64_t)tmm * (uint64_t)tmm, square.den, square.num, 1) > 0;
}

bool lb_distance_is_within(lb_rational square, int32_t tmm)
{
    return tmm >= 0 &&
           lb_products_compare((uint64_t)tmm * (uint64_t)tmm, square.den, square.num, 1) >= 0;
}

bool lb_convex_is_passed(const lb_point *corner, uint32_t count, lb_point a, lb_point b)
{
    lb_rational enter = {0, 1}, leave = {1, 1};

    for (uint32_t i = 0; i < count; i++) {
        lb_point from = corner[i], to = corner[i + 1 == count ? 0 : i + 1];
        int64_t start = lb_side_of(from, to, a), end = lb_side_of(from, to, b);

        if (start >= 0 && end >= 0)
            return false;
        if (start >= 0) {
            lb_rational cut = {(uint64_t)start, (uint64_t)(start - end)};
            if (lb_rational_compare(cut, enter) > 0)
                enter = cut;
        } else if (end >= 0) {
            lb_rational cut = {(uint64_t)-start, (uint64_t)(end - start)};
            if (lb_rational_compare(cut, leave) < 0)
                leave = cut;
        }
    }
    return lb_rational_compare(enter, leave) < 0;
}

bool lb_quad_overlaps_deeper(const lb_quad *a, const lb_quad *b, int32_t tmm)
{
    return lb_convex_overlaps(a->corner, 4, b->corner, 4, tmm);
}

bool lb_quad_overlaps(const lb_quad *a, const lb_quad *b)
{
    return lb_quad_overlaps_deeper(a, b, 0);
}

static lb_rational quad_distance(const lb_quad *a, const lb_quad *b)
{
    return lb_convex_distance(a->corner, 4, b->corner, 4);
}

static lb_rational point_distance(lb_point point, const lb_quad *quad)
{
    return lb_convex_distance(quad->corner, 4, &point, 1);
}

static int32_t round_down(lb_rational square)
{
    return (int32_t)lb_root_floor(square.num / square.den);
}

static int32_t round_up(lb_rational square)
{
    uint64_t least = square.num / square.den + (square.num % square.den != 0);
    uint32_t root = lb_root_floor(least);

    return (int32_t)(root + ((uint64_t)root * root < least));
}

bool lb_quad_is_within(const lb_quad *a, const lb_quad *b, int32_t tmm)
{
    lb_point low, high, low2, high2;

    if (tmm < 0)
        return false;
    lb_box_of(a->corner, 4, &low, &high);
    lb_box_of(b->corner, 4, &low2, &high2);
    // Whatever is in range is nearer than the bound, which keeps the sums within 32 bits.
    return lb_boxes_meet(low, high, low2, high2, tmm < FARTHEST ? tmm : FARTHEST) &&
           lb_distance_is_within(quad_distance(a, b), tmm);
}

int32_t lb_quad_distance_floor(const lb_quad *a, const lb_quad *b)
{
    return round_down(quad_distance(a, b));
}

int32_t lb_quad_distance_ceil(const lb_quad *a, const lb_quad *b)
{
    return round_up(quad_distance(a, b));
}

int lb_quad_compare_distance(const lb_quad *from, const lb_quad *a, const lb_quad *b)
{
    return lb_rational_compare(quad_distance(from, a), quad_distance(from, b));
}

bool lb_point_is_within(lb_point point, const lb_quad *quad, int32_t tmm)
{
    return tmm >= 0 && lb_distance_is_within(point_distance(point, quad), tmm);
}

int32_t lb_point_distance_floor(lb_point point, const lb_quad *quad)
{
    return round_down(point_distance(point, quad));
}

int32_t lb_point_distance_ceil(lb_point point, const lb_quad *quad)
{
    return round_up(point_distance(point, quad));
}

bool lb_point_is_inside(lb_point point, const lb_quad *quad)
{
    for (int i = 0; i < 4; i++)
        if (lb_side_of(quad->corner[i], quad->corner[(i + 1) % 4], point) >= 0)
            return false;
    return true;
}

bool lb_quad_is_in_contact(const lb_quad *a, const lb_quad *b)
{
    return lb_quad_is_within(a, b, LB_CONTACT_TMM);
}
