// SPDX-License-Identifier: MIT
// House rules from hostile text: either refused with a reason, or numbers by which computer players
// fight a battle to its end.

#include "harness.h"

#include "limber/fight.h"
#include "limber/files.h"
#include "limber/limber.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Lets regular players fight a small battle by the rules in force.
static void fight(const lb_ruleset *rules, const lb_house *house)
{
    static lb_scenario scenario;
    static lb_battle battle;
    static lb_state state;
    static lb_player *player;
    lb_fight_plan plan = {
        .battle = &battle, .seed = 1, .level = {LB_LEVEL_REGULAR, LB_LEVEL_REGULAR}};
    lb_fight_result result;
    lb_diag diag = {0};

    if (player == NULL) {
        player = lb_player_create();
        if (player == NULL ||
            lb_scenario_load("scenarios/two-brigades.yaml", &scenario, &diag) != LB_OK)
            abort();
    }
    if (lb_battle_muster(&battle, rules, house, &scenario, &diag) == LB_OK &&
        !lb_fight(&plan, player, &state, &result))
        abort();
}

/// True if a number of the sheet is another than the printed one.
static bool is_changed(const lb_ruleset *rules, const lb_house *house)
{
    for (uint32_t v = 0; v < rules->value_count; v++)
        if (house->value[v] != rules->values[v].preset)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static lb_house_rules house;
    lb_diag diag = {0};

    lb_house_rules_reset(&house);
    if (lb_house_rules_parse((const char *)data, size, &house, &diag) != LB_OK) {
        if (diag.text[0] == '\0' || house.changes != 0)
            abort();
        return 0;
    }
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        const lb_ruleset *rules = lb_rulesets[r];
        for (uint32_t v = 0; v < rules->value_count; v++)
            if (house.sheet[r].value[v] < rules->values[v].lowest ||
                house.sheet[r].value[v] > rules->values[v].highest)
                abort();
        if (lb_house_conflict(rules, house.sheet[r].value) != NULL)
            abort();
        if (rules->play != NULL && is_changed(rules, &house.sheet[r]))
            fight(rules, &house.sheet[r]);
    }
    return 0;
}
