// SPDX-License-Identifier: MIT
// T3: chargers test and go in, melees are fought one by one, losers go back, winners go on.
//
// A melee is named for one unit, its target: everybody in it has 1 + that number in MARK_FOE. The
// side of the target is the one that was charged last.

#include "rules/march_attack/play.h"

/* Who fights. */

/// Units of a side in the melee of a target.
static lb_unit_set fighters(const lb_view *view, uint32_t target, uint32_t side)
{
    lb_unit_set set = {{0}};

    LB_EACH (i, &view->here[side])
        if (view->state->unit[i].mark[MARK_FOE] == (int32_t)target + 1)
            lb_unit_set_add(&set, (uint16_t)i);
    return set;
}

static void join(lb_run *run, uint32_t unit, uint32_t target)
{
    lb_change_mark(run, CL_PLAY_MELEE, unit, LB_CHANGE_TARGET, MARK_FOE, (int32_t)target + 1);
}

/// A melee that a unit is in is from now on named for it.
static void rename_melee(lb_run *run, uint32_t target)
{
    int32_t foe = run->state->unit[target].mark[MARK_FOE];

    for (uint32_t i = 0; foe != 0 && i < run->battle->unit_count; i++)
        if (run->state->unit[i].mark[MARK_FOE] == foe)
            join(run, i, target);
    if (foe == 0)
        join(run, target, target);
}

/// True if a unit is charged now.
static bool is_target(const lb_view *view, uint32_t unit)
{
    return ma_first_charger(view, unit) != LB_NOBODY;
}

/// A charger touches its target, and enemies beside it who join the melee.
static void come_in(lb_run *run, uint32_t unit, uint32_t target)
{
    lb_footprint at = lb_view_footprint(run->view, unit);
    lb_unit_set own = lb_set_of(unit);

    at.centre = lb_point_towards(at.centre, at.heading, LB_INCHES(V(PLAY_BRINK)));
    lb_about(run, unit, target);
    if (lb_may_stand(run->view, &own, &at))
        lb_change_place(run, CL_PLAY_MELEE, unit, &at);
    lb_change_flags(run, CL_PLAY_MELEE, unit, UNIT_STORMED, UNIT_BRINK);
    rename_melee(run, target);
    join(run, unit, target);
    LB_EACH (i, lb_view_foes(run->view, lb_view_side(run->view, unit)))
        if (!ma_is_in_melee(run->state, i) && !is_target(run->view, i) &&
            lb_view_touch(run->view, unit, i))
            join(run, i, target);
    ma_carry_leaders(run);
}

/// ma.melee.contact: cavalry at a square, and unanchored lines that cavalry hits.
static void disorder_by_contact(lb_run *run, uint32_t unit, uint32_t target)
{
    uint8_t formation = lb_view_formation(run->view, target);

    if (!ma_is_cavalry(run->battle, unit))
        return;
    if (formation == FORMATION_SQUARE)
        ma_disorder(run, CL_MELEE_CONTACT, unit, V(MELEE_CONTACT));
    if (formation != FORMATION_LINE || !ma_is_infantry(run->battle, target))
        return;
    if (ma_is_anchored(run->view, target) || ma_defends(run->view, target, unit))
        lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_ANCHOR, lb_unit_actor(target), 0);
    else
        ma_disorder(run, CL_MELEE_CONTACT, target, V(MELEE_CONTACT));
}

/* T3 of one target. */

/// The next charger of a target on the brink that has not tested, in order; LB_NOBODY.
static uint32_t next_at_brink(const lb_run *run, uint32_t target, int32_t rank)
{
    uint32_t next;

    while ((next = ma_next_charger(run->view, rank)) != LB_NOBODY) {
        rank = run->state->unit[next].mark[MARK_RANK];
        if (run->state->unit[next].mark[MARK_CHARGE] == (int32_t)target + 1 &&
            (run->state->unit[next].flags & UNIT_BRINK) != 0)
            return next;
    }
    return LB_NOBODY;
}

/// A charger that has failed its test stays short of its enemy.
static void halt(lb_run *run, uint32_t unit)
{
    int32_t nearer = LB_INCHES(V(PLAY_BRINK) - V(VED_CHARGE_HALT));
    lb_footprint at = lb_view_footprint(run->view, unit);

    if (nearer > 0) {
        at.centre = lb_point_towards(at.centre, at.heading, nearer);
        lb_change_place(run, CL_VED_CHARGE, unit, &at);
    }
    ma_disorder(run, CL_VED_CHARGE, unit, V(VED_CHARGE_CHARGER));
    ma_end_charge(run, CL_VED_CHARGE, unit);
}

/// What the test of the target has come to.
static void take_test(lb_run *run, uint32_t target, const struct ved_effect *effect)
{
    if (effect->result == VED_RESULT_PASS)
        return;
    if ((run->state->unit[target].flags & UNIT_COUNTER) != 0) {
        lb_change_flags(run, CL_VED_CHARGE, target, 0, UNIT_COUNTER);
        ma_disorder(run, CL_VED_CHARGE, target, V(VED_CHARGE_CHARGER));
    } else {
        ma_disorder(run, CL_VED_CHARGE, target, V(VED_CHARGE_TARGET));
    }
}

/// Those who have passed go in; the charge of each is over with that.
static void close_up(lb_run *run, uint32_t target)
{
    int32_t rank = 0;
    uint32_t unit;

    while ((unit = next_at_brink(run, target, rank)) != LB_NOBODY) {
        rank = run->state->unit[unit].mark[MARK_RANK];
        come_in(run, unit, target);
        disorder_by_contact(run, unit, target);
    }
}

/// Tests of chargers and target, contact, and the melee.
LB_PROCEDURE(clash)
{
    const struct clash_facts *f = LB_FACTS;
    struct clash_vars *v = LB_VARS;
    uint32_t target = (uint32_t)f->target, unit;
    struct ved_facts test;

    LB_BEGIN
    while ((unit = next_at_brink(run, target, v->rank)) != LB_NOBODY) {
        v->unit = (int32_t)unit;
        v->rank = run->state->unit[unit].mark[MARK_RANK];
        LB_ABOUT(unit, target);
        lb_note(run, CL_PLAY_TESTS, LB_ROLE_ACTOR);
        test = ma_gather_ved(run->view, unit, CHANGE_NONE, false);
        LB_CALL_ON(1, ved, &test);
        if (((const struct ved_effect *)LB_EFFECT)->result == VED_RESULT_FAIL)
            halt(run, (uint32_t)v->unit);
        else
            v->passed++;
    }
    if (v->passed == 0)
        LB_RETURN(clash, .nothing = 0);
    if ((run->state->unit[target].flags & UNIT_REACTED) == 0) {
        LB_ABOUT(target, v->unit);
        test = ma_gather_ved(run->view, target, CHANGE_NONE, false);
        LB_CALL_ON(2, ved, &test);
        take_test(run, target, LB_EFFECT);
    }
    close_up(run, target);
    LB_CALL(3, fight, .target = f->target);
    LB_RETURN(clash, .nothing = 0);
    LB_END
}

/* The melee. */

/// The attacker with the highest sum of rows, the lowest number of equals.
static uint32_t main_attacker(lb_run *run, uint32_t target, struct melee_facts *best)
{
    uint32_t side = lb_view_side(run->view, target), main = LB_NOBODY;
    lb_unit_set own = fighters(run->view, target, 1 - side);
    lb_unit_set others = fighters(run->view, target, side);
    int32_t highest = INT32_MIN;

    LB_EACH (i, &own) {
        struct melee_facts facts = ma_gather_melee(run->view, i, target, lb_unit_set_count(&own),
                                                   lb_unit_set_count(&others));
        int32_t sum = ma_melee_sum(run->battle, &facts);

        if (sum > highest) {
            highest = sum;
            main = i;
            *best = facts;
        }
    }
    return main;
}

/// What the cell of the table does to one loser.
static void beat(lb_run *run, uint32_t unit, uint32_t enemy, int32_t margin)
{
    struct melee_effect cell =
        ma_melee_loss(run->values, ma_kind(run->battle, enemy), ma_kind(run->battle, unit), margin);
    lb_point from = run->view->pose[enemy].at;

    lb_about(run, unit, enemy);
    ma_suffer(run, CL_MELEE_RESULT, unit, cell.cv_lost);
    if (cell.effect >= MELEE_EFFECT_BROKEN) {
        ma_remove(run, CL_MELEE_RESULT, unit);
        if (cell.effect == MELEE_EFFECT_GUNS_LOST)
            ma_take_guns(run, unit);
        return;
    }
    if (ma_cv(run->battle, run->state, unit) <= 0)
        return;
    ma_leave_melee(run, unit);
    ma_disorder(run, CL_MELEE_RESULT, unit, V(MELEE_RESULT_DISORDER));
    ma_retreat(run, CL_MELEE_RESULT, unit, from, cell.effect - MELEE_EFFECT_RETREAT_1 + 1);
}

/// The charges of all in a melee are over.
static void end_charges(lb_run *run, uint32_t target)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (run->state->unit[i].mark[MARK_CHARGE] == (int32_t)target + 1 &&
            run->state->unit[i].mark[MARK_FOE] != 0)
            lb_change_mark(run, CL_PLAY_MELEE, i, LB_CHANGE_TARGET, MARK_CHARGE, 0);
}

/// Winners that charged or counter-charged in this phase may go on.
static void mark_winners(lb_run *run, const lb_unit_set *winners)
{
    LB_EACH (i, winners)
        if (lb_view_is_here(run->view, i) && (run->state->unit[i].mark[MARK_CHARGE] != 0 ||
                                              (run->state->unit[i].flags & UNIT_COUNTER) != 0))
            lb_change_flags(run, CL_PLAY_AFTER, i, UNIT_WON, 0);
}

/// Level: both stay and are disordered.
static void stay(lb_run *run, uint32_t target)
{
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_unit_set set = fighters(run->view, target, s);

        LB_EACH (i, &set) {
            ma_disorder(run, CL_MELEE_LEVEL, i, V(MELEE_LEVEL));
            lb_change_flags(run, CL_MELEE_LEVEL, i, UNIT_LEVEL, 0);
        }
    }
    end_charges(run, target);
}

/// Applies the result of a melee.
static void decide(lb_run *run, uint32_t target, uint32_t main, const struct melee_effect *effect)
{
    uint32_t side = lb_view_side(run->view, target);
    bool attacker_wins = effect->winner == WINNER_ATTACKER;
    lb_unit_set winners = fighters(run->view, target, attacker_wins ? 1 - side : side);
    lb_unit_set losers = fighters(run->view, target, attacker_wins ? side : 1 - side);
    int32_t margin = effect->margin;

    if (effect->winner == WINNER_LEVEL) {
        stay(run, target);
        return;
    }
    mark_winners(run, &winners);
    end_charges(run, target);
    LB_EACH (i, &losers)
        if (lb_view_is_here(run->view, i))
            beat(run, i, attacker_wins ? main : target, margin);
    LB_EACH (i, &winners)
        if (lb_view_is_here(run->view, i))
            ma_leave_melee(run, i);
    ma_carry_leaders(run);
}

LB_PROCEDURE(fight)
{
    const struct fight_facts *f = LB_FACTS;
    struct fight_vars *v = LB_VARS;
    struct melee_facts facts;

    LB_BEGIN
    v->main = (int32_t)main_attacker(run, (uint32_t)f->target, &facts);
    if (v->main == LB_NOBODY)
        LB_RETURN(fight, .nothing = 0);
    LB_ABOUT(v->main, f->target);
    lb_note(run, CL_PLAY_MELEE, LB_ROLE_ACTOR);
    LB_CALL_ON(1, melee, &facts);
    decide(run, (uint32_t)f->target, (uint32_t)v->main, LB_EFFECT);
    LB_CALL(2, aftermath, .skirmish = 0, .melee = 1);
    LB_RETURN(fight, .nothing = 0);
    LB_END
}

/* What winners do. */

/// How far a winner may exploit.
static int32_t reach_of(const lb_battle *battle, uint32_t unit)
{
    return LB_INCHES(ma_is_cavalry(battle, unit) ? VALUE_OF(battle, MELEE_AFTER_CAVALRY)
                                                 : VALUE_OF(battle, MELEE_AFTER_INFANTRY));
}

/// A path of one wheel of up to the angle allowed, and what goes straight behind it.
static bool check_steps(const lb_battle *battle, const lb_path *path, bool wheels, bool goes,
                        lb_reason *reason)
{
    int32_t most = VALUE_OF(battle, MELEE_AFTER_WHEEL) * LB_ANGLE_QUARTER / 90;
    uint32_t next = 0;

    if (wheels && next < path->count && path->step[next].kind == LB_STEP_WHEEL) {
        if (path->step[next].angle > most || path->step[next].angle < -most)
            return lb_no(reason, CL_MELEE_AFTER, "it may not wheel so far");
        next++;
    }
    if (goes && next < path->count && path->step[next].kind == LB_STEP_STRAIGHT)
        next++;
    return (next == path->count && path->count > 0) ||
           lb_no(reason, CL_PLAY_AFTER, "that is no way for the winner of a melee");
}

/// The way of a winner: a wheel is free, the rest is paid for.
static bool judge_after(lb_view *view, const lb_action *action, int32_t reach, lb_footprint *end,
                        lb_reason *reason)
{
    uint8_t formation = lb_view_formation(view, action->unit);
    lb_move_costs costs = ma_costs(view->battle, action->unit, formation, false);
    const lb_walk *walk;
    lb_mover mover;

    costs.step[LB_STEP_WHEEL] = (lb_ratio){0, 1};
    costs.back = (lb_ratio){1, 1};
    lb_mover_start(&mover, view, action->unit, &costs,
                   LB_INCHES(VALUE_OF(view->battle, PLAY_MOVE)) + 1);
    mover.gait = (uint8_t)(ma_gait(view->battle, action->unit, formation, false) | 0x80);
    mover.stops_at_friends = true;
    walk = lb_way_walk(view, &mover, &action->path);
    if (!lb_way_is_legal(view, &mover, walk, reach, CL_PLAY_AFTER, CL_MELEE_AFTER, reason))
        return false;
    *end = walk->end;
    return !lb_is_in_water(view, end, formation == FORMATION_COLUMN) ||
           lb_no(reason, CL_PLAY_AFTER, "part of it would stand in the river");
}

static bool check_pursuit(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t unit = action->unit;
    ma_charge charge;

    if (!lb_view_is_foe(asked->view, lb_asked_side(asked), action->target))
        return lb_no(reason, CL_PLAY_AFTER, "there is no such enemy");
    if ((asked->state->unit[unit].flags & UNIT_PURSUED) != 0)
        return lb_no(reason, CL_PLAY_AFTER, "it has exploited into an enemy in this phase");
    if ((asked->state->unit[unit].flags & UNIT_D2) != 0)
        return lb_no(reason, CL_PLAY_DISORDER, "it is too disordered to charge");
    if (ma_is_infantry(asked->battle, unit) && ma_is_cavalry(asked->battle, action->target) &&
        !ma_is_disordered(asked->state, action->target))
        return lb_no(reason, CL_PLAY_CHARGE, "infantry does not charge cavalry in order");
    if (ma_is_cavalry(asked->battle, unit) && ma_ground(asked->view, action->target) != 0)
        return lb_no(reason, CL_PLAY_GARRISON, "cavalry does not charge into woods or houses");
    return ma_find_charge(asked->view, unit, action->target, reach_of(asked->battle, unit), &charge,
                          reason);
}

bool ma_check_after(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t unit = (uint32_t)LB_ASKED_ABOUT(asked, AFTER)->unit;
    bool is_horse = ma_is_cavalry(asked->battle, unit);
    lb_footprint end;

    if (action->unit != unit)
        return lb_no(reason, CL_PLAY_AFTER, "another unit is asked");
    switch (action->verb) {
    case VERB_WHEEL:
        return check_steps(asked->battle, &action->path, true, false, reason) &&
               judge_after(asked->view, action, 0, &end, reason);
    case VERB_RALLY:
        if (!is_horse || action->path.count != 1 || action->path.step[0].tmm >= 0)
            return lb_no(reason, CL_MELEE_AFTER, "only cavalry rallies back, straight");
        return check_steps(asked->battle, &action->path, false, true, reason) &&
               judge_after(asked->view, action,
                           LB_INCHES(VALUE_OF(asked->battle, MELEE_AFTER_RALLY)), &end, reason);
    case VERB_EXPLOIT:
        if (action->path.step[lb_most(1, action->path.count) - 1].tmm <= 0)
            return lb_no(reason, CL_MELEE_AFTER, "it exploits straight ahead");
        return check_steps(asked->battle, &action->path, true, true, reason) &&
               judge_after(asked->view, action, reach_of(asked->battle, unit), &end, reason);
    default:
        return check_pursuit(asked, action, reason);
    }
}

static void offer_path(lb_listing *list, lb_step step)
{
    lb_action action = lb_action_of(list->verb);

    action.unit = (uint16_t)LB_ASKED_ABOUT(&list->asked, AFTER)->unit;
    lb_path_add(&action.path, step);
    (void)lb_offer(list, &action);
}

void ma_offer_wheels(lb_listing *list)
{
    offer_path(list, (lb_step){LB_STEP_WHEEL, 0, LB_ANGLE_QUARTER / 3});
    offer_path(list, (lb_step){LB_STEP_WHEEL, 0, -LB_ANGLE_QUARTER / 3});
}

void ma_offer_rallies(lb_listing *list)
{
    offer_path(list, lb_step_straight(-LB_INCHES(VALUE_OF(list->asked.battle, MELEE_AFTER_RALLY))));
}

void ma_offer_exploits(lb_listing *list)
{
    uint32_t unit = (uint32_t)LB_ASKED_ABOUT(&list->asked, AFTER)->unit;

    offer_path(list, lb_step_straight(reach_of(list->asked.battle, unit)));
    offer_path(list, lb_step_straight(reach_of(list->asked.battle, unit) / 2));
}

void ma_offer_pursuits(lb_listing *list)
{
    uint32_t unit = (uint32_t)LB_ASKED_ABOUT(&list->asked, AFTER)->unit;
    const lb_view *view = list->asked.view;
    lb_unit_set near = lb_view_near(view, view->box[unit], reach_of(list->asked.battle, unit),
                                    lb_view_foes(view, lb_view_side(view, unit)));

    LB_EACH (i, &near)
        (void)lb_offer_verb(list, unit, i);
}

/// A winner goes into a new enemy: fought at once.
static void pursue(lb_run *run, uint32_t unit, uint32_t target)
{
    ma_charge charge;
    lb_reason reason;

    if (!ma_find_charge(run->view, unit, target, reach_of(run->battle, unit), &charge, &reason))
        return;
    lb_about(run, unit, target);
    charge.end.centre =
        lb_point_towards(charge.end.centre, charge.end.heading, -LB_INCHES(V(PLAY_BRINK)));
    lb_change_place(run, CL_PLAY_AFTER, unit, &charge.end);
    lb_change_mark(run, CL_PLAY_AFTER, unit, LB_CHANGE_TARGET, MARK_CHARGE, (int32_t)target + 1);
    lb_change_flags(run, CL_PLAY_AFTER, unit, UNIT_PURSUED | UNIT_PURSUES, UNIT_COUNTER);
    ma_disorder(run, CL_PLAY_DISORDER, unit, charge.ground);
    come_in(run, unit, target);
    disorder_by_contact(run, unit, target);
}

LB_PROCEDURE(after)
{
    const struct after_facts *f = LB_FACTS;
    const lb_action *action = &run->state->action;
    uint32_t unit = (uint32_t)f->unit;
    lb_footprint end;
    lb_reason reason;

    LB_BEGIN
    LB_ABOUT(unit, LB_NOBODY);
    lb_change_flags(run, CL_PLAY_AFTER, unit, 0, UNIT_WON);
    LB_ASK(1, LB_QUESTION(AFTER, run->battle->unit[unit].side, .unit = f->unit));
    if (LB_VALUE == VERB_PURSUE) {
        pursue(run, unit, action->target);
    } else if (LB_VALUE != VERB_PASS &&
               judge_after(run->view, action, LB_TABLE_MAX, &end, &reason)) {
        lb_change_place(run, CL_PLAY_AFTER, unit, &end);
        ma_carry_leaders(run);
    }
    LB_RETURN(after, .nothing = 0);
    LB_END
}

/* The phase. */

/// What comes next in T3: a pursuit, a winner who may go on, a charge, a melee that goes on.
static uint32_t first_with(const lb_run *run, uint32_t flag)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if ((run->state->unit[i].flags & flag) != 0 && lb_view_is_here(run->view, i))
            return i;
    return LB_NOBODY;
}

/// The target of the next charge on the brink whose target is still before it.
static uint32_t next_charged(const lb_run *run, int32_t *rank)
{
    uint32_t next;

    while ((next = ma_next_charger(run->view, *rank)) != LB_NOBODY) {
        uint32_t target = (uint32_t)run->state->unit[next].mark[MARK_CHARGE] - 1;
        int32_t near = LB_INCHES(V(PLAY_BRINK)) + LB_TMM_INCH / 4;

        *rank = run->state->unit[next].mark[MARK_RANK];
        if ((run->state->unit[next].flags & UNIT_BRINK) != 0 &&
            lb_view_is_here(run->view, target) && lb_view_is_within(run->view, next, target, near))
            return target;
    }
    return LB_NOBODY;
}

/// The next melee of an earlier phase, by the number of its target.
static uint32_t next_level(const lb_run *run, uint32_t from)
{
    for (uint32_t i = from; i < run->battle->unit_count; i++)
        if (run->state->unit[i].mark[MARK_FOE] == (int32_t)i + 1 && lb_view_is_here(run->view, i))
            return i;
    return LB_NOBODY;
}

/// Melees that go on from earlier phases are noted before new ones begin.
static lb_cells old_melees(const lb_run *run)
{
    lb_unit_set set = {{0}};

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (run->state->unit[i].mark[MARK_FOE] == (int32_t)i + 1)
            lb_unit_set_add(&set, (uint16_t)i);
    return lb_cells_of(&set);
}

/// True if the melee of a target goes on from an earlier phase and nobody has charged into it.
static bool is_old(const lb_cells *old, uint32_t target)
{
    lb_unit_set set = lb_cells_units(old);

    return lb_unit_set_has(&set, (uint16_t)target);
}

/// What is done before the next charge: a pursuit, or the choice of a winner.
LB_PROCEDURE(melee_phase)
{
    struct melee_phase_vars *v = LB_VARS;
    uint32_t next;

    LB_BEGIN
    v->old = old_melees(run);
    for (;;) {
        LB_ABOUT(LB_NOBODY, LB_NOBODY);
        if ((next = first_with(run, UNIT_PURSUES)) != LB_NOBODY) {
            lb_change_flags(run, CL_PLAY_AFTER, next, 0, UNIT_PURSUES);
            if (run->state->unit[next].mark[MARK_FOE] != 0)
                LB_CALL(1, fight, .target = run->state->unit[next].mark[MARK_FOE] - 1);
        } else if ((next = first_with(run, UNIT_WON)) != LB_NOBODY) {
            LB_CALL(2, after, .unit = (int32_t)next);
        } else if ((next = next_charged(run, &v->rank)) != LB_NOBODY) {
            LB_CALL(3, clash, .target = (int32_t)next);
        } else if ((next = next_level(run, (uint32_t)v->next)) != LB_NOBODY) {
            v->next = (int32_t)next + 1;
            if (is_old(&v->old, next))
                LB_CALL(4, fight, .target = (int32_t)next);
        } else {
            break;
        }
    }
    LB_RETURN(melee_phase, .nothing = 0);
    LB_END
}
