// SPDX-License-Identifier: MIT
// What things are worth to a player of this sheet, in hundredths of a CV: fire and charges by their
// exact odds, units by their figures.

#include "rules/march_attack/play.h"

enum {
    CV = 100,      ///< a point of it
    BACK = 80,     ///< a unit that has to go back
    HALTED = 40,   ///< a charge that stops short
    GROUND = 40,   ///< for the winner
    SQUARED = 20,  ///< infantry that had to form square
    GUNS_LOST = 2, ///< they count twice
    STAY = 10      ///< inches that guns in position do not limber for
};

/// How far the station of a battery may be without its leaving its place. Guns that have a target
/// fire, and so do those with them; limbering costs a turn of fire.
static int32_t stay_of(lb_view *view, uint32_t unit)
{
    uint32_t group = view->battle->unit[unit].group;

    if (!ma_is_guns(view->battle, unit) || lb_view_formation(view, unit) != FORMATION_DEPLOYED)
        return 0;
    if (ma_has_target(view, unit) ||
        (view->state->group[group].order.kind == ORDER_BOMBARD && ma_have_targets(view, group)))
        return INT32_MAX;
    return LB_INCHES(STAY);
}

void ma_fitness(lb_view *view, uint32_t unit, lb_fitness *fitness)
{
    const lb_battle *battle = view->battle;
    const lb_unit_card *card = &battle->unit[unit];
    bool is_guns = ma_is_guns(battle, unit);
    int32_t cv = ma_cv(battle, view->state, unit);

    *fitness = (lb_fitness){
        .is_able = !ma_is_retiring(view->state, card->group),
        .is_worn = 3 * cv <= card->figure[FIGURE_CV],
        .worth = cv * (12 + 2 * card->quality) + (is_guns ? 40 : 0),
        .pace_tmm = ma_rate(battle, unit, is_guns ? FORMATION_LIMBERED : FORMATION_COLUMN, false),
        .march_tmm = ma_rate(battle, unit, is_guns ? FORMATION_LIMBERED : FORMATION_COLUMN, true),
        .reach_tmm =
            is_guns ? ma_ranges_of(battle, unit).effective : ma_ranges_of(battle, unit).longest,
        .stay_tmm = stay_of(view, unit),
        .size = ma_size(battle, view->state, unit, is_guns ? FORMATION_DEPLOYED : FORMATION_LINE),
    };
}

/// What a charge does to its loser beside the CV lost.
static int32_t harm(int32_t effect, int32_t cv, int32_t lost)
{
    if (effect == CHARGE_EFFECT_GUNS_LOST)
        return GUNS_LOST * cv * CV;
    if (effect == CHARGE_EFFECT_BROKEN || lost >= cv)
        return cv * CV;
    return lost * CV + BACK;
}

static int32_t worth_of_charge(const int32_t *effect, const int32_t *facts)
{
    const struct charge_effect *e = (const void *)effect;
    const struct charge_facts *f = (const void *)facts;

    /* Cavalry that meets a square calls its charge off. */
    if (e->reaction == REACTION_RESULT_DONE && f->d_reaction == CHARGE_REACTION_SQUARE &&
        f->a_kind == UNIT_KIND_CAVALRY)
        return SQUARED;
    if (e->charge != CHARGE_RESULT_CONTACT)
        return -e->a_lost * CV - HALTED;
    if (e->winner == CHARGE_WINNER_ATTACKER)
        return harm(e->effect, f->d_cv, e->d_lost) - e->a_lost * CV + GROUND;
    if (e->winner == CHARGE_WINNER_DEFENDER)
        return -harm(e->effect, f->a_cv, e->a_lost) - GROUND;
    return -e->a_lost * CV;
}

bool ma_worth_of_reaction(const lb_listing *list, uint32_t unit, uint32_t charger, int32_t reaction,
                          int32_t *worth)
{
    struct charge_facts facts = ma_gather_charge(list->asked.view, charger, unit, reaction);

    return LB_WORTH(list->counsel, list->asked.battle, charge, &facts, worth_of_charge, worth);
}

bool ma_worth_of_charge(const lb_listing *list, uint32_t unit, uint32_t target, int32_t *worth)
{
    const lb_battle *battle = list->asked.battle;
    uint8_t formation = lb_view_formation(list->asked.view, target);
    int32_t other;

    if (!ma_worth_of_reaction(list, target, unit, CHARGE_REACTION_STAND, worth))
        return false;
    if (ma_is_infantry(battle, target) && ma_is_cavalry(battle, unit) &&
        formation <= FORMATION_COLUMN &&
        ma_worth_of_reaction(list, target, unit, CHARGE_REACTION_SQUARE, &other))
        *worth = lb_least(*worth, other);
    if (ma_is_cavalry(battle, target) && (list->asked.state->unit[target].flags & UNIT_D2) == 0 &&
        ma_worth_of_reaction(list, target, unit, CHARGE_REACTION_COUNTER, &other))
        *worth = lb_least(*worth, other);
    return true;
}

static int32_t worth_of_volley(const int32_t *effect, const int32_t *facts)
{
    (void)facts;
    return ((const struct small_arms_effect *)(const void *)effect)->result * CV;
}

static int32_t worth_of_guns(const int32_t *effect, const int32_t *facts)
{
    (void)facts;
    return ((const struct artillery_effect *)(const void *)effect)->result * CV;
}

bool ma_worth_of_fire(const lb_listing *list, uint32_t unit, uint32_t target, int32_t *worth)
{
    if (ma_is_guns(list->asked.battle, unit)) {
        struct artillery_facts guns = ma_gather_artillery(list->asked.view, unit, target);

        return LB_WORTH(list->counsel, list->asked.battle, artillery, &guns, worth_of_guns, worth);
    } else {
        struct small_arms_facts small = ma_gather_small_arms(list->asked.view, unit, target);

        return LB_WORTH(list->counsel, list->asked.battle, small_arms, &small, worth_of_volley,
                        worth);
    }
}
