// SPDX-License-Identifier: MIT
// Node counts: how many ways a battle can go on from the fixed positions in tests/perft/positions,
// every choice of a decision and every value of a roll counted, depth by depth. Each position is
// counted twice, by plain recursion and level by level with equal states merged, and compared with
// expected.txt, which must have exactly the rows that are counted here. A change of the rules or of
// the choices changes the file: test-perft ROOT --write makes it anew. test-perft ROOT --only ID
// counts the positions of one ruleset.

#include "../unit/check.h"

#include "limber/files.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 8,
    LEAVES_MAX = 12000,
    POSITIONS_MAX = 64,
    NAME_ROOM = 96,
    EXPECTED_MAX = 1 << 16
};

/// Leaves by depth.
typedef struct counts {
    int depth; ///< the greatest at which there are at most LEAVES_MAX leaves
    uint64_t leaves[DEPTH_MAX + 1];
} counts;

static const char *root = ".";
static bool writes;           ///< with --write
static const char *only = ""; ///< with --only: the ruleset whose positions alone are counted
static lb_battle battle;
static uint32_t merges;                      ///< states that were met again, in all positions
static char produced[EXPECTED_MAX];          ///< the rows of all positions so far
static char names[POSITIONS_MAX][NAME_ROOM]; ///< of the positions: files without .yaml

static void load(const char *name)
{
    static lb_scenario scenario;
    char path[512];
    lb_diag diag = {0};

    snprintf(path, sizeof path, "%s/tests/perft/positions/%s.yaml", root, name);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
        fail_msg("%s:%d: %s", path, (int)diag.line, diag.text);
    assert_non_null(lb_ruleset_find(scenario.position.sheet));
    if (lb_battle_muster(&battle, lb_ruleset_find(scenario.position.sheet), NULL, &scenario,
                         &diag) != LB_OK)
        fail_msg("%s: %s", path, diag.text);
}

/// Calls `visit` with every state that follows, until it returns false.
static bool for_each_next(const lb_state *state, bool (*visit)(void *context, const lb_state *next),
                          void *context)
{
    lb_state *next = malloc(sizeof *next);
    lb_run run = lb_battle_run(&battle, next, NULL);
    bool goes_on = true;

    assert_non_null(next);
    if (state->machine.node.kind == LB_NODE_ROLL) {
        lb_spread *spread = malloc(sizeof *spread);

        assert_non_null(spread);
        lb_roll_spread(&state->machine.node.roll, spread);
        for (uint32_t i = 0; i < spread->count && goes_on; i++) {
            *next = *state;
            lb_run_answer(&run, spread->chance[i].value);
            goes_on = visit(context, next);
        }
        free(spread);
    } else if (state->machine.node.kind == LB_NODE_DECISION) {
        lb_action *room = malloc(LB_CHOICES_MAX * sizeof *room);
        uint32_t count;

        assert_non_null(room);
        count = lb_battle_choices(&battle, state, NULL, room, LB_CHOICES_MAX);
        for (uint32_t i = 0; i < count && goes_on; i++) {
            *next = *state;
            lb_run_act(&run, &room[i]);
            goes_on = visit(context, next);
        }
        free(room);
    }
    free(next);
    return goes_on;
}

/* By recursion. */

typedef struct walk {
    int depth, deepest;
    uint64_t *leaves;
} walk;

static bool descend(void *context, const lb_state *state)
{
    walk *w = context;

    w->depth++;
    w->leaves[w->depth]++;
    if (state->machine.node.kind == LB_NODE_END)
        for (int depth = w->depth + 1; depth <= w->deepest; depth++)
            w->leaves[depth]++;
    else if (w->depth < w->deepest)
        for_each_next(state, descend, w);
    w->depth--;
    return true;
}

/* Level by level. */

/// States of one depth, each with the number of ways that lead to it.
typedef struct level {
    lb_state *state;
    uint64_t *hash, *ways;
    uint32_t count;
    uint64_t all_ways;
    uint64_t ways_here; ///< of the state that is being expanded
} level;

static level level_make(void)
{
    level l = {.state = malloc(LEAVES_MAX * sizeof(lb_state)),
               .hash = malloc(LEAVES_MAX * sizeof(uint64_t)),
               .ways = malloc(LEAVES_MAX * sizeof(uint64_t))};

    assert_true(l.state != NULL && l.hash != NULL && l.ways != NULL);
    return l;
}

static void level_free(level *l)
{
    free(l->state);
    free(l->hash);
    free(l->ways);
}

/// Adds a state, or ways to it. False when there are more ways than are counted.
static bool merge(void *context, const lb_state *state)
{
    level *l = context;
    uint64_t hash = lb_state_hash(state);

    l->all_ways += l->ways_here;
    if (l->all_ways > LEAVES_MAX)
        return false;
    for (uint32_t i = 0; i < l->count; i++)
        if (l->hash[i] == hash) {
            l->ways[i] += l->ways_here;
            merges++;
            return true;
        }
    l->state[l->count] = *state;
    l->hash[l->count] = hash;
    l->ways[l->count++] = l->ways_here;
    return true;
}

/// Counts level by level as deep as there are at most LEAVES_MAX leaves.
static void count_merged(const lb_state *state, counts *found)
{
    level here = level_make(), next = level_make();
    uint64_t ended = 0;
    bool goes_on = true;

    here.ways_here = 1;
    merge(&here, state);
    for (found->depth = 0; found->depth < DEPTH_MAX; found->depth++) {
        level swap = here;

        next.count = 0;
        next.all_ways = ended;
        for (uint32_t i = 0; i < here.count && goes_on; i++) {
            next.ways_here = here.ways[i];
            if (here.state[i].machine.node.kind == LB_NODE_END)
                next.all_ways += next.ways_here;
            else
                goes_on = for_each_next(&here.state[i], merge, &next);
        }
        if (!goes_on)
            break;
        found->leaves[found->depth + 1] = next.all_ways;
        for (uint32_t i = 0; i < here.count; i++)
            ended += here.state[i].machine.node.kind == LB_NODE_END ? here.ways[i] : 0;
        here = next;
        next = swap;
    }
    level_free(&here);
    level_free(&next);
}

/* The tests. */

static void counts_agree(void **context)
{
    const char *name = *context;
    static lb_state state;
    counts merged = {0}, plain = {0};
    walk w = {.depth = -1, .leaves = plain.leaves};

    load(name);
    lb_battle_start(&battle, &state, NULL);
    count_merged(&state, &merged);
    assert_true(merged.depth > 0);
    w.deepest = merged.depth;
    descend(&w, &state);
    for (int depth = 1; depth <= merged.depth; depth++) {
        size_t length = strlen(produced);

        assert_int_equal(merged.leaves[depth], plain.leaves[depth]);
        snprintf(produced + length, sizeof produced - length, "%s %d %" PRIu64 "\n", name, depth,
                 plain.leaves[depth]);
    }
}

/// True if one of the lines of a text is this one.
static bool has_line(const char *text, const char *line, size_t length)
{
    for (; *text != '\0'; text += strcspn(text, "\n") + 1)
        if (strncmp(text, line, length) == 0 && text[length] == '\n')
            return true;
    return false;
}

/// Whether the positions of a name are counted: all, or those of one ruleset.
static bool is_asked(const char *name)
{
    return strncmp(name, only, strlen(only)) == 0;
}

/// Prints the rows of one text that the other has not. How many.
static uint32_t tell_missing(const char *text, const char *other, const char *what)
{
    uint32_t missing = 0;

    for (; *text != '\0'; text += strcspn(text, "\n") + 1) {
        size_t length = strcspn(text, "\n");

        if (text[0] == '#' || !is_asked(text) || has_line(other, text, length))
            continue;
        print_error("%s: %.*s\n", what, (int)length, text);
        missing++;
    }
    return missing;
}

static void rows_are_as_expected(void **context)
{
    static const char head[] =
        "# POSITION DEPTH LEAVES: see test_perft.c, which writes this with --write\n";
    static char expected[EXPECTED_MAX];
    char path[512];
    FILE *file;
    size_t size;

    (void)context;
    snprintf(path, sizeof path, "%s/tests/perft/expected.txt", root);
    assert_true(merges > 0);
    file = fopen(path, writes ? "w" : "r");
    assert_non_null(file);
    if (writes) {
        assert_true(fputs(head, file) >= 0 && fputs(produced, file) >= 0 && fclose(file) == 0);
        return;
    }
    size = fread(expected, 1, sizeof expected - 1, file);
    fclose(file);
    assert_true(size > 0 && expected[size - 1] == '\n');
    assert_int_equal(tell_missing(expected, produced, "expected, not counted") +
                         tell_missing(produced, expected, "counted, not expected"),
                     0);
}

/// The name of a position begins with the id of its ruleset.
static void every_played_ruleset_has_positions(void **context)
{
    (void)context;
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        size_t length = strlen(lb_rulesets[r]->id), found = 0;

        if (lb_rulesets[r]->play == NULL || !is_asked(lb_rulesets[r]->id))
            continue;
        for (size_t i = 0; i < POSITIONS_MAX; i++)
            found += strncmp(names[i], lb_rulesets[r]->id, length) == 0 && names[i][length] == '-';
        if (found == 0)
            fail_msg("%s has no position in tests/perft/positions", lb_rulesets[r]->id);
    }
}

static int is_position(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot != NULL && strcmp(dot, ".yaml") == 0 && is_asked(entry->d_name);
}

/// Finds the positions; how many.
static size_t find_positions(void)
{
    char path[512];
    struct dirent **entries;
    int count;

    snprintf(path, sizeof path, "%s/tests/perft/positions", root);
    count = scandir(path, &entries, is_position, alphasort);
    for (int i = 0; i < count; i++) {
        if (i < POSITIONS_MAX)
            snprintf(names[i], NAME_ROOM, "%.*s", (int)strlen(entries[i]->d_name) - 5,
                     entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count < 0 ? 0 : count < POSITIONS_MAX ? (size_t)count : POSITIONS_MAX;
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[POSITIONS_MAX + 2];
    size_t count;

    root = argc > 1 ? argv[1] : ".";
    writes = argc > 2 && strcmp(argv[2], "--write") == 0;
    only = argc > 3 && strcmp(argv[2], "--only") == 0 ? argv[3] : "";
    count = find_positions();
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){
            .name = names[i], .test_func = counts_agree, .initial_state = names[i]};
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(rows_are_as_expected);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(every_played_ruleset_has_positions);
    return _cmocka_run_group_tests("perft", tests, count, NULL, NULL);
}
