// SPDX-License-Identifier: MIT
// Words that decide nothing and can be typed at every prompt, whether a choice or dice are asked
// for, and the conversation at a prompt.

#include "battle_goals.h"
#include "play.h"
#include "text/record.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

const char *const play_commands[] = {"list", "more",  "look",    "map",  "odds", "hint",
                                     "log",  "why",   "explain", "undo", "save", "compare",
                                     "help", "score", "report",  "quit", NULL};

static bool is_roll(const game *g)
{
    return g->state.machine.node.kind == LB_NODE_ROLL;
}

/// Prints what a diag says as a sentence.
void play_show_diag(const lb_diag *diag)
{
    size_t length = strlen(diag->text);
    char line[LB_DIAG_TEXT + 2];

    snprintf(line, sizeof line, "%s%s", diag->text,
             length > 0 && diag->text[length - 1] == '?' ? "" : ".");
    term_wrap(line, 0, 2);
}

static void show_verbs(const game *g)
{
    const lb_play *play = g->battle.rules->play;

    puts("Type the number of a choice, a unit's name to see what it can do, or say it:");
    for (uint8_t i = 0; i < play->verb_count; i++) {
        if (strcmp(play->verbs[i].word, play->verbs[i].help) == 0)
            continue;
        printf("  %-14s", play->verbs[i].word);
        term_wrap(play->verbs[i].help, 16, 16);
    }
    printf("What you leave out is filled in: charge 5 lets the nearest unit that can go at\n"
           "unit 5. Units go by their number on the map, their name or a part of it that no\n"
           "other has. Several units, where a sheet lets them: move 4 and 6 south 5%s.\n"
           "Moves: move 3 to The Farm, move 3 toward 5, 3 north 6%s. Or step by step:\n"
           "move 3 forward 8%s wheel left 30 as line. Steps are forward, back,\n"
           "wheel left|right DEGREES, oblique left|right DEGREES LENGTH, turn north-east,\n"
           "about.\n",
           play->length_word, play->length_word, play->length_word);
}

static void show_help(const game *g, const char *about)
{
    if (words_take(&about, "actions")) {
        show_verbs(g);
        return;
    }
    if (is_roll(g))
        term_wrap("Throw the dice and type each face with spaces between, such as 3 5 1. Type less "
                  "and you are asked for the rest. A card is typed by its rank: A, 2 to 10, J, Q "
                  "or K.",
                  0, 0);
    else
        puts("Type the number of a choice, a unit to see what it can do, or what is to be\n"
             "done: charge 5, move 3 to The Farm. help actions says what there is.");
    puts("At any question you can type\n"
         "  list, more     the choices again, or the next of them; list all: every one\n"
         "  look, look 5   all units, leaders and objectives and your hand, or one unit\n"
         "  map, map 5     the table, or the part about a unit, an objective or a place\n"
         "  score          how the battle stands\n"
         "  hint, hint do  what a regular player would do, and to do it\n"
         "  log, log 3     what happened in the last turn and this one, or in turn 3; all\n"
         "  odds 3         the exact odds of choice 3; odds fire 3 at 7; odds ? lists them\n"
         "  compare        the odds of all choices in short\n"
         "  why            why the last test went as it did, or why you were refused\n"
         "  explain        the rule behind this question; explain vf.fire: by their id\n"
         "  undo           take your last decision back; Limber's dice stay what they are\n"
         "  report         losses, turning points and luck so far\n"
         "  save FILE      copy the record; save --force FILE overwrites\n"
         "  quit           leave; the game is kept");
}

lb_action play_hint(const game *g)
{
    static _Alignas(64) unsigned char room[LB_PLAYER_ROOM];
    static lb_player player;
    lb_dice whim;
    lb_action action;

    lb_dice_seed(&whim, g->asked.seed);
    lb_player_start(&player, room, sizeof room);
    lb_player_choose(LB_LEVEL_REGULAR, &g->battle, &g->state, &whim, &player, &action);
    return action;
}

/// What a regular player would do here.
static void give_hint(const game *g)
{
    lb_action action = play_hint(g);
    char line[LB_RECORD_LINE], odds[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line), chances = lb_put_start(odds, sizeof odds);

    lb_put_text(&put, "A regular player would say: ");
    play_put_choice(g, &action, true, &put);
    lb_put_text(&put, ". (hint do does it)");
    term_wrap(line, 0, 2);
    lb_put_text(&chances, "Its odds: ");
    if (compare_put_odds(&g->battle, &g->state, &action, false, &chances)) {
        lb_put_char(&chances, '.');
        term_wrap(odds, 0, 2);
    }
    chances = lb_put_start(odds, sizeof odds);
    lb_put_text(&chances, "First ");
    if (lb_roll_put_next(&g->battle, &g->state, &action, &chances)) {
        lb_put_char(&chances, '.');
        term_wrap(odds, 0, 2);
    }
}

/// The dice that are to be thrown, and how they may fall.
static void answer_open_roll(const game *g)
{
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    lb_roll_put_open(&g->battle, &g->state, &put);
    lb_put_text(&put, "; ");
    lb_roll_put_chances(&g->battle, &g->state.machine.node.roll, &put);
    lb_put_char(&put, '.');
    term_wrap(line, 0, 2);
}

static void odds(const game *g, const char *text)
{
    if (strcmp(text, "?") == 0)
        cli_print_questions_of(g->battle.rules);
    else if (*text == '\0' && is_roll(g))
        answer_open_roll(g);
    else if (*text == '\0')
        play_compare(g);
    else
        play_answer_odds(g, text);
}

static void look(const game *g, const char *text)
{
    uint16_t unit;
    lb_diag diag;

    if (*text == '\0') {
        play_look(g);
    } else if (words_take_name(&g->battle, WORDS_UNIT, &text, &unit)) {
        play_look_at(g, unit);
    } else {
        words_name_unknown(&g->battle, WORDS_UNIT, text, &diag);
        play_show_diag(&diag);
    }
}

static void map(const game *g, const char *text)
{
    lb_point about;
    lb_diag diag;

    if (*text == '\0') {
        play_map(g, NULL);
    } else if (play_take_place(g, NULL, &text, &about, &diag)) {
        play_map(g, &about);
    } else {
        play_show_diag(&diag);
    }
}

/// The rule behind what is asked, or those that are named.
static void explain(const game *g, const char *text)
{
    const lb_node *node = &g->state.machine.node;
    uint16_t clause = is_roll(g) ? node->roll.clause : node->question.clause;

    if (*text == '\0')
        text = g->battle.rules->clauses[clause].id;
    if (!cli_explain(g->battle.rules, &g->battle.house, text))
        printf("There is no clause '%s'; why names those of the last test.\n", cli_clean(text));
}

/// What is about choices, and so of no use while dice are asked for.
static play_outcome obey_chooser(game *g, const char **line)
{
    static const char *const words[] = {"list", "more", "compare", "hint", NULL};
    const char *word = *line;

    if (!words_take_any(line, words))
        return PLAY_UNKNOWN;
    if (is_roll(g)) {
        puts("There is nothing to choose now: dice are to be thrown.");
    } else if (words_take(&word, "list")) {
        memset(g->told_effects[g->side], 0, sizeof g->told_effects[g->side]);
        play_list(g, words_take(&word, "all"));
    } else if (words_take(&word, "more")) {
        play_list_more(g);
    } else if (words_take(&word, "compare")) {
        play_compare(g);
    } else if (words_take(line, "do")) {
        lb_action action = play_hint(g);

        return play_try(g, &action) ? PLAY_CLOSED : PLAY_OBEYED;
    } else {
        give_hint(g);
    }
    return PLAY_OBEYED;
}

static void play_score(game *g)
{
    g->log.teller.context = &g->log;
    lb_teller_score(&g->log.teller);
}

play_outcome play_obey(game *g, const char *line)
{
    play_outcome chosen;

    if (words_take(&line, "quit")) {
        g->is_over = true;
        return PLAY_CLOSED;
    }
    if (words_take(&line, "undo"))
        return play_undo(g) ? PLAY_CLOSED : PLAY_OBEYED;
    chosen = obey_chooser(g, &line);
    if (chosen != PLAY_UNKNOWN)
        return chosen;
    if (words_take(&line, "score"))
        play_score(g);
    else if (words_take(&line, "map"))
        map(g, line);
    else if (words_take(&line, "look"))
        look(g, line);
    else if (words_take(&line, "odds"))
        odds(g, line);
    else if (words_take(&line, "why"))
        play_why(g);
    else if (words_take(&line, "explain"))
        explain(g, line);
    else if (words_take(&line, "log"))
        play_log(g, line);
    else if (words_take(&line, "report"))
        play_report(g);
    else if (words_take(&line, "save"))
        play_save(g, line);
    else if (words_take(&line, "help") || words_take(&line, "?"))
        show_help(g, line);
    else if (*line == '\0')
        term_wrap(is_roll(g)
                      ? "Type the dice, or help."
                      : "Type a number, a unit, or what is to be done; list shows the choices, "
                        "help all words.",
                  0, 2);
    else
        return PLAY_UNKNOWN;
    return PLAY_OBEYED;
}

bool play_converse(game *g, const play_talk *talk, void *context)
{
    char line[PLAY_LINE];
    const char *text;
    lb_diag diag;

    for (;;) {
        if (talk->ask != NULL)
            talk->ask(g, context);
        if (!play_line(g, talk->prompt, line, &text)) {
            g->is_over = true;
            return false;
        }
        if (!play_expand(g, talk->openings, &text, line, &diag)) {
            play_show_diag(&diag);
            continue;
        }
        switch (play_obey(g, text)) {
        case PLAY_CLOSED:
            return false;
        case PLAY_OBEYED:
            break;
        case PLAY_UNKNOWN:
            if (talk->take(g, text, context))
                return true;
            break;
        }
    }
}
