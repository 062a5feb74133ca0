// SPDX-License-Identifier: MIT
// Orders, deployment, fire, combat, fate and assessments of this sheet, from facts to effect.
//
// Everything here works on facts alone, so the same steps serve play, the charts and the odds, at
// either scale: only the values differ. The modifier rows are in modifiers.def. What an effect does
// to a Formation on the table is not decided here.

#include "rules/esr/local.h"

/// What a list of values named x_A, x_B, x_C gives a leader.
#define BY_RATING(rating, name) by_rating(rating, V(name##_A), V(name##_B), V(name##_C))

static int32_t by_rating(int32_t rating, int32_t a, int32_t b, int32_t c)
{
    switch (rating) {
    case RATING_A:
        return a;
    case RATING_B:
        return b;
    case RATING_C:
        return c;
    default:
        return 0;
    }
}

static int32_t issuer_rating(const lb_run *run, const struct order_facts *f)
{
    return BY_RATING(f->issuer, MOD_ISSUER);
}

/// esr.mod.enemy: the nearer band replaces the wider one.
static int32_t nearness(const lb_run *run, int32_t enemy)
{
    if (enemy == LB_NO_LENGTH)
        return 0;
    if (enemy <= V(MOD_ENEMY_NEAR) * LB_INCH)
        return V(MOD_ENEMY_NEAR_VALUE);
    return enemy <= V(MOD_ENEMY_FAR) * LB_INCH ? V(MOD_ENEMY_FAR_VALUE) : 0;
}

static bool is_between(int32_t year, int32_t first, int32_t last)
{
    return first <= year && year <= last;
}

/// esr.deploy.nation
static int32_t drill(const lb_run *run, int32_t nation, int32_t year)
{
    switch (nation) {
    case NATION_FRENCH_GUARD:
        return V(DEPLOY_GUARD);
    case NATION_FRENCH_LINE:
        if (is_between(year, V(DEPLOY_LINE_EARLY_FIRST), V(DEPLOY_LINE_EARLY_LAST)))
            return V(DEPLOY_LINE_EARLY);
        return (is_between(year, V(DEPLOY_LINE_LATE_FIRST), V(DEPLOY_LINE_LATE_LAST)) ||
                year == V(DEPLOY_LINE_AGAIN)) *
               V(DEPLOY_LINE_LATE);
    case NATION_FRENCH_ALLY:
        return (is_between(year, V(DEPLOY_ALLY_FIRST), V(DEPLOY_ALLY_LAST)) ||
                year == V(DEPLOY_ALLY_AGAIN)) *
               V(DEPLOY_ALLY);
    case NATION_AUSTRIAN:
    case NATION_RUSSIAN:
        return (year <= V(DEPLOY_EASTERN_LAST)) * V(DEPLOY_EASTERN);
    case NATION_PRUSSIAN:
        return (year <= V(DEPLOY_PRUSSIAN_LAST)) * V(DEPLOY_PRUSSIAN);
    default:
        return 0;
    }
}

/// esr.combat.fatigue
static int32_t weariness(const lb_run *run, int32_t fatigue, int32_t enemy_kind)
{
    switch (enemy_kind) {
    case UNIT_KIND_CAVALRY:
        return fatigue / V(COMBAT_FATIGUE_PER_CAVALRY) * V(COMBAT_FATIGUE_VS_CAVALRY);
    case UNIT_KIND_ARTILLERY:
        return fatigue / V(COMBAT_FATIGUE_PER_ARTILLERY) * V(COMBAT_FATIGUE_VS_ARTILLERY);
    default:
        return fatigue / V(COMBAT_FATIGUE_PER_INFANTRY) * V(COMBAT_FATIGUE_VS_INFANTRY);
    }
}

/// A total with the fraction that percentages leave; the tally holds its whole part, rounded down.
typedef struct exact_total {
    int64_t numerator;
    int64_t denominator;
} exact_total;

static int64_t floor_divide(int64_t numerator, int64_t denominator)
{
    return numerator / denominator - (numerator % denominator < 0);
}

/// Takes a percentage of the exact total; the row is worth what that changes in whole points.
static void scale(lb_run *run, lb_tally *tally, exact_total *exact, uint16_t clause,
                  int32_t percent)
{
    int64_t before = exact->denominator == 1 ? tally->total : exact->numerator;

    exact->numerator = before * percent;
    exact->denominator *= 100;
    lb_tally_add(run, tally, clause,
                 (int32_t)floor_divide(exact->numerator, exact->denominator) - tally->total);
}

#include "core/modifier_rows.h"
#define SCORE(list, ...)         \
    MODIFIERS(list, __VA_ARGS__) \
    exact_total exact = {.denominator = 1};
#define SCALE(clause, when, percent) \
    if (when)                        \
        scale(run, tally, &exact, CL_##clause, percent);
#include "rules/esr/modifiers.def"

/// A roll of whoever acts.
static lb_roll own_roll(const lb_run *run, int32_t wish, lb_roll roll)
{
    return lb_thrown_by(run, LB_ROLE_ACTOR, wish, roll);
}

static lb_roll order_roll(lb_run *run, const struct order_facts *f)
{
    lb_tally tally = {0};

    order_modifiers(run, &tally, f);
    return own_roll(run, 1,
                    lb_roll_bands(CL_ORDER_ROLL, 2,
                                  (int32_t[]){V(ORDER_ROLL_FAILURE) + 1 - tally.total,
                                              V(ORDER_ROLL_SUCCESS) - tally.total},
                                  2));
}

LB_PROCEDURE(order)
{
    enum { FAILURE, BETWEEN, SUCCESS };
    const struct order_facts *f = LB_FACTS;

    LB_BEGIN
    LB_ROLL(1, order_roll(run, f));
    if (LB_VALUE == SUCCESS)
        LB_RETURN(order, .result = ORDER_RESULT_SUCCESS);
    if (LB_VALUE == FAILURE || f->action)
        LB_RETURN(order, .result = ORDER_RESULT_FAILURE);
    LB_ROLL(2, own_roll(run, -1, lb_roll_sum(CL_ORDER_DELAY, 1)));
    LB_RETURN(order, .result = ORDER_RESULT_DELAY_1 + (LB_VALUE - 1) / V(ORDER_DELAY_DIVISOR));
    LB_END
}

static lb_roll deploy_roll(lb_run *run, const struct deploy_facts *f)
{
    lb_tally tally = {0};

    deploy_modifiers(run, &tally, f);
    return own_roll(run, 1,
                    lb_roll_bands(CL_DEPLOY_ROLL, 2,
                                  (int32_t[]){V(DEPLOY_MID_TOTAL) - tally.total,
                                              V(DEPLOY_HIGH_TOTAL) - tally.total,
                                              V(DEPLOY_TOP_TOTAL) - tally.total},
                                  3));
}

LB_PROCEDURE(deploy)
{
    const int32_t units[] = {V(DEPLOY_LOW_UNITS), V(DEPLOY_MID_UNITS), V(DEPLOY_HIGH_UNITS),
                             V(DEPLOY_TOP_UNITS)};

    LB_BEGIN
    LB_ROLL(1, deploy_roll(run, LB_FACTS));
    LB_RETURN(deploy, .result = units[LB_VALUE]);
    LB_END
}

/// What guns and skirmishers score before the dice.
static int32_t fire_points(lb_run *run, const struct score_facts *f)
{
    lb_tally guns = {0}, skirmishers = {0};

    artillery_score_modifiers(run, &guns, f);
    skirmish_score_modifiers(run, &skirmishers, f);
    return guns.total + skirmishers.total;
}

LB_PROCEDURE(score)
{
    struct score_vars *v = LB_VARS;

    LB_BEGIN
    v->points = fire_points(run, LB_FACTS);
    LB_ROLL(1, own_roll(run, 1, lb_roll_sum(CL_FIRE_SCORE, 2)));
    LB_RETURN(score, .result = v->points + LB_VALUE);
    LB_END
}

/// What a fight does to one of the two units in it.
typedef struct fight_result {
    int32_t result;
    int32_t fatigue;
} fight_result;

static fight_result fight_tied(lb_run *run, const struct combat_side *own,
                               const struct combat_side *enemy, lb_role role)
{
    lb_note(run, CL_COMBAT_TIE, role);
    return (fight_result){own->kind == UNIT_KIND_ARTILLERY     ? COMBAT_RESULT_RETIRE
                          : enemy->kind == UNIT_KIND_ARTILLERY ? COMBAT_RESULT_HOLD
                                                               : COMBAT_RESULT_FIGHT_AGAIN,
                          V(COMBAT_TIE_FATIGUE)};
}

static fight_result fight_won(lb_run *run, const struct combat_side *own,
                              const struct combat_side *enemy, int32_t margin, lb_role role)
{
    bool stands = own->kind == UNIT_KIND_INFANTRY && enemy->kind == UNIT_KIND_CAVALRY;

    if (margin >= V(COMBAT_WON4_MARGIN)) {
        lb_note(run, CL_COMBAT_WON4, role);
        return (fight_result){stands ? COMBAT_RESULT_HOLD : COMBAT_RESULT_BREAKTHROUGH, 0};
    }
    lb_note(run, CL_COMBAT_WON3, role);
    return (fight_result){COMBAT_RESULT_HOLD,
                          (own->kind == UNIT_KIND_CAVALRY) * V(COMBAT_WON3_FATIGUE)};
}

static fight_result fight_lost(lb_run *run, const struct combat_side *own, int32_t margin,
                               lb_role role)
{
    bool is_cavalry = own->kind == UNIT_KIND_CAVALRY;

    if (margin <= V(COMBAT_LOST3_MARGIN)) {
        lb_note(run, CL_COMBAT_LOST3, role);
        return (fight_result){COMBAT_RESULT_RETIRE, is_cavalry * V(COMBAT_LOST3_FATIGUE)};
    }
    if (margin <= V(COMBAT_LOST6_MARGIN)) {
        lb_note(run, CL_COMBAT_LOST6, role);
        if (is_cavalry)
            return (fight_result){COMBAT_RESULT_RETIRE, V(COMBAT_LOST6_CAVALRY)};
        if (own->supported)
            return (fight_result){COMBAT_RESULT_RETIRE, 0};
        return (fight_result){COMBAT_RESULT_ROUT, V(COMBAT_LOST6_FATIGUE)};
    }
    if (margin <= V(COMBAT_LOST9_MARGIN)) {
        lb_note(run, CL_COMBAT_LOST9, role);
        return (fight_result){COMBAT_RESULT_ROUT, V(COMBAT_LOST9_FATIGUE)};
    }
    lb_note(run, CL_COMBAT_LOST10, role);
    return (fight_result){COMBAT_RESULT_REMOVED, V(COMBAT_LOST10_FATIGUE)};
}

/// `lead` is by how much this side is ahead.
static fight_result fight(lb_run *run, const struct combat_side *own,
                          const struct combat_side *enemy, int32_t lead, lb_role role)
{
    if (lead == 0)
        return fight_tied(run, own, enemy, role);
    return lead > 0 ? fight_won(run, own, enemy, lead, role) : fight_lost(run, own, -lead, role);
}

/// By how much the attacker's modifiers exceed the defender's.
static int32_t combat_lead(lb_run *run, const struct combat_facts *f)
{
    lb_tally attacker = {.role = LB_ROLE_ACTOR}, defender = {.role = LB_ROLE_TARGET};

    combat_modifiers(run, &attacker, &f->a, &f->d);
    combat_modifiers(run, &defender, &f->d, &f->a);
    return attacker.total - defender.total;
}

static lb_roll combat_roll(const lb_run *run, lb_role role)
{
    return lb_thrown_by(run, role, 1, lb_roll_sum(CL_COMBAT_ROLL, 2));
}

LB_PROCEDURE(combat)
{
    const struct combat_facts *f = LB_FACTS;
    struct combat_vars *v = LB_VARS;
    fight_result a, d;

    LB_BEGIN
    v->lead = combat_lead(run, f);
    LB_ROLL(1, combat_roll(run, LB_ROLE_ACTOR));
    v->lead += LB_VALUE;
    LB_ROLL(2, combat_roll(run, LB_ROLE_TARGET));
    v->lead -= LB_VALUE;
    a = fight(run, &f->a, &f->d, v->lead, LB_ROLE_ACTOR);
    d = fight(run, &f->d, &f->a, -v->lead, LB_ROLE_TARGET);
    LB_RETURN(combat, .margin = v->lead, .a_result = a.result, .a_fatigue = a.fatigue,
              .d_result = d.result, .d_fatigue = d.fatigue);
    LB_END
}

static lb_roll fate_roll(lb_run *run, const struct fate_facts *f)
{
    lb_tally tally = {0};

    fate_modifiers(run, &tally, f);
    return own_roll(
        run, 1,
        lb_roll_bands(CL_FATE_WHO, 2, (int32_t[]){V(FATE_HARMED_TOTAL) + 1 - tally.total}, 1));
}

LB_PROCEDURE(fate)
{
    static const int32_t wound[] = {FATE_RESULT_KILLED, FATE_RESULT_SEVERE, FATE_RESULT_STUNNED,
                                    FATE_RESULT_MINOR, FATE_RESULT_INVINCIBLE};
    const struct fate_facts *f = LB_FACTS;

    LB_BEGIN
    if (f->traits == FATE_TRAIT_WANDERED_OFF) {
        lb_note(run, CL_FATE_MODS, LB_ROLE_NONE);
        LB_RETURN(fate, .result = FATE_RESULT_UNHARMED);
    }
    LB_ROLL(1, fate_roll(run, f));
    if (LB_VALUE > 0)
        LB_RETURN(fate, .result = FATE_RESULT_UNHARMED);
    LB_ROLL(2, own_roll(run, 1,
                        lb_roll_bands(CL_FATE_HARMED, 2,
                                      (int32_t[]){V(FATE_HARMED_SEVERE), V(FATE_HARMED_STUNNED),
                                                  V(FATE_HARMED_MINOR), V(FATE_HARMED_INVINCIBLE)},
                                      4)));
    LB_RETURN(fate, .result = wound[LB_VALUE]);
    LB_END
}

static lb_roll assess_roll(lb_run *run, const struct assess_facts *f)
{
    lb_tally tally = {0};

    assess_modifiers(run, &tally, f);
    return own_roll(
        run, 1,
        lb_roll_bands(CL_ASSESS_WHEN, 2,
                      (int32_t[]){V(BAND5_TOTAL) - tally.total, V(BAND4_TOTAL) - tally.total,
                                  V(BAND3_TOTAL) - tally.total, V(BAND2_TOTAL) - tally.total,
                                  V(BAND1_TOTAL) - tally.total},
                      5));
}

LB_PROCEDURE(assess)
{
    enum { LOWEST, BANDS = 6 };
    static const uint16_t band[] = {CL_ASSESS_BAND6, CL_ASSESS_BAND5, CL_ASSESS_BAND4,
                                    CL_ASSESS_BAND3, CL_ASSESS_BAND2, CL_ASSESS_BAND1};
    const int32_t fatigue[] = {0,
                               V(BAND5_FATIGUE),
                               V(BAND4_FATIGUE),
                               V(BAND3_FATIGUE),
                               V(BAND2_FATIGUE),
                               V(BAND1_FATIGUE)};

    LB_BEGIN
    LB_ROLL(1, assess_roll(run, LB_FACTS));
    lb_note(run, band[LB_VALUE], LB_ROLE_NONE);
    if (LB_VALUE == LOWEST)
        LB_RETURN(assess, .result = ASSESS_RESULT_RETREAT, .band = BANDS);
    LB_RETURN(assess, .result = ASSESS_RESULT_NO_EFFECT + fatigue[LB_VALUE],
              .band = BANDS - LB_VALUE);
    LB_END
}

LB_PROCEDURE(status)
{
    const struct status_facts *f = LB_FACTS;

    LB_BEGIN
    if (100 * f->fatigue >= V(STATUS_CHECK_BREAK_PERCENT) * f->deployed) {
        lb_note(run, CL_STATUS_CHECK_BREAK, LB_ROLE_NONE);
        LB_RETURN(status, .result = STATUS_RESULT_BROKEN);
    }
    if (100 * f->fatigue >= V(STATUS_CHECK_RETREAT_PERCENT) * f->deployed) {
        lb_note(run, CL_STATUS_CHECK_RETREAT, LB_ROLE_NONE);
        LB_RETURN(status, .result = STATUS_RESULT_RETREAT);
    }
    LB_RETURN(status, .result = STATUS_RESULT_NORMAL);
    LB_END
}
