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
    int64_t dx = front.x - middle.x, dy = front.y - middle.y;
    int32_t along = (int32_t)((dx * lb_sine(side) + dy * lb_cosine(side)) / LB_SINE_ONE);
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
