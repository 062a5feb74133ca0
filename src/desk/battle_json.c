// SPDX-License-Identifier: MIT
// What never changes in a battle. See desk.h.

#include "desk/parts.h"

#include "text/battle_text.h"
#include "text/clause_text.h"
#include "text/formation_text.h"
#include "text/goal_text.h"

/* The sheet. */

/// What a verb takes, in words.
static void put_uses(lb_json_put *json, uint32_t uses)
{
    static const struct {
        uint32_t use;
        const char *word;
    } rows[] = {{LB_USES_UNIT, "unit"},           {LB_USES_GROUP, "group"},
                {LB_USES_LEADER, "leader"},       {LB_USES_TARGET, "target"},
                {LB_USES_FORMATION, "formation"}, {LB_USES_OPTION, "option"},
                {LB_USES_HELPERS, "helpers"},     {LB_USES_PATH, "path"},
                {LB_USES_MEMBERS, "members"},     {LB_USES_PLACE, "place"},
                {LB_MOVES_UNIT, "moves"},         {LB_MOVES_GROUP, "moves"},
                {LB_FALLS_BACK, "falls-back"},    {LB_IS_SECRET, "secret"}};

    lb_json_put_open_at(json, "uses", '[');
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if ((uses & rows[i].use) != 0)
            lb_json_put_string(json, rows[i].word);
    lb_json_put_close(json, ']');
}

static void put_verb(lb_json_put *json, const lb_verb *verb)
{
    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "word", verb->word);
    lb_json_put_text_at(json, "help", verb->help);
    put_uses(json, verb->uses);
    lb_json_put_close(json, '}');
}

static void put_formations(lb_json_put *json, const lb_battle *battle)
{
    const lb_play *play = battle->rules->play;

    lb_json_put_open_at(json, "formations", '[');
    for (uint32_t i = 0; play->formations[i].word != NULL; i++) {
        const lb_formation_plain *plain = lb_formation_text(battle, (int32_t)i);
        uint8_t shape = play->shapes != NULL ? play->shapes[i] : LB_SCENARIO_FORMATION_LINE;

        lb_json_put_open(json, '{');
        lb_json_put_text_at(json, "word", play->formations[i].word);
        lb_json_put_text_at(json, "name", plain->name);
        lb_json_put_text_at(json, "stance", plain->stance);
        lb_json_put_text_at(json, "shape", lb_formation_words.words[shape]);
        lb_json_put_close(json, '}');
    }
    lb_json_put_close(json, ']');
}

/// The words of states with what they mean. Of units only those that people are told.
static void put_states(lb_json_put *json, const char *key, const lb_word_list *list,
                       const char *(*text_of)(uint32_t state))
{
    lb_json_put_open_at(json, key, '{');
    for (uint32_t i = 0; i < list->count; i++)
        if (text_of(i) != NULL)
            lb_json_put_text_at(json, list->words[i], text_of(i));
    lb_json_put_close(json, '}');
}

#define MEANING(name, word, meaning) (meaning),

static const char *group_state_text(uint32_t state)
{
    static const char *const rows[] = {LB_SCENARIO_BRIGADE_STATES(MEANING)};

    return rows[state];
}

static const char *leader_state_text(uint32_t state)
{
    static const char *const rows[] = {LB_SCENARIO_COMMANDER_STATES(MEANING)};

    return rows[state];
}

static void put_strings(lb_json_put *json, const char *key, const char *const *texts)
{
    lb_json_put_open_at(json, key, '[');
    for (uint32_t i = 0; texts != NULL && texts[i] != NULL; i++)
        lb_json_put_string(json, texts[i]);
    lb_json_put_close(json, ']');
}

static void put_sheet(lb_json_put *json, const lb_battle *battle)
{
    const lb_play *play = battle->rules->play;

    lb_json_put_open_at(json, "sheet", '{');
    lb_json_put_text_at(json, "id", battle->rules->id);
    lb_json_put_text_at(json, "name", battle->rules->title);
    lb_json_put_text_at(json, "about", battle->rules->about);
    lb_json_put_text_at(json, "length_word", play->length_word);
    lb_json_put_int_at(json, "length_tmm", play->length_tmm);
    lb_json_put_bool_at(json, "shares_turns", play->shares_turns);
    lb_json_put_open_at(json, "phases", '[');
    for (uint32_t i = 0; i < play->phase_count; i++)
        lb_json_put_string(json, play->phases[i]);
    lb_json_put_close(json, ']');
    lb_json_put_open_at(json, "verbs", '[');
    for (uint32_t i = 0; i < play->verb_count; i++)
        put_verb(json, &play->verbs[i]);
    lb_json_put_close(json, ']');
    lb_json_put_open_at(json, "queries", '[');
    for (uint32_t i = 0; play->queries[i].word != NULL; i++)
        put_verb(json, &play->queries[i]);
    lb_json_put_close(json, ']');
    put_formations(json, battle);
    put_strings(json, "figures", play->figures);
    lb_json_put_int_at(json, "strength_figure", play->strength_figure);
    put_strings(json, "hand", play->hand);
    if (play->tells->loss != NULL) {
        lb_json_put_text_at(json, "loss", play->tells->loss);
        lb_json_put_text_at(json, "losses", play->tells->losses);
    }
    if (play->break_words != NULL)
        lb_json_put_text_at(json, "breaks", play->break_words);
    put_states(json, "unit_states", &lb_scenario_state_words, lb_state_text);
    put_states(json, "group_states", &lb_scenario_brigade_state_words, group_state_text);
    put_states(json, "leader_states", &lb_scenario_commander_state_words, leader_state_text);
    lb_json_put_close(json, '}');
}

/* Armies. */

static void put_index(lb_json_put *json, const char *key, uint16_t number)
{
    if (number != LB_NOBODY)
        lb_json_put_int_at(json, key, number);
}

static void put_side(lb_json_put *json, const lb_battle *battle, uint32_t number)
{
    const lb_side_card *card = &battle->side[number];

    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "name", card->name);
    lb_json_put_text_at(json, "nation", lb_nation_words.words[card->nation]);
    put_index(json, "leader", card->leader);
    lb_json_put_close(json, '}');
}

static void put_group(lb_json_put *json, const lb_battle *battle, uint32_t number)
{
    const lb_group_card *card = &battle->group[number];

    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "name", card->name);
    lb_json_put_int_at(json, "side", card->side);
    put_index(json, "leader", card->leader);
    put_index(json, "superior", card->superior);
    lb_json_put_int_at(json, "first_unit", card->first_unit);
    lb_json_put_int_at(json, "unit_count", card->unit_count);
    lb_json_put_int_at(json, "arrival_turn", card->arrival_turn);
    lb_desk_put_words(json, "traits", &lb_trait_words, card->traits);
    lb_json_put_close(json, '}');
}

/// How far a leader reaches, if the sheet says so.
static void put_rings(lb_json_put *json, const lb_battle *battle, uint32_t leader)
{
    const lb_play *play = battle->rules->play;
    lb_range rows[LB_RANGES_MAX];

    if (play->rings != NULL)
        lb_desk_put_ranges(json, "rings", battle, rows, play->rings(battle, leader, rows));
}

static void put_leader(lb_json_put *json, const lb_battle *battle, uint32_t number)
{
    const lb_leader_card *card = &battle->leader[number];

    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "name", card->name);
    lb_json_put_int_at(json, "side", card->side);
    put_index(json, "group", card->group);
    put_index(json, "superior", card->superior);
    lb_json_put_text_at(json, "rank", lb_rank_words.words[card->rank]);
    lb_json_put_text_at(json, "ability", lb_ability_words.words[card->ability]);
    lb_json_put_text_at(json, "inspiration", lb_inspiration_words.words[card->inspiration]);
    lb_desk_put_words(json, "traits", &lb_leader_trait_words, card->traits);
    put_rings(json, battle, number);
    lb_json_put_close(json, '}');
}

static void put_unit(lb_json_put *json, const lb_battle *battle, uint32_t number)
{
    const lb_play *play = battle->rules->play;
    const lb_unit_card *card = &battle->unit[number];

    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "name", card->name);
    lb_json_put_int_at(json, "side", card->side);
    lb_json_put_int_at(json, "group", card->group);
    lb_json_put_text_at(json, "nation", lb_nation_words.words[card->nation]);
    lb_json_put_text_at(json, "arm", lb_arm_words.words[card->arm]);
    lb_json_put_text_at(json, "class", lb_class_words.words[card->troop_class]);
    lb_json_put_text_at(json, "quality", lb_quality_words.words[card->quality]);
    lb_json_put_open_at(json, "figures", '[');
    for (uint32_t i = 0; play->figures[i] != NULL; i++)
        lb_json_put_int(json, card->figure[i]);
    lb_json_put_close(json, ']');
    if (play->strength_figure >= 0)
        lb_json_put_int_at(json, "whole", card->figure[play->strength_figure]);
    lb_desk_put_words(json, "traits", &lb_trait_words, card->traits);
    lb_json_put_int_at(json, "arrival_turn", card->arrival_turn);
    lb_json_put_close(json, '}');
}

/* The ground and what it is fought for. */

static void put_objective(lb_json_put *json, const lb_battle *battle, uint32_t number)
{
    const lb_objective_card *card = &battle->objective[number];

    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "name", card->name);
    lb_json_put_int_at(json, "x", card->at.x);
    lb_json_put_int_at(json, "y", card->at.y);
    lb_json_put_int_at(json, "radius", card->radius_tmm);
    lb_json_put_int_at(json, "value", card->value);
    if (card->exit < LB_SIDES) {
        lb_json_put_int_at(json, "exit", card->exit);
        lb_json_put_int_at(json, "leavers", card->leavers);
    }
    lb_json_put_close(json, '}');
}

static void put_piece(lb_json_put *json, const lb_battle *battle, uint32_t number)
{
    const lb_piece *piece = &battle->piece[number];

    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "kind", lb_terrain_word((lb_terrain_kind)piece->kind));
    if (battle->piece_name[number][0] != '\0')
        lb_json_put_text_at(json, "name", battle->piece_name[number]);
    lb_json_put_bool_at(json, "is_line", piece->is_line);
    lb_json_put_int_at(json, "level", piece->level);
    lb_json_put_int_at(json, "width", piece->width_tmm);
    lb_json_put_open_at(json, "points", '[');
    for (uint32_t i = 0; i < piece->point_count; i++)
        lb_json_put_point(json, battle->point[piece->first_point + i]);
    lb_json_put_close(json, ']');
    lb_json_put_close(json, '}');
}

static void put_weather(lb_json_put *json, const lb_battle *battle, uint32_t number)
{
    const lb_weather *weather = &battle->weather[number];
    char line[LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_sight(battle, weather, false, &put);
    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "name", weather->name);
    lb_json_put_int_at(json, "turn", weather->turn);
    lb_json_put_int_at(json, "sight_tmm", weather->sight_tmm);
    lb_json_put_text_at(json, "text", line);
    lb_json_put_close(json, '}');
}

static void put_level(lb_json_put *json, const lb_battle *battle, uint32_t number)
{
    const lb_victory_level *level = &battle->level[number];
    char line[LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_level(battle, level, &put);
    lb_json_put_open(json, '{');
    lb_json_put_text_at(json, "name", level->name);
    if (level->side < LB_SIDES)
        lb_json_put_int_at(json, "side", level->side);
    lb_json_put_text_at(json, "text", line);
    lb_json_put_close(json, '}');
}

static void put_victory(lb_json_put *json, const lb_battle *battle)
{
    uint16_t first = lb_victory_clause(battle->rules, 0), clause = first;
    char line[2 * LB_MEANING_MAX];
    lb_put put = lb_put_start(line, sizeof line);

    if (first == UINT16_MAX)
        return;
    while (clause != UINT16_MAX) {
        lb_put_text(&put, clause == first ? "" : " ");
        lb_clause_put(battle->rules, battle->house.value, clause, &put);
        clause = lb_victory_clause(battle->rules, clause + 1u);
    }
    lb_json_put_open_at(json, "victory", '{');
    lb_desk_put_clause(json, "clause", battle, first);
    lb_json_put_text_at(json, "text", line);
    lb_json_put_close(json, '}');
}

/* The whole. */

static void put_list(lb_json_put *json, const char *key, const lb_battle *battle, uint32_t count,
                     void (*put)(lb_json_put *json, const lb_battle *battle, uint32_t number))
{
    lb_json_put_open_at(json, key, '[');
    for (uint32_t i = 0; i < count; i++)
        put(json, battle, i);
    lb_json_put_close(json, ']');
}

int32_t lb_desk_battle(lb_desk *desk, char *text, size_t room)
{
    const lb_battle *battle = desk->battle;
    lb_json_put json = lb_json_put_start(text, room);

    lb_json_put_open(&json, '{');
    put_sheet(&json, battle);
    lb_json_put_text_at(&json, "title", battle->title);
    lb_json_put_text_at(&json, "scenario", battle->scenario);
    lb_json_put_int_at(&json, "turns", battle->turns);
    lb_json_put_int_at(&json, "minutes", battle->minutes);
    lb_json_put_int_at(&json, "start_minute", battle->start_minute);
    lb_json_put_int_at(&json, "first_side", battle->first_side);
    lb_json_put_int_at(&json, "scale_dm", battle->scale_dm);
    lb_json_put_int_at(&json, "width_tmm", battle->width_tmm);
    lb_json_put_int_at(&json, "depth_tmm", battle->depth_tmm);
    lb_json_put_text_at(&json, "outcome", battle->outcome);
    put_victory(&json, battle);
    put_list(&json, "sides", battle, LB_SIDES, put_side);
    put_list(&json, "groups", battle, battle->group_count, put_group);
    put_list(&json, "leaders", battle, battle->leader_count, put_leader);
    put_list(&json, "units", battle, battle->unit_count, put_unit);
    put_list(&json, "objectives", battle, battle->objective_count, put_objective);
    put_list(&json, "pieces", battle, battle->piece_count, put_piece);
    put_list(&json, "weather", battle, battle->weather_count, put_weather);
    put_list(&json, "levels", battle, battle->level_count, put_level);
    lb_json_put_close(&json, '}');
    return lb_json_put_end(&json);
}
