// SPDX-License-Identifier: MIT
// Following a path: what is swept, what stops it, what it costs; and retreats. See limber/table.h.
//
// A step is measured in parts (table/move.h): tmm of a slide, small turns of a wheel. For a slide
// the reach is found by halving: at every moment the lower part is clear and the upper is not, so
// the result is exact whatever the rounding of the places in between. The parts of a wheel are
// judged many at a time where a margin shows that none of them comes near to anything, and one by
// one only where it does not: so the result is that of judging every part.

#include "table/move.h"

#include <assert.h>
#include <string.h>

enum {
    RETREAT_TURN = 4096,
    RETREAT_TURNS = 4,
    WHEEL_SPLIT = 4,   ///< into how many runs the parts of a wheel are split that are not clear
    SLIDE_MARGIN = 2,  ///< a slide strays by less from a longer one: each end by half a diagonal
    CORNER_MARGIN = 4, ///< the corners of a wheel stray by less from their arcs by rounding
    STEP_COST_MAX = INT32_MAX / 16,
};

static const lb_move_costs plain_costs = {.area = {{0, 0}}};

/// What stops a motion.
typedef struct walk_block {
    lb_stop stop;
    uint16_t what;
} walk_block;

/// An obstacle that may matter to the present step.
typedef struct met_obstacle {
    const lb_quad *quad;
    lb_box box;
    uint16_t index; ///< in the field
    int32_t keep;   ///< may not be nearer
    int32_t sink;   ///< and when keep is 0, may not sink in deeper
} met_obstacle;

/// Some of those, ascending.
typedef struct met_list {
    uint16_t count;
    uint16_t number[LB_TABLE_UNITS_MAX];
} met_list;

/// Who walks, and how near it may come to each obstacle.
typedef struct path_walker {
    const lb_field *field;
    const lb_move_costs *costs;
    bool is_plain; ///< no ground, roads apart, is cheaper than the open
    uint16_t obstacle_count;
    int32_t near[LB_TABLE_UNITS_MAX]; ///< of the whole path: how near it may come to an obstacle
    lb_box box[LB_TABLE_UNITS_MAX];   ///< of each obstacle
    lb_toll toll;

    // The present step:
    lb_footprint start;
    lb_quad quad;     ///< of the start
    lb_box start_box; ///< of that
    lb_motion motion;
    int32_t sine, cosine; ///< of its direction
    int32_t parts;        ///< of the motion
    lb_box all;           ///< all that it may sweep
    met_obstacle met[LB_TABLE_UNITS_MAX];
    uint16_t met_count;
    met_list blocking, passable; ///< of the obstacles met, those that may not be passed and may
    lb_piece_list costly;        ///< ground that may make a difference to its cost
    lb_piece_list impassable;
    bool is_edge_met;  ///< it may go over the table's edge
    bool is_forbidden; ///< some of the costly ground may be forbidden
} path_walker;

static const walk_block unblocked = {LB_STOP_NONE, LB_NO_INDEX};
static const walk_block over_the_edge = {LB_STOP_EDGE, LB_NO_INDEX};

static bool is_slide(const lb_motion *motion)
{
    return motion->kind == LB_STEP_STRAIGHT || motion->kind == LB_STEP_OBLIQUE;
}

// ---- what is swept ------------------------------------------------------------------------------

/// What some parts of a motion sweep. The hull is made when it is needed.
typedef struct swept {
    lb_box box;
    lb_quad from, to; ///< of a wheel: the places between which it sweeps
    int32_t x, y;     ///< of a slide: how far it goes from `from`
    bool is_slide;
    bool has_hull;
    lb_hull hull;
} swept;

static const lb_hull *hull_of(swept *all)
{
    if (!all->has_hull && all->is_slide)
        lb_hull_of_slide(&all->from, all->x, all->y, &all->hull);
    else if (!all->has_hull)
        lb_hull_around(&all->from, &all->to, &all->hull);
    all->has_hull = true;
    return &all->hull;
}

/// The quad of the present step, which is no slide, after some of its parts.
static lb_quad quad_at(const path_walker *walker, int32_t part)
{
    lb_quad quad;

    (void)lb_motion_carry(&walker->start, &walker->quad, &walker->motion, part, &quad);
    return quad;
}

static bool is_in_range(lb_box box)
{
    return lb_point_is_in_range(box.low) && lb_point_is_in_range(box.high);
}

static void sweep_between(const lb_quad *from, const lb_quad *to, swept *all)
{
    all->from = *from;
    all->to = *to;
    all->box = lb_box_join(lb_quad_box_of(from), lb_quad_box_of(to));
    all->is_slide = all->has_hull = false;
}

/// What one part of a motion sweeps: of a slide, everything from its start. False when it leaves
/// the range.
static bool sweep(const path_walker *walker, int32_t part, swept *all)
{
    lb_quad from, to;

    if (is_slide(&walker->motion)) {
        lb_point at = walker->start.centre;
        lb_point end = lb_point_along(at, walker->sine, walker->cosine, part);
        lb_box box = lb_box_moved(walker->start_box, end.x - at.x, end.y - at.y);

        all->from = walker->quad;
        all->x = end.x - at.x;
        all->y = end.y - at.y;
        all->box = lb_box_join(walker->start_box, box);
        all->is_slide = true;
        all->has_hull = false;
        return is_in_range(box);
    }
    to = quad_at(walker, part);
    from = walker->motion.kind == LB_STEP_WHEEL ? quad_at(walker, part - 1) : to;
    sweep_between(&from, &to, all);
    return is_in_range(lb_quad_box_of(&to));
}

/// The distance from the hull of two places of a wheel within which all its places in between lie:
/// no corner is farther from the pivot than width and depth, and its arc rises from the chord by
/// that times 1 - cosine of half the turn.
static int32_t wheel_margin(const path_walker *walker, int32_t parts)
{
    int64_t radius = (int64_t)walker->start.width_tmm + walker->start.depth_tmm;
    int32_t half = parts * LB_TURN_MOST / 2;

    return (int32_t)(radius * (LB_SINE_ONE - lb_cosine((uint16_t)half)) / LB_SINE_ONE) +
           CORNER_MARGIN;
}

// ---- what blocks --------------------------------------------------------------------------------

/// Whether a hull and an obstacle overlap deeper than tmm.
static bool overlaps(const lb_hull *hull, const met_obstacle *met, int32_t tmm)
{
    return lb_convex_overlaps(hull->corner, hull->count, met->quad->corner, 4, tmm);
}

/// Whether a hull and an obstacle are nearer than tmm.
static bool is_nearer(const lb_hull *hull, const met_obstacle *met, int32_t tmm)
{
    return lb_convex_is_nearer(hull->corner, hull->count, met->quad->corner, 4, tmm);
}

static bool obstacle_blocks(const met_obstacle *met, const lb_hull *hull)
{
    return met->keep == 0 ? overlaps(hull, met, met->sink) : is_nearer(hull, met, met->keep);
}

static bool leaves_table(const path_walker *walker, lb_box box)
{
    const lb_ground *ground = walker->field->ground;

    return box.low.x < 0 || box.low.y < 0 || box.high.x > ground->width_tmm ||
           box.high.y > ground->depth_tmm;
}

/// The first thing that may not be swept: edge, ground, unit of `among`.
static walk_block find_block(const path_walker *walker, swept *all, const met_list *among)
{
    const lb_ground *ground = walker->field->ground;

    if (!walker->field->may_leave_table && leaves_table(walker, all->box))
        return over_the_edge;
    for (uint16_t n = 0; n < walker->impassable.count; n++) {
        lb_shape shape = lb_shape_of(ground, walker->impassable.piece[n]);

        if (lb_box_meets(lb_piece_box(shape.piece), all->box, 0) &&
            lb_shape_enters(&shape, hull_of(all)))
            return (walk_block){LB_STOP_IMPASSABLE, walker->impassable.piece[n]};
    }
    for (uint16_t n = 0; n < among->count; n++) {
        const met_obstacle *met = &walker->met[among->number[n]];

        if (lb_box_meets(met->box, all->box, met->keep) && obstacle_blocks(met, hull_of(all)))
            return (walk_block){LB_STOP_UNIT, met->index};
    }
    return unblocked;
}

static walk_block block_of_part(const path_walker *walker, int32_t part, const met_list *among)
{
    swept all;

    if (walker->motion.kind == LB_STEP_ABOUT)
        return unblocked;
    if (!sweep(walker, part, &all))
        return over_the_edge;
    return find_block(walker, &all, among);
}

/// Those of a list that come nearer to what is swept than they are to be kept and a margin more.
/// With `passed`, those that are not in it and come nearer than the margin.
static void keep_near(const path_walker *walker, const met_list *among, swept *all, int32_t margin,
                      const lb_unit_set *passed, met_list *near)
{
    near->count = 0;
    for (uint16_t n = 0; n < among->count; n++) {
        const met_obstacle *met = &walker->met[among->number[n]];
        int32_t reach = margin + (passed != NULL ? 0 : met->keep);

        if (passed != NULL && lb_unit_set_has(passed, met->index))
            continue;
        if (lb_box_meets(met->box, all->box, reach) && is_nearer(hull_of(all), met, reach))
            near->number[near->count++] = among->number[n];
    }
}

/// How many parts of a slide are clear, and what blocks the next.
static int32_t clear_slide(const path_walker *walker, walk_block *by)
{
    int32_t low = 0, high = walker->parts;
    met_list near;
    swept all;

    if (high == 0)
        return 0;
    if (sweep(walker, high, &all)) {
        *by = find_block(walker, &all, &walker->blocking);
        if (by->stop == LB_STOP_NONE)
            return high;
        keep_near(walker, &walker->blocking, &all, SLIDE_MARGIN, NULL, &near);
    } else {
        *by = over_the_edge;
        near = walker->blocking;
    }
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        walk_block found = block_of_part(walker, middle, &near);

        if (found.stop == LB_STOP_NONE) {
            low = middle;
        } else {
            high = middle;
            *by = found;
        }
    }
    return low;
}

/// Whether the edge, or impassable ground, may matter to what lies in a box.
static bool is_bound_near(const path_walker *walker, lb_box box)
{
    if (walker->is_edge_met &&
        (walker->field->may_leave_table ? !is_in_range(box) : leaves_table(walker, box)))
        return true;
    for (uint16_t n = 0; n < walker->impassable.count; n++)
        if (lb_box_meets(lb_piece_box(&walker->field->ground->piece[walker->impassable.piece[n]]),
                         box, 0))
            return true;
    return false;
}

/// The parts of a wheel from `start` to `end` that are clear, in order, and what blocks the next:
/// returns where it stops, or `end`. `among` are the obstacles that may matter.
static int32_t clear_turns(const path_walker *walker, int32_t start, int32_t end,
                           const met_list *among, walk_block *by)
{
    int32_t run = (end - start + WHEEL_SPLIT - 1) / WHEEL_SPLIT, margin;
    lb_quad from, to;
    met_list near;
    swept all;

    if (end - start == 1) {
        *by = block_of_part(walker, end, among);
        return by->stop == LB_STOP_NONE ? end : start;
    }
    from = quad_at(walker, start);
    to = quad_at(walker, end);
    margin = wheel_margin(walker, end - start);
    sweep_between(&from, &to, &all);
    keep_near(walker, among, &all, margin, NULL, &near);
    if (near.count == 0 && !is_bound_near(walker, lb_box_grown(all.box, margin)))
        return end;
    for (; start < end; start += run) {
        int32_t last = start + run < end ? start + run : end;
        int32_t reached = clear_turns(walker, start, last, &near, by);

        if (reached < last)
            return reached;
    }
    return end;
}

/// How many parts are clear, and what blocks the next.
static int32_t clear_parts(const path_walker *walker, walk_block *by)
{
    *by = unblocked;
    if (walker->blocking.count == 0 && !walker->is_edge_met && walker->impassable.count == 0)
        return walker->parts;
    if (is_slide(&walker->motion))
        return clear_slide(walker, by);
    if (walker->motion.kind == LB_STEP_WHEEL)
        return walker->parts == 0 ? 0
                                  : clear_turns(walker, 0, walker->parts, &walker->blocking, by);
    *by = block_of_part(walker, 1, &walker->blocking);
    return by->stop == LB_STOP_NONE ? 1 : 0;
}

// ---- what it costs ------------------------------------------------------------------------------

/// Whether nothing but open ground is on the present step, and it is not forbidden.
static bool is_open_all_the_way(const path_walker *walker)
{
    return walker->costly.count == 0 && !lb_ratio_forbids(walker->costs->area[LB_TERRAIN_OPEN]);
}

/// Pays for the first parts of a motion; when forbidden, *clear is how many parts may be done.
static lb_ban pay_parts(const path_walker *walker, int32_t parts, lb_toll *toll, int32_t *clear)
{
    const lb_motion *motion = &walker->motion;
    const lb_footprint *start = &walker->start;
    lb_point from = start->centre;
    lb_quad before = walker->quad;
    bool is_wheel = motion->kind == LB_STEP_WHEEL;

    if (!is_wheel && !is_slide(motion))
        return (lb_ban){0};
    if (is_open_all_the_way(walker)) {
        // Every part costs the same, and so they do together.
        lb_ratio open = walker->costs->area[LB_TERRAIN_OPEN];
        toll->way += (uint64_t)lb_motion_length(start, motion, parts) * LB_FINE *
                     lb_ratio_num(open) * (LB_TOLL_UNIT / lb_ratio_den(open));
        return (lb_ban){0};
    }
    for (int32_t part = is_wheel ? 1 : parts; part > 0 && part <= parts; part++) {
        lb_quad after;
        lb_point to = lb_motion_carry(start, &walker->quad, motion, part, &after).centre;
        int32_t paid = is_wheel ? lb_motion_length(start, motion, part - 1) : 0;
        lb_leg leg =
            lb_leg_between(from, &before, to, &after, lb_motion_length(start, motion, part) - paid);
        lb_ban ban = lb_leg_pay(walker->field->ground, &walker->costly, walker->costs, &leg, toll);

        if (ban.is_banned) {
            *clear = is_wheel ? part - 1 : (int32_t)(ban.at_fine / LB_FINE);
            return ban;
        }
        from = to;
        before = after;
    }
    return (lb_ban){0};
}

/// Does as much of a motion as is clear and allowed, and pays for it. Returns the parts done.
static int32_t do_motion(path_walker *walker, walk_block *by)
{
    int32_t parts = clear_parts(walker, by);

    walker->toll.way = 0;
    if (by->stop != LB_STOP_NONE && walker->field->ignores_stopped_cost && !walker->is_forbidden)
        return parts;
    if (is_open_all_the_way(walker)) {
        int32_t clear;
        (void)pay_parts(walker, parts, &walker->toll, &clear);
        return parts;
    }
    for (int32_t back = 1;; back *= 2) {
        lb_toll toll = walker->toll;
        int32_t clear = 0;
        lb_ban ban = pay_parts(walker, parts, &toll, &clear);

        if (!ban.is_banned) {
            walker->toll = toll;
            return parts;
        }
        *by = (walk_block){LB_STOP_FORBIDDEN, ban.piece};
        parts = clear < parts - back ? clear : parts - back;
        parts = parts < 0 ? 0 : parts;
        // Rounding may put a shorter slide where a longer one was clear beside it.
        while (parts > 0 && block_of_part(walker, parts, &walker->blocking).stop != LB_STOP_NONE)
            parts--;
    }
}

// ---- who is passed ------------------------------------------------------------------------------

/// Adds those of a list that one part of a motion goes through.
static void note_part(const path_walker *walker, int32_t part, const met_list *among,
                      lb_unit_set *passed)
{
    swept all;

    if (!sweep(walker, part, &all))
        return;
    for (uint16_t n = 0; n < among->count; n++) {
        const met_obstacle *met = &walker->met[among->number[n]];

        if (!lb_unit_set_has(passed, met->index) && lb_box_meets(met->box, all.box, 0) &&
            overlaps(hull_of(&all), met, LB_CONTACT_TMM))
            lb_unit_set_add(passed, met->index);
    }
}

/// The same for the parts of a wheel from `start` to `end`.
static void note_turns(const path_walker *walker, int32_t start, int32_t end, const met_list *among,
                       lb_unit_set *passed)
{
    int32_t run = (end - start + WHEEL_SPLIT - 1) / WHEEL_SPLIT;
    lb_quad from, to;
    met_list near;
    swept all;

    if (end - start == 1) {
        note_part(walker, end, among, passed);
        return;
    }
    from = quad_at(walker, start);
    to = quad_at(walker, end);
    sweep_between(&from, &to, &all);
    keep_near(walker, among, &all, wheel_margin(walker, end - start), passed, &near);
    for (; near.count > 0 && start < end; start += run)
        note_turns(walker, start, start + run < end ? start + run : end, &near, passed);
}

/// Adds the obstacles with may_pass that the first parts of a motion go through.
static void note_passed(const path_walker *walker, int32_t parts, lb_unit_set *passed)
{
    if (walker->passable.count == 0 || walker->field->ignores_passed || parts == 0)
        return;
    if (walker->motion.kind == LB_STEP_WHEEL)
        note_turns(walker, 0, parts, &walker->passable, passed);
    else
        note_part(walker, parts, &walker->passable, passed);
}

// ---- starting paths and steps -------------------------------------------------------------------

/// Whether no kind of ground, roads apart, is cheaper than open ground: then ground that costs as
/// much as that makes no difference to any other.
static bool is_plain(const lb_move_costs *costs)
{
    lb_ratio open = costs->area[LB_TERRAIN_OPEN];

    for (int kind = 0; kind < LB_TERRAIN_COUNT; kind++) {
        lb_ratio ratio = costs->area[kind];

        if (!lb_ratio_forbids(ratio) && lb_terrain_role_of((lb_terrain_kind)kind) != LB_ROLE_ROAD &&
            lb_ratio_num(ratio) * lb_ratio_den(open) < lb_ratio_num(open) * lb_ratio_den(ratio))
            return false;
    }
    return !lb_ratio_forbids(open);
}

/// Nothing paid yet; of the crossings only those of pieces that there are.
static void start_toll(lb_toll *toll, const lb_ground *ground)
{
    toll->way = 0;
    toll->climbs = 0;
    memset(toll->crossings, 0, ground->piece_count * sizeof toll->crossings[0]);
}

/// How near the path may come to each obstacle: not nearer than it keeps, or than it started.
static void start_walker(path_walker *walker, const lb_field *field, const lb_quad *quad)
{
    lb_box box = lb_quad_box_of(quad);

    assert(field->obstacle_count <= LB_TABLE_UNITS_MAX);
    walker->field = field;
    walker->obstacle_count = field->obstacle_count;
    walker->costs = field->costs != NULL ? field->costs : &plain_costs;
    walker->is_plain = is_plain(walker->costs);
    start_toll(&walker->toll, field->ground);
    for (uint16_t i = 0; i < walker->obstacle_count; i++) {
        const lb_obstacle *obstacle = &field->obstacle[i];

        assert(obstacle->keep_tmm >= 0 && obstacle->keep_tmm <= LB_TABLE_MAX);
        walker->near[i] = obstacle->keep_tmm;
        walker->box[i] = lb_quad_box_of(&obstacle->quad);
        if (walker->near[i] > 0 && lb_box_meets(box, walker->box[i], walker->near[i])) {
            int32_t distance = lb_quad_distance_floor(quad, &obstacle->quad);
            walker->near[i] = distance < walker->near[i] ? distance : walker->near[i];
        }
    }
}

/// Whether a wheel starts with the 1 tmm to spare that it is judged with.
static bool has_spare(const lb_quad *quad, const lb_quad *other, int32_t near)
{
    if (near == 0)
        return !lb_quad_overlaps_deeper(quad, other, LB_CONTACT_TMM - 1);
    return !lb_convex_is_nearer(quad->corner, 4, other->corner, 4, near + 1);
}

/// The box of all that the present step may sweep, rounding included.
static lb_box box_motion(const path_walker *walker)
{
    int32_t more = 2;
    lb_box box = walker->start_box;

    if (is_slide(&walker->motion)) {
        lb_point at = walker->start.centre;
        lb_point end = lb_point_along(at, walker->sine, walker->cosine, walker->parts);
        return lb_box_grown(lb_box_join(box, lb_box_moved(box, end.x - at.x, end.y - at.y)), more);
    }
    // A wheel is looked at in four parts of a quarter turn at most; between them no corner strays
    // by more than 1 - cos 11.25 degrees of its distance from the pivot, below a fiftieth.
    if (walker->motion.kind == LB_STEP_WHEEL)
        more += (walker->start.width_tmm + walker->start.depth_tmm) / 50 + 1;
    for (int32_t part = walker->motion.kind == LB_STEP_WHEEL ? 1 : 4; part <= 4; part++) {
        lb_quad there = quad_at(walker, walker->parts * part / 4);
        box = lb_box_join(box, lb_quad_box_of(&there));
    }
    return lb_box_grown(box, more);
}

/// Whether a piece may make a difference to what a way costs.
static bool is_costly(const path_walker *walker, const lb_piece *piece)
{
    const lb_move_costs *costs = walker->costs;
    lb_terrain_role role = lb_terrain_role_of((lb_terrain_kind)piece->kind);
    lb_ratio ratio = costs->area[piece->kind], open = costs->area[LB_TERRAIN_OPEN];

    if (!walker->is_plain || (piece->is_line && costs->crossing_tmm[piece->kind] != 0))
        return true;
    if (role == LB_ROLE_CROSSING || (role == LB_ROLE_ROAD && costs->follows_roads) ||
        (role == LB_ROLE_HEIGHT && costs->climb_tmm != 0))
        return true;
    return role != LB_ROLE_ROAD &&
           (lb_ratio_forbids(ratio) ||
            lb_ratio_num(ratio) * lb_ratio_den(open) != lb_ratio_num(open) * lb_ratio_den(ratio));
}

/// Finds which ground may matter to the present step.
static void meet_ground(path_walker *walker)
{
    const lb_ground *ground = walker->field->ground;
    uint32_t points = 0;

    walker->costly.count = walker->impassable.count = 0;
    walker->is_forbidden = lb_ratio_forbids(walker->costs->area[LB_TERRAIN_OPEN]);
    walker->is_edge_met = leaves_table(walker, walker->all);
    for (uint16_t i = 0; i < ground->piece_count; i++) {
        const lb_piece *piece = &ground->piece[i];

        assert(piece->is_prepared);
        if (!lb_box_meets(lb_piece_box(piece), walker->all, 0))
            continue;
        if (piece->kind == LB_TERRAIN_IMPASSABLE)
            walker->impassable.piece[walker->impassable.count++] = i;
        if (!is_costly(walker, piece))
            continue;
        walker->costly.piece[walker->costly.count++] = i;
        walker->is_forbidden |= lb_costs_forbid(walker->costs, piece);
        points += piece->point_count;
    }
    walker->is_forbidden |= lb_points_forbid(points);
}

/// Whether a wheel's corners, which turn about the pivot, may come within `tmm` of an obstacle.
static bool is_in_disc(const path_walker *walker, const lb_quad *quad, int32_t tmm)
{
    lb_point pivot = walker->quad.corner[walker->motion.angle < 0 ? 0 : 1];
    int32_t radius =
        (int32_t)(lb_fine_between(walker->quad.corner[0], walker->quad.corner[2]) / LB_FINE) + 1;

    return lb_point_is_within(pivot, quad, radius + CORNER_MARGIN + tmm);
}

/// Finds which obstacles may matter to the present step. A wheel keeps 1 tmm to spare where it
/// starts with as much.
static void meet_obstacles(path_walker *walker)
{
    bool is_wheel = walker->motion.kind == LB_STEP_WHEEL;

    walker->met_count = walker->blocking.count = walker->passable.count = 0;
    for (uint16_t i = 0; i < walker->obstacle_count; i++) {
        const lb_obstacle *obstacle = &walker->field->obstacle[i];
        int32_t near = walker->near[i];
        met_obstacle *met = &walker->met[walker->met_count];
        met_list *list = obstacle->may_pass ? &walker->passable : &walker->blocking;

        if (!lb_box_meets(walker->box[i], walker->all, near + 2) ||
            (is_wheel && !is_in_disc(walker, &obstacle->quad, near + 2)))
            continue;
        *met = (met_obstacle){&obstacle->quad, walker->box[i], i, near, LB_CONTACT_TMM};
        if (is_wheel && !obstacle->may_pass && has_spare(&walker->quad, &obstacle->quad, near)) {
            met->keep += near > 0;
            met->sink -= near == 0;
        }
        list->number[list->count++] = walker->met_count++;
    }
}

/// Sets what holds for one step.
static void start_step(path_walker *walker, const lb_footprint *start, const lb_quad *quad,
                       const lb_motion *motion)
{
    walker->start = *start;
    walker->quad = *quad;
    walker->start_box = lb_quad_box_of(quad);
    walker->motion = *motion;
    walker->sine = lb_sine(motion->direction);
    walker->cosine = lb_cosine(motion->direction);
    walker->parts = lb_motion_parts(motion);
    walker->all = box_motion(walker);
    meet_ground(walker);
    meet_obstacles(walker);
}

/// The may_pass obstacle that an end lies on, or is too near to.
static walk_block end_block(const path_walker *walker, const lb_quad *quad)
{
    lb_hull hull = {.count = 4, .box = lb_quad_box_of(quad)};

    for (int i = 0; i < 4; i++)
        hull.corner[i] = quad->corner[i];
    for (uint16_t i = 0; i < walker->obstacle_count; i++) {
        const lb_obstacle *obstacle = &walker->field->obstacle[i];
        met_obstacle met = {&obstacle->quad, walker->box[i], i, walker->near[i], LB_CONTACT_TMM};

        if (obstacle->may_pass && lb_box_meets(met.box, hull.box, met.keep) &&
            obstacle_blocks(&met, &hull))
            return (walk_block){LB_STOP_ENDS_ON, i};
    }
    return unblocked;
}

// ---- paths --------------------------------------------------------------------------------------

static lb_ratio step_ratio(const lb_move_costs *costs, const lb_step *step)
{
    return step->kind == LB_STEP_STRAIGHT && step->tmm < 0 ? costs->back : costs->step[step->kind];
}

/// The cost of a step whose way is in the toll. At the dearest, 255 twice over, a way across the
/// largest table comes to 2^62 and a bit.
static int32_t step_cost(const path_walker *walker, const lb_step *step)
{
    lb_ratio ratio = step_ratio(walker->costs, step);
    uint64_t unit = (uint64_t)LB_TOLL_UNIT * LB_FINE * lb_ratio_den(ratio);
    uint64_t cost = (walker->toll.way * lb_ratio_num(ratio) + unit / 2) / unit;

    return walker->costs->step_tmm[step->kind] +
           (int32_t)(cost < STEP_COST_MAX ? cost : STEP_COST_MAX);
}

static int32_t crossing_cost(const path_walker *walker)
{
    int32_t cost = 0;

    for (uint16_t i = 0; i < walker->field->ground->piece_count; i++) {
        int32_t most = 0, each = walker->costs->crossing_tmm[walker->field->ground->piece[i].kind];
        for (int t = 0; t < LB_TRACKS; t++)
            if (walker->toll.crossings[i][t] > most)
                most = walker->toll.crossings[i][t];
        if (each > 0)
            cost += most * each;
    }
    return cost;
}

static int32_t climb_cost(const path_walker *walker)
{
    return (int32_t)walker->toll.climbs * walker->costs->climb_tmm;
}

/// One step; false when it ends the path. *quad has the corners of where the walk is.
static bool do_step(path_walker *walker, const lb_step *step, lb_quad *quad, lb_walk *walk)
{
    lb_footprint start = walk->end;
    lb_motion motion;
    int32_t parts;
    walk_block by;

    if (!lb_motion_of(&start, step, &motion)) {
        walk->stop = LB_STOP_BAD_STEP;
        return false;
    }
    if (lb_ratio_forbids(step_ratio(walker->costs, step))) {
        walk->stop = LB_STOP_FORBIDDEN;
        return false;
    }
    start_step(walker, &start, quad, &motion);
    parts = do_motion(walker, &by);
    note_passed(walker, parts, &walk->passed);
    walk->end = lb_motion_carry(&start, &walker->quad, &motion, parts, quad);
    walk->reach_tmm = lb_motion_length(&start, &motion, parts);
    if (parts > 0)
        walk->step_cost_tmm[walk->step] = step_cost(walker, step);
    walk->stop = by.stop;
    walk->what = by.what;
    return by.stop == LB_STOP_NONE;
}

lb_walk lb_path_walk(const lb_field *field, const lb_footprint *start, const lb_path *path)
{
    lb_walk walk = {.what = LB_NO_INDEX, .end = *start};
    lb_quad quad = lb_footprint_corners(start);
    path_walker walker;

    assert(lb_footprint_is_valid(start));
    start_walker(&walker, field, &quad);
    for (walk.step = 0; walk.step < path->count; walk.step++) {
        walk.reach_tmm = 0;
        if (walk.step >= LB_PATH_STEPS_MAX)
            walk.stop = LB_STOP_BAD_STEP;
        if (walk.stop != LB_STOP_NONE || !do_step(&walker, &path->step[walk.step], &quad, &walk))
            break;
    }
    if (walk.stop == LB_STOP_NONE) {
        walk_block by = end_block(&walker, &quad);
        walk.stop = by.stop;
        walk.what = by.what;
    }
    walk.crossing_cost_tmm = crossing_cost(&walker);
    walk.climb_cost_tmm = climb_cost(&walker);
    walk.cost_tmm = walk.crossing_cost_tmm + walk.climb_cost_tmm;
    for (int i = 0; i < LB_PATH_STEPS_MAX; i++)
        walk.cost_tmm += walk.step_cost_tmm[i];
    return walk;
}

// ---- retreats -----------------------------------------------------------------------------------

/// What a slide costs that has been paid for.
static int32_t slide_cost(const path_walker *walker)
{
    return step_cost(walker, &(lb_step){.kind = LB_STEP_STRAIGHT}) + crossing_cost(walker) +
           climb_cost(walker);
}

static lb_retreat slide(path_walker *walker, const lb_footprint *start, const lb_quad *from,
                        uint16_t direction, int32_t tmm)
{
    lb_motion motion = {.kind = LB_STEP_STRAIGHT, .direction = direction, .tmm = tmm};
    lb_retreat retreat = {.direction = direction};
    walk_block by;
    lb_quad quad;

    start_toll(&walker->toll, walker->field->ground);
    start_step(walker, start, from, &motion);
    retreat.moved_tmm = do_motion(walker, &by);
    retreat.cost_tmm = slide_cost(walker);
    note_passed(walker, retreat.moved_tmm, &retreat.passed);
    retreat.end = lb_motion_carry(start, from, &motion, retreat.moved_tmm, &quad);
    if (by.stop == LB_STOP_NONE)
        by = end_block(walker, &quad);
    retreat.stop = by.stop;
    retreat.what = by.what;
    return retreat;
}

static uint16_t away(const lb_footprint *start, lb_point from)
{
    assert(lb_point_is_in_range(from));
    if (lb_point_equals(start->centre, from))
        return (uint16_t)(start->heading + LB_ANGLE_HALF);
    return lb_heading_to(from, start->centre);
}

/// A distance from outside, held to what a slide can be.
static int32_t bounded(int32_t tmm)
{
    return tmm < 0 ? 0 : tmm > 2 * LB_TABLE_MAX ? 2 * LB_TABLE_MAX : tmm;
}

lb_retreat lb_retreat_from(const lb_field *field, const lb_footprint *start, lb_point from,
                           int32_t tmm)
{
    lb_quad quad = lb_footprint_corners(start);
    path_walker walker;

    assert(lb_footprint_is_valid(start));
    start_walker(&walker, field, &quad);
    return slide(&walker, start, &quad, away(start, from), bounded(tmm));
}

lb_retreat lb_retreat_clear(const lb_field *field, const lb_footprint *start, lb_point from,
                            int32_t tmm)
{
    uint16_t straight = away(start, from);
    lb_quad quad = lb_footprint_corners(start);
    path_walker walker;
    lb_retreat best;

    assert(lb_footprint_is_valid(start));
    start_walker(&walker, field, &quad);
    best = slide(&walker, start, &quad, straight, bounded(tmm));
    for (int i = 2; i < 2 + 2 * RETREAT_TURNS && best.stop != LB_STOP_NONE; i++) {
        int32_t turn = i / 2 * RETREAT_TURN;
        uint16_t direction = (uint16_t)(straight + (i % 2 == 0 ? turn : -turn));
        lb_retreat tried = slide(&walker, start, &quad, direction, bounded(tmm));

        if (tried.stop == LB_STOP_NONE || tried.moved_tmm > best.moved_tmm)
            best = tried;
    }
    return best;
}

/// The corners with those first that go ahead towards a direction.
static lb_quad led_by(const lb_footprint *start, uint16_t direction)
{
    lb_quad quad = lb_footprint_corners(start), led;
    uint32_t face =
        (uint16_t)(direction - start->heading + LB_ANGLE_QUARTER / 2) / (uint32_t)LB_ANGLE_QUARTER;

    for (uint32_t i = 0; i < 4; i++)
        led.corner[i] = quad.corner[(face + i) % 4];
    return led;
}

/// What the first parts of a slide that has begun cost; INT32_MAX if they are forbidden.
static int32_t cost_of_parts(path_walker *walker, int32_t parts)
{
    int32_t clear;

    start_toll(&walker->toll, walker->field->ground);
    if (pay_parts(walker, parts, &walker->toll, &clear).is_banned)
        return INT32_MAX;
    return slide_cost(walker);
}

lb_retreat lb_retreat_paid(const lb_field *field, const lb_footprint *start, uint16_t direction,
                           int32_t allowance_tmm)
{
    lb_quad quad = led_by(start, direction);
    int32_t low = 0, high;
    path_walker walker;
    lb_retreat best;

    assert(lb_footprint_is_valid(start) && !field->ignores_stopped_cost);
    start_walker(&walker, field, &quad);
    best = slide(&walker, start, &quad, direction,
                 lb_costs_farthest(walker.costs, bounded(allowance_tmm)));
    if (best.cost_tmm <= allowance_tmm)
        return best;
    // What is paid for at `low` is not at `high`.
    high = best.moved_tmm;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;

        if (cost_of_parts(&walker, middle) <= allowance_tmm)
            low = middle;
        else
            high = middle;
    }
    return slide(&walker, start, &quad, direction, low);
}
