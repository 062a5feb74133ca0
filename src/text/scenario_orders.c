// SPDX-License-Identifier: MIT
// Reading scenarios: what brigades are told to do. An order is a word, or a mapping with the
// objective, the brigade or the place that it names. Names are only kept here: scenario_names.c
// looks them up.

#include "text/scenario_reader.h"
#include "text/scenario_words.h"

enum { DELAY_MAX = 255 };

#define YAML (&r->troop.yaml)

static bool read_kind(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_word(YAML, key, value, lb_scenario_order_words.words,
                        lb_scenario_order_words.count, &r->told->order);
}

/// An order is about one thing.
static bool check_single(const lb_scenario_reader *r, struct fy_node *key, bool has_other)
{
    return !has_other ||
           lb_yaml_refuse(YAML, key,
                          "an order names one thing: an objective, a brigade or a place");
}

static bool read_objective(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_keep_name(r, key, value, "an objective", &r->told_names->objective);
}

static bool read_brigade(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return check_single(r, key, r->told_names->objective != NULL) &&
           lb_reader_keep_name(r, key, value, "a brigade", &r->told_names->brigade);
}

static bool read_place(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (!check_single(r, key, r->told_names->objective != NULL || r->told_names->brigade != NULL))
        return false;
    r->told->is_placed = true;
    return lb_reader_point(r, key, value, &r->told->place);
}

static bool read_delay(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t delay;

    if (!lb_reader_check_position(r, key) || !lb_yaml_int(YAML, key, value, 0, DELAY_MAX, &delay))
        return false;
    r->told->delay = (uint8_t)delay;
    return true;
}

/// An order as a word or as a mapping.
static bool read_told(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                      lb_scenario_told *told, lb_reader_told *names)
{
    static const lb_yaml_field fields[] = {
        {.key = "order", .read = read_kind, .is_required = true},
        {.key = "objective", .read = read_objective},
        {.key = "brigade", .read = read_brigade},
        {.key = "place", .read = read_place},
        {.key = "delay", .read = read_delay},
    };

    r->told = told;
    r->told_names = names;
    if (value != NULL && fy_node_is_mapping(value))
        return lb_yaml_fields(YAML, key, value, "an order", fields, LB_COUNT_OF(fields), r);
    return read_kind(r, key, value);
}

bool lb_reader_order(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    r->has_delay = lb_yaml_find(value, "delay") != NULL;
    return read_told(r, key, value, &r->brigade->told,
                     &r->order[r->brigade - r->scenario.brigades]);
}

bool lb_reader_pending(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_check_position(r, key) &&
           read_told(r, key, value, &r->brigade->pending,
                     &r->pending[r->brigade - r->scenario.brigades]);
}
