// SPDX-License-Identifier: MIT
// What the table shows to this sheet: sizes, ground, cover, sight and distances of units.
//
// Readings of the sheet's words for ground: built-up areas and field works are defendable terrain;
// woods, hedges and built-up wooden houses are soft cover, walls, stone houses and works hard;
// rough ground is everything that slows: rough, dense, woods, marsh, streams.

#include "rules/valour_fortitude/play.h"

enum { TENTHS = 10, COVER_REACH = LB_TMM_INCH };

/// Width and depth of each formation in tenths of an inch.
static const struct {
    int16_t width, depth;
} sizes[formation_COUNT] = {
    // clang-format off
    [FORMATION_LINE]          = {100, 15},
    [FORMATION_ATTACK]        = { 40, 40},
    [FORMATION_MARCH]         = { 25, 80},
    [FORMATION_OPEN]          = {120, 20},
    [FORMATION_OPEN_DEEP]     = { 60, 40},
    [FORMATION_SQUARE]        = { 40, 40},
    [FORMATION_CAVALRY]       = { 70, 30},
    [FORMATION_CAVALRY_OPEN]  = {100, 30},
    [FORMATION_CAVALRY_MARCH] = { 20, 80},
    [FORMATION_GUNS]          = { 40, 30},
    [FORMATION_LIMBERED]      = { 20, 60},
    // clang-format on
};

lb_size vf_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation)
{
    (void)battle;
    (void)state;
    (void)unit;
    return (lb_size){.width_tmm = sizes[formation].width * LB_TMM_INCH / TENTHS,
                     .depth_tmm = sizes[formation].depth * LB_TMM_INCH / TENTHS};
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

/// True if the boxes of a piece and of a quad meet.
static bool may_meet(const lb_piece *piece, const lb_quad *quad)
{
    int32_t low_x = INT32_MAX, low_y = INT32_MAX, high_x = INT32_MIN, high_y = INT32_MIN;

    for (int i = 0; i < 4; i++) {
        low_x = lb_least(low_x, quad->corner[i].x);
        low_y = lb_least(low_y, quad->corner[i].y);
        high_x = lb_most(high_x, quad->corner[i].x);
        high_y = lb_most(high_y, quad->corner[i].y);
    }
    return piece->low.x <= high_x && piece->high.x >= low_x && piece->low.y <= high_y &&
           piece->high.y >= low_y;
}

/// True if most of the unit stands on a piece of one of some kinds.
static bool stands_on(const lb_battle *battle, const lb_state *state, uint32_t unit,
                      const uint8_t *kind, uint32_t kinds)
{
    lb_ground ground = lb_battle_ground(battle);
    lb_quad quad = vf_quad(battle, state, unit);

    for (uint16_t p = 0; p < ground.piece_count; p++)
        for (uint32_t k = 0; k < kinds; k++)
            if (ground.piece[p].kind == kind[k] && may_meet(&ground.piece[p], &quad) &&
                lb_piece_cover(&ground, p, &quad) >= LB_COVER_MOST)
                return true;
    return false;
}

bool vf_is_odt(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    static const uint8_t kinds[] = {LB_TERRAIN_BUILT_WOODEN, LB_TERRAIN_BUILT_STONE,
                                    LB_TERRAIN_WORKS_HASTY, LB_TERRAIN_WORKS_PREPARED};

    return stands_on(battle, state, unit, kinds, sizeof kinds);
}

bool vf_is_rough(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    static const uint8_t kinds[] = {LB_TERRAIN_ROUGH,      LB_TERRAIN_DENSE, LB_TERRAIN_WOOD,
                                    LB_TERRAIN_DENSE_WOOD, LB_TERRAIN_MARSH, LB_TERRAIN_STREAM};

    return stands_on(battle, state, unit, kinds, sizeof kinds);
}

int32_t vf_level(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_ground ground = lb_battle_ground(battle);

    return lb_ground_level(&ground, state->unit[unit].at);
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
        if (lb_piece_crossings(&ground, p, from, at) == 0)
            continue;
        /* It shelters only who lines it. */
        for (uint16_t i = 0; i < ground.piece[p].point_count; i++) {
            lb_point corner = ground.point[ground.piece[p].first_point + i];
            lb_point next =
                ground.point[ground.piece[p].first_point + (i + 1) % ground.piece[p].point_count];
            lb_point middle = {(corner.x + next.x) / 2, (corner.y + next.y) / 2};
            if (lb_point_is_within(corner, &quad, 4 * COVER_REACH) ||
                lb_point_is_within(middle, &quad, 4 * COVER_REACH))
                best = lb_most(best, is_hard ? COVER_HARD : COVER_SOFT);
        }
    }
    return best;
}

int32_t vf_cover(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t against)
{
    static const uint8_t soft[] = {LB_TERRAIN_WOOD, LB_TERRAIN_DENSE_WOOD, LB_TERRAIN_DENSE,
                                   LB_TERRAIN_BUILT_WOODEN};
    static const uint8_t hard[] = {LB_TERRAIN_BUILT_STONE, LB_TERRAIN_WORKS_HASTY,
                                   LB_TERRAIN_WORKS_PREPARED};

    if (stands_on(battle, state, unit, hard, sizeof hard))
        return COVER_HARD;
    return lb_most(stands_on(battle, state, unit, soft, sizeof soft) ? COVER_SOFT : COVER_NONE,
                   cover_between(battle, state, unit, against));
}

bool vf_is_in_arc(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target)
{
    lb_quad own = vf_quad(battle, state, unit), other = vf_quad(battle, state, target);
    int32_t degrees = battle->house.value[V_LOS_ARC];

    if (state->unit[unit].formation == FORMATION_SQUARE || vf_is_odt(battle, state, unit))
        return true;
    return lb_arc_of(&own, (uint16_t)lb_least(degrees * 65536 / 360, LB_ANGLE_QUARTER), &other) !=
           LB_ARC_OUT;
}

/// True if a unit lies so near to the box around two others that it may stand between them.
static bool may_block(const lb_state *state, uint32_t unit, lb_point a, lb_point b)
{
    enum { REACH = 16 * LB_TMM_INCH }; /* more than half a footprint of either end and of its own */
    lb_point at = state->unit[unit].at;

    return at.x >= lb_least(a.x, b.x) - REACH && at.x <= lb_most(a.x, b.x) + REACH &&
           at.y >= lb_least(a.y, b.y) - REACH && at.y <= lb_most(a.y, b.y) + REACH;
}

bool vf_sees(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target)
{
    lb_blocker blockers[LB_UNITS_MAX];
    lb_ground ground = lb_battle_ground(battle);
    lb_quad own = vf_quad(battle, state, unit), other = vf_quad(battle, state, target);
    lb_sight sight = {.ground = &ground,
                      .row = lb_sight_usual,
                      .blocker = blockers,
                      .skip_from = LB_NO_INDEX,
                      .skip_to = LB_NO_INDEX,
                      .clearance_tmm = LB_INCHES(battle->house.value[V_LOS_LINE])};

    if (!vf_is_in_arc(battle, state, unit, target))
        return false;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        if (!vf_is_here(state, i) || i == unit || i == target ||
            !may_block(state, i, state->unit[unit].at, state->unit[target].at) ||
            vf_is_odt(battle, state, i))
            continue;
        blockers[sight.blocker_count].quad = vf_quad(battle, state, i);
        blockers[sight.blocker_count].top = (uint8_t)(vf_level(battle, state, i) + 1);
        sight.blocker_count++;
    }
    return lb_sight_between(&sight, &own, &other).block == LB_SIGHT_CLEAR;
}

int32_t vf_distance(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    lb_quad own = vf_quad(battle, state, a), other = vf_quad(battle, state, b);

    return lb_quad_distance_ceil(&own, &other);
}

bool vf_touch(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    lb_quad own = vf_quad(battle, state, a), other = vf_quad(battle, state, b);

    return lb_quad_is_in_contact(&own, &other);
}

uint32_t vf_nearest_enemy(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_quad own = vf_quad(battle, state, unit), best_quad = own;
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;

        if (!vf_is_here(state, i) || battle->unit[i].side == battle->unit[unit].side)
            continue;
        quad = vf_quad(battle, state, i);
        if (best == LB_NOBODY || lb_quad_compare_distance(&own, &quad, &best_quad) < 0) {
            best = i;
            best_quad = quad;
        }
    }
    return best;
}

bool vf_is_enemy_within(const lb_battle *battle, const lb_state *state, const lb_quad *quad,
                        uint32_t side, int32_t tmm)
{
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad other;

        if (!vf_is_here(state, i) || battle->unit[i].side == side)
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
