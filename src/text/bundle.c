// SPDX-License-Identifier: MIT
// The files that a battle is made from, kept as text: see limber/files.h. A record carries them, so
// the same code reads a battle from the disk and from a record.

#include "limber/files.h"

#include "base/put.h"
#include "text/yaml.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

const lb_bundle_file *lb_bundle_find(const lb_bundle *bundle, const char *name)
{
    for (uint32_t i = 0; i < bundle->count; i++)
        if (strcmp(bundle->file[i].name, name) == 0)
            return &bundle->file[i];
    return NULL;
}

bool lb_bundle_add(lb_bundle *bundle, const char *name, const char *text, size_t size)
{
    lb_bundle_file *file = &bundle->file[bundle->count];
    size_t length = strlen(name);

    if (bundle->count == LB_BUNDLE_FILES || length >= sizeof file->name ||
        lb_bundle_find(bundle, name) != NULL)
        return false;
    *file = (lb_bundle_file){.text = text, .size = size};
    memcpy(file->name, name, length);
    bundle->count++;
    return true;
}

lb_status lb_bundle_load(lb_bundle *bundle, const char *name, const char *path, lb_diag *diag)
{
    lb_yaml_text file;
    lb_diag unread;
    lb_status status;

    if (diag == NULL)
        diag = &unread;
    status = lb_yaml_load(path, &file, diag);
    if (status != LB_OK)
        return status;
    if (!lb_bundle_add(bundle, name, file.text, file.size)) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
        lb_put_text(&put, "too many files make this battle");
        free(file.text);
        return diag->status;
    }
    bundle->file[bundle->count - 1].owned = file.text;
    return LB_OK;
}

void lb_bundle_clear(lb_bundle *bundle)
{
    for (uint32_t i = 0; i < bundle->count; i++)
        free(bundle->file[i].owned);
    *bundle = (lb_bundle){0};
}

/// The next byte of a text as a record keeps it: lines end with a line feed alone.
static int next_byte(const lb_bundle_file *file, size_t *at)
{
    if (*at < file->size && file->text[*at] == '\r' &&
        (*at + 1 == file->size || file->text[*at + 1] == '\n'))
        ++*at;
    return *at < file->size ? (unsigned char)file->text[(*at)++] : -1;
}

bool lb_bundle_is_same(const lb_bundle_file *a, const lb_bundle_file *b)
{
    size_t at = 0, other = 0;
    int x, y;

    if (a == NULL || b == NULL)
        return a == b;
    do {
        x = next_byte(a, &at);
        y = next_byte(b, &other);
    } while (x == y && x >= 0);
    /* The last line may lack its end. */
    return x == y || (x < 0 && y == '\n' && other == b->size) ||
           (y < 0 && x == '\n' && at == a->size);
}

/// Finds an army in the bundle, or else near the scenario's file, and keeps its text. The id holds
/// nothing but letters, digits and '-', so it cannot lead elsewhere.
static lb_status find_army(void *context, const char *id, lb_army *army, lb_diag *diag)
{
    static const char *const folders[] = {"", "armies/", "../armies/"};
    lb_bundle *bundle = context;
    const char *path = bundle->path, *slash = path != NULL ? strrchr(path, '/') : NULL;
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char key[LB_BUNDLE_NAME], name[PATH_BYTES];
    lb_put put = lb_put_start(key, sizeof key);
    const lb_bundle_file *found;

    lb_put_text(&put, "army ");
    lb_put_text(&put, id);
    found = lb_bundle_find(bundle, key);
    if (found != NULL)
        return lb_army_parse(found->text, found->size, army, diag);
    for (size_t i = 0; path != NULL && i < sizeof folders / sizeof folders[0]; i++) {
        lb_status status;

        if (length + LB_SCENARIO_WORD + 32 > sizeof name)
            break;
        memcpy(name, path, length);
        put = lb_put_start(name + length, sizeof name - length);
        lb_put_text(&put, folders[i]);
        lb_put_text(&put, id);
        lb_put_text(&put, ".yaml");
        status = lb_bundle_load(bundle, key, name, diag);
        if (status == LB_OK) {
            found = &bundle->file[bundle->count - 1];
            return lb_army_parse(found->text, found->size, army, diag);
        }
        if (status != LB_ERROR_FILE)
            return status;
    }
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    if (path == NULL) {
        lb_put_text(&put, "the record does not carry it");
        return diag->status;
    }
    lb_put_text(&put, "no such file beside the scenario, in armies/ or in ../armies/ there");
    if (bundle->looked != NULL) {
        lb_put_text(&put, "; nor in ");
        lb_put_text(&put, bundle->looked);
    }
    return diag->status;
}

lb_status lb_bundle_scenario(lb_bundle *bundle, lb_scenario *scenario, lb_diag *diag)
{
    const lb_bundle_file *file = lb_bundle_find(bundle, "scenario");
    lb_diag unread;
    lb_put put;

    if (diag == NULL)
        diag = &unread;
    if (file != NULL)
        return lb_scenario_parse(file->text, file->size,
                                 &(lb_army_shelf){.find = find_army, .context = bundle}, scenario,
                                 diag);
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);
    lb_put_text(&put, "there is no scenario in it");
    return diag->status;
}

lb_status lb_bundle_house(const lb_bundle *bundle, lb_house_rules *rules, lb_diag *diag)
{
    const lb_bundle_file *file = lb_bundle_find(bundle, "house");

    if (file != NULL)
        return lb_house_rules_parse(file->text, file->size, rules, diag);
    lb_house_rules_reset(rules);
    return LB_OK;
}

lb_status lb_scenario_load(const char *path, lb_scenario *scenario, lb_diag *diag)
{
    lb_bundle bundle = {.path = path};
    lb_status status = lb_bundle_load(&bundle, "scenario", path, diag);

    if (status == LB_OK)
        status = lb_bundle_scenario(&bundle, scenario, diag);
    lb_bundle_clear(&bundle);
    return status;
}
