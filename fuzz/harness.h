// SPDX-License-Identifier: MIT
// What every fuzzing harness defines; libFuzzer and AFL++ drive the same function.
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
