// SPDX-License-Identifier: MIT
// Reading house rules with libfyaml. The text may be hostile: size is bounded, aliases and tags are
// refused, every complaint has its line and column.

#include "text/house_file.h"

#include "base/put.h"
#include "text/clause_text.h"
#include "text/nearest.h"
#include "text/utf8.h"

#include <assert.h>
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 96, DEPTH_MAX = 8 };

/// What is being read.
typedef struct reader {
    lb_house_rules rules;
    bool is_for[LB_HOUSE_SHEETS]; ///< sheets that the file is for
    bool is_set[LB_HOUSE_SHEETS][LB_VALUES_MAX];
    struct fy_node *set_at[LB_HOUSE_SHEETS][LB_VALUES_MAX];
    lb_diag *diag;
} reader;

void lb_house_rules_reset(lb_house_rules *rules)
{
    assert(lb_ruleset_count <= LB_HOUSE_SHEETS);
    *rules = (lb_house_rules){.changes = 0};
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        lb_house_reset(lb_rulesets[i], &rules->sheet[i]);
}

const lb_house *lb_house_rules_for(const lb_house_rules *rules, const lb_ruleset *ruleset)
{
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        if (lb_rulesets[i] == ruleset)
            return &rules->sheet[i];
    assert(false);
    return NULL;
}

/// Line and column of a node: its own, or of the first scalar inside.
static void place_of(struct fy_node *node, int32_t *line, int32_t *column)
{
    struct fy_token *token = NULL;
    const struct fy_mark *mark;

    *line = *column = 0;
    for (int depth = 0; node != NULL && depth < DEPTH_MAX && token == NULL; depth++) {
        void *at = NULL;
        struct fy_node_pair *pair;

        if (fy_node_is_scalar(node)) {
            token = fy_node_get_scalar_token(node);
        } else if (fy_node_is_mapping(node)) {
            pair = fy_node_mapping_iterate(node, &at);
            node = pair != NULL ? fy_node_pair_key(pair) : NULL;
        } else {
            node = fy_node_sequence_iterate(node, &at);
        }
    }
    mark = token != NULL ? fy_token_start_mark(token) : NULL;
    if (mark != NULL) {
        *line = mark->line + 1;
        *column = mark->column + 1;
    }
}

static lb_put complain(reader *r, struct fy_node *node)
{
    int32_t line, column;

    place_of(node, &line, &column);
    return lb_diag_start(r->diag, LB_ERROR_INPUT, line, column);
}

/// The text of a plain scalar; false, with a complaint that `what` is wanted, for anything else.
static bool scalar(reader *r, struct fy_node *node, struct fy_node *place, const char *what,
                   char *text, size_t room)
{
    size_t length = 0;
    const char *found = NULL;
    lb_diag unused;
    lb_put put;

    if (node != NULL && fy_node_is_scalar(node) && !fy_node_is_alias(node) &&
        fy_node_get_tag_token(node) == NULL)
        found = fy_node_get_scalar(node, &length);
    if (found == NULL || length == 0 || length >= room ||
        lb_utf8_check(found, length, &unused) != LB_OK || memchr(found, '\n', length) != NULL) {
        put = complain(r, node != NULL && found == NULL && !fy_node_is_alias(node) ? node : place);
        lb_put_text(&put, "expected ");
        lb_put_text(&put, what);
        return false;
    }
    memcpy(text, found, length);
    text[length] = '\0';
    return true;
}

static bool is_switch(const lb_value *value)
{
    return value->unit == LB_UNIT_SWITCH;
}

/// Reads a whole number with an optional sign, or on/off for a switch.
static bool parse_number(const char *text, bool as_switch, int32_t *number)
{
    char *end;
    long parsed;

    if (as_switch) {
        *number = strcmp(text, "on") == 0 || strcmp(text, "yes") == 0 || strcmp(text, "true") == 0;
        return *number || strcmp(text, "off") == 0 || strcmp(text, "no") == 0 ||
               strcmp(text, "false") == 0;
    }
    if (!((text[0] >= '0' && text[0] <= '9') || text[0] == '-' || text[0] == '+') ||
        strlen(text) > 9)
        return false;
    parsed = strtol(text, &end, 10);
    *number = (int32_t)parsed;
    return *end == '\0' && end != text && end[-1] >= '0' && end[-1] <= '9';
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

    if (!scalar(r, node, key, is_switch(value) ? "on or off" : "a number", text, sizeof text))
        return false;
    lb_value_key(lb_rulesets[sheet], index, name);
    if (!parse_number(text, is_switch(value), &number) || number < value->lowest ||
        number > value->highest) {
        put = complain(r, node);
        lb_put_text(&put, name);
        lb_put_text(&put, " takes ");
        put_range(value, &put);
        lb_put_text(&put, ", not ");
        lb_put_quoted(&put, text);
        return false;
    }
    if (r->is_set[sheet][index]) {
        put = complain(r, key);
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
    lb_put put = complain(r, key);
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

        if (!scalar(r, inner, key, "the name of a number", name, sizeof name))
            return false;
        lb_put_text(&put, part);
        if (part[0] != '\0')
            lb_put_char(&put, '.');
        lb_put_text(&put, name);
        if (depth == DEPTH_MAX) {
            put = complain(r, inner);
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
    lb_put put = complain(r, key);

    for (uint32_t sheet = 0; sheet < lb_ruleset_count; sheet++)
        if (!r->is_for[sheet] && lb_clause_find(lb_rulesets[sheet], id) != UINT16_MAX) {
            lb_put_quoted(&put, id);
            lb_put_text(&put, " belongs to ");
            lb_put_text(&put, lb_rulesets[sheet]->id);
            lb_put_text(&put, ", but the file is for another sheet");
            return false;
        }
    lb_put_text(&put, "no clause ");
    lb_put_quoted(&put, id);
    for (uint32_t sheet = 0; sheet < lb_ruleset_count; sheet++)
        for (uint32_t i = 0; r->is_for[sheet] && i < lb_rulesets[sheet]->clause_count; i++)
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

/// Reads `values:` or `switches:`.
static bool read_entries(reader *r, struct fy_node *where, struct fy_node *node, bool switches)
{
    struct fy_node_pair *pair;
    void *at = NULL;
    lb_put put;

    if (node == NULL || !fy_node_is_mapping(node)) {
        put = complain(r, where);
        lb_put_text(&put, switches ? "switches takes lines such as  nl.disorder.as-hit: on"
                                   : "values takes lines such as  vf.hit.base: 5");
        return false;
    }
    while ((pair = fy_node_mapping_iterate(node, &at)) != NULL) {
        char id[KEY_MAX];
        struct fy_node *key = fy_node_pair_key(pair);
        bool found = false;

        if (!scalar(r, key, where, "a clause id", id, sizeof id))
            return false;
        for (uint32_t sheet = 0; sheet < lb_ruleset_count; sheet++) {
            uint16_t clause = lb_clause_find(lb_rulesets[sheet], id);
            if (clause == UINT16_MAX || !r->is_for[sheet])
                continue;
            found = true;
            if (!clause_has(lb_rulesets[sheet], clause, switches)) {
                put = complain(r, key);
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
    }
    return true;
}

/// Reads `sheet:`, before anything else.
static bool read_sheet(reader *r, struct fy_node *root)
{
    struct fy_node *node = fy_node_mapping_lookup_by_string(root, "sheet", FY_NT);
    char id[KEY_MAX];
    lb_nearest search;
    lb_put put;

    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        r->is_for[i] = node == NULL;
    if (node == NULL)
        return true;
    if (!scalar(r, node, root, "the name of a sheet", id, sizeof id))
        return false;
    search = lb_nearest_start(id);
    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        lb_nearest_offer(&search, lb_rulesets[i]->id);
        r->is_for[i] = strcmp(lb_rulesets[i]->id, id) == 0;
        if (r->is_for[i])
            return true;
    }
    put = complain(r, node);
    lb_put_text(&put, "no sheet ");
    lb_put_quoted(&put, id);
    lb_nearest_put(&search, &put);
    return false;
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
        put = complain(r, node);
        lb_put_text(&put, lb_value_key(rules, broken->higher, name));
        lb_put_text(&put, ": ");
        lb_put_text(&put, broken->why);
        return false;
    }
    return true;
}

static bool read_root(reader *r, struct fy_node *root)
{
    static const char *const keys[] = {"limber", "name", "sheet", "values", "switches"};
    struct fy_node_pair *pair;
    char kind[KEY_MAX];
    void *at = NULL;
    lb_put put;

    if (root == NULL || !fy_node_is_mapping(root)) {
        put = lb_diag_start(r->diag, LB_ERROR_INPUT, 1, 1);
        lb_put_text(&put, "not a file of ours: it should begin with  limber: house-rules");
        return false;
    }
    if (!scalar(r, fy_node_mapping_lookup_by_string(root, "limber", FY_NT), root,
                "the line  limber: house-rules", kind, sizeof kind))
        return false;
    if (strcmp(kind, "house-rules") != 0) {
        put = complain(r, fy_node_mapping_lookup_by_string(root, "limber", FY_NT));
        lb_put_text(&put, "unknown kind of file ");
        lb_put_quoted(&put, kind);
        lb_put_text(&put, "; this program reads house-rules");
        return false;
    }
    if (!read_sheet(r, root))
        return false;
    while ((pair = fy_node_mapping_iterate(root, &at)) != NULL) {
        struct fy_node *key = fy_node_pair_key(pair), *value = fy_node_pair_value(pair);
        char name[KEY_MAX];
        lb_nearest search;

        if (!scalar(r, key, root, "a key", name, sizeof name))
            return false;
        if (strcmp(name, "limber") == 0 || strcmp(name, "sheet") == 0)
            continue;
        if (strcmp(name, "name") == 0) {
            if (!scalar(r, value, key, "a name of at most 79 bytes", r->rules.name,
                        sizeof r->rules.name))
                return false;
            continue;
        }
        if (strcmp(name, "values") == 0 || strcmp(name, "switches") == 0) {
            if (!read_entries(r, key, value, name[0] == 's'))
                return false;
            continue;
        }
        search = lb_nearest_start(name);
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            lb_nearest_offer(&search, keys[i]);
        put = complain(r, key);
        lb_put_text(&put, "unknown key ");
        lb_put_quoted(&put, name);
        lb_nearest_put(&search, &put);
        return false;
    }
    return check_conflicts(r);
}

/// Takes the first message of the YAML parser.
static void report_syntax(struct fy_diag *from, lb_diag *diag)
{
    void *at = NULL;
    struct fy_diag_error *error = fy_diag_errors_iterate(from, &at);
    lb_put put;

    if (error == NULL) {
        put = lb_diag_start(diag, LB_ERROR_INPUT, 1, 1);
        lb_put_text(&put, "not a file of ours: it should begin with  limber: house-rules");
        return;
    }
    put = lb_diag_start(diag, LB_ERROR_INPUT, error->line, error->column);
    for (const char *c = error->msg; *c != '\0' && *c != '\n'; c++)
        lb_put_char(&put, *c);
}

/// True if one of the marks that open or close a YAML document stands at `at`.
static bool is_document_mark(const char *text, size_t size, size_t at)
{
    return size - at >= 3 && (memcmp(text + at, "---", 3) == 0 || memcmp(text + at, "...", 3) == 0);
}

/// The parser may not come to an end on a line that begins with %, and reads the first of several
/// documents only; no file of ours has either.
static bool check_directives(const char *text, size_t size, lb_diag *diag)
{
    int32_t line = 1;

    for (size_t i = 0; i < size; i++) {
        bool is_start = i == 0 || text[i - 1] == '\n' || text[i - 1] == '\r';

        if (is_start && (text[i] == '%' || (i > 0 && is_document_mark(text, size, i)))) {
            lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, line, 1);
            lb_put_text(&put,
                        "a line may not begin with %, --- or ...: a file is one plain document");
            return false;
        }
        line += text[i] == '\n';
    }
    return true;
}

lb_status lb_house_rules_parse(const char *text, size_t size, lb_house_rules *rules, lb_diag *diag)
{
    struct fy_diag_cfg diag_config;
    struct fy_diag *collected;
    struct fy_document *document;
    reader *r;
    bool is_good;

    if (size > LB_HOUSE_FILE_MAX) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 1, 1);
        lb_put_text(&put, "too large for a file of house rules");
        return diag->status;
    }
    if (lb_utf8_check(text, size, diag) != LB_OK || !check_directives(text, size, diag))
        return diag->status;
    fy_diag_cfg_default(&diag_config);
    diag_config.fp = NULL;
    collected = fy_diag_create(&diag_config);
    r = calloc(1, sizeof *r);
    if (collected == NULL || r == NULL) {
        lb_put put = lb_diag_start(diag, LB_ERROR_SPACE, 0, 0);
        lb_put_text(&put, "out of memory");
        free(r);
        fy_diag_destroy(collected);
        return diag->status;
    }
    fy_diag_set_collect_errors(collected, true);
    r->diag = diag;
    lb_house_rules_reset(&r->rules);
    document = fy_document_build_from_string(
        &(struct fy_parse_cfg){.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = collected}, text,
        size);
    if (document == NULL) {
        report_syntax(collected, diag);
        is_good = false;
    } else {
        is_good = read_root(r, fy_document_root(document));
    }
    if (is_good)
        *rules = r->rules;
    fy_document_destroy(document);
    fy_diag_destroy(collected);
    free(r);
    return is_good ? LB_OK : diag->status;
}

lb_status lb_house_rules_load(const char *path, lb_house_rules *rules, lb_diag *diag)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(LB_HOUSE_FILE_MAX + 2);
    size_t size = 0;
    lb_status status;

    if (file != NULL && text != NULL)
        size = fread(text, 1, LB_HOUSE_FILE_MAX + 1, file);
    if (file == NULL || text == NULL || ferror(file)) {
        lb_put put = lb_diag_start(diag, LB_ERROR_FILE, 0, 0);
        lb_put_text(&put, "cannot be read");
        status = diag->status;
    } else {
        status = lb_house_rules_parse(text, size, rules, diag);
    }
    if (file != NULL)
        fclose(file);
    free(text);
    return status;
}
