// SPDX-License-Identifier: MIT
// See batch.h.

#include "serve/batch.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(batch *rows)
{
    size_t room = rows->room > 0 ? 2 * rows->room : 8;
    store_step *step;
    told_step *told;

    if (rows->count < rows->room)
        return true;
    step = realloc(rows->step, room * sizeof *step);
    if (step != NULL)
        rows->step = step;
    told = realloc(rows->told, room * sizeof *told);
    if (told != NULL)
        rows->told = told;
    if (step == NULL || told == NULL)
        return false;
    rows->room = room;
    return true;
}

bool batch_add(batch *rows, const told_answer *answer, told_step *told)
{
    char *line = strdup(answer->line);
    store_step *step;

    if (line == NULL || !make_room(rows)) {
        free(line);
        told_free(told);
        return false;
    }
    step = &rows->step[rows->count];
    *step =
        (store_step){.n = answer->n, .kind = answer->kind, .side = answer->side, .answer = line};
    for (int reader = 0; reader < STORE_READERS; reader++)
        step->told[reader] = told->text[reader];
    rows->told[rows->count++] = *told;
    return true;
}

void batch_clear(batch *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free((char *)rows->step[i].answer);
        told_free(&rows->told[i]);
    }
    free(rows->step);
    free(rows->told);
    *rows = (batch){0};
}
