// SPDX-License-Identifier: MIT
// See store.h. Write-ahead log, every commit synced: what a caller has been told is on the disk. A
// lock beside the file keeps a second server from the same store; readers (backups) are welcome.

#include "store/store.h"

#include "base/put.h"
#include "store/statements.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { VERSION = 1, WAIT_MS = 5000, PATH_BYTES = 4096 };

struct store {
    sqlite3 *base;
    sqlite3_stmt *statement[STATEMENT_COUNT];
    int lock;
};

static const char *const text_of[STATEMENT_COUNT] = {
#define STATEMENT(name, text) [STATEMENT_##name] = text,
#include "store/statements.def"
};

static const char schema[] =
#define TABLE(text) text ";\n"
#include "store/tables.def"
    ;

const char *store_why(const store *s)
{
    return sqlite3_errmsg(s->base);
}

/* Opening and closing. */

static lb_status complain(lb_diag *diag, const char *path, const char *why)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_FILE, 0, 0);

    lb_put_text(&put, path);
    lb_put_text(&put, ": ");
    lb_put_text(&put, why);
    return diag->status;
}

/// Takes the lock beside the store. -1 if another server has it.
static int take_lock(const char *path)
{
    char name[PATH_BYTES + 8];
    int handle;

    if (strlen(path) >= PATH_BYTES)
        return -1;
    snprintf(name, sizeof name, "%s.lock", path);
    handle = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (handle >= 0 && flock(handle, LOCK_EX | LOCK_NB) != 0) {
        close(handle);
        handle = -1;
    }
    return handle;
}

static bool run(store *s, const char *text)
{
    return sqlite3_exec(s->base, text, NULL, NULL, NULL) == SQLITE_OK;
}

/// The number that a pragma says; -1 if it cannot be read.
static int64_t number_of(store *s, const char *pragma)
{
    sqlite3_stmt *row = NULL;
    int64_t number = -1;

    if (sqlite3_prepare_v2(s->base, pragma, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW)
        number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return number;
}

/// Sets the file up, makes its tables if it has none, and prepares all statements. NULL, or why
/// not.
static const char *set_up(store *s)
{
    int64_t version;

    sqlite3_busy_timeout(s->base, WAIT_MS);
    if (!run(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
                "PRAGMA trusted_schema = OFF"))
        return store_why(s);
    version = number_of(s, "PRAGMA user_version");
    if (version == 0 && number_of(s, "SELECT count(*) FROM sqlite_schema") != 0)
        return "this is not a store of Limber";
    if (version == 0 && !(run(s, "BEGIN IMMEDIATE") && run(s, schema) &&
                          run(s, "PRAGMA user_version = 1") && run(s, "COMMIT")))
        return store_why(s);
    if (version > VERSION)
        return "a later version of Limber has made this store";
    if (version < 0)
        return store_why(s);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        if (sqlite3_prepare_v3(s->base, text_of[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statement[i],
                               NULL) != SQLITE_OK)
            return store_why(s);
    return NULL;
}

lb_status store_open(const char *path, store **opened, lb_diag *diag)
{
    store *s = calloc(1, sizeof *s);
    const char *why = NULL;
    mode_t mask;

    *opened = NULL;
    if (s == NULL)
        return complain(diag, path, "out of memory");
    s->lock = take_lock(path);
    if (s->lock < 0)
        why = "another server uses this store, or its folder cannot be written to";
    /* Games hold secrets of their players: nobody else on the machine reads them. */
    mask = umask(077);
    if (why == NULL && sqlite3_open_v2(path, &s->base, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                       NULL) != SQLITE_OK)
        why = s->base != NULL ? store_why(s) : "out of memory";
    if (why == NULL)
        why = set_up(s);
    (void)umask(mask);
    if (why != NULL) {
        lb_status status = complain(diag, path, why);

        store_close(s);
        return status;
    }
    *opened = s;
    return LB_OK;
}

void store_close(store *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->base);
    if (s->lock >= 0)
        close(s->lock);
    free(s);
}

/* Statements. */

/// A statement ready to be bound.
static sqlite3_stmt *fresh(store *s, statement which)
{
    sqlite3_stmt *row = s->statement[which];

    sqlite3_reset(row);
    sqlite3_clear_bindings(row);
    return row;
}

/// Runs a statement that gives no rows.
static bool done(sqlite3_stmt *row)
{
    bool is_done = sqlite3_step(row) == SQLITE_DONE;

    if (is_done)
        sqlite3_reset(row);
    return is_done;
}

static void bind_text(sqlite3_stmt *row, int at, const char *text)
{
    if (text != NULL)
        sqlite3_bind_text(row, at, text, -1, SQLITE_STATIC);
}

static void copy_text(sqlite3_stmt *row, int at, char *to, size_t room)
{
    const unsigned char *text = sqlite3_column_text(row, at);

    snprintf(to, room, "%s", text != NULL ? (const char *)text : "");
}

/// Copies a blob of exactly so many bytes. False if there is none.
static bool copy_bytes(sqlite3_stmt *row, int at, uint8_t *to, size_t size)
{
    const void *bytes = sqlite3_column_blob(row, at);

    if (bytes == NULL || (size_t)sqlite3_column_bytes(row, at) != size)
        return false;
    memcpy(to, bytes, size);
    return true;
}

/// Ends a transaction: all of it, or nothing.
static store_result commit(store *s, bool is_good)
{
    if (is_good && done(fresh(s, STATEMENT_COMMIT)))
        return STORE_OK;
    if (sqlite3_get_autocommit(s->base) == 0) {
        /* A plain call keeps the message of what went wrong: a rollback would replace it. */
        sqlite3_step(fresh(s, STATEMENT_ROLLBACK));
        sqlite3_reset(s->statement[STATEMENT_ROLLBACK]);
    }
    return STORE_FAILED;
}

static int64_t now(void)
{
    struct timespec at;

    (void)clock_gettime(CLOCK_REALTIME, &at);
    return at.tv_sec;
}

/* Games. */

static bool add_seat(store *s, int64_t game, int side, const store_seat *seat)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_ADD_SEAT);

    sqlite3_bind_int64(row, 1, game);
    sqlite3_bind_int(row, 2, side);
    bind_text(row, 3, seat->kind);
    bind_text(row, 4, seat->name);
    if (seat->has_token)
        sqlite3_bind_blob(row, 5, seat->token, sizeof seat->token, SQLITE_STATIC);
    sqlite3_bind_int(row, 6, seat->has_joined);
    return done(row);
}

/// Keeps the text of a file once, however many games are made from it.
static bool add_file(store *s, int64_t game, int place, const lb_bundle_file *file)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_ADD_TEXT);
    uint8_t hash[SHA256_BYTES];

    sha256(file->text, file->size, hash);
    sqlite3_bind_blob(row, 1, hash, sizeof hash, SQLITE_STATIC);
    sqlite3_bind_text64(row, 2, file->text, file->size, SQLITE_STATIC, SQLITE_UTF8);
    if (!done(row))
        return false;
    row = fresh(s, STATEMENT_ADD_FILE);
    sqlite3_bind_int64(row, 1, game);
    sqlite3_bind_int(row, 2, place);
    bind_text(row, 3, file->name);
    sqlite3_bind_blob(row, 4, hash, sizeof hash, SQLITE_STATIC);
    return done(row);
}

static bool add_row(store *s, store_game *game)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_ADD_GAME);

    game->made = now();
    bind_text(row, 1, game->id);
    bind_text(row, 2, game->name);
    bind_text(row, 3, game->scenario);
    bind_text(row, 4, game->rules);
    sqlite3_bind_int(row, 5, game->has_real_dice);
    sqlite3_bind_blob(row, 6, game->key, sizeof game->key, SQLITE_STATIC);
    sqlite3_bind_int64(row, 7, game->made);
    if (!done(row))
        return false;
    game->number = sqlite3_last_insert_rowid(s->base);
    return true;
}

store_result store_add_game(store *s, store_game *game, const store_seat seat[STORE_SIDES],
                            const lb_bundle *files)
{
    bool is_good = done(fresh(s, STATEMENT_BEGIN)) && add_row(s, game);

    for (int side = 0; side < STORE_SIDES; side++)
        is_good = is_good && add_seat(s, game->number, side, &seat[side]);
    for (uint32_t i = 0; i < files->count; i++)
        is_good = is_good && add_file(s, game->number, (int)i, &files->file[i]);
    return commit(s, is_good);
}

static void read_seat(sqlite3_stmt *row, store_seat *seat)
{
    copy_text(row, 1, seat->kind, sizeof seat->kind);
    copy_text(row, 2, seat->name, sizeof seat->name);
    seat->has_token = copy_bytes(row, 3, seat->token, sizeof seat->token);
    seat->has_joined = sqlite3_column_int(row, 4) != 0;
}

store_result store_find_game(store *s, const char *id, store_game *game,
                             store_seat seat[STORE_SIDES])
{
    sqlite3_stmt *row = fresh(s, STATEMENT_FIND_GAME);
    int code;
    uint32_t seats = 0;

    bind_text(row, 1, id);
    code = sqlite3_step(row);
    if (code == SQLITE_ROW) {
        game->number = sqlite3_column_int64(row, 0);
        copy_text(row, 1, game->id, sizeof game->id);
        copy_text(row, 2, game->name, sizeof game->name);
        copy_text(row, 3, game->scenario, sizeof game->scenario);
        copy_text(row, 4, game->rules, sizeof game->rules);
        game->has_real_dice = sqlite3_column_int(row, 5) != 0;
        if (!copy_bytes(row, 6, game->key, sizeof game->key))
            code = SQLITE_CORRUPT;
        game->made = sqlite3_column_int64(row, 7);
    }
    sqlite3_reset(row);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
    row = fresh(s, STATEMENT_SEATS);
    sqlite3_bind_int64(row, 1, game->number);
    while (seats < STORE_SIDES && sqlite3_step(row) == SQLITE_ROW)
        read_seat(row, &seat[seats++]);
    sqlite3_reset(row);
    return seats == STORE_SIDES ? STORE_OK : STORE_FAILED;
}

/// Adds a file that the bundle owns.
static bool take_file(lb_bundle *files, sqlite3_stmt *row)
{
    const char *name = (const char *)sqlite3_column_text(row, 0);
    const void *text = sqlite3_column_text(row, 1);
    size_t size = (size_t)sqlite3_column_bytes(row, 1);
    char *copy = name != NULL && text != NULL ? malloc(size + 1) : NULL;

    if (copy == NULL)
        return false;
    memcpy(copy, text, size);
    copy[size] = '\0';
    if (!lb_bundle_add(files, name, copy, size)) {
        free(copy);
        return false;
    }
    files->file[files->count - 1].owned = copy;
    return true;
}

store_result store_read_files(store *s, int64_t game, lb_bundle *files)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_FILES);
    int code = SQLITE_ROW;
    bool is_good = true;

    sqlite3_bind_int64(row, 1, game);
    while (is_good && (code = sqlite3_step(row)) == SQLITE_ROW)
        is_good = take_file(files, row);
    sqlite3_reset(row);
    if (is_good && code == SQLITE_DONE && files->count > 0)
        return STORE_OK;
    lb_bundle_clear(files);
    return STORE_FAILED;
}

/* Logs. */

static bool add_step(store *s, int64_t game, const store_step *step, int64_t made)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_ADD_STEP);

    sqlite3_bind_int64(row, 1, game);
    sqlite3_bind_int64(row, 2, step->n);
    sqlite3_bind_int(row, 3, (int)step->kind);
    sqlite3_bind_int(row, 4, step->side);
    sqlite3_bind_int64(row, 5, step->keep);
    bind_text(row, 6, step->answer);
    for (int reader = 0; reader < STORE_READERS; reader++)
        bind_text(row, 7 + reader, step->told[reader]);
    sqlite3_bind_int64(row, 7 + STORE_READERS, made);
    return done(row);
}

store_result store_append(store *s, int64_t game, const store_step *steps, size_t count)
{
    bool is_good = done(fresh(s, STATEMENT_BEGIN));
    int64_t made = now();

    for (size_t i = 0; i < count; i++)
        is_good = is_good && add_step(s, game, &steps[i], made);
    return commit(s, is_good);
}

store_result store_read_steps(store *s, int64_t game, uint32_t since, store_on_step on_step,
                              void *context)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_STEPS);
    int code;
    bool goes_on = true;

    sqlite3_bind_int64(row, 1, game);
    sqlite3_bind_int64(row, 2, since);
    while ((code = sqlite3_step(row)) == SQLITE_ROW && goes_on) {
        store_step step = {.n = (uint32_t)sqlite3_column_int64(row, 0),
                           .kind = (store_kind)sqlite3_column_int(row, 1),
                           .side = (uint8_t)sqlite3_column_int(row, 2),
                           .keep = (uint32_t)sqlite3_column_int64(row, 3),
                           .answer = (const char *)sqlite3_column_text(row, 4)};
        const int last = STORE_READERS - 1;

        for (int reader = 0; reader < STORE_READERS; reader++) {
            const void *told = sqlite3_column_text(row, 5 + reader);

            step.told[reader] =
                told != NULL ? told : (const void *)sqlite3_column_text(row, 5 + last);
        }
        goes_on = on_step(context, &step);
    }
    sqlite3_reset(row);
    return code == SQLITE_DONE || code == SQLITE_ROW ? STORE_OK : STORE_FAILED;
}

/* Players. */

store_result store_join(store *s, int64_t game, uint32_t side, const char *name,
                        const uint8_t *token)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_JOIN);

    bind_text(row, 1, name);
    if (token != NULL)
        sqlite3_bind_blob(row, 2, token, SHA256_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(row, 3, game);
    sqlite3_bind_int(row, 4, (int)side);
    return done(row) ? STORE_OK : STORE_FAILED;
}

store_result store_say(store *s, int64_t game, store_chat *line)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_SAY);

    line->made = now();
    sqlite3_bind_int64(row, 1, game);
    sqlite3_bind_int64(row, 2, line->n);
    sqlite3_bind_int(row, 3, line->side);
    bind_text(row, 4, line->text);
    sqlite3_bind_int64(row, 5, line->made);
    return done(row) ? STORE_OK : STORE_FAILED;
}

store_result store_read_chat(store *s, int64_t game, uint32_t since, store_on_chat on_chat,
                             void *context)
{
    sqlite3_stmt *row = fresh(s, STATEMENT_CHAT);
    int code;
    bool goes_on = true;

    sqlite3_bind_int64(row, 1, game);
    sqlite3_bind_int64(row, 2, since);
    while ((code = sqlite3_step(row)) == SQLITE_ROW && goes_on) {
        store_chat line = {.n = (uint32_t)sqlite3_column_int64(row, 0),
                           .side = (uint8_t)sqlite3_column_int(row, 1),
                           .text = (const char *)sqlite3_column_text(row, 2),
                           .made = sqlite3_column_int64(row, 3)};

        goes_on = on_chat(context, &line);
    }
    sqlite3_reset(row);
    return code == SQLITE_DONE || code == SQLITE_ROW ? STORE_OK : STORE_FAILED;
}

int64_t store_count(store *s)
{
    return number_of(s, "SELECT count(*) FROM game");
}
