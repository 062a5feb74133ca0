// SPDX-License-Identifier: MIT
// The Fire phase: who may fire at whom with whose support, and the attacks one by one.

#include "rules/valour_fortitude/play.h"

/// The range of a unit as it stands; 0 if it cannot fire.
static int32_t range_of(lb_view *view, uint32_t unit, bool as_skirmishers)
{
    return is_marching(vf_stance(view, unit)) ? 0 : vf_reach(view->battle, unit, as_skirmishers);
}

static bool may_skirmish(lb_view *view, uint32_t unit)
{
    return view->battle->unit[unit].arm == LB_ARM_INFANTRY &&
           vf_stance(view, unit) != FORMATION_SQUARE &&
           (lb_unit_has(view->battle, unit, LB_TRAIT_SKIRMISHERS) ||
            lb_unit_has(view->battle, unit, LB_TRAIT_LIGHT));
}

/// True if an attack is one of skirmishers: by choice, or because the unit has only carbines.
static bool is_skirmish(const lb_battle *battle, const lb_action *action)
{
    return (action->option & FIRE_AS_SKIRMISHERS) != 0 ||
           battle->unit[action->unit].arm == LB_ARM_CAVALRY;
}

/// True if the unit has not fired or supported, and nobody touches it.
static bool is_ready(lb_view *view, uint32_t unit, lb_reason *reason)
{
    if ((view->state->unit[unit].flags & (UNIT_FIRED | UNIT_SKIRMISHED | UNIT_SUPPORTED)) != 0)
        return lb_no(reason, CL_FIRE_TARGET, "it has fired or lent support in this phase");
    if (is_marching(vf_stance(view, unit)))
        return lb_no(reason, CL_FIRE_MARCH_COLUMN, "march columns do not fire");
    if (view->battle->unit[unit].figure[FIGURE_FIRE] == 0)
        return lb_no(reason, CL_FIRE_RANGE, "it has nothing to fire with");
    return !lb_view_is_engaged(view, unit) || lb_no(reason, CL_FIRE_TARGET, "it touches the enemy");
}

/// Enemies about a unit, and how far they are, as far as that was asked.
typedef struct prospect {
    lb_unit_set left;          ///< those that may still be the nearest
    int32_t range;             ///< nobody beyond is looked at
    int32_t tmm[LB_UNITS_MAX]; ///< of those left; -1: not measured yet
} prospect;

/// The nearest of those left, the lowest of equals; LB_NOBODY for none. An enemy whose box is
/// farther than the nearest so far is not measured.
static uint32_t nearest_left(const lb_view *view, uint32_t unit, prospect *on)
{
    uint32_t best = LB_NOBODY;

    LB_EACH (i, &on->left) {
        if (best != LB_NOBODY && !lb_box_meets(view->box[unit], view->box[i], on->tmm[best]))
            continue;
        if (on->tmm[i] < 0)
            on->tmm[i] = lb_view_distance(view, unit, i);
        if (on->tmm[i] > on->range)
            lb_unit_set_remove(&on->left, (uint16_t)i);
        else if (best == LB_NOBODY || on->tmm[i] < on->tmm[best] ||
                 (on->tmm[i] == on->tmm[best] &&
                  lb_quad_compare_distance(&view->quad[unit], &view->quad[i], &view->quad[best]) <
                      0))
            best = i;
    }
    return best;
}

/// Takes those out of a set that touch an enemy of theirs: they are not fired at (vf.play.assault).
static void leave_out_engaged(lb_view *view, lb_unit_set *set)
{
    LB_EACH (i, set)
        if (lb_view_is_engaged(view, i))
            lb_unit_set_remove(set, (uint16_t)i);
}

/// The nearest enemy in range that the unit sees and may fire at, looked for from near to far.
static uint32_t find_nearest_target(lb_view *view, uint32_t unit)
{
    uint32_t next;
    prospect on;

    on.range = range_of(view, unit, may_skirmish(view, unit));
    on.left =
        lb_view_near(view, view->box[unit], on.range, lb_view_foes(view, lb_view_side(view, unit)));
    leave_out_engaged(view, &on.left);
    LB_EACH (i, &on.left)
        on.tmm[i] = -1;
    while ((next = nearest_left(view, unit, &on)) != LB_NOBODY && !vf_sees(view, unit, next))
        lb_unit_set_remove(&on.left, (uint16_t)next);
    return next;
}

/// The same, remembered until something moves.
static uint32_t nearest_target(lb_view *view, uint32_t unit)
{
    uint16_t nearest;

    if (!lb_view_noted(view, unit, &nearest)) {
        nearest = (uint16_t)find_nearest_target(view, unit);
        lb_view_note(view, unit, nearest);
    }
    return nearest;
}

/// True if an enemy nearer than the target is seen.
static bool sees_nearer(lb_view *view, uint32_t unit, uint32_t target)
{
    uint32_t nearest = nearest_target(view, unit);

    return nearest != LB_NOBODY && nearest != target &&
           lb_quad_compare_distance(&view->quad[unit], &view->quad[nearest], &view->quad[target]) <
               0;
}

lb_unit_set vf_targets(lb_view *view, uint32_t unit)
{
    lb_unit_set targets = {{0}};
    bool is_rocket = view->battle->unit[unit].figure[FIGURE_GUN] == GUN_ROCKET;
    int32_t range = range_of(view, unit, may_skirmish(view, unit));
    lb_reason reason;

    if (!is_ready(view, unit, &reason) || nearest_target(view, unit) == LB_NOBODY)
        return targets;
    targets =
        lb_view_near(view, view->box[unit], range, lb_view_foes(view, lb_view_side(view, unit)));
    leave_out_engaged(view, &targets);
    LB_EACH (i, &targets)
        if ((!is_rocket && sees_nearer(view, unit, i)) || !lb_view_is_within(view, unit, i, range))
            lb_unit_set_remove(&targets, (uint16_t)i);
    return targets;
}

static bool check_helper(lb_view *view, const lb_action *action, uint32_t helper, lb_reason *reason)
{
    bool skirmish = is_skirmish(view->battle, action);

    if (helper == action->unit ||
        !lb_view_is_friend(view, lb_view_side(view, action->unit), helper))
        return lb_no(reason, CL_FIRE_SUPPORT, "there is no such friend to lend support");
    if (!is_ready(view, helper, reason))
        return false;
    if (view->battle->unit[helper].arm == LB_ARM_CAVALRY && !skirmish)
        return lb_no(reason, CL_FIRE_SKIRMISH, "carbines support only skirmishers");
    if (!lb_view_is_within(view, helper, action->target,
                           range_of(view, helper, skirmish && may_skirmish(view, helper))))
        return lb_no(reason, CL_FIRE_SUPPORT, "a supporter must itself reach the target");
    return vf_sees(view, helper, action->target) ||
           lb_no(reason, CL_FIRE_SUPPORT, "a supporter must itself see the target");
}

bool vf_may_help(lb_view *view, const lb_action *action, uint32_t helper)
{
    lb_reason reason;

    return check_helper(view, action, helper, &reason);
}

static bool check_helpers(lb_view *view, const lb_action *action, lb_reason *reason)
{
    for (int i = 0; i < LB_HELPERS_MAX; i++) {
        if (action->helper[i] == LB_NOBODY)
            continue;
        for (int j = 0; j < i; j++)
            if (action->helper[j] == action->helper[i])
                return lb_no(reason, CL_FIRE_SUPPORT, "a unit lends support once");
        if (!check_helper(view, action, action->helper[i], reason))
            return false;
    }
    return true;
}

bool vf_judge_fire(lb_view *view, uint32_t side, const lb_action *action, lb_reason *reason)
{
    bool skirmish = (action->option & FIRE_AS_SKIRMISHERS) != 0;

    if (!lb_view_is_friend(view, side, action->unit))
        return lb_no(reason, CL_FIRE_TARGET, "that unit is not yours to fire with");
    if (!lb_view_is_foe(view, side, action->target))
        return lb_no(reason, CL_FIRE_TARGET, "there is no such enemy");
    if (!is_ready(view, action->unit, reason))
        return false;
    if (lb_view_is_engaged(view, action->target))
        return lb_no(reason, CL_FIRE_TARGET, "the target touches a friend");
    if (skirmish && !may_skirmish(view, action->unit))
        return lb_no(reason, CL_TRAIT_SKIRMISHERS, "it has no skirmishers to send out");
    if ((action->option & FIRE_WITH_SEVEN) != 0 && !vf_holds(view->state, side, 7))
        return lb_no(reason, CL_FATE_7, "the Seven is not in your hand");
    if (!lb_view_is_within(view, action->unit, action->target,
                           range_of(view, action->unit, skirmish)))
        return lb_no(reason, CL_FIRE_RANGE, "the target is out of range");
    if (!vf_sees(view, action->unit, action->target))
        return vf_is_in_arc(view, action->unit, action->target)
                   ? lb_no(reason, CL_LOS_LINE, "something hides the target")
                   : lb_no(reason, CL_LOS_ARC, "the target is not in its front arc");
    if (view->battle->unit[action->unit].figure[FIGURE_GUN] != GUN_ROCKET &&
        sees_nearer(view, action->unit, action->target))
        return lb_no(reason, CL_FIRE_TARGET, "a nearer enemy is in sight");
    return check_helpers(view, action, reason);
}

bool vf_check_fire(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    return vf_judge_fire(asked->view, lb_asked_side(asked), action, reason);
}

/* Listing. */

/// Adds as many supporters as may count to a legal attack.
static void add_helpers(lb_view *view, lb_action *action)
{
    const lb_unit_set *own = &view->here[lb_view_side(view, action->unit)];
    uint32_t helpers = 0;

    LB_EACH (i, own) {
        if (helpers == LB_HELPERS_MAX)
            return;
        if (i != action->unit && vf_may_help(view, action, i))
            action->helper[helpers++] = (uint16_t)i;
    }
}

/// Every way in which a unit may fire at a target.
static void offer_attacks(lb_listing *list, uint32_t unit, uint32_t target)
{
    for (uint32_t option = 0; option < 4 && !lb_listing_is_full(list); option++) {
        lb_action action = lb_action_of(VERB_FIRE);

        action.unit = (uint16_t)unit;
        action.target = (uint16_t)target;
        action.option = (uint8_t)option;
        if (!lb_offer(list, &action) || lb_listing_is_full(list) || list->mode != LB_LIST_LEGAL)
            continue;
        add_helpers(list->asked.view, &action);
        if (action.helper[0] != LB_NOBODY)
            (void)lb_offer(list, &action);
    }
}

void vf_offer_fire(lb_listing *list)
{
    lb_view *view = list->asked.view;
    uint32_t side = lb_asked_side(&list->asked);

    LB_EACH (unit, &view->here[side]) {
        lb_reason reason;
        lb_unit_set others;

        if (lb_listing_is_full(list))
            return;
        if (!is_ready(view, unit, &reason) || nearest_target(view, unit) == LB_NOBODY)
            continue;
        offer_attacks(list, unit, nearest_target(view, unit));
        if (list->mode != LB_LIST_LEGAL || lb_listing_is_full(list))
            continue;
        /* Others that are as near, or any for rockets. */
        others = vf_targets(view, unit);
        LB_EACH (target, &others)
            if (target != nearest_target(view, unit))
                offer_attacks(list, unit, target);
    }
}

/* The phase. */

/// Marks the unit that fired and those that supported it.
static void mark_fired(lb_run *run, const lb_action *action)
{
    lb_state *state = run->state;
    bool skirmish = (action->option & FIRE_AS_SKIRMISHERS) != 0;

    lb_change_flags(
        run, CL_FIRE_TARGET, action->unit,
        skirmish || vf_fires_and_acts(run->battle, action->unit) ? UNIT_SKIRMISHED : UNIT_FIRED, 0);
    for (int i = 0; i < LB_HELPERS_MAX; i++) {
        uint16_t helper = action->helper[i];

        /* A unit that supports skirmishers and has some itself sends them out. */
        if (helper != LB_NOBODY)
            lb_change_flags(run, CL_FIRE_SUPPORT, helper,
                            UNIT_SUPPORTED | (vf_fires_and_acts(run->battle, helper) ||
                                                      (is_skirmish(run->battle, action) &&
                                                       may_skirmish(run->view, helper))
                                                  ? UNIT_SKIRMISHED
                                                  : UNIT_FIRED),
                            0);
    }
    if ((action->option & FIRE_WITH_SEVEN) != 0) {
        vf_discard(run, state->active, 7);
        lb_note(run, CL_FATE_7, LB_ROLE_ACTOR);
    }
}

LB_PROCEDURE(fire_phase)
{
    lb_state *state = run->state;
    lb_question question = LB_QUESTION(FIRE, state->active, .nothing = 0);
    const struct fire_effect *effect = LB_EFFECT;
    struct fire_facts facts;

    LB_BEGIN
    while (!lb_battle_is_over(run) && lb_ask_has_choice(run, &question)) {
        LB_ABOUT(LB_CAST_SIDE | state->active, LB_NOBODY);
        LB_ASK(1, question);
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_CARD) {
            vf_play_card(run, state->active);
            continue;
        }
        LB_ABOUT(state->action.unit, state->action.target);
        facts = vf_gather_fire(run->view, &state->action);
        vf_gather_cards_of_fire(run->view, &state->action, &facts);
        mark_fired(run, &state->action);
        LB_CALL_ON(2, fire, &facts);
        vf_suffer(run, CL_HIT_BASE, frame->target, effect->losses);
        if (effect->state == STATE_ROUTED)
            vf_rout(run, frame->target, true);
    }
    LB_RETURN(fire_phase, .nothing = 0);
    LB_END
}

uint32_t vf_ranges(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX])
{
    const lb_unit_card *card = &view->battle->unit[unit];
    int32_t range = range_of(view, unit, false);
    bool is_round = lb_view_formation(view, unit) == FORMATION_SQUARE || vf_is_odt(view, unit);
    uint16_t angle = is_round ? LB_ANGLE_HALF
                              : (uint16_t)lb_least(VALUE_OF(view->battle, LOS_ARC) * 65536 / 360,
                                                   LB_ANGLE_QUARTER);
    uint32_t count = 0;

    if (card->figure[FIGURE_FIRE] == 0 || range == 0)
        return 0;
    if (card->arm == LB_ARM_ARTILLERY && card->figure[FIGURE_GUN] != GUN_ROCKET)
        rows[count++] = (lb_range){"canister", CL_FIRE_CANISTER, angle,
                                   LB_INCHES(VALUE_OF(view->battle, RANGE_CANISTER))};
    rows[count++] =
        (lb_range){card->arm == LB_ARM_ARTILLERY ? "guns" : "muskets", CL_FIRE_RANGE, angle, range};
    if (may_skirmish(view, unit))
        rows[count++] = (lb_range){"skirmishers", CL_FIRE_RANGE, angle, range_of(view, unit, true)};
    return count;
}
