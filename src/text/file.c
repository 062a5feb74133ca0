// SPDX-License-Identifier: MIT
// See file.h.

#include "text/file.h"

#include "base/put.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static lb_status complain(lb_diag *diag, const char *why)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_FILE, 0, 0);

    lb_put_text(&put, "cannot be read: ");
    lb_put_text(&put, why);
    return diag->status;
}

/// Reads up to `room` bytes from the beginning. False with errno.
static bool read_whole(int handle, char *text, size_t room, size_t *size)
{
    *size = 0;
    while (*size < room) {
        ssize_t got = pread(handle, text + *size, room - *size, (off_t)*size);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            break;
        *size += (size_t)got;
    }
    return true;
}

lb_status lb_file_read_handle(int handle, size_t most, char **text, size_t *size, lb_diag *diag)
{
    struct stat about;
    size_t room;

    if (fstat(handle, &about) != 0)
        return complain(diag, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return complain(diag, S_ISDIR(about.st_mode) ? strerror(EISDIR) : "it is not a plain file");
    /* A file may have grown since, or say nothing of its size as those in /proc do. */
    room = about.st_size > 0 && (uint64_t)about.st_size < most ? (size_t)about.st_size : most;
    room++;
    *text = malloc(room + 1);
    if (*text == NULL)
        return complain(diag, strerror(ENOMEM));
    if (!read_whole(handle, *text, room, size)) {
        free(*text);
        *text = NULL;
        return complain(diag, strerror(errno));
    }
    (*text)[*size] = '\0';
    return LB_OK;
}

lb_status lb_file_read(const char *path, size_t most, char **text, size_t *size, lb_diag *diag)
{
    int handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    lb_status status;

    *text = NULL;
    *size = 0;
    if (handle < 0)
        return complain(diag, strerror(errno));
    status = lb_file_read_handle(handle, most, text, size, diag);
    close(handle);
    return status;
}
