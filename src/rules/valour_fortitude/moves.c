// SPDX-License-Identifier: MIT
// Movement of this sheet: how far, through what, how near to the enemy, and where it ends.

#include "rules/valour_fortitude/play.h"

/// The number in force.
#define VALUE_OF(battle, name) ((battle)->house.value[V_##name])

int32_t vf_allowance(const lb_battle *battle, const lb_state *state, uint32_t unit,
                     uint8_t formation)
{
    static const uint16_t guns[][2] = {
        [GUN_NONE] = {V_MOVE_FIELD_LIMBERED, V_MOVE_FIELD_GUNS},
        [GUN_FIELD] = {V_MOVE_FIELD_LIMBERED, V_MOVE_FIELD_GUNS},
        [GUN_HEAVY] = {V_MOVE_HEAVY_LIMBERED, V_MOVE_HEAVY_GUNS},
        [GUN_HORSE] = {V_MOVE_HORSE_LIMBERED, V_MOVE_HORSE_GUNS},
        [GUN_ROCKET] = {V_MOVE_FIELD_LIMBERED, V_MOVE_FIELD_GUNS},
    };
    const lb_unit_card *card = &battle->unit[unit];
    int32_t inches;

    if (is_artillery(formation))
        inches = battle->house.value[guns[card->figure[FIGURE_GUN]][formation == FORMATION_GUNS]];
    else if (is_cavalry(formation))
        inches = VALUE_OF(battle, MOVE_CAVALRY);
    else if (formation == FORMATION_ATTACK && vf_has(battle, unit, LB_TRAIT_MASSE))
        inches = VALUE_OF(battle, MOVE_MASSE);
    else if (formation == FORMATION_ATTACK || formation == FORMATION_MARCH)
        inches = VALUE_OF(battle, MOVE_COLUMN);
    else if (is_open_order(formation))
        inches = VALUE_OF(battle, MOVE_OPEN);
    else
        inches = formation == FORMATION_SQUARE ? VALUE_OF(battle, MOVE_SQUARE)
                                               : VALUE_OF(battle, MOVE_LINE);
    if (vf_has(battle, unit, LB_TRAIT_SWIFT))
        inches += VALUE_OF(battle, MOVE_FAST);
    if ((state->group[card->group].flags & GROUP_SPED) != 0)
        inches += VALUE_OF(battle, FATE_13_FR_MOVE);
    if ((state->unit[unit].flags & UNIT_SPED) != 0)
        inches += VALUE_OF(battle, FATE_13_MOVE);
    return LB_INCHES(inches);
}

/// vf.move.highway, .rough, .barrier
static lb_move_costs costs_of(const lb_battle *battle, uint8_t formation)
{
    static const uint8_t rough[] = {
        LB_TERRAIN_ROUGH, LB_TERRAIN_DENSE,  LB_TERRAIN_WOOD,         LB_TERRAIN_DENSE_WOOD,
        LB_TERRAIN_MARSH, LB_TERRAIN_STREAM, LB_TERRAIN_BUILT_WOODEN, LB_TERRAIN_BUILT_STONE};
    static const uint8_t barriers[] = {LB_TERRAIN_WALL, LB_TERRAIN_HEDGE, LB_TERRAIN_WORKS_HASTY,
                                       LB_TERRAIN_WORKS_PREPARED};
    lb_move_costs costs = {.follows_roads = is_marching(formation)};

    for (uint32_t i = 0; i < sizeof rough && !is_open_order(formation); i++)
        costs.area[rough[i]] = (lb_ratio){(uint8_t)VALUE_OF(battle, MOVE_ROUGH), 1};
    for (uint32_t i = 0; i < sizeof barriers; i++)
        costs.crossing_tmm[barriers[i]] = LB_INCHES(VALUE_OF(battle, MOVE_BARRIER));
    costs.area[LB_TERRAIN_RIVER] = (lb_ratio){1, 0};
    costs.area[LB_TERRAIN_HIGHWAY] = (lb_ratio){1, (uint8_t)VALUE_OF(battle, MOVE_HIGHWAY)};
    return costs;
}

/// Grows a box around a place.
static void widen(lb_point *low, lb_point *high, lb_point at, int32_t tmm)
{
    low->x = lb_least(low->x, at.x - tmm);
    low->y = lb_least(low->y, at.y - tmm);
    high->x = lb_most(high->x, at.x + tmm);
    high->y = lb_most(high->y, at.y + tmm);
}

/// The box that no part of a unit leaves on a path; all of the table for a path that is malformed.
static void box_path(const lb_footprint *start, const lb_path *path, lb_point *low, lb_point *high)
{
    int32_t reach = (start->width_tmm + start->depth_tmm) / 2 + 4;
    lb_footprint at = *start;

    *low = *high = start->centre;
    widen(low, high, start->centre, reach);
    for (uint32_t i = 0; i < path->count && i < LB_PATH_STEPS_MAX; i++) {
        /* About a corner it may come to its other side and beyond. */
        if (path->step[i].kind == LB_STEP_WHEEL)
            widen(low, high, at.centre, 3 * reach);
        if (!lb_step_apply(&at, &path->step[i], &at)) {
            widen(low, high, start->centre, 2 * LB_TABLE_MAX);
            return;
        }
        widen(low, high, at.centre, reach);
    }
}

/// Everybody else who stands near the box that a unit moves in, as obstacles; returns how many.
static uint16_t obstacles_of(const lb_battle *battle, const lb_state *state, uint32_t unit,
                             lb_point low, lb_point high, int32_t keep_tmm, uint32_t target,
                             lb_obstacle *obstacle, uint8_t *number)
{
    uint16_t count = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        bool is_friend = battle->unit[i].side == battle->unit[unit].side;

        if (i == unit || !vf_is_here(state, i) ||
            !vf_may_be_near(battle, state, i, low, high, is_friend ? 8 : keep_tmm + 8))
            continue;
        obstacle[count] = (lb_obstacle){.quad = vf_quad(battle, state, i),
                                        .keep_tmm = is_friend || i == target ? 0 : keep_tmm,
                                        .may_pass = is_friend};
        number[count++] = (uint8_t)i;
    }
    return count;
}

lb_walk vf_walk(const lb_battle *battle, const lb_state *state, uint32_t unit, const lb_path *path,
                int32_t keep_tmm, uint32_t target)
{
    lb_obstacle obstacle[LB_UNITS_MAX];
    uint8_t number[LB_UNITS_MAX];
    lb_ground ground = lb_battle_ground(battle);
    lb_move_costs costs = costs_of(battle, state->unit[unit].formation);
    lb_footprint start = lb_unit_footprint(battle, state, unit);
    lb_field field = {
        .ground = &ground, .costs = &costs, .obstacle = obstacle, .ignores_passed = true};
    lb_point low, high;
    lb_walk walk;

    box_path(&start, path, &low, &high);
    field.obstacle_count =
        obstacles_of(battle, state, unit, low, high, keep_tmm, target, obstacle, number);
    walk = lb_path_walk(&field, &start, path);
    if ((walk.stop == LB_STOP_UNIT || walk.stop == LB_STOP_ENDS_ON) && walk.what != LB_NO_INDEX)
        walk.what = number[walk.what];
    return walk;
}

bool vf_may_stand(const lb_battle *battle, const lb_state *state, uint32_t unit,
                  const lb_footprint *footprint)
{
    lb_unit_set itself = {{0}};

    lb_unit_set_add(&itself, (uint16_t)unit);
    return lb_may_stand(battle, state, &itself, footprint);
}

bool vf_close_in(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target,
                 const lb_footprint *from, lb_footprint *end)
{
    lb_footprint beaten = lb_unit_footprint(battle, state, target);
    lb_quad other = lb_footprint_corners(&beaten);
    lb_face face = lb_face_met(&other, from);

    /* Straight on where it would meet the face, else as near to its middle as there is room. */
    for (int32_t eighths = 8; eighths >= 0; eighths--) {
        lb_contact contact;
        lb_quad quad;

        *end = lb_flush(&beaten, face, from, eighths);
        quad = lb_footprint_corners(end);
        contact = lb_contact_of(&quad, &other);
        if (contact.per_mille >= VALUE_OF(battle, ASSAULT_FRONT) * 10 &&
            vf_may_stand(battle, state, unit, end))
            return true;
    }
    return false;
}

void vf_fall_back(const lb_battle *battle, lb_state *state, uint32_t unit)
{
    lb_obstacle obstacle[LB_UNITS_MAX];
    uint8_t number[LB_UNITS_MAX];
    lb_ground ground = lb_battle_ground(battle);
    lb_footprint start = lb_unit_footprint(battle, state, unit);
    lb_field field = {.ground = &ground, .obstacle = obstacle, .ignores_passed = true};
    uint32_t enemy = vf_nearest_enemy(battle, state, unit);
    int32_t way = vf_allowance(battle, state, unit, state->unit[unit].formation);
    lb_point low, high;
    lb_retreat retreat;

    low = high = start.centre;
    widen(&low, &high, start.centre, way + (start.width_tmm + start.depth_tmm) / 2 + 4);
    field.obstacle_count =
        obstacles_of(battle, state, unit, low, high, LB_INCHES(VALUE_OF(battle, ACT_RETREAT_END)),
                     LB_NOBODY, obstacle, number);
    retreat = lb_retreat_clear(&field, &start,
                               enemy == LB_NOBODY ? start.centre : state->unit[enemy].at, way);
    if (vf_may_stand(battle, state, unit, &retreat.end))
        state->unit[unit].at = retreat.end.centre;
}

/* Judging actions. */

static bool no(lb_reason *reason, uint16_t clause, const char *why)
{
    *reason = (lb_reason){clause, why};
    return false;
}

/// vf.act.reform: what a unit may reform into, and whether it may move as well.
static bool check_reform(const lb_battle *battle, const lb_state *state, const lb_action *action,
                         lb_reason *reason)
{
    uint8_t before = state->unit[action->unit].formation, after = action->formation;
    bool moves = false, turns = false;

    /* Turning on the spot is reforming too: a reading. */
    for (uint32_t i = 0; i < action->path.count; i++) {
        uint8_t kind = action->path.step[i].kind;
        turns |= kind == LB_STEP_TURN || kind == LB_STEP_ABOUT;
        moves |= kind != LB_STEP_TURN && kind != LB_STEP_ABOUT;
    }
    if (after == before && !turns)
        return true;
    if (turns && (action->verb == VERB_ASSAULT || action->verb == VERB_DOUBLE))
        return no(reason, CL_ACT_REFORM, "it may wheel but not turn on the spot");
    if (after >= formation_COUNT)
        return no(reason, CL_ACT_REFORM, "there is no such formation");
    if (is_infantry(after) != is_infantry(before) || is_cavalry(after) != is_cavalry(before))
        return no(reason, CL_ACT_REFORM, "that is a formation of another arm");
    if (is_open_order(after) && !vf_has(battle, action->unit, LB_TRAIT_LIGHT))
        return no(reason, CL_TRAIT_LIGHT, "only light troops use open order");
    if (moves && (before == FORMATION_SQUARE || after == FORMATION_SQUARE))
        return no(reason, CL_ACT_REFORM,
                  "a unit that forms or leaves square does not move as well");
    if (moves && vf_has(battle, action->unit, LB_TRAIT_STOIC))
        return no(reason, CL_ACT_REFORM, "a stoic unit that reforms does not move as well");
    if (moves && vf_has(battle, action->unit, LB_TRAIT_MILITIA))
        return no(reason, CL_TRAIT_MILITIA, "militia that reform do not move as well");
    return true;
}

static bool refuse_walk(const lb_walk *walk, uint16_t clause, lb_reason *reason)
{
    static const char *const why[LB_STOP_COUNT] = {
        [LB_STOP_NONE] = "",
        [LB_STOP_BAD_STEP] = "no unit can move like that",
        [LB_STOP_EDGE] = "the table ends there",
        [LB_STOP_IMPASSABLE] = "the ground is impassable",
        [LB_STOP_FORBIDDEN] = "the ground cannot be crossed there",
        [LB_STOP_UNIT] = "it would come too near to the enemy",
        [LB_STOP_ENDS_ON] = "it would end on another unit",
    };

    return no(reason, clause, why[walk->stop]);
}

/// True if a walk in the formation that the unit has goes through and is not too far.
static bool check_walk(const lb_walk *walk, int32_t allowance, uint16_t clause, uint16_t rate,
                       lb_reason *reason)
{
    if (walk->stop != LB_STOP_NONE)
        return refuse_walk(walk, clause, reason);
    if (walk->cost_tmm > allowance)
        return no(reason, rate, "that is further than it can move");
    return true;
}

/// The path of a MOVE, RETREAT or DOUBLE, and its end in the new formation.
static bool check_path(const lb_battle *battle, const lb_state *state, const lb_action *action,
                       int32_t keep_tmm, int32_t allowance, uint16_t clause, uint16_t rate,
                       lb_footprint *end, lb_walk *walk, lb_reason *reason)
{
    lb_size size = vf_size(battle, state, action->unit, action->formation);
    lb_quad quad;

    *walk = vf_walk(battle, state, action->unit, &action->path, keep_tmm, LB_NOBODY);
    if (!check_walk(walk, allowance, clause, rate, reason))
        return false;
    *end = walk->end;
    end->width_tmm = size.width_tmm;
    end->depth_tmm = size.depth_tmm;
    if (action->formation == state->unit[action->unit].formation)
        return true;
    if (!vf_may_stand(battle, state, action->unit, end))
        return no(reason, CL_ACT_REFORM, "there is no room for the new formation");
    quad = lb_footprint_corners(end);
    if (vf_is_enemy_within(battle, state, &quad, battle->unit[action->unit].side, keep_tmm - 1))
        return no(reason, clause, "the new formation would be too near to the enemy");
    return true;
}

bool vf_may_assault(const lb_state *state, uint32_t unit, lb_reason *reason)
{
    if (is_artillery(state->unit[unit].formation))
        return no(reason, CL_ACT_ASSAULT, "guns do not assault");
    if ((state->unit[unit].flags & UNIT_SKIRMISHED) != 0)
        return no(reason, CL_ACT_FIRED, "after firing it may act but not assault");
    return true;
}

static bool check_assault(const lb_battle *battle, const lb_state *state, const lb_action *action,
                          lb_footprint *end, lb_walk *walk, lb_reason *reason)
{
    uint8_t formation = state->unit[action->unit].formation;

    if (action->target >= battle->unit_count || !vf_is_here(state, action->target) ||
        battle->unit[action->target].side == battle->unit[action->unit].side)
        return no(reason, CL_ACT_ASSAULT, "there is no such enemy");
    if (!vf_may_assault(state, action->unit, reason))
        return false;
    *walk = vf_walk(battle, state, action->unit, &action->path, 0, action->target);
    if (walk->stop != LB_STOP_NONE && walk->stop != LB_STOP_UNIT)
        return refuse_walk(walk, CL_ACT_ASSAULT, reason);
    if (walk->cost_tmm > vf_allowance(battle, state, action->unit, formation))
        return no(reason, vf_rate_of(battle, action->unit, formation),
                  "that is further than it can move");
    {
        lb_quad own = lb_footprint_corners(&walk->end),
                other = vf_quad(battle, state, action->target);
        if (!lb_quad_is_within(&own, &other, LB_TMM_INCH))
            return no(reason, CL_ACT_ASSAULT, "it does not reach that enemy");
    }
    if (!vf_close_in(battle, state, action->unit, action->target, &walk->end, end))
        return no(reason, CL_ACT_ASSAULT, "too little of its front would touch the enemy");
    return true;
}

/// What is refused whatever the way.
static bool check_start(const lb_battle *battle, const lb_state *state, const lb_action *action,
                        const lb_quad *quad, lb_reason *reason)
{
    bool is_touching =
        vf_is_enemy_within(battle, state, quad, battle->unit[action->unit].side, LB_CONTACT_TMM);

    if (is_touching && action->verb != VERB_RETREAT && action->verb != VERB_ASSAULT)
        return no(reason, CL_ACT_MOVE, "it touches the enemy: it can only fight or retreat");
    return check_reform(battle, state, action, reason);
}

bool vf_may_walk(const lb_battle *battle, const lb_state *state, const lb_action *action)
{
    lb_quad quad = vf_quad(battle, state, action->unit);
    lb_reason reason;

    return check_start(battle, state, action, &quad, &reason);
}

bool vf_is_walk_legal(const lb_battle *battle, const lb_state *state, const lb_action *action,
                      const lb_walk *walk)
{
    lb_reason reason;

    return check_walk(
        walk, vf_allowance(battle, state, action->unit, state->unit[action->unit].formation),
        CL_ACT_MOVE, CL_ACT_MOVE, &reason);
}

bool vf_check_move(const lb_battle *battle, const lb_state *state, const lb_action *action,
                   lb_footprint *end, lb_reason *reason)
{
    lb_walk walk;

    return vf_check_way(battle, state, action, end, &walk, reason);
}

bool vf_check_way(const lb_battle *battle, const lb_state *state, const lb_action *asked,
                  lb_footprint *end, lb_walk *walk, lb_reason *reason)
{
    lb_action kept = *asked;
    const lb_action *action = &kept;
    const lb_unit *unit = &state->unit[action->unit];
    uint8_t side = battle->unit[action->unit].side;
    int32_t allowance = vf_allowance(battle, state, action->unit, unit->formation), reformed;
    uint16_t rate = vf_rate_of(battle, action->unit, unit->formation);
    lb_quad quad = vf_quad(battle, state, action->unit);

    /* An assault and the double know no reforming. */
    if (action->verb == VERB_ASSAULT || action->verb == VERB_DOUBLE)
        kept.formation = unit->formation;
    if (!check_start(battle, state, action, &quad, reason))
        return false;
    if (action->verb == VERB_ASSAULT)
        return check_assault(battle, state, action, end, walk, reason);
    reformed = vf_allowance(battle, state, action->unit, action->formation);
    if (reformed < allowance) {
        allowance = reformed;
        rate = vf_rate_of(battle, action->unit, action->formation);
    }
    if (action->verb == VERB_DOUBLE) {
        int32_t far = LB_INCHES(VALUE_OF(battle, DOUBLE_DISTANCE)) + 1;

        if (vf_is_enemy_within(battle, state, &quad, side, far - 1))
            return no(reason, CL_ACT_DOUBLE, "the enemy is too near");
        return check_path(battle, state, action, far, allowance * VALUE_OF(battle, DOUBLE_TIMES),
                          CL_ACT_DOUBLE, CL_ACT_DOUBLE, end, walk, reason);
    }
    if (action->verb == VERB_RETREAT) {
        int32_t keep = LB_INCHES(VALUE_OF(battle, ACT_RETREAT_END));

        if (action->formation != unit->formation &&
            vf_is_enemy_within(battle, state, &quad, side,
                               LB_INCHES(VALUE_OF(battle, ACT_RETREAT_REFORM))))
            return no(reason, CL_ACT_RETREAT, "too near to the enemy to reform");
        if (!check_path(battle, state, action, 0, allowance, CL_ACT_RETREAT, rate, end, walk,
                        reason))
            return false;
        quad = lb_footprint_corners(end);
        if (vf_is_enemy_within(battle, state, &quad, side, keep - 1))
            return no(reason, CL_ACT_RETREAT, "it would end too near to the enemy");
        return true;
    }
    return check_path(battle, state, action, LB_INCHES(VALUE_OF(battle, ACT_MOVE)), allowance,
                      CL_ACT_MOVE, rate, end, walk, reason);
}
