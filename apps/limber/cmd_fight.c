// SPDX-License-Identifier: MIT
// limber fight: battles between computer players, counted.

#include "cli.h"
#include "fight_sheets.h"
#include "limber/campaign.h"
#include "limber/record.h"
#include "text/json.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// What was asked for.
typedef struct request {
    const char *scenario, *rules, *house, *battles_text, *seed_text, *levels, *record, *csv;
    const char *threads_text;
    uint64_t battles, seed, threads;
    lb_level level[LB_SIDES];
    bool is_mirrored, shows_clauses, shows_report, as_json, is_forced;
} request;

/// What has been counted.
typedef struct tally {
    uint64_t fought, wins[LB_SIDES], draws, turns, level_wins[LB_SIDES];
    uint64_t victories[LB_SCENARIO_LEVELS + 1]; ///< by level of victory, the first for none
    uint64_t unreckoned;                        ///< odds that the players asked for and did not get
    uint64_t acted[1024];
    lb_report report;
} tally;

/// A campaign being fought.
typedef struct progress {
    const lb_battle *battle;
    const request *asked;
    const lb_bundle *files; ///< that the battle is made from
    cli_output table;       ///< that `csv` is written to
    FILE *csv;
    uint64_t start; ///< hash of the first state
    tally sum;
    bool has_failed;
    bool shows_progress;
} progress;

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
    cli_error("--as-levels takes two of %s with a comma between, not '%s'", cli_levels(),
              cli_clean(asked->levels));
    return false;
}

static bool read_threads(request *asked)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    asked->threads = cores > 0 ? (uint64_t)cores : 1;
    if (asked->threads_text != NULL &&
        !cli_number("--threads", asked->threads_text, &asked->threads))
        return false;
    if (asked->threads_text != NULL &&
        (asked->threads < 1 || asked->threads > LB_CAMPAIGN_THREADS)) {
        cli_error("--threads takes a number from 1 to %d", (int)LB_CAMPAIGN_THREADS);
        return false;
    }
    if (asked->threads > LB_CAMPAIGN_THREADS)
        asked->threads = LB_CAMPAIGN_THREADS;
    return true;
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
                                  {"--threads", &asked->threads_text, NULL},
                                  {"--mirror", NULL, &asked->is_mirrored},
                                  {"--clauses", NULL, &asked->shows_clauses},
                                  {"--report", NULL, &asked->shows_report},
                                  {"--json", NULL, &asked->as_json},
                                  {"--force", NULL, &asked->is_forced}};
    int words =
        cli_options(argc, argv, options, sizeof options / sizeof options[0], &asked->scenario, 1);

    if (words == 0)
        cli_error("fight needs a scenario: limber play lists them");
    if (words <= 0)
        return false;
    asked->battles = asked->seed = 1;
    asked->level[0] = asked->level[1] = LB_LEVEL_REGULAR;
    if (asked->battles_text != NULL &&
        !cli_number("--battles", asked->battles_text, &asked->battles))
        return false;
    if (asked->battles < 1 || asked->battles > 1000000) {
        cli_error("--battles takes a number from 1 to 1000000");
        return false;
    }
    return (asked->seed_text == NULL || cli_number("--seed", asked->seed_text, &asked->seed)) &&
           read_threads(asked) && read_levels(asked);
}

/* Recording. */

static void record_action(void *context, const lb_state *state, const lb_action *action)
{
    (void)lb_recorder_action(context, state, action);
}

static void record_roll(void *context, const lb_state *state, const uint8_t *faces, uint32_t count)
{
    (void)lb_recorder_roll(context, state, faces, count);
}

static void record_end(void *context, const lb_state *state)
{
    (void)lb_recorder_end(context, state);
}

/// Begins the record of the first battle. False after complaining.
static bool begin_record(const progress *p, cli_output *to, lb_recorder *recorder)
{
    const request *asked = p->asked;
    char players[64], seed[24];

    if (!cli_output_open(to, asked->record, asked->is_forced)) {
        if (errno == EEXIST)
            cli_error("%s is there already: --force overwrites it", cli_clean(asked->record));
        else
            cli_error("%s cannot be written: %s", cli_clean(asked->record), strerror(errno));
        return false;
    }
    snprintf(players, sizeof players, "%s %s", lb_level_word(asked->level[0]),
             lb_level_word(asked->level[1]));
    snprintf(seed, sizeof seed, "%" PRIu64, asked->seed);
    *recorder = lb_recorder_start(to->file, p->battle, false);
    (void)lb_recorder_head(recorder,
                           &(lb_record_head){.scenario = asked->scenario,
                                             .rules = p->battle->rules->id,
                                             .house = asked->house,
                                             .players = players,
                                             .seed = seed,
                                             .files = *p->files},
                           p->start);
    return true;
}

/* Counting. */

static void write_csv_rows(const progress *p, const lb_campaign_battle *one)
{
    for (uint32_t side = 0; side < LB_SIDES; side++)
        fprintf(p->csv, "%" PRIu64 ",%" PRIu64 ",%s,%016" PRIx64 ",%s,%s,%u,%s,%s,%u,%u,%d,%u\n",
                one->number, one->seed, p->battle->scenario, p->start, p->battle->rules->id,
                LB_VERSION, side, lb_level_word(one->level[side]),
                one->result.winner == LB_NO_SIDE ? "draw"
                : one->result.winner == side     ? "win"
                                                 : "loss",
                one->result.turns, one->side[side].lost, (int)one->side[side].score,
                one->side[side].held);
}

static void show_share(const char *name, uint64_t hits, uint64_t all)
{
    double low, high;

    fight_interval(hits, all, &low, &high);
    printf("  %s: %" PRIu64 " of %" PRIu64 ", %.1f %% (95 %% interval %.1f to %.1f)\n", name, hits,
           all, 100.0 * (double)hits / (double)all, 100 * low, 100 * high);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

/// What the troops did: docs/players.md defines these figures.
static void show_report(const lb_battle *battle, const lb_report *report)
{
    term_heading("What the troops did");
    if (report->contacts == 0)
        puts("  First contact: none");
    else
        printf("  First contact: in %" PRIu64 " of %" PRIu64 " battles, on turn %.1f on average\n",
               report->contacts, report->battles,
               (double)report->contact_turns / (double)report->contacts);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        const lb_report_side *side = &report->side[s];

        printf("  %s\n", battle->side[s].name);
        printf("    Idle: %.1f %% of %" PRIu64 " units with a task never fired nor fought\n",
               percent(side->idle, side->tasked), side->tasked);
        printf("    Of the idle %" PRIu64 " could not have come up in time; %" PRIu64
               " units in reserve are not counted\n",
               side->late, side->units - side->tasked);
        printf("    Stuck: %.1f %% of %" PRIu64 " unit-turns away from the enemy\n",
               percent(side->stuck, side->unit_turns), side->unit_turns);
        printf("    Held up by dice: %.1f %% of them\n", percent(side->denied, side->unit_turns));
        printf("    To and fro: %.1f %% of %" PRIu64 " moves went back\n",
               percent(side->reversals, side->moves), side->moves);
        printf("    Orders: %.2f for each unit that was told to move\n",
               side->ordered == 0 ? 0 : (double)side->orders / (double)side->ordered);
        if (battle->objective_count == 0)
            continue;
        printf("    Ground held, by eighths of the battle:");
        for (int i = 0; i < LB_REPORT_PARTS; i++)
            printf(" %.0f", percent(side->held[i], side->worth[i]));
        puts(" %");
    }
}

/* As JSON. */

static void put_count(lb_json *json, const char *key, uint64_t count)
{
    lb_json_key(json, key);
    lb_json_unsigned(json, count);
}

static void put_share(lb_json *json, const char *name, uint64_t hits, uint64_t all)
{
    double low, high;
    char number[32];

    fight_interval(hits, all, &low, &high);
    lb_json_open(json, '{');
    lb_json_key(json, "name");
    lb_json_string(json, name);
    put_count(json, "battles", hits);
    lb_json_key(json, "share");
    snprintf(number, sizeof number, "%.6f", (double)hits / (double)all);
    lb_json_raw(json, number);
    lb_json_key(json, "low");
    snprintf(number, sizeof number, "%.6f", low);
    lb_json_raw(json, number);
    lb_json_key(json, "high");
    snprintf(number, sizeof number, "%.6f", high);
    lb_json_raw(json, number);
    lb_json_close(json, '}');
}

static void put_report(lb_json *json, const lb_battle *battle, const lb_report *report)
{
    lb_json_key(json, "report");
    lb_json_open(json, '{');
    put_count(json, "contacts", report->contacts);
    put_count(json, "contact_turns", report->contact_turns);
    lb_json_key(json, "sides");
    lb_json_open(json, '[');
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        const lb_report_side *side = &report->side[s];

        lb_json_open(json, '{');
        lb_json_key(json, "name");
        lb_json_string(json, battle->side[s].name);
        put_count(json, "units", side->units);
        put_count(json, "tasked", side->tasked);
        put_count(json, "idle", side->idle);
        put_count(json, "late", side->late);
        put_count(json, "unit_turns", side->unit_turns);
        put_count(json, "stuck", side->stuck);
        put_count(json, "denied", side->denied);
        put_count(json, "moves", side->moves);
        put_count(json, "reversals", side->reversals);
        put_count(json, "orders", side->orders);
        put_count(json, "ordered", side->ordered);
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
    lb_json_close(json, '}');
}

static void write_summary(const lb_battle *battle, const request *asked, const tally *sum)
{
    lb_json json = {.out = stdout};

    lb_json_open(&json, '{');
    lb_json_key(&json, "title");
    lb_json_string(&json, battle->title);
    lb_json_key(&json, "sheet");
    lb_json_string(&json, battle->rules->id);
    put_count(&json, "battles", sum->fought);
    put_count(&json, "turns", sum->turns);
    lb_json_key(&json, "results");
    lb_json_open(&json, '[');
    for (uint32_t side = 0; side < LB_SIDES; side++)
        put_share(&json, battle->side[side].name, sum->wins[side], sum->fought);
    put_share(&json, "drawn", sum->draws, sum->fought);
    lb_json_close(&json, ']');
    lb_json_key(&json, "levels_of_victory");
    lb_json_open(&json, '[');
    for (uint32_t i = 0; i < battle->level_count; i++)
        put_share(&json, battle->level[i].name, sum->victories[i + 1], sum->fought);
    lb_json_close(&json, ']');
    if (asked->is_mirrored) {
        lb_json_key(&json, "first_level");
        put_share(&json, lb_level_word(asked->level[0]), sum->level_wins[0], sum->fought);
    }
    if (asked->shows_report)
        put_report(&json, battle, &sum->report);
    lb_json_close(&json, '}');
    putchar('\n');
}

static void show_summary(const lb_battle *battle, const request *asked, const tally *sum)
{
    printf("%s by %s: %" PRIu64 " %s, %.1f turns on average\n", battle->title, battle->rules->title,
           sum->fought, sum->fought == 1 ? "battle" : "battles",
           (double)sum->turns / (double)sum->fought);
    for (uint32_t side = 0; side < LB_SIDES; side++)
        show_share(battle->side[side].name, sum->wins[side], sum->fought);
    show_share("drawn", sum->draws, sum->fought);
    for (uint32_t i = 0; i < battle->level_count; i++)
        show_share(battle->level[i].name, sum->victories[i + 1], sum->fought);
    if (asked->is_mirrored)
        show_share("first level named", sum->level_wins[0], sum->fought);
    if (sum->unreckoned > 0)
        printf("  Odds that were too large for the computer players: %" PRIu64
               "; they chose without them.\n",
               sum->unreckoned);
    if (asked->shows_report)
        show_report(battle, &sum->report);
    if (!asked->shows_clauses)
        return;
    term_heading("Clauses that acted");
    for (uint32_t i = 0; i < battle->rules->clause_count; i++)
        printf("  %-26s %" PRIu64 "\n", battle->rules->clauses[i].id, sum->acted[i]);
}

/// A bar on the terminal, when it has moved.
static void show_progress(const progress *p)
{
    uint64_t all = p->asked->battles * (p->asked->is_mirrored ? 2 : 1), done = p->sum.fought;
    int width = 40, filled = (int)(done * (uint64_t)width / all);

    fprintf(stderr, "\r[");
    for (int i = 0; i < width; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %" PRIu64 " of %" PRIu64 " battles", done, all);
}

/// Counts a battle. False after complaining.
static bool count_battle(void *context, const lb_campaign_battle *one)
{
    progress *p = context;
    tally *sum = &p->sum;

    if (!one->has_ended) {
        cli_error("the battle with seed %" PRIu64 " did not come to an end", one->seed);
        p->has_failed = true;
        return false;
    }
    sum->fought++;
    sum->turns += one->result.turns;
    sum->victories[one->result.level]++;
    sum->unreckoned += one->result.unreckoned;
    if (one->result.winner == LB_NO_SIDE) {
        sum->draws++;
    } else {
        sum->wins[one->result.winner]++;
        sum->level_wins[one->result.winner ^ (uint8_t)one->is_swapped]++;
    }
    if (p->csv != NULL)
        write_csv_rows(p, one);
    if (p->shows_progress)
        show_progress(p);
    return true;
}

/// Closes the record; nothing is left of one that is not whole. False after complaining.
static bool end_record(cli_output *to, const lb_recorder *recorder, const char *path)
{
    if (cli_output_close(to, !recorder->has_failed))
        return true;
    cli_error("%s cannot be written%s%s", cli_clean(path), errno != 0 ? ": " : "",
              errno != 0 ? strerror(errno) : "");
    return false;
}

/// Fights them all. False after complaining.
static bool fight_all(progress *p)
{
    const request *asked = p->asked;
    lb_recorder recorder = {0};
    cli_output output;
    lb_fight_plan watchers = {.on_action = record_action,
                              .on_roll = record_roll,
                              .on_end = record_end,
                              .context = &recorder};
    lb_campaign campaign = {.battle = p->battle,
                            .battles = asked->battles,
                            .seed = asked->seed,
                            .level = {asked->level[0], asked->level[1]},
                            .is_mirrored = asked->is_mirrored,
                            .threads = (uint32_t)asked->threads,
                            .on_battle = count_battle,
                            .context = p,
                            .is_interrupted = &is_interrupted,
                            .acted = p->sum.acted,
                            .acted_count = asked->shows_clauses ? 1024 : 0,
                            .report = asked->shows_report ? &p->sum.report : NULL};

    if (asked->record != NULL) {
        if (!begin_record(p, &output, &recorder))
            return false;
        campaign.first = &watchers;
    }
    if (p->csv != NULL)
        fputs("battle,seed,scenario,scenario_hash,sheet,version,side,level,result,turns,losses,"
              "defeats,objectives\n",
              p->csv);
    if (!lb_campaign_fight(&campaign)) {
        cli_error("out of memory");
        p->has_failed = true;
    }
    if (p->shows_progress)
        fputc('\n', stderr);
    if (recorder.file != NULL && !end_record(&output, &recorder, asked->record))
        return false;
    return !p->has_failed;
}

/// Opens the table of results if one is asked for. False after complaining.
static bool open_csv(progress *p)
{
    static const char *const start = "battle,seed,";

    if (p->asked->csv == NULL)
        return true;
    if (strcmp(p->asked->csv, "-") == 0)
        p->csv = stdout;
    else if (cli_output_renew(&p->table, p->asked->csv, p->asked->is_forced, &start, 1))
        p->csv = p->table.file;
    return p->csv != NULL;
}

/// Fights, and closes what was written. Returns an exit code.
static int run_campaign(progress *p)
{
    bool is_good;

    is_interrupted = 0;
    signal(SIGINT, interrupt);
    is_good = fight_all(p);
    if (p->csv != NULL && p->csv != stdout && !cli_output_close(&p->table, is_good)) {
        if (is_good)
            cli_error("%s cannot be written%s%s", cli_clean(p->asked->csv), errno != 0 ? ": " : "",
                      errno != 0 ? strerror(errno) : "");
        is_good = false;
    }
    if (!is_good)
        return CLI_USAGE;
    if (is_interrupted)
        fprintf(stderr, "Interrupted after %" PRIu64 " battles.\n", p->sum.fought);
    if (p->csv != stdout && p->sum.fought > 0 && p->asked->as_json)
        write_summary(p->battle, p->asked, &p->sum);
    else if (p->csv != stdout && p->sum.fought > 0)
        show_summary(p->battle, p->asked, &p->sum);
    return is_interrupted ? CLI_INTERRUPTED : CLI_DONE;
}

/// The same battle by every sheet.
static int fight_all_sheets(const request *asked)
{
    fight_sheets all = {.scenario = asked->scenario,
                        .battles = asked->battles,
                        .seed = asked->seed,
                        .level = {asked->level[0], asked->level[1]},
                        .threads = (uint32_t)asked->threads,
                        .is_mirrored = asked->is_mirrored,
                        .as_json = asked->as_json,
                        .shows_progress = isatty(STDERR_FILENO),
                        .is_interrupted = &is_interrupted};

    if (asked->house != NULL || asked->record != NULL || asked->csv != NULL) {
        cli_error("--rules all fights by every sheet as printed: without --house, --record and "
                  "--csv");
        return CLI_USAGE;
    }
    is_interrupted = 0;
    signal(SIGINT, interrupt);
    return fight_by_all_sheets(&all);
}

int cmd_fight(int argc, char **argv)
{
    static lb_battle battle;
    static lb_state state;
    static progress p;
    request asked = {0};
    lb_bundle files;
    int code = CLI_USAGE;

    if (!read_request(&asked, argc, argv))
        return CLI_USAGE;
    if (asked.rules != NULL && strcmp(asked.rules, "all") == 0)
        return fight_all_sheets(&asked);
    if (!cli_battle_of(&files, asked.scenario, asked.rules, asked.house, &battle))
        return CLI_USAGE;
    p = (progress){.battle = &battle,
                   .asked = &asked,
                   .files = &files,
                   .shows_progress = isatty(STDERR_FILENO) && asked.battles > 1};
    lb_battle_start(&battle, &state, NULL);
    p.start = lb_battle_digest(&battle, &state);
    if (open_csv(&p))
        code = run_campaign(&p);
    lb_bundle_clear(&files);
    return code;
}
