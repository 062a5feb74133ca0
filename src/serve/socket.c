// SPDX-License-Identifier: MIT
// Pushes over WebSockets.
//
// A client says which game it watches and up to which row it has the log. It then gets every row
// behind that, one message each, in order and without a gap: the client has a cursor of its own
// into the log, and what it does not have yet is read from the store when it can take more. When it
// has all rows, it gets how the game stands.

#include "serve/server.h"

#include "base/hash.h"
#include "serve/log.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 5, MESSAGE_BURST = 20 };

/// Sends a text. False if the connection is gone.
static bool send_text(serve_client *c, const char *text, size_t size)
{
    unsigned char *room = malloc(LWS_PRE + size + 1);
    bool is_sent = false;

    if (room != NULL) {
        memcpy(room + LWS_PRE, text, size);
        is_sent = lws_write(c->wsi, room + LWS_PRE, size, LWS_WRITE_TEXT) >= (int)size;
    }
    free(room);
    return is_sent;
}

/// Sends what was written as JSON, and frees it.
static bool send_json(serve_client *c, http_json *to)
{
    bool is_sent = fclose(to->json.out) == 0 && send_text(c, to->text, to->size);

    free(to->text);
    return is_sent;
}

/* Who is there. */

bool socket_is_online(const serve_game *g, uint32_t side)
{
    for (const serve_client *c = g->clients; c != NULL; c = c->next)
        if ((c->sides >> side & 1) != 0)
            return true;
    return false;
}

void socket_presence(serve_game *g)
{
    for (serve_client *c = g->clients; c != NULL; c = c->next) {
        c->needs_presence = true;
        lws_callback_on_writable(c->wsi);
    }
}

static bool send_presence(serve_client *c)
{
    const serve_game *g = c->game;
    uint32_t watchers = 0;
    http_json to;

    if (!http_json_start(&to))
        return false;
    for (const serve_client *other = g->clients; other != NULL; other = other->next)
        watchers += other->sides == 0;
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "presence");
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "online");
    lb_json_open(&to.json, '[');
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        lb_level level;

        lb_json_raw(&to.json, game_is_computer(g, side, &level) || socket_is_online(g, side)
                                  ? "true"
                                  : "false");
    }
    lb_json_close(&to.json, ']');
    lb_json_key(&to.json, "names");
    lb_json_open(&to.json, '[');
    for (uint32_t side = 0; side < LB_SIDES; side++)
        lb_json_string(&to.json, g->seat[side].name);
    lb_json_close(&to.json, ']');
    lb_json_key(&to.json, "watchers");
    lb_json_int(&to.json, watchers);
    lb_json_close(&to.json, '}');
    lb_json_close(&to.json, '}');
    c->needs_presence = false;
    return send_json(c, &to);
}

static void leave(serve_client *c)
{
    serve_game *g = c->game;

    if (g == NULL)
        return;
    for (serve_client **link = &g->clients; *link != NULL; link = &(*link)->next)
        if (*link == c) {
            *link = c->next;
            break;
        }
    c->game = NULL;
    c->next = NULL;
    g->used_ms = limit_now();
    socket_presence(g);
}

/* Messages of a client. */

/// Tells a client why it is not wanted; it is closed behind that.
static void refuse(serve_client *c, const char *why)
{
    snprintf(c->why, sizeof c->why, "%s", why);
    c->is_refused = true;
    lws_callback_on_writable(c->wsi);
}

static uint32_t row_of(const json_t *value, uint32_t most)
{
    json_int_t number = json_integer_value(value);

    return number > 0 && number <= most ? (uint32_t)number : 0;
}

/// A client says which game it watches.
static void enter(serve_client *c, const json_t *said)
{
    const char *id = json_string_value(json_object_get(said, "game")),
               *token = json_string_value(json_object_get(said, "token"));
    server *s = c->server;
    store_result result;
    game_reply reply;
    serve_game *g = id != NULL ? games_find(s, id, &result, &reply) : NULL;
    uint32_t sides = g != NULL && token != NULL ? games_sides(g, token) : 0;

    if (g == NULL) {
        refuse(c, "there is no such game");
        return;
    }
    if (token != NULL && sides == 0) {
        (void)limit_take(&limit_find(&s->limits, c->address)->bucket, limit_now(), s->config->rate,
                         s->config->rate * BURST, COST_WRONG_TOKEN);
        refuse(c, "this token is not for a seat in this game");
        return;
    }
    leave(c);
    c->game = g;
    c->sides = sides;
    c->as = json_is_integer(json_object_get(said, "as"))
                ? (int)json_integer_value(json_object_get(said, "as"))
                : -1;
    c->sent = veil_row_of(g, veil_eyes_of(g, sides, c->as),
                          row_of(json_object_get(said, "since"), g->cursor));
    c->view_hash = 0;
    c->talk_sent = row_of(json_object_get(said, "talk"), g->talk);
    c->needs_view = true;
    c->next = g->clients;
    g->clients = c;
    socket_presence(g);
}

static void take_message(serve_client *c)
{
    json_error_t error;
    json_t *said = json_loadb(c->in, c->in_size, JSON_REJECT_DUPLICATES, &error);

    c->in_size = 0;
    if (!json_is_object(said))
        refuse(c, "a message must be an object in JSON");
    else if (!limit_take(&c->messages, limit_now(), c->server->config->rate > 0 ? MESSAGES : 0,
                         MESSAGE_BURST, 1))
        refuse(c, "too many messages");
    else if (json_object_get(said, "game") != NULL)
        enter(c, said);
    else if (json_object_get(said, "ping") == NULL)
        refuse(c, "a message must name a game");
    json_decref(said);
}

/// Puts a message together. Non-zero closes the connection.
static int receive(serve_client *c, const void *bytes, size_t length)
{
    if (c->is_refused)
        return 0;
    if (lws_frame_is_binary(c->wsi) || length > sizeof c->in - c->in_size) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    memcpy(c->in + c->in_size, bytes, length);
    c->in_size += length;
    if (lws_is_final_fragment(c->wsi) && lws_remaining_packet_payload(c->wsi) == 0)
        take_message(c);
    return 0;
}

/* Messages to a client. */

static veil_eyes eyes_of(const serve_client *c)
{
    return veil_eyes_of(c->game, c->sides, c->as);
}

static bool push_row(void *context, uint32_t n, const char *text)
{
    serve_client *c = context;

    if (text != NULL && !send_text(c, text, strlen(text)))
        return false;
    c->sent = n;
    return lws_send_pipe_choked(c->wsi) == 0;
}

/// True if there are rows that the client does not have and may see.
static bool is_behind(const serve_client *c)
{
    return c->sent < veil_last(c->game, eyes_of(c));
}

static bool push_chat(void *context, const store_chat *line)
{
    serve_client *c = context;
    http_json to;

    if (!http_json_start(&to))
        return false;
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "chat");
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "n");
    lb_json_int(&to.json, line->n);
    lb_json_key(&to.json, "side");
    lb_json_int(&to.json, line->side);
    lb_json_key(&to.json, "text");
    lb_json_string(&to.json, line->text);
    lb_json_key(&to.json, "made");
    lb_json_int(&to.json, line->made);
    lb_json_close(&to.json, '}');
    lb_json_close(&to.json, '}');
    if (!send_json(c, &to))
        return false;
    c->talk_sent = line->n;
    return lws_send_pipe_choked(c->wsi) == 0;
}

static uint64_t hash_of(const char *text, size_t size)
{
    uint64_t hash = 0, word;

    for (size_t at = 0; at < size; at += sizeof word) {
        word = 0;
        memcpy(&word, text + at, size - at < sizeof word ? size - at : sizeof word);
        hash = lb_hash_word(hash, word);
    }
    return lb_hash_end(hash);
}

static bool send_view(serve_client *c)
{
    http_json to;

    if (!http_json_start(&to))
        return false;
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "view");
    view_put(c->server, &to.json, c->game, c->sides, c->as);
    lb_json_close(&to.json, '}');
    c->needs_view = false;
    /* A view that is the same again would say that something has happened in secret. */
    if (fflush(to.json.out) == 0) {
        uint64_t hash = hash_of(to.text, to.size);

        if (hash == c->view_hash) {
            fclose(to.json.out);
            free(to.text);
            return true;
        }
        c->view_hash = hash;
    }
    return send_json(c, &to);
}

static int send_refusal(serve_client *c)
{
    http_json to;

    if (http_json_start(&to)) {
        lb_json_open(&to.json, '{');
        lb_json_key(&to.json, "why");
        lb_json_string(&to.json, c->why);
        lb_json_close(&to.json, '}');
        (void)send_json(c, &to);
    }
    lws_close_reason(c->wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, NULL, 0);
    return -1;
}

/// Sends what the client does not have yet, as much as it takes. Non-zero closes the connection.
static int send_more(serve_client *c)
{
    server *s = c->server;
    const serve_game *g = c->game;
    bool is_good = true;

    if (c->is_refused)
        return send_refusal(c);
    if (g == NULL)
        return 0;
    if (is_behind(c))
        is_good = log_read(s->judge.store, g, eyes_of(c), c->sent, push_row, c) == STORE_OK;
    /* Talk is between the players. */
    else if (c->talk_sent < g->talk && c->sides != 0)
        is_good =
            store_read_chat(s->judge.store, g->row.number, c->talk_sent, push_chat, c) == STORE_OK;
    else if (c->needs_presence)
        is_good = send_presence(c);
    else if (c->needs_view)
        is_good = send_view(c);
    if (is_behind(c) || (c->talk_sent < g->talk && c->sides != 0) || c->needs_presence ||
        c->needs_view)
        lws_callback_on_writable(c->wsi);
    return is_good ? 0 : -1;
}

/* The connection. */

/// Looks whether a connection is wanted before it becomes a WebSocket. Non-zero refuses it.
static int filter(server *s, struct lws *wsi)
{
    char path[16] = "", address[LIMIT_ADDRESS];
    const limit_address *row;

    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) < 0 || strcmp(path, "/ws") != 0 ||
        !http_is_own_origin(s, wsi))
        return 1;
    http_peer(s, wsi, address);
    row = limit_find(&s->limits, address);
    return s->config->rate > 0 && row->sockets >= SOCKETS_MAX;
}

static void open_client(server *s, serve_client *c, struct lws *wsi)
{
    memset(c, 0, sizeof *c);
    c->server = s;
    c->wsi = wsi;
    c->as = -1;
    http_peer(s, wsi, c->address);
    limit_find(&s->limits, c->address)->sockets++;
    c->is_counted = true;
}

static void close_client(serve_client *c)
{
    limit_address *row;

    if (!c->is_counted)
        return;
    row = limit_find(&c->server->limits, c->address);
    row->sockets -= row->sockets > 0;
    c->is_counted = false;
    leave(c);
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    server *s = lws_context_user(lws_get_context(wsi));
    serve_client *c = user;

    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter(s, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        open_client(s, c, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return receive(c, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_more(c);
    case LWS_CALLBACK_CLOSED:
        close_client(c);
        return 0;
    default:
        return 0;
    }
}
