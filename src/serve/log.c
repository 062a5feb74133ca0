// SPDX-License-Identifier: MIT
// See log.h. A row is held until the next one has shown that nothing more belongs to it.

#include "serve/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The marks between the parts of a row, as told.c writes them. Inside a string a quotation mark
/// has a backslash before it, so they stand nowhere else.
static const char before_lines[] = "\"lines\":[", before_events[] = "],\"events\":[";

typedef struct reading {
    const serve_game *game;
    veil_eyes eyes;
    uint32_t last; ///< row that is seen
    log_on_row on_row;
    void *context;
    char *held;
    uint32_t n; ///< the last row in it
    bool has_failed, is_over;
} reading;

/// A number of a row for its reader, in the place of the one that stands behind a key.
static void put_number(FILE *out, const reading *r, const char **text, const char *key)
{
    const char *at = strstr(*text, key), *lines = strstr(*text, before_lines);
    char *end;
    uint32_t n;

    if (at == NULL || lines == NULL || at > lines)
        return;
    at += strlen(key);
    n = (uint32_t)strtoul(at, &end, 10);
    fwrite(*text, 1, (size_t)(at - *text), out);
    fprintf(out, "%u", veil_number(r->game, r->eyes, n));
    *text = end;
}

/// The row with its numbers for the reader; NULL without memory.
static char *numbered(const reading *r, const char *text)
{
    char *made = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&made, &size);

    if (out == NULL)
        return NULL;
    put_number(out, r, &text, "\"n\":");
    put_number(out, r, &text, "\"keep\":");
    fputs(text, out);
    if (fclose(out) == 0)
        return made;
    free(made);
    return NULL;
}

/// Puts the items of a list behind those of another.
static void put_list(FILE *out, const char *one, size_t one_size, const char *two, size_t two_size)
{
    fwrite(one, 1, one_size, out);
    if (one_size > 0 && two_size > 0)
        fputc(',', out);
    fwrite(two, 1, two_size, out);
}

/// The row with the lines and events of another behind its own; NULL without memory.
static char *joined(const char *row, const char *more)
{
    const char *lines = strstr(row, before_lines), *added = strstr(more, before_lines);
    const char *events = strstr(row, before_events), *added_events = strstr(more, before_events);
    const size_t skip = sizeof before_lines - 1, gap = sizeof before_events - 1;
    char *made = NULL;
    size_t size = 0;
    FILE *out;

    if (lines == NULL || added == NULL || events == NULL || added_events == NULL)
        return NULL;
    out = open_memstream(&made, &size);
    if (out == NULL)
        return NULL;
    fwrite(row, 1, (size_t)(lines - row) + skip, out);
    put_list(out, lines + skip, (size_t)(events - lines) - skip, added + skip,
             (size_t)(added_events - added) - skip);
    fputs(before_events, out);
    put_list(out, events + gap, strlen(events + gap) - 2, added_events + gap,
             strlen(added_events + gap) - 2);
    fputs("]}", out);
    if (fclose(out) == 0)
        return made;
    free(made);
    return NULL;
}

/// Hands over the row that is held, or that nothing was told.
static void let_go(reading *r)
{
    if (r->n > 0 && !r->is_over)
        r->is_over = !r->on_row(r->context, r->n, r->held);
    free(r->held);
    r->held = NULL;
    r->n = 0;
}

static bool take_row(void *context, const store_step *step)
{
    reading *r = context;
    const char *text = step->told[r->eyes.reader];
    bool belongs = text[0] == '+' && !r->eyes.is_exact && r->held != NULL;
    char *made;

    if (step->n > r->last)
        return false;
    if (text[0] == '\0' || belongs) {
        made = belongs ? joined(r->held, text + 1) : NULL;
        r->has_failed |= belongs && made == NULL;
        if (made != NULL) {
            free(r->held);
            r->held = made;
        }
        r->n = step->n;
        return !r->has_failed;
    }
    let_go(r);
    if (r->is_over)
        return false;
    r->held = numbered(r, text + (text[0] == '+'));
    r->n = step->n;
    r->has_failed |= r->held == NULL;
    return !r->has_failed;
}

store_result log_read(store *s, const serve_game *g, veil_eyes eyes, uint32_t since,
                      log_on_row on_row, void *context)
{
    reading r = {
        .game = g, .eyes = eyes, .last = veil_last(g, eyes), .on_row = on_row, .context = context};
    store_result result = store_read_steps(s, g->row.number, since, take_row, &r);

    if (r.has_failed)
        result = STORE_FAILED;
    if (result == STORE_OK)
        let_go(&r);
    free(r.held);
    return result;
}
