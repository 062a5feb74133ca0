// SPDX-License-Identifier: MIT
// The battle from deployment to defeat: turns, phases, attacks, actions and fights, in the sheet's
// order.
//
// These procedures gather facts from the table, call the resolve procedures that the charts use,
// and apply what comes out. Everything that must survive a stop is in the state or in a frame's
// variables.

#include "rules/valour_fortitude/play.h"

/// The question that an action answers.
#define QUESTION(name, who) ((lb_question){.clause = CL_##name, .side = (uint8_t)((who) + 1)})

/* The turn. */

/// vf.act.messenger: who begins the turn too far from his leader.
static void mark_far(lb_run *run)
{
    const lb_battle *battle = run->battle;
    lb_state *state = run->state;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        uint8_t leader = battle->group[battle->unit[i].group].leader;
        lb_quad quad;

        if (!vf_is_here(state, i) || battle->unit[i].side != state->active)
            continue;
        quad = vf_quad(battle, state, i);
        if (leader == LB_NOBODY || state->leader[leader].presence != LB_PRESENCE_TABLE ||
            !lb_point_is_within(state->leader[leader].at, &quad, LB_INCHES(V(MESSENGER_DISTANCE))))
            state->unit[i].flags |= UNIT_FAR;
    }
}

static void begin_turn(lb_run *run)
{
    lb_state *state = run->state;

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        state->unit[i].flags &= ~(uint32_t)UNIT_TURN_FLAGS;
    for (uint32_t i = 0; i < run->battle->group_count; i++)
        state->group[i].flags &= ~(uint32_t)GROUP_TURN_FLAGS;
    for (uint32_t i = 0; i < run->battle->leader_count; i++)
        state->leader[i].flags = 0;
    state->side[state->active].mark[SIDE_ACTIVATED] = 0;
    lb_arrive(run->battle, state);
    mark_far(run);
    lb_tell(run, LB_EVENT_SET, CL_TURN_PHASES, (uint8_t)(state->active + 1), state->turn);
}

/// What lasts only through a phase.
static void clear_phase(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_unit *unit = &run->state->unit[i];

        unit->mark[MARK_MELEE] = unit->mark[MARK_TENACITY] = 0;
        unit->flags &= ~(uint32_t)(UNIT_WON | UNIT_FOUGHT | UNIT_DAUNTED | UNIT_CHECKED);
        unit->mark[MARK_LOSSES] =
            (int16_t)lb_least(unit->mark[MARK_LOSSES], vf_tenacity(run->battle, run->state, i));
    }
}

static bool is_over(const lb_run *run)
{
    return vf_is_lost(run->battle, run->state, 0) || vf_is_lost(run->battle, run->state, 1);
}

/// vf.end.defeat at the last turn: objectives held less own defeats.
static int32_t score_of(const lb_run *run, uint32_t side)
{
    const lb_state *state = run->state;
    int32_t score = -state->side[side].mark[SIDE_DEFEATS];

    for (uint32_t o = 0; o < run->battle->objective_count; o++)
        if (state->held[o] == side)
            score += run->battle->objective[o].value *
                     (state->side[side].mark[SIDE_KEY] == (int16_t)(o + 1) ? V(FATE_10_TIMES) : 1);
    return score;
}

static uint8_t winner_of(const lb_run *run)
{
    bool is_lost[LB_SIDES] = {vf_is_lost(run->battle, run->state, 0),
                              vf_is_lost(run->battle, run->state, 1)};
    int32_t first = score_of(run, 0), second = score_of(run, 1);

    if (is_lost[0] || is_lost[1])
        return is_lost[0] && is_lost[1] ? LB_NOBODY : is_lost[0] ? 1 : 0;
    return first == second ? LB_NOBODY : first > second ? 0 : 1;
}

LB_PROCEDURE(battle)
{
    lb_state *state = run->state;

    LB_BEGIN
    while (state->turn <= run->battle->turns) {
        LB_CALL(1, turn, .nothing = 0);
        lb_hold_objectives(run->battle, state);
        if (is_over(run))
            break;
        if (state->active != run->battle->first_side)
            state->turn++;
        state->active = (uint8_t)(1 - state->active);
    }
    if (state->turn > run->battle->turns)
        state->turn = run->battle->turns;
    state->winner = winner_of(run);
    lb_tell(run, LB_EVENT_SET, CL_END_DEFEAT, 0, state->winner);
    LB_RETURN(battle, .winner = state->winner);
    LB_END
}

/// A phase of the active player's turn is skipped when a battle begins in the middle of one.
LB_PROCEDURE(turn)
{
    lb_state *state = run->state;

    LB_BEGIN
    if (state->phase == PHASE_FATE) {
        begin_turn(run);
        LB_CALL(1, fate_phase, .nothing = 0);
        state->phase = PHASE_FIRE;
    } else {
        mark_far(run);
    }
    if (state->phase == PHASE_FIRE) {
        LB_CALL(2, fire_phase, .nothing = 0);
        LB_CALL(3, end_phase, .nothing = 0);
        state->phase = PHASE_ACTION;
    }
    if (state->phase == PHASE_ACTION && !is_over(run)) {
        LB_CALL(4, action_phase, .nothing = 0);
        LB_CALL(5, end_phase, .nothing = 0);
    }
    state->phase = PHASE_MELEE;
    if (!is_over(run)) {
        LB_CALL(6, melee_phase, .nothing = 0);
        LB_CALL(7, end_phase, .nothing = 0);
    }
    if (!is_over(run) && vf_holds(state, state->active, 4)) {
        LB_ASK(8, QUESTION(FATE_4, state->active));
        if (LB_VALUE == VERB_CARD) {
            vf_play_card(run, &state->action);
            LB_CALL(9, forced_march, .group = state->action.target);
        }
    }
    state->phase = PHASE_FATE;
    state->side[state->active].mark[SIDE_NO_AUTO] = 0;
    LB_RETURN(turn, .nothing = 0);
    LB_END
}

/* Fate. */

static int32_t cards_in(int32_t cards)
{
    int32_t count = 0;

    for (; cards != 0; cards &= cards - 1)
        count++;
    return count;
}

/// Takes the n-th card of the deck, from 1; the Two is played at once.
static void draw(lb_run *run, int32_t n)
{
    int16_t *mark = run->state->side[run->state->active].mark;
    int32_t rank = 1;

    for (;; rank++)
        if ((mark[SIDE_DECK] >> rank & 1) != 0 && --n == 0)
            break;
    mark[SIDE_DECK] = (int16_t)(mark[SIDE_DECK] & ~(1 << rank));
    if (rank == 2) {
        lb_note(run, CL_FATE_2, (uint8_t)(run->state->active + 1));
        mark[SIDE_DECK] = (int16_t)(mark[SIDE_DECK] | mark[SIDE_DISCARDS]);
        mark[SIDE_DISCARDS] = 1 << 2;
    } else {
        mark[SIDE_HAND] = (int16_t)(mark[SIDE_HAND] | 1 << rank);
    }
}

/// True if the side to be asked could play a card at this question.
static bool may_play_at(lb_run *run, uint16_t clause, uint32_t side)
{
    lb_node before = run->machine->node;
    lb_action action = vf_action(VERB_CARD);
    lb_reason reason;
    bool found = false;

    /* The check looks at the question that is open: open it for a moment. */
    run->machine->node.kind = LB_NODE_DECISION;
    run->machine->node.question = (lb_question){.clause = clause, .side = (uint8_t)(side + 1)};
    for (uint32_t rank = 1; rank <= CARD_KING && !found; rank++) {
        if (!vf_holds(run->state, side, rank))
            continue;
        for (uint32_t target = 0; target < LB_UNITS_MAX && !found; target++) {
            action.option = (uint8_t)rank;
            action.target = (uint8_t)target;
            found = vf_check_card(run->battle, run->state, &action, &reason);
        }
    }
    run->machine->node = before;
    return found;
}

LB_PROCEDURE(fate_phase)
{
    lb_state *state = run->state;
    struct fate_phase_vars *v = LB_VARS;

    LB_BEGIN
    for (v->drawn = 0; v->drawn < V(FATE_CARDS); v->drawn++) {
        if (state->side[state->active].mark[SIDE_DECK] == 0)
            break;
        LB_ROLL(1,
                lb_roll_draw(CL_FATE_DRAW, cards_in(state->side[state->active].mark[SIDE_DECK])));
        draw(run, LB_VALUE);
    }
    while (may_play_at(run, CL_FATE_DRAW, state->active)) {
        LB_ASK(2, QUESTION(FATE_DRAW, state->active));
        if (LB_VALUE == VERB_PASS)
            break;
        vf_play_card(run, &state->action);
    }
    LB_RETURN(fate_phase, .nothing = 0);
    LB_END
}

/* Fire. */

/// True if some unit of the active side could fire at something.
static bool may_anyone_fire(lb_run *run)
{
    lb_action actions[2];
    lb_node before = run->machine->node;
    uint32_t count;

    run->machine->node.kind = LB_NODE_DECISION;
    run->machine->node.question = QUESTION(FIRE_TARGET, run->state->active);
    count = vf_choices(run->battle, run->state, actions, 2);
    run->machine->node = before;
    return count > 1;
}

/// True if the unit could fire as skirmishers.
static bool has_skirmishers(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return is_infantry(state->unit[unit].formation) &&
           state->unit[unit].formation != FORMATION_SQUARE &&
           (vf_has(battle, unit, LB_TRAIT_SKIRMISHERS) || vf_has(battle, unit, LB_TRAIT_LIGHT));
}

/// Marks who fired and who supported.
static void mark_fired(lb_run *run, const struct fire_phase_vars *v)
{
    lb_state *state = run->state;
    bool skirmish = (v->option & FIRE_AS_SKIRMISHERS) != 0;

    state->unit[v->unit].flags |= skirmish || vf_fires_and_acts(run->battle, (uint32_t)v->unit)
                                      ? UNIT_SKIRMISHED
                                      : UNIT_FIRED;
    for (int i = 0; i < LB_HELPERS_MAX; i++) {
        uint8_t helper = (uint8_t)(v->helpers >> 8 * i);
        /* Who supports skirmishers and has some himself sends them out. */
        if (helper != LB_NOBODY)
            state->unit[helper].flags |=
                UNIT_SUPPORTED |
                (vf_fires_and_acts(run->battle, helper) ||
                         ((skirmish || run->battle->unit[v->unit].arm == LB_ARM_CAVALRY) &&
                          has_skirmishers(run->battle, state, helper))
                     ? UNIT_SKIRMISHED
                     : UNIT_FIRED);
    }
    if ((v->option & FIRE_WITH_SEVEN) != 0) {
        vf_discard(state, state->active, 7);
        lb_note(run, CL_FATE_7, (uint8_t)(state->active + 1));
    }
}

static struct fire_facts facts_of_fire(const lb_run *run, const struct fire_phase_vars *v)
{
    uint8_t helper[LB_HELPERS_MAX];

    for (int i = 0; i < LB_HELPERS_MAX; i++)
        helper[i] = (uint8_t)(v->helpers >> 8 * i);
    return vf_gather_fire(run->battle, run->state, (uint32_t)v->unit, (uint32_t)v->target, helper,
                          (uint32_t)v->option);
}

LB_PROCEDURE(fire_phase)
{
    lb_state *state = run->state;
    struct fire_phase_vars *v = LB_VARS;
    struct fire_facts facts;
    const struct fire_effect *effect = LB_EFFECT;

    LB_BEGIN
    while (!is_over(run) && may_anyone_fire(run)) {
        LB_ASK(1, QUESTION(FIRE_TARGET, state->active));
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_CARD) {
            vf_play_card(run, &state->action);
            continue;
        }
        v->unit = state->action.unit;
        v->target = state->action.target;
        v->option = state->action.option;
        v->helpers =
            state->action.helper[0] | state->action.helper[1] << 8 | state->action.helper[2] << 16;
        facts = facts_of_fire(run, v);
        mark_fired(run, v);
        LB_CALL_ON(2, fire, &facts);
        vf_suffer(run, (uint32_t)v->target, effect->losses);
        if (effect->state == STATE_ROUTED)
            vf_rout(run, (uint32_t)v->target, true);
    }
    LB_RETURN(fire_phase, .nothing = 0);
    LB_END
}

/* Action. */

/// True if a brigade of the active side has not been tried yet.
static bool is_any_brigade_left(const lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++)
        if (run->battle->group[g].side == run->state->active &&
            (run->state->group[g].flags & (GROUP_ACTIVE | GROUP_FAILED | GROUP_SHATTERED)) == 0 &&
            vf_is_any_here(run->battle, run->state, g))
            return true;
    return false;
}

LB_PROCEDURE(action_phase)
{
    lb_state *state = run->state;

    LB_BEGIN
    while (is_any_brigade_left(run)) {
        LB_ASK(1, QUESTION(ACT_ACTIVATION, state->active));
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_LEAD) {
            lb_leader *leader = &state->leader[state->action.unit];
            lb_footprint from = {leader->at, 0, LB_TMM_INCH, LB_TMM_INCH}, to = from;
            (void)lb_path_apply(&from, &state->action.path, &to, NULL);
            leader->at = to.centre;
            leader->flags |= LEADER_MOVED;
        } else {
            LB_CALL(2, brigade, .group = state->action.unit);
        }
    }
    LB_RETURN(action_phase, .nothing = 0);
    LB_END
}

struct activation_facts vf_gather_activation(const lb_battle *battle, const lb_state *state,
                                             uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    const int16_t *mark = state->side[card->side].mark;

    return (struct activation_facts){
        .first_near = mark[SIDE_ACTIVATED] == 0 && mark[SIDE_NO_AUTO] == 0 &&
                      vf_leaders_within(state, card->leader, battle->side_leader[card->side],
                                        LB_INCHES(battle->house.value[V_ACT_AUTO])),
        .routed = (state->group[group].flags & GROUP_ROUTED) != 0,
        .cautious = card->leader != LB_NOBODY &&
                    lb_has_trait(battle->leader[card->leader].traits, LB_LEADER_TRAIT_CAUTIOUS)};
}

/// True while the player of an acting brigade has something to decide.
static bool has_more_to_do(lb_run *run, uint32_t group)
{
    const lb_group_card *card = &run->battle->group[group];
    bool has_cards = run->state->side[card->side].mark[SIDE_HAND] != 0;

    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
        if (vf_is_here(run->state, i) &&
            (vf_may_act(run->battle, run->state, i) ||
             (has_cards && (run->state->unit[i].flags & (UNIT_ACTED | UNIT_FIRED)) == 0)))
            return true;
    return false;
}

/// vf.act.messenger: light troops and detachments are easier to reach.
bool vf_is_easy_to_reach(const lb_battle *battle, uint32_t unit)
{
    const lb_unit_card *card = &battle->unit[unit];
    bool is_light = vf_has(battle, unit, LB_TRAIT_LIGHT);

    return vf_has(battle, unit, LB_TRAIT_DETACHMENT) ||
           (is_light && (card->arm == LB_ARM_CAVALRY ||
                         lb_has_trait(battle->group[card->group].traits, LB_TRAIT_LIGHT)));
}

/// Carries out a MOVE, RETREAT, ASSAULT or DOUBLE that the check has accepted.
static void carry_out(lb_run *run)
{
    lb_state *state = run->state;
    const lb_action *action = &state->action;
    lb_unit *unit = &state->unit[action->unit];
    lb_footprint end;
    lb_reason reason;
    bool moves_on = action->verb == VERB_MOVE && (unit->flags & UNIT_AGAIN) != 0;

    if (!vf_check_move(run->battle, state, action, &end, &reason))
        return;
    vf_tell_way(run, action);
    if (action->verb != VERB_ASSAULT && action->verb != VERB_DOUBLE &&
        action->formation != unit->formation)
        lb_note(run, CL_ACT_REFORM, (uint8_t)(state->active + 1));
    unit->at = end.centre;
    unit->heading = end.heading;
    if (action->verb == VERB_MOVE || action->verb == VERB_RETREAT)
        unit->formation = action->formation;
    unit->flags &= ~(uint32_t)UNIT_AGAIN;
    if (!moves_on)
        unit->flags |= UNIT_ACTED;
    lb_tell(run, LB_EVENT_SET,
            action->verb == VERB_ASSAULT   ? CL_ACT_ASSAULT
            : action->verb == VERB_RETREAT ? CL_ACT_RETREAT
            : action->verb == VERB_DOUBLE  ? CL_ACT_DOUBLE
                                           : CL_ACT_MOVE,
            (uint8_t)(state->active + 1), action->unit);
}

struct rally_facts vf_gather_rally(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_quad quad = vf_quad(battle, state, unit);

    return (struct rally_facts){
        .losses = state->unit[unit].mark[MARK_LOSSES],
        .far = !vf_is_enemy_within(battle, state, &quad, battle->unit[unit].side,
                                   LB_INCHES(battle->house.value[V_RALLY_DISTANCE]))};
}

LB_PROCEDURE(brigade)
{
    lb_state *state = run->state;
    const struct brigade_facts *f = LB_FACTS;
    struct brigade_vars *v = LB_VARS;
    struct activation_facts activation;
    struct rally_facts rally;

    LB_BEGIN
    activation = vf_gather_activation(run->battle, state, (uint32_t)f->group);
    state->side[state->active].mark[SIDE_ACTIVATED]++;
    if (activation.cautious)
        lb_note(run, CL_TRAIT_CAUTIOUS, (uint8_t)(state->active + 1));
    LB_CALL_ON(1, activation, &activation);
    state->group[f->group].flags |=
        ((const struct activation_effect *)LB_EFFECT)->result == ACTIVATION_ACTIVE ? GROUP_ACTIVE
                                                                                   : GROUP_FAILED;
    while (has_more_to_do(run, (uint32_t)f->group)) {
        LB_ASK(2, QUESTION(ACT_MOVE, state->active));
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_CARD) {
            vf_play_card(run, &state->action);
            continue;
        }
        v->unit = state->action.unit;
        if ((state->unit[v->unit].flags & (UNIT_FAR | UNIT_ANSWERED)) == UNIT_FAR) {
            if (vf_has(run->battle, (uint32_t)v->unit, LB_TRAIT_DETACHMENT))
                lb_note(run, CL_TRAIT_DETACHMENT, (uint8_t)(state->active + 1));
            LB_CALL(3, messenger, .eligible = vf_is_easy_to_reach(run->battle, (uint32_t)v->unit));
            state->unit[v->unit].flags |= UNIT_ANSWERED;
            if (((const struct messenger_effect *)LB_EFFECT)->result == MESSENGER_FAILS) {
                state->unit[v->unit].flags |= UNIT_LOST;
                continue;
            }
        }
        if (state->action.verb != VERB_RALLY) {
            carry_out(run);
            continue;
        }
        state->unit[v->unit].flags |= UNIT_ACTED;
        rally = vf_gather_rally(run->battle, state, (uint32_t)v->unit);
        LB_CALL_ON(4, rally, &rally);
        state->unit[v->unit].mark[MARK_LOSSES] =
            (int16_t)(state->unit[v->unit].mark[MARK_LOSSES] -
                      ((const struct rally_effect *)LB_EFFECT)->result);
    }
    state->group[f->group].flags |= GROUP_DONE;
    LB_RETURN(brigade, .nothing = 0);
    LB_END
}

/// vf.fate.4: one brigade makes one Move, unit by unit.
LB_PROCEDURE(forced_march)
{
    lb_state *state = run->state;
    const struct forced_march_facts *f = LB_FACTS;
    const lb_group_card *card = &run->battle->group[f->group];

    LB_BEGIN
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
        state->unit[i].flags &= ~(uint32_t)(UNIT_ACTED | UNIT_FIRED | UNIT_FAR | UNIT_LOST);
    state->group[f->group].flags |= GROUP_ACTIVE;
    while (has_more_to_do(run, (uint32_t)f->group)) {
        LB_ASK(1, QUESTION(FATE_4, state->active));
        if (LB_VALUE == VERB_PASS)
            break;
        carry_out(run);
    }
    LB_RETURN(forced_march, .nothing = 0);
    LB_END
}

/* Melee. */

bool vf_gather_square(const lb_battle *battle, const lb_state *state, uint32_t unit,
                      struct square_contact_facts *facts)
{
    bool touches = false;

    if (!is_cavalry(state->unit[unit].formation))
        return false;
    facts->all_shaken = true;
    for (uint32_t s = 0; s < battle->unit_count; s++)
        if (vf_is_here(state, s) && battle->unit[s].side != battle->unit[unit].side &&
            state->unit[s].formation == FORMATION_SQUARE && vf_touch(battle, state, unit, s)) {
            touches = true;
            facts->all_shaken &= vf_is_shaken(battle, state, s);
        }
    return touches;
}

/// The next cavalry of either side that touches squares and has not tried them; LB_NOBODY at
/// the end.
static uint32_t next_at_square(const lb_run *run, struct square_contact_facts *facts)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (vf_is_here(run->state, i) && (run->state->unit[i].flags & UNIT_CHECKED) == 0 &&
            vf_gather_square(run->battle, run->state, i, facts))
            return i;
    return LB_NOBODY;
}

/// True if there is a fight to resolve, with the first pair; *is_only if there is no other.
static bool find_fight(const lb_run *run, uint32_t *unit, uint32_t *target, bool *is_only)
{
    uint32_t pair = 0, other_unit, other_target;
    bool found = vf_next_fight(run->battle, run->state, &pair, unit, target);

    *is_only = !vf_next_fight(run->battle, run->state, &pair, &other_unit, &other_target);
    return found;
}

/// A loss outside of any fight: a shaken unit has its valour tested.
LB_PROCEDURE(strike)
{
    lb_state *state = run->state;
    const struct strike_facts *f = LB_FACTS;
    uint32_t unit = (uint32_t)f->unit;

    LB_BEGIN
    LB_CALL(1, after_losses, .markers = state->unit[unit].mark[MARK_LOSSES],
            .tenacity = vf_tenacity(run->battle, state, unit), .suffered = 1,
            .stoic = vf_has(run->battle, unit, LB_TRAIT_STOIC),
            .side = run->battle->unit[unit].side == state->active ? 1 : 2);
    vf_suffer(run, unit, 1);
    if (((const struct after_losses_effect *)LB_EFFECT)->state == STATE_ROUTED)
        vf_rout(run, unit, true);
    LB_RETURN(strike, .nothing = 0);
    LB_END
}

LB_PROCEDURE(melee_phase)
{
    lb_state *state = run->state;
    struct melee_phase_vars *v = LB_VARS;
    struct square_contact_facts square;
    uint32_t unit, target;
    bool flag;
    int32_t result;

    LB_BEGIN
    /* Both may play cards for the phase, the active side first. */
    for (v->window = 0; v->window < LB_SIDES; v->window++)
        while (may_play_at(run, CL_MELEE_FIGHT, (uint32_t)v->window ^ state->active)) {
            LB_ASK(1, QUESTION(MELEE_FIGHT, (uint32_t)v->window ^ state->active));
            if (LB_VALUE == VERB_PASS)
                break;
            vf_play_card(run, &state->action);
        }
    while ((unit = next_at_square(run, &square)) != LB_NOBODY) {
        v->unit = (int32_t)unit;
        LB_CALL_ON(2, square_contact, &square);
        result = ((const struct square_contact_effect *)LB_EFFECT)->result;
        state->unit[v->unit].flags |= UNIT_CHECKED;
        if (result == CONTACT_FIGHTS)
            continue;
        if (result == CONTACT_RETREATS_LOSS)
            LB_CALL(5, strike, .unit = v->unit);
        if (vf_is_here(state, (uint32_t)v->unit))
            vf_fall_back(run->battle, state, (uint32_t)v->unit);
    }
    while (!is_over(run) && find_fight(run, &unit, &target, &flag)) {
        if (!flag) {
            LB_ASK(3, QUESTION(RESULT_WINNER, state->active));
            unit = state->action.unit;
            target = state->action.target;
        }
        LB_CALL(4, fight, .unit = (int32_t)unit, .target = (int32_t)target);
    }
    LB_RETURN(melee_phase, .nothing = 0);
    LB_END
}

/// Marks everybody who takes part, so that nobody fights twice.
static void mark_fight(lb_run *run, uint32_t unit, uint32_t target)
{
    lb_state *state = run->state;
    lb_unit_set ours = vf_supporters(run->battle, state, unit, target);
    lb_unit_set theirs = vf_supporters(run->battle, state, target, unit);

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (i == unit || i == target || lb_unit_set_has(&ours, (uint16_t)i) ||
            lb_unit_set_has(&theirs, (uint16_t)i))
            state->unit[i].flags |= UNIT_FOUGHT;
}

/// vf.result.cavalry: losing cavalry goes back, and so does cavalry that supported the loser.
static void fall_back_all(lb_run *run, uint32_t loser, uint32_t winner)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (vf_is_here(run->state, i) &&
            run->battle->unit[i].side == run->battle->unit[loser].side &&
            is_cavalry(run->state->unit[i].formation) &&
            (i == loser || vf_touch(run->battle, run->state, i, winner))) {
            lb_note(run, CL_RESULT_CAVALRY, (uint8_t)(run->battle->unit[i].side + 1));
            vf_fall_back(run->battle, run->state, i);
        }
}

/// vf.trait.headstrong: the nearest visible enemy in reach, LB_NOBODY if there is none. Leads it
/// there.
static uint32_t rush_on(lb_run *run, uint32_t unit)
{
    const lb_battle *battle = run->battle;
    lb_state *state = run->state;
    int32_t reach = vf_allowance(battle, state, unit, state->unit[unit].formation);
    lb_footprint start = lb_unit_footprint(battle, state, unit), end, best_end = start;
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        int32_t distance;

        if (!vf_is_here(state, i) || battle->unit[i].side == battle->unit[unit].side)
            continue;
        distance = vf_distance(battle, state, unit, i);
        if (distance > reach || !vf_sees(battle, state, unit, i) ||
            !vf_close_in(battle, state, unit, i, &start, &end))
            continue;
        best = i;
        best_end = end;
        reach = distance - 1;
    }
    if (best == LB_NOBODY)
        return best;
    state->unit[unit].at = best_end.centre;
    state->unit[unit].heading = best_end.heading;
    lb_tell(run, LB_EVENT_SET, CL_TRAIT_HEADSTRONG, (uint8_t)(battle->unit[unit].side + 1),
            (int32_t)best);
    return best;
}

/// Applies the losses and states of a fight.
static void apply_fight(lb_run *run, uint32_t unit, uint32_t target, bool is_odt,
                        const struct melee_effect *effect)
{
    bool active_wins = effect->winner == WINNER_ACTIVE;

    vf_suffer(run, unit, effect->a_losses);
    vf_suffer(run, target, effect->d_losses);
    run->state->unit[active_wins ? unit : target].flags |= UNIT_WON;
    if (effect->a_state == STATE_ROUTED)
        vf_rout(run, unit, true);
    if (effect->d_state == STATE_ROUTED)
        vf_rout(run, target, true);
    if (!is_odt)
        fall_back_all(run, active_wins ? target : unit, active_wins ? unit : target);
}

/// Sets who of a fight is daunted and who has won before, for the valour tests inside it.
static void set_daunted(lb_run *run, uint32_t unit, uint32_t target, bool is_set)
{
    lb_state *state = run->state;
    const uint32_t flags[LB_SIDES] = {state->unit[unit].flags, state->unit[target].flags};

    for (uint32_t i = 0; i < LB_SIDES; i++) {
        int16_t *mark = state->side[i ^ state->active].mark;

        mark[SIDE_DAUNTED] = is_set && (flags[i] & UNIT_DAUNTED) != 0;
        mark[SIDE_SPARED] = is_set && (flags[i] & UNIT_WON) != 0;
    }
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
    lb_unit *of = &run->state->unit[unit];

    of->flags |= UNIT_TRIED;
    if (face <= V(UNPREDICTABLE_BAD))
        of->mark[MARK_WORTH] = (int16_t)(of->mark[MARK_WORTH] + V(UNPREDICTABLE_WORSE));
    else if (face >= V(UNPREDICTABLE_GOOD))
        of->mark[MARK_WORTH] = (int16_t)(of->mark[MARK_WORTH] + V(UNPREDICTABLE_BETTER));
    lb_tell(run, LB_EVENT_SET, CL_TRAIT_UNPREDICTABLE, 0, face);
}

/// True if the winner is cavalry that may go back: neither side occupies defendable terrain.
static bool may_go_back(const lb_run *run, const struct fight_vars *v)
{
    return v->odt == 0 && v->again == 0 && vf_is_here(run->state, (uint32_t)v->winner) &&
           is_cavalry(run->state->unit[v->winner].formation);
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
    if (vf_has(run->battle, unit, LB_TRAIT_HIT_AND_RUN)) {
        mark_fight(run, unit, target);
        LB_ROLL(1, lb_roll_sum(CL_TRAIT_HIT_AND_RUN, 1));
        lb_tell(run, LB_EVENT_SET, CL_TRAIT_HIT_AND_RUN, 0, LB_VALUE);
        if (LB_VALUE <= V(HIT_AND_RUN_OWN))
            LB_CALL(5, strike, .unit = (int32_t)unit);
        else if (LB_VALUE >= V(HIT_AND_RUN_TARGET))
            LB_CALL(6, strike, .unit = (int32_t)target);
        if (vf_is_here(state, unit))
            vf_fall_back(run->battle, state, unit);
        LB_RETURN(fight, .nothing = 0);
    }
    while ((v->shown = (int32_t)unproved(run, unit, target)) != LB_NOBODY) {
        LB_ROLL(2, lb_roll_sum(CL_TRAIT_UNPREDICTABLE, 1));
        prove(run, (uint32_t)v->shown, LB_VALUE);
    }
    LB_FORGET(v->shown);
    do {
        target = v->again ? (uint32_t)v->again - 1 : (uint32_t)f->target;
        facts = vf_gather_melee(run->battle, state, unit, target);
        v->odt = facts.a.odt || facts.d.odt;
        mark_fight(run, unit, target);
        set_daunted(run, unit, target, true);
        LB_CALL_ON(3, melee, &facts);
        set_daunted(run, unit, target, false);
        apply_fight(run, unit, target, v->odt != 0, effect);
        v->winner = (int32_t)(effect->winner == WINNER_ACTIVE ? unit : target);
        if (v->again != 0 || (uint32_t)v->winner != unit || !vf_is_here(run->state, unit) ||
            !vf_has(run->battle, unit, LB_TRAIT_HEADSTRONG) ||
            (vf_is_here(state, target) && vf_touch(run->battle, state, unit, target)))
            break;
        v->again = (int32_t)rush_on(run, unit) + 1;
        if (v->again == LB_NOBODY + 1)
            v->again = 0;
        else
            state->unit[unit].mark[MARK_MELEE] =
                (int16_t)(state->unit[unit].mark[MARK_MELEE] + V(HEADSTRONG_MELEE));
    } while (v->again != 0);
    if (may_go_back(run, v)) {
        LB_ASK(4, QUESTION(RESULT_CAVALRY, run->battle->unit[v->winner].side));
        if (LB_VALUE == VERB_YES)
            vf_fall_back(run->battle, state, (uint32_t)v->winner);
    }
    LB_RETURN(fight, .nothing = 0);
    LB_END
}

/* The end of a phase: vf.fortitude. */

struct fortitude_facts vf_gather_fortitude(const lb_battle *battle, const lb_state *state,
                                           uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    bool all_shaken = true;

    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
        if (state->unit[i].presence != LB_PRESENCE_GONE)
            all_shaken &= vf_is_shaken(battle, state, i);
    return (struct fortitude_facts){
        .tests = state->group[group].mark[GROUP_OWED],
        .units = (int32_t)vf_units_left(battle, state, group),
        .leader_near = vf_leaders_within(state, card->leader, battle->side_leader[card->side],
                                         LB_INCHES(battle->house.value[V_FORTITUDE_DISTANCE])),
        .all_shaken = all_shaken};
}

LB_PROCEDURE(end_phase)
{
    lb_state *state = run->state;
    struct end_phase_vars *v = LB_VARS;
    const struct fortitude_effect *effect = LB_EFFECT;
    struct fortitude_facts facts;
    uint32_t group = (uint32_t)v->group;

    LB_BEGIN
    for (v->group = 0; v->group < run->battle->group_count; v->group++) {
        group = (uint32_t)v->group;
        if (state->group[group].mark[GROUP_OWED] == 0 || is_over(run))
            continue;
        facts = vf_gather_fortitude(run->battle, state, group);
        LB_CALL_ON(1, fortitude, &facts);
        state->group[group].mark[GROUP_OWED] = 0;
        if (effect->result == FORTITUDE_HOLDS)
            continue;
        if (effect->failures == 1 && vf_holds(state, run->battle->group[group].side, 8)) {
            LB_ASK(2, QUESTION(FATE_8, run->battle->group[group].side));
            if (LB_VALUE == VERB_YES) {
                vf_discard(state, run->battle->group[group].side, 8);
                lb_note(run, CL_FATE_8, (uint8_t)(run->battle->group[group].side + 1));
                continue;
            }
        }
        vf_waver(run, group);
    }
    clear_phase(run);
    LB_RETURN(end_phase, .nothing = 0);
    LB_END
}
