// SPDX-License-Identifier: MIT
// Actions of any kind, to be thrown at a battle, and what must be true of the table afterwards.
// Shared by the conformance kit and the fuzzing of action streams.
#pragma once

#include "limber/battle.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// What is wrong with the table, or NULL: units stand on it and not on each other, everything that
/// is an index or a word of a list is one.
static inline const char *stray_fault(const lb_battle *battle, const lb_state *state)
{
    static char strayed[512];
    static lb_quad quads[LB_UNITS_MAX];
    static lb_box boxes[LB_UNITS_MAX];
    uint32_t formations = 0;

    while (battle->rules->play->formations[formations].word != NULL)
        formations++;
    if (state->active >= LB_SIDES || state->phase >= battle->rules->play->phase_count)
        return "side or phase";
    for (uint32_t i = 0; i < battle->objective_count; i++)
        if (state->held[i] >= LB_SIDES && state->held[i] != LB_NO_SIDE)
            return "an objective's holder";
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad *quad = &quads[i];
        lb_footprint own;

        if (state->unit[i].presence >= LB_PRESENCE_COUNT || state->unit[i].formation >= formations)
            return "presence or formation";
        if (lb_battle_unit(battle, state, i).losses < 0)
            return "losses below none";
        if (state->unit[i].presence != LB_PRESENCE_TABLE)
            continue;
        own = lb_unit_footprint(battle, state, i);
        *quad = lb_footprint_corners(&own);
        boxes[i] = lb_quad_box_of(quad);
        if (boxes[i].low.x < -10 || boxes[i].high.x > battle->width_tmm + 10 ||
            boxes[i].low.y < -10 || boxes[i].high.y > battle->depth_tmm + 10)
            return "a unit stands off the table";
        for (uint32_t k = 0; k < i; k++)
            if (state->unit[k].presence == LB_PRESENCE_TABLE &&
                lb_box_meets(boxes[i], boxes[k], 0) &&
                lb_quad_overlaps_deeper(quad, &quads[k], 2 * LB_CONTACT_TMM))
                return snprintf(strayed, sizeof strayed,
                                "%s of %s (%d,%d h%d f%d) stands on %s of %s (%d,%d h%d f%d)",
                                battle->unit[i].name, battle->group[battle->unit[i].group].name,
                                (int)state->unit[i].at.x, (int)state->unit[i].at.y,
                                (int)state->unit[i].heading, (int)state->unit[i].formation,
                                battle->unit[k].name, battle->group[battle->unit[k].group].name,
                                (int)state->unit[k].at.x, (int)state->unit[k].at.y,
                                (int)state->unit[k].heading, (int)state->unit[k].formation),
                       strayed;
    }
    return NULL;
}

/// A number from hostile bytes: mostly small, now and then as large as it gets.
static inline int32_t stray_number(uint32_t bytes, int32_t reach)
{
    static const int32_t edges[] = {0, 1, -1, INT32_MAX, INT32_MIN, 65536, -65536, 16384};

    if (bytes % 8 == 0)
        return edges[bytes / 8 % 8];
    return (int32_t)(bytes / 8 % (2 * (uint32_t)reach)) - reach;
}

/// An action from a source of hostile words. Half of them are one of `count` choices with something
/// changed, the others are wholly made up.
static inline lb_action stray_action(const lb_battle *battle, const lb_action *choice,
                                     uint32_t count, uint32_t (*next)(void *context), void *context)
{
    uint32_t kind = next(context) % 8;
    lb_action action;
    uint8_t *byte = (uint8_t *)&action;

    memset(&action, 0, sizeof action);
    if (count > 0 && kind < 4) {
        action = choice[next(context) % count];
        for (uint32_t i = 0; i < action.path.count && kind < 2; i++) {
            action.path.step[i].tmm += stray_number(next(context), 2000) / 2;
            action.path.step[i].angle += stray_number(next(context), 8000) / 2;
        }
        switch (next(context) % 8) {
        case 0:
            action.unit = (uint16_t)next(context);
            break;
        case 1:
            action.target = (uint16_t)next(context);
            break;
        case 2:
            action.formation = (uint8_t)(next(context) % 14);
            break;
        case 3:
            action.option = (uint8_t)next(context);
            break;
        case 4:
            action.helper[next(context) % LB_HELPERS_MAX] = (uint16_t)next(context);
            break;
        case 5:
            action.verb = (uint8_t)(next(context) % (battle->rules->play->verb_count + 1u));
            break;
        case 6:
            action.path.count = (uint8_t)next(context);
            break;
        default:
            break;
        }
        return action;
    }
    if (kind == 7) {
        /* Bytes as they come. */
        for (size_t i = 0; i < sizeof action; i++)
            byte[i] = (uint8_t)next(context);
        action.verb = (uint8_t)(action.verb % (battle->rules->play->verb_count + 1u));
        return action;
    }
    action.verb = (uint8_t)(next(context) % (battle->rules->play->verb_count + 2u));
    action.unit = (uint16_t)(next(context) % (battle->unit_count + 2u));
    action.target = (uint16_t)(next(context) % (battle->unit_count + 2u));
    action.formation = (uint8_t)(next(context) % 14);
    action.option = (uint8_t)(next(context) % 4 == 0 ? next(context) : 0);
    for (int h = 0; h < LB_HELPERS_MAX; h++)
        action.helper[h] = next(context) % 4 == 0
                               ? (uint16_t)(next(context) % (battle->unit_count + 2u))
                               : LB_NOBODY;
    action.path.count = (uint8_t)(next(context) % (LB_PATH_STEPS_MAX + 1));
    for (uint32_t s = 0; s < action.path.count; s++)
        action.path.step[s] = (lb_step){.kind = (uint8_t)(next(context) % (LB_STEP_COUNT + 1)),
                                        .tmm = stray_number(next(context), 3000),
                                        .angle = stray_number(next(context), 20000)};
    return action;
}
