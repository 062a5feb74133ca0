// SPDX-License-Identifier: MIT
// See battle_report.h.
//
// A turning point is a line of the story after which the battle stands much better for one side.
// By a sheet that tells the planner how far a side is ahead (lb_play.lead), that is how a battle
// stands. Otherwise it is reckoned from what changes: losses as a share of a unit, a unit as a
// share of its army, ground as a share of all ground, a defeat as a share of what the sheet counts.

#include "battle_report.h"

#include "battle_goals.h"
#include "text/clause_text.h"
#include "text/standing_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 5, RARE_THROWS = 3 };

/// A swing that is worth telling, as a share of an army or of the ground.
static const double least_swing = 0.02;

/// The same as a share of a lead that wins.
static const double least_lead = 0.25;

/// A throw that is worth telling: so many standard deviations off.
static const double least_luck = 1.5;

/// A line of the story.
typedef struct point {
    double weight; ///< how much it is worth telling; 0: there is none
    double swing;  ///< for the first side, if positive
    uint32_t order;
    uint8_t turn;
    char text[LB_TELL_LINE];
} point;

struct battle_report {
    const lb_battle *battle;
    const lb_state *state;
    lb_teller teller;
    uint8_t turn;              ///< of the line that is being told
    double swing;              ///< of that line
    double ground_swing;       ///< of ground that changed hands by the last event
    char ground[LB_DIAG_TEXT]; ///< and how that is told; empty if none did
    int32_t lead;              ///< of the first side, by a sheet that tells it
    bool has_lead;             ///< it was asked for once
    double lost[LB_SIDES];     ///< of what the sheet counts towards defeat, as a share
    double luck[LB_SIDES];     ///< of all throws, in standard deviations
    uint32_t throws[LB_SIDES];
    uint32_t lines;
    lb_teller judge; ///< takes what decides at the end of the turns
    char why[LB_TELL_LINE];
    uint16_t last_clause; ///< that set or decided something
    point turning[POINTS], rare[RARE_THROWS];
};

/* Lines. */

/// Keeps a line if it is worth more than the least of those that are kept.
static void keep_line(battle_report *r, point *kept, size_t count, double swing, double weight,
                      const char *text)
{
    point *least = &kept[0];

    for (size_t i = 1; i < count; i++)
        if (kept[i].weight < least->weight)
            least = &kept[i];
    if (weight <= least->weight)
        return;
    least->order = r->lines;
    least->turn = r->turn;
    least->swing = swing;
    least->weight = weight;
    snprintf(least->text, sizeof least->text, "%s", text);
}

static void keep_turning_point(battle_report *r, double swing, const char *text)
{
    if (fabs(swing) >= (r->battle->rules->play->lead != NULL ? least_lead : least_swing))
        keep_line(r, r->turning, POINTS, swing, fabs(swing), text);
}

static void take_line(void *context, uint32_t depth, const char *text)
{
    battle_report *r = context;

    r->lines++;
    if (depth > 0)
        keep_turning_point(r, r->swing, text);
    r->swing = 0;
}

/* Swings. */

static uint32_t units_of(const lb_battle *battle, uint32_t side)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        count += battle->unit[i].side == side;
    return count > 0 ? count : 1;
}

/// What is left of a unit, as a share of its army: it is worth half as long as it stands, and the
/// rest as losses leave it.
static double share_of(const battle_report *r, uint32_t unit, int32_t losses)
{
    const lb_play *play = r->battle->rules->play;
    const lb_unit_card *card = &r->battle->unit[unit];
    int32_t whole = play->strength_figure >= 0 ? card->figure[play->strength_figure] : 1;
    double left = whole > 0 ? 1 - (double)losses / whole : 1;

    return (0.5 + (left > 0 ? left / 2 : 0)) / units_of(r->battle, card->side);
}

static double ground_of(const lb_battle *battle, uint32_t objective)
{
    int32_t all = 0;

    for (uint32_t i = 0; i < battle->objective_count; i++)
        all += battle->objective[i].value;
    return all > 0 ? (double)battle->objective[objective].value / all : 0;
}

/// What a change is worth to the first side.
static double swing_of(const battle_report *r, const lb_event *event)
{
    double sign =
        event->who.kind == LB_ACTOR_UNIT && r->battle->unit[event->who.id].side == 0 ? -1 : 1;

    if (event->what == LB_CHANGE_LOSSES && event->who.kind == LB_ACTOR_UNIT)
        return sign * (share_of(r, event->who.id, event->before) -
                       share_of(r, event->who.id, event->after));
    if (event->what == LB_CHANGE_PRESENCE && event->who.kind == LB_ACTOR_UNIT &&
        event->before == LB_PRESENCE_TABLE && event->after == LB_PRESENCE_GONE)
        return sign * share_of(r, event->who.id,
                               lb_battle_unit(r->battle, r->state, event->who.id).losses);
    return 0;
}

/// What each side has lost of what its sheet counts, since it was asked last, to the first side.
static double swing_of_score(battle_report *r)
{
    double swing = 0;

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_side_report report = lb_battle_side(r->battle, r->state, s);
        double lost = report.whole > 0 ? (double)report.lost / report.whole : 0;

        swing += (s == 0 ? r->lost[s] - lost : lost - r->lost[s]);
        r->lost[s] = lost;
    }
    return swing;
}

/// By how much the lead of the first side has changed, as a share of one that wins.
static double swing_of_lead(battle_report *r, const lb_state *state)
{
    int32_t lead = r->battle->rules->play->lead(r->battle, state, 0);
    double swing = r->has_lead ? (lead - r->lead) / 1000.0 : 0;

    r->lead = lead;
    r->has_lead = true;
    return swing;
}

/// What ground that changes hands is worth to the first side.
static double swing_of_ground(const battle_report *r, const lb_event *event)
{
    int32_t sides =
        (event->after == 0) - (event->after == 1) - (event->before == 0) + (event->before == 1);

    return sides * ground_of(r->battle, event->who.id) / 2;
}

/// Counts for the line before what changed until ground changes hands: its change is in the state
/// already when it is told.
static void settle_before_ground(battle_report *r, const lb_event *event)
{
    static lb_state before;

    if (r->battle->rules->play->lead == NULL)
        return;
    before = *r->state;
    before.held[event->who.id] = (uint8_t)event->before;
    r->swing += swing_of_lead(r, &before);
}

/// Ground that changes hands is a line of its own.
static void take_ground(battle_report *r, const lb_event *event)
{
    snprintf(r->ground, sizeof r->ground,
             event->after < LB_SIDES ? "%s fell to %s." : "%s was nobody's any more%s.",
             r->battle->objective[event->who.id].name,
             event->after < LB_SIDES ? r->battle->side[event->after].name : "");
    r->ground_swing = swing_of_ground(r, event);
}

/// Counts what has changed since the event before: for the ground that changed hands, else for the
/// line that is being told.
static void settle(battle_report *r)
{
    bool has_lead = r->battle->rules->play->lead != NULL;
    double swing = has_lead ? swing_of_lead(r, r->state) : swing_of_score(r);

    if (r->ground[0] == '\0') {
        r->swing += swing;
        return;
    }
    keep_turning_point(r, has_lead ? swing : r->ground_swing, r->ground);
    r->ground[0] = '\0';
}

/// Counts a change for the line that is being told.
static void take_change(battle_report *r, const lb_event *event)
{
    if (r->battle->rules->play->lead == NULL)
        r->swing += swing_of(r, event);
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

    if (event->roll == NULL || event->roll->side >= LB_SIDES || event->roll->wish == 0)
        return;
    r->luck[event->roll->side] += luck;
    r->throws[event->roll->side]++;
    if (fabs(luck) < least_luck)
        return;
    lb_roll_put_thrown(r->battle, event, &put);
    lb_put_char(&put, '.');
    keep_line(r, r->rare, RARE_THROWS, (luck > 0) == (event->roll->side == 0) ? 1 : -1, fabs(luck),
              text);
}

void battle_report_emit(void *context, const lb_event *event)
{
    battle_report *r = context;

    if ((event->kind == LB_EVENT_NOTE || event->kind == LB_EVENT_ADD) &&
        r->state->turn > r->battle->turns)
        lb_teller_take(&r->judge, event);
    if (event->kind == LB_EVENT_CHANGE && event->what == LB_CHANGE_HELD &&
        event->who.kind == LB_ACTOR_OBJECTIVE) {
        settle_before_ground(r, event);
        take_ground(r, event);
    }
    settle(r);
    /* The teller gives the line before first, if this event begins another. */
    lb_teller_take(&r->teller, event);
    r->turn = (uint8_t)r->state->turn;
    switch (event->kind) {
    case LB_EVENT_CHANGE:
        take_change(r, event);
        break;
    case LB_EVENT_ROLL:
        take_throw(r, event);
        break;
    case LB_EVENT_SET:
    case LB_EVENT_NOTE:
        r->last_clause = event->clause;
        break;
    case LB_EVENT_ADD:
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
    r->teller.line = print_line;
    lb_teller_score(&r->teller);
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

            if (group->side != s)
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

static void show_points(const battle_report *r, const char *title, const char *for_whom,
                        point *points, size_t count)
{
    bool is_first = true;

    qsort(points, count, sizeof points[0], by_order);
    for (size_t i = 0; i < count; i++) {
        char line[LB_TELL_LINE + 128];

        if (points[i].weight <= 0)
            continue;
        if (is_first)
            term_heading(title);
        is_first = false;
        snprintf(line, sizeof line, "Turn %u, %s %s: %s", points[i].turn, for_whom,
                 r->battle->side[points[i].swing > 0 ? 0 : 1].name, points[i].text);
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
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
    lb_teller_flush(&r->teller);
    if (r->state->machine.node.kind == LB_NODE_END)
        show_why(r);
    show_objectives(r);
    show_losses(r);
    show_points(r, "Turning points", "for", r->turning, POINTS);
    show_points(r, "Throws that few would have expected", "luck for", r->rare, RARE_THROWS);
    show_luck(r);
}

battle_report *battle_report_create(const lb_battle *battle, const lb_state *state)
{
    battle_report *r = calloc(1, sizeof *r);

    if (r == NULL)
        return NULL;
    r->battle = battle;
    r->state = state;
    r->teller = (lb_teller){
        .battle = battle, .state = state, .level = LB_TELL_BRIEF, .line = take_line, .context = r};
    r->judge = r->teller;
    r->judge.line = take_why;
    return r;
}

void battle_report_destroy(battle_report *report)
{
    free(report);
}
