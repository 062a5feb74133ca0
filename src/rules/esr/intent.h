// SPDX-License-Identifier: MIT
// How a commander sees the field, and what he wants his Formations to do: see intent.c.
#pragma once

#include "rules/esr/play.h"

enum { ESR_USEFUL = 100 }; ///< what an action is worth that should be done

/// A Formation as a commander sees it.
struct esr_body {
    bool is_here, is_own, is_fit, is_touched;
    bool is_horse, is_guns; ///< nothing but that, and guns with the horse
    bool is_worn;           ///< two thirds of the way to a retreat
    int32_t power;          ///< the weight of its units
    int32_t guns;           ///< and of its batteries
    int32_t whole;          ///< units on the table
    int32_t ployed;         ///< of foot and horse, those in column
    int32_t fatigue;
    lb_quad box;
    lb_point middle;
};

struct esr_picture {
    const lb_listing *list;
    struct esr_body body[LB_GROUPS_MAX];
};

void esr_see(struct esr_picture *picture, const lb_listing *list);

/// How far two Formations are apart.
int32_t esr_gap(const struct esr_picture *picture, uint32_t a, uint32_t b);

/// True of a Formation that cavalry should go for: one that is not in order, or worn, or is weaker
/// cavalry.
bool esr_is_game(const struct esr_picture *picture, uint32_t horse, uint32_t target);

/// The Formation of the enemy that one should go for; LB_NOBODY for none.
uint32_t esr_prey(const struct esr_picture *picture, uint32_t group);

/// The order that a Formation ought to have.
lb_order esr_wanted(const struct esr_picture *picture, uint32_t group);

/// True if two orders come to the same.
bool esr_is_same_order(const struct esr_picture *picture, const lb_order *a, const lb_order *b);

/// True if a Formation does what it is ordered to, but its order leads to another place than it
/// ought to go to: one that is far from that, or one where it is already.
bool esr_is_misplaced(const struct esr_picture *picture, uint32_t group, const lb_order *wanted);

/// What the fight of a unit with another is worth to it, in hundredths.
int32_t esr_worth_of_fight(const lb_listing *list, uint32_t unit, uint32_t target);
