// SPDX-License-Identifier: MIT
// limber odds: what the table gives for a question, and its exact odds.

#include "play.h"

#include <stdlib.h>
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

/// What was asked for.
typedef struct request {
    const char *file, *question, *rules, *house;
    bool as_json, show_all;
} request;

/// The dice that an order begins with, where the sheet has no chart for it. False if the question
/// is no order, or no dice follow it at once.
static bool show_order(const game *g, const request *asked)
{
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);
    lb_action action;
    lb_diag unread;

    if (asked->as_json || !play_order(g, asked->question, &action, &unread) ||
        !lb_battle_check(&g->battle, &g->state, NULL, &action, NULL))
        return false;
    play_put_choice(g, &action, true, &put);
    lb_put_text(&put, ": ");
    if (!battle_put_next_dice(&g->battle, &g->state, &action, &put))
        lb_put_text(&put, "no dice follow that at once");
    lb_put_char(&put, '.');
    term_wrap(line, 0, 2);
    return true;
}

static int show_odds(game *g, const request *asked)
{
    lb_query query;
    lb_situation situation;
    lb_reason reason = {0};
    chart_answer answer;
    lb_diag diag;

    lb_battle_start(&g->battle, &g->state, NULL);
    play_sit_down(g);
    if (!play_read_odds(g, asked->question, &query, &diag))
        return show_order(g, asked) ? CLI_DONE : cli_diag_error(NULL, &diag);
    if (!lb_battle_gather(&g->battle, &g->state, &query, &situation, &reason)) {
        cli_error("%s: %s", g->battle.rules->clauses[reason.clause].id, reason.why);
        return CLI_REFUSED;
    }
    answer = (chart_answer){.rules = g->battle.rules,
                            .chart = situation.chart,
                            .house = &g->battle.house,
                            .inputs = lb_inputs_start(situation.chart),
                            .is_gathered = true};
    memcpy(answer.inputs.facts, situation.facts, sizeof answer.inputs.facts);
    if (!chart_solve(&answer))
        return CLI_USAGE;
    if (asked->as_json) {
        chart_write_json(&answer, "facts");
    } else {
        chart_show_facts(&answer);
        chart_show_modifiers(&answer);
        chart_show_odds(&answer, asked->show_all);
    }
    chart_answer_free(&answer);
    return CLI_DONE;
}

int cmd_odds(int argc, char **argv)
{
    request asked = {0};
    const char *word[2] = {NULL, NULL};
    const cli_option options[] = {{"--rules", &asked.rules, NULL},
                                  {"--house", &asked.house, NULL},
                                  {"--json", NULL, &asked.as_json},
                                  {"--all", NULL, &asked.show_all}};
    int words = cli_options(argc, argv, options, 4, word, 2), code = CLI_USAGE;
    game *g;

    if (words < 0)
        return CLI_USAGE;
    asked.file = word[0];
    asked.question = word[1];
    if (asked.file == NULL || asked.question == NULL)
        return cli_error("odds needs a scenario file and a question such as \"fire 3 at 7\"");
    g = calloc(1, sizeof *g);
    if (g == NULL)
        return cli_error("out of memory");
    if (cli_battle(asked.file, asked.rules, asked.house, &g->battle)) {
        if (strcmp(asked.question, "?") == 0) {
            cli_print_questions_of(g->battle.rules);
            code = CLI_DONE;
        } else {
            code = show_odds(g, &asked);
        }
    }
    free(g);
    return code;
}
