// SPDX-License-Identifier: MIT
// The luck account of a battle: for each side what its dice came to and what they come to on
// average.
//
// Every roll that its thrower wishes high (or low) counts. The values of all rolls of a row, each
// independent of the others, are added up exactly. The account says what their sum was, what it is
// on average, and how likely a sum at least as good is. Nothing is rounded: numerators grow as long
// as they must. The ruleset says which rolls matter to which side.
#pragma once

#include "limber/api.h"
#include "limber/battle.h"

LB_BEGIN_DECLS

/// The most rows of an account.
enum { LB_LUCK_ROWS = 96 };

/// An account being kept.
typedef struct lb_luck lb_luck;

/// An empty account, or NULL without memory. `battle` must outlive it. The caller gives it back
/// with lb_luck_destroy.
lb_luck *lb_luck_create(const lb_battle *battle);

/// Frees an account; NULL is harmless.
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
    char *expected, *tail; ///< fractions in full; tail: the chance of a sum at least as good
    double expected_value, tail_value; ///< the same, rounded
} lb_luck_row;

/// Works the account out: rows by side, kind and clause, the total of a kind before its clauses.
/// The texts live as long as the account and until the next call. Returns the number of rows, or
/// -1 without memory.
int lb_luck_rows(lb_luck *luck, lb_luck_row *rows, int room);

LB_END_DECLS
