// SPDX-License-Identifier: MIT
// What a program that embeds the library can get wrong without harm: numbers out of range are
// refused, and pointers that only explain may be NULL. What only such programs use: texts, records
// from a file. And a view that is lent saves stack.

#include "check.h"

#include "limber/limber.h"
#include "rules/kit/ask.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Frames are larger under the sanitizers. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED true
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED false
#endif

enum { SMALL_STACK = 128 << 10, ANSWERS = 200, LEVEL_UNKNOWN = 99 };

static const char *root;
static lb_scenario scenario;
static lb_battle battle;
static lb_state state;
static lb_view view;

static int muster(void **context)
{
    char path[512];

    (void)context;
    snprintf(path, sizeof path, "%s/scenarios/two-brigades.yaml", root);
    if (lb_scenario_load(path, &scenario, NULL) != LB_OK)
        return -1;
    return lb_battle_muster(&battle, lb_ruleset_find("valour-fortitude"), NULL, &scenario, NULL) ==
                   LB_OK
               ? 0
               : -1;
}

/// Throws until the battle waits for a decision.
static lb_run run_to_decision(void)
{
    lb_run run = lb_battle_run(&battle, &state, NULL);
    uint8_t faces[LB_THROW_MAX];
    lb_dice dice;

    lb_dice_seed(&dice, 1);
    lb_battle_start(&battle, &state, NULL);
    while (state.machine.node.kind == LB_NODE_ROLL)
        assert_true(
            lb_run_throw(&run, faces, lb_dice_throw(&dice, &state.machine.node.roll, faces)));
    assert_int_equal(state.machine.node.kind, LB_NODE_DECISION);
    return run;
}

static void wrong_faces_are_refused(void **context)
{
    static const uint8_t none[1] = {0}, high[1] = {200}, two[2] = {1, 1};
    lb_run run = lb_battle_run(&battle, &state, NULL);
    uint64_t before;

    (void)context;
    lb_battle_start(&battle, &state, NULL);
    assert_int_equal(state.machine.node.kind, LB_NODE_ROLL);
    before = lb_state_hash(&state);
    assert_false(lb_run_throw(&run, NULL, 0));
    assert_false(lb_run_throw(&run, none, 1));
    assert_false(lb_run_throw(&run, high, 1));
    assert_false(lb_run_throw(&run, two, 2));
    assert_false(lb_run_choose(&run, 0));
    assert_int_equal(lb_battle_choices(&battle, &state, NULL, NULL, 0), 0);
    assert_true(lb_state_hash(&state) == before);
    assert_true(lb_run_throw(&run, two, 1));
}

static void wrong_actions_are_refused(void **context)
{
    lb_run run = run_to_decision();
    uint64_t before = lb_state_hash(&state);
    lb_action action = lb_action_of(200);

    (void)context;
    assert_false(lb_run_act(&run, &action));
    for (uint32_t verb = 0; verb < battle.rules->play->verb_count; verb++) {
        uint32_t uses = battle.rules->play->verbs[verb].uses;

        action = lb_action_of(verb);
        action.unit = 60000;
        if ((uses & (LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER)) != 0)
            assert_false(lb_run_act(&run, &action));
        action = lb_action_of(verb);
        action.path.count = 255;
        assert_false(lb_run_act(&run, &action));
    }
    assert_false(lb_run_answer(&run, 1));
    assert_false(lb_run_throw(&run, NULL, 0));
    assert_true(lb_state_hash(&state) == before);
    action = lb_action_of(200);
    assert_false(lb_battle_check(&battle, &state, NULL, &action, NULL));
}

static void an_unknown_level_has_no_word(void **context)
{
    (void)context;
    assert_string_equal(lb_level_word(LB_LEVEL_RECRUIT), "recruit");
    assert_string_equal(lb_level_word((lb_level)LEVEL_UNKNOWN), "");
}

static void a_diag_may_be_missing(void **context)
{
    static lb_house_rules house;
    static lb_army army;
    static lb_scenario other;
    static lb_battle none;
    lb_ruleset charts = *lb_ruleset_find("march-attack");
    char text[] = "limber: nonsense\n", head_text[] = "nonsense\n";
    lb_record_head head;

    (void)context;
    assert_int_not_equal(lb_house_rules_parse(text, strlen(text), &house, NULL), LB_OK);
    assert_int_not_equal(lb_house_rules_load("/no/such/file", &house, NULL), LB_OK);
    assert_int_not_equal(lb_army_parse(text, strlen(text), &army, NULL), LB_OK);
    assert_int_not_equal(lb_army_load("/no/such/file", &army, NULL), LB_OK);
    assert_int_not_equal(lb_scenario_parse(text, strlen(text), NULL, &other, NULL), LB_OK);
    assert_int_not_equal(lb_scenario_load("/no/such/file", &other, NULL), LB_OK);
    charts.play = NULL;
    assert_int_not_equal(lb_battle_muster(&none, &charts, NULL, &scenario, NULL), LB_OK);
    assert_int_equal(lb_record_read_head(head_text, &head, NULL), LB_ERROR_INPUT);
}

/// A record that is wrong in its first line, and one that has none.
static void nobody_need_ask_how_a_replay_went(void **context)
{
    char wrong[] = "nonsense\n", empty[] = "";
    lb_record_head head = {.version = 1, .body = wrong, .body_line = 2};

    (void)context;
    assert_int_equal(lb_record_play(&head, &battle, &state, NULL, NULL, NULL), LB_ERROR_INPUT);
    head.body = empty;
    assert_int_equal(lb_record_play(&head, &battle, &state, NULL, NULL, NULL), LB_OK);
}

static void reasons_may_be_missing(void **context)
{
    lb_query query = lb_query_of("no such question", 0, LB_NOBODY);
    lb_situation situation;

    (void)context;
    for (uint32_t i = 0; i < LB_HELPERS_MAX; i++)
        assert_int_equal(query.helper[i], LB_NOBODY);
    lb_battle_start(&battle, &state, NULL);
    assert_false(lb_battle_gather(&battle, &state, &query, &situation, NULL));
    query = lb_query_of("fire", 60000, 60000);
    assert_false(lb_battle_gather(&battle, &state, &query, &situation, NULL));
}

static void nobody_need_watch_a_campaign(void **context)
{
    lb_report report = {0};
    lb_fight_plan silent = {.battle = NULL};
    lb_campaign campaign = {.battle = &battle,
                            .battles = 1,
                            .seed = 1,
                            .threads = 1,
                            .first = &silent,
                            .report = &report};

    (void)context;
    assert_true(lb_campaign_fight(&campaign));
    assert_int_equal(report.battles, 1);
}

static void tell(void *context, const lb_event *event)
{
    static char text[LB_TEXT_EVENT];
    uint32_t *told = context;

    assert_true(lb_event_write(battle.rules, &battle, event, text, sizeof text) > 0);
    assert_non_null(strstr(text, battle.rules->clauses[event->clause].id));
    (*told)++;
}

/// Inputs, actions, clauses and events are read and written by public functions.
static void texts_are_read_and_written(void **context)
{
    const lb_chart *chart = lb_chart_find(battle.rules, "fire");
    lb_action action = lb_action_of(0), back;
    int32_t facts[LB_INPUTS_MAX], before[LB_INPUTS_MAX];
    char text[LB_TEXT_CLAUSE];
    uint32_t told = 0;
    lb_sink sink = {.emit = tell, .context = &told};
    lb_diag diag;

    (void)context;
    lb_chart_presets(chart, facts);
    memcpy(before, facts, sizeof facts);
    assert_int_equal(lb_chart_set(chart, facts, "cover=soft", &diag), LB_OK);
    assert_int_equal(lb_chart_set(chart, facts, "value=6", NULL), LB_OK);
    assert_true(memcmp(before, facts, sizeof facts) != 0);
    memcpy(before, facts, sizeof facts);
    assert_int_equal(lb_chart_set(chart, facts, "cover=sfot", &diag), LB_ERROR_INPUT);
    assert_non_null(strstr(diag.text, "did you mean soft?"));
    assert_int_equal(lb_chart_set(chart, facts, "nonsense", NULL), LB_ERROR_INPUT);
    assert_memory_equal(before, facts, sizeof facts);
    assert_int_equal(lb_action_write(battle.rules->play, &action, text, sizeof text), 4);
    assert_string_equal(text, "pass");
    assert_int_equal(lb_action_read(battle.rules->play, text, &back, NULL), LB_OK);
    assert_true(lb_action_is_same(&action, &back));
    assert_int_equal(lb_action_read(battle.rules->play, "dance", &back, NULL), LB_ERROR_INPUT);
    for (uint16_t i = 0; i < battle.rules->clause_count; i++)
        assert_true(lb_clause_write(battle.rules, battle.house.value, i, text, sizeof text) > 0);
    assert_int_equal(lb_clause_write(battle.rules, battle.house.value, 0, text, 8), 7);
    lb_battle_start(&battle, &state, &sink);
    assert_true(told > 0);
}

static void records_are_loaded(void **context)
{
    char path[512], *text;
    lb_record_head head;
    lb_diag diag;

    (void)context;
    snprintf(path, sizeof path, "%s/tests/golden/two-brigades-regulars.record", root);
    assert_int_equal(lb_record_load(path, &text, &head, &diag), LB_OK);
    assert_string_equal(head.rules, "valour-fortitude");
    assert_int_equal(lb_record_play(&head, &battle, &state, NULL, NULL, &diag), LB_OK);
    free(text);
    assert_int_equal(lb_record_load("/no/such/file", &text, &head, &diag), LB_ERROR_FILE);
    assert_null(text);
    snprintf(path, sizeof path, "%s/scenarios/two-brigades.yaml", root);
    assert_int_equal(lb_record_load(path, &text, &head, NULL), LB_ERROR_INPUT);
    assert_null(text);
}

/// Answers some nodes with the first choice, as a client does that lends its view.
static void *answer_on_a_small_stack(void *context)
{
    static lb_action choice[LB_CHOICES_MAX];
    static uint8_t faces[LB_THROW_MAX];
    static lb_dice dice;
    lb_run run = lb_battle_run(&battle, &state, NULL);

    lb_dice_seed(&dice, 1);
    run.view = &view;
    for (int i = 0; i < ANSWERS && state.machine.node.kind != LB_NODE_END; i++)
        if (state.machine.node.kind == LB_NODE_ROLL) {
            if (!lb_run_throw(&run, faces, lb_dice_throw(&dice, &state.machine.node.roll, faces)))
                return NULL;
        } else if (lb_battle_choices(&battle, &state, &view, choice, LB_CHOICES_MAX) == 0 ||
                   !lb_battle_check(&battle, &state, &view, choice, NULL) ||
                   !lb_run_act(&run, choice)) {
            return NULL;
        }
    return context;
}

/// A view is larger than this stack: one that is not needed must not stand on it.
static void a_lent_view_saves_stack(void **context)
{
    pthread_attr_t small;
    pthread_t thread;
    void *answer = NULL;

    (void)context;
    if (IS_SANITIZED)
        skip();
    assert_true(sizeof(lb_view) + 8192 > SMALL_STACK);
    lb_view_start(&view);
    lb_battle_start(&battle, &state, NULL);
    assert_int_equal(pthread_attr_init(&small), 0);
    assert_int_equal(pthread_attr_setstacksize(&small, SMALL_STACK), 0);
    assert_int_equal(pthread_create(&thread, &small, answer_on_a_small_stack, &view), 0);
    assert_int_equal(pthread_join(thread, &answer), 0);
    assert_ptr_equal(answer, &view);
    pthread_attr_destroy(&small);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_faces_are_refused),
        cmocka_unit_test(wrong_actions_are_refused),
        cmocka_unit_test(an_unknown_level_has_no_word),
        cmocka_unit_test(a_diag_may_be_missing),
        cmocka_unit_test(nobody_need_ask_how_a_replay_went),
        cmocka_unit_test(reasons_may_be_missing),
        cmocka_unit_test(nobody_need_watch_a_campaign),
        cmocka_unit_test(texts_are_read_and_written),
        cmocka_unit_test(records_are_loaded),
        cmocka_unit_test(a_lent_view_saves_stack),
    };

    root = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests_name("misuse", tests, muster, NULL);
}
