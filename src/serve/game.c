// SPDX-License-Identifier: MIT
// See game.h.

#include "serve/game.h"

#include "base/put.h"
#include "desk/desk.h"
#include "serve/batch.h"
#include "text/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lb_level game_level(const char *word)
{
    lb_level level = 0;

    while (level < LB_LEVEL_COUNT && strcmp(lb_level_word(level), word) != 0)
        level++;
    return level;
}

bool game_is_computer(const serve_game *g, uint32_t side, lb_level *level)
{
    *level = game_level(g->seat[side].kind);
    return *level != LB_LEVEL_COUNT;
}

bool game_is_over(const serve_game *g)
{
    return g->is_resigned || g->state.machine.node.kind == LB_NODE_END;
}

/// Bits of the sides that people play.
static uint32_t people(const serve_game *g)
{
    lb_level level;
    uint32_t sides = 0;

    for (uint32_t side = 0; side < LB_SIDES; side++)
        if (!game_is_computer(g, side, &level))
            sides |= 1u << side;
    return sides;
}

uint32_t game_awaits(const serve_game *g)
{
    return game_awaits_in(g, &g->state);
}

uint32_t game_awaits_in(const serve_game *g, const lb_state *state)
{
    const lb_node *node = &state->machine.node;

    if (game_is_over(g))
        return 0;
    if (node->kind == LB_NODE_DECISION)
        return 1u << node->question.side;
    /* Real dice of a computer, or of nobody in particular, are thrown by whoever is there. */
    if (node->roll.side < LB_SIDES && (people(g) >> node->roll.side & 1) != 0)
        return 1u << node->roll.side;
    return people(g);
}

lb_dice game_dice(const serve_game *g, uint32_t n, bool is_whim)
{
    lb_dice dice;

    /* Each row has a part of the stream of its own, far longer than any throw. */
    lb_dice_key(&dice, g->row.key);
    dice.block = (uint64_t)n << 20 | (uint64_t)is_whim << 19;
    return dice;
}

static game_reply reply_of(game_result result, const char *why)
{
    game_reply reply = {.result = result};

    snprintf(reply.why, sizeof reply.why, "%s", why);
    return reply;
}

static game_reply done(void)
{
    return (game_reply){.result = GAME_OK};
}

/* Answers that count. */

static void set_floor(serve_game *g, const lb_state *state, const told_story *story)
{
    g->floor = g->answers;
    g->floor_state = *state;
    g->floor_story = *story;
}

/// The other side's answers cannot be undone any more once this side answers.
static void close_floor_before(serve_game *g, const lb_state *state, const told_story *story,
                               uint32_t side)
{
    if (g->answers > g->floor && g->answer[g->answers - 1].side != side)
        set_floor(g, state, story);
}

static bool make_room(serve_game *g, uint32_t more)
{
    uint32_t room = g->answer_room > 0 ? g->answer_room : 64;
    game_answer *grown;

    if (g->answers + more <= g->answer_room)
        return true;
    while (room < g->answers + more)
        room *= 2;
    grown = realloc(g->answer, room * sizeof *grown);
    if (grown == NULL)
        return false;
    g->answer = grown;
    g->answer_room = room;
    return true;
}

/* Going on. */

/// Copies how the game stands to where the next answers are tried.
static void try_on(judge *j, const serve_game *g)
{
    j->scratch = g->state;
    j->story = g->story;
    lb_view_start(&j->view);
}

/// Carries an answer out on the copy and adds its row.
static bool try_answer(judge *j, const serve_game *g, batch *rows, told_answer *answer)
{
    told_step told;
    bool shows_hidden = false, is_secret = lb_desk_is_secret(&g->on->battle, &j->scratch);

    answer->n = g->cursor + (uint32_t)rows->count + 1;
    /* Whoever has the row before already could not be told a part of it. */
    answer->joins = rows->count == 0 && g->veil.cursor < g->cursor ? g->veil.readers : 0;
    if (!told_carry_out(&j->story, &g->on->battle, &j->scratch, &j->view, answer, &told,
                        &shows_hidden))
        return false;
    /* An answer in secret leaves no trace, so it cannot be undone before everybody's eyes. */
    rows->is_final |= answer->kind == STORE_ROLL || shows_hidden || is_secret;
    return batch_add(rows, answer, &told);
}

/// Throws the dice that are due on the copy until a side is asked or the battle is over.
static bool try_dice(judge *j, const serve_game *g, batch *rows)
{
    uint8_t faces[LB_THROW_MAX];
    char line[LB_RECORD_LINE + 4 * LB_THROW_MAX];

    while (!g->row.has_real_dice && j->scratch.machine.node.kind == LB_NODE_ROLL) {
        const lb_roll *roll = &j->scratch.machine.node.roll;
        lb_dice dice = game_dice(g, g->cursor + (uint32_t)rows->count + 1, false);
        lb_put put = lb_put_start(line, sizeof line);
        told_answer answer = {.kind = STORE_ROLL, .side = roll->side, .line = line, .faces = faces};

        answer.face_count = lb_dice_throw(&dice, roll, faces);
        lb_record_put_faces(faces, answer.face_count, &put);
        if (rows->count >= BATCH_MAX || !try_answer(j, g, rows, &answer))
            return false;
    }
    return true;
}

/// Lets the copy be how the game stands, and sees who may know it.
static void go_to(judge *j, serve_game *g, uint32_t actor, uint32_t cursor)
{
    lb_state before = g->state;
    uint32_t last = g->cursor;

    g->cursor = cursor;
    g->state = j->scratch;
    g->story = j->story;
    veil_update(j, g, actor, &before, last);
}

/// Brings the rows to the disk and lets the copy be how the game stands.
static game_reply settle(judge *j, serve_game *g, batch *rows)
{
    uint32_t actor = rows->count > 0 ? rows->step[0].side : LB_NO_SIDE, cursor = g->cursor;
    game_reply reply = done();

    if (!make_room(g, (uint32_t)rows->count)) {
        reply = reply_of(GAME_FAULT, "the server is out of memory");
    } else if (rows->count > 0 &&
               store_append(j->store, g->row.number, rows->step, rows->count) != STORE_OK) {
        reply = reply_of(GAME_DISK, "the server could not write this down; nothing has changed");
        fprintf(stderr, "limber serve: %s\n", store_why(j->store));
    } else {
        for (size_t i = 0; i < rows->count; i++) {
            const store_step *step = &rows->step[i];

            if (step->kind == STORE_ACT)
                close_floor_before(g, &g->state, &g->story, step->side);
            g->answer[g->answers++] = (game_answer){step->n, (uint8_t)step->kind, step->side};
            (void)veil_note(g, step);
        }
        go_to(j, g, actor, cursor + (uint32_t)rows->count);
        g->is_asked = false;
        if (rows->is_final)
            set_floor(g, &g->state, &g->story);
    }
    batch_clear(rows);
    return reply;
}

/// An answer, the dice that follow it, and the disk.
static game_reply answer_and_settle(judge *j, serve_game *g, told_answer *answer)
{
    batch rows = {0};

    try_on(j, g);
    if (!try_answer(j, g, &rows, answer) || !try_dice(j, g, &rows)) {
        batch_clear(&rows);
        return reply_of(GAME_FAULT, "the rules could not go on from there");
    }
    return settle(j, g, &rows);
}

/// What speaks against any answer of these sides now; GAME_OK if nothing does.
static game_reply may_answer(const serve_game *g, uint32_t sides, uint32_t cursor)
{
    if (game_is_over(g))
        return reply_of(GAME_OVER, "the battle is over");
    if (cursor != g->cursor)
        return reply_of(GAME_STALE, "the game has gone on since");
    if ((game_awaits(g) & sides) == 0)
        return reply_of(GAME_NOT_YOURS, "it is not for you to answer now");
    return done();
}

game_reply game_act_as(judge *j, serve_game *g, uint32_t side, uint32_t cursor,
                       const lb_action *action)
{
    told_answer answer = {.kind = STORE_ACT, .side = (uint8_t)side, .action = *action};
    game_reply reply = may_answer(g, 1u << side, cursor);
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);
    lb_reason reason = {0};

    if (reply.result != GAME_OK)
        return reply;
    if (g->state.machine.node.kind != LB_NODE_DECISION)
        return reply_of(GAME_REFUSED, "dice are to be thrown now, not an action");
    lb_view_start(&j->view);
    if (!lb_battle_check(&g->on->battle, &g->state, &j->view, action, &reason)) {
        reply = reply_of(GAME_REFUSED, reason.why);
        snprintf(reply.clause, sizeof reply.clause, "%s",
                 g->on->battle.rules->clauses[reason.clause].id);
        return reply;
    }
    lb_record_put_action(g->on->battle.rules->play, action, &put);
    answer.line = line;
    return answer_and_settle(j, g, &answer);
}

game_reply game_act(judge *j, serve_game *g, uint32_t side, uint32_t cursor, const char *line)
{
    game_reply reply = may_answer(g, 1u << side, cursor);
    lb_action action;
    lb_diag diag = {0};

    if (reply.result != GAME_OK)
        return reply;
    if (strlen(line) >= LB_RECORD_LINE)
        return reply_of(GAME_REFUSED, "the line is too long");
    if (lb_record_parse_action(g->on->battle.rules->play, line, &action, &diag) != LB_OK)
        return reply_of(GAME_REFUSED, diag.text);
    return game_act_as(j, g, side, cursor, &action);
}

game_reply game_throw(judge *j, serve_game *g, uint32_t sides, uint32_t cursor,
                      const uint8_t *faces, uint32_t count)
{
    const lb_node *node = &g->state.machine.node;
    game_reply reply = may_answer(g, sides, cursor);
    char line[LB_RECORD_LINE + 4 * LB_THROW_MAX];
    lb_put put = lb_put_start(line, sizeof line);
    told_answer answer = {.kind = STORE_ROLL, .line = line, .faces = faces, .face_count = count};

    if (reply.result != GAME_OK)
        return reply;
    if (node->kind != LB_NODE_ROLL)
        return reply_of(GAME_REFUSED, "no dice are to be thrown now");
    if (!lb_roll_takes(&node->roll, faces, count))
        return reply_of(GAME_REFUSED, "these are not the dice that are asked for");
    answer.side = node->roll.side;
    lb_record_put_faces(faces, count, &put);
    return answer_and_settle(j, g, &answer);
}

/* Playing a log again. */

/// Reads a row's line as the answer to the open node. False if the rules of today do not take it.
static bool read_answer(judge *j, const serve_game *g, const lb_state *state,
                        const store_step *step, uint8_t faces[LB_THROW_MAX], told_answer *answer)
{
    const lb_node *node = &state->machine.node;
    lb_diag diag;

    *answer = (told_answer){
        .n = step->n, .kind = step->kind, .side = step->side, .line = step->answer, .faces = faces};
    for (int reader = 0; reader < STORE_READERS; reader++)
        answer->joins |=
            (uint8_t)((step->told[reader] != NULL && step->told[reader][0] == '+') << reader);
    if (step->answer == NULL)
        return false;
    if (step->kind == STORE_ROLL)
        return node->kind == LB_NODE_ROLL &&
               lb_record_parse_faces(step->answer, &node->roll, faces, &answer->face_count,
                                     &diag) == LB_OK;
    return node->kind == LB_NODE_DECISION &&
           lb_record_parse_action(g->on->battle.rules->play, step->answer, &answer->action,
                                  &diag) == LB_OK &&
           lb_battle_check(&g->on->battle, state, &j->view, &answer->action, NULL);
}

/// A log that is played again.
typedef struct replay {
    judge *judge;
    serve_game *game;
    uint32_t at, end; ///< answers that were played, and up to which it goes
    bool keeps_floor; ///< finds the floor on its way, as the game is set up from nothing
    bool has_failed;
} replay;

static bool replay_step(void *context, const store_step *step)
{
    replay *r = context;
    judge *j = r->judge;
    serve_game *g = r->game;
    uint8_t faces[LB_THROW_MAX];
    told_answer answer;
    bool shows_hidden = false, is_secret;

    if (r->at >= r->end)
        return false;
    if (step->n != g->answer[r->at].n)
        return true;
    r->has_failed = !read_answer(j, g, &j->scratch, step, faces, &answer);
    if (r->has_failed)
        return false;
    if (r->keeps_floor) {
        g->answers = r->at;
        if (step->kind == STORE_ACT)
            close_floor_before(g, &j->scratch, &j->story, step->side);
    }
    is_secret = lb_desk_is_secret(&g->on->battle, &j->scratch);
    r->has_failed = !told_carry_out(&j->story, &g->on->battle, &j->scratch, &j->view, &answer, NULL,
                                    &shows_hidden);
    r->at++;
    if (r->keeps_floor) {
        g->answers = r->at;
        veil_open(g, &j->scratch, step->n);
        if (step->kind == STORE_ROLL || shows_hidden || is_secret)
            set_floor(g, &j->scratch, &j->story);
    }
    return !r->has_failed;
}

/// Sets the copy to the start of the battle.
static void try_from_start(judge *j, const serve_game *g)
{
    lb_view_start(&j->view);
    told_start(&j->story, &g->on->battle, g->row.has_real_dice);
    lb_battle_start(&g->on->battle, &j->scratch, NULL);
}

/// Plays the first `end` answers again from the start, into the copy. The game's floor becomes what
/// it was then.
static bool play_from_start(judge *j, serve_game *g, uint32_t end)
{
    replay r = {.judge = j, .game = g, .end = end, .keeps_floor = true};

    try_from_start(j, g);
    g->answers = 0;
    set_floor(g, &j->scratch, &j->story);
    return (end == 0 ||
            store_read_steps(j->store, g->row.number, 0, replay_step, &r) == STORE_OK) &&
           !r.has_failed && r.at == end;
}

/// The same from the floor, which stays.
static bool play_from_floor(judge *j, serve_game *g, uint32_t end)
{
    replay r = {.judge = j, .game = g, .at = g->floor, .end = end};
    uint32_t since = g->floor > 0 ? g->answer[g->floor - 1].n : 0;

    lb_view_start(&j->view);
    j->scratch = g->floor_state;
    j->story = g->floor_story;
    return store_read_steps(j->store, g->row.number, since, replay_step, &r) == STORE_OK &&
           !r.has_failed && r.at == end;
}

/* Beginning and loading. */

/// Gives the answers of a past battle on the copy. GAME_OK, or which of them is not taken.
static game_reply try_past(judge *j, const serve_game *g, batch *rows, const game_past *past)
{
    uint8_t faces[LB_THROW_MAX];
    char why[LB_DIAG_TEXT];

    for (uint32_t i = 0; i < past->count; i++) {
        const lb_node *node = &j->scratch.machine.node;
        bool is_roll = node->kind == LB_NODE_ROLL;
        store_step step = {.kind = is_roll ? STORE_ROLL : STORE_ACT,
                           .side = is_roll ? node->roll.side : node->question.side,
                           .answer = past->line[i]};
        told_answer answer;

        if (node->kind == LB_NODE_END || !read_answer(j, g, &j->scratch, &step, faces, &answer) ||
            !try_answer(j, g, rows, &answer)) {
            snprintf(why, sizeof why, "the rules do not take answer %u of the record", i + 1);
            return reply_of(GAME_REFUSED, why);
        }
    }
    rows->is_final = past->count > 0;
    if (past->count > 0 && j->scratch.machine.node.kind == LB_NODE_END)
        return reply_of(GAME_REFUSED, "the battle is over there: go on from an earlier moment");
    return done();
}

/// Brings a game that has begun on the copy to the disk.
static game_reply keep_game(judge *j, serve_game *g, batch *rows)
{
    if (store_add_game(j->store, &g->row, g->seat, &g->on->files) == STORE_OK)
        return settle(j, g, rows);
    batch_clear(rows);
    fprintf(stderr, "limber serve: %s\n", store_why(j->store));
    return reply_of(GAME_DISK, "the server could not keep the game");
}

game_reply game_begin(judge *j, const store_game *row, const store_seat seat[LB_SIDES],
                      serve_battle *on, const game_past *past, serve_game **made)
{
    serve_game *g = calloc(1, sizeof *g);
    batch rows = {0};
    game_reply reply;

    *made = NULL;
    if (g == NULL) {
        battles_leave(&j->battles, on);
        return reply_of(GAME_FAULT, "the server is out of memory");
    }
    g->row = *row;
    memcpy(g->seat, seat, sizeof g->seat);
    g->on = on;
    try_from_start(j, g);
    g->state = j->scratch;
    g->story = j->story;
    set_floor(g, &g->state, &g->story);
    reply = past != NULL ? try_past(j, g, &rows, past) : done();
    if (reply.result == GAME_OK && !try_dice(j, g, &rows))
        reply = reply_of(GAME_FAULT, "the rules could not begin");
    if (reply.result == GAME_OK)
        reply = keep_game(j, g, &rows);
    else
        batch_clear(&rows);
    if (reply.result == GAME_OK)
        *made = g;
    else
        game_free(j, g);
    return reply;
}

void game_free(judge *j, serve_game *g)
{
    if (g == NULL)
        return;
    battles_leave(&j->battles, g->on);
    free(g->veil.row);
    free(g->answer);
    free(g);
}

/// The number of answers up to row `n`.
static uint32_t answers_up_to(const serve_game *g, uint32_t n)
{
    uint32_t count = g->answers;

    while (count > 0 && g->answer[count - 1].n > n)
        count--;
    return count;
}

/// Reads what a row does to the list of answers that count.
static bool list_step(void *context, const store_step *step)
{
    serve_game *g = context;

    g->cursor = step->n;
    g->is_asked = false;
    if (!veil_note(g, step))
        return false;
    switch (step->kind) {
    case STORE_ACT:
    case STORE_ROLL:
        if (!make_room(g, 1))
            return false;
        g->answer[g->answers++] = (game_answer){step->n, (uint8_t)step->kind, step->side};
        return true;
    case STORE_UNDO:
        g->answers = answers_up_to(g, step->keep);
        return true;
    case STORE_ASK:
        g->is_asked = true;
        g->asked_by = step->side;
        g->asked_answers = answers_up_to(g, step->keep);
        return true;
    case STORE_RESIGN:
        g->is_resigned = true;
        g->resigned = step->side;
        return true;
    case STORE_REFUSAL:
    case STORE_KIND_COUNT:
        break;
    }
    return true;
}

static bool count_talk(void *context, const store_chat *line)
{
    serve_game *g = context;

    g->talk = line->n;
    return true;
}

/// The battle of a game, from the files in the store.
static serve_battle *battle_of(judge *j, const store_game *row, lb_diag *diag)
{
    const lb_ruleset *rules = lb_ruleset_find(row->rules);
    lb_bundle files = {0};
    serve_battle *on = NULL;

    *diag = (lb_diag){.text = "the files of this game cannot be read"};
    if (rules != NULL && rules->play != NULL &&
        store_read_files(j->store, row->number, &files) == STORE_OK)
        on = battles_enter(&j->battles, rules, &files, diag);
    lb_bundle_clear(&files);
    return on;
}

/// Throws dice that are due: a crash can have come between a game's first row and its dice.
static game_reply go_on(judge *j, serve_game *g)
{
    batch rows = {0};

    if (game_is_over(g) || g->row.has_real_dice || g->state.machine.node.kind != LB_NODE_ROLL)
        return done();
    try_on(j, g);
    if (!try_dice(j, g, &rows)) {
        batch_clear(&rows);
        return reply_of(GAME_FAULT, "the rules could not go on from there");
    }
    return settle(j, g, &rows);
}

/// The side whose answer, not its dice, was the last.
static uint32_t last_actor(const serve_game *g)
{
    for (uint32_t i = g->answers; i > 0; i--)
        if (g->answer[i - 1].kind == STORE_ACT || g->row.has_real_dice)
            return g->answer[i - 1].side;
    return LB_NO_SIDE;
}

store_result game_load(judge *j, const char *id, serve_game **found, game_reply *reply)
{
    serve_game *g = calloc(1, sizeof *g);
    store_result result = STORE_FAILED;
    lb_diag diag;
    uint32_t answers;

    *found = NULL;
    *reply = reply_of(GAME_FAULT, "the server is out of memory");
    if (g == NULL)
        return STORE_FAILED;
    result = store_find_game(j->store, id, &g->row, g->seat);
    if (result == STORE_OK) {
        g->on = battle_of(j, &g->row, &diag);
        *reply = reply_of(GAME_FAULT, g->on == NULL ? diag.text : "the log cannot be read");
        if (g->on == NULL ||
            store_read_steps(j->store, g->row.number, 0, list_step, g) != STORE_OK ||
            store_read_chat(j->store, g->row.number, 0, count_talk, g) != STORE_OK)
            result = STORE_FAILED;
    }
    answers = g->answers;
    if (result == STORE_OK && !play_from_start(j, g, answers)) {
        *reply = reply_of(GAME_FAULT, "the rules of this version do not take an answer in the log");
        result = STORE_FAILED;
    }
    if (result == STORE_OK) {
        g->state = j->scratch;
        g->story = j->story;
        veil_update(j, g, last_actor(g), NULL, 0);
        *reply = go_on(j, g);
        result = reply->result == GAME_OK ? STORE_OK : STORE_FAILED;
    }
    if (result != STORE_OK) {
        game_free(j, g);
        return result;
    }
    *found = g;
    return STORE_OK;
}

/* Going back. */

/// Adds a row that is no answer. `unaware` has the readers who are not told it, as bits.
static game_reply add_remark(judge *j, serve_game *g, store_step *step, const char *line,
                             uint8_t unaware)
{
    store_result result = STORE_FAILED;
    char *text;

    step->n = g->cursor + 1;
    text = told_remark(step, &g->state, &g->on->battle, line);
    if (text != NULL) {
        for (int reader = 0; reader < STORE_READERS; reader++)
            step->told[reader] = (unaware >> reader & 1) != 0 ? "" : text;
        result = store_append(j->store, g->row.number, step, 1);
        if (result == STORE_OK)
            (void)veil_note(g, step);
    }
    free(text);
    if (result != STORE_OK) {
        fprintf(stderr, "limber serve: %s\n", store_why(j->store));
        return reply_of(GAME_DISK, "the server could not write this down; nothing has changed");
    }
    g->cursor++;
    g->is_asked = false;
    return done();
}

/// Goes back to behind the first `end` answers.
static game_reply go_back(judge *j, serve_game *g, uint32_t side, uint32_t end, const char *what)
{
    store_step step = {
        .kind = STORE_UNDO, .side = (uint8_t)side, .keep = end > 0 ? g->answer[end - 1].n : 0};
    bool is_short = end >= g->floor;
    uint32_t answers = g->answers;
    char line[2 * LB_SCENARIO_NAME];
    game_reply reply;

    snprintf(line, sizeof line, "%s %s", g->on->battle.side[side].name, what);
    if (!is_short) {
        /* The floor is found anew. Nothing of the game changes before the row is on the disk but
           the floor, and that again is found from the log. */
        if (!play_from_start(j, g, end)) {
            g->answers = answers;
            return reply_of(GAME_FAULT, "the server could not go back");
        }
        g->answers = answers;
    } else if (!play_from_floor(j, g, end)) {
        return reply_of(GAME_FAULT, "the server could not go back");
    }
    reply = add_remark(j, g, &step, line, veil_unaware(g, end));
    if (reply.result != GAME_OK) {
        if (!is_short && play_from_start(j, g, answers))
            g->answers = answers;
        return reply;
    }
    g->answers = end;
    go_to(j, g, LB_NO_SIDE, g->cursor);
    return reply;
}

bool game_can_undo(const serve_game *g, uint32_t side)
{
    const game_answer *last = g->answers > 0 ? &g->answer[g->answers - 1] : NULL;

    return !game_is_over(g) && g->answers > g->floor && last->kind == STORE_ACT &&
           last->side == side;
}

game_reply game_undo(judge *j, serve_game *g, uint32_t side, uint32_t cursor)
{
    if (game_is_over(g))
        return reply_of(GAME_OVER, "the battle is over");
    if (cursor != g->cursor)
        return reply_of(GAME_STALE, "the game has gone on since");
    if (!game_can_undo(g, side))
        return reply_of(
            GAME_REFUSED,
            "you can only take back your own last answer, before dice are thrown, a card "
            "is shown or the other side answers; ask for a take-back instead");
    return go_back(j, g, side, g->answers - 1, "took back the last answer.");
}

/// How many answers stood before the last decision of a side; UINT32_MAX if it has made none.
static uint32_t before_last_of(const serve_game *g, uint32_t side)
{
    for (uint32_t i = g->answers; i > 0; i--)
        if (g->answer[i - 1].kind == STORE_ACT && g->answer[i - 1].side == side)
            return i - 1;
    return UINT32_MAX;
}

game_reply game_ask_back(judge *j, serve_game *g, uint32_t side, uint32_t cursor, bool is_alone)
{
    uint32_t end = before_last_of(g, side);
    store_step step = {.kind = STORE_ASK, .side = (uint8_t)side};
    char line[2 * LB_SCENARIO_NAME];
    game_reply reply;
    lb_level level;

    if (cursor != g->cursor)
        return reply_of(GAME_STALE, "the game has gone on since");
    if (game_is_over(g))
        return reply_of(GAME_OVER, "the battle is over");
    if (end == UINT32_MAX)
        return reply_of(GAME_REFUSED, "you have answered nothing that could be taken back");
    if (is_alone || game_is_computer(g, 1 - side, &level) || game_can_undo(g, side))
        return go_back(j, g, side, end, "took back the last decision.");
    step.keep = end > 0 ? g->answer[end - 1].n : 0;
    snprintf(line, sizeof line, "%s asks to take back its last decision.",
             g->on->battle.side[side].name);
    reply = add_remark(j, g, &step, line, 0);
    if (reply.result == GAME_OK) {
        g->is_asked = true;
        g->asked_by = (uint8_t)side;
        g->asked_answers = end;
    }
    return reply;
}

game_reply game_answer_back(judge *j, serve_game *g, uint32_t side, uint32_t cursor, bool agrees)
{
    store_step step = {.kind = STORE_REFUSAL, .side = (uint8_t)side};
    char line[2 * LB_SCENARIO_NAME];

    if (cursor != g->cursor)
        return reply_of(GAME_STALE, "the game has gone on since");
    if (!g->is_asked || g->asked_by == side)
        return reply_of(GAME_REFUSED, "nobody has asked you for a take-back");
    if (agrees)
        return go_back(j, g, g->asked_by, g->asked_answers,
                       "took back the last decision by agreement.");
    snprintf(line, sizeof line, "%s does not agree to the take-back.",
             g->on->battle.side[side].name);
    return add_remark(j, g, &step, line, 0);
}

game_reply game_resign(judge *j, serve_game *g, uint32_t side, uint32_t cursor)
{
    store_step step = {.kind = STORE_RESIGN, .side = (uint8_t)side};
    char line[2 * LB_SCENARIO_NAME];
    game_reply reply;

    if (game_is_over(g))
        return reply_of(GAME_OVER, "the battle is over");
    if (cursor != g->cursor)
        return reply_of(GAME_STALE, "the game has gone on since");
    snprintf(line, sizeof line, "%s gave the battle up.", g->on->battle.side[side].name);
    reply = add_remark(j, g, &step, line, 0);
    if (reply.result == GAME_OK) {
        g->is_resigned = true;
        g->resigned = (uint8_t)side;
    }
    return reply;
}
