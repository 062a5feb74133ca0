// SPDX-License-Identifier: MIT
// Columns of march: the head is moved, the others follow on its track (esr.play.column).

#include "rules/esr/play.h"

enum {
    GAP = 2,        ///< tenths of an inch between units of a column
    SLACK = 30,     ///< tenths of an inch that a unit may fall behind where the column bends
    SLACK_STEP = 1, ///< in such steps
    TAIL = 40,      ///< inches of the straight way behind the last
    ARC_PARTS = 4,  ///< points on a wheel
    FINE = 2,       ///< tmm to which the length of a march is found
    TRACK_MAX = LB_UNITS_MAX + LB_PATH_STEPS_MAX * ARC_PARTS + 4
};

/// The way that a column has come: points from the head backwards.
typedef struct track {
    lb_point point[TRACK_MAX];
    uint32_t count;
} track;

static void add_point(track *on, lb_point at)
{
    if (on->count > 0 && on->point[on->count - 1].x == at.x && on->point[on->count - 1].y == at.y)
        return;
    if (on->count < TRACK_MAX)
        on->point[on->count++] = at;
}

/// The place on a track so far behind the head.
static lb_point place_on(const track *on, int32_t tmm)
{
    uint32_t i = 0;

    for (; i + 2 < on->count; i++) {
        int32_t length = lb_point_distance(on->point[i], on->point[i + 1]);

        if (tmm <= length)
            break;
        tmm -= length;
    }
    return lb_point_towards(on->point[i], lb_heading_to(on->point[i], on->point[i + 1]), tmm);
}

/// The track behind a head that has gone a path, and the old places of those behind it.
static void lay_track(const lb_view *view, const lb_footprint *start, const lb_path *path,
                      const uint16_t *order, uint32_t count, track *on)
{
    lb_point way[LB_PATH_STEPS_MAX * ARC_PARTS + 1];
    uint32_t points = 0, last = order[count - 1];
    lb_footprint at = *start;
    bool is_turned =
        lb_turn_between(start->heading, view->pose[order[0]].heading) > LB_ANGLE_QUARTER;

    way[points++] = at.centre;
    for (uint32_t s = 0; s < path->count; s++) {
        int32_t parts = path->step[s].kind == LB_STEP_WHEEL ? ARC_PARTS : 1;
        lb_footprint from = at;

        for (int32_t p = 1; p <= parts; p++) {
            lb_step part = path->step[s];

            if (parts > 1)
                part.angle = part.angle * p / parts;
            (void)lb_step_apply(&from, &part, &at);
            way[points++] = at.centre;
        }
    }
    on->count = 0;
    while (points > 0)
        add_point(on, way[--points]);
    for (uint32_t i = 1; i < count; i++)
        add_point(on, view->pose[order[i]].at);
    add_point(
        on, lb_point_towards(view->pose[last].at,
                             (uint16_t)(view->pose[last].heading + (is_turned ? LB_ANGLE_HALF : 0)),
                             -LB_INCHES(TAIL)));
}

/// Where a unit of that size stands whose middle is so far behind the head's.
static lb_footprint stand_on(const track *on, lb_size size, int32_t tmm)
{
    lb_point rear = place_on(on, tmm + size.depth_tmm / 2);
    lb_point front = place_on(on, lb_most(0, tmm - size.depth_tmm / 2));

    return (lb_footprint){.centre = place_on(on, tmm),
                          .heading = lb_heading_to(rear, front),
                          .width_tmm = size.width_tmm,
                          .depth_tmm = size.depth_tmm};
}

/// True if nobody but the column stands at a place.
static bool is_free(const lb_view *view, const lb_unit_set *column, const lb_footprint *place)
{
    return lb_may_stand(view, column, place) && !lb_is_in_water(view, place, true);
}

/// True if a place lies on one of those ahead.
static bool is_on_others(const struct esr_march *march, const lb_footprint *place)
{
    lb_quad quad = lb_footprint_corners(place);

    for (uint32_t i = 0; i < march->count; i++) {
        lb_quad other = lb_footprint_corners(&march->end[i]);

        if (lb_quad_overlaps_deeper(&quad, &other, LB_CONTACT_TMM))
            return true;
    }
    return false;
}

/// The place of the next unit of a column, right behind the one ahead, or farther back where the
/// column bends; its middle is then `*behind` the head's.
static lb_footprint next_place(const lb_battle *battle, const track *on,
                               const struct esr_march *march, lb_size size, int32_t *behind)
{
    lb_footprint place;
    int32_t slack = 0;

    *behind +=
        (march->end[march->count - 1].depth_tmm + size.depth_tmm) / 2 + esr_tenths(battle, GAP);
    for (;; slack += SLACK_STEP) {
        place = stand_on(on, size, *behind + esr_tenths(battle, slack));
        if (slack >= SLACK || !is_on_others(march, &place))
            break;
    }
    *behind += esr_tenths(battle, slack);
    return place;
}

static bool is_on_table(const lb_battle *battle, const lb_footprint *place)
{
    lb_quad quad = lb_footprint_corners(place);

    for (int c = 0; c < 4; c++)
        if (quad.corner[c].x < 0 || quad.corner[c].y < 0 || quad.corner[c].x > battle->width_tmm ||
            quad.corner[c].y > battle->depth_tmm)
            return false;
    return true;
}

/// Lets the others follow the head, and those that are still off the table, as far as the track
/// brings them on.
static bool follow(const lb_view *view, uint32_t group, const lb_unit_set *column,
                   const uint16_t *order, uint32_t count, const track *on, struct esr_march *march)
{
    const lb_battle *battle = view->battle;
    int32_t behind = 0;

    for (uint32_t i = 1; i < count; i++) {
        lb_footprint place = next_place(battle, on, march, view->size[order[i]], &behind);

        if (is_on_others(march, &place) || !is_free(view, column, &place))
            return false;
        march->unit[march->count] = order[i];
        march->end[march->count++] = place;
    }
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_footprint place;

        if (!esr_is_of(view->state, i, group) || !esr_is_due(battle, view->state, i))
            continue;
        place = next_place(battle, on, march, esr_size(battle, view->state, i, FORMATION_PLOYED),
                           &behind);
        if (!is_on_table(battle, &place) || is_on_others(march, &place) ||
            !is_free(view, column, &place))
            break;
        march->unit[march->count] = (uint16_t)i;
        march->end[march->count++] = place;
    }
    return true;
}

/// The unit of a column that ground costs most, and how far the slowest of them goes.
static uint32_t slowest_of(const lb_view *view, uint32_t group, const uint16_t *order,
                           uint32_t count, int32_t *rate)
{
    uint32_t slowest = order[0];
    int32_t worst = -1;

    *rate = INT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const lb_battle *battle = view->battle;
        int32_t burden = 4 * (battle->unit[order[i]].arm == LB_ARM_ARTILLERY) +
                         2 * !esr_is(battle, order[i], KIND_MOUNTED) +
                         !esr_is(battle, order[i], KIND_LIGHT | KIND_IRREGULAR);

        *rate = lb_least(
            *rate, esr_rate(battle, order[i], FORMATION_PLOYED, esr_goes_back(view->state, group)));
        if (burden > worst) {
            worst = burden;
            slowest = order[i];
        }
    }
    return slowest;
}

/// Turns an order of march about.
static void reverse(uint16_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        uint16_t other = order[count - 1 - i];

        order[count - 1 - i] = order[i];
        order[i] = other;
    }
}

/// Only the first step may face about, and columns neither slide nor turn on the spot.
static bool judge_steps(const lb_view *view, uint32_t group, const lb_path *path, lb_reason *reason)
{
    if (path->count == 0)
        return lb_no(reason, CL_PLAY_COLUMN, "say where it goes");
    for (uint32_t i = 0; i < path->count; i++) {
        const lb_step *step = &path->step[i];

        if (step->kind == LB_STEP_ABOUT && i == 0) {
            if ((view->state->group[group].flags & GROUP_ABOUT) != 0)
                return lb_no(reason, CL_PLAY_COLUMN, "it has faced about already");
        } else if (step->kind != LB_STEP_WHEEL &&
                   (step->kind != LB_STEP_STRAIGHT || step->tmm < 0)) {
            return lb_no(reason, CL_PLAY_COLUMN, "a column goes straight on and wheels");
        }
    }
    return true;
}

/// How far a column may still go of its rate: one that comes on has paid for its head.
static int32_t left_of(const lb_view *view, uint32_t group, uint32_t head, int32_t rate)
{
    return (view->state->group[group].flags & GROUP_ARRIVES) != 0
               ? lb_most(0, rate - view->size[head].depth_tmm)
               : rate;
}

/// Walks a column along a way; the last step is cut by whole inches until all who follow have
/// room.
static bool walk_column(lb_view *view, uint32_t group, const uint16_t *order, uint32_t count,
                        lb_mover *mover, lb_path *path, struct esr_march *march, lb_reason *reason)
{
    lb_step *last = path->count > 0 ? &path->step[path->count - 1] : NULL;
    const lb_walk *walk;
    track on;

    if (!esr_keeps_halts(view, order[0], &mover->start, path, reason))
        return false;
    for (;;) {
        walk = lb_way_walk(view, mover, path);
        if (walk->stop != LB_STOP_ENDS_ON &&
            !lb_way_is_legal(view, mover, walk, left_of(view, group, order[0], march->rate_tmm),
                             esr_stop_clause(view, group, walk, CL_PLAY_COLUMN), CL_MOVE_RATES,
                             reason))
            return false;
        march->cost_tmm =
            walk->cost_tmm + march->rate_tmm - left_of(view, group, order[0], march->rate_tmm);
        march->unit[0] = order[0];
        march->end[0] = walk->end;
        march->count = 1;
        lay_track(view, &mover->start, path, order, count, &on);
        if (walk->stop == LB_STOP_NONE && is_free(view, &mover->movers, &march->end[0]) &&
            follow(view, group, &mover->movers, order, count, &on, march))
            return true;
        if (last == NULL || last->kind != LB_STEP_STRAIGHT || last->tmm <= LB_TMM_INCH)
            return lb_no(reason, CL_PLAY_COLUMN, "there is no room for those who follow");
        last->tmm -= LB_TMM_INCH;
    }
}

bool esr_judge_march(lb_view *view, uint32_t group, const lb_path *path, struct esr_march *march,
                     lb_reason *reason)
{
    uint16_t order[LB_UNITS_MAX];
    uint32_t count = esr_march_order(view, group, order), slowest;
    bool is_about = path->count > 0 && path->step[0].kind == LB_STEP_ABOUT;
    lb_path rest = {.count = 0};
    lb_move_costs costs;
    lb_mover mover;

    march->count = 0;
    if (count == 0)
        return lb_no(reason, CL_PLAY_COLUMN, "it has no units in column");
    if (!judge_steps(view, group, path, reason))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (lb_view_is_engaged(view, order[i]))
            return lb_no(reason, CL_PLAY_PASS, "the enemy touches it");
    if (is_about)
        reverse(order, count);
    for (uint32_t i = is_about; i < path->count; i++)
        lb_path_add(&rest, path->step[i]);
    slowest = slowest_of(view, group, order, count, &march->rate_tmm);
    costs = esr_costs(view, slowest, FORMATION_PLOYED);
    lb_mover_start(&mover, view, order[0], &costs, esr_keep(view, group));
    mover.gait = esr_gait(view, slowest, FORMATION_PLOYED);
    mover.movers = esr_column(view, group);
    if (is_about)
        mover.start.heading = (uint16_t)(mover.start.heading + LB_ANGLE_HALF);
    return walk_column(view, group, order, count, &mover, &rest, march, reason);
}

/* A way toward a place. */

/// A march being looked for.
typedef struct search {
    lb_view *view;
    uint32_t group;
    lb_point goal;
    int32_t most_tmm, best;
    lb_path *path;
} search;

/// The path of a column that wheels by an angle; returns what that costs.
static int32_t wheel_by(const lb_view *view, uint32_t head, int32_t angle, lb_path *path)
{
    int32_t cost = 0;

    while (angle != 0) {
        int32_t part = lb_most(-LB_ANGLE_QUARTER, lb_least(LB_ANGLE_QUARTER, angle));

        lb_path_add(path, (lb_step){.kind = LB_STEP_WHEEL, .angle = part});
        cost += lb_wheel_arc(view->size[head].width_tmm, part);
        angle -= part;
    }
    return cost;
}

/// Lets a march that is legal go on as far as it may: less than the length that was refused.
static void lengthen(search *on, lb_path *path, int32_t refused, struct esr_march *march)
{
    int32_t *way = &path->step[path->count - 1].tmm, good = *way;
    lb_reason reason;

    while (refused - good > FINE) {
        *way = good + (refused - good) / 2;
        if (esr_judge_march(on->view, on->group, path, march, &reason))
            good = *way;
        else
            refused = *way;
    }
    *way = good;
    (void)esr_judge_march(on->view, on->group, path, march, &reason);
}

/// Tries to march by a wheel and straight on; the end that is nearest to the goal is kept.
static void try_march(search *on, uint32_t head, bool is_about, int32_t angle, int32_t rate)
{
    lb_path tried = {.count = 0};
    struct esr_march march;
    lb_reason reason;
    lb_point at = on->view->pose[head].at;
    uint16_t heading = (uint16_t)(on->view->pose[head].heading + (is_about ? LB_ANGLE_HALF : 0));
    int32_t most = lb_least(on->most_tmm, lb_point_distance(at, on->goal)), left, refused = 0;

    if (is_about)
        lb_path_add(&tried, (lb_step){.kind = LB_STEP_ABOUT});
    rate -= wheel_by(on->view, head, angle, &tried);
    lb_path_add(&tried, lb_step_straight(0));
    most = lb_least(most, esr_halt(on->view, head, at,
                                   lb_point_towards(at, (uint16_t)(heading + angle), most)));
    for (int32_t sixteenths = 19; sixteenths > 0; sixteenths -= sixteenths > 4 ? 3 : 1) {
        int32_t way = lb_least(most, rate * sixteenths / 16);

        if (way < LB_TMM_INCH)
            return;
        tried.step[tried.count - 1].tmm = way;
        if (!esr_judge_march(on->view, on->group, &tried, &march, &reason)) {
            refused = way;
            continue;
        }
        lengthen(on, &tried, refused, &march);
        left = lb_point_distance(march.end[0].centre, on->goal);
        if (left < on->best) {
            on->best = left;
            *on->path = tried;
        }
        return;
    }
}

bool esr_find_march(lb_view *view, uint32_t group, lb_point goal, int32_t most_tmm, lb_path *path)
{
    static const int32_t swerves[] = {0, 2730, -2730, 5461, -5461, 10922, -10922, 16384, -16384};
    uint16_t order[LB_UNITS_MAX];
    uint32_t count = esr_march_order(view, group, order);
    bool may_face_about = (view->state->group[group].flags & GROUP_ABOUT) == 0;
    search on = {view, group, goal, most_tmm, 0, path};
    int32_t before, rate;

    if (count == 0)
        return false;
    (void)slowest_of(view, group, order, count, &rate);
    before = lb_point_distance(view->pose[order[0]].at, goal) - LB_TMM_INCH;
    if (before <= 0)
        return false;
    on.best = before;
    for (int about = 0; about <= may_face_about && on.best == before; about++) {
        uint32_t head = about ? order[count - 1] : order[0];
        uint16_t heading = (uint16_t)(view->pose[head].heading + (about ? LB_ANGLE_HALF : 0));
        int32_t off = (int16_t)(lb_heading_to(view->pose[head].at, goal) - heading);

        /* Who has the goal behind him rather faces about. */
        if (lb_most(off, -off) > LB_ANGLE_QUARTER + LB_ANGLE_QUARTER / 4 && may_face_about &&
            !about)
            continue;
        for (size_t i = 0; i < sizeof swerves / sizeof swerves[0]; i++) {
            try_march(&on, head, about, off + swerves[i], rate);
            if (i == 0 && on.best < before - lb_least(rate, before) / 4)
                return true;
        }
    }
    return on.best < before;
}
