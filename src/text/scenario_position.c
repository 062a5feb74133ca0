// SPDX-License-Identifier: MIT
// Reading scenarios: what makes one a position, a battle in progress. Losses and the like are
// counted as the position's sheet counts them; only their range is judged here. scenario_marks.c
// reads flags and marks.

#include "limber/battle.h"
#include "text/scenario_reader.h"
#include "text/scenario_words.h"

#include <string.h>

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

bool lb_reader_unit_removed(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           lb_yaml_flag(YAML, key, value, &r->troop.unit->is_removed);
}

bool lb_reader_left(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (r->troop.unit->is_removed)
        return lb_yaml_refuse(YAML, key, "a unit that is removed has not left by an exit");
    return lb_reader_check_position(r, key) &&
           lb_reader_keep_name(r, key, value, "an exit",
                               &r->left[r->troop.unit - r->scenario.units]);
}

bool lb_reader_with(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (r->troop.unit->is_removed)
        return lb_yaml_refuse(YAML, key, "a unit that is removed is with no brigade");
    return lb_reader_check_position(r, key) &&
           lb_reader_keep_name(r, key, value, "a brigade",
                               &r->with[r->troop.unit - r->scenario.units]);
}

bool lb_reader_unit_back(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (r->troop.unit->is_removed)
        return lb_yaml_refuse(YAML, key, "a unit that is removed does not come back");
    r->unit_back[r->troop.unit - r->scenario.units] = value;
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

bool lb_reader_wavering(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    bool is_wavering;

    /* Earlier files may have it; no sheet asks for it. */
    return lb_reader_check_position(r, key) && lb_yaml_flag(YAML, key, value, &is_wavering);
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

    if (r->commander->is_removed)
        return lb_yaml_refuse(YAML, key, "a commander who is removed does not come back");
    r->commander_back[r->commander - r->scenario.commanders] = value;
    return read_count(r, key, value, &r->commander->out_turn);
}

bool lb_reader_attached(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (r->commander->is_removed)
        return lb_yaml_refuse(YAML, key, "a commander who is removed is with no unit");
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

    if (!lb_yaml_int(YAML, key, value, 1, lb_reader_last_turn(r), &turn))
        return false;
    r->scenario.position.turn = (uint8_t)turn;
    return true;
}

static bool read_phase(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    lb_scenario_position *position = &r->scenario.position;

    lb_yaml_where(value, &position->phase_where.line, &position->phase_where.column);
    return lb_yaml_id(YAML, key, value, position->phase, sizeof position->phase);
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
    static const lb_yaml_field common[] = {
        {.key = "sheet", .read = read_sheet, .is_required = true},
        {.key = "turn", .read = read_turn, .is_required = true},
        {.key = "phase", .read = read_phase},
        {.key = "active", .read = read_active, .is_required = true},
        {.key = "to-act", .read = read_to_act},
        {.key = "held", .read = read_held},
    };
    lb_scenario_reader *r = context;
    lb_yaml_field fields[LB_YAML_FIELDS_MAX];

    memcpy(fields, common, sizeof common);
    r->scenario.position.is_set = true;
    return lb_yaml_fields(YAML, key, value, "a position", fields,
                          lb_reader_add_keys(LB_ACTOR_SIDE, fields, LB_COUNT_OF(common)), r);
}
