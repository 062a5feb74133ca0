// SPDX-License-Identifier: MIT
// House rules: a YAML file that changes numbers by clause id.
//
//     limber: house-rules
//     name: Thursday club
//     sheet: valour-fortitude        # optional: the file is for this sheet only
//     values:
//       vf.hit.base: 5
//       vf.fire.range: {musket: 10, rifle: 16}
//     switches:
//       nl.disorder.as-hit: on
#pragma once

#include "limber/ruleset.h"
#include "limber/status.h"

enum { LB_HOUSE_SHEETS = 8, LB_HOUSE_NAME = 80 };

/// House rules for all sheets, in the order of lb_rulesets.
typedef struct lb_house_rules {
    char name[LB_HOUSE_NAME];     ///< "" if the file gives none
    uint32_t changes;             ///< entries read
    bool is_for[LB_HOUSE_SHEETS]; ///< sheets that the file is for: all, or the one it names
    lb_house sheet[LB_HOUSE_SHEETS];
} lb_house_rules;

/// The sheets as printed.
void lb_house_rules_reset(lb_house_rules *rules);

/// Reads a file's text. On error `rules` is untouched and the diag has line, column and reason.
lb_status lb_house_rules_parse(const char *text, size_t size, lb_house_rules *rules, lb_diag *diag);

/// Reads a file.
lb_status lb_house_rules_load(const char *path, lb_house_rules *rules, lb_diag *diag);

/// True if the file is for this ruleset.
bool lb_house_rules_fit(const lb_house_rules *rules, const lb_ruleset *ruleset);

/// The numbers in force for a ruleset.
const lb_house *lb_house_rules_for(const lb_house_rules *rules, const lb_ruleset *ruleset);
