// SPDX-License-Identifier: MIT
// Reading key=value. Every refusal names the key, says what it takes and offers the nearest word.

#include "text/input_text.h"

#include "text/nearest.h"

#include <string.h>

enum { DIGITS_MAX = 9, TENTH = LB_INCH / 10 };

const char *lb_input_key(const lb_chart *chart, uint32_t cell, char *text)
{
    const char *prefix;
    const lb_input *input = lb_chart_input(chart, cell, &prefix);
    lb_put put = lb_put_start(text, LB_KEY_MAX);

    lb_put_text(&put, prefix);
    lb_put_text(&put, input->key);
    return text;
}

lb_inputs lb_inputs_start(const lb_chart *chart)
{
    lb_inputs inputs = {.chart = chart};

    lb_chart_presets(chart, inputs.facts);
    return inputs;
}

/// Reads decimal digits; false if there is none, too many, or something else behind them.
static bool parse_digits(const char *text, size_t length, int32_t *value)
{
    int32_t sum = 0;

    if (length == 0 || length > DIGITS_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        sum = sum * 10 + (text[i] - '0');
    }
    *value = sum;
    return true;
}

/// Inches with at most one decimal, to hundredths of a millimetre.
static bool parse_length(const char *text, int32_t *value)
{
    const char *point = strchr(text, '.');
    size_t whole = point != NULL ? (size_t)(point - text) : strlen(text);
    int32_t inches, tenths = 0;

    if (whole > 3 || !parse_digits(text, whole, &inches))
        return false;
    if (point != NULL && (strlen(point) != 2 || !parse_digits(point + 1, 1, &tenths)))
        return false;
    *value = inches * LB_INCH + tenths * TENTH;
    return true;
}

static bool parse_word(const lb_word *words, const char *text, int32_t *value)
{
    for (int32_t i = 0; words[i].word != NULL; i++)
        if (strcmp(words[i].word, text) == 0) {
            *value = i;
            return true;
        }
    return false;
}

static bool parse_value(const lb_input *input, const char *text, int32_t *value)
{
    switch (input->kind) {
    case LB_INPUT_COUNT:
        return parse_digits(text, strlen(text), value);
    case LB_INPUT_FLAG:
        *value = strcmp(text, "yes") == 0;
        return *value || strcmp(text, "no") == 0;
    case LB_INPUT_CHOICE:
        return parse_word(input->words, text, value);
    case LB_INPUT_LENGTH_OR_NONE:
        if (strcmp(text, "none") == 0) {
            *value = LB_NO_LENGTH;
            return true;
        }
        return parse_length(text, value);
    case LB_INPUT_LENGTH:
        return parse_length(text, value);
    case LB_INPUT_KIND_COUNT:
        break;
    }
    return false;
}

static void offer_values(const lb_input *input, lb_nearest *search)
{
    if (input->kind == LB_INPUT_FLAG) {
        lb_nearest_offer(search, "yes");
        lb_nearest_offer(search, "no");
    }
    if (input->kind == LB_INPUT_LENGTH_OR_NONE)
        lb_nearest_offer(search, "none");
    if (input->words != NULL)
        for (const lb_word *word = input->words; word->word != NULL; word++)
            lb_nearest_offer(search, word->word);
}

/// Other words for yes and no.
static void offer_synonyms(const lb_input *input, const char *text, lb_nearest *search)
{
    static const char *const yes[] = {"true", "on", "1", "y"}, *const no[] = {"false", "off", "0",
                                                                              "n"};

    for (size_t i = 0; input->kind == LB_INPUT_FLAG && i < sizeof yes / sizeof yes[0]; i++) {
        if (strcmp(text, yes[i]) == 0)
            search->best = "yes";
        if (strcmp(text, no[i]) == 0)
            search->best = "no";
    }
}

/// The number nearest to one that is not taken.
static int32_t nearest_number(const lb_input *input, int32_t number)
{
    if (number < input->lowest)
        return input->lowest;
    return number > input->highest ? input->highest : number + 1;
}

lb_status lb_input_parse(const lb_input *input, const char *key, const char *text, int32_t *value,
                         lb_diag *diag)
{
    int32_t parsed;
    lb_nearest search = lb_nearest_start(text);
    lb_put put;

    if (parse_value(input, text, &parsed) && lb_input_takes(input, parsed)) {
        *value = parsed;
        return LB_OK;
    }
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, key);
    lb_put_text(&put, " takes ");
    lb_input_put_range(input, &put);
    lb_put_text(&put, ", not ");
    lb_put_quoted(&put, text);
    offer_values(input, &search);
    offer_synonyms(input, text, &search);
    lb_nearest_put(&search, &put);
    if (input->kind == LB_INPUT_COUNT && parse_value(input, text, &parsed)) {
        lb_put_text(&put, "; did you mean ");
        lb_put_int(&put, nearest_number(input, parsed));
        lb_put_char(&put, '?');
    }
    return diag->status;
}

static lb_status refuse_key(const lb_inputs *inputs, const char *key, lb_diag *diag)
{
    static const int listed_max = 12;
    uint32_t cells = lb_chart_cells(inputs->chart);
    char best[LB_KEY_MAX] = "", text[LB_KEY_MAX];
    lb_nearest search = lb_nearest_start(key);
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

    lb_put_text(&put, inputs->chart->id);
    lb_put_text(&put, " has no input ");
    lb_put_quoted(&put, key);
    for (uint32_t cell = 0; cell < cells; cell++) {
        const char *before = search.best;
        lb_nearest_offer(&search, lb_input_key(inputs->chart, cell, text));
        if (search.best == text) {
            memcpy(best, text, sizeof best);
            search.best = best;
        } else {
            search.best = before;
        }
    }
    lb_nearest_put(&search, &put);
    if (cells == 0)
        lb_put_text(&put, ": it takes no inputs");
    else if (search.best == NULL && cells > (uint32_t)listed_max)
        lb_put_text(&put, "; the chart without inputs lists them");
    for (uint32_t cell = 0; search.best == NULL && cells <= listed_max && cell < cells; cell++) {
        lb_put_text(&put, cell == 0 ? ": it takes " : cell + 1 == cells ? " and " : ", ");
        lb_put_text(&put, lb_input_key(inputs->chart, cell, text));
    }
    return diag->status;
}

lb_status lb_inputs_read(lb_inputs *inputs, const char *pair, lb_diag *diag)
{
    const char *equals = strchr(pair, '=');
    char key[LB_KEY_MAX], text[LB_KEY_MAX];
    const char *prefix;
    lb_put put;

    if (equals == NULL || equals == pair) {
        put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
        lb_put_text(&put, "expected key=value, not ");
        lb_put_quoted(&put, pair);
        return diag->status;
    }
    put = lb_put_start(key, sizeof key);
    for (const char *c = pair; c < equals; c++)
        lb_put_char(&put, *c);
    for (uint32_t cell = 0; cell < lb_chart_cells(inputs->chart); cell++) {
        const lb_input *input = lb_chart_input(inputs->chart, cell, &prefix);
        lb_status status;

        if ((size_t)(equals - pair) >= sizeof key ||
            strcmp(lb_input_key(inputs->chart, cell, text), key) != 0)
            continue;
        if (inputs->is_given[cell]) {
            put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
            lb_put_text(&put, key);
            lb_put_text(&put, " is given twice; it takes ");
            lb_input_put_range(input, &put);
            lb_put_text(&put, ", once");
            return diag->status;
        }
        status = lb_input_parse(input, key, equals + 1, &inputs->facts[cell], diag);
        inputs->is_given[cell] = status == LB_OK;
        return status;
    }
    return refuse_key(inputs, key, diag);
}

lb_status lb_inputs_check(const lb_inputs *inputs, lb_diag *diag)
{
    char key[LB_KEY_MAX];
    const char *prefix;
    lb_refusal refusal;
    lb_put put;

    if (inputs->chart->refuse == NULL || !inputs->chart->refuse(inputs->facts, &refusal))
        return LB_OK;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, lb_input_key(inputs->chart, refusal.input, key));
    lb_put_char(&put, '=');
    lb_input_put(lb_chart_input(inputs->chart, refusal.input, &prefix),
                 inputs->facts[refusal.input], &put);
    lb_put_text(&put, " is refused: ");
    lb_put_text(&put, refusal.why);
    return diag->status;
}

bool lb_input_is_number(const lb_input *input, int32_t value)
{
    return input->kind == LB_INPUT_COUNT || input->kind == LB_INPUT_LENGTH ||
           (input->kind == LB_INPUT_LENGTH_OR_NONE && value != LB_NO_LENGTH);
}

void lb_input_put(const lb_input *input, int32_t value, lb_put *put)
{
    if (input->kind == LB_INPUT_FLAG) {
        lb_put_text(put, value ? "yes" : "no");
    } else if (input->kind == LB_INPUT_CHOICE) {
        lb_put_text(put, input->words[value].word);
    } else if (input->kind == LB_INPUT_COUNT) {
        lb_put_int(put, value);
    } else if (value == LB_NO_LENGTH) {
        lb_put_text(put, "none");
    } else {
        lb_put_int(put, value / LB_INCH);
        if (value % LB_INCH != 0) {
            lb_put_char(put, '.');
            lb_put_int(put, value % LB_INCH / TENTH);
        }
    }
}

void lb_input_put_range(const lb_input *input, lb_put *put)
{
    switch (input->kind) {
    case LB_INPUT_COUNT:
        lb_put_text(put, "a whole number from ");
        lb_put_int(put, input->lowest);
        lb_put_text(put, " to ");
        lb_put_int(put, input->highest);
        if (input->skipped != LB_NOTHING_SKIPPED) {
            lb_put_text(put, " but not ");
            lb_put_int(put, input->skipped);
        }
        break;
    case LB_INPUT_FLAG:
        lb_put_text(put, "yes or no");
        break;
    case LB_INPUT_CHOICE:
        for (int i = 0; input->words[i].word != NULL; i++) {
            if (i > 0)
                lb_put_text(put, input->words[i + 1].word == NULL ? " or " : ", ");
            lb_put_text(put, input->words[i].word);
        }
        break;
    case LB_INPUT_LENGTH_OR_NONE:
        lb_put_text(put, "none or ");
        /* fall through */
    case LB_INPUT_LENGTH:
        lb_put_text(put, "inches from 0 to 200, whole or with one decimal such as 9.5");
        break;
    case LB_INPUT_KIND_COUNT:
        break;
    }
}
