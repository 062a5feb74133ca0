// SPDX-License-Identifier: MIT
// What a unit does by itself in the Preliminary stage, other than to charge: who may still act, and
// the checks and offers of rallying, guns, squares and slipping away. turn.c carries them out.

#include "rules/napoleons_legacy/play.h"

bool nl_check_actor(const lb_asked *asked, uint32_t unit, lb_reason *reason)
{
    if (!lb_view_is_friend(asked->view, lb_asked_side(asked), unit))
        return lb_no(reason, CL_TURN_PRELIMINARY, "that unit is not yours");
    return (asked->state->unit[unit].flags & UNIT_ACTED) == 0 ||
           lb_no(reason, CL_TURN_PRELIMINARY, "it has had its action");
}

void nl_for_each_actor(lb_listing *list, void (*offer)(lb_listing *list, uint32_t unit))
{
    LB_EACH (i, &list->asked.view->here[lb_asked_side(&list->asked)])
        if (!lb_listing_is_full(list) && (list->asked.state->unit[i].flags & UNIT_ACTED) == 0)
            offer(list, i);
}

int32_t nl_reach_of_act(const lb_battle *battle)
{
    return LB_CMS(VALUE_OF(battle, TURN_PRELIMINARY_ENEMY));
}

/* Rallying and guns. */

bool nl_check_rally(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t leader;

    if (!nl_check_actor(asked, action->unit, reason))
        return false;
    if (!nl_is_disordered(asked->state, action->unit))
        return lb_no(reason, CL_TURN_PRELIMINARY, "it is in good order");
    if (asked->state->unit[action->unit].mark[MARK_CARRIED] > 0)
        return lb_no(reason, CL_BLUNDER_4, "its disorder will last");
    leader = nl_leader_of(asked->battle, asked->state, action->unit);
    return (leader != LB_NOBODY &&
            lb_point_is_within(asked->state->leader[leader].at, &asked->view->quad[action->unit],
                               LB_CMS(VALUE_OF(asked->battle, TURN_PRELIMINARY_RALLY)))) ||
           lb_no(reason, CL_TURN_PRELIMINARY, "its commander is too far away");
}

static void offer_rally(lb_listing *list, uint32_t unit)
{
    if (nl_is_disordered(list->asked.state, unit))
        (void)lb_offer_verb(list, unit, 0);
}

void nl_offer_rallies(lb_listing *list)
{
    nl_for_each_actor(list, offer_rally);
}

uint8_t nl_formation_of_guns(uint32_t verb)
{
    return verb == VERB_LIMBER ? FORMATION_LIMBERED : FORMATION_GUNS;
}

/// Room for guns in their other formation.
bool nl_check_guns(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint8_t formation = nl_formation_of_guns(action->verb);
    lb_footprint place;

    if (!nl_check_actor(asked, action->unit, reason))
        return false;
    if (asked->battle->unit[action->unit].arm != LB_ARM_ARTILLERY)
        return lb_no(reason, CL_TURN_PRELIMINARY, "only guns limber and unlimber");
    if (lb_view_formation(asked->view, action->unit) == formation)
        return lb_no(reason, CL_TURN_PRELIMINARY, "that is how they are");
    if (nl_is_disordered(asked->state, action->unit))
        return lb_no(reason, CL_COMMAND_DISORDERED, "it is in disorder");
    return nl_find_room(asked->view, action->unit, formation, NL_FORM_RINGS, &place) ||
           lb_no(reason, CL_TURN_PRELIMINARY, "there is no room for it");
}

static void offer_gun(lb_listing *list, uint32_t unit)
{
    if (list->asked.battle->unit[unit].arm == LB_ARM_ARTILLERY &&
        lb_view_formation(list->asked.view, unit) != nl_formation_of_guns(list->verb))
        (void)lb_offer_verb(list, unit, 0);
}

void nl_offer_guns(lb_listing *list)
{
    nl_for_each_actor(list, offer_gun);
}

/* Before an enemy: slipping away, and squares. */

uint32_t nl_threat_to(lb_view *view, uint32_t unit)
{
    return nl_nearest_visible(view, unit, nl_reach_of_act(view->battle));
}

/// True if an enemy is near, seen or not.
static bool is_threatened(const lb_view *view, uint32_t unit)
{
    return lb_view_any_within(view, &view->quad[unit], lb_view_foes(view, lb_view_side(view, unit)),
                              nl_reach_of_act(view->battle));
}

bool nl_check_own_evasion(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!nl_check_actor(asked, action->unit, reason))
        return false;
    if (!nl_may_evade(asked->view, action->unit))
        return lb_no(reason, CL_TURN_EVADE, "only cavalry and skirmishers slip away");
    return nl_threat_to(asked->view, action->unit) != LB_NOBODY ||
           lb_no(reason, CL_TURN_PRELIMINARY, "it sees no enemy near enough");
}

static void offer_own_evasion(lb_listing *list, uint32_t unit)
{
    if (nl_may_evade(list->asked.view, unit) && is_threatened(list->asked.view, unit))
        (void)lb_offer_verb(list, unit, 0);
}

void nl_offer_own_evasions(lb_listing *list)
{
    nl_for_each_actor(list, offer_own_evasion);
}

bool nl_check_own_square(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!nl_check_actor(asked, action->unit, reason))
        return false;
    if (!nl_may_square(asked->view, action->unit))
        return lb_no(reason, CL_FORM_SQUARE, "it cannot form square");
    return nl_threat_to(asked->view, action->unit) != LB_NOBODY ||
           lb_no(reason, CL_TURN_PRELIMINARY, "it sees no enemy near enough");
}

static void offer_own_square(lb_listing *list, uint32_t unit)
{
    const lb_view *view = list->asked.view;

    if (view->battle->unit[unit].arm == LB_ARM_INFANTRY &&
        lb_view_formation(view, unit) != FORMATION_SQUARE && !nl_is_disordered(view->state, unit) &&
        is_threatened(view, unit))
        (void)lb_offer_verb(list, unit, 0);
}

void nl_offer_own_squares(lb_listing *list)
{
    nl_for_each_actor(list, offer_own_square);
}
