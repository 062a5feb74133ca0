// SPDX-License-Identifier: MIT
// What things are worth to a sensible player of this sheet, in hundredths of a base: fire and
// charges by exact odds of their tests, fights by the exact mean of their hits.

#include "rules/napoleons_legacy/play.h"

enum {
    BASE = 100,    ///< one base knocked out
    HIT = 30,      ///< a hit short of it
    DISORDER = 60, ///< disorder of a unit
    BACK = 80,     ///< a retreat
    RECOIL = 120,  ///< a charge that came to nothing
    CHASE = 40,    ///< the chance of a pursuit
    SCALE = 10000, ///< of shares
    CELL = sizeof(int32_t)
};

void nl_fitness(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_fitness *fitness)
{
    const lb_unit_card *card = &battle->unit[unit];
    bool is_guns = card->arm == LB_ARM_ARTILLERY;
    uint8_t approach = is_guns                       ? FORMATION_LIMBERED
                       : card->arm == LB_ARM_CAVALRY ? FORMATION_LINE
                                                     : FORMATION_ATTACK;
    int32_t bases = nl_bases(state, unit);

    *fitness = (lb_fitness){
        .is_able = !nl_is_disordered(state, unit),
        .is_worn = 2 * bases <= card->figure[FIGURE_BASES],
        .worth = bases * (card->figure[FIGURE_FIRE] + card->figure[FIGURE_COMBAT]) *
                 card->figure[FIGURE_HITS] * 2,
        .pace_tmm = nl_allowance(battle, state, unit, approach),
        .reach_tmm = LB_CMS(card->figure[FIGURE_RANGE]),
        .size = nl_size(battle, state, unit, is_guns ? FORMATION_GUNS : FORMATION_LINE),
    };
}

/// What losses and a state take from a body of so many bases.
static int32_t harm(int32_t bases, int32_t unsaved, int32_t lost, int32_t state,
                    bool was_disordered)
{
    if (state == STATE_ROUTED || state == STATE_DESTROYED)
        return bases * BASE;
    return lost * BASE + unsaved * HIT / 2 +
           (state != STATE_STEADY && !was_disordered ? DISORDER : 0) +
           (state == STATE_RETREATS ? BACK : 0);
}

static int32_t worth_of_fire(const int32_t *effect, const int32_t *facts)
{
    const struct fire_effect *e = (const void *)effect;
    const struct fire_facts *f = (const void *)facts;

    return harm(f->target_bases, e->unsaved, e->bases_lost, e->state, f->disordered != 0);
}

static int32_t worth_of_shot(const int32_t *effect, const int32_t *facts)
{
    const struct shot_effect *e = (const void *)effect;
    const struct shot_facts *f = (const void *)facts;

    return harm(f->target_bases, e->unsaved, e->bases_lost, e->state, f->disordered != 0);
}

int32_t nl_worth_of_fire(lb_counsel *counsel, const lb_battle *battle, const lb_state *state,
                         uint32_t unit, uint32_t target, uint32_t what)
{
    struct fire_facts facts;

    if (what == FIRE_SHOT) {
        struct shot_facts ball = nl_gather_shot(battle, state, unit, target);

        return counsel->mean(counsel, battle, PROCEDURE_shot, (const int32_t *)(const void *)&ball,
                             sizeof ball / CELL, sizeof(struct shot_effect) / CELL, worth_of_shot);
    }
    facts = nl_gather_fire(battle, state, unit, target, what, false, false);
    return counsel->mean(counsel, battle, PROCEDURE_fire, (const int32_t *)(const void *)&facts,
                         sizeof facts / CELL, sizeof(struct fire_effect) / CELL, worth_of_fire);
}

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

/// How likely the hasty fire of the defender stops a charge.
static int32_t chance_of_recoil(lb_counsel *counsel, const lb_battle *battle,
                                const struct bayonet_facts *f)
{
    struct fire_facts facts = {.attacks = lb_most(1, f->d_fire),
                               .bases = f->d_firing > 0 ? f->d_firing : f->d_bases,
                               .mode = MODE_HASTY,
                               .sharpshooters = f->d_sharpshooters,
                               .target =
                                   f->a_kind == ATTACKER_CAVALRY ? TARGET_CAVALRY : TARGET_INFANTRY,
                               .target_bases = lb_most(f->a_total, f->a_bases),
                               .base_hits = f->a_base_hits,
                               .prior_hits = f->a_prior_hits,
                               .save = f->a_save};

    if (f->d_fire == 0 || f->d_formed)
        return 0;
    return counsel->mean(counsel, battle, PROCEDURE_fire, (const int32_t *)(const void *)&facts,
                         sizeof facts / CELL, sizeof(struct fire_effect) / CELL, is_casualty);
}

/// Unsaved hits of a count roll on average, in hundredths of a base that takes `base_hits`.
static int32_t mean_harm(int32_t dice, int32_t need, int32_t save, int32_t base_hits)
{
    int32_t faces = need <= 1 ? 6 : need > 6 ? 0 : 7 - need;
    int32_t kept = save > 0 ? save - 1 : 6;

    return dice * faces * kept * BASE / (36 * base_hits);
}

/// The fight of a charge: what each side does to the other on average, and the support.
static int32_t worth_of_fight(const lb_battle *battle, const struct combat_facts *f)
{
    lb_machine machine;
    lb_run run = {.rules = battle->rules, .values = battle->house.value, .machine = &machine};
    const struct combat_vars *v;
    int32_t done, taken;

    lb_run_start(&run, PROCEDURE_combat, (const int32_t *)(const void *)f);
    v = (const void *)&machine.cell[machine.frame[0].vars];
    done = mean_harm(v->a_dice, v->a_needs, f->d_save, f->d_base_hits);
    taken = mean_harm(v->d_dice, v->d_needs, f->a_save, f->a_base_hits);
    return done - taken + (done > taken ? BACK : -BACK) / 2 + v->support_lead * 20;
}

int32_t nl_worth_of_charge(lb_counsel *counsel, const lb_battle *battle, const lb_state *state,
                           uint32_t unit, uint32_t target, bool is_bayonet)
{
    struct nl_body body = nl_body_of(battle, state, unit);
    lb_state then = *state;
    struct bayonet_facts facts;
    struct combat_facts fight;
    struct fear_facts fear;
    int32_t recoil, flight = 0, blows, worth = 0;
    lb_footprint end;
    lb_reason reason;

    if (!nl_close_in(battle, state, unit, target, &end, &reason))
        return INT32_MIN;
    nl_body_place(&then, &body, &end);
    facts = nl_gather_bayonet(battle, &then, unit, target);
    fight = nl_gather_combat(battle, &then, unit, target);
    recoil = chance_of_recoil(counsel, battle, &facts);
    if (is_bayonet) {
        fear = nl_fear_of(&facts);
        flight =
            counsel->mean(counsel, battle, PROCEDURE_fear, (const int32_t *)(const void *)&fear,
                          sizeof fear / CELL, sizeof(struct fear_effect) / CELL, is_flight);
    } else if (facts.a_fire > 0) {
        worth = nl_worth_of_fire(counsel, battle, &then, unit, target, FIRE_MUSKETS);
    }
    blows = worth_of_fight(battle, &fight);
    /* Cavalry on a steady square breaks itself. */
    if (fight.a_kind == ATTACKER_CAVALRY && fight.d_kind == TARGET_SQUARE && !fight.d_disordered)
        return -BASE;
    /* Who recoils from an advance still fires, if hastily. */
    return (int32_t)((-(int64_t)recoil * (RECOIL - worth / 2) +
                      (int64_t)(SCALE - recoil) *
                          (worth + ((int64_t)flight * (BACK + DISORDER + CHASE) +
                                    (int64_t)(SCALE - flight) * blows) /
                                       SCALE)) /
                     SCALE);
}

int32_t nl_worth_of_pursuit(const lb_battle *battle, const lb_state *state, uint32_t unit,
                            uint32_t target)
{
    struct nl_body body = nl_body_of(battle, state, unit);
    lb_state then = *state;
    struct combat_facts fight;
    lb_footprint end;
    lb_reason reason;

    if (!nl_close_in(battle, state, unit, target, &end, &reason))
        return INT32_MIN;
    nl_body_place(&then, &body, &end);
    fight = nl_gather_combat(battle, &then, unit, target);
    return worth_of_fight(battle, &fight);
}
