// SPDX-License-Identifier: MIT
// The validator of lb_play: what a sheet has forgotten or said twice. It looks at the lists alone;
// whether the rules are right is for other tests.

#include "rules/kit/ask.h"
#include "rules/kit/marks.h"
#include "rules/kit/query.h"
#include "rules/kit/ride.h"

#include <string.h>

static bool is_empty(const char *text)
{
    return text == NULL || text[0] == '\0';
}

static const char *fault_of_functions(const lb_play *play)
{
    if (play->muster == NULL || play->deploy == NULL || play->size == NULL ||
        play->report_unit == NULL || play->report_side == NULL || play->is_broken == NULL ||
        play->fitness == NULL || play->option_text == NULL)
        return "a function is missing";
    if (play->asks == NULL || play->marks == NULL || play->query_rows == NULL ||
        play->side_keys == NULL || play->group_keys == NULL || play->leader_keys == NULL)
        return "a table of the kit is missing";
    if (play->formations == NULL || play->formations[0].word == NULL || play->figures == NULL)
        return "there are no formations or no figures";
    if (is_empty(play->length_word) || play->length_tmm <= 0)
        return "there is no unit of length";
    return play->size_mark < LB_UNIT_MARKS ? NULL : "the mark of sizes is no mark";
}

static bool is_verb(const lb_play *play, const char *word)
{
    for (uint32_t i = 0; i < play->verb_count; i++)
        if (strcmp(play->verbs[i].word, word) == 0)
            return true;
    return false;
}

static bool is_query(const lb_play *play, const char *word)
{
    for (const lb_verb *row = play->queries; row->word != NULL; row++)
        if (strcmp(row->word, word) == 0)
            return true;
    return false;
}

static const char *fault_of_verbs(const lb_play *play)
{
    if (play->verb_count == 0 || play->verbs[0].uses != 0)
        return "verb 0 is to pass: it takes nothing";
    for (uint32_t i = 0; i < play->verb_count; i++) {
        if (is_empty(play->verbs[i].word) || is_empty(play->verbs[i].help))
            return "a verb has no word or no help";
        if (is_empty(play->asks->elsewhere[i].why))
            return "a verb does not say why it does not answer other questions";
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(play->verbs[i].word, play->verbs[k].word) == 0)
                return "two verbs have the same word";
    }
    for (const lb_synonym *row = play->synonyms; row != NULL && row->word != NULL; row++)
        if (!is_verb(play, row->verb) || is_verb(play, row->word))
            return "a synonym is a verb itself, or of none";
    for (const lb_synonym *row = play->odds; row != NULL && row->word != NULL; row++)
        if (!is_verb(play, row->word) || !is_query(play, row->verb) || is_query(play, row->word))
            return "the odds of a verb are of no verb, of no query, or said twice";
    for (const lb_option_phrase *row = play->options; row != NULL && row->phrase != NULL; row++)
        if ((!is_verb(play, row->verb) && !is_query(play, row->verb)) || row->bits == 0)
            return "the phrase of an option is of no verb, or says nothing";
    return NULL;
}

static const char *fault_of_phases(const lb_play *play)
{
    if (play->phase_count == 0)
        return "there are no phases";
    for (uint32_t i = 0; i < play->phase_count; i++) {
        if (is_empty(play->phases[i]))
            return "a phase has no name";
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(play->phases[i], play->phases[k]) == 0)
                return "two phases have the same name";
    }
    return NULL;
}

static const lb_answer *answer_of(const lb_play *play, uint32_t question, uint32_t verb)
{
    return &play->asks->answers[question * play->verb_count + verb];
}

static const char *fault_of_question(const lb_ruleset *rules, uint32_t question)
{
    const lb_play *play = rules->play;
    uint32_t answers = 0, offers = 0;

    for (uint32_t verb = 0; verb < play->verb_count; verb++) {
        const lb_answer *answer = answer_of(play, question, verb);

        if (!answer->is_one && (answer->check != NULL || answer->offer != NULL))
            return "a verb that does not answer a question is judged for it";
        answers += answer->is_one;
        offers += answer->is_one && answer->offer != NULL;
        if (answer->is_one && answer->check == NULL && play->verbs[verb].uses != 0)
            return "a verb that takes something is never judged";
    }
    if (is_empty(play->questions[question]))
        return "a question has no words";
    if (play->asks->asks[question].clause >= rules->clause_count)
        return "a question has no clause";
    if (answers == 0 || offers == 0)
        return "a question has no answer, or none that is listed";
    return play->asks->asks[question].propose != NULL ? NULL
                                                      : "nobody proposes an answer to a question";
}

static const char *fault_of_questions(const lb_ruleset *rules)
{
    const lb_play *play = rules->play;

    if (play->question_count == 0)
        return "there are no questions";
    for (uint32_t q = 0; q < play->question_count; q++) {
        const char *fault = fault_of_question(rules, q);

        if (fault != NULL)
            return fault;
    }
    for (uint32_t verb = 0; verb < play->verb_count; verb++) {
        bool is_used = false;

        for (uint32_t q = 0; q < play->question_count; q++)
            is_used |= answer_of(play, q, verb)->is_one;
        if (!is_used)
            return "a verb answers no question";
    }
    return NULL;
}

static const char *fault_of_queries(const lb_ruleset *rules)
{
    const lb_play *play = rules->play;

    if (play->query_rows->clause >= rules->clause_count)
        return "questions about odds have no clause";
    for (uint32_t i = 0; play->queries[i].word != NULL; i++) {
        const lb_query_row *row = &play->query_rows->rows[i];

        if (row->gather == NULL || lb_chart_find(rules, row->chart) == NULL)
            return "a question about odds has no chart";
        if ((play->queries[i].uses & (LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER)) == 0)
            return "a question about odds is about nobody";
    }
    return NULL;
}

static const char *fault_of_ride(const lb_ruleset *rules)
{
    const lb_ride *ride = rules->play->ride;

    if (ride == NULL)
        return NULL;
    if (ride->clause >= rules->clause_count || ride->reach >= rules->value_count ||
        ride->verb >= rules->play->verb_count)
        return "leaders ride by no clause, verb or value";
    return ride->grain_tmm > 0 && ride->rode != 0 ? NULL : "leaders ride by no measure or flag";
}

/// `states` is how many words a position has for flags of the owner; a mark has none.
static const char *fault_of_marks(const lb_mark_row *row, uint32_t most, uint32_t states)
{
    for (uint32_t i = 0; row[i].name != NULL; i++) {
        if (i >= most)
            return "there are more flags or marks than a state holds";
        if (row[i].life >= LB_LIFE_COUNT || row[i].state > states)
            return "a flag or mark has no life, or a word that is none";
        for (uint32_t k = 0; k < i && row[i].state > 0; k++)
            if (row[k].state == row[i].state)
                return "two flags have the same word in a position";
    }
    return NULL;
}

static const char *fault_of_keys(const lb_mark_key *keys, uint32_t marks)
{
    for (const lb_mark_key *row = keys; row->key != NULL; row++) {
        uint32_t words = 0;

        while (row->words != NULL && row->words[words] != NULL)
            words++;
        if (row->mark >= marks || words > LB_MARK_WORDS_MAX)
            return "a position says a mark that does not hold it";
        for (const lb_mark_key *other = keys; other < row; other++)
            if (strcmp(other->key, row->key) == 0 || other->mark == row->mark)
                return "two keys of a position are the same, or say the same mark";
    }
    return NULL;
}

const char *lb_play_fault(const lb_ruleset *rules)
{
    const lb_play *play = rules->play;
    const char *fault;

    if (play == NULL)
        return "it cannot be played";
    if (play->procedure >= rules->procedure_count)
        return "the battle is no procedure";
    if ((fault = fault_of_functions(play)) != NULL || (fault = fault_of_verbs(play)) != NULL ||
        (fault = fault_of_phases(play)) != NULL || (fault = fault_of_questions(rules)) != NULL ||
        (fault = fault_of_queries(rules)) != NULL || (fault = fault_of_ride(rules)) != NULL ||
        (fault = fault_of_keys(play->side_keys, LB_SIDE_MARKS)) != NULL ||
        (fault = fault_of_keys(play->group_keys, LB_GROUP_MARKS)) != NULL ||
        (fault = fault_of_keys(play->leader_keys, LB_LEADER_MARKS)) != NULL)
        return fault;
    if ((fault = fault_of_marks(play->marks->unit_flags, 32, LB_SCENARIO_STATE_COUNT)) != NULL ||
        (fault = fault_of_marks(play->marks->unit_marks, LB_UNIT_MARKS, 0)) != NULL ||
        (fault = fault_of_marks(play->marks->group_flags, 32, LB_SCENARIO_BRIGADE_STATE_COUNT)) !=
            NULL ||
        (fault = fault_of_marks(play->marks->group_marks, LB_GROUP_MARKS, 0)) != NULL ||
        (fault = fault_of_marks(play->marks->leader_flags, 32,
                                LB_SCENARIO_COMMANDER_STATE_COUNT)) != NULL ||
        (fault = fault_of_marks(play->marks->leader_marks, LB_LEADER_MARKS, 0)) != NULL)
        return fault;
    return fault_of_marks(play->marks->side_marks, LB_SIDE_MARKS, 0);
}
