// SPDX-License-Identifier: MIT
// What a unit is and what the table shows of it: blocks of bases, sight, cover and arcs.
//
// The sheet does not draw its formations; these are ours. A march column is one base wide, a column
// of attack two; a line of battle stands two rows deep, a firing line one; a skirmish order line
// has gaps of half a base; a line with a flank refused bends a quarter of its bases back; a square
// is hollow. All bases of a line fire, of a column of attack those in front, of a square a quarter,
// of a march column none.

#include "rules/napoleons_legacy/play.h"

#include <string.h>

enum { SKIRMISH_GAP = 2 * LB_TMM_CM, COVER_REACH = LB_TMM_CM, ARC = 8192 };

/// A kind of terrain as a bit.
#define KIND(name) (UINT64_C(1) << LB_TERRAIN_##name)
#define WOODS      (KIND(WOOD) | KIND(DENSE_WOOD))

bool nl_no(lb_reason *reason, uint16_t clause, const char *why)
{
    *reason = (lb_reason){clause, why};
    return false;
}

lb_action nl_action(uint32_t verb)
{
    return (lb_action){.verb = (uint8_t)verb, .helper = {LB_NOBODY, LB_NOBODY, LB_NOBODY}};
}

/* Blocks of bases. */

int32_t nl_bases(const lb_state *state, uint32_t unit)
{
    return state->unit[unit].mark[MARK_BASES];
}

/// Files across the front before the table's bound on footprints is looked at.
static int32_t files_of(uint8_t formation, int32_t bases)
{
    switch (formation) {
    case FORMATION_MARCH:
    case FORMATION_LIMBERED:
        return 1;
    case FORMATION_ATTACK:
        return lb_least(2, bases);
    case FORMATION_LINE:
        return (bases + 1) / 2;
    case FORMATION_REFUSED:
        return bases - bases / 4;
    case FORMATION_SQUARE:
        return lb_most(2, (bases + 3) / 4 + 1);
    default:
        return bases;
    }
}

struct nl_block nl_block_of(const lb_battle *battle, uint32_t unit, uint8_t formation,
                            int32_t bases)
{
    static const lb_size sizes[LB_ARM_COUNT] = {
        [LB_ARM_INFANTRY] = {LB_CMS(4), LB_CMS(2)},
        [LB_ARM_CAVALRY] = {LB_CMS(4), LB_CMS(4)},
        [LB_ARM_ARTILLERY] = {LB_CMS(4), LB_CMS(5)},
    };
    lb_size base = sizes[battle->unit[unit].arm];
    int32_t gap = formation == FORMATION_SKIRMISH ? SKIRMISH_GAP : 0;
    int32_t files, rows;

    bases = lb_most(1, bases);
    files = lb_least(files_of(formation, bases), (LB_FOOTPRINT_MAX + gap) / (base.width_tmm + gap));
    rows = lb_least((bases + files - 1) / files, LB_FOOTPRINT_MAX / base.depth_tmm);
    if (formation == FORMATION_SQUARE)
        rows = files * base.width_tmm / base.depth_tmm;
    return (struct nl_block){files, rows, base.width_tmm, base.depth_tmm, gap};
}

lb_size nl_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation)
{
    struct nl_block block = nl_block_of(battle, unit, formation,
                                        state != NULL ? nl_bases(state, unit)
                                                      : battle->unit[unit].figure[FIGURE_BASES]);

    return (lb_size){block.files * block.width_tmm + (block.files - 1) * block.gap_tmm,
                     block.rows * block.depth_tmm};
}

/// The same in a square: the four sides in turn, each from its left.
static lb_footprint base_of_square(const struct nl_block *block, const lb_footprint *whole,
                                   int32_t number)
{
    lb_footprint base = {.width_tmm = block->width_tmm, .depth_tmm = block->depth_tmm};

    base.heading = (uint16_t)(whole->heading + number % 4 * LB_ANGLE_QUARTER);
    base.centre =
        lb_point_towards(whole->centre, base.heading, (whole->depth_tmm - block->depth_tmm) / 2);
    base.centre =
        lb_point_towards(base.centre, (uint16_t)(base.heading + LB_ANGLE_QUARTER),
                         (2 * (number / 4) + 1) * block->width_tmm / 2 - whole->width_tmm / 2);
    return base;
}

lb_footprint nl_base_at(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        int32_t number)
{
    uint8_t formation = state->unit[unit].formation;
    struct nl_block block = nl_block_of(battle, unit, formation, nl_bases(state, unit));
    lb_footprint whole = lb_unit_footprint(battle, state, unit);
    lb_footprint base = {
        .heading = whole.heading, .width_tmm = block.width_tmm, .depth_tmm = block.depth_tmm};

    if (formation == FORMATION_SQUARE)
        return base_of_square(&block, &whole, number);
    base.centre = lb_point_towards(whole.centre, whole.heading,
                                   (whole.depth_tmm - block.depth_tmm) / 2 -
                                       number / block.files * block.depth_tmm);
    base.centre = lb_point_towards(base.centre, (uint16_t)(whole.heading + LB_ANGLE_QUARTER),
                                   number % block.files * (block.width_tmm + block.gap_tmm) +
                                       block.width_tmm / 2 - whole.width_tmm / 2);
    return base;
}

/* What a unit is. */

bool nl_has(const lb_battle *battle, uint32_t unit, lb_trait trait)
{
    return lb_has_trait(battle->unit[unit].traits, trait);
}

bool nl_is_disordered(const lb_state *state, uint32_t unit)
{
    return (state->unit[unit].flags & UNIT_DISORDERED) != 0;
}

bool nl_is_mounted(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_CAVALRY &&
           (state->unit[unit].flags & UNIT_DISMOUNTED) == 0;
}

int32_t nl_kind(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    if (battle->unit[unit].arm == LB_ARM_ARTILLERY)
        return TARGET_ARTILLERY;
    if (nl_is_mounted(battle, state, unit))
        return TARGET_CAVALRY;
    return state->unit[unit].formation == FORMATION_SQUARE ? TARGET_SQUARE : TARGET_INFANTRY;
}

int32_t nl_firing_bases(const lb_state *state, uint32_t unit)
{
    int32_t bases = nl_bases(state, unit);

    switch (state->unit[unit].formation) {
    case FORMATION_MARCH:
    case FORMATION_LIMBERED:
        return 0;
    case FORMATION_ATTACK:
        return lb_least(2, bases);
    case FORMATION_SQUARE:
        return (bases + 3) / 4;
    default:
        return bases;
    }
}

int32_t nl_fire_dice(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    /* Who is mounted does not fire. */
    return nl_is_mounted(battle, state, unit) ? 0 : battle->unit[unit].figure[FIGURE_FIRE];
}

/* Ground. */

/// True if most of the unit, or in woods a quarter of it, stands on a piece of one of some kinds,
/// given as bits.
static bool stands_on(const lb_battle *battle, const lb_quad *quad, uint64_t kinds)
{
    lb_ground ground = lb_battle_ground(battle);
    lb_point low, high;

    lb_quad_box(quad, &low, &high);
    for (uint16_t p = 0; p < ground.piece_count; p++) {
        const lb_piece *piece = &ground.piece[p];

        if ((kinds >> piece->kind & 1) != 0 && piece->low.x <= high.x && piece->high.x >= low.x &&
            piece->low.y <= high.y && piece->high.y >= low.y &&
            lb_piece_share(&ground, p, quad) > ((WOODS >> piece->kind & 1) != 0 ? 249 : 500))
            return true;
    }
    return false;
}

/// A line of the kinds that the unit lines: within a centimetre of it, and between it and the
/// other.
static bool lines(const lb_battle *battle, const lb_state *state, const lb_quad *quad,
                  uint32_t unit, uint32_t against, uint64_t kinds)
{
    lb_ground ground = lb_battle_ground(battle);

    for (uint16_t p = 0; p < ground.piece_count; p++) {
        const lb_piece *piece = &ground.piece[p];
        lb_footprint grown = lb_unit_footprint(battle, state, unit);
        lb_quad around;

        if ((kinds >> piece->kind & 1) == 0 || !piece->is_line ||
            lb_piece_crossings(&ground, p, state->unit[against].at, lb_quad_centre(quad)) == 0)
            continue;
        grown.width_tmm = lb_least(grown.width_tmm + 2 * COVER_REACH, LB_FOOTPRINT_MAX);
        grown.depth_tmm = lb_least(grown.depth_tmm + 2 * COVER_REACH, LB_FOOTPRINT_MAX);
        around = lb_footprint_corners(&grown);
        if (lb_piece_cover(&ground, p, &around) >= LB_COVER_SOME)
            return true;
    }
    return false;
}

/// Kinds of cover that a line gives, and that ground gives; the better first. Works and walls are
/// looked at as lines and as areas.
static const struct {
    uint64_t kinds;
    uint8_t cover;
} shelters[] = {
    {KIND(WORKS_PREPARED), COVER_PREPARED_WORKS},
    {KIND(WALL), COVER_STONE_WALL},
    {KIND(BUILT_WOODEN) | KIND(BUILT_STONE), COVER_BUILT_UP},
    {KIND(WORKS_HASTY), COVER_HASTY_WORKS},
    {KIND(DENSE_WOOD), COVER_FOREST},
    {KIND(WOOD), COVER_WOOD},
    {KIND(ROUGH) | KIND(DENSE), COVER_ROUGH},
    {KIND(HEDGE), COVER_HEDGE},
};

int32_t nl_cover(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t against)
{
    lb_quad quad = lb_unit_quad(battle, state, unit);
    lb_ground ground = lb_battle_ground(battle);
    int32_t kind = nl_kind(battle, state, unit);

    for (uint32_t i = 0; i < sizeof shelters / sizeof shelters[0]; i++) {
        if (shelters[i].cover == COVER_BUILT_UP &&
            lb_ground_road_under(&ground, &quad) != LB_NO_INDEX)
            continue;
        if (stands_on(battle, &quad, shelters[i].kinds) ||
            (against != LB_NOBODY && lines(battle, state, &quad, unit, against, shelters[i].kinds)))
            return shelters[i].cover;
    }
    if ((kind == TARGET_INFANTRY || kind == TARGET_SQUARE) &&
        lb_ground_level(&ground, state->unit[unit].at) > 0)
        return COVER_HILL;
    return COVER_OPEN;
}

bool nl_is_in_open(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return nl_cover(battle, state, unit, LB_NOBODY) == COVER_OPEN;
}

/* Sight. */

int32_t nl_arc(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t from)
{
    lb_quad own = lb_unit_quad(battle, state, unit), other = lb_unit_quad(battle, state, from);
    lb_face face;

    if (state->unit[unit].formation == FORMATION_SQUARE)
        return ARC_FRONT;
    face = lb_face_of_quad(&own, &other);
    return face == LB_FACE_FRONT ? ARC_FRONT : face == LB_FACE_REAR ? ARC_REAR : ARC_FLANK;
}

/// Ground that a unit stands on hides nobody from it, nor it from others.
static void open_ground(const lb_ground *ground, const lb_quad *quad, lb_piece *piece)
{
    for (uint16_t p = 0; p < ground->piece_count; p++)
        if (lb_terrain_role_of((lb_terrain_kind)piece[p].kind) != LB_ROLE_HEIGHT &&
            lb_piece_cover(ground, p, quad) >= LB_COVER_MOST)
            piece[p].kind = LB_TERRAIN_OPEN;
}

/// A line between two quads; the two units are in nobody's way. Who is no unit is a leader.
static bool is_line_clear(const lb_battle *battle, const lb_state *state, lb_quad own,
                          lb_quad other, uint32_t unit, uint32_t target)
{
    lb_blocker blockers[LB_UNITS_MAX];
    lb_piece piece[LB_SCENARIO_PIECES];
    lb_ground ground = lb_battle_ground(battle);
    lb_sight sight = {.ground = &ground,
                      .row = lb_sight_usual,
                      .blocker = blockers,
                      .skip_from = LB_NO_INDEX,
                      .skip_to = LB_NO_INDEX};
    lb_point low, high, far_low, far_high;

    lb_quad_box(&own, &low, &high);
    lb_quad_box(&other, &far_low, &far_high);
    low = (lb_point){lb_least(low.x, far_low.x), lb_least(low.y, far_low.y)};
    high = (lb_point){lb_most(high.x, far_high.x), lb_most(high.y, far_high.y)};
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_blocker *blocker = &blockers[sight.blocker_count];

        if (!lb_unit_is_here(state, i) || i == unit || i == target ||
            !lb_unit_may_be_near(battle, state, i, low, high, 0))
            continue;
        blocker->quad = lb_unit_quad(battle, state, i);
        /* A leader looks over the heads of those he stands with. */
        if (unit == LB_NOBODY && lb_quad_is_within(&own, &blocker->quad, LB_CONTACT_TMM))
            continue;
        blocker->top = (uint8_t)(lb_ground_level(&ground, state->unit[i].at) + 1);
        sight.blocker_count++;
    }
    memcpy(piece, battle->piece, battle->piece_count * sizeof *piece);
    open_ground(&ground, &own, piece);
    open_ground(&ground, &other, piece);
    ground.piece = piece;
    return lb_sight_between(&sight, &own, &other).block == LB_SIGHT_CLEAR;
}

bool nl_line(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target)
{
    return is_line_clear(battle, state, lb_unit_quad(battle, state, unit),
                         lb_unit_quad(battle, state, target), unit, target);
}

uint32_t nl_nearest_to_leader(const lb_battle *battle, const lb_state *state, uint32_t leader)
{
    lb_footprint at = {state->leader[leader].at, 0, LB_TMM_CM, LB_TMM_CM};
    lb_quad own = lb_footprint_corners(&at), best_quad = own;
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;

        if (!lb_unit_is_here(state, i) || battle->unit[i].side == battle->leader[leader].side)
            continue;
        quad = lb_unit_quad(battle, state, i);
        if ((best != LB_NOBODY && lb_quad_compare_distance(&own, &quad, &best_quad) >= 0) ||
            !is_line_clear(battle, state, own, quad, LB_NOBODY, i))
            continue;
        best = i;
        best_quad = quad;
    }
    return best;
}

bool nl_sees(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target)
{
    lb_quad own = lb_unit_quad(battle, state, unit), other = lb_unit_quad(battle, state, target);

    return (state->unit[unit].formation == FORMATION_SQUARE ||
            lb_arc_of(&own, ARC, &other) != LB_ARC_OUT) &&
           nl_line(battle, state, unit, target);
}

/// The nearest other unit within `tmm` that it has a line to, before its front or all round.
static uint32_t nearest_in_sight(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                 int32_t tmm, bool is_anybody, bool all_round)
{
    lb_quad own = lb_unit_quad(battle, state, unit), best_quad = own;
    uint32_t best = LB_NOBODY;
    lb_point low, high;

    lb_quad_box(&own, &low, &high);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;

        if (i == unit || !lb_unit_is_here(state, i) ||
            (!is_anybody && battle->unit[i].side == battle->unit[unit].side) ||
            !lb_unit_may_be_near(battle, state, i, low, high, tmm))
            continue;
        quad = lb_unit_quad(battle, state, i);
        if (!lb_quad_is_within(&own, &quad, tmm) ||
            (best != LB_NOBODY && lb_quad_compare_distance(&own, &quad, &best_quad) >= 0) ||
            !(all_round ? nl_line(battle, state, unit, i) : nl_sees(battle, state, unit, i)))
            continue;
        best = i;
        best_quad = quad;
    }
    return best;
}

uint32_t nl_nearest_seen(const lb_battle *battle, const lb_state *state, uint32_t unit, int32_t tmm,
                         bool is_anybody)
{
    return nearest_in_sight(battle, state, unit, tmm, is_anybody, false);
}

uint32_t nl_nearest_visible(const lb_battle *battle, const lb_state *state, uint32_t unit,
                            int32_t tmm)
{
    return nearest_in_sight(battle, state, unit, tmm, false, true);
}

bool nl_is_engaged(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_quad quad = lb_unit_quad(battle, state, unit);

    return lb_enemy_is_within(battle, state, &quad, battle->unit[unit].side, LB_CONTACT_TMM);
}
