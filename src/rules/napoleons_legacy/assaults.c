// SPDX-License-Identifier: MIT
// Charges before they meet: where a row comes to rest that closes with its enemy, who may charge
// whom, with orders and without. fights.c carries charges out.

#include "rules/napoleons_legacy/play.h"

#include "table/convex.h"

enum { ROUNDING = 2 }; ///< tmm by which the cost of a way may differ from its length

/* Closing with the enemy. */

/// A row that closes in, and the best way that it has found.
struct approach {
    const struct nl_body *row;
    struct nl_body aim;
    int32_t allowance;
    uint16_t rate;        ///< the clause of the allowance
    int32_t length, cost; ///< of the best way: how much of the fronts touches, and what it costs
    lb_path path;
    lb_footprint end;
    bool is_found;
};

/// How far a row that stands at a footprint can go straight on until it meets a row; INT32_MAX if
/// it does not.
static int32_t gap_to_row(const lb_view *view, const struct nl_body *row, const lb_footprint *at,
                          const struct nl_body *aim)
{
    int32_t least = INT32_MAX;

    LB_EACH (i, &row->units) {
        lb_footprint place = nl_place_in_body(view, row, i, at);
        lb_quad quad = lb_footprint_corners(&place);

        LB_EACH (j, &aim->units)
            least = lb_least(least, lb_gap_along(&quad, &view->quad[j], at->heading));
    }
    return least;
}

/// How much of the fronts of a row lies along the faces of another.
static int32_t length_of_touch(const lb_view *view, const struct nl_body *row,
                               const lb_footprint *at, const struct nl_body *aim)
{
    int32_t length = 0;

    LB_EACH (i, &row->units) {
        lb_footprint place = nl_place_in_body(view, row, i, at);
        lb_quad quad = lb_footprint_corners(&place);

        LB_EACH (j, &aim->units)
            length += lb_contact_of(&quad, &view->quad[j]).length_tmm;
    }
    return length;
}

/// Tries to wheel by an angle and go straight on; keeps the way if it is the best so far.
static void try_wheel(lb_view *view, struct approach *on, int32_t angle, lb_reason *reason)
{
    lb_footprint wheeled = on->row->footprint, end;
    lb_step wheel = {.kind = LB_STEP_WHEEL, .angle = angle}, ahead;
    lb_unit_set aside = on->row->units;
    lb_path path = {.count = 0};
    const lb_walk *walk;
    lb_mover mover;
    int32_t gap, length, left;

    if (angle > LB_ANGLE_QUARTER || angle < -LB_ANGLE_QUARTER ||
        (angle != 0 && !lb_step_apply(&on->row->footprint, &wheel, &wheeled)))
        return;
    /* By this sheet all ground costs the same: what is too far is known before it is walked. */
    left = on->allowance - lb_most(0, lb_wheel_arc(wheeled.width_tmm, angle) - ROUNDING);
    if (left < 0)
        return;
    gap = gap_to_row(view, on->row, &wheeled, &on->aim);
    if (gap > on->allowance && !on->is_found)
        (void)lb_no(reason, on->rate, "that is further than it can move");
    if (gap > left)
        return;
    if (angle != 0)
        lb_path_add(&path, wheel);
    if (gap > 0)
        lb_path_add(&path, lb_step_straight(gap));
    ahead = lb_step_straight(gap);
    if (gap <= 0 || !lb_step_apply(&wheeled, &ahead, &end))
        end = wheeled;
    /* A way that brings less of the fronts to bear need not be walked. */
    length = length_of_touch(view, on->row, &end, &on->aim);
    if (on->is_found && length < on->length)
        return;
    lb_unit_set_join(&aside, &on->aim.units);
    mover = nl_mover_of(view, on->row, &aside, 0);
    walk = lb_way_walk(view, &mover, &path);
    if (!lb_way_is_legal(view, &mover, walk, on->allowance, CL_PLAY_CONTACT, on->rate, reason))
        return;
    if (nl_is_row_in_water(view, on->row, &walk->end)) {
        (void)(on->is_found ||
               lb_no(reason, CL_PLAY_CONTACT, "part of it would stand in the river"));
        return;
    }
    length = length_of_touch(view, on->row, &walk->end, &on->aim);
    if (on->is_found &&
        (length < on->length || (length == on->length && walk->cost_tmm >= on->cost)))
        return;
    on->is_found = true;
    on->length = length;
    on->cost = walk->cost_tmm;
    on->path = path;
    on->end = walk->end;
}

/// True if a row touches another as it stands.
static bool is_row_touching(const lb_view *view, const struct nl_body *row,
                            const struct nl_body *aim)
{
    LB_EACH (i, &row->units)
        LB_EACH (j, &aim->units)
            if (lb_quad_is_in_contact(&view->quad[i], &view->quad[j]))
                return true;
    return false;
}

bool nl_close_in(lb_view *view, const struct nl_body *row, uint32_t target, lb_footprint *end,
                 lb_path *path, lb_reason *reason)
{
    uint32_t first = lb_unit_set_next(&row->units, 0);
    struct approach on = {.row = row,
                          .aim = nl_body_of(view, target),
                          .rate = nl_rate_of(lb_view_formation(view, first))};
    uint16_t heading = row->footprint.heading;
    int32_t aimed =
        (int16_t)(lb_heading_to(row->footprint.centre, view->pose[target].at) - heading);
    /* The least turn that brings the front in line with a face of the target. */
    int32_t flush =
        (int16_t)((uint16_t)((view->pose[target].heading - heading + LB_ANGLE_QUARTER / 2) %
                             LB_ANGLE_QUARTER) -
                  LB_ANGLE_QUARTER / 2);

    *end = row->footprint;
    path->count = 0;
    if (is_row_touching(view, row, &on.aim))
        return true;
    on.allowance = nl_pace_of_body(view, row);
    if (on.allowance == 0)
        return lb_no(reason, on.rate, "it does not move in its formation");
    (void)lb_no(reason, CL_PLAY_CONTACT, "there is no way to come to grips there");
    try_wheel(view, &on, 0, reason);
    if (flush != 0)
        try_wheel(view, &on, flush, reason);
    if (!on.is_found || on.length == 0) {
        try_wheel(view, &on, flush + (aimed > flush ? LB_ANGLE_QUARTER : -LB_ANGLE_QUARTER),
                  reason);
        try_wheel(view, &on, aimed, reason);
        try_wheel(view, &on, aimed / 2, reason);
    }
    *end = on.is_found ? on.end : *end;
    *path = on.path;
    return on.is_found;
}

/* Who may charge whom. */

struct nl_body nl_charging_row(lb_view *view, uint32_t unit, bool alone)
{
    lb_unit_set itself = lb_set_of(unit);

    return alone ? nl_part_of_body(view, unit, &itself) : nl_body_of(view, unit);
}

/// True if somebody of a row sees somebody of another.
static bool is_row_seen(lb_view *view, const struct nl_body *row, uint32_t target)
{
    struct nl_body aim = nl_body_of(view, target);

    LB_EACH (i, &row->units)
        if (nl_sees(view, i, target))
            return true;
    LB_EACH (i, &row->units)
        LB_EACH (j, &aim.units)
            if (nl_sees(view, i, j))
                return true;
    return false;
}

bool nl_may_charge(lb_view *view, uint32_t unit, uint32_t target, bool alone, lb_reason *reason)
{
    struct nl_body row;
    lb_footprint end;
    lb_path path;

    if (!lb_view_is_foe(view, lb_view_side(view, unit), target))
        return lb_no(reason, CL_PLAY_CONTACT, "that is no enemy on the table");
    if (view->battle->unit[unit].arm == LB_ARM_ARTILLERY)
        return lb_no(reason, CL_PLAY_CONTACT, "guns do not charge");
    if (nl_is_disordered(view->state, unit))
        return lb_no(reason, CL_COMMAND_DISORDERED, "it is in disorder");
    if (view->state->unit[unit].mark[MARK_FIGHTS] > VALUE_OF(view->battle, ADVANCE_14))
        return lb_no(reason, CL_ADVANCE_14, "it has fought enough for this turn");
    row = nl_charging_row(view, unit, alone);
    if (!is_row_seen(view, &row, target))
        return lb_no(reason, CL_PLAY_CONTACT, "it does not see that enemy before its front");
    return nl_close_in(view, &row, target, &end, &path, reason) &&
           (!alone || nl_is_apart(view, &row, &end, reason));
}

bool nl_check_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    return nl_may_order(asked, action, reason) &&
           nl_may_charge(asked->view, action->unit, action->target,
                         (action->option & ORDER_ALONE) != 0, reason);
}

void nl_offer_charges(lb_listing *list)
{
    lb_view *view = list->asked.view;
    uint32_t side = lb_asked_side(&list->asked);

    LB_EACH (i, &view->here[side]) {
        lb_unit_set near;

        if (lb_listing_is_full(list))
            return;
        if (view->battle->unit[i].arm == LB_ARM_ARTILLERY || !nl_is_free_for_orders(list, i) ||
            nl_is_disordered(view->state, i) || !nl_is_first_of_body(view, i))
            continue;
        near = nl_foes_near_row(view, i, nl_pace(view, i));
        LB_EACH (target, &near)
            (void)lb_offer_verb(list, i, target);
    }
}

lb_unit_set nl_foes_near_row(lb_view *view, uint32_t unit, int32_t tmm)
{
    struct nl_body row = nl_body_of(view, unit);
    lb_quad quad = lb_footprint_corners(&row.footprint);

    return lb_view_near(view, lb_quad_box_of(&quad), tmm,
                        lb_view_foes(view, lb_view_side(view, unit)));
}

/* Without orders. */

uint32_t nl_preliminary_target(lb_view *view, uint32_t unit)
{
    return nl_nearest_seen(view, unit, nl_reach_of_act(view->battle));
}

/// nl.turn.preliminary: a charge goes for the nearest enemy in sight.
bool nl_check_own_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t enemy;

    if (!nl_check_actor(asked, action->unit, reason))
        return false;
    if (action->verb == VERB_BAYONET && !nl_is_mounted(asked->battle, asked->state, action->unit))
        return lb_no(reason, CL_TURN_PRELIMINARY_INFANTRY, "the bayonet needs an order");
    enemy = nl_preliminary_target(asked->view, action->unit);
    if (enemy == LB_NOBODY)
        return lb_no(reason, CL_TURN_PRELIMINARY, "it sees no enemy near enough");
    if (enemy != action->target)
        return lb_no(reason, CL_TURN_PRELIMINARY, "the charge must go for the nearest in sight");
    return nl_may_charge(asked->view, action->unit, action->target,
                         (action->option & ORDER_ALONE) != 0, reason);
}

/// Offers an own charge of a unit that an enemy is near to.
static void offer_own_charge(lb_listing *list, uint32_t unit)
{
    lb_view *view = list->asked.view;
    uint32_t enemy;

    if (view->battle->unit[unit].arm == LB_ARM_ARTILLERY || nl_is_disordered(view->state, unit) ||
        (list->verb == VERB_BAYONET && !nl_is_mounted(view->battle, view->state, unit)))
        return;
    enemy = nl_preliminary_target(view, unit);
    if (enemy != LB_NOBODY)
        (void)lb_offer_verb(list, unit, enemy);
}

void nl_offer_own_charges(lb_listing *list)
{
    nl_for_each_actor(list, offer_own_charge);
}
