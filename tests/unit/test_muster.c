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

static const char *const names[] = {"two-brigades",       "vimeiro",   "quatre-bras", "auerstedt",
                                    "austerlitz-pratzen", "salamanca", "waterloo"};

static void load_named(const char *name)
{
    char path[512];
    lb_diag diag = {0};

    snprintf(path, sizeof path, "%s/scenarios/%s.yaml", root, name);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
        fail_msg("%s:%d: %s", path, (int)diag.line, diag.text);
}

/// The distance of two points, rounded down, by halving.
static int32_t distance(lb_point a, lb_point b)
{
    int64_t x = a.x - b.x, y = a.y - b.y, low = 0, high = 2 * LB_TABLE_MAX;

    while (low < high) {
        int64_t middle = (low + high + 1) / 2;

        if (middle * middle <= x * x + y * y)
            low = middle;
        else
            high = middle - 1;
    }
    return (int32_t)low;
}

/// On every scenario by every sheet nobody is crowded, and there is time to reach every objective
/// at a move a turn.
static void everybody_has_room_and_time(void **context)
{
    static lb_state state;
    static lb_view view;
    static lb_plan plan;

    (void)context;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
        for (uint32_t r = 0; r < lb_ruleset_count; r++) {
            int32_t pace, farthest = 0;

            if (lb_rulesets[r]->play == NULL)
                continue;
            load_named(names[n]);
            muster(lb_rulesets[r]);
            if (battle.crowded != 0)
                fail_msg("%s by %s: %u units are crowded", names[n], lb_rulesets[r]->id,
                         battle.crowded);
            lb_battle_start(&battle, &state, NULL);
            lb_view_start(&view);
            lb_plan_make(&battle, &state, &view, 0, &plan);
            pace = plan.pace_tmm;
            for (uint32_t o = 0; o < battle.objective_count; o++)
                for (uint32_t s = 0; s < LB_SIDES; s++) {
                    int32_t least = INT32_MAX;

                    for (uint32_t i = 0; i < battle.unit_count; i++)
                        if (battle.unit[i].side == s &&
                            state.unit[i].presence == LB_PRESENCE_TABLE) {
                            int32_t away = distance(state.unit[i].at, battle.objective[o].at);

                            least = away < least ? away : least;
                        }
                    farthest = least > farthest ? least : farthest;
                }
            if (farthest > pace * battle.turns)
                fail_msg("%s by %s: %u turns are too few", names[n], lb_rulesets[r]->id,
                         battle.turns);
        }
}

/// Length and arrivals follow from the clock and the minutes of a turn, and those from the scale.
static void time_fits_the_ground(void **context)
{
    (void)context;
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        int32_t length;

        if (lb_rulesets[r]->play == NULL)
            continue;
        load_named("vimeiro");
        muster(lb_rulesets[r]);
        length = scenario.end_minute - scenario.start_minute;
        assert_true(battle.turns * battle.minutes >= length);
        assert_true((battle.turns - 1) * battle.minutes < length);
        for (uint32_t b = 0; b < scenario.brigade_count; b++)
            if (scenario.brigades[b].arrival_minute > 0) {
                int32_t late = scenario.brigades[b].arrival_minute - scenario.start_minute;
                uint32_t g = battle.unit[scenario.brigades[b].first_unit].group;

                assert_int_equal(battle.group[g].arrival_turn, 1 + late / battle.minutes);
            }
        /* A scenario may say how long a turn is. */
        scenario.minutes_count = 1;
        snprintf(scenario.minutes[0].sheet, sizeof scenario.minutes[0].sheet, "%s",
                 lb_rulesets[r]->id);
        scenario.minutes[0].minutes = 24;
        muster(lb_rulesets[r]);
        assert_int_equal(battle.turns, 10);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_has_figures), cmocka_unit_test(a_scenario_sets_figures),
        cmocka_unit_test(everybody_has_room_and_time), cmocka_unit_test(time_fits_the_ground)};

    if (argc > 1)
        root = argv[1];
    return cmocka_run_group_tests_name("muster", tests, NULL, NULL);
}
