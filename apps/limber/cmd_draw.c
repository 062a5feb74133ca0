// SPDX-License-Identifier: MIT
// limber draw: the table as a picture, from a scenario or from a record.

#include "cli.h"
#include "limber/record.h"
#include "text/record.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIXELS_PER_INCH = 14, MARGIN = 40, LEGEND = 90 };

/// What was asked for.
typedef struct request {
    const char *file, *out, *rules, *house, *to_text;
    uint64_t to_turn;
} request;

typedef struct colour {
    double red, green, blue;
} colour;

/// A picture in the making. y grows downward on paper.
typedef struct picture {
    cairo_t *cairo;
    const lb_battle *battle;
    const lb_state *state;
    double scale; ///< paper units to a tenth of a millimetre
} picture;

static double paper_x(const picture *p, double x)
{
    return MARGIN + x * p->scale;
}

static double paper_y(const picture *p, double y)
{
    return MARGIN + ((double)p->battle->depth_tmm - y) * p->scale;
}

static void set_colour(const picture *p, colour c, double alpha)
{
    cairo_set_source_rgba(p->cairo, c.red, c.green, c.blue, alpha);
}

static colour ground_colour(uint8_t kind)
{
    static const colour colours[LB_TERRAIN_COUNT] = {
        [LB_TERRAIN_OPEN] = {0.86, 0.89, 0.74},
        [LB_TERRAIN_ROUGH] = {0.80, 0.78, 0.60},
        [LB_TERRAIN_DENSE] = {0.62, 0.70, 0.46},
        [LB_TERRAIN_WOOD] = {0.52, 0.68, 0.42},
        [LB_TERRAIN_DENSE_WOOD] = {0.36, 0.55, 0.32},
        [LB_TERRAIN_BUILT_WOODEN] = {0.72, 0.55, 0.42},
        [LB_TERRAIN_BUILT_STONE] = {0.62, 0.58, 0.56},
        [LB_TERRAIN_HILL] = {0.80, 0.74, 0.55},
        [LB_TERRAIN_STREAM] = {0.45, 0.65, 0.85},
        [LB_TERRAIN_RIVER] = {0.35, 0.55, 0.80},
        [LB_TERRAIN_FORD] = {0.70, 0.80, 0.85},
        [LB_TERRAIN_BRIDGE] = {0.55, 0.45, 0.35},
        [LB_TERRAIN_ROAD] = {0.78, 0.68, 0.52},
        [LB_TERRAIN_HIGHWAY] = {0.70, 0.60, 0.50},
        [LB_TERRAIN_WALL] = {0.40, 0.40, 0.40},
        [LB_TERRAIN_HEDGE] = {0.25, 0.45, 0.22},
        [LB_TERRAIN_WORKS_HASTY] = {0.50, 0.38, 0.25},
        [LB_TERRAIN_WORKS_PREPARED] = {0.42, 0.30, 0.20},
        [LB_TERRAIN_MARSH] = {0.62, 0.72, 0.66},
        [LB_TERRAIN_IMPASSABLE] = {0.45, 0.42, 0.40}};

    return colours[kind];
}

static colour nation_colour(uint8_t nation)
{
    switch (nation) {
    case LB_NATION_FRENCH:
        return (colour){0.16, 0.24, 0.60};
    case LB_NATION_BRITISH:
    case LB_NATION_KGL:
    case LB_NATION_HANOVER:
        return (colour){0.74, 0.12, 0.14};
    case LB_NATION_PORTUGUESE:
        return (colour){0.20, 0.36, 0.62};
    case LB_NATION_SPANISH:
        return (colour){0.85, 0.68, 0.20};
    case LB_NATION_AUSTRIAN:
        return (colour){0.88, 0.86, 0.80};
    case LB_NATION_RUSSIAN:
        return (colour){0.18, 0.42, 0.24};
    case LB_NATION_PRUSSIAN:
    case LB_NATION_BRUNSWICK:
        return (colour){0.15, 0.15, 0.20};
    case LB_NATION_NETHERLANDS:
    case LB_NATION_NASSAU:
        return (colour){0.88, 0.48, 0.12};
    default:
        return (colour){0.45, 0.45, 0.50};
    }
}

static void trace_piece(const picture *p, const lb_piece *piece)
{
    for (uint32_t i = 0; i < piece->point_count; i++) {
        lb_point at = p->battle->point[piece->first_point + i];
        if (i == 0)
            cairo_move_to(p->cairo, paper_x(p, at.x), paper_y(p, at.y));
        else
            cairo_line_to(p->cairo, paper_x(p, at.x), paper_y(p, at.y));
    }
}

static void draw_ground(const picture *p)
{
    cairo_rectangle(p->cairo, MARGIN, MARGIN, p->battle->width_tmm * p->scale,
                    p->battle->depth_tmm * p->scale);
    set_colour(p, ground_colour(LB_TERRAIN_OPEN), 1);
    cairo_fill(p->cairo);
    for (uint32_t i = 0; i < p->battle->piece_count; i++) {
        const lb_piece *piece = &p->battle->piece[i];
        colour fill = ground_colour(piece->kind);

        trace_piece(p, piece);
        if (piece->is_line) {
            double width = piece->width_tmm * p->scale;
            cairo_set_line_width(p->cairo, width < 2 ? 2 : width);
            set_colour(p, fill, 1);
            cairo_stroke(p->cairo);
            continue;
        }
        cairo_close_path(p->cairo);
        set_colour(p, fill, piece->kind == LB_TERRAIN_HILL ? 0.55 : 0.9);
        cairo_fill_preserve(p->cairo);
        cairo_set_line_width(p->cairo, 1);
        set_colour(p, (colour){fill.red * 0.7, fill.green * 0.7, fill.blue * 0.7}, 1);
        cairo_stroke(p->cairo);
    }
}

static void write_text(const picture *p, double x, double y, double size, const char *text)
{
    cairo_set_font_size(p->cairo, size);
    cairo_move_to(p->cairo, x, y);
    cairo_show_text(p->cairo, text);
}

static void draw_objectives(const picture *p)
{
    static const double dashes[] = {6, 4};

    for (uint32_t i = 0; i < p->battle->objective_count; i++) {
        const lb_objective_card *card = &p->battle->objective[i];
        uint8_t held = p->state->held[i];
        colour ring = held == LB_NO_SIDE ? (colour){0.3, 0.3, 0.3}
                                         : nation_colour(p->battle->side[held].nation);

        cairo_new_path(p->cairo);
        cairo_arc(p->cairo, paper_x(p, card->at.x), paper_y(p, card->at.y),
                  card->radius_tmm * p->scale, 0, 2 * 3.14159265);
        cairo_set_dash(p->cairo, dashes, 2, 0);
        cairo_set_line_width(p->cairo, 2);
        set_colour(p, ring, 0.9);
        cairo_stroke(p->cairo);
        cairo_set_dash(p->cairo, NULL, 0, 0);
        write_text(p, paper_x(p, card->at.x) - 20, paper_y(p, card->at.y + card->radius_tmm) - 4,
                   11, card->name);
    }
}

/// Adds losses to a label, and a sign if the unit is shaken or disordered.
static void put_marks(const picture *p, uint32_t number, char *label, size_t room)
{
    lb_unit_report report = lb_battle_unit(p->battle, p->state, number);
    size_t length = strlen(label);

    if (report.losses > 0)
        snprintf(label + length, room - length, " -%d", (int)report.losses);
    length = strlen(label);
    if (lb_has_trait(report.states, LB_SCENARIO_STATE_SHAKEN) ||
        lb_has_trait(report.states, LB_SCENARIO_STATE_DISORDERED))
        snprintf(label + length, room - length, "!");
}

/// Marks inside the block: a slash for cavalry, a dot for guns; a notch for the front; losses as
/// bars.
static void draw_unit(const picture *p, uint32_t number)
{
    const lb_unit *unit = &p->state->unit[number];
    const lb_unit_card *card = &p->battle->unit[number];
    lb_footprint own = lb_unit_footprint(p->battle, p->state, number);
    lb_quad quad = lb_footprint_corners(&own);
    lb_point front = lb_quad_middle(&quad, LB_FACE_FRONT);
    lb_point nose = lb_point_towards(front, unit->heading, LB_TMM_INCH);
    double x[4], y[4];

    for (int i = 0; i < 4; i++) {
        x[i] = paper_x(p, quad.corner[i].x);
        y[i] = paper_y(p, quad.corner[i].y);
        if (i == 0)
            cairo_move_to(p->cairo, x[i], y[i]);
        else
            cairo_line_to(p->cairo, x[i], y[i]);
    }
    cairo_close_path(p->cairo);
    set_colour(p, nation_colour(card->nation), 0.92);
    cairo_fill_preserve(p->cairo);
    cairo_set_line_width(p->cairo, 1.2);
    cairo_set_source_rgb(p->cairo, 0.05, 0.05, 0.05);
    cairo_stroke(p->cairo);
    cairo_set_source_rgb(p->cairo, 1, 1, 1);
    if (card->arm == LB_ARM_CAVALRY) {
        cairo_move_to(p->cairo, x[3], y[3]);
        cairo_line_to(p->cairo, x[1], y[1]);
        cairo_stroke(p->cairo);
    } else if (card->arm == LB_ARM_ARTILLERY) {
        cairo_new_path(p->cairo);
        cairo_arc(p->cairo, paper_x(p, unit->at.x), paper_y(p, unit->at.y), 4, 0, 2 * 3.14159265);
        cairo_fill(p->cairo);
    }
    cairo_set_source_rgb(p->cairo, 0.05, 0.05, 0.05);
    cairo_set_line_width(p->cairo, 2);
    cairo_move_to(p->cairo, paper_x(p, front.x), paper_y(p, front.y));
    cairo_line_to(p->cairo, paper_x(p, nose.x), paper_y(p, nose.y));
    cairo_stroke(p->cairo);
}

/// Number, name and marks on a light ground, so that they can be read on any colour.
static void label_unit(const picture *p, uint32_t number)
{
    const lb_unit *unit = &p->state->unit[number];
    double x = paper_x(p, unit->at.x), y = paper_y(p, unit->at.y) + 4;
    char label[LB_SCENARIO_NAME + 24];
    cairo_text_extents_t size;

    snprintf(label, sizeof label, "%u %s", number, p->battle->unit[number].name);
    put_marks(p, number, label, sizeof label);
    cairo_set_font_size(p->cairo, 9);
    cairo_text_extents(p->cairo, label, &size);
    x -= size.x_advance / 2;
    cairo_set_source_rgba(p->cairo, 1, 1, 1, 0.75);
    cairo_rectangle(p->cairo, x - 2, y - 8, size.x_advance + 4, 11);
    cairo_fill(p->cairo);
    cairo_set_source_rgb(p->cairo, 0.05, 0.05, 0.05);
    write_text(p, x, y, 9, label);
}

static void draw_leader(const picture *p, uint32_t number)
{
    const lb_leader *leader = &p->state->leader[number];

    if (leader->presence != LB_PRESENCE_TABLE)
        return;
    cairo_new_path(p->cairo);
    cairo_arc(p->cairo, paper_x(p, leader->at.x), paper_y(p, leader->at.y), 5, 0, 2 * 3.14159265);
    set_colour(p, nation_colour(p->battle->side[p->battle->leader[number].side].nation), 1);
    cairo_fill_preserve(p->cairo);
    cairo_set_source_rgb(p->cairo, 1, 0.9, 0.3);
    cairo_set_line_width(p->cairo, 2);
    cairo_stroke(p->cairo);
}

static void draw_legend(const picture *p)
{
    double y = MARGIN + p->battle->depth_tmm * p->scale + 24;
    char line[2 * LB_DIAG_TEXT];
    const lb_play *play = p->battle->rules->play;
    /* About a foot, in round numbers of the sheet's unit. */
    int units = play->length_tmm >= LB_TMM_INCH ? 12 : 30;
    double bar = units * (double)play->length_tmm;

    cairo_set_source_rgb(p->cairo, 0.1, 0.1, 0.1);
    snprintf(line, sizeof line, "%s by %s, turn %u: %s against %s", p->battle->title,
             p->battle->rules->title, p->state->turn, p->battle->side[0].name,
             p->battle->side[1].name);
    write_text(p, MARGIN, y, 15, line);
    write_text(
        p, MARGIN, y + 22, 11,
        "A slash marks cavalry, a dot guns; the stroke shows the front; -n losses, ! shaken or "
        "disordered; ringed dots are leaders; dashed rings objectives in the colour of who "
        "holds them.");
    cairo_set_line_width(p->cairo, 3);
    cairo_move_to(p->cairo, MARGIN, y + 42);
    cairo_line_to(p->cairo, MARGIN + bar * p->scale, y + 42);
    cairo_stroke(p->cairo);
    snprintf(line, sizeof line, "%d %s", units, play->length_word);
    write_text(p, MARGIN + bar * p->scale + 8, y + 46, 11, line);
}

static void draw_all(const picture *p)
{
    cairo_set_source_rgb(p->cairo, 1, 1, 1);
    cairo_paint(p->cairo);
    cairo_select_font_face(p->cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    draw_ground(p);
    cairo_set_source_rgb(p->cairo, 0.1, 0.1, 0.1);
    draw_objectives(p);
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (p->state->unit[i].presence == LB_PRESENCE_TABLE)
            draw_unit(p, i);
    for (uint32_t i = 0; i < p->battle->leader_count; i++)
        draw_leader(p, i);
    for (uint32_t i = 0; i < p->battle->unit_count; i++)
        if (p->state->unit[i].presence == LB_PRESENCE_TABLE)
            label_unit(p, i);
    draw_legend(p);
}

/// Where the bytes of a picture go.
typedef struct canvas {
    FILE *file;
    int why; ///< errno of the first write that failed; 0: none
} canvas;

static cairo_status_t put_bytes(void *closure, const unsigned char *bytes, unsigned int count)
{
    canvas *to = closure;

    if (to->why == 0 && fwrite(bytes, 1, count, to->file) != count)
        to->why = errno != 0 ? errno : EIO;
    return to->why == 0 ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/// The surface for a file by its ending; NULL if there is none.
static cairo_surface_t *create_surface(const char *ending, canvas *to, double width, double height)
{
    if (ending != NULL && strcmp(ending, ".svg") == 0)
        return cairo_svg_surface_create_for_stream(put_bytes, to, width, height);
    if (ending != NULL && strcmp(ending, ".pdf") == 0)
        return cairo_pdf_surface_create_for_stream(put_bytes, to, width, height);
    if (ending != NULL && strcmp(ending, ".png") == 0)
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    return NULL;
}

/// Draws into a file by its ending. False after complaining.
static bool draw(const lb_battle *battle, const lb_state *state, const char *out)
{
    const char *ending = strrchr(out, '.');
    double scale = (double)PIXELS_PER_INCH / LB_TMM_INCH;
    double width = battle->width_tmm * scale + 2 * MARGIN;
    double height = battle->depth_tmm * scale + 2 * MARGIN + LEGEND;
    canvas to = {0};
    cairo_surface_t *surface = create_surface(ending, &to, width, height);
    picture p = {.battle = battle, .state = state, .scale = scale};
    cairo_status_t status = CAIRO_STATUS_SUCCESS;

    if (surface == NULL) {
        cli_error("--out takes a file that ends in .svg, .png or .pdf");
        return false;
    }
    to.file = fopen(out, "wb");
    if (to.file == NULL) {
        cli_error("%s cannot be written: %s", cli_clean(out), strerror(errno));
        cairo_surface_destroy(surface);
        return false;
    }
    p.cairo = cairo_create(surface);
    draw_all(&p);
    cairo_destroy(p.cairo);
    if (strcmp(ending, ".png") == 0)
        status = cairo_surface_write_to_png_stream(surface, put_bytes, &to);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status != CAIRO_STATUS_SUCCESS || to.why != 0) {
        cli_error("%s cannot be written: %s", cli_clean(out),
                  to.why != 0 ? strerror(to.why) : cairo_status_to_string(status));
        fclose(to.file);
        return false;
    }
    return cli_close_file(to.file, out);
}

static bool read_request(request *asked, int argc, char **argv)
{
    const cli_option options[] = {{"--rules", &asked->rules, NULL},
                                  {"--house", &asked->house, NULL},
                                  {"--out", &asked->out, NULL},
                                  {"--to", &asked->to_text, NULL}};

    if (cli_options(argc, argv, options, sizeof options / sizeof options[0], &asked->file, 1) < 0)
        return false;
    if (asked->file == NULL || asked->out == NULL) {
        cli_error("draw needs a scenario or record, and --out FILE.svg, .png or .pdf");
        return false;
    }
    return asked->to_text == NULL || cli_number("--to", asked->to_text, &asked->to_turn);
}

/// The state of a record at a turn, or at its end. CLI_DONE, or how to end after complaining.
static int play_record(const request *asked, char *text, lb_battle *battle, lb_state *state)
{
    lb_record_head head;
    lb_replay_watch watch = {.to_turn = (uint8_t)(asked->to_turn > 255 ? 0 : asked->to_turn)};
    lb_diag diag;
    bool is_complete;
    int code = cli_read_head(asked->file, text, &head);

    if (code == CLI_DONE)
        code = cli_record_battle(&head, asked->house, battle);
    if (code == CLI_DONE &&
        lb_record_play(&head, battle, state, &watch, &is_complete, &diag) != LB_OK) {
        cli_diag_error(asked->file, &diag);
        code = CLI_REFUSED;
    }
    return code;
}

int cmd_draw(int argc, char **argv)
{
    static lb_battle battle;
    static lb_state state;
    request asked = {0};
    char *text;
    int code;

    if (!read_request(&asked, argc, argv))
        return CLI_USAGE;
    text = cli_read_file(asked.file, LB_RECORD_FILE_MAX);
    if (text == NULL)
        return CLI_USAGE;
    if (strncmp(text, "limber record", 13) == 0) {
        code = play_record(&asked, text, &battle, &state);
    } else {
        code = cli_battle(asked.file, asked.rules, asked.house, &battle) ? CLI_DONE : CLI_USAGE;
        if (code == CLI_DONE)
            battle.rules->play->deploy(&battle, &state);
    }
    free(text);
    if (code == CLI_DONE && !draw(&battle, &state, asked.out))
        code = CLI_USAGE;
    return code;
}
