// SPDX-License-Identifier: MIT
// Units as blocks. The coat says the nation, the outline the formation, the fill the arm, the rule
// inside the second side; the pennon is at the front and the collar at the rear. A block reads the
// same in grey.

#include "draw.h"

#include <string.h>

/// Coat and collar of a nation, from its dress, chosen to differ in lightness as well as in hue.
static const struct {
    const char *name;
    uint32_t coat, collar;
} dresses[LB_NATION_COUNT] = {
    [LB_NATION_OTHER] = {"Others", 0x7a7268, 0xe9d9a6},
    [LB_NATION_FRENCH] = {"French", 0x34528a, 0xf4efe2},
    [LB_NATION_POLISH] = {"Polish", 0x4a4f8f, 0xd9c23f},
    [LB_NATION_ITALIAN] = {"Italian", 0x3f7a5a, 0xf4efe2},
    [LB_NATION_NEAPOLITAN] = {"Neapolitan", 0xd9d2c4, 0x5b83ad},
    [LB_NATION_BAVARIAN] = {"Bavarian", 0x6f9cc4, 0xf4efe2},
    [LB_NATION_SAXON] = {"Saxon", 0xe6e0d2, 0x3c6249},
    [LB_NATION_WESTPHALIAN] = {"Westphalian", 0xddd6c8, 0x34528a},
    [LB_NATION_WURTTEMBERG] = {"Württemberg", 0x2f3f66, 0xd9c23f},
    [LB_NATION_BADEN] = {"Baden", 0x41588c, 0xc9453a},
    [LB_NATION_SWISS] = {"Swiss", 0x5c2a3a, 0xe9d9a6},
    [LB_NATION_DANISH] = {"Danish", 0xb5453d, 0xf4efe2},
    [LB_NATION_BRITISH] = {"British", 0xa93a32, 0xf2dfae},
    [LB_NATION_KGL] = {"King's German Legion", 0x8c2f2b, 0x22365a},
    [LB_NATION_PORTUGUESE] = {"Portuguese", 0x5b83ad, 0x7a3b2e},
    [LB_NATION_SPANISH] = {"Spanish", 0xc9a53f, 0x8e2a26},
    [LB_NATION_HANOVER] = {"Hanoverian", 0xc4574a, 0x2f4a3a},
    [LB_NATION_BRUNSWICK] = {"Brunswick", 0x2b2a2d, 0x9cc0d8},
    [LB_NATION_NASSAU] = {"Nassau", 0x6f8a4a, 0xe9d9a6},
    [LB_NATION_NETHERLANDS] = {"Netherlands", 0xcd8236, 0x22365a},
    [LB_NATION_AUSTRIAN] = {"Austrian", 0xf5f1e6, 0xb03a30},
    [LB_NATION_RUSSIAN] = {"Russian", 0x3c6249, 0xc9453a},
    [LB_NATION_PRUSSIAN] = {"Prussian", 0x4b5668, 0xc9453a},
    [LB_NATION_SWEDISH] = {"Swedish", 0x2f6a94, 0xd9c23f},
    [LB_NATION_OTTOMAN] = {"Ottoman", 0x7a3f6a, 0x3f7a5a},
};

const char *draw_nation_name(uint8_t nation)
{
    return dresses[nation].name;
}

uint32_t draw_coat(uint8_t nation)
{
    return dresses[nation].coat;
}

static bool is_light(uint8_t nation)
{
    uint32_t coat = dresses[nation].coat;

    return (coat >> 16 & 255) * 3 + (coat >> 8 & 255) * 6 + (coat & 255) > 1950;
}

uint32_t draw_coat_line(uint8_t nation)
{
    return is_light(nation) ? DRAW_COAT_LINE : DRAW_BLOCK_LINE;
}

/* What a block is. */

/// How a formation of the sheet looks.
static draw_form form_of(const lb_play *play, uint8_t formation, uint8_t arm)
{
    static const uint8_t forms[LB_SCENARIO_FORMATION_COUNT] = {
        [LB_SCENARIO_FORMATION_ANY] = DRAW_LINE,
        [LB_SCENARIO_FORMATION_LINE] = DRAW_LINE,
        [LB_SCENARIO_FORMATION_FIRING_LINE] = DRAW_LINE,
        [LB_SCENARIO_FORMATION_REFUSED_LINE] = DRAW_LINE,
        [LB_SCENARIO_FORMATION_ATTACK_COLUMN] = DRAW_ATTACK_COLUMN,
        [LB_SCENARIO_FORMATION_MARCH_COLUMN] = DRAW_MARCH_COLUMN,
        [LB_SCENARIO_FORMATION_OPEN_ORDER] = DRAW_OPEN_ORDER,
        [LB_SCENARIO_FORMATION_SQUARE] = DRAW_SQUARE,
        [LB_SCENARIO_FORMATION_GARRISON] = DRAW_GARRISON,
        [LB_SCENARIO_FORMATION_LIMBERED] = DRAW_LIMBERED,
        [LB_SCENARIO_FORMATION_UNLIMBERED] = DRAW_GUNS,
        [LB_SCENARIO_FORMATION_RESERVE] = DRAW_MARCH_COLUMN};
    uint8_t form = play->shapes != NULL ? forms[play->shapes[formation]] : (uint8_t)DRAW_LINE;

    if (arm == LB_ARM_ARTILLERY)
        return form == DRAW_LIMBERED || form == DRAW_MARCH_COLUMN ? DRAW_LIMBERED : DRAW_GUNS;
    return form;
}

int32_t draw_strength(const lb_battle *battle, uint32_t unit)
{
    const lb_play *play = battle->rules->play;

    return play->figures == NULL || play->tells->loss == NULL
               ? 0
               : battle->unit[unit].figure[play->strength_figure];
}

/// Foot that stands in houses.
static bool is_garrison(const draw_picture *p, const lb_footprint *at)
{
    lb_ground ground = lb_battle_ground(p->battle);
    lb_quad quad = lb_footprint_corners(at);

    for (uint16_t i = 0; i < ground.piece_count; i++) {
        uint8_t kind = ground.piece[i].kind;
        int inside = 0;

        if (kind != LB_TERRAIN_BUILT_STONE && kind != LB_TERRAIN_BUILT_WOODEN)
            continue;
        for (int c = 0; c < 4; c++)
            inside += lb_piece_has_point(&ground, i, quad.corner[c]);
        if (inside >= 2 && lb_piece_has_point(&ground, i, at->centre))
            return true;
    }
    return false;
}

/// Shares bases out so that each is nearly half again as wide as it is deep.
static void lay_bases(draw_block *block, int32_t bases)
{
    double best = 1e9;

    for (int ranks = 1; ranks <= bases; ranks++) {
        int files = (bases + ranks - 1) / ranks;
        double off = fabs(log(block->width / files / (block->depth / ranks) / 1.3));

        if (off < best && files < 100) {
            best = off;
            block->files = (uint8_t)files;
            block->ranks = (uint8_t)ranks;
        }
    }
}

draw_block draw_block_of(const draw_picture *p, const lb_state *state, uint32_t unit)
{
    const lb_unit_card *card = &p->battle->unit[unit];
    lb_footprint at = lb_unit_footprint(p->battle, state, unit);
    lb_unit_report report = lb_battle_unit(p->battle, state, unit);
    const lb_play *play = p->battle->rules->play;
    draw_block block = {.arm = card->arm, .nation = card->nation, .side = card->side};

    block.form = (uint8_t)form_of(play, state->unit[unit].formation, card->arm);
    block.width = at.width_tmm * p->scale;
    block.depth = at.depth_tmm * p->scale;
    block.is_heavy = card->troop_class == LB_CLASS_CUIRASSIERS ||
                     card->troop_class == LB_CLASS_HEAVY_DRAGOONS ||
                     card->troop_class == LB_CLASS_HOUSEHOLD ||
                     lb_has_trait(card->traits, LB_TRAIT_HEAVY_CAVALRY);
    block.is_horse = card->troop_class == LB_CLASS_HORSE_GUNS;
    block.is_shaken = lb_has_trait(report.states, LB_SCENARIO_STATE_SHAKEN);
    block.is_disordered = lb_has_trait(report.states, LB_SCENARIO_STATE_DISORDERED) ||
                          lb_has_trait(report.states, LB_SCENARIO_STATE_UNSETTLED);
    if (card->arm == LB_ARM_INFANTRY && block.form != DRAW_OPEN_ORDER &&
        block.form != DRAW_MARCH_COLUMN && is_garrison(p, &at))
        block.form = DRAW_GARRISON;
    if (play->size_mark >= 0 && card->arm != LB_ARM_ARTILLERY && block.form != DRAW_SQUARE &&
        block.form != DRAW_GARRISON)
        lay_bases(&block, draw_strength(p->battle, unit) - report.losses);
    return block;
}

/* How it is drawn, about the origin. */

static uint32_t edge_of(const draw_block *block)
{
    return is_light(block->nation) ? DRAW_INK : dresses[block->nation].coat;
}

static void add_body(const draw_picture *p, const draw_block *block, double in)
{
    cairo_rectangle(p->cairo, -block->width / 2 + in, -block->depth / 2 + in, block->width - 2 * in,
                    block->depth - 2 * in);
}

/// The pennon at the front: full for the first side, hollow for the second.
static void draw_pennon(const draw_picture *p, const draw_block *block)
{
    double half = fmax(3.6, fmin(7, block->width * 0.1)), y = -block->depth / 2 - 0.5;

    cairo_move_to(p->cairo, -half, y);
    cairo_line_to(p->cairo, 0, y - half * 1.05);
    cairo_line_to(p->cairo, half, y);
    cairo_close_path(p->cairo);
    draw_fill_edged(p, block->side == 1 ? DRAW_HALO : dresses[block->nation].coat, DRAW_EDGE, 1.1);
}

/// The rule inside blocks of the second side.
static void draw_rule(const draw_picture *p, const draw_block *block, double depth)
{
    double in = fmin(2.8, depth * 0.2);

    if (block->side != 1)
        return;
    cairo_rectangle(p->cairo, -block->width / 2 + in, -block->depth / 2 + in, block->width - 2 * in,
                    depth - 2 * in);
    draw_stroke(p, draw_coat_line(block->nation), 1.2);
}

static void draw_routed(const draw_picture *p, const draw_block *block)
{
    double step = fmax(10, block->width * 0.24);

    add_body(p, block, 0);
    draw_ink(p, DRAW_HALO, 0.7);
    cairo_fill_preserve(p->cairo);
    draw_dashes(p, 5, 3.5);
    draw_stroke(p, edge_of(block), 1.6);
    draw_solid(p);
    for (int i = -1; i <= 1; i++)
        for (int row = 0; row < 2; row++) {
            double x = i * step, y = row * 4.5 - 3.5;

            if (block->width < 34 && i != 0)
                continue;
            cairo_move_to(p->cairo, x - 4, y);
            cairo_line_to(p->cairo, x, y + 4);
            cairo_line_to(p->cairo, x + 4, y);
        }
    draw_stroke(p, edge_of(block), 1.5);
}

/// A chain of dots within dashed bounds.
static void draw_open_order(const draw_picture *p, const draw_block *block)
{
    int count = (int)fmax(5, round(block->width / 9));
    double r = fmax(1.7, fmin(3, block->depth * 0.16)), step = block->width / count;

    add_body(p, block, 0);
    draw_ink(p, DRAW_HALO, 0.62);
    cairo_fill_preserve(p->cairo);
    draw_dashes(p, 3, 2.5);
    draw_stroke(p, edge_of(block), 1.1);
    draw_solid(p);
    for (int i = 0; i < count; i++) {
        double x = -block->width / 2 + step * (i + 0.5);

        draw_disc(p, x, -block->depth * 0.2, r);
        if (i % 2 != 0)
            draw_disc(p, x - step / 2, block->depth * 0.2, r);
    }
    draw_fill_edged(p, dresses[block->nation].coat, DRAW_EDGE, 0.9);
    for (int i = 0; i < count && block->side == 1; i++)
        draw_disc(p, -block->width / 2 + step * (i + 0.5), -block->depth * 0.2, r * 0.4);
    draw_fill(p, draw_coat_line(block->nation), 1);
    if (block->arm == LB_ARM_CAVALRY) {
        draw_segment(p, -block->width / 2, block->depth / 2, block->width / 2, -block->depth / 2);
        draw_stroke(p, DRAW_EDGE, 1);
    }
}

/// One crenellated side of a garrison's rim, along x, outward to -y.
static void add_crenels(const draw_picture *p, double length)
{
    double step = length / 9;

    for (int i = 0; i < 9; i++) {
        double y = i % 2 != 0 ? 0 : -3;

        cairo_line_to(p->cairo, step * i, y);
        cairo_line_to(p->cairo, step * (i + 1), y);
    }
}

static void draw_garrison(const draw_picture *p, const draw_block *block)
{
    double rim = fmax(3.5, fmin(7, fmin(block->width, block->depth) * 0.2));

    cairo_save(p->cairo);
    cairo_translate(p->cairo, -block->width / 2, -block->depth / 2);
    cairo_new_sub_path(p->cairo);
    for (int i = 0; i < 4; i++) {
        double length = i % 2 == 0 ? block->width : block->depth;

        add_crenels(p, length);
        cairo_translate(p->cairo, length, 0);
        cairo_rotate(p->cairo, DRAW_TURN_AROUND / 4);
    }
    cairo_close_path(p->cairo);
    cairo_restore(p->cairo);
    cairo_set_fill_rule(p->cairo, CAIRO_FILL_RULE_EVEN_ODD);
    add_body(p, block, rim);
    draw_fill_edged(p, dresses[block->nation].coat, DRAW_EDGE, 1.1);
    cairo_set_fill_rule(p->cairo, CAIRO_FILL_RULE_WINDING);
    if (block->side == 1) {
        add_body(p, block, rim / 2 - 0.3);
        draw_stroke(p, draw_coat_line(block->nation), 1.1);
    }
}

/// One gun with its wheels and trail, muzzle towards -y.
static void draw_gun(const draw_picture *p, double x, double y, double size, bool is_turned)
{
    cairo_save(p->cairo);
    cairo_translate(p->cairo, x, y);
    cairo_scale(p->cairo, size, is_turned ? -size : size);
    cairo_move_to(p->cairo, 0, 7);
    cairo_line_to(p->cairo, -1.7, 1.5);
    cairo_line_to(p->cairo, 1.7, 1.5);
    cairo_close_path(p->cairo);
    cairo_rectangle(p->cairo, -1.3, -7, 2.6, 9);
    draw_fill(p, DRAW_EDGE, 1);
    draw_segment(p, -3.7, 0, 3.7, 0);
    draw_stroke(p, DRAW_EDGE, 1.2);
    draw_segment(p, -3.7, -2.8, -3.7, 2.8);
    draw_segment(p, 3.7, -2.8, 3.7, 2.8);
    draw_stroke(p, DRAW_EDGE, 1.7);
    cairo_restore(p->cairo);
}

static void draw_limbered(const draw_picture *p, const draw_block *block, double free)
{
    double w = block->width, d = free, y = -block->depth / 2, size = fmin(w / 15, d / 26);

    draw_gun(p, 0, y + d * 0.64, fmin(size, 1.5), true);
    for (int i = 0; i < 4; i++) {
        int pair = i / 2;

        cairo_save(p->cairo);
        cairo_translate(p->cairo, i % 2 != 0 ? w * 0.16 : -w * 0.16, y + d * (0.12 + pair * 0.18));
        cairo_scale(p->cairo, fmax(1.2, w * 0.09), fmax(1.6, d * 0.07));
        draw_disc(p, 0, 0, 1);
        cairo_restore(p->cairo);
        draw_fill_edged(p, dresses[block->nation].coat, DRAW_EDGE, 0.8);
    }
}

static void draw_battery(const draw_picture *p, const draw_block *block)
{
    double w = block->width, d = block->depth, band = fmax(2.5, fmin(5, d * 0.2));
    double free = d - band, size = fmin(fmin(free / 18, w / 44), 1.6);
    int guns = w > 26 ? 1 : 0;

    add_body(p, block, 0);
    draw_fill_edged(p, DRAW_HALO, DRAW_EDGE, 1.2);
    if (block->is_horse) {
        cairo_move_to(p->cairo, -w / 2, d / 2 - band);
        cairo_line_to(p->cairo, w / 2, -d / 2);
        cairo_line_to(p->cairo, w / 2, d / 2 - band);
        cairo_close_path(p->cairo);
        draw_fill(p, dresses[block->nation].coat, 0.3);
        draw_segment(p, -w / 2, d / 2 - band, w / 2, -d / 2);
        draw_stroke(p, edge_of(block), 1.3);
    }
    cairo_rectangle(p->cairo, -w / 2, d / 2 - band, w, band);
    draw_fill_edged(p, dresses[block->nation].coat, DRAW_EDGE, 1.2);
    if (block->side == 1) {
        draw_segment(p, -w / 2 + 2, d / 2 - band / 2, w / 2 - 2, d / 2 - band / 2);
        draw_stroke(p, draw_coat_line(block->nation), 1);
    }
    if (block->form == DRAW_LIMBERED)
        draw_limbered(p, block, free);
    else
        for (int i = -guns; i <= guns; i++)
            draw_gun(p, i * w * 0.31, -band / 2, fmax(size, 0.5), false);
}

static void draw_square(const draw_picture *p, const draw_block *block)
{
    double w = block->width / 2, d = block->depth / 2, rim = fmax(4, fmin(w, d) * 0.4);

    add_body(p, block, 0);
    draw_fill_edged(p, dresses[block->nation].coat, DRAW_EDGE, 1.2);
    add_body(p, block, rim);
    draw_fill_edged(p, DRAW_HALO, DRAW_EDGE, 1.1);
    for (int x = -1; x <= 1; x += 2)
        for (int y = -1; y <= 1; y += 2)
            draw_segment(p, x * w, y * d, x * (w - rim), y * (d - rim));
    draw_stroke(p, DRAW_EDGE, 0.9);
    if (block->side == 1) {
        add_body(p, block, rim / 2);
        draw_stroke(p, draw_coat_line(block->nation), 1.2);
    }
}

/// A diagonal for light cavalry, a cross for heavy.
static void draw_horse(const draw_picture *p, const draw_block *block, double depth)
{
    double w = block->width / 2, y = -block->depth / 2;

    if (block->is_heavy) {
        draw_segment(p, -w, y + depth, w, y);
        draw_segment(p, -w, y, w, y + depth);
        draw_stroke(p, draw_coat_line(block->nation), 2);
        return;
    }
    cairo_move_to(p->cairo, -w, y + depth);
    cairo_line_to(p->cairo, -w, y);
    cairo_line_to(p->cairo, w, y);
    cairo_close_path(p->cairo);
    draw_fill(p, DRAW_HALO, 0.9);
    draw_segment(p, -w, y + depth, w, y);
    draw_stroke(p, DRAW_EDGE, 1.2);
}

/// Companies side by side, divisions one behind the other, or bases as they stand.
static void draw_parts(const draw_picture *p, const draw_block *block, double depth)
{
    bool is_foot = block->arm != LB_ARM_CAVALRY;
    int files = block->files, ranks = block->ranks;
    double w = block->width, y = -block->depth / 2;

    if (p->is_small)
        return;
    if (files == 0) {
        files = block->form == DRAW_LINE && is_foot ? 8 : 1;
        ranks = block->form == DRAW_ATTACK_COLUMN ? 4 : block->form == DRAW_MARCH_COLUMN ? 7 : 1;
    }
    for (int i = 1; i < files; i++)
        draw_segment(p, -w / 2 + w * i / files, y + 1, -w / 2 + w * i / files, y + depth - 1);
    draw_ink(p, draw_coat_line(block->nation), block->files > 0 ? 0.85 : 0.5);
    cairo_set_line_width(p->cairo, block->files > 0 ? 1 : 0.8);
    cairo_stroke(p->cairo);
    for (int i = 1; i < ranks; i++)
        draw_segment(p, -w / 2, y + depth * i / ranks, w / 2, y + depth * i / ranks);
    draw_ink(p, draw_coat_line(block->nation), 0.75);
    cairo_set_line_width(p->cairo, is_foot ? 1.3 : 1);
    cairo_stroke(p->cairo);
}

static void draw_hatch(const draw_picture *p, const draw_block *block)
{
    double w = block->width / 2, d = block->depth / 2;

    cairo_save(p->cairo);
    add_body(p, block, 0);
    cairo_clip(p->cairo);
    for (int i = 0; i < (w + 2 * d) / 4; i++)
        draw_segment(p, i * 8 - w - 2 * d, d, i * 8 - w, -d);
    draw_ink(p, DRAW_HALO, 0.8);
    cairo_set_line_width(p->cairo, 2.6);
    cairo_stroke(p->cairo);
    cairo_restore(p->cairo);
    add_body(p, block, 0);
    draw_stroke(p, DRAW_EDGE, 1.2);
}

/// A front that is not dressed.
static void draw_ragged(const draw_picture *p, const draw_block *block)
{
    int count = (int)fmax(5, round(block->width / 8));
    double x = -block->width / 2, y = -block->depth / 2, step = block->width / count;

    cairo_move_to(p->cairo, x, y - 2.5);
    for (int i = 0; i < count; i++) {
        cairo_line_to(p->cairo, x + step * i, y - 1);
        cairo_line_to(p->cairo, x + step * (i + 0.5), y + (i % 2 != 0 ? 4 : 2.6));
    }
    cairo_line_to(p->cairo, -x, y - 1);
    cairo_line_to(p->cairo, -x, y - 2.5);
    cairo_close_path(p->cairo);
    draw_fill_edged(p, DRAW_HALO, DRAW_EDGE, 1);
}

/// Line, columns and cavalry: a full body with a collar.
static void draw_solid_body(const draw_picture *p, const draw_block *block)
{
    double w = block->width, collar = fmax(1.8, fmin(4.5, block->depth * 0.17));
    double depth = block->depth - collar;

    add_body(p, block, 0);
    draw_fill_edged(p, dresses[block->nation].coat, DRAW_EDGE, 1.2);
    if (block->arm == LB_ARM_CAVALRY)
        draw_horse(p, block, depth);
    draw_parts(p, block, depth);
    cairo_rectangle(p->cairo, -w / 2, block->depth / 2 - collar, w, collar);
    draw_fill_edged(p, dresses[block->nation].collar, DRAW_EDGE, 1);
    draw_rule(p, block, depth);
    add_body(p, block, 0);
    draw_stroke(p, DRAW_EDGE, 1.2);
}

void draw_block_body(const draw_picture *p, const draw_block *block)
{
    if (block->is_routed) {
        draw_routed(p, block);
        return;
    }
    if (block->form != DRAW_GARRISON && block->form != DRAW_OPEN_ORDER) {
        add_body(p, block, -1.8);
        draw_fill(p, DRAW_HALO, 0.75);
    }
    if (block->form == DRAW_OPEN_ORDER)
        draw_open_order(p, block);
    else if (block->form == DRAW_GARRISON)
        draw_garrison(p, block);
    else if (block->arm == LB_ARM_ARTILLERY)
        draw_battery(p, block);
    else if (block->form == DRAW_SQUARE)
        draw_square(p, block);
    else
        draw_solid_body(p, block);
    if (block->is_shaken)
        draw_hatch(p, block);
    if (block->is_disordered)
        draw_ragged(p, block);
    else if (block->form != DRAW_SQUARE && block->form != DRAW_GARRISON)
        draw_pennon(p, block);
}
