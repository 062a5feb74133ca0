// SPDX-License-Identifier: MIT
// Battles that games are played on. Games made from the same files by the same sheet share one: a
// battle never changes while it is played.
#pragma once

#include "limber/battle.h"
#include "limber/files.h"

#include "store/sha256.h"

/// A battle with what it was made from. Whoever gets one gives it back with battles_leave.
typedef struct serve_battle {
    struct serve_battle *next;
    uint8_t hash[SHA256_BYTES]; ///< of the sheet and all files
    uint32_t users;
    lb_bundle files;
    lb_scenario scenario;
    lb_battle battle;
    uint64_t start; ///< digest of the first state
} serve_battle;

/// All battles that are in use, and a few that were.
typedef struct battles {
    serve_battle *first;
    uint32_t idle; ///< that nobody uses
} battles;

/// Finds or makes the battle of a sheet and a bundle of files, which is copied. NULL with the
/// reason in the diag.
serve_battle *battles_enter(battles *all, const lb_ruleset *rules, const lb_bundle *files,
                            lb_diag *diag);

/// One user more.
serve_battle *battles_share(serve_battle *battle);

/// One user less; NULL is harmless.
void battles_leave(battles *all, serve_battle *battle);

/// Frees all. Nobody may use one any more.
void battles_clear(battles *all);
