// SPDX-License-Identifier: MIT
// Where the time of battles goes: fights for some seconds and looks, a thousand times a second of
// processor time, which instruction is at work. Prints "COUNT ADDRESS" lines, the address within
// this program or 0 outside of it; scripts/bench-beside makes layers of them.
// bench_layers SCENARIO.yaml LEVEL SECONDS

#include "limber/fight.h"
#include "limber/files.h"

#include "limber/limber.h"

#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

enum { SAMPLES_MAX = 1 << 16, EVERY_US = 1000 };

static uintptr_t sample[SAMPLES_MAX];
static volatile uint32_t sample_count;
static uintptr_t base, top;

static void look(int signal_number, siginfo_t *info, void *context)
{
    const ucontext_t *at = context;
    uintptr_t address = 0;

    (void)signal_number;
    (void)info;
#if defined(__x86_64__)
    address = (uintptr_t)at->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    address = (uintptr_t)at->uc_mcontext.pc;
#else
    (void)at;
#endif
    if (sample_count < SAMPLES_MAX)
        sample[sample_count++] = address;
}

/// Finds where this program lies in memory: the first object of the list.
static int find_base(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    base = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            uintptr_t end = base + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
            top = end > top ? end : top;
        }
    return 1;
}

static int compare(const void *a, const void *b)
{
    uintptr_t one = *(const uintptr_t *)a, other = *(const uintptr_t *)b;

    return one < other ? -1 : one > other;
}

static bool load(const char *path, lb_battle *battle)
{
    static lb_scenario scenario;
    lb_diag diag = {0};

    if (lb_scenario_load(path, &scenario, &diag) != LB_OK) {
        fprintf(stderr, "%s: %s\n", path, diag.text);
        return false;
    }
    return lb_battle_muster(battle, lb_ruleset_find("valour-fortitude"), NULL, &scenario, &diag) ==
           LB_OK;
}

static void fight_for(const lb_battle *battle, lb_level level, double seconds)
{
    static lb_state state;
    static lb_player player;
    static _Alignas(64) unsigned char room[LB_PLAYER_ROOM];
    clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);

    for (uint64_t seed = 1; clock() < end; seed++) {
        lb_fight_plan plan = {.battle = battle, .seed = seed, .level = {level, level}};
        lb_fight_result result;

        lb_player_start(&player, room, sizeof room);
        if (!lb_fight(&plan, &player, &state, &result))
            return;
    }
}

int main(int argc, char **argv)
{
    static lb_battle battle;
    struct sigaction action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct itimerval timer = {{0, EVERY_US}, {0, EVERY_US}}, still = {0};
    lb_level level = LB_LEVEL_REGULAR;

    if (argc != 4 || !load(argv[1], &battle))
        return 2;
    for (lb_level l = 0; l < LB_LEVEL_COUNT; l++)
        if (strcmp(lb_level_word(l), argv[2]) == 0)
            level = l;
    dl_iterate_phdr(find_base, NULL);
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
    fight_for(&battle, level, strtod(argv[3], NULL));
    setitimer(ITIMER_PROF, &still, NULL);
    qsort(sample, sample_count, sizeof sample[0], compare);
    for (uint32_t i = 0, start = 0; i < sample_count; i++)
        if (i + 1 == sample_count || sample[i + 1] != sample[i]) {
            uintptr_t at = sample[i] >= base && sample[i] < top ? sample[i] - base : 0;
            printf("%u %" PRIxPTR "\n", i + 1 - start, at);
            start = i + 1;
        }
    return 0;
}
