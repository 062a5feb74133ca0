// SPDX-License-Identifier: MIT
// Reading scenarios: what a battle is about: objectives, exits, and levels of victory.

#include "text/scenario_reader.h"

#include <string.h>

enum {
    RADIUS_MIN_DM = 100,
    RADIUS_MAX_DM = 20000,
    RADIUS_USUAL_DM = 1000,
    VALUE_MAX = 9,
    LEAVERS_MAX = 99,
    GROUND_MAX = 200
};

#define YAML (&r->troop.yaml)

/* Objectives. */

static bool read_objective_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (!lb_yaml_text_value(YAML, key, value, r->objective->name, sizeof r->objective->name))
        return false;
    for (const lb_scenario_objective *other = r->scenario.objectives; other < r->objective; other++)
        if (strcmp(other->name, r->objective->name) == 0)
            return lb_yaml_refuse(YAML, value, "two objectives have this name");
    return true;
}

static bool read_objective_place(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_point(r, key, value, &r->objective->at);
}

static bool read_radius(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t radius;

    if (!lb_yaml_metres(YAML, key, value, RADIUS_MIN_DM, RADIUS_MAX_DM, &radius))
        return false;
    r->objective->radius_dm = (uint16_t)radius;
    return true;
}

static bool read_held(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_holder(r, key, value, &r->objective->held_at_start);
}

static bool read_worth(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t worth;

    if (!lb_yaml_int(YAML, key, value, 1, VALUE_MAX, &worth))
        return false;
    r->objective->value = (uint8_t)worth;
    return true;
}

static bool read_exit(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint8_t side;

    if (!lb_reader_side(r, key, value, &side))
        return false;
    r->objective->exit = (uint8_t)(side + 1);
    return true;
}

static bool read_leavers(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t units;

    if (!lb_yaml_int(YAML, key, value, 1, LEAVERS_MAX, &units))
        return false;
    r->objective->leavers = (uint8_t)units;
    return true;
}

/// An exit lies on the edge of the ground, and is the enemy's until somebody has left by it.
static bool settle_exit(const lb_scenario_reader *r, struct fy_node *item)
{
    lb_scenario_objective *exit = r->objective;

    if (exit->exit == 0)
        return exit->leavers == 0 ||
               lb_yaml_refuse(YAML, item, "units: belongs to an exit; this objective has no exit:");
    if (exit->held_at_start != 0)
        return lb_yaml_refuse(YAML, item,
                              "an exit is held by the enemy until units have left by it: it takes "
                              "no held:");
    if (exit->at.x_dm != 0 && exit->at.y_dm != 0 && exit->at.x_dm != r->scenario.width_dm &&
        exit->at.y_dm != r->scenario.height_dm)
        return lb_yaml_refuse(YAML, item, "an exit lies on an edge of the ground");
    exit->leavers = exit->leavers > 0 ? exit->leavers : 1;
    exit->held_at_start = (uint8_t)(3 - exit->exit);
    return true;
}

static bool read_objective(void *context, struct fy_node *key, struct fy_node *item)
{
    static const lb_yaml_field fields[] = {
        {.key = "name", .read = read_objective_name, .is_required = true},
        {.key = "place", .read = read_objective_place, .is_required = true},
        {.key = "radius", .read = read_radius},
        {.key = "held", .read = read_held},
        {.key = "value", .read = read_worth},
        {.key = "exit", .read = read_exit},
        {.key = "units", .read = read_leavers},
    };
    lb_scenario_reader *r = context;

    r->objective = &r->scenario.objectives[r->scenario.objective_count++];
    r->objective->radius_dm = RADIUS_USUAL_DM;
    r->objective->value = 1;
    if (!lb_yaml_fields(YAML, key, item, "an objective", fields, LB_COUNT_OF(fields), r) ||
        !settle_exit(r, item))
        return false;
    r->objective->held = r->objective->held_at_start;
    return true;
}

bool lb_reader_objectives(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    bool is_good = lb_yaml_items(YAML, key, value, LB_SCENARIO_OBJECTIVES, read_objective, r);

    r->has_bad_list |= !is_good;
    return is_good;
}

/* Levels of victory. */

static lb_scenario_level *level_of(lb_scenario_reader *r)
{
    return &r->scenario.levels[r->scenario.level_count];
}

static bool read_level_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, value, level_of(r)->name, sizeof level_of(r)->name);
}

static bool read_level_side(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_holder(r, key, value, &level_of(r)->side);
}

static bool read_level_ground(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t ground;

    if (!lb_yaml_int(YAML, key, value, 1, GROUND_MAX, &ground))
        return false;
    level_of(r)->ground = (uint8_t)ground;
    return true;
}

static bool read_level_breaks(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    uint8_t side;

    if (!lb_reader_side(r, key, value, &side))
        return false;
    level_of(r)->breaks = (uint8_t)(side + 1);
    return true;
}

static bool read_level(void *context, struct fy_node *key, struct fy_node *item)
{
    static const lb_yaml_field fields[] = {
        {.key = "name", .read = read_level_name, .is_required = true},
        {.key = "side", .read = read_level_side, .is_required = true},
        {.key = "ground", .read = read_level_ground},
        {.key = "breaks", .read = read_level_breaks},
    };
    lb_scenario_reader *r = context;
    const lb_scenario_level *level = level_of(r);

    if (!lb_yaml_fields(YAML, key, item, "a level of victory", fields, LB_COUNT_OF(fields), r))
        return false;
    if (level->side == 0 && level->ground > 0)
        return lb_yaml_refuse(YAML, item, "a level with ground: needs the side that holds it");
    if (level->side != 0 && level->breaks == level->side)
        return lb_yaml_refuse(YAML, item, "a side does not win by breaking itself");
    r->scenario.level_count++;
    return true;
}

bool lb_reader_levels(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_items(YAML, key, value, LB_SCENARIO_LEVELS, read_level, r);
}
