// SPDX-License-Identifier: MIT
// Bodies: units of a brigade that stand side by side, base to base, and act as one.
//
// Two units are linked when they belong to one brigade, have the same formation, the same heading
// and the same order or disorder, their fronts lie in one line and their flanks touch. Nothing of
// it is stored: a body is what stands together. Squares are always alone.

#include "rules/napoleons_legacy/play.h"

enum {
    FRONT_SLACK = LB_TMM_CM, ///< how far two fronts may be out of line
    DRESS_REACH = LB_TMM_CM, ///< from how near a unit closes on a neighbour's flank
    DRESS_ANGLE = 910,       ///< 5 degrees
    UNIT_BASES = 24          ///< of one unit
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

static bool may_link(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    const lb_unit *one = &state->unit[a], *other = &state->unit[b];

    return a != b && battle->unit[a].group == battle->unit[b].group && lb_unit_is_here(state, b) &&
           one->formation == other->formation && one->formation != FORMATION_SQUARE &&
           ((one->flags ^ other->flags) & (UNIT_DISORDERED | UNIT_DISMOUNTED)) == 0;
}

static bool is_linked(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    lb_footprint one = lb_unit_footprint(battle, state, a);
    lb_footprint other = lb_unit_footprint(battle, state, b);
    lb_point seen = seen_along(one.centre, other.centre, one.heading);
    int32_t apart = lb_most(seen.x, -seen.x) - (one.width_tmm + other.width_tmm) / 2;
    int32_t ahead = seen.y + other.depth_tmm / 2 - one.depth_tmm / 2;

    return one.heading == other.heading && apart >= -2 * LB_CONTACT_TMM &&
           apart <= 2 * LB_CONTACT_TMM && ahead <= FRONT_SLACK && ahead >= -FRONT_SLACK;
}

/// The rectangle around everybody of a body, seen along the heading of one of them.
static lb_footprint bounds_of(const lb_battle *battle, const lb_state *state,
                              const lb_unit_set *units, uint32_t unit)
{
    lb_footprint own = lb_unit_footprint(battle, state, unit), around = own;
    int32_t left = -own.width_tmm / 2, right = own.width_tmm / 2;
    int32_t rear = -own.depth_tmm / 2, front = own.depth_tmm / 2;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_footprint other;
        lb_point seen;

        if (i == unit || !lb_unit_set_has(units, (uint16_t)i))
            continue;
        other = lb_unit_footprint(battle, state, i);
        seen = seen_along(own.centre, other.centre, own.heading);
        left = lb_least(left, seen.x - other.width_tmm / 2);
        right = lb_most(right, seen.x + other.width_tmm / 2);
        rear = lb_least(rear, seen.y - other.depth_tmm / 2);
        front = lb_most(front, seen.y + other.depth_tmm / 2);
    }
    around.width_tmm = right - left;
    around.depth_tmm = front - rear;
    around.centre =
        laid_along(own.centre, (lb_point){(left + right) / 2, (rear + front) / 2}, own.heading);
    return around;
}

struct nl_body nl_body_of(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_group_card *group = &battle->group[battle->unit[unit].group];
    uint32_t end = (uint32_t)group->first_unit + group->unit_count;
    struct nl_body body = {.count = 1};
    bool grows = true;

    lb_unit_set_add(&body.units, (uint16_t)unit);
    while (grows) {
        grows = false;
        for (uint32_t i = group->first_unit; i < end; i++) {
            lb_unit_set larger = body.units;

            if (lb_unit_set_has(&body.units, (uint16_t)i) || !may_link(battle, state, unit, i))
                continue;
            for (uint32_t j = group->first_unit; j < end; j++)
                if (lb_unit_set_has(&body.units, (uint16_t)j) && is_linked(battle, state, j, i)) {
                    lb_unit_set_add(&larger, (uint16_t)i);
                    break;
                }
            /* A row that is too long to be moved as one ends here. */
            if (!lb_unit_set_has(&larger, (uint16_t)i) ||
                bounds_of(battle, state, &larger, unit).width_tmm > LB_FOOTPRINT_MAX)
                continue;
            body.units = larger;
            body.count++;
            grows = true;
        }
    }
    for (uint32_t i = group->first_unit; i < end; i++)
        if (lb_unit_set_has(&body.units, (uint16_t)i))
            body.bases += nl_bases(state, i);
    body.footprint = bounds_of(battle, state, &body.units, unit);
    return body;
}

void nl_body_place(lb_state *state, const struct nl_body *body, const lb_footprint *end)
{
    uint16_t turned = (uint16_t)(end->heading - body->footprint.heading);

    for (uint32_t i = 0; i < LB_UNITS_MAX; i++) {
        lb_unit *unit = &state->unit[i];

        if (!lb_unit_set_has(&body->units, (uint16_t)i))
            continue;
        unit->at = laid_along(end->centre,
                              seen_along(body->footprint.centre, unit->at, body->footprint.heading),
                              end->heading);
        unit->heading = (uint16_t)(unit->heading + turned);
    }
}

/// The member of a body next to the right of `x`, or to the left of it; LB_NOBODY at its end.
static uint32_t next_along(const lb_state *state, const struct nl_body *body, int32_t x, int sign)
{
    uint32_t next = LB_NOBODY;
    int32_t nearest = INT32_MAX;

    for (uint32_t i = 0; i < LB_UNITS_MAX; i++) {
        int32_t at;

        if (!lb_unit_set_has(&body->units, (uint16_t)i) || !lb_unit_is_here(state, i))
            continue;
        at = seen_along(body->footprint.centre, state->unit[i].at, body->footprint.heading).x;
        if (sign * (at - x) > 0 && sign * (at - x) < nearest) {
            nearest = sign * (at - x);
            next = i;
        }
    }
    return next;
}

/// Puts a unit flush beside another, to its right or left, fronts in line.
static bool stand_beside(const lb_battle *battle, lb_state *state, const lb_unit_set *except,
                         uint32_t unit, uint32_t beside, int sign)
{
    lb_footprint own = lb_unit_footprint(battle, state, unit);
    lb_footprint other = lb_unit_footprint(battle, state, beside);
    lb_point place = {sign * ((own.width_tmm + other.width_tmm + 1) / 2),
                      other.depth_tmm / 2 - own.depth_tmm / 2};

    own.heading = other.heading;
    own.centre = laid_along(other.centre, place, other.heading);
    if (!lb_may_stand(battle, state, except, &own))
        return false;
    state->unit[unit].at = own.centre;
    state->unit[unit].heading = own.heading;
    return true;
}

void nl_body_close_up(const lb_battle *battle, lb_state *state, const struct nl_body *body)
{
    uint32_t anchor = LB_NOBODY;
    int32_t nearest = INT32_MAX;

    for (uint32_t i = 0; i < LB_UNITS_MAX; i++) {
        int32_t x;

        if (!lb_unit_set_has(&body->units, (uint16_t)i) || !lb_unit_is_here(state, i))
            continue;
        x = seen_along(body->footprint.centre, state->unit[i].at, body->footprint.heading).x;
        x = lb_most(x, -x);
        if (x < nearest) {
            nearest = x;
            anchor = i;
        }
    }
    for (int sign = -1; sign <= 1 && anchor != LB_NOBODY; sign += 2) {
        uint32_t last = anchor, next;

        for (;;) {
            lb_point seen =
                seen_along(body->footprint.centre, state->unit[last].at, body->footprint.heading);
            next = next_along(state, body, seen.x, sign);
            if (next == LB_NOBODY || !stand_beside(battle, state, &body->units, next, last, sign))
                break;
            last = next;
        }
    }
}

void nl_dress(const lb_battle *battle, lb_state *state, uint32_t unit)
{
    const lb_group_card *group = &battle->group[battle->unit[unit].group];
    struct nl_body body = nl_body_of(battle, state, unit);
    lb_footprint own = lb_unit_footprint(battle, state, unit);

    if (body.count > 1)
        return;
    for (uint32_t i = group->first_unit; i < (uint32_t)group->first_unit + group->unit_count; i++) {
        int16_t turn = (int16_t)(state->unit[i].heading - own.heading);
        lb_footprint other;
        lb_point seen;
        int32_t apart, ahead;

        if (!may_link(battle, state, unit, i) || turn > DRESS_ANGLE || turn < -DRESS_ANGLE)
            continue;
        other = lb_unit_footprint(battle, state, i);
        seen = seen_along(other.centre, own.centre, other.heading);
        apart = lb_most(seen.x, -seen.x) - (own.width_tmm + other.width_tmm) / 2;
        ahead = seen.y + own.depth_tmm / 2 - other.depth_tmm / 2;
        if (apart <= DRESS_REACH && apart >= -2 * LB_CONTACT_TMM && ahead <= 2 * FRONT_SLACK &&
            ahead >= -2 * FRONT_SLACK &&
            stand_beside(battle, state, &body.units, unit, i, seen.x < 0 ? -1 : 1))
            return;
    }
}

/* Who meets whom. */

/// Bases along a stretch of a square's face: each that touches in part, with the one behind it.
static int32_t bases_of_square(const struct nl_block *block, int32_t length_tmm, int32_t bases)
{
    int32_t touched =
        lb_most(1, (length_tmm + block->width_tmm - 1 - LB_CONTACT_TMM) / block->width_tmm);

    return lb_least(lb_least(touched, block->files) * lb_least(2, block->rows), bases);
}

/// True if one base of a unit touches anybody of a body along more than a corner: with its own
/// front if it attacks, else it is touched by a front of theirs.
static bool is_base_touching(const lb_battle *battle, const lb_state *state, uint32_t unit,
                             int32_t number, const struct nl_body *body, bool attacks)
{
    lb_footprint base = nl_base_at(battle, state, unit, number);
    lb_quad own = lb_footprint_corners(&base);

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad other;
        lb_contact contact;

        if (!lb_unit_set_has(&body->units, (uint16_t)i))
            continue;
        other = lb_unit_quad(battle, state, i);
        contact = attacks ? lb_contact_of(&own, &other) : lb_contact_of(&other, &own);
        if (contact.is_touching && contact.length_tmm > 2 * LB_CONTACT_TMM)
            return true;
    }
    return false;
}

/// Bases of a unit that meet a body: each that touches it, and in front or rear the one behind.
static int32_t bases_meeting(const lb_battle *battle, const lb_state *state, uint32_t unit,
                             const struct nl_body *body, bool attacks)
{
    int32_t bases = nl_bases(state, unit), meeting = 0;
    struct nl_block block = nl_block_of(battle, unit, state->unit[unit].formation, bases);
    lb_quad own = lb_unit_quad(battle, state, unit);
    lb_quad other = lb_footprint_corners(&body->footprint);
    lb_contact contact = lb_contact_of(&other, &own);
    bool is_end = attacks || contact.face == LB_FACE_FRONT || contact.face == LB_FACE_REAR;
    bool touches[UNIT_BASES] = {false};

    if (state->unit[unit].formation == FORMATION_SQUARE)
        return contact.is_touching ? bases_of_square(&block, contact.length_tmm, bases) : 0;
    bases = lb_least(bases, UNIT_BASES);
    for (int32_t i = 0; i < bases; i++)
        touches[i] = is_base_touching(battle, state, unit, i, body, attacks);
    for (int32_t i = 0; i < bases; i++)
        meeting +=
            touches[i] || (is_end && ((i >= block.files && touches[i - block.files]) ||
                                      (i + block.files < bases && touches[i + block.files])));
    return meeting;
}

/// The same of all of a body.
static int32_t body_meeting(const lb_battle *battle, const lb_state *state,
                            const struct nl_body *own, const struct nl_body *body, bool attacks)
{
    int32_t meeting = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (lb_unit_set_has(&own->units, (uint16_t)i))
            meeting += bases_meeting(battle, state, i, body, attacks);
    return lb_most(1, lb_least(meeting, own->bases));
}

void nl_bases_in_contact(const lb_battle *battle, const lb_state *state,
                         const struct nl_body *attacker, const struct nl_body *defender,
                         int32_t *a_bases, int32_t *d_bases)
{
    *a_bases = body_meeting(battle, state, attacker, defender, true);
    *d_bases = body_meeting(battle, state, defender, attacker, false);
}

int32_t nl_supports(const lb_battle *battle, const lb_state *state, const struct nl_body *body,
                    uint32_t unit)
{
    lb_quad own = lb_footprint_corners(&body->footprint);
    int32_t reach = LB_CMS(VALUE_OF(battle, ADVANCE_11_REACH)), supports = 0;
    int32_t bonus = VALUE_OF(battle, ADVANCE_11_SUPPORT);
    lb_point low, high;

    lb_quad_box(&own, &low, &high);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad other;

        if (lb_unit_set_has(&body->units, (uint16_t)i) || !lb_unit_is_here(state, i) ||
            battle->unit[i].side != battle->unit[unit].side || nl_is_disordered(state, i) ||
            !lb_unit_may_be_near(battle, state, i, low, high, reach))
            continue;
        other = lb_unit_quad(battle, state, i);
        if (lb_quad_is_in_contact(&own, &other) || (lb_quad_is_within(&own, &other, reach) &&
                                                    lb_face_of_quad(&own, &other) != LB_FACE_FRONT))
            supports += bonus;
    }
    return supports;
}
