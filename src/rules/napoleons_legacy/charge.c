// SPDX-License-Identifier: MIT
// Charges on the table: the answer of who is charged, contact, the fight and the pursuit.
//
// The steps of both charges are in charges.c; here their facts are gathered and what comes out is
// written to the table. A contact of the Preliminary stage is fought at once, one made on an order
// waits for the Combat stage as MARK_TARGET of the unit that made it.

#include "rules/napoleons_legacy/play.h"

static uint8_t side_of(const lb_run *run, uint32_t unit)
{
    return (uint8_t)(run->battle->unit[unit].side + 1);
}

/* Squares. */

bool nl_form_square(const lb_battle *battle, lb_state *state, uint32_t unit)
{
    lb_unit before = state->unit[unit];

    state->unit[unit].formation = FORMATION_SQUARE;
    if (lb_find_place(battle, state, unit, before.at, LB_TMM_CM, 8))
        return true;
    state->unit[unit] = before;
    return false;
}

void nl_unsquare(const lb_battle *battle, lb_state *state, uint32_t unit)
{
    lb_unit before = state->unit[unit];

    state->unit[unit].formation = FORMATION_LINE;
    state->unit[unit].flags &= ~(uint32_t)UNIT_HURRIED;
    if (!lb_find_place(battle, state, unit, before.at, LB_TMM_CM, 16))
        state->unit[unit] = before;
}

bool nl_may_evade(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return (nl_is_mounted(battle, state, unit) ||
            state->unit[unit].formation == FORMATION_SKIRMISH ||
            nl_has_skirmishers(battle, state, unit)) &&
           nl_allowance(battle, state, unit, state->unit[unit].formation) > 0;
}

bool nl_may_square(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_state after;
    lb_reason reason;

    if (battle->unit[unit].arm != LB_ARM_INFANTRY || nl_is_disordered(state, unit) ||
        state->unit[unit].formation == FORMATION_SQUARE ||
        !nl_may_form(battle, state, unit, FORMATION_SQUARE, false, &reason))
        return false;
    after = *state;
    return nl_form_square(battle, &after, unit);
}

/* The charge. */

/// True if who is charged has a choice of what to do about it.
static bool has_answer(const lb_run *run, const struct charge_facts *f)
{
    uint32_t target = (uint32_t)f->target;

    if (run->battle->unit[f->unit].side == run->battle->unit[target].side)
        return false;
    return nl_may_evade(run->battle, run->state, target) ||
           (nl_is_mounted(run->battle, run->state, (uint32_t)f->unit) &&
            nl_may_square(run->battle, run->state, target));
}

/// nl.turn.evade.cavalry
static bool must_evade(const lb_run *run, const struct charge_facts *f)
{
    return nl_is_mounted(run->battle, run->state, (uint32_t)f->target) &&
           !nl_is_mounted(run->battle, run->state, (uint32_t)f->unit) &&
           nl_may_evade(run->battle, run->state, (uint32_t)f->target);
}

/// nl.turn.evade: a full move away with the back to the enemy. Who charged goes to where it met
/// nobody.
static void evade(lb_run *run, const struct charge_facts *f)
{
    uint32_t unit = (uint32_t)f->unit, target = (uint32_t)f->target;
    struct nl_body body = nl_body_of(run->battle, run->state, unit);
    lb_footprint end;
    lb_reason reason;
    bool reaches = nl_close_in(run->battle, run->state, unit, target, &end, &reason);

    lb_tell(run, LB_EVENT_SET, CL_TURN_EVADE, side_of(run, target), (int32_t)target);
    nl_shift(run->battle, run->state, target, unit,
             nl_allowance(run->battle, run->state, target, run->state->unit[target].formation),
             true);
    if (reaches && lb_may_stand(run->battle, run->state, &body.units, &end))
        nl_body_place(run->state, &body, &end);
}

static int32_t arc_of_charge(const lb_run *run, const struct charge_facts *f)
{
    return nl_arc(run->battle, run->state, (uint32_t)f->target, (uint32_t)f->unit);
}

/// Brings a body to where it touches its target; false if it cannot get there.
static bool make_contact(lb_run *run, uint32_t unit, uint32_t target)
{
    struct nl_body body = nl_body_of(run->battle, run->state, unit);
    lb_footprint end;
    lb_reason reason;

    if (!nl_close_in(run->battle, run->state, unit, target, &end, &reason))
        return false;
    nl_body_place(run->state, &body, &end);
    return true;
}

LB_PROCEDURE(charge)
{
    const struct charge_facts *f = LB_FACTS;
    struct charge_vars *v = LB_VARS;
    lb_state *state = run->state;

    LB_BEGIN
    v->answer = VERB_STAND;
    if (must_evade(run, f)) {
        lb_note(run, CL_TURN_EVADE_CAVALRY, side_of(run, (uint32_t)f->target));
        v->answer = VERB_EVADE;
    } else if (has_answer(run, f)) {
        LB_ASK(1, QUESTION(TURN_EVADE, run->battle->unit[f->target].side));
        v->answer = LB_VALUE;
    }
    if (v->answer == VERB_EVADE) {
        evade(run, f);
        LB_RETURN(charge, .nothing = 0);
    }
    if (v->answer == VERB_SQUARE) {
        LB_CALL(2, square, .arc = arc_of_charge(run, f));
        if (((const struct square_effect *)LB_EFFECT)->result == RESPONSE_FORMED &&
            nl_form_square(run->battle, state, (uint32_t)f->target))
            state->unit[f->target].flags |= UNIT_HURRIED;
    }
    if (!make_contact(run, (uint32_t)f->unit, (uint32_t)f->target))
        LB_RETURN(charge, .nothing = 0);
    if (f->at_once) {
        LB_CALL(3, fight, .unit = f->unit, .target = f->target, .bayonet = f->bayonet,
                .at_once = true);
    } else {
        state->unit[f->unit].mark[MARK_TARGET] = (int16_t)(f->target + 1);
        if (f->bayonet)
            state->unit[f->unit].flags |= UNIT_BAYONET;
    }
    LB_RETURN(charge, .nothing = 0);
    LB_END
}

/// True if the bodies of two units touch.
static bool is_touching(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    struct nl_body one = nl_body_of(battle, state, a), other = nl_body_of(battle, state, b);
    lb_quad own = lb_footprint_corners(&one.footprint),
            its = lb_footprint_corners(&other.footprint);

    return lb_quad_is_in_contact(&own, &its);
}

uint32_t nl_next_contact(const lb_battle *battle, const lb_state *state, uint32_t from)
{
    for (uint32_t i = from; i < battle->unit_count; i++)
        if (lb_unit_is_here(state, i) && state->unit[i].mark[MARK_TARGET] > 0 &&
            lb_unit_is_here(state, (uint32_t)state->unit[i].mark[MARK_TARGET] - 1) &&
            is_touching(battle, state, i, (uint32_t)state->unit[i].mark[MARK_TARGET] - 1))
            return i;
    return LB_NOBODY;
}

/* The fight. */

static void keep_bayonet(struct fight_vars *v, const struct bayonet_effect *end)
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

_Static_assert(sizeof(struct bayonet_effect) == sizeof(struct advance_effect),
               "both charges end in the same fields");

/// The same of a fight in pursuit, which knows neither fire nor fear.
static void keep_combat(const lb_run *run, const struct fight_facts *f, struct fight_vars *v,
                        const struct combat_effect *end)
{
    const lb_unit_card *own = &run->battle->unit[f->unit], *other = &run->battle->unit[f->target];
    bool is_square = run->state->unit[f->target].formation == FORMATION_SQUARE;

    v->ending = ENDING_FOUGHT;
    v->winner = end->winner;
    v->a_lost = end->a_bases_lost;
    v->d_lost = end->d_bases_lost;
    v->a_state = end->a_state;
    v->d_state = end->d_state;
    v->a_retreat = end->a_retreat + (end->winner == WINNER_DEFENDER ? end->margin : 0);
    v->d_retreat =
        end->d_retreat + (end->winner == WINNER_ATTACKER && !is_square ? end->margin : 0);
    v->a_hits = run->state->unit[f->unit].mark[MARK_HITS] + end->a_hits -
                end->a_bases_lost * own->figure[FIGURE_HITS];
    v->d_hits = run->state->unit[f->target].mark[MARK_HITS] + end->d_hits -
                end->d_bases_lost * other->figure[FIGURE_HITS];
}

/// Counts a fight for everybody of the attacker's body.
static void count_fight(lb_run *run, uint32_t unit)
{
    struct nl_body body = nl_body_of(run->battle, run->state, unit);

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (lb_unit_set_has(&body.units, (uint16_t)i))
            run->state->unit[i].mark[MARK_FIGHTS]++;
}

/// The two sides of a fight: 0 the defender, 1 the attacker.
static uint32_t one_of(const struct fight_facts *f, int32_t turn)
{
    return (uint32_t)(turn == 0 ? f->target : f->unit);
}

/// nl.advance.12: a side of a drawn fight that may choose to stay. What the defender lines shelters
/// him and not the attacker.
static bool may_stay(const lb_run *run, const struct fight_facts *f, int32_t turn)
{
    uint32_t unit = one_of(f, turn), against = turn == 0 ? one_of(f, 1) : LB_NOBODY;

    return nl_cover(run->battle, run->state, unit, against) != COVER_OPEN;
}

/// nl.advance.12: both fall back after a draw; a square never does.
static void fall_back_after_draw(lb_run *run, uint32_t unit, uint32_t from)
{
    if (run->state->unit[unit].formation == FORMATION_SQUARE)
        return;
    lb_tell(run, LB_EVENT_SET, CL_ADVANCE_12, side_of(run, unit), V(ADVANCE_12));
    (void)nl_go_back(run, unit, from, V(ADVANCE_12), false);
}

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

    if (v->winner != WINNER_ATTACKER || !lb_unit_is_here(state, unit) ||
        !lb_unit_is_here(state, target) ||
        run->battle->unit[unit].side == run->battle->unit[target].side)
        return false;
    if (nl_is_disordered(state, unit) || (f->at_once && !f->bayonet)) {
        lb_note(run, f->bayonet ? CL_BAYONET_10 : CL_ADVANCE_10, side_of(run, unit));
        return false;
    }
    if (state->unit[unit].mark[MARK_FIGHTS] > V(ADVANCE_14)) {
        lb_note(run, f->bayonet ? CL_BAYONET_13 : CL_ADVANCE_14, side_of(run, unit));
        return false;
    }
    leader = nl_leader_of(run->battle, state, unit);
    return leader != LB_NOBODY && (state->leader[leader].flags & LEADER_SILENT) == 0 &&
           state->unit[unit].mark[MARK_ORDERS] < V(COMMAND_ORDERS) &&
           nl_close_in(run->battle, state, unit, target, &end, &reason);
}

/// Facts of the order to pursue, and counts it.
static struct command_facts order_pursuit(lb_run *run, uint32_t unit, uint32_t target)
{
    lb_action action = nl_action(VERB_ADVANCE);
    struct nl_body body = nl_body_of(run->battle, run->state, unit);
    struct command_facts facts;

    action.unit = (uint8_t)unit;
    action.target = (uint8_t)target;
    facts = nl_gather_command(run->battle, run->state, &action);
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (lb_unit_set_has(&body.units, (uint16_t)i)) {
            run->state->unit[i].mark[MARK_ORDERS]++;
            run->state->unit[i].flags |= UNIT_ORDERED;
        }
    return facts;
}

static lb_question pursuit_question(const lb_run *run, const struct fight_facts *f,
                                    const struct fight_vars *v)
{
    return (lb_question){.clause = pursuit_clause(f, v), .side = side_of(run, (uint32_t)f->unit)};
}

/// Wipes off the marks of a fight that is over.
static void unmark_fight(lb_run *run, const struct fight_facts *f)
{
    lb_state *state = run->state;

    state->unit[f->unit].mark[MARK_TARGET] = 0;
    state->unit[f->unit].flags &= ~(uint32_t)UNIT_BAYONET;
    state->unit[f->target].flags &= ~(uint32_t)(UNIT_TERROR | UNIT_HURRIED);
}

/// The order to pursue has been carried out.
static void clear_ordered(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        run->state->unit[i].flags &= ~(uint32_t)UNIT_ORDERED;
}

static void silence(lb_run *run, uint32_t unit)
{
    run->state->leader[nl_leader_of(run->battle, run->state, unit)].flags |= LEADER_SILENT;
}

LB_PROCEDURE(fight)
{
    const struct fight_facts *f = LB_FACTS;
    struct fight_vars *v = LB_VARS;
    lb_state *state = run->state;
    uint32_t unit = (uint32_t)f->unit, target = (uint32_t)f->target;
    struct bayonet_facts bayonet;
    struct advance_facts advance;
    struct combat_facts combat;
    struct command_facts order;

    LB_BEGIN
    do {
        if (v->again) {
            combat = nl_gather_combat(run->battle, state, unit, target);
            combat.measured = true;
            LB_CALL_ON(1, combat, &combat);
            if (f->bayonet)
                nl_tell_end_of_bayonet(run, LB_EFFECT);
            keep_combat(run, f, v, LB_EFFECT);
        } else if (f->bayonet) {
            bayonet = nl_gather_bayonet(run->battle, state, unit, target);
            bayonet.measured = true;
            LB_CALL_ON(2, bayonet, &bayonet);
            keep_bayonet(v, LB_EFFECT);
        } else {
            advance = nl_gather_advance(run->battle, state, unit, target);
            advance.measured = true;
            LB_CALL_ON(3, advance, &advance);
            keep_bayonet(v, LB_EFFECT);
        }
        if (v->ending == ENDING_FOUGHT)
            count_fight(run, unit);
        v->turn = state->unit[target].formation == FORMATION_SQUARE &&
                  v->winner == WINNER_ATTACKER && v->ending == ENDING_FOUGHT;
        LB_CALL(4, suffer, .unit = f->target, .from = f->unit, .lost = v->d_lost, .hits = v->d_hits,
                .state = v->d_state, .retreat = v->d_retreat,
                .about = f->bayonet && v->ending == ENDING_FLED);
        /* nl.square.loss */
        if (v->turn && lb_unit_is_here(state, target) &&
            state->unit[target].formation == FORMATION_SQUARE)
            nl_unsquare(run->battle, state, target);
        LB_CALL(5, suffer, .unit = f->unit, .from = f->target, .lost = v->a_lost, .hits = v->a_hits,
                .state = v->a_state, .retreat = v->a_retreat);
        for (v->turn = 0;
             v->turn < LB_SIDES && v->ending == ENDING_FOUGHT && v->winner == WINNER_DRAW &&
             lb_unit_is_here(state, unit) && lb_unit_is_here(state, target);
             v->turn++) {
            if (may_stay(run, f, v->turn)) {
                LB_ASK(6, QUESTION(ADVANCE_12, run->battle->unit[one_of(f, v->turn)].side));
                if (LB_VALUE == VERB_YES)
                    continue;
            }
            fall_back_after_draw(run, one_of(f, v->turn), one_of(f, 1 - v->turn));
        }
        LB_FORGET(v->turn);
        v->again = 0;
        if (!may_pursue(run, f, v))
            break;
        LB_ASK(7, pursuit_question(run, f, v));
        if (LB_VALUE != VERB_YES)
            break;
        lb_note(run, pursuit_clause(f, v), side_of(run, unit));
        order = order_pursuit(run, unit, target);
        LB_CALL_ON(8, command, &order);
        if (((const struct command_effect *)LB_EFFECT)->result != OBEDIENCE_OBEYED) {
            silence(run, unit);
            v->turn = ((const struct command_effect *)LB_EFFECT)->result;
            /* What a blunder closes with is another fight: this one is over before. */
            unmark_fight(run, f);
            if (v->turn == OBEDIENCE_BLUNDER)
                LB_CALL(9, mistake, .leader = (int32_t)nl_leader_of(run->battle, state, unit));
            clear_ordered(run);
            LB_RETURN(fight, .nothing = 0);
        }
        /* Who ran from the bayonet fights in terror. */
        if (f->bayonet && v->ending == ENDING_FLED)
            state->unit[target].flags |= UNIT_TERROR;
        v->again = make_contact(run, unit, target);
    } while (v->again);
    unmark_fight(run, f);
    clear_ordered(run);
    LB_RETURN(fight, .nothing = 0);
    LB_END
}
