// SPDX-License-Identifier: MIT
// The exact odds of a chart with its preset inputs, or others.
//
//     cc odds.c $(pkg-config --cflags --libs limber) -o odds
//     ./odds valour-fortitude fire value=4 cover=soft

#include <limber/limber.h>

#include <stdio.h>
#include <stdlib.h>

/// Prints the fields of an outcome: "losses 2, state unshaken".
static void print_outcome(const lb_chart *chart, const lb_outcome *outcome)
{
    for (uint32_t i = 0; i < chart->field_count; i++) {
        const lb_effect_field *field = &chart->fields[i];
        int32_t value = outcome->field[i];

        printf("%s%s ", i > 0 ? ", " : "", field->key);
        if (field->words != NULL)
            printf("%s", field->words[value].word);
        else
            printf("%d", (int)value);
    }
}

/// Why there are no odds.
static const char *reason_of(lb_status status)
{
    switch (status) {
    case LB_ERROR_INPUT:
        return "the chart does not take these inputs together";
    case LB_ERROR_SPACE:
        return "the workspace is too small for these inputs";
    case LB_ERROR_WIDTH:
        return "the fractions would be too long";
    default:
        return "something else went wrong";
    }
}

int main(int argc, char **argv)
{
    const lb_ruleset *rules = lb_ruleset_find(argc > 1 ? argv[1] : "valour-fortitude");
    const lb_chart *chart =
        rules != NULL ? lb_chart_find(rules, argc > 2 ? argv[2] : "fire") : NULL;
    int32_t facts[LB_INPUTS_MAX];
    lb_house house;
    lb_status status;
    lb_diag diag;
    lb_odds odds;

    if (chart == NULL) {
        fprintf(stderr, "usage: odds [SHEET [CHART [KEY=VALUE ...]]], see  limber chart\n");
        return 2;
    }
    lb_house_reset(rules, &house);
    lb_chart_presets(chart, facts);
    for (int i = 3; i < argc; i++)
        if (lb_chart_set(chart, facts, argv[i], &diag) != LB_OK) {
            fprintf(stderr, "%s\n", diag.text);
            return 2;
        }

    lb_odds_job job = {.rules = rules,
                       .values = house.value,
                       .procedure = chart->procedure,
                       .field_count = chart->field_count,
                       .facts = facts,
                       .workspace = aligned_alloc(64, LB_ODDS_WORKSPACE),
                       .workspace_size = LB_ODDS_WORKSPACE};
    if (job.workspace == NULL) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }
    status = lb_odds_walk(&job, &odds);
    if (status != LB_OK) {
        fprintf(stderr, "%s\n", reason_of(status));
        free(job.workspace);
        return 1;
    }
    printf("%s, %s\n", rules->title, chart->id);
    for (uint32_t i = 0; i < odds.count; i++) {
        char fraction[LB_FRACTION_TEXT];

        lb_fraction_format(&odds.outcome[i].p, fraction);
        printf("  %-12s ", fraction);
        print_outcome(chart, &odds.outcome[i]);
        printf("\n");
    }
    free(job.workspace);
    return 0;
}
