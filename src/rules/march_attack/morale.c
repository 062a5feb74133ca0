// SPDX-License-Identifier: MIT
// S2 and S3: Major Formations that retire or test, armies that give way, and skirmishers.

#include "rules/march_attack/play.h"

enum { SIXTHS = 6, CAP_LEVELS = 2, ARRIVAL_STEP = LB_TMM_INCH / 10 };

/// The n-th side of a step of the strategic phase.
static uint32_t side_of(const lb_run *run, int32_t n)
{
    return (uint32_t)n ^ ma_leading_side(run->battle, run->state);
}

/// The next Major Formation of a side with a unit on the table, from a number on; LB_NOBODY.
static uint32_t next_group(const lb_run *run, uint32_t side, uint32_t from)
{
    for (uint32_t g = from; g < run->battle->group_count; g++)
        if (run->battle->group[g].side == side && lb_group_is_here(run->battle, run->state, g))
            return g;
    return LB_NOBODY;
}

/* Results. */

/// True if a Major Formation has to test for its losses.
static bool is_due(const lb_run *run, uint32_t group)
{
    return SIXTHS * ma_lost(run->battle, run->state, group) >=
           (uint32_t)V(MORALE_WHEN_TEST) * run->battle->group[group].unit_count;
}

/// Turns of a result to retire; 0 for another.
static int32_t turns_of(int32_t result)
{
    return result >= MORALE_RESULT_RETIRE_4 && result <= MORALE_RESULT_RETIRE_1
               ? MORALE_RESULT_RETIRE_1 - result + 1
               : 0;
}

/// What a result of morale does to a Major Formation. One that breaks does so afterwards.
static void take_result(lb_run *run, uint32_t group, int32_t result)
{
    lb_order order = run->state->group[group].order;
    lb_unit_set units = ma_units(run->view, group);

    if (result == MORALE_RESULT_BROKEN)
        lb_change_group_flags(run, CL_MORALE_BROKEN, group, GROUP_BREAKS, 0);
    if (result == MORALE_RESULT_DISORDER)
        LB_EACH (i, &units)
            ma_disorder(run, CL_MORALE_DISORDER, i, V(MORALE_DISORDER));
    if (turns_of(result) <= order.delay)
        return;
    order.kind = ORDER_RETREAT;
    order.delay = (uint8_t)turns_of(result);
    order.objective = order.group = LB_NOBODY;
    ma_set_order(run, CL_MORALE_RETIRE, group, &order);
    ma_fall_back(run, group);
}

/* Armies. */

/// Friends of a Major Formation that are near it.
static lb_cells testers_near(const lb_run *run, uint32_t group)
{
    int32_t near = MA_WITHIN(V(MORALE_ARMY_RANGE));
    lb_unit_set own = ma_units(run->view, group), testers = {{0}};

    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        lb_unit_set units = ma_units(run->view, g);

        if (g == group || run->battle->group[g].side != run->battle->group[group].side)
            continue;
        LB_EACH (i, &units)
            if (lb_view_any_within(run->view, &run->view->quad[i], &own, near))
                lb_unit_set_add(&testers, (uint16_t)g);
    }
    return lb_cells_of(&testers);
}

/// All units of a broken Major Formation leave the table, and its commander with them.
static void disperse(lb_run *run, uint32_t group)
{
    lb_unit_set units = ma_units(run->view, group);
    uint32_t leader = ma_commander(run->battle, run->state, group);

    lb_about(run, LB_CAST_GROUP | group, LB_NOBODY);
    lb_change_group_flags(run, CL_MORALE_BROKEN, group, GROUP_GONE, GROUP_BREAKS);
    if (leader != LB_NOBODY) {
        lb_change_leader_attached(run, CL_PLAY_ARMY, leader, LB_NOBODY);
        lb_change_leader_presence(run, CL_PLAY_ARMY, leader, LB_PRESENCE_GONE);
    }
    LB_EACH (i, &units)
        ma_remove(run, CL_MORALE_BROKEN, i);
}

/// ma.morale.army: the worst that can come to one that sees another break.
static int32_t cap_of(const lb_run *run, uint32_t broken, uint32_t tester)
{
    bool is_small = run->battle->group[broken].unit_count * V(MORALE_ARMY_DIVISOR) <=
                    run->battle->group[tester].unit_count;
    bool is_poor = ma_group_quality(run->battle, tester) - ma_group_quality(run->battle, broken) >=
                   V(MORALE_ARMY_LEVELS);

    return is_small + is_poor == CAP_LEVELS ? CAP_DISORDER
           : is_small || is_poor            ? CAP_RETIRE_2
                                            : CAP_NONE;
}

/// The first Major Formation that breaks; LB_NOBODY for none.
static uint32_t next_breaking(const lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++)
        if ((run->state->group[g].flags & GROUP_BREAKS) != 0)
            return g;
    return LB_NOBODY;
}

/// The next that tests, of those that are still there and do not break themselves.
static uint32_t next_tester(const lb_run *run, const lb_cells *testers, uint32_t from)
{
    lb_unit_set set = lb_cells_units(testers);

    LB_EACH (g, &set)
        if (g >= from && (run->state->group[g].flags & GROUP_BREAKS) == 0 &&
            lb_group_is_here(run->battle, run->state, g))
            return g;
    return LB_NOBODY;
}

/// Those that break go one after the other, and each lets its neighbours test.
LB_PROCEDURE(collapse)
{
    struct collapse_vars *v = LB_VARS;
    struct morale_facts facts;

    LB_BEGIN
    while ((v->group = (int32_t)next_breaking(run)) != LB_NOBODY) {
        v->testers = testers_near(run, (uint32_t)v->group);
        disperse(run, (uint32_t)v->group);
        for (v->tester = 0;; v->tester++) {
            v->tester = (int32_t)next_tester(run, &v->testers, (uint32_t)v->tester);
            if (v->tester == LB_NOBODY)
                break;
            LB_ABOUT(LB_CAST_GROUP | v->tester, LB_CAST_GROUP | v->group);
            lb_note(run, CL_PLAY_ARMY, LB_ROLE_ACTOR);
            facts = ma_gather_morale(run->view, (uint32_t)v->tester,
                                     cap_of(run, (uint32_t)v->group, (uint32_t)v->tester));
            LB_CALL_ON(1, morale, &facts);
            take_result(run, (uint32_t)v->tester,
                        ((const struct morale_effect *)LB_EFFECT)->result);
        }
    }
    LB_RETURN(collapse, .nothing = 0);
    LB_END
}

LB_PROCEDURE(morale_phase)
{
    struct morale_phase_vars *v = LB_VARS;
    struct morale_facts facts;

    LB_BEGIN
    for (v->side = 0; v->side < LB_SIDES; v->side++)
        for (v->group = 0;; v->group++) {
            v->group = (int32_t)next_group(run, side_of(run, v->side), (uint32_t)v->group);
            if (v->group == LB_NOBODY)
                break;
            LB_ABOUT(LB_CAST_GROUP | v->group, LB_NOBODY);
            if (run->state->group[v->group].order.delay > 0 &&
                (run->state->group[v->group].flags & GROUP_RETIRING) == 0) {
                lb_note(run, CL_PLAY_RETIRE, LB_ROLE_ACTOR);
                ma_fall_back(run, (uint32_t)v->group);
                continue;
            }
            if (!is_due(run, (uint32_t)v->group) ||
                (run->state->group[v->group].flags & GROUP_RETIRING) != 0)
                continue;
            facts = ma_gather_morale(run->view, (uint32_t)v->group, CAP_NONE);
            LB_CALL_ON(1, morale, &facts);
            take_result(run, (uint32_t)v->group, ((const struct morale_effect *)LB_EFFECT)->result);
            LB_CALL(2, collapse, .nothing = 0);
        }
    LB_RETURN(morale_phase, .nothing = 0);
    LB_END
}

/* S3. */

/// All that skirmishers have cost falls together.
static void let_losses_fall(lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        int16_t *mark = run->state->group[g].mark;
        uint32_t target = (uint32_t)mark[GROUP_AIM] - 1;

        if (mark[GROUP_AIM] == 0)
            continue;
        lb_about(run, LB_CAST_GROUP | g, target);
        ma_suffer(run, CL_SKIRMISH_NEED, target, mark[GROUP_RESULT]);
    }
}

/// Who is engaged is committed.
static void commit_engaged(lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++)
        if ((run->state->group[g].flags & GROUP_COMMITTED) == 0 && ma_is_engaged(run->view, g)) {
            lb_about(run, LB_CAST_GROUP | g, LB_NOBODY);
            ma_commit(run, g);
        }
}

LB_PROCEDURE(skirmish_phase)
{
    struct skirmish_phase_vars *v = LB_VARS;
    struct skirmish_facts facts;
    uint32_t target, from;
    int32_t points;

    LB_BEGIN
    commit_engaged(run);
    for (v->side = 0; v->side < LB_SIDES; v->side++)
        for (v->group = 0;; v->group++) {
            v->group = (int32_t)next_group(run, side_of(run, v->side), (uint32_t)v->group);
            if (v->group == LB_NOBODY)
                break;
            points = ma_skirmish_points(run->view, (uint32_t)v->group, &target, &from);
            if (points == 0)
                continue;
            LB_ABOUT(LB_CAST_GROUP | v->group, target);
            lb_change_group_tally(run, CL_PLAY_ENGAGED, (uint32_t)v->group, GROUP_AIM,
                                  (int32_t)target + 1);
            facts = ma_gather_skirmish(run->view, points, target, from);
            LB_CALL_ON(1, skirmish, &facts);
            lb_change_group_tally(run, CL_PLAY_ENGAGED, (uint32_t)v->group, GROUP_RESULT,
                                  ((const struct skirmish_effect *)LB_EFFECT)->cv_lost);
        }
    let_losses_fall(run);
    LB_CALL(2, aftermath, .skirmish = 1, .melee = 0);
    LB_RETURN(skirmish_phase, .nothing = 0);
    LB_END
}

/* S1. */

/// True if reserves are due that have not come.
static bool is_due_to_arrive(const lb_run *run, uint32_t group)
{
    const lb_group_card *card = &run->battle->group[group];

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (run->state->unit[i].presence == LB_PRESENCE_AWAY)
            return card->arrival_turn <= run->state->turn;
    return false;
}

/// The free place nearest to an entry: looked for in steps, and then as near as it goes.
static bool find_entry(const lb_run *run, uint32_t unit, lb_footprint *place)
{
    const lb_unit_set *foes = lb_view_foes(run->view, run->battle->unit[unit].side);
    int32_t off = LB_INCHES(V(PLAY_MOVE));
    int32_t rings = LB_INCHES(V(PLAY_ARRIVAL)) / ARRIVAL_STEP + 1;
    lb_unit_set own = lb_set_of(unit);
    lb_point entry = place->centre;
    lb_footprint nearer;

    if (!lb_find_place_off(run->view, &own, foes, off, ARRIVAL_STEP, rings, place))
        return false;
    nearer = *place;
    for (int32_t by = ARRIVAL_STEP - 1;
         by > 0 && lb_point_distance(place->centre, entry) >= ARRIVAL_STEP; by--) {
        nearer.centre = lb_point_towards(place->centre, lb_heading_to(place->centre, entry), by);
        if (lb_find_place_off(run->view, &own, foes, off, 1, 1, &nearer)) {
            *place = nearer;
            return true;
        }
    }
    return true;
}

/// A unit comes on at the free place nearest to its entry; false if there is none.
static bool come_on(lb_run *run, uint32_t unit)
{
    const lb_unit_card *card = &run->battle->unit[unit];
    uint8_t formation = ma_is_guns(run->battle, unit) ? FORMATION_LIMBERED : FORMATION_COLUMN;
    lb_size size = ma_size(run->battle, run->state, unit, formation);
    lb_footprint place = {card->at, card->heading, size.width_tmm, size.depth_tmm};

    if (!find_entry(run, unit, &place))
        return false;
    lb_about(run, unit, LB_NOBODY);
    lb_change_formation(run, CL_PLAY_ARRIVAL, unit, formation);
    lb_change_place(run, CL_PLAY_ARRIVAL, unit, &place);
    lb_change_presence(run, CL_PLAY_ARRIVAL, unit, LB_PRESENCE_TABLE);
    run->state->unit[unit].off_turn = 0;
    return true;
}

/// The units of a Major Formation come on, and their commander with the first.
static void come_on_all(lb_run *run, uint32_t group)
{
    const lb_group_card *card = &run->battle->group[group];
    bool has_come = false;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (run->state->unit[i].presence == LB_PRESENCE_AWAY)
            has_come |= come_on(run, i);
    if (!has_come)
        return;
    if (card->leader != LB_NOBODY &&
        run->state->leader[card->leader].presence == LB_PRESENCE_AWAY &&
        run->state->leader[card->leader].off_turn == 0) {
        lb_unit_set units = ma_units(run->view, group);

        lb_about(run, LB_CAST_LEADER | card->leader, LB_NOBODY);
        lb_change_leader_place(run, CL_PLAY_ARRIVAL, card->leader,
                               run->view->pose[lb_unit_set_next(&units, 0)].at);
        lb_change_leader_presence(run, CL_PLAY_ARRIVAL, card->leader, LB_PRESENCE_TABLE);
    }
    lb_about(run, LB_CAST_GROUP | group, LB_NOBODY);
    ma_set_order(run, CL_PLAY_ARRIVAL, group, &run->state->group[group].order);
}

LB_PROCEDURE(arrival)
{
    const struct arrival_facts *f = LB_FACTS;
    struct order_facts facts;

    LB_BEGIN
    LB_ABOUT(LB_CAST_GROUP | f->group, LB_NOBODY);
    lb_note(run, CL_PLAY_ARRIVAL, LB_ROLE_ACTOR);
    facts = ma_gather_arrival(run->view, (uint32_t)f->group);
    LB_CALL_ON(1, order, &facts);
    if (((const struct order_effect *)LB_EFFECT)->result == ORDER_RESULT_RECEIVED)
        come_on_all(run, (uint32_t)f->group);
    LB_RETURN(arrival, .nothing = 0);
    LB_END
}

/// An order whose object is gone becomes Defend.
static void drop_objects(lb_run *run)
{
    for (uint32_t g = 0; g < run->battle->group_count; g++) {
        const lb_order *order = &run->state->group[g].order;

        if (order->group == LB_NOBODY || !lb_group_is_here(run->battle, run->state, g) ||
            lb_group_left(run->battle, run->state, order->group) > 0)
            continue;
        lb_about(run, LB_CAST_GROUP | g, LB_NOBODY);
        ma_defend(run, CL_ORDER_KINDS, g);
    }
}

LB_PROCEDURE(orders_phase)
{
    struct orders_phase_vars *v = LB_VARS;

    LB_BEGIN
    commit_engaged(run);
    drop_objects(run);
    for (v->side = 0; v->side < LB_SIDES; v->side++) {
        LB_CALL(1, issuing, .side = (int32_t)side_of(run, v->side));
        for (v->group = 0; v->group < run->battle->group_count; v->group++)
            if (run->battle->group[v->group].side == side_of(run, v->side) &&
                is_due_to_arrive(run, (uint32_t)v->group))
                LB_CALL(2, arrival, .group = v->group);
    }
    LB_RETURN(orders_phase, .nothing = 0);
    LB_END
}
