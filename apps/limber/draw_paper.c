// SPDX-License-Identifier: MIT
// What pictures are made with: places, pens, shapes and text. See draw.h.

#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char draw_sans[] = "Source Sans 3,Source Sans Pro,DejaVu Sans Condensed,sans-serif";
const char draw_serif[] = "Source Serif 4,Source Serif Pro,DejaVu Serif Condensed,serif";
const char draw_map_serif[] = "EB Garamond,DejaVu Serif Condensed,serif";

draw_point draw_place(const draw_picture *p, lb_point at)
{
    return (draw_point){p->left + at.x * p->scale,
                        p->top + (double)(p->battle->depth_tmm - at.y) * p->scale};
}

double draw_distance(draw_point a, draw_point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* Pens. */

void draw_ink(const draw_picture *p, uint32_t colour, double alpha)
{
    cairo_set_source_rgba(p->cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0, alpha);
}

void draw_fill(const draw_picture *p, uint32_t colour, double alpha)
{
    draw_ink(p, colour, alpha);
    cairo_fill(p->cairo);
}

void draw_stroke(const draw_picture *p, uint32_t colour, double width)
{
    draw_ink(p, colour, 1);
    cairo_set_line_width(p->cairo, width);
    cairo_stroke(p->cairo);
}

void draw_fill_edged(const draw_picture *p, uint32_t fill, uint32_t edge, double width)
{
    draw_ink(p, fill, 1);
    cairo_fill_preserve(p->cairo);
    draw_stroke(p, edge, width);
}

void draw_dashes(const draw_picture *p, double on, double off)
{
    const double dashes[] = {on, off};

    cairo_set_dash(p->cairo, dashes, 2, 0);
}

void draw_solid(const draw_picture *p)
{
    cairo_set_dash(p->cairo, NULL, 0, 0);
}

void draw_segment(const draw_picture *p, double x0, double y0, double x1, double y1)
{
    cairo_move_to(p->cairo, x0, y0);
    cairo_line_to(p->cairo, x1, y1);
}

void draw_disc(const draw_picture *p, double x, double y, double radius)
{
    cairo_new_sub_path(p->cairo);
    cairo_arc(p->cairo, x, y, radius, 0, DRAW_TURN_AROUND);
    cairo_close_path(p->cairo);
}

void draw_polygon(const draw_picture *p, double x, double y, const double (*points)[2],
                  size_t count, bool is_closed)
{
    for (size_t i = 0; i < count; i++)
        if (i == 0)
            cairo_move_to(p->cairo, x + points[i][0], y + points[i][1]);
        else
            cairo_line_to(p->cairo, x + points[i][0], y + points[i][1]);
    if (is_closed)
        cairo_close_path(p->cairo);
}

/* Chance. */

double draw_throw(draw_chance *chance)
{
    uint32_t t;

    chance->state += UINT32_C(0x6d2b79f5);
    t = (chance->state ^ chance->state >> 15) * (1 | chance->state);
    t = (t + (t ^ t >> 7) * (61 | t)) ^ t;
    return (t ^ t >> 14) / 4294967296.0;
}

/* Shapes. */

static draw_point between(draw_point a, draw_point b, double share)
{
    return (draw_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

void draw_shape_add(draw_shape *shape, draw_point at)
{
    if (shape->count < DRAW_SHAPE_POINTS)
        shape->at[shape->count++] = at;
}

void draw_shape_of(const draw_picture *p, const lb_piece *piece, draw_shape *shape)
{
    shape->count = 0;
    shape->is_closed = !piece->is_line;
    for (uint32_t i = 0; i < piece->point_count; i++)
        draw_shape_add(shape, draw_place(p, p->battle->point[piece->first_point + i]));
}

/// Corners become short curves; edges stay where they are.
void draw_shape_round(draw_shape *shape, double radius)
{
    static draw_shape from;
    size_t n = shape->count;

    memcpy(&from, shape, sizeof from);
    shape->count = 0;
    for (size_t i = 0; i < n; i++) {
        draw_point at = from.at[i], last = from.at[(i + n - 1) % n], next = from.at[(i + 1) % n];
        double back = draw_distance(at, last), on = draw_distance(at, next);

        if ((!from.is_closed && (i == 0 || i == n - 1)) || back < 0.1 || on < 0.1) {
            draw_shape_add(shape, at);
            continue;
        }
        last = between(at, last, fmin(radius, back * 0.45) / back);
        next = between(at, next, fmin(radius, on * 0.45) / on);
        for (int step = 0; step <= 8; step++)
            draw_shape_add(shape, between(between(last, at, step / 8.0),
                                          between(at, next, step / 8.0), step / 8.0));
    }
}

/// Puts points at even distances.
void draw_shape_resample(draw_shape *shape, double step)
{
    static draw_shape from;
    double gone = 0;
    size_t n = shape->count, last = shape->is_closed ? n : n - 1;

    memcpy(&from, shape, sizeof from);
    shape->count = 1;
    for (size_t i = 0; i < last; i++) {
        draw_point a = from.at[i], b = from.at[(i + 1) % n];
        double left = draw_distance(a, b);

        while (gone + left >= step && shape->count < DRAW_SHAPE_POINTS) {
            a = between(a, b, (step - gone) / left);
            left = draw_distance(a, b);
            gone = 0;
            draw_shape_add(shape, a);
        }
        gone += left;
    }
    if (!shape->is_closed)
        draw_shape_add(shape, from.at[n - 1]);
}

/// The direction of a shape at a point, as a vector of length 1.
static draw_point direction_at(const draw_shape *shape, size_t i)
{
    size_t n = shape->count;
    draw_point a = shape->at[i > 0 ? i - 1 : shape->is_closed ? n - 1 : 0];
    draw_point b = shape->at[i + 1 < n ? i + 1 : shape->is_closed ? 0 : n - 1];
    double length = fmax(draw_distance(a, b), 1e-6);

    return (draw_point){(b.x - a.x) / length, (b.y - a.y) / length};
}

void draw_shape_wobble(draw_shape *shape, double by, draw_chance *chance)
{
    static draw_shape from;
    double off = 0;

    memcpy(&from, shape, sizeof from);
    for (size_t i = 0; i < from.count; i++) {
        draw_point along = direction_at(&from, i);

        off = off * 0.6 + (draw_throw(chance) - 0.5) * by;
        shape->at[i].x -= along.y * off;
        shape->at[i].y += along.x * off;
    }
}

void draw_shape_shift(draw_shape *shape, double by)
{
    static draw_shape from;

    memcpy(&from, shape, sizeof from);
    for (size_t i = 0; i < from.count; i++) {
        draw_point along = direction_at(&from, i);

        shape->at[i].x -= along.y * by;
        shape->at[i].y += along.x * by;
    }
}

void draw_shape_trace(const draw_picture *p, const draw_shape *shape)
{
    cairo_new_sub_path(p->cairo);
    for (size_t i = 0; i < shape->count; i++)
        cairo_line_to(p->cairo, shape->at[i].x, shape->at[i].y);
    if (shape->is_closed)
        cairo_close_path(p->cairo);
}

double draw_shape_area(const draw_shape *shape)
{
    double sum = 0;

    for (size_t i = 0; i < shape->count; i++) {
        draw_point a = shape->at[i], b = shape->at[(i + 1) % shape->count];

        sum += a.x * b.y - b.x * a.y;
    }
    return sum / 2;
}

bool draw_shape_has(const draw_shape *shape, draw_point at)
{
    bool is_inside = false;

    for (size_t i = 0, j = shape->count - 1; i < shape->count; j = i++) {
        draw_point a = shape->at[i], b = shape->at[j];

        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x)
            is_inside = !is_inside;
    }
    return is_inside;
}

double draw_shape_edge_distance(const draw_shape *shape, draw_point at)
{
    double least = 1e9;

    for (size_t i = 0; i < shape->count; i++) {
        draw_point a = shape->at[i], b = shape->at[(i + 1) % shape->count];
        double dx = b.x - a.x, dy = b.y - a.y, square = fmax(dx * dx + dy * dy, 1e-9);
        double t = fmin(1, fmax(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / square));

        least = fmin(least, hypot(at.x - a.x - dx * t, at.y - a.y - dy * t));
    }
    return least;
}

void draw_shape_bounds(const draw_shape *shape, draw_point *low, draw_point *high)
{
    *low = *high = shape->at[0];
    for (size_t i = 1; i < shape->count; i++) {
        low->x = fmin(low->x, shape->at[i].x);
        low->y = fmin(low->y, shape->at[i].y);
        high->x = fmax(high->x, shape->at[i].x);
        high->y = fmax(high->y, shape->at[i].y);
    }
}

/* Text. */

static void set_layout(const draw_picture *p, const draw_type *type, const char *text)
{
    PangoFontDescription *font = pango_font_description_new();
    PangoAttrList *list = pango_attr_list_new();

    pango_font_description_set_family_static(font, type->family);
    pango_font_description_set_absolute_size(font, type->size * PANGO_SCALE);
    pango_font_description_set_weight(font,
                                      type->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_style(font,
                                     type->is_italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_layout_set_font_description(p->layout, font);
    pango_font_description_free(font);
    if (type->spacing > 0)
        pango_attr_list_insert(list,
                               pango_attr_letter_spacing_new((int)(type->spacing * PANGO_SCALE)));
    pango_layout_set_attributes(p->layout, list);
    pango_attr_list_unref(list);
    pango_layout_set_text(p->layout, text, -1);
}

double draw_text_width(const draw_picture *p, const draw_type *type, const char *text)
{
    PangoRectangle box;

    set_layout(p, type, text);
    pango_layout_get_extents(p->layout, NULL, &box);
    return box.width / (double)PANGO_SCALE;
}

void draw_texts_put(draw_texts *texts, const char *text)
{
    size_t length = strlen(text);

    if (texts->length + length + 1 > texts->room) {
        size_t room = 2 * (texts->length + length) + 4096;
        char *more = texts->has_failed ? NULL : realloc(texts->text, room);

        if (more == NULL) {
            texts->has_failed = true;
            return;
        }
        texts->text = more;
        texts->room = room;
    }
    memcpy(texts->text + texts->length, text, length + 1);
    texts->length += length;
}

void draw_texts_put_escaped(draw_texts *texts, const char *text)
{
    for (; *text != '\0'; text++) {
        const char one[2] = {*text, '\0'};

        draw_texts_put(texts, *text == '&'   ? "&amp;"
                              : *text == '<' ? "&lt;"
                              : *text == '>' ? "&gt;"
                              : *text == '"' ? "&quot;"
                                             : one);
    }
}

void draw_texts_free(draw_texts *texts)
{
    free(texts->text);
    *texts = (draw_texts){0};
}

/// Keeps a text for an SVG, as wide as it was measured.
static void keep_text(const draw_picture *p, const draw_type *type, draw_point at, double angle,
                      double width, const char *text)
{
    char line[512];
    double x = at.x, y = at.y, dx = 1, dy = 0, zoom;

    cairo_user_to_device(p->cairo, &x, &y);
    cairo_user_to_device_distance(p->cairo, &dx, &dy);
    zoom = hypot(dx, dy);
    snprintf(line, sizeof line,
             "<text transform=\"translate(%.1f %.1f) rotate(%.1f)\" font-family=\"%s\" "
             "font-size=\"%.1f\"%s%s textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\" "
             "fill=\"#%06x\"",
             x, y, angle * 360 / DRAW_TURN_AROUND, type->family, type->size * zoom,
             type->is_bold ? " font-weight=\"bold\"" : "",
             type->is_italic ? " font-style=\"italic\"" : "", width * zoom, type->colour);
    draw_texts_put(p->texts, line);
    if (type->halo != 0) {
        snprintf(line, sizeof line,
                 " stroke=\"#%06x\" stroke-width=\"%.1f\" stroke-linejoin=\"round\" "
                 "paint-order=\"stroke\"",
                 type->halo, 3.4 * zoom);
        draw_texts_put(p->texts, line);
    }
    draw_texts_put(p->texts, ">");
    draw_texts_put_escaped(p->texts, text);
    draw_texts_put(p->texts, "</text>\n");
}

void draw_text(const draw_picture *p, const draw_type *type, draw_point at, double anchor,
               double angle, const char *text)
{
    double width = draw_text_width(p, type, text);
    double base = pango_layout_get_baseline(p->layout) / (double)PANGO_SCALE;

    at.x -= cos(angle) * width * anchor;
    at.y -= sin(angle) * width * anchor;
    if (p->texts != NULL) {
        keep_text(p, type, at, angle, width, text);
        return;
    }
    cairo_save(p->cairo);
    cairo_translate(p->cairo, at.x, at.y);
    cairo_rotate(p->cairo, angle);
    cairo_move_to(p->cairo, 0, -base);
    if (type->halo != 0) {
        pango_cairo_layout_path(p->cairo, p->layout);
        cairo_set_line_join(p->cairo, CAIRO_LINE_JOIN_ROUND);
        draw_stroke(p, type->halo, 3.4);
        cairo_move_to(p->cairo, 0, -base);
    }
    draw_ink(p, type->colour, 1);
    pango_cairo_show_layout(p->cairo, p->layout);
    cairo_restore(p->cairo);
}
