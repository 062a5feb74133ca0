// SPDX-License-Identifier: MIT
// Bounded texts. See put.h.

#include "base/put.h"

#include <assert.h>
#include <stdbool.h>

enum { QUOTED_MAX = 48 };

lb_put lb_put_start(char *text, size_t room)
{
    assert(room > 0);
    text[0] = '\0';
    return (lb_put){.text = text, .room = room};
}

void lb_put_char(lb_put *put, char c)
{
    if (put->length + 1 >= put->room)
        return;
    put->text[put->length++] = c;
    put->text[put->length] = '\0';
}

void lb_put_text(lb_put *put, const char *text)
{
    for (; *text != '\0'; text++)
        lb_put_char(put, *text);
}

void lb_put_int(lb_put *put, int64_t value)
{
    char digits[20];
    int count = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    if (value < 0)
        lb_put_char(put, '-');
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    while (count > 0)
        lb_put_char(put, digits[--count]);
}

void lb_put_signed(lb_put *put, int64_t value)
{
    if (value >= 0)
        lb_put_char(put, '+');
    lb_put_int(put, value);
}

/// The bytes of the letter beyond ASCII that a text begins with; 0 for what is no such letter in
/// UTF-8, and for the characters that steer a terminal or the direction of writing.
static size_t letter_bytes(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t count = c[0] >= 0xc2 && c[0] < 0xe0   ? 2
                   : c[0] >= 0xe0 && c[0] < 0xf0 ? 3
                   : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                                 : 0;
    uint32_t code = count > 0 ? c[0] & (0x7fu >> count) : 0;

    for (size_t i = 1; i < count; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    if (code < 0xa0 || (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
        (code >= 0x2060 && code <= 0x206f) || (code >= 0xd800 && code <= 0xf8ff) ||
        code == 0xfeff || code == 0x61c || code > 0x10ffff)
        return 0;
    return count;
}

void lb_put_quoted(lb_put *put, const char *word)
{
    size_t length = 0;

    lb_put_char(put, '\'');
    while (word[length] != '\0' && length < QUOTED_MAX) {
        size_t bytes = letter_bytes(word + length);
        bool is_plain = (unsigned char)word[length] >= 0x20 && (unsigned char)word[length] < 0x7f;

        if (bytes == 0)
            lb_put_char(put, is_plain ? word[length] : '?');
        for (size_t i = 0; i < bytes && put->length + bytes - i < put->room; i++)
            lb_put_char(put, word[length + i]);
        length += bytes > 0 ? bytes : 1;
    }
    lb_put_text(put, word[length] != '\0' ? "...'" : "'");
}

lb_put lb_diag_start(lb_diag *diag, lb_status status, int32_t line, int32_t column)
{
    diag->status = status;
    diag->line = line;
    diag->column = column;
    return lb_put_start(diag->text, sizeof diag->text);
}
