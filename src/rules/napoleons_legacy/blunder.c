// SPDX-License-Identifier: MIT
// Blunders on the table: a procedure for each row of the blunder table, told the commander and the
// units that his order was for.

#include "rules/napoleons_legacy/play.h"

enum { TWICE = 12 };

/* The units of an order. */

/// Those of a set that are still on the table.
static lb_unit_set those_here(const lb_run *run, const lb_cells *cells)
{
    lb_unit_set set = lb_cells_units(cells);

    LB_EACH (i, &set)
        if (!lb_view_is_here(run->view, i))
            lb_unit_set_remove(&set, (uint16_t)i);
    return set;
}

/// The next unit of the order from a number on; LB_NO_INDEX at the end.
static uint32_t next_ordered(const lb_run *run, const lb_cells *ordered, int32_t from)
{
    lb_unit_set here = those_here(run, ordered);

    return lb_unit_set_next(&here, (uint32_t)from);
}

static uint32_t nearest_visible(const lb_run *run, uint32_t unit)
{
    return nl_nearest_visible(run->view, unit, LB_TABLE_MAX);
}

/// Moves every body of the order once: `move` is told one unit of each.
static void for_each_body(lb_run *run, const lb_cells *ordered,
                          void (*move)(lb_run *run, uint32_t unit))
{
    lb_unit_set set = lb_cells_units(ordered), moved = {{0}};

    LB_EACH (i, &set) {
        struct nl_body body;

        if (lb_unit_set_has(&moved, (uint16_t)i) || !lb_view_is_here(run->view, i))
            continue;
        body = nl_body_of(run->view, i);
        lb_unit_set_join(&moved, &body.units);
        move(run, i);
    }
}

/// The units of the order that fire: all but mounted cavalry.
static lb_cells those_who_fire(const lb_run *run, const lb_cells *ordered)
{
    lb_unit_set set = those_here(run, ordered);

    LB_EACH (i, &set)
        if (nl_is_mounted(run->battle, run->state, i))
            lb_unit_set_remove(&set, (uint16_t)i);
    return lb_cells_of(&set);
}

/* nl.blunder.2 */

LB_PROCEDURE(lost_confidence)
{
    const struct lost_confidence_facts *f = LB_FACTS;

    lb_change_leader_tally(run, CL_BLUNDER_2, (uint32_t)f->leader, LEADER_DOUBTS, 1);
    LB_RETURN(lost_confidence, .nothing = 0);
}

/* nl.blunder.3 */

/// The unit of the commander's side nearest to him that has not been hit yet; LB_NOBODY if none is
/// near enough.
static uint32_t next_near(const lb_run *run, uint32_t leader, const lb_unit_set *hit)
{
    const lb_view *view = run->view;
    lb_point at = run->state->leader[leader].at;
    uint32_t best = LB_NOBODY;
    int32_t nearest = LB_CMS(V(BLUNDER_3_REACH)) + 1;

    LB_EACH (i, &view->here[run->battle->leader[leader].side]) {
        int32_t distance;

        if (lb_unit_set_has(hit, (uint16_t)i))
            continue;
        distance = lb_point_distance_ceil(at, &view->quad[i]);
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

/// Takes the next unit that is hit; false if there is none.
static bool take_near(const lb_run *run, const struct unwelcome_attention_facts *f,
                      struct unwelcome_attention_vars *v)
{
    lb_unit_set hit = lb_cells_units(&v->hit);
    uint32_t unit = next_near(run, (uint32_t)f->leader, &hit);

    if (unit == LB_NOBODY)
        return false;
    v->unit = (int32_t)unit;
    lb_unit_set_add(&hit, (uint16_t)unit);
    v->hit = lb_cells_of(&hit);
    return true;
}

/// The order in which hits on one unit of a row fall: on itself, then on whoever is nearest to it.
static void order_from(const lb_run *run, uint32_t unit, struct nl_order *order)
{
    struct nl_body row = nl_body_of(run->view, unit);
    lb_unit_set itself = lb_set_of(unit);

    nl_order_hits(run->view, &row.units, &itself, order);
}

static struct casualties_facts losses_of(lb_run *run, uint32_t unit, int32_t unsaved)
{
    struct nl_body body = nl_body_of(run->view, unit);
    struct nl_order order;
    int32_t saves[NL_CHAIN];
    struct casualties_facts facts = {.hits = {unsaved},
                                     .bases = body.bases,
                                     .target = nl_kind(run->view, unit),
                                     .cover = nl_cover(run->view, unit, LB_NOBODY),
                                     .disordered = nl_is_disordered(run->state, unit),
                                     .disorder_change =
                                         nl_disorder_change(run, body.bases, LB_ROLE_ACTOR),
                                     .disorder_most = LB_DICE_MAX,
                                     .is_measured = true,
                                     .role = LB_ROLE_ACTOR};

    order_from(run, unit, &order);
    nl_chain_of(run->view, &order, facts.chain, saves);
    return facts;
}

/// The enemy a unit recoils from when no single attacker caused the hits.
static uint32_t feared(const lb_run *run, uint32_t unit)
{
    return lb_view_nearest_foe(run->view, unit);
}

/// What becomes of a unit that was hit.
static struct suffer_facts suffered(lb_run *run, uint32_t unit, int32_t hits,
                                    const struct casualties_effect *after)
{
    struct nl_body row = nl_body_of(run->view, unit);
    struct nl_order order;
    struct suffer_facts facts = {.row = lb_cells_of(&row.units),
                                 .struck = lb_cells_of(&row.units),
                                 .from = (int32_t)feared(run, unit),
                                 .hits = {hits},
                                 .state = after->state,
                                 .retreat = after->retreat};

    order_from(run, unit, &order);
    for (int i = 0; i < NL_CHAIN; i++)
        facts.order[i] = (int32_t)order.unit[i];
    return facts;
}

LB_PROCEDURE(unwelcome_attention)
{
    const struct unwelcome_attention_facts *f = LB_FACTS;
    struct unwelcome_attention_vars *v = LB_VARS;
    const struct casualties_effect *after = LB_EFFECT;
    const int16_t *figure = run->battle->unit[v->unit].figure;
    struct casualties_facts losses;
    struct suffer_facts end;

    LB_BEGIN
    for (v->count = 0; v->count < V(BLUNDER_3_UNITS) && take_near(run, f, v); v->count++) {
        LB_ABOUT(v->unit, LB_CAST_LEADER | f->leader);
        LB_ROLL(1,
                lb_thrown_by(run, LB_ROLE_ACTOR, -1, lb_roll_sum(CL_BLUNDER_3, V(BLUNDER_3_DICE))));
        v->hits = LB_VALUE;
        if (v->hits > 0 && figure[FIGURE_SAVE] > 0) {
            LB_ROLL(2, lb_thrown_by(run, LB_ROLE_ACTOR, 1,
                                    lb_roll_count(CL_LOSS_4, v->hits, figure[FIGURE_SAVE])));
            v->hits -= LB_VALUE;
        }
        losses = losses_of(run, (uint32_t)v->unit, v->hits);
        LB_CALL_ON(3, casualties, &losses);
        end = suffered(run, (uint32_t)v->unit, v->hits, after);
        end.by = LB_CAST_LEADER | f->leader;
        LB_CALL_ON(4, suffer, &end);
    }
    LB_RETURN(unwelcome_attention, .nothing = 0);
    LB_END
}

/* nl.blunder.4 */

/// nl.disorder.number: the die that disorders a unit where it stands.
static int32_t disorder_face(const lb_run *run, uint32_t unit)
{
    int32_t cover = nl_cover(run->view, unit, feared(run, unit));

    return cover == COVER_HASTY_WORKS || cover == COVER_PREPARED_WORKS ? V(DISORDER_NUMBER_WORKS)
                                                                       : V(DISORDER_NUMBER_PLAIN);
}

LB_PROCEDURE(crossed_dispatches)
{
    const struct crossed_dispatches_facts *f = LB_FACTS;
    struct crossed_dispatches_vars *v = LB_VARS;
    uint32_t unit;

    LB_BEGIN
    for (; (unit = next_ordered(run, &f->ordered, v->unit)) != LB_NO_INDEX; v->unit++) {
        v->unit = (int32_t)unit;
        LB_ABOUT(v->unit, LB_CAST_LEADER | f->leader);
        LB_ROLL(1, lb_thrown_by(
                       run, LB_ROLE_ACTOR, -1,
                       lb_roll_count(CL_BLUNDER_4, V(BLUNDER_4_DICE), disorder_face(run, unit))));
        if (LB_VALUE > 0) {
            nl_disorder(run, CL_BLUNDER_4, (uint32_t)v->unit);
            lb_change_mark(run, CL_BLUNDER_4, (uint32_t)v->unit, LB_CHANGE_TALLY, MARK_CARRIED,
                           V(BLUNDER_4_TURNS) + 1);
        }
    }
    LB_RETURN(crossed_dispatches, .nothing = 0);
    LB_END
}

/* nl.blunder.5 */

LB_PROCEDURE(needed_elsewhere)
{
    const struct needed_elsewhere_facts *f = LB_FACTS;
    const lb_leader *of = &run->state->leader[f->leader];
    uint32_t enemy = nl_nearest_to_leader(run->view, (uint32_t)f->leader);
    lb_point end = of->at;

    if (enemy != LB_NOBODY)
        end = lb_point_towards(of->at, lb_heading_to(run->view->pose[enemy].at, of->at),
                               LB_CMS(V(BLUNDER_5)));
    end = (lb_point){lb_most(0, lb_least(run->battle->width_tmm, end.x)),
                     lb_most(0, lb_least(run->battle->depth_tmm, end.y))};
    lb_change_leader_place(run, CL_BLUNDER_5, (uint32_t)f->leader, end);
    LB_RETURN(needed_elsewhere, .nothing = 0);
}

/* nl.blunder.6 */

static void fall_back_half(lb_run *run, uint32_t unit)
{
    uint32_t enemy = nearest_visible(run, unit);

    if (enemy != LB_NOBODY && nl_is_in_open(run->view, unit))
        nl_shift(run, CL_BLUNDER_6, unit, enemy, nl_pace(run->view, unit) / V(BLUNDER_6), false);
}

LB_PROCEDURE(falling_back)
{
    const struct falling_back_facts *f = LB_FACTS;

    for_each_body(run, &f->ordered, fall_back_half);
    LB_RETURN(falling_back, .nothing = 0);
}

/* nl.blunder.7 */

LB_PROCEDURE(nervous_triggers)
{
    const struct nervous_triggers_facts *f = LB_FACTS;

    LB_BEGIN
    LB_CALL(1, firing, .named = LB_NOBODY, .what = FIRE_AS_SUITS, .hasty = NL_AS_ORDERED,
            .aims = those_who_fire(run, &f->ordered));
    LB_RETURN(nervous_triggers, .nothing = 0);
    LB_END
}

/* nl.blunder.8 */

static void rush_forward(lb_run *run, uint32_t unit)
{
    uint32_t enemy = nearest_visible(run, unit);

    if (enemy != LB_NOBODY && !nl_is_disordered(run->state, unit))
        nl_shift(run, CL_BLUNDER_8, unit, enemy, -nl_pace(run->view, unit), false);
}

LB_PROCEDURE(contrary_orders)
{
    const struct contrary_orders_facts *f = LB_FACTS;

    LB_BEGIN
    LB_ROLL(1, lb_thrown_by(run, LB_ROLE_ACTOR, -1, lb_roll_sum(CL_BLUNDER_8, 1)));
    lb_tell(run, LB_EVENT_SET, CL_BLUNDER_8, LB_ROLE_NONE, LB_VALUE);
    if (LB_VALUE <= V(BLUNDER_8_ADVANCE))
        for_each_body(run, &f->ordered, rush_forward);
    else if (LB_VALUE > V(BLUNDER_8_NOTHING))
        LB_CALL(2, nervous_triggers, .leader = f->leader, .ordered = f->ordered);
    LB_RETURN(contrary_orders, .nothing = 0);
    LB_END
}

/* nl.blunder.9 */

/// The unit of either side, nearest to a body of cavalry, that it can charge; LB_NOBODY.
static uint32_t nearest_charge_target_of_either_side(const lb_run *run, uint32_t unit)
{
    lb_view *view = run->view;
    struct nl_body body = nl_body_of(view, unit);
    uint32_t best = LB_NOBODY;
    lb_footprint end;
    lb_reason reason;
    lb_path path;

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (!lb_unit_set_has(&body.units, (uint16_t)i) && lb_view_is_here(view, i) &&
            (best == LB_NOBODY ||
             lb_quad_compare_distance(&view->quad[unit], &view->quad[i], &view->quad[best]) < 0) &&
            nl_close_in(view, &body, i, &end, &path, &reason))
            best = i;
    return best;
}

/// The next mounted cavalry of the order that is in order and has not charged; LB_NO_INDEX.
static uint32_t next_cavalry(const lb_run *run, const struct blind_in_the_smoke_facts *f,
                             struct blind_in_the_smoke_vars *v)
{
    lb_unit_set set = those_here(run, &f->ordered), charged = lb_cells_units(&v->charged);

    LB_EACH (i, &set)
        if (!lb_unit_set_has(&charged, (uint16_t)i) && nl_is_mounted(run->battle, run->state, i) &&
            !nl_is_disordered(run->state, i) && run->state->unit[i].mark[MARK_TARGET] == 0) {
            struct nl_body row = nl_body_of(run->view, i);

            lb_unit_set_join(&charged, &row.units);
            v->charged = lb_cells_of(&charged);
            return i;
        }
    return LB_NO_INDEX;
}

LB_PROCEDURE(blind_in_the_smoke)
{
    const struct blind_in_the_smoke_facts *f = LB_FACTS;
    struct blind_in_the_smoke_vars *v = LB_VARS;
    uint32_t unit, target;

    LB_BEGIN
    LB_CALL(1, firing, .named = LB_NOBODY, .what = FIRE_AS_SUITS, .hasty = NL_HASTILY,
            .anybody = true, .aims = those_who_fire(run, &f->ordered));
    while ((unit = next_cavalry(run, f, v)) != LB_NO_INDEX) {
        target = nearest_charge_target_of_either_side(run, unit);
        if (target != LB_NOBODY)
            LB_CALL(2, charge, .unit = (int32_t)unit, .target = (int32_t)target, .bayonet = true);
    }
    LB_RETURN(blind_in_the_smoke, .nothing = 0);
    LB_END
}

/* nl.blunder.10 */

/// What cavalry does.
static void ride_away(lb_run *run, uint32_t unit)
{
    uint32_t enemy = nearest_visible(run, unit);

    if (enemy != LB_NOBODY && nl_is_mounted(run->battle, run->state, unit))
        nl_shift(run, CL_BLUNDER_10, unit, enemy, nl_pace(run->view, unit), true);
}

/// What foot and guns do, unit by unit, linked or not.
static void take_fright(lb_run *run, uint32_t unit)
{
    lb_reason reason;

    if (run->battle->unit[unit].arm == LB_ARM_ARTILLERY)
        (void)nl_limber(run, unit, FORMATION_LIMBERED);
    else if (nl_may_form(run->view, unit, FORMATION_SQUARE, false, &reason))
        (void)nl_form_square(run, unit);
}

LB_PROCEDURE(cavalry_scare)
{
    const struct cavalry_scare_facts *f = LB_FACTS;
    lb_unit_set set;

    for_each_body(run, &f->ordered, ride_away);
    set = those_here(run, &f->ordered);
    LB_EACH (i, &set)
        take_fright(run, i);
    LB_RETURN(cavalry_scare, .nothing = 0);
}

/* nl.blunder.11 */

/// Straight ahead, as far as there is room.
static void push_on(lb_run *run, uint32_t unit)
{
    struct nl_places places;
    lb_unit_set passed;
    lb_reason reason;

    if (nl_is_disordered(run->state, unit) || nl_is_mounted(run->battle, run->state, unit))
        return;
    for (int32_t way = nl_pace(run->view, unit) / V(BLUNDER_11); way > 0; way -= LB_TMM_CM) {
        lb_action action = lb_action_of(VERB_MOVE);

        action.unit = (uint16_t)unit;
        lb_path_add(&action.path, lb_step_straight(way));
        /* Friends are in the way: nobody has told them to let it through. */
        if (!nl_judge_move(run->view, &action, &places, &passed, &reason) ||
            !lb_unit_set_is_empty(&passed))
            continue;
        for (uint32_t i = 0; i < places.count; i++)
            lb_change_place(run, CL_BLUNDER_11, places.unit[i], &places.end[i]);
        return;
    }
}

/// The nearest enemy that cavalry sees and reaches; LB_NOBODY.
static uint32_t reachable_charge_target(const lb_run *run, uint32_t unit)
{
    uint32_t enemy = nl_nearest_seen(run->view, unit, nl_pace(run->view, unit));
    struct nl_body row = nl_body_of(run->view, unit);
    lb_footprint end;
    lb_reason reason;
    lb_path path;

    return enemy != LB_NOBODY && nl_close_in(run->view, &row, enemy, &end, &path, &reason)
               ? enemy
               : LB_NOBODY;
}

/// True if foot or guns see an enemy in range.
static bool has_target(const lb_run *run, uint32_t unit)
{
    return nl_fire_dice(run->battle, run->state, unit) > 0 &&
           nl_nearest_seen(run->view, unit, LB_CMS(run->battle->unit[unit].figure[FIGURE_RANGE])) !=
               LB_NOBODY;
}

static lb_question carried_away_question(const lb_run *run, int32_t unit)
{
    return LB_QUESTION(CARRIED_AWAY, run->battle->unit[unit].side, .unit = unit);
}

LB_PROCEDURE(carried_away)
{
    const struct carried_away_facts *f = LB_FACTS;
    struct carried_away_vars *v = LB_VARS;
    lb_unit_set itself;
    uint32_t unit, target;

    LB_BEGIN
    for_each_body(run, &f->ordered, push_on);
    for (; (unit = next_ordered(run, &f->ordered, v->unit)) != LB_NO_INDEX; v->unit++) {
        v->unit = (int32_t)unit;
        LB_ABOUT(v->unit, LB_CAST_LEADER | f->leader);
        if (nl_is_disordered(run->state, unit))
            continue;
        if (nl_is_mounted(run->battle, run->state, unit)) {
            if ((run->state->unit[unit].flags & UNIT_CLOSED) != 0 ||
                reachable_charge_target(run, unit) == LB_NOBODY)
                continue;
            LB_ASK(1, carried_away_question(run, v->unit));
            target = reachable_charge_target(run, (uint32_t)v->unit);
            if (LB_VALUE == VERB_YES && target != LB_NOBODY)
                LB_CALL(2, charge, .unit = v->unit, .target = (int32_t)target, .bayonet = true);
        } else if (has_target(run, unit)) {
            LB_ASK(3, carried_away_question(run, v->unit));
            if (LB_VALUE == VERB_YES) {
                itself = lb_set_of((uint32_t)v->unit);
                LB_CALL(4, firing, .named = LB_NOBODY, .what = FIRE_AS_SUITS,
                        .aims = lb_cells_of(&itself));
            }
        }
    }
    LB_RETURN(carried_away, .nothing = 0);
    LB_END
}

/* The table. */

/// The procedures of the table by their row. All take the same: a commander, and whom his order was
/// for.
static const uint16_t rows[TWICE] = {
    [2] = PROCEDURE_lost_confidence,    [3] = PROCEDURE_unwelcome_attention,
    [4] = PROCEDURE_crossed_dispatches, [5] = PROCEDURE_needed_elsewhere,
    [6] = PROCEDURE_falling_back,       [7] = PROCEDURE_nervous_triggers,
    [8] = PROCEDURE_contrary_orders,    [9] = PROCEDURE_blind_in_the_smoke,
    [10] = PROCEDURE_cavalry_scare,     [11] = PROCEDURE_carried_away,
};

#define SAME_FACTS(name)                                                        \
    _Static_assert(sizeof(struct name##_facts) == sizeof(struct mistake_facts), \
                   "rows of the table take what a mistake does")
SAME_FACTS(lost_confidence);
SAME_FACTS(unwelcome_attention);
SAME_FACTS(crossed_dispatches);
SAME_FACTS(needed_elsewhere);
SAME_FACTS(falling_back);
SAME_FACTS(nervous_triggers);
SAME_FACTS(contrary_orders);
SAME_FACTS(blind_in_the_smoke);
SAME_FACTS(cavalry_scare);
SAME_FACTS(carried_away);

LB_PROCEDURE(mistake)
{
    const struct mistake_facts *f = LB_FACTS;
    struct mistake_vars *v = LB_VARS;
    const struct blunder_effect *effect = LB_EFFECT;

    LB_BEGIN
    LB_ABOUT(LB_CAST_LEADER | f->leader, LB_NOBODY);
    LB_CALL(1, blunder, .nothing = 0);
    v->row = effect->blunder == TWICE ? effect->second : effect->blunder;
    v->next = effect->third;
    do {
        LB_CALL_BY_NUMBER(2, rows[v->row], f);
        v->row = v->next;
        LB_FORGET(v->next);
    } while (v->row > 0);
    LB_RETURN(mistake, .nothing = 0);
    LB_END
}
