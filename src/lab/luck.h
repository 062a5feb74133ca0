// SPDX-License-Identifier: MIT
// The luck account of a battle: for each side what its dice were worth and what they came to.
//
// Every roll that its thrower wishes high (or low) counts. The values of all rolls of a row, one by
// one independent, are added up exactly; the account says what their sum was, what it is on
// average, and how likely a sum at least as good is. Nothing is rounded: numerators grow as long as
// they must. Which rolls matter to whom is for the ruleset to say (lb_play.luck).
#pragma once

#include "limber/battle.h"

enum { LB_LUCK_ROWS = 96 };

typedef struct lb_luck lb_luck;

/// An empty account, or NULL without memory.
lb_luck *lb_luck_create(const lb_battle *battle);
void lb_luck_destroy(lb_luck *luck);

/// Books the roll that is open in `state` and came to `value`. False without memory.
bool lb_luck_book(lb_luck *luck, const lb_state *state, int32_t value);

/// A row of the account: all rolls of a side, of one kind, asked for by one clause.
typedef struct lb_luck_row {
    uint8_t side;
    uint8_t reduction; ///< lb_reduction: successes of dice, pips, or rows of tables
    bool is_total;     ///< of all clauses together
    bool wishes_low;   ///< a low sum is lucky
    uint16_t clause;
    uint32_t rolls, dice;
    int64_t actual;        ///< sum of the values
    char *expected, *tail; ///< fractions in full; the chance of a sum that is at least as good
    double expected_value, tail_value; ///< the same, rounded
} lb_luck_row;

/// Works the account out: rows by side, kind and clause, the total of a kind before its clauses.
/// Texts live as long as the account. The number of rows, or -1 without memory.
int lb_luck_rows(lb_luck *luck, lb_luck_row *rows, int room);
