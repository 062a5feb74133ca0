// SPDX-License-Identifier: MIT
// Ground: checking pieces, and what lies under points, quads and segments. See limber/table.h.

#include "table/ground.h"

#include "table/area.h"

#include <assert.h>

enum {
    LINE_WIDTH_MAX = 4000,
    LATTICE = 16, ///< points each way to measure bodies of lines by
    HALF_LATTICE = LATTICE * LATTICE / 2,
};

static const char *const words[LB_TERRAIN_COUNT] = {
#define X(name, word, role) [LB_TERRAIN_##name] = (word),
    LB_TERRAIN_LIST(X)
#undef X
};

static const uint8_t roles[LB_TERRAIN_COUNT] = {
#define X(name, word, role) [LB_TERRAIN_##name] = LB_ROLE_##role,
    LB_TERRAIN_LIST(X)
#undef X
};

const char *lb_terrain_word(lb_terrain_kind kind)
{
    assert((unsigned)kind < LB_TERRAIN_COUNT);
    return words[kind];
}

lb_terrain_role lb_terrain_role_of(lb_terrain_kind kind)
{
    assert((unsigned)kind < LB_TERRAIN_COUNT);
    return (lb_terrain_role)roles[kind];
}

// ---- checking -----------------------------------------------------------------------------------

static int sign_of(int64_t value)
{
    return (value > 0) - (value < 0);
}

/// Whether p, known to be on the line of ab, is within the segment.
static bool is_on(lb_point a, lb_point b, lb_point p)
{
    return (p.x >= a.x || p.x >= b.x) && (p.x <= a.x || p.x <= b.x) && (p.y >= a.y || p.y >= b.y) &&
           (p.y <= a.y || p.y <= b.y);
}

/// Whether two closed segments have a point in common.
static bool segments_meet(lb_point a, lb_point b, lb_point p, lb_point q)
{
    int ap = sign_of(lb_side_of(a, b, p)), aq = sign_of(lb_side_of(a, b, q));
    int pa = sign_of(lb_side_of(p, q, a)), pb = sign_of(lb_side_of(p, q, b));

    if (ap * aq < 0 && pa * pb < 0)
        return true;
    return (ap == 0 && is_on(a, b, p)) || (aq == 0 && is_on(a, b, q)) ||
           (pa == 0 && is_on(p, q, a)) || (pb == 0 && is_on(p, q, b));
}

/// Whether a polygon's edges meet only where neighbours share a corner.
static bool is_simple(const lb_point *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        lb_point a = point[i], b = point[(i + 1) % count], c = point[(i + 2) % count];

        // A spike: the next edge runs back over this one.
        if (lb_side_of(a, b, c) == 0 && (is_on(a, b, c) || is_on(b, c, a)))
            return false;
        for (uint32_t k = i + 2; k < count; k++)
            if ((k + 1) % count != i && segments_meet(a, b, point[k], point[(k + 1) % count]))
                return false;
    }
    return true;
}

static lb_ground_fault check_piece(lb_piece *piece, const lb_point *all, size_t all_count)
{
    uint32_t least = piece->is_line ? 2 : 3, edges;
    const lb_point *point = all + piece->first_point;
    int32_t grow = piece->is_line ? piece->width_tmm : 0;
    lb_box box;

    if (piece->kind >= LB_TERRAIN_COUNT)
        return LB_GROUND_BAD_KIND;
    if (piece->point_count < least || piece->point_count > LB_PIECE_POINTS_MAX ||
        (size_t)piece->first_point + piece->point_count > all_count)
        return LB_GROUND_BAD_POINT_COUNT;
    if (grow < 0 || grow > LINE_WIDTH_MAX)
        return LB_GROUND_BAD_WIDTH;
    for (uint32_t i = 0; i < piece->point_count; i++)
        if (!lb_point_is_in_range(point[i]))
            return LB_GROUND_POINT_OUT_OF_RANGE;
    box = lb_box_grown(lb_box_of(point, piece->point_count), grow);
    piece->low = box.low;
    piece->high = box.high;
    if (!lb_point_is_in_range(piece->low) || !lb_point_is_in_range(piece->high))
        return LB_GROUND_POINT_OUT_OF_RANGE;
    edges = piece->is_line ? piece->point_count - 1u : piece->point_count;
    for (uint32_t i = 0; i < edges; i++)
        if (lb_point_equals(point[i], point[(i + 1) % piece->point_count]))
            return LB_GROUND_POINT_TWICE;
    if (!piece->is_line && !is_simple(point, piece->point_count))
        return LB_GROUND_EDGES_CROSS;
    piece->is_prepared = true;
    return LB_GROUND_OK;
}

lb_ground_fault lb_ground_prepare(lb_piece *piece, size_t piece_count, const lb_point *point,
                                  size_t point_count, uint16_t *where)
{
    *where = LB_NO_INDEX;
    if (piece_count > LB_PIECES_MAX)
        return LB_GROUND_TOO_MANY_PIECES;
    for (size_t i = 0; i < piece_count; i++) {
        lb_ground_fault fault;

        piece[i].is_prepared = false;
        fault = check_piece(&piece[i], point, point_count);
        if (fault != LB_GROUND_OK) {
            *where = (uint16_t)i;
            return fault;
        }
    }
    return LB_GROUND_OK;
}

// ---- shapes -------------------------------------------------------------------------------------

lb_shape lb_shape_of(const lb_ground *ground, uint16_t piece)
{
    const lb_piece *found = &ground->piece[piece];

    assert(piece < ground->piece_count && found->is_prepared);
    return (lb_shape){found, ground->point + found->first_point, found->point_count};
}

lb_quad lb_shape_body(const lb_shape *shape, uint32_t i)
{
    lb_point from = shape->point[i], to = shape->point[i + 1];
    int64_t twice_length = 2 * lb_fine_between(from, to), width = shape->piece->width_tmm;
    int32_t x =
        (int32_t)lb_divide_nearest(((int64_t)to.x - from.x) * width * LB_FINE, twice_length);
    int32_t y =
        (int32_t)lb_divide_nearest(((int64_t)to.y - from.y) * width * LB_FINE, twice_length);

    if (i > 0)
        from = (lb_point){from.x - x, from.y - y};
    if (i + 2 < shape->count)
        to = (lb_point){to.x + x, to.y + y};
    return (lb_quad){{{from.x - y, from.y + x},
                      {to.x - y, to.y + x},
                      {to.x + y, to.y - x},
                      {from.x + y, from.y - x}}};
}

/// The number of bodies of a line; 0 for an area and a line without a body.
static uint32_t bodies_of(const lb_shape *shape)
{
    return shape->piece->is_line && shape->piece->width_tmm > 1 ? shape->count - 1 : 0;
}

/// Whether body i of a line may have something of a box: it keeps within a width of its segment.
static inline bool may_meet_body(const lb_shape *shape, uint32_t i, lb_box box)
{
    return lb_box_meets(lb_box_of(shape->point + i, 2), box, shape->piece->width_tmm + 2);
}

static bool has_point(const lb_shape *shape, lb_point point)
{
    lb_box box = {point, point};

    if (!lb_box_meets(lb_piece_box(shape->piece), box, 0))
        return false;
    if (!shape->piece->is_line)
        return lb_polygon_has(shape->point, shape->count, 2 * (int64_t)point.x,
                              2 * (int64_t)point.y);
    for (uint32_t i = 0; i < bodies_of(shape); i++) {
        lb_quad body;

        if (!may_meet_body(shape, i, box))
            continue;
        body = lb_shape_body(shape, i);
        if (lb_point_is_inside(point, &body))
            return true;
    }
    return false;
}

uint32_t lb_shape_spans(const lb_shape *shape, lb_point a, lb_point b, lb_span *span)
{
    lb_point ends[2] = {a, b};
    lb_box box = lb_box_of(ends, 2);
    uint32_t count = 0;

    if (!lb_box_meets(lb_piece_box(shape->piece), box, 0))
        return 0;
    if (!shape->piece->is_line)
        return lb_polygon_spans(shape->point, shape->count, a, b, span);
    for (uint32_t i = 0; i < bodies_of(shape); i++) {
        lb_quad body;

        if (!may_meet_body(shape, i, box))
            continue;
        body = lb_shape_body(shape, i);
        // A convex shape has one part of a segment at most.
        count += lb_polygon_spans(body.corner, 4, a, b, span + count);
    }
    return lb_spans_join(span, count);
}

/// Whether an edge of an area, or the line of a line, passes inside the hull.
static bool passes(const lb_shape *shape, const lb_hull *hull)
{
    uint32_t edges = shape->piece->is_line ? shape->count - 1 : shape->count;

    for (uint32_t i = 0; i < edges; i++) {
        lb_point ends[2] = {shape->point[i], shape->point[i + 1 == shape->count ? 0 : i + 1]};

        if (lb_box_meets(lb_box_of(ends, 2), hull->box, 0) &&
            lb_convex_is_passed(hull->corner, hull->count, ends[0], ends[1]))
            return true;
    }
    return false;
}

/// Whether an area has the middle of a hull. Corners that are no neighbours have their middle
/// strictly inside the hull.
static bool has_middle(const lb_shape *shape, const lb_hull *hull)
{
    lb_point corner = hull->corner[0], opposite = hull->corner[hull->count / 2];

    assert(hull->count >= 4 && !shape->piece->is_line);
    return lb_polygon_has(shape->point, shape->count, (int64_t)corner.x + opposite.x,
                          (int64_t)corner.y + opposite.y);
}

/// Whether one of the bodies of a line shares interior with the hull.
static bool has_body_in(const lb_shape *shape, const lb_hull *hull)
{
    for (uint32_t i = 0; i < bodies_of(shape); i++) {
        lb_quad body;

        if (!may_meet_body(shape, i, hull->box))
            continue;
        body = lb_shape_body(shape, i);
        if (lb_convex_overlaps(body.corner, 4, hull->corner, hull->count, 0))
            return true;
    }
    return false;
}

bool lb_shape_enters(const lb_shape *shape, const lb_hull *hull)
{
    if (!lb_box_meets(lb_piece_box(shape->piece), hull->box, 0))
        return false;
    if (bodies_of(shape) > 0)
        return has_body_in(shape, hull);
    // When no edge is inside the hull, all of it is inside the area, or nothing.
    return passes(shape, hull) || (!shape->piece->is_line && has_middle(shape, hull));
}

// ---- under points and quads ---------------------------------------------------------------------

bool lb_piece_has_point(const lb_ground *ground, uint16_t piece, lb_point point)
{
    lb_shape shape = lb_shape_of(ground, piece);

    return has_point(&shape, point);
}

lb_piece_set lb_ground_at(const lb_ground *ground, lb_point point)
{
    lb_piece_set set = {{0}};

    for (uint16_t i = 0; i < ground->piece_count; i++)
        if (lb_piece_has_point(ground, i, point))
            lb_piece_set_add(&set, i);
    return set;
}

uint8_t lb_ground_level(const lb_ground *ground, lb_point point)
{
    uint8_t level = 0;

    for (uint16_t i = 0; i < ground->piece_count; i++)
        if (ground->piece[i].kind == LB_TERRAIN_HILL && ground->piece[i].level > level &&
            lb_box_meets(lb_piece_box(&ground->piece[i]), (lb_box){point, point}, 0) &&
            lb_piece_has_point(ground, i, point))
            level = ground->piece[i].level;
    return level;
}

static uint64_t quad_area(const lb_quad *quad)
{
    lb_cut cut;

    lb_cut_start(&cut, quad->corner, 4);
    return lb_cut_area(&cut);
}

/// Twice the area of the quad that lies on the area.
static uint64_t area_on(const lb_shape *shape, const lb_quad *quad)
{
    lb_cut cut;

    lb_cut_start(&cut, shape->point, shape->count);
    for (int i = 0; i < 4; i++)
        lb_cut_keep_right(&cut, quad->corner[i], quad->corner[(i + 1) % 4]);
    return lb_cut_area(&cut);
}

/// The bodies of a line that may have something of a quad.
typedef struct body_list {
    lb_quad body[LB_PIECE_POINTS_MAX];
    lb_box box[LB_PIECE_POINTS_MAX];
    uint32_t count;
} body_list;

static void list_bodies(const lb_shape *shape, lb_box box, body_list *list)
{
    list->count = 0;
    for (uint32_t i = 0; i < bodies_of(shape); i++)
        if (may_meet_body(shape, i, box)) {
            list->body[list->count] = lb_shape_body(shape, i);
            list->box[list->count] = lb_quad_box_of(&list->body[list->count]);
            list->count++;
        }
}

static bool bodies_have(const body_list *list, lb_point point)
{
    lb_box box = {point, point};

    for (uint32_t i = 0; i < list->count; i++)
        if (lb_box_meets(list->box[i], box, 0) && lb_point_is_inside(point, &list->body[i]))
            return true;
    return false;
}

/// One of the lattice's points on a quad, at the nearest tmm; i and k are odd, below 2 * LATTICE.
static lb_point lattice_point(const lb_quad *quad, int32_t i, int32_t k)
{
    const lb_point *corner = quad->corner;
    int64_t x = (int64_t)(corner[1].x - corner[0].x) * i + (int64_t)(corner[3].x - corner[0].x) * k;
    int64_t y = (int64_t)(corner[1].y - corner[0].y) * i + (int64_t)(corner[3].y - corner[0].y) * k;

    return (lb_point){corner[0].x + (int32_t)lb_divide_nearest(x, 2 * LATTICE),
                      corner[0].y + (int32_t)lb_divide_nearest(y, 2 * LATTICE)};
}

/// How many of the lattice's points lie on the bodies of a line. With `is_brief`, the count stops
/// where it is known on which side of the half it ends, and that it is not all.
static uint32_t lattice_on(const lb_shape *shape, const lb_quad *quad, bool is_brief)
{
    uint32_t found = 0, missed = 0;
    body_list list;

    list_bodies(shape, lb_box_grown(lb_quad_box_of(quad), 1), &list);
    if (list.count == 0)
        return 0;
    for (int32_t i = 1; i < 2 * LATTICE; i += 2)
        for (int32_t k = 1; k < 2 * LATTICE; k += 2) {
            if (bodies_have(&list, lattice_point(quad, i, k)))
                found++;
            else
                missed++;
            if (is_brief && missed > 0 && (found > HALF_LATTICE || missed >= HALF_LATTICE))
                return found;
        }
    return found;
}

int32_t lb_piece_share(const lb_ground *ground, uint16_t piece, const lb_quad *quad)
{
    lb_shape shape = lb_shape_of(ground, piece);
    uint64_t whole;

    if (!lb_box_meets(lb_piece_box(shape.piece), lb_quad_box_of(quad), 0))
        return 0;
    if (shape.piece->is_line)
        return (int32_t)(lattice_on(&shape, quad, false) * 1000 + HALF_LATTICE) /
               (LATTICE * LATTICE);
    whole = quad_area(quad);
    return (int32_t)((area_on(&shape, quad) * 1000 + whole / 2) / whole);
}

/// How much of a quad lies on a line piece that enters it.
static lb_cover line_cover(const lb_shape *shape, const lb_quad *quad)
{
    uint32_t found = lattice_on(shape, quad, true);

    return found == LATTICE * LATTICE ? LB_COVER_ALL
           : found > HALF_LATTICE     ? LB_COVER_MOST
                                      : LB_COVER_SOME;
}

/// The cover of a piece whose box meets the quad's. It is told no more exactly than it takes to say
/// whether it is at least `at_least`; with LB_COVER_MOST, it is told exactly.
static lb_cover cover_of(const lb_shape *shape, const lb_quad *quad, lb_box box, lb_cover at_least)
{
    lb_hull hull = {.count = 4, .box = box};

    for (int i = 0; i < 4; i++)
        hull.corner[i] = quad->corner[i];
    if (shape->piece->is_line) {
        if (!lb_shape_enters(shape, &hull))
            return LB_COVER_NONE;
        return at_least == LB_COVER_SOME ? LB_COVER_SOME : line_cover(shape, quad);
    }
    if (!passes(shape, &hull))
        return has_middle(shape, &hull) ? LB_COVER_ALL : LB_COVER_NONE;
    if (at_least != LB_COVER_MOST)
        return LB_COVER_SOME;
    return 2 * area_on(shape, quad) > quad_area(quad) ? LB_COVER_MOST : LB_COVER_SOME;
}

lb_cover lb_piece_cover(const lb_ground *ground, uint16_t piece, const lb_quad *quad)
{
    lb_shape shape = lb_shape_of(ground, piece);
    lb_box box = lb_quad_box_of(quad);

    if (!lb_box_meets(lb_piece_box(shape.piece), box, 0))
        return LB_COVER_NONE;
    return cover_of(&shape, quad, box, LB_COVER_MOST);
}

bool lb_piece_covers(const lb_ground *ground, uint16_t piece, const lb_quad *quad,
                     lb_cover at_least)
{
    lb_shape shape = lb_shape_of(ground, piece);
    lb_box box = lb_quad_box_of(quad);

    assert(at_least != LB_COVER_NONE);
    return lb_box_meets(lb_piece_box(shape.piece), box, 0) &&
           cover_of(&shape, quad, box, at_least) >= at_least;
}

lb_piece_set lb_ground_under(const lb_ground *ground, const lb_quad *quad, lb_cover at_least)
{
    lb_piece_set set = {{0}};

    assert(at_least != LB_COVER_NONE);
    for (uint16_t i = 0; i < ground->piece_count; i++)
        if (lb_piece_covers(ground, i, quad, at_least))
            lb_piece_set_add(&set, i);
    return set;
}

lb_terrain_kind lb_ground_kind_under(const lb_ground *ground, const lb_quad *quad)
{
    for (uint16_t i = ground->piece_count; i-- > 0;) {
        lb_terrain_kind kind = (lb_terrain_kind)ground->piece[i].kind;
        lb_terrain_role role = lb_terrain_role_of(kind);

        if ((role == LB_ROLE_GROUND || role == LB_ROLE_WATER) &&
            lb_piece_covers(ground, i, quad, LB_COVER_MOST))
            return kind;
    }
    return LB_TERRAIN_OPEN;
}

uint16_t lb_ground_road_under(const lb_ground *ground, const lb_quad *quad)
{
    for (uint16_t i = ground->piece_count; i-- > 0;)
        if (lb_terrain_role_of((lb_terrain_kind)ground->piece[i].kind) == LB_ROLE_ROAD &&
            lb_piece_has_point(ground, i, lb_quad_middle(quad, LB_FACE_FRONT)) &&
            lb_piece_has_point(ground, i, lb_quad_centre(quad)) &&
            lb_piece_has_point(ground, i, lb_quad_middle(quad, LB_FACE_REAR)))
            return i;
    return LB_NO_INDEX;
}

// ---- along segments -----------------------------------------------------------------------------

size_t lb_ground_stretches(const lb_ground *ground, const lb_piece_list *among, lb_point from,
                           lb_point to, int64_t length_fine, lb_stretch *stretch, size_t room)
{
    size_t count = 0, kept;
    lb_point ends[2] = {from, to};
    lb_box box = lb_box_of(ends, 2);

    for (uint32_t n = 0; n < (among == NULL ? ground->piece_count : among->count); n++) {
        uint16_t i = among == NULL ? (uint16_t)n : among->piece[n];
        lb_shape shape = lb_shape_of(ground, i);
        lb_span span[LB_SPANS_MAX];
        uint32_t spans;

        if (!lb_box_meets(lb_piece_box(shape.piece), box, 0))
            continue;
        spans = lb_shape_spans(&shape, from, to, span);
        for (uint32_t k = 0; k < spans; k++, count++)
            if (count < room)
                stretch[count] = (lb_stretch){
                    i, (int32_t)lb_part_of(length_fine, span[k].enter.num, span[k].enter.den),
                    (int32_t)lb_part_of(length_fine, span[k].leave.num, span[k].leave.den)};
    }
    kept = count < room ? count : room;
    for (size_t i = 1; i < kept; i++) {
        lb_stretch moved = stretch[i];
        size_t at = i;
        for (; at > 0 && stretch[at - 1].enter_fine > moved.enter_fine; at--)
            stretch[at] = stretch[at - 1];
        stretch[at] = moved;
    }
    return count;
}

size_t lb_ground_along(const lb_ground *ground, lb_point from, lb_point to, lb_stretch *stretch,
                       size_t room)
{
    return lb_ground_stretches(ground, NULL, from, to, lb_fine_between(from, to), stretch, room);
}

uint32_t lb_piece_crossings(const lb_ground *ground, uint16_t piece, lb_point from, lb_point to)
{
    lb_shape shape = lb_shape_of(ground, piece);
    lb_rational at[LB_PIECE_POINTS_MAX];

    if (!shape.piece->is_line)
        return 0;
    return lb_polyline_crossings(shape.point, shape.count, from, to, false, at);
}
