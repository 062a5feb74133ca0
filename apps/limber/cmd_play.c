// SPDX-License-Identifier: MIT
// limber play: a battle in the terminal against the computer.
//
// The game loop: dice, the computer and the person answer the nodes of a battle until it ends or
// the person leaves. What the person sees and types is in play_view.c, play_prompt.c and
// play_words.c, the record in play_record.c.

#include "battle_goals.h"
#include "play.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t is_interrupted;

/// A signal that interrupts what is being read, once: the game is kept and the person told where.
static void interrupt(int number)
{
    (void)number;
    is_interrupted = 1;
}

bool play_is_interrupted(void)
{
    return is_interrupted != 0;
}

/// True if a file begins like a record. A pipe is not waited for.
static bool is_record(const char *path)
{
    int handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    char head[13] = "";
    bool is_one = handle >= 0 && pread(handle, head, sizeof head, 0) == (ssize_t)sizeof head &&
                  memcmp(head, "limber record", sizeof head) == 0;

    if (handle >= 0)
        close(handle);
    return is_one;
}

static bool read_request(play_request *asked, int argc, char **argv)
{
    const cli_option options[] = {
        {"--rules", &asked->rules, NULL},
        {"--house", &asked->house, NULL},
        {"--as", &asked->side, NULL},
        {"--against", &asked->level, NULL},
        {"--dice", &asked->dice, NULL},
        {"--seed", &asked->seed_text, NULL},
        {"--record", &asked->record, NULL},
        {"--resume", &asked->resume, &asked->resumes},
        {"--plain", NULL, &asked->is_plain},
        {"--brief", NULL, &asked->style.is_brief},
        {"--full", NULL, &asked->style.is_full},
        {"--clauses", NULL, &asked->style.names_clauses},
    };
    int words =
        cli_options(argc, argv, options, sizeof options / sizeof options[0], &asked->scenario, 1);

    if (words < 0)
        return false;
    asked->resumes |= asked->resume != NULL;
    if (words == 0 && !asked->resumes) {
        cli_error("play needs a scenario, or --resume");
        return false;
    }
    if (words == 1 && asked->resumes) {
        cli_error("--resume takes a record instead of a scenario");
        return false;
    }
    if (!asked->resumes && is_record(asked->scenario)) {
        asked->resume = asked->scenario;
        asked->resumes = true;
    }
    if (asked->resumes &&
        (asked->rules != NULL || asked->side != NULL || asked->level != NULL ||
         asked->dice != NULL || asked->seed_text != NULL || asked->record != NULL)) {
        cli_error("a game that goes on keeps its sheet, sides, dice and record");
        return false;
    }
    if (asked->dice != NULL && strcmp(asked->dice, "real") != 0) {
        cli_error("--dice takes real: you throw and type every die");
        return false;
    }
    asked->seed = cli_fresh_seed();
    return asked->seed_text == NULL || cli_number("--seed", asked->seed_text, &asked->seed);
}

/// Which side the person plays: by number or by its name. False after complaining.
static bool find_side(game *g)
{
    const char *wanted = g->asked.side;

    if (wanted == NULL || strcmp(wanted, "1") == 0) {
        g->side = 0;
        return true;
    }
    if (strcmp(wanted, "2") == 0) {
        g->side = 1;
        return true;
    }
    for (uint8_t side = 0; side < 2 && wanted[0] != '\0'; side++)
        if (strcasestr(g->battle.side[side].name, wanted) != NULL) {
            g->side = side;
            return true;
        }
    cli_error("--as takes 1 for %s or 2 for %s", g->battle.side[0].name, g->battle.side[1].name);
    return false;
}

static bool find_level(game *g)
{
    g->level = LB_LEVEL_REGULAR;
    g->is_shared = g->asked.level != NULL && strcmp(g->asked.level, "human") == 0;
    if (g->is_shared)
        return true;
    for (lb_level level = 0; g->asked.level != NULL && level <= LB_LEVEL_COUNT; level++) {
        if (level == LB_LEVEL_COUNT) {
            cli_error("--against takes human or one of %s, not '%s'", cli_levels(),
                      cli_clean(g->asked.level));
            return false;
        }
        if (strcmp(lb_level_word(level), g->asked.level) == 0) {
            g->level = level;
            break;
        }
    }
    return true;
}

static void throw_dice(game *g)
{
    const lb_roll *roll = &g->state.machine.node.roll;
    uint8_t faces[LB_THROW_MAX];
    lb_dice dice = play_dice(g, false);

    if (g->has_real_dice) {
        play_ask_dice(g);
        return;
    }
    g->is_over = !play_throw(g, faces, lb_dice_throw(&dice, roll, faces));
    g->code = g->is_over ? CLI_USAGE : g->code;
}

static void let_computer_act(game *g)
{
    static _Alignas(64) unsigned char room[LB_PLAYER_ROOM];
    static lb_player player;
    lb_dice whim = play_dice(g, true);
    lb_action action;

    /* An empty mind each time: what it does must not depend on what was taken back. */
    lb_player_start(&player, room, sizeof room);
    lb_player_choose(g->level, &g->battle, &g->state, &whim, &player, &action);
    g->is_over = !play_act(g, &action);
    g->code = g->is_over ? CLI_USAGE : g->code;
}

/// What is played, by whom, and how one wins.
static void introduce(const game *g)
{
    char line[LB_DIAG_TEXT * 2];

    snprintf(line, sizeof line,
             "%s by %s. %s%s%s%s%s. Type help at any question. (seed %" PRIu64 ")", g->battle.title,
             g->battle.rules->title, g->is_shared ? "" : "You are ",
             g->battle.side[g->is_shared ? 0 : g->side].name, g->is_shared ? " and " : "",
             g->is_shared ? g->battle.side[1].name : "", g->is_shared ? " share this keyboard" : "",
             g->asked.seed);
    term_wrap(line, 0, 2);
    play_show_sides(g);
    play_show_house(g);
    term_heading("How one wins");
    battle_show_goals(&g->battle, &g->state);
    play_map(g, NULL);
}

static void ask_person(game *g)
{
    if (!play_hand_over(g)) {
        g->is_over = true;
        return;
    }
    battle_log_headline(&g->log);
    play_show_changes(g);
    play_ask(g);
}

static void play(game *g)
{
    introduce(g);
    play_begin_to_look(g);
    while (g->state.machine.node.kind != LB_NODE_END && !g->is_over && !is_interrupted) {
        if (g->state.machine.node.kind == LB_NODE_ROLL)
            throw_dice(g);
        else if (g->is_shared || g->state.machine.node.question.side == g->side)
            ask_person(g);
        else
            let_computer_act(g);
    }
    if (g->state.machine.node.kind == LB_NODE_END) {
        battle_log_end(&g->log);
        play_report(g);
    } else {
        battle_log_flush(&g->log);
    }
    play_line_end(g);
}

/// Sets up a new game, or the one that goes on. False after complaining.
static bool set_up(game *g)
{
    battle_spells_units = g->asked.is_plain;
    if (g->asked.resumes)
        return play_resume(g);
    if (!cli_battle_of(&g->files, g->asked.scenario, g->asked.rules, g->asked.house, &g->battle) ||
        !find_side(g) || !find_level(g))
        return false;
    g->has_real_dice = g->asked.dice != NULL;
    g->log = battle_log_start(&g->battle, &g->state, g->asked.style);
    g->log.teller.reader = (uint8_t)(g->side + 1);
    return play_begin(g);
}

int cmd_play(int argc, char **argv)
{
    game *g = calloc(1, sizeof *g);
    int code;

    if (g == NULL)
        return cli_error("out of memory");
    if (argc == 1) {
        free(g);
        cli_list_scenarios();
        puts("limber play two-brigades begins a battle.");
        return CLI_DONE;
    }
    g->code = CLI_USAGE;
    if (read_request(&g->asked, argc, argv) && set_up(g)) {
        (void)sigaction(SIGINT,
                        &(struct sigaction){.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND},
                        NULL);
        g->code = CLI_DONE;
        play(g);
        if (is_interrupted)
            g->code = CLI_INTERRUPTED;
    }
    play_end(g);
    code = g->code;
    free(g);
    return code;
}
