// SPDX-License-Identifier: MIT
// Games in memory: found by their ids, read from the store when somebody wants them, and given up
// when nobody does. And the computer players of these games.

#include "serve/server.h"

#include "base/hash.h"
#include "serve/encode.h"

#include <stdlib.h>
#include <string.h>

enum { IDLE_MS = 60000, STOP_SECONDS = 5 };

static serve_game **bucket_of(server *s, const char *id)
{
    uint64_t hash = 0;

    for (; *id != '\0'; id++)
        hash = lb_hash_word(hash, (unsigned char)*id);
    return &s->game[lb_hash_end(hash) % GAME_BUCKETS];
}

static bool is_idle(const serve_game *g, int64_t now)
{
    return g->clients == NULL && g->job == NULL && now - g->used_ms > IDLE_MS;
}

/// Gives up games that nobody has wanted for a while.
static void sweep(server *s)
{
    int64_t now = limit_now();

    for (uint32_t i = 0; i < GAME_BUCKETS; i++)
        for (serve_game **link = &s->game[i]; *link != NULL;) {
            serve_game *g = *link;

            if (!is_idle(g, now)) {
                link = &g->next;
                continue;
            }
            *link = g->next;
            game_free(&s->judge, g);
            s->games--;
        }
}

void games_add(server *s, serve_game *g)
{
    serve_game **bucket = bucket_of(s, g->row.id);

    if (s->games >= GAMES_KEPT)
        sweep(s);
    g->used_ms = limit_now();
    g->next = *bucket;
    *bucket = g;
    s->games++;
}

serve_game *games_find(server *s, const char *id, store_result *result, game_reply *reply)
{
    serve_game *g;

    *result = STORE_NONE;
    *reply = (game_reply){.result = GAME_REFUSED};
    if (!encode_is_url(id, GAME_ID_LENGTH))
        return NULL;
    for (g = *bucket_of(s, id); g != NULL; g = g->next)
        if (strcmp(g->row.id, id) == 0) {
            *result = STORE_OK;
            g->used_ms = limit_now();
            return g;
        }
    *result = game_load(&s->judge, id, &g, reply);
    if (g == NULL)
        return NULL;
    games_add(s, g);
    games_changed(s, g);
    return g;
}

/// Compares all bytes whatever they are, so that the time says nothing about them.
static bool is_same(const uint8_t *a, const uint8_t *b, size_t size)
{
    uint8_t difference = 0;

    for (size_t i = 0; i < size; i++)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

uint32_t games_sides(const serve_game *g, const char *token)
{
    uint8_t hash[SHA256_BYTES];
    uint32_t sides = 0;

    if (token[0] == '\0')
        return 0;
    sha256(token, strlen(token), hash);
    for (uint32_t side = 0; side < LB_SIDES; side++)
        if (g->seat[side].has_token && is_same(g->seat[side].token, hash, sizeof hash))
            sides |= 1u << side;
    return sides;
}

/* Computer players. */

think_job *games_job(serve_game *g, lb_level level)
{
    think_job *job = calloc(1, sizeof *job);

    if (job == NULL)
        return NULL;
    job->on = battles_share(g->on);
    job->state = g->state;
    job->level = level;
    job->side = g->state.machine.node.question.side;
    job->cursor = g->cursor;
    job->whim = game_dice(g, g->cursor + 1, true);
    return job;
}

/// Lets the computer think if it is asked.
static void let_think(server *s, serve_game *g)
{
    const lb_node *node = &g->state.machine.node;
    lb_level level;

    if (g->job != NULL && g->job->cursor == g->cursor)
        return;
    if (g->job != NULL) {
        g->job->owner = NULL;
        think_stop(s->pool, g->job);
        g->job = NULL;
    }
    if (game_is_over(g) || node->kind != LB_NODE_DECISION ||
        !game_is_computer(g, node->question.side, &level))
        return;
    g->job = games_job(g, level);
    if (g->job == NULL)
        return;
    g->job->owner = g;
    think_add(s->pool, g->job);
}

void games_changed(server *s, serve_game *g)
{
    let_think(s, g);
    for (serve_client *client = g->clients; client != NULL; client = client->next) {
        client->needs_view = true;
        lws_callback_on_writable(client->wsi);
    }
}

/// The computer has decided: its answer goes the way of everybody's.
static void take_decision(server *s, serve_game *g, think_job *job)
{
    game_reply reply;

    g->job = NULL;
    if (job->is_stopped || job->cursor != g->cursor)
        return;
    reply = game_act_as(&s->judge, g, job->side, job->cursor, &job->action);
    if (reply.result != GAME_OK)
        fprintf(stderr, "limber serve: game %s stands still: %s\n", g->row.id, reply.why);
    else
        games_changed(s, g);
}

void games_collect(server *s)
{
    think_job *job;

    if (s->pool == NULL)
        return;
    while ((job = think_next(s->pool)) != NULL) {
        void *owner = job->owner;

        if (owner != NULL && job->is_hint)
            routes_hint_found(owner, job);
        else if (owner != NULL)
            take_decision(s, owner, job);
        battles_leave(&s->judge.battles, job->on);
        free(job);
    }
}

bool games_stop(server *s)
{
    if (s->pool == NULL)
        return true;
    for (uint32_t i = 0; i < GAME_BUCKETS; i++)
        for (serve_game *g = s->game[i]; g != NULL; g = g->next)
            if (g->job != NULL) {
                g->job->owner = NULL;
                think_stop(s->pool, g->job);
                g->job = NULL;
            }
    if (!think_end(s->pool, STOP_SECONDS))
        return false;
    games_collect(s);
    think_free(s->pool);
    s->pool = NULL;
    return true;
}

void games_clear(server *s)
{
    for (uint32_t i = 0; i < GAME_BUCKETS; i++)
        while (s->game[i] != NULL) {
            serve_game *g = s->game[i];

            s->game[i] = g->next;
            game_free(&s->judge, g);
        }
    battles_clear(&s->judge.battles);
}
