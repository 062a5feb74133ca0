// SPDX-License-Identifier: MIT
// Changing what stands on the table: state and view together, told to the sink with what was before
// and after. Procedures change poses through these functions alone.
#pragma once

#include "core/modifier.h"
#include "core/view.h"

/// Whom an event is about.
static inline lb_actor lb_unit_actor(uint32_t unit)
{
    return (lb_actor){LB_ACTOR_UNIT, (uint16_t)unit};
}

static inline lb_actor lb_group_actor(uint32_t group)
{
    return (lb_actor){LB_ACTOR_GROUP, (uint16_t)group};
}

static inline lb_actor lb_leader_actor(uint32_t leader)
{
    return (lb_actor){LB_ACTOR_LEADER, (uint16_t)leader};
}

static inline lb_actor lb_side_actor(uint32_t side)
{
    return (lb_actor){LB_ACTOR_SIDE, (uint16_t)side};
}

/// Tells the sink about somebody else than the roles of the running procedure.
void lb_tell_of(lb_run *run, lb_event_kind kind, uint16_t clause, lb_actor who, int32_t value);
void lb_tell_of_two(lb_run *run, lb_event_kind kind, uint16_t clause, lb_actor who, lb_actor at,
                    int32_t value);

/// Puts a unit where a footprint is, facing as it does.
void lb_change_place(lb_run *run, uint16_t clause, uint32_t unit, const lb_footprint *end);

void lb_change_formation(lb_run *run, uint16_t clause, uint32_t unit, uint8_t formation);

/// LB_PRESENCE_GONE and the like.
void lb_change_presence(lb_run *run, uint16_t clause, uint32_t unit, lb_presence presence);

/// Sets a mark of a unit; `what` is LB_CHANGE_LOSSES, LB_CHANGE_HITS or LB_CHANGE_NONE for marks
/// that nobody is told of.
void lb_change_mark(lb_run *run, uint16_t clause, uint32_t unit, lb_change what, uint32_t mark,
                    int32_t value);

/// Sets and clears flags of a unit.
void lb_change_flags(lb_run *run, uint16_t clause, uint32_t unit, uint32_t set, uint32_t clear);

/// Adds to a mark of a side.
void lb_change_score(lb_run *run, uint16_t clause, uint32_t side, uint32_t mark, int32_t add);
