// SPDX-License-Identifier: MIT
// Movement of this sheet: orders to move and to form. How a row closes with its enemy is in
// assaults.c, what the rules force in forced.c.
//
// The sheet puts no price on ground; only rivers and impassable ground stop a move. Bodies move as
// one rectangle. Units that are not to fight stay half a centimetre away from the enemy.

#include "rules/napoleons_legacy/play.h"

#include <assert.h>

enum { LINE_RINGS = 16 }; ///< how far around a beaten square looks for room

lb_unit_set nl_ordered(lb_view *view, const lb_action *action)
{
    lb_unit_set named = action->members, all;

    lb_unit_set_add(&named, action->unit);
    all = named;
    /* Formations are changed unit by unit; nl.play.orders lets others be left out. */
    if (action->verb == VERB_FORM || (action->option & ORDER_ALONE) != 0)
        return all;
    LB_EACH (i, &named)
        if (lb_view_is_here(view, i)) {
            struct nl_body body = nl_body_of(view, i);

            lb_unit_set_join(&all, &body.units);
        }
    return all;
}

lb_mover nl_mover_of(const lb_view *view, const struct nl_body *body, const lb_unit_set *movers,
                     int32_t keep_tmm)
{
    uint32_t first = lb_unit_set_next(&body->units, 0);

    return (lb_mover){.start = body->footprint,
                      .movers = *movers,
                      .costs = nl_costs_of(lb_view_formation(view, first)),
                      .gait = lb_view_formation(view, first),
                      .keep_tmm = keep_tmm,
                      .target = LB_NOBODY,
                      .side = lb_view_side(view, first),
                      .stops_at_friends = true};
}

int32_t nl_pace_of_body(const lb_view *view, const struct nl_body *body)
{
    int32_t least = INT32_MAX;

    LB_EACH (i, &body->units)
        least = lb_least(least, nl_pace(view, i));
    return least;
}

/* Orders to move and to form. */

void nl_add_place(struct nl_places *places, uint32_t unit, const lb_footprint *end)
{
    assert(places->count < LB_UNITS_MAX);
    places->unit[places->count] = (uint16_t)unit;
    places->end[places->count++] = *end;
}

bool nl_is_row_in_water(const lb_view *view, const struct nl_body *row, const lb_footprint *end)
{
    LB_EACH (i, &row->units) {
        lb_footprint place = nl_place_in_body(view, row, i, end);

        if (lb_is_in_water(view, &place, nl_is_narrow(lb_view_formation(view, i))))
            return true;
    }
    return false;
}

/// Follows the path with one row. Those who pass through friends, and those friends, become
/// `jostled`.
static bool move_body(lb_view *view, const struct nl_body *body, const lb_unit_set *movers,
                      const lb_path *path, struct nl_places *places, lb_unit_set *jostled,
                      lb_reason *reason)
{
    uint16_t rate = nl_rate_of(lb_view_formation(view, lb_unit_set_next(&body->units, 0)));
    int32_t allowance = nl_pace_of_body(view, body);
    lb_mover mover = nl_mover_of(view, body, movers, NL_KEEP_AWAY);
    const lb_walk *walk;

    if (allowance == 0)
        return lb_no(reason, rate, "it does not move in its formation");
    mover.stops_at_friends = false;
    mover.notes_passed = jostled != NULL;
    walk = lb_way_walk(view, &mover, path);
    if (!lb_way_is_legal(view, &mover, walk, allowance, rate, rate, reason))
        return false;
    if (jostled != NULL && !lb_unit_set_is_empty(&walk->passed)) {
        lb_unit_set_join(jostled, &walk->passed);
        lb_unit_set_join(jostled, &body->units);
    }
    LB_EACH (i, &body->units) {
        lb_footprint place = nl_place_in_body(view, body, i, &walk->end);

        if (lb_is_in_water(view, &place, nl_is_narrow(lb_view_formation(view, i))))
            return lb_no(reason, rate, "part of it would stand in the river");
        nl_add_place(places, i, &place);
    }
    return true;
}

bool nl_have_room(const lb_view *view, const lb_unit_set *movers, const struct nl_places *places,
                  uint16_t clause, lb_reason *reason)
{
    for (uint32_t i = 0; i < places->count; i++) {
        lb_quad own, other;

        if (!lb_may_stand(view, movers, &places->end[i]))
            return lb_no(reason, clause, "there is no room for all of them");
        own = lb_footprint_corners(&places->end[i]);
        for (uint32_t j = 0; j < i; j++) {
            other = lb_footprint_corners(&places->end[j]);
            if (lb_box_meets(lb_quad_box_of(&own), lb_quad_box_of(&other), 0) &&
                lb_quad_overlaps_deeper(&own, &other, LB_CONTACT_TMM))
                return lb_no(reason, clause, "there is no room for all of them");
        }
    }
    return true;
}

/// nl.play.orders: true if a unit that ends at a place has left all of its row that does not move
/// with it by so much that it is not of it.
static bool has_left(lb_view *view, const lb_unit_set *movers, uint32_t unit,
                     const lb_footprint *end, lb_reason *reason)
{
    int32_t apart = LB_CMS(VALUE_OF(view->battle, PLAY_ORDERS));
    struct nl_body row = nl_body_of(view, unit);
    lb_quad own = lb_footprint_corners(end);

    LB_EACH (j, &row.units)
        if (!lb_unit_set_has(movers, (uint16_t)j) &&
            lb_quad_is_within(&own, &view->quad[j], apart - 1))
            return lb_no(reason, CL_PLAY_ORDERS,
                         "it would still stand with the row that it leaves");
    return true;
}

static bool are_apart(lb_view *view, const lb_unit_set *movers, const struct nl_places *places,
                      lb_reason *reason)
{
    for (uint32_t i = 0; i < places->count; i++)
        if (!has_left(view, movers, places->unit[i], &places->end[i], reason))
            return false;
    return true;
}

bool nl_is_apart(lb_view *view, const struct nl_body *part, const lb_footprint *end,
                 lb_reason *reason)
{
    LB_EACH (i, &part->units) {
        lb_footprint place = nl_place_in_body(view, part, i, end);

        if (!has_left(view, &part->units, i, &place, reason))
            return false;
    }
    return true;
}

bool nl_judge_move(lb_view *view, const lb_action *action, struct nl_places *places,
                   lb_unit_set *jostled, lb_reason *reason)
{
    lb_unit_set movers = nl_ordered(view, action), done = {{0}};

    places->count = 0;
    if (jostled != NULL)
        *jostled = (lb_unit_set){{0}};
    for (uint32_t i = 0; i < action->path.count; i++)
        if (lb_step_is_turn(&action->path.step[i]))
            return lb_no(reason, CL_COMMAND_ORDERS,
                         "to turn on the spot is a change of formation, not a move");
    if (action->path.count == 0)
        return lb_no(reason, CL_COMMAND_ORDERS, "that would be no move");
    LB_EACH (i, &movers) {
        struct nl_body body;

        if (lb_unit_set_has(&done, (uint16_t)i))
            continue;
        body = nl_part_of_body(view, i, &movers);
        lb_unit_set_join(&done, &body.units);
        if (!move_body(view, &body, &movers, &action->path, places, jostled, reason))
            return false;
    }
    return nl_have_room(view, &movers, places, CL_COMMAND_COLLECTIVE, reason) &&
           are_apart(view, &movers, places, reason);
}

/// Where a unit stands that changes formation about the middle of its front, and then turns.
static bool reshape(const lb_view *view, uint32_t unit, const lb_action *action, lb_footprint *end,
                    lb_reason *reason)
{
    lb_size size = nl_size(view->battle, view->state, unit, action->formation);
    lb_footprint start = lb_view_footprint(view, unit);

    start.centre =
        lb_point_towards(start.centre, start.heading, (start.depth_tmm - size.depth_tmm) / 2);
    start.width_tmm = size.width_tmm;
    start.depth_tmm = size.depth_tmm;
    *end = start;
    return action->path.count == 0 || lb_step_apply(&start, &action->path.step[0], end) ||
           lb_no(reason, CL_COMMAND_ORDERS, "no unit can turn like that");
}

/// True if a unit may form at a place: neither too near to the enemy nor in a river.
static bool is_free_to_form(const lb_view *view, uint32_t unit, const lb_footprint *end,
                            uint8_t formation, lb_reason *reason)
{
    lb_quad quad = lb_footprint_corners(end);

    if (lb_view_any_within(view, &quad, lb_view_foes(view, lb_view_side(view, unit)), NL_KEEP_AWAY))
        return lb_no(reason, CL_COMMAND_ORDERS, "the enemy is too near for that");
    return !lb_is_in_water(view, end, nl_is_narrow(formation)) ||
           lb_no(reason, CL_FORM_SEVEN, "part of it would stand in the river");
}

static bool are_free(const lb_view *view, const struct nl_places *places, uint8_t formation,
                     lb_reason *reason)
{
    for (uint32_t i = 0; i < places->count; i++)
        if (!is_free_to_form(view, places->unit[i], &places->end[i], formation, reason))
            return false;
    return true;
}

/// One unit of an order to form.
static bool form_unit(const lb_view *view, uint32_t unit, const lb_action *action,
                      struct nl_places *places, lb_reason *reason)
{
    bool on_foot = (action->option & FORM_ON_FOOT) != 0;
    bool was_on_foot = (view->state->unit[unit].flags & UNIT_DISMOUNTED) != 0;
    bool changes = action->formation != lb_view_formation(view, unit) || on_foot != was_on_foot;
    lb_footprint end;

    if (!nl_may_form(view, unit, action->formation, on_foot, reason))
        return false;
    if (!changes && action->path.count == 0)
        return lb_no(reason, CL_COMMAND_ORDERS, "that changes nothing");
    if (changes && nl_is_disordered(view->state, unit))
        return lb_no(reason, CL_COMMAND_DISORDERED,
                     "in disorder it can only fire or change its facing");
    if (!reshape(view, unit, action, &end, reason))
        return false;
    if (!is_free_to_form(view, unit, &end, action->formation, reason))
        return false;
    nl_add_place(places, unit, &end);
    return true;
}

/// The unit of a set that stands farthest to the left of a heading; LB_NO_INDEX for none.
static uint32_t leftmost(const lb_view *view, const lb_unit_set *units, uint16_t heading)
{
    uint32_t best = LB_NO_INDEX;
    int64_t least = INT64_MAX;

    LB_EACH (i, units) {
        lb_point at = view->pose[i].at;
        int64_t right = (int64_t)at.x * lb_cosine(heading) - (int64_t)at.y * lb_sine(heading);

        if (right < least) {
            least = right;
            best = i;
        }
    }
    return best;
}

/// Where the units of a row stand that changes formation as one, about the middle of its front:
/// side by side, in the order that they have.
static void reshape_row(const lb_view *view, const struct nl_body *row, uint8_t formation,
                        struct nl_places *places)
{
    const lb_footprint *whole = &row->footprint;
    lb_unit_set left = row->units;
    int32_t width = 0, right;
    uint32_t unit;

    LB_EACH (i, &row->units)
        width += nl_size(view->battle, view->state, i, formation).width_tmm;
    right = -width / 2;
    for (; (unit = leftmost(view, &left, whole->heading)) != LB_NO_INDEX;
         lb_unit_set_remove(&left, (uint16_t)unit)) {
        lb_size size = nl_size(view->battle, view->state, unit, formation);
        lb_footprint end = {
            .heading = whole->heading, .width_tmm = size.width_tmm, .depth_tmm = size.depth_tmm};

        end.centre = lb_point_towards(whole->centre, whole->heading,
                                      (whole->depth_tmm - size.depth_tmm) / 2);
        end.centre = lb_point_towards(end.centre, (uint16_t)(whole->heading + LB_ANGLE_QUARTER),
                                      right + size.width_tmm / 2);
        right += size.width_tmm;
        nl_add_place(places, unit, &end);
    }
}

/// Where rows stand that find no room to form unit by unit: each forms as one.
static void form_rows(lb_view *view, const lb_unit_set *units, uint8_t formation,
                      struct nl_places *places)
{
    lb_unit_set left = *units;

    places->count = 0;
    LB_EACH (i, &left) {
        struct nl_body row = nl_part_of_body(view, i, units);

        reshape_row(view, &row, formation, places);
        LB_EACH (j, &row.units)
            lb_unit_set_remove(&left, (uint16_t)j);
    }
}

bool nl_judge_form(lb_view *view, const lb_action *action, struct nl_places *places,
                   lb_reason *reason)
{
    lb_unit_set units = nl_ordered(view, action);

    places->count = 0;
    if (action->path.count > 1 ||
        (action->path.count == 1 && !lb_step_is_turn(&action->path.step[0])))
        return lb_no(reason, CL_COMMAND_ORDERS, "a change of facing is one turn on the spot");
    LB_EACH (i, &units)
        if (!form_unit(view, i, action, places, reason))
            return false;
    if (nl_have_room(view, &units, places, CL_FORM_SEVEN, reason))
        return true;
    if (action->path.count > 0 || places->count < 2)
        return false;
    form_rows(view, &units, action->formation, places);
    return are_free(view, places, action->formation, reason) &&
           nl_have_room(view, &units, places, CL_FORM_SEVEN, reason);
}

bool nl_check_move(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    struct nl_places places;

    return nl_may_order(asked, action, reason) &&
           nl_judge_move(asked->view, action, &places, NULL, reason);
}

bool nl_check_form(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    struct nl_places places;

    return nl_may_order(asked, action, reason) &&
           nl_judge_form(asked->view, action, &places, reason);
}

/* Listing. */

static void offer_path(lb_listing *list, lb_action *action, lb_step first, lb_step second)
{
    action->path.count = 0;
    lb_path_add(&action->path, first);
    if (second.tmm != 0 || second.angle != 0)
        lb_path_add(&action->path, second);
    (void)lb_offer(list, action);
}

/// Moves of a body, with members that move alike: ahead, back, aside, and wheels.
static void offer_ways(lb_listing *list, lb_action *action)
{
    int32_t reach = nl_pace(list->asked.view, action->unit);
    const lb_step none = {0};

    if (reach == 0)
        return;
    for (int32_t part = 1; part <= 4 && !lb_listing_is_full(list); part *= 2)
        offer_path(list, action, lb_step_straight(reach / part), none);
    if (lb_listing_is_full(list))
        return;
    offer_path(list, action, lb_step_straight(-reach), none);
    for (int sign = -1; sign <= 1; sign += 2) {
        offer_path(list, action, (lb_step){LB_STEP_OBLIQUE, reach, sign * 8192}, none);
        offer_path(list, action, (lb_step){LB_STEP_OBLIQUE, reach, sign * 4096}, none);
        offer_path(list, action, (lb_step){LB_STEP_WHEEL, 0, sign * 2731},
                   lb_step_straight(reach / 2));
        offer_path(list, action, (lb_step){LB_STEP_WHEEL, 0, sign * 5461}, none);
        offer_path(list, action, (lb_step){LB_STEP_WHEEL, 0, sign * 8192}, none);
    }
}

/// Adds to an order everybody else of the brigade who could be told the same: in the same
/// formation, in order, free. False if there is nobody.
static bool add_brigade(const lb_listing *list, lb_action *action)
{
    lb_view *view = list->asked.view;
    const lb_group_card *group = &view->battle->group[view->battle->unit[action->unit].group];
    struct nl_body body = nl_body_of(view, action->unit);

    for (uint32_t i = group->first_unit; i < lb_group_end(group); i++)
        if (!lb_unit_set_has(&body.units, (uint16_t)i) && lb_view_is_here(view, i) &&
            lb_view_formation(view, i) == lb_view_formation(view, action->unit) &&
            !nl_is_disordered(view->state, i) && view->state->unit[i].mark[MARK_TARGET] == 0)
            lb_unit_set_add(&action->members, (uint16_t)i);
    return !lb_unit_set_is_empty(&action->members);
}

void nl_offer_moves(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    LB_EACH (i, &list->asked.view->here[lb_asked_side(&list->asked)]) {
        lb_action action = lb_action_of(VERB_MOVE);

        if (lb_listing_is_full(list))
            return;
        if (!nl_is_free_for_orders(list, i) || nl_is_disordered(list->asked.state, i) ||
            !nl_is_first_of_body(list->asked.view, i))
            continue;
        action.unit = (uint16_t)i;
        offer_ways(list, &action);
        if (i == battle->group[battle->unit[i].group].first_unit && add_brigade(list, &action))
            offer_ways(list, &action);
    }
}

/// Changes of formation of a unit.
static void offer_formations(lb_listing *list, lb_action *action)
{
    lb_reason reason;

    for (uint32_t formation = 0; formation < formation_COUNT; formation++)
        for (uint32_t option = 0; option <= FORM_ON_FOOT; option++) {
            action->formation = (uint8_t)formation;
            action->option = (uint8_t)option;
            if (nl_may_form(list->asked.view, action->unit, action->formation, option != 0,
                            &reason))
                (void)lb_offer(list, action);
        }
}

void nl_offer_forms(lb_listing *list)
{
    const lb_view *view = list->asked.view;
    uint32_t side = lb_asked_side(&list->asked);

    LB_EACH (i, &view->here[side]) {
        lb_action action = lb_action_of(VERB_FORM);
        uint32_t enemy;

        if (lb_listing_is_full(list))
            return;
        if (!nl_is_free_for_orders(list, i))
            continue;
        action.unit = (uint16_t)i;
        if (!nl_is_disordered(view->state, i))
            offer_formations(list, &action);
        action.formation = lb_view_formation(view, i);
        action.option = (view->state->unit[i].flags & UNIT_DISMOUNTED) != 0 ? FORM_ON_FOOT : 0;
        action.path.count = 1;
        action.path.step[0] = (lb_step){.kind = LB_STEP_ABOUT};
        (void)lb_offer(list, &action);
        enemy = lb_view_nearest_foe(list->asked.view, i);
        if (enemy == LB_NOBODY)
            continue;
        action.path.step[0] = lb_step_turn(lb_heading_to(view->pose[i].at, view->pose[enemy].at));
        (void)lb_offer(list, &action);
    }
}

/* Forming where a unit stands, without orders. */

bool nl_find_room(const lb_view *view, uint32_t unit, uint8_t formation, int32_t rings,
                  lb_footprint *place)
{
    lb_size size = nl_size(view->battle, view->state, unit, formation);
    lb_unit_set itself = lb_set_of(unit);

    *place = lb_view_footprint(view, unit);
    place->width_tmm = size.width_tmm;
    place->depth_tmm = size.depth_tmm;
    return lb_find_place(view, &itself, LB_TMM_CM, rings, place);
}

/// Changes the formation of a unit where there is room for it; false if there is none.
static bool reform(lb_run *run, uint16_t clause, uint32_t unit, uint8_t formation, int32_t rings)
{
    lb_footprint place;

    if (!nl_find_room(run->view, unit, formation, rings, &place))
        return false;
    lb_change_formation(run, clause, unit, formation);
    lb_change_place(run, clause, unit, &place);
    return true;
}

bool nl_form_square(lb_run *run, uint32_t unit)
{
    return reform(run, CL_FORM_SQUARE, unit, FORMATION_SQUARE, NL_FORM_RINGS);
}

void nl_unsquare(lb_run *run, uint32_t unit)
{
    if (reform(run, CL_SQUARE_LOSS, unit, FORMATION_LINE, LINE_RINGS))
        lb_change_flags(run, CL_SQUARE_LOSS, unit, 0, UNIT_HURRIED);
}

bool nl_limber(lb_run *run, uint32_t unit, uint8_t formation)
{
    return reform(run, CL_TURN_PRELIMINARY, unit, formation, NL_FORM_RINGS);
}
