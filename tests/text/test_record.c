// SPDX-License-Identifier: MIT
// Actions that name a place: how a record writes them and reads them back, and that a place must be
// one on the table. The ruleset is a toy of three verbs and one question.

#include "../unit/check.h"

#include "rules/kit/ask.h"
#include "text/record.h"

#include <string.h>

enum { PASS, GATHER, MARCH, VERBS };
enum { WIDTH = 12000, DEPTH = 9000 };

static const lb_verb verbs[VERBS] = {
    [PASS] = {"pass", "do nothing", 0},
    [GATHER] = {"gather", "name where a brigade gathers", LB_USES_GROUP | LB_USES_PLACE},
    [MARCH] = {"march", "a unit goes to a place with others",
               LB_USES_UNIT | LB_USES_OPTION | LB_USES_PLACE | LB_USES_HELPERS | LB_USES_MEMBERS |
                   LB_USES_PATH},
};
static const lb_ask asks[1] = {{.clause = 0, .otherwise = {0, "not now"}}};
static const lb_answer answers[VERBS] = {
    [PASS] = {.is_one = true}, [GATHER] = {.is_one = true}, [MARCH] = {.is_one = true}};
static const lb_asks tables = {.asks = asks, .answers = answers};
static const lb_play play = {
    .verb_count = VERBS, .question_count = 1, .verbs = verbs, .asks = &tables};
static const lb_ruleset rules = {.id = "toy", .play = &play};

static lb_battle battle;
static lb_state state;
static lb_diag diag;

static const char *written(const lb_action *action)
{
    static char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    lb_record_put_action(&play, action, &put);
    return line;
}

static lb_action gather(int32_t x, int32_t y)
{
    lb_action action = lb_action_of(GATHER);

    action.unit = 7;
    action.place = (lb_point){x, y};
    return action;
}

static bool is_legal(const lb_action *action)
{
    lb_question question = {.side = 0, .id = 0};
    lb_asked asked = {.battle = &battle, .state = &state, .question = &question};
    lb_reason reason;

    battle.rules = &rules;
    battle.width_tmm = WIDTH;
    battle.depth_tmm = DEPTH;
    return lb_ask_check(&asked, action, &reason);
}

static void a_place_is_written_and_read_back(void **context)
{
    lb_action action = gather(1016, 2032), back;

    (void)context;
    assert_string_equal(written(&action), "gather brigade 7 at 1016 2032");
    assert_int_equal(lb_record_parse_action(&play, written(&action), &back, &diag), LB_OK);
    assert_true(lb_action_is_same(&action, &back));
    back.place.y++;
    assert_false(lb_action_is_same(&action, &back));
}

/// A place stands between the option and whoever goes along.
static void a_place_stands_among_other_members(void **context)
{
    lb_action action = lb_action_of(MARCH), back;

    (void)context;
    action.unit = 3;
    action.option = 1;
    action.place = (lb_point){0, LB_TABLE_MAX};
    action.helper[0] = 5;
    lb_unit_set_add(&action.members, 8);
    lb_unit_set_add(&action.members, 399);
    action.path.count = 1;
    action.path.step[0] = (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = 508};
    assert_string_equal(written(&action),
                        "march unit 3 option 1 at 0 254000 with 5 and 8 399 path straight:508");
    assert_int_equal(lb_record_parse_action(&play, written(&action), &back, &diag), LB_OK);
    assert_true(lb_action_is_same(&action, &back));
}

static void malformed_places_are_refused(void **context)
{
    static const struct {
        const char *line;
        int column;
    } cases[] = {
        {"gather brigade 7", 0},
        {"gather brigade 7 at", 18},
        {"gather brigade 7 at 10", 18},
        {"gather brigade 7 at 10 x", 18},
        {"gather brigade 7 at 10 20x", 18},
        {"gather brigade 7 at 10,20", 18},
        {"gather brigade 7 at -1 20", 18},
        {"gather brigade 7 at 10 -1", 18},
        {"gather brigade 7 at 254001 20", 18},
        {"gather brigade 7 at 20 254001", 18},
        {"gather brigade 7 at 99999999999999999999 20", 18},
        {"gather brigade 7 to 10 20", 18},
        {"gather brigade 7 at 10 20 30", 27},
        {"gather at 10 20 brigade 7", 8},
        {"pass at 10 20", 6},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lb_action untouched = gather(1, 2), action = untouched;

        assert_int_equal(lb_record_parse_action(&play, cases[i].line, &action, &diag),
                         LB_ERROR_INPUT);
        if (diag.column != cases[i].column || strstr(diag.text, "expected ") != diag.text)
            fail_msg("%s: column %d: %s", cases[i].line, (int)diag.column, diag.text);
        assert_true(lb_action_is_same(&action, &untouched));
    }
}

static void a_place_is_on_the_table(void **context)
{
    static const struct {
        int32_t x, y;
        bool is_legal;
    } cases[] = {
        {0, 0, true},          {WIDTH, DEPTH, true},  {WIDTH + 1, 0, false},
        {0, DEPTH + 1, false}, {-1, 0, false},        {0, -1, false},
        {DEPTH, WIDTH, false}, {INT32_MIN, 0, false}, {0, INT32_MAX, false},
    };
    lb_action action;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        action = gather(cases[i].x, cases[i].y);
        if (is_legal(&action) != cases[i].is_legal)
            fail_msg("%d, %d", (int)cases[i].x, (int)cases[i].y);
    }
    /* A verb that names no place has none. */
    action = lb_action_of(PASS);
    assert_true(is_legal(&action));
    action.place.x = 1;
    assert_false(is_legal(&action));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_written_and_read_back),
        cmocka_unit_test(a_place_stands_among_other_members),
        cmocka_unit_test(malformed_places_are_refused),
        cmocka_unit_test(a_place_is_on_the_table),
    };

    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
