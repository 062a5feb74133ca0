// SPDX-License-Identifier: MIT
// The tables of Valour & Fortitude, and what its inputs and house values may not be together.

#include "rules/registry.h"
#include "rules/valour_fortitude/local.h"

static bool refuse_fire(const int32_t *facts, lb_refusal *refusal)
{
    const struct fire_facts *f = (const struct fire_facts *)facts;

    *refusal = (lb_refusal){
        .input = offsetof(struct fire_facts, target_losses) / sizeof(int32_t),
        .why = "a unit bears at most as many loss markers as its tenacity (target_tenacity)"};
    return f->target_losses > f->target_tenacity;
}

static bool refuse_melee(const int32_t *facts, lb_refusal *refusal)
{
    const struct melee_facts *f = (const struct melee_facts *)facts;
    bool is_first = f->a.losses > f->a.tenacity;

    *refusal =
        (lb_refusal){.input = (uint16_t)((is_first ? offsetof(struct melee_facts, a.losses)
                                                   : offsetof(struct melee_facts, d.losses)) /
                                         sizeof(int32_t)),
                     .why = "a unit bears at most as many loss markers as its tenacity"};
    return is_first || f->d.losses > f->d.tenacity;
}

#define LB_REFUSE(chart) \
    (CHART_##chart == CHART_fire ? refuse_fire : CHART_##chart == CHART_melee ? refuse_melee : NULL)

#include "core/define.h"

static const lb_ascent ascents[] = {
    {V_CONTACT_RETREAT, V_CONTACT_FIGHT, 0,
     "cavalry cannot fight a square on a lower roll than it retreats from it"},
};

const lb_ruleset lb_ruleset_valour_fortitude = {
    .id = "valour-fortitude",
    .title = "Valour & Fortitude",
    .about = "Brigades of units with fire, melee and tenacity; inches; fate cards",
    LB_RULESET_TABLES,
};
