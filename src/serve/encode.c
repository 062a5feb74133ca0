// SPDX-License-Identifier: MIT
// See encode.h.

#include "serve/encode.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Up to three bytes as four digits; returns how many of them say something.
static size_t digits_of(const uint8_t *bytes, size_t count, const char *alphabet, char digits[4])
{
    uint32_t word = (uint32_t)bytes[0] << 16 | (count > 1 ? (uint32_t)bytes[1] << 8 : 0) |
                    (count > 2 ? bytes[2] : 0u);

    for (int i = 0; i < 4; i++)
        digits[i] = alphabet[word >> (18 - 6 * i) & 63];
    return count + 1;
}

void encode_base64(FILE *out, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    char digits[4];

    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i < 3 ? size - i : 3, used = digits_of(at + i, left, plain, digits);

        memset(digits + used, '=', 4 - used);
        fwrite(digits, 1, 4, out);
    }
}

void encode_url(const uint8_t *bytes, size_t size, char *text)
{
    char digits[4];

    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i < 3 ? size - i : 3, used = digits_of(bytes + i, left, url, digits);

        memcpy(text, digits, used);
        text += used;
    }
    *text = '\0';
}

bool encode_is_url(const char *text, size_t length)
{
    return strspn(text, url) == length && text[length] == '\0';
}

bool encode_random(uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t got = getrandom(bytes, size, 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}
