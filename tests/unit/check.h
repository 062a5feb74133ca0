// SPDX-License-Identifier: MIT
// CMocka with what it needs before it, and a small generator for random cases.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "limber/limber.h"

/// A number below `bound`, the same in every run.
static inline uint32_t pick_below(lb_dice *dice, uint32_t bound)
{
    uint32_t number = 0;

    for (int i = 0; i < 8; i++)
        number = number * 16 + (uint32_t)(lb_dice_face(dice, 16) - 1);
    return bound == 0 ? 0 : number % bound;
}

/// Fills facts with random values that the chart takes, each within `reach` steps of its lowest;
/// most inputs keep their preset when `is_sparse`.
static inline void pick_facts(lb_dice *dice, const lb_chart *chart, uint32_t reach, bool is_sparse,
                              int32_t *facts)
{
    const char *prefix;
    lb_refusal refusal;

    do {
        lb_chart_presets(chart, facts);
        for (uint32_t cell = 0; cell < lb_chart_cells(chart); cell++) {
            const lb_input *input = lb_chart_input(chart, cell, &prefix);
            uint32_t range = (uint32_t)(input->highest - input->lowest);
            uint32_t step = input->kind == LB_INPUT_LENGTH || input->kind == LB_INPUT_LENGTH_OR_NONE
                                ? LB_INCH / 10
                                : 1;

            if (is_sparse && pick_below(dice, 3) > 0)
                continue;
            if (step == 1 && range > reach && input->kind == LB_INPUT_COUNT)
                range = reach;
            do
                facts[cell] = input->lowest + (int32_t)(pick_below(dice, range / step + 1) * step);
            while (!lb_input_takes(input, facts[cell]));
        }
    } while (chart->refuse != NULL && chart->refuse(facts, &refusal));
}
