// SPDX-License-Identifier: MIT
// The picture of a table, in the manner of an engraved battle plan: what the files of limber draw
// share.
//
// A picture is drawn with cairo in units of a page that is DRAW_PAGE wide; y grows downward. Places
// on the table become places on the page by draw_place. Text is set with pango; on its way into an
// SVG it is kept as text (draw_texts), so that it can be searched and read aloud. Whatever looks
// accidental (trees, strokes) comes from a generator that is seeded with the piece of ground, so
// the same table always gives the same picture.
#pragma once

#include "base/put.h"
#include "limber/battle.h"
#include "limber/record.h"

#include <cairo.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DRAW_PAGE = 1600,         ///< width of a page
    DRAW_SHAPE_POINTS = 4096, ///< of an outline
    DRAW_QUADS = 4096         ///< places taken on a page
};

#define DRAW_TURN_AROUND 6.283185307179586

typedef struct draw_point {
    double x, y;
} draw_point;

/// Colours of the page, as 0xRRGGBB.
typedef enum draw_colour {
    DRAW_DESK = 0xfbf7ee,
    DRAW_PAPER = 0xefe6d1,
    DRAW_INK = 0x29241e,
    DRAW_INK_2 = 0x574e41,
    DRAW_HALO = 0xf9f3e4,
    DRAW_ACT = 0x0d655f,
    DRAW_AIM = 0xb3261e,
    DRAW_LOSS = 0x9d2a20,
    DRAW_SHAKEN = 0xf0b429,
    DRAW_EDGE = 0x1d1915,
    DRAW_BLOCK_LINE = 0xfbf6ea,
    DRAW_COAT_LINE = 0x4b4437,
    DRAW_WATER_INK = 0x2c6072
} draw_colour;

/// How a unit went from one place to another.
typedef enum draw_way { DRAW_MOVES, DRAW_CHARGES, DRAW_FALLS_BACK, DRAW_WAY_COUNT } draw_way;

typedef struct draw_leg {
    lb_point from, to;
    uint16_t unit;
    uint8_t way;  ///< draw_way
    uint8_t turn; ///< in which it happened
} draw_leg;

/// The table at the end of a turn, or where a record begins or breaks off.
typedef struct draw_moment {
    lb_state state;
    uint8_t after; ///< the turn that has been played; 0: none
    bool is_end;   ///< of the battle
    bool is_cut;   ///< the record breaks off in the turn after `after`
} draw_moment;

/// A battle from its beginning, turn by turn.
typedef struct draw_story {
    const lb_battle *battle;
    draw_moment *moment;
    draw_leg *leg;
    size_t moment_count, leg_count, leg_room;
    bool has_failed; ///< no memory
    const lb_state *state;
    uint8_t way[LB_SIDES]; ///< how units of a side go now: draw_way
} draw_story;

/// Text on its way into an SVG.
typedef struct draw_texts {
    char *text;
    size_t length, room;
    bool has_failed;
} draw_texts;

/// What of a page is drawn: in a moving picture the ground stays.
typedef enum draw_part { DRAW_WHOLE, DRAW_GROUND_PART, DRAW_TROOPS_PART } draw_part;

/// A picture in the making.
typedef struct draw_picture {
    cairo_t *cairo;
    cairo_surface_t *ground; ///< drawn once for all tables of a strip; kept as long as the page
    PangoLayout *layout;
    draw_texts *texts; ///< NULL: text is drawn
    const lb_battle *battle;
    const lb_state *state;
    const draw_story *story;
    const draw_moment *moment; ///< of the story
    const draw_moment *before; ///< the one before it, or NULL
    double left, top;          ///< of the table on the page
    double scale;              ///< page units to a tenth of a millimetre
    double inch;               ///< page units to a table inch
    bool is_small;             ///< one of many in a strip: no names
    draw_part part;
} draw_picture;

/* draw_paper.c: places, pens, shapes and text. */

/// How text looks.
typedef struct draw_type {
    const char *family;
    double size;
    bool is_bold, is_italic;
    double spacing; ///< between letters, in page units
    uint32_t colour;
    uint32_t halo; ///< 0: none
} draw_type;

extern const char draw_sans[], draw_serif[], draw_map_serif[];

draw_point draw_place(const draw_picture *p, lb_point at);
void draw_ink(const draw_picture *p, uint32_t colour, double alpha);
void draw_fill(const draw_picture *p, uint32_t colour, double alpha);
void draw_stroke(const draw_picture *p, uint32_t colour, double width);
void draw_fill_edged(const draw_picture *p, uint32_t fill, uint32_t edge, double width);
void draw_dashes(const draw_picture *p, double on, double off);
void draw_solid(const draw_picture *p);
void draw_segment(const draw_picture *p, double x0, double y0, double x1, double y1);
void draw_disc(const draw_picture *p, double x, double y, double radius);
/// A path of `count` points about (x, y), closed or open.
void draw_polygon(const draw_picture *p, double x, double y, const double (*points)[2],
                  size_t count, bool is_closed);

/// The width of a text.
double draw_text_width(const draw_picture *p, const draw_type *type, const char *text);
/// Writes a text at a place on its base line. `anchor`: 0 it begins there, 0.5 its middle is there,
/// 1 it ends there. `angle` in radians, clockwise.
void draw_text(const draw_picture *p, const draw_type *type, draw_point at, double anchor,
               double angle, const char *text);
void draw_texts_free(draw_texts *texts);
/// Adds text as it is.
void draw_texts_put(draw_texts *texts, const char *text);
/// Adds text with what XML reads otherwise replaced.
void draw_texts_put_escaped(draw_texts *texts, const char *text);

/// A generator of numbers from 0 to 1.
typedef struct draw_chance {
    uint32_t state;
} draw_chance;

double draw_throw(draw_chance *chance);

/// An outline or a line.
typedef struct draw_shape {
    size_t count;
    bool is_closed;
    draw_point at[DRAW_SHAPE_POINTS];
} draw_shape;

void draw_shape_of(const draw_picture *p, const lb_piece *piece, draw_shape *shape);
void draw_shape_add(draw_shape *shape, draw_point at);
void draw_shape_round(draw_shape *shape, double radius);
void draw_shape_resample(draw_shape *shape, double step);
void draw_shape_wobble(draw_shape *shape, double by, draw_chance *chance);
/// Moves a line sideways, to its right.
void draw_shape_shift(draw_shape *shape, double by);
void draw_shape_trace(const draw_picture *p, const draw_shape *shape);
double draw_shape_area(const draw_shape *shape);
bool draw_shape_has(const draw_shape *shape, draw_point at);
double draw_shape_edge_distance(const draw_shape *shape, draw_point at);
void draw_shape_bounds(const draw_shape *shape, draw_point *low, draw_point *high);
double draw_distance(draw_point a, draw_point b);

/* draw_ground.c, draw_lines.c */
void draw_ground(const draw_picture *p);
void draw_water(const draw_picture *p, const lb_piece *piece, draw_chance *chance);
void draw_road(const draw_picture *p, const lb_piece *piece, draw_chance *chance, bool is_top);
void draw_barrier(const draw_picture *p, const lb_piece *piece, draw_chance *chance);
void draw_crossing(const draw_picture *p, const lb_piece *piece);

/* draw_troops.c: blocks. */

/// What a block looks like.
typedef enum draw_form {
    DRAW_LINE,
    DRAW_ATTACK_COLUMN,
    DRAW_MARCH_COLUMN,
    DRAW_SQUARE,
    DRAW_OPEN_ORDER,
    DRAW_GARRISON,
    DRAW_GUNS,
    DRAW_LIMBERED,
    DRAW_FORM_COUNT
} draw_form;

typedef struct draw_block {
    uint8_t form; ///< draw_form
    uint8_t arm;  ///< lb_arm
    uint8_t nation;
    uint8_t side;
    uint8_t files; ///< bases side by side, where the sheet counts bases; 0: it does not
    uint8_t ranks;
    bool is_heavy; ///< cavalry
    bool is_horse; ///< artillery
    bool is_shaken, is_disordered, is_routed;
    double width, depth; ///< on the page
} draw_block;

const char *draw_nation_name(uint8_t nation);
uint32_t draw_coat(uint8_t nation);
/// The colour of lines on a coat, and of letters.
uint32_t draw_coat_line(uint8_t nation);
draw_block draw_block_of(const draw_picture *p, const lb_state *state, uint32_t unit);
/// Draws a block about the origin, its front towards -y.
void draw_block_body(const draw_picture *p, const draw_block *block);
/// Strength at the start, 0 if the sheet has no such figure.
int32_t draw_strength(const lb_battle *battle, uint32_t unit);

/* draw_signs.c: what stands beside blocks. */
typedef enum draw_badge {
    DRAW_BADGE_SHAKEN,
    DRAW_BADGE_DISORDERED,
    DRAW_BADGE_ROUTED,
    DRAW_BADGE_COUNT
} draw_badge;

void draw_badge_at(const draw_picture *p, draw_badge badge, draw_point at);
/// Width of the row of pips that draw_pips makes.
double draw_pips_width(const draw_picture *p, int32_t whole);
/// `fresh` of the `lost` were lost in the turn that is shown.
void draw_pips(const draw_picture *p, draw_point at, int32_t whole, int32_t lost, int32_t fresh);
void draw_commander(const draw_picture *p, draw_point at, uint8_t nation, uint8_t side,
                    uint8_t rank, const char *name);
/// `holder`: a side or LB_NO_SIDE.
void draw_flag(const draw_picture *p, draw_point at, uint8_t holder, uint8_t nation, uint8_t value);
void draw_arrow(const draw_picture *p, draw_way way, draw_point from, draw_point to);
bool draw_leg_is_shown(const draw_picture *p, const draw_leg *leg);
void draw_arrows(const draw_picture *p);
/// Tints the ground that brigades stand on.
void draw_brigades(const draw_picture *p);

/* draw_orders.c: what Formations are told, and where they reform. */

/// The sign of a Formation's order: its letters and its fatigue.
typedef struct draw_tag {
    draw_point at; ///< its middle
    double width, height;
    char text[16];
    uint8_t nation;
} draw_tag;

/// The tag of a group, in the middle of its units; false if it has none.
bool draw_tag_of(const draw_picture *p, uint32_t group, draw_tag *tag);
void draw_tag_at(const draw_picture *p, const draw_tag *tag);
/// `reforming`: how many units wait in the Area.
void draw_area_at(const draw_picture *p, draw_point at, uint8_t nation, uint32_t reforming);
/// Draws Reformation Areas, and lines to the places of orders.
void draw_orders(const draw_picture *p);
bool draw_has_areas(const draw_picture *p);
/// Writes the letters of the orders on the table with what they stand for; false if there are none.
bool draw_put_orders(const draw_picture *p, lb_put *put);

/* draw_labels.c: names, and whatever must not hide anything else. */
void draw_troops(const draw_picture *p);

/* draw_page.c */

/// Draws a page for one moment, or for all; without a cairo only finds its height.
double draw_page(draw_picture *p);
double draw_strip(draw_picture *p);

/* draw_file.c: a picture in memory. */

/// A file in the making.
typedef struct draw_bytes {
    unsigned char *data;
    size_t length, room;
} draw_bytes;

/// Adds bytes; the context is a draw_bytes.
cairo_status_t draw_bytes_add(void *context, const unsigned char *data, unsigned length);

/// Puts the texts of a picture before the end of its SVG, and its title behind the first tag. False
/// without memory.
bool draw_add_texts(draw_bytes *svg, const lb_battle *battle, const draw_texts *texts);

/// Draws all moments of the story as an SVG that shows them one after the other. False if that
/// failed.
bool draw_moving(draw_picture *p, draw_bytes *to);

/// draw_press.c: makes an SVG smaller: repeats become uses, styles classes. False without memory.
bool draw_press(draw_bytes *svg);

/* draw_story.c */

/// Plays a record and keeps the table at the end of each turn. False after complaining.
bool draw_story_read(draw_story *story, const char *path, const lb_record_head *head,
                     const lb_battle *battle);
/// The story of a table on which nothing has happened.
bool draw_story_start(draw_story *story, const lb_battle *battle);
void draw_story_free(draw_story *story);
