// SPDX-License-Identifier: MIT
// Rows of a log on their way to the disk: an answer and the dice that follow it.
#pragma once

#include "serve/told.h"
#include "store/store.h"

enum { BATCH_MAX = 20000 };

/// Zero is an empty one.
typedef struct batch {
    store_step *step;
    told_step *told;
    size_t count, room;
    bool is_final; ///< what it tells cannot be taken back unasked
} batch;

/// Adds an answer; takes `told` over in any case. False without memory.
bool batch_add(batch *rows, const told_answer *answer, told_step *told);

void batch_clear(batch *rows);
