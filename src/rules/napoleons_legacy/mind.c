// SPDX-License-Identifier: MIT
// What a sensible player of this sheet would answer, question by question, in the light of a plan:
// a short list of legal actions, as a rule one.
//
// Orders go to brigades, and to as many of their units as one roll can serve: the commander rides
// up, the brigade fires if it can, closes if that promises well, and otherwise moves as a whole to
// its stations, in column far from the enemy and in line near by.

#include "rules/napoleons_legacy/play.h"

enum {
    GRAPPLE = 30 * LB_TMM_CM,       ///< from how near an attacker goes for the nearest enemy
    WELL_IN_RANGE = 13 * LB_TMM_CM, ///< and how near he comes to fire at him
    STAND_OFF = 7 * LB_TMM_CM,      ///< how near it goes without charging
    FREE = 3000,                    ///< what costs nothing comes before all orders
    PRESS = 60,                     ///< a full move of a unit in an attack
    FACE = 30,                      ///< to turn to the enemy
    DRESS = 25,                     ///< a full move otherwise
    FORM_FIRST = 120,               ///< percent of it that the right formation is worth
    CHARGE_MORE = 40,               ///< a charge before fire of the same worth
    CHARGE_LEAST = 40,              ///< what a charge has to promise
    ADVANCE_LEAST = 60,             ///< the same of a Preliminary one, which costs no order
    SIDEWAYS = 8192,                ///< farthest that a body obliques
    ABREAST = 8192                  ///< nobody wheels against an enemy who is farther to the side
};

/// Notes on a unit for a phase.
enum { NOTE_DONE = 1, NOTE_TURNED = 2 };

/// The enemy nearest to a unit, and how far it is; LB_NOBODY for none.
static uint32_t foe_of(const lb_listing *list, uint32_t unit, int32_t *tmm)
{
    *tmm = lb_view_foe_distance(list->asked.view, unit);
    return lb_view_nearest_foe(list->asked.view, unit);
}

/// True if the side does not gain by waiting.
static bool has_to_press(const lb_listing *list)
{
    return list->asked.state->turn > 1 && !list->plan->bides;
}

/// Where a unit should go: to its station, or, if it attacks and an enemy is near, to where it has
/// him well within range of its muskets.
static lb_point goal_of(const lb_listing *list, uint32_t unit)
{
    const lb_view *view = list->asked.view;
    lb_point at = view->pose[unit].at;
    uint32_t foe;
    int32_t tmm;

    if (view->battle->unit[unit].arm == LB_ARM_ARTILLERY || list->plan->fitness[unit].is_worn ||
        list->plan->unit[unit].post == LB_POST_GARRISON ||
        lb_mind_group(list, unit)->task != LB_TASK_ATTACK)
        return list->plan->unit[unit].at;
    foe = foe_of(list, unit, &tmm);
    if (foe == LB_NOBODY || tmm > GRAPPLE || list->plan->fitness[foe].shelter > 1 ||
        !lb_mind_group(list, unit)->closes)
        return list->plan->unit[unit].at;
    return tmm <= WELL_IN_RANGE
               ? at
               : lb_point_towards(at, lb_heading_to(at, view->pose[foe].at), tmm - WELL_IN_RANGE);
}

/* Preliminary. */

/// Guns come into action when they have something to fire at, and hitch up to follow when not.
static bool propose_guns(lb_listing *list, uint32_t unit)
{
    const lb_pose *pose = &list->asked.view->pose[unit];
    int32_t tmm, range = LB_CMS(list->asked.battle->unit[unit].figure[FIGURE_RANGE]);
    int32_t away = lb_point_distance(pose->at, list->plan->unit[unit].at);

    (void)foe_of(list, unit, &tmm);
    if (pose->formation == FORMATION_LIMBERED)
        return (tmm <= range * 3 / 4 || away < LB_CMS(10)) &&
               lb_propose_verb(list, VERB_UNLIMBER, unit, 0, 300);
    return tmm > range && away > LB_CMS(25) && lb_propose_verb(list, VERB_LIMBER, unit, 0, 200);
}

/// What a charge is worth by either verb, by the row or by the unit alone.
struct closing {
    int32_t worth[2][2]; ///< of ADVANCE and BAYONET, with its row and alone; INT32_MIN: not legal
};

static struct closing weigh_closing(const lb_listing *list, uint32_t unit, uint32_t target)
{
    struct closing of = {{{INT32_MIN, INT32_MIN}, {INT32_MIN, INT32_MIN}}};
    bool is_row = nl_body_of(list->asked.view, unit).count > 1;

    for (uint32_t alone = 0; alone <= is_row; alone++) {
        struct nl_prospect prospect;

        /* A row that does well is not taken apart. */
        if (lb_most(of.worth[0][0], of.worth[1][0]) >= ADVANCE_LEAST ||
            !nl_weigh_charge(list, unit, target, alone != 0, &prospect))
            continue;
        of.worth[0][alone] = nl_worth_of_charge(&prospect, false);
        of.worth[1][alone] = nl_worth_of_charge(&prospect, true);
    }
    return of;
}

/// Sets how a charge goes best, with its row or alone, and returns what it is worth then.
static int32_t settle_closing(const lb_listing *list, const struct closing *of, lb_action *action)
{
    const int32_t *worth = of->worth[action->verb == VERB_BAYONET];
    lb_reason reason;

    if (worth[1] > worth[0]) {
        action->option = ORDER_ALONE;
        if (lb_ask_check(&list->asked, action, &reason))
            return worth[1];
        action->option = 0;
    }
    return worth[0];
}

/// What a unit of foot or horse in order does without an order.
static bool propose_act(lb_listing *list, uint32_t unit)
{
    lb_view *view = list->asked.view;
    bool is_mounted = nl_is_mounted(view->battle, view->state, unit);
    uint32_t enemy = nl_preliminary_target(view, unit);
    lb_action action = lb_action_of(is_mounted ? VERB_BAYONET : VERB_ADVANCE);
    struct closing closing;
    int32_t worth;

    if (enemy == LB_NOBODY)
        return false;
    action.unit = (uint16_t)unit;
    action.target = (uint16_t)enemy;
    closing = weigh_closing(list, unit, enemy);
    worth = settle_closing(list, &closing, &action);
    if (worth >= ADVANCE_LEAST && list->plan->unit[unit].post != LB_POST_GARRISON &&
        lb_propose_legal(list, &action, worth))
        return true;
    return !is_mounted && nl_is_cavalry_near(list, unit) &&
           lb_propose_verb(list, VERB_SQUARE, unit, 0, 100);
}

void nl_propose_preliminary(lb_listing *list)
{
    lb_propose_pass(list);
    LB_EACH (i, lb_mind_own(list)) {
        bool is_found;

        if ((list->counsel->note[i] & NOTE_DONE) != 0 ||
            (list->asked.state->unit[i].flags & UNIT_ACTED) != 0)
            continue;
        list->counsel->note[i] |= NOTE_DONE;
        if (nl_is_disordered(list->asked.state, i))
            is_found = lb_propose_verb(list, VERB_RALLY, i, 0, 500);
        else if (list->asked.battle->unit[i].arm == LB_ARM_ARTILLERY)
            is_found = propose_guns(list, i);
        else
            is_found = propose_act(list, i);
        if (is_found)
            return;
    }
}

/* Fire. */

/// True if a unit could be given an order.
static bool is_free(const lb_listing *list, uint32_t unit)
{
    const lb_state *state = list->asked.state;

    return lb_mind_is_own(list, unit) && state->unit[unit].mark[MARK_TARGET] == 0 &&
           state->unit[unit].mark[MARK_ORDERS] < VALUE_OF(list->asked.battle, COMMAND_ORDERS) &&
           !lb_view_is_engaged(list->asked.view, unit);
}

/// A unit of which is_free holds, in order and not done with this phase.
static bool is_ready_for_orders(const lb_listing *list, uint32_t unit)
{
    return (list->counsel->note[unit] & NOTE_DONE) == 0 &&
           !nl_is_disordered(list->asked.state, unit) && is_free(list, unit);
}

/// Proposes an order if it is legal, for what it is worth times the chance that it is obeyed. One
/// that nobody can obey is not proposed: if it were all that a brigade has, the others would wait.
static bool propose_ordered(lb_listing *list, const lb_action *action, int32_t worth)
{
    lb_reason reason;

    if (!lb_ask_check(&list->asked, action, &reason))
        return false;
    worth = nl_worth_of_order(list, action, lb_most(1, worth));
    return worth > 0 && lb_propose(list, action, worth);
}

/// Proposes an order that is worth so much for each unit that it is for.
static bool propose_collective(lb_listing *list, const lb_action *action, int32_t each)
{
    lb_unit_set units = nl_ordered(list->asked.view, action);

    return propose_ordered(list, action, each * (int32_t)lb_unit_set_count(&units));
}

/// The target at which the fire of a unit is worth most; 0 if it has none.
static int32_t best_fire(const lb_listing *list, uint32_t unit, uint32_t *target, uint32_t *what)
{
    lb_view *view = list->asked.view;
    lb_unit_set near, weighed[FIRE_CANISTER + 1] = {{{0}}};
    int32_t best = 0;
    lb_reason reason;

    if (!nl_can_fire(view, unit))
        return 0;
    near = lb_view_near(view, view->box[unit],
                        LB_CMS(view->battle->unit[unit].figure[FIGURE_RANGE]), lb_mind_foes(list));
    LB_EACH (i, &near) {
        uint32_t with = nl_usual_fire(view, unit, i);
        struct nl_body row;
        int32_t worth;

        /* Fire is at a row: one of its units stands for all. */
        if (lb_unit_set_has(&weighed[with], (uint16_t)i) ||
            !nl_may_fire(view, unit, i, with, &reason))
            continue;
        row = nl_body_of(view, i);
        lb_unit_set_join(&weighed[with], &row.units);
        if (nl_worth_of_fire(list, unit, i, with, &worth) && worth > best) {
            best = worth;
            *target = i;
            *what = with;
        }
    }
    return best;
}

/// What a unit of a brigade would fire at by itself.
struct aim {
    uint32_t target, what;
    int32_t worth; ///< 0: it does not fire
};

enum { AIMS_MAX = 32 }; ///< units of a brigade whose fire is weighed together

/// Those of a brigade, units in order from its first, who can fire at the row of a target.
static lb_unit_set pool_at(const lb_listing *list, const lb_group_card *group,
                           const struct aim *aims, const struct aim *at)
{
    lb_unit_set pool = {{0}};
    lb_reason reason;

    for (uint32_t k = 0; k < (uint32_t)lb_least(group->unit_count, AIMS_MAX); k++)
        if (aims[k].worth > 0 && aims[k].what == at->what &&
            (aims[k].target == at->target ||
             nl_may_fire(list->asked.view, group->first_unit + k, at->target, at->what, &reason)))
            lb_unit_set_add(&pool, (uint16_t)(group->first_unit + k));
    return pool;
}

/// What the fire of a brigade is worth if it aims at one target as far as it can: a pool of many
/// may rout whom each of them would only disorder.
static int32_t worth_of_volley(const lb_listing *list, const lb_group_card *group,
                               const struct aim *aims, const struct aim *at)
{
    lb_unit_set pool = pool_at(list, group, aims, at);
    int32_t worth = at->worth;

    if (lb_unit_set_count(&pool) > 1 &&
        !nl_worth_of_pool(list, &pool, at->target, at->what, &worth))
        worth = at->worth;
    for (uint32_t k = 0; k < (uint32_t)lb_least(group->unit_count, AIMS_MAX); k++)
        if (!lb_unit_set_has(&pool, (uint16_t)(group->first_unit + k)))
            worth += aims[k].worth;
    return worth;
}

/// The fire of a brigade on one order: everybody that has a target.
static int32_t propose_fire(lb_listing *list, const lb_group_card *group)
{
    lb_action action = lb_action_of(VERB_FIRE);
    struct aim aims[AIMS_MAX];
    uint32_t count = (uint32_t)lb_least(group->unit_count, AIMS_MAX);
    int32_t best = 0;
    lb_reason reason;

    for (uint32_t k = 0; k < count; k++) {
        aims[k] = (struct aim){0};
        if (is_free(list, group->first_unit + k))
            aims[k].worth = best_fire(list, group->first_unit + k, &aims[k].target, &aims[k].what);
        if (aims[k].worth > 0)
            lb_unit_set_add(&action.members, (uint16_t)(group->first_unit + k));
    }
    for (uint32_t k = 0; k < count; k++) {
        int32_t worth;
        bool is_known = aims[k].worth == 0;

        for (uint32_t j = 0; j < k && !is_known; j++)
            is_known = aims[j].worth > 0 && aims[j].target == aims[k].target;
        if (is_known || (worth = worth_of_volley(list, group, aims, &aims[k])) <= best)
            continue;
        best = worth;
        action.unit = (uint16_t)(group->first_unit + k);
        action.target = (uint16_t)aims[k].target;
        action.option = (uint8_t)aims[k].what;
    }
    if (best == 0)
        return 0;
    lb_unit_set_remove(&action.members, action.unit);
    /* A unit that fires at something else is carried along; one that spoils the order is not. */
    if (!lb_ask_check(&list->asked, &action, &reason))
        action.members = (lb_unit_set){{0}};
    return propose_ordered(list, &action, best) ? best : 0;
}

/// nl.fire.skirmish-order: shots that cost nothing.
static bool propose_free_fire(lb_listing *list)
{
    LB_EACH (i, lb_mind_own(list)) {
        lb_action action = lb_action_of(VERB_FIRE);
        uint32_t target = 0, what = 0;

        if (lb_view_formation(list->asked.view, i) != FORMATION_SKIRMISH ||
            list->asked.state->unit[i].mark[MARK_SHOTS] >=
                VALUE_OF(list->asked.battle, FIRE_SKIRMISH_ORDER) ||
            best_fire(list, i, &target, &what) == 0)
            continue;
        action.unit = (uint16_t)i;
        action.target = (uint16_t)target;
        action.option = FIRE_FREELY;
        if (lb_propose_legal(list, &action, FREE))
            return true;
    }
    return false;
}

/* Charges. */

/// Looks for a better charge of a unit than was found before. Rows meet as a whole, so one unit of
/// a row stands for all, and `weighed` has the enemies that need not be looked at again.
static void better_charge(const lb_listing *list, uint32_t unit, lb_unit_set *weighed,
                          lb_deed *best)
{
    lb_view *view = list->asked.view;
    int32_t reach = nl_pace(view, unit);
    lb_unit_set near = lb_view_near(view, view->box[unit], reach, lb_mind_foes(list));

    LB_EACH (target, &near) {
        struct closing closing;
        struct nl_body row;

        if (lb_unit_set_has(weighed, (uint16_t)target) ||
            !lb_quad_is_within(&view->quad[unit], &view->quad[target], reach) ||
            lb_turn_between(view->pose[unit].heading,
                            lb_heading_to(view->pose[unit].at, view->pose[target].at)) > ABREAST)
            continue;
        row = nl_body_of(view, target);
        lb_unit_set_join(weighed, &row.units);
        closing = weigh_closing(list, unit, target);
        for (uint32_t verb = VERB_ADVANCE; verb <= VERB_BAYONET; verb++) {
            lb_action action = lb_action_of(verb);
            int32_t worth;

            action.unit = (uint16_t)unit;
            action.target = (uint16_t)target;
            worth = settle_closing(list, &closing, &action);
            if (worth > best->worth)
                *best = (lb_deed){action, worth};
        }
    }
}

_Static_assert(VERB_BAYONET == VERB_ADVANCE + 1, "the two charges stand together");

/// The best charge of a brigade. A unit that has not fired yet fires first, if that is worth more;
/// then it closes.
static bool propose_charge(lb_listing *list, const lb_group_card *group, int32_t fire)
{
    lb_deed best = {lb_action_of(VERB_BAYONET), CHARGE_LEAST};
    lb_unit_set row = {{0}}, weighed = row;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        if (!lb_mind_is_own(list, i) || list->asked.battle->unit[i].arm == LB_ARM_ARTILLERY ||
            nl_is_disordered(list->asked.state, i) ||
            list->asked.state->unit[i].mark[MARK_TARGET] != 0 || list->plan->fitness[i].is_worn ||
            list->plan->unit[i].post == LB_POST_GARRISON)
            continue;
        if (!lb_unit_set_has(&row, (uint16_t)i)) {
            row = nl_body_of(list->asked.view, i).units;
            weighed = (lb_unit_set){{0}};
        }
        better_charge(list, i, &weighed, &best);
    }
    if (list->asked.state->unit[best.action.unit].mark[MARK_ORDERS] > 0)
        best.worth = lb_most(best.worth, fire);
    return (best.action.unit != 0 || best.action.target != 0) &&
           propose_ordered(list, &best.action, CHARGE_MORE + best.worth);
}

/* Formations. */

/// How far the enemy is from the unit of a brigade that is nearest to him.
static int32_t distance_of_brigade(const lb_listing *list, const lb_group_card *group)
{
    int32_t least = INT32_MAX, tmm;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++)
        if (lb_mind_is_own(list, i)) {
            (void)foe_of(list, i, &tmm);
            least = lb_least(least, tmm);
        }
    return least;
}

/// Dragoons in cover dismount.
static bool propose_dismount(lb_listing *list, const lb_group_card *group, int32_t worth)
{
    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        lb_action action = lb_action_of(VERB_FORM);

        if (list->asked.battle->unit[i].arm != LB_ARM_CAVALRY || !is_free(list, i) ||
            nl_is_disordered(list->asked.state, i) || !nl_is_for_foot(list, i))
            continue;
        action.unit = (uint16_t)i;
        action.formation = FORMATION_FIRING;
        action.option = FORM_ON_FOOT;
        if (nl_is_mounted(list->asked.battle, list->asked.state, i) &&
            propose_ordered(list, &action, worth))
            return true;
        list->counsel->note[i] |= NOTE_DONE;
    }
    return false;
}

/// Adds the units of a brigade that want a formation to an order, or with `each` only as long as it
/// stays legal; false if there is nobody.
static bool fill_form(const lb_listing *list, const lb_group_card *group, int32_t tmm, bool each,
                      lb_action *action)
{
    bool is_found = false;
    lb_reason reason;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        lb_action larger = *action;

        if (!is_ready_for_orders(list, i))
            continue;
        larger.formation = nl_formation_for(list, i, tmm);
        if (larger.formation == lb_view_formation(list->asked.view, i) ||
            (is_found && larger.formation != action->formation))
            continue;
        if (is_found)
            lb_unit_set_add(&larger.members, (uint16_t)i);
        else
            larger.unit = (uint16_t)i;
        if (each && !lb_ask_check(&list->asked, &larger, &reason))
            continue;
        *action = larger;
        is_found = true;
    }
    return is_found;
}

/// A change of formation for as many of a brigade as want the same: all of them as one, or else
/// those who find room.
static bool propose_form(lb_listing *list, const lb_group_card *group, int32_t worth)
{
    int32_t tmm = distance_of_brigade(list, group);
    lb_action all = lb_action_of(VERB_FORM), some = all;

    if (!fill_form(list, group, tmm, false, &all))
        return false;
    return propose_collective(list, &all, worth) ||
           (fill_form(list, group, tmm, true, &some) && propose_collective(list, &some, worth));
}

/// Turns a unit that has come where it should to the enemy, or to where the plan faces.
static bool propose_facing(lb_listing *list, uint32_t unit, int32_t worth)
{
    const lb_pose *pose = &list->asked.view->pose[unit];
    bool on_foot = (list->asked.state->unit[unit].flags & UNIT_DISMOUNTED) != 0;
    lb_action action = lb_action_of(VERB_FORM);
    uint16_t heading = list->plan->unit[unit].heading;
    uint32_t foe;
    int32_t tmm;

    foe = foe_of(list, unit, &tmm);
    if (foe != LB_NOBODY && tmm <= 2 * NL_DEPLOY)
        heading = lb_heading_to(pose->at, list->asked.view->pose[foe].at);
    /* Once a phase: to turn may make another enemy the nearest. */
    if (pose->formation == FORMATION_SQUARE || lb_turn_between(pose->heading, heading) < SIDEWAYS ||
        (list->counsel->note[unit] & NOTE_TURNED) != 0)
        return false;
    list->counsel->note[unit] |= NOTE_TURNED;
    action.unit = (uint16_t)unit;
    action.formation = pose->formation;
    action.option = on_foot ? FORM_ON_FOOT : 0;
    lb_path_add(&action.path, lb_step_turn(heading));
    return propose_ordered(list, &action, worth);
}

/* Moves. */

/// True of a unit that marches with its brigade: foot or horse, ready, in no square and not strung
/// out.
static bool is_marcher(const lb_listing *list, uint32_t unit)
{
    uint8_t formation = lb_view_formation(list->asked.view, unit);

    return list->asked.battle->unit[unit].arm != LB_ARM_ARTILLERY &&
           is_ready_for_orders(list, unit) && formation != FORMATION_SQUARE &&
           nl_is_mounted(list->asked.battle, list->asked.state, unit) ==
               (list->asked.battle->unit[unit].arm == LB_ARM_CAVALRY);
}

/// Gives an order a path of one step; false if it is not legal.
static bool can_step(const lb_listing *list, lb_action *action, lb_step step)
{
    lb_reason reason;

    struct nl_places places;
    lb_unit_set jostled = {{0}};
    int32_t tmm;

    (void)foe_of(list, action->unit, &tmm);
    action->path.count = 0;
    lb_path_add(&action->path, step);
    return lb_ask_check(&list->asked, action, &reason) &&
           nl_judge_move(list->asked.view, action, &places, &jostled, &reason) &&
           (lb_unit_set_count(&jostled) == 0 || tmm > GRAPPLE);
}

/// Any other way that brings a unit nearer to a place: where friends stand in the best one, the
/// next best will do.
static bool find_aside(const lb_listing *list, lb_action *action, lb_point to, int32_t way)
{
    static const int16_t angles[] = {0, 4096, -4096, SIDEWAYS, -SIDEWAYS};
    const lb_pose *pose = &list->asked.view->pose[action->unit];
    int32_t now = lb_point_distance(pose->at, to);

    for (int32_t part = 1; part <= 2; part++)
        for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
            lb_point end =
                lb_point_towards(pose->at, (uint16_t)(pose->heading + angles[i]), way / part);

            if (lb_point_distance(end, to) < now - way / part / 4 &&
                can_step(list, action,
                         (lb_step){.kind = LB_STEP_OBLIQUE, .tmm = way / part, .angle = angles[i]}))
                return true;
        }
    return false;
}

/// Finds a move by a vector for a unit and its members; shorter where the way is barred.
static bool find_way(const lb_listing *list, lb_action *action, lb_point by)
{
    const lb_pose *pose = &list->asked.view->pose[action->unit];
    lb_point to = {pose->at.x + by.x, pose->at.y + by.y};
    int32_t way =
        lb_least(lb_point_distance(pose->at, to), nl_pace(list->asked.view, action->unit));
    int16_t angle = (int16_t)(lb_heading_to(pose->at, to) - pose->heading);
    int32_t tmm, turn = lb_most(angle, -angle);

    (void)foe_of(list, action->unit, &tmm);
    way = lb_least(way, lb_most(0, tmm - STAND_OFF));
    if (way < LB_TMM_CM)
        return false;
    if (turn > 3 * SIDEWAYS)
        return can_step(list, action, lb_step_straight(-way));
    /* As much of the way round as there is time for. */
    for (int32_t part = 1; part <= 4 && turn > SIDEWAYS; part++)
        if (can_step(list, action, (lb_step){.kind = LB_STEP_WHEEL, .angle = angle / part}))
            return true;
    for (int32_t part = 1; part <= 4 && turn <= SIDEWAYS; part *= 2)
        if (can_step(list, action,
                     (lb_step){.kind = LB_STEP_OBLIQUE, .tmm = way / part, .angle = angle}))
            return true;
    return find_aside(list, action, to, way);
}

/// Finds a move by a vector for a unit and as many of its members as can go the same way.
static bool find_some(const lb_listing *list, lb_action *action, lb_point by)
{
    lb_unit_set company = action->members;
    lb_reason reason;

    action->members = (lb_unit_set){{0}};
    if (!find_way(list, action, by))
        return false;
    LB_EACH (i, &company) {
        lb_unit_set before = action->members;

        lb_unit_set_add(&action->members, (uint16_t)i);
        if (!lb_ask_check(&list->asked, action, &reason))
            action->members = before;
    }
    return true;
}

/// nl.command.collective.loose: true of a unit that would make the order harder for all.
static bool is_far_and_loose(const lb_listing *list, uint32_t unit)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t leader = nl_leader_of(battle, list->asked.state, unit);

    return leader != LB_NOBODY && nl_body_of(list->asked.view, unit).count == 1 &&
           lb_point_distance_ceil(list->asked.state->leader[leader].at,
                                  &list->asked.view->quad[unit]) >
               LB_CMS(VALUE_OF(battle, COMMAND_LOOSE_REACH));
}

/// The units of a brigade that can move as one with a unit: alike in formation and facing.
static lb_unit_set company_of(const lb_listing *list, const lb_group_card *group, uint32_t unit,
                              lb_point own, lb_point *by)
{
    const lb_view *view = list->asked.view;
    const lb_pose *lead = &view->pose[unit];
    lb_unit_set company = {{0}};
    int64_t x = 0, y = 0, count = 0;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        const lb_pose *pose = &view->pose[i];
        lb_point goal;

        if (pose->heading != lead->heading || !is_ready_for_orders(list, i) ||
            pose->formation == FORMATION_SQUARE ||
            (view->battle->unit[i].arm == LB_ARM_ARTILLERY) !=
                (view->battle->unit[unit].arm == LB_ARM_ARTILLERY) ||
            (i != unit && is_far_and_loose(list, i)))
            continue;
        goal = goal_of(list, i);
        /* Who wants to go the other way is left out. */
        if ((int64_t)(goal.x - pose->at.x) * own.x + (int64_t)(goal.y - pose->at.y) * own.y <= 0)
            continue;
        x += goal.x - pose->at.x;
        y += goal.y - pose->at.y;
        count++;
        if (i != unit)
            lb_unit_set_add(&company, (uint16_t)i);
    }
    *by = (lb_point){(int32_t)(x / lb_most(1, (int32_t)count)),
                     (int32_t)(y / lb_most(1, (int32_t)count))};
    return company;
}

/// The heading that most units of a brigade have already who are to march in a direction: one from
/// which they can go there without a wheel; the direction itself if nobody has such a one.
static uint16_t common_heading(const lb_listing *list, const lb_group_card *group,
                               uint16_t direction)
{
    const lb_view *view = list->asked.view;
    uint16_t best = direction;
    uint32_t most = 0;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        uint16_t heading = view->pose[i].heading;
        uint32_t count = 0;

        if (!is_marcher(list, i) || lb_turn_between(heading, direction) > SIDEWAYS)
            continue;
        for (uint32_t j = group->first_unit; j < lb_group_end(group); j++)
            count += is_marcher(list, j) && view->pose[j].heading == heading;
        if (count > most) {
            most = count;
            best = heading;
        }
    }
    return best;
}

/// A brigade that is to march and faces in several directions takes one: those who face elsewhere
/// turn to it by one order. Then one order moves all of it.
static bool propose_align(lb_listing *list, const lb_group_card *group, int32_t worth)
{
    const lb_view *view = list->asked.view;
    lb_action action = lb_action_of(VERB_FORM);
    lb_point by = {0, 0};
    int32_t count = 0, astray = 0;
    uint16_t heading;
    lb_reason reason;

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++)
        if (is_marcher(list, i)) {
            lb_point goal = goal_of(list, i);

            by.x += (goal.x - view->pose[i].at.x) / 16;
            by.y += (goal.y - view->pose[i].at.y) / 16;
            count++;
        }
    if (count < 2 || lb_point_distance(by, (lb_point){0, 0}) < count * LB_CMS(10) / 16 ||
        distance_of_brigade(list, group) <= NL_DEPLOY)
        return false;
    heading = common_heading(list, group, lb_heading_to((lb_point){0, 0}, by));
    action.formation = FORMATION_ATTACK;
    lb_path_add(&action.path, lb_step_turn(heading));
    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        lb_action larger = action;

        if (!is_marcher(list, i) || view->pose[i].heading == heading ||
            (list->counsel->note[i] & NOTE_TURNED) != 0)
            continue;
        if (astray > 0)
            lb_unit_set_add(&larger.members, (uint16_t)i);
        else
            larger.unit = (uint16_t)i;
        if (!lb_ask_check(&list->asked, &larger, &reason))
            continue;
        action = larger;
        astray++;
    }
    return astray > 0 && propose_collective(list, &action, worth);
}

/// True of guns that have something to fire at: they stay.
static bool has_target(const lb_listing *list, uint32_t unit)
{
    uint32_t target, what;

    return list->asked.battle->unit[unit].arm == LB_ARM_ARTILLERY &&
           best_fire(list, unit, &target, &what) > 0;
}

/// A move of a brigade that was found, and what it does: units times the way that they make.
struct going {
    lb_action action;
    lb_unit_set units; ///< that go
    int32_t part;      ///< of a move that they make, in percent
    int32_t score;     ///< 0: none was found
};

/// The way that the units of an order make together.
static int32_t score_of(const lb_listing *list, const lb_action *action, lb_unit_set *units,
                        int32_t *part)
{
    const lb_step *step = &action->path.step[0];
    int32_t way = step->kind == LB_STEP_WHEEL ? nl_pace(list->asked.view, action->unit) / 2
                                              : lb_most(step->tmm, -step->tmm);

    *units = nl_ordered(list->asked.view, action);
    *part = way * 100 / lb_most(1, nl_pace(list->asked.view, action->unit));
    return (int32_t)lb_unit_set_count(units) * (way / LB_TMM_CM);
}

/// Keeps a move if it does more than the one found before.
static void keep_better(const lb_listing *list, const lb_action *action, struct going *best)
{
    lb_unit_set units;
    int32_t part, score = score_of(list, action, &units, &part);

    if (score > best->score)
        *best = (struct going){*action, units, part, score};
}

/// Finds the way of a unit to its station, with as many of its brigade as can go it too.
static bool find_going(const lb_listing *list, const lb_group_card *group, uint32_t unit,
                       lb_point own, struct going *best)
{
    lb_action action = lb_action_of(VERB_MOVE);
    lb_point by;
    bool is_found;

    action.unit = (uint16_t)unit;
    action.members = company_of(list, group, unit, own, &by);
    is_found = find_way(list, &action, by) || find_some(list, &action, by);
    if (!is_found) {
        action.members = (lb_unit_set){{0}};
        is_found = find_way(list, &action, own);
    }
    if (!is_found) {
        /* What cannot go with its row goes by itself. */
        action.option = ORDER_ALONE;
        is_found = find_way(list, &action, own);
    }
    if (is_found)
        keep_better(list, &action, best);
    return is_found;
}

/// Moves as many of a brigade as one order serves towards their stations.
static bool propose_move(lb_listing *list, const lb_group_card *group, int32_t worth)
{
    struct going best = {.score = 0};

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        lb_point at = list->asked.view->pose[i].at, own;

        if (!is_ready_for_orders(list, i) || lb_unit_set_has(&best.units, (uint16_t)i))
            continue;
        if (has_target(list, i)) {
            list->counsel->note[i] |= NOTE_DONE;
            continue;
        }
        own = goal_of(list, i);
        own = (lb_point){own.x - at.x, own.y - at.y};
        if (lb_point_distance(own, (lb_point){0, 0}) >= NL_NEAR_STATION &&
            nl_pace(list->asked.view, i) != 0 && find_going(list, group, i, own, &best))
            continue;
        if (propose_facing(list, i, FACE))
            return true;
        list->counsel->note[i] |= NOTE_DONE;
    }
    return best.score > 0 && propose_collective(list, &best.action, worth * best.part / 100);
}

/* Orders. */

/// What a brigade is told next; false for nothing.
static bool propose_order(lb_listing *list, uint32_t number)
{
    const lb_group_card *group = &list->asked.battle->group[number];
    const lb_group_plan *plan = &list->plan->group[number];
    uint32_t before = list->count;
    int32_t fire = propose_fire(list, group);
    int32_t worth = plan->task == LB_TASK_ATTACK || has_to_press(list) ? PRESS : DRESS;

    (void)propose_charge(list, group, fire);
    if (propose_dismount(list, group, worth))
        return true;
    if (!propose_align(list, group, worth * FORM_FIRST / 100))
        (void)propose_form(list, group, worth * FORM_FIRST / 100);
    (void)propose_move(list, group, worth);
    return list->count > before;
}

/// True if somebody is left to give a brigade orders.
static bool is_commanded(const lb_listing *list, uint32_t group)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t leader = nl_leader_of(battle, list->asked.state, battle->group[group].first_unit);

    return leader != LB_NOBODY && (list->asked.state->leader[leader].flags & LEADER_SILENT) == 0;
}

void nl_propose_orders(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    lb_propose_pass(list);
    if (propose_free_fire(list) || lb_propose_rides(list, nl_leader_place, FREE))
        return;
    for (uint32_t rank = 0; rank <= battle->group_count; rank++)
        for (uint32_t g = 0; g < battle->group_count; g++)
            if (battle->group[g].side == lb_asked_side(&list->asked) &&
                list->plan->group[g].rank == rank && is_commanded(list, g) &&
                propose_order(list, g))
                return;
}
