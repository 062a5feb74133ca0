// SPDX-License-Identifier: MIT
// Reading scenarios: what makes one a position, a battle in progress. Losses and the like are
// counted as the position's sheet counts them; only their range is judged here.

#include "limber/ruleset.h"
#include "text/scenario_reader.h"
#include "text/scenario_words.h"

enum { COUNT_MAX = 255, HITS_MAX = 999 };

#define YAML (&r->troop.yaml)

static bool read_count(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                       uint8_t *count)
{
    int32_t number;

    if (!lb_reader_check_position(r, key) || !lb_yaml_int(YAML, key, value, 0, COUNT_MAX, &number))
        return false;
    *count = (uint8_t)number;
    return true;
}

/* Units. */

bool lb_reader_losses(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t number;

    if (!lb_reader_check_position(r, key) || !lb_yaml_int(YAML, key, value, 0, HITS_MAX, &number))
        return false;
    r->troop.unit->losses = (uint16_t)number;
    return true;
}

bool lb_reader_hits(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t number;

    if (!lb_reader_check_position(r, key) || !lb_yaml_int(YAML, key, value, 0, HITS_MAX, &number))
        return false;
    r->troop.unit->hits = (uint16_t)number;
    return true;
}

bool lb_reader_states(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint64_t mask;

    if (!lb_reader_check_position(r, key) ||
        !lb_yaml_words(YAML, key, value, lb_scenario_state_words.words,
                       lb_scenario_state_words.count, &mask))
        return false;
    r->troop.unit->states = (uint32_t)mask;
    return true;
}

bool lb_reader_unit_removed(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_yaml_flag(YAML, key, value, &r->troop.unit->is_removed);
}

bool lb_reader_with(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_reader_keep_name(r, key, value, "a brigade",
                               &r->with[r->troop.unit - r->scenario.units]);
}

bool lb_reader_unit_back(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return read_count(r, key, value, &r->troop.unit->off_turn);
}

/* Brigades. */

static bool read_fatigue(void *context, const char *name, struct fy_node *key,
                         struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint8_t arm;

    (void)name;
    return lb_yaml_word(YAML, key, key, lb_arm_words.words, lb_arm_words.count, &arm) &&
           read_count(r, key, value, &r->brigade->fatigue[arm]);
}

bool lb_reader_fatigue(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_yaml_pairs(YAML, key, value, LB_ARM_COUNT, read_fatigue, r);
}

bool lb_reader_delay(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (r->has_delay)
        return lb_yaml_refuse(YAML, key, "the order says its delay already");
    return read_count(r, key, value, &r->brigade->told.delay);
}

bool lb_reader_routed(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return read_count(r, key, value, &r->brigade->routed);
}

bool lb_reader_wavering(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_yaml_flag(YAML, key, value, &r->brigade->is_wavering);
}

bool lb_reader_activation(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_yaml_word(YAML, key, value, lb_scenario_activation_words.words,
                        lb_scenario_activation_words.count, &r->brigade->activation);
}

bool lb_reader_status(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_yaml_word(YAML, key, value, lb_scenario_status_words.words,
                        lb_scenario_status_words.count, &r->brigade->status);
}

bool lb_reader_area(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    r->brigade->has_area = true;
    return lb_reader_check_position(r, key) && lb_reader_point(r, key, value, &r->brigade->area);
}

/* Commanders. */

bool lb_reader_commander_removed(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_yaml_flag(YAML, key, value, &r->commander->is_removed);
}

bool lb_reader_back(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return read_count(r, key, value, &r->commander->out_turn);
}

bool lb_reader_attached(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_reader_keep_name(r, key, value, "a unit",
                               &r->attached[r->commander - r->scenario.commanders]);
}

/* The battle. */

static bool read_sheet(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    const char *ids[LB_RULESETS_MAX];
    uint32_t count = 0;
    uint8_t number;

    for (; count < lb_ruleset_count; count++)
        ids[count] = lb_rulesets[count]->id;
    if (!lb_yaml_word(YAML, key, value, ids, count, &number))
        return false;
    lb_copy_text(r->scenario.position.sheet, sizeof r->scenario.position.sheet, ids[number]);
    return true;
}

static bool read_turn(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t turn;

    if (!lb_yaml_int(YAML, key, value, 1, r->scenario.turns, &turn))
        return false;
    r->scenario.position.turn = (uint8_t)turn;
    return true;
}

static bool read_phase(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_id(YAML, key, value, r->scenario.position.phase,
                      sizeof r->scenario.position.phase);
}

static bool read_active(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (!lb_reader_side(r, key, value, &r->scenario.position.active))
        return false;
    r->scenario.position.to_act = r->scenario.position.active;
    return true;
}

static bool read_to_act(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_side(r, key, value, &r->scenario.position.to_act);
}

static const char *const card_words[] = {"A", "2", "3",  "4", "5", "6", "7",
                                         "8", "9", "10", "J", "Q", "K"};

static bool read_hand(void *context, const char *name, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint64_t mask;
    uint8_t side;

    (void)name;
    if (!lb_reader_side(r, key, key, &side) ||
        !lb_yaml_words(YAML, key, value, card_words, LB_COUNT_OF(card_words), &mask))
        return false;
    r->scenario.sides[side].cards = (uint16_t)mask;
    return true;
}

static bool read_cards(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_pairs(YAML, key, value, LB_SCENARIO_SIDES, read_hand, r);
}

static bool read_discard(void *context, const char *name, struct fy_node *key,
                         struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint64_t mask;
    uint8_t side;

    (void)name;
    if (!lb_reader_side(r, key, key, &side) ||
        !lb_yaml_words(YAML, key, value, card_words, LB_COUNT_OF(card_words), &mask))
        return false;
    if ((mask & r->scenario.sides[side].cards) != 0)
        return lb_yaml_refuse(YAML, key, "a card is in hand and among the discards");
    r->scenario.sides[side].discards = (uint16_t)mask;
    return true;
}

static bool read_discards(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_pairs(YAML, key, value, LB_SCENARIO_SIDES, read_discard, r);
}

static bool read_defeat(void *context, const char *name, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint8_t side;

    (void)name;
    return lb_reader_side(r, key, key, &side) &&
           read_count(r, key, value, &r->scenario.sides[side].defeats);
}

static bool read_defeats(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_pairs(YAML, key, value, LB_SCENARIO_SIDES, read_defeat, r);
}

static bool read_holder(void *context, const char *name, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    const char *names[LB_SCENARIO_OBJECTIVES];
    uint8_t number;

    (void)name;
    for (uint32_t i = 0; i < r->scenario.objective_count; i++)
        names[i] = r->scenario.objectives[i].name;
    if (r->scenario.objective_count == 0)
        return lb_yaml_refuse(YAML, key, "the scenario has no objectives");
    return lb_yaml_word(YAML, key, key, names, r->scenario.objective_count, &number) &&
           lb_reader_holder(r, key, value, &r->scenario.objectives[number].held);
}

static bool read_held(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_pairs(YAML, key, value, LB_SCENARIO_OBJECTIVES, read_holder, r);
}

bool lb_reader_position(void *context, struct fy_node *key, struct fy_node *value)
{
    static const lb_yaml_field fields[] = {
        {.key = "sheet", .read = read_sheet, .is_required = true},
        {.key = "turn", .read = read_turn, .is_required = true},
        {.key = "phase", .read = read_phase},
        {.key = "active", .read = read_active, .is_required = true},
        {.key = "to-act", .read = read_to_act},
        {.key = "cards", .read = read_cards},
        {.key = "discards", .read = read_discards},
        {.key = "defeats", .read = read_defeats},
        {.key = "held", .read = read_held},
    };
    lb_scenario_reader *r = context;

    r->scenario.position.is_set = true;
    return lb_yaml_fields(YAML, key, value, "a position", fields, LB_COUNT_OF(fields), r);
}
