// SPDX-License-Identifier: MIT
// Building short texts in a buffer of fixed size: what does not fit is cut off, never written past.
#pragma once

#include "limber/status.h"

/// A text under construction; always closed by a zero.
typedef struct lb_put {
    char *text;
    size_t room; ///< bytes of `text`, at least 1
    size_t length;
} lb_put;

/// Starts an empty text.
lb_put lb_put_start(char *text, size_t room);

void lb_put_char(lb_put *put, char c);
void lb_put_text(lb_put *put, const char *text);
void lb_put_int(lb_put *put, int64_t value);

/// With its sign: +1, -2, +0.
void lb_put_signed(lb_put *put, int64_t value);

/// A word that came from outside, in single quotes: bytes that could upset a terminal become '?',
/// and a long one is cut.
void lb_put_quoted(lb_put *put, const char *word);

/// Starts the text of a diag and sets its status and place.
lb_put lb_diag_start(lb_diag *diag, lb_status status, int32_t line, int32_t column);
