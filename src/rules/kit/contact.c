// SPDX-License-Identifier: MIT
// See contact.h.

#include "rules/kit/contact.h"

enum { EIGHTHS = 8 };

lb_face lb_face_met(const lb_quad *target, const lb_footprint *from)
{
    lb_footprint on = *from;
    lb_quad own = lb_footprint_corners(from);

    on.centre = lb_point_towards(on.centre, on.heading, lb_quad_distance_ceil(&own, target));
    if (lb_footprint_is_valid(&on)) {
        lb_quad quad = lb_footprint_corners(&on);
        lb_contact contact = lb_contact_of(&quad, target);

        if (contact.is_touching && contact.length_tmm > LB_CONTACT_TMM)
            return contact.face;
    }
    return lb_face_of_point(target, lb_quad_middle(&own, LB_FACE_FRONT));
}

/// The footprint with its front flush on the face, at most three quarters of where the two would
/// part from the middle of the face: straight on, or `eighths` of 8 of the way to the middle.
static lb_footprint flush(const lb_closing *closing, int32_t eighths)
{
    const lb_footprint *target = &closing->target, *from = &closing->from;
    lb_quad other = lb_footprint_corners(target), own = lb_footprint_corners(from);
    lb_point front = lb_quad_middle(&own, LB_FACE_FRONT);
    lb_point middle = lb_quad_middle(&other, closing->face);
    bool is_end = closing->face == LB_FACE_FRONT || closing->face == LB_FACE_REAR;
    int32_t half = ((is_end ? target->width_tmm : target->depth_tmm) + from->width_tmm) / 2;
    uint16_t normal = (uint16_t)(target->heading + (uint16_t)closing->face * LB_ANGLE_QUARTER);
    uint16_t side = (uint16_t)(normal + LB_ANGLE_QUARTER);
    int32_t along = lb_ahead_of(middle, front, side);
    lb_footprint end = *from;

    along = lb_most(-half * 3 / 4, lb_least(half * 3 / 4, along)) * eighths / EIGHTHS;
    middle = lb_point_towards(middle, side, along);
    end.heading = (uint16_t)(normal + LB_ANGLE_HALF);
    end.centre = lb_point_towards(middle, normal, from->depth_tmm / 2 + 1);
    return end;
}

bool lb_close_in(const lb_closing *closing, lb_footprint *end)
{
    for (int32_t eighths = EIGHTHS; eighths >= 0; eighths--) {
        *end = flush(closing, eighths);
        if (lb_may_stand(closing->view, &closing->own, end) &&
            (closing->accepts == NULL || closing->accepts(closing, end)))
            return true;
    }
    return false;
}

/* How far it is to what lies ahead. */

enum {
    FINE = 16, ///< parts of a tmm
    GRAZE =
        2 * LB_CONTACT_TMM * FINE ///< from either side: what two must have of each other at least
};

/// A quad as it is seen along a direction: x to the right, y ahead.
typedef struct seen_quad {
    int64_t x[4], y[4];
} seen_quad;

static seen_quad seen_along(const lb_quad *quad, lb_point from, uint16_t direction)
{
    int64_t sine = lb_sine(direction), cosine = lb_cosine(direction);
    seen_quad seen;

    for (int i = 0; i < 4; i++) {
        int64_t x = quad->corner[i].x - from.x, y = quad->corner[i].y - from.y;

        seen.x[i] = (x * cosine - y * sine) * FINE / LB_SINE_ONE;
        seen.y[i] = (x * sine + y * cosine) * FINE / LB_SINE_ONE;
    }
    return seen;
}

static int64_t least_x(const seen_quad *quad)
{
    int64_t least = quad->x[0];

    for (int i = 1; i < 4; i++)
        least = quad->x[i] < least ? quad->x[i] : least;
    return least;
}

static int64_t most_x(const seen_quad *quad)
{
    int64_t most = quad->x[0];

    for (int i = 1; i < 4; i++)
        most = quad->x[i] > most ? quad->x[i] : most;
    return most;
}

/// The outline at x, which lies within the quad: its far side for sign 1, its near side for -1.
static int64_t outline_at(const seen_quad *quad, int64_t x, int sign)
{
    int64_t best = INT64_MIN;

    for (int i = 0; i < 4; i++) {
        int next = (i + 1) % 4;
        int64_t x0 = quad->x[i], x1 = quad->x[next], y0 = quad->y[i], y1 = quad->y[next], y;

        if ((x < x0 && x < x1) || (x > x0 && x > x1))
            continue;
        y = x0 == x1 ? (sign * y0 > sign * y1 ? y0 : y1) : y0 + (y1 - y0) * (x - x0) / (x1 - x0);
        best = sign * y > best ? sign * y : best;
    }
    return sign * best;
}

int32_t lb_gap_along(const lb_quad *quad, const lb_quad *other, uint16_t direction)
{
    lb_point from = quad->corner[0];
    seen_quad own = seen_along(quad, from, direction), its = seen_along(other, from, direction);
    int64_t low = least_x(&own) > least_x(&its) ? least_x(&own) : least_x(&its);
    int64_t high = most_x(&own) < most_x(&its) ? most_x(&own) : most_x(&its);
    int64_t gap = INT64_MAX;

    low += GRAZE / 2;
    high -= GRAZE / 2;
    if (low >= high)
        return INT32_MAX;
    /* The gap over x is convex and bends at corners alone. */
    for (int i = 0; i < 10; i++) {
        int64_t x = i < 4 ? own.x[i] : i < 8 ? its.x[i - 4] : i == 8 ? low : high, at;

        if (x < low || x > high)
            continue;
        at = outline_at(&its, x, -1) - outline_at(&own, x, 1);
        gap = at < gap ? at : gap;
    }
    if (gap < -(int64_t)GRAZE)
        return INT32_MAX;
    return gap < 0 ? 0 : (int32_t)(gap / FINE);
}

/* Turning about the point that touches. */

/// A point, and how far it lies from the middle of a front, to the right.
typedef struct touch {
    lb_point at;
    int32_t right_tmm;
    int32_t gap_tmm; ///< from the target
} touch;

/// The point of a footprint's front that is nearest to a target: a corner of the front, or where
/// a corner of the target meets it.
static touch touch_of(const lb_quad *target, const lb_footprint *met)
{
    lb_quad own = lb_footprint_corners(met);
    lb_point front = lb_quad_middle(&own, LB_FACE_FRONT);
    uint16_t right = (uint16_t)(met->heading + LB_ANGLE_QUARTER);
    int32_t half = met->width_tmm / 2;
    touch best = {own.corner[0], -half, lb_point_distance_ceil(own.corner[0], target)};
    int32_t gap = lb_point_distance_ceil(own.corner[1], target);

    if (gap < best.gap_tmm)
        best = (touch){own.corner[1], half, gap};
    for (int i = 0; i < 4; i++) {
        int32_t aside = lb_ahead_of(front, target->corner[i], right);
        int32_t ahead = lb_ahead_of(front, target->corner[i], met->heading);

        gap = lb_most(ahead, -ahead);
        if (aside > -half && aside < half && gap < best.gap_tmm)
            best = (touch){target->corner[i], aside, gap};
    }
    return best;
}

bool lb_turn_flush(const lb_footprint *target, const lb_footprint *met, lb_footprint *end,
                   int32_t *angle)
{
    lb_quad other = lb_footprint_corners(target), own = lb_footprint_corners(met);
    touch at = touch_of(&other, met);
    lb_face face = lb_contact_of(&own, &other).face;
    uint16_t normal = (uint16_t)(target->heading + (uint16_t)face * LB_ANGLE_QUARTER);
    uint16_t side = (uint16_t)(normal + LB_ANGLE_QUARTER);
    lb_point middle = lb_quad_middle(&other, face);

    *end = *met;
    *angle = (int16_t)(normal + LB_ANGLE_HALF - met->heading);
    if (at.gap_tmm > LB_CONTACT_TMM + 1 || *angle > LB_ANGLE_QUARTER || *angle < -LB_ANGLE_QUARTER)
        return false;
    if (*angle == 0)
        return true;
    middle = lb_point_towards(middle, side, lb_ahead_of(middle, at.at, side) + at.right_tmm);
    end->heading = (uint16_t)(normal + LB_ANGLE_HALF);
    end->centre = lb_point_towards(middle, normal, met->depth_tmm / 2 + 1);
    return true;
}
