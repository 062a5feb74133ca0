// SPDX-License-Identifier: MIT
// The Melee phase: squares, fights one by one, and what winners and losers do.

#include "rules/valour_fortitude/play.h"

bool vf_check_fight(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    vf_pair pair = {0, LB_NOBODY};

    while (vf_next_fight(asked->view, &pair))
        if (pair.unit == action->unit && pair.target == action->target)
            return true;
    return lb_no(reason, CL_MELEE_FIGHT, "those two have no fight to resolve");
}

void vf_offer_fights(lb_listing *list)
{
    vf_pair pair = {0, LB_NOBODY};

    while (vf_next_fight(list->asked.view, &pair))
        (void)lb_offer_verb(list, pair.unit, pair.target);
}

/// A loss outside of any fight: a shaken unit has its valour tested.
LB_PROCEDURE(strike)
{
    const struct strike_facts *f = LB_FACTS;
    uint32_t unit = (uint32_t)f->unit;

    LB_BEGIN
    LB_ABOUT(unit, f->from);
    LB_CALL(1, after_losses, .markers = run->state->unit[unit].mark[MARK_LOSSES],
            .tenacity = vf_tenacity(run->battle, run->state, unit), .suffered = 1,
            .stoic = vf_has(run->battle, unit, LB_TRAIT_STOIC),
            .eight = vf_holds(run->state, run->battle->unit[unit].side, 8), .role = LB_ROLE_ACTOR);
    vf_suffer(run, CL_VALOUR, unit, 1);
    if (((const struct after_losses_effect *)LB_EFFECT)->state == STATE_ROUTED)
        vf_rout(run, unit, true);
    LB_RETURN(strike, .nothing = 0);
    LB_END
}

/// The next cavalry of either side that touches squares and has not tried them; LB_NOBODY at
/// the end.
static uint32_t next_at_square(const lb_run *run, const lb_cells *tried,
                               struct square_contact_facts *facts)
{
    lb_unit_set done = lb_cells_units(tried);

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (lb_view_is_here(run->view, i) && !lb_unit_set_has(&done, (uint16_t)i) &&
            vf_gather_square(run->view, i, facts))
            return i;
    return LB_NOBODY;
}

/// The first square that cavalry touches.
static uint32_t square_before(const lb_view *view, uint32_t unit)
{
    LB_EACH (i, lb_view_foes(view, lb_view_side(view, unit)))
        if (lb_view_formation(view, i) == FORMATION_SQUARE && lb_view_touch(view, i, unit))
            return i;
    return LB_NOBODY;
}

/// True if there is a fight to resolve, with the first pair; *is_only if there is no other.
static bool find_fight(const lb_run *run, vf_pair *pair, bool *is_only)
{
    vf_pair other;

    *pair = (vf_pair){0, LB_NOBODY};
    if (!vf_next_fight(run->view, pair))
        return false;
    other = *pair;
    *is_only = !vf_next_fight(run->view, &other);
    return true;
}

LB_PROCEDURE(melee_phase)
{
    lb_state *state = run->state;
    struct melee_phase_vars *v = LB_VARS;
    lb_question question = LB_QUESTION(MELEE, (uint32_t)v->window ^ state->active, .nothing = 0);
    struct square_contact_facts square;
    vf_pair pair;
    uint32_t unit;
    bool is_only;
    int32_t result;

    LB_BEGIN
    /* Both may play cards for the phase, the active side first. */
    for (v->window = 0; v->window < LB_SIDES; v->window++) {
        question.side = (uint8_t)((uint32_t)v->window ^ state->active);
        while (lb_ask_has_choice(run, &question)) {
            LB_ASK(1, question);
            if (LB_VALUE == VERB_PASS)
                break;
            vf_play_card(run, (uint32_t)v->window ^ state->active);
        }
    }
    while ((unit = next_at_square(run, &v->tried, &square)) != LB_NOBODY) {
        LB_ABOUT(unit, square_before(run->view, unit));
        LB_CALL_ON(2, square_contact, &square);
        result = ((const struct square_contact_effect *)LB_EFFECT)->result;
        lb_cells_add(&v->tried, frame->actor);
        if (result == CONTACT_FIGHTS)
            continue;
        if (result == CONTACT_RETREATS_LOSS)
            LB_CALL(5, strike, .unit = frame->actor, .from = frame->target);
        if (lb_view_is_here(run->view, frame->actor))
            vf_fall_back(run, frame->actor);
    }
    while (!vf_is_over(run) && find_fight(run, &pair, &is_only)) {
        if (!is_only) {
            LB_ASK(3, LB_QUESTION(FIGHT, state->active, .nothing = 0));
            pair = (vf_pair){state->action.unit, state->action.target};
        }
        LB_CALL(4, fight, .unit = (int32_t)pair.unit, .target = (int32_t)pair.target);
    }
    LB_RETURN(melee_phase, .nothing = 0);
    LB_END
}

/* One fight. */

/// Marks everybody who takes part, so that nobody fights twice.
static void mark_fight(lb_run *run, uint32_t unit, uint32_t target)
{
    lb_unit_set all = vf_supporters(run->view, unit, target);
    lb_unit_set theirs = vf_supporters(run->view, target, unit);

    lb_unit_set_join(&all, &theirs);
    lb_unit_set_add(&all, (uint16_t)unit);
    lb_unit_set_add(&all, (uint16_t)target);
    LB_EACH (i, &all)
        lb_change_flags(run, CL_MELEE_FIGHT, i, UNIT_FOUGHT, 0);
}

/// vf.result.cavalry: losing cavalry goes back, and so does cavalry that supported the loser.
static void fall_back_all(lb_run *run, uint32_t loser, uint32_t winner)
{
    lb_unit_set own = run->view->here[run->battle->unit[loser].side];

    LB_EACH (i, &own)
        if (lb_view_is_here(run->view, i) && is_cavalry(lb_view_formation(run->view, i)) &&
            (i == loser || lb_view_touch(run->view, i, winner))) {
            lb_tell_of(run, LB_EVENT_NOTE, CL_RESULT_CAVALRY, lb_unit_actor(i), 0);
            vf_fall_back(run, i);
        }
}

/// vf.trait.headstrong: leads a unit to the nearest visible enemy in reach; LB_NOBODY if there is
/// none.
static uint32_t rush_on(lb_run *run, uint32_t unit)
{
    lb_view *view = run->view;
    int32_t reach = vf_allowance(run->battle, run->state, unit, lb_view_formation(view, unit));
    lb_footprint start = lb_view_footprint(view, unit), end, best_end = start;
    uint32_t best = LB_NOBODY;

    LB_EACH (i, lb_view_foes(view, lb_view_side(view, unit))) {
        int32_t distance = lb_view_distance(view, unit, i);

        if (distance > reach || !vf_sees(view, unit, i) ||
            !vf_close_in(view, unit, i, &start, &end))
            continue;
        best = i;
        best_end = end;
        reach = distance - 1;
    }
    if (best == LB_NOBODY)
        return best;
    lb_change_place(run, CL_TRAIT_HEADSTRONG, unit, &best_end);
    lb_tell_of_two(run, LB_EVENT_SET, CL_TRAIT_HEADSTRONG, lb_unit_actor(unit), lb_unit_actor(best),
                   (int32_t)best);
    return best;
}

/// Applies the losses and states of a fight.
static void apply_fight(lb_run *run, uint32_t unit, uint32_t target, bool is_odt,
                        const struct melee_effect *effect)
{
    bool active_wins = effect->winner == WINNER_ACTIVE;

    vf_suffer(run, CL_HIT_BASE, unit, effect->a_losses);
    vf_suffer(run, CL_HIT_BASE, target, effect->d_losses);
    lb_change_flags(run, CL_RESULT_WINNER, active_wins ? unit : target, UNIT_WON, 0);
    if (effect->a_state == STATE_ROUTED)
        vf_rout(run, unit, true);
    if (effect->d_state == STATE_ROUTED)
        vf_rout(run, target, true);
    if (!is_odt)
        fall_back_all(run, active_wins ? target : unit, active_wins ? unit : target);
}

/// The first unit of a fight that is unpredictable and has not shown what it is; LB_NOBODY for
/// none.
static uint32_t unproved(const lb_run *run, uint32_t unit, uint32_t target)
{
    const uint32_t both[] = {unit, target};

    for (int i = 0; i < 2; i++)
        if (vf_has(run->battle, both[i], LB_TRAIT_UNPREDICTABLE) &&
            (run->state->unit[both[i]].flags & UNIT_TRIED) == 0)
            return both[i];
    return LB_NOBODY;
}

/// vf.trait.unpredictable
static void prove(lb_run *run, uint32_t unit, int32_t face)
{
    int32_t better = face <= V(UNPREDICTABLE_BAD)    ? V(UNPREDICTABLE_WORSE)
                     : face >= V(UNPREDICTABLE_GOOD) ? V(UNPREDICTABLE_BETTER)
                                                     : 0;

    lb_change_flags(run, CL_TRAIT_UNPREDICTABLE, unit, UNIT_TRIED, 0);
    lb_change_mark(run, CL_TRAIT_UNPREDICTABLE, unit, LB_CHANGE_WORTH, MARK_WORTH,
                   run->state->unit[unit].mark[MARK_WORTH] + better);
    lb_tell_of(run, LB_EVENT_SET, CL_TRAIT_UNPREDICTABLE, lb_unit_actor(unit), face);
}

/// True if the winner is cavalry that may go back: neither side occupies defendable terrain.
static bool may_go_back(const lb_run *run, const struct fight_vars *v)
{
    return v->odt == 0 && v->again == 0 && lb_view_is_here(run->view, (uint32_t)v->winner) &&
           is_cavalry(lb_view_formation(run->view, (uint32_t)v->winner));
}

/// True if the winner is headstrong cavalry that rushes on: not a second time.
static bool rushes_on(const lb_run *run, const struct fight_vars *v, uint32_t unit, uint32_t target)
{
    return v->again == 0 && (uint32_t)v->winner == unit && lb_view_is_here(run->view, unit) &&
           vf_has(run->battle, unit, LB_TRAIT_HEADSTRONG) &&
           !(lb_view_is_here(run->view, target) && lb_view_touch(run->view, unit, target));
}

static lb_roll one_die(const lb_run *run, uint16_t clause)
{
    return lb_thrown_by(run, LB_ROLE_ACTOR, 1, lb_roll_sum(clause, 1));
}

LB_PROCEDURE(fight)
{
    lb_state *state = run->state;
    const struct fight_facts *f = LB_FACTS;
    struct fight_vars *v = LB_VARS;
    const struct melee_effect *effect = LB_EFFECT;
    uint32_t unit = (uint32_t)f->unit,
             target = v->again ? (uint32_t)v->again - 1 : (uint32_t)f->target;
    struct melee_facts facts;

    LB_BEGIN
    LB_ABOUT(unit, target);
    if (vf_has(run->battle, unit, LB_TRAIT_HIT_AND_RUN)) {
        mark_fight(run, unit, target);
        LB_ROLL(1, one_die(run, CL_TRAIT_HIT_AND_RUN));
        lb_tell(run, LB_EVENT_SET, CL_TRAIT_HIT_AND_RUN, LB_ROLE_ACTOR, LB_VALUE);
        if (LB_VALUE <= V(HIT_AND_RUN_OWN))
            LB_CALL(5, strike, .unit = (int32_t)unit, .from = (int32_t)target);
        else if (LB_VALUE >= V(HIT_AND_RUN_TARGET))
            LB_CALL(6, strike, .unit = (int32_t)target, .from = (int32_t)unit);
        if (lb_view_is_here(run->view, unit))
            vf_fall_back(run, unit);
        LB_RETURN(fight, .nothing = 0);
    }
    while (unproved(run, unit, target) != LB_NOBODY) {
        LB_ABOUT(unproved(run, unit, target), LB_NOBODY);
        LB_ROLL(2, one_die(run, CL_TRAIT_UNPREDICTABLE));
        prove(run, frame->actor, LB_VALUE);
    }
    do {
        target = v->again ? (uint32_t)v->again - 1 : (uint32_t)f->target;
        LB_ABOUT(unit, target);
        facts = vf_gather_melee(run->view, unit, target);
        vf_gather_cards_of_melee(run->view, unit, target, &facts);
        v->odt = facts.a.odt || facts.d.odt;
        mark_fight(run, unit, target);
        LB_CALL_ON(3, melee, &facts);
        apply_fight(run, unit, target, v->odt != 0, effect);
        v->winner = (int32_t)(effect->winner == WINNER_ACTIVE ? unit : target);
        if (!rushes_on(run, v, unit, target))
            break;
        v->again = (int32_t)rush_on(run, unit) + 1;
        if (v->again == LB_NOBODY + 1)
            v->again = 0;
        else
            lb_change_mark(run, CL_TRAIT_HEADSTRONG, unit, LB_CHANGE_WORTH, MARK_MELEE,
                           state->unit[unit].mark[MARK_MELEE] + V(HEADSTRONG_MELEE));
    } while (v->again != 0);
    if (may_go_back(run, v)) {
        LB_ASK(4, LB_QUESTION(GO_BACK, run->battle->unit[v->winner].side, .unit = v->winner));
        if (LB_VALUE == VERB_YES)
            vf_fall_back(run, (uint32_t)v->winner);
    }
    LB_RETURN(fight, .nothing = 0);
    LB_END
}
