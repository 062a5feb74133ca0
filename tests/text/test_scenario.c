// SPDX-License-Identifier: MIT
// Scenarios, armies and positions: what a good file becomes, how every kind of bad one is refused,
// and that the files we ship load. Takes the project's root as its argument.

#include "../unit/check.h"

#include "limber/battle.h"
#include "limber/files.h"
#include "text/scenario_words.h"
#include "text/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lb_scenario scenario;
static lb_diag diag;
static const char *root = ".";

static const char army_text[] =
    "limber: army\n"
    "id: toy-1809\n"
    "title: Toy army\n"
    "source: invented\n"
    "nation: french\n"
    "year: 1809\n"
    "types:\n"
    "  ligne: {name: Ligne, class: line, quality: regular, strength: 600, traits: [elan],\n"
    "          figures: {valour-fortitude: {fire: 3, melee: 4}}}\n"
    "  guns: {name: Guns, class: field-guns, quality: veteran, strength: 8, pounder: 6}\n";

static lb_status find_toy(void *context, const char *id, lb_army *army, lb_diag *why)
{
    (void)context;
    if (strcmp(id, "broken-1809") == 0)
        return lb_army_parse("limber: army\nid: [", 18, army, why);
    if (strcmp(id, "other-1809") == 0)
        return lb_army_parse(army_text, sizeof army_text - 1, army, why);
    if (strcmp(id, "toy-1809") != 0) {
        *why = (lb_diag){.status = LB_ERROR_INPUT, .text = "no such army"};
        return why->status;
    }
    return lb_army_parse(army_text, sizeof army_text - 1, army, why);
}

static lb_status parse(const char *text)
{
    static const lb_army_shelf shelf = {.find = find_toy};

    memset(&scenario, 0, sizeof scenario);
    memset(&diag, 0, sizeof diag);
    return lb_scenario_parse(text, strlen(text), &shelf, &scenario, &diag);
}

static const char good[] =
    "limber: scenario\n"                                                          // 1
    "id: toy\n"                                                                   // 2
    "title: Toy\n"                                                                // 3
    "source: invented\n"                                                          // 4
    "year: 1809\n"                                                                // 5
    "ground: {width: 1000, height: 800.5}\n"                                      // 6
    "ground-scale: {esr-50: 45.5}\n"                                              // 7
    "turns: 8\n"                                                                  // 8
    "first: red\n"                                                                // 9
    "armies: [toy-1809]\n"                                                        // 10
    "notes: [Be quick.]\n"                                                        // 11
    "sides:\n"                                                                    // 12
    "  - id: blue\n"                                                              // 13
    "    name: The Blues\n"                                                       // 14
    "    nation: french\n"                                                        // 15
    "    staff: poor\n"                                                           // 16
    "    commander: {name: Bleu, ability: good, figures: {esr: {tactical: 2}}}\n" // 17
    "    corps: [{name: First, commander: {name: Corps, rank: division}}]\n"      // 18
    "    brigades:\n"                                                             // 19
    "      - name: One\n"                                                         // 20
    "        corps: First\n"                                                      // 21
    "        commander: {name: Un, traits: [cautious]}\n"                         // 22
    "        place: [500, 100]\n"                                                 // 23
    "        facing: 10\n"                                                        // 24
    "        formation: attack-column\n"                                          // 25
    "        units:\n"                                                            // 26
    "          - {name: A, type: toy-1809/ligne, without: elan}\n"                // 27
    "          - {name: B, type: toy-1809/ligne, strength: 500, quality: elite,\n"
    "             figures: {valour-fortitude: {melee: 6}}}\n"         // 29
    "          - {name: C, type: toy-1809/guns, place: [10.5, 20]}\n" // 30
    "  - id: red\n"                                                   // 31
    "    name: The Reds\n"                                            // 32
    "    nation: british\n"                                           // 33
    "    commander: {name: Rouge}\n"                                  // 34
    "    brigades:\n"                                                 // 35
    "      - name: Two\n"                                             // 36
    "        arrives: {turn: 2, at: [1000, 40], facing: 270}\n"       // 37
    "        units:\n"                                                // 38
    "          - {name: D, class: hussars, quality: militia, strength: 200, traits: [light]}\n"
    "terrain:\n"                                                           // 40
    "  - {kind: hill, level: 2, area: [[0, 0], [100, 0], [50, 80]]}\n"     // 41
    "  - {kind: road, line: [[0, 10], [1000, 10]], width: 6.5}\n"          // 42
    "objectives:\n"                                                        // 43
    "  - {name: Hill, place: [50, 40], radius: 80, held: red, value: 2}\n" // 44
    "  - {name: Road, place: [90, 10]}\n";                                 // 45

static void a_good_file_is_read(void **state)
{
    const lb_scenario *s = &scenario;

    (void)state;
    if (parse(good) != LB_OK)
        fail_msg("%d:%d: %s", diag.line, diag.column, diag.text);
    assert_string_equal(s->id, "toy");
    assert_int_equal(s->width_dm, 10000);
    assert_int_equal(s->height_dm, 8005);
    assert_int_equal(s->turns, 8);
    assert_int_equal(s->first, 1);
    assert_string_equal(s->scales[0].sheet, "esr-50");
    assert_int_equal(s->scales[0].ground_dm, 455);
    assert_string_equal(s->notes[0], "Be quick.");
    assert_int_equal(s->balance_count, 0);
    assert_int_equal(s->sides[0].staff, LB_STAFF_POOR);
    assert_int_equal(s->commander_count, 4);
    assert_int_equal(s->commanders[s->sides[0].commander - 1].rank, LB_RANK_ARMY);
    assert_int_equal(s->commanders[s->sides[0].commander - 1].ability, LB_ABILITY_GOOD);
    assert_string_equal(s->commanders[s->sides[1].commander - 1].name, "Rouge");
    assert_int_equal(s->brigade_count, 2);
    assert_string_equal(s->brigades[0].corps, "First");
    assert_string_equal(s->commanders[s->brigades[0].superior - 1].name, "Corps");
    assert_int_equal(s->commanders[s->brigades[0].superior - 1].rank, LB_RANK_DIVISION);
    assert_int_equal(s->commanders[s->brigades[0].commander - 1].brigade, 1);
    assert_true(
        lb_has_trait(s->commanders[s->brigades[0].commander - 1].traits, LB_LEADER_TRAIT_CAUTIOUS));
    assert_int_equal(s->brigades[1].commander, 0);
    assert_int_equal(s->brigades[1].arrival_turn, 2);
    assert_int_equal(s->brigades[1].stand.facing_deg, 270);
    assert_int_equal(s->brigades[1].first_unit, 3);
    assert_int_equal(s->brigades[1].unit_count, 1);
    assert_false(s->position.is_set);
}

static void a_balance_is_read(void **state)
{
    static char text[8192];
    const char *at = strstr(good, "notes: ");

    (void)state;
    snprintf(text, sizeof text, "%.*sbalance: {esr-50: {battles: 40, wins: [12, 26]}}\n%s",
             (int)(at - good), good, at);
    if (parse(text) != LB_OK)
        fail_msg("%d:%d: %s", diag.line, diag.column, diag.text);
    assert_int_equal(scenario.balance_count, 1);
    assert_string_equal(scenario.balance[0].sheet, "esr-50");
    assert_int_equal(scenario.balance[0].battles, 40);
    assert_int_equal(scenario.balance[0].wins[0], 12);
    assert_int_equal(scenario.balance[0].wins[1], 26);
}

static void units_take_over_their_type_and_brigade(void **state)
{
    const lb_scenario_unit *u = scenario.units;
    int melee = 0;

    (void)state;
    assert_int_equal(parse(good), LB_OK);
    assert_int_equal(scenario.unit_count, 4);
    assert_int_equal(u[0].strength, 600);
    assert_int_equal(u[0].traits, 0);
    assert_int_equal(u[0].quality, LB_QUALITY_REGULAR);
    assert_false(u[0].stand.is_set);
    assert_int_equal(u[0].stand.facing_deg, 10);
    assert_int_equal(u[0].stand.formation, LB_SCENARIO_FORMATION_ATTACK_COLUMN);
    assert_int_equal(u[1].strength, 500);
    assert_int_equal(u[1].quality, LB_QUALITY_ELITE);
    assert_true(lb_has_trait(u[1].traits, LB_TRAIT_ELAN));
    assert_int_equal(u[2].arm, LB_ARM_ARTILLERY);
    assert_int_equal(u[2].pounder, 6);
    assert_int_equal(u[2].stand.at.x_dm, 105);
    assert_int_equal(u[2].stand.formation, LB_SCENARIO_FORMATION_ANY);
    assert_int_equal(u[3].arm, LB_ARM_CAVALRY);
    assert_int_equal(u[3].nation, LB_NATION_BRITISH);
    assert_int_equal(u[3].brigade, 1);
    for (uint32_t i = 0; i < scenario.figure_count; i++) {
        const lb_scenario_figure *f = &scenario.figures[i];
        if (f->owner == LB_FIGURE_OF_UNIT && f->number == 1 && strcmp(f->key, "melee") == 0)
            melee = melee * 10 + f->value;
    }
    assert_int_equal(melee, 6);
    /* esr is both sheets: two figures of the commander; two units of two figures each. */
    assert_int_equal(scenario.figure_count, 2 + 4);
}

static void ground_is_in_decimetres(void **state)
{
    const lb_scenario *s = &scenario;

    (void)state;
    assert_int_equal(parse(good), LB_OK);
    assert_int_equal(s->piece_count, 2);
    assert_int_equal(s->pieces[0].kind, LB_SCENARIO_TERRAIN_HILL);
    assert_int_equal(s->pieces[0].level, 2);
    assert_int_equal(s->pieces[0].point_count, 3);
    assert_true(s->pieces[1].is_line);
    assert_int_equal(s->pieces[1].width_dm, 65);
    assert_int_equal(s->pieces[1].first_point, 3);
    assert_int_equal(s->points[4].x_dm, 10000);
    assert_int_equal(s->objective_count, 2);
    assert_int_equal(s->objectives[0].held, 2);
    assert_int_equal(s->objectives[0].radius_dm, 800);
    assert_int_equal(s->objectives[1].held, 0);
    assert_int_equal(s->objectives[1].value, 1);
}

/* Errors. */

/// Puts `to` in the place of the first `from`.
static void replace(const char *text, const char *from, const char *to, char *out, size_t room)
{
    const char *at = strstr(text, from);

    assert_non_null(at);
    snprintf(out, room, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static void bad_files_are_refused_with_a_place(void **state)
{
    static const struct {
        const char *from, *to;
        int line, column;
        const char *complaint;
    } cases[] = {
        {"id: toy\n", "", 1, 1, "a scenario needs id"},
        {"notes: [Be quick.]", "balance: {esr-5: {battles: 9, wins: [4, 4]}}", 11, 11,
         "did you mean esr-50?"},
        {"notes: [Be quick.]", "balance: {esr-50: {battles: 9, wins: [5, 5]}}", 11, 39,
         "more wins than battles"},
        {"notes: [Be quick.]", "balance: {esr-50: {battles: 9, wins: [5]}}", 11, 39, "two numbers"},
        {"notes: [Be quick.]", "balance: {esr-50: {wins: [5, 5]}}", 11, 20, "needs battles"},
        {"id: toy", "id: Toy", 2, 5, "lower-case letters"},
        {"id: toy", "id: to--y", 2, 5, "not 'to--y'"},
        {"title: Toy", "titel: Toy", 3, 1, "unknown key 'titel'; did you mean title?"},
        {"title: Toy\n", "title: Toy\ntitle: Toy\n", 4, 1, "duplicate key 'title'"},
        {"title: Toy", "title: [a]", 3, 9, "title takes a text"},
        {"title: Toy", "title: *a", 3, 1, "title takes a text"},
        {"title: Toy", "title: !x Toy", 3, 11, "title takes a text"},
        {"year: 1809", "year: 1709", 5, 7, "year takes a whole number from 1792 to 1815"},
        {"year: 1809", "year: soon", 5, 7, "not 'soon'"},
        {"year: 1809", "year:", 5, 1, "year takes"},
        {"width: 1000", "width: 99", 6, 17, "width takes metres from 100 to 70000"},
        {"height: 800.5", "height: 800.55", 6, 31, "at most one decimal, not '800.55'"},
        {", height: 800.5", "", 6, 10, "the ground needs height"},
        {"esr-50: 45", "esr-5: 45", 7, 16, "did you mean esr-50?"},
        {"turns: 8", "turns: 61", 8, 8, "from 1 to 60"},
        {"turns: 8", "clock: {start: 9, end: \"13:00\"}", 8, 16, "hours and minutes"},
        {"turns: 8", "clock: {start: \"09:60\", end: \"13:00\"}", 8, 17, "hours and minutes"},
        {"turns: 8", "clock: {start: \"24:00\", end: \"24:30\"}", 8, 17, "hours and minutes"},
        {"turns: 8", "clock: {start: \"09:00\", end: \"09:00\"}", 8, 31, "ends after it starts"},
        {"turns: 8", "clock: {start: \"09:00\"}", 8, 9, "a clock needs end"},
        {"turns: 8", "turns: 8\nturn-minutes: {esr-5: 20}", 9, 16, "did you mean esr-50?"},
        {"turns: 8", "turns: 8\nturn-minutes: {esr-50: 0}", 9, 24, "from 1 to 120"},
        {"turns: 8", "turns: 8\nweather: [{name: Fog, time: \"10:00\", sight: 200}]", 9, 23,
         "a time needs a clock:"},
        {"turns: 8", "turns: 8\nweather: [{name: Fog, sight: 200}]", 9, 12, "a time: or a turn:"},
        {"turns: 8",
         "turns: 8\nweather: [{name: Fog, turn: 3, sight: 200}, {name: Mist, turn: 3, sight: 0}]",
         9, 46, "in order"},
        {"turns: 8", "clock: {start: \"09:00\", end: \"13:00\"}\nturns: 8", 9, 1, "not by both"},
        {"turns: 8", "turns: 8\nclock: {start: \"09:00\", end: \"13:00\"}", 8, 1, "not by both"},
        {"turns: 8",
         "clock: {start: \"09:00\", end: \"13:00\"}\nweather: [{name: Fog, turn: 3, sight: 200}]",
         9, 12, "where there is a clock"},
        {"turns: 8",
         "clock: {start: \"09:00\", end: \"13:00\"}\nweather: [{name: Fog, time: \"13:01\", sight: "
         "200}]",
         9, 12, "after the clock has run out"},
        {"staff: poor", "staff: poor\n    break: 0", 17, 12, "from 1 to 100"},
        {"first: red", "first: rad", 9, 8, "no 'rad'; did you mean red?"},
        {"[toy-1809]", "[../toy]", 10, 10, "lower-case letters"},
        {"[toy-1809]", "[toy-1809, toy-1809]", 10, 20, "twice"},
        {"[toy-1809]", "[tin-1809]", 10, 10, "army tin-1809: no such army"},
        {"[toy-1809]", "[broken-1809]", 10, 10, "army broken-1809, line 3"},
        {"[toy-1809]", "[other-1809]", 10, 10, "has the id 'toy-1809'"},
        {"armies: [toy-1809]\n", "", 26, 29, "the scenario names no armies"},
        {"[toy-1809]", "toy-1809", 10, 9, "armies takes a list"},
        {"nation: french", "nation: frensh", 15, 13, "did you mean french?"},
        {"staff: poor", "staff: bad", 16, 12, "there is average, poor, good"},
        {"ability: good", "ability: god", 17, 38, "did you mean good?"},
        {"{tactical: 2}", "{tactical: 4}", 17, 70, "from 0 to 3"},
        {"{tactical: 2}", "{tactic: 2}", 17, 60, "esr has no figure of a commander 'tactic'; "},
        {"{tactical: 2}", "{rating: 2}", 17, 60, "no figure of a commander 'rating'"},
        {"{esr: {", "{esx: {", 17, 54, "no sheet 'esx'"},
        {"rank: division", "rank: army", 18, 58, "the rank does not fit"},
        {"corps: First", "corps: Frist", 21, 16, "did you mean First?"},
        {"[cautious]", "[cautios]", 22, 40, "did you mean cautious?"},
        {"[cautious]", "[bold, bold]", 22, 46, "bold stands here twice"},
        {"place: [500, 100]", "place: [500, 900]", 23, 22, "place takes metres from 0 to 800.5"},
        {"place: [500, 100]", "place: [500]", 23, 9, "a place is"},
        {"place: [500, 100]", "place: [5, 1, 1]", 23, 23, "more than 2 entries"},
        {"place: [500, 100]", "place: [-5, 1]", 23, 17, "not '-5'"},
        {"        place: [500, 100]\n", "", 26, 14, "the unit needs a place"},
        {"facing: 10", "facing: 360", 24, 17, "from 0 to 359"},
        {"attack-column", "atack-column", 25, 20, "did you mean attack-column?"},
        {"toy-1809/ligne, without", "toy-1809/lgne, without", 27, 29,
         "no type 'toy-1809/lgne'; did you mean toy-1809/ligne?"},
        {"without: elan", "without: elam", 27, 54, "did you mean elan?"},
        {"name: B,", "name: A,", 28, 14, "two units of the side are called 'A'"},
        {"strength: 500", "strength: 0", 28, 55, "from 1 to 4000"},
        {"quality: elite", "quality: elit", 28, 69, "did you mean elite?"},
        {"{melee: 6}", "{mellee: 6}", 29, 43, "of a unit 'mellee'; did you mean melee?"},
        {"type: toy-1809/guns,", "type: toy-1809/guns, formation: square,", 30, 14,
         "artillery has no formation square"},
        {"type: toy-1809/guns,", "type: toy-1809/guns, strength: 25,", 30, 54, "from 1 to 24"},
        {"id: red", "id: blue", 31, 9, "an id of its own"},
        {"commander: {name: Rouge}", "commander: {}", 34, 5, "a commander needs name"},
        {"turn: 2", "turn: 9", 37, 25, "from 1 to 8"},
        {"[1000, 40]", "[900, 40]", 37, 33, "on an edge"},
        {", facing: 270", "", 37, 19, "an arrival needs facing"},
        {"arrives:", "facing: 5\n        arrives:", 38, 9, "in  arrives: only"},
        {"class: hussars", "class: husars", 39, 30, "did you mean hussars?"},
        {"class: hussars, ", "", 39, 14, "a unit needs class"},
        {"strength: 200", "losses: 2, strength: 200", 39, 57, "belongs to a battle in progress"},
        {"traits: [light]", "pounder: 6", 39, 72, "for artillery only"},
        {"kind: hill", "kind: hil", 41, 12, "did you mean hill?"},
        {"level: 2", "level: 10", 41, 25, "from 1 to 9"},
        {"[100, 0], [50, 80]", "[100, 0]", 41, 28, "at least three points"},
        {"[100, 0], [50, 80]", "[100, 100], [100, 0], [0, 100]", 41, 28, "cross or touch"},
        {"[100, 0], [50, 80]", "[100, 0], [200, 0]", 41, 28, "cross or touch"},
        {"[100, 0], [50, 80]", "[0, 0], [50, 80]", 41, 44, "the same point twice"},
        {"area: [[0, 0], [100, 0], [50, 80]]", "line: [[0, 0], [9, 9]]", 41, 28, "hill is an area"},
        {", area: [[0, 0], [100, 0], [50, 80]]", "", 41, 6, "needs area or line"},
        {"width: 6.5", "width: 0.4", 42, 54, "metres from 0.5 to 2000"},
        {"width: 6.5", "level: 1", 42, 47, "only a hill has a level"},
        {"held: red", "held: reds", 44, 53, "did you mean red?"},
        {"value: 2", "value: 0", 44, 65, "from 1 to 9"},
        {"name: Road", "name: Hill", 45, 12, "two objectives have this name"},
        {"limber: scenario\nid: toy\n", "id: toy\nlimber: scenario\n", 1, 1, "first line"},
        {"limber: scenario", "limber: scenaro", 1, 9, "did you mean scenario?"},
        {"limber: scenario", "limber: army", 1, 9, "of kind 'army', expected scenario"},
    };
    char text[8192];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const lb_scenario empty;

        replace(good, cases[i].from, cases[i].to, text, sizeof text);
        if (parse(text) != LB_ERROR_INPUT)
            fail_msg("'%s' was taken", cases[i].to);
        if (strstr(diag.text, cases[i].complaint) == NULL || diag.line != cases[i].line ||
            diag.column != cases[i].column)
            fail_msg("'%s': %d:%d: %s", cases[i].to, diag.line, diag.column, diag.text);
        assert_memory_equal(&scenario, &empty, sizeof scenario);
    }
}

/// No list names the figures of all sheets: whatever a ruleset declares, a file may set.
static void every_declared_figure_can_be_set(void **state)
{
    char text[8192], set[128], complaint[64];
    uint32_t count = 0;

    (void)state;
    for (uint32_t i = 0; i < lb_ruleset_count; i++)
        for (const lb_figure *f = lb_rulesets[i]->figures; f->key != NULL; f++, count++) {
            const char *from = f->owner == LB_FIGURE_OF_UNIT ? "{valour-fortitude: {melee: 6}}"
                                                             : "{esr: {tactical: 2}}";
            bool is_there = false;

            assert_true(f->lowest < f->highest && f->help[0] != '\0');
            snprintf(set, sizeof set, "{%s: {%s: %d}}", lb_rulesets[i]->id, f->key, f->highest);
            replace(good, from, set, text, sizeof text);
            if (parse(text) != LB_OK)
                fail_msg("%s: %d:%d: %s", set, diag.line, diag.column, diag.text);
            for (uint32_t n = 0; n < scenario.figure_count; n++)
                is_there |= scenario.figures[n].owner == f->owner &&
                            scenario.figures[n].value == f->highest &&
                            strcmp(scenario.figures[n].sheet, lb_rulesets[i]->id) == 0 &&
                            strcmp(scenario.figures[n].key, f->key) == 0;
            assert_true(is_there);
            snprintf(set, sizeof set, "{%s: {%s: %d}}", lb_rulesets[i]->id, f->key, f->highest + 1);
            snprintf(complaint, sizeof complaint, "from %d to %d", f->lowest, f->highest);
            replace(good, from, set, text, sizeof text);
            assert_int_equal(parse(text), LB_ERROR_INPUT);
            if (strstr(diag.text, complaint) == NULL || diag.line == 0 || diag.column == 0)
                fail_msg("%s: %d:%d: %s", set, diag.line, diag.column, diag.text);
        }
    assert_true(count > lb_ruleset_count);
}

static void a_battle_has_two_sides(void **state)
{
    char text[4096];
    const char *red = strstr(good, "  - id: red\n"), *terrain = strstr(good, "terrain:\n");

    (void)state;
    snprintf(text, sizeof text, "%.*s%s", (int)(red - good), good, terrain);
    assert_int_equal(parse(text), LB_ERROR_INPUT);
    assert_string_equal(diag.text, "a battle has two sides");
}

static void hostile_files_are_refused_soon(void **state)
{
    static const char *const patterns[] = {
        "[",        "{a: ",     "- ",    "? ",      "&a ",  "[&a b,", "!x ",  "a: b\n", "k: {",
        "*a ",      "\"",       "'",     "|\n",     ">\n ", "#",      "\n",   "a\n",    "[a,",
        "a: [b]\n", "- a: b\n", ": ",    "!<x> ",   ",",    "}",      "- - ", "\t",     "a: &a\n",
        "\\",       "a: *a\n",  "? a\n", "[a: b, ", "% ",   "@",      "`",    "- ? ",   "<<: x\n",
    };
    char *text = malloc(LB_YAML_FILE_MAX + 2);

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        size_t length = strlen(patterns[i]), size = 0;

        for (; size + length <= LB_YAML_FILE_MAX / 4; size += length)
            memcpy(text + size, patterns[i], length);
        text[size] = '\0';
        assert_int_equal(parse(text), LB_ERROR_INPUT);
        assert_true(diag.text[0] != '\0');
    }
    memset(text, 'a', LB_YAML_FILE_MAX + 1);
    text[LB_YAML_FILE_MAX + 1] = '\0';
    assert_int_equal(parse(text), LB_ERROR_INPUT);
    assert_non_null(strstr(diag.text, "1 MiB"));
    assert_int_equal(parse("limber: scenario\ntitle: \xff\n"), LB_ERROR_INPUT);
    assert_int_equal(diag.line, 2);
    assert_int_equal(diag.column, 8);
    assert_int_equal(parse(""), LB_ERROR_INPUT);
    assert_non_null(strstr(diag.text, "limber: scenario"));
    free(text);
}

/// However often a key is repeated, reading takes no longer than the file is long.
static void many_keys_take_no_time(void **state)
{
    size_t room = LB_YAML_FILE_MAX, size = 0;
    char *text = malloc(room);

    (void)state;
    assert_non_null(text);
    size += (size_t)snprintf(text, room, "limber: scenario\n");
    for (int i = 0; size + 32 < room; i++)
        size += (size_t)snprintf(text + size, room - size, "k%d: 1\n", i);
    assert_int_equal(parse(text), LB_ERROR_INPUT);
    assert_int_equal(diag.line, 2);
    free(text);
}

/* Positions. */

static const char position[] = "position:\n"
                               "  sheet: valour-fortitude\n"
                               "  turn: 3\n"
                               "  phase: fire\n"
                               "  active: red\n"
                               "  to-act: blue\n"
                               "  cards: {blue: [A, 10, K]}\n"
                               "  discards: {blue: [2]}\n"
                               "  defeats: {red: 1}\n"
                               "  held: {Road: blue}\n";

/// The good file with a position and keys of a battle in progress.
static void write_position(char *text, size_t room)
{
    char once[8192];

    replace(good, "without: elan", "losses: 2, hits: 1, states: [shaken, fired]", text, room);
    replace(text, "place: [10.5, 20]", "removed: yes", once, sizeof once);
    replace(once, "        units:\n",
            "        fatigue: {cavalry: 2}\n        routed: 1\n        "
            "activation: failed\n"
            "        delay: 3\n        units:\n",
            text, room);
    replace(text, "traits: [cautious]", "attached: B, back: 5", once, sizeof once);
    replace(once, "{name: Rouge}", "{name: Rouge, removed: yes}", text, room);
    strncat(text, position, room - strlen(text) - 1);
}

/// What the position says of a side under a key of its sheet.
static int side_mark(uint32_t side, const char *key)
{
    const lb_mark_key *row = lb_ruleset_find(scenario.position.sheet)->play->side_keys;

    while (row->key != NULL && strcmp(row->key, key) != 0)
        row++;
    assert_non_null(row->key);
    return scenario.sides[side].mark[row->mark];
}

static void a_position_is_read(void **state)
{
    const lb_scenario *s = &scenario;
    char text[8192];

    (void)state;
    write_position(text, sizeof text);
    if (parse(text) != LB_OK)
        fail_msg("%d:%d: %s", diag.line, diag.column, diag.text);
    assert_true(s->position.is_set);
    assert_string_equal(s->position.sheet, "valour-fortitude");
    assert_string_equal(s->position.phase, "fire");
    assert_int_equal(s->position.turn, 3);
    assert_int_equal(s->position.active, 1);
    assert_int_equal(s->position.to_act, 0);
    assert_int_equal(side_mark(0, "cards"), 1 << 1 | 1 << 10 | 1 << 13);
    assert_int_equal(side_mark(0, "discards"), 1 << 2);
    assert_int_equal(side_mark(1, "defeats"), 1);
    assert_int_equal(side_mark(0, "defeats"), 0);
    assert_int_equal(s->objectives[1].held, 1);
    assert_int_equal(s->objectives[1].held_at_start, 0);
    assert_int_equal(s->objectives[0].held, 2);
    assert_int_equal(s->units[0].losses, 2);
    assert_int_equal(s->units[0].hits, 1);
    assert_int_equal(s->units[0].states,
                     1u << LB_SCENARIO_STATE_SHAKEN | 1u << LB_SCENARIO_STATE_FIRED);
    assert_true(s->units[2].is_removed);
    assert_int_equal(s->brigades[0].fatigue[LB_ARM_CAVALRY], 2);
    assert_int_equal(s->brigades[0].states, 1u << LB_SCENARIO_BRIGADE_STATE_ROUTED |
                                                1u << LB_SCENARIO_BRIGADE_STATE_FAILED);
    assert_int_equal(s->brigades[0].told.delay, 3);
    assert_int_equal(s->commanders[s->brigades[0].commander - 1].attached, 2);
    assert_int_equal(s->commanders[s->brigades[0].commander - 1].out_turn, 5);
    assert_true(s->commanders[s->sides[1].commander - 1].is_removed);
}

static void bad_positions_are_refused(void **state)
{
    static const struct {
        const char *from, *to, *complaint;
    } cases[] = {
        {"turn: 3", "turn: 9", "from 1 to 8"},
        {"  turn: 3\n", "", "a position needs turn"},
        {"sheet: valour-fortitude", "sheet: valour", "did you mean valour-fortitude?"},
        {"[A, 10, K]", "[A, 11]", "no '11'"},
        {"[A, 10, K]", "[A, A]", "A stands here twice"},
        {"discards: {blue: [2]}", "discards: {blue: [K]}",
         "K stands among the cards and among the discards"},
        {"defeats: {red: 1}", "defeats: {red: 256}", "from 0 to 255"},
        {"defeats: {red: 1}", "defeat: {red: 1}", "did you mean defeats?"},
        {"sheet: valour-fortitude", "sheet: napoleons-legacy", "by napoleons-legacy has no cards"},
        {"sheet: valour-fortitude", "sheet: esr-50", "by esr-50 has no cards"},
        {"held: {Road: blue}", "held: {Raod: blue}", "did you mean Road?"},
        {"to-act: blue", "to-act: blu", "did you mean blue?"},
        {"attached: B", "attached: D", "the side has no unit 'D'"},
        {"[shaken, fired]", "[shakn]", "did you mean shaken?"},
        {"{cavalry: 2}", "{cavalri: 2}", "did you mean cavalry?"},
        {"routed: 1", "routed: 1\n        wavering: perhaps", "yes or no, not 'perhaps'"},
        {"phase: fire", "phase: Fire phase", "lower-case letters"},
    };
    char text[8192], changed[8192];

    (void)state;
    write_position(text, sizeof text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        replace(text, cases[i].from, cases[i].to, changed, sizeof changed);
        assert_int_equal(parse(changed), LB_ERROR_INPUT);
        if (strstr(diag.text, cases[i].complaint) == NULL || diag.line == 0 || diag.column == 0)
            fail_msg("'%s': %d:%d: %s", cases[i].to, diag.line, diag.column, diag.text);
    }
}

/* Armies. */

static void bad_armies_are_refused_with_a_place(void **state)
{
    static const struct {
        const char *from, *to;
        int line, column;
        const char *complaint;
    } cases[] = {
        {"class: line", "class: lin", 8, 31, "did you mean line?"},
        {", strength: 600", "", 8, 11, "a type needs strength"},
        {"  ligne:", "  Ligne:", 8, 3, "lower-case letters"},
        {"  guns:", "  ligne:", 10, 3, "duplicate key 'ligne'"},
        {"fire: 3", "fire: 10", 9, 46, "fire takes a whole number from 0 to 9"},
        {"pounder: 6", "punder: 6", 10, 72, "did you mean pounder?"},
        {"nation: french\n", "", 1, 1, "an army needs nation"},
        {"limber: army", "limber: scenario", 1, 9, "expected army"},
    };
    static lb_army army;
    char text[2048];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        replace(army_text, cases[i].from, cases[i].to, text, sizeof text);
        assert_int_equal(lb_army_parse(text, strlen(text), &army, &diag), LB_ERROR_INPUT);
        if (strstr(diag.text, cases[i].complaint) == NULL || diag.line != cases[i].line ||
            diag.column != cases[i].column)
            fail_msg("'%s': %d:%d: %s", cases[i].to, diag.line, diag.column, diag.text);
        assert_int_equal(army.type_count, 0);
    }
}

/* The files we ship. */

static void load(const char *name)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/scenarios/%s.yaml", root, name);
    memset(&diag, 0, sizeof diag);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
        fail_msg("%s:%d:%d: %s", path, diag.line, diag.column, diag.text);
    assert_string_equal(scenario.id, name);
    assert_true(scenario.source[0] != '\0' && scenario.objective_count > 0);
    for (uint32_t i = 0; i < scenario.brigade_count; i++)
        assert_true(scenario.brigades[i].unit_count > 0);
}

static uint32_t strength_of(uint8_t side, lb_arm arm)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < scenario.unit_count; i++)
        if (scenario.units[i].arm == arm &&
            scenario.brigades[scenario.units[i].brigade].side == side)
            sum += scenario.units[i].strength;
    return sum;
}

static void two_brigades_has_four_units_a_side(void **state)
{
    uint32_t count[2] = {0, 0};

    (void)state;
    load("two-brigades");
    for (uint32_t i = 0; i < scenario.unit_count; i++)
        count[scenario.brigades[scenario.units[i].brigade].side]++;
    assert_int_equal(count[0], 4);
    assert_int_equal(count[1], 4);
}

/// The sums that Oman prints: 16,312 British bayonets, 23 French guns.
static void vimeiro_has_the_strength_of_its_source(void **state)
{
    uint32_t british = 0;

    (void)state;
    load("vimeiro");
    for (uint32_t i = 0; i < scenario.unit_count; i++)
        if (scenario.units[i].nation == LB_NATION_BRITISH &&
            scenario.units[i].arm == LB_ARM_INFANTRY)
            british += scenario.units[i].strength;
    assert_int_equal(british, 16312);
    assert_int_equal(strength_of(0, LB_ARM_ARTILLERY), 23);
    assert_int_equal(strength_of(0, LB_ARM_CAVALRY), 1985);
}

static void quatre_bras_fills_up_through_the_afternoon(void **state)
{
    uint32_t arriving = 0;

    (void)state;
    load("quatre-bras");
    for (uint32_t i = 0; i < scenario.brigade_count; i++)
        arriving += scenario.brigades[i].arrival_turn > 0;
    assert_true(arriving > 10);
    assert_in_range(strength_of(0, LB_ARM_INFANTRY), 14000, 19000);
    assert_in_range(strength_of(1, LB_ARM_INFANTRY), 25000, 34000);
}

/// The returns of III Corps: 25,632 foot in three divisions, 44 guns.
static void auerstedt_has_the_strength_of_its_source(void **state)
{
    (void)state;
    load("auerstedt");
    assert_int_equal(strength_of(0, LB_ARM_INFANTRY), 25632);
    assert_int_equal(strength_of(0, LB_ARM_CAVALRY), 1300);
    assert_int_equal(strength_of(0, LB_ARM_ARTILLERY), 44);
    assert_in_range(strength_of(1, LB_ARM_INFANTRY), 32000, 36000);
    assert_in_range(strength_of(1, LB_ARM_CAVALRY), 7500, 8000);
    assert_int_equal(strength_of(1, LB_ARM_ARTILLERY), 128);
}

/// Soult's two divisions, nine tenths of their returns, against as many and then the Guards.
static void austerlitz_has_the_strength_of_its_source(void **state)
{
    (void)state;
    load("austerlitz-pratzen");
    assert_in_range(strength_of(0, LB_ARM_INFANTRY), 21000, 23000);
    assert_in_range(strength_of(1, LB_ARM_INFANTRY), 24000, 26000);
    assert_in_range(strength_of(1, LB_ARM_CAVALRY), 3000, 3400);
}

/// Both armies by the sums of their brigades: 60 guns and 78.
static void salamanca_has_the_strength_of_its_source(void **state)
{
    (void)state;
    load("salamanca");
    assert_int_equal(strength_of(0, LB_ARM_INFANTRY), 46350);
    assert_int_equal(strength_of(0, LB_ARM_CAVALRY), 4985);
    assert_int_equal(strength_of(0, LB_ARM_ARTILLERY), 60);
    assert_int_equal(strength_of(1, LB_ARM_INFANTRY), 42210);
    assert_int_equal(strength_of(1, LB_ARM_CAVALRY), 3500);
    assert_int_equal(strength_of(1, LB_ARM_ARTILLERY), 78);
}

/// Wellington's 63,700 sabres and bayonets, the Prussians who came up, and 66,600 French.
static void waterloo_has_the_strength_of_its_source(void **state)
{
    (void)state;
    load("waterloo");
    assert_int_equal(strength_of(0, LB_ARM_INFANTRY), 51150);
    assert_int_equal(strength_of(0, LB_ARM_CAVALRY), 15490);
    assert_int_equal(strength_of(0, LB_ARM_ARTILLERY), 240);
    assert_int_equal(strength_of(1, LB_ARM_INFANTRY), 51200 + 40296);
    assert_int_equal(strength_of(1, LB_ARM_CAVALRY), 12510 + 5600);
    assert_int_equal(strength_of(1, LB_ARM_ARTILLERY), 152 + 120);
}

static void all_armies_load(void **state)
{
    static const char *const names[] = {
        "austrian-1805",   "austrian-1809",   "british-1808",  "british-1815",  "brunswick-1815",
        "french-1805",     "french-1808",     "french-1815",   "hanover-1815",  "netherlands-1815",
        "portuguese-1808", "portuguese-1812", "prussian-1806", "prussian-1815", "russian-1805",
        "russian-1812",    "spanish-1808",
    };
    static lb_army army;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[1024];

        snprintf(path, sizeof path, "%s/armies/%s.yaml", root, names[i]);
        if (lb_army_load(path, &army, &diag) != LB_OK)
            fail_msg("%s:%d:%d: %s", path, diag.line, diag.column, diag.text);
        assert_string_equal(army.id, names[i]);
        assert_true(army.type_count >= 6);
    }
}

static void missing_files_are_said_to_be(void **state)
{
    (void)state;
    assert_int_equal(lb_scenario_load("no/such/file.yaml", &scenario, &diag), LB_ERROR_FILE);
    assert_non_null(strstr(diag.text, "cannot be read"));
}

/// Every word of every list is there and differs from the others.
static void words_are_complete(void **state)
{
    static const lb_word_list *const lists[] = {
        &lb_arm_words,
        &lb_class_words,
        &lb_quality_words,
        &lb_trait_words,
        &lb_nation_words,
        &lb_rank_words,
        &lb_ability_words,
        &lb_inspiration_words,
        &lb_leader_trait_words,
        &lb_staff_words,
        &lb_formation_words,
        &lb_scenario_terrain_words,
        &lb_scenario_state_words,
        &lb_scenario_brigade_state_words,
        &lb_scenario_commander_state_words,
        &lb_scenario_order_words,
        &lb_scenario_activation_words,
        &lb_scenario_status_words,
    };

    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (uint32_t a = 0; a < lists[i]->count; a++) {
            assert_non_null(lists[i]->words[a]);
            for (uint32_t b = 0; b < a; b++)
                assert_string_not_equal(lists[i]->words[a], lists[i]->words[b]);
        }
}

/// A clock in the place of a number of turns, with arrivals and weather by the clock.
static void a_clock_is_read(void **state)
{
    static char text[sizeof good + 512];
    const char *turns = strstr(good, "turns: 8\n"), *arrives = strstr(good, "{turn: 2");
    int length =
        snprintf(text, sizeof text,
                 "%.*sclock: {start: \"09:00\", end: \"13:30\"}\nturn-minutes: {esr-50: 15}\n"
                 "weather: [{name: Fog, time: \"10:15\", sight: 250}]\n%.*s{time: \"10:20\"%s",
                 (int)(turns - good), good, (int)(arrives - turns - 9), turns + 9, arrives + 8);

    (void)state;
    assert_true(length > 0 && (size_t)length < sizeof text);
    if (parse(text) != LB_OK)
        fail_msg("%d:%d: %s", diag.line, diag.column, diag.text);
    assert_int_equal(scenario.turns, 0);
    assert_int_equal(scenario.start_minute, 540);
    assert_int_equal(scenario.end_minute, 810);
    assert_int_equal(scenario.minutes[0].minutes, 15);
    assert_int_equal(scenario.weather_count, 1);
    assert_int_equal(scenario.weather[0].minute, 615);
    assert_int_equal(scenario.weather[0].sight_dm, 2500);
    assert_int_equal(scenario.brigades[1].arrival_minute, 620);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_file_is_read),
        cmocka_unit_test(a_balance_is_read),
        cmocka_unit_test(a_clock_is_read),
        cmocka_unit_test(units_take_over_their_type_and_brigade),
        cmocka_unit_test(ground_is_in_decimetres),
        cmocka_unit_test(bad_files_are_refused_with_a_place),
        cmocka_unit_test(every_declared_figure_can_be_set),
        cmocka_unit_test(a_battle_has_two_sides),
        cmocka_unit_test(hostile_files_are_refused_soon),
        cmocka_unit_test(many_keys_take_no_time),
        cmocka_unit_test(a_position_is_read),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(bad_armies_are_refused_with_a_place),
        cmocka_unit_test(two_brigades_has_four_units_a_side),
        cmocka_unit_test(vimeiro_has_the_strength_of_its_source),
        cmocka_unit_test(quatre_bras_fills_up_through_the_afternoon),
        cmocka_unit_test(auerstedt_has_the_strength_of_its_source),
        cmocka_unit_test(austerlitz_has_the_strength_of_its_source),
        cmocka_unit_test(salamanca_has_the_strength_of_its_source),
        cmocka_unit_test(waterloo_has_the_strength_of_its_source),
        cmocka_unit_test(all_armies_load),
        cmocka_unit_test(missing_files_are_said_to_be),
        cmocka_unit_test(words_are_complete),
    };

    if (argc > 1)
        root = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
