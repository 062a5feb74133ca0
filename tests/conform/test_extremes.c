// SPDX-License-Identifier: MIT
// House rules at their ends: every value of every sheet that is played is set to its lowest and to
// its highest, alone, and regular players fight a small battle by it. Then many values at once are
// set to their ends. Whatever a house file may say, a battle comes to its end, and every chart has
// its odds or says that they are too large.

#include "../unit/check.h"

#include "limber/fight.h"
#include "limber/files.h"
#include "limber/limber.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIXES = 600, LARGE_MIXES = 12, WORKSPACE = 8 << 20 };

static const char *root;
static lb_scenario scenario;
static lb_battle battle;
static lb_state state;
static lb_house house;
static lb_player *player;
static _Alignas(64) unsigned char workspace[WORKSPACE];
static char trying[200]; ///< what is set, for whoever looks for what crashes

/// Fights by the house rules in force. False with a sentence if the battle does not end.
static bool fight(const lb_ruleset *rules, uint64_t seed)
{
    lb_fight_plan plan = {
        .battle = &battle, .seed = seed, .level = {LB_LEVEL_REGULAR, LB_LEVEL_REGULAR}};
    lb_fight_result result;
    lb_diag diag;

    if (getenv("LIMBER_LOUD") != NULL)
        fprintf(stderr, "%s: %s\n", rules->id, trying);
    /* A table that the house rules make too small is refused, which is an answer too. */
    if (lb_battle_muster(&battle, rules, &house, &scenario, &diag) != LB_OK)
        return diag.text[0] != '\0';
    return lb_fight(&plan, player, &state, &result);
}

static void try_value(const lb_ruleset *rules, uint32_t value, int32_t number)
{
    lb_house_reset(rules, &house);
    if (house.value[value] == number)
        return;
    house.value[value] = number;
    if (lb_house_conflict(rules, house.value) != NULL)
        return;
    snprintf(trying, sizeof trying, "value %u of %s at %d", value,
             rules->clauses[rules->values[value].clause].id, (int)number);
    if (!fight(rules, 1))
        fail_msg("%s: %s: no end", rules->id, trying);
}

/// Works out the odds of every chart of a sheet at its presets.
static void walk_charts(const lb_ruleset *rules)
{
    int32_t facts[LB_INPUTS_MAX];
    lb_odds odds;

    for (uint32_t c = 0; c < rules->chart_count; c++) {
        const lb_chart *chart = &rules->charts[c];
        lb_odds_job job = {.rules = rules,
                           .values = house.value,
                           .procedure = chart->procedure,
                           .field_count = chart->field_count,
                           .facts = facts,
                           .workspace = workspace,
                           .workspace_size = WORKSPACE};
        lb_status status;

        lb_chart_presets(chart, facts);
        status = lb_odds_walk(&job, &odds);
        if (status != LB_OK && status != LB_ERROR_SPACE && status != LB_ERROR_WIDTH)
            fail_msg("%s %s: %s: status %d", rules->id, chart->id, trying, (int)status);
        if (status == LB_OK && odds.count == 0)
            fail_msg("%s %s: %s: no outcome", rules->id, chart->id, trying);
    }
}

/// Charts are there for sheets that are not played, too.
static void every_chart_by_every_value(void **context)
{
    (void)context;
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (uint32_t v = 0; v < 2u * lb_rulesets[r]->value_count; v++) {
            const lb_value *value = &lb_rulesets[r]->values[v / 2];

            lb_house_reset(lb_rulesets[r], &house);
            house.value[v / 2] = v % 2 == 0 ? value->lowest : value->highest;
            snprintf(trying, sizeof trying, "value %u of %s at %d", v / 2,
                     lb_rulesets[r]->clauses[value->clause].id, (int)house.value[v / 2]);
            if (lb_house_conflict(lb_rulesets[r], house.value) == NULL)
                walk_charts(lb_rulesets[r]);
        }
}

static void load(const char *name)
{
    char path[4096];
    lb_diag diag;

    snprintf(path, sizeof path, "%s/scenarios/%s.yaml", root, name);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
        fail_msg("%s: %s", path, diag.text);
}

static void every_value_alone(void **context)
{
    (void)context;
    load("two-brigades");
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (uint32_t v = 0; lb_rulesets[r]->play != NULL && v < lb_rulesets[r]->value_count; v++) {
            try_value(lb_rulesets[r], v, lb_rulesets[r]->values[v].lowest);
            try_value(lb_rulesets[r], v, lb_rulesets[r]->values[v].highest);
        }
}

/// Sets about a quarter of all values to their ends; a value that contradicts those before it stays
/// as it is printed.
static void mix(const lb_ruleset *rules, uint64_t seed)
{
    lb_dice dice;

    lb_dice_seed(&dice, seed);
    lb_house_reset(rules, &house);
    for (uint32_t v = 0; v < rules->value_count; v++) {
        int32_t before = house.value[v];
        uint8_t face = lb_dice_face(&dice, 8);

        if (face > 2)
            continue;
        house.value[v] = face == 1 ? rules->values[v].lowest : rules->values[v].highest;
        if (lb_house_conflict(rules, house.value) != NULL)
            house.value[v] = before;
    }
}

static void fight_mixes(uint64_t count)
{
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (uint64_t seed = 1; lb_rulesets[r]->play != NULL && seed <= count; seed++) {
            mix(lb_rulesets[r], seed);
            snprintf(trying, sizeof trying, "mix %d", (int)seed);
            if (!fight(lb_rulesets[r], seed))
                fail_msg("%s: %s: no end", lb_rulesets[r]->id, trying);
        }
}

static void many_values_at_once(void **context)
{
    (void)context;
    load("two-brigades");
    fight_mixes(MIXES);
    load("vimeiro");
    fight_mixes(LARGE_MIXES);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_alone),
        cmocka_unit_test(many_values_at_once),
        cmocka_unit_test(every_chart_by_every_value),
    };
    int failed;

    root = argc > 1 ? argv[1] : ".";
    player = lb_player_create();
    if (player == NULL)
        return 1;
    failed = cmocka_run_group_tests_name("extremes", tests, NULL, NULL);
    lb_player_destroy(player);
    return failed;
}
