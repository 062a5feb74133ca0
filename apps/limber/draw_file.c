// SPDX-License-Identifier: MIT
// Pictures in memory: bytes that grow, the texts of an SVG, and an SVG that shows one turn after
// the other.
//
// A moving picture is drawn as several SVGs: the ground once, and for each moment what stands on
// it. They are put into one file as groups. Names inside a group get the number of the group before
// them, so that those of one group are not taken for those of another.

#include "draw.h"

#include <cairo-svg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 3 }; ///< that a moment is shown

cairo_status_t draw_bytes_add(void *context, const unsigned char *data, unsigned length)
{
    draw_bytes *to = context;

    if (length == 0)
        return CAIRO_STATUS_SUCCESS;
    if (to->data == NULL || to->length + length > to->room) {
        size_t room = 2 * (to->length + length);
        unsigned char *more = realloc(to->data, room);

        if (more == NULL)
            return CAIRO_STATUS_NO_MEMORY;
        to->data = more;
        to->room = room;
    }
    memcpy(to->data + to->length, data, length);
    to->length += length;
    return CAIRO_STATUS_SUCCESS;
}

bool draw_add_texts(draw_bytes *svg, const lb_battle *battle, const draw_texts *texts)
{
    static const char last[] = "</svg>\n", space[] = "<title>";
    draw_bytes whole = {0};
    draw_texts title = {0};
    const unsigned char *tag =
        svg->data != NULL ? memmem(svg->data, svg->length, "<svg ", 5) : NULL;
    const unsigned char *head =
        tag == NULL ? NULL : memchr(tag, '>', svg->length - (size_t)(tag - svg->data));
    size_t length = sizeof last - 1, first;
    bool is_good;

    if (head == NULL || svg->data == NULL || svg->length < length ||
        memcmp(svg->data + svg->length - length, last, length) != 0 || texts->has_failed)
        return false;
    first = (size_t)(head + 1 - svg->data);
    draw_texts_put(&title, space);
    draw_texts_put_escaped(&title, battle->title);
    draw_texts_put(&title, "</title>\n");
    is_good = !title.has_failed &&
              draw_bytes_add(&whole, svg->data, (unsigned)first) == CAIRO_STATUS_SUCCESS &&
              title.text != NULL &&
              draw_bytes_add(&whole, (const unsigned char *)title.text, (unsigned)title.length) ==
                  CAIRO_STATUS_SUCCESS &&
              draw_bytes_add(&whole, svg->data + first, (unsigned)(svg->length - first - length)) ==
                  CAIRO_STATUS_SUCCESS &&
              draw_bytes_add(&whole, (const unsigned char *)texts->text, (unsigned)texts->length) ==
                  CAIRO_STATUS_SUCCESS &&
              draw_bytes_add(&whole, (const unsigned char *)last, (unsigned)length) ==
                  CAIRO_STATUS_SUCCESS;
    draw_texts_free(&title);
    free(svg->data);
    *svg = whole;
    return is_good;
}

/* Moving pictures. */

static bool put(draw_bytes *to, const char *text)
{
    return draw_bytes_add(to, (const unsigned char *)text, (unsigned)strlen(text)) ==
           CAIRO_STATUS_SUCCESS;
}

/// Adds the inside of an SVG with the number of its group before all names.
static bool put_inside(draw_bytes *to, const draw_bytes *svg, size_t group)
{
    static const char *const marks[] = {"id=\"", "url(#", "href=\"#"};
    const char *at = memmem(svg->data, svg->length, "<svg ", 5);
    const char *end = memmem(svg->data, svg->length, "</svg>", 6);
    char number[24];

    snprintf(number, sizeof number, "t%zu-", group);
    at = at != NULL ? memchr(at, '>', svg->length - (size_t)(at - (const char *)svg->data)) : NULL;
    if (at == NULL || end == NULL)
        return false;
    for (at++; at < end;) {
        const char *next = end;
        size_t length = 0;

        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            const char *mark = memmem(at, (size_t)(next - at), marks[i], strlen(marks[i]));

            if (mark != NULL) {
                next = mark;
                length = strlen(marks[i]);
            }
        }
        if (draw_bytes_add(to, (const unsigned char *)at, (unsigned)(next - at + (long)length)) !=
                CAIRO_STATUS_SUCCESS ||
            (next < end && !put(to, number)))
            return false;
        at = next + length;
    }
    return true;
}

/// Draws a part of a page and adds it as a group.
static bool put_part(draw_picture *p, draw_part part, double height, size_t group, draw_bytes *to)
{
    draw_bytes svg = {0};
    draw_texts texts = {0};
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(draw_bytes_add, &svg, DRAW_PAGE, height);
    bool is_good;

    p->part = part;
    p->texts = &texts;
    p->cairo = cairo_create(surface);
    draw_page(p);
    is_good = cairo_status(p->cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(p->cairo);
    cairo_surface_finish(surface);
    is_good = is_good && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS &&
              !texts.has_failed && put_inside(to, &svg, group) &&
              (texts.text == NULL || put(to, texts.text));
    cairo_surface_destroy(surface);
    draw_texts_free(&texts);
    free(svg.data);
    p->cairo = NULL;
    p->texts = NULL;
    return is_good;
}

static void show_moment(draw_picture *p, size_t number)
{
    p->moment = &p->story->moment[number];
    p->before = number > 0 ? p->moment - 1 : NULL;
    p->state = &p->moment->state;
}

/// Opens the group of a moment, which is seen while it is its turn. Whoever does not move pictures
/// sees the last.
static bool open_group(draw_bytes *to, size_t number, size_t count)
{
    char text[320], values[32], times[64];
    double from = (double)number / (double)count, until = (double)(number + 1) / (double)count;

    snprintf(values, sizeof values, "%sinline%s", number > 0 ? "none;" : "",
             number + 1 < count ? ";none" : "");
    if (number > 0 && number + 1 < count)
        snprintf(times, sizeof times, "0;%.6f;%.6f", from, until);
    else if (number > 0 || count > 1)
        snprintf(times, sizeof times, "0;%.6f", number > 0 ? from : until);
    else
        snprintf(times, sizeof times, "0");
    snprintf(text, sizeof text,
             "<g%s><animate attributeName=\"display\" calcMode=\"discrete\" values=\"%s\" "
             "keyTimes=\"%s\" dur=\"%zus\" repeatCount=\"indefinite\"/>\n",
             number + 1 < count ? " display=\"none\"" : "", values, times, count * SECONDS);
    return put(to, text);
}

bool draw_moving(draw_picture *p, draw_bytes *to)
{
    size_t count = p->story->moment_count;
    double height = 0;
    char head[256];
    draw_texts title = {0};
    bool is_good;

    for (size_t i = 0; i < count; i++) {
        show_moment(p, i);
        height = fmax(height, ceil(draw_page(p)));
    }
    snprintf(head, sizeof head,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
             "xmlns=\"http://www.w3.org/2000/svg\" "
             "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%dpt\" height=\"%.0fpt\" "
             "viewBox=\"0 0 %d %.0f\" version=\"1.1\"><title>",
             DRAW_PAGE, height, DRAW_PAGE, height);
    draw_texts_put_escaped(&title, p->battle->title);
    is_good = put(to, head) && !title.has_failed && title.text != NULL && put(to, title.text) &&
              put(to, "</title>\n") && put_part(p, DRAW_GROUND_PART, height, 0, to);
    for (size_t i = 0; i < count && is_good; i++) {
        show_moment(p, i);
        is_good = open_group(to, i, count) && put_part(p, DRAW_TROOPS_PART, height, i + 1, to) &&
                  put(to, "</g>\n");
    }
    draw_texts_free(&title);
    return is_good && put(to, "</svg>\n") && draw_press(to);
}
