// SPDX-License-Identifier: MIT
// limber draw: the table as a picture, from a scenario or from a record. What the picture shows is
// in draw_*.c; here are the files. A picture is made in memory and then written as a whole, so that
// every failure to write it is noticed.

#include "cli.h"
#include "draw.h"
#include "text/record.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// What was asked for.
typedef struct request {
    const char *file, *out, *rules, *house, *to_text;
    uint64_t to_turn;
    bool is_strip, is_moving, is_forced;
} request;

/// Writes a picture; it takes the place of another picture unasked. False after complaining.
static bool write_file(const request *asked, const draw_bytes *from)
{
    static const char *const starts[] = {"\x89PNG", "%PDF-", "<?xml", "<svg"};
    bool is_written;
    cli_output to;
    int why;

    if (!cli_output_renew(&to, asked->out, asked->is_forced, starts,
                          sizeof starts / sizeof starts[0]))
        return false;
    is_written = fwrite(from->data, 1, from->length, to.file) == from->length;
    why = errno;
    if (cli_output_close(&to, is_written))
        return true;
    cli_error("%s cannot be written: %s", cli_clean(asked->out),
              strerror(is_written ? errno : why));
    return false;
}

typedef enum kind { SVG, PDF, PNG, KINDS } kind;

static kind kind_of(const char *path)
{
    static const char *const endings[KINDS] = {[SVG] = ".svg", [PDF] = ".pdf", [PNG] = ".png"};
    const char *ending = strrchr(path, '.');

    for (kind i = 0; i < KINDS && ending != NULL; i++)
        if (strcmp(ending, endings[i]) == 0)
            return i;
    return KINDS;
}

/// Something to measure text with before there is a page.
static PangoLayout *make_layout(void)
{
    PangoFontMap *fonts = pango_cairo_font_map_get_default();
    PangoContext *context = pango_font_map_create_context(fonts);
    cairo_font_options_t *options = cairo_font_options_create();
    PangoLayout *layout;

    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    pango_cairo_context_set_resolution(context, 96);
    cairo_font_options_destroy(options);
    layout = pango_layout_new(context);
    g_object_unref(context);
    return layout;
}

/// Draws on a surface. False if that failed.
static bool draw_on(cairo_surface_t *surface, draw_picture *p, const request *asked, draw_bytes *to)
{
    cairo_status_t status;

    p->cairo = cairo_create(surface);
    if (asked->is_strip)
        draw_strip(p);
    else
        draw_page(p);
    status = cairo_status(p->cairo);
    cairo_destroy(p->cairo);
    if (status == CAIRO_STATUS_SUCCESS && kind_of(asked->out) == PNG)
        status = cairo_surface_write_to_png_stream(surface, draw_bytes_add, to);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (p->ground != NULL)
        cairo_surface_destroy(p->ground);
    p->ground = NULL;
    if (status != CAIRO_STATUS_SUCCESS)
        cli_error("%s cannot be drawn: %s", cli_clean(asked->out), cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}

/// Draws a moving picture into a file. False after complaining.
static bool animate(draw_picture *p, const request *asked)
{
    draw_bytes made = {0};
    bool is_good;

    p->layout = make_layout();
    is_good = draw_moving(p, &made);
    if (!is_good)
        cli_error("%s cannot be drawn: there is not enough memory", cli_clean(asked->out));
    is_good = is_good && write_file(asked, &made);
    g_object_unref(p->layout);
    free(made.data);
    return is_good;
}

/// Draws into a file by its ending. False after complaining.
static bool draw(draw_picture *p, const request *asked)
{
    draw_bytes made = {0};
    draw_texts texts = {0};
    cairo_surface_t *surface;
    bool is_good;
    double height;

    p->layout = make_layout();
    height = ceil(asked->is_strip ? draw_strip(p) : draw_page(p));
    if (kind_of(asked->out) == SVG) {
        surface = cairo_svg_surface_create_for_stream(draw_bytes_add, &made, DRAW_PAGE, height);
        p->texts = &texts;
    } else if (kind_of(asked->out) == PDF) {
        surface = cairo_pdf_surface_create_for_stream(draw_bytes_add, &made, DRAW_PAGE, height);
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, p->battle->title);
    } else {
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, DRAW_PAGE, (int)height);
    }
    is_good = draw_on(surface, p, asked, &made);
    if (is_good && p->texts != NULL && !draw_add_texts(&made, p->battle, &texts)) {
        cli_error("%s cannot be drawn: there is not enough memory", cli_clean(asked->out));
        is_good = false;
    }
    is_good = is_good && write_file(asked, &made);
    g_object_unref(p->layout);
    draw_texts_free(&texts);
    free(made.data);
    return is_good;
}

static bool read_request(request *asked, int argc, char **argv)
{
    const cli_option options[] = {
        {"--rules", &asked->rules, NULL},    {"--house", &asked->house, NULL},
        {"--out", &asked->out, NULL},        {"--to", &asked->to_text, NULL},
        {"--strip", NULL, &asked->is_strip}, {"--animate", NULL, &asked->is_moving},
        {"--force", NULL, &asked->is_forced}};

    if (cli_options(argc, argv, options, sizeof options / sizeof options[0], &asked->file, 1) < 0)
        return false;
    if (asked->file == NULL || asked->out == NULL) {
        cli_error("draw needs a scenario or record, and --out FILE.svg, .png or .pdf");
        return false;
    }
    if (kind_of(asked->out) == KINDS) {
        cli_error("--out takes a file that ends in .svg, .png or .pdf");
        return false;
    }
    if (asked->is_moving && (kind_of(asked->out) != SVG || asked->is_strip)) {
        cli_error(asked->is_strip ? "--animate and --strip are two pictures: take one of them"
                                  : "--animate takes a file that ends in .svg");
        return false;
    }
    return asked->to_text == NULL || cli_number("--to", asked->to_text, &asked->to_turn);
}

/// Reads a record. CLI_DONE, or how to end after complaining.
static int read_record(const request *asked, char *text, lb_battle *battle, draw_story *story)
{
    lb_record_head head;
    int code = cli_read_head(asked->file, text, &head);

    if (code == CLI_DONE)
        code = cli_record_battle(&head, asked->house, battle);
    if (code == CLI_DONE && !draw_story_read(story, asked->file, &head, battle))
        code = CLI_REFUSED;
    return code;
}

/// Reads the record or scenario that was named. CLI_DONE, or how to end after complaining.
static int read_story(const request *asked, lb_battle *battle, draw_story *story)
{
    char path[CLI_PATH];
    char *text;
    int code;

    cli_find_scenario(asked->file, path);
    text = cli_read_record(path);
    if (text == NULL)
        return CLI_USAGE;
    if (strncmp(text, "limber record", 13) != 0) {
        free(text);
        if (asked->to_text != NULL || asked->is_strip || asked->is_moving) {
            cli_error("%s needs a record: nothing has happened in a scenario",
                      asked->is_strip    ? "--strip"
                      : asked->is_moving ? "--animate"
                                         : "--to");
            return CLI_USAGE;
        }
        return cli_battle(asked->file, asked->rules, asked->house, battle) &&
                       draw_story_start(story, battle)
                   ? CLI_DONE
                   : CLI_USAGE;
    }
    code = read_record(asked, text, battle, story);
    free(text);
    return code;
}

/// Finds the moment that was asked for. False after complaining.
static bool find_moment(const request *asked, draw_story *story, draw_picture *p)
{
    size_t number = story->moment_count - 1;

    if (asked->to_text != NULL) {
        for (number = 0; number < story->moment_count; number++)
            if (story->moment[number].after == asked->to_turn)
                break;
        if (number == story->moment_count) {
            const draw_moment *last = &story->moment[story->moment_count - 1];

            cli_error("--to %s is not in this record: it %s turn %u", cli_clean(asked->to_text),
                      last->is_cut ? "breaks off in" : "ends in",
                      last->is_cut ? last->after + 1U : last->after);
            return false;
        }
        if (asked->is_strip || asked->is_moving)
            story->moment_count = number + 1;
    }
    p->moment = &story->moment[number];
    p->state = &p->moment->state;
    p->before = number > 0 ? p->moment - 1 : NULL;
    return true;
}

int cmd_draw(int argc, char **argv)
{
    static lb_battle battle;
    draw_story story = {0};
    request asked = {0};
    draw_picture p = {.battle = &battle, .story = &story};
    int code;

    if (!read_request(&asked, argc, argv))
        return CLI_USAGE;
    code = read_story(&asked, &battle, &story);
    if (code == CLI_DONE && (!find_moment(&asked, &story, &p) ||
                             !(asked.is_moving ? animate(&p, &asked) : draw(&p, &asked))))
        code = CLI_USAGE;
    draw_story_free(&story);
    return code;
}
