// SPDX-License-Identifier: MIT
// Losses, disorder, units that are removed, melees that end, leaders in danger, lost armies.

#include "rules/march_attack/play.h"

enum { WHOLE = 100, MILLE = 1000 };

/* Disorder. */

void ma_disorder(lb_run *run, uint16_t clause, uint32_t unit, int32_t degree)
{
    uint32_t flags = run->state->unit[unit].flags;

    if (degree == 0 || !lb_view_is_here(run->view, unit))
        return;
    if (degree == 1 && (flags & (UNIT_D1 | UNIT_D2)) == 0) {
        lb_tell_of_two(run, LB_EVENT_NOTE, CL_DISORDER, lb_unit_actor(unit),
                       lb_cause_of(run, lb_unit_actor(unit)), clause);
        lb_change_flags(run, clause, unit, UNIT_D1, 0);
    }
    if (degree > 1 && (flags & UNIT_D2) == 0)
        lb_change_flags(run, clause, unit, UNIT_D2, UNIT_D1);
}

/* Units that are gone. */

void ma_end_charge(lb_run *run, uint16_t clause, uint32_t unit)
{
    lb_change_mark(run, clause, unit, LB_CHANGE_TARGET, MARK_CHARGE, 0);
    lb_change_flags(run, clause, unit, UNIT_SILENT, UNIT_BRINK);
}

/// True if both sides of a melee still have somebody in it.
static bool has_both_sides(const lb_run *run, int32_t foe)
{
    bool has[LB_SIDES] = {false, false};

    for (uint32_t s = 0; s < LB_SIDES; s++)
        LB_EACH (i, &run->view->here[s])
            has[s] |= run->state->unit[i].mark[MARK_FOE] == foe;
    return has[0] && has[1];
}

void ma_leave_melee(lb_run *run, uint32_t unit)
{
    int32_t foe = run->state->unit[unit].mark[MARK_FOE];

    if (foe == 0)
        return;
    lb_change_mark(run, CL_PLAY_LOSS, unit, LB_CHANGE_TARGET, MARK_FOE, 0);
    lb_change_flags(run, CL_PLAY_LOSS, unit, 0, UNIT_STORMED | UNIT_LEVEL);
    if (has_both_sides(run, foe))
        return;
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (run->state->unit[i].mark[MARK_FOE] == foe) {
            lb_change_mark(run, CL_PLAY_LOSS, i, LB_CHANGE_TARGET, MARK_FOE, 0);
            lb_change_flags(run, CL_PLAY_LOSS, i, 0, UNIT_STORMED | UNIT_LEVEL);
        }
}

/// A leader whose unit is gone looks for another.
static void leave_unit(lb_run *run, uint32_t leader)
{
    lb_change_leader_attached(run, CL_PLAY_LEADER, leader, LB_NOBODY);
    ma_save_leader(run, leader);
}

void ma_remove(lb_run *run, uint16_t clause, uint32_t unit)
{
    uint32_t leader = ma_leader_with(run->battle, run->state, unit);

    if (!lb_view_is_here(run->view, unit))
        return;
    if (run->state->unit[unit].mark[MARK_CHARGE] != 0)
        lb_change_mark(run, clause, unit, LB_CHANGE_TARGET, MARK_CHARGE, 0);
    ma_commit(run, run->battle->unit[unit].group);
    lb_change_presence(run, clause, unit, LB_PRESENCE_GONE);
    ma_leave_melee(run, unit);
    /* A leader whose unit was hurt is in danger first. */
    if (leader != LB_NOBODY && (run->state->unit[unit].flags & UNIT_HURT) == 0)
        leave_unit(run, leader);
}

void ma_take_guns(lb_run *run, uint32_t unit)
{
    lb_tell_of(run, LB_EVENT_SET, CL_TURN_VICTORY, lb_unit_actor(unit), V(TURN_VICTORY_GUNS));
    lb_change_mark(run, CL_TURN_VICTORY, unit, LB_CHANGE_LOSSES, MARK_LOSSES,
                   run->battle->unit[unit].figure[FIGURE_CV] * V(TURN_VICTORY_GUNS));
}

void ma_suffer(lb_run *run, uint16_t clause, uint32_t unit, int32_t cv)
{
    int32_t left = ma_cv(run->battle, run->state, unit);
    int32_t lost = lb_least(cv, left);

    if (lost <= 0 || !lb_view_is_here(run->view, unit))
        return;
    lb_change_mark(run, clause, unit, LB_CHANGE_LOSSES, MARK_LOSSES,
                   run->state->unit[unit].mark[MARK_LOSSES] + lost);
    lb_change_flags(run, clause, unit, UNIT_HURT, 0);
    ma_commit(run, run->battle->unit[unit].group);
}

/* What follows from losses. */

/// Who has cost a unit its last CV: a firer, skirmishers of a group, or the enemy next to it.
static uint32_t killer_of(const lb_run *run, uint32_t unit)
{
    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        if (run->state->unit[i].mark[MARK_AIM] == (int32_t)unit + 1 &&
            run->state->unit[i].mark[MARK_RESULT] > 0)
            return i;
    for (uint32_t g = 0; run->state->phase < PHASE_CHARGES && g < run->battle->group_count; g++)
        if (run->state->group[g].mark[GROUP_AIM] == (int32_t)unit + 1)
            return LB_CAST_GROUP | g;
    return lb_view_nearest_foe(run->view, unit);
}

/// What becomes of a leader who was hit.
static void take_fate(lb_run *run, uint32_t leader, const struct leader_effect *effect)
{
    int32_t turns = effect->fate == LEADER_FATE_NEXT_TURN ? 1
                    : effect->fate >= LEADER_FATE_OUT_1 && effect->fate <= LEADER_FATE_OUT_6
                        ? effect->fate - LEADER_FATE_OUT_1 + 1
                        : 0;

    if (effect->fate == LEADER_FATE_UNHURT)
        return;
    lb_change_leader_attached(run, CL_LEADER_CASUALTY, leader, LB_NOBODY);
    lb_change_leader_presence(
        run, effect->fate == LEADER_FATE_CAPTURED ? CL_LEADER_CAPTURE : CL_LEADER_CASUALTY, leader,
        turns > 0 ? LB_PRESENCE_AWAY : LB_PRESENCE_GONE);
    run->state->leader[leader].off_turn = (uint8_t)(turns > 0 ? run->state->turn + turns : 0);
}

LB_PROCEDURE(danger)
{
    const struct danger_facts *f = LB_FACTS;
    uint32_t leader = ma_leader_with(run->battle, run->state, (uint32_t)f->unit);

    LB_BEGIN
    LB_ABOUT(LB_CAST_LEADER | leader, killer_of(run, (uint32_t)f->unit));
    LB_ROLL(1, lb_thrown_by(
                   run, LB_ROLE_ACTOR, -1,
                   lb_roll_bands(CL_LEADER_RISK, 2,
                                 (int32_t[]){f->melee ? V(LEADER_RISK_MELEE) : V(LEADER_RISK_FIRE)},
                                 1)));
    if (LB_VALUE == 0)
        LB_RETURN(danger, .nothing = 0);
    LB_CALL(2, leader, .losing_melee = f->melee);
    take_fate(run, frame->actor & ~(uint32_t)LB_CAST_LEADER, LB_EFFECT);
    LB_RETURN(danger, .nothing = 0);
    LB_END
}

/// The next unit that was hurt, of the side that goes first and then of the other; LB_NOBODY.
static uint32_t next_hurt(const lb_run *run, bool is_strategic)
{
    uint32_t first = is_strategic ? ma_leading_side(run->battle, run->state) : run->state->active;

    for (uint32_t s = 0; s < LB_SIDES; s++)
        for (uint32_t i = 0; i < run->battle->unit_count; i++)
            if (run->battle->unit[i].side == (s ^ first) &&
                (run->state->unit[i].flags & UNIT_HURT) != 0)
                return i;
    return LB_NOBODY;
}

/// Who has lost CV: skirmishers try its discipline, a leader with it is in danger, and who has none
/// left is removed.
LB_PROCEDURE(aftermath)
{
    const struct aftermath_facts *f = LB_FACTS;
    struct aftermath_vars *v = LB_VARS;
    struct ved_facts test;
    uint32_t unit, leader;

    LB_BEGIN
    while ((unit = next_hurt(run, f->skirmish != 0)) != LB_NOBODY) {
        v->unit = (int32_t)unit;
        LB_ABOUT(unit, LB_NOBODY);
        lb_change_flags(run, CL_LEADER_RISK, unit, 0, UNIT_HURT);
        if (f->skirmish && ma_cv(run->battle, run->state, unit) > 0) {
            test = ma_gather_ved(run->view, unit, CHANGE_NONE, false);
            LB_CALL_ON(1, ved, &test);
            if (((const struct ved_effect *)LB_EFFECT)->result == VED_RESULT_FAIL)
                ma_disorder(run, CL_SKIRMISH_VED, (uint32_t)v->unit, V(SKIRMISH_VED));
        }
        if (ma_leader_with(run->battle, run->state, (uint32_t)v->unit) != LB_NOBODY) {
            LB_CALL(2, danger, .unit = v->unit, .melee = f->melee);
        }
        LB_ABOUT(v->unit, killer_of(run, (uint32_t)v->unit));
        if (ma_cv(run->battle, run->state, (uint32_t)v->unit) <= 0)
            ma_remove(run, CL_PLAY_LOSS, (uint32_t)v->unit);
        leader = ma_leader_with(run->battle, run->state, (uint32_t)v->unit);
        if (leader != LB_NOBODY && !lb_view_is_here(run->view, (uint32_t)v->unit))
            leave_unit(run, leader);
    }
    LB_RETURN(aftermath, .nothing = 0);
    LB_END
}

/* Armies. */

int32_t ma_whole(const lb_battle *battle, uint32_t side)
{
    int32_t whole = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].side == side)
            whole += battle->unit[i].figure[FIGURE_CV];
    return whole;
}

/// CV lost of a side: of units that are gone, and with `all` of the others too.
static int32_t lost_of(const lb_battle *battle, const lb_state *state, uint32_t side, bool all)
{
    int32_t lost = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        const lb_unit *unit = &state->unit[i];

        if (battle->unit[i].side != side)
            continue;
        if (unit->presence == LB_PRESENCE_GONE)
            lost += lb_most(battle->unit[i].figure[FIGURE_CV], unit->mark[MARK_LOSSES]);
        else if (all)
            lost += unit->mark[MARK_LOSSES];
    }
    return lost;
}

int32_t ma_removed(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    return lost_of(battle, state, side, false);
}

int32_t ma_spent(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    return lost_of(battle, state, side, true);
}

/// True if a side has lost as much as it can bear.
static bool is_beaten(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int32_t percent = battle->side[side].break_percent > 0 ? battle->side[side].break_percent
                                                           : VALUE_OF(battle, TURN_VICTORY_LOST);

    return !lb_side_is_left(battle, state, side) ||
           ma_removed(battle, state, side) * WHOLE >= percent * ma_whole(battle, side);
}

/// The share of a side's CV that counts as lost, in per mille.
static int32_t share_of(const lb_battle *battle, const lb_state *state, uint32_t side, bool all)
{
    int32_t lost = all ? ma_spent(battle, state, side) : ma_removed(battle, state, side);

    return lost * MILLE / lb_most(1, ma_whole(battle, side));
}

bool ma_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    if (!is_beaten(battle, state, side))
        return false;
    /* Of two that are beaten at the same time, the one that has lost more. */
    return !is_beaten(battle, state, 1 - side) ||
           share_of(battle, state, side, false) >= share_of(battle, state, 1 - side, false);
}

void ma_tell_scores(lb_run *run)
{
    if (run->sink == NULL || lb_battle_is_over(run))
        return;
    lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_VICTORY, (lb_actor){LB_ACTOR_NONE, 0}, 0);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_event event = {.kind = LB_EVENT_ADD,
                          .clause = CL_PLAY_VICTORY,
                          .side = (uint8_t)s,
                          .who = lb_side_actor(s),
                          .value = lb_battle_held(run->battle, run->state, s),
                          .before = ma_spent(run->battle, run->state, s),
                          .after = ma_whole(run->battle, s)};

        run->sink->emit(run->sink->context, &event);
    }
}

uint8_t ma_side_ahead(const lb_battle *battle, const lb_state *state)
{
    int32_t ground = lb_battle_held(battle, state, 0) - lb_battle_held(battle, state, 1);
    int32_t share[LB_SIDES];

    if (ground != 0)
        return ground > 0 ? 0 : 1;
    for (uint32_t s = 0; s < LB_SIDES; s++)
        share[s] = share_of(battle, state, s, true);
    if (lb_most(share[0] - share[1], share[1] - share[0]) * WHOLE <=
        VALUE_OF(battle, TURN_VICTORY_DRAW) * MILLE)
        return LB_NO_SIDE;
    return share[0] < share[1] ? 0 : 1;
}
