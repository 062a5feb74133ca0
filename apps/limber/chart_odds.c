// SPDX-License-Identifier: MIT
// Working out a chart: modifiers, and odds in a workspace that grows when it must.

#include "cli.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLAUSES_MAX = 1024,
    WALKS = 96,      ///< through a chart, to see which clauses act
    ROLLS_MAX = 4096 ///< of one walk
};

static const size_t workspace_max = (size_t)1 << 30;

/* Clauses that act once dice have fallen. */

/// Clauses of a ruleset as bits.
typedef struct clause_set {
    uint64_t bits[CLAUSES_MAX / 64];
} clause_set;

static bool has_clause(const clause_set *set, uint32_t clause)
{
    return clause < CLAUSES_MAX && (set->bits[clause / 64] >> clause % 64 & 1) != 0;
}

static void add_clause(void *context, const lb_event *event)
{
    clause_set *set = context;

    if (event->kind != LB_EVENT_ROLL && event->kind != LB_EVENT_CHOICE &&
        event->clause < CLAUSES_MAX && (event->kind == LB_EVENT_NOTE || event->value != 0))
        set->bits[event->clause / 64] |= UINT64_C(1) << event->clause % 64;
}

/// One of so many numbers from 0 on.
static uint32_t draw(lb_dice *dice, uint32_t count)
{
    return lb_dice_face(dice, (uint8_t)(count < 255 ? count : 255)) - 1u;
}

/// Goes through a chart once with every value of a roll as likely as any other, so that rare ones
/// are met too: the least and the greatest on the first two walks.
static void walk_once(const chart_answer *answer, const int32_t *facts, uint32_t number,
                      lb_dice *dice, clause_set *set)
{
    static lb_spread spread;
    lb_machine machine;
    lb_sink sink = {.emit = add_clause, .context = set};
    lb_run run = {
        .rules = answer->rules, .values = answer->house->value, .machine = &machine, .sink = &sink};

    lb_run_start(&run, answer->chart->procedure, facts);
    for (uint32_t rolls = 0; machine.node.kind != LB_NODE_END && rolls < ROLLS_MAX; rolls++) {
        uint32_t which;

        if (machine.node.kind == LB_NODE_DECISION) {
            (void)lb_run_choose(&run, (int32_t)draw(dice, machine.node.question.options));
            continue;
        }
        if (!lb_roll_is_possible(&machine.node.roll))
            return;
        lb_roll_spread(&machine.node.roll, &spread);
        which = number == 0 ? 0 : number == 1 ? spread.count - 1 : draw(dice, spread.count);
        (void)lb_run_answer(&run, spread.chance[which].value);
    }
}

static clause_set walk(const chart_answer *answer, const int32_t *facts)
{
    clause_set set = {0};
    lb_dice dice;

    lb_dice_seed(&dice, 1);
    for (uint32_t i = 0; i < WALKS; i++)
        walk_once(answer, facts, i, &dice, &set);
    return set;
}

/// Finds the clauses that may act behind the first dice, and which of them act only because of
/// words and switches that are not the chart's presets.
static void find_later(const chart_answer *answer, chart_modifiers *modifiers)
{
    clause_set here = walk(answer, answer->inputs.facts), there;
    lb_inputs usual = lb_inputs_start(answer->chart);

    /* A clause is not special because there are more dice. */
    for (uint32_t cell = 0; cell < lb_chart_cells(answer->chart); cell++) {
        const char *prefix;

        if (lb_input_is_number(lb_chart_input(answer->chart, cell, &prefix), usual.facts[cell]))
            usual.facts[cell] = answer->inputs.facts[cell];
    }
    there = walk(answer, usual.facts);
    for (uint32_t i = 0; i < modifiers->count; i++)
        here.bits[modifiers->event[i].clause / 64] &=
            ~(UINT64_C(1) << modifiers->event[i].clause % 64);
    for (uint32_t i = 0; i < modifiers->note_count; i++)
        here.bits[modifiers->note[i].clause / 64] &=
            ~(UINT64_C(1) << modifiers->note[i].clause % 64);
    for (uint16_t c = 0; c < answer->rules->clause_count && modifiers->later_count < MODIFIERS_MAX;
         c++)
        if (has_clause(&here, c)) {
            modifiers->is_special[modifiers->later_count] = !has_clause(&there, c);
            modifiers->later[modifiers->later_count++] = c;
        }
}

static void collect(void *context, const lb_event *event)
{
    chart_modifiers *modifiers = context;

    assert(modifiers->count < MODIFIERS_MAX && modifiers->note_count < MODIFIERS_MAX);
    if (event->kind == LB_EVENT_NOTE)
        modifiers->note[modifiers->note_count++] = *event;
    else if ((event->kind == LB_EVENT_ADD || event->kind == LB_EVENT_SET) && event->value != 0)
        modifiers->event[modifiers->count++] = *event;
}

chart_modifiers chart_find_modifiers(const chart_answer *answer)
{
    chart_modifiers modifiers = {0};
    lb_machine machine;
    lb_sink sink = {.emit = collect, .context = &modifiers};
    lb_run run = {
        .rules = answer->rules, .values = answer->house->value, .machine = &machine, .sink = &sink};

    lb_run_start(&run, answer->chart->procedure, answer->inputs.facts);
    find_later(answer, &modifiers);
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
