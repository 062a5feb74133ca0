// SPDX-License-Identifier: MIT
// limber many: runs commands from standard input, each in a process of its own. A program that asks
// thousands of questions, as our tests do, loads limber and its libraries once instead of every
// time.
//
// A line is a command: its words with a tab between them. The answer is a line with the exit code
// (less than 0: the signal that ended it) and the bytes of both outputs, and then those bytes.

#include "cli.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 256, FILES = 2 };

/// Cuts a line into its words; 0 if there are none, or too many.
static int cut(char *line, char **word)
{
    int count = 0;
    char *rest = line;

    line[strcspn(line, "\n")] = '\0';
    while (rest != NULL && rest[0] != '\0' && count < WORDS_MAX)
        word[count++] = strsep(&rest, "\t");
    word[count] = NULL;
    return rest == NULL ? count : 0;
}

/// Runs a command with nothing to read and its outputs in `files`; does not return. It leaves
/// without closing streams: that would move the place where the next command is read.
static _Noreturn void run_apart(int count, char **word, const int *files)
{
    int nothing = open("/dev/null", O_RDONLY);

    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(files[0], STDOUT_FILENO) < 0 ||
        dup2(files[1], STDERR_FILENO) < 0)
        _exit(CLI_USAGE);
    _exit(cli_run(count, word));
}

/// Copies a file to standard output.
static bool pass_on(int file, size_t size)
{
    char piece[1 << 14];

    for (size_t done = 0; done < size;) {
        ssize_t got = pread(file, piece, sizeof piece, (off_t)done);

        if (got <= 0 || fwrite(piece, 1, (size_t)got, stdout) != (size_t)got)
            return false;
        done += (size_t)got;
    }
    return true;
}

/// Runs one command and answers with what came of it.
static bool answer(int count, char **word)
{
    int files[FILES] = {memfd_create("out", 0), memfd_create("err", 0)}, status = 0;
    size_t size[FILES];
    pid_t child;
    bool is_good;

    fflush(stdout);
    child = files[0] >= 0 && files[1] >= 0 ? fork() : -1;
    if (child == 0)
        run_apart(count, word, files);
    is_good = child > 0 && waitpid(child, &status, 0) == child;
    if (is_good) {
        for (uint32_t i = 0; i < FILES; i++)
            size[i] = (size_t)lseek(files[i], 0, SEEK_END);
        printf("%d %zu %zu\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), size[0],
               size[1]);
        is_good = pass_on(files[0], size[0]) && pass_on(files[1], size[1]) && fflush(stdout) == 0;
    }
    for (uint32_t i = 0; i < FILES; i++)
        if (files[i] >= 0)
            close(files[i]);
    return is_good;
}

int cmd_many(int argc, char **argv)
{
    char *line = NULL, *word[WORDS_MAX + 1];
    size_t room = 0;
    int code = CLI_DONE, own = dup(STDIN_FILENO);
    FILE *commands = own >= 0 ? fdopen(own, "r") : NULL; /* what is read ahead no command may see */

    if (argc > 1)
        return cli_error("many takes nothing behind it: %s", cli_clean(argv[1]));
    if (commands == NULL)
        return cli_error("standard input cannot be read");
    while (code == CLI_DONE && getline(&line, &room, commands) > 0) {
        int count = cut(line, word);

        if (count == 0)
            code = cli_error("a command has from 1 to %d words", WORDS_MAX);
        else if (!answer(count, word))
            code = cli_error("cannot run a command");
    }
    free(line);
    fclose(commands);
    return code;
}
