// SPDX-License-Identifier: MIT
// The interface under /api: which address does what. docs/api.md describes it for people.

#include "serve/server.h"

#include "base/put.h"
#include "desk/desk.h"
#include "serve/encode.h"
#include "serve/log.h"
#include "text/battle_text.h"
#include "text/record.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/// A request about one game.
typedef struct game_request {
    http_request *http;
    serve_game *game;
    uint32_t sides; ///< that the token is for
    json_t *body;   ///< of a POST
} game_request;

static const char no_game[] = "there is no such game";

/* Answers. */

static int status_of(game_result result)
{
    switch (result) {
    case GAME_OK:
        return 200;
    case GAME_STALE:
    case GAME_OVER:
        return 409;
    case GAME_REFUSED:
        return 422;
    case GAME_NOT_YOURS:
        return 403;
    case GAME_DISK:
        return 507;
    case GAME_FAULT:
        break;
    }
    return 500;
}

static veil_eyes eyes_of(const game_request *q)
{
    return veil_eyes_of(q->game, q->sides, q->http->as);
}

/// Answers with what became of a request that changes the game.
static void answer_reply(game_request *q, const game_reply *reply)
{
    http_json to;

    if (!http_json_start(&to)) {
        http_refuse(q->http, 503, "the server is out of memory");
        return;
    }
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "cursor");
    lb_json_int(&to.json, veil_cursor(q->game, eyes_of(q)));
    if (reply->result != GAME_OK) {
        lb_json_key(&to.json, "why");
        lb_json_string(&to.json, reply->why);
    }
    if (reply->clause[0] != '\0') {
        lb_json_key(&to.json, "clause");
        lb_json_string(&to.json, reply->clause);
    }
    lb_json_close(&to.json, '}');
    http_json_end(&to, q->http, status_of(reply->result));
    if (reply->result == GAME_OK)
        games_changed(q->http->server, q->game);
}

/* Reading a game. */

static void answer_game(game_request *q)
{
    http_json to;

    if (!http_json_start(&to))
        return;
    view_put_game(q->http->server, &to.json, q->game, q->sides);
    http_json_end(&to, q->http, 200);
}

static void answer_view(game_request *q)
{
    http_json to;

    if (!http_json_start(&to))
        return;
    view_put(q->http->server, &to.json, q->game, q->sides, q->http->as);
    http_json_end(&to, q->http, 200);
}

/// Lists what the side that is asked may do.
static void answer_choices(game_request *q)
{
    server *s = q->http->server;
    int32_t length;

    if (q->game->state.machine.node.kind != LB_NODE_DECISION ||
        (game_awaits(q->game) & q->sides) == 0) {
        http_refuse(q->http, 409, "you are not asked for anything now");
        return;
    }
    lb_desk_start(s->desk, &q->game->on->battle, NULL, 0);
    length = lb_desk_choices(s->desk, &q->game->state, s->desk_text, LB_DESK_TEXT);
    if (length > 0)
        http_answer(q->http, 200, "application/json", s->desk_text, (size_t)length);
    else
        http_refuse(q->http, 500, "there are too many choices to list");
}

/// Rows that are read for a request.
typedef struct events_to {
    FILE *out;
    uint32_t count;
} events_to;

enum { EVENTS_MAX = 1000 };

static bool put_row(void *context, uint32_t n, const char *text)
{
    events_to *to = context;

    (void)n;
    if (text == NULL)
        return true;
    if (to->count > 0)
        fputc(',', to->out);
    fputs(text, to->out);
    return ++to->count < EVENTS_MAX;
}

static void answer_events(game_request *q)
{
    server *s = q->http->server;
    uint32_t since = q->http->since > 0 ? (uint32_t)q->http->since : 0;
    events_to to = {0};
    http_json answer;

    if (!http_json_start(&answer))
        return;
    to.out = answer.json.out;
    fputc('[', to.out);
    if (log_read(s->judge.store, q->game, eyes_of(q), veil_row_of(q->game, eyes_of(q), since),
                 put_row, &to) != STORE_OK)
        fprintf(stderr, "limber serve: %s\n", store_why(s->judge.store));
    fputc(']', to.out);
    http_json_end(&answer, q->http, 200);
}

static bool put_chat(void *context, const store_chat *line)
{
    lb_json *json = context;

    lb_json_open(json, '{');
    lb_json_key(json, "n");
    lb_json_int(json, line->n);
    lb_json_key(json, "side");
    lb_json_int(json, line->side);
    lb_json_key(json, "text");
    lb_json_string(json, line->text);
    lb_json_key(json, "made");
    lb_json_int(json, line->made);
    lb_json_close(json, '}');
    return true;
}

static void answer_chat(game_request *q)
{
    server *s = q->http->server;
    http_json to;

    if (!http_json_start(&to))
        return;
    lb_json_open(&to.json, '[');
    (void)store_read_chat(s->judge.store, q->game->row.number,
                          q->http->since > 0 ? (uint32_t)q->http->since : 0, put_chat, &to.json);
    lb_json_close(&to.json, ']');
    http_json_end(&to, q->http, 200);
}

static void answer_record(game_request *q)
{
    export_answer(q->http, q->game, veil_last(q->game, eyes_of(q)));
}

/* Changing a game. */

/// The cursor that a body names, as the judge counts; one that never was if it is stale. False
/// after refusing.
static bool read_cursor(game_request *q, uint32_t *cursor)
{
    const json_t *value = json_object_get(q->body, "cursor");
    json_int_t number = json_integer_value(value);

    if (!json_is_integer(value) || number < 0 || number > UINT32_MAX) {
        http_refuse(q->http, 400, "cursor must be the number that the view gave");
        return false;
    }
    *cursor = q->game->cursor + (number != veil_cursor(q->game, eyes_of(q)));
    return true;
}

/// The side that a player acts for: his own; of one who has both the one that is asked, or `side`
/// of the body.
static uint32_t acting_side(const game_request *q)
{
    const json_t *named = json_object_get(q->body, "side");
    uint32_t awaited = game_awaits(q->game);

    if (q->sides != 3)
        return q->sides == 1 ? 0 : 1;
    if (json_is_integer(named))
        return json_integer_value(named) == 1;
    return awaited == 2;
}

/// Reads thrown faces. False after refusing.
static bool read_faces(game_request *q, const json_t *list, uint8_t *faces, uint32_t *count)
{
    size_t size = json_array_size(list);

    *count = (uint32_t)size;
    if (size > LB_THROW_MAX) {
        http_refuse(q->http, 422, "these are more dice than can be thrown");
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        const json_t *face = json_array_get(list, i);

        if (!json_is_integer(face) || json_integer_value(face) < 1 ||
            json_integer_value(face) > UINT8_MAX) {
            http_refuse(q->http, 422, "every face must be a number from 1 on");
            return false;
        }
        faces[i] = (uint8_t)json_integer_value(face);
    }
    return true;
}

static void do_act(game_request *q)
{
    const json_t *act = json_object_get(q->body, "act"), *list = json_object_get(q->body, "faces");
    judge *j = &q->http->server->judge;
    uint8_t faces[LB_THROW_MAX];
    uint32_t cursor, count;
    game_reply reply;

    if (!read_cursor(q, &cursor))
        return;
    if (json_is_array(list)) {
        if (!read_faces(q, list, faces, &count))
            return;
        reply = game_throw(j, q->game, q->sides, cursor, faces, count);
    } else if (json_is_string(act)) {
        reply = game_act(j, q->game, acting_side(q), cursor, json_string_value(act));
    } else {
        http_refuse(q->http, 400, "act must be a line, or faces the dice that were thrown");
        return;
    }
    answer_reply(q, &reply);
}

static void do_undo(game_request *q)
{
    uint32_t cursor, side = acting_side(q);
    game_reply reply;

    if (!read_cursor(q, &cursor))
        return;
    /* One who has both sides takes back whichever answer was the last. */
    if (q->sides == 3 && game_can_undo(q->game, 1 - side))
        side = 1 - side;
    reply = game_undo(&q->http->server->judge, q->game, side, cursor);
    answer_reply(q, &reply);
}

static void do_takeback(game_request *q)
{
    const json_t *agrees = json_object_get(q->body, "answer");
    judge *j = &q->http->server->judge;
    uint32_t cursor;
    game_reply reply;

    if (!read_cursor(q, &cursor))
        return;
    if (agrees != NULL && !json_is_boolean(agrees)) {
        http_refuse(q->http, 400, "answer must be true or false");
        return;
    }
    reply = agrees == NULL
                ? game_ask_back(j, q->game, acting_side(q), cursor, q->sides == 3)
                : game_answer_back(j, q->game, acting_side(q), cursor, json_is_true(agrees));
    answer_reply(q, &reply);
}

static void do_resign(game_request *q)
{
    uint32_t cursor;
    game_reply reply;

    if (!read_cursor(q, &cursor))
        return;
    reply = game_resign(&q->http->server->judge, q->game, acting_side(q), cursor);
    answer_reply(q, &reply);
}

/// True of a text that may be shown: not empty, not too long, without control characters.
static bool is_speakable(const json_t *value, size_t most)
{
    const char *text = json_string_value(value);

    if (text == NULL || text[0] == '\0' || json_string_length(value) > most ||
        strlen(text) != json_string_length(value))
        return false;
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    return true;
}

static void do_chat(game_request *q)
{
    server *s = q->http->server;
    const json_t *text = json_object_get(q->body, "text");
    store_chat line = {
        .n = q->game->talk + 1, .side = (uint8_t)acting_side(q), .text = json_string_value(text)};

    if (!is_speakable(text, CHAT_LENGTH)) {
        http_refuse(q->http, 422, "text must be one line of at most 500 bytes");
        return;
    }
    if (!limit_take(&q->game->words, limit_now(), s->config->rate > 0 ? 1 : 0, 10, 1)) {
        http_refuse(q->http, 429, "too many words at once: wait a moment");
        return;
    }
    if (store_say(s->judge.store, q->game->row.number, &line) != STORE_OK) {
        http_refuse(q->http, 507, "the server could not write this down");
        return;
    }
    q->game->talk = line.n;
    for (serve_client *client = q->game->clients; client != NULL; client = client->next)
        lws_callback_on_writable(client->wsi);
    http_answer(q->http, 200, "application/json", "{}", 2);
}

/// Takes a seat: the player says his name, and may put a token of his own in the place of the one
/// from the invitation, so that nobody else who saw the invitation can play for him.
static void do_join(game_request *q)
{
    server *s = q->http->server;
    const json_t *name = json_object_get(q->body, "name"),
                 *token = json_object_get(q->body, "token");
    const char *fresh = json_string_value(token);
    uint8_t hash[SHA256_BYTES];

    if (name != NULL && !is_speakable(name, NAME_LENGTH)) {
        http_refuse(q->http, 422, "name must be one line of at most 60 bytes");
        return;
    }
    if (token != NULL && (fresh == NULL || !encode_is_url(fresh, TOKEN_LENGTH))) {
        http_refuse(q->http, 422, "token must be 32 random bytes in base64url: 43 characters");
        return;
    }
    if (fresh != NULL)
        sha256(fresh, TOKEN_LENGTH, hash);
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        store_seat *seat = &q->game->seat[side];
        const char *called = name != NULL ? json_string_value(name) : seat->name;

        if ((q->sides >> side & 1) == 0)
            continue;
        if (store_join(s->judge.store, q->game->row.number, side, called,
                       fresh != NULL ? hash : NULL) != STORE_OK) {
            http_refuse(q->http, 507, "the server could not write this down");
            return;
        }
        if (called != seat->name)
            snprintf(seat->name, sizeof seat->name, "%s", called);
        seat->has_joined = true;
        if (fresh != NULL)
            memcpy(seat->token, hash, sizeof hash);
    }
    socket_presence(q->game);
    answer_game(q);
}

/* Hints. */

static void ask_hint(game_request *q)
{
    http_request *r = q->http;
    server *s = r->server;
    uint32_t awaited = game_awaits(q->game);

    if (q->game->state.machine.node.kind != LB_NODE_DECISION || (awaited & q->sides) == 0) {
        http_refuse(r, 409, "you are not asked for anything now");
        return;
    }
    if (!limit_take(&limit_find(&s->limits, r->address)->bucket, limit_now(), s->config->rate,
                    s->config->rate * BURST, COST_HINT)) {
        http_refuse(r, 429, "too many requests: wait a moment");
        return;
    }
    r->job = games_job(q->game, LB_LEVEL_REGULAR);
    if (r->job == NULL) {
        http_refuse(r, 503, "the server is out of memory");
        return;
    }
    r->job->owner = r;
    r->job->is_hint = true;
    r->job->told_cursor = veil_cursor(q->game, eyes_of(q));
    lws_set_timeout(r->wsi, PENDING_TIMEOUT_HTTP_CONTENT, 60);
    think_add(s->pool, r->job);
}

void routes_hint_found(http_request *r, const think_job *job)
{
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);
    http_json to;

    r->job = NULL;
    if (job->is_stopped || !http_json_start(&to)) {
        http_refuse(r, 503, "there is no hint now");
        return;
    }
    lb_record_put_action(job->on->battle.rules->play, &job->action, &put);
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "cursor");
    lb_json_int(&to.json, job->told_cursor);
    lb_json_key(&to.json, "act");
    lb_json_string(&to.json, line);
    put = lb_put_start(line, sizeof line);
    lb_put_order(&job->on->battle, job->side, &job->action, true, true, &put);
    lb_json_key(&to.json, "text");
    lb_json_string(&to.json, line);
    lb_json_close(&to.json, '}');
    http_json_end(&to, r, 200);
}

/* Which address does what. */

typedef struct game_route {
    const char *name; ///< behind the game's id
    http_method method;
    bool needs_seat;
    void (*answer)(game_request *q);
} game_route;

static const game_route game_routes[] = {
    {"", HTTP_GET, false, answer_game},          {"view", HTTP_GET, false, answer_view},
    {"choices", HTTP_GET, true, answer_choices}, {"events", HTTP_GET, false, answer_events},
    {"chat", HTTP_GET, true, answer_chat},       {"record", HTTP_GET, false, answer_record},
    {"hint", HTTP_GET, true, ask_hint},          {"act", HTTP_POST, true, do_act},
    {"undo", HTTP_POST, true, do_undo},          {"takeback", HTTP_POST, true, do_takeback},
    {"resign", HTTP_POST, true, do_resign},      {"chat", HTTP_POST, true, do_chat},
    {"join", HTTP_POST, true, do_join},
};

/// The body of a POST as an object. NULL after refusing.
static json_t *read_body(http_request *r)
{
    json_error_t error;
    json_t *body;
    char why[300];

    if (!r->is_json || r->body == NULL) {
        http_refuse(r, 415, "the body must be application/json");
        return NULL;
    }
    body = json_loadb(r->body, r->body_size, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(body))
        return body;
    snprintf(why, sizeof why, "line %d, column %d: %s", body == NULL ? error.line : 1,
             body == NULL ? error.column : 1,
             body == NULL ? error.text : "the body must be an object");
    json_decref(body);
    http_refuse(r, 400, why);
    return NULL;
}

/// Looks whether a request may go on: by the token it shows, and by how fast its game goes.
static bool may_go_on(game_request *q, const game_route *route)
{
    http_request *r = q->http;
    server *s = r->server;

    q->sides = games_sides(q->game, r->token);
    if (r->has_bad_token || (r->token[0] != '\0' && q->sides == 0)) {
        (void)limit_take(&limit_find(&s->limits, r->address)->bucket, limit_now(), s->config->rate,
                         s->config->rate * BURST, COST_WRONG_TOKEN);
        http_refuse(r, 403, "this token is not for a seat in this game");
        return false;
    }
    if (route->needs_seat && q->sides == 0) {
        http_refuse(r, 401, "this needs the token of a seat");
        return false;
    }
    if (r->method == HTTP_POST && !limit_take(&q->game->acts, limit_now(),
                                              s->config->rate > 0 ? GAME_RATE : 0, GAME_BURST, 1)) {
        http_refuse(r, 429, "too many answers at once: wait a moment");
        return false;
    }
    return true;
}

static void answer_route(http_request *r, const char *id, const game_route *route)
{
    game_request q = {.http = r};
    store_result result;
    game_reply reply;

    q.game = games_find(r->server, id, &result, &reply);
    if (q.game == NULL) {
        http_refuse(r, result == STORE_NONE ? 404 : 500,
                    result == STORE_NONE ? no_game : reply.why);
        return;
    }
    if (!may_go_on(&q, route))
        return;
    if (r->method == HTTP_POST) {
        q.body = read_body(r);
        if (q.body == NULL)
            return;
    }
    route->answer(&q);
    json_decref(q.body);
    if (!r->is_answered && r->job == NULL)
        http_refuse(r, 503, "the server is out of memory");
}

/// /api/games/ID and what stands behind it.
static void route_game(http_request *r, const char *rest)
{
    char id[GAME_ID_LENGTH + 1];
    size_t length = strcspn(rest, "/");
    const char *name = rest[length] == '/' ? rest + length + 1 : "";
    bool is_known = false;

    if (length != GAME_ID_LENGTH) {
        http_refuse(r, 404, no_game);
        return;
    }
    memcpy(id, rest, length);
    id[length] = '\0';
    for (size_t i = 0; i < sizeof game_routes / sizeof game_routes[0]; i++) {
        const game_route *route = &game_routes[i];

        if (strcmp(route->name, name) != 0)
            continue;
        is_known = true;
        if (route->method == r->method || (route->method == HTTP_GET && r->method == HTTP_HEAD)) {
            answer_route(r, id, route);
            return;
        }
    }
    http_refuse(r, is_known ? 405 : 404,
                is_known ? "this address is used by another method" : "there is no such address");
}

void routes_answer(http_request *r)
{
    const char *path = r->path;
    bool is_post = r->method == HTTP_POST;

    if (strncmp(path, "/api/games/", 11) == 0)
        route_game(r, path + 11);
    else if (strcmp(path, "/api/games") == 0 && is_post)
        create_answer(r);
    else if (strcmp(path, "/api/replays") == 0 && is_post)
        info_answer_replay(r);
    else if (strcmp(path, "/api/replays/games") == 0 && is_post)
        create_answer_past(r);
    else if (strcmp(path, "/api/info") == 0 && !is_post)
        http_answer(r, 200, "application/json", r->server->info, strlen(r->server->info));
    else if (strncmp(path, "/api/scenarios/", 15) == 0 && !is_post)
        info_answer_scenario(r, path + 15);
    else if (strcmp(path, "/api/games") == 0 || strcmp(path, "/api/replays") == 0 ||
             strcmp(path, "/api/replays/games") == 0 || strcmp(path, "/api/info") == 0)
        http_refuse(r, 405, "this address is used by another method");
    else
        http_refuse(r, 404, "there is no such address");
}
