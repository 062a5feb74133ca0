// SPDX-License-Identifier: MIT
// The table for a person: as a picture of characters, unit by unit, or in sentences that a screen
// reader can read out; odds; and why things came as they did.

#include "battle_goals.h"
#include "play.h"
#include "text/clause_text.h"
#include "text/formation_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What is within the width of the table divided by this is near to a place.
enum { PART_OF_TABLE = 5 };

/// A length to the nearest whole unit of the sheet.
static int whole(const game *g, double tmm)
{
    return (int)lround(fabs(tmm) / g->battle.rules->play->length_tmm);
}

/// Writes where a point is from a unit that faces some way: "12 in ahead and 4 in to the right of
/// 1/14e Ligne".
static void put_bearing(const game *g, lb_point at, uint32_t from, lb_put *put)
{
    const lb_unit *unit = &g->state.unit[from];
    const char *word = g->battle.rules->play->length_word;
    double angle = unit->heading * 2 * M_PI / 65536;
    double x = at.x - unit->at.x, y = at.y - unit->at.y;
    double ahead = x * sin(angle) + y * cos(angle), right = x * cos(angle) - y * sin(angle);
    char text[96];

    if (whole(g, ahead) > 0) {
        snprintf(text, sizeof text, "%d %s %s", whole(g, ahead), word,
                 ahead > 0 ? "ahead" : "behind");
        lb_put_text(put, text);
    }
    if (whole(g, ahead) > 0 && whole(g, right) > 0)
        lb_put_text(put, " and ");
    if (whole(g, right) > 0) {
        snprintf(text, sizeof text, "%d %s to the %s", whole(g, right), word,
                 right > 0 ? "right" : "left");
        lb_put_text(put, text);
    }
    if (whole(g, ahead) == 0 && whole(g, right) == 0)
        lb_put_text(put, "at the place");
    lb_put_text(put, whole(g, ahead) > 0 && ahead < 0 && whole(g, right) == 0 ? " " : " of ");
    lb_put_text(put, g->battle.unit[from].name);
}

/// Writes where a point is on the table.
static void put_place(const game *g, lb_point at, lb_put *put)
{
    char text[96];

    snprintf(text, sizeof text, "%d %s from the west edge and %d %s from the south edge",
             whole(g, at.x), g->battle.rules->play->length_word, whole(g, at.y),
             g->battle.rules->play->length_word);
    lb_put_text(put, text);
}

/// The nearest unit of a side that is on the table, other than `unit`; LB_NOBODY for none.
static uint32_t nearest_of(const game *g, uint32_t unit, uint32_t side)
{
    uint32_t best = LB_NOBODY;
    double least = 0;

    for (uint32_t i = 0; i < g->battle.unit_count; i++) {
        double x = g->state.unit[i].at.x - g->state.unit[unit].at.x;
        double y = g->state.unit[i].at.y - g->state.unit[unit].at.y;

        if (i == unit || g->battle.unit[i].side != side ||
            g->state.unit[i].presence != LB_PRESENCE_TABLE)
            continue;
        if (best == LB_NOBODY || x * x + y * y < least) {
            best = i;
            least = x * x + y * y;
        }
    }
    return best;
}

/// Writes how a unit stands in a sentence. Its place is told from `from`, or from the edges of the
/// table for LB_NOBODY.
static void put_sentence(const game *g, uint32_t unit, uint32_t from, lb_put *put)
{
    static const char *const presence_words[LB_PRESENCE_COUNT] = {
        ", has not come yet.", "", ", is gone.", ", has left the table."};
    const lb_unit *of = &g->state.unit[unit];

    lb_put_text(put, "Unit ");
    lb_put_int(put, unit);
    lb_put_text(put, ", ");
    lb_put_text(put, g->battle.unit[unit].name);
    if (of->presence != LB_PRESENCE_TABLE) {
        lb_put_text(put, presence_words[of->presence]);
        return;
    }
    lb_put_text(put, ", ");
    lb_put_stance(&g->battle, &g->state, unit, put);
    lb_put_states(&g->battle, &g->state, unit, put);
    lb_put_text(put, ", ");
    if (from != LB_NOBODY)
        put_bearing(g, of->at, from, put);
    else
        put_place(g, of->at, put);
    lb_put_text(put, ", facing ");
    lb_put_text(put, lb_wind_word(of->heading));
    lb_put_char(put, '.');
}

/// The unit that another's place is told from: an enemy's from the nearest of ours, ours from the
/// first of its brigade, and that from the edges of the table.
static uint32_t landmark_of(const game *g, uint32_t unit)
{
    const lb_group_card *group = &g->battle.group[g->battle.unit[unit].group];

    if (g->battle.unit[unit].side != g->side)
        return nearest_of(g, unit, g->side);
    for (uint32_t i = group->first_unit; i < unit; i++)
        if (g->state.unit[i].presence == LB_PRESENCE_TABLE)
            return i;
    return LB_NOBODY;
}

void play_show_unit(const game *g, uint32_t unit)
{
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    if (g->asked.is_plain)
        put_sentence(g, unit, landmark_of(g, unit), &put);
    else
        battle_put_unit(&g->battle, &g->state, unit, &put);
    fputs("    ", stdout);
    term_wrap(line, 4, 6);
}

static void describe_objectives(const game *g)
{
    if (g->battle.objective_count > 0)
        term_heading("Objectives");
    for (uint32_t i = 0; i < g->battle.objective_count; i++) {
        const lb_objective_card *card = &g->battle.objective[i];
        char line[LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        lb_put_text(&put, card->name);
        lb_put_text(&put, ", ");
        put_place(g, card->at, &put);
        battle_put_stake(&g->battle, &g->state, i, &put);
        lb_put_char(&put, '.');
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
}

void play_show_leader(const game *g, uint32_t leader)
{
    const lb_leader_card *card = &g->battle.leader[leader];
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_text(&put, "Leader ");
    lb_put_int(&put, leader);
    lb_put_text(&put, ", ");
    lb_put_text(&put, card->name);
    if (card->group != LB_NOBODY) {
        lb_put_text(&put, " of ");
        lb_put_text(&put, g->battle.group[card->group].name);
    }
    lb_put_text(&put, ", ");
    if (g->state.leader[leader].presence == LB_PRESENCE_TABLE)
        put_place(g, g->state.leader[leader].at, &put);
    else
        lb_put_text(&put, "off the table");
    lb_put_char(&put, '.');
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

/// The leaders of a side, by the numbers that lead takes.
static void show_leaders(const game *g, uint32_t side)
{
    for (uint32_t i = 0; i < g->battle.leader_count; i++)
        if (g->battle.leader[i].side == side && g->state.leader[i].presence == LB_PRESENCE_TABLE)
            play_show_leader(g, i);
}

/// The brigades of a side that come later.
static void show_arrivals(const game *g, uint32_t side)
{
    for (uint32_t i = 0; i < g->battle.group_count; i++) {
        const lb_group_card *group = &g->battle.group[i];
        char line[LB_DIAG_TEXT];

        if (group->side != side || group->unit_count == 0 ||
            g->battle.unit[group->first_unit].arrival_turn == 0)
            continue;
        snprintf(line, sizeof line, "%s, %u unit%s, on turn %u at the earliest.", group->name,
                 group->unit_count, group->unit_count == 1 ? "" : "s",
                 g->battle.unit[group->first_unit].arrival_turn);
        fputs("    ", stdout);
        term_wrap(line, 4, 6);
    }
}

void play_show_sides(const game *g)
{
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        const lb_side_card *side = &g->battle.side[s];
        uint32_t groups = battle_group_count(&g->battle, s), units = 0;
        char line[LB_DIAG_TEXT];

        for (uint32_t i = 0; i < g->battle.unit_count; i++)
            units += g->battle.unit[i].side == s;
        snprintf(line, sizeof line, "%s%s: %u brigade%s, %u units%s%s.", g->battle.side[s].name,
                 s == g->side && !g->is_shared ? ", yours" : "", groups, groups == 1 ? "" : "s",
                 units, side->leader != LB_NOBODY ? ", under " : "",
                 side->leader != LB_NOBODY ? g->battle.leader[side->leader].name : "");
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
        show_arrivals(g, s);
    }
}

void play_show_house(const game *g)
{
    const lb_ruleset *rules = g->battle.rules;
    bool is_first = true;

    for (uint32_t i = 0; i < rules->value_count; i++) {
        const lb_value *value = &rules->values[i];
        char line[LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        if (g->battle.house.value[i] == value->preset)
            continue;
        if (is_first)
            term_heading("House rules");
        is_first = false;
        lb_put_text(&put, rules->clauses[value->clause].id);
        lb_put_text(&put, value->part[0] != '\0' ? ", " : "");
        lb_put_text(&put, value->part);
        lb_put_text(&put, ": ");
        lb_value_put(value->measure, g->battle.house.value[i], &put);
        lb_put_text(&put, ", on the sheet ");
        lb_value_put(value->measure, value->preset, &put);
        lb_put_char(&put, '.');
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
    if (is_first)
        puts("No house rules: the sheet as printed.");
}

void play_show_hand(const game *g)
{
    const lb_play *play = g->battle.rules->play;
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);
    uint32_t in_hand;
    bool is_first = true;

    if (play->hand == NULL)
        return;
    in_hand = lb_battle_side(&g->battle, &g->state, g->side).in_hand;
    lb_put_text(&put, "In your hand: ");
    for (uint32_t n = 0; play->hand[n] != NULL; n++) {
        if ((in_hand >> n & 1) == 0)
            continue;
        lb_put_text(&put, is_first ? "" : ", ");
        lb_put_text(&put, play->hand[n]);
        is_first = false;
    }
    if (is_first)
        lb_put_text(&put, "nothing");
    lb_put_char(&put, '.');
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

static void show_group(const game *g, uint32_t group)
{
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_text(&put, "Brigade ");
    lb_put_int(&put, group);
    lb_put_text(&put, ", ");
    lb_put_text(&put, g->battle.group[group].name);
    /* What an enemy is told to do is his own affair. */
    if (g->is_shared ? g->battle.group[group].side == g->state.machine.node.question.side
                     : g->battle.group[group].side == g->side)
        battle_put_group(&g->battle, &g->state, group, &put);
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

void play_look(const game *g)
{
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        term_heading(g->battle.side[side].name);
        for (uint32_t i = 0; i < g->battle.group_count; i++) {
            const lb_group_card *group = &g->battle.group[i];

            if (group->side != side || !battle_has_group(&g->battle, &g->state, i))
                continue;
            show_group(g, i);
            for (uint32_t u = 0; u < group->unit_count; u++)
                play_show_unit(g, group->first_unit + u);
        }
        show_leaders(g, side);
        if (side == g->side)
            play_show_hand(g);
    }
    describe_objectives(g);
}

void play_look_at(const game *g, uint32_t unit)
{
    const lb_play *play = g->battle.rules->play;
    const lb_unit_card *card = &g->battle.unit[unit];
    char text[LB_DIAG_TEXT * 2];
    lb_put about = lb_put_start(text, sizeof text);
    uint32_t enemy;

    play_show_unit(g, unit);
    lb_put_text(&about, "Of ");
    lb_put_text(&about, g->battle.group[card->group].name);
    lb_put_text(&about, ", ");
    lb_put_text(&about, g->battle.side[card->side].name);
    lb_put_char(&about, '.');
    for (uint32_t i = 0; play->figures[i] != NULL; i++) {
        lb_put_char(&about, ' ');
        lb_put_text(&about, play->figures[i]);
        lb_put_char(&about, ' ');
        lb_put_int(&about, card->figure[i]);
        lb_put_char(&about, play->figures[i + 1] != NULL ? ',' : '.');
    }
    fputs("    ", stdout);
    term_wrap(text, 4, 6);
    if (g->state.unit[unit].presence != LB_PRESENCE_TABLE)
        return;
    enemy = nearest_of(g, unit, 1u - card->side);
    if (enemy != LB_NOBODY) {
        lb_footprint own = lb_unit_footprint(&g->battle, &g->state, unit);
        lb_footprint other = lb_unit_footprint(&g->battle, &g->state, enemy);
        lb_quad a = lb_footprint_corners(&own), b = lb_footprint_corners(&other);
        char line[LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        lb_put_text(&put, "The nearest enemy is ");
        lb_put_text(&put, g->battle.unit[enemy].name);
        lb_put_text(&put, ", ");
        battle_put_length(&g->battle, lb_quad_distance_floor(&a, &b), &put);
        lb_put_text(&put, " away; its centre is ");
        put_bearing(g, g->state.unit[enemy].at, unit, &put);
        lb_put_char(&put, '.');
        fputs("    ", stdout);
        term_wrap(line, 4, 4);
    }
}

/* The map. */

static const char *const terrain_words[LB_TERRAIN_COUNT] = {
    [LB_TERRAIN_ROUGH] = "rough ground",
    [LB_TERRAIN_DENSE] = "dense ground",
    [LB_TERRAIN_WOOD] = "a wood",
    [LB_TERRAIN_DENSE_WOOD] = "a dense wood",
    [LB_TERRAIN_BUILT_WOODEN] = "wooden houses",
    [LB_TERRAIN_BUILT_STONE] = "stone houses",
    [LB_TERRAIN_HILL] = "a hill",
    [LB_TERRAIN_STREAM] = "a stream",
    [LB_TERRAIN_RIVER] = "a river",
    [LB_TERRAIN_FORD] = "a ford",
    [LB_TERRAIN_BRIDGE] = "a bridge",
    [LB_TERRAIN_ROAD] = "a road",
    [LB_TERRAIN_HIGHWAY] = "a paved road",
    [LB_TERRAIN_WALL] = "a wall",
    [LB_TERRAIN_HEDGE] = "a hedge",
    [LB_TERRAIN_WORKS_HASTY] = "hasty field works",
    [LB_TERRAIN_WORKS_PREPARED] = "prepared field works",
    [LB_TERRAIN_MARSH] = "a marsh",
    [LB_TERRAIN_IMPASSABLE] = "impassable ground"};

/// Writes a piece of ground in a sentence: "Cork Wood, a wood, 19 in from west to east …", "A road
/// from … to …".
static void put_piece(const game *g, uint32_t number, lb_put *put)
{
    const lb_piece *piece = &g->battle.piece[number];
    const lb_point *point = &g->battle.point[piece->first_point];
    lb_point middle = play_middle_of_piece(g, number);
    const char *kind =
        terrain_words[piece->kind] != NULL ? terrain_words[piece->kind] : "open ground";
    int32_t wide = 0, deep = 0;
    char text[128];

    if (g->battle.piece_name[number][0] != '\0') {
        lb_put_text(put, g->battle.piece_name[number]);
        lb_put_text(put, ", ");
        lb_put_text(put, kind);
    } else {
        lb_put_char(put, (char)(kind[0] - 'a' + 'A'));
        lb_put_text(put, kind + 1);
    }
    if (piece->is_line) {
        lb_put_text(put, ", from ");
        put_place(g, point[0], put);
        lb_put_text(put, " to ");
        put_place(g, point[piece->point_count - 1], put);
        lb_put_char(put, '.');
        return;
    }
    for (uint32_t p = 0; p < piece->point_count; p++) {
        int32_t x = abs(point[p].x - middle.x), y = abs(point[p].y - middle.y);

        wide = x > wide ? x : wide;
        deep = y > deep ? y : deep;
    }
    snprintf(text, sizeof text,
             ", %d %s from west to east and %d %s from south to north, its middle ",
             whole(g, 2.0 * wide), g->battle.rules->play->length_word, whole(g, 2.0 * deep),
             g->battle.rules->play->length_word);
    lb_put_text(put, text);
    put_place(g, middle, put);
    lb_put_char(put, '.');
}

static void describe_ground(const game *g)
{
    term_heading("Ground");
    printf("  The table is %d by %d %s, west to east and south to north.\n",
           whole(g, g->battle.width_tmm), whole(g, g->battle.depth_tmm),
           g->battle.rules->play->length_word);
    for (uint32_t i = 0; i < g->battle.piece_count; i++) {
        char line[LB_DIAG_TEXT * 2];
        lb_put put = lb_put_start(line, sizeof line);

        put_piece(g, i, &put);
        fputs("  ", stdout);
        term_wrap(line, 2, 4);
    }
}

/// Begins "6 in north of that place, " for what is near to a place. False if it is too far away.
static bool put_near(const game *g, lb_point about, lb_point at, lb_put *put)
{
    double far = hypot((double)(at.x - about.x), (double)(at.y - about.y));
    char text[96];

    if (far * PART_OF_TABLE > g->battle.width_tmm)
        return false;
    if (whole(g, far) == 0) {
        lb_put_text(put, "There: ");
        return true;
    }
    snprintf(text, sizeof text, "%d %s %s of it: ", whole(g, far),
             g->battle.rules->play->length_word, lb_wind_word(lb_heading_to(about, at)));
    lb_put_text(put, text);
    return true;
}

static void say_near(const char *line)
{
    fputs("  ", stdout);
    term_wrap(line, 2, 4);
}

/// The part of the table about a place: its ground, units and leaders, each with where it is.
static void describe_part(const game *g, lb_point about)
{
    char line[LB_DIAG_TEXT * 2];

    term_heading("About that place");
    for (uint32_t i = 0; i < g->battle.piece_count; i++) {
        lb_put put = lb_put_start(line, sizeof line);

        if (!put_near(g, about, play_middle_of_piece(g, i), &put))
            continue;
        put_piece(g, i, &put);
        say_near(line);
    }
    for (uint32_t i = 0; i < g->battle.unit_count; i++) {
        lb_put put = lb_put_start(line, sizeof line);

        if (g->state.unit[i].presence != LB_PRESENCE_TABLE ||
            !put_near(g, about, g->state.unit[i].at, &put))
            continue;
        lb_put_text(&put, g->battle.side[g->battle.unit[i].side].name);
        lb_put_text(&put, ", ");
        put_sentence(g, i, landmark_of(g, i), &put);
        say_near(line);
    }
    for (uint32_t i = 0; i < g->battle.leader_count; i++) {
        lb_put put = lb_put_start(line, sizeof line);

        if (g->state.leader[i].presence != LB_PRESENCE_TABLE ||
            !put_near(g, about, g->state.leader[i].at, &put))
            continue;
        lb_put_text(&put, "leader ");
        lb_put_text(&put, g->battle.leader[i].name);
        lb_put_char(&put, '.');
        say_near(line);
    }
}

void play_map(const game *g, const lb_point *about)
{
    if (!g->asked.is_plain) {
        battle_show_map(&g->battle, &g->state, about);
        return;
    }
    if (about != NULL) {
        describe_part(g, *about);
        return;
    }
    describe_ground(g);
    play_look(g);
}

/* Odds and reasons. */

void play_odds(const game *g, const lb_query *query)
{
    lb_situation situation;
    lb_reason reason = {0};
    chart_answer answer;

    if (!lb_battle_gather(&g->battle, &g->state, query, &situation, &reason)) {
        printf("No odds for that: %s (%s).\n", reason.why,
               g->battle.rules->clauses[reason.clause].id);
        return;
    }
    answer = (chart_answer){.rules = g->battle.rules,
                            .chart = situation.chart,
                            .house = &g->battle.house,
                            .inputs = lb_inputs_start(situation.chart),
                            .is_gathered = true};
    memcpy(answer.inputs.facts, situation.facts, sizeof answer.inputs.facts);
    if (!chart_solve(&answer))
        return;
    if (g->asked.is_plain) {
        chart_say(&answer);
    } else {
        chart_show_modifiers(&answer);
        chart_show_odds(&answer, false);
    }
    chart_answer_free(&answer);
}

/// Keeps the clause of the first event that sets or decides something.
static void keep_first_clause(void *context, const lb_event *event)
{
    uint16_t *clause = context;

    if (*clause == UINT16_MAX && (event->kind == LB_EVENT_SET || event->kind == LB_EVENT_NOTE))
        *clause = event->clause;
}

void play_put_effect(const game *g, const lb_action *action, lb_put *put)
{
    static lb_state then;
    uint16_t clause = UINT16_MAX;
    lb_sink sink = {.emit = keep_first_clause, .context = &clause};
    lb_run run;
    char text[LB_MEANING_MAX];
    lb_put rule = lb_put_start(text, sizeof text);

    then = g->state;
    run = lb_battle_run(&g->battle, &then, &sink);
    if (!lb_run_act(&run, action) || clause == UINT16_MAX)
        return;
    lb_put_text(put, ": ");
    lb_clause_put(g->battle.rules, g->battle.house.value, clause, &rule);
    for (const char *at = text; *at != '\0'; at++)
        if (battle_spells_units && *at == '"' && at > text && at[-1] >= '0' && at[-1] <= '9')
            lb_put_text(put, " in");
        else
            lb_put_char(put, *at);
}

void play_put_odds(const game *g, const lb_action *action, lb_put *put)
{
    lb_put before = *put;

    lb_put_text(put, ": ");
    if (compare_put_odds(&g->battle, &g->state, action, true, put))
        return;
    /* What an order to a unit begins with stands above its choices. */
    if (play_has_dice_of_its_own(g, action) &&
        lb_roll_put_next_chances(&g->battle, &g->state, action, put))
        return;
    *put = before;
    put->text[put->length < put->room ? put->length : put->room - 1] = '\0';
}

/// Prints what a clause means.
static void show_meaning(const game *g, uint16_t clause)
{
    char text[LB_MEANING_MAX];
    lb_put put = lb_put_start(text, sizeof text);

    lb_clause_put(g->battle.rules, g->battle.house.value, clause, &put);
    fputs("      ", stdout);
    term_wrap(text, 6, 6);
}

/// True if an event changes a number that counts: then it is told each time.
static bool has_number(const game *g, const lb_event *event)
{
    const lb_told *row = g->battle.rules->play->tells->told;

    if (event->kind == LB_EVENT_ADD)
        return event->value != 0;
    /* What the sheet has words for is no sum but the number of something. */
    while (row->text != NULL && (row->clause != event->clause || row->kind != LB_EVENT_SET))
        row++;
    return event->kind == LB_EVENT_SET && row->text == NULL;
}

/// Prints what a clause did in its own words, with its id behind them: a throw, a number that it
/// changed, or only that it counted.
static void explain_event(const game *g, const play_happening *all, uint32_t i)
{
    const lb_event *event = &all->event[i];
    bool is_throw = event->kind == LB_EVENT_ROLL && event->roll != NULL, is_known = false;
    char line[LB_MEANING_MAX + LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);

    for (uint32_t k = 0; k < i; k++)
        is_known |= all->event[k].clause == event->clause;
    if (is_known && !is_throw && !has_number(g, event))
        return;
    if (is_throw) {
        lb_roll_put_thrown(&g->battle, event, &put);
        lb_put_text(&put, is_known ? "." : ". ");
    } else if (event->kind == LB_EVENT_ADD) {
        lb_put_signed(&put, event->value);
        lb_put_text(&put, ": ");
    } else if (has_number(g, event)) {
        lb_put_int(&put, event->value);
        lb_put_text(&put, ": ");
    }
    if (!is_throw || !is_known)
        lb_clause_put(g->battle.rules, g->battle.house.value, event->clause, &put);
    lb_put_text(&put, " (");
    lb_put_text(&put, g->battle.rules->clauses[event->clause].id);
    lb_put_char(&put, ')');
    fputs("    ", stdout);
    term_wrap(line, 4, 6);
}

void play_why(const game *g)
{
    const play_happening *all = g->now.has_dice ? &g->now : &g->test;

    if (g->misread[0] != '\0') {
        char line[LB_DIAG_TEXT * 2];

        snprintf(line, sizeof line, "Your last line was no order: %s", g->misread);
        term_wrap(line, 0, 2);
        return;
    }
    if (g->refused.why != NULL) {
        char line[LB_DIAG_TEXT];

        snprintf(line, sizeof line, "You were refused: %s (%s).", g->refused.why,
                 g->battle.rules->clauses[g->refused.clause].id);
        term_wrap(line, 0, 2);
        show_meaning(g, g->refused.clause);
        return;
    }
    if (!all->has_dice) {
        puts("Nothing has been thrown yet.");
        return;
    }
    if (all->has_action) {
        char line[LB_DIAG_TEXT];
        lb_put put = lb_put_start(line, sizeof line);

        battle_put_action(&g->battle, all->side, &all->action, true, &put);
        fputs("  After ", stdout);
        term_wrap(line, 8, 4);
    }
    for (uint32_t i = 0; i < all->count; i++)
        explain_event(g, all, i);
}
