// SPDX-License-Identifier: MIT
// What the table shows to this sheet: the ground a unit stands on, its cover, and sight.
//
// Readings of the sheet's words for ground: built-up areas and field works are defendable terrain;
// woods, hedges and built-up wooden houses are soft cover, walls, stone houses and works hard;
// rough ground is everything that slows: rough, dense, woods, marsh, streams.

#include "rules/valour_fortitude/play.h"

#include "table/convex.h"

enum { COVER_REACH = LB_TMM_INCH };

#define HARD_GROUND (LB_KIND(BUILT_STONE) | LB_KIND(WORKS_HASTY) | LB_KIND(WORKS_PREPARED))
#define SOFT_GROUND (LB_KIND(WOOD) | LB_KIND(DENSE_WOOD) | LB_KIND(DENSE) | LB_KIND(BUILT_WOODEN))
#define BUILT_UP    (LB_KIND(BUILT_STONE) | LB_KIND(BUILT_WOODEN))
#define DEFENDABLE  (HARD_GROUND | LB_KIND(BUILT_WOODEN))
#define ROUGH_GROUND                                                                          \
    (LB_KIND(ROUGH) | LB_KIND(DENSE) | LB_KIND(WOOD) | LB_KIND(DENSE_WOOD) | LB_KIND(MARSH) | \
     LB_KIND(STREAM))

/// True if most of the unit stands on a piece of one of some kinds.
static bool stands_on(lb_view *view, uint32_t unit, uint32_t kinds)
{
    static const uint16_t most[LB_TERRAIN_COUNT] = {
        [LB_TERRAIN_ROUGH] = 500,        [LB_TERRAIN_DENSE] = 500,
        [LB_TERRAIN_WOOD] = 500,         [LB_TERRAIN_DENSE_WOOD] = 500,
        [LB_TERRAIN_MARSH] = 500,        [LB_TERRAIN_STREAM] = 500,
        [LB_TERRAIN_BUILT_WOODEN] = 500, [LB_TERRAIN_BUILT_STONE] = 500,
        [LB_TERRAIN_WORKS_HASTY] = 500,  [LB_TERRAIN_WORKS_PREPARED] = 500,
    };

    return (lb_view_kinds(view, unit, most) & kinds) != 0;
}

bool vf_is_odt(lb_view *view, uint32_t unit)
{
    return stands_on(view, unit, DEFENDABLE);
}

bool vf_is_garrison(lb_view *view, uint32_t unit)
{
    return stands_on(view, unit, BUILT_UP);
}

int32_t vf_stance(lb_view *view, uint32_t unit)
{
    int32_t formation = lb_view_formation(view, unit);

    if (formation != FORMATION_LINE && is_infantry(formation) && vf_is_garrison(view, unit))
        return FORMATION_LINE;
    return formation == FORMATION_MASSE ? FORMATION_ATTACK : formation;
}

bool vf_is_rough(lb_view *view, uint32_t unit)
{
    return stands_on(view, unit, ROUGH_GROUND);
}

/* Cover. */

/// True if a stretch of a line piece runs within an inch of a unit, its own breadth not counted.
static bool is_lined(const lb_ground *ground, const lb_piece *piece, const lb_quad *quad)
{
    const lb_point *point = &ground->point[piece->first_point];

    for (uint16_t i = 0; i + 1 < piece->point_count; i++)
        if (lb_convex_is_within(quad->corner, 4, &point[i], 2, COVER_REACH + piece->width_tmm / 2))
            return true;
    return false;
}

/// Cover that lies between: a wall, hedge or works that the unit lines, crossed by the line from
/// a place.
static int32_t cover_between(const lb_view *view, uint32_t unit, lb_point from)
{
    const lb_ground *ground = &view->ground;
    int32_t best = COVER_NONE;

    for (uint16_t p = 0; p < ground->piece_count; p++) {
        const lb_piece *piece = &ground->piece[p];
        bool is_hard = piece->kind == LB_TERRAIN_WALL || piece->kind == LB_TERRAIN_WORKS_HASTY ||
                       piece->kind == LB_TERRAIN_WORKS_PREPARED;

        if (!is_hard && piece->kind != LB_TERRAIN_HEDGE)
            continue;
        if (lb_box_meets((lb_box){piece->low, piece->high}, view->box[unit],
                         COVER_REACH + piece->width_tmm) &&
            lb_piece_crossings(ground, p, from, view->pose[unit].at) > 0 &&
            is_lined(ground, piece, &view->quad[unit]))
            best = lb_most(best, is_hard ? COVER_HARD : COVER_SOFT);
    }
    return best;
}

/// Cover that the ground gives which a unit stands on.
static int32_t cover_under(lb_view *view, uint32_t unit)
{
    return stands_on(view, unit, HARD_GROUND)   ? COVER_HARD
           : stands_on(view, unit, SOFT_GROUND) ? COVER_SOFT
                                                : COVER_NONE;
}

int32_t vf_cover(lb_view *view, uint32_t unit, uint32_t against)
{
    int32_t under = cover_under(view, unit);

    return under == COVER_HARD ? under
                               : lb_most(under, cover_between(view, unit, view->pose[against].at));
}

/// vf.play.wall: of two that touch, the one that came by an assault storms what lies between; if
/// that tells nothing, the active side does.
static bool storms(const lb_view *view, uint32_t unit, uint32_t other)
{
    bool own = (view->state->unit[unit].flags & UNIT_STORMED) != 0;
    bool theirs = (view->state->unit[other].flags & UNIT_STORMED) != 0;

    return own != theirs ? own : lb_view_side(view, unit) == view->state->active;
}

bool vf_is_behind_wall(lb_view *view, uint32_t unit, uint32_t other)
{
    lb_point at = view->pose[other].at;
    /* Who touches may have his front over the wall already: he comes from where his rear is. */
    lb_point from = lb_point_towards(at, lb_heading_to(view->pose[unit].at, at),
                                     lb_view_footprint(view, other).depth_tmm / 2);

    return !storms(view, unit, other) && cover_between(view, unit, from) != COVER_NONE;
}

bool vf_is_covered_in_melee(lb_view *view, uint32_t unit, uint32_t other)
{
    return cover_under(view, unit) != COVER_NONE || vf_is_behind_wall(view, unit, other);
}

/* Sight. */

/// vf.los.arc: squares, and whoever occupies defendable terrain, look all round.
static bool looks_all_round(lb_view *view, uint32_t unit)
{
    return lb_view_formation(view, unit) == FORMATION_SQUARE || vf_is_odt(view, unit);
}

bool vf_faces(lb_view *view, uint32_t unit, uint32_t other)
{
    return lb_face_touched(&view->quad[unit], &view->quad[other]) == LB_FACE_FRONT ||
           looks_all_round(view, unit);
}

bool vf_is_in_arc(lb_view *view, uint32_t unit, uint32_t target)
{
    int32_t degrees = VALUE_OF(view->battle, LOS_ARC);

    return lb_view_formation(view, unit) == FORMATION_SQUARE ||
           lb_arc_of(&view->quad[unit], (uint16_t)lb_least(degrees * 65536 / 360, LB_ANGLE_QUARTER),
                     &view->quad[target]) != LB_ARC_OUT ||
           vf_is_odt(view, unit);
}

/// Opens up the defendable terrain that a unit occupies: its walls hide nobody who lines them.
static void open_walls(lb_view *view, uint32_t unit, lb_piece_set *open)
{
    const lb_piece_set *under;

    if (!vf_is_odt(view, unit))
        return;
    under = lb_view_under(view, unit, DEFENDABLE);
    for (uint32_t i = 0; i < sizeof open->bits / sizeof open->bits[0]; i++)
        open->bits[i] |= under->bits[i];
}

static bool is_line_clear(lb_view *view, uint32_t unit, uint32_t target)
{
    lb_look look = {.from = &view->quad[unit],
                    .to = &view->quad[target],
                    .aside = lb_set_of(unit),
                    .clearance_tmm = LB_INCHES(VALUE_OF(view->battle, LOS_LINE))};
    lb_box around = lb_box_join(view->box[unit], view->box[target]);
    lb_unit_set others, near;

    lb_unit_set_add(&look.aside, (uint16_t)target);
    others = lb_view_others(view, &look.aside);
    near = lb_view_near(view, around, look.clearance_tmm, &others);
    LB_EACH (i, &near)
        if (vf_is_odt(view, i))
            lb_unit_set_add(&look.aside, (uint16_t)i);
    open_walls(view, unit, &look.open);
    open_walls(view, target, &look.open);
    return lb_view_line(view, &look);
}

bool vf_sees(lb_view *view, uint32_t unit, uint32_t target)
{
    lb_sight_memo *memo = lb_view_sight(view, unit << 16 | target, unit, target,
                                        LB_INCHES(VALUE_OF(view->battle, LOS_LINE)));

    if (!memo->is_known) {
        memo->is_clear = vf_is_in_arc(view, unit, target) && is_line_clear(view, unit, target);
        memo->is_known = true;
    }
    return memo->is_clear;
}

bool vf_leaders_within(const lb_state *state, uint32_t a, uint32_t b, int32_t tmm)
{
    return a != LB_NOBODY && b != LB_NOBODY && state->leader[a].presence == LB_PRESENCE_TABLE &&
           state->leader[b].presence == LB_PRESENCE_TABLE &&
           lb_points_within(state->leader[a].at, state->leader[b].at, tmm);
}
