// SPDX-License-Identifier: MIT
// Blunders on the table: what each row of the table does to the commander and to the units that the
// order was for (UNIT_ORDERED).

#include "rules/napoleons_legacy/play.h"

enum { TWICE = 12 };

static uint8_t side_of(const lb_run *run, uint32_t unit)
{
    return (uint8_t)(run->battle->unit[unit].side + 1);
}

static bool is_ordered(const lb_run *run, uint32_t unit)
{
    return lb_unit_is_here(run->state, unit) && (run->state->unit[unit].flags & UNIT_ORDERED) != 0;
}

/// The next unit of the order from a number on; LB_NOBODY at the end.
static uint32_t next_ordered(const lb_run *run, uint32_t from)
{
    for (uint32_t i = from; i < run->battle->unit_count; i++)
        if (is_ordered(run, i))
            return i;
    return LB_NOBODY;
}

static uint32_t nearest_visible(const lb_run *run, uint32_t unit)
{
    return nl_nearest_visible(run->battle, run->state, unit, LB_TABLE_MAX);
}

/// Clears a flag of everybody.
static void clear_flag(lb_run *run, uint32_t flag)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        run->state->unit[i].flags &= ~flag;
}

/* Rows without dice. */

/// nl.blunder.5
static void ride_off(lb_run *run, uint32_t leader)
{
    lb_leader *of = &run->state->leader[leader];
    uint32_t enemy = nl_nearest_to_leader(run->battle, run->state, leader);
    lb_point end;

    if (enemy == LB_NOBODY)
        return;
    end = lb_point_towards(of->at, lb_heading_to(run->state->unit[enemy].at, of->at),
                           LB_CMS(V(BLUNDER_5)));
    of->at = (lb_point){lb_most(0, lb_least(run->battle->width_tmm, end.x)),
                        lb_most(0, lb_least(run->battle->depth_tmm, end.y))};
}

/// Moves every body of the order once: `move` is told one unit of each.
static void for_each_body(lb_run *run, void (*move)(lb_run *run, uint32_t unit))
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        struct nl_body body;

        if (!is_ordered(run, i) || (run->state->unit[i].flags & UNIT_PICKED) != 0)
            continue;
        body = nl_body_of(run->battle, run->state, i);
        for (uint32_t j = 0; j < run->battle->unit_count; j++)
            if (lb_unit_set_has(&body.units, (uint16_t)j))
                run->state->unit[j].flags |= UNIT_PICKED;
        move(run, i);
    }
    clear_flag(run, UNIT_PICKED);
}

static int32_t allowance_of(const lb_run *run, uint32_t unit)
{
    return nl_allowance(run->battle, run->state, unit, run->state->unit[unit].formation);
}

/// nl.blunder.6
static void fall_back_half(lb_run *run, uint32_t unit)
{
    uint32_t enemy = nearest_visible(run, unit);

    if (enemy != LB_NOBODY && nl_is_in_open(run->battle, run->state, unit))
        nl_shift(run->battle, run->state, unit, enemy, allowance_of(run, unit) / V(BLUNDER_6),
                 false);
}

/// nl.blunder.8, the first of its three
static void rush_forward(lb_run *run, uint32_t unit)
{
    uint32_t enemy = nearest_visible(run, unit);

    if (enemy != LB_NOBODY && !nl_is_disordered(run->state, unit))
        nl_shift(run->battle, run->state, unit, enemy, -allowance_of(run, unit), false);
}

/// nl.blunder.10, of cavalry
static void ride_away(lb_run *run, uint32_t unit)
{
    uint32_t enemy = nearest_visible(run, unit);

    if (enemy != LB_NOBODY && nl_is_mounted(run->battle, run->state, unit))
        nl_shift(run->battle, run->state, unit, enemy, allowance_of(run, unit), true);
}

/// nl.blunder.10, of foot and guns
static void take_fright(lb_run *run, uint32_t unit)
{
    const lb_unit_card *card = &run->battle->unit[unit];
    lb_unit *of = &run->state->unit[unit];
    lb_reason reason;

    if (card->arm == LB_ARM_ARTILLERY) {
        lb_unit before = *of;

        of->formation = FORMATION_LIMBERED;
        if (!lb_find_place(run->battle, run->state, unit, before.at, LB_TMM_CM, 8))
            *of = before;
    } else if (nl_may_form(run->battle, run->state, unit, FORMATION_SQUARE, false, &reason)) {
        (void)nl_form_square(run->battle, run->state, unit);
    }
}

static bool is_empty(const lb_unit_set *set)
{
    for (uint32_t i = 0; i < sizeof set->bits / sizeof set->bits[0]; i++)
        if (set->bits[i] != 0)
            return false;
    return true;
}

/// nl.blunder.11: straight ahead, as far as there is room.
static void push_on(lb_run *run, uint32_t unit)
{
    lb_state *state = run->state;
    struct nl_body body = nl_body_of(run->battle, state, unit);
    int32_t way = allowance_of(run, unit) / V(BLUNDER_11);

    if (nl_is_disordered(state, unit) || nl_is_mounted(run->battle, state, unit))
        return;
    for (; way > 0; way -= LB_TMM_CM) {
        lb_action action = nl_action(VERB_MOVE);
        lb_state after;
        lb_unit_set passed;
        lb_reason reason;

        action.unit = (uint8_t)unit;
        action.path.count = 1;
        action.path.step[0] = (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = way};
        /* Friends are in the way: nobody has told them to let it through. */
        if (!nl_try_move(run->battle, state, &action, &after, &passed, &reason) ||
            !is_empty(&passed))
            continue;
        for (uint32_t i = 0; i < run->battle->unit_count; i++)
            if (lb_unit_set_has(&body.units, (uint16_t)i))
                state->unit[i].at = after.unit[i].at;
        return;
    }
}

/// Foot changes into square unit by unit, whoever is linked.
static void each_alone(lb_run *run, void (*act)(lb_run *run, uint32_t unit))
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (is_ordered(run, i))
            act(run, i);
}

static void run_row(lb_run *run, int32_t row, uint32_t leader)
{
    if (row == 2)
        run->state->leader[leader].flags += 1U << LEADER_LOST_SHIFT;
    else if (row == 5)
        ride_off(run, leader);
    else if (row == 6)
        for_each_body(run, fall_back_half);
    else if (row == 10) {
        for_each_body(run, ride_away);
        each_alone(run, take_fright);
    } else if (row == 11)
        for_each_body(run, push_on);
}

/* Rows with dice or choices. */

/// nl.blunder.3: the nearest unit of the commander's side that has not been picked.
static uint32_t next_near(const lb_run *run, uint32_t leader)
{
    const lb_state *state = run->state;
    lb_point at = state->leader[leader].at;
    uint32_t best = LB_NOBODY;
    int32_t nearest = LB_CMS(V(BLUNDER_3_REACH)) + 1;

    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_quad quad;
        int32_t distance;

        if (!lb_unit_is_here(state, i) || (state->unit[i].flags & UNIT_PICKED) != 0 ||
            run->battle->unit[i].side != run->battle->leader[leader].side)
            continue;
        quad = lb_unit_quad(run->battle, state, i);
        distance = lb_point_distance_ceil(at, &quad);
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

static struct casualties_facts losses_of(lb_run *run, uint32_t unit, int32_t unsaved)
{
    const lb_unit_card *card = &run->battle->unit[unit];
    struct nl_body body = nl_body_of(run->battle, run->state, unit);

    return (struct casualties_facts){.unsaved = unsaved,
                                     .prior_hits = run->state->unit[unit].mark[MARK_HITS],
                                     .bases = body.bases,
                                     .base_hits = card->figure[FIGURE_HITS],
                                     .target = nl_kind(run->battle, run->state, unit),
                                     .cover = nl_cover(run->battle, run->state, unit, LB_NOBODY),
                                     .disordered = nl_is_disordered(run->state, unit),
                                     .disorder_change =
                                         nl_disorder_change(run, body.bases, side_of(run, unit)),
                                     .disorder_most = LB_DICE_MAX,
                                     .is_measured = true,
                                     .side = side_of(run, unit)};
}

/// From whom a unit recoils that nobody in particular has hit.
static uint32_t feared(const lb_run *run, uint32_t unit)
{
    lb_quad quad = lb_unit_quad(run->battle, run->state, unit);

    return lb_nearest_enemy(run->battle, run->state, &quad, run->battle->unit[unit].side);
}

/// nl.disorder.number: the die that disorders a unit where it stands.
static int32_t disorder_face(const lb_run *run, uint32_t unit)
{
    int32_t cover = nl_cover(run->battle, run->state, unit, feared(run, unit));

    return cover == COVER_HASTY_WORKS || cover == COVER_PREPARED_WORKS ? V(DISORDER_NUMBER_WORKS)
                                                                       : V(DISORDER_NUMBER_PLAIN);
}

/// nl.blunder.9: the nearest unit that cavalry can charge, of either side.
static uint32_t charged_blindly(const lb_run *run, uint32_t unit)
{
    lb_quad own = lb_unit_quad(run->battle, run->state, unit), best_quad = own;
    struct nl_body body = nl_body_of(run->battle, run->state, unit);
    uint32_t best = LB_NOBODY;
    lb_footprint end;
    lb_reason reason;

    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        lb_quad quad;

        if (lb_unit_set_has(&body.units, (uint16_t)i) || !lb_unit_is_here(run->state, i))
            continue;
        quad = lb_unit_quad(run->battle, run->state, i);
        if ((best == LB_NOBODY || lb_quad_compare_distance(&own, &quad, &best_quad) < 0) &&
            nl_close_in(run->battle, run->state, unit, i, &end, &reason)) {
            best = i;
            best_quad = quad;
        }
    }
    return best;
}

/// nl.blunder.11: the nearest enemy that cavalry sees and reaches.
static uint32_t charged_gladly(const lb_run *run, uint32_t unit)
{
    uint32_t enemy = nl_nearest_seen(run->battle, run->state, unit, allowance_of(run, unit), false);
    lb_footprint end;
    lb_reason reason;

    return enemy != LB_NOBODY && nl_close_in(run->battle, run->state, unit, enemy, &end, &reason)
               ? enemy
               : LB_NOBODY;
}

/// Everybody of the order but mounted cavalry aims; with `orderly`, only who is in order.
static void take_aim(lb_run *run, bool orderly)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (is_ordered(run, i) && !nl_is_mounted(run->battle, run->state, i) &&
            (!orderly || !nl_is_disordered(run->state, i)))
            run->state->unit[i].flags |= UNIT_AIMS;
}

/// The next mounted cavalry of the order that has not been picked and is in order.
static uint32_t next_cavalry(lb_run *run)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++) {
        if (!is_ordered(run, i) || (run->state->unit[i].flags & UNIT_PICKED) != 0 ||
            !nl_is_mounted(run->battle, run->state, i) || nl_is_disordered(run->state, i) ||
            run->state->unit[i].mark[MARK_TARGET] != 0)
            continue;
        run->state->unit[i].flags |= UNIT_PICKED;
        return i;
    }
    return LB_NOBODY;
}

LB_PROCEDURE(mishap)
{
    const struct mishap_facts *f = LB_FACTS;
    struct mishap_vars *v = LB_VARS;
    lb_state *state = run->state;
    const struct casualties_effect *after = LB_EFFECT;
    struct casualties_facts losses;
    uint32_t unit, target;

    LB_BEGIN
    run_row(run, f->row, (uint32_t)f->leader);
    if (f->row == 3) {
        for (v->count = 0; v->count < V(BLUNDER_3_UNITS); v->count++) {
            unit = next_near(run, (uint32_t)f->leader);
            if (unit == LB_NOBODY)
                break;
            v->unit = (int32_t)unit;
            state->unit[unit].flags |= UNIT_PICKED;
            LB_ROLL(1, lb_roll_sum(CL_BLUNDER_3, V(BLUNDER_3_DICE)));
            v->hits = LB_VALUE;
            if (v->hits > 0 && run->battle->unit[v->unit].figure[FIGURE_SAVE] > 0) {
                LB_ROLL(2, lb_roll_count(CL_LOSS_4, v->hits,
                                         run->battle->unit[v->unit].figure[FIGURE_SAVE]));
                v->hits -= LB_VALUE;
            }
            losses = losses_of(run, (uint32_t)v->unit, v->hits);
            LB_CALL_ON(3, casualties, &losses);
            LB_CALL(4, suffer, .unit = v->unit, .from = (int32_t)feared(run, (uint32_t)v->unit),
                    .lost = after->lost,
                    .hits = state->unit[v->unit].mark[MARK_HITS] + v->hits -
                            after->lost * run->battle->unit[v->unit].figure[FIGURE_HITS],
                    .state = after->state, .retreat = after->retreat);
        }
        clear_flag(run, UNIT_PICKED);
    } else if (f->row == 4) {
        for (v->unit = 0; (unit = next_ordered(run, (uint32_t)v->unit)) != LB_NOBODY; v->unit++) {
            v->unit = (int32_t)unit;
            LB_ROLL(5, lb_roll_count(CL_BLUNDER_4, V(BLUNDER_4_DICE), disorder_face(run, unit)));
            if (LB_VALUE > 0) {
                nl_disorder(run, (uint32_t)v->unit);
                state->unit[v->unit].mark[MARK_CARRIED] = (int16_t)(V(BLUNDER_4_TURNS) + 1);
            }
        }
    } else if (f->row == 7) {
        take_aim(run, false);
        LB_CALL(6, firing, .target = LB_NOBODY, .what = FIRE_AS_SUITS, .hasty = 2);
    } else if (f->row == 8) {
        LB_ROLL(7, lb_roll_sum(CL_BLUNDER_8, 1));
        lb_tell(run, LB_EVENT_SET, CL_BLUNDER_8, 0, LB_VALUE);
        if (LB_VALUE <= V(BLUNDER_8_ADVANCE)) {
            for_each_body(run, rush_forward);
        } else if (LB_VALUE > V(BLUNDER_8_NOTHING)) {
            take_aim(run, false);
            LB_CALL(8, firing, .target = LB_NOBODY, .what = FIRE_AS_SUITS, .hasty = 2);
        }
    } else if (f->row == 9) {
        take_aim(run, false);
        LB_CALL(9, firing, .target = LB_NOBODY, .what = FIRE_AS_SUITS, .hasty = 1, .anybody = true);
        while ((unit = next_cavalry(run)) != LB_NOBODY) {
            target = charged_blindly(run, unit);
            if (target != LB_NOBODY)
                LB_CALL(10, charge, .unit = (int32_t)unit, .target = (int32_t)target,
                        .bayonet = true);
        }
        clear_flag(run, UNIT_PICKED);
    } else if (f->row == 11) {
        for (v->unit = 0; (unit = next_ordered(run, (uint32_t)v->unit)) != LB_NOBODY; v->unit++) {
            v->unit = (int32_t)unit;
            if (nl_is_disordered(state, unit))
                continue;
            if (nl_is_mounted(run->battle, state, unit)) {
                if (charged_gladly(run, unit) == LB_NOBODY)
                    continue;
                LB_ASK(11, QUESTION(BLUNDER_11, run->battle->unit[v->unit].side));
                target = charged_gladly(run, (uint32_t)v->unit);
                if (LB_VALUE == VERB_YES && target != LB_NOBODY)
                    LB_CALL(12, charge, .unit = v->unit, .target = (int32_t)target,
                            .bayonet = true);
            } else if (nl_fire_dice(run->battle, state, unit) > 0 &&
                       nl_nearest_seen(run->battle, state, unit,
                                       LB_CMS(run->battle->unit[unit].figure[FIGURE_RANGE]),
                                       false) != LB_NOBODY) {
                LB_ASK(13, QUESTION(BLUNDER_11, run->battle->unit[v->unit].side));
                if (LB_VALUE == VERB_YES) {
                    state->unit[v->unit].flags |= UNIT_AIMS;
                    LB_CALL(14, firing, .target = LB_NOBODY, .what = FIRE_AS_SUITS);
                }
            }
        }
    }
    LB_RETURN(mishap, .nothing = 0);
    LB_END
}

LB_PROCEDURE(mistake)
{
    const struct mistake_facts *f = LB_FACTS;
    struct mistake_vars *v = LB_VARS;
    const struct blunder_effect *effect = LB_EFFECT;

    LB_BEGIN
    LB_CALL(1, blunder, .nothing = 0);
    v->second = effect->blunder == TWICE ? effect->second : effect->blunder;
    v->third = effect->third;
    LB_CALL(2, mishap, .row = v->second, .leader = f->leader);
    if (v->third > 0)
        LB_CALL(3, mishap, .row = v->third, .leader = f->leader);
    clear_flag(run, UNIT_ORDERED);
    LB_RETURN(mistake, .nothing = 0);
    LB_END
}
