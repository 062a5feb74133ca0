// SPDX-License-Identifier: MIT
// Arcs and faces: against GEOS on wedges, by counting points, by symmetry, and worked cases.

#include "shapes.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 4000 };

static void arc_of_worked_cases(void **state)
{
    lb_footprint own = {{10000, 10000}, 0, 400, 200}, other = {{10000, 12000}, 0, 400, 200};
    lb_quad a = lb_footprint_corners(&own), b = lb_footprint_corners(&other);

    (void)state;
    assert_int_equal(lb_arc_of(&a, 0, &b), LB_ARC_WHOLE);
    other.centre.x += 200;
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_arc_of(&a, 0, &b), LB_ARC_PART);
    other.centre.x += 200; // its left side on the line ahead of the right corner: touching
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_arc_of(&a, 0, &b), LB_ARC_OUT);
    assert_int_equal(lb_arc_of(&a, 8192, &b), LB_ARC_WHOLE);
    other.centre = (lb_point){10700, 10000}; // beside, level with the front
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_arc_of(&a, 16384, &b), LB_ARC_OUT);
    other.centre.y += 1;
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_arc_of(&a, 16384, &b), LB_ARC_PART);
    assert_int_equal(lb_arc_of(&a, 8192, &b), LB_ARC_OUT);
    other.centre = (lb_point){10000, 8000};
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_arc_of(&a, 16384, &b), LB_ARC_OUT);
    // 45 degrees from (10200, 10100): (11000, 10900) is on the ray.
    assert_false(lb_arc_has_point(&a, 8192, (lb_point){11000, 10900}));
    assert_true(lb_arc_has_point(&a, 8192, (lb_point){10999, 10900}));
    assert_false(lb_arc_has_point(&a, 8192, (lb_point){10000, 10100}));
    assert_true(lb_arc_has_point(&a, 8192, (lb_point){10000, 10101}));
}

/// The arc cut off far away, as a polygon with corners of doubles.
static GEOSGeometry *oracle_arc(const lb_quad *own, uint16_t angle)
{
    lb_point l = own->corner[0], r = own->corner[1];
    double x = r.x - l.x, y = r.y - l.y, turn = angle * M_PI / 32768, far = 20000 / hypot(x, y);
    double corner[5][2] = {
        {l.x, l.y},
        {l.x + far * (-y * cos(turn) - x * sin(turn)), l.y + far * (x * cos(turn) - y * sin(turn))},
        {r.x + far * (-y * cos(turn) + x * sin(turn)), r.y + far * (x * cos(turn) + y * sin(turn))},
        {r.x, r.y},
        {l.x, l.y}};
    GEOSCoordSequence *list = GEOSCoordSeq_create(5, 2);

    for (unsigned i = 0; i < 5; i++)
        GEOSCoordSeq_setXY(list, i, corner[i][0], corner[i][1]);
    return GEOSGeom_createPolygon(GEOSGeom_createLinearRing(list), NULL, 0);
}

static void arc_agrees_with_geos(void **state)
{
    lb_dice dice;
    int found[3] = {0};

    (void)state;
    lb_dice_seed(&dice, 1);
    for (int i = 0; i < ROUNDS; i++) {
        lb_quad own = pick_quad(&dice, 1500), target = pick_quad(&dice, 1500);
        uint16_t angle = (uint16_t)pick_below(&dice, 14000);
        GEOSGeometry *arc = oracle_arc(&own, angle), *there = oracle_quad(&target);
        double common = oracle_common(arc, there, true), whole;
        lb_arc answer = lb_arc_of(&own, angle, &target);

        GEOSArea(there, &whole);
        // A sliver of a few square tmm may be the rounding of the ray.
        if (common > 4)
            assert_int_not_equal(answer, LB_ARC_OUT);
        if (answer != LB_ARC_OUT)
            assert_true(common > 0 || oracle_distance(arc, there) < 0.2);
        if (common < whole - 4)
            assert_int_not_equal(answer, LB_ARC_WHOLE);
        found[answer]++;
        GEOSGeom_destroy(arc);
        GEOSGeom_destroy(there);
    }
    assert_true(found[0] > 300 && found[1] > 300 && found[2] > 300);
}

static void face_of_point_worked_cases(void **state)
{
    lb_footprint own = {{10000, 10000}, 0, 400, 200};
    lb_quad a = lb_footprint_corners(&own);

    (void)state;
    assert_int_equal(lb_face_of_point(&a, (lb_point){10000, 11000}), LB_FACE_FRONT);
    assert_int_equal(lb_face_of_point(&a, (lb_point){10000, 9000}), LB_FACE_REAR);
    assert_int_equal(lb_face_of_point(&a, (lb_point){11000, 10000}), LB_FACE_RIGHT);
    assert_int_equal(lb_face_of_point(&a, (lb_point){9000, 10000}), LB_FACE_LEFT);
    // Front-right corner (10200, 10100): on the 45-degree line the front goes first.
    assert_int_equal(lb_face_of_point(&a, (lb_point){10300, 10200}), LB_FACE_FRONT);
    assert_int_equal(lb_face_of_point(&a, (lb_point){10301, 10200}), LB_FACE_RIGHT);
    assert_int_equal(lb_face_of_point(&a, (lb_point){10300, 9800}), LB_FACE_RIGHT);
    assert_int_equal(lb_face_of_point(&a, (lb_point){10300, 9799}), LB_FACE_REAR);
    // Inside, the nearest face.
    assert_int_equal(lb_face_of_point(&a, (lb_point){10190, 10000}), LB_FACE_RIGHT);
    assert_int_equal(lb_face_of_point(&a, (lb_point){10000, 10001}), LB_FACE_FRONT);
}

static void faces_turn_with_the_footprint(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 2);
    for (int i = 0; i < 20000; i++) {
        lb_footprint own = pick_footprint(&dice, 500), turned = own;
        lb_point point = pick_point(&dice, 3000), across;
        lb_quad a = lb_footprint_corners(&own), b;
        lb_face face = lb_face_of_point(&a, point);

        turned.heading = (uint16_t)(own.heading + 16384);
        across = (lb_point){own.centre.x + (point.y - own.centre.y),
                            own.centre.y - (point.x - own.centre.x)};
        b = lb_footprint_corners(&turned);
        assert_int_equal(lb_face_of_point(&b, across), face);
        turned.heading = (uint16_t)(own.heading + 32768);
        b = lb_footprint_corners(&turned);
        if (own.heading % 16384 != 0) // at the quadrants points lie on the 45-degree lines
            assert_int_equal((face + 2) % 4, lb_face_of_point(&b, point));
    }
}

/// The shares of an attacker before the faces, counted by a lattice of points.
static void shares_agree_with_counting(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 3);
    for (int i = 0; i < 300; i++) {
        lb_quad own = pick_quad(&dice, 600), attacker = pick_quad(&dice, 1500);
        int32_t counted[4] = {0}, share[4], sum = 0;
        lb_face most = lb_face_of_quad(&own, &attacker);

        for (int x = 1; x < 100; x += 2)
            for (int y = 1; y < 100; y += 2) {
                lb_point *c = attacker.corner;
                lb_point at = {c[0].x + ((c[1].x - c[0].x) * x + (c[3].x - c[0].x) * y) / 100,
                               c[0].y + ((c[1].y - c[0].y) * x + (c[3].y - c[0].y) * y) / 100};
                counted[lb_face_of_point(&own, at)]++;
            }
        lb_face_shares(&own, &attacker, share);
        for (int f = 0; f < 4; f++) {
            sum += share[f];
            assert_true(share[f] <= share[most]);
            assert_true(abs(counted[f] * 1000 / 2500 - share[f]) <= 60);
        }
        assert_in_range(sum, 996, 1004);
    }
}

static void the_face_touched_is_the_one_along_the_other(void **state)
{
    // 4000 wide and 400 deep, facing north; the other 1000 by 1000.
    lb_footprint own = {{10000, 10000}, 0, 4000, 400}, other = {{10000, 10700}, 32768, 1000, 1000};
    lb_quad a = lb_footprint_corners(&own), b = lb_footprint_corners(&other);

    (void)state;
    assert_int_equal(lb_face_touched(&a, &b), LB_FACE_FRONT);
    assert_int_equal(lb_face_touched(&b, &a), LB_FACE_FRONT);
    other = (lb_footprint){{12500, 10000}, 49152, 1000, 1000};
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_face_touched(&a, &b), LB_FACE_RIGHT);
    // Most of it stands ahead of the front, but it is the flank that it touches.
    other.centre.y = 10600;
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_face_touched(&a, &b), LB_FACE_RIGHT);
    other = (lb_footprint){{10000, 9300}, 0, 1000, 1000};
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_face_touched(&a, &b), LB_FACE_REAR);
    // Apart: where most of it lies.
    other.centre = (lb_point){10000, 14000};
    b = lb_footprint_corners(&other);
    assert_int_equal(lb_face_touched(&a, &b), LB_FACE_FRONT);
}

static void the_nearest_point_of_a_quad(void **state)
{
    lb_footprint own = {{10000, 10000}, 0, 4000, 400};
    lb_quad a = lb_footprint_corners(&own);
    lb_point on = lb_quad_nearest_point(&a, (lb_point){10500, 13000});

    (void)state;
    assert_true(on.x == 10500 && on.y == 10200);
    on = lb_quad_nearest_point(&a, (lb_point){15000, 13000});
    assert_true(on.x == 12000 && on.y == 10200);
    on = lb_quad_nearest_point(&a, (lb_point){10001, 10002});
    assert_true(on.x == 10001 && on.y == 10002);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arc_of_worked_cases),
        cmocka_unit_test(arc_agrees_with_geos),
        cmocka_unit_test(face_of_point_worked_cases),
        cmocka_unit_test(faces_turn_with_the_footprint),
        cmocka_unit_test(shares_agree_with_counting),
        cmocka_unit_test(the_face_touched_is_the_one_along_the_other),
        cmocka_unit_test(the_nearest_point_of_a_quad),
    };

    return cmocka_run_group_tests_name("facing", tests, start_oracle, stop_oracle);
}
