// SPDX-License-Identifier: MIT
// Moves that the rules force: retiring, evading, falling back, and attacks of the impetuous. They
// do not mind rough or dense ground, stop at rivers, pass friends and end at the nearest free
// place.

#include "rules/esr/play.h"

enum { GRAIN = 5, STEPS_MAX = 64, CLOSE = 10 }; ///< tenths of an inch

/// Ground stops nobody but at rivers.
static const lb_move_costs flight = {.area[LB_TERRAIN_RIVER] = {1, 0},
                                     .crossing_tmm[LB_TERRAIN_RIVER] = LB_CROSSING_FORBIDDEN};

/// Finds the free place nearest to one, within the step of a unit that changes.
static bool find_rest(lb_run *run, uint32_t unit, lb_footprint *place)
{
    lb_unit_set itself = lb_set_of(unit);
    int32_t grain = esr_tenths(run->battle, GRAIN);

    return lb_find_place(run->view, &itself, grain, LB_INCHES(V(DEPLOY_STEP)) / grain + 1, place);
}

/// Slides a unit away from an enemy toward a heading, and lets it rest there facing `facing`; it
/// routs if it cannot.
static void slide(lb_run *run, uint16_t clause, uint32_t unit, uint32_t from, uint16_t direction,
                  int32_t tmm, uint16_t facing)
{
    lb_mover mover;
    lb_retreat way;

    lb_mover_start(&mover, run->view, unit, &flight, esr_tenths(run->battle, CLOSE));
    mover.gait = UINT8_MAX;
    lb_unit_set_add(&mover.movers, (uint16_t)from);
    way = lb_way_slide(run->view, &mover, direction, tmm);
    way.end.heading = facing;
    if (!find_rest(run, unit, &way.end)) {
        lb_note(run, CL_PLAY_FORCED, LB_ROLE_NONE);
        esr_rout(run, clause, unit);
        return;
    }
    lb_change_place(run, clause, unit, &way.end);
}

void esr_retire(lb_run *run, uint16_t clause, uint32_t unit, uint32_t from)
{
    lb_point away = run->view->pose[from].at, at = run->view->pose[unit].at;

    lb_change_flags(run, clause, unit, 0, UNIT_STORMED);
    if (run->battle->unit[unit].arm == LB_ARM_ARTILLERY) {
        esr_retire_battery(run, clause, unit);
        return;
    }
    slide(run, clause, unit, from, lb_heading_to(away, at), LB_INCHES(V(COMBAT_LOST3_RETIRE)),
          run->view->pose[unit].heading);
    if (lb_view_is_here(run->view, unit) && lb_view_touch(run->view, unit, from)) {
        lb_note(run, CL_PLAY_FORCED, LB_ROLE_NONE);
        esr_rout(run, clause, unit);
    }
}

void esr_evade(lb_run *run, uint16_t clause, uint32_t unit)
{
    const lb_unit_set *foes = lb_view_foes(run->view, lb_view_side(run->view, unit));
    uint32_t foe = lb_view_nearest(run->view, &run->view->quad[unit], foes);
    uint16_t away;

    if (foe == LB_NOBODY)
        return;
    away = lb_heading_to(run->view->pose[foe].at, run->view->pose[unit].at);
    lb_change_flags(run, clause, unit, 0, UNIT_STORMED);
    slide(run, clause, unit, foe, away, esr_rate(run->battle, unit, FORMATION_DEPLOYED, false),
          away);
}

/* A Formation that gives way. */

/// True if no enemy would be within a distance of the shifted units.
static bool is_clear_after(const lb_view *view, uint32_t side, const lb_unit_set *units,
                           lb_point by, int32_t tmm)
{
    const lb_unit_set *foes = lb_view_foes(view, side);

    LB_EACH (i, units) {
        lb_footprint place = lb_view_footprint(view, i);
        lb_quad quad;

        place.centre = (lb_point){place.centre.x + by.x, place.centre.y + by.y};
        if (!lb_point_is_in_range(place.centre))
            continue;
        quad = lb_footprint_corners(&place);
        if (lb_view_any_within(view, &quad, foes, tmm))
            return false;
    }
    return true;
}

/// The vector of a fall back: from the box toward the Area, by the least whole inches that clear
/// the distance.
static lb_point shift_of(const lb_run *run, uint32_t group, const lb_unit_set *units, int32_t tmm)
{
    const lb_view *view = run->view;
    lb_point middle = esr_middle(view, group), area = run->state->group[group].area;
    int32_t most = LB_INCHES(V(PLAY_FALLBACK)), way = 0;
    const lb_point origin = {0, 0};
    uint16_t heading = lb_heading_to(middle, area);
    uint32_t side = run->battle->group[group].side;

    for (; way < most; way += LB_TMM_INCH)
        if (is_clear_after(view, side, units, lb_point_towards(origin, heading, way), tmm))
            break;
    return lb_point_towards(origin, heading, lb_least(way, most));
}

/// Puts a unit where the shift of its Formation takes it; off the table it is lost.
static void shift_unit(lb_run *run, uint16_t clause, uint32_t unit, lb_point by)
{
    lb_footprint place = lb_view_footprint(run->view, unit);
    lb_mover mover;
    lb_retreat way;

    place.centre = (lb_point){place.centre.x + by.x, place.centre.y + by.y};
    if (place.centre.x < 0 || place.centre.y < 0 || place.centre.x > run->battle->width_tmm ||
        place.centre.y > run->battle->depth_tmm) {
        esr_remove(run, clause, unit);
        return;
    }
    lb_change_flags(run, clause, unit, 0, UNIT_STORMED);
    lb_mover_start(&mover, run->view, unit, &flight, 0);
    mover.gait = UINT8_MAX;
    /* A Formation that gives way goes past enemies too: only ground stops it. */
    LB_EACH (i, lb_view_foes(run->view, lb_view_side(run->view, unit)))
        lb_unit_set_add(&mover.movers, (uint16_t)i);
    way = lb_way_slide(run->view, &mover, lb_heading_to(run->view->pose[unit].at, place.centre),
                       lb_point_distance(run->view->pose[unit].at, place.centre));
    place = way.end;
    if (find_rest(run, unit, &place))
        lb_change_place(run, clause, unit, &place);
    else
        esr_rout(run, clause, unit);
}

/// A Formation half of whose units have left the table is gone with them.
static void leave_with_half(lb_run *run, uint16_t clause, uint32_t group, uint32_t before)
{
    if (2 * (before - esr_count(run->battle, run->state, group)) < before)
        return;
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (esr_is_of(run->state, i, group) && (run->state->unit[i].presence == LB_PRESENCE_TABLE ||
                                                run->state->unit[i].presence == LB_PRESENCE_AWAY))
            esr_remove(run, clause, i);
}

void esr_fall_back(lb_run *run, uint16_t clause, uint32_t group)
{
    bool is_broken = run->state->group[group].status == STATUS_BROKEN;
    int32_t inches = is_broken ? V(STATUS_CHECK_BREAK_DISTANCE) : V(STATUS_CHECK_RETREAT_DISTANCE);
    lb_unit_set units = esr_units(run->view, group);
    uint32_t before = esr_count(run->battle, run->state, group);
    lb_point by, area = run->state->group[group].area;

    LB_EACH (i, &units)
        if (lb_view_formation(run->view, i) == FORMATION_UNLIMBERED)
            esr_limber(run, clause, i);
    units = esr_units(run->view, group);
    if (lb_unit_set_is_empty(&units))
        return;
    by = shift_of(run, group, &units, LB_INCHES(inches));
    if (by.x == 0 && by.y == 0)
        return;
    /* The rearmost first, so that nobody is in the way of those behind him. */
    for (uint32_t left = lb_unit_set_count(&units); left > 0; left--) {
        uint32_t last = LB_NOBODY;
        int64_t most = INT64_MIN;

        LB_EACH (i, &units) {
            lb_point at = run->state->unit[i].at;
            int64_t along = (int64_t)at.x * by.x + (int64_t)at.y * by.y;

            if (along > most) {
                most = along;
                last = i;
            }
        }
        lb_unit_set_remove(&units, (uint16_t)last);
        shift_unit(run, clause, last, by);
    }
    lb_change_area(run, clause, group,
                   (lb_point){lb_most(0, lb_least(run->battle->width_tmm, area.x + by.x)),
                              lb_most(0, lb_least(run->battle->depth_tmm, area.y + by.y))});
    leave_with_half(run, clause, group, before);
}

/* The impetuous. */

bool esr_lunge(lb_run *run, uint16_t clause, uint32_t unit)
{
    lb_view *view = run->view;
    const lb_unit_set *foes = lb_view_foes(view, lb_view_side(view, unit));
    lb_unit_set ahead = {{0}};
    uint32_t foe;
    lb_footprint end;
    lb_reason reason;
    int32_t cost;

    if (lb_view_formation(view, unit) != FORMATION_DEPLOYED || lb_view_is_engaged(view, unit))
        return false;
    LB_EACH (i, foes)
        if (esr_has_in_arc(view, unit, &view->quad[i]))
            lb_unit_set_add(&ahead, (uint16_t)i);
    foe = lb_view_nearest(view, &view->quad[unit], &ahead);
    if (foe == LB_NOBODY ||
        !lb_view_is_within(view, unit, foe,
                           esr_rate(run->battle, unit, FORMATION_DEPLOYED, false)) ||
        !esr_judge_charge(view, unit, foe, &end, &cost, &reason))
        return false;
    lb_change_place(run, clause, unit, &end);
    lb_change_flags(run, clause, unit, UNIT_STORMED, 0);
    return true;
}
