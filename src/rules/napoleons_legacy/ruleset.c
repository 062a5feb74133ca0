// SPDX-License-Identifier: MIT
// The tables of Napoleon's Legacy, and what its inputs and house values may not be together.

#include "rules/napoleons_legacy/local.h"
#include "rules/registry.h"

/// Refuses hits that would have taken a base; `at` is the offset of prior_hits in the facts.
static bool refuse_hits(int32_t prior_hits, int32_t base_hits, size_t at, lb_refusal *refusal)
{
    *refusal = (lb_refusal){.input = (uint16_t)(at / sizeof(int32_t)),
                            .why = "a unit bears fewer hits than take a base (base_hits); with "
                                   "more it would have lost one"};
    return prior_hits >= base_hits;
}

static bool refuse_fire(const int32_t *facts, lb_refusal *refusal)
{
    const struct fire_facts *f = (const struct fire_facts *)facts;

    return refuse_hits(f->prior_hits, f->base_hits, offsetof(struct fire_facts, prior_hits),
                       refusal);
}

static bool refuse_shot(const int32_t *facts, lb_refusal *refusal)
{
    const struct shot_facts *f = (const struct shot_facts *)facts;

    return refuse_hits(f->prior_hits, f->base_hits, offsetof(struct shot_facts, prior_hits),
                       refusal);
}

#define LB_REFUSE(chart) \
    (CHART_##chart == CHART_fire ? refuse_fire : CHART_##chart == CHART_shot ? refuse_shot : NULL)

#include "core/define.h"

static const lb_ascent ascents[] = {
    {V_COMMAND_ROLL, V_COMMAND_BLUNDER, 1, "dice of which every total blunders obey no order"},
    {V_ART_CHARGED_CANISTER, V_ART_CHARGED_SHOT, 0,
     "the dice that find round shot loaded come after those that find canister"},
    {V_ART_CANISTER_NEAR, V_ART_CANISTER_FAR, 0,
     "canister cannot gain force farther away than it reaches"},
    {V_BLUNDER_8_ADVANCE, V_BLUNDER_8_NOTHING, 0,
     "the dice with which nobody stirs come after those of the advance"},
    {V_FORM_SQUARE_LEAST, V_FORM_SQUARE_MOST, 0,
     "a square cannot need more bases than it may have"},
};

const lb_ruleset lb_ruleset_napoleons_legacy = {
    .id = "napoleons-legacy",
    .title = "Napoleon's Legacy",
    .about =
        "Units of bases under commanders who may blunder; centimetres; fire, fear and disorder",
    LB_RULESET_TABLES,
};
