// SPDX-License-Identifier: MIT
// Contact of a front, arcs of fire, and the face that an attacker comes from. See limber/table.h.
//
// Directions are taken from the integer corners, not from the heading, so that what is decided
// here agrees with what overlaps and touches.

#include "table/area.h"

#include <assert.h>

static lb_point corner_of(const lb_quad *quad, int i)
{
    return quad->corner[i & 3];
}

// ---- contact ------------------------------------------------------------------------------------

/// A part of a front, in fine units from its left end.
typedef struct band {
    int64_t enter, leave;
} band;

/// Keeps the part where a value that runs from `start` to `end` along the front is not above 0. The
/// two quads touch, so that sides of one are below 2^28 for corners of the other, and below 2^36 in
/// fine units.
static void keep_low(band *part, int64_t length, int64_t start, int64_t end)
{
    if (start > 0 && end > 0) {
        part->leave = part->enter;
    } else if (start > 0) {
        int64_t cut = lb_part_of(length, (uint64_t)start, (uint64_t)(start - end));
        part->enter = cut > part->enter ? cut : part->enter;
    } else if (end > 0) {
        int64_t cut = lb_part_of(length, (uint64_t)-start, (uint64_t)(end - start));
        part->leave = cut < part->leave ? cut : part->leave;
    }
}

/// How much of the front lies along face i of b, in fine units.
static int64_t length_along(lb_point left, lb_point right, const lb_quad *b, int i)
{
    lb_point from = corner_of(b, i), to = corner_of(b, i + 1);
    int64_t length = lb_fine_between(left, right);
    int64_t reach = lb_fine_between(from, to) * LB_CONTACT_TMM;
    int64_t start = lb_side_of(from, to, left) * LB_FINE,
            end = lb_side_of(from, to, right) * LB_FINE;
    band part = {0, length};

    keep_low(&part, length, start - reach, end - reach);
    keep_low(&part, length, -start - reach, -end - reach);
    for (int side = 1; side <= 3; side += 2) {
        lb_point edge_from = corner_of(b, i + side), edge_to = corner_of(b, i + side + 1);
        keep_low(&part, length, lb_side_of(edge_from, edge_to, left),
                 lb_side_of(edge_from, edge_to, right));
    }
    return part.leave > part.enter ? part.leave - part.enter : 0;
}

lb_contact lb_contact_of(const lb_quad *a, const lb_quad *b)
{
    lb_point left = a->corner[0], right = a->corner[1];
    lb_contact contact = {0};
    int64_t longest = 0, least = LB_CONTACT_TMM * LB_FINE;

    if (!lb_quad_is_in_contact(a, b))
        return contact;
    contact.is_touching = true;
    contact.face = lb_face_of_point(b, lb_quad_middle(a, LB_FACE_FRONT));
    for (int i = 0; i < LB_FACE_COUNT; i++) {
        int64_t length = length_along(left, right, b, i);
        if (length > longest && length > least) {
            longest = length;
            contact.face = (lb_face)i;
        }
    }
    contact.length_tmm = (int32_t)((longest + LB_FINE / 2) / LB_FINE);
    contact.per_mille = (int32_t)(longest * 1000 / lb_fine_between(left, right));
    return contact;
}

// ---- arcs ---------------------------------------------------------------------------------------

typedef struct ray {
    int64_t x, y;
} ray;

/// The directions of the left and the right bound of the arc: below 2^30 each way, so that a
/// product with a difference of points is below 2^50.
static void arc_rays(const lb_quad *own, uint16_t angle, ray *left, ray *right)
{
    int64_t x = (int64_t)own->corner[1].x - own->corner[0].x;
    int64_t y = (int64_t)own->corner[1].y - own->corner[0].y;
    int64_t sine = lb_divide_nearest(lb_sine(angle), 1 << 15);
    int64_t cosine = lb_divide_nearest(lb_cosine(angle), 1 << 15);

    assert(angle <= LB_ANGLE_QUARTER);
    *left = (ray){-y * cosine - x * sine, x * cosine - y * sine};
    *right = (ray){-y * cosine + x * sine, x * cosine + y * sine};
}

/// Above 0 when p lies to the left of the ray.
static int64_t ray_side(lb_point from, ray direction, lb_point p)
{
    return lb_cross(direction.x, direction.y, (int64_t)p.x - from.x, (int64_t)p.y - from.y);
}

/// Above 0 when the ray points to the left of the line from a to b.
static int64_t ray_turn(lb_point a, lb_point b, ray direction)
{
    return lb_cross((int64_t)b.x - a.x, (int64_t)b.y - a.y, direction.x, direction.y);
}

lb_arc lb_arc_of(const lb_quad *own, uint16_t angle, const lb_quad *target)
{
    lb_point l = own->corner[0], r = own->corner[1];
    ray left, right;
    bool is_behind = true, is_left = true, is_right = true, is_whole = true;

    arc_rays(own, angle, &left, &right);
    for (int i = 0; i < 4; i++) {
        lb_point from = target->corner[i], to = corner_of(target, i + 1);
        int64_t ahead = lb_side_of(l, r, from);
        int64_t beyond_left = ray_side(l, left, from), beyond_right = -ray_side(r, right, from);

        is_behind = is_behind && ahead <= 0;
        is_left = is_left && beyond_left >= 0;
        is_right = is_right && beyond_right >= 0;
        is_whole = is_whole && ahead >= 0 && beyond_left <= 0 && beyond_right <= 0;
        // All of the arc beyond a side of the target: both its corners and both its directions.
        if (lb_side_of(from, to, l) >= 0 && lb_side_of(from, to, r) >= 0 &&
            ray_turn(from, to, left) >= 0 && ray_turn(from, to, right) >= 0)
            return LB_ARC_OUT;
    }
    if (is_behind || is_left || is_right)
        return LB_ARC_OUT;
    return is_whole ? LB_ARC_WHOLE : LB_ARC_PART;
}

bool lb_arc_has_point(const lb_quad *own, uint16_t angle, lb_point point)
{
    ray left, right;

    arc_rays(own, angle, &left, &right);
    return lb_side_of(own->corner[0], own->corner[1], point) > 0 &&
           ray_side(own->corner[0], left, point) < 0 && ray_side(own->corner[1], right, point) > 0;
}

// ---- faces --------------------------------------------------------------------------------------

/// Ties go to the earlier.
static const uint8_t face_order[LB_FACE_COUNT] = {LB_FACE_FRONT, LB_FACE_LEFT, LB_FACE_RIGHT,
                                                  LB_FACE_REAR};

/// Whether side / length is greater than side2 / length2, the lengths given squared. Sides of quads
/// only: below 2^32.
static bool is_farther(int64_t side, uint64_t length, int64_t side2, uint64_t length2)
{
    uint64_t square = lb_magnitude(side) * lb_magnitude(side);
    uint64_t square2 = lb_magnitude(side2) * lb_magnitude(side2);

    if ((side < 0) != (side2 < 0))
        return side2 < 0;
    return lb_products_compare(square, length2, square2, length) == (side < 0 ? -1 : 1);
}

lb_face lb_face_of_point(const lb_quad *own, lb_point point)
{
    lb_face best = LB_FACE_FRONT;
    int64_t best_side = 0;
    uint64_t best_length = 0;

    for (int k = 0; k < LB_FACE_COUNT; k++) {
        int i = face_order[k];
        lb_point from = own->corner[i], to = corner_of(own, i + 1);
        int64_t side = lb_side_of(from, to, point);
        uint64_t length = lb_square_between(from, to);

        if (k == 0 || is_farther(side, length, best_side, best_length)) {
            best = (lb_face)i;
            best_side = side;
            best_length = length;
        }
    }
    return best;
}

/// The lengths of a quad's sides, in sixteenths of a tmm.
typedef struct side_lengths {
    int64_t of[LB_FACE_COUNT];
} side_lengths;

static side_lengths lengths_of(const lb_quad *own)
{
    side_lengths lengths;

    for (int i = 0; i < LB_FACE_COUNT; i++)
        lengths.of[i] =
            lb_root_floor(lb_square_between(own->corner[i], corner_of(own, i + 1)) << 8);
    return lengths;
}

/// Twice the area of the attacker before face i of own.
static uint64_t area_before(const lb_quad *own, const side_lengths *lengths,
                            const lb_quad *attacker, int i)
{
    lb_point from = own->corner[i], to = corner_of(own, i + 1);
    int64_t value[LB_CUT_MAX];
    lb_cut cut;

    lb_cut_start(&cut, attacker->corner, 4);
    for (int k = 1; k < LB_FACE_COUNT; k++) {
        lb_point from2 = corner_of(own, i + k), to2 = corner_of(own, i + k + 1);

        for (uint32_t c = 0; c < cut.count; c++)
            value[c] = lb_cut_side(&cut, c, from, to) * lengths->of[(i + k) & 3] -
                       lb_cut_side(&cut, c, from2, to2) * lengths->of[i];
        lb_cut_keep(&cut, value);
    }
    return lb_cut_area(&cut);
}

/// The face before which all of the attacker lies, as area_before reckons; LB_FACE_COUNT when no
/// face has all of it.
static lb_face face_of_all(const lb_quad *own, const side_lengths *lengths, const lb_quad *attacker)
{
    lb_face all = LB_FACE_COUNT;

    for (int c = 0; c < 4; c++) {
        int64_t side[LB_FACE_COUNT];
        int best = 0;
        bool is_alone = true;

        for (int i = 0; i < LB_FACE_COUNT; i++)
            side[i] = lb_side_of(own->corner[i], corner_of(own, i + 1), attacker->corner[c]);
        for (int i = 1; i < LB_FACE_COUNT; i++) {
            int64_t more = side[i] * lengths->of[best] - side[best] * lengths->of[i];
            is_alone = more > 0 || (more < 0 && is_alone);
            best = more > 0 ? i : best;
        }
        if (!is_alone || (c > 0 && all != (lb_face)best))
            return LB_FACE_COUNT;
        all = (lb_face)best;
    }
    return all;
}

lb_face lb_face_of_quad(const lb_quad *own, const lb_quad *attacker)
{
    side_lengths lengths = lengths_of(own);
    lb_face best = face_of_all(own, &lengths, attacker);
    uint64_t most = 0;

    if (best != LB_FACE_COUNT)
        return best;
    for (int k = 0; k < LB_FACE_COUNT; k++) {
        uint64_t area = area_before(own, &lengths, attacker, face_order[k]);
        if (k == 0 || area > most) {
            best = (lb_face)face_order[k];
            most = area;
        }
    }
    return best;
}

lb_face lb_face_touched(const lb_quad *own, const lb_quad *other)
{
    lb_face best = LB_FACE_COUNT;
    int32_t longest = 0;

    for (int k = 0; k < LB_FACE_COUNT && lb_quad_is_in_contact(own, other); k++) {
        int i = face_order[k];
        lb_quad turned = {{corner_of(own, i), corner_of(own, i + 1), corner_of(own, i + 2),
                           corner_of(own, i + 3)}};
        int32_t length = lb_contact_of(&turned, other).length_tmm;

        if (length > longest) {
            longest = length;
            best = (lb_face)i;
        }
    }
    return best == LB_FACE_COUNT ? lb_face_of_quad(own, other) : best;
}

void lb_face_shares(const lb_quad *own, const lb_quad *attacker, int32_t share[LB_FACE_COUNT])
{
    side_lengths lengths = lengths_of(own);
    lb_cut whole;
    uint64_t area;

    lb_cut_start(&whole, attacker->corner, 4);
    area = lb_cut_area(&whole);
    for (int i = 0; i < LB_FACE_COUNT; i++)
        share[i] = (int32_t)((area_before(own, &lengths, attacker, i) * 1000 + area / 2) / area);
}
