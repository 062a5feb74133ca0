// SPDX-License-Identifier: MIT
// Reading scenarios: the file as a whole and its armies; bundle.c finds the files. The text may be
// hostile: everything is read into structs of fixed size, and every list has its bound.

#include "limber/files.h"

#include "limber/ruleset.h"
#include "text/scenario_reader.h"
#include "text/scenario_words.h"

#include <stdlib.h>
#include <string.h>

enum {
    YEAR_MIN = 1792,
    YEAR_MAX = 1815,
    GROUND_MIN_DM = 1000,
    SCALE_MIN_DM = 10,
    SCALE_MAX_DM = 5000
};

#define YAML (&r->troop.yaml)

_Static_assert(sizeof((lb_scenario *)0)->id == LB_SCENARIO_WORD &&
                   sizeof((lb_scenario *)0)->title == LB_SCENARIO_NAME &&
                   sizeof((lb_scenario *)0)->source == LB_SCENARIO_TEXT,
               "lb_troop_reader knows these sizes");

_Static_assert((int)LB_SCENARIO_SCALES == (int)LB_RULESETS_MAX, "a scale for each ruleset");

/* The head. */

static bool read_place(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, value, r->scenario.place, sizeof r->scenario.place);
}

static bool read_date(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, value, r->scenario.date, sizeof r->scenario.date);
}

static bool read_outcome(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, value, r->scenario.outcome, sizeof r->scenario.outcome);
}

static bool read_year(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t year;

    if (!lb_yaml_int(YAML, key, value, YEAR_MIN, YEAR_MAX, &year))
        return false;
    r->scenario.year = (uint16_t)year;
    return true;
}

static bool read_turns(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t turns;

    /* So that what comes after a bad number is judged too. */
    r->scenario.turns = LB_SCENARIO_TURNS;
    if (!lb_yaml_int(YAML, key, value, 1, LB_SCENARIO_TURNS, &turns))
        return false;
    if (r->scenario.end_minute > 0)
        return lb_yaml_refuse(YAML, key,
                              "a battle ends by its clock: or by its turns:, not by both");
    r->scenario.turns = (uint8_t)turns;
    return true;
}

/// The id of a sheet, as a key.
static bool read_sheet(const lb_scenario_reader *r, struct fy_node *key,
                       char sheet[LB_SCENARIO_WORD])
{
    const char *ids[LB_RULESETS_MAX];
    uint32_t count = 0;
    uint8_t number;

    for (; count < lb_ruleset_count; count++)
        ids[count] = lb_rulesets[count]->id;
    if (!lb_yaml_word(YAML, key, key, ids, count, &number))
        return false;
    lb_copy_text(sheet, LB_SCENARIO_WORD, ids[number]);
    return true;
}

/// A time of the day: "09:40".
bool lb_reader_time(const lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                    uint16_t *minute)
{
    enum { TIME_TEXT = 5 };
    char text[LB_SCENARIO_WORD];
    bool is_time;

    if (!lb_yaml_text_value(YAML, key, value, text, sizeof text))
        return false;
    is_time = strlen(text) == TIME_TEXT && text[2] == ':';
    for (int i = 0; is_time && i < TIME_TEXT; i++)
        is_time = i == 2 || (text[i] >= '0' && text[i] <= '9');
    *minute = is_time ? (uint16_t)(((text[0] - '0') * 10 + text[1] - '0') * 60 +
                                   (text[3] - '0') * 10 + text[4] - '0')
                      : 0;
    if (!is_time || *minute >= 24 * 60 || text[3] > '5')
        return lb_yaml_refuse(YAML, value, "a time is written in hours and minutes: \"09:40\"");
    return true;
}

/// What a bad clock leaves unknown is as wide as a day, so that what comes after it is judged too.
enum { DAY_ENDS = 24 * 60 - 1 };

static bool read_clock_start(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (lb_reader_time(r, key, value, &r->scenario.start_minute))
        return true;
    r->scenario.start_minute = 0;
    return false;
}

static bool read_clock_end(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    if (!lb_reader_time(r, key, value, &r->scenario.end_minute)) {
        r->scenario.end_minute = DAY_ENDS;
        return false;
    }
    if (r->scenario.end_minute > r->scenario.start_minute)
        return true;
    r->scenario.start_minute = 0;
    r->scenario.end_minute = DAY_ENDS;
    return lb_yaml_refuse(YAML, value, "the clock ends after it starts");
}

static bool read_clock(void *context, struct fy_node *key, struct fy_node *value)
{
    static const lb_yaml_field fields[] = {
        {.key = "start", .read = read_clock_start, .is_required = true},
        {.key = "end", .read = read_clock_end, .is_required = true},
    };
    lb_scenario_reader *r = context;

    if (lb_yaml_fields(YAML, key, value, "a clock", fields, LB_COUNT_OF(fields), r))
        return true;
    if (r->scenario.end_minute == 0)
        r->scenario.end_minute = DAY_ENDS;
    return false;
}

static bool read_minutes_of(void *context, const char *name, struct fy_node *key,
                            struct fy_node *value)
{
    lb_scenario_reader *r = context;
    lb_scenario_minutes *of = &r->scenario.minutes[r->scenario.minutes_count];
    int32_t minutes;

    (void)name;
    if (!read_sheet(r, key, of->sheet) || !lb_yaml_int(YAML, key, value, 1, 120, &minutes))
        return false;
    of->minutes = (uint8_t)minutes;
    r->scenario.minutes_count++;
    return true;
}

static bool read_minutes(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_pairs(YAML, key, value, LB_SCENARIO_SCALES, read_minutes_of, r);
}

static bool read_weather_name(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    lb_scenario_weather *weather = &r->scenario.weather[r->scenario.weather_count];

    return lb_yaml_text_value(YAML, key, value, weather->name, sizeof weather->name);
}

static bool read_weather_time(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_by_clock(r, key) &&
           lb_reader_time(r, key, value, &r->scenario.weather[r->scenario.weather_count].minute);
}

static bool read_weather_turn(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t turn;

    if (!lb_yaml_int(YAML, key, value, 1, LB_SCENARIO_TURNS, &turn))
        return false;
    r->scenario.weather[r->scenario.weather_count].turn = (uint8_t)turn;
    return true;
}

static bool read_weather_sight(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_metres(YAML, key, value, 0, LB_SCENARIO_GROUND_DM,
                          &r->scenario.weather[r->scenario.weather_count].sight_dm);
}

static bool read_weather(void *context, struct fy_node *key, struct fy_node *item)
{
    static const lb_yaml_field fields[] = {
        {.key = "name", .read = read_weather_name, .is_required = true},
        {.key = "time", .read = read_weather_time},
        {.key = "turn", .read = read_weather_turn},
        {.key = "sight", .read = read_weather_sight, .is_required = true},
    };
    lb_scenario_reader *r = context;
    const lb_scenario_weather *now = &r->scenario.weather[r->scenario.weather_count];

    if (!lb_yaml_fields(YAML, key, item, "weather", fields, LB_COUNT_OF(fields), r))
        return false;
    if ((now->minute > 0) == (now->turn > 0))
        return lb_yaml_refuse(YAML, item, "weather has a time: or a turn: to begin at");
    if (now->turn > 0 && r->scenario.end_minute > 0)
        return lb_yaml_refuse(YAML, item, "where there is a clock, weather begins at a time:");
    if (now->minute > r->scenario.end_minute)
        return lb_yaml_refuse(YAML, item, "this weather begins after the clock has run out");
    if (r->scenario.weather_count > 0 && now->minute <= now[-1].minute && now->turn <= now[-1].turn)
        return lb_yaml_refuse(
            YAML, item, "weather is listed in order: this begins no later than the one before");
    r->scenario.weather_count++;
    return true;
}

static bool read_weathers(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_items(YAML, key, value, LB_SCENARIO_WEATHERS, read_weather, r);
}

bool lb_reader_by_clock(const lb_scenario_reader *r, struct fy_node *key)
{
    return r->scenario.end_minute > 0 ||
           lb_yaml_refuse(YAML, key, "a time needs a clock: {start: …, end: …}");
}

static bool read_width(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_metres(YAML, key, value, GROUND_MIN_DM, LB_SCENARIO_GROUND_DM,
                          &r->scenario.width_dm);
}

static bool read_height(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_metres(YAML, key, value, GROUND_MIN_DM, LB_SCENARIO_GROUND_DM,
                          &r->scenario.height_dm);
}

static bool read_ground(void *context, struct fy_node *key, struct fy_node *value)
{
    static const lb_yaml_field fields[] = {
        {.key = "width", .read = read_width, .is_required = true},
        {.key = "height", .read = read_height, .is_required = true},
    };
    lb_scenario_reader *r = context;
    lb_scenario_where *where = &r->scenario.ground_where;

    lb_yaml_where(key, &where->line, &where->column);
    r->is_groundless =
        !lb_yaml_fields(YAML, key, value, "the ground", fields, LB_COUNT_OF(fields), r);
    return !r->is_groundless;
}

static bool read_scale(void *context, const char *name, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    lb_scenario_scale *scale = &r->scenario.scales[r->scenario.scale_count];

    (void)name;
    if (!read_sheet(r, key, scale->sheet) ||
        !lb_yaml_metres(YAML, key, value, SCALE_MIN_DM, SCALE_MAX_DM, &scale->ground_dm))
        return false;
    lb_yaml_where(key, &scale->where.line, &scale->where.column);
    r->scenario.scale_count++;
    return true;
}

static bool read_scales(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_pairs(YAML, key, value, LB_SCENARIO_SCALES, read_scale, r);
}

/* How even it is. */

static lb_scenario_balance *balance_of(lb_scenario_reader *r)
{
    return &r->scenario.balance[r->scenario.balance_count];
}

static bool read_battles(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    int32_t number;

    if (!lb_yaml_int(YAML, key, value, 1, UINT16_MAX, &number))
        return false;
    balance_of(r)->battles = (uint16_t)number;
    return true;
}

static bool read_win(void *context, struct fy_node *key, struct fy_node *item)
{
    lb_scenario_reader *r = context;
    int32_t number;

    if (!lb_yaml_int(YAML, key, item, 0, UINT16_MAX, &number))
        return false;
    balance_of(r)->wins[r->wins_read++] = (uint16_t)number;
    return true;
}

static bool read_wins(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;
    const lb_scenario_balance *of = balance_of(r);

    r->wins_read = 0;
    if (!lb_yaml_items(YAML, key, value, LB_SCENARIO_SIDES, read_win, r))
        return false;
    if (r->wins_read < LB_SCENARIO_SIDES)
        return lb_yaml_refuse(YAML, value, "this takes two numbers: the wins of either side");
    return of->battles == 0 || (uint32_t)of->wins[0] + of->wins[1] <= of->battles ||
           lb_yaml_refuse(YAML, value, "these are more wins than battles");
}

static bool read_balance_of(void *context, const char *name, struct fy_node *key,
                            struct fy_node *value)
{
    static const lb_yaml_field fields[] = {
        {.key = "battles", .read = read_battles, .is_required = true},
        {.key = "wins", .read = read_wins, .is_required = true},
    };
    lb_scenario_reader *r = context;

    (void)name;
    if (!read_sheet(r, key, balance_of(r)->sheet) ||
        !lb_yaml_fields(YAML, key, value, "a balance", fields, LB_COUNT_OF(fields), r))
        return false;
    r->scenario.balance_count++;
    return true;
}

static bool read_balance(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_pairs(YAML, key, value, LB_SCENARIO_SCALES, read_balance_of, r);
}

static bool read_note(void *context, struct fy_node *key, struct fy_node *item)
{
    lb_scenario_reader *r = context;

    return lb_yaml_text_value(YAML, key, item, r->scenario.notes[r->scenario.note_count++],
                              sizeof r->scenario.notes[0]);
}

static bool read_notes(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_items(YAML, key, value, LB_SCENARIO_NOTES, read_note, r);
}

static bool read_first(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_reader_side(r, key, value, &r->scenario.first);
}

/* Armies. */

static bool read_army(void *context, struct fy_node *key, struct fy_node *item)
{
    lb_scenario_reader *r = context;
    lb_army *army = &r->armies[r->army_count];
    char id[LB_SCENARIO_WORD];
    lb_diag inner = {.status = LB_ERROR_INPUT};
    lb_put put;

    if (!lb_yaml_id(YAML, key, item, id, sizeof id))
        return false;
    for (uint32_t i = 0; i < r->army_count; i++)
        if (strcmp(r->armies[i].id, id) == 0)
            return lb_yaml_refuse(YAML, item, "this army stands here twice");
    if (r->shelf != NULL && r->shelf->find(r->shelf->context, id, army, &inner) == LB_OK) {
        if (strcmp(army->id, id) == 0) {
            r->army_count++;
            return true;
        }
        inner.line = 0;
        put = lb_put_start(inner.text, sizeof inner.text);
        lb_put_text(&put, "its file has the id ");
        lb_put_quoted(&put, army->id);
    }
    lb_copy_text(r->missing[r->missing_count++], sizeof r->missing[0], id);
    put = lb_yaml_complain(YAML, item);
    lb_put_text(&put, "army ");
    lb_put_text(&put, id);
    if (inner.line > 0) {
        lb_put_text(&put, ", line ");
        lb_put_int(&put, inner.line);
        lb_put_text(&put, ", column ");
        lb_put_int(&put, inner.column);
    }
    lb_put_text(&put, ": ");
    lb_put_text(&put, inner.text[0] != '\0' ? inner.text : "cannot be found");
    return false;
}

static bool read_armies(void *context, struct fy_node *key, struct fy_node *value)
{
    lb_scenario_reader *r = context;

    return lb_yaml_items(YAML, key, value, LB_SCENARIO_ARMIES, read_army, r);
}

/* What several parts need. */

static bool read_coordinate(void *context, struct fy_node *key, struct fy_node *item)
{
    lb_scenario_reader *r = context;
    bool is_x = r->point_part++ == 0;

    return lb_yaml_metres(YAML, key, item, 0, is_x ? r->scenario.width_dm : r->scenario.height_dm,
                          is_x ? &r->point.x_dm : &r->point.y_dm);
}

bool lb_reader_point(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                     lb_scenario_point *point)
{
    r->point_part = 0;
    if (!lb_yaml_items(YAML, key, value, 2, read_coordinate, r))
        return false;
    if (r->point_part != 2)
        return lb_yaml_refuse(YAML, key,
                              "a place is [metres from the west, metres from the south]");
    *point = r->point;
    return true;
}

bool lb_reader_side(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                    uint8_t *side)
{
    char unread[LB_SCENARIO_WORD];

    *side = 0;
    /* It may be the id that could not be read. */
    if (r->has_bad_side || r->side_count < LB_SCENARIO_SIDES)
        return lb_yaml_text_value(YAML, key, value, unread, sizeof unread);
    return lb_yaml_word(YAML, key, value, r->side_words, r->side_count, side);
}

bool lb_reader_holder(lb_scenario_reader *r, struct fy_node *key, struct fy_node *value,
                      uint8_t *holder)
{
    const char *words[LB_SCENARIO_SIDES + 1] = {"nobody"};

    if (r->has_bad_side || r->side_count < LB_SCENARIO_SIDES)
        return lb_reader_side(r, key, value, holder);
    for (uint32_t i = 0; i < r->side_count; i++)
        words[i + 1] = r->side_words[i];
    return lb_yaml_word(YAML, key, value, words, r->side_count + 1, holder);
}

bool lb_reader_check_position(const lb_scenario_reader *r, struct fy_node *key)
{
    return r->is_position ||
           lb_yaml_refuse(YAML, key,
                          "this key belongs to a battle in progress: the file needs  position: …");
}

bool lb_reader_refuse_more(const lb_scenario_reader *r, struct fy_node *at, int32_t most,
                           const char *things)
{
    lb_put put = lb_yaml_complain(YAML, at);

    lb_put_text(&put, "more than ");
    lb_put_int(&put, most);
    lb_put_char(&put, ' ');
    lb_put_text(&put, things);
    lb_put_text(&put, " in all");
    return false;
}

/* The whole. */

static bool read_root(lb_scenario_reader *r)
{
    static const lb_yaml_field fields[] = {
        {.key = "limber"},
        {.key = "id", .read = lb_troop_read_id, .is_required = true},
        {.key = "title", .read = lb_troop_read_title, .is_required = true},
        {.key = "source", .read = lb_troop_read_source, .is_required = true},
        {.key = "place", .read = read_place},
        {.key = "date", .read = read_date},
        {.key = "outcome", .read = read_outcome},
        {.key = "year", .read = read_year, .is_required = true},
        {.key = "ground", .read = read_ground, .is_required = true},
        {.key = "ground-scale", .read = read_scales},
        {.key = "clock", .read = read_clock},
        {.key = "turns", .read = read_turns},
        {.key = "turn-minutes", .read = read_minutes},
        {.key = "weather", .read = read_weathers},
        {.key = "notes", .read = read_notes},
        {.key = "balance", .read = read_balance},
        {.key = "armies", .read = read_armies},
        {.key = "sides", .read = lb_reader_sides, .is_required = true},
        {.key = "first", .read = read_first, .is_required = true},
        {.key = "terrain", .read = lb_reader_terrain},
        {.key = "objectives", .read = lb_reader_objectives},
        {.key = "victory", .read = lb_reader_levels},
        {.key = "position", .read = lb_reader_position},
    };

    bool is_good;

    if (!lb_yaml_check_kind(YAML, "scenario") || !lb_yaml_check_first(YAML, "scenario"))
        return false;
    r->is_position = lb_yaml_find(r->troop.yaml.root, "position") != NULL;
    lb_reader_find_sheet(r);
    is_good = lb_yaml_fields(YAML, NULL, r->troop.yaml.root, "a scenario", fields,
                             LB_COUNT_OF(fields), r);
    /* A name may be that of something that could not be read. */
    if (!is_good && (lb_yaml_faults(YAML) == 0 || r->has_bad_list))
        return false;
    return lb_reader_look_up(r) && is_good;
}

lb_status lb_scenario_parse(const char *text, size_t size, const lb_army_shelf *shelf,
                            lb_scenario *scenario, lb_diag *diag)
{
    lb_scenario_reader *r = calloc(1, sizeof *r);
    lb_diag unread;
    bool is_good;

    if (diag == NULL)
        diag = &unread;
    if (r == NULL) {
        lb_put put = lb_diag_start(diag, LB_ERROR_SPACE, 0, 0);
        lb_put_text(&put, "out of memory");
        return diag->status;
    }
    r->shelf = shelf;
    /* Until the ground is known: so places are judged though a length is bad or missing. */
    r->scenario.width_dm = r->scenario.height_dm = LB_SCENARIO_GROUND_DM;
    r->is_groundless = true;
    r->troop.id = r->scenario.id;
    r->troop.title = r->scenario.title;
    r->troop.source = r->scenario.source;
    r->troop.figures = r->scenario.figures;
    r->troop.figure_count = &r->scenario.figure_count;
    r->troop.figures_most = LB_SCENARIO_FIGURES;
    for (uint32_t i = 0; i < LB_SCENARIO_SIDES; i++)
        r->side_words[i] = r->scenario.sides[i].id;
    is_good = lb_yaml_open(YAML, text, size, "scenario", diag);
    if (is_good) {
        is_good = read_root(r);
        lb_yaml_close(YAML);
    }
    if (is_good)
        *scenario = r->scenario;
    free(r);
    return is_good ? LB_OK : diag->status;
}
