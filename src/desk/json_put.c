// SPDX-License-Identifier: MIT
// See json_put.h.

#include "desk/json_put.h"

#include "desk/desk.h"

#include <assert.h>

enum { CHANCE_DECIMALS = 6 };

lb_json_put lb_json_put_start(char *text, size_t room)
{
    assert(room > 0);
    text[0] = '\0';
    return (lb_json_put){.text = text, .room = room};
}

int32_t lb_json_put_end(lb_json_put *json)
{
    if (json->is_full) {
        json->text[0] = '\0';
        return LB_DESK_ROOM;
    }
    json->text[json->length] = '\0';
    return (int32_t)json->length;
}

static void put_char(lb_json_put *json, char c)
{
    if (json->length + 1 >= json->room)
        json->is_full = true;
    else
        json->text[json->length++] = c;
}

static void put_plain(lb_json_put *json, const char *text)
{
    for (; *text != '\0'; text++)
        put_char(json, *text);
}

static void comma(lb_json_put *json)
{
    if (json->needs_comma)
        put_char(json, ',');
    json->needs_comma = true;
}

void lb_json_put_open(lb_json_put *json, char bracket)
{
    comma(json);
    put_char(json, bracket);
    json->needs_comma = false;
}

void lb_json_put_close(lb_json_put *json, char bracket)
{
    put_char(json, bracket);
    json->needs_comma = true;
}

/// The bytes of the letter that a text begins with, if it is good UTF-8; else 0.
static size_t letter_bytes(const unsigned char *c)
{
    size_t count = c[0] < 0x80                   ? 1
                   : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                   : c[0] >= 0xe0 && c[0] < 0xf0 ? 3
                   : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                                 : 0;

    for (size_t i = 1; i < count; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    /* Too long a form, half of a pair, or beyond the last letter. */
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] >= 0xa0) ||
        (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] >= 0x90))
        return 0;
    return count;
}

static void quote(lb_json_put *json, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *at = (const unsigned char *)text;

    put_char(json, '"');
    while (*at != '\0') {
        size_t bytes = letter_bytes(at);

        if (bytes == 0) {
            put_plain(json, "\xef\xbf\xbd");
            at++;
            continue;
        }
        if (*at == '"' || *at == '\\') {
            put_char(json, '\\');
        } else if (*at < 0x20 || *at == 0x7f) {
            put_plain(json, "\\u00");
            put_char(json, digits[*at >> 4]);
            put_char(json, digits[*at & 15]);
            at++;
            continue;
        }
        for (; bytes > 0; bytes--)
            put_char(json, (char)*at++);
    }
    put_char(json, '"');
}

void lb_json_put_key(lb_json_put *json, const char *key)
{
    comma(json);
    quote(json, key);
    put_char(json, ':');
    json->needs_comma = false;
}

void lb_json_put_string(lb_json_put *json, const char *text)
{
    comma(json);
    quote(json, text);
}

static void put_digits(lb_json_put *json, uint64_t value, int least)
{
    char digits[20];
    int count = 0;

    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0 || count < least);
    while (count > 0)
        put_char(json, digits[--count]);
}

void lb_json_put_int(lb_json_put *json, int64_t value)
{
    comma(json);
    if (value < 0)
        put_char(json, '-');
    put_digits(json, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 1);
}

void lb_json_put_bool(lb_json_put *json, bool value)
{
    comma(json);
    put_plain(json, value ? "true" : "false");
}

void lb_json_put_point(lb_json_put *json, lb_point point)
{
    lb_json_put_open(json, '[');
    lb_json_put_int(json, point.x);
    lb_json_put_int(json, point.y);
    lb_json_put_close(json, ']');
}

void lb_json_put_chance(lb_json_put *json, const lb_fraction *fraction)
{
    uint64_t parts = lb_fraction_scaled(fraction), tens = 1;

    for (int i = 0; i < CHANCE_DECIMALS; i++)
        tens *= 10;
    comma(json);
    put_digits(json, parts >> 32, 1);
    put_char(json, '.');
    put_digits(json, (parts & UINT32_MAX) * tens >> 32, CHANCE_DECIMALS);
}

void lb_json_put_number(lb_json_put *json, const char *digits)
{
    comma(json);
    while (*digits != '\0')
        put_char(json, *digits++);
}

void lb_json_put_text_at(lb_json_put *json, const char *key, const char *text)
{
    lb_json_put_key(json, key);
    lb_json_put_string(json, text);
}

void lb_json_put_int_at(lb_json_put *json, const char *key, int64_t value)
{
    lb_json_put_key(json, key);
    lb_json_put_int(json, value);
}

void lb_json_put_bool_at(lb_json_put *json, const char *key, bool value)
{
    lb_json_put_key(json, key);
    lb_json_put_bool(json, value);
}

void lb_json_put_point_at(lb_json_put *json, const char *key, lb_point point)
{
    lb_json_put_key(json, key);
    lb_json_put_point(json, point);
}

void lb_json_put_open_at(lb_json_put *json, const char *key, char bracket)
{
    lb_json_put_key(json, key);
    lb_json_put_open(json, bracket);
}
