// SPDX-License-Identifier: MIT
// Reading scenarios: terrain. A polygon is checked to be one: it has an area and its sides do not
// cross.

#include "text/scenario_reader.h"
#include "text/scenario_words.h"

#include <string.h>

enum { WIDTH_MIN_DM = 5, WIDTH_MAX_DM = 20000, LEVEL_MAX = 9 };

#define YAML (&r->troop.yaml)

/// How wide a line of a kind is when the file says nothing.
static uint16_t usual_width_dm(lb_scenario_terrain kind)
{
    static const uint16_t widths[LB_SCENARIO_TERRAIN_COUNT] = {
        [LB_SCENARIO_TERRAIN_STREAM] = 40,      [LB_SCENARIO_TERRAIN_RIVER] = 300,
        [LB_SCENARIO_TERRAIN_FORD] = 300,       [LB_SCENARIO_TERRAIN_BRIDGE] = 80,
        [LB_SCENARIO_TERRAIN_ROAD] = 60,        [LB_SCENARIO_TERRAIN_HIGHWAY] = 100,
        [LB_SCENARIO_TERRAIN_WALL] = 10,        [LB_SCENARIO_TERRAIN_HEDGE] = 20,
        [LB_SCENARIO_TERRAIN_WORKS_HASTY] = 50, [LB_SCENARIO_TERRAIN_WORKS_PREPARED] = 80,
    };

    return widths[kind] != 0 ? widths[kind] : 100;
}

/* Shapes. */

/// Twice the area of the triangle a b c, positive when it turns left.
static int64_t turn(lb_scenario_point a, lb_scenario_point b, lb_scenario_point c)
{
    return (int64_t)(b.x_dm - a.x_dm) * (c.y_dm - a.y_dm) -
           (int64_t)(b.y_dm - a.y_dm) * (c.x_dm - a.x_dm);
}

/// Is c, on the line through a and b, between them?
static bool is_between(lb_scenario_point a, lb_scenario_point b, lb_scenario_point c)
{
    return (c.x_dm >= a.x_dm || c.x_dm >= b.x_dm) && (c.x_dm <= a.x_dm || c.x_dm <= b.x_dm) &&
           (c.y_dm >= a.y_dm || c.y_dm >= b.y_dm) && (c.y_dm <= a.y_dm || c.y_dm <= b.y_dm);
}

/// Do two segments have a point in common?
static bool do_meet(lb_scenario_point a, lb_scenario_point b, lb_scenario_point c,
                    lb_scenario_point d)
{
    int64_t ac = turn(a, b, c), ad = turn(a, b, d), ca = turn(c, d, a), cb = turn(c, d, b);

    if (((ac > 0 && ad < 0) || (ac < 0 && ad > 0)) && ((ca > 0 && cb < 0) || (ca < 0 && cb > 0)))
        return true;
    return (ac == 0 && is_between(a, b, c)) || (ad == 0 && is_between(a, b, d)) ||
           (ca == 0 && is_between(c, d, a)) || (cb == 0 && is_between(c, d, b));
}

/// Does the polygon have no sides that meet but neighbours in their corner, and an area?
static bool is_simple(const lb_scenario_point *points, uint32_t count)
{
    int64_t area = 0;

    for (uint32_t i = 0; i < count; i++) {
        lb_scenario_point a = points[i], b = points[(i + 1) % count];

        area += (int64_t)a.x_dm * b.y_dm - (int64_t)a.y_dm * b.x_dm;
        for (uint32_t j = i + 2; j < count; j++)
            if (!(i == 0 && j == count - 1) && do_meet(a, b, points[j], points[(j + 1) % count]))
                return false;
    }
    return area != 0;
}

/* Terrain. */

static bool read_kind(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_word(YAML, key, value, lb_scenario_terrain_words.words,
                        lb_scenario_terrain_words.count, &r->piece->kind);
}

static bool read_piece_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, value, r->piece->name, sizeof r->piece->name);
}

static bool read_piece_point(void *context, struct fy_node *key, struct fy_node *item)
{
    lb_scenario_reader *r = context;
    lb_scenario_point *points = r->scenario.points, *point = &points[r->scenario.point_count];

    if (r->scenario.point_count == LB_SCENARIO_POINTS)
        return lb_reader_refuse_more(r, item, LB_SCENARIO_POINTS, "points of terrain");
    if (!lb_reader_point(r, key, item, point))
        return false;
    if (r->piece->point_count > 0 && point[-1].x_dm == point->x_dm && point[-1].y_dm == point->y_dm)
        return lb_yaml_refuse(YAML, item, "the same point twice in a row");
    r->scenario.point_count++;
    r->piece->point_count++;
    return true;
}

static bool read_area(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    lb_scenario_piece *piece = r->piece;

    if (!lb_yaml_items(YAML, key, value, LB_SCENARIO_PIECE_POINTS, read_piece_point, r))
        return false;
    if (piece->point_count < 3)
        return lb_yaml_refuse(YAML, key, "an area has at least three points");
    if (!is_simple(r->scenario.points + piece->first_point, piece->point_count))
        return lb_yaml_refuse(YAML, key,
                              "the sides of the area cross or touch; the last point is joined to "
                              "the first by itself");
    return true;
}

static bool read_line(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (r->piece->point_count > 0)
        return lb_yaml_refuse(YAML, key, "a piece of terrain is an area or a line, not both");
    if (!lb_yaml_items(YAML, key, value, LB_SCENARIO_PIECE_POINTS, read_piece_point, r))
        return false;
    if (r->piece->point_count < 2)
        return lb_yaml_refuse(YAML, key, "a line has at least two points");
    if (r->piece->kind == LB_SCENARIO_TERRAIN_HILL)
        return lb_yaml_refuse(YAML, key, "a hill is an area");
    r->piece->is_line = true;
    r->piece->width_dm = usual_width_dm((lb_scenario_terrain)r->piece->kind);
    return true;
}

static bool read_width(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t width;

    if (!r->piece->is_line)
        return lb_yaml_refuse(YAML, key, "only a line has a width");
    if (!lb_yaml_metres(YAML, key, value, WIDTH_MIN_DM, WIDTH_MAX_DM, &width))
        return false;
    r->piece->width_dm = (uint16_t)width;
    return true;
}

static bool read_level(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t level;

    if (r->piece->kind != LB_SCENARIO_TERRAIN_HILL)
        return lb_yaml_refuse(YAML, key, "only a hill has a level");
    if (!lb_yaml_int(YAML, key, value, 1, LEVEL_MAX, &level))
        return false;
    r->piece->level = (uint8_t)level;
    return true;
}

static bool read_piece(void *context, struct fy_node *key, struct fy_node *item)
{
    static const lb_yaml_field fields[] = {
        {.key = "kind", .read = read_kind, .is_required = true},
        {.key = "name", .read = read_piece_name},
        {.key = "area", .read = read_area},
        {.key = "line", .read = read_line},
        {.key = "width", .read = read_width},
        {.key = "level", .read = read_level},
    };
    lb_scenario_reader *r = context;

    r->piece = &r->scenario.pieces[r->scenario.piece_count++];
    r->piece->first_point = r->scenario.point_count;
    lb_yaml_where(item, &r->piece->where.line, &r->piece->where.column);
    if (!lb_yaml_fields(YAML, key, item, "a piece of terrain", fields, LB_COUNT_OF(fields), r))
        return false;
    if (r->piece->point_count == 0)
        return lb_yaml_refuse(YAML, item, "a piece of terrain needs area or line");
    if (r->piece->kind == LB_SCENARIO_TERRAIN_HILL && r->piece->level == 0)
        r->piece->level = 1;
    return true;
}

bool lb_reader_terrain(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_items(YAML, key, value, LB_SCENARIO_PIECES, read_piece, r);
}
