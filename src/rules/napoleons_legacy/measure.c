// SPDX-License-Identifier: MIT
// What the table shows of whole units: the ground under them, their cover, their flanks, and who
// sees whom. What single bases see and touch is in bases.c.

#include "rules/napoleons_legacy/play.h"

enum { COVER_REACH = LB_TMM_CM, ARC = 8192 };

/* Ground. */

/// Kinds of cover that a line gives, and that ground gives; the better first. Works and walls are
/// looked at as lines and as areas.
static const struct {
    uint32_t kinds;
    uint8_t cover;
} shelters[] = {
    {LB_KIND(WORKS_PREPARED), COVER_PREPARED_WORKS},
    {LB_KIND(WALL), COVER_STONE_WALL},
    {LB_KIND(BUILT_WOODEN) | LB_KIND(BUILT_STONE), COVER_BUILT_UP},
    {LB_KIND(WORKS_HASTY), COVER_HASTY_WORKS},
    {LB_KIND(DENSE_WOOD), COVER_FOREST},
    {LB_KIND(WOOD), COVER_WOOD},
    {LB_KIND(ROUGH) | LB_KIND(DENSE), COVER_ROUGH},
    {LB_KIND(HEDGE), COVER_HEDGE},
};

#define SHELTERING                                                                            \
    (LB_KIND(WORKS_PREPARED) | LB_KIND(WALL) | LB_KIND(BUILT_WOODEN) | LB_KIND(BUILT_STONE) | \
     LB_KIND(WORKS_HASTY) | LB_KIND(DENSE_WOOD) | LB_KIND(WOOD) | LB_KIND(ROUGH) |            \
     LB_KIND(DENSE) | LB_KIND(HEDGE))

/// The share of a unit or base, in per mille, of which more must stand on ground to be sheltered by
/// it: a quarter in woods, otherwise half.
static const uint16_t share_of[LB_TERRAIN_COUNT] = {
    [LB_TERRAIN_WORKS_PREPARED] = 500, [LB_TERRAIN_WALL] = 500,
    [LB_TERRAIN_BUILT_WOODEN] = 500,   [LB_TERRAIN_BUILT_STONE] = 500,
    [LB_TERRAIN_WORKS_HASTY] = 500,    [LB_TERRAIN_DENSE_WOOD] = 249,
    [LB_TERRAIN_WOOD] = 249,           [LB_TERRAIN_ROUGH] = 500,
    [LB_TERRAIN_DENSE] = 500,          [LB_TERRAIN_HEDGE] = 500,
};

/// Kinds of sheltering lines that a footprint lines: within a centimetre of it, and between it and
/// a point.
static uint32_t kinds_lined(const lb_view *view, lb_footprint grown, lb_point against)
{
    const lb_ground *ground = &view->ground;
    lb_point centre = grown.centre;
    uint32_t kinds = 0;
    lb_quad around;
    lb_box box;

    grown.width_tmm = lb_least(grown.width_tmm + 2 * COVER_REACH, LB_FOOTPRINT_MAX);
    grown.depth_tmm = lb_least(grown.depth_tmm + 2 * COVER_REACH, LB_FOOTPRINT_MAX);
    around = lb_footprint_corners(&grown);
    box = lb_quad_box_of(&around);
    for (uint16_t p = 0; p < ground->piece_count; p++) {
        const lb_piece *piece = &ground->piece[p];

        if ((SHELTERING >> piece->kind & 1) != 0 && piece->is_line &&
            (kinds >> piece->kind & 1) == 0 &&
            lb_box_meets((lb_box){piece->low, piece->high}, box, 0) &&
            lb_piece_crossings(ground, p, against, centre) > 0 &&
            lb_piece_cover(ground, p, &around) >= LB_COVER_SOME)
            kinds |= UINT32_C(1) << piece->kind;
    }
    return kinds;
}

/// The best cover that kinds of ground give to what stands on a quad; COVER_OPEN for none.
static int32_t cover_of_kinds(const lb_view *view, uint32_t kinds, const lb_quad *quad)
{
    for (uint32_t i = 0; i < sizeof shelters / sizeof shelters[0] && kinds != 0; i++)
        if ((kinds & shelters[i].kinds) != 0 &&
            (shelters[i].cover != COVER_BUILT_UP ||
             lb_ground_road_under(&view->ground, quad) == LB_NO_INDEX))
            return shelters[i].cover;
    return COVER_OPEN;
}

/// nl.cover.hill: infantry on a hill.
static int32_t cover_of_level(const lb_view *view, uint32_t unit, int32_t level)
{
    int32_t kind = nl_kind(view, unit);

    return (kind == TARGET_INFANTRY || kind == TARGET_SQUARE) && level > 0 ? COVER_HILL
                                                                           : COVER_OPEN;
}

int32_t nl_cover(lb_view *view, uint32_t unit, uint32_t against)
{
    uint32_t kinds = lb_view_kinds(view, unit, share_of);
    int32_t cover;

    if (against != LB_NOBODY)
        kinds |= kinds_lined(view, lb_view_footprint(view, unit), view->pose[against].at);
    cover = cover_of_kinds(view, kinds, &view->quad[unit]);
    return cover != COVER_OPEN ? cover : cover_of_level(view, unit, lb_view_level(view, unit));
}

/// True if there is sheltering ground at or near a unit.
static bool is_shelter_near(const lb_view *view, uint32_t unit)
{
    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        const lb_piece *piece = &view->ground.piece[p];

        if ((SHELTERING >> piece->kind & 1) != 0 &&
            lb_box_meets((lb_box){piece->low, piece->high}, view->box[unit], COVER_REACH))
            return true;
    }
    return false;
}

int32_t nl_cover_of_base(lb_view *view, uint32_t unit, const lb_footprint *base, lb_point against)
{
    int32_t cover = COVER_OPEN;

    if (is_shelter_near(view, unit)) {
        lb_quad quad = lb_footprint_corners(base);
        lb_box box = lb_quad_box_of(&quad);
        uint32_t kinds = kinds_lined(view, *base, against);

        for (uint16_t p = 0; p < view->ground.piece_count; p++) {
            const lb_piece *piece = &view->ground.piece[p];

            if (share_of[piece->kind] > 0 && (kinds >> piece->kind & 1) == 0 &&
                lb_box_meets((lb_box){piece->low, piece->high}, box, 0) &&
                lb_piece_share(&view->ground, p, &quad) > share_of[piece->kind])
                kinds |= UINT32_C(1) << piece->kind;
        }
        cover = cover_of_kinds(view, kinds, &quad);
    }
    return cover != COVER_OPEN
               ? cover
               : cover_of_level(view, unit, lb_ground_level(&view->ground, base->centre));
}

bool nl_is_in_open(lb_view *view, uint32_t unit)
{
    return nl_cover(view, unit, LB_NOBODY) == COVER_OPEN;
}

/* Sight. */

int32_t nl_arc_of_row(lb_view *view, uint32_t unit, uint32_t from)
{
    struct nl_body row = nl_body_of(view, unit);
    lb_quad own = lb_footprint_corners(&row.footprint);

    if (lb_view_formation(view, unit) == FORMATION_SQUARE ||
        lb_arc_of(&own, ARC, &view->quad[from]) != LB_ARC_OUT)
        return ARC_FRONT;
    return lb_face_of_quad(&own, &view->quad[from]) == LB_FACE_REAR ? ARC_REAR : ARC_FLANK;
}

void nl_open_ground(const lb_piece_set *under, lb_piece_set *open)
{
    for (uint32_t i = 0; i < sizeof open->bits / sizeof open->bits[0]; i++)
        open->bits[i] |= under->bits[i];
}

bool nl_line(lb_view *view, uint32_t unit, uint32_t target)
{
    lb_sight_memo *memo = lb_view_sight(view, unit << 16 | target, unit, target, 0);
    lb_look look = {.from = &view->quad[unit], .to = &view->quad[target], .aside = lb_set_of(unit)};

    if (!memo->is_known) {
        lb_unit_set_add(&look.aside, (uint16_t)target);
        nl_open_ground(lb_view_under(view, unit, NL_OPENED), &look.open);
        nl_open_ground(lb_view_under(view, target, NL_OPENED), &look.open);
        memo->is_clear = lb_view_line(view, &look);
        memo->is_known = true;
    }
    return memo->is_clear;
}

bool nl_sees(lb_view *view, uint32_t unit, uint32_t target)
{
    return (lb_view_formation(view, unit) == FORMATION_SQUARE ||
            lb_arc_of(&view->quad[unit], ARC, &view->quad[target]) != LB_ARC_OUT) &&
           nl_line(view, unit, target);
}

uint32_t nl_nearest_such(lb_view *view, const lb_quad *from, const lb_unit_set *among,
                         bool (*accepts)(lb_view *view, uint32_t unit, uint32_t other),
                         uint32_t unit)
{
    lb_unit_set left = *among;
    uint32_t nearest;

    /* The nearest first: as a rule it will do. */
    while ((nearest = lb_view_nearest(view, from, &left)) != LB_NOBODY) {
        if (accepts(view, unit, nearest))
            break;
        lb_unit_set_remove(&left, (uint16_t)nearest);
    }
    return nearest;
}

/// The enemies within a distance of a unit.
static lb_unit_set foes_within(const lb_view *view, uint32_t unit, int32_t tmm)
{
    lb_unit_set near =
        lb_view_near(view, view->box[unit], tmm, lb_view_foes(view, lb_view_side(view, unit)));

    LB_EACH (i, &near)
        if (!lb_quad_is_within(&view->quad[unit], &view->quad[i], tmm))
            lb_unit_set_remove(&near, (uint16_t)i);
    return near;
}

uint32_t nl_nearest_seen(lb_view *view, uint32_t unit, int32_t tmm)
{
    lb_unit_set near = foes_within(view, unit, tmm);

    return nl_nearest_such(view, &view->quad[unit], &near, nl_sees, unit);
}

uint32_t nl_nearest_visible(lb_view *view, uint32_t unit, int32_t tmm)
{
    lb_unit_set near = foes_within(view, unit, tmm);

    return nl_nearest_such(view, &view->quad[unit], &near, nl_line, unit);
}

/// True if a leader has a line to a unit: he looks over the heads of those he stands with.
static bool leader_sees(lb_view *view, uint32_t leader, uint32_t target)
{
    lb_footprint at = {view->state->leader[leader].at, 0, LB_TMM_CM, LB_TMM_CM};
    lb_quad own = lb_footprint_corners(&at);
    lb_look look = {.from = &own,
                    .to = &view->quad[target],
                    .aside = lb_set_of(target),
                    .open = lb_view_pieces_under(view, &own, NL_OPENED)};

    nl_open_ground(lb_view_under(view, target, NL_OPENED), &look.open);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_unit_set near = lb_view_near(view, lb_quad_box_of(&own), LB_CONTACT_TMM, &view->here[s]);

        LB_EACH (i, &near)
            if (lb_quad_is_within(&own, &view->quad[i], LB_CONTACT_TMM))
                lb_unit_set_add(&look.aside, (uint16_t)i);
    }
    return lb_view_line(view, &look);
}

uint32_t nl_nearest_to_leader(lb_view *view, uint32_t leader)
{
    lb_footprint at = {view->state->leader[leader].at, 0, LB_TMM_CM, LB_TMM_CM};
    lb_quad own = lb_footprint_corners(&at);

    return nl_nearest_such(view, &own, lb_view_foes(view, view->battle->leader[leader].side),
                           leader_sees, leader);
}
