// SPDX-License-Identifier: MIT
// The folder of saved games: where it is, what is in it, which game was played last.

#include "play_folder.h"

#include "base/hash.h"
#include "cli.h"
#include "text/file.h"
#include "text/record.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool folder_find(char *path, size_t room)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length;

    if (state != NULL && state[0] == '/')
        length = snprintf(path, room, "%s/limber", state);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, room, "%s/.local/state/limber", home);
    else
        return false;
    return length >= 0 && (size_t)length < room;
}

bool folder_make(char *path, size_t room)
{
    if (!folder_find(path, room))
        return false;
    for (char *at = path + 1; *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(path, 0700);
            *at = '/';
        }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

void folder_link(const char *path)
{
    char folder[FOLDER_PATH - 64], link[FOLDER_PATH], *whole = realpath(path, NULL);
    uint64_t hash = LB_HASH_SALT;

    if (whole != NULL && folder_make(folder, sizeof folder)) {
        for (const char *at = whole; *at != '\0'; at++)
            hash = lb_hash_word(hash, (uint8_t)*at);
        snprintf(link, sizeof link, "%s/elsewhere-%016" PRIx64 ".record", folder,
                 lb_hash_end(hash));
        if (strncmp(whole, folder, strlen(folder)) != 0)
            (void)!symlink(whole, link);
    }
    free(whole);
}

/// The number behind a word of a line.
static uint32_t number_behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);

    return at != NULL ? (uint32_t)strtoul(at + strlen(word), NULL, 10) : 0;
}

/// Reads how far a game has come from the lines of its body.
static void read_progress(const char *body, folder_game *game)
{
    for (size_t length; *body != '\0'; body += length + (body[length] == '\n')) {
        length = strcspn(body, "\n");
        if (strncmp(body, "# turn ", 7) == 0)
            game->turn = number_behind(body, "# turn ");
        else if (strncmp(body, "end ", 4) == 0)
            game->is_over = true;
    }
}

/// Plays a game that is not over again, as far as it goes, to see in which turn it is now: the
/// remarks in a record say only in which turn the last answer was given.
static void find_turn(const lb_record_head *head, const lb_scenario *scenario, folder_game *game)
{
    static lb_house_rules house;
    static lb_battle battle;
    static lb_state state;
    const lb_ruleset *rules = lb_ruleset_find(head->rules);
    lb_diag diag;

    if (rules == NULL || rules->play == NULL || head->version < 3 ||
        lb_bundle_house(&head->files, &house, &diag) != LB_OK ||
        lb_battle_muster(&battle, rules, lb_house_rules_for(&house, rules), scenario, &diag) !=
            LB_OK ||
        lb_record_play(head, &battle, &state, NULL, NULL, &diag) != LB_OK)
        return;
    game->is_over = state.machine.node.kind == LB_NODE_END;
    game->turn = state.turn;
}

/// Reads what a list says of a game. False if the file is no record.
static bool read_game(folder_game *game)
{
    static lb_scenario scenario;
    lb_record_head head;
    lb_diag diag;
    size_t size;
    char *text;
    bool is_record = false, has_scenario;

    if (lb_file_read(game->path, LB_RECORD_FILE_MAX, &text, &size, &diag) != LB_OK)
        return false;
    (void)lb_record_drop_torn(text);
    if (lb_record_read_head(text, &head, &diag) == LB_OK) {
        const char *slash = strrchr(head.scenario, '/');

        is_record = true;
        has_scenario = lb_bundle_scenario(&head.files, &scenario, &diag) == LB_OK;
        snprintf(game->rules, sizeof game->rules, "%s", head.rules);
        snprintf(game->players, sizeof game->players, "%s", head.players);
        snprintf(game->title, sizeof game->title, "%s",
                 has_scenario    ? scenario.title
                 : slash != NULL ? slash + 1
                                 : head.scenario);
        read_progress(head.body, game);
        if (has_scenario && !game->is_over)
            find_turn(&head, &scenario, game);
    }
    free(text);
    return is_record;
}

/// Newest first; games of the same second by name.
static int compare(const void *a, const void *b)
{
    const folder_game *x = a, *y = b;

    if (x->played != y->played)
        return x->played > y->played ? -1 : 1;
    return strcmp(x->path, y->path);
}

static bool is_record_name(const char *name)
{
    size_t length = strlen(name);

    return length > 7 && strcmp(name + length - 7, ".record") == 0;
}

/// Puts the path of a file that is a link in the place of the link's. False if it leads nowhere.
static bool follow(folder_game *game)
{
    struct stat about;
    char *whole;
    bool is_whole;

    if (lstat(game->path, &about) != 0 || !S_ISLNK(about.st_mode))
        return true;
    whole = realpath(game->path, NULL);
    is_whole = whole != NULL && strlen(whole) < sizeof game->path;
    if (is_whole)
        memcpy(game->path, whole, strlen(whole) + 1);
    free(whole);
    return is_whole;
}

/// Adds a file of the folder if it is a game.
static bool add_game(folder_games *games, const char *folder, const char *name)
{
    folder_game *more, *game;
    struct stat about;

    more = realloc(games->game, (games->count + 1) * sizeof *more);
    if (more == NULL)
        return false;
    games->game = more;
    game = &games->game[games->count];
    *game = (folder_game){0};
    if ((size_t)snprintf(game->path, sizeof game->path, "%s/%s", folder, name) <
            sizeof game->path &&
        follow(game) && stat(game->path, &about) == 0 && read_game(game)) {
        game->played = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec;
        games->count++;
    }
    return true;
}

bool folder_list(folder_games *games)
{
    char folder[FOLDER_PATH];
    struct dirent *entry;
    bool is_good = true;
    DIR *open;

    *games = (folder_games){0};
    if (!folder_find(folder, sizeof folder))
        return true;
    open = opendir(folder);
    if (open == NULL)
        return true;
    while (is_good && (entry = readdir(open)) != NULL)
        if (is_record_name(entry->d_name))
            is_good = add_game(games, folder, entry->d_name);
    closedir(open);
    if (!is_good)
        cli_error("out of memory");
    if (games->count > 1)
        qsort(games->game, games->count, sizeof games->game[0], compare);
    return is_good;
}

bool folder_latest(char *path, size_t room)
{
    folder_games games;
    bool is_found = false;

    if (folder_list(&games)) {
        for (size_t i = 0; i < games.count && !is_found; i++)
            if (!games.game[i].is_over) {
                snprintf(path, room, "%s", games.game[i].path);
                is_found = true;
            }
        if (!is_found)
            cli_error("there is no saved game to go on with");
    }
    free(games.game);
    return is_found;
}
