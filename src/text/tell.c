// SPDX-License-Identifier: MIT
// See limber/tell.h. Texts that every sheet shares are here: changes of place, formation, losses,
// presence, ground. What only a sheet knows is in its tells.def.

#include "limber/tell.h"

#include "base/put.h"
#include "core/modifier.h"
#include "text/clause_text.h"
#include "text/standing_text.h"
#include "text/tell_keys.h"
#include "text/throw_text.h"

#include <string.h>

/// What became of a unit that was to move and has not gone anywhere: nothing to say, or one of two.
enum { STILL_NO, STILL_STAYED, STILL_TURNED };

/// What is over: the last headline says it instead of a phase.
enum { OVER_NOTHING, OVER_TURN, OVER_BATTLE };

/* Lines. */

static bool is_same(lb_actor a, lb_actor b)
{
    return a.kind == b.kind && a.id == b.id;
}

static void forget_added(lb_teller *teller)
{
    teller->added[0] = teller->added[1] = (lb_tell_sum){0};
}

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
        lb_tell_put_name(teller->battle, teller->actor, &put);
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
    return lb_tell_variant(teller->battle->rules->play->tells->deeds[teller->state->action.verb],
                           n);
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
        lb_tell_put_text(teller, event, done, &put);
    }
    lb_put_text(&put, done != NULL || teller->parts == 0 ? " " : "; then ");
    return put;
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
    if (level > (uint32_t)teller->level || text[0] == '\0')
        return;
    if (is_apart)
        open_line(teller);
    if (text[0] == '!' && (text[1] != '\0' || !is_same(event->who, teller->actor)))
        open_line(teller);
    if (text[0] == '!' && text[1] == '\0')
        return;
    if (text[0] == '=' && teller->is_open && teller->parts == 0)
        teller->length = 0;
    if (text[0] == '+' && teller->is_open) {
        put = go_on(teller, event);
        teller->is_put_off = false;
        lb_tell_put_text(teller, event, text + 1, &put);
    } else {
        put = begin_part(teller, "; ");
        lb_tell_put_text(teller, event, text + (text[0] == '+' || text[0] == '!' || text[0] == '='),
                         &put);
    }
    if (text[0] == '!' || is_apart) {
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

    lb_tell_put_text(&teller, &event, battle->rules->play->tells->score, put);
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

/// True in a phase that is one side's own although the sides share their turns.
static bool is_own_phase(const lb_play *play, uint32_t phase)
{
    return play->own_phase > 0 && phase >= play->own_phase;
}

/// The headline of a player's turn, with the score when a turn begins.
static void tell_turn(lb_teller *teller, bool is_new)
{
    const lb_play *play = teller->battle->rules->play;
    const lb_state *state = teller->state;
    bool is_own = is_own_phase(play, state->phase);
    char text[LB_TELL_LINE];
    lb_put put = lb_put_start(text, sizeof text);

    lb_put_text(&put, "Turn ");
    lb_put_int(&put, state->turn);
    lb_put_text(&put, " of ");
    lb_put_int(&put, teller->battle->turns);
    tell_hour(teller->battle, state->turn, &put);
    if (is_own) {
        lb_put_text(&put, ", ");
        lb_put_text(&put, play->own_phase_word);
    }
    if (is_own || !play->shares_turns) {
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
    const lb_play *play = teller->battle->rules->play;
    bool is_new = state->turn != teller->turn, is_turn = is_new || state->active != teller->active;

    if (play->own_phase > 0)
        is_turn = is_new || (is_own_phase(play, state->phase) &&
                             (state->active != teller->active || teller->phase < play->own_phase));
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
    forget_added(teller);
    if (is_turn)
        tell_turn(teller, is_new);
    teller->has_phase = teller->level > LB_TELL_BRIEF;
    /* Behind the last phase the state stands at the first again. */
    teller->over = !is_turn && state->phase < teller->phase ? OVER_TURN : OVER_NOTHING;
    teller->turn = state->turn;
    teller->phase = state->phase;
    teller->active = state->active;
}

void lb_teller_headline(lb_teller *teller)
{
    tell_headline(teller);
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
    put = line_of(teller);
    lb_tell_put_text(teller, &event, text, &put);
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

/// Adds a modifier to what its owner has for the next throw. What the sheet has words for is no
/// modifier but the number of something.
static void add_modifier(lb_teller *teller, const lb_event *event)
{
    lb_tell_sum *sum = &teller->added[0];

    if (!is_same(sum->who, event->who) && sum->who.kind != LB_ACTOR_NONE)
        sum = &teller->added[1];
    if (!is_same(sum->who, event->who))
        *sum = (lb_tell_sum){.who = event->who};
    sum->value = event->kind == LB_EVENT_SET ? event->value : sum->value + event->value;
}

/// Modifiers that somebody has for his throw; with it they are spent.
static int32_t take_added(lb_teller *teller, lb_actor who)
{
    int32_t value = 0;

    for (uint32_t i = 0; i < LB_SIDES; i++)
        if (is_same(teller->added[i].who, who)) {
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

    if (row == NULL || row->level > (uint32_t)teller->level || event->roll == NULL)
        return;
    if (row->text[0] == '!')
        lb_teller_flush(teller);
    if (row->text[0] == '=')
        put_off(teller);
    is_marked = row->text[0] == '~' || row->text[0] == '!' || row->text[0] == '=';
    is_total = row->none != NULL && row->none[0] == '#';
    put = begin_part(teller, ": ");
    length = put.length;
    if (row->text[0] != '~' || teller->parts > 1 ||
        !is_same(lb_tell_thrower(teller->battle, event), teller->actor))
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
    lb_tell_put_text(teller, event, text, &put);
    keep_line(teller, &put);
    capitalise(teller->text);
    teller->is_worth = teller->level > LB_TELL_BRIEF;
    teller->actor = event->who;
    forget_added(teller);
}

static void tell_place(lb_teller *teller, const lb_event *event, const lb_told *row)
{
    int32_t went = lb_tell_distance(event) / LB_TMM_CM, direction = lb_tell_direction(event);

    if (row == NULL || row->level > (uint32_t)teller->level)
        return;
    if (lb_tell_distance(event) < teller->battle->rules->play->length_tmm / 2) {
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
        open_line(teller);
    put = begin_part(teller, "; ");
    lb_tell_put_name(teller->battle, event->who, &put);
    lb_put_char(&put, ' ');
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
    }
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
    lb_tell_put_name(teller->battle, event->who, &put);
    if (event->after >= LB_SIDES) {
        lb_put_text(&put, " was nobody's any more");
    } else {
        lb_put_text(&put, " fell to ");
        lb_put_text(&put, lb_tell_side_name(teller->battle, event->after));
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
        tell_losses(teller, event, row);
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
        if (row == NULL && event->kind != LB_EVENT_NOTE)
            add_modifier(teller, event);
        if (row != NULL)
            add_text(teller, event, row->level, row->text);
        else if (teller->level == LB_TELL_FULL)
            tell_detail(teller, event);
        return;
    case LB_EVENT_KIND_COUNT:
        return;
    }
}
