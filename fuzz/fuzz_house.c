// SPDX-License-Identifier: MIT
// House rules from hostile text: either refused with a reason, or numbers that every chart can be
// played by.

#include "harness.h"

#include "limber/files.h"
#include "limber/limber.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static lb_house_rules house;
    lb_diag diag = {0};

    lb_house_rules_reset(&house);
    if (lb_house_rules_parse((const char *)data, size, &house, &diag) != LB_OK) {
        if (diag.text[0] == '\0' || house.changes != 0)
            abort();
        return 0;
    }
    for (uint32_t r = 0; r < lb_ruleset_count; r++) {
        const lb_ruleset *rules = lb_rulesets[r];
        for (uint32_t v = 0; v < rules->value_count; v++)
            if (house.sheet[r].value[v] < rules->values[v].lowest ||
                house.sheet[r].value[v] > rules->values[v].highest)
                abort();
        if (lb_house_conflict(rules, house.sheet[r].value) != NULL)
            abort();
    }
    return 0;
}
