// SPDX-License-Identifier: MIT
// What a step of a game is told as: lines and events as JSON, for each reader what he may know.
//
// The engine runs once. Four tellers listen, and events are written for each of four readers
// without what he may not know (lb_desk_mask_event). Of an action that its sheet calls secret
// nobody else is told anything. After the end everybody is told what the one who sees all was.
#pragma once

#include "limber/battle.h"
#include "limber/tell.h"

#include "store/store.h"

/// The tellers of a game, one for each reader. They go from step to step.
typedef struct told_story {
    lb_teller teller[STORE_READERS];
    uint32_t shown[STORE_READERS]; ///< events in the row that was told last
    bool has_real_dice; ///< what hangs on dice that are still to be typed is not told as done
} told_story;

/// A step as it is told.
typedef struct told_step {
    /// JSON; NULL: the same as the last. "": nothing is told; behind "+" stands what belongs to the
    /// row before. told_free frees them.
    char *text[STORE_READERS];
} told_step;

/// What an answer is, for those who are told of it.
typedef struct told_answer {
    uint32_t n;
    store_kind kind; ///< STORE_ACT or STORE_ROLL
    uint8_t side;
    const char *line; ///< as a record has it
    lb_action action; ///< of STORE_ACT
    const uint8_t *faces;
    uint32_t face_count;
    uint8_t joins; ///< to whom it is told as part of the row before, if at all: bits by reader
} told_answer;

/// Sets the tellers up for a battle.
void told_start(told_story *story, const lb_battle *battle, bool has_real_dice);

/// Carries out a legal answer and tells it. A NULL `step`: the tellers listen, nothing is written.
/// *shows_hidden: cards were drawn, played or put away by it. False if the rules did not take it or
/// there is no memory; the state is unspecified then.
bool told_carry_out(told_story *story, const lb_battle *battle, lb_state *state, lb_view *view,
                    const told_answer *answer, told_step *step, bool *shows_hidden);

/// Tells something that is no answer: an undo, a take-back that is asked for, a resignation. NULL
/// without memory.
char *told_remark(const store_step *step, const lb_state *state, const lb_battle *battle,
                  const char *line);

void told_free(told_step *step);
