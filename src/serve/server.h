// SPDX-License-Identifier: MIT
// What the files of the server share.
#pragma once

#include "serve/game.h"
#include "serve/limit.h"
#include "serve/serve.h"
#include "serve/think.h"

#include "text/json.h"

#include <libwebsockets.h>

enum {
    GAME_BUCKETS = 1024, ///< of the table of games, a power of two
    GAMES_KEPT = 512,    ///< in memory, of those that nobody watches
    TOKEN_BYTES = 32,    ///< of a seat's token before it is text
    TOKEN_LENGTH = 43,   ///< characters of it
    GAME_ID_BYTES = 15,  ///< of a game's id before it is text
    GAME_ID_LENGTH = 20, ///< characters of it
    SOCKETS_MAX = 64,    ///< of one address
    GAME_RATE = 20,      ///< answers a second in one game
    GAME_BURST = 100,
    CHAT_LENGTH = 500, ///< bytes of a line of talk
    NAME_LENGTH = 60,  ///< bytes of a player's or game's name
    BURST = 10         ///< requests that an address may save up, in seconds of its rate
};

/// What a request costs, in plain requests.
enum { COST_PLAIN = 1, COST_HINT = 5, COST_CREATE = 10, COST_WRONG_TOKEN = 10, COST_REPLAY = 20 };

struct lb_desk;

typedef struct server {
    const serve_config *config;
    struct lws_context *lws;
    judge judge;
    think_pool *pool;
    serve_game *game[GAME_BUCKETS];
    uint32_t games;
    limit_table limits;
    char *info;            ///< the answer to /api/info
    uint32_t large_bodies; ///< that are being read
    struct lb_desk *desk;  ///< where views are made
    char *desk_text;       ///< and written
} server;

/* http.c: a request and its answer. */

enum { PATH_LENGTH = 256, QUERY_LENGTH = 256 };

typedef enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER } http_method;

typedef struct http_request {
    server *server;
    struct lws *wsi;
    http_method method;
    char path[PATH_LENGTH];
    char token[TOKEN_LENGTH + 1]; ///< "" if there is none that could be one
    bool has_bad_token;           ///< there is one that cannot be one
    char etag[40];                ///< that the client has
    char address[LIMIT_ADDRESS];
    long since;             ///< of the query; -1: not said
    int as;                 ///< of the query: the side that one who has both looks as; -1: not said
    char rules[STORE_WORD]; ///< of the query; "": not said
    bool is_json;           ///< the body says that it is
    char *body;
    size_t body_size, body_length; ///< read, and to be read
    bool is_large;

    int status;
    const char *type;
    char *answer; ///< behind LWS_PRE bytes
    size_t size, sent;
    char tag[40];        ///< of what is answered
    const char *caching; ///< how long it may be kept
    bool is_answered, has_head;
    bool closes;    ///< the connection ends behind the answer
    think_job *job; ///< the answer waits for it
} http_request;

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length);

/// Answers with bytes that are copied.
void http_answer(http_request *r, int status, const char *type, const void *bytes, size_t size);

/// Answers {"why": …}.
void http_refuse(http_request *r, int status, const char *why);

/// An answer in JSON while it is written: http_json_end sends it.
typedef struct http_json {
    lb_json json;
    char *text;
    size_t size;
} http_json;

bool http_json_start(http_json *to);
void http_json_end(http_json *to, http_request *r, int status);

/// The address that a peer counts by: of a proxy on this machine what it says.
void http_peer(const server *s, struct lws *wsi, char address[LIMIT_ADDRESS]);

/// True if Host and Origin are of this server, or a browser did not send the request.
bool http_is_own_origin(const server *s, struct lws *wsi);

/* pages.c: the files of the web app. */

void pages_answer(http_request *r);

/* routes.c: the interface under /api. */

void routes_answer(http_request *r);

/// Carries on with a request that waited for a computer player.
void routes_hint_found(http_request *r, const think_job *job);

/* routes_info.c */

/// Makes the answer to /api/info. False with the reason.
bool info_make(server *s, lb_diag *diag);
void info_answer_scenario(http_request *r, const char *id);
void info_answer_replay(http_request *r);

/// A scenario that is offered, or NULL.
const serve_scenario *info_find(const server *s, const char *id);

/* routes_create.c */

void create_answer(http_request *r);

/// Answers POST /api/replays/games: a game that goes on from a moment of a record.
void create_answer_past(http_request *r);

/* export.c */

/// Answers with the record of a game up to a row; what is hidden only after the end.
void export_answer(http_request *r, const serve_game *g, uint32_t last);

/* games.c: games in memory. */

/// The game with this id. NULL with the reason; result is STORE_NONE if there is none.
serve_game *games_find(server *s, const char *id, store_result *result, game_reply *reply);

void games_add(server *s, serve_game *g);

/// Bits of the sides that a token is for; 0: none.
uint32_t games_sides(const serve_game *g, const char *token);

/// To be called when a game has changed: tells its clients, and lets the computer think.
void games_changed(server *s, serve_game *g);

/// Takes back what the computer players have found.
void games_collect(server *s);

/// Stops the computer players. False if one of them cannot be stopped soon: nothing of the server
/// may be freed then.
bool games_stop(server *s);

/// Frees all games. Clients and computer players must be gone.
void games_clear(server *s);

/// A job for a computer player at the open decision; NULL without memory.
think_job *games_job(serve_game *g, lb_level level);

/* view.c: what a client sees of a game. */

/// The reader that one with these sides is: as of 0 or 1 chooses for one who has both.
uint32_t view_reader(const serve_game *g, uint32_t sides, int as);

/// Writes how the game stands as an object: cursor, view, state.
void view_put(server *s, lb_json *json, const serve_game *g, uint32_t sides, int as);

/// Writes what the game is as an object.
void view_put_game(server *s, lb_json *json, const serve_game *g, uint32_t sides);

/// Writes a key with yes or no.
void view_put_bool(lb_json *json, const char *key, bool value);

/* socket.c: pushes. */

/// A WebSocket that watches a game.
typedef struct serve_client {
    struct serve_client *next;
    server *server;
    struct lws *wsi;
    serve_game *game;
    uint32_t sides;
    int as;
    uint32_t sent, talk_sent; ///< rows and lines of talk that it has
    bool needs_view, needs_presence;
    uint64_t view_hash; ///< of the last view that it was sent
    bool is_refused;    ///< it is told why and closed
    char why[128];
    char in[2048];
    size_t in_size;
    char address[LIMIT_ADDRESS];
    bool is_counted;
    limit_bucket messages;
} serve_client;

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length);

/// Tells the clients of a game that somebody has come or gone.
void socket_presence(serve_game *g);

/// True if a player of this side is there.
bool socket_is_online(const serve_game *g, uint32_t side);
