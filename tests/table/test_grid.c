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

/// Every answer of a grid over the members against all pairs.
static void assert_grid(lb_dice *dice, const lb_grid *grid, const lb_quad *quad,
                        const lb_unit_set *members)
{
    lb_quad from = pick_anywhere(dice);
    lb_box box = lb_quad_box_of(&from);
    lb_unit_set among = {{0}}, within, meeting;
    int32_t reach = pick_between(dice, -10, 4000);
    uint16_t best = LB_NO_INDEX;

    for (uint16_t i = 0; i < (uint16_t)LB_TABLE_UNITS_MAX; i++)
        if (pick_below(dice, 4) > 0)
            lb_unit_set_add(&among, i);
    within = lb_grid_within(grid, &from, reach, &among);
    meeting = lb_grid_meeting(grid, box, reach, NULL);
    for (uint16_t i = 0; i < (uint16_t)LB_TABLE_UNITS_MAX; i++) {
        bool is_meant = lb_unit_set_has(members, i) && lb_unit_set_has(&among, i);

        assert_int_equal(lb_unit_set_has(&within, i),
                         is_meant && lb_quad_is_within(&from, &quad[i], reach));
        assert_int_equal(lb_unit_set_has(&meeting, i),
                         reach >= 0 && lb_unit_set_has(members, i) &&
                             lb_box_meets(box, lb_quad_box_of(&quad[i]), reach));
        if (is_meant &&
            (best == LB_NO_INDEX || lb_quad_compare_distance(&from, &quad[i], &quad[best]) < 0))
            best = i;
    }
    assert_int_equal(lb_grid_nearest(grid, &from, &among), best);
}

static void grid_agrees_with_all_pairs(void **state)
{
    static lb_grid grid;
    lb_ground ground = {.width_tmm = 18000, .depth_tmm = 12000};
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 1);
    for (int round = 0; round < 40; round++) {
        lb_quad quad[LB_TABLE_UNITS_MAX];
        uint16_t count = (uint16_t)pick_between(&dice, 0, LB_TABLE_UNITS_MAX);
        lb_unit_set members = {{0}};

        for (uint16_t i = 0; i < count; i++) {
            quad[i] = pick_anywhere(&dice);
            if (round % 2 == 0 || pick_below(&dice, 3) > 0)
                lb_unit_set_add(&members, i);
        }
        if (count > 5)
            quad[5] = quad[3]; // equals: the lower index is the nearest
        lb_grid_build(&grid, &ground, quad, count, round % 2 == 0 ? NULL : &members);
        for (int k = 0; k < 40; k++) {
            uint16_t moved = (uint16_t)pick_below(&dice, count + 1u);

            assert_grid(&dice, &grid, quad, &members);
            if (moved == count)
                continue;
            if (k % 3 == 0) {
                lb_grid_remove(&grid, moved);
                lb_unit_set_remove(&members, moved);
            } else {
                quad[moved] = pick_anywhere(&dice);
                lb_grid_move(&grid, moved);
                lb_unit_set_add(&members, moved);
            }
        }
    }
}

static void an_empty_grid_has_nobody(void **state)
{
    static lb_grid grid;
    lb_ground ground = {.width_tmm = 18000, .depth_tmm = 12000};
    lb_unit_set all = {{UINT64_MAX, UINT64_MAX}};
    lb_quad from = {{{0, 100}, {100, 100}, {100, 0}, {0, 0}}};
    lb_unit_set within;

    (void)state;
    lb_grid_build(&grid, &ground, NULL, 0, NULL);
    within = lb_grid_within(&grid, &from, INT32_MAX, &all);
    assert_int_equal(lb_grid_nearest(&grid, &from, &all), LB_NO_INDEX);
    assert_true(lb_unit_set_is_empty(&within));
}

static void sets_are_gone_through(void **state)
{
    lb_unit_set set = {{0}};
    lb_dice dice;

    (void)state;
    assert_true(lb_unit_set_is_empty(&set));
    assert_int_equal(lb_unit_set_next(&set, 0), LB_NO_INDEX);
    lb_dice_seed(&dice, 2);
    for (int round = 0; round < 2000; round++) {
        uint16_t unit = (uint16_t)pick_below(&dice, LB_TABLE_UNITS_MAX), count = 0, next = 0;

        if (lb_unit_set_has(&set, unit))
            lb_unit_set_remove(&set, unit);
        else
            lb_unit_set_add(&set, unit);
        next = lb_unit_set_next(&set, 0);
        for (uint16_t i = 0; i < (uint16_t)LB_TABLE_UNITS_MAX; i++)
            if (lb_unit_set_has(&set, i)) {
                assert_int_equal(next, i);
                next = lb_unit_set_next(&set, i + 1u);
                count++;
            }
        assert_int_equal(next, LB_NO_INDEX);
        assert_int_equal(lb_unit_set_count(&set), count);
        assert_int_equal(lb_unit_set_is_empty(&set), count == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_agrees_with_all_pairs),
        cmocka_unit_test(an_empty_grid_has_nobody),
        cmocka_unit_test(sets_are_gone_through),
    };

    return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
