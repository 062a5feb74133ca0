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

/// The successes that a counted roll comes to on average, in hundredths.
static inline int32_t lb_worth_of_count(const lb_roll *roll)
{
    int32_t faces = roll->need < 2 ? 6 : roll->need > 6 ? 0 : 7 - roll->need;
    int32_t in_36 = 6 * faces + (roll->reroll_ones && roll->need > 1 ? faces : 0);
    int32_t kept = roll->save > 0 ? roll->save - 1 : 6;

    return roll->dice * in_36 * kept * 100 / (36 * 6);
}

static inline bool lb_worth_mean(lb_counsel *counsel, const lb_battle *battle, uint16_t procedure,
                                 const int32_t *facts, size_t cells, size_t fields,
                                 lb_worth_function *worth, int32_t *mean)
{
    return counsel->mean(counsel, battle, procedure, facts, (uint32_t)cells, (uint8_t)fields, worth,
                         mean);
}
