// SPDX-License-Identifier: MIT
// limber bench: the signature of the program. It plays a fixed set of battles by every sheet that
// can be played and prints one hash over every answer in them: actions and dice as a record writes
// them, winner and turn. How the program keeps a state in memory does not enter into it.

#include "cli.h"

#include "text/record.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Where `meson install` puts scenarios and armies; the build says it. */
#ifndef LIMBER_DATA
#define LIMBER_DATA "/usr/local/share/limber"
#endif

enum { SCENARIOS_MAX = 16, PATH_ROOM = 512 };

/// The scenarios that come with the program.
static const char *const bundled[] = {"two-brigades", "vimeiro", "quatre-bras"};

/// How many battles each level fights on each scenario by each sheet.
static const uint64_t battles_of[LB_LEVEL_COUNT] = {
    [LB_LEVEL_RECRUIT] = 2, [LB_LEVEL_REGULAR] = 10};

/// Answers being summed up.
typedef struct tally {
    const lb_play *play;
    uint64_t sum;
    uint64_t answers;
} tally;

static void add_action(void *context, const lb_state *state, const lb_action *action)
{
    tally *t = context;
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    (void)state;
    lb_record_put_action(t->play, action, &put);
    t->sum = lb_record_sum(t->sum, line);
    t->answers++;
}

static void add_roll(void *context, const lb_state *state, const uint8_t *faces, uint32_t count)
{
    tally *t = context;
    char line[4 * LB_THROW_MAX + 8];
    lb_put put = lb_put_start(line, sizeof line);

    (void)state;
    lb_record_put_faces(faces, count, &put);
    t->sum = lb_record_sum(t->sum, line);
    t->answers++;
}

static void add_end(void *context, const lb_state *state)
{
    tally *t = context;
    char line[64];

    if (state->winner < LB_SIDES)
        snprintf(line, sizeof line, "end winner %u turn %u", state->winner, state->turn);
    else
        snprintf(line, sizeof line, "end draw turn %u", state->turn);
    t->sum = lb_record_sum(t->sum, line);
}

/// Fights all battles of a level. False after complaining.
static bool fight_level(const lb_battle *battle, lb_level level, lb_player *player, tally *t)
{
    static lb_state state;

    for (uint64_t seed = 1; seed <= battles_of[level]; seed++) {
        lb_fight_plan plan = {.battle = battle,
                              .seed = seed,
                              .level = {level, level},
                              .on_action = add_action,
                              .on_roll = add_roll,
                              .on_end = add_end,
                              .context = t};
        lb_fight_result result;

        if (!lb_fight(&plan, player, &state, &result)) {
            cli_error("the battle with seed %" PRIu64 " did not come to an end", seed);
            return false;
        }
    }
    return true;
}

/// Fights a scenario by a sheet and adds its rows to the whole. False after complaining.
static bool fight_scenario(const char *path, const lb_ruleset *rules, lb_player *player,
                           tally *whole)
{
    static lb_battle battle;

    if (!cli_battle(path, rules->id, NULL, &battle))
        return false;
    for (lb_level level = 0; level <= LB_LEVEL_REGULAR; level++) {
        tally t = {.play = rules->play};
        char row[160];

        if (!fight_level(&battle, level, player, &t))
            return false;
        snprintf(row, sizeof row,
                 "%-18s %-16s %-8s %4" PRIu64 " battles %7" PRIu64 " answers  %016" PRIx64,
                 rules->id, battle.scenario, lb_level_word(level), battles_of[level], t.answers,
                 t.sum);
        puts(row);
        fflush(stdout);
        whole->sum = lb_record_sum(whole->sum, row);
        whole->answers += t.answers;
    }
    return true;
}

/// Finds the bundled scenarios: in the source tree, or where the program is installed. False after
/// complaining.
static bool find_bundled(char paths[][PATH_ROOM], size_t *count)
{
    static const char *const folders[] = {"scenarios", LIMBER_DATA "/scenarios"};

    *count = sizeof bundled / sizeof bundled[0];
    for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++) {
        size_t found = 0;

        for (size_t i = 0; i < *count; i++) {
            snprintf(paths[i], PATH_ROOM, "%s/%s.yaml", folders[f], bundled[i]);
            found += access(paths[i], R_OK) == 0;
        }
        if (found == *count)
            return true;
    }
    cli_error(
        "the bundled scenarios are neither in scenarios/ here nor in %s/scenarios: run bench in "
        "the source folder, install Limber, or name the scenarios",
        LIMBER_DATA);
    return false;
}

int cmd_bench(int argc, char **argv)
{
    static char paths[SCENARIOS_MAX][PATH_ROOM];
    const char *given[SCENARIOS_MAX];
    int words = cli_options(argc, argv, NULL, 0, given, SCENARIOS_MAX);
    size_t count = words > 0 ? (size_t)words : 0;
    tally whole = {0};
    clock_t start = clock();
    lb_player *player;
    bool is_done = true;
    double seconds;

    if (words < 0 || (words == 0 && !find_bundled(paths, &count)))
        return CLI_USAGE;
    for (int i = 0; i < words; i++)
        snprintf(paths[i], PATH_ROOM, "%s", given[i]);
    player = lb_player_create();
    if (player == NULL) {
        cli_error("no memory for a computer player");
        return CLI_USAGE;
    }
    for (uint32_t r = 0; is_done && r < lb_ruleset_count; r++)
        for (size_t i = 0; is_done && i < count; i++)
            if (lb_rulesets[r]->play != NULL)
                is_done = fight_scenario(paths[i], lb_rulesets[r], player, &whole);
    lb_player_destroy(player);
    if (!is_done)
        return CLI_USAGE;
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    fprintf(stderr, "%.1f s of CPU time, %.0f answers a second\n", seconds,
            (double)whole.answers / seconds);
    printf("Signature: %016" PRIx64 "\n", whole.sum);
    return CLI_DONE;
}
