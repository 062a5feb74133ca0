// SPDX-License-Identifier: MIT
// limber act: carries out orders at a position with given dice, and tells what came of them. Orders
// are those that limber play takes.

#include "event_json.h"
#include "given_dice.h"
#include "play.h"
#include "position_json.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX = 2048, ACTIONS_MAX = 64 };

/// What was asked for.
typedef struct request {
    const char *file, *rules, *house, *dice;
    const char *order[ACTIONS_MAX];
    uint32_t order_count;
    bool as_json;
    log_style style;
    given_dice throws;
    lb_action action[ACTIONS_MAX]; ///< what the orders came to
} request;

/// What happened, kept until all of it is known to be possible.
typedef struct happening {
    lb_event event[EVENTS_MAX];
    lb_roll roll[EVENTS_MAX]; ///< of those that are throws
    uint8_t faces[EVENTS_MAX * 4];
    uint32_t count, face_count;
    const lb_battle *battle;
    const lb_state *state; ///< as it is while events are told
} happening;

static bool read_request(request *asked, int argc, char **argv)
{
    const cli_option options[] = {{"--rules", &asked->rules, NULL},
                                  {"--house", &asked->house, NULL},
                                  {"--dice", &asked->dice, NULL},
                                  {"--json", NULL, &asked->as_json},
                                  {"--brief", NULL, &asked->style.is_brief},
                                  {"--full", NULL, &asked->style.is_full},
                                  {"--clauses", NULL, &asked->style.names_clauses}};
    const char *word[1 + ACTIONS_MAX] = {NULL};
    int words =
        cli_options(argc, argv, options, sizeof options / sizeof options[0], word, 1 + ACTIONS_MAX);

    if (words < 0)
        return false;
    asked->file = word[0];
    for (int i = 1; i < words; i++)
        asked->order[asked->order_count++] = word[i];
    if (asked->file == NULL || asked->order_count == 0) {
        cli_error("act needs a position and an order such as \"fire 3 at 7\"");
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
    event_json_name_card(all->battle, all->state, kept);
    if (event->roll != NULL) {
        all->roll[all->count] = *event->roll;
        kept->roll = &all->roll[all->count];
    }
    if (event->face_count > 0) {
        memcpy(all->faces + all->face_count, event->faces, event->face_count);
        kept->faces = all->faces + all->face_count;
        all->face_count += event->face_count;
    }
    all->count++;
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

/// Says that the position's own phase is over, if nothing was to be decided in it.
static void show_skipped(const game *g)
{
    const lb_battle *battle = &g->battle;
    char line[LB_DIAG_TEXT];

    if (battle->start_turn == 0 ||
        (g->state.turn == battle->start_turn && g->state.phase == battle->start_phase &&
         g->state.active == battle->start_active))
        return;
    snprintf(line, sizeof line,
             "Nothing is to be decided in the %s phase of %s in turn %u; the battle goes on to the "
             "%s phase of %s in turn %u.",
             battle->rules->play->phases[battle->start_phase],
             battle->side[battle->start_active].name, battle->start_turn,
             battle->rules->play->phases[g->state.phase], battle->side[g->state.active].name,
             g->state.turn);
    term_wrap(line, 0, 2);
}

/// Tells how the units stand that are not as they were, and what is asked next.
static void show_outcome(const game *g, const lb_state *before)
{
    char line[LB_TELL_LINE + LB_DIAG_TEXT];
    lb_put put;

    for (uint32_t i = 0; i < g->battle.unit_count; i++) {
        if (memcmp(&g->state.unit[i], &before->unit[i], sizeof before->unit[i]) == 0)
            continue;
        put = lb_put_start(line, sizeof line);
        battle_put_unit(&g->battle, &g->state, i, &put);
        term_wrap(line, 0, 2);
    }
    put = lb_put_start(line, sizeof line);
    play_put_question(g, &put);
    term_wrap(line, 0, 2);
}

/// True if what an order plays is in the hand of the other side: then it is not its moment.
static bool is_of_other_hand(const game *g, const lb_action *action)
{
    const lb_play *play = g->battle.rules->play;
    const uint32_t acts = LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER;
    const char *name = play->option_text(action);

    if (play->hand == NULL || (play->verbs[action->verb].uses & LB_USES_OPTION) == 0 ||
        (play->verbs[action->verb].uses & acts) != 0)
        return false;
    for (uint32_t n = 0; play->hand[n] != NULL; n++)
        if (strcmp(play->hand[n], name) == 0)
            return (lb_battle_side(&g->battle, &g->state, g->side).in_hand >> n & 1) == 0 &&
                   (lb_battle_side(&g->battle, &g->state, 1u - g->side).in_hand >> n & 1) != 0;
    return false;
}

/// Tells what the rules refuse, with its clause, and what is asked.
static int refuse(const game *g, const lb_action *action, const lb_reason *reason)
{
    const char *name = play_actor_name(g, action);
    char why[LB_DIAG_TEXT * 2], question[LB_TELL_LINE + LB_DIAG_TEXT];
    lb_put put = lb_put_start(why, sizeof why), open = lb_put_start(question, sizeof question);
    bool is_asked = g->state.machine.node.kind == LB_NODE_DECISION;
    lb_reason told = *reason;

    if (is_asked && is_of_other_hand(g, action)) {
        lb_put_text(&put, g->battle.rules->play->option_text(action));
        lb_put_text(&put, " is in the hand of ");
        lb_put_text(&put, g->battle.side[1u - g->side].name);
        lb_put_text(&put, ", and it is the moment of ");
        lb_put_text(&put, g->battle.side[g->side].name);
    } else {
        (void)play_put_refusal(g, action, &told, &put);
    }
    play_put_question(g, &open);
    cli_error("%s%s%s%s%s. %s", is_asked ? g->battle.rules->clauses[reason->clause].id : "",
              is_asked ? ": " : "", name != NULL ? name : "", name != NULL ? ": " : "", why,
              question);
    return CLI_REFUSED;
}

/// Carries out all orders. They are read the first time; the second time they are known to be good,
/// and only told. An exit code, after complaining.
static int carry_out(game *g, request *asked, lb_sink *sink, lb_state *before, bool is_known)
{
    lb_run run = lb_battle_run(&g->battle, &g->state, sink);
    lb_reason reason;
    lb_diag diag;

    asked->throws.used = 0;
    lb_battle_start(&g->battle, &g->state, sink);
    if (!given_dice_throw(&run, &asked->throws))
        return CLI_USAGE;
    *before = g->state;
    if (is_known && !asked->as_json)
        show_skipped(g);
    for (uint32_t i = 0; i < asked->order_count; i++) {
        lb_action *action = &asked->action[i];

        if (!is_known) {
            play_sit_down(g);
            if (!play_order(g, asked->order[i], action, &diag))
                return cli_diag_error(NULL, &diag);
            if (!lb_battle_check(&g->battle, &g->state, NULL, action, &reason))
                return refuse(g, action, &reason);
        }
        lb_run_act(&run, action);
        if (!given_dice_throw(&run, &asked->throws))
            return CLI_USAGE;
    }
    return given_dice_are_used(&asked->throws) ? CLI_DONE : CLI_USAGE;
}

/// Carries out what was asked and tells it.
static int act(game *g, request *asked, happening *all)
{
    static lb_state before;
    lb_sink keeper = {.emit = keep, .context = all};
    lb_sink teller = {.emit = battle_log_emit, .context = &g->log};
    int code;

    all->battle = &g->battle;
    all->state = &g->state;
    code = carry_out(g, asked, &keeper, &before, false);
    if (code != CLI_DONE)
        return code;
    if (asked->as_json) {
        write_json(&g->battle, &g->state, all);
        return CLI_DONE;
    }
    g->log = battle_log_start(&g->battle, &g->state,
                              (log_style){asked->style.is_brief, asked->style.is_full, false});
    g->log.teller.names_clauses = asked->style.names_clauses;
    (void)carry_out(g, asked, &teller, &before, true);
    battle_log_end(&g->log);
    show_outcome(g, &before);
    return CLI_DONE;
}

int cmd_act(int argc, char **argv)
{
    static happening all;
    static request asked;
    game *g;
    int code = CLI_USAGE;

    if (!read_request(&asked, argc, argv))
        return CLI_USAGE;
    if (!given_dice_read(asked.dice, &asked.throws))
        return CLI_USAGE;
    g = calloc(1, sizeof *g);
    if (g == NULL)
        return cli_error("out of memory");
    if (cli_battle(asked.file, asked.rules, asked.house, &g->battle))
        code = act(g, &asked, &all);
    free(g);
    return code;
}
