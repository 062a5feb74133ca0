// SPDX-License-Identifier: MIT
// What a sensible player of this sheet would do at a decision, in the light of a plan: a short list
// of legal actions, as a rule one.
//
// Orders go to brigades, and to as many of their units as one roll can serve: the commander rides
// up, the brigade fires if it can, closes if that promises well, and otherwise moves as a whole to
// its stations, in column far from the enemy and in line near by.

#include "rules/napoleons_legacy/play.h"

enum {
    DEPLOY = 32 * LB_TMM_CM,   ///< from how near a brigade fights in line
    STAND_OFF = 7 * LB_TMM_CM, ///< how near it goes without charging
    NEAR_STATION = 3 * LB_TMM_CM,
    RIDE_FROM = 12 * LB_TMM_CM,
    BEHIND = 8 * LB_TMM_CM, ///< a commander behind his brigade
    FREE = 3000,            ///< what costs nothing comes before all orders
    ORDER = 300,            ///< any order at all
    PRESS = 180,            ///< to come up in an attack
    DRESS = 40,             ///< to come up otherwise
    CHARGE_MORE = 40,       ///< a charge before fire of the same worth
    CHARGE_LEAST = 40,      ///< what a charge has to promise
    ADVANCE_LEAST = 60,     ///< the same of a Preliminary one, which costs no order
    EVADE_FORMED = 150,     ///< what a charge has to promise for a formed unit to slip away
    SIDEWAYS = 8192         ///< farthest that a body obliques
};

/// A list being filled, and what it is filled for.
typedef struct listing {
    const lb_battle *battle;
    const lb_state *state;
    const lb_plan *plan;
    lb_counsel *counsel;
    lb_proposal *proposals;
    uint32_t count, room;
    uint8_t side;
} listing;

/// Notes on a unit for a phase.
enum { NOTE_DONE = 1, NOTE_TURNED = 2 };

static bool add(listing *list, const lb_action *action, int32_t worth)
{
    lb_reason reason;

    if (list->count >= list->room || !nl_check(list->battle, list->state, action, &reason))
        return false;
    list->proposals[list->count++] = (lb_proposal){*action, worth};
    return true;
}

static bool add_verb(listing *list, uint32_t verb, uint32_t unit, uint32_t target, int32_t worth)
{
    lb_action action = nl_action(verb);

    action.unit = (uint8_t)unit;
    action.target = (uint8_t)target;
    return add(list, &action, worth);
}

static bool is_own(const listing *list, uint32_t unit)
{
    return lb_unit_is_here(list->state, unit) && list->battle->unit[unit].side == list->side;
}

static uint32_t end_of(const lb_group_card *group)
{
    return (uint32_t)group->first_unit + group->unit_count;
}

/// The enemy nearest to a unit, and how far it is; LB_NOBODY for none.
static uint32_t foe_of(const listing *list, uint32_t unit, int32_t *tmm)
{
    lb_quad quad = lb_unit_quad(list->battle, list->state, unit);
    uint32_t foe = lb_nearest_enemy(list->battle, list->state, &quad, list->side);

    *tmm = foe == LB_NOBODY ? INT32_MAX : lb_unit_distance(list->battle, list->state, unit, foe);
    return foe;
}

/// True if the side does not gain by waiting: its share of lost bases is not so much below the
/// enemy's that it would win. The sheet counts nothing else at the end.
static bool has_to_press(const listing *list)
{
    int64_t lost[LB_SIDES], bases[LB_SIDES], lead;
    uint32_t enemy = 1U - list->side;

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lost[s] = nl_bases_lost(list->battle, list->state, s);
        bases[s] = list->state->side[s].mark[SIDE_BASES];
    }
    lead = lost[enemy] * bases[list->side] - lost[list->side] * bases[enemy];
    return list->state->turn > 1 &&
           lead * 100 < VALUE_OF(list->battle, TURN_VICTORY_DRAW) * bases[0] * bases[1];
}

/// Where a unit should go: to its station, or, when its side has to press, at the nearest enemy.
static lb_point goal_of(const listing *list, uint32_t unit)
{
    lb_point at = list->state->unit[unit].at;
    uint32_t foe;
    int32_t tmm;

    if (list->battle->unit[unit].arm == LB_ARM_ARTILLERY || list->plan->fitness[unit].is_worn ||
        !has_to_press(list))
        return list->plan->unit[unit].at;
    foe = foe_of(list, unit, &tmm);
    return foe == LB_NOBODY ? list->plan->unit[unit].at
                            : lb_point_towards(at, lb_heading_to(at, list->state->unit[foe].at),
                                               lb_most(0, tmm - STAND_OFF));
}

/* Preliminary. */

/// Guns come into action when they have something to fire at, and hitch up to follow when not.
static bool propose_guns(listing *list, uint32_t unit)
{
    const lb_unit *of = &list->state->unit[unit];
    int32_t tmm, range = LB_CMS(list->battle->unit[unit].figure[FIGURE_RANGE]);
    int32_t away = lb_point_distance(of->at, list->plan->unit[unit].at);

    (void)foe_of(list, unit, &tmm);
    if (of->formation == FORMATION_LIMBERED)
        return (tmm <= range * 3 / 4 || away < LB_CMS(10)) &&
               add_verb(list, VERB_UNLIMBER, unit, 0, 300);
    return tmm > range && away > LB_CMS(25) && add_verb(list, VERB_LIMBER, unit, 0, 200);
}

/// True if enemy cavalry in order could be upon a unit.
static bool is_cavalry_near(const listing *list, uint32_t unit)
{
    lb_quad quad = lb_unit_quad(list->battle, list->state, unit);

    for (uint32_t i = 0; i < list->battle->unit_count; i++) {
        lb_quad other;

        if (!lb_unit_is_here(list->state, i) || list->battle->unit[i].side == list->side ||
            !nl_is_mounted(list->battle, list->state, i) || nl_is_disordered(list->state, i))
            continue;
        other = lb_unit_quad(list->battle, list->state, i);
        if (lb_quad_is_within(&quad, &other, LB_CMS(20)))
            return true;
    }
    return false;
}

static void propose_preliminary(listing *list)
{
    int32_t reach = LB_CMS(VALUE_OF(list->battle, TURN_PRELIMINARY_ENEMY));

    add_verb(list, VERB_PASS, 0, 0, 0);
    for (uint32_t i = 0; i < list->battle->unit_count; i++) {
        bool is_mounted;
        uint32_t enemy;
        int32_t worth;

        if (!is_own(list, i) || (list->counsel->note[i] & NOTE_DONE) != 0 ||
            (list->state->unit[i].flags & UNIT_ACTED) != 0)
            continue;
        list->counsel->note[i] |= NOTE_DONE;
        if (nl_is_disordered(list->state, i)) {
            if (add_verb(list, VERB_RALLY, i, 0, 500))
                return;
            continue;
        }
        if (list->battle->unit[i].arm == LB_ARM_ARTILLERY) {
            if (propose_guns(list, i))
                return;
            continue;
        }
        enemy = nl_nearest_seen(list->battle, list->state, i, reach, false);
        if (enemy == LB_NOBODY)
            continue;
        is_mounted = nl_is_mounted(list->battle, list->state, i);
        worth = nl_worth_of_charge(list->counsel, list->battle, list->state, i, enemy, is_mounted);
        if (worth >= ADVANCE_LEAST &&
            add_verb(list, is_mounted ? VERB_BAYONET : VERB_ADVANCE, i, enemy, worth))
            return;
        if (!is_mounted && is_cavalry_near(list, i) && add_verb(list, VERB_SQUARE, i, 0, 100))
            return;
    }
}

/* Orders. */

/// True if a unit could be given an order.
static bool is_free(const listing *list, uint32_t unit)
{
    return is_own(list, unit) && list->state->unit[unit].mark[MARK_TARGET] == 0 &&
           list->state->unit[unit].mark[MARK_ORDERS] < VALUE_OF(list->battle, COMMAND_ORDERS) &&
           !nl_is_engaged(list->battle, list->state, unit);
}

/// The target at which the fire of a unit is worth most; 0 if it has none.
static int32_t best_fire(const listing *list, uint32_t unit, uint32_t *target, uint32_t *what)
{
    int32_t best = 0, range = LB_CMS(list->battle->unit[unit].figure[FIGURE_RANGE]);
    lb_quad quad = lb_unit_quad(list->battle, list->state, unit);
    lb_point low, high;
    lb_reason reason;

    if (nl_fire_dice(list->battle, list->state, unit) == 0 ||
        nl_firing_bases(list->state, unit) == 0)
        return 0;
    lb_quad_box(&quad, &low, &high);
    for (uint32_t i = 0; i < list->battle->unit_count; i++) {
        uint32_t with;
        int32_t worth;

        if (!lb_unit_is_here(list->state, i) || list->battle->unit[i].side == list->side ||
            !lb_unit_may_be_near(list->battle, list->state, i, low, high, range))
            continue;
        with = nl_usual_fire(list->battle, list->state, unit, i);
        if (!nl_may_fire(list->battle, list->state, unit, i, with, &reason))
            continue;
        worth = nl_worth_of_fire(list->counsel, list->battle, list->state, unit, i, with);
        if (worth > best) {
            best = worth;
            *target = i;
            *what = with;
        }
    }
    return best;
}

/// The fire of a brigade on one order: everybody who has a target.
static int32_t propose_fire(listing *list, const lb_group_card *group)
{
    lb_action action = nl_action(VERB_FIRE);
    int32_t best = 0, all = 0;
    lb_reason reason;

    for (uint32_t i = group->first_unit; i < end_of(group); i++) {
        uint32_t target = 0, what = 0;
        int32_t worth;

        if (!is_free(list, i))
            continue;
        worth = best_fire(list, i, &target, &what);
        if (worth == 0)
            continue;
        all += worth;
        lb_unit_set_add(&action.members, (uint16_t)i);
        if (worth > best) {
            best = worth;
            action.unit = (uint8_t)i;
            action.target = (uint8_t)target;
            action.option = (uint8_t)what;
        }
    }
    if (best == 0)
        return 0;
    action.members.bits[action.unit / 64] &= ~(UINT64_C(1) << action.unit % 64);
    /* Whoever fires at something else is carried along; who spoils the order is left out. */
    if (!nl_check(list->battle, list->state, &action, &reason))
        action.members = (lb_unit_set){{0}};
    return add(list, &action, ORDER + all) ? all : 0;
}

/// nl.fire.skirmish-order: shots that cost nothing.
static bool propose_free_fire(listing *list)
{
    for (uint32_t i = 0; i < list->battle->unit_count; i++) {
        lb_action action = nl_action(VERB_FIRE);
        uint32_t target = 0, what = 0;

        if (!is_own(list, i) || list->state->unit[i].formation != FORMATION_SKIRMISH ||
            list->state->unit[i].mark[MARK_SHOTS] >= VALUE_OF(list->battle, FIRE_SKIRMISH_ORDER) ||
            best_fire(list, i, &target, &what) == 0)
            continue;
        action.unit = (uint8_t)i;
        action.target = (uint8_t)target;
        action.option = FIRE_FREELY;
        if (add(list, &action, FREE))
            return true;
    }
    return false;
}

/// The best charge of a brigade. Who has not fired yet fires first, if that is worth more; then it
/// closes.
static bool propose_charge(listing *list, const lb_group_card *group, int32_t fire)
{
    lb_action best = nl_action(VERB_BAYONET);
    int32_t most = CHARGE_LEAST;

    for (uint32_t i = group->first_unit; i < end_of(group); i++) {
        int32_t reach, tmm;

        if (!is_own(list, i) || list->battle->unit[i].arm == LB_ARM_ARTILLERY ||
            nl_is_disordered(list->state, i) || list->state->unit[i].mark[MARK_TARGET] != 0 ||
            list->plan->fitness[i].is_worn)
            continue;
        reach = nl_allowance(list->battle, list->state, i, list->state->unit[i].formation);
        (void)foe_of(list, i, &tmm);
        for (uint32_t e = 0; e < list->battle->unit_count && tmm <= reach; e++) {
            if (!lb_unit_is_here(list->state, e) || list->battle->unit[e].side == list->side ||
                lb_unit_distance(list->battle, list->state, i, e) > reach)
                continue;
            for (int bayonet = 0; bayonet < 2; bayonet++) {
                int32_t worth = nl_worth_of_charge(list->counsel, list->battle, list->state, i, e,
                                                   bayonet == 1);

                if (worth <= most)
                    continue;
                most = worth;
                best.unit = (uint8_t)i;
                best.target = (uint8_t)e;
                best.verb = bayonet == 1 ? VERB_BAYONET : VERB_ADVANCE;
            }
        }
    }
    if (list->state->unit[best.unit].mark[MARK_ORDERS] > 0)
        most = lb_most(most, fire);
    return (best.unit != 0 || best.target != 0) && add(list, &best, ORDER + CHARGE_MORE + most);
}

/// The formation that suits a unit where it stands.
static uint8_t wanted(const listing *list, uint32_t unit, int32_t tmm)
{
    uint8_t formation = list->state->unit[unit].formation;

    switch (list->battle->unit[unit].arm) {
    case LB_ARM_ARTILLERY:
        return formation;
    case LB_ARM_CAVALRY:
        return tmm > 2 * DEPLOY ? FORMATION_ATTACK : FORMATION_LINE;
    default:
        if (formation == FORMATION_SQUARE && is_cavalry_near(list, unit))
            return FORMATION_SQUARE;
        if (nl_has(list->battle, unit, LB_TRAIT_LIGHT) ||
            nl_has(list->battle, unit, LB_TRAIT_SHARPSHOOTERS))
            return FORMATION_SKIRMISH;
        if (formation == FORMATION_FIRING && tmm <= 2 * DEPLOY)
            return FORMATION_FIRING;
        return tmm <= DEPLOY ? FORMATION_LINE : FORMATION_ATTACK;
    }
}

/// True of dragoons who had better fight on foot, or who do and had better stay: in cover, with
/// foot before them and no horse near.
static bool is_for_foot(const listing *list, uint32_t unit)
{
    bool is_mounted = nl_is_mounted(list->battle, list->state, unit);
    uint32_t foe;
    int32_t tmm, cover;

    if (list->battle->unit[unit].arm != LB_ARM_CAVALRY ||
        !nl_has(list->battle, unit, LB_TRAIT_DISMOUNTS) || is_cavalry_near(list, unit))
        return false;
    foe = foe_of(list, unit, &tmm);
    if (foe == LB_NOBODY || nl_is_mounted(list->battle, list->state, foe) ||
        tmm > (is_mounted ? DEPLOY : 2 * DEPLOY))
        return false;
    cover = nl_cover(list->battle, list->state, unit, foe);
    return cover != COVER_OPEN && cover != COVER_HILL;
}

/// Dragoons in cover dismount.
static bool propose_dismount(listing *list, const lb_group_card *group, int32_t worth)
{
    for (uint32_t i = group->first_unit; i < end_of(group); i++) {
        lb_action action = nl_action(VERB_FORM);

        if (!is_free(list, i) || nl_is_disordered(list->state, i) || !is_for_foot(list, i))
            continue;
        action.unit = (uint8_t)i;
        action.formation = FORMATION_FIRING;
        action.option = FORM_ON_FOOT;
        if (nl_is_mounted(list->battle, list->state, i) && add(list, &action, worth))
            return true;
        list->counsel->note[i] |= NOTE_DONE;
    }
    return false;
}

/// A change of formation for as many of a brigade as want the same.
static bool propose_form(listing *list, const lb_group_card *group, int32_t worth)
{
    lb_action action = nl_action(VERB_FORM);
    bool is_found = false;

    for (uint32_t i = group->first_unit; i < end_of(group); i++) {
        uint8_t formation;
        int32_t tmm;

        if (!is_free(list, i) || nl_is_disordered(list->state, i) ||
            (list->counsel->note[i] & NOTE_DONE) != 0)
            continue;
        (void)foe_of(list, i, &tmm);
        formation = wanted(list, i, tmm);
        if (formation == list->state->unit[i].formation ||
            (is_found && formation != action.formation))
            continue;
        if (is_found)
            lb_unit_set_add(&action.members, (uint16_t)i);
        else
            action.unit = (uint8_t)i;
        action.formation = formation;
        is_found = true;
    }
    if (!is_found)
        return false;
    if (add(list, &action, worth))
        return true;
    action.members = (lb_unit_set){{0}};
    return add(list, &action, worth);
}

/// Turns a unit that has come where it should to the enemy, or to where the plan faces.
static bool propose_facing(listing *list, uint32_t unit, int32_t worth)
{
    const lb_unit *of = &list->state->unit[unit];
    lb_action action = nl_action(VERB_FORM);
    uint16_t heading = list->plan->unit[unit].heading;
    uint32_t foe;
    int32_t tmm;
    int16_t turn;

    foe = foe_of(list, unit, &tmm);
    if (foe != LB_NOBODY && tmm <= 2 * DEPLOY)
        heading = lb_heading_to(of->at, list->state->unit[foe].at);
    turn = (int16_t)(heading - of->heading);
    /* Once a phase: to turn may make another enemy the nearest. */
    if (of->formation == FORMATION_SQUARE || (turn < SIDEWAYS && turn > -SIDEWAYS) ||
        (list->counsel->note[unit] & NOTE_TURNED) != 0)
        return false;
    list->counsel->note[unit] |= NOTE_TURNED;
    action.unit = (uint8_t)unit;
    action.formation = of->formation;
    action.option = (of->flags & UNIT_DISMOUNTED) != 0 ? FORM_ON_FOOT : 0;
    action.path.count = 1;
    action.path.step[0] = (lb_step){.kind = LB_STEP_TURN, .angle = heading};
    return add(list, &action, worth);
}

/// A move by a vector for a unit and its members; shorter where the way is barred.
static bool try_move(listing *list, lb_action *action, lb_point by, int32_t worth)
{
    const lb_unit *of = &list->state->unit[action->unit];
    lb_point to = {of->at.x + by.x, of->at.y + by.y};
    int32_t way = lb_least(lb_point_distance(of->at, to),
                           nl_allowance(list->battle, list->state, action->unit, of->formation));
    int16_t angle = (int16_t)(lb_heading_to(of->at, to) - of->heading);
    int32_t tmm;

    (void)foe_of(list, action->unit, &tmm);
    way = lb_least(way, lb_most(0, tmm - STAND_OFF));
    if (way < LB_TMM_CM)
        return false;
    action->path.count = 1;
    if (angle > SIDEWAYS || angle < -SIDEWAYS) {
        /* Straight back, or a wheel. */
        bool is_back = angle > 3 * SIDEWAYS || angle < -3 * SIDEWAYS;

        action->path.step[0] = (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = -way};
        if (is_back)
            return add(list, action, worth);
        /* As much of the way round as there is time for. */
        for (int32_t part = 1; part <= 4; part++) {
            action->path.step[0] = (lb_step){.kind = LB_STEP_WHEEL, .angle = angle / part};
            if (add(list, action, worth))
                return true;
        }
        return false;
    }
    for (int part = 1; part <= 4; part *= 2) {
        action->path.step[0] =
            (lb_step){.kind = LB_STEP_OBLIQUE, .tmm = way / part, .angle = angle};
        if (add(list, action, worth))
            return true;
    }
    return false;
}

/// The units of a brigade that can move as one with a unit: alike in formation and facing.
static lb_unit_set company_of(const listing *list, const lb_group_card *group, uint32_t unit,
                              lb_point *by)
{
    const lb_unit *lead = &list->state->unit[unit];
    lb_unit_set company = {{0}};
    int64_t x = 0, y = 0, count = 0;

    for (uint32_t i = group->first_unit; i < end_of(group); i++) {
        const lb_unit *of = &list->state->unit[i];
        lb_point goal;

        if (!is_free(list, i) || nl_is_disordered(list->state, i) ||
            of->formation != lead->formation || of->heading != lead->heading ||
            (list->counsel->note[i] & NOTE_DONE) != 0)
            continue;
        goal = goal_of(list, i);
        x += goal.x - of->at.x;
        y += goal.y - of->at.y;
        count++;
        if (i != unit)
            lb_unit_set_add(&company, (uint16_t)i);
    }
    *by = (lb_point){(int32_t)(x / lb_most(1, (int32_t)count)),
                     (int32_t)(y / lb_most(1, (int32_t)count))};
    return company;
}

/// Moves as many of a brigade as one order serves towards their stations.
static bool propose_move(listing *list, const lb_group_card *group, int32_t worth)
{
    for (uint32_t i = group->first_unit; i < end_of(group); i++) {
        const lb_unit *of = &list->state->unit[i];
        lb_action action = nl_action(VERB_MOVE);
        lb_point by, own;

        if (!is_free(list, i) || nl_is_disordered(list->state, i) ||
            (list->counsel->note[i] & NOTE_DONE) != 0)
            continue;
        own = goal_of(list, i);
        own = (lb_point){own.x - of->at.x, own.y - of->at.y};
        if (lb_point_distance(own, (lb_point){0, 0}) < NEAR_STATION ||
            nl_allowance(list->battle, list->state, i, of->formation) == 0) {
            if (propose_facing(list, i, worth))
                return true;
            list->counsel->note[i] |= NOTE_DONE;
            continue;
        }
        action.unit = (uint8_t)i;
        action.members = company_of(list, group, i, &by);
        if (try_move(list, &action, by, worth))
            return true;
        action.members = (lb_unit_set){{0}};
        if (try_move(list, &action, own, worth) || propose_facing(list, i, worth))
            return true;
        list->counsel->note[i] |= NOTE_DONE;
    }
    return false;
}

/// A commander who is far from his brigade rides up behind it before it is ordered.
static bool propose_ride(listing *list, uint32_t leader)
{
    uint8_t group = list->battle->leader[leader].group;
    const lb_leader *of = &list->state->leader[leader];
    lb_action action = nl_action(VERB_RIDE);
    int64_t x = 0, y = 0, count = 0;
    lb_point goal;
    int32_t way;

    if (list->battle->leader[leader].side != list->side || of->presence != LB_PRESENCE_TABLE ||
        (of->flags & LEADER_RODE) != 0)
        return false;
    goal = list->plan->leader[leader];
    for (uint32_t i = 0; group != LB_NOBODY && i < list->battle->group[group].unit_count; i++) {
        uint32_t unit = list->battle->group[group].first_unit + i;
        lb_point behind;

        if (!lb_unit_is_here(list->state, unit))
            continue;
        behind =
            lb_point_towards(list->state->unit[unit].at, list->state->unit[unit].heading, -BEHIND);
        x += behind.x;
        y += behind.y;
        count++;
    }
    if (count > 0)
        goal = (lb_point){(int32_t)(x / count), (int32_t)(y / count)};
    way = lb_least(lb_point_distance(of->at, goal),
                   LB_CMS(VALUE_OF(list->battle, COMMAND_DISTANCE_RIDE)));
    if (way < RIDE_FROM)
        return false;
    action.unit = (uint8_t)leader;
    action.path.count = 2;
    action.path.step[0] = (lb_step){.kind = LB_STEP_TURN, .angle = lb_heading_to(of->at, goal)};
    action.path.step[1] = (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = way};
    return add(list, &action, FREE);
}

/// What a brigade is told next; false for nothing.
static bool propose_order(listing *list, uint32_t number)
{
    const lb_group_card *group = &list->battle->group[number];
    const lb_group_plan *plan = &list->plan->group[number];
    uint32_t before = list->count;
    int32_t fire = propose_fire(list, group);
    int32_t worth = ORDER + (plan->task == LB_TASK_ATTACK || has_to_press(list) ? PRESS : DRESS);

    (void)propose_charge(list, group, fire);
    if (propose_dismount(list, group, worth + 2))
        return true;
    if (!propose_form(list, group, worth + 1))
        (void)propose_move(list, group, worth);
    return list->count > before;
}

static void propose_orders(listing *list)
{
    add_verb(list, VERB_PASS, 0, 0, 0);
    if (propose_free_fire(list))
        return;
    for (uint32_t i = 0; i < list->battle->leader_count; i++)
        if (propose_ride(list, i))
            return;
    for (uint32_t rank = 0; rank <= list->battle->group_count; rank++)
        for (uint32_t g = 0; g < list->battle->group_count; g++) {
            uint32_t leader;

            if (list->battle->group[g].side != list->side || list->plan->group[g].rank != rank)
                continue;
            leader = nl_leader_of(list->battle, list->state, list->battle->group[g].first_unit);
            if (leader == LB_NOBODY || (list->state->leader[leader].flags & LEADER_SILENT) != 0)
                continue;
            if (propose_order(list, g))
                return;
        }
}

/* Answers. */

static int32_t asked_about(const lb_state *state, uint32_t fact)
{
    return state->machine.cell[state->machine.frame[state->machine.depth - 1].facts + fact];
}

/// True of foot that is not strung out as skirmishers.
static bool is_formed(const listing *list, uint32_t unit)
{
    return list->battle->unit[unit].arm == LB_ARM_INFANTRY &&
           list->state->unit[unit].formation != FORMATION_SKIRMISH;
}

/// Foot forms square against horse; skirmishers, and horse that would lose, slip away.
static void propose_answer(listing *list)
{
    uint32_t unit = (uint32_t)asked_about(list->state, 0);
    uint32_t target = (uint32_t)asked_about(list->state, 1);
    int32_t worth =
        nl_worth_of_charge(list->counsel, list->battle, list->state, unit, target, true);

    add_verb(list, VERB_STAND, 0, 0, 50);
    add_verb(list, VERB_SQUARE, target, 0, 200);
    /* A formed unit gives ground only to a charge that would break it. */
    add_verb(list, VERB_EVADE, target, 0,
             worth > (is_formed(list, target) ? EVADE_FORMED : 0) ? 100 : 0);
}

static void propose_snap(listing *list)
{
    add_verb(list, VERB_PASS, 0, 0, 0);
    for (uint32_t i = 0; i < list->battle->unit_count; i++) {
        lb_action action = nl_action(VERB_FIRE);

        if (!is_own(list, i) || (list->state->unit[i].flags & UNIT_FIRED) != 0)
            continue;
        for (uint32_t t = 0; t < list->battle->unit_count; t++) {
            if (!lb_unit_is_here(list->state, t) ||
                (list->state->unit[t].flags & UNIT_ORDERED) == 0)
                continue;
            action.unit = (uint8_t)i;
            action.target = (uint8_t)t;
            action.option = (uint8_t)nl_usual_fire(list->battle, list->state, i, t);
            if (add(list, &action,
                    10 + nl_worth_of_fire(list->counsel, list->battle, list->state, i, t,
                                          action.option)))
                return;
        }
    }
}

static void propose_take(listing *list)
{
    for (uint32_t i = 0; i < list->battle->unit_count; i++)
        if (is_own(list, i))
            (void)add_verb(list, VERB_TAKE, i, 0, nl_bases(list->state, i));
}

static void propose_yes_or_no(listing *list, uint16_t clause)
{
    bool is_pursuit = clause == CL_ADVANCE_13 || clause == CL_BAYONET_6 || clause == CL_BAYONET_13;
    int32_t worth = 1;

    if (is_pursuit)
        worth =
            nl_worth_of_pursuit(list->battle, list->state, (uint32_t)asked_about(list->state, 0),
                                (uint32_t)asked_about(list->state, 1));
    add_verb(list, VERB_NO, 0, 0, 0);
    add_verb(list, VERB_YES, 0, 0, worth);
}

uint32_t nl_propose(const lb_battle *battle, const lb_state *state, const lb_plan *plan,
                    lb_counsel *counsel, lb_proposal *proposals, uint32_t room)
{
    uint16_t clause = state->machine.node.question.clause;
    listing list = {.battle = battle,
                    .state = state,
                    .plan = plan,
                    .counsel = counsel,
                    .proposals = proposals,
                    .room = room,
                    .side = (uint8_t)(state->machine.node.question.side - 1)};

    if (clause == CL_TURN_PRELIMINARY)
        propose_preliminary(&list);
    else if (clause == CL_COMMAND_ORDERS)
        propose_orders(&list);
    else if (clause == CL_TURN_EVADE)
        propose_answer(&list);
    else if (clause == CL_DISORDER_OPPORTUNITY)
        propose_snap(&list);
    else if (clause == CL_HIT_ALLOCATE)
        propose_take(&list);
    else if (clause == CL_TURN_STAGES)
        add_verb(&list, VERB_FIGHT, nl_next_contact(battle, state, 0),
                 (uint32_t)state->unit[nl_next_contact(battle, state, 0)].mark[MARK_TARGET] - 1, 1);
    else
        propose_yes_or_no(&list, clause);
    return list.count;
}
