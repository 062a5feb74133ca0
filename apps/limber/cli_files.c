// SPDX-License-Identifier: MIT
// Files that commands read and write, and the battles that are made from them.

#include "cli.h"

#include "text/file.h"
#include "text/record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reading and writing. */

void cli_hold_standard_files(void)
{
    /* The wrong way round, so that reading or writing fails as it does on a closed one. */
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};

    for (int handle = 0; handle < 3; handle++)
        if (fcntl(handle, F_GETFD) < 0 && errno == EBADF && open("/dev/null", modes[handle]) < 0)
            _exit(CLI_USAGE);
}

char *cli_read_file(const char *path, size_t most)
{
    char *text;
    size_t size;
    lb_diag diag;

    if (lb_file_read(path, most, &text, &size, &diag) != LB_OK) {
        cli_error("%s %s", cli_clean(path), diag.text);
        return NULL;
    }
    if (size > most || memchr(text, '\0', size) != NULL) {
        cli_error("%s is not a text of ours", cli_clean(path));
        free(text);
        return NULL;
    }
    return text;
}

char *cli_read_record(const char *path)
{
    char *text;
    size_t size, whole;
    lb_diag diag;

    if (lb_file_read(path, LB_RECORD_FILE_MAX, &text, &size, &diag) != LB_OK) {
        cli_error("%s %s", cli_clean(path), diag.text);
        return NULL;
    }
    for (whole = size; whole > 0 && text[whole - 1] == '\0';)
        whole--;
    /* Without a whole head nothing of it can be saved. */
    if (size > LB_RECORD_FILE_MAX || memchr(text, '\0', whole) != NULL ||
        (whole < size && memmem(text, whole, "\nstart ", 7) == NULL)) {
        cli_error("%s is not a text of ours", cli_clean(path));
        free(text);
        return NULL;
    }
    if (whole < size) {
        text[whole] = '\0';
        (void)lb_record_drop_torn(text);
        fprintf(stderr,
                "limber: %s ends in zeros, as a crash leaves them; they and a line that they cut "
                "off are left out\n",
                cli_clean(path));
    }
    return text;
}

bool cli_output_open(cli_output *to, const char *path, bool is_forced)
{
    int handle = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    char real[PATH_MAX];
    struct stat about;

    *to = (cli_output){.is_new = handle >= 0};
    snprintf(to->path, sizeof to->path, "%s", path);
    if (handle < 0 && errno == EEXIST && stat(path, &about) == 0) {
        /* Only a plain file holds something that could be lost. */
        if (!S_ISREG(about.st_mode)) {
            to->file = fopen(path, "w");
            return to->file != NULL;
        }
        if (!is_forced) {
            errno = EEXIST;
            return false;
        }
        if (realpath(path, real) == NULL || strlen(real) >= sizeof to->path)
            return false;
        memcpy(to->path, real, strlen(real) + 1);
        snprintf(to->beside, sizeof to->beside, "%s.%ld", to->path, (long)getpid());
        handle = open(to->beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, about.st_mode & 0777);
    }
    to->file = handle >= 0 ? fdopen(handle, "r+") : NULL;
    return to->file != NULL;
}

/// True if a file is empty or begins in one of some ways.
static bool begins_like(const char *path, const char *const *starts, size_t count)
{
    FILE *file = fopen(path, "rb");
    char head[16] = "";
    size_t length = file != NULL ? fread(head, 1, sizeof head, file) : 0;
    bool is_alike = file != NULL && length == 0;

    for (size_t i = 0; i < count; i++)
        is_alike = is_alike ||
                   (length >= strlen(starts[i]) && memcmp(head, starts[i], strlen(starts[i])) == 0);
    if (file != NULL)
        fclose(file);
    return is_alike;
}

bool cli_output_renew(cli_output *to, const char *path, bool is_forced, const char *const *starts,
                      size_t count)
{
    struct stat about;
    bool is_plain = stat(path, &about) == 0 && S_ISREG(about.st_mode);

    if (cli_output_open(to, path, is_forced || (is_plain && begins_like(path, starts, count))))
        return true;
    if (errno == EEXIST)
        cli_error("%s is there already and is something else: --force overwrites it",
                  cli_clean(path));
    else
        cli_error("%s cannot be written: %s", cli_clean(path), strerror(errno));
    return false;
}

bool cli_output_close(cli_output *to, bool is_good)
{
    int why;

    errno = 0;
    is_good = fflush(to->file) == 0 && ferror(to->file) == 0 && is_good;
    why = errno;
    if (fclose(to->file) != 0 && is_good) {
        is_good = false;
        why = errno;
    }
    if (is_good && to->beside[0] != '\0' && rename(to->beside, to->path) != 0) {
        is_good = false;
        why = errno;
    }
    if (!is_good && to->beside[0] != '\0')
        (void)unlink(to->beside);
    else if (!is_good && to->is_new)
        (void)unlink(to->path);
    errno = why;
    return is_good;
}

bool cli_close_file(FILE *file, const char *path)
{
    bool is_good = ferror(file) == 0;

    errno = 0;
    is_good = fclose(file) == 0 && is_good;
    if (!is_good)
        cli_error("%s cannot be written%s%s", cli_clean(path), errno != 0 ? ": " : "",
                  errno != 0 ? strerror(errno) : "");
    return is_good;
}

/* Battles. */

/// The sheet of a battle. NULL after complaining.
static const lb_ruleset *played_ruleset(const char *id)
{
    const lb_ruleset *rules = id != NULL ? cli_ruleset(id) : cli_usual_ruleset();

    if (rules != NULL && rules->play == NULL) {
        cli_error("%s cannot be played on a table yet, only its charts are there", rules->id);
        return NULL;
    }
    return rules;
}

/// Musters the battle that a bundle holds; the paths are for complaints. False after complaining.
static bool muster(lb_bundle *files, const char *path, const char *house_path,
                   const lb_ruleset *rules, lb_battle *battle)
{
    static lb_house_rules house;
    static lb_scenario scenario;
    lb_diag diag;

    if (lb_bundle_house(files, &house, &diag) != LB_OK) {
        cli_diag_error(house_path, &diag);
        return false;
    }
    if (!cli_house_fits(&house, rules))
        return false;
    if (lb_bundle_scenario(files, &scenario, &diag) != LB_OK ||
        lb_battle_muster(battle, rules, lb_house_rules_for(&house, rules), &scenario, &diag) !=
            LB_OK) {
        cli_diag_error(path, &diag);
        return false;
    }
    return true;
}

bool cli_battle_of(lb_bundle *files, const char *path, const char *rules_id, const char *house_path,
                   lb_battle *battle)
{
    static char found[CLI_PATH]; ///< the bundle keeps it
    const lb_ruleset *rules = played_ruleset(rules_id);
    bool is_found = cli_find_scenario(path, found);
    lb_diag diag;

    *files = (lb_bundle){.path = found};
    if (rules == NULL)
        return false;
    if (!is_found) {
        cli_error("there is no scenario %s: limber play lists those that there are",
                  cli_clean(path));
        return false;
    }
    path = found;
    if (house_path != NULL && lb_bundle_load(files, "house", house_path, &diag) != LB_OK) {
        cli_diag_error(house_path, &diag);
        return false;
    }
    if (lb_bundle_load(files, "scenario", path, &diag) != LB_OK) {
        cli_diag_error(path, &diag);
        lb_bundle_clear(files);
        return false;
    }
    cli_stock_armies(files);
    if (muster(files, path, house_path, rules, battle))
        return true;
    lb_bundle_clear(files);
    return false;
}

bool cli_battle(const char *path, const char *rules_id, const char *house_path, lb_battle *battle)
{
    lb_bundle files;
    bool is_good = cli_battle_of(&files, path, rules_id, house_path, battle);

    if (is_good)
        lb_bundle_clear(&files);
    return is_good;
}

/// True if the file of house rules is the one that the record carries; otherwise complains.
static bool is_same_house(const lb_record_head *head, const char *path)
{
    lb_bundle own = {0};
    lb_diag diag;
    bool is_same;

    if (lb_bundle_load(&own, "house", path, &diag) != LB_OK) {
        cli_diag_error(path, &diag);
        return false;
    }
    is_same = lb_bundle_is_same(&own.file[0], lb_bundle_find(&head->files, "house"));
    lb_bundle_clear(&own);
    if (!is_same)
        cli_error("%s: the record was not played by these house rules", cli_clean(path));
    return is_same;
}

int cli_record_battle(lb_record_head *head, const char *house_path, lb_battle *battle)
{
    const lb_ruleset *rules;

    if (head->version < 3)
        return cli_battle(head->scenario, head->rules,
                          house_path != NULL ? house_path : head->house, battle)
                   ? CLI_DONE
                   : CLI_USAGE;
    rules = played_ruleset(head->rules);
    if (rules == NULL)
        return CLI_USAGE;
    if (house_path != NULL && !is_same_house(head, house_path))
        return CLI_REFUSED;
    return muster(&head->files, head->scenario, head->house, rules, battle) ? CLI_DONE : CLI_USAGE;
}

int cli_read_head(const char *path, char *text, lb_record_head *head)
{
    lb_diag diag;
    lb_status status = lb_record_read_head(text, head, &diag);

    if (status == LB_OK)
        return CLI_DONE;
    cli_diag_error(path, &diag);
    return status == LB_ERROR_CHANGED ? CLI_REFUSED : CLI_USAGE;
}
