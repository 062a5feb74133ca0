// SPDX-License-Identifier: MIT
// See battle_log.h.

#include "battle_log.h"
#include "text/scenario_words.h"

#include <string.h>

enum { MAP_COLUMNS = 76, MAP_ROWS = 30 };

static void print_line(void *context, uint32_t depth, const char *text)
{
    int indent = (int)depth * 2;

    (void)context;
    printf("%*s", indent, "");
    term_wrap(text, indent, indent + 2);
}

battle_log battle_log_start(const lb_battle *battle, const lb_state *state, log_style style)
{
    lb_tell_level level = style.is_brief  ? LB_TELL_BRIEF
                          : style.is_full ? LB_TELL_FULL
                                          : LB_TELL_NORMAL;

    return (battle_log){
        .battle = battle,
        .state = state,
        .turn = 0xff,
        .names_clauses = style.names_clauses,
        .teller = {.battle = battle, .state = state, .level = level, .line = print_line}};
}

void battle_log_flush(battle_log *log)
{
    if (!log->names_clauses)
        lb_teller_flush(&log->teller);
}

void battle_put_length(const lb_battle *battle, int32_t tmm, lb_put *put)
{
    const lb_play *play = battle->rules->play;
    int32_t tenths = ((tmm < 0 ? -tmm : tmm) * 10 + play->length_tmm / 2) / play->length_tmm;

    if (tmm < 0)
        lb_put_char(put, '-');
    lb_put_int(put, tenths / 10);
    lb_put_char(put, '.');
    lb_put_int(put, tenths % 10);
    lb_put_text(put, strcmp(play->length_word, "in") == 0 ? "\"" : " ");
    if (strcmp(play->length_word, "in") != 0)
        lb_put_text(put, play->length_word);
}

static void put_step(const lb_battle *battle, const lb_step *step, lb_put *put)
{
    int32_t degrees = (step->angle * 360 + (step->angle < 0 ? -32768 : 32768)) / 65536;

    switch ((lb_step_kind)step->kind) {
    case LB_STEP_STRAIGHT:
        lb_put_text(put, step->tmm < 0 ? ", back " : ", forward ");
        battle_put_length(battle, step->tmm < 0 ? -step->tmm : step->tmm, put);
        return;
    case LB_STEP_OBLIQUE:
        lb_put_text(put, degrees < 0 ? ", oblique left " : ", oblique right ");
        lb_put_int(put, degrees < 0 ? -degrees : degrees);
        lb_put_char(put, ' ');
        battle_put_length(battle, step->tmm, put);
        return;
    case LB_STEP_WHEEL:
        lb_put_text(put, degrees < 0 ? ", wheel left " : ", wheel right ");
        lb_put_int(put, degrees < 0 ? -degrees : degrees);
        return;
    case LB_STEP_TURN:
        lb_put_text(put, ", turn to ");
        lb_put_int(put, degrees);
        return;
    case LB_STEP_ABOUT:
        lb_put_text(put, ", about turn");
        return;
    case LB_STEP_COUNT:
        return;
    }
}

/// Writes whom an action without a unit of its own concerns.
static void put_target(const lb_battle *battle, uint32_t side, const lb_action *action, lb_put *put)
{
    const lb_play *play = battle->rules->play;
    lb_target_kind kind =
        play->target_kind != NULL ? play->target_kind(battle, side, action) : LB_TARGET_UNIT;
    const char *name = NULL;

    if (kind == LB_TARGET_UNIT && action->target < battle->unit_count)
        name = battle->unit[action->target].name;
    else if (kind == LB_TARGET_GROUP && action->target < battle->group_count)
        name = battle->group[action->target].name;
    else if (kind == LB_TARGET_LEADER && action->target < battle->leader_count)
        name = battle->leader[action->target].name;
    else if (kind == LB_TARGET_OBJECTIVE && action->target < battle->objective_count)
        name = battle->objective[action->target].name;
    if (name == NULL)
        return;
    lb_put_text(put, " on ");
    lb_put_text(put, name);
}

void battle_put_action(const lb_battle *battle, uint32_t side, const lb_action *action,
                       bool is_named, lb_put *put)
{
    const lb_verb *verb = &battle->rules->play->verbs[action->verb];

    lb_put_text(put, verb->word);
    if ((verb->uses & LB_USES_UNIT) != 0 && is_named) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->unit[action->unit].name);
    }
    if ((verb->uses & LB_USES_GROUP) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->group[action->unit].name);
    }
    if ((verb->uses & LB_USES_LEADER) != 0) {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->leader[action->unit].name);
    }
    if ((verb->uses & LB_USES_UNIT) != 0 && (verb->uses & LB_USES_TARGET) != 0) {
        lb_put_text(put, " at ");
        lb_put_text(put, battle->unit[action->target].name);
    }
    if ((verb->uses & LB_USES_OPTION) != 0 && battle->rules->play->option_text(action)[0] != '\0') {
        lb_put_char(put, ' ');
        lb_put_text(put, battle->rules->play->option_text(action));
    }
    if ((verb->uses & LB_USES_UNIT) == 0 && (verb->uses & LB_USES_TARGET) != 0)
        put_target(battle, side, action, put);
    for (int i = 0; (verb->uses & LB_USES_HELPERS) != 0 && i < LB_HELPERS_MAX; i++)
        if (action->helper[i] != LB_NOBODY) {
            lb_put_text(put, i == 0 ? ", supported by " : ", ");
            lb_put_text(put, battle->unit[action->helper[i]].name);
        }
    for (uint16_t i = 0; (verb->uses & LB_USES_MEMBERS) != 0 && i < battle->unit_count; i++)
        if (lb_unit_set_has(&action->members, i)) {
            lb_put_text(put, ", and ");
            lb_put_text(put, battle->unit[i].name);
        }
    if ((verb->uses & LB_USES_PATH) != 0)
        for (uint32_t i = 0; i < action->path.count; i++)
            put_step(battle, &action->path.step[i], put);
    if ((verb->uses & LB_USES_FORMATION) != 0) {
        lb_put_text(put, ", in ");
        lb_put_text(put, battle->rules->play->formations[action->formation].word);
    }
}

void battle_put_states(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put)
{
    lb_unit_report report = lb_battle_unit(battle, state, unit);

    lb_put_text(put, ", losses ");
    lb_put_int(put, report.losses);
    if (report.hits > 0) {
        lb_put_text(put, ", hits ");
        lb_put_int(put, report.hits);
    }
    for (uint32_t i = 0; i < lb_scenario_state_words.count; i++)
        if (lb_has_trait(report.states, i)) {
            lb_put_text(put, ", ");
            lb_put_text(put, lb_scenario_state_words.words[i]);
        }
}

void battle_put_unit(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_put *put)
{
    static const char *const presence_words[LB_PRESENCE_COUNT] = {"not here yet", "", "gone",
                                                                  "left the table"};
    const lb_unit *of = &state->unit[unit];

    lb_put_int(put, unit);
    lb_put_char(put, ' ');
    lb_put_text(put, battle->unit[unit].name);
    lb_put_text(put, ": ");
    if (of->presence != LB_PRESENCE_TABLE) {
        lb_put_text(put, presence_words[of->presence]);
        return;
    }
    lb_put_text(put, battle->rules->play->formations[of->formation].word);
    battle_put_states(battle, state, unit, put);
    lb_put_text(put, ", at ");
    battle_put_length(battle, of->at.x, put);
    lb_put_text(put, " from the left and ");
    battle_put_length(battle, of->at.y, put);
    lb_put_text(put, " from the bottom, facing ");
    lb_put_int(put, (of->heading * 360 + 32768) / 65536 % 360);
    lb_put_text(put, " degrees");
}

static const char marks[LB_TERRAIN_COUNT] = {
    [LB_TERRAIN_ROUGH] = ',',          [LB_TERRAIN_DENSE] = ';',
    [LB_TERRAIN_WOOD] = '%',           [LB_TERRAIN_DENSE_WOOD] = '%',
    [LB_TERRAIN_BUILT_WOODEN] = 'n',   [LB_TERRAIN_BUILT_STONE] = 'n',
    [LB_TERRAIN_HILL] = '^',           [LB_TERRAIN_STREAM] = '~',
    [LB_TERRAIN_RIVER] = '~',          [LB_TERRAIN_FORD] = '=',
    [LB_TERRAIN_BRIDGE] = '=',         [LB_TERRAIN_ROAD] = ':',
    [LB_TERRAIN_HIGHWAY] = ':',        [LB_TERRAIN_WALL] = '|',
    [LB_TERRAIN_HEDGE] = '|',          [LB_TERRAIN_WORKS_HASTY] = '|',
    [LB_TERRAIN_WORKS_PREPARED] = '|', [LB_TERRAIN_MARSH] = '"',
    [LB_TERRAIN_IMPASSABLE] = '#'};

/// The ground as characters, row by row from the south. `across` and `down` are the sides of a
/// cell.
typedef struct map {
    int32_t across, down;
    int columns;
    char cell[MAP_ROWS][MAP_COLUMNS];
} map;

/// Puts a mark where a point is, if that is on the map.
static void mark_point(map *m, int64_t x, int64_t y, char mark)
{
    int64_t column = x / m->across, row = y / m->down;

    if (x >= 0 && y >= 0 && column < m->columns && row < MAP_ROWS)
        m->cell[row][column] = mark;
}

/// Draws a line piece through the cells that it passes, however thin it is.
static void mark_line(map *m, const lb_battle *battle, const lb_piece *piece)
{
    const lb_point *point = &battle->point[piece->first_point];
    int32_t step = (m->across < m->down ? m->across : m->down) / 2 + 1;

    for (uint32_t i = 0; i + 1 < piece->point_count; i++) {
        int64_t x = point[i + 1].x - point[i].x, y = point[i + 1].y - point[i].y;
        int64_t steps = ((x < 0 ? -x : x) + (y < 0 ? -y : y)) / step + 1;

        for (int64_t n = 0; n <= steps; n++)
            mark_point(m, point[i].x + x * n / steps, point[i].y + y * n / steps,
                       marks[piece->kind]);
    }
}

/// The character of the ground at a point.
static char ground_mark(const lb_battle *battle, const lb_ground *ground, lb_point point)
{
    lb_piece_set at = lb_ground_at(ground, point);
    char mark = '.';

    for (uint16_t p = 0; p < battle->piece_count; p++)
        if (lb_piece_set_has(&at, p) && marks[battle->piece[p].kind] != '\0')
            mark = marks[battle->piece[p].kind];
    return mark;
}

/// The unit that covers a point, LB_NOBODY for none.
static uint32_t unit_at(const lb_battle *battle, const lb_state *state, lb_point point,
                        int32_t near)
{
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_footprint own;
        lb_quad quad;

        if (state->unit[i].presence != LB_PRESENCE_TABLE)
            continue;
        own = lb_unit_footprint(battle, state, i);
        quad = lb_footprint_corners(&own);
        if (lb_point_is_within(point, &quad, near))
            return i;
    }
    return LB_NOBODY;
}

static void draw_ground(map *m, const lb_battle *battle)
{
    lb_ground ground = lb_battle_ground(battle);

    m->columns = term_width() - 2 < MAP_COLUMNS ? term_width() - 2 : MAP_COLUMNS;
    m->across = battle->width_tmm / m->columns;
    m->down = battle->depth_tmm / MAP_ROWS;
    for (int row = 0; row < MAP_ROWS; row++)
        for (int column = 0; column < m->columns; column++)
            m->cell[row][column] = ground_mark(
                battle, &ground,
                (lb_point){column * m->across + m->across / 2, row * m->down + m->down / 2});
    for (uint32_t p = 0; p < battle->piece_count; p++)
        if (battle->piece[p].is_line && marks[battle->piece[p].kind] != '\0')
            mark_line(m, battle, &battle->piece[p]);
    for (uint32_t o = 0; o < battle->objective_count; o++)
        mark_point(m, battle->objective[o].at.x, battle->objective[o].at.y, '*');
}

void battle_show_map(const lb_battle *battle, const lb_state *state)
{
    static const char names[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    static map m;

    draw_ground(&m, battle);
    for (int row = MAP_ROWS - 1; row >= 0; row--) {
        for (int column = 0; column < m.columns; column++) {
            lb_point point = {column * m.across + m.across / 2, row * m.down + m.down / 2};
            uint32_t unit = unit_at(battle, state, point, m.down / 2);

            putchar(unit == LB_NOBODY         ? m.cell[row][column]
                    : unit < sizeof names - 1 ? names[unit]
                                              : '@');
        }
        putchar('\n');
    }
    puts("Units: 0 to 9, then A for 10 and on.  * objective  ^ hill  % wood  n houses\n"
         "~ water  : road  = bridge or ford  | wall, hedge or works  , ; rough  \" marsh");
}

void battle_put_event(const lb_battle *battle, const lb_event *event, lb_put *put)
{
    lb_put_text(put, battle->rules->clauses[event->clause].id);
    if (event->kind == LB_EVENT_ADD) {
        lb_put_char(put, ' ');
        lb_put_signed(put, event->value);
    } else if (event->kind == LB_EVENT_SET) {
        lb_put_char(put, ' ');
        lb_put_int(put, event->value);
    } else if (event->kind == LB_EVENT_ROLL) {
        lb_put_text(put, " rolls");
        for (uint32_t i = 0; i < event->face_count; i++) {
            lb_put_char(put, ' ');
            lb_put_int(put, event->faces[i]);
        }
        if (event->roll != NULL && event->roll->reduction == LB_ROLL_COUNT) {
            lb_put_text(put, ": ");
            lb_put_int(put, event->value);
            lb_put_text(put, " of ");
            lb_put_int(put, event->roll->dice);
            lb_put_text(put, " at ");
            lb_put_int(put, event->roll->need);
            lb_put_text(put, "+");
        }
    }
}

void battle_log_emit(void *context, const lb_event *event)
{
    battle_log *log = context;
    const lb_state *state = log->state;
    char line[LB_DIAG_TEXT * 2];
    lb_put put = lb_put_start(line, sizeof line);

    if (!log->names_clauses) {
        lb_teller_take(&log->teller, event);
        return;
    }
    if (event->kind == LB_EVENT_CHANGE)
        return;
    if (state->turn != log->turn || state->phase != log->phase || state->active != log->active) {
        log->turn = state->turn;
        log->phase = state->phase;
        log->active = state->active;
        printf("Turn %u, %s, %s\n", log->turn, log->battle->side[log->active].name,
               log->battle->rules->play->phases[log->phase]);
    }
    if (event->kind == LB_EVENT_CHOICE) {
        battle_put_action(log->battle, event->side, &state->action, true, &put);
        fputs("  ", stdout);
        term_wrap(line, 2, 6);
        return;
    }
    battle_put_event(log->battle, event, &put);
    fputs("    ", stdout);
    term_wrap(line, 4, 6);
}
