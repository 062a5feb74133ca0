// SPDX-License-Identifier: MIT
// Turns the lists of a sheet that is played (verbs.def, questions.def, marks.def) into the constant
// tables of its lb_play. Included once, by the sheet's ruleset.c, after its play.h.
#pragma once

#include "rules/kit/ask.h"
#include "rules/kit/marks.h"

static const lb_verb verbs[] = {
#define VERB(name, text, members, about, clause, elsewhere) \
    [VERB_##name] = {.word = (text), .help = (about), .uses = (members)},
#include LB_VERBS_DEF
};

static const lb_reason verbs_elsewhere[] = {
#define VERB(name, text, members, about, clause, elsewhere) \
    [VERB_##name] = {CL_##clause, elsewhere},
#include LB_VERBS_DEF
};

static const char *const questions[] = {
#define QUESTION(name, clause, words, other, otherwise, propose) [ASK_##name] = (words),
#define ABOUT(question, fact)
#define ABOUT_UNITS(question, fact)
#define ANSWER(question, verb, check, offer)
#define END(question)
#include LB_QUESTIONS_DEF
};

static const lb_ask ask_rows[] = {
#define QUESTION(name, clause, words, other, otherwise, propose) \
    [ASK_##name] = {CL_##clause, {CL_##other, otherwise}, propose},
#define ABOUT(question, fact)
#define ABOUT_UNITS(question, fact)
#define ANSWER(question, verb, check, offer)
#define END(question)
#include LB_QUESTIONS_DEF
};

static const lb_answer answer_rows[ASK_COUNT][VERB_COUNT] = {
#define QUESTION(name, clause, words, other, otherwise, propose)
#define ABOUT(question, fact)
#define ABOUT_UNITS(question, fact)
#define ANSWER(question, verb, check, offer) [ASK_##question][VERB_##verb] = {true, check, offer},
#define END(question)
#include LB_QUESTIONS_DEF
};

static const lb_asks ask_tables = {
    .asks = ask_rows, .answers = answer_rows[0], .elsewhere = verbs_elsewhere};

#define LB_MARK_ROW(title, lasts, word) {.name = #title, .life = LB_LIFE_##lasts, .state = (word)},
#define LB_NO_MORE_MARKS \
    {                    \
        NULL, 0, 0       \
    }
#define LB_SCENARIO_STATE_NONE           (-1)
#define LB_SCENARIO_BRIGADE_STATE_NONE   (-1)
#define LB_SCENARIO_COMMANDER_STATE_NONE (-1)

static const lb_told told_rows[] = {
#define TOLD(of, event, from, words) \
    {.clause = CL_##of, .kind = LB_EVENT_##event, .level = LB_TELL_##from, .text = (words)},
#define CHANGED(of, change, from, words)                        \
    {.clause = CL_##of,                                         \
     .kind = (uint8_t)LB_EVENT_KIND_COUNT + LB_CHANGE_##change, \
     .level = LB_TELL_##from,                                   \
     .text = (words)},
#define THROW(of, from, words, of_one, of_many, of_none) \
    {CL_##of, LB_EVENT_ROLL, LB_TELL_##from, words, of_one, of_many, of_none},
#define DEED(verb, words)
#define FLAG(owner_name, name, from, words_set, words_cleared)
#include LB_TELLS_DEF
    {0}};

static const char *const deeds[VERB_COUNT] = {
#define TOLD(of, event, from, words)
#define CHANGED(of, change, from, words)
#define THROW(of, from, words, of_one, of_many, of_none)
#define DEED(verb, words) [VERB_##verb] = (words),
#define FLAG(owner_name, name, from, words_set, words_cleared)
#include LB_TELLS_DEF
};

static const lb_told_flag told_flags[] = {
#define TOLD(of, event, from, words)
#define CHANGED(of, change, from, words)
#define THROW(of, from, words, of_one, of_many, of_none)
#define DEED(verb, words)
#define FLAG(owner_name, name, from, words_set, words_cleared) \
    {LB_ACTOR_##owner_name, LB_TELL_##from, owner_name##_##name, words_set, words_cleared},
#include LB_TELLS_DEF
    {0}};

static const lb_mark_row unit_flag_rows[] = {
#define UNIT_FLAG(name, life, word, about) LB_MARK_ROW(name, life, LB_SCENARIO_STATE_##word + 1)
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LB_NO_MORE_MARKS};

static const lb_mark_row unit_mark_rows[] = {
#define UNIT_MARK(name, life, about) LB_MARK_ROW(name, life, 0)
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LB_NO_MORE_MARKS};

static const lb_mark_row group_flag_rows[] = {
#define GROUP_FLAG(name, life, word, about) \
    LB_MARK_ROW(name, life, LB_SCENARIO_BRIGADE_STATE_##word + 1)
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LB_NO_MORE_MARKS};

static const lb_mark_row group_mark_rows[] = {
#define GROUP_MARK(name, life, about) LB_MARK_ROW(name, life, 0)
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LB_NO_MORE_MARKS};

static const lb_mark_row leader_flag_rows[] = {
#define LEADER_FLAG(name, life, word, about) \
    LB_MARK_ROW(name, life, LB_SCENARIO_COMMANDER_STATE_##word + 1)
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LB_NO_MORE_MARKS};

static const lb_mark_row leader_mark_rows[] = {
#define LEADER_MARK(name, life, about) LB_MARK_ROW(name, life, 0)
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LB_NO_MORE_MARKS};

static const lb_mark_row side_mark_rows[] = {
#define SIDE_MARK(name, life, about) LB_MARK_ROW(name, life, 0)
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    LB_NO_MORE_MARKS};

static const lb_marks mark_tables = {.unit_flags = unit_flag_rows,
                                     .unit_marks = unit_mark_rows,
                                     .group_flags = group_flag_rows,
                                     .group_marks = group_mark_rows,
                                     .leader_flags = leader_flag_rows,
                                     .leader_marks = leader_mark_rows,
                                     .side_marks = side_mark_rows,
                                     .secret_side_marks = 0
#define SECRET_SIDE_MARK(name) | UINT32_C(1) << SIDE_##name
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
                                     ,
                                     .secret_group_marks = 0
#define SECRET_GROUP_MARK(name) | UINT32_C(1) << GROUP_##name
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
                                     ,
                                     .secret_group_flags = 0
#define SECRET_GROUP_FLAG(name) | (uint32_t)GROUP_##name
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
                                     ,
                                     .secret_questions = 0
#define SECRET_QUESTION(name) | UINT64_C(1) << ASK_##name
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
                                     ,
                                     .hides_pending = false
#define SECRET_ORDERS(which) || true
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
};

_Static_assert((int)ASK_COUNT <= 64, "secret questions are bits");

static const lb_mark_key group_key_rows[] = {
#define GROUP_KEY(name, word, bits) {.key = (word), .mark = GROUP_##name, .words = (bits)},
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    {.key = NULL}};

static const lb_mark_key leader_key_rows[] = {
#define LEADER_KEY(name, word, bits) {.key = (word), .mark = LEADER_##name, .words = (bits)},
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    {.key = NULL}};

static const lb_mark_key side_key_rows[] = {
#define SIDE_KEY(name, word, bits) {.key = (word), .mark = SIDE_##name, .words = (bits)},
#include "rules/kit/marks_only.h"
#include LB_MARKS_DEF
    {.key = NULL}};

/// A sheet that has more formations on the table than in its charts defines them itself.
#ifndef LB_PLAY_FORMATIONS
#define LB_PLAY_FORMATIONS formation_words
#endif

/// The members of an lb_play that follow from the lists.
#define LB_PLAY_TABLES                                                               \
    .procedure = PROCEDURE_battle, .verbs = verbs, .verb_count = VERB_COUNT,         \
    .phase_count = PHASE_COUNT, .question_count = ASK_COUNT, .questions = questions, \
    .asks = &ask_tables, .marks = &mark_tables, .side_keys = side_key_rows,          \
    .group_keys = group_key_rows, .leader_keys = leader_key_rows, .formations = LB_PLAY_FORMATIONS
