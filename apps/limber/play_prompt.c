// SPDX-License-Identifier: MIT
// Asking the person: the choices by unit, a screenful at a time, and the words that can be typed
// instead.

#include "battle_goals.h"
#include "play.h"
#include "text/clause_text.h"
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

/// How a unit stands, in a word or two: its formation, or the houses that it holds.
static void put_short_stance(const game *g, uint32_t unit, lb_put *put)
{
    if (lb_garrison_name(&g->battle, &g->state, unit) != NULL)
        lb_put_stance(&g->battle, &g->state, unit, put);
    else
        lb_put_text(put, battle_formation(&g->battle, g->state.unit[unit].formation));
}

/// Prints the name above a unit's choices.
static void show_unit_head(const game *g, uint32_t unit)
{
    char text[LB_DIAG_TEXT];
    lb_put put = lb_put_start(text, sizeof text);

    if (g->asked.is_plain) {
        lb_put_stance(&g->battle, &g->state, unit, &put);
        lb_put_states(&g->battle, &g->state, unit, &put);
        printf("Unit %u, %s, ", unit, g->battle.unit[unit].name);
        lb_put_text(&put, ":");
        term_wrap(text, 10 + term_columns(g->battle.unit[unit].name), 2);
        return;
    }
    lb_put_int(&put, unit);
    lb_put_text(&put, " ");
    lb_put_text(&put, g->battle.unit[unit].name);
    lb_put_text(&put, " (");
    put_short_stance(g, unit, &put);
    lb_put_states(&g->battle, &g->state, unit, &put);
    lb_put_text(&put, ")");
    term_wrap(text, 0, 4);
}

/// Prints the dice that any order to a unit begins with, if there are some.
static void show_first_dice(const game *g, const lb_action *choice)
{
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    if (play_has_odds(g, choice))
        return;
    lb_put_text(&put, "first ");
    if (!lb_roll_put_next(&g->battle, &g->state, choice, &put))
        return;
    fputs("    ", stdout);
    term_wrap(line, 4, 6);
}

/// Writes a choice with what it does, and with its odds in a few words where dice follow.
static void put_row(game *g, const lb_action *choice, lb_put *put)
{
    const lb_verb *verb = &g->battle.rules->play->verbs[choice->verb];
    uint32_t acts = LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER;

    play_put_choice(g, choice, !play_has_unit(g, choice), put);
    if ((verb->uses & acts) == 0 && (verb->uses & LB_USES_OPTION) != 0 &&
        !g->told_effects[g->side][choice->option]) {
        play_put_effect(g, choice, put);
        g->told_effects[g->side][choice->option] = true;
    }
    if (verb->uses == 0 && strcmp(verb->word, verb->help) != 0) {
        lb_put_text(put, " (");
        lb_put_text(put, verb->help);
        lb_put_char(put, ')');
    }
    if (g->odds_in_list && play_has_odds(g, choice))
        play_put_odds(g, choice, put);
}

/// Prints a choice by its number; returns how many rows that took.
static uint32_t show_choice(game *g, uint32_t number)
{
    char line[LB_RECORD_LINE + LB_MEANING_MAX];
    lb_put put = lb_put_start(line, sizeof line);

    put_row(g, &g->choice[number], &put);
    if (g->asked.is_plain) {
        char sentence[sizeof line + 32];

        if (put.length == 0 || line[put.length - 1] != '.')
            lb_put_char(&put, '.');
        snprintf(sentence, sizeof sentence, "Choice %u: %s", number + 1, line);
        term_wrap(sentence, 0, 2);
        return 1;
    }
    printf("%4u  ", number + 1);
    term_wrap(line, 6, 8);
    return 1 + (uint32_t)(term_columns(line) / (term_width() - 8));
}

/// Prints choices from where the last page ended, up to `end`.
static void show_page(game *g, uint32_t end)
{
    uint32_t rows = screen_rows(), row = 0;

    for (; g->shown < end && row < rows; g->shown++) {
        const lb_action *choice = &g->choice[g->shown];
        bool is_unit = play_has_unit(g, choice);

        if (is_unit &&
            (row == 0 || !play_has_unit(g, choice - 1) || choice[-1].unit != choice->unit)) {
            show_unit_head(g, choice->unit);
            show_first_dice(g, choice);
            row += 2;
        }
        row += show_choice(g, g->shown);
    }
    if (g->shown < end)
        printf("%s%u more choice%s: more\n", g->asked.is_plain ? "" : "      ", end - g->shown,
               end - g->shown == 1 ? "" : "s");
}

/// Prints in a line what a unit can do: "unit 3  Foot battery (guns, losses 0): form, fire, move".
/// `first` is its first choice; returns the number of the first one behind its last.
static uint32_t show_unit_line(const game *g, uint32_t first)
{
    const lb_play *play = g->battle.rules->play;
    char line[LB_DIAG_TEXT * 2], states[LB_DIAG_TEXT], label[16];
    lb_put put = lb_put_start(line, sizeof line), state = lb_put_start(states, sizeof states);
    uint16_t unit = g->choice[first].unit;
    uint32_t end = first;

    lb_put_states(&g->battle, &g->state, unit, &state);
    if (g->asked.is_plain) {
        lb_put_text(&put, g->battle.unit[unit].name);
        lb_put_text(&put, ", ");
        lb_put_stance(&g->battle, &g->state, unit, &put);
        lb_put_text(&put, states);
        lb_put_text(&put, ", can ");
    } else {
        lb_put_text(&put, g->battle.unit[unit].name);
        lb_put_text(&put, " (");
        put_short_stance(g, unit, &put);
        lb_put_text(&put, states);
        lb_put_text(&put, "): ");
    }
    for (;
         end < g->choice_count && play_has_unit(g, &g->choice[end]) && g->choice[end].unit == unit;
         end++) {
        bool is_new = true;

        for (uint32_t i = first; i < end; i++)
            is_new &= g->choice[i].verb != g->choice[end].verb;
        if (!is_new)
            continue;
        lb_put_text(&put, end > first ? ", " : "");
        lb_put_text(&put, play->verbs[g->choice[end].verb].word);
    }
    if (g->asked.is_plain) {
        printf("Unit %u, ", unit);
        lb_put_char(&put, '.');
        term_wrap(line, 10, 2);
        return end;
    }
    snprintf(label, sizeof label, "unit %u", unit);
    printf("  %-8s ", label);
    term_wrap(line, 11, 13);
    return end;
}

/// True if all choices fit a screen.
static bool is_short(const game *g)
{
    uint32_t rows = screen_rows(), row = 0;
    char line[LB_RECORD_LINE];

    for (uint32_t i = 0; i < g->choice_count && row <= rows; i++) {
        lb_put put = lb_put_start(line, sizeof line);

        play_put_choice(g, &g->choice[i], !play_has_unit(g, &g->choice[i]), &put);
        row += 1 + (uint32_t)((term_columns(line)) / (term_width() - 8));
        row += i == 0 || g->choice[i].unit != g->choice[i - 1].unit;
    }
    return row <= rows;
}

void play_list(game *g, bool is_all)
{
    uint32_t at = 0;

    g->shown = 0;
    if (is_all || is_short(g) || !play_has_unit(g, &g->choice[g->choice_count - 1])) {
        g->listed = g->choice_count;
        show_page(g, g->listed);
        return;
    }
    while (at < g->choice_count && !play_has_unit(g, &g->choice[at]))
        (void)show_choice(g, at++);
    while (at < g->choice_count)
        at = show_unit_line(g, at);
    puts("  Type a unit's name, or unit and its number, to see what it can do; list all.");
    g->listed = g->choice_count;
}

void play_list_more(game *g)
{
    if (g->shown == g->listed)
        puts("Those were all; list shows them again.");
    show_page(g, g->listed);
}

/// Lists what a unit can do, if a line is nothing but its name. False if it is not.
static bool show_unit_choices(game *g, const char *line)
{
    uint32_t first = 0, end;
    uint16_t unit;
    lb_diag diag;

    if (!words_take_name(&g->battle, WORDS_UNIT, &line, &unit)) {
        if (strchr(line, ' ') != NULL ||
            !words_ask_which(&g->battle, WORDS_UNIT, LB_SIDES, line, &diag))
            return false;
        play_show_diag(&diag);
        return true;
    }
    if (*line != '\0')
        return false;
    while (first < g->choice_count &&
           !(play_has_unit(g, &g->choice[first]) && g->choice[first].unit == unit))
        first++;
    for (end = first;
         end < g->choice_count && play_has_unit(g, &g->choice[end]) && g->choice[end].unit == unit;)
        end++;
    if (first == end) {
        printf("%s has nothing to choose from now.\n", g->battle.unit[unit].name);
        play_look_at(g, unit);
        return true;
    }
    g->shown = first;
    g->listed = end;
    show_page(g, end);
    return true;
}

/// Lists what a leader or a brigade can do, if a line is nothing but its name. False if it is not.
static bool show_others_choices(game *g, const char *line)
{
    static const words_kind kinds[] = {WORDS_LEADER, WORDS_GROUP};
    static const uint32_t uses[] = {LB_USES_LEADER, LB_USES_GROUP};

    for (size_t kind = 0; kind < 2; kind++) {
        const char *at = line, *name;
        bool has_some = false;
        uint16_t number;

        if (!words_take_own(&g->battle, kinds[kind], g->side, &at, &number) || *at != '\0')
            continue;
        name = kind == 0 ? g->battle.leader[number].name : g->battle.group[number].name;
        for (uint32_t i = 0; i < g->choice_count; i++) {
            const lb_action *choice = &g->choice[i];
            uint32_t used = g->battle.rules->play->verbs[choice->verb].uses;
            bool is_in = kind == 1 && play_has_unit(g, choice) &&
                         g->battle.unit[choice->unit].group == number;

            if (((used & uses[kind]) == 0 || choice->unit != number) && !is_in)
                continue;
            if (is_in &&
                (!has_some || !play_has_unit(g, choice - 1) || choice[-1].unit != choice->unit))
                show_unit_head(g, choice->unit);
            (void)show_choice(g, i);
            has_some = true;
        }
        if (!has_some)
            printf("%s has nothing to choose from now.\n", name);
        return true;
    }
    return false;
}

/// Says whose action is refused, and why.
static void refuse(game *g, const lb_action *action, lb_reason reason)
{
    const char *name = play_actor_name(g, action);
    char line[2 * LB_TELL_LINE], why[LB_DIAG_TEXT * 2], question[LB_TELL_LINE + LB_DIAG_TEXT] = "";
    lb_put put = lb_put_start(why, sizeof why), asked = lb_put_start(question, sizeof question);

    if (play_put_refusal(g, action, &reason, &put)) {
        lb_put_char(&asked, ' ');
        play_put_question(g, &asked);
    }
    g->refused = reason;
    snprintf(line, sizeof line, "No%s%s: %s (%s).%s", name != NULL ? ", " : "",
             name != NULL ? name : "", why, g->battle.rules->clauses[reason.clause].id, question);
    term_wrap(line, 0, 2);
}

bool play_try(game *g, const lb_action *action)
{
    lb_reason reason;

    if (!lb_battle_check(&g->battle, &g->state, NULL, action, &reason)) {
        refuse(g, action, reason);
        return false;
    }
    g->refused.why = NULL;
    play_remember(g);
    return play_act(g, action);
}

/// An action that was said in words, or a line of a record. True if it was carried out.
static bool try_typed(game *g, const char *line)
{
    lb_action action;
    lb_diag diag;

    if (!play_order(g, line, &action, &diag)) {
        play_show_diag(&diag);
        g->refused = (lb_reason){0};
        snprintf(g->misread, sizeof g->misread, "%s", diag.text);
        return false;
    }
    g->misread[0] = '\0';
    return play_try(g, &action);
}

/// The hour and the weather, where the scenario has them and they are not what was said last.
static void show_hour(game *g)
{
    const lb_weather *weather = lb_battle_weather(&g->battle, g->state.turn);
    uint32_t minute = g->battle.start_minute + (g->state.turn - 1u) * g->battle.minutes;
    char sight[LB_DIAG_TEXT];
    lb_put put = lb_put_start(sight, sizeof sight);

    /* The headline of a turn has the hour. */
    bool has_hour = g->battle.start_minute > 0 && g->log.teller.turn != g->state.turn;

    if (g->hour_turn == g->state.turn)
        return;
    g->hour_turn = g->state.turn;
    if (has_hour)
        printf("It is about %02u:%02u. ", minute / 60 % 24, minute % 60);
    if (weather != NULL && weather->sight_tmm > 0) {
        battle_put_sight(&g->battle, weather, &put);
        printf("%s: %s. ", weather->name, sight);
    } else if (weather != NULL) {
        printf("%s. ", weather->name);
    }
    if (has_hour || weather != NULL)
        puts("");
}

/// What the side has in hand, if that has changed.
static void show_new_hand(game *g)
{
    uint32_t in_hand = lb_battle_side(&g->battle, &g->state, g->side).in_hand;

    if (in_hand != g->known_hand[g->side] && g->battle.rules->play->hand != NULL)
        play_show_hand(g);
    g->known_hand[g->side] = in_hand;
}

static bool is_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/// Takes a line that is no command: an order, or a unit whose choices are to be listed.
static bool take_order(game *g, const char *text, void *context)
{
    (void)context;
    /* A number alone is that of a choice. */
    return (is_number(text) || (!show_unit_choices(g, text) && !show_others_choices(g, text))) &&
           try_typed(g, text);
}

void play_ask(game *g)
{
    static const play_talk talk = {
        .prompt = "> ", .openings = play_offer_openings, .take = take_order};
    const lb_question *question = &g->state.machine.node.question;
    char words[LB_TELL_LINE], head[LB_TELL_LINE + LB_DIAG_TEXT];

    battle_log_flush(&g->log);
    play_find_choices(g);
    show_hour(g);
    show_new_hand(g);
    lb_tell_question(&g->battle, question, words, sizeof words);
    snprintf(head, sizeof head, "Turn %u of %u, %s, %s: %s", g->state.turn, g->battle.turns,
             g->battle.side[g->side].name, g->battle.rules->play->phases[g->state.phase], words);
    term_wrap(head, 0, 2);
    play_list(g, false);
    (void)play_converse(g, &talk, NULL);
}
