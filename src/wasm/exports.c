// SPDX-License-Identifier: MIT
// See exports.h. This is a client of the engine, so it may keep its own state.

#include "wasm/exports.h"
#include "wasm/session.h"

#include "base/hash.h"
#include "limber/engine.h"

/// How often random facts are drawn until a chart takes them.
enum { TRIES_MAX = 100000 };

static int32_t facts[LB_INPUTS_MAX];
static unsigned char *workspace;
static uint32_t workspace_size;
static lb_odds odds;
static uint8_t field_count;
static char text[LB_FRACTION_TEXT];

uint32_t lbx_sheets(void)
{
    return lb_ruleset_count;
}

static const lb_chart *chart_of(uint32_t sheet, uint32_t chart)
{
    if (sheet >= lb_ruleset_count || chart >= lb_rulesets[sheet]->chart_count)
        return NULL;
    return &lb_rulesets[sheet]->charts[chart];
}

const char *lbx_sheet_id(uint32_t sheet)
{
    return sheet < lb_ruleset_count ? lb_rulesets[sheet]->id : "";
}

uint32_t lbx_charts(uint32_t sheet)
{
    return sheet < lb_ruleset_count ? lb_rulesets[sheet]->chart_count : 0;
}

const char *lbx_chart_id(uint32_t sheet, uint32_t chart)
{
    const lb_chart *of = chart_of(sheet, chart);

    return of != NULL ? of->id : "";
}

uint32_t lbx_cells(uint32_t sheet, uint32_t chart)
{
    const lb_chart *of = chart_of(sheet, chart);

    return of != NULL ? lb_chart_cells(of) : 0;
}

uint32_t lbx_fields(uint32_t sheet, uint32_t chart)
{
    const lb_chart *of = chart_of(sheet, chart);

    return of != NULL ? of->field_count : 0;
}

int32_t *lbx_facts(void)
{
    return facts;
}

void lbx_presets(uint32_t sheet, uint32_t chart)
{
    const lb_chart *of = chart_of(sheet, chart);

    if (of != NULL)
        lb_chart_presets(of, facts);
}

static uint32_t pick(lb_dice *dice, uint32_t bound)
{
    uint32_t number = 0;

    for (int i = 0; i < 8; i++)
        number = number * 16 + (uint32_t)(lb_dice_face(dice, 16) - 1);
    return number % bound;
}

void lbx_random_facts(uint32_t sheet, uint32_t chart, uint32_t seed)
{
    const lb_chart *of = chart_of(sheet, chart);
    const char *prefix;
    lb_dice dice;

    if (of == NULL)
        return;
    lb_dice_seed(&dice, seed);
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        for (uint32_t cell = 0; cell < lb_chart_cells(of); cell++) {
            const lb_input *input = lb_chart_input(of, cell, &prefix);
            facts[cell] =
                pick(&dice, 3) == 0
                    ? input->preset
                    : input->lowest +
                          (int32_t)pick(&dice, (uint32_t)(input->highest - input->lowest) + 1);
        }
        if (lb_chart_takes(of, facts, NULL))
            return;
    }
    lb_chart_presets(of, facts);
}

#ifdef __wasm__
extern unsigned char __heap_base;

int32_t lbx_workspace(uint32_t bytes)
{
    uintptr_t start = ((uintptr_t)&__heap_base + 63) / 64 * 64;
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * 65536u,
             wanted = start + (uint64_t)bytes;

    /* What was worked out stands in the room before. */
    odds = (lb_odds){0};
    if (wanted > UINT32_MAX)
        return -1;
    if (wanted > have &&
        __builtin_wasm_memory_grow(0, (size_t)((wanted - have + 65535u) / 65536u)) == (size_t)-1)
        return -1;
    workspace = (unsigned char *)start;
    workspace_size = bytes;
    return 0;
}
#else
int32_t lbx_workspace(uint32_t bytes)
{
    static _Alignas(64) unsigned char room[320u << 20];

    odds = (lb_odds){0};
    if (bytes > sizeof room)
        return -1;
    workspace = room;
    workspace_size = bytes;
    return 0;
}
#endif

void *lbx_session_workspace(uint32_t *size)
{
    odds = (lb_odds){0};
    *size = workspace != NULL ? workspace_size : 0;
    return workspace;
}

int32_t lbx_odds(uint32_t sheet, uint32_t chart)
{
    const lb_chart *of = chart_of(sheet, chart);
    lb_house house;
    lb_odds_job job;

    odds = (lb_odds){0};
    if (of == NULL || !lb_chart_takes(of, facts, NULL))
        return -2;
    if (workspace == NULL)
        return -1;
    lb_house_reset(lb_rulesets[sheet], &house);
    job = (lb_odds_job){.rules = lb_rulesets[sheet],
                        .values = house.value,
                        .procedure = of->procedure,
                        .field_count = of->field_count,
                        .facts = facts,
                        .workspace = workspace,
                        .workspace_size = workspace_size};
    field_count = of->field_count;
    if (lb_odds_walk(&job, &odds) != LB_OK)
        odds = (lb_odds){0};
    return odds.count > 0 ? (int32_t)odds.count : -1;
}

const int32_t *lbx_outcome(uint32_t number)
{
    return number < odds.count ? odds.outcome[number].field : NULL;
}

const char *lbx_outcome_p(uint32_t number)
{
    text[0] = '\0';
    if (number < odds.count)
        lb_fraction_format(&odds.outcome[number].p, text);
    return text;
}

uint64_t lbx_digest(void)
{
    uint64_t hash = LB_HASH_SALT;

    for (uint32_t i = 0; i < odds.count; i++) {
        const lb_outcome *outcome = &odds.outcome[i];
        hash = lb_hash_cells(hash, outcome->field, field_count);
        for (uint32_t k = 0; k < outcome->p.numerator.used; k++)
            hash = lb_hash_word(hash, outcome->p.numerator.limb[k]);
        for (int p = 0; p < LB_PRIME_COUNT; p++)
            hash = lb_hash_word(hash, outcome->p.denominator.exponent[p]);
    }
    return lb_hash_end(hash);
}

uint32_t lbx_nodes(void)
{
    return odds.nodes;
}
