// SPDX-License-Identifier: MIT
// Scenarios and positions: YAML files that docs/scenarios.md explains and
// scenarios/two-brigades.yaml shows line by line.
#pragma once

#include "limber/scenario.h"
#include "text/army_file.h"

enum { LB_SCENARIO_ARMIES = 8 };

/// Where the armies that a scenario names come from.
typedef struct lb_army_shelf {
    /// Finds an army by its id. On failure the diag says why; its line and column are those of the
    /// army's own file.
    lb_status (*find)(void *context, const char *id, lb_army *army, lb_diag *diag);
    void *context;
} lb_army_shelf;

/// Reads a file's text. On error `scenario` is untouched and the diag has line, column and reason.
/// With a NULL shelf no army can be named.
lb_status lb_scenario_parse(const char *text, size_t size, const lb_army_shelf *shelf,
                            lb_scenario *scenario, lb_diag *diag);

/// Reads a file. Its armies are looked for in the file's own folder, in `armies` inside it and in
/// `armies` beside it.
lb_status lb_scenario_load(const char *path, lb_scenario *scenario, lb_diag *diag);
