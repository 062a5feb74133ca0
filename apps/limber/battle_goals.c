// SPDX-License-Identifier: MIT
// See battle_goals.h.

#include "battle_goals.h"

#include "battle_log.h"
#include "text/clause_text.h"

#include <string.h>

/// "1 unit", "3 units".
static void put_units(uint32_t count, lb_put *put)
{
    lb_put_int(put, (int64_t)count);
    lb_put_text(put, count == 1 ? " unit" : " units");
}

static const char *side_name(const lb_battle *battle, uint8_t side)
{
    return side < LB_SIDES ? battle->side[side].name : "nobody";
}

void battle_put_sight(const lb_battle *battle, const lb_weather *weather, lb_put *put)
{
    if (weather->sight_tmm == 0) {
        lb_put_text(put, "one sees as far as the ground lets one");
        return;
    }
    lb_put_text(put, "one sees ");
    battle_put_length(battle, weather->sight_tmm, put);
}

void battle_put_stake(const lb_battle *battle, const lb_state *state, uint32_t number, lb_put *put)
{
    const lb_objective_card *card = &battle->objective[number];

    lb_put_text(put, ", worth ");
    lb_put_int(put, card->value);
    if (card->exit == LB_NO_SIDE || state->held[number] == card->exit) {
        lb_put_text(put, ", held by ");
        lb_put_text(put, side_name(battle, state->held[number]));
    }
    if (card->exit == LB_NO_SIDE)
        return;
    lb_put_text(put, ": an exit for ");
    lb_put_text(put, battle->side[card->exit].name);
    lb_put_text(put, ". It is theirs when ");
    put_units(card->leavers, put);
    lb_put_text(put, card->leavers == 1 ? " of theirs has" : " of theirs have");
    lb_put_text(put, " ended a turn within ");
    battle_put_length(battle, card->radius_tmm, put);
    lb_put_text(put, " of it and so left the table");
}

void battle_put_level(const lb_battle *battle, const lb_victory_level *level, lb_put *put)
{
    bool says_more = level->breaks != LB_NO_SIDE || level->ground > 0;

    lb_put_text(put, level->name);
    lb_put_text(put, level->side == LB_NO_SIDE ? ", a draw: " : ", for ");
    if (level->side != LB_NO_SIDE) {
        lb_put_text(put, battle->side[level->side].name);
        lb_put_text(put, ": ");
    }
    if (level->breaks != LB_NO_SIDE) {
        lb_put_text(put, "if ");
        lb_put_text(put, battle->side[level->breaks].name);
        lb_put_text(put, " is broken");
    }
    if (level->ground > 0) {
        lb_put_text(put, level->breaks != LB_NO_SIDE ? " and" : "with");
        lb_put_text(put, " its own army unbroken and ground in hand worth ");
        lb_put_int(put, level->ground);
        lb_put_text(put, " or more");
    }
    if (!says_more)
        lb_put_text(put, "otherwise, if no army is broken");
}

static void show(const char *line)
{
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

/// The clause by which the sheet itself says who wins.
static void show_sheet_rule(const lb_battle *battle)
{
    static const char *const endings[] = {".victory", ".end.defeat"};

    for (uint16_t c = 0; c < battle->rules->clause_count; c++)
        for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++) {
            const char *id = battle->rules->clauses[c].id;
            size_t length = strlen(id), tail = strlen(endings[e]);
            char line[LB_MEANING_MAX];
            lb_put put = lb_put_start(line, sizeof line);

            if (length < tail || strcmp(id + length - tail, endings[e]) != 0)
                continue;
            lb_clause_put(battle->rules, battle->house.value, c, &put);
            lb_put_text(&put, " (");
            lb_put_text(&put, id);
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
        show_sheet_rule(battle);
    for (uint32_t i = 0; i < battle->level_count; i++) {
        lb_put put = lb_put_start(line, sizeof line);

        battle_put_level(battle, &battle->level[i], &put);
        lb_put_char(&put, '.');
        fputs("    ", stdout);
        term_wrap(line, 4, 6);
    }
}

void battle_put_result(const lb_battle *battle, const lb_state *state, lb_put *put)
{
    if (state->winner == LB_NO_SIDE) {
        lb_put_text(put, "A draw");
    } else {
        lb_put_text(put, battle->side[state->winner].name);
        lb_put_text(put, ": victory");
    }
    if (state->level > 0) {
        lb_put_text(put, " (");
        lb_put_text(put, battle->level[state->level - 1].name);
        lb_put_char(put, ')');
    }
    lb_put_char(put, '.');
}
