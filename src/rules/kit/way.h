// SPDX-License-Identifier: MIT
// Ways over the table: who is in the way, what the ground costs, how far it goes, and why not.
//
// A walk is remembered until something moves, so the way that a check has accepted is the very one
// that is carried out.
#pragma once

#include "rules/kit/ask.h"
#include "rules/kit/field.h"

/// Who moves, and by which rules.
typedef struct lb_mover {
    lb_footprint start;
    lb_unit_set movers;         ///< who is in nobody's way: all that move together
    const lb_move_costs *costs; ///< NULL: every tmm costs one
    uint8_t gait;     ///< movers of one gait have the same costs: the formation, as a rule
    int32_t keep_tmm; ///< how far it stays away from enemies
    uint16_t target;  ///< an enemy that it may touch all the same, or LB_NOBODY
    uint8_t side;
    bool stops_at_friends;  ///< friends may not be passed through
    bool notes_passed;      ///< lb_walk.passed is wanted, as a set of units
    bool pays_when_stopped; ///< lb_walk.cost_tmm is wanted of walks that are stopped too
} lb_mover;

/// A mover that is one unit as it stands.
void lb_mover_start(lb_mover *mover, const lb_view *view, uint32_t unit, const lb_move_costs *costs,
                    int32_t keep_tmm);

/// Follows a path. `what` and `passed` of the result are numbers of units, not of obstacles. Of a
/// walk that is stopped on a friend at its end, only the stop, `what` and the end are told.
const lb_walk *lb_way_walk(lb_view *view, const lb_mover *mover, const lb_path *path);

/// Slides towards a heading without turning, as far as `allowance_tmm` pays for by the mover's
/// costs, or to what ends the way before. Numbers as in lb_way_walk.
lb_retreat lb_way_slide(const lb_view *view, const lb_mover *mover, uint16_t direction,
                        int32_t allowance_tmm);

/// What a step of a footprint costs by the ground alone, with nobody in the way. INT32_MAX if it
/// cannot step like that.
int32_t lb_way_step_cost(const lb_view *view, const lb_footprint *at, const lb_move_costs *costs,
                         lb_step step);

/// Slides straight back from a point, or with `swerves` by the first direction that is clear.
/// Numbers as in lb_way_walk.
lb_retreat lb_way_back(lb_view *view, const lb_mover *mover, lb_point from, int32_t tmm,
                       bool swerves);

/// Says why a walk was stopped: always false.
bool lb_way_refuse(const lb_view *view, const lb_mover *mover, const lb_walk *walk, uint16_t clause,
                   lb_reason *reason);

/// True if a walk goes through and costs no more than `allowance`; otherwise the reason, by the
/// clause of the move or of the rate. Leaves what was judged in the bill of the view.
bool lb_way_is_legal(lb_view *view, const lb_mover *mover, const lb_walk *walk, int32_t allowance,
                     uint16_t clause, uint16_t rate, lb_reason *reason);

/* Paths. */

static inline lb_step lb_step_turn(uint16_t heading)
{
    return (lb_step){.kind = LB_STEP_TURN, .angle = heading};
}

static inline lb_step lb_step_straight(int32_t tmm)
{
    return (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = tmm};
}

static inline void lb_path_add(lb_path *path, lb_step step)
{
    path->step[path->count++] = step;
}

/// True if a step turns on the spot.
static inline bool lb_step_is_turn(const lb_step *step)
{
    return step->kind == LB_STEP_TURN || step->kind == LB_STEP_ABOUT;
}
