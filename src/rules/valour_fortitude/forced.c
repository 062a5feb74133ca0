// SPDX-License-Identifier: MIT
// Moves that the rules force: the retreat of cavalry and of those that hit and run, and the rush of
// headstrong cavalry. They walk real ways (vf.play.ways), and the King does not lengthen them.

#include "rules/valour_fortitude/play.h"

enum {
    SWERVES = 7,  ///< directions of a retreat: straight, and three to either hand
    SHORTER = 16, ///< by how many tmm a retreat is shortened until it may end there
};

/// A unit that has to go back, and from what.
typedef struct flight {
    lb_view *view;
    uint32_t unit;
    lb_mover mover;
    lb_move_costs costs;
    uint16_t away;   ///< from the nearest enemy
    int32_t pace;    ///< what its way may cost
    int32_t end_tmm; ///< how far from all enemies it has to end
} flight;

static void start_flight(flight *of, lb_view *view, uint32_t unit)
{
    uint8_t formation = lb_view_formation(view, unit);
    uint32_t enemy = lb_view_nearest_foe(view, unit);
    const lb_pose *pose = &view->pose[unit];

    of->view = view;
    of->unit = unit;
    of->costs = vf_costs_of(view->battle, formation);
    lb_mover_start(&of->mover, view, unit, &of->costs, 0);
    of->pace = vf_pace(view->battle, unit, formation);
    of->end_tmm = vf_at_least(VALUE_OF(view->battle, ACT_RETREAT_END));
    of->away = (uint16_t)(pose->heading + LB_ANGLE_HALF);
    if (enemy != LB_NOBODY) {
        lb_point from = lb_quad_nearest_point(&view->quad[enemy], pose->at);

        if (from.x != pose->at.x || from.y != pose->at.y)
            of->away = lb_heading_to(from, pose->at);
    }
}

/// The direction of a try: straight away first, then swerving more and more to either hand.
static uint16_t direction_of(const flight *of, int32_t i)
{
    int32_t most = VALUE_OF(of->view->battle, RETREAT_SWERVE) * LB_ANGLE_QUARTER / 90;
    int32_t turn = most * ((i + 1) / 2) / (SWERVES / 2);

    return (uint16_t)(of->away + (i % 2 == 1 ? turn : -turn));
}

static bool may_end(const flight *of, const lb_footprint *end)
{
    lb_quad quad = lb_footprint_corners(end);

    return lb_may_stand(of->view, &of->mover.movers, end) &&
           !lb_view_any_within(of->view, &quad,
                               lb_view_foes(of->view, lb_view_side(of->view, of->unit)),
                               of->end_tmm - 1);
}

/// A full move by the first direction in which it may end; the edge and ground that cannot be
/// entered end it too.
static bool flee_in_full(flight *of, lb_retreat *way)
{
    for (int32_t i = 0; i < SWERVES; i++) {
        *way = lb_way_slide(of->view, &of->mover, direction_of(of, i), of->pace);
        if (way->stop != LB_STOP_UNIT && may_end(of, &way->end))
            return true;
    }
    return false;
}

/// The longest way that is shorter than a full move and ends where it may; any of them if `any`.
static bool flee_short(flight *of, bool any, lb_retreat *way)
{
    int32_t best = 0;

    of->mover.keep_tmm = of->end_tmm;
    for (int32_t i = 0; i < SWERVES && !(any && best > 0); i++) {
        lb_retreat tried = lb_way_slide(of->view, &of->mover, direction_of(of, i), of->pace);

        while (tried.moved_tmm > best && !may_end(of, &tried.end)) {
            tried.moved_tmm -= lb_least(SHORTER, tried.moved_tmm);
            tried.end.centre =
                lb_point_towards(of->mover.start.centre, tried.direction, tried.moved_tmm);
        }
        if (tried.moved_tmm > best) {
            best = tried.moved_tmm;
            *way = tried;
        }
    }
    return best > 0;
}

bool vf_can_fall_back(lb_view *view, uint32_t unit)
{
    lb_retreat way;
    flight of;

    start_flight(&of, view, unit);
    return flee_in_full(&of, &way) || flee_short(&of, true, &way);
}

void vf_fall_back(lb_run *run, uint32_t unit, uint16_t clause)
{
    lb_actor who = lb_unit_actor(unit);
    lb_retreat way;
    flight of;

    lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_RETREAT, who, 0);
    start_flight(&of, run->view, unit);
    if (!flee_in_full(&of, &way) && !flee_short(&of, false, &way)) {
        vf_rout(run, unit, true);
        return;
    }
    if (way.cost_tmm != way.moved_tmm)
        lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_WAYS, who, 0);
    lb_change_place(run, clause, unit, &way.end);
}

/* vf.trait.headstrong */

uint32_t vf_rush(lb_run *run, uint32_t unit, uint32_t beaten)
{
    lb_view *view = run->view;
    int32_t pace = vf_pace(run->battle, unit, lb_view_formation(view, unit)), nearest = pace;
    uint32_t best = LB_NOBODY;
    lb_footprint end, best_end;
    lb_action action;
    lb_reason reason;

    if (!vf_is_fit_to_assault(view, unit, &reason))
        return LB_NOBODY;
    LB_EACH (i, lb_view_foes(view, lb_view_side(view, unit))) {
        int32_t distance = lb_view_distance(view, unit, i);

        /* Rounding of a distance never decides against the mover. */
        if (i == beaten || distance > nearest + LB_CONTACT_TMM ||
            (best != LB_NOBODY && distance >= nearest) || !vf_sees(view, unit, i) ||
            !vf_find_assault(view, unit, i, pace, &action, &end))
            continue;
        best = i;
        best_end = end;
        nearest = distance;
    }
    if (best == LB_NOBODY)
        return best;
    lb_change_place(run, CL_TRAIT_HEADSTRONG, unit, &best_end);
    lb_change_flags(run, CL_TRAIT_HEADSTRONG, unit, UNIT_STORMED, 0);
    lb_tell_of_two(run, LB_EVENT_SET, CL_TRAIT_HEADSTRONG, lb_unit_actor(unit), lb_unit_actor(best),
                   (int32_t)best);
    return best;
}
