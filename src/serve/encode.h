// SPDX-License-Identifier: MIT
// Bytes as text: base64 for what a browser reads, base64url for ids and tokens; and bytes that
// nobody can guess.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Characters that `size` bytes take in base64url, without a closing zero.
#define ENCODE_URL_LENGTH(size) (((size)*8 + 5) / 6)

/// Writes bytes in base64 with padding.
void encode_base64(FILE *out, const void *bytes, size_t size);

/// Writes bytes in base64url without padding, and a closing zero: ENCODE_URL_LENGTH(size) + 1.
void encode_url(const uint8_t *bytes, size_t size, char *text);

/// True if a text consists of `length` characters of base64url.
bool encode_is_url(const char *text, size_t length);

/// Fills in bytes that nobody can guess. False if the system has none.
bool encode_random(uint8_t *bytes, size_t size);
