// SPDX-License-Identifier: MIT
// Charges on the table: the answer of the unit that is charged, contact, the fight and the pursuit.
//
// The steps of both charges are in charges.c; here their facts are gathered and what comes out is
// written to the table. A contact of the Preliminary stage is fought at once, one made on an order
// waits for the Combat stage as MARK_TARGET of the unit that made it.

#include "rules/napoleons_legacy/play.h"

enum { LINE_RINGS = 16 }; ///< how far around a beaten square looks for room

/* Squares. */

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

bool nl_may_evade(const lb_view *view, uint32_t unit)
{
    return (nl_is_mounted(view->battle, view->state, unit) ||
            lb_view_formation(view, unit) == FORMATION_SKIRMISH ||
            nl_has_skirmishers(view, unit)) &&
           nl_pace(view, unit) > 0;
}

bool nl_may_square(const lb_view *view, uint32_t unit)
{
    lb_footprint place;
    lb_reason reason;

    return view->battle->unit[unit].arm == LB_ARM_INFANTRY &&
           !nl_is_disordered(view->state, unit) &&
           lb_view_formation(view, unit) != FORMATION_SQUARE &&
           nl_may_form(view, unit, FORMATION_SQUARE, false, &reason) &&
           nl_find_room(view, unit, FORMATION_SQUARE, NL_FORM_RINGS, &place);
}

/* Who may charge whom. */

bool nl_may_charge(lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason)
{
    lb_footprint end;

    if (!lb_view_is_foe(view, lb_view_side(view, unit), target))
        return lb_no(reason, CL_TURN_PRELIMINARY, "that is no enemy on the table");
    if (view->battle->unit[unit].arm == LB_ARM_ARTILLERY)
        return lb_no(reason, CL_TURN_PRELIMINARY, "guns do not charge");
    if (nl_is_disordered(view->state, unit))
        return lb_no(reason, CL_COMMAND_DISORDERED, "it is in disorder");
    if (view->state->unit[unit].mark[MARK_FIGHTS] > VALUE_OF(view->battle, ADVANCE_14))
        return lb_no(reason, CL_ADVANCE_14, "it has fought enough for this turn");
    if (!nl_sees(view, unit, target))
        return lb_no(reason, CL_TURN_PRELIMINARY, "it does not see that enemy before its front");
    return nl_close_in(view, unit, target, &end, reason);
}

bool nl_check_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    return nl_may_order(asked, action, reason) &&
           nl_may_charge(asked->view, action->unit, action->target, reason);
}

void nl_offer_charges(lb_listing *list)
{
    lb_view *view = list->asked.view;
    uint32_t side = lb_asked_side(&list->asked);

    LB_EACH (i, &view->here[side]) {
        lb_unit_set near;

        if (lb_listing_is_full(list))
            return;
        if (view->battle->unit[i].arm == LB_ARM_ARTILLERY || !nl_is_free_for_orders(list, i) ||
            nl_is_disordered(view->state, i))
            continue;
        near = lb_view_near(view, view->box[i], nl_pace(view, i), lb_view_foes(view, side));
        if (lb_unit_set_is_empty(&near) || !nl_is_first_of_body(view, i))
            continue;
        LB_EACH (target, &near)
            (void)lb_offer_verb(list, i, target);
    }
}

/* The answer to a charge. */

bool nl_check_evasion(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t target = (uint32_t)LB_ASKED_ABOUT(asked, CHARGED)->target;

    return (action->unit == target && nl_may_evade(asked->view, target)) ||
           lb_no(reason, CL_TURN_EVADE, "it cannot slip away");
}

bool nl_check_square(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const struct ask_CHARGED *about = LB_ASKED_ABOUT(asked, CHARGED);

    return (action->unit == (uint32_t)about->target &&
            nl_is_mounted(asked->battle, asked->state, (uint32_t)about->unit) &&
            nl_may_square(asked->view, (uint32_t)about->target)) ||
           lb_no(reason, CL_SQUARE_RESPONSE, "it cannot answer with a square");
}

void nl_offer_answer(lb_listing *list)
{
    (void)lb_offer_verb(list, (uint32_t)LB_ASKED_ABOUT(&list->asked, CHARGED)->target, 0);
}

/// True if the unit that is charged has a choice of what to do about it.
static bool has_answer(const lb_run *run, const struct charge_facts *f)
{
    uint32_t target = (uint32_t)f->target;

    return run->battle->unit[f->unit].side != run->battle->unit[target].side &&
           (nl_may_evade(run->view, target) ||
            (nl_is_mounted(run->battle, run->state, (uint32_t)f->unit) &&
             nl_may_square(run->view, target)));
}

/// nl.turn.evade.cavalry
static bool must_evade(const lb_run *run, const struct charge_facts *f)
{
    return nl_is_mounted(run->battle, run->state, (uint32_t)f->target) &&
           !nl_is_mounted(run->battle, run->state, (uint32_t)f->unit) &&
           nl_may_evade(run->view, (uint32_t)f->target);
}

/// nl.turn.evade: a full move away with the back to the enemy. The charging unit stops where it
/// would have met the evader.
static void evade(lb_run *run, const struct charge_facts *f)
{
    uint32_t unit = (uint32_t)f->unit, target = (uint32_t)f->target;
    struct nl_body body = nl_body_of(run->view, unit);
    lb_footprint end;
    lb_reason reason;
    bool reaches = nl_close_in(run->view, unit, target, &end, &reason);

    lb_tell_of_two(run, LB_EVENT_SET, CL_TURN_EVADE, lb_unit_actor(target), lb_unit_actor(unit),
                   (int32_t)target);
    nl_shift(run, CL_TURN_EVADE, target, unit, nl_pace(run->view, target), true);
    if (reaches && lb_may_stand(run->view, &body.units, &end))
        nl_body_place(run, CL_TURN_EVADE, &body, &end);
}

static int32_t arc_of_charge(const lb_run *run, const struct charge_facts *f)
{
    return nl_arc(run->view, (uint32_t)f->target, (uint32_t)f->unit);
}

/// Brings a body to where it touches its target; false if it cannot get there.
static bool make_contact(lb_run *run, uint16_t clause, uint32_t unit, uint32_t target)
{
    struct nl_body body = nl_body_of(run->view, unit);
    lb_footprint end;
    lb_reason reason;

    if (!nl_close_in(run->view, unit, target, &end, &reason))
        return false;
    nl_body_place(run, clause, &body, &end);
    return true;
}

/// A square that was formed in answer to a charge, if there was room for it.
static void form_in_time(lb_run *run, uint32_t unit)
{
    if (nl_form_square(run, unit))
        lb_change_flags(run, CL_SQUARE_RESPONSE, unit, UNIT_HURRIED, 0);
}

/// Notes the contact, to be settled in the Combat stage.
static void note_contact(lb_run *run, const struct charge_facts *f)
{
    run->state->unit[f->unit].mark[MARK_TARGET] = (int16_t)(f->target + 1);
    if (f->bayonet)
        lb_change_flags(run, CL_BAYONET_1, (uint32_t)f->unit, UNIT_BAYONET, 0);
}

LB_PROCEDURE(charge)
{
    const struct charge_facts *f = LB_FACTS;
    struct charge_vars *v = LB_VARS;

    LB_BEGIN
    LB_ABOUT(f->unit, f->target);
    v->answer = VERB_STAND;
    if (must_evade(run, f)) {
        lb_note(run, CL_TURN_EVADE_CAVALRY, LB_ROLE_TARGET);
        v->answer = VERB_EVADE;
    } else if (has_answer(run, f)) {
        LB_ASK(1, LB_QUESTION(CHARGED, run->battle->unit[f->target].side, .unit = f->unit,
                              .target = f->target));
        v->answer = LB_VALUE;
    }
    if (v->answer == VERB_EVADE) {
        evade(run, f);
        LB_RETURN(charge, .nothing = 0);
    }
    if (v->answer == VERB_SQUARE) {
        LB_CALL_BACK(2, square, .arc = arc_of_charge(run, f));
        if (((const struct square_effect *)LB_EFFECT)->result == RESPONSE_FORMED)
            form_in_time(run, (uint32_t)f->target);
    }
    if (!make_contact(run, f->bayonet ? CL_BAYONET_1 : CL_ADVANCE_1, (uint32_t)f->unit,
                      (uint32_t)f->target))
        LB_RETURN(charge, .nothing = 0);
    if (f->at_once) {
        LB_CALL(3, fight, .unit = f->unit, .target = f->target, .bayonet = f->bayonet,
                .at_once = true);
    } else {
        note_contact(run, f);
    }
    LB_RETURN(charge, .nothing = 0);
    LB_END
}

/* Contacts. */

uint32_t nl_next_contact(lb_view *view, uint32_t from)
{
    for (uint32_t i = from; i < view->battle->unit_count; i++) {
        uint32_t target = (uint32_t)view->state->unit[i].mark[MARK_TARGET] - 1;

        if (lb_view_is_here(view, i) && view->state->unit[i].mark[MARK_TARGET] > 0 &&
            lb_view_is_here(view, target) && nl_bodies_touch(view, i, target))
            return i;
    }
    return LB_NOBODY;
}

bool nl_check_fight(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t unit = nl_next_contact(asked->view, 0);

    for (; unit != LB_NOBODY; unit = nl_next_contact(asked->view, unit + 1))
        if (unit == action->unit &&
            asked->state->unit[unit].mark[MARK_TARGET] - 1 == action->target)
            return true;
    return lb_no(reason, CL_TURN_STAGES, "choose a contact to settle");
}

void nl_offer_fights(lb_listing *list)
{
    uint32_t unit = nl_next_contact(list->asked.view, 0);

    for (; unit != LB_NOBODY; unit = nl_next_contact(list->asked.view, unit + 1))
        (void)lb_offer_verb(list, unit,
                            (uint32_t)list->asked.state->unit[unit].mark[MARK_TARGET] - 1);
}

/* The fight. */

_Static_assert(sizeof(struct bayonet_effect) == sizeof(struct clash_effect) &&
                   sizeof(struct advance_effect) == sizeof(struct clash_effect),
               "both charges end in the fields of a clash, in the same order");

/// How a fight in pursuit ends, which knows neither fire nor fear.
static struct clash_effect end_of_pursuit(const lb_run *run, const struct clash_facts *f,
                                          const struct combat_effect *end)
{
    const lb_unit_card *own = &run->battle->unit[f->unit], *other = &run->battle->unit[f->target];
    bool is_square = lb_view_formation(run->view, (uint32_t)f->target) == FORMATION_SQUARE;

    return (struct clash_effect){
        .ending = ENDING_FOUGHT,
        .winner = end->winner,
        .a_bases_lost = end->a_bases_lost,
        .d_bases_lost = end->d_bases_lost,
        .a_state = end->a_state,
        .d_state = end->d_state,
        .a_retreat = end->a_retreat + (end->winner == WINNER_DEFENDER ? end->margin : 0),
        .d_retreat =
            end->d_retreat + (end->winner == WINNER_ATTACKER && !is_square ? end->margin : 0),
        .a_hits = run->state->unit[f->unit].mark[MARK_HITS] + end->a_hits -
                  end->a_bases_lost * own->figure[FIGURE_HITS],
        .d_hits = run->state->unit[f->target].mark[MARK_HITS] + end->d_hits -
                  end->d_bases_lost * other->figure[FIGURE_HITS]};
}

/// One clash of a fight. Both charges leave the effect of a clash behind, which is passed on.
LB_PROCEDURE(clash)
{
    const struct clash_facts *f = LB_FACTS;
    uint32_t unit = (uint32_t)f->unit, target = (uint32_t)f->target;
    struct bayonet_facts bayonet;
    struct advance_facts advance;
    struct combat_facts combat;
    struct clash_effect end;

    LB_BEGIN
    if (f->pursues) {
        combat = nl_gather_combat(run->view, unit, target);
        combat.terror = f->terror;
        combat.measured = true;
        LB_CALL_ON(1, combat, &combat);
        if (f->bayonet)
            nl_tell_end_of_bayonet(run, LB_EFFECT);
        end = end_of_pursuit(run, f, LB_EFFECT);
        return lb_return(run, (const int32_t *)&end, sizeof end);
    }
    if (f->bayonet) {
        bayonet = nl_gather_bayonet(run->view, unit, target);
        bayonet.measured = true;
        LB_CALL_ON(2, bayonet, &bayonet);
    } else {
        advance = nl_gather_advance(run->view, unit, target);
        advance.measured = true;
        LB_CALL_ON(3, advance, &advance);
    }
    LB_END
}

/// Keeps how a clash has ended.
static void keep_clash(struct fight_vars *v, const struct clash_effect *end)
{
    v->ending = end->ending;
    v->winner = end->winner;
    v->a_lost = end->a_bases_lost;
    v->d_lost = end->d_bases_lost;
    v->a_state = end->a_state;
    v->d_state = end->d_state;
    v->a_retreat = end->a_retreat;
    v->d_retreat = end->d_retreat;
    v->a_hits = end->a_hits;
    v->d_hits = end->d_hits;
}

/// Counts a fight for all units of the attacker's body.
static void count_fight(lb_run *run, uint32_t unit)
{
    struct nl_body body = nl_body_of(run->view, unit);

    LB_EACH (i, &body.units)
        run->state->unit[i].mark[MARK_FIGHTS]++;
}

/// True if the defender is a square that has lost the fight.
static bool is_beaten_square(const lb_run *run, const struct fight_facts *f,
                             const struct fight_vars *v)
{
    return lb_view_formation(run->view, (uint32_t)f->target) == FORMATION_SQUARE &&
           v->winner == WINNER_ATTACKER && v->ending == ENDING_FOUGHT;
}

/// nl.square.loss
static void break_square(lb_run *run, uint32_t unit)
{
    if (lb_view_is_here(run->view, unit) && lb_view_formation(run->view, unit) == FORMATION_SQUARE)
        nl_unsquare(run, unit);
}

/* A draw: nl.advance.12. */

/// The two of a fight in the order in which they fall back: 0 the defender, 1 the attacker.
static uint32_t one_of(const struct fight_facts *f, int32_t which)
{
    return (uint32_t)(which == 0 ? f->target : f->unit);
}

static bool is_drawn(const lb_run *run, const struct fight_facts *f, const struct fight_vars *v)
{
    return v->ending == ENDING_FOUGHT && v->winner == WINNER_DRAW &&
           lb_view_is_here(run->view, (uint32_t)f->unit) &&
           lb_view_is_here(run->view, (uint32_t)f->target);
}

/// A side of a drawn fight that may choose to stay. What the defender lines shelters him and not
/// the attacker.
static bool may_stay(const lb_run *run, const struct fight_facts *f, int32_t which)
{
    return nl_cover(run->view, one_of(f, which), which == 0 ? one_of(f, 1) : LB_NOBODY) !=
           COVER_OPEN;
}

/// Both fall back after a draw; a square never does.
static void fall_back_after_draw(lb_run *run, uint32_t unit, uint32_t from)
{
    if (lb_view_formation(run->view, unit) == FORMATION_SQUARE)
        return;
    lb_tell_of_two(run, LB_EVENT_SET, CL_ADVANCE_12, lb_unit_actor(unit), lb_unit_actor(from),
                   V(ADVANCE_12));
    (void)nl_go_back(run, CL_ADVANCE_12, unit, from, V(ADVANCE_12), false);
}

/* Pursuit. */

/// The clause by which the attacker may go after the enemy.
static uint16_t pursuit_clause(const struct fight_facts *f, const struct fight_vars *v)
{
    return !f->bayonet ? CL_ADVANCE_13 : v->ending == ENDING_FOUGHT ? CL_BAYONET_13 : CL_BAYONET_6;
}

/// nl.advance.10, .13, .14, nl.bayonet.6, .10, .13: whether there can be a pursuit.
static bool may_pursue(lb_run *run, const struct fight_facts *f, const struct fight_vars *v)
{
    const lb_state *state = run->state;
    uint32_t unit = (uint32_t)f->unit, target = (uint32_t)f->target, leader;
    lb_footprint end;
    lb_reason reason;

    if (v->winner != WINNER_ATTACKER || !lb_view_is_here(run->view, unit) ||
        !lb_view_is_foe(run->view, lb_view_side(run->view, unit), target))
        return false;
    if (nl_is_disordered(state, unit) || (f->at_once && !f->bayonet)) {
        lb_note(run, f->bayonet ? CL_BAYONET_10 : CL_ADVANCE_10, LB_ROLE_ACTOR);
        return false;
    }
    if (state->unit[unit].mark[MARK_FIGHTS] > V(ADVANCE_14)) {
        lb_note(run, f->bayonet ? CL_BAYONET_13 : CL_ADVANCE_14, LB_ROLE_ACTOR);
        return false;
    }
    leader = nl_leader_of(run->battle, state, unit);
    return leader != LB_NOBODY && (state->leader[leader].flags & LEADER_SILENT) == 0 &&
           state->unit[unit].mark[MARK_ORDERS] < V(COMMAND_ORDERS) &&
           nl_close_in(run->view, unit, target, &end, &reason);
}

static lb_question pursuit_question(const lb_run *run, const struct fight_facts *f,
                                    const struct fight_vars *v)
{
    lb_question question = LB_QUESTION(PURSUIT, run->battle->unit[f->unit].side, .unit = f->unit,
                                       .target = f->target, .terror = v->terror);

    question.clause = pursuit_clause(f, v);
    return question;
}

/// Facts of the order to pursue, and counts it.
static struct command_facts order_pursuit(lb_run *run, const struct fight_facts *f,
                                          struct fight_vars *v)
{
    lb_action action = lb_action_of(VERB_ADVANCE);
    struct nl_body body = nl_body_of(run->view, (uint32_t)f->unit);
    lb_unit_set ordered = lb_cells_units(&v->ordered);
    struct command_facts facts;

    action.unit = (uint16_t)f->unit;
    action.target = (uint16_t)f->target;
    facts = nl_gather_command(run->view, &action);
    LB_EACH (i, &body.units)
        run->state->unit[i].mark[MARK_ORDERS]++;
    lb_unit_set_join(&ordered, &body.units);
    v->ordered = lb_cells_of(&ordered);
    return facts;
}

/// Wipes off the marks of a fight that is over.
static void unmark_fight(lb_run *run, const struct fight_facts *f)
{
    run->state->unit[f->unit].mark[MARK_TARGET] = 0;
    lb_change_flags(run, CL_TURN_STAGES, (uint32_t)f->unit, 0, UNIT_BAYONET);
    lb_change_flags(run, CL_TURN_STAGES, (uint32_t)f->target, 0, UNIT_HURRIED);
}

static void silence(lb_run *run, uint32_t unit)
{
    lb_change_leader_flags(run, CL_COMMAND_ROLL, nl_leader_of(run->battle, run->state, unit),
                           LEADER_SILENT, 0);
}

LB_PROCEDURE(fight)
{
    const struct fight_facts *f = LB_FACTS;
    struct fight_vars *v = LB_VARS;
    uint32_t unit = (uint32_t)f->unit, target = (uint32_t)f->target;
    struct command_facts order;

    LB_BEGIN
    LB_ABOUT(unit, target);
    do {
        LB_CALL(1, clash, .unit = f->unit, .target = f->target, .bayonet = f->bayonet,
                .pursues = v->pursues, .terror = v->terror);
        keep_clash(v, LB_EFFECT);
        if (v->ending == ENDING_FOUGHT)
            count_fight(run, unit);
        v->breaks = is_beaten_square(run, f, v);
        LB_CALL(2, suffer, .unit = f->target, .from = f->unit, .by = f->unit, .lost = v->d_lost,
                .hits = v->d_hits, .state = v->d_state, .retreat = v->d_retreat,
                .about = f->bayonet && v->ending == ENDING_FLED);
        if (v->breaks)
            break_square(run, target);
        LB_CALL(3, suffer, .unit = f->unit, .from = f->target, .by = f->target, .lost = v->a_lost,
                .hits = v->a_hits, .state = v->a_state, .retreat = v->a_retreat);
        for (v->which = 0; v->which < LB_SIDES && is_drawn(run, f, v); v->which++) {
            if (may_stay(run, f, v->which)) {
                LB_ASK(4, LB_QUESTION(DRAWN, run->battle->unit[one_of(f, v->which)].side,
                                      .unit = (int32_t)one_of(f, v->which)));
                if (LB_VALUE == VERB_YES)
                    continue;
            }
            fall_back_after_draw(run, one_of(f, v->which), one_of(f, 1 - v->which));
        }
        v->pursues = false;
        if (!may_pursue(run, f, v))
            break;
        LB_ASK(5, pursuit_question(run, f, v));
        if (LB_VALUE != VERB_YES)
            break;
        lb_note(run, pursuit_clause(f, v), LB_ROLE_ACTOR);
        order = order_pursuit(run, f, v);
        LB_CALL_ON(6, command, &order);
        v->obeyed = ((const struct command_effect *)LB_EFFECT)->result;
        if (v->obeyed != OBEDIENCE_OBEYED) {
            silence(run, unit);
            /* What a blunder closes with is another fight: this one is over before. */
            unmark_fight(run, f);
            if (v->obeyed == OBEDIENCE_BLUNDER)
                LB_CALL(7, mistake, .leader = (int32_t)nl_leader_of(run->battle, run->state, unit),
                        .ordered = v->ordered);
            LB_RETURN(fight, .nothing = 0);
        }
        /* A unit that ran from the bayonet fights in terror. */
        v->terror |= f->bayonet && v->ending == ENDING_FLED;
        v->pursues = make_contact(run, pursuit_clause(f, v), unit, target);
    } while (v->pursues);
    unmark_fight(run, f);
    LB_RETURN(fight, .nothing = 0);
    LB_END
}
