// SPDX-License-Identifier: MIT
// Good legal actions for a decision: complete where the choice is finite, a useful set for
// movement.
//
// Candidates are made freely and only those that the check accepts are listed, so that a list can
// never hold an illegal action.

#include "rules/valour_fortitude/play.h"

/// A list being filled.
typedef struct listing {
    const lb_battle *battle;
    const lb_state *state;
    lb_action *actions;
    uint32_t count;
    uint32_t room;
    struct vf_view *view;
} listing;

static bool is_full(const listing *list)
{
    return list->count == list->room;
}

/// vf_check, by the view where the answer hangs on it.
static bool is_legal(const listing *list, const lb_action *action)
{
    lb_reason reason;

    if (action->verb == VERB_FIRE && list->state->machine.node.question.clause == CL_FIRE_TARGET)
        return vf_view_check_fire(list->view, action, &reason);
    return vf_check(list->battle, list->state, action, &reason);
}

static bool is_same(const lb_action *a, const lb_action *b)
{
    if (a->verb != b->verb || a->unit != b->unit || a->target != b->target ||
        a->formation != b->formation || a->option != b->option || a->path.count != b->path.count)
        return false;
    for (uint32_t i = 0; i < LB_HELPERS_MAX; i++)
        if (a->helper[i] != b->helper[i])
            return false;
    for (uint32_t i = 0; i < a->path.count; i++)
        if (a->path.step[i].kind != b->path.step[i].kind ||
            a->path.step[i].tmm != b->path.step[i].tmm ||
            a->path.step[i].angle != b->path.step[i].angle)
            return false;
    return true;
}

static bool is_listed(const listing *list, const lb_action *action)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (is_same(&list->actions[i], action))
            return true;
    return false;
}

/// Lists the action if it is legal and new.
static bool offer(listing *list, const lb_action *action)
{
    if (is_full(list) || is_listed(list, action) || !is_legal(list, action))
        return false;
    list->actions[list->count++] = *action;
    return true;
}

static void offer_cards(listing *list)
{
    uint32_t side = list->state->machine.node.question.side - 1u;
    lb_action action = vf_action(VERB_CARD);
    bool is_spent = false;

    for (uint32_t rank = 1; rank <= CARD_KING; rank++) {
        if (!vf_holds(list->state, side, rank))
            continue;
        for (uint32_t target = 0; target < list->battle->unit_count; target++) {
            action.target = (uint8_t)target;
            action.option = (uint8_t)rank;
            /* The Three needs no target. */
            if (rank != 3 || target == 0)
                offer(list, &action);
            /* One card is as good as another to be spent. */
            action.option = (uint8_t)(rank | CARD_SPENT);
            if (!is_spent)
                offer(list, &action);
        }
        is_spent = true;
    }
}

/* Fire. */

/// Adds as many supporters as may count to a legal attack.
static void add_helpers(const listing *list, lb_action *action)
{
    uint32_t helpers = 0;

    for (uint32_t i = 0; i < list->battle->unit_count && helpers < LB_HELPERS_MAX; i++) {
        if (i == action->unit || list->battle->unit[i].side != list->state->active ||
            !vf_is_here(list->state, i))
            continue;
        if (vf_view_may_help(list->view, action, i))
            action->helper[helpers++] = (uint8_t)i;
    }
}

static void offer_fire(listing *list, uint32_t unit)
{
    for (uint32_t target = 0; target < list->battle->unit_count; target++) {
        if (list->battle->unit[target].side == list->state->active ||
            !vf_is_here(list->state, target) || !vf_view_may_fire(list->view, unit, target))
            continue;
        for (uint32_t option = 0; option < 4 && !is_full(list); option++) {
            lb_action action = vf_action(VERB_FIRE);

            action.unit = (uint8_t)unit;
            action.target = (uint8_t)target;
            action.option = (uint8_t)option;
            if (offer(list, &action) && !is_full(list)) {
                add_helpers(list, &action);
                if (action.helper[0] != LB_NOBODY)
                    offer(list, &action);
            }
        }
    }
}

static void offer_attacks(listing *list)
{
    /* Who only asks whether there is any attack is told sooner by the arms that do not see far. */
    static const uint8_t soonest[] = {LB_ARM_INFANTRY, LB_ARM_CAVALRY, LB_ARM_ARTILLERY};
    bool asks_for_any = list->room == list->count + 1;

    for (uint32_t turn = 0; turn < (asks_for_any ? sizeof soonest : 1); turn++)
        for (uint32_t i = 0; i < list->battle->unit_count && !is_full(list); i++)
            if (vf_is_here(list->state, i) && list->battle->unit[i].side == list->state->active &&
                (!asks_for_any || list->battle->unit[i].arm == soonest[turn]))
                offer_fire(list, i);
}

/* Movement. */

static lb_step turn_to(uint16_t heading)
{
    return (lb_step){.kind = LB_STEP_TURN, .angle = heading};
}

static lb_step straight(int32_t tmm)
{
    return (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = tmm};
}

/// Turns to a heading and goes as far as it may, at most `most`. True if that was listed.
static bool offer_advance(listing *list, uint32_t unit, uint16_t heading, int32_t most,
                          uint8_t formation)
{
    const lb_unit *of = &list->state->unit[unit];
    lb_action action = vf_action(VERB_MOVE);
    lb_walk walk;

    action.unit = (uint8_t)unit;
    action.formation = formation;
    if (heading != of->heading)
        action.path.step[action.path.count++] = turn_to(heading);
    action.path.step[action.path.count++] = straight(most);
    if (is_full(list) || !vf_may_walk(list->battle, list->state, &action))
        return false;
    /* The unit may act; so the check would ask no more than whether it comes through. */
    walk = vf_walk(list->battle, list->state, unit, &action.path,
                   LB_INCHES(list->battle->house.value[V_ACT_MOVE]), LB_NOBODY);
    if (!is_listed(list, &action) && vf_is_walk_legal(list->battle, list->state, &action, &walk)) {
        list->actions[list->count++] = action;
        return true;
    }
    /* Stopped on the way, or too dear: a little less than what is left of it. */
    if (walk.stop != LB_STOP_NONE && walk.step + 1 == action.path.count)
        action.path.step[action.path.count - 1].tmm = walk.reach_tmm;
    else
        action.path.step[action.path.count - 1].tmm = most / 2;
    return action.path.step[action.path.count - 1].tmm > LB_TMM_INCH / 2 && offer(list, &action);
}

/// Goes toward a place, by a way round where the straight one is barred.
static void offer_toward(listing *list, uint32_t unit, lb_point goal, int32_t most,
                         uint8_t formation)
{
    static const int32_t turns[] = {0, 4551, -4551, 9102, -9102, 13653, -13653}; /* by 25 degrees */
    uint16_t heading = lb_heading_to(list->state->unit[unit].at, goal);

    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        if (offer_advance(list, unit, (uint16_t)(heading + turns[i]), most, formation))
            return;
}

/// Faces a place without moving.
static void offer_facing(listing *list, uint32_t unit, lb_point place)
{
    lb_action action = vf_action(VERB_MOVE);

    action.unit = (uint8_t)unit;
    action.formation = list->state->unit[unit].formation;
    action.path.count = 1;
    action.path.step[0] = turn_to(lb_heading_to(list->state->unit[unit].at, place));
    offer(list, &action);
}

static void offer_assaults(listing *list, uint32_t unit)
{
    const lb_unit *of = &list->state->unit[unit];
    int32_t reach = vf_allowance(list->battle, list->state, unit, of->formation);
    lb_reason reason;

    if (list->state->machine.node.question.clause != CL_ACT_MOVE ||
        !vf_may_assault(list->state, unit, &reason))
        return;
    for (uint32_t target = 0; target < list->battle->unit_count; target++) {
        lb_action action = vf_action(VERB_ASSAULT);
        lb_walk walk;
        int16_t angle;

        if (!vf_is_here(list->state, target) ||
            list->battle->unit[target].side == list->battle->unit[unit].side ||
            !vf_view_is_within(list->view, unit, target, reach))
            continue;
        action.unit = (uint8_t)unit;
        action.target = (uint8_t)target;
        angle = (int16_t)(lb_heading_to(of->at, list->state->unit[target].at) - of->heading);
        if (angle > LB_ANGLE_QUARTER / 2 || angle < -LB_ANGLE_QUARTER / 2)
            continue;
        for (int wheels = 0; wheels < 2; wheels++) {
            action.path = (lb_path){.count = 0};
            if (wheels == 1 && angle != 0)
                action.path.step[action.path.count++] =
                    (lb_step){.kind = LB_STEP_WHEEL, .angle = angle};
            action.path.step[action.path.count++] = straight(reach);
            walk = vf_walk(list->battle, list->state, unit, &action.path, 0, (uint8_t)target);
            if (walk.stop != LB_STOP_UNIT || walk.what != target ||
                walk.step + 1 != action.path.count)
                continue;
            action.path.step[action.path.count - 1].tmm = walk.reach_tmm;
            if (walk.reach_tmm == 0)
                action.path.count--;
            if (offer(list, &action))
                break;
        }
    }
}

static void offer_formations(listing *list, uint32_t unit)
{
    lb_action action = vf_action(VERB_MOVE);

    action.unit = (uint8_t)unit;
    for (uint32_t formation = 0; formation < formation_COUNT; formation++) {
        action.formation = (uint8_t)formation;
        if (formation != list->state->unit[unit].formation)
            offer(list, &action);
    }
}

static void offer_retreat(listing *list, uint32_t unit, int32_t reach)
{
    lb_action action = vf_action(VERB_RETREAT);

    action.unit = (uint8_t)unit;
    action.formation = list->state->unit[unit].formation;
    action.path.count = 1;
    for (int32_t part = 2; part >= 1; part--) {
        action.path.step[0] = straight(-reach * part / 2);
        if (offer(list, &action))
            return;
    }
}

/// Everything sensible that a unit of the acting brigade may do.
static void offer_unit(listing *list, uint32_t unit)
{
    const lb_battle *battle = list->battle;
    const lb_unit *of = &list->state->unit[unit];
    uint32_t enemy = vf_nearest_enemy(battle, list->state, unit);
    int32_t reach = vf_allowance(battle, list->state, unit, of->formation);
    lb_action action = vf_action(VERB_RALLY);

    action.unit = (uint8_t)unit;
    offer(list, &action);
    offer_assaults(list, unit);
    if (enemy != LB_NOBODY) {
        lb_point there = list->state->unit[enemy].at;

        offer_toward(list, unit, there, reach, of->formation);
        offer_toward(list, unit, there, reach / 2, of->formation);
        offer_facing(list, unit, there);
    }
    for (uint32_t o = 0; o < battle->objective_count; o++)
        offer_toward(list, unit, battle->objective[o].at, reach, of->formation);
    action = vf_action(VERB_DOUBLE);
    action.unit = (uint8_t)unit;
    action.path.count = 1;
    action.path.step[0] = straight(reach * battle->house.value[V_DOUBLE_TIMES]);
    offer(list, &action);
    offer_formations(list, unit);
    offer_retreat(list, unit, reach);
}

static void offer_leaders(listing *list)
{
    for (uint32_t i = 0; i < list->battle->leader_count; i++) {
        uint8_t group = list->battle->leader[i].group;
        lb_action action = vf_action(VERB_LEAD);
        const lb_leader *leader = &list->state->leader[i];
        lb_point goal;
        int64_t dx, dy;

        if (group == LB_NOBODY || list->battle->leader[i].side != list->state->active)
            continue;
        /* To the middle unit of his brigade that is left. */
        goal = leader->at;
        for (uint32_t u = 0; u < list->battle->group[group].unit_count; u++) {
            uint32_t unit = list->battle->group[group].first_unit + u;
            if (vf_is_here(list->state, unit))
                goal = list->state->unit[unit].at;
        }
        dx = goal.x - leader->at.x;
        dy = goal.y - leader->at.y;
        if (dx * dx + dy * dy < (int64_t)LB_INCHES(6) * LB_INCHES(6))
            continue;
        action.unit = (uint8_t)i;
        action.path.count = 2;
        action.path.step[0] = turn_to(lb_heading_to(leader->at, goal));
        action.path.step[1] = straight(LB_INCHES(6));
        offer(list, &action);
    }
}

static void offer_fights(listing *list)
{
    uint32_t pair = 0, unit, target;

    while (vf_next_fight(list->battle, list->state, &pair, &unit, &target)) {
        lb_action action = vf_action(VERB_FIGHT);
        action.unit = (uint8_t)unit;
        action.target = (uint8_t)target;
        offer(list, &action);
    }
}

/// The brigade, or the objects of a forced march: the units of the asking procedure's group.
static void offer_group(listing *list)
{
    const lb_machine *machine = &list->state->machine;
    uint32_t group = (uint32_t)machine->cell[machine->frame[machine->depth - 1].facts];
    const lb_group_card *card = &list->battle->group[group];

    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
        if (vf_may_act(list->battle, list->state, i))
            offer_unit(list, i);
}

uint32_t vf_choices(const lb_battle *battle, const lb_state *state, lb_action *actions,
                    uint32_t room)
{
    struct vf_view view;
    listing list = {
        .battle = battle, .state = state, .actions = actions, .room = room, .view = &view};
    lb_action action = vf_action(VERB_PASS);
    uint16_t clause = state->machine.node.question.clause;

    vf_view_start(&view, battle, state);
    if (clause == CL_RESULT_CAVALRY || clause == CL_FATE_6 || clause == CL_FATE_8) {
        action.verb = VERB_YES;
        offer(&list, &action);
        action.verb = VERB_NO;
        offer(&list, &action);
        return list.count;
    }
    if (clause == CL_RESULT_WINNER) {
        offer_fights(&list);
        return list.count;
    }
    offer(&list, &action);
    if (clause == CL_FIRE_TARGET)
        offer_attacks(&list);
    if (clause == CL_ACT_ACTIVATION) {
        for (uint32_t g = 0; g < battle->group_count; g++) {
            action = vf_action(VERB_ACTIVATE);
            action.unit = (uint8_t)g;
            offer(&list, &action);
        }
        offer_leaders(&list);
        return list.count;
    }
    offer_cards(&list);
    if (clause == CL_ACT_MOVE ||
        (clause == CL_FATE_4 &&
         state->machine.frame[state->machine.depth - 1].procedure == PROCEDURE_forced_march))
        offer_group(&list);
    return list.count;
}
