// SPDX-License-Identifier: MIT
// Fitting text to the terminal. Away from one: 80 columns, no escapes, ASCII bars.

#include "cli.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PLAIN_WIDTH = 80, WIDTH_MIN = 40, WIDTH_MAX = 120 };

int term_width(void)
{
    struct winsize size;

    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return PLAIN_WIDTH;
    return size.ws_col < WIDTH_MIN ? WIDTH_MIN : size.ws_col > WIDTH_MAX ? WIDTH_MAX : size.ws_col;
}

bool term_is_rich(void)
{
    const char *term = getenv("TERM");

    return isatty(STDOUT_FILENO) && term != NULL && strcmp(term, "dumb") != 0 &&
           strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int term_columns(const char *text)
{
    int columns = 0;

    for (; *text != '\0'; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80;
    return columns;
}

void term_pad(const char *text, int width)
{
    int columns = term_columns(text);

    fputs(text, stdout);
    printf("%*s", width > columns ? width - columns : 0, "");
}

/// True if no line should end at this blank: a number stays with its unit or its per cent.
static bool is_glued(const char *start, const char *blank)
{
    static const char *const units[] = {"%", "cm", "mm"};

    for (size_t i = 0; blank > start && blank[-1] >= '0' && blank[-1] <= '9' &&
                       i < sizeof units / sizeof units[0];
         i++) {
        size_t length = strlen(units[i]);

        if (strncmp(blank + 1, units[i], length) == 0 &&
            strchr(" ,.;:)", blank[1 + length]) != NULL)
            return true;
    }
    return false;
}

/// The length of what stands in one line: a word, or several that are glued.
static size_t piece_length(const char *text)
{
    size_t length = strcspn(text, " ");

    while (text[length] == ' ' && is_glued(text, text + length))
        length += 1 + strcspn(text + length + 1, " ");
    return length;
}

/// The columns of the first bytes of a text.
static int columns_of(const char *text, size_t length)
{
    char piece[256];

    snprintf(piece, sizeof piece, "%.*s", (int)length, text);
    return term_columns(piece);
}

void term_wrap(const char *text, int column, int indent)
{
    int width = term_width() - 1;

    while (*text != '\0') {
        size_t length = piece_length(text);
        int columns = columns_of(text, length);

        if (column > indent && column + columns > width) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        fwrite(text, 1, length, stdout);
        column += columns;
        text += length;
        if (*text == ' ') {
            text++;
            if (column + 1 + columns_of(text, piece_length(text)) <= width) {
                putchar(' ');
                column++;
            } else {
                printf("\n%*s", indent, "");
                column = indent;
            }
        }
    }
    putchar('\n');
}

bool term_has_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");

    return term_is_rich() && (no_colour == NULL || no_colour[0] == '\0');
}

void term_heading(const char *text)
{
    bool is_bold = term_has_colour();

    printf("%s%s%s\n", is_bold ? "\033[1m" : "", text, is_bold ? "\033[0m" : "");
}

void term_bar(uint64_t part, uint64_t whole, int gap, int width)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    uint64_t parts = whole > 0 ? (part * (uint64_t)width * 8 + whole / 2) / whole : 0;

    if (!term_is_rich())
        parts = (parts + 4) / 8 * 8;
    if (parts > 0)
        printf("%*s", gap, "");
    for (; parts >= 8; parts -= 8)
        fputs(term_is_rich() ? "█" : "#", stdout);
    fputs(eighths[parts], stdout);
}

const char *term_percent(const lb_fraction *p, char *text)
{
    uint64_t hundredths = (lb_fraction_scaled(p) * 10000 + (UINT64_C(1) << 31)) >> 32;

    if (lb_fraction_is_one(p))
        snprintf(text, 16, "100 %%");
    else if (hundredths == 0)
        snprintf(text, 16, "< 0.01 %%");
    else if (hundredths == 10000)
        snprintf(text, 16, "> 99.99 %%");
    else
        snprintf(text, 16, "%u.%02u %%", (unsigned)(hundredths / 100),
                 (unsigned)(hundredths % 100));
    return text;
}
