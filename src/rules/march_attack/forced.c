// SPDX-License-Identifier: MIT
// Moves that the rules force: the retreat of losers, the way back of a Major Formation that
// retires, and the flight of limbered guns. Ground costs them nothing.

#include "rules/march_attack/play.h"

enum {
    SWERVES = 9,              ///< directions of a retreat: straight, and four to either hand
    SWERVE = 4096,            ///< by so much each: 22.5 degrees
    FARTHER = LB_TMM_INCH / 4 ///< steps by which a retreat goes on when its end is taken
};

/// A retreat being looked for.
typedef struct flight {
    lb_view *view;
    uint32_t unit;
    lb_mover mover;
    lb_move_costs costs;
    uint16_t away;
    int32_t tmm;
} flight;

/// Costs that only say what is closed.
static lb_move_costs closed_ground(const lb_battle *battle, uint32_t unit)
{
    lb_move_costs costs = {.area[LB_TERRAIN_RIVER] = {1, 0}};

    if (ma_is_guns(battle, unit))
        costs.area[LB_TERRAIN_DENSE_WOOD] = (lb_ratio){1, 0};
    return costs;
}

static void start_flight(flight *of, lb_view *view, uint32_t unit, uint16_t away, int32_t tmm)
{
    of->view = view;
    of->unit = unit;
    of->costs = closed_ground(view->battle, unit);
    lb_mover_start(&of->mover, view, unit, &of->costs,
                   LB_INCHES(VALUE_OF(view->battle, PLAY_MOVE)));
    of->mover.notes_passed = true;
    of->away = away;
    of->tmm = tmm;
}

/// True if only the end of a way may be taken: by friends, who are passed.
static bool is_clear(const lb_retreat *way)
{
    return way->stop == LB_STOP_NONE || way->stop == LB_STOP_ENDS_ON;
}

/// Slides into a direction; a bit farther if the end is taken.
static bool try_direction(const flight *of, uint16_t direction, lb_retreat *way)
{
    int32_t most = of->tmm + LB_INCHES(VALUE_OF(of->view->battle, PLAY_RETREAT));

    *way = lb_way_slide(of->view, &of->mover, direction, of->tmm);
    for (int32_t tmm = of->tmm; tmm <= most && is_clear(way); tmm += FARTHER) {
        lb_retreat tried = lb_way_slide(of->view, &of->mover, direction, tmm);

        if (!is_clear(&tried))
            return false;
        tried.moved_tmm = tmm;
        tried.end.centre = lb_point_towards(of->mover.start.centre, direction, tmm);
        if (lb_may_stand(of->view, &of->mover.movers, &tried.end) &&
            !lb_is_in_water(of->view, &tried.end, false)) {
            *way = tried;
            return true;
        }
    }
    return false;
}

/// The longest way that ends where there is room, shortened as far as need be.
static int32_t shorten(const flight *of, lb_retreat *way)
{
    while (way->moved_tmm > 0 && !lb_may_stand(of->view, &of->mover.movers, &way->end)) {
        way->moved_tmm = lb_most(0, way->moved_tmm - FARTHER);
        way->end.centre = lb_point_towards(of->mover.start.centre, way->direction, way->moved_tmm);
    }
    return way->moved_tmm;
}

/// Straight away, else 22.5, 45, 67.5, 90 degrees, right before left; else the farthest. False if
/// that is under half of the way.
static bool find_retreat(const flight *of, lb_retreat *best)
{
    int32_t farthest = -1;

    *best = (lb_retreat){.end = of->mover.start};
    for (int32_t i = 0; i < SWERVES; i++) {
        int32_t turn = (i + 1) / 2 * SWERVE;
        lb_retreat way = {.end = of->mover.start};

        if (try_direction(of, (uint16_t)(of->away + (i % 2 == 1 ? turn : -turn)), &way)) {
            *best = way;
            return true;
        }
        if (shorten(of, &way) > farthest) {
            farthest = way.moved_tmm;
            *best = way;
        }
    }
    return 2 * farthest >= of->tmm && best->stop != LB_STOP_EDGE;
}

/// Friends on the way take D1; woods and houses disorder who goes through them.
static void take_way(lb_run *run, uint32_t unit, lb_point from, const lb_retreat *way)
{
    lb_unit_set friends = run->view->here[lb_view_side(run->view, unit)];
    lb_footprint at = lb_view_footprint(run->view, unit);
    int32_t ground = 0;

    lb_unit_set_remove(&friends, (uint16_t)unit);
    for (int32_t tmm = 0;; tmm = lb_least(way->moved_tmm, tmm + MA_PLACE_TMM)) {
        lb_quad quad;

        at.centre = lb_point_towards(from, way->direction, tmm);
        quad = lb_footprint_corners(&at);
        ground = lb_most(ground, ma_ground_disorder(run->view, unit, at.centre));
        LB_EACH (i, &friends)
            if (lb_box_meets(run->view->box[i], lb_quad_box_of(&quad), 0) &&
                lb_quad_overlaps_deeper(&quad, &run->view->quad[i], LB_CONTACT_TMM)) {
                ma_disorder(run, CL_PLAY_RETREAT, i, 1);
                lb_unit_set_remove(&friends, (uint16_t)i);
            }
        if (tmm >= way->moved_tmm)
            break;
    }
    ma_disorder(run, CL_PLAY_DISORDER, unit, ground);
}

/// A unit goes back, or is lost if it finds no way. *way is where it went.
static bool go_back(lb_run *run, uint16_t clause, const flight *of, lb_retreat *way)
{
    lb_point from = of->mover.start.centre;

    if (!find_retreat(of, way)) {
        lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_RETREAT, lb_unit_actor(of->unit), 0);
        ma_remove(run, CL_PLAY_RETREAT, of->unit);
        if (ma_is_guns(run->battle, of->unit) && way->stop != LB_STOP_EDGE)
            ma_take_guns(run, of->unit);
        return false;
    }
    lb_change_place(run, clause, of->unit, &way->end);
    take_way(run, of->unit, from, way);
    return true;
}

/// Squares and garrisons become columns, guns limber; nobody else changes.
static void break_formation(lb_run *run, uint16_t clause, uint32_t unit)
{
    uint8_t formation = lb_view_formation(run->view, unit);

    if (formation == FORMATION_SQUARE || formation == FORMATION_BUILDING)
        lb_change_formation(run, clause, unit, FORMATION_COLUMN);
    else if (formation == FORMATION_DEPLOYED)
        lb_change_formation(run, clause, unit, FORMATION_LIMBERED);
}

void ma_retreat(lb_run *run, uint16_t clause, uint32_t unit, lb_point from, int32_t inches)
{
    lb_point at = run->view->pose[unit].at;
    lb_retreat way;
    flight of = {.unit = unit};

    break_formation(run, clause, unit);
    start_flight(&of, run->view, unit, lb_heading_to(from, at), LB_INCHES(inches));
    (void)go_back(run, clause, &of, &way);
    ma_carry_leaders(run);
}

/* ma.play.retire */

static void fall_back_unit(lb_run *run, uint32_t unit)
{
    uint32_t foe = lb_view_nearest_foe(run->view, unit);
    int32_t inches =
        ma_is_infantry(run->battle, unit) ? V(MORALE_RETIRE_FOOT) : V(MORALE_RETIRE_MOUNTED);
    uint8_t formation = ma_is_guns(run->battle, unit) ? FORMATION_LIMBERED : FORMATION_COLUMN;
    lb_footprint end;
    uint16_t away;
    lb_retreat way;
    flight of = {.unit = unit};

    lb_about(run, unit, foe == LB_NOBODY ? LB_NOBODY : foe);
    ma_leave_melee(run, unit);
    ma_disorder(run, CL_MORALE_RETIRE, unit, V(MORALE_RETIRE_DISORDER));
    if (lb_view_formation(run->view, unit) != formation) {
        lb_footprint at = lb_view_footprint(run->view, unit);

        end = ma_reformed(run->view, unit, &at, lb_view_formation(run->view, unit), formation);
        lb_change_formation(run, CL_PLAY_RETIRE, unit, formation);
        lb_change_place(run, CL_PLAY_RETIRE, unit, &end);
    }
    away = foe == LB_NOBODY ? (uint16_t)(run->view->pose[unit].heading + LB_ANGLE_HALF)
                            : lb_heading_to(run->view->pose[foe].at, run->view->pose[unit].at);
    start_flight(&of, run->view, unit, away, LB_INCHES(inches));
    if (!go_back(run, CL_PLAY_RETIRE, &of, &way))
        return;
    end = lb_view_footprint(run->view, unit);
    end.heading = way.direction;
    if (lb_may_stand(run->view, &of.mover.movers, &end))
        lb_change_place(run, CL_PLAY_RETIRE, unit, &end);
}

void ma_fall_back(lb_run *run, uint32_t group)
{
    lb_order order = run->state->group[group].order;
    lb_unit_set units = ma_units(run->view, group);

    LB_EACH (i, &units)
        fall_back_unit(run, i);
    lb_about(run, LB_CAST_GROUP | group, LB_NOBODY);
    lb_change_group_flags(run, CL_PLAY_RETIRE, group, GROUP_RETIRING, 0);
    order.delay--;
    ma_set_order(run, CL_PLAY_RETIRE, group, &order);
    if (order.delay == 0)
        ma_defend(run, CL_PLAY_RETIRE, group);
    ma_carry_leaders(run);
}

/* ma.play.react: limbered guns. */

void ma_flee(lb_run *run, uint32_t unit, uint32_t charger)
{
    uint16_t away = lb_heading_to(run->view->pose[charger].at, run->view->pose[unit].at);
    int32_t rate = ma_rate(run->battle, unit, FORMATION_LIMBERED, false);
    lb_footprint end;
    lb_retreat way;
    flight of = {.unit = unit};

    start_flight(&of, run->view, unit, away, rate);
    way = lb_way_slide(run->view, &of.mover, away, rate);
    (void)shorten(&of, &way);
    end = way.end;
    lb_change_place(run, CL_PLAY_REACT, unit, &end);
    take_way(run, unit, of.mover.start.centre, &way);
    end.heading = away;
    if (lb_may_stand(run->view, &of.mover.movers, &end))
        lb_change_place(run, CL_PLAY_REACT, unit, &end);
    ma_disorder(run, CL_PLAY_REACT, unit, 1);
    lb_change_flags(run, CL_PLAY_REACT, unit, UNIT_SILENT | UNIT_REACTED, 0);
    ma_carry_leaders(run);
}
