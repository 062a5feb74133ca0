// SPDX-License-Identifier: MIT
// T2: who fires at whom. Both sides name their targets, then all roll; losses fall together.

#include "rules/march_attack/play.h"

/// True if a unit fires in this phase at all.
static bool is_ready(const lb_view *view, uint32_t unit, lb_reason *reason)
{
    const lb_unit *of = &view->state->unit[unit];

    if (ma_is_cavalry(view->battle, unit))
        return lb_no(reason, CL_PLAY_FIRE, "cavalry does not fire");
    if (lb_view_formation(view, unit) == FORMATION_LIMBERED)
        return lb_no(reason, CL_PLAY_FIRE, "limbered guns do not fire");
    if (ma_is_in_melee(view->state, unit))
        return lb_no(reason, CL_PLAY_FIRE, "it is in melee");
    if (of->mark[MARK_CHARGE] != 0)
        return lb_no(reason, CL_PLAY_FIRE, "it charges");
    if ((of->flags & UNIT_SILENT) != 0)
        return lb_no(reason, ma_is_guns(view->battle, unit) ? CL_PLAY_GUNS : CL_PLAY_FIRE,
                     "after such a move it does not fire");
    return of->mark[MARK_AIM] == 0 || lb_no(reason, CL_PLAY_FIRE, "it has its target");
}

/// True if a target is in range, arc and sight, and not in melee.
static bool is_target(lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason)
{
    int32_t range = lb_view_range(view, ma_ranges_of(view->battle, unit).longest);

    if (ma_is_in_melee(view->state, target))
        return lb_no(reason, CL_PLAY_FIRE, "that enemy is in melee");
    if (!lb_view_is_within(view, unit, target, range))
        return lb_no(reason, CL_FIRE_RANGE, "the target is out of range");
    if (!ma_is_in_arc(view, unit, target))
        return lb_no(reason, CL_PLAY_FIRE, "the target is not in its front arc");
    return ma_sees(view, unit, target) ||
           lb_no(reason, CL_PLAY_SIGHT, "something hides the target");
}

/// The nearest enemy that a unit could fire at; LB_NOBODY for none.
static uint32_t nearest_target(lb_view *view, uint32_t unit)
{
    int32_t range = lb_view_range(view, ma_ranges_of(view->battle, unit).longest);
    lb_unit_set near =
        lb_view_near(view, view->box[unit], range, lb_view_foes(view, lb_view_side(view, unit)));
    uint32_t best = LB_NOBODY;
    lb_reason reason;

    LB_EACH (i, &near)
        if ((best == LB_NOBODY ||
             lb_quad_compare_distance(&view->quad[unit], &view->quad[i], &view->quad[best]) < 0) &&
            is_target(view, unit, i, &reason))
            best = i;
    return best;
}

bool ma_has_target(lb_view *view, uint32_t unit)
{
    lb_reason reason;

    return is_ready(view, unit, &reason) && nearest_target(view, unit) != LB_NOBODY;
}

bool ma_have_targets(lb_view *view, uint32_t group)
{
    lb_unit_set units = ma_units(view, group);
    uint32_t count = 0;

    LB_EACH (i, &units)
        count += ma_has_target(view, i);
    return 2 * count > lb_unit_set_count(&units);
}

/// ma.play.target
static bool check_choice(lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason)
{
    int32_t close = ma_ranges_of(view->battle, unit).close;
    uint32_t nearest;

    if (ma_first_charger(view, unit) != LB_NOBODY)
        return view->state->unit[target].mark[MARK_CHARGE] == (int32_t)unit + 1 ||
               lb_no(reason, CL_PLAY_TARGET, "it is charged: it fires at a charger or not at all");
    nearest = nearest_target(view, unit);
    if (nearest == LB_NOBODY || nearest == target)
        return true;
    if (ma_is_guns(view->battle, unit))
        return lb_view_is_within(view, unit, target, close) ||
               !lb_view_is_within(view, unit, nearest, close) ||
               lb_no(reason, CL_PLAY_TARGET, "an enemy is at close range");
    return lb_quad_compare_distance(&view->quad[unit], &view->quad[nearest], &view->quad[target]) >=
               0 ||
           lb_no(reason, CL_PLAY_TARGET, "a nearer enemy is in sight");
}

bool ma_may_fire(lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason)
{
    return is_ready(view, unit, reason) && is_target(view, unit, target, reason) &&
           check_choice(view, unit, target, reason);
}

bool ma_check_fire(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), action->unit))
        return lb_no(reason, CL_PLAY_FIRE, "that unit is not yours to fire with");
    if (!lb_view_is_foe(asked->view, lb_asked_side(asked), action->target))
        return lb_no(reason, CL_PLAY_FIRE, "there is no such enemy");
    return ma_may_fire(asked->view, action->unit, action->target, reason);
}

void ma_offer_fire(lb_listing *list)
{
    lb_view *view = list->asked.view;
    uint32_t side = lb_asked_side(&list->asked);

    LB_EACH (i, &view->here[side]) {
        lb_reason reason;
        lb_unit_set near;

        if (!is_ready(view, i, &reason))
            continue;
        near = lb_view_near(view, view->box[i], ma_ranges_of(view->battle, i).longest,
                            lb_view_foes(view, side));
        LB_EACH (k, &near) {
            if (lb_listing_is_full(list))
                return;
            (void)lb_offer_verb(list, i, k);
        }
    }
}

/* The phase. */

/// The next unit of a side that has a target and has not rolled, from a number on; LB_NOBODY.
static uint32_t next_firer(const lb_run *run, uint32_t side, uint32_t from)
{
    for (uint32_t i = from; i < run->battle->unit_count; i++)
        if (run->battle->unit[i].side == side && run->state->unit[i].mark[MARK_AIM] != 0)
            return i;
    return LB_NOBODY;
}

/// All losses fall together.
static void let_losses_fall(lb_run *run)
{
    for (uint32_t n = 0; n < LB_SIDES; n++)
        for (uint32_t i = 0; i < run->battle->unit_count; i++) {
            const int16_t *mark = run->state->unit[i].mark;

            if (run->battle->unit[i].side != (n ^ run->state->active) || mark[MARK_RESULT] == 0)
                continue;
            lb_about(run, i, (uint32_t)mark[MARK_AIM] - 1);
            ma_suffer(run, ma_is_guns(run->battle, i) ? CL_ART_RESULT : CL_SMALL_HITS,
                      (uint32_t)mark[MARK_AIM] - 1, mark[MARK_RESULT]);
        }
}

/// `step` runs over the sides: both name their targets, then both roll.
LB_PROCEDURE(firing)
{
    struct firing_vars *v = LB_VARS;
    const lb_action *action = &run->state->action;
    uint32_t side = (uint32_t)v->step % LB_SIDES ^ run->state->active;
    lb_question question = LB_QUESTION(FIRE, side, .nothing = 0);
    struct small_arms_facts small;
    struct artillery_facts guns;

    LB_BEGIN
    for (v->step = 0; v->step < LB_SIDES; v->step++) {
        question.side = (uint8_t)((uint32_t)v->step ^ run->state->active);
        while (lb_ask_has_choice(run, &question)) {
            LB_ABOUT(LB_CAST_SIDE | question.side, LB_NOBODY);
            LB_ASK(1, question);
            if (LB_VALUE == VERB_PASS)
                break;
            LB_ABOUT(action->unit, action->target);
            lb_change_mark(run, CL_PLAY_FIRE, action->unit, LB_CHANGE_TARGET, MARK_AIM,
                           action->target + 1);
        }
    }
    for (v->step = 0; v->step < LB_SIDES; v->step++)
        for (v->unit = 0;; v->unit++) {
            v->unit =
                (int32_t)next_firer(run, (uint32_t)v->step ^ run->state->active, (uint32_t)v->unit);
            if (v->unit == LB_NOBODY)
                break;
            LB_ABOUT(v->unit, run->state->unit[v->unit].mark[MARK_AIM] - 1);
            lb_note(run, CL_PLAY_FIRE, LB_ROLE_ACTOR);
            if (ma_is_guns(run->battle, (uint32_t)v->unit)) {
                guns = ma_gather_artillery(run->view, (uint32_t)v->unit, frame->target);
                LB_CALL_ON(2, artillery, &guns);
            } else {
                small = ma_gather_small_arms(run->view, (uint32_t)v->unit, frame->target);
                LB_CALL_ON(3, small_arms, &small);
            }
            lb_change_mark(run, CL_PLAY_FIRE, (uint32_t)v->unit, LB_CHANGE_TALLY, MARK_RESULT,
                           ((const struct artillery_effect *)LB_EFFECT)->result);
        }
    let_losses_fall(run);
    LB_CALL(4, aftermath, .skirmish = 0, .melee = 0);
    LB_RETURN(firing, .nothing = 0);
    LB_END
}

uint32_t ma_ranges_shown(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX])
{
    static const char *const words[] = {"close range", "effective range", "long range"};
    ma_ranges ranges = ma_ranges_of(view->battle, unit);
    int32_t tmm[] = {ranges.close, ranges.effective, ranges.longest};
    uint16_t angle = ma_arc_of(view, unit);
    uint32_t count = 0;

    if (ranges.longest == 0 || lb_view_formation(view, unit) == FORMATION_LIMBERED)
        return 0;
    if (!ma_is_guns(view->battle, unit)) {
        rows[0] = (lb_range){"muskets", CL_FIRE_RANGE, angle, ranges.longest};
        return 1;
    }
    for (uint32_t i = 0; i < 3; i++)
        rows[count++] = (lb_range){words[i], CL_FIRE_RANGE, angle, tmm[i]};
    return count;
}
