// SPDX-License-Identifier: MIT
// The log of a game as somebody may read it: rows numbered for him, without those that are not told
// him, and with what belongs to the row before put there.
#pragma once

#include "serve/game.h"

/// Called with a row as JSON, which lives as long as the call; `n` is the last row of the log that
/// is in it. A NULL text: of the rows up to n nothing is told. False: no more, please.
typedef bool (*log_on_row)(void *context, uint32_t n, const char *text);

/// Reads the rows behind row `since` of the log, as far as somebody sees them.
store_result log_read(store *s, const serve_game *g, veil_eyes eyes, uint32_t since,
                      log_on_row on_row, void *context);
