// SPDX-License-Identifier: MIT
// What the table shows: where units stand, who is near whom, what ground they stand on, and who
// sees whom. Every question here is answered from the view's poses, never from the state, so that a
// sheet can ask "what if this unit stood there" by trying a pose and undoing it.
#pragma once

#include "base/number.h"
#include "limber/view.h"

/// Marks a function that keeps a view on the stack. It is never inlined, so that callers who lend
/// a view do not pay for that stack.
#ifdef __GNUC__
#define LB_APART __attribute__((noinline))
#else
#define LB_APART
#endif

/// A kind of terrain as a bit.
#define LB_KIND(name) (UINT32_C(1) << LB_TERRAIN_##name)

/// A loop over the members of a set in ascending order.
#define LB_EACH(unit, set)                                                  \
    for (uint32_t unit = lb_unit_set_next((set), 0); (unit) != LB_NO_INDEX; \
         (unit) = lb_unit_set_next((set), (unit) + 1))

/// Brings the view in line with a state.
void lb_view_sync(lb_view *view, const lb_battle *battle, const lb_state *state);

/// Takes over the pose of one unit from the state.
void lb_view_take(lb_view *view, uint32_t unit);

/// A pose that is tried: what it was before.
typedef struct lb_trial {
    lb_pose pose;
    uint32_t generation, version;
    uint16_t unit;
} lb_trial;

/// Puts a unit elsewhere, in the view alone. Trials are undone in reverse order, before the view is
/// used for anything else.
lb_trial lb_view_try(lb_view *view, uint32_t unit, const lb_pose *pose);
void lb_view_undo(lb_view *view, const lb_trial *trial);

/// lb_view_try with the footprint's place and heading.
lb_trial lb_view_try_at(lb_view *view, uint32_t unit, const lb_footprint *place);

/* Where units are. */

static inline bool lb_view_is_here(const lb_view *view, uint32_t unit)
{
    return view->pose[unit].presence == LB_PRESENCE_TABLE;
}

static inline const lb_quad *lb_view_quad(const lb_view *view, uint32_t unit)
{
    return &view->quad[unit];
}

static inline uint8_t lb_view_side(const lb_view *view, uint32_t unit)
{
    return view->battle->unit[unit].side;
}

static inline uint8_t lb_view_formation(const lb_view *view, uint32_t unit)
{
    return view->pose[unit].formation;
}

/// The units of the other side that are on the table.
static inline const lb_unit_set *lb_view_foes(const lb_view *view, uint32_t side)
{
    return &view->here[1 - side];
}

/// All units on the table, apart from some.
static inline lb_unit_set lb_view_others(const lb_view *view, const lb_unit_set *apart)
{
    lb_unit_set others;

    for (int w = 0; w < LB_TABLE_UNITS_MAX / 64; w++)
        others.bits[w] = (view->here[0].bits[w] | view->here[1].bits[w]) & ~apart->bits[w];
    return others;
}

/// True if there is such a unit, on the table, of the side or of the other.
bool lb_view_is_friend(const lb_view *view, uint32_t side, uint32_t unit);
bool lb_view_is_foe(const lb_view *view, uint32_t side, uint32_t unit);

lb_footprint lb_view_footprint(const lb_view *view, uint32_t unit);

/// The units of `among` whose boxes are within `tmm` of a box.
lb_unit_set lb_view_near(const lb_view *view, lb_box box, int32_t tmm, const lb_unit_set *among);

/// The distance of two units rounded up, and whether it is at most `tmm`.
int32_t lb_view_distance(const lb_view *view, uint32_t a, uint32_t b);
bool lb_view_is_within(const lb_view *view, uint32_t a, uint32_t b, int32_t tmm);
bool lb_view_touch(const lb_view *view, uint32_t a, uint32_t b);

/// True if somebody of `among` is within `tmm` of the quad.
bool lb_view_any_within(const lb_view *view, const lb_quad *quad, const lb_unit_set *among,
                        int32_t tmm);

/// True if an enemy of the unit touches it.
bool lb_view_is_engaged(lb_view *view, uint32_t unit);

/// What the sheet has noted on a unit since something moved; false if nothing.
bool lb_view_noted(const lb_view *view, uint32_t unit, uint16_t *note);
void lb_view_note(lb_view *view, uint32_t unit, uint16_t note);

/// The unit of `among` that is nearest to the quad, the lowest of equals; LB_NOBODY for none.
uint32_t lb_view_nearest(const lb_view *view, const lb_quad *quad, const lb_unit_set *among);

/// The enemy nearest to a unit, the lowest of equals; LB_NOBODY for none. It is remembered.
uint32_t lb_view_nearest_foe(lb_view *view, uint32_t unit);

/// How far that enemy is; INT32_MAX for none.
int32_t lb_view_foe_distance(lb_view *view, uint32_t unit);

/// The unit of `among` whose centre is nearest to a point, the lowest of equals; LB_NOBODY.
uint32_t lb_view_nearest_centre(const lb_view *view, lb_point from, const lb_unit_set *among);

/* Ground. */

/// The kinds of ground that a unit stands on, as bits: those of which more than `share` per mille
/// of it lie on one piece. A share of 0 says that nobody asks for the kind.
uint32_t lb_view_kinds(lb_view *view, uint32_t unit, const uint16_t share[LB_TERRAIN_COUNT]);

/// The level of the ground under its centre.
int32_t lb_view_level(lb_view *view, uint32_t unit);

/// The pieces of the kinds that cover most of a quad, and of a unit, which is remembered: so a
/// sheet always asks for the same kinds.
lb_piece_set lb_view_pieces_under(const lb_view *view, const lb_quad *quad, uint32_t kinds);
const lb_piece_set *lb_view_under(lb_view *view, uint32_t unit, uint32_t kinds);

/// True if a piece of the kinds has a point in common with the quad.
bool lb_view_ground_touches(const lb_view *view, const lb_quad *quad, uint32_t kinds);

/// True if the box of a piece of those kinds is within a distance of a box: with false, nothing in
/// there touches such ground.
bool lb_view_ground_near(const lb_view *view, lb_box box, int32_t tmm, uint32_t kinds);

/* Sight. */

/// A line between two quads and what may be in its way.
typedef struct lb_look {
    const lb_quad *from, *to;
    lb_unit_set aside; ///< units that hide nobody: the two themselves as a rule
    lb_piece_set open; ///< ground that hides nobody
    int32_t clearance_tmm;
    const lb_sight_row *rows; ///< what ground does to sight; NULL: as on a usual table
} lb_look;

/// True if some line is clear. Not remembered.
bool lb_view_line(lb_view *view, const lb_look *look);

/// Where a line of sight between two units is remembered under a key of the sheet's own: if
/// `is_known`, nothing has moved within `tmm` of the box around the two since `is_clear` was found;
/// otherwise the caller finds it out and sets both, before any other line is looked at.
lb_sight_memo *lb_view_sight(lb_view *view, uint32_t key, uint32_t unit, uint32_t target,
                             int32_t tmm);

/// A range, or how far the weather lets one see if that is less.
int32_t lb_view_range(const lb_view *view, int32_t range_tmm);

/// The same for what depends on all units within `tmm` of a box, their flags too.
lb_sight_memo *lb_view_sight_in(lb_view *view, uint32_t key, lb_box box, int32_t tmm);

/// What is known under a key and holds since nothing at all has changed; NULL if one has to look.
lb_sight_memo *lb_view_sight_held(lb_view *view, uint32_t key);

/// A number that changes whenever one of some units does.
uint64_t lb_view_stamp(const lb_view *view, const lb_unit_set *units);

/// A number that changes whenever somebody of a group does.
uint32_t lb_view_stamp_of_group(const lb_view *view, uint32_t group);

/// The whole root of the square of the distance between two points, rounded down.
int32_t lb_point_distance(lb_point a, lb_point b);

/// True if two points are at most `tmm` apart.
bool lb_points_within(lb_point a, lb_point b, int32_t tmm);

/// The angle between two headings, without its sign.
int32_t lb_turn_between(uint16_t from, uint16_t to);
