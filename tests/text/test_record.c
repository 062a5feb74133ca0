// SPDX-License-Identifier: MIT
// Lines of a record: how actions are written and read back, and that a place must be one on the
// table; what a head carries; what a full disk leaves. The ruleset is a toy of three verbs and one
// question.

#include "../unit/check.h"

#include "limber/record.h"
#include "rules/kit/ask.h"
#include "text/record.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

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

/// The longest line that an action can have: all units, all helpers, the longest path.
static void whatever_is_written_is_read_back(void **context)
{
    (void)context;
    for (uint32_t count = 1; count <= LB_UNITS_MAX; count++) {
        lb_action action = lb_action_of(MARCH), back;

        action.unit = LB_UNITS_MAX - 1;
        action.option = UINT8_MAX;
        action.place = (lb_point){LB_TABLE_MAX, LB_TABLE_MAX};
        for (int i = 0; i < LB_HELPERS_MAX; i++)
            action.helper[i] = (uint16_t)(LB_UNITS_MAX - 1 - i);
        for (uint32_t i = 0; i < count; i++)
            lb_unit_set_add(&action.members, (uint16_t)(LB_UNITS_MAX - 1 - i));
        action.path.count = LB_PATH_STEPS_MAX;
        for (int i = 0; i < LB_PATH_STEPS_MAX; i++)
            action.path.step[i] = (lb_step){
                .kind = LB_STEP_OBLIQUE, .tmm = -LB_STEP_TMM_MAX, .angle = -LB_STEP_ANGLE_MAX};
        assert_true(strlen(written(&action)) < LB_RECORD_LINE - 1);
        assert_int_equal(lb_record_parse_action(&play, written(&action), &back, &diag), LB_OK);
        assert_true(lb_action_is_same(&action, &back));
    }
}

/// A head with files in it, as it is written to memory.
static char *written_head(const lb_record_head *head)
{
    static char text[4096];
    FILE *file = fmemopen(text, sizeof text, "w");
    lb_recorder recorder = lb_recorder_start(file, &battle, false);

    assert_non_null(file);
    assert_true(lb_recorder_head(&recorder, head, 0x1234));
    assert_int_equal(fclose(file), 0);
    return text;
}

/// Files come back as they were, whatever ends their lines; a changed byte does not agree with the
/// seal.
static void a_head_carries_files(void **context)
{
    static const char *const texts[] = {"limber: scenario\n", "a\n|b\n\nseal x\nfile y\n", "no end",
                                        "one\r\ntwo\r\n", "\n\n"};
    char copy[4096];
    lb_record_head back;

    (void)context;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        lb_record_head head = {.scenario = "x\ny", .rules = "toy", .players = "a b", .seed = "1"};
        const char *text;

        assert_true(lb_bundle_add(&head.files, "scenario", texts[i], strlen(texts[i])));
        assert_true(lb_bundle_add(&head.files, "house", "h: 1\n", 5));
        assert_false(lb_bundle_add(&head.files, "house", "", 0));
        text = written_head(&head);
        snprintf(copy, sizeof copy, "%s", text);
        assert_int_equal(lb_record_read_head(copy, &back, &diag), LB_OK);
        assert_int_equal(back.version, 3);
        assert_string_equal(back.scenario, "x?y");
        assert_int_equal(back.files.count, 2);
        assert_true(
            lb_bundle_is_same(&head.files.file[0], lb_bundle_find(&back.files, "scenario")));
        assert_true(lb_bundle_is_same(&head.files.file[1], lb_bundle_find(&back.files, "house")));
        assert_false(lb_bundle_is_same(&back.files.file[0], &back.files.file[1]));
        assert_string_equal(back.body, "");
        /* Another version would have no files: then they are no answers, which playing it tells. */
        for (size_t at = strlen("limber record 3"); text[at] != '\0'; at++) {
            snprintf(copy, sizeof copy, "%s", text);
            copy[at] ^= 1;
            if (lb_record_read_head(copy, &back, &diag) == LB_OK)
                fail_msg("byte %zu of %s", at, text);
        }
    }
}

/// A record that the disk does not take whole ends with its last whole line, and goes on from
/// there.
static void a_full_disk_leaves_whole_lines(void **context)
{
    static const uint8_t faces[3] = {1, 2, 3};
    struct rlimit before, limit;
    FILE *file = tmpfile();
    lb_recorder recorder;
    uint64_t sum;

    (void)context;
    assert_non_null(file);
    battle.rules = &rules;
    recorder = lb_recorder_start(file, &battle, true);
    recorder.turn = recorder.phase = recorder.active = 0;
    assert_true(lb_recorder_roll(&recorder, &state, faces, 3));
    assert_int_equal(recorder.size, strlen("roll 1 2 3 ~0000\n"));
    sum = recorder.sum;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = (rlim_t)recorder.size + 5;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_false(lb_recorder_roll(&recorder, &state, faces, 3));
    assert_true(recorder.has_failed);
    assert_int_equal(lseek(fileno(file), 0, SEEK_END), recorder.size);
    assert_true(recorder.sum == sum);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(lb_recorder_roll(&recorder, &state, faces, 3));
    assert_int_equal(lseek(fileno(file), 0, SEEK_END), 2 * strlen("roll 1 2 3 ~0000\n"));
    fclose(file);
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
        cmocka_unit_test(whatever_is_written_is_read_back),
        cmocka_unit_test(a_head_carries_files),
        cmocka_unit_test(a_full_disk_leaves_whole_lines),
        cmocka_unit_test(malformed_places_are_refused),
        cmocka_unit_test(a_place_is_on_the_table),
    };

    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
