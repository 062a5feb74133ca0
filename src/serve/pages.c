// SPDX-License-Identifier: MIT
// The files of the web app. Only plain names lead anywhere, so no request can leave the folder; an
// address without a dot in its last part is one of the app's own pages and gets index.html.

#include "serve/server.h"

#include "base/hash.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 32 << 20, FILE_PATH = 4096 };

static const char no_app[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Limber</title>"
    "<p>This is a Limber server, but the web app was not built: run <code>make web</code>. "
    "The interface for programs is under <a href=\"/api/info\">/api</a>.</p></html>\n";

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".woff", "font/woff"},
        {".ttf", "font/ttf"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".yaml", "text/plain; charset=utf-8"},
        {".record", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return NULL;
}

/// True of a path whose parts are plain names: letters, digits, - _ . and not hidden.
static bool is_plain(const char *path)
{
    static const char known[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./";

    return path[0] == '/' && path[strspn(path, known)] == '\0' && strstr(path, "/.") == NULL &&
           strstr(path, "//") == NULL && strstr(path, "..") == NULL;
}

/// Reads a whole file; NULL if it is none.
static char *read_file(const char *path, size_t *size)
{
    int handle = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat about;
    char *bytes = NULL;
    ssize_t got = 0;

    if (handle >= 0 && fstat(handle, &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size <= FILE_MAX)
        bytes = malloc((size_t)about.st_size + 1);
    for (*size = 0; bytes != NULL && *size < (size_t)about.st_size; *size += (size_t)got) {
        got = read(handle, bytes + *size, (size_t)about.st_size - *size);
        if (got <= 0)
            break;
    }
    if (handle >= 0)
        close(handle);
    return bytes;
}

static void answer_file(http_request *r, const char *bytes, size_t size, const char *type)
{
    uint64_t hash = lb_hash_word(0, size);

    for (size_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word;

        memcpy(&word, bytes + i, sizeof word);
        hash = lb_hash_word(hash, word);
    }
    for (size_t i = size - size % 8; i < size; i++)
        hash = lb_hash_word(hash, (unsigned char)bytes[i]);
    snprintf(r->tag, sizeof r->tag, "\"%016" PRIx64 "\"", lb_hash_end(hash));
    /* Vite puts a hash of their content into the names under /assets. */
    r->caching =
        strncmp(r->path, "/assets/", 8) == 0 ? "public, max-age=31536000, immutable" : "no-cache";
    if (strcmp(r->tag, r->etag) == 0)
        http_answer(r, 304, type, "", 0);
    else
        http_answer(r, 200, type, bytes, size);
}

void pages_answer(http_request *r)
{
    const char *folder = r->server->config->web, *last = strrchr(r->path, '/'), *name = r->path;
    char path[FILE_PATH + PATH_LENGTH];
    char *bytes;
    size_t size;

    if (r->method == HTTP_POST) {
        http_refuse(r, 405, "this page takes no data");
        return;
    }
    if (!is_plain(r->path)) {
        http_refuse(r, 404, "there is no such page");
        return;
    }
    if (last == NULL || strchr(last, '.') == NULL)
        name = "/index.html";
    if (folder == NULL) {
        if (name == r->path)
            http_refuse(r, 404, "there is no such page");
        else
            http_answer(r, 200, "text/html; charset=utf-8", no_app, sizeof no_app - 1);
        return;
    }
    snprintf(path, sizeof path, "%.*s%s", FILE_PATH - 1, folder, name);
    bytes = type_of(name) != NULL ? read_file(path, &size) : NULL;
    if (bytes == NULL)
        http_refuse(r, 404, "there is no such page");
    else
        answer_file(r, bytes, size, type_of(name));
    free(bytes);
}
