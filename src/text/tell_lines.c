// SPDX-License-Identifier: MIT
// See tell_lines.h.

#include "text/tell_lines.h"

#include "core/modifier.h"
#include "text/standing_text.h"
#include "text/tell_keys.h"

#include <string.h>

enum {
    SENTENCE_PARTS = 3,               ///< parts of a sentence; the next begins another
    LONG_LINE = LB_TELL_LINE * 5 / 8, ///< bytes behind which a story goes on on another line
};

/* Lines. */

lb_put lb_line_put(lb_teller *teller)
{
    return (lb_put){teller->text, sizeof teller->text, teller->length};
}

void lb_line_keep(lb_teller *teller, const lb_put *put)
{
    teller->length = (uint32_t)put->length;
}

void lb_line_capitalise(char *text)
{
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
}

void lb_line_give_turn(lb_teller *teller)
{
    if (teller->has_turn)
        lb_teller_turn(teller);
    teller->has_turn = false;
}

/// The side whose the line is, in a phase that the sides share; LB_NO_SIDE if both are in it.
static uint8_t side_of_line(const lb_teller *teller)
{
    const lb_play *play = teller->battle->rules->play;
    uint8_t side = lb_actor_side(teller->battle, teller->actor);

    if (!play->shares_turns || lb_tell_is_own_phase(play, teller->phase) ||
        teller->over != OVER_NOTHING || side >= LB_SIDES || teller->is_mutual ||
        teller->actor.kind == LB_ACTOR_SIDE)
        return LB_NO_SIDE;
    return side;
}

void lb_line_give(lb_teller *teller, uint32_t depth, const char *text)
{
    uint8_t side = side_of_line(teller);

    if (teller->over != OVER_BATTLE)
        lb_line_give_turn(teller);
    if (teller->has_phase ||
        (side != LB_NO_SIDE && side + 1 != teller->told_side && teller->level > LB_TELL_BRIEF)) {
        char head[LB_TELL_LINE];
        lb_put put = lb_put_start(head, sizeof head);

        teller->told_side = side == LB_NO_SIDE ? 0 : (uint8_t)(side + 1);
        lb_put_text(&put, teller->over == OVER_BATTLE ? "end of the battle"
                          : teller->over == OVER_TURN
                              ? "end of the turn"
                              : teller->battle->rules->play->phases[teller->phase]);
        if (side != LB_NO_SIDE) {
            lb_put_text(&put, ": ");
            lb_put_text(&put, teller->battle->side[side].name);
        }
        lb_line_capitalise(head);
        teller->has_phase = false;
        teller->line(teller->context, 0, head);
    }
    teller->line(teller->context, depth, text);
}

void lb_line_close_list(lb_teller *teller)
{
    teller->listed_count = 0;
    teller->went = 0;
}

/// Says of a unit that was to move and has not gone anywhere what it did.
static void settle_still(lb_teller *teller)
{
    lb_put put = lb_line_put(teller);

    if (teller->still == STILL_NO)
        return;
    if (teller->parts == 0) {
        put.length = 0;
        lb_tell_put_name(teller->battle, teller->actor, &put);
    } else {
        lb_put_text(&put, "; it");
    }
    lb_put_text(&put,
                teller->still == STILL_TURNED ? " turned where it stood" : " stayed where it was");
    lb_line_keep(teller, &put);
    lb_line_capitalise(teller->text);
    teller->still = STILL_NO;
}

void lb_teller_flush(lb_teller *teller)
{
    lb_put put;

    if (!teller->is_open)
        return;
    settle_still(teller);
    put = lb_line_put(teller);
    if (teller->is_worth && teller->length > 0) {
        if (teller->text[put.length - 1] != '.')
            lb_put_char(&put, '.');
        lb_line_give(teller, teller->is_told ? 2 : 1, teller->text);
    }
    teller->is_open = teller->is_worth = teller->is_told = teller->is_put_off = false;
    teller->is_mutual = false;
    teller->actor = teller->other = teller->last = (lb_actor){0};
    teller->length = teller->parts = teller->clauses = teller->sentence = 0;
    lb_line_close_list(teller);
    teller->text[0] = '\0';
}

void lb_line_open(lb_teller *teller)
{
    lb_teller_flush(teller);
    teller->is_open = true;
}

/// Gives a line that has grown too long, and goes on with the same story on another.
static void turn_line(lb_teller *teller)
{
    lb_actor actor = teller->actor, other = teller->other;

    lb_line_open(teller);
    teller->actor = actor;
    teller->other = other;
    teller->parts = 1;
}

lb_put lb_line_begin(lb_teller *teller, const char *glue)
{
    lb_put put;

    if (!teller->is_open)
        lb_line_open(teller);
    settle_still(teller);
    if (teller->length > LONG_LINE)
        turn_line(teller);
    lb_line_close_list(teller);
    put = lb_line_put(teller);
    if (put.length > 0 && teller->clauses >= SENTENCE_PARTS) {
        lb_put_text(&put, ". ");
        teller->clauses = 0;
        teller->sentence = (uint32_t)put.length;
    } else if (put.length > 0) {
        lb_put_text(&put, teller->parts == 0 ? glue : "; ");
    }
    teller->parts++;
    teller->clauses++;
    return put;
}

void lb_line_end(lb_teller *teller, const lb_put *put, uint16_t clause)
{
    lb_put line = *put;

    if (teller->names_clauses && clause < teller->battle->rules->clause_count) {
        lb_put_text(&line, " [");
        lb_put_text(&line, teller->battle->rules->clauses[clause].id);
        lb_put_char(&line, ']');
    }
    lb_line_keep(teller, &line);
    lb_line_capitalise(teller->text);
    lb_line_capitalise(teller->text + teller->sentence);
}

/* Several of whom the same is said. */

/// Writes the names of those of whom a part is said: "A, B and C".
static void put_listed(const lb_teller *teller, lb_put *put)
{
    uint32_t shown = teller->listed_count < LB_TELL_LISTED ? teller->listed_count : LB_TELL_LISTED;
    uint32_t rest = teller->listed_count - shown;

    for (uint32_t i = 0; i < shown; i++) {
        lb_put_text(put, i == 0 ? "" : i + 1 < shown || rest > 0 ? ", " : " and ");
        lb_tell_put_name(teller->battle, teller->listed[i], put);
    }
    if (rest > 0) {
        lb_put_text(put, " and ");
        lb_put_int(put, rest);
        lb_put_text(put, rest == 1 ? " other" : " others");
    }
}

static bool has_key(const char *text, const char *key)
{
    size_t length = strlen(key);

    while (*text != '\0' && strncmp(text, key, length) != 0)
        text++;
    return *text != '\0';
}

/// The words of a text behind "{who}", as they are said of several; NULL if it has none.
static const char *words_of_several(const lb_teller *teller, const lb_event *event,
                                    const char *text, char words[LB_TELL_WORDS])
{
    lb_put put = lb_put_start(words, LB_TELL_WORDS);

    if (strncmp(text, "{who} ", 6) != 0 || has_key(text, "{at}") || has_key(text, "{by}"))
        return NULL;
    lb_tell_put_plural(teller, event, text + 5, &put);
    return put.length + 1 < LB_TELL_WORDS ? words : NULL;
}

bool lb_line_join(lb_teller *teller, const lb_event *event, const char *text, bool is_same_way)
{
    char words[LB_TELL_WORDS];
    lb_put put = lb_line_put(teller);

    if (teller->listed_count == 0 || !teller->is_open || teller->level == LB_TELL_FULL ||
        words_of_several(teller, event, text, words) == NULL ||
        (!is_same_way && strcmp(words, teller->words) != 0))
        return false;
    for (uint32_t i = 0; i < teller->listed_count && i < LB_TELL_LISTED; i++)
        if (lb_actor_is_same(teller->listed[i], event->who))
            return true;
    if (teller->listed_count < LB_TELL_LISTED)
        teller->listed[teller->listed_count] = event->who;
    teller->listed_count++;
    put.length = teller->listed_at;
    put_listed(teller, &put);
    lb_put_text(&put, teller->words);
    lb_line_end(teller, &put, event->clause);
    return true;
}

void lb_line_list(lb_teller *teller, const lb_event *event, const char *text, size_t at)
{
    if (words_of_several(teller, event, text, teller->words) == NULL)
        return;
    teller->listed[0] = event->who;
    teller->listed_count = 1;
    teller->listed_at = (uint32_t)at;
}
