// SPDX-License-Identifier: MIT
// The two ways to close with the enemy, step by step, from facts to effect.
//
// Both work on facts alone, like resolve.c whose tests they call: the charts, the odds and play run
// the same steps. Pursuit is not here: it needs an order, and so a table.

#include "rules/napoleons_legacy/local.h"

static int32_t kind_of_target(int32_t attacker)
{
    return attacker == ATTACKER_CAVALRY ? TARGET_CAVALRY : TARGET_INFANTRY;
}

static bool is_gone(int32_t state)
{
    return state == STATE_ROUTED || state == STATE_DESTROYED;
}

/// Of the bases in contact, those that can fire: in a column not all do.
static int32_t firing(int32_t can, int32_t touching)
{
    return can > 0 ? lb_least(can, touching) : touching;
}

static void copy(int32_t *to, const int32_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

#define COPY(to, from) copy(to, from, sizeof(to) / sizeof(to)[0])

/// True if the defender has anything to fire with.
#define HAS_VOLLEY(f) \
    (!(f)->d_formed && ((f)->counted ? nl_sum((f)->d_volley, NL_LOTS) > 0 : (f)->d_fire > 0))

/// The attacker as a target of fire, and the volley of the defender at him: as the chart has it, or
/// as the bases were counted. It is hasty: the attack value alone.
#define VOLLEY_AT_ATTACKER(charge)                                                 \
    static struct fire_facts volley_at_##charge(const struct charge##_facts *f)    \
    {                                                                              \
        struct fire_facts fire = {.attacks = f->d_fire,                            \
                                  .bases = firing(f->d_firing, f->d_bases),        \
                                  .mode = MODE_HASTY,                              \
                                  .sharpshooters = f->d_sharpshooters,             \
                                  .cover = COVER_OPEN,                             \
                                  .target = kind_of_target(f->a_kind),             \
                                  .target_bases = lb_most(f->a_total, f->a_bases), \
                                  .base_hits = f->a_base_hits,                     \
                                  .prior_hits = f->a_prior_hits,                   \
                                  .save = f->a_save,                               \
                                  .disordered = f->a_disordered,                   \
                                  .counted = f->counted,                           \
                                  .base_dice = nl_sum(f->d_volley, NL_LOTS)};      \
                                                                                   \
        COPY(fire.dice, f->d_volley);                                              \
        COPY(fire.kind, f->d_kind_of_volley);                                      \
        COPY(fire.chain, f->a_chain);                                              \
        COPY(fire.saves, f->a_saves);                                              \
        return fire;                                                               \
    }

VOLLEY_AT_ATTACKER(advance)
VOLLEY_AT_ATTACKER(bayonet)

/// Takes dice from lots: those of bases that are gone.
static void take_dice(int32_t dice[NL_LOTS], int32_t gone)
{
    for (int i = 0; i < NL_LOTS; i++) {
        int32_t less = lb_least(dice[i], gone);

        dice[i] -= less;
        gone -= less;
    }
}

/// The fight at the end of both charges, after unsaved hits on either side and so many of the
/// defender's bases gone.
#define FIGHT_AFTER(charge)                                                                       \
    static struct combat_facts fight_after_##charge(                                              \
        const struct charge##_facts *f, const int32_t a_hits[NL_CHAIN],                           \
        const int32_t d_hits[NL_CHAIN], int32_t d_lost)                                           \
    {                                                                                             \
        int32_t d_total = lb_most(f->d_total, f->d_bases) - d_lost;                               \
        int32_t d_bases = lb_least(f->d_bases, d_total), gone = f->d_bases - d_bases;             \
        struct combat_facts fight = {.a_attacks = f->a_attacks,                                   \
                                     .d_attacks = f->d_attacks,                                   \
                                     .a_bases = f->a_bases,                                       \
                                     .d_bases = d_bases,                                          \
                                     .a_save = f->a_save,                                         \
                                     .d_save = f->d_save,                                         \
                                     .a_base_hits = f->a_base_hits,                               \
                                     .d_base_hits = f->d_base_hits,                               \
                                     .a_support = f->a_support,                                   \
                                     .d_support = f->d_support,                                   \
                                     .a_kind = f->a_kind,                                         \
                                     .d_kind = f->d_kind,                                         \
                                     .cover = f->cover,                                           \
                                     .flank = f->flank,                                           \
                                     .a_total = f->a_total,                                       \
                                     .d_total = d_total,                                          \
                                     .a_prior_hits = f->a_prior_hits + nl_sum(a_hits, NL_CHAIN),  \
                                     .d_prior_hits = f->d_prior_hits + nl_sum(d_hits, NL_CHAIN) - \
                                                     d_lost * f->d_base_hits,                     \
                                     .measured = f->measured,                                     \
                                     .counted = f->counted,                                       \
                                     .a_sum = f->a_sum};                                          \
                                                                                                  \
        COPY(fight.a_dice, f->a_dice);                                                            \
        COPY(fight.a_strikes, f->a_strikes);                                                      \
        COPY(fight.d_strikes, f->d_strikes);                                                      \
        COPY(fight.d_dice, f->d_dice);                                                            \
        for (int p = 0; p < NL_PENALTIES; p++)                                                    \
            take_dice(fight.d_dice + p * NL_LOTS, gone * f->d_attacks);                           \
        (void)nl_chain_lose(f->a_chain, a_hits, fight.a_chain);                                   \
        (void)nl_chain_lose(f->d_chain, d_hits, fight.d_chain);                                   \
        COPY(fight.a_saves, f->a_saves);                                                          \
        COPY(fight.d_saves, f->d_saves);                                                          \
        return fight;                                                                             \
    }

FIGHT_AFTER(advance)
FIGHT_AFTER(bayonet)

/// How far a side goes back after the fight: what the dice say and, if it lost, the difference. A
/// square does not go back for losing.
static int32_t way_back(const struct combat_effect *fight, bool is_attacker, int32_t kind)
{
    bool has_lost = fight->winner == (is_attacker ? WINNER_DEFENDER : WINNER_ATTACKER);
    int32_t state = is_attacker ? fight->a_state : fight->d_state;

    if (is_gone(state))
        return 0;
    return (is_attacker ? fight->a_retreat : fight->d_retreat) +
           (has_lost && kind != TARGET_SQUARE ? fight->margin : 0);
}

/// What the fight at the end of a charge came to.
#define FOUGHT(charge)                                                                      \
    static struct charge##_effect fought_##charge(const struct charge##_facts *f,           \
                                                  const struct combat_effect *fight)        \
    {                                                                                       \
        struct charge##_effect end = {.ending = ENDING_FOUGHT,                              \
                                      .winner = fight->winner,                              \
                                      .a_bases_lost = fight->a_bases_lost,                  \
                                      .d_bases_lost = fight->d_bases_lost,                  \
                                      .a_state = fight->a_state,                            \
                                      .d_state = fight->d_state,                            \
                                      .a_retreat =                                          \
                                          way_back(fight, true, kind_of_target(f->a_kind)), \
                                      .d_retreat = way_back(fight, false, f->d_kind)};      \
                                                                                            \
        COPY(end.a_hits, fight->a_hits);                                                    \
        COPY(end.d_hits, fight->d_hits);                                                    \
        return end;                                                                         \
    }

FOUGHT(advance)
FOUGHT(bayonet)

/* Deliberate Advance. */

/// nl.advance.2: a square that was formed in answer to the charge does not fire.
static bool fires_at_advance(lb_run *run, const struct advance_facts *f)
{
    if (f->d_formed)
        lb_note(run, CL_SQUARE_NOFIRE, LB_ROLE_TARGET);
    else if (HAS_VOLLEY(f))
        lb_note(run, CL_ADVANCE_2, LB_ROLE_TARGET);
    return HAS_VOLLEY(f);
}

/// nl.advance.4: who recoiled fires hastily with what is left, others as at half range.
static struct fire_facts advance_fire(const struct advance_facts *f, int32_t a_lost)
{
    int32_t shooters = f->counted ? f->a_shooters : firing(f->a_firing, f->a_bases);
    struct fire_facts fire = {.attacks = f->a_fire,
                              .bases = lb_most(0, shooters - a_lost),
                              .mode = a_lost > 0 ? MODE_HASTY : MODE_NORMAL,
                              .half = true,
                              .flank = f->flank == STRUCK_DEFENDER,
                              .skirmishers = f->a_skirmishers,
                              .sharpshooters = f->a_sharpshooters,
                              .cover = f->cover,
                              .target = f->d_kind,
                              .target_bases = lb_most(f->d_total, f->d_bases),
                              .base_hits = f->d_base_hits,
                              .prior_hits = f->d_prior_hits,
                              .save = f->d_save,
                              .disordered = f->d_disordered,
                              .counted = f->counted,
                              .base_dice = f->a_base_dice,
                              .half_bases = f->a_shooters,
                              .flank_bases = f->a_flank_bases};
    int32_t gone = lb_least(f->a_base_dice, a_lost * f->a_fire);

    fire.base_dice -= gone;
    copy(fire.dice, a_lost > 0 ? f->a_hasty : f->a_volley, NL_LOTS);
    take_dice(fire.dice, gone);
    COPY(fire.kind, f->a_kind_of_volley);
    COPY(fire.chain, f->d_chain);
    COPY(fire.saves, f->d_saves);
    return fire;
}

struct fire_facts nl_fire_of_advance(const struct advance_facts *f)
{
    return advance_fire(f, 0);
}

/// True if anybody of the attacker is left who can fire.
static bool can_attacker_fire(const struct advance_facts *f, int32_t a_lost)
{
    return f->counted ? f->a_base_dice > a_lost * f->a_fire && f->a_shooters > a_lost
                      : f->a_fire > 0 && firing(f->a_firing, f->a_bases) > a_lost;
}

/// Ends an advance: how, with whom as the winner, and how far each goes back.
static lb_flow end_advance(lb_run *run, const struct advance_vars *v, struct advance_effect end)
{
    end.a_bases_lost += v->a_lost;
    end.d_bases_lost += v->d_lost;
    for (int i = 0; i < NL_CHAIN; i++) {
        end.a_hits[i] += v->a_hits[i];
        end.d_hits[i] += v->d_hits[i];
    }
    return lb_return(run, (const int32_t *)&end, sizeof end);
}

#define END_ADVANCE(...) return end_advance(run, v, (struct advance_effect){__VA_ARGS__})

LB_PROCEDURE(advance)
{
    const struct advance_facts *f = LB_FACTS;
    struct advance_vars *v = LB_VARS;
    const struct fire_effect *fire = LB_EFFECT;
    struct combat_facts combat;
    struct fire_facts volley;

    LB_BEGIN
    lb_note(run, CL_ADVANCE_1, LB_ROLE_NONE);
    v->a_state = f->a_disordered ? STATE_DISORDERED : STATE_STEADY;
    v->d_state = f->d_disordered ? STATE_DISORDERED : STATE_STEADY;
    if (fires_at_advance(run, f)) {
        volley = volley_at_advance(f);
        LB_CALL_BACK_ON(1, fire, &volley);
        v->a_lost = fire->bases_lost;
        v->a_state = fire->state;
        COPY(v->a_hits, fire->hits);
        if (is_gone(v->a_state) || v->a_state == STATE_RETREATS)
            END_ADVANCE(.ending = ENDING_BROKEN, .winner = WINNER_DEFENDER, .a_state = v->a_state,
                        .d_state = v->d_state, .a_retreat = fire->retreat);
        if (v->a_lost > 0)
            lb_tell(run, LB_EVENT_SET, CL_ADVANCE_3, LB_ROLE_ACTOR, V(ADVANCE_3));
    }
    if (can_attacker_fire(f, v->a_lost)) {
        lb_note(run, CL_ADVANCE_4, LB_ROLE_ACTOR);
        volley = advance_fire(f, v->a_lost);
        LB_CALL_ON(2, fire, &volley);
        lb_note(run, CL_ADVANCE_5, LB_ROLE_TARGET);
        v->d_lost = fire->bases_lost;
        v->d_state = fire->state;
        COPY(v->d_hits, fire->hits);
        if (is_gone(v->d_state) || v->d_state == STATE_RETREATS)
            END_ADVANCE(.ending = v->a_lost > 0 ? ENDING_RECOILED : ENDING_FLED,
                        .winner = v->a_lost > 0 ? WINNER_DRAW : WINNER_ATTACKER,
                        .a_state = v->a_state, .d_state = v->d_state,
                        .a_retreat = v->a_lost > 0 ? V(ADVANCE_3) : 0, .d_retreat = fire->retreat);
    }
    if (v->a_lost > 0)
        END_ADVANCE(.ending = ENDING_RECOILED, .winner = WINNER_DEFENDER, .a_state = v->a_state,
                    .d_state = v->d_state, .a_retreat = V(ADVANCE_3));
    if (f->opening)
        END_ADVANCE(.ending = ENDING_FOUGHT, .winner = WINNER_DRAW, .a_state = v->a_state,
                    .d_state = v->d_state);
    lb_note(run, CL_ADVANCE_6, LB_ROLE_ACTOR);
    combat = fight_after_advance(f, v->a_hits, v->d_hits, v->d_lost);
    combat.a_disordered = v->a_state == STATE_DISORDERED;
    combat.d_disordered = v->d_state == STATE_DISORDERED;
    LB_CALL_ON(3, combat, &combat);
    return end_advance(run, v, fought_advance(f, LB_EFFECT));
    LB_END
}

/* Bayonet Charge. */

bool nl_fire_at_bayonet(const struct bayonet_facts *f, struct fire_facts *fire)
{
    *fire = volley_at_bayonet(f);
    return HAS_VOLLEY(f);
}

/// nl.bayonet.2: whether the defender has anything to fire with.
static bool fires_at_bayonet(lb_run *run, const struct bayonet_facts *f)
{
    if (f->d_formed)
        lb_note(run, CL_SQUARE_NOFIRE, LB_ROLE_TARGET);
    else if (HAS_VOLLEY(f))
        lb_note(run, CL_BAYONET_2, LB_ROLE_TARGET);
    return HAS_VOLLEY(f);
}

/// The volley of guns that are charged, with canister.
static struct fire_facts canister_at_bayonet(const struct bayonet_facts *f)
{
    struct fire_facts fire = volley_at_bayonet(f);

    fire.attacks = f->d_canister;
    fire.mode = MODE_CANISTER_CLOSE;
    fire.counted = false;
    return fire;
}

struct shot_facts nl_shot_of(const struct fire_facts *fire, int32_t rows, int32_t depth)
{
    struct shot_facts shot = {.attacks = fire->attacks,
                              .bases = fire->bases,
                              .half = fire->half,
                              .flank = fire->flank,
                              .rows = rows,
                              .depth = depth,
                              .cover = fire->cover,
                              .target = fire->target,
                              .target_bases = fire->target_bases,
                              .base_hits = fire->base_hits,
                              .prior_hits = fire->prior_hits,
                              .save = fire->save,
                              .disordered = fire->disordered,
                              .counted = fire->counted,
                              .base_dice = fire->base_dice,
                              .half_bases = fire->half_bases,
                              .flank_bases = fire->flank_bases};

    COPY(shot.chain, fire->chain);
    return shot;
}

static struct shot_facts shot_at_bayonet(const struct bayonet_facts *f)
{
    struct fire_facts fire = volley_at_bayonet(f);

    fire.counted = false;
    return nl_shot_of(&fire, f->a_rows, f->a_depth);
}

/// nl.bayonet.5: the fear test of the defender.
struct fear_facts nl_fear_of(const struct bayonet_facts *f)
{
    return (struct fear_facts){.bases = f->a_bases,
                               .grade = f->d_grade,
                               .disordered = f->d_disordered,
                               .skirmish = f->d_skirmish,
                               .flank = f->flank == STRUCK_DEFENDER,
                               .cover = f->cover,
                               .target = f->d_kind};
}

void nl_tell_better(lb_run *run, int32_t lead)
{
    if (lead == 0)
        lb_tell(run, LB_EVENT_SET, CL_ADVANCE_11, LB_ROLE_NONE, 0);
    else
        lb_note(run, CL_ADVANCE_11, lead > 0 ? LB_ROLE_ACTOR : LB_ROLE_TARGET);
}

void nl_tell_end_of_bayonet(lb_run *run, const struct combat_effect *fight)
{
    lb_note(run, CL_BAYONET_8, LB_ROLE_NONE);
    if (is_gone(fight->a_state) || is_gone(fight->d_state)) {
        if (!is_gone(fight->a_state))
            lb_note(run, CL_BAYONET_9, LB_ROLE_ACTOR);
        return;
    }
    lb_note(run, CL_BAYONET_11, LB_ROLE_NONE);
    if (fight->margin > 0)
        lb_tell(run, LB_EVENT_SET, CL_BAYONET_12,
                fight->winner == WINNER_ATTACKER ? LB_ROLE_TARGET : LB_ROLE_ACTOR, fight->margin);
}

/// The end of a charge that the fire of the defender has broken or stopped.
static lb_flow end_stopped_bayonet(lb_run *run, const struct bayonet_facts *f,
                                   const struct fire_effect *fire)
{
    bool is_broken = is_gone(fire->state) || fire->state == STATE_RETREATS;
    struct bayonet_effect end = {.ending = is_broken ? ENDING_BROKEN : ENDING_RECOILED,
                                 .winner = WINNER_DEFENDER,
                                 .a_bases_lost = fire->bases_lost,
                                 .a_state = fire->state,
                                 .d_state = f->d_disordered ? STATE_DISORDERED : STATE_STEADY,
                                 .a_retreat = is_broken ? fire->retreat : V(BAYONET_3)};

    if (!is_broken) {
        lb_tell(run, LB_EVENT_SET, CL_BAYONET_3, LB_ROLE_ACTOR, V(BAYONET_3));
        lb_note(run, CL_BAYONET_4, LB_ROLE_ACTOR);
    }
    COPY(end.a_hits, fire->hits);
    return lb_return(run, (const int32_t *)&end, sizeof end);
}

/// The end of a charge that has not come to blows: with the hits that the attacker bears from fire.
static lb_flow end_bayonet(lb_run *run, const struct bayonet_vars *v, struct bayonet_effect end)
{
    COPY(end.a_hits, v->a_hits);
    return lb_return(run, (const int32_t *)&end, sizeof end);
}

#define END_BAYONET(...) return end_bayonet(run, v, (struct bayonet_effect){__VA_ARGS__})

/// The end after the fight.
static lb_flow end_fought_bayonet(lb_run *run, const struct bayonet_facts *f,
                                  const struct bayonet_vars *v, const struct combat_effect *fight)
{
    struct bayonet_effect end = fought_bayonet(f, fight);

    nl_tell_end_of_bayonet(run, fight);
    for (int i = 0; i < NL_CHAIN; i++)
        end.a_hits[i] += v->a_hits[i];
    return lb_return(run, (const int32_t *)&end, sizeof end);
}

LB_PROCEDURE(bayonet)
{
    const struct bayonet_facts *f = LB_FACTS;
    struct bayonet_vars *v = LB_VARS;
    const struct fire_effect *fire = LB_EFFECT;
    const struct fear_effect *fear = LB_EFFECT;
    static const int32_t unhurt[NL_CHAIN] = {0};
    struct combat_facts combat;
    struct fire_facts volley;
    struct shot_facts shot;
    struct fear_facts test;

    LB_BEGIN
    lb_note(run, CL_BAYONET_1, LB_ROLE_NONE);
    v->a_state = f->a_disordered ? STATE_DISORDERED : STATE_STEADY;
    if (fires_at_bayonet(run, f)) {
        v->load = load_COUNT;
        if (f->d_kind == TARGET_ARTILLERY) {
            LB_CALL_BACK(1, ammo, .nothing = 0);
            v->load = ((const struct ammo_effect *)LB_EFFECT)->result;
        }
        if (v->load == LOAD_SHOT) {
            LB_FORGET(v->load);
            shot = shot_at_bayonet(f);
            LB_CALL_BACK_ON(2, shot, &shot);
        } else if (v->load == LOAD_CANISTER) {
            LB_FORGET(v->load);
            volley = canister_at_bayonet(f);
            LB_CALL_BACK_ON(3, fire, &volley);
        } else if (v->load != LOAD_NONE) {
            LB_FORGET(v->load);
            volley = volley_at_bayonet(f);
            LB_CALL_BACK_ON(4, fire, &volley);
        }
        if (v->load != LOAD_NONE) {
            v->a_state = fire->state;
            COPY(v->a_hits, fire->hits);
            if (is_gone(fire->state) || fire->state == STATE_RETREATS || fire->bases_lost > 0)
                return end_stopped_bayonet(run, f, fire);
        }
        LB_FORGET(v->load);
    }
    if (f->opening)
        END_BAYONET(.ending = ENDING_FOUGHT, .winner = WINNER_DRAW, .a_state = v->a_state,
                    .d_state = f->d_disordered ? STATE_DISORDERED : STATE_STEADY);
    test = nl_fear_of(f);
    LB_CALL_ON(5, fear, &test);
    if (fear->state == NERVE_RETREATS || fear->state == NERVE_ROUTED)
        END_BAYONET(.ending = ENDING_FLED, .winner = WINNER_ATTACKER, .a_state = v->a_state,
                    .d_state = fear->state == NERVE_ROUTED ? STATE_ROUTED : STATE_RETREATS,
                    .d_retreat = fear->retreat);
    combat = fight_after_bayonet(f, v->a_hits, unhurt, 0);
    combat.terror = fear->failures > 0;
    combat.a_disordered = v->a_state == STATE_DISORDERED;
    combat.d_disordered = f->d_disordered || combat.terror;
    LB_CALL_ON(6, combat, &combat);
    return end_fought_bayonet(run, f, v, LB_EFFECT);
    LB_END
}
