// SPDX-License-Identifier: MIT
// Node counts: how many ways a battle can go on from fixed positions, every choice of a decision
// and every value of a roll counted, down to a depth. Counted twice, by plain recursion and level
// by level with equal states merged; and compared with the numbers in expected.txt, which a change
// of the rules or of the choices changes. test_perft ROOT [--write]

#include "../unit/check.h"

#include "limber/fight.h"
#include "limber/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 7, LEVEL_MAX = 1 << 16, LEAVES_MAX = 30000, POSITIONS = 8, APART = 18 };

static const char *root = ".";
static FILE *written; ///< with --write: the new numbers
static lb_battle battle;
static uint32_t merges; ///< states that were met again

static void load(const lb_ruleset *rules)
{
    static lb_scenario scenario;
    char path[512];
    lb_diag diag = {0};

    snprintf(path, sizeof path, "%s/scenarios/two-brigades.yaml", root);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
        fail_msg("%s:%d: %s", path, (int)diag.line, diag.text);
    memset(&battle, 0, sizeof battle);
    battle.rules = rules;
    lb_house_reset(rules, &battle.house);
    if (rules->play->muster(&scenario, &battle, &diag) != LB_OK)
        fail_msg("%s: %s", path, diag.text);
}

/// A position: the battle after so many nodes of random play.
static void set_up(uint32_t number, lb_state *state)
{
    static lb_action room[LB_CHOICES_MAX];
    lb_run run = lb_battle_run(&battle, state, NULL);
    lb_dice dice;

    lb_dice_seed(&dice, 1000 + number);
    lb_battle_start(&battle, state, NULL);
    for (uint32_t i = 0; i < APART * number && state->machine.node.kind != LB_NODE_END; i++) {
        uint8_t faces[LB_THROW_MAX];
        uint32_t count;

        if (state->machine.node.kind == LB_NODE_ROLL) {
            count = lb_dice_throw(&dice, &state->machine.node.roll, faces);
            lb_run_throw(&run, faces, count);
        } else {
            count = battle.rules->play->choices(&battle, state, room, LB_CHOICES_MAX);
            lb_run_act(&run, &room[pick_below(&dice, count)]);
        }
    }
}

/// Calls `visit` with every state that follows.
static void for_each_next(const lb_state *state, void (*visit)(void *context, const lb_state *next),
                          void *context)
{
    lb_state next;
    lb_run run = lb_battle_run(&battle, &next, NULL);

    if (state->machine.node.kind == LB_NODE_ROLL) {
        lb_spread *spread = malloc(sizeof *spread);

        assert_non_null(spread);
        lb_roll_spread(&state->machine.node.roll, spread);
        for (uint32_t i = 0; i < spread->count; i++) {
            next = *state;
            lb_run_answer(&run, spread->chance[i].value);
            visit(context, &next);
        }
        free(spread);
    } else if (state->machine.node.kind == LB_NODE_DECISION) {
        lb_action *room = malloc(LB_CHOICES_MAX * sizeof *room);
        uint32_t count;

        assert_non_null(room);
        count = battle.rules->play->choices(&battle, state, room, LB_CHOICES_MAX);
        for (uint32_t i = 0; i < count; i++) {
            next = *state;
            lb_run_act(&run, &room[i]);
            visit(context, &next);
        }
        free(room);
    }
}

/* By recursion. */

typedef struct walk {
    int depth;
    uint64_t leaves;
} walk;

static void descend(void *context, const lb_state *state)
{
    walk *w = context;

    if (w->depth == 0 || state->machine.node.kind == LB_NODE_END) {
        w->leaves++;
        return;
    }
    w->depth--;
    for_each_next(state, descend, w);
    w->depth++;
}

/* Level by level. */

/// States of one depth, each with the number of ways that lead to it.
typedef struct level {
    lb_state *state;
    uint64_t *hash, *ways;
    uint32_t *slot; ///< by hash: 1 + number of a state, 0 for nobody
    uint32_t count;
} level;

static uint64_t ways_here; ///< of the state that is being expanded

static void level_make(level *l)
{
    *l = (level){.state = malloc(LEVEL_MAX * sizeof(lb_state)),
                 .hash = calloc(LEVEL_MAX, sizeof(uint64_t)),
                 .ways = calloc(LEVEL_MAX, sizeof(uint64_t)),
                 .slot = calloc(2 * LEVEL_MAX, sizeof(uint32_t))};
    assert_true(l->state != NULL && l->hash != NULL && l->ways != NULL && l->slot != NULL);
}

static void level_free(level *l)
{
    free(l->state);
    free(l->hash);
    free(l->ways);
    free(l->slot);
}

static void merge(void *context, const lb_state *state)
{
    level *l = context;
    uint64_t hash = lb_state_hash(state);
    uint32_t at = (uint32_t)(hash % (2 * LEVEL_MAX));

    for (; l->slot[at] != 0; at = (at + 1) % (2 * LEVEL_MAX)) {
        uint32_t i = l->slot[at] - 1;

        if (l->hash[i] == hash) {
            l->ways[i] += ways_here;
            merges++;
            return;
        }
    }
    assert_true(l->count < LEVEL_MAX);
    l->slot[at] = l->count + 1;
    l->state[l->count] = *state;
    l->hash[l->count] = hash;
    l->ways[l->count++] = ways_here;
}

/// Leaves at a depth, with equal states merged on the way.
static uint64_t count_merged(const lb_state *state, int depth)
{
    level here, next;
    uint64_t leaves = 0;

    level_make(&here);
    level_make(&next);
    ways_here = 1;
    merge(&here, state);
    for (; depth > 0; depth--) {
        level swap = here;

        next.count = 0;
        memset(next.slot, 0, 2 * LEVEL_MAX * sizeof *next.slot);
        for (uint32_t i = 0; i < here.count; i++) {
            ways_here = here.ways[i];
            if (here.state[i].machine.node.kind == LB_NODE_END)
                leaves += ways_here;
            for_each_next(&here.state[i], merge, &next);
        }
        here = next;
        next = swap;
    }
    for (uint32_t i = 0; i < here.count; i++)
        leaves += here.ways[i];
    level_free(&here);
    level_free(&next);
    return leaves;
}

/* The test. */

/// The number that is expected; 0 if none is.
static uint64_t expected(const char *sheet, uint32_t position, int depth)
{
    char path[512], line[128], wanted[96];
    uint64_t found = 0;
    FILE *file;

    snprintf(path, sizeof path, "%s/tests/perft/expected.txt", root);
    snprintf(wanted, sizeof wanted, "%s %u %d ", sheet, position, depth);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, wanted, strlen(wanted)) == 0)
            found = strtoull(line + strlen(wanted), NULL, 10);
    if (file != NULL)
        fclose(file);
    return found;
}

static void counts_agree(void **context)
{
    const lb_ruleset *rules = *(const lb_ruleset **)*context;
    static lb_state state;
    uint32_t compared = 0;

    load(rules);
    merges = 0;
    for (uint32_t position = 0; position < POSITIONS; position++) {
        set_up(position, &state);
        for (int depth = 1; depth <= DEPTH_MAX; depth++) {
            walk w = {.depth = depth};
            uint64_t wanted;

            descend(&w, &state);
            if (w.leaves > LEAVES_MAX)
                break;
            assert_int_equal(count_merged(&state, depth), w.leaves);
            if (written != NULL) {
                fprintf(written, "%s %u %d %" PRIu64 "\n", rules->id, position, depth, w.leaves);
            }
            wanted = expected(rules->id, position, depth);
            compared += wanted != 0;
            if (written == NULL && wanted != 0 && wanted != w.leaves)
                fail_msg("%s, position %u, depth %d: %" PRIu64 ", expected %" PRIu64, rules->id,
                         position, depth, w.leaves, wanted);
            if (w.leaves > LEAVES_MAX / 8)
                break;
        }
    }
    assert_true(merges > 0);
    assert_true(written != NULL || compared > 0);
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[8];
    static char names[8][96];
    static const lb_ruleset *subjects[8];
    size_t count = 0;
    int failed;

    if (argc > 1)
        root = argv[1];
    if (argc > 2 && strcmp(argv[2], "--write") == 0) {
        char path[512];

        snprintf(path, sizeof path, "%s/tests/perft/expected.txt", root);
        written = fopen(path, "w");
        if (written != NULL)
            fputs(
                "# SHEET POSITION DEPTH LEAVES: see test_perft.c, which writes this with --write\n",
                written);
    }
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        if (lb_rulesets[r]->play != NULL) {
            subjects[count] = lb_rulesets[r];
            snprintf(names[count], sizeof names[count], "%s: node counts", lb_rulesets[r]->id);
            tests[count] = (struct CMUnitTest){
                .name = names[count],
                .test_func = counts_agree,
                .initial_state = &subjects[count],
            };
            count++;
        }
    failed = _cmocka_run_group_tests("perft", tests, count, NULL, NULL);
    if (written != NULL)
        fclose(written);
    return failed;
}
