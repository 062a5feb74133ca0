// SPDX-License-Identifier: MIT
// What the table shows: ground under units, fortified places, arcs, sight, flanks.

#include "rules/esr/play.h"

enum {
    MOST = 500,       ///< per mille of a unit
    HIDES = 20,       ///< tenths of an inch of wood that one sees into
    BEHIND = 5,       ///< tenths of an inch from a wall or work that is defended
    FLANK_GUARD = 90, ///< tenths of an inch within which a friend covers a flank
    HIDERS = LB_KIND(WOOD) | LB_KIND(DENSE_WOOD) | LB_KIND(DENSE),
    BUILDINGS = LB_KIND(BUILT_WOODEN) | LB_KIND(BUILT_STONE),
    DENSE = LB_KIND(DENSE) | LB_KIND(DENSE_WOOD) | LB_KIND(MARSH) | BUILDINGS,
    ROUGH = LB_KIND(ROUGH) | LB_KIND(WOOD) | LB_KIND(STREAM) | LB_KIND(FORD),
    WORKS = LB_KIND(WORKS_HASTY) | LB_KIND(WORKS_PREPARED)
};

/* Ground. */

static uint32_t kinds_of(lb_view *view, uint32_t unit)
{
    static const uint16_t share[LB_TERRAIN_COUNT] = {
        [LB_TERRAIN_ROUGH] = MOST,       [LB_TERRAIN_DENSE] = MOST,
        [LB_TERRAIN_WOOD] = MOST,        [LB_TERRAIN_DENSE_WOOD] = MOST,
        [LB_TERRAIN_MARSH] = MOST,       [LB_TERRAIN_BUILT_WOODEN] = MOST,
        [LB_TERRAIN_BUILT_STONE] = MOST, [LB_TERRAIN_STREAM] = MOST,
        [LB_TERRAIN_FORD] = MOST,        [LB_TERRAIN_BRIDGE] = 1};

    return lb_view_kinds(view, unit, share);
}

static int32_t worst_of(uint32_t kinds)
{
    return (kinds & DENSE) != 0   ? TERRAIN_DENSE
           : (kinds & ROUGH) != 0 ? TERRAIN_ROUGH
                                  : TERRAIN_OPEN;
}

int32_t esr_terrain(lb_view *view, uint32_t unit)
{
    return worst_of(kinds_of(view, unit));
}

int32_t esr_terrain_at(const lb_view *view, const lb_quad *quad)
{
    lb_piece_set under = lb_view_pieces_under(view, quad, DENSE | ROUGH);
    uint32_t kinds = 0;

    for (uint16_t p = 0; p < view->ground.piece_count; p++)
        if (lb_piece_set_has(&under, p))
            kinds |= UINT32_C(1) << view->ground.piece[p].kind;
    return worst_of(kinds);
}

bool esr_is_in_buildings(lb_view *view, uint32_t unit)
{
    return (kinds_of(view, unit) & BUILDINGS) != 0;
}

/// Twice the area of a piece of ground.
static int64_t twice_area(const lb_view *view, const lb_piece *piece)
{
    const lb_point *point = view->ground.point + piece->first_point;
    int64_t twice = 0;

    for (uint32_t i = 0; i < piece->point_count; i++) {
        lb_point a = point[i], b = point[(i + 1) % piece->point_count];

        twice += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
    }
    return twice < 0 ? -twice : twice;
}

/// True if a work runs along the edge of a piece.
static bool is_walled(const lb_view *view, const lb_piece *piece)
{
    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        const lb_piece *other = &view->ground.piece[p];

        if ((UINT32_C(1) << other->kind & WORKS) != 0 &&
            lb_box_meets((lb_box){piece->low, piece->high}, (lb_box){other->low, other->high}, 1))
            return true;
    }
    return false;
}

/// What buildings are to those who hold them.
static int32_t place_of_piece(const lb_view *view, const lb_piece *piece)
{
    int64_t inch = LB_TMM_INCH;

    if (piece->kind == LB_TERRAIN_BUILT_WOODEN)
        return PLACE_TOWN;
    if (is_walled(view, piece))
        return PLACE_CITY;
    return twice_area(view, piece) <= 2 * VALUE_OF(view->battle, PLAY_STRONG_POINT) * inch * inch
               ? PLACE_STRONG_POINT
               : PLACE_TOWN;
}

/// The wall or work that a unit stands behind with its front; LB_NO_INDEX for none. With
/// `against`, one that has to come across it.
static uint32_t barrier_of(const lb_view *view, uint32_t unit, uint32_t against)
{
    lb_footprint strip = lb_view_footprint(view, unit);
    int32_t depth = esr_tenths(view->battle, BEHIND);
    lb_point centre = strip.centre;
    lb_quad quad;

    strip.centre = lb_point_towards(centre, strip.heading, (strip.depth_tmm + depth) / 2);
    strip.depth_tmm = lb_most(LB_FOOTPRINT_MIN, depth);
    quad = lb_footprint_corners(&strip);
    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        const lb_piece *piece = &view->ground.piece[p];

        if ((UINT32_C(1) << piece->kind & (WORKS | LB_KIND(WALL))) != 0 &&
            lb_piece_covers(&view->ground, p, &quad, LB_COVER_SOME) &&
            (against == LB_NOBODY ||
             lb_piece_crossings(&view->ground, p, view->pose[against].at, centre) > 0))
            return p;
    }
    return LB_NO_INDEX;
}

int32_t esr_place_of(lb_view *view, uint32_t unit)
{
    uint32_t barrier;

    if (esr_is_in_buildings(view, unit)) {
        lb_piece_set under = lb_view_pieces_under(view, &view->quad[unit], BUILDINGS);

        for (uint16_t p = 0; p < view->ground.piece_count; p++)
            if (lb_piece_set_has(&under, p))
                return place_of_piece(view, &view->ground.piece[p]);
    }
    if (lb_view_formation(view, unit) == FORMATION_PLOYED)
        return PLACE_NONE;
    barrier = barrier_of(view, unit, LB_NOBODY);
    if (barrier == LB_NO_INDEX)
        return PLACE_NONE;
    return view->ground.piece[barrier].kind == LB_TERRAIN_WALL ? PLACE_STRONG_POINT : PLACE_TOWN;
}

int32_t esr_place(lb_view *view, uint32_t group)
{
    static const int32_t best_first[] = {PLACE_CITY, PLACE_TOWN, PLACE_STRONG_POINT};
    lb_unit_set units = esr_deployed(view, group);
    int32_t count[place_COUNT] = {0}, all = (int32_t)lb_unit_set_count(&units), held = 0;

    LB_EACH (i, &units) {
        int32_t place = esr_place_of(view, i);

        count[place]++;
        held += place != PLACE_NONE;
    }
    if (all == 0 || 2 * held < all)
        return PLACE_NONE;
    for (size_t i = 0; i < sizeof best_first / sizeof best_first[0]; i++)
        if (2 * count[best_first[i]] >= held)
            return best_first[i];
    return PLACE_STRONG_POINT;
}

bool esr_is_fortified(lb_view *view, uint32_t unit, uint32_t against)
{
    if (esr_is_in_buildings(view, unit)) {
        lb_piece_set under = lb_view_pieces_under(view, &view->quad[unit], LB_KIND(BUILT_STONE));

        for (uint16_t p = 0; p < view->ground.piece_count; p++)
            if (lb_piece_set_has(&under, p))
                return true;
    }
    return lb_view_formation(view, unit) != FORMATION_PLOYED &&
           barrier_of(view, unit, against) != LB_NO_INDEX;
}

/* Sight. */

void esr_sight_rows(const lb_battle *battle, lb_sight_row *rows)
{
    for (uint32_t kind = 0; kind < LB_TERRAIN_COUNT; kind++) {
        rows[kind] = (lb_sight_row){.mode = LB_SIGHT_OPEN};
        if ((UINT32_C(1) << kind & HIDERS) != 0)
            rows[kind] = (lb_sight_row){.mode = LB_SIGHT_DEPTH,
                                        .rise = LB_RISE_SKY,
                                        .depth_tmm = esr_tenths(battle, HIDES)};
        else if ((UINT32_C(1) << kind & BUILDINGS) != 0)
            rows[kind] = (lb_sight_row){.mode = LB_SIGHT_BLOCK, .rise = LB_RISE_SKY};
    }
}

bool esr_has_vantage(const lb_view *view, lb_point from, lb_point to)
{
    lb_sight_row rows[LB_TERRAIN_COUNT];
    lb_piece_set open = lb_ground_at(&view->ground, to), around = lb_ground_at(&view->ground, from);
    lb_sight sight = {.ground = &view->ground,
                      .row = rows,
                      .skip_from = LB_NO_INDEX,
                      .skip_to = LB_NO_INDEX,
                      .open = &open};

    if (lb_ground_level(&view->ground, from) <= lb_ground_level(&view->ground, to))
        return false;
    for (uint16_t p = 0; p < view->ground.piece_count; p++)
        if (lb_piece_set_has(&around, p))
            lb_piece_set_add(&open, p);
    esr_sight_rows(view->battle, rows);
    return lb_sight_is_clear(&sight, from, to);
}

bool esr_has_in_arc(const lb_view *view, uint32_t unit, const lb_quad *target)
{
    uint16_t angle = (uint16_t)(VALUE_OF(view->battle, PLAY_ARC) * 65536 / 360);

    return lb_arc_of(&view->quad[unit], angle, target) != LB_ARC_OUT;
}

/// Units that hide nothing from a unit's side: enemies, columns, and the two themselves.
static lb_unit_set see_through(const lb_view *view, uint32_t unit)
{
    uint32_t side = lb_view_side(view, unit);
    lb_unit_set aside = *lb_view_foes(view, side);

    LB_EACH (i, &view->here[side])
        if (lb_view_formation(view, i) == FORMATION_PLOYED)
            lb_unit_set_add(&aside, (uint16_t)i);
    lb_unit_set_add(&aside, (uint16_t)unit);
    return aside;
}

bool esr_sees(lb_view *view, uint32_t unit, uint32_t target)
{
    lb_sight_memo *memo = lb_view_sight(view, unit << 16 | target, unit, target, 0);
    lb_sight_row rows[LB_TERRAIN_COUNT];
    lb_look look = {.from = &view->quad[unit], .to = &view->quad[target], .rows = rows};

    if (memo->is_known)
        return memo->is_clear;
    esr_sight_rows(view->battle, rows);
    look.aside = see_through(view, unit);
    look.open = lb_view_pieces_under(view, &view->quad[target], BUILDINGS);
    memo = lb_view_sight(view, unit << 16 | target, unit, target, 0);
    memo->is_clear = lb_view_line(view, &look);
    memo->is_known = true;
    return memo->is_clear;
}

bool esr_bears(lb_view *view, uint32_t battery, uint32_t target)
{
    int32_t range = lb_view_range(view, LB_INCHES(VALUE_OF(view->battle, FIRE_RANGE_GUNS)));

    return lb_box_meets(view->box[battery], view->box[target], range) &&
           lb_view_is_within(view, battery, target, range) &&
           esr_has_in_arc(view, battery, &view->quad[target]) && esr_sees(view, battery, target);
}

/* Flanks. */

/// The part of a box that is nearest to a unit.
static lb_quad part_toward(const lb_view *view, const lb_footprint *box, uint32_t unit)
{
    lb_footprint part = esr_part_of_box(box, view->pose[unit].at);

    return lb_footprint_corners(&part);
}

/// True if another fit friend has a deployed unit near, before that face of the box.
static bool is_flank_covered(const lb_view *view, uint32_t group, const lb_footprint *box,
                             lb_face face)
{
    int32_t near = esr_tenths(view->battle, FLANK_GUARD);

    LB_EACH (i, &view->here[view->battle->group[group].side]) {
        uint32_t other = view->state->unit[i].group;
        lb_quad quad;

        if (other == group || !esr_is_fit(view->state, other) || !esr_is_troops(view->battle, i) ||
            lb_view_formation(view, i) != FORMATION_DEPLOYED)
            continue;
        quad = part_toward(view, box, i);
        if (lb_quad_is_within(&quad, &view->quad[i], near) &&
            lb_face_of_quad(&quad, &view->quad[i]) == face)
            return true;
    }
    return false;
}

bool esr_is_outflanked(lb_view *view, uint32_t group)
{
    int32_t range = LB_INCHES(VALUE_OF(view->battle, PLAY_OUTFLANKED));
    lb_footprint box;

    if (!esr_box(view, group, &box))
        return false;
    LB_EACH (i, lb_view_foes(view, view->battle->group[group].side)) {
        lb_quad quad;
        lb_face face;

        if (lb_view_formation(view, i) != FORMATION_DEPLOYED || !esr_is_troops(view->battle, i) ||
            !esr_is_fit(view->state, view->state->unit[i].group))
            continue;
        quad = part_toward(view, &box, i);
        if (!lb_quad_is_within(&quad, &view->quad[i], range))
            continue;
        face = lb_face_of_quad(&quad, &view->quad[i]);
        if (face == LB_FACE_REAR ||
            ((face == LB_FACE_LEFT || face == LB_FACE_RIGHT) && esr_has_in_arc(view, i, &quad) &&
             !is_flank_covered(view, group, &box, face)))
            return true;
    }
    return false;
}
