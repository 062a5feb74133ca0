// SPDX-License-Identifier: MIT
// A chart's answer as JSON.

#include "cli.h"
#include "text/json.h"

/// The inputs of a chart under a key of their own.
static void write_inputs(lb_json *json, const chart_answer *answer, const char *name)
{
    lb_json_key(json, name);
    lb_json_open(json, '{');
    for (uint32_t cell = 0; cell < lb_chart_cells(answer->chart); cell++) {
        const char *prefix;
        const lb_input *input = lb_chart_input(answer->chart, cell, &prefix);
        char key[LB_KEY_MAX], text[LB_KEY_MAX];
        lb_put put = lb_put_start(text, sizeof text);

        lb_json_key(json, lb_input_key(answer->chart, cell, key));
        lb_input_put(input, answer->inputs.facts[cell], &put);
        if (lb_input_is_number(input, answer->inputs.facts[cell]))
            lb_json_raw(json, text);
        else
            lb_json_string(json, text);
    }
    lb_json_close(json, '}');
}

static void write_modifiers(lb_json *json, const chart_answer *answer)
{
    lb_chart_modifiers modifiers = chart_find_modifiers(answer);

    lb_json_key(json, "modifiers");
    lb_json_open(json, '[');
    for (uint32_t i = 0; i < modifiers.count; i++) {
        lb_json_open(json, '{');
        lb_json_key(json, "clause");
        lb_json_string(json, answer->rules->clauses[modifiers.event[i].clause].id);
        lb_json_key(json, "value");
        lb_json_int(json, modifiers.event[i].value);
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
}

void chart_write_head(lb_json *json, const chart_answer *answer, const char *inputs_name)
{
    lb_json_key(json, "sheet");
    lb_json_string(json, answer->rules->id);
    lb_json_key(json, "chart");
    lb_json_string(json, answer->chart->id);
    write_inputs(json, answer, inputs_name);
    write_modifiers(json, answer);
}

/// The clauses that act without a number, before dice are thrown and as they fall.
static void write_notes(lb_json *json, const chart_answer *answer)
{
    lb_chart_modifiers modifiers = chart_find_modifiers(answer);

    lb_json_key(json, "notes");
    lb_json_open(json, '[');
    for (uint32_t i = 0; i < modifiers.note_count; i++)
        lb_json_string(json, answer->rules->clauses[modifiers.note[i].clause].id);
    for (uint32_t i = 0; i < modifiers.later_count; i++)
        lb_json_string(json, answer->rules->clauses[modifiers.later[i].clause].id);
    lb_json_close(json, ']');
}

void chart_write_result(lb_json *json, const lb_chart *chart, const int32_t *field)
{
    lb_json_key(json, "result");
    lb_json_open(json, '{');
    for (uint32_t i = 0; i < chart->field_count; i++) {
        lb_json_key(json, chart->fields[i].key);
        if (chart->fields[i].words != NULL)
            lb_json_string(json, chart->fields[i].words[field[i]].word);
        else
            lb_json_int(json, field[i]);
    }
    lb_json_close(json, '}');
}

void chart_write_json(const chart_answer *answer, const char *inputs_name)
{
    lb_json json = {.out = stdout};
    static char fraction[LB_FRACTION_TEXT];

    lb_json_open(&json, '{');
    chart_write_head(&json, answer, inputs_name);
    write_notes(&json, answer);
    lb_json_key(&json, "outcomes");
    lb_json_open(&json, '[');
    for (uint32_t i = 0; i < answer->odds.count; i++) {
        const lb_outcome *outcome = &answer->odds.outcome[answer->order[i]];

        lb_json_open(&json, '{');
        chart_write_result(&json, answer->chart, outcome->field);
        lb_fraction_format(&outcome->p, fraction);
        lb_json_key(&json, "p");
        lb_json_string(&json, fraction);
        lb_json_key(&json, "prob");
        lb_json_probability(&json, &outcome->p);
        lb_json_close(&json, '}');
    }
    lb_json_close(&json, ']');
    lb_json_close(&json, '}');
    putchar('\n');
}
