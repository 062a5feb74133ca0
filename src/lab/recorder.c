// SPDX-License-Identifier: MIT
// Writing a battle record, see limber/record.h. A line is one write: a crash leaves at most one
// torn line behind whole ones. A line that the disk does not take whole is cut off again.

#include "limber/record.h"

#include "base/hash.h"
#include "text/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// A remark and an answer, with their check. A face has at most three digits.
enum { TEXT_MAX = LB_RECORD_LINE + 4 * LB_THROW_MAX + 256 };

lb_recorder lb_recorder_start(FILE *file, const lb_battle *battle, bool is_synced)
{
    lb_recorder recorder = {.file = file, .battle = battle, .turn = 0xff, .is_synced = is_synced};

    if (is_synced)
        recorder.size = lseek(fileno(file), 0, SEEK_END);
    return recorder;
}

/// Writes bytes at a place of a file. False with errno.
static bool write_at(int handle, const char *bytes, size_t count, int64_t at)
{
    while (count > 0) {
        ssize_t written = pwrite(handle, bytes, count, (off_t)at);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        at += written;
        count -= (size_t)written;
    }
    return true;
}

/// Brings whole lines to the disk, or cuts off what has reached it.
static bool write_synced(lb_recorder *recorder, const char *text, size_t length)
{
    int handle = fileno(recorder->file), why;

    if (write_at(handle, text, length, recorder->size) && fdatasync(handle) == 0) {
        recorder->size += (int64_t)length;
        return true;
    }
    why = errno;
    if (ftruncate(handle, (off_t)recorder->size) == 0)
        (void)fdatasync(handle);
    errno = why;
    return false;
}

static bool write_lines(lb_recorder *recorder, const char *text, size_t length)
{
    bool is_good = recorder->is_synced ? write_synced(recorder, text, length)
                                       : fwrite(text, 1, length, recorder->file) == length;

    recorder->has_failed |= !is_good;
    return is_good;
}

/* The head. */

/// Writes a line of the head. What would cut the line in two is written as a question mark.
static void put_line(FILE *out, const char *word, const char *value)
{
    if (value == NULL)
        return;
    fprintf(out, "%s ", word);
    for (; *value != '\0'; value++)
        fputc((unsigned char)*value < ' ' ? '?' : *value, out);
    fputc('\n', out);
}

/// Writes a file line by line, each behind a bar.
static void put_file(FILE *out, const lb_bundle_file *file)
{
    put_line(out, "file", file->name);
    for (size_t at = 0; at < file->size;) {
        const char *line = file->text + at, *end = memchr(line, '\n', file->size - at);
        size_t length = end != NULL ? (size_t)(end - line) : file->size - at;

        at += length + 1;
        if (length > 0 && line[length - 1] == '\r')
            length--;
        fputc('|', out);
        fwrite(line, 1, length, out);
        fputc('\n', out);
    }
}

static void put_head(FILE *out, const lb_record_head *head, uint64_t start)
{
    fprintf(out, "limber record %d\n", head->files.count > 0 ? 3 : 2);
    put_line(out, "scenario", head->scenario);
    put_line(out, "rules", head->rules);
    put_line(out, "house", head->house);
    put_line(out, "dice", head->dice);
    put_line(out, "players", head->players);
    put_line(out, "seed", head->seed);
    fprintf(out, "start %016" PRIx64 "\n", start);
    for (uint32_t i = 0; i < head->files.count; i++)
        put_file(out, &head->files.file[i]);
}

/// The sum over all lines of a text.
static uint64_t sum_lines(const char *text)
{
    uint64_t sum = 0;

    for (size_t length; *text != '\0'; text += length + 1) {
        length = strcspn(text, "\n");
        sum = lb_record_sum_part(sum, text, length);
    }
    return sum;
}

bool lb_recorder_head(lb_recorder *recorder, const lb_record_head *head, uint64_t start)
{
    char *text = NULL;
    size_t length = 0;
    uint64_t sum = 0;
    FILE *out = open_memstream(&text, &length);
    bool is_good = out != NULL;

    if (is_good) {
        put_head(out, head, start);
        is_good = fflush(out) == 0;
        if (is_good && head->files.count > 0) {
            sum = sum_lines(text);
            fprintf(out, "seal %016" PRIx64 "\n", lb_hash_end(sum));
        }
        is_good = fclose(out) == 0 && is_good;
    }
    recorder->has_failed |= !is_good;
    is_good = is_good && write_lines(recorder, text, length);
    if (is_good)
        recorder->sum = sum;
    free(text);
    return is_good;
}

/* Answers. */

/// A remark for people whenever turn, side or phase change.
static void put_remark(const lb_recorder *recorder, const lb_state *state, lb_put *put)
{
    if (state->turn == recorder->turn && state->phase == recorder->phase &&
        state->active == recorder->active)
        return;
    lb_put_text(put, "# turn ");
    lb_put_int(put, state->turn);
    lb_put_text(put, ", ");
    lb_put_text(put, recorder->battle->side[state->active].name);
    lb_put_text(put, ", ");
    lb_put_text(put, recorder->battle->rules->play->phases[state->phase]);
    lb_put_char(put, '\n');
}

/// Writes an answer and its check in one. `text` holds perhaps a remark, and the answer from `line`
/// on.
static bool write_answer(lb_recorder *recorder, const lb_state *state, const char *text,
                         const char *line, lb_put *put)
{
    uint64_t sum = lb_record_sum(recorder->sum, line);

    lb_record_put_check(sum, put);
    lb_put_char(put, '\n');
    if (!write_lines(recorder, text, strlen(text)))
        return false;
    recorder->sum = sum;
    recorder->turn = state->turn;
    recorder->phase = state->phase;
    recorder->active = state->active;
    return true;
}

bool lb_recorder_action(lb_recorder *recorder, const lb_state *state, const lb_action *action)
{
    char text[TEXT_MAX];
    lb_put put = lb_put_start(text, sizeof text);
    const char *line;

    put_remark(recorder, state, &put);
    line = text + strlen(text);
    lb_record_put_action(recorder->battle->rules->play, action, &put);
    return write_answer(recorder, state, text, line, &put);
}

bool lb_recorder_roll(lb_recorder *recorder, const lb_state *state, const uint8_t *faces,
                      uint32_t count)
{
    char text[TEXT_MAX];
    lb_put put = lb_put_start(text, sizeof text);
    const char *line;

    put_remark(recorder, state, &put);
    line = text + strlen(text);
    lb_record_put_faces(faces, count, &put);
    return write_answer(recorder, state, text, line, &put);
}

bool lb_recorder_end(lb_recorder *recorder, const lb_state *state)
{
    char text[96];
    int length = snprintf(text, sizeof text, "end winner %u turn %u hash %016" PRIx64 "\n",
                          state->winner, state->turn, lb_battle_digest(recorder->battle, state));

    return write_lines(recorder, text, (size_t)length);
}
