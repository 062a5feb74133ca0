// SPDX-License-Identifier: MIT
// How much one address, or one game, may ask for: buckets that fill with time and that requests
// empty.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What may still be asked for. Zero is a bucket that has never been used: it is full.
typedef struct limit_bucket {
    int64_t at_ms; ///< when it was looked at last
    int64_t spent; ///< thousandths of a request that are missing in it
} limit_bucket;

/// Takes `cost` requests from a bucket that gains `rate` a second and holds `most`. False if it has
/// not so many. A rate of 0 is no limit.
bool limit_take(limit_bucket *bucket, int64_t now_ms, uint32_t rate, uint32_t most, uint32_t cost);

enum { LIMIT_ADDRESSES = 4096, LIMIT_ADDRESS = 48 };

/// What each address has asked for lately, and its open sockets.
typedef struct limit_address {
    char name[LIMIT_ADDRESS];
    limit_bucket bucket;
    uint32_t sockets;
} limit_address;

typedef struct limit_table {
    limit_address address[LIMIT_ADDRESSES];
} limit_table;

/// The row of an address. An address that has not asked for anything for long makes room.
limit_address *limit_find(limit_table *table, const char *name);

/// Milliseconds of a clock that never goes back.
int64_t limit_now(void);
