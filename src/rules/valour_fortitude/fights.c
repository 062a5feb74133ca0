// SPDX-License-Identifier: MIT
// The Melee phase: squares, fights one by one, and what winners and losers do.

#include "rules/valour_fortitude/play.h"

bool vf_check_fight(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    vf_contact contact = {0, LB_NOBODY};

    while (vf_next_contact(asked->view, &contact))
        if (contact.unit == action->unit && contact.target == action->target)
            return true;
    return lb_no(reason, CL_MELEE_FIGHT, "those two have no fight to resolve");
}

void vf_offer_fights(lb_listing *list)
{
    vf_contact contact = {0, LB_NOBODY};

    while (vf_next_contact(list->asked.view, &contact))
        (void)lb_offer_verb(list, contact.unit, contact.target);
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
            .stoic = lb_unit_has(run->battle, unit, LB_TRAIT_STOIC),
            .daunted = (run->state->unit[unit].flags & UNIT_DAUNTED) != 0,
            .eight = vf_holds(run->state, run->battle->unit[unit].side, 8), .role = LB_ROLE_ACTOR);
    vf_suffer(run, CL_VALOUR, unit, 1);
    if (((const struct after_losses_effect *)LB_EFFECT)->state == STATE_ROUTED)
        vf_rout(run, unit, true);
    LB_RETURN(strike, .nothing = 0);
    LB_END
}

/// The next cavalry that touches squares and has not tried them, the active side's first
/// (vf.play.order); LB_NOBODY at the end.
static uint32_t next_at_square(const lb_run *run, const lb_cells *tried,
                               struct square_contact_facts *facts)
{
    lb_unit_set done = lb_cells_units(tried);

    for (uint32_t s = 0; s < LB_SIDES; s++)
        LB_EACH (i, &run->view->here[s ^ run->state->active])
            if (!lb_unit_set_has(&done, (uint16_t)i) && vf_gather_square(run->view, i, facts))
                return i;
    return LB_NOBODY;
}

/// The first square that cavalry touches.
static uint32_t square_before(lb_view *view, uint32_t unit)
{
    LB_EACH (i, lb_view_foes(view, lb_view_side(view, unit)))
        if (vf_stance(view, i) == FORMATION_SQUARE && lb_view_touch(view, i, unit))
            return i;
    return LB_NOBODY;
}

/// True if there is a fight to resolve, with the first contact; *is_only if there is no other.
static bool find_fight(const lb_run *run, vf_contact *contact, bool *is_only)
{
    vf_contact other;

    *contact = (vf_contact){0, LB_NOBODY};
    if (!vf_next_contact(run->view, contact))
        return false;
    other = *contact;
    *is_only = !vf_next_contact(run->view, &other);
    return true;
}

/// True if there is a fight to resolve, or cavalry before a square.
static bool has_melee(const lb_run *run)
{
    const lb_cells nobody = {0};
    struct square_contact_facts square;
    vf_contact contact;
    bool is_only;

    return find_fight(run, &contact, &is_only) ||
           next_at_square(run, &nobody, &square) != LB_NOBODY;
}

/// Who touches nobody any more has nothing to storm.
static void forget_storms(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if ((run->state->unit[i].flags & UNIT_STORMED) != 0 &&
            !(lb_view_is_here(run->view, i) && lb_view_is_engaged(run->view, i)))
            lb_change_flags(run, CL_PLAY_WALL, i, 0, UNIT_STORMED);
}

LB_PROCEDURE(melee_phase)
{
    lb_state *state = run->state;
    struct melee_phase_vars *v = LB_VARS;
    lb_question question = LB_QUESTION(MELEE, (uint32_t)v->window ^ state->active, .nothing = 0);
    struct square_contact_facts square;
    vf_contact contact;
    uint32_t unit;
    bool is_only;
    int32_t result;

    LB_BEGIN
    /* Both may play cards for the phase, the active side first. What cards do here ends with the
       phase, so nobody is asked if there is nothing to fight out. */
    for (v->window = has_melee(run) ? 0 : LB_SIDES; v->window < LB_SIDES; v->window++) {
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
            vf_fall_back(run, frame->actor, CL_SQUARE_CONTACT);
    }
    while (!lb_battle_is_over(run) && find_fight(run, &contact, &is_only)) {
        if (!is_only) {
            LB_ASK(3, LB_QUESTION(FIGHT, state->active, .nothing = 0));
            contact = (vf_contact){state->action.unit, state->action.target};
        }
        LB_CALL(4, fight, .unit = (int32_t)contact.unit, .target = (int32_t)contact.target);
    }
    forget_storms(run);
    LB_RETURN(melee_phase, .nothing = 0);
    LB_END
}

/* One fight. */

/// A unit fights once in a phase; to lend support is not to fight (vf.play.support).
static void mark_fight(lb_run *run, uint32_t unit, uint32_t target)
{
    lb_change_flags(run, CL_MELEE_FIGHT, unit, UNIT_FOUGHT, 0);
    lb_change_flags(run, CL_MELEE_FIGHT, target, UNIT_FOUGHT, 0);
}

/// The cavalry of one side of a fight: the unit itself, and its supports against the other.
static lb_unit_set cavalry_of(lb_view *view, uint32_t unit, uint32_t other)
{
    lb_unit_set all = vf_supporters(view, unit, other);

    lb_unit_set_add(&all, (uint16_t)unit);
    LB_EACH (i, &all)
        if (!is_cavalry(lb_view_formation(view, i)))
            lb_unit_set_remove(&all, (uint16_t)i);
    return all;
}

/// vf.result.cavalry: losing cavalry goes back, and so does cavalry that supported the loser.
static void fall_back_all(lb_run *run, const lb_unit_set *losers)
{
    LB_EACH (i, losers)
        if (lb_view_is_here(run->view, i)) {
            lb_tell_of(run, LB_EVENT_NOTE, CL_RESULT_CAVALRY, lb_unit_actor(i), 0);
            vf_fall_back(run, i, CL_RESULT_CAVALRY);
        }
}

/// Says what the ground and the faces that touch have done to a fight.
static void tell_fight(lb_run *run, uint32_t unit, uint32_t target, const struct melee_facts *facts)
{
    if (run->sink == NULL)
        return;
    if (facts->a.enfilade || facts->d.enfilade)
        lb_note(run, CL_PLAY_FACES, LB_ROLE_NONE);
    if (vf_is_garrison(run->view, unit) || vf_is_garrison(run->view, target))
        lb_note(run, CL_PLAY_GARRISON, LB_ROLE_NONE);
    if (vf_is_behind_wall(run->view, unit, target) || vf_is_behind_wall(run->view, target, unit))
        lb_note(run, CL_PLAY_WALL, LB_ROLE_NONE);
}

/// Applies the losses and states of a fight. *winners is the cavalry that has won it.
static void apply_fight(lb_run *run, uint32_t unit, uint32_t target, bool is_odt,
                        const struct melee_effect *effect, lb_unit_set *winners)
{
    bool active_wins = effect->winner == WINNER_ACTIVE;
    uint32_t winner = active_wins ? unit : target, loser = active_wins ? target : unit;
    lb_unit_set losers = cavalry_of(run->view, loser, winner);

    *winners = cavalry_of(run->view, winner, loser);
    vf_suffer(run, CL_HIT_BASE, unit, effect->a_losses);
    vf_suffer(run, CL_HIT_BASE, target, effect->d_losses);
    lb_change_flags(run, CL_RESULT_WINNER, winner, UNIT_WON, 0);
    if (effect->a_state == STATE_ROUTED)
        vf_rout(run, unit, true);
    if (effect->d_state == STATE_ROUTED)
        vf_rout(run, target, true);
    if (!is_odt)
        fall_back_all(run, &losers);
}

/// The first unit of a fight that is unpredictable and has not shown what it is; LB_NOBODY for
/// none.
static uint32_t unproved(const lb_run *run, uint32_t unit, uint32_t target)
{
    const uint32_t both[] = {unit, target};

    for (int i = 0; i < 2; i++)
        if (lb_unit_has(run->battle, both[i], LB_TRAIT_UNPREDICTABLE) &&
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

/// True if the winner is headstrong cavalry that has beaten its enemy off, and may rush on.
static bool may_rush(const lb_run *run, const struct fight_vars *v, uint32_t unit, uint32_t target)
{
    return v->rushes < V(HEADSTRONG_FIGHTS) && (uint32_t)v->winner == unit &&
           lb_view_is_here(run->view, unit) &&
           lb_unit_has(run->battle, unit, LB_TRAIT_HEADSTRONG) &&
           !(lb_view_is_here(run->view, target) && lb_view_touch(run->view, unit, target));
}

/// Rushes on, if there is somebody to rush at: he is the next target.
static void rush_on(lb_run *run, struct fight_vars *v, uint32_t unit, uint32_t beaten)
{
    uint32_t next = vf_rush(run, unit, beaten);

    v->target = (int32_t)next;
    if (next == LB_NOBODY)
        return;
    if (v->rushes++ == 0)
        lb_change_mark(run, CL_TRAIT_HEADSTRONG, unit, LB_CHANGE_WORTH, MARK_RUSH,
                       V(HEADSTRONG_MELEE));
}

static lb_roll one_die(const lb_run *run, uint16_t clause)
{
    return lb_thrown_by(run, LB_ROLE_ACTOR, 1, lb_roll_sum(clause, 1));
}

/// vf.play.support: every cavalry unit that has won a fight may go back, the unit that attacked
/// first. `next` is 1 more than the number from which the others are looked through, 0 before.
LB_PROCEDURE(victory)
{
    const struct victory_facts *f = LB_FACTS;
    struct victory_vars *v = LB_VARS;
    lb_unit_set left;

    LB_BEGIN
    for (;;) {
        left = lb_cells_units(&f->cavalry);
        if (v->next == 0 && lb_unit_set_has(&left, (uint16_t)f->winner)) {
            v->unit = f->winner;
        } else {
            lb_unit_set_remove(&left, (uint16_t)f->winner);
            v->unit = lb_unit_set_next(&left, (uint32_t)lb_most(0, v->next - 1));
            if (v->unit == LB_NO_INDEX)
                break;
            lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_SUPPORT, lb_unit_actor((uint32_t)v->unit), 0);
        }
        v->next = v->unit == f->winner ? 1 : v->unit + 2;
        if (!lb_view_is_here(run->view, (uint32_t)v->unit) ||
            !vf_can_fall_back(run->view, (uint32_t)v->unit))
            continue;
        LB_ASK(1, LB_QUESTION(GO_BACK, run->battle->unit[v->unit].side, .unit = v->unit));
        if (LB_VALUE == VERB_YES)
            vf_fall_back(run, (uint32_t)v->unit, CL_RESULT_CAVALRY);
    }
    LB_RETURN(victory, .nothing = 0);
    LB_END
}

/// vf.trait.hit-and-run: ends the fight of the unit that runs, and no other.
LB_PROCEDURE(raid)
{
    const struct raid_facts *f = LB_FACTS;
    uint32_t unit = (uint32_t)f->unit;

    LB_BEGIN
    lb_change_flags(run, CL_TRAIT_HIT_AND_RUN, unit, UNIT_FOUGHT, 0);
    LB_ROLL(1, one_die(run, CL_TRAIT_HIT_AND_RUN));
    lb_tell(run, LB_EVENT_SET, CL_TRAIT_HIT_AND_RUN, LB_ROLE_ACTOR, LB_VALUE);
    if (LB_VALUE <= V(HIT_AND_RUN_OWN))
        LB_CALL(2, strike, .unit = f->unit, .from = f->target);
    else if (LB_VALUE >= V(HIT_AND_RUN_TARGET))
        LB_CALL(3, strike, .unit = f->target, .from = f->unit);
    if (lb_view_is_here(run->view, unit))
        vf_fall_back(run, unit, CL_TRAIT_HIT_AND_RUN);
    LB_RETURN(raid, .nothing = 0);
    LB_END
}

LB_PROCEDURE(fight)
{
    const struct fight_facts *f = LB_FACTS;
    struct fight_vars *v = LB_VARS;
    const struct melee_effect *effect = LB_EFFECT;
    uint32_t unit = (uint32_t)f->unit, target;
    struct melee_facts facts;
    lb_unit_set winners;

    LB_BEGIN
    LB_ABOUT(unit, f->target);
    if (lb_unit_has(run->battle, unit, LB_TRAIT_HIT_AND_RUN)) {
        LB_CALL(1, raid, .unit = f->unit, .target = f->target);
        LB_RETURN(fight, .nothing = 0);
    }
    if (lb_unit_has(run->battle, (uint32_t)f->target, LB_TRAIT_HIT_AND_RUN)) {
        LB_ABOUT(f->target, unit);
        LB_CALL(5, raid, .unit = f->target, .target = f->unit);
        LB_RETURN(fight, .nothing = 0);
    }
    while (unproved(run, unit, (uint32_t)f->target) != LB_NOBODY) {
        LB_ABOUT(unproved(run, unit, (uint32_t)f->target), LB_NOBODY);
        LB_ROLL(2, one_die(run, CL_TRAIT_UNPREDICTABLE));
        prove(run, frame->actor, LB_VALUE);
    }
    for (v->target = f->target; v->target != LB_NOBODY;) {
        target = (uint32_t)v->target;
        LB_ABOUT(unit, target);
        facts = vf_gather_melee(run->view, unit, target);
        vf_gather_cards_of_melee(run->view, unit, target, &facts);
        tell_fight(run, unit, target, &facts);
        v->odt = facts.a.odt || facts.d.odt;
        mark_fight(run, unit, target);
        LB_CALL_ON(3, melee, &facts);
        target = (uint32_t)v->target;
        v->winner = (int32_t)(effect->winner == WINNER_ACTIVE ? unit : target);
        apply_fight(run, unit, target, v->odt != 0, effect, &winners);
        v->target = LB_NOBODY;
        if (may_rush(run, v, unit, target))
            rush_on(run, v, unit, target);
        /* Headstrong cavalry that has rushed does not go back. */
        if (v->rushes > 0)
            lb_unit_set_remove(&winners, (uint16_t)unit);
        if (v->odt == 0)
            LB_CALL(4, victory, .winner = v->winner, .cavalry = lb_cells_of(&winners));
    }
    LB_RETURN(fight, .nothing = 0);
    LB_END
}
