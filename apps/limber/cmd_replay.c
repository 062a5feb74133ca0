// SPDX-License-Identifier: MIT
// limber replay, limber verify and limber luck: a battle record played again.

#include "battle_goals.h"
#include "battle_log.h"
#include "battle_report.h"
#include "event_json.h"
#include "limber/luck.h"
#include "limber/record.h"
#include "text/dice_text.h"
#include "text/json.h"
#include "text/luck_text.h"
#include "text/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// What was asked for.
typedef struct request {
    const char *record, *house, *to_text;
    uint64_t to_turn;
    bool as_json;
    bool is_report; ///< the report of the battle instead of its story
    log_style style;
} request;

/// What a record is played again for.
typedef enum purpose { FOR_STORY, FOR_PROOF, FOR_LUCK, FOR_REPORT } purpose;

/// Who is told of events.
typedef struct listener {
    const lb_battle *battle;
    const lb_state *state;
    lb_luck *luck;
    battle_report *report;
    battle_log log;
    purpose purpose;
    bool as_json, is_short_of_memory;
    bool lacks_checks; ///< of a record of an early version: its answers could be anybody's
    bool is_past;      ///< the last turn is over
    uint16_t turn;     ///< of the event before; 0: there was none
    uint8_t phase, active;
} listener;

static bool read_request(request *asked, int argc, char **argv, purpose why)
{
    const cli_option options[] = {
        {"--house", &asked->house, NULL},        {"--json", NULL, &asked->as_json},
        {"--to", &asked->to_text, NULL},         {"--brief", NULL, &asked->style.is_brief},
        {"--full", NULL, &asked->style.is_full}, {"--clauses", NULL, &asked->style.names_clauses},
        {"--report", NULL, &asked->is_report}};
    int words = cli_options(argc, argv, options,
                            why == FOR_STORY  ? 7
                            : why == FOR_LUCK ? 2
                                              : 1,
                            &asked->record, 1);

    if (words == 0)
        cli_error("%s needs a record", argv[0]);
    if (words <= 0 ||
        (asked->to_text != NULL && !cli_number("--to", asked->to_text, &asked->to_turn)))
        return false;
    if (asked->to_text != NULL && (asked->to_turn < 1 || asked->to_turn > 255)) {
        cli_error("--to takes a turn from 1 to 255");
        return false;
    }
    if (asked->is_report && asked->as_json) {
        cli_error("--report is for people, --json for programs: take one of them");
        return false;
    }
    return true;
}

static void tell_json(listener *l, const lb_event *event)
{
    lb_json json = {.out = stdout};
    lb_event named = *event;

    event_json_name_card(l->battle, l->state, &named);
    /* What comes after the last turn belongs to it. */
    l->is_past = l->is_past || (l->state->turn > l->battle->turns && l->turn > 0);
    if (!l->is_past) {
        l->turn = l->state->turn;
        l->phase = l->state->phase;
        l->active = l->state->active;
    }
    lb_json_open(&json, '{');
    lb_json_key(&json, "turn");
    lb_json_int(&json, l->turn);
    lb_json_key(&json, "phase");
    lb_json_string(&json, l->battle->rules->play->phases[l->phase]);
    lb_json_key(&json, "active");
    lb_json_string(&json, l->battle->side[l->active].name);
    event_json_put(&json, l->battle, &named);
    lb_json_close(&json, '}');
    putchar('\n');
}

static void tell(void *context, const lb_event *event)
{
    listener *l = context;

    if (l->purpose == FOR_REPORT) {
        battle_report_emit(l->report, event);
        return;
    }
    if (event->kind == LB_EVENT_ROLL && !lb_luck_book(l->luck, l->state, event->value))
        l->is_short_of_memory = true;
    if (l->purpose != FOR_STORY)
        return;
    if (l->as_json)
        tell_json(l, event);
    else
        battle_log_emit(&l->log, event);
}

/* The luck account. */

/// What a row comes to, as the library's words take it.
static lb_luck_sum sum_of(const lb_luck_row *row)
{
    return (lb_luck_sum){row->reduction, row->wishes_low, row->actual};
}

static void show_luck(const listener *l, const lb_luck_row *rows, int count)
{
    term_heading("Luck");
    for (int i = 0; i < count; i++) {
        const lb_luck_row *row = &rows[i];
        lb_luck_sum sum = sum_of(row);
        char line[2 * LB_DIAG_TEXT], tail[128];
        lb_put put = lb_put_start(line, sizeof line);
        uint32_t thrown = row->is_total ? row->rolls : row->dice;

        if (row->is_total) {
            lb_put_text(&put, l->battle->side[row->side].name);
            lb_put_text(&put, ": ");
            lb_put_luck_total(&sum, &put);
            lb_put_text(&put, " in ");
        } else {
            lb_put_luck_part(&sum, lb_roll_told(l->battle, row->clause), &put);
            lb_put_text(&put, " with ");
        }
        lb_put_int(&put, thrown);
        lb_put_text(&put, row->is_total ? (thrown == 1 ? " throw" : " throws")
                                        : (thrown == 1 ? " die" : " dice"));
        snprintf(tail, sizeof tail, ", %.1f expected; %.2f %% of battles are as lucky or luckier",
                 row->expected_value, 100 * row->tail_value);
        lb_put_text(&put, tail);
        if (!row->is_total) {
            lb_put_text(&put, " (");
            lb_put_text(&put, l->battle->rules->clauses[row->clause].id);
            lb_put_char(&put, ')');
        }
        lb_put_char(&put, '.');
        printf("%s", row->is_total ? "" : "  ");
        term_wrap(line, row->is_total ? 0 : 2, row->is_total ? 2 : 4);
    }
    if (count == 0)
        puts("No dice were thrown.");
}

/// What stands out in the dice of each side, in a few lines.
static void show_short_luck(const listener *l, const lb_luck_row *rows, int count)
{
    static lb_luck_line lines[LB_LUCK_ROWS];
    uint32_t told = 0;

    for (int i = 0; i < count; i++)
        if (!rows[i].is_total && lb_luck_counts(lb_roll_told(l->battle, rows[i].clause)))
            lines[told++] =
                (lb_luck_line){.sum = sum_of(&rows[i]),
                               .side = rows[i].side,
                               .clause = rows[i].clause,
                               .rolls = rows[i].rolls,
                               .dice = rows[i].dice,
                               .expected_tenths = (int64_t)(rows[i].expected_value * 10 + 0.5),
                               .luckier = (uint32_t)(100 * (1 - rows[i].tail_value) + 0.5)};
    term_heading("Luck");
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        uint32_t chosen[LB_LUCK_SHOWN];
        uint32_t found = lb_luck_choose(lines, told, s, chosen);

        printf("%s: %s\n", l->battle->side[s].name,
               found > 0 ? "what stands out" : "nothing out of the ordinary.");
        for (uint32_t i = 0; i < found; i++) {
            char line[2 * LB_DIAG_TEXT];
            lb_put put = lb_put_start(line, sizeof line);

            lb_put_luck_line(l->battle, &lines[chosen[i]], &put);
            lb_put_char(&put, '.');
            fputs("  ", stdout);
            term_wrap(line, 2, 4);
        }
    }
}

/// A fraction once more, rounded.
static void write_decimal(lb_json *json, const char *key, double value)
{
    char text[40];

    snprintf(text, sizeof text, "%.9g", value);
    lb_json_key(json, key);
    lb_json_raw(json, text);
}

static void write_luck(const listener *l, const lb_luck_row *rows, int count)
{
    lb_json json = {.out = stdout};

    lb_json_open(&json, '[');
    for (int i = 0; i < count; i++) {
        const lb_luck_row *row = &rows[i];

        lb_json_open(&json, '{');
        lb_json_key(&json, "side");
        lb_json_string(&json, l->battle->side[row->side].name);
        lb_json_key(&json, "kind");
        lb_json_string(&json, lb_luck_kind(row->reduction));
        lb_json_key(&json, "clause");
        lb_json_string(&json, row->is_total ? "all" : l->battle->rules->clauses[row->clause].id);
        lb_json_key(&json, "wish");
        lb_json_string(&json, row->wishes_low ? "low" : "high");
        lb_json_key(&json, "rolls");
        lb_json_int(&json, row->rolls);
        lb_json_key(&json, "dice");
        lb_json_int(&json, row->dice);
        lb_json_key(&json, "actual");
        lb_json_int(&json, row->actual);
        lb_json_key(&json, "expected");
        lb_json_string(&json, row->expected);
        lb_json_key(&json, "at_least_as_lucky");
        lb_json_string(&json, row->tail);
        write_decimal(&json, "expected_value", row->expected_value);
        write_decimal(&json, "at_least_as_lucky_value", row->tail_value);
        lb_json_close(&json, '}');
    }
    lb_json_close(&json, ']');
    putchar('\n');
}

/// Prints the account. Returns an exit code.
static int tell_luck(const listener *l)
{
    static lb_luck_row rows[LB_LUCK_ROWS];
    int count = l->is_short_of_memory ? -1 : lb_luck_rows(l->luck, rows, LB_LUCK_ROWS);

    if (count < 0)
        return cli_error("out of memory");
    if (l->as_json)
        write_luck(l, rows, count);
    else if (l->purpose == FOR_STORY)
        show_short_luck(l, rows, count);
    else
        show_luck(l, rows, count);
    return CLI_DONE;
}

/// True if an answer of a record has no check behind it.
static bool lacks_checks(const char *body)
{
    for (size_t length; *body != '\0'; body += length + strspn(body + length, "\r\n")) {
        length = strcspn(body, "\r\n");
        if (length == 0 || body[0] == '#' || strncmp(body, "end ", 4) == 0)
            continue;
        if (length < 6 || memcmp(body + length - 6, " ~", 2) != 0)
            return true;
    }
    return false;
}

/// Says that a record is possible and yet proves nothing.
static int conclude_without_checks(const listener *l, const char *record)
{
    printf("%s: possible by the rules, hash %016" PRIx64 "\n", cli_clean(record),
           lb_battle_digest(l->battle, l->state));
    cli_error("%s: this proves nothing: its answers carry no checks, as records from version 3 on "
              "must, so anybody may have changed them",
              cli_clean(record));
    return CLI_REFUSED;
}

/// Says that the last line is not whole.
static int conclude_torn(const char *record)
{
    cli_error(
        "%s: its last line is torn off in the middle and is left out; all lines before it are "
        "whole and unchanged. limber play --resume goes on from there",
        cli_clean(record));
    return CLI_REFUSED;
}

/// What is said when all of the record was good.
static int conclude(const listener *l, const char *record, bool is_complete)
{
    const lb_state *state = l->state;

    if (l->purpose == FOR_REPORT) {
        battle_report_show(l->report);
        return CLI_DONE;
    }
    if (l->purpose == FOR_LUCK)
        return tell_luck(l);
    if (l->purpose == FOR_PROOF && l->lacks_checks)
        return conclude_without_checks(l, record);
    if (l->purpose == FOR_PROOF) {
        printf("%s: %s, hash %016" PRIx64 "\n", cli_clean(record),
               is_complete ? "good"
               : state->machine.node.kind == LB_NODE_END
                   ? "good, but its last line is missing: the battle is over"
                   : "good so far, the battle is not over",
               lb_battle_digest(l->battle, state));
        return CLI_DONE;
    }
    if (l->as_json)
        return CLI_DONE;
    if (is_complete) {
        char result[LB_DIAG_TEXT];
        lb_put put = lb_put_start(result, sizeof result);

        lb_put_result(l->battle, state, &put);
        puts(result);
    }
    return tell_luck(l);
}

/// Says if a file here is another text by now than the one that the record carries.
static void note_change(const lb_record_head *head, const char *name, const char *path)
{
    lb_bundle here = {0};
    lb_diag diag;

    if (path != NULL && lb_bundle_load(&here, name, path, &diag) == LB_OK &&
        !lb_bundle_is_same(&here.file[0], lb_bundle_find(&head->files, name)))
        printf("%s is another text by now; the record was played with the one that it carries.\n",
               cli_clean(path));
    lb_bundle_clear(&here);
}

static void note_changes(const lb_record_head *head)
{
    if (head->version < 3)
        return;
    note_change(head, "scenario", head->scenario);
    note_change(head, "house", head->house);
}

static int play(const request *asked, purpose why)
{
    static lb_battle battle;
    static lb_state state;
    char *text = cli_read_record(asked->record);
    lb_record_head head;
    lb_diag diag;
    listener l = {.battle = &battle,
                  .state = &state,
                  .luck = lb_luck_create(&battle),
                  .report = battle_report_create(&battle, &state),
                  .log = battle_log_start(&battle, &state, asked->style),
                  .purpose = why,
                  .as_json = asked->as_json};
    lb_sink sink = {.emit = tell, .context = &l};
    lb_replay_watch watch = {.sink = why == FOR_PROOF ? NULL : &sink,
                             .to_turn = (uint8_t)asked->to_turn};
    bool is_complete = false,
         is_torn = why == FOR_PROOF && text != NULL && lb_record_drop_torn(text);
    int code = CLI_USAGE;

    /* cli_read_file has complained. */
    if (text != NULL && l.luck != NULL && l.report != NULL)
        code = cli_read_head(asked->record, text, &head);
    if (code == CLI_DONE)
        code = cli_record_battle(&head, asked->house, &battle);
    if (code == CLI_DONE)
        l.lacks_checks = lacks_checks(head.body);
    if (code == CLI_DONE &&
        lb_record_play(&head, &battle, &state, &watch, &is_complete, &diag) != LB_OK) {
        cli_diag_error(asked->record, &diag);
        code = CLI_REFUSED;
    }
    if (code == CLI_DONE) {
        if (why == FOR_STORY && !asked->as_json)
            battle_log_end(&l.log);
        code = conclude(&l, asked->record, is_complete);
        if (why == FOR_PROOF)
            note_changes(&head);
        if (is_torn)
            code = conclude_torn(asked->record);
    }
    lb_luck_destroy(l.luck);
    battle_report_destroy(l.report);
    free(text);
    return code;
}

int cmd_replay(int argc, char **argv)
{
    request asked = {0};

    if (!read_request(&asked, argc, argv, FOR_STORY))
        return CLI_USAGE;
    return play(&asked, asked.is_report ? FOR_REPORT : FOR_STORY);
}

int cmd_verify(int argc, char **argv)
{
    request asked = {0};

    return read_request(&asked, argc, argv, FOR_PROOF) ? play(&asked, FOR_PROOF) : CLI_USAGE;
}

int cmd_luck(int argc, char **argv)
{
    request asked = {0};

    return read_request(&asked, argc, argv, FOR_LUCK) ? play(&asked, FOR_LUCK) : CLI_USAGE;
}
