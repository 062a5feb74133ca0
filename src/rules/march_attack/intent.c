// SPDX-License-Identifier: MIT
// What one unit ought to do with its move, in the light of the plan: guns unlimber where they bear,
// columns march and deploy near the enemy, horse waits for its charge. Everything handed out has
// passed the check.

#include "rules/march_attack/play.h"

enum {
    AT_STATION = LB_TMM_INCH * 3 / 2,
    DEPLOY_NEAR = 7 * LB_TMM_INCH, ///< columns form line
    PLOY_FAR = 12 * LB_TMM_INCH,   ///< and lines columns
    SQUARE_NEAR = 14 * LB_TMM_INCH,
    SLACK = 5461,      ///< a heading may differ so much, 30 degrees
    STRAIGHT_ON = 546, ///< and is still straight on, 3 degrees
    TRIES = 4
};

/// True if an action is legal.
static bool is_legal(const lb_listing *list, const lb_action *action, lb_footprint *end,
                     const lb_walk **walk)
{
    lb_reason reason;

    return ma_judge_move(list->asked.view, action, end, walk, &reason);
}

static lb_action action_of(const lb_listing *list, uint32_t verb, uint32_t unit)
{
    lb_action action = lb_action_of(verb);

    action.unit = (uint16_t)unit;
    if (verb == VERB_MOVE)
        action.formation = lb_view_formation(list->asked.view, unit);
    return action;
}

/// A way toward a heading: at an oblique, by turning, or by a wheel on the march.
static lb_path way_toward(const lb_listing *list, uint32_t unit, uint16_t toward, int32_t tmm,
                          bool is_march)
{
    uint16_t heading = list->asked.view->pose[unit].heading;
    int32_t angle = (int16_t)(toward - heading);
    lb_path path = {.count = 0};

    if (angle >= -LB_ANGLE_QUARTER / 2 && angle <= LB_ANGLE_QUARTER / 2) {
        lb_path_add(&path, angle < STRAIGHT_ON && angle > -STRAIGHT_ON
                               ? lb_step_straight(tmm)
                               : (lb_step){LB_STEP_OBLIQUE, tmm, angle});
        return path;
    }
    if (is_march) {
        angle = lb_most(-LB_ANGLE_QUARTER, lb_least(LB_ANGLE_QUARTER, angle));
        lb_path_add(&path, (lb_step){LB_STEP_WHEEL, 0, angle});
    } else {
        lb_path_add(&path, lb_step_turn(toward));
    }
    lb_path_add(&path, lb_step_straight(tmm));
    return path;
}

/// A way that costs too much, shorter: by as much as it costs too much, which is right where turns
/// and obstacles do, or in proportion, where the ground does.
static int32_t cheaper(int32_t tmm, int32_t cost, int32_t allowance)
{
    int32_t by_excess = tmm - (cost - allowance);
    int32_t by_ratio = (int32_t)((int64_t)tmm * allowance / cost);

    return lb_least(tmm - 1, 4 * by_excess >= 3 * by_ratio ? by_excess : by_ratio);
}

/// Tries a way, shorter and shorter.
static bool try_way(const lb_listing *list, lb_action *action, int32_t allowance, lb_footprint *end)
{
    const lb_walk *walk;

    for (int tries = 0; tries < TRIES; tries++) {
        uint32_t going = lb_mind_going_step(&action->path);
        lb_step *step = &action->path.step[going == LB_PATH_STEPS_MAX ? 0 : going];

        if (is_legal(list, action, end, &walk))
            return true;
        if (going == LB_PATH_STEPS_MAX || (walk == NULL && action->verb != VERB_MARCH))
            return false;
        if (walk == NULL || (walk->stop == LB_STOP_NONE && walk->cost_tmm <= allowance)) {
            /* The enemy, the order, or passing friends, is at fault: less far may do. */
            step->tmm = step->tmm * 3 / 5;
            if (step->tmm < LB_TMM_INCH / 2)
                return false;
        } else if (walk->stop == LB_STOP_NONE && allowance > 0) {
            step->tmm = cheaper(step->tmm, walk->cost_tmm, allowance);
            if (step->tmm < LB_TMM_INCH / 2)
                return false;
        } else if (!lb_mind_shorten(list->asked.view, list->asked.view->pose[action->unit].at,
                                    &action->path, walk, allowance, LB_TMM_INCH / 2)) {
            return false;
        }
    }
    return false;
}

/// What a move by a verb and into a formation may cost.
static int32_t allowance_of(const lb_listing *list, const lb_action *action)
{
    const lb_battle *battle = list->asked.battle;
    uint8_t own = lb_view_formation(list->asked.view, action->unit);
    bool is_march = action->verb == VERB_MARCH;
    uint8_t to = is_march ? own : action->formation;
    int32_t rate = lb_least(ma_rate(battle, action->unit, own, is_march),
                            ma_rate(battle, action->unit, to, is_march));

    if (ma_is_guns(battle, action->unit) && own != to)
        rate = ma_rate(battle, action->unit, FORMATION_LIMBERED, false);
    return rate - ma_change_cost(battle, action->unit, own, to);
}

/// Goes toward a place, by one of some ways round where the straight one is barred.
static bool march_to(const lb_listing *list, lb_action start, lb_point goal, lb_deed *deed)
{
    int32_t allowance = allowance_of(list, &start);
    lb_approach on = lb_approach_start(list->asked.view->pose[start.unit].at, goal, allowance);

    for (uint32_t i = 0; i < LB_APPROACHES; i++) {
        lb_action action = start;
        lb_footprint end;

        action.path = way_toward(list, start.unit, lb_approach_heading(&on, i), on.reach_tmm,
                                 start.verb == VERB_MARCH);
        if (try_way(list, &action, allowance, &end) &&
            lb_approach_keep(&on, &action, end.centre, deed))
            break;
    }
    return on.is_found;
}

/// Turns on the spot, and takes a formation.
static bool face(const lb_listing *list, uint32_t unit, uint8_t formation, uint16_t heading,
                 lb_deed *deed)
{
    lb_action action = action_of(list, VERB_MOVE, unit);
    bool changes = formation != action.formation;
    const lb_walk *walk;
    lb_footprint end;

    if (lb_turn_between(list->asked.view->pose[unit].heading, heading) > SLACK)
        lb_path_add(&action.path, lb_step_turn(heading));
    else if (!changes)
        return false;
    action.formation = formation;
    action.option = changes && action.path.count > 0 ? MOVE_CHANGES_LAST : 0;
    return is_legal(list, &action, &end, &walk) && lb_deed_set(deed, &action, 40);
}

/* Guns. */

static bool serve_guns(const lb_listing *list, uint32_t unit, uint32_t foe, int32_t tmm,
                       lb_deed *deed)
{
    lb_view *view = list->asked.view;
    const lb_station *station = &list->plan->unit[unit];
    ma_ranges ranges = ma_ranges_of(list->asked.battle, unit);
    int32_t away = lb_point_distance(view->pose[unit].at, station->at);
    bool is_deployed = lb_view_formation(view, unit) == FORMATION_DEPLOYED;
    uint16_t facing = foe == LB_NOBODY ? station->heading
                                       : lb_heading_to(view->pose[unit].at, view->pose[foe].at);
    lb_action action = action_of(list, VERB_MOVE, unit);

    if (is_deployed) {
        if (ma_has_target(view, unit))
            return false;
        if (tmm <= ranges.longest && foe != LB_NOBODY && !ma_is_in_arc(view, unit, foe))
            return face(list, unit, FORMATION_DEPLOYED, facing, deed);
        if (away <= AT_STATION)
            return false;
        action.formation = FORMATION_LIMBERED;
        return march_to(list, action, station->at, deed) ||
               face(list, unit, FORMATION_LIMBERED, station->heading, deed);
    }
    if ((tmm <= ranges.effective || (away <= AT_STATION && tmm <= ranges.longest)) &&
        face(list, unit, FORMATION_DEPLOYED, facing, deed))
        return true;
    if (away <= AT_STATION)
        return face(list, unit, FORMATION_DEPLOYED, facing, deed);
    action.verb = VERB_MARCH;
    action.formation = 0;
    if (march_to(list, action, station->at, deed))
        return true;
    action = action_of(list, VERB_MOVE, unit);
    return march_to(list, action, station->at, deed);
}

/* Foot and horse. */

/// True if enemy cavalry is near that could charge a unit.
static bool is_cavalry_near(const lb_listing *list, uint32_t unit)
{
    LB_EACH (i, lb_mind_foes(list))
        if (ma_is_cavalry(list->asked.battle, i) &&
            lb_view_is_within(list->asked.view, unit, i, SQUARE_NEAR))
            return true;
    return false;
}

/// The formation that suits a unit so far from the enemy.
static uint8_t formation_for(const lb_listing *list, uint32_t unit, int32_t tmm)
{
    uint8_t own = lb_view_formation(list->asked.view, unit);

    if (ma_is_cavalry(list->asked.battle, unit))
        return tmm > PLOY_FAR * 2 ? FORMATION_COLUMN : FORMATION_LINE;
    if (tmm <= DEPLOY_NEAR && list->plan->unit[unit].post != LB_POST_SECOND)
        return FORMATION_LINE;
    if (tmm > PLOY_FAR || own == FORMATION_SQUARE)
        return FORMATION_COLUMN;
    return own;
}

/// Goes to the station in a formation, by a march where that is allowed.
static bool go(const lb_listing *list, uint32_t unit, uint8_t formation, lb_point goal,
               lb_deed *deed)
{
    lb_action action = action_of(list, VERB_MARCH, unit);
    uint8_t own = lb_view_formation(list->asked.view, unit);

    if (formation == own && march_to(list, action, goal, deed))
        return true;
    action = action_of(list, VERB_MOVE, unit);
    action.formation = formation;
    if (march_to(list, action, goal, deed))
        return true;
    action.formation = own;
    if (formation != own && march_to(list, action, goal, deed))
        return true;
    action.formation = FORMATION_COLUMN;
    return formation == FORMATION_LINE && own != FORMATION_COLUMN &&
           march_to(list, action, goal, deed);
}

/// Where foot or horse ought to go: its station, or into range of an enemy that it attacks.
static lb_point goal_of(const lb_listing *list, uint32_t unit, uint32_t foe, int32_t tmm)
{
    const lb_view *view = list->asked.view;
    uint32_t group = list->asked.battle->unit[unit].group;
    bool attacks = list->asked.state->group[group].order.kind == ORDER_ATTACK &&
                   (list->plan->group[group].task == LB_TASK_ATTACK ||
                    list->plan->group[group].task == LB_TASK_PIN);

    if (attacks && foe != LB_NOBODY && tmm <= PLOY_FAR && ma_is_infantry(view->battle, unit) &&
        list->plan->unit[unit].post <= LB_POST_SECOND)
        return view->pose[foe].at;
    return list->plan->unit[unit].at;
}

/// True if a unit is in houses that it ought to hold: those of the ground that its group is about,
/// or with the enemy near.
static bool holds_houses(const lb_listing *list, uint32_t unit, int32_t tmm)
{
    lb_view *view = list->asked.view;
    uint16_t objective = lb_mind_group(list, unit)->objective;
    const lb_objective_card *card = &list->asked.battle->objective[objective];

    if (!ma_is_infantry(view->battle, unit) || !ma_is_in_houses(view, unit))
        return false;
    return tmm <= PLOY_FAR || (objective < list->asked.battle->objective_count &&
                               lb_points_within(view->pose[unit].at, card->at, card->radius_tmm));
}

/// Goes back before an enemy, as far as he might reach.
static bool fall_back(const lb_listing *list, uint32_t unit, uint32_t foe, int32_t tmm,
                      lb_deed *deed)
{
    lb_view *view = list->asked.view;
    uint16_t away = lb_heading_to(view->pose[foe].at, view->pose[unit].at);
    lb_point goal = lb_point_towards(view->pose[unit].at, away, MA_OUT_OF_REACH);
    uint8_t own = lb_view_formation(view, unit);

    return tmm <= MA_OUT_OF_REACH && go(list, unit, own, goal, deed);
}

bool ma_intend(const lb_listing *list, uint32_t unit, lb_deed *deed)
{
    lb_view *view = list->asked.view;
    const lb_station *station = &list->plan->unit[unit];
    uint32_t foe = lb_view_nearest_foe(view, unit);
    int32_t tmm = lb_mind_distance(view, unit, foe), away;
    uint8_t formation = formation_for(list, unit, tmm);
    uint16_t facing = foe != LB_NOBODY && tmm <= PLOY_FAR
                          ? lb_heading_to(view->pose[unit].at, view->pose[foe].at)
                          : station->heading;
    lb_point goal = goal_of(list, unit, foe, tmm);

    if (foe != LB_NOBODY &&
        list->asked.state->group[view->battle->unit[unit].group].order.kind == ORDER_RETREAT)
        return fall_back(list, unit, foe, tmm, deed);
    if (ma_is_guns(view->battle, unit))
        return serve_guns(list, unit, foe, tmm, deed);
    away = lb_point_distance(view->pose[unit].at, goal);
    if (holds_houses(list, unit, tmm)) {
        if (lb_view_formation(view, unit) == FORMATION_BUILDING)
            return false;
        if (face(list, unit, FORMATION_BUILDING, facing, deed))
            return true;
    }
    if (lb_view_formation(view, unit) == FORMATION_SQUARE && is_cavalry_near(list, unit))
        return false;
    if (ma_is_infantry(view->battle, unit) && ma_has_target(view, unit) &&
        lb_view_formation(view, unit) == FORMATION_LINE)
        return false;
    if (away > AT_STATION && go(list, unit, formation, goal, deed))
        return true;
    return face(list, unit, formation, facing, deed);
}
