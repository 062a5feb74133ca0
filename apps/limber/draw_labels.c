// SPDX-License-Identifier: MIT
// Troops with their names, and the names of places.
//
// Nothing that is written may hide anything else that is written, and it should not hide a block.
// So all places on the page that are taken are kept as rectangles with a weight; for each label the
// places around its owner are tried, and the cheapest is taken: the weights of what it would hide,
// and how far it is from where it belongs. A name that stands apart from its unit gets a line to
// it. Names of places that find no room are left out; names of units never are.

#include "draw.h"

#include <string.h>

enum {
    LABELS = 1024,
    WEIGHT_LABEL = 4000,
    WEIGHT_SIGN = 900,
    WEIGHT_BLOCK = 150,
    WEIGHT_ARROW = 90,
    WEIGHT_FRONT = 10
};

/// A rectangle on the page, at any angle.
typedef struct taken {
    draw_point corner[4], low, high;
    double weight;
} taken;

typedef struct label {
    draw_type type;
    const char *text;
    draw_point at; ///< its middle
    double width, height, angle;
    int32_t unit; ///< with its pips; -1: none
    bool is_above, has_line;
    draw_point line_to;
} label;

/// Everything on a page that has its place.
static struct {
    taken taken[DRAW_QUADS];
    label label[LABELS];
    size_t taken_count, label_count;
} page;

static const draw_type unit_type = {draw_sans, 11.5, true, false, 0, DRAW_INK, DRAW_HALO};
static const draw_type leader_type = {draw_map_serif, 15, false, true, 0, DRAW_INK, DRAW_HALO};
static const draw_type place_type = {draw_map_serif, 17, false, true, 0.3, DRAW_INK, DRAW_PAPER};
static const draw_type wood_type = {draw_map_serif, 18, false, true, 1, DRAW_INK, 0xdadbb4};
static const draw_type hill_type = {draw_map_serif, 15, false, false, 3.2, DRAW_INK_2, 0xe7d8b6};
static const draw_type water_type = {draw_map_serif, 15,        false, true, 0.8,
                                     DRAW_WATER_INK, DRAW_PAPER};
static const draw_type road_type = {draw_map_serif, 14, false, true, 0.3, DRAW_INK_2, DRAW_PAPER};
static const draw_type brigade_type = {draw_map_serif, 14, false, true, 0.6, DRAW_INK_2, DRAW_HALO};

/* Places that are taken. */

static taken rectangle(draw_point at, double width, double height, double angle, double weight)
{
    taken of = {.weight = weight};
    double c = cos(angle), s = sin(angle);

    for (int i = 0; i < 4; i++) {
        double x = (i == 1 || i == 2 ? width : -width) / 2, y = (i >= 2 ? height : -height) / 2;

        of.corner[i] = (draw_point){at.x + x * c - y * s, at.y + x * s + y * c};
        if (i == 0)
            of.low = of.high = of.corner[0];
        of.low.x = fmin(of.low.x, of.corner[i].x);
        of.low.y = fmin(of.low.y, of.corner[i].y);
        of.high.x = fmax(of.high.x, of.corner[i].x);
        of.high.y = fmax(of.high.y, of.corner[i].y);
    }
    return of;
}

static void take(draw_point at, double width, double height, double angle, double weight)
{
    if (page.taken_count < DRAW_QUADS)
        page.taken[page.taken_count++] = rectangle(at, width, height, angle, weight);
}

/// True if an edge of the first parts the two.
static bool is_parted(const taken *a, const taken *b)
{
    for (int i = 0; i < 2; i++) {
        double x = a->corner[i + 1].x - a->corner[i].x, y = a->corner[i + 1].y - a->corner[i].y;
        double low[2] = {1e12, 1e12}, high[2] = {-1e12, -1e12};

        for (int c = 0; c < 8; c++) {
            draw_point at = c < 4 ? a->corner[c] : b->corner[c - 4];
            double along = at.x * x + at.y * y;

            low[c / 4] = fmin(low[c / 4], along);
            high[c / 4] = fmax(high[c / 4], along);
        }
        if (high[0] <= low[1] || high[1] <= low[0])
            return true;
    }
    return false;
}

/// What a rectangle would hide; beyond the frame is as bad as on a label.
static double cost_of(const draw_picture *p, const taken *of)
{
    double right = p->left + p->battle->width_tmm * p->scale;
    double bottom = p->top + p->battle->depth_tmm * p->scale, cost = 0;

    if (of->low.x < p->left + 2 || of->low.y < p->top + 2 || of->high.x > right - 2 ||
        of->high.y > bottom - 2)
        cost += 2 * WEIGHT_LABEL;
    for (size_t i = 0; i < page.taken_count; i++) {
        const taken *other = &page.taken[i];

        if (of->low.x < other->high.x && other->low.x < of->high.x && of->low.y < other->high.y &&
            other->low.y < of->high.y && !is_parted(of, other) && !is_parted(other, of))
            cost += other->weight;
    }
    return cost;
}

/// A body that a label belongs to: a rectangle at an angle.
typedef struct body {
    draw_point at;
    double width, depth, angle;
} body;

static double reach(const body *of, double dx, double dy)
{
    double c = cos(of->angle), s = sin(of->angle);

    return fabs(dx * c + dy * s) * of->width / 2 + fabs(-dx * s + dy * c) * of->depth / 2;
}

/// Tries places around a body, from `first` on (an angle on the page) to both hands and outward.
/// Returns the cost of the best.
static double find_place(const draw_picture *p, const body *of, double first, label *found)
{
    static const double gaps[] = {3, 9, 17, 28, 42, 58, 78, 100, 130, 165};
    double best = 1e12;

    for (size_t ring = 0; ring < sizeof gaps / sizeof gaps[0]; ring++) {
        if (best <= gaps[ring] * 0.9)
            break;
        for (int step = 0; step < 24; step++) {
            int turn = step % 2 != 0 ? (step + 1) / 2 : -step / 2;
            double angle = first + turn * DRAW_TURN_AROUND / 24;
            double dx = cos(angle), dy = sin(angle);
            double label_reach = fabs(dx) * found->width / 2 + fabs(dy) * found->height / 2;
            double away = reach(of, dx, dy) + label_reach + gaps[ring];
            draw_point at = {of->at.x + dx * away, of->at.y + dy * away};
            taken place = rectangle(at, found->width, found->height, 0, 0);
            double cost = gaps[ring] * 0.9 + abs(turn) * 1.6;

            if (cost >= best)
                continue;
            cost += cost_of(p, &place);
            if (cost >= best)
                continue;
            best = cost;
            found->at = at;
            found->is_above = dy < -0.2;
            found->has_line = gaps[ring] > 16;
            found->line_to = (draw_point){of->at.x + dx * reach(of, dx, dy) * 0.8,
                                          of->at.y + dy * reach(of, dx, dy) * 0.8};
        }
    }
    return best;
}

static void keep(const label *of)
{
    take(of->at, of->width, of->height, of->angle, WEIGHT_LABEL);
    if (page.label_count < LABELS)
        page.label[page.label_count++] = *of;
}

static label label_of(const draw_picture *p, const draw_type *type, const char *text)
{
    label of = {.type = *type, .text = text, .unit = -1};

    of.width = draw_text_width(p, type, text) + 4;
    of.height = type->size * 1.15;
    return of;
}

/* Troops. */

static double angle_of(uint16_t heading)
{
    return heading * DRAW_TURN_AROUND / 65536;
}

static body body_of(const draw_picture *p, const lb_state *state, uint32_t unit)
{
    lb_footprint at = lb_unit_footprint(p->battle, state, unit);

    return (body){.at = draw_place(p, at.centre),
                  .width = at.width_tmm * p->scale,
                  .depth = at.depth_tmm * p->scale,
                  .angle = angle_of(at.heading)};
}

/// True if the unit left the table in the turn that is shown.
static bool has_gone(const draw_picture *p, uint32_t unit)
{
    return p->before != NULL && p->state->unit[unit].presence == LB_PRESENCE_GONE &&
           p->before->state.unit[unit].presence == LB_PRESENCE_TABLE;
}

/// Where a unit that has gone was seen last.
static body last_body(const draw_picture *p, uint32_t unit)
{
    body of = body_of(p, &p->before->state, unit);

    for (size_t i = 0; i < p->story->leg_count; i++)
        if (p->story->leg[i].unit == unit && p->story->leg[i].turn == p->before->after + 1)
            of.at = draw_place(p, p->story->leg[i].to);
    return of;
}

static void draw_unit(const draw_picture *p, const body *of, const draw_block *block)
{
    cairo_save(p->cairo);
    cairo_translate(p->cairo, of->at.x, of->at.y);
    cairo_rotate(p->cairo, of->angle);
    draw_block_body(p, block);
    cairo_restore(p->cairo);
}

/// A sign at the rear right corner.
static void draw_sign(const draw_picture *p, const body *of, const draw_block *block)
{
    double x = of->width / 2 - 3, y = of->depth / 2, c = cos(of->angle), s = sin(of->angle);
    draw_point at = {of->at.x + x * c - y * s, of->at.y + x * s + y * c};

    if (!block->is_shaken && !block->is_disordered && !block->is_routed)
        return;
    draw_badge_at(p,
                  block->is_routed   ? DRAW_BADGE_ROUTED
                  : block->is_shaken ? DRAW_BADGE_SHAKEN
                                     : DRAW_BADGE_DISORDERED,
                  at);
    take(at, 17, 17, 0, WEIGHT_SIGN);
}

/// Takes the place of a block, and a little before its front.
static void take_body(const body *of)
{
    double ahead = of->depth / 2 + 9;
    draw_point front = {of->at.x + sin(of->angle) * ahead, of->at.y - cos(of->angle) * ahead};

    take(of->at, of->width + 2, of->depth + 2, of->angle, WEIGHT_BLOCK);
    take(front, of->width * 0.9, 14, of->angle, WEIGHT_FRONT);
}

static void draw_units(const draw_picture *p)
{
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (has_gone(p, i)) {
            body of = last_body(p, i);
            draw_block block = draw_block_of(p, &p->before->state, i);

            block.is_routed = true;
            draw_unit(p, &of, &block);
            take_body(&of);
            draw_sign(p, &of, &block);
        }
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (p->state->unit[i].presence == LB_PRESENCE_TABLE) {
            body of = body_of(p, p->state, i);
            draw_block block = draw_block_of(p, p->state, i);

            draw_unit(p, &of, &block);
            take_body(&of);
        }
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (p->state->unit[i].presence == LB_PRESENCE_TABLE) {
            body of = body_of(p, p->state, i);
            draw_block block = draw_block_of(p, p->state, i);

            draw_sign(p, &of, &block);
        }
}

static void label_units(const draw_picture *p)
{
    for (uint32_t i = 0; i < p->battle->unit_count; i++) {
        bool is_here = p->state->unit[i].presence == LB_PRESENCE_TABLE;
        label of;
        body owner;

        if (!is_here && !has_gone(p, i))
            continue;
        owner = is_here ? body_of(p, p->state, i) : last_body(p, i);
        of = label_of(p, &unit_type, p->battle->unit[i].name);
        if (is_here && draw_strength(p->battle, i) > 0) {
            of.unit = (int32_t)i;
            of.height += 10;
            of.width = fmax(of.width, draw_pips_width(p, draw_strength(p->battle, i)));
        }
        find_place(p, &owner, owner.angle + DRAW_TURN_AROUND / 4, &of);
        keep(&of);
    }
}

/* Commanders and flags. */

/// A place for a sign of this size at, or near, where it belongs.
static draw_point find_near(const draw_picture *p, draw_point at, double width, double height,
                            double most)
{
    draw_point best = at;
    double least = 1e12;

    for (int step = 0; step < 49; step++) {
        int ring = (step + 11) / 12;
        double away = most * ring / 4;
        double angle = step * DRAW_TURN_AROUND / 12;
        draw_point here = {at.x + cos(angle) * away, at.y + sin(angle) * away};
        taken place = rectangle(here, width, height, 0, 0);
        double cost = away * 2 + cost_of(p, &place);

        if (cost < least) {
            least = cost;
            best = here;
        }
    }
    return best;
}

/// Where the discs of commanders have come to stand.
static draw_point discs[LB_LEADERS_MAX];

static bool is_shown(const draw_picture *p, uint32_t leader)
{
    return p->state->leader[leader].presence == LB_PRESENCE_TABLE &&
           !(p->is_small && p->battle->leader[leader].rank < LB_RANK_ARMY);
}

/// Finds the places of all discs before anything is written, so that no name hides one.
static void place_leaders(const draw_picture *p)
{
    for (uint32_t i = 0; i < p->battle->leader_count; i++)
        if (is_shown(p, i)) {
            discs[i] = find_near(p, draw_place(p, p->state->leader[i].at), 24, 28, 30);
            take((draw_point){discs[i].x, discs[i].y - 3}, 24, 28, 0, WEIGHT_SIGN);
        }
}

static void draw_leaders(const draw_picture *p)
{
    for (uint32_t i = 0; i < p->battle->leader_count; i++) {
        const lb_leader_card *card = &p->battle->leader[i];
        uint8_t nation = p->battle->side[card->side].nation;

        if (!is_shown(p, i))
            continue;
        if (card->group != LB_NOBODY)
            nation = p->battle->unit[p->battle->group[card->group].first_unit].nation;
        draw_commander(p, discs[i], nation, card->side, card->rank, card->name);
        if (!p->is_small) {
            const char *space = strrchr(card->name, ' ');
            bool is_long = space != NULL && g_unichar_isupper(g_utf8_get_char(space + 1));
            label of = label_of(p, &leader_type, is_long ? space + 1 : card->name);
            body disc = {.at = discs[i], .width = 22, .depth = 22};

            find_place(p, &disc, DRAW_TURN_AROUND / 4, &of);
            keep(&of);
        }
    }
}

/// Takes the places of the arrows of the turn that is shown.
static void take_arrows(const draw_picture *p)
{
    for (size_t i = 0; p->story != NULL && i < p->story->leg_count; i++) {
        const draw_leg *leg = &p->story->leg[i];
        draw_point from, to;

        if (!draw_leg_is_shown(p, leg))
            continue;
        from = draw_place(p, leg->from);
        to = draw_place(p, leg->to);
        take((draw_point){(from.x + to.x) / 2, (from.y + to.y) / 2}, draw_distance(from, to), 8,
             atan2(to.y - from.y, to.x - from.x), WEIGHT_ARROW);
    }
}

static void draw_objectives(const draw_picture *p)
{
    for (uint32_t i = 0; i < p->battle->objective_count; i++) {
        const lb_objective_card *card = &p->battle->objective[i];
        uint8_t held = p->state->held[i];
        draw_point at = draw_place(p, card->at), flag;
        double radius = card->radius_tmm * p->scale;

        draw_disc(p, at.x, at.y, radius);
        cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_ROUND);
        draw_dashes(p, 1.5, 5);
        draw_stroke(p, DRAW_INK, 1.2);
        draw_solid(p);
        cairo_set_line_cap(p->cairo, CAIRO_LINE_CAP_BUTT);
        flag = find_near(p, (draw_point){at.x + 8, at.y - 12}, 26, 32, fmax(20, radius * 0.8));
        take(flag, 26, 32, 0, WEIGHT_SIGN);
        cairo_save(p->cairo);
        cairo_translate(p->cairo, flag.x - 8, flag.y + 12);
        if (p->is_small)
            cairo_scale(p->cairo, 1.7, 1.7);
        draw_flag(p, (draw_point){0, 0}, held,
                  held == LB_NO_SIDE ? 0 : p->battle->side[held].nation, card->value);
        cairo_restore(p->cairo);
    }
}

/* Names of places. */

static bool is_named(const char *name)
{
    for (size_t i = 0; i < page.label_count; i++)
        if (strcasecmp(page.label[i].text, name) == 0)
            return true;
    return false;
}

static const draw_type *type_of(uint8_t kind)
{
    switch (kind) {
    case LB_TERRAIN_HILL:
        return &hill_type;
    case LB_TERRAIN_WOOD:
    case LB_TERRAIN_DENSE_WOOD:
        return &wood_type;
    case LB_TERRAIN_STREAM:
    case LB_TERRAIN_RIVER:
    case LB_TERRAIN_FORD:
    case LB_TERRAIN_MARSH:
        return &water_type;
    case LB_TERRAIN_ROAD:
    case LB_TERRAIN_HIGHWAY:
    case LB_TERRAIN_WALL:
    case LB_TERRAIN_HEDGE:
    case LB_TERRAIN_WORKS_HASTY:
    case LB_TERRAIN_WORKS_PREPARED:
    case LB_TERRAIN_ROUGH:
    case LB_TERRAIN_DENSE:
        return &road_type;
    default:
        return &place_type;
    }
}

/// True if a place on the page lies in a wood, where lines are hidden.
static bool is_wooded(const draw_picture *p, draw_point at)
{
    lb_ground ground = lb_battle_ground(p->battle);
    lb_point on = {(int32_t)((at.x - p->left) / p->scale),
                   p->battle->depth_tmm - (int32_t)((at.y - p->top) / p->scale)};

    for (uint16_t i = 0; i < ground.piece_count; i++)
        if ((ground.piece[i].kind == LB_TERRAIN_WOOD ||
             ground.piece[i].kind == LB_TERRAIN_DENSE_WOOD) &&
            lb_piece_has_point(&ground, i, on))
            return true;
    return false;
}

/// A name along a line, on the one side or the other.
static void name_line(const draw_picture *p, const draw_shape *line, label *of)
{
    double best = WEIGHT_BLOCK * 0.9;
    bool is_found = false;

    for (size_t i = 0; i + 1 < line->count; i++)
        for (int step = 1; step < 16; step++) {
            int ninth = step / 2 + 1;
            draw_point a = line->at[i], b = line->at[i + 1];
            double share = ninth / 9.0, length = draw_distance(a, b);
            double angle = atan2(b.y - a.y, b.x - a.x), off = step % 2 != 0 ? -13 : 13;
            draw_point at = {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
            taken place;
            double cost;

            if (length < of->width * 0.75)
                continue;
            if (fabs(angle) > DRAW_TURN_AROUND / 4)
                angle -= DRAW_TURN_AROUND / 2;
            at.x -= sin(angle) * off;
            at.y += cos(angle) * off;
            place = rectangle(at, of->width, of->height, angle, 0);
            cost = cost_of(p, &place) + fabs(share - 0.5) * 20 + (off > 0 ? 2 : 0) +
                   (is_wooded(p, at) ? 60 : 0);
            if (cost < best) {
                best = cost;
                of->at = at;
                of->angle = angle;
                is_found = true;
            }
        }
    if (is_found)
        keep(of);
}

/// A name inside an area, or beside a small one.
static void name_area(const draw_picture *p, const draw_shape *area, label *of)
{
    double best = WEIGHT_BLOCK * 2.5;
    bool is_found = false;
    draw_point low, high;

    draw_shape_bounds(area, &low, &high);
    for (int step = 0; step < 13 * 13; step++) {
        int column = step % 13, row = step / 13;
        draw_point at = {low.x + (high.x - low.x) * column / 12,
                         low.y + (high.y - low.y) * row / 12};
        taken place = rectangle(at, of->width, of->height, 0, 0);
        double cost = draw_distance(at, (draw_point){(low.x + high.x) / 2, (low.y + high.y) / 2});

        cost = cost * 0.25 + cost_of(p, &place);
        for (int c = 0; c < 4; c++)
            cost += draw_shape_has(area, place.corner[c]) ? 0 : 30;
        if (cost < best) {
            best = cost;
            of->at = at;
            is_found = true;
        }
    }
    if (is_found)
        keep(of);
}

static void name_beside(const draw_picture *p, const draw_shape *area, label *of)
{
    draw_point low, high;
    body owner;

    draw_shape_bounds(area, &low, &high);
    owner = (body){.at = {(low.x + high.x) / 2, (low.y + high.y) / 2},
                   .width = high.x - low.x,
                   .depth = high.y - low.y};
    if (find_place(p, &owner, -DRAW_TURN_AROUND / 4, of) < WEIGHT_BLOCK * 1.5) {
        of->has_line = false;
        keep(of);
    }
}

static void upper(const char *name, char *text, size_t room)
{
    char *made = g_utf8_strup(name, -1);

    snprintf(text, room, "%s", made);
    g_free(made);
}

static void name_piece(const draw_picture *p, uint32_t number)
{
    static char capitals[LB_SCENARIO_PIECES][2 * LB_SCENARIO_NAME];
    static draw_shape shape;
    const lb_piece *piece = &p->battle->piece[number];
    const char *name = p->battle->piece_name[number];
    label of;

    if (name[0] == '\0' || is_named(name))
        return;
    if (piece->kind == LB_TERRAIN_HILL) {
        upper(name, capitals[number], sizeof capitals[number]);
        name = capitals[number];
    }
    of = label_of(p, type_of(piece->kind), name);
    draw_shape_of(p, piece, &shape);
    if (piece->is_line)
        name_line(p, &shape, &of);
    else if (piece->kind == LB_TERRAIN_BUILT_STONE || piece->kind == LB_TERRAIN_BUILT_WOODEN)
        name_beside(p, &shape, &of);
    else
        name_area(p, &shape, &of);
}

/// Settlements first, then heights, woods and the rest.
static void name_places(const draw_picture *p)
{
    for (int pass = 0; pass < 3; pass++) {
        for (uint32_t i = 0; i < p->battle->piece_count; i++) {
            uint8_t kind = p->battle->piece[i].kind;
            int rank = kind == LB_TERRAIN_BUILT_STONE || kind == LB_TERRAIN_BUILT_WOODEN ? 0
                       : kind == LB_TERRAIN_HILL || kind == LB_TERRAIN_WOOD ||
                               kind == LB_TERRAIN_DENSE_WOOD
                           ? 1
                           : 2;

            if (rank == pass)
                name_piece(p, i);
        }
        for (uint32_t i = 0; pass == 1 && i < p->battle->objective_count; i++) {
            const lb_objective_card *card = &p->battle->objective[i];
            label of = label_of(p, &place_type, card->name);
            double size = fmax(20, card->radius_tmm * p->scale);
            body owner = {.at = draw_place(p, card->at), .width = size, .depth = size};

            if (!is_named(card->name) &&
                find_place(p, &owner, DRAW_TURN_AROUND / 4, &of) < WEIGHT_SIGN) {
                of.has_line = false;
                keep(&of);
            }
        }
    }
}

/// The name of each brigade beside that of its units where there is most room. Where it would hide
/// a name it is left out.
static void name_brigades(const draw_picture *p)
{
    for (uint32_t g = 0; g < p->battle->group_count; g++) {
        const lb_group_card *group = &p->battle->group[g];
        label best = label_of(p, &brigade_type, group->name), of = best;
        double least = WEIGHT_SIGN;

        for (uint32_t i = 0; i < group->unit_count; i++) {
            uint32_t unit = group->first_unit + i;
            body owner;
            double cost;

            if (p->state->unit[unit].presence != LB_PRESENCE_TABLE)
                continue;
            owner = body_of(p, p->state, unit);
            owner.width += 16;
            owner.depth += 16;
            cost = find_place(p, &owner, owner.angle + DRAW_TURN_AROUND / 4, &of);
            if (cost < least) {
                least = cost;
                best = of;
            }
        }
        if (least < WEIGHT_SIGN)
            keep(&best);
    }
}

/* Writing. */

static void write_label(const draw_picture *p, const label *of)
{
    double base = of->type.size * 0.35;
    draw_point at = {of->at.x - sin(of->angle) * base, of->at.y + cos(of->angle) * base};

    if (of->unit >= 0) {
        uint32_t unit = (uint32_t)of->unit;
        int32_t lost = lb_battle_unit(p->battle, p->state, unit).losses, earlier = lost;

        if (p->before != NULL)
            earlier = lb_battle_unit(p->battle, &p->before->state, unit).losses;
        draw_pips(p, (draw_point){of->at.x, of->at.y + (of->is_above ? 1 : -1) * 7},
                  draw_strength(p->battle, unit), lost, lost > earlier ? lost - earlier : 0);
        at.y += of->is_above ? -5 : 5;
    }
    draw_text(p, &of->type, at, 0.5, of->angle, of->text);
}

static void draw_line_to(const draw_picture *p, const label *of)
{
    double dx = of->line_to.x - of->at.x, dy = of->line_to.y - of->at.y;
    double share = fmin(fabs(dx) > 0.1 ? of->width / 2 / fabs(dx) : 1e9,
                        fabs(dy) > 0.1 ? of->height / 2 / fabs(dy) : 1e9);
    draw_point from = {of->at.x + dx * share, of->at.y + dy * share};

    if (!of->has_line || share >= 1)
        return;
    draw_segment(p, from.x, from.y, of->line_to.x, of->line_to.y);
    draw_stroke(p, DRAW_HALO, 2.6);
    draw_segment(p, from.x, from.y, of->line_to.x, of->line_to.y);
    draw_stroke(p, DRAW_INK, 0.9);
    draw_disc(p, of->line_to.x, of->line_to.y, 1.8);
    draw_fill(p, DRAW_INK, 1);
}

void draw_troops(const draw_picture *p)
{
    page.taken_count = page.label_count = 0;
    cairo_save(p->cairo);
    cairo_rectangle(p->cairo, p->left, p->top, p->battle->width_tmm * p->scale,
                    p->battle->depth_tmm * p->scale);
    cairo_clip(p->cairo);
    draw_brigades(p);
    draw_arrows(p);
    draw_units(p);
    draw_objectives(p);
    place_leaders(p);
    take_arrows(p);
    if (!p->is_small) {
        name_places(p);
        label_units(p);
    }
    draw_leaders(p);
    if (!p->is_small)
        name_brigades(p);
    for (size_t i = 0; i < page.label_count; i++)
        draw_line_to(p, &page.label[i]);
    for (size_t i = 0; i < page.label_count; i++)
        write_label(p, &page.label[i]);
    cairo_restore(p->cairo);
}
