// SPDX-License-Identifier: MIT
// Leader actions, and commanders on horseback.

#include "rules/esr/play.h"

enum {
    TAKE_REACH = 540, ///< tenths of an inch from which a Formation can be taken over
    RALLY_REACH = 40, ///< tenths of an inch around the Area
    GRAIN = 5,        ///< tenths of an inch between places that are tried
    ADC_YEAR = 1804,  ///< from which there are imperial aides
    MASS_LEAST = 2,   ///< batteries of a grand battery
    STRETCHES = 64    ///< of ground that a ride goes over
};

/* Who may do what. */

/// True if an action is done without a test.
static bool is_untested(const lb_state *state, const lb_action *action)
{
    int32_t leads = state->leader[action->unit].mark[LEADER_LEADS];

    switch (action->verb) {
    case VERB_TAKE:
    case VERB_INSPIRE:
    case VERB_ADC:
        return true;
    case VERB_ABANDON:
        return leads > 0 && esr_goes_back(state, (uint32_t)leads - 1);
    default:
        return false;
    }
}

lb_target_kind esr_target_kind(const lb_battle *battle, uint32_t side, const lb_action *action)
{
    (void)battle;
    (void)side;
    switch (action->verb) {
    case VERB_SUPPORT:
    case VERB_TAKE:
    case VERB_OBJECTIVE:
    case VERB_DETACH:
    case VERB_ADC:
    case VERB_BOMBARD:
    case VERB_SKIRMISH:
        return LB_TARGET_GROUP;
    default:
        return LB_TARGET_UNIT;
    }
}

/// The Formation that an action is about; LB_NOBODY for none.
static uint32_t group_of(const lb_state *state, const lb_action *action)
{
    int32_t leads = state->leader[action->unit].mark[LEADER_LEADS];

    switch (action->verb) {
    case VERB_ABANDON:
        return leads > 0 ? (uint32_t)leads - 1 : LB_NOBODY;
    case VERB_MASS: {
        uint32_t first = lb_unit_set_next(&action->members, 0);

        return first < LB_UNITS_MAX ? state->unit[first].group : LB_NOBODY;
    }
    case VERB_TAKE:
    case VERB_OBJECTIVE:
    case VERB_DETACH:
    case VERB_ADC:
        return action->target;
    default:
        return action->target < LB_UNITS_MAX ? state->unit[action->target].group : LB_NOBODY;
    }
}

static bool check_take(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_view *view = asked->view;
    lb_unit_set units = esr_units(view, action->target);

    if (!esr_is_higher(asked->battle, action->unit))
        return lb_no(reason, CL_ACTION_TAKE_COMMAND, "he has a Formation of his own");
    if (asked->state->leader[action->unit].mark[LEADER_LEADS] > 0)
        return lb_no(reason, CL_ACTION_TAKE_COMMAND, "he leads one already");
    if ((asked->state->leader[action->unit].flags & LEADER_TOOK) != 0)
        return lb_no(reason, CL_ACTION_TAKE_COMMAND, "he has taken over a Formation this turn");
    LB_EACH (i, &units)
        if (lb_point_is_within(asked->state->leader[action->unit].at, &view->quad[i],
                               esr_tenths(asked->battle, TAKE_REACH)))
            return true;
    return lb_no(reason, CL_ACTION_TAKE_COMMAND, "it is too far away");
}

static bool check_objective(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_group *of = &asked->state->group[action->target];

    if (!esr_is_here(asked->view, action->target))
        return lb_no(reason, CL_ACTION_OWN_OBJECTIVE, "it has not arrived");
    if (of->status != STATUS_FIT || of->order.kind == ORDER_NONE ||
        of->order.kind == ORDER_SUPPORT || of->order.kind == ORDER_RESERVE)
        return lb_no(reason, CL_ACTION_OWN_OBJECTIVE, "it has no order that names a place");
    /* Another change would only undo this one, without end where the test cannot fail. */
    if ((of->flags & GROUP_RESENT) != 0)
        return lb_no(reason, CL_ACTION_OWN_OBJECTIVE, "it was given another place this turn");
    return (action->place.x >= 0 && action->place.y >= 0 &&
            action->place.x <= asked->battle->width_tmm &&
            action->place.y <= asked->battle->depth_tmm) ||
           lb_no(reason, CL_PLAY_ORDER, "the table ends before that place");
}

static bool check_battery(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    static const uint16_t clauses[VERB_COUNT] = {[VERB_COMMIT] = CL_ACTION_COMMIT_BATTERY,
                                                 [VERB_RECALL] = CL_ACTION_RECALL,
                                                 [VERB_DISPLACE] = CL_ACTION_DISPLACE};
    uint16_t clause = clauses[action->verb];
    lb_view *view = asked->view;

    if (!lb_view_is_here(view, action->target) ||
        asked->battle->unit[action->target].arm != LB_ARM_ARTILLERY)
        return lb_no(reason, clause, "that is no battery on the table");
    if ((asked->state->unit[action->target].flags &
         (UNIT_COMMITS | UNIT_RECALLS | UNIT_DISPLACES)) != 0)
        return lb_no(reason, clause, "it is on its way already");
    if (action->verb == VERB_COMMIT)
        return lb_view_formation(view, action->target) == FORMATION_RESERVE ||
               lb_no(reason, clause, "it is not in the reserve");
    if (lb_view_formation(view, action->target) != FORMATION_UNLIMBERED)
        return lb_no(reason, clause, "it is not unlimbered");
    return !lb_view_is_engaged(view, action->target) ||
           lb_no(reason, clause, "the enemy touches it");
}

static bool check_specialty(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_view *view = asked->view;
    uint32_t unit = action->target;

    if (!lb_view_is_here(view, unit))
        return lb_no(reason, CL_ACTION_SPECIALTY, "it is not on the table");
    if (esr_is(asked->battle, unit, KIND_ENGINEERS)) {
        lb_unit_set units = esr_deployed(view, asked->state->unit[unit].group);

        LB_EACH (i, &units)
            if (asked->battle->unit[i].arm == LB_ARM_INFANTRY && esr_is_troops(asked->battle, i))
                return true;
        return lb_no(reason, CL_ACTION_SPECIALTY, "no battalion of its Formation is deployed");
    }
    if (asked->battle->unit[unit].figure[FIGURE_RIFLES] == 0)
        return lb_no(reason, CL_ACTION_SPECIALTY, "it has neither riflemen nor engineers");
    if ((asked->state->unit[unit].flags & UNIT_RIFLES) != 0)
        return lb_no(reason, CL_ACTION_SPECIALTY, "its riflemen are committed");
    return lb_view_formation(view, unit) == FORMATION_DEPLOYED ||
           lb_no(reason, CL_ACTION_SPECIALTY, "it is not deployed");
}

/// A group that a detachment of the side can be; LB_NOBODY if there is none left.
static uint32_t free_detachment(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int32_t used = 0;
    uint32_t found = LB_NOBODY;

    for (uint32_t g = 0; g < battle->group_count; g++)
        if (battle->group[g].side == side && battle->group[g].unit_count == 0) {
            used += (state->group[g].flags & GROUP_DETACHED) != 0;
            if (found == LB_NOBODY && (state->group[g].flags & GROUP_DETACHED) == 0)
                found = g;
        }
    return used < VALUE_OF(battle, ACTION_DETACHMENT_MOST) ? found : LB_NOBODY;
}

static bool check_detach(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t group = action->target;
    int32_t count = (int32_t)lb_unit_set_count(&action->members);
    int32_t all = (int32_t)esr_count(asked->battle, asked->state, group);

    if (!esr_is_fit(asked->state, group) || esr_is_touched(asked->view, group))
        return lb_no(reason, CL_ACTION_DETACHMENT, "it is not free to send anybody away");
    if (free_detachment(asked->battle, asked->state, lb_asked_side(asked)) == LB_NOBODY)
        return lb_no(reason, CL_ACTION_DETACHMENT, "there are detachments enough");
    if (count == 0 || count > all / VALUE_OF(asked->battle, ACTION_DETACHMENT) || count == all)
        return lb_no(reason, CL_ACTION_DETACHMENT, "name a third of its units at most");
    LB_EACH (i, &action->members)
        if (i >= asked->battle->unit_count || !lb_view_is_here(asked->view, i) ||
            !esr_is_of(asked->state, i, group))
            return lb_no(reason, CL_ACTION_DETACHMENT, "not all of them belong to it");
    return true;
}

static bool check_mass(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_view *view = asked->view;
    int32_t range = LB_INCHES(VALUE_OF(asked->battle, ACTION_GRAND_BATTERY));
    const lb_leader *leader = &asked->state->leader[action->unit];
    bool is_near = false;

    if (asked->battle->side[lb_asked_side(asked)].leader != action->unit &&
        !lb_has_trait(asked->battle->leader[action->unit].traits, LB_LEADER_TRAIT_GUNNER))
        return lb_no(reason, CL_ACTION_GRAND_BATTERY, "only the Army commander or a gunner may");
    if (leader->mark[LEADER_LEADS] > 0)
        return lb_no(reason, CL_ACTION_GRAND_BATTERY, "he leads a Formation");
    if (lb_unit_set_count(&action->members) < MASS_LEAST)
        return lb_no(reason, CL_ACTION_GRAND_BATTERY, "name two batteries or more");
    LB_EACH (i, &action->members) {
        bool has_mate = false;

        if (i >= asked->battle->unit_count || !lb_view_is_friend(view, lb_asked_side(asked), i) ||
            lb_view_formation(view, i) != FORMATION_UNLIMBERED)
            return lb_no(reason, CL_ACTION_GRAND_BATTERY, "all have to be unlimbered batteries");
        if (asked->state->unit[i].mark[MARK_GRAND] > 0)
            return lb_no(reason, CL_ACTION_GRAND_BATTERY, "one is in a grand battery already");
        is_near |= lb_point_is_within(leader->at, &view->quad[i], range);
        LB_EACH (j, &action->members)
            has_mate |=
                j != i && j < asked->battle->unit_count && lb_view_is_within(view, i, j, range);
        if (!has_mate)
            return lb_no(reason, CL_ACTION_GRAND_BATTERY, "one stands too far from the others");
    }
    return is_near || lb_no(reason, CL_ACTION_GRAND_BATTERY, "he is too far from them");
}

/// The formation in which a unit comes back from the Reformation Area.
static uint8_t rallied_formation(const lb_battle *battle, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_ARTILLERY ? FORMATION_RESERVE : FORMATION_DEPLOYED;
}

/// Finds room at the Reformation Area for a unit that comes back.
static bool find_rally_place(lb_view *view, uint32_t unit, lb_footprint *place)
{
    uint32_t group = view->state->unit[unit].group;
    lb_size size = esr_size(view->battle, view->state, unit, rallied_formation(view->battle, unit));
    lb_unit_set itself = lb_set_of(unit);
    int32_t grain = esr_tenths(view->battle, GRAIN);
    lb_footprint box;

    *place = (lb_footprint){
        .centre = view->state->group[group].area,
        .width_tmm = size.width_tmm,
        .depth_tmm = size.depth_tmm,
        .heading = esr_box(view, group, &box) ? box.heading : view->state->unit[unit].heading};
    return lb_find_place(view, &itself, grain, esr_tenths(view->battle, RALLY_REACH) / grain * 2,
                         place);
}

static bool check_rally(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_unit_set touchers;
    lb_footprint place;

    if ((asked->state->unit[action->target].flags & UNIT_REFORMING) == 0)
        return lb_no(reason, CL_ACTION_RALLY, "it is not in the Reformation Area");
    if (VALUE_OF(asked->battle, ACTION_RALLY) == 0)
        return lb_no(reason, CL_ACTION_RALLY, "the house rules bring no unit back");
    touchers = esr_area_touchers(asked->view, asked->state->unit[action->target].group);
    if (!lb_unit_set_is_empty(&touchers))
        return lb_no(reason, CL_ACTION_RALLY, "the enemy is at the Reformation Area");
    return find_rally_place(asked->view, action->target, &place) ||
           lb_no(reason, CL_ACTION_RALLY, "there is no room for it at the Reformation Area");
}

static bool check_inspire(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!lb_view_is_here(asked->view, action->target) &&
        (asked->state->unit[action->target].flags & UNIT_REFORMING) == 0)
        return lb_no(reason, CL_ACTION_INSPIRE, "that unit is not there to be given up");
    return esr_fatigue(asked->state, asked->state->unit[action->target].group) > 0 ||
           lb_no(reason, CL_ACTION_INSPIRE, "its Formation is fresh");
}

static bool check_adc(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_side_card *side = &asked->battle->side[lb_asked_side(asked)];
    const lb_group *of = &asked->state->group[action->target];

    if (side->leader != action->unit || side->nation != LB_NATION_FRENCH ||
        side->figure[SIDE_FIGURE_YEAR] < ADC_YEAR ||
        esr_leadership(asked->view, action->unit, LB_NOBODY) != RATING_A)
        return lb_no(reason, CL_ACTION_ADC, "only an Emperor has such aides");
    if (asked->state->side[lb_asked_side(asked)].mark[SIDE_AIDES] > 0)
        return lb_no(reason, CL_ACTION_ADC, "one was sent this turn");
    return (of->pending.kind != ORDER_NONE && (of->flags & GROUP_NEW) == 0) ||
           lb_no(reason, CL_ACTION_ADC, "it has no order that was sent before this turn");
}

/// Judges an action by its own rules.
static bool check_kind(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    switch (action->verb) {
    case VERB_TAKE:
        return check_take(asked, action, reason);
    case VERB_ABANDON:
        return asked->state->leader[action->unit].mark[LEADER_LEADS] > 0 ||
               lb_no(reason, CL_ACTION_ABANDON_COMMAND, "he leads none in person");
    case VERB_OBJECTIVE:
        return check_objective(asked, action, reason);
    case VERB_SPECIALTY:
        return check_specialty(asked, action, reason);
    case VERB_DETACH:
        return check_detach(asked, action, reason);
    case VERB_MASS:
        return check_mass(asked, action, reason);
    case VERB_RALLY:
        return check_rally(asked, action, reason);
    case VERB_INSPIRE:
        return check_inspire(asked, action, reason);
    case VERB_ADC:
        return check_adc(asked, action, reason);
    default:
        return check_battery(asked, action, reason);
    }
}

bool esr_check_action(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_battle *battle = asked->battle;
    uint32_t group;

    if (action->unit >= battle->leader_count ||
        battle->leader[action->unit].side != lb_asked_side(asked) ||
        asked->state->leader[action->unit].presence != LB_PRESENCE_TABLE)
        return lb_no(reason, CL_ACTION_UNTIL, "that commander is not yours");
    if (!is_untested(asked->state, action) &&
        (asked->state->leader[action->unit].flags & LEADER_SILENT) != 0)
        return lb_no(reason, CL_ACTION_UNTIL,
                     asked->state->leader[action->unit].mark[LEADER_FAILURES] > 0
                         ? "he has failed a test this turn"
                         : "he has had his one tested action this turn");
    if (action->verb != VERB_ABANDON && action->verb != VERB_MASS &&
        (esr_target_kind(battle, lb_asked_side(asked), action) == LB_TARGET_GROUP
             ? action->target >= battle->group_count
             : action->target >= battle->unit_count))
        return lb_no(reason, CL_ACTION_UNTIL, "there is no such target");
    group = group_of(asked->state, action);
    if (group != LB_NOBODY && action->verb != VERB_MASS &&
        (!esr_is_own(asked, group) || !esr_commands(battle, asked->state, action->unit, group)))
        return lb_no(reason, CL_ACTION_UNTIL, "it is not under his command");
    return check_kind(asked, action, reason);
}

/* Offers. */

/// Offers an action of a leader with each unit, or each Formation, as its target.
static void offer_targets(lb_listing *list, lb_action *action)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t side = lb_asked_side(&list->asked);
    bool is_group = esr_target_kind(battle, side, action) == LB_TARGET_GROUP;
    uint32_t count = is_group ? battle->group_count : battle->unit_count;

    for (uint32_t i = 0; i < count && !lb_listing_is_full(list); i++)
        if ((is_group ? battle->group[i].side : battle->unit[i].side) == side) {
            action->target = (uint16_t)i;
            (void)lb_offer(list, action);
        }
}

/// Offers a grand battery of all that stand near one battery.
static void offer_masses(lb_listing *list, lb_action *action)
{
    const lb_view *view = list->asked.view;
    const lb_unit_set *own = &view->here[lb_asked_side(&list->asked)];
    int32_t range = LB_INCHES(VALUE_OF(list->asked.battle, ACTION_GRAND_BATTERY));

    LB_EACH (i, own) {
        if (lb_view_formation(view, i) != FORMATION_UNLIMBERED)
            continue;
        action->members = (lb_unit_set){{0}};
        LB_EACH (j, own)
            if (lb_view_formation(view, j) == FORMATION_UNLIMBERED &&
                list->asked.state->unit[j].mark[MARK_GRAND] == 0 &&
                lb_view_is_within(view, i, j, range))
                lb_unit_set_add(&action->members, (uint16_t)j);
        if (lb_offer(list, action))
            return;
    }
}

/// Offers to detach the last third of a Formation.
static void offer_detachments(lb_listing *list, lb_action *action)
{
    const lb_battle *battle = list->asked.battle;

    for (uint32_t g = 0; g < battle->group_count; g++) {
        lb_unit_set units = esr_units(list->asked.view, g);
        int32_t most = (int32_t)lb_unit_set_count(&units) / VALUE_OF(battle, ACTION_DETACHMENT);

        action->target = (uint16_t)g;
        action->members = (lb_unit_set){{0}};
        for (uint32_t i = battle->unit_count; i-- > 0 && most > 0;)
            if (lb_unit_set_has(&units, (uint16_t)i)) {
                lb_unit_set_add(&action->members, (uint16_t)i);
                most--;
            }
        if (!lb_unit_set_is_empty(&action->members))
            (void)lb_offer(list, action);
    }
}

void esr_offer_actions(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    for (uint32_t i = 0; i < battle->leader_count && !lb_listing_is_full(list); i++) {
        lb_action action = lb_action_of(list->verb);

        if (battle->leader[i].side != lb_asked_side(&list->asked) ||
            list->asked.state->leader[i].presence != LB_PRESENCE_TABLE)
            continue;
        action.unit = (uint16_t)i;
        if (list->verb == VERB_ABANDON)
            (void)lb_offer(list, &action);
        else if (list->verb == VERB_MASS)
            offer_masses(list, &action);
        else if (list->verb == VERB_DETACH)
            offer_detachments(list, &action);
        else if (list->verb == VERB_OBJECTIVE)
            for (uint32_t o = 0; o < battle->objective_count; o++) {
                action.place = battle->objective[o].at;
                offer_targets(list, &action);
            }
        else
            offer_targets(list, &action);
    }
}

/* What comes of them. */

/// A unit comes back from the Reformation Area, if there is room for it.
static void rally_unit(lb_run *run, uint32_t unit)
{
    lb_footprint place;

    if (!find_rally_place(run->view, unit, &place))
        return;
    lb_change_formation(run, CL_ACTION_RALLY, unit, rallied_formation(run->battle, unit));
    lb_change_flags(run, CL_ACTION_RALLY, unit, 0, UNIT_REFORMING);
    lb_change_place(run, CL_ACTION_RALLY, unit, &place);
    lb_change_presence(run, CL_ACTION_RALLY, unit, LB_PRESENCE_TABLE);
}

/// The unit that was named comes back, and others with it if the house lets them.
static void rally_units(lb_run *run, uint32_t unit)
{
    uint32_t group = run->state->unit[unit].group;
    int32_t left = V(ACTION_RALLY);

    rally_unit(run, unit);
    for (uint32_t i = 0; i < run->battle->unit_count && left > 1; i++)
        if (esr_is_of(run->state, i, group) && (run->state->unit[i].flags & UNIT_REFORMING) != 0) {
            rally_unit(run, i);
            left--;
        }
}

/// A unit is given up, and fatigue goes from the fullest class.
static void inspire(lb_run *run, uint32_t unit)
{
    uint32_t group = run->state->unit[unit].group;
    const uint8_t *fatigue = run->state->group[group].fatigue;
    uint32_t fullest = 0;

    esr_remove(run, CL_ACTION_INSPIRE, unit);
    for (uint32_t arm = 1; arm < LB_FATIGUES; arm++)
        if (fatigue[arm] > fatigue[fullest])
            fullest = arm;
    lb_change_fatigue(run, CL_ACTION_INSPIRE, group, fullest,
                      lb_most(0, fatigue[fullest] - V(ACTION_INSPIRE)));
}

static void detach(lb_run *run, const lb_action *action)
{
    uint32_t side = run->battle->group[action->target].side;
    uint32_t group = free_detachment(run->battle, run->state, side);
    lb_footprint box;

    LB_EACH (i, &action->members)
        lb_change_group(run, CL_ACTION_DETACHMENT, i, group);
    for (uint32_t arm = 0; arm < LB_FATIGUES; arm++)
        lb_change_fatigue(run, CL_ACTION_DETACHMENT, group, arm, 0);
    lb_change_group_flags(run, CL_ACTION_DETACHMENT, group, GROUP_DETACHED, GROUP_GONE);
    lb_change_status(run, CL_ACTION_DETACHMENT, group, STATUS_FIT);
    esr_defend_here(run, CL_ACTION_DETACHMENT, group);
    if (esr_box(run->view, group, &box))
        lb_change_area(run, CL_ACTION_DETACHMENT, group, esr_area_place(run->battle, &box));
}

/// Engineers join the nearest battalion of their Formation; riflemen go ahead of their own.
static void commit_specialty(lb_run *run, uint32_t unit)
{
    lb_unit_set units;
    uint32_t nearest;

    if (!esr_is(run->battle, unit, KIND_ENGINEERS)) {
        lb_change_flags(run, CL_ACTION_SPECIALTY, unit, UNIT_RIFLES, 0);
        return;
    }
    units = esr_deployed(run->view, run->state->unit[unit].group);
    LB_EACH (i, &units)
        if (run->battle->unit[i].arm != LB_ARM_INFANTRY || !esr_is_troops(run->battle, i))
            lb_unit_set_remove(&units, (uint16_t)i);
    nearest = lb_view_nearest(run->view, &run->view->quad[unit], &units);
    lb_change_flags(run, CL_ACTION_SPECIALTY, nearest, UNIT_SAPPERS, 0);
    esr_remove(run, CL_ACTION_SPECIALTY, unit);
}

/// Carries out the action that was chosen.
static void carry_out(lb_run *run)
{
    const lb_action *action = &run->state->action;
    uint32_t leader = action->unit;
    lb_order order;

    switch (action->verb) {
    case VERB_TAKE:
        lb_change_leader_tally(run, CL_ACTION_TAKE_COMMAND, leader, LEADER_LEADS,
                               action->target + 1);
        lb_change_leader_flags(run, CL_ACTION_TAKE_COMMAND, leader, LEADER_TOOK, 0);
        lb_change_leader_place(run, CL_ACTION_TAKE_COMMAND, leader,
                               esr_post(run->view, action->target));
        break;
    case VERB_ABANDON:
        lb_change_leader_tally(run, CL_ACTION_ABANDON_COMMAND, leader, LEADER_LEADS,
                               -run->state->leader[leader].mark[LEADER_LEADS]);
        break;
    case VERB_OBJECTIVE:
        order = run->state->group[action->target].order;
        order.place = action->place;
        order.is_placed = true;
        order.objective = LB_NOBODY;
        esr_set_order(run, CL_ACTION_OWN_OBJECTIVE, action->target, &order);
        lb_change_group_flags(run, CL_ACTION_OWN_OBJECTIVE, action->target, GROUP_RESENT, 0);
        break;
    case VERB_COMMIT:
        lb_change_flags(run, CL_ACTION_COMMIT_BATTERY, action->target, UNIT_COMMITS, 0);
        break;
    case VERB_RECALL:
        lb_change_flags(run, CL_ACTION_RECALL, action->target, UNIT_RECALLS, 0);
        esr_limber(run, CL_ACTION_RECALL, action->target);
        break;
    case VERB_DISPLACE:
        lb_change_flags(run, CL_ACTION_DISPLACE, action->target, UNIT_DISPLACES, 0);
        esr_limber(run, CL_ACTION_DISPLACE, action->target);
        break;
    case VERB_SPECIALTY:
        commit_specialty(run, action->target);
        break;
    case VERB_DETACH:
        detach(run, action);
        break;
    case VERB_MASS:
        LB_EACH (i, &action->members)
            lb_change_mark(run, CL_ACTION_GRAND_BATTERY, i, LB_CHANGE_TALLY, MARK_GRAND,
                           (int32_t)leader + 1);
        break;
    case VERB_RALLY:
        rally_units(run, action->target);
        break;
    case VERB_INSPIRE:
        inspire(run, action->target);
        break;
    default:
        break;
    }
}

/// The test of an action.
static struct order_facts test_of(lb_view *view, const lb_action *action)
{
    uint32_t group = group_of(view->state, action);
    struct order_facts facts = esr_gather_order(view, action->unit, group);

    facts.action = true;
    facts.own_objective = action->verb == VERB_OBJECTIVE;
    facts.reserve_battery = action->verb == VERB_COMMIT && !esr_is_artillery(view, group);
    return facts;
}

/// An imperial aide carries a pending order.
static struct order_facts errand_of(lb_view *view, const lb_action *action)
{
    struct order_facts facts = esr_gather_order(view, action->unit, action->target);

    facts.delay = view->state->group[action->target].pending.delay;
    facts.distance = 0;
    return facts;
}

/// esr.action.until: higher commanders go on until they have failed; others test once.
static void note_test(lb_run *run, uint32_t leader, bool is_done)
{
    if (!is_done)
        lb_change_leader_tally(run, CL_ACTION_UNTIL, leader, LEADER_FAILURES, 1);
    if (!esr_is_higher(run->battle, leader) ||
        run->state->leader[leader].mark[LEADER_FAILURES] >= V(ACTION_UNTIL))
        lb_change_leader_flags(run, CL_ACTION_UNTIL, leader, LEADER_SILENT, 0);
}

LB_PROCEDURE(deed)
{
    lb_state *state = run->state;
    const struct deed_facts *f = LB_FACTS;
    struct order_facts facts;

    LB_BEGIN
    LB_ABOUT(LB_CAST_LEADER | f->leader, LB_NOBODY);
    if (state->action.verb == VERB_ADC) {
        lb_change_side(run, CL_ACTION_ADC, run->battle->leader[f->leader].side, LB_CHANGE_TALLY,
                       SIDE_AIDES, 1);
        facts = errand_of(run->view, &state->action);
        LB_CALL_ON(1, order, &facts);
        esr_take_result(run, state->action.target,
                        ((const struct order_effect *)LB_EFFECT)->result);
        LB_RETURN(deed, .nothing = 0);
    }
    if (!is_untested(state, &state->action)) {
        facts = test_of(run->view, &state->action);
        LB_CALL_ON(2, order, &facts);
        note_test(run, (uint32_t)f->leader,
                  ((const struct order_effect *)LB_EFFECT)->result == ORDER_RESULT_SUCCESS);
        if (((const struct order_effect *)LB_EFFECT)->result != ORDER_RESULT_SUCCESS)
            LB_RETURN(deed, .nothing = 0);
    }
    carry_out(run);
    LB_RETURN(deed, .nothing = 0);
    LB_END
}

LB_PROCEDURE(leading)
{
    lb_state *state = run->state;
    const struct leading_facts *f = LB_FACTS;

    LB_BEGIN
    for (;;) {
        LB_ASK(1, LB_QUESTION(ACTION, (uint32_t)f->side, .nothing = 0));
        if (LB_VALUE == VERB_PASS)
            break;
        LB_CALL(2, deed, .leader = state->action.unit);
    }
    LB_RETURN(leading, .nothing = 0);
    LB_END
}

/* On horseback. */

/// What a ride costs of the rate off roads: good roads are faster.
static int32_t cost_of_ride(const lb_view *view, lb_point from, lb_point to)
{
    const lb_battle *battle = view->battle;
    int64_t off = VALUE_OF(battle, MOVE_OFF_ROAD_GENERAL), on = VALUE_OF(battle, MOVE_ROAD_GENERAL);
    bool is_foul = esr_is_foul(battle, view->state->turn);
    int64_t whole = (int64_t)lb_point_distance(from, to) * LB_FINE, by_road = 0;
    int32_t reached = 0;
    lb_stretch stretch[STRETCHES];
    size_t count = lb_ground_along(&view->ground, from, to, stretch, STRETCHES);

    /* Stretches come by where they begin; what two roads share counts once. */
    for (size_t i = 0; i < count && i < STRETCHES; i++) {
        uint8_t kind = view->ground.piece[stretch[i].piece].kind;

        if (kind != LB_TERRAIN_HIGHWAY && (kind != LB_TERRAIN_ROAD || is_foul))
            continue;
        by_road += lb_most(0, stretch[i].leave_fine - lb_most(reached, stretch[i].enter_fine));
        reached = lb_most(reached, stretch[i].leave_fine);
    }
    return (int32_t)(((whole - by_road) * on + by_road * off + on * LB_FINE - 1) / (on * LB_FINE));
}

const lb_ride esr_ride = {.clause = CL_PLAY_RIDE,
                          .verb = VERB_RIDE,
                          .reach = V_MOVE_OFF_ROAD_GENERAL,
                          .rode = LEADER_RODE,
                          .grain_tmm = LB_TMM_INCH,
                          .offer_tmm = LB_INCHES(6),
                          .propose_tmm = LB_INCHES(6),
                          .cost = cost_of_ride};

bool esr_check_ride(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_view *view = asked->view;
    int32_t near = LB_INCHES(VALUE_OF(asked->battle, DEPLOY_STEP));
    uint32_t side = lb_asked_side(asked);
    lb_footprint start = {.width_tmm = LB_TMM_INCH, .depth_tmm = LB_TMM_INCH}, end;

    if (!lb_check_ride(asked, action, reason))
        return false;
    if (!esr_is_higher(asked->battle, action->unit) ||
        asked->state->leader[action->unit].mark[LEADER_LEADS] > 0)
        return lb_no(reason, CL_PLAY_RIDE, "he stays with the Formation that he leads");
    start.centre = asked->state->leader[action->unit].at;
    (void)lb_path_apply(&start, &action->path, &end, NULL);
    LB_EACH (i, lb_view_foes(view, side))
        if (lb_point_is_within(end.centre, &view->quad[i], near)) {
            LB_EACH (j, &view->here[side])
                if (lb_point_is_within(end.centre, &view->quad[j], near))
                    return true;
            return lb_no(reason, CL_PLAY_RIDE, "he would be alone among the enemy");
        }
    return true;
}

void esr_offer_rides(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    for (uint32_t i = 0; i < battle->leader_count; i++)
        for (uint32_t g = 0; g < battle->group_count && !lb_listing_is_full(list); g++) {
            lb_action action = lb_action_of(list->verb);
            lb_point at = list->asked.state->leader[i].at, goal;
            int32_t way;

            if (battle->leader[i].side != lb_asked_side(&list->asked) ||
                !esr_is_own(&list->asked, g) || !esr_is_here(list->asked.view, g))
                continue;
            goal = esr_middle(list->asked.view, g);
            way = lb_least(LB_INCHES(VALUE_OF(battle, MOVE_OFF_ROAD_GENERAL)),
                           lb_point_distance(at, goal));
            action.unit = (uint16_t)i;
            lb_path_add(&action.path, lb_step_turn(lb_heading_to(at, goal)));
            lb_path_add(&action.path, lb_step_straight(way - way % LB_TMM_INCH));
            if (way >= esr_ride.offer_tmm)
                (void)lb_offer(list, &action);
        }
}

/// True if a higher commander of a side may still ride.
static bool may_any_ride(const lb_run *run, uint32_t side)
{
    for (uint32_t i = 0; i < run->battle->leader_count; i++)
        if (run->battle->leader[i].side == side && esr_is_higher(run->battle, i) &&
            run->state->leader[i].presence == LB_PRESENCE_TABLE &&
            run->state->leader[i].mark[LEADER_LEADS] == 0 &&
            (run->state->leader[i].flags & LEADER_RODE) == 0)
            return true;
    return false;
}

LB_PROCEDURE(riding)
{
    const struct riding_facts *f = LB_FACTS;

    LB_BEGIN
    while (may_any_ride(run, (uint32_t)f->side)) {
        LB_ASK(1, LB_QUESTION(RIDE, (uint32_t)f->side, .nothing = 0));
        if (LB_VALUE == VERB_PASS)
            break;
        lb_do_ride(run);
    }
    LB_RETURN(riding, .nothing = 0);
    LB_END
}
