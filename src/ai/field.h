// SPDX-License-Identifier: MIT
// Ways over the ground for whole groups; see field.c and lb_ground_field in limber/plan.h.
#pragma once

#include "core/view.h"
#include "limber/plan.h"

/// Learns the ground of a battle; nothing to do if it is known.
void lb_field_learn(const lb_battle *battle, lb_ground_field *field);

/// Where to head for on the way from a place to an objective: the objective itself if nothing dear
/// lies between, otherwise a place about `tmm` along the best way.
lb_point lb_field_towards(const lb_battle *battle, lb_ground_field *field, uint32_t objective,
                          lb_gait gait, lb_point from, int32_t tmm);

/// Where to head for on the way between two places: straight on unless ground that is closed or
/// very dear lies between, otherwise as far along the best way round it as can be gone straight.
lb_point lb_field_round(const lb_ground_field *field, lb_gait gait, lb_point from, lb_point to);
