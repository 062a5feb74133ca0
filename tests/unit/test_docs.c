// SPDX-License-Identifier: MIT
// The numbers in docs/architecture.md are those of the headers. The sizes hold where a pointer has
// 64 bits.

#include "check.h"

#include "core/view.h"
#include "limber/limber.h"

#include <stdio.h>
#include <string.h>

enum { PAGE_MAX = 1 << 17, DM_OF_KM = 10000, KIB = 1024 };

static const char *root;
static char page[PAGE_MAX];

static int read_page(void **state)
{
    char path[512];
    FILE *file;
    size_t size;

    (void)state;
    snprintf(path, sizeof path, "%s/docs/architecture.md", root);
    file = fopen(path, "r");
    if (file == NULL)
        return -1;
    size = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    return size > 0 ? 0 : -1;
}

/// Fails unless a row of a table on the page begins with these words.
static void assert_row(const char *words)
{
    char row[256];

    snprintf(row, sizeof row, "\n| %s |", words);
    if (strstr(page, row) == NULL)
        fail_msg("docs/architecture.md has no row  | %s |", words);
}

static void limits_are_those_of_the_headers(void **state)
{
    char row[200];

    (void)state;
#define ROW(...) (snprintf(row, sizeof row, __VA_ARGS__), assert_row(row))
    ROW("units, brigades, commanders | %d, %d, %d", LB_SCENARIO_UNITS, LB_SCENARIO_BRIGADES,
        LB_SCENARIO_COMMANDERS);
    ROW("pieces of terrain, their points | %d, %d", LB_SCENARIO_PIECES, LB_SCENARIO_POINTS);
    ROW("points of one piece | %d", LB_SCENARIO_PIECE_POINTS);
    ROW("objectives, turns | %d, %d", LB_SCENARIO_OBJECTIVES, LB_SCENARIO_TURNS);
    ROW("ground, each way | %d km", LB_SCENARIO_GROUND_DM / DM_OF_KM);
    ROW("table, each way | %d inches (%d tenths of a millimetre)", LB_TABLE_MAX / LB_TMM_INCH,
        LB_TABLE_MAX);
    ROW("frames, cells, fields of an effect | %d, %d, %d", LB_FRAMES_MAX, LB_CELLS_MAX,
        LB_EFFECT_MAX);
    ROW("facts of a question, options | %d, %d", LB_QUESTION_FACTS, LB_OPTIONS_MAX);
    ROW("marks of a unit, group, leader, side | %d, %d, %d, %d", LB_UNIT_MARKS, LB_GROUP_MARKS,
        LB_LEADER_MARKS, LB_SIDE_MARKS);
    ROW("values, inputs of a chart, rulesets | %d, %d, %d", LB_VALUES_MAX, LB_INPUTS_MAX,
        LB_RULESETS_MAX);
    ROW("dice of one throw, values of a roll | %d, %d", LB_DICE_MAX, LB_SPREAD_MAX);
    ROW("choices, proposals | %d, %d", LB_CHOICES_MAX, LB_PROPOSALS_MAX);
}

static void sizes_are_those_of_the_headers(void **state)
{
    static const struct {
        const char *name;
        size_t bytes;
    } sizes[] = {{"`lb_state`", sizeof(lb_state)},
                 {"`lb_battle`", sizeof(lb_battle)},
                 {"`lb_view`", sizeof(lb_view)},
                 {"`lb_player`", sizeof(lb_player)},
                 {"workspace of a player", LB_PLAYER_ROOM},
                 {"`lb_scenario`", sizeof(lb_scenario)}};
    char row[200];

    (void)state;
    if (sizeof(void *) != 8)
        skip();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        ROW("%s | %zu", sizes[i].name, (sizes[i].bytes + KIB - 1) / KIB);
#undef ROW
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_those_of_the_headers),
        cmocka_unit_test(sizes_are_those_of_the_headers),
    };

    root = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests_name("docs", tests, read_page, NULL);
}
