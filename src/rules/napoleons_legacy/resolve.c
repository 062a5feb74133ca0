// SPDX-License-Identifier: MIT
// Orders, fire, fear and combat of this sheet, from facts to effect.
//
// Everything here works on facts alone, so the same steps serve play, the charts and the odds. The
// modifier rows are in modifiers.def. What the effect does to the table is not decided here.
//
// Hits and the saves against them are one roll. In combat the defender's hits, losses and disorder
// are settled before the attacker's are thrown for, although both strike at once: nothing of the
// one depends on the other, and a side that is settled leaves less to remember.

#include "rules/napoleons_legacy/local.h"

enum {
    SUM_LOT = 24, ///< dice of which a roll can give the total
    BLUNDER_LEAST = 2,
    BLUNDER_TWICE = 12 ///< the row of the blunder table that sends back to the table
};

_Static_assert(CL_BLUNDER_12 - CL_BLUNDER_2 == BLUNDER_TWICE - BLUNDER_LEAST,
               "the rows of the blunder table stand together");

/// The dice of a pool of fire, however they were counted: as the chart says, or base by base.
struct pool {
    int32_t base_dice, close_dice, half_bases, flank_bases;
};

#include "core/modifier_rows.h"
#define TAKE(clause, amount) lb_tally_add(run, tally, CL_##clause, lb_most(amount, -tally->total));
#include "rules/napoleons_legacy/modifiers.def"

/* Cover. */

int32_t nl_cover_class(const int32_t *values, int32_t cover, int32_t target)
{
    static const uint16_t value_of[cover_COUNT] = {
        [COVER_HEDGE] = V_COVER_HEDGE,
        [COVER_HILL] = V_COVER_HILL,
        [COVER_WOOD] = V_COVER_WOOD,
        [COVER_ROUGH] = V_COVER_ROUGH,
        [COVER_FOREST] = V_COVER_FOREST,
        [COVER_BUILT_UP] = V_COVER_BUILT_UP,
        [COVER_HASTY_WORKS] = V_COVER_HASTY_WORKS,
        [COVER_STONE_WALL] = V_COVER_STONE_WALL,
        [COVER_PREPARED_WORKS] = V_COVER_PREPARED_WORKS,
    };

    if (cover == COVER_OPEN)
        return 0;
    if (cover == COVER_HILL && target != TARGET_INFANTRY && target != TARGET_SQUARE)
        return 0;
    return values[value_of[cover]];
}

static int32_t cover_class(const lb_run *run, int32_t cover, int32_t target)
{
    return nl_cover_class(run->values, cover, target);
}

int32_t nl_face_to_hit(const lb_run *run, int32_t class)
{
    return class == 0 ? V(HIT_OPEN) : class == 1 ? V(HIT_PARTIAL) : V(HIT_HARD);
}

/// The same, told with its clauses.
static int32_t tell_face_to_hit(lb_run *run, int32_t cover, int32_t target, lb_role role)
{
    int32_t class = cover_class(run, cover, target);
    lb_tally face = {.role = role};

    cover_modifiers(run, &face, cover, class, nl_face_to_hit(run, class));
    hit_modifiers(run, &face, class, nl_face_to_hit(run, class));
    return face.total;
}

/// nl.disorder.large: what a unit of so many bases adds to its disorder dice, told with its clause.
int32_t nl_disorder_change(lb_run *run, int32_t bases, lb_role role)
{
    lb_tally change = {.role = role};

    disorder_large_modifiers(run, &change, bases);
    return change.total;
}

static bool is_in_works(int32_t cover)
{
    return cover == COVER_HASTY_WORKS || cover == COVER_PREPARED_WORKS;
}

static bool is_in_woods(int32_t cover)
{
    return cover == COVER_WOOD || cover == COVER_FOREST;
}

/* Hits, and what they do: nl.loss. */

/// The chain of a row: as it was counted, or one unit as the chart has it.
static void chain_of(const int32_t counted[NL_CHAIN], int32_t bases, int32_t base_hits,
                     int32_t prior, int32_t chain[NL_CHAIN])
{
    for (int i = 0; i < NL_CHAIN; i++)
        chain[i] = counted[i];
    if (chain[0] == 0)
        chain[0] = nl_link(bases, base_hits, prior);
}

/// The other of the two roles; of one-sided fire, whose events name nobody, nobody.
static lb_role other_role(lb_role role)
{
    return role == LB_ROLE_ACTOR    ? LB_ROLE_TARGET
           : role == LB_ROLE_TARGET ? LB_ROLE_ACTOR
                                    : LB_ROLE_NONE;
}

/// The role that throws to hit, and the one that suffers: of one-sided fire the actor and the
/// target.
static lb_role striker(lb_role role)
{
    return role == LB_ROLE_NONE ? LB_ROLE_ACTOR : role;
}

static lb_role sufferer(int32_t role)
{
    return role == LB_ROLE_NONE ? LB_ROLE_TARGET : (lb_role)role;
}

/// nl.loss.2 to nl.loss.4: how many dice of a role hit and are not saved by the other.
static lb_roll hits_roll(lb_run *run, int32_t dice, int32_t face, int32_t save, lb_role role)
{
    lb_roll roll = lb_roll_count(CL_LOSS_2, dice, face);

    if (save > 0)
        lb_note(run, CL_LOSS_4, other_role(role));
    roll.save = (uint8_t)save;
    return lb_thrown_by(run, striker(role), 1, roll);
}

static void tell_hits(lb_run *run, int32_t unsaved, lb_role role)
{
    if (unsaved > 0)
        lb_tell(run, LB_EVENT_SET, CL_LOSS_3, role, unsaved);
}

/// nl.retreat.rout: the longest retreat that is no rout.
static int32_t longest_retreat(const lb_run *run, int32_t target)
{
    return target == TARGET_ARTILLERY ? V(RETREAT_ROUT_ARTILLERY) : V(RETREAT_ROUT_REACH);
}

/// The total from which all totals are the same to the unit.
static int32_t decisive_total(const lb_run *run, int32_t target)
{
    return target == TARGET_SQUARE ? V(SQUARE_RETREAT_TOTAL) : longest_retreat(run, target) + 1;
}

static lb_roll retreat_roll(const lb_run *run, const struct fall_back_facts *f, int32_t dice,
                            int32_t decisive)
{
    lb_roll roll = lb_roll_sum((uint16_t)f->clause, dice);

    roll.cap = (uint16_t)decisive;
    return lb_thrown_by(run, sufferer(f->role), -1, roll);
}

/// Where the distance is not wanted: something if the dice come to `decisive`, otherwise 0.
static lb_roll decisive_roll(const lb_run *run, const struct fall_back_facts *f, int32_t dice,
                             int32_t decisive)
{
    return dice > SUM_LOT ? retreat_roll(run, f, dice, decisive)
                          : lb_thrown_by(run, sufferer(f->role), -1,
                                         lb_roll_bands((uint16_t)f->clause, dice, &decisive, 1));
}

/// nl.retreat.rout, nl.retreat.woods and nl.square.retreat: what a total of dice comes to.
static struct fall_back_effect distance_effect(lb_run *run, const struct fall_back_facts *f,
                                               int32_t total)
{
    bool is_decided = total >= decisive_total(run, f->target);
    lb_role role = sufferer(f->role);
    struct fall_back_effect effect = {.state = STATE_RETREATS, .retreat = total};
    int32_t most_in_woods = V(RETREAT_WOODS);

    if (f->target == TARGET_SQUARE) {
        lb_note(run, CL_SQUARE_RETREAT, role);
        if (!is_decided)
            return (struct fall_back_effect){.state = STATE_DISORDERED};
        effect.retreat = V(SQUARE_RETREAT_BACK);
    } else if (is_decided) {
        lb_note(run, CL_RETREAT_ROUT, role);
        return (struct fall_back_effect){.state = STATE_ROUTED};
    }
    if (is_in_woods(f->cover) && effect.retreat > most_in_woods) {
        lb_note(run, CL_RETREAT_WOODS, role);
        effect.retreat = most_in_woods;
    }
    return effect;
}

LB_PROCEDURE(fall_back)
{
    const struct fall_back_facts *f = LB_FACTS;
    struct fall_back_vars *v = LB_VARS;
    int32_t decisive = decisive_total(run, f->target);
    struct fall_back_effect effect;

    LB_BEGIN
    v->dice = f->dice;
    /* Only a house rule with a long way to rout needs more than one lot. */
    while (v->dice > SUM_LOT && v->dice < decisive - v->total) {
        LB_ROLL(1, retreat_roll(run, f, SUM_LOT, decisive - v->total));
        v->total += LB_VALUE;
        v->dice -= SUM_LOT;
    }
    if (v->total < decisive && f->is_measured && f->target != TARGET_SQUARE) {
        LB_ROLL(2, retreat_roll(run, f, v->dice, decisive - v->total));
        v->total += LB_VALUE;
    } else if (v->total < decisive) {
        LB_ROLL(3, decisive_roll(run, f, v->dice, decisive - v->total));
        if (LB_VALUE > 0)
            v->total = decisive;
    }
    effect = distance_effect(run, f, v->total);
    LB_RETURN(fall_back, .state = effect.state, .retreat = effect.retreat);
    LB_END
}

/// nl.loss.6: the dice for disorder or retreat.
static int32_t disorder_dice(const struct casualties_facts *f)
{
    return lb_least(f->disorder_most, lb_most(0, nl_sum(f->hits, NL_CHAIN) + f->disorder_change));
}

/// nl.disorder.number, or nl.disorder.as-hit if that is in force: is any die high enough?
static lb_roll disorder_roll(const lb_run *run, const struct casualties_facts *f, int32_t dice)
{
    int32_t face = is_in_works(f->cover) ? V(DISORDER_NUMBER_WORKS) : V(DISORDER_NUMBER_PLAIN);
    lb_roll roll = lb_roll_count(CL_DISORDER_NUMBER, dice, face);

    if (V(DISORDER_AS_HIT))
        roll = lb_roll_count(CL_DISORDER_AS_HIT, dice,
                             nl_face_to_hit(run, cover_class(run, f->cover, f->target)));
    roll.cap = 1;
    return lb_thrown_by(run, sufferer(f->role), -1, roll);
}

LB_PROCEDURE(casualties)
{
    const struct casualties_facts *f = LB_FACTS;
    struct casualties_vars *v = LB_VARS;
    const struct fall_back_effect *back = LB_EFFECT;
    int32_t dice = disorder_dice(f);
    lb_role role = (lb_role)f->role;

    LB_BEGIN
    v->lost = lb_least(f->bases, nl_chain_lose(f->chain, f->hits, NULL));
    if (v->lost > 0)
        lb_tell(run, LB_EVENT_SET, CL_LOSS_5, role, v->lost);
    if (v->lost == f->bases)
        LB_RETURN(casualties, .lost = v->lost, .state = STATE_DESTROYED);
    if (dice > 0)
        lb_tell(run, LB_EVENT_SET, CL_LOSS_6, role, dice);
    if (dice == 0) {
        LB_RETURN(casualties, .lost = v->lost,
                  .state = f->disordered ? STATE_DISORDERED : STATE_STEADY);
    }
    if (!f->disordered) {
        LB_ROLL(1, disorder_roll(run, f, dice));
        if (LB_VALUE > 0)
            lb_note(run, CL_LOSS_7, role);
        LB_RETURN(casualties, .lost = v->lost,
                  .state = LB_VALUE > 0 ? STATE_DISORDERED : STATE_STEADY);
    }
    LB_CALL(2, fall_back, .dice = dice, .clause = CL_LOSS_8, .target = f->target, .cover = f->cover,
            .is_measured = f->is_measured, .role = f->role);
    LB_RETURN(casualties, .lost = v->lost, .state = back->state, .retreat = back->retreat);
    LB_END
}

/* Fire. */

static struct pool pool_of_fire(const struct fire_facts *f)
{
    int32_t dice = f->bases * f->attacks;
    bool is_close = f->mode == MODE_CANISTER_CLOSE;

    if (f->counted)
        return (struct pool){f->base_dice, f->close_dice, f->half_bases, f->flank_bases};
    return (struct pool){is_close ? 0 : dice, is_close ? dice : 0, f->half != 0 ? f->bases : 0,
                         f->flank != 0 ? f->bases : 0};
}

static int32_t class_of_target(const lb_run *run, const struct fire_facts *f)
{
    return cover_class(run, f->cover, f->target);
}

/// Works out the pool and what the target's disorder dice are, with all modifiers.
static void prepare_fire(lb_run *run, const struct fire_facts *f, struct fire_vars *v)
{
    lb_tally dice = {0}, disorder = {.total = LB_DICE_MAX};
    struct pool pool = pool_of_fire(f);

    fire_dice_modifiers(run, &dice, f, &pool, f->mode == MODE_NORMAL);
    v->dice = dice.total;
    if (f->mode == MODE_HASTY)
        lb_note(run, CL_FIRE_HASTY, LB_ROLE_NONE);
    (void)tell_face_to_hit(run, f->cover, f->target, LB_ROLE_NONE);
    v->disorder_change = nl_disorder_change(run, f->target_bases, LB_ROLE_NONE);
    disorder_most_modifiers(run, &disorder, f->opportunity != 0);
    v->disorder_most = disorder.total;
}

/// The kind of a lot of the pool, 0 for none; a chart has one.
static int32_t kind_of_lot(const lb_run *run, const struct fire_facts *f, int32_t lot)
{
    if (f->counted)
        return f->kind[lot];
    return lot == 0 ? nl_lot(class_of_target(run, f), f->sharpshooters != 0, 0) : 0;
}

static int32_t dice_in_lot(const struct fire_facts *f, const struct fire_vars *v)
{
    return f->counted ? f->dice[v->lot] : v->lot == 0 ? v->dice : 0;
}

/// The throw of a lot: nl.hit.* says what it needs; only sharpshooters throw ones again.
static lb_roll lot_roll(lb_run *run, const struct fire_facts *f, const struct fire_vars *v)
{
    int32_t kind = kind_of_lot(run, f, v->lot), class = nl_lot_class(kind);
    lb_tally face = {.role = LB_ROLE_NONE};
    lb_roll roll;

    if (class != class_of_target(run, f))
        hit_modifiers(run, &face, class, nl_face_to_hit(run, class));
    if (nl_lot_is_sharp(kind))
        lb_note(run, CL_HIT_SHARPSHOOTERS, LB_ROLE_NONE);
    roll = hits_roll(run, dice_in_lot(f, v), nl_face_to_hit(run, class),
                     f->counted ? f->saves[nl_lot_first(kind)] : f->save, LB_ROLE_NONE);
    roll.reroll_ones = nl_lot_is_sharp(kind);
    return roll;
}

/// What the hits of a pool do.
static struct casualties_facts hits_of_fire(const struct fire_facts *f, const struct fire_vars *v)
{
    struct casualties_facts facts = {.bases = f->target_bases,
                                     .target = f->target,
                                     .cover = f->cover,
                                     .disordered = f->disordered,
                                     .disorder_change = v->disorder_change,
                                     .disorder_most = v->disorder_most,
                                     .is_measured = true};

    for (int i = 0; i < NL_CHAIN; i++)
        facts.hits[i] = v->hits[i];
    chain_of(f->chain, f->target_bases, f->base_hits, f->prior_hits, facts.chain);
    return facts;
}

/// The effect of fire or shot: what came of the hits, and which unit they fell on.
#define EFFECT_OF_FIRE(name, hits_, end)                               \
    struct name##_effect effect = {.unsaved = nl_sum(hits_, NL_CHAIN), \
                                   .bases_lost = (end)->lost,          \
                                   .state = (end)->state,              \
                                   .retreat = (end)->retreat};         \
                                                                       \
    for (int i_ = 0; i_ < NL_CHAIN; i_++)                              \
        effect.hits[i_] = (hits_)[i_];                                 \
    return lb_return(run, (const int32_t *)&effect, sizeof effect)

static lb_flow end_fire(lb_run *run, const struct fire_vars *v, const struct casualties_effect *end)
{
    EFFECT_OF_FIRE(fire, v->hits, end);
}

LB_PROCEDURE(fire)
{
    const struct fire_facts *f = LB_FACTS;
    struct fire_vars *v = LB_VARS;
    struct casualties_facts hits;

    LB_BEGIN
    prepare_fire(run, f, v);
    for (; v->lot < NL_LOTS && kind_of_lot(run, f, v->lot) != 0; v->lot++)
        if (dice_in_lot(f, v) > 0) {
            LB_ROLL(1, lot_roll(run, f, v));
            v->hits[nl_lot_first(kind_of_lot(run, f, v->lot))] += LB_VALUE;
        }
    LB_FORGET(v->dice);
    LB_FORGET(v->lot);
    tell_hits(run, nl_sum(v->hits, NL_CHAIN), LB_ROLE_NONE);
    hits = hits_of_fire(f, v);
    LB_CALL_ON(2, casualties, &hits);
    return end_fire(run, v, LB_EFFECT);
    LB_END
}

/// nl.art.shot: how far the ball bounces. The modifiers are known before it is fired.
static lb_roll bounce_roll(lb_run *run, const struct shot_facts *f, struct shot_vars *v)
{
    struct pool pool = {f->bases * f->attacks, 0, f->half != 0 ? f->bases : 0,
                        f->flank != 0 ? f->bases : 0};
    lb_tally dice = {0};

    if (f->counted)
        pool = (struct pool){f->base_dice, 0, f->half_bases, f->flank_bases};
    shot_dice_modifiers(run, &dice, &pool);
    v->dice_per_row = dice.total;
    v->needs = tell_face_to_hit(run, f->cover, f->target, LB_ROLE_NONE);
    v->disorder_change = nl_disorder_change(run, f->target_bases, LB_ROLE_NONE);
    return lb_thrown_by(run, LB_ROLE_ACTOR, 1, lb_roll_sum(CL_ART_SHOT, V(ART_SHOT)));
}

/// The rows that a bounce of so many centimetres reaches, be it in part.
static int32_t rows_reached(const struct shot_facts *f, int32_t bounce)
{
    return lb_least(f->rows, (bounce + f->depth - 1) / f->depth);
}

/// What the hits of a ball do.
static struct casualties_facts hits_of_shot(const struct shot_facts *f, const struct shot_vars *v)
{
    struct casualties_facts facts = {.bases = f->target_bases,
                                     .target = f->target,
                                     .cover = f->cover,
                                     .disordered = f->disordered,
                                     .disorder_change = v->disorder_change,
                                     .disorder_most = LB_DICE_MAX,
                                     .is_measured = true};

    facts.hits[0] = v->hits[0];
    chain_of(f->chain, f->target_bases, f->base_hits, f->prior_hits, facts.chain);
    return facts;
}

static lb_flow end_shot(lb_run *run, const struct shot_vars *v, const struct casualties_effect *end)
{
    EFFECT_OF_FIRE(shot, v->hits, end);
}

LB_PROCEDURE(shot)
{
    const struct shot_facts *f = LB_FACTS;
    struct shot_vars *v = LB_VARS;
    struct casualties_facts hits;

    LB_BEGIN
    LB_ROLL(1, bounce_roll(run, f, v));
    v->dice = lb_least(LB_DICE_MAX, rows_reached(f, LB_VALUE) * v->dice_per_row);
    lb_tell(run, LB_EVENT_SET, CL_ART_SHOT, LB_ROLE_NONE, v->dice);
    LB_ROLL(2, hits_roll(run, v->dice, v->needs, f->save, LB_ROLE_NONE));
    LB_FORGET(v->dice);
    v->hits[0] = LB_VALUE;
    tell_hits(run, v->hits[0], LB_ROLE_NONE);
    hits = hits_of_shot(f, v);
    LB_CALL_ON(3, casualties, &hits);
    return end_shot(run, v, LB_EFFECT);
    LB_END
}

/* The bayonet and the fight. */

static lb_roll fear_roll(lb_run *run, const struct fear_facts *f)
{
    int32_t class = cover_class(run, f->cover, f->target);
    int32_t number = class > 0 ? V(BAYONET_5_COVER) : V(BAYONET_5_FACE);
    lb_tally dice = {.role = LB_ROLE_TARGET}, face = {.role = LB_ROLE_TARGET};

    fear_dice_modifiers(run, &dice, f);
    cover_modifiers(run, &face, f->cover, class, number);
    lb_tally_set(run, &face, CL_BAYONET_5, number);
    return lb_thrown_by(run, LB_ROLE_TARGET, -1,
                        lb_roll_count(CL_BAYONET_5, dice.total, face.total));
}

static int32_t nerve_of(int32_t state)
{
    return state == STATE_ROUTED     ? NERVE_ROUTED
           : state == STATE_RETREATS ? NERVE_RETREATS
                                     : NERVE_DISORDERED;
}

LB_PROCEDURE(fear)
{
    const struct fear_facts *f = LB_FACTS;
    struct fear_vars *v = LB_VARS;
    const struct fall_back_effect *back = LB_EFFECT;

    LB_BEGIN
    LB_ROLL(1, fear_roll(run, f));
    v->failures = LB_VALUE;
    if (v->failures == 0)
        LB_RETURN(fear, .state = NERVE_STANDS);
    LB_CALL(2, fall_back, .dice = v->failures, .clause = CL_BAYONET_6, .target = f->target,
            .cover = f->cover, .is_measured = true, .role = LB_ROLE_TARGET);
    LB_RETURN(fear, .failures = v->failures, .state = nerve_of(back->state),
              .retreat = back->retreat);
    LB_END
}

static int32_t attacker_target(const struct combat_facts *f)
{
    return f->a_kind == ATTACKER_CAVALRY ? TARGET_CAVALRY : TARGET_INFANTRY;
}

/// True if a square is hit by cavalry: its cover and order do not matter.
static bool is_square_ridden_at(const struct combat_facts *f)
{
    return f->a_kind == ATTACKER_CAVALRY && f->d_kind == TARGET_SQUARE;
}

/// The class of cover that the attackers of a fight that was not counted by bases strike at.
static int32_t class_of_defender(const lb_run *run, const struct combat_facts *f)
{
    return cover_class(run, f->cover, f->d_kind);
}

/// The face that hits the defender.
static int32_t tell_attacker_needs(lb_run *run, const struct combat_facts *f)
{
    lb_tally face = {.role = LB_ROLE_ACTOR};

    if (!is_square_ridden_at(f))
        return tell_face_to_hit(run, f->cover, f->d_kind, LB_ROLE_ACTOR);
    lb_tally_set(run, &face, CL_SQUARE_HIT, V(SQUARE_HIT));
    return face.total;
}

/// All bases of a side: 0 says that all of them touch.
static int32_t total_of(int32_t total, int32_t touching)
{
    return lb_most(total, touching);
}

int32_t nl_defending_dice(const int32_t *values, int32_t bases, int32_t attacks, int32_t penalties)
{
    int32_t disorder = (penalties & NL_IN_DISORDER) != 0 ? values[V_ADVANCE_7_DISORDERED] : 0;
    int32_t terror = (penalties & NL_IN_TERROR) != 0 ? values[V_BAYONET_7] : 0;

    return bases * lb_most(0, lb_most(0, attacks + disorder) + terror);
}

/// Works out what both sides strike with and how they bear it, with all modifiers.
static void prepare_combat(lb_run *run, const struct combat_facts *f, struct combat_vars *v)
{
    lb_tally a_dice = {.role = LB_ROLE_ACTOR}, d_dice = {.role = LB_ROLE_TARGET};
    lb_tally a_score = {.role = LB_ROLE_ACTOR}, d_score = {.role = LB_ROLE_TARGET};
    int32_t d_sum[NL_PENALTIES];

    for (int p = 0; p < NL_PENALTIES; p++)
        d_sum[p] = f->counted ? nl_sum(f->d_dice + p * NL_LOTS, NL_LOTS)
                              : nl_defending_dice(run->values, f->d_bases, f->d_attacks, p);
    attacker_dice_modifiers(run, &a_dice, f, f->counted ? f->a_sum : f->a_bases * f->a_attacks);
    defender_dice_modifiers(run, &d_dice, f, d_sum);
    v->a_dice = a_dice.total;
    v->d_dice = d_dice.total;
    v->a_needs = tell_attacker_needs(run, f);
    v->d_needs = tell_face_to_hit(run, COVER_OPEN, attacker_target(f), LB_ROLE_TARGET);
    v->a_disorder_change = nl_disorder_change(run, total_of(f->a_total, f->a_bases), LB_ROLE_ACTOR);
    v->d_disorder_change =
        nl_disorder_change(run, total_of(f->d_total, f->d_bases), LB_ROLE_TARGET);
    score_modifiers(run, &a_score, f->a_support);
    score_modifiers(run, &d_score, f->d_support);
    v->support_lead = a_score.total - d_score.total;
}

/// A lot of blows: its kind, 0 for none, and its dice. What modifiers took from the whole is taken
/// from the first.
struct blows {
    int32_t kind, dice;
};

static struct blows attack_in_lot(const lb_run *run, const struct combat_facts *f,
                                  const struct combat_vars *v, int32_t lot)
{
    int32_t all = nl_sum(f->a_dice, NL_LOTS);

    if (!f->counted)
        return (struct blows){lot == 0 ? nl_lot(class_of_defender(run, f), false, 0) : 0,
                              v->a_dice};
    return (struct blows){f->a_strikes[lot],
                          lb_most(0, f->a_dice[lot] + (lot == 0 ? v->a_dice - all : 0))};
}

static struct blows defence_in_lot(const struct combat_facts *f, const struct combat_vars *v,
                                   int32_t lot)
{
    const int32_t *dice =
        f->d_dice + NL_LOTS * (!!f->d_disordered * NL_IN_DISORDER | !!f->terror * NL_IN_TERROR);

    if (!f->counted)
        return (struct blows){lot == 0 ? nl_lot(0, false, 0) : 0, v->d_dice};
    return (struct blows){
        f->d_strikes[lot],
        lb_most(0, dice[lot] + (lot == 0 ? v->d_dice - nl_sum(dice, NL_LOTS) : 0))};
}

lb_roll nl_blows_roll(lb_run *run, int32_t dice, int32_t face, int32_t save, int32_t fatal,
                      lb_role role)
{
    lb_roll roll = hits_roll(run, dice, face, save, role);

    roll.cap = (uint16_t)fatal;
    return roll;
}

/// The attacker's throw of a lot.
static lb_roll attack_roll(lb_run *run, const struct combat_facts *f, const struct combat_vars *v,
                           int32_t fatal)
{
    struct blows lot = attack_in_lot(run, f, v, v->lot);
    int32_t needs = v->a_needs, class = nl_lot_class(lot.kind);
    lb_tally face = {.role = LB_ROLE_ACTOR};

    if (!is_square_ridden_at(f) && class != class_of_defender(run, f)) {
        needs = nl_face_to_hit(run, class);
        hit_modifiers(run, &face, class, needs);
    }
    return nl_blows_roll(run, lot.dice, needs,
                         f->counted ? f->d_saves[nl_lot_first(lot.kind)] : f->d_save, fatal,
                         LB_ROLE_ACTOR);
}

/// The defender's throw of a lot.
static lb_roll defence_roll(lb_run *run, const struct combat_facts *f, const struct combat_vars *v,
                            int32_t fatal)
{
    struct blows lot = defence_in_lot(f, v, v->lot);

    return nl_blows_roll(run, lot.dice, v->d_needs,
                         f->counted ? f->a_saves[nl_lot_first(lot.kind)] : f->a_save, fatal,
                         LB_ROLE_TARGET);
}

static bool is_gone(int32_t state)
{
    return state == STATE_ROUTED || state == STATE_DESTROYED;
}

int32_t nl_beaten_state(lb_run *run, int32_t target, int32_t state, int32_t margin, lb_role role)
{
    if (target == TARGET_SQUARE) {
        lb_note(run, CL_SQUARE_LOSS, role);
        return state == STATE_STEADY ? STATE_DISORDERED : state;
    }
    lb_tell(run, LB_EVENT_SET, CL_ADVANCE_12, role, margin);
    if (margin <= longest_retreat(run, target))
        return state;
    lb_note(run, CL_RETREAT_ROUT, role);
    return STATE_ROUTED;
}

/// nl.advance.9, nl.advance.11 and nl.advance.12: who wins, by how much, and what it does to the
/// loser.
static struct combat_effect verdict(lb_run *run, const struct combat_facts *f,
                                    const struct combat_vars *v)
{
    int32_t lead = v->support_lead + nl_sum(v->d_hits, NL_CHAIN) - nl_sum(v->a_hits, NL_CHAIN);
    struct combat_effect end = {.a_bases_lost = v->a_lost,
                                .d_bases_lost = v->d_lost,
                                .winner = WINNER_DRAW,
                                .a_state = v->a_state,
                                .d_state = v->d_state};

    if (is_gone(end.a_state) || is_gone(end.d_state)) {
        if (!is_gone(end.a_state))
            lb_note(run, CL_ADVANCE_9, LB_ROLE_ACTOR);
        if (is_gone(end.a_state) != is_gone(end.d_state))
            end.winner = is_gone(end.a_state) ? WINNER_DEFENDER : WINNER_ATTACKER;
        return end;
    }
    nl_tell_better(run, lead);
    if (lead > 0) {
        end.winner = WINNER_ATTACKER;
        end.margin = lead;
        end.d_state = nl_beaten_state(run, f->d_kind, end.d_state, lead, LB_ROLE_TARGET);
    } else if (lead < 0) {
        end.winner = WINNER_DEFENDER;
        end.margin = -lead;
        end.a_state = nl_beaten_state(run, attacker_target(f), end.a_state, -lead, LB_ROLE_ACTOR);
    }
    return end;
}

/// What the blows do to a side of the fight.
static struct casualties_facts blows_on(const struct combat_facts *f, const struct combat_vars *v,
                                        lb_role role)
{
    bool is_attacker = role == LB_ROLE_ACTOR;
    struct casualties_facts facts = {
        .bases = is_attacker ? total_of(f->a_total, f->a_bases) : total_of(f->d_total, f->d_bases),
        .target = is_attacker ? attacker_target(f) : f->d_kind,
        .cover = is_attacker ? COVER_OPEN : f->cover,
        .disordered = is_attacker ? f->a_disordered : f->d_disordered,
        .disorder_change = is_attacker ? v->a_disorder_change : v->d_disorder_change,
        .disorder_most = LB_DICE_MAX,
        .is_measured = f->measured,
        .role = (int32_t)role};

    for (int i = 0; i < NL_CHAIN; i++)
        facts.hits[i] = is_attacker ? v->a_hits[i] : v->d_hits[i];
    if (is_attacker)
        chain_of(f->a_chain, facts.bases, f->a_base_hits, f->a_prior_hits, facts.chain);
    else
        chain_of(f->d_chain, facts.bases, f->d_base_hits, f->d_prior_hits, facts.chain);
    return facts;
}

/// Hits beyond which more make no difference to a side.
static int32_t fatal_to(const struct combat_facts *f, const struct combat_vars *v, lb_role role)
{
    struct casualties_facts facts = blows_on(f, v, role);

    return nl_fatal_hits(facts.chain);
}

static lb_flow end_combat(lb_run *run, const struct combat_facts *f, const struct combat_vars *v)
{
    struct combat_effect end = verdict(run, f, v);

    end.a_retreat = v->a_retreat;
    end.d_retreat = v->d_retreat;
    for (int i = 0; i < NL_CHAIN; i++) {
        end.a_hits[i] = v->a_hits[i];
        end.d_hits[i] = v->d_hits[i];
    }
    return lb_return(run, (const int32_t *)&end, sizeof end);
}

/// Adds hits to a unit of a chain; more than are fatal to the whole row are no more than that.
static void add_hits(int32_t hits[NL_CHAIN], int32_t kind, int32_t more, int32_t fatal)
{
    hits[nl_lot_first(kind)] += lb_least(more, fatal - nl_sum(hits, NL_CHAIN));
}

LB_PROCEDURE(combat)
{
    const struct combat_facts *f = LB_FACTS;
    struct combat_vars *v = LB_VARS;
    const struct casualties_effect *after = LB_EFFECT;
    struct casualties_facts blows;

    LB_BEGIN
    lb_note(run, CL_ADVANCE_8, LB_ROLE_NONE);
    prepare_combat(run, f, v);
    for (; v->lot < NL_LOTS && attack_in_lot(run, f, v, v->lot).kind != 0; v->lot++)
        if (attack_in_lot(run, f, v, v->lot).dice > 0) {
            LB_ROLL(1, attack_roll(run, f, v, fatal_to(f, v, LB_ROLE_TARGET)));
            add_hits(v->d_hits, attack_in_lot(run, f, v, v->lot).kind, LB_VALUE,
                     fatal_to(f, v, LB_ROLE_TARGET));
        }
    LB_FORGET(v->lot);
    tell_hits(run, nl_sum(v->d_hits, NL_CHAIN), LB_ROLE_TARGET);
    blows = blows_on(f, v, LB_ROLE_TARGET);
    LB_CALL_ON(2, casualties, &blows);
    v->d_lost = after->lost;
    v->d_state = after->state;
    v->d_retreat = f->measured ? after->retreat : 0;
    for (int i = 0; i < NL_CHAIN && is_gone(v->d_state); i++)
        LB_FORGET(v->d_hits[i]);
    for (; v->lot < NL_LOTS && defence_in_lot(f, v, v->lot).kind != 0; v->lot++)
        if (defence_in_lot(f, v, v->lot).dice > 0) {
            LB_ROLL(3, defence_roll(run, f, v, fatal_to(f, v, LB_ROLE_ACTOR)));
            add_hits(v->a_hits, defence_in_lot(f, v, v->lot).kind, LB_VALUE,
                     fatal_to(f, v, LB_ROLE_ACTOR));
        }
    LB_FORGET(v->lot);
    tell_hits(run, nl_sum(v->a_hits, NL_CHAIN), LB_ROLE_ACTOR);
    blows = blows_on(f, v, LB_ROLE_ACTOR);
    LB_CALL_ON(4, casualties, &blows);
    v->a_lost = after->lost;
    v->a_state = after->state;
    v->a_retreat = f->measured ? after->retreat : 0;
    return end_combat(run, f, v);
    LB_END
}

/* Orders, blunders and the short tests. */

static lb_roll command_roll(lb_run *run, const struct command_facts *f)
{
    lb_tally value = {0};
    int32_t blunder = V(COMMAND_BLUNDER);

    command_modifiers(run, &value, f);
    if (f->march_road && f->radii > 0)
        lb_note(run, CL_COMMAND_DISTANCE_ROAD, LB_ROLE_NONE);
    return lb_thrown_by(run, LB_ROLE_ACTOR, -1,
                        lb_roll_bands(CL_COMMAND_ROLL, V(COMMAND_ROLL),
                                      (int32_t[]){lb_least(value.total + 1, blunder), blunder}, 2));
}

LB_PROCEDURE(command)
{
    const struct command_facts *f = LB_FACTS;

    LB_BEGIN
    LB_ROLL(1, command_roll(run, f));
    if (LB_VALUE == OBEDIENCE_BLUNDER)
        lb_note(run, CL_COMMAND_BLUNDER, LB_ROLE_NONE);
    LB_RETURN(command, .result = LB_VALUE);
    LB_END
}

static lb_roll table_roll(const lb_run *run, bool is_twelve_barred)
{
    lb_roll roll = lb_roll_sum(is_twelve_barred ? CL_BLUNDER_12 : CL_COMMAND_BLUNDER, 2);

    roll.again = is_twelve_barred ? BLUNDER_TWICE : 0;
    return lb_thrown_by(run, LB_ROLE_ACTOR, -1, roll);
}

// clauses: nl.blunder.2 … nl.blunder.12
static void tell_blunder(lb_run *run, int32_t row)
{
    lb_note(run, (uint16_t)(CL_BLUNDER_2 + row - BLUNDER_LEAST), LB_ROLE_NONE);
}

LB_PROCEDURE(blunder)
{
    struct blunder_vars *v = LB_VARS;

    LB_BEGIN
    LB_ROLL(1, table_roll(run, false));
    tell_blunder(run, LB_VALUE);
    if (LB_VALUE != BLUNDER_TWICE)
        LB_RETURN(blunder, .blunder = LB_VALUE);
    LB_ROLL(2, table_roll(run, true));
    v->second = LB_VALUE;
    tell_blunder(run, v->second);
    LB_ROLL(3, table_roll(run, true));
    tell_blunder(run, LB_VALUE);
    LB_RETURN(blunder, .blunder = BLUNDER_TWICE, .second = v->second, .third = LB_VALUE);
    LB_END
}

LB_PROCEDURE(ammo)
{
    LB_BEGIN
    LB_ROLL(1, lb_thrown_by(
                   run, LB_ROLE_ACTOR, 0,
                   lb_roll_bands(CL_ART_CHARGED, 1,
                                 (int32_t[]){V(ART_CHARGED_CANISTER) + 1, V(ART_CHARGED_SHOT) + 1},
                                 2)));
    LB_RETURN(ammo, .result = LOAD_CANISTER + LB_VALUE);
    LB_END
}

/// The highest die with which a square is not formed in time; 0: it is formed without a die.
static int32_t square_fails_at(const lb_run *run, int32_t arc)
{
    return arc == ARC_FRONT   ? V(SQUARE_RESPONSE_FRONT)
           : arc == ARC_FLANK ? V(SQUARE_RESPONSE_FLANK)
                              : V(SQUARE_RESPONSE_REAR);
}

LB_PROCEDURE(square)
{
    const struct square_facts *f = LB_FACTS;
    int32_t fails_at = square_fails_at(run, f->arc);

    LB_BEGIN
    if (fails_at == 0) {
        lb_note(run, CL_SQUARE_RESPONSE, LB_ROLE_NONE);
        LB_RETURN(square, .result = RESPONSE_FORMED);
    }
    lb_tell(run, LB_EVENT_SET, CL_SQUARE_RESPONSE, LB_ROLE_NONE, fails_at);
    LB_ROLL(
        1, lb_thrown_by(run, LB_ROLE_ACTOR, 1, lb_roll_count(CL_SQUARE_RESPONSE, 1, fails_at + 1)));
    LB_RETURN(square, .result = LB_VALUE == 1 ? RESPONSE_FORMED : RESPONSE_FAILED);
    LB_END
}

LB_PROCEDURE(jostle)
{
    LB_BEGIN
    LB_ROLL(1, lb_thrown_by(run, LB_ROLE_ACTOR, -1,
                            lb_roll_count(CL_DISORDER_PASSAGE, 1, V(DISORDER_PASSAGE))));
    LB_RETURN(jostle, .disordered = LB_VALUE);
    LB_END
}

LB_PROCEDURE(passage)
{
    struct passage_vars *v = LB_VARS;
    const struct jostle_effect *jostle = LB_EFFECT;

    LB_BEGIN
    LB_CALL(1, jostle, .nothing = 0);
    v->first = jostle->disordered;
    LB_CALL(2, jostle, .nothing = 0);
    LB_RETURN(passage, .result = v->first ? (jostle->disordered ? SHAKEN_BOTH : SHAKEN_FIRST)
                                          : (jostle->disordered ? SHAKEN_SECOND : SHAKEN_NEITHER));
    LB_END
}
