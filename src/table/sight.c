// SPDX-License-Identifier: MIT
// Lines of sight. See limber/table.h.
//
// A line is blocked by what it has strictly inside: so touching never blocks. Units are grown by
// the clearance: a line at exactly that distance passes.

#include "table/ground.h"

#include <assert.h>

// clang-format off
const lb_sight_row lb_sight_usual[LB_TERRAIN_COUNT] = {
    [LB_TERRAIN_DENSE]          = {.mode = LB_SIGHT_DEPTH, .rise = 1, .depth_tmm = 2 * LB_TMM_INCH},
    [LB_TERRAIN_WOOD]           = {.mode = LB_SIGHT_DEPTH, .rise = 1, .depth_tmm = 2 * LB_TMM_INCH},
    [LB_TERRAIN_DENSE_WOOD]     = {.mode = LB_SIGHT_DEPTH, .rise = 1, .depth_tmm = LB_TMM_INCH},
    [LB_TERRAIN_BUILT_WOODEN]   = {.mode = LB_SIGHT_BLOCK, .rise = 1},
    [LB_TERRAIN_BUILT_STONE]    = {.mode = LB_SIGHT_BLOCK, .rise = 1},
    [LB_TERRAIN_WALL]           = {.mode = LB_SIGHT_BLOCK, .rise = 1, .near_tmm = 2 * LB_TMM_INCH},
    [LB_TERRAIN_HEDGE]          = {.mode = LB_SIGHT_BLOCK, .rise = 1, .near_tmm = 2 * LB_TMM_INCH},
    [LB_TERRAIN_WORKS_HASTY]    = {.mode = LB_SIGHT_BLOCK, .rise = 1, .near_tmm = 2 * LB_TMM_INCH},
    [LB_TERRAIN_WORKS_PREPARED] = {.mode = LB_SIGHT_BLOCK, .rise = 1, .near_tmm = 2 * LB_TMM_INCH},
};
// clang-format on

/// One line with its box.
typedef struct sight_line {
    lb_point from, to;
    lb_box box;
} sight_line;

/// Whether a line piece is crossed farther than `near` from both ends.
static bool is_crossed(const lb_shape *shape, const sight_line *line, int32_t near_tmm)
{
    lb_rational at[LB_PIECE_POINTS_MAX];
    uint32_t count =
        lb_polyline_crossings(shape->point, shape->count, line->from, line->to, true, at);
    int64_t length, near = (int64_t)near_tmm * LB_FINE;

    if (count == 0)
        return false;
    length = lb_fine_between(line->from, line->to);
    for (uint32_t i = 0; i < count; i++) {
        int64_t place = lb_part_of(length, at[i].num, at[i].den);
        if (place > near && length - place > near)
            return true;
    }
    return false;
}

/// Whether more than `depth` of the line is inside the shape; with 0, anything at all.
static bool is_deep(const lb_shape *shape, const sight_line *line, int32_t depth_tmm)
{
    lb_span span[LB_SPANS_MAX];
    uint32_t count = lb_shape_spans(shape, line->from, line->to, span);
    int64_t length, inside = 0;

    if (depth_tmm == 0 || count == 0)
        return count > 0;
    length = lb_fine_between(line->from, line->to);
    for (uint32_t i = 0; i < count; i++)
        inside += lb_part_of(length, span[i].leave.num, span[i].leave.den) -
                  lb_part_of(length, span[i].enter.num, span[i].enter.den);
    return inside > (int64_t)depth_tmm * LB_FINE;
}

/// Whether a piece can block lines between ends of a level at all.
static bool may_block(const lb_sight *sight, const lb_piece *there, uint8_t level)
{
    const lb_sight_row *row = &sight->row[there->kind];

    if (there->kind == LB_TERRAIN_HILL)
        return there->level > level;
    return row->mode != LB_SIGHT_OPEN &&
           (there->level + row->rise > level || row->rise >= LB_RISE_SKY);
}

/// Whether a piece that may block does.
static bool ground_blocks(const lb_sight *sight, const sight_line *line, uint16_t piece)
{
    const lb_piece *there = &sight->ground->piece[piece];
    const lb_sight_row *row = &sight->row[there->kind];
    bool is_hill = there->kind == LB_TERRAIN_HILL;
    lb_shape shape;

    if (!lb_box_meets(lb_piece_box(there), line->box, 0))
        return false;
    shape = lb_shape_of(sight->ground, piece);
    if (is_hill || (row->mode == LB_SIGHT_BLOCK && !there->is_line))
        return is_deep(&shape, line, 0);
    if (row->mode == LB_SIGHT_DEPTH)
        return is_deep(&shape, line, row->depth_tmm);
    return is_crossed(&shape, line, row->near_tmm);
}

/// Whether a quad lies on one side of the line through two points, at least tmm from it.
static bool is_beside(const lb_quad *quad, lb_point from, lb_point to, int32_t tmm)
{
    int64_t least = lb_side_of(from, to, quad->corner[0]), most = least;
    uint64_t nearest;

    for (int i = 1; i < 4; i++) {
        int64_t side = lb_side_of(from, to, quad->corner[i]);
        least = side < least ? side : least;
        most = side > most ? side : most;
    }
    if (least <= 0 && most >= 0)
        return false;
    nearest = least > 0 ? (uint64_t)least : (uint64_t)-most;
    return lb_products_compare(nearest, nearest, (uint64_t)tmm * (uint64_t)tmm,
                               lb_square_between(from, to)) >= 0;
}

/// What may be in the way of lines inside a box, ascending.
typedef struct sight_view {
    uint16_t unit[LB_TABLE_UNITS_MAX];
    lb_box box[LB_TABLE_UNITS_MAX]; ///< of those units
    uint16_t piece[LB_PIECES_MAX];
    uint16_t units, pieces;
} sight_view;

static void view_box(const lb_sight *sight, lb_box box, uint8_t level, sight_view *view)
{
    assert(sight->blocker_count <= LB_TABLE_UNITS_MAX);
    assert(sight->clearance_tmm >= 0 && sight->clearance_tmm <= LB_TABLE_MAX);
    view->units = view->pieces = 0;
    for (uint16_t i = 0; i < sight->blocker_count; i++) {
        const lb_blocker *blocker = &sight->blocker[i];

        if (i == sight->skip_from || i == sight->skip_to || blocker->top <= level)
            continue;
        view->box[view->units] = lb_quad_box_of(&blocker->quad);
        if (lb_box_meets(view->box[view->units], box, sight->clearance_tmm))
            view->unit[view->units++] = i;
    }
    for (uint16_t i = 0; i < sight->ground->piece_count; i++) {
        const lb_piece *piece = &sight->ground->piece[i];

        if (lb_box_meets(lb_piece_box(piece), box, 0) && may_block(sight, piece, level) &&
            (sight->open == NULL || !lb_piece_set_has(sight->open, i)))
            view->piece[view->pieces++] = i;
    }
}

/// Whether a quad with its box blocks the line.
static bool quad_blocks(const lb_sight *sight, const lb_quad *quad, lb_box box,
                        const sight_line *line)
{
    lb_point ends[2] = {line->from, line->to};

    if (!lb_box_meets(box, line->box, sight->clearance_tmm) ||
        is_beside(quad, line->from, line->to, sight->clearance_tmm))
        return false;
    if (sight->clearance_tmm == 0)
        return lb_convex_is_passed(quad->corner, 4, line->from, line->to);
    return lb_convex_is_nearer(quad->corner, 4, ends, 2, sight->clearance_tmm);
}

/// Whether the n-th unit of the view blocks the line.
static bool unit_blocks(const lb_sight *sight, const sight_view *view, const sight_line *line,
                        uint16_t n)
{
    return quad_blocks(sight, &sight->blocker[view->unit[n]].quad, view->box[n], line);
}

static sight_line line_between(lb_point from, lb_point to)
{
    lb_point ends[2] = {from, to};

    return (sight_line){from, to, lb_box_of(ends, 2)};
}

/// Follows a line; *unit is the number in the view of a unit that blocks it.
static lb_sight_result look(const lb_sight *sight, const sight_view *view, const sight_line *line,
                            uint16_t *unit)
{
    for (uint16_t n = 0; n < view->units; n++)
        if (unit_blocks(sight, view, line, n)) {
            *unit = n;
            return (lb_sight_result){LB_SIGHT_BY_UNIT, view->unit[n], line->from, line->to};
        }
    for (uint16_t n = 0; n < view->pieces; n++)
        if (ground_blocks(sight, line, view->piece[n]))
            return (lb_sight_result){LB_SIGHT_BY_GROUND, view->piece[n], line->from, line->to};
    return (lb_sight_result){LB_SIGHT_CLEAR, LB_NO_INDEX, line->from, line->to};
}

static uint8_t higher_level(const lb_ground *ground, lb_point a, lb_point b)
{
    uint8_t level = lb_ground_level(ground, a), level2 = lb_ground_level(ground, b);

    return level > level2 ? level : level2;
}

/// A line and the level of its higher end, which is looked up when something depends on it.
typedef struct single_line {
    const lb_sight *sight;
    sight_line line;
    bool is_levelled;
    uint8_t level;
} single_line;

static uint8_t level_of(single_line *on)
{
    if (!on->is_levelled)
        on->level = higher_level(on->sight->ground, on->line.from, on->line.to);
    on->is_levelled = true;
    return on->level;
}

/// The first unit that blocks a line; LB_NO_INDEX for none.
static uint16_t unit_before(single_line *on)
{
    const lb_sight *sight = on->sight;

    for (uint16_t i = 0; i < sight->blocker_count; i++) {
        const lb_blocker *blocker = &sight->blocker[i];

        if (i != sight->skip_from && i != sight->skip_to &&
            (blocker->top == UINT8_MAX || blocker->top > level_of(on)) &&
            quad_blocks(sight, &blocker->quad, lb_quad_box_of(&blocker->quad), &on->line))
            return i;
    }
    return LB_NO_INDEX;
}

/// The first piece of ground that blocks a line; LB_NO_INDEX for none.
static uint16_t piece_before(single_line *on)
{
    const lb_sight *sight = on->sight;

    for (uint16_t i = 0; i < sight->ground->piece_count; i++) {
        const lb_piece *piece = &sight->ground->piece[i];

        if (lb_box_meets(lb_piece_box(piece), on->line.box, 0) && may_block(sight, piece, 0) &&
            may_block(sight, piece, level_of(on)) &&
            (sight->open == NULL || !lb_piece_set_has(sight->open, i)) &&
            ground_blocks(sight, &on->line, i))
            return i;
    }
    return LB_NO_INDEX;
}

lb_sight_result lb_sight_line(const lb_sight *sight, lb_point from, lb_point to)
{
    single_line on = {.sight = sight, .line = line_between(from, to)};
    lb_sight_result result = {LB_SIGHT_BY_UNIT, unit_before(&on), from, to};

    if (result.what != LB_NO_INDEX)
        return result;
    result.what = piece_before(&on);
    result.block = result.what != LB_NO_INDEX ? LB_SIGHT_BY_GROUND : LB_SIGHT_CLEAR;
    return result;
}

bool lb_sight_is_clear(const lb_sight *sight, lb_point from, lb_point to)
{
    return lb_sight_line(sight, from, to).block == LB_SIGHT_CLEAR;
}

bool lb_sight_box_is_clear(const lb_sight *sight, lb_box box)
{
    sight_view view;

    view_box(sight, box, 0, &view);
    return view.units == 0 && view.pieces == 0;
}

/// Whether what blocked the line before blocks this one too.
static bool blocks_again(const lb_sight *sight, const sight_view *view, const sight_line *line,
                         const lb_sight_result *before, uint16_t unit)
{
    return before->block == LB_SIGHT_BY_UNIT ? unit_blocks(sight, view, line, unit)
                                             : ground_blocks(sight, line, before->what);
}

/// Whether a unit is in the way of every line from the front of one quad to another, if so much can
/// be seen from the lines between their corners.
///
/// What a convex shape hides from a point is convex too. So if it hides all corners of a quad from
/// both ends of a front, it hides all of the quad from all of the front. Eyes and marks between the
/// corners are rounded by less than a tmm: a tmm less of clearance makes good for that.
static bool hides_all(const lb_sight *sight, const lb_blocker *blocker, const lb_quad *from,
                      const lb_quad *to)
{
    for (int i = 0; i < 2 * 4; i++) {
        lb_point ends[2] = {from->corner[i / 4], to->corner[i % 4]};

        if (!lb_convex_is_nearer(blocker->quad.corner, 4, ends, 2, sight->clearance_tmm - 1))
            return false;
    }
    return true;
}

lb_sight_result lb_sight_between(const lb_sight *sight, const lb_quad *from, const lb_quad *to)
{
    enum { EYES = 3, MARKS = 9, LINES = EYES * MARKS };
    lb_point eye[EYES] = {lb_quad_middle(from, LB_FACE_FRONT), from->corner[0], from->corner[1]};
    lb_point mark[MARKS] = {lb_quad_centre(to)};
    uint8_t level = higher_level(sight->ground, lb_quad_centre(from), mark[0]);
    lb_sight_result result = {0};
    uint16_t unit = 0;
    sight_view view;

    for (int i = 0; i < 4; i++) {
        mark[1 + i] = lb_quad_middle(to, (lb_face)i);
        mark[5 + i] = to->corner[i];
    }
    view_box(sight, lb_box_join(lb_box_of(eye, EYES), lb_box_of(mark, MARKS)), level, &view);
    for (int i = 0; i < LINES; i++) {
        sight_line line = line_between(eye[i / MARKS], mark[i % MARKS]);

        // What blocked one line blocks the next, as a rule; only the last has to tell by what.
        if (i > 0 && i < LINES - 1 && blocks_again(sight, &view, &line, &result, unit))
            continue;
        result = look(sight, &view, &line, &unit);
        if (result.block == LB_SIGHT_CLEAR)
            return result;
        if (i == 0 && result.block == LB_SIGHT_BY_UNIT &&
            hides_all(sight, &sight->blocker[result.what], from, to))
            i = LINES - 2; // Only the last line is left, which tells by what.
    }
    return result;
}
