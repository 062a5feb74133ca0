// SPDX-License-Identifier: MIT
// Working out a chart: modifiers, and odds in a workspace that grows when it must.

#include "cli.h"

#include <stdlib.h>
#include <string.h>

static const size_t workspace_max = (size_t)1 << 30;

lb_chart_modifiers chart_find_modifiers(const chart_answer *answer)
{
    lb_chart_case of = {.rules = answer->rules,
                        .values = answer->house->value,
                        .chart = answer->chart,
                        .facts = answer->inputs.facts};
    lb_chart_modifiers modifiers;

    lb_chart_find_modifiers(&of, &modifiers);
    return modifiers;
}

/// Sorting needs to know the outcomes: kept for the length of one call of qsort.
static const lb_outcome *sorted_outcomes;

static int compare_outcomes(const void *a, const void *b)
{
    const lb_outcome *x = &sorted_outcomes[*(const uint32_t *)a];
    const lb_outcome *y = &sorted_outcomes[*(const uint32_t *)b];

    for (int i = 0; i < LB_EFFECT_MAX; i++)
        if (x->field[i] != y->field[i])
            return x->field[i] < y->field[i] ? -1 : 1;
    return 0;
}

bool chart_solve(chart_answer *answer)
{
    lb_odds_job job = {.rules = answer->rules,
                       .values = answer->house->value,
                       .procedure = answer->chart->procedure,
                       .field_count = answer->chart->field_count,
                       .facts = answer->inputs.facts,
                       .is_gathered = answer->is_gathered,
                       .workspace_size = 4 * (size_t)LB_ODDS_WORKSPACE};
    lb_status status = LB_ERROR_SPACE;

    for (; status == LB_ERROR_SPACE && job.workspace_size <= workspace_max;
         job.workspace_size *= 4) {
        job.workspace = aligned_alloc(64, job.workspace_size);
        if (job.workspace == NULL)
            break;
        answer->workspace = job.workspace;
        status = lb_odds_walk(&job, &answer->odds);
        if (status != LB_OK) {
            free(job.workspace);
            answer->workspace = NULL;
        }
    }
    answer->order = malloc((answer->odds.count + 1) * sizeof *answer->order);
    answer->chance = malloc((answer->odds.count + 1) * sizeof *answer->chance);
    if (status != LB_OK || answer->order == NULL || answer->chance == NULL) {
        cli_error(status == LB_ERROR_WIDTH
                      ? "the odds of %s have more digits than can be reckoned with"
                      : "the odds of %s need more memory than there is",
                  answer->chart->id);
        chart_answer_free(answer);
        return false;
    }
    for (uint32_t i = 0; i < answer->odds.count; i++)
        answer->order[i] = i;
    for (uint32_t i = 0; i < answer->odds.count; i++)
        answer->chance[i] = lb_fraction_scaled(&answer->odds.outcome[i].p);
    sorted_outcomes = answer->odds.outcome;
    qsort(answer->order, answer->odds.count, sizeof *answer->order, compare_outcomes);
    return true;
}

void chart_answer_free(chart_answer *answer)
{
    free(answer->workspace);
    free(answer->order);
    free(answer->chance);
    answer->workspace = NULL;
    answer->order = NULL;
    answer->chance = NULL;
}

const char *chart_field_text(const lb_effect_field *field, int32_t value, char *text)
{
    if (field->words != NULL)
        return field->words[value].word;
    snprintf(text, 16, "%d", (int)value);
    return text;
}
