// SPDX-License-Identifier: MIT
// What the table shows to this sheet: the ground a unit stands in, cover, sight, threat zones,
// anchored flanks and what a unit defends.

#include "rules/march_attack/play.h"

#include "table/convex.h"

#define HOUSES        (LB_KIND(BUILT_WOODEN) | LB_KIND(BUILT_STONE))
#define LIGHT_WOODS   (LB_KIND(WOOD) | LB_KIND(DENSE))
#define WOODS         (LIGHT_WOODS | LB_KIND(DENSE_WOOD))
#define ANCHORS       (WOODS | HOUSES | LB_KIND(MARSH) | LB_KIND(RIVER) | LB_KIND(IMPASSABLE))
#define LOW_OBSTACLES (LB_KIND(HEDGE) | LB_KIND(WALL) | LB_KIND(WORKS_HASTY))
#define OBSTACLES     (LOW_OBSTACLES | LB_KIND(WORKS_PREPARED))

enum {
    HALF = 500,     ///< per mille of a unit that ground covers to count
    COMES_FROM = 2, ///< inches behind its front from where a charger comes
    SKIRMISH_CAPABLE = 1,
    SKIRMISH_INFANTRY = 3
};

/* Ground. */

uint32_t ma_ground(lb_view *view, uint32_t unit)
{
    static const uint16_t most[LB_TERRAIN_COUNT] = {
        [LB_TERRAIN_WOOD] = HALF,        [LB_TERRAIN_DENSE] = HALF,
        [LB_TERRAIN_DENSE_WOOD] = HALF,  [LB_TERRAIN_BUILT_WOODEN] = HALF,
        [LB_TERRAIN_BUILT_STONE] = HALF,
    };

    return lb_view_kinds(view, unit, most);
}

bool ma_is_in_houses(lb_view *view, uint32_t unit)
{
    return (ma_ground(view, unit) & HOUSES) != 0;
}

/// The kinds of ground at a point.
static uint32_t kinds_at(const lb_view *view, lb_point at)
{
    uint32_t kinds = 0;

    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        uint32_t kind = UINT32_C(1) << view->ground.piece[p].kind;

        if ((kind & (WOODS | HOUSES)) != 0 && (kinds & kind) == 0 &&
            lb_piece_has_point(&view->ground, p, at))
            kinds |= kind;
    }
    return kinds;
}

/// The three columns of disorder of a kind of ground.
typedef struct column {
    uint32_t kinds;
    uint16_t cavalry, infantry, skirmishers;
} column;

static const column disorders[] = {
    {LIGHT_WOODS, V_LIGHT_WOOD_D_CAVALRY, V_LIGHT_WOOD_D_INFANTRY, V_LIGHT_WOOD_D_SKIRMISHER},
    {LB_KIND(BUILT_WOODEN), V_WOODEN_BUA_D_CAVALRY, V_WOODEN_BUA_D_INFANTRY,
     V_WOODEN_BUA_D_SKIRMISHER},
    {LB_KIND(BUILT_STONE), V_STONE_BUA_D_CAVALRY, V_STONE_BUA_D_INFANTRY, V_STONE_BUA_D_SKIRMISHER},
    {LB_KIND(DENSE_WOOD), V_DENSE_WOOD_D_OTHERS, V_DENSE_WOOD_D_OTHERS, V_DENSE_WOOD_D_SKIRMISHER},
};

int32_t ma_ground_disorder(const lb_view *view, uint32_t unit, lb_point at)
{
    const lb_battle *battle = view->battle;
    int32_t points = battle->unit[unit].figure[FIGURE_SKIRMISH], worst = 0;
    uint32_t kinds = kinds_at(view, at);

    if (kinds == 0 || ma_is_guns(battle, unit))
        return 0;
    for (size_t i = 0; i < sizeof disorders / sizeof disorders[0]; i++) {
        const column *row = &disorders[i];
        bool is_dense = (row->kinds & LB_KIND(DENSE_WOOD)) != 0;
        bool skirmishes = points >= (is_dense ? SKIRMISH_CAPABLE : SKIRMISH_INFANTRY);

        if ((kinds & row->kinds) != 0)
            worst = lb_most(worst, battle->house.value[ma_is_cavalry(battle, unit) ? row->cavalry
                                                       : skirmishes ? row->skirmishers
                                                                    : row->infantry]);
    }
    return worst;
}

bool ma_cannot_recover(lb_view *view, uint32_t unit)
{
    uint32_t ground = ma_ground(view, unit);

    if (ma_is_guns(view->battle, unit))
        return false;
    if (ma_is_cavalry(view->battle, unit))
        return (ground & (WOODS | HOUSES)) != 0;
    return (ground & LB_KIND(DENSE_WOOD)) != 0 &&
           view->battle->unit[unit].figure[FIGURE_SKIRMISH] < SKIRMISH_CAPABLE;
}

/* Cover. */

lb_point ma_front(const lb_view *view, uint32_t unit)
{
    return lb_quad_middle(&view->quad[unit], LB_FACE_FRONT);
}

/// The kinds of line pieces that a line from a place to another crosses and that run within a
/// distance of a quad.
static uint32_t lines_between(const lb_view *view, const lb_quad *quad, lb_point to, lb_point from,
                              int32_t tmm, uint32_t kinds)
{
    const lb_ground *ground = &view->ground;
    lb_box box = lb_quad_box_of(quad);
    uint32_t found = 0;

    for (uint16_t p = 0; p < ground->piece_count; p++) {
        const lb_piece *piece = &ground->piece[p];
        const lb_point *point = &ground->point[piece->first_point];
        uint32_t kind = UINT32_C(1) << piece->kind;
        bool is_near = false;

        if ((kind & kinds & ~found) == 0 ||
            !lb_box_meets((lb_box){piece->low, piece->high}, box, tmm + piece->width_tmm) ||
            lb_piece_crossings(ground, p, from, to) == 0)
            continue;
        for (uint16_t i = 0; i + 1 < piece->point_count && !is_near; i++)
            is_near =
                lb_convex_is_within(quad->corner, 4, &point[i], 2, tmm + piece->width_tmm / 2);
        found |= is_near ? kind : 0;
    }
    return found;
}

int32_t ma_cover(lb_view *view, uint32_t target, lb_point from)
{
    uint32_t ground = ma_ground(view, target), lines;

    if ((ground & LB_KIND(BUILT_STONE)) != 0)
        return COVER_HEAVY;
    lines = lines_between(view, &view->quad[target], view->pose[target].at, from,
                          MA_WITHIN(VALUE_OF(view->battle, PLAY_COVER)), OBSTACLES);
    if ((lines & LB_KIND(WORKS_PREPARED)) != 0)
        return COVER_HEAVY;
    return (ground & (WOODS | LB_KIND(BUILT_WOODEN))) != 0 || (lines & LOW_OBSTACLES) != 0
               ? COVER_LIGHT
               : COVER_NONE;
}

int32_t ma_garrison(lb_view *view, uint32_t unit)
{
    if (lb_view_formation(view, unit) != FORMATION_BUILDING)
        return GARRISON_NONE;
    return (ma_ground(view, unit) & LB_KIND(BUILT_STONE)) != 0 ? GARRISON_HEAVY : GARRISON_LIGHT;
}

bool ma_is_fortified(lb_view *view, uint32_t unit)
{
    const lb_ground *ground = &view->ground;
    int32_t tmm = MA_WITHIN(VALUE_OF(view->battle, PLAY_COVER));

    if (lb_view_formation(view, unit) != FORMATION_BUILDING)
        return false;
    for (uint16_t p = 0; p < ground->piece_count; p++) {
        const lb_piece *piece = &ground->piece[p];
        const lb_point *point = &ground->point[piece->first_point];

        if (piece->kind != LB_TERRAIN_WORKS_HASTY && piece->kind != LB_TERRAIN_WORKS_PREPARED)
            continue;
        for (uint16_t i = 0; i + 1 < piece->point_count; i++)
            if (lb_convex_is_within(view->quad[unit].corner, 4, &point[i], 2, tmm))
                return true;
    }
    return false;
}

/* Sight. */

/// What ground does to sight; `houses_tmm` is how far one sees through houses, 0 for not at all.
static void sight_rows(const lb_battle *battle, int32_t houses_tmm,
                       lb_sight_row rows[LB_TERRAIN_COUNT])
{
    lb_sight_row wood = {LB_SIGHT_DEPTH, LB_RISE_SKY, MA_WITHIN(VALUE_OF(battle, PLAY_SIGHT_WOOD)),
                         0};
    lb_sight_row houses = {houses_tmm > 0 ? LB_SIGHT_DEPTH : LB_SIGHT_BLOCK, LB_RISE_SKY,
                           houses_tmm, 0};

    for (int i = 0; i < LB_TERRAIN_COUNT; i++)
        rows[i] = (lb_sight_row){LB_SIGHT_OPEN, 0, 0, 0};
    rows[LB_TERRAIN_WOOD] = rows[LB_TERRAIN_DENSE] = rows[LB_TERRAIN_DENSE_WOOD] = wood;
    rows[LB_TERRAIN_DENSE_WOOD].depth_tmm = MA_WITHIN(VALUE_OF(battle, PLAY_SIGHT_DENSE));
    rows[LB_TERRAIN_BUILT_WOODEN] = rows[LB_TERRAIN_BUILT_STONE] = houses;
}

/// True if a unit has no flanks and looks all round.
static bool looks_all_round(const lb_view *view, uint32_t unit)
{
    uint8_t formation = lb_view_formation(view, unit);

    return formation == FORMATION_SQUARE || formation == FORMATION_BUILDING;
}

/// The quad of a unit from which it looks at another: one that looks all round turns the face that
/// is nearest to the other to its front.
static lb_quad looking_quad(const lb_view *view, uint32_t unit, uint32_t target)
{
    lb_quad best = view->quad[unit];
    int64_t least = INT64_MAX;

    if (!looks_all_round(view, unit))
        return best;
    for (int turn = 0; turn < 4; turn++) {
        lb_quad quad;
        lb_point middle, to = view->pose[target].at;
        int64_t square;

        for (int i = 0; i < 4; i++)
            quad.corner[i] = view->quad[unit].corner[(i + turn) % 4];
        middle = (lb_point){(quad.corner[0].x + quad.corner[1].x) / 2,
                            (quad.corner[0].y + quad.corner[1].y) / 2};
        square = (int64_t)(middle.x - to.x) * (middle.x - to.x) +
                 (int64_t)(middle.y - to.y) * (middle.y - to.y);
        if (square < least) {
            least = square;
            best = quad;
        }
    }
    return best;
}

static bool is_line_clear(lb_view *view, uint32_t unit, uint32_t target)
{
    bool is_housed = ma_is_in_houses(view, unit) || ma_is_in_houses(view, target);
    lb_quad from = looking_quad(view, unit, target);
    lb_look look = {.from = &from,
                    .to = &view->quad[target],
                    .aside = lb_set_of(unit),
                    .clearance_tmm = MA_ROUNDING};
    lb_sight_row rows[LB_TERRAIN_COUNT];

    lb_unit_set_add(&look.aside, (uint16_t)target);
    sight_rows(view->battle, is_housed ? MA_WITHIN(VALUE_OF(view->battle, PLAY_SIGHT_HOUSES)) : 0,
               rows);
    look.rows = rows;
    return lb_view_line(view, &look);
}

bool ma_sees(lb_view *view, uint32_t unit, uint32_t target)
{
    lb_sight_memo *memo = lb_view_sight(view, unit << 16 | target, unit, target, MA_ROUNDING);

    if (!memo->is_known) {
        memo->is_clear = is_line_clear(view, unit, target);
        memo->is_known = true;
    }
    return memo->is_clear;
}

uint16_t ma_arc_of(const lb_view *view, uint32_t unit)
{
    return looks_all_round(view, unit) ? LB_ANGLE_HALF
                                       : ma_angle(VALUE_OF(view->battle, PLAY_FIRE));
}

bool ma_is_in_arc(const lb_view *view, uint32_t unit, uint32_t target)
{
    return looks_all_round(view, unit) ||
           lb_arc_of(&view->quad[unit], ma_angle(VALUE_OF(view->battle, PLAY_FIRE)),
                     &view->quad[target]) != LB_ARC_OUT;
}

bool ma_threatens(const lb_view *view, uint32_t unit, const lb_quad *quad)
{
    return ma_is_infantry(view->battle, unit) && !looks_all_round(view, unit) &&
           !ma_is_in_melee(view->state, unit) &&
           lb_quad_is_within(&view->quad[unit], quad, LB_INCHES(VALUE_OF(view->battle, THREAT))) &&
           lb_arc_of(&view->quad[unit], ma_angle(VALUE_OF(view->battle, PLAY_THREAT)), quad) !=
               LB_ARC_OUT;
}

/* Flanks and obstacles. */

/// What lies beside a face of a unit: a strip of that breadth, inside it if negative.
static lb_footprint beside(const lb_view *view, uint32_t unit, lb_face face, int32_t tmm)
{
    lb_footprint own = lb_view_footprint(view, unit), strip = own;
    int32_t breadth = lb_most(LB_FOOTPRINT_MIN, tmm < 0 ? -tmm : tmm);
    int32_t half = own.width_tmm / 2 + (tmm < 0 ? -breadth / 2 : breadth / 2);

    strip.width_tmm = breadth;
    strip.centre = lb_point_towards(own.centre, (uint16_t)(own.heading + LB_ANGLE_QUARTER),
                                    face == LB_FACE_RIGHT ? half : -half);
    return strip;
}

static bool is_flank_anchored(lb_view *view, uint32_t unit, lb_face face)
{
    int32_t near = MA_WITHIN(VALUE_OF(view->battle, PLAY_ANCHOR));
    lb_footprint edge = beside(view, unit, face, -LB_FOOTPRINT_MIN);
    lb_footprint strip = beside(view, unit, face, near);
    lb_quad edge_quad = lb_footprint_corners(&edge), quad = lb_footprint_corners(&strip);
    lb_box box = lb_quad_box_of(&quad);
    lb_unit_set friends = view->here[lb_view_side(view, unit)];

    lb_unit_set_remove(&friends, (uint16_t)unit);
    return box.low.x < 0 || box.low.y < 0 || box.high.x > view->ground.width_tmm ||
           box.high.y > view->ground.depth_tmm || lb_view_ground_touches(view, &quad, ANCHORS) ||
           lb_view_any_within(view, &edge_quad, &friends, near);
}

bool ma_is_anchored(lb_view *view, uint32_t unit)
{
    return is_flank_anchored(view, unit, LB_FACE_LEFT) &&
           is_flank_anchored(view, unit, LB_FACE_RIGHT);
}

/// A strip along the front of a unit.
static lb_quad front_edge(const lb_view *view, uint32_t unit)
{
    lb_footprint own = lb_view_footprint(view, unit);

    own.centre = lb_point_towards(own.centre, own.heading, (own.depth_tmm - LB_FOOTPRINT_MIN) / 2);
    own.depth_tmm = LB_FOOTPRINT_MIN;
    return lb_footprint_corners(&own);
}

static bool is_on_bridge(const lb_view *view, uint32_t unit)
{
    for (uint16_t p = 0; p < view->ground.piece_count; p++)
        if (view->ground.piece[p].kind == LB_TERRAIN_BRIDGE &&
            (lb_piece_has_point(&view->ground, p, ma_front(view, unit)) ||
             lb_piece_has_point(&view->ground, p, view->pose[unit].at)))
            return true;
    return false;
}

/// ma.play.defends
bool ma_defends(lb_view *view, uint32_t unit, uint32_t against)
{
    lb_quad edge = front_edge(view, unit);
    lb_point from = lb_point_towards(ma_front(view, against), view->pose[against].heading,
                                     -LB_INCHES(COMES_FROM));

    if (ma_struck_face(view, against, unit) != LB_FACE_FRONT)
        return false;
    return lines_between(view, &edge, view->pose[unit].at, from,
                         MA_WITHIN(VALUE_OF(view->battle, PLAY_COVER)), OBSTACLES) != 0 ||
           is_on_bridge(view, against);
}
