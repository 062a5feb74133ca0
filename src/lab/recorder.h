// SPDX-License-Identifier: MIT
// Writing a battle record answer by answer, so that a crash loses nothing that was acknowledged.
#pragma once

#include "lab/replay.h"

#include <stdio.h>

/// A record being written. `file` is the caller's to open and close.
typedef struct lb_recorder {
    FILE *file;
    const lb_battle *battle;
    uint64_t sum;                ///< over all lines so far, see lb_record_sum
    uint8_t turn, phase, active; ///< of the last remark; 0xff at first
    bool is_synced;              ///< every line reaches the disk before the next is asked for
    bool has_failed;             ///< something could not be written
} lb_recorder;

/// Starts behind whatever the file holds already.
lb_recorder lb_recorder_start(FILE *file, const lb_battle *battle, bool is_synced);

/// Writes the head. Members that are NULL are left out; `start` is the hash of the first state.
void lb_recorder_head(lb_recorder *recorder, const lb_record_head *head, uint64_t start);

/// Writes the answer to a node; `state` is as it was asked.
void lb_recorder_action(lb_recorder *recorder, const lb_state *state, const lb_action *action);
void lb_recorder_roll(lb_recorder *recorder, const lb_state *state, const uint8_t *faces,
                      uint32_t count);

/// Writes how the battle ended.
void lb_recorder_end(lb_recorder *recorder, const lb_state *state);
