// SPDX-License-Identifier: MIT
// A game in the terminal: what the files of limber play share.
#pragma once

#include "battle_log.h"
#include "limber/fight.h"
#include "limber/record.h"

enum {
    PLAY_UNDO_MAX = 64,
    PLAY_ANSWERS_MAX = 40000,
    PLAY_EVENTS_MAX = 160, ///< of one happening
    PLAY_FACES_MAX = 1024,
    PLAY_LINE = 512 ///< bytes of a typed line
};

/// What was asked for.
typedef struct play_request {
    const char *scenario, *rules, *house, *side, *level, *dice, *seed_text, *record, *resume;
    bool is_plain;
    bool resumes; ///< a game goes on: `resume`, or the latest if that is NULL
    log_style style;
    uint64_t seed;
} play_request;

/// What followed one decision.
typedef struct play_happening {
    lb_action action;
    uint8_t side; ///< whose action
    bool has_action, has_dice;
    uint32_t count, face_count;
    lb_event event[PLAY_EVENTS_MAX];
    lb_roll roll[PLAY_EVENTS_MAX];
    uint8_t faces[PLAY_FACES_MAX];
} play_happening;

/// Where a decision can be taken back to.
typedef struct play_moment {
    lb_state state;
    lb_recorder recorder;
    uint32_t answers;
    long offset; ///< of the record's end
} play_moment;

/// A game being played.
typedef struct game {
    lb_battle battle;
    lb_state state;
    battle_log log;
    lb_level level;
    uint8_t side; ///< the person's
    bool has_real_dice;
    bool is_over;      ///< the person has left
    uint8_t hour_turn; ///< the turn whose hour and weather were said; 0 for none
    play_request asked;
    lb_bundle files;      ///< that a new game is made from; empty if it goes on
    int code;             ///< how the program ends if the game cannot begin or go on
    char path[4096];      ///< where the record is; "" if it is kept nowhere
    lb_recorder recorder; ///< its file is NULL while an old record is played again
    uint32_t answers;     ///< given so far
    play_moment undo[PLAY_UNDO_MAX];
    uint32_t undo_count;
    play_happening now, test; ///< what follows the last decision; the last that had dice or numbers
    lb_reason refused; ///< why the last typed action was refused; `why` is NULL if it was not
    lb_action choice[LB_CHOICES_MAX]; ///< of the open decision, sorted
    uint32_t choice_count, shown;     ///< and how many of them have been listed
} game;

/* play_prompt.c: asking the person. */

/// cmd_play.c: true once the person has pressed Ctrl-C.
bool play_is_interrupted(void);

/// Asks until a decision has been made or taken back, or the game left.
void play_ask(game *g);

/* play_words.c: what is typed. */

/// An action read from words; `given` holds the lb_verb_use bits of the parts that were named.
typedef struct play_typed {
    lb_action action;
    uint32_t given;
    bool has_goal; ///< its way leads to a place that was named
    lb_point goal;
} play_typed;

/// Reads "move 3 forward 8in", "charge 5", "3 wheel left 30". False with the diag.
bool play_read(const game *g, const char *line, play_typed *typed, lb_diag *diag);

/// Takes the name of an objective or a unit and gives its place. False if there is none.
bool play_take_place(const game *g, const char **text, lb_point *place);

/// Fills in what was not named: from the choices, the nearest unit first. False with the diag if
/// nothing fits.
bool play_complete(const game *g, const play_typed *typed, lb_action *action, lb_diag *diag);

/// The own unit on the table that is nearest to another; LB_NOBODY for none.
uint32_t play_nearest_own(const game *g, uint32_t unit);

/* play_ways.c: ways in words. */

/// Writes a choice by where it leads: "move 12.0\" north, to The Farm".
void play_put_choice(const game *g, const lb_action *action, bool is_named, lb_put *put);

/// True of a way that leaves a unit as it is.
bool play_is_nothing(const game *g, const lb_action *action);

/// Finds the legal way of an action that ends nearest to a place. False with the diag if it cannot
/// come any nearer.
bool play_go_to(const game *g, lb_point goal, lb_action *action, lb_diag *diag);

/* play_view.c: the table in words. */

void play_look(const game *g);
void play_look_at(const game *g, uint32_t unit);
/// The whole table, or the part about a place.
void play_map(const game *g, const lb_point *about);
void play_why(const game *g);
void play_odds(const game *g, const lb_query *query);

/* play_record.c: keeping the game. */

/// Begins a new record, or goes on with an old one. False after complaining.
bool play_begin(game *g);
bool play_resume(game *g);

/// Answers the open node, after it is on the disk. False after saying that the disk does not take
/// it; then nothing has happened.
bool play_act(game *g, const lb_action *action);
bool play_throw(game *g, const uint8_t *faces, uint32_t count);

/// Remembers the open decision; takes the last one back. False if there is none.
void play_remember(game *g);
bool play_undo(game *g);

/// Copies the record to another file; "--force FILE" overwrites one that is there.
void play_save(const game *g, const char *path);

/// Closes the record and says how to go on.
void play_end(game *g);

/// Dice for the answer that is given next: the same whenever the game is resumed or taken back.
lb_dice play_dice(const game *g, bool is_whim);

/// The sink of the game's events; its context is the game.
void play_emit(void *context, const lb_event *event);
