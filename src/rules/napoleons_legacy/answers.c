// SPDX-License-Identifier: MIT
// What a sensible player of this sheet answers when the other acts or dice have fallen: to charges,
// to moves before his muskets, in fights and after them. What he does of himself is in mind.c.

#include "rules/napoleons_legacy/play.h"

enum { EVADE_FORMED = 150 }; ///< what a charge has to promise for a formed unit to slip away

/// True of foot that is not strung out as skirmishers.
static bool is_formed(const lb_listing *list, uint32_t unit)
{
    return list->asked.battle->unit[unit].arm == LB_ARM_INFANTRY &&
           lb_view_formation(list->asked.view, unit) != FORMATION_SKIRMISH;
}

/// Foot forms square against horse; skirmishers, and horse that would lose, slip away.
void nl_propose_answer(lb_listing *list)
{
    const struct ask_CHARGED *about = LB_ASKED_ABOUT(&list->asked, CHARGED);
    uint32_t target = (uint32_t)about->target;
    struct nl_prospect prospect;
    /* A formed unit gives ground only to a charge that would break it. */
    bool flees = nl_weigh_charge(list, (uint32_t)about->unit, target, false, &prospect) &&
                 nl_worth_of_charge(&prospect, true) > (is_formed(list, target) ? EVADE_FORMED : 0);

    (void)lb_propose_verb(list, VERB_STAND, 0, 0, 50);
    (void)lb_propose_verb(list, VERB_SQUARE, target, 0, 200);
    (void)lb_propose_verb(list, VERB_EVADE, target, 0, flees ? 100 : 0);
}

void nl_propose_snap(lb_listing *list)
{
    lb_unit_set moved = lb_cells_units(&LB_ASKED_ABOUT(&list->asked, OPPORTUNITY)->moved);
    lb_view *view = list->asked.view;

    lb_propose_pass(list);
    LB_EACH (i, lb_mind_own(list)) {
        lb_action action = lb_action_of(VERB_FIRE);
        lb_unit_set near;

        if ((view->state->unit[i].flags & UNIT_FIRED) != 0 || !nl_can_fire(view, i))
            continue;
        action.unit = (uint16_t)i;
        near = lb_view_near(view, view->box[i], nl_reach(view->battle, i), &moved);
        LB_EACH (t, &near) {
            lb_reason reason;
            int32_t worth;

            action.target = (uint16_t)t;
            action.option = (uint8_t)nl_usual_fire(view, i, t);
            if (lb_ask_check(&list->asked, &action, &reason) &&
                nl_worth_of_fire(list, i, t, action.option, &worth)) {
                (void)lb_propose(list, &action, 10 + worth);
                return;
            }
        }
    }
}

void nl_propose_fight(lb_listing *list)
{
    uint32_t unit = 0, target = nl_next_contact(list->asked.view, 0, &unit);

    (void)lb_propose_verb(list, VERB_FIGHT, unit, target, 1);
}

void nl_propose_take(lb_listing *list)
{
    LB_EACH (i, lb_mind_own(list))
        (void)lb_propose_verb(list, VERB_TAKE, i, 0, nl_bases(list->asked.state, i));
}

void nl_propose_pursuit(lb_listing *list)
{
    const struct ask_PURSUIT *about = LB_ASKED_ABOUT(&list->asked, PURSUIT);
    int32_t worth;

    /* What cannot be reckoned is not risked. */
    if (!nl_worth_of_pursuit(list, (uint32_t)about->unit, (uint32_t)about->target,
                             about->terror != 0, &worth))
        worth = -1;
    lb_propose_yes(list, VERB_YES, VERB_NO, worth);
}

void nl_propose_yes(lb_listing *list)
{
    lb_propose_yes(list, VERB_YES, VERB_NO, 1);
}
