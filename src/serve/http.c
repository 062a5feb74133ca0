// SPDX-License-Identifier: MIT
// Requests and their answers on libwebsockets: what is read of a request, its limits, and how an
// answer is sent. Every answer carries the headers of serve.c.

#include "serve/server.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum {
    BODY_MAX = 64 << 10,
    LARGE_BODY_MAX = 8 << 20, ///< of a record that is to be played again
    LARGE_BODIES = 8,         ///< at a time
    CHUNK = 32 << 10,
    SECONDS = 20, ///< that a client may be silent
    HEAD_MAX = 2048
};

/* Answers. */

void http_answer(http_request *r, int status, const char *type, const void *bytes, size_t size)
{
    char *copy = malloc(LWS_PRE + size + 1);

    free(r->answer);
    r->answer = copy;
    r->status = copy != NULL ? status : 503;
    r->type = type;
    r->size = copy != NULL ? size : 0;
    r->sent = 0;
    r->is_answered = true;
    if (copy != NULL && size > 0)
        memcpy(copy + LWS_PRE, bytes, size);
    lws_callback_on_writable(r->wsi);
}

bool http_json_start(http_json *to)
{
    to->text = NULL;
    to->size = 0;
    to->json = (lb_json){.out = open_memstream(&to->text, &to->size)};
    return to->json.out != NULL;
}

void http_json_end(http_json *to, http_request *r, int status)
{
    bool is_whole = fclose(to->json.out) == 0;

    if (is_whole)
        http_answer(r, status, "application/json", to->text, to->size);
    else
        http_answer(r, 503, "application/json", "{}", 2);
    free(to->text);
}

void http_refuse(http_request *r, int status, const char *why)
{
    http_json to;

    if (!http_json_start(&to)) {
        http_answer(r, 503, "application/json", "{}", 2);
        return;
    }
    lb_json_open(&to.json, '{');
    lb_json_key(&to.json, "why");
    lb_json_string(&to.json, why);
    lb_json_close(&to.json, '}');
    http_json_end(&to, r, status);
}

static bool add_header(http_request *r, const char *name, const char *value, unsigned char **at,
                       unsigned char *end)
{
    return lws_add_http_header_by_name(r->wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

static bool send_head(http_request *r)
{
    unsigned char room[LWS_PRE + HEAD_MAX], *start = room + LWS_PRE, *at = start,
                                            *end = room + sizeof room - 1;

    r->has_head = true;
    return lws_add_http_common_headers(r->wsi, (unsigned)r->status, r->type, r->size, &at, end) ==
               0 &&
           (r->tag[0] == '\0' || add_header(r, "etag:", r->tag, &at, end)) &&
           add_header(r, "cache-control:", r->caching != NULL ? r->caching : "no-store", &at,
                      end) &&
           (r->status != 429 || add_header(r, "retry-after:", "2", &at, end)) &&
           (r->status != 401 || add_header(r, "www-authenticate:", "Bearer", &at, end)) &&
           (!r->closes || add_header(r, "connection:", "close", &at, end)) &&
           lws_finalize_write_http_header(r->wsi, start, &at, end) == 0;
}

static void forget(http_request *r)
{
    server *s = r->server;

    if (r->job != NULL) {
        r->job->owner = NULL;
        think_stop(s->pool, r->job);
    }
    if (r->is_large)
        s->large_bodies--;
    free(r->body);
    free(r->answer);
    memset(r, 0, sizeof *r);
    r->server = s;
}

/// Sends what is due. Non-zero closes the connection.
static int send_more(http_request *r)
{
    bool has_body = r->method != HTTP_HEAD && r->size > 0, closes = r->closes;
    struct lws *wsi = r->wsi;

    if (!r->is_answered)
        return 0;
    if (!r->has_head) {
        if (!send_head(r))
            return -1;
        if (has_body) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    if (has_body) {
        size_t left = r->size - r->sent, part = left < CHUNK ? left : CHUNK;
        int written = lws_write(wsi, (unsigned char *)r->answer + LWS_PRE + r->sent, part,
                                part == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);

        if (written < (int)part)
            return -1;
        r->sent += part;
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SECONDS);
        if (r->sent < r->size) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    forget(r);
    return closes || lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

/* What a request says. */

/// Copies a header; "" if there is none. False if it is too long.
static bool copy_header(struct lws *wsi, enum lws_token_indexes which, char *text, size_t room)
{
    int length = lws_hdr_total_length(wsi, which);

    text[0] = '\0';
    return length <= 0 || lws_hdr_copy(wsi, text, (int)room, which) >= 0;
}

void http_peer(const server *s, struct lws *wsi, char address[LIMIT_ADDRESS])
{
    char forwarded[256], *last;
    struct in6_addr any;

    if (lws_get_peer_simple(wsi, address, LIMIT_ADDRESS) == NULL)
        snprintf(address, LIMIT_ADDRESS, "unknown");
    if (strncmp(address, "::ffff:", 7) == 0)
        memmove(address, address + 7, strlen(address + 7) + 1);
    /* A proxy on this machine says for whom it asks; the last name is the one that it saw. */
    if (s->config->origin == NULL ||
        (strncmp(address, "127.", 4) != 0 && strcmp(address, "::1") != 0) ||
        !copy_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded))
        return;
    last = strrchr(forwarded, ',');
    last = last != NULL ? last + 1 : forwarded;
    last += strspn(last, " ");
    if (inet_pton(AF_INET, last, &any) == 1 || inet_pton(AF_INET6, last, &any) == 1)
        snprintf(address, LIMIT_ADDRESS, "%s", last);
}

/// True of a host that no name server can lead elsewhere: an address, or this machine.
static bool is_address(const char *host)
{
    char name[80];
    struct in6_addr any;
    size_t length;

    if (host[0] == '[') {
        length = strcspn(host + 1, "]");
        if (length >= sizeof name)
            return false;
        memcpy(name, host + 1, length);
        name[length] = '\0';
        return inet_pton(AF_INET6, name, &any) == 1;
    }
    length = strcspn(host, ":");
    if (length >= sizeof name)
        return false;
    memcpy(name, host, length);
    name[length] = '\0';
    return strcasecmp(name, "localhost") == 0 || inet_pton(AF_INET, name, &any) == 1;
}

/// What stands behind :// in an origin; NULL if that is not how it begins.
static const char *host_of(const char *origin)
{
    if (strncmp(origin, "http://", 7) == 0)
        return origin + 7;
    return strncmp(origin, "https://", 8) == 0 ? origin + 8 : NULL;
}

bool http_is_own_origin(const server *s, struct lws *wsi)
{
    const char *called = s->config->origin != NULL ? host_of(s->config->origin) : NULL, *from;
    char host[256], origin[256];

    if (!copy_header(wsi, WSI_TOKEN_HOST, host, sizeof host) ||
        !copy_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin))
        return false;
    if (!is_address(host) && (called == NULL || strcasecmp(host, called) != 0))
        return false;
    if (origin[0] == '\0')
        return true;
    if (s->config->origin != NULL && strcasecmp(origin, s->config->origin) == 0)
        return true;
    from = host_of(origin);
    return from != NULL && strcasecmp(from, host) == 0;
}

static void read_token(http_request *r)
{
    char text[128];
    bool is_whole = copy_header(r->wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text);

    if (is_whole && text[0] == '\0')
        return;
    r->has_bad_token =
        !is_whole || strncmp(text, "Bearer ", 7) != 0 || strlen(text + 7) != TOKEN_LENGTH;
    if (!r->has_bad_token)
        memcpy(r->token, text + 7, TOKEN_LENGTH + 1);
}

static long number_of(const char *text)
{
    char *end;
    long number = text != NULL && *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : -1;

    return number >= 0 && *end == '\0' && number <= UINT32_MAX ? number : -1;
}

static void read_query(http_request *r)
{
    char text[64];
    const char *rules;

    r->since = number_of(lws_get_urlarg_by_name(r->wsi, "since=", text, sizeof text));
    r->as = (int)number_of(lws_get_urlarg_by_name(r->wsi, "as=", text, sizeof text));
    rules = lws_get_urlarg_by_name(r->wsi, "rules=", text, sizeof text);
    snprintf(r->rules, sizeof r->rules, "%s", rules != NULL ? rules : "");
}

static http_method method_of(struct lws *wsi)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0)
        return HTTP_GET;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0)
        return HTTP_POST;
    return lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 ? HTTP_HEAD : HTTP_OTHER;
}

/// True of the addresses that take a whole record.
static bool takes_record(const http_request *r)
{
    return strcmp(r->path, "/api/replays") == 0 || strcmp(r->path, "/api/replays/games") == 0;
}

/// Reads how long the body is. 0, or the status that refuses it.
static int read_length(http_request *r)
{
    char text[32];
    long length;
    bool may_be_large = takes_record(r);

    if (lws_hdr_total_length(r->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return 411;
    if (!copy_header(r->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text))
        return 400;
    if (text[0] == '\0')
        return r->method == HTTP_POST ? 411 : 0;
    length = number_of(text);
    if (length < 0)
        return 400;
    if (r->method != HTTP_POST && length > 0)
        return 400;
    if (length > (may_be_large ? LARGE_BODY_MAX : BODY_MAX))
        return 413;
    r->body_length = (size_t)length;
    if (r->body_length > BODY_MAX) {
        if (r->server->large_bodies >= LARGE_BODIES)
            return 503;
        r->is_large = true;
        r->server->large_bodies++;
    }
    return 0;
}

/* Requests. */

static void route(http_request *r)
{
    if (strncmp(r->path, "/api", 4) == 0 && (r->path[4] == '/' || r->path[4] == '\0'))
        routes_answer(r);
    else
        pages_answer(r);
}

static uint32_t cost_of(const http_request *r)
{
    if (r->method != HTTP_POST)
        return COST_PLAIN;
    if (strcmp(r->path, "/api/games") == 0)
        return COST_CREATE;
    if (takes_record(r))
        return COST_REPLAY;
    return COST_PLAIN;
}

/// What speaks against a request before its body is read: a status with the reason, or 0.
static int refusal_of(http_request *r, const char *path, size_t length, const char **why)
{
    server *s = r->server;
    char type[64];
    int status;

    *why = "this address is too long";
    if (length >= sizeof r->path)
        return 414;
    memcpy(r->path, path, length);
    r->path[length] = '\0';
    *why = "this method is not known here";
    if (r->method == HTTP_OTHER)
        return 405;
    *why = "this request comes from another site, or the server is not called so";
    if (!http_is_own_origin(s, r->wsi))
        return 403;
    *why = "too many requests: wait a moment";
    if (!limit_take(&limit_find(&s->limits, r->address)->bucket, limit_now(), s->config->rate,
                    s->config->rate * BURST, cost_of(r)))
        return 429;
    *why = "the length of the body is missing, wrong or too large";
    status = read_length(r);
    if (status != 0)
        return status;
    *why = "this header is too long";
    if (!copy_header(r->wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type))
        return 400;
    r->is_json = strncasecmp(type, "application/json", 16) == 0;
    return 0;
}

/// A request has come, all but its body.
static int begin(http_request *r, struct lws *wsi, const char *path, size_t length)
{
    const char *why = "";
    int status;

    forget(r);
    r->wsi = wsi;
    r->since = r->as = -1;
    r->method = method_of(wsi);
    http_peer(r->server, wsi, r->address);
    (void)copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, r->etag, sizeof r->etag);
    read_token(r);
    read_query(r);
    status = refusal_of(r, path, length, &why);
    if (status != 0) {
        /* A body that nobody reads must not be taken for the next request. */
        r->closes = true;
        http_refuse(r, status, why);
        return 0;
    }
    if (r->method != HTTP_POST || r->body_length == 0) {
        route(r);
        return 0;
    }
    r->body = malloc(r->body_length + 1);
    if (r->body == NULL) {
        r->closes = true;
        http_refuse(r, 503, "the server is out of memory");
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SECONDS);
    return 0;
}

static int take_body(http_request *r, const void *bytes, size_t length)
{
    if (r->is_answered || r->body == NULL)
        return 0;
    if (length > r->body_length - r->body_size)
        return -1;
    memcpy(r->body + r->body_size, bytes, length);
    r->body_size += length;
    return 0;
}

static void end_body(http_request *r)
{
    if (r->is_answered || r->body == NULL || r->job != NULL)
        return;
    r->body[r->body_size] = '\0';
    route(r);
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    http_request *r = user;
    server *s = lws_context_user(lws_get_context(wsi));

    /* Once for the whole server, not for a request. */
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED)
        games_collect(s);
    /* A WebSocket must name the protocol "limber". */
    if (reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION)
        return 1;
    if (r == NULL)
        return 0;
    r->server = s;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:
        return begin(r, wsi, in, length);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(r, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        end_body(r);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return send_more(r);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        forget(r);
        return 0;
    default:
        return 0;
    }
}
