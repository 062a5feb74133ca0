// SPDX-License-Identifier: MIT
// Weighing by exact odds: what the outcomes of a procedure are worth on average, worked out by the
// walk that answers the charts. The rules themselves are asked; nothing is reckoned a second way.
#pragma once

#include "core/procedure.h"
#include "limber/plan.h"

/// What an outcome is worth.
typedef int32_t lb_worth_function(const int32_t *effect, const int32_t *facts);

/// The mean worth of the outcomes of procedure `name` on facts of its own. False, and counted by
/// the counsel, if its odds are too large to be reckoned.
#define LB_WORTH(counsel, battle, name, facts, worth, mean)                                      \
    lb_worth_mean((counsel), (battle), PROCEDURE_##name, (const int32_t *)(const void *)(facts), \
                  sizeof(struct name##_facts) / sizeof(int32_t),                                 \
                  sizeof(struct name##_effect) / sizeof(int32_t), (worth), (mean))

/// The successes that a counted roll comes to on average, in hundredths rounded down: the mean of
/// one of its dice, by the weights that the roll itself gives its values, times their number.
int32_t lb_worth_of_count(const lb_roll *roll);

static inline bool lb_worth_mean(lb_counsel *counsel, const lb_battle *battle, uint16_t procedure,
                                 const int32_t *facts, size_t cells, size_t fields,
                                 lb_worth_function *worth, int32_t *mean)
{
    return counsel->mean(counsel, battle, procedure, facts, (uint32_t)cells, (uint8_t)fields, worth,
                         mean);
}
