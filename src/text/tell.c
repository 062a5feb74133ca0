// SPDX-License-Identifier: MIT
// See limber/tell.h. Texts that every sheet shares are here: changes of place, formation, losses,
// presence, ground. What only a sheet knows is in its tells.def.

#include "limber/tell.h"

#include "base/put.h"
#include "core/modifier.h"
#include "table/exact.h"
#include "text/clause_text.h"
#include "text/formation_text.h"
#include "text/spot_text.h"
#include "text/standing_text.h"
#include "text/throw_text.h"

#include <string.h>

enum { COMPASS = 8 };

/// What became of a unit that was to move and has not gone anywhere: nothing to say, or one of two.
enum { STILL_NO, STILL_STAYED, STILL_TURNED };

/// What is over: the last headline says it instead of a phase.
enum { OVER_NOTHING, OVER_TURN, OVER_BATTLE };

/* Names. */

/// Writes the name of an actor.
static void put_name(const lb_battle *battle, lb_actor who, lb_put *put)
{
    const char *name = lb_actor_name(battle, who);

    lb_put_text(put, name != NULL ? name : "nobody");
}

static const char *side_name(const lb_battle *battle, int32_t side)
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

static int32_t distance_of(const lb_event *event)
{
    int64_t x = event->to.x - event->from.x, y = event->to.y - event->from.y;

    return (int32_t)lb_root_floor((uint64_t)(x * x + y * y));
}

/// The direction of a change of place, in eighths of a circle from the north.
static int32_t direction_of(const lb_event *event)
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
static lb_actor thrower_of(const lb_battle *battle, const lb_event *event)
{
    bool is_other = event->roll != NULL && event->roll->side < LB_SIDES &&
                    event->at.kind != LB_ACTOR_NONE &&
                    lb_actor_side(battle, event->who) != event->roll->side &&
                    lb_actor_side(battle, event->at) == event->roll->side;

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

/// Writes what a key of a text stands for; false if there is no such key.
static bool put_key(const lb_teller *teller, const lb_event *event, const char *key, size_t length,
                    lb_put *put)
{
    static const char *const compass[COMPASS] = {"north", "north-east", "east", "south-east",
                                                 "south", "south-west", "west", "north-west"};
    static const char *const keys[] = {
        "who",    "at",    "side",    "n",      "s",    "as",   "way", "near", "form", "length",
        "before", "after", "thrower", "formed", "card", "dice", "es",  "more", "place"};
    const lb_battle *battle = teller->battle;
    uint32_t reached;
    size_t which = 0;

    while (which < sizeof keys / sizeof keys[0] && !is_key(keys[which], key, length))
        which++;
    switch (which) {
    case 0:
        put_name(battle, event->who, put);
        return true;
    case 1:
        put_name(battle, event->at, put);
        return true;
    case 2:
        lb_put_text(put, side_name(battle, event->side));
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
        lb_put_text(put, compass[direction_of(event)]);
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
        put_length(teller, distance_of(event), put);
        return true;
    case 10:
        lb_put_int(put, event->before);
        return true;
    case 11:
        lb_put_int(put, event->after);
        return true;
    case 12:
        put_name(battle, thrower_of(battle, event), put);
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
        lb_put_spot(battle, teller->state->action.place, put);
        return true;
    default:
        return false;
    }
}

/// The n-th of the texts that '|' divides, from 0; NULL if there are fewer.
static const char *variant_of(const char *text, uint32_t n)
{
    if (text == NULL)
        return NULL;
    for (; n > 0 && *text != '\0'; text++)
        n -= *text == '|';
    return n == 0 ? text : NULL;
}

/// Writes a text up to its end or to a '|'.
static void put_text(const lb_teller *teller, const lb_event *event, const char *text, lb_put *put)
{
    for (const char *c = text; *c != '\0' && *c != '|'; c++) {
        size_t length = 0;

        if (*c == '{')
            while (c[length + 1] != '\0' && c[length + 1] != '}')
                length++;
        if (*c != '{' || length > 7 || !put_key(teller, event, c + 1, length, put))
            lb_put_char(put, *c);
        else
            c += length + 1;
    }
}

/* Lines. */

static lb_put line_of(lb_teller *teller)
{
    return (lb_put){teller->text, sizeof teller->text, teller->length};
}

static void keep_line(lb_teller *teller, const lb_put *put)
{
    teller->length = (uint32_t)put->length;
}

/// Upper case for the first letter of a line; names begin with what they begin with.
static void capitalise(char *text)
{
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
}

/// Gives a line, behind the headline of its phase.
static void give_line(lb_teller *teller, uint32_t depth, const char *text)
{
    if (teller->has_phase) {
        char head[LB_TELL_LINE];
        lb_put put = lb_put_start(head, sizeof head);

        lb_put_text(&put, teller->over == OVER_BATTLE ? "end of the battle"
                          : teller->over == OVER_TURN
                              ? "end of the turn"
                              : teller->battle->rules->play->phases[teller->phase]);
        capitalise(head);
        teller->has_phase = false;
        teller->line(teller->context, 0, head);
    }
    teller->line(teller->context, depth, text);
}

/// "and 3 more", for those who went the same way.
static void close_way(lb_teller *teller, lb_put *put)
{
    if (teller->more > 0) {
        lb_put_text(put, ", and ");
        lb_put_int(put, teller->more);
        lb_put_text(put, teller->more == 1 ? " other" : " others");
    }
    teller->more = 0;
    teller->went = 0;
}

/// Says of a unit that was to move and has not gone anywhere what it did.
static void settle_still(lb_teller *teller)
{
    lb_put put = line_of(teller);

    if (teller->still == STILL_NO)
        return;
    if (teller->parts == 0) {
        put.length = 0;
        put_name(teller->battle, teller->actor, &put);
    } else {
        lb_put_text(&put, "; it");
    }
    lb_put_text(&put,
                teller->still == STILL_TURNED ? " turned where it stood" : " stayed where it was");
    keep_line(teller, &put);
    capitalise(teller->text);
    teller->still = STILL_NO;
}

void lb_teller_flush(lb_teller *teller)
{
    lb_put put;

    if (!teller->is_open)
        return;
    settle_still(teller);
    put = line_of(teller);
    if (teller->is_worth && teller->length > 0) {
        close_way(teller, &put);
        if (teller->text[put.length - 1] != '.')
            lb_put_char(&put, '.');
        give_line(teller, teller->is_told ? 2 : 1, teller->text);
    }
    teller->is_open = teller->is_worth = teller->is_told = teller->is_put_off = false;
    teller->actor = (lb_actor){0};
    teller->length = teller->parts = 0;
    teller->more = 0;
    teller->went = 0;
    teller->text[0] = '\0';
}

static void open_line(lb_teller *teller)
{
    lb_teller_flush(teller);
    teller->is_open = true;
}

/// Begins a part of the line: with `glue` behind what was done, with "; " behind other parts.
static lb_put begin_part(lb_teller *teller, const char *glue)
{
    lb_put put;

    if (!teller->is_open)
        open_line(teller);
    settle_still(teller);
    put = line_of(teller);
    close_way(teller, &put);
    if (put.length > 0)
        lb_put_text(&put, teller->parts == 0 ? glue : "; ");
    teller->parts++;
    return put;
}

static void end_part(lb_teller *teller, const lb_put *put, uint16_t clause)
{
    lb_put line = *put;

    if (teller->names_clauses && clause < teller->battle->rules->clause_count) {
        lb_put_text(&line, " [");
        lb_put_text(&line, teller->battle->rules->clauses[clause].id);
        lb_put_char(&line, ']');
    }
    keep_line(teller, &line);
    capitalise(teller->text);
}

/// The words of the action that is carried out: see lb_tells. NULL if there are none.
static const char *deed_of(const lb_teller *teller, uint32_t n)
{
    return variant_of(teller->battle->rules->play->tells->deeds[teller->state->action.verb], n);
}

/// Goes on with a line as it is. Where the deed had been put off, it is said now that it was done.
static lb_put go_on(lb_teller *teller, const lb_event *event)
{
    const char *done = teller->is_put_off ? deed_of(teller, 2) : NULL;
    lb_put put = line_of(teller);

    if (put.length == 0)
        return put;
    if (done != NULL) {
        lb_put_text(&put, "; ");
        put_text(teller, event, done, &put);
    }
    lb_put_text(&put, done != NULL || teller->parts == 0 ? " " : "; then ");
    return put;
}

static void add_text(lb_teller *teller, const lb_event *event, uint32_t level, const char *text)
{
    lb_put put;

    if (level > (uint32_t)teller->level || text[0] == '\0')
        return;
    if (text[0] == '!')
        open_line(teller);
    if (text[0] == '=' && teller->is_open && teller->parts == 0)
        teller->length = 0;
    if (text[0] == '+' && teller->is_open) {
        put = go_on(teller, event);
        teller->is_put_off = false;
        put_text(teller, event, text + 1, &put);
    } else {
        put = begin_part(teller, "; ");
        put_text(teller, event, text + (text[0] == '+' || text[0] == '!' || text[0] == '='), &put);
    }
    if (text[0] == '!') {
        teller->actor = event->who;
        teller->parts = 0;
    }
    teller->is_worth = true;
    end_part(teller, &put, event->clause);
}

/* Headlines. */

void lb_tell_standing(const lb_battle *battle, int32_t lost, int32_t whole, lb_put *put)
{
    const lb_teller teller = {.battle = battle};
    const lb_event event = {.before = lost, .after = whole, .value = lost};

    put_text(&teller, &event, battle->rules->play->tells->score, put);
}

void lb_teller_score(lb_teller *teller)
{
    const lb_battle *battle = teller->battle;
    char text[LB_TELL_LINE];
    lb_put put = lb_put_start(text, sizeof text);

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_side_report report = lb_battle_side(battle, teller->state, s);

        lb_put_text(&put, s == 0 ? "" : "; ");
        lb_put_text(&put, battle->side[s].name);
        lb_put_text(&put, ": ");
        lb_tell_standing(battle, report.lost, report.whole, &put);
        if (battle->objective_count > 0) {
            lb_put_text(&put, ", ground worth ");
            lb_put_int(&put, lb_battle_held(battle, teller->state, s));
        }
    }
    lb_put_char(&put, '.');
    teller->line(teller->context, 1, text);
}

static void tell_hour(const lb_battle *battle, uint32_t turn, lb_put *put)
{
    uint32_t minute = battle->start_minute + (turn - 1) * battle->minutes;

    if (battle->start_minute == 0)
        return;
    lb_put_text(put, ", about ");
    lb_put_int(put, minute / 60 % 24);
    lb_put_text(put, minute % 60 < 10 ? ":0" : ":");
    lb_put_int(put, minute % 60);
}

/// The headline of a player's turn, with the score when a turn begins.
static void tell_turn(lb_teller *teller, bool is_new)
{
    const lb_state *state = teller->state;
    char text[LB_TELL_LINE];
    lb_put put = lb_put_start(text, sizeof text);

    lb_put_text(&put, "Turn ");
    lb_put_int(&put, state->turn);
    lb_put_text(&put, " of ");
    lb_put_int(&put, teller->battle->turns);
    tell_hour(teller->battle, state->turn, &put);
    if (!teller->battle->rules->play->shares_turns) {
        lb_put_text(&put, ": ");
        lb_put_text(&put, teller->battle->side[state->active].name);
    }
    teller->line(teller->context, 0, text);
    if (is_new && state->turn > 1)
        lb_teller_score(teller);
}

/// A headline if turn, side or phase are others than before. That of a phase waits until there is
/// something to tell.
static void tell_headline(lb_teller *teller)
{
    const lb_state *state = teller->state;
    bool is_new = state->turn != teller->turn, is_turn = is_new || state->active != teller->active;

    if (!is_turn && state->phase == teller->phase)
        return;
    if (state->turn > teller->battle->turns) {
        if (teller->over == OVER_BATTLE)
            return;
        lb_teller_flush(teller);
        teller->has_phase = teller->level > LB_TELL_BRIEF;
        teller->over = OVER_BATTLE;
        return;
    }
    lb_teller_flush(teller);
    if (is_turn)
        tell_turn(teller, is_new);
    teller->has_phase = teller->level > LB_TELL_BRIEF;
    /* Behind the last phase the state stands at the first again. */
    teller->over = !is_turn && state->phase < teller->phase ? OVER_TURN : OVER_NOTHING;
    teller->turn = state->turn;
    teller->phase = state->phase;
    teller->active = state->active;
}

/* Events. */

static const lb_told *find_told(const lb_tells *tells, const lb_event *event)
{
    uint32_t kind = (uint32_t)event->kind;

    if (event->kind == LB_EVENT_CHANGE)
        kind = (uint32_t)LB_EVENT_KIND_COUNT + event->what;
    for (const lb_told *row = tells->told; row->text != NULL; row++)
        if (row->clause == event->clause && row->kind == kind)
            return row;
    return NULL;
}

static bool is_same(lb_actor a, lb_actor b)
{
    return a.kind == b.kind && a.id == b.id;
}

/// Says of the deed that begins the line that it was to be done: something has to come about first.
static void put_off(lb_teller *teller)
{
    const lb_action *action = &teller->state->action;
    const lb_event event = {.who = teller->actor, .at = {LB_ACTOR_UNIT, action->target}};
    const char *text = deed_of(teller, 1);
    lb_put put;

    if (!teller->is_open || teller->parts > 0 || teller->is_told || text == NULL)
        return;
    teller->length = 0;
    put = line_of(teller);
    put_text(teller, &event, text, &put);
    keep_line(teller, &put);
    capitalise(teller->text);
    teller->is_put_off = true;
}

void lb_teller_await(lb_teller *teller, const lb_roll *roll)
{
    const lb_event event = {.kind = LB_EVENT_ROLL, .clause = roll->clause};
    const lb_told *row = find_told(teller->battle->rules->play->tells, &event);
    lb_actor actor = teller->actor;

    if (row != NULL && row->level <= (uint32_t)teller->level && row->text[0] == '=')
        put_off(teller);
    if (!teller->is_put_off) {
        lb_teller_flush(teller);
        return;
    }
    /* The line that the throw begins goes on with the deed. */
    lb_teller_flush(teller);
    teller->is_put_off = true;
    teller->actor = actor;
}

static void tell_roll(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    bool is_marked, needs_all;
    size_t length;
    lb_put put;

    if (row == NULL || row->level > (uint32_t)teller->level || event->roll == NULL)
        return;
    if (row->text[0] == '!')
        lb_teller_flush(teller);
    if (row->text[0] == '=')
        put_off(teller);
    is_marked = row->text[0] == '~' || row->text[0] == '!' || row->text[0] == '=';
    needs_all = row->many != NULL && row->many[0] == '*';
    put = begin_part(teller, ": ");
    length = put.length;
    if (row->text[0] != '~' || teller->parts > 1 ||
        !is_same(thrower_of(teller->battle, event), teller->actor))
        put_text(teller, event, row->text + is_marked, &put);
    /* What a throw without an outcome came to is nobody's business: a card that was drawn. */
    if (event->face_count > 0 && row->one != NULL) {
        lb_put_text(&put, put.length > length ? " " : "");
        lb_throw_put_dice(event, needs_all, &put);
    }
    if (row->one != NULL) {
        lb_put_text(&put, ": ");
        lb_throw_put_outcome(event, row, &put);
    }
    teller->is_worth |= teller->level > LB_TELL_BRIEF;
    end_part(teller, &put, event->clause);
}

/// The action that a side has chosen begins a line.
static void tell_deed(lb_teller *teller, const lb_event *event)
{
    const lb_action *action = &teller->state->action;
    const char *text = teller->battle->rules->play->tells->deeds[action->verb];
    lb_put put;

    if (text == NULL)
        return;
    open_line(teller);
    teller->is_put_off = false;
    put = line_of(teller);
    put_text(teller, event, text, &put);
    keep_line(teller, &put);
    capitalise(teller->text);
    teller->is_worth = teller->level > LB_TELL_BRIEF;
    teller->actor = event->who;
}

static void tell_place(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    int32_t went = distance_of(event) / LB_TMM_CM, direction = direction_of(event);

    if (row == NULL || row->level > (uint32_t)teller->level)
        return;
    if (distance_of(event) < teller->battle->rules->play->length_tmm / 2) {
        if (row->text[0] == '+' && teller->is_open && is_same(event->who, teller->actor) &&
            deed_of(teller, 2) != NULL)
            teller->still = event->before != event->after ? STILL_TURNED : STILL_STAYED;
        return;
    }
    if (teller->went == went + 1 && teller->direction == direction) {
        teller->more++;
        return;
    }
    add_text(teller, event, row->level, row->text);
    teller->went = went + 1;
    teller->direction = direction;
}

static void tell_losses(lb_teller *teller, const lb_event *event)
{
    const lb_tells *tells = teller->battle->rules->play->tells;
    int32_t lost = event->after - event->before;
    lb_put put;

    if (lost == 0 || event->who.kind != LB_ACTOR_UNIT)
        return;
    put = begin_part(teller, "; ");
    put_name(teller->battle, event->who, &put);
    lb_put_char(&put, ' ');
    lb_put_text(&put, lost > 0 ? tells->loses : "shook off");
    lb_put_char(&put, ' ');
    lb_put_int(&put, lost > 0 ? lost : -lost);
    lb_put_char(&put, ' ');
    lb_put_text(&put, lost == 1 || lost == -1 ? tells->loss : tells->losses);
    lb_put_text(&put, ", ");
    lb_put_int(&put, event->after);
    lb_put_text(&put, " in all");
    teller->is_worth = true;
    end_part(teller, &put, event->clause);
}

static void tell_flags(lb_teller *teller, const lb_event *event)
{
    uint32_t set = (uint32_t)event->after & ~(uint32_t)event->before;
    uint32_t cleared = (uint32_t)event->before & ~(uint32_t)event->after;

    /* Who is gone is in no state any more. */
    if (event->who.kind == LB_ACTOR_UNIT &&
        teller->state->unit[event->who.id].presence == LB_PRESENCE_GONE)
        return;
    for (const lb_told_flag *row = teller->battle->rules->play->tells->flags; row->flag != 0;
         row++) {
        const char *text = (set & row->flag) != 0       ? row->set
                           : (cleared & row->flag) != 0 ? row->cleared
                                                        : NULL;

        if (row->owner == event->who.kind && text != NULL)
            add_text(teller, event, row->level, text);
    }
}

static void tell_presence(lb_teller *teller, const lb_event *event)
{
    static const char *const texts[LB_PRESENCE_COUNT] = {NULL, "{who} came onto the field",
                                                         "{who} was off the field",
                                                         "{who} marched off by the exit"};

    if (event->after >= 0 && event->after < LB_PRESENCE_COUNT && texts[event->after] != NULL &&
        event->before != event->after)
        add_text(teller, event, LB_TELL_BRIEF, texts[event->after]);
}

static void tell_held(lb_teller *teller, const lb_event *event)
{
    lb_put put;

    lb_teller_flush(teller);
    put = begin_part(teller, "; ");
    put_name(teller->battle, event->who, &put);
    if (event->after >= LB_SIDES) {
        lb_put_text(&put, " was nobody's any more");
    } else {
        lb_put_text(&put, " fell to ");
        lb_put_text(&put, side_name(teller->battle, event->after));
    }
    teller->is_worth = true;
    end_part(teller, &put, event->clause);
    lb_teller_flush(teller);
}

/// Another formation. A unit that has not gone anywhere did nothing else.
static void tell_formation(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    bool is_all = teller->still != STILL_NO && teller->parts == 0;
    bool is_own = teller->is_open && is_same(event->who, teller->actor) && !is_all;
    const char *text = "{who} {formed}";

    if (event->before == event->after)
        return;
    /* "it …" is said of whom the line is about; words that name {who} stand for anybody. */
    if (row != NULL && (is_own || row->text[0] != 'i'))
        text = row->text;
    if (is_all)
        teller->length = 0;
    teller->still = STILL_NO;
    add_text(teller, event, row != NULL ? row->level : LB_TELL_NORMAL, text);
    if (is_all)
        teller->parts = 0;
}

static void tell_change(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    switch ((lb_change)event->what) {
    case LB_CHANGE_PLACE:
        tell_place(teller, event, row);
        return;
    case LB_CHANGE_LOSSES:
        tell_losses(teller, event);
        return;
    case LB_CHANGE_FLAGS:
        tell_flags(teller, event);
        return;
    case LB_CHANGE_HELD:
        tell_held(teller, event);
        return;
    case LB_CHANGE_PRESENCE:
        if (row == NULL) {
            tell_presence(teller, event);
            return;
        }
        break;
    case LB_CHANGE_FORMATION:
        tell_formation(teller, event, row);
        return;
    case LB_CHANGE_NONE:
    case LB_CHANGE_HITS:
    case LB_CHANGE_SCORE:
    case LB_CHANGE_WORTH:
    case LB_CHANGE_HAND:
    case LB_CHANGE_TALLY:
    case LB_CHANGE_PILE:
    case LB_CHANGE_TARGET:
    case LB_CHANGE_FATIGUE:
    case LB_CHANGE_ORDER:
    case LB_CHANGE_PENDING:
    case LB_CHANGE_STATUS:
    case LB_CHANGE_AREA:
    case LB_CHANGE_GROUP:
    case LB_CHANGE_COUNT:
        break;
    }
    if (row != NULL)
        add_text(teller, event, row->level, row->text);
}

/// A clause that counted, with its number and what it says.
static void tell_detail(lb_teller *teller, const lb_event *event)
{
    char text[LB_TELL_LINE];
    lb_put put = lb_put_start(text, sizeof text);
    const lb_battle *battle = teller->battle;

    if (event->kind == LB_EVENT_ADD && event->value == 0)
        return;
    if (event->kind == LB_EVENT_ADD) {
        lb_put_signed(&put, event->value);
        lb_put_text(&put, ": ");
    } else if (event->kind == LB_EVENT_SET) {
        lb_put_int(&put, event->value);
        lb_put_text(&put, ": ");
    }
    lb_clause_put(battle->rules, battle->house.value, event->clause, &put);
    lb_put_text(&put, " (");
    lb_put_text(&put, battle->rules->clauses[event->clause].id);
    lb_put_char(&put, ')');
    if (teller->is_open && teller->length > 0) {
        give_line(teller, teller->is_told ? 2 : 1, teller->text);
        teller->length = 0;
        teller->text[0] = '\0';
        teller->is_told = true;
    }
    give_line(teller, 2, text);
}

bool lb_teller_knows(const lb_battle *battle, const lb_event *event)
{
    const lb_tells *tells = battle->rules->play->tells;

    switch (event->kind) {
    case LB_EVENT_ROLL:
        return find_told(tells, event) != NULL;
    case LB_EVENT_CHANGE:
        return event->what != LB_CHANGE_PLACE || find_told(tells, event) != NULL;
    case LB_EVENT_ADD:
    case LB_EVENT_SET:
    case LB_EVENT_NOTE:
    case LB_EVENT_CHOICE:
    case LB_EVENT_KIND_COUNT:
        break;
    }
    return event->clause < battle->rules->clause_count;
}

/// True of what the other side does in secret.
static bool is_hidden(const lb_teller *teller, const lb_event *event)
{
    uint32_t uses = teller->battle->rules->play->verbs[teller->state->action.verb].uses;

    return (uses & LB_IS_SECRET) != 0 && teller->reader > 0 && event->side + 1u != teller->reader;
}

void lb_teller_take(void *context, const lb_event *event)
{
    lb_teller *teller = context;
    const lb_tells *tells = teller->battle->rules->play->tells;
    const lb_told *row = find_told(tells, event);

    tell_headline(teller);
    switch (event->kind) {
    case LB_EVENT_CHOICE:
        if (!is_hidden(teller, event))
            tell_deed(teller, event);
        return;
    case LB_EVENT_ROLL:
        tell_roll(teller, event, row);
        return;
    case LB_EVENT_CHANGE:
        tell_change(teller, event, row);
        return;
    case LB_EVENT_ADD:
    case LB_EVENT_SET:
    case LB_EVENT_NOTE:
        if (row != NULL)
            add_text(teller, event, row->level, row->text);
        else if (teller->level == LB_TELL_FULL)
            tell_detail(teller, event);
        return;
    case LB_EVENT_KIND_COUNT:
        return;
    }
}
