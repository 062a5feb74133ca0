// SPDX-License-Identifier: MIT
// What becomes of units, Formations and armies: fatigue, orders, status, routs, defeat.

#include "rules/esr/play.h"

/* Fatigue, orders, status. */

/// True if a Formation has a unit of an arm that is not lost.
static bool has_class(const lb_battle *battle, const lb_state *state, uint32_t group, uint32_t arm)
{
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (esr_is_of(state, i, group) && battle->unit[i].arm == arm &&
            (state->unit[i].presence == LB_PRESENCE_TABLE ||
             state->unit[i].presence == LB_PRESENCE_AWAY))
            return true;
    return false;
}

void esr_tire(lb_run *run, uint16_t clause, uint32_t group, uint32_t arm, int32_t markers)
{
    int32_t room = V(PLAY_FATIGUE_MOST) - esr_fatigue(run->state, group);
    int32_t now = run->state->group[group].fatigue[arm];

    if (!has_class(run->battle, run->state, group, arm))
        return;
    lb_change_fatigue(run, clause, group, arm, lb_most(0, now + lb_least(markers, room)));
}

uint32_t esr_main_arm(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    int32_t count[LB_ARM_COUNT] = {0};
    uint32_t best = LB_ARM_INFANTRY;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (esr_is_of(state, i, group) && (state->unit[i].presence == LB_PRESENCE_TABLE ||
                                           state->unit[i].presence == LB_PRESENCE_AWAY))
            count[battle->unit[i].arm]++;
    for (uint32_t arm = 0; arm < LB_ARM_COUNT; arm++)
        if (count[arm] > count[best])
            best = arm;
    return best;
}

void esr_set_order(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order)
{
    lb_change_order(run, clause, group, order);
}

void esr_set_pending(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order)
{
    static const lb_order none = {.objective = LB_NOBODY, .group = LB_NOBODY};

    lb_change_pending(run, clause, group, order != NULL ? order : &none);
}

void esr_defend_here(lb_run *run, uint16_t clause, uint32_t group)
{
    lb_order order = {.kind = ORDER_DEFEND,
                      .objective = LB_NOBODY,
                      .group = LB_NOBODY,
                      .place = esr_middle(run->view, group),
                      .is_placed = true};

    lb_change_order(run, clause, group, &order);
}

void esr_set_status(lb_run *run, uint16_t clause, uint32_t group, uint8_t status)
{
    static const uint8_t kinds[] = {[STATUS_RALLY] = LB_SCENARIO_ORDER_RALLY,
                                    [STATUS_RETREAT] = LB_SCENARIO_ORDER_RETREAT,
                                    [STATUS_BROKEN] = LB_SCENARIO_ORDER_BROKEN};
    lb_order order = {.objective = LB_NOBODY, .group = LB_NOBODY};

    lb_change_status(run, clause, group, status);
    if (status == STATUS_FIT)
        return;
    order.kind = kinds[status];
    lb_change_order(run, clause, group, &order);
    if (status != STATUS_RALLY)
        esr_set_pending(run, clause, group, NULL);
}

/* Units that go. */

/// What a unit no longer has when it leaves the line.
static void lose_attachments(lb_run *run, uint16_t clause, uint32_t unit)
{
    lb_change_flags(run, clause, unit, 0,
                    UNIT_RIFLES | UNIT_SAPPERS | UNIT_STORMED | UNIT_COMMITS | UNIT_RECALLS |
                        UNIT_DISPLACES);
    lb_change_mark(run, clause, unit, LB_CHANGE_TALLY, MARK_GRAND, 0);
}

void esr_note_gone(lb_run *run, uint16_t clause, uint32_t group)
{
    uint32_t leader = run->battle->group[group].leader;

    if ((run->state->group[group].flags & GROUP_GONE) != 0 ||
        esr_count(run->battle, run->state, group) > 0)
        return;
    lb_change_group_flags(run, clause, group, GROUP_GONE, GROUP_DETACHED);
    lb_about(run, LB_CAST_GROUP | group, LB_NOBODY);
    if (leader != LB_NOBODY && run->state->leader[leader].presence == LB_PRESENCE_TABLE)
        lb_change_leader_presence(run, clause, leader, LB_PRESENCE_GONE);
    for (uint32_t i = 0; i < run->battle->leader_count; i++)
        if (run->state->leader[i].mark[LEADER_LEADS] == (int32_t)group + 1)
            lb_change_leader_tally(run, clause, i, LEADER_LEADS,
                                   -run->state->leader[i].mark[LEADER_LEADS]);
}

void esr_rout(lb_run *run, uint16_t clause, uint32_t unit)
{
    lose_attachments(run, clause, unit);
    lb_change_flags(run, clause, unit, UNIT_REFORMING, 0);
    lb_change_presence(run, clause, unit, LB_PRESENCE_AWAY);
}

void esr_remove(lb_run *run, uint16_t clause, uint32_t unit)
{
    lose_attachments(run, clause, unit);
    lb_change_flags(run, clause, unit, 0, UNIT_REFORMING);
    lb_change_presence(run, clause, unit, LB_PRESENCE_GONE);
    esr_note_gone(run, clause, run->state->unit[unit].group);
}

enum { RINGS = 40, BEHIND = 20 }; ///< tenths of an inch

void esr_limber(lb_run *run, uint16_t clause, uint32_t unit)
{
    lb_unit_set itself = lb_set_of(unit);
    lb_footprint place;

    lb_change_formation(run, clause, unit, FORMATION_RESERVE);
    place = lb_view_footprint(run->view, unit);
    if (lb_may_stand(run->view, &itself, &place))
        return;
    if (lb_find_place(run->view, &itself, esr_tenths(run->battle, 2), RINGS, &place))
        lb_change_place(run, clause, unit, &place);
    else
        esr_rout(run, clause, unit);
}

void esr_retire_battery(lb_run *run, uint16_t clause, uint32_t unit)
{
    uint32_t group = run->state->unit[unit].group;
    lb_unit_set itself = lb_set_of(unit);
    lb_footprint place = lb_view_footprint(run->view, unit), box;

    lb_change_formation(run, clause, unit, FORMATION_RESERVE);
    place.width_tmm = run->view->size[unit].width_tmm;
    place.depth_tmm = run->view->size[unit].depth_tmm;
    if (esr_line(run->view, group, &box)) {
        place.heading = box.heading;
        place.centre =
            lb_point_towards(place.centre, box.heading,
                             -lb_most(0, lb_ahead_of(box.centre, place.centre, box.heading) +
                                             box.depth_tmm / 2 + esr_tenths(run->battle, BEHIND)));
    }
    if (lb_find_place(run->view, &itself, esr_tenths(run->battle, 5), RINGS, &place))
        lb_change_place(run, clause, unit, &place);
    else
        esr_rout(run, clause, unit);
    lose_attachments(run, clause, unit);
}

/* Armies. */

static bool is_lost(const lb_state *state, uint32_t group)
{
    return state->group[group].status == STATUS_BROKEN ||
           (state->group[group].flags & GROUP_GONE) != 0;
}

uint32_t esr_formations_lost(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    uint32_t lost = 0;

    for (uint32_t g = 0; g < battle->group_count; g++)
        lost +=
            battle->group[g].side == side && battle->group[g].unit_count > 0 && is_lost(state, g);
    return lost;
}

bool esr_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int32_t percent = battle->side[side].break_percent > 0 ? battle->side[side].break_percent
                                                           : VALUE_OF(battle, TURN_VICTORY);

    return !lb_side_is_left(battle, state, side) ||
           100 * (int32_t)esr_formations_lost(battle, state, side) >=
               percent * state->side[side].mark[SIDE_FORMATIONS];
}

void esr_tell_scores(lb_run *run)
{
    if (run->sink == NULL || lb_battle_is_over(run))
        return;
    lb_tell_of(run, LB_EVENT_NOTE, CL_TURN_VICTORY, (lb_actor){LB_ACTOR_NONE, 0}, 0);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_event event = {.kind = LB_EVENT_ADD,
                          .clause = CL_TURN_VICTORY,
                          .side = (uint8_t)s,
                          .who = lb_side_actor(s),
                          .value = lb_battle_held(run->battle, run->state, s),
                          .before = (int32_t)esr_formations_lost(run->battle, run->state, s),
                          .after = run->state->side[s].mark[SIDE_FORMATIONS]};

        run->sink->emit(run->sink->context, &event);
    }
}

uint8_t esr_side_ahead(const lb_battle *battle, const lb_state *state)
{
    int32_t ground = lb_battle_held(battle, state, 0) - lb_battle_held(battle, state, 1);
    int32_t lost = (int32_t)esr_formations_lost(battle, state, 1) -
                   (int32_t)esr_formations_lost(battle, state, 0);

    if (ground != 0)
        return ground > 0 ? 0 : 1;
    return lost == 0 ? LB_NO_SIDE : lost > 0 ? 0 : 1;
}
