// SPDX-License-Identifier: MIT
// See event_json.h.

#include "event_json.h"

#include "base/put.h"
#include "card_deck.h"
#include "core/modifier.h"
#include "rules/kit/marks.h"
#include "text/battle_text.h"

#include <ctype.h>

enum { MARK_NAME = 32 };

/// {"unit": 3, "name": "Foot battery"}
static void put_actor(lb_json *json, const lb_battle *battle, const char *key, lb_actor who)
{
    static const char *const kinds[LB_ACTOR_KIND_COUNT] = {[LB_ACTOR_UNIT] = "unit",
                                                           [LB_ACTOR_GROUP] = "brigade",
                                                           [LB_ACTOR_LEADER] = "leader",
                                                           [LB_ACTOR_OBJECTIVE] = "objective",
                                                           [LB_ACTOR_SIDE] = "side"};

    if (who.kind == LB_ACTOR_NONE)
        return;
    lb_json_key(json, key);
    lb_json_open(json, '{');
    lb_json_key(json, kinds[who.kind]);
    lb_json_int(json, who.id);
    lb_json_key(json, "name");
    lb_json_string(json, lb_actor_name(battle, who));
    lb_json_close(json, '}');
}

static void put_place(lb_json *json, const char *key, lb_point place)
{
    lb_json_key(json, key);
    lb_json_open(json, '[');
    lb_json_int(json, place.x);
    lb_json_int(json, place.y);
    lb_json_close(json, ']');
}

/// A name of marks.def in small letters.
static void put_small(const char *name, char small[MARK_NAME])
{
    lb_put put = lb_put_start(small, MARK_NAME);

    for (; *name != '\0'; name++)
        lb_put_char(&put, *name == '_' ? '-' : (char)tolower((unsigned char)*name));
}

/// The name of the mark that has changed.
static void put_mark(lb_json *json, const lb_battle *battle, const lb_event *event)
{
    const char *name =
        lb_mark_name(battle->rules->play, (lb_actor_kind)event->who.kind, event->mark - 1u);
    char small[MARK_NAME];

    put_small(name, small);
    lb_json_key(json, "mark");
    lb_json_string(json, small);
}

/// The words of the bits of a mask: flags by their names, cards by how positions write them.
static void put_words(lb_json *json, const char *key, const lb_mark_row *flags,
                      const char *const *words, uint32_t mask)
{
    lb_json_key(json, key);
    lb_json_open(json, '[');
    for (uint32_t i = 0; flags != NULL && flags[i].name != NULL; i++)
        if ((mask >> i & 1) != 0) {
            char small[MARK_NAME];

            put_small(flags[i].name, small);
            lb_json_string(json, small);
        }
    for (uint32_t i = 0; words != NULL && words[i] != NULL; i++)
        if ((mask >> i & 1) != 0)
            lb_json_string(json, words[i]);
    lb_json_close(json, ']');
}

/// A change of flags, or of a pile of cards, in words beside the masks.
static void put_masks(lb_json *json, const lb_play *play, const lb_event *event)
{
    const lb_marks *marks = play->marks;
    const lb_mark_row *flags = NULL;
    const char *const *words = NULL;

    if (event->what == LB_CHANGE_FLAGS)
        flags = event->who.kind == LB_ACTOR_GROUP    ? marks->group_flags
                : event->who.kind == LB_ACTOR_LEADER ? marks->leader_flags
                                                     : marks->unit_flags;
    for (const lb_mark_key *row = play->side_keys;
         (event->what == LB_CHANGE_HAND || event->what == LB_CHANGE_PILE) && row != NULL &&
         row->key != NULL;
         row++)
        words = row->words != NULL ? row->words : words;
    if (flags == NULL && words == NULL)
        return;
    put_words(json, "before_words", flags, words, (uint32_t)event->before);
    put_words(json, "after_words", flags, words, (uint32_t)event->after);
}

static void put_change(lb_json *json, const lb_battle *battle, const lb_event *event)
{
    lb_json_key(json, "what");
    lb_json_string(json, lb_change_word(event->what));
    lb_json_key(json, "before");
    lb_json_int(json, event->before);
    lb_json_key(json, "after");
    lb_json_int(json, event->after);
    put_masks(json, battle->rules->play, event);
    if (event->mark > 0)
        put_mark(json, battle, event);
    if (event->what == LB_CHANGE_PLACE) {
        put_place(json, "from_tmm", event->from);
        put_place(json, "to_tmm", event->to);
    }
}

/// How the faces of a counted throw fall apart: first throws, ones thrown again, saves.
typedef struct parts {
    uint32_t again, saves; ///< where these begin
} parts;

static parts parts_of(const lb_event *event)
{
    const lb_roll *roll = event->roll;
    parts of = {event->face_count, event->face_count};
    uint32_t ones = 0;

    if (roll->reduction != LB_ROLL_COUNT || event->face_count < roll->dice)
        return of;
    for (uint32_t i = 0; i < roll->dice; i++)
        ones += roll->reroll_ones != 0 && event->faces[i] == 1;
    of.again = roll->dice;
    of.saves = roll->dice + ones < event->face_count ? roll->dice + ones : event->face_count;
    return of;
}

/// What an event came to. A throw whose faces are kept one by one says how many of them count, or
/// their total where none counts more than another; one that falls into bands its total; a card its
/// rank.
static int32_t value_of(const lb_event *event)
{
    const lb_roll *roll = event->roll;
    int32_t count = 0;

    if (event->kind != LB_EVENT_ROLL || roll == NULL)
        return event->value;
    if (roll->reduction == LB_ROLL_BANDS && event->face_count >= roll->dice) {
        for (uint32_t i = event->face_count - roll->dice; i < event->face_count; i++)
            count += event->faces[i];
        return count;
    }
    if (event->mark > 0)
        return event->mark;
    if (roll->reduction != LB_ROLL_FACES || (roll->need == 0 && roll->dice == 1))
        return event->value;
    for (uint32_t i = 0; roll->need == 0 && i < event->face_count; i++)
        count += event->faces[i];
    if (roll->need == 0)
        return count;
    for (uint32_t i = 0; i < event->face_count; i++)
        count += event->faces[i] >= roll->need;
    return count;
}

static void put_faces(lb_json *json, const char *key, const lb_event *event, uint32_t from,
                      uint32_t to)
{
    lb_json_key(json, key);
    lb_json_open(json, '[');
    for (uint32_t i = from; i < to; i++)
        lb_json_int(json, event->faces[i]);
    lb_json_close(json, ']');
}

/// The word of a card by its rank, as positions write it.
static const char *word_of_card(const lb_battle *battle, uint32_t rank)
{
    const char *const *words = NULL;

    for (const lb_mark_key *key = battle->rules->play->side_keys; key != NULL && key->key != NULL;
         key++)
        words = key->words != NULL ? key->words : words;
    return words != NULL ? words[rank] : "";
}

/// The dice of a roll, how they count and whose they are.
static void put_roll(lb_json *json, const lb_battle *battle, const lb_event *event)
{
    static const char *const reductions[LB_REDUCTION_COUNT] = {"sum", "count", "faces", "bands"};
    const lb_roll *roll = event->roll;
    parts of = parts_of(event);

    lb_json_key(json, "thrower");
    lb_json_string(json, roll->side < LB_SIDES ? battle->side[roll->side].name : "nobody");
    if (event->mark > 0) {
        lb_json_key(json, "card");
        lb_json_string(json, word_of_card(battle, event->mark));
    }
    put_faces(json, "dice", event, 0, event->face_count);
    if (of.again < of.saves)
        put_faces(json, "thrown_again", event, of.again, of.saves);
    if (roll->save != 0 && of.saves < event->face_count)
        put_faces(json, "saves", event, of.saves, event->face_count);
    lb_json_key(json, "roll");
    lb_json_open(json, '{');
    lb_json_key(json, "reduction");
    lb_json_string(json, reductions[roll->reduction]);
    lb_json_key(json, "count");
    lb_json_int(json, roll->dice);
    lb_json_key(json, "sides");
    lb_json_int(json, roll->sides);
    lb_json_key(json, "need");
    lb_json_int(json, roll->need);
    lb_json_key(json, "reroll_ones");
    lb_json_int(json, roll->reroll_ones);
    lb_json_key(json, "save");
    lb_json_int(json, roll->save);
    if (roll->reduction == LB_ROLL_BANDS) {
        lb_json_key(json, "edges");
        lb_json_open(json, '[');
        for (uint32_t i = 0; i < roll->edges; i++)
            lb_json_int(json, roll->edge[i]);
        lb_json_close(json, ']');
        lb_json_key(json, "band");
        lb_json_int(json, event->value);
    }
    lb_json_close(json, '}');
}

void event_json_name_card(const lb_battle *battle, const lb_state *state, lb_event *event)
{
    card_deck deck;

    if (event->kind == LB_EVENT_ROLL && event->roll != NULL &&
        card_deck_find(battle, state, event->roll, &deck))
        event->mark = (uint8_t)card_deck_rank(&deck, (uint32_t)event->value);
}

void event_json_put(lb_json *json, const lb_battle *battle, const lb_event *event)
{
    static const char *const kinds[LB_EVENT_KIND_COUNT] = {"add",  "set",    "note",
                                                           "roll", "choice", "change"};

    lb_json_key(json, "event");
    lb_json_string(json, kinds[event->kind]);
    lb_json_key(json, "clause");
    lb_json_string(json, battle->rules->clauses[event->clause].id);
    lb_json_key(json, "value");
    lb_json_int(json, value_of(event));
    if (event->side < LB_SIDES) {
        lb_json_key(json, "side");
        lb_json_string(json, battle->side[event->side].name);
    }
    put_actor(json, battle, "who", event->who);
    put_actor(json, battle, "at", event->at);
    if (event->kind == LB_EVENT_CHANGE)
        put_change(json, battle, event);
    if (event->kind == LB_EVENT_ROLL && event->roll != NULL)
        put_roll(json, battle, event);
}
