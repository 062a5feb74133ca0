// SPDX-License-Identifier: MIT
// See json.h.

#include "text/json.h"

#include "base/wide.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void comma(lb_json *json)
{
    if (json->needs_comma)
        fputc(',', json->out);
    json->needs_comma = true;
}

void lb_json_open(lb_json *json, char bracket)
{
    comma(json);
    fputc(bracket, json->out);
    json->needs_comma = false;
}

void lb_json_close(lb_json *json, char bracket)
{
    fputc(bracket, json->out);
    json->needs_comma = true;
}

static void quote(lb_json *json, const char *text)
{
    fputc('"', json->out);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(json->out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            fprintf(json->out, "\\u%04x", c);
        else
            fputc(c, json->out);
    }
    fputc('"', json->out);
}

void lb_json_key(lb_json *json, const char *key)
{
    comma(json);
    quote(json, key);
    fputc(':', json->out);
    json->needs_comma = false;
}

void lb_json_string(lb_json *json, const char *text)
{
    comma(json);
    quote(json, text);
}

void lb_json_int(lb_json *json, int64_t value)
{
    comma(json);
    fprintf(json->out, "%" PRId64, value);
}

void lb_json_unsigned(lb_json *json, uint64_t value)
{
    comma(json);
    fprintf(json->out, "%" PRIu64, value);
}

void lb_json_raw(lb_json *json, const char *number)
{
    comma(json);
    fputs(number, json->out);
}

/// Fewest digits that read back as the same double.
static void write_double(FILE *out, double value)
{
    char text[40];

    for (int digits = 15; digits <= 17; digits++) {
        double back;
        snprintf(text, sizeof text, "%.*g", digits, value);
        back = strtod(text, NULL);
        if (!(back < value) && !(back > value))
            break;
    }
    fputs(text, out);
}

/// The nearest double of a fraction: its first 55 binary digits and a mark for the rest, rounded
/// once.
static double nearest_double(const lb_fraction *fraction)
{
    lb_wide rest, whole;
    uint64_t digits = 0;
    int exponent;

    if (fraction->numerator.used == 0 || !lb_denominator_value(&fraction->denominator, &whole))
        return 0;
    /* Long division in binary; a fraction is at most 1, so the remainder always fits. */
    lb_wide_copy(&rest, &fraction->numerator);
    exponent = 0;
    while (lb_wide_compare(&rest, &whole) < 0) {
        if (!lb_wide_multiply_small(&rest, 2))
            lb_wide_shift_right(&whole, 1);
        exponent--;
    }
    for (int digit = 0; digit < 55; digit++) {
        digits <<= 1;
        if (lb_wide_compare(&rest, &whole) >= 0) {
            lb_wide_subtract(&rest, &whole);
            digits |= 1;
        }
        if (!lb_wide_multiply_small(&rest, 2))
            lb_wide_shift_right(&whole, 1);
    }
    digits = digits << 1 | (rest.used > 0);
    return ldexp((double)digits, exponent - 55);
}

void lb_json_probability(lb_json *json, const lb_fraction *fraction)
{
    comma(json);
    write_double(json->out, nearest_double(fraction));
}
