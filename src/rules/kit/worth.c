// SPDX-License-Identifier: MIT
// See worth.h.

#include "rules/kit/worth.h"

#include "core/spread.h"

#include <assert.h>

/// Successes and weights of the values of a roll so far.
typedef struct mean {
    uint64_t successes, all;
} mean;

static void add_value(void *context, int32_t value, const lb_wide *weight)
{
    mean *of = context;

    assert(value >= 0 && weight->used == 1);
    of->successes += (uint64_t)value * weight->limb[0];
    of->all += weight->limb[0];
}

int32_t lb_worth_of_count(const lb_roll *roll)
{
    lb_roll one = *roll;
    mean of = {0, 0};

    assert(roll->reduction == LB_ROLL_COUNT && roll->cap == 0);
    one.dice = 1;
    lb_roll_each(&one, add_value, &of);
    return (int32_t)((uint64_t)roll->dice * 100 * of.successes / of.all);
}
