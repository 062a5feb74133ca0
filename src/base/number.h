// SPDX-License-Identifier: MIT
// Small arithmetic that many files need.
#pragma once

#include <stdint.h>

static inline int32_t lb_least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t lb_most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}
