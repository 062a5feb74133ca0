// SPDX-License-Identifier: MIT
// Bounded texts. See put.h.

#include "base/put.h"

#include <assert.h>

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

void lb_put_quoted(lb_put *put, const char *word)
{
    size_t length = 0;

    lb_put_char(put, '\'');
    for (; word[length] != '\0' && length < QUOTED_MAX; length++) {
        unsigned char c = (unsigned char)word[length];
        lb_put_char(put, c >= 0x20 && c < 0x7f ? (char)c : '?');
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
