// SPDX-License-Identifier: MIT
// Makes an SVG of many pictures smaller without changing what is seen. What cairo writes is full of
// repeats: each path says its style in full, coordinates have six decimals, and what stays the same
// from turn to turn is there once for every turn. Here styles become classes, coordinates get two
// decimals, and a path that comes again is a <use> of the first. Cairo writes one path a line.

#include "draw.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 17, STYLES = 512, DECIMALS = 2, WORTH_SHARING = 48 };

/// A path by its hash.
typedef struct slot {
    uint64_t hash;
    uint32_t count, number; ///< how often it comes; 1 + its number once it has one
} slot;

typedef struct press {
    slot *slot;
    uint32_t used;             ///< slots
    uint32_t shared;           ///< paths that have a number
    const char *style[STYLES]; ///< into the SVG
    size_t style_bytes[STYLES];
    uint32_t style_count;
    draw_bytes line; ///< being made
    bool has_failed;
} press;

static void add(press *of, draw_bytes *to, const char *text, size_t length)
{
    of->has_failed |=
        draw_bytes_add(to, (const unsigned char *)text, (unsigned)length) != CAIRO_STATUS_SUCCESS;
}

static void add_text(press *of, draw_bytes *to, const char *text)
{
    add(of, to, text, strlen(text));
}

/// The slot of a path. When most are taken, paths that are new share one that is never used.
static slot *find_slot(press *of, const draw_bytes *line)
{
    static slot none;
    uint64_t hash = 0xcbf29ce484222325u;
    size_t at;

    for (size_t i = 0; i < line->length; i++)
        hash = (hash ^ line->data[i]) * 0x100000001b3u;
    for (at = hash % SLOTS; of->slot[at].count > 0 && of->slot[at].hash != hash;)
        at = (at + 1) % SLOTS;
    if (of->slot[at].count == 0 && of->used++ > SLOTS / 4 * 3) {
        none = (slot){0};
        return &none;
    }
    of->slot[at].hash = hash;
    return &of->slot[at];
}

/// The class of a style; STYLES if there are too many.
static uint32_t class_of(press *of, const char *style, size_t length)
{
    for (uint32_t i = 0; i < of->style_count; i++)
        if (of->style_bytes[i] == length && memcmp(of->style[i], style, length) == 0)
            return i;
    if (of->style_count == STYLES)
        return STYLES;
    of->style[of->style_count] = style;
    of->style_bytes[of->style_count] = length;
    return of->style_count++;
}

/// Adds coordinates without their last decimals.
static void add_short(press *of, const char *at, const char *end)
{
    while (at < end) {
        const char *point = memchr(at, '.', (size_t)(end - at)), *rest;

        if (point == NULL) {
            add(of, &of->line, at, (size_t)(end - at));
            return;
        }
        for (rest = point + 1; rest < end && *rest >= '0' && *rest <= '9';)
            rest++;
        add(of, &of->line, at,
            (size_t)((rest - point > DECIMALS ? point + DECIMALS + 1 : rest) - at));
        at = rest;
    }
}

/// Makes of->line of a path of the SVG.
static void make_line(press *of, const char *line, size_t length)
{
    static const char style_mark[] = " style=\"", path_mark[] = " d=\"";
    const char *end = line + length;
    const char *style = memmem(line, length, style_mark, sizeof style_mark - 1);
    const char *close, *path;
    uint32_t number;
    char class[24];

    of->line.length = 0;
    if (style != NULL) {
        style += sizeof style_mark - 1;
        close = memchr(style, '"', (size_t)(end - style));
        number = close != NULL ? class_of(of, style, (size_t)(close - style)) : STYLES;
        if (number < STYLES) {
            add(of, &of->line, line, (size_t)(style - line) - (sizeof style_mark - 1));
            snprintf(class, sizeof class, " class=\"c%u\"", number);
            add_text(of, &of->line, class);
            line = close + 1;
        }
    }
    path = memmem(line, (size_t)(end - line), path_mark, sizeof path_mark - 1);
    close = path != NULL ? memchr(path + sizeof path_mark - 1, '"',
                                  (size_t)(end - path) - (sizeof path_mark - 1))
                         : NULL;
    if (close != NULL) {
        add(of, &of->line, line, (size_t)(path - line) + sizeof path_mark - 1);
        add_short(of, path + sizeof path_mark - 1, close);
        line = close;
    }
    add(of, &of->line, line, (size_t)(end - line));
}

/// Adds a path: the first of several with a number, the others as uses of it.
static void add_path(press *of, draw_bytes *to)
{
    slot *path = find_slot(of, &of->line);
    char text[48];

    if (path->count < 2 || of->line.length < WORTH_SHARING) {
        add(of, to, (const char *)of->line.data, of->line.length);
        return;
    }
    if (path->number > 0) {
        snprintf(text, sizeof text, "<use xlink:href=\"#u%u\"/>", path->number);
        add_text(of, to, text);
        return;
    }
    path->number = ++of->shared;
    snprintf(text, sizeof text, "<path id=\"u%u\"", path->number);
    add_text(of, to, text);
    add(of, to, (const char *)of->line.data + 5, of->line.length - 5);
}

static void add_styles(press *of, draw_bytes *to)
{
    char text[24];

    add_text(of, to, "<style>");
    for (uint32_t i = 0; i < of->style_count; i++) {
        snprintf(text, sizeof text, ".c%u{", i);
        add_text(of, to, text);
        add(of, to, of->style[i], of->style_bytes[i]);
        add_text(of, to, "}\n");
    }
    add_text(of, to, "</style>\n");
}

/// Goes through the SVG line by line: with `to` NULL to count, else to write.
static void go_through(press *of, const draw_bytes *svg, draw_bytes *to)
{
    const char *at = (const char *)svg->data, *end = at + svg->length;
    bool has_styles = false;

    while (at < end && !of->has_failed) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((line_end != NULL ? line_end : end) - at);

        if (length > 6 && memcmp(at, "<path ", 6) == 0 && at[length - 2] == '/') {
            make_line(of, at, length);
            if (to == NULL)
                find_slot(of, &of->line)->count++;
            else
                add_path(of, to);
        } else if (to != NULL) {
            add(of, to, at, length);
        }
        if (to != NULL && line_end != NULL)
            add_text(of, to, "\n");
        if (to != NULL && !has_styles && memmem(at, length, "</title>", 8) != NULL) {
            add_styles(of, to);
            has_styles = true;
        }
        at += length + 1;
    }
}

bool draw_press(draw_bytes *svg)
{
    press of = {.slot = calloc(SLOTS, sizeof of.slot[0])};
    draw_bytes made = {0};

    if (of.slot == NULL)
        return false;
    go_through(&of, svg, NULL);
    go_through(&of, svg, &made);
    free(of.slot);
    free(of.line.data);
    if (of.has_failed) {
        free(made.data);
        return false;
    }
    free(svg->data);
    *svg = made;
    return true;
}
