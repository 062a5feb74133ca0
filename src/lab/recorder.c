// SPDX-License-Identifier: MIT
// Writing a battle record, see limber/record.h. A line is one write: a crash leaves at most one
// torn line behind whole ones.

#include "limber/record.h"

#include "text/record.h"

#include <inttypes.h>
#include <unistd.h>

lb_recorder lb_recorder_start(FILE *file, const lb_battle *battle, bool is_synced)
{
    return (lb_recorder){.file = file, .battle = battle, .turn = 0xff, .is_synced = is_synced};
}

/// Brings what was written to the disk.
static void settle(lb_recorder *recorder)
{
    if (ferror(recorder->file) != 0)
        recorder->has_failed = true;
    if (recorder->is_synced &&
        (fflush(recorder->file) != 0 || fdatasync(fileno(recorder->file)) != 0))
        recorder->has_failed = true;
}

void lb_recorder_head(lb_recorder *recorder, const lb_record_head *head, uint64_t start)
{
    FILE *file = recorder->file;

    fprintf(file, "limber record 2\nscenario %s\nrules %s\n", head->scenario, head->rules);
    if (head->house != NULL)
        fprintf(file, "house %s\n", head->house);
    if (head->dice != NULL)
        fprintf(file, "dice %s\n", head->dice);
    fprintf(file, "players %s\nseed %s\nstart %016" PRIx64 "\n", head->players, head->seed, start);
    recorder->sum = 0;
    settle(recorder);
}

/// A remark for people whenever turn, side or phase change.
static void mark_turn(lb_recorder *recorder, const lb_state *state)
{
    if (state->turn == recorder->turn && state->phase == recorder->phase &&
        state->active == recorder->active)
        return;
    recorder->turn = state->turn;
    recorder->phase = state->phase;
    recorder->active = state->active;
    fprintf(recorder->file, "# turn %u, %s, %s\n", state->turn,
            recorder->battle->side[state->active].name,
            recorder->battle->rules->play->phases[state->phase]);
}

/// Writes an answer and its check in one.
static void write_answer(lb_recorder *recorder, char *line, lb_put *put)
{
    recorder->sum = lb_record_sum(recorder->sum, line);
    lb_record_put_check(recorder->sum, put);
    lb_put_char(put, '\n');
    fputs(line, recorder->file);
    settle(recorder);
}

void lb_recorder_action(lb_recorder *recorder, const lb_state *state, const lb_action *action)
{
    char line[LB_RECORD_LINE + 8];
    lb_put put = lb_put_start(line, sizeof line);

    mark_turn(recorder, state);
    lb_record_put_action(recorder->battle->rules->play, action, &put);
    write_answer(recorder, line, &put);
}

void lb_recorder_roll(lb_recorder *recorder, const lb_state *state, const uint8_t *faces,
                      uint32_t count)
{
    char line[4 * LB_THROW_MAX + 8];
    lb_put put = lb_put_start(line, sizeof line);

    mark_turn(recorder, state);
    lb_record_put_faces(faces, count, &put);
    write_answer(recorder, line, &put);
}

void lb_recorder_end(lb_recorder *recorder, const lb_state *state)
{
    fprintf(recorder->file, "end winner %u turn %u hash %016" PRIx64 "\n", state->winner,
            state->turn, lb_battle_digest(recorder->battle, state));
    settle(recorder);
}
