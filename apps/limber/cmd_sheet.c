// SPDX-License-Identifier: MIT
// limber sheet: the reference sheet in our words with the numbers in force.

#include "cli.h"
#include "text/clause_text.h"

#include <string.h>

enum { ID_WIDTH = 26 };

static bool is_changed(const lb_ruleset *rules, const lb_house *house, uint32_t value)
{
    return house->value[value] != rules->values[value].preset;
}

/// True if a number of the clause is not the sheet's own.
static bool is_marked(const lb_ruleset *rules, const lb_house *house, uint16_t clause)
{
    for (uint32_t i = 0; i < rules->value_count; i++)
        if (rules->values[i].clause == clause && is_changed(rules, house, i))
            return true;
    return false;
}

static void show_changes(const lb_ruleset *rules, const lb_house *house, uint16_t clause)
{
    for (uint16_t i = 0; i < rules->value_count; i++) {
        const lb_value *value = &rules->values[i];
        char text[LB_DIAG_TEXT];
        lb_put put = lb_put_start(text, sizeof text);

        if (value->clause != clause || !is_changed(rules, house, i))
            continue;
        lb_put_text(&put, "* house rule: ");
        lb_put_text(&put, value->part);
        lb_put_text(&put, value->part[0] != '\0' ? " " : "");
        lb_value_put(value->measure, house->value[i], &put);
        lb_put_text(&put, ", on the sheet ");
        lb_value_put(value->measure, value->preset, &put);
        printf("%*s", ID_WIDTH, "");
        term_wrap(text, ID_WIDTH, ID_WIDTH);
    }
}

static void show_clause(const lb_ruleset *rules, const lb_house *house, uint16_t clause)
{
    char meaning[LB_MEANING_MAX], id[LB_KEY_MAX];
    lb_put put = lb_put_start(meaning, sizeof meaning);
    bool marked = is_marked(rules, house, clause);

    snprintf(id, sizeof id, "%s%s", marked ? "* " : "  ", rules->clauses[clause].id);
    if (strlen(id) >= ID_WIDTH)
        printf("%s\n%*s", id, ID_WIDTH, "");
    else
        term_pad(id, ID_WIDTH);
    lb_clause_put(rules, house->value, clause, &put);
    term_wrap(meaning, ID_WIDTH, ID_WIDTH);
    if (marked)
        show_changes(rules, house, clause);
}

/// Says how much of the sheet the house rules change, if they were given.
static void show_house(const lb_ruleset *rules, const lb_house_rules *house)
{
    const lb_house *in_force = lb_house_rules_for(house, rules);
    uint32_t changed = 0;
    char line[LB_DIAG_TEXT];

    if (house->changes == 0)
        return;
    for (uint16_t c = 0; c < rules->clause_count; c++)
        changed += is_marked(rules, in_force, c);
    snprintf(line, sizeof line, "House rules%s%s: %u %s changed, marked *",
             house->name[0] != '\0' ? " of " : "", house->name, changed,
             changed == 1 ? "clause" : "clauses");
    term_wrap(line, 0, 0);
}

static void write_json(const lb_ruleset *rules, const lb_house *house)
{
    lb_json json = {.out = stdout};

    lb_json_open(&json, '{');
    lb_json_key(&json, "sheet");
    lb_json_string(&json, rules->id);
    lb_json_key(&json, "title");
    lb_json_string(&json, rules->title);
    lb_json_key(&json, "about");
    lb_json_string(&json, rules->about);
    lb_json_key(&json, "sections");
    lb_json_open(&json, '[');
    for (uint32_t s = 0; s < rules->section_count; s++) {
        lb_json_open(&json, '{');
        lb_json_key(&json, "title");
        lb_json_string(&json, rules->sections[s].title);
        lb_json_key(&json, "clauses");
        lb_json_open(&json, '[');
        for (uint16_t c = 0; c < rules->clause_count; c++)
            if (rules->clauses[c].section == s)
                cli_write_clause(&json, rules, house, c);
        lb_json_close(&json, ']');
        lb_json_close(&json, '}');
    }
    lb_json_close(&json, ']');
    lb_json_close(&json, '}');
    putchar('\n');
}

int cmd_sheet(int argc, char **argv)
{
    static lb_house_rules house;
    const char *id = NULL, *house_path = NULL;
    bool as_json = false;
    const cli_option options[] = {{"--house", &house_path, NULL}, {"--json", NULL, &as_json}};
    const lb_ruleset *rules;
    int words = cli_options(argc, argv, options, 2, &id, 1);

    if (words < 0 || !cli_house(house_path, &house))
        return CLI_USAGE;
    if (words == 0)
        return cli_error("sheet needs the name of one: limber chart lists them");
    rules = cli_ruleset(id);
    if (rules == NULL || !cli_house_fits(&house, rules))
        return CLI_USAGE;
    if (as_json) {
        write_json(rules, lb_house_rules_for(&house, rules));
        return CLI_DONE;
    }
    term_heading(rules->title);
    term_wrap(rules->about, 0, 0);
    show_house(rules, &house);
    for (uint32_t s = 0; s < rules->section_count; s++) {
        putchar('\n');
        term_heading(rules->sections[s].title);
        for (uint16_t c = 0; c < rules->clause_count; c++)
            if (rules->clauses[c].section == s)
                show_clause(rules, lb_house_rules_for(&house, rules), c);
    }
    return CLI_DONE;
}
