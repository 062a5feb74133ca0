// SPDX-License-Identifier: MIT
// See battle_goals.h.

#include "battle_goals.h"

#include "battle_log.h"
#include "text/clause_text.h"

void battle_put_sight(const lb_battle *battle, const lb_weather *weather, lb_put *put)
{
    lb_put_sight(battle, weather, battle_spells_units, put);
}

void battle_put_stake(const lb_battle *battle, const lb_state *state, uint32_t number, lb_put *put)
{
    lb_put_stake(battle, state, number, battle_spells_units, put);
}

static void show(const char *line)
{
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

/// The clauses by which the sheet itself says who wins.
static void show_sheet_rules(const lb_battle *battle)
{
    uint16_t clause;

    for (uint32_t from = 0; (clause = lb_victory_clause(battle->rules, from)) != UINT16_MAX;
         from = clause + 1u) {
        char line[LB_MEANING_MAX];
        lb_put put = lb_put_start(line, sizeof line);

        lb_clause_put(battle->rules, battle->house.value, clause, &put);
        lb_put_text(&put, " (");
        lb_put_text(&put, battle->rules->clauses[clause].id);
        lb_put_char(&put, ')');
        show(line);
    }
}

void battle_show_goals(const lb_battle *battle, const lb_state *state)
{
    char line[LB_DIAG_TEXT];

    snprintf(line, sizeof line, "%u turns.", battle->turns);
    show(line);
    for (uint32_t s = 0; s < LB_SIDES; s++)
        if (lb_battle_side(battle, state, s).breaks_at > 0) {
            snprintf(line, sizeof line, "%s breaks at %d %% of %s.", battle->side[s].name,
                     (int)lb_battle_side(battle, state, s).breaks_at,
                     battle->rules->play->break_words);
            show(line);
        }
    for (uint32_t i = 0; i < battle->objective_count; i++) {
        lb_put put = lb_put_start(line, sizeof line);

        lb_put_text(&put, battle->objective[i].name);
        battle_put_stake(battle, state, i, &put);
        lb_put_char(&put, '.');
        show(line);
    }
    if (battle->level_count > 0)
        puts("  Victory, the first that holds:");
    else
        show_sheet_rules(battle);
    for (uint32_t i = 0; i < battle->level_count; i++) {
        lb_put put = lb_put_start(line, sizeof line);

        lb_put_level(battle, &battle->level[i], &put);
        lb_put_char(&put, '.');
        fputs("    ", stdout);
        term_wrap(line, 4, 6);
    }
}
