// SPDX-License-Identifier: MIT
// From a neutral order of battle to figures of March Attack, and how a battle begins.

#include "rules/march_attack/play.h"

#include "rules/kit/muster.h"

enum {
    GROUND_CM = 5490, ///< of ground to an inch: 60 yards
    TURN_MINUTES = 20,
    TURNS = 12,
    MEN = 120,   ///< to a CV
    SABRES = 60, ///< likewise
    CV_LEAST = 2,
    CV_MOST = 10,
    FRENCH_SINCE = 1805
};

static uint8_t formation_of(uint8_t arm, uint8_t word)
{
    bool is_any = word == LB_SCENARIO_FORMATION_ANY;
    bool is_column = word == LB_SCENARIO_FORMATION_ATTACK_COLUMN ||
                     word == LB_SCENARIO_FORMATION_MARCH_COLUMN ||
                     word == LB_SCENARIO_FORMATION_RESERVE;

    if (arm == LB_ARM_ARTILLERY)
        return is_any || is_column || word == LB_SCENARIO_FORMATION_LIMBERED ? FORMATION_LIMBERED
                                                                             : FORMATION_DEPLOYED;
    if (is_column)
        return FORMATION_COLUMN;
    if (arm == LB_ARM_CAVALRY)
        return FORMATION_LINE;
    return is_any                                   ? FORMATION_COLUMN
           : word == LB_SCENARIO_FORMATION_SQUARE   ? FORMATION_SQUARE
           : word == LB_SCENARIO_FORMATION_GARRISON ? FORMATION_BUILDING
                                                    : FORMATION_LINE;
}

static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag);

static const lb_muster_plan plan = {
    .sheet = "march-attack",
    .unit_tmm = LB_TMM_INCH,
    .ground_cm = GROUND_CM,
    .minutes = TURN_MINUTES,
    .musketry_tmm = LB_INCHES(3),
    .gap_tmm = LB_TMM_INCH / 4,
    .row_gap_tmm = LB_TMM_INCH,
    .search_tmm = LB_TMM_INCH / 4,
    .turns = TURNS,
    .comes_in_turn = true,
    .has_one_entry = true,
    .unit = muster_unit,
    .formation = formation_of,
};

/* Figures. */

/// What quality adds to the CV.
static int32_t by_quality(uint8_t quality)
{
    return quality == LB_QUALITY_GUARD                                        ? 2
           : quality == LB_QUALITY_VETERAN || quality == LB_QUALITY_ELITE     ? 1
           : quality == LB_QUALITY_MILITIA || quality == LB_QUALITY_UNTRAINED ? -1
                                                                              : 0;
}

static int32_t cv_of(const lb_scenario_unit *from)
{
    int32_t strength = from->strength;
    int32_t each = from->arm == LB_ARM_CAVALRY ? SABRES : MEN;
    int32_t cv = from->arm == LB_ARM_ARTILLERY
                     ? (strength + 1) / 2 + 2
                     : (2 * strength + each) / (2 * each) + by_quality(from->quality);

    return lb_most(CV_LEAST, lb_least(CV_MOST, cv));
}

static int32_t cavalry_weight(const lb_scenario_unit *from, uint64_t traits)
{
    if (lb_has_trait(traits, LB_TRAIT_LIGHT))
        return LIGHT;
    switch (from->troop_class) {
    case LB_CLASS_HEAVY_DRAGOONS:
    case LB_CLASS_CUIRASSIERS:
    case LB_CLASS_HOUSEHOLD:
        return HEAVY;
    case LB_CLASS_DRAGOONS:
        return MEDIUM;
    default:
        return LIGHT;
    }
}

static int32_t gun_weight(const lb_battle *battle, const lb_scenario_unit *from)
{
    int32_t weight = from->pounder == 0
                         ? (from->troop_class == LB_CLASS_HEAVY_GUNS ? HEAVY : MEDIUM)
                     : from->pounder <= VALUE_OF(battle, PLAY_MUSTER_LIGHT)  ? LIGHT
                     : from->pounder <= VALUE_OF(battle, PLAY_MUSTER_MEDIUM) ? MEDIUM
                                                                             : HEAVY;

    if (from->troop_class == LB_CLASS_ROCKETS)
        return LIGHT;
    return from->troop_class == LB_CLASS_HORSE_GUNS ? lb_least(weight, MEDIUM) : weight;
}

static int32_t skirmish_of(const lb_scenario *scenario, const lb_scenario_unit *from,
                           uint64_t traits, int32_t weight)
{
    int32_t points = 0;

    if (from->arm == LB_ARM_INFANTRY)
        points = from->nation == LB_NATION_FRENCH && scenario->year >= FRENCH_SINCE ? 2 : 1;
    if (from->arm == LB_ARM_CAVALRY && weight == LIGHT)
        points = 1;
    switch (from->troop_class) {
    case LB_CLASS_CONSCRIPTS:
    case LB_CLASS_MILITIA:
        points = 0;
        break;
    case LB_CLASS_LIGHT:
        points = 3;
        break;
    case LB_CLASS_RIFLES:
        points = 4;
        break;
    case LB_CLASS_GUERRILLAS:
        points = 2;
        break;
    default:
        break;
    }
    if (points == 0 && lb_has_trait(traits, LB_TRAIT_SKIRMISHERS))
        points = 1;
    return lb_most(0, points - lb_has_trait(traits, LB_TRAIT_POOR_SCREEN));
}

static int32_t kind_of(const lb_scenario_unit *from)
{
    if (from->arm == LB_ARM_INFANTRY)
        return UNIT_KIND_INFANTRY;
    if (from->arm == LB_ARM_CAVALRY)
        return UNIT_KIND_CAVALRY;
    return from->troop_class == LB_CLASS_HORSE_GUNS || from->troop_class == LB_CLASS_ROCKETS
               ? UNIT_KIND_HORSE_GUNS
               : UNIT_KIND_FOOT_GUNS;
}

static int32_t arms_of(const lb_battle *battle, const lb_scenario_unit *from, uint64_t traits)
{
    bool has_rifles = from->troop_class == LB_CLASS_RIFLES || lb_has_trait(traits, LB_TRAIT_RIFLED);
    bool has_lances = from->troop_class == LB_CLASS_LANCERS ||
                      from->troop_class == LB_CLASS_COSSACKS ||
                      lb_has_trait(traits, LB_TRAIT_LANCE);
    bool is_large = from->arm == LB_ARM_ARTILLERY && from->strength >= VALUE_OF(battle, PLAY_SIZE);

    return (has_rifles ? ARMS_RIFLES : 0) | (has_lances ? ARMS_LANCE : 0) |
           (is_large ? ARMS_LARGE : 0);
}

static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag)
{
    const lb_scenario_unit *from = &scenario->units[number];
    uint64_t traits = from->traits & ~from->without;
    lb_unit_card *card = &battle->unit[number];
    int32_t weight = from->arm == LB_ARM_CAVALRY     ? cavalry_weight(from, traits)
                     : from->arm == LB_ARM_ARTILLERY ? gun_weight(battle, from)
                                                     : LIGHT;

    (void)diag;
    card->traits = traits;
    card->figure[FIGURE_CV] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "cv", cv_of(from));
    card->figure[FIGURE_WEIGHT] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "weight", weight);
    card->figure[FIGURE_SKIRMISH] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "skirmish",
                         skirmish_of(scenario, from, traits, weight));
    card->figure[FIGURE_KIND] = (int16_t)kind_of(from);
    card->figure[FIGURE_ARMS] = (int16_t)arms_of(battle, from, traits);
    return LB_OK;
}

/// ma.play.formation: only infantry wholly in houses is a garrison.
static void leave_houses(lb_battle *battle)
{
    lb_ground ground = lb_battle_ground(battle);

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_unit_card *card = &battle->unit[i];
        lb_size size = ma_size(battle, NULL, i, card->formation);
        lb_footprint at = {card->at, card->heading, size.width_tmm, size.depth_tmm};
        lb_quad quad = lb_footprint_corners(&at);
        bool is_in = false;

        for (uint16_t p = 0; p < ground.piece_count && card->formation == FORMATION_BUILDING; p++)
            is_in |= (ground.piece[p].kind == LB_TERRAIN_BUILT_WOODEN ||
                      ground.piece[p].kind == LB_TERRAIN_BUILT_STONE) &&
                     lb_piece_covers(&ground, p, &quad, LB_COVER_ALL);
        if (card->formation == FORMATION_BUILDING && !is_in)
            card->formation = FORMATION_COLUMN;
    }
}

lb_status ma_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag)
{
    lb_muster_plan by_house = plan;
    lb_status status;

    by_house.least_units = VALUE_OF(battle, PLAY_SCALE_LEAST);
    by_house.longest_units = by_house.most_units = by_house.width_units = by_house.depth_units =
        VALUE_OF(battle, PLAY_SCALE_MOST);
    status = lb_muster(&by_house, scenario, battle, diag);
    if (status == LB_OK)
        leave_houses(battle);
    return status;
}

/* How a battle begins. */

/// The middle of a group at the start.
static lb_point middle_of(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    int64_t x = 0, y = 0;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
        x += state->unit[i].at.x;
        y += state->unit[i].at.y;
    }
    return (lb_point){(int32_t)(x / card->unit_count), (int32_t)(y / card->unit_count)};
}

/// The nearest objective that a side does not hold; LB_NOBODY for none.
static uint16_t nearest_objective(const lb_battle *battle, const lb_state *state, uint32_t side,
                                  lb_point at)
{
    uint16_t best = LB_NOBODY;

    for (uint16_t o = 0; o < battle->objective_count; o++)
        if (state->held[o] != side &&
            (best == LB_NOBODY || lb_point_distance(battle->objective[o].at, at) <
                                      lb_point_distance(battle->objective[best].at, at)))
            best = o;
    return best;
}

/// The nearest group of a side that has units; LB_NOBODY for none.
static uint16_t nearest_group(const lb_battle *battle, const lb_state *state, uint32_t side,
                              uint32_t apart)
{
    lb_point at = middle_of(battle, state, apart);
    uint16_t best = LB_NOBODY;
    int32_t least = INT32_MAX;

    for (uint16_t g = 0; g < battle->group_count; g++) {
        int32_t away;

        if (g == apart || battle->group[g].side != side || lb_group_left(battle, state, g) == 0)
            continue;
        away = lb_point_distance(middle_of(battle, state, g), at);
        if (away < least) {
            least = away;
            best = g;
        }
    }
    return best;
}

/// ma.play.order.start
static lb_order order_at_start(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    static const uint8_t kinds[LB_SCENARIO_ORDER_COUNT] = {
        [LB_SCENARIO_ORDER_ATTACK] = ORDER_ATTACK,   [LB_SCENARIO_ORDER_DEFEND] = ORDER_DEFEND,
        [LB_SCENARIO_ORDER_SUPPORT] = ORDER_SUPPORT, [LB_SCENARIO_ORDER_MOVE] = ORDER_MANOEUVRE,
        [LB_SCENARIO_ORDER_RESERVE] = ORDER_DEFEND,  [LB_SCENARIO_ORDER_BOMBARD] = ORDER_BOMBARD,
        [LB_SCENARIO_ORDER_RETIRE] = ORDER_RETREAT,  [LB_SCENARIO_ORDER_RETREAT] = ORDER_RETREAT,
        [LB_SCENARIO_ORDER_BROKEN] = ORDER_RETREAT,  [LB_SCENARIO_ORDER_RALLY] = ORDER_DEFEND};
    const lb_group_card *card = &battle->group[group];
    lb_order order = card->order;

    order.kind = order.kind == LB_SCENARIO_ORDER_NONE
                     ? (card->side == battle->first_side ? ORDER_ATTACK : ORDER_DEFEND)
                     : kinds[order.kind];
    if (order.kind == ORDER_ATTACK && order.objective == LB_NOBODY && order.group == LB_NOBODY) {
        order.objective =
            nearest_objective(battle, state, card->side, middle_of(battle, state, group));
        if (order.objective == LB_NOBODY)
            order.group = nearest_group(battle, state, 1U - card->side, group);
    }
    if (order.kind == ORDER_SUPPORT && order.group == LB_NOBODY)
        order.group = nearest_group(battle, state, card->side, group);
    if ((order.kind == ORDER_SUPPORT && order.group == LB_NOBODY) ||
        (order.kind == ORDER_ATTACK && order.objective == LB_NOBODY && order.group == LB_NOBODY))
        order.kind = ORDER_DEFEND;
    return order;
}

/// ma.play.position: what the marks of a unit begin with, and that a committed unit commits its
/// Major Formation.
static void deploy_unit(const lb_battle *battle, lb_state *state, uint32_t number)
{
    const lb_unit_card *card = &battle->unit[number];
    lb_unit *unit = &state->unit[number];

    unit->mark[MARK_LOSSES] =
        (int16_t)(card->is_removed ? card->losses
                                   : lb_least(card->losses, card->figure[FIGURE_CV] - 1));
    unit->mark[MARK_HOME_X] = (int16_t)((unit->at.x + MA_HOME_TMM / 2) / MA_HOME_TMM);
    unit->mark[MARK_HOME_Y] = (int16_t)((unit->at.y + MA_HOME_TMM / 2) / MA_HOME_TMM);
    if ((unit->flags & UNIT_D2) != 0)
        unit->flags &= ~(uint32_t)UNIT_D1;
    if (lb_has_trait(card->states, LB_SCENARIO_STATE_COMMITTED))
        state->group[card->group].flags |= GROUP_COMMITTED;
}

/// A unit that came by a charge is in melee with the first enemy that it touches.
static void deploy_melee(const lb_battle *battle, lb_state *state, uint32_t number)
{
    lb_footprint own = lb_unit_footprint(battle, state, number);
    lb_quad quad = lb_footprint_corners(&own);

    if ((state->unit[number].flags & UNIT_STORMED) == 0)
        return;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_footprint at = lb_unit_footprint(battle, state, i);
        lb_quad other = lb_footprint_corners(&at);

        if (battle->unit[i].side == battle->unit[number].side ||
            state->unit[i].presence != LB_PRESENCE_TABLE || !lb_quad_is_in_contact(&quad, &other))
            continue;
        state->unit[i].mark[MARK_FOE] = state->unit[number].mark[MARK_FOE] = (int16_t)(i + 1);
        state->unit[i].flags |= UNIT_LEVEL;
        state->unit[number].flags |= UNIT_LEVEL;
        return;
    }
}

/// ma.play.position: who is active in the strategic phase of a position leads it, unless the
/// position says who has led.
static void deploy_lead(const lb_battle *battle, lb_state *state)
{
    if (battle->start_turn == 0 || state->phase >= PHASE_CHARGES ||
        state->side[0].mark[SIDE_LED] != 0 || state->side[1].mark[SIDE_LED] != 0 ||
        state->active == ma_leading_side(battle, state))
        return;
    state->side[state->active].mark[SIDE_LED] = 1;
}

void ma_deploy(const lb_battle *battle, lb_state *state)
{
    lb_deploy(battle, state);
    deploy_lead(battle, state);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        deploy_unit(battle, state, i);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        deploy_melee(battle, state, i);
    for (uint32_t g = 0; g < battle->group_count; g++)
        state->group[g].order = order_at_start(battle, state, g);
}
