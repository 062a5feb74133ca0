// SPDX-License-Identifier: MIT
// Typed dice into the rolls of a chart: the first two bytes choose the chart, the rest is text.

#include "harness.h"

#include "limber/limber.h"
#include "text/dice_text.h"

#include <stdlib.h>
#include <string.h>

/// Plays the chart with the faces as far as they go.
static void play(const lb_ruleset *rules, const lb_chart *chart, const uint8_t *faces,
                 uint32_t count)
{
    lb_machine machine;
    lb_house house;
    lb_run run = {.rules = rules, .values = house.value, .machine = &machine};
    int32_t facts[LB_INPUTS_MAX];
    uint32_t used = 0;

    lb_house_reset(rules, &house);
    lb_chart_presets(chart, facts);
    lb_run_start(&run, chart->procedure, facts);
    while (machine.node.kind == LB_NODE_ROLL) {
        uint32_t taken = 0, missing;
        char text[LB_DIAG_TEXT];
        lb_put put = lb_put_start(text, sizeof text);

        while ((missing = lb_roll_missing(&machine.node.roll, faces + used, taken)) > 0) {
            lb_roll_put_request(&machine.node.roll, faces + used, taken, &put);
            if (used + taken + missing > count)
                return;
            taken += missing;
        }
        lb_run_throw(&run, faces + used, taken);
        used += taken;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t faces[LB_THROW_MAX];
    uint32_t count = 0;
    char text[2048];
    lb_diag diag = {0};
    const lb_ruleset *rules;

    if (size < 2 || size - 2 >= sizeof text)
        return 0;
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    rules = lb_rulesets[data[0] % lb_ruleset_count];
    if (lb_dice_parse(text, data[0] & 1 ? 10 : 6, faces, &count, LB_THROW_MAX, &diag) != LB_OK) {
        if (diag.text[0] == '\0' || count != 0)
            abort();
        return 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (faces[i] < 1 || faces[i] > 10)
            abort();
        else if (faces[i] > 6)
            return 0;
    play(rules, &rules->charts[data[1] % rules->chart_count], faces, count);
    return 0;
}
