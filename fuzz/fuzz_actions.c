// SPDX-License-Identifier: MIT
// A battle under a stream of hostile actions and dice: what the check refuses leaves no trace, what
// it takes leaves a table that is sound.

#include "harness.h"

#include "../tests/conform/stray.h"

#include "limber/files.h"
#include "limber/limber.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES_MAX = 30 };

/// Bytes as a source of words; zeros behind the end.
typedef struct source {
    const uint8_t *at;
    size_t left;
} source;

static uint32_t next(void *context)
{
    source *s = context;
    uint32_t word = 0;

    for (int i = 0; i < 2 && s->left > 0; i++, s->at++, s->left--)
        word = word << 8 | *s->at;
    return word;
}

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

/// The battle that is fought, read once.
static const lb_battle *load(void)
{
    static lb_battle battle;
    static lb_scenario scenario;
    lb_diag diag = {0};

    const char *wanted = getenv("LIMBER_RULES");
    const lb_ruleset *rules = wanted != NULL ? lb_ruleset_find(wanted) : NULL;

    if (battle.rules != NULL)
        return &battle;
    for (uint32_t i = 0; i < lb_ruleset_count && wanted == NULL && rules == NULL; i++)
        if (lb_rulesets[i]->play != NULL)
            rules = lb_rulesets[i];
    must(rules != NULL, "no sheet to play by");
    must(lb_scenario_load("scenarios/two-brigades.yaml", &scenario, &diag) == LB_OK, diag.text);
    must(lb_battle_muster(&battle, rules, NULL, &scenario, &diag) == LB_OK, diag.text);
    return &battle;
}

static void decide(const lb_battle *battle, lb_state *state, source *s)
{
    static lb_action room[512];
    uint32_t count = lb_battle_choices(battle, state, NULL, room, 512);
    lb_run run = lb_battle_run(battle, state, NULL);
    uint64_t before = lb_state_hash(state);
    lb_action action;
    lb_reason reason;
    const char *fault;

    must(count > 0, "no choices");
    action = stray_action(battle, room, count, next, s);
    if (!lb_battle_check(battle, state, NULL, &action, &reason)) {
        must(reason.why != NULL, "a refusal without a reason");
        must(lb_state_hash(state) == before, "a refusal left a trace");
        action = room[next(s) % count];
        must(lb_battle_check(battle, state, NULL, &action, &reason), "a choice is refused");
    }
    lb_run_act(&run, &action);
    fault = stray_fault(battle, state);
    must(fault == NULL, fault != NULL ? fault : "");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static lb_state state;
    const lb_battle *battle = load();
    source s = {data, size};
    lb_dice dice;

    lb_dice_seed(&dice, next(&s));
    lb_battle_start(battle, &state, NULL);
    for (int i = 0; i < NODES_MAX && s.left > 0 && state.machine.node.kind != LB_NODE_END; i++) {
        if (state.machine.node.kind == LB_NODE_ROLL) {
            lb_run run = lb_battle_run(battle, &state, NULL);
            uint8_t faces[LB_THROW_MAX];
            uint32_t count = lb_dice_throw(&dice, &state.machine.node.roll, faces);

            lb_run_throw(&run, faces, count);
        } else {
            decide(battle, &state, &s);
        }
    }
    return 0;
}
