// SPDX-License-Identifier: MIT
// Closing with the enemy: who may charge whom, by which way, where a charge comes to rest, and how
// its target may meet it. T1a to T1c are here: declaration, reactions, the way to the brink.

#include "rules/march_attack/play.h"

enum {
    STRAIGHT_ON = 182, ///< an angle that is not worth a wheel: 1 degree
    TRIES = 4,         ///< by which the angle of a wheel is found
    EARLIER_MAX = 12,  ///< chargers of one target before another
    SHIFT = LB_TMM_INCH * 8 / 10,
    SHIFTS = 3 ///< by which room is looked for along a face, to either hand
};

/// The face of a target that a unit strikes: from afar the one before which the middle of its front
/// lies, and once it has come up, the one that it stands flush on or is about to.
static lb_face face_before(const lb_view *view, uint32_t unit, uint32_t target)
{
    const lb_unit *of = &view->state->unit[unit];
    lb_footprint ahead = lb_view_footprint(view, unit);
    lb_quad quad;

    if (lb_view_touch(view, unit, target))
        return lb_face_touched(&view->quad[target], &view->quad[unit]);
    if (of->mark[MARK_CHARGE] != (int32_t)target + 1 || (of->flags & UNIT_BRINK) == 0)
        return lb_face_of_point(&view->quad[target], ma_front(view, unit));
    ahead.centre = lb_point_towards(ahead.centre, ahead.heading,
                                    LB_INCHES(VALUE_OF(view->battle, PLAY_BRINK)));
    quad = lb_footprint_corners(&ahead);
    return lb_face_touched(&view->quad[target], &quad);
}

lb_face ma_struck_face(const lb_view *view, uint32_t unit, uint32_t target)
{
    uint8_t formation = lb_view_formation(view, target);

    return formation == FORMATION_SQUARE || formation == FORMATION_BUILDING
               ? LB_FACE_FRONT
               : face_before(view, unit, target);
}

/* Who charges whom. */

uint32_t ma_first_charger(const lb_view *view, uint32_t target)
{
    uint32_t first = LB_NOBODY;

    LB_EACH (i, lb_view_foes(view, lb_view_side(view, target)))
        if (view->state->unit[i].mark[MARK_CHARGE] == (int32_t)target + 1 &&
            (first == LB_NOBODY ||
             view->state->unit[i].mark[MARK_RANK] < view->state->unit[first].mark[MARK_RANK]))
            first = i;
    return first;
}

uint32_t ma_next_charger(const lb_view *view, int32_t rank)
{
    uint32_t next = LB_NOBODY;

    for (uint32_t s = 0; s < LB_SIDES; s++)
        LB_EACH (i, &view->here[s]) {
            const int16_t *mark = view->state->unit[i].mark;

            if (mark[MARK_CHARGE] != 0 && mark[MARK_RANK] > rank &&
                (next == LB_NOBODY || mark[MARK_RANK] < view->state->unit[next].mark[MARK_RANK]))
                next = i;
        }
    return next;
}

/// The rank that the next charge gets.
static int32_t next_rank(const lb_run *run)
{
    int32_t rank = 0;

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        rank = lb_most(rank, run->state->unit[i].mark[MARK_RANK]);
    return rank + 1;
}

/* Where a charge comes to rest. */

/// True if the charger has room to stand before its enemy, too.
static bool has_brink(const lb_closing *closing, const lb_footprint *end)
{
    int32_t brink = LB_INCHES(VALUE_OF(closing->view->battle, PLAY_BRINK));
    lb_footprint before = *end;

    before.centre = lb_point_towards(end->centre, end->heading, -brink);
    return lb_may_stand(closing->view, &closing->own, &before);
}

/// Flush on the face before it, shifted along it: the n-th such place; false if it is taken.
static bool find_rest(lb_view *view, uint32_t unit, uint32_t target, int32_t n, lb_footprint *end)
{
    lb_closing closing = {.view = view,
                          .from = lb_view_footprint(view, unit),
                          .target = lb_view_footprint(view, target),
                          .face = face_before(view, unit, target),
                          .own = lb_set_of(unit),
                          .accepts = has_brink};
    uint16_t along = (uint16_t)(closing.target.heading + (uint16_t)closing.face * LB_ANGLE_QUARTER +
                                LB_ANGLE_QUARTER);
    int32_t aside = (n + 1) / 2 * SHIFT;

    closing.from.centre = lb_point_towards(closing.from.centre, along, n % 2 == 0 ? aside : -aside);
    return lb_close_in(&closing, end);
}

/* The way. */

/// Wheels so that the way leads straight to a point; false if it would have to wheel too far.
static bool find_way(const lb_view *view, const lb_footprint *start, const lb_footprint *end,
                     lb_path *path)
{
    int32_t most = VALUE_OF(view->battle, PLAY_CHARGE) * LB_ANGLE_QUARTER / 90;
    lb_quad there = lb_footprint_corners(end);
    lb_point goal = lb_quad_middle(&there, LB_FACE_FRONT);
    lb_footprint at = *start;
    int32_t angle = 0;
    lb_point front;

    path->count = 0;
    for (int i = 0; i < TRIES; i++) {
        lb_step wheel = {LB_STEP_WHEEL, 0, angle};
        lb_quad quad;

        at = *start;
        if (angle != 0 && !lb_step_apply(start, &wheel, &at))
            return false;
        quad = lb_footprint_corners(&at);
        front = lb_quad_middle(&quad, LB_FACE_FRONT);
        if (lb_point_distance(front, goal) <= LB_TMM_INCH / 4)
            break;
        angle += (int16_t)(lb_heading_to(front, goal) - at.heading);
        if (angle > LB_ANGLE_QUARTER || angle < -LB_ANGLE_QUARTER)
            return false;
        if (angle < STRAIGHT_ON && angle > -STRAIGHT_ON)
            angle = 0;
    }
    if (angle > most + STRAIGHT_ON || angle < -most - STRAIGHT_ON)
        return false;
    if (angle != 0)
        lb_path_add(path, (lb_step){LB_STEP_WHEEL, 0, angle});
    if (path->count > 0 && !lb_step_apply(start, &path->step[0], &at))
        return false;
    there = lb_footprint_corners(&at);
    front = lb_quad_middle(&there, LB_FACE_FRONT);
    lb_path_add(path, lb_step_straight(lb_most(1, lb_point_distance(front, goal))));
    return true;
}

/// What lies on a stretch of the way.
static void look_at_stretch(const lb_view *view, lb_point from, lb_point to, ma_charge *charge)
{
    const uint32_t minor = LB_KIND(HEDGE) | LB_KIND(WALL) | LB_KIND(WORKS_HASTY);
    const uint32_t slow = LB_KIND(ROUGH) | LB_KIND(MARSH) | LB_KIND(STREAM) | LB_KIND(FORD);
    const lb_ground *ground = &view->ground;
    int32_t steep = VALUE_OF(view->battle, PLAY_TERRAIN);
    int32_t low = lb_ground_level(ground, from), high = lb_ground_level(ground, to);

    charge->is_steep |= low != high && lb_most(low, high) >= steep;
    for (uint16_t p = 0; p < ground->piece_count; p++) {
        uint32_t kind = UINT32_C(1) << ground->piece[p].kind;
        bool is_crossed;

        if ((kind & (minor | slow | LB_KIND(WORKS_PREPARED))) == 0)
            continue;
        is_crossed = (ground->piece[p].is_line && lb_piece_crossings(ground, p, from, to) > 0) ||
                     ((kind & slow) != 0 && lb_piece_has_point(ground, p, to));
        charge->disorders |= is_crossed && (kind & LB_KIND(WORKS_PREPARED)) != 0;
        charge->may_disorder |= is_crossed && (kind & LB_KIND(WORKS_PREPARED)) == 0;
    }
}

/// What the ground on the whole way does to a charge.
static void look_at_way(const lb_view *view, uint32_t unit, const lb_footprint *start,
                        ma_charge *charge)
{
    lb_footprint at;
    lb_point last = start->centre;
    lb_quad quad;
    bool is_turn;

    charge->ground = ma_ground_disorder(view, unit, last);
    for (int32_t n = 1; ma_place_at(start, &charge->path, n, &at, &is_turn); n++) {
        look_at_stretch(view, last, at.centre, charge);
        charge->ground = lb_most(charge->ground, ma_ground_disorder(view, unit, at.centre));
        last = at.centre;
    }
    charge->ground = lb_most(charge->ground, ma_ground_disorder(view, unit, charge->end.centre));
    quad = lb_footprint_corners(&charge->end);
    look_at_stretch(view, last, charge->end.centre, charge);
    look_at_stretch(view, charge->end.centre, lb_quad_middle(&quad, LB_FACE_FRONT), charge);
}

/// Follows the way of a charge; a rate of 0 is the unit's own.
static bool walk_charge(lb_view *view, uint32_t unit, uint32_t target, int32_t rate,
                        ma_charge *charge, lb_reason *reason)
{
    bool is_own = rate == 0;
    uint8_t formation = lb_view_formation(view, unit);
    lb_move_costs costs = ma_costs(view->battle, unit, formation, false);
    const lb_walk *walk;
    lb_mover mover;

    if (is_own)
        rate = ma_rate(view->battle, unit, formation, false);
    lb_mover_start(&mover, view, unit, &costs, 0);
    mover.gait = ma_gait(view->battle, unit, formation, false);
    mover.target = (uint16_t)target;
    mover.stops_at_friends = true;
    mover.pays_when_stopped = true;
    walk = lb_way_walk(view, &mover, &charge->path);
    if (walk->stop == LB_STOP_UNIT && walk->what != target)
        return lb_no(reason, CL_PLAY_CHARGE, "another unit is in the way");
    if (walk->stop != LB_STOP_NONE && walk->stop != LB_STOP_UNIT)
        return lb_way_refuse(view, &mover, walk, CL_PLAY_CHARGE, reason);
    charge->cost_tmm = walk->cost_tmm;
    return walk->cost_tmm <= rate + LB_CONTACT_TMM ||
           lb_no(reason, is_own ? ma_rate_clause(view->battle, unit) : CL_MELEE_AFTER,
                 "that is further than it can charge");
}

/// A place on the face before it that a charger comes to by one wheel and straight on. The reason
/// is that of the first place that is free.
static bool seek_charge(lb_view *view, uint32_t unit, uint32_t target, int32_t rate,
                        ma_charge *charge, lb_reason *reason)
{
    lb_footprint start = lb_view_footprint(view, unit);
    bool is_told = false;

    *charge = (ma_charge){.face = face_before(view, unit, target)};
    (void)lb_no(reason, CL_PLAY_FACE, "there is no room to close with that enemy");
    for (int32_t n = 0; n <= 2 * SHIFTS; n++) {
        lb_reason why = *reason;

        if (!find_rest(view, unit, target, n, &charge->end))
            continue;
        if (!find_way(view, &start, &charge->end, &charge->path))
            (void)lb_no(&why, CL_PLAY_CHARGE, "it would have to wheel too far");
        else if (walk_charge(view, unit, target, rate, charge, &why))
            return true;
        if (!is_told)
            *reason = why;
        is_told = true;
    }
    return false;
}

/// Earlier chargers of a target, tried where they will come to rest.
typedef struct earlier {
    lb_trial trial[EARLIER_MAX];
    uint32_t count;
} earlier;

static void try_earlier(lb_view *view, uint32_t unit, uint32_t target, earlier *on)
{
    int32_t own = view->state->unit[unit].mark[MARK_CHARGE] == (int32_t)target + 1
                      ? view->state->unit[unit].mark[MARK_RANK]
                      : INT16_MAX;
    int32_t rank = 0;
    uint32_t i;

    on->count = 0;
    while ((i = ma_next_charger(view, rank)) != LB_NOBODY && on->count < EARLIER_MAX) {
        lb_footprint end = lb_view_footprint(view, i);
        ma_charge charge;
        lb_reason reason;

        rank = view->state->unit[i].mark[MARK_RANK];
        if (rank >= own)
            return;
        if (i == unit || view->state->unit[i].mark[MARK_CHARGE] != (int32_t)target + 1)
            continue;
        if ((view->state->unit[i].flags & UNIT_BRINK) != 0)
            end.centre = lb_point_towards(end.centre, end.heading,
                                          LB_INCHES(VALUE_OF(view->battle, PLAY_BRINK)));
        else if (seek_charge(view, i, target, 0, &charge, &reason))
            end = charge.end;
        else
            continue;
        on->trial[on->count++] = lb_view_try_at(view, i, &end);
    }
}

static void undo_earlier(lb_view *view, earlier *on)
{
    while (on->count > 0)
        lb_view_undo(view, &on->trial[--on->count]);
}

bool ma_find_charge(lb_view *view, uint32_t unit, uint32_t target, int32_t rate, ma_charge *charge,
                    lb_reason *reason)
{
    lb_footprint start = lb_view_footprint(view, unit);
    int32_t own = ma_rate(view->battle, unit, lb_view_formation(view, unit), false);
    bool is_found;
    earlier before;

    if (rate == 0 && !lb_view_is_within(view, unit, target, own))
        return lb_no(reason, ma_rate_clause(view->battle, unit),
                     "that is further than it can charge");
    try_earlier(view, unit, target, &before);
    is_found = seek_charge(view, unit, target, rate, charge, reason);
    undo_earlier(view, &before);
    if (is_found)
        look_at_way(view, unit, &start, charge);
    return is_found;
}

/* Who may. */

/// True if an order lets a unit charge a target.
static bool check_order(const lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason)
{
    uint32_t group = view->battle->unit[unit].group;
    const lb_order *order = &view->state->group[group].order;
    lb_unit_set friends;

    if (order->kind == ORDER_ATTACK)
        return true;
    if (order->kind != ORDER_SUPPORT)
        return lb_no(reason, CL_ORDER_KINDS, "its order does not let it charge");
    friends = ma_units(view, order->group);
    return lb_view_any_within(view, &view->quad[target], &friends,
                              MA_WITHIN(VALUE_OF(view->battle, ORDER_KINDS_SUPPORT))) ||
           lb_no(reason, CL_PLAY_ORDER_SUPPORT, "that enemy is not near those whom it supports");
}

/// What holds for every charge, whatever the order.
static bool check_fit(lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;

    if (ma_is_guns(battle, unit) || lb_view_formation(view, unit) > FORMATION_COLUMN)
        return lb_no(reason, CL_PLAY_CHARGE, "only infantry and cavalry in line or column charge");
    if ((state->unit[unit].flags & UNIT_D2) != 0)
        return lb_no(reason, CL_PLAY_DISORDER, "it is too disordered to charge");
    if (ma_is_in_melee(state, unit))
        return lb_no(reason, CL_PLAY_CHARGE, "it is in melee");
    if (ma_is_infantry(battle, unit) && ma_is_cavalry(battle, target) &&
        !ma_is_disordered(state, target) && !ma_is_in_melee(state, target))
        return lb_no(reason, CL_PLAY_CHARGE,
                     "infantry charges only disordered or fighting cavalry");
    if (ma_is_cavalry(battle, unit) && ma_ground(view, target) != 0)
        return lb_no(reason, CL_PLAY_GARRISON, "cavalry does not charge into woods or houses");
    return ma_sees(view, unit, target) ||
           lb_no(reason, CL_PLAY_CHARGE, "it does not see that enemy");
}

bool ma_may_charge(lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason)
{
    return check_fit(view, unit, target, reason) && check_order(view, unit, target, reason);
}

bool ma_may_fall_upon(lb_view *view, uint32_t unit, uint32_t target)
{
    uint32_t group = view->battle->unit[unit].group;
    lb_reason reason;

    return view->state->group[group].order.kind != ORDER_RETREAT &&
           !ma_is_retiring(view->state, group) && check_fit(view, unit, target, &reason);
}

bool ma_check_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    ma_charge charge;

    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), action->unit))
        return lb_no(reason, CL_PLAY_CHARGE, "that unit is not yours to charge with");
    if (!lb_view_is_foe(asked->view, lb_asked_side(asked), action->target))
        return lb_no(reason, CL_PLAY_CHARGE, "there is no such enemy");
    if ((asked->state->unit[action->unit].flags & UNIT_MOVED) != 0)
        return lb_no(reason, CL_PLAY_CHARGE, "it has declared a charge");
    if (ma_is_retiring(asked->state, asked->battle->unit[action->unit].group))
        return lb_no(reason, CL_PLAY_RETIRE, "its Major Formation retires and only stands");
    return ma_may_charge(asked->view, action->unit, action->target, reason) &&
           ma_find_charge(asked->view, action->unit, action->target, 0, &charge, reason);
}

void ma_offer_charges(lb_listing *list)
{
    const lb_view *view = list->asked.view;
    uint32_t side = lb_asked_side(&list->asked);

    LB_EACH (i, &view->here[side]) {
        int32_t rate = ma_rate(view->battle, i, lb_view_formation(view, i), false);
        lb_unit_set near = lb_view_near(view, view->box[i], rate, lb_view_foes(view, side));

        if (!ma_may_act(view, i) || ma_is_guns(view->battle, i))
            continue;
        LB_EACH (k, &near) {
            if (lb_listing_is_full(list))
                return;
            if (lb_view_is_within(view, i, k, rate))
                (void)lb_offer_verb(list, i, k);
        }
    }
}

/* T1a. */

static void declare(lb_run *run, uint16_t clause, uint32_t unit, uint32_t target)
{
    uint32_t group = run->battle->unit[unit].group;

    lb_about(run, unit, target);
    lb_change_mark(run, clause, unit, LB_CHANGE_TALLY, MARK_RANK, next_rank(run));
    lb_change_mark(run, clause, unit, LB_CHANGE_TARGET, MARK_CHARGE, (int32_t)target + 1);
    lb_change_flags(run, clause, unit, UNIT_MOVED, 0);
    ma_commit(run, group);
    if (run->state->group[group].order.kind == ORDER_ATTACK)
        lb_change_group_flags(run, CL_PLAY_ORDER_ATTACK, group, GROUP_NEARER, 0);
}

LB_PROCEDURE(charging)
{
    const struct charging_facts *f = LB_FACTS;
    lb_question question = LB_QUESTION(CHARGES, (uint32_t)f->side, .nothing = 0);

    LB_BEGIN
    while (lb_ask_has_choice(run, &question)) {
        LB_ABOUT(LB_CAST_SIDE | f->side, LB_NOBODY);
        LB_ASK(1, question);
        if (LB_VALUE == VERB_PASS)
            break;
        declare(run, CL_PLAY_CHARGE, run->state->action.unit, run->state->action.target);
    }
    LB_RETURN(charging, .nothing = 0);
    LB_END
}

/* T1b: reactions. */

/// True if a unit has to await a charge as it is.
static bool must_stand(const lb_view *view, uint32_t unit)
{
    uint8_t formation = lb_view_formation(view, unit);

    return formation == FORMATION_SQUARE || formation == FORMATION_BUILDING ||
           formation == FORMATION_DEPLOYED || ma_is_in_melee(view->state, unit);
}

static bool check_form(lb_view *view, uint32_t unit, uint8_t to, lb_reason *reason)
{
    uint8_t from = lb_view_formation(view, unit);
    lb_footprint at = lb_view_footprint(view, unit), end;
    lb_unit_set own = lb_set_of(unit);

    if (!ma_is_infantry(view->battle, unit) || to > FORMATION_SQUARE || to == from)
        return lb_no(reason, CL_PLAY_REACT, "infantry forms line, column or square");
    end = ma_reformed(view, unit, &at, from, to);
    return lb_may_stand(view, &own, &end) ||
           lb_no(reason, CL_PLAY_SIZE, "there is no room for that formation");
}

static bool check_face(lb_view *view, uint32_t unit, uint32_t charger, lb_reason *reason)
{
    lb_footprint at = lb_view_footprint(view, unit);
    lb_unit_set own = lb_set_of(unit);

    if (!ma_is_infantry(view->battle, unit))
        return lb_no(reason, CL_PLAY_REACT, "only infantry turns to meet a charge");
    at.heading = lb_heading_to(at.centre, view->pose[charger].at);
    return lb_may_stand(view, &own, &at) || lb_no(reason, CL_PLAY_SIZE, "there is no room to turn");
}

bool ma_check_react(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const struct ask_REACT *about = LB_ASKED_ABOUT(asked, REACT);
    uint32_t unit = (uint32_t)about->unit, charger = (uint32_t)about->charger;
    uint32_t group = asked->battle->unit[unit].group;

    if (must_stand(asked->view, unit))
        return lb_no(reason, CL_PLAY_REACT, "it has to stand");
    if (ma_is_retiring(asked->state, group))
        return lb_no(reason, CL_PLAY_RETIRE, "its Major Formation retires and only stands");
    switch (action->verb) {
    case VERB_FORM:
        return check_form(asked->view, unit, action->formation, reason);
    case VERB_FACE:
        return check_face(asked->view, unit, charger, reason);
    case VERB_COUNTER:
        if (!ma_is_cavalry(asked->battle, unit) ||
            (asked->state->unit[unit].flags & UNIT_D2) != 0 ||
            ma_struck_face(asked->view, charger, unit) != LB_FACE_FRONT)
            return lb_no(reason, CL_PLAY_REACT,
                         "cavalry struck in front counter-charges, if it is in order");
        return asked->state->group[group].order.kind != ORDER_RETREAT ||
               lb_no(reason, CL_PLAY_ORDER_RETIRE, "it retires: no counter-charges");
    default:
        return lb_view_formation(asked->view, unit) == FORMATION_LIMBERED ||
               lb_no(reason, CL_PLAY_REACT, "only limbered guns flee");
    }
}

void ma_offer_forms(lb_listing *list)
{
    lb_action action = lb_action_of(VERB_FORM);

    for (uint32_t formation = 0; formation <= FORMATION_SQUARE; formation++) {
        action.formation = (uint8_t)formation;
        (void)lb_offer(list, &action);
    }
}

/// What comes of a change of formation or facing that was tried.
static void take_reaction(lb_run *run, uint32_t unit, uint32_t charger,
                          const struct ved_effect *effect)
{
    const lb_action *action = &run->state->action;
    lb_footprint at = lb_view_footprint(run->view, unit);

    lb_change_flags(run, CL_PLAY_REACT, unit, UNIT_REACTED, 0);
    if (effect->result == VED_RESULT_FAIL) {
        ma_disorder(run, CL_PLAY_REACT, unit, V(DISORDER));
        return;
    }
    if (action->verb == VERB_FACE) {
        at.heading = lb_heading_to(at.centre, run->view->pose[charger].at);
        lb_change_place(run, CL_PLAY_REACT, unit, &at);
        return;
    }
    at = ma_reformed(run->view, unit, &at, lb_view_formation(run->view, unit), action->formation);
    lb_change_formation(run, CL_PLAY_REACT, unit, action->formation);
    lb_change_place(run, CL_PLAY_REACT, unit, &at);
}

/// The test of a reaction, by the first charger as it stands.
static struct ved_facts reaction_facts(const lb_run *run, uint32_t unit, uint32_t charger)
{
    return ma_gather_ved(run->view, unit,
                         ma_change_word(run->battle, lb_view_distance(run->view, unit, charger)),
                         ma_struck_face(run->view, charger, unit) != LB_FACE_FRONT);
}

/// Cavalry that still charges a unit, from a number on; LB_NOBODY at the end.
static uint32_t next_rider_at(const lb_run *run, uint32_t target, uint32_t from)
{
    LB_EACH (i, lb_view_foes(run->view, lb_view_side(run->view, target)))
        if (i >= from && ma_is_cavalry(run->battle, i) &&
            run->state->unit[i].mark[MARK_CHARGE] == (int32_t)target + 1)
            return i;
    return LB_NOBODY;
}

LB_PROCEDURE(reaction)
{
    const struct reaction_facts *f = LB_FACTS;
    struct reaction_vars *v = LB_VARS;
    uint32_t unit = (uint32_t)f->unit;
    lb_question question =
        LB_QUESTION(REACT, run->battle->unit[unit].side, .unit = f->unit, .charger = f->charger);
    struct ved_facts test;

    LB_BEGIN
    LB_ABOUT(f->unit, f->charger);
    lb_change_flags(run, CL_PLAY_REACT, unit, UNIT_ANSWERED, 0);
    if (must_stand(run->view, unit))
        LB_RETURN(reaction, .nothing = 0);
    LB_ASK(1, question);
    if (LB_VALUE == VERB_FLEE)
        ma_flee(run, unit, (uint32_t)f->charger);
    if (LB_VALUE == VERB_COUNTER)
        lb_change_flags(run, CL_PLAY_REACT, unit, UNIT_COUNTER, 0);
    if (LB_VALUE != VERB_FORM && LB_VALUE != VERB_FACE)
        LB_RETURN(reaction, .nothing = 0);
    test = reaction_facts(run, unit, (uint32_t)f->charger);
    LB_CALL_ON(2, ved, &test);
    take_reaction(run, unit, (uint32_t)f->charger, LB_EFFECT);
    if (lb_view_formation(run->view, unit) != FORMATION_SQUARE)
        LB_RETURN(reaction, .nothing = 0);
    while ((v->charger = (int32_t)next_rider_at(run, unit, (uint32_t)v->next)) != LB_NOBODY) {
        v->next = v->charger + 1;
        LB_ASK(3, LB_QUESTION(CALL_OFF, run->battle->unit[v->charger].side, .unit = v->charger));
        if (LB_VALUE == VERB_YES)
            ma_end_charge(run, CL_PLAY_REACT, (uint32_t)v->charger);
    }
    LB_RETURN(reaction, .nothing = 0);
    LB_END
}

/// The next target that has not answered, in the order of declaration.
static uint32_t next_target(const lb_run *run)
{
    int32_t rank = 0;
    uint32_t charger;

    while ((charger = ma_next_charger(run->view, rank)) != LB_NOBODY) {
        uint32_t target = (uint32_t)run->state->unit[charger].mark[MARK_CHARGE] - 1;

        rank = run->state->unit[charger].mark[MARK_RANK];
        if ((run->state->unit[target].flags & UNIT_ANSWERED) == 0)
            return target;
    }
    return LB_NOBODY;
}

LB_PROCEDURE(reacting)
{
    struct reacting_vars *v = LB_VARS;

    LB_BEGIN
    while ((v->unit = (int32_t)next_target(run)) != LB_NOBODY) {
        LB_CALL(1, reaction, .unit = v->unit,
                .charger = (int32_t)ma_first_charger(run->view, (uint32_t)v->unit));
    }
    LB_RETURN(reacting, .nothing = 0);
    LB_END
}

/* T1c: to the brink. */

/// What charger and target of a counter-charge go, each: half the gap up to the brink.
static void meet_half_way(lb_run *run, uint32_t unit, uint32_t target)
{
    int32_t brink = LB_INCHES(V(PLAY_BRINK));
    int32_t gap = lb_view_distance(run->view, unit, target);
    int32_t rate = ma_rate(run->battle, target, lb_view_formation(run->view, target), false);
    int32_t way = lb_least(rate, lb_most(0, gap - brink) / 2);
    lb_footprint at = lb_view_footprint(run->view, target);
    lb_unit_set own = lb_set_of(target);

    at.centre = lb_point_towards(at.centre, at.heading, way);
    if (way > 0 && lb_may_stand(run->view, &own, &at))
        lb_change_place(run, CL_PLAY_REACT, target, &at);
}

/// A charge that does not reach its target goes as far as it can, and is over.
static bool shorten(const lb_run *run, uint32_t unit, uint32_t target, lb_path *path)
{
    const lb_view *view = run->view;
    lb_move_costs costs = ma_costs(run->battle, unit, lb_view_formation(view, unit), false);
    uint16_t toward = lb_heading_to(view->pose[unit].at, view->pose[target].at);
    int32_t angle = (int16_t)(toward - view->pose[unit].heading);
    lb_retreat way;
    lb_mover mover;

    lb_mover_start(&mover, view, unit, &costs, LB_INCHES(V(PLAY_MOVE)) + 1);
    mover.stops_at_friends = true;
    if (angle > LB_ANGLE_QUARTER / 2 || angle < -LB_ANGLE_QUARTER / 2)
        angle = 0;
    way = lb_way_slide(view, &mover, (uint16_t)(view->pose[unit].heading + angle),
                       ma_rate(run->battle, unit, lb_view_formation(view, unit), false));
    path->count = 0;
    lb_path_add(path, (lb_step){LB_STEP_OBLIQUE, way.moved_tmm, angle});
    return way.moved_tmm > 0;
}

/// The way of a charger to the brink; where it cannot reach its target, as far as it can go.
static bool plan_approach(lb_run *run, uint32_t unit, uint32_t target, lb_path *path, bool *reaches)
{
    int32_t brink = LB_INCHES(V(PLAY_BRINK));
    ma_charge charge;
    lb_reason reason;

    *reaches = ma_find_charge(run->view, unit, target, 0, &charge, &reason);
    if (!*reaches)
        return shorten(run, unit, target, path);
    *path = charge.path;
    path->step[path->count - 1].tmm -= brink;
    if (path->step[path->count - 1].tmm <= 0)
        path->count--;
    return true;
}

/// Ground on the whole way of a charge, as bits.
enum { GROUND_CHANCE = 1, GROUND_CERTAIN = 2, GROUND_STEEP = 4, GROUND_BITS = 3 };

static int32_t ground_bits(const ma_charge *charge)
{
    return (charge->may_disorder ? GROUND_CHANCE : 0) | (charge->disorders ? GROUND_CERTAIN : 0) |
           (charge->is_steep ? GROUND_STEEP : 0);
}

/// Sets the charger before its target; returns what the ground does.
static int32_t come_to_brink(lb_run *run, uint32_t unit, const ma_charge *charge)
{
    lb_footprint brink = charge->end;

    brink.centre = lb_point_towards(brink.centre, brink.heading, -LB_INCHES(V(PLAY_BRINK)));
    lb_change_place(run, CL_PLAY_BRINK, unit, &brink);
    lb_change_flags(run, CL_PLAY_BRINK, unit, UNIT_BRINK, 0);
    ma_carry_leaders(run);
    if (charge->ground > 0)
        ma_disorder(run, CL_PLAY_DISORDER, unit, charge->ground);
    return ground_bits(charge);
}

LB_PROCEDURE(ground_of)
{
    const struct ground_of_facts *f = LB_FACTS;

    LB_BEGIN
    LB_ABOUT(f->unit, LB_NOBODY);
    if ((f->ground & GROUND_CERTAIN) != 0)
        ma_disorder(run, CL_TERRAIN_MAJOR, (uint32_t)f->unit, V(DISORDER));
    if ((f->ground & (GROUND_CHANCE | GROUND_STEEP)) != 0) {
        LB_CALL(1, obstacle, .mounted = ma_is_mounted(run->battle, (uint32_t)f->unit),
                .contours = (f->ground & GROUND_STEEP) == 0    ? 0
                            : (f->ground & GROUND_CHANCE) == 0 ? 1
                                                               : 2);
        if (((const struct obstacle_effect *)LB_EFFECT)->result == OBSTACLE_RESULT_DISORDERED)
            ma_disorder(run, CL_TERRAIN_MINOR, (uint32_t)f->unit, V(DISORDER));
    }
    LB_RETURN(ground_of, .nothing = 0);
    LB_END
}

/// A charger goes to the brink. Facts of the way are found before it moves: `ground` keeps them.
LB_PROCEDURE(approach)
{
    const struct approach_facts *f = LB_FACTS;
    struct approach_vars *v = LB_VARS;
    uint32_t unit = (uint32_t)f->unit;
    struct going_facts going = {.unit = f->unit, .is_charge = 1};
    ma_charge charge;
    lb_reason reason;
    lb_path path;
    bool reaches;

    LB_BEGIN
    v->target = run->state->unit[unit].mark[MARK_CHARGE] - 1;
    LB_ABOUT(unit, v->target);
    if ((run->state->unit[v->target].flags & UNIT_COUNTER) != 0 &&
        ma_first_charger(run->view, (uint32_t)v->target) == unit)
        meet_half_way(run, unit, (uint32_t)v->target);
    path.count = 0;
    (void)plan_approach(run, unit, (uint32_t)v->target, &path, &reaches);
    v->reaches = reaches;
    if (reaches && ma_find_charge(run->view, unit, (uint32_t)v->target, 0, &charge, &reason)) {
        v->x = charge.end.centre.x;
        v->y = charge.end.centre.y;
        v->heading = charge.end.heading;
        v->ground = charge.ground << GROUND_BITS | ground_bits(&charge);
    }
    ma_path_cells(&path, going.path);
    LB_CALL_ON(1, going, &going);
    LB_ABOUT(unit, v->target);
    if (((const struct going_effect *)LB_EFFECT)->stopped || !v->reaches) {
        ma_end_charge(run, CL_PLAY_REACT, unit);
        LB_RETURN(approach, .nothing = 0);
    }
    charge = (ma_charge){.end = lb_view_footprint(run->view, unit),
                         .may_disorder = (v->ground & GROUND_CHANCE) != 0,
                         .disorders = (v->ground & GROUND_CERTAIN) != 0,
                         .is_steep = (v->ground & GROUND_STEEP) != 0,
                         .ground = v->ground >> GROUND_BITS};
    charge.end.centre = (lb_point){v->x, v->y};
    charge.end.heading = (uint16_t)v->heading;
    LB_CALL(2, ground_of, .unit = f->unit, .ground = come_to_brink(run, unit, &charge));
    LB_RETURN(approach, .nothing = 0);
    LB_END
}

LB_PROCEDURE(approaching)
{
    struct approaching_vars *v = LB_VARS;
    uint32_t next;

    LB_BEGIN
    while ((next = ma_next_charger(run->view, v->unit)) != LB_NOBODY) {
        v->unit = run->state->unit[next].mark[MARK_RANK];
        if ((run->state->unit[next].flags & UNIT_BRINK) == 0)
            LB_CALL(1, approach, .unit = (int32_t)next);
    }
    LB_RETURN(approaching, .nothing = 0);
    LB_END
}

/* Opportunity charges. */

LB_PROCEDURE(opportunity)
{
    const struct opportunity_facts *f = LB_FACTS;
    uint32_t rider = (uint32_t)f->rider, target = (uint32_t)f->target;

    LB_BEGIN
    LB_ABOUT(f->rider, f->target);
    LB_ASK(1, LB_QUESTION(OPPORTUNITY, run->battle->unit[rider].side, .unit = f->rider,
                          .target = f->target));
    if (LB_VALUE != VERB_YES)
        LB_RETURN(opportunity, .taken = 0);
    if (run->state->unit[target].mark[MARK_CHARGE] != 0)
        ma_end_charge(run, CL_PLAY_OPPORTUNITY, target);
    lb_change_flags(run, CL_PLAY_OPPORTUNITY, rider, UNIT_OPPORTUNE, 0);
    declare(run, CL_PLAY_OPPORTUNITY, rider, target);
    LB_CALL(2, reaction, .unit = f->target, .charger = f->rider);
    if (run->state->unit[rider].mark[MARK_CHARGE] != 0)
        LB_CALL(3, approach, .unit = f->rider);
    LB_RETURN(opportunity, .taken = 1);
    LB_END
}
