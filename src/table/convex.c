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
    hull->box = lb_box_join(lb_quad_box_of(a), lb_quad_box_of(b));
}

void lb_hull_of_slide(const lb_quad *quad, int32_t x, int32_t y, lb_hull *hull)
{
    lb_box box = lb_quad_box_of(quad);
    int64_t ahead[4]; // above 0 for an edge that faces where the quad goes
    uint32_t count = 0;

    for (int i = 0; i < 4; i++) {
        lb_point from = quad->corner[i], to = quad->corner[(i + 1) & 3];
        ahead[i] = lb_cross((int64_t)to.x - from.x, (int64_t)to.y - from.y, x, y);
    }
    // A corner of an edge that faces ahead counts where it arrives, of one that faces back where it
    // starts, and of one of each at both places. An edge along the way lies between the two.
    for (int i = 0; i < 4; i++) {
        int64_t before = ahead[(i + 3) & 3], after = ahead[i];
        lb_point start = quad->corner[i], end = {start.x + x, start.y + y};

        if (before > 0)
            hull->corner[count++] = end;
        if (before < 0 || after < 0 || (x == 0 && y == 0))
            hull->corner[count++] = start;
        if (before <= 0 && after > 0)
            hull->corner[count++] = end;
    }
    hull->count = count;
    assert(count >= 4 && count <= 6);
    hull->box = lb_box_join(box, lb_box_moved(box, x, y));
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
        if (tmm > 0 &&
            lb_products_compare(sunk, sunk, (uint64_t)tmm * (uint64_t)tmm,
                                lb_square_between(a[i], a[i + 1 == a_count ? 0 : i + 1])) <= 0)
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

// ---- distance -----------------------------------------------------------------------------------
//
// Two shapes that do not meet are nearest at a corner of one and a point of an edge of the other
// that faces that corner. So for each edge the corners before it count: by their distance from its
// line where they lie square before the edge, else by their distance from its nearer end. A segment
// is a shape of two edges, there and back.

/// What the corners of a shape are to an edge of another.
typedef struct edge_view {
    uint64_t length;  ///< of the edge, squared
    int64_t least;    ///< the least side of all corners: above 0 when the edge parts the shapes
    uint64_t nearest; ///< the least side of the corners square before the edge; or UINT64_MAX
    uint64_t corner;  ///< the least squared distance of the other corners before it; or UINT64_MAX
} edge_view;

static inline edge_view view_from_edge(lb_point from, lb_point to, const lb_point *b,
                                       uint32_t b_count)
{
    int64_t x = (int64_t)to.x - from.x, y = (int64_t)to.y - from.y;
    edge_view view = {(uint64_t)(x * x + y * y), INT64_MAX, UINT64_MAX, UINT64_MAX};

    for (uint32_t k = 0; k < b_count; k++) {
        int64_t px = (int64_t)b[k].x - from.x, py = (int64_t)b[k].y - from.y;
        int64_t side = lb_cross(x, y, px, py), along;

        view.least = side < view.least ? side : view.least;
        if (side <= 0)
            continue;
        along = x * px + y * py;
        if (along > 0 && (uint64_t)along < view.length) {
            view.nearest = (uint64_t)side < view.nearest ? (uint64_t)side : view.nearest;
        } else {
            uint64_t square =
                along <= 0 ? (uint64_t)(px * px + py * py) : lb_square_between(to, b[k]);
            view.corner = square < view.corner ? square : view.corner;
        }
    }
    return view;
}

/// Makes *best the squared distance of the corners of b from the edges of a where that is less.
/// Says whether an edge of a has all of b strictly beyond it.
static bool improve(lb_rational *best, const lb_point *a, uint32_t a_count, const lb_point *b,
                    uint32_t b_count)
{
    bool is_parted = false;

    for (uint32_t i = 0; i < a_count; i++) {
        edge_view view = view_from_edge(a[i], a[i + 1 == a_count ? 0 : i + 1], b, b_count);
        lb_rational corner = {view.corner, 1};

        is_parted = is_parted || view.least > 0;
        if (view.nearest != UINT64_MAX) {
            lb_rational found = {view.nearest * view.nearest, view.length};

            // Sides of quads only: the square fits (table/exact.h).
            assert(view.nearest <= UINT32_MAX);
            if (lb_rational_compare(found, *best) < 0)
                *best = found;
        }
        if (view.corner != UINT64_MAX && lb_rational_compare(corner, *best) < 0)
            *best = corner;
    }
    return is_parted;
}

lb_rational lb_convex_distance(const lb_point *a, uint32_t a_count, const lb_point *b,
                               uint32_t b_count)
{
    lb_rational best = {lb_square_between(a[0], b[0]), 1};
    bool is_parted;

    assert(a_count >= 3 && b_count != 2);
    is_parted = improve(&best, a, a_count, b, b_count);
    if (b_count > 1)
        is_parted = improve(&best, b, b_count, a, a_count) || is_parted;
    return is_parted ? best : (lb_rational){0, 1};
}

/// What one shape's edges say of whether another is near.
typedef enum nearness {
    NEARNESS_MEETING, ///< no edge parts the two
    NEARNESS_PARTED,  ///< an edge does, and no corner is near to an edge
    NEARNESS_NEAR,
    NEARNESS_FAR, ///< an edge has all of the other beyond the bound
} nearness;

/// The edges of a and the corners of b. `slack` is 0 for "below the bound", 1 for "at most".
static nearness look_from(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                          uint64_t bound, int slack)
{
    nearness found = NEARNESS_MEETING;

    for (uint32_t i = 0; i < a_count; i++) {
        edge_view view = view_from_edge(a[i], a[i + 1 == a_count ? 0 : i + 1], b, b_count);

        if (view.least > 0) {
            uint64_t least = (uint64_t)view.least;
            found = NEARNESS_PARTED;
            if (lb_products_compare(least, least, bound, view.length) >= slack)
                return NEARNESS_FAR;
        }
        if (view.corner != UINT64_MAX && view.corner < bound + (uint64_t)slack)
            return NEARNESS_NEAR;
        if (view.nearest != UINT64_MAX &&
            lb_products_compare(view.nearest, view.nearest, bound, view.length) < slack)
            return NEARNESS_NEAR;
    }
    return found;
}

static inline bool is_near(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                           int32_t tmm, int slack)
{
    uint64_t bound = (uint64_t)tmm * (uint64_t)tmm;
    nearness from_a, from_b = NEARNESS_MEETING;

    assert(a_count >= 3 || b_count >= 3);
    from_a = a_count > 1 ? look_from(a, a_count, b, b_count, bound, slack) : NEARNESS_MEETING;
    if (from_a >= NEARNESS_NEAR)
        return from_a == NEARNESS_NEAR;
    if (b_count > 1)
        from_b = look_from(b, b_count, a, a_count, bound, slack);
    if (from_b >= NEARNESS_NEAR)
        return from_b == NEARNESS_NEAR;
    return from_a == NEARNESS_MEETING && from_b == NEARNESS_MEETING;
}

bool lb_convex_is_nearer(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                         int32_t tmm)
{
    return tmm > 0 && is_near(a, a_count, b, b_count, tmm, 0);
}

bool lb_convex_is_within(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                         int32_t tmm)
{
    return tmm >= 0 && is_near(a, a_count, b, b_count, tmm, 1);
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
    if (tmm < 0)
        return false;
    // Whatever is in range is nearer than the bound, which keeps the sums within 32 bits.
    return lb_box_meets(lb_quad_box_of(a), lb_quad_box_of(b), tmm < FARTHEST ? tmm : FARTHEST) &&
           lb_convex_is_within(a->corner, 4, b->corner, 4, tmm);
}

int32_t lb_quad_distance_floor(const lb_quad *a, const lb_quad *b)
{
    return round_down(quad_distance(a, b));
}

int32_t lb_quad_distance_ceil(const lb_quad *a, const lb_quad *b)
{
    return round_up(quad_distance(a, b));
}

/// The squared distance of the centre of one from the nearest corner of another.
static uint64_t corner_square(const lb_quad *a, const lb_quad *b)
{
    lb_point centre = lb_quad_centre(a);
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < 4; i++) {
        uint64_t square = lb_square_between(centre, b->corner[i]);
        least = square < least ? square : least;
    }
    return least;
}

int lb_quad_compare_distance(const lb_quad *from, const lb_quad *a, const lb_quad *b)
{
    lb_box box = lb_quad_box_of(from);

    // Boxes are never farther apart than what they hold, and corners never nearer.
    if (lb_box_square(box, lb_quad_box_of(a)) > corner_square(from, b))
        return 1;
    if (lb_box_square(box, lb_quad_box_of(b)) > corner_square(from, a))
        return -1;
    return lb_rational_compare(quad_distance(from, a), quad_distance(from, b));
}

bool lb_point_is_within(lb_point point, const lb_quad *quad, int32_t tmm)
{
    return lb_convex_is_within(quad->corner, 4, &point, 1, tmm);
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
