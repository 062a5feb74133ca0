// SPDX-License-Identifier: MIT
// Where a charging unit stops against its target. lb_close_in sets it flush with a face, as near to
// the middle of the face as there is room. lb_turn_flush turns it about the point where it touches.
#pragma once

#include "rules/kit/field.h"

/// The face of a target that a footprint meets when it goes straight on, else the one that it
/// stands before.
lb_face lb_face_met(const lb_quad *target, const lb_footprint *from);

/// Closing in with a target: the charge is set flush with a face of it, straight on where it would
/// meet the face, else as near to the face's middle as there is room.
typedef struct lb_closing {
    lb_view *view;
    lb_footprint from;   ///< where it comes from
    lb_footprint target; ///< what it closes with
    lb_face face;        ///< of the target
    lb_unit_set own;     ///< who closes in: they are in nobody's way
    /// True if it may come to rest at *end, which has room; NULL: anywhere.
    bool (*accepts)(const struct lb_closing *closing, const lb_footprint *end);
    const void *context; ///< for `accepts`
    lb_reason *reason;   ///< for `accepts`, which may say why not
} lb_closing;

/// True with the first place that is free and accepted.
bool lb_close_in(const lb_closing *closing, lb_footprint *end);

/// What a slide of at most so much makes at least until it brings a footprint of a side to its
/// target; INT32_MAX if it goes past it, or another enemy is surely in the way. The walk decides
/// where the two meet, and costs much more.
int32_t lb_least_way(const lb_view *view, uint32_t side, const lb_footprint *from,
                     uint16_t direction, int32_t tmm, uint32_t target);

/// Where a footprint whose front has met a target stands flush with the face that it met, turned
/// about the point of its front that touches. False if its front does not touch, or it would have
/// to turn by more than a quarter. *angle is what it turns by, 0 if it stands flush already.
bool lb_turn_flush(const lb_footprint *target, const lb_footprint *met, lb_footprint *end,
                   int32_t *angle);
