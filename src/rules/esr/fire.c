// SPDX-License-Identifier: MIT
// The Fire phase: targets, scores, leader fate, assessments.

#include "rules/esr/play.h"

enum { SCORE_MOST = 255 }; ///< more than that makes no difference

/* Who reaches whom. */

bool esr_may_fire(const lb_state *state, uint32_t group)
{
    return !esr_goes_back(state, group) && state->group[group].order.kind != ORDER_RESERVE;
}

bool esr_skirmishers_reach(const lb_view *view, uint32_t firer, uint32_t target)
{
    int32_t range = LB_INCHES(VALUE_OF(view->battle, FIRE_RANGE_SKIRMISH));
    lb_unit_set own = esr_deployed(view, firer), units = esr_units(view, target);

    LB_EACH (i, &own) {
        if (view->battle->unit[i].arm != LB_ARM_INFANTRY || !esr_is_troops(view->battle, i))
            continue;
        LB_EACH (j, &units)
            if (lb_view_is_within(view, i, j, range))
                return true;
    }
    return false;
}

/// True of a battery that cannot fire since the enemy is at its flank or rear.
static bool is_silenced(lb_view *view, uint32_t battery)
{
    lb_unit_set near = lb_view_near(view, view->box[battery], LB_CONTACT_TMM,
                                    lb_view_foes(view, lb_view_side(view, battery)));

    LB_EACH (i, &near)
        if (lb_view_touch(view, battery, i) &&
            lb_face_touched(&view->quad[battery], &view->quad[i]) != LB_FACE_FRONT)
            return true;
    return false;
}

bool esr_battery_reaches(lb_view *view, uint32_t battery, uint32_t target)
{
    lb_unit_set units = esr_units(view, target);

    if (lb_view_formation(view, battery) != FORMATION_UNLIMBERED || is_silenced(view, battery))
        return false;
    LB_EACH (i, &units)
        if (esr_bears(view, battery, i))
            return true;
    return false;
}

/// The enemy Formation nearest to a unit that `reaches` accepts; LB_NOBODY for none.
static uint32_t nearest_target(lb_view *view, uint32_t unit)
{
    lb_unit_set foes = *lb_view_foes(view, lb_view_side(view, unit));
    int32_t range = LB_INCHES(VALUE_OF(view->battle, FIRE_RANGE_GUNS));

    foes = lb_view_near(view, view->box[unit], range, &foes);
    if (is_silenced(view, unit))
        return LB_NOBODY;
    while (!lb_unit_set_is_empty(&foes)) {
        uint32_t foe = lb_view_nearest(view, &view->quad[unit], &foes);

        if (esr_bears(view, unit, foe))
            return view->state->unit[foe].group;
        lb_unit_set_remove(&foes, (uint16_t)foe);
    }
    return LB_NOBODY;
}

uint32_t esr_aim(lb_view *view, uint32_t battery)
{
    int32_t said = view->state->unit[battery].mark[MARK_AIM];

    if (lb_view_formation(view, battery) != FORMATION_UNLIMBERED ||
        !esr_may_fire(view->state, view->state->unit[battery].group))
        return LB_NOBODY;
    return said > 0 ? (uint32_t)said - 1 : nearest_target(view, battery);
}

uint32_t esr_skirmish_aim(lb_view *view, uint32_t group)
{
    int32_t said = view->state->group[group].mark[GROUP_AIM];
    int32_t least = LB_INCHES(VALUE_OF(view->battle, FIRE_RANGE_SKIRMISH)) + 1;
    lb_unit_set own;
    uint32_t best = LB_NOBODY;

    if (!esr_may_fire(view->state, group))
        return LB_NOBODY;
    if (said > 0)
        return (uint32_t)said - 1;
    own = esr_deployed(view, group);
    LB_EACH (i, &own) {
        uint32_t foe = lb_view_nearest_foe(view, i);
        int32_t distance;

        if (foe == LB_NOBODY || view->battle->unit[i].arm != LB_ARM_INFANTRY ||
            !esr_is_troops(view->battle, i))
            continue;
        distance = lb_view_distance(view, i, foe);
        if (distance < least) {
            least = distance;
            best = view->state->unit[foe].group;
        }
    }
    return best;
}

/* Naming targets. */

static bool check_target(const lb_asked *asked, uint32_t target, lb_reason *reason)
{
    return (target < asked->battle->group_count &&
            asked->battle->group[target].side != lb_asked_side(asked) &&
            esr_is_here(asked->view, target)) ||
           lb_no(reason, CL_PLAY_SCORE, "that is no enemy Formation on the table");
}

bool esr_check_bombard(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), action->unit) ||
        lb_view_formation(asked->view, action->unit) != FORMATION_UNLIMBERED)
        return lb_no(reason, CL_PLAY_SCORE, "that is no battery of yours in action");
    if (!check_target(asked, action->target, reason))
        return false;
    if (!esr_may_fire(asked->state, asked->state->unit[action->unit].group))
        return lb_no(reason, CL_PLAY_SCORE, "its Formation does not fire");
    if (asked->state->unit[action->unit].mark[MARK_AIM] > 0)
        return lb_no(reason, CL_PLAY_SCORE, "its target has been named");
    return esr_battery_reaches(asked->view, action->unit, action->target) ||
           lb_no(reason, CL_PLAY_SIGHT, "it does not bear on that Formation");
}

bool esr_check_skirmish(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!esr_is_own(asked, action->unit) || !check_target(asked, action->target, reason))
        return lb_no(reason, CL_PLAY_SCORE, "say which Formation skirmishes, and with whom");
    if (!esr_may_fire(asked->state, action->unit))
        return lb_no(reason, CL_PLAY_SCORE, "it does not skirmish");
    if (asked->state->group[action->unit].mark[GROUP_AIM] > 0)
        return lb_no(reason, CL_PLAY_SCORE, "their target has been named");
    return esr_skirmishers_reach(asked->view, action->unit, action->target) ||
           lb_no(reason, CL_FIRE_RANGE, "its skirmishers do not reach that far");
}

bool esr_check_intense(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t flags;
    lb_unit_set units;
    bool fires = false;

    if (!esr_is_own(asked, action->unit) || !esr_is_here(asked->view, action->unit))
        return lb_no(reason, CL_FIRE_INTENSE, "that Formation is not yours");
    if (action->option != INTENSE_GUNS && action->option != INTENSE_SKIRMISH)
        return lb_no(reason, CL_FIRE_INTENSE, "say whether guns or skirmishers");
    flags = asked->state->group[action->unit].flags;
    if ((flags & (action->option == INTENSE_GUNS ? GROUP_GUNS : GROUP_SKIRMISH)) != 0)
        return lb_no(reason, CL_FIRE_INTENSE, "that was said");
    if (action->option == INTENSE_SKIRMISH)
        return esr_skirmish_aim(asked->view, action->unit) != LB_NOBODY ||
               lb_no(reason, CL_SKIRMISH_INTENSE, "its skirmishers reach nobody");
    units = esr_units(asked->view, action->unit);
    LB_EACH (i, &units)
        fires |=
            asked->battle->unit[i].arm == LB_ARM_ARTILLERY && esr_aim(asked->view, i) != LB_NOBODY;
    return fires || lb_no(reason, CL_FIRE_INTENSE, "its guns bear on nobody");
}

void esr_offer_bombards(lb_listing *list)
{
    const lb_unit_set *own = &list->asked.view->here[lb_asked_side(&list->asked)];

    LB_EACH (i, own)
        for (uint32_t g = 0; g < list->asked.battle->group_count &&
                             list->asked.battle->unit[i].arm == LB_ARM_ARTILLERY;
             g++)
            if (list->asked.battle->group[g].side != lb_asked_side(&list->asked))
                (void)lb_offer_verb(list, i, g);
}

void esr_offer_skirmishes(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    for (uint32_t g = 0; g < battle->group_count; g++)
        for (uint32_t t = 0; t < battle->group_count; t++)
            if (battle->group[g].side == lb_asked_side(&list->asked) &&
                battle->group[t].side != battle->group[g].side)
                (void)lb_offer_verb(list, g, t);
}

void esr_offer_intense(lb_listing *list)
{
    for (uint32_t g = 0; g < list->asked.battle->group_count; g++)
        for (uint32_t option = INTENSE_GUNS; option <= INTENSE_SKIRMISH; option++) {
            lb_action action = lb_action_of(list->verb);

            action.unit = (uint16_t)g;
            action.option = (uint8_t)option;
            if (list->asked.battle->group[g].side == lb_asked_side(&list->asked))
                (void)lb_offer(list, &action);
        }
}

/// Notes what a side has said.
static void take_target(lb_run *run)
{
    const lb_action *action = &run->state->action;

    if (action->verb == VERB_BOMBARD)
        lb_change_mark(run, CL_PLAY_SCORE, action->unit, LB_CHANGE_TALLY, MARK_AIM,
                       action->target + 1);
    else if (action->verb == VERB_SKIRMISH)
        lb_change_group_tally(run, CL_PLAY_SCORE, action->unit, GROUP_AIM,
                              action->target + 1 - run->state->group[action->unit].mark[GROUP_AIM]);
    else
        lb_change_group_flags(
            run, action->option == INTENSE_GUNS ? CL_FIRE_INTENSE : CL_SKIRMISH_INTENSE,
            action->unit, action->option == INTENSE_GUNS ? GROUP_GUNS : GROUP_SKIRMISH, 0);
}

LB_PROCEDURE(declaring)
{
    const struct declaring_facts *f = LB_FACTS;
    lb_question question = LB_QUESTION(FIRE, (uint32_t)f->side, .nothing = 0);

    LB_BEGIN
    while (lb_ask_has_choice(run, &question)) {
        LB_ASK(1, question);
        if (LB_VALUE == VERB_PASS)
            break;
        take_target(run);
    }
    LB_RETURN(declaring, .nothing = 0);
    LB_END
}

/* Scores. */

/// True if something of a Formation fires at another.
static bool fires_at(lb_view *view, uint32_t firer, uint32_t target)
{
    lb_unit_set units;

    if (view->battle->group[firer].side == view->battle->group[target].side ||
        !esr_is_here(view, firer) || !esr_is_here(view, target))
        return false;
    if (esr_skirmish_aim(view, firer) == target && esr_skirmishers_reach(view, firer, target))
        return true;
    units = esr_units(view, firer);
    LB_EACH (i, &units)
        if (view->battle->unit[i].arm == LB_ARM_ARTILLERY &&
            view->state->unit[i].mark[MARK_GRAND] == 0 && esr_aim(view, i) == target)
            return true;
    return false;
}

/// Adds to what is scored against a Formation.
static void add_score(lb_run *run, uint32_t target, int32_t score)
{
    int32_t before = run->state->group[target].mark[GROUP_SCORE];

    lb_change_group_tally(run, CL_FIRE_SCORE, target, GROUP_SCORE,
                          lb_least(SCORE_MOST - before, score));
}

LB_PROCEDURE(scoring)
{
    struct scoring_vars *v = LB_VARS;
    struct score_facts facts;

    LB_BEGIN
    for (v->firer = 0; v->firer < run->battle->group_count; v->firer++)
        for (v->target = 0; v->target < run->battle->group_count; v->target++) {
            if (!fires_at(run->view, (uint32_t)v->firer, (uint32_t)v->target))
                continue;
            LB_ABOUT(LB_CAST_GROUP | v->firer, LB_CAST_GROUP | v->target);
            facts = esr_gather_score(run->view, (uint32_t)v->firer, (uint32_t)v->target);
            LB_CALL_ON(1, score, &facts);
            add_score(run, (uint32_t)v->target, ((const struct score_effect *)LB_EFFECT)->result);
        }
    LB_RETURN(scoring, .nothing = 0);
    LB_END
}

/// True if a battery of a leader's grand battery fires at a Formation; *is_all: all of it does.
static bool masses_at(lb_view *view, uint32_t leader, uint32_t target, bool *is_all)
{
    bool any = false;

    *is_all = true;
    for (uint32_t i = 0; i < view->battle->unit_count; i++) {
        if (view->state->unit[i].mark[MARK_GRAND] != (int32_t)leader + 1 ||
            !lb_view_is_here(view, i))
            continue;
        if (esr_aim(view, i) == target)
            any = true;
        else
            *is_all = false;
    }
    return any;
}

/// Grand batteries fall apart whose commander is gone, leads a Formation, or has ridden away.
static void break_masses(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        int32_t of = run->state->unit[i].mark[MARK_GRAND];
        bool is_near = false;

        if (of == 0)
            continue;
        for (uint32_t j = 0; j < run->battle->unit_count; j++)
            is_near |= run->state->unit[j].mark[MARK_GRAND] == of &&
                       lb_view_is_here(run->view, j) &&
                       lb_point_is_within(run->state->leader[of - 1].at, &run->view->quad[j],
                                          LB_INCHES(V(ACTION_GRAND_BATTERY)));
        if (!is_near || run->state->leader[of - 1].presence != LB_PRESENCE_TABLE ||
            run->state->leader[of - 1].mark[LEADER_LEADS] > 0 ||
            lb_view_formation(run->view, i) != FORMATION_UNLIMBERED)
            lb_change_mark(run, CL_ACTION_GRAND_BATTERY, i, LB_CHANGE_TALLY, MARK_GRAND, 0);
    }
}

/// A Fire Mission adds assessments.
static void note_mission(lb_run *run, uint32_t leader, uint32_t target)
{
    bool is_all;

    if (masses_at(run->view, leader, target, &is_all) && is_all) {
        lb_note(run, CL_PLAY_GRAND_BATTERY, LB_ROLE_ACTOR);
        lb_change_group_tally(run, CL_ASSESS_WHEN, target, GROUP_MISSIONS,
                              V(ASSESS_WHEN_FIRE_MISSION) *
                                  esr_points(esr_leadership(run->view, leader, LB_NOBODY)));
    }
}

LB_PROCEDURE(masses)
{
    struct masses_vars *v = LB_VARS;
    struct score_facts facts;
    bool is_all;

    LB_BEGIN
    for (v->leader = 0; v->leader < run->battle->leader_count; v->leader++)
        for (v->target = 0; v->target < run->battle->group_count; v->target++) {
            if (!masses_at(run->view, (uint32_t)v->leader, (uint32_t)v->target, &is_all))
                continue;
            LB_ABOUT(LB_CAST_LEADER | v->leader, LB_CAST_GROUP | v->target);
            facts = esr_gather_mass(run->view, (uint32_t)v->leader, (uint32_t)v->target);
            LB_CALL_ON(1, score, &facts);
            add_score(run, (uint32_t)v->target, ((const struct score_effect *)LB_EFFECT)->result);
            note_mission(run, (uint32_t)v->leader, (uint32_t)v->target);
        }
    LB_RETURN(masses, .nothing = 0);
    LB_END
}

/// esr.play.grand-battery: if one Formation's guns fire intensely, so do all of its grand battery.
static void spread_intensity(lb_run *run)
{
    const lb_state *state = run->state;

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        for (uint32_t j = 0; j < run->battle->unit_count; j++)
            if (state->unit[i].mark[MARK_GRAND] > 0 &&
                state->unit[i].mark[MARK_GRAND] == state->unit[j].mark[MARK_GRAND] &&
                (state->group[state->unit[i].group].flags & GROUP_GUNS) != 0 &&
                (state->group[state->unit[j].group].flags & GROUP_GUNS) == 0)
                lb_change_group_flags(run, CL_FIRE_INTENSE, state->unit[j].group, GROUP_GUNS, 0);
}

/// Intense fire tires those who fired.
static void tire_intense(lb_run *run)
{
    spread_intensity(run);
    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        uint32_t flags = run->state->group[g].flags;

        if ((flags & GROUP_GUNS) != 0)
            esr_tire(run, CL_FIRE_INTENSE, g, LB_ARM_ARTILLERY, V(FIRE_INTENSE_FATIGUE));
        if ((flags & GROUP_SKIRMISH) != 0)
            esr_tire(run, CL_SKIRMISH_INTENSE, g, LB_ARM_INFANTRY, V(SKIRMISH_INTENSE_FATIGUE));
        if ((flags & (GROUP_GUNS | GROUP_SKIRMISH)) != 0)
            lb_change_group_flags(run, CL_FATIGUE_RECOVERY, g, GROUP_TIRED, 0);
        if (run->state->group[g].mark[GROUP_SCORE] >= V(ASSESS_WHEN_SCORE))
            lb_change_group_flags(run, CL_ASSESS_WHEN, g, GROUP_OWES, 0);
        esr_note_reached(run, g);
    }
}

/* Fate. */

/// What a harmed commander's fate does to him and his command.
static void take_fate(lb_run *run, uint32_t leader, int32_t result)
{
    int32_t leads = run->state->leader[leader].mark[LEADER_LEADS];
    uint32_t own = run->battle->leader[leader].group;
    uint32_t group = leads > 0 ? (uint32_t)leads - 1 : own;

    if (result == FATE_RESULT_UNHARMED)
        return;
    if (group != LB_NOBODY)
        lb_change_group_flags(run, CL_ASSESS_WHEN, group, GROUP_OWES, 0);
    switch (result) {
    case FATE_RESULT_INVINCIBLE:
        lb_change_leader_flags(run, CL_FATE_HARMED, leader, LEADER_INVINCIBLE, 0);
        break;
    case FATE_RESULT_MINOR:
        lb_change_leader_tally(run, CL_FATE_HARMED, leader, LEADER_WOUND,
                               V(FATE_HARMED_TURNS) -
                                   run->state->leader[leader].mark[LEADER_WOUND]);
        break;
    case FATE_RESULT_STUNNED:
        if (group != LB_NOBODY && esr_is_fit(run->state, group))
            esr_defend_here(run, CL_FATE_HARMED, group);
        for (uint32_t g = 0; g < run->battle->group_count && group == LB_NOBODY; g++)
            if (run->state->group[g].mark[GROUP_ISSUER] == (int32_t)leader + 1)
                esr_set_pending(run, CL_FATE_HARMED, g, NULL);
        break;
    default:
        lb_change_leader_presence(run, CL_FATE_HARMED, leader, LB_PRESENCE_GONE);
        if (leads > 0)
            lb_change_leader_tally(run, CL_FATE_HARMED, leader, LEADER_LEADS, -leads);
        break;
    }
}

LB_PROCEDURE(fates)
{
    struct fates_vars *v = LB_VARS;
    struct fate_facts facts;

    LB_BEGIN
    for (v->leader = 0; v->leader < run->battle->leader_count; v->leader++) {
        if (run->state->leader[v->leader].presence != LB_PRESENCE_TABLE ||
            !esr_is_in_danger(run->view, (uint32_t)v->leader))
            continue;
        LB_ABOUT(
            LB_CAST_LEADER | v->leader,
            lb_view_nearest_centre(run->view, run->state->leader[v->leader].at,
                                   lb_view_foes(run->view, run->battle->leader[v->leader].side)));
        facts = esr_gather_fate(run->view, (uint32_t)v->leader);
        LB_CALL_ON(1, fate, &facts);
        take_fate(run, (uint32_t)v->leader, ((const struct fate_effect *)LB_EFFECT)->result);
    }
    LB_RETURN(fates, .nothing = 0);
    LB_END
}

LB_PROCEDURE(fire_phase)
{
    struct fire_phase_vars *v = LB_VARS;

    LB_BEGIN
    break_masses(run);
    for (v->side = 0; v->side < LB_SIDES; v->side++)
        LB_CALL(1, declaring,
                .side = v->side == 0 ? run->battle->first_side : 1 - run->battle->first_side);
    LB_CALL(2, scoring, .nothing = 0);
    LB_CALL(3, masses, .nothing = 0);
    LB_ABOUT(LB_NOBODY, LB_NOBODY);
    tire_intense(run);
    LB_CALL(4, fates, .nothing = 0);
    LB_CALL(5, assessing, .is_combat = 0);
    LB_RETURN(fire_phase, .nothing = 0);
    LB_END
}

uint32_t esr_ranges(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX])
{
    const lb_battle *battle = view->battle;

    if (!esr_may_fire(view->state, view->state->unit[unit].group))
        return 0;
    if (lb_view_formation(view, unit) == FORMATION_UNLIMBERED) {
        rows[0] =
            (lb_range){"guns", CL_FIRE_RANGE, (uint16_t)(VALUE_OF(battle, PLAY_ARC) * 65536 / 360),
                       LB_INCHES(VALUE_OF(battle, FIRE_RANGE_GUNS))};
        return 1;
    }
    if (battle->unit[unit].arm != LB_ARM_INFANTRY || !esr_is_troops(battle, unit) ||
        lb_view_formation(view, unit) != FORMATION_DEPLOYED)
        return 0;
    rows[0] = (lb_range){"skirmishers", CL_FIRE_RANGE, LB_ANGLE_HALF,
                         LB_INCHES(VALUE_OF(battle, FIRE_RANGE_SKIRMISH))};
    return 1;
}
