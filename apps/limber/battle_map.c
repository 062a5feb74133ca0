// SPDX-License-Identifier: MIT
// The table as a map of characters that fits a terminal of 80 by 24, with its legend and the prompt
// below it. Objectives, leaders, fronts and numbers take cells of their own, in this order: what
// finds its cell taken stands in the nearest free one.

#include "battle_log.h"

#include <stdio.h>
#include <string.h>

enum {
    COLUMNS_MAX = 78,
    ROWS_LEAST = 6, ///< of the map alone
    ROWS_MAX = 21,
    SCREEN_ROWS = 22, ///< of map and legend: one is the prompt's, one stays free
    ZOOM = 3,
    STRAY_ROWS = 3, ///< a mark stands at most so far from its place
    STRAY_COLUMNS = 9
};

static const char marks[LB_TERRAIN_COUNT] = {
    [LB_TERRAIN_ROUGH] = ',',          [LB_TERRAIN_DENSE] = ';',
    [LB_TERRAIN_WOOD] = '%',           [LB_TERRAIN_DENSE_WOOD] = '%',
    [LB_TERRAIN_BUILT_WOODEN] = 'n',   [LB_TERRAIN_BUILT_STONE] = 'n',
    [LB_TERRAIN_HILL] = '\'',          [LB_TERRAIN_STREAM] = '~',
    [LB_TERRAIN_RIVER] = '~',          [LB_TERRAIN_FORD] = '=',
    [LB_TERRAIN_BRIDGE] = '=',         [LB_TERRAIN_ROAD] = ':',
    [LB_TERRAIN_HIGHWAY] = ':',        [LB_TERRAIN_WALL] = '|',
    [LB_TERRAIN_HEDGE] = '|',          [LB_TERRAIN_WORKS_HASTY] = '|',
    [LB_TERRAIN_WORKS_PREPARED] = '|', [LB_TERRAIN_MARSH] = '"',
    [LB_TERRAIN_IMPASSABLE] = '#'};

static int32_t within(int32_t value, int32_t most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/// What a cell of the map shows.
typedef struct cell {
    char mark;
    uint8_t side;  ///< of a unit or leader; LB_NO_SIDE for ground
    bool is_taken; ///< by an objective, a leader, a front or a number
} cell;

/// A part of the table as characters, row by row from the south.
typedef struct map {
    lb_point low;         ///< its south-west corner
    int32_t across, down; ///< the sides of a cell
    int columns, rows;
    cell cell[ROWS_MAX][COLUMNS_MAX];
} map;

/// The cell that a place is in, NULL if it is not on the map.
static cell *cell_at(map *m, int64_t x, int64_t y)
{
    int64_t column = (x - m->low.x) / m->across, row = (y - m->low.y) / m->down;

    return x >= m->low.x && y >= m->low.y && column < m->columns && row < m->rows
               ? &m->cell[row][column]
               : NULL;
}

static void mark_point(map *m, int64_t x, int64_t y, char mark, uint8_t side)
{
    cell *at = cell_at(m, x, y);

    if (at != NULL && !at->is_taken)
        *at = (cell){mark, side, false};
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
                       marks[piece->kind], LB_NO_SIDE);
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

static void draw_ground(map *m, const lb_battle *battle)
{
    lb_ground ground = lb_battle_ground(battle);

    for (int row = 0; row < m->rows; row++)
        for (int column = 0; column < m->columns; column++) {
            lb_point point = {m->low.x + column * m->across + m->across / 2,
                              m->low.y + row * m->down + m->down / 2};

            m->cell[row][column] = (cell){ground_mark(battle, &ground, point), LB_NO_SIDE, false};
        }
    for (uint32_t p = 0; p < battle->piece_count; p++)
        if (battle->piece[p].is_line && marks[battle->piece[p].kind] != '\0')
            mark_line(m, battle, &battle->piece[p]);
}

/// The cells that a unit covers: letters of its side, large for the first and small for the other.
static void draw_body(map *m, const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_footprint own = lb_unit_footprint(battle, state, unit);
    lb_quad quad = lb_footprint_corners(&own);
    lb_box box = lb_quad_box_of(&quad);
    uint8_t side = battle->unit[unit].side;

    for (int64_t y = box.low.y - m->down; y <= box.high.y + m->down; y += m->down)
        for (int64_t x = box.low.x - m->across; x <= box.high.x + m->across; x += m->across) {
            const cell *at = cell_at(m, x, y);
            lb_point middle;

            if (at == NULL)
                continue;
            middle = (lb_point){
                m->low.x + (int32_t)((x - m->low.x) / m->across) * m->across + m->across / 2,
                m->low.y + (int32_t)((y - m->low.y) / m->down) * m->down + m->down / 2};
            if (lb_point_is_within(middle, &quad, m->across / 2))
                mark_point(m, middle.x, middle.y, side == 0 ? 'X' : 'o', side);
        }
}

/* Marks that take cells of their own. */

/// True if a text fits at a cell: all its cells are free, and no digit stands before or behind it.
static bool has_room(const map *m, int row, int column, int length)
{
    if (row < 0 || row >= m->rows || column < 0 || column + length > m->columns)
        return false;
    for (int i = -1; i <= length; i++) {
        const cell *at = &m->cell[row][column + i];

        if (column + i < 0 || column + i >= m->columns)
            continue;
        if (i >= 0 && i < length && at->is_taken)
            return false;
        if (length > 0 && at->is_taken && at->mark >= '0' && at->mark <= '9')
            return false;
    }
    return true;
}

/// Puts a text at a place or as near to it as there is room. False if there is none.
static bool put_mark(map *m, lb_point place, const char *text, uint8_t side)
{
    int length = (int)strlen(text), best_row = 0, best_column = 0, least = 0;
    int row = (place.y - m->low.y) / m->down, column = (place.x - m->low.x) / m->across;
    bool is_found = false;

    if (cell_at(m, place.x, place.y) == NULL)
        return false;
    column -= (length - 1) / 2;
    for (int r = row - STRAY_ROWS; r <= row + STRAY_ROWS; r++)
        for (int c = column - STRAY_COLUMNS; c <= column + STRAY_COLUMNS; c++) {
            /* A cell is about twice as high as it is wide. */
            int off = (r - row) * (r - row) * 4 + (c - column) * (c - column);

            if ((is_found && off >= least) || !has_room(m, r, c, length))
                continue;
            is_found = true;
            least = off;
            best_row = r;
            best_column = c;
        }
    for (int i = 0; is_found && i < length; i++)
        m->cell[best_row][best_column + i] = (cell){text[i], side, true};
    return is_found;
}

/// An arrow before a unit's front, where the cell is free.
static void draw_front(map *m, const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    static const char arrows[] = "^/>\\v/<\\";
    const lb_unit *of = &state->unit[unit];
    lb_footprint own = lb_unit_footprint(battle, state, unit);
    int32_t side = m->down > m->across ? m->down : m->across;

    for (int32_t ahead = side / 2; ahead <= 2 * side; ahead += side / 2 + 1) {
        lb_point front = lb_point_towards(of->at, of->heading, own.depth_tmm / 2 + ahead);
        cell *at = cell_at(m, front.x, front.y);

        if (at == NULL || at->is_taken || at->side != LB_NO_SIDE)
            continue;
        *at = (cell){arrows[(of->heading + 4096u) / 8192u % 8], battle->unit[unit].side, true};
        return;
    }
}

static void draw_number(map *m, const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    char text[8];

    snprintf(text, sizeof text, "%u", unit);
    (void)put_mark(m, state->unit[unit].at, text, battle->unit[unit].side);
}

static void draw_troops(map *m, const lb_battle *battle, const lb_state *state)
{
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (state->unit[i].presence == LB_PRESENCE_TABLE)
            draw_body(m, battle, state, i);
    for (uint32_t o = 0; o < battle->objective_count; o++)
        (void)put_mark(m, battle->objective[o].at, "*", LB_NO_SIDE);
    for (uint32_t i = 0; i < battle->leader_count; i++)
        if (state->leader[i].presence == LB_PRESENCE_TABLE)
            (void)put_mark(m, state->leader[i].at, battle->leader[i].side == 0 ? "L" : "l",
                           battle->leader[i].side);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (state->unit[i].presence == LB_PRESENCE_TABLE)
            draw_front(m, battle, state, i);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (state->unit[i].presence == LB_PRESENCE_TABLE)
            draw_number(m, battle, state, i);
}

/// True if a character of the ground is on the table.
static bool is_on_table(const lb_battle *battle, char mark)
{
    for (uint32_t p = 0; p < battle->piece_count; p++)
        if (marks[battle->piece[p].kind] == mark)
            return true;
    return false;
}

/// What the characters mean: those of the ground that is on this table.
static void put_legend(const lb_battle *battle, lb_put *put)
{
    static const struct {
        char mark;
        const char *words;
    } grounds[] = {{'\'', "hill"},
                   {'%', "wood"},
                   {'n', "houses"},
                   {'~', "water"},
                   {':', "road"},
                   {'=', "bridge, ford"},
                   {'|', "wall, hedge, works"},
                   {',', "rough ground"},
                   {';', "dense ground"},
                   {'"', "marsh"},
                   {'#', "impassable"}};

    lb_put_text(put, "X ");
    lb_put_text(put, battle->side[0].name);
    lb_put_text(put, ", o ");
    lb_put_text(put, battle->side[1].name);
    lb_put_text(put, ", with their numbers; ^ > v < / \\ where they face; L, l leaders");
    if (battle->objective_count > 0)
        lb_put_text(put, "; * objective");
    for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++) {
        if (!is_on_table(battle, grounds[i].mark))
            continue;
        lb_put_text(put, "; ");
        lb_put_char(put, grounds[i].mark);
        lb_put_char(put, ' ');
        lb_put_text(put, grounds[i].words);
    }
    lb_put_char(put, '.');
}

/// Rows that a text takes when it is wrapped, at the most.
static int rows_of(const char *text)
{
    int longest_word = 12;

    return 1 + term_columns(text) / (term_width() - longest_word);
}

static void print_map(const map *m)
{
    bool has_colour = term_has_colour();

    for (int row = m->rows - 1; row >= 0; row--) {
        uint8_t side = LB_NO_SIDE;

        for (int column = 0; column < m->columns; column++) {
            const cell *at = &m->cell[row][column];

            if (has_colour && at->side != side)
                fputs(at->side == 0   ? "\033[1;34m"
                      : at->side == 1 ? "\033[1;31m"
                                      : "\033[0m",
                      stdout);
            side = at->side;
            putchar(at->mark);
        }
        puts(has_colour && side != LB_NO_SIDE ? "\033[0m" : "");
    }
}

void battle_show_map(const lb_battle *battle, const lb_state *state, const lb_point *about)
{
    static map m;
    char line[LB_DIAG_TEXT * 2];
    int32_t width = battle->width_tmm, depth = battle->depth_tmm;
    lb_put put = lb_put_start(line, sizeof line);

    m.columns = term_width() - 2 < COLUMNS_MAX ? term_width() - 2 : COLUMNS_MAX;
    put_legend(battle, &put);
    m.rows = ROWS_LEAST + within(SCREEN_ROWS - ROWS_LEAST - rows_of(line), ROWS_MAX - ROWS_LEAST);
    m.low = (lb_point){0, 0};
    if (about != NULL) {
        width /= ZOOM;
        depth /= ZOOM;
        m.low.x = within(about->x - width / 2, battle->width_tmm - width);
        m.low.y = within(about->y - depth / 2, battle->depth_tmm - depth);
    }
    m.across = width / m.columns + 1;
    m.down = depth / m.rows + 1;
    draw_ground(&m, battle);
    draw_troops(&m, battle, state);
    print_map(&m);
    term_wrap(line, 0, 0);
}
