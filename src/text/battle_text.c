// SPDX-License-Identifier: MIT
// See battle_text.h.

#include "text/battle_text.h"

#include "text/formation_text.h"
#include "text/spot_text.h"

#include <string.h>

const char *lb_wind_word(uint32_t heading)
{
    static const char *const winds[] = {"north", "north-east", "east", "south-east",
                                        "south", "south-west", "west", "north-west"};

    return winds[(heading + 4096) / 8192 % 8];
}

const char *lb_garrison_name(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_ground ground = lb_battle_ground(battle);
    lb_footprint at = lb_unit_footprint(battle, state, unit);

    if (battle->unit[unit].arm != LB_ARM_INFANTRY ||
        state->unit[unit].presence != LB_PRESENCE_TABLE)
        return NULL;
    for (uint16_t i = 0; i < ground.piece_count; i++)
        if ((ground.piece[i].kind == LB_TERRAIN_BUILT_STONE ||
             ground.piece[i].kind == LB_TERRAIN_BUILT_WOODEN) &&
            lb_piece_has_point(&ground, i, at.centre))
            return battle->piece_name[i][0] != '\0' ? battle->piece_name[i] : "houses";
    return NULL;
}

void lb_put_stance(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put)
{
    const char *houses = lb_garrison_name(battle, state, unit);

    lb_put_text(put, houses != NULL
                         ? "in garrison of "
                         : lb_formation_text(battle, state->unit[unit].formation)->stance);
    lb_put_text(put, houses != NULL ? houses : "");
}

void lb_put_length(const lb_battle *battle, int32_t tmm, bool spells_units, lb_put *put)
{
    const lb_play *play = battle->rules->play;
    int32_t tenths = ((tmm < 0 ? -tmm : tmm) * 10 + play->length_tmm / 2) / play->length_tmm;

    if (tmm < 0)
        lb_put_char(put, '-');
    lb_put_int(put, tenths / 10);
    lb_put_char(put, '.');
    lb_put_int(put, tenths % 10);
    if (strcmp(play->length_word, "in") == 0 && !spells_units) {
        lb_put_char(put, '"');
        return;
    }
    lb_put_char(put, ' ');
    lb_put_text(put, play->length_word);
}

static void put_step(const lb_battle *battle, const lb_step *step, bool spells_units, lb_put *put)
{
    int32_t degrees = (step->angle * 360 + (step->angle < 0 ? -32768 : 32768)) / 65536;

    switch ((lb_step_kind)step->kind) {
    case LB_STEP_STRAIGHT:
        lb_put_text(put, step->tmm < 0 ? ", back " : ", forward ");
        lb_put_length(battle, step->tmm < 0 ? -step->tmm : step->tmm, spells_units, put);
        return;
    case LB_STEP_OBLIQUE:
        lb_put_text(put, degrees < 0 ? ", oblique left " : ", oblique right ");
        lb_put_int(put, degrees < 0 ? -degrees : degrees);
        lb_put_char(put, ' ');
        lb_put_length(battle, step->tmm, spells_units, put);
        return;
    case LB_STEP_WHEEL:
        lb_put_text(put, degrees < 0 ? ", wheel left " : ", wheel right ");
        lb_put_int(put, degrees < 0 ? -degrees : degrees);
        return;
    case LB_STEP_TURN:
        lb_put_text(put, ", turn to ");
        lb_put_int(put, degrees);
        return;
    case LB_STEP_ABOUT:
        lb_put_text(put, ", about turn");
        return;
    case LB_STEP_COUNT:
        return;
    }
}

const char *lb_target_name(const lb_battle *battle, uint32_t side, const lb_action *action)
{
    const lb_play *play = battle->rules->play;
    lb_target_kind kind =
        play->target_kind != NULL ? play->target_kind(battle, side, action) : LB_TARGET_UNIT;

    if (kind == LB_TARGET_UNIT && action->target < battle->unit_count)
        return battle->unit[action->target].name;
    if (kind == LB_TARGET_GROUP && action->target < battle->group_count)
        return battle->group[action->target].name;
    if (kind == LB_TARGET_LEADER && action->target < battle->leader_count)
        return battle->leader[action->target].name;
    if (kind == LB_TARGET_OBJECTIVE && action->target < battle->objective_count)
        return battle->objective[action->target].name;
    return NULL;
}

/// Writes whom an action without a unit of its own concerns.
static void put_target(const lb_battle *battle, uint32_t side, const lb_action *action, lb_put *put)
{
    const char *name = lb_target_name(battle, side, action);

    if (name == NULL)
        return;
    lb_put_text(put, " on ");
    lb_put_text(put, name);
}

/// Writes other units that take part: "A, B and C".
static void put_members(const lb_battle *battle, const lb_action *action, lb_put *put)
{
    uint32_t left = lb_unit_set_count(&action->members);
    bool is_first = true;

    for (uint16_t i = 0; i < battle->unit_count; i++) {
        if (!lb_unit_set_has(&action->members, i))
            continue;
        if (!is_first)
            lb_put_text(put, left == 1 ? " and " : ", ");
        lb_put_text(put, battle->unit[i].name);
        is_first = false;
        left--;
    }
}

/// Writes what a key of a phrase stands for; false if it is none.
static bool put_key(const lb_battle *battle, uint32_t side, const lb_action *action,
                    bool spells_units, const char *key, lb_put *put)
{
    uint32_t uses = battle->rules->play->verbs[action->verb].uses;
    const char *name = lb_target_name(battle, side, action);

    if (strncmp(key, "{who}", 5) == 0)
        lb_put_text(put, (uses & LB_USES_GROUP) != 0    ? battle->group[action->unit].name
                         : (uses & LB_USES_LEADER) != 0 ? battle->leader[action->unit].name
                                                        : battle->unit[action->unit].name);
    else if (strncmp(key, "{at}", 4) == 0)
        lb_put_text(put, name != NULL ? name : "nobody");
    else if (strncmp(key, "{place}", 7) == 0)
        lb_put_place(battle, action->place, spells_units, put);
    else if (strncmp(key, "{with}", 6) == 0)
        put_members(battle, action, put);
    else if (strncmp(key, "{as}", 4) == 0)
        lb_put_text(put, battle->rules->play->option_text(action));
    else if (strncmp(key, "{on}", 4) == 0)
        put_target(battle, side, action, put);
    else
        return false;
    return true;
}

/// Writes an action by the phrase of its verb; false if it has none.
static bool put_phrase(const lb_battle *battle, uint32_t side, const lb_action *action,
                       bool spells_units, lb_put *put)
{
    const lb_play *play = battle->rules->play;
    const lb_synonym *row = play->phrases;

    while (row != NULL && row->word != NULL &&
           strcmp(row->word, play->verbs[action->verb].word) != 0)
        row++;
    if (row == NULL || row->word == NULL)
        return false;
    for (const char *c = row->verb; *c != '\0'; c++)
        if (*c == '{' && put_key(battle, side, action, spells_units, c, put))
            while (*c != '}')
                c++;
        else
            lb_put_char(put, *c);
    return true;
}

void lb_put_order(const lb_battle *battle, uint32_t side, const lb_action *action, bool is_named,
                  bool spells_units, lb_put *put)
{
    const lb_verb *verb = &battle->rules->play->verbs[action->verb];

    if (put_phrase(battle, side, action, spells_units, put))
        return;
    lb_put_text(put, verb->word);
    if ((verb->uses & LB_USES_UNIT) != 0 && is_named) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->unit[action->unit].name);
    }
    if ((verb->uses & LB_USES_GROUP) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->group[action->unit].name);
    }
    if ((verb->uses & LB_USES_LEADER) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->leader[action->unit].name);
    }
    if ((verb->uses & LB_USES_UNIT) != 0 && (verb->uses & LB_USES_TARGET) != 0) {
        const char *name = lb_target_name(battle, side, action);

        lb_put_text(put, " at ");
        lb_put_text(put, name != NULL ? name : "nobody");
    }
    if ((verb->uses & LB_USES_OPTION) != 0 && battle->rules->play->option_text(action)[0] != '\0') {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->rules->play->option_text(action));
    }
    if ((verb->uses & LB_USES_UNIT) == 0 && (verb->uses & LB_USES_TARGET) != 0)
        put_target(battle, side, action, put);
    if ((verb->uses & LB_USES_PLACE) != 0) {
        lb_put_text(put, " to ");
        lb_put_place(battle, action->place, spells_units, put);
    }
    for (int i = 0; (verb->uses & LB_USES_HELPERS) != 0 && i < LB_HELPERS_MAX; i++)
        if (action->helper[i] != LB_NOBODY) {
            lb_put_text(put, i == 0 ? ", supported by " : ", ");
            lb_put_text(put, battle->unit[action->helper[i]].name);
        }
    for (uint16_t i = 0; (verb->uses & LB_USES_MEMBERS) != 0 && i < battle->unit_count; i++)
        if (lb_unit_set_has(&action->members, i)) {
            lb_put_text(put, ", and ");
            lb_put_text(put, battle->unit[i].name);
        }
    if ((verb->uses & LB_USES_PATH) != 0)
        for (uint32_t i = 0; i < action->path.count; i++)
            put_step(battle, &action->path.step[i], spells_units, put);
    if ((verb->uses & LB_USES_FORMATION) != 0) {
        lb_put_text(put, ", ");
        lb_put_text(put, lb_formation_text(battle, action->formation)->stance);
    }
}

/// What people are told of a state; those that only the rules need have no words.
static const char *const state_words[LB_SCENARIO_STATE_COUNT] = {
    [LB_SCENARIO_STATE_SHAKEN] = "shaken",
    [LB_SCENARIO_STATE_DISORDERED] = "disordered",
    [LB_SCENARIO_STATE_UNSETTLED] = "a little disordered",
    [LB_SCENARIO_STATE_CARRIED] = "for longer than this turn",
    [LB_SCENARIO_STATE_FIRED] = "has fired",
    [LB_SCENARIO_STATE_MOVED] = "has moved",
    [LB_SCENARIO_STATE_ACTED] = "has acted",
    [LB_SCENARIO_STATE_CHARGED] = "has charged",
    [LB_SCENARIO_STATE_FOUGHT] = "has fought",
    [LB_SCENARIO_STATE_SUPPORTED] = "has given support",
    [LB_SCENARIO_STATE_INSPIRED] = "inspired",
    [LB_SCENARIO_STATE_PROVED] = "better than feared",
    [LB_SCENARIO_STATE_WANTING] = "worse than hoped",
    [LB_SCENARIO_STATE_REFORMING] = "reforming",
    [LB_SCENARIO_STATE_SKIRMISHED] = "has fired as skirmishers",
    [LB_SCENARIO_STATE_UNREACHED] = "no order reached it",
    [LB_SCENARIO_STATE_FREED] = "may act by a card",
    [LB_SCENARIO_STATE_AGAIN] = "may move and then assault by a card",
    [LB_SCENARIO_STATE_ONWARD] = "may still assault by a card",
    [LB_SCENARIO_STATE_SPED] = "moves further by a card",
    [LB_SCENARIO_STATE_WON] = "has won a fight",
    [LB_SCENARIO_STATE_DAUNTED] = "tests valour at a worse number by a card",
    [LB_SCENARIO_STATE_DISMOUNTED] = "dismounted",
    [LB_SCENARIO_STATE_HURRIED] = "formed in haste",
    [LB_SCENARIO_STATE_CLOSED] = "has closed with an enemy",
    [LB_SCENARIO_STATE_BAYONET] = "with the bayonet",
    [LB_SCENARIO_STATE_ATTACKED] = "has been attacked"};

const char *lb_state_text(uint32_t state)
{
    return state < LB_SCENARIO_STATE_COUNT ? state_words[state] : NULL;
}

/// What programs call a change; scripts know these words.
static const char *const change_words[LB_CHANGE_COUNT] = {
    [LB_CHANGE_NONE] = "nothing",        [LB_CHANGE_PLACE] = "place",
    [LB_CHANGE_FORMATION] = "formation", [LB_CHANGE_PRESENCE] = "presence",
    [LB_CHANGE_LOSSES] = "losses",       [LB_CHANGE_HITS] = "hits",
    [LB_CHANGE_FLAGS] = "flags",         [LB_CHANGE_HELD] = "held",
    [LB_CHANGE_SCORE] = "score",         [LB_CHANGE_WORTH] = "worth",
    [LB_CHANGE_HAND] = "hand",           [LB_CHANGE_TALLY] = "tally",
    [LB_CHANGE_PILE] = "pile",           [LB_CHANGE_TARGET] = "target",
    [LB_CHANGE_FATIGUE] = "fatigue",     [LB_CHANGE_ORDER] = "order",
    [LB_CHANGE_PENDING] = "pending",     [LB_CHANGE_STATUS] = "status",
    [LB_CHANGE_AREA] = "area",           [LB_CHANGE_GROUP] = "group"};

const char *lb_change_word(uint32_t change)
{
    return change < LB_CHANGE_COUNT ? change_words[change] : NULL;
}

void lb_put_states(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put)
{
    lb_unit_report report = lb_battle_unit(battle, state, unit);

    if (battle->rules->play->tells->loss != NULL) {
        lb_put_text(put, ", losses ");
        lb_put_int(put, report.losses);
    }
    if (report.hits > 0) {
        lb_put_text(put, ", hits ");
        lb_put_int(put, report.hits);
    }
    for (uint32_t i = 0; i < LB_SCENARIO_STATE_COUNT; i++)
        if (lb_has_trait(report.states, i) && state_words[i] != NULL) {
            lb_put_text(put, ", ");
            lb_put_text(put, state_words[i]);
        }
}

void lb_put_unit(const lb_battle *battle, const lb_state *state, uint32_t unit, bool spells_units,
                 lb_put *put)
{
    static const char *const presence_words[LB_PRESENCE_COUNT] = {"not here yet", "", "gone",
                                                                  "left the table"};
    const lb_unit *of = &state->unit[unit];

    lb_put_int(put, unit);
    lb_put_char(put, ' ');
    lb_put_text(put, battle->unit[unit].name);
    lb_put_text(put, ": ");
    if (of->presence != LB_PRESENCE_TABLE) {
        bool has_been_here =
            of->presence == LB_PRESENCE_AWAY && battle->unit[unit].arrival_turn == 0;

        lb_put_text(put, has_been_here ? "off the table" : presence_words[of->presence]);
        return;
    }
    lb_put_stance(battle, state, unit, put);
    lb_put_states(battle, state, unit, put);
    lb_put_text(put, ", at ");
    lb_put_length(battle, of->at.x, spells_units, put);
    lb_put_text(put, " from the west edge and ");
    lb_put_length(battle, of->at.y, spells_units, put);
    lb_put_text(put, " from the south edge, facing ");
    lb_put_text(put, lb_wind_word(of->heading));
}
