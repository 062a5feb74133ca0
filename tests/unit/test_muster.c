// SPDX-License-Identifier: MIT
// Every sheet that is played musters troops of every nation and class, and sets a figure where a
// scenario says so.

#include "limber/files.h"
#include "text/scenario_words.h"

#include "limber/limber.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *root = ".";
static lb_scenario scenario;
static lb_battle battle;

static void load(void)
{
    char path[512];
    lb_diag diag = {0};

    snprintf(path, sizeof path, "%s/scenarios/two-brigades.yaml", root);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
        fail_msg("%s:%d: %s", path, (int)diag.line, diag.text);
}

static void muster(const lb_ruleset *rules)
{
    lb_diag diag = {0};

    if (lb_battle_muster(&battle, rules, NULL, &scenario, &diag) != LB_OK)
        fail_msg("%s: %s", rules->id, diag.text);
}

/// A unit of each nation and class can be mustered, has a size and can be deployed.
static void everybody_has_figures(void **context)
{
    static lb_state state;

    (void)context;
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        const lb_ruleset *rules = lb_rulesets[r];

        for (uint32_t nation = 0; rules->play != NULL && nation < LB_NATION_COUNT; nation++)
            for (uint32_t troop = 0; troop < LB_CLASS_COUNT; troop++) {
                lb_scenario_unit *unit = &scenario.units[0];
                lb_size size;

                load();
                unit->nation = (uint8_t)nation;
                unit->troop_class = (uint8_t)troop;
                unit->arm = (uint8_t)lb_class_arm((lb_troop_class)troop);
                unit->strength = unit->arm == LB_ARM_ARTILLERY ? 8 : 500;
                unit->stand.formation = LB_SCENARIO_FORMATION_ANY;
                muster(rules);
                memset(&state, 0, sizeof state);
                rules->play->deploy(&battle, &state);
                size = rules->play->size(&battle, &state, 0, state.unit[0].formation);
                assert_true(size.width_tmm >= LB_FOOTPRINT_MIN);
                assert_true(size.depth_tmm >= LB_FOOTPRINT_MIN);
                assert_int_equal(state.unit[0].presence, LB_PRESENCE_TABLE);
                assert_int_equal(lb_battle_unit(&battle, &state, 0).losses, 0);
            }
    }
}

/// How many figures of the first unit and leader change when one is set.
static uint32_t count_changed(const lb_ruleset *rules, const lb_figure *row, int16_t value)
{
    static lb_battle plain;
    lb_scenario_figure *figure = &scenario.figures[0];
    uint32_t changed = 0;

    load();
    scenario.figure_count = 0;
    muster(rules);
    plain = battle;
    scenario.figure_count = 1;
    *figure = (lb_scenario_figure){.owner = row->owner, .value = value};
    snprintf(figure->sheet, sizeof figure->sheet, "%s", rules->id);
    snprintf(figure->key, sizeof figure->key, "%s", row->key);
    muster(rules);
    for (uint32_t i = 0; i < LB_CARD_FIGURES; i++)
        changed += battle.unit[0].figure[i] != plain.unit[0].figure[i];
    for (uint32_t i = 0; i < LB_LEADER_FIGURES; i++)
        changed += battle.leader[0].figure[i] != plain.leader[0].figure[i];
    return changed;
}

/// What a scenario sets for one sheet is that figure and no other.
static void a_scenario_sets_figures(void **context)
{
    (void)context;
    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        const lb_ruleset *rules = lb_rulesets[i];

        for (const lb_figure *row = rules->figures; rules->play != NULL && row->key != NULL; row++)
            /* One of the two is another than the sheet's own. */
            if (count_changed(rules, row, row->highest) != 1 &&
                count_changed(rules, row, row->lowest) != 1)
                fail_msg("%s %s does not set one figure", rules->id, row->key);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_has_figures),
                                       cmocka_unit_test(a_scenario_sets_figures)};

    if (argc > 1)
        root = argv[1];
    return cmocka_run_group_tests_name("muster", tests, NULL, NULL);
}
