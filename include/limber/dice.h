// SPDX-License-Identifier: MIT
// Seeded dice: ChaCha20, so that the same seed gives the same faces on every machine and nobody can
// guess the next one.
#pragma once

#include "limber/api.h"
#include "limber/roll.h"

LB_BEGIN_DECLS

/// A generator. Set it with lb_dice_seed or lb_dice_key before use.
typedef struct lb_dice {
    uint32_t key[8];
    uint64_t block;
    uint32_t word[16];
    uint32_t used; ///< words of the current block already drawn
} lb_dice;

/// Starts from a number.
void lb_dice_seed(lb_dice *dice, uint64_t seed);

/// Starts from a 256-bit key.
void lb_dice_key(lb_dice *dice, const uint8_t key[32]);

/// A face from 1 to sides, without bias.
uint8_t lb_dice_face(lb_dice *dice, uint8_t sides);

/// Throws everything a roll needs; faces has room for LB_THROW_MAX. Returns how many.
uint32_t lb_dice_throw(lb_dice *dice, const lb_roll *roll, uint8_t *faces);

/// One 64-byte block of the ChaCha20 stream with a 64-bit counter and a zero nonce, as sixteen
/// words.
void lb_chacha20_block(const uint32_t key[8], uint64_t block, uint32_t word[16]);

LB_END_DECLS
