// SPDX-License-Identifier: MIT
// The move step: Formations one after the other, by their head, as a block, unit by unit, or as
// their order demands.

#include "rules/esr/play.h"

enum {
    STAND_OFF = 240, ///< tenths of an inch from the enemy at which a column stops to deploy
    GRAIN = 5,
    GUNS_STEP = 10,
    WHOLE = 240,      ///< parts of a move: a third of them is whole
    STAND_FREE = 360, ///< tenths of an inch from the enemy at which a column may stand
    ENTRY = 90,       ///< tenths of an inch from an enemy at which nobody comes on
    ALONG = 180,      ///< tenths of an inch along the edge to another place of entry
    REFUGE = 180      ///< tenths of an inch to a friend whom a lone commander joins
};

/* What an order allows. */

/// How far a place is from what a Formation has to stay near: its place or Area, or the units of
/// the friend that it supports.
static int32_t off_post(const lb_view *view, uint32_t group, const lb_quad *quad)
{
    const lb_group *of = &view->state->group[group];
    int32_t least;

    if (of->order.kind == ORDER_SUPPORT && of->order.group != LB_NOBODY) {
        lb_unit_set units = esr_units(view, of->order.group);

        least = INT32_MAX;
        LB_EACH (i, &units)
            least = lb_least(least, lb_quad_distance_ceil(quad, &view->quad[i]));
        return least;
    }
    least = lb_point_distance_ceil(esr_goal(view, group), quad);
    return lb_least(least, lb_point_distance_ceil(of->area, quad));
}

/// True if no unit that moves ends where its order forbids.
static bool judge_ends(lb_view *view, uint32_t group, const struct esr_march *march,
                       lb_reason *reason)
{
    const lb_group *of = &view->state->group[group];
    const lb_unit_set *foes = lb_view_foes(view, view->battle->group[group].side);
    int32_t away = LB_INCHES(VALUE_OF(view->battle, MOVE_RETREAT_AWAY));
    bool is_bound = of->status == STATUS_FIT &&
                    (of->order.kind == ORDER_DEFEND || of->order.kind == ORDER_SUPPORT);
    int32_t bound = of->order.kind == ORDER_SUPPORT
                        ? LB_INCHES(VALUE_OF(view->battle, ORDER_SUPPORT))
                        : LB_INCHES(VALUE_OF(view->battle, ORDER_DEFEND));

    for (uint32_t i = 0; i < march->count; i++) {
        lb_quad quad = lb_footprint_corners(&march->end[i]);
        const lb_quad *before = &view->quad[march->unit[i]];
        uint32_t foe, was;

        if (!lb_view_is_here(view, march->unit[i]))
            continue;
        foe = lb_view_nearest(view, &quad, foes);
        was = lb_view_nearest(view, before, foes);
        if (is_bound && off_post(view, group, &quad) > bound &&
            off_post(view, group, &quad) > off_post(view, group, before) &&
            lb_point_distance_ceil(esr_goal(view, group), &quad) >
                lb_point_distance_ceil(esr_goal(view, group), before))
            return lb_no(reason,
                         of->order.kind == ORDER_SUPPORT ? CL_ORDER_SUPPORT : CL_ORDER_DEFEND,
                         "its order keeps it nearer to its place");
        if (foe == LB_NOBODY || of->status == STATUS_FIT)
            continue;
        if (lb_quad_distance_ceil(&quad, &view->quad[foe]) >=
            lb_quad_distance_ceil(before, &view->quad[was]))
            continue;
        if (of->status == STATUS_RALLY)
            return lb_no(reason, CL_STATUS_RALLY, "it may not come nearer to the enemy");
        if (lb_quad_is_within(&quad, &view->quad[foe], away))
            return lb_no(reason, CL_MOVE_RETREAT, "it may not come nearer to the enemy");
    }
    return true;
}

/// True if a Formation that attacks or marches comes no farther from its place.
static bool judge_direction(const lb_view *view, uint32_t group, lb_point from, lb_point to,
                            lb_reason *reason)
{
    const lb_group *of = &view->state->group[group];
    lb_point goal = esr_goal(view, group);

    if (of->status != STATUS_FIT ||
        (of->order.kind != ORDER_ATTACK && of->order.kind != ORDER_MOVE) ||
        lb_point_distance(to, goal) <= lb_point_distance(from, goal))
        return true;
    return lb_no(reason, of->order.kind == ORDER_ATTACK ? CL_ORDER_ATTACK : CL_ORDER_MOVE,
                 "its order takes it toward its place, not away from it");
}

/// Judges who moves now, whatever the way.
static bool check_group(const lb_asked *asked, uint32_t group, lb_reason *reason)
{
    if (!esr_is_own(asked, group) || !esr_is_here(asked->view, group))
        return lb_no(reason, CL_PLAY_SEQUENCE, "that Formation is not yours to move");
    if (esr_move_step(asked->state, group) != LB_ASKED_ABOUT(asked, MOVE)->step)
        return lb_no(reason, CL_PLAY_SEQUENCE, "by its order it moves in another part of the step");
    return (asked->state->group[group].flags & GROUP_MOVED) == 0 ||
           lb_no(reason, CL_PLAY_SEQUENCE, "it has had its move");
}

bool esr_check_proceed(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    return check_group(asked, action->unit, reason);
}

/// True if an enemy stands in the corridor from a box to the place of its order.
static bool is_in_corridor(const lb_view *view, const lb_footprint *box, lb_point goal,
                           uint32_t enemy)
{
    uint16_t heading = lb_heading_to(box->centre, goal);
    lb_point at = view->pose[enemy].at;
    int32_t aside = lb_ahead_of(box->centre, at, (uint16_t)(heading + LB_ANGLE_QUARTER));
    int32_t ahead = lb_ahead_of(box->centre, at, heading);

    return lb_most(aside, -aside) <= (box->width_tmm + view->size[enemy].width_tmm) / 2 &&
           ahead > 0 && ahead <= lb_point_distance(box->centre, goal);
}

/// True if one of some units can come to an enemy that bars the way, with that much of its move.
static bool can_touch(lb_view *view, uint32_t group, const lb_unit_set *units, int32_t left)
{
    lb_footprint box;

    if (!esr_box(view, group, &box) || esr_is_touched(view, group))
        return false;
    LB_EACH (i, units) {
        int32_t reach = esr_rate(view->battle, i, FORMATION_DEPLOYED, false) * left / WHOLE;
        lb_unit_set near =
            lb_view_near(view, view->box[i], reach, lb_view_foes(view, lb_view_side(view, i)));

        if (!esr_is_troops(view->battle, i))
            continue;
        LB_EACH (j, &near) {
            lb_footprint end;
            lb_reason reason;
            int32_t cost;

            if (is_in_corridor(view, &box, esr_goal(view, group), j) &&
                esr_judge_charge(view, i, j, &end, &cost, &reason) && cost <= reach)
                return true;
        }
    }
    return false;
}

/// esr.play.order: true if somebody who attacks can still come to an enemy that bars its way.
static bool has_to_touch(lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_deployed(view, group);

    return can_touch(view, group, &units, WHOLE - view->state->group[group].mark[GROUP_SPENT]);
}

/// The same for one whose block makes a move that leaves nobody to do it.
static bool shirks_contact(lb_view *view, uint32_t group, const struct esr_march *march)
{
    lb_unit_set units = esr_deployed(view, group), others = units;

    for (uint32_t i = 0; i < march->count; i++)
        lb_unit_set_remove(&others, march->unit[i]);
    return can_touch(view, group, &units, WHOLE) && !can_touch(view, group, &others, WHOLE);
}

/// True if a block that attacks stops short of half its move although it could go on so far.
static bool stops_short(lb_view *view, uint32_t group, const lb_path *path,
                        const struct esr_march *march)
{
    lb_path longer = *path;
    lb_step *last = &longer.step[longer.count - 1];
    struct esr_march further;
    lb_reason reason;

    if (2 * march->cost_tmm >= march->rate_tmm ||
        (last->kind != LB_STEP_STRAIGHT && last->kind != LB_STEP_OBLIQUE))
        return false;
    last->tmm += (march->rate_tmm + 1) / 2 - march->cost_tmm;
    return esr_judge_advance(view, group, &longer, &further, &reason) &&
           judge_ends(view, group, &further, &reason);
}

/// True if one that attacks need not go on: it is touched, has gone half its move with nobody to
/// touch, or is in column near the enemy.
static bool is_free_to_stand(lb_view *view, uint32_t group)
{
    lb_unit_set column = esr_column(view, group);

    if (has_to_touch(view, group))
        return false;
    return 2 * view->state->group[group].mark[GROUP_SPENT] >= WHOLE ||
           esr_is_touched(view, group) ||
           (!lb_unit_set_is_empty(&column) &&
            esr_enemy_distance(view, group, NULL) <= esr_tenths(view->battle, STAND_FREE));
}

static bool has_moved(const lb_view *view, const lb_unit_set *units)
{
    LB_EACH (i, units)
        if ((view->state->unit[i].flags & UNIT_MOVED) != 0)
            return true;
    return false;
}

bool esr_check_halt(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!check_group(asked, action->unit, reason))
        return false;
    if (esr_move_step(asked->state, action->unit) == MOVE_BACK)
        return esr_enemy_distance(asked->view, action->unit, NULL) >
                   LB_INCHES(VALUE_OF(asked->battle, MOVE_RETREAT_AWAY)) ||
               lb_no(reason, CL_MOVE_RETREAT, "it has to go back");
    return esr_move_step(asked->state, action->unit) > MOVE_ATTACK ||
           is_free_to_stand(asked->view, action->unit) ||
           lb_no(reason, CL_ORDER_ATTACK, "an attack stands only after half its move");
}

bool esr_check_pass(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    (void)action;
    for (uint32_t g = 0; g < asked->battle->group_count; g++) {
        lb_unit_set units;

        if (!esr_is_own(asked, g) || !esr_is_here(asked->view, g) ||
            LB_ASKED_ABOUT(asked, MOVE)->step != MOVE_ATTACK ||
            esr_move_step(asked->state, g) != MOVE_ATTACK ||
            (asked->state->group[g].flags & GROUP_MOVED) != 0)
            continue;
        units = esr_units(asked->view, g);
        if (has_moved(asked->view, &units) && !is_free_to_stand(asked->view, g))
            return lb_no(reason, CL_ORDER_ATTACK,
                         has_to_touch(asked->view, g)
                             ? "an attack under way has to close with the enemy: let it charge"
                             : "an attack under way has gone less than half its move");
    }
    return true;
}

bool esr_check_march(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    struct esr_march march;
    lb_unit_set column;

    if (!check_group(asked, action->unit, reason))
        return false;
    column = esr_column(asked->view, action->unit);
    if (has_moved(asked->view, &column))
        return lb_no(reason, CL_PLAY_COLUMN, "its column has moved");
    return esr_judge_march(asked->view, action->unit, &action->path, &march, reason) &&
           judge_direction(asked->view, action->unit, asked->view->pose[march.unit[0]].at,
                           march.end[0].centre, reason) &&
           judge_ends(asked->view, action->unit, &march, reason);
}

/// The middle of those who move, before or after.
static lb_point centre_of(const lb_view *view, const struct esr_march *march, bool is_after)
{
    int64_t x = 0, y = 0;

    for (uint32_t i = 0; i < march->count; i++) {
        lb_point at = is_after ? march->end[i].centre : view->pose[march->unit[i]].at;

        x += at.x;
        y += at.y;
    }
    return (lb_point){(int32_t)(x / lb_most(1, (int32_t)march->count)),
                      (int32_t)(y / lb_most(1, (int32_t)march->count))};
}

bool esr_check_advance(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    struct esr_march march;

    if (!check_group(asked, action->unit, reason))
        return false;
    if (esr_is_fit(asked->state, action->unit) &&
        asked->state->group[action->unit].order.kind == ORDER_RESERVE)
        return lb_no(reason, CL_ORDER_RESERVE, "in reserve it moves in column only");
    if (!esr_judge_advance(asked->view, action->unit, &action->path, &march, reason) ||
        !judge_direction(asked->view, action->unit, centre_of(asked->view, &march, false),
                         centre_of(asked->view, &march, true), reason) ||
        !judge_ends(asked->view, action->unit, &march, reason))
        return false;
    if (esr_move_step(asked->state, action->unit) != MOVE_ATTACK)
        return true;
    if (shirks_contact(asked->view, action->unit, &march))
        return lb_no(reason, CL_ORDER_ATTACK,
                     "one that attacks has to close with the enemy before it");
    return !stops_short(asked->view, action->unit, &action->path, &march) ||
           lb_no(reason, CL_ORDER_ATTACK, "one that attacks goes at least half its move");
}

/// Judges a unit that moves by itself, whatever the way.
static bool check_unit(const lb_asked *asked, uint32_t unit, lb_reason *reason)
{
    lb_view *view = asked->view;
    uint32_t flags;

    if (!lb_view_is_friend(view, lb_asked_side(asked), unit))
        return lb_no(reason, CL_PLAY_SEQUENCE, "that unit is not yours to move");
    if (!check_group(asked, asked->state->unit[unit].group, reason))
        return false;
    flags = asked->state->unit[unit].flags;
    if (lb_view_formation(view, unit) == FORMATION_PLOYED)
        return lb_no(reason, CL_PLAY_COLUMN, "it marches with its column");
    if (lb_view_formation(view, unit) == FORMATION_UNLIMBERED)
        return lb_no(reason, CL_MOVE_GUNS, "unlimbered guns do not move");
    if (lb_view_is_engaged(view, unit))
        return lb_no(reason, CL_PLAY_PASS, "the enemy touches it");
    if ((flags & UNIT_MOVED) != 0)
        return lb_no(reason, CL_PLAY_SEQUENCE, "it has moved");
    return asked->state->group[asked->state->unit[unit].group].order.kind != ORDER_RESERVE ||
           lb_no(reason, CL_ORDER_RESERVE, "in reserve it moves in column only");
}

bool esr_check_step(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    struct esr_march march = {.count = 1, .unit = {action->unit}};
    int32_t cost;

    return check_unit(asked, action->unit, reason) &&
           esr_judge_step(asked->view, action->unit, &action->path, &march.end[0], &cost, reason) &&
           judge_ends(asked->view, asked->state->unit[action->unit].group, &march, reason);
}

bool esr_check_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_footprint end;
    int32_t cost;

    if (!check_unit(asked, action->unit, reason))
        return false;
    if (!esr_is_troops(asked->battle, action->unit))
        return lb_no(reason, CL_PLAY_CONTACT, "neither guns nor engineers charge");
    if (!lb_view_is_foe(asked->view, lb_asked_side(asked), action->target))
        return lb_no(reason, CL_PLAY_CONTACT, "that is no enemy on the table");
    if (!esr_may_touch(asked->view, asked->state->unit[action->unit].group, action->target))
        return lb_no(reason, CL_PLAY_CONTACT, "its order gives it no right to contact");
    return esr_judge_charge(asked->view, action->unit, action->target, &end, &cost, reason);
}

/* Offers. */

/// Offers every Formation that may be moved the way toward its goal, if one is found.
static void offer_ways(lb_listing *list, bool (*find)(lb_view *view, uint32_t group, lb_point goal,
                                                      int32_t most_tmm, lb_path *path))
{
    lb_view *view = list->asked.view;

    for (uint32_t g = 0; g < list->asked.battle->group_count && !lb_listing_is_full(list); g++) {
        lb_action action = lb_action_of(list->verb);
        lb_reason reason;

        action.unit = (uint16_t)g;
        if (check_group(&list->asked, g, &reason) &&
            find(view, g, esr_goal(view, g), LB_INCHES(60), &action.path))
            (void)lb_offer(list, &action);
    }
}

void esr_offer_marches(lb_listing *list)
{
    offer_ways(list, esr_find_march);
}

void esr_offer_advances(lb_listing *list)
{
    offer_ways(list, esr_find_advance);
}

void esr_offer_steps(lb_listing *list)
{
    static const int32_t inches[] = {12, 6, 3};
    lb_view *view = list->asked.view;
    const lb_unit_set *own = &view->here[lb_asked_side(&list->asked)];

    LB_EACH (i, own) {
        lb_action action = lb_action_of(list->verb);
        lb_reason reason;

        if (lb_listing_is_full(list) || !check_unit(&list->asked, i, &reason))
            continue;
        action.unit = (uint16_t)i;
        for (size_t n = 0; n < sizeof inches / sizeof inches[0]; n++) {
            action.path.count = 0;
            lb_path_add(&action.path, lb_step_straight(esr_tenths(view->battle, inches[n] * 10)));
            (void)lb_offer(list, &action);
        }
    }
}

void esr_offer_charges(lb_listing *list)
{
    lb_view *view = list->asked.view;
    const lb_unit_set *own = &view->here[lb_asked_side(&list->asked)];

    LB_EACH (i, own) {
        lb_reason reason;
        lb_unit_set near;

        if (lb_listing_is_full(list) || !check_unit(&list->asked, i, &reason))
            continue;
        near =
            lb_view_near(view, view->box[i], esr_rate(view->battle, i, FORMATION_DEPLOYED, false),
                         lb_view_foes(view, lb_asked_side(&list->asked)));
        LB_EACH (j, &near)
            (void)lb_offer_verb(list, i, j);
    }
}

/* Carrying out. */

/// Notes how much of its move a Formation has used.
static void note_spent(lb_run *run, uint32_t group, int32_t cost, int32_t rate)
{
    int32_t share = rate > 0 ? lb_least(WHOLE, (int32_t)((int64_t)cost * WHOLE / rate)) : 0;
    int32_t before = run->state->group[group].mark[GROUP_SPENT];

    if (share > before)
        lb_change_group_tally(run, CL_DEPLOY_MOVED, group, GROUP_SPENT, share - before);
}

/// A unit comes on, in column.
static void bring_on(lb_run *run, uint32_t unit, const lb_footprint *place)
{
    lb_change_formation(run, CL_PLAY_ARRIVAL, unit, FORMATION_PLOYED);
    lb_change_place(run, CL_PLAY_ARRIVAL, unit, place);
    lb_change_presence(run, CL_PLAY_ARRIVAL, unit, LB_PRESENCE_TABLE);
}

static void place_all(lb_run *run, uint16_t clause, uint32_t group, const struct esr_march *march)
{
    for (uint32_t i = 0; i < march->count; i++) {
        if (run->state->unit[march->unit[i]].presence == LB_PRESENCE_AWAY)
            bring_on(run, march->unit[i], &march->end[i]);
        else
            lb_change_place(run, clause, march->unit[i], &march->end[i]);
        lb_change_flags(run, clause, march->unit[i], UNIT_MOVED, 0);
    }
    note_spent(run, group, march->cost_tmm, march->rate_tmm);
}

static bool do_march(lb_run *run, uint32_t group, const lb_path *path)
{
    struct esr_march march;
    lb_reason reason;
    uint32_t flags = run->state->group[group].flags;

    if (!esr_judge_march(run->view, group, path, &march, &reason))
        return false;
    if (path->step[0].kind == LB_STEP_ABOUT)
        lb_change_group_flags(run, CL_PLAY_COLUMN, group, GROUP_ABOUT | (~flags & GROUP_REVERSED),
                              flags & GROUP_REVERSED);
    place_all(run, CL_PLAY_COLUMN, group, &march);
    return true;
}

static bool do_advance(lb_run *run, uint32_t group, const lb_path *path)
{
    struct esr_march march;
    lb_reason reason;

    if (!esr_judge_advance(run->view, group, path, &march, &reason))
        return false;
    place_all(run, CL_PLAY_BLOCK, group, &march);
    return true;
}

/// What a battery is after its own move.
static void set_battery(lb_run *run, uint32_t unit)
{
    uint32_t flags = run->state->unit[unit].flags;

    if ((flags & (UNIT_COMMITS | UNIT_DISPLACES)) != 0)
        lb_change_formation(run, CL_MOVE_GUNS, unit, FORMATION_UNLIMBERED);
    lb_change_flags(run, CL_MOVE_GUNS, unit, UNIT_MOVED,
                    UNIT_COMMITS | UNIT_DISPLACES | UNIT_RECALLS);
}

static void do_step(lb_run *run, uint32_t unit, const lb_path *path)
{
    lb_footprint end;
    lb_reason reason;
    int32_t cost;

    if (!esr_judge_step(run->view, unit, path, &end, &cost, &reason))
        return;
    if (run->battle->unit[unit].arm == LB_ARM_ARTILLERY)
        set_battery(run, unit);
    else
        lb_change_flags(run, CL_PLAY_BLOCK, unit, UNIT_MOVED, 0);
    lb_change_place(run, CL_PLAY_BLOCK, unit, &end);
    note_spent(run, run->state->unit[unit].group, cost, esr_allowance(run->view, unit));
}

static bool do_charge(lb_run *run, uint32_t unit, uint32_t target)
{
    lb_footprint end;
    lb_reason reason;
    int32_t cost;

    if (!esr_judge_charge(run->view, unit, target, &end, &cost, &reason))
        return false;
    lb_about(run, unit, target);
    lb_note(run, CL_PLAY_CONTACT, LB_ROLE_ACTOR);
    lb_change_place(run, CL_PLAY_CONTACT, unit, &end);
    lb_change_flags(run, CL_PLAY_CONTACT, unit, UNIT_MOVED | UNIT_STORMED, 0);
    note_spent(run, run->state->unit[unit].group, cost, esr_allowance(run->view, unit));
    return true;
}

/* What an order demands. */

/// Finds a way of its own for a battery to a place before the line, or as near to it as it comes;
/// false if there is none by which it may unlimber.
static bool find_battery_way(lb_run *run, uint32_t unit, const lb_footprint *box, int32_t aside,
                             lb_path *path)
{
    lb_size size = esr_size(run->battle, run->state, unit, FORMATION_UNLIMBERED);
    int32_t ahead = (box->depth_tmm + size.depth_tmm) / 2 + esr_tenths(run->battle, GUNS_STEP);
    lb_point at = run->view->pose[unit].at, goal;
    int32_t way, least = esr_tenths(run->battle, 10);
    lb_footprint end;
    lb_reason reason;
    int32_t cost;

    goal = lb_point_towards(box->centre, box->heading, ahead);
    goal = lb_point_towards(goal, (uint16_t)(box->heading + LB_ANGLE_QUARTER),
                            esr_tenths(run->battle, aside));
    for (way = lb_point_distance(at, goal); way >= 0; way -= least) {
        path->count = 0;
        lb_path_add(path, lb_step_turn(lb_heading_to(at, goal)));
        lb_path_add(path, lb_step_straight(way));
        if (esr_judge_step(run->view, unit, path, &end, &cost, &reason))
            return true;
    }
    return false;
}

/// Batteries that were told to go into action, to change place or to go back do so.
static void move_batteries(lb_run *run, uint32_t group)
{
    static const int32_t asides[] = {0, 30, -30, 60, -60, 100, -100};
    lb_unit_set units = esr_units(run->view, group);

    LB_EACH (i, &units) {
        uint32_t flags = run->state->unit[i].flags;
        lb_footprint box;
        lb_path path;

        if ((flags & (UNIT_COMMITS | UNIT_DISPLACES | UNIT_RECALLS)) == 0 ||
            !esr_line(run->view, group, &box))
            continue;
        if ((flags & UNIT_RECALLS) != 0) {
            esr_retire_battery(run, CL_ACTION_RECALL, i);
            continue;
        }
        lb_about(run, i, LB_NOBODY);
        for (size_t n = 0; n < sizeof asides / sizeof asides[0]; n++)
            if (find_battery_way(run, i, &box, asides[n], &path)) {
                do_step(run, i, &path);
                break;
            }
    }
}

/// Sends the units of a Formation into contact that can come to it; true if one did.
static bool charge_all(lb_run *run, uint32_t group)
{
    lb_view *view = run->view;
    lb_unit_set units = esr_deployed(view, group);
    bool any = false;

    LB_EACH (i, &units) {
        lb_unit_set near;

        if (!esr_is_troops(run->battle, i) || lb_view_is_engaged(view, i) ||
            (run->state->unit[i].flags & UNIT_MOVED) != 0)
            continue;
        near = lb_view_near(view, view->box[i], esr_rate(run->battle, i, FORMATION_DEPLOYED, false),
                            lb_view_foes(view, lb_view_side(view, i)));
        while (!lb_unit_set_is_empty(&near)) {
            uint32_t target = lb_view_nearest(view, &view->quad[i], &near);

            lb_unit_set_remove(&near, (uint16_t)target);
            if (esr_may_touch(view, group, target) && do_charge(run, i, target)) {
                any = true;
                break;
            }
        }
    }
    return any;
}

/// Goes toward a place by column and by block.
static void go_toward(lb_run *run, uint32_t group, lb_point goal, int32_t most)
{
    lb_path path;
    lb_unit_set column = esr_column(run->view, group);
    struct esr_march march;
    lb_reason reason;

    lb_about(run, LB_CAST_GROUP | group, LB_NOBODY);
    if (!has_moved(run->view, &column) && esr_find_march(run->view, group, goal, most, &path) &&
        esr_judge_march(run->view, group, &path, &march, &reason) &&
        judge_ends(run->view, group, &march, &reason))
        (void)do_march(run, group, &path);
    if (esr_find_advance(run->view, group, goal, most, &path) &&
        esr_judge_advance(run->view, group, &path, &march, &reason) &&
        judge_ends(run->view, group, &march, &reason))
        (void)do_advance(run, group, &path);
}

/// How far a column may go toward its place until it should deploy.
static int32_t way_of_column(const lb_run *run, uint32_t group)
{
    lb_unit_set column = esr_column(run->view, group);
    int32_t distance;

    if (lb_unit_set_is_empty(&column))
        return LB_INCHES(100);
    distance = esr_enemy_distance(run->view, group, NULL);
    if (distance == INT32_MAX)
        return LB_INCHES(100);
    return lb_most(0, distance - esr_tenths(run->battle, STAND_OFF));
}

static void proceed(lb_run *run, uint32_t group)
{
    lb_view *view = run->view;
    uint32_t foe = LB_NOBODY;
    lb_point goal = esr_goal(view, group), middle = esr_middle(view, group);

    lb_about(run, LB_CAST_GROUP | group, LB_NOBODY);
    switch (esr_move_step(run->state, group)) {
    case MOVE_BACK:
        if (esr_enemy_distance(view, group, &foe) < LB_INCHES(V(MOVE_RETREAT_AWAY)) * 2)
            go_toward(
                run, group,
                lb_point_towards(middle, lb_heading_to(view->pose[foe].at, middle), LB_INCHES(40)),
                LB_INCHES(100));
        break;
    case MOVE_ATTACK:
        if (!charge_all(run, group))
            go_toward(run, group, goal, way_of_column(run, group));
        break;
    case MOVE_SUPPORT:
        if (!charge_all(run, group) &&
            lb_point_distance(goal, middle) > LB_INCHES(V(ORDER_SUPPORT)))
            go_toward(run, group, goal,
                      lb_most(LB_TMM_INCH,
                              lb_point_distance(goal, middle) - LB_INCHES(V(ORDER_SUPPORT)) / 2));
        break;
    case MOVE_MARCH:
        go_toward(run, group, goal, LB_INCHES(100));
        break;
    default:
        (void)charge_all(run, group);
        if (esr_is_fit(run->state, group) && run->state->group[group].order.kind == ORDER_DEFEND &&
            lb_point_distance(goal, middle) > LB_INCHES(V(ORDER_DEFEND)))
            go_toward(run, group, goal, LB_INCHES(100));
        break;
    }
    move_batteries(run, group);
    lb_change_group_flags(run, CL_PLAY_SEQUENCE, group, GROUP_MOVED, 0);
}

/* Arrivals. */

/// A commander comes with the first of his units.
static void bring_leader(lb_run *run, uint32_t group)
{
    uint32_t leader = run->battle->group[group].leader;

    if (leader == LB_NOBODY || run->state->leader[leader].presence != LB_PRESENCE_AWAY)
        return;
    lb_change_leader_place(run, CL_PLAY_ARRIVAL, leader, esr_middle(run->view, group));
    lb_change_leader_presence(run, CL_PLAY_ARRIVAL, leader, LB_PRESENCE_TABLE);
}

/// The first unit of a Formation that is due; LB_NOBODY for none.
static uint32_t first_due(const lb_run *run, uint32_t group)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (esr_is_of(run->state, i, group) && esr_is_due(run->battle, run->state, i))
            return i;
    return LB_NOBODY;
}

/// Where a unit comes on: at its place of entry, or along the edge from it if an enemy is near;
/// false if it has to wait.
static bool find_entry(const lb_run *run, uint32_t unit, lb_footprint *place)
{
    const lb_unit_card *card = &run->battle->unit[unit];
    lb_size size = esr_size(run->battle, run->state, unit, FORMATION_PLOYED);
    const lb_unit_set *foes = lb_view_foes(run->view, card->side);
    lb_unit_set itself = lb_set_of(unit);
    lb_point edge = lb_point_towards(card->at, card->heading, size.depth_tmm / 2);
    int32_t step = esr_tenths(run->battle, 10), most = esr_tenths(run->battle, ALONG) / step;

    for (int32_t n = 0; n <= 2 * most; n++) {
        int32_t along = (n + 1) / 2 * step * (n % 2 == 1 ? 1 : -1);
        lb_quad quad;

        *place = (lb_footprint){
            .centre = lb_point_towards(edge, (uint16_t)(card->heading + LB_ANGLE_QUARTER), along),
            .heading = card->heading,
            .width_tmm = size.width_tmm,
            .depth_tmm = size.depth_tmm};
        if (!lb_footprint_is_valid(place) || !lb_may_stand(run->view, &itself, place) ||
            lb_is_in_water(run->view, place, true))
            continue;
        quad = lb_footprint_corners(place);
        if (!lb_view_any_within(run->view, &quad, foes, esr_tenths(run->battle, ENTRY)))
            return true;
    }
    return false;
}

/// The head of a Formation that is due comes on, and its march begins; the others follow it.
static void arrive(lb_run *run, uint32_t group)
{
    uint32_t head = first_due(run, group);
    lb_unit_set column = esr_column(run->view, group);
    lb_footprint place;

    if (head == LB_NOBODY || !lb_unit_set_is_empty(&column) || !find_entry(run, head, &place))
        return;
    bring_on(run, head, &place);
    bring_leader(run, group);
    lb_change_group_flags(run, CL_PLAY_ARRIVAL, group, GROUP_ARRIVES, GROUP_MOVED);
}

/* The step. */

/// True if a Formation of a side is left to move in a part of the step.
static bool is_any_left(const lb_run *run, uint32_t side, int32_t step)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++)
        if (run->battle->group[g].side == side &&
            (run->state->group[g].flags & (GROUP_MOVED | GROUP_GONE)) == 0 &&
            esr_move_step(run->state, g) == step && esr_is_here(run->view, g))
            return true;
    return false;
}

/// Carries out the move that was chosen.
static void carry_out(lb_run *run)
{
    const lb_action *action = &run->state->action;

    lb_about(run, LB_CAST_GROUP | action->unit, LB_NOBODY);
    switch (action->verb) {
    case VERB_PROCEED:
        proceed(run, action->unit);
        break;
    case VERB_MARCH:
        (void)do_march(run, action->unit, &action->path);
        break;
    case VERB_ADVANCE:
        (void)do_advance(run, action->unit, &action->path);
        break;
    case VERB_STEP:
        lb_about(run, action->unit, LB_NOBODY);
        do_step(run, action->unit, &action->path);
        break;
    case VERB_CHARGE:
        (void)do_charge(run, action->unit, action->target);
        break;
    default:
        /* It halts; batteries that were told to do so still go into action. */
        move_batteries(run, action->unit);
        lb_change_group_flags(run, CL_PLAY_SEQUENCE, action->unit, GROUP_MOVED, 0);
        break;
    }
}

/// Who has to move and was not moved does so by himself; batteries go where they were told to.
static void finish(lb_run *run, uint32_t side, int32_t step)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        lb_unit_set units;

        if (run->battle->group[g].side != side || esr_move_step(run->state, g) != step ||
            (run->state->group[g].flags & (GROUP_MOVED | GROUP_GONE)) != 0 ||
            !esr_is_here(run->view, g))
            continue;
        units = esr_units(run->view, g);
        lb_about(run, LB_CAST_GROUP | g, LB_NOBODY);
        if (step < MOVE_STAND && !has_moved(run->view, &units))
            proceed(run, g);
        else
            move_batteries(run, g);
        lb_change_group_flags(run, CL_PLAY_SEQUENCE, g, GROUP_MOVED, 0);
    }
}

LB_PROCEDURE(moving)
{
    const struct moving_facts *f = LB_FACTS;

    LB_BEGIN
    for (uint32_t g = 0; f->step == MOVE_MARCH && g < run->battle->group_count; g++)
        if (run->battle->group[g].side == f->side) {
            lb_about(run, LB_CAST_GROUP | g, LB_NOBODY);
            arrive(run, g);
        }
    while (is_any_left(run, (uint32_t)f->side, f->step)) {
        LB_ASK(1, LB_QUESTION(MOVE, (uint32_t)f->side, .step = f->step));
        if (LB_VALUE == VERB_PASS)
            break;
        carry_out(run);
    }
    finish(run, (uint32_t)f->side, f->step);
    LB_RETURN(moving, .nothing = 0);
    LB_END
}

/* Who follows. */

/// True if a commander is with some unit of a Formation.
static bool is_with(const lb_view *view, uint32_t leader, uint32_t group)
{
    lb_unit_set units = esr_units(view, group);

    LB_EACH (i, &units)
        if (lb_point_is_within(view->state->leader[leader].at, &view->quad[i],
                               LB_INCHES(VALUE_OF(view->battle, DEPLOY_STEP))))
            return true;
    return false;
}

/// esr.play.contact: a commander whom an enemy touches, with no friend beside him, rides to the
/// nearest friend, or is lost.
static void save_commander(lb_run *run, uint32_t leader)
{
    const lb_view *view = run->view;
    uint32_t side = run->battle->leader[leader].side;
    lb_point at = run->state->leader[leader].at;
    lb_footprint spot = {
        .centre = at, .width_tmm = LB_FOOTPRINT_MIN, .depth_tmm = LB_FOOTPRINT_MIN};
    bool is_touched = false, is_alone = true;
    uint32_t friend;
    lb_quad quad;

    if (run->state->leader[leader].presence != LB_PRESENCE_TABLE)
        return;
    LB_EACH (i, lb_view_foes(view, side))
        is_touched |= lb_point_is_within(at, &view->quad[i], 0);
    LB_EACH (i, &view->here[side])
        is_alone &= !lb_point_is_within(at, &view->quad[i], 0);
    if (!is_touched || !is_alone)
        return;
    quad = lb_footprint_corners(&spot);
    friend = lb_view_nearest(view, &quad, &view->here[side]);
    lb_about(run, LB_CAST_LEADER | leader, LB_NOBODY);
    if (friend != LB_NOBODY &&
        lb_point_is_within(at, &view->quad[friend], esr_tenths(run->battle, REFUGE)))
        lb_change_leader_place(run, CL_PLAY_CONTACT, leader, view->pose[friend].at);
    else
        lb_change_leader_presence(run, CL_PLAY_CONTACT, leader, LB_PRESENCE_GONE);
}

void esr_follow(lb_run *run)
{
    const lb_battle *battle = run->battle;
    int32_t reach = LB_INCHES(V(MOVE_OFF_ROAD_FOOT));

    for (uint32_t g = 0; g < battle->group_count; g++) {
        uint32_t leader = esr_commander(battle, run->state, g);
        lb_unit_set touchers;
        lb_footprint box;
        lb_point area;

        if (!esr_box(run->view, g, &box))
            continue;
        lb_about(run, LB_CAST_GROUP | g, LB_NOBODY);
        if (leader != LB_NOBODY && !is_with(run->view, leader, g))
            lb_change_leader_place(run, CL_PLAY_LEADERS, leader, esr_post(run->view, g));
        touchers = esr_area_touchers(run->view, g);
        area = esr_area_place(battle, &box);
        if (!lb_unit_set_is_empty(&touchers) ||
            lb_point_distance(run->state->group[g].area, box.centre) <=
                box.depth_tmm / 2 + 2 * LB_INCHES(V(PLAY_AREA_BEHIND)))
            continue;
        if (lb_point_distance(run->state->group[g].area, area) > reach)
            area = lb_point_towards(run->state->group[g].area,
                                    lb_heading_to(run->state->group[g].area, area), reach);
        lb_change_area(run, CL_PLAY_AREA, g, area);
    }
    for (uint32_t i = 0; i < battle->leader_count; i++)
        save_commander(run, i);
}
