// SPDX-License-Identifier: MIT
// What troops do in battles between computer players, counted: whether they are idle or stuck, go
// to and fro, and how orders are used. docs/players.md defines the figures.
#pragma once

#include "limber/api.h"
#include "limber/player.h"

LB_BEGIN_DECLS

enum {
    LB_REPORT_PARTS = 8
}; ///< parts of a battle's length that the hold of objectives is told for

/// Sums over battles, by side.
typedef struct lb_report_side {
    uint64_t units;      ///< that were on the table
    uint64_t tasked;     ///< those of them with a task other than to wait, for most of their time
    uint64_t idle;       ///< of these, that never fired nor fought
    uint64_t late;       ///< of these, that most of their time could not come up before the end
    uint64_t unit_turns; ///< turns of units with such a task, no enemy near
    uint64_t wanted;     ///< of these, that wanted to go at least half a move
    uint64_t denied;
    uint64_t stuck;     ///< of these, that made less than a quarter
    uint64_t moves;     ///< unit-turns of more than a quarter of a move that followed such a one
    uint64_t reversals; ///< of these, that went back where they came from
    uint64_t orders, ordered; ///< actions that move units, and units that they moved
    uint64_t held[LB_REPORT_PARTS],
        worth[LB_REPORT_PARTS]; ///< value of objectives held, and of all
} lb_report_side;

typedef struct lb_report {
    uint64_t battles;
    uint64_t contacts, contact_turns; ///< battles with a contact, and the turns of the first ones
    lb_report_side side[LB_SIDES];
} lb_report;

/// One battle being watched. The caller's; zero is one that has not begun.
typedef struct lb_watch {
    lb_report *report;
    const lb_battle *battle;
    lb_player *player;       ///< whose plans are looked at, and whose view
    uint16_t turn[LB_SIDES]; ///< that is being watched of each side; 0: none
    bool has_contact;
    bool is_denied[LB_UNITS_MAX];
    bool is_there[LB_UNITS_MAX], has_acted[LB_UNITS_MAX], wants[LB_UNITS_MAX],
        had_move[LB_UNITS_MAX];
    uint16_t turns[LB_UNITS_MAX],
        waits[LB_UNITS_MAX],      ///< on the table, and with no task but to wait
        lates[LB_UNITS_MAX];      ///< and too far away to come up before the end
    lb_point start[LB_UNITS_MAX]; ///< of the turn
    lb_point last[LB_UNITS_MAX];  ///< the move before, as a vector
} lb_watch;

/// Begins to watch a battle.
void lb_watch_start(lb_watch *watch, lb_report *report, const lb_battle *battle, lb_player *player);

/// Notes an answer to a decision, before it is given.
void lb_watch_action(lb_watch *watch, const lb_state *state, const lb_action *action);

/// Notes a throw, before it is made.
void lb_watch_roll(lb_watch *watch, const lb_state *state);

/// Adds the battle to the report.
void lb_watch_end(lb_watch *watch, const lb_state *state);

/// Adds the sums of one report to another.
void lb_report_add(lb_report *to, const lb_report *from);

LB_END_DECLS
