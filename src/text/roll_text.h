// SPDX-License-Identifier: MIT
// A throw of dice before it is thrown: whom it is for, which faces count, and how it may fall; and
// dice that were thrown, in a sentence of their own.
#pragma once

#include "base/put.h"
#include "limber/battle.h"

/// Writes so many parts of 2^32 as a number with decimals, rounded to the nearest, halves to even.
void lb_put_parts(uint64_t parts, uint32_t decimals, lb_put *put);

/// Writes a chance, in parts of 2^32, as a percentage, with decimals where it is nearly certain or
/// nearly nothing.
void lb_put_percent(uint64_t chance, lb_put *put);

/// Writes whom the open roll is for and which faces count: "3e Léger against 95th Rifles: 4 dice,
/// each 5 or 6: hit".
void lb_roll_put_open(const lb_battle *battle, const lb_state *state, lb_put *put);

/// How the sheet tells the throws of a clause; NULL if it has no words for them.
const lb_told *lb_roll_told(const lb_battle *battle, uint16_t clause);

/// Writes what a throw is for, where the sheet's words say so: ", the messenger".
void lb_roll_put_purpose(const lb_told *told, lb_put *put);

/// True if the roll draws a card.
bool lb_roll_is_card(const lb_battle *battle, const lb_roll *roll);

/// True if the words of lb_roll_put_open say all that the throw may come to. A total that a table
/// is read with needs its rule besides.
bool lb_roll_is_plain(const lb_battle *battle, const lb_roll *roll);

/// Writes dice that were thrown: "Foot battery against 95th Rifles threw 6, 6 needed: 1 hit".
void lb_roll_put_thrown(const lb_battle *battle, const lb_event *event, lb_put *put);

/// Writes how a roll may fall, in a few words: "1.33 on average, at least one 80 %".
void lb_roll_put_chances(const lb_battle *battle, const lb_roll *roll, lb_put *put);

/// Writes the dice that follow an action at once, and how they may fall. False if none do.
bool lb_roll_put_next(const lb_battle *battle, const lb_state *state, const lb_action *action,
                      lb_put *put);

/// The same in a few words: "the order was received 92 %". False if no dice follow, or only such as
/// have no chances.
bool lb_roll_put_next_chances(const lb_battle *battle, const lb_state *state,
                              const lb_action *action, lb_put *put);
