// SPDX-License-Identifier: MIT
// Games on the disk: one SQLite file with the games, their seats, the files that they are made
// from, their logs and what the players say to each other.
//
// The log of a game is append-only: one row for each answer, undo, take-back and resignation, in
// the order in which they were given. The tables refuse to change or delete such a row. A function
// that returns STORE_OK has brought what it writes to the disk; one that returns STORE_FAILED has
// written nothing, and store_why says why.
#pragma once

#include "limber/files.h"
#include "limber/status.h"

#include "store/sha256.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID = 24,   ///< bytes of a game's id, with its zero
    STORE_NAME = 96, ///< bytes of a name of a game or a player, with its zero
    STORE_WORD = 48, ///< bytes of the id of a sheet or the word of a seat, with its zero
    STORE_KEY = 32,
    STORE_SIDES = 2,
    STORE_READERS = 4 ///< side 0, side 1, one who may see all, one who may see no secret
};

typedef struct store store;

typedef enum store_result { STORE_OK, STORE_NONE, STORE_FAILED } store_result;

/// A game that was begun.
typedef struct store_game {
    int64_t number; ///< in the store
    char id[STORE_ID];
    char name[STORE_NAME];
    char scenario[STORE_WORD];
    char rules[STORE_WORD];
    bool has_real_dice;     ///< people throw and type every die
    uint8_t key[STORE_KEY]; ///< of the dice: a secret until the end
    int64_t made;           ///< seconds since 1970
} store_game;

/// Who plays a side.
typedef struct store_seat {
    char kind[STORE_WORD]; ///< "human", or the level of a computer player
    char name[STORE_NAME];
    bool has_token;
    uint8_t token[SHA256_BYTES]; ///< the hash of what the player shows
    bool has_joined;
} store_seat;

/// What a row of a log is.
typedef enum store_kind {
    STORE_ACT,     ///< the answer to a decision, as a record has it
    STORE_ROLL,    ///< thrown dice, as a record has them
    STORE_UNDO,    ///< the rows behind row `keep` no longer count
    STORE_ASK,     ///< a side asks to go back to row `keep`
    STORE_REFUSAL, ///< the other side does not agree
    STORE_RESIGN,  ///< a side gives the battle up
    STORE_KIND_COUNT
} store_kind;

/// A row of a log.
typedef struct store_step {
    uint32_t n; ///< from 1 on
    uint32_t keep;
    store_kind kind;
    uint8_t side; ///< whose it is: 0, 1 or LB_NO_SIDE
    const char *answer;
    /// What each reader is told, as JSON; NULL: the same as the last one, who sees no secret.
    const char *told[STORE_READERS];
} store_step;

/// A line of the talk between players.
typedef struct store_chat {
    uint32_t n;
    uint8_t side; ///< or LB_NO_SIDE
    const char *text;
    int64_t made;
} store_chat;

/// Opens a store, and makes it if there is none. LB_OK, or *opened is NULL and the diag says why.
lb_status store_open(const char *path, store **opened, lb_diag *diag);

/// Closes a store; NULL is harmless.
void store_close(store *s);

/// Why the last call failed. It lives until the next call.
const char *store_why(const store *s);

/// Adds a game with its seats and files, and sets its number.
store_result store_add_game(store *s, store_game *game, const store_seat seat[STORE_SIDES],
                            const lb_bundle *files);

/// Finds a game by its id. STORE_NONE if there is none.
store_result store_find_game(store *s, const char *id, store_game *game,
                             store_seat seat[STORE_SIDES]);

/// The files of a game, into an empty bundle. The caller clears it.
store_result store_read_files(store *s, int64_t game, lb_bundle *files);

/// Appends rows to a log, all or none.
store_result store_append(store *s, int64_t game, const store_step *steps, size_t count);

/// Called with a row; what it points to lives as long as the call. False: no more, please.
typedef bool (*store_on_step)(void *context, const store_step *step);

/// Reads the rows behind row `since` in their order. `told` of a row has every reader's text.
store_result store_read_steps(store *s, int64_t game, uint32_t since, store_on_step on_step,
                              void *context);

/// Writes that a player has sat down, with his name and, unless NULL, a new token.
store_result store_join(store *s, int64_t game, uint32_t side, const char *name,
                        const uint8_t *token);

/// Adds a line to the talk of a game and sets its number.
store_result store_say(store *s, int64_t game, store_chat *line);

typedef bool (*store_on_chat)(void *context, const store_chat *line);

/// Reads the talk behind line `since`.
store_result store_read_chat(store *s, int64_t game, uint32_t since, store_on_chat on_chat,
                             void *context);

/// How many games there are; -1 if that cannot be read.
int64_t store_count(store *s);
