// SPDX-License-Identifier: MIT
// See told.h.

#include "serve/told.h"

#include "desk/parts.h"
#include "serve/veil.h"
#include "text/json.h"
#include "text/throw_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_LAST = STORE_READERS - 1, EVENT_ROOM = 4096 };

/// A step while the rules run, with what each reader is told of it.
typedef struct listener {
    told_story *story;
    const lb_battle *battle;
    const lb_state *state;
    bool is_written;  ///< somebody wants the texts
    bool is_secret;   ///< all of this step is a secret of `side`
    uint8_t side;     ///< whose answer it is
    bool shows_cards; ///< cards were drawn, played or put away
    struct {
        FILE *events, *lines;
        char *event_text, *line_text;
        size_t event_size, line_size;
        lb_json event_json, line_json;
        uint32_t base;  ///< events of the row that it is told as part of
        uint32_t shown; ///< events so far
        bool is_blind;  ///< he may not know the answer
    } to[STORE_READERS];
    bool has_failed;
} listener;

/// When an answer was given.
typedef struct moment {
    uint8_t turn, phase;
} moment;

/// A line that a teller gives goes to its reader.
typedef struct line_to {
    listener *to;
    int reader;
} line_to;

/// How many events a line stands behind, in the row that it is told in.
static uint32_t upto(const listener *l, int reader)
{
    return l->to[reader].shown + (l->to[reader].is_blind ? l->to[reader].base : 0);
}

static void take_line(void *context, uint32_t depth, const char *text)
{
    const line_to *line = context;
    lb_json *json = &line->to->to[line->reader].line_json;

    if (!line->to->is_written)
        return;
    lb_json_open(json, '{');
    lb_json_key(json, "depth");
    lb_json_int(json, depth);
    lb_json_key(json, "text");
    lb_json_string(json, text);
    lb_json_key(json, "upto");
    lb_json_int(json, upto(line->to, line->reader));
    lb_json_close(json, '}');
}

/// Writes an event as the desk does.
static void put_event(lb_json *json, const lb_battle *battle, const lb_event *event)
{
    char text[EVENT_ROOM];
    lb_json_put put = lb_json_put_start(text, sizeof text);

    lb_desk_put_event(&put, battle, event);
    if (lb_json_put_end(&put) > 0)
        lb_json_raw(json, text);
}

/// Tells a reader an event, or what of it he may know.
static void listen_for(listener *l, uint32_t reader, const lb_event *event)
{
    lb_event known = *event;
    bool is_foreign = reader != LB_READER_ALL && reader != l->side;

    if ((l->is_secret && is_foreign) || !lb_desk_mask_event(l->battle, l->state, reader, &known)) {
        l->to[reader].is_blind |= event->kind == LB_EVENT_CHOICE || l->is_secret;
        return;
    }
    l->to[reader].is_blind |= event->kind == LB_EVENT_ROLL && known.faces != event->faces;
    lb_teller_take(&l->story->teller[reader], &known);
    if (l->is_written)
        put_event(&l->to[reader].event_json, l->battle, &known);
    l->to[reader].shown++;
}

static void listen(void *context, const lb_event *event)
{
    listener *l = context;

    l->shows_cards |= event->kind == LB_EVENT_CHANGE &&
                      (event->what == LB_CHANGE_HAND || event->what == LB_CHANGE_PILE);
    for (uint32_t reader = 0; reader < STORE_READERS; reader++)
        listen_for(l, reader, event);
}

void told_start(told_story *story, const lb_battle *battle, bool has_real_dice)
{
    static const uint8_t readers[STORE_READERS] = {
        1, 2, [LB_READER_ALL] = 0, [LB_READER_SPECTATOR] = 3 + 1};

    story->has_real_dice = has_real_dice;
    for (int reader = 0; reader < STORE_READERS; reader++)
        story->teller[reader] = (lb_teller){.battle = battle,
                                            .level = LB_TELL_NORMAL,
                                            .spells_units = true,
                                            .reader = readers[reader]};
}

/// Points the tellers at whoever listens to them now.
static void attach(listener *l, line_to to[STORE_READERS], const lb_state *state)
{
    for (int reader = 0; reader < STORE_READERS; reader++) {
        lb_teller *teller = &l->story->teller[reader];

        to[reader] = (line_to){l, reader};
        teller->battle = l->battle;
        teller->state = state;
        teller->line = take_line;
        teller->context = &to[reader];
    }
}

/* Texts. */

static bool open_texts(listener *l)
{
    bool is_open = true;

    for (int reader = 0; reader < STORE_READERS; reader++) {
        l->to[reader].events = open_memstream(&l->to[reader].event_text, &l->to[reader].event_size);
        l->to[reader].lines = open_memstream(&l->to[reader].line_text, &l->to[reader].line_size);
        l->to[reader].event_json = (lb_json){.out = l->to[reader].events};
        l->to[reader].line_json = (lb_json){.out = l->to[reader].lines};
        is_open = is_open && l->to[reader].events != NULL && l->to[reader].lines != NULL;
    }
    return is_open;
}

static void close_texts(listener *l)
{
    for (int reader = 0; reader < STORE_READERS; reader++) {
        if (l->to[reader].events != NULL)
            l->has_failed |= fclose(l->to[reader].events) != 0;
        if (l->to[reader].lines != NULL)
            l->has_failed |= fclose(l->to[reader].lines) != 0;
    }
}

static void free_texts(listener *l)
{
    for (int reader = 0; reader < STORE_READERS; reader++) {
        free(l->to[reader].event_text);
        free(l->to[reader].line_text);
    }
}

/// Members of every step: its number, what it is, when and whose.
static void put_head(lb_json *json, uint32_t n, store_kind kind, uint8_t side, moment when,
                     const lb_battle *battle)
{
    static const char *const kinds[STORE_KIND_COUNT] = {"act", "roll",    "undo",
                                                        "ask", "refusal", "resign"};

    lb_json_key(json, "n");
    lb_json_int(json, n);
    lb_json_key(json, "kind");
    lb_json_string(json, kinds[kind]);
    lb_json_key(json, "turn");
    lb_json_int(json, when.turn);
    lb_json_key(json, "phase");
    lb_json_string(json, battle->rules->play->phases[when.phase]);
    lb_json_key(json, "side");
    if (side < LB_SIDES)
        lb_json_int(json, side);
    else
        lb_json_raw(json, "null");
}

/// True if a reader is told nothing of a step: it is somebody's secret, and nothing comes of it.
static bool is_silent(const listener *l, int reader)
{
    return l->to[reader].is_blind && l->to[reader].shown == 0 && l->to[reader].line_size == 0;
}

/// True if what comes of a secret answer is told as part of the row before it.
static bool is_joined(const listener *l, const told_answer *answer, int reader)
{
    return answer->kind == STORE_ACT && l->to[reader].is_blind &&
           (answer->joins >> reader & 1) != 0;
}

/// The document of one reader; NULL without memory.
static char *write_step(const listener *l, const told_answer *answer, moment when, int reader)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    lb_json json = {.out = out};

    if (out == NULL)
        return NULL;
    if (is_silent(l, reader)) {
        if (fclose(out) == 0)
            return text;
        free(text);
        return NULL;
    }
    if (is_joined(l, answer, reader))
        fputc('+', out);
    lb_json_open(&json, '{');
    put_head(&json, answer->n, answer->kind, answer->side, when, l->battle);
    if (!l->to[reader].is_blind) {
        lb_json_key(&json, "answer");
        lb_json_string(&json, answer->line);
    } else {
        lb_json_key(&json, "hidden");
        lb_json_raw(&json, "true");
    }
    fprintf(out, ",\"lines\":[%s],\"events\":[%s]", l->to[reader].line_text,
            l->to[reader].event_text);
    lb_json_close(&json, '}');
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

void told_free(told_step *step)
{
    for (int reader = 0; reader < STORE_READERS; reader++)
        free(step->text[reader]);
    *step = (told_step){0};
}

static bool write_all(const listener *l, const told_answer *answer, moment when, told_step *step)
{
    for (int reader = SHOWN_LAST; reader >= 0; reader--) {
        step->text[reader] = write_step(l, answer, when, reader);
        if (step->text[reader] == NULL) {
            told_free(step);
            return false;
        }
        if (reader != SHOWN_LAST && strcmp(step->text[reader], step->text[SHOWN_LAST]) == 0) {
            free(step->text[reader]);
            step->text[reader] = NULL;
        }
    }
    return true;
}

/* Steps. */

/// True if a side is asked in secret about what has just happened: to the others it is told as one
/// with what follows.
static bool holds_lines(const lb_battle *battle, const lb_state *state, lb_view *view)
{
    lb_state then;

    return lb_desk_is_secret(battle, state) && !veil_looks_ahead(battle, state, view, &then);
}

/// Lines are whole when a side is asked, and at the end: dice that hang on an action are told with
/// it.
static void flush_lines(told_story *story, const lb_battle *battle, const lb_state *state,
                        lb_view *view)
{
    const lb_node *node = &state->machine.node;
    bool waits = holds_lines(battle, state, view);

    for (int reader = 0; reader < STORE_READERS; reader++)
        if (waits && reader != LB_READER_ALL && reader != node->question.side)
            continue;
        else if (node->kind != LB_NODE_ROLL)
            lb_teller_flush(&story->teller[reader]);
        else if (story->has_real_dice)
            lb_teller_await(&story->teller[reader], &node->roll);
}

static bool answer_node(lb_run *run, const told_answer *answer)
{
    bool is_taken = answer->kind == STORE_ROLL
                        ? lb_run_throw(run, answer->faces, answer->face_count)
                        : lb_run_act(run, &answer->action);

    return is_taken && !lb_machine_has_broken_off(run->machine);
}

bool told_carry_out(told_story *story, const lb_battle *battle, lb_state *state, lb_view *view,
                    const told_answer *answer, told_step *step, bool *shows_hidden)
{
    listener l = {.story = story,
                  .battle = battle,
                  .state = state,
                  .is_written = step != NULL,
                  .side = answer->side};
    lb_sink sink = {.emit = listen, .context = &l};
    lb_run run = lb_battle_run(battle, state, &sink);
    line_to to[STORE_READERS];
    moment when = {state->turn, state->phase};
    bool is_good = step == NULL || open_texts(&l);

    run.view = view;
    l.is_secret = answer->kind == STORE_ACT &&
                  (battle->rules->play->verbs[answer->action.verb].uses & LB_IS_SECRET) != 0;
    for (int reader = 0; reader < STORE_READERS; reader++)
        if ((answer->joins >> reader & 1) != 0)
            l.to[reader].base = story->shown[reader];
    attach(&l, to, state);
    is_good = is_good && answer_node(&run, answer);
    if (is_good)
        flush_lines(story, battle, state, view);
    if (step != NULL) {
        close_texts(&l);
        *step = (told_step){0};
        is_good = is_good && !l.has_failed && write_all(&l, answer, when, step);
    }
    for (int reader = 0; reader < STORE_READERS; reader++)
        if (!l.to[reader].is_blind || l.to[reader].shown > 0)
            story->shown[reader] =
                l.to[reader].shown + (is_joined(&l, answer, reader) ? story->shown[reader] : 0);
    *shows_hidden = l.shows_cards;
    free_texts(&l);
    return is_good;
}

char *told_remark(const store_step *step, const lb_state *state, const lb_battle *battle,
                  const char *line)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    lb_json json = {.out = out};

    if (out == NULL)
        return NULL;
    lb_json_open(&json, '{');
    put_head(&json, step->n, step->kind, step->side, (moment){state->turn, state->phase}, battle);
    if (step->kind == STORE_UNDO || step->kind == STORE_ASK) {
        lb_json_key(&json, "keep");
        lb_json_int(&json, step->keep);
    }
    lb_json_key(&json, "lines");
    lb_json_open(&json, '[');
    lb_json_open(&json, '{');
    lb_json_key(&json, "depth");
    lb_json_int(&json, 1);
    lb_json_key(&json, "text");
    lb_json_string(&json, line);
    lb_json_close(&json, '}');
    lb_json_close(&json, ']');
    lb_json_key(&json, "events");
    lb_json_open(&json, '[');
    lb_json_close(&json, ']');
    lb_json_close(&json, '}');
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
