// SPDX-License-Identifier: MIT
// A battle as a listener knows it: how it stood before an answer, and what events have told since.
// After the answer it must stand as it really does, but for what the end of a phase or turn clears.
#pragma once

#include "limber/battle.h"
#include "rules/kit/marks.h"

typedef struct told_state {
    lb_unit unit[LB_UNITS_MAX];
    lb_group group[LB_GROUPS_MAX];
    lb_leader leader[LB_LEADERS_MAX];
    lb_side side[LB_SIDES];
    uint8_t held[LB_OBJECTIVES_MAX];
    int32_t losses[LB_UNITS_MAX], hits[LB_UNITS_MAX];
    uint32_t in_hand[LB_SIDES];
} told_state;

static told_state told_start(const lb_battle *battle, const lb_state *state)
{
    static told_state told;

    memcpy(told.unit, state->unit, sizeof told.unit);
    memcpy(told.group, state->group, sizeof told.group);
    memcpy(told.leader, state->leader, sizeof told.leader);
    memcpy(told.side, state->side, sizeof told.side);
    memcpy(told.held, state->held, sizeof told.held);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_unit_report report = lb_battle_unit(battle, state, i);

        told.losses[i] = report.losses;
        told.hits[i] = report.hits;
    }
    for (uint32_t s = 0; s < LB_SIDES; s++)
        told.in_hand[s] = lb_battle_side(battle, state, s).in_hand;
    return told;
}

static void told_of_unit(told_state *told, const lb_event *event)
{
    lb_unit *unit = &told->unit[event->who.id];

    switch (event->what) {
    case LB_CHANGE_PLACE:
        unit->at = event->to;
        unit->heading = (uint16_t)event->after;
        break;
    case LB_CHANGE_FORMATION:
        unit->formation = (uint8_t)event->after;
        break;
    case LB_CHANGE_PRESENCE:
        unit->presence = (uint8_t)event->after;
        break;
    case LB_CHANGE_LOSSES:
        told->losses[event->who.id] = event->after;
        break;
    case LB_CHANGE_HITS:
        told->hits[event->who.id] = event->after;
        break;
    case LB_CHANGE_FLAGS:
        unit->flags = (uint32_t)event->after;
        break;
    default:
        break;
    }
}

static void told_of_leader(told_state *told, const lb_event *event)
{
    lb_leader *leader = &told->leader[event->who.id];

    if (event->what == LB_CHANGE_PLACE)
        leader->at = event->to;
    else if (event->what == LB_CHANGE_PRESENCE)
        leader->presence = (uint8_t)event->after;
    else if (event->what == LB_CHANGE_FLAGS)
        leader->flags = (uint32_t)event->after;
}

static void told_of_group(told_state *told, const lb_event *event)
{
    lb_group *group = &told->group[event->who.id];

    switch (event->what) {
    case LB_CHANGE_FLAGS:
        group->flags = (uint32_t)event->after;
        break;
    case LB_CHANGE_FATIGUE:
        group->fatigue[event->value] = (uint8_t)event->after;
        break;
    case LB_CHANGE_ORDER:
        group->order.kind = (uint8_t)event->after;
        group->order.place = event->to;
        break;
    case LB_CHANGE_PENDING:
        group->pending.kind = (uint8_t)event->after;
        group->pending.place = event->to;
        break;
    case LB_CHANGE_STATUS:
        group->status = (uint8_t)event->after;
        break;
    case LB_CHANGE_AREA:
        group->area = event->to;
        break;
    default:
        break;
    }
}

/// What is wrong with a group as it was told; NULL for nothing.
static const char *untold_of_group(const lb_group *was, const lb_group *is)
{
    for (uint32_t arm = 0; arm < LB_FATIGUES; arm++)
        if (was->fatigue[arm] != is->fatigue[arm])
            return "fatigue";
    return was->order.kind != is->order.kind || was->order.place.x != is->order.place.x ? "order"
           : was->pending.kind != is->pending.kind || was->pending.place.x != is->pending.place.x
               ? "pending order"
           : was->status != is->status                              ? "status"
           : was->area.x != is->area.x || was->area.y != is->area.y ? "area"
                                                                    : NULL;
}

/// The marks of somebody, as told; NULL for those who have none.
static int16_t *told_marks(told_state *told, lb_actor who)
{
    switch ((lb_actor_kind)who.kind) {
    case LB_ACTOR_UNIT:
        return told->unit[who.id].mark;
    case LB_ACTOR_GROUP:
        return told->group[who.id].mark;
    case LB_ACTOR_LEADER:
        return told->leader[who.id].mark;
    case LB_ACTOR_SIDE:
        return told->side[who.id].mark;
    case LB_ACTOR_NONE:
    case LB_ACTOR_OBJECTIVE:
    case LB_ACTOR_KIND_COUNT:
        break;
    }
    return NULL;
}

static void told_change(told_state *told, const lb_event *event)
{
    if (event->mark > 0)
        told_marks(told, event->who)[event->mark - 1] = (int16_t)event->after;
    if (event->who.kind == LB_ACTOR_UNIT)
        told_of_unit(told, event);
    else if (event->who.kind == LB_ACTOR_LEADER)
        told_of_leader(told, event);
    else if (event->who.kind == LB_ACTOR_GROUP)
        told_of_group(told, event);
    else if (event->who.kind == LB_ACTOR_OBJECTIVE && event->what == LB_CHANGE_HELD)
        told->held[event->who.id] = (uint8_t)event->after;
    else if (event->who.kind == LB_ACTOR_SIDE && event->what == LB_CHANGE_HAND)
        told->in_hand[event->who.id] = (uint32_t)event->after;
}

/// Flags are as told; those that do not last may have gone, but none has come by itself.
static bool are_flags_told(const lb_mark_row *row, uint32_t told, uint32_t is)
{
    uint32_t lasting = 0;

    for (uint32_t i = 0; row[i].name != NULL; i++)
        if (row[i].life == LB_LIFE_GAME)
            lasting |= UINT32_C(1) << i;
    return ((told ^ is) & lasting) == 0 && (is & ~told) == 0;
}

/// Marks are as told; those that do not last may have gone.
static void assert_marks_are_told(const lb_mark_row *row, const int16_t *told, const int16_t *is,
                                  const char *name)
{
    for (uint32_t i = 0; row[i].name != NULL; i++)
        if (told[i] != is[i] && (row[i].life == LB_LIFE_GAME || is[i] != 0))
            fail_msg("nobody was told of the mark %s of %s: %d, now %d", row[i].name, name, told[i],
                     is[i]);
}

static void assert_unit_is_told(const lb_battle *battle, const told_state *told,
                                const lb_state *state, uint32_t number)
{
    const lb_unit *was = &told->unit[number], *is = &state->unit[number];
    lb_unit_report report = lb_battle_unit(battle, state, number);
    const char *what =
        was->at.x != is->at.x || was->at.y != is->at.y ? "place"
        : was->heading != is->heading                  ? "heading"
        : was->formation != is->formation              ? "formation"
        : was->presence != is->presence                ? "presence"
        : told->losses[number] != report.losses        ? "losses"
        : told->hits[number] != report.hits            ? "hits"
        : !are_flags_told(battle->rules->play->marks->unit_flags, was->flags, is->flags) ? "flags"
                                                                                         : NULL;

    if (what != NULL)
        fail_msg("turn %d, phase %d: nobody was told of the %s of %s (flags %x, now %x)",
                 state->turn, state->phase, what, battle->unit[number].name, was->flags, is->flags);
}

static void assert_all_is_told(const lb_battle *battle, const told_state *told,
                               const lb_state *state)
{
    const lb_marks *marks = battle->rules->play->marks;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        assert_unit_is_told(battle, told, state, i);
        assert_marks_are_told(marks->unit_marks, told->unit[i].mark, state->unit[i].mark,
                              battle->unit[i].name);
    }
    for (uint32_t i = 0; i < battle->group_count; i++) {
        assert_marks_are_told(marks->group_marks, told->group[i].mark, state->group[i].mark,
                              battle->group[i].name);
        if (!are_flags_told(marks->group_flags, told->group[i].flags, state->group[i].flags))
            fail_msg("nobody was told of the flags of %s", battle->group[i].name);
        if (untold_of_group(&told->group[i], &state->group[i]) != NULL)
            fail_msg("nobody was told of the %s of %s",
                     untold_of_group(&told->group[i], &state->group[i]), battle->group[i].name);
    }
    for (uint32_t i = 0; i < battle->leader_count; i++) {
        const lb_leader *was = &told->leader[i], *is = &state->leader[i];

        assert_marks_are_told(marks->leader_marks, was->mark, is->mark, battle->leader[i].name);
        if (was->at.x != is->at.x || was->at.y != is->at.y || was->presence != is->presence ||
            !are_flags_told(marks->leader_flags, was->flags, is->flags))
            fail_msg("nobody was told of %s", battle->leader[i].name);
    }
    for (uint32_t i = 0; i < battle->objective_count; i++)
        if (told->held[i] != state->held[i])
            fail_msg("nobody was told who holds %s", battle->objective[i].name);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        assert_marks_are_told(marks->side_marks, told->side[s].mark, state->side[s].mark,
                              battle->side[s].name);
        if (told->in_hand[s] != lb_battle_side(battle, state, s).in_hand)
            fail_msg("nobody was told of the hand of %s", battle->side[s].name);
    }
}
