// SPDX-License-Identifier: MIT
// What stands beside the blocks of a picture: signs of state, strength, commanders, flags, arrows,
// and the tint of brigades.

#include "draw.h"

#include <stdlib.h>
#include <string.h>

/* Signs of state. */

static void stroke_glyph(const draw_picture *p, draw_point at, const double (*points)[2],
                         size_t count, uint32_t colour)
{
    draw_polygon(p, at.x, at.y, points, count, false);
    cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_ROUND);
    draw_stroke(p, colour, 1.6);
    cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_BUTT);
}

/// A lozenge for morale, a shield for a rout.
void draw_badge_at(const draw_picture *p, draw_badge badge, draw_point at)
{
    static const double lozenge[][2] = {{0, -8.5}, {8.5, 0}, {0, 8.5}, {-8.5, 0}};
    static const double shield[][2] = {{-8, -7}, {8, -7}, {8, 3}, {0, 9}, {-8, 3}};
    static const double tremble[][2] = {{-4, 1.5}, {-2, -2}, {0, 1.5}, {2, -2}, {4, 1.5}};
    static const double strokes[3][2][2] = {
        {{-3.6, -1.3}, {-0.4, -3.2}}, {{0.5, 0.8}, {3.6, -0.7}}, {{-3.2, 3.2}, {0, 1.8}}};
    static const double chevrons[2][3][2] = {{{-3.6, -3.6}, {0, -0.4}, {3.6, -3.6}},
                                             {{-3.6, 0.8}, {0, 4}, {3.6, 0.8}}};

    if (badge == DRAW_BADGE_ROUTED) {
        draw_polygon(p, at.x, at.y, shield, 5, true);
        draw_fill_edged(p, DRAW_LOSS, DRAW_INK, 1.1);
        stroke_glyph(p, at, chevrons[0], 3, 0xffffff);
        stroke_glyph(p, at, chevrons[1], 3, 0xffffff);
        return;
    }
    draw_polygon(p, at.x, at.y, lozenge, 4, true);
    draw_fill_edged(p, badge == DRAW_BADGE_SHAKEN ? DRAW_SHAKEN : DRAW_BLOCK_LINE, DRAW_INK, 1.1);
    if (badge == DRAW_BADGE_SHAKEN)
        stroke_glyph(p, at, tremble, 5, DRAW_EDGE);
    for (int i = 0; i < 3 && badge == DRAW_BADGE_DISORDERED; i++)
        stroke_glyph(p, at, strokes[i], 2, DRAW_EDGE);
}

/* Strength. */

enum { PIPS_MAX = 8 }; ///< more are a figure

#define PIP     2.5
#define PIP_GAP 7.0

static const draw_type figure_type = {draw_sans, 11, true, false, 0, DRAW_INK, DRAW_HALO};

double draw_pips_width(const draw_picture *p, int32_t whole)
{
    if (whole > PIPS_MAX)
        return draw_text_width(p, &figure_type, "00 of 00");
    return whole <= 0 ? 0 : (whole - 1) * PIP_GAP + 2 * PIP + 6;
}

/// What is left is full, what was lost is struck through; what was lost in this turn is red.
void draw_pips(const draw_picture *p, draw_point at, int32_t whole, int32_t lost, int32_t fresh)
{
    double width = draw_pips_width(p, whole);
    int32_t left = whole > lost ? whole - lost : 0;

    if (whole > PIPS_MAX) {
        char text[32];

        snprintf(text, sizeof text, "%d of %d", left, whole);
        draw_text(p, &figure_type, (draw_point){at.x, at.y + 4}, 0.5, 0, text);
        return;
    }
    if (whole <= 0)
        return;
    cairo_rectangle(p->cairo, at.x - width / 2, at.y - PIP - 2, width, 2 * PIP + 4);
    draw_fill(p, DRAW_HALO, 0.85);
    for (int32_t i = 0; i < whole; i++) {
        double x = at.x + (i - (whole - 1) / 2.0) * PIP_GAP;

        if (i < left) {
            draw_disc(p, x, at.y, PIP);
            draw_fill(p, DRAW_INK, 1);
            continue;
        }
        draw_disc(p, x, at.y, PIP - 0.3);
        if (i < left + fresh)
            draw_fill_edged(p, 0xe04a3a, DRAW_LOSS, 1.1);
        else
            draw_stroke(p, DRAW_LOSS, 1.1);
        draw_segment(p, x - PIP - 0.3, at.y + PIP + 0.3, x + PIP + 0.3, at.y - PIP - 0.3);
        draw_stroke(p, DRAW_LOSS, 1.1);
    }
}

/* Commanders and objectives. */

static void draw_star(const draw_picture *p, double x, double y, double size)
{
    for (int i = 0; i < 10; i++) {
        double angle = DRAW_TURN_AROUND * i / 10, r = i % 2 != 0 ? size * 0.42 : size;

        if (i == 0)
            cairo_move_to(p->cairo, x, y - size);
        else
            cairo_line_to(p->cairo, x + sin(angle) * r, y - cos(angle) * r);
    }
    cairo_close_path(p->cairo);
}

/// The initial of the last word of a name, or of the first if the last is no name.
static void put_initial(const char *name, char text[8])
{
    const char *space = strrchr(name, ' ');
    char *letter;

    if (space != NULL && g_unichar_isupper(g_utf8_get_char(space + 1)))
        name = space + 1;
    letter = g_utf8_strup(name, g_utf8_next_char(name) - name);
    snprintf(text, 8, "%.7s", letter);
    g_free(letter);
}

void draw_commander(const draw_picture *p, draw_point at, uint8_t nation, uint8_t side,
                    uint8_t rank, const char *name)
{
    int stars = rank >= LB_RANK_ARMY ? 3 : rank >= LB_RANK_DIVISION ? 2 : 1;
    double r = stars == 3 ? 12.5 : 10;
    draw_type type = {draw_serif, 11, true, false, 0, draw_coat_line(nation), 0};
    char initial[8];

    draw_disc(p, at.x, at.y, r);
    draw_fill_edged(p, DRAW_HALO, DRAW_INK, 1.2);
    if (stars == 3) {
        draw_disc(p, at.x, at.y, r - 2.2);
        draw_stroke(p, DRAW_INK, 0.8);
    }
    draw_disc(p, at.x, at.y, 8);
    draw_fill_edged(p, draw_coat(nation), DRAW_INK, 0.8);
    if (side == 1) {
        draw_disc(p, at.x, at.y, 6.4);
        draw_stroke(p, draw_coat_line(nation), 0.8);
    }
    put_initial(name, initial);
    draw_text(p, &type, (draw_point){at.x, at.y + 4}, 0.5, 0, initial);
    for (int i = 0; i < stars; i++)
        draw_star(p, at.x + (i - (stars - 1) / 2.0) * 6.5, at.y - r - 3, 3);
    cairo_set_line_join(p->cairo, CAIRO_LINE_JOIN_ROUND);
    draw_ink(p, DRAW_HALO, 1);
    cairo_set_line_width(p->cairo, 1.6);
    cairo_stroke_preserve(p->cairo);
    draw_fill(p, DRAW_INK, 1);
}

/// A pennon for the first side, a swallow-tail for the second, an empty flag for nobody.
void draw_flag(const draw_picture *p, draw_point at, uint8_t holder, uint8_t nation, uint8_t value)
{
    static const double pennon[][2] = {{0, -25}, {21, -18}, {0, -11}};
    static const double tail[][2] = {{0, -25}, {21, -25}, {15, -18}, {21, -11}, {0, -11}};
    static const double empty[][2] = {{0, -25}, {19, -25}, {19, -11}, {0, -11}};
    draw_type type = {draw_sans, 11, true, false, 0, DRAW_INK, 0};
    char text[8];

    draw_segment(p, at.x, at.y, at.x, at.y - 26);
    draw_stroke(p, DRAW_HALO, 5);
    if (holder == 0)
        draw_polygon(p, at.x, at.y, pennon, 3, true);
    else if (holder == 1)
        draw_polygon(p, at.x, at.y, tail, 5, true);
    else
        draw_polygon(p, at.x, at.y, empty, 4, true);
    draw_fill_edged(p, holder == LB_NO_SIDE ? DRAW_HALO : draw_coat(nation), DRAW_INK, 1.3);
    draw_segment(p, at.x, at.y, at.x, at.y - 27);
    draw_stroke(p, DRAW_INK, 2);
    draw_disc(p, at.x, at.y, 3);
    draw_fill(p, DRAW_INK, 1);
    if (holder != LB_NO_SIDE)
        type.colour = draw_coat_line(nation);
    snprintf(text, sizeof text, "%u", value);
    draw_text(p, &type, (draw_point){at.x + 7, at.y - 14}, 0.5, 0, text);
}

/* Arrows. */

void draw_arrow(const draw_picture *p, draw_way way, draw_point from, draw_point to)
{
    static const uint32_t colours[DRAW_WAY_COUNT] = {
        [DRAW_MOVES] = DRAW_ACT, [DRAW_CHARGES] = DRAW_AIM, [DRAW_FALLS_BACK] = DRAW_INK_2};
    double width = way == DRAW_CHARGES ? 3.4 : way == DRAW_MOVES ? 2.2 : 1.7;
    double head = way == DRAW_CHARGES ? 13 : 10;
    double length = draw_distance(from, to), angle = atan2(to.y - from.y, to.x - from.x);
    draw_point neck = {to.x - cos(angle) * head * 0.7, to.y - sin(angle) * head * 0.7};

    if (length < head)
        return;
    draw_segment(p, from.x, from.y, neck.x, neck.y);
    draw_ink(p, DRAW_HALO, 0.8);
    cairo_set_line_width(p->cairo, width + 3);
    cairo_stroke(p->cairo);
    if (way == DRAW_FALLS_BACK)
        draw_dashes(p, 5, 3.5);
    draw_segment(p, from.x, from.y, neck.x, neck.y);
    draw_stroke(p, colours[way], width);
    draw_solid(p);
    cairo_move_to(p->cairo, to.x, to.y);
    for (int i = -1; i <= 1; i++) {
        double turn = angle + DRAW_TURN_AROUND / 2 - i * 0.45, far = i == 0 ? head * 0.7 : head;

        cairo_line_to(p->cairo, to.x + cos(turn) * far, to.y + sin(turn) * far);
    }
    cairo_close_path(p->cairo);
    draw_fill_edged(p, colours[way], DRAW_HALO, 0.8);
    draw_disc(p, from.x, from.y, 2.4);
    draw_fill_edged(p, DRAW_HALO, colours[way], 1.2);
}

/// How far a block reaches from its middle towards a direction on the page.
static double reach_of(const draw_picture *p, uint32_t unit, double dx, double dy)
{
    lb_footprint at = lb_unit_footprint(p->battle, p->state, unit);
    double heading = at.heading * DRAW_TURN_AROUND / 65536;
    double ahead = fabs(dx * sin(heading) - dy * cos(heading));
    double aside = fabs(dx * cos(heading) + dy * sin(heading));
    double depth = at.depth_tmm * p->scale / 2, width = at.width_tmm * p->scale / 2;

    return fmin(ahead > 0.01 ? depth / ahead : 1e9, aside > 0.01 ? width / aside : 1e9);
}

/// True for the ways of the turn that is shown, but those too short to see and those of units that
/// arrive.
bool draw_leg_is_shown(const draw_picture *p, const draw_leg *leg)
{
    const lb_battle *battle = p->battle;
    double length = draw_distance(draw_place(p, leg->from), draw_place(p, leg->to));
    bool is_off = leg->from.x < 0 || leg->from.y < 0 || leg->from.x > battle->width_tmm ||
                  leg->from.y > battle->depth_tmm;

    if (p->before == NULL || leg->turn != p->before->after + 1 || length < p->inch * 0.8)
        return false;
    return leg->way != DRAW_FALLS_BACK ||
           (!is_off && battle->unit[leg->unit].arrival_turn != leg->turn &&
            p->before->state.unit[leg->unit].presence == LB_PRESENCE_TABLE);
}

/// The ways of the turn. One that ends where the unit stands now ends before its block.
void draw_arrows(const draw_picture *p)
{
    for (size_t i = 0; i < p->story->leg_count; i++) {
        const draw_leg *leg = &p->story->leg[i];
        const lb_unit *unit = &p->state->unit[leg->unit];
        draw_point from = draw_place(p, leg->from), to = draw_place(p, leg->to);
        double length = draw_distance(from, to), cut = 0;

        if (!draw_leg_is_shown(p, leg))
            continue;
        if (unit->presence == LB_PRESENCE_TABLE && unit->at.x == leg->to.x &&
            unit->at.y == leg->to.y)
            cut = reach_of(p, leg->unit, (to.x - from.x) / length, (to.y - from.y) / length) + 6;
        if (cut > length - 12)
            cut = fmax(0, fmin(cut, length - 14));
        to.x -= (to.x - from.x) / length * cut;
        to.y -= (to.y - from.y) / length * cut;
        draw_arrow(p, (draw_way)leg->way, from, to);
    }
}

/* Brigades. */

enum { CORNERS = 4 * 128 };

static int compare_places(const void *a, const void *b)
{
    const draw_point *first = a, *second = b;

    if (first->x != second->x)
        return first->x < second->x ? -1 : 1;
    return (first->y > second->y) - (first->y < second->y);
}

static double cross(draw_point o, draw_point a, draw_point b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// The convex outline around points, which it sorts.
static void find_hull(draw_point *points, size_t count, draw_shape *hull)
{
    size_t low;

    qsort(points, count, sizeof points[0], compare_places);
    hull->count = 0;
    hull->is_closed = true;
    for (size_t i = 0; i < count; i++) {
        while (hull->count >= 2 &&
               cross(hull->at[hull->count - 2], hull->at[hull->count - 1], points[i]) <= 0)
            hull->count--;
        hull->at[hull->count++] = points[i];
    }
    low = hull->count + 1;
    for (size_t i = count - 1; i-- > 0;) {
        while (hull->count >= low &&
               cross(hull->at[hull->count - 2], hull->at[hull->count - 1], points[i]) <= 0)
            hull->count--;
        hull->at[hull->count++] = points[i];
    }
    hull->count--;
}

static size_t add_corners(const draw_picture *p, uint32_t unit, draw_point *points, size_t count)
{
    lb_footprint at = lb_unit_footprint(p->battle, p->state, unit);
    lb_quad quad;

    at.width_tmm += (int32_t)(14 / p->scale);
    at.depth_tmm += (int32_t)(18 / p->scale);
    quad = lb_footprint_corners(&at);
    for (int i = 0; i < 4 && count < CORNERS; i++)
        points[count++] = draw_place(p, quad.corner[i]);
    return count;
}

static bool is_near(const draw_picture *p, uint32_t a, uint32_t b)
{
    lb_footprint first = lb_unit_footprint(p->battle, p->state, a);
    lb_footprint second = lb_unit_footprint(p->battle, p->state, b);
    lb_quad one = lb_footprint_corners(&first), other = lb_footprint_corners(&second);

    return lb_quad_is_within(&one, &other, 5 * LB_TMM_INCH);
}

/// Tints those units of a brigade that stand together with one of them.
static void tint_cluster(const draw_picture *p, uint32_t first, bool *is_done)
{
    static draw_shape hull;
    draw_point corners[CORNERS];
    uint16_t queue[LB_UNITS_MAX];
    size_t count = 0, head = 0, tail = 0;
    uint16_t group = p->state->unit[first].group;

    queue[tail++] = (uint16_t)first;
    is_done[first] = true;
    while (head < tail) {
        uint32_t unit = queue[head++];

        count = add_corners(p, unit, corners, count);
        for (uint32_t i = 0; i < p->battle->unit_count; i++)
            if (!is_done[i] && p->state->unit[i].presence == LB_PRESENCE_TABLE &&
                p->state->unit[i].group == group && is_near(p, unit, i)) {
                is_done[i] = true;
                queue[tail++] = (uint16_t)i;
            }
    }
    if (tail < 2)
        return;
    find_hull(corners, count, &hull);
    draw_shape_round(&hull, 12);
    draw_shape_trace(p, &hull);
    draw_ink(p, draw_coat(p->battle->unit[first].nation), 0.13);
    cairo_fill_preserve(p->cairo);
    draw_ink(p, draw_coat(p->battle->unit[first].nation), 0.55);
    cairo_set_line_width(p->cairo, 1);
    cairo_stroke(p->cairo);
}

void draw_brigades(const draw_picture *p)
{
    bool is_done[LB_UNITS_MAX] = {false};

    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (!is_done[i] && p->state->unit[i].presence == LB_PRESENCE_TABLE)
            tint_cluster(p, i, is_done);
}
