// SPDX-License-Identifier: MIT
// How much of everything a scenario may have: as much as the limit is accepted, one more is refused
// where it stands. The scenarios are written here, each thing on a line of its own that says "last"
// if it is the last of its kind.

#include "../unit/check.h"

#include "limber/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 20, CORPS_MAX = 64, NOTES_MAX = 12 };

/// How much a scenario has.
typedef struct amounts {
    int units, brigades, commanders, corps, pieces, points, corners, objectives, notes, figures;
    int start, step; ///< where brigades stand, in metres: the first, and from one to the next
    const char *width, *height; ///< of the ground, in metres
    const char *scale;          ///< metres to an inch by valour-fortitude
} amounts;

static const amounts few = {.units = 4,
                            .brigades = 2,
                            .commanders = 3,
                            .pieces = 2,
                            .points = 5,
                            .objectives = 1,
                            .start = 700,
                            .step = 1400,
                            .width = "15000",
                            .height = "15000",
                            .scale = "15"};

static char text[ROOM];
static size_t length;
static lb_scenario scenario;
static lb_battle battle;
static lb_diag diag;

#define WRITE(...) (length += (size_t)snprintf(text + length, ROOM - length, __VA_ARGS__))

static const char *last(int i, int count)
{
    return i == count - 1 ? "last" : "n";
}

/// What has been written.
typedef struct progress {
    int unit, commander, figure;
} progress;

/// Figures of a unit, up to seven of those that are to be written.
static void write_figures(const amounts *have, progress *so_far)
{
    static const char *const keys[] = {
        "valour-fortitude: {fire: 3", ", melee: 4",    ", tenacity: 4", ", range: 6",
        "}, march-attack: {cv: 6",    ", skirmish: 3", ", weight: 1"};

    if (so_far->figure == have->figures)
        return;
    WRITE(", figures: {");
    for (size_t i = 0; i < 7 && so_far->figure < have->figures; i++, so_far->figure++)
        WRITE("%s", keys[i]);
    WRITE("}}");
}

/// A brigade with its units, and with a commander if one is still to be written.
static void write_brigade(const amounts *have, int number, int units, progress *so_far)
{
    WRITE("      - name: %s %d\n", last(number, have->brigades), number);
    if (so_far->commander < have->commanders) {
        WRITE("        commander: {name: %s %d}\n", last(so_far->commander, have->commanders),
              so_far->commander);
        so_far->commander++;
    }
    WRITE("        place: [%d, %d]\n        units:\n", have->start + number % 10 * have->step,
          have->start + number / 10 * have->step);
    for (int i = 0; i < units; i++, so_far->unit++) {
        WRITE("          - {name: %s %d, class: line, quality: elite, strength: 600",
              last(so_far->unit, have->units), so_far->unit);
        write_figures(have, so_far);
        WRITE("}\n");
    }
}

static void write_blue(const amounts *have, progress *so_far)
{
    WRITE("  - id: blue\n    name: Blue\n    nation: french\n    commander: {name: Bleu}\n");
    if (have->corps > 0)
        WRITE("    corps:\n");
    for (int i = 0; i < have->corps; i++, so_far->commander++)
        WRITE("      - {name: %s %d, commander: {name: K%d}}\n", last(i, have->corps), i, i);
    WRITE("    brigades:\n");
    for (int i = 0; i < have->brigades - 1; i++)
        write_brigade(have, i, have->units / have->brigades, so_far);
}

/// Red has one brigade, with all units that are left.
static void write_red(const amounts *have, progress *so_far)
{
    WRITE("  - id: red\n    name: Red\n    nation: french\n    commander: {name: Rouge}\n"
          "    brigades:\n");
    write_brigade(have, have->brigades - 1, have->units - so_far->unit, so_far);
}

/// Lines of as many points as a piece may have, but for what is left; or a single area.
static void write_terrain(const amounts *have)
{
    int point = 0;

    WRITE("terrain:\n");
    for (int i = 0; i < have->pieces; i++) {
        int left = have->points - point - 2 * (have->pieces - i - 1), most = left < 96 ? left : 96;

        WRITE("  - name: %s %d\n    kind: road\n    line:\n", last(i, have->pieces), i);
        for (int p = 0; p < most; p++, point++)
            WRITE("      - [%d, %d] # %s point\n", p, i, last(point, have->points));
    }
    if (have->corners > 0)
        WRITE("  - kind: wood\n    area:\n");
    for (int i = 0; i < have->corners; i++) {
        bool is_top = i >= have->corners / 2;

        WRITE("      - [%d, %d] # %s corner\n", is_top ? (have->corners - 1 - i) * 9 : i * 9,
              is_top ? 9 : 0, last(i, have->corners));
    }
}

static void write_scenario(const amounts *have)
{
    progress so_far = {.commander = LB_SCENARIO_SIDES};

    length = 0;
    WRITE("limber: scenario\nid: toy\ntitle: Toy\nsource: none\nyear: 1809\nturns: 8\nfirst: red\n"
          "ground:\n  width: %s\n  height: %s\n",
          have->width, have->height);
    WRITE("ground-scale: {valour-fortitude: %s}\nsides:\n", have->scale);
    write_blue(have, &so_far);
    write_red(have, &so_far);
    if (have->pieces > 0 || have->corners > 0)
        write_terrain(have);
    WRITE("objectives:\n");
    for (int i = 0; i < have->objectives; i++)
        WRITE("  - {name: %s %d, place: [1, 1]}\n", last(i, have->objectives), i);
    if (have->notes > 0)
        WRITE("notes:\n");
    for (int i = 0; i < have->notes; i++)
        WRITE("  - Note %s %d\n", last(i, have->notes), i);
    assert_true(length < ROOM - 1);
}

static lb_status parse(const amounts *have)
{
    write_scenario(have);
    memset(&diag, 0, sizeof diag);
    return lb_scenario_parse(text, length, NULL, &scenario, &diag);
}

/// Does the line that is complained about, or the one before it, say "last"?
static bool complains_about_last(void)
{
    const char *line = text, *before = text, *end;

    for (int32_t i = 1; i < diag.line; i++) {
        before = line;
        line = strchr(line, '\n') + 1;
    }
    end = strchr(line, '\n');
    for (const char *at = before; at < end; at++)
        if (strncmp(at, "last", 4) == 0)
            return true;
    return false;
}

static void accept(const amounts *have)
{
    if (parse(have) != LB_OK)
        fail_msg("%d:%d: %s", (int)diag.line, (int)diag.column, diag.text);
}

static void refuse(const amounts *have, const char *complaint)
{
    if (parse(have) != LB_ERROR_INPUT)
        fail_msg("taken, and not refused with: %s", complaint);
    if (strstr(diag.text, complaint) == NULL || diag.column == 0 || !complains_about_last())
        fail_msg("%d:%d: %s, and not: %s", (int)diag.line, (int)diag.column, diag.text, complaint);
}

static void units_are_at_most_400(void **context)
{
    amounts have = few;

    (void)context;
    have.units = LB_SCENARIO_UNITS;
    accept(&have);
    assert_int_equal(scenario.unit_count, 400);
    have.units++;
    refuse(&have, "more than 400 units in all");
}

static void brigades_are_at_most_100(void **context)
{
    amounts have = few;

    (void)context;
    have.units = have.brigades = LB_SCENARIO_BRIGADES;
    accept(&have);
    assert_int_equal(scenario.brigade_count, 100);
    have.units = ++have.brigades;
    refuse(&have, "more than 100 brigades in all");
}

static void commanders_are_at_most_160(void **context)
{
    amounts have = few;

    (void)context;
    have.units = have.brigades = LB_SCENARIO_BRIGADES;
    have.corps = LB_SCENARIO_COMMANDERS - LB_SCENARIO_BRIGADES - LB_SCENARIO_SIDES;
    have.commanders = LB_SCENARIO_COMMANDERS;
    accept(&have);
    assert_int_equal(scenario.commander_count, 160);
    assert_int_equal(scenario.commanders[159].superior, scenario.sides[1].commander);
    have.corps++;
    have.commanders++;
    refuse(&have, "more than 160 commanders in all");
}

static void corps_are_at_most_64(void **context)
{
    amounts have = few;

    (void)context;
    have.corps = CORPS_MAX;
    have.commanders = 0;
    accept(&have);
    have.corps++;
    refuse(&have, "corps has more than 64 entries");
}

static void pieces_are_at_most_192(void **context)
{
    amounts have = few;

    (void)context;
    have.pieces = LB_SCENARIO_PIECES;
    have.points = 2 * have.pieces;
    accept(&have);
    assert_int_equal(scenario.piece_count, 192);
    have.points = 2 * ++have.pieces;
    refuse(&have, "terrain has more than 192 entries");
}

static void points_are_at_most_4096(void **context)
{
    amounts have = few;

    (void)context;
    have.pieces = 43;
    have.points = LB_SCENARIO_POINTS;
    accept(&have);
    assert_int_equal(scenario.point_count, 4096);
    have.points++;
    refuse(&have, "more than 4096 points of terrain in all");
}

static void corners_are_at_most_96(void **context)
{
    amounts have = few;

    (void)context;
    have.pieces = have.points = 0;
    have.corners = LB_SCENARIO_PIECE_POINTS;
    accept(&have);
    assert_int_equal(scenario.pieces[0].point_count, 96);
    have.corners++;
    refuse(&have, "area has more than 96 entries");
}

static void objectives_are_at_most_32(void **context)
{
    amounts have = few;

    (void)context;
    have.objectives = LB_SCENARIO_OBJECTIVES;
    accept(&have);
    assert_int_equal(scenario.objective_count, 32);
    have.objectives++;
    refuse(&have, "objectives has more than 32 entries");
}

static void figures_are_at_most_2048(void **context)
{
    amounts have = few;

    (void)context;
    have.figures = LB_SCENARIO_FIGURES;
    have.units = (have.figures + 6) / 7;
    accept(&have);
    assert_int_equal(scenario.figure_count, 2048);
    have.figures++;
    refuse(&have, "more than 2048 figures in all");
}

static void notes_are_at_most_12(void **context)
{
    amounts have = few;

    (void)context;
    have.notes = NOTES_MAX;
    accept(&have);
    have.notes++;
    refuse(&have, "notes has more than 12 entries");
}

static void ground_is_at_most_70_km(void **context)
{
    static const char *const bad[] = {"70000.1", "70001", "700000", "99.9", "99999999"};
    amounts have = few;

    (void)context;
    have.width = have.height = "70000";
    accept(&have);
    assert_int_equal(scenario.width_dm, LB_SCENARIO_GROUND_DM);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        have.height = bad[i];
        assert_int_equal(parse(&have), LB_ERROR_INPUT);
        assert_int_equal(diag.line, 10);
        assert_int_equal(diag.column, 11);
        assert_non_null(strstr(diag.text, "height takes metres from 100 to 70000"));
    }
}

/* On the table. */

static lb_status muster(const amounts *have)
{
    accept(have);
    memset(&diag, 0, sizeof diag);
    return lb_battle_muster(&battle, lb_ruleset_find("valour-fortitude"), NULL, &scenario, &diag);
}

/// 400 units in 100 brigades with all the ground there may be find room on the largest table.
static void a_battle_of_every_limit_is_mustered(void **context)
{
    amounts have = few;

    (void)context;
    have.units = LB_SCENARIO_UNITS;
    have.brigades = LB_SCENARIO_BRIGADES;
    have.corps = LB_SCENARIO_COMMANDERS - LB_SCENARIO_BRIGADES - LB_SCENARIO_SIDES;
    have.commanders = LB_SCENARIO_COMMANDERS;
    have.pieces = LB_SCENARIO_PIECES;
    have.points = LB_SCENARIO_POINTS;
    have.objectives = LB_SCENARIO_OBJECTIVES;
    if (muster(&have) != LB_OK)
        fail_msg("%s", diag.text);
    assert_int_equal(battle.unit_count, LB_UNITS_MAX);
    assert_int_equal(battle.width_tmm, LB_TABLE_MAX);
    assert_int_equal(battle.depth_tmm, LB_TABLE_MAX);
}

static void tables_have_24_to_1000_inches(void **context)
{
    static const struct {
        const char *width, *height, *complaint;
    } cases[] = {
        {"15000", "15000", NULL},
        {"15000", "360", NULL},
        {"15015", "15000", "would be 1001 by 1000, but a side has from 24 to 1000 in;"},
        {"15000", "15001.5", "would be 1000 by 1000.1, but"},
        {"360", "358.5", "would be 24 by 23.8, but a side"},
        {"70000", "9000", "would be 4666.7 by 600, but"},
    };
    amounts have = few;

    (void)context;
    have.pieces = have.points = 0;
    have.start = 170;
    have.step = 20;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        have.width = cases[i].width;
        have.height = cases[i].height;
        if ((muster(&have) == LB_OK) != (cases[i].complaint == NULL) ||
            (cases[i].complaint != NULL && strstr(diag.text, cases[i].complaint) == NULL))
            fail_msg("%s by %s: %s", have.width, have.height, diag.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_at_most_400),
        cmocka_unit_test(brigades_are_at_most_100),
        cmocka_unit_test(commanders_are_at_most_160),
        cmocka_unit_test(corps_are_at_most_64),
        cmocka_unit_test(pieces_are_at_most_192),
        cmocka_unit_test(points_are_at_most_4096),
        cmocka_unit_test(corners_are_at_most_96),
        cmocka_unit_test(objectives_are_at_most_32),
        cmocka_unit_test(figures_are_at_most_2048),
        cmocka_unit_test(notes_are_at_most_12),
        cmocka_unit_test(ground_is_at_most_70_km),
        cmocka_unit_test(a_battle_of_every_limit_is_mustered),
        cmocka_unit_test(tables_have_24_to_1000_inches),
    };

    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
