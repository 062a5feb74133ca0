// SPDX-License-Identifier: MIT
// Movement for the other files of the table: parts of steps, and what a way costs.
#pragma once

#include "table/ground.h"

enum {
    LB_TRACKS = 3,          ///< centre, front-left, front-right
    LB_TURN_MOST = 128,     ///< the largest turn of a wheel that is judged at once
    LB_STRETCHES_MAX = 192, ///< stretches of one track of one leg
};

/// A straight piece of the three tracks; `length_tmm` is what it counts for.
typedef struct lb_leg {
    lb_point from[LB_TRACKS], to[LB_TRACKS];
    int32_t length_tmm;
} lb_leg;

/// Where the costs forbid a leg.
typedef struct lb_ban {
    bool is_banned;
    uint16_t piece;
    int64_t at_fine; ///< from the leg's start
} lb_ban;

/// What the way so far has cost.
typedef struct lb_toll {
    uint64_t way;                                ///< of the current step, in 1/LB_TOLL_UNIT fine
    uint8_t crossings[LB_PIECES_MAX][LB_TRACKS]; ///< that are not free
    uint32_t climbs;                             ///< contours that the centre entered
} lb_toll;

/// The least common multiple of 1 … 16: the denominators of costs.
enum { LB_TOLL_UNIT = 720720 };

/// The farthest that a length goes on the cheapest ground; no farther than a slide can.
int32_t lb_costs_farthest(const lb_move_costs *costs, int32_t allowance_tmm);

/// The leg between two places, given by their centres and corners.
lb_leg lb_leg_between(lb_point from, const lb_quad *start, lb_point to, const lb_quad *end,
                      int32_t length_tmm);

/// Adds a leg to the toll by the pieces of `among`, and finds the first place on it that is
/// forbidden; the toll then holds for nothing.
lb_ban lb_leg_pay(const lb_ground *ground, const lb_piece_list *among, const lb_move_costs *costs,
                  const lb_leg *leg, lb_toll *toll);

/// Whether a factor forbids; and its parts, {0, 0} being 1/1.
static inline bool lb_ratio_forbids(lb_ratio ratio)
{
    return ratio.num > 0 && ratio.den == 0;
}

static inline uint32_t lb_ratio_num(lb_ratio ratio)
{
    return ratio.den == 0 ? 1 : ratio.num;
}

static inline uint32_t lb_ratio_den(lb_ratio ratio)
{
    return ratio.den == 0 ? 1 : ratio.den;
}

/// Whether the costs may forbid to go over a piece of ground.
static inline bool lb_costs_forbid(const lb_move_costs *costs, const lb_piece *piece)
{
    return lb_ratio_forbids(costs->area[piece->kind]) || costs->crossing_tmm[piece->kind] < 0;
}

/// Whether pieces with so many points may be more than can be told apart on a line, which
/// lb_leg_pay forbids: a line has fewer stretches on a piece than that has points.
static inline bool lb_points_forbid(uint32_t points)
{
    return points > LB_STRETCHES_MAX;
}

/// A step that moves: slides go `tmm` towards `direction`; wheels by `angle`.
typedef struct lb_motion {
    uint8_t kind; ///< lb_step_kind
    uint16_t direction;
    int32_t tmm;   ///< of slides, >= 0
    int32_t angle; ///< of wheels
} lb_motion;

/// What a step does from a start; false when it is malformed.
bool lb_motion_of(const lb_footprint *start, const lb_step *step, lb_motion *motion);

/// The number of parts that a motion is measured in: tmm of a slide, small turns of a wheel, 1 of
/// others.
int32_t lb_motion_parts(const lb_motion *motion);

/// Where it is after some of its parts.
lb_footprint lb_motion_at(const lb_footprint *start, const lb_motion *motion, int32_t part);

/// The same with its corners there, given those of the start. A slide moves them, and so does a
/// wheel once it has turned: corners follow the centre to the tmm.
lb_footprint lb_motion_carry(const lb_footprint *start, const lb_quad *from,
                             const lb_motion *motion, int32_t part, lb_quad *quad);

/// What those parts count for on the way.
int32_t lb_motion_length(const lb_footprint *start, const lb_motion *motion, int32_t part);
