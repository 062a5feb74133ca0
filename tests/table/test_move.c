// SPDX-License-Identifier: MIT
// Steps, costs, swept paths and retreats: worked cases, places in between tried one by one, GEOS.

#include "shapes.h"

#include "table/move.h"

#include <math.h>
#include <stdlib.h>

static const lb_piece nothing[1];
static const lb_ground open_field = {40000, 40000, nothing, NULL, 0, 0};
static const lb_ground large_field = {LB_TABLE_MAX, LB_TABLE_MAX, nothing, NULL, 0, 0};

/// A ground of boxes and lines, built up piece by piece.
typedef struct country {
    lb_point point[32];
    lb_piece piece[8];
    lb_ground ground;
} country;

static void add_piece(country *land, lb_terrain_kind kind, int32_t width, const lb_point *point,
                      uint8_t count)
{
    lb_ground *ground = &land->ground;
    lb_piece *piece = &land->piece[ground->piece_count];
    uint16_t where;

    *piece = (lb_piece){.kind = (uint8_t)kind,
                        .is_line = width >= 0,
                        .width_tmm = width,
                        .level = 1,
                        .point_count = count,
                        .first_point = ground->point_count};
    for (uint8_t i = 0; i < count; i++)
        land->point[ground->point_count + i] = point[i];
    *ground = (lb_ground){40000,
                          40000,
                          land->piece,
                          land->point,
                          (uint16_t)(ground->piece_count + 1),
                          (uint16_t)(ground->point_count + count)};
    assert_int_equal(lb_ground_prepare(land->piece, ground->piece_count, land->point,
                                       ground->point_count, &where),
                     LB_GROUND_OK);
}

static void add_box(country *land, lb_terrain_kind kind, int32_t left, int32_t bottom,
                    int32_t right, int32_t top)
{
    lb_point corner[4] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};

    add_piece(land, kind, -1, corner, 4);
}

static void add_line(country *land, lb_terrain_kind kind, int32_t width, lb_point a, lb_point b)
{
    lb_point ends[2] = {a, b};

    add_piece(land, kind, width, ends, 2);
}

static lb_path single_step(lb_step_kind kind, int32_t tmm, int32_t angle)
{
    return (lb_path){.step = {{(uint8_t)kind, tmm, angle}}, .count = 1};
}

static lb_obstacle obstacle_at(int32_t x, int32_t y, int32_t width, int32_t depth, int32_t keep)
{
    lb_footprint footprint = {{x, y}, 0, width, depth};

    return (lb_obstacle){lb_footprint_corners(&footprint), keep, false};
}

// ---- steps --------------------------------------------------------------------------------------

static void steps_worked(void **state)
{
    lb_footprint start = {{10000, 10000}, 16384, 600, 200}, end;
    lb_path path = {.step = {{LB_STEP_STRAIGHT, 1000, 0},
                             {LB_STEP_WHEEL, 0, 16384},
                             {LB_STEP_OBLIQUE, 1000, -8192},
                             {LB_STEP_ABOUT, 0, 0},
                             {LB_STEP_STRAIGHT, -300, 0},
                             {LB_STEP_TURN, 0, 49152}},
                    .count = 6};
    uint8_t failed = 99;

    (void)state;
    path.count = 1;
    assert_true(lb_path_apply(&start, &path, &end, NULL));
    assert_int_equal(end.centre.x, 11000);
    // Heading east, the front-right corner is to the south: (11100, 9700) stays.
    path.count = 2;
    assert_true(lb_path_apply(&start, &path, &end, NULL));
    assert_int_equal(end.heading, 32768);
    assert_int_equal(lb_footprint_corners(&end).corner[1].x, 11100);
    assert_int_equal(lb_footprint_corners(&end).corner[1].y, 9700);
    assert_int_equal(end.centre.x, 11400);
    assert_int_equal(end.centre.y, 9800);
    path.count = 3; // south-east
    assert_true(lb_path_apply(&start, &path, &end, NULL));
    assert_int_equal(end.heading, 32768);
    assert_int_equal(end.centre.x, 11400 + 707);
    assert_int_equal(end.centre.y, 9800 - 707);
    path.count = 5; // about faces north; back is south
    assert_true(lb_path_apply(&start, &path, &end, NULL));
    assert_int_equal(end.heading, 0);
    assert_int_equal(end.centre.y, 9800 - 707 - 300);
    path.count = 6;
    assert_true(lb_path_apply(&start, &path, &end, &failed));
    assert_int_equal(end.heading, 49152);
    assert_int_equal(failed, 99);
}

static void malformed_steps_are_refused(void **state)
{
    static const lb_step bad[] = {{LB_STEP_COUNT, 0, 0},
                                  {LB_STEP_STRAIGHT, 2 * LB_TABLE_MAX + 1, 0},
                                  {LB_STEP_STRAIGHT, INT32_MIN, 0},
                                  {LB_STEP_OBLIQUE, -1, 0},
                                  {LB_STEP_OBLIQUE, 10, 8193},
                                  {LB_STEP_WHEEL, 0, 16385},
                                  {LB_STEP_WHEEL, 0, INT32_MIN},
                                  {LB_STEP_TURN, 0, 65536},
                                  {LB_STEP_TURN, 0, -1},
                                  {255, 0, 0}};
    lb_footprint start = {{10000, 10000}, 0, 600, 200}, end = start;
    lb_field field = {.ground = &open_field};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lb_path path = {.step = {{LB_STEP_STRAIGHT, 100, 0}, bad[i]}, .count = 2};
        lb_walk walk = lb_path_walk(&field, &start, &path);
        uint8_t failed;

        assert_false(lb_step_apply(&start, &bad[i], &end));
        assert_false(lb_path_apply(&start, &path, &end, &failed));
        assert_int_equal(failed, 1);
        assert_int_equal(end.centre.y, 10000);
        assert_int_equal(walk.stop, LB_STOP_BAD_STEP);
        assert_int_equal(walk.step, 1);
        assert_int_equal(walk.end.centre.y, 10100);
        assert_int_equal(walk.cost_tmm, 100);
    }
    lb_path longest = {.count = LB_PATH_STEPS_MAX + 1};
    assert_int_equal(lb_path_walk(&field, &start, &longest).stop, LB_STOP_BAD_STEP);
    assert_false(lb_path_apply(&start, &longest, &end, NULL));
}

static void wheels_keep_their_pivot(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 1);
    for (int i = 0; i < 20000; i++) {
        lb_footprint start = pick_footprint(&dice, 3000), end;
        lb_step step = {LB_STEP_WHEEL, 0, pick_between(&dice, -16384, 16384)};
        int pivot = step.angle < 0 ? 0 : 1;
        double arc = start.width_tmm * fabs(step.angle * M_PI / 32768);

        assert_true(lb_step_apply(&start, &step, &end));
        assert_int_equal((uint16_t)(start.heading + step.angle), end.heading);
        assert_true(lb_point_equals(lb_footprint_corners(&start).corner[pivot],
                                    lb_footprint_corners(&end).corner[pivot]));
        assert_true(fabs(lb_wheel_arc(start.width_tmm, step.angle) - arc) <= 0.5001);
    }
    assert_int_equal(lb_wheel_arc(1000, 16384), 1571);
}

// ---- costs --------------------------------------------------------------------------------------

static void open_ground_costs_its_length(void **state)
{
    lb_dice dice;
    lb_field field = {.ground = &open_field};

    (void)state;
    lb_dice_seed(&dice, 2);
    for (int i = 0; i < 2000; i++) {
        lb_footprint start = pick_footprint(&dice, 3000), end;
        int32_t tmm = pick_between(&dice, -4000, 4000), turn = pick_between(&dice, -16384, 16384);
        lb_path path = {.step = {{LB_STEP_STRAIGHT, tmm, 0}, {LB_STEP_WHEEL, 0, turn}}, .count = 2};
        lb_walk walk = lb_path_walk(&field, &start, &path);

        assert_int_equal(walk.stop, LB_STOP_NONE);
        assert_int_equal(walk.step, 2);
        assert_int_equal(walk.cost_tmm, abs(tmm) + lb_wheel_arc(start.width_tmm, turn));
        assert_true(lb_path_apply(&start, &path, &end, NULL));
        assert_true(lb_point_equals(walk.end.centre, end.centre));
    }
}

static void ground_costs_by_its_stretches(void **state)
{
    country land = {0};
    lb_move_costs costs = {.area = {[LB_TERRAIN_ROUGH] = {2, 1}, [LB_TERRAIN_WOOD] = {3, 2}}};
    lb_field field = {.ground = &land.ground, .costs = &costs};
    lb_footprint start = {{10000, 10000}, 0, 600, 200};
    lb_path path = single_step(LB_STEP_STRAIGHT, 1000, 0);

    (void)state;
    // The front starts at 10100. The rough is 300 deep and under the right corner only; the centre
    // and the left corner are in the wood from 10600 and 10700.
    add_box(&land, LB_TERRAIN_ROUGH, 10200, 10300, 10900, 10600);
    assert_int_equal(lb_path_walk(&field, &start, &path).cost_tmm, 1300);
    add_box(&land, LB_TERRAIN_WOOD, 9000, 10700, 10100, 11500);
    // Rough from 200 to 500 by the corner, wood from 600 by the left corner.
    assert_int_equal(lb_path_walk(&field, &start, &path).cost_tmm, 1000 + 300 + 200);
    // Wood over the rough: the dearer of the two counts; the centre is in it for 100 more.
    add_box(&land, LB_TERRAIN_WOOD, 9000, 10300, 11000, 10600);
    assert_int_equal(lb_path_walk(&field, &start, &path).cost_tmm, 1550);
    costs.step[LB_STEP_STRAIGHT] = (lb_ratio){3, 2};
    costs.step_tmm[LB_STEP_STRAIGHT] = 50;
    assert_int_equal(lb_path_walk(&field, &start, &path).cost_tmm, 2375);
    costs.area[LB_TERRAIN_WOOD] = (lb_ratio){1, 0};
    lb_walk walk = lb_path_walk(&field, &start, &path);
    assert_int_equal(walk.stop, LB_STOP_FORBIDDEN);
    assert_int_equal(walk.what, 2);
    assert_int_equal(walk.reach_tmm, 200);
    assert_int_equal(walk.end.centre.y, 10200);
    assert_int_equal(walk.cost_tmm, 350);
}

static void roads_and_bridges(void **state)
{
    country land = {0};
    lb_move_costs costs = {.area = {[LB_TERRAIN_HIGHWAY] = {1, 2},
                                    [LB_TERRAIN_WOOD] = {2, 1},
                                    [LB_TERRAIN_RIVER] = {1, 0}}};
    lb_field field = {.ground = &land.ground, .costs = &costs};
    lb_footprint column = {{10000, 10000}, 0, 200, 800};
    lb_path path = single_step(LB_STEP_STRAIGHT, 2000, 0);
    lb_walk walk;

    (void)state;
    add_box(&land, LB_TERRAIN_WOOD, 5000, 9000, 15000, 15000);
    add_line(&land, LB_TERRAIN_HIGHWAY, 100, (lb_point){10000, 5000}, (lb_point){10000, 11000});
    assert_int_equal(lb_path_walk(&field, &column, &path).cost_tmm, 4000);
    costs.follows_roads = true; // a half for 1000, then wood
    assert_int_equal(lb_path_walk(&field, &column, &path).cost_tmm, 500 + 2000);

    add_line(&land, LB_TERRAIN_RIVER, 200, (lb_point){5000, 11500}, (lb_point){15000, 11500});
    walk = lb_path_walk(&field, &column, &path);
    assert_int_equal(walk.stop, LB_STOP_FORBIDDEN);
    assert_int_equal(walk.what, 2);
    assert_int_equal(walk.reach_tmm, 1400);
    add_line(&land, LB_TERRAIN_BRIDGE, 260, (lb_point){10000, 11300}, (lb_point){10000, 11700});
    assert_int_equal(lb_path_walk(&field, &column, &path).stop, LB_STOP_NONE);
    costs.follows_roads = false; // the corners are on the bridge too
    assert_int_equal(lb_path_walk(&field, &column, &path).stop, LB_STOP_NONE);
    column.width_tmm = 400; // and now they are not
    walk = lb_path_walk(&field, &column, &path);
    assert_int_equal(walk.stop, LB_STOP_FORBIDDEN);
    assert_int_equal(walk.reach_tmm, 1000); // where the front is at the water
}

static void crossings_cost_once(void **state)
{
    country land = {0};
    lb_move_costs costs = {.crossing_tmm = {[LB_TERRAIN_WALL] = 254, [LB_TERRAIN_STREAM] = 100},
                           .climb_tmm = 77};
    lb_field field = {.ground = &land.ground, .costs = &costs};
    lb_footprint start = {{10000, 10000}, 0, 600, 200};
    lb_path path = {.step = {{LB_STEP_STRAIGHT, 450, 0},
                             {LB_STEP_STRAIGHT, 100, 0},
                             {LB_STEP_STRAIGHT, 1000, 0}},
                    .count = 3};
    lb_walk walk;

    (void)state;
    // The corners cross in the first step, the centre (which stops on it) in the second.
    add_line(&land, LB_TERRAIN_WALL, 0, (lb_point){5000, 10450}, (lb_point){15000, 10450});
    walk = lb_path_walk(&field, &start, &path);
    assert_int_equal(walk.crossing_cost_tmm, 254);
    assert_int_equal(walk.cost_tmm, 1550 + 254);
    add_line(&land, LB_TERRAIN_STREAM, 50, (lb_point){5000, 10900}, (lb_point){15000, 10900});
    assert_int_equal(lb_path_walk(&field, &start, &path).crossing_cost_tmm, 354);
    add_box(&land, LB_TERRAIN_FORD, 9000, 10800, 11000, 11000);
    assert_int_equal(lb_path_walk(&field, &start, &path).crossing_cost_tmm, 254);
    add_box(&land, LB_TERRAIN_HILL, 8000, 10550, 12000, 13000); // a step ends on its contour
    assert_int_equal(lb_path_walk(&field, &start, &path).climb_cost_tmm, 77);
    start.centre.y = 12000;
    path = single_step(LB_STEP_STRAIGHT, -1800, 0); // downhill
    assert_int_equal(lb_path_walk(&field, &start, &path).climb_cost_tmm, 0);
    costs.back = (lb_ratio){2, 1};
    assert_int_equal(lb_path_walk(&field, &start, &path).step_cost_tmm[0], 3600);
    costs.crossing_tmm[LB_TERRAIN_WALL] = LB_CROSSING_FORBIDDEN;
    walk = lb_path_walk(&field, &start, &path);
    assert_int_equal(walk.stop, LB_STOP_FORBIDDEN);
    assert_int_equal(walk.what, 0);
    assert_in_range(walk.reach_tmm, 1549, 1550);
}

// ---- swept paths --------------------------------------------------------------------------------

static void obstacles_worked(void **state)
{
    lb_footprint start = {{10000, 10000}, 0, 600, 200};
    lb_obstacle obstacle[2] = {obstacle_at(10500, 11000, 600, 200, 0)};
    lb_field field = {.ground = &open_field, .obstacle = obstacle, .obstacle_count = 1};
    lb_path path = single_step(LB_STEP_STRAIGHT, 2000, 0);
    lb_walk walk = lb_path_walk(&field, &start, &path);

    (void)state;
    // Its rear is at 10900, our front at 10100; it may be entered by the tolerance.
    assert_int_equal(walk.stop, LB_STOP_UNIT);
    assert_int_equal(walk.what, 0);
    assert_int_equal(walk.reach_tmm, 800 + LB_CONTACT_TMM);
    assert_int_equal(walk.end.centre.y, 10802);
    assert_int_equal(walk.cost_tmm, 802);
    obstacle[0].keep_tmm = 254;
    assert_int_equal(lb_path_walk(&field, &start, &path).reach_tmm, 800 - 254);
    obstacle[0] = obstacle_at(10600, 11000, 600, 200, 0); // side to side: may be touched
    assert_int_equal(lb_path_walk(&field, &start, &path).stop, LB_STOP_NONE);
    obstacle[0].keep_tmm = 1;
    assert_int_equal(lb_path_walk(&field, &start, &path).reach_tmm, 799);
    // Starts nearer than it should: may not come nearer still, may go away.
    obstacle[0] = obstacle_at(10000, 10300, 600, 200, 254);
    assert_int_equal(lb_path_walk(&field, &start, &path).reach_tmm, 0);
    path = single_step(LB_STEP_STRAIGHT, -2000, 0);
    assert_int_equal(lb_path_walk(&field, &start, &path).stop, LB_STOP_NONE);

    obstacle[0] = obstacle_at(10000, 11000, 600, 200, 0);
    obstacle[0].may_pass = true;
    path = single_step(LB_STEP_STRAIGHT, 2000, 0);
    walk = lb_path_walk(&field, &start, &path);
    assert_int_equal(walk.stop, LB_STOP_NONE);
    assert_true(lb_unit_set_has(&walk.passed, 0));
    path = single_step(LB_STEP_STRAIGHT, 900, 0);
    walk = lb_path_walk(&field, &start, &path);
    assert_int_equal(walk.stop, LB_STOP_ENDS_ON);
    assert_int_equal(walk.end.centre.y, 10900);
    path = single_step(LB_STEP_STRAIGHT, 500, 0);
    walk = lb_path_walk(&field, &start, &path);
    assert_int_equal(walk.stop, LB_STOP_NONE);
    assert_false(lb_unit_set_has(&walk.passed, 0));
}

static void edge_and_impassable(void **state)
{
    country land = {0};
    lb_footprint start = {{10000, 10000}, 0, 600, 200};
    lb_field field = {.ground = &land.ground};
    lb_path path = single_step(LB_STEP_STRAIGHT, 40000, 0);
    lb_walk walk;

    (void)state;
    add_box(&land, LB_TERRAIN_OPEN, 0, 0, 100, 100);
    walk = lb_path_walk(&field, &start, &path);
    assert_int_equal(walk.stop, LB_STOP_EDGE);
    assert_int_equal(walk.reach_tmm, 29900);
    path.step[0].tmm = -2 * LB_TABLE_MAX;
    assert_int_equal(lb_path_walk(&field, &start, &path).reach_tmm, 9900);
    field.may_leave_table = true;
    assert_int_equal(lb_path_walk(&field, &start, &path).reach_tmm, 9900 + LB_MARGIN);
    // A rock under the middle of the way, narrower than the unit and off all three tracks.
    add_box(&land, LB_TERRAIN_IMPASSABLE, 10050, 10500, 10150, 10600);
    path.step[0].tmm = 2000;
    walk = lb_path_walk(&field, &start, &path);
    assert_int_equal(walk.stop, LB_STOP_IMPASSABLE);
    assert_int_equal(walk.what, 1);
    assert_int_equal(walk.reach_tmm, 400);
    path = single_step(LB_STEP_OBLIQUE, 2000, -8192); // leaves it to the right
    assert_int_equal(lb_path_walk(&field, &start, &path).stop, LB_STOP_NONE);
    path = single_step(LB_STEP_OBLIQUE, 2000, -2000);
    assert_int_equal(lb_path_walk(&field, &start, &path).stop, LB_STOP_IMPASSABLE);
    add_line(&land, LB_TERRAIN_IMPASSABLE, 0, (lb_point){10000, 9850}, (lb_point){10000, 9800});
    path = single_step(LB_STEP_STRAIGHT, -100, 0);
    assert_int_equal(lb_path_walk(&field, &start, &path).reach_tmm, 50);
    path = single_step(LB_STEP_TURN, 0, 16384); // the depth of 600 would lie on it
    assert_int_equal(lb_path_walk(&field, &start, &path).stop, LB_STOP_IMPASSABLE);
    path = single_step(LB_STEP_ABOUT, 0, 0);
    assert_int_equal(lb_path_walk(&field, &start, &path).stop, LB_STOP_NONE);
}

/// The straight reach against GEOS: the hull to the reach is clear, that of a tmm more is not.
static void straight_reach_agrees_with_geos(void **state)
{
    lb_dice dice;
    int stopped = 0;

    (void)state;
    lb_dice_seed(&dice, 3);
    for (int i = 0; i < 2000; i++) {
        bool is_far = shapes_stretch > 1;
        lb_footprint start = pick_footprint(&dice, is_far ? 1650 : 100);
        lb_obstacle obstacle = {pick_quad(&dice, is_far ? 1650 : 3000), pick_between(&dice, 1, 300),
                                false};
        lb_field field = {.ground = is_far ? &large_field : &open_field,
                          .obstacle = &obstacle,
                          .obstacle_count = 1,
                          .may_leave_table = is_far};
        lb_path path = single_step(LB_STEP_OBLIQUE, is_far ? 2 * LB_TABLE_MAX : 4000,
                                   pick_between(&dice, -8192, 8192));
        lb_quad from = lb_footprint_corners(&start);
        lb_walk walk;

        if (lb_quad_is_within(&from, &obstacle.quad, obstacle.keep_tmm))
            continue;
        walk = lb_path_walk(&field, &start, &path);
        for (int more = 0; more < 1 + (walk.stop != LB_STOP_NONE); more++) {
            lb_step step = {LB_STEP_OBLIQUE, walk.reach_tmm + more, path.step[0].angle};
            lb_footprint end;
            GEOSGeometry *pair[2], *both, *hull, *other = oracle_quad(&obstacle.quad);
            lb_quad to;
            double distance;

            if (walk.stop == LB_STOP_EDGE && more) {
                assert_false(lb_step_apply(&start, &step, &end));
                GEOSGeom_destroy(other);
                continue;
            }
            assert_true(lb_step_apply(&start, &step, &end));
            to = lb_footprint_corners(&end);
            pair[0] = oracle_quad(&from);
            pair[1] = oracle_quad(&to);
            both = GEOSGeom_createCollection(GEOS_MULTIPOLYGON, pair, 2);
            hull = GEOSConvexHull(both);
            distance = oracle_distance(hull, other);
            assert_true(more ? distance < obstacle.keep_tmm + 1e-6
                             : distance > obstacle.keep_tmm - 1e-6);
            GEOSGeom_destroy(both);
            GEOSGeom_destroy(hull);
            GEOSGeom_destroy(other);
        }
        stopped += walk.stop == LB_STOP_UNIT;
    }
    assert_in_range(stopped, shapes_stretch > 1 ? 20 : 200, 1800);
}

/// Every single turn of a wheel up to its reach keeps its distance, and a wheel that was stopped
/// would have come too near soon after.
static void wheels_are_safe_at_every_angle(void **state)
{
    lb_dice dice;
    int stopped = 0;

    (void)state;
    lb_dice_seed(&dice, 4);
    for (int i = 0; i < 300; i++) {
        lb_footprint start = pick_footprint(&dice, 100), at;
        lb_obstacle obstacle = {pick_quad(&dice, 1200), pick_below(&dice, 2) ? 254 : 0, false};
        lb_field field = {.ground = &open_field, .obstacle = &obstacle, .obstacle_count = 1};
        int32_t angle = pick_below(&dice, 2) ? 12000 : -12000, done, sign = angle < 0 ? -1 : 1;
        lb_path path = single_step(LB_STEP_WHEEL, 0, angle);
        lb_quad quad = lb_footprint_corners(&start);
        lb_walk walk;
        bool is_near = false;

        if (lb_quad_is_within(&quad, &obstacle.quad, obstacle.keep_tmm + 1))
            continue;
        walk = lb_path_walk(&field, &start, &path);
        done = abs((int16_t)(uint16_t)(walk.end.heading - start.heading));
        for (int32_t turn = 0; turn <= (walk.stop ? done + 256 : done); turn++) {
            lb_step step = {LB_STEP_WHEEL, 0, sign * turn};
            assert_true(lb_step_apply(&start, &step, &at));
            quad = lb_footprint_corners(&at);
            if (turn <= done)
                assert_true(obstacle.keep_tmm > 0
                                ? lb_quad_distance_ceil(&quad, &obstacle.quad) >= obstacle.keep_tmm
                                : !lb_quad_overlaps_deeper(&quad, &obstacle.quad, LB_CONTACT_TMM));
            else
                is_near =
                    is_near || lb_quad_is_within(&quad, &obstacle.quad, obstacle.keep_tmm + 2);
        }
        assert_true(is_near || walk.stop == LB_STOP_NONE);
        stopped += walk.stop == LB_STOP_UNIT;
    }
    assert_true(stopped > 40);
}

/// A field of random ground: impassable, forbidden and dear, with walls and a road.
static void pick_country(lb_dice *dice, country *land)
{
    static const uint8_t areas[3] = {LB_TERRAIN_IMPASSABLE, LB_TERRAIN_WOOD, LB_TERRAIN_ROUGH};
    lb_point point[6];

    *land = (country){0};
    for (int i = 0; i < 3; i++) {
        pick_star(dice, 3000, 700, point, 6);
        add_piece(land, (lb_terrain_kind)areas[i], -1, point, 6);
    }
    add_line(land, LB_TERRAIN_WALL, 20, pick_point(dice, 3000), (lb_point){20000, 20001});
    add_line(land, LB_TERRAIN_ROAD, 200, pick_point(dice, 3000), (lb_point){20000, 20002});
}

static lb_step pick_step(lb_dice *dice)
{
    lb_step step = {(uint8_t)pick_below(dice, LB_STEP_COUNT), pick_between(dice, -500, 3000), 0};

    if (step.kind == LB_STEP_OBLIQUE)
        step.angle = pick_between(dice, -8192, 8192);
    else if (step.kind == LB_STEP_WHEEL)
        step.angle = pick_between(dice, -16384, 16384);
    else if (step.kind == LB_STEP_TURN)
        step.angle = pick_between(dice, 0, 65535);
    step.tmm = step.kind == LB_STEP_OBLIQUE ? abs(step.tmm) : step.tmm;
    return step;
}

static void end_is_legal(const lb_field *field, const lb_walk *walk)
{
    lb_quad quad = lb_footprint_corners(&walk->end);
    lb_piece_set under = lb_ground_under(field->ground, &quad, LB_COVER_SOME);

    assert_true(lb_footprint_is_valid(&walk->end));
    assert_false(lb_piece_set_has(&under, 0));
    for (int c = 0; c < 4; c++)
        assert_true(quad.corner[c].x >= 0 && quad.corner[c].x <= 40000 && quad.corner[c].y >= 0 &&
                    quad.corner[c].y <= 40000);
    for (uint16_t i = 0; i < field->obstacle_count; i++)
        if (!field->obstacle[i].may_pass || walk->stop == LB_STOP_NONE)
            assert_false(lb_quad_overlaps_deeper(&quad, &field->obstacle[i].quad, LB_CONTACT_TMM));
}

/// Whether a start is on no impassable ground and on nobody.
static bool is_free(const lb_field *field, const lb_footprint *start)
{
    lb_quad quad = lb_footprint_corners(start);

    for (uint16_t i = 0; i < field->obstacle_count; i++)
        if (lb_quad_overlaps(&quad, &field->obstacle[i].quad))
            return false;
    return lb_piece_cover(field->ground, 0, &quad) == LB_COVER_NONE;
}

/// A walk whose cost is not asked for if it is stopped goes the same way, and costs the same if
/// not.
static void unpaid_is_the_same(const lb_field *field, const lb_footprint *start,
                               const lb_path *path, const lb_walk *walk)
{
    lb_field unpaid = *field;
    lb_walk other;

    unpaid.ignores_stopped_cost = true;
    other = lb_path_walk(&unpaid, start, path);
    assert_int_equal(other.stop, walk->stop);
    assert_int_equal(other.step, walk->step);
    assert_int_equal(other.what, walk->what);
    assert_int_equal(other.reach_tmm, walk->reach_tmm);
    assert_true(lb_point_equals(other.end.centre, walk->end.centre));
    assert_int_equal(other.end.heading, walk->end.heading);
    assert_true(other.cost_tmm == walk->cost_tmm ||
                (walk->stop != LB_STOP_NONE && other.cost_tmm < walk->cost_tmm));
}

/// Any path on any field ends legally; and what was walked of it is a path that can be walked.
static void random_paths_end_legally(void **state)
{
    lb_dice dice;
    int stops[LB_STOP_COUNT] = {0};

    (void)state;
    lb_dice_seed(&dice, 5);
    for (int i = 0; i < 6000; i++) {
        country land;
        lb_move_costs costs = {.area = {[LB_TERRAIN_WOOD] = {1, 0}, [LB_TERRAIN_ROUGH] = {2, 1}},
                               .crossing_tmm = {[LB_TERRAIN_WALL] = 100},
                               .follows_roads = i % 2 == 0};
        lb_obstacle obstacle[4];
        lb_field field = {
            .ground = &land.ground, .costs = &costs, .obstacle = obstacle, .obstacle_count = 4};
        lb_footprint start = pick_footprint(&dice, 1000);
        lb_path path = {.count = (uint8_t)pick_between(&dice, 1, LB_PATH_STEPS_MAX)};
        lb_walk walk, again;

        pick_country(&dice, &land);
        for (int k = 0; k < 4; k++)
            obstacle[k] =
                (lb_obstacle){pick_quad(&dice, 3000),
                              pick_below(&dice, 2) ? pick_between(&dice, 0, 254) : 0, k == 3};
        for (int k = 0; k < path.count; k++)
            path.step[k] = pick_step(&dice);
        if (!is_free(&field, &start))
            continue;
        walk = lb_path_walk(&field, &start, &path);
        stops[walk.stop]++;
        end_is_legal(&field, &walk);
        unpaid_is_the_same(&field, &start, &path, &walk);
        if (walk.stop == LB_STOP_NONE || walk.stop == LB_STOP_ENDS_ON ||
            path.step[walk.step].kind > LB_STEP_OBLIQUE)
            continue;
        path.count = (uint8_t)(walk.step + 1);
        path.step[walk.step].tmm = path.step[walk.step].tmm < 0 ? -walk.reach_tmm : walk.reach_tmm;
        again = lb_path_walk(&field, &start, &path);
        assert_true(again.stop == LB_STOP_NONE || again.stop == LB_STOP_ENDS_ON);
        assert_true(lb_point_equals(again.end.centre, walk.end.centre));
        assert_int_equal(again.crossing_cost_tmm, walk.crossing_cost_tmm);
    }
    for (int stop = 0; stop < LB_STOP_COUNT; stop++)
        assert_true(stops[stop] > 10 || stop == LB_STOP_BAD_STEP || stop == LB_STOP_EDGE);
}

// ---- retreats -----------------------------------------------------------------------------------

static void retreats_worked(void **state)
{
    lb_footprint start = {{10000, 10000}, 0, 600, 200};
    lb_obstacle obstacle[1] = {obstacle_at(10000, 9000, 600, 200, 0)};
    lb_field field = {.ground = &open_field, .obstacle = obstacle};
    lb_point enemy = {10000, 12000};
    lb_retreat retreat = lb_retreat_from(&field, &start, enemy, 1500);

    (void)state;
    assert_int_equal(retreat.stop, LB_STOP_NONE);
    assert_int_equal(retreat.direction, 32768);
    assert_int_equal(retreat.moved_tmm, 1500);
    assert_int_equal(retreat.end.centre.y, 8500);
    assert_int_equal(retreat.end.heading, 0);
    assert_int_equal(lb_retreat_from(&field, &start, start.centre, 100).direction, 32768);
    assert_int_equal(lb_retreat_from(&field, &start, enemy, -5).moved_tmm, 0);
    retreat = lb_retreat_from(&field, &start, enemy, INT32_MAX);
    assert_int_equal(retreat.stop, LB_STOP_EDGE);
    assert_int_equal(retreat.moved_tmm, 9900);

    field.obstacle_count = 1;
    retreat = lb_retreat_from(&field, &start, enemy, 1500);
    assert_int_equal(retreat.stop, LB_STOP_UNIT);
    assert_int_equal(retreat.what, 0);
    assert_int_equal(retreat.moved_tmm, 800 + LB_CONTACT_TMM);
    // 22.5 degrees: 1500 * sin = 574 aside is not enough; 45 degrees are.
    retreat = lb_retreat_clear(&field, &start, enemy, 1500);
    assert_int_equal(retreat.stop, LB_STOP_NONE);
    assert_int_equal(retreat.direction, 32768 + 8192);
    assert_int_equal(retreat.moved_tmm, 1500);
    obstacle[0] = obstacle_at(10000, 9000, 9000, 200, 0); // a wall of men: sideways
    retreat = lb_retreat_clear(&field, &start, enemy, 1500);
    assert_int_equal(retreat.direction, 32768 + 12288);
    obstacle[0].may_pass = true;
    retreat = lb_retreat_from(&field, &start, enemy, 1500);
    assert_int_equal(retreat.stop, LB_STOP_NONE);
    assert_true(lb_unit_set_has(&retreat.passed, 0));
    assert_int_equal(lb_retreat_from(&field, &start, enemy, 900).stop, LB_STOP_ENDS_ON);
}

/// A paid retreat goes as far as the ground lets it: half as far where a tmm costs two, less what
/// a wall takes, and to the bank of what is forbidden, by whichever corners go ahead.
static void a_paid_retreat_pays(void **state)
{
    const lb_point point[] = {{0, 0},    {20000, 0}, {20000, 6000},
                              {0, 6000}, {0, 8000},  {20000, 8000}};
    lb_piece piece[] = {
        {.kind = LB_TERRAIN_ROUGH, .point_count = 4},
        {.kind = LB_TERRAIN_WALL, .is_line = true, .point_count = 2, .first_point = 4}};
    lb_ground ground = {20000, 20000, piece, point, 2, 6};
    lb_move_costs costs = {.area = {[LB_TERRAIN_ROUGH] = {2, 1}, [LB_TERRAIN_RIVER] = {1, 0}},
                           .crossing_tmm = {[LB_TERRAIN_WALL] = 1000}};
    lb_field field = {.ground = &ground, .costs = &costs};
    lb_footprint start = {{10000, 3000}, 0, 1000, 400};
    uint16_t where;
    lb_retreat way;

    (void)state;
    assert_int_equal(lb_ground_prepare(piece, 2, point, 6, &where), LB_GROUND_OK);
    way = lb_retreat_paid(&field, &start, LB_ANGLE_HALF, 2000);
    assert_int_equal(way.moved_tmm, 1000);
    assert_int_equal(way.cost_tmm, 2000);
    start.centre.y = 12000; // 3000 in the open, 1000 for the wall
    way = lb_retreat_paid(&field, &start, LB_ANGLE_HALF, 5500);
    assert_int_equal(way.moved_tmm, 4500);
    assert_int_equal(way.end.centre.y, 7500);
    piece[0].kind = LB_TERRAIN_RIVER;
    way = lb_retreat_paid(&field, &start, LB_ANGLE_HALF, 9000);
    assert_int_equal(way.stop, LB_STOP_FORBIDDEN);
    assert_in_range(way.end.centre.y, 6199, 6202); // its rear on the bank
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_paid_retreat_pays),
        cmocka_unit_test(steps_worked),
        cmocka_unit_test(malformed_steps_are_refused),
        cmocka_unit_test(wheels_keep_their_pivot),
        cmocka_unit_test(open_ground_costs_its_length),
        cmocka_unit_test(ground_costs_by_its_stretches),
        cmocka_unit_test(roads_and_bridges),
        cmocka_unit_test(crossings_cost_once),
        cmocka_unit_test(obstacles_worked),
        cmocka_unit_test(edge_and_impassable),
        cmocka_unit_test(straight_reach_agrees_with_geos),
        FAR_TEST(straight_reach_agrees_with_geos),
        cmocka_unit_test(wheels_are_safe_at_every_angle),
        cmocka_unit_test(random_paths_end_legally),
        cmocka_unit_test(retreats_worked),
    };

    return cmocka_run_group_tests_name("move", tests, start_oracle, stop_oracle);
}
