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

#include "core/modifier_rows.h"
#define TAKE(clause, amount) lb_tally_add(run, tally, CL_##clause, lb_most(amount, -tally->total));
#include "rules/napoleons_legacy/modifiers.def"

/* Cover. */

/// nl.cover.*: 0 none, 1 partial, 2 hard. A hill shelters nobody but infantry.
static int32_t cover_class(const lb_run *run, int32_t cover, int32_t target)
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
    return run->values[value_of[cover]];
}

/// nl.hit.*: the face that hits a unit in cover of a class.
static int32_t face_to_hit(const lb_run *run, int32_t class)
{
    return class == 0 ? V(HIT_OPEN) : class == 1 ? V(HIT_PARTIAL) : V(HIT_HARD);
}

/// The same, told with its clauses.
static int32_t tell_face_to_hit(lb_run *run, int32_t cover, int32_t target, lb_role role)
{
    int32_t class = cover_class(run, cover, target);
    lb_tally face = {.role = role};

    cover_modifiers(run, &face, cover, class, face_to_hit(run, class));
    hit_modifiers(run, &face, class, face_to_hit(run, class));
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
    lb_role role = (lb_role)f->role;
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
    return lb_least(f->disorder_most, lb_most(0, f->unsaved + f->disorder_change));
}

/// nl.disorder.number, or nl.disorder.as-hit if that is in force: is any die high enough?
static lb_roll disorder_roll(const lb_run *run, const struct casualties_facts *f, int32_t dice)
{
    int32_t face = is_in_works(f->cover) ? V(DISORDER_NUMBER_WORKS) : V(DISORDER_NUMBER_PLAIN);
    lb_roll roll = lb_roll_count(CL_DISORDER_NUMBER, dice, face);

    if (V(DISORDER_AS_HIT))
        roll = lb_roll_count(CL_DISORDER_AS_HIT, dice,
                             face_to_hit(run, cover_class(run, f->cover, f->target)));
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
    v->lost = lb_least(f->bases, (f->prior_hits + f->unsaved) / f->base_hits);
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

int32_t nl_fire_dice_of(lb_run *run, const struct fire_facts *f)
{
    lb_tally dice = {0};

    fire_dice_modifiers(run, &dice, f, f->mode == MODE_NORMAL);
    return dice.total;
}

static lb_roll fire_roll(lb_run *run, const struct fire_facts *f, struct fire_vars *v)
{
    lb_tally disorder = {.total = LB_DICE_MAX};
    int32_t dice = nl_fire_dice_of(run, f), face;
    lb_roll roll;

    if (f->mode == MODE_HASTY)
        lb_note(run, CL_FIRE_HASTY, LB_ROLE_NONE);
    face = tell_face_to_hit(run, f->cover, f->target, LB_ROLE_NONE);
    v->disorder_change = nl_disorder_change(run, f->target_bases, LB_ROLE_NONE);
    disorder_most_modifiers(run, &disorder, f->opportunity != 0);
    v->disorder_most = disorder.total;
    if (f->sharpshooters)
        lb_note(run, CL_HIT_SHARPSHOOTERS, LB_ROLE_NONE);
    roll = hits_roll(run, dice, face, f->save, LB_ROLE_NONE);
    roll.reroll_ones = f->sharpshooters != 0;
    return roll;
}

/// nl.fire.simultaneous: the dice of the pool that are thrown apart, because only sharpshooters
/// throw ones again.
static lb_roll mixed_roll(lb_run *run, const struct fire_facts *f)
{
    int32_t class = cover_class(run, f->cover, f->target);
    lb_roll roll = hits_roll(run, f->mixed, face_to_hit(run, class), f->save, LB_ROLE_NONE);

    lb_tell(run, LB_EVENT_ADD, CL_FIRE_SIMULTANEOUS, LB_ROLE_NONE, f->mixed);
    if (!f->sharpshooters)
        lb_note(run, CL_HIT_SHARPSHOOTERS, LB_ROLE_NONE);
    roll.reroll_ones = !f->sharpshooters;
    return roll;
}

LB_PROCEDURE(fire)
{
    const struct fire_facts *f = LB_FACTS;
    struct fire_vars *v = LB_VARS;
    const struct casualties_effect *end = LB_EFFECT;

    LB_BEGIN
    LB_ROLL(1, fire_roll(run, f, v));
    v->unsaved = LB_VALUE;
    if (f->mixed > 0) {
        LB_ROLL(3, mixed_roll(run, f));
        v->unsaved += LB_VALUE;
    }
    tell_hits(run, v->unsaved, LB_ROLE_NONE);
    LB_CALL(2, casualties, .unsaved = v->unsaved, .prior_hits = f->prior_hits,
            .bases = f->target_bases, .base_hits = f->base_hits, .target = f->target,
            .cover = f->cover, .disordered = f->disordered, .disorder_change = v->disorder_change,
            .disorder_most = v->disorder_most, .is_measured = true);
    LB_RETURN(fire, .unsaved = v->unsaved, .bases_lost = end->lost, .state = end->state,
              .retreat = end->retreat);
    LB_END
}

/// nl.art.shot: how far the ball bounces. The modifiers are known before it is fired.
static lb_roll bounce_roll(lb_run *run, const struct shot_facts *f, struct shot_vars *v)
{
    lb_tally dice = {0};

    shot_dice_modifiers(run, &dice, f);
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

LB_PROCEDURE(shot)
{
    const struct shot_facts *f = LB_FACTS;
    struct shot_vars *v = LB_VARS;
    const struct casualties_effect *end = LB_EFFECT;

    LB_BEGIN
    LB_ROLL(1, bounce_roll(run, f, v));
    v->dice = rows_reached(f, LB_VALUE) * v->dice_per_row;
    lb_tell(run, LB_EVENT_SET, CL_ART_SHOT, LB_ROLE_NONE, v->dice);
    LB_ROLL(2, hits_roll(run, v->dice, v->needs, f->save, LB_ROLE_NONE));
    LB_FORGET(v->dice);
    v->unsaved = LB_VALUE;
    tell_hits(run, v->unsaved, LB_ROLE_NONE);
    LB_CALL(3, casualties, .unsaved = v->unsaved, .prior_hits = f->prior_hits,
            .bases = f->target_bases, .base_hits = f->base_hits, .target = f->target,
            .cover = f->cover, .disordered = f->disordered, .disorder_change = v->disorder_change,
            .disorder_most = LB_DICE_MAX, .is_measured = true);
    LB_RETURN(shot, .unsaved = v->unsaved, .bases_lost = end->lost, .state = end->state,
              .retreat = end->retreat);
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

/// The face that hits the defender.
static int32_t tell_attacker_needs(lb_run *run, const struct combat_facts *f)
{
    lb_tally face = {.role = LB_ROLE_ACTOR};

    if (f->a_kind != ATTACKER_CAVALRY || f->d_kind != TARGET_SQUARE)
        return tell_face_to_hit(run, f->cover, f->d_kind, LB_ROLE_ACTOR);
    lb_tally_set(run, &face, CL_SQUARE_HIT, V(SQUARE_HIT));
    return face.total;
}

/// All bases of a side: 0 says that all of them touch.
static int32_t total_of(int32_t total, int32_t touching)
{
    return lb_most(total, touching);
}

/// Works out what both sides strike with and how they bear it, with all modifiers.
static void prepare_combat(lb_run *run, const struct combat_facts *f, struct combat_vars *v)
{
    lb_tally a_dice = {.role = LB_ROLE_ACTOR}, d_dice = {.role = LB_ROLE_TARGET};
    lb_tally a_score = {.role = LB_ROLE_ACTOR}, d_score = {.role = LB_ROLE_TARGET};

    attacker_dice_modifiers(run, &a_dice, f);
    defender_dice_modifiers(run, &d_dice, f);
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

/// Hits on one side. More than destroy it are no more than that.
static lb_roll blows_roll(lb_run *run, int32_t dice, int32_t face, int32_t save, int32_t fatal,
                          lb_role role)
{
    lb_roll roll = hits_roll(run, dice, face, save, role);

    roll.cap = (uint16_t)fatal;
    return roll;
}

static bool is_gone(int32_t state)
{
    return state == STATE_ROUTED || state == STATE_DESTROYED;
}

/// nl.advance.12 and nl.square.loss: the state of a side that lost on points.
static int32_t beaten_state(lb_run *run, int32_t target, int32_t state, int32_t margin,
                            lb_role role)
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
    int32_t lead = v->support_lead + v->d_hits - v->a_hits;
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
    lb_note(run, CL_ADVANCE_11,
            lead > 0   ? LB_ROLE_ACTOR
            : lead < 0 ? LB_ROLE_TARGET
                       : LB_ROLE_NONE);
    if (lead > 0) {
        end.winner = WINNER_ATTACKER;
        end.margin = lead;
        end.d_state = beaten_state(run, f->d_kind, end.d_state, lead, LB_ROLE_TARGET);
    } else if (lead < 0) {
        end.winner = WINNER_DEFENDER;
        end.margin = -lead;
        end.a_state = beaten_state(run, attacker_target(f), end.a_state, -lead, LB_ROLE_ACTOR);
    }
    return end;
}

LB_PROCEDURE(combat)
{
    const struct combat_facts *f = LB_FACTS;
    struct combat_vars *v = LB_VARS;
    const struct casualties_effect *after = LB_EFFECT;
    int32_t a_total = total_of(f->a_total, f->a_bases), d_total = total_of(f->d_total, f->d_bases);
    struct combat_effect end;

    LB_BEGIN
    lb_note(run, CL_ADVANCE_8, LB_ROLE_NONE);
    prepare_combat(run, f, v);
    LB_ROLL(1, blows_roll(run, v->a_dice, v->a_needs, f->d_save, d_total * f->d_base_hits,
                          LB_ROLE_ACTOR));
    v->d_hits = LB_VALUE;
    tell_hits(run, v->d_hits, LB_ROLE_TARGET);
    LB_CALL(2, casualties, .unsaved = v->d_hits, .prior_hits = f->d_prior_hits, .bases = d_total,
            .base_hits = f->d_base_hits, .target = f->d_kind, .cover = f->cover,
            .disordered = f->d_disordered, .disorder_change = v->d_disorder_change,
            .disorder_most = LB_DICE_MAX, .is_measured = f->measured, .role = LB_ROLE_TARGET);
    v->d_lost = after->lost;
    v->d_state = after->state;
    v->d_retreat = f->measured ? after->retreat : 0;
    if (is_gone(v->d_state))
        LB_FORGET(v->d_hits);
    LB_ROLL(3, blows_roll(run, v->d_dice, v->d_needs, f->a_save, a_total * f->a_base_hits,
                          LB_ROLE_TARGET));
    v->a_hits = LB_VALUE;
    tell_hits(run, v->a_hits, LB_ROLE_ACTOR);
    LB_CALL(4, casualties, .unsaved = v->a_hits, .prior_hits = f->a_prior_hits, .bases = a_total,
            .base_hits = f->a_base_hits, .target = attacker_target(f), .cover = COVER_OPEN,
            .disordered = f->a_disordered, .disorder_change = v->a_disorder_change,
            .disorder_most = LB_DICE_MAX, .is_measured = f->measured, .role = LB_ROLE_ACTOR);
    v->a_lost = after->lost;
    v->a_state = after->state;
    v->a_retreat = f->measured ? after->retreat : 0;
    end = verdict(run, f, v);
    LB_RETURN(combat, .a_bases_lost = end.a_bases_lost, .d_bases_lost = end.d_bases_lost,
              .winner = end.winner, .margin = end.margin, .a_state = end.a_state,
              .d_state = end.d_state, .a_hits = v->a_hits, .d_hits = v->d_hits,
              .a_retreat = v->a_retreat, .d_retreat = v->d_retreat);
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

static lb_roll passage_roll(const lb_run *run)
{
    return lb_thrown_by(run, LB_ROLE_ACTOR, -1,
                        lb_roll_count(CL_DISORDER_PASSAGE, 1, V(DISORDER_PASSAGE)));
}

LB_PROCEDURE(passage)
{
    struct passage_vars *v = LB_VARS;

    LB_BEGIN
    LB_ROLL(1, passage_roll(run));
    v->first = LB_VALUE;
    LB_ROLL(2, passage_roll(run));
    LB_RETURN(passage, .result = v->first ? (LB_VALUE ? SHAKEN_BOTH : SHAKEN_FIRST)
                                          : (LB_VALUE ? SHAKEN_SECOND : SHAKEN_NEITHER));
    LB_END
}
