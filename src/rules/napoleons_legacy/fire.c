// SPDX-License-Identifier: MIT
// Fire on the table: who fires at whom, bursts, pools, opportunity fire, and what it does to a
// body.

#include "rules/napoleons_legacy/play.h"

enum {
    COMPASS = 8,      ///< arrows of the direction die
    STRIPS = 50,      ///< of a base, by which its share under a blast is judged
    MOST_BLAST = 24,  ///< dice of the guns together
    MOST_OTHERS = 96, ///< dice that others add to a pool
    MOST_SHOT = 16    ///< the same, for each row that a ball reaches
};

static uint8_t side_of(const lb_run *run, uint32_t unit)
{
    return (uint8_t)(run->battle->unit[unit].side + 1);
}

/* Who fires at whom. */

/// What a unit fires: what was ordered if it has that, else what suits it.
static uint32_t what_of(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        uint32_t target, uint32_t what)
{
    bool is_guns = battle->unit[unit].arm == LB_ARM_ARTILLERY;
    lb_reason reason;

    if (what == FIRE_AS_SUITS || (what == FIRE_MUSKETS) == is_guns ||
        !nl_may_fire(battle, state, unit, target, what, &reason))
        return nl_usual_fire(battle, state, unit, target);
    return what;
}

/// The target of a unit that aims: who was named, else the nearest that it can fire at.
static uint32_t aim(const lb_battle *battle, const lb_state *state, uint32_t unit,
                    const struct firing_facts *f)
{
    lb_quad own = lb_unit_quad(battle, state, unit), best_quad = own;
    uint32_t best = LB_NOBODY;
    lb_reason reason;

    if (f->target != LB_NOBODY && lb_unit_is_here(state, (uint32_t)f->target) &&
        nl_may_fire(battle, state, unit, (uint32_t)f->target,
                    what_of(battle, state, unit, (uint32_t)f->target, (uint32_t)f->what), &reason))
        return (uint32_t)f->target;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;

        if (i == unit || !lb_unit_is_here(state, i) ||
            (!f->anybody && battle->unit[i].side == battle->unit[unit].side))
            continue;
        quad = lb_unit_quad(battle, state, i);
        if ((best != LB_NOBODY && lb_quad_compare_distance(&own, &quad, &best_quad) >= 0) ||
            !nl_may_fire(battle, state, unit, i, nl_usual_fire(battle, state, unit, i), &reason))
            continue;
        best = i;
        best_quad = quad;
    }
    return best;
}

/// The next unit that aims and has a target; LB_NOBODY when nobody is left.
static uint32_t next_to_fire(lb_run *run, const struct firing_facts *f, uint32_t *target)
{
    lb_state *state = run->state;

    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        if (!lb_unit_is_here(state, i) || (state->unit[i].flags & UNIT_AIMS) == 0)
            continue;
        state->unit[i].flags &= ~(uint32_t)UNIT_AIMS;
        *target = aim(run->battle, state, i, f);
        if (*target != LB_NOBODY)
            return i;
    }
    return LB_NOBODY;
}

/// nl.hit.allocate: of a body, the unit that is nearest to who fires.
static uint32_t nearest_of_body(const lb_run *run, uint32_t unit, uint32_t target)
{
    struct nl_body body = nl_body_of(run->battle, run->state, target);
    lb_quad own = lb_unit_quad(run->battle, run->state, unit);
    lb_quad best = lb_unit_quad(run->battle, run->state, target);

    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_quad quad;

        if (!lb_unit_set_has(&body.units, (uint16_t)i))
            continue;
        quad = lb_unit_quad(run->battle, run->state, i);
        if (lb_quad_compare_distance(&own, &quad, &best) < 0) {
            best = quad;
            target = i;
        }
    }
    return target;
}

static bool is_hasty(const lb_state *state, const struct firing_facts *f, uint32_t unit)
{
    /* Blunders: who is disordered fires hastily. */
    return f->hasty == 1 || (f->hasty == 2 && nl_is_disordered(state, unit));
}

/// Dice that others add to a pool: those who throw like the first, and those who do not because
/// either are sharpshooters.
struct pool {
    int32_t alike, mixed;
    uint32_t nearest; ///< of all who fire, to who is hit
};

static bool is_sharp(const lb_battle *battle, uint32_t unit)
{
    return nl_has(battle, unit, LB_TRAIT_SHARPSHOOTERS);
}

/// nl.fire.simultaneous: the dice of everybody else who fires the same at the same target; they are
/// thrown at who of its body is `hit`.
static struct pool others_dice(lb_run *run, const struct firing_facts *f, uint32_t unit,
                               uint32_t target, uint32_t hit, uint32_t what)
{
    const lb_battle *battle = run->battle;
    lb_state *state = run->state;
    struct pool dice = {0, 0, unit};
    lb_quad aimed = lb_unit_quad(battle, state, hit), best = lb_unit_quad(battle, state, unit);

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        struct fire_facts facts;
        lb_quad quad;
        int32_t own;

        if (i == unit || !lb_unit_is_here(state, i) || (state->unit[i].flags & UNIT_AIMS) == 0 ||
            aim(battle, state, i, f) != target ||
            what_of(battle, state, i, target, (uint32_t)f->what) != what)
            continue;
        state->unit[i].flags &= ~(uint32_t)UNIT_AIMS;
        quad = lb_unit_quad(battle, state, i);
        if (lb_quad_compare_distance(&aimed, &quad, &best) < 0) {
            best = quad;
            dice.nearest = i;
        }
        /* A ball is thrown for with what muskets have: dice by base, range and flank. */
        facts = nl_gather_fire(battle, state, i, hit, what == FIRE_SHOT ? FIRE_MUSKETS : what,
                               is_hasty(state, f, i), f->opportunity != 0);
        own = what == FIRE_SHELL ? facts.bases * facts.attacks : nl_fire_dice_of(run, &facts);
        if (is_sharp(battle, i) == is_sharp(battle, unit))
            dice.alike += own;
        else
            dice.mixed += own;
    }
    dice.alike = lb_least(dice.alike, what == FIRE_SHOT ? MOST_SHOT : MOST_OTHERS);
    dice.mixed = lb_least(dice.mixed, MOST_OTHERS);
    return dice;
}

/* Bursts. */

/// The whole root of a number.
static int64_t root_of(int64_t number)
{
    int64_t root = 0;

    for (int64_t bit = INT64_C(1) << 20; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= number)
            root += bit;
    return root;
}

/// True if enough of a base lies under the blast: the chords of the circle over strips of the base
/// are added up.
static bool is_base_under(const lb_run *run, const lb_footprint *base, lb_point burst,
                          int32_t radius)
{
    int64_t x = burst.x - base->centre.x, y = burst.y - base->centre.y;
    int64_t sine = lb_sine(base->heading), cosine = lb_cosine(base->heading);
    int64_t right = (x * cosine - y * sine) / LB_SINE_ONE;
    int64_t ahead = (x * sine + y * cosine) / LB_SINE_ONE, inside = 0;

    for (int32_t i = 0; i < STRIPS; i++) {
        int64_t off = (2 * i + 1 - STRIPS) * base->depth_tmm / (2 * STRIPS) - ahead, half, from, to;

        if (off * off > (int64_t)radius * radius)
            continue;
        half = root_of((int64_t)radius * radius - off * off);
        from = right - half < -base->width_tmm / 2 ? -base->width_tmm / 2 : right - half;
        to = right + half > base->width_tmm / 2 ? base->width_tmm / 2 : right + half;
        inside += to > from ? to - from : 0;
    }
    return inside * 100 >= (int64_t)V(ART_BLAST_UNDER) * base->width_tmm * STRIPS;
}

/// nl.art.blast: bases of a unit under the blast.
static int32_t bases_under(const lb_run *run, uint32_t unit, lb_point burst, int32_t radius)
{
    int32_t under = 0;

    for (int32_t i = 0; i < nl_bases(run->state, unit); i++) {
        lb_footprint base = nl_base_at(run->battle, run->state, unit, i);
        under += is_base_under(run, &base, burst, radius);
    }
    return under;
}

/// nl.art.burst: where the round bursts that was aimed at a point.
static lb_point burst_at(const lb_run *run, lb_point aimed, int32_t centimetres, int32_t face)
{
    int32_t arrow = face - V(ART_BURST) - 1;

    return arrow < 0 ? aimed
                     : lb_point_towards(aimed, (uint16_t)(arrow * (65536 / COMPASS)),
                                        LB_CMS(centimetres));
}

/// Marks every enemy of the gunners with bases under the blast.
static void pick_under(lb_run *run, const struct firing_vars *v)
{
    const lb_unit_card *guns = &run->battle->unit[v->unit];
    lb_point burst = {v->x, v->y};

    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_unit *unit = &run->state->unit[i];

        unit->flags &= ~(uint32_t)UNIT_PICKED;
        if (lb_unit_is_here(run->state, i) && run->battle->unit[i].side != guns->side &&
            bases_under(run, i, burst, LB_CMS(guns->figure[FIGURE_BLAST])) > 0)
            unit->flags |= UNIT_PICKED;
    }
}

/// The next body under the blast, which is no longer marked then: its unit nearest to the burst,
/// and its bases under it; LB_NOBODY at the end.
static uint32_t next_under(lb_run *run, const struct firing_vars *v, int32_t *bases)
{
    int32_t radius = LB_CMS(run->battle->unit[v->unit].figure[FIGURE_BLAST]);
    int32_t nearest = INT32_MAX;
    lb_point burst = {v->x, v->y};
    lb_state *state = run->state;
    uint32_t first = 0, best = LB_NOBODY;
    struct nl_body body;

    while (first < run->battle->unit_count &&
           (!lb_unit_is_here(state, first) || (state->unit[first].flags & UNIT_PICKED) == 0))
        first++;
    if (first == run->battle->unit_count)
        return LB_NOBODY;
    body = nl_body_of(run->battle, state, first);
    *bases = 0;
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_quad quad;
        int32_t distance;

        if (!lb_unit_set_has(&body.units, (uint16_t)i) || (state->unit[i].flags & UNIT_PICKED) == 0)
            continue;
        state->unit[i].flags &= ~(uint32_t)UNIT_PICKED;
        *bases += bases_under(run, i, burst, radius);
        quad = lb_unit_quad(run->battle, state, i);
        distance = lb_point_distance_ceil(burst, &quad);
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

static struct fire_facts blast_facts(const lb_run *run, const struct firing_vars *v,
                                     const struct firing_facts *f, uint32_t target, int32_t bases)
{
    struct fire_facts facts = nl_gather_fire(run->battle, run->state, (uint32_t)v->unit, target,
                                             FIRE_SHELL, false, f->opportunity != 0);

    facts.attacks = v->dice;
    facts.bases = lb_least(bases, LB_DICE_MAX / lb_most(1, v->dice));
    return facts;
}

/* Firing. */

/// Facts of a pool at `target`, of whose body `hit` is the nearest.
static struct fire_facts facts_of(lb_run *run, const struct firing_facts *f, uint32_t unit,
                                  uint32_t target, uint32_t hit, uint32_t what, int32_t *nearest)
{
    struct fire_facts facts = nl_gather_fire(run->battle, run->state, unit, hit, what,
                                             is_hasty(run->state, f, unit), f->opportunity != 0);
    struct pool dice = others_dice(run, f, unit, target, hit, what);

    facts.others = dice.alike;
    facts.mixed = dice.mixed;
    *nearest = (int32_t)dice.nearest;
    return facts;
}

/// The same of round shot.
static struct shot_facts shot_of(lb_run *run, const struct firing_facts *f, uint32_t unit,
                                 uint32_t target, uint32_t hit, int32_t *nearest)
{
    struct shot_facts facts = nl_gather_shot(run->battle, run->state, unit, hit);
    struct pool dice = others_dice(run, f, unit, target, hit, FIRE_SHOT);

    if (is_hasty(run->state, f, unit))
        facts.half = facts.flank = false;
    facts.others = dice.alike;
    *nearest = (int32_t)dice.nearest;
    return facts;
}

/// The dice of all guns whose shells burst together.
static int32_t shell_dice(lb_run *run, const struct firing_facts *f, uint32_t unit, uint32_t target)
{
    return lb_least(MOST_BLAST, nl_firing_bases(run->state, unit) *
                                        nl_fire_dice(run->battle, run->state, unit) +
                                    others_dice(run, f, unit, target, target, FIRE_SHELL).alike);
}

/// Hits that a unit bears after an attack.
static int32_t hits_after(const lb_run *run, uint32_t target, int32_t prior, int32_t unsaved,
                          int32_t lost)
{
    return prior + unsaved - lost * run->battle->unit[target].figure[FIGURE_HITS];
}

static lb_roll deviation_roll(const lb_run *run, uint32_t unit)
{
    return lb_roll_sum(CL_ART_BURST, run->battle->unit[unit].figure[FIGURE_DEVIATION]);
}

LB_PROCEDURE(firing)
{
    const struct firing_facts *f = LB_FACTS;
    struct firing_vars *v = LB_VARS;
    const struct fire_effect *fire = LB_EFFECT;
    const struct shot_effect *shot = LB_EFFECT;
    lb_state *state = run->state;
    struct fire_facts facts;
    struct shot_facts ball;
    uint32_t unit, target, what;
    lb_point burst;
    int32_t bases;

    LB_BEGIN
    while ((unit = next_to_fire(run, f, &target)) != LB_NOBODY) {
        what = what_of(run->battle, state, unit, target, (uint32_t)f->what);
        v->unit = (int32_t)unit;
        v->target = (int32_t)nearest_of_body(run, unit, target);
        v->prior = state->unit[v->target].mark[MARK_HITS];
        if ((uint32_t)v->target != target && what != FIRE_SHELL)
            lb_tell(run, LB_EVENT_SET, CL_HIT_ALLOCATE, side_of(run, target), v->target);
        if (what == FIRE_SHELL) {
            v->dice = shell_dice(run, f, unit, target);
            v->target = (int32_t)target;
            LB_ROLL(1, deviation_roll(run, (uint32_t)v->unit));
            v->x = LB_VALUE;
            LB_ROLL(2, lb_roll_draw(CL_ART_BURST, COMPASS + V(ART_BURST)));
            burst = burst_at(run, state->unit[v->target].at, v->x, LB_VALUE);
            v->x = burst.x;
            v->y = burst.y;
            pick_under(run, v);
            while ((target = next_under(run, v, &bases)) != LB_NOBODY) {
                v->target = (int32_t)target;
                v->prior = state->unit[target].mark[MARK_HITS];
                facts = blast_facts(run, v, f, target, bases);
                LB_CALL_ON(3, fire, &facts);
                LB_CALL(4, suffer, .unit = v->target, .from = v->unit, .lost = fire->bases_lost,
                        .hits = hits_after(run, (uint32_t)v->target, v->prior, fire->unsaved,
                                           fire->bases_lost),
                        .state = fire->state, .retreat = fire->retreat);
            }
            LB_FORGET(v->x);
            LB_FORGET(v->y);
            LB_FORGET(v->dice);
        } else if (what == FIRE_SHOT) {
            ball = shot_of(run, f, unit, target, (uint32_t)v->target, &v->unit);
            LB_CALL_ON(5, shot, &ball);
            LB_CALL(6, suffer, .unit = v->target, .from = v->unit, .lost = shot->bases_lost,
                    .hits = hits_after(run, (uint32_t)v->target, v->prior, shot->unsaved,
                                       shot->bases_lost),
                    .state = shot->state, .retreat = shot->retreat);
        } else {
            facts = facts_of(run, f, unit, target, (uint32_t)v->target, what, &v->unit);
            LB_CALL_ON(7, fire, &facts);
            LB_CALL(8, suffer, .unit = v->target, .from = v->unit, .lost = fire->bases_lost,
                    .hits = hits_after(run, (uint32_t)v->target, v->prior, fire->unsaved,
                                       fire->bases_lost),
                    .state = fire->state, .retreat = fire->retreat);
        }
    }
    LB_RETURN(firing, .nothing = 0);
    LB_END
}

/* Opportunity fire. */

bool nl_may_snap(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target,
                 uint32_t what, lb_reason *reason)
{
    if (!lb_unit_is_here(state, unit) || battle->unit[unit].side == state->active)
        return nl_no(reason, CL_DISORDER_OPPORTUNITY, "that unit is not yours");
    if ((state->unit[unit].flags & UNIT_FIRED) != 0)
        return nl_no(reason, CL_DISORDER_OPPORTUNITY, "it has fired this turn");
    if (nl_is_disordered(state, unit))
        return nl_no(reason, CL_DISORDER_OPPORTUNITY, "it is in disorder");
    if (!lb_unit_is_here(state, target) || (state->unit[target].flags & UNIT_ORDERED) == 0)
        return nl_no(reason, CL_DISORDER_OPPORTUNITY, "that unit has not just moved");
    return nl_may_fire(battle, state, unit, target, what, reason);
}

static bool may_anyone_snap(const lb_run *run)
{
    const lb_battle *battle = run->battle;
    const lb_state *state = run->state;
    lb_reason reason;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        for (uint32_t j = 0; j < battle->unit_count; j++)
            if (battle->unit[i].side != state->active && lb_unit_is_here(state, i) &&
                lb_unit_is_here(state, j) && (state->unit[j].flags & UNIT_ORDERED) != 0 &&
                nl_may_snap(battle, state, i, j, nl_usual_fire(battle, state, i, j), &reason))
                return true;
    return false;
}

LB_PROCEDURE(snap)
{
    lb_state *state = run->state;
    lb_unit_set units;
    lb_reason reason;

    LB_BEGIN
    while (may_anyone_snap(run)) {
        LB_ASK(1, QUESTION(DISORDER_OPPORTUNITY, 1 - state->active));
        if (LB_VALUE == VERB_PASS)
            break;
        units = nl_ordered(run->battle, state, &state->action);
        for (uint32_t i = 0; i < run->battle->unit_count; i++)
            if (lb_unit_set_has(&units, (uint16_t)i) &&
                nl_may_snap(run->battle, state, i, state->action.target, state->action.option,
                            &reason))
                state->unit[i].flags |= UNIT_AIMS | UNIT_FIRED;
        LB_CALL(2, firing, .target = state->action.target, .what = state->action.option,
                .opportunity = true);
    }
    LB_RETURN(snap, .nothing = 0);
    LB_END
}

/* What an attack does to a body. */

static void clear_flag(lb_run *run, uint32_t flag)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        run->state->unit[i].flags &= ~flag;
}

static bool is_struck(const lb_run *run, uint32_t unit)
{
    return lb_unit_is_here(run->state, unit) && (run->state->unit[unit].flags & UNIT_STRUCK) != 0;
}

/// How many of the struck body are left, and the first of them.
static uint32_t count_struck(const lb_run *run, uint32_t *first)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (is_struck(run, i) && count++ == 0)
            *first = i;
    return count;
}

/// What is left of the struck body, as it stood.
static struct nl_body struck_body(const lb_run *run, uint32_t unit)
{
    struct nl_body body = {.footprint = lb_unit_footprint(run->battle, run->state, unit)};

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (is_struck(run, i)) {
            lb_unit_set_add(&body.units, (uint16_t)i);
            body.count++;
        }
    return body;
}

/// Disorder and the way back of what is left.
static void settle(lb_run *run, const struct suffer_facts *f, bool was_square)
{
    uint32_t unit = (uint32_t)f->unit;
    struct nl_body body;

    if (!is_struck(run, unit) && count_struck(run, &unit) == 0)
        return;
    body = struck_body(run, unit);
    nl_body_close_up(run->battle, run->state, &body);
    if (f->state == STATE_DISORDERED || f->state == STATE_RETREATS)
        for (uint32_t i = 0; i < run->battle->unit_count; i++)
            if (is_struck(run, i))
                nl_disorder(run, i);
    if (f->retreat > 0 && nl_go_back(run, unit, (uint32_t)f->from, f->retreat, f->about != 0) &&
        was_square)
        nl_unsquare(run->battle, run->state, unit);
}

LB_PROCEDURE(suffer)
{
    const struct suffer_facts *f = LB_FACTS;
    struct suffer_vars *v = LB_VARS;
    lb_state *state = run->state;
    struct nl_body body;
    uint32_t first = 0;

    LB_BEGIN
    if (!lb_unit_is_here(state, (uint32_t)f->unit))
        LB_RETURN(suffer, .nothing = 0);
    body = nl_body_of(run->battle, state, (uint32_t)f->unit);
    v->square = state->unit[f->unit].formation == FORMATION_SQUARE;
    state->unit[f->unit].mark[MARK_HITS] = (int16_t)f->hits;
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        if (!lb_unit_set_has(&body.units, (uint16_t)i))
            continue;
        if (f->state == STATE_ROUTED || f->state == STATE_DESTROYED)
            nl_remove(run, i);
        else
            state->unit[i].flags |= UNIT_STRUCK;
    }
    v->left = f->state == STATE_ROUTED || f->state == STATE_DESTROYED ? 0 : f->lost;
    /* nl.hit.allocate: the nearest first, then as the owner likes. */
    if (v->left > 0) {
        nl_lose_bases(run, (uint32_t)f->unit, 1);
        v->left--;
    }
    while (v->left > 0 && count_struck(run, &first) > 0) {
        if (count_struck(run, &first) > 1) {
            LB_ASK(1, QUESTION(HIT_ALLOCATE, run->battle->unit[f->unit].side));
            first = state->action.unit;
            lb_tell(run, LB_EVENT_SET, CL_HIT_ALLOCATE, side_of(run, first), (int32_t)first);
        }
        nl_lose_bases(run, first, 1);
        v->left--;
    }
    settle(run, f, v->square != 0);
    clear_flag(run, UNIT_STRUCK);
    LB_RETURN(suffer, .nothing = 0);
    LB_END
}
