// SPDX-License-Identifier: MIT
// limber fight: battles between computer players, counted.

#include "cli.h"
#include "lab/fight.h"
#include "text/record.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What was asked for.
typedef struct request {
    const char *scenario, *rules, *house, *battles_text, *seed_text, *levels, *record, *csv;
    uint64_t battles, seed;
    lb_level level[LB_SIDES];
    bool is_mirrored, shows_clauses;
} request;

/// What has been counted.
typedef struct tally {
    uint64_t fought, wins[LB_SIDES], draws, turns, level_wins[LB_SIDES];
    uint64_t acted[1024];
} tally;

/// A record being written.
typedef struct recorder {
    FILE *file;
    const lb_battle *battle;
    uint8_t turn, phase, active;
} recorder;

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    is_interrupted = 1;
}

static bool read_level(const char *text, size_t length, lb_level *level)
{
    for (lb_level l = 0; l < LB_LEVEL_COUNT; l++)
        if (strlen(lb_level_word(l)) == length && strncmp(lb_level_word(l), text, length) == 0) {
            *level = l;
            return true;
        }
    return false;
}

static bool read_levels(request *asked)
{
    size_t length = asked->levels != NULL ? strcspn(asked->levels, ",") : 0;

    if (asked->levels == NULL)
        return true;
    if (asked->levels[length] == ',' && read_level(asked->levels, length, &asked->level[0]) &&
        read_level(asked->levels + length + 1, strlen(asked->levels + length + 1),
                   &asked->level[1]))
        return true;
    cli_error("--as-levels takes two levels with a comma between, such as recruit,recruit");
    return false;
}

static bool read_request(request *asked, int argc, char **argv)
{
    const cli_option options[] = {{"--rules", &asked->rules, NULL},
                                  {"--house", &asked->house, NULL},
                                  {"--battles", &asked->battles_text, NULL},
                                  {"--seed", &asked->seed_text, NULL},
                                  {"--as-levels", &asked->levels, NULL},
                                  {"--record", &asked->record, NULL},
                                  {"--csv", &asked->csv, NULL},
                                  {"--mirror", NULL, &asked->is_mirrored},
                                  {"--clauses", NULL, &asked->shows_clauses}};
    int words =
        cli_options(argc, argv, options, sizeof options / sizeof options[0], &asked->scenario, 1);

    if (words == 0)
        cli_error("fight needs a scenario file");
    if (words <= 0)
        return false;
    asked->battles = asked->seed = 1;
    if (asked->battles_text != NULL &&
        !cli_number("--battles", asked->battles_text, &asked->battles))
        return false;
    if (asked->battles < 1 || asked->battles > 1000000) {
        cli_error("--battles takes a number from 1 to 1000000");
        return false;
    }
    return (asked->seed_text == NULL || cli_number("--seed", asked->seed_text, &asked->seed)) &&
           read_levels(asked);
}

/* Recording. */

static void mark_turn(recorder *r, const lb_state *state)
{
    if (state->turn == r->turn && state->phase == r->phase && state->active == r->active)
        return;
    r->turn = state->turn;
    r->phase = state->phase;
    r->active = state->active;
    fprintf(r->file, "# turn %u, %s, %s\n", state->turn, r->battle->side_name[state->active],
            r->battle->rules->play->phases[state->phase]);
}

static void record_action(void *context, const lb_state *state, const lb_action *action)
{
    recorder *r = context;
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    mark_turn(r, state);
    lb_record_put_action(r->battle->rules->play, action, &put);
    fprintf(r->file, "%s\n", line);
}

static void record_roll(void *context, const lb_state *state, const uint8_t *faces, uint32_t count)
{
    recorder *r = context;
    char line[4 * LB_THROW_MAX];
    lb_put put = lb_put_start(line, sizeof line);

    mark_turn(r, state);
    lb_record_put_faces(faces, count, &put);
    fprintf(r->file, "%s\n", line);
}

static void record_head(const recorder *r, const request *asked, uint64_t start)
{
    fprintf(r->file,
            "limber record 1\nscenario %s\nrules %s\nplayers %s %s\nseed %" PRIu64
            "\nstart %016" PRIx64 "\n",
            asked->scenario, r->battle->rules->id, lb_level_word(asked->level[0]),
            lb_level_word(asked->level[1]), asked->seed, start);
}

/* Counting. */

static void count_event(void *context, const lb_event *event)
{
    tally *sum = context;

    if (event->clause < sizeof sum->acted / sizeof sum->acted[0])
        sum->acted[event->clause]++;
}

static void write_csv_rows(FILE *csv, const lb_battle *battle, const lb_state *state,
                           const lb_fight_plan *plan, const lb_fight_result *result,
                           uint64_t number, uint64_t start)
{
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        uint32_t lost = 0, held = 0;

        for (uint32_t i = 0; i < battle->unit_count; i++)
            lost += battle->unit[i].side == side && state->unit[i].presence == LB_PRESENCE_GONE;
        for (uint32_t i = 0; i < battle->objective_count; i++)
            held += state->held[i] == side;
        fprintf(csv, "%" PRIu64 ",%" PRIu64 ",%s,%016" PRIx64 ",%s,%s,%u,%s,%s,%u,%u,%d,%u\n",
                number, plan->seed, battle->scenario, start, battle->rules->id, LB_VERSION, side,
                lb_level_word(plan->level[side]),
                result->winner == LB_NOBODY ? "draw"
                : result->winner == side    ? "win"
                                            : "loss",
                result->turns, lost, (int)battle->rules->play->defeats(state, side), held);
    }
}

/// Wilson's interval for a share, at 95 percent.
static void wilson(uint64_t hits, uint64_t all, double *low, double *high)
{
    const double z = 1.959964;
    double n = (double)all, p = (double)hits / n, middle = p + z * z / (2 * n);
    double spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));

    *low = (middle - spread) / (1 + z * z / n);
    *high = (middle + spread) / (1 + z * z / n);
}

static void show_share(const char *name, uint64_t hits, uint64_t all)
{
    double low, high;

    wilson(hits, all, &low, &high);
    printf("  %s: %" PRIu64 " of %" PRIu64 ", %.1f %% (95 %% interval %.1f to %.1f)\n", name, hits,
           all, 100.0 * (double)hits / (double)all, 100 * low, 100 * high);
}

static void show_summary(const lb_battle *battle, const request *asked, const tally *sum)
{
    printf("%s by %s: %" PRIu64 " battles, %.1f turns on average\n", battle->title,
           battle->rules->title, sum->fought, (double)sum->turns / (double)sum->fought);
    for (uint32_t side = 0; side < LB_SIDES; side++)
        show_share(battle->side_name[side], sum->wins[side], sum->fought);
    show_share("drawn", sum->draws, sum->fought);
    if (asked->is_mirrored)
        show_share("first level named", sum->level_wins[0], sum->fought);
    if (!asked->shows_clauses)
        return;
    term_heading("Clauses that acted");
    for (uint32_t i = 0; i < battle->rules->clause_count; i++)
        printf("  %-26s %" PRIu64 "\n", battle->rules->clauses[i].id, sum->acted[i]);
}

/// Fights one battle and counts it. False after complaining.
static bool fight_one(const lb_battle *battle, const request *asked, uint64_t number,
                      bool is_swapped, FILE *csv, tally *sum)
{
    static lb_state state;
    lb_sink sink = {.emit = count_event, .context = sum};
    recorder r = {.battle = battle, .turn = 0xff};
    lb_fight_plan plan = {.battle = battle,
                          .seed = asked->seed + number,
                          .level = {asked->level[is_swapped], asked->level[!is_swapped]},
                          .sink = asked->shows_clauses ? &sink : NULL};
    lb_fight_result result;
    uint64_t start;

    lb_battle_start(battle, &state, NULL);
    start = lb_state_hash(&state);
    if (asked->record != NULL && number == 0 && !is_swapped) {
        r.file = fopen(asked->record, "w");
        if (r.file == NULL) {
            cli_error("%s cannot be written: %s", cli_clean(asked->record), strerror(errno));
            return false;
        }
        plan.on_action = record_action;
        plan.on_roll = record_roll;
        plan.context = &r;
        record_head(&r, asked, start);
    }
    if (!lb_fight(&plan, &state, &result)) {
        cli_error("the battle with seed %" PRIu64 " did not come to an end", plan.seed);
        if (r.file != NULL)
            fclose(r.file);
        return false;
    }
    if (r.file != NULL) {
        fprintf(r.file, "end winner %u turn %u hash %016" PRIx64 "\n", result.winner, result.turns,
                result.hash);
        if (fclose(r.file) != 0) {
            cli_error("%s cannot be written", cli_clean(asked->record));
            return false;
        }
    }
    sum->fought++;
    sum->turns += result.turns;
    if (result.winner == LB_NOBODY) {
        sum->draws++;
    } else {
        sum->wins[result.winner]++;
        sum->level_wins[result.winner ^ (uint8_t)is_swapped]++;
    }
    if (csv != NULL)
        write_csv_rows(csv, battle, &state, &plan, &result, number, start);
    return true;
}

static bool fight_all(const lb_battle *battle, const request *asked, FILE *csv, tally *sum)
{
    bool shows_progress = isatty(STDERR_FILENO) && asked->battles > 1;

    if (csv != NULL)
        fputs("battle,seed,scenario,scenario_hash,sheet,version,side,level,result,turns,losses,"
              "defeats,"
              "objectives\n",
              csv);
    for (uint64_t i = 0; i < asked->battles && !is_interrupted; i++) {
        for (int swapped = 0; swapped <= (int)asked->is_mirrored; swapped++)
            if (!fight_one(battle, asked, i, swapped != 0, csv, sum))
                return false;
        if (shows_progress)
            fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " battles", i + 1, asked->battles);
    }
    if (shows_progress)
        fputc('\n', stderr);
    return true;
}

int cmd_fight(int argc, char **argv)
{
    static lb_battle battle;
    static tally sum;
    request asked = {0};
    FILE *csv = NULL;
    bool is_good;

    if (!read_request(&asked, argc, argv) ||
        !cli_battle(asked.scenario, asked.rules, asked.house, &battle))
        return CLI_USAGE;
    if (asked.csv != NULL) {
        csv = strcmp(asked.csv, "-") == 0 ? stdout : fopen(asked.csv, "w");
        if (csv == NULL)
            return cli_error("%s cannot be written: %s", cli_clean(asked.csv), strerror(errno));
    }
    signal(SIGINT, interrupt);
    is_good = fight_all(&battle, &asked, csv, &sum);
    if (csv != NULL && csv != stdout && fclose(csv) != 0)
        return cli_error("%s cannot be written", cli_clean(asked.csv));
    if (!is_good)
        return CLI_USAGE;
    if (csv != stdout && sum.fought > 0)
        show_summary(&battle, &asked, &sum);
    return CLI_DONE;
}
