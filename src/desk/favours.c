// SPDX-License-Identifier: MIT
// See favours.h.

#include "desk/favours.h"

#include <string.h>

enum { GRADES = 8 };

static const struct favour {
    const char *sheet, *chart, *field;
    int8_t grade[GRADES];
} favours[] = {
#define FAVOURS(sheet, chart, field, ...) {sheet, chart, field, {__VA_ARGS__}},
#include "desk/favours.def"
};

int32_t lb_desk_favours(const lb_ruleset *rules, const lb_chart *chart,
                        const lb_effect_field *field, int32_t value)
{
    for (size_t i = 0; i < sizeof favours / sizeof favours[0]; i++) {
        const struct favour *row = &favours[i];

        if (strncmp(rules->id, row->sheet, strlen(row->sheet)) == 0 &&
            strcmp(chart->id, row->chart) == 0 && strcmp(field->key, row->field) == 0)
            return value >= 0 && value < GRADES ? row->grade[value] : 0;
    }
    return 0;
}
