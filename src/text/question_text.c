// SPDX-License-Identifier: MIT
// See question_text.h and lb_tell_question in limber/tell.h.

#include "text/question_text.h"

#include "base/put.h"
#include "core/modifier.h"
#include "limber/tell.h"

/// What the keys of a question stand for: an actor and where its number stands among the facts, one
/// who plays a role as it is cast (CAST), or a number.
enum { CAST = LB_ACTOR_KIND_COUNT };

static const struct {
    const char *key;
    uint8_t kind, fact;
} keys[] = {
    {"{unit}", LB_ACTOR_UNIT, 0},   {"{target}", LB_ACTOR_UNIT, 1}, {"{charger}", LB_ACTOR_UNIT, 1},
    {"{group}", LB_ACTOR_GROUP, 0}, {"{whose}", CAST, 0},           {"{n}", LB_ACTOR_NONE, 0},
    {"{es}", LB_ACTOR_NONE, 0}};

enum { KEYS = sizeof keys / sizeof keys[0], KEY_PLURAL = KEYS - 1 };

/// The key that a text begins with; KEYS for none.
static uint32_t find_key(const char *text)
{
    for (uint32_t i = 0; i < KEYS; i++) {
        size_t length = 0;

        while (keys[i].key[length] != '\0' && keys[i].key[length] == text[length])
            length++;
        if (keys[i].key[length] == '\0')
            return i;
    }
    return KEYS;
}

static lb_actor actor_of(const lb_question *question, uint32_t key)
{
    static const uint8_t kinds[] = {LB_ACTOR_UNIT, LB_ACTOR_GROUP, LB_ACTOR_LEADER, LB_ACTOR_SIDE};
    uint16_t number = (uint16_t)question->fact[keys[key].fact];

    if (keys[key].kind != CAST)
        return (lb_actor){keys[key].kind, number};
    return number == LB_NOBODY ? (lb_actor){LB_ACTOR_NONE, 0}
                               : (lb_actor){kinds[number >> 14], number & 0x3fff};
}

static void put_key(const lb_battle *battle, const lb_question *question, uint32_t key, lb_put *put)
{
    if (key == KEY_PLURAL) {
        lb_put_text(put, question->fact[0] == 1 ? "" : "es");
    } else if (keys[key].kind == LB_ACTOR_NONE) {
        lb_put_int(put, question->fact[keys[key].fact]);
    } else {
        const char *name = lb_actor_name(battle, actor_of(question, key));

        lb_put_text(put, name != NULL ? name : "nobody");
    }
}

void lb_tell_question(const lb_battle *battle, const lb_question *question, char *text, size_t room)
{
    lb_put put = lb_put_start(text, room);

    for (const char *c = battle->rules->play->questions[question->id]; *c != '\0'; c++) {
        uint32_t key = *c == '{' ? find_key(c) : KEYS;

        if (key == KEYS) {
            lb_put_char(&put, *c);
            continue;
        }
        put_key(battle, question, key, &put);
        while (*c != '}')
            c++;
    }
}

void lb_question_about(const lb_battle *battle, const lb_question *question,
                       lb_actor about[LB_ABOUT_MAX])
{
    about[0] = about[1] = (lb_actor){LB_ACTOR_NONE, 0};
    for (const char *c = battle->rules->play->questions[question->id]; *c != '\0'; c++) {
        uint32_t key = *c == '{' ? find_key(c) : KEYS;

        if (key < KEYS && keys[key].kind != LB_ACTOR_NONE)
            about[keys[key].fact] = actor_of(question, key);
    }
}
