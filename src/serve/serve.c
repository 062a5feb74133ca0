// SPDX-License-Identifier: MIT
// See serve.h: sets the server up, runs the loop, and takes it down.

#include "serve/serve.h"

#include "base/put.h"
#include "desk/desk.h"
#include "serve/server.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    HEADER_BYTES = 4096, ///< of the headers of one request
    HEADER_POOL = 256,   ///< requests whose headers are read at a time
    SILENCE_SECONDS = 20,
    KEEP_SECONDS = 30,
    FILES_MAX = 8192 ///< sockets and files
};

static volatile sig_atomic_t is_stopped;
static struct lws_context *woken; ///< whom a signal wakes

static void stop(int number)
{
    (void)number;
    is_stopped = 1;
    if (woken != NULL)
        lws_cancel_service(woken);
}

static void wake(void *context)
{
    lws_cancel_service(((server *)context)->lws);
}

/* What browsers are told with every answer. */

#define HEADER(next, name, value) \
    {                             \
        next, NULL, name, value   \
    }

static const struct lws_protocol_vhost_options header[] = {
    /* Scripts, fonts and pictures from here alone; WebAssembly may be compiled; nobody may put the
       table into a frame. A style attribute is a place on the table, not a style sheet. */
    HEADER(&header[1], "content-security-policy:",
           "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
           "style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
           "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'"),
    HEADER(&header[2], "x-content-type-options:", "nosniff"),
    HEADER(&header[3], "referrer-policy:", "no-referrer"),
    HEADER(&header[4], "x-frame-options:", "DENY"),
    HEADER(&header[5], "cross-origin-opener-policy:", "same-origin"),
    HEADER(&header[6], "cross-origin-resource-policy:", "same-origin"),
    HEADER(NULL, "permissions-policy:", "camera=(), microphone=(), geolocation=()"),
};

static const struct lws_protocols protocols[] = {
    {"http", http_callback, sizeof(http_request), 0, 0, NULL, 0},
    {"limber", socket_callback, sizeof(serve_client), 2048, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static lb_status complain(lb_diag *diag, const char *why)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_FILE, 0, 0);

    lb_put_text(&put, why);
    return diag->status;
}

/// As many files as the system lets us have, within reason.
static void raise_limits(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = files.rlim_max < FILES_MAX ? files.rlim_max : FILES_MAX;
    (void)setrlimit(RLIMIT_NOFILE, &files);
}

static bool listen_at(server *s)
{
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = KEEP_SECONDS,
                                        .secs_since_valid_hangup = 2 * KEEP_SECONDS};
    struct lws_context_creation_info info = {0};

    lws_set_log_level(0, NULL);
    info.iface = s->config->address;
    info.port = s->config->port;
    info.protocols = protocols;
    info.headers = header;
    info.user = s;
    info.server_string = "limber";
    info.max_http_header_data = HEADER_BYTES;
    info.max_http_header_pool = HEADER_POOL;
    info.timeout_secs = SILENCE_SECONDS;
    info.timeout_secs_ah_idle = SILENCE_SECONDS;
    info.keepalive_timeout = KEEP_SECONDS;
    info.retry_and_idle_policy = &idle;
    info.gid = info.uid = -1;
    info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_DISABLE_IPV6 * (strchr(s->config->address, ':') == NULL);
    s->lws = lws_create_context(&info);
    return s->lws != NULL && lws_create_vhost(s->lws, &info) != NULL;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = stop};

    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    action.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &action, NULL);
    (void)sigaction(SIGXFSZ, &action, NULL); /* a file that may not grow is a full disk */
}

/// Everything but the socket. LB_OK or the reason.
static lb_status set_up(server *s, lb_diag *diag)
{
    s->desk = aligned_alloc(64, (sizeof *s->desk + 63) / 64 * 64);
    s->desk_text = malloc(LB_DESK_TEXT);
    if (s->desk == NULL || s->desk_text == NULL)
        return complain(diag, "out of memory");
    if (store_open(s->config->store, &s->judge.store, diag) != LB_OK)
        return diag->status;
    if (!info_make(s, diag))
        return diag->status;
    return LB_OK;
}

static lb_status run(server *s, lb_diag *diag)
{
    lb_status status = set_up(s, diag);
    struct lws_vhost *vhost;

    if (status != LB_OK)
        return status;
    raise_limits();
    if (!listen_at(s))
        return complain(diag, "cannot listen at this address and port: is another server there?");
    s->pool = think_start(s->config->threads, wake, s);
    if (s->pool == NULL)
        return complain(diag, "no threads for computer players");
    woken = s->lws;
    catch_signals();
    vhost = lws_get_vhost_by_name(s->lws, "default");
    s->config->on_ready(s->config, vhost != NULL ? lws_get_vhost_listen_port(vhost) : 0);
    while (is_stopped == 0 && lws_service(s->lws, 0) >= 0)
        continue;
    return LB_OK;
}

lb_status serve_run(const serve_config *config, lb_diag *diag)
{
    server *s = calloc(1, sizeof *s);
    lb_status status;

    if (s == NULL)
        return complain(diag, "out of memory");
    s->config = config;
    status = run(s, diag);
    woken = NULL;
    /* Everything that was acknowledged is on the disk: a player that thinks on ends with the
       process. */
    if (!games_stop(s)) {
        store_close(s->judge.store);
        return status;
    }
    if (s->lws != NULL)
        lws_context_destroy(s->lws);
    games_clear(s);
    store_close(s->judge.store);
    free(s->info);
    free(s->desk);
    free(s->desk_text);
    free(s);
    return status;
}
