// SPDX-License-Identifier: MIT
// What people type: names of units, phrases of a sheet, questions about odds. Everything that is
// one sheet's own comes from its lb_play.
#pragma once

#include "base/put.h"
#include "limber/battle.h"

/// What a name can stand for.
typedef enum words_kind {
    WORDS_UNIT,
    WORDS_GROUP,
    WORDS_LEADER,
    WORDS_OBJECTIVE,
    WORDS_PIECE ///< of ground
} words_kind;

/// Skips blanks and commas.
void words_skip(const char **text);

/// Takes a word or phrase that stands by itself, whatever its case.
bool words_take(const char **text, const char *phrase);

/// True if a word begins with a fragment, whatever case and accents.
bool words_begin_with(const char *word, const char *fragment);

/// True if a word of a name begins with a fragment.
bool words_have_part(const char *name, const char *fragment);

/// Takes one of several words; NULL behind the last. False if none of them is there.
bool words_take_any(const char **text, const char *const *words);

/// Takes somebody or something by name, by number, or by a part of the name that no other has.
/// Case, accents and an article do not matter.
bool words_take_name(const lb_battle *battle, words_kind kind, const char **text, uint16_t *number);

/// The same among those of one side; LB_SIDES: of both.
bool words_take_own(const lb_battle *battle, words_kind kind, uint32_t side, const char **text,
                    uint16_t *number);

/// Asks which of several of a side is meant, if a text begins with a part of their names. False if
/// it does not.
bool words_ask_which(const lb_battle *battle, words_kind kind, uint32_t side, const char *text,
                     lb_diag *diag);

enum { WORDS_MATCHES = 8 };

/// Those whose names have a part that a text begins with.
typedef struct words_matches {
    const char *behind; ///< where the text goes on behind the longest part; NULL for none
    uint32_t count;
    uint16_t number[WORDS_MATCHES]; ///< the first of them
} words_matches;

words_matches words_find(const lb_battle *battle, words_kind kind, uint32_t side, const char *text);

/// Says that a name is unknown, with the nearest, or asks which of several is meant.
void words_name_unknown(const lb_battle *battle, words_kind kind, const char *text, lb_diag *diag);

/// Takes a phrase that sets options of a verb.
bool words_take_option(const lb_play *play, const char *verb, const char **text, uint8_t *option);

/// Takes a verb, or another word for it; the number of the verb in *verb.
bool words_take_verb(const lb_play *play, const char **text, uint8_t *verb);

/// Takes the names behind "with" into helpers; false with the diag if there are too many.
bool words_take_helpers(const lb_battle *battle, const char **text, uint16_t *helper,
                        lb_diag *diag);

/// Reads "fire UNIT at TARGET with UNIT, UNIT as skirmishers". False with the diag.
bool words_read_query(const lb_battle *battle, const char *text, lb_query *query, lb_diag *diag);
