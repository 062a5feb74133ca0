// SPDX-License-Identifier: MIT
// Sine, headings and corners: against libm, and what must hold of them by symmetry.

#include "shapes.h"

#include <math.h>
#include <stdlib.h>

static void sine_is_within_two_of_the_true(void **state)
{
    (void)state;
    for (int32_t h = 0; h < 65536; h++) {
        double wanted = sin(h * M_PI / 32768) * LB_SINE_ONE;
        assert_true(fabs(lb_sine((uint16_t)h) - wanted) <= 2.0);
    }
}

static void sine_is_symmetric_and_exact_at_the_quadrants(void **state)
{
    (void)state;
    assert_int_equal(lb_sine(0), 0);
    assert_int_equal(lb_sine(16384), LB_SINE_ONE);
    assert_int_equal(lb_sine(32768), 0);
    assert_int_equal(lb_sine(49152), -LB_SINE_ONE);
    for (int32_t h = 0; h < 65536; h++) {
        assert_int_equal(lb_sine((uint16_t)-h), -lb_sine((uint16_t)h));
        assert_int_equal(lb_sine((uint16_t)(32768 - h)), lb_sine((uint16_t)h));
        assert_int_equal(lb_cosine((uint16_t)h), lb_sine((uint16_t)(h + 16384)));
        if (h < 16384)
            assert_true(lb_sine((uint16_t)h) < lb_sine((uint16_t)(h + 1)));
    }
}

static void heading_to_is_nearest(void **state)
{
    lb_dice dice;
    lb_point origin = {20000, 20000};

    (void)state;
    lb_dice_seed(&dice, 1);
    assert_int_equal(lb_heading_to(origin, origin), 0);
    assert_int_equal(lb_heading_to(origin, (lb_point){20000, 20001}), 0);
    assert_int_equal(lb_heading_to(origin, (lb_point){30000, 20000}), 16384);
    assert_int_equal(lb_heading_to(origin, (lb_point){20000, 1}), 32768);
    assert_int_equal(lb_heading_to(origin, (lb_point){1, 20000}), 49152);
    assert_int_equal(lb_heading_to(origin, (lb_point){20007, 20007}), 8192);
    for (int i = 0; i < 20000; i++) {
        lb_point to = pick_point(&dice, 15000), turned;
        double angle = atan2(to.x - origin.x, to.y - origin.y) * 32768 / M_PI;
        uint16_t found = lb_heading_to(origin, to);

        if (to.x == origin.x && to.y == origin.y)
            continue;
        assert_true(fabs(remainder(angle - found, 65536)) <= 0.5001);
        turned = (lb_point){origin.x + (to.y - origin.y), origin.y - (to.x - origin.x)};
        assert_int_equal(lb_heading_to(origin, turned), (uint16_t)(found + 16384));
    }
}

static void corners_are_rounded_true_corners(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 2);
    for (int i = 0; i < 20000; i++) {
        lb_footprint footprint = pick_footprint(&dice, 9000);
        lb_quad quad = lb_footprint_corners(&footprint);
        double angle = footprint.heading * M_PI / 32768;
        static const int right[4] = {-1, 1, 1, -1}, ahead[4] = {1, 1, -1, -1};

        assert_true(lb_footprint_is_valid(&footprint));
        for (int c = 0; c < 4; c++) {
            double across = right[c] * footprint.width_tmm / 2.0;
            double along = ahead[c] * footprint.depth_tmm / 2.0;
            double x = footprint.centre.x + along * sin(angle) + across * cos(angle);
            double y = footprint.centre.y + along * cos(angle) - across * sin(angle);
            assert_true(fabs(quad.corner[c].x - x) <= 0.5001);
            assert_true(fabs(quad.corner[c].y - y) <= 0.5001);
            assert_true(
                lb_side_of(quad.corner[c], quad.corner[(c + 1) % 4], quad.corner[(c + 2) % 4]) < 0);
        }
    }
}

static void corners_turn_and_move_with_the_footprint(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 3);
    for (int i = 0; i < 20000; i++) {
        lb_footprint footprint = pick_footprint(&dice, 9000), other = footprint;
        lb_quad quad = lb_footprint_corners(&footprint), found;
        lb_point at = footprint.centre;

        assert_true(lb_point_equals(lb_quad_centre(&quad), at));
        other.heading = (uint16_t)(other.heading + 32768);
        found = lb_footprint_corners(&other);
        for (int c = 0; c < 4; c++)
            assert_true(lb_point_equals(found.corner[c], quad.corner[(c + 2) % 4]));
        other.heading = (uint16_t)(footprint.heading + 16384);
        found = lb_footprint_corners(&other);
        for (int c = 0; c < 4; c++) {
            assert_int_equal(found.corner[c].x - at.x, quad.corner[c].y - at.y);
            assert_int_equal(found.corner[c].y - at.y, at.x - quad.corner[c].x);
        }
        other = footprint;
        other.centre.x += 777;
        found = lb_footprint_corners(&other);
        for (int c = 0; c < 4; c++)
            assert_int_equal(found.corner[c].x, quad.corner[c].x + 777);
    }
}

static void bounds_are_told(void **state)
{
    lb_footprint good = {{100, 100}, 0, 400, 100}, bad = good;

    (void)state;
    assert_true(lb_footprint_is_valid(&good));
    bad.width_tmm = LB_FOOTPRINT_MIN - 1;
    assert_false(lb_footprint_is_valid(&bad));
    bad.width_tmm = LB_FOOTPRINT_MAX + 1;
    assert_false(lb_footprint_is_valid(&bad));
    bad = good;
    bad.centre.x = -LB_MARGIN + 199;
    assert_false(lb_footprint_is_valid(&bad));
    bad.centre.x = -LB_MARGIN + 200;
    assert_true(lb_footprint_is_valid(&bad));
    bad.centre.y = INT32_MAX;
    assert_false(lb_footprint_is_valid(&bad));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_is_within_two_of_the_true),
        cmocka_unit_test(sine_is_symmetric_and_exact_at_the_quadrants),
        cmocka_unit_test(heading_to_is_nearest),
        cmocka_unit_test(corners_are_rounded_true_corners),
        cmocka_unit_test(corners_turn_and_move_with_the_footprint),
        cmocka_unit_test(bounds_are_told),
    };

    return cmocka_run_group_tests_name("footprint", tests, NULL, NULL);
}
