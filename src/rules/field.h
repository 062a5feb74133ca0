// SPDX-License-Identifier: MIT
// Questions that every ruleset asks of a battle in progress, whatever its sheet: who is where, who
// may stand where, how a charge comes to rest, who arrives and who holds the ground.
#pragma once

#include "limber/battle.h"

/// True if the unit is on the table.
bool lb_unit_is_here(const lb_state *state, uint32_t unit);

/// Its corners.
lb_quad lb_unit_quad(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// The box of a quad.
void lb_quad_box(const lb_quad *quad, lb_point *low, lb_point *high);

/// False if the quad of a unit is surely farther than `tmm` from the box. Needs no quad.
bool lb_unit_may_be_near(const lb_battle *battle, const lb_state *state, uint32_t unit,
                         lb_point low, lb_point high, int32_t tmm);

/// The distance between two units, rounded up.
int32_t lb_unit_distance(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b);

/// The distance of two points, rounded down.
int32_t lb_point_distance(lb_point a, lb_point b);

/// The unit of the other side nearest to a quad, LB_NOBODY if there is none.
uint32_t lb_nearest_enemy(const lb_battle *battle, const lb_state *state, const lb_quad *from,
                          uint32_t side);

/// True if an enemy of the side is within `tmm` of the quad.
bool lb_enemy_is_within(const lb_battle *battle, const lb_state *state, const lb_quad *quad,
                        uint32_t side, int32_t tmm);

/// True if a footprint may stand there: on the table, passable, on no unit but those excepted.
bool lb_may_stand(const lb_battle *battle, const lb_state *state, const lb_unit_set *except,
                  const lb_footprint *footprint);

/// The face of a target that a footprint meets when it goes straight on, else the one that it
/// stands before.
lb_face lb_face_met(const lb_quad *target, const lb_footprint *from);

/// The footprint with its front flush on a face of the target, at most three quarters of where they
/// would part from the middle of the face: straight on, or `eighths` of 8 of the way to the middle.
lb_footprint lb_flush(const lb_footprint *target, lb_face face, const lb_footprint *from,
                      int32_t eighths);

/// Puts a unit at the free place nearest to `wish`, looked for in rings of `step`; false, and the
/// unit where it was, if there is none in so many rings.
bool lb_find_place(const lb_battle *battle, lb_state *state, uint32_t unit, lb_point wish,
                   int32_t step_tmm, int32_t rings);

/// Brings on the units of the active side that are due, each where there is room.
void lb_arrive(const lb_battle *battle, lb_state *state);

/// Who stands alone at an objective holds it; it stays with the last who did.
void lb_hold_objectives(const lb_battle *battle, lb_state *state);
