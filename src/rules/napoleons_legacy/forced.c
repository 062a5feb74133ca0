// SPDX-License-Identifier: MIT
// Moves that the rules force: going back from fire and fights, slipping away, and the moves of
// blunders.

#include "rules/napoleons_legacy/play.h"

#include "table/convex.h"

enum {
    AIM_BEHIND = LB_TMM_CM,
    ABREAST = LB_CONTACT_TMM ///< friends who are met at once stand so far apart at most
};

/* Going back. */

/// True if a base that is moved to a place would lie on the enemy, on impassable ground, in a river
/// or off the table.
static bool is_base_blocked(const lb_view *view, uint32_t side, const lb_footprint *base,
                            bool is_narrow)
{
    lb_unit_set near;
    lb_quad quad;
    lb_box box;

    if (!lb_footprint_is_valid(base))
        return true;
    quad = lb_footprint_corners(base);
    box = lb_quad_box_of(&quad);
    if (box.low.x < 0 || box.low.y < 0 || box.high.x > view->ground.width_tmm ||
        box.high.y > view->ground.depth_tmm ||
        lb_view_ground_touches(view, &quad, LB_KIND(IMPASSABLE)) ||
        lb_is_in_water(view, base, is_narrow))
        return true;
    near = lb_view_near(view, box, 0, lb_view_foes(view, side));
    LB_EACH (i, &near)
        if (lb_quad_overlaps_deeper(&quad, &view->quad[i], LB_CONTACT_TMM))
            return true;
    return false;
}

/// Bases of a unit that are lost when it goes so far in a direction: those that meet something on
/// the way, looked at for every centimetre and at the end. *middle becomes where the middle of the
/// others is then.
static int32_t bases_blocked(const lb_view *view, uint32_t unit, uint16_t direction, int32_t tmm,
                             lb_point *middle)
{
    bool is_narrow = nl_is_narrow(lb_view_formation(view, unit));
    int32_t blocked = 0, bases = nl_bases(view->state, unit);
    int64_t x = 0, y = 0;

    for (int32_t i = 0; i < bases; i++) {
        lb_footprint base = nl_base_at(view, unit, i);
        lb_point start = base.centre;
        bool is_blocked = false;

        for (int32_t way = LB_TMM_CM; !is_blocked; way += LB_TMM_CM) {
            base.centre = lb_point_towards(start, direction, lb_least(way, tmm));
            is_blocked = is_base_blocked(view, lb_view_side(view, unit), &base, is_narrow);
            if (way >= tmm)
                break;
        }
        blocked += is_blocked;
        x += is_blocked ? 0 : base.centre.x;
        y += is_blocked ? 0 : base.centre.y;
    }
    if (blocked < bases)
        *middle = (lb_point){(int32_t)(x / (bases - blocked)), (int32_t)(y / (bases - blocked))};
    return blocked;
}

/// nl.retreat.friends: disorders those who are burst into, row by row, or sweeps them away.
static void burst_into(lb_run *run, const lb_unit_set *friends)
{
    lb_unit_set left = *friends;

    LB_EACH (friend, &left) {
        struct nl_body body = nl_body_of(run->view, friend);
        bool was_disordered = nl_is_disordered(run->state, friend);

        lb_tell_of(run, LB_EVENT_SET, CL_RETREAT_FRIENDS, lb_unit_actor(friend), (int32_t) friend);
        LB_EACH (i, &body.units) {
            lb_unit_set_remove(&left, (uint16_t)i);
            if (was_disordered)
                nl_remove(run, CL_RETREAT_FRIENDS, i);
            else
                nl_disorder(run, CL_RETREAT_FRIENDS, i);
        }
    }
}

/// nl.retreat.woods: how far a unit really goes.
static int32_t length_of_way(lb_run *run, uint32_t unit, int32_t cm)
{
    int32_t cover = nl_cover(run->view, unit, LB_NOBODY);

    if ((cover != COVER_WOOD && cover != COVER_FOREST) || cm <= V(RETREAT_WOODS))
        return LB_CMS(cm);
    lb_tell_of(run, LB_EVENT_NOTE, CL_RETREAT_WOODS, lb_unit_actor(unit), 0);
    return LB_CMS(V(RETREAT_WOODS));
}

/// nl.play.back: straight back from the own front, or directly away from the attacker: along his
/// way if he touches, otherwise from his middle to the own.
static uint16_t direction_back(const lb_view *view, uint32_t unit, uint32_t from, bool away,
                               lb_point middle)
{
    if (!away || from >= view->battle->unit_count)
        return (uint16_t)(view->pose[unit].heading + LB_ANGLE_HALF);
    if (lb_view_is_here(view, from) && lb_quad_is_in_contact(&view->quad[unit], &view->quad[from]))
        return view->pose[from].heading;
    return lb_heading_to(view->pose[from].at, middle);
}

/// nl.retreat.friends: how far units get in a direction before they meet friends that do not go
/// with them; those whom they meet there become `friends`.
static int32_t way_to_friends(const lb_view *view, const lb_unit_set *units, uint16_t direction,
                              int32_t tmm, lb_unit_set *friends)
{
    *friends = (lb_unit_set){{0}};
    LB_EACH (i, units) {
        const lb_unit_set *side = &view->here[lb_view_side(view, i)];
        lb_unit_set near = lb_view_near(view, view->box[i], tmm, side);

        LB_EACH (j, &near) {
            int32_t gap;

            if (lb_unit_set_has(units, (uint16_t)j))
                continue;
            gap = lb_gap_along(&view->quad[i], &view->quad[j], direction);
            if (gap >= tmm + (lb_unit_set_is_empty(friends) ? 0 : ABREAST))
                continue;
            if (gap < tmm - ABREAST)
                *friends = (lb_unit_set){{0}};
            tmm = lb_least(tmm, gap);
            lb_unit_set_add(friends, (uint16_t)j);
        }
    }
    return tmm;
}

/// The middle of some units.
static lb_point middle_of(const lb_view *view, const lb_unit_set *units)
{
    int64_t x = 0, y = 0, n = 0;

    LB_EACH (i, units) {
        x += view->pose[i].at.x;
        y += view->pose[i].at.y;
        n++;
    }
    return n == 0 ? (lb_point){0, 0} : (lb_point){(int32_t)(x / n), (int32_t)(y / n)};
}

/// Moves a unit as far as there is room.
static void put_back(lb_run *run, uint16_t clause, uint32_t unit, const lb_unit_set *except,
                     lb_point wanted, uint16_t direction)
{
    lb_footprint place = lb_view_footprint(run->view, unit);
    lb_point start = place.centre;
    int32_t most = lb_point_distance(start, wanted);

    place.centre = wanted;
    for (int32_t less = LB_TMM_CM; !lb_may_stand(run->view, except, &place) && less <= most;
         less += LB_TMM_CM)
        place.centre = lb_point_towards(wanted, (uint16_t)(direction + LB_ANGLE_HALF), less);
    if (!lb_may_stand(run->view, except, &place))
        place.centre = start;
    lb_change_place(run, clause, unit, &place);
}

/// The unit of a set that is farthest in a direction.
static uint32_t farthest_along(const lb_view *view, const lb_unit_set *units, uint16_t direction)
{
    uint32_t farthest = lb_unit_set_next(units, 0);
    int64_t most = INT64_MIN;

    LB_EACH (i, units) {
        int64_t along = (int64_t)view->pose[i].at.x * lb_sine(direction) +
                        (int64_t)view->pose[i].at.y * lb_cosine(direction);

        if (along > most) {
            most = along;
            farthest = i;
        }
    }
    return farthest;
}

/// Turns each of some units on the spot, all of them or none if there is no room.
static bool turn_all(lb_run *run, uint16_t clause, const lb_unit_set *units, uint16_t heading)
{
    struct nl_places places = {.count = 0};
    lb_reason reason;

    LB_EACH (i, units)
        if (lb_view_is_here(run->view, i)) {
            lb_footprint place = lb_view_footprint(run->view, i);

            place.heading = heading;
            nl_add_place(&places, i, &place);
        }
    if (!nl_have_room(run->view, units, &places, clause, &reason))
        return false;
    for (uint32_t i = 0; i < places.count; i++)
        lb_change_place(run, clause, places.unit[i], &places.end[i]);
    return true;
}

/// Units that run turn their backs: they face where they go or, where there is no room for that, as
/// nearly as a quarter or half turn brings them.
static void turn_backs(lb_run *run, uint16_t clause, const lb_unit_set *units, uint16_t direction)
{
    uint32_t first = lb_unit_set_next(units, 0);
    uint16_t heading, turn;

    if (first == LB_NO_INDEX || turn_all(run, clause, units, direction))
        return;
    heading = run->view->pose[first].heading;
    turn = (uint16_t)(direction - heading + LB_ANGLE_QUARTER / 2);
    (void)turn_all(run, clause, units,
                   (uint16_t)(heading + turn / LB_ANGLE_QUARTER * LB_ANGLE_QUARTER));
}

void nl_go_back(lb_run *run, uint16_t clause, const struct nl_way_back *way)
{
    lb_view *view = run->view;
    lb_unit_set friends;
    uint32_t first = lb_unit_set_next(&way->units, 0);
    uint16_t direction =
        direction_back(view, first, way->from, way->away, middle_of(view, &way->units));
    int32_t tmm =
        way_to_friends(view, &way->units, direction, length_of_way(run, first, way->cm), &friends);
    int32_t blocked[LB_UNITS_MAX];
    lb_point end[LB_UNITS_MAX];
    lb_unit_set left = way->units;

    LB_EACH (i, &way->units) {
        lb_point straight = lb_point_towards(view->pose[i].at, direction, tmm);

        end[i] = straight;
        blocked[i] = bases_blocked(view, i, direction, tmm, &end[i]);
        end[i] = blocked[i] == 0 ? straight : end[i];
    }
    lb_tell_of_two(run, LB_EVENT_SET, CL_PLAY_BACK, lb_unit_actor(first), lb_unit_actor(way->from),
                   way->cm);
    LB_EACH (i, &way->units)
        if (blocked[i] > 0) {
            lb_tell_of(run, LB_EVENT_SET, CL_RETREAT_BLOCKED, lb_unit_actor(i), blocked[i]);
            if (blocked[i] < nl_bases(run->state, i))
                lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_BLOCKED, lb_unit_actor(i), 0);
            nl_lose_bases(run, CL_RETREAT_BLOCKED, i, blocked[i]);
        }
    /* The first to go leaves room for the next. */
    for (; (first = farthest_along(view, &left, direction)) != LB_NO_INDEX;
         lb_unit_set_remove(&left, (uint16_t)first))
        if (lb_view_is_here(view, first))
            put_back(run, clause, first, &left, end[first], direction);
    if (way->about)
        turn_backs(run, clause, &way->units, direction);
    burst_into(run, &friends);
}

/* Moves without orders. */

/// Slides a row, and with `about` turns its back on where it came from, unit by unit.
static void slide(lb_run *run, uint16_t clause, const struct nl_body *row, const lb_retreat *way,
                  bool about)
{
    LB_EACH (i, &row->units) {
        lb_footprint place = lb_view_footprint(run->view, i);

        place.centre.x += way->end.centre.x - row->footprint.centre.x;
        place.centre.y += way->end.centre.y - row->footprint.centre.y;
        place.heading = about ? (uint16_t)(place.heading + LB_ANGLE_HALF) : place.heading;
        lb_change_place(run, clause, i, &place);
    }
}

/// True if a row can stand where it has slid to.
static bool has_room(const lb_view *view, const struct nl_body *row, const lb_retreat *way)
{
    LB_EACH (i, &row->units) {
        lb_footprint place = lb_view_footprint(view, i);

        place.centre.x += way->end.centre.x - row->footprint.centre.x;
        place.centre.y += way->end.centre.y - row->footprint.centre.y;
        if (!lb_may_stand(view, &row->units, &place))
            return false;
    }
    return true;
}

/// The longest way that ends on dry ground, in steps of half a centimetre.
static lb_retreat dry_way(lb_view *view, const struct nl_body *row, const lb_mover *mover,
                          lb_point from, int32_t tmm)
{
    lb_retreat way;

    do {
        way = lb_way_back(view, mover, from, tmm, false);
        tmm = lb_least(tmm, way.moved_tmm) - LB_TMM_CM / 2;
    } while (tmm >= 0 && nl_is_row_in_water(view, row, &way.end));
    return way;
}

/// The way of a row that passes through friends, as far as it finds room behind them; if it finds
/// none, up to them.
static lb_retreat way_through(lb_view *view, const struct nl_body *row, const lb_mover *mover,
                              lb_point from, int32_t tmm)
{
    lb_retreat up_to = dry_way(view, row, mover, from, tmm), way;
    lb_mover through = *mover;

    through.stops_at_friends = false;
    through.notes_passed = true;
    for (int32_t length = tmm; length > up_to.moved_tmm; length -= LB_TMM_CM / 2) {
        way = lb_way_back(view, &through, from, length, false);
        if (way.moved_tmm > up_to.moved_tmm && has_room(view, row, &way) &&
            !nl_is_row_in_water(view, row, &way.end))
            return way;
    }
    return up_to;
}

/// Moves a row; with `jostled` through friends, who with the row become that.
static void shift(lb_run *run, uint16_t clause, const struct nl_body *row, uint32_t from,
                  int32_t tmm, bool about, lb_unit_set *jostled)
{
    lb_view *view = run->view;
    uint32_t unit = lb_unit_set_next(&row->units, 0);
    lb_mover mover = nl_mover_of(view, row, &row->units, NL_KEEP_AWAY);
    lb_point at = row->footprint.centre, aim = at;
    uint16_t towards = lb_heading_to(at, view->pose[from].at);
    bool is_ahead = nl_arc_of_row(view, unit, from) == ARC_FRONT;
    lb_retreat way;

    /* nl.play.back: an enemy in front sends a row straight back, one elsewhere directly away. */
    if (tmm < 0)
        aim = lb_point_towards(at, (uint16_t)(towards + LB_ANGLE_HALF), AIM_BEHIND);
    else if (!is_ahead)
        aim = lb_point_towards(at, towards, AIM_BEHIND);
    tmm = tmm < 0 ? -tmm : tmm;
    way = jostled == NULL ? dry_way(view, row, &mover, aim, tmm)
                          : way_through(view, row, &mover, aim, tmm);
    if (jostled != NULL && !lb_unit_set_is_empty(&way.passed)) {
        *jostled = way.passed;
        lb_unit_set_join(jostled, &row->units);
    }
    /* Whoever runs from an enemy behind him faces away already. */
    slide(run, clause, row, &way, about && is_ahead);
    if (about && !is_ahead && nl_arc_of_row(view, unit, from) == ARC_FLANK)
        turn_backs(run, clause, &row->units, way.direction);
}

void nl_shift(lb_run *run, uint16_t clause, uint32_t unit, uint32_t from, int32_t tmm, bool about)
{
    struct nl_body row = nl_body_of(run->view, unit);

    shift(run, clause, &row, from, tmm, about, NULL);
}

lb_unit_set nl_slip_away(lb_run *run, const struct nl_body *row, uint32_t from)
{
    int32_t pace = nl_pace(run->view, lb_unit_set_next(&row->units, 0));
    lb_unit_set jostled = {{0}};

    shift(run, CL_TURN_EVADE, row, from, pace, true, &jostled);
    return jostled;
}
