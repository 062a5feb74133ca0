// SPDX-License-Identifier: MIT
// See limber/tell.h. Texts that every sheet shares are here: changes of place, formation, losses,
// presence, ground. What only a sheet knows is in its tells.def.

#include "limber/tell.h"

#include "base/put.h"
#include "core/modifier.h"
#include "text/clause_text.h"
#include "text/goal_text.h"
#include "text/standing_text.h"
#include "text/tell_keys.h"
#include "text/tell_lines.h"
#include "text/throw_text.h"

#include <string.h>

static void forget_added(lb_teller *teller)
{
    teller->added[0] = teller->added[1] = (lb_tell_sum){0};
}

/// The words of the action that is carried out: see lb_tells. NULL if there are none.
static const char *deed_of(const lb_teller *teller, uint32_t n)
{
    return lb_tell_variant(teller->battle->rules->play->tells->deeds[teller->state->action.verb],
                           n);
}

/// Goes on with a line as it is. Where the deed had been put off, it is said now that it was done.
static lb_put go_on(lb_teller *teller, const lb_event *event)
{
    const char *done = teller->is_put_off ? deed_of(teller, 2) : NULL;
    lb_put put = lb_line_put(teller);

    if (put.length == 0)
        return put;
    if (done != NULL) {
        lb_put_text(&put, "; ");
        lb_tell_put_text(teller, event, done, &put);
    }
    if (done == NULL && teller->parts > 0) {
        done = deed_of(teller, 2);
        lb_put_text(&put, "; then ");
        if (done != NULL)
            lb_tell_put_text(teller, event, done, &put);
    }
    lb_put_text(&put, done != NULL || teller->parts == 0 ? " " : "");
    return put;
}

/// Writes a part. Whoever the part before was about is "it", "they" or "he" in the same sentence.
static void put_subject(const lb_teller *teller, const lb_event *event, const char *text,
                        lb_put *put)
{
    bool is_several = lb_tell_is_plural(teller->battle, event->who);

    if (teller->clauses <= 1 || strncmp(text, "{who} ", 6) != 0 ||
        !lb_actor_is_same(event->who, teller->last)) {
        lb_tell_put_text(teller, event, text, put);
        return;
    }
    lb_put_text(put, is_several ? "they" : event->who.kind == LB_ACTOR_LEADER ? "he" : "it");
    if (is_several)
        lb_tell_put_plural(teller, event, text + 5, put);
    else
        lb_tell_put_text(teller, event, text + 5, put);
}

/// True of words about whoever an event is about.
static bool is_about(const char *text)
{
    return strncmp(text, "{who} ", 6) == 0 || strncmp(text, "it ", 3) == 0;
}

static void add_text(lb_teller *teller, const lb_event *event, uint32_t level, const char *text)
{
    bool is_apart = false;
    lb_put put;

    if (text[0] == '!')
        forget_added(teller);
    if (text[0] == '^') {
        is_apart = lb_actor_side(teller->battle, event->who) !=
                   lb_actor_side(teller->battle, teller->actor);
        text++;
    }
    /* What is not told at this level parts what comes before it from what comes behind it. */
    if (text[0] == '!' && level == LB_TELL_NORMAL && teller->level == LB_TELL_BRIEF)
        lb_teller_flush(teller);
    if (level > (uint32_t)teller->level || text[0] == '\0')
        return;
    if (!is_apart && text[0] != '!' && lb_line_join(teller, event, text, false))
        return;
    if (is_apart)
        lb_line_open(teller);
    if (text[0] == '!' && (text[1] != '\0' || !lb_actor_is_same(event->who, teller->actor)))
        lb_line_open(teller);
    if (text[0] == '!' && text[1] == '\0')
        return;
    if (text[0] == '=' && teller->is_open && teller->parts == 0)
        teller->length = 0;
    if (text[0] == '+' && teller->is_open) {
        lb_line_close_list(teller);
        put = go_on(teller, event);
        teller->is_put_off = false;
        lb_tell_put_text(teller, event, text + 1, &put);
    } else {
        const char *words = text + (text[0] != '\0' && strchr("+!=:", text[0]) != NULL);

        put = lb_line_begin(teller, text[0] == ':' ? ": " : "; ");
        lb_line_list(teller, event, words, put.length);
        put_subject(teller, event, words, &put);
    }
    if (text[0] == '!' || is_apart) {
        uint8_t other = lb_actor_side(teller->battle, event->at);

        teller->actor = event->who;
        teller->other = event->at;
        teller->parts = 0;
        teller->is_mutual = other < LB_SIDES && other != lb_actor_side(teller->battle, event->who);
    }
    teller->is_worth = true;
    /* "neither gave way" is about nobody in particular. */
    teller->last = text[0] == '+' || text[0] == '!' || is_about(text) ? event->who : (lb_actor){0};
    lb_line_end(teller, &put, event->clause);
}

/* Headlines. */

/// From here on the end of the battle is told.
static void begin_end(lb_teller *teller)
{
    if (teller->over == OVER_BATTLE)
        return;
    lb_teller_flush(teller);
    teller->has_phase = teller->level > LB_TELL_BRIEF;
    teller->over = OVER_BATTLE;
}

/// The battle is over: which armies broke, and at what.
static void tell_end(lb_teller *teller)
{
    begin_end(teller);
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        lb_put put;

        lb_line_open(teller);
        put = lb_line_begin(teller, "; ");
        teller->is_worth = lb_put_broken(teller->battle, teller->state, side, &put);
        lb_line_end(teller, &put, UINT16_MAX);
        lb_teller_flush(teller);
    }
}

/// A headline if turn, side or phase are others than before. That of a phase, and that of the other
/// side's turn, wait until there is something to tell.
static void tell_headline(lb_teller *teller)
{
    const lb_state *state = teller->state;
    const lb_play *play = teller->battle->rules->play;
    bool is_new = state->turn != teller->turn, is_turn = is_new || state->active != teller->active;

    if (play->own_phase > 0)
        is_turn = is_new || (lb_tell_is_own_phase(play, state->phase) &&
                             (state->active != teller->active || teller->phase < play->own_phase));
    if ((!is_turn && state->phase == teller->phase) || teller->over == OVER_BATTLE)
        return;
    if (state->turn > teller->battle->turns) {
        begin_end(teller);
        return;
    }
    lb_teller_flush(teller);
    forget_added(teller);
    teller->has_phase = teller->level > LB_TELL_BRIEF;
    teller->has_turn |= is_turn;
    /* Behind the last phase the state stands at the first again. */
    teller->over = !is_turn && state->phase < teller->phase ? OVER_TURN : OVER_NOTHING;
    teller->turn = state->turn;
    teller->phase = state->phase;
    teller->active = state->active;
    if (is_new) {
        lb_line_give_turn(teller);
        lb_teller_score(teller);
    }
}

void lb_teller_headline(lb_teller *teller)
{
    tell_headline(teller);
    lb_line_give_turn(teller);
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
    put = lb_line_put(teller);
    lb_tell_put_text(teller, &event, text, &put);
    lb_line_keep(teller, &put);
    lb_line_capitalise(teller->text);
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

/// Adds a modifier to what its owner has for the next throw. What the sheet has words for is no
/// modifier but the number of something.
static void add_modifier(lb_teller *teller, const lb_event *event)
{
    lb_tell_sum *sum = &teller->added[0];

    if (!lb_actor_is_same(sum->who, event->who) && sum->who.kind != LB_ACTOR_NONE)
        sum = &teller->added[1];
    if (!lb_actor_is_same(sum->who, event->who))
        *sum = (lb_tell_sum){.who = event->who};
    sum->value = event->kind == LB_EVENT_SET ? event->value : sum->value + event->value;
}

/// Modifiers that somebody has for his throw; with it they are spent.
static int32_t take_added(lb_teller *teller, lb_actor who)
{
    int32_t value = 0;

    for (uint32_t i = 0; i < LB_SIDES; i++)
        if (lb_actor_is_same(teller->added[i].who, who)) {
            value += teller->added[i].value;
            teller->added[i] = (lb_tell_sum){0};
        }
    return value;
}

static void tell_roll(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    int32_t added = take_added(teller, lb_tell_thrower(teller->battle, event));
    bool is_marked, is_total;
    size_t length;
    lb_put put;

    if (row != NULL && row->text[0] == '!' && row->level <= LB_TELL_NORMAL)
        lb_teller_flush(teller);
    if (row == NULL || row->level > (uint32_t)teller->level || event->roll == NULL ||
        event->roll->dice == 0)
        return;
    if (row->text[0] == '!') {
        lb_teller_flush(teller);
        teller->actor = event->who;
        teller->other = event->at;
    }
    if (row->text[0] == '=')
        put_off(teller);
    is_marked = row->text[0] == '~' || row->text[0] == '!' || row->text[0] == '=';
    is_total = row->none != NULL && row->none[0] == '#';
    put = lb_line_begin(teller, ": ");
    length = put.length;
    if (row->text[0] != '~' || teller->parts > 1 ||
        !lb_actor_is_same(lb_tell_thrower(teller->battle, event), teller->actor))
        lb_tell_put_text(teller, event, row->text + is_marked, &put);
    /* What a throw without an outcome came to is nobody's business: a card that was drawn. */
    if (event->face_count > 0 && row->one != NULL) {
        lb_put_text(&put, put.length > length ? " " : "");
        lb_throw_put_dice(event, row, &put);
    }
    if (is_total && added != 0) {
        lb_put_char(&put, ' ');
        lb_put_signed(&put, added);
    }
    if (row->one != NULL) {
        lb_event whole = *event;

        whole.value += is_total ? added : 0;
        lb_put_text(&put, ": ");
        lb_throw_put_outcome(&whole, row, &put);
    }
    teller->is_worth |= teller->level > LB_TELL_BRIEF;
    teller->last = lb_tell_thrower(teller->battle, event);
    lb_line_end(teller, &put, event->clause);
}

/// The action that a side has chosen begins a line.
static void tell_deed(lb_teller *teller, const lb_event *event)
{
    const lb_action *action = &teller->state->action;
    const char *text = teller->battle->rules->play->tells->deeds[action->verb];
    lb_put put;

    if (text == NULL)
        return;
    lb_line_open(teller);
    teller->is_put_off = false;
    put = lb_line_put(teller);
    lb_tell_put_text(teller, event, text, &put);
    lb_line_keep(teller, &put);
    lb_line_capitalise(teller->text);
    teller->is_worth = teller->level > LB_TELL_BRIEF;
    teller->clauses = teller->length > 0;
    teller->actor = teller->last = event->who;
    teller->other = event->at;
    forget_added(teller);
}

/// The brigade of somebody; LB_NOBODY if he has none.
static uint32_t group_of(const lb_teller *teller, lb_actor who)
{
    if (who.kind == LB_ACTOR_UNIT)
        return teller->state->unit[who.id].group;
    if (who.kind == LB_ACTOR_GROUP)
        return who.id;
    for (uint32_t g = 0; who.kind == LB_ACTOR_LEADER && g < teller->battle->group_count; g++)
        if (teller->battle->group[g].leader == who.id)
            return g;
    return LB_NOBODY;
}

/// True if what happens to somebody can follow from what the line tells: he is one of the two that
/// it is about or the last that it names, belongs to one of them, or one of them has caused it.
static bool belongs(const lb_teller *teller, const lb_event *event)
{
    const lb_actor about[] = {teller->actor, teller->other, teller->last};
    uint32_t group = group_of(teller, event->who);

    for (uint32_t i = 0; i < 3; i++) {
        if (about[i].kind == LB_ACTOR_NONE)
            continue;
        if (lb_actor_is_same(about[i], event->who))
            return true;
        /* What happens to a commander is told by itself. */
        if (teller->actor.kind == LB_ACTOR_LEADER && event->who.kind == LB_ACTOR_UNIT)
            continue;
        if (lb_actor_is_same(about[i], event->at) || about[i].kind == LB_ACTOR_SIDE ||
            about[i].kind == LB_ACTOR_OBJECTIVE || event->who.kind == LB_ACTOR_SIDE)
            return true;
        if (group != LB_NOBODY && group_of(teller, about[i]) == group)
            return true;
    }
    return teller->actor.kind == LB_ACTOR_NONE;
}

/// A change that has nothing to do with what the line tells begins a line of its own.
static void begin_own(lb_teller *teller, const lb_event *event, const char *text)
{
    if (text[0] == '!' || text[0] == '+' || text[0] == '^' || text[0] == '\0' || !teller->is_open ||
        teller->length == 0 || belongs(teller, event))
        return;
    lb_line_open(teller);
    teller->actor = event->who;
    teller->other = event->at;
}

/// The same unit went on: its two ways are told as one.
static void lengthen_way(lb_teller *teller, const lb_event *event, const char *text)
{
    lb_event whole = *event;
    lb_put put = lb_line_put(teller);

    whole.from = teller->from;
    put.length = teller->listed_at;
    lb_tell_put_text(teller, &whole, text, &put);
    lb_line_end(teller, &put, event->clause);
    teller->went = lb_tell_distance(&whole) / LB_TMM_CM + 1;
    teller->direction = lb_tell_direction(&whole);
}

static void tell_place(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    int32_t went = lb_tell_distance(event) / LB_TMM_CM, direction = lb_tell_direction(event);
    const char *text = row != NULL ? row->text : NULL;

    if (row == NULL || row->level > (uint32_t)teller->level)
        return;
    if (lb_tell_distance(event) < teller->battle->rules->play->length_tmm / 2) {
        if (row->text[0] == '+' && teller->is_open && lb_actor_is_same(event->who, teller->actor) &&
            deed_of(teller, 2) != NULL)
            teller->still = event->before != event->after ? STILL_TURNED : STILL_STAYED;
        return;
    }
    if (row->text[0] == '+' && (!teller->is_open || !lb_actor_is_same(event->who, teller->actor)))
        text = "{who} went {length} {way}{near}";
    if (teller->went == went + 1 && teller->direction == direction &&
        lb_line_join(teller, event, text, true))
        return;
    if (teller->went > 0 && teller->listed_count == 1 && text == teller->way &&
        lb_actor_is_same(event->who, teller->listed[0])) {
        lengthen_way(teller, event, text);
        return;
    }
    begin_own(teller, event, text);
    add_text(teller, event, row->level, text);
    teller->way = text;
    teller->from = event->from;
    teller->went = went + 1;
    teller->direction = direction;
}

/// Losses. Those that fall after all throws have words of their own that say whose they are, and a
/// line of their own: '!' and what stands behind.
static void tell_losses(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    const lb_tells *tells = teller->battle->rules->play->tells;
    int32_t lost = event->after - event->before;
    lb_put put;

    if (lost == 0 || event->who.kind != LB_ACTOR_UNIT)
        return;
    if (row != NULL && row->text[0] == '!')
        lb_line_open(teller);
    else
        begin_own(teller, event, "{who}");
    put = lb_line_begin(teller, "; ");
    put_subject(teller, event, "{who} ", &put);
    lb_put_text(&put, lost > 0 ? tells->loses : "shook off");
    lb_put_char(&put, ' ');
    lb_put_int(&put, lost > 0 ? lost : -lost);
    lb_put_char(&put, ' ');
    lb_put_text(&put, lost == 1 || lost == -1 ? tells->loss : tells->losses);
    lb_put_text(&put, ", ");
    lb_put_int(&put, event->after);
    lb_put_text(&put, " in all");
    if (row != NULL && row->text[0] == '!') {
        lb_tell_put_text(teller, event, row->text + 1, &put);
        teller->actor = event->who;
        teller->other = event->at;
    }
    teller->is_worth = true;
    teller->last = event->who;
    lb_line_end(teller, &put, event->clause);
}

static void tell_flags(lb_teller *teller, const lb_event *event, const lb_told *cause)
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

        if (row->owner != event->who.kind || text == NULL ||
            (cause != NULL && cause->level > (uint32_t)teller->level))
            continue;
        if (row->level <= (uint32_t)teller->level)
            begin_own(teller, event, text);
        add_text(teller, event, row->level, text);
    }
}

static void tell_presence(lb_teller *teller, const lb_event *event)
{
    static const char *const texts[LB_PRESENCE_COUNT] = {NULL, "{who} came onto the field",
                                                         "{who} was off the field",
                                                         "{who} marched off by the exit"};

    if (event->after >= 0 && event->after < LB_PRESENCE_COUNT && texts[event->after] != NULL &&
        event->before != event->after) {
        begin_own(teller, event, texts[event->after]);
        add_text(teller, event, LB_TELL_BRIEF, texts[event->after]);
    }
}

static void tell_held(lb_teller *teller, const lb_event *event)
{
    lb_put put;

    lb_teller_flush(teller);
    put = lb_line_begin(teller, "; ");
    lb_tell_put_name(teller->battle, event->who, &put);
    if (event->after >= LB_SIDES) {
        lb_put_text(&put, " was nobody's any more");
    } else {
        lb_put_text(&put, " fell to ");
        lb_put_text(&put, lb_tell_side_name(teller->battle, event->after));
    }
    teller->is_worth = true;
    lb_line_end(teller, &put, event->clause);
    lb_teller_flush(teller);
}

/// Another formation. A unit that has not gone anywhere yet did that, and may go then.
static void tell_formation(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    bool is_deed = teller->is_open && lb_actor_is_same(event->who, teller->actor);
    bool is_all = teller->parts == 0 && is_deed && !teller->is_put_off && !teller->is_told &&
                  deed_of(teller, 2) != NULL;
    bool is_own = is_deed && !is_all;
    const char *text = "{who} {formed}";

    if (event->before == event->after)
        return;
    /* "it …" is said of whom the line is about; words that name {who} stand for anybody. */
    if (row != NULL && (is_own || row->text[0] != 'i'))
        text = row->text;
    if (is_all && (row == NULL || row->level <= (uint32_t)teller->level))
        teller->length = teller->clauses = 0;
    teller->still = STILL_NO;
    if (!is_all && (row == NULL || row->level <= (uint32_t)teller->level))
        begin_own(teller, event, text);
    add_text(teller, event, row != NULL ? row->level : LB_TELL_NORMAL, text);
}

static void tell_change(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    switch ((lb_change)event->what) {
    case LB_CHANGE_PLACE:
        tell_place(teller, event, row);
        return;
    case LB_CHANGE_LOSSES:
        tell_losses(teller, event, row);
        return;
    case LB_CHANGE_FLAGS:
        tell_flags(teller, event, row);
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
    if (row != NULL && row->level <= (uint32_t)teller->level)
        begin_own(teller, event, row->text);
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
        lb_line_give(teller, teller->is_told ? 2 : 1, teller->text);
        teller->length = 0;
        teller->text[0] = '\0';
        teller->is_told = true;
    }
    lb_line_give(teller, 2, text);
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

/// A note about somebody who has nothing to do with the line begins another.
static void tell_note(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    if (row->level <= (uint32_t)teller->level && strncmp(row->text, "{who} ", 6) == 0)
        begin_own(teller, event, row->text);
    add_text(teller, event, row->level, row->text);
}

/// A note of something that a clause caused, which is its number.
static void tell_caused(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    const lb_told *cause = lb_tell_cause(teller, event);

    if (row->level > (uint32_t)teller->level ||
        (cause != NULL && cause->level > (uint32_t)teller->level))
        return;
    begin_own(teller, event, row->text);
    add_text(teller, event, row->level, row->text + 1);
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
        if (row == NULL && event->kind != LB_EVENT_NOTE)
            add_modifier(teller, event);
        if (row != NULL && row->text[0] == '$' && event->who.kind != LB_ACTOR_LEADER)
            tell_end(teller);
        else if (row != NULL && row->text[0] == '?')
            tell_caused(teller, event, row);
        else if (row != NULL)
            tell_note(teller, event, row);
        else if (teller->level == LB_TELL_FULL)
            tell_detail(teller, event);
        return;
    case LB_EVENT_KIND_COUNT:
        return;
    }
}
