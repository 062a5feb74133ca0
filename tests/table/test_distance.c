// SPDX-License-Identifier: MIT
// Distance, overlap and contact of quads: against GEOS, by symmetry, and worked cases.

#include "shapes.h"

#include "table/convex.h"

#include <math.h>

enum { ROUNDS = 20000 };

static lb_quad box(int32_t left, int32_t bottom, int32_t right, int32_t top)
{
    return (lb_quad){{{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
}

static void distance_agrees_with_geos(void **state)
{
    lb_dice dice;
    int apart = 0;

    (void)state;
    lb_dice_seed(&dice, 1);
    for (int i = 0; i < ROUNDS; i++) {
        lb_quad a = pick_quad(&dice, 1500), b = pick_quad(&dice, 1500);
        GEOSGeometry *x = oracle_quad(&a), *y = oracle_quad(&b);
        double wanted = oracle_distance(x, y);
        int32_t down = lb_quad_distance_floor(&a, &b), up = lb_quad_distance_ceil(&a, &b);

        assert_true(fabs(down - floor(wanted)) < 0.5 || fabs(wanted - round(wanted)) < 1e-6);
        assert_true(down <= wanted + 1e-6 && wanted - 1e-6 <= up && up - down <= 1);
        if (fabs(wanted - down) > 1e-6) {
            assert_true(lb_quad_is_within(&a, &b, up));
            assert_false(lb_quad_is_within(&a, &b, down));
        }
        assert_int_equal(lb_quad_overlaps(&a, &b), oracle_overlaps(x, y));
        apart += wanted > 0;
        GEOSGeom_destroy(x);
        GEOSGeom_destroy(y);
    }
    assert_in_range(apart, ROUNDS / 4, shapes_stretch > 1 ? ROUNDS : ROUNDS * 9 / 10);
}

/// Boxes round whole bodies of units are longer than any unit.
static void boxes_of_bodies_agree_with_geos(void **state)
{
    lb_dice dice;
    int apart = 0;

    (void)state;
    lb_dice_seed(&dice, 3);
    for (int i = 0; i < ROUNDS / 4; i++) {
        lb_footprint a = {{40000, 40000},
                          (uint16_t)pick_below(&dice, 65536),
                          pick_between(&dice, 10000, 120000),
                          pick_between(&dice, 500, 60000)};
        lb_footprint b = {{pick_between(&dice, 0, 250000), pick_between(&dice, 0, 250000)},
                          (uint16_t)pick_below(&dice, 65536),
                          pick_between(&dice, 10000, 120000),
                          pick_between(&dice, 500, 60000)};
        lb_quad quad = lb_footprint_corners(&a), other = lb_footprint_corners(&b);
        GEOSGeometry *x = oracle_quad(&quad), *y = oracle_quad(&other);
        double wanted = oracle_distance(x, y);

        assert_true(fabs(lb_quad_distance_floor(&quad, &other) - wanted) < 1.01);
        assert_true(fabs(lb_quad_distance_ceil(&quad, &other) - wanted) < 1.01);
        apart += wanted > 0;
        GEOSGeom_destroy(x);
        GEOSGeom_destroy(y);
    }
    assert_in_range(apart, ROUNDS / 16, ROUNDS / 4);
}

static void points_agree_with_geos(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 2);
    for (int i = 0; i < ROUNDS; i++) {
        lb_quad quad = pick_quad(&dice, 300);
        lb_point point = pick_point(&dice, 900);
        GEOSGeometry *x = oracle_quad(&quad), *y = oracle_point(point);
        double wanted = oracle_distance(x, y);

        assert_true(lb_point_distance_floor(point, &quad) <= wanted + 1e-6);
        assert_true(lb_point_distance_ceil(point, &quad) >= wanted - 1e-6);
        assert_true(lb_point_distance_ceil(point, &quad) <=
                    lb_point_distance_floor(point, &quad) + 1);
        assert_int_equal(lb_point_is_inside(point, &quad), GEOSContains(x, y));
        assert_int_equal(lb_point_is_within(point, &quad, 0), wanted == 0);
        GEOSGeom_destroy(x);
        GEOSGeom_destroy(y);
    }
}

/// Small boxes on a coarse grid touch and share edges all the time.
static void touching_is_told_from_overlapping(void **state)
{
    lb_dice dice;
    int touching = 0;

    (void)state;
    lb_dice_seed(&dice, 3);
    for (int i = 0; i < ROUNDS; i++) {
        lb_footprint f = {{pick_between(&dice, 0, 12) * 10, pick_between(&dice, 0, 12) * 10},
                          (uint16_t)(pick_below(&dice, 8) * 8192),
                          pick_between(&dice, 1, 4) * 20,
                          pick_between(&dice, 1, 4) * 20};
        lb_footprint g = {{pick_between(&dice, 0, 12) * 10, pick_between(&dice, 0, 12) * 10},
                          (uint16_t)(pick_below(&dice, 8) * 8192),
                          pick_between(&dice, 1, 4) * 20,
                          pick_between(&dice, 1, 4) * 20};
        lb_quad a = lb_footprint_corners(&f), b = lb_footprint_corners(&g);
        GEOSGeometry *x = oracle_quad(&a), *y = oracle_quad(&b);

        assert_int_equal(lb_quad_overlaps(&a, &b), oracle_overlaps(x, y));
        assert_int_equal(lb_quad_is_within(&a, &b, 0), GEOSIntersects(x, y));
        touching += GEOSTouches(x, y) == 1;
        GEOSGeom_destroy(x);
        GEOSGeom_destroy(y);
    }
    assert_true(touching > 500);
}

static lb_quad turn_quarter(const lb_quad *quad)
{
    lb_quad turned;

    for (int i = 0; i < 4; i++)
        turned.corner[i] = (lb_point){quad->corner[i].y, 40000 - quad->corner[i].x};
    return turned;
}

static void distance_is_symmetric_and_moves_along(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 4);
    for (int i = 0; i < ROUNDS; i++) {
        lb_quad a = pick_quad(&dice, 2500), b = pick_quad(&dice, 2500), c = pick_quad(&dice, 2500);
        lb_quad ta = turn_quarter(&a), tb = turn_quarter(&b), ma = a, mb = b;
        int32_t distance = lb_quad_distance_floor(&a, &b);
        int64_t across = lb_fine_between(b.corner[0], b.corner[2]) / LB_FINE + 1;
        int64_t across2 = lb_fine_between(b.corner[1], b.corner[3]) / LB_FINE + 1;

        assert_int_equal(lb_quad_distance_floor(&b, &a), distance);
        assert_int_equal(lb_quad_distance_floor(&ta, &tb), distance);
        assert_int_equal(lb_quad_overlaps(&a, &b), lb_quad_overlaps(&tb, &ta));
        for (int k = 0; k < 4; k++) {
            ma.corner[k].x -= 7001;
            mb.corner[k].x -= 7001;
            ma.corner[k].y += 9003;
            mb.corner[k].y += 9003;
        }
        assert_int_equal(lb_quad_distance_floor(&ma, &mb), distance);
        assert_int_equal(lb_quad_distance_ceil(&ma, &mb), lb_quad_distance_ceil(&a, &b));
        // By way of b: its longer diagonal is the most that can be gained.
        assert_true(lb_quad_distance_floor(&a, &c) <= lb_quad_distance_ceil(&a, &b) +
                                                          lb_quad_distance_ceil(&b, &c) +
                                                          (across > across2 ? across : across2));
        assert_int_equal(lb_quad_compare_distance(&a, &b, &c),
                         -lb_quad_compare_distance(&a, &c, &b));
        if (lb_quad_distance_ceil(&a, &b) < lb_quad_distance_floor(&a, &c))
            assert_int_equal(lb_quad_compare_distance(&a, &b, &c), -1);
    }
}

static void exact_at_the_bound(void **state)
{
    lb_quad a = box(0, 0, 100, 100), b = box(130, 140, 200, 200), c = box(100, 0, 200, 100);

    (void)state;
    // 30 across and 40 up: 50 exactly.
    assert_int_equal(lb_quad_distance_floor(&a, &b), 50);
    assert_int_equal(lb_quad_distance_ceil(&a, &b), 50);
    assert_true(lb_quad_is_within(&a, &b, 50));
    assert_false(lb_quad_is_within(&a, &b, 49));
    assert_false(lb_quad_is_within(&a, &b, -1));
    b.corner[3].x = b.corner[0].x = 131;
    assert_int_equal(lb_quad_distance_floor(&a, &b), 50);
    assert_int_equal(lb_quad_distance_ceil(&a, &b), 51);
    assert_false(lb_quad_overlaps(&a, &c));
    assert_true(lb_quad_is_within(&a, &c, 0));
    c.corner[0].x = c.corner[3].x = 98;
    assert_true(lb_quad_overlaps(&a, &c));
    assert_true(lb_quad_overlaps_deeper(&a, &c, 1));
    assert_false(lb_quad_overlaps_deeper(&a, &c, 2));
}

/// The largest distances there can be do not overflow.
static void corners_of_the_range_are_measured(void **state)
{
    lb_footprint f = {{-LB_MARGIN + 5000, -LB_MARGIN + 5000}, 0, 10000, 10000};
    lb_footprint g = {
        {LB_TABLE_MAX + LB_MARGIN - 5000, LB_TABLE_MAX + LB_MARGIN - 5000}, 0, 10000, 10000};
    lb_quad a = lb_footprint_corners(&f), b = lb_footprint_corners(&g);
    lb_point thin[2] = {{-LB_MARGIN, -LB_MARGIN}, {LB_TABLE_MAX + LB_MARGIN, -LB_MARGIN}};

    (void)state;
    // 258000 times the root of 2 is 364867.1.
    assert_int_equal(lb_quad_distance_floor(&a, &b), 364867);
    assert_int_equal(lb_quad_distance_ceil(&a, &b), 364868);
    assert_false(lb_quad_is_within(&a, &b, 364867));
    assert_true(lb_quad_is_within(&a, &b, 364868));
    assert_true(lb_quad_is_within(&a, &b, INT32_MAX));
    assert_true(lb_convex_is_within(b.corner, 4, thin, 2, 268000));
    assert_false(lb_convex_is_nearer(b.corner, 4, thin, 2, 268000));
}

static void products_agree_with_128_bits(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 5);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t n[4], low;
        __extension__ typedef unsigned __int128 wide;

        for (int k = 0; k < 4; k++)
            n[k] =
                ((uint64_t)pick_below(&dice, UINT32_MAX) << 32 | pick_below(&dice, UINT32_MAX)) >>
                pick_below(&dice, 64);
        if (pick_below(&dice, 4) == 0) {
            n[2] = n[1];
            n[3] = n[0];
        }
        wide left = (wide)n[0] * n[1], right = (wide)n[2] * n[3];
        assert_int_equal(lb_products_compare(n[0], n[1], n[2], n[3]),
                         (left > right) - (left < right));
        assert_true(lb_product_high(n[0], n[1], &low) == (uint64_t)(left >> 64));
        assert_true(low == (uint64_t)left);
        low = lb_root_floor(n[0]);
        assert_true((wide)low * low <= n[0] && (wide)(low + 1) * (low + 1) > n[0]);
    }
}

__extension__ typedef unsigned __int128 huge;

/// A squared distance of two words.
typedef struct huge_ratio {
    huge num, den;
} huge_ratio;

/// The squared distance of a point from a segment, by the textbook.
static huge_ratio huge_distance(lb_point p, lb_point a, lb_point b)
{
    int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    int64_t along = ((int64_t)p.x - a.x) * x + ((int64_t)p.y - a.y) * y;
    uint64_t side = lb_magnitude(lb_side_of(a, b, p)), length = lb_square_between(a, b);

    if (along <= 0)
        return (huge_ratio){lb_square_between(a, p), 1};
    if ((uint64_t)along >= length)
        return (huge_ratio){lb_square_between(b, p), 1};
    return (huge_ratio){(huge)side * side, length};
}

static huge_ratio huge_least(huge_ratio a, huge_ratio b)
{
    return a.num * b.den <= b.num * a.den ? a : b;
}

/// Quads and segments anywhere in range that do not meet: every corner against every edge, by
/// products of two words, which hold 2^75 * 2^38.
static void far_apart_agrees_with_two_words(void **state)
{
    lb_dice dice;
    int apart = 0;

    (void)state;
    lb_dice_seed(&dice, 6);
    for (int i = 0; i < ROUNDS; i++) {
        lb_quad a = pick_quad(&dice, 1750), b = pick_quad(&dice, 1750);
        lb_point line[2] = {pick_point(&dice, 1980), pick_point(&dice, 1980)};
        lb_point *other = i % 2 == 0 ? b.corner : line;
        uint32_t count = i % 2 == 0 ? 4 : 2;
        huge_ratio least = {(huge)1 << 64, 1};
        int32_t tmm;

        if (lb_convex_is_within(a.corner, 4, other, count, 0))
            continue;
        for (int k = 0; k < 4; k++)
            for (uint32_t m = 0; m < count; m++) {
                least =
                    huge_least(least, huge_distance(a.corner[k], other[m], other[(m + 1) % count]));
                least =
                    huge_least(least, huge_distance(other[m], a.corner[k], a.corner[(k + 1) % 4]));
            }
        tmm = (int32_t)sqrt((double)least.num / (double)least.den) + pick_between(&dice, -1, 2);
        assert_int_equal(lb_convex_is_nearer(a.corner, 4, other, count, tmm),
                         tmm > 0 && (huge)((int64_t)tmm * tmm) * least.den > least.num);
        assert_int_equal(lb_convex_is_within(a.corner, 4, other, count, tmm),
                         tmm >= 0 && (huge)((int64_t)tmm * tmm) * least.den >= least.num);
        apart++;
        if (count == 2)
            continue;
        tmm = lb_quad_distance_floor(&a, &b);
        assert_true((huge)((int64_t)tmm * tmm) * least.den <= least.num);
        tmm = lb_quad_distance_ceil(&a, &b);
        assert_true((huge)((int64_t)tmm * tmm) * least.den >= least.num);
        assert_true(tmm - lb_quad_distance_floor(&a, &b) <= 1);
        assert_int_equal(lb_quad_compare_distance(&a, &b, &b), 0);
    }
    assert_true(apart > ROUNDS / 2);
}

static void contact_measures_the_front(void **state)
{
    lb_footprint own = {{1000, 1000}, 0, 600, 200}, other = {{1000, 1200}, 32768, 400, 200};
    lb_quad a = lb_footprint_corners(&own), b = lb_footprint_corners(&other);
    lb_contact contact = lb_contact_of(&a, &b);

    (void)state;
    assert_true(contact.is_touching);
    assert_int_equal(contact.face, LB_FACE_FRONT);
    assert_int_equal(contact.length_tmm, 400);
    assert_int_equal(contact.per_mille, 666);
    assert_int_equal(lb_contact_of(&b, &a).length_tmm, 400);
    assert_int_equal(lb_contact_of(&b, &a).per_mille, 1000);

    other.centre = (lb_point){1450, 1201};
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_contact_of(&a, &b).length_tmm, 50);
    other.centre.y = 1203;
    b = lb_footprint_corners(&other);
    assert_false(lb_contact_of(&a, &b).is_touching);
    assert_int_equal(lb_contact_of(&a, &b).length_tmm, 0);
    other.centre = (lb_point){1500, 1200}; // corner to corner
    b = lb_footprint_corners(&other);
    assert_true(lb_contact_of(&a, &b).is_touching);
    assert_int_equal(lb_contact_of(&a, &b).length_tmm, 0);

    other = (lb_footprint){{1100, 1300}, 16384, 400, 200}; // the other faces east
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_contact_of(&a, &b).face, LB_FACE_RIGHT);
    assert_int_equal(lb_contact_of(&a, &b).length_tmm, 200);
    other.heading = 0;
    other.centre.y = 1200;
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_contact_of(&a, &b).face, LB_FACE_REAR);
    other = (lb_footprint){{1100, 1300}, 49152, 400, 200};
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_contact_of(&a, &b).face, LB_FACE_LEFT);
}

/// Two that were laid face to face at any heading touch along the whole of the shorter front, in
/// spite of rounding.
static void contact_holds_at_every_heading(void **state)
{
    (void)state;
    for (int32_t h = 0; h < 65536; h += 37) {
        lb_footprint own = {{20000, 20000}, (uint16_t)h, 800, 300}, other = own;
        lb_quad a, b;
        lb_contact contact;

        other.heading = (uint16_t)(h + 32768);
        other.width_tmm = 600;
        other.centre = lb_point_towards(own.centre, own.heading, 300);
        a = lb_footprint_corners(&own);
        b = lb_footprint_corners(&other);
        contact = lb_contact_of(&a, &b);
        assert_true(contact.is_touching);
        assert_int_equal(contact.face, LB_FACE_FRONT);
        assert_in_range(contact.length_tmm, 597, 603);
        assert_false(lb_quad_overlaps_deeper(&a, &b, LB_CONTACT_TMM));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_agrees_with_geos),
        cmocka_unit_test(boxes_of_bodies_agree_with_geos),
        cmocka_unit_test(points_agree_with_geos),
        FAR_TEST(distance_agrees_with_geos),
        FAR_TEST(points_agree_with_geos),
        FAR_TEST(far_apart_agrees_with_two_words),
        cmocka_unit_test(touching_is_told_from_overlapping),
        cmocka_unit_test(distance_is_symmetric_and_moves_along),
        cmocka_unit_test(exact_at_the_bound),
        cmocka_unit_test(corners_of_the_range_are_measured),
        cmocka_unit_test(products_agree_with_128_bits),
        cmocka_unit_test(contact_measures_the_front),
        cmocka_unit_test(contact_holds_at_every_heading),
    };

    return cmocka_run_group_tests_name("distance", tests, start_oracle, stop_oracle);
}
