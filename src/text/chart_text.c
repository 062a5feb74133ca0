// SPDX-License-Identifier: MIT
// See chart_text.h.

#include "text/chart_text.h"

#include "limber/dice.h"
#include "text/input_text.h"

#include <string.h>

enum {
    CLAUSES_MAX = 1024,
    WALKS = 96,      ///< through a chart, to see which clauses act
    ROLLS_MAX = 4096 ///< of one walk
};

/* Clauses that act once dice have fallen. */

/// Clauses that have acted, and what each did.
typedef struct acted {
    uint8_t times[CLAUSES_MAX]; ///< 0: it has not; 1: always the same
    uint8_t kind[CLAUSES_MAX];
    uint8_t side[CLAUSES_MAX];
    int32_t value[CLAUSES_MAX];
} acted;

static bool has_clause(const acted *set, uint32_t clause)
{
    return clause < CLAUSES_MAX && set->times[clause] != 0;
}

static void add_clause(void *context, const lb_event *event)
{
    acted *set = context;
    uint16_t c = event->clause;

    if (event->kind == LB_EVENT_ROLL || event->kind == LB_EVENT_CHOICE || c >= CLAUSES_MAX ||
        (event->kind != LB_EVENT_NOTE && event->value == 0))
        return;
    if (set->times[c] == 0) {
        set->times[c] = 1;
        set->kind[c] = (uint8_t)event->kind;
        set->side[c] = event->side;
        set->value[c] = event->value;
    } else if (set->kind[c] != event->kind || set->side[c] != event->side ||
               set->value[c] != event->value) {
        set->times[c] = 2;
    }
}

/// True if a clause does by some facts what it does not by others.
static bool is_special(const acted *here, const acted *there, uint16_t clause)
{
    return there->times[clause] == 0 || (here->times[clause] == 1 && there->times[clause] == 1 &&
                                         (here->side[clause] != there->side[clause] ||
                                          here->value[clause] != there->value[clause]));
}

/// What is said of a clause that has acted: its number, if it always did the same.
static lb_event event_of(const acted *set, uint16_t clause)
{
    bool is_number = set->times[clause] == 1 &&
                     (set->kind[clause] == LB_EVENT_ADD || set->kind[clause] == LB_EVENT_SET);

    return (lb_event){.kind = is_number ? set->kind[clause] : LB_EVENT_NOTE,
                      .clause = clause,
                      .side = is_number ? set->side[clause] : LB_NO_SIDE,
                      .value = is_number ? set->value[clause] : 0};
}

/// One of so many numbers from 0 on.
static uint32_t draw(lb_dice *dice, uint32_t count)
{
    return lb_dice_face(dice, (uint8_t)(count < 255 ? count : 255)) - 1u;
}

/// Goes through a chart once with every value of a roll as likely as any other, so that rare ones
/// are met too: the least and the greatest on the first two walks.
static void walk_once(const lb_chart_case *of, const int32_t *facts, uint32_t number, lb_dice *dice,
                      acted *set)
{
    lb_spread spread;
    lb_machine machine;
    lb_sink sink = {.emit = add_clause, .context = set};
    lb_run run = {.rules = of->rules, .values = of->values, .machine = &machine, .sink = &sink};

    lb_run_start(&run, of->chart->procedure, facts);
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

static acted walk(const lb_chart_case *of, const int32_t *facts)
{
    acted set;
    lb_dice dice;

    memset(&set, 0, sizeof set);
    lb_dice_seed(&dice, 1);
    for (uint32_t i = 0; i < WALKS; i++)
        walk_once(of, facts, i, &dice, &set);
    return set;
}

/// Finds the clauses that may act behind the first dice, and which of them act, or act otherwise,
/// because of words and switches that are not the chart's presets.
static void find_later(const lb_chart_case *of, lb_chart_modifiers *modifiers)
{
    acted here = walk(of, of->facts), there;
    lb_inputs usual = lb_inputs_start(of->chart);

    /* A clause is not special because there are more dice. */
    for (uint32_t cell = 0; cell < lb_chart_cells(of->chart); cell++) {
        const char *prefix;

        if (lb_input_is_number(lb_chart_input(of->chart, cell, &prefix), usual.facts[cell]))
            usual.facts[cell] = of->facts[cell];
    }
    there = walk(of, usual.facts);
    for (uint32_t i = 0; i < modifiers->count; i++)
        here.times[modifiers->event[i].clause] = 0;
    for (uint32_t i = 0; i < modifiers->note_count; i++)
        here.times[modifiers->note[i].clause] = 0;
    for (uint16_t c = 0; c < of->rules->clause_count && modifiers->later_count < LB_MODIFIERS_MAX;
         c++)
        if (has_clause(&here, c)) {
            modifiers->is_special[modifiers->later_count] = is_special(&here, &there, c);
            modifiers->later[modifiers->later_count++] = event_of(&here, c);
        }
}

static void collect(void *context, const lb_event *event)
{
    lb_chart_modifiers *modifiers = context;

    if (modifiers->count == LB_MODIFIERS_MAX || modifiers->note_count == LB_MODIFIERS_MAX)
        return;
    if (event->kind == LB_EVENT_NOTE)
        modifiers->note[modifiers->note_count++] = *event;
    else if ((event->kind == LB_EVENT_ADD || event->kind == LB_EVENT_SET) && event->value != 0)
        modifiers->event[modifiers->count++] = *event;
}

void lb_chart_find_modifiers(const lb_chart_case *of, lb_chart_modifiers *modifiers)
{
    lb_machine machine;
    lb_sink sink = {.emit = collect, .context = modifiers};
    lb_run run = {.rules = of->rules, .values = of->values, .machine = &machine, .sink = &sink};

    *modifiers = (lb_chart_modifiers){0};
    lb_run_start(&run, of->chart->procedure, of->facts);
    find_later(of, modifiers);
}
