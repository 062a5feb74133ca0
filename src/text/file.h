// SPDX-License-Identifier: MIT
// Reading files from outside: regular ones only, up to a bound.
#pragma once

#include "limber/status.h"

/// Reads a file into memory and closes the text with a zero; free(*text) is the caller's. It reads
/// `most` bytes and one more, so that a file that is too large is noticed. A pipe or a device is
/// refused without waiting for it.
lb_status lb_file_read(const char *path, size_t most, char **text, size_t *size, lb_diag *diag);

/// The same from an open file, from its beginning. The handle stays open.
lb_status lb_file_read_handle(int handle, size_t most, char **text, size_t *size, lb_diag *diag);
