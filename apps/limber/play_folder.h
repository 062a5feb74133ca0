// SPDX-License-Identifier: MIT
// The folder of saved games: $XDG_STATE_HOME/limber, or ~/.local/state/limber.
#pragma once

#include "limber/scenario.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FOLDER_PATH = 4096 };

/// A game in the folder.
typedef struct folder_game {
    char path[FOLDER_PATH];
    char title[LB_SCENARIO_NAME]; ///< of the scenario; its file's name if the record carries none
    char rules[48];
    char players[64];
    int64_t played; ///< when an answer was last given, in nanoseconds
    uint32_t turn;
    bool is_over;
} folder_game;

/// All of them, the one that was played last first; free(game) is the caller's.
typedef struct folder_games {
    folder_game *game;
    size_t count;
} folder_games;

/// Where the folder is. False if nobody says where the user's files are.
bool folder_find(char *path, size_t room);

/// The same; the folder is made if it is not there.
bool folder_make(char *path, size_t room);

/// Remembers a game that is kept elsewhere, by a link in the folder, so that it is listed. It does
/// no harm if that fails.
void folder_link(const char *path);

/// Lists the games, those that are kept elsewhere too. False after complaining.
bool folder_list(folder_games *games);

/// The game that was played last and is not over. False after complaining.
bool folder_latest(char *path, size_t room);
