// SPDX-License-Identifier: MIT
// Keeping a game on the disk, going on with it, taking back.
//
// An answer is written and synced before it is carried out and shown; so whatever a person has seen
// is in the record. Dice and whims are drawn anew for every answer from the seed and the number of
// the answer: nothing else has to be kept, and a decision that is taken back meets the same dice.

#include "play.h"
#include "text/record.h"

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

/// The folder of saved games, made if it is not there. False if there is none.
static bool find_folder(char *path, size_t room)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length;

    if (state != NULL && state[0] == '/')
        length = snprintf(path, room, "%s/limber", state);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, room, "%s/.local/state/limber", home);
    else
        return false;
    if (length < 0 || (size_t)length >= room)
        return false;
    for (char *at = path + 1; *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(path, 0700);
            *at = '/';
        }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

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

    if (!find_folder(folder, sizeof folder))
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
            puts("There is no folder to keep this game in: save it before you leave, or name a "
                 "file with --record.");
        }
    } else {
        snprintf(g->path, sizeof g->path, "%s", g->asked.record);
        *file = open_new(g->path);
    }
    if (*file != NULL)
        return true;
    if (errno == EEXIST)
        cli_error("%s is there already: --resume goes on with it", cli_clean(g->path));
    else
        cli_error("%s cannot be written: %s", cli_clean(g->path), strerror(errno));
    return false;
}

bool play_begin(game *g)
{
    char scenario[PATH_MAX], house[PATH_MAX], players[64], seed[24];
    FILE *file;

    if (!open_record(g, &file))
        return false;
    lb_battle_start(&g->battle, &g->state, NULL);
    (void)flock(fileno(file), LOCK_EX | LOCK_NB);
    snprintf(players, sizeof players, "%s %s", g->side == 0 ? "person" : lb_level_word(g->level),
             g->side == 1 ? "person" : lb_level_word(g->level));
    snprintf(seed, sizeof seed, "%" PRIu64, g->asked.seed);
    g->recorder = lb_recorder_start(file, &g->battle, true);
    lb_recorder_head(&g->recorder,
                     &(lb_record_head){.scenario = whole_path(g->asked.scenario, scenario),
                                       .rules = g->battle.rules->id,
                                       .house = whole_path(g->asked.house, house),
                                       .dice = g->has_real_dice ? "real" : NULL,
                                       .players = players,
                                       .seed = seed},
                     lb_battle_digest(&g->battle, &g->state));
    return true;
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

    if (node->kind == LB_NODE_DECISION && node->question.side == r->g->side) {
        play_remember(r->g);
        r->g->undo[r->g->undo_count - 1].offset = r->head_bytes + (long)offset;
        r->g->undo[r->g->undo_count - 1].recorder.sum = sum;
    }
    r->g->answers++;
}

/// Opens the record to go on behind its last whole line. False after complaining.
static bool reopen(game *g, long bytes)
{
    FILE *file = fopen(g->path, "r+");

    if (file == NULL || flock(fileno(file), LOCK_EX | LOCK_NB) != 0) {
        cli_error("%s %s", cli_clean(g->path),
                  file != NULL ? "is being played elsewhere" : strerror(errno));
        if (file != NULL)
            fclose(file);
        return false;
    }
    if (ftruncate(fileno(file), bytes) != 0 || fseek(file, bytes, SEEK_SET) != 0) {
        cli_error("%s cannot be written: %s", cli_clean(g->path), strerror(errno));
        fclose(file);
        return false;
    }
    g->recorder = lb_recorder_start(file, &g->battle, true);
    g->recorder.turn = g->state.turn;
    g->recorder.phase = g->state.phase;
    g->recorder.active = g->state.active;
    return true;
}

/// Plays the record again up to where it stopped. False after complaining.
static bool catch_up(game *g, char *text)
{
    lb_sink sink = {.emit = play_emit, .context = g};
    resumption r = {.g = g};
    uint64_t sum = 0;
    lb_replay_watch watch = {.sink = &sink, .on_answer = on_answer, .context = &r, .sum = &sum};
    bool is_torn = lb_record_drop_torn(text), is_complete;
    long bytes = (long)strlen(text);
    lb_record_head head;
    lb_diag diag;

    if (lb_record_read_head(text, &head, &diag) != LB_OK) {
        cli_diag_error(g->path, &diag);
        return false;
    }
    r.head_bytes = head.body - text;
    if (!read_players(g, &head) || !cli_number("the record's seed", head.seed, &g->asked.seed) ||
        !cli_record_battle(&head, g->asked.house, &g->battle))
        return false;
    g->has_real_dice = head.dice != NULL;
    g->log = battle_log_start(&g->battle, &g->state, g->asked.style);
    if (lb_record_play(&head, &g->battle, &g->state, &watch, &is_complete, &diag) != LB_OK) {
        cli_diag_error(g->path, &diag);
        return false;
    }
    if (!reopen(g, bytes))
        return false;
    g->recorder.sum = sum;
    if (is_torn)
        puts("The last line of the record was torn off in the middle and is left out; everything "
             "before it stands.");
    if (g->state.machine.node.kind == LB_NODE_END && !is_complete)
        lb_recorder_end(&g->recorder, &g->state);
    return true;
}

bool play_resume(game *g)
{
    char *text;
    bool is_good;

    snprintf(g->path, sizeof g->path, "%s", g->asked.resume);
    text = cli_read_file(g->path, LB_RECORD_FILE_MAX);
    is_good = text != NULL && catch_up(g, text);
    free(text);
    return is_good;
}

/* Answers. */

/// Counts an answer that is on its way to the disk.
static void note_answer(game *g)
{
    if (g->recorder.has_failed) {
        printf("The record in %s cannot be written any more: save the game elsewhere.\n",
               cli_clean(g->path));
        g->recorder.has_failed = false;
    }
    g->answers++;
}

/// Writes the end of a battle that is over.
static void note_end(game *g)
{
    if (g->state.machine.node.kind == LB_NODE_END)
        lb_recorder_end(&g->recorder, &g->state);
}

void play_act(game *g, const lb_action *action)
{
    lb_sink sink = {.emit = play_emit, .context = g};
    lb_run run = lb_battle_run(&g->battle, &g->state, &sink);

    lb_recorder_action(&g->recorder, &g->state, action);
    note_answer(g);
    lb_run_act(&run, action);
    note_end(g);
}

void play_throw(game *g, const uint8_t *faces, uint32_t count)
{
    lb_sink sink = {.emit = play_emit, .context = g};
    lb_run run = lb_battle_run(&g->battle, &g->state, &sink);

    lb_recorder_roll(&g->recorder, &g->state, faces, count);
    note_answer(g);
    lb_run_throw(&run, faces, count);
    note_end(g);
}

void play_remember(game *g)
{
    if (g->undo_count == PLAY_UNDO_MAX) {
        memmove(&g->undo[0], &g->undo[1], (PLAY_UNDO_MAX - 1) * sizeof g->undo[0]);
        g->undo_count--;
    }
    g->undo[g->undo_count++] =
        (play_moment){.state = g->state,
                      .recorder = g->recorder,
                      .answers = g->answers,
                      .offset = g->recorder.file != NULL ? ftell(g->recorder.file) : 0};
}

bool play_undo(game *g)
{
    const play_moment *last;
    FILE *file = g->recorder.file;

    if (g->undo_count == 0) {
        puts("There is nothing to take back.");
        return false;
    }
    last = &g->undo[--g->undo_count];
    fflush(file);
    if (ftruncate(fileno(file), last->offset) != 0 || fseek(file, last->offset, SEEK_SET) != 0)
        g->recorder.has_failed = true;
    g->state = last->state;
    g->answers = last->answers;
    g->recorder.sum = last->recorder.sum;
    g->recorder.turn = last->recorder.turn;
    g->recorder.phase = last->recorder.phase;
    g->recorder.active = last->recorder.active;
    g->now.count = g->test.count = 0;
    g->now.has_dice = g->test.has_dice = false;
    g->log.turn = 0xff;
    return true;
}

void play_save(const game *g, const char *path)
{
    FILE *from = g->recorder.file, *file;
    long end = ftell(from);
    char block[4096];
    size_t size;

    if (path[0] == '\0') {
        if (g->path[0] != '\0')
            printf("The game is kept in %s all the time; save FILE makes a copy.\n",
                   cli_clean(g->path));
        else
            puts("save takes the name of a file.");
        return;
    }
    file = fopen(path, "w");
    if (file == NULL) {
        printf("%s cannot be written: %s.\n", cli_clean(path), strerror(errno));
        return;
    }
    rewind(from);
    while ((size = fread(block, 1, sizeof block, from)) > 0)
        fwrite(block, 1, size, file);
    fseek(from, end, SEEK_SET);
    printf(fclose(file) == 0 ? "Saved %s.\n" : "%s could not be written to its end.\n",
           cli_clean(path));
}

void play_end(game *g)
{
    bool is_over = g->state.machine.node.kind == LB_NODE_END;

    if (g->recorder.file == NULL)
        return;
    fclose(g->recorder.file);
    g->recorder.file = NULL;
    if (g->path[0] == '\0')
        return;
    if (is_over)
        printf("The record is in %s.\n", cli_clean(g->path));
    else
        printf("The game is kept. Go on with: limber play --resume %s\n", cli_clean(g->path));
}
