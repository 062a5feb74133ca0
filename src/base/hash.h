// SPDX-License-Identifier: MIT
// A fast hash of 32-bit words, the same on every machine. Not for secrets.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { LB_HASH_SALT = 0x4c696d62 };

/// Mixes one more word into a running hash.
static inline uint64_t lb_hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/// Spreads the last words over all bits.
static inline uint64_t lb_hash_end(uint64_t hash)
{
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 32;
}

/// Hashes `count` integers.
static inline uint64_t lb_hash_cells(uint64_t hash, const int32_t *cell, size_t count)
{
    size_t i = 0;

    for (; i + 1 < count; i += 2)
        hash =
            lb_hash_word(hash, (uint64_t)(uint32_t)cell[i] | (uint64_t)(uint32_t)cell[i + 1] << 32);
    if (i < count)
        hash = lb_hash_word(hash, (uint32_t)cell[i]);
    return hash;
}
