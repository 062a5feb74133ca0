// SPDX-License-Identifier: MIT
// Dice that people type: "3 5 1", and what a roll asks them for.
#pragma once

#include "base/put.h"
#include "limber/roll.h"
#include "limber/ruleset.h"

/// Reads faces separated by spaces or commas behind those already there; at most `room` in all.
/// On error *count and faces[0 .. *count) are untouched and the diag's column says where.
lb_status lb_dice_parse(const char *text, uint8_t sides, uint8_t *faces, uint32_t *count,
                        uint32_t room, lb_diag *diag);

/// Writes what has to be thrown next: "4 dice, each 5+ a success", for the first `count` faces
/// thrown.
void lb_roll_put_request(const lb_roll *roll, const uint8_t *faces, uint32_t count, lb_put *put);

/// True if the dice that are to be thrown next save from those thrown: the other side throws them.
bool lb_roll_wants_saves(const lb_roll *roll, const uint8_t *faces, uint32_t count);

/// Writes what a roll is: "2 dice added up".
void lb_roll_put(const lb_roll *roll, lb_put *put);
