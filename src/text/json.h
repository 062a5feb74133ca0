// SPDX-License-Identifier: MIT
// A streaming JSON writer: commas, quotes and escapes are its business, the order is the caller's.
#pragma once

#include "limber/fraction.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// A document being written. Zero but for `out` is a start.
typedef struct lb_json {
    FILE *out;
    bool needs_comma;
} lb_json;

void lb_json_open(lb_json *json, char bracket);
void lb_json_close(lb_json *json, char bracket);
void lb_json_key(lb_json *json, const char *key);
void lb_json_string(lb_json *json, const char *text);
void lb_json_int(lb_json *json, int64_t value);
void lb_json_unsigned(lb_json *json, uint64_t value);

/// A number written as it stands, which must be valid JSON.
void lb_json_raw(lb_json *json, const char *number);

/// The nearest double, in digits that give it back.
void lb_json_probability(lb_json *json, const lb_fraction *fraction);
