// SPDX-License-Identifier: MIT
// limber explain: one clause in full, or a list of those that begin alike.

#include "clause_places.h"
#include "cli.h"
#include "text/clause_text.h"
#include "text/nearest.h"

#include <string.h>

enum { LABEL = 14 };

static void show_label(const char *label)
{
    printf("%-*s", LABEL, label);
}

static void show_values(const lb_ruleset *rules, const lb_house *house, uint16_t clause)
{
    for (uint16_t i = 0; i < rules->value_count; i++) {
        const lb_value *value = &rules->values[i];
        char text[LB_DIAG_TEXT];
        lb_put put = lb_put_start(text, sizeof text);

        if (value->clause != clause)
            continue;
        if (value->part[0] != '\0') {
            lb_put_text(&put, value->part);
            lb_put_char(&put, ' ');
        }
        lb_value_put(value->measure, house->value[i], &put);
        if (house->value[i] != value->preset) {
            lb_put_text(&put, " by house rule, on the sheet ");
            lb_value_put(value->measure, value->preset, &put);
        }
        lb_put_text(&put, "; a house rule may set ");
        if (value->measure == LB_MEASURE_SWITCH) {
            lb_put_text(&put, "on or off");
        } else {
            lb_put_int(&put, value->lowest);
            lb_put_text(&put, " to ");
            lb_put_int(&put, value->highest);
        }
        show_label("Number");
        term_wrap(text, LABEL, LABEL);
    }
}

static const char *places_of(const char *id)
{
    for (unsigned i = 0; i < clause_place_count; i++)
        if (strcmp(clause_places[i].id, id) == 0)
            return clause_places[i].places;
    return "";
}

static void show_clause(const lb_ruleset *rules, const lb_house *house, uint16_t clause)
{
    const lb_clause *row = &rules->clauses[clause];
    char meaning[LB_MEANING_MAX], sheet[LB_DIAG_TEXT];
    lb_put put = lb_put_start(meaning, sizeof meaning);

    lb_clause_put(rules, house->value, clause, &put);
    term_heading(row->id);
    show_label("Sheet");
    snprintf(sheet, sizeof sheet, "%s (%s), %s", rules->title, rules->id,
             rules->sections[row->section].title);
    term_wrap(sheet, LABEL, LABEL);
    show_label("What holds");
    term_wrap(meaning, LABEL, LABEL);
    show_values(rules, house, clause);
    show_label("Left open");
    term_wrap(row->open[0] != '\0' ? row->open : "nothing", LABEL, LABEL);
    show_label("Implemented");
    term_wrap(places_of(row->id)[0] != '\0' ? places_of(row->id)
                                            : "waits for play: no chart uses it",
              LABEL, LABEL);
}

static void write_value(lb_json *json, const lb_value *value, int32_t number)
{
    bool is_switch = value->measure == LB_MEASURE_SWITCH;

    lb_json_open(json, '{');
    lb_json_key(json, "name");
    lb_json_string(json, value->part);
    lb_json_key(json, "value");
    lb_json_int(json, number);
    lb_json_key(json, "preset");
    lb_json_int(json, value->preset);
    lb_json_key(json, "lowest");
    lb_json_int(json, is_switch ? 0 : value->lowest);
    lb_json_key(json, "highest");
    lb_json_int(json, is_switch ? 1 : value->highest);
    lb_json_close(json, '}');
}

void cli_write_clause(lb_json *json, const lb_ruleset *rules, const lb_house *house,
                      uint16_t clause)
{
    const lb_clause *row = &rules->clauses[clause];
    char meaning[LB_MEANING_MAX];
    lb_put put = lb_put_start(meaning, sizeof meaning);

    lb_clause_put(rules, house->value, clause, &put);
    lb_json_open(json, '{');
    lb_json_key(json, "clause");
    lb_json_string(json, row->id);
    lb_json_key(json, "sheet");
    lb_json_string(json, rules->id);
    lb_json_key(json, "section");
    lb_json_string(json, rules->sections[row->section].title);
    lb_json_key(json, "text");
    lb_json_string(json, meaning);
    lb_json_key(json, "open");
    lb_json_string(json, row->open);
    lb_json_key(json, "implemented");
    lb_json_string(json, places_of(row->id));
    lb_json_key(json, "values");
    lb_json_open(json, '[');
    for (uint16_t i = 0; i < rules->value_count; i++)
        if (rules->values[i].clause == clause)
            write_value(json, &rules->values[i], house->value[i]);
    lb_json_close(json, ']');
    lb_json_close(json, '}');
}

/// Writes the clauses with this id, or those that begin so; returns how many.
static uint32_t write_clauses(const char *id, const lb_house_rules *house)
{
    lb_json json = {.out = stdout};
    uint32_t found = 0;
    bool is_whole = false;

    for (uint32_t s = 0; s < lb_ruleset_count; s++)
        is_whole |= lb_clause_find(lb_rulesets[s], id) != UINT16_MAX;
    for (uint32_t s = 0; s < lb_ruleset_count; s++)
        for (uint16_t c = 0; c < lb_rulesets[s]->clause_count; c++) {
            const char *one = lb_rulesets[s]->clauses[c].id;

            if (is_whole ? strcmp(one, id) != 0 : strncmp(one, id, strlen(id)) != 0)
                continue;
            if (found++ == 0)
                lb_json_open(&json, '[');
            cli_write_clause(&json, lb_rulesets[s], &house->sheet[s], c);
        }
    if (found > 0) {
        lb_json_close(&json, ']');
        putchar('\n');
    }
    return found;
}

/// Lists the clauses of a sheet that begin with `id`; returns how many.
static uint32_t list_family(const char *id, const lb_ruleset *rules, const lb_house *house)
{
    uint32_t found = 0;

    for (uint16_t c = 0; c < rules->clause_count; c++) {
        char meaning[LB_MEANING_MAX];
        lb_put put = lb_put_start(meaning, sizeof meaning);
        size_t length = strlen(rules->clauses[c].id);

        if (strncmp(rules->clauses[c].id, id, strlen(id)) != 0)
            continue;
        fputs(rules->clauses[c].id, stdout);
        if (length < 26)
            printf("%*s", 26 - (int)length, "");
        else
            printf("\n%*s", 26, "");
        lb_clause_put(rules, house->value, c, &put);
        term_wrap(meaning, 26, 26);
        found++;
    }
    return found;
}

bool cli_explain(const lb_ruleset *rules, const lb_house *house, const char *id)
{
    uint16_t clause = lb_clause_find(rules, id);

    if (clause == UINT16_MAX)
        return list_family(id, rules, house) > 0;
    show_clause(rules, house, clause);
    return true;
}

static int refuse(const char *id)
{
    lb_nearest search = lb_nearest_start(id);
    lb_diag diag;
    lb_put put = lb_diag_start(&diag, LB_ERROR_INPUT, 0, 0);

    lb_put_text(&put, "no clause ");
    lb_put_quoted(&put, id);
    for (uint32_t s = 0; s < lb_ruleset_count; s++)
        for (uint32_t c = 0; c < lb_rulesets[s]->clause_count; c++)
            lb_nearest_offer(&search, lb_rulesets[s]->clauses[c].id);
    lb_nearest_put(&search, &put);
    if (search.best == NULL)
        lb_put_text(&put, "; limber sheet SHEET lists those of a sheet");
    return cli_diag_error(NULL, &diag);
}

int cmd_explain(int argc, char **argv)
{
    static lb_house_rules house;
    const char *id = NULL, *house_path = NULL;
    bool as_json = false;
    const cli_option options[] = {{"--house", &house_path, NULL}, {"--json", NULL, &as_json}};
    uint32_t found = 0;
    int words = cli_options(argc, argv, options, 2, &id, 1);

    if (words < 0 || !cli_house(house_path, &house))
        return CLI_USAGE;
    if (words == 0 || id[0] == '\0')
        return cli_error("explain needs a clause id such as vf.hit.base");
    if (as_json)
        return write_clauses(id, &house) > 0 ? CLI_DONE : refuse(id);
    for (uint32_t s = 0; s < lb_ruleset_count; s++) {
        uint16_t clause = lb_clause_find(lb_rulesets[s], id);
        if (clause == UINT16_MAX)
            continue;
        if (found++ > 0)
            putchar('\n');
        show_clause(lb_rulesets[s], &house.sheet[s], clause);
    }
    /* The two scales of one sheet share their clauses. */
    for (uint32_t s = 0, one = found; one == 0 && s < lb_ruleset_count; s++)
        if (s == 0 || lb_rulesets[s - 1]->clauses != lb_rulesets[s]->clauses)
            found += list_family(id, lb_rulesets[s], &house.sheet[s]);
    return found > 0 ? CLI_DONE : refuse(id);
}
