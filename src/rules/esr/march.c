// SPDX-License-Identifier: MIT
// How a sensible player moves his Formations: together. A line comes up as a block until enough of
// it can reach the enemy; then those go in whom the odds favour, and the rest follows. Blocks that
// are jammed swerve or go unit by unit, and stragglers come back to the others.

#include "rules/esr/intent.h"

enum {
    HALT_NEAR =
        360, ///< tenths of an inch from the enemy, where an attacker waits until it is deployed
    AT_PLACE = 90,    ///< from its place, where a Formation has come to it
    BADLY = 60,       ///< a block that gets on by less is jammed
    ASTRAY = 240,     ///< from all others of its Formation, where a unit has lost them
    PAST = 3,         ///< enemies that a unit looks at
    LEAST_ODDS = -60, ///< what a fight has to be worth, in hundredths
    EIGHTH = 8192     ///< 45 degrees
};

/// Notes on units: what was tried with them in this phase.
enum { RETURNED = 1, CHARGED = 2, STEPPED = 4, DONE = 8 };

/// True of an attacker that should wait for its columns to deploy before it goes on.
static bool should_wait(const lb_listing *list, uint32_t group)
{
    lb_view *view = list->asked.view;
    lb_unit_set column = esr_column(view, group), units = esr_units(view, group);

    return esr_move_step(list->asked.state, group) == MOVE_ATTACK &&
           4 * lb_unit_set_count(&column) > lb_unit_set_count(&units) &&
           esr_enemy_distance(view, group, NULL) <= esr_tenths(view->battle, HALT_NEAR);
}

/// True if a unit of a Formation has moved by itself or with its block.
static bool has_moved(const lb_listing *list, uint32_t group)
{
    lb_unit_set units = esr_units(list->asked.view, group);

    LB_EACH (i, &units)
        if ((list->asked.state->unit[i].flags & UNIT_MOVED) != 0)
            return true;
    return false;
}

/// How far the end of a path lies from its start.
static int32_t length_of(const lb_path *path)
{
    int32_t length = 0;

    for (uint32_t i = 0; i < path->count; i++)
        if (path->step[i].kind == LB_STEP_STRAIGHT || path->step[i].kind == LB_STEP_OBLIQUE)
            length += path->step[i].tmm;
    return length;
}

/// True if a Formation is deployed, has a way to go, and its block gets on badly.
static bool is_jammed(const lb_listing *list, uint32_t group)
{
    lb_view *view = list->asked.view;
    lb_point goal = esr_goal(view, group), middle = esr_middle(view, group);
    lb_unit_set deployed = esr_deployed(view, group);
    lb_path path;

    if (lb_unit_set_is_empty(&deployed) || !esr_is_fit(list->asked.state, group) ||
        lb_points_within(goal, middle, esr_tenths(view->battle, AT_PLACE)) ||
        list->asked.state->group[group].order.kind == ORDER_RESERVE)
        return false;
    return !esr_find_advance(view, group, goal, LB_INCHES(60), &path) ||
           length_of(&path) <
               lb_least(lb_point_distance(goal, middle), esr_tenths(view->battle, BADLY));
}

/// Lets a unit go its own way toward the place of its Formation's order.
static bool propose_step(lb_listing *list, uint32_t unit, lb_point goal)
{
    static const int32_t swerves[] = {0, EIGHTH / 2, -EIGHTH / 2, EIGHTH, -EIGHTH};
    lb_view *view = list->asked.view;
    uint16_t heading = lb_heading_to(view->pose[unit].at, goal);
    int32_t way =
        lb_least(esr_allowance(view, unit) * 2 / 3, lb_point_distance(view->pose[unit].at, goal));
    lb_action action = lb_action_of(VERB_STEP);

    action.unit = (uint16_t)unit;
    for (int32_t part = 1; part <= 4; part *= 2)
        for (size_t i = 0; i < sizeof swerves / sizeof swerves[0]; i++) {
            action.path.count = 0;
            lb_path_add(&action.path, lb_step_turn((uint16_t)(heading + swerves[i])));
            lb_path_add(&action.path, lb_step_straight(way / part));
            if (way / part > LB_TMM_INCH && lb_propose_legal(list, &action, ESR_USEFUL))
                return true;
        }
    return false;
}

/// Lets the units of a jammed Formation go one by one, the foremost first.
static bool propose_detour(lb_listing *list, uint32_t group)
{
    lb_view *view = list->asked.view;
    lb_point goal = esr_goal(view, group);
    lb_unit_set left = esr_deployed(view, group);

    while (!lb_unit_set_is_empty(&left)) {
        uint32_t unit = lb_view_nearest_centre(view, goal, &left);

        lb_unit_set_remove(&left, (uint16_t)unit);
        if ((list->counsel->note[unit] & STEPPED) != 0 || lb_view_is_engaged(view, unit) ||
            (view->state->unit[unit].flags & UNIT_MOVED) != 0 ||
            lb_view_formation(view, unit) == FORMATION_UNLIMBERED)
            continue;
        list->counsel->note[unit] |= STEPPED;
        if (propose_step(list, unit, goal))
            return true;
    }
    return false;
}

/* Into contact. */

/// True if enough of a Formation can come to the enemy, so that it goes in together.
static bool is_in_reach(const lb_listing *list, uint32_t group)
{
    lb_view *view = list->asked.view;
    lb_unit_set units = esr_deployed(view, group);
    uint32_t troops = 0, reach = 0;

    if (esr_is_touched(view, group))
        return true;
    LB_EACH (i, &units) {
        uint32_t foe;

        if (!esr_is_troops(view->battle, i))
            continue;
        troops++;
        foe = lb_view_nearest_foe(view, i);
        reach += foe != LB_NOBODY && esr_has_in_arc(view, i, &view->quad[foe]) &&
                 lb_view_is_within(view, i, foe,
                                   esr_rate(view->battle, i, FORMATION_DEPLOYED, false) * 7 / 8);
    }
    return reach > 0 && 3 * reach >= troops;
}

/// The enemy near a unit that it does best to go for; LB_NOBODY for none.
static uint32_t best_mark(const lb_listing *list, uint32_t unit)
{
    lb_view *view = list->asked.view;
    lb_unit_set near =
        lb_view_near(view, view->box[unit], esr_rate(view->battle, unit, FORMATION_DEPLOYED, false),
                     lb_mind_foes(list));
    uint32_t best = LB_NOBODY;
    int32_t most = LEAST_ODDS;

    for (int n = 0; n < PAST && !lb_unit_set_is_empty(&near); n++) {
        uint32_t foe = lb_view_nearest(view, &view->quad[unit], &near);
        int32_t worth = esr_worth_of_fight(list, unit, foe);
        lb_footprint end;
        lb_reason reason;
        int32_t cost;

        lb_unit_set_remove(&near, (uint16_t)foe);
        if (worth > most && esr_judge_charge(view, unit, foe, &end, &cost, &reason)) {
            most = worth;
            best = foe;
        }
    }
    return best;
}

/// Sends the next unit of an attacker into contact.
static bool propose_charge(lb_listing *list, uint32_t group)
{
    lb_unit_set units = esr_deployed(list->asked.view, group);

    LB_EACH (i, &units) {
        uint32_t mark;

        if ((list->counsel->note[i] & CHARGED) != 0 || !esr_is_troops(list->asked.battle, i) ||
            (list->asked.state->unit[i].flags & UNIT_MOVED) != 0 ||
            lb_view_is_engaged(list->asked.view, i))
            continue;
        list->counsel->note[i] |= CHARGED;
        mark = best_mark(list, i);
        if (mark != LB_NOBODY && lb_propose_verb(list, VERB_CHARGE, i, mark, ESR_USEFUL))
            return true;
    }
    return false;
}

/// Lets those follow that do not charge.
static bool propose_follow(lb_listing *list, uint32_t group)
{
    lb_action action = lb_action_of(VERB_ADVANCE);

    action.unit = (uint16_t)group;
    return esr_find_advance(list->asked.view, group, esr_goal(list->asked.view, group),
                            LB_INCHES(60), &action.path) &&
           lb_propose_legal(list, &action, ESR_USEFUL);
}

/// Moves a deployed Formation that attacks; false if nothing is left to do.
static bool propose_assault(lb_listing *list, uint32_t group)
{
    lb_unit_set column = esr_column(list->asked.view, group);
    lb_unit_set deployed = esr_deployed(list->asked.view, group);

    if (esr_move_step(list->asked.state, group) != MOVE_ATTACK || !lb_unit_set_is_empty(&column) ||
        lb_unit_set_is_empty(&deployed))
        return false;
    if (is_in_reach(list, group) && propose_charge(list, group))
        return true;
    return propose_follow(list, group);
}

/* Stragglers. */

/// The unit of a Formation that the others stand around.
static uint32_t heart_of(const lb_view *view, const lb_unit_set *units)
{
    uint32_t best = LB_NOBODY;
    int64_t least = INT64_MAX;

    LB_EACH (i, units) {
        int64_t sum = 0;

        LB_EACH (j, units)
            sum += lb_point_distance(view->pose[i].at, view->pose[j].at);
        if (sum < least) {
            least = sum;
            best = i;
        }
    }
    return best;
}

/// Brings back a unit that has lost its Formation.
static bool propose_return(lb_listing *list, uint32_t group)
{
    lb_view *view = list->asked.view;
    lb_unit_set units = esr_deployed(view, group);
    uint32_t heart = heart_of(view, &units);

    LB_EACH (i, &units) {
        lb_action action = lb_action_of(VERB_STEP);
        int32_t way = lb_point_distance(view->pose[i].at, view->pose[heart].at);

        if ((list->counsel->note[i] & RETURNED) != 0 || !esr_is_troops(view->battle, i) ||
            (list->asked.state->unit[i].flags & UNIT_MOVED) != 0 ||
            way < esr_tenths(view->battle, ASTRAY) || lb_view_is_engaged(view, i))
            continue;
        list->counsel->note[i] |= RETURNED;
        action.unit = (uint16_t)i;
        way = lb_least(esr_allowance(view, i) * 2 / 3, way - esr_tenths(view->battle, ASTRAY / 4));
        for (int32_t part = 1; part <= 8; part *= 2) {
            action.path.count = 0;
            lb_path_add(&action.path,
                        lb_step_turn(lb_heading_to(view->pose[i].at, view->pose[heart].at)));
            lb_path_add(&action.path, lb_step_straight(lb_most(LB_TMM_INCH, way / part)));
            if (lb_propose_legal(list, &action, ESR_USEFUL))
                return true;
        }
    }
    return false;
}

/* The step. */

/// Where the player notes what he has done with a Formation: at its first unit.
static uint8_t *note_of(const lb_listing *list, uint32_t group)
{
    lb_unit_set units = esr_units(list->asked.view, group);

    return &list->counsel->note[lb_unit_set_next(&units, 0)];
}

/// The Formation that moves next: those nearest to the enemy first, as they are in the way of the
/// others. Nobody who is done with, unless `is_late`.
static uint32_t next_to_move(const lb_listing *list, bool is_late)
{
    int32_t step = LB_ASKED_ABOUT(&list->asked, MOVE)->step;
    uint32_t next = LB_NOBODY;

    for (uint32_t g = 0; g < list->asked.battle->group_count; g++)
        if (esr_is_own(&list->asked, g) && esr_is_here(list->asked.view, g) &&
            esr_move_step(list->asked.state, g) == step &&
            (list->asked.state->group[g].flags & GROUP_MOVED) == 0 &&
            (is_late || (*note_of(list, g) & DONE) == 0) &&
            (next == LB_NOBODY || list->plan->group[g].rank < list->plan->group[next].rank))
            next = g;
    return next;
}

/// Proposes the next thing to do with a Formation; false if it is done with.
static bool propose_for(lb_listing *list, uint32_t group)
{
    if (should_wait(list, group) && !has_moved(list, group) &&
        lb_propose_verb(list, VERB_HALT, group, 0, ESR_USEFUL))
        return true;
    if (propose_return(list, group) || propose_assault(list, group) ||
        (is_jammed(list, group) && propose_detour(list, group)))
        return true;
    *note_of(list, group) |= DONE;
    return !has_moved(list, group) && lb_propose_verb(list, VERB_PROCEED, group, 0, ESR_USEFUL);
}

void esr_propose_move(lb_listing *list)
{
    uint32_t next;

    while ((next = next_to_move(list, false)) != LB_NOBODY)
        if (propose_for(list, next))
            return;
    /* Who attacks and has gone too little may not be left at that. */
    if (!lb_propose_verb(list, VERB_PASS, 0, 0, 0))
        (void)lb_propose_verb(list, VERB_PROCEED, next_to_move(list, true), 0, ESR_USEFUL);
}
