// SPDX-License-Identifier: MIT
// Following a path: what is swept, what stops it, what it costs; and retreats. See limber/table.h.
//
// A step is measured in parts (table/move.h): tmm of a slide, small turns of a wheel. For a slide
// the reach is found by halving: at every moment the lower part is clear and the upper is not, so
// the result is exact whatever the rounding of the places in between.

#include "table/move.h"

#include <assert.h>
#include <string.h>

enum { RETREAT_TURN = 4096, RETREAT_TURNS = 4 };

static const lb_move_costs plain_costs = {.area = {{0, 0}}};

/// What stops a motion.
typedef struct walk_block {
    lb_stop stop;
    uint16_t what;
} walk_block;

/// Who walks, and how near it may come to each obstacle.
typedef struct path_walker {
    const lb_field *field;
    const lb_move_costs *costs;
    int32_t near[LB_TABLE_UNITS_MAX]; ///< of the whole path
    int32_t keep[LB_TABLE_UNITS_MAX]; ///< of the present step: may not be nearer
    int32_t sink[LB_TABLE_UNITS_MAX]; ///< and when keep is 0, may not sink in deeper
    lb_point low, high;               ///< all that the present step may sweep lies in this box
    uint16_t met[LB_TABLE_UNITS_MAX]; ///< obstacles that may matter to it, ascending
    lb_point met_low[LB_TABLE_UNITS_MAX], met_high[LB_TABLE_UNITS_MAX]; ///< their boxes
    uint16_t met_count;
    uint16_t block_count, pass_count; ///< of those, who may not be passed and who may
    bool is_plain;                    ///< no ground, roads apart, is cheaper than the open
    lb_piece_list costly;             ///< ground that may make a difference to its cost
    bool is_bound_met;                ///< the edge or impassable ground may matter to it
    lb_toll toll;
} path_walker;

static const walk_block unblocked = {LB_STOP_NONE, LB_NO_INDEX};

/// Whether the boxes of a hull and a quad are no farther apart than tmm.
static bool is_near(const lb_hull *hull, const lb_quad *quad, int32_t tmm)
{
    lb_point low, high;

    lb_box_of(quad->corner, 4, &low, &high);
    return lb_boxes_meet(low, high, hull->low, hull->high, tmm);
}

static bool obstacle_blocks(const path_walker *walker, uint16_t i, const lb_hull *hull)
{
    const lb_quad *quad = &walker->field->obstacle[i].quad;

    if (!is_near(hull, quad, walker->keep[i]))
        return false;
    if (walker->keep[i] == 0)
        return lb_convex_overlaps(hull->corner, hull->count, quad->corner, 4, walker->sink[i]);
    return lb_convex_is_nearer(hull->corner, hull->count, quad->corner, 4, walker->keep[i]);
}

/// Grows a box around another.
static void join_boxes(lb_point *low, lb_point *high, lb_point low2, lb_point high2)
{
    low->x = low2.x < low->x ? low2.x : low->x;
    low->y = low2.y < low->y ? low2.y : low->y;
    high->x = high2.x > high->x ? high2.x : high->x;
    high->y = high2.y > high->y ? high2.y : high->y;
}

/// The two places between which a part of a motion sweeps, and the box around them.
typedef struct swept {
    lb_quad from, to;
    lb_point low, high;
} swept;

/// What one part of a motion sweeps: of a slide, everything from its start. False when it leaves
/// the range.
static bool sweep(const lb_footprint *start, const lb_motion *motion, int32_t part, swept *all)
{
    lb_footprint to = lb_motion_at(start, motion, part);
    lb_point low, high, low2, high2;
    lb_quad quad;

    if (!lb_point_is_in_range(to.centre))
        return false;
    quad = lb_footprint_corners(&to);
    lb_box_of(quad.corner, 4, &low, &high);
    if (!lb_point_is_in_range(low) || !lb_point_is_in_range(high))
        return false;
    all->to = all->from = quad;
    if (motion->kind == LB_STEP_STRAIGHT || motion->kind == LB_STEP_OBLIQUE) {
        all->from = lb_footprint_corners(start);
    } else if (motion->kind == LB_STEP_WHEEL) {
        lb_footprint from = lb_motion_at(start, motion, part - 1);
        all->from = lb_footprint_corners(&from);
    }
    lb_box_of(all->from.corner, 4, &low2, &high2);
    join_boxes(&low, &high, low2, high2);
    all->low = low;
    all->high = high;
    return true;
}

/// Whether anything but the edge is so near to what is swept that it may matter: obstacles that
/// may be passed, or such as may not and impassable ground.
static bool may_matter(const path_walker *walker, const swept *all, bool may_pass)
{
    for (uint16_t k = 0; k < walker->met_count; k++) {
        uint16_t i = walker->met[k];

        if (walker->field->obstacle[i].may_pass == may_pass &&
            lb_boxes_meet(walker->met_low[k], walker->met_high[k], all->low, all->high,
                          may_pass ? 0 : walker->keep[i]))
            return true;
    }
    return false;
}

/// The first thing that may not be swept: edge, ground, unit.
static walk_block find_block(const path_walker *walker, const swept *all)
{
    const lb_ground *ground = walker->field->ground;
    lb_hull hull;

    if (!walker->field->may_leave_table &&
        (all->low.x < 0 || all->low.y < 0 || all->high.x > ground->width_tmm ||
         all->high.y > ground->depth_tmm))
        return (walk_block){LB_STOP_EDGE, LB_NO_INDEX};
    if (!walker->is_bound_met && !may_matter(walker, all, false))
        return unblocked;
    lb_hull_around(&all->from, &all->to, &hull);
    for (uint16_t i = 0; walker->is_bound_met && i < ground->piece_count; i++)
        if (ground->piece[i].kind == LB_TERRAIN_IMPASSABLE) {
            lb_shape shape = lb_shape_of(ground, i);
            if (lb_shape_enters(&shape, &hull))
                return (walk_block){LB_STOP_IMPASSABLE, i};
        }
    for (uint16_t k = 0; k < walker->met_count; k++) {
        uint16_t i = walker->met[k];
        if (!walker->field->obstacle[i].may_pass && obstacle_blocks(walker, i, &hull))
            return (walk_block){LB_STOP_UNIT, i};
    }
    return unblocked;
}

static walk_block block_of_part(const path_walker *walker, const lb_footprint *start,
                                const lb_motion *motion, int32_t part)
{
    swept all;

    if (motion->kind == LB_STEP_ABOUT)
        return unblocked;
    if (!sweep(start, motion, part, &all))
        return (walk_block){LB_STOP_EDGE, LB_NO_INDEX};
    return find_block(walker, &all);
}

/// How many parts are clear, and what blocks the next.
static int32_t clear_parts(const path_walker *walker, const lb_footprint *start,
                           const lb_motion *motion, walk_block *by)
{
    int32_t low = 0, high = lb_motion_parts(motion);
    bool is_slide = motion->kind == LB_STEP_STRAIGHT || motion->kind == LB_STEP_OBLIQUE;

    *by = unblocked;
    if (walker->block_count == 0 && !walker->is_bound_met)
        return high;
    if (!is_slide) {
        for (int32_t part = 1; part <= high; part++) {
            *by = block_of_part(walker, start, motion, part);
            if (by->stop != LB_STOP_NONE)
                return part - 1;
        }
        return high;
    }
    if (high == 0)
        return 0;
    *by = block_of_part(walker, start, motion, high);
    if (by->stop == LB_STOP_NONE)
        return high;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        walk_block found = block_of_part(walker, start, motion, middle);

        if (found.stop == LB_STOP_NONE) {
            low = middle;
        } else {
            high = middle;
            *by = found;
        }
    }
    return low;
}

/// Whether nothing but open ground is on the present step, and it is not forbidden.
static bool is_open_all_the_way(const path_walker *walker)
{
    return walker->costly.count == 0 && !lb_ratio_forbids(walker->costs->area[LB_TERRAIN_OPEN]);
}

/// Pays for the first parts of a motion; when forbidden, *clear is how many parts may be done.
static lb_ban pay_parts(const path_walker *walker, const lb_footprint *start,
                        const lb_motion *motion, int32_t parts, lb_toll *toll, int32_t *clear)
{
    lb_footprint from = *start;
    bool is_wheel = motion->kind == LB_STEP_WHEEL;

    if (!is_wheel && motion->kind != LB_STEP_STRAIGHT && motion->kind != LB_STEP_OBLIQUE)
        return (lb_ban){0};
    if (is_open_all_the_way(walker)) {
        // Every part costs the same, and so they do together.
        lb_ratio open = walker->costs->area[LB_TERRAIN_OPEN];
        toll->way += (uint64_t)lb_motion_length(start, motion, parts) * LB_FINE *
                     lb_ratio_num(open) * (LB_TOLL_UNIT / lb_ratio_den(open));
        return (lb_ban){0};
    }
    for (int32_t part = is_wheel ? 1 : parts; part > 0 && part <= parts; part++) {
        lb_footprint to = lb_motion_at(start, motion, part);
        int32_t before = is_wheel ? lb_motion_length(start, motion, part - 1) : 0;
        lb_leg leg = lb_leg_between(&from, &to, lb_motion_length(start, motion, part) - before);
        lb_ban ban = lb_leg_pay(walker->field->ground, &walker->costly, walker->costs, &leg, toll);

        if (ban.is_banned) {
            *clear = is_wheel ? part - 1 : (int32_t)(ban.at_fine / LB_FINE);
            return ban;
        }
        from = to;
    }
    return (lb_ban){0};
}

/// Does as much of a motion as is clear and allowed, and pays for it. Returns the parts done.
static int32_t do_motion(path_walker *walker, const lb_footprint *start, const lb_motion *motion,
                         walk_block *by)
{
    int32_t parts = clear_parts(walker, start, motion, by);

    walker->toll.way = 0;
    if (is_open_all_the_way(walker)) {
        int32_t clear;
        (void)pay_parts(walker, start, motion, parts, &walker->toll, &clear);
        return parts;
    }
    for (int32_t back = 1;; back *= 2) {
        lb_toll toll = walker->toll;
        int32_t clear = 0;
        lb_ban ban = pay_parts(walker, start, motion, parts, &toll, &clear);

        if (!ban.is_banned) {
            walker->toll = toll;
            return parts;
        }
        *by = (walk_block){LB_STOP_FORBIDDEN, ban.piece};
        parts = clear < parts - back ? clear : parts - back;
        parts = parts < 0 ? 0 : parts;
        // Rounding may put a shorter slide where a longer one was clear beside it.
        while (parts > 0 && block_of_part(walker, start, motion, parts).stop != LB_STOP_NONE)
            parts--;
    }
}

/// Adds the obstacles with may_pass that the first parts of a motion go through.
static void note_passed(const path_walker *walker, const lb_footprint *start,
                        const lb_motion *motion, int32_t parts, lb_unit_set *passed)
{
    bool is_wheel = motion->kind == LB_STEP_WHEEL;

    if (walker->pass_count == 0 || walker->field->ignores_passed)
        return;
    for (int32_t part = is_wheel ? 1 : parts; part > 0 && part <= parts; part++) {
        lb_hull hull;
        swept all;

        if (!sweep(start, motion, part, &all))
            return;
        if (!may_matter(walker, &all, true))
            continue;
        lb_hull_around(&all.from, &all.to, &hull);
        for (uint16_t k = 0; k < walker->met_count; k++) {
            uint16_t i = walker->met[k];
            const lb_obstacle *obstacle = &walker->field->obstacle[i];

            if (obstacle->may_pass && is_near(&hull, &obstacle->quad, 0) &&
                lb_convex_overlaps(hull.corner, hull.count, obstacle->quad.corner, 4,
                                   LB_CONTACT_TMM))
                lb_unit_set_add(passed, i);
        }
    }
}

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
static void start_walker(path_walker *walker, const lb_field *field, const lb_footprint *start)
{
    lb_quad quad = lb_footprint_corners(start);
    lb_point low, high;

    assert(lb_footprint_is_valid(start));
    assert(field->obstacle_count <= LB_TABLE_UNITS_MAX);
    walker->field = field;
    walker->costs = field->costs != NULL ? field->costs : &plain_costs;
    walker->is_plain = is_plain(walker->costs);
    start_toll(&walker->toll, field->ground);
    lb_box_of(quad.corner, 4, &low, &high);
    for (uint16_t i = 0; i < field->obstacle_count; i++) {
        const lb_obstacle *obstacle = &field->obstacle[i];
        lb_point low2, high2;

        assert(obstacle->keep_tmm >= 0 && obstacle->keep_tmm <= LB_TABLE_MAX);
        walker->near[i] = obstacle->keep_tmm;
        lb_box_of(obstacle->quad.corner, 4, &low2, &high2);
        if (walker->near[i] > 0 && lb_boxes_meet(low, high, low2, high2, walker->near[i])) {
            int32_t distance = lb_quad_distance_floor(&quad, &obstacle->quad);
            walker->near[i] = distance < walker->near[i] ? distance : walker->near[i];
        }
    }
}

/// Whether a wheel starts with the 1 tmm to spare that it is judged with.
static bool has_spare(const lb_quad *quad, const lb_quad *other, int32_t near)
{
    if (near == 0)
        return !lb_quad_overlaps_deeper(quad, other, LB_CONTACT_TMM - 1);
    return !lb_quad_is_within(quad, other, near + 1) ||
           !lb_convex_is_nearer(quad->corner, 4, other->corner, 4, near + 1);
}

/// The box of all that a motion may sweep, rounding included.
static void box_motion(const lb_footprint *start, const lb_motion *motion, const lb_quad *quad,
                       lb_point *low, lb_point *high)
{
    int32_t more = 2, parts = lb_motion_parts(motion);
    bool is_wheel = motion->kind == LB_STEP_WHEEL;

    lb_box_of(quad->corner, 4, low, high);
    // A wheel is looked at in four parts of a quarter turn at most; between them no corner strays
    // by more than 1 - cos 11.25 degrees of its distance from the pivot, below a fiftieth.
    if (is_wheel)
        more += (start->width_tmm + start->depth_tmm) / 50 + 1;
    for (int32_t part = is_wheel ? 1 : 4; part <= 4; part++) {
        lb_footprint at = lb_motion_at(start, motion, parts * part / 4);
        lb_quad there = lb_footprint_corners(&at);
        lb_point low2, high2;

        lb_box_of(there.corner, 4, &low2, &high2);
        join_boxes(low, high, low2, high2);
    }
    *low = (lb_point){low->x - more, low->y - more};
    *high = (lb_point){high->x + more, high->y + more};
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

    walker->costly.count = 0;
    walker->is_bound_met = walker->low.x < 0 || walker->low.y < 0 ||
                           walker->high.x > ground->width_tmm || walker->high.y > ground->depth_tmm;
    for (uint16_t i = 0; i < ground->piece_count; i++) {
        const lb_piece *piece = &ground->piece[i];

        assert(piece->is_prepared);
        if (!lb_boxes_meet(piece->low, piece->high, walker->low, walker->high, 0))
            continue;
        walker->is_bound_met |= piece->kind == LB_TERRAIN_IMPASSABLE;
        if (is_costly(walker, piece))
            walker->costly.piece[walker->costly.count++] = i;
    }
}

/// Finds which obstacles may matter to the present step.
static void meet_obstacles(path_walker *walker)
{
    walker->met_count = walker->block_count = walker->pass_count = 0;
    for (uint16_t i = 0; i < walker->field->obstacle_count; i++) {
        const lb_obstacle *obstacle = &walker->field->obstacle[i];
        lb_point low, high;

        lb_box_of(obstacle->quad.corner, 4, &low, &high);
        if (!lb_boxes_meet(low, high, walker->low, walker->high, walker->near[i] + 2))
            continue;
        walker->met_low[walker->met_count] = low;
        walker->met_high[walker->met_count] = high;
        walker->met[walker->met_count++] = i;
        if (obstacle->may_pass)
            walker->pass_count++;
        else
            walker->block_count++;
    }
}

/// What holds for one step: a wheel keeps 1 tmm to spare where it starts with as much.
static void start_step(path_walker *walker, const lb_footprint *start, const lb_motion *motion)
{
    lb_quad quad = lb_footprint_corners(start);

    box_motion(start, motion, &quad, &walker->low, &walker->high);
    meet_ground(walker);
    meet_obstacles(walker);
    for (uint16_t k = 0; k < walker->met_count; k++) {
        uint16_t i = walker->met[k];

        walker->keep[i] = walker->near[i];
        walker->sink[i] = LB_CONTACT_TMM;
        if (motion->kind != LB_STEP_WHEEL ||
            !has_spare(&quad, &walker->field->obstacle[i].quad, walker->near[i]))
            continue;
        if (walker->near[i] > 0)
            walker->keep[i]++;
        else
            walker->sink[i]--;
    }
}

/// The may_pass obstacle that an end lies on, or is too near to.
static walk_block end_block(path_walker *walker, const lb_footprint *end)
{
    lb_quad quad = lb_footprint_corners(end);
    lb_hull hull = {.count = 4};

    for (int i = 0; i < 4; i++)
        hull.corner[i] = quad.corner[i];
    lb_box_of(quad.corner, 4, &hull.low, &hull.high);
    for (uint16_t i = 0; i < walker->field->obstacle_count; i++) {
        if (!walker->field->obstacle[i].may_pass)
            continue;
        walker->keep[i] = walker->near[i];
        walker->sink[i] = LB_CONTACT_TMM;
        if (obstacle_blocks(walker, i, &hull))
            return (walk_block){LB_STOP_ENDS_ON, i};
    }
    return unblocked;
}

// ---- paths --------------------------------------------------------------------------------------

static lb_ratio step_ratio(const lb_move_costs *costs, const lb_step *step)
{
    return step->kind == LB_STEP_STRAIGHT && step->tmm < 0 ? costs->back : costs->step[step->kind];
}

/// The cost of a step whose way is in the toll.
static int32_t step_cost(const path_walker *walker, const lb_step *step)
{
    lb_ratio ratio = step_ratio(walker->costs, step);
    uint64_t unit = (uint64_t)LB_TOLL_UNIT * LB_FINE * lb_ratio_den(ratio);

    return walker->costs->step_tmm[step->kind] +
           (int32_t)((walker->toll.way * lb_ratio_num(ratio) + unit / 2) / unit);
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

/// One step; false when it ends the path.
static bool do_step(path_walker *walker, const lb_step *step, lb_walk *walk)
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
    start_step(walker, &start, &motion);
    parts = do_motion(walker, &start, &motion, &by);
    note_passed(walker, &start, &motion, parts, &walk->passed);
    walk->end = lb_motion_at(&start, &motion, parts);
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
    path_walker walker;

    start_walker(&walker, field, start);
    for (walk.step = 0; walk.step < path->count; walk.step++) {
        walk.reach_tmm = 0;
        if (walk.step >= LB_PATH_STEPS_MAX)
            walk.stop = LB_STOP_BAD_STEP;
        if (walk.stop != LB_STOP_NONE || !do_step(&walker, &path->step[walk.step], &walk))
            break;
    }
    if (walk.stop == LB_STOP_NONE) {
        walk_block by = end_block(&walker, &walk.end);
        walk.stop = by.stop;
        walk.what = by.what;
    }
    walk.crossing_cost_tmm = crossing_cost(&walker);
    walk.climb_cost_tmm = (int32_t)walker.toll.climbs * walker.costs->climb_tmm;
    walk.cost_tmm = walk.crossing_cost_tmm + walk.climb_cost_tmm;
    for (int i = 0; i < LB_PATH_STEPS_MAX; i++)
        walk.cost_tmm += walk.step_cost_tmm[i];
    return walk;
}

// ---- retreats -----------------------------------------------------------------------------------

static lb_retreat slide(const lb_field *field, const lb_footprint *start, uint16_t direction,
                        int32_t tmm)
{
    lb_motion motion = {.kind = LB_STEP_STRAIGHT, .direction = direction, .tmm = tmm};
    lb_retreat retreat = {.direction = direction};
    path_walker walker;
    walk_block by;

    start_walker(&walker, field, start);
    start_step(&walker, start, &motion);
    retreat.moved_tmm = do_motion(&walker, start, &motion, &by);
    note_passed(&walker, start, &motion, retreat.moved_tmm, &retreat.passed);
    retreat.end = lb_motion_at(start, &motion, retreat.moved_tmm);
    if (by.stop == LB_STOP_NONE)
        by = end_block(&walker, &retreat.end);
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
    return slide(field, start, away(start, from), bounded(tmm));
}

lb_retreat lb_retreat_clear(const lb_field *field, const lb_footprint *start, lb_point from,
                            int32_t tmm)
{
    uint16_t straight = away(start, from);
    lb_retreat best = slide(field, start, straight, bounded(tmm));

    for (int i = 2; i < 2 + 2 * RETREAT_TURNS && best.stop != LB_STOP_NONE; i++) {
        int32_t turn = i / 2 * RETREAT_TURN;
        uint16_t direction = (uint16_t)(straight + (i % 2 == 0 ? turn : -turn));
        lb_retreat tried = slide(field, start, direction, bounded(tmm));

        if (tried.stop == LB_STOP_NONE || tried.moved_tmm > best.moved_tmm)
            best = tried;
    }
    return best;
}
