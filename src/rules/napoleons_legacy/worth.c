// SPDX-License-Identifier: MIT
// What things are worth to a sensible player of this sheet, in hundredths of a base: fire, and the
// fire, the fear test and the fight of a charge, each by its exact odds. With the odds of whole
// charges a battle takes three times as long, so a charge is put together from its parts.

#include "rules/napoleons_legacy/play.h"

enum {
    BASE = 100,    ///< one base knocked out
    GUNS = 600,    ///< one of guns, which reach so much farther
    HIT = 30,      ///< a hit short of it
    DISORDER = 60, ///< disorder of a unit
    BACK = 80,     ///< a retreat
    RECOIL = 40,   ///< a charge that came to nothing, beside its losses
    CHASE = 40,    ///< the chance of a pursuit
    SCALE = 10000  ///< of shares
};

void nl_fitness(lb_view *view, uint32_t unit, lb_fitness *fitness)
{
    const lb_unit_card *card = &view->battle->unit[unit];
    bool is_guns = card->arm == LB_ARM_ARTILLERY;
    uint8_t approach = is_guns                       ? FORMATION_LIMBERED
                       : card->arm == LB_ARM_CAVALRY ? FORMATION_LINE
                                                     : FORMATION_ATTACK;
    int32_t bases = nl_bases(view->state, unit);

    *fitness = (lb_fitness){
        .is_able = !nl_is_disordered(view->state, unit),
        .is_worn = 2 * bases <= card->figure[FIGURE_BASES],
        .worth = bases * (card->figure[FIGURE_FIRE] + card->figure[FIGURE_COMBAT]) *
                 card->figure[FIGURE_HITS] * 2,
        .pace_tmm = nl_allowance(view, unit, approach),
        .reach_tmm = LB_CMS(card->figure[FIGURE_RANGE]),
        .shelter = nl_cover_class(view->battle->house.value,
                                  nl_cover(view, unit, lb_view_nearest_foe(view, unit)),
                                  nl_kind(view, unit)),
        .size = nl_size(view->battle, view->state, unit, is_guns ? FORMATION_GUNS : FORMATION_LINE),
    };
}

/* Fire. */

/// What losses and a state take from a body of so many bases.
static int32_t harm(int32_t kind, int32_t bases, int32_t unsaved, int32_t lost, int32_t state,
                    bool was_disordered)
{
    int32_t base = kind == TARGET_ARTILLERY ? GUNS : BASE;

    if (state == STATE_ROUTED || state == STATE_DESTROYED)
        return bases * base;
    return lost * base + unsaved * HIT / 2 +
           (state != STATE_STEADY && !was_disordered ? DISORDER : 0) +
           (state == STATE_RETREATS ? BACK : 0);
}

static int32_t worth_of_fire(const int32_t *effect, const int32_t *facts)
{
    const struct fire_effect *e = (const void *)effect;
    const struct fire_facts *f = (const void *)facts;

    return harm(f->target, f->target_bases, e->unsaved, e->bases_lost, e->state,
                f->disordered != 0);
}

static int32_t worth_of_shot(const int32_t *effect, const int32_t *facts)
{
    const struct shot_effect *e = (const void *)effect;
    const struct shot_facts *f = (const void *)facts;

    return harm(f->target, f->target_bases, e->unsaved, e->bases_lost, e->state,
                f->disordered != 0);
}

bool nl_worth_of_pool(const lb_listing *list, const lb_unit_set *pool, uint32_t target,
                      uint32_t what, int32_t *worth)
{
    lb_view *view = list->asked.view;
    struct shot_facts ball;
    struct fire_facts facts;
    struct nl_order order;

    if (what == FIRE_SHOT) {
        ball = nl_gather_shot(view, pool, target, NL_CALMLY, &order);
        return LB_WORTH(list->counsel, view->battle, shot, &ball, worth_of_shot, worth);
    }
    facts = nl_gather_fire(view, pool, target, what, NL_CALMLY, false, &order);
    return LB_WORTH(list->counsel, view->battle, fire, &facts, worth_of_fire, worth);
}

bool nl_worth_of_fire(const lb_listing *list, uint32_t unit, uint32_t target, uint32_t what,
                      int32_t *worth)
{
    lb_unit_set itself = lb_set_of(unit);

    return nl_worth_of_pool(list, &itself, target, what, worth);
}

/* Orders. */

static int32_t is_obeyed(const int32_t *effect, const int32_t *facts)
{
    (void)facts;
    return ((const struct command_effect *)(const void *)effect)->result == OBEDIENCE_OBEYED ? SCALE
                                                                                             : 0;
}

int32_t nl_worth_of_order(const lb_listing *list, const lb_action *action, int32_t worth)
{
    struct command_facts facts = nl_gather_command(list->asked.view, action);
    int32_t chance;

    if (!LB_WORTH(list->counsel, list->asked.battle, command, &facts, is_obeyed, &chance))
        return worth;
    /* Who fails gives no more orders this turn: what costs little in that way comes first. */
    return chance == 0
               ? 0
               : lb_most(1,
                         (int32_t)((int64_t)worth * chance / lb_most(SCALE - chance, SCALE / 36)));
}

/* Charges. */

static int32_t is_casualty(const int32_t *effect, const int32_t *facts)
{
    (void)facts;
    return ((const struct fire_effect *)(const void *)effect)->bases_lost > 0 ? SCALE : 0;
}

static int32_t is_flight(const int32_t *effect, const int32_t *facts)
{
    int32_t state = ((const struct fear_effect *)(const void *)effect)->state;

    (void)facts;
    return state == NERVE_RETREATS || state == NERVE_ROUTED ? SCALE : 0;
}

/// What the hasty fire of the defender does to a charge, and how likely it stops it.
static bool weigh_hasty_fire(const lb_listing *list, const struct bayonet_facts *f,
                             struct nl_prospect *prospect)
{
    const lb_battle *battle = list->asked.battle;
    struct fire_facts facts;

    return !nl_fire_at_bayonet(f, &facts) ||
           (LB_WORTH(list->counsel, battle, fire, &facts, is_casualty, &prospect->recoil) &&
            LB_WORTH(list->counsel, battle, fire, &facts, worth_of_fire, &prospect->harm));
}

/// How likely the defender runs from the bayonet.
static bool chance_of_flight(const lb_listing *list, const struct bayonet_facts *f, int32_t *chance)
{
    struct fear_facts facts = nl_fear_of(f);

    return LB_WORTH(list->counsel, list->asked.battle, fear, &facts, is_flight, chance);
}

/// What a fight does to the defender, less what it does to the attacker.
static int32_t worth_of_combat(const int32_t *effect, const int32_t *facts)
{
    const struct combat_effect *e = (const void *)effect;
    const struct combat_facts *f = (const void *)facts;

    return harm(f->d_kind, lb_most(f->d_total, f->d_bases), nl_sum(e->d_hits, NL_CHAIN),
                e->d_bases_lost, e->d_state, f->d_disordered != 0) -
           harm(f->a_kind == ATTACKER_CAVALRY ? TARGET_CAVALRY : TARGET_INFANTRY,
                lb_most(f->a_total, f->a_bases), nl_sum(e->a_hits, NL_CHAIN), e->a_bases_lost,
                e->a_state, f->a_disordered != 0) +
           (e->winner == WINNER_ATTACKER   ? BACK / 2
            : e->winner == WINNER_DEFENDER ? -BACK / 2
                                           : 0);
}

static bool worth_of_fight(const lb_listing *list, const struct combat_facts *f, int32_t *worth)
{
    return LB_WORTH(list->counsel, list->asked.battle, combat, f, worth_of_combat, worth);
}

/// What the volley of an advance does to the defender.
static bool worth_of_volley(const lb_listing *list, const struct advance_facts *f, int32_t *worth)
{
    struct fire_facts facts = nl_fire_of_advance(f);

    return LB_WORTH(list->counsel, list->asked.battle, fire, &facts, worth_of_fire, worth);
}

bool nl_weigh_charge(const lb_listing *list, uint32_t unit, uint32_t target, bool alone,
                     struct nl_prospect *prospect)
{
    lb_view *view = list->asked.view;
    struct nl_body body = nl_charging_row(view, unit, alone);
    struct combat_facts fight;
    struct bayonet_facts facts;
    struct advance_facts advance;
    struct nl_trials trials;
    struct nl_clash clash;
    lb_footprint end;
    lb_reason reason;
    lb_path path;
    bool is_known;

    if (!nl_close_in(view, &body, target, &end, &path, &reason))
        return false;
    nl_body_try(view, &body, &end, &trials);
    fight = nl_gather_combat(view, unit, target, NULL, &clash);
    facts = nl_bayonet_of(view, target, &fight, &clash);
    advance = nl_advance_of(view, target, &fight, &clash);
    nl_body_undo(view, &trials);
    /* Cavalry on a steady square breaks itself. */
    *prospect =
        (struct nl_prospect){.is_hopeless = fight.a_kind == ATTACKER_CAVALRY &&
                                            fight.d_kind == TARGET_SQUARE && !fight.d_disordered};
    is_known = weigh_hasty_fire(list, &facts, prospect) &&
               chance_of_flight(list, &facts, &prospect->flight) &&
               (advance.a_base_dice == 0 || worth_of_volley(list, &advance, &prospect->fire)) &&
               worth_of_fight(list, &fight, &prospect->blows);
    return is_known;
}

int32_t nl_worth_of_charge(const struct nl_prospect *p, bool is_bayonet)
{
    int64_t flight = is_bayonet ? p->flight : 0, fire = is_bayonet ? 0 : p->fire;

    if (p->is_hopeless)
        return -BASE;
    /* A unit that recoils from an advance still fires, if hastily. */
    return (int32_t)(-p->harm +
                     ((int64_t)p->recoil * (fire * 2 / 3 - RECOIL) +
                      (int64_t)(SCALE - p->recoil) * (fire + (flight * (BACK + DISORDER + CHASE) +
                                                              (SCALE - flight) * p->blows) /
                                                                 SCALE)) /
                         SCALE);
}

bool nl_worth_of_pursuit(const lb_listing *list, uint32_t unit, uint32_t target, bool terror,
                         int32_t *worth)
{
    lb_view *view = list->asked.view;
    struct nl_body body = nl_body_of(view, unit);
    struct combat_facts fight;
    struct nl_trials trials;
    struct nl_clash clash;
    lb_footprint end;
    lb_reason reason;
    lb_path path;

    if (!nl_close_in(view, &body, target, &end, &path, &reason))
        return false;
    nl_body_try(view, &body, &end, &trials);
    fight = nl_gather_combat(view, unit, target, NULL, &clash);
    nl_body_undo(view, &trials);
    fight.terror = terror;
    return worth_of_fight(list, &fight, worth);
}
