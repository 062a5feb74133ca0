// SPDX-License-Identifier: MIT
// The account of a battle that is told at the desk: its turning points, and what the dice of each
// side came to beside what they owed. It is kept from answer to answer.
//
// Every roll that its thrower wishes high (or low) is booked, as in limber/luck.h. There the
// chances are exact and as long as they must be; here they are in parts of 2^63, cut off, because
// the desk allocates nothing: chances are good to six decimals.
#pragma once

#include "desk/desk.h"
#include "text/turning_points.h"

enum {
    LB_LEDGER_ROWS = 48,  ///< kinds of throws; what comes besides is only in the totals
    LB_LEDGER_SUMS = 1024 ///< sums of a row whose chance is not next to nothing
};

/// All rolls of a side, of one kind, asked for by one clause; or by all.
typedef struct lb_ledger_row {
    uint8_t side, reduction;
    int8_t wish;
    bool is_total;
    bool is_torn; ///< its sums are spread too wide: there are no chances
    uint16_t clause;
    uint32_t rolls, dice;
    int64_t actual;
    uint64_t expected; ///< what is expected above the least, in parts of 2^32
    int64_t least;     ///< the least sum there can be
    int64_t lowest;    ///< the first sum of `weight`
    uint32_t count;    ///< of sums there
    uint64_t weight[LB_LEDGER_SUMS];
} lb_ledger_row;

/// A ledger: the caller's. Begin with lb_desk_ledger_start, and point lb_desk_story.ledger to it
/// before the battle begins.
typedef struct lb_desk_ledger {
    lb_turning turning;
    uint32_t row_count;
    lb_ledger_row row[LB_LEDGER_ROWS];
    lb_spread spread;
    uint64_t folded[LB_LEDGER_SUMS + LB_SPREAD_MAX];
} lb_desk_ledger;

/// Begins an empty ledger of a battle and the state that is played.
void lb_desk_ledger_start(lb_desk_ledger *ledger, const lb_battle *battle, const lb_state *state);

/// True if a roll and what it came to belong into an account. Faces that are told apart count as
/// successes if the roll says what they need; otherwise nothing can be said of them.
bool lb_ledger_counts(lb_roll *roll, int32_t *value);

/// Books an event of the battle.
void lb_desk_ledger_take(lb_desk_ledger *ledger, const lb_event *event);

/// The account: turning points with the answer by which they came, and luck by side and clause in
/// the words of the sheet. The battle may go on afterwards.
int32_t lb_desk_account(lb_desk *desk, lb_desk_ledger *ledger, char *text, size_t room);
