// SPDX-License-Identifier: MIT
// What things are worth to a player of this sheet, in hundredths of a loss: attacks and fights by
// their exact odds, units by their figures.

#include "rules/valour_fortitude/play.h"

enum {
    LOSS = 100,  ///< a loss marker
    ROUT = 400,  ///< a unit, and what that does to its brigade
    SHAKES = 60, ///< a unit that becomes shaken
    BACK = 60,   ///< cavalry that has to go back
    WINS = 60    ///< the ground
};

void vf_fitness(lb_view *view, uint32_t unit, lb_fitness *fitness)
{
    const lb_battle *battle = view->battle;
    const lb_unit_card *card = &battle->unit[unit];
    int32_t tenacity = vf_tenacity(battle, view->state, unit);
    int32_t left = lb_most(0, tenacity - view->state->unit[unit].mark[MARK_LOSSES]);
    bool is_light = lb_unit_has(battle, unit, LB_TRAIT_LIGHT);
    uint8_t approach = card->arm == LB_ARM_CAVALRY     ? FORMATION_CAVALRY
                       : card->arm == LB_ARM_ARTILLERY ? FORMATION_LIMBERED
                       : is_light                      ? FORMATION_OPEN
                                                       : FORMATION_ATTACK;
    uint8_t fights = card->arm == LB_ARM_ARTILLERY ? FORMATION_GUNS
                     : approach != FORMATION_ATTACK || lb_unit_has(battle, unit, LB_TRAIT_ELAN)
                         ? approach
                         : FORMATION_LINE;

    *fitness = (lb_fitness){
        .is_able = left > 0,
        .is_worn = left == 0,
        .worth = (card->figure[FIGURE_FIRE] + card->figure[FIGURE_MELEE]) * (left + 1) * 4 +
                 (card->arm == LB_ARM_ARTILLERY ? 40 : 0),
        .pace_tmm = vf_allowance(battle, view->state, unit, approach),
        .reach_tmm = vf_reach(battle, unit, false),
        .size = vf_size(battle, view->state, unit, fights),
    };
}

/// What losses and a state do to a unit.
static int32_t harm(int32_t tenacity, int32_t before, int32_t losses, int32_t state)
{
    int32_t marked = lb_least(losses, tenacity - before);

    return marked * LOSS + (before < tenacity && before + losses >= tenacity ? SHAKES : 0) +
           (state == STATE_ROUTED ? ROUT : 0) + (state == STATE_RETREATS ? BACK : 0);
}

static int32_t worth_of_fire(const int32_t *effect, const int32_t *facts)
{
    const struct fire_effect *e = (const void *)effect;
    const struct fire_facts *f = (const void *)facts;

    return harm(f->target_tenacity, f->target_losses, e->losses, e->state);
}

bool vf_worth_of_fire(const lb_listing *list, const lb_action *action, int32_t *worth)
{
    struct fire_facts facts = vf_gather_fire(list->asked.view, action);

    return LB_WORTH(list->counsel, list->asked.battle, fire, &facts, worth_of_fire, worth);
}

static int32_t worth_of_fight(const int32_t *effect, const int32_t *facts)
{
    const struct melee_effect *e = (const void *)effect;
    const struct melee_facts *f = (const void *)facts;

    return harm(f->d.tenacity, f->d.losses, e->d_losses, e->d_state) -
           harm(f->a.tenacity, f->a.losses, e->a_losses, e->a_state) +
           (e->winner == WINNER_ACTIVE ? WINS : -WINS);
}

bool vf_worth_of_fight(const lb_listing *list, const struct melee_facts *facts, int32_t *worth)
{
    return LB_WORTH(list->counsel, list->asked.battle, melee, facts, worth_of_fight, worth);
}
