// SPDX-License-Identifier: MIT
// See card_deck.h.

#include "card_deck.h"

#include "text/roll_text.h"

/// The cards that a side has anywhere but in its deck.
static uint32_t cards_out(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    uint32_t out = 0;

    for (const lb_mark_key *key = battle->rules->play->side_keys; key != NULL && key->key != NULL;
         key++)
        if (key->words != NULL)
            out |= (uint16_t)state->side[side].mark[key->mark];
    return out;
}

bool card_deck_find(const lb_battle *battle, const lb_state *state, const lb_roll *roll,
                    card_deck *found)
{
    uint32_t out;

    *found = (card_deck){0};
    if (roll->dice != 1 || roll->side >= LB_SIDES || !lb_roll_is_card(battle, roll))
        return false;
    for (const lb_mark_key *key = battle->rules->play->side_keys; key != NULL && key->key != NULL;
         key++)
        found->words = key->words != NULL ? key->words : found->words;
    if (found->words == NULL)
        return false;
    out = cards_out(battle, state, roll->side);
    for (uint32_t i = 0; found->words[i] != NULL; i++)
        if (found->words[i][0] != '\0' && (out >> i & 1) == 0)
            found->cards |= 1u << i;
    return true;
}

uint32_t card_deck_rank(const card_deck *deck, uint32_t place)
{
    for (uint32_t i = 0; deck->words != NULL && deck->words[i] != NULL; i++)
        if ((deck->cards >> i & 1) != 0 && --place == 0)
            return i;
    return 0;
}

uint32_t card_deck_place(const card_deck *deck, uint32_t rank)
{
    uint32_t place = 0;

    if (rank >= 32 || (deck->cards >> rank & 1) == 0)
        return 0;
    for (uint32_t i = 0; i <= rank; i++)
        place += deck->cards >> i & 1;
    return place;
}
