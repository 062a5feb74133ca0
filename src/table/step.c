// SPDX-License-Identifier: MIT
// Single steps of movement, whole and in part. See limber/table.h and table/move.h.
//
// A part of a step is always reckoned from the step's start, never from the part before: so parts
// do not gather rounding, and the last part is the step.

#include "table/move.h"

#include <assert.h>

enum {
    STEP_TMM_MAX = 2 * LB_TABLE_MAX,
    OBLIQUE_MAX = LB_ANGLE_QUARTER / 2,
    ARC_UNIT = 1686629726, ///< 2 pi / 65536 * 2^44
};

int32_t lb_wheel_arc(int32_t width_tmm, int32_t angle)
{
    int64_t turn = angle < 0 ? -(int64_t)angle : angle;

    return (int32_t)((width_tmm * turn * ARC_UNIT + (INT64_C(1) << 43)) >> 44);
}

bool lb_motion_of(const lb_footprint *start, const lb_step *step, lb_motion *motion)
{
    *motion = (lb_motion){.kind = step->kind, .direction = start->heading};
    switch (step->kind) {
    case LB_STEP_STRAIGHT:
        if (step->tmm < -STEP_TMM_MAX || step->tmm > STEP_TMM_MAX)
            return false;
        motion->tmm = step->tmm < 0 ? -step->tmm : step->tmm;
        if (step->tmm < 0)
            motion->direction = (uint16_t)(start->heading + LB_ANGLE_HALF);
        return true;
    case LB_STEP_OBLIQUE:
        if (step->tmm < 0 || step->tmm > STEP_TMM_MAX || step->angle < -OBLIQUE_MAX ||
            step->angle > OBLIQUE_MAX)
            return false;
        motion->tmm = step->tmm;
        motion->direction = (uint16_t)(start->heading + step->angle);
        return true;
    case LB_STEP_WHEEL:
        motion->angle = step->angle;
        return step->angle >= -LB_ANGLE_QUARTER && step->angle <= LB_ANGLE_QUARTER;
    case LB_STEP_ABOUT:
        motion->direction = (uint16_t)(start->heading + LB_ANGLE_HALF);
        return true;
    case LB_STEP_TURN:
        motion->direction = (uint16_t)step->angle;
        return step->angle >= 0 && step->angle <= (int32_t)UINT16_MAX;
    default:
        return false;
    }
}

int32_t lb_motion_parts(const lb_motion *motion)
{
    if (motion->kind == LB_STEP_STRAIGHT || motion->kind == LB_STEP_OBLIQUE)
        return motion->tmm;
    if (motion->kind == LB_STEP_WHEEL)
        return ((motion->angle < 0 ? -motion->angle : motion->angle) + LB_TURN_MOST - 1) /
               LB_TURN_MOST;
    return 1;
}

/// The turn of the first parts of a wheel.
static int32_t turn_at(const lb_motion *motion, int32_t part)
{
    int32_t parts = lb_motion_parts(motion);

    return parts == 0 ? 0 : motion->angle * part / parts;
}

static bool is_slide(const lb_motion *motion)
{
    return motion->kind == LB_STEP_STRAIGHT || motion->kind == LB_STEP_OBLIQUE;
}

/// Turns about the pivot, which stays where it is among the corners of the start.
static lb_footprint wheel(const lb_footprint *start, const lb_quad *from, const lb_motion *motion,
                          int32_t part, lb_quad *quad)
{
    int pivot = motion->angle < 0 ? 0 : 1;
    lb_footprint end = *start;
    lb_point move;

    end.heading = (uint16_t)(start->heading + turn_at(motion, part));
    *quad = lb_footprint_corners(&end);
    move = (lb_point){from->corner[pivot].x - quad->corner[pivot].x,
                      from->corner[pivot].y - quad->corner[pivot].y};
    *quad = lb_quad_moved(quad, move.x, move.y);
    end.centre.x += move.x;
    end.centre.y += move.y;
    return end;
}

lb_footprint lb_motion_carry(const lb_footprint *start, const lb_quad *from,
                             const lb_motion *motion, int32_t part, lb_quad *quad)
{
    lb_footprint end = *start;

    *quad = *from;
    if (part == 0)
        return end;
    if (motion->kind == LB_STEP_WHEEL)
        return wheel(start, from, motion, part, quad);
    if (is_slide(motion)) {
        end.centre = lb_point_towards(start->centre, motion->direction, part);
        *quad = lb_quad_moved(from, end.centre.x - start->centre.x, end.centre.y - start->centre.y);
    } else {
        end.heading = motion->direction;
        *quad = lb_footprint_corners(&end);
    }
    return end;
}

lb_footprint lb_motion_at(const lb_footprint *start, const lb_motion *motion, int32_t part)
{
    lb_footprint end = *start;
    lb_quad from, quad;

    if (part == 0)
        return end;
    if (is_slide(motion)) {
        end.centre = lb_point_towards(start->centre, motion->direction, part);
    } else if (motion->kind == LB_STEP_WHEEL) {
        from = lb_footprint_corners(start);
        end = wheel(start, &from, motion, part, &quad);
    } else {
        end.heading = motion->direction;
    }
    return end;
}

int32_t lb_motion_length(const lb_footprint *start, const lb_motion *motion, int32_t part)
{
    if (motion->kind == LB_STEP_STRAIGHT || motion->kind == LB_STEP_OBLIQUE)
        return part;
    if (motion->kind == LB_STEP_WHEEL)
        return lb_wheel_arc(start->width_tmm, turn_at(motion, part));
    return 0;
}

bool lb_step_apply(const lb_footprint *start, const lb_step *step, lb_footprint *end)
{
    lb_motion motion;
    lb_footprint found;

    assert(lb_footprint_is_valid(start));
    if (!lb_motion_of(start, step, &motion))
        return false;
    found = lb_motion_at(start, &motion, lb_motion_parts(&motion));
    if (!lb_footprint_is_valid(&found))
        return false;
    *end = found;
    return true;
}

bool lb_path_apply(const lb_footprint *start, const lb_path *path, lb_footprint *end,
                   uint8_t *failed)
{
    lb_footprint at = *start;

    for (uint8_t i = 0; i < path->count; i++)
        if (i >= LB_PATH_STEPS_MAX || !lb_step_apply(&at, &path->step[i], &at)) {
            if (failed != NULL)
                *failed = i;
            return false;
        }
    *end = at;
    return true;
}
