// SPDX-License-Identifier: MIT
// Orders: how they are sent, tried and converted.

#include "rules/esr/play.h"

enum { ARRIVED = 90 }; ///< tenths of an inch from its place at which a Formation has come there

/* What a Formation is about. */

int32_t esr_move_step(const lb_state *state, uint32_t group)
{
    const lb_group *of = &state->group[group];

    if ((of->flags & GROUP_ARRIVES) != 0)
        return MOVE_MARCH;
    if (esr_goes_back(state, group))
        return MOVE_BACK;
    if (of->status == STATUS_RALLY)
        return MOVE_STAND;
    switch (of->order.kind) {
    case ORDER_ATTACK:
        return MOVE_ATTACK;
    case ORDER_SUPPORT:
        return MOVE_SUPPORT;
    case ORDER_MOVE:
        return MOVE_MARCH;
    default:
        return MOVE_STAND;
    }
}

lb_point esr_goal(const lb_view *view, uint32_t group)
{
    const lb_order *order = &view->state->group[group].order;

    if (order->kind == ORDER_SUPPORT && order->group != LB_NOBODY)
        return esr_middle(view, order->group);
    if (order->is_placed)
        return order->place;
    if (order->objective != LB_NOBODY)
        return view->battle->objective[order->objective].at;
    return esr_middle(view, group);
}

bool esr_is_own(const lb_asked *asked, uint32_t group)
{
    return group < asked->battle->group_count &&
           asked->battle->group[group].side == lb_asked_side(asked) &&
           (asked->state->group[group].flags & GROUP_GONE) == 0 &&
           (asked->battle->group[group].unit_count > 0 ||
            (asked->state->group[group].flags & GROUP_DETACHED) != 0);
}

void esr_offer_groups(lb_listing *list)
{
    for (uint32_t g = 0; g < list->asked.battle->group_count; g++)
        if (esr_is_own(&list->asked, g))
            (void)lb_offer_verb(list, g, 0);
}

/* Pending orders. */

/// True if a pending order may be tried this turn.
static bool is_due(const lb_state *state, uint32_t group)
{
    return state->group[group].pending.kind != ORDER_NONE &&
           (state->group[group].flags & (GROUP_NEW | GROUP_WAITS | GROUP_GONE)) == 0;
}

bool esr_check_wait(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!esr_is_own(asked, action->unit))
        return lb_no(reason, CL_ORDER_PENDING, "that Formation is not yours");
    return is_due(asked->state, action->unit) ||
           lb_no(reason, CL_ORDER_PENDING, "it has no pending order that could be tried");
}

/// True if a side has an order to try.
static bool is_any_due(const lb_run *run, uint32_t side)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++)
        if (run->battle->group[g].side == side && is_due(run->state, g))
            return true;
    return false;
}

/// True if a rallying Formation is too near to the enemy to take an order.
static bool is_pressed(lb_view *view, uint32_t group)
{
    return view->state->group[group].status == STATUS_RALLY &&
           esr_enemy_distance(view, group, NULL) <= LB_INCHES(VALUE_OF(view->battle, STATUS_RALLY));
}

void esr_take_result(lb_run *run, uint32_t group, int32_t result)
{
    lb_order pending = run->state->group[group].pending;

    if (result == ORDER_RESULT_SUCCESS) {
        pending.delay = 0;
        esr_set_order(run, CL_ORDER_ROLL, group, &pending);
        esr_set_pending(run, CL_ORDER_ROLL, group, NULL);
        if (run->state->group[group].status == STATUS_RALLY)
            esr_set_status(run, CL_STATUS_RALLY, group, STATUS_FIT);
    } else if (result == ORDER_RESULT_FAILURE) {
        esr_set_pending(run, CL_ORDER_ROLL, group, NULL);
    } else {
        pending.delay =
            (uint8_t)lb_least(UINT8_MAX, pending.delay + result - ORDER_RESULT_DELAY_1 + 1);
        esr_set_pending(run, CL_ORDER_DELAY, group, &pending);
    }
}

LB_PROCEDURE(activation)
{
    lb_state *state = run->state;
    const struct activation_facts *f = LB_FACTS;
    struct activation_vars *v = LB_VARS;
    uint32_t side = (uint32_t)f->side;
    struct order_facts facts;

    LB_BEGIN
    while (is_any_due(run, side)) {
        LB_ASK(1, LB_QUESTION(PENDING, side, .nothing = 0));
        if (LB_VALUE == VERB_PASS)
            break;
        lb_change_group_flags(run, CL_ORDER_PENDING, state->action.unit, GROUP_WAITS, 0);
    }
    for (v->group = 0; v->group < run->battle->group_count; v->group++) {
        if (run->battle->group[v->group].side != side || !is_due(state, (uint32_t)v->group) ||
            is_pressed(run->view, (uint32_t)v->group) ||
            state->leader[state->group[v->group].mark[GROUP_ISSUER] - 1].presence !=
                LB_PRESENCE_TABLE)
            continue;
        for (v->tries = 0; v->tries < V(ORDER_PENDING) && is_due(state, (uint32_t)v->group);
             v->tries++) {
            facts = esr_gather_order(run->view,
                                     (uint32_t)(state->group[v->group].mark[GROUP_ISSUER] - 1),
                                     (uint32_t)v->group);
            facts.delay = state->group[v->group].pending.delay;
            LB_ABOUT(LB_CAST_GROUP | v->group, LB_NOBODY);
            lb_note(run, CL_ORDER_PENDING, LB_ROLE_ACTOR);
            LB_CALL_ON(2, order, &facts);
            esr_take_result(run, (uint32_t)v->group,
                            ((const struct order_effect *)LB_EFFECT)->result);
        }
    }
    LB_RETURN(activation, .nothing = 0);
    LB_END
}

/* New orders. */

/// The order that an action sends.
static lb_order order_of(const lb_action *action)
{
    static const uint8_t kinds[VERB_COUNT] = {[VERB_ATTACK] = ORDER_ATTACK,
                                              [VERB_DEFEND] = ORDER_DEFEND,
                                              [VERB_SUPPORT] = ORDER_SUPPORT,
                                              [VERB_MOVE] = ORDER_MOVE,
                                              [VERB_RESERVE] = ORDER_RESERVE};
    bool is_placed = action->verb != VERB_SUPPORT && action->verb != VERB_RESERVE;

    return (lb_order){.kind = kinds[action->verb],
                      .objective = LB_NOBODY,
                      .group = action->verb == VERB_SUPPORT ? action->target : LB_NOBODY,
                      .place = is_placed ? action->place : (lb_point){0, 0},
                      .is_placed = is_placed};
}

bool esr_check_issue(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_state *state = asked->state;
    uint32_t group = action->unit;

    if (!esr_is_own(asked, group))
        return lb_no(reason, CL_PLAY_ORDER, "that Formation is not yours");
    if (!esr_is_here(asked->view, group))
        return lb_no(reason, CL_PLAY_ORDER, "it has not arrived");
    if (esr_goes_back(state, group))
        return lb_no(reason, CL_PLAY_ORDER, "a Formation that gives way takes no orders");
    if (is_pressed(asked->view, group))
        return lb_no(reason, CL_STATUS_RALLY, "it rallies with the enemy near");
    if ((state->group[group].flags & GROUP_NEW) != 0)
        return lb_no(reason, CL_PLAY_ORDER, "an order was sent to it this turn");
    if (esr_issuer(asked->view, group) == LB_NOBODY)
        return lb_no(reason, CL_PLAY_ORDER, "nobody is there who could send it an order");
    if (action->verb == VERB_SUPPORT &&
        (!esr_is_own(asked, action->target) || action->target == group ||
         !esr_is_here(asked->view, action->target)))
        return lb_no(reason, CL_ORDER_SUPPORT, "that is no other Formation of yours on the table");
    if (action->verb != VERB_SUPPORT && action->verb != VERB_RESERVE &&
        (action->place.x < 0 || action->place.y < 0 || action->place.x > asked->battle->width_tmm ||
         action->place.y > asked->battle->depth_tmm))
        return lb_no(reason, CL_PLAY_ORDER, "the table ends before that place");
    return true;
}

void esr_offer_issue(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    for (uint32_t g = 0; g < battle->group_count && !lb_listing_is_full(list); g++) {
        lb_action action = lb_action_of(list->verb);

        if (!esr_is_own(&list->asked, g))
            continue;
        action.unit = (uint16_t)g;
        if (list->verb == VERB_RESERVE) {
            (void)lb_offer(list, &action);
        } else if (list->verb == VERB_SUPPORT) {
            for (uint32_t other = 0; other < battle->group_count; other++)
                if (other != g && esr_is_own(&list->asked, other)) {
                    action.target = (uint16_t)other;
                    (void)lb_offer(list, &action);
                }
        } else {
            action.place = esr_middle(list->asked.view, g);
            if (list->verb == VERB_DEFEND)
                (void)lb_offer(list, &action);
            for (uint32_t o = 0; o < battle->objective_count; o++) {
                action.place = battle->objective[o].at;
                (void)lb_offer(list, &action);
            }
        }
    }
}

LB_PROCEDURE(issuing)
{
    lb_state *state = run->state;
    const struct issuing_facts *f = LB_FACTS;
    lb_order order;

    LB_BEGIN
    for (;;) {
        LB_ASK(1, LB_QUESTION(ISSUE, (uint32_t)f->side, .nothing = 0));
        if (LB_VALUE == VERB_PASS)
            break;
        order = order_of(&state->action);
        lb_about(run, LB_CAST_GROUP | state->action.unit, LB_NOBODY);
        esr_set_pending(run, CL_PLAY_ORDER, state->action.unit, &order);
        lb_change_group_flags(run, CL_PLAY_ORDER, state->action.unit, GROUP_NEW, 0);
        lb_change_group_tally(run, CL_PLAY_ORDER, state->action.unit, GROUP_ISSUER,
                              (int32_t)esr_issuer(run->view, state->action.unit) + 1 -
                                  state->group[state->action.unit].mark[GROUP_ISSUER]);
        /* Whom the order went to is nobody else's business, so the next question is not about it.
         */
        lb_about(run, LB_CAST_SIDE | (uint32_t)f->side, LB_NOBODY);
    }
    LB_RETURN(issuing, .nothing = 0);
    LB_END
}

/* Conversions. */

/// True if a Formation has come to the place of its order.
static bool has_arrived(const lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_units(view, group);
    lb_point goal = esr_goal(view, group);

    LB_EACH (i, &units)
        if (lb_point_is_within(goal, &view->quad[i], esr_tenths(view->battle, ARRIVED)))
            return true;
    return false;
}

/// esr.play.conversion: those that happen without a question.
static bool must_defend(lb_view *view, uint32_t group)
{
    const lb_group *of = &view->state->group[group];
    bool is_touched;

    if (of->status != STATUS_FIT || !esr_is_here(view, group))
        return false;
    is_touched = esr_is_touched(view, group);
    switch (of->order.kind) {
    case ORDER_ATTACK:
        return !is_touched && has_arrived(view, group);
    case ORDER_MOVE:
        return is_touched || has_arrived(view, group) ||
               esr_enemy_distance(view, group, NULL) <=
                   LB_INCHES(VALUE_OF(view->battle, ORDER_CONVERSION));
    case ORDER_RESERVE:
    case ORDER_NONE:
        return is_touched;
    default:
        return false;
    }
}

/// The nearest enemy ahead that cavalry might attack; LB_NOBODY for none.
static uint32_t prey_of(lb_view *view, uint32_t group)
{
    const lb_group *of = &view->state->group[group];
    int32_t range = LB_INCHES(VALUE_OF(view->battle, PLAY_CONVERSION)), least = INT32_MAX;
    uint32_t prey = LB_NOBODY;
    lb_unit_set units;

    if (of->status != STATUS_FIT ||
        (of->order.kind != ORDER_DEFEND && of->order.kind != ORDER_SUPPORT &&
         of->order.kind != ORDER_MOVE) ||
        !esr_is_cavalry(view, group))
        return LB_NOBODY;
    units = esr_deployed(view, group);
    LB_EACH (i, &units) {
        lb_unit_set near =
            lb_view_near(view, view->box[i], range, lb_view_foes(view, lb_view_side(view, i)));

        LB_EACH (j, &near) {
            int32_t distance = lb_quad_distance_ceil(&view->quad[i], &view->quad[j]);

            if (distance <= range && distance < least && esr_has_in_arc(view, i, &view->quad[j]) &&
                esr_sees(view, i, j)) {
                least = distance;
                prey = j;
            }
        }
    }
    return prey;
}

/// True if a Formation may stop and defend.
static bool may_defend(lb_view *view, uint32_t group)
{
    const lb_group *of = &view->state->group[group];
    int32_t distance;

    if (of->status != STATUS_FIT || !esr_is_here(view, group))
        return false;
    distance = esr_enemy_distance(view, group, NULL);
    if (of->order.kind == ORDER_MOVE)
        return distance <= LB_INCHES(VALUE_OF(view->battle, ORDER_MOVE_HALT));
    return of->order.kind == ORDER_ATTACK && esr_is_cavalry(view, group) &&
           distance > LB_INCHES(VALUE_OF(view->battle, ORDER_CONVERSION));
}

/// Cavalry attacks the enemy that it has before it.
static void attack_prey(lb_run *run, uint32_t group)
{
    lb_order order = {.kind = ORDER_ATTACK, .objective = LB_NOBODY, .group = LB_NOBODY};

    order.place = run->view->pose[prey_of(run->view, group)].at;
    order.is_placed = true;
    esr_set_order(run, CL_PLAY_CONVERSION, group, &order);
}

LB_PROCEDURE(conversion)
{
    struct conversion_vars *v = LB_VARS;
    uint32_t group, side;

    LB_BEGIN
    for (v->group = 0; v->group < run->battle->group_count; v->group++)
        if (must_defend(run->view, (uint32_t)v->group)) {
            lb_about(run, LB_CAST_GROUP | (uint32_t)v->group, LB_NOBODY);
            esr_defend_here(run, CL_ORDER_CONVERSION, (uint32_t)v->group);
        }
    for (v->side = 0; v->side < LB_SIDES; v->side++)
        for (v->group = 0; v->group < run->battle->group_count; v->group++) {
            group = (uint32_t)v->group;
            side = (uint32_t)(v->side == 0 ? run->battle->first_side : 1 - run->battle->first_side);
            if (run->battle->group[group].side != side || !esr_is_here(run->view, group))
                continue;
            LB_ABOUT(LB_CAST_GROUP | group, LB_NOBODY);
            if (prey_of(run->view, group) != LB_NOBODY) {
                LB_ASK(1, LB_QUESTION(TO_ATTACK, side, .group = (int32_t)group));
                if (LB_VALUE == VERB_YES)
                    attack_prey(run, (uint32_t)v->group);
            } else if (may_defend(run->view, group)) {
                LB_ASK(2, LB_QUESTION(TO_DEFEND, side, .group = (int32_t)group));
                if (LB_VALUE == VERB_YES)
                    esr_defend_here(run, CL_PLAY_CONVERSION, (uint32_t)v->group);
            }
        }
    LB_RETURN(conversion, .nothing = 0);
    LB_END
}
