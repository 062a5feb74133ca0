// SPDX-License-Identifier: MIT
// What the table shows to this sheet: sizes, ground, cover, sight and distances of units.
//
// Readings of the sheet's words for ground: built-up areas and field works are defendable terrain;
// woods, hedges and built-up wooden houses are soft cover, walls, stone houses and works hard;
// rough ground is everything that slows: rough, dense, woods, marsh, streams.

#include "rules/valour_fortitude/play.h"

#include "table/convex.h"

#include <string.h>

enum { TENTHS = 10, COVER_REACH = LB_TMM_INCH };

/// A kind of terrain as a bit.
#define KIND(name) (UINT64_C(1) << LB_TERRAIN_##name)

/// Kinds of ground that can be defended, as bits.
#define DEFENDABLE \
    (KIND(BUILT_WOODEN) | KIND(BUILT_STONE) | KIND(WORKS_HASTY) | KIND(WORKS_PREPARED))

/// Width and depth of each formation, from tenths of an inch.
#define SIZE(width, depth)                                           \
    {                                                                \
        (width) * LB_TMM_INCH / TENTHS, (depth)*LB_TMM_INCH / TENTHS \
    }
static const lb_size sizes[formation_COUNT] = {
    // clang-format off
    [FORMATION_LINE]          = SIZE(100, 15),
    [FORMATION_ATTACK]        = SIZE( 40, 40),
    [FORMATION_MARCH]         = SIZE( 25, 80),
    [FORMATION_OPEN]          = SIZE(120, 20),
    [FORMATION_OPEN_DEEP]     = SIZE( 60, 40),
    [FORMATION_SQUARE]        = SIZE( 40, 40),
    [FORMATION_CAVALRY]       = SIZE( 70, 30),
    [FORMATION_CAVALRY_OPEN]  = SIZE(100, 30),
    [FORMATION_CAVALRY_MARCH] = SIZE( 20, 80),
    [FORMATION_GUNS]          = SIZE( 40, 30),
    [FORMATION_LIMBERED]      = SIZE( 20, 60),
    // clang-format on
};

lb_size vf_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation)
{
    (void)battle;
    (void)state;
    (void)unit;
    return sizes[formation];
}

bool vf_is_here(const lb_state *state, uint32_t unit)
{
    return state->unit[unit].presence == LB_PRESENCE_TABLE;
}

lb_quad vf_quad(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_footprint footprint = lb_unit_footprint(battle, state, unit);

    return lb_footprint_corners(&footprint);
}

int32_t vf_tenacity(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_unit *of = &state->unit[unit];

    return lb_most(1, battle->unit[unit].figure[FIGURE_TENACITY] + of->mark[MARK_WORTH] +
                          of->mark[MARK_TENACITY]);
}

bool vf_is_shaken(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return state->unit[unit].mark[MARK_LOSSES] >= vf_tenacity(battle, state, unit);
}

bool vf_has(const lb_battle *battle, uint32_t unit, lb_trait trait)
{
    return lb_has_trait(battle->unit[unit].traits, trait);
}

void vf_box(const lb_quad *quad, lb_point *low, lb_point *high)
{
    *low = *high = quad->corner[0];
    for (int i = 1; i < 4; i++) {
        low->x = lb_least(low->x, quad->corner[i].x);
        low->y = lb_least(low->y, quad->corner[i].y);
        high->x = lb_most(high->x, quad->corner[i].x);
        high->y = lb_most(high->y, quad->corner[i].y);
    }
}

/// True if the boxes, one of them grown by tmm, have a point in common.
static bool boxes_meet(lb_point low, lb_point high, lb_point low2, lb_point high2, int64_t tmm)
{
    return low.x - tmm <= high2.x && low2.x <= high.x + tmm && low.y - tmm <= high2.y &&
           low2.y <= high.y + tmm;
}

bool vf_may_be_near(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_point low,
                    lb_point high, int32_t tmm)
{
    lb_size size = vf_size(battle, state, unit, state->unit[unit].formation);
    /* No corner is farther from the centre in x or y, its rounding included. */
    int64_t reach = (int64_t)(size.width_tmm + size.depth_tmm) / 2 + 2;
    lb_point at = state->unit[unit].at;

    return boxes_meet(low, high, at, at, reach + tmm);
}

/// True if most of the unit stands on a piece of one of some kinds, given as bits.
static bool stands_on(const lb_battle *battle, const lb_state *state, uint32_t unit, uint64_t kinds)
{
    lb_ground ground = lb_battle_ground(battle);
    lb_quad quad;
    lb_point low, high;
    bool has_quad = false;

    for (uint16_t p = 0; p < ground.piece_count; p++) {
        const lb_piece *piece = &ground.piece[p];

        if ((kinds >> piece->kind & 1) == 0 ||
            !vf_may_be_near(battle, state, unit, piece->low, piece->high, 0))
            continue;
        if (!has_quad) {
            quad = vf_quad(battle, state, unit);
            vf_box(&quad, &low, &high);
            has_quad = true;
        }
        if (boxes_meet(piece->low, piece->high, low, high, 0) &&
            lb_piece_cover(&ground, p, &quad) >= LB_COVER_MOST)
            return true;
    }
    return false;
}

bool vf_is_odt(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return stands_on(battle, state, unit, DEFENDABLE);
}

bool vf_is_rough(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return stands_on(battle, state, unit,
                     KIND(ROUGH) | KIND(DENSE) | KIND(WOOD) | KIND(DENSE_WOOD) | KIND(MARSH) |
                         KIND(STREAM));
}

int32_t vf_level(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_ground ground = lb_battle_ground(battle);

    return lb_ground_level(&ground, state->unit[unit].at);
}

/// True if a stretch of a line piece runs within an inch of a unit, its own breadth not counted.
static bool is_lined(const lb_ground *ground, const lb_piece *piece, const lb_quad *quad)
{
    const lb_point *point = &ground->point[piece->first_point];

    for (uint16_t i = 0; i + 1 < piece->point_count; i++)
        if (lb_convex_is_within(quad->corner, 4, &point[i], 2, COVER_REACH + piece->width_tmm / 2))
            return true;
    return false;
}

/// Cover that lies between: a wall, hedge or works crossed by the line within an inch of the unit.
static int32_t cover_between(const lb_battle *battle, const lb_state *state, uint32_t unit,
                             uint32_t against)
{
    lb_ground ground = lb_battle_ground(battle);
    lb_point at = state->unit[unit].at, from = state->unit[against].at;
    lb_quad quad = vf_quad(battle, state, unit);
    int32_t best = COVER_NONE;

    for (uint16_t p = 0; p < ground.piece_count; p++) {
        uint8_t kind = ground.piece[p].kind;
        bool is_hard = kind == LB_TERRAIN_WALL || kind == LB_TERRAIN_WORKS_HASTY ||
                       kind == LB_TERRAIN_WORKS_PREPARED;

        if (!is_hard && kind != LB_TERRAIN_HEDGE)
            continue;
        /* It shelters only who lines it. */
        if (lb_piece_crossings(&ground, p, from, at) > 0 &&
            is_lined(&ground, &ground.piece[p], &quad))
            best = lb_most(best, is_hard ? COVER_HARD : COVER_SOFT);
    }
    return best;
}

int32_t vf_cover(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t against)
{
    if (stands_on(battle, state, unit,
                  KIND(BUILT_STONE) | KIND(WORKS_HASTY) | KIND(WORKS_PREPARED)))
        return COVER_HARD;
    return lb_most(stands_on(battle, state, unit,
                             KIND(WOOD) | KIND(DENSE_WOOD) | KIND(DENSE) | KIND(BUILT_WOODEN))
                       ? COVER_SOFT
                       : COVER_NONE,
                   cover_between(battle, state, unit, against));
}

void vf_view_start(struct vf_view *view, const lb_battle *battle, const lb_state *state)
{
    memset(view->known, 0, battle->unit_count * sizeof view->known[0]);
    memset(view->level, 0, battle->unit_count * sizeof view->level[0]);
    memset(view->looked, 0, battle->unit_count * sizeof view->looked[0]);
    memset(view->seen, 0, battle->unit_count * sizeof view->seen[0]);
    view->battle = battle;
    view->state = state;
    view->aimer = view->aim = view->ranger = LB_NOBODY;
    view->is_nearer = false;
}

const lb_quad *vf_view_quad(struct vf_view *view, uint32_t unit)
{
    if ((view->known[unit] & VIEW_QUAD) == 0) {
        view->quad[unit] = vf_quad(view->battle, view->state, unit);
        vf_box(&view->quad[unit], &view->low[unit], &view->high[unit]);
        view->known[unit] |= VIEW_QUAD;
    }
    return &view->quad[unit];
}

static bool view_is_odt(struct vf_view *view, uint32_t unit)
{
    if ((view->known[unit] & VIEW_ODT) == 0)
        view->known[unit] |=
            vf_is_odt(view->battle, view->state, unit) ? VIEW_ODT | VIEW_IS_ODT : VIEW_ODT;
    return (view->known[unit] & VIEW_IS_ODT) != 0;
}

static int32_t view_level(struct vf_view *view, uint32_t unit)
{
    if ((view->known[unit] & VIEW_LEVEL) == 0) {
        view->level[unit] = (uint8_t)vf_level(view->battle, view->state, unit);
        view->known[unit] |= VIEW_LEVEL;
    }
    return view->level[unit];
}

bool vf_view_is_within(struct vf_view *view, uint32_t a, uint32_t b, int32_t tmm)
{
    const lb_quad *own = vf_view_quad(view, a);

    if (!vf_may_be_near(view->battle, view->state, b, view->low[a], view->high[a], tmm))
        return false;
    return lb_quad_is_within(own, vf_view_quad(view, b), tmm);
}

bool vf_view_is_in_arc(struct vf_view *view, uint32_t unit, uint32_t target)
{
    int32_t degrees = view->battle->house.value[V_LOS_ARC];

    return view->state->unit[unit].formation == FORMATION_SQUARE ||
           lb_arc_of(vf_view_quad(view, unit),
                     (uint16_t)lb_least(degrees * 65536 / 360, LB_ANGLE_QUARTER),
                     vf_view_quad(view, target)) != LB_ARC_OUT ||
           view_is_odt(view, unit);
}

bool vf_is_in_arc(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target)
{
    struct vf_view view;

    vf_view_start(&view, battle, state);
    return vf_view_is_in_arc(&view, unit, target);
}

/// Half the width and depth of a unit together: no corner is farther from its centre.
static int32_t extent(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_size size = vf_size(battle, state, unit, state->unit[unit].formation);

    return (size.width_tmm + size.depth_tmm) / 2 + 2;
}

/// The strip that all lines between two units run in.
typedef struct strip {
    lb_point from;
    int64_t x, y;    ///< to the other
    int64_t length;  ///< of that, rounded up
    int64_t breadth; ///< to either hand
} strip;

static strip strip_between(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    strip way = {.from = state->unit[a].at,
                 .x = (int64_t)state->unit[b].at.x - state->unit[a].at.x,
                 .y = (int64_t)state->unit[b].at.y - state->unit[a].at.y,
                 .breadth = lb_most(extent(battle, state, a), extent(battle, state, b))};

    /* Longer than it is, by half at most: that only makes the strip broader. */
    way.length = (way.x < 0 ? -way.x : way.x) + (way.y < 0 ? -way.y : way.y) + 1;
    for (int64_t shorter = way.length * 15 / 16; shorter * shorter > way.x * way.x + way.y * way.y;
         shorter = way.length * 15 / 16)
        way.length = shorter;
    return way;
}

/// True if a unit may come within a distance of the strip.
static bool may_block(const lb_battle *battle, const lb_state *state, uint32_t unit,
                      const strip *way, int32_t tmm)
{
    int64_t across = way->x * ((int64_t)state->unit[unit].at.y - way->from.y) -
                     way->y * ((int64_t)state->unit[unit].at.x - way->from.x);

    return (across < 0 ? -across : across) <=
           way->length * (way->breadth + extent(battle, state, unit) + tmm);
}

/// Opens up the defendable terrain that a unit occupies: its walls hide nobody who lines them.
static void open_walls(struct vf_view *view, uint32_t unit, const lb_ground *ground,
                       lb_piece *piece)
{
    if (!view_is_odt(view, unit))
        return;
    for (uint16_t p = 0; p < ground->piece_count; p++)
        if ((DEFENDABLE >> piece[p].kind & 1) != 0 &&
            lb_piece_cover(ground, p, vf_view_quad(view, unit)) >= LB_COVER_MOST)
            piece[p].kind = LB_TERRAIN_OPEN;
}

/// As vf_view_sees, for a target that is in the arc.
static bool is_line_clear(struct vf_view *view, uint32_t unit, uint32_t target)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    lb_blocker blockers[LB_UNITS_MAX];
    lb_piece piece[LB_SCENARIO_PIECES];
    lb_ground ground = lb_battle_ground(battle);
    const lb_quad *own = vf_view_quad(view, unit), *other = vf_view_quad(view, target);
    lb_sight sight = {.ground = &ground,
                      .row = lb_sight_usual,
                      .blocker = blockers,
                      .skip_from = LB_NO_INDEX,
                      .skip_to = LB_NO_INDEX,
                      .clearance_tmm = LB_INCHES(battle->house.value[V_LOS_LINE])};
    strip way = strip_between(battle, state, unit, target);
    /* All lines run inside this box. */
    lb_point low = {lb_least(view->low[unit].x, view->low[target].x),
                    lb_least(view->low[unit].y, view->low[target].y)};
    lb_point high = {lb_most(view->high[unit].x, view->high[target].x),
                     lb_most(view->high[unit].y, view->high[target].y)};

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        if (!vf_is_here(state, i) || i == unit || i == target ||
            !vf_may_be_near(battle, state, i, low, high, sight.clearance_tmm) ||
            !may_block(battle, state, i, &way, sight.clearance_tmm) || view_is_odt(view, i))
            continue;
        blockers[sight.blocker_count].quad = *vf_view_quad(view, i);
        blockers[sight.blocker_count].top = (uint8_t)(view_level(view, i) + 1);
        sight.blocker_count++;
    }
    if (view_is_odt(view, unit) || view_is_odt(view, target)) {
        memcpy(piece, battle->piece, battle->piece_count * sizeof *piece);
        open_walls(view, unit, &ground, piece);
        open_walls(view, target, &ground, piece);
        ground.piece = piece;
    }
    return lb_sight_between(&sight, own, other).block == LB_SIGHT_CLEAR;
}

bool vf_view_sees(struct vf_view *view, uint32_t unit, uint32_t target)
{
    if (!lb_unit_set_has(&view->looked[unit], (uint16_t)target)) {
        lb_unit_set_add(&view->looked[unit], (uint16_t)target);
        if (vf_view_is_in_arc(view, unit, target) && is_line_clear(view, unit, target))
            lb_unit_set_add(&view->seen[unit], (uint16_t)target);
    }
    return lb_unit_set_has(&view->seen[unit], (uint16_t)target);
}

bool vf_sees(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target)
{
    struct vf_view view;

    vf_view_start(&view, battle, state);
    return vf_view_sees(&view, unit, target);
}

int32_t vf_distance(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    lb_quad own = vf_quad(battle, state, a), other = vf_quad(battle, state, b);

    return lb_quad_distance_ceil(&own, &other);
}

bool vf_touch(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    lb_point at = state->unit[a].at;
    lb_size size = vf_size(battle, state, a, state->unit[a].formation);
    lb_quad own, other;

    if (!vf_may_be_near(battle, state, b, at, at,
                        (size.width_tmm + size.depth_tmm) / 2 + 2 + LB_CONTACT_TMM))
        return false;
    own = vf_quad(battle, state, a);
    other = vf_quad(battle, state, b);
    return lb_quad_is_in_contact(&own, &other);
}

uint32_t vf_nearest_enemy(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_quad own = vf_quad(battle, state, unit), best_quad = own;
    lb_point low, high;
    uint32_t best = LB_NOBODY;
    int32_t distance = 0;

    vf_box(&own, &low, &high);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;

        if (!vf_is_here(state, i) || battle->unit[i].side == battle->unit[unit].side ||
            (best != LB_NOBODY && !vf_may_be_near(battle, state, i, low, high, distance)))
            continue;
        quad = vf_quad(battle, state, i);
        if (best == LB_NOBODY || lb_quad_compare_distance(&own, &quad, &best_quad) < 0) {
            best = i;
            best_quad = quad;
            distance = lb_quad_distance_ceil(&own, &quad);
        }
    }
    return best;
}

bool vf_is_enemy_within(const lb_battle *battle, const lb_state *state, const lb_quad *quad,
                        uint32_t side, int32_t tmm)
{
    lb_point low, high;

    vf_box(quad, &low, &high);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad other;

        if (!vf_is_here(state, i) || battle->unit[i].side == side ||
            !vf_may_be_near(battle, state, i, low, high, tmm))
            continue;
        other = vf_quad(battle, state, i);
        if (lb_quad_is_within(quad, &other, tmm))
            return true;
    }
    return false;
}

bool vf_leaders_within(const lb_state *state, uint32_t a, uint32_t b, int32_t tmm)
{
    int64_t x, y;

    if (a == LB_NOBODY || b == LB_NOBODY)
        return false;
    if (state->leader[a].presence != LB_PRESENCE_TABLE ||
        state->leader[b].presence != LB_PRESENCE_TABLE)
        return false;
    x = state->leader[a].at.x - state->leader[b].at.x;
    y = state->leader[a].at.y - state->leader[b].at.y;
    return x * x + y * y <= (int64_t)tmm * tmm;
}
