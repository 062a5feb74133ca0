// SPDX-License-Identifier: MIT
// Bodies: units of a brigade that stand side by side in a row, base to base, and act as one.
//
// Two units are linked when they belong to one brigade, have the same formation, the same heading
// and the same order or disorder, their fronts lie in one line and their flanks touch. Nothing of
// it is stored: a body is what stands together. Squares are always alone. Finding a body takes
// time, so the view remembers those that were found until one of the brigade moves.

#include "rules/kit/memo.h"
#include "rules/napoleons_legacy/play.h"

LB_MEMO(body, struct nl_body)

enum {
    FRONT_SLACK = LB_TMM_CM, ///< how far two fronts may be out of line
    DRESS_REACH = LB_TMM_CM, ///< from how near a unit closes on a neighbour's flank
    DRESS_ANGLE = 910        ///< 5 degrees
};

/// Where a point lies from `from`, seen along a heading: x to the right, y ahead.
static lb_point seen_along(lb_point from, lb_point point, uint16_t heading)
{
    int64_t x = point.x - from.x, y = point.y - from.y;
    int64_t sine = lb_sine(heading), cosine = lb_cosine(heading), half = LB_SINE_ONE / 2;
    int64_t right = x * cosine - y * sine, ahead = x * sine + y * cosine;

    return (lb_point){(int32_t)((right + (right < 0 ? -half : half)) / LB_SINE_ONE),
                      (int32_t)((ahead + (ahead < 0 ? -half : half)) / LB_SINE_ONE)};
}

/// The point that lies so from `from`.
static lb_point laid_along(lb_point from, lb_point seen, uint16_t heading)
{
    return lb_point_towards(lb_point_towards(from, heading, seen.y),
                            (uint16_t)(heading + LB_ANGLE_QUARTER), seen.x);
}

/// True if two units of a brigade are alike enough to stand in one row: foot with foot, horse with
/// horse, guns with guns.
static bool may_link(const lb_view *view, uint32_t a, uint32_t b)
{
    const lb_pose *one = &view->pose[a], *other = &view->pose[b];

    return a != b && lb_view_is_here(view, b) && one->formation == other->formation &&
           one->formation != FORMATION_SQUARE && one->flags == other->flags &&
           nl_kind(view, a) == nl_kind(view, b);
}

static bool is_linked(const lb_view *view, uint32_t a, uint32_t b)
{
    const lb_pose *one = &view->pose[a], *other = &view->pose[b];
    lb_size own = view->size[a], its = view->size[b];
    lb_point seen;
    int32_t apart, ahead;

    if (one->heading != other->heading)
        return false;
    seen = seen_along(one->at, other->at, one->heading);
    apart = lb_most(seen.x, -seen.x) - (own.width_tmm + its.width_tmm) / 2;
    ahead = seen.y + its.depth_tmm / 2 - own.depth_tmm / 2;
    return apart >= -2 * LB_CONTACT_TMM && apart <= 2 * LB_CONTACT_TMM && ahead <= FRONT_SLACK &&
           ahead >= -FRONT_SLACK;
}

/// The rectangle around all units of a body, seen along the heading of one of them.
static lb_footprint bounds_of(const lb_view *view, const lb_unit_set *units, uint32_t unit)
{
    lb_footprint own = lb_view_footprint(view, unit), around = own;
    int32_t left = -own.width_tmm / 2, right = own.width_tmm / 2;
    int32_t rear = -own.depth_tmm / 2, front = own.depth_tmm / 2;

    LB_EACH (i, units) {
        lb_size size = view->size[i];
        lb_point seen;

        if (i == unit)
            continue;
        seen = seen_along(own.centre, view->pose[i].at, own.heading);
        left = lb_least(left, seen.x - size.width_tmm / 2);
        right = lb_most(right, seen.x + size.width_tmm / 2);
        rear = lb_least(rear, seen.y - size.depth_tmm / 2);
        front = lb_most(front, seen.y + size.depth_tmm / 2);
    }
    around.width_tmm = right - left;
    around.depth_tmm = front - rear;
    around.centre =
        laid_along(own.centre, (lb_point){(left + right) / 2, (rear + front) / 2}, own.heading);
    return around;
}

/// True if a unit is linked to one of a set.
static bool is_linked_to_any(const lb_view *view, const lb_unit_set *units, uint32_t unit)
{
    LB_EACH (i, units)
        if (is_linked(view, i, unit))
            return true;
    return false;
}

/// Finds the body of a unit.
static struct nl_body find_body(const lb_view *view, uint32_t unit)
{
    const lb_group_card *group = &view->battle->group[view->battle->unit[unit].group];
    struct nl_body body = {.units = lb_set_of(unit), .count = 1};
    bool grows = true;

    while (grows) {
        grows = false;
        for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
            lb_unit_set larger = body.units;

            if (lb_unit_set_has(&body.units, (uint16_t)i) || !may_link(view, unit, i) ||
                !is_linked_to_any(view, &body.units, i))
                continue;
            /* A row that is too long to be moved as one ends here. */
            lb_unit_set_add(&larger, (uint16_t)i);
            if (bounds_of(view, &larger, unit).width_tmm > LB_FOOTPRINT_MAX)
                continue;
            body.units = larger;
            body.count++;
            grows = true;
        }
    }
    LB_EACH (i, &body.units)
        body.bases += nl_bases(view->state, i);
    body.footprint = bounds_of(view, &body.units, unit);
    return body;
}

struct nl_body nl_body_of(lb_view *view, uint32_t unit)
{
    struct nl_body body;

    if (!body_recall(view, unit, &body)) {
        body = find_body(view, unit);
        body_keep(view, unit, &body);
    }
    return body;
}

struct nl_body nl_part_of_body(lb_view *view, uint32_t unit, const lb_unit_set *among)
{
    struct nl_body body = nl_body_of(view, unit), part = {.units = lb_set_of(unit), .count = 1};
    bool is_whole = true, grows = true;

    LB_EACH (i, &body.units)
        is_whole &= lb_unit_set_has(among, (uint16_t)i);
    if (is_whole)
        return body;
    while (grows) {
        grows = false;
        LB_EACH (i, &body.units) {
            if (lb_unit_set_has(&part.units, (uint16_t)i) || !lb_unit_set_has(among, (uint16_t)i) ||
                !is_linked_to_any(view, &part.units, i))
                continue;
            lb_unit_set_add(&part.units, (uint16_t)i);
            part.count++;
            grows = true;
        }
    }
    LB_EACH (i, &part.units)
        part.bases += nl_bases(view->state, i);
    part.footprint = bounds_of(view, &part.units, unit);
    return part;
}

bool nl_is_first_of_body(lb_view *view, uint32_t unit)
{
    struct nl_body body = nl_body_of(view, unit);

    return lb_unit_set_next(&body.units, 0) == unit;
}

/* Moving a body. */

lb_footprint nl_place_in_body(const lb_view *view, const struct nl_body *body, uint32_t unit,
                              const lb_footprint *end)
{
    lb_footprint place = lb_view_footprint(view, unit);
    uint16_t turned = (uint16_t)(end->heading - body->footprint.heading);

    place.centre = laid_along(
        end->centre, seen_along(body->footprint.centre, place.centre, body->footprint.heading),
        end->heading);
    place.heading = (uint16_t)(place.heading + turned);
    return place;
}

void nl_body_place(lb_run *run, uint16_t clause, const struct nl_body *body,
                   const lb_footprint *end)
{
    LB_EACH (i, &body->units)
        if (lb_view_is_here(run->view, i)) {
            lb_footprint place = nl_place_in_body(run->view, body, i, end);

            lb_change_place(run, clause, i, &place);
        }
}

void nl_body_try(lb_view *view, const struct nl_body *body, const lb_footprint *end,
                 struct nl_trials *trials)
{
    trials->count = 0;
    LB_EACH (i, &body->units)
        if (trials->count < NL_TRIALS_MAX) {
            lb_footprint place = nl_place_in_body(view, body, i, end);

            trials->trial[trials->count++] = lb_view_try_at(view, i, &place);
        }
}

void nl_body_undo(lb_view *view, struct nl_trials *trials)
{
    while (trials->count > 0)
        lb_view_undo(view, &trials->trial[--trials->count]);
}

/// How far to the right of the middle of a body a unit stands.
static int32_t place_along(const lb_view *view, const struct nl_body *body, uint32_t unit)
{
    return seen_along(body->footprint.centre, view->pose[unit].at, body->footprint.heading).x;
}

/// The member of a body next to the right of `x`, or to the left of it; LB_NOBODY at its end.
static uint32_t next_along(const lb_view *view, const struct nl_body *body, int32_t x, int sign)
{
    uint32_t next = LB_NOBODY;
    int32_t nearest = INT32_MAX;

    LB_EACH (i, &body->units) {
        int32_t away = sign * (place_along(view, body, i) - x);

        if (lb_view_is_here(view, i) && away > 0 && away < nearest) {
            nearest = away;
            next = i;
        }
    }
    return next;
}

/// Puts a unit flush beside another, to its right or left, fronts in line.
static bool stand_beside(lb_run *run, const lb_unit_set *except, uint32_t unit, uint32_t beside,
                         int sign)
{
    lb_footprint own = lb_view_footprint(run->view, unit);
    lb_footprint other = lb_view_footprint(run->view, beside);
    lb_point place = {sign * ((own.width_tmm + other.width_tmm + 1) / 2),
                      other.depth_tmm / 2 - own.depth_tmm / 2};

    own.heading = other.heading;
    own.centre = laid_along(other.centre, place, other.heading);
    if (!lb_may_stand(run->view, except, &own))
        return false;
    lb_change_place(run, CL_COMMAND_COLLECTIVE, unit, &own);
    return true;
}

/// The member of a body nearest to its middle; LB_NOBODY if nobody is left.
static uint32_t middle_of(const lb_view *view, const struct nl_body *body)
{
    uint32_t middle = LB_NOBODY;
    int32_t nearest = INT32_MAX;

    LB_EACH (i, &body->units) {
        int32_t x = place_along(view, body, i), off = lb_most(x, -x);

        if (lb_view_is_here(view, i) && off < nearest) {
            nearest = off;
            middle = i;
        }
    }
    return middle;
}

void nl_body_close_up(lb_run *run, const struct nl_body *body)
{
    uint32_t middle = middle_of(run->view, body);

    for (int sign = -1; sign <= 1 && middle != LB_NOBODY; sign += 2) {
        uint32_t last = middle, next;

        for (;;) {
            next = next_along(run->view, body, place_along(run->view, body, last), sign);
            if (next == LB_NOBODY || (!is_linked(run->view, last, next) &&
                                      !stand_beside(run, &body->units, next, last, sign)))
                break;
            last = next;
        }
    }
}

void nl_dress(lb_run *run, uint32_t unit)
{
    lb_view *view = run->view;
    const lb_group_card *group = &run->battle->group[run->battle->unit[unit].group];
    struct nl_body body = nl_body_of(view, unit);
    lb_footprint own = lb_view_footprint(view, unit);

    if (body.count > 1)
        return;
    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++) {
        lb_footprint other;
        lb_point seen;
        int32_t apart, ahead;

        if (!may_link(view, unit, i) ||
            lb_turn_between(own.heading, view->pose[i].heading) > DRESS_ANGLE)
            continue;
        other = lb_view_footprint(view, i);
        seen = seen_along(other.centre, own.centre, other.heading);
        apart = lb_most(seen.x, -seen.x) - (own.width_tmm + other.width_tmm) / 2;
        ahead = seen.y + own.depth_tmm / 2 - other.depth_tmm / 2;
        if (apart <= DRESS_REACH && apart >= -2 * LB_CONTACT_TMM && ahead <= 2 * FRONT_SLACK &&
            ahead >= -2 * FRONT_SLACK &&
            stand_beside(run, &body.units, unit, i, seen.x < 0 ? -1 : 1))
            return;
    }
}
