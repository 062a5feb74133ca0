// SPDX-License-Identifier: MIT
// Asking the person: the choices by unit, a screenful at a time, and the words that can be typed
// instead.

#include "battle_goals.h"
#include "play.h"
#include "text/record.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ROWS_LEFT_FREE = 4, ROWS_LEAST = 8 };

/// Rows that one look can take; away from a terminal all of them.
static uint32_t screen_rows(void)
{
    struct winsize size;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0)
        return UINT32_MAX;
    return size.ws_row < ROWS_LEAST + ROWS_LEFT_FREE ? ROWS_LEAST : size.ws_row - ROWS_LEFT_FREE;
}

static bool has_unit(const game *g, const lb_action *action)
{
    return (g->battle.rules->play->verbs[action->verb].uses & LB_USES_UNIT) != 0;
}

/// Adds a choice, unless one that reads the same is there: what differs by less than is printed is
/// no choice for a person.
static void add_choice(game *g, const lb_action *action)
{
    static uint64_t sums[LB_CHOICES_MAX];
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);
    uint64_t sum;

    if (play_is_nothing(g, action))
        return;
    play_put_choice(g, action, true, &put);
    sum = lb_record_sum(0, line);
    for (uint32_t i = 0; i < g->choice_count; i++)
        if (sums[i] == sum)
            return;
    sums[g->choice_count] = sum;
    g->choice[g->choice_count++] = *action;
}

/// Lists what may be done: first what no unit does, then unit by unit.
static void find_choices(game *g)
{
    static lb_action found[LB_CHOICES_MAX];
    uint32_t count = lb_battle_choices(&g->battle, &g->state, NULL, found, LB_CHOICES_MAX);

    g->choice_count = g->shown = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!has_unit(g, &found[i]))
            add_choice(g, &found[i]);
    for (uint32_t unit = 0; unit < g->battle.unit_count; unit++)
        for (uint32_t i = 0; i < count; i++)
            if (has_unit(g, &found[i]) && found[i].unit == unit)
                add_choice(g, &found[i]);
}

/// Prints the name above a unit's choices.
static void show_unit_head(const game *g, uint32_t unit)
{
    char text[LB_DIAG_TEXT];
    lb_put put = lb_put_start(text, sizeof text);

    battle_put_states(&g->battle, &g->state, unit, &put);
    printf("%u %s (%s%s)\n", unit, g->battle.unit[unit].name,
           g->battle.rules->play->formations[g->state.unit[unit].formation].word, text);
}

/// Prints choices from where the last page ended.
static void show_more(game *g)
{
    uint32_t rows = screen_rows(), row = 0;

    for (; g->shown < g->choice_count && row < rows; g->shown++, row++) {
        const lb_action *choice = &g->choice[g->shown];
        char line[LB_RECORD_LINE];
        lb_put put = lb_put_start(line, sizeof line);
        bool is_unit = has_unit(g, choice);

        if (is_unit && (row == 0 || !has_unit(g, choice - 1) || choice[-1].unit != choice->unit)) {
            show_unit_head(g, choice->unit);
            row++;
        }
        play_put_choice(g, choice, !is_unit, &put);
        printf("%4u  ", g->shown + 1);
        term_wrap(line, 6, 8);
    }
    if (g->shown < g->choice_count)
        printf("      %u more choices: more\n", g->choice_count - g->shown);
}

static void show_help(const game *g)
{
    const lb_play *play = g->battle.rules->play;

    puts("Type the number of a choice, or say it:");
    for (uint8_t i = 0; i < play->verb_count; i++) {
        printf("  %-14s", play->verbs[i].word);
        term_wrap(play->verbs[i].help, 16, 16);
    }
    printf(
        "What you leave out is filled in: charge 5 lets the nearest unit that can go at unit 5.\n"
        "Moves: move 3 to The Farm, move 3 toward 5, 3 north 6%s. Or step by step: move 3 forward\n"
        "8%s wheel left 30 as line. Steps are forward,\n"
        "back, wheel left|right DEGREES, oblique left|right DEGREES LENGTH, turn north-east, "
        "about.\n",
        play->length_word, play->length_word);
    puts("And at any question:\n"
         "  list, more     the choices again, or the next of them\n"
         "  look, look 5   all units, leaders and objectives and your hand, or one unit\n"
         "  map, map 5     the table, or the part about a unit or an objective\n"
         "  score, hint    how the battle stands, and what a regular player would do\n"
         "  odds 3         the exact odds of choice 3; also odds fire 3 at 7\n"
         "  compare        the odds of all choices in short\n"
         "  why            why the last test went as it did, or why you were refused\n"
         "  undo           take your last decision back; the dice stay what they are\n"
         "  save FILE      copy the record; save --force FILE overwrites\n"
         "  quit           leave; the game is kept");
}

/// Carries out an action if it is legal.
static bool try_action(game *g, const lb_action *action)
{
    lb_reason reason;

    if (!lb_battle_check(&g->battle, &g->state, NULL, action, &reason)) {
        g->refused = reason;
        printf("No: %s (%s).\n", reason.why, g->battle.rules->clauses[reason.clause].id);
        return false;
    }
    g->refused.why = NULL;
    play_remember(g);
    return play_act(g, action);
}

/// Prints what a diag says as a sentence.
static void show_diag(const lb_diag *diag)
{
    size_t length = strlen(diag->text);

    printf("%s%s\n", diag->text, length > 0 && diag->text[length - 1] == '?' ? "" : ".");
}

/// An action that was said in words, or a line of a record. True if it was carried out.
static bool try_typed(game *g, const char *line)
{
    play_typed typed;
    lb_action action;
    lb_diag diag, other;

    if (lb_record_parse_action(g->battle.rules->play, line, &action, &other) == LB_OK &&
        strchr(line, ' ') != NULL)
        return try_action(g, &action);
    if (!play_read(g, line, &typed, &diag) || !play_complete(g, &typed, &action, &diag) ||
        (typed.has_goal && !play_go_to(g, typed.goal, &action, &diag))) {
        show_diag(&diag);
        return false;
    }
    return try_action(g, &action);
}

/// The odds of all choices on which dice hang.
static void compare_choices(const game *g)
{
    uint32_t shown = 0;

    for (uint32_t i = 0; i < g->choice_count; i++) {
        char line[2 * LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        play_put_choice(g, &g->choice[i], true, &put);
        lb_put_text(&put, ": ");
        if (!compare_put_odds(&g->battle, &g->state, &g->choice[i], &put))
            continue;
        printf("%4u  ", i + 1);
        term_wrap(line, 6, 8);
        shown++;
    }
    if (shown == 0)
        puts("No dice hang on any of the choices.");
}

/// What a regular player would do here.
static void give_hint(const game *g)
{
    static _Alignas(64) unsigned char room[LB_PLAYER_ROOM];
    static lb_player player;
    lb_dice whim;
    lb_action action;
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    lb_dice_seed(&whim, g->asked.seed);
    lb_player_start(&player, room, sizeof room);
    lb_player_choose(LB_LEVEL_REGULAR, &g->battle, &g->state, &whim, &player, &action);
    lb_put_text(&put, "A regular player would say: ");
    play_put_choice(g, &action, true, &put);
    lb_put_char(&put, '.');
    term_wrap(line, 0, 2);
}

/// The odds of a choice by its number, or of a question in words.
static void answer_odds(const game *g, const char *text)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    lb_query query;
    lb_diag diag;

    if (text[0] >= '0' && text[0] <= '9' && *end == '\0') {
        const lb_action *choice;

        if (number < 1 || number > g->choice_count) {
            puts("There is no choice of that number.");
            return;
        }
        choice = &g->choice[number - 1];
        query = lb_query_of(g->battle.rules->play->verbs[choice->verb].word, choice->unit,
                            choice->target);
        query.option = choice->option;
        memcpy(query.helper, choice->helper, sizeof query.helper);
        play_odds(g, &query);
        return;
    }
    if (!words_read_query(&g->battle, text, &query, &diag)) {
        show_diag(&diag);
        return;
    }
    if (query.target == LB_NOBODY && query.unit < g->battle.unit_count &&
        g->battle.unit[query.unit].side != g->side &&
        play_nearest_own(g, query.unit) != LB_NOBODY) {
        play_typed typed;
        lb_action action;

        /* "odds fire 5": by whom such an action would be. */
        query.target = query.unit;
        query.unit = (uint8_t)play_nearest_own(g, query.target);
        if (play_read(g, text, &typed, &diag) && play_complete(g, &typed, &action, &diag)) {
            query.unit = action.unit;
            query.option = action.option;
            memcpy(query.helper, action.helper, sizeof query.helper);
        }
    }
    play_odds(g, &query);
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
        show_diag(&diag);
    }
}

/// Obeys a word that decides nothing. False if it is none of them.
static bool obey(game *g, const char *line)
{
    if (words_take(&line, "list")) {
        g->shown = 0;
        show_more(g);
    } else if (words_take(&line, "more")) {
        if (g->shown == g->choice_count)
            puts("Those were all; list shows them again.");
        show_more(g);
    } else if (words_take(&line, "compare")) {
        compare_choices(g);
    } else if (words_take(&line, "hint")) {
        give_hint(g);
    } else if (words_take(&line, "score")) {
        lb_teller_score(&g->log.teller);
    } else if (words_take(&line, "map")) {
        lb_point about;

        play_map(g, play_take_place(g, &line, &about) ? &about : NULL);
    } else if (words_take(&line, "look")) {
        look(g, line);
    } else if (words_take(&line, "odds")) {
        answer_odds(g, line);
    } else if (words_take(&line, "why")) {
        play_why(g);
    } else if (words_take(&line, "save")) {
        play_save(g, line);
    } else if (words_take(&line, "help") || *line == '\0') {
        show_help(g);
    } else {
        return false;
    }
    return true;
}

/// A line from the person, without blanks around it. False at the end of the input.
static bool read_answer(char *line, const char **text)
{
    size_t length;

    fputs("> ", stdout);
    fflush(stdout);
    if (play_is_interrupted() || !cli_read_line(line, PLAY_LINE)) {
        putchar('\n');
        return false;
    }
    /* A transcript of a file's answers shall show them. */
    if (!isatty(STDIN_FILENO))
        puts(cli_clean(line));
    for (length = strlen(line); length > 0 && line[length - 1] == ' '; length--)
        line[length - 1] = '\0';
    *text = line;
    words_skip(text);
    return true;
}

/// The hour and the weather, where the scenario has them and they are not what was said last.
static void show_hour(game *g)
{
    const lb_weather *weather = lb_battle_weather(&g->battle, g->state.turn);
    uint32_t minute = g->battle.start_minute + (g->state.turn - 1u) * g->battle.minutes;
    char sight[LB_DIAG_TEXT];
    lb_put put = lb_put_start(sight, sizeof sight);

    if (g->hour_turn == g->state.turn)
        return;
    g->hour_turn = g->state.turn;
    if (g->battle.start_minute > 0)
        printf("It is about %02u:%02u. ", minute / 60 % 24, minute % 60);
    if (weather != NULL && weather->sight_tmm > 0) {
        battle_put_sight(&g->battle, weather, &put);
        printf("%s: %s. ", weather->name, sight);
    } else if (weather != NULL) {
        printf("%s. ", weather->name);
    }
    if (g->battle.start_minute > 0 || weather != NULL)
        puts("");
}

void play_ask(game *g)
{
    const lb_question *question = &g->state.machine.node.question;
    char line[PLAY_LINE], words[LB_TELL_LINE];
    const char *text;

    battle_log_flush(&g->log);
    find_choices(g);
    show_hour(g);
    lb_tell_question(&g->battle, question, words, sizeof words);
    printf("Turn %u of %u, %s, %s: %s\n", g->state.turn, g->battle.turns,
           g->battle.side[g->side].name, g->battle.rules->play->phases[g->state.phase], words);
    show_more(g);
    for (;;) {
        char *end;
        unsigned long number;

        if (!read_answer(line, &text) || strcmp(text, "quit") == 0) {
            g->is_over = true;
            return;
        }
        number = strtoul(text, &end, 10);
        if (text[0] >= '0' && text[0] <= '9' && *end == '\0') {
            if (number >= 1 && number <= g->choice_count) {
                if (try_action(g, &g->choice[number - 1]))
                    return;
            } else {
                printf("The choices have numbers from 1 to %u.\n", g->choice_count);
            }
        } else if (strcmp(text, "undo") == 0) {
            if (play_undo(g))
                return;
        } else if (!obey(g, text) && try_typed(g, text)) {
            return;
        }
    }
}
