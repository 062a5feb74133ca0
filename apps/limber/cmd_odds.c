// SPDX-License-Identifier: MIT
// limber odds: what the table gives for a question, and its exact odds.

#include "cli.h"
#include "text/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { QUESTION_MAX = 256 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_same_name(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static const char *name_of(const lb_battle *battle, bool is_group, uint32_t number)
{
    return is_group ? battle->group[number].name : battle->unit[number].name;
}

/// A unit or brigade by its number or its name. False after complaining.
static bool find_name(const lb_battle *battle, bool is_group, const char *text, uint8_t *number)
{
    uint32_t count = is_group ? battle->group_count : battle->unit_count;
    lb_nearest search = lb_nearest_start(text);
    char *end;
    unsigned long typed = strtoul(text, &end, 10);
    lb_diag diag;
    lb_put put;

    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && typed < count) {
        *number = (uint8_t)typed;
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        lb_nearest_offer(&search, name_of(battle, is_group, i));
        if (is_same_name(text, name_of(battle, is_group, i))) {
            *number = (uint8_t)i;
            return true;
        }
    }
    put = lb_diag_start(&diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, is_group ? "no brigade " : "no unit ");
    lb_put_quoted(&put, text);
    lb_nearest_put(&search, &put);
    if (search.best == NULL)
        lb_put_text(&put, "; limber muster lists them with their numbers");
    cli_diag_error(NULL, &diag);
    return false;
}

/// Cuts `text` at a word that stands by itself; what is behind it, or NULL.
static char *cut_at(char *text, const char *word)
{
    char *at = strstr(text, word);

    if (at == NULL)
        return NULL;
    *at = '\0';
    return at + strlen(word);
}

static bool read_helpers(const lb_battle *battle, char *text, lb_query *query)
{
    for (int i = 0; text != NULL && i < LB_HELPERS_MAX; i++) {
        char *next = cut_at(text, ", ");
        if (!find_name(battle, false, text, &query->helper[i]))
            return false;
        text = next;
    }
    if (text != NULL) {
        cli_error("at most three units lend support");
        return false;
    }
    return true;
}

/// Reads "fire UNIT at TARGET with UNIT, UNIT as skirmishers". False after complaining.
static bool read_query(const lb_battle *battle, char *text, lb_query *query)
{
    const lb_verb *words = battle->rules->play->queries;
    char *rest = cut_at(text, " "), *skirmish, *helpers, *target;
    bool is_known = false, is_group = false;
    lb_nearest search = lb_nearest_start(text);

    *query = (lb_query){
        .unit = LB_NOBODY, .target = LB_NOBODY, .helper = {LB_NOBODY, LB_NOBODY, LB_NOBODY}};
    for (uint32_t i = 0; words[i].word != NULL; i++) {
        lb_nearest_offer(&search, words[i].word);
        if (strcmp(words[i].word, text) == 0) {
            query->what = words[i].word;
            is_group = (words[i].uses & LB_USES_GROUP) != 0;
            is_known = true;
        }
    }
    if (!is_known || rest == NULL) {
        lb_diag diag;
        lb_put put = lb_diag_start(&diag, LB_ERROR_INPUT, 0, 0);

        lb_put_text(&put, is_known ? "of whom? " : "no question ");
        lb_put_quoted(&put, text);
        if (!is_known)
            lb_nearest_put(&search, &put);
        lb_put_text(&put, "; ask for instance \"fire 3 at 7\"");
        cli_diag_error(NULL, &diag);
        return false;
    }
    skirmish = cut_at(rest, " as skirmishers");
    helpers = cut_at(rest, " with ");
    target = cut_at(rest, " at ");
    query->option = skirmish != NULL;
    return find_name(battle, is_group, rest, &query->unit) &&
           (target == NULL || find_name(battle, false, target, &query->target)) &&
           (helpers == NULL || read_helpers(battle, helpers, query));
}

int cmd_odds(int argc, char **argv)
{
    static lb_battle battle;
    static lb_state state;
    const char *file, *question, *rules = NULL, *house = NULL;
    char text[QUESTION_MAX];
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

    if (words < 0)
        return CLI_USAGE;
    file = word[0];
    question = word[1];
    if (file == NULL || question == NULL || strlen(question) >= sizeof text)
        return cli_error("odds needs a scenario file and a question such as \"fire 3 at 7\"");
    if (!cli_battle(file, rules, house, &battle))
        return CLI_USAGE;
    snprintf(text, sizeof text, "%s", question);
    if (!read_query(&battle, text, &query))
        return CLI_USAGE;
    lb_battle_start(&battle, &state, NULL);
    if (!battle.rules->play->gather(&battle, &state, &query, &situation, &reason)) {
        cli_error("%s: %s", battle.rules->clauses[reason.clause].id, reason.why);
        return CLI_REFUSED;
    }
    answer = (chart_answer){.rules = battle.rules,
                            .chart = situation.chart,
                            .house = &battle.house,
                            .inputs = lb_inputs_start(situation.chart)};
    memcpy(answer.inputs.facts, situation.facts, sizeof answer.inputs.facts);
    if (!chart_solve(&answer))
        return CLI_USAGE;
    if (as_json) {
        chart_write_json(&answer, show_all, "facts");
    } else {
        chart_show_facts(&answer);
        chart_show_modifiers(&answer);
        chart_show_odds(&answer, show_all);
    }
    chart_answer_free(&answer);
    return CLI_DONE;
}
