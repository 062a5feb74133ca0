// SPDX-License-Identifier: MIT
// Battle records from hostile text: the head, the lines of a body played on a real battle, and the
// words of questions and of record lines by themselves. Nothing but refusals and legal play.

#include "harness.h"

#include "../tests/conform/stray.h"

#include "base/hash.h"
#include "limber/files.h"
#include "limber/limber.h"
#include "limber/luck.h"
#include "limber/record.h"
#include "play.h"
#include "text/record.h"
#include "words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

enum { TEXT_MAX = 8192 };

static void must(bool holds)
{
    if (!holds)
        abort();
}

/// A game at its start, read once; what is typed is read for it.
static game *load(void)
{
    static game *g;
    static lb_scenario scenario;
    lb_diag diag = {0};

    if (g != NULL)
        return g;
    g = calloc(1, sizeof *g);
    must(g != NULL);
    must(lb_scenario_load("scenarios/two-brigades.yaml", &scenario, &diag) == LB_OK);
    must(lb_battle_muster(&g->battle, lb_ruleset_find("valour-fortitude"), NULL, &scenario,
                          &diag) == LB_OK);
    lb_battle_start(&g->battle, &g->state, NULL);
    return g;
}

static void book(void *context, const lb_event *event)
{
    const game *g = load();

    if (event->kind == LB_EVENT_ROLL)
        must(lb_luck_book(context, &g->state, event->value));
}

/// Plays the text as the body of a record.
static void play_body(game *g, const char *body)
{
    char text[TEXT_MAX];
    lb_luck *luck = lb_luck_create(&g->battle);
    lb_sink sink = {.emit = book, .context = luck};
    lb_replay_watch watch = {.sink = &sink};
    lb_record_head head;
    lb_diag diag = {0};
    bool is_complete;

    must(luck != NULL);
    lb_battle_start(&g->battle, &g->state, NULL);
    snprintf(
        text, sizeof text,
        "limber record 2\nscenario x\nrules y\nplayers person recruit\nseed 1\nstart %016" PRIx64
        "\n%s",
        lb_battle_digest(&g->battle, &g->state), body);
    must(lb_record_read_head(text, &head, &diag) == LB_OK);
    if (lb_record_play(&head, &g->battle, &g->state, &watch, &is_complete, &diag) != LB_OK)
        must(diag.text[0] != '\0' && diag.line > 0);
    must(stray_fault(&g->battle, &g->state) == NULL);
    lb_luck_destroy(luck);
}

/// Reads the text as what a person types at the first question.
static void type(game *g, const char *line)
{
    play_typed typed;
    lb_query query;
    lb_action action;
    lb_reason reason;
    lb_situation situation;
    lb_diag diag = {0};

    if (play_read(g, line, &typed, &diag)) {
        if (play_complete(g, &typed, &action, &diag))
            (void)lb_battle_check(&g->battle, &g->state, NULL, &action, &reason);
    } else {
        must(diag.text[0] != '\0');
    }
    if (words_read_query(&g->battle, line, &query, &diag))
        (void)lb_battle_gather(&g->battle, &g->state, &query, &situation, &reason);
    if (lb_record_parse_action(g->battle.rules->play, line, &action, &diag) == LB_OK)
        (void)lb_battle_check(&g->battle, &g->state, NULL, &action, &reason);
}

/// Reads the files that a head carries.
static void read_files(lb_record_head *head)
{
    static lb_scenario scenario;
    static lb_house_rules house;
    lb_diag diag = {0};

    if (lb_bundle_house(&head->files, &house, &diag) != LB_OK)
        must(diag.text[0] != '\0');
    if (lb_bundle_scenario(&head->files, &scenario, &diag) != LB_OK)
        must(diag.text[0] != '\0');
}

/// Puts the right seal on a head, so that what is behind it is reached.
static void seal(char *text)
{
    char *line = strstr(text, "\nseal ");
    uint64_t sum = 0;

    if (line == NULL || strlen(line) < sizeof "\nseal 0123456789abcdef" - 1)
        return;
    for (const char *at = text; at <= line;) {
        size_t length = strcspn(at, "\n");

        sum = lb_record_sum_part(sum, at, length);
        at += length + 1;
    }
    line += strlen("\nseal ");
    for (int shift = 60; shift >= 0; shift -= 4)
        *line++ = "0123456789abcdef"[lb_hash_end(sum) >> shift & 15];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    game *g = load();
    char text[TEXT_MAX / 2];
    lb_record_head head;
    lb_diag diag = {0};

    if (size >= sizeof text || memchr(data, '\0', size) != NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    play_body(g, text);
    g->choice_count =
        g->state.machine.node.kind == LB_NODE_DECISION
            ? lb_battle_choices(&g->battle, &g->state, NULL, g->choice, LB_CHOICES_MAX)
            : 0;
    type(g, text);
    (void)lb_record_drop_torn(text);
    seal(text);
    if (lb_record_read_head(text, &head, &diag) != LB_OK)
        must(diag.text[0] != '\0');
    else
        read_files(&head);
    return 0;
}
