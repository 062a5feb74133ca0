// SPDX-License-Identifier: MIT
// See limber/text.h. The work is done by the files that the command line uses as well.

#include "limber/text.h"

#include "core/modifier.h"
#include "text/clause_text.h"
#include "text/input_text.h"
#include "text/record.h"

#include <string.h>

_Static_assert((int)LB_TEXT_CLAUSE >= (int)LB_MEANING_MAX, "any clause fits");
_Static_assert((int)LB_TEXT_ACTION >= (int)LB_RECORD_LINE, "any action fits");

lb_status lb_chart_set(const lb_chart *chart, int32_t *facts, const char *pair, lb_diag *diag)
{
    lb_inputs inputs = lb_inputs_start(chart);
    lb_diag unread;
    lb_status status;

    memcpy(inputs.facts, facts, lb_chart_cells(chart) * sizeof *facts);
    status = lb_inputs_read(&inputs, pair, diag != NULL ? diag : &unread);
    if (status == LB_OK)
        memcpy(facts, inputs.facts, lb_chart_cells(chart) * sizeof *facts);
    return status;
}

size_t lb_action_write(const lb_play *play, const lb_action *action, char *text, size_t room)
{
    lb_put put = lb_put_start(text, room);

    lb_record_put_action(play, action, &put);
    return put.length;
}

lb_status lb_action_read(const lb_play *play, const char *line, lb_action *action, lb_diag *diag)
{
    lb_diag unread;

    return lb_record_parse_action(play, line, action, diag != NULL ? diag : &unread);
}

size_t lb_clause_write(const lb_ruleset *rules, const int32_t *values, uint16_t clause, char *text,
                       size_t room)
{
    lb_put put = lb_put_start(text, room);

    lb_clause_put(rules, values, clause, &put);
    return put.length;
}

/// Writes what happened: "adds -1", "rolls 3 5: 8", "changes from 0 to 1".
static void put_deed(const lb_event *event, lb_put *put)
{
    static const char *const verbs[LB_EVENT_KIND_COUNT] = {
        [LB_EVENT_ADD] = " adds ",       [LB_EVENT_SET] = " sets ",
        [LB_EVENT_NOTE] = " decides",    [LB_EVENT_ROLL] = " rolls",
        [LB_EVENT_CHOICE] = " chooses ", [LB_EVENT_CHANGE] = " changes from "};

    lb_put_text(put, verbs[event->kind]);
    if (event->kind == LB_EVENT_ADD) {
        lb_put_signed(put, event->value);
    } else if (event->kind == LB_EVENT_ROLL) {
        for (uint32_t i = 0; i < event->face_count; i++) {
            lb_put_char(put, ' ');
            lb_put_int(put, event->faces[i]);
        }
        lb_put_text(put, ": ");
        lb_put_int(put, event->value);
    } else if (event->kind == LB_EVENT_CHANGE) {
        lb_put_int(put, event->before);
        lb_put_text(put, " to ");
        lb_put_int(put, event->after);
    } else if (event->kind != LB_EVENT_NOTE) {
        lb_put_int(put, event->value);
    }
}

size_t lb_event_write(const lb_ruleset *rules, const lb_battle *battle, const lb_event *event,
                      char *text, size_t room)
{
    lb_put put = lb_put_start(text, room);
    const char *who = battle != NULL ? lb_actor_name(battle, event->who) : NULL;
    const char *at = battle != NULL ? lb_actor_name(battle, event->at) : NULL;

    lb_put_text(&put, rules->clauses[event->clause].id);
    put_deed(event, &put);
    if (who != NULL) {
        lb_put_text(&put, " (");
        lb_put_text(&put, who);
        if (at != NULL) {
            lb_put_text(&put, ", ");
            lb_put_text(&put, at);
        }
        lb_put_char(&put, ')');
    }
    return put.length;
}
