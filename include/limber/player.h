// SPDX-License-Identifier: MIT
// Computer players: they answer decisions over the public interface, like anybody else.
#pragma once

#include "limber/api.h"
#include "limber/battle.h"
#include "limber/dice.h"
#include "limber/plan.h"

LB_BEGIN_DECLS

typedef enum lb_level {
    LB_LEVEL_RECRUIT, ///< draws a candidate of the sheet, each as likely, until one is legal
    LB_LEVEL_REGULAR, ///< plans by brigade, and takes what looks best of what the sheet proposes
    LB_LEVEL_STILL,   ///< never moves; fires and fights as a regular does
    LB_LEVEL_RUSH,    ///< sends everybody at the nearest enemy
    LB_LEVEL_MASS,    ///< sends everybody at one objective
    LB_LEVEL_COUNT
} lb_level;

/// The word of a level: "recruit"; "" if there is no such level.
const char *lb_level_word(lb_level level);

enum {
    LB_CHOICES_MAX = 512,        ///< the most actions that a list of choices has
    LB_PLAYER_ODDS = 4096,       ///< answers that a player remembers; a power of two
    LB_PLAYER_ROOM = 2048 * 1024 ///< room in which he reckons odds, that suffices as a rule
};

/// What a computer player has in mind, of either side: plans, the ground, and the odds that he has
/// worked out. Odds and ground only save work; he goes on with a plan that he has. The caller's.
typedef struct lb_player {
    lb_counsel counsel; ///< first: the sheet hands it back
    const lb_battle *battle;
    uint32_t moment[LB_SIDES]; ///< turn, phase and active side of each plan
    lb_plan plan[LB_SIDES];
    lb_plan_memory memory[LB_SIDES];
    lb_ground_field field;
    uint64_t odds_salt; ///< of the ruleset and its house values
    uint64_t odds_key[LB_PLAYER_ODDS];
    int32_t odds_mean[LB_PLAYER_ODDS];
    lb_action action[LB_PROPOSALS_MAX]; ///< that the sheet proposes, and how good they look
    int32_t worth[LB_PROPOSALS_MAX];
    lb_view view;
    void *room; ///< where he reckons, aligned to 64 bytes
    size_t room_size;
} lb_player;

/// An empty mind that reckons in `room`, which must be aligned to 64 bytes and outlive it.
void lb_player_start(lb_player *player, void *room, size_t room_size);

/// Turns to a battle, at its start: only the odds that he knows are kept. lb_fight does it.
void lb_player_turn_to(lb_player *player, const lb_battle *battle);

/// Chooses an action at a decision. `dice` are the player's own, never the battle's.
void lb_player_choose(lb_level level, const lb_battle *battle, const lb_state *state, lb_dice *dice,
                      lb_player *player, lb_action *chosen);

LB_END_DECLS
