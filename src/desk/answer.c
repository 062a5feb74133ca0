// SPDX-License-Identifier: MIT
// Answering a node and telling what came of it: sentences and events. See desk.h.
//
// Events go to the first half of the caller's room as they happen, sentences to the second; at the
// end the two are put together.

#include "desk/ledger.h"
#include "desk/parts.h"

#include "text/battle_text.h"
#include "text/record.h"
#include "text/throw_text.h"

#include <string.h>

/// An answer that is being carried out.
typedef struct telling {
    const lb_battle *battle;
    const lb_state *state;
    lb_desk_story *story;
    lb_json_put events, lines;
    uint32_t count; ///< of events
} telling;

/* Events. */

static const char *const event_words[LB_EVENT_KIND_COUNT] = {"add",  "set",    "note",
                                                             "roll", "choice", "change"};

static void put_faces(lb_json_put *json, const lb_event *event)
{
    const lb_roll *roll = event->roll;

    lb_json_put_open_at(json, "faces", '[');
    for (uint32_t i = 0; i < event->face_count; i++)
        lb_json_put_int(json, event->faces[i]);
    lb_json_put_close(json, ']');
    lb_json_put_int_at(json, "dice", roll->dice);
    lb_json_put_int_at(json, "sides", roll->sides);
    if (roll->side < LB_SIDES)
        lb_json_put_int_at(json, "thrower", roll->side);
    if (roll->need > 0)
        lb_json_put_int_at(json, "need", roll->need);
    if (roll->save > 0)
        lb_json_put_int_at(json, "save", roll->save);
    if (roll->reroll_ones != 0)
        lb_json_put_bool_at(json, "reroll_ones", true);
    lb_json_put_int_at(json, "wish", roll->wish);
}

static void put_change(lb_json_put *json, const lb_event *event)
{
    lb_json_put_text_at(json, "what", lb_change_word(event->what));
    lb_json_put_int_at(json, "before", event->before);
    lb_json_put_int_at(json, "after", event->after);
    if (event->what == LB_CHANGE_PLACE || event->what == LB_CHANGE_AREA) {
        lb_json_put_point_at(json, "from", event->from);
        lb_json_put_point_at(json, "to", event->to);
    }
}

void lb_desk_put_event(lb_json_put *json, const lb_battle *battle, const lb_event *event)
{
    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "kind", event_words[event->kind]);
    lb_desk_put_clause(json, "clause", battle, event->clause);
    if (event->side < LB_SIDES)
        lb_json_put_int_at(json, "side", event->side);
    lb_desk_put_actor(json, "who", event->who);
    lb_desk_put_actor(json, "at", event->at);
    if (event->kind != LB_EVENT_NOTE && event->kind != LB_EVENT_CHANGE &&
        (event->kind != LB_EVENT_ROLL || event->faces != NULL))
        lb_json_put_int_at(json, "value", event->value);
    if (event->kind == LB_EVENT_CHANGE)
        put_change(json, event);
    if (event->kind == LB_EVENT_ROLL && event->roll != NULL && event->faces != NULL)
        put_faces(json, event);
    else if (event->kind == LB_EVENT_ROLL)
        lb_json_put_bool_at(json, "hidden", true);
    lb_json_put_close(json, '}');
}

static void emit(void *context, const lb_event *event)
{
    telling *t = context;

    lb_event seen = *event;

    lb_teller_take(&t->story->teller, event);
    if (t->story->ledger != NULL)
        lb_desk_ledger_take(t->story->ledger, event);
    if (!lb_desk_mask_event(t->battle, t->state, t->story->reader, &seen))
        return;
    lb_desk_put_event(&t->events, t->battle, &seen);
    t->count++;
}

/* Sentences. */

static void take_line(void *context, uint32_t depth, const char *text)
{
    telling *t = context;

    lb_json_put_open(&t->lines, '{');
    lb_json_put_int_at(&t->lines, "depth", depth);
    lb_json_put_text_at(&t->lines, "text", text);
    lb_json_put_int_at(&t->lines, "upto", t->count);
    lb_json_put_close(&t->lines, '}');
}

/* An answer. */

static telling start(lb_desk *desk, const lb_state *state, lb_desk_story *story, char *text,
                     size_t room)
{
    telling t = {.battle = desk->battle, .state = state, .story = story};

    t.events = lb_json_put_start(text, room / 2);
    t.lines = lb_json_put_start(text + room / 2, room - room / 2);
    lb_json_put_open(&t.events, '{');
    lb_json_put_bool_at(&t.events, "ok", true);
    lb_json_put_open_at(&t.events, "events", '[');
    return t;
}

/// Points the teller to this answer; what it has begun to tell goes on.
static void attach(telling *t)
{
    lb_teller *teller = &t->story->teller;
    uint32_t reader = t->story->reader;

    teller->battle = t->battle;
    teller->state = t->state;
    teller->level = LB_TELL_NORMAL;
    teller->reader = (uint8_t)(reader == LB_READER_ALL ? 0 : reader + 1);
    teller->line = take_line;
    teller->context = t;
    if (t->story->ledger != NULL)
        t->story->ledger->turning.answer++;
}

/// Gives what was begun, if somebody is asked now, and puts the document together.
static int32_t finish(telling *t)
{
    const lb_node *node = &t->state->machine.node;
    lb_json_put *json = &t->events;
    size_t length;

    if (node->kind != LB_NODE_ROLL)
        lb_teller_flush(&t->story->teller);
    else if (t->story->has_real_dice)
        lb_teller_await(&t->story->teller, &node->roll);
    t->story->teller.context = NULL;
    lb_json_put_close(json, ']');
    lb_json_put_open_at(json, "lines", '[');
    length = t->lines.length;
    if (json->is_full || t->lines.is_full) {
        json->is_full = true;
        return lb_json_put_end(json);
    }
    json->room *= 2; /* The sentences stand behind it, and move to its end. */
    memmove(json->text + json->length, t->lines.text, length);
    json->length += length;
    lb_json_put_close(json, ']');
    lb_json_put_close(json, '}');
    return lb_json_put_end(json);
}

int32_t lb_desk_begin(lb_desk *desk, lb_state *state, lb_desk_story *story, char *text, size_t room)
{
    telling t = start(desk, state, story, text, room);
    lb_sink sink = {.emit = emit, .context = &t};

    attach(&t);
    if (story->ledger != NULL)
        story->ledger->turning.answer = 0;
    lb_battle_start(desk->battle, state, &sink);
    return finish(&t);
}

static int32_t throw_dice(lb_desk *desk, lb_state *state, lb_desk_story *story, const char *line,
                          char *text, size_t room)
{
    uint8_t faces[LB_THROW_MAX];
    uint32_t count;
    lb_diag diag = {0};
    telling t;
    lb_sink sink = {.emit = emit, .context = &t};
    lb_run run = lb_battle_run(desk->battle, state, &sink);

    if (strlen(line) >= LB_DESK_LINE)
        return lb_desk_refuse(NULL, "the line is too long", NULL, text, room);
    if (lb_record_parse_faces(line, &state->machine.node.roll, faces, &count, &diag) != LB_OK)
        return lb_desk_refuse(NULL, diag.text, NULL, text, room);
    t = start(desk, state, story, text, room);
    attach(&t);
    run.view = &desk->view;
    lb_run_throw(&run, faces, count);
    return finish(&t);
}

int32_t lb_desk_answer(lb_desk *desk, lb_state *state, lb_desk_story *story, const char *line,
                       char *text, size_t room)
{
    lb_action action;
    lb_reason reason;
    int32_t length;
    telling t;
    lb_sink sink = {.emit = emit, .context = &t};
    lb_run run = lb_battle_run(desk->battle, state, &sink);

    if (state->machine.node.kind == LB_NODE_ROLL)
        return throw_dice(desk, state, story, line, text, room);
    if (!lb_desk_read(desk, line, &action, text, room, &length))
        return length;
    if (!lb_desk_judge(desk, state, &action, &reason))
        return lb_desk_refuse(desk->battle, reason.why, &reason, text, room);
    t = start(desk, state, story, text, room);
    attach(&t);
    run.view = &desk->view;
    lb_run_act(&run, &action);
    return finish(&t);
}
