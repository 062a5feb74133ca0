// SPDX-License-Identifier: MIT
// Computer players: they answer decisions over the public interface, like anybody else.
#pragma once

#include "limber/battle.h"
#include "limber/dice.h"

typedef enum lb_level {
    LB_LEVEL_RECRUIT, ///< any of the choices, each as likely
    LB_LEVEL_REGULAR, ///< the choice that looks best by the ruleset's priorities
    LB_LEVEL_COUNT
} lb_level;

/// The word of a level: "recruit".
const char *lb_level_word(lb_level level);

/// The most actions a player looks at.
enum { LB_CHOICES_MAX = 512 };

/// Chooses an action at a decision. `dice` are the player's own, never the battle's; `room` is
/// scratch for LB_CHOICES_MAX actions.
void lb_player_choose(lb_level level, const lb_battle *battle, const lb_state *state, lb_dice *dice,
                      lb_action *room, lb_action *chosen);
