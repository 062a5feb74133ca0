// SPDX-License-Identifier: MIT
// A chart's inputs, modifiers and odds as tables for people.

#include "cli.h"
#include "text/clause_text.h"

#include <stdlib.h>
#include <string.h>

enum { HEADING = LB_KEY_MAX + 8 };

enum {
    ROWS_SHOWN = 30,
    FRACTION_MIN = 9,
    FRACTION_MAX = 21,
    CHANCE_WIDTH = 9,
    BAR_MIN = 8,
    BAR_MAX = 40,
    GAP = 2
};

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

void chart_show_facts(const chart_answer *answer)
{
    char line[LB_INPUTS_MAX * 32], key[LB_KEY_MAX];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_text(&put, "limber chart ");
    lb_put_text(&put, answer->rules->id);
    lb_put_char(&put, ' ');
    lb_put_text(&put, answer->chart->id);
    for (uint32_t cell = 0; cell < lb_chart_cells(answer->chart); cell++) {
        const char *prefix;
        const lb_input *input = lb_chart_input(answer->chart, cell, &prefix);

        if (answer->inputs.facts[cell] == input->preset)
            continue;
        lb_put_char(&put, ' ');
        lb_put_text(&put, lb_input_key(answer->chart, cell, key));
        lb_put_char(&put, '=');
        lb_input_put(input, answer->inputs.facts[cell], &put);
    }
    term_wrap(line, 0, 2);
}

static const char *side_name(uint8_t side)
{
    return side == 0 ? "a" : side == 1 ? "d" : "";
}

/// One row of the table: amount, clause and, unless it was said before, what the clause means.
static void show_clause_row(const chart_answer *answer, const lb_event *event, const char *amount,
                            bool has_sides, int id_width, bool is_told)
{
    char meaning[LB_MEANING_MAX];
    lb_put put = lb_put_start(meaning, sizeof meaning);
    int column = 2 + (has_sides ? 2 : 0) + 6 + id_width + GAP;

    fputs("  ", stdout);
    if (has_sides)
        term_pad(side_name(event->side), 2);
    printf("%4s  ", amount);
    term_pad(answer->rules->clauses[event->clause].id, id_width + GAP);
    if (is_told)
        lb_put_text(&put, "the same clause");
    else
        lb_clause_put(answer->rules, answer->house->value, event->clause, &put);
    term_wrap(meaning, column, column);
}

/// True if an event before this one names the same clause.
static bool is_named_before(const lb_event *event, uint32_t number)
{
    for (uint32_t i = 0; i < number; i++)
        if (event[i].clause == event[number].clause)
            return true;
    return false;
}

/// The widest clause id, and whether any event has a side.
static int measure(const chart_answer *answer, const lb_event *event, uint32_t count,
                   bool *has_sides)
{
    int widest = 0;

    for (uint32_t i = 0; i < count; i++) {
        int columns = (int)strlen(answer->rules->clauses[event[i].clause].id);
        widest = columns > widest ? columns : widest;
        *has_sides |= event[i].side != LB_NO_SIDE;
    }
    return widest;
}

/// Prints clauses with what they add or set, or a star.
static void show_clause_rows(const chart_answer *answer, const lb_event *event, uint32_t count,
                             bool has_sides, int width)
{
    for (uint32_t i = 0; i < count; i++) {
        char amount[24] = "*";

        if (event[i].kind != LB_EVENT_NOTE)
            snprintf(amount, sizeof amount, event[i].kind == LB_EVENT_SET ? "=%d" : "%+d",
                     (int)event[i].value);
        show_clause_row(answer, &event[i], amount, has_sides, width, is_named_before(event, i));
    }
}

/// Names the clauses that may act behind the dice of any such chart.
static void show_usual(const chart_answer *answer, const lb_chart_modifiers *modifiers)
{
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);
    uint32_t named = 0;

    for (uint32_t i = 0; i < modifiers->later_count; i++) {
        if (modifiers->is_special[i])
            continue;
        lb_put_text(&put, named++ > 0 ? ", " : "Once dice have fallen these may act, as always: ");
        lb_put_text(&put, answer->rules->clauses[modifiers->later[i].clause].id);
    }
    lb_put_char(&put, '.');
    if (named > 0) {
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
}

void chart_show_modifiers(const chart_answer *answer)
{
    lb_chart_modifiers modifiers = chart_find_modifiers(answer);
    bool has_sides = false;
    int width = measure(answer, modifiers.event, modifiers.count, &has_sides);
    int note_width = measure(answer, modifiers.note, modifiers.note_count, &has_sides);

    lb_event special[LB_MODIFIERS_MAX];
    uint32_t special_count = 0;

    for (uint32_t i = 0; i < modifiers.later_count; i++)
        if (modifiers.is_special[i])
            special[special_count++] = modifiers.later[i];
    width = note_width > width ? note_width : width;
    note_width = measure(answer, special, special_count, &has_sides);
    width = note_width > width ? note_width : width;
    if (modifiers.count == 0 && modifiers.note_count == 0 && special_count == 0) {
        puts("No modifiers apply.");
        return;
    }
    term_heading("Modifiers");
    show_clause_rows(answer, modifiers.event, modifiers.count, has_sides, width);
    show_clause_rows(answer, modifiers.note, modifiers.note_count, has_sides, width);
    show_clause_rows(answer, special, special_count, has_sides, width);
    show_usual(answer, &modifiers);
}

/// The fraction if it is short enough for the table.
static const char *short_fraction(const lb_fraction *p, int room, bool *is_cut)
{
    static char text[LB_FRACTION_TEXT];
    size_t length = lb_fraction_format(p, text);

    if (length > (size_t)room) {
        snprintf(text, sizeof text, "long");
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
            passing += answer->chance[i] >= middle;
        if (passing >= ROWS_SHOWN)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/// How the table of outcomes is laid out.
typedef struct layout {
    int width[LB_EFFECT_MAX]; ///< of each field
    int gap;
    int fraction;       ///< columns of the fraction, 0 for none
    int bar;            ///< columns of the bar, 0 for none
    bool is_list;       ///< no table fits: one outcome after the other
    uint64_t likeliest; ///< the largest chance, which gets the longest bar
} layout;

/// The widest part of a key between underscores: headers are stacked.
static int stacked_width(const char *key)
{
    int widest = 0;

    for (; *key != '\0'; key += strcspn(key, "_"), key += *key == '_') {
        int part = (int)strcspn(key, "_");
        widest = part > widest ? part : widest;
    }
    return widest;
}

/// True if at least half of the first fractions fit into so many columns.
static bool fractions_fit(const chart_answer *answer, int columns)
{
    uint32_t looked = answer->odds.count < 2 * ROWS_SHOWN ? answer->odds.count : 2 * ROWS_SHOWN;
    uint32_t fitting = 0;

    for (uint32_t i = 0; i < looked; i++) {
        bool is_cut = false;
        short_fraction(&answer->odds.outcome[i].p, columns, &is_cut);
        fitting += !is_cut;
    }
    return 2 * fitting >= looked;
}

/// What stands above a column, with '_' where lines end: the side in words, then the field.
static const char *heading_of(const lb_chart *chart, uint32_t field, char heading[HEADING])
{
    const char *key = chart->fields[field].key;
    bool is_active = strncmp(key, "a_", 2) == 0, is_other = strncmp(key, "d_", 2) == 0;
    const char *side =
        chart->sides == 2 ? (is_active ? "active_" : "other_") : (is_active ? "att_" : "def_");

    snprintf(heading, HEADING, "%s%s", is_active || is_other ? side : "",
             is_active || is_other ? key + 2 : key);
    return heading;
}

static layout lay_out(const chart_answer *answer)
{
    const lb_chart *chart = answer->chart;
    layout table = {.gap = GAP};
    int room = term_width() - 1, used = 2 + CHANCE_WIDTH, left;
    char text[16], heading[HEADING];

    for (uint32_t f = 0; f < chart->field_count; f++) {
        table.width[f] = stacked_width(heading_of(chart, f, heading));
        for (uint32_t i = 0; i < answer->odds.count; i++) {
            int32_t value = answer->odds.outcome[i].field[f];
            int columns = (int)strlen(chart_field_text(&chart->fields[f], value, text));
            table.width[f] = columns > table.width[f] ? columns : table.width[f];
        }
        used += table.width[f];
    }
    for (uint32_t i = 0; i < answer->odds.count; i++)
        if (answer->chance[i] > table.likeliest)
            table.likeliest = answer->chance[i];
    if (used + GAP * chart->field_count > room)
        table.gap = 1;
    left = room - used - table.gap * chart->field_count;
    table.is_list = left < 0;
    if (left >= FRACTION_MIN + GAP) {
        table.fraction = left - GAP > FRACTION_MAX ? FRACTION_MAX : left - GAP;
        left -= table.fraction + GAP;
    }
    if (table.fraction > 0 && !fractions_fit(answer, table.fraction)) {
        left += table.fraction + GAP;
        table.fraction = 0;
    }
    if (left >= BAR_MIN + GAP)
        table.bar = left - GAP > BAR_MAX ? BAR_MAX : left - GAP;
    return table;
}

/// Prints one line of the stacked headers; false when there is none left.
static bool show_header_line(const chart_answer *answer, const layout *table, int line, int lines)
{
    const lb_chart *chart = answer->chart;
    int column = 2, written = 0;

    for (uint32_t f = 0; f < chart->field_count; f++) {
        char heading[HEADING], part[HEADING] = "";
        const char *key = heading_of(chart, f, heading);
        int parts = 1, skip;

        for (const char *c = key; *c != '\0'; c++)
            parts += *c == '_';
        /* The last parts stand in the last line. */
        skip = line - (lines - parts);
        for (int i = 0; i < skip; i++)
            key += strcspn(key, "_") + 1;
        if (skip >= 0)
            snprintf(part, sizeof part, "%.*s", (int)strcspn(key, "_"), key);
        if (skip >= 0) {
            printf("%*s%s", column - written, "", part);
            written = column + (int)strlen(part);
        }
        column += table->width[f] + table->gap;
    }
    if (line + 1 == lines) {
        printf("%*s", column - written, "");
        if (table->fraction > 0)
            printf("%*s%*s", table->fraction, "fraction", GAP, "");
        printf("%*s", CHANCE_WIDTH, "chance");
    }
    putchar('\n');
    return line + 1 < lines;
}

static void show_header(const chart_answer *answer, const layout *table)
{
    int lines = 1;

    for (uint32_t f = 0; f < answer->chart->field_count; f++) {
        int parts = 1;
        for (const char *c = answer->chart->fields[f].key; *c != '\0'; c++)
            parts += *c == '_';
        lines = parts > lines ? parts : lines;
    }
    for (int line = 0; show_header_line(answer, table, line, lines); line++)
        ;
}

static void show_row(const chart_answer *answer, const layout *table, const lb_outcome *outcome,
                     bool *is_cut)
{
    const lb_chart *chart = answer->chart;
    char text[16], percent[16];

    fputs("  ", stdout);
    for (uint32_t f = 0; f < chart->field_count; f++)
        term_pad(chart_field_text(&chart->fields[f], outcome->field[f], text),
                 table->width[f] + table->gap);
    if (table->fraction > 0)
        printf("%*s%*s", table->fraction, short_fraction(&outcome->p, table->fraction, is_cut), GAP,
               "");
    printf("%*s", CHANCE_WIDTH, term_percent(&outcome->p, percent));
    if (table->bar > 0)
        term_bar(lb_fraction_scaled(&outcome->p), table->likeliest, GAP, table->bar);
    putchar('\n');
}

/// One outcome as a sentence, where no table fits.
static void show_sentence(const chart_answer *answer, const lb_outcome *outcome)
{
    const lb_chart *chart = answer->chart;
    char line[LB_DIAG_TEXT], text[16], heading[HEADING];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_text(&put, term_percent(&outcome->p, text));
    for (uint32_t f = 0; f < chart->field_count; f++) {
        lb_put_text(&put, f == 0 ? ": " : ", ");
        for (const char *c = heading_of(chart, f, heading); *c != '\0'; c++)
            lb_put_char(&put, *c == '_' ? ' ' : *c);
        lb_put_char(&put, ' ');
        lb_put_text(&put, chart_field_text(&chart->fields[f], outcome->field[f], text));
    }
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

/// The average of a number field, to two decimals.
static void put_average(const chart_answer *answer, uint32_t f, lb_put *put)
{
    int64_t sum = 0;
    char text[24];

    for (uint32_t i = 0; i < answer->odds.count; i++)
        sum += (int64_t)answer->chance[i] * answer->odds.outcome[i].field[f];
    snprintf(text, sizeof text, "%.2f on average", (double)sum / 4294967296.0);
    lb_put_text(put, text);
}

/// The chance of each word of a field, whatever the others.
static void put_shares(const chart_answer *answer, uint32_t f, lb_put *put)
{
    const lb_effect_field *field = &answer->chart->fields[f];
    bool is_first = true;

    for (int32_t word = 0; field->words[word].word != NULL; word++) {
        lb_fraction share = {0};
        char percent[16];

        for (uint32_t i = 0; i < answer->odds.count; i++)
            if (answer->odds.outcome[i].field[f] == word)
                (void)lb_fraction_add(&share, &answer->odds.outcome[i].p);
        if (share.numerator.used == 0)
            continue;
        lb_put_text(put, is_first ? "" : ", ");
        lb_put_text(put, field->words[word].word);
        lb_put_char(put, ' ');
        lb_put_text(put, term_percent(&share, percent));
        is_first = false;
    }
}

/// How much a field tells, 0 most: words that may differ, numbers that may, and what is certain.
static uint32_t dullness(const chart_answer *answer, uint32_t f)
{
    const lb_outcome *outcome = answer->odds.outcome;

    for (uint32_t i = 1; i < answer->odds.count; i++)
        if (outcome[i].field[f] != outcome[0].field[f])
            return answer->chart->fields[f].words != NULL ? 0 : 1;
    return 2;
}

void chart_put_brief(const chart_answer *answer, uint32_t most, lb_put *put)
{
    uint32_t count = answer->chart->field_count, shown = 0;

    for (uint32_t dull = 0; dull <= 2; dull++)
        for (uint32_t f = 0; f < count && shown < most; f++) {
            if (dullness(answer, f) != dull)
                continue;
            lb_put_text(put, shown++ > 0 ? "; " : "");
            if (count > 1 || answer->chart->fields[f].words == NULL) {
                lb_put_text(put, answer->chart->fields[f].help);
                lb_put_text(put, ": ");
            }
            if (answer->chart->fields[f].words != NULL)
                put_shares(answer, f, put);
            else
                put_average(answer, f, put);
        }
}

/// Each field by itself, for those in a hurry.
static void show_summary(const chart_answer *answer)
{
    term_heading("In short");
    for (uint32_t f = 0; f < answer->chart->field_count; f++) {
        char line[2 * LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        lb_put_text(&put, answer->chart->fields[f].help);
        lb_put_text(&put, ": ");
        if (answer->chart->fields[f].words != NULL)
            put_shares(answer, f, &put);
        else
            put_average(answer, f, &put);
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
}

void chart_show_odds(const chart_answer *answer, bool show_all)
{
    layout table = lay_out(answer);
    bool is_long = !show_all && answer->odds.count > ROWS_SHOWN + 4, is_cut = table.fraction == 0;
    uint64_t least = is_long ? threshold(answer) : 0;
    uint32_t shown = 0;
    lb_fraction rest = {0};
    char percent[16], line[LB_DIAG_TEXT];

    if (answer->chart->field_count > 1 && answer->odds.count > 1)
        show_summary(answer);
    term_heading("Odds");
    if (!table.is_list)
        show_header(answer, &table);
    for (uint32_t i = 0; i < answer->odds.count; i++) {
        uint32_t number = answer->order[i];
        const lb_outcome *outcome = &answer->odds.outcome[number];

        if (is_long && (answer->chance[number] < least || shown == ROWS_SHOWN)) {
            (void)lb_fraction_add(&rest, &outcome->p);
            continue;
        }
        shown++;
        if (table.is_list)
            show_sentence(answer, outcome);
        else
            show_row(answer, &table, outcome, &is_cut);
    }
    if (is_long) {
        snprintf(line, sizeof line, "and %u less likely outcomes, together %s (--all shows them)",
                 answer->odds.count - shown, term_percent(&rest, percent));
        fputs("  ", stdout);
        term_wrap(line, 2, 2);
    }
    if (is_cut)
        term_wrap("Fractions that do not fit the table are whole in --json.", 0, 0);
}

/* In sentences. */

/// "Plus 2 by vf.fire.support: …", "By vf.hit.open: …".
static void say_clause(const chart_answer *answer, const lb_event *event)
{
    char line[LB_MEANING_MAX + 128];
    lb_put put = lb_put_start(line, sizeof line);

    if (event->side != LB_NO_SIDE)
        lb_put_text(&put, event->side == 0 ? "for the attacker" : "for the defender");
    if (event->kind != LB_EVENT_NOTE) {
        lb_put_text(&put, event->side != LB_NO_SIDE ? ", " : "");
        lb_put_text(&put, event->kind == LB_EVENT_SET ? "set to "
                          : event->value < 0          ? "minus "
                                                      : "plus ");
        lb_put_int(&put,
                   event->value < 0 && event->kind == LB_EVENT_ADD ? -event->value : event->value);
    }
    lb_put_text(&put, put.length > 0 ? ": " : "");
    lb_clause_put(answer->rules, answer->house->value, event->clause, &put);
    lb_put_text(&put, " (");
    lb_put_text(&put, answer->rules->clauses[event->clause].id);
    lb_put_char(&put, ')');
    line[0] = (char)(line[0] >= 'a' && line[0] <= 'z' ? line[0] - 'a' + 'A' : line[0]);
    term_wrap(line, 0, 2);
}

/// An outcome as a sentence: how likely it is, and what every field comes to.
static void say_outcome(const chart_answer *answer, const lb_outcome *outcome)
{
    const lb_chart *chart = answer->chart;
    char line[2 * LB_DIAG_TEXT], text[16];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_text(&put, "In ");
    lb_put_text(&put, term_percent(&outcome->p, text));
    lb_put_text(&put, " of cases");
    for (uint32_t f = 0; f < chart->field_count; f++) {
        lb_put_text(&put, f == 0 ? ", " : "; ");
        lb_put_text(&put, chart->fields[f].help);
        lb_put_text(&put, ": ");
        lb_put_text(&put, chart_field_text(&chart->fields[f], outcome->field[f], text));
    }
    lb_put_char(&put, '.');
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

void chart_say(const chart_answer *answer)
{
    lb_chart_modifiers modifiers = chart_find_modifiers(answer);
    uint64_t least = answer->odds.count > ROWS_SHOWN ? threshold(answer) : 0;
    uint32_t said = 0;
    lb_fraction rest = {0};
    char percent[16];

    if (modifiers.count == 0 && modifiers.note_count == 0)
        puts("No modifiers apply.");
    for (uint32_t i = 0; i < modifiers.count; i++)
        say_clause(answer, &modifiers.event[i]);
    for (uint32_t i = 0; i < modifiers.note_count; i++)
        say_clause(answer, &modifiers.note[i]);
    for (uint32_t i = 0; i < modifiers.later_count; i++)
        if (modifiers.is_special[i])
            say_clause(answer, &modifiers.later[i]);
    if (answer->chart->field_count > 1 && answer->odds.count > 1)
        show_summary(answer);
    puts("The outcomes:");
    for (uint32_t i = 0; i < answer->odds.count; i++) {
        uint32_t number = answer->order[i];

        if (answer->chance[number] < least || said == ROWS_SHOWN) {
            (void)lb_fraction_add(&rest, &answer->odds.outcome[number].p);
            continue;
        }
        say_outcome(answer, &answer->odds.outcome[number]);
        said++;
    }
    if (said < answer->odds.count)
        printf("  Others, together: %s.\n", term_percent(&rest, percent));
}
