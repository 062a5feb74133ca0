// SPDX-License-Identifier: MIT
// Questions and their answers as tables.
//
// A sheet lists its verbs (verbs.def) and its questions (questions.def): for each question, which
// verbs answer it, and for each of these who judges it (check) and who lists candidates for it
// (offer); and for the question as a whole who proposes what a sensible player would answer
// (propose), since he weighs all answers against each other. From these tables come the check, the
// list of choices, whether there is a choice at all, a random draw, and proposals. The question is
// always an argument: it may be the open one, or one that a procedure is about to ask.
#pragma once

#include "core/view.h"
#include "limber/plan.h"

/// Everything that judging an answer needs.
typedef struct lb_asked {
    const lb_battle *battle;
    const lb_state *state;
    lb_view *view; ///< in line with the state
    const lb_question *question;
} lb_asked;

/// What becomes of an offer.
typedef enum lb_listing_mode {
    LB_LIST_LEGAL, ///< it is judged, and listed if it is legal and new
    LB_LIST_ALL,   ///< it is listed, unjudged
    LB_LIST_WORTH  ///< it was judged; it is listed with its worth
} lb_listing_mode;

/// A list of actions being filled: choices, or proposals with their worth.
typedef struct lb_listing {
    lb_asked asked;
    lb_listing_mode mode;
    uint8_t verb;       ///< whose offer is running
    lb_action *actions; ///< room for `room`
    int32_t *worth;     ///< of proposals
    uint32_t count, room;
    bool has_only; ///< only what the unit `only` does is listed
    uint16_t only;
    const lb_plan *plan; ///< of proposals, and below
    lb_counsel *counsel;
} lb_listing;

/// An answer to a question. NULL members: everything is legal; nothing is listed.
typedef struct lb_answer {
    bool is_one; ///< the verb answers the question
    bool (*check)(const lb_asked *asked, const lb_action *action, lb_reason *reason);
    void (*offer)(lb_listing *list);
} lb_answer;

/// A question: the clause that grants it; what is said to somebody who answers with a verb that
/// does not belong to it (no words: what the verb says itself); and who proposes answers.
typedef struct lb_ask {
    uint16_t clause;
    lb_reason otherwise;
    void (*propose)(lb_listing *list);
} lb_ask;

/// The tables of a sheet. `answers` has a row of verb_count for each question.
typedef struct lb_asks lb_asks;
struct lb_asks {
    const lb_ask *asks;
    const lb_answer *answers;
    const lb_reason *elsewhere; ///< for each verb: why it does not answer another question
};

/// A rule's "no": always false.
static inline bool lb_no(lb_reason *reason, uint16_t clause, const char *why)
{
    reason->clause = clause;
    reason->why = why;
    return false;
}

/// The side that is asked.
static inline uint8_t lb_asked_side(const lb_asked *asked)
{
    return asked->question->side;
}

/// Makes a question of the running sheet. `facts` are `size` bytes.
lb_question lb_question_of(uint16_t clause, uint8_t id, uint32_t side, const void *facts,
                           size_t size);

/// Judges an answer to any question. The view must be in line with the state.
bool lb_ask_check(const lb_asked *asked, const lb_action *action, lb_reason *reason);

/// Lists legal answers, at most `room`; stops when it is full.
uint32_t lb_ask_choices(const lb_asked *asked, lb_action *actions, uint32_t room);

/// The same of what one unit does alone, at the open decision; for less, and complete where there
/// is no room for all.
uint32_t lb_ask_choices_of(const lb_battle *battle, const lb_state *state, lb_view *view,
                           uint32_t unit, lb_action *actions, uint32_t room);

/// True if the question has a legal answer other than to pass, which is verb 0.
bool lb_ask_has_choice(const lb_run *run, const lb_question *question);

/// One legal answer at random: of the candidates, at most `room` of them, one is drawn, each as
/// likely as another, until one is legal. `next` gives numbers below its argument.
void lb_ask_draw(const lb_asked *asked, uint32_t (*next)(void *context, uint32_t bound),
                 void *context, lb_action *candidates, uint32_t room, lb_action *action);

/// Asks the sheet for proposals, to a listing in the mode LB_LIST_WORTH with a plan and a counsel.
void lb_ask_propose(lb_listing *list);

/* For the functions of a sheet. */

static inline bool lb_listing_is_full(const lb_listing *list)
{
    return list->count >= list->room;
}

/// Offers a candidate; true if it was taken.
bool lb_offer(lb_listing *list, const lb_action *action);

/// Offers the verb with a unit and a target.
bool lb_offer_verb(lb_listing *list, uint32_t unit, uint32_t target);

/// The offer of a verb that takes nothing.
void lb_offer_bare(lb_listing *list);

/// Proposes an action that is known to be legal; false if there is no room.
bool lb_propose(lb_listing *list, const lb_action *action, int32_t worth);

/// Proposes an action if it is legal; false if it is not.
bool lb_propose_legal(lb_listing *list, const lb_action *action, int32_t worth);

/// Proposes a verb with a unit and a target, each 0 if it takes none, if that is legal.
bool lb_propose_verb(lb_listing *list, uint32_t verb, uint32_t unit, uint32_t target,
                     int32_t worth);

/// Proposes to pass, which is verb 0 and worth nothing.
void lb_propose_pass(lb_listing *list);

/// True if two actions are the same.
bool lb_action_is_same(const lb_action *a, const lb_action *b);

/// Whom the target of a side's action names; nobody if its verb takes none.
lb_actor lb_target_of(const lb_battle *battle, uint32_t side, const lb_action *action);
