// SPDX-License-Identifier: MIT
// Battle records: writing one answer by answer, and playing one again.
//
//     limber record 3
//     scenario scenarios/two-brigades.yaml
//     rules valour-fortitude
//     players recruit recruit
//     seed 42
//     start 5b1268b0951963b3
//     file scenario
//     |limber: scenario
//     |...
//     seal 2f0a6c1e4b7d9835
//     # turn 1, French, fate
//     roll 7 ~82c1
//     fire unit 3 target 9 option 0 with 4 5 ~0f5e
//     move unit 5 as line path turn:16384 straight:2032 ~d313
//     end winner 1 turn 9 hash 9a7a29d197583b30
//
// A record is a plain text. Its head says what is played and carries the files that the battle is
// made from: the scenario, its armies, the house rules. The seal is a check of the whole head. Then
// comes one line for each answer, in the order they were given, and behind ~ a check of this answer
// and all lines before it. The first line that was changed, dropped or put in gives itself away
// even if the battle could have gone on so. Lines that begin with # are for people.
//
// Earlier versions are read as well. Version 2 has no files and no seal: its scenario and house
// rules are read from where its head says. Version 1 has besides hashes of how earlier programs
// laid a state out; those are not compared. A battle replays as long as the rules are those by
// which it was played. When a rule has changed since, the replay stops at the first answer that
// the rules of today do not take, and the diag says that an earlier version made the record.
#pragma once

#include "limber/api.h"
#include "limber/battle.h"
#include "limber/files.h"
#include "limber/status.h"

#include <stdio.h>

LB_BEGIN_DECLS

/// The head of a record. lb_record_read_head makes its members point into the text that was read.
typedef struct lb_record_head {
    const char *scenario; ///< where its file was
    const char *rules;
    const char *house; ///< where the file of house rules was; NULL: none
    const char *dice;  ///< "real": thrown by people; NULL: by the program
    const char *players;
    const char *seed;
    const char *start; ///< digest of the state at the start, in hexadecimal
    int32_t version;   ///< 1 to 3
    lb_bundle files;   ///< that the battle is made from; empty before version 3
    uint64_t sum;      ///< over the head; 0 before version 3
    char *body;        ///< the first line behind the head
    int32_t body_line;
} lb_record_head;

// ---- writing ------------------------------------------------------------------------------------

/// A record being written. The caller opens and closes `file`, and reads `has_failed`; the rest is
/// the recorder's own.
typedef struct lb_recorder {
    FILE *file;
    const lb_battle *battle;
    int64_t size;                ///< bytes of the file that are whole lines; of a synced one only
    uint64_t sum;                ///< over all lines so far
    uint8_t turn, phase, active; ///< of the last remark; 0xff at first
    bool is_synced;              ///< every line reaches the disk before the next is asked for
    bool has_failed;             ///< something could not be written
} lb_recorder;

/// Starts behind whatever the file holds already. `file` and `battle` must outlive the recorder.
/// With is_synced the file must be a regular one, and nobody else may write to it.
lb_recorder lb_recorder_start(FILE *file, const lb_battle *battle, bool is_synced);

/// Writes the head; `start` is the digest of the first state (lb_battle_digest). Members that are
/// NULL are left out, but a record can only be read with scenario, rules, players and seed. Without
/// files it is a record of version 2.
///
/// This function and the following return false if something could not be written. Of a synced
/// record nothing of it is in the file then: the recorder is as before, errno says why, and the
/// answer can be given again.
bool lb_recorder_head(lb_recorder *recorder, const lb_record_head *head, uint64_t start);

/// Writes the answer to a decision; `state` is still as the question was asked.
bool lb_recorder_action(lb_recorder *recorder, const lb_state *state, const lb_action *action);

/// Writes the answer to a roll; `state` is still as the roll was asked for.
bool lb_recorder_roll(lb_recorder *recorder, const lb_state *state, const uint8_t *faces,
                      uint32_t count);

/// Writes how the battle ended.
bool lb_recorder_end(lb_recorder *recorder, const lb_state *state);

// ---- playing again ------------------------------------------------------------------------------

/// Who watches a replay, and how far it goes.
typedef struct lb_replay_watch {
    const lb_sink *sink; ///< receives the events; NULL: nobody
    uint8_t to_turn;     ///< stop before the turn after this; 0: play to the end
    /// Called with every good line that answers a node, before it is carried out; NULL: nobody is
    /// told.
    /// `offset` is how many bytes of the body stand before the line, `sum` is that of the lines
    /// before it.
    void (*on_answer)(void *context, size_t offset, uint64_t sum);
    void *context;
    uint64_t *sum; ///< receives the sum over all good lines; NULL: nobody wants it
    /// Receives how many bytes of the body are good lines, also if a later one is not. The state is
    /// as they have left it. NULL: nobody wants it.
    size_t *whole;
} lb_replay_watch;

/// Drops a last line that has no end, as a crash leaves it. True if there was one.
bool lb_record_drop_torn(char *text);

/// Reads a record from a file into memory, and its head. On LB_OK *text is the caller's, who frees
/// it when the head is no longer needed; otherwise it is NULL.
lb_status lb_record_load(const char *path, char **text, lb_record_head *head, lb_diag *diag);

/// Reads the head of a record. It cuts the text at its line ends and points into it, so the text
/// must be writable and outlive the head. LB_ERROR_CHANGED if the head does not agree with its
/// seal.
lb_status lb_record_read_head(char *text, lb_record_head *head, lb_diag *diag);

/// Starts the battle in `state` and plays the body of the record. LB_OK if every answer was legal
/// and agrees with its check and, at the end, winner, turn and digest are as recorded; otherwise
/// the diag names the line. Before version 3 lines without checks are accepted as long as none
/// before had one. A record that breaks off is good as far as it goes: *is_complete is false then;
/// NULL: nobody asks. The body is used up: read the text again to play it a second time. NULL for
/// `watch`: nobody watches.
lb_status lb_record_play(const lb_record_head *head, const lb_battle *battle, lb_state *state,
                         const lb_replay_watch *watch, bool *is_complete, lb_diag *diag);

LB_END_DECLS
