// SPDX-License-Identifier: MIT
// Rolling a chart once: with seeded dice, or with real ones that are typed.

#include "cli.h"
#include "text/dice_text.h"
#include "text/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { ROLLS_MAX = 32, ACTED_MAX = 64, LINE_MAX_BYTES = 4096 };

/// One roll as it happened.
typedef struct rolled {
    lb_event event;
    lb_roll roll;
    uint8_t faces[LB_THROW_MAX];
} rolled;

/// One run through the chart.
typedef struct session {
    const chart_answer *answer;
    lb_machine machine;
    lb_dice dice;
    uint8_t typed[LB_THROW_MAX * 4];
    uint32_t typed_count;
    uint32_t typed_used;
    bool may_ask;
    rolled rolls[ROLLS_MAX];
    uint32_t roll_count;
    uint16_t acted[ACTED_MAX]; ///< clauses in the order they acted, each once
    uint32_t acted_count;
} session;

uint64_t cli_fresh_seed(void)
{
    uint64_t seed = 0;

    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint64_t)getpid();
    /* 53 bits: the seed survives a reader that keeps JSON numbers as doubles. */
    return seed >> 11;
}

static void remember(session *s, uint16_t clause)
{
    for (uint32_t i = 0; i < s->acted_count; i++)
        if (s->acted[i] == clause)
            return;
    assert(s->acted_count < ACTED_MAX);
    s->acted[s->acted_count++] = clause;
}

static void record(void *context, const lb_event *event)
{
    session *s = context;
    rolled *now = &s->rolls[s->roll_count];

    remember(s, event->clause);
    if (event->kind != LB_EVENT_ROLL || event->face_count == 0)
        return;
    assert(s->roll_count < ROLLS_MAX);
    now->event = *event;
    now->roll = *event->roll;
    memcpy(now->faces, event->faces, event->face_count);
    s->roll_count++;
}

/// Asks for the dice that the roll still misses; false at the end of the input.
static bool ask_dice(session *s, const lb_roll *roll, const uint8_t *faces, uint32_t count)
{
    char line[LINE_MAX_BYTES], request[LB_DIAG_TEXT];
    lb_diag diag;

    for (;;) {
        lb_put put = lb_put_start(request, sizeof request);

        lb_roll_put_request(roll, faces, count, &put);
        fprintf(stderr, "Throw %s (%s): ", request, s->answer->rules->clauses[roll->clause].id);
        fflush(stderr);
        if (!cli_read_line(line, sizeof line)) {
            fputc('\n', stderr);
            return false;
        }
        s->typed_count = s->typed_used = 0;
        if (lb_dice_parse(line, roll->sides, s->typed, &s->typed_count, LB_THROW_MAX, &diag) !=
            LB_OK)
            fprintf(stderr, "%s.\n", diag.text);
        else if (s->typed_count > lb_roll_missing(roll, faces, count))
            fprintf(stderr, "That is %u dice, and %u of them too many.\n", s->typed_count,
                    s->typed_count - lb_roll_missing(roll, faces, count));
        else if (s->typed_count > 0)
            return true;
    }
}

/// Gathers typed faces for one roll. False after complaining.
static bool typed_faces(session *s, const lb_roll *roll, uint8_t *faces, uint32_t *count)
{
    *count = 0;
    while (lb_roll_missing(roll, faces, *count) > 0) {
        if (*count == LB_THROW_MAX) {
            cli_error("this roll was thrown again too often");
            return false;
        }
        if (s->typed_used == s->typed_count && (!s->may_ask || !ask_dice(s, roll, faces, *count))) {
            char request[LB_DIAG_TEXT];
            lb_put put = lb_put_start(request, sizeof request);
            lb_roll_put_request(roll, faces, *count, &put);
            cli_error("not enough dice: the next throw is %s (%s)", request,
                      s->answer->rules->clauses[roll->clause].id);
            return false;
        }
        faces[(*count)++] = s->typed[s->typed_used++];
    }
    return true;
}

static bool run_to_end(session *s, const dice_source *source)
{
    lb_sink sink = {.emit = record, .context = s};
    lb_run run = {.rules = s->answer->rules,
                  .values = s->answer->house->value,
                  .machine = &s->machine,
                  .sink = &sink};
    uint8_t faces[LB_THROW_MAX];
    uint32_t count;

    lb_run_start(&run, s->answer->chart->procedure, s->answer->inputs.facts);
    while (s->machine.node.kind == LB_NODE_ROLL) {
        if (source->is_seeded)
            count = lb_dice_throw(&s->dice, &s->machine.node.roll, faces);
        else if (!typed_faces(s, &s->machine.node.roll, faces, &count))
            return false;
        lb_run_throw(&run, faces, count);
    }
    if (!source->is_seeded && s->typed_used < s->typed_count) {
        uint32_t over = s->typed_count - s->typed_used;
        cli_error("%u %s too many: this chart throws %u", over, over == 1 ? "die" : "dice",
                  s->typed_used);
        return false;
    }
    return true;
}

static void show_rolls(const session *s)
{
    for (uint32_t i = 0; i < s->roll_count; i++) {
        const rolled *now = &s->rolls[i];
        static char line[LB_DIAG_TEXT + 4 * LB_THROW_MAX];
        lb_put put = lb_put_start(line, sizeof line);

        lb_roll_put(&now->roll, &put);
        lb_put_text(&put, " (");
        lb_put_text(&put, s->answer->rules->clauses[now->roll.clause].id);
        lb_put_text(&put, "):");
        for (uint32_t f = 0; f < now->event.face_count; f++) {
            lb_put_char(&put, ' ');
            lb_put_int(&put, now->faces[f]);
        }
        if (now->roll.reduction == LB_ROLL_COUNT) {
            lb_put_text(&put, now->roll.save > 0 ? "; unsaved: " : "; successes: ");
            lb_put_int(&put, now->event.value);
        }
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
}

static void write_json(const session *s, const dice_source *source)
{
    lb_json json = {.out = stdout};

    lb_json_open(&json, '{');
    chart_write_head(&json, s->answer, "inputs");
    if (source->is_seeded) {
        lb_json_key(&json, "seed");
        lb_json_unsigned(&json, source->seed);
    }
    lb_json_key(&json, "rolls");
    lb_json_open(&json, '[');
    for (uint32_t i = 0; i < s->roll_count; i++) {
        const rolled *now = &s->rolls[i];
        lb_json_open(&json, '{');
        lb_json_key(&json, "clause");
        lb_json_string(&json, s->answer->rules->clauses[now->roll.clause].id);
        lb_json_key(&json, "dice");
        lb_json_open(&json, '[');
        for (uint32_t f = 0; f < now->event.face_count; f++)
            lb_json_int(&json, now->faces[f]);
        lb_json_close(&json, ']');
        lb_json_close(&json, '}');
    }
    lb_json_close(&json, ']');
    lb_json_key(&json, "clauses");
    lb_json_open(&json, '[');
    for (uint32_t i = 0; i < s->acted_count; i++)
        lb_json_string(&json, s->answer->rules->clauses[s->acted[i]].id);
    lb_json_close(&json, ']');
    chart_write_result(&json, s->answer->chart, s->machine.effect);
    lb_json_close(&json, '}');
    putchar('\n');
}

static void show_acted(const session *s)
{
    char line[ACTED_MAX * 32];
    lb_put put = lb_put_start(line, sizeof line);

    for (uint32_t i = 0; i < s->acted_count; i++) {
        lb_put_text(&put, i == 0 ? "" : ", ");
        lb_put_text(&put, s->answer->rules->clauses[s->acted[i]].id);
    }
    term_wrap(line, 20, 2);
}

static void show_result(const session *s)
{
    const lb_chart *chart = s->answer->chart;
    char text[16];

    fputs("Clauses that acted: ", stdout);
    show_acted(s);
    term_heading("Result");
    for (uint32_t f = 0; f < chart->field_count; f++)
        printf("  %s: %s\n", chart->fields[f].key,
               chart_field_text(&chart->fields[f], s->machine.effect[f], text));
}

int chart_roll(const chart_answer *answer, const dice_source *source, bool as_json)
{
    session *s = calloc(1, sizeof *s);
    lb_diag diag;
    int code = CLI_USAGE;

    if (s == NULL)
        return cli_error("out of memory");
    s->answer = answer;
    lb_dice_seed(&s->dice, source->seed);
    s->may_ask = isatty(STDIN_FILENO);
    if (source->typed != NULL && strcmp(source->typed, "ask") == 0) {
        s->may_ask = true;
    } else if (source->typed != NULL && lb_dice_parse(source->typed, 6, s->typed, &s->typed_count,
                                                      sizeof s->typed, &diag) != LB_OK) {
        cli_error("--dice, column %d: %s", (int)diag.column, diag.text);
        free(s);
        return CLI_USAGE;
    }
    if (run_to_end(s, source)) {
        code = CLI_DONE;
        if (as_json) {
            write_json(s, source);
        } else {
            chart_show_modifiers(answer);
            term_heading("Dice");
            show_rolls(s);
            if (s->roll_count == 0)
                puts("  none are thrown");
            if (source->is_seeded)
                printf("  (--seed %llu throws them again)\n", (unsigned long long)source->seed);
            show_result(s);
        }
    }
    free(s);
    return code;
}
