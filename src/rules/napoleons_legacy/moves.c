// SPDX-License-Identifier: MIT
// Movement of this sheet: orders to move and to form, closing with the enemy, going back.
//
// The sheet puts no price on ground; only rivers and impassable ground stop a move. Bodies move as
// one rectangle. Units that are not to fight stay half a centimetre away from the enemy.

#include "rules/napoleons_legacy/play.h"

#include <assert.h>

enum { KEEP_AWAY = LB_TMM_CM / 2, AIM_BEHIND = LB_TMM_CM };

lb_unit_set nl_ordered(lb_view *view, const lb_action *action)
{
    lb_unit_set named = action->members, all;

    lb_unit_set_add(&named, action->unit);
    all = named;
    /* Formations are changed unit by unit. */
    if (action->verb == VERB_FORM)
        return all;
    LB_EACH (i, &named)
        if (lb_view_is_here(view, i)) {
            struct nl_body body = nl_body_of(view, i);

            lb_unit_set_join(&all, &body.units);
        }
    return all;
}

/// A body as it moves: `movers` are in nobody's way.
static lb_mover mover_of(const lb_view *view, const struct nl_body *body, const lb_unit_set *movers,
                         int32_t keep_tmm)
{
    return (lb_mover){.start = body->footprint,
                      .movers = *movers,
                      .costs = &nl_costs,
                      .keep_tmm = keep_tmm,
                      .target = LB_NOBODY,
                      .side = lb_view_side(view, lb_unit_set_next(&body->units, 0)),
                      .stops_at_friends = true};
}

/// The slowest pace of a body.
static int32_t pace_of_body(const lb_view *view, const struct nl_body *body)
{
    int32_t least = INT32_MAX;

    LB_EACH (i, &body->units)
        least = lb_least(least, nl_pace(view, i));
    return least;
}

/* Orders to move and to form. */

static void add_place(struct nl_places *places, uint32_t unit, const lb_footprint *end)
{
    assert(places->count < LB_UNITS_MAX);
    places->unit[places->count] = (uint16_t)unit;
    places->end[places->count++] = *end;
}

/// Follows the path with one body.
static bool move_body(lb_view *view, const struct nl_body *body, const lb_unit_set *movers,
                      const lb_path *path, struct nl_places *places, lb_unit_set *passed,
                      lb_reason *reason)
{
    uint16_t rate = nl_rate_of(lb_view_formation(view, lb_unit_set_next(&body->units, 0)));
    int32_t allowance = pace_of_body(view, body);
    lb_mover mover = mover_of(view, body, movers, KEEP_AWAY);
    const lb_walk *walk;

    if (allowance == 0)
        return lb_no(reason, rate, "it does not move in its formation");
    mover.stops_at_friends = false;
    mover.notes_passed = passed != NULL;
    walk = lb_way_walk(view, &mover, path);
    if (!lb_way_is_legal(view, &mover, walk, allowance, rate, rate, reason))
        return false;
    if (passed != NULL)
        lb_unit_set_join(passed, &walk->passed);
    LB_EACH (i, &body->units) {
        lb_footprint place = nl_place_in_body(view, body, i, &walk->end);

        add_place(places, i, &place);
    }
    return true;
}

/// True if all units can stand where they end.
static bool have_room(const lb_view *view, const lb_unit_set *movers,
                      const struct nl_places *places, uint16_t clause, lb_reason *reason)
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

bool nl_judge_move(lb_view *view, const lb_action *action, struct nl_places *places,
                   lb_unit_set *passed, lb_reason *reason)
{
    lb_unit_set movers = nl_ordered(view, action), done = {{0}};

    places->count = 0;
    if (passed != NULL)
        *passed = (lb_unit_set){{0}};
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
        body = nl_body_of(view, i);
        lb_unit_set_join(&done, &body.units);
        if (!move_body(view, &body, &movers, &action->path, places, passed, reason))
            return false;
    }
    return have_room(view, &movers, places, CL_COMMAND_COLLECTIVE, reason);
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

/// One unit of an order to form.
static bool form_unit(const lb_view *view, uint32_t unit, const lb_action *action,
                      struct nl_places *places, lb_reason *reason)
{
    bool on_foot = (action->option & FORM_ON_FOOT) != 0;
    bool was_on_foot = (view->state->unit[unit].flags & UNIT_DISMOUNTED) != 0;
    bool changes = action->formation != lb_view_formation(view, unit) || on_foot != was_on_foot;
    lb_footprint end;
    lb_quad quad;

    if (!nl_may_form(view, unit, action->formation, on_foot, reason))
        return false;
    if (!changes && action->path.count == 0)
        return lb_no(reason, CL_COMMAND_ORDERS, "that changes nothing");
    if (changes && nl_is_disordered(view->state, unit))
        return lb_no(reason, CL_COMMAND_DISORDERED,
                     "in disorder it can only fire or change its facing");
    if (!reshape(view, unit, action, &end, reason))
        return false;
    quad = lb_footprint_corners(&end);
    if (lb_view_any_within(view, &quad, lb_view_foes(view, lb_view_side(view, unit)), KEEP_AWAY))
        return lb_no(reason, CL_COMMAND_ORDERS, "the enemy is too near for that");
    add_place(places, unit, &end);
    return true;
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
    return have_room(view, &units, places, CL_FORM_SEVEN, reason);
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

/* Closing with the enemy. */

/// A body that closes in, and the one that it closes with.
struct approach {
    struct nl_body body, aim;
    int32_t allowance;
    uint16_t rate; ///< the clause of the allowance
};

static lb_step way_to(const struct nl_body *body, const lb_footprint *end)
{
    return (lb_step){.kind = LB_STEP_OBLIQUE,
                     .tmm = lb_point_distance(body->footprint.centre, end->centre),
                     .angle = (int16_t)(lb_heading_to(body->footprint.centre, end->centre) -
                                        body->footprint.heading)};
}

/// True if the body is near enough and slides to its end without meeting anybody on the way; those
/// it closes with do not count.
static bool reaches(const lb_closing *closing, const lb_footprint *end)
{
    const struct approach *on = closing->context;
    lb_unit_set aside = closing->own;
    lb_path path = {.count = 1, .step = {way_to(&on->body, end)}};
    const lb_walk *walk;
    lb_mover mover;

    if (path.step[0].tmm > on->allowance)
        return lb_no(closing->reason, on->rate, "that is further than it can move");
    if (path.step[0].angle > LB_ANGLE_QUARTER / 2 || path.step[0].angle < -LB_ANGLE_QUARTER / 2)
        return lb_no(closing->reason, CL_TURN_PRELIMINARY, "the enemy is not before its front");
    lb_unit_set_join(&aside, &on->aim.units);
    mover = mover_of(closing->view, &on->body, &aside, 0);
    walk = lb_way_walk(closing->view, &mover, &path);
    return walk->stop == LB_STOP_NONE ||
           lb_way_refuse(closing->view, &mover, walk, CL_TURN_PRELIMINARY, closing->reason);
}

bool nl_close_in(lb_view *view, uint32_t unit, uint32_t target, lb_footprint *end,
                 lb_reason *reason)
{
    struct approach on = {.body = nl_body_of(view, unit),
                          .aim = nl_body_of(view, target),
                          .rate = nl_rate_of(lb_view_formation(view, unit))};
    lb_quad other = lb_footprint_corners(&on.aim.footprint);
    lb_quad own = lb_footprint_corners(&on.body.footprint);
    lb_footprint faced = on.body.footprint;
    lb_closing closing = {.view = view,
                          .from = on.body.footprint,
                          .target = on.aim.footprint,
                          .own = on.body.units,
                          .accepts = reaches,
                          .context = &on,
                          .reason = reason};

    *end = on.body.footprint;
    if (lb_contact_of(&own, &other).is_touching)
        return true;
    on.allowance = pace_of_body(view, &on.body);
    if (on.allowance == 0)
        return lb_no(reason, on.rate, "it does not move in its formation");
    faced.heading = lb_heading_to(faced.centre, lb_quad_centre(&other));
    closing.face = lb_face_met(&other, &faced);
    (void)lb_no(reason, CL_TURN_PRELIMINARY, "there is no room to come to grips there");
    return lb_close_in(&closing, end);
}

bool nl_way_in(lb_view *view, uint32_t unit, uint32_t target, lb_path *path)
{
    struct nl_body body = nl_body_of(view, unit);
    lb_footprint end;
    lb_reason reason;

    path->count = 0;
    if (!nl_close_in(view, unit, target, &end, &reason))
        return false;
    lb_path_add(path, way_to(&body, &end));
    return true;
}

/* Going back. */

/// True if a base that is moved to a place would lie on the enemy, on impassable ground, in a river
/// or off the table.
static bool is_base_blocked(const lb_view *view, uint32_t side, const lb_footprint *base)
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
        lb_view_ground_touches(view, &quad, LB_KIND(IMPASSABLE) | LB_KIND(RIVER)))
        return true;
    near = lb_view_near(view, box, 0, lb_view_foes(view, side));
    LB_EACH (i, &near)
        if (lb_quad_overlaps_deeper(&quad, &view->quad[i], LB_CONTACT_TMM))
            return true;
    return false;
}

/// Bases of a unit that are lost when it goes so many centimetres in a direction: those that meet
/// something on the way, looked at for every centimetre.
static int32_t bases_blocked(const lb_view *view, uint32_t unit, uint16_t direction, int32_t cm)
{
    int32_t blocked = 0;

    for (int32_t i = 0; i < nl_bases(view->state, unit); i++) {
        lb_footprint base = nl_base_at(view, unit, i);
        lb_point start = base.centre;
        bool is_blocked = false;

        for (int32_t way = 1; way <= cm && !is_blocked; way++) {
            base.centre = lb_point_towards(start, direction, LB_CMS(way));
            is_blocked = is_base_blocked(view, lb_view_side(view, unit), &base);
        }
        blocked += is_blocked;
    }
    return blocked;
}

/// nl.retreat.blocked: what a body loses that cannot go all the way.
static void lose_blocked(lb_run *run, const struct nl_body *body, uint16_t direction, int32_t cm)
{
    int32_t blocked[LB_UNITS_MAX];

    LB_EACH (i, &body->units)
        blocked[i] = bases_blocked(run->view, i, direction, cm);
    LB_EACH (i, &body->units)
        if (blocked[i] > 0) {
            lb_tell_of(run, LB_EVENT_SET, CL_RETREAT_BLOCKED, lb_unit_actor(i), blocked[i]);
            nl_lose_bases(run, CL_RETREAT_BLOCKED, i, blocked[i]);
        }
}

/// nl.retreat.friends
static void burst_into(lb_run *run, uint32_t friend)
{
    struct nl_body body = nl_body_of(run->view, friend);
    bool was_disordered = nl_is_disordered(run->state, friend);

    lb_tell_of(run, LB_EVENT_SET, CL_RETREAT_FRIENDS, lb_unit_actor(friend), (int32_t) friend);
    LB_EACH (i, &body.units) {
        if (was_disordered)
            nl_remove(run, CL_RETREAT_FRIENDS, i);
        else
            nl_disorder(run, CL_RETREAT_FRIENDS, i);
    }
}

/// Slides what is left of a body to where it comes to rest, and with `about` turns its back on
/// where it came from, if there is room for that; otherwise it just faces about.
static void slide(lb_run *run, uint16_t clause, const struct nl_body *body, const lb_retreat *way,
                  bool about)
{
    struct nl_body moved = *body;
    lb_footprint turned = way->end;

    LB_EACH (i, &body->units) {
        lb_footprint place = lb_view_footprint(run->view, i);

        if (!lb_view_is_here(run->view, i))
            continue;
        place.centre.x += way->end.centre.x - body->footprint.centre.x;
        place.centre.y += way->end.centre.y - body->footprint.centre.y;
        lb_change_place(run, clause, i, &place);
    }
    if (!about)
        return;
    moved.footprint = way->end;
    turned.heading = way->direction;
    if (lb_may_stand(run->view, &body->units, &turned)) {
        nl_body_place(run, clause, &moved, &turned);
        return;
    }
    LB_EACH (i, &body->units) {
        lb_footprint place = lb_view_footprint(run->view, i);

        place.heading = (uint16_t)(place.heading + LB_ANGLE_HALF);
        if (lb_view_is_here(run->view, i))
            lb_change_place(run, clause, i, &place);
    }
}

/// nl.retreat.woods: how far a unit really goes.
static int32_t way_back(lb_run *run, uint32_t unit, int32_t cm)
{
    int32_t cover = nl_cover(run->view, unit, LB_NOBODY);

    if ((cover != COVER_WOOD && cover != COVER_FOREST) || cm <= V(RETREAT_WOODS))
        return cm;
    lb_tell_of(run, LB_EVENT_NOTE, CL_RETREAT_WOODS, lb_unit_actor(unit), 0);
    return V(RETREAT_WOODS);
}

bool nl_go_back(lb_run *run, uint16_t clause, uint32_t unit, uint32_t from, int32_t cm, bool about)
{
    lb_view *view = run->view;
    struct nl_body body = nl_body_of(view, unit);
    lb_mover mover = mover_of(view, &body, &body.units, 0);
    lb_retreat retreat;

    cm = way_back(run, unit, cm);
    /* From nobody in particular: straight back. */
    retreat = lb_way_back(
        view, &mover, from < run->battle->unit_count ? view->pose[from].at : body.footprint.centre,
        LB_CMS(cm), false);
    if (retreat.stop == LB_STOP_UNIT && retreat.what != LB_NO_INDEX &&
        lb_view_side(view, retreat.what) == lb_view_side(view, unit))
        burst_into(run, retreat.what);
    else if (retreat.stop != LB_STOP_NONE)
        lose_blocked(run, &body, retreat.direction, cm);
    slide(run, clause, &body, &retreat, about);
    nl_body_close_up(run, &body);
    return lb_view_is_here(view, unit);
}

void nl_shift(lb_run *run, uint16_t clause, uint32_t unit, uint32_t from, int32_t tmm, bool about)
{
    lb_view *view = run->view;
    struct nl_body body = nl_body_of(view, unit);
    lb_mover mover = mover_of(view, &body, &body.units, KEEP_AWAY);
    lb_point at = body.footprint.centre;
    uint16_t towards = lb_heading_to(at, view->pose[from].at);
    lb_point aim =
        lb_point_towards(at, tmm < 0 ? (uint16_t)(towards + LB_ANGLE_HALF) : towards, AIM_BEHIND);
    lb_retreat way = lb_way_back(view, &mover, aim, tmm < 0 ? -tmm : tmm, false);

    slide(run, clause, &body, &way, about);
}
