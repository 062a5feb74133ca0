// SPDX-License-Identifier: MIT
// See battle_log.h.

#include "battle_log.h"
#include "text/formation_text.h"
#include "text/standing_text.h"
#include "text/throw_text.h"

#include <string.h>

/// Prints the headline that waits, if there is one.
static void print_head(battle_log *log)
{
    if (log->head[0] != '\0')
        term_wrap(log->head, 0, 2);
    log->head[0] = '\0';
}

/// Prints a line. A headline waits for what stands below it: a battle may end there.
static void print_line(void *context, uint32_t depth, const char *text)
{
    battle_log *log = context;
    int indent = (int)depth * 2;

    print_head(log);
    if (depth == 0) {
        snprintf(log->head, sizeof log->head, "%s", text);
        return;
    }
    printf("%*s", indent, "");
    term_wrap(text, indent, indent + 2);
}

battle_log battle_log_start(const lb_battle *battle, const lb_state *state, log_style style)
{
    lb_tell_level level = style.is_brief  ? LB_TELL_BRIEF
                          : style.is_full ? LB_TELL_FULL
                                          : LB_TELL_NORMAL;

    return (battle_log){.battle = battle,
                        .state = state,
                        .turn = 0xff,
                        .names_clauses = style.names_clauses,
                        .teller = {.battle = battle,
                                   .state = state,
                                   .level = level,
                                   .spells_units = battle_spells_units,
                                   .line = print_line}};
}

void battle_log_flush(battle_log *log)
{
    if (log->names_clauses)
        return;
    log->teller.context = log;
    lb_teller_flush(&log->teller);
    print_head(log);
}

void battle_log_headline(battle_log *log)
{
    if (log->names_clauses)
        return;
    log->teller.context = log;
    lb_teller_flush(&log->teller);
    lb_teller_headline(&log->teller);
    print_head(log);
}

void battle_log_await(battle_log *log, const lb_roll *roll)
{
    if (log->names_clauses)
        return;
    log->teller.context = log;
    lb_teller_await(&log->teller, roll);
    print_head(log);
}

void battle_log_end(battle_log *log)
{
    if (log->names_clauses)
        return;
    log->teller.context = log;
    lb_teller_flush(&log->teller);
    log->head[0] = '\0';
}

bool battle_spells_units;

const char *battle_formation(const lb_battle *battle, uint32_t formation)
{
    return lb_formation_text(battle, (int32_t)formation)->name;
}

void battle_put_length(const lb_battle *battle, int32_t tmm, lb_put *put)
{
    lb_put_length(battle, tmm, battle_spells_units, put);
}

void battle_put_action(const lb_battle *battle, uint32_t side, const lb_action *action,
                       bool is_named, lb_put *put)
{
    lb_put_order(battle, side, action, is_named, battle_spells_units, put);
}

void battle_put_unit(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put)
{
    lb_put_unit(battle, state, unit, battle_spells_units, put);
}

void battle_put_group(const lb_battle *battle, const lb_state *state, uint32_t group, lb_put *put)
{
    lb_put_group(battle, state, group, battle_spells_units, put);
}

void battle_put_event(const lb_battle *battle, const lb_event *event, lb_put *put)
{
    lb_put_text(put, battle->rules->clauses[event->clause].id);
    if (event->kind == LB_EVENT_ADD) {
        lb_put_char(put, ' ');
        lb_put_signed(put, event->value);
    } else if (event->kind == LB_EVENT_SET) {
        lb_put_char(put, ' ');
        lb_put_int(put, event->value);
    } else if (event->kind == LB_EVENT_ROLL) {
        lb_put_text(put, " rolls");
        for (uint32_t i = 0; i < event->face_count; i++) {
            lb_put_char(put, ' ');
            lb_put_int(put, event->faces[i]);
        }
        if (event->roll != NULL && event->roll->reduction == LB_ROLL_COUNT) {
            lb_put_text(put, ": ");
            lb_put_int(put, event->value);
            lb_put_text(put, " of ");
            lb_put_int(put, event->roll->dice);
            lb_put_text(put, " at ");
            lb_put_int(put, event->roll->need);
            lb_put_text(put, "+");
        }
    }
}

void battle_log_emit(void *context, const lb_event *event)
{
    battle_log *log = context;
    const lb_state *state = log->state;
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    if (!log->names_clauses) {
        log->teller.context = log;
        lb_teller_take(&log->teller, event);
        return;
    }
    if (event->kind == LB_EVENT_CHANGE)
        return;
    if (state->turn != log->turn || state->phase != log->phase || state->active != log->active) {
        log->turn = state->turn;
        log->phase = state->phase;
        log->active = state->active;
        printf("Turn %u, %s, %s\n", log->turn, log->battle->side[log->active].name,
               log->battle->rules->play->phases[log->phase]);
    }
    if (event->kind == LB_EVENT_CHOICE) {
        battle_put_action(log->battle, event->side, &state->action, true, &put);
        fputs("  ", stdout);
        term_wrap(line, 2, 6);
        return;
    }
    battle_put_event(log->battle, event, &put);
    fputs("    ", stdout);
    term_wrap(line, 4, 6);
}
