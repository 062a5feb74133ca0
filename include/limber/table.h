// SPDX-License-Identifier: MIT
// The geometry of the miniature table: footprints, distances, arcs, contact, ground, sight,
// movement, retreat and a grid to find neighbours.
//
// Lengths are int32 tenths of a millimetre (tmm): 1 inch = 254, 1 cm = 100. (Chart inputs of core
// are hundredths of a millimetre.) x grows to the right (east), y up (north), the table's
// south-west corner is (0, 0). A heading is a uint16 binary angle: 0 = north, growing clockwise,
// 16384 = east.
//
// Everything is integer arithmetic and gives the same answer on every machine. "Exact" below means:
// no rounding at all, given the integer corners. Positions along a line are in fine units,
// 1/LB_FINE of a tmm, rounded down.
//
// Edges belong to nobody, everywhere: touching an edge or a corner does not overlap, is not inside,
// does not enter an arc and does not block sight; a distance of exactly `tmm` is within `tmm`.
//
// Points handed in lie within LB_MARGIN of the largest table (lb_point_is_in_range); the functions
// that take untrusted numbers (lb_ground_prepare, lb_path_*, lb_retreat*) say so and check.
#pragma once

#include "limber/api.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

LB_BEGIN_DECLS

enum {
    LB_TMM_INCH = 254,
    LB_TMM_CM = 100,
    LB_FINE = 256,            ///< fine units in a tmm
    LB_TABLE_MAX = 254000,    ///< the largest table, each way
    LB_MARGIN = 12000,        ///< how far off the largest table a point may lie
    LB_FOOTPRINT_MIN = 10,    ///< the smallest width or depth of a footprint
    LB_FOOTPRINT_MAX = 10000, ///< the largest
    LB_CONTACT_TMM = 2,       ///< how far corner rounding may part or sink two that touch
    LB_ANGLE_QUARTER = 16384, ///< 90 degrees
    LB_ANGLE_HALF = 32768,    ///< 180 degrees
    LB_SINE_BITS = 30,
    LB_SINE_ONE = 1 << LB_SINE_BITS, ///< 1 as lb_sine gives it
    LB_TABLE_UNITS_MAX = 448,        ///< quads in a grid, obstacles of a path, blockers of sight
    LB_PIECES_MAX = 256,             ///< pieces of ground
    LB_PIECE_POINTS_MAX = 96,        ///< points of one piece
    LB_PATH_STEPS_MAX = 8,           ///< steps of a path
    LB_GRID_CELLS = 32,              ///< cells of a grid, each way
    LB_NO_INDEX = UINT16_MAX,        ///< no piece, no unit
};

// ---- points, headings, footprints ---------------------------------------------------------------

typedef struct lb_point {
    int32_t x, y;
} lb_point;

/// An oriented rectangle. Width is across the front; the heading points out of the front.
typedef struct lb_footprint {
    lb_point centre;
    uint16_t heading;
    int32_t width_tmm; ///< LB_FOOTPRINT_MIN … LB_FOOTPRINT_MAX, and so the depth
    int32_t depth_tmm;
} lb_footprint;

/// A convex quadrilateral, no three corners on a line, with corners clockwise: front-left,
/// front-right, rear-right, rear-left. Its sides are at most LB_FOOTPRINT_MAX long.
typedef struct lb_quad {
    lb_point corner[4];
} lb_quad;

/// Side i of a quad runs from corner i to corner i + 1.
typedef enum lb_face {
    LB_FACE_FRONT = 0,
    LB_FACE_RIGHT,
    LB_FACE_REAR,
    LB_FACE_LEFT,
    LB_FACE_COUNT
} lb_face;

/// A box along the axes, its edges included.
typedef struct lb_box {
    lb_point low, high;
} lb_box;

/// The box around a quad.
static inline lb_box lb_quad_box_of(const lb_quad *quad)
{
    lb_box box = {quad->corner[0], quad->corner[0]};

    for (int i = 1; i < 4; i++) {
        lb_point at = quad->corner[i];

        box.low.x = at.x < box.low.x ? at.x : box.low.x;
        box.low.y = at.y < box.low.y ? at.y : box.low.y;
        box.high.x = at.x > box.high.x ? at.x : box.high.x;
        box.high.y = at.y > box.high.y ? at.y : box.high.y;
    }
    return box;
}

/// Whether the boxes, one of them grown by `tmm` (0 … 2^20), have a point in common.
/// When they have none, whatever is in one is farther than `tmm` from whatever is in the other.
static inline bool lb_box_meets(lb_box a, lb_box b, int32_t tmm)
{
    return a.low.x - tmm <= b.high.x && b.low.x <= a.high.x + tmm && a.low.y - tmm <= b.high.y &&
           b.low.y <= a.high.y + tmm;
}

/// The box around both.
static inline lb_box lb_box_join(lb_box a, lb_box b)
{
    lb_box box = {
        {a.low.x < b.low.x ? a.low.x : b.low.x, a.low.y < b.low.y ? a.low.y : b.low.y},
        {a.high.x > b.high.x ? a.high.x : b.high.x, a.high.y > b.high.y ? a.high.y : b.high.y}};

    return box;
}

/// Sine of a heading, LB_SINE_ONE = 1, within 2 of the true value; odd, mirrored and exact at the
/// quadrants. A step of s towards a heading is (s * sine, s * cosine).
int32_t lb_sine(uint16_t heading);
int32_t lb_cosine(uint16_t heading);

/// The heading nearest to the direction of `to` seen from `from`; 0 when they are the same point.
uint16_t lb_heading_to(lb_point from, lb_point to);

/// The point `tmm` (may be negative) from `from` towards `heading`, rounded to the nearest, halves
/// away from `from`.
lb_point lb_point_towards(lb_point from, uint16_t heading, int32_t tmm);

/// Whether the exact functions take this point.
bool lb_point_is_in_range(lb_point point);

/// Whether width, depth and centre are within bounds, so that all corners are in range.
bool lb_footprint_is_valid(const lb_footprint *footprint);

/// The corners, each rounded to the nearest tmm. Opposite corners lie symmetrically about the
/// centre, so the result is exactly a parallelogram, and turning about changes only their order.
lb_quad lb_footprint_corners(const lb_footprint *footprint);

/// The middle of a face, halves rounded down.
lb_point lb_quad_middle(const lb_quad *quad, lb_face face);

/// The centre (of front-left and rear-right), halves rounded down; exact for a footprint's quad.
lb_point lb_quad_centre(const lb_quad *quad);

// ---- distance, overlap, contact -----------------------------------------------------------------

/// Whether the interiors share a point: exact, touching does not overlap.
bool lb_quad_overlaps(const lb_quad *a, const lb_quad *b);

/// Whether they overlap so deeply that no shift of one by `tmm` square to one of the eight sides
/// parts them. 0 is lb_quad_overlaps. Exact.
bool lb_quad_overlaps_deeper(const lb_quad *a, const lb_quad *b, int32_t tmm);

/// Whether their distance is at most `tmm`. Exact; false for a negative one.
bool lb_quad_is_within(const lb_quad *a, const lb_quad *b, int32_t tmm);

/// Distance in tmm rounded down, up: 0 when they touch or overlap. The rounding is exact.
int32_t lb_quad_distance_floor(const lb_quad *a, const lb_quad *b);
int32_t lb_quad_distance_ceil(const lb_quad *a, const lb_quad *b);

/// -1, 0 or 1 as `a` is nearer to `from` than `b`, as near or farther. Exact.
int lb_quad_compare_distance(const lb_quad *from, const lb_quad *a, const lb_quad *b);

/// The same for a point and a quad.
bool lb_point_is_within(lb_point point, const lb_quad *quad, int32_t tmm);
int32_t lb_point_distance_floor(lb_point point, const lb_quad *quad);
int32_t lb_point_distance_ceil(lb_point point, const lb_quad *quad);

/// The point of a quad's outline that is nearest to a point outside, to the tmm; a point inside is
/// its own.
lb_point lb_quad_nearest_point(const lb_quad *quad, lb_point point);

/// Whether the point lies strictly inside. Exact.
bool lb_point_is_inside(lb_point point, const lb_quad *quad);

/// Whether the two count as touching: within LB_CONTACT_TMM. The only place that says so.
bool lb_quad_is_in_contact(const lb_quad *a, const lb_quad *b);

/// How the front of one touches another.
typedef struct lb_contact {
    bool is_touching;   ///< the two are in contact at all (lb_quad_is_in_contact)
    lb_face face;       ///< the face of the other that the front touches most
    int32_t length_tmm; ///< how much of the front lies along that face, to the nearest tmm
    int32_t per_mille;  ///< the same of the whole front, 0 … 1000, rounded down
} lb_contact;

/// The front of `a` against `b`. A piece of front touches a face when it lies between the two
/// sides that meet the face and within LB_CONTACT_TMM of its line, on either hand. The face with
/// the longest such piece counts; when none is longer than LB_CONTACT_TMM (a corner), the face that
/// `a`'s front middle lies before (lb_face_of_point), and length 0. All zero when the two are not
/// in contact.
lb_contact lb_contact_of(const lb_quad *a, const lb_quad *b);

// ---- arcs and faces -----------------------------------------------------------------------------

typedef enum lb_arc {
    LB_ARC_OUT = 0, ///< no part of it
    LB_ARC_PART,
    LB_ARC_WHOLE, ///< no part of it lies outside
} lb_arc;

/// How much of `target` lies in the front arc of `own`: ahead of the line of the front and between
/// the rays from the front corners, turned outward by `angle` (0 … LB_ANGLE_QUARTER) from straight
/// ahead. Exact for rays whose direction is rounded to 1/32768.
lb_arc lb_arc_of(const lb_quad *own, uint16_t angle, const lb_quad *target);

/// Whether the point is strictly inside that arc.
bool lb_arc_has_point(const lb_quad *own, uint16_t angle, lb_point point);

/// The face before which the point lies: that whose line it is farthest beyond (45-degree lines
/// from the corners outward; inside, the nearest face). Exact. On a 45-degree line the front goes
/// first, then the flanks, then the rear.
lb_face lb_face_of_point(const lb_quad *own, lb_point point);

/// The face before which most of the attacker's area lies; equal areas as above. Areas are
/// reckoned with corners rounded to fine units.
lb_face lb_face_of_quad(const lb_quad *own, const lb_quad *attacker);

/// The face of `own` that `other` touches: the one that lies along the other's outline for longest
/// (lb_contact_of, for every face as for the front); equal lengths as above. Where only a corner
/// touches, or nothing does, the face before which most of the other lies.
lb_face lb_face_touched(const lb_quad *own, const lb_quad *other);

/// The area of `attacker` before each face of `own`, in per mille of its own, rounded to nearest.
void lb_face_shares(const lb_quad *own, const lb_quad *attacker, int32_t share[LB_FACE_COUNT]);

// ---- ground -------------------------------------------------------------------------------------

/// What a kind does to movement.
typedef enum lb_terrain_role {
    LB_ROLE_GROUND = 0, ///< an area that costs by its kind
    LB_ROLE_HEIGHT,     ///< a contour: lies under other ground and lifts it
    LB_ROLE_WATER,      ///< ground that a crossing of water annuls
    LB_ROLE_CROSSING,   ///< bridge, ford: annuls the water under it
    LB_ROLE_ROAD,       ///< annuls everything under it for who follows roads
    LB_ROLE_BARRIER,    ///< a line that costs when crossed
} lb_terrain_role;

/// The kinds of ground: C name, word, role.
#define LB_TERRAIN_LIST(X)                       \
    X(OPEN, "open", GROUND)                      \
    X(ROUGH, "rough", GROUND)                    \
    X(DENSE, "dense", GROUND)                    \
    X(WOOD, "wood", GROUND)                      \
    X(DENSE_WOOD, "dense-wood", GROUND)          \
    X(BUILT_WOODEN, "built-wooden", GROUND)      \
    X(BUILT_STONE, "built-stone", GROUND)        \
    X(HILL, "hill", HEIGHT)                      \
    X(STREAM, "stream", WATER)                   \
    X(RIVER, "river", WATER)                     \
    X(FORD, "ford", CROSSING)                    \
    X(BRIDGE, "bridge", CROSSING)                \
    X(ROAD, "road", ROAD)                        \
    X(HIGHWAY, "highway", ROAD)                  \
    X(WALL, "wall", BARRIER)                     \
    X(HEDGE, "hedge", BARRIER)                   \
    X(WORKS_HASTY, "works-hasty", BARRIER)       \
    X(WORKS_PREPARED, "works-prepared", BARRIER) \
    X(MARSH, "marsh", GROUND)                    \
    X(IMPASSABLE, "impassable", GROUND)

typedef enum lb_terrain_kind {
#define X(name, word, role) LB_TERRAIN_##name,
    LB_TERRAIN_LIST(X)
#undef X
        LB_TERRAIN_COUNT
} lb_terrain_kind;

/// The word of a kind; lives for ever.
const char *lb_terrain_word(lb_terrain_kind kind);
lb_terrain_role lb_terrain_role_of(lb_terrain_kind kind);

/// One piece of ground. An area is a simple polygon, convex or not, either way round. A line is a
/// polyline; with a width it also has a body: around each of its segments the rectangle half the
/// width to either hand, its corners rounded to tmm, lengthened by half the width at inner joints.
typedef struct lb_piece {
    uint8_t kind;         ///< lb_terrain_kind
    bool is_line;         ///< a polyline, not a polygon
    uint8_t level;        ///< of a hill: its height; of others: the level they stand on
    uint8_t point_count;  ///< 3 … LB_PIECE_POINTS_MAX for an area, 2 … for a line
    uint16_t first_point; ///< in lb_ground.point
    bool is_prepared;     ///< by lb_ground_prepare; asserted by all queries
    int32_t width_tmm;    ///< of a line; 0 or 1 is a line without a body
    lb_point low, high;   ///< its bounding box, by lb_ground_prepare
} lb_piece;

/// The table with its ground; const during a battle. Zero pieces is an open field.
typedef struct lb_ground {
    int32_t width_tmm, depth_tmm; ///< of the table, 1 … LB_TABLE_MAX: x and y
    const lb_piece *piece;
    const lb_point *point; ///< of all pieces, one after the other
    uint16_t piece_count;  ///< at most LB_PIECES_MAX
    uint16_t point_count;
} lb_ground;

typedef enum lb_ground_fault {
    LB_GROUND_OK = 0,
    LB_GROUND_TOO_MANY_PIECES,
    LB_GROUND_BAD_KIND,
    LB_GROUND_BAD_POINT_COUNT, ///< too few, too many or beyond the points there are
    LB_GROUND_POINT_OUT_OF_RANGE,
    LB_GROUND_POINT_TWICE, ///< two points one after the other are the same
    LB_GROUND_EDGES_CROSS, ///< edges of an area that are no neighbours meet, or it has no area
    LB_GROUND_BAD_WIDTH,   ///< negative or above 4000
} lb_ground_fault;

/// Checks pieces that were read from outside and fills in their boxes; must have said
/// LB_GROUND_OK before any query. On a fault *where is the piece.
lb_ground_fault lb_ground_prepare(lb_piece *piece, size_t piece_count, const lb_point *point,
                                  size_t point_count, uint16_t *where);

/// A set of pieces or of units by index.
typedef struct lb_piece_set {
    uint64_t bits[LB_PIECES_MAX / 64];
} lb_piece_set;

static inline void lb_piece_set_add(lb_piece_set *set, uint16_t piece)
{
    set->bits[piece / 64] |= UINT64_C(1) << piece % 64;
}

static inline bool lb_piece_set_has(const lb_piece_set *set, uint16_t piece)
{
    return (set->bits[piece / 64] >> piece % 64 & 1) != 0;
}

/// Whether the point lies strictly inside the area, or the body of the line. Exact.
bool lb_piece_has_point(const lb_ground *ground, uint16_t piece, lb_point point);

/// All pieces that have the point.
lb_piece_set lb_ground_at(const lb_ground *ground, lb_point point);

/// The highest level of the hills that have the point; 0 on none.
uint8_t lb_ground_level(const lb_ground *ground, lb_point point);

/// How much of a quad lies on a piece.
typedef enum lb_cover {
    LB_COVER_NONE = 0,
    LB_COVER_SOME, ///< their interiors share a point, or the line of the piece passes inside
    LB_COVER_MOST, ///< more than half of the quad's area
    LB_COVER_ALL,  ///< no part of the quad is outside
} lb_cover;

/// The share of the quad's area that lies on the piece, in per mille rounded to nearest. For areas
/// reckoned with corners rounded to fine units; for bodies of lines the share of 16 x 16 evenly
/// spread points.
int32_t lb_piece_share(const lb_ground *ground, uint16_t piece, const lb_quad *quad);

/// NONE, SOME and, for areas, ALL are exact; MOST, and ALL for bodies of lines, as lb_piece_share.
lb_cover lb_piece_cover(const lb_ground *ground, uint16_t piece, const lb_quad *quad);

/// Whether lb_piece_cover is at least that much (not LB_COVER_NONE), for less.
bool lb_piece_covers(const lb_ground *ground, uint16_t piece, const lb_quad *quad,
                     lb_cover at_least);

/// All pieces that cover the quad at least that much (not LB_COVER_NONE).
lb_piece_set lb_ground_under(const lb_ground *ground, const lb_quad *quad, lb_cover at_least);

/// The kind of the last piece of role GROUND or WATER that covers most of the quad; else OPEN.
lb_terrain_kind lb_ground_kind_under(const lb_ground *ground, const lb_quad *quad);

/// The road or highway that a column follows: the last piece of role ROAD that has the middle of
/// its front, its centre and the middle of its rear; LB_NO_INDEX when there is none.
uint16_t lb_ground_road_under(const lb_ground *ground, const lb_quad *quad);

/// A part of a segment that lies inside a piece.
typedef struct lb_stretch {
    uint16_t piece;
    int32_t enter_fine; ///< from the segment's start, rounded down
    int32_t leave_fine;
} lb_stretch;

/// The stretches of the segment inside areas and bodies, by enter_fine, then by piece. A part that
/// runs along an edge is outside; parts of a piece that meet in one point are one. What is inside
/// is decided exactly, before the places are rounded. Writes at most `room`, returns how many there
/// are.
size_t lb_ground_along(const lb_ground *ground, lb_point from, lb_point to, lb_stretch *stretch,
                       size_t room);

/// How often the segment crosses the line of a line piece. A start or end on the line counts as
/// on its left, so that a path of segments counts each crossing once. Touching the line from one
/// side or at its end is none.
uint32_t lb_piece_crossings(const lb_ground *ground, uint16_t piece, lb_point from, lb_point to);

// ---- sight --------------------------------------------------------------------------------------

typedef enum lb_sight_mode {
    LB_SIGHT_OPEN = 0, ///< never blocks
    LB_SIGHT_DEPTH,    ///< blocks when more than depth_tmm of the line are inside, together
    LB_SIGHT_BLOCK,    ///< blocks when any of the line is inside, or the line is crossed
} lb_sight_mode;

enum { LB_RISE_SKY = 255 };

/// What a kind of ground does to sight. A piece blocks only when its top, its level plus `rise`
/// (for hills: its level), is above the levels of both ends; LB_RISE_SKY is above everything.
/// Hills need no row: they always block in this way, by any of the line inside.
typedef struct lb_sight_row {
    uint8_t mode; ///< lb_sight_mode
    uint8_t rise;
    int32_t depth_tmm;
    int32_t near_tmm; ///< a crossing of a line piece this near to an end, or nearer, does not block
} lb_sight_row;

/// A unit that may be in the way.
typedef struct lb_blocker {
    lb_quad quad;
    uint8_t top; ///< blocks only ends that are both lower: level of its ground + 1, as a rule
} lb_blocker;

/// What a line of sight has to pass.
typedef struct lb_sight {
    const lb_ground *ground;
    const lb_sight_row *row; ///< LB_TERRAIN_COUNT rows
    const lb_blocker *blocker;
    uint16_t blocker_count;
    uint16_t skip_from, skip_to; ///< blockers to leave out: the two units; LB_NO_INDEX for none
    int32_t clearance_tmm;       ///< a line nearer to a blocker than this is blocked
    const lb_piece_set *open;    ///< pieces that hide nobody; NULL: none
} lb_sight;

typedef enum lb_sight_block {
    LB_SIGHT_CLEAR = 0,
    LB_SIGHT_BY_GROUND,
    LB_SIGHT_BY_UNIT,
} lb_sight_block;

/// The outcome, and the first line that was clear or, when none was, what blocked the last.
typedef struct lb_sight_result {
    lb_sight_block block;
    uint16_t what; ///< piece or blocker; LB_NO_INDEX when clear
    lb_point from, to;
} lb_sight_result;

/// A usual table: woods and dense ground hide beyond 2", towns and works block, walls and hedges
/// block unless lined (2").
extern const lb_sight_row lb_sight_usual[LB_TERRAIN_COUNT];

/// From point to point. Touching does not block: neither an edge or corner of ground or unit, nor a
/// unit at exactly the clearance. Exact, but for LB_SIGHT_DEPTH and near_tmm: those are to a fine
/// unit. The levels of the ends are those of the ground at the points.
bool lb_sight_is_clear(const lb_sight *sight, lb_point from, lb_point to);

/// True if nothing can block any line inside a box.
bool lb_sight_box_is_clear(const lb_sight *sight, lb_box box);

/// The same, saying what is in the way.
lb_sight_result lb_sight_line(const lb_sight *sight, lb_point from, lb_point to);

/// From the front of one quad (left corner, right corner, middle) to a point of the other
/// (corners, middles of its faces, centre): clear when one of the 27 lines is. The levels of the
/// ends are those of the ground at the two centres.
lb_sight_result lb_sight_between(const lb_sight *sight, const lb_quad *from, const lb_quad *to);

// ---- movement -----------------------------------------------------------------------------------

typedef enum lb_step_kind {
    LB_STEP_STRAIGHT = 0, ///< `tmm` ahead; negative is back
    LB_STEP_OBLIQUE, ///< `tmm` >= 0 towards heading + `angle` (-8192 … 8192); keeps the heading
    LB_STEP_WHEEL,   ///< by `angle` (-16384 … 16384): < 0 to the left about the front-left
                     ///< corner, > 0 to the right about the front-right corner
    LB_STEP_ABOUT,   ///< faces the other way on the same ground
    LB_STEP_TURN,    ///< takes heading `angle` (0 … 65535) on the spot
    LB_STEP_COUNT
} lb_step_kind;

typedef struct lb_step {
    uint8_t kind; ///< lb_step_kind
    int32_t tmm;
    int32_t angle;
} lb_step;

typedef struct lb_path {
    lb_step step[LB_PATH_STEPS_MAX];
    uint8_t count;
} lb_path;

/// A factor num/den on cost. {0, 0} is 1/1, {n, 0} is forbidden; den is at most 16.
typedef struct lb_ratio {
    uint8_t num, den;
} lb_ratio;

enum { LB_CROSSING_FORBIDDEN = -1 };

/// What movement costs a unit in its formation. Zero is "every tmm costs one".
///
/// The way is followed by three tracks: centre, front-left and front-right corner. At each place
/// along the way the dearest of the three counts. On one track at one place, of the pieces there,
/// the one with the largest factor counts; but a crossing (bridge, ford) there annuls all water,
/// and counts itself. Who follows roads is judged by the centre's track alone, and where that is
/// on a road, only the cheapest road there counts. Barriers and other line pieces cost by crossing:
/// each piece costs as often as that track crosses it which crosses it most often, on the whole
/// path; crossings on a bridge or ford (water) or on a road that is followed (all) are free.
typedef struct lb_move_costs {
    lb_ratio area[LB_TERRAIN_COUNT];        ///< a tmm inside an area or a body
    int32_t crossing_tmm[LB_TERRAIN_COUNT]; ///< for each crossing of a line piece
    int32_t climb_tmm;                      ///< for each contour that the centre enters
    uint8_t climb_level;                    ///< of this level or higher
    lb_ratio step[LB_STEP_COUNT];           ///< on the way of a step of that kind
    lb_ratio back;                          ///< instead of step[STRAIGHT] when it goes back
    int32_t step_tmm[LB_STEP_COUNT];        ///< for each step of that kind, beside its way
    bool follows_roads;
    bool by_centre; ///< areas cost by the centre's track; the corners only where they are forbidden
} lb_move_costs;

/// Another unit that is in the way.
typedef struct lb_obstacle {
    lb_quad quad;
    int32_t keep_tmm; ///< may not come nearer than this (0 … LB_TABLE_MAX); 0: may touch, may not
                      ///< enter. A unit that starts nearer may not come nearer than it started
    bool may_pass;    ///< may be passed through, but a path may not end on it
} lb_obstacle;

/// Where and among what a unit moves.
typedef struct lb_field {
    const lb_ground *ground;
    const lb_move_costs *costs;  ///< NULL: every tmm costs one
    const lb_obstacle *obstacle; ///< without the unit itself
    uint16_t obstacle_count;     ///< at most LB_TABLE_UNITS_MAX
    bool may_leave_table;        ///< the table's edge is no bound
    bool ignores_passed;         ///< nobody asks who is passed: lb_walk.passed stays empty
    bool ignores_stopped_cost;   ///< nobody asks what a way costs that something stops: it may be
                                 ///< told too low
} lb_field;

typedef enum lb_stop {
    LB_STOP_NONE = 0,
    LB_STOP_BAD_STEP,   ///< an unknown kind, a number out of its bounds or a position out of range
    LB_STOP_EDGE,       ///< the table's edge
    LB_STOP_IMPASSABLE, ///< ground of kind IMPASSABLE, by any part of the unit; `what` is the piece
    LB_STOP_FORBIDDEN,  ///< ground, crossing or step that the costs forbid; the piece, or
                        ///< LB_NO_INDEX for the step
    LB_STOP_UNIT,       ///< `what` is the obstacle
    LB_STOP_ENDS_ON,    ///< the path goes through but ends on a unit that may only be passed
    LB_STOP_COUNT
} lb_stop;

typedef struct lb_unit_set {
    uint64_t bits[LB_TABLE_UNITS_MAX / 64];
} lb_unit_set;

static inline bool lb_unit_set_has(const lb_unit_set *set, uint16_t unit)
{
    return (set->bits[unit / 64] >> unit % 64 & 1) != 0;
}

static inline void lb_unit_set_add(lb_unit_set *set, uint16_t unit)
{
    set->bits[unit / 64] |= UINT64_C(1) << unit % 64;
}

static inline void lb_unit_set_remove(lb_unit_set *set, uint16_t unit)
{
    set->bits[unit / 64] &= ~(UINT64_C(1) << unit % 64);
}

static inline bool lb_unit_set_is_empty(const lb_unit_set *set)
{
    uint64_t any = 0;

    for (int word = 0; word < LB_TABLE_UNITS_MAX / 64; word++)
        any |= set->bits[word];
    return any == 0;
}

static inline uint16_t lb_unit_set_count(const lb_unit_set *set)
{
    int count = 0;

    for (int word = 0; word < LB_TABLE_UNITS_MAX / 64; word++)
        count += __builtin_popcountll(set->bits[word]);
    return (uint16_t)count;
}

/// The first unit of the set that is not below `from`; LB_NO_INDEX when there is none. A loop over
/// the members: for (u = lb_unit_set_next(s, 0); u != LB_NO_INDEX; u = lb_unit_set_next(s, u + 1)).
static inline uint16_t lb_unit_set_next(const lb_unit_set *set, uint32_t from)
{
    uint32_t word = from / 64;
    uint64_t left;

    if (from >= LB_TABLE_UNITS_MAX)
        return LB_NO_INDEX;
    left = set->bits[word] & UINT64_MAX << from % 64;
    while (left == 0) {
        if (++word == LB_TABLE_UNITS_MAX / 64)
            return LB_NO_INDEX;
        left = set->bits[word];
    }
    return (uint16_t)(word * 64 + (uint32_t)__builtin_ctzll(left));
}

/// What became of a path.
typedef struct lb_walk {
    lb_stop stop;
    uint8_t step;      ///< the step that was stopped, or the count of steps
    uint16_t what;     ///< the piece or obstacle that stopped it; else LB_NO_INDEX
    int32_t reach_tmm; ///< how far into that step it goes, at most; of a wheel, its arc
    lb_footprint end;  ///< where it ends: the whole path's end, or where it was stopped
    int32_t cost_tmm;  ///< of the way done, to the nearest tmm
    int32_t step_cost_tmm[LB_PATH_STEPS_MAX]; ///< of that, each step's way and fixed cost
    int32_t crossing_cost_tmm;                ///< of that, crossings
    int32_t climb_cost_tmm;                   ///< of that, contours
    lb_unit_set passed; ///< obstacles with may_pass that were gone through, to the end
} lb_walk;

/// The arc of the outer front corner in a wheel, to the nearest tmm.
int32_t lb_wheel_arc(int32_t width_tmm, int32_t angle);

/// Where a footprint is after one step; false, and *end untouched, when the step is malformed or
/// leaves the range. The pivot of a wheel stays exactly where it was. Takes untrusted steps.
bool lb_step_apply(const lb_footprint *start, const lb_step *step, lb_footprint *end);

/// The same for a path; *failed (may be NULL) is the step that failed.
bool lb_path_apply(const lb_footprint *start, const lb_path *path, lb_footprint *end,
                   uint8_t *failed);

/// Follows a path: legality of all the ground that is swept, and the cost. Takes untrusted paths;
/// the start must be valid.
///
/// STRAIGHT and OBLIQUE sweep the hull of start and end: exact. The reach is a whole number of tmm
/// such that a step of that length is clear and one of a tmm more is not. WHEEL is judged in turns
/// of at most 128 (0.7 degrees), each as the hull of its two ends, with 1 tmm to spare to every
/// unit that it starts that far from; its reach is a whole number of such turns. TURN is judged
/// where it ends; ABOUT is always clear. Entering a unit by LB_CONTACT_TMM or less is touching it.
/// Of several things at the same reach, the edge goes before ground and ground before units. Ground
/// and crossings that the costs forbid are judged on the tracks, so that bridges serve. What may be
/// passed is judged at the end of the whole path only (LB_STOP_ENDS_ON), by the same measure as
/// other units.
lb_walk lb_path_walk(const lb_field *field, const lb_footprint *start, const lb_path *path);

/// What became of a retreat: the unit slides without turning.
typedef struct lb_retreat {
    lb_stop stop;
    uint16_t what;      ///< as in lb_walk
    uint16_t direction; ///< where it went
    int32_t moved_tmm;
    int32_t cost_tmm; ///< of that, by the field's costs
    lb_footprint end;
    lb_unit_set passed;
} lb_retreat;

/// Slides `tmm` (held to 0 … 2 * LB_TABLE_MAX) straight away from `from`, a point in range
/// (straight back when `from` is its centre), and stops before what may not be entered: the edge,
/// impassable ground, ground forbidden by the costs (judged by the tracks), units. Costs do not
/// shorten it. Exact as a straight step.
lb_retreat lb_retreat_from(const lb_field *field, const lb_footprint *start, lb_point from,
                           int32_t tmm);

/// The same, but tries directions turned by 0, then 22.5, 45, 67.5 and 90 degrees to the right
/// and to the left, and takes the first that is clear; when none is, the first that goes farthest.
lb_retreat lb_retreat_clear(const lb_field *field, const lb_footprint *start, lb_point from,
                            int32_t tmm);

/// Slides towards a heading without turning, as far as `allowance_tmm` pays for by the costs, and
/// stops where lb_retreat_from would. What the ground costs or forbids is judged by the centre and
/// by the two corners that go ahead.
lb_retreat lb_retreat_paid(const lb_field *field, const lb_footprint *start, uint16_t direction,
                           int32_t allowance_tmm);

// ---- neighbours ---------------------------------------------------------------------------------

/// Which units lie where. A unit is listed in the cell of its box's middle. Cells are as many as
/// there are units, more or less, so that building and asking stay cheap for few and for many.
typedef struct lb_grid {
    const lb_quad *quad; ///< borrowed
    int32_t cell_tmm;
    int32_t reach_tmm; ///< no member's box goes farther from its middle, either way
    uint16_t cells;    ///< each way
    uint16_t count;
    lb_unit_set members;
    uint16_t first[LB_GRID_CELLS * LB_GRID_CELLS]; ///< of a cell, row by row from the south
    uint16_t next[LB_TABLE_UNITS_MAX];             ///< in the same cell
    uint16_t cell[LB_TABLE_UNITS_MAX];             ///< of a member
    lb_box box[LB_TABLE_UNITS_MAX];                ///< of a member
} lb_grid;

/// Builds the grid over those of `count` quads (at most LB_TABLE_UNITS_MAX) that are `members`;
/// NULL: all. A quad may change while the grid is used, but lb_grid_move must then be told. What is
/// off the table counts to the cells at the edge.
void lb_grid_build(lb_grid *grid, const lb_ground *ground, const lb_quad *quad, uint16_t count,
                   const lb_unit_set *members);

/// Enters a unit whose quad has changed, or who was no member.
void lb_grid_move(lb_grid *grid, uint16_t unit);

/// Leaves out a unit from now on; harmless when it is no member.
void lb_grid_remove(lb_grid *grid, uint16_t unit);

/// The members of `among` (NULL: of all) whose box meets `box` grown by `tmm`: lb_box_meets.
lb_unit_set lb_grid_meeting(const lb_grid *grid, lb_box box, int32_t tmm, const lb_unit_set *among);

/// The members of `among` whose distance from `from` is at most `tmm`. Exact.
lb_unit_set lb_grid_within(const lb_grid *grid, const lb_quad *from, int32_t tmm,
                           const lb_unit_set *among);

/// The member of `among` nearest to `from`, the lowest index of equals; LB_NO_INDEX when there is
/// none. Exact. `among` is the enemy: leave out the unit itself.
uint16_t lb_grid_nearest(const lb_grid *grid, const lb_quad *from, const lb_unit_set *among);

LB_END_DECLS
