// SPDX-License-Identifier: MIT
// What a unit ought to do in its action, in the light of the plan: close in when the odds are good,
// form square near cavalry, go back and rally when it is worn, else go to its station in the
// formation that suits.
//
// Ways are made directly toward the station and shortened by what the walk says; only a few are
// tried. Everything handed out has passed the check.

#include "rules/valour_fortitude/play.h"

#include "table/exact.h"

enum {
    CAVALRY_NEAR = 20 * LB_TMM_INCH, ///< squares are formed
    CAVALRY_GONE = 24 * LB_TMM_INCH, ///< and given up
    DEPLOY_NEAR = 14 * LB_TMM_INCH,  ///< columns deploy
    RALLY_FAR = 24 * LB_TMM_INCH,    ///< units that have time to rally though they are not worn
    AT_STATION = LB_TMM_INCH * 5 / 2,
    LATE = 3,         ///< turns before the end in which more is risked
    SLACK = 5461,     ///< a heading may differ so much, 30 degrees
    STRAIGHT_ON = 546 ///< and is still straight on, 3 degrees
};

/// The enemy nearest to a unit, and how far it is.
typedef struct foe {
    uint32_t unit; ///< LB_NOBODY for none
    int32_t tmm;
} foe;

uint32_t vf_foe(const lb_view *view, uint32_t unit, int32_t *tmm)
{
    uint32_t best = lb_view_nearest_centre(view, view->pose[unit].at,
                                           lb_view_foes(view, lb_view_side(view, unit)));

    *tmm = lb_mind_distance(view, unit, best);
    return best;
}

static int32_t allowance_of(const lb_listing *list, uint32_t unit, uint8_t formation)
{
    return vf_allowance(list->asked.battle, list->asked.state, unit, formation);
}

/// The allowance in the formation that a unit has.
static int32_t own_allowance(const lb_listing *list, uint32_t unit)
{
    return allowance_of(list, unit, lb_view_formation(list->asked.view, unit));
}

static bool is_shaken(const lb_listing *list, uint32_t unit)
{
    return vf_is_shaken(list->asked.battle, list->asked.state, unit);
}

/// True if the way of an action is legal; the unit is known to be one that may act.
static bool is_legal(const lb_listing *list, const lb_action *action, lb_footprint *end,
                     const lb_walk **walk)
{
    lb_reason reason;

    return vf_judge_way(list->asked.view, action, end, walk, &reason);
}

static lb_action action_of(const lb_listing *list, uint32_t verb, uint32_t unit)
{
    lb_action action = lb_action_of(verb);

    action.unit = (uint16_t)unit;
    if (verb == VERB_MOVE || verb == VERB_RETREAT)
        action.formation = lb_view_formation(list->asked.view, unit);
    return action;
}

/* Closing in. */

/// True if a unit, as it stands, could turn on an enemy in one move of so much.
static bool reaches(const lb_view *view, uint32_t unit, int32_t allowance, uint32_t target)
{
    const lb_pose *pose = &view->pose[unit];
    lb_point there = view->pose[target].at;
    int32_t reach = allowance + (view->size[target].width_tmm + view->size[target].depth_tmm) / 2;

    return lb_points_within(pose->at, there, reach) &&
           lb_turn_between(pose->heading, lb_heading_to(pose->at, there)) <= LB_ANGLE_QUARTER / 2;
}

/// True if a unit is fit to close in, now or later in this turn.
static bool may_close(const lb_listing *list, uint32_t unit)
{
    uint8_t formation = lb_view_formation(list->asked.view, unit);
    uint32_t flags = list->asked.state->unit[unit].flags;

    return lb_view_is_here(list->asked.view, unit) && !is_artillery(formation) &&
           !is_marching(formation) && formation != FORMATION_SQUARE &&
           (flags & (UNIT_ACTED | UNIT_FIRED | UNIT_SKIRMISHED | UNIT_SUPPORTED)) == 0 &&
           (flags & (UNIT_LOST | UNIT_FREED)) != UNIT_LOST && !is_shaken(list, unit);
}

/// Others of the brigade who could lend support against a target, no more than find room.
static int32_t friends_in_reach(const lb_listing *list, uint32_t unit, uint32_t target)
{
    const lb_group_card *group = &list->asked.battle->group[list->asked.battle->unit[unit].group];
    const lb_size *size = list->asked.view->size;
    int32_t room = lb_least(2, size[target].width_tmm / size[unit].width_tmm + 1), found = 0;

    for (uint32_t i = group->first_unit; i < lb_group_end(group) && found < room; i++)
        found += i != unit && may_close(list, i) &&
                 reaches(list->asked.view, i, own_allowance(list, i), target);
    return found;
}

/// What speaks for closing in beside the odds.
static int32_t zeal(const lb_listing *list, uint32_t unit)
{
    static const int16_t by_task[LB_TASK_COUNT] = {[LB_TASK_RESERVE] = -100,
                                                   [LB_TASK_HOLD] = -20,
                                                   [LB_TASK_PIN] = -100,
                                                   [LB_TASK_ATTACK] = -30};
    const lb_group_plan *plan = lb_mind_group(list, unit);
    bool is_late = list->asked.state->turn + LATE > list->asked.battle->turns;

    return by_task[plan->task] +
           (list->plan->attacks ? 20 + (is_late ? 60 : 0)
            : is_late           ? -60
                                : 0) +
           (plan->closes ? 20 : 0);
}

/// A side of a fight by what the unit is alone, wherever it stands.
static struct melee_side side_of(const lb_listing *list, uint32_t unit, int32_t friends)
{
    struct melee_side side = vf_gather_figures(list->asked.view, unit);

    side.supports = friends;
    side.visible = true;
    return side;
}

/// Whether an assault may be worth while at all: not against many more hits than it may hope for.
static bool is_hopeful(const lb_listing *list, uint32_t unit, uint32_t target, int32_t friends)
{
    const struct melee_side own = side_of(list, unit, friends), other = side_of(list, target, 0);
    lb_roll strikes = vf_blows_of(list->asked.battle, &own, &other);
    lb_roll returns = vf_blows_of(list->asked.battle, &other, &own);

    return lb_worth_of_count(&strikes) * 5 >= lb_worth_of_count(&returns) * 4 ||
           is_shaken(list, target);
}

/// The worth of closing in with a target.
static bool weigh_assault(const lb_listing *list, uint32_t unit, uint32_t target, lb_deed *deed)
{
    int32_t friends = friends_in_reach(list, unit, target), worth;
    struct melee_facts facts;
    lb_action action;
    lb_footprint end;
    lb_trial trial;

    if (!is_hopeful(list, unit, target, friends) ||
        !vf_find_assault(list->asked.view, unit, target, own_allowance(list, unit), &action, &end))
        return false;
    trial = lb_view_try_at(list->asked.view, unit, &end);
    facts = vf_gather_melee(list->asked.view, unit, target);
    lb_view_undo(list->asked.view, &trial);
    facts.a.supports = lb_most(facts.a.supports, friends);
    return vf_worth_of_fight(list, &facts, &worth) &&
           lb_deed_set(deed, &action, worth + zeal(list, unit));
}

bool vf_intend_assault(const lb_listing *list, uint32_t unit, int32_t least, lb_deed *deed)
{
    lb_view *view = list->asked.view;
    uint8_t formation = lb_view_formation(view, unit);
    int32_t allowance = own_allowance(list, unit);
    bool is_found = false;
    uint32_t tries = 0;

    if (!may_close(list, unit))
        return false;
    LB_EACH (i, lb_view_foes(view, lb_view_side(view, unit))) {
        lb_deed found;

        if (!reaches(view, unit, allowance, i) ||
            (is_cavalry(formation) && lb_view_formation(view, i) == FORMATION_SQUARE))
            continue;
        if (tries++ == 3)
            break;
        if (!weigh_assault(list, unit, i, &found) || found.worth <= least)
            continue;
        if (deed == NULL)
            return true;
        if (!is_found || found.worth > deed->worth)
            *deed = found;
        is_found = true;
    }
    return is_found;
}

/* Squares. */

/// True if enemy cavalry near by would be more than a match for a unit in the open.
static bool is_cavalry_threat(const lb_listing *list, uint32_t unit, int32_t near)
{
    const lb_battle *battle = list->asked.battle;
    const lb_view *view = list->asked.view;
    lb_point at = view->pose[unit].at;
    int32_t own = battle->unit[unit].figure[FIGURE_MELEE] +
                  (battle->unit[unit].figure[FIGURE_FIRE] + 1) / 2 + 1,
            theirs = 0;

    LB_EACH (i, lb_view_foes(view, lb_view_side(view, unit))) {
        const lb_pose *pose = &view->pose[i];

        if (battle->unit[i].arm != LB_ARM_CAVALRY || is_marching(pose->formation) ||
            is_shaken(list, i) || !lb_points_within(pose->at, at, near) ||
            lb_turn_between(pose->heading, lb_heading_to(pose->at, at)) > LB_ANGLE_QUARTER * 2 / 3)
            continue;
        theirs = theirs == 0 ? battle->unit[i].figure[FIGURE_MELEE]
                             : lb_most(theirs, battle->unit[i].figure[FIGURE_MELEE]) + 2;
    }
    return theirs >= own;
}

static bool reform(const lb_listing *list, uint32_t unit, uint8_t formation, int32_t worth,
                   lb_deed *deed)
{
    lb_action action = action_of(list, VERB_MOVE, unit);
    const lb_walk *walk;
    lb_footprint end;

    action.formation = formation;
    return is_legal(list, &action, &end, &walk) && lb_deed_set(deed, &action, worth);
}

/* Going back. */

static bool rally(const lb_listing *list, uint32_t unit, lb_deed *deed)
{
    lb_action action = action_of(list, VERB_RALLY, unit);

    return list->asked.state->unit[unit].mark[MARK_LOSSES] > 0 &&
           !lb_view_is_engaged(list->asked.view, unit) && lb_deed_set(deed, &action, 100);
}

/// True if an enemy is so near that a unit may not turn when it goes back.
static bool is_pressed(const lb_listing *list, uint32_t unit)
{
    const lb_view *view = list->asked.view;

    return lb_view_any_within(view, &view->quad[unit], lb_mind_foes(list),
                              LB_INCHES(VALUE_OF(view->battle, ACT_RETREAT_REFORM)));
}

/// Goes back from an enemy, facing him in the end; without turning where that is not allowed.
static bool go_back(const lb_listing *list, uint32_t unit, uint32_t enemy, lb_deed *deed)
{
    static const int16_t turns[] = {0, 5461, -5461}; /* by 30 degrees */
    const lb_view *view = list->asked.view;
    uint16_t away = lb_heading_to(view->pose[enemy].at, view->pose[unit].at);
    bool is_ahead = lb_turn_between(view->pose[unit].heading, away) > LB_ANGLE_QUARTER;
    int32_t reach = own_allowance(list, unit);
    bool is_stiff = lb_view_formation(view, unit) == FORMATION_SQUARE ||
                    lb_unit_has(view->battle, unit, LB_TRAIT_STOIC) ||
                    lb_unit_has(view->battle, unit, LB_TRAIT_MILITIA) || is_pressed(list, unit);

    for (uint32_t i = 0; i < 5; i++) {
        lb_action action = action_of(list, VERB_RETREAT, unit);
        int32_t way = i < 3 ? reach : reach * (5 - (int32_t)i) / 3;
        const lb_walk *walk;
        lb_footprint end;

        if (is_stiff) {
            if (i == 1 || i == 2)
                continue; /* There is no turning aside. */
            lb_path_add(&action.path, lb_step_straight(is_ahead ? -way : way));
        } else {
            lb_path_add(&action.path, lb_step_turn((uint16_t)(away + turns[i % 3])));
            lb_path_add(&action.path, lb_step_straight(way));
            lb_path_add(&action.path, lb_step_turn((uint16_t)(away + LB_ANGLE_HALF)));
        }
        if (is_legal(list, &action, &end, &walk))
            return lb_deed_set(deed, &action, 200);
    }
    return false;
}

/// A worn unit goes out of reach and rallies there.
static bool recover(const lb_listing *list, uint32_t unit, foe near, lb_deed *deed)
{
    if (near.unit != LB_NOBODY &&
        near.tmm <= LB_INCHES(VALUE_OF(list->asked.battle, RALLY_DISTANCE)) &&
        go_back(list, unit, near.unit, deed))
        return true;
    return rally(list, unit, deed);
}

/* To the station. */

/// The formation that a unit of foot or horse should have.
static uint8_t formation_for(const lb_listing *list, uint32_t unit, int32_t tmm)
{
    const lb_battle *battle = list->asked.battle;

    if (battle->unit[unit].arm == LB_ARM_CAVALRY)
        return FORMATION_CAVALRY;
    if (lb_unit_has(battle, unit, LB_TRAIT_LIGHT))
        return FORMATION_OPEN;
    if (tmm > DEPLOY_NEAR)
        return FORMATION_ATTACK;
    if (list->plan->unit[unit].post == LB_POST_SECOND)
        return lb_view_formation(list->asked.view, unit) == FORMATION_LINE ? FORMATION_LINE
                                                                           : FORMATION_ATTACK;
    return lb_unit_has(battle, unit, LB_TRAIT_ELAN) &&
                   lb_mind_group(list, unit)->task == LB_TASK_ATTACK
               ? FORMATION_ATTACK
               : FORMATION_LINE;
}

/// Where a unit looks at the end of its move: at an enemy near by, else as its station says.
static uint16_t facing_for(const lb_listing *list, uint32_t unit, foe near, lb_point at)
{
    uint16_t heading = list->plan->unit[unit].heading;

    if (near.unit != LB_NOBODY && near.tmm <= RALLY_FAR) {
        uint16_t to = lb_heading_to(at, list->asked.view->pose[near.unit].at);

        return lb_turn_between(heading, to) > SLACK ? to : heading;
    }
    return heading;
}

/// A way of so much toward a heading: at an oblique, straight back, or by turning.
static lb_path way_toward(const lb_listing *list, uint32_t unit, uint16_t toward, int32_t way,
                          uint16_t facing, bool may_turn)
{
    uint16_t heading = list->asked.view->pose[unit].heading, end = heading;
    int32_t angle = (int16_t)(toward - heading);
    lb_path path = {.count = 0};

    if (angle >= -LB_ANGLE_QUARTER / 2 && angle <= LB_ANGLE_QUARTER / 2) {
        lb_path_add(&path, angle < STRAIGHT_ON && angle > -STRAIGHT_ON
                               ? lb_step_straight(way)
                               : (lb_step){.kind = LB_STEP_OBLIQUE, .tmm = way, .angle = angle});
    } else if (lb_turn_between(heading, (uint16_t)(toward + LB_ANGLE_HALF)) < SLACK / 2) {
        lb_path_add(&path, lb_step_straight(-way));
    } else if (may_turn) {
        lb_path_add(&path, lb_step_turn(toward));
        lb_path_add(&path, lb_step_straight(way));
        end = toward;
    } else {
        lb_path_add(&path, lb_step_turn(toward));
        return path;
    }
    if (may_turn && lb_turn_between(end, facing) > SLACK)
        lb_path_add(&path, lb_step_turn(facing));
    return path;
}

/// Tries a way, shorter and shorter; tells where it ends.
static bool try_way(const lb_listing *list, lb_action *action, int32_t allowance, lb_footprint *end)
{
    const lb_walk *walk;

    for (int tries = 0; tries < 3; tries++) {
        if (is_legal(list, action, end, &walk))
            return true;
        if (walk == NULL || (walk->stop == LB_STOP_NONE && walk->cost_tmm <= allowance))
            return false; /* not the way is at fault */
        if (!lb_mind_shorten(list->asked.view, list->asked.view->pose[action->unit].at,
                             &action->path, walk, allowance, LB_TMM_INCH / 2))
            return false;
    }
    return false;
}

/// True if a way, or a shorter one like it, may end nearer than `best` to a goal: it goes straight
/// from its start to its end, but for a tmm or two by rounding.
static bool may_come_nearer(const lb_footprint *start, const lb_path *path, lb_point goal,
                            int32_t best)
{
    uint64_t bound = (uint64_t)((int64_t)(best + 4) * (best + 4));
    lb_footprint end;
    int64_t x, y, to_x, to_y, along;
    uint64_t length, aside;

    if (!lb_path_apply(start, path, &end, NULL))
        return true;
    x = (int64_t)end.centre.x - start->centre.x;
    y = (int64_t)end.centre.y - start->centre.y;
    to_x = (int64_t)goal.x - start->centre.x;
    to_y = (int64_t)goal.y - start->centre.y;
    along = x * to_x + y * to_y;
    length = (uint64_t)(x * x + y * y);
    if (along <= 0 || (uint64_t)along >= length)
        return lb_square_between(along <= 0 ? start->centre : end.centre, goal) < bound;
    aside = lb_magnitude(lb_cross(x, y, to_x, to_y));
    return lb_products_compare(aside, aside, bound, length) < 0;
}

/// Goes toward the station, by one of some ways round where the straight one is barred.
static bool march(const lb_listing *list, uint32_t unit, uint8_t formation, uint16_t facing,
                  bool may_double, lb_deed *deed)
{
    const lb_battle *battle = list->asked.battle;
    const lb_pose *pose = &list->asked.view->pose[unit];
    lb_footprint start = lb_view_footprint(list->asked.view, unit);
    int32_t own = allowance_of(list, unit, pose->formation);
    int32_t allowance =
        may_double ? own * VALUE_OF(battle, DOUBLE_TIMES) : allowance_of(list, unit, formation);
    bool may_turn = !may_double && !lb_unit_has(battle, unit, LB_TRAIT_STOIC) &&
                    !lb_unit_has(battle, unit, LB_TRAIT_MILITIA);
    lb_approach on = lb_approach_start(pose->at, list->plan->unit[unit].at, allowance);

    for (uint32_t i = 0; i < LB_APPROACHES; i++) {
        lb_action action = action_of(list, may_double ? VERB_DOUBLE : VERB_MOVE, unit);
        lb_footprint end;

        if (!may_double)
            action.formation = formation;
        action.path =
            way_toward(list, unit, lb_approach_heading(&on, i), on.reach_tmm, facing, may_turn);
        if (may_double && action.path.step[0].kind == LB_STEP_TURN)
            return false;
        if (lb_mind_going_step(&action.path) == LB_PATH_STEPS_MAX)
            continue; /* It only turns, and comes no nearer. */
        if (on.is_found && !may_come_nearer(&start, &action.path, on.goal, on.best_tmm))
            continue;
        if (try_way(list, &action, allowance, &end) &&
            lb_approach_keep(&on, &action, end.centre, deed))
            break;
    }
    return on.is_found;
}

/// Turns on the spot.
static bool face(const lb_listing *list, uint32_t unit, uint8_t formation, uint16_t heading,
                 lb_deed *deed)
{
    lb_action action = action_of(list, VERB_MOVE, unit);
    const lb_walk *walk;
    lb_footprint end;

    if (lb_turn_between(list->asked.view->pose[unit].heading, heading) > SLACK)
        lb_path_add(&action.path, lb_step_turn(heading));
    else if (formation == action.formation)
        return false;
    action.formation = formation;
    return is_legal(list, &action, &end, &walk) && lb_deed_set(deed, &action, 40);
}

/// Guns stay where they bear, unlimber in range or at their station, and are limbered to go there.
static bool serve_guns(const lb_listing *list, uint32_t unit, foe near, lb_deed *deed)
{
    const lb_pose *pose = &list->asked.view->pose[unit];
    const lb_station *station = &list->plan->unit[unit];
    int32_t away = lb_point_distance(pose->at, station->at);
    bool bears = near.tmm <= vf_reach(list->asked.battle, unit, false) * 3 / 4;
    uint16_t facing = near.unit == LB_NOBODY
                          ? station->heading
                          : lb_heading_to(pose->at, list->asked.view->pose[near.unit].at);

    if (bears || away <= 2 * LB_TMM_INCH)
        return face(list, unit, FORMATION_GUNS, facing, deed);
    if (pose->formation == FORMATION_GUNS && away <= LB_INCHES(6))
        return march(list, unit, FORMATION_GUNS, facing, false, deed);
    return march(list, unit, FORMATION_LIMBERED, station->heading, false, deed);
}

/// Foot and horse on the way to their station.
static bool take_station(const lb_listing *list, uint32_t unit, foe near, lb_deed *deed)
{
    uint8_t own = lb_view_formation(list->asked.view, unit);
    const lb_station *station = &list->plan->unit[unit];
    int32_t away = lb_point_distance(list->asked.view->pose[unit].at, station->at);
    uint8_t formation = formation_for(list, unit, near.tmm);
    uint16_t facing = facing_for(list, unit, near, station->at);

    /* A unit that holds a village stays in it. */
    if (lb_mind_group(list, unit)->task == LB_TASK_HOLD && vf_is_odt(list->asked.view, unit))
        return face(list, unit, own, facing, deed);
    if (away > AT_STATION) {
        bool is_far = near.tmm > LB_INCHES(VALUE_OF(list->asked.battle, DOUBLE_DISTANCE) + 2);

        if (is_far && away > allowance_of(list, unit, own) &&
            march(list, unit, own, facing, true, deed))
            return true;
        if (march(list, unit, formation, facing, false, deed) ||
            (formation != own && march(list, unit, own, facing, false, deed)))
            return true;
    }
    return face(list, unit, formation, facing, deed) ||
           (formation != own && face(list, unit, own, facing, deed));
}

/// A unit that touches an enemy goes back if the fight looks bad.
static bool break_off(const lb_listing *list, uint32_t unit, uint32_t enemy, lb_deed *deed)
{
    struct melee_facts facts = vf_gather_melee(list->asked.view, unit, enemy);
    int32_t worth;

    return vf_worth_of_fight(list, &facts, &worth) && worth < -150 &&
           go_back(list, unit, enemy, deed);
}

/// Foot forms square against cavalry, and gives it up when that is gone. False: nothing of the
/// kind.
static bool mind_cavalry(const lb_listing *list, uint32_t unit, int32_t tmm, lb_deed *deed,
                         bool *acts)
{
    bool is_square = lb_view_formation(list->asked.view, unit) == FORMATION_SQUARE;

    if (is_cavalry_threat(list, unit, is_square ? CAVALRY_GONE : CAVALRY_NEAR) &&
        !vf_is_odt(list->asked.view, unit)) {
        *acts = !is_square && reform(list, unit, FORMATION_SQUARE, 150, deed);
        return true;
    }
    if (is_square)
        *acts = reform(list, unit, formation_for(list, unit, tmm), 100, deed);
    return is_square;
}

/// What a unit does to which the Nine was played: it moves toward its station, then it assaults.
static bool use_nine(const lb_listing *list, uint32_t unit, foe near, lb_deed *deed)
{
    if ((list->asked.state->unit[unit].flags & UNIT_ONWARD) != 0)
        return vf_intend_assault(list, unit, 0, deed);
    return take_station(list, unit, near, deed) && deed->action.verb == VERB_MOVE;
}

bool vf_intend(const lb_listing *list, uint32_t unit, lb_deed *deed)
{
    uint8_t formation = lb_view_formation(list->asked.view, unit);
    bool is_worn = list->plan->fitness[unit].is_worn || is_shaken(list, unit), acts;
    foe near;

    near.unit = vf_foe(list->asked.view, unit, &near.tmm);
    if ((list->asked.state->unit[unit].flags & (UNIT_AGAIN | UNIT_ONWARD)) != 0)
        return use_nine(list, unit, near, deed);
    if (lb_view_is_engaged(list->asked.view, unit))
        return break_off(list, unit, lb_view_nearest_foe(list->asked.view, unit), deed);
    if (is_worn && recover(list, unit, near, deed))
        return true;
    if (!is_worn && vf_intend_assault(list, unit, 0, deed))
        return true;
    /* A column with the enemy before it can neither deploy nor fire well. */
    if (is_dense(formation) && is_pressed(list, unit))
        return go_back(list, unit, lb_view_nearest_foe(list->asked.view, unit), deed);
    if (is_artillery(formation))
        return serve_guns(list, unit, near, deed);
    if (is_infantry(formation) && mind_cavalry(list, unit, near.tmm, deed, &acts))
        return acts;
    if (list->asked.state->unit[unit].mark[MARK_LOSSES] > 1 && near.tmm > RALLY_FAR)
        return rally(list, unit, deed);
    return take_station(list, unit, near, deed);
}
