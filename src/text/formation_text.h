// SPDX-License-Identifier: MIT
// Formations in plain words. Sheets name them by one word each, which files and commands use.
#pragma once

#include "limber/battle.h"

typedef struct lb_formation_plain {
    const char *word;   ///< the sheet's
    const char *name;   ///< "attack column"
    const char *stance; ///< "in attack column", "unlimbered"
    const char *order;  ///< "an attack column": what a unit is ordered into
    const char *formed; ///< "formed an attack column", "unlimbered"
} lb_formation_plain;

/// The words for a formation of the sheet that is played.
const lb_formation_plain *lb_formation_text(const lb_battle *battle, int32_t formation);
