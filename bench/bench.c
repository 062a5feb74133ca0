// SPDX-License-Identifier: MIT
// What exact odds cost, beside two other ways of getting them, all measured in this one run:
// throwing every face in nested loops, and playing until a percentage is known to 0.1 points.
// Prints Markdown. The times are of this machine and moment; the ratios are what to compare.

#include "limber/limber.h"

#include "../tests/toy/toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WORKSPACE = 512 << 20,
    LARGE_TRIES = 200,    ///< random large inputs, of which the slowest counts
    PATHS_MAX = 20000000, ///< beyond this nested loops are only estimated
    PLAYS = 20000,
    PLAYS_FOR_PRECISION = 250000, ///< standard error 0.1 points at 50 %: 0.5^2 / 0.001^2
};

static unsigned char *workspace;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/// A procedure at some facts.
typedef struct subject {
    const lb_ruleset *rules;
    const int32_t *values;
    uint16_t procedure;
    uint8_t fields;
    const int32_t *facts;
} subject;

/// Microseconds of a walk: the best of several.
static double time_walk(const subject *on, int repeats, lb_odds *odds)
{
    lb_odds_job job = {.rules = on->rules,
                       .values = on->values,
                       .procedure = on->procedure,
                       .field_count = on->fields,
                       .facts = on->facts,
                       .workspace = workspace,
                       .workspace_size = WORKSPACE};
    double best = 1e18;

    for (int i = 0; i < repeats; i++) {
        double start = now();
        if (lb_odds_walk(&job, odds) != LB_OK) {
            fprintf(stderr, "bench: workspace too small\n");
            exit(1);
        }
        if (now() - start < best)
            best = now() - start;
    }
    return best;
}

static double paths;

/// Every face of every die, one inside the other.
static void throw_all(const subject *on, const lb_machine *machine, uint8_t *faces, uint32_t count)
{
    const lb_roll *roll = &machine->node.roll;
    bool is_over = count >= roll->dice && roll->again != 0;

    if (paths > PATHS_MAX)
        return;
    if (is_over || lb_roll_missing(roll, faces, count) == 0) {
        lb_machine next;
        lb_run run = {.rules = on->rules, .values = on->values, .machine = &next};
        uint8_t thrown[LB_THROW_MAX];

        if (lb_roll_missing(roll, faces, count) > 0)
            return;
        lb_machine_copy(&next, machine);
        lb_run_throw(&run, faces, count);
        if (next.node.kind == LB_NODE_ROLL)
            throw_all(on, &next, thrown, 0);
        else
            paths++;
        return;
    }
    for (uint8_t face = 1; face <= roll->sides; face++) {
        faces[count] = face;
        throw_all(on, machine, faces, count + 1);
    }
}

/// Microseconds of nested loops; negative if they do not come to an end in reasonable time.
static double time_loops(const subject *on)
{
    lb_machine machine;
    lb_run run = {.rules = on->rules, .values = on->values, .machine = &machine};
    uint8_t faces[LB_THROW_MAX];
    double start = now();

    paths = 0;
    lb_run_start(&run, on->procedure, on->facts);
    if (machine.node.kind == LB_NODE_ROLL)
        throw_all(on, &machine, faces, 0);
    return paths > PATHS_MAX ? -1 : now() - start;
}

/// Microseconds of as many plays as 0.1 points of precision take.
static double time_plays(const subject *on, lb_dice *dice)
{
    double start = now();

    for (int play = 0; play < PLAYS; play++) {
        lb_machine machine;
        lb_run run = {.rules = on->rules, .values = on->values, .machine = &machine};
        uint8_t faces[LB_THROW_MAX];

        lb_run_start(&run, on->procedure, on->facts);
        while (machine.node.kind == LB_NODE_ROLL) {
            uint32_t count = lb_dice_throw(dice, &machine.node.roll, faces);
            lb_run_throw(&run, faces, count);
        }
    }
    return (now() - start) * PLAYS_FOR_PRECISION / PLAYS;
}

static uint32_t below(lb_dice *dice, uint32_t bound)
{
    uint32_t number = 0;

    for (int i = 0; i < 6; i++)
        number = number * 16 + (uint32_t)(lb_dice_face(dice, 16) - 1);
    return number % bound;
}

/// Facts with most numbers at their highest and all words at random; the first try has all at their
/// highest.
static void large_facts(const lb_chart *chart, lb_dice *dice, int attempt, int32_t *facts)
{
    const char *prefix;
    lb_refusal refusal;

    lb_chart_presets(chart, facts);
    do
        for (uint32_t cell = 0; cell < lb_chart_cells(chart); cell++) {
            const lb_input *input = lb_chart_input(chart, cell, &prefix);
            if (input->kind == LB_INPUT_COUNT && (attempt == 0 || below(dice, 4) > 0))
                facts[cell] = input->highest;
            else if (attempt > 0 &&
                     (input->kind == LB_INPUT_COUNT || input->kind == LB_INPUT_FLAG ||
                      input->kind == LB_INPUT_CHOICE))
                do
                    facts[cell] =
                        input->lowest +
                        (int32_t)below(dice, (uint32_t)(input->highest - input->lowest) + 1);
                while (!lb_input_takes(input, facts[cell]));
        }
    while (chart->refuse != NULL && chart->refuse(facts, &refusal) && attempt++ >= 0);
}

/// A whole charge: three or four tests, one behind the other.
static bool is_charge(const lb_chart *chart)
{
    return strcmp(chart->id, "advance") == 0 || strcmp(chart->id, "bayonet") == 0;
}

/// Six bases against six, with saves.
static void six_against_six(const lb_chart *chart, int32_t *facts)
{
    const char *prefix;

    lb_chart_presets(chart, facts);
    for (uint32_t cell = 0; cell < lb_chart_cells(chart); cell++) {
        const char *key = lb_chart_input(chart, cell, &prefix)->key;

        if (strcmp(key, "a_bases") == 0 || strcmp(key, "d_bases") == 0 ||
            strcmp(key, "a_save") == 0 || strcmp(key, "d_save") == 0)
            facts[cell] = 6;
    }
}

static void ratio(double other, double ours)
{
    if (other < 0)
        printf(" over %.0f M throws |", PATHS_MAX / 1e6);
    else
        printf(" %.1f |", other / ours);
}

static void bench_chart(const lb_ruleset *rules, const lb_chart *chart, lb_dice *dice)
{
    int32_t facts[LB_INPUTS_MAX], hardest[LB_INPUTS_MAX];
    lb_house house;
    subject on = {.rules = rules,
                  .values = house.value,
                  .procedure = chart->procedure,
                  .fields = chart->field_count,
                  .facts = facts};
    lb_odds odds, large;
    double preset_time, large_time = -1, loops, plays;

    lb_house_reset(rules, &house);
    lb_chart_presets(chart, facts);
    preset_time = time_walk(&on, 50, &odds);
    loops = time_loops(&on);
    plays = time_plays(&on, dice);
    printf("| %s %s | %u | %u | %.1f |", rules->id, chart->id, odds.count, odds.nodes, preset_time);
    ratio(loops, preset_time);
    ratio(plays, preset_time);
    for (int i = 0; i < (is_charge(chart) ? 1 : LARGE_TRIES); i++) {
        double time;
        if (is_charge(chart))
            six_against_six(chart, facts);
        else
            large_facts(chart, dice, i, facts);
        time = time_walk(&on, 1, &large);
        if (time > large_time) {
            large_time = time;
            memcpy(hardest, facts, sizeof hardest);
        }
    }
    on.facts = hardest;
    large_time = time_walk(&on, 5, &large);
    printf(" %u | %u | %.2f |", large.count, large.nodes, large_time / 1000);
    ratio(time_plays(&on, dice), large_time);
    putchar('\n');
}

static void bench_attrition(lb_dice *dice)
{
    toy_attrition facts = {12, 12, 6, 5};
    subject on = {.rules = &toy_ruleset,
                  .procedure = TOY_ATTRITION,
                  .fields = 2,
                  .facts = (const int32_t *)&facts};
    lb_odds odds;
    double time = time_walk(&on, 50, &odds);

    printf("\nAttrition chain, 12 against 12, half the strength rounded up in dice, 5+ hits, six "
           "rounds:\n"
           "%u end states, %u machines walked, %.2f ms; playing to 0.1 points takes %.1f times as "
           "long.\n",
           odds.count, odds.nodes, time / 1000, time_plays(&on, dice) / time);
}

int main(void)
{
    lb_dice dice;

    workspace = aligned_alloc(64, WORKSPACE);
    if (workspace == NULL)
        return 1;
    lb_dice_seed(&dice, 1805);
    puts("| chart | outcomes | machines | preset, µs | loops ÷ ours | plays ÷ ours | "
         "outcomes, large | machines, large | large, ms | plays ÷ ours, large |");
    puts("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (uint32_t c = 0; c < lb_rulesets[r]->chart_count; c++)
            bench_chart(lb_rulesets[r], &lb_rulesets[r]->charts[c], &dice);
    bench_attrition(&dice);
    free(workspace);
    return 0;
}
