// SPDX-License-Identifier: MIT
// See position_json.h. What scripts read stays as it is; new members are added beside it. Members
// that say nothing (no order, no area, on the table) are left out.

#include "position_json.h"

#include "text/scenario_words.h"

static const char *const presence_words[LB_PRESENCE_COUNT] = {"away", "table", "removed", "left"};

static void put_int(lb_json *json, const char *key, int64_t value)
{
    lb_json_key(json, key);
    lb_json_int(json, value);
}

static void put_string(lb_json *json, const char *key, const char *text)
{
    lb_json_key(json, key);
    lb_json_string(json, text);
}

static void put_place(lb_json *json, lb_point place)
{
    put_int(json, "x_tmm", place.x);
    put_int(json, "y_tmm", place.y);
}

/// {"unit": 3, "name": "Foot battery"}
static void put_named(lb_json *json, const char *key, const char *kind, uint32_t number,
                      const char *name)
{
    lb_json_key(json, key);
    lb_json_open(json, '{');
    put_int(json, kind, number);
    put_string(json, "name", name);
    lb_json_close(json, '}');
}

/// The word of a list, or the number of what only the sheet has a word for.
static void put_word(lb_json *json, const char *key, const lb_word_list *list, uint32_t number)
{
    if (number < list->count)
        put_string(json, key, list->words[number]);
    else
        put_int(json, key, number);
}

/* Flags and marks. */

static void put_states(lb_json *json, const lb_word_list *list, uint32_t states)
{
    lb_json_key(json, "states");
    lb_json_open(json, '[');
    for (uint32_t s = 0; s < list->count; s++)
        if (lb_has_trait(states, s))
            lb_json_string(json, list->words[s]);
    lb_json_close(json, ']');
}

/// Those marks that have a key, as a position says them.
static void put_marks(lb_json *json, const lb_mark_key *keys, const int16_t *marks)
{
    for (const lb_mark_key *row = keys; row->key != NULL; row++) {
        if (marks[row->mark] == 0)
            continue;
        if (row->words == NULL) {
            put_int(json, row->key, marks[row->mark]);
            continue;
        }
        lb_json_key(json, row->key);
        lb_json_open(json, '[');
        for (uint32_t i = 0; row->words[i] != NULL; i++)
            if ((marks[row->mark] >> i & 1) != 0)
                lb_json_string(json, row->words[i]);
        lb_json_close(json, ']');
    }
}

/* Units. */

static void put_unit(lb_json *json, const lb_battle *battle, const lb_state *state, uint32_t number)
{
    const lb_unit_card *card = &battle->unit[number];
    const lb_unit *unit = &state->unit[number];
    lb_unit_report report = lb_battle_unit(battle, state, number);

    lb_json_open(json, '{');
    put_int(json, "unit", number);
    put_string(json, "name", card->name);
    put_string(json, "presence", presence_words[unit->presence]);
    put_place(json, unit->at);
    put_int(json, "heading", unit->heading);
    put_string(json, "formation", battle->rules->play->formations[unit->formation].word);
    put_int(json, "losses", report.losses);
    if (report.hits >= 0)
        put_int(json, "hits", report.hits);
    put_states(json, &lb_scenario_state_words, report.states);
    put_int(json, "brigade", card->group);
    if (unit->group != card->group)
        put_named(json, "with", "brigade", unit->group, battle->group[unit->group].name);
    if (unit->off_turn > 0)
        put_int(json, "off_turn", unit->off_turn);
    lb_json_close(json, '}');
}

/* Brigades. */

static void put_order(lb_json *json, const lb_battle *battle, const char *key,
                      const lb_order *order)
{
    if (order->kind == LB_SCENARIO_ORDER_NONE && order->delay == 0 && !order->is_placed &&
        order->objective == LB_NOBODY && order->group == LB_NOBODY)
        return;
    lb_json_key(json, key);
    lb_json_open(json, '{');
    put_word(json, "order", &lb_scenario_order_words, order->kind);
    put_int(json, "delay", order->delay);
    if (order->objective != LB_NOBODY)
        put_named(json, "objective", "objective", order->objective,
                  battle->objective[order->objective].name);
    if (order->group != LB_NOBODY)
        put_named(json, "brigade", "brigade", order->group, battle->group[order->group].name);
    if (order->is_placed) {
        lb_json_key(json, "place");
        lb_json_open(json, '{');
        put_place(json, order->place);
        lb_json_close(json, '}');
    }
    lb_json_close(json, '}');
}

static void put_fatigue(lb_json *json, const lb_group *group)
{
    lb_json_key(json, "fatigue");
    lb_json_open(json, '{');
    for (uint32_t arm = 0; arm < LB_FATIGUES; arm++)
        put_int(json, lb_arm_words.words[arm], group->fatigue[arm]);
    lb_json_close(json, '}');
}

static void put_brigade(lb_json *json, const lb_battle *battle, const lb_state *state,
                        uint32_t number)
{
    const lb_group *group = &state->group[number];
    uint32_t states = lb_battle_group_states(battle, state, number);

    lb_json_open(json, '{');
    put_int(json, "brigade", number);
    put_string(json, "name", battle->group[number].name);
    put_string(json, "side", battle->side[battle->group[number].side].name);
    put_order(json, battle, "order", &group->order);
    put_order(json, battle, "pending", &group->pending);
    put_fatigue(json, group);
    put_word(json, "status", &lb_scenario_status_words, group->status);
    if (states != 0)
        put_states(json, &lb_scenario_brigade_state_words, states);
    put_marks(json, battle->rules->play->group_keys, group->mark);
    if (group->has_area) {
        lb_json_key(json, "area");
        lb_json_open(json, '{');
        put_place(json, group->area);
        lb_json_close(json, '}');
    }
    lb_json_close(json, '}');
}

/* Leaders. */

static void put_leader(lb_json *json, const lb_battle *battle, const lb_state *state,
                       uint32_t number)
{
    const lb_leader_card *card = &battle->leader[number];
    const lb_leader *leader = &state->leader[number];
    uint32_t states = lb_battle_leader_states(battle, state, number);

    lb_json_open(json, '{');
    put_int(json, "leader", number);
    put_string(json, "name", card->name);
    put_string(json, "side", battle->side[card->side].name);
    put_string(json, "presence", presence_words[leader->presence]);
    put_place(json, leader->at);
    if (card->superior != LB_NOBODY)
        put_named(json, "superior", "leader", card->superior, battle->leader[card->superior].name);
    if (leader->attached != LB_NOBODY)
        put_named(json, "attached", "unit", leader->attached, battle->unit[leader->attached].name);
    if (leader->off_turn > 0)
        put_int(json, "off_turn", leader->off_turn);
    if (states != 0)
        put_states(json, &lb_scenario_commander_state_words, states);
    put_marks(json, battle->rules->play->leader_keys, leader->mark);
    lb_json_close(json, '}');
}

/* Sides. */

static void put_side(lb_json *json, const lb_battle *battle, const lb_state *state, uint32_t number)
{
    lb_json_open(json, '{');
    put_int(json, "side", number);
    put_string(json, "name", battle->side[number].name);
    put_marks(json, battle->rules->play->side_keys, state->side[number].mark);
    lb_json_close(json, '}');
}

/* The whole. */

static void put_list(lb_json *json, const char *key, const lb_battle *battle, const lb_state *state,
                     uint32_t count,
                     void (*put)(lb_json *json, const lb_battle *battle, const lb_state *state,
                                 uint32_t number))
{
    lb_json_key(json, key);
    lb_json_open(json, '[');
    for (uint32_t i = 0; i < count; i++)
        put(json, battle, state, i);
    lb_json_close(json, ']');
}

void position_json_put(lb_json *json, const lb_battle *battle, const lb_state *state)
{
    lb_json_open(json, '{');
    put_int(json, "turn", state->turn);
    put_string(json, "phase", battle->rules->play->phases[state->phase]);
    put_string(json, "active", battle->side[state->active].name);
    lb_json_key(json, "defeats");
    lb_json_open(json, '[');
    for (uint32_t s = 0; s < LB_SIDES; s++)
        lb_json_int(json, lb_battle_side(battle, state, s).score);
    lb_json_close(json, ']');
    put_list(json, "units", battle, state, battle->unit_count, put_unit);
    put_list(json, "brigades", battle, state, battle->group_count, put_brigade);
    put_list(json, "leaders", battle, state, battle->leader_count, put_leader);
    put_list(json, "sides", battle, state, LB_SIDES, put_side);
    lb_json_close(json, '}');
}
