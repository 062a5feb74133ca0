// SPDX-License-Identifier: MIT
// See ride.h.

#include "rules/kit/ride.h"

enum { LEADER_TMM = LB_TMM_INCH }; ///< a leader's base

static bool end_of_ride(const lb_battle *battle, lb_point from, const lb_path *path, lb_point *end)
{
    lb_footprint start = {from, 0, LEADER_TMM, LEADER_TMM}, to;

    if (!lb_path_apply(&start, path, &to, NULL) || to.centre.x < 0 || to.centre.y < 0 ||
        to.centre.x > battle->width_tmm || to.centre.y > battle->depth_tmm)
        return false;
    *end = to.centre;
    return true;
}

static const lb_ride *ride_of(const lb_battle *battle)
{
    return battle->rules->play->ride;
}

static int32_t reach_of(const lb_battle *battle)
{
    return battle->house.value[ride_of(battle)->reach] * battle->rules->play->length_tmm;
}

/// What a straight ride costs of the reach.
static int32_t cost_of(const lb_view *view, lb_point from, lb_point to)
{
    const lb_ride *ride = ride_of(view->battle);

    return ride->cost != NULL ? ride->cost(view, from, to) : lb_point_distance(from, to);
}

/// What a ride along a path costs.
static int64_t cost_of_path(const lb_view *view, lb_point from, const lb_path *path)
{
    lb_footprint at = {from, 0, LEADER_TMM, LEADER_TMM}, next;
    int64_t cost = 0;

    for (uint32_t i = 0; i < path->count && lb_step_apply(&at, &path->step[i], &next); i++) {
        int32_t way = path->step[i].tmm;

        if (path->step[i].kind == LB_STEP_STRAIGHT)
            cost += ride_of(view->battle)->cost != NULL ? cost_of(view, at.centre, next.centre)
                    : way < 0                           ? -(int64_t)way
                                                        : way;
        at = next;
    }
    return cost;
}

bool lb_check_ride(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_battle *battle = asked->battle;
    const lb_ride *ride = ride_of(battle);
    uint32_t leader = action->unit;
    lb_footprint start = {.width_tmm = LEADER_TMM, .depth_tmm = LEADER_TMM}, stop;
    lb_point end;
    int64_t cost;

    if (leader >= battle->leader_count || battle->leader[leader].side != lb_asked_side(asked) ||
        asked->state->leader[leader].presence != LB_PRESENCE_TABLE)
        return lb_no(reason, ride->clause, "that leader is not yours to move");
    if ((asked->state->leader[leader].flags & ride->rode) != 0)
        return lb_no(reason, ride->clause, "he has ridden this turn");
    if (action->path.count == 0)
        return lb_no(reason, ride->clause, "say where he rides");
    for (uint32_t i = 0; i < action->path.count; i++) {
        const lb_step *step = &action->path.step[i];

        if (step->kind != LB_STEP_STRAIGHT && step->kind != LB_STEP_TURN)
            return lb_no(reason, ride->clause, "a leader turns and rides straight");
    }
    if (!end_of_ride(battle, asked->state->leader[leader].at, &action->path, &end))
        return lb_no(reason, ride->clause, "the table ends there");
    cost = cost_of_path(asked->view, asked->state->leader[leader].at, &action->path);
    start.centre = asked->state->leader[leader].at;
    stop = start;
    stop.centre = end;
    asked->view->bill = (lb_way_bill){(int32_t)(cost < INT32_MAX ? cost : INT32_MAX),
                                      reach_of(battle), start, stop};
    return cost <= reach_of(battle) ||
           lb_no(reason, ride->clause, "that is further than he can ride");
}

void lb_do_ride(lb_run *run)
{
    const lb_ride *ride = ride_of(run->battle);
    const lb_action *action = &run->state->action;
    const lb_leader *leader = &run->state->leader[action->unit];
    lb_point end = leader->at;

    (void)end_of_ride(run->battle, leader->at, &action->path, &end);
    lb_about(run, LB_CAST_LEADER | action->unit, LB_NOBODY);
    lb_change_leader_place(run, ride->clause, action->unit, end);
    lb_change_leader_flags(run, ride->clause, action->unit, ride->rode, 0);
    lb_about(run, LB_NOBODY, LB_NOBODY);
}

/// A ride toward a place, as far as it is worth while; false if it is not.
static bool ride_toward(const lb_view *view, lb_point at, lb_point goal, int32_t least_tmm,
                        lb_path *path)
{
    const lb_ride *ride = ride_of(view->battle);
    int32_t distance = lb_point_distance(at, goal), reach = reach_of(view->battle);
    int32_t way = ride->cost == NULL ? lb_least(reach, distance) : distance;
    uint16_t heading = lb_heading_to(at, goal);

    way -= way % ride->grain_tmm;
    while (way > 0 && cost_of(view, at, lb_point_towards(at, heading, way)) > reach)
        way -= ride->grain_tmm;
    path->count = 0;
    if (distance < least_tmm || way <= 0)
        return false;
    lb_path_add(path, lb_step_turn(heading));
    lb_path_add(path, lb_step_straight(way));
    return true;
}

void lb_offer_rides(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;
    const lb_ride *ride = ride_of(battle);

    for (uint32_t i = 0; i < battle->leader_count; i++) {
        uint16_t group = battle->leader[i].group;
        lb_action action = lb_action_of(list->verb);
        lb_point at = list->asked.state->leader[i].at, goal = at;

        if (battle->leader[i].side != lb_asked_side(&list->asked) || group == LB_NOBODY)
            continue;
        for (uint32_t u = battle->group[group].first_unit; u < lb_group_end(&battle->group[group]);
             u++)
            if (lb_view_is_here(list->asked.view, u))
                goal = lb_point_towards(list->asked.view->pose[u].at,
                                        list->asked.view->pose[u].heading, -ride->behind_tmm);
        action.unit = (uint16_t)i;
        if (ride_toward(list->asked.view, at, goal, ride->offer_tmm, &action.path))
            (void)lb_offer(list, &action);
    }
}

/// True if a leader is of the side that is asked, and has not ridden yet.
static bool may_ride(const lb_listing *list, uint32_t leader)
{
    const lb_leader *of = &list->asked.state->leader[leader];

    return list->asked.battle->leader[leader].side == lb_asked_side(&list->asked) &&
           of->presence == LB_PRESENCE_TABLE &&
           (of->flags & ride_of(list->asked.battle)->rode) == 0;
}

/// Proposes a ride toward a place; false if he is there.
static bool propose_ride(lb_listing *list, uint32_t leader, lb_point goal, int32_t worth)
{
    const lb_ride *ride = ride_of(list->asked.battle);
    lb_action action = lb_action_of(ride->verb);

    action.unit = (uint16_t)leader;
    return ride_toward(list->asked.view, list->asked.state->leader[leader].at, goal,
                       ride->propose_tmm, &action.path) &&
           lb_propose_legal(list, &action, worth);
}

bool lb_propose_rides(lb_listing *list, lb_point (*place)(const lb_listing *list, uint32_t leader),
                      int32_t worth)
{
    for (uint32_t i = 0; i < list->asked.battle->leader_count; i++)
        if (may_ride(list, i) && propose_ride(list, i, place(list, i), worth))
            return true;
    return false;
}

void lb_follow(lb_run *run, uint16_t clause, uint32_t leader, lb_point goal)
{
    const lb_ride *ride = ride_of(run->battle);
    const lb_leader *of = &run->state->leader[leader];
    int32_t distance = lb_point_distance(of->at, goal), reach = reach_of(run->battle);

    if (of->presence != LB_PRESENCE_TABLE || (of->flags & ride->rode) != 0 || distance == 0)
        return;
    if (distance > reach)
        goal = lb_point_towards(of->at, lb_heading_to(of->at, goal), reach);
    goal.x = lb_most(0, lb_least(run->battle->width_tmm, goal.x));
    goal.y = lb_most(0, lb_least(run->battle->depth_tmm, goal.y));
    lb_about(run, LB_CAST_LEADER | leader, LB_NOBODY);
    lb_change_leader_place(run, clause, leader, goal);
    lb_about(run, LB_NOBODY, LB_NOBODY);
}
