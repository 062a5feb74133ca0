// SPDX-License-Identifier: MIT
// Dice that are given with a command, for limber act and limber odds.

#include "given_dice.h"

#include "base/put.h"
#include "battle_log.h"
#include "card_deck.h"
#include "cli.h"
#include "text/dice_text.h"

#include <string.h>

/// Copies dice with the letters of cards as numbers: A is 1, K is 13. Notes which are places.
static void put_letters(const char *text, given_dice *dice, lb_put *put)
{
    static const char letters[] = "AJQK";
    static const char *const ranks[] = {"1", "11", "12", "13"};
    uint32_t number = 0;

    for (const char *c = text; *c != '\0'; c++) {
        const char *found = strchr(letters, *c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
        bool is_first = c == text || c[-1] == ' ' || c[-1] == ',';
        bool is_alone = is_first && (c[1] == '\0' || c[1] == ' ' || c[1] == ',');

        number += is_first && *c != ' ' && *c != ',';
        if (is_first && *c == '#' && number <= GIVEN_DICE_MAX)
            dice->is_place[number - 1] = true;
        else if (found != NULL && is_alone)
            lb_put_text(put, ranks[found - letters]);
        else
            lb_put_char(put, *c);
    }
}

bool given_dice_read(const char *text, given_dice *dice)
{
    char numbers[GIVEN_DICE_MAX * 4];
    lb_put put = lb_put_start(numbers, sizeof numbers);
    lb_diag diag;

    *dice = (given_dice){0};
    if (text != NULL && strlen(text) < sizeof numbers / 2) {
        put_letters(text, dice, &put);
        text = numbers;
    }
    if (text == NULL ||
        lb_dice_parse(text, LB_DRAW_MAX, dice->face, &dice->count, GIVEN_DICE_MAX, &diag) == LB_OK)
        return true;
    cli_error("--dice, column %d: %s", (int)diag.column, diag.text);
    return false;
}

/// Complains that dice are missing for the open roll; always false.
static bool lacks_dice(const lb_run *run, const uint8_t *faces, uint32_t taken)
{
    const lb_roll *roll = &run->machine->node.roll;
    char wanted[LB_DIAG_TEXT], what[LB_DIAG_TEXT];
    lb_put put = lb_put_start(wanted, sizeof wanted), about = lb_put_start(what, sizeof what);

    lb_roll_put_open(run->battle, run->state, &about);
    if (lb_roll_is_card(run->battle, roll)) {
        cli_error(
            "not enough dice: next a card is drawn (%s). %s; give its rank: A, 2 to 10, J, Q or K",
            run->rules->clauses[roll->clause].id, what);
        return false;
    }
    lb_roll_put_request(roll, faces, taken, &put);
    cli_error("not enough dice: the next throw is %s (%s). %s", wanted,
              run->rules->clauses[roll->clause].id, what);
    return false;
}

/// Takes the next number as the rank of a card; false after a complaint.
static bool take_card(lb_run *run, const card_deck *deck, given_dice *dice)
{
    uint32_t rank, known = 0;
    uint8_t place;

    if (dice->used == dice->count)
        return lacks_dice(run, dice->face + dice->used, 0);
    rank = dice->face[dice->used++];
    if (dice->is_place[dice->used - 1])
        rank = card_deck_rank(deck, rank);
    while (deck->words[known] != NULL)
        known++;
    place = (uint8_t)card_deck_place(deck, rank);
    if (place == 0) {
        if (rank == 0)
            cli_error("there are fewer cards in the deck");
        else if (rank >= known || deck->words[rank][0] == '\0')
            cli_error("%u is the rank of no card: give A, 2 to 10, J, Q or K", rank);
        else
            cli_error("the card %s is not in the deck any more", deck->words[rank]);
        return false;
    }
    return lb_run_throw(run, &place, 1);
}

bool given_dice_throw(lb_run *run, given_dice *dice)
{
    while (run->machine->node.kind == LB_NODE_ROLL) {
        const lb_roll *roll = &run->machine->node.roll;
        const uint8_t *next = dice->face + dice->used;
        uint32_t taken = 0, missing;
        uint8_t faces[LB_THROW_MAX];
        card_deck deck;

        if (card_deck_find(run->battle, run->state, roll, &deck)) {
            if (!take_card(run, &deck, dice))
                return false;
            continue;
        }
        if (dice->used < dice->count && dice->is_place[dice->used]) {
            cli_error("#%u is the place of a card, but a die is thrown here", next[0]);
            return false;
        }
        while ((missing = lb_roll_missing(roll, next, taken)) > 0) {
            if (dice->used + taken + missing > dice->count)
                return lacks_dice(run, next, taken);
            for (uint32_t i = 0; i < missing; i++)
                if (next[taken + i] > roll->sides) {
                    cli_error("%u is no face of a die with %u sides", next[taken + i], roll->sides);
                    return false;
                }
            taken += missing;
        }
        memcpy(faces, next, taken);
        dice->used += taken;
        lb_run_throw(run, faces, taken);
    }
    return true;
}

bool given_dice_are_used(const given_dice *dice)
{
    if (dice->used == dice->count)
        return true;
    cli_error("%u of the dice are too many: %u are thrown", dice->count - dice->used, dice->used);
    return false;
}
