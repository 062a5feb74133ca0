// SPDX-License-Identifier: MIT
// See odds_json.h.

#include "desk/odds_json.h"

#include "base/put.h"
#include "desk/favours.h"
#include "limber/odds.h"
#include "text/clause_text.h"
#include "text/input_text.h"
#include "text/roll_text.h"

enum {
    OUTCOMES_MAX = 40, ///< so many are written: the likeliest
    SHORT_FIELDS = 2,  ///< fields that the sentence tells of, and one of words
    WORDS_MAX = 64
};

/* What lies behind the odds. */

static void put_meaning(lb_json_put *json, const lb_chart_case *of, uint16_t clause)
{
    char meaning[LB_MEANING_MAX];
    lb_put put = lb_put_start(meaning, sizeof meaning);

    lb_clause_put(of->rules, of->values, clause, &put);
    lb_json_put_text_at(json, "clause", of->rules->clauses[clause].id);
    lb_json_put_text_at(json, "text", meaning);
}

static void put_note(lb_json_put *json, const lb_chart_case *of, uint16_t clause, uint8_t side,
                     bool is_later)
{
    lb_json_put_open(json, '{');
    put_meaning(json, of, clause);
    if (side < 2)
        lb_json_put_int_at(json, "side", side);
    lb_json_put_bool_at(json, "later", is_later);
    lb_json_put_close(json, '}');
}

static bool is_noted_before(const lb_chart_modifiers *all, uint32_t number)
{
    for (uint32_t i = 0; i < number; i++)
        if (all->note[i].clause == all->note[number].clause &&
            all->note[i].side == all->note[number].side)
            return true;
    return false;
}

static void put_modifiers(lb_json_put *json, const lb_chart_case *of)
{
    lb_chart_modifiers all;

    lb_chart_find_modifiers(of, &all);
    lb_json_put_open_at(json, "modifiers", '[');
    for (uint32_t i = 0; i < all.count; i++) {
        const lb_event *event = &all.event[i];

        lb_json_put_open(json, '{');
        lb_json_put_int_at(json, "value", event->value);
        lb_json_put_bool_at(json, "sets", event->kind == LB_EVENT_SET);
        put_meaning(json, of, event->clause);
        if (event->side < 2)
            lb_json_put_int_at(json, "side", event->side);
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
    lb_json_put_open_at(json, "notes", '[');
    for (uint32_t i = 0; i < all.note_count; i++)
        if (!is_noted_before(&all, i))
            put_note(json, of, all.note[i].clause, all.note[i].side, false);
    for (uint32_t i = 0; i < all.later_count; i++)
        if (all.is_special[i])
            put_note(json, of, all.later[i].clause, UINT8_MAX, true);
    lb_json_put_close(json, ']');
}

/// The facts, with those that are not as the chart's presets marked.
static void put_facts(lb_json_put *json, const lb_chart_case *of)
{
    lb_json_put_open_at(json, "facts", '[');
    for (uint32_t cell = 0; cell < lb_chart_cells(of->chart); cell++) {
        const char *prefix;
        const lb_input *input = lb_chart_input(of->chart, cell, &prefix);
        char key[LB_KEY_MAX], value[LB_KEY_MAX];
        lb_put put = lb_put_start(value, sizeof value);

        lb_input_put(input, of->facts[cell], &put);
        lb_json_put_open(json, '{');
        lb_json_put_text_at(json, "key", lb_input_key(of->chart, cell, key));
        lb_json_put_text_at(json, "label", input->help);
        lb_json_put_text_at(json, "text", value);
        if (of->chart->sides == 2)
            lb_json_put_int_at(json, "side", cell < of->chart->input_count ? 0 : 1);
        lb_json_put_bool_at(json, "usual", of->facts[cell] == input->preset);
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
}

/* Outcomes. */

static void put_probability(lb_json_put *json, const lb_fraction *p)
{
    char text[LB_FRACTION_TEXT];

    lb_fraction_format(p, text);
    lb_json_put_text_at(json, "p", text);
    lb_json_put_key(json, "prob");
    lb_json_put_chance(json, p);
}

/// An outcome in words: "2 losses the target suffers, shaken".
static void put_outcome_text(const lb_chart *chart, const int32_t *field, lb_put *put)
{
    for (uint32_t f = 0; f < chart->field_count; f++) {
        lb_put_text(put, f > 0 ? ", " : "");
        if (chart->fields[f].words != NULL) {
            lb_put_text(put, chart->fields[f].words[field[f]].word);
            continue;
        }
        lb_put_text(put, chart->fields[f].help);
        lb_put_char(put, ' ');
        lb_put_int(put, field[f]);
    }
}

static int compare(const lb_outcome *a, const lb_outcome *b)
{
    for (int i = 0; i < LB_EFFECT_MAX; i++)
        if (a->field[i] != b->field[i])
            return a->field[i] < b->field[i] ? -1 : 1;
    return 0;
}

/// Picks the likeliest outcomes, in the order of their fields; returns how many.
static uint32_t pick(const lb_odds *odds, uint32_t order[OUTCOMES_MAX])
{
    uint32_t count = 0;
    uint64_t chance[OUTCOMES_MAX];

    for (uint32_t i = 0; i < odds->count; i++) {
        uint64_t p = lb_fraction_scaled(&odds->outcome[i].p);
        uint32_t at = count;

        while (at > 0 && chance[at - 1] < p)
            at--;
        if (at == OUTCOMES_MAX)
            continue;
        count += count < OUTCOMES_MAX;
        for (uint32_t k = count - 1; k > at; k--) {
            chance[k] = chance[k - 1];
            order[k] = order[k - 1];
        }
        chance[at] = p;
        order[at] = i;
    }
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i;
             k > 0 && compare(&odds->outcome[order[k]], &odds->outcome[order[k - 1]]) < 0; k--) {
            uint32_t other = order[k];

            order[k] = order[k - 1];
            order[k - 1] = other;
        }
    return count;
}

static void put_outcomes(lb_json_put *json, const lb_chart *chart, const lb_odds *odds)
{
    uint32_t order[OUTCOMES_MAX], count = pick(odds, order);
    char line[LB_DIAG_TEXT];

    lb_json_put_open_at(json, "outcomes", '[');
    for (uint32_t i = 0; i < count; i++) {
        const lb_outcome *outcome = &odds->outcome[order[i]];
        lb_put put = lb_put_start(line, sizeof line);

        put_outcome_text(chart, outcome->field, &put);
        lb_json_put_open(json, '{');
        lb_json_put_text_at(json, "text", line);
        lb_json_put_open_at(json, "fields", '[');
        for (uint32_t f = 0; f < chart->field_count; f++)
            lb_json_put_int(json, outcome->field[f]);
        lb_json_put_close(json, ']');
        put_probability(json, &outcome->p);
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
    lb_json_put_int_at(json, "outcome_count", odds->count);
}

/* Shares: each field by itself. */

/// The chance that a field has a value, whatever the others.
static lb_fraction share_of(const lb_odds *odds, uint32_t field, int32_t value)
{
    lb_fraction share = {0};

    for (uint32_t i = 0; i < odds->count; i++)
        if (odds->outcome[i].field[field] == value)
            (void)lb_fraction_add(&share, &odds->outcome[i].p);
    lb_fraction_reduce(&share);
    return share;
}

/// The mean of a number, in parts of 2^32; negative ones count as such.
static int64_t mean_of(const lb_odds *odds, uint32_t field)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < odds->count; i++)
        sum += (int64_t)lb_fraction_scaled(&odds->outcome[i].p) * odds->outcome[i].field[field];
    return sum;
}

static void put_mean(int64_t mean, lb_put *put)
{
    if (mean < 0)
        lb_put_char(put, '-');
    lb_put_parts((uint64_t)(mean < 0 ? -mean : mean), 2, put);
}

/// The values of a number field that there are, ascending.
static uint32_t values_of(const lb_odds *odds, uint32_t field, int32_t values[WORDS_MAX])
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < odds->count; i++) {
        int32_t value = odds->outcome[i].field[field];
        uint32_t at = count;

        while (at > 0 && values[at - 1] > value)
            at--;
        if (count == WORDS_MAX || (at > 0 && values[at - 1] == value))
            continue;
        for (uint32_t k = count++; k > at; k--)
            values[k] = values[k - 1];
        values[at] = value;
    }
    return count;
}

static void put_share(lb_json_put *json, const lb_chart_case *of, const lb_odds *odds, uint32_t f,
                      int32_t value)
{
    const lb_effect_field *field = &of->chart->fields[f];
    lb_fraction share = share_of(odds, f, value);
    int32_t favours =
        field->words != NULL ? lb_desk_favours(of->rules, of->chart, field, value) : 0;

    lb_json_put_open(json, '{');
    lb_json_put_int_at(json, "value", value);
    if (field->words != NULL) {
        lb_json_put_text_at(json, "word", field->words[value].word);
        if (field->words[value].help != NULL)
            lb_json_put_text_at(json, "help", field->words[value].help);
    }
    put_probability(json, &share);
    if (favours != 0)
        lb_json_put_int_at(json, "favours", favours);
    lb_json_put_close(json, '}');
}

static void put_shares(lb_json_put *json, const lb_chart_case *of, const lb_odds *odds)
{
    const lb_chart *chart = of->chart;
    int32_t values[WORDS_MAX];

    lb_json_put_open_at(json, "shares", '[');
    for (uint32_t f = 0; f < chart->field_count; f++) {
        const lb_effect_field *field = &chart->fields[f];
        uint32_t count = values_of(odds, f, values);

        lb_json_put_open(json, '{');
        lb_json_put_text_at(json, "key", field->key);
        lb_json_put_text_at(json, "help", field->help);
        if (field->words == NULL) {
            char mean[32];
            lb_put put = lb_put_start(mean, sizeof mean);

            put_mean(mean_of(odds, f), &put);
            lb_json_put_text_at(json, "mean", mean);
        }
        lb_json_put_open_at(json, "values", '[');
        for (uint32_t i = 0; i < count; i++)
            put_share(json, of, odds, f, values[i]);
        lb_json_put_close(json, ']');
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
}

/// The first fields in a sentence: "losses the target suffers: 1.50 on average; shaken 12 %".
static void put_short(lb_json_put *json, const lb_chart *chart, const lb_odds *odds)
{
    char line[2 * LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);
    bool has_words = false;

    for (uint32_t f = 0, told = 0; f < chart->field_count && told <= SHORT_FIELDS; f++) {
        const lb_effect_field *field = &chart->fields[f];
        int32_t values[WORDS_MAX];
        uint32_t count = values_of(odds, f, values);

        /* Numbers give way to words, which say how it ends. */
        if (told == SHORT_FIELDS && (has_words || field->words == NULL))
            continue;
        has_words |= field->words != NULL;
        lb_put_text(&put, told++ > 0 ? "; " : "");
        if (chart->field_count > 1 || field->words == NULL) {
            lb_put_text(&put, field->help);
            lb_put_text(&put, ": ");
        }
        if (field->words == NULL) {
            put_mean(mean_of(odds, f), &put);
            lb_put_text(&put, " on average");
        }
        for (uint32_t i = 0; field->words != NULL && i < count; i++) {
            lb_fraction share = share_of(odds, f, values[i]);

            lb_put_text(&put, i > 0 ? ", " : "");
            lb_put_text(&put, field->words[values[i]].word);
            lb_put_char(&put, ' ');
            lb_put_percent(lb_fraction_scaled(&share), &put);
        }
    }
    lb_json_put_text_at(json, "short", line);
}

/* The whole. */

void lb_odds_put_fields(lb_json_put *json, const lb_chart *chart)
{
    lb_json_put_open_at(json, "fields", '[');
    for (uint32_t f = 0; f < chart->field_count; f++) {
        const lb_effect_field *field = &chart->fields[f];

        lb_json_put_open(json, '{');
        lb_json_put_text_at(json, "key", field->key);
        lb_json_put_text_at(json, "help", field->help);
        if (field->words != NULL) {
            lb_json_put_open_at(json, "words", '[');
            for (uint32_t i = 0; field->words[i].word != NULL; i++)
                lb_json_put_string(json, field->words[i].word);
            lb_json_put_close(json, ']');
        }
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
}

static bool walk(const lb_odds_case *odds, lb_odds *found)
{
    const lb_chart_case *of = &odds->of;
    lb_odds_job job = {.rules = of->rules,
                       .values = of->values,
                       .procedure = of->chart->procedure,
                       .field_count = of->chart->field_count,
                       .facts = of->facts,
                       .is_gathered = odds->is_gathered,
                       .workspace = odds->space,
                       .workspace_size = odds->space_size};

    return lb_odds_walk(&job, found) == LB_OK;
}

bool lb_odds_put_short(lb_json_put *json, const lb_odds_case *odds)
{
    lb_odds found;

    if (!walk(odds, &found))
        return false;
    put_short(json, odds->of.chart, &found);
    return true;
}

bool lb_odds_put(lb_json_put *json, const lb_odds_case *odds)
{
    const lb_chart_case *of = &odds->of;
    lb_odds found;

    if (!walk(odds, &found))
        return false;
    lb_json_put_text_at(json, "chart", of->chart->id);
    lb_json_put_text_at(json, "about", of->chart->about);
    lb_odds_put_fields(json, of->chart);
    put_short(json, of->chart, &found);
    put_shares(json, of, &found);
    put_outcomes(json, of->chart, &found);
    put_modifiers(json, of);
    put_facts(json, of);
    return true;
}
