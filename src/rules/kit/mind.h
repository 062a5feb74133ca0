// SPDX-License-Identifier: MIT
// What the computer players of all sheets share: whose units are there, how far the enemy is, yes
// and no, ways that are shortened until they are legal, and where leaders stand.
#pragma once

#include "rules/kit/ride.h"
#include "rules/kit/worth.h"

/// True if the unit is on the table and of the side that is asked.
static inline bool lb_mind_is_own(const lb_listing *list, uint32_t unit)
{
    return lb_view_is_friend(list->asked.view, lb_asked_side(&list->asked), unit);
}

/// The units on the table of the side that is asked, and those of the other.
static inline const lb_unit_set *lb_mind_own(const lb_listing *list)
{
    return &list->asked.view->here[lb_asked_side(&list->asked)];
}

static inline const lb_unit_set *lb_mind_foes(const lb_listing *list)
{
    return lb_view_foes(list->asked.view, lb_asked_side(&list->asked));
}

/// An action, and how good it looks.
typedef struct lb_deed {
    lb_action action;
    int32_t worth;
} lb_deed;

/// Sets a deed; always true.
static inline bool lb_deed_set(lb_deed *deed, const lb_action *action, int32_t worth)
{
    *deed = (lb_deed){*action, worth};
    return true;
}

/// The task of a unit's group.
static inline const lb_group_plan *lb_mind_group(const lb_listing *list, uint32_t unit)
{
    return &list->plan->group[list->asked.battle->unit[unit].group];
}

/// How far an enemy is from a unit; INT32_MAX if there is none.
static inline int32_t lb_mind_distance(const lb_view *view, uint32_t unit, uint32_t foe)
{
    return foe == LB_NOBODY ? INT32_MAX : lb_view_distance(view, unit, foe);
}

/// Proposes the two answers to a question of yes or no: yes for its worth, no for nothing.
void lb_propose_yes(lb_listing *list, uint32_t yes, uint32_t no, int32_t worth);

/// The step of a path that goes somewhere; LB_PATH_STEPS_MAX if none does.
uint32_t lb_mind_going_step(const lb_path *path);

/// Shortens a way that was stopped or is too dear. False if less than `least_tmm` is left of it.
bool lb_mind_shorten(const lb_view *view, lb_point from, lb_path *path, const lb_walk *walk,
                     int32_t allowance, int32_t least_tmm);

/// The middle of the units of a group, each moved back by `behind_tmm`, or halfway to where the
/// plan has it; false if nobody is there.
bool lb_mind_middle(const lb_listing *list, uint32_t group, int32_t behind_tmm, bool is_halfway,
                    lb_point *middle);

/// A unit that goes toward a place: straight if it can, or by a way to the left or right of that.
typedef struct lb_approach {
    lb_point goal;
    uint16_t straight;  ///< heading from the unit to the goal
    int32_t before_tmm; ///< to the goal from where the unit stands
    int32_t best_tmm;   ///< from where the best way so far ends
    int32_t reach_tmm;  ///< how far a way may lead
    bool is_found;
} lb_approach;

enum { LB_APPROACHES = 5 };

lb_approach lb_approach_start(lb_point from, lb_point goal, int32_t allowance);

/// The heading of the n-th way, the straight one first.
uint16_t lb_approach_heading(const lb_approach *on, uint32_t n);

/// Keeps an action that ends nearer to the goal than any before it. True if it makes at least half
/// of what can be made, so that no other way need be tried.
bool lb_approach_keep(lb_approach *on, const lb_action *action, lb_point end, lb_deed *deed);
