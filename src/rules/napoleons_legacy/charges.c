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

/// Hits that are left of those borne before and those that came, when `lost` bases have gone.
static int32_t hits_left(int32_t prior, int32_t came, int32_t base_hits, int32_t lost)
{
    return prior + came - lost * base_hits;
}

/// What both charges have in common of the attacker as a target of fire.
#define ATTACKER_UNDER_FIRE                                                       \
    .cover = COVER_OPEN, .target = kind_of_target(f->a_kind),                     \
    .target_bases = lb_most(f->a_total, f->a_bases), .base_hits = f->a_base_hits, \
    .prior_hits = f->a_prior_hits, .save = f->a_save, .disordered = f->a_disordered

/// The fight at the end of both.
#define FIGHT                                                                            \
    .a_attacks = f->a_attacks, .d_attacks = f->d_attacks, .a_bases = f->a_bases,         \
    .a_save = f->a_save, .d_save = f->d_save, .a_base_hits = f->a_base_hits,             \
    .d_base_hits = f->d_base_hits, .a_support = f->a_support, .d_support = f->d_support, \
    .a_kind = f->a_kind, .d_kind = f->d_kind, .cover = f->cover, .flank = f->flank,      \
    .a_total = f->a_total, .a_prior_hits = v->a_hits, .measured = f->measured

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

/* Deliberate Advance. */

/// nl.advance.2: a square that was formed in answer to the charge does not fire.
static bool fires_at_advance(lb_run *run, const struct advance_facts *f)
{
    if (f->d_formed)
        lb_note(run, CL_SQUARE_NOFIRE, LB_ROLE_TARGET);
    else if (f->d_fire > 0)
        lb_note(run, CL_ADVANCE_2, LB_ROLE_TARGET);
    return !f->d_formed && f->d_fire > 0;
}

/// nl.advance.4: who recoiled fires hastily with what is left, others as at half range.
static struct fire_facts advance_fire(lb_run *run, const struct advance_facts *f, int32_t a_lost)
{
    lb_note(run, CL_ADVANCE_4, LB_ROLE_ACTOR);
    return (struct fire_facts){.attacks = f->a_fire,
                               .bases = lb_most(0, firing(f->a_firing, f->a_bases) - a_lost),
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
                               .disordered = f->d_disordered};
}

LB_PROCEDURE(advance)
{
    const struct advance_facts *f = LB_FACTS;
    struct advance_vars *v = LB_VARS;
    const struct fire_effect *fire = LB_EFFECT;
    const struct combat_effect *fight = LB_EFFECT;
    struct fire_facts volley;

    LB_BEGIN
    lb_note(run, CL_ADVANCE_1, LB_ROLE_NONE);
    v->a_state = f->a_disordered ? STATE_DISORDERED : STATE_STEADY;
    v->d_state = f->d_disordered ? STATE_DISORDERED : STATE_STEADY;
    v->a_hits = f->a_prior_hits;
    v->d_hits = f->d_prior_hits;
    if (fires_at_advance(run, f)) {
        LB_CALL_BACK(1, fire, .attacks = f->d_fire, .bases = firing(f->d_firing, f->d_bases),
                     .mode = MODE_HASTY, .sharpshooters = f->d_sharpshooters, ATTACKER_UNDER_FIRE);
        v->a_lost = fire->bases_lost;
        v->a_state = fire->state;
        v->a_hits = hits_left(f->a_prior_hits, fire->unsaved, f->a_base_hits, v->a_lost);
        if (is_gone(v->a_state) || v->a_state == STATE_RETREATS) {
            LB_RETURN(advance, .ending = ENDING_BROKEN, .winner = WINNER_DEFENDER,
                      .a_bases_lost = v->a_lost, .a_state = v->a_state, .d_state = v->d_state,
                      .a_retreat = fire->retreat, .a_hits = v->a_hits, .d_hits = v->d_hits);
        }
        if (v->a_lost > 0)
            lb_tell(run, LB_EVENT_SET, CL_ADVANCE_3, LB_ROLE_ACTOR, V(ADVANCE_3));
    }
    if (f->a_fire > 0 && firing(f->a_firing, f->a_bases) > v->a_lost) {
        volley = advance_fire(run, f, v->a_lost);
        LB_CALL_ON(2, fire, &volley);
        lb_note(run, CL_ADVANCE_5, LB_ROLE_TARGET);
        v->d_lost = fire->bases_lost;
        v->d_state = fire->state;
        v->d_hits = hits_left(f->d_prior_hits, fire->unsaved, f->d_base_hits, v->d_lost);
        if (is_gone(v->d_state) || v->d_state == STATE_RETREATS) {
            LB_RETURN(advance, .ending = v->a_lost > 0 ? ENDING_RECOILED : ENDING_FLED,
                      .winner = v->a_lost > 0 ? WINNER_DRAW : WINNER_ATTACKER,
                      .a_bases_lost = v->a_lost, .d_bases_lost = v->d_lost, .a_state = v->a_state,
                      .d_state = v->d_state, .a_retreat = v->a_lost > 0 ? V(ADVANCE_3) : 0,
                      .d_retreat = fire->retreat, .a_hits = v->a_hits, .d_hits = v->d_hits);
        }
    }
    if (v->a_lost > 0) {
        LB_RETURN(advance, .ending = ENDING_RECOILED, .winner = WINNER_DEFENDER,
                  .a_bases_lost = v->a_lost, .d_bases_lost = v->d_lost, .a_state = v->a_state,
                  .d_state = v->d_state, .a_retreat = V(ADVANCE_3), .a_hits = v->a_hits,
                  .d_hits = v->d_hits);
    }
    lb_note(run, CL_ADVANCE_6, LB_ROLE_ACTOR);
    LB_CALL(3, combat, FIGHT, .a_disordered = v->a_state == STATE_DISORDERED,
            .d_disordered = v->d_state == STATE_DISORDERED,
            .d_bases = lb_least(f->d_bases, lb_most(f->d_total, f->d_bases) - v->d_lost),
            .d_total = lb_most(f->d_total, f->d_bases) - v->d_lost, .d_prior_hits = v->d_hits);
    LB_RETURN(advance, .ending = ENDING_FOUGHT, .winner = fight->winner,
              .a_bases_lost = fight->a_bases_lost, .d_bases_lost = v->d_lost + fight->d_bases_lost,
              .a_state = fight->a_state, .d_state = fight->d_state,
              .a_retreat = way_back(fight, true, kind_of_target(f->a_kind)),
              .d_retreat = way_back(fight, false, f->d_kind),
              .a_hits = hits_left(v->a_hits, fight->a_hits, f->a_base_hits, fight->a_bases_lost),
              .d_hits = hits_left(v->d_hits, fight->d_hits, f->d_base_hits, fight->d_bases_lost));
    LB_END
}

/* Bayonet Charge. */

bool nl_fire_at_bayonet(const struct bayonet_facts *f, struct fire_facts *fire)
{
    *fire = (struct fire_facts){.attacks = f->d_fire,
                                .bases = firing(f->d_firing, f->d_bases),
                                .mode = MODE_HASTY,
                                .sharpshooters = f->d_sharpshooters,
                                ATTACKER_UNDER_FIRE};
    return !f->d_formed && f->d_fire > 0;
}

/// nl.bayonet.2: whether the defender has anything to fire with.
static bool fires_at_bayonet(lb_run *run, const struct bayonet_facts *f, struct fire_facts *fire)
{
    bool fires = nl_fire_at_bayonet(f, fire);

    if (f->d_formed)
        lb_note(run, CL_SQUARE_NOFIRE, LB_ROLE_TARGET);
    else if (fires)
        lb_note(run, CL_BAYONET_2, LB_ROLE_TARGET);
    return fires;
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

LB_PROCEDURE(bayonet)
{
    const struct bayonet_facts *f = LB_FACTS;
    struct bayonet_vars *v = LB_VARS;
    const struct fire_effect *fire = LB_EFFECT;
    const struct fear_effect *fear = LB_EFFECT;
    const struct combat_effect *fight = LB_EFFECT;
    int32_t d_state = f->d_disordered ? STATE_DISORDERED : STATE_STEADY;
    struct fire_facts volley;
    struct fear_facts test;

    LB_BEGIN
    lb_note(run, CL_BAYONET_1, LB_ROLE_NONE);
    v->a_state = f->a_disordered ? STATE_DISORDERED : STATE_STEADY;
    v->a_hits = f->a_prior_hits;
    if (fires_at_bayonet(run, f, &volley)) {
        v->load = load_COUNT;
        if (f->d_kind == TARGET_ARTILLERY) {
            LB_CALL_BACK(1, ammo, .nothing = 0);
            v->load = ((const struct ammo_effect *)LB_EFFECT)->result;
        }
        if (v->load == LOAD_SHOT) {
            LB_FORGET(v->load);
            LB_CALL_BACK(2, shot, .attacks = f->d_fire, .bases = firing(f->d_firing, f->d_bases),
                         .rows = f->a_rows, .depth = f->a_depth, ATTACKER_UNDER_FIRE);
        } else if (v->load == LOAD_CANISTER) {
            LB_FORGET(v->load);
            LB_CALL_BACK(3, fire, .attacks = f->d_canister,
                         .bases = firing(f->d_firing, f->d_bases), .mode = MODE_CANISTER_CLOSE,
                         .sharpshooters = f->d_sharpshooters, ATTACKER_UNDER_FIRE);
        } else if (v->load != LOAD_NONE) {
            LB_FORGET(v->load);
            (void)nl_fire_at_bayonet(f, &volley);
            LB_CALL_BACK_ON(4, fire, &volley);
        }
        if (v->load != LOAD_NONE) {
            v->a_state = fire->state;
            v->a_hits = hits_left(f->a_prior_hits, fire->unsaved, f->a_base_hits, fire->bases_lost);
            if (is_gone(v->a_state) || v->a_state == STATE_RETREATS) {
                LB_RETURN(bayonet, .ending = ENDING_BROKEN, .winner = WINNER_DEFENDER,
                          .a_bases_lost = fire->bases_lost, .a_state = v->a_state,
                          .d_state = d_state, .a_retreat = fire->retreat, .a_hits = v->a_hits,
                          .d_hits = f->d_prior_hits);
            }
            if (fire->bases_lost > 0) {
                lb_tell(run, LB_EVENT_SET, CL_BAYONET_3, LB_ROLE_ACTOR, V(BAYONET_3));
                lb_note(run, CL_BAYONET_4, LB_ROLE_ACTOR);
                LB_RETURN(bayonet, .ending = ENDING_RECOILED, .winner = WINNER_DEFENDER,
                          .a_bases_lost = fire->bases_lost, .a_state = v->a_state,
                          .d_state = d_state, .a_retreat = V(BAYONET_3), .a_hits = v->a_hits,
                          .d_hits = f->d_prior_hits);
            }
        }
        LB_FORGET(v->load);
    }
    test = nl_fear_of(f);
    LB_CALL_ON(5, fear, &test);
    if (fear->state == NERVE_RETREATS || fear->state == NERVE_ROUTED) {
        LB_RETURN(bayonet, .ending = ENDING_FLED, .winner = WINNER_ATTACKER, .a_state = v->a_state,
                  .d_state = fear->state == NERVE_ROUTED ? STATE_ROUTED : STATE_RETREATS,
                  .d_retreat = fear->retreat, .a_hits = v->a_hits, .d_hits = f->d_prior_hits);
    }
    v->terror = fear->failures > 0;
    LB_CALL(6, combat, FIGHT, .terror = v->terror, .a_disordered = v->a_state == STATE_DISORDERED,
            .d_disordered = f->d_disordered || v->terror, .d_bases = f->d_bases,
            .d_total = f->d_total, .d_prior_hits = f->d_prior_hits);
    nl_tell_end_of_bayonet(run, fight);
    LB_RETURN(bayonet, .ending = ENDING_FOUGHT, .winner = fight->winner,
              .a_bases_lost = fight->a_bases_lost, .d_bases_lost = fight->d_bases_lost,
              .a_state = fight->a_state, .d_state = fight->d_state,
              .a_retreat = way_back(fight, true, kind_of_target(f->a_kind)),
              .d_retreat = way_back(fight, false, f->d_kind),
              .a_hits = hits_left(v->a_hits, fight->a_hits, f->a_base_hits, fight->a_bases_lost),
              .d_hits =
                  hits_left(f->d_prior_hits, fight->d_hits, f->d_base_hits, fight->d_bases_lost));
    LB_END
}
