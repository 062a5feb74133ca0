// SPDX-License-Identifier: MIT
// Is a text plain UTF-8, fit to be handed to a parser?
#pragma once

#include "limber/status.h"

/// Accepts valid UTF-8 without control characters but tab and line ends. Marks of direction,
/// separators of lines and the like are control characters too. Otherwise the diag says what is
/// wrong and where.
lb_status lb_utf8_check(const char *text, size_t size, lb_diag *diag);
