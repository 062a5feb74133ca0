// SPDX-License-Identifier: MIT
// What battles cost: battles a second by scenario and level, and the price of a node, a copy and a
// hash of the state in the same run. Prints Markdown. bench_battles [--regular] SCENARIO.yaml ...

#include "limber/fight.h"
#include "limber/files.h"

#include "limber/limber.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { REPEATS = 20000 };

static lb_scenario scenario;
static lb_battle battle;
static lb_state state, copy;
static lb_player player;
static _Alignas(64) unsigned char room[LB_PLAYER_ROOM];

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// Fights for about a second.
static void bench_level(const char *name, lb_level level)
{
    double start = now(), spent = 0;
    uint64_t nodes = 0, battles = 0;

    for (uint64_t seed = 1; spent < 1.0; seed++) {
        lb_fight_plan plan = {.battle = &battle, .seed = seed, .level = {level, level}};
        lb_fight_result result;

        lb_player_start(&player, room, sizeof room);
        if (!lb_fight(&plan, &player, &state, &result))
            return;
        battles++;
        nodes += result.nodes;
        spent = now() - start;
    }
    printf("| %s | %s | %s | %.1f | %.0f | %.1f |\n", battle.rules->id, name, lb_level_word(level),
           (double)battles / spent, (double)nodes / (double)battles, spent * 1e6 / (double)nodes);
}

static void bench_state(void)
{
    uint64_t sum = 0;
    double start = now(), copied, hashed;

    for (int i = 0; i < REPEATS; i++) {
        copy = state;
        __asm__ volatile("" : : "r"(&copy) : "memory");
    }
    copied = now() - start;
    start = now();
    for (int i = 0; i < REPEATS; i++) {
        state.held[0] = (uint8_t)i;
        sum += lb_state_hash(&state);
    }
    hashed = now() - start;
    printf("\nA state has %zu bytes; a copy takes %.0f ns, a hash %.0f ns (%s).\n", sizeof state,
           copied * 1e9 / REPEATS, hashed * 1e9 / REPEATS, sum != 0 ? "checked" : "zero");
}

int main(int argc, char **argv)
{
    bool is_regular = argc > 1 && strcmp(argv[1], "--regular") == 0;

    puts("| sheet | scenario | level | battles a second | nodes a battle | µs a node |");
    puts("|---|---|---|--:|--:|--:|");
    for (int i = is_regular ? 2 : 1; i < argc; i++) {
        lb_diag diag = {0};

        if (lb_scenario_load(argv[i], &scenario, &diag) != LB_OK) {
            fprintf(stderr, "%s: %s\n", argv[i], diag.text);
            return 1;
        }
        for (uint32_t r = 0; r < lb_ruleset_count; r++) {
            if (lb_rulesets[r]->play == NULL)
                continue;
            if (lb_battle_muster(&battle, lb_rulesets[r], NULL, &scenario, &diag) != LB_OK)
                continue;
            for (lb_level level = 0; level < LB_LEVEL_COUNT; level++)
                if (!is_regular || level == LB_LEVEL_REGULAR)
                    bench_level(scenario.id, level);
        }
    }
    bench_state();
    return 0;
}
