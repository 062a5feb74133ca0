// SPDX-License-Identifier: MIT
// Scenarios by name: in the folder where one is, in one's own folder, beside the program, and where
// Limber is installed. Sheets by short names.

#include "cli.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where `meson install` puts scenarios and armies; the build says it. */
#ifndef LIMBER_DATA
#define LIMBER_DATA "/usr/local/share/limber"
#endif

enum { FOLDERS = 5, FILES_MAX = 256 };

/// The folders that are looked through, in this order; "" for one that there is not.
static void list_folders(char folder[FOLDERS][CLI_PATH])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char program[CLI_PATH];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *slash;

    memset(folder, 0, FOLDERS * sizeof folder[0]);
    snprintf(folder[0], CLI_PATH, "scenarios");
    if (data != NULL && data[0] == '/')
        snprintf(folder[1], CLI_PATH, "%s/limber/scenarios", data);
    else if (home != NULL && home[0] == '/')
        snprintf(folder[1], CLI_PATH, "%s/.local/share/limber/scenarios", home);
    if (length > 0) {
        program[length] = '\0';
        slash = strrchr(program, '/');
        if (slash != NULL && slash - program < CLI_PATH - 32) {
            *slash = '\0';
            snprintf(folder[2], CLI_PATH, "%.*s/scenarios", CLI_PATH - 32, program);
            snprintf(folder[3], CLI_PATH, "%.*s/../scenarios", CLI_PATH - 32, program);
        }
    }
    snprintf(folder[4], CLI_PATH, "%s/scenarios", LIMBER_DATA);
}

/// Finds an army beside the scenario, or else beside the folders of scenarios, and keeps its text
/// in the bundle. The id holds nothing but letters, digits and '-', so it cannot lead elsewhere.
static lb_status stock_army(void *context, const char *id, lb_army *army, lb_diag *diag)
{
    static const char *const near[] = {"", "armies/", "../armies/"};
    lb_bundle *files = context;
    const char *slash = strrchr(files->path, '/');
    int length = slash != NULL ? (int)(slash - files->path) + 1 : 0;
    char folder[FOLDERS][CLI_PATH], name[CLI_PATH + LB_SCENARIO_WORD + 32], key[LB_BUNDLE_NAME];
    const lb_bundle_file *found;
    lb_status status = LB_ERROR_FILE;

    snprintf(key, sizeof key, "army %s", id);
    found = lb_bundle_find(files, key);
    if (found != NULL)
        return lb_army_parse(found->text, found->size, army, diag);
    list_folders(folder);
    for (int i = 0; i < 3 + FOLDERS && status == LB_ERROR_FILE; i++) {
        if (i < 3)
            snprintf(name, sizeof name, "%.*s%s%s.yaml", length, files->path, near[i], id);
        else if (folder[i - 3][0] != '\0')
            snprintf(name, sizeof name, "%s/../armies/%s.yaml", folder[i - 3], id);
        else
            continue;
        status = lb_bundle_load(files, key, name, diag);
    }
    if (status != LB_OK)
        return status;
    found = &files->file[files->count - 1];
    return lb_army_parse(found->text, found->size, army, diag);
}

/// The folders besides those near the scenario in which armies are looked for, for a message.
static const char *name_folders(void)
{
    static char names[FOLDERS * CLI_PATH];
    char folder[FOLDERS][CLI_PATH];
    lb_put put = lb_put_start(names, sizeof names);

    list_folders(folder);
    for (int i = 0; i < FOLDERS; i++) {
        if (folder[i][0] == '\0')
            continue;
        lb_put_text(&put, put.length > 0 ? ", " : "");
        folder[i][strlen(folder[i]) - strlen("scenarios")] = '\0';
        lb_put_text(&put, folder[i]);
        lb_put_text(&put, "armies");
    }
    return names;
}

void cli_stock_armies(lb_bundle *files)
{
    static lb_scenario unread;
    static lb_faults faults;
    const lb_bundle_file *file = lb_bundle_find(files, "scenario");
    lb_army_shelf shelf = {.find = stock_army, .context = files};
    lb_diag diag;

    files->looked = name_folders();
    /* What is wrong with the scenario is told when it is read for good. Here the reading goes on
       behind a fault, so that all armies are looked for. */
    if (file == NULL)
        return;
    lb_yaml_gather(&faults);
    (void)lb_scenario_parse(file->text, file->size, &shelf, &unread, &diag);
    lb_yaml_gather(NULL);
}

lb_status cli_load_scenario(const char *path, lb_scenario *scenario, lb_faults *faults,
                            lb_diag *diag)
{
    lb_bundle files = {.path = path};
    lb_status status;

    lb_yaml_gather(NULL);
    status = lb_bundle_load(&files, "scenario", path, diag);
    if (status == LB_OK) {
        cli_stock_armies(&files);
        lb_yaml_gather(faults);
        status = lb_bundle_scenario(&files, scenario, diag);
    }
    lb_bundle_clear(&files);
    return status;
}

bool cli_find_scenario(const char *name, char path[CLI_PATH])
{
    char folder[FOLDERS][CLI_PATH];

    snprintf(path, CLI_PATH, "%s", name);
    if (strchr(name, '/') != NULL || access(name, F_OK) == 0 || strlen(name) > 128)
        return true;
    list_folders(folder);
    for (int i = 0; i < FOLDERS; i++) {
        size_t length = strlen(name);
        bool has_end = length > 5 && strcmp(name + length - 5, ".yaml") == 0;

        if (folder[i][0] == '\0' || strlen(folder[i]) > CLI_PATH - 160)
            continue;
        snprintf(path, CLI_PATH, "%.*s/%s%s", CLI_PATH - 160, folder[i], name,
                 has_end ? "" : ".yaml");
        if (access(path, F_OK) == 0)
            return true;
    }
    snprintf(path, CLI_PATH, "%s", name);
    return false;
}

const char *cli_find_file(const char *name, char path[CLI_PATH])
{
    static const char *const beside[] = {"armies", "house"};
    char folder[FOLDERS][CLI_PATH];
    size_t length = strlen(name);
    bool has_end = length > 5 && strcmp(name + length - 5, ".yaml") == 0;

    if (length > 128)
        return name;
    if (cli_find_scenario(name, path))
        return path;
    list_folders(folder);
    for (size_t i = 0; i < FOLDERS * 2; i++) {
        char *here = folder[i / 2];

        if (here[0] == '\0' || strlen(here) > CLI_PATH - 160)
            continue;
        snprintf(path, CLI_PATH, "%.*s%s/%.128s%s", (int)(strlen(here) - strlen("scenarios")), here,
                 beside[i % 2], name, has_end ? "" : ".yaml");
        if (access(path, F_OK) == 0)
            return path;
    }
    return name;
}

bool cli_find_data(const char *name, char path[CLI_PATH])
{
    char program[CLI_PATH];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    if (length > 0) {
        char *slash;

        program[length] = '\0';
        slash = strrchr(program, '/');
        if (slash != NULL && slash - program < CLI_PATH - 64) {
            *slash = '\0';
            snprintf(path, CLI_PATH, "%.*s/%.40s", CLI_PATH - 64, program, name);
            if (access(path, F_OK) == 0)
                return true;
        }
    }
    snprintf(path, CLI_PATH, "%s/%s", LIMBER_DATA, name);
    return access(path, F_OK) == 0;
}

/// A name of a scenario that was found already.
typedef struct found_names {
    char name[FILES_MAX][CLI_NAME];
    uint32_t count;
} found_names;

static bool is_found(const found_names *found, const char *name)
{
    for (uint32_t i = 0; i < found->count; i++)
        if (strcmp(found->name[i], name) == 0)
            return true;
    return false;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void list_folder(const char *folder, found_names *found)
{
    DIR *list = opendir(folder);
    const struct dirent *entry;

    while (list != NULL && (entry = readdir(list)) != NULL && found->count < FILES_MAX) {
        size_t length = strlen(entry->d_name);
        char name[CLI_NAME];

        if (length < 6 || length - 5 >= sizeof name ||
            strcmp(entry->d_name + length - 5, ".yaml") != 0)
            continue;
        memcpy(name, entry->d_name, length - 5);
        name[length - 5] = '\0';
        if (!is_found(found, name))
            memcpy(found->name[found->count++], name, sizeof name);
    }
    if (list != NULL)
        closedir(list);
}

const char (*cli_scenario_names(size_t *count))[CLI_NAME]
{
    static found_names found;
    char folder[FOLDERS][CLI_PATH];

    list_folders(folder);
    found.count = 0;
    for (int i = 0; i < FOLDERS; i++)
        if (folder[i][0] != '\0')
            list_folder(folder[i], &found);
    qsort(found.name, found.count, sizeof found.name[0], compare_names);
    *count = found.count;
    return (const char(*)[CLI_NAME])found.name;
}

void cli_list_scenarios(void)
{
    static lb_scenario scenario;
    char path[CLI_PATH];
    size_t count;
    const char(*name)[CLI_NAME] = cli_scenario_names(&count);

    if (count == 0) {
        puts("No scenarios were found in scenarios/ here, in your own folder or beside Limber.");
        return;
    }
    puts("Scenarios:");
    for (size_t i = 0; i < count; i++) {
        lb_diag diag;

        if (!cli_find_scenario(name[i], path) ||
            cli_load_scenario(path, &scenario, NULL, &diag) != LB_OK)
            continue;
        printf("  %-20s %s, %u; %u units\n", name[i], scenario.title, scenario.year,
               scenario.unit_count);
    }
}

/// True if a word is a sheet's id without its hyphens, or the initials of its parts.
static bool is_short_for(const char *word, const char *id)
{
    const char *w = word;
    bool is_initials = true;
    const char *i = id;

    for (; *i != '\0' && *w != '\0'; i++)
        if (*i != '-' && *i == *w)
            w++;
        else if (*i != '-')
            break;
    if (*i == '\0' && *w == '\0')
        return true;
    w = word;
    for (i = id; *i != '\0' && is_initials; i++)
        if (i == id || i[-1] == '-')
            is_initials = *w != '\0' && *w++ == *i;
    return is_initials && *w == '\0';
}

const lb_ruleset *cli_find_ruleset(const char *word)
{
    const lb_ruleset *rules = lb_ruleset_find(word);

    for (uint32_t i = 0; rules == NULL && i < lb_ruleset_count; i++)
        if (is_short_for(word, lb_rulesets[i]->id))
            rules = lb_rulesets[i];
    return rules;
}

const lb_ruleset *cli_usual_ruleset(void)
{
    const lb_ruleset *usual = lb_ruleset_find("valour-fortitude");

    for (uint32_t i = 0; usual == NULL && i < lb_ruleset_count; i++)
        if (lb_rulesets[i]->play != NULL)
            usual = lb_rulesets[i];
    return usual;
}
