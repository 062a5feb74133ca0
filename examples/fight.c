// SPDX-License-Identifier: MIT
// Lets two computer players fight a scenario and says who won.
//
//     cc fight.c $(pkg-config --cflags --libs limber) -o fight
//     ./fight scenarios/two-brigades.yaml valour-fortitude 7

#include <limber/limber.h>

#include <stdio.h>
#include <stdlib.h>

/// Reads the scenario and musters both armies by the sheet. The large structs are static: they need
/// not be on the stack.
static lb_battle *load(const char *path, const lb_ruleset *rules, lb_diag *diag)
{
    static lb_scenario scenario;
    static lb_battle battle;

    if (lb_scenario_load(path, &scenario, diag) != LB_OK ||
        lb_battle_muster(&battle, rules, NULL, &scenario, diag) != LB_OK)
        return NULL;
    return &battle;
}

int main(int argc, char **argv)
{
    const lb_ruleset *rules = argc > 2 ? lb_ruleset_find(argv[2]) : NULL;
    lb_player *player = lb_player_create();
    static lb_state state;
    lb_fight_result result;
    lb_battle *battle;
    lb_diag diag = {0};

    if (rules == NULL || rules->play == NULL || player == NULL) {
        fprintf(stderr, "usage: fight SCENARIO SHEET [SEED]\n");
        return 2;
    }
    battle = load(argv[1], rules, &diag);
    if (battle == NULL) {
        fprintf(stderr, "%s:%d:%d: %s\n", argv[1], (int)diag.line, (int)diag.column, diag.text);
        return 1;
    }
    lb_fight_plan plan = {.battle = battle,
                          .seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1,
                          .level = {LB_LEVEL_REGULAR, LB_LEVEL_REGULAR}};
    if (!lb_fight(&plan, player, &state, &result)) {
        fprintf(stderr, "the battle did not end\n");
        return 1;
    }
    printf("%s by %s: ", battle->title, rules->title);
    if (result.winner == LB_NO_SIDE)
        printf("a draw");
    else
        printf("%s won", battle->side[result.winner].name);
    printf(" after %u turns\n", (unsigned)result.turns);
    lb_player_destroy(player);
    return 0;
}
