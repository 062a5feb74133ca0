// SPDX-License-Identifier: MIT
// Moves of choice: places along a path, what a move may cost, where it has to end, and how it is
// carried out. A move stops where it enters a threat zone, and where cavalry falls upon it.

#include "rules/march_attack/play.h"

#include "table/move.h"

enum { DEGREES = 65536 / 360 };

/* Places. */

/// How many places a motion has, at its end included.
static int32_t places_of(const lb_footprint *start, const lb_motion *motion)
{
    int32_t length = lb_motion_length(start, motion, lb_motion_parts(motion));

    return lb_most(1, (length + MA_PLACE_TMM - 1) / MA_PLACE_TMM);
}

bool ma_place_at(const lb_footprint *start, const lb_path *path, int32_t place, lb_footprint *at,
                 bool *is_turn)
{
    lb_footprint from = *start;

    for (uint32_t i = 0; i < path->count; i++) {
        bool turns = lb_step_is_turn(&path->step[i]);
        lb_motion motion;
        int32_t places, parts;

        if (!lb_motion_of(&from, &path->step[i], &motion))
            return false;
        places = turns ? 1 : places_of(&from, &motion);
        parts = lb_motion_parts(&motion);
        if (place <= places) {
            bool is_slide = !turns && motion.kind != LB_STEP_WHEEL;

            *at = lb_motion_at(&from, &motion,
                               place == places ? parts
                               : is_slide      ? place * MA_PLACE_TMM
                                               : (int32_t)((int64_t)parts * place / places));
            *is_turn = turns;
            return true;
        }
        place -= places;
        from = lb_motion_at(&from, &motion, parts);
    }
    return false;
}

lb_footprint ma_reformed(const lb_view *view, uint32_t unit, const lb_footprint *at, uint8_t from,
                         uint8_t to)
{
    lb_size size = ma_size(view->battle, view->state, unit, to);
    bool keeps_front = (from == FORMATION_LINE && to == FORMATION_COLUMN) ||
                       (from == FORMATION_COLUMN && to == FORMATION_LINE);
    lb_footprint end = *at;

    if (keeps_front)
        end.centre =
            lb_point_towards(at->centre, at->heading, (at->depth_tmm - size.depth_tmm) / 2);
    end.width_tmm = size.width_tmm;
    end.depth_tmm = size.depth_tmm;
    return end;
}

/// The part of a path up to a place.
static lb_path cut_path(const lb_footprint *start, const lb_path *path, int32_t place)
{
    lb_footprint from = *start;
    lb_path cut = {.count = 0};

    for (uint32_t i = 0; i < path->count && place > 0; i++) {
        bool turns = lb_step_is_turn(&path->step[i]);
        lb_step step = path->step[i];
        lb_motion motion;
        int32_t places;

        if (!lb_motion_of(&from, &step, &motion))
            break;
        places = turns ? 1 : places_of(&from, &motion);
        if (place < places && motion.kind == LB_STEP_WHEEL)
            step.angle = (int32_t)((int64_t)step.angle * place / places);
        else if (place < places)
            step.tmm = step.tmm < 0 ? -place * MA_PLACE_TMM : place * MA_PLACE_TMM;
        lb_path_add(&cut, step);
        place -= places;
        from = lb_motion_at(&from, &motion, lb_motion_parts(&motion));
    }
    return cut;
}

/* Judging. */

/// A move being judged.
typedef struct move {
    lb_view *view;
    uint32_t unit;
    bool is_march;
    uint8_t from, to; ///< formations
    bool changes_first;
    lb_footprint start; ///< of the way, after a change that comes first
    lb_path path;
} move;

/// True if the unit goes anywhere.
static bool goes(const lb_path *path)
{
    for (uint32_t i = 0; i < path->count; i++)
        if (!lb_step_is_turn(&path->step[i]))
            return true;
    return false;
}

static bool check_change(const move *on, lb_reason *reason)
{
    const lb_battle *battle = on->view->battle;
    bool of_guns = on->to == FORMATION_DEPLOYED || on->to == FORMATION_LIMBERED;
    uint32_t kind = battle->unit[on->unit].group;

    if (on->to >= FORMATIONS || of_guns != ma_is_guns(battle, on->unit) ||
        (ma_is_cavalry(battle, on->unit) && on->to > FORMATION_COLUMN))
        return lb_no(reason, CL_PLAY_FORMATION, "that is no formation of its arm");
    if (on->from == on->to)
        return true;
    if (on->is_march)
        return lb_no(reason, CL_MOVE_KINDS, "a strategic move changes no formation");
    if (on->to == FORMATION_LIMBERED && on->view->state->group[kind].order.kind == ORDER_BOMBARD)
        return lb_no(reason, CL_PLAY_ORDER_BOMBARD, "a battery that bombards stays deployed");
    if (on->to == FORMATION_LIMBERED && !on->changes_first)
        return lb_no(reason, CL_PLAY_GUNS, "guns limber before they move");
    if (on->to == FORMATION_DEPLOYED && on->changes_first && goes(&on->path))
        return lb_no(reason, CL_PLAY_GUNS, "guns unlimber after they have moved");
    return true;
}

/// True if a footprint lies wholly on houses.
static bool is_wholly_in_houses(const lb_view *view, const lb_footprint *at)
{
    lb_quad quad = lb_footprint_corners(at);

    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        uint8_t kind = view->ground.piece[p].kind;

        if ((kind == LB_TERRAIN_BUILT_WOODEN || kind == LB_TERRAIN_BUILT_STONE) &&
            lb_piece_covers(&view->ground, p, &quad, LB_COVER_ALL))
            return true;
    }
    return false;
}

/// Room for the formation in which the unit ends.
static bool check_room(const move *on, const lb_footprint *end, uint8_t formation,
                       lb_reason *reason)
{
    lb_unit_set own = lb_set_of(on->unit);
    bool is_narrow = formation == FORMATION_COLUMN || formation == FORMATION_LIMBERED;

    if (formation == FORMATION_BUILDING && !is_wholly_in_houses(on->view, end))
        return lb_no(reason, CL_PLAY_GARRISON, "only infantry wholly in houses forms garrison");
    if (!lb_may_stand(on->view, &own, end))
        return lb_no(reason, CL_PLAY_SIZE, "there is no room for it there");
    return !lb_is_in_water(on->view, end, is_narrow) ||
           lb_no(reason, CL_TERRAIN_BRIDGE, "part of it would stand in the river");
}

/// Enemies whose threat zone a unit may come to on a way: the way leads no corner farther off than
/// its steps are long, and a turn or a wheel no farther than twice both sides of the unit.
static lb_unit_set zones_about(const move *on, const lb_quad *start)
{
    const lb_view *view = on->view;
    int32_t reach = LB_INCHES(VALUE_OF(view->battle, THREAT));

    for (uint32_t i = 0; i < on->path.count; i++)
        reach += lb_most(on->path.step[i].tmm, -on->path.step[i].tmm) +
                 2 * (on->start.width_tmm + on->start.depth_tmm);
    return lb_view_near(view, lb_quad_box_of(start), reach + LB_TMM_INCH,
                        lb_view_foes(view, lb_view_side(view, on->unit)));
}

/// The place at which the way first lies in a threat zone in which it did not begin; 0 for none.
static int32_t threat_on(const move *on)
{
    const lb_view *view = on->view;
    lb_quad start = lb_footprint_corners(&on->start);
    lb_unit_set zones = zones_about(on, &start);
    lb_footprint at;
    bool is_turn;

    LB_EACH (i, &zones)
        if (!ma_is_infantry(view->battle, i) || ma_threatens(view, i, &start))
            lb_unit_set_remove(&zones, (uint16_t)i);
    if (lb_unit_set_is_empty(&zones))
        return 0;
    for (int32_t n = 1; ma_place_at(&on->start, &on->path, n, &at, &is_turn); n++) {
        lb_quad quad = lb_footprint_corners(&at);

        LB_EACH (i, &zones)
            if (ma_threatens(view, i, &quad))
                return n;
    }
    return 0;
}

/// A unit that begins in a threat zone comes no nearer to that infantry.
static bool check_threat(const move *on, const lb_footprint *end, lb_reason *reason)
{
    const lb_view *view = on->view;
    lb_quad start = view->quad[on->unit], quad = lb_footprint_corners(end);
    lb_unit_set near =
        lb_view_near(view, view->box[on->unit], LB_INCHES(VALUE_OF(view->battle, THREAT)),
                     lb_view_foes(view, lb_view_side(view, on->unit)));

    LB_EACH (i, &near)
        if (ma_threatens(view, i, &start) &&
            lb_quad_compare_distance(&view->quad[i], &quad, &start) < 0)
            return lb_no(reason, CL_PLAY_THREAT, "it comes no nearer to the infantry before it");
    return true;
}

/// ma.play.strategic: every place is away from engaging enemies; *is_road if all are on road.
static bool check_places(const move *on, bool *is_road, lb_reason *reason)
{
    const lb_view *view = on->view;
    int32_t far = LB_INCHES(VALUE_OF(view->battle, MOVE_KINDS));
    lb_footprint at = on->start;
    bool is_turn;

    *is_road = true;
    for (int32_t n = 1;; n++) {
        lb_quad quad = lb_footprint_corners(&at);
        lb_piece_set under = lb_ground_at(&view->ground, at.centre);
        bool has_road = false;

        if (ma_is_near_engaging(view, lb_view_side(view, on->unit), &quad, far))
            return lb_no(reason, CL_MOVE_KINDS, "too near to the enemy for a strategic move");
        for (uint16_t p = 0; p < view->ground.piece_count; p++)
            has_road |=
                lb_piece_set_has(&under, p) &&
                lb_terrain_role_of((lb_terrain_kind)view->ground.piece[p].kind) == LB_ROLE_ROAD;
        *is_road &= has_road;
        if (!ma_place_at(&on->start, &on->path, n, &at, &is_turn))
            return true;
    }
}

/// What the move may cost, and the way alone of it.
static int32_t allowance_of(const move *on, bool is_road)
{
    const lb_battle *battle = on->view->battle;
    int32_t own = ma_rate(battle, on->unit, on->from, on->is_march);
    int32_t other = ma_rate(battle, on->unit, on->to, on->is_march);
    int32_t rate = ma_is_guns(battle, on->unit) && on->from != on->to
                       ? ma_rate(battle, on->unit, FORMATION_LIMBERED, false)
                       : lb_least(own, other);
    bool is_narrow = on->from == FORMATION_COLUMN || on->from == FORMATION_LIMBERED;

    if (on->is_march && is_road && is_narrow)
        rate += LB_INCHES(ma_is_mounted(battle, on->unit) ? VALUE_OF(battle, MOVE_ROAD_MOUNTED)
                                                          : VALUE_OF(battle, MOVE_ROAD_FOOT));
    return rate - ma_change_cost(battle, on->unit, on->from, on->to);
}

/// The way itself: ground, friends that are passed, enemies.
static bool check_way(const move *on, int32_t allowance, const lb_walk **walk, lb_reason *reason)
{
    const lb_battle *battle = on->view->battle;
    uint8_t formation = on->changes_first ? on->to : on->from;
    lb_move_costs costs = ma_costs(battle, on->unit, formation, on->is_march);
    lb_mover mover;
    int32_t price;

    lb_mover_start(&mover, on->view, on->unit, &costs, LB_INCHES(VALUE_OF(battle, PLAY_MOVE)) + 1);
    mover.start = on->start;
    mover.gait = ma_gait(battle, on->unit, formation, on->is_march);
    mover.stops_at_friends = on->is_march;
    mover.notes_passed = !on->is_march;
    *walk = lb_way_walk(on->view, &mover, &on->path);
    price = lb_unit_set_count(&(*walk)->passed) * ma_passage_cost(battle, on->unit);
    LB_EACH (i, &(*walk)->passed)
        if (ma_is_in_melee(on->view->state, i))
            return lb_no(reason, CL_PLAY_PASSAGE, "friends in melee are not passed");
    return lb_way_is_legal(on->view, &mover, *walk, allowance - price, CL_PLAY_MOVE,
                           price > 0 ? CL_MOVE_PASSAGE : ma_rate_clause(battle, on->unit), reason);
}

/* What the order allows. */

static lb_point home_of(const lb_state *state, uint32_t unit)
{
    return (lb_point){state->unit[unit].mark[MARK_HOME_X] * MA_HOME_TMM,
                      state->unit[unit].mark[MARK_HOME_Y] * MA_HOME_TMM};
}

static bool check_defend(const move *on, const lb_footprint *end, uint16_t clause,
                         lb_reason *reason)
{
    lb_point home = home_of(on->view->state, on->unit);
    int32_t away = lb_point_distance(home, end->centre);

    return away <= LB_INCHES(VALUE_OF(on->view->battle, ORDER_KINDS_DEFEND)) + MA_HOME_TMM ||
           away < lb_point_distance(home, on->view->pose[on->unit].at) ||
           lb_no(reason, clause, "it has to stay near its place");
}

static bool check_manoeuvre(const move *on, const lb_quad *quad, lb_reason *reason)
{
    const lb_view *view = on->view;
    uint32_t side = lb_view_side(view, on->unit);
    int32_t far = LB_INCHES(VALUE_OF(view->battle, ORDER_KINDS_MANOEUVRE));

    LB_EACH (i, lb_view_foes(view, side))
        if (lb_quad_is_within(quad, &view->quad[i], far) && ma_is_engaging(view, i) &&
            (!lb_view_is_within(view, on->unit, i, far) ||
             lb_quad_compare_distance(&view->quad[i], quad, &view->quad[on->unit]) < 0))
            return lb_no(reason, CL_PLAY_ORDER_MANOEUVRE, "it has to stay away from the enemy");
    return true;
}

static bool check_support(const move *on, const lb_quad *quad, uint32_t group, lb_reason *reason)
{
    const lb_view *view = on->view;
    lb_unit_set friends = ma_units(view, group);
    int32_t near = MA_WITHIN(VALUE_OF(view->battle, ORDER_KINDS_SUPPORT));
    uint32_t own = lb_view_nearest(view, &view->quad[on->unit], &friends);

    LB_EACH (i, &friends)
        if (lb_quad_is_within(quad, &view->quad[i], near))
            return true;
    return own == LB_NOBODY ||
           lb_quad_compare_distance(&view->quad[own], quad, &view->quad[on->unit]) < 0 ||
           lb_no(reason, CL_PLAY_ORDER_SUPPORT, "it has to stay near those whom it supports");
}

static bool check_retire(const move *on, const lb_quad *quad, lb_reason *reason)
{
    const lb_view *view = on->view;
    const lb_unit_set *foes = lb_view_foes(view, lb_view_side(view, on->unit));
    uint32_t before = lb_view_nearest(view, &view->quad[on->unit], foes);
    uint32_t after = lb_view_nearest(view, quad, foes);

    return before == LB_NOBODY ||
           lb_quad_distance_ceil(quad, &view->quad[after]) >=
               lb_quad_distance_floor(&view->quad[on->unit], &view->quad[before]) ||
           lb_no(reason, CL_PLAY_ORDER_RETIRE, "it comes no nearer to the enemy");
}

static bool check_order(const move *on, const lb_footprint *end, lb_reason *reason)
{
    const lb_battle *battle = on->view->battle;
    const lb_order *order = &on->view->state->group[battle->unit[on->unit].group].order;
    lb_quad quad = lb_footprint_corners(end);

    switch (order->kind) {
    case ORDER_MANOEUVRE:
        return check_manoeuvre(on, &quad, reason);
    case ORDER_DEFEND:
        return check_defend(on, end, CL_PLAY_ORDER_DEFEND, reason);
    case ORDER_SUPPORT:
        return check_support(on, &quad, order->group, reason);
    case ORDER_BOMBARD:
        return ma_is_guns(battle, on->unit) || check_defend(on, end, CL_PLAY_ORDER_BOMBARD, reason);
    case ORDER_RETREAT:
        return check_retire(on, &quad, reason);
    default:
        return true;
    }
}

/// A move as an action says it.
static move move_of(lb_view *view, const lb_action *action)
{
    bool is_march = action->verb == VERB_MARCH;
    uint8_t from = lb_view_formation(view, action->unit);
    move on = {.view = view,
               .unit = action->unit,
               .is_march = is_march,
               .from = from,
               .to = is_march ? from : action->formation,
               .start = lb_view_footprint(view, action->unit),
               .path = action->path};

    on.changes_first = on.to != from && (action->option & MOVE_CHANGES_LAST) == 0;
    if (on.changes_first && on.to < FORMATIONS)
        on.start = ma_reformed(view, action->unit, &on.start, from, on.to);
    return on;
}

bool ma_judge_move(lb_view *view, const lb_action *action, lb_footprint *end, const lb_walk **walk,
                   lb_reason *reason)
{
    move on = move_of(view, action);
    bool is_road = false, is_short;
    int32_t place;

    *walk = NULL;
    if (!check_change(&on, reason) || (on.is_march && !check_places(&on, &is_road, reason)))
        return false;
    if (on.changes_first && !check_room(&on, &on.start, on.to, reason))
        return false;
    place = threat_on(&on);
    is_short = place > 0;
    if (is_short)
        on.path = cut_path(&on.start, &on.path, place);
    if (!check_way(&on, allowance_of(&on, is_road), walk, reason))
        return false;
    *end = (*walk)->end;
    if (!is_short && !on.changes_first && on.to != on.from)
        *end = ma_reformed(view, on.unit, end, on.from, on.to);
    return check_room(&on, end, is_short && !on.changes_first ? on.from : on.to, reason) &&
           check_threat(&on, end, reason) && check_order(&on, end, reason);
}

static bool check_mover(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t unit = action->unit;

    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), unit))
        return lb_no(reason, CL_PLAY_MOVE, "that unit is not yours to move");
    if ((asked->state->unit[unit].flags & UNIT_MOVED) != 0)
        return lb_no(reason, CL_PLAY_MOVE, "it has had its move");
    if (ma_is_in_melee(asked->state, unit))
        return lb_no(reason, CL_PLAY_LOSS, "it is in melee");
    return ma_may_act(asked->view, unit) ||
           lb_no(reason, CL_PLAY_RETIRE, "its Major Formation retires and only stands");
}

bool ma_check_move(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_walk *walk;
    lb_footprint end;

    if (!check_mover(asked, action, reason))
        return false;
    if (action->path.count == 0 &&
        action->formation == lb_view_formation(asked->view, action->unit))
        return lb_no(reason, CL_PLAY_MOVE, "say where it goes");
    if (action->option > MOVE_CHANGES_LAST ||
        (action->option != 0 && action->formation == lb_view_formation(asked->view, action->unit)))
        return lb_no(reason, CL_PLAY_MOVE, "there is no change that could come last");
    return ma_judge_move(asked->view, action, &end, &walk, reason);
}

bool ma_check_march(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_walk *walk;
    lb_footprint end;

    if (!check_mover(asked, action, reason))
        return false;
    if (action->path.count == 0)
        return lb_no(reason, CL_PLAY_STRATEGIC, "say where it goes");
    return ma_judge_move(asked->view, action, &end, &walk, reason);
}

/* Listing. */

static void offer_toward(lb_listing *list, uint32_t unit, lb_point goal, bool is_march)
{
    static const int32_t turns[] = {0, 4551, -4551};
    const lb_view *view = list->asked.view;
    uint8_t formation = lb_view_formation(view, unit);
    int32_t rate = ma_rate(view->battle, unit, formation, is_march);
    int32_t aside = (int16_t)(lb_heading_to(view->pose[unit].at, goal) - view->pose[unit].heading);

    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        for (int32_t part = 1; part <= 2; part++) {
            lb_action action = lb_action_of(is_march ? VERB_MARCH : VERB_MOVE);
            int32_t angle = aside + turns[i];
            bool is_oblique = angle > -LB_ANGLE_QUARTER / 2 && angle < LB_ANGLE_QUARTER / 2;

            action.unit = (uint16_t)unit;
            action.formation = is_march ? 0 : formation;
            if (!is_oblique && !is_march)
                lb_path_add(&action.path,
                            lb_step_turn((uint16_t)(view->pose[unit].heading + angle)));
            lb_path_add(&action.path, is_oblique ? (lb_step){LB_STEP_OBLIQUE, rate / part, angle}
                                                 : lb_step_straight((rate - LB_INCHES(4)) / part));
            if (lb_offer(list, &action))
                return;
        }
}

static void offer_changes(lb_listing *list, uint32_t unit)
{
    lb_action action = lb_action_of(VERB_MOVE);

    action.unit = (uint16_t)unit;
    for (uint32_t formation = 0; formation < FORMATIONS; formation++) {
        action.formation = (uint8_t)formation;
        if (formation != lb_view_formation(list->asked.view, unit))
            (void)lb_offer(list, &action);
    }
}

/// Moves of a unit toward the nearest enemy and the objectives, and changes of formation.
static void offer_moves_of(lb_listing *list, uint32_t unit, bool is_march)
{
    const lb_battle *battle = list->asked.battle;
    const lb_view *view = list->asked.view;
    uint32_t foe = lb_view_nearest_centre(view, view->pose[unit].at,
                                          lb_view_foes(view, lb_view_side(view, unit)));

    if (foe != LB_NOBODY) {
        lb_action action = lb_action_of(VERB_MOVE);

        offer_toward(list, unit, view->pose[foe].at, is_march);
        action.unit = (uint16_t)unit;
        action.formation = lb_view_formation(view, unit);
        lb_path_add(&action.path,
                    lb_step_turn(lb_heading_to(view->pose[unit].at, view->pose[foe].at)));
        if (!is_march)
            (void)lb_offer(list, &action);
    }
    for (uint32_t o = 0; o < battle->objective_count; o++)
        offer_toward(list, unit, battle->objective[o].at, is_march);
    if (!is_march)
        offer_changes(list, unit);
}

static void offer_all(lb_listing *list, bool is_march)
{
    LB_EACH (i, &list->asked.view->here[lb_asked_side(&list->asked)]) {
        if (lb_listing_is_full(list))
            return;
        if (ma_may_act(list->asked.view, i))
            offer_moves_of(list, i, is_march);
    }
}

void ma_offer_moves(lb_listing *list)
{
    offer_all(list, false);
}

void ma_offer_marches(lb_listing *list)
{
    offer_all(list, true);
}

/* Carrying out. */

static lb_path path_of(const int32_t *cells)
{
    lb_path path = {.count = (uint8_t)cells[0]};

    for (uint32_t i = 0; i < path.count; i++)
        path.step[i] = (lb_step){(uint8_t)cells[1 + 3 * i], cells[2 + 3 * i], cells[3 + 3 * i]};
    return path;
}

void ma_path_cells(const lb_path *path, int32_t *cells)
{
    cells[0] = path->count;
    for (uint32_t i = 0; i < path->count; i++) {
        cells[1 + 3 * i] = path->step[i].kind;
        cells[2 + 3 * i] = path->step[i].tmm;
        cells[3 + 3 * i] = path->step[i].angle;
    }
}

/// Cavalry of the other side that may fall upon a unit at a place, not asked before; LB_NOBODY.
static uint32_t next_rider(lb_run *run, uint32_t unit, const lb_footprint *at,
                           const lb_cells *asked)
{
    lb_view *view = run->view;
    int32_t reach = MA_WITHIN(V(OPPORTUNITY));
    lb_unit_set before = lb_cells_units(asked), near, own = lb_set_of(unit);
    lb_quad quad = lb_footprint_corners(at);
    uint32_t found = LB_NOBODY;
    lb_trial trial;

    if (lb_view_side(view, unit) != run->state->active)
        return LB_NOBODY;
    near = lb_view_near(view, lb_quad_box_of(&quad), reach,
                        lb_view_foes(view, lb_view_side(view, unit)));
    LB_EACH (i, &near)
        if (!ma_is_cavalry(run->battle, i) || lb_unit_set_has(&before, (uint16_t)i) ||
            (run->state->unit[i].flags & (UNIT_OPPORTUNE | UNIT_COUNTER | UNIT_ANSWERED)) != 0 ||
            ma_first_charger(view, i) != LB_NOBODY ||
            !lb_quad_is_within(&quad, &view->quad[i], reach))
            lb_unit_set_remove(&near, (uint16_t)i);
    if (lb_unit_set_is_empty(&near) || !lb_may_stand(view, &own, at))
        return LB_NOBODY;
    trial = lb_view_try_at(view, unit, at);
    LB_EACH (i, &near) {
        ma_charge charge;
        lb_reason reason;

        if (found == LB_NOBODY && ma_may_fall_upon(view, i, unit) &&
            ma_find_charge(view, i, unit, 0, &charge, &reason))
            found = i;
    }
    lb_view_undo(view, &trial);
    return found;
}

/// True if a move enters a threat zone there: it ends.
static bool enters_zone(const lb_run *run, uint32_t unit, const lb_footprint *start,
                        const lb_footprint *at)
{
    lb_quad before = lb_footprint_corners(start), quad = lb_footprint_corners(at);

    LB_EACH (i, lb_view_foes(run->view, lb_view_side(run->view, unit)))
        if (ma_threatens(run->view, i, &quad) && !ma_threatens(run->view, i, &before))
            return true;
    return false;
}

/// Enemy leaders over whom a unit comes save themselves.
static void ride_down(lb_run *run, uint32_t unit, const lb_quad *quad)
{
    for (uint32_t i = 0; i < run->battle->leader_count; i++) {
        const lb_leader *leader = &run->state->leader[i];

        if (leader->presence == LB_PRESENCE_TABLE && leader->attached == LB_NOBODY &&
            run->battle->leader[i].side != lb_view_side(run->view, unit) &&
            lb_point_is_inside(leader->at, quad))
            ma_save_leader(run, i);
    }
}

/// Friends that a way has gone through, and the worst disorder by ground on it.
static void take_way(lb_run *run, uint32_t unit, const lb_footprint *start, const lb_path *path,
                     int32_t places, bool is_charge)
{
    const lb_view *view = run->view;
    lb_unit_set friends = view->here[lb_view_side(view, unit)], passed = {{0}};
    int32_t ground = 0;
    lb_footprint at = *start;
    bool is_turn;

    lb_unit_set_remove(&friends, (uint16_t)unit);
    for (int32_t n = 0; n <= places; n++) {
        lb_quad quad;

        if (n > 0 && !ma_place_at(start, path, n, &at, &is_turn))
            break;
        quad = lb_footprint_corners(&at);
        ground = lb_most(ground, ma_ground_disorder(view, unit, at.centre));
        ride_down(run, unit, &quad);
        LB_EACH (i, &friends)
            if (lb_box_meets(view->box[i], lb_quad_box_of(&quad), 0) &&
                lb_quad_overlaps_deeper(&quad, &view->quad[i], LB_CONTACT_TMM))
                lb_unit_set_add(&passed, (uint16_t)i);
    }
    if (ground > 0)
        ma_disorder(run, CL_PLAY_DISORDER, unit, ground);
    if (is_charge || lb_unit_set_is_empty(&passed))
        return;
    ma_disorder(run, CL_MOVE_PASSAGE, unit, V(MOVE_PASSAGE_DISORDER));
    LB_EACH (i, &passed)
        ma_disorder(run, CL_MOVE_PASSAGE, i, V(MOVE_PASSAGE_DISORDER));
}

static lb_footprint start_of(const lb_run *run, const struct going_vars *v, uint32_t unit)
{
    lb_footprint start = lb_view_footprint(run->view, unit);

    start.centre = (lb_point){v->x, v->y};
    start.heading = (uint16_t)v->heading;
    return start;
}

/// Follows a path place by place. Cavalry may fall upon the unit, a threat zone ends its move.
LB_PROCEDURE(going)
{
    const struct going_facts *f = LB_FACTS;
    struct going_vars *v = LB_VARS;
    uint32_t unit = (uint32_t)f->unit;
    uint16_t clause = f->is_charge ? CL_PLAY_BRINK : f->is_march ? CL_PLAY_STRATEGIC : CL_PLAY_MOVE;
    lb_path path = path_of(f->path);
    lb_footprint start, at;
    bool is_turn = false;

    LB_BEGIN
    LB_ABOUT(unit, LB_NOBODY);
    v->x = run->view->pose[unit].at.x;
    v->y = run->view->pose[unit].at.y;
    v->heading = run->view->pose[unit].heading;
    for (v->place = 1;; v->place++) {
        start = start_of(run, v, unit);
        if (!ma_place_at(&start, &path, v->place, &at, &is_turn))
            break;
        while (!is_turn &&
               (v->rider = (int32_t)next_rider(run, unit, &at, &v->asked)) != LB_NOBODY) {
            lb_cells_add(&v->asked, (uint32_t)v->rider);
            lb_change_place(run, clause, unit, &at);
            LB_CALL(1, opportunity, .rider = v->rider, .target = f->unit);
            start = start_of(run, v, unit);
            (void)ma_place_at(&start, &path, v->place, &at, &is_turn);
            if (((const struct opportunity_effect *)LB_EFFECT)->taken) {
                take_way(run, unit, &start, &path, v->place, f->is_charge != 0);
                LB_RETURN(going, .stopped = 1);
            }
        }
        if (!f->is_charge && enters_zone(run, unit, &start, &at)) {
            lb_note(run, CL_PLAY_THREAT, LB_ROLE_ACTOR);
            lb_change_place(run, clause, unit, &at);
            take_way(run, unit, &start, &path, v->place, false);
            LB_RETURN(going, .stopped = 1);
        }
    }
    start = start_of(run, v, unit);
    if (v->place > 1 && ma_place_at(&start, &path, v->place - 1, &at, &is_turn)) {
        lb_change_place(run, clause, unit, &at);
        take_way(run, unit, &start, &path, v->place - 1, f->is_charge != 0);
    }
    LB_RETURN(going, .stopped = 0);
    LB_END
}

/* T1d. */

static void change_formation(lb_run *run, uint32_t unit, uint8_t to)
{
    lb_footprint at = lb_view_footprint(run->view, unit);
    lb_footprint end = ma_reformed(run->view, unit, &at, lb_view_formation(run->view, unit), to);

    lb_change_formation(run, CL_MOVE_CHANGE, unit, to);
    if (end.centre.x != at.centre.x || end.centre.y != at.centre.y)
        lb_change_place(run, CL_MOVE_CHANGE, unit, &end);
}

/// How far a unit is from what its Major Formation attacks; INT32_MAX if nothing.
int32_t ma_object_distance(const lb_view *view, uint32_t unit)
{
    const lb_order *order = &view->state->group[view->battle->unit[unit].group].order;
    int32_t least = INT32_MAX;
    lb_unit_set units;

    if (order->kind != ORDER_ATTACK)
        return INT32_MAX;
    if (order->objective != LB_NOBODY)
        return lb_point_distance_ceil(view->battle->objective[order->objective].at,
                                      &view->quad[unit]);
    if (order->group == LB_NOBODY)
        return INT32_MAX;
    units = ma_units(view, order->group);
    LB_EACH (i, &units)
        least = lb_least(least, lb_view_distance(view, unit, i));
    return least;
}

/// What a move does to the fire of a unit.
static uint32_t silenced(const lb_run *run, uint32_t unit, bool is_march, bool moves)
{
    bool is_foot_guns = ma_kind(run->battle, unit) == UNIT_KIND_FOOT_GUNS;
    bool is_limbered = run->state->unit[unit].formation == FORMATION_LIMBERED;

    return is_march || (is_foot_guns && (is_limbered || moves)) ? UNIT_SILENT : 0;
}

/// True if a unit of the side still has its move, or a leader his ride.
static bool has_more_to_move(const lb_run *run, uint32_t side)
{
    LB_EACH (i, &run->view->here[side])
        if (ma_may_act(run->view, i))
            return true;
    for (uint32_t i = 0; i < run->battle->leader_count; i++)
        if (run->battle->leader[i].side == side &&
            run->state->leader[i].presence == LB_PRESENCE_TABLE &&
            run->state->leader[i].attached == LB_NOBODY &&
            (run->state->leader[i].flags & LEADER_RODE) == 0)
            return true;
    return false;
}

/// The unit has moved: its marks, and whether it has come nearer to its object.
static void end_move(lb_run *run, uint32_t unit, int32_t before, bool is_march, bool changed)
{
    uint32_t group = run->battle->unit[unit].group;

    lb_change_flags(run, CL_PLAY_MOVE, unit, UNIT_MOVED | silenced(run, unit, is_march, changed),
                    0);
    if (before != INT32_MAX && ma_object_distance(run->view, unit) < before)
        lb_change_group_flags(run, CL_PLAY_ORDER_ATTACK, group, GROUP_NEARER, 0);
    ma_carry_leaders(run);
}

LB_PROCEDURE(moving)
{
    const struct moving_facts *f = LB_FACTS;
    struct moving_vars *v = LB_VARS;
    const lb_action *action = &run->state->action;
    struct going_facts going;

    LB_BEGIN
    while (has_more_to_move(run, (uint32_t)f->side)) {
        LB_ABOUT(LB_CAST_SIDE | f->side, LB_NOBODY);
        LB_ASK(1, LB_QUESTION(MOVES, (uint32_t)f->side, .nothing = 0));
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_RIDE) {
            ma_do_ride(run);
            continue;
        }
        v->unit = action->unit;
        LB_ABOUT(v->unit, LB_NOBODY);
        v->formation =
            LB_VALUE == VERB_MARCH ? lb_view_formation(run->view, action->unit) : action->formation;
        v->changed = v->formation != lb_view_formation(run->view, action->unit);
        v->is_march = LB_VALUE == VERB_MARCH;
        v->before = ma_object_distance(run->view, action->unit);
        going = (struct going_facts){.unit = v->unit, .is_march = v->is_march};
        ma_path_cells(&action->path, going.path);
        v->is_last = (action->option & MOVE_CHANGES_LAST) != 0;
        if (v->changed && !v->is_last)
            change_formation(run, (uint32_t)v->unit, (uint8_t)v->formation);
        LB_CALL_ON(2, going, &going);
        LB_ABOUT(v->unit, LB_NOBODY);
        if (v->changed && v->is_last && !((const struct going_effect *)LB_EFFECT)->stopped)
            change_formation(run, (uint32_t)v->unit, (uint8_t)v->formation);
        end_move(run, (uint32_t)v->unit, v->before, v->is_march != 0, v->changed != 0);
    }
    LB_RETURN(moving, .nothing = 0);
    LB_END
}
