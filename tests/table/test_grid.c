// SPDX-License-Identifier: MIT
// The grid against looking at every unit.

#include "shapes.h"

static lb_quad pick_anywhere(lb_dice *dice)
{
    lb_footprint footprint = {{pick_between(dice, -500, 18500), pick_between(dice, -500, 12500)},
                              (uint16_t)pick_below(dice, 65536),
                              pick_between(dice, 100, 2000),
                              pick_between(dice, 100, 600)};

    return lb_footprint_corners(&footprint);
}

static void grid_agrees_with_all_pairs(void **state)
{
    static lb_grid grid;
    lb_ground ground = {.width_tmm = 18000, .depth_tmm = 12000};
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 1);
    for (int round = 0; round < 60; round++) {
        lb_quad quad[LB_TABLE_UNITS_MAX];
        uint16_t count = (uint16_t)pick_between(&dice, 0, LB_TABLE_UNITS_MAX);

        for (uint16_t i = 0; i < count; i++)
            quad[i] = pick_anywhere(&dice);
        if (count > 5)
            quad[5] = quad[3]; // equals: the lower index is the nearest
        lb_grid_build(&grid, &ground, quad, count, NULL);
        for (int k = 0; k < 40; k++) {
            lb_quad from = pick_anywhere(&dice);
            lb_unit_set among = {{0}}, within;
            int32_t reach = pick_between(&dice, -10, 4000);
            uint16_t best = LB_NO_INDEX;

            for (uint16_t i = 0; i < count; i++)
                if (pick_below(&dice, 4) > 0)
                    lb_unit_set_add(&among, i);
            within = lb_grid_within(&grid, &from, reach, &among);
            for (uint16_t i = 0; i < (uint16_t)LB_TABLE_UNITS_MAX; i++) {
                bool is_meant = i < count && lb_unit_set_has(&among, i);
                assert_int_equal(lb_unit_set_has(&within, i),
                                 is_meant && lb_quad_is_within(&from, &quad[i], reach));
                if (is_meant && (best == LB_NO_INDEX ||
                                 lb_quad_compare_distance(&from, &quad[i], &quad[best]) < 0))
                    best = i;
            }
            assert_int_equal(lb_grid_nearest(&grid, &from, &among), best);
        }
    }
}

static void an_empty_grid_has_nobody(void **state)
{
    static lb_grid grid;
    lb_ground ground = {.width_tmm = 18000, .depth_tmm = 12000};
    lb_unit_set all = {{UINT64_MAX, UINT64_MAX}};
    lb_quad from = {{{0, 100}, {100, 100}, {100, 0}, {0, 0}}};

    (void)state;
    lb_grid_build(&grid, &ground, NULL, 0, NULL);
    assert_int_equal(lb_grid_nearest(&grid, &from, &all), LB_NO_INDEX);
    assert_int_equal(lb_grid_within(&grid, &from, INT32_MAX, &all).bits[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_agrees_with_all_pairs),
        cmocka_unit_test(an_empty_grid_has_nobody),
    };

    return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
