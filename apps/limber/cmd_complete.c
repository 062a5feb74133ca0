// SPDX-License-Identifier: MIT
// limber complete: candidates for the last word of a command line.

#include "cli.h"

#include <string.h>

static void offer(const char *candidate, const char *begun)
{
    if (strncmp(candidate, begun, strlen(begun)) == 0)
        puts(candidate);
}

static void offer_commands(const char *begun)
{
    for (size_t i = 0; i < cli_command_count; i++)
        if (!cli_commands[i].is_for_developers)
            offer(cli_commands[i].name, begun);
}

static void offer_sheets(const char *begun)
{
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        offer(lb_rulesets[i]->id, begun);
}

/// Values of the key that is being typed, as key=value.
static void offer_values(const lb_input *input, const char *key, const char *begun)
{
    char pair[2 * LB_KEY_MAX];

    if (input->kind == LB_INPUT_FLAG) {
        snprintf(pair, sizeof pair, "%s=yes", key);
        offer(pair, begun);
        snprintf(pair, sizeof pair, "%s=no", key);
        offer(pair, begun);
    } else if (input->kind == LB_INPUT_LENGTH_OR_NONE) {
        snprintf(pair, sizeof pair, "%s=none", key);
        offer(pair, begun);
    }
    for (const lb_word *word = input->words; word != NULL && word->word != NULL; word++) {
        snprintf(pair, sizeof pair, "%s=%s", key, word->word);
        offer(pair, begun);
    }
    for (int32_t n = input->lowest; input->kind == LB_INPUT_COUNT && n <= input->highest; n++) {
        snprintf(pair, sizeof pair, "%s=%d", key, (int)n);
        if (lb_input_takes(input, n))
            offer(pair, begun);
    }
}

static bool is_used(int argc, char **argv, const char *key)
{
    size_t length = strlen(key);

    for (int i = 0; i + 1 < argc; i++)
        if (strncmp(argv[i], key, length) == 0 && argv[i][length] == '=')
            return true;
    return false;
}

static void offer_inputs(const lb_chart *chart, int argc, char **argv)
{
    const char *begun = argv[argc - 1], *equals = strchr(begun, '=');

    for (uint32_t cell = 0; cell < lb_chart_cells(chart); cell++) {
        char key[LB_KEY_MAX], start[LB_KEY_MAX + 1];
        const char *prefix;
        const lb_input *input = lb_chart_input(chart, cell, &prefix);

        lb_input_key(chart, cell, key);
        if (equals != NULL) {
            if (strlen(key) == (size_t)(equals - begun) &&
                strncmp(key, begun, (size_t)(equals - begun)) == 0)
                offer_values(input, key, begun);
        } else if (!is_used(argc, argv, key)) {
            snprintf(start, sizeof start, "%s=", key);
            offer(start, begun);
        }
    }
}

static void offer_clauses(const char *begun)
{
    for (uint32_t s = 0; s < lb_ruleset_count; s++)
        for (uint32_t c = 0; c < lb_rulesets[s]->clause_count; c++)
            if (s == 0 || lb_rulesets[s - 1]->clauses != lb_rulesets[s]->clauses)
                offer(lb_rulesets[s]->clauses[c].id, begun);
}

static void offer_options(const cli_command *command, const char *begun)
{
    static const char *const known[] = {
        "--threads", "--resume",  "--plain", "--brief",   "--full",      "--report",  "--out",
        "--as",      "--against", "--rules", "--battles", "--as-levels", "--mirror",  "--record",
        "--csv",     "--clauses", "--to",    "--all",     "--dice",      "--help",    "--house",
        "--json",    "--roll",    "--seed",  "--force",   "--strip",     "--animate", "--turn",
        "--port",    "--store",   "--web",   "--listen",  "--origin",    "--rate"};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strstr(command->help, known[i]) != NULL || strstr(command->usage, known[i]) != NULL ||
            strcmp(known[i], "--help") == 0)
            offer(known[i], begun);
}

static bool takes_value(const char *option)
{
    static const char *const options[] = {
        "--threads", "--resume", "--out",     "--as",        "--against", "--seed",   "--dice",
        "--house",   "--rules",  "--battles", "--as-levels", "--record",  "--csv",    "--to",
        "--turn",    "--port",   "--store",   "--web",       "--listen",  "--origin", "--rate"};

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(option, options[i]) == 0)
            return true;
    return false;
}

/// The sheets that can be played, for the value of --rules.
static void offer_played(const char *begun)
{
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        if (lb_rulesets[i]->play != NULL)
            offer(lb_rulesets[i]->id, begun);
}

/// Drops options and their values from the words; false if the last word is the value of one.
static bool drop_options(int *argc, char **argv)
{
    int kept = 0;

    for (int i = 0; i < *argc; i++) {
        bool is_last = i + 1 == *argc;
        if (!is_last && argv[i][0] == '-') {
            if (takes_value(argv[i]) && ++i + 1 == *argc)
                return false;
        } else {
            argv[kept++] = argv[i];
        }
    }
    *argc = kept;
    return true;
}

/// Candidates behind a command; argv holds the words after it without options, the last being
/// typed.
static void offer_arguments(const cli_command *command, int argc, char **argv)
{
    const char *begun = argv[argc - 1];
    bool is_charting = strcmp(command->name, "chart") == 0 || strcmp(command->name, "ask") == 0;
    const lb_ruleset *rules = argc > 1 ? lb_ruleset_find(argv[0]) : NULL;
    const lb_chart *chart = rules != NULL && argc > 2 ? lb_chart_find(rules, argv[1]) : NULL;

    if (begun[0] == '-') {
        offer_options(command, begun);
    } else if (strcmp(command->name, "help") == 0) {
        offer_commands(begun);
    } else if (strcmp(command->name, "explain") == 0 && argc == 1) {
        offer_clauses(begun);
    } else if (argc == 1 && (is_charting || strcmp(command->name, "sheet") == 0)) {
        offer_sheets(begun);
    } else if (is_charting && argc == 2 && rules != NULL) {
        for (uint32_t i = 0; i < rules->chart_count; i++)
            offer(rules->charts[i].id, begun);
    } else if (strcmp(command->name, "chart") == 0 && chart != NULL) {
        offer_inputs(chart, argc, argv);
    }
}

int cmd_complete(int argc, char **argv)
{
    const cli_command *command;

    if (argc < 2)
        return cli_error("complete needs the words typed so far, the last may be empty: ''");
    if (argc == 2) {
        offer_commands(argv[1]);
        return CLI_DONE;
    }
    command = cli_find_command(argv[1]);
    argc -= 2;
    if (command != NULL && argc > 1 && strcmp(argv[argc], "--rules") == 0)
        offer_played(argv[argc + 1]);
    else if (command != NULL && drop_options(&argc, argv + 2))
        offer_arguments(command, argc, argv + 2);
    return CLI_DONE;
}
