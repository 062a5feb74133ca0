// SPDX-License-Identifier: MIT
// Changing what stands on the table: state and view together, told to the sink with what was before
// and after, and with who caused it: whoever else plays a role of the running procedure. So a
// procedure casts its roles (LB_ABOUT, lb_about) before it changes anything. Procedures change
// poses through these functions alone. What the end of a phase or turn clears is not told one by
// one.
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

/// LB_ABOUT for functions: says whom the running procedure is about.
void lb_about(lb_run *run, uint32_t actor, uint32_t target);

/// Tells the sink about somebody else than the roles of the running procedure.
void lb_tell_of(lb_run *run, lb_event_kind kind, uint16_t clause, lb_actor who, int32_t value);
void lb_tell_of_two(lb_run *run, lb_event_kind kind, uint16_t clause, lb_actor who, lb_actor at,
                    int32_t value);

/// Puts a unit where a footprint is, facing as it does.
void lb_change_place(lb_run *run, uint16_t clause, uint32_t unit, const lb_footprint *end);

void lb_change_formation(lb_run *run, uint16_t clause, uint32_t unit, uint8_t formation);

/// LB_PRESENCE_GONE and the like.
void lb_change_presence(lb_run *run, uint16_t clause, uint32_t unit, lb_presence presence);

/// Sets a mark of a unit; `what` is LB_CHANGE_LOSSES, LB_CHANGE_HITS, LB_CHANGE_WORTH,
/// LB_CHANGE_TALLY or LB_CHANGE_TARGET.
void lb_change_mark(lb_run *run, uint16_t clause, uint32_t unit, lb_change what, uint32_t mark,
                    int32_t value);

/// Adds to a count that is kept of a unit, a group or a leader, and tells it as LB_CHANGE_TALLY.
void lb_change_tally(lb_run *run, uint16_t clause, uint32_t unit, uint32_t mark, int32_t more);
void lb_change_group_tally(lb_run *run, uint16_t clause, uint32_t group, uint32_t mark,
                           int32_t more);
void lb_change_leader_tally(lb_run *run, uint16_t clause, uint32_t leader, uint32_t mark,
                            int32_t more);

/// Set and clear flags of a unit, a group or a leader.
void lb_change_flags(lb_run *run, uint16_t clause, uint32_t unit, uint32_t set, uint32_t clear);
void lb_change_group_flags(lb_run *run, uint16_t clause, uint32_t group, uint32_t set,
                           uint32_t clear);
void lb_change_leader_flags(lb_run *run, uint16_t clause, uint32_t leader, uint32_t set,
                            uint32_t clear);

/// Where a leader is, and whether he is on the table.
void lb_change_leader_place(lb_run *run, uint16_t clause, uint32_t leader, lb_point at);
void lb_change_leader_presence(lb_run *run, uint16_t clause, uint32_t leader, lb_presence presence);

/// Lets a leader join a unit, or leave it with LB_NOBODY; told as LB_CHANGE_TARGET.
void lb_change_leader_attached(lb_run *run, uint16_t clause, uint32_t leader, uint32_t unit);

/// Sets a mark of a side; `what` is LB_CHANGE_SCORE, LB_CHANGE_HAND, LB_CHANGE_PILE
/// or LB_CHANGE_TALLY.
void lb_change_side(lb_run *run, uint16_t clause, uint32_t side, lb_change what, uint32_t mark,
                    int32_t value);

/// Fatigue, orders and status of a group, and where it gathers what is left of it.
void lb_change_fatigue(lb_run *run, uint16_t clause, uint32_t group, uint32_t arm, int32_t value);
void lb_change_order(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order);
void lb_change_pending(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order);
void lb_change_status(lb_run *run, uint16_t clause, uint32_t group, uint8_t status);
void lb_change_area(lb_run *run, uint16_t clause, uint32_t group, lb_point at);

/// Lets a unit be with another group.
void lb_change_group(lb_run *run, uint16_t clause, uint32_t unit, uint32_t group);
