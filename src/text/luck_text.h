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

enum { LB_LUCK_SHOWN = 3 }; ///< lines of a side in a short account

/// What the throws of a side for one thing came to, and how lucky that is.
typedef struct lb_luck_line {
    lb_luck_sum sum;
    uint8_t side;
    uint16_t clause;
    uint32_t rolls, dice;
    int64_t expected_tenths; ///< the mean of the sum, in tenths
    uint32_t luckier;        ///< than so many of a hundred battles
} lb_luck_line;

/// True of throws in which somebody has luck: not those that only say where to.
bool lb_luck_counts(const lb_told *told);

/// The most telling lines of a side, by their numbers; returns how many, at most LB_LUCK_SHOWN.
uint32_t lb_luck_choose(const lb_luck_line *lines, uint32_t count, uint32_t side,
                        uint32_t chosen[LB_LUCK_SHOWN]);

/// "For the hits: 20 hits go home with 40 dice, 0.9 more than the mean, luckier than 55 % of
/// battles".
void lb_put_luck_line(const lb_battle *battle, const lb_luck_line *line, lb_put *put);

/// What is added up: "pips", "successes", "rows".
const char *lb_luck_kind(uint8_t reduction);

/// "1 success", "2 failures": what the throws of a side come to together.
void lb_put_luck_total(const lb_luck_sum *sum, lb_put *put);

/// What the dice of a clause came to, in the words of the sheet. `told` may be NULL.
void lb_put_luck_part(const lb_luck_sum *sum, const lb_told *told, lb_put *put);
