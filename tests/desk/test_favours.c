// SPDX-License-Identifier: MIT
// Every row of favours.def is about a field of a chart, and grades each of its words; every field
// of a played sheet whose words are won and lost is graded one way and the other.

#include "../unit/check.h"

#include "desk/favours.h"
#include "limber/limber.h"

#include <string.h>

static const struct row {
    const char *sheet, *chart, *field;
    size_t grades;
} rows[] = {
#define FAVOURS(sheet, chart, field, ...) \
    {sheet, chart, field, sizeof((int8_t[]){__VA_ARGS__}) / sizeof(int8_t)},
#include "desk/favours.def"
};

static const lb_effect_field *find_field(const lb_chart *chart, const char *key)
{
    for (uint32_t f = 0; f < chart->field_count; f++)
        if (strcmp(chart->fields[f].key, key) == 0)
            return &chart->fields[f];
    return NULL;
}

static size_t count_words(const lb_effect_field *field)
{
    size_t count = 0;

    while (field->words != NULL && field->words[count].word != NULL)
        count++;
    return count;
}

static void rows_grade_the_words_of_a_field(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t found = 0;

        for (uint32_t r = 0; r < lb_ruleset_count; r++)
            for (uint32_t c = 0; c < lb_rulesets[r]->chart_count; c++) {
                const lb_chart *chart = &lb_rulesets[r]->charts[c];
                const lb_effect_field *field = find_field(chart, rows[i].field);

                if (strncmp(lb_rulesets[r]->id, rows[i].sheet, strlen(rows[i].sheet)) != 0 ||
                    strcmp(chart->id, rows[i].chart) != 0 || field == NULL)
                    continue;
                if (count_words(field) != rows[i].grades)
                    fail_msg("%s %s %s has %zu words and %zu grades", rows[i].sheet, rows[i].chart,
                             rows[i].field, count_words(field), rows[i].grades);
                found++;
            }
        if (found == 0)
            fail_msg("no sheet has %s %s %s", rows[i].sheet, rows[i].chart, rows[i].field);
    }
}

static void no_row_stands_twice(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(rows[i].sheet, rows[k].sheet) == 0 &&
                strcmp(rows[i].chart, rows[k].chart) == 0 &&
                strcmp(rows[i].field, rows[k].field) == 0)
                fail_msg("%s %s %s stands twice", rows[i].sheet, rows[i].chart, rows[i].field);
}

/// Who wins favours the first side; who loses does not.
static void winners_are_graded_both_ways(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (uint32_t c = 0; c < lb_rulesets[r]->chart_count; c++) {
            const lb_chart *chart = &lb_rulesets[r]->charts[c];
            const lb_effect_field *field = find_field(chart, "winner");
            int32_t best = 0, worst = 0;

            if (field == NULL)
                continue;
            for (size_t w = 0; w < count_words(field); w++) {
                int32_t grade = lb_desk_favours(lb_rulesets[r], chart, field, (int32_t)w);

                best = grade > best ? grade : best;
                worst = grade < worst ? grade : worst;
            }
            if (best <= 0 || worst >= 0)
                fail_msg("%s %s: winner is not graded", lb_rulesets[r]->id, chart->id);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_grade_the_words_of_a_field),
        cmocka_unit_test(no_row_stands_twice),
        cmocka_unit_test(winners_are_graded_both_ways),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
