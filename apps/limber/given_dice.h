// SPDX-License-Identifier: MIT
// Dice that are given with a command: --dice "3 5 1". A card is given by its rank, or as records
// have it by its place in the deck: "J", "#3".
#pragma once

#include "limber/battle.h"

enum { GIVEN_DICE_MAX = 2048 };

typedef struct given_dice {
    uint8_t face[GIVEN_DICE_MAX];  ///< of a card its rank, or its place in the deck
    bool is_place[GIVEN_DICE_MAX]; ///< "#3": the third card that is in the deck
    uint32_t count, used;
} given_dice;

/// Reads the text of an option; NULL stands for no dice. False after complaining.
bool given_dice_read(const char *text, given_dice *dice);

/// Answers rolls from the dice until a side must decide or all is over. False after complaining.
bool given_dice_throw(lb_run *run, given_dice *dice);

/// True if no dice are left. False after complaining.
bool given_dice_are_used(const given_dice *dice);
