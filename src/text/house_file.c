// SPDX-License-Identifier: MIT
// Reading house rules with libfyaml. The text may be hostile: size is bounded, aliases and tags are
// refused, every complaint has its line and column.

#include "limber/files.h"

#include "base/put.h"
#include "text/clause_text.h"
#include "text/nearest.h"
#include "text/yaml.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 96, DEPTH_MAX = 8 };

_Static_assert((int)LB_HOUSE_SHEETS >= (int)LB_RULESETS_MAX, "house rules for each ruleset");

/// What is being read.
typedef struct reader {
    lb_house_rules rules;
    bool is_set[LB_HOUSE_SHEETS][LB_VALUES_MAX];
    struct fy_node *set_at[LB_HOUSE_SHEETS][LB_VALUES_MAX];
    lb_yaml yaml;
} reader;

void lb_house_rules_reset(lb_house_rules *rules)
{
    *rules = (lb_house_rules){.changes = 0};
    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        lb_house_reset(lb_rulesets[i], &rules->sheet[i]);
        rules->is_for[i] = true;
    }
}

bool lb_house_rules_fit(const lb_house_rules *rules, const lb_ruleset *ruleset)
{
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        if (lb_rulesets[i] == ruleset)
            return rules->is_for[i];
    return false;
}

const lb_house *lb_house_rules_for(const lb_house_rules *rules, const lb_ruleset *ruleset)
{
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        if (lb_rulesets[i] == ruleset)
            return &rules->sheet[i];
    assert(false);
    return NULL;
}

static bool is_switch(const lb_value *value)
{
    return value->measure == LB_MEASURE_SWITCH;
}

/// Reads a whole number with an optional sign, or on/off for a switch.
static bool parse_number(const char *text, bool as_switch, int32_t *number)
{
    if (as_switch) {
        *number = strcmp(text, "on") == 0 || strcmp(text, "yes") == 0 || strcmp(text, "true") == 0;
        return *number || strcmp(text, "off") == 0 || strcmp(text, "no") == 0 ||
               strcmp(text, "false") == 0;
    }
    return lb_yaml_parse_int(text, number);
}

static void put_range(const lb_value *value, lb_put *put)
{
    if (is_switch(value)) {
        lb_put_text(put, "on or off");
        return;
    }
    lb_put_text(put, "a whole number from ");
    lb_put_int(put, value->lowest);
    lb_put_text(put, " to ");
    lb_put_int(put, value->highest);
}

/// Sets one value of one ruleset from a scalar.
static bool set_value(reader *r, uint32_t sheet, uint16_t index, struct fy_node *key,
                      struct fy_node *node)
{
    const lb_value *value = &lb_rulesets[sheet]->values[index];
    char text[KEY_MAX], name[LB_VALUE_KEY_MAX];
    int32_t number;
    lb_put put;

    if (!lb_yaml_scalar(&r->yaml, node, key, is_switch(value) ? "on or off" : "a number", text,
                        sizeof text))
        return false;
    lb_value_key(lb_rulesets[sheet], index, name);
    if (!parse_number(text, is_switch(value), &number) || number < value->lowest ||
        number > value->highest) {
        put = lb_yaml_complain(&r->yaml, node);
        lb_put_text(&put, name);
        lb_put_text(&put, " takes ");
        put_range(value, &put);
        lb_put_text(&put, ", not ");
        lb_put_quoted(&put, text);
        return false;
    }
    if (r->is_set[sheet][index]) {
        put = lb_yaml_complain(&r->yaml, key);
        lb_put_text(&put, "duplicate key: ");
        lb_put_text(&put, name);
        lb_put_text(&put, " is set twice");
        return false;
    }
    r->is_set[sheet][index] = true;
    r->set_at[sheet][index] = node;
    r->rules.sheet[sheet].value[index] = number;
    return true;
}

static bool refuse_part(reader *r, uint32_t sheet, uint16_t clause, struct fy_node *key,
                        const char *part)
{
    const lb_ruleset *rules = lb_rulesets[sheet];
    lb_nearest search = lb_nearest_start(part);
    lb_put put = lb_yaml_complain(&r->yaml, key);
    uint32_t parts = 0;

    lb_put_text(&put, rules->clauses[clause].id);
    for (uint32_t i = 0; i < rules->value_count; i++)
        if (rules->values[i].clause == clause) {
            lb_nearest_offer(&search, rules->values[i].part);
            parts++;
        }
    if (parts == 0) {
        lb_put_text(&put, " has no number to change");
        return false;
    }
    if (part[0] == '\0') {
        lb_put_text(&put, " has several numbers: name the one to change, such as {");
        for (uint32_t i = 0; i < rules->value_count; i++)
            if (rules->values[i].clause == clause) {
                lb_put_text(&put, rules->values[i].part);
                break;
            }
        lb_put_text(&put, ": …}");
        return false;
    }
    lb_put_text(&put, " has no number called ");
    lb_put_quoted(&put, part);
    lb_nearest_put(&search, &put);
    return false;
}

/// Sets the values below a node: a scalar for `part`, or a mapping of further parts.
static bool set_parts(reader *r, uint32_t sheet, uint16_t clause, const char *part,
                      struct fy_node *key, struct fy_node *node, int depth)
{
    struct fy_node_pair *pair;
    void *at = NULL;
    uint16_t index;

    if (node == NULL || !fy_node_is_mapping(node) || fy_node_is_alias(node)) {
        index = lb_value_find(lb_rulesets[sheet], clause, part);
        return index == UINT16_MAX ? refuse_part(r, sheet, clause, key, part)
                                   : set_value(r, sheet, index, key, node);
    }
    while ((pair = fy_node_mapping_iterate(node, &at)) != NULL) {
        char name[KEY_MAX], longer[KEY_MAX];
        struct fy_node *inner = fy_node_pair_key(pair);
        lb_put put = lb_put_start(longer, sizeof longer);

        if (!lb_yaml_scalar(&r->yaml, inner, key, "the name of a number", name, sizeof name))
            return false;
        lb_put_text(&put, part);
        if (part[0] != '\0')
            lb_put_char(&put, '.');
        lb_put_text(&put, name);
        if (depth == DEPTH_MAX) {
            put = lb_yaml_complain(&r->yaml, inner);
            lb_put_text(&put, "nested too deeply");
            return false;
        }
        if (!set_parts(r, sheet, clause, longer, inner, fy_node_pair_value(pair), depth + 1))
            return false;
    }
    return true;
}

static bool refuse_clause(reader *r, struct fy_node *key, const char *id)
{
    lb_nearest search = lb_nearest_start(id);
    lb_put put = lb_yaml_complain(&r->yaml, key);

    for (uint32_t sheet = 0; sheet < lb_ruleset_count; sheet++)
        if (!r->rules.is_for[sheet] && lb_clause_find(lb_rulesets[sheet], id) != UINT16_MAX) {
            lb_put_quoted(&put, id);
            lb_put_text(&put, " belongs to ");
            lb_put_text(&put, lb_rulesets[sheet]->id);
            lb_put_text(&put, ", but the file is for another sheet");
            return false;
        }
    lb_put_text(&put, "no clause ");
    lb_put_quoted(&put, id);
    for (uint32_t sheet = 0; sheet < lb_ruleset_count; sheet++)
        for (uint32_t i = 0; r->rules.is_for[sheet] && i < lb_rulesets[sheet]->clause_count; i++)
            lb_nearest_offer(&search, lb_rulesets[sheet]->clauses[i].id);
    lb_nearest_put(&search, &put);
    return false;
}

/// True if the clause has a value that is a switch, or one that is not, as asked.
static bool clause_has(const lb_ruleset *rules, uint16_t clause, bool switches)
{
    bool any = false, found = false;

    for (uint32_t i = 0; i < rules->value_count; i++)
        if (rules->values[i].clause == clause) {
            any = true;
            found |= is_switch(&rules->values[i]) == switches;
        }
    return found || !any;
}

/// Reads one line of `values:` or `switches:`.
static bool read_entry(reader *r, struct fy_node *where, struct fy_node_pair *pair, bool switches)
{
    char id[KEY_MAX];
    struct fy_node *key = fy_node_pair_key(pair);
    bool found = false;

    if (!lb_yaml_scalar(&r->yaml, key, where, "a clause id", id, sizeof id))
        return false;
    for (uint32_t sheet = 0; sheet < lb_ruleset_count; sheet++) {
        uint16_t clause = lb_clause_find(lb_rulesets[sheet], id);
        if (clause == UINT16_MAX || !r->rules.is_for[sheet])
            continue;
        found = true;
        if (!clause_has(lb_rulesets[sheet], clause, switches)) {
            lb_put put = lb_yaml_complain(&r->yaml, key);
            lb_put_text(&put, id);
            lb_put_text(&put, switches ? " is a number: it belongs under values"
                                       : " is on or off: it belongs under switches");
            return false;
        }
        if (!set_parts(r, sheet, clause, "", key, fy_node_pair_value(pair), 0))
            return false;
    }
    if (!found)
        return refuse_clause(r, key, id);
    r->rules.changes++;
    return true;
}

/// Reads `values:` or `switches:`.
static bool read_entries(reader *r, struct fy_node *where, struct fy_node *node, bool switches)
{
    struct fy_node_pair *pair;
    void *at = NULL;
    lb_put put;
    bool is_good = true;

    if (node == NULL || !fy_node_is_mapping(node)) {
        put = lb_yaml_complain(&r->yaml, where);
        lb_put_text(&put, switches ? "switches takes lines such as  nl.disorder.as-hit: on"
                                   : "values takes lines such as  vf.hit.base: 5");
        return false;
    }
    while ((pair = fy_node_mapping_iterate(node, &at)) != NULL) {
        uint32_t before = lb_yaml_faults(&r->yaml);

        if (read_entry(r, where, pair, switches))
            continue;
        is_good = false;
        if (!lb_yaml_goes_on(&r->yaml, before))
            return false;
    }
    return is_good;
}

/// Values that are each in range may still make a rule impossible together.
static bool check_conflicts(reader *r)
{
    for (uint32_t sheet = 0; sheet < lb_ruleset_count; sheet++) {
        const lb_ruleset *rules = lb_rulesets[sheet];
        const lb_ascent *broken = lb_house_conflict(rules, r->rules.sheet[sheet].value);
        struct fy_node *node = NULL;
        char name[LB_VALUE_KEY_MAX];
        lb_put put;

        if (broken == NULL)
            continue;
        /* The value named may be the sheet's own; then point at the last one set of the sheet. */
        for (uint32_t i = 0; i < rules->value_count; i++)
            if (r->is_set[sheet][i])
                node = r->set_at[sheet][i];
        if (r->is_set[sheet][broken->higher])
            node = r->set_at[sheet][broken->higher];
        put = lb_yaml_complain(&r->yaml, node);
        lb_put_text(&put, lb_value_key(rules, broken->higher, name));
        lb_put_text(&put, ": ");
        lb_put_text(&put, broken->why);
        return false;
    }
    return true;
}

/// Reads `sheet:`, before anything else.
static bool read_sheet(void *context, struct fy_node *key, struct fy_node *node)
{
    reader *r = context;
    char id[KEY_MAX];
    lb_nearest search;
    lb_put put;
    bool found = false;

    if (!lb_yaml_scalar(&r->yaml, node, key, "the name of a sheet", id, sizeof id))
        return false;
    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        r->rules.is_for[i] = strcmp(lb_rulesets[i]->id, id) == 0;
        found |= r->rules.is_for[i];
    }
    if (found)
        return true;
    search = lb_nearest_start(id);
    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        lb_nearest_offer(&search, lb_rulesets[i]->id);
        /* So that what comes after a bad sheet is judged too. */
        r->rules.is_for[i] = true;
    }
    put = lb_yaml_complain(&r->yaml, node);
    lb_put_text(&put, "no sheet ");
    lb_put_quoted(&put, id);
    lb_nearest_put(&search, &put);
    return false;
}

static bool read_name(void *context, struct fy_node *key, struct fy_node *node)
{
    reader *r = context;

    return lb_yaml_scalar(&r->yaml, node, key, "a name of at most 79 bytes", r->rules.name,
                          sizeof r->rules.name);
}

static bool read_values(void *context, struct fy_node *key, struct fy_node *node)
{
    return read_entries(context, key, node, false);
}

static bool read_switches(void *context, struct fy_node *key, struct fy_node *node)
{
    return read_entries(context, key, node, true);
}

static bool read_root(reader *r)
{
    static const lb_yaml_field fields[] = {{.key = "limber"},
                                           {.key = "sheet", .read = read_sheet},
                                           {.key = "name", .read = read_name},
                                           {.key = "values", .read = read_values},
                                           {.key = "switches", .read = read_switches}};

    return lb_yaml_check_kind(&r->yaml, "house-rules") &&
           lb_yaml_fields(&r->yaml, NULL, r->yaml.root, "a file of house rules", fields,
                          sizeof fields / sizeof fields[0], r) &&
           check_conflicts(r);
}

lb_status lb_house_rules_parse(const char *text, size_t size, lb_house_rules *rules, lb_diag *diag)
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
    lb_house_rules_reset(&r->rules);
    is_good = lb_yaml_open(&r->yaml, text, size, "house-rules", diag);
    if (is_good) {
        is_good = read_root(r);
        lb_yaml_close(&r->yaml);
    }
    if (is_good)
        *rules = r->rules;
    free(r);
    return is_good ? LB_OK : diag->status;
}

static lb_status parse(const char *text, size_t size, void *rules, lb_diag *diag)
{
    return lb_house_rules_parse(text, size, rules, diag);
}

lb_status lb_house_rules_load(const char *path, lb_house_rules *rules, lb_diag *diag)
{
    return lb_yaml_load_into(path, parse, rules, diag);
}
