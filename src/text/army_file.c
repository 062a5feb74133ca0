// SPDX-License-Identifier: MIT
// Reading armies, see limber/files.h.

#include "limber/files.h"

#include "text/scenario_words.h"
#include "text/troop_text.h"

#include <stdlib.h>
#include <string.h>

enum { YEAR_MIN = 1792, YEAR_MAX = 1815 };

/// What is being read.
typedef struct reader {
    lb_troop_reader troop; ///< first: the fields of troops need it
    lb_army army;
} reader;

#define YAML (&r->troop.yaml)

_Static_assert(sizeof((lb_army *)0)->id == LB_SCENARIO_WORD &&
                   sizeof((lb_army *)0)->title == LB_SCENARIO_NAME &&
                   sizeof((lb_army *)0)->source == LB_SCENARIO_TEXT,
               "lb_troop_reader knows these sizes");

static bool read_nation(void *context, struct fy_node *key, struct fy_node *value)
{
    reader *r = context;

    return lb_yaml_word(YAML, key, value, lb_nation_words.words, lb_nation_words.count,
                        &r->army.nation);
}

static bool read_year(void *context, struct fy_node *key, struct fy_node *value)
{
    reader *r = context;
    int32_t year;

    if (!lb_yaml_int(YAML, key, value, YEAR_MIN, YEAR_MAX, &year))
        return false;
    r->army.year = (uint16_t)year;
    return true;
}

static bool read_type_name(void *context, struct fy_node *key, struct fy_node *value)
{
    reader *r = context;

    return lb_yaml_text_value(YAML, key, value, r->troop.unit->name, sizeof r->troop.unit->name);
}

static bool read_type(void *context, const char *name, struct fy_node *key, struct fy_node *value)
{
    static const lb_yaml_field fields[] = {
        {.key = "name", .read = read_type_name, .is_required = true},
        {.key = "nation", .read = lb_troop_read_nation},
        {.key = "class", .read = lb_troop_read_class, .is_required = true},
        {.key = "quality", .read = lb_troop_read_quality, .is_required = true},
        {.key = "strength", .read = lb_troop_read_strength, .is_required = true},
        {.key = "pounder", .read = lb_troop_read_pounder},
        {.key = "traits", .read = lb_troop_read_traits},
        {.key = "figures", .read = lb_troop_read_figures},
    };
    reader *r = context;
    lb_army_type *type = &r->army.types[r->army.type_count];

    (void)name;
    if (!lb_yaml_id(YAML, key, key, type->id, sizeof type->id))
        return false;
    type->unit.nation = r->army.nation;
    r->troop.unit = &type->unit;
    r->troop.has_class = r->troop.has_quality = false;
    r->troop.figure_number = r->army.type_count;
    if (!lb_yaml_fields(YAML, key, value, "a type", fields, sizeof fields / sizeof fields[0], r) ||
        !lb_troop_check(&r->troop, key, "a type"))
        return false;
    r->army.type_count++;
    return true;
}

static bool read_types(void *context, struct fy_node *key, struct fy_node *value)
{
    reader *r = context;

    return lb_yaml_pairs(YAML, key, value, LB_ARMY_TYPES, read_type, r);
}

static bool read_root(reader *r)
{
    static const lb_yaml_field fields[] = {
        {.key = "limber"},
        {.key = "id", .read = lb_troop_read_id, .is_required = true},
        {.key = "title", .read = lb_troop_read_title, .is_required = true},
        {.key = "source", .read = lb_troop_read_source, .is_required = true},
        {.key = "nation", .read = read_nation, .is_required = true},
        {.key = "year", .read = read_year, .is_required = true},
        {.key = "types", .read = read_types, .is_required = true},
    };

    return lb_yaml_check_kind(YAML, "army") && lb_yaml_check_first(YAML, "army") &&
           lb_yaml_fields(YAML, NULL, r->troop.yaml.root, "an army", fields,
                          sizeof fields / sizeof fields[0], r);
}

lb_status lb_army_parse(const char *text, size_t size, lb_army *army, lb_diag *diag)
{
    reader *r = calloc(1, sizeof *r);
    lb_diag unread;
    bool is_good;

    if (diag == NULL)
        diag = &unread;
    if (r == NULL) {
        lb_put put = lb_diag_start(diag, LB_ERROR_SPACE, 0, 0);
        lb_put_text(&put, "out of memory");
        return diag->status;
    }
    r->troop.id = r->army.id;
    r->troop.title = r->army.title;
    r->troop.source = r->army.source;
    r->troop.figures = r->army.figures;
    r->troop.figure_count = &r->army.figure_count;
    r->troop.figures_most = LB_ARMY_FIGURES;
    r->troop.figure_owner = LB_FIGURE_OF_UNIT;
    is_good = lb_yaml_open(YAML, text, size, "army", diag);
    if (is_good) {
        is_good = read_root(r);
        lb_yaml_close(YAML);
    }
    if (is_good)
        *army = r->army;
    free(r);
    return is_good ? LB_OK : diag->status;
}

static lb_status parse(const char *text, size_t size, void *army, lb_diag *diag)
{
    return lb_army_parse(text, size, army, diag);
}

lb_status lb_army_load(const char *path, lb_army *army, lb_diag *diag)
{
    return lb_yaml_load_into(path, parse, army, diag);
}

const lb_army_type *lb_army_find(const lb_army *army, const char *id)
{
    for (uint32_t i = 0; i < army->type_count; i++)
        if (strcmp(army->types[i].id, id) == 0)
            return &army->types[i];
    return NULL;
}
