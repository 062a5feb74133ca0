// SPDX-License-Identifier: MIT
// Ground: pieces under points, quads and segments, against GEOS; what is refused; worked cases.

#include "shapes.h"

#include "table/ground.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4000 };

/// A ground of one piece.
typedef struct single {
    lb_point point[LB_PIECE_POINTS_MAX];
    lb_piece piece;
    lb_ground ground;
} single;

static lb_ground_fault set_single(single *one, lb_terrain_kind kind, bool is_line, int32_t width,
                                  uint8_t count)
{
    uint16_t where;

    one->piece = (lb_piece){
        .kind = (uint8_t)kind, .is_line = is_line, .width_tmm = width, .point_count = count};
    one->ground = (lb_ground){LB_TABLE_MAX, LB_TABLE_MAX, &one->piece, one->point, 1, count};
    return lb_ground_prepare(&one->piece, 1, one->point, count, &where);
}

/// Half of them large, half on a coarse grid, where edges and corners meet.
static void pick_polygon(lb_dice *dice, single *one, bool on_lattice)
{
    do {
        uint8_t count = (uint8_t)pick_between(dice, 3, on_lattice ? 8 : LB_PIECE_POINTS_MAX);

        if (on_lattice)
            for (uint8_t i = 0; i < count; i++)
                one->point[i] = (lb_point){20000 + 100 * pick_between(dice, 0, 6),
                                           20000 + 100 * pick_between(dice, 0, 6)};
        else
            pick_star(dice, 300, 1500, one->point, count);
        if (set_single(one, LB_TERRAIN_WOOD, false, 0, count) == LB_GROUND_OK)
            return;
    } while (true);
}

/// Far tests take their time over many points.
static int rounds(void)
{
    return shapes_stretch > 1 ? ROUNDS / 4 : ROUNDS;
}

/// Every second round on a usual table.
static bool is_coarse(int round)
{
    return shapes_stretch == 1 && round % 2 == 0;
}

static lb_point pick_near(lb_dice *dice, bool on_lattice)
{
    if (on_lattice)
        return (lb_point){20000 + 50 * pick_between(dice, -1, 13),
                          20000 + 50 * pick_between(dice, -1, 13)};
    return pick_point(dice, 1500);
}

static void refusals(void **state)
{
    single one = {.point = {{0, 0}, {100, 0}, {100, 100}, {0, 100}}};
    uint16_t where;

    (void)state;
    assert_int_equal(set_single(&one, LB_TERRAIN_WOOD, false, 0, 4), LB_GROUND_OK);
    assert_int_equal(set_single(&one, LB_TERRAIN_WOOD, false, 0, 2), LB_GROUND_BAD_POINT_COUNT);
    assert_int_equal(set_single(&one, LB_TERRAIN_COUNT, false, 0, 4), LB_GROUND_BAD_KIND);
    assert_int_equal(set_single(&one, LB_TERRAIN_ROAD, true, -1, 4), LB_GROUND_BAD_WIDTH);
    assert_int_equal(set_single(&one, LB_TERRAIN_ROAD, true, 4001, 4), LB_GROUND_BAD_WIDTH);
    one.piece.point_count = 4;
    one.piece.width_tmm = 0;
    assert_int_equal(lb_ground_prepare(&one.piece, 1, one.point, 3, &where),
                     LB_GROUND_BAD_POINT_COUNT);
    assert_int_equal(where, 0);
    assert_int_equal(lb_ground_prepare(&one.piece, LB_PIECES_MAX + 1, one.point, 4, &where),
                     LB_GROUND_TOO_MANY_PIECES);
    one.point[3] = one.point[2];
    assert_int_equal(set_single(&one, LB_TERRAIN_WOOD, false, 0, 4), LB_GROUND_POINT_TWICE);
    one.point[3] = (lb_point){50, -10};
    assert_int_equal(set_single(&one, LB_TERRAIN_WOOD, false, 0, 4), LB_GROUND_EDGES_CROSS);
    one.point[3] = (lb_point){100, 60}; // a spike back over its own edge
    assert_int_equal(set_single(&one, LB_TERRAIN_WOOD, false, 0, 4), LB_GROUND_EDGES_CROSS);
    one.point[3] = (lb_point){INT32_MIN, 60};
    assert_int_equal(set_single(&one, LB_TERRAIN_WOOD, false, 0, 4), LB_GROUND_POINT_OUT_OF_RANGE);
}

static void simple_polygons_are_those_of_geos(void **state)
{
    lb_dice dice;
    int good = 0;

    (void)state;
    lb_dice_seed(&dice, 1);
    for (int i = 0; i < ROUNDS * 2; i++) {
        single one = {0};
        uint8_t count = (uint8_t)pick_between(&dice, 3, 7);
        GEOSGeometry *oracle;
        lb_ground_fault fault;

        for (uint8_t k = 0; k < count; k++)
            one.point[k] = (lb_point){pick_between(&dice, 0, 5), pick_between(&dice, 0, 5)};
        fault = set_single(&one, LB_TERRAIN_WOOD, false, 0, count);
        if (fault == LB_GROUND_POINT_TWICE)
            continue;
        oracle = oracle_polygon(one.point, count);
        assert_int_equal(fault == LB_GROUND_OK, GEOSisValid(oracle) == 1);
        good += fault == LB_GROUND_OK;
        GEOSGeom_destroy(oracle);
    }
    assert_true(good > 500);
}

static void points_agree_with_geos(void **state)
{
    lb_dice dice;

    (void)state;
    lb_dice_seed(&dice, 2);
    for (int i = 0; i < rounds(); i++) {
        single one = {0};
        GEOSGeometry *area;

        pick_polygon(&dice, &one, is_coarse(i));
        area = oracle_polygon(one.point, one.piece.point_count);
        for (int k = 0; k < 5; k++) {
            lb_point at = pick_near(&dice, is_coarse(i));
            GEOSGeometry *point = oracle_point(at);
            assert_int_equal(lb_piece_has_point(&one.ground, 0, at), GEOSContains(area, point));
            GEOSGeom_destroy(point);
        }
        GEOSGeom_destroy(area);
    }
}

/// What of a segment is strictly inside: all that it shares with the polygon but the edges.
static void segments_agree_with_geos(void **state)
{
    lb_dice dice;
    int inside = 0;

    (void)state;
    lb_dice_seed(&dice, 3);
    for (int i = 0; i < rounds(); i++) {
        single one = {0};
        lb_point ends[2];
        GEOSGeometry *area, *edge, *line;
        lb_span span[LB_SPANS_MAX];
        lb_shape shape;
        uint32_t count;
        double wanted, found = 0;

        pick_polygon(&dice, &one, is_coarse(i));
        ends[0] = pick_near(&dice, is_coarse(i));
        ends[1] = pick_near(&dice, is_coarse(i));
        if (lb_point_equals(ends[0], ends[1]))
            continue;
        area = oracle_polygon(one.point, one.piece.point_count);
        edge = GEOSBoundary(area);
        line = oracle_line(ends, 2);
        wanted = oracle_common(line, area, false) - oracle_common(line, edge, false);
        shape = lb_shape_of(&one.ground, 0);
        count = lb_shape_spans(&shape, ends[0], ends[1], span);
        for (uint32_t k = 0; k < count; k++) {
            double enter = (double)span[k].enter.num / (double)span[k].enter.den;
            double leave = (double)span[k].leave.num / (double)span[k].leave.den;
            found += (leave - enter) * sqrt((double)lb_square_between(ends[0], ends[1]));
            assert_true(enter < leave && enter >= 0 && leave <= 1);
            if (k > 0)
                assert_true(lb_rational_compare(span[k - 1].leave, span[k].enter) < 0);
        }
        assert_true(fabs(wanted - found) < 1e-3 * shapes_stretch);
        assert_int_equal(count > 0, oracle_overlaps(area, line));
        inside += count > 1;
        GEOSGeom_destroy(area);
        GEOSGeom_destroy(edge);
        GEOSGeom_destroy(line);
    }
    assert_true(inside > 50);
}

static void cover_agrees_with_geos(void **state)
{
    lb_dice dice;
    int found[4] = {0};

    (void)state;
    lb_dice_seed(&dice, 4);
    for (int i = 0; i < rounds(); i++) {
        single one = {0};
        lb_quad quad = pick_quad(&dice, 900);
        GEOSGeometry *area, *there;
        double common, whole;
        lb_cover cover;

        if (is_coarse(i)) {
            lb_footprint f = {
                {20000 + 50 * pick_between(&dice, 0, 12), 20000 + 50 * pick_between(&dice, 0, 12)},
                (uint16_t)(16384 * pick_below(&dice, 4)),
                100 * pick_between(&dice, 1, 3),
                100 * pick_between(&dice, 1, 3)};
            quad = lb_footprint_corners(&f);
        }
        pick_polygon(&dice, &one, is_coarse(i));
        area = oracle_polygon(one.point, one.piece.point_count);
        there = oracle_quad(&quad);
        common = oracle_common(area, there, true);
        GEOSArea(there, &whole);
        cover = lb_piece_cover(&one.ground, 0, &quad);
        assert_true(fabs(lb_piece_share(&one.ground, 0, &quad) - common * 1000 / whole) < 1.5);
        assert_int_equal(cover != LB_COVER_NONE, oracle_overlaps(area, there));
        assert_int_equal(cover == LB_COVER_ALL, GEOSCovers(area, there));
        for (lb_cover least = LB_COVER_SOME; least <= LB_COVER_ALL; least++)
            assert_int_equal(lb_piece_covers(&one.ground, 0, &quad, least), cover >= least);
        if (fabs(common / whole - 0.5) > 1e-3)
            assert_int_equal(cover >= LB_COVER_MOST, common * 2 > whole);
        found[cover]++;
        GEOSGeom_destroy(area);
        GEOSGeom_destroy(there);
    }
    for (int i = 0; i < 4; i++)
        assert_true(found[i] > (shapes_stretch > 1 ? 10 : 100));
}

/// Proper crossings of a polyline without corners on the segment are those of GEOS.
static void crossings_agree_with_geos(void **state)
{
    lb_dice dice;
    uint32_t most = 0;

    (void)state;
    lb_dice_seed(&dice, 5);
    for (int i = 0; i < rounds() / (shapes_stretch > 1 ? 4 : 1); i++) {
        single one = {0};
        uint8_t count = (uint8_t)pick_between(&dice, 2, shapes_stretch > 1 ? 96 : 12);
        lb_point ends[2] = {pick_point(&dice, 1500), pick_point(&dice, 1500)};
        uint32_t wanted = 0, found;
        int32_t width = pick_between(&dice, 2, 200);
        lb_stretch stretch[LB_SPANS_MAX];

        for (uint8_t k = 0; k < count; k++)
            one.point[k] = pick_point(&dice, 1500);
        if (set_single(&one, LB_TERRAIN_STREAM, true, width, count) != LB_GROUND_OK)
            continue;
        for (uint8_t k = 1; k < count; k++) {
            GEOSGeometry *a = oracle_line(ends, 2), *b = oracle_line(one.point + k - 1, 2);
            wanted += GEOSCrosses(a, b) == 1;
            GEOSGeom_destroy(a);
            GEOSGeom_destroy(b);
        }
        found = lb_piece_crossings(&one.ground, 0, ends[0], ends[1]);
        assert_int_equal(found, wanted);
        assert_int_equal(lb_piece_crossings(&one.ground, 0, ends[1], ends[0]), wanted);
        assert_true(found == 0 ||
                    lb_ground_along(&one.ground, ends[0], ends[1], stretch, LB_SPANS_MAX) > 0);
        most = found > most ? found : most;
    }
    assert_true(most >= 3);
}

static void a_path_counts_each_crossing_once(void **state)
{
    single one = {.point = {{0, 100}, {100, 100}, {200, 100}}};
    lb_point below = {50, 50}, on = {50, 100}, above = {50, 150}, corner = {100, 100};

    (void)state;
    assert_int_equal(set_single(&one, LB_TERRAIN_WALL, true, 0, 3), LB_GROUND_OK);
    assert_int_equal(lb_piece_crossings(&one.ground, 0, below, above), 1);
    assert_int_equal(lb_piece_crossings(&one.ground, 0, below, on) +
                         lb_piece_crossings(&one.ground, 0, on, above),
                     1);
    assert_int_equal(lb_piece_crossings(&one.ground, 0, above, on) +
                         lb_piece_crossings(&one.ground, 0, on, above),
                     0);
    assert_int_equal(lb_piece_crossings(&one.ground, 0, (lb_point){100, 0}, (lb_point){100, 200}),
                     1);
    assert_int_equal(lb_piece_crossings(&one.ground, 0, corner, on), 0);
    // Past the end, and touching the end.
    assert_int_equal(lb_piece_crossings(&one.ground, 0, (lb_point){201, 0}, (lb_point){201, 200}),
                     0);
    assert_int_equal(lb_piece_crossings(&one.ground, 0, (lb_point){200, 0}, (lb_point){200, 200}),
                     0);
    // A corner touched from one side.
    one.point[1] = (lb_point){100, 50};
    assert_int_equal(set_single(&one, LB_TERRAIN_WALL, true, 0, 3), LB_GROUND_OK);
    assert_int_equal(lb_piece_crossings(&one.ground, 0, (lb_point){0, 50}, (lb_point){200, 50}), 0);
}

static void bodies_of_lines(void **state)
{
    single one = {.point = {{1000, 1000}, {2000, 1000}, {2000, 2000}}};
    lb_stretch stretch[4];
    lb_footprint on = {{1500, 1000}, 16384, 40, 400}, beside = on;
    lb_quad quad = lb_footprint_corners(&on);

    (void)state;
    assert_int_equal(set_single(&one, LB_TERRAIN_ROAD, true, 100, 3), LB_GROUND_OK);
    assert_true(lb_piece_has_point(&one.ground, 0, (lb_point){1500, 1049}));
    assert_false(lb_piece_has_point(&one.ground, 0, (lb_point){1500, 1050}));
    assert_true(lb_piece_has_point(&one.ground, 0, (lb_point){2049, 951})); // the joint
    assert_false(lb_piece_has_point(&one.ground, 0, (lb_point){1000, 1000}));
    assert_int_equal(
        lb_ground_along(&one.ground, (lb_point){1500, 0}, (lb_point){1500, 3000}, stretch, 4), 1);
    assert_int_equal(stretch[0].enter_fine, 950 * LB_FINE);
    assert_int_equal(stretch[0].leave_fine, 1050 * LB_FINE);
    assert_int_equal(lb_ground_road_under(&one.ground, &quad), 0);
    assert_int_equal(lb_piece_cover(&one.ground, 0, &quad), LB_COVER_ALL);
    beside.centre.y += 60;
    quad = lb_footprint_corners(&beside);
    assert_int_equal(lb_ground_road_under(&one.ground, &quad), LB_NO_INDEX);
    assert_int_equal(lb_piece_cover(&one.ground, 0, &quad), LB_COVER_SOME);
    assert_int_equal(lb_piece_share(&one.ground, 0, &quad), 250);
    beside.centre.y = 1070; // edge to edge
    quad = lb_footprint_corners(&beside);
    assert_int_equal(lb_piece_cover(&one.ground, 0, &quad), LB_COVER_NONE);
    beside.heading = 0;
    beside.centre = (lb_point){1500, 1000};
    quad = lb_footprint_corners(&beside);
    assert_int_equal(lb_ground_road_under(&one.ground, &quad), LB_NO_INDEX);
}

static void levels_and_kinds(void **state)
{
    lb_point point[] = {{0, 0},     {1000, 0},  {1000, 1000}, {0, 1000}, {200, 200},  {800, 200},
                        {800, 800}, {200, 800}, {0, 0},       {500, 0},  {500, 1000}, {0, 1000}};
    lb_piece piece[] = {
        {.kind = LB_TERRAIN_HILL, .level = 1, .first_point = 0, .point_count = 4},
        {.kind = LB_TERRAIN_HILL, .level = 2, .first_point = 4, .point_count = 4},
        {.kind = LB_TERRAIN_ROUGH, .first_point = 8, .point_count = 4},
    };
    lb_ground ground = {2000, 2000, piece, point, 3, 12};
    lb_footprint unit = {{400, 500}, 0, 300, 100};
    lb_quad quad = lb_footprint_corners(&unit);
    lb_piece_set set;
    uint16_t where;

    (void)state;
    assert_int_equal(lb_ground_prepare(piece, 3, point, 12, &where), LB_GROUND_OK);
    assert_int_equal(lb_ground_level(&ground, (lb_point){500, 500}), 2);
    assert_int_equal(lb_ground_level(&ground, (lb_point){100, 500}), 1);
    assert_int_equal(lb_ground_level(&ground, (lb_point){200, 500}), 1); // on the contour
    assert_int_equal(lb_ground_level(&ground, (lb_point){1500, 500}), 0);
    set = lb_ground_at(&ground, (lb_point){100, 500});
    assert_true(lb_piece_set_has(&set, 0) && !lb_piece_set_has(&set, 1) &&
                lb_piece_set_has(&set, 2));
    assert_int_equal(lb_ground_kind_under(&ground, &quad), LB_TERRAIN_ROUGH);
    set = lb_ground_under(&ground, &quad, LB_COVER_ALL);
    assert_int_equal(set.bits[0], 3);
    set = lb_ground_under(&ground, &quad, LB_COVER_MOST);
    assert_int_equal(set.bits[0], 7);
    unit.centre.x = 500; // exactly half is not most
    quad = lb_footprint_corners(&unit);
    assert_int_equal(lb_ground_kind_under(&ground, &quad), LB_TERRAIN_OPEN);
    assert_int_equal(lb_piece_share(&ground, 2, &quad), 500);
    assert_string_equal(lb_terrain_word(LB_TERRAIN_DENSE_WOOD), "dense-wood");
    assert_int_equal(lb_terrain_role_of(LB_TERRAIN_FORD), LB_ROLE_CROSSING);
}

static void along_edges_is_outside(void **state)
{
    // A U: a segment along the inner floor, and one through both arms.
    single one = {.point = {{0, 0},
                            {300, 0},
                            {300, 200},
                            {200, 200},
                            {200, 100},
                            {100, 100},
                            {100, 200},
                            {0, 200}}};
    lb_stretch stretch[8];

    (void)state;
    assert_int_equal(set_single(&one, LB_TERRAIN_WOOD, false, 0, 8), LB_GROUND_OK);
    assert_int_equal(
        lb_ground_along(&one.ground, (lb_point){-50, 100}, (lb_point){350, 100}, stretch, 8), 2);
    assert_int_equal(stretch[0].enter_fine, 50 * LB_FINE);
    assert_int_equal(stretch[0].leave_fine, 150 * LB_FINE);
    assert_int_equal(stretch[1].enter_fine, 250 * LB_FINE);
    assert_int_equal(stretch[1].leave_fine, 350 * LB_FINE);
    assert_int_equal(
        lb_ground_along(&one.ground, (lb_point){-50, 200}, (lb_point){350, 200}, stretch, 8), 0);
    assert_int_equal(
        lb_ground_along(&one.ground, (lb_point){0, -50}, (lb_point){0, 350}, stretch, 8), 0);
    assert_int_equal(
        lb_ground_along(&one.ground, (lb_point){-50, 150}, (lb_point){350, 150}, stretch, 1), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals),
        cmocka_unit_test(simple_polygons_are_those_of_geos),
        cmocka_unit_test(points_agree_with_geos),
        cmocka_unit_test(segments_agree_with_geos),
        cmocka_unit_test(cover_agrees_with_geos),
        cmocka_unit_test(crossings_agree_with_geos),
        FAR_TEST(points_agree_with_geos),
        FAR_TEST(segments_agree_with_geos),
        FAR_TEST(cover_agrees_with_geos),
        FAR_TEST(crossings_agree_with_geos),
        cmocka_unit_test(a_path_counts_each_crossing_once),
        cmocka_unit_test(bodies_of_lines),
        cmocka_unit_test(levels_and_kinds),
        cmocka_unit_test(along_edges_is_outside),
    };

    return cmocka_run_group_tests_name("ground", tests, start_oracle, stop_oracle);
}
