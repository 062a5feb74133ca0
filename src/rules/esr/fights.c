// SPDX-License-Identifier: MIT
// The Combat phase: contacts, fights, breakthroughs, Reformation Areas.

#include "rules/esr/play.h"

enum {
    PAIRS = 128,
    CHOICES = 14,
    TIES_MOST = 3,
    KEPT = 10
}; ///< KEPT: tenths of an inch from enemies

/* Contacts. */

/// Two units that touch, the one of the side with the initiative first, as one number; 0 for none.
static int32_t pair_of(uint32_t unit, uint32_t target)
{
    return (int32_t)((unit + 1) << 16 | target);
}

static uint32_t first_of(int32_t pair)
{
    return ((uint32_t)pair >> 16) - 1;
}

static uint32_t second_of(int32_t pair)
{
    return (uint32_t)pair & 0xffff;
}

/// Lists all contacts; 0 behind the last.
static void list_contacts(const lb_run *run, int32_t *pair)
{
    const lb_view *view = run->view;
    const lb_unit_set *own = &view->here[run->battle->first_side];
    uint32_t count = 0;

    LB_EACH (i, own) {
        lb_unit_set near = lb_view_near(view, view->box[i], LB_CONTACT_TMM,
                                        &view->here[1 - run->battle->first_side]);

        LB_EACH (j, &near)
            if (lb_view_touch(view, i, j) && count + 1 < PAIRS)
                pair[count++] = pair_of(i, j);
    }
    pair[count] = 0;
}

/// True of a contact that is still to be fought.
static bool is_open(const lb_view *view, int32_t pair)
{
    return pair > 0 && lb_view_is_here(view, first_of(pair)) &&
           lb_view_is_here(view, second_of(pair)) &&
           lb_view_touch(view, first_of(pair), second_of(pair));
}

/// The open contacts that hang together with the first open one; returns how many.
static int32_t cluster_of(const lb_view *view, const int32_t *pair, int32_t *cluster)
{
    lb_unit_set units = {{0}};
    int32_t count = 0;
    bool has_grown = true;

    for (int32_t i = 0; i < PAIRS && pair[i] != 0; i++)
        if (is_open(view, pair[i])) {
            lb_unit_set_add(&units, (uint16_t)first_of(pair[i]));
            break;
        }
    while (has_grown) {
        has_grown = false;
        for (int32_t i = 0; i < PAIRS && pair[i] != 0; i++) {
            uint16_t a, b;

            if (!is_open(view, pair[i]))
                continue;
            a = (uint16_t)first_of(pair[i]);
            b = (uint16_t)second_of(pair[i]);
            if (lb_unit_set_has(&units, a) == lb_unit_set_has(&units, b))
                continue;
            lb_unit_set_add(&units, a);
            lb_unit_set_add(&units, b);
            has_grown = true;
        }
    }
    for (int32_t i = 0; i < PAIRS && pair[i] != 0 && count < CHOICES; i++)
        if (is_open(view, pair[i]) && lb_unit_set_has(&units, (uint16_t)first_of(pair[i])))
            cluster[count++] = pair[i];
    return count;
}

/// The side that names the next fight of a cluster: the one that moved in.
static uint32_t chooser_of(const lb_run *run, const int32_t *cluster, int32_t count)
{
    uint32_t first = run->battle->first_side;
    bool came = false, was_met = false;

    for (int32_t i = 0; i < count; i++) {
        came |= (run->state->unit[first_of(cluster[i])].flags & UNIT_STORMED) != 0;
        was_met |= (run->state->unit[second_of(cluster[i])].flags & UNIT_STORMED) != 0;
    }
    return came || !was_met ? first : 1 - first;
}

/* Naming the next fight. */

/// The contact that an action names, of those that the question is about; 0 for none.
static int32_t named_pair(const lb_asked *asked, const lb_action *action)
{
    const struct ask_FIGHT *about = LB_ASKED_ABOUT(asked, FIGHT);
    const int32_t *pair = &about->count + 1;

    for (int32_t i = 0; i < about->count; i++)
        if ((first_of(pair[i]) == action->unit && second_of(pair[i]) == action->target) ||
            (first_of(pair[i]) == action->target && second_of(pair[i]) == action->unit))
            return pair[i];
    return 0;
}

bool esr_check_fight(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    return named_pair(asked, action) > 0 ||
           lb_no(reason, CL_PLAY_FIGHTS, "those two have no fight to settle now");
}

void esr_offer_fights(lb_listing *list)
{
    const struct ask_FIGHT *about = LB_ASKED_ABOUT(&list->asked, FIGHT);
    const int32_t *pair = &about->count + 1;

    for (int32_t i = 0; i < about->count; i++) {
        bool is_own =
            lb_view_side(list->asked.view, first_of(pair[i])) == lb_asked_side(&list->asked);

        (void)lb_offer_verb(list, is_own ? first_of(pair[i]) : second_of(pair[i]),
                            is_own ? second_of(pair[i]) : first_of(pair[i]));
    }
}

static lb_question question_of(const lb_run *run, const int32_t *cluster, int32_t count)
{
    struct ask_FIGHT about = {.count = count};
    int32_t *pair = &about.count + 1;

    for (int32_t i = 0; i < count; i++)
        pair[i] = cluster[i];
    return lb_question_of(ASK_CLAUSE_FIGHT, ASK_FIGHT, chooser_of(run, cluster, count), &about,
                          sizeof about);
}

/// Takes the contact between two units off the list.
static void strike(int32_t *pair, uint32_t a, uint32_t b)
{
    for (int32_t i = 0; i < PAIRS && pair[i] != 0; i++)
        if (pair[i] == pair_of(a, b) || pair[i] == pair_of(b, a))
            pair[i] = -1;
}

LB_PROCEDURE(fighting)
{
    lb_state *state = run->state;
    struct fighting_vars *v = LB_VARS;
    int32_t cluster[CHOICES], count;
    uint32_t unit, target;

    LB_BEGIN
    list_contacts(run, v->pair);
    for (uint32_t g = 0; g < run->battle->group_count; g++)
        v->fatigue[g] = esr_fatigue(state, g);
    for (;;) {
        count = cluster_of(run->view, v->pair, cluster);
        if (count == 0)
            break;
        unit = first_of(cluster[0]);
        target = second_of(cluster[0]);
        if (count > 1) {
            LB_ASK(1, question_of(run, cluster, count));
            unit = state->action.unit;
            target = state->action.target;
        }
        strike(v->pair, unit, target);
        LB_CALL(2, fight, .unit = (int32_t)unit, .target = (int32_t)target,
                .unit_fatigue = v->fatigue[state->unit[unit].group],
                .target_fatigue = v->fatigue[state->unit[target].group]);
    }
    LB_RETURN(fighting, .nothing = 0);
    LB_END
}

/* One fight. */

/// Who moved in: the attacker of the chart. Of two, or of none, it is the side with the initiative.
static bool is_turned(const lb_run *run, const struct fight_facts *f)
{
    bool came = (run->state->unit[f->unit].flags & UNIT_STORMED) != 0;
    bool was_met = (run->state->unit[f->target].flags & UNIT_STORMED) != 0;
    bool is_first = run->battle->unit[f->unit].side == run->battle->first_side;

    return came == was_met ? !is_first : was_met;
}

/// The facts of a fight; fatigue is that of the step's beginning, and of this fight's ties.
static struct combat_facts facts_of(lb_run *run, const struct fight_facts *f, int32_t ties)
{
    bool turned = is_turned(run, f);
    uint32_t a = (uint32_t)(turned ? f->target : f->unit);
    uint32_t d = (uint32_t)(turned ? f->unit : f->target);
    struct combat_facts facts = esr_gather_combat(run->view, a, d);

    facts.a.fatigue = (turned ? f->target_fatigue : f->unit_fatigue) + ties * V(COMBAT_TIE_FATIGUE);
    facts.d.fatigue = (turned ? f->unit_fatigue : f->target_fatigue) + ties * V(COMBAT_TIE_FATIGUE);
    return facts;
}

/// What a fight that was decided by a margin does to a unit.
static void take_result(lb_run *run, uint32_t unit, uint32_t other, int32_t result, int32_t margin)
{
    switch (result) {
    case COMBAT_RESULT_RETIRE:
        esr_retire(run, CL_PLAY_RETIRE, unit, other);
        break;
    case COMBAT_RESULT_ROUT:
        esr_rout(run, margin <= V(COMBAT_LOST6_MARGIN) ? CL_COMBAT_LOST6 : CL_COMBAT_LOST9, unit);
        break;
    case COMBAT_RESULT_REMOVED:
        esr_remove(run, CL_COMBAT_LOST10, unit);
        break;
    default:
        break;
    }
}

static void note_fight(lb_run *run, uint32_t unit, int32_t fatigue, bool has_lost)
{
    uint32_t group = run->state->unit[unit].group;

    lb_change_flags(run, CL_COMBAT_SHOCK, unit, UNIT_FOUGHT, 0);
    lb_change_group_flags(run, CL_ASSESS_WHEN, group, GROUP_OWES | GROUP_TIRED, 0);
    esr_tire(run, CL_COMBAT_ROLL, group, run->battle->unit[unit].arm, fatigue);
    if (has_lost)
        lb_change_group_tally(run, CL_ASSESS_LOSSES, group, GROUP_LOSSES, 1);
}

/// What a round of a fight does to both; returns the winner of one that breaks through, or -1.
static int32_t settle(lb_run *run, uint32_t a, uint32_t d, const struct combat_effect *result)
{
    struct combat_effect e = *result;
    int32_t margin = lb_most(e.margin, -e.margin);
    int32_t winner = e.a_result == COMBAT_RESULT_BREAKTHROUGH   ? (int32_t)a
                     : e.d_result == COMBAT_RESULT_BREAKTHROUGH ? (int32_t)d
                                                                : -1;

    note_fight(run, a, e.a_fatigue, e.margin < 0);
    note_fight(run, d, e.d_fatigue, e.margin > 0);
    /* The loser goes first, away from where the winner stands. */
    take_result(run, e.margin < 0 ? a : d, e.margin < 0 ? d : a,
                e.margin < 0 ? e.a_result : e.d_result, margin);
    take_result(run, e.margin < 0 ? d : a, e.margin < 0 ? a : d,
                e.margin < 0 ? e.d_result : e.a_result, margin);
    return winner;
}

/// True if a victorious unit may go on.
static bool may_press(const lb_run *run, int32_t unit, bool is_press)
{
    return unit >= 0 && !is_press && run->battle->unit[unit].arm != LB_ARM_ARTILLERY &&
           lb_view_is_here(run->view, (uint32_t)unit) &&
           lb_view_formation(run->view, (uint32_t)unit) == FORMATION_DEPLOYED &&
           !lb_view_is_engaged(run->view, (uint32_t)unit) &&
           (run->state->unit[unit].flags & UNIT_BROKE) == 0;
}

LB_PROCEDURE(fight)
{
    const struct fight_facts *f = LB_FACTS;
    struct fight_vars *v = LB_VARS;
    const struct combat_effect *effect = LB_EFFECT;
    struct combat_facts facts;
    uint32_t a, d;

    LB_BEGIN
    for (v->ties = 0; v->ties < TIES_MOST;) {
        facts = facts_of(run, f, v->ties);
        if (is_turned(run, f))
            LB_ABOUT(f->target, f->unit);
        else
            LB_ABOUT(f->unit, f->target);
        if (v->ties == 0)
            lb_note(run, CL_COMBAT_ROLL, LB_ROLE_ACTOR);
        LB_CALL_ON(1, combat, &facts);
        a = frame->actor;
        d = frame->target;
        v->winner = settle(run, a, d, effect);
        if (effect->a_result != COMBAT_RESULT_FIGHT_AGAIN)
            break;
        if (++v->ties < TIES_MOST)
            continue;
        lb_note(run, CL_PLAY_FIGHTS, LB_ROLE_NONE);
        esr_retire(run, CL_PLAY_FIGHTS, a, d);
        esr_retire(run, CL_PLAY_FIGHTS, d, a);
    }
    if (may_press(run, v->winner, f->is_press != 0)) {
        lb_change_flags(run, CL_PLAY_BREAKTHROUGH, (uint32_t)v->winner, UNIT_BROKE, 0);
        run->value = VERB_YES;
        if (!esr_is(run->battle, (uint32_t)v->winner, KIND_IMPETUOUS))
            LB_ASK(2, LB_QUESTION(BREAK, run->battle->unit[v->winner].side, .unit = v->winner));
        if (LB_VALUE == VERB_YES)
            LB_CALL(3, press, .unit = v->winner);
    }
    LB_RETURN(fight, .nothing = 0);
    LB_END
}

/* Breaking through. */

/// Leads a unit on to the nearest enemy that it meets within half a move; LB_NOBODY for none, and
/// then it just goes on.
static uint32_t go_on(lb_run *run, uint32_t unit)
{
    lb_view *view = run->view;
    int32_t reach = esr_rate(run->battle, unit, FORMATION_DEPLOYED, false) / V(COMBAT_WON4_DIVISOR);
    lb_unit_set near =
        lb_view_near(view, view->box[unit], reach, lb_view_foes(view, lb_view_side(view, unit)));
    lb_move_costs costs = esr_costs(run->view, unit, FORMATION_DEPLOYED);
    lb_mover mover;
    lb_retreat way;
    lb_unit_set itself = lb_set_of(unit);
    lb_point at;

    while (!lb_unit_set_is_empty(&near)) {
        uint32_t target = lb_view_nearest(view, &view->quad[unit], &near);
        lb_footprint end;
        lb_reason reason;
        int32_t cost;

        lb_unit_set_remove(&near, (uint16_t)target);
        if (esr_has_in_arc(view, unit, &view->quad[target]) &&
            esr_judge_charge(view, unit, target, &end, &cost, &reason) && cost <= reach) {
            lb_change_place(run, CL_PLAY_BREAKTHROUGH, unit, &end);
            lb_change_flags(run, CL_PLAY_BREAKTHROUGH, unit, UNIT_STORMED, 0);
            return target;
        }
    }
    lb_mover_start(&mover, view, unit, &costs, esr_tenths(run->battle, KEPT));
    mover.gait = esr_gait(run->view, unit, FORMATION_DEPLOYED);
    at = view->pose[unit].at;
    reach = lb_least(
        reach, esr_halt(view, unit, at, lb_point_towards(at, view->pose[unit].heading, reach)));
    way = lb_way_slide(view, &mover, view->pose[unit].heading, reach);
    if (way.moved_tmm > 0 && lb_may_stand(view, &itself, &way.end))
        lb_change_place(run, CL_PLAY_BREAKTHROUGH, unit, &way.end);
    return LB_NOBODY;
}

LB_PROCEDURE(press)
{
    const struct press_facts *f = LB_FACTS;
    lb_state *state = run->state;
    uint32_t target;

    LB_BEGIN
    LB_ABOUT(f->unit, LB_NOBODY);
    target = go_on(run, (uint32_t)f->unit);
    if (target != LB_NOBODY)
        LB_CALL(1, fight, .unit = f->unit, .target = (int32_t)target,
                .unit_fatigue = esr_fatigue(state, state->unit[f->unit].group),
                .target_fatigue = esr_fatigue(state, state->unit[target].group), .is_press = 1);
    LB_RETURN(press, .nothing = 0);
    LB_END
}

/* Reformation Areas. */

/// The weakest unit that reforms; LB_NOBODY for none.
static uint32_t weakest(const lb_run *run, uint32_t group)
{
    uint32_t found = LB_NOBODY;

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (esr_is_of(run->state, i, group) && (run->state->unit[i].flags & UNIT_REFORMING) != 0 &&
            (found == LB_NOBODY || run->battle->unit[i].figure[FIGURE_RATING] <
                                       run->battle->unit[found].figure[FIGURE_RATING]))
            found = i;
    return found;
}

/// The enemy who falls upon an Area: the first that touches it and touches nobody else.
static int32_t raider_of(const lb_run *run, uint32_t group)
{
    lb_unit_set touchers = esr_area_touchers(run->view, group);

    LB_EACH (i, &touchers)
        if (lb_view_formation(run->view, i) == FORMATION_DEPLOYED &&
            !lb_view_is_engaged(run->view, i))
            return (int32_t)i;
    return -1;
}

/// What a fight in an Area does: who reforms and loses is gone.
static void settle_area(lb_run *run, uint32_t unit, uint32_t target,
                        const struct combat_effect *result)
{
    struct combat_effect e = *result;

    note_fight(run, unit, e.a_fatigue, e.margin < 0);
    esr_tire(run, CL_COMBAT_ROLL, run->state->unit[target].group, run->battle->unit[target].arm,
             e.d_fatigue);
    if (e.margin > 0)
        esr_remove(run, CL_PLAY_AREA_FIGHT, target);
    else if (e.margin < 0 && e.a_result == COMBAT_RESULT_RETIRE)
        esr_evade(run, CL_PLAY_RETIRE, unit);
    else if (e.margin < 0)
        take_result(run, unit, unit, e.a_result, -e.margin);
}

LB_PROCEDURE(areas)
{
    struct areas_vars *v = LB_VARS;
    struct combat_facts facts;

    LB_BEGIN
    for (v->group = 0; v->group < run->battle->group_count; v->group++) {
        esr_note_reached(run, (uint32_t)v->group);
        for (;;) {
            v->unit = raider_of(run, (uint32_t)v->group);
            if (v->unit < 0 || weakest(run, (uint32_t)v->group) == LB_NOBODY)
                break;
            LB_ABOUT(v->unit, LB_NOBODY);
            LB_ASK(1, LB_QUESTION(AREA, run->battle->unit[v->unit].side, .unit = v->unit));
            if (LB_VALUE == VERB_NO)
                break;
            LB_ABOUT(v->unit, weakest(run, (uint32_t)v->group));
            facts = esr_gather_area(run->view, (uint32_t)v->unit, weakest(run, (uint32_t)v->group));
            LB_CALL_ON(2, combat, &facts);
            settle_area(run, (uint32_t)v->unit, weakest(run, (uint32_t)v->group), LB_EFFECT);
        }
    }
    LB_RETURN(areas, .nothing = 0);
    LB_END
}

LB_PROCEDURE(combat_phase)
{
    LB_BEGIN
    LB_CALL(1, conversion, .nothing = 0);
    LB_CALL(2, fighting, .nothing = 0);
    LB_CALL(3, areas, .nothing = 0);
    LB_CALL(4, assessing, .is_combat = 1);
    LB_CALL(5, statuses, .nothing = 0);
    LB_CALL(6, conversion, .nothing = 0);
    LB_RETURN(combat_phase, .nothing = 0);
    LB_END
}
