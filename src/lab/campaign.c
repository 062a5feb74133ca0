// SPDX-License-Identifier: MIT
// See limber/campaign.h. Workers take numbers in order and put what came out into a ring; the
// caller's thread takes it out in order. A worker that is a whole ring ahead waits. Since numbers
// are taken in order and every battle begun is finished, an interrupted campaign is one without a
// gap.

#include "limber/campaign.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { RING = 1024, WAIT_NS = 100000000, WHOLE = 1000 };

/// What the threads share; everything but `plan` is guarded by the lock.
typedef struct campaign {
    const lb_campaign *plan;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t jobs, next, taken; ///< in all; next to be begun; next to be told
    bool is_ended;              ///< begin nothing more
    bool is_done[RING];
    lb_campaign_battle battle[RING];
} campaign;

/// One thread.
typedef struct worker {
    campaign *shared;
    pthread_t thread;
    lb_player *player;
    lb_state state;
    uint64_t *acted;
    uint32_t acted_count;
    uint16_t counted; ///< the clause of the event before
    lb_report report;
    lb_watch watch;
    const lb_fight_plan *first; ///< whoever watches the battle besides the report
} worker;

/// Counts a clause that acts. What it changes behind its own words, or in one go, is one act.
static void count_event(void *context, const lb_event *event)
{
    worker *w = context;
    bool goes_on = event->kind == LB_EVENT_CHANGE && event->clause == w->counted;

    if (!goes_on && event->clause < w->acted_count)
        w->acted[event->clause]++;
    w->counted = event->clause;
}

/// What a unit has lost, in thousandths of itself.
static uint32_t lost_of(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_play *play = battle->rules->play;
    int32_t whole = battle->unit[unit].figure[play->strength_figure];
    int32_t lost = lb_battle_unit(battle, state, unit).losses;

    if (state->unit[unit].presence == LB_PRESENCE_GONE)
        return WHOLE;
    if (play->tells->loss == NULL || whole <= 0 || lost <= 0)
        return 0;
    return lost >= whole ? WHOLE : (uint32_t)(WHOLE * lost / whole);
}

static void sum_up(const lb_battle *battle, const lb_state *state, lb_campaign_side *sides)
{
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        sides[side] = (lb_campaign_side){.score = lb_battle_side(battle, state, side).score};
        for (uint32_t i = 0; i < battle->unit_count; i++) {
            if (battle->unit[i].side != side)
                continue;
            sides[side].lost += state->unit[i].presence == LB_PRESENCE_GONE;
            sides[side].arm_lost[battle->unit[i].arm] += lost_of(battle, state, i);
            sides[side].arm_units[battle->unit[i].arm]++;
        }
        for (uint32_t i = 0; i < battle->objective_count; i++)
            sides[side].held += state->held[i] == side;
    }
}

static void watch_action(void *context, const lb_state *state, const lb_action *action)
{
    worker *w = context;

    lb_watch_action(&w->watch, state, action);
    if (w->first != NULL && w->first->on_action != NULL)
        w->first->on_action(w->first->context, state, action);
}

static void watch_roll(void *context, const lb_state *state, const uint8_t *faces, uint32_t count)
{
    worker *w = context;

    lb_watch_roll(&w->watch, state);
    if (w->first != NULL && w->first->on_roll != NULL)
        w->first->on_roll(w->first->context, state, faces, count);
}

static void watch_end(void *context, const lb_state *state)
{
    worker *w = context;

    lb_watch_end(&w->watch, state);
    if (w->first != NULL && w->first->on_end != NULL)
        w->first->on_end(w->first->context, state);
}

static void fight(worker *w, uint64_t job, lb_campaign_battle *out)
{
    const lb_campaign *plan = w->shared->plan;
    bool is_swapped = plan->is_mirrored && job % 2 == 1;
    uint64_t number = plan->is_mirrored ? job / 2 : job;
    lb_sink sink = {.emit = count_event, .context = w};
    lb_fight_plan one = {.battle = plan->battle,
                         .seed = plan->seed + number,
                         .level = {plan->level[is_swapped], plan->level[!is_swapped]},
                         .sink = w->acted_count > 0 ? &sink : NULL};

    if (job == 0 && plan->first != NULL) {
        one.on_action = plan->first->on_action;
        one.on_roll = plan->first->on_roll;
        one.on_end = plan->first->on_end;
        one.context = plan->first->context;
    }
    if (plan->report != NULL) {
        w->first = job == 0 ? plan->first : NULL;
        lb_watch_start(&w->watch, &w->report, plan->battle, w->player);
        one.on_action = watch_action;
        one.on_roll = watch_roll;
        one.on_end = watch_end;
        one.context = w;
    }
    *out = (lb_campaign_battle){.number = number,
                                .seed = one.seed,
                                .level = {one.level[0], one.level[1]},
                                .is_swapped = is_swapped};
    out->has_ended = lb_fight(&one, w->player, &w->state, &out->result);
    sum_up(plan->battle, &w->state, out->side);
}

static void *work(void *context)
{
    worker *w = context;
    campaign *shared = w->shared;

    pthread_mutex_lock(&shared->lock);
    while (!shared->is_ended && shared->next < shared->jobs) {
        uint64_t job = shared->next;
        lb_campaign_battle out;

        if (job >= shared->taken + RING) {
            pthread_cond_wait(&shared->changed, &shared->lock);
            continue;
        }
        shared->next++;
        pthread_mutex_unlock(&shared->lock);
        fight(w, job, &out);
        pthread_mutex_lock(&shared->lock);
        shared->battle[job % RING] = out;
        shared->is_done[job % RING] = true;
        pthread_cond_broadcast(&shared->changed);
    }
    pthread_mutex_unlock(&shared->lock);
    return NULL;
}

/// Waits a moment for a change; the lock is held.
static void wait_a_moment(campaign *shared)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&shared->changed, &shared->lock, &until);
}

/// Tells of the battles in order until all are told or the campaign is over.
static void tell(campaign *shared)
{
    const lb_campaign *plan = shared->plan;

    pthread_mutex_lock(&shared->lock);
    while (shared->taken < (shared->is_ended ? shared->next : shared->jobs)) {
        lb_campaign_battle one;

        if (plan->is_interrupted != NULL && *plan->is_interrupted != 0)
            shared->is_ended = true;
        if (!shared->is_done[shared->taken % RING]) {
            if (!shared->is_ended || shared->taken < shared->next)
                wait_a_moment(shared);
            continue;
        }
        one = shared->battle[shared->taken % RING];
        shared->is_done[shared->taken++ % RING] = false;
        pthread_cond_broadcast(&shared->changed);
        pthread_mutex_unlock(&shared->lock);
        if (plan->on_battle != NULL && !plan->on_battle(plan->context, &one)) {
            pthread_mutex_lock(&shared->lock);
            shared->is_ended = true;
            break;
        }
        pthread_mutex_lock(&shared->lock);
    }
    shared->is_ended = true;
    pthread_cond_broadcast(&shared->changed);
    pthread_mutex_unlock(&shared->lock);
}

static void free_worker(worker *w)
{
    lb_player_destroy(w->player);
    free(w->acted);
    free(w);
}

static worker *make_worker(campaign *shared)
{
    const lb_campaign *plan = shared->plan;
    worker *w = calloc(1, sizeof *w);

    if (w == NULL)
        return NULL;
    w->shared = shared;
    w->player = lb_player_create();
    w->acted_count = plan->acted_count;
    if (plan->acted_count > 0)
        w->acted = calloc(plan->acted_count, sizeof *w->acted);
    if (w->player != NULL && (plan->acted_count == 0 || w->acted != NULL) &&
        pthread_create(&w->thread, NULL, work, w) == 0)
        return w;
    free_worker(w);
    return NULL;
}

static void end_worker(worker *w)
{
    pthread_join(w->thread, NULL);
    for (uint32_t i = 0; i < w->acted_count; i++)
        w->shared->plan->acted[i] += w->acted[i];
    if (w->shared->plan->report != NULL)
        lb_report_add(w->shared->plan->report, &w->report);
    free_worker(w);
}

bool lb_campaign_fight(const lb_campaign *plan)
{
    worker *workers[LB_CAMPAIGN_THREADS];
    campaign *shared = calloc(1, sizeof *shared);
    uint32_t count = 0;

    if (shared == NULL)
        return false;
    shared->plan = plan;
    shared->jobs = plan->battles * (plan->is_mirrored ? 2 : 1);
    pthread_mutex_init(&shared->lock, NULL);
    pthread_cond_init(&shared->changed, NULL);
    /* Fewer threads than wished for will do; none will not. */
    while (count < plan->threads && count < LB_CAMPAIGN_THREADS &&
           (workers[count] = make_worker(shared)) != NULL)
        count++;
    if (count > 0)
        tell(shared);
    for (uint32_t i = 0; i < count; i++)
        end_worker(workers[i]);
    pthread_cond_destroy(&shared->changed);
    pthread_mutex_destroy(&shared->lock);
    free(shared);
    return count > 0;
}
