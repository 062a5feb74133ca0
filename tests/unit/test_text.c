// SPDX-License-Identifier: MIT
// Reading untrusted text: inputs, dice, house rules; and the small tools around it.

#include "check.h"

#include "limber/files.h"
#include "text/clause_text.h"
#include "text/dice_text.h"
#include "text/input_text.h"
#include "text/nearest.h"
#include "text/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void a_put_never_passes_its_room(void **state)
{
    char text[8];
    lb_put put = lb_put_start(text, sizeof text);

    (void)state;
    lb_put_text(&put, "limber and more");
    assert_string_equal(text, "limber ");
    put = lb_put_start(text, sizeof text);
    lb_put_int(&put, INT64_MIN);
    assert_string_equal(text, "-922337");
    put = lb_put_start(text, sizeof text);
    lb_put_signed(&put, 0);
    lb_put_signed(&put, -12);
    assert_string_equal(text, "+0-12");
}

static void quoted_words_cannot_upset_a_terminal(void **state)
{
    char text[128];
    lb_put put = lb_put_start(text, sizeof text);

    (void)state;
    lb_put_quoted(&put, "a\033[2J\n\xff");
    assert_string_equal(text, "'a?[2J?"
                              "?'");
    put = lb_put_start(text, sizeof text);
    lb_put_quoted(&put, "0123456789012345678901234567890123456789012345678901234567890");
    assert_string_equal(text, "'012345678901234567890123456789012345678901234567...'");
}

static void the_nearest_word_is_found(void **state)
{
    static const struct {
        const char *typed, *wanted;
    } cases[] = {
        {"formaton", "formation"}, {"suport", "supports"}, {"VALUE", "value"}, {"valeu", "value"},
        {"form", "formation"},     {"xyzzy", NULL},        {"", NULL}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lb_nearest search = lb_nearest_start(cases[i].typed);
        lb_nearest_offer(&search, "formation");
        lb_nearest_offer(&search, "supports");
        lb_nearest_offer(&search, "value");
        if (cases[i].wanted == NULL)
            assert_null(search.best);
        else
            assert_string_equal(search.best, cases[i].wanted);
    }
}

static const lb_chart *chart(const char *sheet, const char *id)
{
    const lb_ruleset *rules = lb_ruleset_find(sheet);

    assert_non_null(rules);
    assert_non_null(lb_chart_find(rules, id));
    return lb_chart_find(rules, id);
}

static void inputs_are_read_or_refused(void **state)
{
    static const struct {
        const char *pair, *complaint;
    } cases[] = {
        {"value=9", NULL},
        {"value=10", "value takes a whole number from 1 to 9, not '10'"},
        {"value=0", "value takes"},
        {"value=-1", "value takes"},
        {"value=", "value takes"},
        {"value=3x", "value takes"},
        {"value=99999999999999999999", "value takes"},
        {"skirmish=yes", NULL},
        {"skirmish=true", "skirmish takes yes or no, not 'true'"},
        {"formation=squar", "did you mean square?"},
        {"valeu=3", "fire has no input 'valeu'; did you mean value?"},
        {"value", "expected key=value"},
        {"=3", "expected key=value"},
        {"", "expected key=value"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lb_inputs inputs = lb_inputs_start(chart("valour-fortitude", "fire")), before = inputs;
        lb_diag diag = {0};
        lb_status status = lb_inputs_read(&inputs, cases[i].pair, &diag);

        if (cases[i].complaint == NULL) {
            assert_int_equal(status, LB_OK);
            continue;
        }
        assert_int_equal(status, LB_ERROR_INPUT);
        assert_non_null(strstr(diag.text, cases[i].complaint));
        assert_memory_equal(inputs.facts, before.facts, sizeof inputs.facts);
    }
}

static void a_key_is_taken_once(void **state)
{
    lb_inputs inputs = lb_inputs_start(chart("valour-fortitude", "fire"));
    lb_diag diag;

    (void)state;
    assert_int_equal(lb_inputs_read(&inputs, "value=2", &diag), LB_OK);
    assert_int_equal(lb_inputs_read(&inputs, "value=2", &diag), LB_ERROR_INPUT);
    assert_non_null(strstr(diag.text, "value is given twice"));
    assert_int_equal(lb_inputs_read(&inputs, "target_losses=5", &diag), LB_OK);
    assert_int_equal(lb_inputs_check(&inputs, &diag), LB_ERROR_INPUT);
    assert_non_null(strstr(diag.text, "target_losses=5 is refused"));
}

static void lengths_have_at_most_one_decimal(void **state)
{
    static const struct {
        const char *typed;
        int32_t wanted; ///< hundredths of a millimetre, -2 when refused
        const char *shown;
    } cases[] = {{"0", 0, "0"},        {"9", 22860, "9"},      {"9.5", 24130, "9.5"},
                 {"9.0", 22860, "9"},  {"200", 508000, "200"}, {"200.1", -2, ""},
                 {"201", -2, ""},      {"9.", -2, ""},         {".5", -2, ""},
                 {"9.55", -2, ""},     {"9,5", -2, ""},        {"1e2", -2, ""},
                 {"none", -1, "none"}, {"-1", -2, ""},         {" 9", -2, ""}};
    lb_input input = {.key = "enemy",
                      .kind = LB_INPUT_LENGTH_OR_NONE,
                      .highest = LB_LENGTH_MAX,
                      .skipped = LB_NOTHING_SKIPPED};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int32_t value = -2;
        char text[32];
        lb_diag diag;
        lb_put put = lb_put_start(text, sizeof text);

        (void)lb_input_parse(&input, "enemy", cases[i].typed, &value, &diag);
        assert_int_equal(value, cases[i].wanted);
        if (value == -2)
            continue;
        lb_input_put(&input, value, &put);
        assert_string_equal(text, cases[i].shown);
    }
}

/// Every preset of every chart is typed back as itself.
static void every_preset_reads_back(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (uint32_t c = 0; c < lb_rulesets[r]->chart_count; c++) {
            const lb_chart *of = &lb_rulesets[r]->charts[c];
            lb_inputs inputs = lb_inputs_start(of), typed = inputs;

            assert_true(lb_chart_cells(of) <= LB_INPUTS_MAX);
            for (uint32_t cell = 0; cell < lb_chart_cells(of); cell++) {
                char pair[LB_KEY_MAX + 40], key[LB_KEY_MAX];
                const char *prefix;
                lb_diag diag;
                lb_put put = lb_put_start(pair, sizeof pair);

                lb_put_text(&put, lb_input_key(of, cell, key));
                lb_put_char(&put, '=');
                lb_input_put(lb_chart_input(of, cell, &prefix), inputs.facts[cell], &put);
                assert_int_equal(lb_inputs_read(&typed, pair, &diag), LB_OK);
            }
            assert_memory_equal(typed.facts, inputs.facts, sizeof inputs.facts);
            assert_int_equal(lb_inputs_check(&typed, &(lb_diag){0}), LB_OK);
        }
}

static void dice_are_read_or_refused(void **state)
{
    static const struct {
        const char *text;
        int count; ///< -1 when refused
        int column;
    } cases[] = {{"3 5 1", 3, 0},
                 {"3,5, 1", 3, 0},
                 {"", 0, 0},
                 {"  \t\n", 0, 0},
                 {"7", -1, 1},
                 {"3 0", -1, 3},
                 {"12", -1, 1},
                 {"3 x 1", -1, 3},
                 {"1 -2", -1, 3},
                 {"1.5", -1, 1},
                 {"9999999999999", -1, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t faces[8] = {0};
        uint32_t count = 0;
        lb_diag diag = {0};
        lb_status status = lb_dice_parse(cases[i].text, 6, faces, &count, 8, &diag);

        if (cases[i].count < 0) {
            assert_int_equal(status, LB_ERROR_INPUT);
            assert_int_equal(diag.column, cases[i].column);
            assert_int_equal(count, 0);
        } else {
            assert_int_equal(status, LB_OK);
            assert_int_equal(count, cases[i].count);
        }
    }
}

static void too_many_dice_are_refused(void **state)
{
    uint8_t faces[3];
    uint32_t count = 1;
    lb_diag diag;

    (void)state;
    assert_int_equal(lb_dice_parse("1 2 3", 6, faces, &count, 3, &diag), LB_ERROR_INPUT);
    assert_int_equal(count, 1);
    assert_int_equal(lb_dice_parse("1 2", 6, faces, &count, 3, &diag), LB_OK);
    assert_int_equal(count, 3);
}

static void requests_ask_for_exactly_what_is_missing(void **state)
{
    lb_roll roll = lb_roll_count(0, 3, 5);
    char text[160];
    lb_put put = lb_put_start(text, sizeof text);

    (void)state;
    roll.reroll_ones = 1;
    roll.save = 6;
    lb_roll_put_request(&roll, NULL, 0, &put);
    assert_string_equal(text, "3 dice, each 5+ succeeds, ones thrown again once, saved on 6");
    put = lb_put_start(text, sizeof text);
    lb_roll_put_request(&roll, (uint8_t[]){1, 5, 6}, 3, &put);
    assert_string_equal(text, "1 die, the ones thrown again, each 5+ succeeds");
    put = lb_put_start(text, sizeof text);
    lb_roll_put_request(&roll, (uint8_t[]){1, 5, 6, 5}, 4, &put);
    assert_string_equal(text, "3 dice to save, one for each hit, 6 saves");
    put = lb_put_start(text, sizeof text);
    lb_roll_put_request(&roll, (uint8_t[]){1}, 1, &put);
    assert_string_equal(text, "2 dice more");
}

/// Every placeholder of every clause names a value of that clause, and nothing is left unfilled or
/// cut.
static void every_clause_can_be_written(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        const lb_ruleset *rules = lb_rulesets[r];
        lb_house house;

        lb_house_reset(rules, &house);
        for (uint16_t c = 0; c < rules->clause_count; c++) {
            char text[LB_MEANING_MAX];
            lb_put put = lb_put_start(text, sizeof text);

            lb_clause_put(rules, house.value, c, &put);
            assert_null(strchr(text, '{'));
            assert_true(put.length > 10 && put.length + 1 < sizeof text);
            for (uint16_t other = 0; other < c; other++)
                assert_string_not_equal(rules->clauses[c].id, rules->clauses[other].id);
        }
        for (uint16_t v = 0; v < rules->value_count; v++) {
            const lb_value *value = &rules->values[v];
            assert_in_range(value->preset + 100000, value->lowest + 100000,
                            value->highest + 100000);
            assert_int_equal(lb_value_find(rules, value->clause, value->part), v);
        }
    }
}

/* House rules. */

static lb_house_rules house;
static lb_diag house_diag;

static lb_status parse_house(const char *text)
{
    lb_house_rules_reset(&house);
    memset(&house_diag, 0, sizeof house_diag);
    return lb_house_rules_parse(text, strlen(text), &house, &house_diag);
}

static int32_t house_value(const char *sheet, const char *clause, const char *part)
{
    const lb_ruleset *rules = lb_ruleset_find(sheet);
    uint16_t value = lb_value_find(rules, lb_clause_find(rules, clause), part);

    assert_int_not_equal(value, UINT16_MAX);
    return lb_house_rules_for(&house, rules)->value[value];
}

static void house_rules_are_read(void **state)
{
    (void)state;
    assert_int_equal(parse_house("limber: house-rules\n"
                                 "name: Thursday club\n"
                                 "values:\n"
                                 "  vf.hit.base: 5\n"
                                 "  vf.hit.shaken: -2\n"
                                 "  vf.fire.range: {musket: 10, rifle: 16}\n"
                                 "switches:\n"
                                 "  vf.roll.one: off\n"),
                     LB_OK);
    assert_string_equal(house.name, "Thursday club");
    assert_int_equal(house.changes, 4);
    assert_int_equal(house_value("valour-fortitude", "vf.hit.base", ""), 5);
    assert_int_equal(house_value("valour-fortitude", "vf.hit.shaken", ""), -2);
    assert_int_equal(house_value("valour-fortitude", "vf.fire.range", "musket"), 10);
    assert_int_equal(house_value("valour-fortitude", "vf.fire.range", "carbine"), 12);
    assert_int_equal(house_value("valour-fortitude", "vf.roll.one", ""), 0);
    assert_int_equal(house_value("valour-fortitude", "vf.roll.six", ""), 1);
}

static void broken_house_rules_are_refused_with_a_place(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *complaint;
    } cases[] = {
        {"limber: house-rules\nvalues:\n  vf.hit.bse: 5\n", 3, 3, "did you mean vf.hit.base?"},
        {"limber: house-rules\nvalues:\n  vf.hit.base: 7\n", 3, 16, "from 1 to 6, not '7'"},
        {"limber: house-rules\nvalues:\n  vf.hit.base: five\n", 3, 16, "not 'five'"},
        {"limber: house-rules\nvalues:\n  vf.hit.base: 5.5\n", 3, 16, "not '5.5'"},
        {"limber: house-rules\nvalues:\n  vf.hit.base: [5]\n", 3, 17, "expected a number"},
        {"limber: house-rules\nvalues:\n  vf.hit.base:\n", 3, 3, "expected a number"},
        {"limber: house-rules\nvalues:\n  vf.hit.base: {x: 5}\n", 3, 17,
         "has no number called 'x'"},
        {"limber: house-rules\nvalues:\n  vf.fire.range: 5\n", 3, 3, "has several numbers"},
        {"limber: house-rules\nvalues:\n  vf.fire.range: {muskt: 5}\n", 3, 19,
         "did you mean musket?"},
        {"limber: house-rules\nvalues:\n  vf.roll.one: 1\n", 3, 3, "belongs under switches"},
        {"limber: house-rules\nswitches:\n  vf.hit.base: on\n", 3, 3, "belongs under values"},
        {"limber: house-rules\nswitches:\n  vf.roll.one: maybe\n", 3, 16,
         "takes on or off, not 'maybe'"},
        {"limber: house-rules\nvalues:\n  vf.roll.reroll: 5\n", 3, 3, "has no number to change"},
        {"limber: house-rules\nvalues:\n  vf.square.contact: {retreat: 7}\n", 3, 32,
         "cannot fight"},
        {"limber: house-rules\nsheet: valour\n", 2, 8,
         "no sheet 'valour'; did you mean valour-fortitude?"},
        {"limber: house-rules\nvalue:\n  a: 1\n", 2, 1,
         "unknown key 'value'; did you mean values?"},
        {"limber: house-rule\n", 1, 9, "unknown kind of file 'house-rule'"},
        {"limber: house-rules\nvalues: 5\n", 2, 1, "values takes lines such as"},
        {"limber: house-rules\nname: [a]\n", 2, 8, "expected a name"},
        {"values: {}\n", 1, 1, "limber: house-rules"},
        {"", 1, 1, "not"},
        {"just words\n", 1, 1, "not a file of ours"},
        {"limber: [house-rules\n", 2, 1, ""},
        {"limber: house-rules\nvalues:\n  vf.hit.base: 5\n  vf.hit.base: 4\n", 4, 3, "duplicate"},
        {"limber: house-rules\nvalues:\n  vf.hit.base: &a 5\n  vf.hit.heavy: *a\n", 4, 3,
         "expected a number"},
        {"\tlimber: house-rules\n", 1, 0, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(parse_house(cases[i].text), LB_ERROR_INPUT);
        if (strstr(house_diag.text, cases[i].complaint) == NULL ||
            house_diag.line != cases[i].line ||
            (cases[i].column > 0 && house_diag.column != cases[i].column))
            fail_msg("%s-> %d:%d: %s", cases[i].text, house_diag.line, house_diag.column,
                     house_diag.text);
        assert_int_equal(house.changes, 0);
        assert_int_equal(house_value("valour-fortitude", "vf.hit.base", ""), 4);
    }
}

/// Values that are not text, or far too much of it.
static void hostile_house_rules_are_refused(void **state)
{
    size_t size = LB_YAML_FILE_MAX + 1;
    char *text = malloc(size + 1);

    (void)state;
    assert_non_null(text);
    memset(text, '[', size);
    text[size] = '\0';
    assert_int_equal(parse_house(text), LB_ERROR_INPUT);
    text[4000] = '\0';
    assert_int_equal(parse_house(text), LB_ERROR_INPUT);
    lb_house_rules_reset(&house);
    assert_int_equal(lb_house_rules_parse("limber\0: x", 10, &house, &house_diag), LB_ERROR_INPUT);
    free(text);
}

/// Every value of every sheet can be set to its least and its most, unless that contradicts
/// another.
static void every_value_can_be_changed(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (uint16_t v = 0; v < lb_rulesets[r]->value_count; v++) {
            const lb_value *value = &lb_rulesets[r]->values[v];
            const char *id = lb_rulesets[r]->clauses[value->clause].id;
            bool is_switch = value->measure == LB_MEASURE_SWITCH;
            char text[256], number[16];
            lb_house changed;
            bool contradicts;

            if (is_switch)
                snprintf(number, sizeof number, "%s", value->preset ? "off" : "on");
            else
                snprintf(number, sizeof number, "%d",
                         (int)(value->preset == value->highest ? value->lowest : value->highest));
            snprintf(
                text, sizeof text,
                value->part[0] != '\0' ? "limber: house-rules\nsheet: %s\n%s:\n  %s: {%s: %s}\n"
                                       : "limber: house-rules\nsheet: %s\n%s:\n  %s: %s%s\n",
                lb_rulesets[r]->id, is_switch ? "switches" : "values", id, value->part, number);
            lb_house_reset(lb_rulesets[r], &changed);
            changed.value[v] = is_switch                         ? !value->preset
                               : value->preset == value->highest ? value->lowest
                                                                 : value->highest;
            contradicts = lb_house_conflict(lb_rulesets[r], changed.value) != NULL;
            if ((parse_house(text) == LB_OK) == contradicts)
                fail_msg("%s: %s", text, house_diag.text);
            if (!contradicts)
                assert_int_equal(house.sheet[r].value[v], changed.value[v]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_put_never_passes_its_room),
        cmocka_unit_test(quoted_words_cannot_upset_a_terminal),
        cmocka_unit_test(the_nearest_word_is_found),
        cmocka_unit_test(inputs_are_read_or_refused),
        cmocka_unit_test(a_key_is_taken_once),
        cmocka_unit_test(lengths_have_at_most_one_decimal),
        cmocka_unit_test(every_preset_reads_back),
        cmocka_unit_test(dice_are_read_or_refused),
        cmocka_unit_test(too_many_dice_are_refused),
        cmocka_unit_test(requests_ask_for_exactly_what_is_missing),
        cmocka_unit_test(every_clause_can_be_written),
        cmocka_unit_test(house_rules_are_read),
        cmocka_unit_test(broken_house_rules_are_refused_with_a_place),
        cmocka_unit_test(hostile_house_rules_are_refused),
        cmocka_unit_test(every_value_can_be_changed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
