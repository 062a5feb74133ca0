// SPDX-License-Identifier: MIT
// limber ask: a chart as a conversation, for the side of a real table.

#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_MAX = 256 };

/// Reads one answer; false at the end of the input or for q.
static bool read_line(const char *prompt, char *line)
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (!cli_read_line(line, ANSWER_MAX)) {
        putchar('\n');
        return false;
    }
    return strcmp(line, "q") != 0;
}

/// Asks for one of `count` things by number or name, sheets (without context) also by a short name;
/// the answer, or count at the end of the input.
static uint32_t pick(const char *what, uint32_t count, const char *(*name)(const void *, uint32_t),
                     const char *(*about)(const void *, uint32_t), const void *context)
{
    char line[ANSWER_MAX], prompt[64];

    for (uint32_t i = 0; i < count; i++) {
        printf("%3u  %-16s ", i + 1, name(context, i));
        term_wrap(about(context, i), 22, 22);
    }
    snprintf(prompt, sizeof prompt, "Which %s (number or name)? ", what);
    while (read_line(prompt, line)) {
        char *end;
        unsigned long number = strtoul(line, &end, 10);

        if (line[0] != '\0' && *end == '\0' && number >= 1 && number <= count)
            return (uint32_t)number - 1;
        for (uint32_t i = 0; i < count; i++)
            if (strcmp(line, name(context, i)) == 0 ||
                (context == NULL && cli_find_ruleset(line) == lb_rulesets[i]))
                return i;
        printf("Type a number from 1 to %u, or a name from the list.\n", count);
    }
    return count;
}

static const char *sheet_name(const void *context, uint32_t number)
{
    (void)context;
    return lb_rulesets[number]->id;
}

static const char *sheet_about(const void *context, uint32_t number)
{
    (void)context;
    return lb_rulesets[number]->about;
}

static const char *chart_name(const void *context, uint32_t number)
{
    return ((const lb_ruleset *)context)->charts[number].id;
}

static const char *chart_about(const void *context, uint32_t number)
{
    return ((const lb_ruleset *)context)->charts[number].about;
}

/// Asks every input once, a full stop keeping all the rest; false at the end of the input.
static bool ask_inputs(lb_inputs *inputs)
{
    for (uint32_t cell = 0; cell < lb_chart_cells(inputs->chart); cell++) {
        char key[LB_KEY_MAX], line[ANSWER_MAX], prompt[LB_DIAG_TEXT * 2];
        const char *prefix;
        const lb_input *input = lb_chart_input(inputs->chart, cell, &prefix);
        lb_diag diag;
        lb_put put = lb_put_start(prompt, sizeof prompt);

        lb_put_text(&put, lb_input_key(inputs->chart, cell, key));
        lb_put_text(&put, ": ");
        lb_put_text(&put, input->help);
        lb_put_text(&put, "; ");
        lb_input_put_range(input, &put);
        lb_put_text(&put, " [");
        lb_input_put(input, inputs->facts[cell], &put);
        lb_put_text(&put, "] ");
        do {
            if (!read_line(prompt, line))
                return false;
            if (line[0] == '\0')
                break;
            if (strcmp(line, ".") == 0)
                return true;
            if (input->kind == LB_INPUT_FLAG && line[1] == '\0' && strchr("yYnN", line[0]) != NULL)
                snprintf(line, sizeof line, "%s", strchr("yY", line[0]) != NULL ? "yes" : "no");
            if (lb_input_parse(input, key, line, &inputs->facts[cell], &diag) == LB_OK)
                break;
            printf("%s\n", diag.text);
        } while (true);
    }
    return true;
}

/// After the odds: roll, take dice, or stop. Returns an exit code, -1 to go on.
static int offer_throw(const chart_answer *answer)
{
    char line[ANSWER_MAX];
    dice_source source = {.is_seeded = true};

    for (;;) {
        if (!read_line("r rolls, d takes your dice, Enter asks another, q ends: ", line))
            return CLI_DONE;
        if (line[0] == '\0')
            return -1;
        source.is_seeded = strcmp(line, "r") == 0;
        source.seed = cli_fresh_seed();
        source.typed = source.is_seeded ? NULL : "ask";
        if (source.is_seeded || strcmp(line, "d") == 0)
            (void)chart_roll(answer, &source, false);
        else
            puts("Type r, d, q or just Enter.");
    }
}

static int ask_chart(const lb_ruleset *rules, const lb_chart *chart, const lb_house *house)
{
    chart_answer answer = {
        .rules = rules, .chart = chart, .house = house, .inputs = lb_inputs_start(chart)};
    lb_diag diag;
    int code;

    do {
        if (!ask_inputs(&answer.inputs))
            return CLI_DONE;
        if (lb_inputs_check(&answer.inputs, &diag) == LB_OK)
            break;
        printf("%s\nOnce more:\n", diag.text);
    } while (true);
    if (!chart_solve(&answer))
        return CLI_USAGE;
    chart_show_modifiers(&answer);
    chart_show_odds(&answer, false);
    code = offer_throw(&answer);
    chart_answer_free(&answer);
    return code;
}

int cmd_ask(int argc, char **argv)
{
    static lb_house_rules house;
    const char *word[2] = {NULL, NULL};
    const lb_ruleset *rules = NULL;
    const lb_chart *chart = NULL;
    int words = cli_words(argc, argv, 2, word, &house), code;
    uint32_t number;

    if (words < 0)
        return CLI_USAGE;
    if (words > 0 && (rules = cli_ruleset(word[0])) == NULL)
        return CLI_USAGE;
    if (words > 1 && (chart = cli_chart(rules, word[1])) == NULL)
        return CLI_USAGE;
    if (rules == NULL) {
        number = pick("sheet", lb_ruleset_count, sheet_name, sheet_about, NULL);
        if (number == lb_ruleset_count)
            return CLI_DONE;
        rules = lb_rulesets[number];
    }
    do {
        const lb_chart *asked = chart;
        if (asked == NULL) {
            number = pick("chart", rules->chart_count, chart_name, chart_about, rules);
            if (number == rules->chart_count)
                return CLI_DONE;
            asked = &rules->charts[number];
        }
        code = ask_chart(rules, asked, lb_house_rules_for(&house, rules));
    } while (code < 0);
    return code;
}
