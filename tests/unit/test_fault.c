// SPDX-License-Identifier: MIT
// The validator of what a sheet says of its play: it finds nothing in ours, and whatever is taken
// away or said twice in a copy.

#include "limber/files.h"
#include "rules/kit/ask.h"
#include "rules/kit/marks.h"
#include "rules/kit/ride.h"

#include "check.h"

#include <string.h>

/// A copy of a played ruleset whose tables may be spoilt.
static lb_ruleset rules;
static lb_play play;
static lb_verb verbs[64];
static lb_asks asks;
static lb_ask questions[64];
static lb_answer answers[64 * 64];

static void copy(void)
{
    const lb_ruleset *from = lb_ruleset_find("valour-fortitude");

    rules = *from;
    play = *from->play;
    rules.play = &play;
    memcpy(verbs, play.verbs, play.verb_count * sizeof verbs[0]);
    play.verbs = verbs;
    asks = *play.asks;
    play.asks = &asks;
    memcpy(questions, asks.asks, play.question_count * sizeof questions[0]);
    asks.asks = questions;
    memcpy(answers, asks.answers,
           (size_t)play.verb_count * play.question_count * sizeof answers[0]);
    asks.answers = answers;
}

static void ours_have_no_fault(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        if (lb_rulesets[i]->play != NULL) {
            const char *fault = lb_play_fault(lb_rulesets[i]);

            if (fault != NULL)
                fail_msg("%s: %s", lb_rulesets[i]->id, fault);
        }
    copy();
    assert_null(lb_play_fault(&rules));
}

/// Spoils the copy; the validator must notice.
#define SPOIL(change)                           \
    do {                                        \
        copy();                                 \
        change;                                 \
        assert_non_null(lb_play_fault(&rules)); \
    } while (0)

static void whatever_is_missing_is_found(void **unused)
{
    static const char *const no_names[64];
    static const lb_ride nowhere = {.clause = UINT16_MAX, .grain_tmm = 1, .rode = 1};
    static const lb_ride no_verb = {.verb = UINT16_MAX, .grain_tmm = 1, .rode = 1};
    static const lb_ride no_grain = {.rode = 1};

    (void)unused;
    SPOIL(rules.play = NULL);
    SPOIL(play.procedure = rules.procedure_count);
    SPOIL(play.muster = NULL);
    SPOIL(play.report_side = NULL);
    SPOIL(play.is_broken = NULL);
    SPOIL(play.fitness = NULL);
    SPOIL(play.asks = NULL);
    SPOIL(play.marks = NULL);
    SPOIL(play.query_rows = NULL);
    SPOIL(play.side_keys = NULL);
    SPOIL(play.group_keys = NULL);
    SPOIL(play.leader_keys = NULL);
    SPOIL(play.ride = &nowhere);
    SPOIL(play.ride = &no_verb);
    SPOIL(play.ride = &no_grain);
    SPOIL(play.length_word = "");
    SPOIL(play.length_tmm = 0);
    SPOIL(play.size_mark = LB_UNIT_MARKS);
    SPOIL(play.phases = no_names);
    SPOIL(play.phase_count = 0);
    SPOIL(play.questions = no_names);
    SPOIL(play.question_count = 0);
    SPOIL(verbs[1].word = "");
    SPOIL(verbs[1].help = NULL);
}

static void whatever_is_said_twice_is_found(void **unused)
{
    static const char *const same[] = {"fire", "fire", "fire", "fire"};
    static const lb_synonym of_none[] = {{"leap", "jump"}, {NULL, NULL}};
    static const lb_synonym itself[] = {{"fire", "fire"}, {NULL, NULL}};
    static const lb_option_phrase lost[] = {{"jump", "high", 1}, {NULL, NULL, 0}};
    static const lb_mark_key no_mark[] = {{"gold", LB_SIDE_MARKS, NULL}, {NULL, 0, NULL}};
    static const lb_mark_key same_key[] = {{"gold", 0, NULL}, {"gold", 1, NULL}, {NULL, 0, NULL}};
    static const lb_mark_key same_mark[] = {{"gold", 0, NULL}, {"iron", 0, NULL}, {NULL, 0, NULL}};

    (void)unused;
    SPOIL(verbs[2].word = verbs[1].word);
    SPOIL(verbs[0].uses = LB_USES_UNIT);
    SPOIL(play.phases = same);
    SPOIL(play.synonyms = of_none);
    SPOIL(play.synonyms = itself);
    SPOIL(play.options = lost);
    SPOIL(play.side_keys = no_mark);
    SPOIL(play.side_keys = same_key);
    SPOIL(play.side_keys = same_mark);
    SPOIL(play.group_keys = no_mark);
    SPOIL(play.group_keys = same_key);
    SPOIL(play.leader_keys = no_mark);
    SPOIL(play.leader_keys = same_mark);
}

static void questions_have_answers(void **unused)
{
    (void)unused;
    /* The first question: to pass, or a card. */
    SPOIL(memset(answers, 0, play.verb_count * sizeof answers[0]));
    SPOIL(answers[0].offer = answers[1].offer = NULL);
    SPOIL(questions[0].propose = NULL);
    SPOIL(answers[1].check = NULL);
    SPOIL(answers[1].is_one = false);
    copy();
    /* A verb that answers nothing at all. */
    for (uint32_t q = 0; q < play.question_count; q++)
        answers[q * play.verb_count + 1] = (lb_answer){false, NULL, NULL};
    assert_non_null(lb_play_fault(&rules));
}

/// Every flag of brigades and commanders has a word in positions, and every mark a key: none of
/// them is of a moment only.
static void positions_say_brigades_and_commanders(void **unused)
{
    (void)unused;
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        const lb_play *of = lb_rulesets[r]->play;
        const lb_mark_row *flags[] = {of != NULL ? of->marks->group_flags : NULL,
                                      of != NULL ? of->marks->leader_flags : NULL};
        const lb_mark_row *marks[] = {of != NULL ? of->marks->group_marks : NULL,
                                      of != NULL ? of->marks->leader_marks : NULL};
        const lb_mark_key *keys[] = {of != NULL ? of->group_keys : NULL,
                                     of != NULL ? of->leader_keys : NULL};

        for (int owner = 0; of != NULL && owner < 2; owner++) {
            for (const lb_mark_row *row = flags[owner]; row->name != NULL; row++)
                if (row->state == 0)
                    fail_msg("%s: no position says %s", lb_rulesets[r]->id, row->name);
            for (uint32_t mark = 0; marks[owner][mark].name != NULL; mark++) {
                const lb_mark_key *key = keys[owner];

                while (key->key != NULL && key->mark != mark)
                    key++;
                if (key->key == NULL)
                    fail_msg("%s: no position says %s", lb_rulesets[r]->id,
                             marks[owner][mark].name);
            }
        }
    }
}

/// Every flag that lasts a battle has a word in positions, and a unit that has the word in
/// a position is reported with it. Dragoons on foot are in a formation that the test does not have.
static void positions_say_flags(void **unused)
{
    static const char text[] =
        "limber: scenario\nid: toy\ntitle: Toy\nsource: invented\nyear: 1809\n"
        "ground: {width: 1200, height: 900}\nturns: 8\nfirst: blue\nsides:\n"
        "  - {id: blue, name: Blue, nation: french, commander: {name: A}, brigades: [{name: One,\n"
        "     place: [400, 300], units: [{name: U, class: line, quality: regular, strength: "
        "600}]}]}\n"
        "  - {id: red, name: Red, nation: british, commander: {name: B}, brigades: [{name: Two,\n"
        "     place: [400, 700], units: [{name: V, class: line, quality: regular, strength: "
        "600}]}]}\n";
    static lb_scenario scenario;
    static lb_battle battle;
    static lb_state state;

    (void)unused;
    assert_int_equal(lb_scenario_parse(text, sizeof text - 1, NULL, &scenario, NULL), LB_OK);
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        const lb_play *of = lb_rulesets[r]->play;

        if (of == NULL)
            continue;
        assert_int_equal(lb_battle_muster(&battle, lb_rulesets[r], NULL, &scenario, NULL), LB_OK);
        for (const lb_mark_row *row = of->marks->unit_flags; row->name != NULL; row++) {
            if (row->state == 0 && row->life == LB_LIFE_GAME)
                fail_msg("%s: no position says %s", lb_rulesets[r]->id, row->name);
            if (row->state == 0 || row->state - 1 == LB_SCENARIO_STATE_DISMOUNTED)
                continue;
            battle.unit[0].states = UINT32_C(1) << (row->state - 1);
            memset(&state, 0, sizeof state);
            of->deploy(&battle, &state);
            if (!lb_has_trait(lb_battle_unit(&battle, &state, 0).states, row->state - 1u))
                fail_msg("%s: a position does not set %s", lb_rulesets[r]->id, row->name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ours_have_no_fault),
        cmocka_unit_test(whatever_is_missing_is_found),
        cmocka_unit_test(whatever_is_said_twice_is_found),
        cmocka_unit_test(questions_have_answers),
        cmocka_unit_test(positions_say_flags),
        cmocka_unit_test(positions_say_brigades_and_commanders),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
