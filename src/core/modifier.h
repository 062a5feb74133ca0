// SPDX-License-Identifier: MIT
// Adding up modifier rows, each reported with its clause.
//
// A ruleset writes its rows in modifiers.def; core/modifier_rows.h turns each list into a function
// over facts. The helpers here do the arithmetic and tell the sink what each row did.
#pragma once

#include "limber/machine.h"

/// A value being worked out.
typedef struct lb_tally {
    int32_t total;
    uint8_t side;   ///< 0, 1 or 2: whose value it is
    bool is_halved; ///< a row has divided it
} lb_tally;

/// Tells the sink, if there is one.
static inline void lb_tell(lb_run *run, lb_event_kind kind, uint16_t clause, uint8_t side,
                           int32_t value)
{
    if (run->sink != NULL) {
        lb_event event = {.kind = kind, .clause = clause, .side = side, .value = value};
        run->sink->emit(run->sink->context, &event);
    }
}

/// A clause decided something that is not a number.
static inline void lb_note(lb_run *run, uint16_t clause, uint8_t side)
{
    lb_tell(run, LB_EVENT_NOTE, clause, side, 0);
}

/// total += value
static inline void lb_tally_add(lb_run *run, lb_tally *tally, uint16_t clause, int32_t value)
{
    tally->total += value;
    if (value != 0)
        lb_tell(run, LB_EVENT_ADD, clause, tally->side, value);
}

/// total = value
static inline void lb_tally_set(lb_run *run, lb_tally *tally, uint16_t clause, int32_t value)
{
    tally->total = value;
    lb_tell(run, LB_EVENT_SET, clause, tally->side, value);
}

/// Never below `floor`.
static inline void lb_tally_floor(lb_run *run, lb_tally *tally, uint16_t clause, int32_t floor)
{
    if (tally->total < floor)
        lb_tally_add(run, tally, clause, floor - tally->total);
}
