// SPDX-License-Identifier: MIT
// Orders at an open decision: what may be done there, what a typed order means, the odds of one,
// and why one is refused. limber play, limber act, limber odds and limber compare share them.

#include "play.h"
#include "text/formation_text.h"
#include "text/record.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum { ODDS_IN_LIST = 40 };

static uint32_t uses_of(const game *g, const lb_action *action)
{
    return g->battle.rules->play->verbs[action->verb].uses;
}

bool play_has_unit(const game *g, const lb_action *action)
{
    return (uses_of(g, action) & LB_USES_UNIT) != 0;
}

/// The row of a question about odds; NULL if there is none of that word.
static const lb_verb *query_row(const lb_play *play, const char *word)
{
    for (const lb_verb *row = play->queries; row->word != NULL; row++)
        if (strcmp(row->word, word) == 0)
            return row;
    return NULL;
}

const char *play_query_word(const lb_play *play, uint32_t verb)
{
    const uint32_t pair = LB_USES_UNIT | LB_USES_TARGET;
    const char *word = play->verbs[verb].word;
    const lb_verb *found = query_row(play, word);

    for (const lb_synonym *row = play->odds; found == NULL && row != NULL && row->word != NULL;
         row++)
        if (strcmp(row->word, word) == 0) {
            const lb_verb *other = query_row(play, row->verb);

            /* Of one unit against another; what orders a test is told by its dice. */
            if (other != NULL && (other->uses & pair) == pair)
                found = other;
        }
    return found != NULL ? found->word : NULL;
}

bool play_has_query(const game *g, const lb_action *action)
{
    return play_query_word(g->battle.rules->play, action->verb) != NULL;
}

bool play_has_dice_of_its_own(const game *g, const lb_action *action)
{
    uint32_t uses = uses_of(g, action);

    return (uses & (LB_USES_GROUP | LB_USES_LEADER)) != 0 ||
           (uses == 0 && strcmp(g->battle.rules->play->verbs[action->verb].word, "pass") != 0);
}

bool play_has_odds(const game *g, const lb_action *action)
{
    return play_has_query(g, action) || play_has_dice_of_its_own(g, action);
}

/* What may be done. */

void play_find_choices(game *g)
{
    uint32_t count = 0;

    g->shown = 0;
    play_list_choices(g);
    for (uint32_t i = 0; i < g->choice_count; i++)
        count += play_has_odds(g, &g->choice[i]);
    g->odds_in_list = count <= ODDS_IN_LIST;
}

void play_sit_down(game *g)
{
    const lb_node *node = &g->state.machine.node;

    g->choice_count = 0;
    g->side = node->kind == LB_NODE_DECISION ? node->question.side : g->state.active;
    if (node->kind == LB_NODE_DECISION)
        play_find_choices(g);
}

/* What an order means. */

/// A yes or no where the choices are to pass or to play something: that, or to pass.
static void mean_card(const game *g, play_typed *typed)
{
    const char *word = g->battle.rules->play->verbs[typed->action.verb].word;
    bool is_yes = strcmp(word, "yes") == 0;

    if (!is_yes && strcmp(word, "no") != 0)
        return;
    for (uint32_t i = 0; i < g->choice_count; i++)
        if (play_has_unit(g, &g->choice[i]) || g->choice[i].verb == typed->action.verb)
            return;
    for (uint32_t i = 0; i < g->choice_count; i++)
        if ((g->choice[i].verb != 0) == is_yes) {
            typed->action.verb = g->choice[i].verb;
            return;
        }
}

/// Asks back which of several is meant, where an order for no unit leaves out what it plays.
static bool is_vague(const game *g, const play_typed *typed, lb_diag *diag)
{
    uint32_t uses = uses_of(g, &typed->action), count = 0;
    uint8_t option[LB_OPTIONS_MAX];
    lb_put put;

    if ((uses & LB_USES_OPTION) == 0 || (typed->given & LB_USES_OPTION) != 0 ||
        (uses & (LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER)) != 0)
        return false;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, "Which do you mean: ");
    for (uint32_t i = 0; i < g->choice_count && count < LB_OPTIONS_MAX; i++) {
        const lb_action *choice = &g->choice[i];

        if (choice->verb != typed->action.verb || memchr(option, choice->option, count) != NULL ||
            ((typed->given & LB_USES_TARGET) != 0 && choice->target != typed->action.target))
            continue;
        lb_put_text(&put, count > 0 ? ", or " : "");
        lb_put_text(&put, g->battle.rules->play->option_text(choice));
        option[count++] = choice->option;
    }
    lb_put_char(&put, '?');
    return count > 1;
}

/// Asks back where to, of a unit that may go several ways.
static bool lacks_way(const game *g, const play_typed *typed, lb_diag *diag)
{
    uint32_t uses = uses_of(g, &typed->action), ways = 0;
    lb_put put;

    if ((uses & LB_MOVES_UNIT) == 0 || (uses & LB_USES_PATH) == 0 || (uses & LB_USES_TARGET) != 0 ||
        (typed->given & (LB_USES_PATH | LB_USES_FORMATION)) != 0)
        return false;
    for (uint32_t i = 0; i < g->choice_count; i++)
        ways += g->choice[i].verb == typed->action.verb &&
                ((typed->given & LB_USES_UNIT) == 0 || g->choice[i].unit == typed->action.unit);
    if (ways < 2)
        return false;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, "Where to? Say for instance ");
    lb_put_text(&put, g->battle.rules->play->verbs[typed->action.verb].word);
    lb_put_text(&put, " 3 north 6");
    lb_put_text(&put, g->battle.rules->play->length_word);
    lb_put_text(&put, ", or the number of a choice");
    return true;
}

/// Refuses an order into the formation that a unit has, and to nowhere else.
static bool is_idle(const game *g, const play_typed *typed, lb_diag *diag)
{
    const uint32_t told = LB_USES_UNIT | LB_USES_FORMATION;
    const lb_action *action = &typed->action;
    lb_put put;

    if ((uses_of(g, action) & (told | LB_USES_PATH)) != (told | LB_USES_PATH) ||
        (typed->given & (told | LB_USES_PATH | LB_USES_MEMBERS)) != told ||
        action->formation != g->state.unit[action->unit].formation)
        return false;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, "No, ");
    lb_put_text(&put, g->battle.unit[action->unit].name);
    lb_put_text(&put, ": it is ");
    lb_put_text(&put, lb_formation_text(&g->battle, action->formation)->stance);
    lb_put_text(&put, " already, facing ");
    lb_put_text(&put, lb_wind_word(g->state.unit[action->unit].heading));
    lb_put_text(&put, "; this order would change nothing");
    return true;
}

/// True if the verb of an action answers the open question.
static bool is_answer(const game *g, const lb_action *action)
{
    for (uint32_t i = 0; i < g->choice_count; i++)
        if (g->choice[i].verb == action->verb)
            return true;
    return false;
}

/// Refuses a way that leads nowhere. Of a verb that is no answer now the rules say why not.
static bool is_nowhere(const game *g, const lb_action *action, lb_diag *diag)
{
    lb_put put;

    if (!play_is_nothing(g, action) || !is_answer(g, action))
        return false;
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, "No, ");
    lb_put_text(&put, g->battle.unit[action->unit].name);
    lb_put_text(&put, ": it would stay where it is, and this order would change nothing");
    return true;
}

/* Words that are not typed to their end. */

/// The beginning of a word, and those that it may be of.
typedef struct beginning {
    const char *typed, *word;
    uint32_t count;
    lb_put all;
} beginning;

static void match_beginning(void *context, const char *word)
{
    beginning *b = context;

    if (!words_begin_with(word, b->typed) || (b->word != NULL && strcmp(b->word, word) == 0))
        return;
    lb_put_text(&b->all, b->count > 0 ? ", " : "");
    lb_put_text(&b->all, word);
    if (b->count++ == 0 || strlen(word) == strlen(b->typed))
        b->word = word;
}

bool play_expand(const game *g, play_offer_all offer_all, const char **text, char *line,
                 lb_diag *diag)
{
    size_t length = strcspn(*text, " ,");
    char typed[32], rest[PLAY_LINE], all[LB_DIAG_TEXT / 2];
    beginning found = {.typed = typed, .all = lb_put_start(all, sizeof all)};

    if (strcmp(*text, "y") == 0 || strcmp(*text, "Y") == 0)
        *text = "yes";
    if (strcmp(*text, "n") == 0 || strcmp(*text, "N") == 0)
        *text = "no";
    if (length < 2 || length >= sizeof typed || (**text >= '0' && **text <= '9'))
        return true;
    snprintf(typed, sizeof typed, "%.*s", (int)length, *text);
    offer_all(g, match_beginning, &found);
    if (found.count == 0 || strlen(found.word) == length)
        return true;
    if (found.count > 1) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        lb_put_text(&put, "Which do you mean: ");
        lb_put_text(&put, all);
        lb_put_char(&put, '?');
        return false;
    }
    snprintf(rest, sizeof rest, "%s", *text + length);
    snprintf(line, PLAY_LINE, "%s%s", found.word, rest);
    *text = line;
    return true;
}

/* Words that the program has used itself. */

/// True if a line is how an action is shown, named or as one of its unit's.
static bool is_wording(const game *g, const char *line, const lb_action *action)
{
    char shown[LB_RECORD_LINE];

    for (int is_named = 0; is_named < 2; is_named++) {
        lb_put put = lb_put_start(shown, sizeof shown);
        const char *rest = shown;

        play_put_choice(g, action, is_named, &put);
        if (words_take(&rest, line) && (*rest == '\0' || words_take(&rest, "or another place")))
            return true;
    }
    return false;
}

/// Finds the choice that is shown in the words of a line, or the hint. False if there is none, or
/// if the choices of several units are shown so.
static bool find_wording(const game *g, const char *line, lb_action *action)
{
    uint32_t count = 0;
    lb_action found;

    for (uint32_t i = 0; i < g->choice_count; i++)
        if (is_wording(g, line, &g->choice[i])) {
            found = g->choice[i];
            count++;
        }
    if (count == 0 && g->state.machine.node.kind == LB_NODE_DECISION) {
        found = play_hint(g);
        count = is_wording(g, line, &found);
    }
    if (count == 1)
        *action = found;
    return count == 1;
}

/// Reads an order as it is typed by the grammar.
static bool read_order(const game *g, const char *line, lb_action *action, lb_diag *diag)
{
    char whole[PLAY_LINE];
    play_typed typed;

    if (!play_expand(g, play_offer_verbs, &line, whole, diag) || !play_read(g, line, &typed, diag))
        return false;
    mean_card(g, &typed);
    return !is_vague(g, &typed, diag) && !lacks_way(g, &typed, diag) && !is_idle(g, &typed, diag) &&
           play_complete(g, &typed, action, diag) &&
           (!typed.has_goal || play_go_to(g, &typed, action, diag)) && !is_nowhere(g, action, diag);
}

bool play_order(const game *g, const char *line, lb_action *action, lb_diag *diag)
{
    lb_diag unread;
    bool is_read;
    char *end;
    unsigned long number = strtoul(line, &end, 10);

    if (line[0] >= '0' && line[0] <= '9' && *end == '\0') {
        if (number >= 1 && number <= g->choice_count) {
            *action = g->choice[number - 1];
            return true;
        }
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
        lb_put_text(&put, "The choices have numbers from 1 to ");
        lb_put_int(&put, g->choice_count);
        if (number < g->battle.unit_count && g->battle.unit[number].side == g->side) {
            lb_put_text(&put, "; unit ");
            lb_put_int(&put, (int64_t)number);
            lb_put_text(&put, " says what ");
            lb_put_text(&put, g->battle.unit[number].name);
            lb_put_text(&put, " can do");
        }
        return false;
    }
    if (strchr(line, ' ') != NULL &&
        lb_record_parse_action(g->battle.rules->play, line, action, &unread) == LB_OK)
        return true;
    words_skip(&line);
    is_read = read_order(g, line, action, diag);
    /* A word may be a verb that answers another question, and stand in a choice of this one. */
    return (is_read && is_answer(g, action)) || find_wording(g, line, action) || is_read;
}

lb_query play_query_of(const game *g, const lb_action *action)
{
    const char *word = play_query_word(g->battle.rules->play, action->verb);
    lb_query query =
        lb_query_of(word != NULL ? word : g->battle.rules->play->verbs[action->verb].word,
                    action->unit, action->target);

    query.option = action->option;
    memcpy(query.helper, action->helper, sizeof query.helper);
    return query;
}

/* Why not. */

/// Whoever is to act, and his side; NULL for an action without anybody.
static const char *actor_of(const game *g, const lb_action *action, uint32_t *side)
{
    const lb_battle *battle = &g->battle;
    uint32_t uses = uses_of(g, action);

    if ((uses & LB_USES_UNIT) != 0 && action->unit < battle->unit_count) {
        *side = battle->unit[action->unit].side;
        return battle->unit[action->unit].name;
    }
    if ((uses & LB_USES_GROUP) != 0 && action->unit < battle->group_count) {
        *side = battle->group[action->unit].side;
        return battle->group[action->unit].name;
    }
    if ((uses & LB_USES_LEADER) != 0 && action->unit < battle->leader_count) {
        *side = battle->leader[action->unit].side;
        return battle->leader[action->unit].name;
    }
    return NULL;
}

/// True if a reason names the phase that is on: a verb belongs here, but not to this question.
static bool blames_phase(const game *g, const char *why)
{
    const char *phase = g->battle.rules->play->phases[g->state.phase];

    for (; *why != '\0'; why++) {
        const char *at = why;

        /* "in the Action phase", not "when the charges are under way". */
        if (words_take(&at, phase) && (words_take(&at, "phase") || words_take(&at, "stage")))
            return true;
    }
    return false;
}

const char *play_actor_name(const game *g, const lb_action *action)
{
    uint32_t unread;

    return actor_of(g, action, &unread);
}

void play_put_question(const game *g, lb_put *put)
{
    const lb_node *node = &g->state.machine.node;
    char words[LB_TELL_LINE];

    if (node->kind == LB_NODE_END) {
        lb_put_text(put, "The battle is over");
        if (g->state.winner < LB_SIDES) {
            lb_put_text(put, "; the winner is ");
            lb_put_text(put, g->battle.side[g->state.winner].name);
        }
        lb_put_char(put, '.');
        return;
    }
    if (node->kind == LB_NODE_ROLL) {
        lb_put_text(put, "Dice are to be thrown first: ");
        lb_roll_put_open(&g->battle, &g->state, put);
        lb_put_char(put, '.');
        return;
    }
    lb_tell_question(&g->battle, &node->question, words, sizeof words);
    lb_put_text(put, "Now ");
    lb_put_text(put, g->battle.side[node->question.side].name);
    lb_put_text(put, " must answer: ");
    lb_put_text(put, words);
}

bool play_put_refusal(const game *g, const lb_action *action, lb_reason *reason, lb_put *put)
{
    const lb_node *node = &g->state.machine.node;
    uint32_t side = g->side;

    (void)actor_of(g, action, &side);
    if (node->kind != LB_NODE_DECISION) {
        lb_put_text(put, "nothing is asked");
        return true;
    }
    if (side != node->question.side) {
        lb_put_text(put, "this is of ");
        lb_put_text(put, g->battle.side[side].name);
        lb_put_text(put, ", and it is the moment of ");
        lb_put_text(put, g->battle.side[node->question.side].name);
        return true;
    }
    if (!is_answer(g, action) && blames_phase(g, reason->why)) {
        *reason = (lb_reason){node->question.clause, "another question is to be answered first"};
        lb_put_text(put, reason->why);
        return true;
    }
    lb_put_text(put, reason->why);
    return !is_answer(g, action);
}
