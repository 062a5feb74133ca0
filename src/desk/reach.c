// SPDX-License-Identifier: MIT
// The ground that somebody can reach, ray by ray, as the sheet's own check says. See desk.h.

#include "desk/seek.h"

#include "table/exact.h"

enum { RAYS = 40, CHECKS_MAX = 2400, HALVINGS = 6, QUARTER = 16384, EIGHTH = 8192 };

/// How a ray is walked.
typedef enum manner { TURNED, SLANTED, WHEELED, BACKWARD, MANNERS } manner;

/// Lays a way of a manner along a ray. False if the manner does not go there.
static bool lay(const lb_seeker *seeker, manner by, uint16_t heading, lb_path *path)
{
    int32_t angle = (int16_t)(uint16_t)(heading - seeker->start.heading);

    path->count = 0;
    switch (by) {
    case TURNED:
        if (angle != 0)
            lb_path_push(path, LB_STEP_TURN, 0, heading);
        lb_path_push(path, LB_STEP_STRAIGHT, 0, 0);
        return true;
    case SLANTED:
        lb_path_push(path, LB_STEP_OBLIQUE, 0, angle);
        return angle != 0 && angle <= EIGHTH && angle >= -EIGHTH;
    case WHEELED:
        lb_path_push(path, LB_STEP_WHEEL, 0, angle);
        lb_path_push(path, LB_STEP_STRAIGHT, 0, 0);
        return angle != 0 && angle <= QUARTER && angle >= -QUARTER;
    case BACKWARD:
        lb_path_push(path, LB_STEP_STRAIGHT, 0, 0);
        return angle == -QUARTER * 2;
    case MANNERS:
        break;
    }
    return false;
}

/// The longest legal way along a ray by one manner, up to `most`. False if there is none.
static bool follow(lb_seeker *seeker, manner by, uint16_t heading, int32_t most, lb_footprint *end)
{
    int32_t sign = by == BACKWARD ? -1 : 1, low = 0, high = most;
    int32_t little = seeker->desk->battle->rules->play->length_tmm / 2;
    lb_path path;
    lb_step *last;

    if (!lay(seeker, by, heading, &path))
        return false;
    last = &path.step[path.count - 1];
    last->tmm = sign * little;
    if (!lb_seeker_try(seeker, &path, end))
        return false;
    low = little;
    for (uint32_t i = 0; i < HALVINGS && high - low > 1; i++) {
        lb_footprint tried;
        /* On open ground nothing but the allowance ends a way: that is tried first. */
        int32_t middle =
            i == 0 ? seeker->allowance_tmm - (seeker->desk->view.bill.cost_tmm - little) : 0;

        if (middle <= low || middle >= high)
            middle = low + (high - low) / 2;
        last->tmm = sign * middle;
        if (lb_seeker_try(seeker, &path, &tried)) {
            low = middle;
            *end = tried;
            /* A tenth of a length more is not worth a search. */
            last->tmm = sign * (middle + little / 4);
            if (i == 0 && !lb_seeker_try(seeker, &path, &tried))
                return true;
        } else {
            high = middle;
        }
    }
    return true;
}

static int64_t square_of(lb_point a, lb_point b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;

    return x * x + y * y;
}

int32_t lb_desk_reach(lb_desk *desk, const lb_state *state, const char *line, char *text,
                      size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);
    lb_seeker seeker;
    int32_t length, most;
    uint32_t found = 0;

    if (!lb_seeker_start(&seeker, desk, state, line, text, room, &length))
        return length;
    seeker.checks_max = CHECKS_MAX;
    most = seeker.allowance_tmm >= 0 ? 2 * seeker.allowance_tmm + 1 : LB_TABLE_MAX / 2;
    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", true);
    lb_desk_put_footprint(&json, "start", &seeker.start);
    if (seeker.allowance_tmm >= 0)
        lb_json_put_int_at(&json, "allowance", seeker.allowance_tmm);
    lb_json_put_open_at(&json, "ring", '[');
    for (uint32_t ray = 0; ray < RAYS; ray++) {
        uint16_t heading = (uint16_t)(seeker.start.heading + ray * 65536 / RAYS);
        lb_point from = lb_seeker_pin(&seeker, seeker.start.centre, seeker.start.heading);
        lb_point best = from;

        for (uint32_t by = 0; by < MANNERS; by++) {
            lb_footprint end;

            lb_point at;

            if (!follow(&seeker, (manner)by, heading, most, &end))
                continue;
            at = lb_seeker_pin(&seeker, end.centre, end.heading);
            if (square_of(at, from) > square_of(best, from))
                best = at;
        }
        found += best.x != from.x || best.y != from.y;
        lb_json_put_point(&json, best);
    }
    lb_json_put_close(&json, ']');
    lb_json_put_close(&json, '}');
    if (found == 0)
        return lb_desk_refuse(desk->battle, seeker.reason.why, &seeker.reason, text, room);
    return lb_json_put_end(&json);
}
