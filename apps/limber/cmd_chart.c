// SPDX-License-Identifier: MIT
// limber chart: sheets, charts, inputs, modifiers, odds, rolls.

#include "cli.h"
#include "text/json.h"

#include <string.h>

/// What was asked for.
typedef struct request {
    const char *word[2]; ///< sheet and chart
    int words;
    const char *pair[2 * LB_INPUTS_MAX];
    int pairs;
    const char *house;
    const char *dice;
    bool as_json;
    bool show_all;
    bool rolls;
    const char *seed_text;
    uint64_t seed;
} request;

static bool take_option(request *asked, int *at, int argc, char **argv)
{
    const cli_command *self = cli_find_command("chart");
    const char *option = argv[*at];

    if (strcmp(option, "--json") == 0) {
        asked->as_json = true;
    } else if (strcmp(option, "--all") == 0) {
        asked->show_all = true;
    } else if (strcmp(option, "--roll") == 0) {
        asked->rolls = true;
    } else if (cli_is_option(option, "--seed")) {
        return cli_option_value("--seed", at, argc, argv, &asked->seed_text) &&
               cli_number("--seed", asked->seed_text, &asked->seed);
    } else if (cli_is_option(option, "--dice")) {
        return cli_option_value("--dice", at, argc, argv, &asked->dice);
    } else if (cli_is_option(option, "--house")) {
        return cli_option_value("--house", at, argc, argv, &asked->house);
    } else {
        cli_unknown_option(self, option);
        return false;
    }
    return true;
}

static bool read_request(request *asked, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!take_option(asked, &i, argc, argv))
                return false;
        } else if (asked->words < 2) {
            asked->word[asked->words++] = argv[i];
        } else if (asked->pairs < 2 * LB_INPUTS_MAX) {
            asked->pair[asked->pairs++] = argv[i];
        } else {
            cli_error("more inputs than any chart takes");
            return false;
        }
    }
    if (asked->seed_text != NULL && !asked->rolls) {
        cli_error("--seed goes with --roll");
        return false;
    }
    if (asked->dice != NULL && asked->rolls) {
        cli_error("--roll and --dice exclude each other: who throws?");
        return false;
    }
    if (asked->words < 2 && (asked->rolls || asked->dice != NULL)) {
        cli_error("%s needs a sheet and a chart", asked->rolls ? "--roll" : "--dice");
        return false;
    }
    return true;
}

static int list_sheets(bool as_json)
{
    lb_json json = {.out = stdout};

    if (as_json) {
        lb_json_open(&json, '{');
        lb_json_key(&json, "sheets");
        lb_json_open(&json, '[');
        for (uint32_t i = 0; i < lb_ruleset_count; i++)
            lb_json_string(&json, lb_rulesets[i]->id);
        lb_json_close(&json, ']');
        lb_json_close(&json, '}');
        putchar('\n');
        return CLI_DONE;
    }
    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        printf("%-18s ", lb_rulesets[i]->id);
        printf("%s: ", lb_rulesets[i]->title);
        term_wrap(lb_rulesets[i]->about, 21 + (int)strlen(lb_rulesets[i]->title), 19);
    }
    return CLI_DONE;
}

static void write_input(lb_json *json, const lb_input *input)
{
    char text[LB_KEY_MAX];
    lb_put put = lb_put_start(text, sizeof text);

    lb_json_open(json, '{');
    lb_json_key(json, "key");
    lb_json_string(json, input->key);
    lb_json_key(json, "help");
    lb_json_string(json, input->help);
    lb_json_key(json, "preset");
    lb_input_put(input, input->preset, &put);
    if (lb_input_is_number(input, input->preset))
        lb_json_raw(json, text);
    else
        lb_json_string(json, text);
    if (input->kind == LB_INPUT_COUNT) {
        lb_json_key(json, "lowest");
        lb_json_int(json, input->lowest);
        lb_json_key(json, "highest");
        lb_json_int(json, input->highest);
    }
    if (input->words != NULL) {
        lb_json_key(json, "words");
        lb_json_open(json, '[');
        for (const lb_word *word = input->words; word->word != NULL; word++)
            lb_json_string(json, word->word);
        lb_json_close(json, ']');
    }
    lb_json_close(json, '}');
}

static void write_charts(const lb_ruleset *rules)
{
    lb_json json = {.out = stdout};

    lb_json_open(&json, '{');
    lb_json_key(&json, "sheet");
    lb_json_string(&json, rules->id);
    lb_json_key(&json, "charts");
    lb_json_open(&json, '[');
    for (uint32_t i = 0; i < rules->chart_count; i++) {
        const lb_chart *chart = &rules->charts[i];
        lb_json_open(&json, '{');
        lb_json_key(&json, "chart");
        lb_json_string(&json, chart->id);
        lb_json_key(&json, "about");
        lb_json_string(&json, chart->about);
        lb_json_key(&json, "sides");
        lb_json_int(&json, chart->sides);
        lb_json_key(&json, "inputs");
        lb_json_open(&json, '[');
        for (uint32_t k = 0; k < chart->input_count; k++)
            write_input(&json, &chart->inputs[k]);
        lb_json_close(&json, ']');
        lb_json_close(&json, '}');
    }
    lb_json_close(&json, ']');
    lb_json_close(&json, '}');
    putchar('\n');
}

static int list_charts(const lb_ruleset *rules, bool as_json)
{
    char line[LB_DIAG_TEXT];

    if (as_json) {
        write_charts(rules);
        return CLI_DONE;
    }
    printf("Charts of %s (%s):\n", rules->title, rules->id);
    for (uint32_t i = 0; i < rules->chart_count; i++) {
        printf("  %-16s ", rules->charts[i].id);
        term_wrap(rules->charts[i].about, 19, 19);
    }
    snprintf(line, sizeof line, "limber chart %s CHART shows the inputs and odds of one.",
             rules->id);
    term_wrap(line, 0, 0);
    return CLI_DONE;
}

static void show_given(const chart_answer *answer, const request *asked,
                       const lb_house_rules *house)
{
    char line[2 * LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_text(&put, answer->rules->title);
    lb_put_text(&put, ", ");
    lb_put_text(&put, answer->chart->id);
    lb_put_text(&put, asked->pairs == 0 ? ": at the presets" : ":");
    for (int i = 0; i < asked->pairs; i++) {
        lb_put_char(&put, ' ');
        lb_put_text(&put, asked->pair[i]);
    }
    term_wrap(line, 0, 2);
    cli_show_house(house);
}

static int answer_odds(chart_answer *answer, const request *asked, const lb_house_rules *house)
{
    if (!chart_solve(answer))
        return CLI_USAGE;
    if (asked->as_json) {
        chart_write_json(answer, "inputs");
    } else {
        if (asked->pairs == 0) {
            printf("%s: ", answer->chart->id);
            term_wrap(answer->chart->about, (int)strlen(answer->chart->id) + 2, 2);
            chart_show_inputs(answer->chart);
            putchar('\n');
        }
        show_given(answer, asked, house);
        chart_show_modifiers(answer);
        chart_show_odds(answer, asked->show_all);
    }
    chart_answer_free(answer);
    return CLI_DONE;
}

/// Answers for one chart, once everything asked has been found good.
static int answer_chart(const lb_ruleset *rules, const lb_chart *chart, const request *asked,
                        const lb_house_rules *house)
{
    chart_answer answer = {.rules = rules, .chart = chart, .inputs = lb_inputs_start(chart)};
    dice_source source = {.is_seeded = asked->rolls, .seed = asked->seed, .typed = asked->dice};
    lb_diag diag;

    for (int i = 0; i < asked->pairs; i++)
        if (lb_inputs_read(&answer.inputs, asked->pair[i], &diag) != LB_OK)
            return cli_diag_error(NULL, &diag);
    if (lb_inputs_check(&answer.inputs, &diag) != LB_OK)
        return cli_diag_error(NULL, &diag);
    answer.house = lb_house_rules_for(house, rules);
    if (!asked->rolls && asked->dice == NULL)
        return answer_odds(&answer, asked, house);
    if (asked->seed_text == NULL)
        source.seed = cli_fresh_seed();
    return chart_roll(&answer, &source, asked->as_json);
}

int cmd_chart(int argc, char **argv)
{
    static lb_house_rules house;
    request asked = {0};
    const lb_ruleset *rules;
    const lb_chart *chart;

    if (!read_request(&asked, argc, argv) || !cli_house(asked.house, &house))
        return CLI_USAGE;
    if (asked.words == 0)
        return list_sheets(asked.as_json);
    rules = cli_ruleset(asked.word[0]);
    if (rules == NULL || !cli_house_fits(&house, rules))
        return CLI_USAGE;
    if (asked.words == 1)
        return list_charts(rules, asked.as_json);
    chart = cli_chart(rules, asked.word[1]);
    return chart == NULL ? CLI_USAGE : answer_chart(rules, chart, &asked, &house);
}
