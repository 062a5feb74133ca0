// SPDX-License-Identifier: MIT
// See battle_report.h. The library finds the turning points (text/turning_points.h).

#include "battle_report.h"

#include "battle_goals.h"
#include "text/clause_text.h"
#include "text/luck_text.h"
#include "text/standing_text.h"
#include "text/turning_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RARE_THROWS = 3 };

/// A throw that is worth telling: so many standard deviations off.
static const double least_luck = 1.5;

/// A throw of the story.
typedef struct point {
    double weight;  ///< how much it is worth telling; 0: there is none
    bool is_second; ///< lucky for the second side
    uint32_t order;
    uint8_t turn;
    char text[LB_TELL_LINE];
} point;

struct battle_report {
    const lb_battle *battle;
    const lb_state *state;
    lb_turning turning;
    double luck[LB_SIDES]; ///< of all throws, in standard deviations
    uint32_t throws[LB_SIDES];
    lb_teller judge; ///< takes what decides at the end of the turns
    char why[LB_TELL_LINE];
    uint16_t last_clause; ///< that set or decided something
    point rare[RARE_THROWS];
};

/* Throws. */

/// Keeps a throw if it is rarer than the least rare of those that are kept.
static void keep_throw(battle_report *r, bool is_second, double weight, const char *text)
{
    point *least = &r->rare[0];

    for (size_t i = 1; i < RARE_THROWS; i++)
        if (r->rare[i].weight < least->weight)
            least = &r->rare[i];
    if (weight <= least->weight)
        return;
    least->order = r->turning.lines;
    least->turn = r->turning.turn;
    least->is_second = is_second;
    least->weight = weight;
    snprintf(least->text, sizeof least->text, "%s", text);
}

/// How far a throw is from its mean, in standard deviations, as its thrower wishes it.
static double luck_of(const lb_event *event)
{
    static lb_spread spread;
    double mean = 0, square = 0, deviation;

    if (event->roll == NULL || event->roll->wish == 0 || event->roll->dice == 0 ||
        event->roll->reduction == LB_ROLL_FACES || !lb_roll_is_possible(event->roll))
        return 0;
    lb_roll_spread(event->roll, &spread);
    for (uint32_t i = 0; i < spread.count; i++) {
        lb_fraction p = {spread.chance[i].weight, spread.denominator};
        double chance = (double)lb_fraction_scaled(&p) / 4294967296.0;

        mean += chance * spread.chance[i].value;
        square += chance * spread.chance[i].value * spread.chance[i].value;
    }
    deviation = sqrt(square - mean * mean > 0 ? square - mean * mean : 0);
    return deviation > 1e-6 ? event->roll->wish * (event->value - mean) / deviation : 0;
}

static void take_throw(battle_report *r, const lb_event *event)
{
    double luck = luck_of(event);
    char text[LB_TELL_LINE];
    lb_put put = lb_put_start(text, sizeof text);

    if (event->roll == NULL || event->roll->side >= LB_SIDES || event->roll->wish == 0 ||
        !lb_luck_counts(lb_roll_told(r->battle, event->clause)))
        return;
    r->luck[event->roll->side] += luck;
    r->throws[event->roll->side]++;
    if (fabs(luck) < least_luck)
        return;
    lb_roll_put_thrown(r->battle, event, &put);
    lb_put_char(&put, '.');
    keep_throw(r, (luck > 0) != (event->roll->side == 0), fabs(luck), text);
}

void battle_report_emit(void *context, const lb_event *event)
{
    battle_report *r = context;

    if ((event->kind == LB_EVENT_NOTE || event->kind == LB_EVENT_ADD) &&
        r->state->turn > r->battle->turns)
        lb_teller_take(&r->judge, event);
    lb_turning_take(&r->turning, event);
    switch (event->kind) {
    case LB_EVENT_ROLL:
        take_throw(r, event);
        break;
    case LB_EVENT_SET:
    case LB_EVENT_NOTE:
        r->last_clause = event->clause;
        break;
    case LB_EVENT_ADD:
    case LB_EVENT_CHANGE:
    case LB_EVENT_CHOICE:
    case LB_EVENT_KIND_COUNT:
        break;
    }
}

/* The report. */

static void print_line(void *context, uint32_t depth, const char *text)
{
    (void)context;
    (void)depth;
    fputs("  ", stdout);
    term_wrap(text, 2, 4);
}

/// Keeps what decides at the end of the turns: "No army broke …", to stand behind a colon.
static void take_why(void *context, uint32_t depth, const char *text)
{
    battle_report *r = context;

    if (depth > 0)
        snprintf(r->why, sizeof r->why, "n%s", text + 1);
}

/// Writes which half of the rule of victory applied, with its numbers.
static void put_why(battle_report *r, lb_put *put)
{
    bool is_told = false;

    lb_teller_flush(&r->judge);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        size_t length = put->length;

        lb_put_text(put, is_told ? "; " : "");
        if (lb_put_broken(r->battle, r->state, s, put))
            is_told = true;
        else
            put->length = length;
    }
    if (is_told)
        lb_put_char(put, '.');
    else if (r->why[0] != '\0')
        lb_put_text(put, r->why);
    else
        lb_clause_put(r->battle->rules, r->battle->house.value, r->last_clause, put);
    if (r->state->level > 0) {
        lb_put_text(put, " The level is ");
        lb_put_level(r->battle, &r->battle->level[r->state->level - 1], put);
        lb_put_char(put, '.');
    }
}

static void show_why(battle_report *r)
{
    const lb_battle *battle = r->battle;
    char line[LB_MEANING_MAX + 64];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_result(battle, r->state, &put);
    printf("The battle is over. %s\n", line);
    r->turning.teller.line = print_line;
    lb_teller_score(&r->turning.teller);
    put = lb_put_start(line, sizeof line);
    lb_put_text(&put, "Why: ");
    put_why(r, &put);
    lb_put_text(&put, " (");
    lb_put_text(&put, battle->rules->clauses[r->last_clause].id);
    lb_put_char(&put, ')');
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

static void show_objectives(const battle_report *r)
{
    if (r->battle->objective_count > 0)
        term_heading("Objectives");
    for (uint32_t i = 0; i < r->battle->objective_count; i++) {
        char line[LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        lb_put_text(&put, r->battle->objective[i].name);
        battle_put_stake(r->battle, r->state, i, &put);
        lb_put_char(&put, '.');
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
}

/// "1/40th 2 of 4, Foot battery gone with 3".
static void put_unit_losses(const battle_report *r, uint32_t unit, lb_put *put)
{
    const lb_play *play = r->battle->rules->play;
    lb_unit_report report = lb_battle_unit(r->battle, r->state, unit);
    int32_t whole =
        play->strength_figure >= 0 ? r->battle->unit[unit].figure[play->strength_figure] : 0;
    bool is_gone = r->state->unit[unit].presence == LB_PRESENCE_GONE;

    lb_put_text(put, r->battle->unit[unit].name);
    if (is_gone)
        lb_put_text(put, " gone");
    if (report.losses == 0) {
        lb_put_text(put, is_gone ? "" : " none");
        return;
    }
    lb_put_text(put, is_gone ? " with " : " ");
    lb_put_int(put, report.losses);
    /* A card can let a unit bear more than it had. */
    if (whole >= report.losses) {
        lb_put_text(put, " of ");
        lb_put_int(put, whole);
    }
}

/// The losses of a brigade; units without any are told together.
static void put_group_losses(const battle_report *r, const lb_group_card *group, lb_put *put)
{
    uint32_t none = 0, last = 0, told = 0;

    for (uint32_t u = group->first_unit; u < (uint32_t)group->first_unit + group->unit_count; u++) {
        if (r->state->unit[u].presence != LB_PRESENCE_GONE &&
            lb_battle_unit(r->battle, r->state, u).losses == 0) {
            none++;
            last = u;
            continue;
        }
        lb_put_text(put, told++ > 0 ? ", " : "");
        put_unit_losses(r, u, put);
    }
    if (none > 0)
        lb_put_text(put, told > 0 ? ", " : "");
    if (none == 1 && told > 0)
        put_unit_losses(r, last, put);
    else if (none > 0)
        lb_put_text(put, told > 0 ? "the others none" : "none");
}

static void show_losses(const battle_report *r)
{
    term_heading("Losses");
    for (uint32_t s = 0; s < LB_SIDES; s++)
        for (uint32_t i = 0; i < r->battle->group_count; i++) {
            const lb_group_card *group = &r->battle->group[i];
            char line[LB_DIAG_TEXT * 8];
            lb_put put = lb_put_start(line, sizeof line);

            /* The units of a detachment are told with the brigade that they come from. */
            if (group->side != s || group->unit_count == 0)
                continue;
            lb_put_text(&put, r->battle->side[s].name);
            lb_put_text(&put, ", ");
            lb_put_text(&put, group->name);
            lb_put_text(&put, ": ");
            put_group_losses(r, group, &put);
            lb_put_char(&put, '.');
            fputs("  ", stdout);
            term_wrap(line, 2, 4);
        }
}

static int by_order(const void *a, const void *b)
{
    const point *x = a, *y = b;

    return x->order < y->order ? -1 : x->order > y->order;
}

/// Shows a line of the story by the side that it was good for, and a heading above the first.
static void show_point(const battle_report *r, const char *title, const char *for_whom,
                       bool is_second, uint32_t turn, const char *text, bool *is_first)
{
    char line[LB_TELL_LINE + 128];

    if (*is_first)
        term_heading(title);
    *is_first = false;
    snprintf(line, sizeof line, "Turn %u, %s %s: %s", turn, for_whom,
             r->battle->side[is_second ? 1 : 0].name, text);
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

static void show_turning_points(const battle_report *r)
{
    bool is_first = true;

    for (size_t i = 0; i < LB_TURNING_POINTS; i++) {
        const lb_turning_point *p = &r->turning.point[i];

        if (p->swing != 0)
            show_point(r, "Turning points", "for", p->swing < 0, p->turn, p->text, &is_first);
    }
}

static void show_rare_throws(battle_report *r)
{
    bool is_first = true;

    qsort(r->rare, RARE_THROWS, sizeof r->rare[0], by_order);
    for (size_t i = 0; i < RARE_THROWS; i++)
        if (r->rare[i].weight > 0)
            show_point(r, "Throws that few would have expected", "luck for", r->rare[i].is_second,
                       r->rare[i].turn, r->rare[i].text, &is_first);
}

/// All throws of a side together, as if their sum were spread like a bell: exact accounts are for
/// limber luck.
static void show_luck(const battle_report *r)
{
    term_heading("Luck");
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        double luck = r->throws[s] > 0 ? r->luck[s] / sqrt(r->throws[s]) : 0;
        char line[LB_DIAG_TEXT];

        if (r->throws[s] == 0)
            snprintf(line, sizeof line, "%s: no dice that mattered.", r->battle->side[s].name);
        else
            snprintf(line, sizeof line,
                     "%s: %s in %u throw%s, better than in about %.0f %% of battles.",
                     r->battle->side[s].name,
                     luck > 1    ? "good luck"
                     : luck > -1 ? "neither good nor bad luck"
                                 : "bad luck",
                     r->throws[s], r->throws[s] == 1 ? "" : "s", 50 * erfc(-luck / sqrt(2)));
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
}

void battle_report_show(battle_report *r)
{
    lb_turning_finish(&r->turning);
    if (r->state->machine.node.kind == LB_NODE_END)
        show_why(r);
    show_objectives(r);
    show_losses(r);
    show_turning_points(r);
    show_rare_throws(r);
    show_luck(r);
}

battle_report *battle_report_create(const lb_battle *battle, const lb_state *state)
{
    battle_report *r = calloc(1, sizeof *r);

    if (r == NULL)
        return NULL;
    r->battle = battle;
    r->state = state;
    lb_turning_start(&r->turning, battle, state);
    r->judge = (lb_teller){.battle = battle, .state = state, .level = LB_TELL_BRIEF, .context = r};
    r->judge.line = take_why;
    return r;
}

void battle_report_destroy(battle_report *report)
{
    free(report);
}
