// SPDX-License-Identifier: MIT
// See battles.h.

#include "serve/battles.h"

#include "base/put.h"
#include "text/yaml.h"

#include <stdlib.h>
#include <string.h>

enum { IDLE_MAX = 16 };

/// The hash of a sheet and files: of the hashes of all names and texts in their order.
static void hash_of(const lb_ruleset *rules, const lb_bundle *files, uint8_t hash[SHA256_BYTES])
{
    uint8_t part[2 * LB_BUNDLE_FILES + 1][SHA256_BYTES];
    uint32_t count = 0;

    sha256(rules->id, strlen(rules->id), part[count++]);
    for (uint32_t i = 0; i < files->count; i++) {
        sha256(files->file[i].name, strlen(files->file[i].name), part[count++]);
        sha256(files->file[i].text, files->file[i].size, part[count++]);
    }
    sha256(part, count * SHA256_BYTES, hash);
}

static bool copy_files(lb_bundle *to, const lb_bundle *from)
{
    for (uint32_t i = 0; i < from->count; i++) {
        const lb_bundle_file *file = &from->file[i];
        char *text = malloc(file->size + 1);

        if (text == NULL)
            return false;
        memcpy(text, file->text, file->size);
        text[file->size] = '\0';
        if (!lb_bundle_add(to, file->name, text, file->size)) {
            free(text);
            return false;
        }
        to->file[to->count - 1].owned = text;
    }
    return true;
}

/// Reads the house values of a sheet from a bundle.
static lb_status read_house(const lb_ruleset *rules, const lb_bundle *files, lb_house *house,
                            lb_diag *diag)
{
    lb_house_rules *all = malloc(sizeof *all);
    lb_status status;

    if (all == NULL) {
        lb_put put = lb_diag_start(diag, LB_ERROR_SPACE, 0, 0);

        lb_put_text(&put, "out of memory");
        return diag->status;
    }
    lb_house_rules_reset(all);
    status = lb_bundle_house(files, all, diag);
    if (status == LB_OK && !lb_house_rules_fit(all, rules)) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        lb_put_text(&put, "these house rules are for another sheet");
        status = diag->status;
    }
    if (status == LB_OK)
        *house = *lb_house_rules_for(all, rules);
    free(all);
    return status;
}

static lb_status make(serve_battle *made, const lb_ruleset *rules, const lb_bundle *files,
                      lb_diag *diag)
{
    lb_house house;
    lb_state *state;
    lb_status status = LB_ERROR_SPACE;

    lb_yaml_gather(NULL);
    if (copy_files(&made->files, files))
        status = lb_bundle_scenario(&made->files, &made->scenario, diag);
    if (status == LB_OK)
        status = read_house(rules, &made->files, &house, diag);
    if (status == LB_OK)
        status = lb_battle_muster(&made->battle, rules, &house, &made->scenario, diag);
    if (status != LB_OK)
        return status;
    state = calloc(1, sizeof *state);
    if (state == NULL)
        return LB_ERROR_SPACE;
    lb_battle_start(&made->battle, state, NULL);
    made->start = lb_battle_digest(&made->battle, state);
    free(state);
    return LB_OK;
}

static void drop(serve_battle *battle)
{
    lb_bundle_clear(&battle->files);
    free(battle);
}

/// Frees battles that nobody uses, but for the few that were used last.
static void drop_idle(battles *all, uint32_t most)
{
    serve_battle **link = &all->first;
    uint32_t seen = 0;

    while (*link != NULL) {
        serve_battle *battle = *link;

        if (battle->users > 0 || ++seen <= most) {
            link = &battle->next;
            continue;
        }
        *link = battle->next;
        drop(battle);
        all->idle--;
    }
}

serve_battle *battles_enter(battles *all, const lb_ruleset *rules, const lb_bundle *files,
                            lb_diag *diag)
{
    uint8_t hash[SHA256_BYTES];
    serve_battle *made;

    hash_of(rules, files, hash);
    for (serve_battle *battle = all->first; battle != NULL; battle = battle->next)
        if (memcmp(battle->hash, hash, sizeof hash) == 0) {
            all->idle -= battle->users == 0;
            return battles_share(battle);
        }
    made = calloc(1, sizeof *made);
    *diag = (lb_diag){.status = LB_ERROR_SPACE, .text = "out of memory"};
    if (made == NULL)
        return NULL;
    if (make(made, rules, files, diag) != LB_OK) {
        drop(made);
        return NULL;
    }
    memcpy(made->hash, hash, sizeof hash);
    made->next = all->first;
    all->first = made;
    return battles_share(made);
}

serve_battle *battles_share(serve_battle *battle)
{
    battle->users++;
    return battle;
}

void battles_leave(battles *all, serve_battle *battle)
{
    if (battle == NULL || --battle->users > 0)
        return;
    all->idle++;
    if (all->idle > IDLE_MAX)
        drop_idle(all, IDLE_MAX);
}

void battles_clear(battles *all)
{
    drop_idle(all, 0);
}
