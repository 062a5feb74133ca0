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
// Two shapes that do not meet are parted by an edge of one of them: all of the other lies strictly
// beyond it. They are nearest either at a corner that lies square before such an edge, with nothing
// of its shape nearer to the edge's line, or at two corners. A segment is a shape of two edges,
// there and back; a point has none.

/// How an edge parts a shape from another.
typedef enum parting {
    PARTING_NONE,   ///< not all of the other lies beyond it
    PARTING_SOME,   ///< it does, but the nearest is not square before the edge
    PARTING_SQUARE, ///< the distance is that of the nearest corner from the edge's line
} parting;

/// What an edge says of the distance: it is side / root of length, or at least that.
typedef struct edge_view {
    parting parting;
    uint64_t side;   ///< the least of the corners beyond
    uint64_t length; ///< of the edge, squared
} edge_view;

static inline edge_view view_from_edge(lb_point from, lb_point to, const lb_point *b,
                                       uint32_t b_count)
{
    int64_t x = (int64_t)to.x - from.x, y = (int64_t)to.y - from.y;
    int64_t length = x * x + y * y, least = INT64_MAX;
    bool is_square = false;

    for (uint32_t k = 0; k < b_count; k++) {
        int64_t px = (int64_t)b[k].x - from.x, py = (int64_t)b[k].y - from.y;
        int64_t side = lb_cross(x, y, px, py), along;

        if (side <= 0)
            return (edge_view){.parting = PARTING_NONE};
        if (side > least)
            continue;
        along = x * px + y * py;
        is_square = (side == least && is_square) || (along >= 0 && along <= length);
        least = side;
    }
    return (edge_view){is_square ? PARTING_SQUARE : PARTING_SOME, (uint64_t)least,
                       (uint64_t)length};
}

/// Looks for an edge of a that has b square before it; else *view has any edge that parts the two,
/// if there is one.
static bool find_square(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                        edge_view *view)
{
    for (uint32_t i = 0; i < a_count; i++) {
        edge_view found = view_from_edge(a[i], a[i + 1 == a_count ? 0 : i + 1], b, b_count);

        if (found.parting != PARTING_NONE)
            *view = found;
        if (found.parting == PARTING_SQUARE)
            return true;
    }
    return false;
}

/// The least squared distance of two corners.
static uint64_t corners_square(const lb_point *a, uint32_t a_count, const lb_point *b,
                               uint32_t b_count)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t i = 0; i < a_count; i++)
        for (uint32_t k = 0; k < b_count; k++) {
            uint64_t square = lb_square_between(a[i], b[k]);
            least = square < least ? square : least;
        }
    return least;
}

lb_rational lb_convex_distance(const lb_point *a, uint32_t a_count, const lb_point *b,
                               uint32_t b_count)
{
    edge_view view = {.parting = PARTING_NONE};

    assert(a_count >= 3 && b_count != 2);
    if (find_square(a, a_count, b, b_count, &view) ||
        (b_count > 1 && find_square(b, b_count, a, a_count, &view))) {
        // The square of a unit's side fits (table/exact.h). A box round many units may be larger;
        // halving its side and quartering its length in step changes a distance by less than a
        // hundredth of a tenth of a millimetre.
        while (view.side > UINT32_MAX) {
            view.side /= 2;
            view.length /= 4;
        }
        return (lb_rational){view.side * view.side, view.length};
    }
    if (view.parting == PARTING_NONE)
        return (lb_rational){0, 1};
    return (lb_rational){corners_square(a, a_count, b, b_count), 1};
}

/// What the edges of one shape say of whether another is near.
typedef enum nearness {
    NEARNESS_MEETING, ///< no edge parts the two
    NEARNESS_PARTED,  ///< an edge does: their corners have to be measured
    NEARNESS_NEAR,
    NEARNESS_FAR,
} nearness;

/// The edges of a against b. `slack` is 0 for "below the bound", 1 for "at most".
static nearness look_from(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                          uint64_t bound, int slack)
{
    nearness found = NEARNESS_MEETING;

    for (uint32_t i = 0; i < a_count; i++) {
        edge_view view = view_from_edge(a[i], a[i + 1 == a_count ? 0 : i + 1], b, b_count);

        if (view.parting == PARTING_NONE)
            continue;
        if (lb_products_compare(view.side, view.side, bound, view.length) >= slack)
            return NEARNESS_FAR;
        if (view.parting == PARTING_SQUARE)
            return NEARNESS_NEAR;
        found = NEARNESS_PARTED;
    }
    return found;
}

static inline bool is_near(const lb_point *a, uint32_t a_count, const lb_point *b, uint32_t b_count,
                           int32_t tmm, int slack)
{
    uint64_t bound = (uint64_t)tmm * (uint64_t)tmm;
    nearness from_a, from_b = NEARNESS_MEETING;

    assert(a_count >= 3 && b_count >= 1);
    from_a = look_from(a, a_count, b, b_count, bound, slack);
    if (from_a >= NEARNESS_NEAR)
        return from_a == NEARNESS_NEAR;
    if (b_count > 1)
        from_b = look_from(b, b_count, a, a_count, bound, slack);
    if (from_b >= NEARNESS_NEAR)
        return from_b == NEARNESS_NEAR;
    return (from_a == NEARNESS_MEETING && from_b == NEARNESS_MEETING) ||
           corners_square(a, a_count, b, b_count) < bound + (uint64_t)slack;
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

/// The least squared distance of two opposite corners of one from the corners of another.
static uint64_t corner_square(const lb_quad *a, const lb_quad *b)
{
    lb_point opposite[2] = {a->corner[0], a->corner[2]};

    return corners_square(opposite, 2, b->corner, 4);
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

/// The point of the segment from a to b that is nearest to p, to the tmm.
static lb_point nearest_on(lb_point a, lb_point b, lb_point p)
{
    int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    int64_t length = x * x + y * y;
    int64_t along = x * ((int64_t)p.x - a.x) + y * ((int64_t)p.y - a.y);

    if (along <= 0)
        return a;
    if (along >= length)
        return b;
    return (lb_point){a.x + (int32_t)lb_divide_nearest(x * along, length),
                      a.y + (int32_t)lb_divide_nearest(y * along, length)};
}

lb_point lb_quad_nearest_point(const lb_quad *quad, lb_point point)
{
    lb_point best = quad->corner[0];

    if (lb_point_is_inside(point, quad))
        return point;
    for (int i = 0; i < 4; i++) {
        lb_point on = nearest_on(quad->corner[i], quad->corner[(i + 1) % 4], point);

        if (lb_square_between(on, point) < lb_square_between(best, point))
            best = on;
    }
    return best;
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
