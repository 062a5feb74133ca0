// SPDX-License-Identifier: MIT
// The person's own dice and cards. Every prompt says what the dice are for and which faces count. A
// card is asked for by its rank and has to be in the deck.

#include "card_deck.h"
#include "play.h"
#include "text/clause_text.h"
#include "text/dice_text.h"
#include "words.h"

#include <string.h>

/// "the Three", or the word of a card if the sheet has no name for it.
static const char *card_name(const game *g, const card_deck *from, uint32_t card)
{
    const char *const *hand = g->battle.rules->play->hand;

    for (uint32_t i = 0; hand != NULL && hand[i] != NULL; i++)
        if (i == card && hand[i][0] != '\0')
            return hand[i];
    return from->words[card];
}

/// Reads a rank: 3, K, three, the King. False if it is none.
static bool read_card(const game *g, const card_deck *from, const char *text, uint32_t *card)
{
    for (uint32_t i = 0; from->words[i] != NULL; i++) {
        const char *at = text, *name = card_name(g, from, i);

        if (from->words[i][0] == '\0')
            continue;
        (void)words_take(&at, "the");
        (void)words_take(&name, "the");
        if ((words_take(&at, from->words[i]) || words_take(&at, name)) && *at == '\0') {
            *card = i;
            return true;
        }
    }
    return false;
}

static void refuse_card(const game *g, const card_deck *from, uint32_t side, uint32_t card)
{
    const char *where = "out";
    char line[LB_DIAG_TEXT];

    for (const lb_mark_key *key = g->battle.rules->play->side_keys; key != NULL && key->key != NULL;
         key++)
        if (key->words != NULL && ((uint16_t)g->state.side[side].mark[key->mark] >> card & 1) != 0)
            where = key->key;
    snprintf(line, sizeof line, "No: %s is not in the deck of %s; it is among its %s already.",
             card_name(g, from, card), g->battle.side[side].name, where);
    term_wrap(line, 0, 2);
}

/// Takes a typed card as the face of the draw. False after saying why not.
static bool take_card(const game *g, const card_deck *from, const char *text, uint8_t *face)
{
    uint32_t card;

    if (!read_card(g, from, text, &card)) {
        puts("Type the rank of the card that you drew: A, 2 to 10, J, Q or K.");
        return false;
    }
    if ((from->cards >> card & 1) == 0) {
        refuse_card(g, from, g->state.machine.node.roll.side, card);
        return false;
    }
    *face = (uint8_t)card_deck_place(from, card);
    return true;
}

static void ask_for_card(const game *g, const card_deck *from)
{
    const lb_roll *roll = &g->state.machine.node.roll;
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_text(&put, "Draw a card for ");
    lb_put_text(&put, g->battle.side[roll->side].name);
    lb_put_text(&put, ": which rank is it? In its deck are");
    for (uint32_t i = 0; from->words[i] != NULL; i++)
        if ((from->cards >> i & 1) != 0) {
            lb_put_char(&put, ' ');
            lb_put_text(&put, from->words[i]);
        }
    lb_put_text(&put, ". (");
    lb_put_text(&put, g->battle.rules->clauses[roll->clause].id);
    lb_put_char(&put, ')');
    term_wrap(line, 0, 2);
}

/// The rule of a throw whose total alone says nothing: what it comes to is in its clause.
static void show_rule(const game *g, const lb_roll *roll)
{
    char text[LB_MEANING_MAX];
    lb_put put = lb_put_start(text, sizeof text);

    if (lb_roll_is_plain(&g->battle, roll))
        return;
    lb_clause_put(g->battle.rules, g->battle.house.value, roll->clause, &put);
    fputs("  ", stdout);
    term_wrap(text, 2, 2);
}

static void ask_for_dice(const game *g, const uint8_t *faces, uint32_t count)
{
    const lb_roll *roll = &g->state.machine.node.roll;
    bool is_other = lb_roll_wants_saves(roll, faces, count) && roll->side < LB_SIDES;
    uint32_t side = is_other ? 1u - roll->side : roll->side;
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_text(&put, "Throw for ");
    if (count < roll->dice) {
        lb_roll_put_open(&g->battle, &g->state, &put);
        if (count > 0) {
            lb_put_text(&put, "; ");
            lb_roll_put_request(roll, faces, count, &put);
        }
    } else {
        lb_put_text(&put, side < LB_SIDES ? g->battle.side[side].name : "nobody");
        lb_put_text(&put, ": ");
        lb_roll_put_request(roll, faces, count, &put);
    }
    lb_put_text(&put, ". (");
    lb_put_text(&put, g->battle.rules->clauses[roll->clause].id);
    lb_put_char(&put, ')');
    term_wrap(line, 0, 2);
    if (count == 0)
        show_rule(g, roll);
}

/// Adds typed dice to a throw; what is wrong with them is said and changes nothing.
static void take_dice(const lb_roll *roll, const char *text, uint8_t *faces, uint32_t *count)
{
    uint32_t before = *count;
    lb_diag diag;

    if (lb_dice_parse(text, roll->sides, faces, count, LB_THROW_MAX, &diag) != LB_OK) {
        play_show_diag(&diag);
        *count = before;
    } else if (*count > before && lb_roll_missing(roll, faces, *count - 1) == 0) {
        puts("Those are too many.");
        *count = before;
    }
}

/// The throw that is asked for: what has been typed of it so far.
typedef struct throw_asked {
    uint8_t faces[LB_THROW_MAX];
    uint32_t count;
    card_deck from;
    bool is_card;
} throw_asked;

static void ask_for_throw(const game *g, void *context)
{
    const throw_asked *asked = context;

    if (asked->is_card)
        ask_for_card(g, &asked->from);
    else
        ask_for_dice(g, asked->faces, asked->count);
}

/// Takes a card or dice from a line. True if nothing more is missing.
static bool take_throw(game *g, const char *text, void *context)
{
    const lb_roll *roll = &g->state.machine.node.roll;
    throw_asked *asked = context;

    if (asked->is_card)
        asked->count = take_card(g, &asked->from, text, asked->faces);
    else
        take_dice(roll, text, asked->faces, &asked->count);
    return lb_roll_missing(roll, asked->faces, asked->count) == 0;
}

void play_ask_dice(game *g)
{
    const lb_roll *roll = &g->state.machine.node.roll;
    throw_asked asked = {0};
    play_talk talk = {.openings = play_offer_commands, .ask = ask_for_throw, .take = take_throw};

    asked.is_card = card_deck_find(&g->battle, &g->state, roll, &asked.from);
    talk.prompt = asked.is_card ? "card> " : "dice> ";
    battle_log_await(&g->log, roll);
    if (lb_roll_missing(roll, asked.faces, 0) > 0 && !play_converse(g, &talk, &asked))
        return;
    g->is_over = !play_throw(g, asked.faces, asked.count);
    g->code = g->is_over ? CLI_USAGE : g->code;
}
