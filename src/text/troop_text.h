// SPDX-License-Identifier: MIT
// The keys that a unit of a scenario and a type of an army share: nation, class, quality, strength,
// traits, figures. Readers of both begin with an lb_troop_reader, so that the functions here stand
// in their lists of fields.
#pragma once

#include "limber/scenario.h"
#include "text/yaml.h"

/// What is being read into.
typedef struct lb_troop_reader {
    lb_yaml yaml;
    char *id, *title, *source; ///< of the file: LB_SCENARIO_WORD, _NAME and _TEXT bytes
    lb_scenario_unit *unit;    ///< current unit or type
    bool has_class, has_quality;
    lb_scenario_figure *figures; ///< where figures go
    uint16_t *figure_count;
    uint16_t figures_most;
    uint8_t figure_owner;   ///< lb_figure_owner of what is current
    uint16_t figure_number; ///< its number
    const char *sheet;      ///< while figures are read: the sheet they are for
} lb_troop_reader;

/* Functions for lists of fields; the context begins with an lb_troop_reader. */
bool lb_troop_read_id(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_title(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_source(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_nation(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_class(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_quality(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_strength(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_pounder(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_traits(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_without(void *context, struct fy_node *key, struct fy_node *value);
bool lb_troop_read_figures(void *context, struct fy_node *key, struct fy_node *value);

/// Is there all that a unit needs? `what` names it in the complaint, `at` is where.
bool lb_troop_check(const lb_troop_reader *r, struct fy_node *at, const char *what);

/// Sets a figure of what is current, in the place of an earlier one.
bool lb_troop_set_figure(lb_troop_reader *r, struct fy_node *at, const char *sheet, const char *key,
                         int16_t number);

/// Copies a word or name that fits.
void lb_copy_text(char *to, size_t room, const char *from);
