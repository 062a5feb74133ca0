// SPDX-License-Identifier: MIT
// See troop_text.h.

#include "text/troop_text.h"

#include "limber/ruleset.h"
#include "text/nearest.h"
#include "text/scenario_words.h"

#include <assert.h>
#include <string.h>

enum { MEN_MAX = 4000, PIECES_MAX = 24, POUNDER_MAX = 24, KEYS_MAX = 24 };

void lb_copy_text(char *to, size_t room, const char *from)
{
    lb_put put = lb_put_start(to, room);

    lb_put_text(&put, from);
}

bool lb_troop_read_id(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;

    return lb_yaml_id(&r->yaml, key, value, r->id, LB_SCENARIO_WORD);
}

bool lb_troop_read_title(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;

    return lb_yaml_text_value(&r->yaml, key, value, r->title, LB_SCENARIO_NAME);
}

bool lb_troop_read_source(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;

    return lb_yaml_text_value(&r->yaml, key, value, r->source, LB_SCENARIO_TEXT);
}

bool lb_troop_read_nation(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;

    return lb_yaml_word(&r->yaml, key, value, lb_nation_words.words, lb_nation_words.count,
                        &r->unit->nation);
}

bool lb_troop_read_class(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;

    if (!lb_yaml_word(&r->yaml, key, value, lb_class_words.words, lb_class_words.count,
                      &r->unit->troop_class))
        return false;
    r->unit->arm = (uint8_t)lb_class_arm((lb_troop_class)r->unit->troop_class);
    r->has_class = true;
    return true;
}

bool lb_troop_read_quality(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;

    r->has_quality = true;
    return lb_yaml_word(&r->yaml, key, value, lb_quality_words.words, lb_quality_words.count,
                        &r->unit->quality);
}

bool lb_troop_read_strength(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;
    int32_t most = r->unit->arm == LB_ARM_ARTILLERY ? PIECES_MAX : MEN_MAX, strength;

    if (!lb_yaml_int(&r->yaml, key, value, 1, most, &strength))
        return false;
    r->unit->strength = (uint16_t)strength;
    return true;
}

bool lb_troop_read_pounder(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;
    int32_t pounder;

    if (r->unit->arm != LB_ARM_ARTILLERY)
        return lb_yaml_refuse(&r->yaml, key, "pounder is for artillery only");
    if (!lb_yaml_int(&r->yaml, key, value, 1, POUNDER_MAX, &pounder))
        return false;
    r->unit->pounder = (uint8_t)pounder;
    return true;
}

bool lb_troop_read_traits(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;
    uint64_t mask;

    if (!lb_yaml_words(&r->yaml, key, value, lb_trait_words.words, lb_trait_words.count, &mask))
        return false;
    r->unit->traits |= mask;
    return true;
}

bool lb_troop_read_without(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;
    uint64_t mask;

    if (!lb_yaml_words(&r->yaml, key, value, lb_trait_words.words, lb_trait_words.count, &mask))
        return false;
    r->unit->traits &= ~mask;
    r->unit->without |= mask;
    return true;
}

bool lb_troop_check(const lb_troop_reader *r, struct fy_node *at, const char *what)
{
    const char *const missing[] = {r->has_class ? NULL : "class", r->has_quality ? NULL : "quality",
                                   r->unit->strength > 0 ? NULL : "strength",
                                   r->unit->name[0] != '\0' ? NULL : "name"};
    bool is_good = true;

    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        uint32_t before = lb_yaml_faults(&r->yaml);
        lb_put put;

        if (missing[i] == NULL)
            continue;
        is_good = false;
        put = lb_yaml_complain(&r->yaml, at);
        lb_put_text(&put, what);
        lb_put_text(&put, " needs ");
        lb_put_text(&put, missing[i]);
        if (!lb_yaml_goes_on(&r->yaml, before))
            return false;
    }
    if (!is_good)
        return false;
    /* A class may have changed the arm of a type after its strength was set. */
    if (r->unit->arm == LB_ARM_ARTILLERY && r->unit->strength > PIECES_MAX)
        return lb_yaml_refuse(&r->yaml, at, "a battery has at most 24 pieces");
    if (r->unit->arm != LB_ARM_ARTILLERY && r->unit->pounder != 0)
        return lb_yaml_refuse(&r->yaml, at, "pounder is for artillery only");
    return true;
}

/* Figures. */

static bool refuse_figures(const lb_troop_reader *r, struct fy_node *at)
{
    lb_put put = lb_yaml_complain(&r->yaml, at);

    lb_put_text(&put, "more than ");
    lb_put_int(&put, r->figures_most);
    lb_put_text(&put, " figures in all");
    return false;
}

bool lb_troop_set_figure(lb_troop_reader *r, struct fy_node *at, const char *sheet, const char *key,
                         int16_t number)
{
    lb_scenario_figure *figure = r->figures;

    for (; figure < r->figures + *r->figure_count; figure++)
        if (figure->owner == r->figure_owner && figure->number == r->figure_number &&
            strcmp(figure->sheet, sheet) == 0 && strcmp(figure->key, key) == 0) {
            figure->value = number;
            return true;
        }
    if (*r->figure_count == r->figures_most)
        return refuse_figures(r, at);
    ++*r->figure_count;
    figure->owner = r->figure_owner;
    figure->number = r->figure_number;
    figure->value = number;
    lb_copy_text(figure->sheet, sizeof figure->sheet, sheet);
    lb_copy_text(figure->key, sizeof figure->key, key);
    return true;
}

/// Does a word of a file name this ruleset: by its id, or by its beginning up to a '-'?
static bool names_sheet(const char *word, const lb_ruleset *rules)
{
    size_t length = strlen(word);

    return strncmp(word, rules->id, length) == 0 &&
           (rules->id[length] == '\0' || rules->id[length] == '-');
}

/// The figure of what is current that a ruleset calls by this name; NULL for none.
static const lb_figure *find_figure(const lb_troop_reader *r, const lb_ruleset *rules,
                                    const char *name)
{
    for (const lb_figure *figure = rules->figures; figure->key != NULL; figure++)
        if (figure->owner == r->figure_owner && strcmp(figure->key, name) == 0)
            return figure;
    return NULL;
}

static bool refuse_figure(const lb_troop_reader *r, struct fy_node *key, const char *name)
{
    lb_nearest search = lb_nearest_start(name);
    lb_put put = lb_yaml_complain(&r->yaml, key);

    lb_put_text(&put, r->sheet);
    lb_put_text(&put, r->figure_owner == LB_FIGURE_OF_UNIT ? " has no figure of a unit "
                                                           : " has no figure of a commander ");
    lb_put_quoted(&put, name);
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        for (const lb_figure *figure = lb_rulesets[i]->figures; figure->key != NULL; figure++)
            if (names_sheet(r->sheet, lb_rulesets[i]) && figure->owner == r->figure_owner)
                lb_nearest_offer(&search, figure->key);
    lb_nearest_put(&search, &put);
    return false;
}

/// Sets a figure for every ruleset that the sheet's word names and that has such a figure.
static bool read_figure(void *context, const char *name, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;
    bool is_known = false;

    for (uint32_t i = 0; i < lb_ruleset_count; i++) {
        const lb_ruleset *rules = lb_rulesets[i];
        const lb_figure *figure = names_sheet(r->sheet, rules) ? find_figure(r, rules, name) : NULL;
        int32_t number;

        if (figure == NULL)
            continue;
        is_known = true;
        if (!lb_yaml_int(&r->yaml, key, value, figure->lowest, figure->highest, &number) ||
            !lb_troop_set_figure(r, key, rules->id, figure->key, (int16_t)number))
            return false;
    }
    return is_known || refuse_figure(r, key, name);
}

static bool refuse_sheet(const lb_troop_reader *r, struct fy_node *key, const char *name)
{
    lb_nearest search = lb_nearest_start(name);
    lb_put put = lb_yaml_complain(&r->yaml, key);

    lb_put_text(&put, "no sheet ");
    lb_put_quoted(&put, name);
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        lb_nearest_offer(&search, lb_rulesets[i]->id);
    lb_nearest_put(&search, &put);
    return false;
}

static bool read_sheet(void *context, const char *name, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;
    bool is_known = false;

    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        is_known |= names_sheet(name, lb_rulesets[i]);
    if (!is_known)
        return refuse_sheet(r, key, name);
    r->sheet = name;
    return lb_yaml_pairs(&r->yaml, key, value, KEYS_MAX, read_figure, r);
}

bool lb_troop_read_figures(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_troop_reader *r = context;

    return lb_yaml_pairs(&r->yaml, key, value, LB_RULESETS_MAX, read_sheet, r);
}
