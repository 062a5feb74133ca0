// SPDX-License-Identifier: MIT
// See goal_text.h.

#include "text/goal_text.h"

#include "text/battle_text.h"
#include "text/standing_text.h"

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

void lb_put_sight(const lb_battle *battle, const lb_weather *weather, bool spells_units,
                  lb_put *put)
{
    if (weather->sight_tmm == 0) {
        lb_put_text(put, "one sees as far as the ground lets one");
        return;
    }
    lb_put_text(put, "one sees ");
    lb_put_length(battle, weather->sight_tmm, spells_units, put);
}

void lb_put_stake(const lb_battle *battle, const lb_state *state, uint32_t number,
                  bool spells_units, lb_put *put)
{
    const lb_objective_card *card = &battle->objective[number];

    lb_put_text(put, ", worth ");
    lb_put_int(put, card->value);
    for (uint32_t s = 0; s < LB_SIDES; s++)
        if (lb_battle_objective_worth(battle, state, s, number) != card->value) {
            lb_put_text(put, ", ");
            lb_put_int(put, lb_battle_objective_worth(battle, state, s, number));
            lb_put_text(put, " to ");
            lb_put_text(put, battle->side[s].name);
        }
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
    lb_put_length(battle, card->radius_tmm, spells_units, put);
    lb_put_text(put, " of it and so left the table");
}

void lb_put_level(const lb_battle *battle, const lb_victory_level *level, lb_put *put)
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

void lb_put_result(const lb_battle *battle, const lb_state *state, lb_put *put)
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

bool lb_put_broken(const lb_battle *battle, const lb_state *state, uint32_t side, lb_put *put)
{
    const lb_play *play = battle->rules->play;
    lb_side_report report = lb_battle_side(battle, state, side);
    uint32_t left = 0;

    if (!play->is_broken(battle, state, side))
        return false;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        left += battle->unit[i].side == side && (state->unit[i].presence == LB_PRESENCE_TABLE ||
                                                 state->unit[i].presence == LB_PRESENCE_AWAY);
    lb_put_text(put, battle->side[side].name);
    lb_put_text(put, " broke: ");
    lb_tell_standing(battle, report.lost, report.whole, put);
    if (report.breaks_at > 0) {
        lb_put_text(put, "; it breaks at ");
        lb_put_int(put, (report.whole * report.breaks_at + 99) / 100);
        lb_put_text(put, " (");
        lb_put_int(put, report.breaks_at);
        lb_put_text(put, " %)");
    }
    if (left == 0)
        lb_put_text(put, "; nobody of it is left");
    return true;
}

/// True if an id ends with some words.
static bool ends_with(const char *id, const char *tail)
{
    size_t length = strlen(id), end = strlen(tail);

    return length >= end && strcmp(id + length - end, tail) == 0;
}

uint16_t lb_victory_clause(const lb_ruleset *rules, uint32_t from)
{
    static const char *const endings[] = {".victory", ".end.defeat", ".play.objective"};

    for (uint32_t c = from; c < rules->clause_count; c++)
        for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++)
            if (ends_with(rules->clauses[c].id, endings[e]))
                return (uint16_t)c;
    return UINT16_MAX;
}
