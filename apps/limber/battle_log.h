// SPDX-License-Identifier: MIT
// Battles in words: events, actions and units as a person reads them.
#pragma once

#include "cli.h"
#include "limber/tell.h"
#include "text/battle_text.h"
#include "text/roll_text.h"

/// How much of a battle is told.
typedef struct log_style {
    bool is_brief, is_full;
    bool names_clauses; ///< every event by its clause and number, not in sentences
} log_style;

/// Prints events of a battle as they happen, with a line whenever turn, side or phase change.
typedef struct battle_log {
    const lb_battle *battle;
    const lb_state *state;
    lb_teller teller;
    bool names_clauses;
    uint8_t turn, phase, active;
    char head[LB_TELL_LINE]; ///< a headline that waits for what stands below it
} battle_log;

/// Inches are "in", not a sign that a screen reader would read as a quotation mark. Set before a
/// log is started.
extern bool battle_spells_units;

/// Starts a log that has printed nothing yet.
battle_log battle_log_start(const lb_battle *battle, const lb_state *state, log_style style);

/// Prints what has been begun: before a question is asked.
void battle_log_flush(battle_log *log);

/// The same, and the headline of a turn in which nothing has happened yet.
void battle_log_headline(battle_log *log);

/// The same before the dice of a roll are asked for: what hangs on them is not told as done.
void battle_log_await(battle_log *log, const lb_roll *roll);

/// The same at the end, where no headline is left to stand alone.
void battle_log_end(battle_log *log);

/// The emit function of a sink whose context is a battle_log.
void battle_log_emit(void *context, const lb_event *event);

/// Writes a side's action with names: "fire Foot battery at 1/40th"; without the name of the unit
/// that acts if it is not named.
void battle_put_action(const lb_battle *battle, uint32_t side, const lb_action *action,
                       bool is_named, lb_put *put);

/// Writes an event that is no choice: "vf.hit.base rolls 3 5: 1 of 2 at 4+".
void battle_put_event(const lb_battle *battle, const lb_event *event, lb_put *put);

/* battle_groups.c: brigades and Formations. */

/// How many of a side there are, without those that may yet be made.
uint32_t battle_group_count(const lb_battle *battle, uint32_t side);

/// True if a group has units, or has had some.
bool battle_has_group(const lb_battle *battle, const lb_state *state, uint32_t group);

/// Writes what a group is ordered to do and how tired it is: ", order: attack at Poppel; fatigue 2
/// (infantry 2)". Nothing where the sheet has neither.
void battle_put_group(const lb_battle *battle, const lb_state *state, uint32_t group, lb_put *put);

/* battle_log.c: units, with lengths as battle_spells_units says. */

/// What people call a formation: "attack column" for attack.
const char *battle_formation(const lb_battle *battle, uint32_t formation);

/// See lb_put_length.
void battle_put_length(const lb_battle *battle, int32_t tmm, lb_put *put);

/// See lb_put_unit.
void battle_put_unit(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put);

/// battle_map.c: prints a map of the table that fits the terminal, or of the part about a place.
void battle_show_map(const lb_battle *battle, const lb_state *state, const lb_point *about);
