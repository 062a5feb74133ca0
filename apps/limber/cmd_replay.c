// SPDX-License-Identifier: MIT
// limber replay and limber verify: a battle record played again.

#include "battle_log.h"
#include "lab/replay.h"
#include "text/dice_text.h"
#include "text/json.h"
#include "text/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// What was asked for.
typedef struct request {
    const char *record, *house, *to_text;
    uint64_t to_turn;
    bool as_json;
} request;

/// Who is told of events.
typedef struct listener {
    const lb_battle *battle;
    const lb_state *state;
} listener;

static bool read_request(request *asked, int argc, char **argv, bool is_replay)
{
    const cli_option options[] = {{"--house", &asked->house, NULL},
                                  {"--to", &asked->to_text, NULL},
                                  {"--json", NULL, &asked->as_json}};
    int words = cli_options(argc, argv, options, is_replay ? 3 : 1, &asked->record, 1);

    if (words == 0)
        cli_error("%s needs a record", argv[0]);
    if (words <= 0 ||
        (asked->to_text != NULL && !cli_number("--to", asked->to_text, &asked->to_turn)))
        return false;
    if (asked->to_text != NULL && (asked->to_turn < 1 || asked->to_turn > 255)) {
        cli_error("--to takes a turn from 1 to 255");
        return false;
    }
    return true;
}

static void tell_json(const listener *l, const lb_event *event)
{
    static const char *const kinds[LB_EVENT_KIND_COUNT] = {"add", "set", "note", "roll", "choice"};
    lb_json json = {.out = stdout};

    lb_json_open(&json, '{');
    lb_json_key(&json, "turn");
    lb_json_int(&json, l->state->turn);
    lb_json_key(&json, "phase");
    lb_json_string(&json, l->battle->rules->play->phases[l->state->phase]);
    lb_json_key(&json, "active");
    lb_json_string(&json, l->battle->side_name[l->state->active]);
    lb_json_key(&json, "event");
    lb_json_string(&json, kinds[event->kind]);
    lb_json_key(&json, "clause");
    lb_json_string(&json, l->battle->rules->clauses[event->clause].id);
    lb_json_key(&json, "value");
    lb_json_int(&json, event->value);
    if (event->face_count > 0) {
        lb_json_key(&json, "dice");
        lb_json_open(&json, '[');
        for (uint32_t i = 0; i < event->face_count; i++)
            lb_json_int(&json, event->faces[i]);
        lb_json_close(&json, ']');
    }
    lb_json_close(&json, '}');
    putchar('\n');
}

static void tell(void *context, const lb_event *event)
{
    tell_json(context, event);
}

static int play(const request *asked, bool is_replay)
{
    static lb_battle battle;
    static lb_state state;
    char *text = cli_read_file(asked->record, LB_RECORD_FILE_MAX);
    lb_record_head head;
    lb_diag diag;
    listener l = {.battle = &battle, .state = &state};
    battle_log log = battle_log_start(&battle, &state);
    lb_sink sink = asked->as_json ? (lb_sink){.emit = tell, .context = &l}
                                  : (lb_sink){.emit = battle_log_emit, .context = &log};
    lb_replay_watch watch = {.sink = is_replay ? &sink : NULL, .to_turn = (uint8_t)asked->to_turn};
    bool is_complete = false;
    int code = CLI_USAGE;

    if (text == NULL)
        return CLI_USAGE;
    if (lb_record_read_head(text, &head, &diag) != LB_OK) {
        cli_diag_error(asked->record, &diag);
    } else if (cli_battle(head.scenario, head.rules, asked->house, &battle)) {
        code = CLI_DONE;
        if (lb_record_play(&head, &battle, &state, &watch, &is_complete, &diag) != LB_OK) {
            cli_diag_error(asked->record, &diag);
            code = CLI_REFUSED;
        } else if (!is_replay) {
            printf("%s: %s, hash %016" PRIx64 "\n", cli_clean(asked->record),
                   is_complete ? "good" : "good so far, the battle is not over",
                   lb_state_hash(&state));
        } else if (is_complete && !asked->as_json) {
            printf("%s\n", state.winner == LB_NOBODY ? "A draw." : battle.side_name[state.winner]);
        }
    }
    free(text);
    return code;
}

int cmd_replay(int argc, char **argv)
{
    request asked = {0};

    return read_request(&asked, argc, argv, true) ? play(&asked, true) : CLI_USAGE;
}

int cmd_verify(int argc, char **argv)
{
    request asked = {0};

    return read_request(&asked, argc, argv, false) ? play(&asked, false) : CLI_USAGE;
}
