// SPDX-License-Identifier: MIT
// Fights of several attacking rows with one defending row: nl.loss.1, nl.play.contact.
//
// Each row goes through its own opening: the defender's bases that it touches fire at it, and in an
// advance it fires back. Fear and blows are shared: one fear test by all bases that charge with the
// bayonet, one throw of all attackers at the defender, and the defender's dice divided by whom his
// bases touch. There is one result.

#include "rules/napoleons_legacy/play.h"

/* Who is in it. */

/// True if an attacker is still on the table and somebody of its row touches the target's.
static bool is_touching(lb_run *run, uint32_t unit, uint32_t target)
{
    struct nl_body enemy = nl_body_of(run->view, target), row;

    if (!lb_view_is_here(run->view, unit) || !lb_view_is_here(run->view, target))
        return false;
    row = nl_body_of(run->view, unit);
    LB_EACH (j, &row.units)
        LB_EACH (k, &enemy.units)
            if (lb_view_touch(run->view, j, k))
                return true;
    return false;
}

/// Those of the attackers who still touch the row.
static lb_cells those_touching(lb_run *run, const lb_cells *attackers, uint32_t target)
{
    lb_unit_set set = lb_cells_units(attackers);

    LB_EACH (i, &set)
        if (!is_touching(run, i, target))
            lb_unit_set_remove(&set, (uint16_t)i);
    return lb_cells_of(&set);
}

/// The number of a unit in a set.
static int32_t number_in(const lb_cells *cells, uint32_t unit)
{
    lb_unit_set set = lb_cells_units(cells);
    int32_t number = 0;

    LB_EACH (i, &set)
        number += i < unit;
    return number;
}

/// All units of the rows that attack.
static lb_unit_set all_attackers(lb_run *run, const lb_unit_set *attackers)
{
    lb_unit_set all = {{0}};

    LB_EACH (i, attackers) {
        struct nl_body row = nl_body_of(run->view, i);

        lb_unit_set_join(&all, &row.units);
    }
    return all;
}

/* Fear. */

/// nl.bayonet.5: the fear test against all who come with the bayonet; without dice if there are
/// none.
static struct fear_facts shared_fear(lb_run *run, const struct melee_vars *v, uint32_t target)
{
    lb_unit_set left = lb_cells_units(&v->left);
    struct fear_facts test = {0};
    int32_t bases = 0;
    bool in_flank = false;

    LB_EACH (i, &left) {
        struct nl_clash clash;
        struct combat_facts fight;
        struct bayonet_facts charge;

        if (nl_how_of(run, i) != NL_BAYONET)
            continue;
        fight = nl_gather_combat(run->view, i, target, NULL, &clash);
        charge = nl_bayonet_of(run->view, target, &fight, &clash);
        test = nl_fear_of(&charge);
        bases += test.bases;
        in_flank |= test.flank != 0;
    }
    test.bases = bases;
    test.flank = in_flank;
    return test;
}

/// The defending row runs from the bayonet: from the first of the attackers.
static struct suffer_facts flight(lb_run *run, const struct melee_vars *v, uint32_t target,
                                  int32_t state, int32_t retreat)
{
    struct nl_body enemy = nl_body_of(run->view, target);
    lb_unit_set left = lb_cells_units(&v->left), rows = all_attackers(run, &left);
    struct nl_clash clash;
    struct suffer_facts facts = {.row = lb_cells_of(&enemy.units),
                                 .from = (int32_t)lb_unit_set_next(&left, 0),
                                 .by = (int32_t)lb_unit_set_next(&left, 0),
                                 .state = state,
                                 .retreat = retreat,
                                 .about = true};

    nl_meet(run->view, &rows, NULL, &enemy.units, &clash);
    for (int i = 0; i < NL_CHAIN; i++)
        facts.order[i] = (int32_t)clash.d_order.unit[i];
    facts.struck = lb_cells_of(&clash.d.units);
    facts.away = clash.a.flank_bases * 2 > clash.a.bases;
    return facts;
}

static uint32_t next_of(const lb_cells *cells, int32_t from)
{
    lb_unit_set set = lb_cells_units(cells);

    return lb_unit_set_next(&set, (uint32_t)from);
}

static bool is_nobody_left(lb_run *run, const struct melee_facts *f, struct melee_vars *v)
{
    lb_unit_set left;

    v->left = those_touching(run, &f->attackers, (uint32_t)f->target);
    left = lb_cells_units(&v->left);
    return lb_unit_set_is_empty(&left);
}

static bool are_all_out(const struct melee_facts *f, const struct melee_vars *v)
{
    lb_unit_set set = lb_cells_units(&f->attackers);

    return v->out == (1 << lb_unit_set_count(&set)) - 1;
}

LB_PROCEDURE(melee)
{
    const struct melee_facts *f = LB_FACTS;
    struct melee_vars *v = LB_VARS;
    const struct clash_effect *clash = LB_EFFECT;
    const struct fear_effect *fear = LB_EFFECT;
    const struct brawl_effect *brawl = LB_EFFECT;
    struct suffer_facts after;
    struct fear_facts test;
    uint32_t unit;

    LB_BEGIN
    for (; (unit = next_of(&f->attackers, v->unit)) != LB_NO_INDEX; v->unit++) {
        v->unit = (int32_t)unit;
        if (nl_how_of(run, unit) == NL_COMBAT || !is_touching(run, unit, (uint32_t)f->target))
            continue;
        LB_CALL(1, clash, .unit = v->unit, .target = f->target,
                .how = nl_how_of(run, (uint32_t)v->unit), .opening = true);
        if (clash->ending == ENDING_RECOILED || clash->ending == ENDING_BROKEN)
            v->out |= 1 << number_in(&f->attackers, (uint32_t)v->unit);
        if (clash->ending == ENDING_FLED || !lb_view_is_here(run->view, (uint32_t)f->target))
            LB_RETURN(melee, .ending = ENDING_FLED, .winner = WINNER_ATTACKER, .out = v->out);
    }
    LB_FORGET(v->unit);
    LB_ABOUT(next_of(&f->attackers, 0), f->target);
    if (is_nobody_left(run, f, v)) {
        /* Either all were stopped, or fire has driven the defender off. */
        if (are_all_out(f, v))
            LB_RETURN(melee, .ending = ENDING_RECOILED, .winner = WINNER_DEFENDER, .out = v->out);
        LB_RETURN(melee, .ending = ENDING_FLED, .winner = WINNER_ATTACKER, .out = v->out);
    }
    test = shared_fear(run, v, (uint32_t)f->target);
    if (test.bases > 0) {
        LB_CALL_ON(2, fear, &test);
        v->terror = fear->failures > 0;
        if (fear->state == NERVE_RETREATS || fear->state == NERVE_ROUTED) {
            after =
                flight(run, v, (uint32_t)f->target,
                       fear->state == NERVE_ROUTED ? STATE_ROUTED : STATE_RETREATS, fear->retreat);
            LB_CALL_ON(3, suffer, &after);
            LB_RETURN(melee, .ending = ENDING_FLED, .winner = WINNER_ATTACKER, .out = v->out);
        }
    }
    LB_CALL(4, brawl, .attackers = v->left, .target = f->target, .terror = v->terror);
    LB_RETURN(melee, .ending = ENDING_FOUGHT, .winner = brawl->winner, .out = v->out);
    LB_END
}

/* Blows. */

/// The attacker with a number; LB_NOBODY behind the last.
static uint32_t attacker_of(const struct brawl_facts *f, int32_t part)
{
    lb_unit_set set = lb_cells_units(&f->attackers);
    uint32_t unit = lb_unit_set_next(&set, 0);

    for (; part > 0 && unit != LB_NO_INDEX; part--)
        unit = lb_unit_set_next(&set, unit + 1);
    return unit == LB_NO_INDEX ? LB_NOBODY : unit;
}

/// What the defender is under: enum of penalties.
static int32_t penalties(const lb_run *run, const struct brawl_facts *f)
{
    bool is_disordered = f->terror || nl_is_disordered(run->state, (uint32_t)f->target);

    return (is_disordered ? NL_IN_DISORDER : 0) | (f->terror ? NL_IN_TERROR : 0);
}

/// nl.advance.7: whoever is struck in flank or rear by one of several loses dice, once in all.
static void strike_flank(lb_run *run, struct brawl_vars *v)
{
    int32_t less = -V(ADVANCE_7_FLANK);

    lb_note(run, CL_PLAY_FLANK, LB_ROLE_TARGET);
    lb_tell(run, LB_EVENT_ADD, CL_ADVANCE_7, LB_ROLE_TARGET, V(ADVANCE_7_FLANK));
    for (int part = 0; part < NL_PARTIES; part++) {
        int32_t taken = lb_least(less, v->d_dice[part]);

        v->d_dice[part] -= taken;
        less -= taken;
    }
}

/// Counts the dice of all, and who supports them.
static void count_dice(lb_run *run, const struct brawl_facts *f, struct brawl_vars *v)
{
    lb_view *view = run->view;
    struct nl_body enemy = nl_body_of(view, (uint32_t)f->target);
    lb_unit_set named = lb_cells_units(&f->attackers), all = all_attackers(run, &named);
    lb_unit_set helpers = {{0}}, d_helpers, both = all;
    struct nl_clash part_of, whole;
    bool is_struck = false;
    uint32_t unit;

    lb_unit_set_join(&both, &enemy.units);
    d_helpers = nl_supporters(view, &enemy, &both);

    nl_meet(view, &all, NULL, &enemy.units, &whole);
    for (int i = 0; i < NL_LOTS; i++) {
        v->a_dice[i] = whole.a.dice[0][i];
        v->a_strikes[i] = whole.a.strikes[i];
    }
    for (int32_t part = 0; part < NL_PARTIES && (unit = attacker_of(f, part)) != LB_NOBODY;
         part++) {
        struct nl_body row = nl_body_of(view, unit);
        lb_unit_set support = nl_supporters(view, &row, &both), rivals = all;

        LB_EACH (i, &row.units)
            lb_unit_set_remove(&rivals, (uint16_t)i);
        nl_meet(view, &row.units, &rivals, &enemy.units, &part_of);
        if (nl_is_attacker_struck(view, &row, &enemy.units))
            v->a_dice[0] = lb_most(0, v->a_dice[0] + V(ADVANCE_7_FLANK));
        is_struck |= part_of.a.flank_bases * 2 > part_of.a.bases;
        v->d_dice[part] = nl_sum(part_of.d.dice[penalties(run, f)], NL_LOTS);
        lb_unit_set_join(&helpers, &support);
    }
    v->away = whole.a.flank_bases * 2 > whole.a.bases;
    if (is_struck)
        strike_flank(run, v);
    v->lead =
        nl_worth_of_support(run->battle, &helpers) - nl_worth_of_support(run->battle, &d_helpers);
    for (int i = 0; i < NL_CHAIN; i++)
        v->d_order[i] = (int32_t)whole.d_order.unit[i];
    v->d_units = lb_cells_of(&whole.d.units);
    lb_tell(run, LB_EVENT_SET, CL_PLAY_CONTACT, LB_ROLE_TARGET, whole.d.bases);
    nl_tell_many(run, "combat", offsetof(struct combat_facts, a_bases),
                 lb_unit_actor((uint32_t)f->target), lb_most(whole.a.bases, whole.d.bases));
    lb_tell(run, LB_EVENT_ADD, CL_ADVANCE_7, LB_ROLE_ACTOR, nl_sum(v->a_dice, NL_LOTS));
}

/// The row of one side of a fight as hits fall on it.
static struct casualties_facts hits_on(lb_run *run, const struct nl_body *row,
                                       const struct nl_order *order, int32_t cover, bool disordered,
                                       lb_role role)
{
    int32_t saves[NL_CHAIN];
    struct casualties_facts facts = {.bases = row->bases,
                                     .target = nl_kind(run->view, order->unit[0]),
                                     .cover = cover,
                                     .disordered = disordered,
                                     .disorder_change = nl_disorder_change(run, row->bases, role),
                                     .disorder_most = LB_DICE_MAX,
                                     .is_measured = true,
                                     .role = (int32_t)role};

    nl_chain_of(run->view, order, facts.chain, saves);
    return facts;
}

static struct casualties_facts hits_on_defender(lb_run *run, const struct brawl_facts *f,
                                                const struct brawl_vars *v)
{
    struct nl_body enemy = nl_body_of(run->view, (uint32_t)f->target);
    struct casualties_facts facts;
    struct nl_order order;

    for (int i = 0; i < NL_CHAIN; i++)
        order.unit[i] = (uint32_t)v->d_order[i];
    facts = hits_on(run, &enemy, &order, nl_cover(run->view, order.unit[0], attacker_of(f, 0)),
                    (penalties(run, f) & NL_IN_DISORDER) != 0, LB_ROLE_TARGET);
    for (int i = 0; i < NL_CHAIN; i++)
        facts.hits[i] = v->d_hits[i];
    return facts;
}

static void order_part(lb_run *run, const struct brawl_facts *f, const struct brawl_vars *v,
                       struct nl_body *row, struct nl_order *order)
{
    struct nl_body enemy = nl_body_of(run->view, (uint32_t)f->target);

    *row = nl_body_of(run->view, attacker_of(f, v->part));
    nl_order_hits(run->view, &row->units, &enemy.units, order);
}

static struct casualties_facts hits_on_part(lb_run *run, const struct brawl_facts *f,
                                            const struct brawl_vars *v)
{
    struct casualties_facts facts;
    struct nl_order order;
    struct nl_body row;

    order_part(run, f, v, &row, &order);
    facts = hits_on(run, &row, &order, COVER_OPEN,
                    nl_is_disordered(run->state, attacker_of(f, v->part)), LB_ROLE_ACTOR);
    facts.hits[0] = v->a_hits[v->part];
    return facts;
}

/// The throw of all attackers of one lot.
static lb_roll attack_roll(lb_run *run, const struct brawl_facts *f, const struct brawl_vars *v)
{
    struct casualties_facts on = hits_on_defender(run, f, v);
    bool is_ridden_at =
        on.target == TARGET_SQUARE && nl_is_mounted(run->battle, run->state, attacker_of(f, 0));

    return nl_blows_roll(
        run, v->a_dice[v->lot],
        is_ridden_at ? V(SQUARE_HIT) : nl_face_to_hit(run, nl_lot_class(v->a_strikes[v->lot])),
        run->battle->unit[v->d_order[nl_lot_first(v->a_strikes[v->lot])]].figure[FIGURE_SAVE],
        nl_fatal_hits(on.chain), LB_ROLE_ACTOR);
}

/// The throw of the defender's bases that touch one attacker.
static lb_roll defence_roll(lb_run *run, const struct brawl_facts *f, const struct brawl_vars *v)
{
    struct casualties_facts on = hits_on_part(run, f, v);
    struct nl_order order;
    struct nl_body row;

    order_part(run, f, v, &row, &order);
    return nl_blows_roll(run, lb_least(LB_DICE_MAX, v->d_dice[v->part]), nl_face_to_hit(run, 0),
                         run->battle->unit[order.unit[0]].figure[FIGURE_SAVE],
                         nl_fatal_hits(on.chain), LB_ROLE_TARGET);
}

static bool is_gone(int32_t state)
{
    return state == STATE_ROUTED || state == STATE_DESTROYED;
}

/// nl.advance.9, nl.advance.11, nl.advance.12: who wins, and what it does to the losers.
static void judge(lb_run *run, const struct brawl_facts *f, struct brawl_vars *v)
{
    bool are_all_gone = true;
    int32_t margin;

    v->lead += nl_sum(v->d_hits, NL_CHAIN);
    for (int32_t part = 0; part < NL_PARTIES && attacker_of(f, part) != LB_NOBODY; part++) {
        v->lead -= v->a_hits[part];
        are_all_gone &= is_gone(v->a_state[part]);
    }
    v->winner = WINNER_DRAW;
    if (is_gone(v->d_state) || are_all_gone) {
        if (is_gone(v->d_state) != are_all_gone)
            v->winner = are_all_gone ? WINNER_DEFENDER : WINNER_ATTACKER;
        return;
    }
    nl_tell_better(run, v->lead);
    margin = v->lead < 0 ? -v->lead : v->lead;
    if (v->lead > 0) {
        int32_t kind = nl_kind(run->view, (uint32_t)v->d_order[0]);

        v->winner = WINNER_ATTACKER;
        v->d_state = nl_beaten_state(run, kind, v->d_state, margin, LB_ROLE_TARGET);
        v->d_back += kind == TARGET_SQUARE ? 0 : margin;
    }
    for (int32_t part = 0; v->lead < 0 && part < NL_PARTIES && attacker_of(f, part) != LB_NOBODY;
         part++) {
        v->winner = WINNER_DEFENDER;
        if (is_gone(v->a_state[part]))
            continue;
        v->a_state[part] = nl_beaten_state(run, nl_kind(run->view, attacker_of(f, part)),
                                           v->a_state[part], margin, LB_ROLE_ACTOR);
        v->a_back[part] += margin;
    }
    if (v->winner == WINNER_DRAW) {
        lb_tell(run, LB_EVENT_SET, CL_ADVANCE_12, LB_ROLE_NONE, V(ADVANCE_12));
        v->d_back = lb_most(v->d_back, V(ADVANCE_12));
        for (int32_t part = 0; part < NL_PARTIES && attacker_of(f, part) != LB_NOBODY; part++)
            v->a_back[part] = lb_most(v->a_back[part], V(ADVANCE_12));
    }
}

static struct suffer_facts suffer_part(lb_run *run, const struct brawl_facts *f,
                                       const struct brawl_vars *v)
{
    struct nl_body enemy = nl_body_of(run->view, (uint32_t)f->target);
    struct nl_clash clash;
    struct nl_order order;
    struct nl_body row;
    struct suffer_facts facts = {.from = v->d_order[0],
                                 .by = v->d_order[0],
                                 .hits = {v->a_hits[v->part]},
                                 .state = v->a_state[v->part],
                                 .retreat = is_gone(v->a_state[v->part]) ? 0 : v->a_back[v->part]};

    order_part(run, f, v, &row, &order);
    nl_meet(run->view, &row.units, NULL, &enemy.units, &clash);
    for (int i = 0; i < NL_CHAIN; i++)
        facts.order[i] = (int32_t)order.unit[i];
    facts.row = lb_cells_of(&row.units);
    facts.struck = lb_cells_of(&clash.a.units);
    LB_EACH (i, &row.units)
        lb_change_tally(run, CL_ADVANCE_14, i, MARK_FIGHTS, 1);
    return facts;
}

static struct suffer_facts suffer_defender(lb_run *run, const struct brawl_facts *f,
                                           const struct brawl_vars *v)
{
    struct nl_body enemy = nl_body_of(run->view, (uint32_t)f->target);
    bool is_square = lb_view_formation(run->view, (uint32_t)v->d_order[0]) == FORMATION_SQUARE;
    struct suffer_facts facts = {.row = lb_cells_of(&enemy.units),
                                 .struck = v->d_units,
                                 .from = (int32_t)attacker_of(f, 0),
                                 .by = (int32_t)attacker_of(f, 0),
                                 .state = v->d_state,
                                 .retreat = is_gone(v->d_state) ? 0 : v->d_back,
                                 .away = v->away};

    for (int i = 0; i < NL_CHAIN; i++) {
        facts.order[i] = v->d_order[i];
        facts.hits[i] = v->d_hits[i];
    }
    if (is_square && v->winner == WINNER_DRAW)
        facts.retreat = 0;
    return facts;
}

/// A side of a drawn fight that may choose to stay: in its cover.
static bool may_stay(lb_run *run, const struct brawl_facts *f, const struct brawl_vars *v,
                     uint32_t unit)
{
    bool is_defender =
        lb_view_side(run->view, unit) == lb_view_side(run->view, (uint32_t)f->target);

    return v->winner == WINNER_DRAW && lb_view_is_here(run->view, unit) &&
           nl_cover(run->view, unit, is_defender ? attacker_of(f, 0) : LB_NOBODY) != COVER_OPEN;
}

LB_PROCEDURE(brawl)
{
    const struct brawl_facts *f = LB_FACTS;
    struct brawl_vars *v = LB_VARS;
    const struct casualties_effect *blow = LB_EFFECT;
    struct casualties_facts hits;
    struct suffer_facts after;

    LB_BEGIN
    LB_ABOUT(attacker_of(f, 0), f->target);
    lb_note(run, CL_ADVANCE_8, LB_ROLE_NONE);
    count_dice(run, f, v);
    for (; v->lot < NL_LOTS && v->a_strikes[v->lot] != 0; v->lot++)
        if (v->a_dice[v->lot] > 0) {
            LB_ROLL(1, attack_roll(run, f, v));
            v->d_hits[nl_lot_first(v->a_strikes[v->lot])] += LB_VALUE;
        }
    hits = hits_on_defender(run, f, v);
    LB_CALL_ON(2, casualties, &hits);
    v->d_state = blow->state;
    v->d_back = blow->retreat;
    for (v->part = 0; v->part < NL_PARTIES && attacker_of(f, v->part) != LB_NOBODY; v->part++) {
        LB_ABOUT(attacker_of(f, v->part), f->target);
        if (v->d_dice[v->part] > 0) {
            LB_ROLL(3, defence_roll(run, f, v));
            v->a_hits[v->part] = LB_VALUE;
        }
        hits = hits_on_part(run, f, v);
        LB_CALL_ON(4, casualties, &hits);
        v->a_state[v->part] = blow->state;
        v->a_back[v->part] = blow->retreat;
    }
    judge(run, f, v);
    for (v->part = 0; v->part < NL_PARTIES && attacker_of(f, v->part) != LB_NOBODY; v->part++) {
        if (may_stay(run, f, v, attacker_of(f, v->part))) {
            LB_ASK(5, LB_QUESTION(DRAWN, run->battle->unit[attacker_of(f, v->part)].side,
                                  .unit = (int32_t)attacker_of(f, v->part)));
            v->a_back[v->part] = LB_VALUE == VERB_YES ? 0 : v->a_back[v->part];
        }
        after = suffer_part(run, f, v);
        LB_CALL_ON(6, suffer, &after);
    }
    if (may_stay(run, f, v, (uint32_t)v->d_order[0])) {
        LB_ASK(7, LB_QUESTION(DRAWN, run->battle->unit[f->target].side, .unit = v->d_order[0]));
        v->d_back = LB_VALUE == VERB_YES ? 0 : v->d_back;
    }
    after = suffer_defender(run, f, v);
    LB_CALL_ON(8, suffer, &after);
    if (v->winner == WINNER_ATTACKER && lb_view_is_here(run->view, (uint32_t)v->d_order[0]) &&
        lb_view_formation(run->view, (uint32_t)v->d_order[0]) == FORMATION_SQUARE)
        nl_unsquare(run, (uint32_t)v->d_order[0]);
    LB_RETURN(brawl, .winner = v->winner);
    LB_END
}
