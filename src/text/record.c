// SPDX-License-Identifier: MIT
// Lines of a battle record. See record.h.

#include "text/record.h"

#include "base/hash.h"
#include "text/dice_text.h"
#include "text/nearest.h"

#include <string.h>

enum { WORDS_MAX = LB_UNITS_MAX + 40, WORD_MAX = 48 };

static const char *const step_words[LB_STEP_COUNT] = {
    [LB_STEP_STRAIGHT] = "straight", [LB_STEP_OBLIQUE] = "oblique", [LB_STEP_WHEEL] = "wheel",
    [LB_STEP_ABOUT] = "about",       [LB_STEP_TURN] = "turn",
};

static void put_number(lb_put *put, const char *word, int64_t number)
{
    lb_put_char(put, ' ');
    lb_put_text(put, word);
    lb_put_char(put, ' ');
    lb_put_int(put, number);
}

static void put_path(const lb_path *path, lb_put *put)
{
    lb_put_text(put, " path");
    for (uint32_t i = 0; i < path->count; i++) {
        const lb_step *step = &path->step[i];
        lb_put_char(put, ' ');
        lb_put_text(put, step_words[step->kind]);
        if (step->kind == LB_STEP_STRAIGHT || step->kind == LB_STEP_OBLIQUE) {
            lb_put_char(put, ':');
            lb_put_int(put, step->tmm);
        }
        if (step->kind == LB_STEP_OBLIQUE || step->kind == LB_STEP_WHEEL ||
            step->kind == LB_STEP_TURN) {
            lb_put_char(put, ':');
            lb_put_int(put, step->angle);
        }
    }
}

/// The others who take part: "and 4 5".
static void put_members(const lb_verb *verb, const lb_action *action, lb_put *put)
{
    bool is_first = true;

    for (uint16_t i = 0; (verb->uses & LB_USES_MEMBERS) != 0 && i < LB_UNITS_MAX; i++)
        if (lb_unit_set_has(&action->members, i)) {
            lb_put_text(put, is_first ? " and " : " ");
            lb_put_int(put, i);
            is_first = false;
        }
}

void lb_record_put_action(const lb_play *play, const lb_action *action, lb_put *put)
{
    const lb_verb *verb = &play->verbs[action->verb];

    lb_put_text(put, verb->word);
    if ((verb->uses & LB_USES_UNIT) != 0)
        put_number(put, "unit", action->unit);
    if ((verb->uses & LB_USES_GROUP) != 0)
        put_number(put, "brigade", action->unit);
    if ((verb->uses & LB_USES_LEADER) != 0)
        put_number(put, "leader", action->unit);
    if ((verb->uses & LB_USES_TARGET) != 0)
        put_number(put, "target", action->target);
    if ((verb->uses & LB_USES_FORMATION) != 0) {
        lb_put_text(put, " as ");
        lb_put_text(put, play->formations[action->formation].word);
    }
    if ((verb->uses & LB_USES_OPTION) != 0 &&
        ((verb->uses & LB_SPARES_OPTION) == 0 || action->option != 0))
        put_number(put, "option", action->option);
    if ((verb->uses & LB_USES_PLACE) != 0) {
        put_number(put, "at", (uint32_t)action->place.x);
        lb_put_char(put, ' ');
        lb_put_int(put, action->place.y);
    }
    if ((verb->uses & LB_USES_HELPERS) != 0 && action->helper[0] != LB_NOBODY) {
        lb_put_text(put, " with");
        for (int i = 0; i < LB_HELPERS_MAX; i++)
            if (action->helper[i] != LB_NOBODY) {
                lb_put_char(put, ' ');
                lb_put_int(put, action->helper[i]);
            }
    }
    put_members(verb, action, put);
    if ((verb->uses & LB_USES_PATH) != 0 && action->path.count > 0)
        put_path(&action->path, put);
}

/// A line cut into words.
typedef struct words {
    char word[WORDS_MAX][WORD_MAX];
    int32_t column[WORDS_MAX];
    uint32_t count;
    uint32_t at; ///< the next to be read
} words;

static bool cut(const char *line, words *cut_words, lb_diag *diag)
{
    size_t i = 0;

    cut_words->count = cut_words->at = 0;
    while (line[i] != '\0' && line[i] != '\n' && line[i] != '\r') {
        size_t start, length;

        if (line[i] == ' ') {
            i++;
            continue;
        }
        start = i;
        length = strcspn(line + i, " \r\n");
        if (length >= WORD_MAX || cut_words->count == WORDS_MAX) {
            lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, (int32_t)start + 1);
            lb_put_text(&put, "too long");
            return false;
        }
        memcpy(cut_words->word[cut_words->count], line + i, length);
        cut_words->word[cut_words->count][length] = '\0';
        cut_words->column[cut_words->count++] = (int32_t)start + 1;
        i += length;
    }
    return true;
}

static lb_status complain(const words *w, uint32_t at, const char *wanted, lb_diag *diag)
{
    int32_t column = at < w->count ? w->column[at] : 0;
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, column);

    lb_put_text(&put, "expected ");
    lb_put_text(&put, wanted);
    if (at < w->count) {
        lb_put_text(&put, ", not ");
        lb_put_quoted(&put, w->word[at]);
    }
    return diag->status;
}

/// Reads a whole number between two bounds.
static bool parse_number(const char *text, int32_t lowest, int32_t highest, int32_t *number,
                         const char **end)
{
    bool is_negative = text[0] == '-';
    const char *at = text + is_negative;
    int64_t parsed = 0;

    if (*at < '0' || *at > '9')
        return false;
    for (; *at >= '0' && *at <= '9'; at++)
        parsed = parsed > INT32_MAX ? parsed : parsed * 10 + (*at - '0');
    parsed = is_negative ? -parsed : parsed;
    if (parsed < lowest || parsed > highest)
        return false;
    *number = (int32_t)parsed;
    *end = at;
    return true;
}

/// A word and a number of at most `most` behind it.
static bool take_number(words *w, const char *word, int32_t most, uint16_t *value)
{
    int32_t number;
    const char *end;

    if (w->at + 1 >= w->count || strcmp(w->word[w->at], word) != 0 ||
        !parse_number(w->word[w->at + 1], 0, most, &number, &end) || *end != '\0')
        return false;
    *value = (uint16_t)number;
    w->at += 2;
    return true;
}

static bool parse_step(const char *text, lb_step *step)
{
    size_t length = strcspn(text, ":");
    const char *at = text + length;

    *step = (lb_step){.kind = LB_STEP_COUNT};
    for (uint32_t kind = 0; kind < LB_STEP_COUNT; kind++)
        if (strlen(step_words[kind]) == length && strncmp(step_words[kind], text, length) == 0)
            step->kind = (uint8_t)kind;
    if (step->kind == LB_STEP_COUNT)
        return false;
    if (step->kind == LB_STEP_STRAIGHT || step->kind == LB_STEP_OBLIQUE)
        if (*at++ != ':' || !parse_number(at, -LB_STEP_TMM_MAX, LB_STEP_TMM_MAX, &step->tmm, &at))
            return false;
    if (step->kind == LB_STEP_OBLIQUE || step->kind == LB_STEP_WHEEL || step->kind == LB_STEP_TURN)
        if (*at++ != ':' ||
            !parse_number(at, -LB_STEP_ANGLE_MAX, LB_STEP_ANGLE_MAX, &step->angle, &at))
            return false;
    return *at == '\0';
}

static bool take_helpers(words *w, lb_action *action)
{
    if (w->at >= w->count || strcmp(w->word[w->at], "with") != 0)
        return true;
    w->at++;
    for (int i = 0; i < LB_HELPERS_MAX && w->at < w->count; i++) {
        int32_t number;
        const char *end;

        if (!parse_number(w->word[w->at], 0, LB_UNITS_MAX - 1, &number, &end) || *end != '\0')
            return i > 0;
        action->helper[i] = (uint16_t)number;
        w->at++;
    }
    return true;
}

static bool take_members(words *w, lb_action *action)
{
    uint32_t first = w->at + 1;

    if (w->at >= w->count || strcmp(w->word[w->at], "and") != 0)
        return true;
    for (w->at++; w->at < w->count; w->at++) {
        int32_t number;
        const char *end;

        if (!parse_number(w->word[w->at], 0, LB_UNITS_MAX - 1, &number, &end) || *end != '\0')
            break;
        lb_unit_set_add(&action->members, (uint16_t)number);
    }
    return w->at > first;
}

/// "at 1016 2032"
static bool take_place(words *w, lb_action *action)
{
    const char *end;

    if (w->at + 2 >= w->count || strcmp(w->word[w->at], "at") != 0 ||
        !parse_number(w->word[w->at + 1], 0, LB_TABLE_MAX, &action->place.x, &end) ||
        *end != '\0' ||
        !parse_number(w->word[w->at + 2], 0, LB_TABLE_MAX, &action->place.y, &end) || *end != '\0')
        return false;
    w->at += 3;
    return true;
}

static bool take_path(words *w, lb_action *action)
{
    if (w->at >= w->count || strcmp(w->word[w->at], "path") != 0)
        return true;
    w->at++;
    while (w->at < w->count) {
        if (action->path.count == LB_PATH_STEPS_MAX ||
            !parse_step(w->word[w->at], &action->path.step[action->path.count]))
            return false;
        action->path.count++;
        w->at++;
    }
    return true;
}

static bool take_formation(words *w, const lb_play *play, lb_action *action)
{
    if (w->at + 1 >= w->count || strcmp(w->word[w->at], "as") != 0)
        return false;
    for (uint8_t i = 0; play->formations[i].word != NULL; i++)
        if (strcmp(play->formations[i].word, w->word[w->at + 1]) == 0) {
            action->formation = i;
            w->at += 2;
            return true;
        }
    return false;
}

/// Names the formations of a sheet, of which none was found.
static lb_status complain_of_formation(const words *w, const lb_play *play, lb_diag *diag)
{
    char wanted[LB_DIAG_TEXT];
    lb_put put = lb_put_start(wanted, sizeof wanted);
    bool has_as = w->at < w->count && strcmp(w->word[w->at], "as") == 0;

    lb_put_text(&put, "as and a formation (");
    for (uint32_t i = 0; play->formations[i].word != NULL; i++) {
        lb_put_text(&put, i > 0 ? ", " : "");
        lb_put_text(&put, play->formations[i].word);
    }
    lb_put_char(&put, ')');
    return complain(w, w->at + has_as, wanted, diag);
}

static bool find_verb(const lb_play *play, const char *word, uint8_t *verb)
{
    for (uint8_t i = 0; i < play->verb_count; i++)
        if (strcmp(play->verbs[i].word, word) == 0) {
            *verb = i;
            return true;
        }
    return false;
}

lb_status lb_record_parse_action(const lb_play *play, const char *line, lb_action *action,
                                 lb_diag *diag)
{
    lb_action read = lb_action_of(0);
    uint16_t option = 0;
    words w;
    uint32_t uses;

    if (!cut(line, &w, diag))
        return diag->status;
    if (w.count == 0 || !find_verb(play, w.word[0], &read.verb)) {
        lb_nearest search = lb_nearest_start(w.count > 0 ? w.word[0] : "");
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 1);

        lb_put_text(&put, "no action ");
        lb_put_quoted(&put, w.count > 0 ? w.word[0] : "");
        for (uint32_t i = 0; i < play->verb_count; i++)
            lb_nearest_offer(&search, play->verbs[i].word);
        lb_nearest_put(&search, &put);
        return diag->status;
    }
    w.at = 1;
    uses = play->verbs[read.verb].uses;
    if ((uses & LB_USES_UNIT) != 0 && !take_number(&w, "unit", UINT16_MAX, &read.unit))
        return complain(&w, w.at, "unit and its number", diag);
    if ((uses & LB_USES_GROUP) != 0 && !take_number(&w, "brigade", UINT16_MAX, &read.unit))
        return complain(&w, w.at, "brigade and its number", diag);
    if ((uses & LB_USES_LEADER) != 0 && !take_number(&w, "leader", UINT16_MAX, &read.unit))
        return complain(&w, w.at, "leader and his number", diag);
    if ((uses & LB_USES_TARGET) != 0 && !take_number(&w, "target", UINT16_MAX, &read.target))
        return complain(&w, w.at, "target and its number", diag);
    if ((uses & LB_USES_FORMATION) != 0 && !take_formation(&w, play, &read))
        return complain_of_formation(&w, play, diag);
    if ((uses & LB_USES_OPTION) != 0 && !take_number(&w, "option", UINT8_MAX, &option) &&
        (uses & LB_SPARES_OPTION) == 0)
        return complain(&w, w.at, "option and its number", diag);
    read.option = (uint8_t)option;
    if ((uses & LB_USES_PLACE) != 0 && !take_place(&w, &read))
        return complain(&w, w.at, "at and two numbers: tenths of a millimetre", diag);
    if ((uses & LB_USES_HELPERS) != 0 && !take_helpers(&w, &read))
        return complain(&w, w.at, "numbers of up to three units behind with", diag);
    if ((uses & LB_USES_MEMBERS) != 0 && !take_members(&w, &read))
        return complain(&w, w.at, "numbers of units behind and", diag);
    if ((uses & LB_USES_PATH) != 0 && !take_path(&w, &read))
        return complain(&w, w.at, "steps such as straight:2032 or wheel:-4096", diag);
    if (w.at < w.count)
        return complain(&w, w.at, "nothing more", diag);
    *action = read;
    return LB_OK;
}

void lb_record_put_faces(const uint8_t *faces, uint32_t count, lb_put *put)
{
    lb_put_text(put, "roll");
    for (uint32_t i = 0; i < count; i++) {
        lb_put_char(put, ' ');
        lb_put_int(put, faces[i]);
    }
}

lb_status lb_record_parse_faces(const char *line, const lb_roll *roll, uint8_t *faces,
                                uint32_t *count, lb_diag *diag)
{
    lb_status status;

    *count = 0;
    if (strncmp(line, "roll", 4) != 0 || (line[4] != ' ' && line[4] != '\0' && line[4] != '\n')) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 1);
        lb_put_text(&put, "expected roll and the faces of ");
        lb_roll_put(roll, &put);
        return diag->status;
    }
    status = lb_dice_parse(line + 4, roll->sides, faces, count, LB_THROW_MAX, diag);
    if (status == LB_OK && (lb_roll_missing(roll, faces, *count) > 0 ||
                            (*count > 0 && lb_roll_missing(roll, faces, *count - 1) == 0))) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 1);
        lb_put_text(&put, "these are not the dice of ");
        lb_roll_put(roll, &put);
        status = diag->status;
    }
    return status;
}

uint64_t lb_record_sum_part(uint64_t before, const char *line, size_t length)
{
    uint64_t sum = lb_hash_word(before, LB_HASH_SALT);

    for (size_t i = 0; i < length; i++)
        sum = lb_hash_word(sum, (uint8_t)line[i]);
    return sum;
}

uint64_t lb_record_sum(uint64_t before, const char *line)
{
    return lb_record_sum_part(before, line, strlen(line));
}

void lb_record_put_check(uint64_t sum, lb_put *put)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t end = lb_hash_end(sum);

    lb_put_text(put, " ~");
    for (int shift = 12; shift >= 0; shift -= 4)
        lb_put_char(put, digits[end >> shift & 15]);
}
