// SPDX-License-Identifier: MIT
// What the planner's files share: the bodies of troops that a plan moves about.
#pragma once

#include "ai/field.h"
#include "core/view.h"
#include "limber/plan.h"
#include "table/exact.h"

/// A group as a whole: its units on the table that are fit to fight.
typedef struct lb_body {
    lb_point at;     ///< their middle
    int32_t worth;   ///< their weight together; 0: nobody is there
    int32_t foe_tmm; ///< how far the nearest enemy is that is fit to fight
    lb_point foe;    ///< where he is
    lb_point mark;   ///< of a group that attacks: the enemy that it is sent against
    int32_t mark_tmm;
    int32_t march_tmm; ///< how far it goes in a turn away from the enemy, at least a usual move
    uint16_t able;     ///< how many are fit
    uint16_t lost;     ///< how many are not, or are gone
    bool is_mounted;   ///< nothing but cavalry
} lb_body;

/// Where the enemies of a side are that are fit to fight.
typedef struct lb_foes {
    lb_point at[LB_UNITS_MAX];
    uint32_t count;
} lb_foes;

/// The room that a group takes up: its middle, and half its extent across and along its heading.
typedef struct lb_post_area {
    lb_point at;
    uint16_t heading;
    int32_t half_width, half_depth;
} lb_post_area;

/// A plan being made.
typedef struct lb_planner {
    const lb_battle *battle;
    const lb_state *state;
    lb_view *view;
    lb_plan *plan;
    uint32_t side;
    lb_body body[LB_GROUPS_MAX];
    lb_foes foes[LB_SIDES];
    int32_t near[LB_SIDES][LB_OBJECTIVES_MAX];      ///< weight about each objective
    int32_t away[LB_GROUPS_MAX][LB_OBJECTIVES_MAX]; ///< of own groups from each objective
    const lb_plan_memory *memory;                   ///< of the plan before; NULL: none
    lb_ground_field *field;                         ///< NULL: ways are straight
    lb_post_area area[LB_GROUPS_MAX]; ///< that groups take up which have their stations
    uint32_t area_count;
} lb_planner;

/// The square of the distance between two points.
static inline int64_t lb_square_of(lb_point a, lb_point b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;

    return x * x + y * y;
}

/// The distance between two points, rounded down.
static inline int32_t lb_distance_between(lb_point a, lb_point b)
{
    return (int32_t)lb_root_floor((uint64_t)lb_square_of(a, b));
}

/// True if the unit is on the table.
static inline bool lb_planner_has(const lb_planner *planner, uint32_t unit)
{
    return planner->state->unit[unit].presence == LB_PRESENCE_TABLE;
}

enum { LB_MOVES_NEAR = 2 }; ///< an enemy so near matters more than what is behind him

/// Turns of the battle that are left, this one among them.
static inline int32_t lb_turns_left(const lb_planner *planner)
{
    return planner->battle->turns - planner->state->turn + 1;
}

/// assault.c: gives every group that attacks its mark.
void lb_plan_marks(lb_planner *planner);

/// assault.c: where a group that attacks goes this turn.
void lb_plan_aim_attack(lb_planner *planner, uint32_t group);

/// True if groups may move several times in a turn.
static inline bool lb_planner_bounds(const lb_planner *planner)
{
    return planner->battle->rules->play->moves_in_turn > 1;
}

/// stations.c: lays out the units of a group around its goal.
void lb_plan_stations(lb_planner *planner, uint32_t group);

/// Has a group wait: it stands where it is, or goes into shelter from guns; its own guns go where
/// they have something to fire at.
void lb_plan_wait(lb_planner *planner, uint32_t group);

/// stations.c: how many guns of the enemy see a place and reach it.
uint32_t lb_plan_guns_on(const lb_planner *planner, lb_point at);

/// stations.c: lets guns that have nothing to fire at go where they have.
void lb_plan_battery(lb_planner *planner, uint32_t unit);

/// assault.c: keeps who holds ground where he is.
void lb_plan_garrisons(lb_planner *planner);

/// assault.c: calls groups that wait holders, unless they are farther away than most.
void lb_plan_name_reserves(lb_planner *planner);

/// stations.c: sends units that march by themselves round ground, closed or very dear, that lies
/// between them and their stations.
void lb_plan_ways(lb_planner *planner);

/// assault.c: lets those of the attackers who are nearest to the enemy go in until they weigh so
/// much together; the others are a reserve.
void lb_plan_send_enough(lb_planner *planner, int32_t need);

/// assault.c: notes the groups that come too late for the enemy and their objective.
void lb_plan_name_late(lb_planner *planner);

/// stations.c: where the leaders of the side ought to be.
void lb_plan_leaders(lb_planner *planner);
