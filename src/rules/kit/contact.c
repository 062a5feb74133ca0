// SPDX-License-Identifier: MIT
// See contact.h.

#include "rules/kit/contact.h"

#include "table/convex.h"

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

/* Whether a slide may come to its target at all. */

enum { HALVINGS = 5 }; ///< of a slide, to find where it has not met its target yet

/// What a slide sweeps. False if it leaves the range of places.
static bool sweep_slide(const lb_quad *quad, uint16_t direction, int32_t tmm, lb_hull *hull)
{
    lb_point to = lb_point_along((lb_point){0, 0}, lb_sine(direction), lb_cosine(direction), tmm);

    lb_hull_of_slide(quad, to.x, to.y, hull);
    return lb_point_is_in_range(hull->box.low) && lb_point_is_in_range(hull->box.high);
}

static bool touches(const lb_hull *hull, const lb_quad *quad)
{
    return lb_convex_is_within(hull->corner, hull->count, quad->corner, 4, LB_CONTACT_TMM + 1);
}

int32_t lb_least_way(const lb_view *view, uint32_t side, const lb_footprint *from,
                     uint16_t direction, int32_t tmm, uint32_t target)
{
    lb_quad quad = lb_footprint_corners(from);
    int32_t low = 0, high = tmm;
    lb_unit_set near;
    lb_hull hull;

    if (!sweep_slide(&quad, direction, tmm, &hull))
        return 0;
    if (!touches(&hull, &view->quad[target]))
        return INT32_MAX;
    for (int i = 0; i < HALVINGS; i++) {
        int32_t middle = low + (high - low) / 2;

        (void)sweep_slide(&quad, direction, middle, &hull);
        if (touches(&hull, &view->quad[target]))
            high = middle;
        else
            low = middle;
    }
    if (low == 0)
        return 0;
    (void)sweep_slide(&quad, direction, low, &hull);
    near = lb_view_near(view, hull.box, 0, lb_view_foes(view, side));
    LB_EACH (i, &near)
        if (i != target && lb_convex_overlaps(hull.corner, hull.count, view->quad[i].corner, 4,
                                              LB_CONTACT_TMM + 1))
            return INT32_MAX;
    return low;
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
