// SPDX-License-Identifier: MIT
// See way.h.

#include "rules/kit/way.h"

#include "base/hash.h"
#include "table/move.h"

enum { NEAR = 8 }; ///< tmm by which boxes are grown, for rounding

/// What is near a way: units as obstacles, and pieces of ground, with the number of each.
typedef struct hurdles {
    lb_obstacle obstacle[LB_UNITS_MAX];
    uint16_t unit[LB_UNITS_MAX];
    uint16_t count;
    lb_piece piece[LB_SCENARIO_PIECES];
    uint16_t number[LB_SCENARIO_PIECES];
    lb_ground ground; ///< of those pieces
} hurdles;

void lb_mover_start(lb_mover *mover, const lb_view *view, uint32_t unit, const lb_move_costs *costs,
                    int32_t keep_tmm)
{
    *mover = (lb_mover){.start = lb_view_footprint(view, unit),
                        .movers = lb_set_of(unit),
                        .costs = costs,
                        .gait = lb_view_formation(view, unit),
                        .keep_tmm = keep_tmm,
                        .target = LB_NOBODY,
                        .side = lb_view_side(view, unit)};
}

/// Grows a box around a place.
static void widen(lb_box *box, lb_point at, int32_t tmm)
{
    box->low.x = lb_least(box->low.x, at.x - tmm);
    box->low.y = lb_least(box->low.y, at.y - tmm);
    box->high.x = lb_most(box->high.x, at.x + tmm);
    box->high.y = lb_most(box->high.y, at.y + tmm);
}

/// Where a path leads if nothing is in its way.
typedef struct reach {
    lb_box box;       ///< it sweeps nothing beyond; all of the table for a malformed path
    lb_footprint end; ///< of a well-formed path
    lb_quad quad;     ///< of that
    bool is_whole;    ///< the path is well-formed
} reach;

/// A slide sweeps what lies between its ends, a turn on the spot is judged where it ends: the boxes
/// of all ends hold both. About a corner a wheel may come to its other side and beyond.
static reach reach_of(const lb_footprint *start, const lb_path *path)
{
    reach to = {.end = *start, .quad = lb_footprint_corners(start)};

    to.box = lb_quad_box_of(&to.quad);
    for (uint32_t i = 0; i < path->count; i++) {
        lb_footprint from = to.end;

        if (i < LB_PATH_STEPS_MAX && path->step[i].kind == LB_STEP_WHEEL)
            widen(&to.box, to.end.centre, 3 * ((start->width_tmm + start->depth_tmm) / 2 + 4));
        if (i >= LB_PATH_STEPS_MAX || !lb_step_apply(&to.end, &path->step[i], &to.end)) {
            widen(&to.box, start->centre, 2 * LB_TABLE_MAX);
            return to;
        }
        to.quad = from.heading == to.end.heading
                      ? lb_quad_moved(&to.quad, to.end.centre.x - from.centre.x,
                                      to.end.centre.y - from.centre.y)
                      : lb_footprint_corners(&to.end);
        to.box = lb_box_join(to.box, lb_quad_box_of(&to.quad));
    }
    to.is_whole = true;
    return to;
}

/// The ground near the box.
static void gather_ground(const lb_view *view, lb_box box, hurdles *on)
{
    on->ground = view->ground;
    on->ground.piece = on->piece;
    on->ground.piece_count = 0;
    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        const lb_piece *piece = &view->ground.piece[p];

        if (!lb_box_meets((lb_box){piece->low, piece->high}, box, NEAR))
            continue;
        on->piece[on->ground.piece_count] = *piece;
        on->number[on->ground.piece_count++] = p;
    }
}

/// Everybody else who stands near the box that a mover stays in.
static lb_unit_set near_way(const lb_view *view, const lb_mover *mover, lb_box box)
{
    lb_unit_set others = lb_view_others(view, &mover->movers);

    return lb_view_near(view, box, mover->keep_tmm + NEAR, &others);
}

/// Those of the units near the box that may be in the way, and the ground there.
static void gather_hurdles(const lb_view *view, const lb_mover *mover, lb_box box,
                           const lb_unit_set *near, hurdles *on)
{
    gather_ground(view, box, on);
    on->count = 0;
    LB_EACH (i, near) {
        bool is_friend = lb_view_side(view, i) == mover->side;

        if (is_friend && !lb_box_meets(view->box[i], box, NEAR))
            continue;
        on->obstacle[on->count] =
            (lb_obstacle){.quad = view->quad[i],
                          .keep_tmm = is_friend || i == mover->target ? 0 : mover->keep_tmm,
                          .may_pass = is_friend && !mover->stops_at_friends};
        on->unit[on->count++] = (uint16_t)i;
    }
}

static lb_field field_of(const lb_mover *mover, const hurdles *on)
{
    return (lb_field){.ground = &on->ground,
                      .costs = mover->costs,
                      .obstacle = on->obstacle,
                      .obstacle_count = on->count,
                      .ignores_passed = !mover->notes_passed,
                      .ignores_stopped_cost = !mover->pays_when_stopped};
}

/// From what stopped a walk among the hurdles to the number of the unit or piece.
static uint16_t number_of(const hurdles *on, lb_stop stop, uint16_t what)
{
    if (what == LB_NO_INDEX)
        return what;
    return stop == LB_STOP_UNIT || stop == LB_STOP_ENDS_ON ? on->unit[what] : on->number[what];
}

static lb_unit_set units_of(const hurdles *on, const lb_unit_set *obstacles)
{
    lb_unit_set units = {{0}};

    LB_EACH (i, obstacles)
        lb_unit_set_add(&units, on->unit[i]);
    return units;
}

/* What was walked before. */

/// A key of all that a walk depends on; `stamp` stands for the units near it.
static uint64_t key_of(const lb_view *view, const lb_mover *mover, const lb_path *path,
                       uint64_t stamp)
{
    uint64_t hash = lb_hash_word(LB_HASH_SALT, (uint64_t)(uint32_t)mover->start.centre.x << 32 |
                                                   (uint32_t)mover->start.centre.y);
    uint64_t kinds = 0;

    _Static_assert(LB_PATH_STEPS_MAX <= 8, "the kinds of all steps fit a word");
    hash = lb_hash_word(hash, (uint64_t)(uint32_t)mover->start.width_tmm << 32 |
                                  (uint32_t)mover->start.depth_tmm);
    hash = lb_hash_word(hash, (uint64_t)(uint32_t)mover->keep_tmm << 32 |
                                  (uint64_t)mover->target << 16 | mover->start.heading);
    hash = lb_hash_word(hash, stamp);
    hash = lb_hash_word(hash, (uint64_t)path->count << 24 | (uint64_t)mover->gait << 16 |
                                  (uint64_t)mover->side << 8 |
                                  (uint64_t)mover->pays_when_stopped << 3 |
                                  (uint64_t)(mover->costs != NULL) << 2 |
                                  (uint64_t)mover->stops_at_friends << 1 | mover->notes_passed);
    for (uint32_t w = 0; w * 64 < view->battle->unit_count; w++)
        hash = lb_hash_word(hash, mover->movers.bits[w]);
    for (uint32_t i = 0; i < path->count && i < LB_PATH_STEPS_MAX; i++) {
        kinds |= (uint64_t)path->step[i].kind << 8 * i;
        hash = lb_hash_word(hash, (uint64_t)(uint32_t)path->step[i].tmm << 32 |
                                      (uint32_t)path->step[i].angle);
    }
    return lb_hash_end(lb_hash_word(hash, kinds)) | 1;
}

/* Ways that end on a friend: most of those that are tried in a crowd. */

/// The first friend among some units that a place lies on; LB_NOBODY for none.
static uint32_t friend_under(const lb_view *view, const lb_mover *mover, const lb_unit_set *among,
                             const lb_quad *quad)
{
    lb_box box = lb_quad_box_of(quad);

    LB_EACH (i, among)
        if (lb_view_side(view, i) == mover->side && lb_box_meets(view->box[i], box, 0) &&
            lb_quad_overlaps_deeper(quad, &view->quad[i], LB_CONTACT_TMM))
            return i;
    return LB_NOBODY;
}

/// True if the costs forbid a step of the path, or the open.
static bool is_forbidden(const lb_move_costs *costs, const lb_path *path)
{
    if (costs == NULL)
        return false;
    for (uint32_t i = 0; i < path->count; i++)
        if (lb_ratio_forbids(costs->step[path->step[i].kind]))
            return true;
    return lb_ratio_forbids(costs->back) || lb_ratio_forbids(costs->area[LB_TERRAIN_OPEN]);
}

/// True if ground in a box, or the costs, may stop a mover.
static bool may_be_barred(const lb_view *view, const lb_mover *mover, const lb_path *path,
                          lb_box box)
{
    uint32_t points = 0;

    if (is_forbidden(mover->costs, path))
        return true;
    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        const lb_piece *piece = &view->ground.piece[p];

        if (!lb_box_meets(lb_piece_box(piece), box, NEAR))
            continue;
        if (piece->kind == LB_TERRAIN_IMPASSABLE ||
            (mover->costs != NULL && lb_costs_forbid(mover->costs, piece)))
            return true;
        points += piece->point_count;
    }
    return lb_points_forbid(points);
}

/// True if neither the edge nor anybody near can stop a mover that stays in a box, friends whom it
/// may pass apart.
static bool is_free(const lb_view *view, const lb_mover *mover, const lb_unit_set *near, lb_box box)
{
    const lb_unit_set *foes = lb_view_foes(view, mover->side);

    for (int w = 0; w < LB_TABLE_UNITS_MAX / 64; w++)
        if ((near->bits[w] & foes->bits[w]) != 0)
            return false;
    return !mover->stops_at_friends && box.low.x >= 0 && box.low.y >= 0 &&
           box.high.x <= view->ground.width_tmm && box.high.y <= view->ground.depth_tmm;
}

/// Follows a path among what is near it.
static lb_walk walk_among(const lb_view *view, const lb_mover *mover, const lb_path *path,
                          lb_box box, const lb_unit_set *near)
{
    lb_field field;
    lb_walk walk;
    hurdles on;

    gather_hurdles(view, mover, box, near, &on);
    field = field_of(mover, &on);
    walk = lb_path_walk(&field, &mover->start, path);
    walk.what = number_of(&on, walk.stop, walk.what);
    if (mover->notes_passed)
        walk.passed = units_of(&on, &walk.passed);
    return walk;
}

/// Follows a path that has not been walked. If a friend is at its end, it is stopped there if not
/// before: then nobody asks what it costs, and where nothing can stop it before it is not walked.
static lb_walk walk_anew(const lb_view *view, const lb_mover *mover, const lb_path *path,
                         const reach *to, const lb_unit_set *near)
{
    lb_mover unpaid;
    uint32_t under;

    if (!to->is_whole || mover->notes_passed || mover->pays_when_stopped)
        return walk_among(view, mover, path, to->box, near);
    under = friend_under(view, mover, near, &to->quad);
    if (under == LB_NOBODY || may_be_barred(view, mover, path, to->box))
        return walk_among(view, mover, path, to->box, near);
    if (is_free(view, mover, near, to->box))
        return (lb_walk){
            .stop = LB_STOP_ENDS_ON, .step = path->count, .what = (uint16_t)under, .end = to->end};
    unpaid = *mover;
    unpaid.costs = NULL;
    return walk_among(view, &unpaid, path, to->box, near);
}

const lb_walk *lb_way_walk(lb_view *view, const lb_mover *mover, const lb_path *path)
{
    reach to = reach_of(&mover->start, path);
    lb_unit_set near = near_way(view, mover, to.box);
    uint64_t key = key_of(view, mover, path, lb_view_stamp(view, &near));
    uint8_t *slot = &view->way_at[key >> 32 & (LB_WAY_SLOTS - 1)];

    _Static_assert(LB_WAYS <= UINT8_MAX + 1, "a byte tells where a way is");
    if (view->way_key[*slot] == key)
        return &view->way[*slot];
    *slot = (uint8_t)(view->next_way++ % LB_WAYS);
    view->way[*slot] = walk_anew(view, mover, path, &to, &near);
    view->way_key[*slot] = key;
    return &view->way[*slot];
}

/// No corner of a footprint is farther from its centre.
static int32_t breadth_of(const lb_footprint *of)
{
    return (of->width_tmm + of->depth_tmm) / 2 + 4;
}

/// What is within so much of a mover that goes straight away.
static lb_field field_around(const lb_view *view, const lb_mover *mover, int32_t tmm, hurdles *on)
{
    lb_box box = {mover->start.centre, mover->start.centre};
    lb_unit_set near;

    widen(&box, mover->start.centre, tmm + breadth_of(&mover->start));
    near = near_way(view, mover, box);
    gather_hurdles(view, mover, box, &near, on);
    return field_of(mover, on);
}

lb_retreat lb_way_back(lb_view *view, const lb_mover *mover, lb_point from, int32_t tmm,
                       bool swerves)
{
    hurdles on;
    lb_field field = field_around(view, mover, tmm, &on);
    lb_retreat retreat = swerves ? lb_retreat_clear(&field, &mover->start, from, tmm)
                                 : lb_retreat_from(&field, &mover->start, from, tmm);

    retreat.what = number_of(&on, retreat.stop, retreat.what);
    if (mover->notes_passed)
        retreat.passed = units_of(&on, &retreat.passed);
    return retreat;
}

lb_retreat lb_way_slide(const lb_view *view, const lb_mover *mover, uint16_t direction,
                        int32_t allowance_tmm)
{
    int32_t far = lb_most(0, allowance_tmm);
    lb_retreat retreat;
    lb_field field;
    hurdles on;

    if (mover->costs != NULL)
        far = lb_costs_farthest(mover->costs, far);
    field = field_around(view, mover, far, &on);
    field.ignores_stopped_cost = false;
    retreat = lb_retreat_paid(&field, &mover->start, direction, allowance_tmm);
    retreat.what = number_of(&on, retreat.stop, retreat.what);
    return retreat;
}

int32_t lb_way_step_cost(const lb_view *view, const lb_footprint *at, const lb_move_costs *costs,
                         lb_step step)
{
    lb_field field = {.ground = &view->ground, .costs = costs, .may_leave_table = true};
    lb_path path = {.count = 0};
    lb_walk walk;

    lb_path_add(&path, step);
    walk = lb_path_walk(&field, at, &path);
    return walk.stop == LB_STOP_NONE ? walk.cost_tmm : INT32_MAX;
}

/* Judging. */

bool lb_way_refuse(const lb_view *view, const lb_mover *mover, const lb_walk *walk, uint16_t clause,
                   lb_reason *reason)
{
    static const char *const why[LB_STOP_COUNT] = {
        [LB_STOP_NONE] = "",
        [LB_STOP_BAD_STEP] = "no unit can move like that",
        [LB_STOP_EDGE] = "the table ends there",
        [LB_STOP_IMPASSABLE] = "the ground is impassable",
        [LB_STOP_FORBIDDEN] = "the ground cannot be crossed there",
        [LB_STOP_UNIT] = "it would come too near to the enemy",
        [LB_STOP_ENDS_ON] = "it would end on another unit",
    };

    if (walk->stop == LB_STOP_UNIT && walk->what != LB_NO_INDEX &&
        lb_view_side(view, walk->what) == mover->side)
        return lb_no(reason, clause, "a friend is in the way");
    if (walk->stop == LB_STOP_FORBIDDEN && walk->what == LB_NO_INDEX)
        return lb_no(reason, clause, "it may not turn or step like that");
    return lb_no(reason, clause, why[walk->stop]);
}

bool lb_way_is_legal(lb_view *view, const lb_mover *mover, const lb_walk *walk, int32_t allowance,
                     uint16_t clause, uint16_t rate, lb_reason *reason)
{
    view->bill = (lb_way_bill){walk->cost_tmm, allowance, mover->start, walk->end};
    if (walk->stop != LB_STOP_NONE)
        return lb_way_refuse(view, mover, walk, clause, reason);
    return walk->cost_tmm <= allowance || lb_no(reason, rate, "that is further than it can move");
}
