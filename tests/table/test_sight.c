// SPDX-License-Identifier: MIT
// Lines of sight: touching does not block; depth, levels, clearance; and GEOS on random fields.

#include "shapes.h"

#include <math.h>

static const lb_piece nothing[1];

/// A ground of pieces with four points each, boxes by their corners.
typedef struct boxes {
    lb_point point[16];
    lb_piece piece[4];
    lb_ground ground;
} boxes;

static void add_box(boxes *field, lb_terrain_kind kind, uint8_t level, lb_point low, lb_point high)
{
    uint16_t count = field->ground.piece_count, where;
    lb_point *point = field->point + 4 * count;

    point[0] = low;
    point[1] = (lb_point){high.x, low.y};
    point[2] = high;
    point[3] = (lb_point){low.x, high.y};
    field->piece[count] = (lb_piece){.kind = (uint8_t)kind,
                                     .level = level,
                                     .point_count = 4,
                                     .first_point = (uint16_t)(4 * count)};
    count++;
    field->ground =
        (lb_ground){20000, 20000, field->piece, field->point, count, (uint16_t)(4 * count)};
    assert_int_equal(lb_ground_prepare(field->piece, count, field->point, 4u * count, &where),
                     LB_GROUND_OK);
}

static lb_sight sight_on(const lb_ground *ground)
{
    return (lb_sight){
        .ground = ground, .row = lb_sight_usual, .skip_from = LB_NO_INDEX, .skip_to = LB_NO_INDEX};
}

static void touching_an_edge_does_not_block(void **state)
{
    boxes field = {0};
    lb_sight sight = sight_on(&field.ground);

    (void)state;
    add_box(&field, LB_TERRAIN_BUILT_STONE, 0, (lb_point){1000, 1000}, (lb_point){2000, 2000});
    // Along its south edge, and one tmm into it.
    assert_true(lb_sight_is_clear(&sight, (lb_point){0, 1000}, (lb_point){3000, 1000}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){0, 1001}, (lb_point){3000, 1001}));
    // Through its corner, past it, and cutting it.
    assert_true(lb_sight_is_clear(&sight, (lb_point){0, 2000}, (lb_point){2000, 0}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){0, 2001}, (lb_point){2000, 1}));
    // Up to its edge, and from its edge away; through it from edge to edge.
    assert_true(lb_sight_is_clear(&sight, (lb_point){1500, 0}, (lb_point){1500, 1000}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){1500, 1000}, (lb_point){1500, 2000}));
    assert_true(lb_sight_is_clear(&sight, (lb_point){1000, 1000}, (lb_point){1000, 2000}));
}

static void units_block_within_the_clearance(void **state)
{
    lb_ground ground = {20000, 20000, nothing, NULL, 0, 0};
    lb_footprint unit = {{1500, 1500}, 0, 1000, 1000};
    lb_blocker blocker = {lb_footprint_corners(&unit), 1};
    lb_sight sight = sight_on(&ground);
    lb_sight_result result;

    (void)state;
    sight.blocker = &blocker;
    sight.blocker_count = 1;
    assert_true(lb_sight_is_clear(&sight, (lb_point){0, 1000}, (lb_point){3000, 1000}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){0, 1001}, (lb_point){3000, 1001}));
    sight.clearance_tmm = LB_TMM_INCH;
    assert_true(lb_sight_is_clear(&sight, (lb_point){0, 746}, (lb_point){3000, 746}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){0, 747}, (lb_point){3000, 747}));
    result = lb_sight_line(&sight, (lb_point){0, 747}, (lb_point){3000, 747});
    assert_int_equal(result.block, LB_SIGHT_BY_UNIT);
    assert_int_equal(result.what, 0);
    // Past the corner (1000, 1000) at 3-4-5: 150 across and 200 down is 250 away.
    sight.clearance_tmm = 250;
    assert_true(lb_sight_is_clear(&sight, (lb_point){450, 1100}, (lb_point){1250, 500}));
    sight.clearance_tmm = 251;
    assert_false(lb_sight_is_clear(&sight, (lb_point){450, 1100}, (lb_point){1250, 500}));
    sight.skip_to = 0;
    assert_true(lb_sight_is_clear(&sight, (lb_point){0, 1500}, (lb_point){3000, 1500}));
}

static void woods_hide_beyond_their_depth(void **state)
{
    boxes field = {0};
    lb_sight sight = sight_on(&field.ground);
    lb_point outside = {0, 1500};

    (void)state;
    add_box(&field, LB_TERRAIN_WOOD, 0, (lb_point){1000, 1000}, (lb_point){3000, 2000});
    assert_true(lb_sight_is_clear(&sight, outside, (lb_point){1508, 1500}));
    assert_false(lb_sight_is_clear(&sight, outside, (lb_point){1509, 1500}));
    assert_false(lb_sight_is_clear(&sight, outside, (lb_point){4000, 1500}));
    // A corner of the wood, 2 * 250 long.
    assert_true(lb_sight_is_clear(&sight, (lb_point){1000, 1300}, (lb_point){1400, 1000}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){1000, 1306}, (lb_point){1408, 1000}));
}

static void open_pieces_hide_nobody(void **state)
{
    boxes field = {0};
    lb_sight sight = sight_on(&field.ground);
    lb_piece_set open = {{0}};
    lb_point from = {0, 1500}, to = {6000, 1500};

    (void)state;
    add_box(&field, LB_TERRAIN_BUILT_STONE, 0, (lb_point){1000, 1000}, (lb_point){2000, 2000});
    add_box(&field, LB_TERRAIN_HILL, 1, (lb_point){4000, 1000}, (lb_point){5000, 2000});
    sight.open = &open;
    assert_int_equal(lb_sight_line(&sight, from, to).what, 0);
    lb_piece_set_add(&open, 0);
    assert_int_equal(lb_sight_line(&sight, from, to).what, 1);
    lb_piece_set_add(&open, 1);
    assert_true(lb_sight_is_clear(&sight, from, to));
}

static void hills_block_who_is_lower_on_both_sides(void **state)
{
    boxes field = {0};
    lb_sight sight = sight_on(&field.ground);
    lb_point west = {500, 1500}, east = {3500, 1500}, slope = {1200, 1500}, top = {2000, 1500};

    (void)state;
    add_box(&field, LB_TERRAIN_HILL, 1, (lb_point){1000, 1000}, (lb_point){3000, 2000});
    add_box(&field, LB_TERRAIN_HILL, 2, (lb_point){1500, 1200}, (lb_point){2500, 1800});
    assert_false(lb_sight_is_clear(&sight, west, east));
    assert_false(lb_sight_is_clear(&sight, slope, east)); // level 1 does not see over level 2
    assert_true(lb_sight_is_clear(&sight, top, east));
    assert_true(lb_sight_is_clear(&sight, west, top));
    assert_true(lb_sight_is_clear(&sight, west, slope));
    assert_true(lb_sight_is_clear(&sight, (lb_point){500, 2000}, (lb_point){3500, 2000}));
    // From the second level one sees over a wood on the plain; not over one on the hill's level.
    add_box(&field, LB_TERRAIN_WOOD, 0, (lb_point){3100, 1000}, (lb_point){4000, 2000});
    assert_true(lb_sight_is_clear(&sight, top, (lb_point){5000, 1500}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){3050, 1500}, (lb_point){5000, 1500}));
    field.piece[2].level = 2;
    assert_false(lb_sight_is_clear(&sight, top, (lb_point){5000, 1500}));
}

static void units_are_seen_over_from_above(void **state)
{
    boxes field = {0};
    lb_footprint unit = {{2000, 1500}, 0, 400, 400};
    lb_blocker blocker = {lb_footprint_corners(&unit), 1};
    lb_sight sight = sight_on(&field.ground);

    (void)state;
    add_box(&field, LB_TERRAIN_HILL, 1, (lb_point){0, 1000}, (lb_point){1000, 2000});
    sight.blocker = &blocker;
    sight.blocker_count = 1;
    assert_true(lb_sight_is_clear(&sight, (lb_point){500, 1500}, (lb_point){3000, 1500}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){1200, 1500}, (lb_point){3000, 1500}));
    blocker.top = 2;
    assert_false(lb_sight_is_clear(&sight, (lb_point){500, 1500}, (lb_point){3000, 1500}));
}

static void walls_block_unless_lined(void **state)
{
    lb_point point[3] = {{1000, 1000}, {2000, 1000}, {3000, 1000}};
    lb_piece piece = {.kind = LB_TERRAIN_WALL, .is_line = true, .point_count = 3};
    lb_ground ground = {20000, 20000, &piece, point, 1, 3};
    lb_sight sight = sight_on(&ground);
    uint16_t where;

    (void)state;
    assert_int_equal(lb_ground_prepare(&piece, 1, point, 3, &where), LB_GROUND_OK);
    assert_false(lb_sight_is_clear(&sight, (lb_point){1500, 0}, (lb_point){1500, 3000}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){2000, 0}, (lb_point){2000, 3000}));
    assert_true(lb_sight_is_clear(&sight, (lb_point){1500, 492}, (lb_point){1500, 3000}));
    assert_false(lb_sight_is_clear(&sight, (lb_point){1500, 491}, (lb_point){1500, 3000}));
    assert_true(lb_sight_is_clear(&sight, (lb_point){1500, 0}, (lb_point){1500, 1000}));
    assert_true(lb_sight_is_clear(&sight, (lb_point){1000, 0}, (lb_point){1000, 3000})); // its end
    assert_true(lb_sight_is_clear(&sight, (lb_point){0, 1000}, (lb_point){5000, 1000}));
}

static void some_line_from_front_to_target(void **state)
{
    lb_ground ground = {20000, 20000, nothing, NULL, 0, 0};
    lb_footprint own = {{5000, 2000}, 0, 1000, 300}, other = {{5000, 6000}, 32768, 1000, 300};
    lb_footprint between = {{5000, 4000}, 0, 1800, 300};
    lb_quad from = lb_footprint_corners(&own), to = lb_footprint_corners(&other);
    lb_blocker blocker[3] = {{from, 1}, {to, 1}, {lb_footprint_corners(&between), 1}};
    lb_sight sight = sight_on(&ground);

    (void)state;
    sight.blocker = blocker;
    sight.blocker_count = 3;
    sight.skip_from = 0;
    sight.skip_to = 1;
    assert_int_equal(lb_sight_between(&sight, &from, &to).block, LB_SIGHT_BY_UNIT);
    assert_int_equal(lb_sight_between(&sight, &from, &to).what, 2);
    between.centre.x = 4500; // leaves a line at the right end
    blocker[2].quad = lb_footprint_corners(&between);
    assert_int_equal(lb_sight_between(&sight, &from, &to).block, LB_SIGHT_CLEAR);
    assert_int_equal(lb_sight_between(&sight, &from, &to).from.x, 5500);
    sight.clearance_tmm = 300;
    assert_int_equal(lb_sight_between(&sight, &from, &to).block, LB_SIGHT_BY_UNIT);
}

/// True if one of the lines from the front of a quad to another is clear, each looked at by itself.
static bool has_clear_line(const lb_sight *sight, const lb_quad *from, const lb_quad *to)
{
    lb_point eye[3] = {lb_quad_middle(from, LB_FACE_FRONT), from->corner[0], from->corner[1]};

    for (int i = 0; i < 3; i++) {
        if (lb_sight_is_clear(sight, eye[i], lb_quad_centre(to)))
            return true;
        for (int k = 0; k < 4; k++)
            if (lb_sight_is_clear(sight, eye[i], lb_quad_middle(to, (lb_face)k)) ||
                lb_sight_is_clear(sight, eye[i], to->corner[k]))
                return true;
    }
    return false;
}

static void quads_are_seen_by_any_line(void **state)
{
    lb_ground ground = {LB_TABLE_MAX, LB_TABLE_MAX, nothing, NULL, 0, 0};
    lb_dice dice;
    int hidden = 0;

    (void)state;
    lb_dice_seed(&dice, 2);
    for (int i = 0; i < 4000; i++) {
        lb_quad from = pick_quad(&dice, 3000), to = pick_quad(&dice, 3000);
        lb_blocker blocker[2] = {{pick_quad(&dice, 3000), 1}, {pick_quad(&dice, 3000), 1}};
        lb_sight sight = sight_on(&ground);
        bool is_clear;

        sight.blocker = blocker;
        sight.blocker_count = 2;
        sight.clearance_tmm = pick_between(&dice, 0, 3) * LB_TMM_INCH / 3;
        is_clear = has_clear_line(&sight, &from, &to);
        assert_int_equal(lb_sight_between(&sight, &from, &to).block == LB_SIGHT_CLEAR, is_clear);
        hidden += !is_clear;
    }
    assert_in_range(hidden, 200, 3600);
}

static void lines_agree_with_geos(void **state)
{
    int32_t reach = shapes_stretch > 1 ? 1750 : 3000;
    lb_dice dice;
    int clear = 0;

    (void)state;
    lb_dice_seed(&dice, 1);
    for (int i = 0; i < 3000; i++) {
        lb_blocker blocker[3];
        lb_point point[12], ends[2] = {pick_point(&dice, reach), pick_point(&dice, reach)};
        lb_piece piece = {.kind = LB_TERRAIN_BUILT_STONE, .point_count = 12};
        lb_ground ground = {LB_TABLE_MAX, LB_TABLE_MAX, &piece, point, 1, 12};
        lb_sight sight = sight_on(&ground);
        GEOSGeometry *line = oracle_line(ends, 2), *area;
        bool is_clear, is_near_bound = false;
        uint16_t where;

        pick_star(&dice, reach / 3, reach / 3, point, 12);
        assert_int_equal(lb_ground_prepare(&piece, 1, point, 12, &where), LB_GROUND_OK);
        area = oracle_polygon(point, 12);
        is_clear = !oracle_overlaps(area, line);
        sight.clearance_tmm = pick_between(&dice, 0, 1) * LB_TMM_INCH;
        for (int k = 0; k < 3; k++) {
            GEOSGeometry *unit;
            double distance;

            blocker[k] = (lb_blocker){pick_quad(&dice, reach), 1};
            unit = oracle_quad(&blocker[k].quad);
            distance = oracle_distance(unit, line);
            is_near_bound = is_near_bound || fabs(distance - LB_TMM_INCH) < 1e-6;
            is_clear = is_clear && (sight.clearance_tmm == 0 ? !oracle_overlaps(unit, line)
                                                             : distance >= LB_TMM_INCH);
            GEOSGeom_destroy(unit);
        }
        sight.blocker = blocker;
        sight.blocker_count = 3;
        if (!is_near_bound)
            assert_int_equal(lb_sight_is_clear(&sight, ends[0], ends[1]), is_clear);
        assert_int_equal(lb_sight_is_clear(&sight, ends[0], ends[1]),
                         lb_sight_is_clear(&sight, ends[1], ends[0]));
        clear += is_clear;
        GEOSGeom_destroy(line);
        GEOSGeom_destroy(area);
    }
    assert_in_range(clear, 600, 2600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_an_edge_does_not_block),
        cmocka_unit_test(units_block_within_the_clearance),
        cmocka_unit_test(woods_hide_beyond_their_depth),
        cmocka_unit_test(open_pieces_hide_nobody),
        cmocka_unit_test(hills_block_who_is_lower_on_both_sides),
        cmocka_unit_test(units_are_seen_over_from_above),
        cmocka_unit_test(walls_block_unless_lined),
        cmocka_unit_test(some_line_from_front_to_target),
        cmocka_unit_test(quads_are_seen_by_any_line),
        cmocka_unit_test(lines_agree_with_geos),
        FAR_TEST(lines_agree_with_geos),
    };

    return cmocka_run_group_tests_name("sight", tests, start_oracle, stop_oracle);
}
