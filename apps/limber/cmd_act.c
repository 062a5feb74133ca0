// SPDX-License-Identifier: MIT
// limber act: carries out actions of a position with given dice, and says what came of them.

#include "cli.h"
#include "event_json.h"
#include "position_json.h"
#include "text/dice_text.h"
#include "text/record.h"

#include <inttypes.h>
#include <string.h>

enum { DICE_MAX = 2048, EVENTS_MAX = 2048, ACTIONS_MAX = 64 };

/// What was asked for.
typedef struct request {
    const char *file, *rules, *house, *dice;
    const char *action[ACTIONS_MAX];
    uint32_t action_count;
    bool as_json;
} request;

/// What happened, kept until all of it is known to be possible.
typedef struct happening {
    lb_event event[EVENTS_MAX];
    uint8_t faces[EVENTS_MAX * 4];
    uint32_t count, face_count;
} happening;

static bool read_request(request *asked, int argc, char **argv)
{
    const cli_option options[] = {{"--rules", &asked->rules, NULL},
                                  {"--house", &asked->house, NULL},
                                  {"--dice", &asked->dice, NULL},
                                  {"--json", NULL, &asked->as_json}};
    const char *word[1 + ACTIONS_MAX] = {NULL};
    int words =
        cli_options(argc, argv, options, sizeof options / sizeof options[0], word, 1 + ACTIONS_MAX);

    if (words < 0)
        return false;
    asked->file = word[0];
    for (int i = 1; i < words; i++)
        asked->action[asked->action_count++] = word[i];
    if (asked->file == NULL || asked->action_count == 0) {
        cli_error("act needs a position and an action such as \"fire unit 3 target 7 option 0\"");
        return false;
    }
    return true;
}

static void keep(void *context, const lb_event *event)
{
    happening *all = context;
    lb_event *kept = &all->event[all->count];

    if (all->count == EVENTS_MAX || all->face_count + event->face_count > sizeof all->faces)
        return;
    *kept = *event;
    kept->roll = NULL;
    if (event->face_count > 0) {
        memcpy(all->faces + all->face_count, event->faces, event->face_count);
        kept->faces = all->faces + all->face_count;
        all->face_count += event->face_count;
    }
    all->count++;
}

/// Answers rolls from the given dice until a side must decide or all is over. False after
/// complaining.
static bool throw_on(lb_run *run, const uint8_t *dice, uint32_t dice_count, uint32_t *used)
{
    while (run->machine->node.kind == LB_NODE_ROLL) {
        const lb_roll *roll = &run->machine->node.roll;
        uint32_t taken = 0, missing;

        while ((missing = lb_roll_missing(roll, dice + *used, taken)) > 0) {
            if (*used + taken + missing > dice_count) {
                char wanted[LB_DIAG_TEXT];
                lb_put put = lb_put_start(wanted, sizeof wanted);
                lb_roll_put_request(roll, dice + *used, taken, &put);
                cli_error("not enough dice: the next throw is %s (%s)", wanted,
                          run->rules->clauses[roll->clause].id);
                return false;
            }
            for (uint32_t i = 0; i < missing; i++)
                if (dice[*used + taken + i] > roll->sides) {
                    cli_error("%u is no face of a die with %u sides", dice[*used + taken + i],
                              roll->sides);
                    return false;
                }
            taken += missing;
        }
        {
            uint8_t faces[LB_THROW_MAX];
            memcpy(faces, dice + *used, taken);
            *used += taken;
            lb_run_throw(run, faces, taken);
        }
    }
    return true;
}

/// Writes what the rules did, or what changed by it.
static void write_events(lb_json *json, const lb_battle *battle, const happening *all,
                         bool are_changes)
{
    lb_json_key(json, are_changes ? "changes" : "events");
    lb_json_open(json, '[');
    for (uint32_t i = 0; i < all->count; i++) {
        const lb_event *event = &all->event[i];

        if ((event->kind == LB_EVENT_CHANGE) != are_changes)
            continue;
        lb_json_open(json, '{');
        event_json_put(json, battle, event);
        if (event->face_count > 0) {
            lb_json_key(json, "dice");
            lb_json_open(json, '[');
            for (uint32_t f = 0; f < event->face_count; f++)
                lb_json_int(json, event->faces[f]);
            lb_json_close(json, ']');
        }
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
}

static void write_json(const lb_battle *battle, const lb_state *state, const happening *all)
{
    lb_json json = {.out = stdout};

    lb_json_open(&json, '{');
    write_events(&json, battle, all, false);
    write_events(&json, battle, all, true);
    lb_json_key(&json, "position");
    position_json_put(&json, battle, state);
    lb_json_close(&json, '}');
    putchar('\n');
}

static void show(const lb_battle *battle, const lb_state *before, const lb_state *state,
                 const happening *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const lb_event *event = &all->event[i];

        if (event->kind == LB_EVENT_CHANGE)
            continue;
        printf("  %s", battle->rules->clauses[event->clause].id);
        if (event->kind == LB_EVENT_ADD)
            printf(" %+d", (int)event->value);
        if (event->face_count > 0)
            fputs(" rolls", stdout);
        for (uint32_t f = 0; f < event->face_count; f++)
            printf(" %u", event->faces[f]);
        putchar('\n');
    }
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        const lb_unit *now = &state->unit[i];

        if (memcmp(now, &before->unit[i], sizeof *now) == 0)
            continue;
        printf("%s: %s, %d losses, at %d, %d tenths of a millimetre\n", battle->unit[i].name,
               now->presence == LB_PRESENCE_GONE ? "gone"
               : now->presence == LB_PRESENCE_LEFT
                   ? "left the table"
                   : battle->rules->play->formations[now->formation].word,
               (int)lb_battle_unit(battle, state, i).losses, (int)now->at.x, (int)now->at.y);
    }
}

int cmd_act(int argc, char **argv)
{
    static lb_battle battle;
    static lb_state state, before;
    static happening all;
    static uint8_t dice[DICE_MAX];
    uint32_t dice_count = 0, used = 0;
    lb_sink sink = {.emit = keep, .context = &all};
    request asked = {0};
    lb_run run;
    lb_action action;
    lb_reason reason;
    lb_diag diag;

    if (!read_request(&asked, argc, argv))
        return CLI_USAGE;
    if (asked.dice != NULL &&
        lb_dice_parse(asked.dice, LB_DRAW_MAX, dice, &dice_count, DICE_MAX, &diag) != LB_OK)
        return cli_error("--dice, column %d: %s", (int)diag.column, diag.text);
    if (!cli_battle(asked.file, asked.rules, asked.house, &battle))
        return CLI_USAGE;
    run = lb_battle_run(&battle, &state, &sink);
    lb_battle_start(&battle, &state, &sink);
    if (!throw_on(&run, dice, dice_count, &used))
        return CLI_USAGE;
    before = state;
    for (uint32_t i = 0; i < asked.action_count; i++) {
        if (lb_record_parse_action(battle.rules->play, asked.action[i], &action, &diag) != LB_OK)
            return cli_diag_error(NULL, &diag);
        if (!lb_battle_check(&battle, &state, NULL, &action, &reason)) {
            cli_error("%s: %s", battle.rules->clauses[reason.clause].id, reason.why);
            return CLI_REFUSED;
        }
        lb_run_act(&run, &action);
        if (!throw_on(&run, dice, dice_count, &used))
            return CLI_USAGE;
    }
    if (used < dice_count)
        return cli_error("%u of the dice are too many: %u are thrown", dice_count - used, used);
    if (asked.as_json)
        write_json(&battle, &state, &all);
    else
        show(&battle, &before, &state, &all);
    return CLI_DONE;
}
