// SPDX-License-Identifier: MIT
// The battle from deployment to defeat: turns and phases, in the sheet's order. The Fire phase is
// in fire.c, the Melee phase in fights.c.
//
// These procedures gather facts from the table, call the resolve procedures that the charts use,
// and apply what comes out. Everything that must survive a stop is in the state or in a frame.

#include "rules/valour_fortitude/play.h"

enum { FIRST_LINE = LB_INCHES(4) }; ///< how deep the first line of a brigade is

/* The battle. */

LB_PROCEDURE(battle)
{
    LB_BEGIN
    while (lb_turn_is_left(run)) {
        LB_CALL(1, turn, .nothing = 0);
        lb_hold_objectives(run, CL_END_DEFEAT, false);
        if (lb_battle_is_over(run))
            break;
        lb_turn_pass(run);
    }
    vf_tell_scores(run);
    lb_battle_decide(run, CL_END_DEFEAT, vf_side_ahead(run->battle, run->state));
    LB_RETURN(battle, .winner = run->state->winner);
    LB_END
}

/// vf.act.messenger: units that begin the turn too far from their leader.
static void mark_far(lb_run *run)
{
    const lb_battle *battle = run->battle;
    lb_state *state = run->state;

    LB_EACH (i, &run->view->here[state->active]) {
        uint16_t leader = battle->group[battle->unit[i].group].leader;

        if (leader == LB_NOBODY || state->leader[leader].presence != LB_PRESENCE_TABLE ||
            !lb_point_is_within(state->leader[leader].at, &run->view->quad[i],
                                LB_INCHES(V(MESSENGER_DISTANCE))))
            lb_change_flags(run, CL_ACT_MESSENGER, i, UNIT_FAR, 0);
    }
}

LB_PROCEDURE(turn)
{
    lb_state *state = run->state;

    LB_BEGIN
    if (state->phase == PHASE_FATE)
        lb_turn_begin(run, CL_TURN_PHASES);
    mark_far(run);
    if (lb_phase_is_due(run, PHASE_FATE))
        LB_CALL(1, fate_phase, .nothing = 0);
    if (lb_phase_is_due(run, PHASE_FIRE)) {
        LB_CALL(2, fire_phase, .nothing = 0);
        LB_CALL(3, end_phase, .nothing = 0);
    }
    if (!lb_battle_is_over(run) && lb_phase_is_due(run, PHASE_ACTION)) {
        LB_CALL(4, action_phase, .nothing = 0);
        LB_CALL(5, end_phase, .nothing = 0);
    }
    if (lb_phase_is_due(run, PHASE_MELEE) && !lb_battle_is_over(run)) {
        LB_CALL(6, melee_phase, .nothing = 0);
        LB_CALL(7, end_phase, .nothing = 0);
    }
    if (!lb_battle_is_over(run) && vf_holds(state, state->active, 4)) {
        LB_ASK(8, LB_QUESTION(FOUR, state->active, .nothing = 0));
        if (LB_VALUE == VERB_CARD) {
            vf_play_card(run, state->active);
            LB_CALL(9, forced_march, .group = state->action.target);
        }
    }
    lb_phases_end(run);
    lb_about(run, LB_CAST_SIDE | state->active, LB_NOBODY);
    lb_change_side(run, CL_FATE_3, state->active, LB_CHANGE_SCORE, SIDE_NO_AUTO, 0);
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
    uint32_t side = run->state->active;
    const int16_t *mark = run->state->side[side].mark;
    int32_t rank = 1;

    for (;; rank++)
        if ((mark[SIDE_DECK] >> rank & 1) != 0 && --n == 0)
            break;
    lb_change_side(run, CL_FATE_DRAW, side, LB_CHANGE_PILE, SIDE_DECK,
                   mark[SIDE_DECK] & ~(1 << rank));
    if (rank == 2) {
        lb_note(run, CL_FATE_2, LB_ROLE_ACTOR);
        lb_change_side(run, CL_FATE_2, side, LB_CHANGE_PILE, SIDE_DECK,
                       mark[SIDE_DECK] | mark[SIDE_DISCARDS]);
        lb_change_side(run, CL_FATE_2, side, LB_CHANGE_PILE, SIDE_DISCARDS, 1 << 2);
    } else {
        lb_change_side(run, CL_FATE_DRAW, side, LB_CHANGE_HAND, SIDE_HAND,
                       mark[SIDE_HAND] | 1 << rank);
    }
}

LB_PROCEDURE(fate_phase)
{
    lb_state *state = run->state;
    struct fate_phase_vars *v = LB_VARS;
    lb_question question = LB_QUESTION(FATE, state->active, .nothing = 0);

    LB_BEGIN
    LB_ABOUT(LB_CAST_SIDE | state->active, LB_NOBODY);
    for (v->drawn = 0; v->drawn < V(FATE_CARDS); v->drawn++) {
        if (state->side[state->active].mark[SIDE_DECK] == 0)
            break;
        LB_ROLL(1,
                lb_thrown_by(run, LB_ROLE_ACTOR, 0,
                             lb_roll_draw(CL_FATE_DRAW,
                                          cards_in(state->side[state->active].mark[SIDE_DECK]))));
        draw(run, LB_VALUE);
    }
    while (lb_ask_has_choice(run, &question)) {
        LB_ASK(2, question);
        if (LB_VALUE == VERB_PASS)
            break;
        vf_play_card(run, state->active);
    }
    LB_RETURN(fate_phase, .nothing = 0);
    LB_END
}

/* Action. */

/// True if a leader of the active side has not ridden yet.
static bool may_any_leader_ride(const lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->leader_count; i++)
        if (run->battle->leader[i].side == run->state->active &&
            run->state->leader[i].presence == LB_PRESENCE_TABLE &&
            (run->state->leader[i].flags & LEADER_MOVED) == 0)
            return true;
    return false;
}

/// vf.play.leaders: where a leader stands by default, behind the middle of his brigade's first
/// line; false if no unit of it is there.
static bool place_behind(const lb_run *run, uint32_t group, lb_point *place)
{
    const lb_group_card *card = &run->battle->group[group];
    const lb_view *view = run->view;
    const lb_point origin = {0, 0};
    int64_t east = 0, north = 0, x = 0, y = 0;
    int32_t front = INT32_MIN, count = 0;
    uint16_t facing;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (lb_view_is_here(view, i)) {
            east += lb_sine(view->pose[i].heading) / (1 << 15);
            north += lb_cosine(view->pose[i].heading) / (1 << 15);
            count++;
        }
    if (count == 0)
        return false;
    facing = lb_heading_to(origin, (lb_point){(int32_t)(east / count), (int32_t)(north / count)});
    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (lb_view_is_here(view, i))
            front = lb_most(front, lb_ahead_of(origin, view->pose[i].at, facing));
    count = 0;
    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (lb_view_is_here(view, i) &&
            front - lb_ahead_of(origin, view->pose[i].at, facing) <= FIRST_LINE) {
            x += view->pose[i].at.x;
            y += view->pose[i].at.y;
            count++;
        }
    if (count > 0)
        *place = lb_point_towards((lb_point){(int32_t)(x / count), (int32_t)(y / count)}, facing,
                                  -LB_INCHES(V(LEADERS_BEHIND)));
    return count > 0;
}

/// Leaders who have not ridden follow their brigades, if those have acted.
static void follow_brigades(lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        uint16_t leader = run->battle->group[g].leader;
        lb_point place;

        if (run->battle->group[g].side == run->state->active && leader != LB_NOBODY &&
            (run->state->group[g].flags & (GROUP_ACTIVE | GROUP_DONE)) ==
                (GROUP_ACTIVE | GROUP_DONE) &&
            place_behind(run, g, &place))
            lb_follow(run, CL_PLAY_LEADERS, leader, place);
    }
}

const lb_ride vf_ride = {.clause = CL_MOVE_LEADERS,
                         .verb = VERB_LEAD,
                         .reach = V_MOVE_LEADERS,
                         .rode = LEADER_MOVED,
                         .grain_tmm = LB_TMM_INCH,
                         .offer_tmm = LB_INCHES(4),
                         .propose_tmm = LB_INCHES(4)};

bool vf_check_activate(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_battle *battle = asked->battle;
    const lb_state *state = asked->state;
    uint32_t group = action->unit;

    if (group >= battle->group_count || battle->group[group].side != lb_asked_side(asked))
        return lb_no(reason, CL_ACT_ACTIVATION, "that brigade is not yours");
    if ((state->group[group].flags & (GROUP_ACTIVE | GROUP_FAILED)) != 0)
        return lb_no(reason, CL_ACT_ACTIVATION, "it has had its turn");
    if (!lb_group_is_here(battle, state, group) && lb_group_left(battle, state, group) > 0)
        return lb_no(reason, CL_ACT_ACTIVATION, "it has not arrived");
    return (state->group[group].flags & GROUP_SHATTERED) == 0 ||
           lb_no(reason, CL_SHATTER, "it is shattered");
}

void vf_offer_activate(lb_listing *list)
{
    for (uint32_t g = 0; g < list->asked.battle->group_count; g++)
        if (list->asked.battle->group[g].side == lb_asked_side(&list->asked))
            (void)lb_offer_verb(list, g, 0);
}

/// True if a brigade of the active side has not been tried yet.
static bool is_any_brigade_left(const lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++)
        if (run->battle->group[g].side == run->state->active &&
            (run->state->group[g].flags & (GROUP_ACTIVE | GROUP_FAILED | GROUP_SHATTERED)) == 0 &&
            lb_group_is_here(run->battle, run->state, g))
            return true;
    return false;
}

LB_PROCEDURE(action_phase)
{
    lb_state *state = run->state;

    LB_BEGIN
    while (is_any_brigade_left(run) || may_any_leader_ride(run)) {
        LB_ASK(1, LB_QUESTION(ACTIVATION, state->active, .nothing = 0));
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_LEAD)
            lb_do_ride(run);
        else
            LB_CALL(2, brigade, .group = state->action.unit);
    }
    follow_brigades(run);
    LB_RETURN(action_phase, .nothing = 0);
    LB_END
}

/// True while the player of an acting brigade has something to decide.
static bool has_more_to_do(const lb_run *run, uint32_t group)
{
    const lb_group_card *card = &run->battle->group[group];
    bool has_cards = run->state->side[card->side].mark[SIDE_HAND] != 0;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (lb_view_is_here(run->view, i) &&
            (vf_may_act(run->battle, run->state, i) ||
             (has_cards && (run->state->unit[i].flags & (UNIT_ACTED | UNIT_FIRED)) == 0)))
            return true;
    return false;
}

/// True if a unit still has to be reached by a messenger.
static bool needs_messenger(const lb_run *run, uint32_t unit)
{
    return (run->state->unit[unit].flags & (UNIT_FAR | UNIT_ANSWERED)) == UNIT_FAR;
}

/// Marks whether the messenger has reached the unit that acts; true if he has.
static bool is_reached(lb_run *run, const struct messenger_effect *effect)
{
    bool is_lost = effect->result == MESSENGER_FAILS;

    lb_change_flags(run, CL_ACT_MESSENGER, run->state->action.unit,
                    UNIT_ANSWERED | (is_lost ? UNIT_LOST : 0), 0);
    return !is_lost;
}

/// Takes the loss markers off that a rally takes off.
static void take_rally(lb_run *run, const struct rally_effect *effect)
{
    uint32_t unit = run->state->action.unit;

    lb_change_mark(run, CL_ACT_RALLY, unit, LB_CHANGE_LOSSES, MARK_LOSSES,
                   run->state->unit[unit].mark[MARK_LOSSES] - effect->result);
}

LB_PROCEDURE(brigade)
{
    lb_state *state = run->state;
    const struct brigade_facts *f = LB_FACTS;
    struct activation_facts activation;
    struct rally_facts rally;

    LB_BEGIN
    LB_ABOUT(LB_CAST_GROUP | f->group, LB_NOBODY);
    activation = vf_gather_activation(run->battle, state, (uint32_t)f->group);
    lb_change_side(run, CL_ACT_ACTIVATION, state->active, LB_CHANGE_TALLY, SIDE_ACTIVATED,
                   state->side[state->active].mark[SIDE_ACTIVATED] + 1);
    if (activation.cautious)
        lb_note(run, CL_TRAIT_CAUTIOUS, LB_ROLE_ACTOR);
    LB_CALL_ON(1, activation, &activation);
    lb_change_group_flags(run, CL_ACT_ACTIVATION, (uint32_t)f->group,
                          ((const struct activation_effect *)LB_EFFECT)->result == ACTIVATION_ACTIVE
                              ? GROUP_ACTIVE
                              : GROUP_FAILED,
                          0);
    while (has_more_to_do(run, (uint32_t)f->group)) {
        LB_ABOUT(LB_CAST_GROUP | f->group, LB_NOBODY);
        LB_ASK(2, LB_QUESTION(BRIGADE, state->active, .group = f->group));
        if (LB_VALUE == VERB_PASS)
            break;
        if (LB_VALUE == VERB_CARD) {
            vf_play_card(run, state->active);
            continue;
        }
        if (LB_VALUE == VERB_LEAD) {
            lb_do_ride(run);
            continue;
        }
        LB_ABOUT(state->action.unit, LB_NOBODY);
        if (needs_messenger(run, state->action.unit)) {
            if (lb_unit_has(run->battle, state->action.unit, LB_TRAIT_DETACHMENT))
                lb_note(run, CL_TRAIT_DETACHMENT, LB_ROLE_ACTOR);
            LB_CALL(3, messenger, .eligible = vf_is_easy_to_reach(run->battle, state->action.unit));
            if (!is_reached(run, LB_EFFECT))
                continue;
        }
        if (state->action.verb != VERB_RALLY) {
            if (state->action.verb == VERB_ASSAULT)
                LB_ABOUT(state->action.unit, state->action.target);
            vf_carry_out(run);
            continue;
        }
        lb_change_flags(run, CL_ACT_RALLY, state->action.unit, UNIT_ACTED, 0);
        rally = vf_gather_rally(run->view, state->action.unit);
        LB_CALL_ON(4, rally, &rally);
        take_rally(run, LB_EFFECT);
    }
    LB_ABOUT(LB_CAST_GROUP | f->group, LB_NOBODY);
    lb_change_group_flags(run, CL_ACT_ACTIVATION, (uint32_t)f->group, GROUP_DONE, 0);
    LB_RETURN(brigade, .nothing = 0);
    LB_END
}

/// The card lets the units of a brigade act again, whether or not it was activated; what the Nine
/// has left of them is over.
static void free_by_card(lb_run *run, uint32_t group)
{
    const lb_group_card *card = &run->battle->group[group];

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        lb_change_flags(run, CL_FATE_4, i, UNIT_FREED,
                        UNIT_ACTED | UNIT_FIRED | UNIT_AGAIN | UNIT_ONWARD);
}

/// vf.fate.4: one brigade makes a Move, unit by unit, or as many as the house says.
LB_PROCEDURE(forced_march)
{
    lb_state *state = run->state;
    const struct forced_march_facts *f = LB_FACTS;
    struct forced_march_vars *v = LB_VARS;

    LB_BEGIN
    for (v->round = 0; v->round < V(FATE_4_MOVES); v->round++) {
        free_by_card(run, (uint32_t)f->group);
        while (has_more_to_do(run, (uint32_t)f->group)) {
            LB_ASK(1, LB_QUESTION(FORCED_MARCH, state->active, .group = f->group));
            if (LB_VALUE == VERB_PASS)
                LB_RETURN(forced_march, .nothing = 0);
            vf_carry_out(run);
        }
    }
    LB_RETURN(forced_march, .nothing = 0);
    LB_END
}

/* The end of a phase: vf.fortitude. */

/// What lasted through the phase goes; nobody bears more losses than his tenacity.
static void clear_phase(lb_run *run)
{
    lb_marks_clear(run->battle, run->state, LB_LIFE_PHASE);
    lb_about(run, LB_NOBODY, LB_NOBODY);
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        lb_change_mark(run, CL_SHAKEN, i, LB_CHANGE_LOSSES, MARK_LOSSES,
                       lb_least(run->state->unit[i].mark[MARK_LOSSES],
                                vf_tenacity(run->battle, run->state, i)));
}

/// The next brigade that owes fortitude tests, the active side's first (vf.play.order).
static int32_t next_that_owes(const lb_run *run)
{
    for (uint32_t s = 0; s < LB_SIDES && !lb_battle_is_over(run); s++)
        for (uint32_t g = 0; g < run->battle->group_count; g++)
            if (run->battle->group[g].side == (s ^ run->state->active) &&
                run->state->group[g].mark[GROUP_OWED] > 0)
                return (int32_t)g;
    return LB_NOBODY;
}

/// True if brigades of both sides owe fortitude tests.
static bool owe_both(const lb_run *run)
{
    bool owes[LB_SIDES] = {false};

    for (uint32_t g = 0; g < run->battle->group_count; g++)
        owes[run->battle->group[g].side] |= run->state->group[g].mark[GROUP_OWED] > 0;
    return owes[0] && owes[1];
}

LB_PROCEDURE(end_phase)
{
    lb_state *state = run->state;
    struct end_phase_vars *v = LB_VARS;
    const struct fortitude_effect *effect = LB_EFFECT;
    struct fortitude_facts facts;

    LB_BEGIN
    if (owe_both(run))
        lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_ORDER, lb_side_actor(state->active), 0);
    while ((v->group = next_that_owes(run)) != LB_NOBODY) {
        LB_ABOUT(LB_CAST_GROUP | v->group, LB_NOBODY);
        facts = vf_gather_fortitude(run->battle, state, (uint32_t)v->group);
        LB_CALL_ON(1, fortitude, &facts);
        lb_change_group_tally(run, CL_FORTITUDE, (uint32_t)v->group, GROUP_OWED,
                              -state->group[v->group].mark[GROUP_OWED]);
        if (effect->result == FORTITUDE_HOLDS)
            continue;
        if (effect->failures == 1 && vf_holds(state, run->battle->group[v->group].side, 8)) {
            LB_ASK(2, LB_QUESTION(EIGHT, run->battle->group[v->group].side, .whose = frame->actor));
            if (LB_VALUE == VERB_YES) {
                vf_discard(run, run->battle->group[v->group].side, 8);
                lb_note(run, CL_FATE_8, LB_ROLE_ACTOR);
                continue;
            }
        }
        vf_waver(run, (uint32_t)v->group);
    }
    clear_phase(run);
    LB_RETURN(end_phase, .nothing = 0);
    LB_END
}
