// SPDX-License-Identifier: MIT
// The rulesets that Limber knows, in the order they are listed.

#include "rules/registry.h"

#include <string.h>

const lb_ruleset *const lb_rulesets[] = {
#define RULESET(name, folder) &lb_ruleset_##name,
#include "rules/rulesets.def"
};

_Static_assert(sizeof lb_rulesets / sizeof lb_rulesets[0] <= LB_RULESETS_MAX,
               "readers have room for so many");

const uint32_t lb_ruleset_count = sizeof lb_rulesets / sizeof lb_rulesets[0];

const lb_ruleset *lb_ruleset_find(const char *id)
{
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        if (strcmp(lb_rulesets[i]->id, id) == 0)
            return lb_rulesets[i];
    return NULL;
}
