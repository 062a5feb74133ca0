// SPDX-License-Identifier: MIT
// See tell_keys.h.

#include "text/tell_keys.h"

#include "base/put.h"
#include "core/modifier.h"
#include "table/exact.h"
#include "text/formation_text.h"
#include "text/scenario_words.h"
#include "text/spot_text.h"

#include <string.h>

enum { COMPASS = 8 };

/* Names. */

/// Writes the name of an actor.
void lb_tell_put_name(const lb_battle *battle, lb_actor who, lb_put *put)
{
    const char *name = lb_actor_name(battle, who);

    lb_put_text(put, name != NULL ? name : "nobody");
}

bool lb_tell_is_plural(const lb_battle *battle, lb_actor who)
{
    static const char *const endings[] = {
        "guns",    "unders", "rifles", "oons",    "adiers", "eers",   "ssars",
        "ncers",   "uards",  "liers",  "asseurs", "igeurs", "iniers", "hlans",
        "sacks",   "gers",   "dores",  "landers", "ishers", "ppers",  "arines",
        "illeurs", "ciers",  "darmes", "ireurs",  "uides",  "ssiers", "nteers"};
    const char *name = lb_actor_name(battle, who);
    size_t length = 0;

    if ((who.kind != LB_ACTOR_UNIT && who.kind != LB_ACTOR_GROUP) || name == NULL)
        return false;
    /* "6-pounders on the hill" */
    while (name[length] != '\0' && strncmp(name + length, " on ", 4) != 0)
        length++;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t tail = strlen(endings[i]), n = 0;

        /* The first letter of a word may be a capital. */
        while (n < tail && length >= tail && (name[length - tail + n] | 0x20) == endings[i][n])
            n++;
        if (n == tail)
            return true;
    }
    return false;
}

const char *lb_tell_side_name(const lb_battle *battle, int32_t side)
{
    return side >= 0 && side < LB_SIDES ? battle->side[side].name : "nobody";
}

/// What a unit is ordered into: a formation or, if it has that already, another facing.
static const char *ordered_formation(const lb_teller *teller)
{
    const lb_action *action = &teller->state->action;

    return teller->state->unit[action->unit].formation == action->formation
               ? "another facing"
               : lb_formation_text(teller->battle, action->formation)->order;
}

static void put_length(const lb_teller *teller, int32_t tmm, lb_put *put)
{
    const lb_play *play = teller->battle->rules->play;
    int32_t tenths = (tmm * 10 + play->length_tmm / 2) / play->length_tmm;
    bool is_inch = strcmp(play->length_word, "in") == 0 && !teller->spells_units;

    lb_put_int(put, tenths / 10);
    if (tenths % 10 != 0) {
        lb_put_char(put, '.');
        lb_put_int(put, tenths % 10);
    }
    lb_put_text(put, is_inch ? "\"" : " ");
    lb_put_text(put, is_inch ? "" : play->length_word);
}

/* Ways. */

int32_t lb_tell_distance(const lb_event *event)
{
    int64_t x = event->to.x - event->from.x, y = event->to.y - event->from.y;

    return (int32_t)lb_root_floor((uint64_t)(x * x + y * y));
}

/// The direction of a change of place, in eighths of a circle from the north.
int32_t lb_tell_direction(const lb_event *event)
{
    uint32_t heading = lb_heading_to(event->from, event->to);

    return (int32_t)((heading + 65536 / COMPASS / 2) / (65536 / COMPASS) % COMPASS);
}

/// The objective at which a change of place ends and did not begin; LB_NOBODY for none.
static uint32_t objective_reached(const lb_battle *battle, const lb_event *event)
{
    for (uint32_t i = 0; i < battle->objective_count; i++) {
        const lb_objective_card *card = &battle->objective[i];
        int64_t x = event->to.x - card->at.x, y = event->to.y - card->at.y;
        int64_t u = event->from.x - card->at.x, v = event->from.y - card->at.y;
        int64_t square = (int64_t)card->radius_tmm * card->radius_tmm;

        if (x * x + y * y <= square && u * u + v * v > square)
            return i;
    }
    return LB_NOBODY;
}

/* Texts. */

static void put_option(const lb_teller *teller, lb_put *put)
{
    const char *text = teller->battle->rules->play->option_text(&teller->state->action);

    lb_put_text(put, text[0] != '\0' ? " " : "");
    lb_put_text(put, text);
}

/// The option of the action up to its first comma: a card without what it is played for.
static void put_card(const lb_teller *teller, lb_put *put)
{
    const char *text = teller->battle->rules->play->option_text(&teller->state->action);

    for (; *text != '\0' && *text != ','; text++)
        lb_put_char(put, *text);
}

/// Whoever throws the dice of an event: of the two in it, the one on the side that throws.
lb_actor lb_tell_thrower(const lb_battle *battle, const lb_event *event)
{
    bool is_other = event->roll != NULL && event->roll->side < LB_SIDES &&
                    event->at.kind != LB_ACTOR_NONE &&
                    lb_actor_side(battle, event->who) != event->roll->side &&
                    lb_actor_side(battle, event->at) == event->roll->side;

    /* Of friends under the fire of friends, whoever suffers throws what he does not wish for. */
    if (!is_other && event->roll != NULL && event->roll->wish < 0 &&
        event->who.kind == LB_ACTOR_UNIT && event->at.kind == LB_ACTOR_UNIT &&
        lb_actor_side(battle, event->at) == lb_actor_side(battle, event->who))
        return event->at;
    return is_other ? event->at : event->who;
}

/// True if a name is the key of `length` letters.
static bool is_key(const char *name, const char *key, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] == '\0' || name[i] != key[i])
            return false;
    return name[length] == '\0';
}

const lb_told *lb_tell_cause(const lb_teller *teller, const lb_event *event)
{
    int32_t clause = event->kind == LB_EVENT_CHANGE ? event->clause : event->value;
    const lb_told *row = teller->battle->rules->play->tells->told;

    while (row->text != NULL &&
           (row->clause != clause || row->kind != (uint32_t)LB_EVENT_KIND_COUNT + LB_CHANGE_FLAGS))
        row++;
    return row->text != NULL ? row : NULL;
}

/// What a brigade is ordered to do, or will be when its order has come, unless that is kept from
/// the reader.
static void put_group_order(const lb_teller *teller, const lb_event *event, bool is_pending,
                            lb_put *put)
{
    const lb_order *order;

    if (event->who.kind != LB_ACTOR_GROUP ||
        (teller->reader > 0 && teller->battle->group[event->who.id].side + 1u != teller->reader))
        return;
    order = is_pending ? &teller->state->group[event->who.id].pending
                       : &teller->state->group[event->who.id].order;
    if (order->kind == LB_SCENARIO_ORDER_NONE)
        return;
    lb_put_text(put, " to ");
    lb_put_text(put, order->kind == LB_SCENARIO_ORDER_RESERVE ? "stay in " : "");
    lb_put_text(put, lb_scenario_order_words.words[order->kind]);
    if (order->group != LB_NOBODY && order->group < teller->battle->group_count) {
        lb_put_char(put, ' ');
        lb_put_text(put, teller->battle->group[order->group].name);
    } else if (order->is_placed) {
        lb_put_text(put, order->kind == LB_SCENARIO_ORDER_DEFEND ? " " : " toward ");
        lb_put_spot(teller->battle, order->place, teller->spells_units, put);
    } else if (order->objective < teller->battle->objective_count) {
        lb_put_text(put, order->kind == LB_SCENARIO_ORDER_DEFEND ? " " : " toward ");
        lb_put_text(put, teller->battle->objective[order->objective].name);
    }
}

/// Writes what a key of a text stands for; false if there is no such key.
static bool put_key(const lb_teller *teller, const lb_event *event, const char *key, size_t length,
                    lb_put *put)
{
    static const char *const compass[COMPASS] = {"north", "north-east", "east", "south-east",
                                                 "south", "south-west", "west", "north-west"};
    static const char *const keys[] = {"who",     "at",     "side",  "n",      "s",      "as",
                                       "way",     "near",   "form",  "length", "before", "after",
                                       "thrower", "formed", "card",  "dice",   "es",     "more",
                                       "place",   "by",     "cause", "order",  "pending"};
    const lb_battle *battle = teller->battle;
    uint32_t reached;
    size_t which = 0;

    while (which < sizeof keys / sizeof keys[0] && !is_key(keys[which], key, length))
        which++;
    switch (which) {
    case 0:
        lb_tell_put_name(battle, event->who, put);
        return true;
    case 1:
        lb_tell_put_name(battle, event->at, put);
        return true;
    case 2:
        lb_put_text(put, lb_tell_side_name(battle, event->side));
        return true;
    case 3:
        lb_put_int(put, event->value);
        return true;
    case 4:
        lb_put_text(put, event->value == 1 ? "" : "s");
        return true;
    case 5:
        put_option(teller, put);
        return true;
    case 6:
        lb_put_text(put, compass[lb_tell_direction(event)]);
        return true;
    case 7:
        reached = objective_reached(battle, event);
        lb_put_text(put, reached == LB_NOBODY ? "" : ", to ");
        lb_put_text(put, reached == LB_NOBODY ? "" : battle->objective[reached].name);
        return true;
    case 8:
        lb_put_text(put, ordered_formation(teller));
        return true;
    case 9:
        put_length(teller, lb_tell_distance(event), put);
        return true;
    case 10:
        lb_put_int(put, event->before);
        return true;
    case 11:
        lb_put_int(put, event->after);
        return true;
    case 12:
        lb_tell_put_name(battle, lb_tell_thrower(battle, event), put);
        return true;
    case 13:
        lb_put_text(put, lb_formation_text(battle, event->after)->formed);
        return true;
    case 14:
        put_card(teller, put);
        return true;
    case 15:
        lb_put_int(put, event->roll->dice);
        return true;
    case 16:
        lb_put_text(put, (event->roll != NULL ? event->roll->dice : event->value) == 1 ? "" : "es");
        return true;
    case 17:
        lb_put_signed(put, event->after - event->before);
        return true;
    case 18:
        lb_put_spot(battle, teller->state->action.place, teller->spells_units, put);
        return true;
    case 19:
        lb_put_text(put, event->at.kind != LB_ACTOR_NONE ? " by " : "");
        if (event->at.kind != LB_ACTOR_NONE)
            lb_tell_put_name(battle, event->at, put);
        return true;
    case 20:
        if (lb_tell_cause(teller, event) != NULL)
            lb_put_text(put, lb_tell_cause(teller, event)->text);
        return true;
    case 21:
    case 22:
        put_group_order(teller, event, which == 22, put);
        return true;
    default:
        return false;
    }
}

/// The n-th of the texts that '|' divides, from 0; NULL if there are fewer.
const char *lb_tell_variant(const char *text, uint32_t n)
{
    if (text == NULL)
        return NULL;
    for (; n > 0 && *text != '\0'; text++)
        n -= *text == '|';
    return n == 0 ? text : NULL;
}

/// Writes " were" for " was" and " have" for " has" at the beginning of a text; returns how much of
/// the text that was.
static size_t put_verb_of_several(const char *text, lb_put *put)
{
    static const char *const words[][2] = {{" was", " were"},
                                           {" has", " have"},
                                           {" tests its", " test their"},
                                           {" tested its", " tested their"},
                                           {" gives", " give"}};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i][0]);

        if (strncmp(text, words[i][0], length) == 0 &&
            (text[length] == ' ' || text[length] == '\0' || text[length] == '|')) {
            lb_put_text(put, words[i][1]);
            return length;
        }
    }
    return 0;
}

void lb_tell_put_plural(const lb_teller *teller, const lb_event *event, const char *text,
                        lb_put *put)
{
    lb_tell_put_text(teller, event, text + put_verb_of_several(text, put), put);
}

/// True if a key names somebody who stands for several.
static bool names_several(const lb_teller *teller, const lb_event *event, const char *key)
{
    lb_actor who = strncmp(key, "who}", 4) == 0       ? event->who
                   : strncmp(key, "at}", 3) == 0      ? event->at
                   : strncmp(key, "thrower}", 8) == 0 ? lb_tell_thrower(teller->battle, event)
                                                      : (lb_actor){LB_ACTOR_NONE, 0};

    return lb_tell_is_plural(teller->battle, who);
}

void lb_tell_put_text(const lb_teller *teller, const lb_event *event, const char *text, lb_put *put)
{
    for (const char *c = text; *c != '\0' && *c != '|'; c++) {
        bool is_several = *c == '{' && names_several(teller, event, c + 1);
        size_t length = 0;

        if (*c == '{')
            while (c[length + 1] != '\0' && c[length + 1] != '}')
                length++;
        if (*c != '{' || length > 7 || !put_key(teller, event, c + 1, length, put))
            lb_put_char(put, *c);
        else
            c += length + 1;
        if (is_several)
            c += put_verb_of_several(c + 1, put);
    }
}
