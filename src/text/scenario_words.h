// SPDX-License-Identifier: MIT
// The words of scenarios and armies as tables, in the order of the lists in limber/scenario.h.
#pragma once

#include "limber/scenario.h"

/// A closed list of words.
typedef struct lb_word_list {
    const char *const *words;
    uint32_t count;
} lb_word_list;

extern const lb_word_list lb_arm_words;
extern const lb_word_list lb_class_words;
extern const lb_word_list lb_quality_words;
extern const lb_word_list lb_trait_words;
extern const lb_word_list lb_nation_words;
extern const lb_word_list lb_rank_words;
extern const lb_word_list lb_ability_words;
extern const lb_word_list lb_inspiration_words;
extern const lb_word_list lb_leader_trait_words;
extern const lb_word_list lb_staff_words;
extern const lb_word_list lb_formation_words;
extern const lb_word_list lb_scenario_terrain_words;
extern const lb_word_list lb_scenario_state_words;
extern const lb_word_list lb_scenario_order_words;
extern const lb_word_list lb_scenario_activation_words;
extern const lb_word_list lb_scenario_status_words;

/// The arm of a class.
lb_arm lb_class_arm(lb_troop_class troop_class);

/// A row of LB_FIGURES.
typedef struct lb_figure_row {
    const char *sheet; ///< id of a ruleset or its beginning up to a '-'
    const char *key;
    lb_figure_owner owner;
    int16_t lowest, highest;
} lb_figure_row;

extern const lb_figure_row lb_figure_rows[];
extern const uint32_t lb_figure_row_count;

/// Is the row for the ruleset of this id?
bool lb_figure_row_is_for(const lb_figure_row *row, const char *sheet);
