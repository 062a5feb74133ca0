// SPDX-License-Identifier: MIT
// See think.h. A thread has a player of its own, and begins each decision with an empty mind: what
// the computer does must not depend on what was taken back or on which thread it thinks.

#include "serve/think.h"

#include "limber/fight.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 16, NICENESS = 5 };

struct think_pool {
    pthread_mutex_t lock;
    pthread_cond_t change;
    pthread_t thread[THREADS_MAX];
    uint32_t threads;
    think_job *first, **last; ///< that wait
    think_job *done;
    bool is_ending;
    void (*wake)(void *context);
    void *context;
};

/// The next job to think about; NULL when the pool ends.
static think_job *take(think_pool *pool)
{
    think_job *job = NULL;

    pthread_mutex_lock(&pool->lock);
    while (!pool->is_ending && pool->first == NULL)
        pthread_cond_wait(&pool->change, &pool->lock);
    if (!pool->is_ending) {
        job = pool->first;
        pool->first = job->next;
        if (pool->first == NULL)
            pool->last = &pool->first;
        job->next = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void give_back(think_pool *pool, think_job *job)
{
    pthread_mutex_lock(&pool->lock);
    job->next = pool->done;
    pool->done = job;
    pthread_mutex_unlock(&pool->lock);
    pool->wake(pool->context);
}

static bool is_stopped(think_pool *pool, const think_job *job)
{
    bool is_so;

    pthread_mutex_lock(&pool->lock);
    is_so = job->is_stopped;
    pthread_mutex_unlock(&pool->lock);
    return is_so;
}

static void *work(void *context)
{
    think_pool *pool = context;
    lb_player *player = lb_player_create();
    think_job *job;

    /* The thread that answers players comes first. */
    (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICENESS);
    while (player != NULL && (job = take(pool)) != NULL) {
        if (!is_stopped(pool, job)) {
            lb_player_start(player, player->room, player->room_size);
            lb_player_choose(job->level, &job->on->battle, &job->state, &job->whim, player,
                             &job->action);
        }
        give_back(pool, job);
    }
    lb_player_destroy(player);
    return NULL;
}

think_pool *think_start(uint32_t threads, void (*wake)(void *context), void *context)
{
    think_pool *pool = calloc(1, sizeof *pool);

    if (pool == NULL)
        return NULL;
    pool->wake = wake;
    pool->context = context;
    pool->last = &pool->first;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->change, NULL);
    threads = threads > THREADS_MAX ? THREADS_MAX : threads;
    while (pool->threads < threads &&
           pthread_create(&pool->thread[pool->threads], NULL, work, pool) == 0)
        pool->threads++;
    if (pool->threads > 0)
        return pool;
    free(pool);
    return NULL;
}

void think_add(think_pool *pool, think_job *job)
{
    pthread_mutex_lock(&pool->lock);
    job->next = NULL;
    *pool->last = job;
    pool->last = &job->next;
    pthread_cond_signal(&pool->change);
    pthread_mutex_unlock(&pool->lock);
}

void think_stop(think_pool *pool, think_job *job)
{
    pthread_mutex_lock(&pool->lock);
    job->is_stopped = true;
    for (think_job **link = &pool->first; *link != NULL; link = &(*link)->next)
        if (*link == job) {
            *link = job->next;
            if (*link == NULL)
                pool->last = link;
            job->next = pool->done;
            pool->done = job;
            break;
        }
    pthread_mutex_unlock(&pool->lock);
}

think_job *think_next(think_pool *pool)
{
    think_job *job;

    pthread_mutex_lock(&pool->lock);
    job = pool->done;
    if (job != NULL)
        pool->done = job->next;
    pthread_mutex_unlock(&pool->lock);
    return job;
}

bool think_end(think_pool *pool, int seconds)
{
    struct timespec until;

    pthread_mutex_lock(&pool->lock);
    pool->is_ending = true;
    while (pool->first != NULL) {
        think_job *job = pool->first;

        pool->first = job->next;
        job->is_stopped = true;
        job->next = pool->done;
        pool->done = job;
    }
    pool->last = &pool->first;
    pthread_cond_broadcast(&pool->change);
    pthread_mutex_unlock(&pool->lock);
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    for (uint32_t i = 0; i < pool->threads; i++)
        if (pthread_timedjoin_np(pool->thread[i], NULL, &until) != 0)
            return false;
    return true;
}

void think_free(think_pool *pool)
{
    if (pool == NULL)
        return;
    pthread_cond_destroy(&pool->change);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
