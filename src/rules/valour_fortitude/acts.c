// SPDX-License-Identifier: MIT
// Actions of the units of an activated brigade: who may still act, and the check and offer of the
// Rally. moves.c has the actions that move; turn.c carries rallies out.

#include "rules/valour_fortitude/play.h"

bool vf_may_act(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_unit *of = &state->unit[unit];

    return of->presence == LB_PRESENCE_TABLE && battle->unit[unit].side == state->active &&
           (of->flags & (UNIT_ACTED | UNIT_FIRED)) == 0 &&
           (((state->group[battle->unit[unit].group].flags & GROUP_ACTIVE) != 0 &&
             (of->flags & UNIT_LOST) == 0) ||
            (of->flags & UNIT_FREED) != 0);
}

/// The brigade that acts.
static uint32_t acting_group(const lb_asked *asked)
{
    return (uint32_t)(asked->question->id == ASK_BRIGADE
                          ? LB_ASKED_ABOUT(asked, BRIGADE)->group
                          : LB_ASKED_ABOUT(asked, FORCED_MARCH)->group);
}

/// vf.play.nine: a unit with the Nine makes a Move, and then an Assault or nothing.
static bool check_nine(uint32_t flags, uint32_t verb, lb_reason *reason)
{
    if ((flags & UNIT_AGAIN) != 0 && verb != VERB_MOVE)
        return lb_no(reason, CL_FATE_9, "the Nine begins with a Move");
    return (flags & UNIT_ONWARD) == 0 || verb == VERB_ASSAULT ||
           lb_no(reason, CL_FATE_9, "after the Move of the Nine it can only assault");
}

bool vf_check_actor(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    uint32_t unit = action->unit;
    uint32_t flags;

    if (unit >= asked->battle->unit_count || !lb_view_is_here(asked->view, unit) ||
        asked->battle->unit[unit].group != acting_group(asked))
        return lb_no(reason, CL_ACT_ACTIVATION, "that unit is not of the acting brigade");
    flags = asked->state->unit[unit].flags;
    if ((flags & UNIT_FIRED) != 0)
        return lb_no(reason, CL_ACT_FIRED, "it has fired");
    if ((flags & UNIT_ACTED) != 0)
        return lb_no(reason, CL_ACT_ACTIVATION, "it has had its action");
    if ((flags & (UNIT_LOST | UNIT_FREED)) == UNIT_LOST)
        return lb_no(reason, CL_ACT_MESSENGER, "the messenger has not reached it");
    if (!vf_may_act(asked->battle, asked->state, unit))
        return lb_no(reason, CL_ACT_ACTIVATION, "its brigade was not activated");
    return check_nine(flags, action->verb, reason);
}

void vf_for_each_actor(lb_listing *list, void (*offer)(lb_listing *list, uint32_t unit))
{
    const lb_group_card *card = &list->asked.battle->group[acting_group(&list->asked)];

    for (uint32_t i = card->first_unit; i < lb_group_end(card) && !lb_listing_is_full(list); i++)
        if (vf_may_act(list->asked.battle, list->asked.state, i))
            offer(list, i);
}

/* Rallying. */

bool vf_check_rally(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    if (!vf_check_actor(asked, action, reason))
        return false;
    if (lb_view_is_engaged(asked->view, action->unit))
        return lb_no(reason, CL_ACT_RALLY, "it touches the enemy");
    return asked->state->unit[action->unit].mark[MARK_LOSSES] > 0 ||
           lb_no(reason, CL_ACT_RALLY, "it has no loss marker");
}

static void offer_rally(lb_listing *list, uint32_t unit)
{
    if (list->asked.state->unit[unit].mark[MARK_LOSSES] > 0)
        (void)lb_offer_verb(list, unit, 0);
}

void vf_offer_rallies(lb_listing *list)
{
    vf_for_each_actor(list, offer_rally);
}
