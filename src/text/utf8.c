// SPDX-License-Identifier: MIT
// See utf8.h.

#include "text/utf8.h"

#include "base/put.h"

#include <stdbool.h>

/// The length of the valid UTF-8 sequence at the start of `bytes`, 0 if there is none, and the
/// character that it stands for.
static size_t sequence(const unsigned char *bytes, size_t size, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = bytes[0] < 0x80   ? 1
                    : bytes[0] < 0xc2 ? 0
                    : bytes[0] < 0xe0 ? 2
                    : bytes[0] < 0xf0 ? 3
                    : bytes[0] < 0xf5 ? 4
                                      : 0;

    *point = bytes[0];
    if (length < 2 || length > size)
        return length > size ? 0 : length;
    *point = bytes[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        *point = *point << 6 | (bytes[i] & 0x3f);
    }
    return *point < least[length] || *point > 0x10ffff || (*point >= 0xd800 && *point < 0xe000)
               ? 0
               : length;
}

/// Characters that are no text but steer a terminal, turn what is read about or are not seen at
/// all: control characters, soft hyphens, spaces of no width, separators of lines and paragraphs,
/// marks of direction, a mark of byte order, tags, characters of private use. A file may have tabs
/// and line ends.
static bool is_control(uint32_t point)
{
    return (point < 0x20 && point != '\t' && point != '\n' && point != '\r') ||
           (point >= 0x7f && point < 0xa0) || point == 0xad || point == 0x61c || point == 0x200b ||
           point == 0x200e || point == 0x200f || (point >= 0xe000 && point <= 0xf8ff) ||
           point >= 0xf0000 || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2060 && point <= 0x206f) || point == 0xfeff ||
           (point >= 0xfff9 && point <= 0xfffb) || (point >= 0xe0000 && point <= 0xe007f);
}

lb_status lb_utf8_check(const char *text, size_t size, lb_diag *diag)
{
    const unsigned char *bytes = (const unsigned char *)text;
    int32_t line = 1, column = 1;

    for (size_t at = 0; at < size;) {
        uint32_t point;
        size_t length = sequence(bytes + at, size - at, &point);

        if (length == 0 || is_control(point)) {
            lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, line, column);
            lb_put_text(&put, length == 0 ? "not text: this byte is not UTF-8"
                                          : "not text: this is a control character");
            return diag->status;
        }
        column++;
        if (bytes[at] == '\n') {
            line++;
            column = 1;
        }
        at += length;
    }
    return LB_OK;
}
