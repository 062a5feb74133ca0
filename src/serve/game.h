// SPDX-License-Identifier: MIT
// A game that the server judges.
//
// The log of a game in the store is the game; a serve_game is what follows from it. Whatever
// changes a game works on copies, brings its rows to the disk and only then becomes how the game
// stands. So what is acknowledged is on the disk, and a game that is read again is as it was.
//
// The server throws the dice: those of row n come from the game's key and n alone.
#pragma once

#include "limber/battle.h"
#include "limber/player.h"

#include "serve/battles.h"
#include "serve/limit.h"
#include "serve/told.h"
#include "serve/veil.h"
#include "store/store.h"

struct serve_client;
struct think_job;

/// An answer that counts: undone ones do not.
typedef struct game_answer {
    uint32_t n;
    uint8_t kind; ///< STORE_ACT or STORE_ROLL
    uint8_t side;
} game_answer;

typedef struct serve_game {
    struct serve_game *next;
    store_game row;
    store_seat seat[LB_SIDES];
    serve_battle *on;
    uint32_t cursor; ///< rows of the log
    uint32_t talk;   ///< lines of talk
    lb_state state;
    told_story story;
    game_answer *answer;
    uint32_t answers, answer_room;

    /// Behind so many answers nothing can be undone without agreement, and how the game stood then.
    uint32_t floor;
    lb_state floor_state;
    told_story floor_story;

    veil veil; ///< what is hidden while a side is asked in secret

    bool is_resigned;
    uint8_t resigned;       ///< by this side
    bool is_asked;          ///< a side asks to go back
    uint8_t asked_by;       ///< it
    uint32_t asked_answers; ///< to behind so many answers

    struct think_job *job;        ///< the computer thinks
    struct serve_client *clients; ///< sockets that watch
    limit_bucket acts, words;     ///< how fast it may go on
    int64_t used_ms;              ///< when somebody last wanted it
} serve_game;

/// What the judge works with; one for all games.
typedef struct judge {
    store *store;
    battles battles;
    lb_view view;
    lb_state scratch;
    told_story story;
} judge;

typedef enum game_result {
    GAME_OK,
    GAME_STALE,     ///< the game has gone on since
    GAME_REFUSED,   ///< by the rules, or it cannot be read
    GAME_NOT_YOURS, ///< somebody else is asked
    GAME_OVER,
    GAME_DISK, ///< the store did not take it; the game is as before
    GAME_FAULT ///< the rules broke off, or no memory
} game_result;

/// What became of a request, with a sentence for the player.
typedef struct game_reply {
    game_result result;
    char why[LB_DIAG_TEXT];
    char clause[64]; ///< "" if no clause says so
} game_reply;

/// Answers that a new game begins with: those of a battle that it goes on from.
typedef struct game_past {
    char **line; ///< as a record has them
    uint32_t count;
} game_past;

/// Begins a game: row and seats are as they go into the store. *made is the game, or NULL. Takes
/// over its share in `on` in any case. `past` may be NULL; dice behind it are the new game's own.
game_reply game_begin(judge *j, const store_game *row, const store_seat seat[LB_SIDES],
                      serve_battle *on, const game_past *past, serve_game **made);

/// Reads a game from the store by playing its log. STORE_NONE if there is none.
store_result game_load(judge *j, const char *id, serve_game **found, game_reply *reply);

/// Frees a game; NULL is harmless. Clients and jobs must be gone.
void game_free(judge *j, serve_game *g);

/// Answers the open decision for a side by a line of a record.
game_reply game_act(judge *j, serve_game *g, uint32_t side, uint32_t cursor, const char *line);

/// The same by an action, of a computer player.
game_reply game_act_as(judge *j, serve_game *g, uint32_t side, uint32_t cursor,
                       const lb_action *action);

/// Answers the open roll with real dice.
game_reply game_throw(judge *j, serve_game *g, uint32_t sides, uint32_t cursor,
                      const uint8_t *faces, uint32_t count);

/// True if a side may take its last answer back without asking.
bool game_can_undo(const serve_game *g, uint32_t side);
game_reply game_undo(judge *j, serve_game *g, uint32_t side, uint32_t cursor);

/// Asks to go back to before the last decision of a side. Nobody has to be asked if the other side
/// is a computer's or `is_alone` (one player has both).
game_reply game_ask_back(judge *j, serve_game *g, uint32_t side, uint32_t cursor, bool is_alone);

/// Says yes or no to the other side's wish to go back.
game_reply game_answer_back(judge *j, serve_game *g, uint32_t side, uint32_t cursor, bool agrees);

game_reply game_resign(judge *j, serve_game *g, uint32_t side, uint32_t cursor);

bool game_is_over(const serve_game *g);

/// True if a side is played by a computer; *level is which then.
bool game_is_computer(const serve_game *g, uint32_t side, lb_level *level);

/// The side that is to answer, bits by side: of a roll with real dice possibly both. 0 at the end.
uint32_t game_awaits(const serve_game *g);

/// The same of a state that somebody sees instead of how the game stands.
uint32_t game_awaits_in(const serve_game *g, const lb_state *state);

/// The dice of a row, or the whims of a computer player at it.
lb_dice game_dice(const serve_game *g, uint32_t n, bool is_whim);

/// The level with this word; LB_LEVEL_COUNT if there is none.
lb_level game_level(const char *word);
