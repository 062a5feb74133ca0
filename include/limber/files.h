// SPDX-License-Identifier: MIT
// Reading the YAML files of a battle: house rules, armies, scenarios and positions.
//
// Files are untrusted. A function that reads one returns LB_OK, or leaves its output untouched and
// names line, column and reason in the diag, which may be NULL. Nothing that is read holds on to
// the text or to the file. docs/scenarios.md explains the files. The structs are large
// (sizeof(lb_scenario) is almost 300 kilobytes): keep them on the heap or static, not on a small
// stack.
#pragma once

#include "limber/api.h"
#include "limber/ruleset.h"
#include "limber/scenario.h"
#include "limber/status.h"

LB_BEGIN_DECLS

// ---- house rules --------------------------------------------------------------------------------
//
//     limber: house-rules
//     name: Thursday club
//     sheet: valour-fortitude        # optional: the file is for this sheet only
//     values:
//       vf.hit.base: 5
//       vf.fire.range: {musket: 10, rifle: 16}
//     switches:
//       nl.disorder.as-hit: on

enum { LB_HOUSE_SHEETS = LB_RULESETS_MAX, LB_HOUSE_NAME = 80 };

/// House rules for all sheets, in the order of lb_rulesets.
typedef struct lb_house_rules {
    char name[LB_HOUSE_NAME];     ///< "" if the file gives none
    uint32_t changes;             ///< entries read
    bool is_for[LB_HOUSE_SHEETS]; ///< sheets that the file is for: all, or the one it names
    lb_house sheet[LB_HOUSE_SHEETS];
} lb_house_rules;

/// Sets the numbers of all sheets as they are printed.
void lb_house_rules_reset(lb_house_rules *rules);

/// Reads the text of a house rule file; `text` needs no closing zero.
lb_status lb_house_rules_parse(const char *text, size_t size, lb_house_rules *rules, lb_diag *diag);

/// Reads a house rule file.
lb_status lb_house_rules_load(const char *path, lb_house_rules *rules, lb_diag *diag);

/// True if the file is for this ruleset.
bool lb_house_rules_fit(const lb_house_rules *rules, const lb_ruleset *ruleset);

/// The numbers in force for a ruleset. They live in `rules`.
const lb_house *lb_house_rules_for(const lb_house_rules *rules, const lb_ruleset *ruleset);

// ---- armies -------------------------------------------------------------------------------------
//
// Unit types of one nation and time, so that scenarios stay short.
//
//     limber: army
//     id: french-1808
//     title: French army in the Peninsula, 1808
//     source: where the figures come from
//     nation: french
//     year: 1808
//     types:
//       ligne: {name: Infanterie de ligne, class: line, quality: regular, strength: 600,
//               traits: [skirmishers, elan]}

enum { LB_ARMY_TYPES = 48, LB_ARMY_FIGURES = 192 };

/// A type of unit.
typedef struct lb_army_type {
    char id[LB_SCENARIO_WORD];
    lb_scenario_unit unit; ///< name, nation, class, quality, strength, traits; the rest is zero
} lb_army_type;

/// The unit types of an army.
typedef struct lb_army {
    char id[LB_SCENARIO_WORD];
    char title[LB_SCENARIO_NAME];
    char source[LB_SCENARIO_TEXT];
    uint8_t nation; ///< lb_nation of every type that names no other
    uint8_t type_count;
    uint16_t year;
    uint16_t figure_count;
    lb_army_type types[LB_ARMY_TYPES];
    lb_scenario_figure figures[LB_ARMY_FIGURES]; ///< `number` is that of the type
} lb_army;

/// Reads the text of an army file; `text` needs no closing zero.
lb_status lb_army_parse(const char *text, size_t size, lb_army *army, lb_diag *diag);

/// Reads an army file.
lb_status lb_army_load(const char *path, lb_army *army, lb_diag *diag);

/// The type with this id, or NULL. It lives in `army`.
const lb_army_type *lb_army_find(const lb_army *army, const char *id);

// ---- scenarios and positions --------------------------------------------------------------------

/// The most armies that one scenario may name.
enum { LB_SCENARIO_ARMIES = 8 };

/// Where the armies that a scenario names come from.
typedef struct lb_army_shelf {
    /// Finds an army by its id. On failure the diag says why; its line and column are those of the
    /// army's own file.
    lb_status (*find)(void *context, const char *id, lb_army *army, lb_diag *diag);
    void *context;
} lb_army_shelf;

/// Reads the text of a scenario or position; `text` needs no closing zero. With a NULL shelf the
/// scenario may name no army. The shelf is used during this call only.
lb_status lb_scenario_parse(const char *text, size_t size, const lb_army_shelf *shelf,
                            lb_scenario *scenario, lb_diag *diag);

/// Reads a scenario or position file. Its armies are looked for in the file's own folder, in
/// `armies` inside it and in `armies` beside it.
lb_status lb_scenario_load(const char *path, lb_scenario *scenario, lb_diag *diag);

// ---- bundles ------------------------------------------------------------------------------------
//
// All files that a battle is made from, as text: the scenario, its armies, the house rules. A
// record carries them, so that it can be played again where the files are not.

enum { LB_BUNDLE_FILES = LB_SCENARIO_ARMIES + 2, LB_BUNDLE_NAME = LB_SCENARIO_WORD + 8 };

/// A file of a bundle.
typedef struct lb_bundle_file {
    char name[LB_BUNDLE_NAME]; ///< "scenario", "house", or "army" and the army's id
    const char *text;
    size_t size;
    void *owned; ///< the text if the bundle frees it, or NULL
} lb_bundle_file;

/// Zero is an empty bundle.
typedef struct lb_bundle {
    const char *path; ///< of the scenario: armies that are not in the bundle are looked for near
                      ///< it. NULL: nowhere
    uint32_t count;
    lb_bundle_file file[LB_BUNDLE_FILES];
    const char *looked; ///< where the caller has looked for armies besides, for a message; or NULL
} lb_bundle;

/// Adds a file that stays the caller's. False if the bundle is full or has one of that name.
bool lb_bundle_add(lb_bundle *bundle, const char *name, const char *text, size_t size);

/// Reads a file and adds it.
lb_status lb_bundle_load(lb_bundle *bundle, const char *name, const char *path, lb_diag *diag);

/// The file with this name, or NULL. It lives in the bundle.
const lb_bundle_file *lb_bundle_find(const lb_bundle *bundle, const char *name);

/// True if both are the same text, whatever ends their lines. NULL is the same as NULL only.
bool lb_bundle_is_same(const lb_bundle_file *a, const lb_bundle_file *b);

/// Reads the scenario of a bundle. Armies that were looked for are in the bundle then.
lb_status lb_bundle_scenario(lb_bundle *bundle, lb_scenario *scenario, lb_diag *diag);

/// Reads the house rules of a bundle; without any the sheets are as printed.
lb_status lb_bundle_house(const lb_bundle *bundle, lb_house_rules *rules, lb_diag *diag);

/// Frees what the bundle has loaded, and empties it.
void lb_bundle_clear(lb_bundle *bundle);

LB_END_DECLS
