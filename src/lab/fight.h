// SPDX-License-Identifier: MIT
// Fighting a battle from start to end with computer players.
#pragma once

#include "limber/player.h"

enum { LB_FIGHT_NODES_MAX = 200000 };

/// How a battle is fought.
typedef struct lb_fight_plan {
    const lb_battle *battle;
    uint64_t seed;
    lb_level level[LB_SIDES];
    const lb_sink *sink; ///< or NULL
    /// Told of every answer before it is given; NULL for nobody.
    void (*on_action)(void *context, const lb_state *state, const lb_action *action);
    void (*on_roll)(void *context, const lb_state *state, const uint8_t *faces, uint32_t count);
    void (*on_end)(void *context, const lb_state *state);
    void *context;
} lb_fight_plan;

/// How it ended.
typedef struct lb_fight_result {
    uint8_t winner; ///< side, or LB_NOBODY for a draw
    uint8_t turns;
    uint32_t nodes;
    uint64_t hash; ///< of the state at the end
} lb_fight_result;

/// Fights it out. `state` is the caller's; at the end it is as the battle ended. False if it did
/// not end within LB_FIGHT_NODES_MAX nodes.
bool lb_fight(const lb_fight_plan *plan, lb_state *state, lb_fight_result *result);
