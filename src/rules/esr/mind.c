// SPDX-License-Identifier: MIT
// What a sensible player answers. The plan says which Formations attack, hold or wait; here that
// becomes orders, and orders become moves.

#include "rules/esr/intent.h"

enum {
    DEPLOY_NEAR = 400, ///< tenths of an inch from the enemy at which one deploys
    PLOY_FAR = 600,    ///< and from which on one marches in column
    RUSH_NEAR = 180    ///< and where one deploys in a rush
};

void esr_fitness(lb_view *view, uint32_t unit, lb_fitness *fitness)
{
    const lb_battle *battle = view->battle;
    const lb_unit_card *card = &battle->unit[unit];
    uint32_t group = view->state->unit[unit].group;
    bool is_guns = card->arm == LB_ARM_ARTILLERY;
    int32_t whole = lb_most(1, (int32_t)esr_count(battle, view->state, group));
    int32_t fatigue = lb_least(whole, esr_fatigue(view->state, group));
    int32_t worth = is_guns
                        ? 20 * card->figure[FIGURE_SECTIONS] * (1 + card->figure[FIGURE_CALIBRE])
                        : 40 + 25 * card->figure[FIGURE_RATING] + 15 * card->figure[FIGURE_SHOCK];

    *fitness = (lb_fitness){
        .is_able = esr_is_fit(view->state, group),
        .is_worn = fatigue > 0 && 3 * fatigue >= 2 * whole,
        .worth = worth * (4 * whole - 3 * fatigue) / (4 * whole),
        .pace_tmm = esr_rate(battle, unit, FORMATION_PLOYED, false),
        .reach_tmm = LB_INCHES(is_guns ? VALUE_OF(battle, FIRE_RANGE_GUNS)
                                       : VALUE_OF(battle, FIRE_RANGE_SKIRMISH)),
        .size = esr_size(battle, view->state, unit,
                         is_guns ? FORMATION_UNLIMBERED : FORMATION_DEPLOYED),
    };
}

/* Orders. */

void esr_propose_pending(lb_listing *list)
{
    lb_propose_pass(list);
}

/// The action that sends an order.
static lb_action sending(uint32_t group, const lb_order *order)
{
    static const uint8_t verbs[] = {[ORDER_ATTACK] = VERB_ATTACK,
                                    [ORDER_DEFEND] = VERB_DEFEND,
                                    [ORDER_SUPPORT] = VERB_SUPPORT,
                                    [ORDER_MOVE] = VERB_MOVE,
                                    [ORDER_RESERVE] = VERB_RESERVE};
    lb_action action = lb_action_of(verbs[order->kind]);

    action.unit = (uint16_t)group;
    if (order->kind == ORDER_SUPPORT)
        action.target = order->group;
    else if (order->kind != ORDER_RESERVE)
        action.place = order->place;
    return action;
}

/// True if an order should be sent to a Formation: it is not what the Formation does, nor on its
/// way.
static bool is_news(const struct esr_picture *picture, uint32_t group, const lb_order *wanted)
{
    const lb_group *of = &picture->list->asked.state->group[group];

    if (of->pending.kind != ORDER_NONE)
        return !esr_is_same_order(picture, wanted, &of->pending);
    return of->status != STATUS_FIT || !esr_is_same_order(picture, wanted, &of->order) ||
           esr_is_misplaced(picture, group, wanted);
}

void esr_propose_issue(lb_listing *list)
{
    struct esr_picture picture;

    lb_propose_pass(list);
    esr_see(&picture, list);
    for (uint32_t g = 0; g < list->asked.battle->group_count; g++) {
        const lb_group *of = &list->asked.state->group[g];
        lb_order wanted;
        lb_action action;

        if (!esr_is_own(&list->asked, g) || !picture.body[g].is_here ||
            esr_goes_back(list->asked.state, g) || (of->flags & GROUP_NEW) != 0)
            continue;
        wanted = esr_wanted(&picture, g);
        if (!is_news(&picture, g, &wanted))
            continue;
        action = sending(g, &wanted);
        if (lb_propose_legal(list, &action, ESR_USEFUL))
            return;
    }
}

/* Conversions. */

void esr_propose_to_attack(lb_listing *list)
{
    uint32_t group = (uint32_t)LB_ASKED_ABOUT(&list->asked, TO_ATTACK)->group;
    uint32_t foe = LB_NOBODY;
    struct esr_picture picture;
    bool is_good;

    esr_see(&picture, list);
    (void)esr_enemy_distance(list->asked.view, group, &foe);
    is_good = foe != LB_NOBODY && !picture.body[group].is_worn &&
              esr_is_game(&picture, group, list->asked.state->unit[foe].group);
    lb_propose_yes(list, VERB_YES, VERB_NO, is_good ? ESR_USEFUL : -ESR_USEFUL);
}

void esr_propose_to_defend(lb_listing *list)
{
    uint32_t group = (uint32_t)LB_ASKED_ABOUT(&list->asked, TO_DEFEND)->group;
    bool attacks = list->asked.state->group[group].order.kind == ORDER_ATTACK;

    lb_propose_yes(list, VERB_YES, VERB_NO, attacks ? -ESR_USEFUL : ESR_USEFUL);
}

/* Ploying and deploying. */

/// Proposes to deploy a Formation: in a rush if the enemy is upon it and most of it is in column.
static bool propose_deploy(lb_listing *list, lb_action *action, int32_t distance)
{
    lb_unit_set column = esr_column(list->asked.view, action->unit);
    lb_unit_set units = esr_units(list->asked.view, action->unit);

    if (distance < esr_tenths(list->asked.battle, RUSH_NEAR) && lb_unit_set_count(&column) >= 4 &&
        2 * lb_unit_set_count(&column) > lb_unit_set_count(&units))
        action->option = CHANGE_RUSHED;
    if (lb_propose_legal(list, action, ESR_USEFUL))
        return true;
    action->option = 0;
    return false;
}

void esr_propose_change(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    lb_propose_pass(list);
    for (uint32_t g = 0; g < battle->group_count; g++) {
        const lb_group *of = &list->asked.state->group[g];
        lb_action action = lb_action_of(VERB_DEPLOY);
        int32_t distance;

        if (!esr_is_own(&list->asked, g) || !esr_is_here(list->asked.view, g))
            continue;
        distance = esr_enemy_distance(list->asked.view, g, NULL);
        action.unit = (uint16_t)g;
        if (esr_is_fit(list->asked.state, g) && of->order.kind != ORDER_RESERVE &&
            (distance < esr_tenths(battle, DEPLOY_NEAR) || of->order.kind == ORDER_DEFEND) &&
            propose_deploy(list, &action, distance))
            return;
        action.verb = VERB_PLOY;
        if (distance > esr_tenths(battle, PLOY_FAR) && of->status == STATUS_FIT &&
            (of->order.kind == ORDER_MOVE || of->order.kind == ORDER_ATTACK) &&
            lb_point_distance(esr_goal(list->asked.view, g), esr_middle(list->asked.view, g)) >
                esr_tenths(battle, PLOY_FAR) &&
            lb_propose_legal(list, &action, ESR_USEFUL))
            return;
    }
}

void esr_propose_place(lb_listing *list)
{
    lb_propose_pass(list);
}
