// SPDX-License-Identifier: MIT
// Good legal actions at a decision: complete where the choice is finite, for free movement a useful
// set. Everything offered has passed the check.

#include "rules/napoleons_legacy/play.h"

typedef struct listing {
    const lb_battle *battle;
    const lb_state *state;
    lb_action *actions;
    uint32_t count, room;
    uint8_t side; ///< that is asked
} listing;

static bool is_full(const listing *list)
{
    return list->count >= list->room;
}

static void offer(listing *list, const lb_action *action)
{
    lb_reason reason;

    if (!is_full(list) && nl_check(list->battle, list->state, action, &reason))
        list->actions[list->count++] = *action;
}

static void offer_verb(listing *list, uint32_t verb, uint32_t unit, uint32_t target)
{
    lb_action action = nl_action(verb);

    action.unit = (uint8_t)unit;
    action.target = (uint8_t)target;
    offer(list, &action);
}

static bool is_own(const listing *list, uint32_t unit)
{
    return lb_unit_is_here(list->state, unit) && list->battle->unit[unit].side == list->side;
}

/// True for the first unit of its body: bodies are offered once.
static bool is_first_of_body(const listing *list, uint32_t unit, struct nl_body *body)
{
    *body = nl_body_of(list->battle, list->state, unit);
    for (uint32_t i = 0; i < unit; i++)
        if (lb_unit_set_has(&body->units, (uint16_t)i))
            return false;
    return true;
}

/* Preliminary. */

static void offer_preliminary(listing *list)
{
    int32_t reach = LB_CMS(VALUE_OF(list->battle, TURN_PRELIMINARY_ENEMY));

    for (uint32_t i = 0; i < list->battle->unit_count && !is_full(list); i++) {
        uint8_t arm = list->battle->unit[i].arm;
        uint32_t enemy;

        if (!is_own(list, i) || (list->state->unit[i].flags & UNIT_ACTED) != 0)
            continue;
        if (nl_is_disordered(list->state, i))
            offer_verb(list, VERB_RALLY, i, 0);
        if (arm == LB_ARM_ARTILLERY) {
            offer_verb(list, VERB_LIMBER, i, 0);
            offer_verb(list, VERB_UNLIMBER, i, 0);
            continue;
        }
        enemy = nl_nearest_seen(list->battle, list->state, i, reach, false);
        if (enemy != LB_NOBODY) {
            offer_verb(list, VERB_ADVANCE, i, enemy);
            offer_verb(list, VERB_BAYONET, i, enemy);
        }
        offer_verb(list, VERB_SQUARE, i, 0);
        offer_verb(list, VERB_EVADE, i, 0);
    }
}

/* Orders. */

static void offer_path(listing *list, lb_action *action, lb_step first, lb_step second)
{
    action->path = (lb_path){.count = second.tmm == 0 && second.angle == 0 ? 1 : 2};
    action->path.step[0] = first;
    action->path.step[1] = second;
    offer(list, action);
}

/// Moves of a body, with members that move alike: ahead, back, aside, and wheels.
static void offer_moves(listing *list, lb_action *action)
{
    uint8_t formation = list->state->unit[action->unit].formation;
    int32_t reach = nl_allowance(list->battle, list->state, action->unit, formation);
    const lb_step none = {0};

    if (reach == 0)
        return;
    action->verb = VERB_MOVE;
    for (int32_t part = 1; part <= 4; part *= 2)
        offer_path(list, action, (lb_step){LB_STEP_STRAIGHT, reach / part, 0}, none);
    offer_path(list, action, (lb_step){LB_STEP_STRAIGHT, -reach, 0}, none);
    for (int sign = -1; sign <= 1; sign += 2) {
        offer_path(list, action, (lb_step){LB_STEP_OBLIQUE, reach, sign * 8192}, none);
        offer_path(list, action, (lb_step){LB_STEP_OBLIQUE, reach, sign * 4096}, none);
        offer_path(list, action, (lb_step){LB_STEP_WHEEL, 0, sign * 2731},
                   (lb_step){LB_STEP_STRAIGHT, reach / 2, 0});
        offer_path(list, action, (lb_step){LB_STEP_WHEEL, 0, sign * 5461}, none);
        offer_path(list, action, (lb_step){LB_STEP_WHEEL, 0, sign * 8192}, none);
    }
}

/// Changes of formation of a unit, and of facing towards the nearest enemy and about.
static void offer_forms(listing *list, lb_action *action)
{
    const lb_unit *of = &list->state->unit[action->unit];
    lb_quad quad = lb_unit_quad(list->battle, list->state, action->unit);
    uint32_t enemy = lb_nearest_enemy(list->battle, list->state, &quad, list->side);

    action->verb = VERB_FORM;
    action->path.count = 0;
    for (uint32_t formation = 0; formation < formation_COUNT; formation++) {
        action->formation = (uint8_t)formation;
        action->option = 0;
        offer(list, action);
        action->option = FORM_ON_FOOT;
        offer(list, action);
    }
    action->formation = of->formation;
    action->option = (of->flags & UNIT_DISMOUNTED) != 0 ? FORM_ON_FOOT : 0;
    action->path.count = 1;
    action->path.step[0] = (lb_step){.kind = LB_STEP_ABOUT};
    offer(list, action);
    if (enemy == LB_NOBODY)
        return;
    action->path.step[0] = (lb_step){.kind = LB_STEP_TURN,
                                     .angle = lb_heading_to(of->at, list->state->unit[enemy].at)};
    offer(list, action);
}

static void offer_fire(listing *list, uint32_t unit)
{
    lb_action action = nl_action(VERB_FIRE);
    int32_t range = LB_CMS(list->battle->unit[unit].figure[FIGURE_RANGE]);
    lb_quad quad = lb_unit_quad(list->battle, list->state, unit);
    lb_point low, high;

    if (nl_fire_dice(list->battle, list->state, unit) == 0 ||
        nl_firing_bases(list->state, unit) == 0)
        return;
    action.unit = (uint8_t)unit;
    lb_quad_box(&quad, &low, &high);
    for (uint32_t i = 0; i < list->battle->unit_count; i++) {
        if (!lb_unit_is_here(list->state, i) || list->battle->unit[i].side == list->side ||
            !lb_unit_may_be_near(list->battle, list->state, i, low, high, range))
            continue;
        action.target = (uint8_t)i;
        if (list->battle->unit[unit].arm == LB_ARM_ARTILLERY) {
            for (uint32_t what = FIRE_SHOT; what <= FIRE_CANISTER; what++) {
                action.option = (uint8_t)what;
                offer(list, &action);
            }
            continue;
        }
        action.option = FIRE_MUSKETS;
        offer(list, &action);
        if (list->state->unit[unit].formation == FORMATION_SKIRMISH) {
            action.option = FIRE_FREELY;
            offer(list, &action);
        }
    }
}

static void offer_charges(listing *list, uint32_t unit)
{
    uint8_t formation = list->state->unit[unit].formation;
    int32_t reach = nl_allowance(list->battle, list->state, unit, formation);
    lb_quad quad = lb_unit_quad(list->battle, list->state, unit);
    lb_point low, high;

    if (list->battle->unit[unit].arm == LB_ARM_ARTILLERY)
        return;
    lb_quad_box(&quad, &low, &high);
    for (uint32_t i = 0; i < list->battle->unit_count; i++) {
        if (!lb_unit_is_here(list->state, i) || list->battle->unit[i].side == list->side ||
            !lb_unit_may_be_near(list->battle, list->state, i, low, high, reach))
            continue;
        offer_verb(list, VERB_ADVANCE, unit, i);
        offer_verb(list, VERB_BAYONET, unit, i);
    }
}

/// A commander rides to the middle of his brigade when he is far from it.
static void offer_rides(listing *list)
{
    int32_t ride = LB_CMS(VALUE_OF(list->battle, COMMAND_DISTANCE_RIDE));

    for (uint32_t i = 0; i < list->battle->leader_count; i++) {
        uint8_t group = list->battle->leader[i].group;
        lb_action action = nl_action(VERB_RIDE);
        lb_point at = list->state->leader[i].at, goal = at;
        int32_t way;

        if (list->battle->leader[i].side != list->side || group == LB_NOBODY)
            continue;
        for (uint32_t u = 0; u < list->battle->group[group].unit_count; u++) {
            uint32_t unit = list->battle->group[group].first_unit + u;
            const lb_unit *of = &list->state->unit[unit];

            if (lb_unit_is_here(list->state, unit))
                goal = lb_point_towards(of->at, of->heading, -LB_CMS(5));
        }
        way = lb_least(ride, lb_point_distance(at, goal));
        if (way < LB_CMS(10))
            continue;
        action.unit = (uint8_t)i;
        action.path.count = 2;
        action.path.step[0] = (lb_step){.kind = LB_STEP_TURN, .angle = lb_heading_to(at, goal)};
        action.path.step[1] = (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = way};
        offer(list, &action);
    }
}

/// Everybody else of the brigade who could be told the same: in the same formation, in order, free.
/// False if there is nobody.
static bool add_brigade(const listing *list, const struct nl_body *body, lb_action *action)
{
    bool is_any = false;

    const lb_group_card *group = &list->battle->group[list->battle->unit[action->unit].group];
    const lb_unit *lead = &list->state->unit[action->unit];

    for (uint32_t i = group->first_unit; i < (uint32_t)group->first_unit + group->unit_count; i++)
        if (!lb_unit_set_has(&body->units, (uint16_t)i) && lb_unit_is_here(list->state, i) &&
            list->state->unit[i].formation == lead->formation &&
            !nl_is_disordered(list->state, i) && list->state->unit[i].mark[MARK_TARGET] == 0) {
            lb_unit_set_add(&action->members, (uint16_t)i);
            is_any = true;
        }
    return is_any;
}

static void offer_orders(listing *list)
{
    for (uint32_t i = 0; i < list->battle->unit_count && !is_full(list); i++) {
        struct nl_body body;
        lb_action action = nl_action(VERB_MOVE);
        uint32_t leader;

        if (!is_own(list, i))
            continue;
        offer_fire(list, i);
        leader = nl_leader_of(list->battle, list->state, i);
        if (leader == LB_NOBODY || (list->state->leader[leader].flags & LEADER_SILENT) != 0)
            continue;
        action.unit = (uint8_t)i;
        offer_forms(list, &action);
        if (!is_first_of_body(list, i, &body))
            continue;
        offer_charges(list, i);
        action = nl_action(VERB_MOVE);
        action.unit = (uint8_t)i;
        offer_moves(list, &action);
        if (i == list->battle->group[list->battle->unit[i].group].first_unit) {
            action = nl_action(VERB_MOVE);
            action.unit = (uint8_t)i;
            if (add_brigade(list, &body, &action))
                offer_moves(list, &action);
        }
    }
    offer_rides(list);
}

/* Answers. */

static void offer_answers(listing *list)
{
    const lb_machine *machine = &list->state->machine;
    uint32_t target = (uint32_t)machine->cell[machine->frame[machine->depth - 1].facts + 1];

    offer_verb(list, VERB_STAND, 0, 0);
    offer_verb(list, VERB_EVADE, target, 0);
    offer_verb(list, VERB_SQUARE, target, 0);
}

static void offer_snaps(listing *list)
{
    for (uint32_t i = 0; i < list->battle->unit_count; i++)
        if (is_own(list, i) && (list->state->unit[i].flags & UNIT_FIRED) == 0)
            offer_fire(list, i);
}

static void offer_fights(listing *list)
{
    uint32_t unit = nl_next_contact(list->battle, list->state, 0);

    for (; unit != LB_NOBODY; unit = nl_next_contact(list->battle, list->state, unit + 1))
        offer_verb(list, VERB_FIGHT, unit, (uint32_t)list->state->unit[unit].mark[MARK_TARGET] - 1);
}

uint32_t nl_choices(const lb_battle *battle, const lb_state *state, lb_action *actions,
                    uint32_t room)
{
    listing list = {.battle = battle,
                    .state = state,
                    .actions = actions,
                    .room = room,
                    .side = (uint8_t)(state->machine.node.question.side - 1)};
    lb_action pass = nl_action(VERB_PASS);

    switch (state->machine.node.question.clause) {
    case CL_TURN_PRELIMINARY:
        offer(&list, &pass);
        offer_preliminary(&list);
        break;
    case CL_COMMAND_ORDERS:
        offer(&list, &pass);
        offer_orders(&list);
        break;
    case CL_TURN_EVADE:
        offer_answers(&list);
        break;
    case CL_DISORDER_OPPORTUNITY:
        offer(&list, &pass);
        offer_snaps(&list);
        break;
    case CL_TURN_STAGES:
        offer_fights(&list);
        break;
    case CL_HIT_ALLOCATE:
        for (uint32_t i = 0; i < battle->unit_count; i++)
            offer_verb(&list, VERB_TAKE, i, 0);
        break;
    default:
        offer_verb(&list, VERB_YES, 0, 0);
        offer_verb(&list, VERB_NO, 0, 0);
    }
    return list.count;
}
