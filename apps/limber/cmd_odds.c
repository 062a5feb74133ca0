// SPDX-License-Identifier: MIT
// limber odds: what the table gives for a question, and its exact odds.

#include "cli.h"
#include "words.h"

#include <string.h>

/// The phrases of a question: " [as skirmishers | with the seven]".
static void print_phrases(const lb_play *play, const char *word)
{
    bool is_first = true;

    for (const lb_option_phrase *row = play->options; row != NULL && row->phrase != NULL; row++)
        if (strcmp(row->verb, word) == 0) {
            printf(is_first ? " [%s" : " | %s", row->phrase);
            is_first = false;
        }
    fputs(is_first ? "" : "]", stdout);
}

void cli_print_questions_of(const lb_ruleset *rules)
{
    const lb_play *play = rules->play;

    printf("Questions by %s:\n", rules->id);
    for (const lb_verb *row = play->queries; row->word != NULL; row++) {
        printf("  %s %s%s%s", row->word, (row->uses & LB_USES_GROUP) != 0 ? "BRIGADE" : "UNIT",
               (row->uses & LB_USES_TARGET) != 0 ? " at TARGET" : "",
               (row->uses & LB_USES_HELPERS) != 0 ? " [with UNIT, UNIT]" : "");
        print_phrases(play, row->word);
        fputs("\n      ", stdout);
        term_wrap(row->help, 6, 6);
    }
}

void cli_print_questions(void)
{
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        if (lb_rulesets[i]->play != NULL) {
            putchar('\n');
            cli_print_questions_of(lb_rulesets[i]);
        }
}

int cmd_odds(int argc, char **argv)
{
    static lb_battle battle;
    static lb_state state;
    const char *file, *question, *rules = NULL, *house = NULL;
    bool as_json = false, show_all = false;
    const char *word[2] = {NULL, NULL};
    const cli_option options[] = {{"--rules", &rules, NULL},
                                  {"--house", &house, NULL},
                                  {"--json", NULL, &as_json},
                                  {"--all", NULL, &show_all}};
    int words = cli_options(argc, argv, options, 4, word, 2);
    lb_query query;
    lb_situation situation;
    lb_reason reason = {0};
    chart_answer answer;
    lb_diag diag;

    if (words < 0)
        return CLI_USAGE;
    file = word[0];
    question = word[1];
    if (file == NULL || question == NULL)
        return cli_error("odds needs a scenario file and a question such as \"fire 3 at 7\"");
    if (!cli_battle(file, rules, house, &battle))
        return CLI_USAGE;
    if (strcmp(question, "?") == 0) {
        cli_print_questions_of(battle.rules);
        return CLI_DONE;
    }
    if (!words_read_query(&battle, question, &query, &diag))
        return cli_diag_error(NULL, &diag);
    lb_battle_start(&battle, &state, NULL);
    if (!lb_battle_gather(&battle, &state, &query, &situation, &reason)) {
        cli_error("%s: %s", battle.rules->clauses[reason.clause].id, reason.why);
        return CLI_REFUSED;
    }
    answer = (chart_answer){.rules = battle.rules,
                            .chart = situation.chart,
                            .house = &battle.house,
                            .inputs = lb_inputs_start(situation.chart),
                            .is_gathered = true};
    memcpy(answer.inputs.facts, situation.facts, sizeof answer.inputs.facts);
    if (!chart_solve(&answer))
        return CLI_USAGE;
    if (as_json) {
        chart_write_json(&answer, "facts");
    } else {
        chart_show_facts(&answer);
        chart_show_modifiers(&answer);
        chart_show_odds(&answer, show_all);
    }
    chart_answer_free(&answer);
    return CLI_DONE;
}
