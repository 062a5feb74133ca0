// SPDX-License-Identifier: MIT
// Who may stand where, who arrives, and who holds the ground.
#pragma once

#include "rules/kit/change.h"

/// True if a unit has a trait.
static inline bool lb_unit_has(const lb_battle *battle, uint32_t unit, lb_trait trait)
{
    return lb_has_trait(battle->unit[unit].traits, trait);
}

/// The set of one unit.
static inline lb_unit_set lb_set_of(uint32_t unit)
{
    lb_unit_set set = {{0}};

    lb_unit_set_add(&set, (uint16_t)unit);
    return set;
}

/// Adds the members of another set.
static inline void lb_unit_set_join(lb_unit_set *set, const lb_unit_set *other)
{
    for (int i = 0; i < LB_TABLE_UNITS_MAX / 64; i++)
        set->bits[i] |= other->bits[i];
}

/// How far a point lies towards a heading, seen from another; negative behind.
static inline int32_t lb_ahead_of(lb_point from, lb_point to, uint16_t heading)
{
    int64_t x = (int64_t)to.x - from.x, y = (int64_t)to.y - from.y;

    return (int32_t)((x * lb_sine(heading) + y * lb_cosine(heading)) / LB_SINE_ONE);
}

/// True if a footprint may stand there: on the table, passable, on no unit but those excepted.
bool lb_may_stand(const lb_view *view, const lb_unit_set *except, const lb_footprint *footprint);

/// True if a footprint lies in a river beside bridges and fords; what is narrow goes over them by
/// its middle, as narrow as they may be.
bool lb_is_in_water(const lb_view *view, const lb_footprint *footprint, bool is_narrow);

/// The free place nearest to a footprint's, looked for in so many rings of `step`; false, and
/// *place untouched, if there is none. Only the centre of *place changes.
bool lb_find_place(const lb_view *view, const lb_unit_set *except, int32_t step_tmm, int32_t rings,
                   lb_footprint *place);

/// The same, farther than `off_tmm` from all of `foes`.
bool lb_find_place_off(const lb_view *view, const lb_unit_set *except, const lb_unit_set *foes,
                       int32_t off_tmm, int32_t step_tmm, int32_t rings, lb_footprint *place);

/// Brings on the units of the active side that are due, each where there is room.
void lb_arrive(lb_run *run, uint16_t clause);

/// A side that stands alone at an objective holds it. It stays with the last that did, or with
/// nobody if a holder must stay there.
void lb_hold_objectives(lb_run *run, uint16_t clause, bool must_stay);

/// The first number behind the units of a group.
static inline uint32_t lb_group_end(const lb_group_card *group)
{
    return (uint32_t)group->first_unit + group->unit_count;
}

/// Units of a group that are not gone, and whether one of them is on the table.
uint32_t lb_group_left(const lb_battle *battle, const lb_state *state, uint32_t group);
bool lb_group_is_here(const lb_battle *battle, const lb_state *state, uint32_t group);

/// True if a side has a unit that is not gone.
bool lb_side_is_left(const lb_battle *battle, const lb_state *state, uint32_t side);
