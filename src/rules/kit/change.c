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

/// An event of a change of a unit or side, to be filled in.
static lb_event change_of(const lb_run *run, uint16_t clause, lb_actor who, lb_change what)
{
    return (lb_event){.kind = LB_EVENT_CHANGE,
                      .clause = clause,
                      .side = lb_actor_side(run->battle, who),
                      .what = (uint8_t)what,
                      .who = who};
}

/// Tells of a number that has changed.
static void tell_change(lb_run *run, uint16_t clause, lb_actor who, lb_change what, int32_t before,
                        int32_t after)
{
    lb_event event;

    if (run->sink == NULL || before == after || what == LB_CHANGE_NONE)
        return;
    event = change_of(run, clause, who, what);
    event.before = before;
    event.after = event.value = after;
    run->sink->emit(run->sink->context, &event);
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

    tell_change(run, clause, lb_unit_actor(unit), LB_CHANGE_FORMATION, of->formation, formation);
    of->formation = formation;
    lb_view_take(run->view, unit);
}

void lb_change_presence(lb_run *run, uint16_t clause, uint32_t unit, lb_presence presence)
{
    lb_unit *of = &run->state->unit[unit];

    tell_change(run, clause, lb_unit_actor(unit), LB_CHANGE_PRESENCE, of->presence,
                (int32_t)presence);
    of->presence = (uint8_t)presence;
    lb_view_take(run->view, unit);
}

void lb_change_mark(lb_run *run, uint16_t clause, uint32_t unit, lb_change what, uint32_t mark,
                    int32_t value)
{
    lb_unit *of = &run->state->unit[unit];

    tell_change(run, clause, lb_unit_actor(unit), what, of->mark[mark], value);
    of->mark[mark] = (int16_t)value;
    if ((int32_t)mark == run->rules->play->size_mark)
        lb_view_take(run->view, unit);
}

void lb_change_flags(lb_run *run, uint16_t clause, uint32_t unit, uint32_t set, uint32_t clear)
{
    lb_unit *of = &run->state->unit[unit];
    uint32_t after = (of->flags & ~clear) | set;

    tell_change(run, clause, lb_unit_actor(unit), LB_CHANGE_FLAGS, (int32_t)of->flags,
                (int32_t)after);
    of->flags = after;
    lb_view_take(run->view, unit);
}

void lb_change_score(lb_run *run, uint16_t clause, uint32_t side, uint32_t mark, int32_t add)
{
    int16_t *of = &run->state->side[side].mark[mark];

    tell_change(run, clause, lb_side_actor(side), LB_CHANGE_SCORE, *of, *of + add);
    *of = (int16_t)(*of + add);
}
