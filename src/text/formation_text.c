// SPDX-License-Identifier: MIT
// See formation_text.h.

#include "text/formation_text.h"

#include <string.h>

// clang-format off
static const lb_formation_plain rows[] = {
    {"line", "line", "in line", "line", "formed line"},
    {"attack", "attack column", "in attack column", "an attack column", "formed an attack column"},
    {"march", "march column", "in march column", "a march column", "formed a march column"},
    {"open", "open order", "in open order", "open order", "went into open order"},
    {"open-deep", "deep open order", "in deep open order", "deep open order", "went into deep open order"},
    {"square", "square", "in square", "square", "formed square"},
    {"masse", "masse", "in masse", "a masse", "formed a masse"},
    {"skirmish", "skirmish order", "in skirmish order", "skirmish order", "went into skirmish order"},
    {"firing", "firing line", "in firing line", "a firing line", "formed a firing line"},
    {"refused", "refused line", "in line with a flank refused", "a line with a flank refused", "refused a flank"},
    {"cavalry", "formed", "formed up", "formed order", "formed up"},
    {"cavalry-open", "open order", "in open order", "open order", "went into open order"},
    {"cavalry-march", "march column", "in march column", "a march column", "formed a march column"},
    {"deployed", "deployed", "deployed", "line", "deployed"},
    {"column", "column", "in column", "a column", "formed a column"},
    {"building", "garrison", "in garrison", "a garrison", "garrisoned the houses"},
    {"ployed", "column", "in column", "a column", "ployed into column"},
    {"unlimbered", "unlimbered", "unlimbered", "battery", "unlimbered"},
    {"reserve", "reserve", "in reserve", "the reserve", "went to the reserve"},
    {"guns", "unlimbered", "unlimbered", "battery", "unlimbered"},
    {"limbered", "limbered", "limbered", "a limbered column", "limbered up"},
};
// clang-format on

const lb_formation_plain *lb_formation_text(const lb_battle *battle, int32_t formation)
{
    const char *word = battle->rules->play->formations[formation].word;

    for (size_t i = 1; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].word, word) == 0)
            return &rows[i];
    return &rows[0];
}
