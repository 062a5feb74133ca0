// SPDX-License-Identifier: MIT
// Armies: a YAML file of unit types of one nation and time, so that scenarios stay short.
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
#pragma once

#include "limber/scenario.h"

enum { LB_ARMY_TYPES = 48, LB_ARMY_FIGURES = 192 };

/// A type of unit.
typedef struct lb_army_type {
    char id[LB_SCENARIO_WORD];
    lb_scenario_unit unit; ///< name, nation, class, quality, strength, traits; the rest is zero
} lb_army_type;

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

/// Reads a file's text. On error `army` is untouched and the diag has line, column and reason.
lb_status lb_army_parse(const char *text, size_t size, lb_army *army, lb_diag *diag);

/// Reads a file.
lb_status lb_army_load(const char *path, lb_army *army, lb_diag *diag);

/// The type of this id, or NULL.
const lb_army_type *lb_army_find(const lb_army *army, const char *id);
