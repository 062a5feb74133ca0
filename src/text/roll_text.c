// SPDX-License-Identifier: MIT
// See roll_text.h.

#include "text/roll_text.h"

#include "text/throw_text.h"

#include <string.h>

/* Whom it is for. */

static const char *name_of_cast(const lb_battle *battle, uint16_t cast)
{
    uint32_t number = cast & 0x3fff;

    if (cast == LB_NOBODY)
        return NULL;
    switch (cast & 0xc000) {
    case LB_CAST_GROUP:
        return battle->group[number].name;
    case LB_CAST_LEADER:
        return battle->leader[number].name;
    case LB_CAST_SIDE:
        return battle->side[number].name;
    default:
        return battle->unit[number].name;
    }
}

/// The side of somebody who plays a role; LB_NO_SIDE for nobody.
static uint8_t side_of_cast(const lb_battle *battle, uint16_t cast)
{
    uint32_t number = cast & 0x3fff;

    if (cast == LB_NOBODY)
        return LB_NO_SIDE;
    switch (cast & 0xc000) {
    case LB_CAST_GROUP:
        return battle->group[number].side;
    case LB_CAST_LEADER:
        return battle->leader[number].side;
    case LB_CAST_SIDE:
        return (uint8_t)number;
    default:
        return battle->unit[number].side;
    }
}

/// "3e Léger against 95th Rifles", or the side that throws if nobody of it plays a role.
static void put_thrower(const lb_battle *battle, const lb_roll *roll, uint16_t own, uint16_t other,
                        lb_put *put)
{
    if (own == LB_NOBODY || side_of_cast(battle, own) != roll->side) {
        lb_put_text(put, roll->side < LB_SIDES ? battle->side[roll->side].name : "nobody");
        return;
    }
    lb_put_text(put, name_of_cast(battle, own));
    if (other != LB_NOBODY && side_of_cast(battle, other) != roll->side) {
        lb_put_text(put, " against ");
        lb_put_text(put, name_of_cast(battle, other));
    }
}

/* Which faces count. */

const lb_told *lb_roll_told(const lb_battle *battle, uint16_t clause)
{
    for (const lb_told *row = battle->rules->play->tells->told; row->text != NULL; row++)
        if (row->clause == clause && row->kind == LB_EVENT_ROLL)
            return row;
    return NULL;
}

/// True if the roll draws a card: what it comes to is nobody's business but his who draws.
static bool is_card(const lb_told *told)
{
    return told != NULL && told->one == NULL;
}

static void put_from(int32_t low, int32_t high, int32_t most, lb_put *put)
{
    lb_put_int(put, low);
    if (low == high)
        return;
    if (high >= most && high - low > 1) {
        lb_put_text(put, " or more");
        return;
    }
    lb_put_text(put, high - low == 1 ? " or " : " to ");
    lb_put_int(put, high);
}

static void put_faces_that_count(const lb_roll *roll, lb_put *put)
{
    if (roll->need > roll->sides)
        lb_put_text(put, "no face");
    else if (roll->need < 2)
        lb_put_text(put, "every face");
    else
        put_from(roll->need, roll->sides, roll->sides, put);
}

/// The chance of a value, in parts of 2^32.
static uint64_t chance_of(const lb_spread *spread, uint32_t i)
{
    lb_fraction p = {.numerator = spread->chance[i].weight, .denominator = spread->denominator};

    return lb_fraction_scaled(&p);
}

void lb_put_parts(uint64_t parts, uint32_t decimals, lb_put *put)
{
    const uint64_t half = UINT64_C(1) << 31;
    uint64_t tens = 1, scaled, rest;

    for (uint32_t i = 0; i < decimals; i++)
        tens *= 10;
    scaled = parts * tens;
    rest = scaled & UINT32_MAX;
    scaled >>= 32;
    scaled += rest > half || (rest == half && scaled % 2 == 1);
    lb_put_int(put, (int64_t)(scaled / tens));
    if (decimals > 0)
        lb_put_char(put, '.');
    for (uint64_t place = tens / 10; place > 0; place /= 10)
        lb_put_char(put, (char)('0' + scaled / place % 10));
}

void lb_put_percent(uint64_t chance, lb_put *put)
{
    const uint64_t little = (UINT64_C(1) << 32) / 2000;
    const uint64_t certain = UINT64_C(1) << 32;
    bool is_extreme =
        (chance <= little && chance > 0) || (chance >= certain - little && chance < certain);

    lb_put_parts(chance * 100, is_extreme ? 2 : 0, put);
    lb_put_text(put, " %");
}

static void put_bands(const lb_roll *roll, const lb_told *told, bool has_chances, lb_put *put)
{
    lb_spread spread;
    int32_t least = roll->dice, most = roll->dice * roll->sides;

    if (has_chances)
        lb_roll_spread(roll, &spread);
    for (int32_t band = 0; band <= roll->edges; band++) {
        int32_t low = band == 0 ? least : roll->edge[band - 1];
        int32_t high = band == roll->edges ? most : roll->edge[band] - 1;

        low = low < least ? least : low;
        high = high > most ? most : high;
        if (low > high)
            continue;
        lb_put_text(put, put->length > 0 && put->text[put->length - 1] == ':' ? " " : "; ");
        put_from(low, high, most, put);
        lb_put_text(put, " ");
        if (lb_throw_bands(told) != NULL)
            lb_throw_put_word(lb_throw_bands(told), band, put);
        else {
            lb_put_text(put, "row ");
            lb_put_int(put, band + 1);
        }
        for (uint32_t i = 0; has_chances && i < spread.count; i++)
            if (spread.chance[i].value == band) {
                lb_put_text(put, " (");
                lb_put_percent(chance_of(&spread, i), put);
                lb_put_char(put, ')');
            }
    }
}

/// The faces of a single die that have words: "1 or 2 on the spot; 3 to the north".
static void put_face_words(const lb_roll *roll, const lb_told *told, lb_put *put)
{
    int32_t low = 1;

    for (int32_t face = 1; face <= roll->sides; face++) {
        int32_t word = lb_throw_word_of_face(roll, told, face);

        if (word < 0 || (face < roll->sides && lb_throw_word_of_face(roll, told, face + 1) == word))
            continue;
        lb_put_text(put, low == 1 ? ": " : "; ");
        put_from(low, face, face + 1, put);
        lb_put_char(put, ' ');
        lb_throw_put_word(told->none, word, put);
        low = face + 1;
    }
}

static void put_count(const lb_roll *roll, const lb_told *told, lb_put *put)
{
    bool has_words = told != NULL && told->one != NULL;

    lb_put_text(put, roll->dice > 1 ? ", each " : ", ");
    put_faces_that_count(roll, put);
    lb_put_text(put, ": ");
    lb_put_text(put, has_words ? told->one : "success");
    if (roll->dice == 1 && has_words && told->none != NULL) {
        lb_put_text(put, ", otherwise ");
        lb_put_text(put, told->none);
    }
    if (roll->reroll_ones)
        lb_put_text(put, "; ones are thrown again, once");
    if (roll->save > 0) {
        lb_put_text(put, "; then a die for each to save, ");
        put_from(roll->save, roll->sides, roll->sides, put);
        lb_put_text(put, " saves");
    }
}

static void put_dice(const lb_battle *battle, const lb_roll *roll, bool has_chances, lb_put *put)
{
    const lb_told *told = lb_roll_told(battle, roll->clause);

    if (is_card(told)) {
        lb_put_text(put, "1 card, drawn from ");
        lb_put_int(put, roll->sides);
        return;
    }
    lb_put_int(put, roll->dice);
    lb_put_text(put, roll->dice == 1 ? " die" : " dice");
    if (roll->sides != 6) {
        lb_put_text(put, " with ");
        lb_put_int(put, roll->sides);
        lb_put_text(put, " faces");
    }
    switch ((lb_reduction)roll->reduction) {
    case LB_ROLL_COUNT:
        put_count(roll, told, put);
        break;
    case LB_ROLL_BANDS:
        lb_put_text(put, roll->dice > 1 ? ", added up:" : ":");
        put_bands(roll, told, has_chances, put);
        break;
    case LB_ROLL_FACES:
        if (roll->need > 0)
            put_count(roll, told, put);
        lb_put_text(put, roll->dice > 1 ? ", in the order of throwing" : "");
        put_face_words(roll, told, put);
        break;
    case LB_ROLL_SUM:
        lb_put_text(put, roll->dice > 1 ? ", added up" : "");
        if (told != NULL && told->one != NULL && strcmp(told->one, "in all") != 0) {
            lb_put_text(put, ": so many ");
            lb_put_text(put, told->many);
        }
        break;
    case LB_REDUCTION_COUNT:
        break;
    }
    if (roll->again != 0) {
        lb_put_text(put, "; a total of ");
        lb_put_int(put, roll->again);
        lb_put_text(put, " is thrown again");
    }
}

/// Takes the first of some endings off a text; false if it has none of them.
static bool cut_end(lb_put *put, char *words, const char *const *ends, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(ends[i]);

        if (put->length < length || strcmp(words + put->length - length, ends[i]) != 0)
            continue;
        put->length -= length;
        words[put->length] = '\0';
        return true;
    }
    return false;
}

/// Copies the words of a throw without names: "for the order of {thrower}," is "for the order".
static size_t drop_names(const char *text, char *words, size_t room)
{
    static const char *const before_names[] = {" of ", " at ", " "};
    static const char *const ends[] = {" threw", ",", ":", " of", " on", " "};
    lb_put put = lb_put_start(words, room);

    for (; *text != '\0'; text++)
        if (*text == '{') {
            (void)cut_end(&put, words, before_names, sizeof before_names / sizeof before_names[0]);
            text += strcspn(text, "}");
        } else {
            lb_put_char(&put, *text);
        }
    while (cut_end(&put, words, ends, sizeof ends / sizeof ends[0]))
        ;
    return strcmp(words, "it") == 0 ? 0 : put.length;
}

void lb_roll_put_purpose(const lb_told *told, lb_put *put)
{
    const char *text = told != NULL ? told->text : "";
    char words[LB_DIAG_TEXT];

    if (!is_card(told) && strchr(text, '|') != NULL) {
        lb_put_text(put, ", ");
        lb_put_text(put, strchr(text, '|') + 1);
        return;
    }
    text += text[0] == '~' || text[0] == '!' || text[0] == '=';
    /* Those that begin with a name say who throws. */
    if (is_card(told) || text[0] == '{' || strcmp(text, "threw") == 0 ||
        drop_names(text, words, sizeof words) == 0)
        return;
    lb_put_text(put, ", ");
    lb_put_text(put, words);
}

/// Writes whom the open roll is for and which faces count, a table with the chance of each row if
/// that is wanted.
static void put_throw(const lb_battle *battle, const lb_state *state, bool has_chances, lb_put *put)
{
    const lb_roll *roll = &state->machine.node.roll;
    const lb_frame *frame = &state->machine.frame[state->machine.depth - 1];
    /* Of the two in the running procedure the one on the side that throws comes first. */
    bool is_target = side_of_cast(battle, frame->actor) != roll->side &&
                     side_of_cast(battle, frame->target) == roll->side;

    put_thrower(battle, roll, is_target ? frame->target : frame->actor,
                is_target ? frame->actor : frame->target, put);
    lb_roll_put_purpose(lb_roll_told(battle, roll->clause), put);
    lb_put_text(put, ": ");
    put_dice(battle, roll, has_chances && lb_roll_is_possible(roll), put);
}

void lb_roll_put_open(const lb_battle *battle, const lb_state *state, lb_put *put)
{
    put_throw(battle, state, false, put);
}

bool lb_roll_is_card(const lb_battle *battle, const lb_roll *roll)
{
    return is_card(lb_roll_told(battle, roll->clause));
}

bool lb_roll_is_plain(const lb_battle *battle, const lb_roll *roll)
{
    const lb_told *told = lb_roll_told(battle, roll->clause);

    if (roll->reduction == LB_ROLL_COUNT || roll->reduction == LB_ROLL_BANDS)
        return true;
    if (roll->reduction == LB_ROLL_FACES)
        return roll->need > 0;
    return told != NULL && told->one != NULL && strcmp(told->one, "in all") != 0;
}

/* How it fell. */

static uint16_t cast_of(lb_actor who)
{
    static const uint16_t casts[LB_ACTOR_KIND_COUNT] = {[LB_ACTOR_GROUP] = LB_CAST_GROUP,
                                                        [LB_ACTOR_LEADER] = LB_CAST_LEADER,
                                                        [LB_ACTOR_SIDE] = LB_CAST_SIDE};

    return who.kind == LB_ACTOR_NONE || who.kind == LB_ACTOR_OBJECTIVE
               ? LB_NOBODY
               : (uint16_t)(casts[who.kind] | who.id);
}

void lb_roll_put_thrown(const lb_battle *battle, const lb_event *event, lb_put *put)
{
    const lb_told *told = lb_roll_told(battle, event->clause);
    bool is_target = side_of_cast(battle, cast_of(event->at)) == event->roll->side &&
                     side_of_cast(battle, cast_of(event->who)) != event->roll->side;

    put_thrower(battle, event->roll, cast_of(is_target ? event->at : event->who),
                cast_of(is_target ? event->who : event->at), put);
    if (is_card(told)) {
        lb_put_text(put, " drew a card");
        return;
    }
    lb_put_text(put, " threw");
    for (uint32_t i = 0; i < event->face_count; i++) {
        lb_put_char(put, ' ');
        lb_put_int(put, event->faces[i]);
    }
    lb_throw_put_need(event->roll, told, put);
    if (told == NULL || told->one == NULL)
        return;
    lb_put_text(put, ": ");
    lb_throw_put_outcome(event, told, put);
}

/* How it may fall. */

void lb_roll_put_chances(const lb_battle *battle, const lb_roll *roll, lb_put *put)
{
    lb_spread spread;
    const lb_told *told = lb_roll_told(battle, roll->clause);
    bool has_words = told != NULL && told->one != NULL;
    uint64_t mean = 0, none = 0;

    if (!lb_roll_is_possible(roll))
        return;
    lb_roll_spread(roll, &spread);
    if (roll->reduction == LB_ROLL_BANDS) {
        for (uint32_t i = 0; i < spread.count; i++) {
            lb_put_text(put, i > 0 ? ", " : "");
            if (lb_throw_bands(told) != NULL)
                lb_throw_put_word(lb_throw_bands(told), spread.chance[i].value, put);
            else
                lb_put_int(put, spread.chance[i].value + 1);
            lb_put_char(put, ' ');
            lb_put_percent(chance_of(&spread, i), put);
        }
        return;
    }
    if (roll->reduction == LB_ROLL_FACES) {
        lb_put_text(put, is_card(told)    ? "every card is as likely as another"
                         : roll->dice > 1 ? "every order of faces is as likely as another"
                                          : "every face is as likely as another");
        return;
    }
    for (uint32_t i = 0; i < spread.count; i++) {
        mean += (uint64_t)spread.chance[i].value * chance_of(&spread, i);
        if (spread.chance[i].value == 0)
            none = chance_of(&spread, i);
    }
    if (roll->reduction == LB_ROLL_COUNT && roll->dice == 1) {
        lb_put_text(put, has_words ? told->one : "success");
        lb_put_char(put, ' ');
        lb_put_percent((UINT64_C(1) << 32) - none, put);
        return;
    }
    lb_put_parts(mean, 2, put);
    lb_put_text(put, " on average");
    if (roll->reduction == LB_ROLL_COUNT) {
        lb_put_text(put, ", at least one ");
        lb_put_percent((UINT64_C(1) << 32) - none, put);
    }
}

/// Carries out an action on a copy of the state; true if dice follow it at once.
static bool dice_follow(const lb_battle *battle, const lb_state *state, const lb_action *action,
                        lb_state *then)
{
    lb_run run = lb_battle_run(battle, then, NULL);

    *then = *state;
    /* What begins the enemy's turn hangs on no choice of this one. */
    return lb_run_act(&run, action) && then->machine.node.kind == LB_NODE_ROLL &&
           then->active == state->active && then->turn == state->turn;
}

bool lb_roll_put_next(const lb_battle *battle, const lb_state *state, const lb_action *action,
                      lb_put *put)
{
    lb_state then;
    const lb_roll *roll = &then.machine.node.roll;

    if (!dice_follow(battle, state, action, &then))
        return false;
    put_throw(battle, &then, true, put);
    if (roll->reduction == LB_ROLL_BANDS)
        return true;
    lb_put_text(put, " (");
    lb_roll_put_chances(battle, roll, put);
    lb_put_char(put, ')');
    return true;
}

bool lb_roll_put_next_chances(const lb_battle *battle, const lb_state *state,
                              const lb_action *action, lb_put *put)
{
    lb_state then;

    if (!dice_follow(battle, state, action, &then) ||
        then.machine.node.roll.reduction == LB_ROLL_FACES)
        return false;
    lb_roll_put_chances(battle, &then.machine.node.roll, put);
    return true;
}
