// SPDX-License-Identifier: MIT
// See change.h.

#include "rules/kit/change.h"

void lb_tell_of(lb_run *run, lb_event_kind kind, uint16_t clause, lb_actor who, int32_t value)
{
    lb_tell_of_two(run, kind, clause, who, (lb_actor){LB_ACTOR_NONE, 0}, value);
}

void lb_tell_of_two(lb_run *run, lb_event_kind kind, uint16_t clause, lb_actor who, lb_actor at,
                    int32_t value)
{
    lb_event event = {.kind = kind, .clause = clause, .who = who, .at = at, .value = value};

    if (run->sink == NULL)
        return;
    event.side = lb_actor_side(run->battle, who);
    run->sink->emit(run->sink->context, &event);
}

void lb_about(lb_run *run, uint32_t actor, uint32_t target)
{
    lb_frame *frame = &run->machine->frame[run->machine->depth - 1];

    frame->actor = (uint16_t)actor;
    frame->target = (uint16_t)target;
}

/// An event of a change, to be filled in.
static lb_event change_of(const lb_run *run, uint16_t clause, lb_actor who, lb_change what)
{
    return (lb_event){.kind = LB_EVENT_CHANGE,
                      .clause = clause,
                      .side = lb_actor_side(run->battle, who),
                      .what = (uint8_t)what,
                      .who = who,
                      .at = lb_cause_of(run, who)};
}

/// Tells of a number that has changed. `mark` is 1 + the number of a mark, or 0.
static void tell_change(lb_run *run, uint16_t clause, lb_actor who, lb_change what, uint32_t mark,
                        int32_t before, int32_t after)
{
    lb_event event;

    if (run->sink == NULL || before == after)
        return;
    event = change_of(run, clause, who, what);
    event.mark = (uint8_t)mark;
    event.before = before;
    event.after = event.value = after;
    run->sink->emit(run->sink->context, &event);
}

/// Sets a mark of somebody and tells it.
static void set_mark(lb_run *run, uint16_t clause, lb_actor who, lb_change what, uint32_t mark,
                     int16_t *marks, int32_t value)
{
    tell_change(run, clause, who, what, mark + 1, marks[mark], value);
    marks[mark] = (int16_t)value;
}

void lb_change_place(lb_run *run, uint16_t clause, uint32_t unit, const lb_footprint *end)
{
    lb_unit *of = &run->state->unit[unit];

    if (run->sink != NULL) {
        lb_event event = change_of(run, clause, lb_unit_actor(unit), LB_CHANGE_PLACE);

        event.before = of->heading;
        event.after = end->heading;
        event.from = of->at;
        event.to = end->centre;
        event.value = lb_point_distance(of->at, end->centre);
        run->sink->emit(run->sink->context, &event);
    }
    of->at = end->centre;
    of->heading = end->heading;
    lb_view_take(run->view, unit);
}

void lb_change_formation(lb_run *run, uint16_t clause, uint32_t unit, uint8_t formation)
{
    lb_unit *of = &run->state->unit[unit];

    tell_change(run, clause, lb_unit_actor(unit), LB_CHANGE_FORMATION, 0, of->formation, formation);
    of->formation = formation;
    lb_view_take(run->view, unit);
}

void lb_change_presence(lb_run *run, uint16_t clause, uint32_t unit, lb_presence presence)
{
    lb_unit *of = &run->state->unit[unit];

    tell_change(run, clause, lb_unit_actor(unit), LB_CHANGE_PRESENCE, 0, of->presence,
                (int32_t)presence);
    of->presence = (uint8_t)presence;
    lb_view_take(run->view, unit);
}

void lb_change_mark(lb_run *run, uint16_t clause, uint32_t unit, lb_change what, uint32_t mark,
                    int32_t value)
{
    set_mark(run, clause, lb_unit_actor(unit), what, mark, run->state->unit[unit].mark, value);
    if ((int32_t)mark == run->rules->play->size_mark)
        lb_view_take(run->view, unit);
}

void lb_change_tally(lb_run *run, uint16_t clause, uint32_t unit, uint32_t mark, int32_t more)
{
    lb_change_mark(run, clause, unit, LB_CHANGE_TALLY, mark,
                   run->state->unit[unit].mark[mark] + more);
}

void lb_change_group_tally(lb_run *run, uint16_t clause, uint32_t group, uint32_t mark,
                           int32_t more)
{
    int16_t *marks = run->state->group[group].mark;

    set_mark(run, clause, lb_group_actor(group), LB_CHANGE_TALLY, mark, marks, marks[mark] + more);
}

void lb_change_leader_tally(lb_run *run, uint16_t clause, uint32_t leader, uint32_t mark,
                            int32_t more)
{
    int16_t *marks = run->state->leader[leader].mark;

    set_mark(run, clause, lb_leader_actor(leader), LB_CHANGE_TALLY, mark, marks,
             marks[mark] + more);
}

/// The flags with some set and some cleared; tells the change.
static uint32_t changed_flags(lb_run *run, uint16_t clause, lb_actor who, uint32_t flags,
                              uint32_t set, uint32_t clear)
{
    uint32_t after = (flags & ~clear) | set;

    tell_change(run, clause, who, LB_CHANGE_FLAGS, 0, (int32_t)flags, (int32_t)after);
    return after;
}

void lb_change_flags(lb_run *run, uint16_t clause, uint32_t unit, uint32_t set, uint32_t clear)
{
    lb_unit *of = &run->state->unit[unit];
    uint32_t before = of->flags;

    of->flags = changed_flags(run, clause, lb_unit_actor(unit), before, set, clear);
    if (((before ^ of->flags) & run->rules->play->pose_flags) != 0)
        lb_view_take(run->view, unit);
}

void lb_change_group_flags(lb_run *run, uint16_t clause, uint32_t group, uint32_t set,
                           uint32_t clear)
{
    lb_group *of = &run->state->group[group];

    of->flags = changed_flags(run, clause, lb_group_actor(group), of->flags, set, clear);
}

void lb_change_leader_flags(lb_run *run, uint16_t clause, uint32_t leader, uint32_t set,
                            uint32_t clear)
{
    lb_leader *of = &run->state->leader[leader];

    of->flags = changed_flags(run, clause, lb_leader_actor(leader), of->flags, set, clear);
}

void lb_change_leader_place(lb_run *run, uint16_t clause, uint32_t leader, lb_point at)
{
    lb_leader *of = &run->state->leader[leader];

    if (run->sink != NULL) {
        lb_event event = change_of(run, clause, lb_leader_actor(leader), LB_CHANGE_PLACE);

        event.from = of->at;
        event.to = at;
        event.value = lb_point_distance(of->at, at);
        run->sink->emit(run->sink->context, &event);
    }
    of->at = at;
}

void lb_change_leader_presence(lb_run *run, uint16_t clause, uint32_t leader, lb_presence presence)
{
    lb_leader *of = &run->state->leader[leader];

    tell_change(run, clause, lb_leader_actor(leader), LB_CHANGE_PRESENCE, 0, of->presence,
                (int32_t)presence);
    of->presence = (uint8_t)presence;
}

void lb_change_leader_attached(lb_run *run, uint16_t clause, uint32_t leader, uint32_t unit)
{
    lb_leader *of = &run->state->leader[leader];
    int32_t before = of->attached == LB_NOBODY ? 0 : of->attached + 1;

    tell_change(run, clause, lb_leader_actor(leader), LB_CHANGE_TARGET, 0, before,
                unit == LB_NOBODY ? 0 : (int32_t)unit + 1);
    of->attached = (uint16_t)unit;
}

void lb_change_side(lb_run *run, uint16_t clause, uint32_t side, lb_change what, uint32_t mark,
                    int32_t value)
{
    set_mark(run, clause, lb_side_actor(side), what, mark, run->state->side[side].mark, value);
}

/* Groups. */

void lb_change_fatigue(lb_run *run, uint16_t clause, uint32_t group, uint32_t arm, int32_t value)
{
    uint8_t *fatigue = run->state->group[group].fatigue;

    if (run->sink != NULL && fatigue[arm] != value) {
        lb_event event = change_of(run, clause, lb_group_actor(group), LB_CHANGE_FATIGUE);

        event.before = fatigue[arm];
        event.after = value;
        event.value = (int32_t)arm;
        run->sink->emit(run->sink->context, &event);
    }
    fatigue[arm] = (uint8_t)value;
}

static bool is_same_order(const lb_order *a, const lb_order *b)
{
    return a->kind == b->kind && a->delay == b->delay && a->objective == b->objective &&
           a->group == b->group && a->is_placed == b->is_placed && a->place.x == b->place.x &&
           a->place.y == b->place.y;
}

/// Tells of an order that has changed, if only in its place.
static void tell_order(lb_run *run, uint16_t clause, uint32_t group, lb_change what,
                       const lb_order *before, const lb_order *after)
{
    lb_event event;

    if (run->sink == NULL || is_same_order(before, after))
        return;
    event = change_of(run, clause, lb_group_actor(group), what);
    event.before = before->kind;
    event.after = event.value = after->kind;
    event.from = before->place;
    event.to = after->place;
    run->sink->emit(run->sink->context, &event);
}

void lb_change_order(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order)
{
    lb_order next = *order;

    tell_order(run, clause, group, LB_CHANGE_ORDER, &run->state->group[group].order, &next);
    run->state->group[group].order = next;
}

void lb_change_pending(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order)
{
    lb_order next = *order;

    tell_order(run, clause, group, LB_CHANGE_PENDING, &run->state->group[group].pending, &next);
    run->state->group[group].pending = next;
}

void lb_change_status(lb_run *run, uint16_t clause, uint32_t group, uint8_t status)
{
    lb_group *of = &run->state->group[group];

    tell_change(run, clause, lb_group_actor(group), LB_CHANGE_STATUS, 0, of->status, status);
    of->status = status;
}

void lb_change_area(lb_run *run, uint16_t clause, uint32_t group, lb_point at)
{
    lb_group *of = &run->state->group[group];

    if (run->sink != NULL && (of->area.x != at.x || of->area.y != at.y)) {
        lb_event event = change_of(run, clause, lb_group_actor(group), LB_CHANGE_AREA);

        event.from = of->area;
        event.to = at;
        event.value = lb_point_distance(of->area, at);
        run->sink->emit(run->sink->context, &event);
    }
    of->area = at;
    of->has_area = true;
}

void lb_change_group(lb_run *run, uint16_t clause, uint32_t unit, uint32_t group)
{
    lb_unit *of = &run->state->unit[unit];

    tell_change(run, clause, lb_unit_actor(unit), LB_CHANGE_GROUP, 0, of->group, (int32_t)group);
    of->group = (uint16_t)group;
}
