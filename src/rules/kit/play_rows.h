// SPDX-License-Identifier: MIT
// Turns the lists of a sheet that is played into enums and structs: VERB_…, ASK_… and, for each
// question, struct ask_… of what it is about; flags and marks. A sheet's play.h includes this once,
// after its local.h and after naming its lists (LB_VERBS_DEF, LB_QUESTIONS_DEF, LB_MARKS_DEF).
#pragma once

#include "core/cells.h"
#include "core/procedure.h"
#include "rules/kit/ask.h"
#include "rules/kit/mark_rows.h"

/// The number in force, where there is a battle and no run.
#define VALUE_OF(battle, name) ((battle)->house.value[V_##name])

enum {
#define VERB(name, word, uses, help, clause, elsewhere) VERB_##name,
#include LB_VERBS_DEF
    VERB_COUNT
};

enum {
#define QUESTION(name, clause, words, other, otherwise, propose) ASK_##name,
#define ABOUT(question, fact)
#define ABOUT_UNITS(question, fact)
#define ANSWER(question, verb, check, offer)
#define END(question)
#include LB_QUESTIONS_DEF
    ASK_COUNT
};

enum {
#define QUESTION(name, clause, words, other, otherwise, propose) ASK_CLAUSE_##name = CL_##clause,
#define ABOUT(question, fact)
#define ABOUT_UNITS(question, fact)
#define ANSWER(question, verb, check, offer)
#define END(question)
#include LB_QUESTIONS_DEF
};

/* struct ask_NAME: what a question is about. */
#define QUESTION(name, clause, words, other, otherwise, propose) struct ask_##name {
#define ABOUT(question, fact)                                    int32_t fact;
#define ABOUT_UNITS(question, fact)                              lb_cells fact;
#define ANSWER(question, verb, check, offer)
#define END(question) \
    int32_t nothing;  \
    }                 \
    ;
#include LB_QUESTIONS_DEF

/// A question of the running sheet to a side, and `...`, the members of what it is about.
#define LB_QUESTION(name, who, ...)                                                         \
    lb_question_of(ASK_CLAUSE_##name, ASK_##name, (who), &(struct ask_##name){__VA_ARGS__}, \
                   sizeof(struct ask_##name))

/// What the question of an lb_asked is about.
#define LB_ASKED_ABOUT(asked, name) \
    ((const struct ask_##name *)(const void *)(asked)->question->fact)
