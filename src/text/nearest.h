// SPDX-License-Identifier: MIT
// The valid word nearest to a misspelt one.
#pragma once

#include "base/put.h"

#include <stdbool.h>

/// A search in progress: start it with the misspelt word, offer every valid one, read `best`.
typedef struct lb_nearest {
    const char *word;
    const char *best; ///< NULL if nothing offered comes near
    uint32_t distance;
} lb_nearest;

lb_nearest lb_nearest_start(const char *word);
void lb_nearest_offer(lb_nearest *search, const char *candidate);

/// Adds "; did you mean X?" if there is something near.
void lb_nearest_put(const lb_nearest *search, lb_put *put);
