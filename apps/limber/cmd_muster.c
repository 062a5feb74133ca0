// SPDX-License-Identifier: MIT
// limber muster: the two rosters of a scenario by a sheet.

#include "battle_goals.h"
#include "text/json.h"

#include <string.h>

enum { ROOM_MOST = 150 }; ///< percent of its front that troops can do with

/// Sums of a side for comparison.
typedef struct totals {
    uint32_t brigades, units;
    int32_t figure[LB_CARD_FIGURES];
} totals;

static void show_unit(const lb_battle *battle, uint32_t number, totals *sum)
{
    const lb_unit_card *card = &battle->unit[number];
    const char *const *figure = battle->rules->play->figures;
    char line[LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);

    lb_put_int(&put, (int64_t)number);
    lb_put_text(&put, " ");
    lb_put_text(&put, card->name);
    lb_put_text(&put, ":");
    for (uint32_t i = 0; figure[i] != NULL; i++) {
        lb_put_char(&put, ' ');
        lb_put_text(&put, figure[i]);
        lb_put_char(&put, ' ');
        lb_put_int(&put, card->figure[i]);
        sum->figure[i] += card->figure[i];
    }
    lb_put_text(&put, "; ");
    lb_put_text(&put, battle->rules->play->formations[card->formation].word);
    if (card->arrival_turn > 0) {
        lb_put_text(&put, ", arrives on turn ");
        lb_put_int(&put, card->arrival_turn);
    }
    sum->units++;
    fputs("    ", stdout);
    term_wrap(line, 4, 8);
}

static void show_side(const lb_battle *battle, uint32_t side)
{
    totals sum = {0};
    const char *const *figure = battle->rules->play->figures;

    term_heading(battle->side[side].name);
    for (uint32_t g = 0; g < battle->group_count; g++) {
        const lb_group_card *group = &battle->group[g];

        if (group->side != side || group->unit_count == 0)
            continue;
        sum.brigades++;
        printf("  %u %s", g, group->name);
        if (group->leader != LB_NOBODY)
            printf(", %s", battle->leader[group->leader].name);
        putchar('\n');
        for (uint32_t i = 0; i < group->unit_count; i++)
            show_unit(battle, group->first_unit + i, &sum);
    }
    printf("  Together: %u brigades, %u units", sum.brigades, sum.units);
    for (uint32_t i = 0; figure[i] != NULL; i++)
        printf(", %s %d", figure[i], (int)sum.figure[i]);
    puts(".");
}

static void show_weather(const lb_battle *battle, const lb_weather *weather)
{
    char line[LB_DIAG_TEXT];
    lb_put put = lb_put_start(line, sizeof line);

    battle_put_sight(battle, weather, &put);
    printf("From turn %u: %s; %s.\n", weather->turn, weather->name, line);
}

/// How the ground was drawn, how long a turn is, and whether the troops have room.
static void show_room(const lb_battle *battle)
{
    const lb_weather *weather = battle->weather;

    printf("Ground: %d.%d metres to the %s. A turn has about %u minutes.\n",
           (int)(battle->scale_dm / 10), (int)(battle->scale_dm % 10),
           strcmp(battle->rules->play->length_word, "in") == 0 ? "inch" : "centimetre",
           battle->minutes);
    if (battle->start_minute > 0)
        printf("Clock: from %02u:%02u.\n", battle->start_minute / 60u, battle->start_minute % 60u);
    for (uint32_t i = 0; i < battle->weather_count; i++)
        show_weather(battle, &weather[i]);
    printf("Room: in line the units take %d %% of the front that their men would.\n",
           (int)battle->crowding);
    if (battle->crowded > 0)
        printf("Warning: %u units found no room near their places, or begin within musketry.\n",
               battle->crowded);
    if (battle->crowding > ROOM_MOST)
        puts("Warning: that is much more than their real front: they will stand in each other's\n"
             "way. A smaller ground-scale gives them more room.");
}

/* As JSON. */

static void put_int(lb_json *json, const char *key, int64_t value)
{
    lb_json_key(json, key);
    lb_json_int(json, value);
}

static void put_text(lb_json *json, const char *key, const char *text)
{
    lb_json_key(json, key);
    lb_json_string(json, text);
}

static void write_unit(lb_json *json, const lb_battle *battle, uint32_t number)
{
    const lb_unit_card *card = &battle->unit[number];
    const char *const *figure = battle->rules->play->figures;

    lb_json_open(json, '{');
    put_int(json, "unit", number);
    put_text(json, "name", card->name);
    put_text(json, "formation", battle->rules->play->formations[card->formation].word);
    lb_json_key(json, "figures");
    lb_json_open(json, '{');
    for (uint32_t i = 0; figure[i] != NULL; i++)
        put_int(json, figure[i], card->figure[i]);
    lb_json_close(json, '}');
    if (card->arrival_turn > 0)
        put_int(json, "arrives", card->arrival_turn);
    lb_json_close(json, '}');
}

static void write_side(lb_json *json, const lb_battle *battle, uint32_t side)
{
    lb_json_open(json, '{');
    put_text(json, "name", battle->side[side].name);
    lb_json_key(json, "brigades");
    lb_json_open(json, '[');
    for (uint32_t g = 0; g < battle->group_count; g++) {
        const lb_group_card *group = &battle->group[g];

        if (group->side != side)
            continue;
        lb_json_open(json, '{');
        put_int(json, "brigade", g);
        put_text(json, "name", group->name);
        if (group->leader != LB_NOBODY)
            put_text(json, "leader", battle->leader[group->leader].name);
        lb_json_key(json, "units");
        lb_json_open(json, '[');
        for (uint32_t i = 0; i < group->unit_count; i++)
            write_unit(json, battle, group->first_unit + i);
        lb_json_close(json, ']');
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
    lb_json_close(json, '}');
}

static void write_objectives(lb_json *json, const lb_battle *battle)
{
    lb_json_key(json, "objectives");
    lb_json_open(json, '[');
    for (uint32_t i = 0; i < battle->objective_count; i++) {
        const lb_objective_card *card = &battle->objective[i];

        lb_json_open(json, '{');
        put_text(json, "name", card->name);
        put_int(json, "value", card->value);
        if (card->held < LB_SIDES)
            put_text(json, "held", battle->side[card->held].name);
        if (card->exit < LB_SIDES) {
            put_text(json, "exit", battle->side[card->exit].name);
            put_int(json, "units", card->leavers);
        }
        lb_json_close(json, '}');
    }
    lb_json_close(json, ']');
}

static void write_muster(const lb_battle *battle)
{
    lb_json json = {.out = stdout};

    lb_json_open(&json, '{');
    put_text(&json, "title", battle->title);
    put_text(&json, "sheet", battle->rules->id);
    put_int(&json, "width_tmm", battle->width_tmm);
    put_int(&json, "depth_tmm", battle->depth_tmm);
    put_int(&json, "turns", battle->turns);
    put_int(&json, "minutes", battle->minutes);
    put_int(&json, "scale_dm", battle->scale_dm);
    put_int(&json, "room_percent", battle->crowding);
    put_int(&json, "crowded", battle->crowded);
    write_objectives(&json, battle);
    lb_json_key(&json, "sides");
    lb_json_open(&json, '[');
    for (uint32_t side = 0; side < LB_SIDES; side++)
        write_side(&json, battle, side);
    lb_json_close(&json, ']');
    lb_json_close(&json, '}');
    putchar('\n');
}

int cmd_muster(int argc, char **argv)
{
    static lb_battle battle;
    static lb_state state;
    const char *scenario = NULL, *rules = NULL, *house = NULL;
    bool as_json = false;
    const cli_option options[] = {
        {"--rules", &rules, NULL}, {"--house", &house, NULL}, {"--json", NULL, &as_json}};
    int words = cli_options(argc, argv, options, 3, &scenario, 1);

    if (words < 0)
        return CLI_USAGE;
    if (words == 0)
        return cli_error("muster needs a scenario: limber play lists them");
    if (!cli_battle(scenario, rules, house, &battle))
        return CLI_USAGE;
    if (as_json) {
        write_muster(&battle);
        return CLI_DONE;
    }
    printf("%s by %s, on a table of %d by %d %s, %u turns\n", battle.title, battle.rules->title,
           (int)(battle.width_tmm / battle.rules->play->length_tmm),
           (int)(battle.depth_tmm / battle.rules->play->length_tmm),
           battle.rules->play->length_word, battle.turns);
    show_room(&battle);
    lb_battle_start(&battle, &state, NULL);
    term_heading("How one wins");
    battle_show_goals(&battle, &state);
    for (uint32_t side = 0; side < LB_SIDES; side++)
        show_side(&battle, side);
    return CLI_DONE;
}
