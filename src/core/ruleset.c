// SPDX-License-Identifier: MIT
// Look-ups in a ruleset's constant tables.

#include "limber/ruleset.h"

#include <assert.h>
#include <string.h>

const lb_chart *lb_chart_find(const lb_ruleset *rules, const char *id)
{
    for (uint32_t i = 0; i < rules->chart_count; i++)
        if (strcmp(rules->charts[i].id, id) == 0)
            return &rules->charts[i];
    return NULL;
}

uint32_t lb_chart_cells(const lb_chart *chart)
{
    return (uint32_t)chart->input_count * chart->sides;
}

const lb_input *lb_chart_input(const lb_chart *chart, uint32_t cell, const char **prefix)
{
    assert(cell < lb_chart_cells(chart));
    *prefix = chart->sides == 1 ? "" : cell < chart->input_count ? "a_" : "d_";
    return &chart->inputs[cell % chart->input_count];
}

void lb_chart_presets(const lb_chart *chart, int32_t *facts)
{
    const char *prefix;

    memset(facts, 0, LB_INPUTS_MAX * sizeof *facts);
    for (uint32_t cell = 0; cell < lb_chart_cells(chart); cell++)
        facts[cell] = lb_chart_input(chart, cell, &prefix)->preset;
}

bool lb_input_takes(const lb_input *input, int32_t value)
{
    if (input->kind == LB_INPUT_LENGTH_OR_NONE && value == LB_NO_LENGTH)
        return true;
    return value >= input->lowest && value <= input->highest && value != input->skipped;
}

bool lb_chart_takes(const lb_chart *chart, const int32_t *facts, lb_refusal *refusal)
{
    lb_refusal own;
    const char *prefix;

    if (refusal == NULL)
        refusal = &own;
    for (uint32_t cell = 0; cell < lb_chart_cells(chart); cell++)
        if (!lb_input_takes(lb_chart_input(chart, cell, &prefix), facts[cell])) {
            *refusal = (lb_refusal){.input = (uint16_t)cell, .why = "it is out of range"};
            return false;
        }
    return chart->refuse == NULL || !chart->refuse(facts, refusal);
}

void lb_house_reset(const lb_ruleset *rules, lb_house *house)
{
    assert(rules->value_count <= LB_VALUES_MAX);
    *house = (lb_house){0};
    for (uint32_t i = 0; i < rules->value_count; i++)
        house->value[i] = rules->values[i].preset;
}

const lb_ascent *lb_house_conflict(const lb_ruleset *rules, const int32_t *values)
{
    for (uint32_t i = 0; i < rules->ascent_count; i++) {
        const lb_ascent *ascent = &rules->ascents[i];

        if (values[ascent->higher] < values[ascent->lower] + ascent->gap)
            return ascent;
    }
    return NULL;
}

uint16_t lb_clause_find(const lb_ruleset *rules, const char *id)
{
    for (uint16_t i = 0; i < rules->clause_count; i++)
        if (strcmp(rules->clauses[i].id, id) == 0)
            return i;
    return UINT16_MAX;
}
