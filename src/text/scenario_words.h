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
extern const lb_word_list lb_scenario_brigade_state_words;
extern const lb_word_list lb_scenario_commander_state_words;
extern const lb_word_list lb_scenario_order_words;
extern const lb_word_list lb_scenario_activation_words;
extern const lb_word_list lb_scenario_status_words;

/// True if a file says a word of a list, in small or capital letters, or another word that people
/// use for it: Landwehr for militia.
bool lb_word_is_meant(const char *word, const char *typed);

/// The n-th of the other words that stand for a word, from 0: "village" for "built-up-stone". NULL
/// if there are fewer.
const char *lb_other_word(const char *word, uint32_t number);

/// The arm of a class.
lb_arm lb_class_arm(lb_troop_class troop_class);
