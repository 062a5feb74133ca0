// SPDX-License-Identifier: MIT
// See mind.h.

#include "rules/kit/mind.h"

#include "table/convex.h"

void lb_propose_yes(lb_listing *list, uint32_t yes, uint32_t no, int32_t worth)
{
    (void)lb_propose_verb(list, no, 0, 0, 0);
    (void)lb_propose_verb(list, yes, 0, 0, worth);
}

uint32_t lb_mind_going_step(const lb_path *path)
{
    for (uint32_t i = 0; i < path->count; i++)
        if (path->step[i].kind == LB_STEP_STRAIGHT || path->step[i].kind == LB_STEP_OBLIQUE)
            return i;
    return LB_PATH_STEPS_MAX;
}

/// How far a way of so much may go to end before the friend that it ends on.
static int32_t way_before(const lb_view *view, lb_point from, const lb_walk *walk, int32_t way)
{
    uint16_t direction = lb_heading_to(from, walk->end.centre);
    lb_point back = lb_point_towards((lb_point){0, 0}, direction, -way);
    lb_quad quad = lb_footprint_corners(&walk->end);
    int32_t gap;

    quad = lb_quad_moved(&quad, back.x, back.y);
    gap = lb_gap_along(&quad, &view->quad[walk->what], direction);
    return gap < way ? gap : way * 2 / 3;
}

bool lb_mind_shorten(const lb_view *view, lb_point from, lb_path *path, const lb_walk *walk,
                     int32_t allowance, int32_t least_tmm)
{
    uint32_t going = lb_mind_going_step(path);
    int32_t sign, way;

    if (going == LB_PATH_STEPS_MAX || allowance <= 0)
        return false;
    sign = path->step[going].tmm < 0 ? -1 : 1;
    way = sign * path->step[going].tmm;
    if (walk->stop != LB_STOP_NONE && walk->stop != LB_STOP_ENDS_ON && walk->step == going)
        way = lb_least(walk->reach_tmm, way - 1);
    else if (walk->stop == LB_STOP_NONE && walk->cost_tmm > allowance)
        way = lb_least(way - 1, (int32_t)((int64_t)way * allowance / walk->cost_tmm));
    else if (walk->stop == LB_STOP_ENDS_ON)
        way = way_before(view, from, walk, way);
    else
        way = way * 2 / 3;
    path->step[going].tmm = sign * way;
    return way > least_tmm;
}

bool lb_mind_middle(const lb_listing *list, uint32_t group, int32_t behind_tmm, bool is_halfway,
                    lb_point *middle)
{
    const lb_group_card *card = &list->asked.battle->group[group];
    const lb_view *view = list->asked.view;
    int64_t x = 0, y = 0, count = 0;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
        lb_point at, to;

        if (!lb_view_is_here(view, i))
            continue;
        at = behind_tmm == 0
                 ? view->pose[i].at
                 : lb_point_towards(view->pose[i].at, view->pose[i].heading, -behind_tmm);
        to = is_halfway ? list->plan->unit[i].at : at;
        x += (at.x + to.x) / 2;
        y += (at.y + to.y) / 2;
        count++;
    }
    if (count > 0)
        *middle = (lb_point){(int32_t)(x / count), (int32_t)(y / count)};
    return count > 0;
}

lb_approach lb_approach_start(lb_point from, lb_point goal, int32_t allowance)
{
    int32_t before = lb_point_distance(from, goal);

    return (lb_approach){.goal = goal,
                         .straight = lb_heading_to(from, goal),
                         .before_tmm = before,
                         .best_tmm = before - LB_TMM_INCH / 2,
                         .reach_tmm = lb_least(before, allowance)};
}

uint16_t lb_approach_heading(const lb_approach *on, uint32_t n)
{
    static const int16_t turns[LB_APPROACHES] = {0, 4551, -4551, 9102, -9102}; /* by 25 degrees */

    return (uint16_t)(on->straight + turns[n]);
}

bool lb_approach_keep(lb_approach *on, const lb_action *action, lb_point end, lb_deed *deed)
{
    int32_t left = lb_point_distance(end, on->goal), made = on->before_tmm - left;

    if (left < on->best_tmm) {
        on->best_tmm = left;
        on->is_found = true;
        *deed = (lb_deed){*action, 50 + made * 10 / LB_TMM_INCH};
    }
    return on->is_found && 2 * made >= on->reach_tmm;
}
