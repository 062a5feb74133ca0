// SPDX-License-Identifier: MIT
// A declared charge as a whole, on facts alone: the reaction of the target, the ground, its fire,
// the tests of both, contact and melee. The chart `charge`, `limber odds` and computer players run
// this; play runs the same charts one by one, with the table between them.

#include "rules/march_attack/play.h"

/// True if the target has found its new formation or facing.
static bool has_changed(const struct charge_facts *f, const struct charge_vars *v)
{
    return v->reaction == REACTION_RESULT_DONE && f->d_reaction != CHARGE_REACTION_COUNTER;
}

static bool is_now_square(const struct charge_facts *f, const struct charge_vars *v)
{
    return f->d_kind == UNIT_KIND_INFANTRY &&
           (f->d_formation == FORMATION_SQUARE ||
            (has_changed(f, v) && f->d_reaction == CHARGE_REACTION_SQUARE));
}

/// The test of the target, of a reaction or as it stands.
static struct ved_facts target_test(const struct charge_facts *f, const struct charge_vars *v,
                                    bool reacts)
{
    return (struct ved_facts){.quality = f->d_quality,
                              .leader = f->d_leader,
                              .column = f->d_kind == UNIT_KIND_INFANTRY &&
                                        f->d_formation == FORMATION_COLUMN,
                              .cv_lost = f->d_cv_lost,
                              .disordered = f->d_disordered || v->d_disordered,
                              .flank = reacts && f->a_vs_flank,
                              .change = reacts ? f->d_change : CHANGE_NONE};
}

static struct ved_facts charger_test(const struct charge_facts *f, const struct charge_vars *v)
{
    return (struct ved_facts){.quality = f->a_quality,
                              .leader = f->a_leader,
                              .column = f->a_kind == UNIT_KIND_INFANTRY &&
                                        f->a_formation == CHARGE_FORMATION_COLUMN,
                              .cv_lost = f->a_cv_lost + v->a_lost,
                              .disordered = f->a_disordered || v->a_disordered};
}

static struct small_arms_facts volley(const struct charge_facts *f, const struct charge_vars *v)
{
    return (struct small_arms_facts){.cv = f->d_cv,
                                     .formation =
                                         is_now_square(f, v) ? FORMATION_SQUARE : f->d_formation,
                                     .cover = f->a_cover,
                                     .charging_cavalry = f->a_kind == UNIT_KIND_CAVALRY,
                                     .disordered = f->d_disordered || v->d_disordered};
}

static struct artillery_facts canister(const struct charge_facts *f, const struct charge_vars *v)
{
    return (struct artillery_facts){
        .weight = f->d_weight,
        .range = RANGE_CLOSE,
        .target = f->a_formation == CHARGE_FORMATION_COLUMN ? GUN_TARGET_COLUMN : GUN_TARGET_LINE,
        .cover = f->a_cover,
        .disordered = f->d_disordered || v->d_disordered};
}

static int32_t garrison_of(const struct charge_facts *f)
{
    if (f->d_formation != FORMATION_BUILDING)
        return GARRISON_NONE;
    return f->d_cover == COVER_HEAVY   ? GARRISON_HEAVY
           : f->d_cover == COVER_LIGHT ? GARRISON_LIGHT
                                       : GARRISON_NONE;
}

/// ma.melee.contact: an unanchored line that cavalry hits is disordered.
static bool is_ridden_down(const struct charge_facts *f, const struct charge_vars *v)
{
    return f->d_unanchored && f->a_kind == UNIT_KIND_CAVALRY && f->d_kind == UNIT_KIND_INFANTRY &&
           f->d_formation == FORMATION_LINE && !is_now_square(f, v);
}

static struct melee_facts melee_of(lb_run *run, const struct charge_facts *f,
                                   const struct charge_vars *v)
{
    bool counters = f->d_reaction == CHARGE_REACTION_COUNTER && !v->halted;
    bool is_halted = f->d_kind == UNIT_KIND_CAVALRY && !counters;
    bool at_square = f->a_kind == UNIT_KIND_CAVALRY && is_now_square(f, v);

    if ((is_ridden_down(f, v) || at_square) && V(MELEE_CONTACT) > 0)
        lb_note(run, CL_MELEE_CONTACT, at_square ? LB_ROLE_ACTOR : LB_ROLE_TARGET);
    return (struct melee_facts){
        .a = {.kind = f->a_kind,
              .leader = f->a_leader,
              .vs_disordered = f->a_vs_disordered || v->d_disordered || is_halted ||
                               (is_ridden_down(f, v) && V(MELEE_CONTACT) > 0),
              .vs_flank = f->a_vs_flank && !has_changed(f, v),
              .charge = f->a_charge,
              .units = f->a_units,
              .lance = f->a_lance,
              .fortified = f->a_fortified,
              .obstacle = f->a_obstacle},
        .d = {.kind = f->d_kind,
              .leader = f->d_leader,
              .vs_disordered = f->d_vs_disordered || (counters && v->a_disordered),
              .vs_flank = f->d_vs_flank,
              .charge = v->halted ? CHARGE_NONE : f->d_charge,
              .units = f->d_units,
              .lance = f->d_lance,
              .square = is_now_square(f, v),
              .garrison = garrison_of(f),
              .fortified = f->d_fortified,
              .obstacle = f->d_obstacle},
        .a_cv = f->a_cv - v->a_lost,
        .d_cv = f->d_cv};
}

/// What came of the reaction; a failed one disorders.
static void take_reaction(struct charge_vars *v, const struct ved_effect *effect)
{
    bool is_done = effect->result == VED_RESULT_PASS;

    v->reaction = is_done ? REACTION_RESULT_DONE : REACTION_RESULT_FAILED;
    v->d_disordered = !is_done;
}

/// What the test of the target leaves it: a counter-charger is halted, others are disordered.
static void take_test(const lb_run *run, const struct charge_facts *f, struct charge_vars *v,
                      const struct ved_effect *effect)
{
    if (effect->result == VED_RESULT_PASS)
        return;
    if (f->d_reaction == CHARGE_REACTION_COUNTER) {
        v->halted = 1;
        v->d_disordered = V(VED_CHARGE_CHARGER) > 0;
    } else {
        v->d_disordered = V(VED_CHARGE_TARGET) > 0;
    }
}

LB_PROCEDURE(charge)
{
    const struct charge_facts *f = LB_FACTS;
    struct charge_vars *v = LB_VARS;
    const struct melee_effect *won = LB_EFFECT;
    struct melee_facts melee;
    struct ved_facts test;

    LB_BEGIN
    if (f->d_reaction == CHARGE_REACTION_COUNTER)
        v->reaction = REACTION_RESULT_DONE;
    if (f->d_reaction == CHARGE_REACTION_SQUARE || f->d_reaction == CHARGE_REACTION_FACE) {
        test = target_test(f, v, true);
        LB_CALL_BACK_ON(1, ved, &test);
        take_reaction(v, LB_EFFECT);
    }
    v->a_disordered = f->a_way == WAY_CERTAIN;
    if (f->a_way == WAY_CHANCE) {
        LB_CALL(2, obstacle, .mounted = f->a_kind == UNIT_KIND_CAVALRY);
        v->a_disordered =
            ((const struct obstacle_effect *)LB_EFFECT)->result == OBSTACLE_RESULT_DISORDERED;
    }
    if (f->d_fires && f->d_kind == UNIT_KIND_INFANTRY) {
        struct small_arms_facts fire = volley(f, v);

        LB_CALL_BACK_ON(3, small_arms, &fire);
        v->a_lost = lb_least(f->a_cv, ((const struct small_arms_effect *)LB_EFFECT)->result);
    } else if (f->d_fires && f->d_kind != UNIT_KIND_CAVALRY) {
        struct artillery_facts fire = canister(f, v);

        LB_CALL_BACK_ON(4, artillery, &fire);
        v->a_lost = lb_least(f->a_cv, ((const struct artillery_effect *)LB_EFFECT)->result);
    }
    if (v->a_lost == f->a_cv)
        LB_RETURN(charge, .reaction = v->reaction, .charge = CHARGE_RESULT_SHOT,
                  .winner = CHARGE_WINNER_NONE, .effect = CHARGE_EFFECT_NONE, .a_lost = v->a_lost);
    test = charger_test(f, v);
    LB_CALL_ON(5, ved, &test);
    if (((const struct ved_effect *)LB_EFFECT)->result == VED_RESULT_FAIL)
        LB_RETURN(charge, .reaction = v->reaction, .charge = CHARGE_RESULT_HALTED,
                  .winner = CHARGE_WINNER_NONE, .effect = CHARGE_EFFECT_NONE, .a_lost = v->a_lost);
    if (f->d_reaction == CHARGE_REACTION_STAND || f->d_reaction == CHARGE_REACTION_COUNTER) {
        test = target_test(f, v, false);
        LB_CALL_BACK_ON(6, ved, &test);
        take_test(run, f, v, LB_EFFECT);
    }
    melee = melee_of(run, f, v);
    LB_CALL_ON(7, melee, &melee);
    LB_RETURN(charge, .reaction = v->reaction, .charge = CHARGE_RESULT_CONTACT,
              .winner = won->winner, .effect = won->effect,
              .a_lost = lb_least(f->a_cv,
                                 v->a_lost + (won->winner == WINNER_DEFENDER ? won->cv_lost : 0)),
              .d_lost = lb_least(f->d_cv, won->winner == WINNER_ATTACKER ? won->cv_lost : 0));
    LB_END
}
