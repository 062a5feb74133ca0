// SPDX-License-Identifier: MIT
// A line from the person. At a terminal it can be edited, earlier lines come back, and Tab
// completes words, if the program was built with libedit. From a file or a pipe, and at a terminal
// that cannot move its cursor, lines are read as they are.

#include "play.h"
#include "play_folder.h"
#include "words.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

/// Waits until something can be read. False when the person has pressed Ctrl-C, also if that was
/// just before: the signal is let through only while waiting.
static bool wait_for_input(void)
{
    sigset_t blocked, before;

    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    while (!play_is_interrupted()) {
        fd_set input;

        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        if (pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before) >= 0 || errno != EINTR)
            break;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !play_is_interrupted();
}

#ifdef LIMBER_LIBEDIT

#include <histedit.h>
#include <sys/stat.h>
#include <wchar.h>

enum { LINES_KEPT = 500, WORDS_SHOWN = 60, WORD_ROOM = 128, PART_LEAST = 2 };

struct play_editor {
    game *g;
    EditLine *line;
    History *history;
    char prompt[LB_DIAG_TEXT];
    char path[FOLDER_PATH]; ///< of the lines that are kept from game to game; "": nowhere
};

/* Completion. */

/// Words that a fragment may become.
typedef struct completion {
    const char *fragment;
    bool by_parts;          ///< a later word of a name will do
    char common[WORD_ROOM]; ///< what they all begin with
    uint32_t count;
    char word[WORDS_SHOWN][WORD_ROOM];
} completion;

static void offer(void *context, const char *word)
{
    completion *c = context;
    size_t same = 0;

    if (!(c->by_parts ? words_have_part : words_begin_with)(word, c->fragment))
        return;
    for (uint32_t i = 0; i < c->count && i < WORDS_SHOWN; i++)
        if (strcmp(c->word[i], word) == 0)
            return;
    if (c->count < WORDS_SHOWN)
        snprintf(c->word[c->count], WORD_ROOM, "%s", word);
    if (c->count++ == 0) {
        snprintf(c->common, sizeof c->common, "%s", word);
        return;
    }
    while (c->common[same] != '\0' && c->common[same] == word[same])
        same++;
    /* Not in the middle of a character. */
    while (same > 0 && ((unsigned char)c->common[same] & 0xc0) == 0x80)
        same--;
    c->common[same] = '\0';
}

static void show_words(const completion *c)
{
    int column = 0, width = term_width();

    putchar('\n');
    for (uint32_t i = 0; i < c->count && i < WORDS_SHOWN; i++) {
        int length = term_columns(c->word[i]) + 3;

        if (column > 0 && column + length > width) {
            putchar('\n');
            column = 0;
        }
        printf("%s   ", c->word[i]);
        column += length;
    }
    puts(c->count > WORDS_SHOWN ? "…" : "");
    fflush(stdout);
}

/// Puts what is common to all words in the place of the fragment, or shows them if that is no more.
static unsigned char put_completion(EditLine *line, completion *c)
{
    if (c->count == 1) {
        size_t end = strlen(c->common);

        snprintf(c->common + end, sizeof c->common - end, " ");
    }
    if (c->count > 1 &&
        (strcmp(c->common, c->fragment) == 0 || !words_begin_with(c->common, c->fragment))) {
        show_words(c);
        return CC_REDISPLAY;
    }
    el_deletestr(line, term_columns(c->fragment));
    return el_insertstr(line, c->common) == 0 ? CC_REFRESH : CC_ERROR;
}

/// Completes what stands before the cursor: the longest part of it that words begin with, or else
/// that a later word of a name begins with.
static unsigned char complete(EditLine *line, int key)
{
    static completion c;
    const LineInfo *info = el_line(line);
    char typed[PLAY_LINE];
    size_t length = (size_t)(info->cursor - info->buffer);
    struct play_editor *editor;

    (void)key;
    if (length >= sizeof typed || el_get(line, EL_CLIENTDATA, &editor) != 0)
        return CC_ERROR;
    memcpy(typed, info->buffer, length);
    typed[length] = '\0';
    for (int pass = 0; pass < 2; pass++)
        for (size_t at = 0; at <= length; at++) {
            if (at > 0 && typed[at - 1] != ' ' && typed[at - 1] != ',')
                continue;
            c = (completion){.fragment = typed + at, .by_parts = pass == 1};
            if (c.by_parts && length - at < PART_LEAST)
                break;
            play_offer_words(editor->g, typed, at == 0, offer, &c);
            if (c.count > 0)
                return put_completion(line, &c);
        }
    return CC_ERROR;
}

/* The editor. */

static char *prompt_of(EditLine *line)
{
    static char none[] = "> ";
    struct play_editor *editor;

    return el_get(line, EL_CLIENTDATA, &editor) == 0 ? editor->prompt : none;
}

/// Reads a character. Unlike libedit's own it ends when the person presses Ctrl-C.
static int read_letter(EditLine *line, wchar_t *letter)
{
    mbstate_t state = {0};

    (void)line;
    for (;;) {
        char byte;
        ssize_t got;

        if (!wait_for_input())
            return -1;
        got = read(STDIN_FILENO, &byte, 1);
        if (got == 0)
            return 0;
        if (got < 0 && errno != EINTR)
            return -1;
        if (got < 0)
            continue;
        switch (mbrtowc(letter, &byte, 1, &state)) {
        case (size_t)-1:
            state = (mbstate_t){0};
            break;
        case (size_t)-2:
            break;
        default:
            return 1;
        }
    }
}

static void load_history(struct play_editor *editor)
{
    char folder[FOLDER_PATH - 16];
    HistEvent event;

    editor->history = history_init();
    if (editor->history == NULL)
        return;
    history(editor->history, &event, H_SETSIZE, LINES_KEPT);
    history(editor->history, &event, H_SETUNIQUE, 1);
    if (folder_make(folder, sizeof folder)) {
        snprintf(editor->path, sizeof editor->path, "%s/history", folder);
        history(editor->history, &event, H_LOAD, editor->path);
    }
    el_set(editor->line, EL_HIST, history, editor->history);
}

static struct play_editor *open_editor(game *g)
{
    struct play_editor *editor = calloc(1, sizeof *editor);

    if (editor == NULL)
        return NULL;
    editor->g = g;
    editor->line = el_init("limber", stdin, stdout, stderr);
    if (editor->line == NULL) {
        free(editor);
        return NULL;
    }
    el_set(editor->line, EL_CLIENTDATA, editor);
    el_set(editor->line, EL_PROMPT, prompt_of);
    el_set(editor->line, EL_EDITOR, "emacs");
    el_set(editor->line, EL_GETCFN, read_letter);
    el_set(editor->line, EL_ADDFN, "limber-complete", "completes a word", complete);
    el_set(editor->line, EL_BIND, "^I", "limber-complete", NULL);
    load_history(editor);
    return editor;
}

static bool edit_line(game *g, const char *prompt, char *line)
{
    const char *typed;
    size_t length;
    int count;

    snprintf(g->editor->prompt, sizeof g->editor->prompt, "%s", prompt);
    el_resize(g->editor->line);
    fflush(stdout);
    typed = el_gets(g->editor->line, &count);
    if (typed == NULL || count <= 0)
        return false;
    length = strcspn(typed, "\r\n");
    if (length >= PLAY_LINE) {
        snprintf(line, PLAY_LINE, "?");
        return true;
    }
    memcpy(line, typed, length);
    line[length] = '\0';
    if (length > 0 && g->editor->history != NULL) {
        HistEvent event;

        history(g->editor->history, &event, H_ENTER, line);
    }
    return true;
}

static bool can_edit(game *g)
{
    if (!isatty(STDIN_FILENO) || !term_is_rich())
        return false;
    if (g->editor == NULL)
        g->editor = open_editor(g);
    return g->editor != NULL;
}

void play_line_end(game *g)
{
    struct play_editor *editor = g->editor;
    HistEvent event;

    if (editor == NULL)
        return;
    if (editor->history != NULL && editor->path[0] != '\0') {
        mode_t mask = umask(077);

        history(editor->history, &event, H_SAVE, editor->path);
        (void)umask(mask);
    }
    el_end(editor->line);
    if (editor->history != NULL)
        history_end(editor->history);
    free(editor);
    g->editor = NULL;
}

#else

static bool can_edit(game *g)
{
    (void)g;
    return false;
}

static bool edit_line(game *g, const char *prompt, char *line)
{
    (void)g;
    (void)prompt;
    (void)line;
    return false;
}

void play_line_end(game *g)
{
    (void)g;
}

#endif

bool play_line(game *g, const char *prompt, char *line, const char **text)
{
    bool is_read;
    size_t length;

    if (can_edit(g)) {
        is_read = !play_is_interrupted() && edit_line(g, prompt, line);
    } else {
        fputs(prompt, stdout);
        fflush(stdout);
        is_read = (isatty(STDIN_FILENO) ? wait_for_input() : !play_is_interrupted()) &&
                  cli_read_line(line, PLAY_LINE);
    }
    if (!is_read) {
        putchar('\n');
        return false;
    }
    /* A transcript of a file's answers shall show them. */
    if (!isatty(STDIN_FILENO))
        puts(cli_clean(line));
    for (length = strlen(line); length > 0 && line[length - 1] == ' '; length--)
        line[length - 1] = '\0';
    *text = line;
    words_skip(text);
    return true;
}
