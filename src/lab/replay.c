// SPDX-License-Identifier: MIT
// Playing a battle record again, see limber/record.h.

#include "limber/record.h"

#include "base/hash.h"
#include "text/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Cuts the next line off a text; NULL at the end.
static char *next_line(char **text)
{
    char *line = *text, *end;

    if (*line == '\0')
        return NULL;
    end = line + strcspn(line, "\n");
    *text = *end == '\n' ? end + 1 : end;
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return line;
}

static lb_status complain(lb_diag *diag, int32_t line, const char *why)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, line, 1);

    lb_put_text(&put, why);
    return diag->status;
}

/// The rest of a line behind a word and a space; NULL if it begins otherwise.
static const char *behind(const char *line, const char *word)
{
    size_t length = strlen(word);

    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

bool lb_record_drop_torn(char *text)
{
    size_t length = strlen(text), whole = length;

    while (whole > 0 && text[whole - 1] != '\n')
        whole--;
    text[whole] = '\0';
    return whole < length;
}

/// What a head is read from, line by line.
typedef struct head_reader {
    char *text;     ///< what is left
    char *line;     ///< the open line; NULL at the end
    int32_t number; ///< of the open line
    uint64_t sum;   ///< over the lines before it
} head_reader;

static void next_head_line(head_reader *r)
{
    if (r->line != NULL)
        r->sum = lb_record_sum(r->sum, r->line);
    r->line = next_line(&r->text);
    r->number++;
}

static lb_status complain_missing(const head_reader *r, const char *word, lb_diag *diag)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, r->number, 1);

    lb_put_text(&put, "expected the line  ");
    lb_put_text(&put, word);
    lb_put_text(&put, " ...");
    return diag->status;
}

/// Reads "file NAME" and the lines behind it, and puts them together where they stand: without
/// their bars they need less room.
static lb_status read_file(head_reader *r, const char *name, lb_bundle *files, lb_diag *diag)
{
    int32_t number = r->number;
    char *start = NULL, *end = NULL;

    /* The name is summed up before the line is left, and stays where it is. */
    next_head_line(r);
    while (r->line != NULL && r->line[0] == '|') {
        char *line = r->line;

        next_head_line(r);
        if (start == NULL)
            start = end = line;
        for (line++; *line != '\0'; line++)
            *end++ = *line;
        *end++ = '\n';
    }
    if (start == NULL)
        return complain(diag, number, "this file has no lines");
    if (!lb_bundle_add(files, name, start, (size_t)(end - start)))
        return complain(diag, number, "a file too many");
    return LB_OK;
}

/// Reads the files and the seal of version 3.
static lb_status read_files(head_reader *r, lb_record_head *head, lb_diag *diag)
{
    const char *value;
    char wanted[20];

    while (r->line != NULL && (value = behind(r->line, "file")) != NULL) {
        lb_status status = read_file(r, value, &head->files, diag);

        if (status != LB_OK)
            return status;
    }
    value = r->line != NULL ? behind(r->line, "seal") : NULL;
    if (value == NULL)
        return complain_missing(r, "seal", diag);
    snprintf(wanted, sizeof wanted, "%016" PRIx64, lb_hash_end(r->sum));
    if (strcmp(wanted, value) != 0) {
        (void)complain(diag, r->number,
                       "the lines above this seal were changed: scenario, rules, house rules, "
                       "players, seed or dice");
        return diag->status = LB_ERROR_CHANGED;
    }
    head->sum = r->sum;
    return LB_OK;
}

lb_status lb_record_read_head(char *text, lb_record_head *head, lb_diag *diag)
{
    const struct {
        const char *key;
        const char **value;
        bool is_required;
    } rows[] = {{"scenario", &head->scenario, true}, {"rules", &head->rules, true},
                {"house", &head->house, false},      {"dice", &head->dice, false},
                {"players", &head->players, true},   {"seed", &head->seed, true},
                {"start", &head->start, true}};
    head_reader r = {0};
    const char *version;
    lb_diag unread;

    if (diag == NULL)
        diag = &unread;
    memset(head, 0, sizeof *head);
    r.text = text;
    next_head_line(&r);
    version = r.line != NULL ? behind(r.line, "limber record") : NULL;
    if (version == NULL || strlen(version) != 1 || version[0] < '1' || version[0] > '3')
        return complain(diag, 1, "not a battle record: it should begin with  limber record 3");
    head->version = version[0] - '0';
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (i == 0 || *rows[i - 1].value != NULL)
            next_head_line(&r);
        *rows[i].value = r.line != NULL ? behind(r.line, rows[i].key) : NULL;
        if (*rows[i].value == NULL && rows[i].is_required)
            return complain_missing(&r, rows[i].key, diag);
    }
    if (head->version == 3) {
        lb_status status;

        next_head_line(&r);
        status = read_files(&r, head, diag);
        if (status != LB_OK)
            return status;
    }
    head->body = r.text;
    head->body_line = r.number + 1;
    return LB_OK;
}

/// Reads all of a file; NULL with the reason if it cannot be read or is no text.
static char *read_text(const char *path, lb_diag *diag)
{
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(LB_RECORD_FILE_MAX + 2) : NULL;
    size_t size = text != NULL ? fread(text, 1, LB_RECORD_FILE_MAX + 1, file) : 0;
    bool is_read = text != NULL && ferror(file) == 0;

    if (file != NULL)
        fclose(file);
    if (is_read && size <= LB_RECORD_FILE_MAX && memchr(text, '\0', size) == NULL) {
        text[size] = '\0';
        return text;
    }
    free(text);
    {
        lb_put put = lb_diag_start(diag, is_read ? LB_ERROR_INPUT : LB_ERROR_FILE, 0, 0);
        lb_put_text(&put, is_read ? "not a battle record: no text, or too long" : "cannot be read");
    }
    return NULL;
}

lb_status lb_record_load(const char *path, char **text, lb_record_head *head, lb_diag *diag)
{
    lb_diag unread;
    lb_status status;

    if (diag == NULL)
        diag = &unread;
    *text = read_text(path, diag);
    if (*text == NULL)
        return diag->status;
    status = lb_record_read_head(*text, head, diag);
    if (status != LB_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

/// Adds to a complaint that the record was played by other rules, where that is certain: version 1
/// was written by an earlier program, and a line with a good check stands as it was written.
static lb_status hint_at_rules(const lb_record_head *head, bool has_checks, lb_diag *diag)
{
    lb_put put = {.text = diag->text, .room = sizeof diag->text, .length = strlen(diag->text)};

    if (head->version == 1)
        lb_put_text(&put,
                    "; this record was made by an earlier version of Limber, whose rules differ");
    else if (has_checks)
        lb_put_text(&put, "; the line stands as it was written: the record was made by other house "
                          "rules or another version of Limber");
    return diag->status;
}

static lb_status check_end(const char *line, int32_t number, int32_t version,
                           const lb_battle *battle, const lb_state *state, lb_diag *diag)
{
    char wanted[96];
    int result =
        snprintf(wanted, sizeof wanted, "end winner %u turn %u ", state->winner, state->turn);
    size_t length = (size_t)result;

    snprintf(wanted + length, sizeof wanted - length, "hash %016" PRIx64,
             lb_battle_digest(battle, state));
    if (version == 1 ? strncmp(line, wanted, length) == 0 : strcmp(line, wanted) == 0)
        return LB_OK;
    {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, number, 1);
        lb_put_text(&put, "the battle ends otherwise here: ");
        lb_put_text(&put, wanted);
    }
    return diag->status;
}

/// A line read as the answer to the open node.
typedef struct answer {
    lb_action action;
    uint8_t faces[LB_THROW_MAX];
    uint32_t count;
} answer;

static lb_status read_answer(const lb_run *run, const char *line, answer *given, lb_diag *diag)
{
    lb_reason reason;
    lb_status status;

    if (run->machine->node.kind == LB_NODE_ROLL)
        return lb_record_parse_faces(line, &run->machine->node.roll, given->faces, &given->count,
                                     diag);
    status = lb_record_parse_action(run->rules->play, line, &given->action, diag);
    if (status != LB_OK)
        return status;
    if (!lb_battle_check(run->battle, run->state, NULL, &given->action, &reason)) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 1);
        lb_put_text(&put, run->rules->clauses[reason.clause].id);
        lb_put_text(&put, ": ");
        lb_put_text(&put, reason.why);
        return diag->status;
    }
    return LB_OK;
}

static void carry_out(lb_run *run, const answer *given)
{
    if (run->machine->node.kind == LB_NODE_ROLL)
        lb_run_throw(run, given->faces, given->count);
    else
        lb_run_act(run, &given->action);
}

/// Takes the check off a line and looks whether the line is as it was written.
static lb_status check_line(char *line, int32_t number, uint64_t sum, bool *has_checks,
                            lb_diag *diag)
{
    char wanted[16], *check = strrchr(line, '~');
    lb_put put = lb_put_start(wanted, sizeof wanted);

    if (check == NULL || check == line || check[-1] != ' ') {
        if (*has_checks)
            return complain(diag, number, "this line has no check: it is torn or was put in later");
        return LB_OK;
    }
    *has_checks = true;
    check[-1] = '\0';
    lb_record_put_check(lb_record_sum(sum, line), &put);
    if (strcmp(wanted + 1, check) != 0)
        return complain(diag, number, "this line, or one that stood before it, was changed");
    return LB_OK;
}

/// Reads the last line, at the end of the battle; `text` is what stands behind it.
static lb_status read_end(const lb_record_head *head, const char *line, int32_t number,
                          const char *text, const lb_run *run, lb_diag *diag)
{
    if (check_end(line, number, head->version, run->battle, run->state, diag) != LB_OK)
        return hint_at_rules(head, false, diag);
    if (*text != '\0')
        return complain(diag, number + 1, "the record goes on behind the end of the battle");
    return LB_OK;
}

/// Plays the lines of the body.
static lb_status play_lines(const lb_record_head *head, lb_run *run, const lb_replay_watch *watch,
                            bool *is_complete, lb_diag *diag)
{
    char *text = head->body, *line;
    uint64_t sum = head->sum;
    bool has_checks = head->version >= 3;
    size_t unused, *whole = watch->whole != NULL ? watch->whole : &unused;
    answer given;

    for (int32_t number = head->body_line; (line = next_line(&text)) != NULL; number++) {
        lb_status status = LB_OK;

        if (watch->to_turn > 0 && run->state->turn > watch->to_turn && line[0] != '#')
            return LB_OK;
        if (line[0] == '#' || line[0] == '\0') {
            *whole = (size_t)(text - head->body);
            continue;
        }
        if (run->machine->node.kind == LB_NODE_END) {
            status = read_end(head, line, number, text, run, diag);
            *is_complete = status == LB_OK;
            if (*is_complete)
                *whole = (size_t)(text - head->body);
            return status;
        }
        status = check_line(line, number, sum, &has_checks, diag);
        if (status != LB_OK)
            return status;
        status = read_answer(run, line, &given, diag);
        if (status != LB_OK) {
            diag->line = number;
            return hint_at_rules(head, has_checks, diag);
        }
        if (watch->on_answer != NULL)
            watch->on_answer(watch->context, (size_t)(line - head->body), sum);
        sum = lb_record_sum(sum, line);
        if (watch->sum != NULL)
            *watch->sum = sum;
        carry_out(run, &given);
        if (lb_machine_has_broken_off(run->machine))
            return complain(diag, number, "the rules call each other too deep from here on");
        *whole = (size_t)(text - head->body);
    }
    return LB_OK;
}

lb_status lb_record_play(const lb_record_head *head, const lb_battle *battle, lb_state *state,
                         const lb_replay_watch *watch, bool *is_complete, lb_diag *diag)
{
    static const lb_replay_watch nobody;
    lb_diag unread;
    bool unasked;
    lb_run run;
    char hash[20];

    if (watch == NULL)
        watch = &nobody;
    if (is_complete == NULL)
        is_complete = &unasked;
    if (diag == NULL)
        diag = &unread;
    run = lb_battle_run(battle, state, watch->sink);
    *is_complete = false;
    if (watch->sum != NULL)
        *watch->sum = head->sum;
    if (watch->whole != NULL)
        *watch->whole = 0;
    lb_battle_start(battle, state, watch->sink);
    snprintf(hash, sizeof hash, "%016" PRIx64, lb_battle_digest(battle, state));
    if (head->version != 1 && strcmp(hash, head->start) != 0) {
        (void)complain(
            diag, head->body_line - 1,
            "the battle starts otherwise: another scenario, other house rules or another "
            "version of the rules");
        return diag->status = LB_ERROR_CHANGED;
    }
    return play_lines(head, &run, watch, is_complete, diag);
}
