// SPDX-License-Identifier: MIT
// Computer players that think on threads of their own, so that the server answers meanwhile.
//
// A job is one decision. It has a copy of the state, so the game may go on, go back or end: then
// the job is stopped, and what it finds is dropped. Jobs are taken in the order in which they come.
#pragma once

#include "limber/player.h"

#include "serve/battles.h"

#include <stdbool.h>

typedef struct think_pool think_pool;

/// A decision to be made. `owner` and what follows are the caller's; the pool does not look at
/// them.
typedef struct think_job {
    struct think_job *next;
    serve_battle *on; ///< a share of its own
    lb_state state;
    lb_level level;
    lb_dice whim;
    lb_action action; ///< what was chosen
    bool is_stopped;

    void *owner;
    uint32_t side, cursor;
    uint32_t told_cursor; ///< of a hint: as its player counts rows
    bool is_hint;
} think_job;

/// Starts `threads` threads. `wake` is called from one of them when a job is done. NULL without
/// memory or threads.
think_pool *think_start(uint32_t threads, void (*wake)(void *context), void *context);

/// Hands a job over; the pool gives it back by think_next.
void think_add(think_pool *pool, think_job *job);

/// Stops a job: it comes back unfinished, at once if no thread has begun with it.
void think_stop(think_pool *pool, think_job *job);

/// The next job that is done or stopped, or NULL. The caller frees it.
think_job *think_next(think_pool *pool);

/// Stops all jobs and waits until every thread has ended, at most `seconds`. False if one still
/// thinks: then neither the pool nor what it reads may be freed.
bool think_end(think_pool *pool, int seconds);

/// Frees a pool that has ended, and whose jobs were all taken back; NULL is harmless.
void think_free(think_pool *pool);
