// SPDX-License-Identifier: MIT
// SHA-256, for what is kept instead of a secret and for texts that are kept once.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };

/// The hash of `size` bytes.
void sha256(const void *bytes, size_t size, uint8_t hash[SHA256_BYTES]);
