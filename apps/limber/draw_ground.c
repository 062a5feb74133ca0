// SPDX-License-Identifier: MIT
// The ground of a picture: relief in hachures, fields, marsh, woods and houses. Rivers, roads and
// walls are in draw_lines.c. Every kind of ground differs by its pattern, not by colour alone.

#include "draw.h"

#include <stdlib.h>
#include <string.h>

enum {
    HACHURE = 0x7b6547,
    TREE_LINE = 0x4f5a35,
    TREE_SHADE = 0x71804f,
    STONE_LINE = 0x5b342a,
    WATER_LINE = 0x4d7f8f,
    SPOTS = 20000 ///< trees and the like in one piece of ground
};

/// Where the trees, tufts or rocks of a piece stand, from top to bottom.
typedef struct scatter {
    size_t count;
    draw_point at[SPOTS];
} scatter;

static int compare_height(const void *a, const void *b)
{
    double first = ((const draw_point *)a)->y, second = ((const draw_point *)b)->y;

    return (first > second) - (first < second);
}

/// A grid inside an outline with every point a little off its place.
static const scatter *scatter_in(const draw_shape *shape, double gap, double inset,
                                 draw_chance *chance)
{
    static scatter spots;
    draw_point low, high;
    int rows, columns;

    spots.count = 0;
    draw_shape_bounds(shape, &low, &high);
    rows = (int)((high.y - low.y) / (gap * 0.82)) + 1;
    columns = (int)((high.x - low.x) / gap) + 1;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            double x = low.x + gap * (column + (row % 2 != 0 ? 0.5 : 0));
            double y = low.y + gap * 0.82 * row;
            draw_point at = {x + (draw_throw(chance) - 0.5) * gap * 0.7,
                             y + (draw_throw(chance) - 0.5) * gap * 0.55};

            if (spots.count < SPOTS && draw_shape_has(shape, at) &&
                draw_shape_edge_distance(shape, at) >= inset)
                spots.at[spots.count++] = at;
        }
    qsort(spots.at, spots.count, sizeof spots.at[0], compare_height);
    return &spots;
}

/* Relief. */

/// One stroke: a wedge that is thin at the foot of the slope.
static void add_hachure(const draw_picture *p, draw_point foot, draw_point in, double from,
                        double length, double width)
{
    draw_point head = {foot.x + in.x * (from + length), foot.y + in.y * (from + length)};

    cairo_move_to(p->cairo, foot.x + in.x * from, foot.y + in.y * from);
    cairo_line_to(p->cairo, head.x - in.y * width / 2, head.y + in.x * width / 2);
    cairo_line_to(p->cairo, head.x + in.y * width / 2, head.y - in.x * width / 2);
    cairo_close_path(p->cairo);
}

/// Strokes along an outline, two rows of them, denser and darker away from a light at upper left.
static void draw_hachures(const draw_picture *p, const draw_shape *hill, double size,
                          double strength, draw_chance *chance)
{
    static draw_shape rim;
    double sign = draw_shape_area(hill) > 0 ? 1 : -1;

    memcpy(&rim, hill, sizeof rim);
    draw_shape_resample(&rim, 3.6);
    for (size_t i = 0; i < rim.count; i++) {
        draw_point a = rim.at[(i + rim.count - 5) % rim.count], b = rim.at[(i + 5) % rim.count];
        double length = fmax(draw_distance(a, b), 1e-6);
        draw_point in = {-(b.y - a.y) / length * sign, (b.x - a.x) / length * sign};
        double shade = (-in.x * 0.6 - in.y * 0.8 + 1) / 2;

        for (int row = 0; row < 2; row++) {
            double stroke = size * (0.62 + 0.55 * shade) * (0.82 + draw_throw(chance) * 0.36);
            double from = (row != 0 ? size * 0.78 : 1.2) + draw_throw(chance) * 2.2;
            double width = 0.45 + 1.05 * shade * strength;
            draw_point head;

            if (i % 2 != 0 && (row == 1 || shade < 0.4))
                continue;
            if (row == 1 && shade < 0.25)
                continue;
            stroke *= row != 0 ? 0.75 : 1;
            head = (draw_point){rim.at[i].x + in.x * (from + stroke),
                                rim.at[i].y + in.y * (from + stroke)};
            if (draw_shape_has(hill, head) &&
                draw_shape_edge_distance(hill, head) >= (from + stroke) * 0.72)
                add_hachure(p, rim.at[i], in, from, stroke, width * (row != 0 ? 0.75 : 1));
        }
    }
    draw_fill(p, HACHURE, 0.85);
}

static void draw_hill(const draw_picture *p, const lb_piece *piece, draw_chance *chance)
{
    static const uint32_t washes[] = {0xe7d8b6, 0xe7d8b6, 0xdfcba1, 0xd6be8c};
    static draw_shape shape;

    draw_shape_of(p, piece, &shape);
    if (!shape.is_closed)
        return;
    draw_shape_round(&shape, p->inch * 2.4);
    draw_shape_trace(p, &shape);
    draw_ink(p, washes[piece->level > 3 ? 3 : piece->level], 1);
    cairo_fill_preserve(p->cairo);
    draw_ink(p, HACHURE, 0.55);
    cairo_set_line_width(p->cairo, 0.7);
    cairo_stroke(p->cairo);
    draw_hachures(p, &shape, fmin(p->inch * 1.7, 30), piece->level > 1 ? 1.15 : 0.9, chance);
}

/* Areas. */

static void draw_tuft(const draw_picture *p, draw_point at, bool is_dot)
{
    if (is_dot) {
        draw_disc(p, at.x, at.y, 0.8);
        draw_fill(p, TREE_LINE, 1);
        return;
    }
    draw_segment(p, at.x - 3, at.y, at.x - 1.8, at.y - 3);
    draw_segment(p, at.x, at.y, at.x, at.y - 4);
    draw_segment(p, at.x + 3, at.y, at.x + 1.8, at.y - 3);
    draw_stroke(p, TREE_LINE, 0.7);
}

static bool is_corn(const char *name)
{
    return strcasestr(name, "rye") != NULL || strcasestr(name, "corn") != NULL ||
           strcasestr(name, "wheat") != NULL;
}

static void draw_rough(const draw_picture *p, const lb_piece *piece, const char *name,
                       draw_chance *chance)
{
    static draw_shape shape;
    bool has_corn = is_corn(name);
    const scatter *spots;

    draw_shape_of(p, piece, &shape);
    draw_shape_round(&shape, p->inch * 1.5);
    draw_shape_resample(&shape, 8);
    draw_shape_wobble(&shape, 1.6, chance);
    draw_shape_trace(p, &shape);
    draw_ink(p, 0xe9dcae, 1);
    cairo_fill_preserve(p->cairo);
    draw_dashes(p, 1.5, 3);
    draw_stroke(p, TREE_LINE, 0.8);
    draw_solid(p);
    spots = scatter_in(&shape, has_corn ? 6 : fmax(13, p->inch * 0.95), 3, chance);
    for (size_t i = 0; i < spots->count; i++)
        if (!has_corn)
            draw_tuft(p, spots->at[i], draw_throw(chance) > 0.6);
        else
            draw_segment(p, spots->at[i].x, spots->at[i].y, spots->at[i].x + 0.6,
                         spots->at[i].y - 2.6);
    if (has_corn)
        draw_stroke(p, 0xab8a35, 0.8);
}

/// Vines or orchard: plants in rows.
static void draw_dense(const draw_picture *p, const lb_piece *piece)
{
    static draw_shape shape;
    draw_point low, high;

    draw_shape_of(p, piece, &shape);
    draw_shape_round(&shape, p->inch * 0.8);
    draw_shape_trace(p, &shape);
    draw_fill_edged(p, 0xdfdcae, TREE_LINE, 0.9);
    draw_shape_bounds(&shape, &low, &high);
    for (int row = 0; row < (high.y - low.y - 6) / 8; row++)
        for (int column = 0; column < (high.x - low.x - 4) / 6; column++) {
            double x = low.x + 4 + 6 * column, y = low.y + 6 + 8 * row;
            draw_point at = {x, y};

            if (!draw_shape_has(&shape, at) || draw_shape_edge_distance(&shape, at) <= 4)
                continue;
            draw_segment(p, x, y + 2, x, y - 4);
            cairo_move_to(p->cairo, x - 1.6, y - 2.6);
            cairo_curve_to(p->cairo, x - 0.6, y - 4, x + 0.6, y - 4, x + 1.6, y - 2.6);
        }
    draw_stroke(p, TREE_LINE, 0.7);
}

static void draw_marsh(const draw_picture *p, const lb_piece *piece, draw_chance *chance)
{
    static draw_shape shape;
    const scatter *spots;

    draw_shape_of(p, piece, &shape);
    draw_shape_round(&shape, p->inch * 1.5);
    draw_shape_resample(&shape, 8);
    draw_shape_wobble(&shape, 2, chance);
    draw_shape_trace(p, &shape);
    draw_ink(p, 0xd5dfd3, 1);
    cairo_fill_preserve(p->cairo);
    draw_dashes(p, 4, 3);
    draw_stroke(p, WATER_LINE, 0.7);
    draw_solid(p);
    spots = scatter_in(&shape, 15, 6, chance);
    for (size_t i = 0; i < spots->count; i++) {
        double x = spots->at[i].x, y = spots->at[i].y;

        draw_segment(p, x - 6, y, x + 6, y);
        draw_segment(p, x - 3.5, y + 2, x + 3.5, y + 2);
        draw_stroke(p, WATER_LINE, 0.8);
        draw_segment(p, x - 1.6, y, x - 2.6, y - 3.2);
        draw_segment(p, x, y, x, y - 4.4);
        draw_segment(p, x + 1.6, y, x + 2.6, y - 3.2);
        draw_stroke(p, TREE_LINE, 0.7);
    }
}

static void draw_rocks(const draw_picture *p, const lb_piece *piece, draw_chance *chance)
{
    static const double body[][2] = {{-7, 5}, {-5, -3}, {-1, -7}, {4, -5}, {8, 1}, {6, 6}};
    static const double face[][2] = {{-1, -7}, {1, 0}, {6, 6}, {8, 1}, {4, -5}};
    static draw_shape shape;
    const scatter *spots;

    draw_shape_of(p, piece, &shape);
    draw_shape_round(&shape, p->inch * 0.8);
    draw_shape_resample(&shape, 7);
    draw_shape_wobble(&shape, 2.5, chance);
    draw_shape_trace(p, &shape);
    draw_fill_edged(p, 0xcfc6b4, TREE_LINE, 1.6);
    spots = scatter_in(&shape, 17, 8, chance);
    for (size_t i = 0; i < spots->count; i++) {
        double size = 0.75 + draw_throw(chance) * 0.6;

        cairo_save(p->cairo);
        cairo_translate(p->cairo, spots->at[i].x, spots->at[i].y);
        cairo_scale(p->cairo, size, size);
        draw_polygon(p, 0, 0, body, 6, true);
        draw_fill_edged(p, 0xe9dcc0, TREE_LINE, 1);
        draw_polygon(p, 0, 0, face, 5, true);
        draw_fill(p, HACHURE, 0.55);
        cairo_restore(p->cairo);
    }
}

/* Woods. */

/// A crown of a tree with its shadow: a ring of small bulges.
static void draw_tree(const draw_picture *p, draw_point at, double size, bool is_light,
                      draw_chance *chance)
{
    double turn = draw_throw(chance) * DRAW_TURN_AROUND;

    cairo_save(p->cairo);
    cairo_translate(p->cairo, at.x, at.y);
    cairo_scale(p->cairo, size, size);
    draw_disc(p, 1.7, 2.2, 4.2);
    draw_fill(p, TREE_SHADE, 0.5);
    cairo_rotate(p->cairo, turn);
    cairo_new_sub_path(p->cairo);
    for (int i = 0; i < 5; i++) {
        double angle = DRAW_TURN_AROUND * i / 5;

        cairo_arc(p->cairo, cos(angle) * 2.7, sin(angle) * 2.4, 2.1, angle - 1.15, angle + 1.15);
    }
    cairo_close_path(p->cairo);
    draw_fill_edged(p, is_light ? 0xb7c192 : 0xa9b684, TREE_LINE, 0.65);
    cairo_rotate(p->cairo, -turn);
    cairo_new_sub_path(p->cairo);
    cairo_arc(p->cairo, 0, 0, 3.7, -0.35, 1.9);
    cairo_arc_negative(p->cairo, -0.9, -0.9, 3.6, 1.6, 0);
    cairo_close_path(p->cairo);
    draw_fill(p, TREE_SHADE, 0.9);
    cairo_restore(p->cairo);
}

static void draw_wood(const draw_picture *p, const lb_piece *piece, draw_chance *chance)
{
    static draw_shape shape;
    bool is_dense = piece->kind == LB_TERRAIN_DENSE_WOOD;
    double tree = fmax(8, fmin(11, p->inch * 0.62));
    const scatter *spots;

    draw_shape_of(p, piece, &shape);
    draw_shape_round(&shape, p->inch * 1.6);
    draw_shape_resample(&shape, 7);
    draw_shape_wobble(&shape, 2.4, chance);
    draw_shape_trace(p, &shape);
    draw_ink(p, is_dense ? 0xc2ca9b : 0xdadbb4, 1);
    cairo_fill_preserve(p->cairo);
    draw_ink(p, TREE_LINE, 0.55);
    cairo_set_line_width(p->cairo, 0.8);
    cairo_stroke(p->cairo);
    spots = scatter_in(&shape, tree * (is_dense ? 1.05 : 1.6), 3, chance);
    for (size_t i = 0; i < spots->count; i++)
        draw_tree(p, spots->at[i], 1, draw_throw(chance) > 0.6, chance);
}

/* Houses. */

typedef struct house {
    double width, depth;
    bool is_wooden, is_church, has_wing, is_mirrored;
} house;

static void trace_house(const draw_picture *p, const house *of, double by)
{
    double w = of->width / 2, d = of->depth / 2;

    if (of->is_church) {
        cairo_rectangle(p->cairo, by - w, by - d * 0.6, 2 * w, d * 1.2);
        cairo_rectangle(p->cairo, by + w * 0.15, by - d * 1.3, w * 0.5, d * 2.6);
        return;
    }
    cairo_rectangle(p->cairo, by - w, by - d, 2 * w, 2 * d);
    if (of->has_wing)
        cairo_rectangle(p->cairo, by + (of->is_mirrored ? -w : w * 0.3), by + d, w * 0.7, d * 0.9);
}

static void draw_house(const draw_picture *p, const house *of)
{
    double step = of->is_wooden ? 3.2 : 2.6, reach = of->width + of->depth;

    trace_house(p, of, 1.5);
    draw_fill(p, TREE_SHADE, 0.55);
    trace_house(p, of, 0);
    draw_stroke(p, STONE_LINE, 1.8);
    trace_house(p, of, 0);
    draw_fill(p, of->is_wooden ? 0xb7a17d : 0xb98373, 1);
    cairo_save(p->cairo);
    trace_house(p, of, 0);
    cairo_clip(p->cairo);
    for (int i = 0; i < 2 * reach / step; i++) {
        double at = i * step - reach;

        if (of->is_wooden)
            draw_segment(p, -reach, at, reach, at);
        else
            draw_segment(p, at - reach, -reach, at + reach, reach);
    }
    draw_stroke(p, STONE_LINE, of->is_wooden ? 0.5 : 0.7);
    cairo_restore(p->cairo);
}

/// One house in a cell of the plot, or none.
static void draw_cell(const draw_picture *p, const draw_shape *plot, draw_point at, draw_point cell,
                      house of, draw_chance *chance)
{
    at.x += (draw_throw(chance) - 0.5) * cell.x * 0.12;
    at.y += (draw_throw(chance) - 0.5) * cell.y * 0.14;
    of.width = cell.x * (0.62 + draw_throw(chance) * 0.26);
    of.depth = cell.y * (0.42 + draw_throw(chance) * 0.22);
    of.has_wing = draw_throw(chance) < 0.5;
    of.is_mirrored = draw_throw(chance) < 0.5;
    if (!draw_shape_has(plot, at))
        return;
    cairo_save(p->cairo);
    cairo_translate(p->cairo, at.x, at.y);
    cairo_rotate(p->cairo, (draw_throw(chance) - 0.5) * 0.18);
    draw_house(p, &of);
    cairo_restore(p->cairo);
}

/// The plot counts; the houses stand inside it, a church among those of stone.
static void draw_village(const draw_picture *p, const lb_piece *piece, draw_chance *chance)
{
    static draw_shape shape;
    house of = {.is_wooden = piece->kind == LB_TERRAIN_BUILT_WOODEN};
    draw_point low, high, cell;
    int columns, rows, church;

    draw_shape_of(p, piece, &shape);
    draw_shape_trace(p, &shape);
    draw_ink(p, 0xe6d3bf, 1);
    cairo_fill_preserve(p->cairo);
    draw_dashes(p, 4, 2);
    draw_stroke(p, STONE_LINE, 0.9);
    draw_solid(p);
    draw_shape_bounds(&shape, &low, &high);
    columns = (int)fmin(40, fmax(2, round((high.x - low.x) / fmax(14, p->inch * 0.9))));
    rows = (int)fmin(40, fmax(2, round((high.y - low.y) / fmax(14, p->inch * 0.9))));
    cell = (draw_point){(high.x - low.x) / columns, (high.y - low.y) / rows};
    church =
        of.is_wooden || columns < 3 ? -1 : columns + 1 + (int)(draw_throw(chance) * (columns - 2));
    for (int i = 0; i < columns * rows; i++) {
        int column = i % columns, row = i / columns;
        bool is_yard = column > 0 && row > 0 && column < columns - 1 && row < rows - 1;

        of.is_church = i == church;
        if (!of.is_church && draw_throw(chance) < (is_yard ? 0.5 : 0.1))
            continue;
        draw_cell(p, &shape,
                  (draw_point){low.x + cell.x * (column + 0.5), low.y + cell.y * (row + 0.5)}, cell,
                  of, chance);
    }
}

/* All of it. */

typedef enum layer { RELIEF, AREAS, WATER, ROADS, ROAD_TOPS, WOODS, HOUSES, LINES, LAYERS } layer;

/// The layers in which a kind of ground is drawn; roads have two.
static bool is_in(uint8_t kind, layer on)
{
    static const uint8_t layers[LB_TERRAIN_COUNT] = {
        [LB_TERRAIN_OPEN] = LAYERS,        [LB_TERRAIN_ROUGH] = AREAS,
        [LB_TERRAIN_DENSE] = AREAS,        [LB_TERRAIN_WOOD] = WOODS,
        [LB_TERRAIN_DENSE_WOOD] = WOODS,   [LB_TERRAIN_BUILT_WOODEN] = HOUSES,
        [LB_TERRAIN_BUILT_STONE] = HOUSES, [LB_TERRAIN_HILL] = RELIEF,
        [LB_TERRAIN_STREAM] = WATER,       [LB_TERRAIN_RIVER] = WATER,
        [LB_TERRAIN_FORD] = ROAD_TOPS,     [LB_TERRAIN_BRIDGE] = LINES,
        [LB_TERRAIN_ROAD] = ROADS,         [LB_TERRAIN_HIGHWAY] = ROADS,
        [LB_TERRAIN_WALL] = LINES,         [LB_TERRAIN_HEDGE] = LINES,
        [LB_TERRAIN_WORKS_HASTY] = LINES,  [LB_TERRAIN_WORKS_PREPARED] = LINES,
        [LB_TERRAIN_MARSH] = AREAS,        [LB_TERRAIN_IMPASSABLE] = AREAS};

    return layers[kind] == on || (layers[kind] == ROADS && on == ROAD_TOPS);
}

static void draw_area(const draw_picture *p, uint32_t number, draw_chance *chance)
{
    const lb_piece *piece = &p->battle->piece[number];

    switch (piece->kind) {
    case LB_TERRAIN_HILL:
        draw_hill(p, piece, chance);
        break;
    case LB_TERRAIN_ROUGH:
        draw_rough(p, piece, p->battle->piece_name[number], chance);
        break;
    case LB_TERRAIN_DENSE:
        draw_dense(p, piece);
        break;
    case LB_TERRAIN_MARSH:
        draw_marsh(p, piece, chance);
        break;
    case LB_TERRAIN_IMPASSABLE:
        draw_rocks(p, piece, chance);
        break;
    case LB_TERRAIN_WOOD:
    case LB_TERRAIN_DENSE_WOOD:
        draw_wood(p, piece, chance);
        break;
    case LB_TERRAIN_BUILT_STONE:
    case LB_TERRAIN_BUILT_WOODEN:
        draw_village(p, piece, chance);
        break;
    default:
        break;
    }
}

static void draw_piece(const draw_picture *p, uint32_t number, layer on)
{
    const lb_piece *piece = &p->battle->piece[number];
    draw_chance chance = {number * 7919 + 17};

    switch (on) {
    case WATER:
        draw_water(p, piece, &chance);
        break;
    case ROADS:
    case ROAD_TOPS:
        if (piece->kind == LB_TERRAIN_FORD)
            draw_crossing(p, piece);
        else
            draw_road(p, piece, &chance, on == ROAD_TOPS);
        break;
    case LINES:
        if (piece->kind == LB_TERRAIN_BRIDGE)
            draw_crossing(p, piece);
        else
            draw_barrier(p, piece, &chance);
        break;
    case RELIEF:
    case AREAS:
    case WOODS:
    case HOUSES:
    case LAYERS:
        draw_area(p, number, &chance);
        break;
    }
}

void draw_ground(const draw_picture *p)
{
    cairo_save(p->cairo);
    cairo_rectangle(p->cairo, p->left, p->top, p->battle->width_tmm * p->scale,
                    p->battle->depth_tmm * p->scale);
    draw_ink(p, DRAW_PAPER, 1);
    cairo_fill_preserve(p->cairo);
    cairo_clip(p->cairo);
    for (layer on = 0; on < LAYERS; on++)
        for (uint32_t i = 0; i < p->battle->piece_count; i++)
            if (is_in(p->battle->piece[i].kind, on))
                draw_piece(p, i, on);
    cairo_restore(p->cairo);
}
