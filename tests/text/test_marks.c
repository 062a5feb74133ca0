// SPDX-License-Identifier: MIT
// Flags and marks of brigades and commanders in a position: the words that say them, how bad ones
// are refused, and that what a battle has set comes back from a file that says it.

#include "../unit/check.h"

#include "limber/fight.h"
#include "limber/files.h"
#include "rules/kit/marks.h"
#include "text/scenario_words.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 8192, WORDS_MAX = 512, BATTLES = 16 };

static lb_scenario scenario;
static lb_battle battle, again;
static lb_state state;
static lb_diag diag;

/// What a file says of one brigade, and of its commander.
typedef struct said {
    char brigade[WORDS_MAX], commander[WORDS_MAX];
} said;

enum { BRIGADES = 4 };

/// Writes two armies of two brigades with what is said of them; `position` is the last line.
static void write_file(char *text, const said *of, const char *position)
{
    static const char *const sides[] = {
        "  - id: blue\n    name: Blue\n    nation: french\n    commander: {name: Bleu}\n",
        "  - id: red\n    name: Red\n    nation: british\n    commander: {name: Rouge}\n"};
    int length = snprintf(text, TEXT_MAX,
                          "limber: scenario\nid: toy\ntitle: Toy\nsource: invented\nyear: 1809\n"
                          "ground: {width: 1200, height: 1000}\nturns: 8\nfirst: blue\nsides:\n");

    for (int i = 0; i < BRIGADES; i++)
        length += snprintf(
            text + length, (size_t)(TEXT_MAX - length),
            "%s%s      - name: Brigade %d\n        commander: {name: Leader %d%s}\n%s"
            "        place: [%d, %d]\n        facing: %d\n        units:\n"
            "          - {name: A%d, class: line, quality: regular, strength: 600}\n"
            "          - {name: B%d, class: conscripts, quality: militia, strength: 600}\n",
            i % 2 == 0 ? sides[i / 2] : "", i % 2 == 0 ? "    brigades:\n" : "", i, i,
            of[i].commander, of[i].brigade, i % 2 == 0 ? 400 : 800, i < 2 ? 350 : 650,
            i < 2 ? 0 : 180, i, i);
    snprintf(text + length, (size_t)(TEXT_MAX - length), "%s", position);
}

static lb_status parse(const char *text)
{
    memset(&scenario, 0, sizeof scenario);
    memset(&diag, 0, sizeof diag);
    return lb_scenario_parse(text, strlen(text), NULL, &scenario, &diag);
}

/// Reads a file in which the first brigade, or its commander, says this.
static lb_status parse_first(const char *brigade, const char *commander, const char *sheet)
{
    static char text[TEXT_MAX];
    char position[WORDS_MAX];
    said of[BRIGADES];

    memset(of, 0, sizeof of);
    snprintf(of[0].brigade, sizeof of[0].brigade, "%s", brigade);
    snprintf(of[0].commander, sizeof of[0].commander, "%s", commander);
    snprintf(position, sizeof position, "position: {sheet: %s, turn: 3, active: blue}\n",
             sheet != NULL ? sheet : "");
    write_file(text, of, sheet != NULL ? position : "");
    return parse(text);
}

static const lb_scenario_commander *first_leader(void)
{
    return &scenario.commanders[scenario.brigades[0].commander - 1];
}

/// Brings a position that has been read to the table.
static void deploy(lb_battle *on, const char *sheet)
{
    if (lb_battle_muster(on, lb_ruleset_find(sheet), NULL, &scenario, &diag) != LB_OK)
        fail_msg("%s", diag.text);
    memset(&state, 0, sizeof state);
    on->rules->play->deploy(on, &state);
}

/* Reading. */

static void words_and_keys_are_read(void **unused)
{
    (void)unused;
    assert_int_equal(parse_first("        states: [activated, volleys]\n        owed: 2\n",
                                 ", states: rode", "valour-fortitude"),
                     LB_OK);
    assert_int_equal(scenario.brigades[0].states, 1u << LB_SCENARIO_BRIGADE_STATE_ACTIVATED |
                                                      1u << LB_SCENARIO_BRIGADE_STATE_VOLLEYS);
    assert_int_equal(scenario.brigades[1].states, 0);
    assert_int_equal(first_leader()->states, 1u << LB_SCENARIO_COMMANDER_STATE_RODE);
    deploy(&battle, "valour-fortitude");
    assert_int_equal(lb_battle_group_states(&battle, &state, 0), scenario.brigades[0].states);
    assert_int_equal(state.group[0].mark[battle.rules->play->group_keys[0].mark], 2);
    assert_int_equal(parse_first("", ", states: [rode, silent], doubts: 3", "napoleons-legacy"),
                     LB_OK);
    deploy(&battle, "napoleons-legacy");
    assert_int_equal(lb_battle_leader_states(&battle, &state, battle.group[0].leader),
                     1u << LB_SCENARIO_COMMANDER_STATE_RODE |
                         1u << LB_SCENARIO_COMMANDER_STATE_SILENT);
    assert_int_equal(
        state.leader[battle.group[0].leader].mark[battle.rules->play->leader_keys[0].mark], 3);
}

/// The older keys of a brigade say the same as its states.
static void older_keys_say_states(void **unused)
{
    static const struct {
        const char *older, *states;
    } cases[] = {
        {"        activation: passed\n", "        states: [activated, acted]\n"},
        {"        activation: failed\n", "        states: failed\n"},
        {"        activation: none\n", ""},
        {"        routed: 2\n", "        states: [routed]\n"},
        {"        routed: 0\n", ""},
        {"        routed: 1\n        states: [sped]\n", "        states: [sped, routed]\n"}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t states;

        assert_int_equal(parse_first(cases[i].older, "", "valour-fortitude"), LB_OK);
        states = scenario.brigades[0].states;
        assert_int_equal(parse_first(cases[i].states, "", "valour-fortitude"), LB_OK);
        assert_int_equal(scenario.brigades[0].states, states);
    }
}

static void bad_words_are_refused_with_a_place(void **unused)
{
    static const struct {
        const char *brigade, *commander, *sheet;
        int line, column;
        const char *complaint;
    } cases[] = {
        {"        states: [actvated]\n", "", "valour-fortitude", 17, 18,
         "no 'actvated'; did you mean activated?"},
        {"        states: [sped, sped]\n", "", "valour-fortitude", 17, 24,
         "sped stands here twice"},
        {"        states: [rode]\n", "", "valour-fortitude", 17, 18, "no 'rode'"},
        {"        state: [sped]\n", "", "valour-fortitude", 17, 9, "did you mean states?"},
        {"        owed: 256\n", "", "valour-fortitude", 17, 15, "a whole number from 0 to 255"},
        {"        owed: two\n", "", "valour-fortitude", 17, 15, "a whole number from 0 to 255"},
        {"        owed: 1\n", "", "napoleons-legacy", 17, 9,
         "a position by napoleons-legacy has no owed"},
        {"        owed: 1\n", "", "esr-50", 17, 9, "a position by esr-50 has no owed"},
        {"        doubts: 1\n", "", "napoleons-legacy", 17, 9, "unknown key 'doubts'"},
        {"", ", states: [silnt]", "napoleons-legacy", 16, 46, "did you mean silent?"},
        {"", ", states: activated", "napoleons-legacy", 16, 45, "no 'activated'"},
        {"", ", doubts: 1", "valour-fortitude", 16, 37,
         "a position by valour-fortitude has no doubts"},
        {"", ", doubts: -1", "napoleons-legacy", 16, 45, "a whole number from 0 to 255"},
        {"        owed: 1\n", "", "valour-fortitudo", 49, 19, "did you mean valour-fortitude?"},
        {"        states: [sped]\n", "", NULL, 17, 9, "belongs to a battle in progress"},
        {"        owed: 1\n", "", NULL, 17, 9, "belongs to a battle in progress"},
        {"", ", states: rode", NULL, 16, 37, "belongs to a battle in progress"},
        {"", ", doubts: 1", NULL, 16, 37, "belongs to a battle in progress"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (parse_first(cases[i].brigade, cases[i].commander, cases[i].sheet) == LB_OK ||
            strstr(diag.text, cases[i].complaint) == NULL || diag.line != cases[i].line ||
            diag.column != cases[i].column)
            fail_msg("case %d: %d:%d: %s", (int)i, (int)diag.line, (int)diag.column, diag.text);
}

/* There and back. */

static uint32_t compared, marks_seen;

/// Writes `states` and the keys of marks, each between `before` and `after`.
static void say(char *text, const lb_word_list *list, uint32_t states, const lb_mark_key *keys,
                const int16_t *marks, const char *before, const char *after)
{
    size_t length = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < list->count; i++)
        if (lb_has_trait(states, i)) {
            length += (size_t)snprintf(text + length, WORDS_MAX - length, "%s%s",
                                       length == 0 ? before : ", ", length == 0 ? "states: [" : "");
            length += (size_t)snprintf(text + length, WORDS_MAX - length, "%s", list->words[i]);
        }
    if (length > 0)
        length += (size_t)snprintf(text + length, WORDS_MAX - length, "]%s", after);
    for (; keys->key != NULL; keys++)
        if (marks[keys->mark] != 0) {
            length += (size_t)snprintf(text + length, WORDS_MAX - length, "%s%s: %d%s", before,
                                       keys->key, marks[keys->mark], after);
            marks_seen++;
        }
}

/// Writes the position of a battle as it stands, reads it, and compares.
static void compare(void *context, const lb_state *is, const lb_action *action)
{
    static char text[TEXT_MAX];
    const lb_play *play = battle.rules->play;
    char position[WORDS_MAX];
    said of[BRIGADES];

    (void)context;
    (void)action;
    for (uint32_t i = 0; i < BRIGADES; i++) {
        uint32_t leader = battle.group[i].leader;

        say(of[i].brigade, &lb_scenario_brigade_state_words, lb_battle_group_states(&battle, is, i),
            play->group_keys, is->group[i].mark, "        ", "\n");
        say(of[i].commander, &lb_scenario_commander_state_words,
            lb_battle_leader_states(&battle, is, leader), play->leader_keys,
            is->leader[leader].mark, ", ", "");
    }
    snprintf(position, sizeof position, "position: {sheet: %s, turn: %d, active: %s}\n",
             battle.rules->id, is->turn, is->active == 0 ? "blue" : "red");
    write_file(text, of, position);
    if (parse(text) != LB_OK)
        fail_msg("%d:%d: %s\n%s", (int)diag.line, (int)diag.column, diag.text, text);
    deploy(&again, battle.rules->id);
    for (uint32_t i = 0; i < BRIGADES; i++) {
        uint32_t leader = battle.group[i].leader;

        assert_int_equal(state.group[i].flags, is->group[i].flags);
        assert_memory_equal(state.group[i].mark, is->group[i].mark, sizeof state.group[i].mark);
        assert_int_equal(state.leader[leader].flags, is->leader[leader].flags);
        assert_memory_equal(state.leader[leader].mark, is->leader[leader].mark,
                            sizeof state.leader[leader].mark);
    }
    compared++;
}

/// At every decision of battles by every sheet.
static void what_a_battle_sets_comes_back(void **unused)
{
    static char text[TEXT_MAX];
    static lb_state fought;
    said nothing[BRIGADES];
    lb_player *player = lb_player_create();

    (void)unused;
    memset(nothing, 0, sizeof nothing);
    assert_non_null(player);
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        if (lb_rulesets[r]->play == NULL)
            continue;
        for (uint64_t seed = 0; seed < BATTLES; seed++) {
            lb_fight_plan plan = {.battle = &battle, .seed = seed, .on_action = compare};
            lb_fight_result result;

            plan.level[0] = seed % 2 == 0 ? LB_LEVEL_REGULAR : LB_LEVEL_RECRUIT;
            plan.level[1] = LB_LEVEL_RUSH;
            write_file(text, nothing, "");
            assert_int_equal(parse(text), LB_OK);
            assert_int_equal(lb_battle_muster(&battle, lb_rulesets[r], NULL, &scenario, &diag),
                             LB_OK);
            assert_true(lb_fight(&plan, player, &fought, &result));
        }
    }
    lb_player_destroy(player);
    assert_true(compared > 1000 && marks_seen > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_keys_are_read),
        cmocka_unit_test(older_keys_say_states),
        cmocka_unit_test(bad_words_are_refused_with_a_place),
        cmocka_unit_test(what_a_battle_sets_comes_back),
    };

    return cmocka_run_group_tests_name("marks", tests, NULL, NULL);
}
