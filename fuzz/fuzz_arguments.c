// SPDX-License-Identifier: MIT
// The whole program on hostile arguments, one a line. Standard input and output lead nowhere.

#include "harness.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int limber_main(int argc, char **argv);

enum { ARGUMENTS = 24, BYTES = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool is_silent;
    char text[BYTES], name[] = "limber";
    char *argv[ARGUMENTS + 2] = {name};
    int argc = 1, code;

    if (!is_silent) {
        is_silent =
            freopen("/dev/null", "w", stdout) != NULL && freopen("/dev/null", "r", stdin) != NULL;
    }
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *at = text; argc <= ARGUMENTS && at != NULL && at < text + size;) {
        argv[argc++] = at;
        at = strchr(at, '\n');
        if (at != NULL)
            *at++ = '\0';
    }
    /* It plays whole battles: long, and fuzz_actions tries them better. */
    if (argc > 1 && strcmp(argv[1], "bench") == 0)
        return 0;
    code = limber_main(argc, argv);
    if (code < 0 || code > 2)
        abort();
    return 0;
}
