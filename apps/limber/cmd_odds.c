// SPDX-License-Identifier: MIT
// limber odds: what the table gives for a question, and its exact odds.

#include "given_dice.h"
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
        bool has_leader = (row->uses & LB_USES_LEADER) != 0;
        bool has_group = (row->uses & LB_USES_GROUP) != 0;

        printf("  %s%s%s%s%s", row->word, has_leader ? " LEADER" : "",
               has_group    ? " BRIGADE"
               : has_leader ? ""
                            : " UNIT",
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
    const char *file, *question, *rules, *house, *dice;
    bool as_json, show_all;
    given_dice given;
} request;

/* A question of the sheet. */

static int show_query(const game *g, const request *asked, const lb_query *query)
{
    lb_situation situation;
    lb_reason reason = {0};
    chart_answer answer;

    if (!lb_battle_gather(&g->battle, &g->state, query, &situation, &reason)) {
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

/* An order behind the throws that come first. */

enum { ANSWERS_MAX = 64, WAYS_MAX = 4096 };

/// An answer to the question, in the cases that come to it.
typedef struct answer {
    char text[LB_DIAG_TEXT * 2];
    double chance;
    bool is_read;     ///< it is an order
    bool is_possible; ///< that can be given
    bool has_query;   ///< and that the sheet has a chart for
    lb_query query;
    lb_state state; ///< the chart's
} answer;

/// All answers, over the throws that come before the first decision.
typedef struct answers {
    answer answer[ANSWERS_MAX];
    uint32_t count, ways;
    bool are_too_many;
} answers;

/// Keeps the answer at the decision of g.
static void add_answer(game *g, const char *question, double chance, answers *all)
{
    static answer now;
    lb_put put = lb_put_start(now.text, sizeof now.text);
    lb_action order;
    lb_diag diag;

    play_sit_down(g);
    now.chance = chance;
    now.is_read = play_order(g, question, &order, &diag);
    now.is_possible = now.is_read && g->state.machine.node.kind == LB_NODE_DECISION &&
                      play_put_order_odds(g, &order, &put);
    now.has_query = now.is_possible && play_has_query(g, &order);
    if (now.has_query) {
        now.query = play_query_of(g, &order);
        now.state = g->state;
    }
    if (g->state.machine.node.kind == LB_NODE_END)
        lb_put_text(&put, "the battle is over before that.");
    else if (!now.is_read)
        lb_put_text(&put, diag.text);
    for (uint32_t i = 0; i < all->count; i++)
        if (strcmp(all->answer[i].text, now.text) == 0) {
            all->answer[i].chance += chance;
            return;
        }
    if (all->count < ANSWERS_MAX)
        all->answer[all->count++] = now;
    else
        all->are_too_many = true;
}

static void walk(game *g, const char *question, double chance, answers *all);

/// Throws the open roll in every way, from the faces that are there on.
static void walk_faces(game *g, const char *question, uint8_t *faces, uint32_t count, double chance,
                       answers *all)
{
    lb_state before = g->state;
    const lb_roll *roll = &before.machine.node.roll;

    if (++all->ways > WAYS_MAX || count == LB_THROW_MAX) {
        all->are_too_many = true;
        return;
    }
    if (lb_roll_missing(roll, faces, count) == 0) {
        lb_run run = lb_battle_run(&g->battle, &g->state, NULL);

        lb_run_throw(&run, faces, count);
        walk(g, question, chance, all);
        g->state = before;
        return;
    }
    for (uint8_t face = 1; face <= roll->sides && !all->are_too_many; face++) {
        faces[count] = face;
        walk_faces(g, question, faces, count + 1, chance / roll->sides, all);
    }
}

/// Goes on to the first decision by every throw before it, and keeps what the answer is there.
static void walk(game *g, const char *question, double chance, answers *all)
{
    uint8_t faces[LB_THROW_MAX];

    if (g->state.machine.node.kind == LB_NODE_ROLL)
        walk_faces(g, question, faces, 0, chance, all);
    else
        add_answer(g, question, chance, all);
}

/// Says which throw comes first.
static void show_first_throw(const game *g)
{
    char line[LB_DIAG_TEXT * 2], throw[LB_DIAG_TEXT];
    lb_put put = lb_put_start(throw, sizeof throw);

    lb_roll_put_open(&g->battle, &g->state, &put);
    snprintf(line, sizeof line, "First comes a throw. %s. (--dice gives it)", throw);
    term_wrap(line, 0, 2);
}

static void show_answer(const answers *all, const answer *one)
{
    char line[LB_DIAG_TEXT * 4];

    if (all->count == 1)
        snprintf(line, sizeof line, "Whatever it is: %s", one->text);
    else
        snprintf(line, sizeof line, "In %.1f %% of the cases: %s", 100 * one->chance, one->text);
    term_wrap(line, 0, 2);
}

/// Answers over all throws that come first. `unread` says why nothing could be read before them;
/// `why` why a question has no answer there. One of them may be NULL.
static int show_over_throws(game *g, const request *asked, const lb_diag *unread, const char *why)
{
    static answers all;
    const answer *possible = NULL;
    uint32_t count = 0;
    bool is_read = false;

    walk(g, asked->question, 1, &all);
    if (all.are_too_many)
        return cli_error("too many throws come before the first decision; give them with --dice");
    for (uint32_t i = 0; i < all.count; i++) {
        is_read |= all.answer[i].is_read;
        count += all.answer[i].is_possible;
        possible = all.answer[i].is_possible ? &all.answer[i] : possible;
    }
    if (possible == NULL && !is_read && unread != NULL)
        return cli_diag_error(NULL, unread);
    if (possible == NULL) {
        cli_error("%s", why != NULL ? why : all.answer[0].text);
        return CLI_REFUSED;
    }
    if (asked->as_json && (count > 1 || !possible->has_query))
        return cli_error("--json is for one question of the sheet; --dice gives the throws that "
                         "come before the order");
    if (!asked->as_json) {
        show_first_throw(g);
        for (uint32_t i = 0; i < all.count; i++)
            show_answer(&all, &all.answer[i]);
    }
    if (count > 1 || !possible->has_query)
        return CLI_DONE;
    g->state = possible->state;
    return show_query(g, asked, &possible->query);
}

/* Either. */

/// The dice that an order begins with, where the sheet has no chart for it.
static int show_order(const game *g, const request *asked, const lb_action *order)
{
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    if (!play_put_order_odds(g, order, &put)) {
        cli_error("%s", line);
        return CLI_REFUSED;
    }
    if (asked->as_json)
        return cli_error("--json is for the questions of the sheet, and this order is none");
    term_wrap(line, 0, 2);
    return CLI_DONE;
}

static int show_odds(game *g, request *asked)
{
    lb_run run = lb_battle_run(&g->battle, &g->state, NULL);
    lb_situation unread;
    lb_reason reason = {0};
    play_asked read;
    lb_diag diag;
    char why[LB_DIAG_TEXT];
    bool is_read, is_query;

    lb_battle_start(&g->battle, &g->state, NULL);
    if (asked->dice != NULL &&
        (!given_dice_throw(&run, &asked->given) || !given_dice_are_used(&asked->given)))
        return CLI_USAGE;
    play_sit_down(g);
    is_read = play_read_odds(g, asked->question, &read, &diag);
    is_query = is_read && !read.is_order;
    if (g->state.machine.node.kind != LB_NODE_ROLL)
        return !is_read   ? cli_diag_error(NULL, &diag)
               : is_query ? show_query(g, asked, &read.query)
                          : show_order(g, asked, &read.order);
    if (is_query && lb_battle_gather(&g->battle, &g->state, &read.query, &unread, &reason))
        return show_query(g, asked, &read.query);
    if (is_query)
        snprintf(why, sizeof why, "%s: %s", g->battle.rules->clauses[reason.clause].id, reason.why);
    return show_over_throws(g, asked, is_read ? NULL : &diag, is_query ? why : NULL);
}

int cmd_odds(int argc, char **argv)
{
    static request asked;
    const char *word[2] = {NULL, NULL};
    const cli_option options[] = {{"--rules", &asked.rules, NULL},
                                  {"--house", &asked.house, NULL},
                                  {"--dice", &asked.dice, NULL},
                                  {"--json", NULL, &asked.as_json},
                                  {"--all", NULL, &asked.show_all}};
    int words = cli_options(argc, argv, options, sizeof options / sizeof options[0], word, 2);
    int code = CLI_USAGE;
    game *g;

    if (words < 0)
        return CLI_USAGE;
    asked.file = word[0];
    asked.question = word[1];
    if (asked.file == NULL || asked.question == NULL)
        return cli_error("odds needs a scenario file and a question such as \"fire 3 at 7\"");
    if (!given_dice_read(asked.dice, &asked.given))
        return CLI_USAGE;
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
