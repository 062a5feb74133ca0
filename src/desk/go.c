// SPDX-License-Identifier: MIT
// Finding a way to a place, for somebody who drags a unit there. See desk.h and seek.h.
//
// The ways of going are few: straight on, after a turn or a wheel, obliquely, facing about, and a
// turn or a wheel at the end. Each is laid toward the place, cut to what is legal, and the one that
// ends best is taken.

#include "desk/seek.h"

#include "table/exact.h"

enum {
    CHECKS_MAX = 320,    ///< of one search
    HALVINGS = 7,        ///< of a step that is too long
    WHEEL_MOST = 16384,  ///< the largest wheel of one step
    OBLIQUE_MOST = 8192, ///< and the largest slant
    AIMS = 3,            ///< how often a wheel is aimed anew: it moves the centre
    FACING_TMM = 1000    ///< a turn off by a radian is as bad as so long a way
};

/* Trying ways. */

bool lb_seeker_try(lb_seeker *seeker, const lb_path *path, lb_footprint *end)
{
    if (seeker->checks++ >= seeker->checks_max)
        return false;
    seeker->action.path = *path;
    return lb_path_apply(&seeker->start, path, end, NULL) &&
           lb_desk_judge(seeker->desk, seeker->state, &seeker->action, &seeker->reason);
}

bool lb_seeker_fit(lb_seeker *seeker, lb_path *path, uint32_t step, lb_footprint *end)
{
    int32_t whole = path->step[step].tmm, low = 0, high = whole;
    lb_footprint tried;

    if (lb_seeker_try(seeker, path, end))
        return true;
    for (uint32_t i = 0; i < HALVINGS; i++) {
        int32_t middle = low + (high - low) / 2;

        if (middle == 0)
            break;
        path->step[step].tmm = middle;
        if (lb_seeker_try(seeker, path, &tried)) {
            low = middle;
            *end = tried;
        } else {
            high = middle;
        }
    }
    path->step[step].tmm = low;
    return low != 0;
}

/// A first step of every kind, to see what the sheet takes a way to begin at.
static void probe(lb_seeker *seeker)
{
    static const uint8_t kinds[] = {LB_STEP_STRAIGHT, LB_STEP_TURN};
    int32_t little = seeker->desk->battle->rules->play->length_tmm / 2;

    for (uint32_t i = 0; i < sizeof kinds; i++) {
        lb_path path = {.count = 0};
        lb_footprint end;

        lb_path_push(&path, kinds[i], i == 0 ? little : 0, i == 0 ? 0 : seeker->start.heading);
        (void)lb_seeker_try(seeker, &path, &end);
        if (seeker->desk->view.bill.allowance_tmm >= 0) {
            seeker->start = seeker->desk->view.bill.start;
            seeker->allowance_tmm = seeker->desk->view.bill.allowance_tmm;
            return;
        }
    }
}

/// Finds out where the unit that is named stands in its row.
static void pin_down(lb_seeker *seeker)
{
    uint32_t uses = seeker->desk->battle->rules->play->verbs[seeker->action.verb].uses;
    const lb_footprint *start = &seeker->start;
    lb_point at;
    int64_t x, y, sine = lb_sine(start->heading), cosine = lb_cosine(start->heading);

    if ((uses & LB_USES_UNIT) == 0)
        return;
    at = seeker->state->unit[seeker->action.unit].at;
    x = at.x - start->centre.x;
    y = at.y - start->centre.y;
    seeker->right_tmm = (int32_t)((x * cosine - y * sine) / LB_SINE_ONE);
    seeker->ahead_tmm = (int32_t)((x * sine + y * cosine) / LB_SINE_ONE);
}

lb_point lb_seeker_pin(const lb_seeker *seeker, lb_point centre, uint16_t heading)
{
    int64_t sine = lb_sine(heading), cosine = lb_cosine(heading);
    int64_t right = seeker->right_tmm, ahead = seeker->ahead_tmm;

    return (lb_point){centre.x + (int32_t)((right * cosine + ahead * sine) / LB_SINE_ONE),
                      centre.y + (int32_t)((ahead * cosine - right * sine) / LB_SINE_ONE)};
}

bool lb_seeker_start(lb_seeker *seeker, lb_desk *desk, const lb_state *state, const char *line,
                     char *text, size_t room, int32_t *length)
{
    lb_chooser c = {.battle = desk->battle, .state = state};
    uint32_t uses;

    *seeker = (lb_seeker){.desk = desk,
                          .state = state,
                          .allowance_tmm = -1,
                          .reason = {UINT16_MAX, "there is no way to that place"},
                          .checks_max = CHECKS_MAX};
    if (!lb_desk_read(desk, line, &seeker->action, text, room, length))
        return false;
    uses = desk->battle->rules->play->verbs[seeker->action.verb].uses;
    if ((uses & LB_USES_PATH) == 0 || !lb_desk_knows(desk->battle, &seeker->action)) {
        *length = lb_desk_refuse(NULL, "nobody goes anywhere by that", NULL, text, room);
        return false;
    }
    seeker->action.path.count = 0;
    seeker->start = lb_choice_start(&c, &seeker->action);
    probe(seeker);
    pin_down(seeker);
    return true;
}

/* Which way is best. */

/// What is wanted, and the best so far.
typedef struct goal {
    lb_seeker *seeker;
    lb_point wanted; ///< where the unit that is named is to stand
    lb_point place;  ///< and so what it moves with, if it faced as it is supposed to
    int32_t heading; ///< negative: any
    lb_path best;
    int64_t score; ///< of the best; less is better
    int64_t off;
} goal;

static int64_t distance_of(lb_point a, lb_point b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;

    return (int64_t)lb_root_floor((uint64_t)(x * x + y * y));
}

/// How far the unit that is named ends from where it is to stand.
static int64_t off_by(const goal *g, const lb_footprint *end)
{
    return distance_of(lb_seeker_pin(g->seeker, end->centre, end->heading), g->wanted);
}

static int64_t score_of(const goal *g, const lb_footprint *end)
{
    int32_t turn = g->heading < 0 ? 0 : (int16_t)(uint16_t)(g->heading - end->heading);

    return off_by(g, end) +
           (int64_t)(turn < 0 ? -turn : turn) * FACING_TMM / 10430; /* a radian is 10430 */
}

/// Cuts a way to what is legal and keeps it if it ends better than the best so far.
static void keep(goal *g, lb_path path, uint32_t step)
{
    lb_footprint end;

    if (path.count == 0 || path.count > LB_PATH_STEPS_MAX)
        return;
    if (step < path.count ? !lb_seeker_fit(g->seeker, &path, step, &end)
                          : !lb_seeker_try(g->seeker, &path, &end))
        return;
    if (score_of(g, &end) < g->score) {
        g->score = score_of(g, &end);
        g->off = off_by(g, &end);
        g->best = path;
    }
}

/// Keeps a way as it is, and with a turn or a wheel at its end to the facing that is wanted.
static void keep_facing(goal *g, lb_path path, uint32_t step)
{
    lb_footprint end;
    int32_t turn;

    keep(g, path, step);
    if (g->heading < 0 || path.count >= LB_PATH_STEPS_MAX ||
        !lb_path_apply(&g->seeker->start, &path, &end, NULL) || (uint16_t)g->heading == end.heading)
        return;
    turn = (int16_t)(uint16_t)(g->heading - end.heading);
    lb_path_push(&path, LB_STEP_TURN, 0, g->heading);
    keep(g, path, step);
    path.step[path.count - 1] = (lb_step){.kind = LB_STEP_WHEEL, .angle = turn};
    if (turn <= WHEEL_MOST && turn >= -WHEEL_MOST)
        keep(g, path, step);
}

/* The ways of going. */

/// Straight on, or back, as far as is nearest to the place.
static void go_straight(goal *g, lb_path before)
{
    lb_footprint at;
    int64_t along;

    if (!lb_path_apply(&g->seeker->start, &before, &at, NULL))
        return;
    along = ((int64_t)(g->place.x - at.centre.x) * lb_sine(at.heading) +
             (int64_t)(g->place.y - at.centre.y) * lb_cosine(at.heading)) /
            LB_SINE_ONE;
    if (along == 0 || along > LB_STEP_TMM_MAX || along < -LB_STEP_TMM_MAX)
        return;
    lb_path_push(&before, LB_STEP_STRAIGHT, (int32_t)along, 0);
    keep_facing(g, before, before.count - 1u);
}

static void go_turned(goal *g)
{
    lb_path path = {.count = 0};
    lb_point from = g->seeker->start.centre;

    lb_path_push(&path, LB_STEP_TURN, 0, lb_heading_to(from, g->place));
    lb_path_push(&path, LB_STEP_STRAIGHT, (int32_t)distance_of(from, g->place), 0);
    keep_facing(g, path, 1);
}

static void go_slanted(goal *g)
{
    lb_path path = {.count = 0};
    const lb_footprint *start = &g->seeker->start;
    int32_t angle = (int16_t)(uint16_t)(lb_heading_to(start->centre, g->place) - start->heading);

    if (angle > OBLIQUE_MOST || angle < -OBLIQUE_MOST)
        return;
    lb_path_push(&path, LB_STEP_OBLIQUE, (int32_t)distance_of(start->centre, g->place), angle);
    keep_facing(g, path, 0);
}

/// The wheel after which somebody points at the place; 0 if there is none. It moves the centre, so
/// it is aimed anew from where it ends.
static int32_t aim(const goal *g, const lb_footprint *from)
{
    lb_footprint at = *from;
    int32_t angle = 0;

    for (uint32_t i = 0; i < AIMS; i++) {
        lb_step step = {.kind = LB_STEP_WHEEL};

        angle = (int16_t)(uint16_t)(lb_heading_to(at.centre, g->place) - from->heading);
        step.angle = angle;
        if (angle > WHEEL_MOST || angle < -WHEEL_MOST || !lb_step_apply(from, &step, &at))
            return 0;
    }
    return angle;
}

/// A wheel that points at the place, after facing about if that is wanted, and straight on.
static void go_wheeled(goal *g, bool is_about)
{
    lb_path path = {.count = 0};
    lb_footprint at = g->seeker->start;
    int32_t angle;

    if (is_about)
        lb_path_push(&path, LB_STEP_ABOUT, 0, 0);
    if (!lb_path_apply(&g->seeker->start, &path, &at, NULL))
        return;
    angle = aim(g, &at);
    if (angle != 0)
        lb_path_push(&path, LB_STEP_WHEEL, 0, angle);
    go_straight(g, path);
}

/// Only a turn or a wheel where he stands.
static void face(goal *g)
{
    lb_path path = {.count = 0};
    int32_t turn = (int16_t)(uint16_t)(g->heading - g->seeker->start.heading);

    if (g->heading < 0 || turn == 0)
        return;
    lb_path_push(&path, LB_STEP_TURN, 0, g->heading);
    keep(g, path, path.count);
    path.step[0] = (lb_step){.kind = LB_STEP_WHEEL, .angle = turn};
    if (turn <= WHEEL_MOST && turn >= -WHEEL_MOST)
        keep(g, path, path.count);
}

/// Tries all ways of going, if whoever moves were to face a heading on his way.
static void go_all(goal *g, uint16_t facing)
{
    lb_point none = {0, 0}, pin = lb_seeker_pin(g->seeker, none, facing);

    g->place = (lb_point){g->wanted.x - pin.x, g->wanted.y - pin.y};
    go_straight(g, (lb_path){.count = 0});
    go_slanted(g);
    go_turned(g);
    go_wheeled(g, false);
    go_wheeled(g, true);
}

int32_t lb_desk_go(lb_desk *desk, const lb_state *state, const char *line, lb_point place,
                   int32_t heading, char *text, size_t room)
{
    lb_seeker seeker;
    goal g = {.seeker = &seeker, .wanted = place, .heading = heading < 0 ? -1 : heading & 0xffff};
    int32_t length;

    if (!lb_point_is_in_range(place))
        return lb_desk_refuse(NULL, "that place is not on the table", NULL, text, room);
    if (!lb_seeker_start(&seeker, desk, state, line, text, room, &length))
        return length;
    g.score = score_of(&g, &seeker.start);
    go_all(&g, seeker.start.heading);
    /* A row that wheels carries its units round. */
    if (seeker.right_tmm != 0 || seeker.ahead_tmm != 0)
        go_all(&g, lb_heading_to(seeker.start.centre, g.place));
    face(&g);
    seeker.action.path = g.best;
    if (g.best.count == 0 && !lb_desk_judge(desk, state, &seeker.action, &seeker.reason))
        return lb_desk_refuse(desk->battle, seeker.reason.why, &seeker.reason, text, room);
    return lb_desk_judgement(desk, state, &seeker.action,
                             g.best.count > 0 ? g.off : off_by(&g, &seeker.start), text, room);
}
