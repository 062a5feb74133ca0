// SPDX-License-Identifier: MIT
// Playing a battle record again.
#pragma once

#include "limber/battle.h"
#include "limber/status.h"

/// What a replay is told of.
typedef struct lb_replay_watch {
    const lb_sink *sink;
    uint8_t to_turn; ///< stop before the turn after this; 0: play to the end
    /// Told of every line that answers a node, before it is carried out; NULL for nobody. `offset`
    /// is how many bytes of the body stand before the line, `sum` is that of the lines before it.
    void (*on_answer)(void *context, size_t offset, uint64_t sum);
    void *context;
    uint64_t *sum; ///< where the sum over all lines goes; NULL: nowhere
} lb_replay_watch;

/// The head of a record: pointers into its text, which must be writable and outlive it.
typedef struct lb_record_head {
    const char *scenario;
    const char *rules;
    const char *house; ///< file of house rules; NULL: none
    const char *dice;  ///< "real": thrown by people; NULL: by the program
    const char *players;
    const char *seed;
    const char *start; ///< hash of the state at the start, in hexadecimal
    char *body;        ///< the first line behind the head
    int32_t body_line;
} lb_record_head;

/// Drops a last line that has no end, as a crash leaves it. True if there was one.
bool lb_record_drop_torn(char *text);

/// Reads the head; cuts the text at its line ends.
lb_status lb_record_read_head(char *text, lb_record_head *head, lb_diag *diag);

/// Plays the body on a started state. LB_OK if every line was possible and is as it was written by
/// its check, and, at the end, winner, turn and hash are as recorded; otherwise the diag names the
/// line. Lines without checks are taken as they are, as long as none before had one. A record that
/// breaks off is good as far as it goes: *is_complete is false then.
lb_status lb_record_play(const lb_record_head *head, const lb_battle *battle, lb_state *state,
                         const lb_replay_watch *watch, bool *is_complete, lb_diag *diag);
