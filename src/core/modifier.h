// SPDX-License-Identifier: MIT
// Adding up modifier rows, each reported with its clause.
//
// A ruleset writes its rows in modifiers.def; core/modifier_rows.h turns each list into a function
// over facts. The helpers here do the arithmetic and tell the sink what each row did.
#pragma once

#include "limber/machine.h"

/// A value being worked out, and whose it is.
typedef struct lb_tally {
    int32_t total;
    lb_role role;
    bool is_halved; ///< a row has divided it
} lb_tally;

/// The side of a role in the running procedure: 0, 1 or LB_NO_SIDE.
uint8_t lb_role_side(const lb_run *run, lb_role role);

/// The side of an actor: 0, 1 or LB_NO_SIDE.
uint8_t lb_actor_side(const lb_battle *battle, lb_actor who);

/// The name of an actor, which the battle holds; NULL for nobody.
const char *lb_actor_name(const lb_battle *battle, lb_actor who);

/// Who else plays a role of the running procedure than `who`; nobody if he plays none.
lb_actor lb_counterpart_of(const lb_run *run, lb_actor who);

/// Who causes what happens to `who` in the running procedure: who else plays a role; of somebody
/// who plays none, an enemy who does, else the one that acts.
lb_actor lb_cause_of(const lb_run *run, lb_actor who);

/// An event of the running procedure about a role, with both of its actors filled in.
lb_event lb_event_of(const lb_run *run, lb_event_kind kind, uint16_t clause, lb_role role);

/// Tells the sink, if there is one.
static inline void lb_tell(lb_run *run, lb_event_kind kind, uint16_t clause, lb_role role,
                           int32_t value)
{
    if (run->sink != NULL) {
        lb_event event = lb_event_of(run, kind, clause, role);

        event.value = value;
        run->sink->emit(run->sink->context, &event);
    }
}

/// A clause decided something that is not a number.
static inline void lb_note(lb_run *run, uint16_t clause, lb_role role)
{
    lb_tell(run, LB_EVENT_NOTE, clause, role, 0);
}

/// The roll as it is thrown by a role, who wishes a high value (1), a low one (-1), or nothing.
static inline lb_roll lb_thrown_by(const lb_run *run, lb_role role, int32_t wish, lb_roll roll)
{
    roll.side = lb_role_side(run, role);
    roll.wish = (int8_t)wish;
    return roll;
}

/// total += value
static inline void lb_tally_add(lb_run *run, lb_tally *tally, uint16_t clause, int32_t value)
{
    tally->total += value;
    if (value != 0)
        lb_tell(run, LB_EVENT_ADD, clause, tally->role, value);
}

/// total = value
static inline void lb_tally_set(lb_run *run, lb_tally *tally, uint16_t clause, int32_t value)
{
    tally->total = value;
    lb_tell(run, LB_EVENT_SET, clause, tally->role, value);
}

/// Never below `floor`.
static inline void lb_tally_floor(lb_run *run, lb_tally *tally, uint16_t clause, int32_t floor)
{
    if (tally->total < floor)
        lb_tally_add(run, tally, clause, floor - tally->total);
}
