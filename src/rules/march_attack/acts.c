// SPDX-License-Identifier: MIT
// What is done without a move: who may still act, orders (S1), and leaders who ride, join and
// leave units (S4).

#include "rules/march_attack/play.h"

bool ma_may_act(const lb_view *view, uint32_t unit)
{
    const lb_unit *of = &view->state->unit[unit];

    return lb_view_is_here(view, unit) && view->battle->unit[unit].side == view->state->active &&
           (of->flags & UNIT_MOVED) == 0 && of->mark[MARK_FOE] == 0 &&
           !ma_is_retiring(view->state, view->battle->unit[unit].group);
}

void ma_commit(lb_run *run, uint32_t group)
{
    if ((run->state->group[group].flags & GROUP_COMMITTED) == 0)
        lb_change_group_flags(run, CL_PLAY_COMMITTED, group, GROUP_COMMITTED, 0);
}

/* Orders. */

/// Each unit remembers where it is.
static void take_places(lb_run *run, uint32_t group)
{
    const lb_group_card *card = &run->battle->group[group];

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
        lb_point at = run->state->unit[i].at;

        lb_change_mark(run, CL_PLAY_ORDER_DEFEND, i, LB_CHANGE_TALLY, MARK_HOME_X,
                       (at.x + MA_HOME_TMM / 2) / MA_HOME_TMM);
        lb_change_mark(run, CL_PLAY_ORDER_DEFEND, i, LB_CHANGE_TALLY, MARK_HOME_Y,
                       (at.y + MA_HOME_TMM / 2) / MA_HOME_TMM);
    }
}

void ma_set_order(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order)
{
    bool is_new = run->state->group[group].order.kind != order->kind;

    lb_change_order(run, clause, group, order);
    if (is_new || order->kind == ORDER_DEFEND)
        take_places(run, group);
}

void ma_defend(lb_run *run, uint16_t clause, uint32_t group)
{
    const lb_order order = {.kind = ORDER_DEFEND, .objective = LB_NOBODY, .group = LB_NOBODY};

    ma_set_order(run, clause, group, &order);
}

/// True if a group of a side has a unit on the table.
static bool is_there(const lb_asked *asked, uint32_t group, bool is_own)
{
    return group < asked->battle->group_count &&
           (asked->battle->group[group].side == lb_asked_side(asked)) == is_own &&
           lb_group_is_here(asked->battle, asked->state, group);
}

static bool check_object(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    switch (action->verb) {
    case VERB_ATTACK:
        return is_there(asked, action->target, false) ||
               lb_no(reason, CL_PLAY_ORDER_ATTACK, "there is no such enemy on the table");
    case VERB_SEIZE:
        return action->target < asked->battle->objective_count ||
               lb_no(reason, CL_PLAY_ORDER_ATTACK, "there is no such objective");
    case VERB_SUPPORT:
        return (action->target != action->unit && is_there(asked, action->target, true)) ||
               lb_no(reason, CL_PLAY_ORDER_SUPPORT, "there is no such friend on the table");
    default:
        return true;
    }
}

bool ma_check_issue(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t group = action->unit;

    if (!is_there(asked, group, true))
        return lb_no(reason, CL_ORDER_KINDS, "that Major Formation is not yours, or not here");
    if (ma_is_retiring(asked->state, group))
        return lb_no(reason, CL_PLAY_RETIRE, "it retires: no orders reach it");
    if (asked->state->group[group].mark[GROUP_TRIES] >= VALUE_OF(asked->battle, PLAY_SEQUENCE))
        return lb_no(reason, CL_PLAY_SEQUENCE, "an order was sent to it this turn");
    if (ma_superior(asked->battle, asked->state, group) == LB_NOBODY)
        return lb_no(reason, CL_PLAY_MF, "nobody is left to give orders");
    return check_object(asked, action, reason);
}

void ma_offer_issue(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t side = lb_asked_side(&list->asked);

    for (uint32_t g = 0; g < battle->group_count; g++) {
        if (battle->group[g].side != side)
            continue;
        if (list->verb == VERB_SEIZE)
            for (uint32_t o = 0; o < battle->objective_count; o++)
                (void)lb_offer_verb(list, g, o);
        else if (list->verb == VERB_ATTACK || list->verb == VERB_SUPPORT)
            for (uint32_t k = 0; k < battle->group_count; k++) {
                if ((battle->group[k].side == side) == (list->verb == VERB_SUPPORT))
                    (void)lb_offer_verb(list, g, k);
            }
        else
            (void)lb_offer_verb(list, g, 0);
    }
}

/// The order that an action gives.
static lb_order order_of(const lb_action *action)
{
    static const uint8_t kinds[VERB_COUNT] = {
        [VERB_ATTACK] = ORDER_ATTACK,   [VERB_SEIZE] = ORDER_ATTACK,
        [VERB_DEFEND] = ORDER_DEFEND,   [VERB_MANOEUVRE] = ORDER_MANOEUVRE,
        [VERB_SUPPORT] = ORDER_SUPPORT, [VERB_BOMBARD] = ORDER_BOMBARD,
        [VERB_RETIRE] = ORDER_RETREAT};
    lb_order order = {.kind = kinds[action->verb], .objective = LB_NOBODY, .group = LB_NOBODY};

    if (action->verb == VERB_ATTACK || action->verb == VERB_SUPPORT)
        order.group = action->target;
    if (action->verb == VERB_SEIZE)
        order.objective = action->target;
    return order;
}

LB_PROCEDURE(issuing)
{
    const struct issuing_facts *f = LB_FACTS;
    const lb_action *action = &run->state->action;
    lb_question question = LB_QUESTION(ISSUE, (uint32_t)f->side, .nothing = 0);
    struct order_facts facts;
    lb_order order;
    uint32_t superior;

    LB_BEGIN
    while (lb_ask_has_choice(run, &question)) {
        LB_ABOUT(LB_CAST_SIDE | f->side, LB_NOBODY);
        LB_ASK(1, question);
        if (LB_VALUE == VERB_PASS)
            break;
        superior = ma_superior(run->battle, run->state, action->unit);
        LB_ABOUT(LB_CAST_GROUP | action->unit, LB_CAST_LEADER | superior);
        lb_change_group_tally(run, CL_PLAY_SEQUENCE, action->unit, GROUP_TRIES, 1);
        facts = ma_gather_order(run->view, superior, action->unit, action->verb == VERB_RETIRE);
        LB_CALL_ON(2, order, &facts);
        if (((const struct order_effect *)LB_EFFECT)->result == ORDER_RESULT_RECEIVED) {
            order = order_of(action);
            ma_set_order(run, CL_ORDER_ROLL, action->unit, &order);
            lb_change_group_flags(run, CL_ORDER_ROLL, action->unit, 0, GROUP_UNHEARD);
        } else {
            lb_change_group_flags(run, CL_ORDER_ROLL, action->unit, GROUP_UNHEARD, 0);
        }
    }
    LB_RETURN(issuing, .nothing = 0);
    LB_END
}

/* Leaders. */

const lb_ride ma_ride = {.clause = CL_MOVE_GENERALS,
                         .verb = VERB_RIDE,
                         .reach = V_MOVE_GENERALS,
                         .rode = LEADER_RODE,
                         .grain_tmm = LB_TMM_INCH / 2,
                         .offer_tmm = LB_INCHES(4),
                         .propose_tmm = LB_INCHES(4),
                         .behind_tmm = LB_INCHES(2)};

/// True if an enemy is too near to a place for a leader.
static bool is_too_near(const lb_view *view, uint32_t side, lb_point at)
{
    LB_EACH (i, lb_view_foes(view, side))
        if (lb_point_is_within(at, &view->quad[i], LB_INCHES(VALUE_OF(view->battle, PLAY_MOVE))))
            return true;
    return false;
}

bool ma_check_ride(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    lb_footprint start = {.heading = 0, .width_tmm = LB_TMM_INCH, .depth_tmm = LB_TMM_INCH}, end;

    if (!lb_check_ride(asked, action, reason))
        return false;
    if (asked->state->leader[action->unit].attached != LB_NOBODY)
        return lb_no(reason, CL_PLAY_LEADER, "he is with a unit, and leaves it in S4");
    start.centre = asked->state->leader[action->unit].at;
    (void)lb_path_apply(&start, &action->path, &end, NULL);
    return !is_too_near(asked->view, lb_asked_side(asked), end.centre) ||
           lb_no(reason, CL_PLAY_LEADER, "he does not ride so near to the enemy");
}

static bool check_leader(const lb_asked *asked, uint32_t leader, lb_reason *reason)
{
    return (leader < asked->battle->leader_count &&
            asked->battle->leader[leader].side == lb_asked_side(asked) &&
            asked->state->leader[leader].presence == LB_PRESENCE_TABLE) ||
           lb_no(reason, CL_PLAY_LEADER, "that leader is not yours, or not there");
}

bool ma_check_attach(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t leader = action->unit, unit = action->target;

    if (!check_leader(asked, leader, reason))
        return false;
    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), unit) ||
        !ma_commands(asked->battle, leader, asked->battle->unit[unit].group))
        return lb_no(reason, CL_PLAY_LEADER, "he does not command that unit");
    if (asked->state->leader[leader].attached == unit)
        return lb_no(reason, CL_PLAY_LEADER, "he is with it");
    if ((asked->state->leader[leader].flags & LEADER_RODE) != 0)
        return lb_no(reason, CL_PLAY_LEADER, "he has ridden this turn");
    if (ma_leader_with(asked->battle, asked->state, unit) != LB_NOBODY)
        return lb_no(reason, CL_PLAY_LEADER, "a leader is with it already");
    return lb_point_is_within(asked->state->leader[leader].at, &asked->view->quad[unit],
                              LB_INCHES(VALUE_OF(asked->battle, MOVE_GENERALS))) ||
           lb_no(reason, CL_MOVE_GENERALS, "that is further than he can ride");
}

bool ma_check_detach(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    return check_leader(asked, action->unit, reason) &&
           (asked->state->leader[action->unit].attached != LB_NOBODY ||
            lb_no(reason, CL_PLAY_LEADER, "he is with no unit"));
}

void ma_offer_attach(lb_listing *list)
{
    for (uint32_t i = 0; i < list->asked.battle->leader_count; i++) {
        if (list->asked.battle->leader[i].side != lb_asked_side(&list->asked))
            continue;
        LB_EACH (k, &list->asked.view->here[lb_asked_side(&list->asked)])
            if (ma_commands(list->asked.battle, i, list->asked.battle->unit[k].group) &&
                !lb_listing_is_full(list))
                (void)lb_offer_verb(list, i, k);
    }
}

void ma_offer_detach(lb_listing *list)
{
    for (uint32_t i = 0; i < list->asked.battle->leader_count; i++)
        (void)lb_offer_verb(list, i, 0);
}

void ma_do_ride(lb_run *run)
{
    const lb_action *action = &run->state->action;
    uint32_t leader = action->unit;

    if (action->verb == VERB_RIDE) {
        lb_do_ride(run);
        return;
    }
    lb_about(run, LB_CAST_LEADER | leader, LB_NOBODY);
    if (action->verb == VERB_DETACH) {
        lb_change_leader_attached(run, CL_PLAY_LEADER, leader, LB_NOBODY);
        return;
    }
    lb_change_leader_place(run, CL_PLAY_LEADER, leader, run->view->pose[action->target].at);
    lb_change_leader_attached(run, CL_PLAY_LEADER, leader, action->target);
    lb_change_leader_flags(run, CL_PLAY_LEADER, leader, LEADER_RODE, 0);
}

LB_PROCEDURE(leading)
{
    const struct leading_facts *f = LB_FACTS;
    lb_question question = LB_QUESTION(LEADERS, (uint32_t)f->side, .nothing = 0);

    LB_BEGIN
    while (lb_ask_has_choice(run, &question)) {
        LB_ABOUT(LB_CAST_SIDE | f->side, LB_NOBODY);
        LB_ASK(1, question);
        if (LB_VALUE == VERB_PASS)
            break;
        ma_do_ride(run);
    }
    LB_RETURN(leading, .nothing = 0);
    LB_END
}

/// The unit nearest to a leader among those of a set; LB_NOBODY if there is none within `tmm`.
static uint32_t nearest_unit(const lb_run *run, uint32_t leader, int32_t tmm, bool commands)
{
    const lb_unit_set *own = &run->view->here[run->battle->leader[leader].side];
    uint32_t best = LB_NOBODY;

    LB_EACH (i, own) {
        int32_t away = lb_point_distance_ceil(run->state->leader[leader].at, &run->view->quad[i]);

        if (away > tmm || (best != LB_NOBODY && away == tmm) ||
            (commands && !ma_commands(run->battle, leader, run->battle->unit[i].group)))
            continue;
        best = i;
        tmm = away;
    }
    return best;
}

void ma_return_leaders(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->leader_count; i++) {
        lb_leader *leader = &run->state->leader[i];
        uint32_t unit;

        if (leader->presence != LB_PRESENCE_AWAY || leader->off_turn == 0 ||
            leader->off_turn > run->state->turn)
            continue;
        unit = nearest_unit(run, i, LB_TABLE_MAX, true);
        if (unit == LB_NOBODY)
            continue;
        lb_about(run, LB_CAST_LEADER | i, LB_NOBODY);
        lb_change_leader_place(run, CL_PLAY_LEADER, i, run->view->pose[unit].at);
        lb_change_leader_presence(run, CL_PLAY_LEADER, i, LB_PRESENCE_TABLE);
        leader->off_turn = 0;
    }
}

void ma_save_leader(lb_run *run, uint32_t leader)
{
    uint32_t best = nearest_unit(run, leader, MA_WITHIN(V(PLAY_LEADER_JOIN)), false);

    if (best != LB_NOBODY)
        lb_change_leader_place(run, CL_PLAY_LEADER, leader, run->view->pose[best].at);
    else
        lb_change_leader_presence(run, CL_PLAY_LEADER, leader, LB_PRESENCE_GONE);
}

void ma_carry_leaders(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->leader_count; i++) {
        const lb_leader *leader = &run->state->leader[i];
        uint8_t side = run->battle->leader[i].side;
        lb_unit_set near;

        if (leader->presence != LB_PRESENCE_TABLE)
            continue;
        if (leader->attached != LB_NOBODY) {
            lb_point at = run->view->pose[leader->attached].at;

            if (leader->at.x != at.x || leader->at.y != at.y)
                lb_change_leader_place(run, CL_PLAY_LEADER, i, at);
            continue;
        }
        near = lb_view_near(run->view, (lb_box){leader->at, leader->at}, 0,
                            lb_view_foes(run->view, side));
        LB_EACH (k, &near)
            if (leader->presence == LB_PRESENCE_TABLE &&
                lb_point_is_inside(leader->at, &run->view->quad[k]))
                ma_save_leader(run, i);
    }
}

lb_target_kind ma_target_kind(const lb_battle *battle, uint32_t side, const lb_action *action)
{
    (void)battle;
    (void)side;
    switch (action->verb) {
    case VERB_ATTACK:
    case VERB_SUPPORT:
        return LB_TARGET_GROUP;
    case VERB_SEIZE:
        return LB_TARGET_OBJECTIVE;
    default:
        return LB_TARGET_UNIT;
    }
}
