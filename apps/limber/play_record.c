// SPDX-License-Identifier: MIT
// Keeping a game on the disk, going on with it, taking back.
//
// An answer is written and synced before it is carried out and shown; so whatever a person has seen
// is in the record. An answer that the disk does not take is not carried out. Dice and whims are
// drawn anew for every answer from the seed and the number of the answer: nothing else has to be
// kept, and a decision that is taken back meets the same dice.

#include "play.h"
#include "play_folder.h"
#include "text/file.h"
#include "text/record.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_MAX = 1000 };

lb_dice play_dice(const game *g, bool is_whim)
{
    uint8_t key[32] = {0};
    lb_dice dice;

    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)(g->asked.seed >> 8 * i);
    for (int i = 0; i < 4; i++)
        key[8 + i] = (uint8_t)(g->answers >> 8 * i);
    key[12] = is_whim;
    key[13] = 'p';
    lb_dice_key(&dice, key);
    return dice;
}

/* Events. */

/// Keeps an event with its dice; what does not fit is forgotten.
static void keep_event(play_happening *all, const lb_event *event)
{
    lb_event *kept = &all->event[all->count];

    if (all->count == PLAY_EVENTS_MAX || all->face_count + event->face_count > PLAY_FACES_MAX)
        return;
    *kept = *event;
    if (event->roll != NULL) {
        all->roll[all->count] = *event->roll;
        kept->roll = &all->roll[all->count];
    }
    if (event->face_count > 0) {
        memcpy(all->faces + all->face_count, event->faces, event->face_count);
        kept->faces = all->faces + all->face_count;
        all->face_count += event->face_count;
    }
    all->has_dice |= event->kind == LB_EVENT_ROLL || event->kind == LB_EVENT_ADD;
    all->count++;
}

/// A copy whose events point into itself.
static void copy_happening(play_happening *to, const play_happening *from)
{
    *to = *from;
    for (uint32_t i = 0; i < to->count; i++) {
        if (to->event[i].roll != NULL)
            to->event[i].roll = &to->roll[i];
        if (to->event[i].faces != NULL)
            to->event[i].faces = to->faces + (from->event[i].faces - from->faces);
    }
}

void play_emit(void *context, const lb_event *event)
{
    game *g = context;

    if (event->kind == LB_EVENT_CHOICE) {
        if (g->now.has_dice)
            copy_happening(&g->test, &g->now);
        g->now.count = g->now.face_count = 0;
        g->now.has_dice = false;
        g->now.has_action = true;
        g->now.action = g->state.action;
        g->now.side = event->side;
    } else {
        keep_event(&g->now, event);
    }
    if (g->recorder.file != NULL)
        battle_log_emit(&g->log, event);
}

/* Where it is kept. */

/// Opens a new file; NULL with errno if it cannot be had or is there already.
static FILE *open_new(const char *path)
{
    int handle = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    return handle >= 0 ? fdopen(handle, "r+") : NULL;
}

/// Opens a record that nobody has named. NULL if there is no place for one.
static FILE *open_unnamed(game *g)
{
    char folder[PATH_MAX - 128];

    if (!folder_make(folder, sizeof folder))
        return NULL;
    for (int i = 1; i < NAMES_MAX; i++) {
        FILE *file;

        snprintf(g->path, sizeof g->path,
                 i == 1 ? "%s/%s-%" PRIu64 ".record" : "%s/%s-%" PRIu64 "-%d.record", folder,
                 g->battle.scenario, g->asked.seed, i);
        file = open_new(g->path);
        if (file != NULL || errno != EEXIST)
            return file;
    }
    return NULL;
}

/// The path of a file from the root, so that a game can be resumed from anywhere.
static const char *whole_path(const char *path, char *room)
{
    return path == NULL ? NULL : realpath(path, room) != NULL ? room : path;
}

static bool open_record(game *g, FILE **file)
{
    if (g->asked.record == NULL) {
        *file = open_unnamed(g);
        if (*file == NULL) {
            g->path[0] = '\0';
            *file = tmpfile();
            term_wrap(
                "There is no folder to keep this game in: save it before you leave, or name a "
                "file with --record.",
                0, 2);
        }
    } else {
        snprintf(g->path, sizeof g->path, "%s", g->asked.record);
        *file = open_new(g->path);
        if (*file != NULL)
            folder_link(g->path);
    }
    if (*file != NULL)
        return true;
    if (errno == EEXIST)
        cli_error("%s is there already: --resume goes on with it", cli_clean(g->path));
    else
        cli_error("%s cannot be written: %s", cli_clean(g->path), strerror(errno));
    return false;
}

/// Takes away a record that could not be begun.
static void drop_record(game *g)
{
    fclose(g->recorder.file);
    g->recorder.file = NULL;
    if (g->path[0] != '\0')
        (void)unlink(g->path);
}

bool play_begin(game *g)
{
    char scenario[PATH_MAX], house[PATH_MAX], players[64], seed[24];
    bool is_written;
    FILE *file;

    if (!open_record(g, &file))
        return false;
    lb_battle_start(&g->battle, &g->state, NULL);
    (void)flock(fileno(file), LOCK_EX | LOCK_NB);
    snprintf(players, sizeof players, "%s %s",
             g->is_shared || g->side == 0 ? "person" : lb_level_word(g->level),
             g->is_shared || g->side == 1 ? "person" : lb_level_word(g->level));
    snprintf(seed, sizeof seed, "%" PRIu64, g->asked.seed);
    g->recorder = lb_recorder_start(file, &g->battle, true);
    is_written =
        lb_recorder_head(&g->recorder,
                         &(lb_record_head){.scenario = whole_path(g->asked.scenario, scenario),
                                           .rules = g->battle.rules->id,
                                           .house = whole_path(g->asked.house, house),
                                           .dice = g->has_real_dice ? "real" : NULL,
                                           .players = players,
                                           .seed = seed,
                                           .files = g->files},
                         lb_battle_digest(&g->battle, &g->state));
    if (is_written)
        return true;
    cli_error("%s cannot be written: %s", cli_clean(g->path), strerror(errno));
    drop_record(g);
    return false;
}

/* Going on. */

/// Who plays, from the head of a record. False after complaining.
static bool read_players(game *g, const lb_record_head *head)
{
    const char *second = strchr(head->players, ' ');
    char first[32];

    if (second == NULL || second - head->players >= (long)sizeof first) {
        cli_error("%s: nobody could go on with this: players %s", cli_clean(g->path),
                  cli_clean(head->players));
        return false;
    }
    memcpy(first, head->players, (size_t)(second - head->players));
    first[second++ - head->players] = '\0';
    g->side = strcmp(first, "person") == 0 ? 0 : 1;
    g->is_shared = strcmp(first, "person") == 0 && strcmp(second, "person") == 0;
    if (g->is_shared)
        return true;
    for (lb_level level = 0; level < LB_LEVEL_COUNT; level++)
        if (strcmp(g->side == 0 ? second : first, lb_level_word(level)) == 0 &&
            strcmp(g->side == 0 ? first : second, "person") == 0) {
            g->level = level;
            return true;
        }
    cli_error("%s: no person plays in this record: players %s", cli_clean(g->path),
              cli_clean(head->players));
    return false;
}

/// What going on needs while the record is played again.
typedef struct resumption {
    game *g;
    long head_bytes;
} resumption;

static void on_answer(void *context, size_t offset, uint64_t sum)
{
    resumption *r = context;
    const lb_node *node = &r->g->state.machine.node;

    if (node->kind == LB_NODE_DECISION && (r->g->is_shared || node->question.side == r->g->side)) {
        play_remember(r->g);
        r->g->undo[r->g->undo_count - 1].offset = r->head_bytes + (long)offset;
        r->g->undo[r->g->undo_count - 1].recorder.sum = sum;
    }
    r->g->answers++;
}

/// Keeps a copy of a damaged record beside it, before the damage is cut off. False after
/// complaining.
static bool keep_damaged(const game *g, const char *bytes, size_t size)
{
    char path[sizeof g->path + 16];
    FILE *copy = NULL;

    for (int i = 1; i < NAMES_MAX && copy == NULL; i++) {
        snprintf(path, sizeof path, i == 1 ? "%s.damaged" : "%s.damaged%d", g->path, i);
        copy = open_new(path);
        if (copy == NULL && errno != EEXIST)
            break;
    }
    if (copy == NULL) {
        cli_error("%s cannot be written: %s", cli_clean(path), strerror(errno));
        return false;
    }
    (void)fwrite(bytes, 1, size, copy);
    if (!cli_close_file(copy, path)) {
        (void)unlink(path);
        return false;
    }
    printf("The record as it was is kept in %s.\n", cli_clean(path));
    return true;
}

/// Makes the record end behind `bytes`, its last whole line, and goes on from there. False after
/// complaining.
static bool go_on_behind(game *g, FILE *file, size_t bytes, uint64_t sum)
{
    if (ftruncate(fileno(file), (off_t)bytes) != 0) {
        cli_error("%s cannot be written: %s", cli_clean(g->path), strerror(errno));
        return false;
    }
    g->recorder = lb_recorder_start(file, &g->battle, true);
    g->recorder.sum = sum;
    g->recorder.turn = g->state.turn;
    g->recorder.phase = g->state.phase;
    g->recorder.active = g->state.active;
    return true;
}

static bool has_more_than_zeros(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != '\0')
            return true;
    return false;
}

/// A record that is read to go on with it.
typedef struct reopened {
    FILE *file;
    char *text;     ///< is cut up as it is read
    char *original; ///< the bytes as they are in the file
    size_t size;    ///< of these
} reopened;

/// Reads the head and sets up the battle. False after complaining.
static bool read_game(game *g, reopened *r, lb_record_head *head)
{
    g->code = cli_read_head(g->path, r->text, head);
    if (g->code != CLI_DONE)
        return false;
    g->code = CLI_USAGE;
    if (!read_players(g, head) || !cli_number("the record's seed", head->seed, &g->asked.seed))
        return false;
    g->code = cli_record_battle(head, g->asked.house, &g->battle);
    if (g->code != CLI_DONE)
        return false;
    g->code = CLI_USAGE;
    g->has_real_dice = head->dice != NULL;
    g->log = battle_log_start(&g->battle, &g->state, g->asked.style);
    g->log.teller.reader = (uint8_t)(g->side + 1);
    return true;
}

/// Plays the record again up to where it stopped, or up to where it is damaged. False after
/// complaining.
static bool catch_up(game *g, reopened *r)
{
    lb_sink sink = {.emit = play_emit, .context = g};
    resumption again = {.g = g};
    uint64_t sum = 0;
    size_t whole = 0, length = strlen(r->text);
    lb_replay_watch watch = {
        .sink = &sink, .on_answer = on_answer, .context = &again, .sum = &sum, .whole = &whole};
    bool is_torn = lb_record_drop_torn(r->text) || length < r->size;
    bool is_damaged = has_more_than_zeros(r->original + length, r->size - length);
    bool is_complete;
    lb_record_head head;
    lb_diag diag;
    lb_status status;

    if (!read_game(g, r, &head))
        return false;
    again.head_bytes = head.body - r->text;
    status = lb_record_play(&head, &g->battle, &g->state, &watch, &is_complete, &diag);
    if (status == LB_ERROR_CHANGED) {
        cli_diag_error(g->path, &diag);
        g->code = CLI_REFUSED;
        return false;
    }
    if (status != LB_OK)
        printf(
            "Line %d of the record is damaged: %s.\nEverything before it stands; the game goes on "
            "from there.\n",
            (int)diag.line, diag.text);
    if ((status != LB_OK || is_damaged) && !keep_damaged(g, r->original, r->size))
        return false;
    if (!go_on_behind(g, r->file, (size_t)again.head_bytes + whole, sum))
        return false;
    if (is_torn && status == LB_OK)
        puts("The last line of the record was torn off in the middle and is left out; everything "
             "before it stands.");
    if (g->state.machine.node.kind == LB_NODE_END && !is_complete)
        (void)lb_recorder_end(&g->recorder, &g->state);
    return true;
}

/// Opens and locks the record before anything is read: somebody may be playing it. False after
/// complaining.
static bool open_locked(const game *g, reopened *r)
{
    int handle = open(g->path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    lb_diag diag;

    if (handle < 0 || (r->file = fdopen(handle, "r+")) == NULL) {
        cli_error("%s cannot be read: %s", cli_clean(g->path), strerror(errno));
        if (handle >= 0)
            close(handle);
        return false;
    }
    if (flock(handle, LOCK_EX | LOCK_NB) != 0) {
        cli_error("%s is being played elsewhere", cli_clean(g->path));
        return false;
    }
    if (lb_file_read_handle(handle, LB_RECORD_FILE_MAX, &r->original, &r->size, &diag) != LB_OK) {
        cli_error("%s %s", cli_clean(g->path), diag.text);
        return false;
    }
    r->text = r->size <= LB_RECORD_FILE_MAX ? strdup(r->original) : NULL;
    if (r->text == NULL) {
        cli_error("%s is not a text of ours", cli_clean(g->path));
        return false;
    }
    return true;
}

bool play_resume(game *g)
{
    reopened r = {0};
    bool is_good;

    if (g->asked.resume == NULL) {
        if (!folder_latest(g->path, sizeof g->path))
            return false;
    } else {
        snprintf(g->path, sizeof g->path, "%s", g->asked.resume);
    }
    is_good = open_locked(g, &r) && catch_up(g, &r);
    if (!is_good && r.file != NULL)
        fclose(r.file);
    free(r.text);
    free(r.original);
    return is_good;
}

/* Answers. */

/// Says that an answer is not on the disk and therefore not taken; always false.
static bool refuse_answer(game *g)
{
    char line[PATH_MAX + LB_DIAG_TEXT];

    snprintf(line, sizeof line,
             "The record cannot be written (%s), so this answer is not taken. %s is kept as far as "
             "here.",
             strerror(errno), g->path[0] != '\0' ? cli_clean(g->path) : "The game");
    term_wrap(line, 0, 2);
    /* What was remembered to take this answer back. */
    if (g->undo_count > 0 && g->undo[g->undo_count - 1].answers == g->answers)
        g->undo_count--;
    return false;
}

/// Counts an answer, and writes the end of a battle that is over.
static void note_answer(game *g)
{
    g->answers++;
    g->recorder.has_failed = false;
    if (lb_machine_has_broken_off(&g->state.machine)) {
        g->code = cli_error("the rules call each other too deep from here on");
        return;
    }
    if (g->state.machine.node.kind == LB_NODE_END && !lb_recorder_end(&g->recorder, &g->state))
        printf("The end could not be written (%s); going on with the record writes it.\n",
               strerror(errno));
}

bool play_act(game *g, const lb_action *action)
{
    lb_sink sink = {.emit = play_emit, .context = g};
    lb_run run = lb_battle_run(&g->battle, &g->state, &sink);

    if (!lb_recorder_action(&g->recorder, &g->state, action))
        return refuse_answer(g);
    lb_run_act(&run, action);
    note_answer(g);
    return true;
}

bool play_throw(game *g, const uint8_t *faces, uint32_t count)
{
    lb_sink sink = {.emit = play_emit, .context = g};
    lb_run run = lb_battle_run(&g->battle, &g->state, &sink);

    if (!lb_recorder_roll(&g->recorder, &g->state, faces, count))
        return refuse_answer(g);
    lb_run_throw(&run, faces, count);
    note_answer(g);
    return true;
}

void play_remember(game *g)
{
    if (g->undo_count == PLAY_UNDO_MAX) {
        memmove(&g->undo[0], &g->undo[1], (PLAY_UNDO_MAX - 1) * sizeof g->undo[0]);
        g->undo_count--;
        g->undo_floor -= g->undo_floor > 0;
    }
    g->undo[g->undo_count++] = (play_moment){.state = g->state,
                                             .recorder = g->recorder,
                                             .answers = g->answers,
                                             .offset = (long)g->recorder.size,
                                             .log = g->log};
}

bool play_undo(game *g)
{
    const play_moment *last;

    if (g->undo_count <= g->undo_floor) {
        puts(g->undo_count == 0
                 ? "There is nothing to take back."
                 : "The keyboard has changed hands since; nothing of yours is left to "
                   "take back.");
        return false;
    }
    last = &g->undo[g->undo_count - 1];
    if (ftruncate(fileno(g->recorder.file), last->offset) != 0) {
        printf("The record cannot be written (%s), so nothing is taken back.\n", strerror(errno));
        return false;
    }
    g->undo_count--;
    g->recorder.size = last->offset;
    g->state = last->state;
    g->answers = last->answers;
    g->recorder.sum = last->recorder.sum;
    g->recorder.turn = last->recorder.turn;
    g->recorder.phase = last->recorder.phase;
    g->recorder.active = last->recorder.active;
    g->now.count = g->test.count = 0;
    g->now.has_dice = g->test.has_dice = false;
    g->log = last->log;
    g->log.turn = 0xff;
    return true;
}

/// Copies the whole lines of the record into an open file. False with errno.
static bool copy_record(const game *g, FILE *to)
{
    char block[4096];
    int from = fileno(g->recorder.file);

    for (int64_t at = 0; at < g->recorder.size;) {
        int64_t left = g->recorder.size - at;
        size_t wanted = left < (int64_t)sizeof block ? (size_t)left : sizeof block;
        ssize_t got = pread(from, block, wanted, (off_t)at);

        if (got <= 0 || fwrite(block, 1, (size_t)got, to) != (size_t)got)
            return false;
        at += got;
    }
    return fflush(to) == 0 && (fsync(fileno(to)) == 0 || errno == EINVAL || errno == ENOTSUP);
}

/// True if a path leads to the game's own record.
static bool is_own_record(const game *g, const char *path)
{
    struct stat own, other;

    return fstat(fileno(g->recorder.file), &own) == 0 && stat(path, &other) == 0 &&
           own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

/// Copies the record to a file; what it takes the place of is lost only when the copy is whole.
/// False with errno.
static bool save_copy(const game *g, const char *path, bool is_forced, cli_output *to)
{
    bool is_good;

    if (!cli_output_open(to, path, is_forced))
        return false;
    is_good = copy_record(g, to->file);
    return cli_output_close(to, is_good);
}

static bool is_link(const char *path)
{
    struct stat about;

    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/// True if there is something at a path that a copy must not take the place of: a device, a pipe.
static bool is_no_file(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

void play_save(const game *g, const char *path)
{
    bool is_forced = words_take(&path, "--force");
    cli_output to;

    if (path[0] == '\0') {
        if (g->path[0] != '\0')
            printf("The game is kept in %s all the time; save FILE makes a copy.\n",
                   cli_clean(g->path));
        else
            puts("save takes the name of a file.");
    } else if (is_own_record(g, path)) {
        printf("%s is this game's own record, which is kept all the time.\n", cli_clean(path));
    } else if (is_no_file(path)) {
        printf("%s is no plain file; save takes the name of one.\n", cli_clean(path));
    } else if (save_copy(g, path, is_forced, &to)) {
        printf("Saved %s", cli_clean(path));
        if (is_link(path))
            printf(", a link that stays; the game is in %s", cli_clean(to.path));
        puts(".");
    } else if (errno == EEXIST) {
        printf("%s is there already: save --force FILE overwrites it.\n", cli_clean(path));
    } else {
        printf("%s cannot be written: %s.\n", cli_clean(path), strerror(errno));
    }
}

void play_end(game *g)
{
    bool is_over = g->state.machine.node.kind == LB_NODE_END;

    lb_bundle_clear(&g->files);
    if (g->recorder.file == NULL)
        return;
    fclose(g->recorder.file);
    g->recorder.file = NULL;
    if (g->path[0] == '\0')
        return;
    /* In full, however long it is: people copy it. */
    fputs(is_over ? "The record is in " : "The game is kept. Go on with: limber play --resume ",
          stdout);
    for (const char *c = g->path; *c != '\0'; c++)
        putchar((unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c);
    puts(is_over ? "." : "");
}
