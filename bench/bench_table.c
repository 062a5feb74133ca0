// SPDX-License-Identifier: MIT
// What questions to the table cost, beside GEOS where it can answer them, in this one run. Prints
// Markdown. The times are of this machine and moment; the ratios are what to compare.

#include "../tests/table/shapes.h"

#include <stdio.h>
#include <time.h>

enum { UNITS = 100, PIECES = 20, POINTS = 12, ROUNDS = 20 };

static lb_footprint unit[UNITS];
static lb_quad quad[UNITS];
static lb_obstacle obstacle[UNITS];
static lb_blocker blocker[UNITS];
static lb_point point[PIECES * POINTS];
static lb_piece piece[PIECES];
static lb_ground ground = {18000, 12000, piece, point, PIECES, PIECES *POINTS};
static GEOSGeometry *oracle[UNITS], *oracle_area[PIECES];
static const GEOSPreparedGeometry *prepared[UNITS], *prepared_area[PIECES];
static volatile int64_t sink;

static double now_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/// A table of 6 by 4 feet with 100 units and 20 woods.
static void lay_out(lb_dice *dice)
{
    uint16_t where;

    for (int i = 0; i < UNITS; i++) {
        unit[i] = (lb_footprint){{pick_between(dice, 700, 17300), pick_between(dice, 700, 11300)},
                                 (uint16_t)pick_below(dice, 65536),
                                 pick_between(dice, 300, 1000),
                                 pick_between(dice, 150, 400)};
        quad[i] = lb_footprint_corners(&unit[i]);
        obstacle[i] = (lb_obstacle){quad[i], LB_TMM_INCH, i % 4 != 0};
        blocker[i] = (lb_blocker){quad[i], (uint8_t)(i % 4 == 0)};
        oracle[i] = oracle_quad(&quad[i]);
        prepared[i] = GEOSPrepare(oracle[i]);
    }
    for (int i = 0; i < PIECES; i++) {
        lb_point centre = {pick_between(dice, 1500, 16500), pick_between(dice, 1500, 10500)};

        for (int k = 0; k < POINTS; k++)
            point[i * POINTS + k] = lb_point_towards(centre, (uint16_t)(k * 65536 / POINTS),
                                                     pick_between(dice, 300, 1200));
        piece[i] = (lb_piece){
            .kind = LB_TERRAIN_WOOD, .point_count = POINTS, .first_point = (uint16_t)(i * POINTS)};
        oracle_area[i] = oracle_polygon(&point[i * POINTS], POINTS);
        prepared_area[i] = GEOSPrepare(oracle_area[i]);
    }
    if (lb_ground_prepare(piece, PIECES, point, PIECES * POINTS, &where) != LB_GROUND_OK)
        fprintf(stderr, "bench: bad ground\n");
}

typedef void question(int a, int b);

static void ask_distance(int a, int b)
{
    sink += lb_quad_distance_floor(&quad[a], &quad[b]);
}

static void ask_distance_geos(int a, int b)
{
    sink += (int64_t)oracle_distance(oracle[a], oracle[b]);
}

static void ask_overlap(int a, int b)
{
    sink += lb_quad_overlaps(&quad[a], &quad[b]);
}

static void ask_overlap_geos(int a, int b)
{
    sink += GEOSPreparedIntersects(prepared[a], oracle[b]);
}

static void ask_within(int a, int b)
{
    sink += lb_quad_is_within(&quad[a], &quad[b], 6 * LB_TMM_INCH);
}

static void ask_within_geos(int a, int b)
{
    sink += GEOSPreparedDistanceWithin(prepared[a], oracle[b], 6 * LB_TMM_INCH);
}

/// From centre to centre past all units and woods.
static void ask_sight(int a, int b)
{
    lb_sight sight = {.ground = &ground,
                      .row = lb_sight_usual,
                      .blocker = blocker,
                      .blocker_count = UNITS,
                      .skip_from = (uint16_t)a,
                      .skip_to = (uint16_t)b,
                      .clearance_tmm = LB_TMM_INCH};

    sink += lb_sight_is_clear(&sight, unit[a].centre, unit[b].centre);
}

static void ask_sight_geos(int a, int b)
{
    lb_point ends[2] = {unit[a].centre, unit[b].centre};
    GEOSGeometry *line = oracle_line(ends, 2);
    bool is_clear = true;

    for (int i = 0; i < UNITS && is_clear; i++)
        if (i != a && i != b && blocker[i].top > 0)
            is_clear = GEOSPreparedDistanceWithin(prepared[i], line, LB_TMM_INCH) != 1;
    for (int i = 0; i < PIECES && is_clear; i++)
        if (GEOSPreparedIntersects(prepared_area[i], line) == 1)
            is_clear = oracle_common(line, oracle_area[i], false) <= 2 * LB_TMM_INCH;
    sink += is_clear;
    GEOSGeom_destroy(line);
}

/// A wheel and an advance among a quarter of the units, on ground that costs.
static void ask_path(int a, int b)
{
    static const lb_move_costs costs = {.area = {[LB_TERRAIN_WOOD] = {2, 1}}};
    lb_field field = {
        .ground = &ground, .costs = &costs, .obstacle = obstacle, .obstacle_count = UNITS};
    lb_path path = {.step = {{LB_STEP_WHEEL, 0, 40 * b - 2000}, {LB_STEP_STRAIGHT, 1500, 0}},
                    .count = 2};

    sink += lb_path_walk(&field, &unit[a], &path).cost_tmm;
}

static void ask_slide(int a, int b)
{
    lb_field field = {.ground = &ground, .obstacle = obstacle, .obstacle_count = UNITS};
    lb_path path = {.step = {{LB_STEP_OBLIQUE, 1500, 80 * b - 4000}}, .count = 1};

    sink += lb_path_walk(&field, &unit[a], &path).cost_tmm;
}

static void ask_nearest(int a, int b)
{
    static lb_grid grid;
    static const lb_unit_set odd = {{UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xaaaaaaaaaaaaaaaa)}};

    if (a == 0 && b == 1)
        lb_grid_build(&grid, &ground, quad, UNITS, NULL);
    sink += lb_grid_nearest(&grid, &quad[a & ~1], &odd);
}

/// Nanoseconds a question, the best of some rounds over all pairs.
static double time_of(question *ask, int rounds)
{
    double best = 1e18;

    for (int round = 0; round < rounds; round++) {
        double start = now_ns(), spent;

        for (int a = 0; a < UNITS; a++)
            for (int b = 0; b < UNITS; b++)
                if (a != b)
                    ask(a, b);
        spent = (now_ns() - start) / (UNITS * (UNITS - 1));
        best = spent < best ? spent : best;
    }
    return best;
}

int main(void)
{
    static const struct {
        const char *name;
        question *ours, *theirs;
    } rows[] = {
        {"distance of two units", ask_distance, ask_distance_geos},
        {"two units overlap", ask_overlap, ask_overlap_geos},
        {"within 6\" of each other", ask_within, ask_within_geos},
        {"line of sight past 100 units and 20 woods", ask_sight, ask_sight_geos},
        {"oblique among 100 units, swept", ask_slide, NULL},
        {"wheel and advance among 100 units, swept, with cost", ask_path, NULL},
        {"nearest of 50 enemies by the grid", ask_nearest, NULL},
    };
    lb_dice dice;

    initGEOS(NULL, NULL);
    lb_dice_seed(&dice, 1);
    lay_out(&dice);
    printf("| question to the table | ns | GEOS, ns | ratio |\n|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double ours = time_of(rows[i].ours, rows[i].theirs != NULL ? ROUNDS : 3);

        if (rows[i].theirs != NULL) {
            double theirs = time_of(rows[i].theirs, 3);
            printf("| %s | %.0f | %.0f | %.1f |\n", rows[i].name, ours, theirs, theirs / ours);
        } else {
            printf("| %s | %.0f | | |\n", rows[i].name, ours);
        }
    }
    for (int i = 0; i < UNITS; i++) {
        GEOSPreparedGeom_destroy(prepared[i]);
        GEOSGeom_destroy(oracle[i]);
    }
    for (int i = 0; i < PIECES; i++) {
        GEOSPreparedGeom_destroy(prepared_area[i]);
        GEOSGeom_destroy(oracle_area[i]);
    }
    finishGEOS();
    return 0;
}
