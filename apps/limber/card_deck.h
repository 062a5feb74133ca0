// SPDX-License-Identifier: MIT
// The deck that a card is drawn from. A roll draws a place in the deck; people know cards by rank.
// Which cards are out follows from the marks of the side that a position can say in words.
#pragma once

#include "limber/battle.h"

typedef struct card_deck {
    const char *const *words; ///< of the cards, by rank; "" where there is none
    uint32_t cards;           ///< those in it, as bits
} card_deck;

/// Finds the deck of a roll as the battle stands before it. False if the roll draws no card.
bool card_deck_find(const lb_battle *battle, const lb_state *state, const lb_roll *roll,
                    card_deck *found);

/// The rank of the card at a place, counted from 1; 0 if there is none.
uint32_t card_deck_rank(const card_deck *deck, uint32_t place);

/// The place of a card that is in the deck, counted from 1; 0 if it is not in it.
uint32_t card_deck_place(const card_deck *deck, uint32_t rank);
