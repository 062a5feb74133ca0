// SPDX-License-Identifier: MIT
// Battles in words: events, actions and units as a person reads them.
#pragma once

#include "cli.h"
#include "limber/tell.h"

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

/* battle_throw.c: dice that are to be thrown. */

/// Writes whom the open roll is for and which faces count: "3e Léger against 95th Rifles: 4 dice,
/// each 5 or 6: hit".
void battle_put_throw(const lb_battle *battle, const lb_state *state, lb_put *put);

/// How the sheet tells the throws of a clause; NULL if it has no words for them.
const lb_told *battle_told_throw(const lb_battle *battle, uint16_t clause);

/// Writes what a throw is for, where the sheet's words say so: ", the messenger".
void battle_put_purpose(const lb_told *told, lb_put *put);

/// True if the roll draws a card.
bool battle_throw_is_card(const lb_battle *battle, const lb_roll *roll);

/// True if those words say all that the throw may come to. A total that a table is read with needs
/// its rule besides.
bool battle_throw_is_plain(const lb_battle *battle, const lb_roll *roll);

/// Writes dice that were thrown: "Foot battery against 95th Rifles threw 6, 6 needed: 1 hit".
void battle_put_thrown(const lb_battle *battle, const lb_event *event, lb_put *put);

/// Writes how a roll may fall, in a few words: "1.33 on average, at least one 80 %".
void battle_put_chances(const lb_battle *battle, const lb_roll *roll, lb_put *put);

/// Writes the dice that follow an action at once, and how they may fall. False if none do.
bool battle_put_next_dice(const lb_battle *battle, const lb_state *state, const lb_action *action,
                          lb_put *put);

/// The point of the compass of a heading: "north-east".
const char *battle_wind(uint32_t heading);

/// What people call a formation: "attack column" for attack.
const char *battle_formation(const lb_battle *battle, uint32_t formation);

/// The houses in which a unit of foot stands: their name, or "houses"; NULL if it is in none.
const char *battle_garrison(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// Writes how a unit is formed: "in line", "in garrison of The Farm".
void battle_put_stance(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put);

/// Writes a length in the unit of the sheet: 8.0".
void battle_put_length(const lb_battle *battle, int32_t tmm, lb_put *put);

/// Writes how a unit stands: "3 Foot battery: unlimbered, 1 of 3 losses, at 40.2, 11.9 facing 20".
/// Writes what a unit bears and how it stands: ", losses 2, hits 1, disordered".
void battle_put_states(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put);

void battle_put_unit(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put);

/// battle_map.c: prints a map of the table that fits the terminal, or of the part about a place.
void battle_show_map(const lb_battle *battle, const lb_state *state, const lb_point *about);
