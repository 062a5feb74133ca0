// SPDX-License-Identifier: MIT
// Choices at a decision as people say them: where a move leads, and which choices differ enough to
// be told apart.
#pragma once

#include "base/put.h"
#include "limber/battle.h"
#include "limber/player.h"
#include "limber/view.h"

/// Who chooses, and among what. None of it is owned.
typedef struct lb_chooser {
    const lb_battle *battle;
    const lb_state *state;
    uint32_t side; ///< that chooses
    bool spells_units;
    const lb_action *choice;
    uint32_t choice_count;
} lb_chooser;

/// Lists what may be done, for a person: first what no unit does, then unit by unit, without what
/// reads alike. `found` is scratch; it and `kept`, which the chooser then points to, have room for
/// LB_CHOICES_MAX. The view may be NULL. Returns how many were found: LB_CHOICES_MAX if there was
/// no room for more.
uint32_t lb_choices_find(lb_chooser *c, lb_view *view, lb_action *found, lb_action *kept);

/// The same of what one unit does alone. The view is needed.
void lb_choices_find_of(lb_chooser *c, lb_view *view, uint32_t unit, lb_action *found,
                        lb_action *kept);

/// Writes a choice by where it leads: "move 12.0\" north, to The Farm".
void lb_put_choice(const lb_chooser *c, const lb_action *action, bool is_named, lb_put *put);

/// The name of whoever is to act by an action; NULL if that is nobody.
const char *lb_choice_actor(const lb_battle *battle, const lb_action *action);

/// Where whoever acts stands now: a group in the middle of its units.
lb_footprint lb_choice_start(const lb_chooser *c, const lb_action *action);

/// Where he stands then. False if the way leads nowhere.
bool lb_choice_end(const lb_chooser *c, const lb_action *action, lb_footprint *end);

/// True of a way that leaves a unit as it is.
bool lb_choice_is_nothing(const lb_chooser *c, const lb_action *action);

/// True of a way that ends nearly where one of the choices ends, or that is the third of a
/// direction.
bool lb_choice_is_like_others(const lb_chooser *c, const lb_action *action);

/// One of sixteen winds, as a sailor says it: moves of one unit often differ by no more.
const char *lb_fine_wind(uint16_t heading);

/// The middle of a piece of ground.
lb_point lb_middle_of_piece(const lb_battle *battle, uint32_t number);
