// SPDX-License-Identifier: MIT
// A page around the table: title, clock, frame, scale, north and a legend of what is on it; or a
// strip of small tables, turn by turn.

#include "draw.h"

#include <stdio.h>
#include <string.h>

enum {
    MARGIN = 36,
    HEAD = 84,
    FRAME = 9,
    TALLEST = 2000,
    LEGEND_ROW = 30,
    CELL = 500,
    SAMPLE_WIDE = 46,
    SAMPLE_DEEP = 22
};

static const draw_type title_type = {draw_serif, 30, true, false, 0, DRAW_INK, 0};
static const draw_type under_type = {draw_serif, 15, false, false, 0, DRAW_INK_2, 0};
static const draw_type turn_type = {draw_serif, 21, true, false, 0, DRAW_INK, 0};
static const draw_type note_type = {draw_sans, 13, false, false, 0, DRAW_INK, 0};
static const draw_type scale_type = {draw_sans, 11.5, false, false, 0, DRAW_INK, 0};
static const draw_type north_type = {draw_serif, 15, true, false, 0, DRAW_INK, 0};

/* Head. */

/// "After turn 6 of 14".
static void moment_text(const draw_picture *p, char *text, size_t room)
{
    const draw_moment *moment = p->moment;

    if (moment->is_cut)
        snprintf(text, room, "In turn %u of %u", moment->after + 1U, p->battle->turns);
    else if (moment->after == 0)
        snprintf(text, room, "Before the battle");
    else
        snprintf(text, room, "After turn %u of %u", moment->after, p->battle->turns);
}

/// The clock and the weather, or nothing.
static void clock_text(const draw_picture *p, char *text, size_t room)
{
    uint32_t turn = p->moment->after + 1U;
    uint32_t minute = p->battle->start_minute + (turn - 1) * p->battle->minutes;
    const lb_weather *weather = lb_battle_weather(p->battle, turn);
    size_t length = 0;

    text[0] = '\0';
    if (p->battle->start_minute > 0)
        snprintf(text, room, "%u:%02u", minute / 60 % 24, minute % 60);
    length = strlen(text);
    if (weather != NULL && !p->moment->is_end)
        snprintf(text + length, room - length, "%s%s", length > 0 ? ", " : "", weather->name);
}

static void result_text(const draw_picture *p, char *text, size_t room)
{
    uint8_t winner = p->state->winner, level = p->state->level;
    const char *named =
        level > 0 && level <= p->battle->level_count ? p->battle->level[level - 1].name : NULL;

    snprintf(text, room, winner < LB_SIDES ? "%s won%s%s" : "%sA draw%s%s",
             winner < LB_SIDES ? p->battle->side[winner].name : "", named != NULL ? ": " : "",
             named != NULL ? named : "");
}

/// A flag and what the objectives of a side count, from the right edge leftwards.
static double draw_score(const draw_picture *p, uint32_t side, double right, double y)
{
    char text[LB_SCENARIO_NAME + 16];
    double width;

    snprintf(text, sizeof text, "%s", p->battle->side[side].name);
    width = draw_text_width(p, &note_type, text);
    draw_text(p, &note_type, (draw_point){right - width, y}, 0, 0, text);
    draw_flag(p, (draw_point){right - width - 30, y + 12}, (uint8_t)side,
              p->battle->side[side].nation, (uint8_t)lb_battle_held(p->battle, p->state, side));
    return right - width - 52;
}

static void draw_head(const draw_picture *p, bool is_strip)
{
    char text[3 * LB_SCENARIO_NAME], hour[LB_SCENARIO_NAME + 16];
    double right = DRAW_PAGE - MARGIN;

    draw_text(p, &title_type, (draw_point){MARGIN, 50}, 0, 0, p->battle->title);
    snprintf(text, sizeof text, "%s against %s, by %s", p->battle->side[0].name,
             p->battle->side[1].name, p->battle->rules->title);
    draw_text(p, &under_type, (draw_point){MARGIN, 74}, 0, 0, text);
    if (is_strip)
        return;
    moment_text(p, text, sizeof text);
    if (p->moment->is_end)
        result_text(p, text, sizeof text);
    draw_text(p, &turn_type, (draw_point){right, 36}, 1, 0, text);
    clock_text(p, hour, sizeof hour);
    if (p->moment->is_end)
        snprintf(text, sizeof text, "The end, after turn %u of %u%s%s", p->moment->after,
                 p->battle->turns, hour[0] != '\0' ? ", " : "", hour);
    else
        snprintf(text, sizeof text, "%s", hour);
    draw_text(p, &under_type, (draw_point){right, 55}, 1, 0, text);
    if (p->battle->objective_count > 0) {
        right = draw_score(p, 1, right, 77);
        draw_score(p, 0, right, 77);
    }
}

/* Frame. */

/// A double line with marks, each as long as the sheet's unit of length (or several).
static void draw_frame(const draw_picture *p)
{
    double w = p->battle->width_tmm * p->scale, h = p->battle->depth_tmm * p->scale;
    double mark = p->battle->rules->play->length_tmm * p->scale;

    while (mark < 8)
        mark *= p->battle->rules->play->length_tmm >= LB_TMM_INCH ? 3 : 5;
    for (int i = 0; i < w / (2 * mark); i++)
        for (int side = 0; side < 2; side++) {
            double at = i * 2 * mark;
            double y = side == 0 ? p->top - FRAME / 2.0 : p->top + h + FRAME / 2.0;

            draw_segment(p, p->left + at, y, p->left + fmin(w, at + mark), y);
        }
    for (int i = 0; i < h / (2 * mark); i++)
        for (int side = 0; side < 2; side++) {
            double at = i * 2 * mark;
            double x = side == 0 ? p->left - FRAME / 2.0 : p->left + w + FRAME / 2.0;

            draw_segment(p, x, p->top + at, x, p->top + fmin(h, at + mark));
        }
    draw_stroke(p, DRAW_INK, 3.4);
    cairo_rectangle(p->cairo, p->left, p->top, w, h);
    draw_stroke(p, DRAW_INK, 1);
    cairo_rectangle(p->cairo, p->left - FRAME, p->top - FRAME, w + 2 * FRAME, h + 2 * FRAME);
    draw_stroke(p, DRAW_INK, 1.5);
}

/* Scale and north. */

/// A bar in four parts with its length at the end.
static void draw_bar(const draw_picture *p, double x, double y, double length, const char *text)
{
    cairo_rectangle(p->cairo, x, y, length, 6);
    draw_fill_edged(p, DRAW_HALO, DRAW_INK, 1);
    for (int i = 0; i < 4; i += 2)
        cairo_rectangle(p->cairo, x + length * i / 4, y, length / 4, 6);
    draw_fill(p, DRAW_INK, 1);
    draw_text(p, &scale_type, (draw_point){x + length + 8, y + 7}, 0, 0, text);
}

static void draw_north(const draw_picture *p, double x, double y)
{
    static const double west[][2] = {{0, -22}, {-7, 16}, {0, 11}};
    static const double east[][2] = {{0, -22}, {7, 16}, {0, 11}};

    draw_polygon(p, x, y, west, 3, true);
    draw_fill_edged(p, DRAW_INK, DRAW_INK, 1);
    draw_polygon(p, x, y, east, 3, true);
    draw_fill_edged(p, DRAW_HALO, DRAW_INK, 1);
    draw_text(p, &north_type, (draw_point){x, y - 26}, 0.5, 0, "N");
}

/// The largest of 1, 2, 5, 10 … that is not above a number.
static double round_length(double most)
{
    double at = 1;

    for (int i = 0; at * (i % 3 == 1 ? 2.5 : 2) <= most && i < 30; i++)
        at *= i % 3 == 1 ? 2.5 : 2;
    return at;
}

static void draw_scale(const draw_picture *p, double x, double y)
{
    const lb_play *play = p->battle->rules->play;
    double unit = play->length_tmm * p->scale, metre = unit * 10 / p->battle->scale_dm;
    int units = play->length_tmm >= LB_TMM_INCH ? 12 : 30;
    double metres = round_length(260 / metre);
    char text[64];

    /* On a small table a unit is long. */
    while (units > 1 && units * unit > 290)
        units /= 2;
    snprintf(text, sizeof text, "%d %s", units, play->length_word);
    draw_bar(p, x, y, units * unit, text);
    snprintf(text, sizeof text, "%.0f m", metres);
    if (p->battle->scale_dm > 0)
        draw_bar(p, x, y + 24, metres * metre, text);
    draw_north(p, x - 26, y + 15);
}

/* Legend. */

/// A legend in the making: where the next entry goes.
typedef struct legend {
    const draw_picture *p;
    double x, y, left, right;
    bool is_drawn; ///< otherwise only measured
} legend;

/// Makes room for an entry and writes its words. The middle of its picture.
static draw_point add_entry(legend *to, double width, const char *text)
{
    double whole = width + 8 + draw_text_width(to->p, &note_type, text) + 22;
    draw_point at;

    if (to->x + whole > to->right && to->x > to->left) {
        to->x = to->left;
        to->y += LEGEND_ROW;
    }
    at = (draw_point){to->x + width / 2, to->y};
    if (to->is_drawn)
        draw_text(to->p, &note_type, (draw_point){to->x + width + 8, to->y + 5}, 0, 0, text);
    to->x += whole;
    return at;
}

static void add_block(legend *to, draw_block block, double width, double depth, const char *text)
{
    draw_point at = add_entry(to, width + 4, text);

    block.width = width;
    block.depth = depth;
    if (!to->is_drawn)
        return;
    cairo_save(to->p->cairo);
    cairo_translate(to->p->cairo, at.x, at.y + 2);
    draw_block_body(to->p, &block);
    cairo_restore(to->p->cairo);
}

/// What is on the table, so that the legend says nothing that is not there.
typedef struct census {
    bool nation[LB_NATION_COUNT], form[DRAW_FORM_COUNT];
    uint8_t side_of[LB_NATION_COUNT];
    bool has_light_horse, has_heavy_horse, has_horse_guns;
    bool has_shaken, has_disordered, has_routed, has_way[DRAW_WAY_COUNT];
} census;

static void count_unit(const draw_picture *p, uint32_t unit, census *of)
{
    draw_block block = draw_block_of(p, p->state, unit);

    of->nation[block.nation] = true;
    of->side_of[block.nation] = block.side;
    of->has_shaken = of->has_shaken || block.is_shaken;
    of->has_disordered = of->has_disordered || block.is_disordered;
    if (block.arm == LB_ARM_CAVALRY) {
        of->has_heavy_horse = of->has_heavy_horse || block.is_heavy;
        of->has_light_horse = of->has_light_horse || !block.is_heavy;
        if (block.form != DRAW_OPEN_ORDER)
            return;
    }
    if (block.is_horse && block.form == DRAW_GUNS)
        of->has_horse_guns = true;
    else
        of->form[block.form] = true;
}

static census count_table(const draw_picture *p)
{
    census of = {0};

    for (uint32_t i = 0; i < p->battle->unit_count; i++) {
        if (p->state->unit[i].presence == LB_PRESENCE_TABLE)
            count_unit(p, i, &of);
        else if (p->before != NULL && p->state->unit[i].presence == LB_PRESENCE_GONE &&
                 p->before->state.unit[i].presence == LB_PRESENCE_TABLE)
            of.has_routed = true;
    }
    for (size_t i = 0; i < p->story->leg_count; i++)
        if (draw_leg_is_shown(p, &p->story->leg[i]))
            of.has_way[p->story->leg[i].way] = true;
    return of;
}

static void add_troops(legend *to, const census *of)
{
    static const struct {
        uint8_t form, width, depth;
        const char *text;
    } forms[] = {{DRAW_LINE, 44, 11, "line"},
                 {DRAW_ATTACK_COLUMN, 22, 20, "attack column"},
                 {DRAW_MARCH_COLUMN, 13, 24, "march column"},
                 {DRAW_SQUARE, 21, 21, "square"},
                 {DRAW_OPEN_ORDER, 44, 13, "open order"},
                 {DRAW_GARRISON, 22, 20, "garrison"},
                 {DRAW_GUNS, 28, 19, "foot guns"},
                 {DRAW_LIMBERED, 14, 25, "limbered"}};
    draw_block block = {.nation = to->p->battle->side[0].nation};

    for (int side = 0; side < LB_SIDES; side++)
        for (int i = 0; i < LB_NATION_COUNT; i++)
            if (of->nation[i] && of->side_of[i] == side)
                add_block(to,
                          (draw_block){
                              .nation = (uint8_t)i, .side = (uint8_t)side, .files = 1, .ranks = 1},
                          34, 12, draw_nation_name((uint8_t)i));
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (of->form[forms[i].form]) {
            block.form = forms[i].form;
            block.arm = block.form >= DRAW_GUNS ? LB_ARM_ARTILLERY : LB_ARM_INFANTRY;
            add_block(to, block, forms[i].width, forms[i].depth, forms[i].text);
        }
    block.form = DRAW_GUNS;
    block.arm = LB_ARM_ARTILLERY;
    block.is_horse = true;
    if (of->has_horse_guns)
        add_block(to, block, 28, 19, "horse guns");
    block = (draw_block){.nation = block.nation, .arm = LB_ARM_CAVALRY};
    if (of->has_light_horse)
        add_block(to, block, 34, 15, "light cavalry");
    block.is_heavy = true;
    if (of->has_heavy_horse)
        add_block(to, block, 34, 15, "heavy cavalry");
}

static void add_badge(legend *to, draw_badge badge, const char *text)
{
    draw_point at = add_entry(to, 20, text);

    if (to->is_drawn)
        draw_badge_at(to->p, badge, at);
}

/// What is said of orders, where a sheet has them.
static void add_orders(legend *to)
{
    draw_tag tag = {.width = 30, .height = 17, .nation = to->p->battle->side[0].nation};
    char text[LB_DIAG_TEXT];
    lb_put put = lb_put_start(text, sizeof text);
    draw_point at;

    if (draw_put_orders(to->p, &put)) {
        /* The first letters that occur, as they stand on the table. */
        snprintf(tag.text, sizeof tag.text, "%.*s%s", (int)strcspn(strchr(text, '(') + 1, " "),
                 strchr(text, '(') + 1, strstr(text, "fatigue") != NULL ? " 2" : "");
        tag.at = add_entry(to, 32, text);
        if (to->is_drawn)
            draw_tag_at(to->p, &tag);
    }
    if (draw_has_areas(to->p)) {
        at = add_entry(to, 32, "Reformation Area, and how many reform there");
        if (to->is_drawn)
            draw_area_at(to->p, at, tag.nation, 1);
    }
}

static void add_signs(legend *to, const census *of)
{
    static const char *const ways[DRAW_WAY_COUNT] = {[DRAW_MOVES] = "moved this turn",
                                                     [DRAW_CHARGES] = "charged",
                                                     [DRAW_FALLS_BACK] = "fell back or was moved"};
    draw_point at;

    if (to->p->battle->rules->play->tells->loss != NULL) {
        at = add_entry(to, 40, "strength left, lost, lost this turn");
        if (to->is_drawn)
            draw_pips(to->p, at, 5, 2, 1);
    }
    add_orders(to);
    if (of->has_shaken)
        add_badge(to, DRAW_BADGE_SHAKEN, "shaken, hatched");
    if (of->has_disordered)
        add_badge(to, DRAW_BADGE_DISORDERED, "disordered, ragged front");
    if (of->has_routed)
        add_badge(to, DRAW_BADGE_ROUTED, "lost this turn");
    for (int i = 0; i < DRAW_WAY_COUNT; i++)
        if (of->has_way[i]) {
            at = add_entry(to, 42, ways[i]);
            if (to->is_drawn)
                draw_arrow(to->p, (draw_way)i, (draw_point){at.x - 19, at.y},
                           (draw_point){at.x + 20, at.y});
        }
    at = add_entry(to, 24, "commander, with stars for rank");
    if (to->is_drawn)
        draw_commander(to->p, (draw_point){at.x, at.y + 2}, to->p->battle->side[0].nation, 0,
                       LB_RANK_BRIGADE, to->p->battle->side[0].name);
    if (to->p->battle->objective_count > 0) {
        at = add_entry(to, 24, "objective and its value, in the colours of who holds it");
        if (to->is_drawn)
            draw_flag(to->p, (draw_point){at.x - 10, at.y + 13}, 0, to->p->battle->side[0].nation,
                      1);
    }
}

/* Ground in the legend. */

static const char *const ground_names[LB_TERRAIN_COUNT] = {
    [LB_TERRAIN_ROUGH] = "rough ground",
    [LB_TERRAIN_DENSE] = "dense ground",
    [LB_TERRAIN_WOOD] = "wood",
    [LB_TERRAIN_DENSE_WOOD] = "dense wood",
    [LB_TERRAIN_BUILT_WOODEN] = "wooden houses",
    [LB_TERRAIN_BUILT_STONE] = "stone houses",
    [LB_TERRAIN_HILL] = "height",
    [LB_TERRAIN_STREAM] = "stream",
    [LB_TERRAIN_RIVER] = "river",
    [LB_TERRAIN_FORD] = "ford",
    [LB_TERRAIN_BRIDGE] = "bridge",
    [LB_TERRAIN_ROAD] = "road",
    [LB_TERRAIN_HIGHWAY] = "paved road",
    [LB_TERRAIN_WALL] = "wall",
    [LB_TERRAIN_HEDGE] = "hedge",
    [LB_TERRAIN_WORKS_HASTY] = "hasty works",
    [LB_TERRAIN_WORKS_PREPARED] = "prepared works",
    [LB_TERRAIN_MARSH] = "marsh",
    [LB_TERRAIN_IMPASSABLE] = "impassable"};

/// Draws a small table about a place with one piece of ground on it, like a piece of the battle.
static void draw_sample(const draw_picture *p, const lb_piece *like, draw_point at)
{
    static lb_battle sample;
    int32_t wide = (int32_t)(SAMPLE_WIDE / p->scale), deep = (int32_t)(SAMPLE_DEEP / p->scale);
    /* A line runs through the sample, an area fills most of it. */
    lb_point line[] = {{-wide / 8, deep / 2}, {wide + wide / 8, deep / 2}};
    lb_point area[] = {{wide / 12, deep / 10},
                       {wide - wide / 12, deep / 10},
                       {wide - wide / 12, deep - deep / 10},
                       {wide / 12, deep - deep / 10}};
    draw_picture on = *p;

    sample.rules = p->battle->rules;
    sample.width_tmm = wide;
    sample.depth_tmm = deep;
    sample.piece_count = 1;
    sample.piece[0] = *like;
    sample.piece[0].first_point = 0;
    sample.piece[0].point_count = like->is_line ? 2 : 4;
    sample.point_count = sample.piece[0].point_count;
    memcpy(sample.point, like->is_line ? line : area, sample.point_count * sizeof sample.point[0]);
    on.battle = &sample;
    on.left = at.x - SAMPLE_WIDE / 2.0;
    on.top = at.y - SAMPLE_DEEP / 2.0;
    draw_ground(&on);
    cairo_rectangle(p->cairo, on.left, on.top, SAMPLE_WIDE, SAMPLE_DEEP);
    draw_stroke(p, DRAW_INK_2, 0.8);
}

/// A sample of each kind of ground that is on the table.
static void add_ground(legend *to)
{
    bool is_told[LB_TERRAIN_COUNT] = {false};

    for (uint32_t i = 0; i < to->p->battle->piece_count; i++) {
        const lb_piece *piece = &to->p->battle->piece[i];
        draw_point at;

        if (is_told[piece->kind] || ground_names[piece->kind] == NULL)
            continue;
        is_told[piece->kind] = true;
        at = add_entry(to, SAMPLE_WIDE, ground_names[piece->kind]);
        if (to->is_drawn)
            draw_sample(to->p, piece, at);
    }
}

/// The legend beside the scale; the y of its last row.
static double draw_legend(const draw_picture *p, double y, bool is_drawn)
{
    legend to = {.p = p, .x = MARGIN + 6, .y = y, .left = MARGIN + 6, .is_drawn = is_drawn};
    census of = count_table(p);

    to.right = DRAW_PAGE - MARGIN - 420;
    add_troops(&to, &of);
    add_signs(&to, &of);
    add_ground(&to);
    if (is_drawn)
        draw_scale(p, DRAW_PAGE - MARGIN - 350, y - 2);
    return to.y;
}

/* Pages. */

/// Lays the table out in a box and centres it.
static void fit_table(draw_picture *p, double left, double top, double width, double tallest)
{
    p->scale = fmin(width / p->battle->width_tmm, tallest / p->battle->depth_tmm);
    p->inch = p->scale * LB_TMM_INCH;
    p->left = left + (width - p->battle->width_tmm * p->scale) / 2;
    p->top = top;
}

double draw_page(draw_picture *p)
{
    double bottom, end;

    fit_table(p, MARGIN + FRAME, HEAD + FRAME + 14, DRAW_PAGE - 2 * (MARGIN + FRAME), TALLEST);
    bottom = p->top + p->battle->depth_tmm * p->scale + FRAME;
    end = fmax(draw_legend(p, bottom + 34, false), bottom + 64);
    if (p->cairo == NULL)
        return end + 30;
    if (p->part != DRAW_TROOPS_PART) {
        draw_ink(p, DRAW_DESK, 1);
        cairo_paint(p->cairo);
        draw_ground(p);
    }
    if (p->part == DRAW_GROUND_PART)
        return end + 30;
    draw_head(p, false);
    draw_troops(p);
    draw_frame(p);
    draw_legend(p, bottom + 34, true);
    return end + 30;
}

/// One table of a strip, half as large as it is drawn.
static void draw_cell(draw_picture *p, size_t number, cairo_surface_t *ground, double x, double y)
{
    char text[2 * LB_SCENARIO_NAME], hour[LB_SCENARIO_NAME + 16];
    draw_type type = note_type;
    double width = p->battle->width_tmm * p->scale / 2;

    p->moment = &p->story->moment[number];
    p->before = number > 0 ? p->moment - 1 : NULL;
    p->state = &p->moment->state;
    moment_text(p, text, sizeof text);
    if (p->moment->is_end)
        result_text(p, text, sizeof text);
    clock_text(p, hour, sizeof hour);
    type.is_bold = true;
    draw_text(p, &type, (draw_point){x, y - 8}, 0, 0, text);
    draw_text(p, &note_type, (draw_point){x + width, y - 8}, 1, 0, hour);
    cairo_save(p->cairo);
    cairo_translate(p->cairo, x, y);
    cairo_scale(p->cairo, 0.5, 0.5);
    cairo_set_source_surface(p->cairo, ground, 0, 0);
    cairo_paint(p->cairo);
    draw_troops(p);
    cairo_rectangle(p->cairo, 0, 0, 2 * width, p->battle->depth_tmm * p->scale);
    draw_stroke(p, DRAW_INK, 2);
    cairo_restore(p->cairo);
}

/// The ground once, for all tables of a strip.
static cairo_surface_t *record_ground(const draw_picture *p)
{
    cairo_rectangle_t bounds = {0, 0, p->battle->width_tmm * p->scale,
                                p->battle->depth_tmm * p->scale};
    cairo_surface_t *ground = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &bounds);
    draw_picture on = *p;

    on.cairo = cairo_create(ground);
    draw_ground(&on);
    cairo_destroy(on.cairo);
    return ground;
}

double draw_strip(draw_picture *p)
{
    size_t count = p->story->moment_count, most = count > 18 ? 4 : 3;
    size_t columns = count < most ? count : most, rows = (count + columns - 1) / columns;
    double step = (DRAW_PAGE - 2.0 * MARGIN) / (double)columns, width, height, end;

    width = fmin(step - 16, 2 * CELL);
    fit_table(p, 0, 0, 2 * width, 3 * CELL);
    p->left = 0;
    p->is_small = true;
    width = p->battle->width_tmm * p->scale / 2;
    height = p->battle->depth_tmm * p->scale / 2 + 44;
    end = HEAD + 40 + (double)rows * height;
    if (p->cairo == NULL)
        return end;
    draw_ink(p, DRAW_DESK, 1);
    cairo_paint(p->cairo);
    draw_head(p, true);
    p->ground = record_ground(p);
    for (size_t i = 0; i < count; i++) {
        size_t column = i % columns, row = i / columns;

        draw_cell(p, i, p->ground, MARGIN + (double)column * step + (step - width) / 2,
                  HEAD + 44 + (double)row * height);
    }
    return end;
}
