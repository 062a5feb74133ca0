// SPDX-License-Identifier: MIT
// limber check: validates files of ours: house rules, armies, scenarios.

#include "cli.h"

#include "limber/files.h"
#include "text/yaml.h"

#include <stdlib.h>
#include <string.h>

static lb_status check_house(const char *path, lb_faults *faults, lb_diag *diag)
{
    static lb_house_rules house;
    lb_status status;

    lb_yaml_gather(faults);
    lb_house_rules_reset(&house);
    status = lb_house_rules_load(path, &house, diag);
    if (status == LB_OK)
        printf("%s: good house rules, %u %s changed\n", cli_clean(path), house.changes,
               house.changes == 1 ? "clause" : "clauses");
    return status;
}

static lb_status check_army(const char *path, lb_faults *faults, lb_diag *diag)
{
    static lb_army army;
    lb_status status;

    lb_yaml_gather(faults);
    status = lb_army_load(path, &army, diag);
    if (status == LB_OK)
        printf("%s: a good army, %u %s of units\n", cli_clean(path), army.type_count,
               army.type_count == 1 ? "type" : "types");
    return status;
}

static lb_status check_scenario(const char *path, lb_faults *faults, lb_diag *diag)
{
    static lb_scenario scenario;
    lb_status status = cli_load_scenario(path, &scenario, faults, diag);

    if (status == LB_OK)
        printf("%s: a good %s, %u units in %u brigades, ", cli_clean(path),
               scenario.position.is_set ? "position" : "scenario", scenario.unit_count,
               scenario.brigade_count);
    if (status == LB_OK && scenario.turns > 0)
        printf("%u turns\n", scenario.turns);
    else if (status == LB_OK && scenario.end_minute == 0)
        puts("as many turns as the sheet has");
    else if (status == LB_OK)
        printf("%02u:%02u to %02u:%02u\n", scenario.start_minute / 60u, scenario.start_minute % 60u,
               scenario.end_minute / 60u, scenario.end_minute % 60u);
    return status;
}

/// What kind of file is it? A file that is none at all counts as house rules, whose reader says so.
static lb_status find_kind(const char *path, char *kind, size_t room, lb_diag *diag)
{
    lb_yaml_text file;
    lb_yaml yaml;
    lb_status status = lb_yaml_load(path, &file, diag);

    kind[0] = '\0';
    if (status != LB_OK)
        return status;
    if (lb_yaml_open(&yaml, file.text, file.size, "house-rules", diag)) {
        if (!lb_yaml_kind(&yaml, "house-rules", kind, room))
            kind[0] = '\0';
        lb_yaml_close(&yaml);
    }
    free(file.text);
    return LB_OK;
}

static lb_status check_file(const char *path, lb_faults *faults, lb_diag *diag)
{
    static const struct {
        const char *kind;
        lb_status (*check)(const char *path, lb_faults *faults, lb_diag *diag);
    } kinds[] = {{"army", check_army}, {"scenario", check_scenario}};
    char kind[LB_YAML_KEY_MAX];
    lb_status status = find_kind(path, kind, sizeof kind, diag);

    faults->count = 0;
    if (status != LB_OK)
        return status;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return kinds[i].check(path, faults, diag);
    return check_house(path, faults, diag);
}

static int compare_places(const void *a, const void *b)
{
    const lb_diag *x = a, *y = b;

    return x->line != y->line ? (x->line < y->line ? -1 : 1) : (x->column > y->column) * 2 - 1;
}

/// Prints every fault of a file in the order of its lines; `last` is the one that ended the
/// reading.
static void show_faults(const char *path, lb_faults *faults, const lb_diag *last)
{
    uint32_t count = faults->count < LB_FAULTS_MAX ? faults->count : LB_FAULTS_MAX;

    if (count == 0) {
        cli_diag_error(path, last);
        return;
    }
    qsort(faults->fault, count, sizeof faults->fault[0], compare_places);
    for (uint32_t i = 0; i < count; i++)
        cli_diag_error(path, &faults->fault[i]);
    if (count == LB_FAULTS_MAX)
        cli_error("%s: %u faults are told; there may be more", cli_clean(path), count);
}

int cmd_check(int argc, char **argv)
{
    static lb_faults faults;
    int code = CLI_DONE;

    if (argc < 2)
        return cli_error("check needs a file");
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--", 2) == 0)
            return cli_unknown_option(cli_find_command("check"), argv[i]);
    for (int i = 1; i < argc; i++) {
        char room[CLI_PATH];
        const char *path = cli_find_file(argv[i], room);
        lb_diag diag;
        lb_status status = check_file(path, &faults, &diag);

        lb_yaml_gather(NULL);
        if (status == LB_OK)
            continue;
        show_faults(path, &faults, &diag);
        if (status == LB_ERROR_FILE || code == CLI_USAGE)
            code = CLI_USAGE;
        else
            code = CLI_REFUSED;
    }
    return code;
}
