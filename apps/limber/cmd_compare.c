// SPDX-License-Identifier: MIT
// limber compare: the odds of all choices at a decision, side by side.

#include "battle_log.h"

#include <string.h>

enum { BRIEF_FIELDS = 3 };

bool compare_put_odds(const lb_battle *battle, const lb_state *state, const lb_action *action,
                      bool is_short, lb_put *put)
{
    lb_query query =
        lb_query_of(battle->rules->play->verbs[action->verb].word, action->unit, action->target);
    lb_situation situation;
    chart_answer answer;
    lb_reason reason;

    query.option = action->option;
    memcpy(query.helper, action->helper, sizeof query.helper);
    if (!lb_battle_gather(battle, state, &query, &situation, &reason))
        return false;
    answer = (chart_answer){.rules = battle->rules,
                            .chart = situation.chart,
                            .house = &battle->house,
                            .inputs = lb_inputs_start(situation.chart),
                            .is_gathered = true};
    memcpy(answer.inputs.facts, situation.facts, sizeof answer.inputs.facts);
    if (!chart_solve(&answer))
        return false;
    chart_put_brief(&answer, is_short ? 1 : BRIEF_FIELDS, put);
    chart_answer_free(&answer);
    return true;
}

int cmd_compare(int argc, char **argv)
{
    static lb_battle battle;
    static lb_state state;
    static lb_action choice[LB_CHOICES_MAX];
    const char *file = NULL, *rules = NULL, *house = NULL;
    const cli_option options[] = {{"--rules", &rules, NULL}, {"--house", &house, NULL}};
    int words = cli_options(argc, argv, options, 2, &file, 1);
    uint32_t count, shown = 0;

    if (words < 0)
        return CLI_USAGE;
    if (words == 0)
        return cli_error("compare needs a scenario or a position");
    if (!cli_battle(file, rules, house, &battle))
        return CLI_USAGE;
    lb_battle_start(&battle, &state, NULL);
    if (state.machine.node.kind != LB_NODE_DECISION) {
        cli_error("no choice is open there: dice are to be thrown first");
        return CLI_REFUSED;
    }
    count = lb_battle_choices(&battle, &state, NULL, choice, LB_CHOICES_MAX);
    for (uint32_t i = 0; i < count; i++) {
        char line[2 * LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        battle_put_action(&battle, state.machine.node.question.side, &choice[i], true, &put);
        lb_put_text(&put, ": ");
        if (!compare_put_odds(&battle, &state, &choice[i], false, &put))
            continue;
        term_wrap(line, 0, 4);
        shown++;
    }
    if (shown == 0)
        puts("No dice hang on any of the choices.");
    return CLI_DONE;
}
