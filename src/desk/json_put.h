// SPDX-License-Identifier: MIT
// Writing JSON into a buffer of fixed size. Commas, quotes and escapes are its business, the order
// is the caller's. What does not fit is dropped and remembered: whoever asks gets no half document.
#pragma once

#include "limber/fraction.h"
#include "limber/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A document being written.
typedef struct lb_json_put {
    char *text;
    size_t room, length;
    bool needs_comma;
    bool is_full; ///< something did not fit
} lb_json_put;

/// Starts a document; `room` is at least 1.
lb_json_put lb_json_put_start(char *text, size_t room);

/// The length of the document, closed by a zero, or LB_DESK_ROOM (desk/desk.h) if it did not fit.
int32_t lb_json_put_end(lb_json_put *json);

void lb_json_put_open(lb_json_put *json, char bracket);
void lb_json_put_close(lb_json_put *json, char bracket);
void lb_json_put_key(lb_json_put *json, const char *key);

/// A value. A text that is no UTF-8 gets the sign of replacement where it is not.
void lb_json_put_string(lb_json_put *json, const char *text);
void lb_json_put_int(lb_json_put *json, int64_t value);
void lb_json_put_bool(lb_json_put *json, bool value);

/// A number as it is written in `digits`.
void lb_json_put_number(lb_json_put *json, const char *digits);

/// An array of two numbers.
void lb_json_put_point(lb_json_put *json, lb_point point);

/// A chance with six decimals, rounded down.
void lb_json_put_chance(lb_json_put *json, const lb_fraction *fraction);

/* A key with its value. */
void lb_json_put_text_at(lb_json_put *json, const char *key, const char *text);
void lb_json_put_int_at(lb_json_put *json, const char *key, int64_t value);
void lb_json_put_bool_at(lb_json_put *json, const char *key, bool value);
void lb_json_put_point_at(lb_json_put *json, const char *key, lb_point point);
void lb_json_put_open_at(lb_json_put *json, const char *key, char bracket);
