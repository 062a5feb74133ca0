// SPDX-License-Identifier: MIT
// Rivers, roads, crossings, walls, hedges and field works of a picture.

#include "draw.h"

enum {
    WATER = 0xa9c6cf,
    WATER_LINE = 0x4d7f8f,
    ROAD = 0xf8f1df,
    ROAD_LINE = 0x7d6c50,
    GREEN_LINE = 0x4f5a35,
    STONE_LINE = 0x5b342a
};

static void stroke_shape(const draw_picture *p, const draw_shape *shape, uint32_t colour,
                         double width)
{
    draw_shape_trace(p, shape);
    draw_stroke(p, colour, width);
}

/// A stream is two banks; a river has its true width and lines along them.
void draw_water(const draw_picture *p, const lb_piece *piece, draw_chance *chance)
{
    static draw_shape shape, line;
    bool is_river = piece->kind == LB_TERRAIN_RIVER;
    double width = is_river ? fmax(12, piece->width_tmm * p->scale) : 1.9;

    draw_shape_of(p, piece, &shape);
    cairo_set_line_join(p->cairo, CAIRO_LINE_JOIN_ROUND);
    if (shape.is_closed) {
        draw_shape_trace(p, &shape);
        draw_fill_edged(p, WATER, WATER_LINE, 1);
        return;
    }
    draw_shape_round(&shape, p->inch * 2);
    draw_shape_resample(&shape, 9);
    draw_shape_wobble(&shape, is_river ? 1.5 : 3.2, chance);
    stroke_shape(p, &shape, WATER_LINE, width + 1.8);
    stroke_shape(p, &shape, WATER, width);
    for (int i = -2; i <= 2 && is_river; i++) {
        line = shape;
        draw_shape_shift(&line, width * 0.18 * i);
        draw_shape_trace(p, &line);
        draw_ink(p, WATER_LINE, i == 0 ? 0.25 : i % 2 != 0 ? 0.4 : 0.75);
        cairo_set_line_width(p->cairo, 0.6);
        cairo_stroke(p->cairo);
    }
}

/// Trees along a highway.
static void draw_avenue(const draw_picture *p, const draw_shape *road)
{
    static draw_shape line;

    cairo_save(p->cairo);
    cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_ROUND);
    draw_dashes(p, 0, 11);
    for (int side = -1; side <= 1; side += 2) {
        line = *road;
        draw_shape_shift(&line, side * 6.6);
        draw_shape_trace(p, &line);
        draw_ink(p, GREEN_LINE, 0.65);
        cairo_set_line_width(p->cairo, 2.3);
        cairo_stroke(p->cairo);
    }
    cairo_restore(p->cairo);
}

/// A road has a broken casing, a highway a closed one and trees. Tops come after all casings, so
/// that roads join.
void draw_road(const draw_picture *p, const lb_piece *piece, draw_chance *chance, bool is_top)
{
    static draw_shape shape;
    bool is_highway = piece->kind == LB_TERRAIN_HIGHWAY;
    double width = is_highway ? 6 : 4.2;

    draw_shape_of(p, piece, &shape);
    draw_shape_round(&shape, p->inch * 2.4);
    draw_shape_resample(&shape, 14);
    draw_shape_wobble(&shape, is_highway ? 0.5 : 1.6, chance);
    cairo_set_line_join(p->cairo, CAIRO_LINE_JOIN_ROUND);
    if (is_top) {
        stroke_shape(p, &shape, ROAD, width);
        if (is_highway) {
            draw_shape_trace(p, &shape);
            draw_ink(p, ROAD_LINE, 0.55);
            cairo_set_line_width(p->cairo, 0.6);
            cairo_stroke(p->cairo);
            draw_avenue(p, &shape);
        }
        return;
    }
    if (!is_highway)
        draw_dashes(p, 7, 2);
    stroke_shape(p, &shape, ROAD_LINE, width + (is_highway ? 2.4 : 1.8));
    draw_solid(p);
}

/// A bridge between its wing walls.
static void draw_bridge(const draw_picture *p, double length)
{
    double half = fmax(length, 17) / 2;

    cairo_rectangle(p->cairo, -half, -4, 2 * half, 8);
    draw_fill(p, ROAD, 1);
    for (int side = -1; side <= 1; side += 2) {
        cairo_move_to(p->cairo, -half - 3, 7.5 * side);
        cairo_line_to(p->cairo, -half, 4.5 * side);
        cairo_line_to(p->cairo, half, 4.5 * side);
        cairo_line_to(p->cairo, half + 3, 7.5 * side);
    }
    draw_stroke(p, DRAW_INK, 1.5);
}

void draw_crossing(const draw_picture *p, const lb_piece *piece)
{
    static draw_shape shape;
    draw_point a, b;

    draw_shape_of(p, piece, &shape);
    a = shape.at[0];
    b = shape.at[shape.is_closed ? shape.count / 2 : shape.count - 1];
    cairo_save(p->cairo);
    cairo_translate(p->cairo, (a.x + b.x) / 2, (a.y + b.y) / 2);
    cairo_rotate(p->cairo, atan2(b.y - a.y, b.x - a.x));
    if (piece->kind == LB_TERRAIN_BRIDGE) {
        draw_bridge(p, draw_distance(a, b));
    } else {
        double half = fmax(draw_distance(a, b), 14) / 2;

        draw_dashes(p, 1.5, 2.5);
        draw_segment(p, -half, 0, half, 0);
        draw_stroke(p, GREEN_LINE, fmax(8, piece->width_tmm * p->scale));
        draw_solid(p);
    }
    cairo_restore(p->cairo);
}

static void draw_hedge(const draw_picture *p, draw_shape *shape, draw_chance *chance)
{
    draw_shape_resample(shape, 6);
    draw_shape_wobble(shape, 1, chance);
    draw_shape_resample(shape, 5.2);
    for (size_t i = 0; i < shape->count; i++) {
        draw_disc(p, shape->at[i].x, shape->at[i].y, 2.2 + draw_throw(chance) * 0.9);
        draw_fill_edged(p, 0x8fa067, GREEN_LINE, 0.7);
    }
}

/// A bank with strokes on the enemy's side; prepared works have a ditch too.
static void draw_works(const draw_picture *p, draw_shape *shape, bool is_prepared)
{
    static draw_shape bank;
    double length = is_prepared ? 9 : 6.5;

    bank = *shape;
    draw_shape_resample(&bank, is_prepared ? 4.5 : 6);
    for (size_t i = 1; i + 1 < bank.count; i++) {
        draw_point a = bank.at[i - 1], b = bank.at[i + 1];
        double run = fmax(draw_distance(a, b), 1e-6);
        double x = (b.y - a.y) / run, y = -(b.x - a.x) / run;

        draw_segment(p, bank.at[i].x + x * 2, bank.at[i].y + y * 2, bank.at[i].x + x * length,
                     bank.at[i].y + y * length);
    }
    draw_stroke(p, 0x5a4730, 1);
    stroke_shape(p, shape, DRAW_INK, is_prepared ? 4.2 : 2.4);
    if (is_prepared) {
        stroke_shape(p, shape, 0xe9dcc0, 1.8);
        bank = *shape;
        draw_shape_shift(&bank, -11);
        stroke_shape(p, &bank, DRAW_INK, 0.8);
    }
}

void draw_barrier(const draw_picture *p, const lb_piece *piece, draw_chance *chance)
{
    static draw_shape shape;

    draw_shape_of(p, piece, &shape);
    switch (piece->kind) {
    case LB_TERRAIN_WALL:
        stroke_shape(p, &shape, STONE_LINE, 4);
        draw_dashes(p, 5, 1.2);
        stroke_shape(p, &shape, 0xd8cdb8, 2.2);
        draw_solid(p);
        break;
    case LB_TERRAIN_HEDGE:
        draw_hedge(p, &shape, chance);
        break;
    default:
        draw_works(p, &shape, piece->kind == LB_TERRAIN_WORKS_PREPARED);
        break;
    }
}
