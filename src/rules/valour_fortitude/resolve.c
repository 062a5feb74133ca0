// SPDX-License-Identifier: MIT
// Fire, melee and the tests of this sheet, from facts to effect.
//
// Everything here works on facts alone, so the same steps serve play, the charts and the odds. The
// modifier rows are in modifiers.def. What the effect does to the table is not decided here.

#include "rules/valour_fortitude/play.h"

static bool is_in_cover(const struct melee_side *side)
{
    return side->cover || side->odt;
}

/// vf.melee.line, before militia are looked at.
static bool is_ready_to_fire(const struct melee_side *own, const struct melee_side *other)
{
    return own->formation == FORMATION_LINE && own->fire > 0 && own->visible && !other->odt;
}

/// vf.melee.support: the better supports first, none beyond the most that count.
static int32_t melee_support(const lb_run *run, const struct melee_side *own)
{
    int32_t most_count = V(MELEE_SUPPORT_MOST);
    int32_t full =
        lb_least(most_count, own->supports + V(MELEE_CANISTER_COUNTS) * own->canister_supports);

    return full * V(MELEE_SUPPORT_EACH) +
           lb_least(most_count - full, own->open_supports) * V(MELEE_SUPPORT_OPEN);
}

/// What cards and traits add to the dice of one side: after halving, and to a march column's one
/// die too (vf.value.order).
typedef struct boosts {
    int32_t ace, queen, knave, rush, temper;
} boosts;

/// Divides the total, once in its life (vf.value.once), fractions down.
static void halve(lb_run *run, lb_tally *tally, uint16_t clause, int32_t divisor)
{
    int32_t halved = lb_most(V(VALUE_FLOOR), tally->total / divisor);

    if (divisor == 1)
        return;
    if (tally->is_halved) {
        lb_note(run, CL_VALUE_ONCE, tally->role);
        return;
    }
    tally->is_halved = true;
    lb_note(run, CL_VALUE_ORDER, tally->role);
    lb_tally_add(run, tally, clause, halved - tally->total);
}

#include "core/modifier_rows.h"
#define HALVE(clause, when, divisor) \
    if (when)                        \
        halve(run, tally, CL_##clause, divisor);
#include "rules/valour_fortitude/modifiers.def"

/// Dice of a role that each succeed on `base` or more after `modifier`, sixes always and ones
/// never.
static lb_roll successes(const lb_run *run, lb_role role, uint16_t clause, int32_t dice,
                         int32_t base, int32_t modifier, bool reroll_ones)
{
    int32_t need = base - modifier;
    lb_roll roll;

    if (V(ROLL_SIX))
        need = lb_least(need, 6);
    if (V(ROLL_ONE))
        need = lb_most(need, 2);
    roll = lb_roll_count(clause, dice, need);
    roll.reroll_ones = reroll_ones;
    return lb_thrown_by(run, role, 1, roll);
}

// No chart has cards: the facts of a chart say that none is held. A card that answers a question is
// laid down at once.
// in play: vf.fate.1, vf.fate.6, vf.fate.7, vf.fate.8, vf.fate.11, vf.fate.12, vf.fate.13,
// vf.trait.headstrong, vf.trait.unpredictable

/// Dice to hit of one side.
static lb_roll aim_roll(const lb_run *run, const struct aim_facts *f, int32_t dice)
{
    return lb_thrown_by(run, (lb_role)f->role, 1, lb_roll_count(CL_HIT_BASE, dice, f->need));
}

/// The next few dice of a throw whose faces must be told apart.
static lb_roll few_dice(const lb_run *run, const struct aim_facts *f, int32_t thrown)
{
    lb_roll roll = lb_roll_faces(CL_HIT_BASE, lb_least(f->dice - thrown, LB_FACES_MAX));

    roll.need = (int16_t)f->need;
    return lb_thrown_by(run, (lb_role)f->role, 1, roll);
}

/// Counts hits and ones among the faces of few_dice.
static void sort_faces(const struct aim_facts *f, struct aim_vars *v, int32_t faces)
{
    for (int32_t i = 0; i < LB_FACES_MAX && v->thrown < f->dice; i++) {
        int32_t face = faces >> 4 * i & 15;

        v->thrown++;
        if (face == 1)
            v->ones++;
        else
            v->hits += face >= f->need;
    }
}

/// Dice to hit. In play a side that holds the Six may throw its misses again; where ones are thrown
/// again anyway the faces are looked at, so that no die is thrown a third time (vf.roll.reroll).
LB_PROCEDURE(aim)
{
    const struct aim_facts *f = LB_FACTS;
    struct aim_vars *v = LB_VARS;
    lb_roll roll;

    LB_BEGIN
    if (f->reroll && f->six) {
        while (v->thrown < f->dice) {
            LB_ROLL(4, few_dice(run, f, v->thrown));
            sort_faces(f, v, LB_VALUE);
        }
        LB_FORGET(v->thrown);
        v->left = f->dice - v->ones - v->hits;
        if (v->ones > 0) {
            lb_tell(run, LB_EVENT_SET, CL_ROLL_REROLL, (lb_role)f->role, v->ones);
            LB_ROLL(5, aim_roll(run, f, v->ones));
            v->hits += LB_VALUE;
        }
        LB_FORGET(v->ones);
    } else {
        roll = aim_roll(run, f, f->dice);
        roll.reroll_ones = f->reroll != 0;
        LB_ROLL(1, roll);
        v->hits = LB_VALUE;
        v->left = f->dice - v->hits;
    }
    if (v->left > 0 && f->six) {
        LB_ASK(2,
               LB_QUESTION(SIX, lb_role_side(run, (lb_role)f->role), .misses = f->dice - v->hits));
        if (LB_VALUE == VERB_YES) {
            vf_discard(run, lb_role_side(run, (lb_role)f->role), 6);
            lb_note(run, CL_FATE_6, (lb_role)f->role);
            LB_ROLL(3, aim_roll(run, f, v->left));
            v->hits += LB_VALUE;
        }
    }
    LB_RETURN(aim, .hits = v->hits);
    LB_END
}

/// What a valour test is harder or easier by.
static int32_t valour_modifier(const lb_run *run, const struct after_losses_facts *f)
{
    return (f->fire_phase ? V(VALOUR_FIRE) : 0) + (f->daunted ? V(FATE_11_BR_VALOUR) : 0);
}

/// vf.valour: one test for each loss that a shaken unit suffers. A unit that has won a fight takes
/// no tests for another in the same phase (vf.result.winner).
LB_PROCEDURE(after_losses)
{
    const struct after_losses_facts *f = LB_FACTS;
    int32_t beyond = f->markers + f->suffered - f->tenacity;
    lb_role role = (lb_role)f->role;

    LB_BEGIN
    if (beyond < 0)
        LB_RETURN(after_losses, .state = STATE_UNSHAKEN);
    lb_note(run, CL_SHAKEN, role);
    if (beyond == 0 || f->won)
        LB_RETURN(after_losses, .state = STATE_SHAKEN);
    if (f->fire_phase)
        lb_tell(run, LB_EVENT_ADD, CL_VALOUR, role, V(VALOUR_FIRE));
    if (f->stoic)
        lb_note(run, CL_VALOUR_STOIC, role);
    LB_ROLL(1, successes(run, role, CL_VALOUR, beyond, V(VALOUR_NEED), valour_modifier(run, f),
                         f->stoic));
    if (f->eight && beyond - LB_VALUE == 1) {
        LB_ASK(2, LB_QUESTION(EIGHT, lb_role_side(run, role),
                              .whose = role == LB_ROLE_TARGET ? frame->target : frame->actor));
        if (LB_VALUE == VERB_YES) {
            vf_discard(run, lb_role_side(run, role), 8);
            lb_note(run, CL_FATE_8, role);
            LB_RETURN(after_losses, .state = STATE_SHAKEN);
        }
        LB_RETURN(after_losses, .state = STATE_ROUTED);
    }
    if (LB_VALUE < beyond) {
        lb_note(run, CL_ROUT, role);
        LB_RETURN(after_losses, .state = STATE_ROUTED);
    }
    LB_RETURN(after_losses, .state = STATE_SHAKEN);
    LB_END
}

/// The dice of an attack by fire; none in march column.
static lb_roll fire_roll(lb_run *run, const struct fire_facts *f)
{
    lb_tally dice = {.total = f->value}, hit = {0};
    bool reroll = f->disciplined && f->formation == FORMATION_LINE;

    fire_dice_modifiers(run, &dice, f);
    lb_tally_floor(run, &dice, CL_VALUE_ONCE, V(VALUE_FLOOR));
    fire_hit_modifiers(run, &hit, f);
    if (reroll) {
        lb_note(run, CL_HIT_DISCIPLINED, LB_ROLE_NONE);
        lb_note(run, CL_ROLL_REROLL, LB_ROLE_NONE);
    }
    return successes(run, LB_ROLE_ACTOR, CL_HIT_BASE, dice.total, V(HIT_BASE), hit.total, reroll);
}

LB_PROCEDURE(fire)
{
    const struct fire_facts *f = LB_FACTS;
    struct fire_vars *v = LB_VARS;
    lb_roll roll;

    LB_BEGIN
    if (is_marching(f->formation)) {
        lb_note(run, CL_FIRE_MARCH_COLUMN, LB_ROLE_NONE);
    } else {
        roll = fire_roll(run, f);
        LB_CALL(1, aim, .dice = roll.dice, .need = roll.need, .reroll = roll.reroll_ones,
                .six = f->six, .role = LB_ROLE_ACTOR);
        v->losses = ((const struct aim_effect *)LB_EFFECT)->hits;
        if (f->target_light && v->losses > 0) {
            int32_t left = lb_most(V(HIT_OPEN_LEAST), v->losses / V(HIT_OPEN_DIVISOR));

            if (left != v->losses)
                lb_note(run, CL_HIT_OPEN, LB_ROLE_NONE);
            v->losses = left;
        }
    }
    LB_CALL(2, after_losses, .markers = f->target_losses, .tenacity = f->target_tenacity,
            .suffered = v->losses, .fire_phase = true, .stoic = f->target_stoic, .eight = f->eight,
            .role = LB_ROLE_TARGET);
    LB_RETURN(fire, .losses = v->losses,
              .state = ((const struct after_losses_effect *)LB_EFFECT)->state);
    LB_END
}

/// The dice of one side in a fight.
static lb_roll melee_roll(lb_run *run, const struct melee_side *own, const struct melee_side *other,
                          const boosts *more, lb_role role)
{
    lb_tally dice = {.total = own->melee, .role = role}, hit = {.role = role};
    bool heavy_cavalry = own->heavy_cavalry && is_cavalry(own->formation) && !is_in_cover(other);
    bool disciplined = own->disciplined && own->formation == FORMATION_LINE;
    bool elan = own->elan && own->formation == FORMATION_ATTACK;

    melee_dice_modifiers(run, &dice, own, other, more);
    lb_tally_floor(run, &dice, CL_VALUE_ONCE, V(VALUE_FLOOR));
    melee_hit_modifiers(run, &hit, own);
    if (own->militia && is_ready_to_fire(own, other))
        lb_note(run, CL_TRAIT_MILITIA, role);
    if (heavy_cavalry)
        lb_note(run, CL_HIT_HEAVY_CAVALRY, role);
    if (disciplined)
        lb_note(run, CL_HIT_DISCIPLINED, role);
    if (elan)
        lb_note(run, CL_HIT_ELAN, role);
    if (heavy_cavalry || disciplined || elan)
        lb_note(run, CL_ROLL_REROLL, role);
    return successes(run, role, CL_HIT_BASE, dice.total, V(HIT_BASE), hit.total,
                     heavy_cavalry || disciplined || elan);
}

lb_roll vf_blows_of(const lb_battle *battle, const struct melee_side *own,
                    const struct melee_side *other)
{
    lb_run run = {.rules = battle->rules, .values = battle->house.value};

    return melee_roll(&run, own, other, &(boosts){0}, LB_ROLE_NONE);
}

/// vf.result.winner and vf.result.tie
static int32_t melee_winner(lb_run *run, const struct melee_facts *f, const struct melee_vars *v)
{
    bool a_stands_well = is_in_cover(&f->a) || f->a.uphill;
    bool d_stands_well = is_in_cover(&f->d) || f->d.uphill;

    if (v->a_losses != v->d_losses) {
        lb_note(run, CL_RESULT_WINNER, v->a_losses < v->d_losses ? LB_ROLE_ACTOR : LB_ROLE_TARGET);
        return v->a_losses < v->d_losses ? WINNER_ACTIVE : WINNER_DEFENDER;
    }
    lb_note(run, CL_RESULT_TIE, d_stands_well && !a_stands_well ? LB_ROLE_TARGET : LB_ROLE_ACTOR);
    return d_stands_well && !a_stands_well ? WINNER_DEFENDER : WINNER_ACTIVE;
}

/// vf.result.rout
static bool routs_at_once(const struct melee_side *loser, const struct melee_side *winner)
{
    if (loser->odt || winner->odt)
        return false;
    return is_artillery(loser->formation) || loser->formation == FORMATION_SQUARE ||
           (is_infantry(loser->formation) &&
            (is_cavalry(winner->formation) || winner->cavalry_support));
}

static int32_t winner_state(const struct melee_side *side, int32_t suffered)
{
    return side->losses + suffered >= side->tenacity ? STATE_SHAKEN : STATE_UNSHAKEN;
}

/// vf.result.cavalry
static int32_t loser_state(lb_run *run, const struct melee_side *loser,
                           const struct melee_side *winner, int32_t state, lb_role role)
{
    if (state == STATE_ROUTED || !is_cavalry(loser->formation) || loser->odt || winner->odt)
        return state;
    lb_note(run, CL_RESULT_CAVALRY, role);
    return STATE_RETREATS;
}

LB_PROCEDURE(melee)
{
    const struct melee_facts *f = LB_FACTS;
    struct melee_vars *v = LB_VARS;
    bool active_wins = v->winner == WINNER_ACTIVE;
    const struct melee_side *winner = active_wins ? &f->a : &f->d;
    const struct melee_side *loser = active_wins ? &f->d : &f->a;
    boosts a_more, d_more;
    lb_roll a_roll, d_roll;
    int32_t state;

    LB_BEGIN
    lb_note(run, CL_MELEE_FIGHT, LB_ROLE_NONE);
    a_more = (boosts){f->a_ace, f->a_queen, f->a_knave, f->a_rush, f->a_temper};
    d_more = (boosts){f->d_ace, f->d_queen, f->d_knave, f->d_rush, f->d_temper};
    a_roll = melee_roll(run, &f->a, &f->d, &a_more, LB_ROLE_ACTOR);
    d_roll = melee_roll(run, &f->d, &f->a, &d_more, LB_ROLE_TARGET);
    v->d_dice = d_roll.dice;
    v->d_need = d_roll.need;
    v->d_reroll = d_roll.reroll_ones;
    LB_CALL(1, aim, .dice = a_roll.dice, .need = a_roll.need, .reroll = a_roll.reroll_ones,
            .six = f->a_six, .role = LB_ROLE_ACTOR);
    v->d_losses = ((const struct aim_effect *)LB_EFFECT)->hits;
    LB_CALL(2, aim, .dice = v->d_dice, .need = v->d_need, .reroll = v->d_reroll, .six = f->d_six,
            .role = LB_ROLE_TARGET);
    v->a_losses = ((const struct aim_effect *)LB_EFFECT)->hits;
    v->winner = melee_winner(run, f, v);
    active_wins = v->winner == WINNER_ACTIVE;
    winner = active_wins ? &f->a : &f->d;
    loser = active_wins ? &f->d : &f->a;
    if (routs_at_once(loser, winner)) {
        lb_note(run, CL_RESULT_ROUT, active_wins ? LB_ROLE_TARGET : LB_ROLE_ACTOR);
        state = STATE_ROUTED;
    } else {
        LB_CALL(3, after_losses, .markers = loser->losses, .tenacity = loser->tenacity,
                .suffered = active_wins ? v->d_losses : v->a_losses, .stoic = loser->stoic,
                .won = active_wins ? f->d_won : f->a_won,
                .daunted = active_wins ? f->d_daunted : f->a_daunted,
                .eight = active_wins ? f->d_eight : f->a_eight,
                .role = active_wins ? LB_ROLE_TARGET : LB_ROLE_ACTOR);
        state =
            loser_state(run, loser, winner, ((const struct after_losses_effect *)LB_EFFECT)->state,
                        active_wins ? LB_ROLE_TARGET : LB_ROLE_ACTOR);
    }
    LB_RETURN(melee, .a_losses = v->a_losses, .d_losses = v->d_losses, .winner = v->winner,
              .a_state = active_wins ? winner_state(&f->a, v->a_losses) : state,
              .d_state = active_wins ? state : winner_state(&f->d, v->d_losses));
    LB_END
}

LB_PROCEDURE(valour)
{
    const struct valour_facts *f = LB_FACTS;

    LB_BEGIN
    if (f->fire_phase)
        lb_tell(run, LB_EVENT_ADD, CL_VALOUR, LB_ROLE_NONE, V(VALOUR_FIRE));
    if (f->stoic)
        lb_note(run, CL_VALOUR_STOIC, LB_ROLE_NONE);
    LB_ROLL(1, successes(run, LB_ROLE_ACTOR, CL_VALOUR, f->tests, V(VALOUR_NEED),
                         f->fire_phase * V(VALOUR_FIRE), f->stoic));
    LB_RETURN(valour, .result = LB_VALUE == f->tests ? VALOUR_STANDS : VALOUR_ROUTS);
    LB_END
}

static lb_roll fortitude_roll(lb_run *run, const struct fortitude_facts *f)
{
    lb_tally tally = {0};

    fortitude_modifiers(run, &tally, f);
    return successes(run, LB_ROLE_ACTOR, CL_FORTITUDE, f->tests, V(FORTITUDE_NEED), tally.total,
                     false);
}

LB_PROCEDURE(fortitude)
{
    const struct fortitude_facts *f = LB_FACTS;

    LB_BEGIN
    LB_ROLL(1, fortitude_roll(run, f));
    LB_RETURN(fortitude, .result = LB_VALUE == f->tests ? FORTITUDE_HOLDS : FORTITUDE_WAVERS,
              .failures = f->tests - LB_VALUE);
    LB_END
}

static lb_roll activation_roll(lb_run *run, const struct activation_facts *f)
{
    lb_tally tally = {0};

    activation_modifiers(run, &tally, f);
    return successes(run, LB_ROLE_ACTOR, CL_ACT_ACTIVATION, 1, V(ACTIVATION_NEED), tally.total,
                     false);
}

LB_PROCEDURE(activation)
{
    const struct activation_facts *f = LB_FACTS;

    LB_BEGIN
    if (f->first_near) {
        lb_note(run, CL_ACT_AUTO, LB_ROLE_NONE);
        LB_RETURN(activation, .result = ACTIVATION_ACTIVE);
    }
    LB_ROLL(1, activation_roll(run, f));
    LB_RETURN(activation, .result = LB_VALUE == 1 ? ACTIVATION_ACTIVE : ACTIVATION_INACTIVE);
    LB_END
}

LB_PROCEDURE(messenger)
{
    const struct messenger_facts *f = LB_FACTS;

    LB_BEGIN
    if (f->eligible)
        lb_tell(run, LB_EVENT_ADD, CL_ACT_MESSENGER, LB_ROLE_NONE, V(MESSENGER_LIGHT));
    LB_ROLL(1, successes(run, LB_ROLE_ACTOR, CL_ACT_MESSENGER, 1, V(MESSENGER_NEED),
                         f->eligible * V(MESSENGER_LIGHT), false));
    LB_RETURN(messenger, .result = LB_VALUE == 1 ? MESSENGER_ARRIVES : MESSENGER_FAILS);
    LB_END
}

LB_PROCEDURE(rally)
{
    const struct rally_facts *f = LB_FACTS;

    LB_BEGIN
    if (f->far)
        lb_tell(run, LB_EVENT_ADD, CL_ACT_RALLY, LB_ROLE_NONE, V(RALLY_FAR));
    LB_ROLL(1, successes(run, LB_ROLE_ACTOR, CL_ACT_RALLY, f->losses, V(RALLY_NEED),
                         f->far * V(RALLY_FAR), false));
    LB_RETURN(rally, .result = LB_VALUE);
    LB_END
}

LB_PROCEDURE(square_contact)
{
    const struct square_contact_facts *f = LB_FACTS;
    int32_t bonus = f->all_shaken * V(CONTACT_SHAKEN);

    LB_BEGIN
    if (f->all_shaken)
        lb_tell(run, LB_EVENT_ADD, CL_SQUARE_CONTACT, LB_ROLE_NONE, bonus);
    LB_ROLL(1, lb_thrown_by(
                   run, LB_ROLE_ACTOR, 1,
                   lb_roll_bands(CL_SQUARE_CONTACT, 1,
                                 (int32_t[]){V(CONTACT_RETREAT) - bonus, V(CONTACT_FIGHT) - bonus},
                                 2)));
    LB_RETURN(square_contact, .result = CONTACT_RETREATS_LOSS + LB_VALUE);
    LB_END
}
