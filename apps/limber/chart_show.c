// SPDX-License-Identifier: MIT
// A chart's inputs, modifiers and odds as tables for people.

#include "cli.h"
#include "text/clause_text.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_SHOWN = 30, FRACTION_SHOWN = 17, BAR_MIN = 8, BAR_MAX = 40, GAP = 2 };

void chart_show_inputs(const lb_chart *chart)
{
    uint32_t cells = lb_chart_cells(chart);
    int key_width = 5;
    char key[LB_KEY_MAX], text[LB_DIAG_TEXT];

    if (cells == 0) {
        puts("This chart takes no inputs.");
        return;
    }
    for (uint32_t i = 0; i < chart->input_count; i++) {
        int columns = (int)strlen(chart->inputs[i].key) + (chart->sides == 2 ? 3 : 0);
        key_width = columns > key_width ? columns : key_width;
    }
    puts(chart->sides == 2 ? "Inputs, each once with a_ and once with d_ before it:" : "Inputs:");
    for (uint32_t i = 0; i < chart->input_count; i++) {
        const lb_input *input = &chart->inputs[i];
        lb_put put = lb_put_start(text, sizeof text);

        snprintf(key, sizeof key, "%s%s", chart->sides == 2 ? "?_" : "", input->key);
        fputs("  ", stdout);
        term_pad(key, key_width + GAP);
        lb_put_text(&put, input->help);
        lb_put_text(&put, "; ");
        lb_input_put_range(input, &put);
        lb_put_text(&put, " [");
        lb_input_put(input, input->preset, &put);
        lb_put_char(&put, ']');
        term_wrap(text, 2 + key_width + GAP, 2 + key_width + GAP);
    }
}

static const char *side_name(uint8_t side)
{
    return side == 1 ? "a" : side == 2 ? "d" : "";
}

void chart_show_modifiers(const chart_answer *answer)
{
    chart_modifiers modifiers = chart_find_modifiers(answer);
    int id_width = 0;
    bool has_sides = false;

    if (modifiers.count == 0) {
        puts("No modifiers apply.");
        return;
    }
    for (uint32_t i = 0; i < modifiers.count; i++) {
        int columns = (int)strlen(answer->rules->clauses[modifiers.event[i].clause].id);
        id_width = columns > id_width ? columns : id_width;
        has_sides |= modifiers.event[i].side != 0;
    }
    term_heading("Modifiers");
    for (uint32_t i = 0; i < modifiers.count; i++) {
        const lb_event *event = &modifiers.event[i];
        char amount[24], meaning[LB_MEANING_MAX];
        lb_put put = lb_put_start(meaning, sizeof meaning);
        int column = 2 + (has_sides ? 2 : 0) + 6 + id_width + GAP;

        snprintf(amount, sizeof amount, event->kind == LB_EVENT_SET ? "=%d" : "%+d",
                 (int)event->value);
        fputs("  ", stdout);
        if (has_sides)
            term_pad(side_name(event->side), 2);
        printf("%4s  ", amount);
        term_pad(answer->rules->clauses[event->clause].id, id_width + GAP);
        lb_clause_put(answer->rules, answer->house->value, event->clause, &put);
        term_wrap(meaning, column, column);
    }
}

/// The fraction if it is short enough for the table, otherwise how long it is.
static const char *short_fraction(const lb_fraction *p, bool *is_cut)
{
    static char text[LB_FRACTION_TEXT];
    size_t length = lb_fraction_format(p, text);

    if (length > FRACTION_SHOWN) {
        snprintf(text, sizeof text, "(%zu digits)", length - 1);
        *is_cut = true;
    }
    return text;
}

/// Which outcomes are shown: all, or the likeliest if there are many.
static uint64_t threshold(const chart_answer *answer)
{
    uint32_t count = answer->odds.count;
    uint64_t low = 0, high = (UINT64_C(1) << 32) + 1;

    /* The largest threshold that at least ROWS_SHOWN outcomes pass, by halving. */
    while (low + 1 < high) {
        uint64_t middle = low + (high - low) / 2;
        uint32_t passing = 0;
        for (uint32_t i = 0; i < count; i++)
            passing += lb_fraction_scaled(&answer->odds.outcome[i].p) >= middle;
        if (passing >= ROWS_SHOWN)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void show_header(const chart_answer *answer, const int *width, int fraction_width)
{
    const lb_chart *chart = answer->chart;

    fputs("  ", stdout);
    for (uint32_t f = 0; f < chart->field_count; f++)
        term_pad(chart->fields[f].key, width[f] + GAP);
    printf("%*s  %9s\n", fraction_width, "fraction", "chance");
}

void chart_show_odds(const chart_answer *answer, bool show_all)
{
    const lb_chart *chart = answer->chart;
    bool is_long = !show_all && answer->odds.count > ROWS_SHOWN + 4, is_cut = false;
    uint64_t least = is_long ? threshold(answer) : 0;
    uint32_t shown = 0;
    lb_fraction rest = {0};
    int width[LB_EFFECT_MAX], used = 2, bar;
    char text[16], percent[16];

    for (uint32_t f = 0; f < chart->field_count; f++) {
        width[f] = (int)strlen(chart->fields[f].key);
        for (uint32_t i = 0; i < answer->odds.count; i++) {
            int32_t value = answer->odds.outcome[i].field[f];
            int columns = (int)strlen(chart_field_text(&chart->fields[f], value, text));
            width[f] = columns > width[f] ? columns : width[f];
        }
        used += width[f] + GAP;
    }
    used += FRACTION_SHOWN + 2 + 9 + 2;
    bar = term_width() - 1 - used;
    bar = bar > BAR_MAX ? BAR_MAX : bar;
    term_heading("Odds");
    show_header(answer, width, FRACTION_SHOWN);
    for (uint32_t i = 0; i < answer->odds.count; i++) {
        const lb_outcome *outcome = &answer->odds.outcome[answer->order[i]];
        uint64_t scaled = lb_fraction_scaled(&outcome->p);

        if (is_long && (scaled < least || shown == ROWS_SHOWN)) {
            (void)lb_fraction_add(&rest, &outcome->p);
            continue;
        }
        shown++;
        fputs("  ", stdout);
        for (uint32_t f = 0; f < chart->field_count; f++)
            term_pad(chart_field_text(&chart->fields[f], outcome->field[f], text), width[f] + GAP);
        printf("%*s  %9s", FRACTION_SHOWN, short_fraction(&outcome->p, &is_cut),
               term_percent(&outcome->p, percent));
        if (bar >= BAR_MIN) {
            fputs("  ", stdout);
            term_bar(scaled, bar);
        }
        putchar('\n');
    }
    if (is_long)
        printf("  and %u less likely outcomes, together %s (--all shows them)\n",
               answer->odds.count - shown, term_percent(&rest, percent));
    if (is_cut)
        puts("Fractions too long for the table are whole in --json.");
}
