// SPDX-License-Identifier: MIT
// The lines of a battle record: writing answers and reading them back. limber/record.h shows a
// record and has what writes and plays a whole one.
#pragma once

#include "limber/battle.h"

#include "base/put.h"

/// Bytes of the longest line, and of the largest file that is read.
enum { LB_RECORD_LINE = 512 + 4 * LB_UNITS_MAX, LB_RECORD_FILE_MAX = 256 << 20 };

/// Writes an action as it stands in a record.
void lb_record_put_action(const lb_play *play, const lb_action *action, lb_put *put);

/// Reads one back. On error *action is untouched and the diag says what is wrong and at which
/// column.
lb_status lb_record_parse_action(const lb_play *play, const char *line, lb_action *action,
                                 lb_diag *diag);

/// Writes thrown faces: "roll 3 5 1".
void lb_record_put_faces(const uint8_t *faces, uint32_t count, lb_put *put);

/// Reads them back for a roll: every face must be possible and the throw complete.
lb_status lb_record_parse_faces(const char *line, const lb_roll *roll, uint8_t *faces,
                                uint32_t *count, lb_diag *diag);

/// The sum over an answer, without its check, and those before it; 0 before the first.
uint64_t lb_record_sum(uint64_t before, const char *line);

/// The same for a line of `length` bytes that has no closing zero.
uint64_t lb_record_sum_part(uint64_t before, const char *line, size_t length);

/// Writes the check that stands behind the last answer of a sum: " ~82c1".
void lb_record_put_check(uint64_t sum, lb_put *put);
