// SPDX-License-Identifier: MIT
// Troops with their names, and the names of places.
//
// What is drawn takes its place first. Then names of units, commanders, settlements and brigades
// find theirs all together (draw_room.h). Names of heights, woods, roads and water come last, where
// room is left.

#include "draw_room.h"

#include <string.h>

/// At which cost a label is rather dropped.
enum {
    DROP_UNIT = 110, ///< in a crowd; else a unit has its name
    DROP_LEADER = 190,
    DROP_PLACE = 400,
    DROP_BRIGADE = 75,
    WORST_LINE = 140,
    WORST_AREA = 200,
    CROWD = 110 ///< units on the table
};

static const draw_type unit_type = {draw_sans, 11.5, true, false, 0, DRAW_INK, DRAW_HALO};
static const draw_type leader_type = {draw_map_serif, 15, false, true, 0, DRAW_INK, DRAW_HALO};
static const draw_type place_type = {draw_map_serif, 17, false, true, 0.3, DRAW_INK, DRAW_PAPER};
static const draw_type wood_type = {draw_map_serif, 18, false, true, 1, DRAW_INK, 0xdadbb4};
static const draw_type hill_type = {draw_map_serif, 15, false, false, 3.2, DRAW_INK_2, 0xe7d8b6};
static const draw_type water_type = {draw_map_serif, 15,        false, true, 0.8,
                                     DRAW_WATER_INK, DRAW_PAPER};
static const draw_type road_type = {draw_map_serif, 14, false, true, 0.3, DRAW_INK_2, DRAW_PAPER};
static const draw_type brigade_type = {draw_map_serif, 14, false, true, 0.6, DRAW_INK_2, DRAW_HALO};

/* Troops. */

static double angle_of(uint16_t heading)
{
    return heading * DRAW_TURN_AROUND / 65536;
}

static room_body body_of(const draw_picture *p, const lb_state *state, uint32_t unit)
{
    lb_footprint at = lb_unit_footprint(p->battle, state, unit);

    return (room_body){.at = draw_place(p, at.centre),
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
static room_body last_body(const draw_picture *p, uint32_t unit)
{
    room_body of = body_of(p, &p->before->state, unit);

    for (size_t i = 0; i < p->story->leg_count; i++)
        if (p->story->leg[i].unit == unit && p->story->leg[i].turn == p->before->after + 1)
            of.at = draw_place(p, p->story->leg[i].to);
    return of;
}

static void draw_unit(const draw_picture *p, const room_body *of, const draw_block *block)
{
    cairo_save(p->cairo);
    cairo_translate(p->cairo, of->at.x, of->at.y);
    cairo_rotate(p->cairo, of->angle);
    draw_block_body(p, block);
    cairo_restore(p->cairo);
}

/// A sign at the rear right corner.
static void draw_sign(const draw_picture *p, const room_body *of, const draw_block *block)
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
    room_take(at, 17, 17, 0, ROOM_SIGN);
}

/// Takes the place of a block, and a little before its front.
static void take_body(const room_body *of)
{
    double ahead = of->depth / 2 + 9;
    draw_point front = {of->at.x + sin(of->angle) * ahead, of->at.y - cos(of->angle) * ahead};

    room_take_body(of, ROOM_BLOCK, ROOM_UNIT);
    room_take(front, of->width * 0.9, 14, of->angle, ROOM_FRONT);
}

static void draw_units(const draw_picture *p)
{
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (has_gone(p, i)) {
            room_body of = last_body(p, i);
            draw_block block = draw_block_of(p, &p->before->state, i);

            block.is_routed = true;
            draw_unit(p, &of, &block);
            take_body(&of);
            draw_sign(p, &of, &block);
        }
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (p->state->unit[i].presence == LB_PRESENCE_TABLE) {
            room_body of = body_of(p, p->state, i);
            draw_block block = draw_block_of(p, p->state, i);

            draw_unit(p, &of, &block);
            take_body(&of);
        }
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (p->state->unit[i].presence == LB_PRESENCE_TABLE) {
            room_body of = body_of(p, p->state, i);
            draw_block block = draw_block_of(p, p->state, i);

            draw_sign(p, &of, &block);
        }
}

/// Where so many units are on the table that lines to far names would be a lattice, such names are
/// left out.
static bool is_crowd(const draw_picture *p)
{
    uint32_t here = 0;

    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        here += p->state->unit[i].presence == LB_PRESENCE_TABLE;
    return here > CROWD;
}

static void name_units(const draw_picture *p)
{
    double drop = is_crowd(p) ? DROP_UNIT : ROOM_NEVER_DROP;

    for (uint32_t i = 0; i < p->battle->unit_count; i++) {
        bool is_here = p->state->unit[i].presence == LB_PRESENCE_TABLE;
        room_label of;
        room_body owner;

        if (!is_here && !has_gone(p, i))
            continue;
        owner = is_here ? body_of(p, p->state, i) : last_body(p, i);
        of = room_label_of(p, &unit_type, p->battle->unit[i].name);
        if (is_here && draw_strength(p->battle, i) > 0) {
            of.unit = (int32_t)i;
            of.height += 10;
            of.width = fmax(of.width, draw_pips_width(p, draw_strength(p->battle, i)));
        }
        room_wish(drop);
        room_wish_beside(&of, &owner, owner.angle + DRAW_TURN_AROUND / 4, ROOM_UNIT);
    }
}

/* Commanders and flags. */

/// A place for a sign of this size at, or near, where it belongs.
static draw_point find_near(draw_point at, double width, double height, double most)
{
    draw_point best = at;
    double least = 1e12;

    for (int step = 0; step < 49; step++) {
        int ring = (step + 11) / 12;
        double away = most * ring / 4;
        double angle = step * DRAW_TURN_AROUND / 12;
        draw_point here = {at.x + cos(angle) * away, at.y + sin(angle) * away};
        room_place place = room_rectangle(here, width, height, 0);
        double cost = away * 2 + room_cost(&place);

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
            room_body disc = {.width = 22, .depth = 26};

            discs[i] = find_near(draw_place(p, p->state->leader[i].at), 24, 28, 30);
            disc.at = (draw_point){discs[i].x, discs[i].y - 3};
            room_take_body(&disc, ROOM_SIGN, ROOM_LEADER);
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
    }
}

/// Discs have initials: in a crowd a name is rather dropped than put on troops.
static void name_leaders(const draw_picture *p)
{
    for (uint32_t i = 0; i < p->battle->leader_count; i++) {
        const char *name = p->battle->leader[i].name, *space = strrchr(name, ' ');
        bool is_long = space != NULL && g_unichar_isupper(g_utf8_get_char(space + 1));
        room_label of = room_label_of(p, &leader_type, is_long ? space + 1 : name);
        room_body disc = {.at = {discs[i].x, discs[i].y - 3}, .width = 22, .depth = 26};

        if (!is_shown(p, i))
            continue;
        room_wish(DROP_LEADER);
        room_wish_beside(&of, &disc, DRAW_TURN_AROUND / 4, ROOM_LEADER);
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
        room_take((draw_point){(from.x + to.x) / 2, (from.y + to.y) / 2}, draw_distance(from, to),
                  8, atan2(to.y - from.y, to.x - from.x), ROOM_ARROW);
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
        flag = find_near((draw_point){at.x + 8, at.y - 12}, 26, 32, fmax(20, radius * 0.8));
        room_take(flag, 26, 32, 0, ROOM_SIGN);
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

/// Those that are written, or wished for.
static const char *names[LB_SCENARIO_PIECES + LB_SCENARIO_OBJECTIVES];
static size_t name_count;

/// True if a name is not written yet; then it will be.
static bool is_new(const char *name)
{
    for (size_t i = 0; i < name_count; i++)
        if (strcasecmp(names[i], name) == 0)
            return false;
    if (name_count < sizeof names / sizeof names[0])
        names[name_count++] = name;
    return true;
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
static void name_line(const draw_picture *p, const draw_shape *line, room_label *of)
{
    double best = WORST_LINE;
    bool is_found = false;

    for (size_t i = 0; i + 1 < line->count; i++)
        for (int step = 1; step < 16; step++) {
            int ninth = step / 2 + 1;
            draw_point a = line->at[i], b = line->at[i + 1];
            double share = ninth / 9.0, length = draw_distance(a, b);
            double angle = atan2(b.y - a.y, b.x - a.x), off = step % 2 != 0 ? -13 : 13;
            draw_point at = {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
            room_place place;
            double cost;

            if (length < of->width * 0.75)
                continue;
            if (fabs(angle) > DRAW_TURN_AROUND / 4)
                angle -= DRAW_TURN_AROUND / 2;
            at.x -= sin(angle) * off;
            at.y += cos(angle) * off;
            place = room_rectangle(at, of->width, of->height, angle);
            cost = room_cost(&place) + fabs(share - 0.5) * 20 + (off > 0 ? 2 : 0) +
                   (is_wooded(p, at) ? 60 : 0);
            if (cost < best) {
                best = cost;
                of->at = at;
                of->angle = angle;
                is_found = true;
            }
        }
    if (is_found)
        room_keep(of);
}

/// A name inside an area, or beside a small one.
static void name_area(const draw_shape *area, room_label *of)
{
    double best = WORST_AREA;
    bool is_found = false;
    draw_point low, high;

    draw_shape_bounds(area, &low, &high);
    for (int step = 0; step < 13 * 13; step++) {
        int column = step % 13, row = step / 13;
        draw_point at = {low.x + (high.x - low.x) * column / 12,
                         low.y + (high.y - low.y) * row / 12};
        room_place place = room_rectangle(at, of->width, of->height, 0);
        double cost = draw_distance(at, (draw_point){(low.x + high.x) / 2, (low.y + high.y) / 2});

        cost = cost * 0.25 + room_cost(&place);
        for (int c = 0; c < 4; c++)
            cost += draw_shape_has(area, place.corner[c]) ? 0 : 30;
        if (cost < best) {
            best = cost;
            of->at = at;
            is_found = true;
        }
    }
    if (is_found)
        room_keep(of);
}

static void upper(const char *name, char *text, size_t room)
{
    char *made = g_utf8_strup(name, -1);

    snprintf(text, room, "%s", made);
    g_free(made);
}

static bool is_settlement(const lb_piece *piece)
{
    return piece->kind == LB_TERRAIN_BUILT_STONE || piece->kind == LB_TERRAIN_BUILT_WOODEN;
}

/// Wishes for the name of a settlement beside any piece of it.
static void name_settlement(const draw_picture *p, const char *name)
{
    static draw_shape shape;
    room_label of = room_label_of(p, &place_type, name);

    room_wish(DROP_PLACE);
    for (uint32_t i = 0; i < p->battle->piece_count; i++) {
        draw_point low, high;
        room_body owner;

        if (!is_settlement(&p->battle->piece[i]) || strcmp(p->battle->piece_name[i], name) != 0)
            continue;
        draw_shape_of(p, &p->battle->piece[i], &shape);
        draw_shape_bounds(&shape, &low, &high);
        owner = (room_body){.at = {(low.x + high.x) / 2, (low.y + high.y) / 2},
                            .width = high.x - low.x,
                            .depth = high.y - low.y};
        room_wish_beside(&of, &owner, -DRAW_TURN_AROUND / 4, ROOM_NOBODY);
    }
}

static void name_settlements(const draw_picture *p)
{
    for (uint32_t i = 0; i < p->battle->piece_count; i++) {
        const char *name = p->battle->piece_name[i];

        if (is_settlement(&p->battle->piece[i]) && name[0] != '\0' && is_new(name))
            name_settlement(p, name);
    }
    for (uint32_t i = 0; i < p->battle->objective_count; i++) {
        const lb_objective_card *card = &p->battle->objective[i];
        room_label of = room_label_of(p, &place_type, card->name);
        double size = fmax(20, card->radius_tmm * p->scale);
        room_body owner = {.at = draw_place(p, card->at), .width = size, .depth = size};
        bool is_ground = false;

        for (uint32_t k = 0; k < p->battle->piece_count; k++)
            is_ground |= strcasecmp(p->battle->piece_name[k], card->name) == 0;
        if (is_ground || !is_new(card->name))
            continue;
        room_wish(DROP_PLACE);
        room_wish_beside(&of, &owner, DRAW_TURN_AROUND / 4, ROOM_NOBODY);
    }
}

static void name_piece(const draw_picture *p, uint32_t number)
{
    static char capitals[LB_SCENARIO_PIECES][2 * LB_SCENARIO_NAME];
    static draw_shape shape;
    const lb_piece *piece = &p->battle->piece[number];
    const char *name = p->battle->piece_name[number];
    room_label of;

    if (name[0] == '\0' || !is_new(name))
        return;
    if (piece->kind == LB_TERRAIN_HILL) {
        upper(name, capitals[number], sizeof capitals[number]);
        name = capitals[number];
    }
    of = room_label_of(p, type_of(piece->kind), name);
    draw_shape_of(p, piece, &shape);
    if (piece->is_line)
        name_line(p, &shape, &of);
    else
        name_area(&shape, &of);
}

/// Heights and woods, then the rest.
static void name_ground(const draw_picture *p)
{
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < p->battle->piece_count; i++) {
            uint8_t kind = p->battle->piece[i].kind;
            bool is_large =
                kind == LB_TERRAIN_HILL || kind == LB_TERRAIN_WOOD || kind == LB_TERRAIN_DENSE_WOOD;

            if (is_large == (pass == 0))
                name_piece(p, i);
        }
}

/// The name of each brigade beside any of its units, where there is room.
static void name_brigades(const draw_picture *p)
{
    for (uint32_t g = 0; g < p->battle->group_count; g++) {
        const lb_group_card *group = &p->battle->group[g];
        room_label of = room_label_of(p, &brigade_type, group->name);

        room_wish(DROP_BRIGADE);
        for (uint32_t i = 0; i < group->unit_count; i++) {
            uint32_t unit = group->first_unit + i;
            room_body owner;

            if (p->state->unit[unit].presence != LB_PRESENCE_TABLE)
                continue;
            owner = body_of(p, p->state, unit);
            owner.width += 16;
            owner.depth += 16;
            room_wish_beside(&of, &owner, owner.angle + DRAW_TURN_AROUND / 4, ROOM_NOBODY);
        }
    }
}

/* Writing. */

static void write_label(const draw_picture *p, const room_label *of)
{
    double base = of->type.size * 0.35;
    draw_point at = {of->at.x - sin(of->angle) * base, of->at.y + cos(of->angle) * base};

    if (of->unit >= 0) {
        uint32_t unit = (uint32_t)of->unit;
        int32_t lost = lb_battle_unit(p->battle, p->state, unit).losses, earlier = lost;

        if (p->before != NULL)
            earlier = lb_battle_unit(p->battle, &p->before->state, unit).losses;
        if (draw_strength(p->battle, unit) > 0) {
            draw_pips(p, (draw_point){of->at.x, of->at.y + (of->is_above ? 1 : -1) * 7},
                      draw_strength(p->battle, unit), lost, lost > earlier ? lost - earlier : 0);
            at.y += of->is_above ? -5 : 5;
        }
    }
    draw_text(p, &of->type, at, 0.5, of->angle, of->text);
}

static void draw_line_to(const draw_picture *p, const room_label *of)
{
    if (!of->has_line)
        return;
    draw_segment(p, of->line_from.x, of->line_from.y, of->line_to.x, of->line_to.y);
    draw_stroke(p, DRAW_HALO, 2.6);
    draw_segment(p, of->line_from.x, of->line_from.y, of->line_to.x, of->line_to.y);
    draw_stroke(p, DRAW_INK, 0.9);
    draw_disc(p, of->line_to.x, of->line_to.y, 1.8);
    draw_fill(p, DRAW_INK, 1);
}

static void write_labels(const draw_picture *p)
{
    size_t count;
    const room_label *labels = room_labels(&count);

    for (size_t i = 0; i < count; i++)
        draw_line_to(p, &labels[i]);
    for (size_t i = 0; i < count; i++)
        write_label(p, &labels[i]);
}

/// Signs of orders beside the middle of their Formations.
static void draw_tags(const draw_picture *p)
{
    for (uint32_t g = 0; g < p->battle->group_count && !p->is_small; g++) {
        draw_tag tag;

        if (!draw_tag_of(p, g, &tag))
            continue;
        tag.at = find_near(tag.at, tag.width + 4, tag.height + 4, 60);
        room_take(tag.at, tag.width + 4, tag.height + 4, 0, ROOM_SIGN);
        draw_tag_at(p, &tag);
    }
}

void draw_troops(const draw_picture *p)
{
    room_clear(p);
    name_count = 0;
    cairo_save(p->cairo);
    cairo_rectangle(p->cairo, p->left, p->top, p->battle->width_tmm * p->scale,
                    p->battle->depth_tmm * p->scale);
    cairo_clip(p->cairo);
    draw_brigades(p);
    draw_orders(p);
    draw_arrows(p);
    draw_units(p);
    draw_objectives(p);
    draw_tags(p);
    place_leaders(p);
    take_arrows(p);
    draw_leaders(p);
    if (!p->is_small) {
        name_settlements(p);
        name_units(p);
        name_leaders(p);
        name_brigades(p);
        room_settle();
        name_ground(p);
        write_labels(p);
    }
    cairo_restore(p->cairo);
}
