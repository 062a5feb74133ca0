// SPDX-License-Identifier: MIT
// How Limber says that something went wrong.
//
// Three channels, never mixed: misuse by the programmer is an assert; untrusted input is an
// lb_status with an lb_diag that names place and reason, outputs untouched; a rule that says "no"
// is an ordinary answer (a refusal with a sentence), not an error.
//
// Where a function explains itself through a pointer, that pointer may be NULL: lb_diag, lb_reason,
// lb_refusal, and `is_complete` of lb_record_play. So may sinks, views, policies and callbacks
// whose comment says so. All other pointers must be good.
#pragma once

#include "limber/api.h"

#include <stddef.h>
#include <stdint.h>

LB_BEGIN_DECLS

/// What became of a call that reads untrusted input or works in a bounded space.
typedef enum lb_status {
    LB_OK = 0,
    LB_ERROR_INPUT,   ///< a word, number or file that cannot be accepted
    LB_ERROR_SPACE,   ///< the caller's buffer or workspace is too small; try a larger one
    LB_ERROR_WIDTH,   ///< a number outgrew the widest that is reckoned with
    LB_ERROR_FILE,    ///< a file that cannot be read or written
    LB_ERROR_CHANGED, ///< a record that is not as it was written
    LB_STATUS_COUNT
} lb_status;

enum { LB_DIAG_TEXT = 640 };

/// Place and reason of a failure. Zero is "nothing to say". line and column start at 1; 0 is
/// "none".
typedef struct lb_diag {
    lb_status status;
    int32_t line;
    int32_t column;
    char text[LB_DIAG_TEXT];
} lb_diag;

LB_END_DECLS
