// SPDX-License-Identifier: MIT
// The sheet in words: clauses, and charts as forms. See desk.h.

#include "desk/odds_json.h"
#include "desk/parts.h"

#include "text/clause_text.h"
#include "text/input_text.h"

#include <string.h>

/* Clauses. */

static const char *measure_word(uint8_t measure)
{
    static const char *const words[LB_MEASURE_COUNT] = {[LB_MEASURE_NUMBER] = "number",
                                                        [LB_MEASURE_FACE] = "face",
                                                        [LB_MEASURE_TOTAL] = "total",
                                                        [LB_MEASURE_MOD] = "modifier",
                                                        [LB_MEASURE_DICE] = "dice",
                                                        [LB_MEASURE_INCH] = "inches",
                                                        [LB_MEASURE_CM] = "cm",
                                                        [LB_MEASURE_TIMES] = "factor",
                                                        [LB_MEASURE_DIVISOR] = "divisor",
                                                        [LB_MEASURE_PERCENT] = "percent",
                                                        [LB_MEASURE_TURNS] = "turns",
                                                        [LB_MEASURE_SWITCH] = "switch",
                                                        [LB_MEASURE_DEGREE] = "tenths of a degree"};

    return words[measure];
}

static void put_number(lb_json_put *json, const lb_ruleset *rules, const int32_t *values,
                       uint16_t number)
{
    const lb_value *value = &rules->values[number];
    char key[LB_VALUE_KEY_MAX];

    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "key", lb_value_key(rules, number, key));
    lb_json_put_text_at(json, "measure", measure_word(value->measure));
    lb_json_put_int_at(json, "value", values[number]);
    lb_json_put_int_at(json, "preset", value->preset);
    lb_json_put_int_at(json, "lowest", value->lowest);
    lb_json_put_int_at(json, "highest", value->highest);
    lb_json_put_close(json, '}');
}

/// A clause as members of an open object.
static void put_clause(lb_json_put *json, const lb_ruleset *rules, const int32_t *values,
                       uint16_t clause)
{
    char meaning[LB_MEANING_MAX];
    lb_put put = lb_put_start(meaning, sizeof meaning);

    lb_clause_put(rules, values, clause, &put);
    lb_json_put_text_at(json, "id", rules->clauses[clause].id);
    lb_json_put_text_at(json, "text", meaning);
    if (rules->clauses[clause].open[0] != '\0')
        lb_json_put_text_at(json, "note", rules->clauses[clause].open);
    lb_json_put_open_at(json, "numbers", '[');
    for (uint16_t i = 0; i < rules->value_count; i++)
        if (rules->values[i].clause == clause)
            put_number(json, rules, values, i);
    lb_json_put_close(json, ']');
}

int32_t lb_desk_clause(const lb_ruleset *rules, const int32_t *values, const char *id, char *text,
                       size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);
    uint16_t clause = lb_clause_find(rules, id);

    if (clause == UINT16_MAX)
        return lb_desk_refuse(NULL, "the sheet has no such clause", NULL, text, room);
    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", true);
    put_clause(&json, rules, values, clause);
    lb_json_put_text_at(&json, "section", rules->sections[rules->clauses[clause].section].title);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}

int32_t lb_desk_sheet(const lb_ruleset *rules, const int32_t *values, char *text, size_t room)
{
    lb_json_put json = lb_json_put_start(text, room);

    lb_json_put_open(&json, '{');
    lb_json_put_text_at(&json, "id", rules->id);
    lb_json_put_text_at(&json, "name", rules->title);
    lb_json_put_text_at(&json, "about", rules->about);
    lb_json_put_open_at(&json, "sections", '[');
    for (uint16_t s = 0; s < rules->section_count; s++) {
        lb_json_put_open(&json, '{');
        lb_json_put_text_at(&json, "title", rules->sections[s].title);
        lb_json_put_open_at(&json, "clauses", '[');
        for (uint16_t c = 0; c < rules->clause_count; c++)
            if (rules->clauses[c].section == s) {
                lb_json_put_open(&json, '{');
                put_clause(&json, rules, values, c);
                lb_json_put_close(&json, '}');
            }
        lb_json_put_close(&json, ']');
        lb_json_put_close(&json, '}');
    }
    lb_json_put_close(&json, ']');
    lb_json_put_open_at(&json, "charts", '[');
    for (uint16_t i = 0; i < rules->chart_count; i++) {
        lb_json_put_open(&json, '{');
        lb_json_put_text_at(&json, "id", rules->charts[i].id);
        lb_json_put_text_at(&json, "about", rules->charts[i].about);
        lb_json_put_close(&json, '}');
    }
    lb_json_put_close(&json, ']');
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}

/* Charts. */

static const char *kind_word(lb_input_kind kind)
{
    static const char *const words[LB_INPUT_KIND_COUNT] = {[LB_INPUT_COUNT] = "number",
                                                           [LB_INPUT_FLAG] = "yesno",
                                                           [LB_INPUT_CHOICE] = "words",
                                                           [LB_INPUT_LENGTH] = "length",
                                                           [LB_INPUT_LENGTH_OR_NONE] =
                                                               "length-or-none"};

    return words[kind];
}

static void put_input(lb_json_put *json, const lb_chart *chart, uint32_t cell)
{
    const char *prefix;
    const lb_input *input = lb_chart_input(chart, cell, &prefix);
    char key[LB_KEY_MAX], preset[LB_KEY_MAX], range[LB_DIAG_TEXT];
    lb_put put = lb_put_start(preset, sizeof preset), takes = lb_put_start(range, sizeof range);

    lb_input_put(input, input->preset, &put);
    lb_input_put_range(input, &takes);
    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "key", lb_input_key(chart, cell, key));
    lb_json_put_text_at(json, "label", input->help);
    lb_json_put_text_at(json, "kind", kind_word(input->kind));
    if (input->kind == LB_INPUT_COUNT) {
        lb_json_put_int_at(json, "low", input->lowest);
        lb_json_put_int_at(json, "high", input->highest);
        if (input->skipped != LB_NOTHING_SKIPPED)
            lb_json_put_int_at(json, "skipped", input->skipped);
    }
    lb_json_put_text_at(json, "preset", preset);
    lb_json_put_text_at(json, "takes", range);
    if (chart->sides == 2)
        lb_json_put_int_at(json, "side", cell < chart->input_count ? 0 : 1);
    if (input->kind == LB_INPUT_CHOICE) {
        lb_json_put_open_at(json, "words", '[');
        for (const lb_word *word = input->words; word->word != NULL; word++) {
            lb_json_put_open(json, '{');
            lb_json_put_text_at(json, "word", word->word);
            if (word->help != NULL)
                lb_json_put_text_at(json, "help", word->help);
            lb_json_put_close(json, '}');
        }
        lb_json_put_close(json, ']');
    }
    lb_json_put_close(json, '}');
}

int32_t lb_desk_chart(const lb_ruleset *rules, const char *chart, char *text, size_t room)
{
    const lb_chart *of = lb_chart_find(rules, chart);
    lb_json_put json = lb_json_put_start(text, room);

    if (of == NULL)
        return lb_desk_refuse(NULL, "the sheet has no such chart", NULL, text, room);
    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", true);
    lb_json_put_text_at(&json, "sheet", rules->id);
    lb_json_put_text_at(&json, "chart", of->id);
    lb_json_put_text_at(&json, "about", of->about);
    lb_json_put_int_at(&json, "sides", of->sides);
    lb_json_put_open_at(&json, "inputs", '[');
    for (uint32_t cell = 0; cell < lb_chart_cells(of); cell++)
        put_input(&json, of, cell);
    lb_json_put_close(&json, ']');
    lb_odds_put_fields(&json, of);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}

/// Reads "key=value key=value"; false with the diag.
static bool read_pairs(lb_inputs *inputs, const char *pairs, lb_diag *diag)
{
    char pair[2 * LB_KEY_MAX];

    while (*pairs != '\0') {
        size_t length = strcspn(pairs, " ");
        lb_put put;

        if (length >= sizeof pair) {
            put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
            lb_put_text(&put, "an input is too long");
            return false;
        }
        memcpy(pair, pairs, length);
        pair[length] = '\0';
        if (length > 0 && lb_inputs_read(inputs, pair, diag) != LB_OK)
            return false;
        pairs += length + (pairs[length] == ' ');
    }
    return lb_inputs_check(inputs, diag) == LB_OK;
}

int32_t lb_desk_chart_odds(const lb_ruleset *rules, const int32_t *values, const char *chart,
                           const char *pairs, void *space, size_t space_size, char *text,
                           size_t room)
{
    lb_odds_case odds = {
        .of = {.rules = rules, .values = values}, .space = space, .space_size = space_size};
    lb_json_put json = lb_json_put_start(text, room);
    lb_diag diag = {0};
    lb_inputs inputs;

    odds.of.chart = lb_chart_find(rules, chart);
    if (odds.of.chart == NULL)
        return lb_desk_refuse(NULL, "the sheet has no such chart", NULL, text, room);
    inputs = lb_inputs_start(odds.of.chart);
    odds.of.facts = inputs.facts;
    if (!read_pairs(&inputs, pairs, &diag))
        return lb_desk_refuse(NULL, diag.text, NULL, text, room);
    lb_json_put_open(&json, '{');
    lb_json_put_bool_at(&json, "ok", true);
    lb_json_put_text_at(&json, "sheet", rules->id);
    if (!lb_odds_put(&json, &odds))
        return lb_desk_refuse(NULL, "these odds need more memory than there is here", NULL, text,
                              room);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}
