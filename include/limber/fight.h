// SPDX-License-Identifier: MIT
// Fighting one battle from start to end between computer players.
//
//     lb_player *player = lb_player_create();
//     lb_fight_plan plan = {.battle = &battle, .seed = 7,
//                           .level = {LB_LEVEL_REGULAR, LB_LEVEL_RECRUIT}};
//     lb_fight_result result;
//     if (lb_fight(&plan, player, &state, &result)) ...
//     lb_player_destroy(player);
#pragma once

#include "limber/api.h"
#include "limber/player.h"

LB_BEGIN_DECLS

/// The most nodes that a battle may take.
enum { LB_FIGHT_NODES_MAX = 200000 };

/// How a battle is fought. Nothing in it is owned; everything must outlive the fight.
typedef struct lb_fight_plan {
    const lb_battle *battle;
    uint64_t seed; ///< the same seed gives the same battle on every machine
    lb_level level[LB_SIDES];
    const lb_sink *sink; ///< receives the events; NULL: nobody
    /// Called with every answer before it is given; NULL: nobody is told.
    void (*on_action)(void *context, const lb_state *state, const lb_action *action);
    void (*on_roll)(void *context, const lb_state *state, const uint8_t *faces, uint32_t count);
    void (*on_end)(void *context, const lb_state *state);
    void *context;
} lb_fight_plan;

/// How the battle ended.
typedef struct lb_fight_result {
    uint8_t winner; ///< side, or LB_NO_SIDE for a draw
    uint8_t level;  ///< 1 + level of victory; 0: none
    uint8_t turns;
    uint32_t nodes;
    uint32_t unreckoned; ///< odds that a player asked for and that were too large to be reckoned
    uint64_t hash;       ///< of the state at the end
} lb_fight_result;

/// Fights the battle. `player` thinks for both sides and may be used again for the next battle;
/// `state` is left as the battle ended. Both are the caller's. False if the battle did not end
/// within LB_FIGHT_NODES_MAX nodes.
bool lb_fight(const lb_fight_plan *plan, lb_player *player, lb_state *state,
              lb_fight_result *result);

/// A computer player on the heap, started. It takes about 300 kilobytes, and LB_PLAYER_ROOM (2 MiB)
/// to reckon in. NULL without memory. The caller gives it back with lb_player_destroy.
lb_player *lb_player_create(void);

/// Frees a player; NULL is harmless.
void lb_player_destroy(lb_player *player);

LB_END_DECLS
