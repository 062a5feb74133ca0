// SPDX-License-Identifier: MIT
// What others see while a side is asked something that only somebody is asked who holds a secret.
//
// That such a question is open must not be seen. Where the side may decline without anything
// happening on the table and is then asked something that everybody may know, others see the game
// as if it had declined. Otherwise, where the side has brought the question about itself, others
// see the game as it stood before: as if the side were still thinking about what it has answered.
// Whoever has just answered himself sees that the other side is asked; nothing could hide it.
//
// An answer in secret leaves no trace either. Its row is not told to others, or what came of it is
// told as part of the row before, and rows are numbered for each reader without a gap.
#pragma once

#include "limber/battle.h"

#include "store/store.h"

struct serve_game;
struct judge;

/// A row that some readers are not told by itself: bits by reader.
typedef struct veil_row {
    uint32_t n;
    uint8_t readers;
} veil_row;

/// What is hidden of a game. Zero: nothing.
typedef struct veil {
    lb_state state;  ///< what those see who are veiled; at other times how it last stood openly
    uint32_t cursor; ///< the last row that they see
    uint8_t readers; ///< who is veiled: bits by reader
    veil_row *row;
    uint32_t rows, room;
} veil;

/// Whose eyes a log and a view are for.
typedef struct veil_eyes {
    uint32_t reader; ///< whose texts
    bool is_exact;   ///< two at one table, and everybody after the end: nothing is held back
} veil_eyes;

/// The eyes of one who has these sides; `as` of 0 or 1 chooses for one who has both.
veil_eyes veil_eyes_of(const struct serve_game *g, uint32_t sides, int as);

/// The last row that somebody sees, and its number for him.
uint32_t veil_last(const struct serve_game *g, veil_eyes eyes);
uint32_t veil_cursor(const struct serve_game *g, veil_eyes eyes);

/// The number of row n for somebody; and the last row of which he has everything with number `own`.
uint32_t veil_number(const struct serve_game *g, veil_eyes eyes, uint32_t n);
uint32_t veil_row_of(const struct serve_game *g, veil_eyes eyes, uint32_t own);

/// How the game stands for somebody, before what he may not know is wiped out.
const lb_state *veil_state(const struct serve_game *g, veil_eyes eyes);

/// Notes of a row who is not told it by itself. False without memory.
bool veil_note(struct serve_game *g, const store_step *step);

/// Who has been told nothing of any answer behind the first `end`: bits by reader.
uint8_t veil_unaware(const struct serve_game *g, uint32_t end);

/// Sets how a game stood openly, while its log is read.
void veil_open(struct serve_game *g, const lb_state *state, uint32_t n);

/// Lets a side that is asked in secret decline on a copy. True if nobody would see anything of it,
/// and the side is then asked something that everybody may know: `then` is how it stands.
bool veil_looks_ahead(const lb_battle *battle, const lb_state *state, lb_view *view,
                      lb_state *then);

/// Sees who is veiled now that the game stands as it does; `before` and `cursor` are how it stood
/// when `actor` answered (a side, or LB_NO_SIDE), NULL if that is noted already.
void veil_update(struct judge *j, struct serve_game *g, uint32_t actor, const lb_state *before,
                 uint32_t cursor);
