// SPDX-License-Identifier: MIT
// See fight_sheets.h.

#include "fight_sheets.h"

#include "cli.h"
#include "text/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHEETS_MAX = 16, MINUTES = 60 };

/// How the battles by one sheet went.
typedef struct outcome {
    const lb_ruleset *rules;
    uint64_t fought, wins[LB_SIDES], draws, turns, cut_short;
    uint64_t victories[LB_SCENARIO_LEVELS + 1];
    uint64_t arm_lost[LB_SIDES][LB_ARM_COUNT], arm_units[LB_SIDES][LB_ARM_COUNT];
    lb_report report;
    uint32_t last_turn, minutes, level_count;
    char level[LB_SCENARIO_LEVELS][LB_SCENARIO_NAME];
    bool has_failed;
} outcome;

/// The battle that is being fought, and what came of it so far.
typedef struct counting {
    const lb_battle *battle;
    outcome *of;
} counting;

void fight_interval(uint64_t hits, uint64_t all, double *low, double *high)
{
    const double z = 1.959964;
    double n = (double)all, p = (double)hits / n, middle = p + z * z / (2 * n);
    double spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));

    *low = (middle - spread) / (1 + z * z / n);
    *high = (middle + spread) / (1 + z * z / n);
}

/* Fighting. */

static bool count_battle(void *context, const lb_campaign_battle *one)
{
    counting *c = context;
    outcome *of = c->of;

    if (!one->has_ended) {
        cli_error("by %s the battle with seed %" PRIu64 " did not come to an end", of->rules->id,
                  one->seed);
        of->has_failed = true;
        return false;
    }
    of->fought++;
    of->turns += one->result.turns;
    of->cut_short += one->result.turns < c->battle->turns;
    of->victories[one->result.level]++;
    if (one->result.winner == LB_NO_SIDE)
        of->draws++;
    else
        of->wins[one->result.winner]++;
    for (uint32_t s = 0; s < LB_SIDES; s++)
        for (uint32_t arm = 0; arm < LB_ARM_COUNT; arm++) {
            of->arm_lost[s][arm] += one->side[s].arm_lost[arm];
            of->arm_units[s][arm] += one->side[s].arm_units[arm];
        }
    return true;
}

/// Fights by one sheet. False after complaining.
static bool fight_by(const fight_sheets *asked, const lb_ruleset *rules, lb_battle *battle,
                     outcome *of)
{
    counting context = {battle, of};
    lb_campaign campaign = {.battle = battle,
                            .battles = asked->battles,
                            .seed = asked->seed,
                            .level = {asked->level[0], asked->level[1]},
                            .is_mirrored = asked->is_mirrored,
                            .threads = asked->threads,
                            .on_battle = count_battle,
                            .context = &context,
                            .is_interrupted = asked->is_interrupted,
                            .report = &of->report};

    *of = (outcome){.rules = rules};
    if (!cli_battle(asked->scenario, rules->id, NULL, battle))
        return false;
    of->last_turn = battle->turns;
    of->minutes = battle->minutes;
    of->level_count = battle->level_count;
    for (uint32_t i = 0; i < battle->level_count; i++)
        memcpy(of->level[i], battle->level[i].name, sizeof of->level[i]);
    if (asked->shows_progress)
        fprintf(stderr, "\r%-72s", rules->title);
    if (!lb_campaign_fight(&campaign)) {
        cli_error("out of memory");
        return false;
    }
    return !of->has_failed;
}

/* Figures. */

static double percent_of(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

static double mean_of(uint64_t sum, uint64_t count)
{
    return count == 0 ? 0 : (double)sum / (double)count;
}

static double hours_of(const outcome *of, double turns)
{
    return turns * of->minutes / MINUTES;
}

/// The level of victory that was reached most often; of->level_count for none.
static uint32_t most_frequent(const outcome *of)
{
    uint32_t best = of->level_count;

    for (uint32_t i = 0; i < of->level_count; i++)
        if (of->victories[i + 1] > 0 &&
            (best == of->level_count || of->victories[i + 1] > of->victories[best + 1]))
            best = i;
    return best;
}

/* In words. */

static void show_losses(const lb_battle *battle, const outcome *of)
{
    static const char *const arms[LB_ARM_COUNT] = {"infantry", "cavalry", "artillery"};
    char line[LB_DIAG_TEXT * 2];

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        int length = snprintf(line, sizeof line, "Lost, %s:", battle->side[s].name);

        for (uint32_t arm = 0; arm < LB_ARM_COUNT; arm++)
            if (of->arm_units[s][arm] > 0)
                length +=
                    snprintf(line + length, sizeof line - (size_t)length, " %s %.0f %%,", arms[arm],
                             (double)of->arm_lost[s][arm] / (double)of->arm_units[s][arm] / 10);
        line[length - 1] = '.';
        fputs("    ", stdout);
        term_wrap(line, 4, 6);
    }
}

static void show_sheet(const lb_battle *battle, const outcome *of)
{
    double turns = mean_of(of->turns, of->fought), low, high;
    double contact = mean_of(of->report.contact_turns, of->report.contacts);
    uint32_t level = most_frequent(of);
    char line[LB_DIAG_TEXT * 2];

    printf("  %s\n", of->rules->title);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        fight_interval(of->wins[s], of->fought, &low, &high);
        printf("    %s won %.1f %% (95 %% interval %.1f to %.1f).\n", battle->side[s].name,
               percent_of(of->wins[s], of->fought), 100 * low, 100 * high);
    }
    printf("    Drawn: %.1f %%.\n", percent_of(of->draws, of->fought));
    printf("    Length: %.1f of %u turns, %.1f hours.\n", turns, of->last_turn,
           hours_of(of, turns));
    if (of->report.contacts == 0)
        puts("    First contact: none.");
    else
        printf("    First contact: on turn %.1f, after %.1f hours.\n", contact,
               hours_of(of, contact - 1));
    show_losses(battle, of);
    snprintf(line, sizeof line, "Decided: before the last turn in %.1f %% of the battles%s%s.",
             percent_of(of->cut_short, of->fought), level < of->level_count ? "; most often: " : "",
             level < of->level_count ? of->level[level] : "");
    fputs("    ", stdout);
    term_wrap(line, 4, 6);
}

static void show_all(const fight_sheets *asked, const lb_battle *battle, const outcome *of,
                     uint32_t count)
{
    char line[LB_DIAG_TEXT * 2];

    snprintf(line, sizeof line, "%s by %u sheets, %" PRIu64 " battle%s each, %s against %s",
             battle->title, count, of[0].fought, of[0].fought == 1 ? "" : "s",
             lb_level_word(asked->level[0]), lb_level_word(asked->level[1]));
    term_heading(line);
    if (battle->outcome[0] != '\0') {
        snprintf(line, sizeof line, "In history: %s", battle->outcome);
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
    for (uint32_t i = 0; i < count; i++)
        show_sheet(battle, &of[i]);
    puts("  Side by side: wins of the first and of the second side, drawn, hours, first contact");
    for (uint32_t i = 0; i < count; i++) {
        double contact = mean_of(of[i].report.contact_turns, of[i].report.contacts);

        printf("    %-18s %5.1f %%  %5.1f %%  %5.1f %%  %5.1f h  %5.1f h\n", of[i].rules->id,
               percent_of(of[i].wins[0], of[i].fought), percent_of(of[i].wins[1], of[i].fought),
               percent_of(of[i].draws, of[i].fought),
               hours_of(&of[i], mean_of(of[i].turns, of[i].fought)),
               contact > 0 ? hours_of(&of[i], contact - 1) : 0);
    }
}

/* As JSON. */

static void put_number(lb_json *json, const char *key, double number)
{
    char text[32];

    snprintf(text, sizeof text, "%.6f", number);
    lb_json_key(json, key);
    lb_json_raw(json, text);
}

static void put_text(lb_json *json, const char *key, const char *text)
{
    lb_json_key(json, key);
    lb_json_string(json, text);
}

static void put_side(lb_json *json, const lb_battle *battle, const outcome *of, uint32_t s)
{
    static const char *const arms[LB_ARM_COUNT] = {"infantry", "cavalry", "artillery"};
    double low, high;

    fight_interval(of->wins[s], of->fought, &low, &high);
    lb_json_open(json, '{');
    put_text(json, "name", battle->side[s].name);
    put_number(json, "share", percent_of(of->wins[s], of->fought) / 100);
    put_number(json, "low", low);
    put_number(json, "high", high);
    lb_json_key(json, "lost");
    lb_json_open(json, '{');
    for (uint32_t arm = 0; arm < LB_ARM_COUNT; arm++)
        if (of->arm_units[s][arm] > 0)
            put_number(json, arms[arm],
                       (double)of->arm_lost[s][arm] / (double)of->arm_units[s][arm] / 1000);
    lb_json_close(json, '}');
    lb_json_close(json, '}');
}

static void put_sheet(lb_json *json, const lb_battle *battle, const outcome *of)
{
    double turns = mean_of(of->turns, of->fought);

    lb_json_open(json, '{');
    put_text(json, "sheet", of->rules->id);
    lb_json_key(json, "battles");
    lb_json_unsigned(json, of->fought);
    lb_json_key(json, "sides");
    lb_json_open(json, '[');
    for (uint32_t s = 0; s < LB_SIDES; s++)
        put_side(json, battle, of, s);
    lb_json_close(json, ']');
    put_number(json, "drawn", percent_of(of->draws, of->fought) / 100);
    put_number(json, "turns", turns);
    put_number(json, "hours", hours_of(of, turns));
    if (of->report.contacts > 0) {
        double contact = mean_of(of->report.contact_turns, of->report.contacts);

        put_number(json, "first_contact_turn", contact);
        put_number(json, "first_contact_hours", hours_of(of, contact - 1));
    }
    put_number(json, "decided_early", percent_of(of->cut_short, of->fought) / 100);
    if (most_frequent(of) < of->level_count)
        put_text(json, "most_frequent_victory", of->level[most_frequent(of)]);
    lb_json_close(json, '}');
}

static void write_all(const lb_battle *battle, const outcome *of, uint32_t count)
{
    lb_json json = {.out = stdout};

    lb_json_open(&json, '{');
    put_text(&json, "title", battle->title);
    put_text(&json, "history", battle->outcome);
    lb_json_key(&json, "sheets");
    lb_json_open(&json, '[');
    for (uint32_t i = 0; i < count; i++)
        put_sheet(&json, battle, &of[i]);
    lb_json_close(&json, ']');
    lb_json_close(&json, '}');
    putchar('\n');
}

int fight_by_all_sheets(const fight_sheets *asked)
{
    static lb_battle battle;
    static outcome of[SHEETS_MAX];
    uint32_t count = 0;

    for (uint32_t i = 0; i < lb_ruleset_count && count < SHEETS_MAX && !*asked->is_interrupted;
         i++) {
        if (lb_rulesets[i]->play == NULL)
            continue;
        if (!fight_by(asked, lb_rulesets[i], &battle, &of[count]))
            return CLI_USAGE;
        count += of[count].fought > 0;
    }
    if (asked->shows_progress)
        fprintf(stderr, "\r%-72s\r", "");
    if (count > 0 && asked->as_json)
        write_all(&battle, of, count);
    else if (count > 0)
        show_all(asked, &battle, of, count);
    return *asked->is_interrupted ? CLI_INTERRUPTED : CLI_DONE;
}
