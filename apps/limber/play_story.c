// SPDX-License-Identifier: MIT
// What has happened so far, from the game's own record: the log of turns, the report at the end,
// and what somebody has missed who had to look away. The record holds every answer, so nothing has
// to be remembered besides, and what was taken back is not in it.

#include "battle_report.h"
#include "play.h"
#include "words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The record as far as it is written; the caller frees it. NULL after saying that it cannot be
/// read.
static char *read_own_record(const game *g)
{
    size_t size = (size_t)g->recorder.size;
    char *text = malloc(size + 1);
    size_t at = 0;

    while (text != NULL && at < size) {
        ssize_t got = pread(fileno(g->recorder.file), text + at, size - at, (off_t)at);

        if (got <= 0) {
            free(text);
            text = NULL;
            break;
        }
        at += (size_t)got;
    }
    if (text == NULL)
        printf("The record cannot be read (%s).\n", strerror(errno));
    else
        text[size] = '\0';
    return text;
}

/// Plays the own record again for whoever watches. False after saying why not.
static bool play_again(const game *g, lb_state *state, const lb_replay_watch *watch)
{
    char *text = read_own_record(g);
    lb_record_head head;
    lb_diag diag;
    bool is_good;

    if (text == NULL)
        return false;
    is_good = lb_record_read_head(text, &head, &diag) == LB_OK &&
              lb_record_play(&head, &g->battle, state, watch, NULL, &diag) == LB_OK;
    if (!is_good)
        printf("The record cannot be read: %s.\n", diag.text);
    free(text);
    return is_good;
}

/// Prints the lines of some turns, or those behind some answer.
typedef struct storyteller {
    lb_teller teller;
    uint32_t from_turn, to_turn;
    uint32_t answers, from_answer;
    uint32_t lines; ///< that were printed
} storyteller;

static void print_line(void *context, uint32_t depth, const char *text)
{
    storyteller *s = context;
    int indent = (int)depth * 2;

    if (s->teller.turn < s->from_turn || s->teller.turn > s->to_turn || s->answers < s->from_answer)
        return;
    printf("%*s", indent, "");
    term_wrap(text, indent, indent + 2);
    s->lines++;
}

static void count_answer(void *context, size_t offset, uint64_t sum)
{
    storyteller *s = context;

    (void)offset;
    (void)sum;
    s->answers++;
}

static uint32_t tell(const game *g, storyteller *s)
{
    static lb_state state;
    lb_sink sink = {.emit = lb_teller_take, .context = &s->teller};
    lb_replay_watch watch = {.sink = &sink, .on_answer = count_answer, .context = s};

    s->teller = (lb_teller){.battle = &g->battle,
                            .reader = (uint8_t)(g->side + 1),
                            .state = &state,
                            .level = g->log.teller.level,
                            .spells_units = battle_spells_units,
                            .line = print_line,
                            .context = s};
    if (play_again(g, &state, &watch))
        lb_teller_flush(&s->teller);
    return s->lines;
}

void play_log(const game *g, const char *text)
{
    uint32_t turn = g->state.turn;
    storyteller s = {.from_turn = turn > 1 ? turn - 1 : 1, .to_turn = turn};
    char *end;

    if (words_take(&text, "all")) {
        s.from_turn = 0;
    } else if (*text != '\0') {
        (void)words_take(&text, "turn");
        s.from_turn = s.to_turn = (uint32_t)strtoul(text, &end, 10);
        if (*end != '\0' || s.from_turn < 1 || s.from_turn > turn) {
            char line[LB_DIAG_TEXT];

            snprintf(line, sizeof line,
                     "log tells the last turn and this one, log N turn N from 1 to %u, log all the "
                     "whole battle.",
                     turn);
            term_wrap(line, 0, 2);
            return;
        }
    }
    if (tell(g, &s) == 0)
        puts("Nothing has happened yet.");
}

void play_catch_up(const game *g, uint32_t answers)
{
    storyteller s = {.to_turn = UINT32_MAX, .from_answer = answers + 1};

    (void)tell(g, &s);
}

void play_report(const game *g)
{
    static lb_state state;
    battle_report *report = battle_report_create(&g->battle, &state);
    lb_sink sink = {.emit = battle_report_emit, .context = report};

    if (report == NULL) {
        cli_error("out of memory");
        return;
    }
    if (play_again(g, &state, &(lb_replay_watch){.sink = &sink}))
        battle_report_show(report);
    battle_report_destroy(report);
}
