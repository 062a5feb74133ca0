// SPDX-License-Identifier: MIT
// See turning_points.h.

#include "text/turning_points.h"

#include "base/put.h"

#include <string.h>

/// A swing that is worth telling: as a share of an army or of the ground, and of a lead that wins.
enum { LEAST_SWING = LB_SWING_WHOLE / 50, LEAST_LEAD = LB_SWING_WHOLE / 4 };

/* Lines. */

static int64_t size_of(int64_t swing)
{
    return swing < 0 ? -swing : swing;
}

static bool has_leads(const lb_turning *t)
{
    return t->battle->rules->play->lead != NULL;
}

/// Keeps a line if it turns the battle further than the least of those that are kept.
static void keep(lb_turning *t, int64_t swing, const char *text)
{
    lb_turning_point *least = &t->point[0];
    lb_put put;

    for (size_t i = 1; i < LB_TURNING_POINTS; i++)
        if (size_of(t->point[i].swing) < size_of(least->swing))
            least = &t->point[i];
    if (size_of(swing) < (has_leads(t) ? LEAST_LEAD : LEAST_SWING) ||
        size_of(swing) <= size_of(least->swing))
        return;
    least->swing = swing;
    least->order = t->lines;
    least->turn = t->turn;
    least->answer = t->line_answer;
    put = lb_put_start(least->text, sizeof least->text);
    lb_put_text(&put, text);
}

static void take_line(void *context, uint32_t depth, const char *text)
{
    lb_turning *t = context;

    t->lines++;
    if (depth > 0)
        keep(t, t->swing, text);
    /* A headline that has waited comes right before the line that the swing belongs to. */
    if (depth > 0 || !t->teller.is_open)
        t->swing = 0;
}

/* Swings. */

static uint32_t units_of(const lb_battle *battle, uint32_t side)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        count += battle->unit[i].side == side;
    return count > 0 ? count : 1;
}

/// What is left of a unit, as a share of its army: it is worth half as long as it stands, and the
/// rest as losses leave it.
static int64_t share_of(const lb_turning *t, uint32_t unit, int32_t losses)
{
    const lb_play *play = t->battle->rules->play;
    const lb_unit_card *card = &t->battle->unit[unit];
    int64_t whole = play->strength_figure >= 0 ? card->figure[play->strength_figure] : 1;
    int64_t left =
        whole > 0 ? LB_SWING_WHOLE - LB_SWING_WHOLE * (int64_t)losses / whole : LB_SWING_WHOLE;

    return (LB_SWING_WHOLE / 2 + (left > 0 ? left / 2 : 0)) / units_of(t->battle, card->side);
}

static int64_t ground_of(const lb_battle *battle, uint32_t objective)
{
    int64_t all = 0;

    for (uint32_t i = 0; i < battle->objective_count; i++)
        all += battle->objective[i].value;
    return all > 0 ? LB_SWING_WHOLE * (int64_t)battle->objective[objective].value / all : 0;
}

/// What a change is worth to the first side.
static int64_t swing_of(const lb_turning *t, const lb_event *event)
{
    bool is_unit = event->who.kind == LB_ACTOR_UNIT;
    int64_t sign = is_unit && t->battle->unit[event->who.id].side == 0 ? -1 : 1;

    if (event->what == LB_CHANGE_LOSSES && is_unit)
        return sign * (share_of(t, event->who.id, event->before) -
                       share_of(t, event->who.id, event->after));
    if (event->what == LB_CHANGE_PRESENCE && is_unit && event->before == LB_PRESENCE_TABLE &&
        event->after == LB_PRESENCE_GONE)
        return sign * share_of(t, event->who.id,
                               lb_battle_unit(t->battle, t->state, event->who.id).losses);
    return 0;
}

/// What each side has lost of what its sheet counts, since it was asked last, to the first side.
static int64_t swing_of_score(lb_turning *t)
{
    int64_t swing = 0;

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_side_report report = lb_battle_side(t->battle, t->state, s);
        int64_t lost = report.whole > 0 ? LB_SWING_WHOLE * (int64_t)report.lost / report.whole : 0;

        swing += s == 0 ? t->lost[s] - lost : lost - t->lost[s];
        t->lost[s] = lost;
    }
    return swing;
}

/// By how much the lead of the first side has changed, as a share of one that wins.
static int64_t swing_of_lead(lb_turning *t, const lb_state *state)
{
    int32_t lead = t->battle->rules->play->lead(t->battle, state, 0);
    int64_t swing = t->has_lead ? ((int64_t)lead - t->lead) * (LB_SWING_WHOLE / 1000) : 0;

    t->lead = lead;
    t->has_lead = true;
    return swing;
}

/// What ground that changes hands is worth to the first side.
static int64_t swing_of_ground(const lb_turning *t, const lb_event *event)
{
    int32_t sides =
        (event->after == 0) - (event->after == 1) - (event->before == 0) + (event->before == 1);

    return sides * ground_of(t->battle, event->who.id) / 2;
}

/// Counts for the line before what changed until ground changes hands: its change is in the state
/// already when it is told.
static void settle_before_ground(lb_turning *t, const lb_event *event)
{
    if (!has_leads(t))
        return;
    t->before = *t->state;
    t->before.held[event->who.id] = (uint8_t)event->before;
    t->swing += swing_of_lead(t, &t->before);
}

/// Ground that changes hands is a line of its own.
static void take_ground(lb_turning *t, const lb_event *event)
{
    bool is_taken = event->after >= 0 && event->after < LB_SIDES;
    lb_put put = lb_put_start(t->ground, sizeof t->ground);

    lb_put_text(&put, t->battle->objective[event->who.id].name);
    lb_put_text(&put, is_taken ? " fell to " : " was nobody's any more");
    lb_put_text(&put, is_taken ? t->battle->side[event->after].name : "");
    lb_put_char(&put, '.');
    t->ground_swing = swing_of_ground(t, event);
}

/// Counts what has changed since the event before: for the ground that changed hands, else for the
/// line that is being told.
static void settle(lb_turning *t)
{
    int64_t swing = has_leads(t) ? swing_of_lead(t, t->state) : swing_of_score(t);

    if (t->ground[0] == '\0') {
        t->swing += swing;
        return;
    }
    keep(t, has_leads(t) ? swing : t->ground_swing, t->ground);
    t->ground[0] = '\0';
}

/* From event to event. */

void lb_turning_start(lb_turning *turning, const lb_battle *battle, const lb_state *state)
{
    memset(turning, 0, sizeof *turning);
    turning->battle = battle;
    turning->state = state;
    turning->teller = (lb_teller){.battle = battle,
                                  .state = state,
                                  .level = LB_TELL_BRIEF,
                                  .line = take_line,
                                  .context = turning};
}

void lb_turning_take(lb_turning *turning, const lb_event *event)
{
    if (event->kind == LB_EVENT_CHANGE && event->what == LB_CHANGE_HELD &&
        event->who.kind == LB_ACTOR_OBJECTIVE) {
        settle_before_ground(turning, event);
        take_ground(turning, event);
    }
    settle(turning);
    /* The teller gives the line before first, if this event begins another. */
    lb_teller_take(&turning->teller, event);
    turning->turn = (uint8_t)turning->state->turn;
    turning->line_answer = turning->answer;
    if (event->kind == LB_EVENT_CHANGE && !has_leads(turning))
        turning->swing += swing_of(turning, event);
}

void lb_turning_finish(lb_turning *turning)
{
    lb_turning_point *point = turning->point;

    lb_teller_flush(&turning->teller);
    for (size_t i = 1; i < LB_TURNING_POINTS; i++)
        for (size_t k = i; k > 0 && point[k].order < point[k - 1].order; k--) {
            lb_turning_point other = point[k];

            point[k] = point[k - 1];
            point[k - 1] = other;
        }
}
