// SPDX-License-Identifier: MIT
// Random shapes for the tests of the table, and the same shapes for GEOS, which is the oracle.
#pragma once

#include "../unit/check.h"

#include "limber/table.h"
#include "table/exact.h"

#include <geos_c.h>

/// A number from low to high.
static inline int32_t pick_between(lb_dice *dice, int32_t low, int32_t high)
{
    return low + (int32_t)pick_below(dice, (uint32_t)(high - low) + 1);
}

/// How far shapes lie apart, and how large pieces are: 1 on a usual table, FAR_APART from end to
/// end of the largest with its margin.
enum { FAR_APART = 70 };
static int32_t shapes_stretch = 1;

static inline int stretch_far(void **state)
{
    (void)state;
    shapes_stretch = FAR_APART;
    return 0;
}

static inline int stretch_back(void **state)
{
    (void)state;
    shapes_stretch = 1;
    return 0;
}

/// A test that is run on the largest table.
#define FAR_TEST(name)                                      \
    {                                                       \
        "far_" #name, name, stretch_far, stretch_back, NULL \
    }

/// Where the shapes lie around.
static inline int32_t shapes_middle(void)
{
    return shapes_stretch == 1 ? 20000 : LB_TABLE_MAX / 2;
}

static inline lb_point pick_point(lb_dice *dice, int32_t spread)
{
    int32_t all = spread * shapes_stretch, middle = shapes_middle();

    return (lb_point){middle + pick_between(dice, -all, all),
                      middle + pick_between(dice, -all, all)};
}

/// A footprint near the middle, so that random ones often meet; every third at a quadrant.
static inline lb_footprint pick_footprint(lb_dice *dice, int32_t spread)
{
    bool is_far = shapes_stretch > 1;
    lb_footprint footprint = {pick_point(dice, spread), (uint16_t)pick_below(dice, 65536),
                              pick_between(dice, LB_FOOTPRINT_MIN, is_far ? 10000 : 1500),
                              pick_between(dice, LB_FOOTPRINT_MIN, is_far ? 10000 : 600)};

    if (pick_below(dice, 3) == 0)
        footprint.heading = (uint16_t)(footprint.heading / 16384 * 16384);
    return footprint;
}

static inline lb_quad pick_quad(lb_dice *dice, int32_t spread)
{
    lb_footprint footprint = pick_footprint(dice, spread);

    return lb_footprint_corners(&footprint);
}

/// A simple polygon, rarely convex: points around a centre at random distances.
static inline void pick_star(lb_dice *dice, int32_t spread, int32_t radius, lb_point *point,
                             uint8_t count)
{
    lb_point centre = pick_point(dice, spread);

    radius *= shapes_stretch;
    for (uint8_t i = 0; i < count; i++)
        point[i] = lb_point_towards(centre, (uint16_t)(i * 65536 / count),
                                    pick_between(dice, radius / 4, radius));
}

/// The lines that GEOS makes of points.
static inline GEOSCoordSequence *oracle_points(const lb_point *point, uint32_t count, bool is_ring)
{
    GEOSCoordSequence *list = GEOSCoordSeq_create(count + is_ring, 2);

    for (uint32_t i = 0; i < count + is_ring; i++) {
        GEOSCoordSeq_setX(list, i, point[i % count].x);
        GEOSCoordSeq_setY(list, i, point[i % count].y);
    }
    return list;
}

static inline GEOSGeometry *oracle_polygon(const lb_point *point, uint32_t count)
{
    return GEOSGeom_createPolygon(GEOSGeom_createLinearRing(oracle_points(point, count, true)),
                                  NULL, 0);
}

static inline GEOSGeometry *oracle_quad(const lb_quad *quad)
{
    return oracle_polygon(quad->corner, 4);
}

static inline GEOSGeometry *oracle_line(const lb_point *point, uint32_t count)
{
    return GEOSGeom_createLineString(oracle_points(point, count, false));
}

static inline GEOSGeometry *oracle_point(lb_point point)
{
    return GEOSGeom_createPoint(oracle_points(&point, 1, false));
}

/// Whether the interiors share a point.
static inline bool oracle_overlaps(const GEOSGeometry *a, const GEOSGeometry *b)
{
    return GEOSRelatePattern(a, b, "T********") == 1;
}

static inline double oracle_distance(const GEOSGeometry *a, const GEOSGeometry *b)
{
    double distance = -1;

    GEOSDistance(a, b, &distance);
    return distance;
}

/// The length or area of what two have in common.
static inline double oracle_common(const GEOSGeometry *a, const GEOSGeometry *b, bool is_area)
{
    GEOSGeometry *common = GEOSIntersection(a, b);
    double size = 0;

    if (is_area)
        GEOSArea(common, &size);
    else
        GEOSLength(common, &size);
    GEOSGeom_destroy(common);
    return size;
}

static inline int start_oracle(void **state)
{
    (void)state;
    initGEOS(NULL, NULL);
    return 0;
}

static inline int stop_oracle(void **state)
{
    (void)state;
    finishGEOS();
    return 0;
}
