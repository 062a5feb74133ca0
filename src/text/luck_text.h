// SPDX-License-Identifier: MIT
// What throws that were added up came to, in words: "2 hits", "it stood 1 time", "4 pips".
#pragma once

#include "base/put.h"
#include "limber/battle.h"

#include <stdbool.h>
#include <stdint.h>

/// Throws of one kind, added up.
typedef struct lb_luck_sum {
    uint8_t reduction; ///< lb_reduction
    bool wishes_low;   ///< a low sum is lucky
    int64_t actual;    ///< the sum
} lb_luck_sum;

/// What is added up: "pips", "successes", "rows".
const char *lb_luck_kind(uint8_t reduction);

/// "1 success", "2 failures": what the throws of a side come to together.
void lb_put_luck_total(const lb_luck_sum *sum, lb_put *put);

/// What the dice of a clause came to, in the words of the sheet. `told` may be NULL.
void lb_put_luck_part(const lb_luck_sum *sum, const lb_told *told, lb_put *put);
