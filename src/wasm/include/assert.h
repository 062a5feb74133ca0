// SPDX-License-Identifier: MIT
// <assert.h> for WebAssembly without a C library: a failed assertion traps.
#pragma once

#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
