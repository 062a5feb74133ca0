// SPDX-License-Identifier: MIT
// See past.h.

#include "serve/past.h"

#include "serve/server.h"

#include <stdlib.h>
#include <string.h>

serve_battle *past_battle(battles *all, char *text, lb_record_head *head, lb_diag *diag)
{
    const lb_ruleset *rules;

    *diag = (lb_diag){.text = "only records that carry their scenario can be played here"};
    if (lb_record_read_head(text, head, diag) != LB_OK || head->version < 3)
        return NULL;
    rules = lb_ruleset_find(head->rules);
    if (rules != NULL && rules->play != NULL)
        return battles_enter(all, rules, &head->files, diag);
    *diag = (lb_diag){.text = "this sheet is not played here"};
    return NULL;
}

/// How many bytes of a line are its answer: its check stands behind " ~".
static size_t answer_length(const char *text, size_t length)
{
    size_t end = length;

    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == ' ' && text[i + 1] == '~')
            end = i;
    if (end > 0 && text[end - 1] == '\r')
        end--;
    return end;
}

bool past_each(const lb_record_head *head, past_on_line on_line, void *context)
{
    const char *text = head->body;
    bool goes_on = true;

    for (uint32_t count = 0; goes_on && *text != '\0' && count < PAST_LINES;) {
        size_t length = strcspn(text, "\n"), end = answer_length(text, length);

        if (text[0] != '#' && end > 0 && strncmp(text, "end ", 4) != 0) {
            char *line = strndup(text, end);

            goes_on = line != NULL && on_line(context, line);
            free(line);
            count++;
        }
        text += length + (text[length] == '\n');
    }
    return goes_on;
}

void past_refuse(struct http_request *r, const lb_diag *diag)
{
    char why[LB_DIAG_TEXT + 32];

    snprintf(why, sizeof why, diag->line > 0 ? "line %d: %s" : "%.0d%s", diag->line, diag->text);
    http_refuse(r, 422, why);
}
