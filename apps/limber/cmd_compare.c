// SPDX-License-Identifier: MIT
// limber compare: the odds of all choices at a decision, one below the other. In a scenario it goes
// on to the first decision on which dice hang, in a record to that of a turn.

#include "play.h"
#include "text/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BRIEF_FIELDS = 3 };

bool compare_put_odds(const lb_battle *battle, const lb_state *state, const lb_action *action,
                      bool is_short, lb_put *put)
{
    const char *word = play_query_word(battle->rules->play, action->verb);
    lb_query query = lb_query_of(word, action->unit, action->target);
    lb_situation situation;
    chart_answer answer;
    lb_reason reason;

    if (word == NULL)
        return false;
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

/// What the verb of a choice takes: nothing, if it is a yes or a no.
static uint32_t uses_of(const game *g, uint32_t choice)
{
    return g->battle.rules->play->verbs[g->choice[choice].verb].uses;
}

/// The dice that orders to a unit begin with, unit by unit, where the choices themselves have no
/// odds. Returns how many units there are.
static uint32_t compare_orders(const game *g)
{
    uint32_t shown = 0;

    for (uint32_t i = 0; i < g->choice_count; i++) {
        char line[LB_DIAG_TEXT * 2];
        lb_put put = lb_put_start(line, sizeof line);
        bool is_new = (uses_of(g, i) & LB_USES_UNIT) != 0 && !play_has_query(g, &g->choice[i]);

        for (uint32_t k = 0; k < i && is_new; k++)
            is_new = (uses_of(g, k) & LB_USES_UNIT) == 0 || play_has_query(g, &g->choice[k]) ||
                     g->choice[k].unit != g->choice[i].unit;
        if (!is_new)
            continue;
        lb_put_text(&put, "Any order to ");
        lb_put_text(&put, g->battle.unit[g->choice[i].unit].name);
        lb_put_text(&put, ": ");
        if (!lb_roll_put_next(&g->battle, &g->state, &g->choice[i], &put))
            continue;
        fputs("      ", stdout);
        term_wrap(line, 6, 8);
        shown++;
    }
    return shown;
}

void play_compare(const game *g)
{
    uint32_t shown = 0;

    for (uint32_t i = 0; i < g->choice_count; i++) {
        char line[2 * LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        play_put_choice(g, &g->choice[i], true, &put);
        lb_put_text(&put, ": ");
        if (!compare_put_odds(&g->battle, &g->state, &g->choice[i], false, &put) &&
            (!play_has_dice_of_its_own(g, &g->choice[i]) ||
             !lb_roll_put_next(&g->battle, &g->state, &g->choice[i], &put)))
            continue;
        printf("%4u  ", i + 1);
        term_wrap(line, 6, 8);
        shown++;
    }
    shown += compare_orders(g);
    if (shown == 0)
        puts("No dice hang on any of the choices.");
}

/// What was asked for.
typedef struct request {
    const char *file, *rules, *house, *turn_text, *seed_text;
    uint64_t turn, seed;
} request;

/// The search for a decision.
typedef struct search {
    game *g;
    const lb_state *played; ///< of a record that is played again
    uint64_t turn;          ///< the first that will do
    uint32_t decisions;     ///< before it
    uint32_t throws;        ///< before it, in a scenario
    bool is_found;
} search;

/// True if dice hang on a choice at the decision of g: then its choices are known.
static bool has_dice(game *g)
{
    play_sit_down(g);
    for (uint32_t i = 0; i < g->choice_count; i++) {
        const lb_action *choice = &g->choice[i];
        char unread[LB_DIAG_TEXT * 2];
        lb_put put = lb_put_start(unread, sizeof unread);
        lb_situation situation;
        lb_reason reason;

        if (play_has_query(g, choice)) {
            lb_query query = play_query_of(g, choice);

            if (lb_battle_gather(&g->battle, &g->state, &query, &situation, &reason))
                return true;
        } else if ((play_has_dice_of_its_own(g, choice) || play_has_unit(g, choice)) &&
                   lb_roll_put_next(&g->battle, &g->state, choice, &put)) {
            return true;
        }
    }
    return false;
}

/// Looks at a decision of a record before it is answered.
static void see_answer(void *context, size_t offset, uint64_t sum)
{
    search *s = context;

    (void)offset;
    (void)sum;
    if (s->is_found || s->played->machine.node.kind != LB_NODE_DECISION)
        return;
    if (s->played->turn >= s->turn) {
        s->g->state = *s->played;
        s->is_found = has_dice(s->g);
    }
    s->decisions += !s->is_found;
}

/// Plays a record to the decision. CLI_DONE, or how to end after complaining.
static int search_record(search *s, const request *asked, char *text)
{
    static lb_state state;
    lb_replay_watch watch = {.on_answer = see_answer, .context = s};
    lb_record_head head;
    bool is_complete;
    lb_diag diag;
    int code = cli_read_head(asked->file, text, &head);

    s->played = &state;
    if (code == CLI_DONE)
        code = cli_record_battle(&head, asked->house, &s->g->battle);
    if (code != CLI_DONE)
        return code;
    if (lb_record_play(&head, &s->g->battle, &state, &watch, &is_complete, &diag) == LB_OK)
        return CLI_DONE;
    cli_diag_error(asked->file, &diag);
    return CLI_REFUSED;
}

/// Lets regular players play a scenario to the decision.
static void search_battle(search *s, uint64_t seed)
{
    game *g = s->g;
    lb_player *player = lb_player_create();
    lb_run run = lb_battle_run(&g->battle, &g->state, NULL);
    lb_dice dice;

    lb_dice_seed(&dice, seed);
    lb_battle_start(&g->battle, &g->state, NULL);
    while (player != NULL && g->state.machine.node.kind != LB_NODE_END) {
        uint8_t faces[LB_THROW_MAX];
        lb_action action;

        if (g->state.machine.node.kind == LB_NODE_ROLL) {
            lb_run_throw(&run, faces, lb_dice_throw(&dice, &g->state.machine.node.roll, faces));
            s->throws++;
            continue;
        }
        s->is_found = g->state.turn >= s->turn && has_dice(g);
        if (s->is_found)
            break;
        lb_player_choose(LB_LEVEL_REGULAR, &g->battle, &g->state, &dice, player, &action);
        lb_run_act(&run, &action);
        s->decisions++;
    }
    lb_player_destroy(player);
}

/// Says how the decision was come by, and what is asked.
static void show_decision(const search *s, const request *asked, bool is_record)
{
    const game *g = s->g;
    char line[LB_TELL_LINE + LB_DIAG_TEXT], question[LB_TELL_LINE];

    if (is_record)
        snprintf(line, sizeof line, "The first decision of the record%s%s on which dice hang:",
                 asked->turn_text != NULL ? " from turn " : "",
                 asked->turn_text != NULL ? cli_clean(asked->turn_text) : "");
    else if (s->decisions > 0)
        snprintf(line, sizeof line,
                 "Regular players have made %u decision%s with the dice of seed %" PRIu64
                 ", up to the first%s%s on which dice hang:",
                 s->decisions, s->decisions == 1 ? "" : "s", asked->seed,
                 asked->turn_text != NULL ? " from turn " : "",
                 asked->turn_text != NULL ? cli_clean(asked->turn_text) : "");
    else if (s->throws > 0)
        snprintf(line, sizeof line,
                 "The first decision, after %u throw%s with the dice of seed "
                 "%" PRIu64 ":",
                 s->throws, s->throws == 1 ? "" : "s", asked->seed);
    else
        snprintf(line, sizeof line, "The first decision:");
    term_wrap(line, 0, 2);
    lb_tell_question(&g->battle, &g->state.machine.node.question, question, sizeof question);
    snprintf(line, sizeof line, "Turn %u of %u, %s, %s: %s", g->state.turn, g->battle.turns,
             g->battle.side[g->side].name, g->battle.rules->play->phases[g->state.phase], question);
    term_wrap(line, 0, 2);
}

static bool read_request(request *asked, int argc, char **argv)
{
    const cli_option options[] = {{"--rules", &asked->rules, NULL},
                                  {"--house", &asked->house, NULL},
                                  {"--turn", &asked->turn_text, NULL},
                                  {"--seed", &asked->seed_text, NULL}};
    int words = cli_options(argc, argv, options, 4, &asked->file, 1);

    if (words == 0)
        cli_error("compare needs a scenario, a position or a record");
    return words > 0 &&
           (asked->turn_text == NULL || cli_number("--turn", asked->turn_text, &asked->turn)) &&
           (asked->seed_text == NULL || cli_number("--seed", asked->seed_text, &asked->seed));
}

static int compare(game *g, const request *asked)
{
    search s = {.g = g, .turn = asked->turn};
    char path[CLI_PATH];
    char *text;
    bool is_record;
    int code = CLI_DONE;

    cli_find_scenario(asked->file, path);
    text = cli_read_record(path);
    if (text == NULL)
        return CLI_USAGE;
    is_record = strncmp(text, "limber record", 13) == 0;
    if (is_record)
        code = search_record(&s, asked, text);
    else if (cli_battle(asked->file, asked->rules, asked->house, &g->battle))
        search_battle(&s, asked->seed);
    else
        code = CLI_USAGE;
    free(text);
    if (code != CLI_DONE)
        return code;
    if (!s.is_found) {
        cli_error("no dice hang on any decision%s%s, and there %s %u",
                  asked->turn_text != NULL ? " from turn " : "",
                  asked->turn_text != NULL ? cli_clean(asked->turn_text) : "",
                  s.decisions == 1 ? "is" : "are", s.decisions);
        return CLI_REFUSED;
    }
    show_decision(&s, asked, is_record);
    play_compare(g);
    return CLI_DONE;
}

int cmd_compare(int argc, char **argv)
{
    request asked = {.seed = 1};
    game *g;
    int code;

    if (!read_request(&asked, argc, argv))
        return CLI_USAGE;
    g = calloc(1, sizeof *g);
    if (g == NULL)
        return cli_error("out of memory");
    code = compare(g, &asked);
    free(g);
    return code;
}
