// SPDX-License-Identifier: MIT
// How a battle stands, and what it waits for. See desk.h.

#include "desk/parts.h"

#include "text/battle_text.h"
#include "text/dice_text.h"
#include "text/goal_text.h"
#include "text/question_text.h"
#include "text/roll_text.h"
#include "text/standing_text.h"

static const char *const presence_words[LB_PRESENCE_COUNT] = {"away", "table", "gone", "left"};

/* Units. */

/// The words of a unit's states that people are told.
static void put_states(lb_json_put *json, const lb_unit_report *report)
{
    lb_json_put_open_at(json, "states", '[');
    for (uint32_t i = 0; i < lb_scenario_state_words.count; i++)
        if (lb_has_trait(report->states, i) && lb_state_text(i) != NULL)
            lb_json_put_string(json, lb_scenario_state_words.words[i]);
    if (report->is_denied)
        lb_json_put_string(json, "denied");
    lb_json_put_close(json, ']');
}

static void put_unit(lb_json_put *json, const lb_battle *battle, const lb_state *state,
                     uint32_t number)
{
    const lb_unit *unit = &state->unit[number];
    lb_unit_report report = lb_battle_unit(battle, state, number);
    lb_footprint at = lb_unit_footprint(battle, state, number);
    char stance[LB_DIAG_TEXT];
    lb_put put = lb_put_start(stance, sizeof stance);

    lb_json_put_open(json, '{');
    lb_json_put_int_at(json, "i", number);
    lb_json_put_text_at(json, "presence", presence_words[unit->presence]);
    lb_json_put_int_at(json, "losses", report.losses);
    if (unit->group != battle->unit[number].group)
        lb_json_put_int_at(json, "group", unit->group);
    if (unit->off_turn > 0)
        lb_json_put_int_at(json, "off_turn", unit->off_turn);
    if (unit->presence == LB_PRESENCE_TABLE) {
        lb_desk_put_pose(json, &at);
        lb_json_put_int_at(json, "w", at.width_tmm);
        lb_json_put_int_at(json, "d", at.depth_tmm);
        lb_json_put_int_at(json, "f", unit->formation);
        if (report.hits >= 0)
            lb_json_put_int_at(json, "hits", report.hits);
        put_states(json, &report);
        lb_put_stance(battle, state, number, &put);
        lb_json_put_text_at(json, "stance", stance);
    }
    lb_json_put_close(json, '}');
}

static void put_leader(lb_json_put *json, const lb_battle *battle, const lb_state *state,
                       uint32_t number)
{
    const lb_leader *leader = &state->leader[number];

    lb_json_put_open(json, '{');
    lb_json_put_int_at(json, "i", number);
    lb_json_put_text_at(json, "presence", presence_words[leader->presence]);
    if (leader->presence == LB_PRESENCE_TABLE) {
        lb_json_put_int_at(json, "x", leader->at.x);
        lb_json_put_int_at(json, "y", leader->at.y);
    }
    if (leader->attached != LB_NOBODY)
        lb_json_put_int_at(json, "attached", leader->attached);
    if (leader->off_turn > 0)
        lb_json_put_int_at(json, "off_turn", leader->off_turn);
    lb_desk_put_words(json, "states", &lb_scenario_commander_state_words,
                      lb_battle_leader_states(battle, state, number));
    lb_json_put_close(json, '}');
}

/* Groups. */

static void put_order(lb_json_put *json, const lb_battle *battle, const char *key,
                      const lb_order *order)
{
    char line[LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);

    if (order->kind == LB_SCENARIO_ORDER_NONE || order->kind >= lb_scenario_order_words.count)
        return;
    lb_put_told(battle, order, false, &put);
    lb_json_put_open_at(json, key, '{');
    lb_json_put_text_at(json, "kind", lb_scenario_order_words.words[order->kind]);
    lb_json_put_text_at(json, "text", line);
    if (order->is_placed)
        lb_json_put_point_at(json, "place", order->place);
    if (order->objective < battle->objective_count)
        lb_json_put_int_at(json, "objective", order->objective);
    if (order->group < battle->group_count)
        lb_json_put_int_at(json, "group", order->group);
    if (order->delay > 0)
        lb_json_put_int_at(json, "delay", order->delay);
    lb_json_put_close(json, '}');
}

static void put_group(lb_json_put *json, const lb_battle *battle, const lb_state *state,
                      uint32_t number)
{
    const lb_group *group = &state->group[number];

    lb_json_put_open(json, '{');
    lb_json_put_int_at(json, "i", number);
    put_order(json, battle, "order", &group->order);
    put_order(json, battle, "pending", &group->pending);
    lb_json_put_open_at(json, "fatigue", '[');
    for (uint32_t arm = 0; arm < LB_FATIGUES; arm++)
        lb_json_put_int(json, group->fatigue[arm]);
    lb_json_put_close(json, ']');
    if (group->status < lb_scenario_status_words.count)
        lb_json_put_text_at(json, "status", lb_scenario_status_words.words[group->status]);
    lb_desk_put_words(json, "states", &lb_scenario_brigade_state_words,
                      lb_battle_group_states(battle, state, number));
    if (group->has_area)
        lb_json_put_point_at(json, "area", group->area);
    lb_json_put_close(json, '}');
}

/* Sides. */

/// The cards that a side holds: how many, and by name if the reader may know them.
static void put_hand(lb_json_put *json, const lb_battle *battle, uint32_t in_hand, bool is_known)
{
    const char *const *names = battle->rules->play->hand;
    uint32_t count = 0;

    if (names == NULL)
        return;
    for (uint32_t i = 0; names[i] != NULL; i++)
        count += in_hand >> i & 1;
    lb_json_put_int_at(json, "hand_count", count);
    if (!is_known)
        return;
    lb_json_put_open_at(json, "hand", '[');
    for (uint32_t i = 0; names[i] != NULL; i++)
        if ((in_hand >> i & 1) != 0)
            lb_json_put_string(json, names[i]);
    lb_json_put_close(json, ']');
}

static void put_side(lb_json_put *json, const lb_battle *battle, const lb_state *state,
                     uint32_t number, uint32_t reader)
{
    lb_side_report report = lb_battle_side(battle, state, number);
    char line[LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);

    lb_tell_standing(battle, report.lost, report.whole, &put);
    lb_json_put_open(json, '{');
    lb_json_put_int_at(json, "score", report.score);
    lb_json_put_int_at(json, "lost", report.lost);
    lb_json_put_int_at(json, "whole", report.whole);
    lb_json_put_int_at(json, "breaks_at", report.breaks_at);
    lb_json_put_int_at(json, "held", lb_battle_held(battle, state, number));
    lb_json_put_text_at(json, "score_text", line);
    put_hand(json, battle, report.in_hand, reader == LB_READER_ALL || reader == number);
    lb_json_put_close(json, '}');
}

/* What it waits for. */

static void put_decision(lb_json_put *json, const lb_battle *battle, const lb_state *state)
{
    const lb_play *play = battle->rules->play;
    const lb_question *question = &state->machine.node.question;
    lb_actor about[LB_ABOUT_MAX];
    char line[LB_TELL_LINE];

    lb_json_put_text_at(json, "kind", "decision");
    lb_json_put_int_at(json, "side", question->side);
    if (question->id >= play->question_count) {
        lb_json_put_text_at(json, "question", "");
        return;
    }
    lb_tell_question(battle, question, line, sizeof line);
    lb_json_put_text_at(json, "question", line);
    lb_desk_put_clause(json, "clause", battle, question->clause);
    lb_question_about(battle, question, about);
    lb_json_put_open_at(json, "about", '{');
    for (uint32_t i = 0; i < LB_ABOUT_MAX; i++)
        if (about[i].kind != LB_ACTOR_NONE)
            lb_json_put_int_at(json, i == 1 ? "target" : lb_desk_actor_word(about[i].kind),
                               about[i].id);
    lb_json_put_close(json, '}');
    lb_json_put_open_at(json, "verbs", '[');
    for (uint32_t i = 0; i < play->verb_count; i++)
        if (play->asks->answers[question->id * play->verb_count + i].is_one)
            lb_json_put_int(json, i);
    lb_json_put_close(json, ']');
}

static void put_roll(lb_json_put *json, const lb_battle *battle, const lb_state *state)
{
    static const char *const reductions[LB_REDUCTION_COUNT] = {"sum", "count", "faces", "bands"};
    const lb_roll *roll = &state->machine.node.roll;
    char line[LB_TELL_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    lb_json_put_text_at(json, "kind", "roll");
    if (roll->side < LB_SIDES)
        lb_json_put_int_at(json, "side", roll->side);
    lb_roll_put_open(battle, state, &put);
    lb_json_put_text_at(json, "text", line);
    put = lb_put_start(line, sizeof line);
    lb_roll_put_chances(battle, roll, &put);
    lb_json_put_text_at(json, "chances", line);
    lb_desk_put_clause(json, "clause", battle, roll->clause);
    lb_json_put_int_at(json, "dice", roll->dice);
    lb_json_put_int_at(json, "sides", roll->sides);
    lb_json_put_text_at(json, "reduction", reductions[roll->reduction]);
    if (roll->need > 0)
        lb_json_put_int_at(json, "need", roll->need);
    if (roll->save > 0)
        lb_json_put_int_at(json, "save", roll->save);
    lb_json_put_bool_at(json, "reroll_ones", roll->reroll_ones != 0);
    if (roll->again != 0)
        lb_json_put_int_at(json, "again", roll->again);
    lb_json_put_bool_at(json, "card", lb_roll_is_card(battle, roll));
}

static void put_end(lb_json_put *json, const lb_battle *battle, const lb_state *state)
{
    char line[LB_TELL_LINE];
    lb_put put = lb_put_start(line, sizeof line);

    lb_json_put_text_at(json, "kind", "end");
    if (state->winner < LB_SIDES)
        lb_json_put_int_at(json, "winner", state->winner);
    if (state->level > 0 && state->level <= battle->level_count)
        lb_json_put_int_at(json, "level", state->level - 1);
    lb_put_result(battle, state, &put);
    lb_json_put_text_at(json, "text", line);
    put = lb_put_start(line, sizeof line);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_put before = put;

        lb_put_text(&put, put.length > 0 ? "; " : "");
        if (!lb_put_broken(battle, state, s, &put)) {
            put = before;
            put.text[put.length] = '\0';
        }
    }
    if (put.length > 0)
        lb_json_put_text_at(json, "reason", line);
}

static void put_node(lb_json_put *json, const lb_battle *battle, const lb_state *state)
{
    lb_json_put_open_at(json, "node", '{');
    switch ((lb_node_kind)state->machine.node.kind) {
    case LB_NODE_DECISION:
        put_decision(json, battle, state);
        break;
    case LB_NODE_ROLL:
        put_roll(json, battle, state);
        break;
    case LB_NODE_END:
    case LB_NODE_KIND_COUNT:
        put_end(json, battle, state);
        break;
    }
    lb_json_put_close(json, '}');
}

/* The whole. */

static void put_clock(lb_json_put *json, const lb_battle *battle, const lb_state *state)
{
    uint32_t turn = state->turn > 0 ? state->turn : 1;
    uint32_t minute = battle->start_minute + (turn - 1) * battle->minutes;
    char text[16];
    lb_put put = lb_put_start(text, sizeof text);

    if (battle->start_minute == 0)
        return;
    lb_put_int(&put, minute / 60 % 24);
    lb_put_text(&put, minute % 60 < 10 ? ":0" : ":");
    lb_put_int(&put, minute % 60);
    lb_json_put_text_at(json, "clock", text);
}

static void put_head(lb_json_put *json, const lb_battle *battle, const lb_state *state)
{
    const lb_weather *weather = lb_battle_weather(battle, state->turn);

    lb_json_put_int_at(json, "turn", state->turn);
    lb_json_put_int_at(json, "phase", state->phase);
    lb_json_put_text_at(json, "phase_name", battle->rules->play->phases[state->phase]);
    put_clock(json, battle, state);
    lb_json_put_int_at(json, "active", state->active);
    if (weather != NULL)
        lb_json_put_text_at(json, "weather", weather->name);
    lb_json_put_open_at(json, "held", '[');
    for (uint32_t i = 0; i < battle->objective_count; i++)
        lb_json_put_int(json, state->held[i] < LB_SIDES ? state->held[i] : -1);
    lb_json_put_close(json, ']');
    lb_json_put_open_at(json, "objective_texts", '[');
    for (uint32_t i = 0; i < battle->objective_count; i++) {
        char line[LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        lb_put_text(&put, battle->objective[i].name);
        lb_put_stake(battle, state, i, false, &put);
        lb_json_put_string(json, line);
    }
    lb_json_put_close(json, ']');
}

int32_t lb_desk_state(lb_desk *desk, const lb_state *whole, uint32_t reader, char *text,
                      size_t room)
{
    const lb_battle *battle = desk->battle;
    lb_state *state = &desk->scratch;
    lb_json_put json = lb_json_put_start(text, room);

    *state = *whole;
    lb_desk_mask(battle, state, reader);
    lb_json_put_open(&json, '{');
    put_head(&json, battle, state);
    lb_json_put_open_at(&json, "sides", '[');
    for (uint32_t i = 0; i < LB_SIDES; i++)
        put_side(&json, battle, state, i, reader);
    lb_json_put_close(&json, ']');
    lb_json_put_open_at(&json, "units", '[');
    for (uint32_t i = 0; i < battle->unit_count; i++)
        put_unit(&json, battle, state, i);
    lb_json_put_close(&json, ']');
    lb_json_put_open_at(&json, "leaders", '[');
    for (uint32_t i = 0; i < battle->leader_count; i++)
        put_leader(&json, battle, state, i);
    lb_json_put_close(&json, ']');
    lb_json_put_open_at(&json, "groups", '[');
    for (uint32_t i = 0; i < battle->group_count; i++)
        put_group(&json, battle, state, i);
    lb_json_put_close(&json, ']');
    put_node(&json, battle, state);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}
