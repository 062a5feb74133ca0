// SPDX-License-Identifier: MIT
// See luck_text.h.

#include "text/luck_text.h"

#include "limber/roll.h"
#include "text/roll_text.h"

#include <string.h>

const char *lb_luck_kind(uint8_t reduction)
{
    static const char *const words[LB_REDUCTION_COUNT] = {"pips", "successes", "faces", "rows"};

    return words[reduction];
}

void lb_put_luck_total(const lb_luck_sum *sum, lb_put *put)
{
    static const char *const wished[] = {"pip", "success", "face",
                                         "row above the worst on a table"};
    static const char *const feared[] = {"unwished pip", "failure", "face",
                                         "row below the best on a table"};
    static const char *const many[] = {"pips", "successes", "faces",
                                       "rows above the worst on tables"};
    static const char *const unwished[] = {"unwished pips", "failures", "faces",
                                           "rows below the best on tables"};
    const char *const *words = sum->wishes_low ? (sum->actual == 1 ? feared : unwished)
                                               : (sum->actual == 1 ? wished : many);

    lb_put_int(put, sum->actual);
    lb_put_char(put, ' ');
    lb_put_text(put, words[sum->reduction]);
}

static void put_times(int64_t count, lb_put *put)
{
    if (count == 2) {
        lb_put_text(put, "twice");
        return;
    }
    lb_put_int(put, count);
    lb_put_text(put, count == 1 ? " time" : " times");
}

/// How often throws on a table of two rows came to the second: "it failed twice".
static void put_word(int64_t actual, const char *word, lb_put *put)
{
    lb_put_text(put, word);
    lb_put_char(put, ' ');
    put_times(actual, put);
}

/// The total, and what was thrown for: "13 pips for the fire".
static void put_total_for(const lb_luck_sum *sum, const lb_told *told, lb_put *put)
{
    char words[LB_DIAG_TEXT];
    lb_put purpose = lb_put_start(words, sizeof words);

    lb_put_luck_total(sum, put);
    lb_roll_put_purpose(told, &purpose);
    /* Behind the comma. */
    lb_put_text(put, purpose.length > 1 ? words + 1 : "");
}

void lb_put_luck_part(const lb_luck_sum *sum, const lb_told *told, lb_put *put)
{
    const char *one = told != NULL ? told->one : NULL, *many = told != NULL ? told->many : NULL;
    const char *rows = one != NULL ? strchr(one, '|') : NULL;
    bool is_word = one != NULL && many != NULL && strcmp(one, many) != 0 && many[0] != '*';

    /* Many rows are counted from the worst; two are told by their words. */
    if (rows != NULL && strchr(rows + 1, '|') != NULL) {
        put_total_for(sum, told, put);
    } else if (rows != NULL) {
        put_word(sum->actual, rows + 1, put);
    } else if (one == NULL || (sum->reduction != LB_ROLL_COUNT && !is_word)) {
        put_total_for(sum, told, put);
    } else if (is_word) {
        lb_put_int(put, sum->actual);
        lb_put_char(put, ' ');
        lb_put_text(put, sum->actual == 1 ? one : many);
    } else {
        lb_put_text(put, one);
        lb_put_char(put, ' ');
        lb_put_int(put, sum->actual);
        lb_put_text(put, sum->actual == 1 ? " time" : " times");
    }
}

bool lb_luck_counts(const lb_told *told)
{
    return told == NULL || told->none == NULL || told->none[0] != '_';
}

/// How far a line is from what dice do on the whole; 0 if it is not worth telling.
static uint32_t surprise_of(const lb_luck_line *line)
{
    int64_t off = line->sum.actual * 10 - line->expected_tenths;

    if (off < 10 && off > -10)
        return 0;
    return line->luckier > 50 ? line->luckier - 50 : 50 - line->luckier;
}

uint32_t lb_luck_choose(const lb_luck_line *lines, uint32_t count, uint32_t side,
                        uint32_t chosen[LB_LUCK_SHOWN])
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = found < LB_LUCK_SHOWN ? found : LB_LUCK_SHOWN;

        if (lines[i].side != side || surprise_of(&lines[i]) == 0)
            continue;
        while (at > 0 && surprise_of(&lines[chosen[at - 1]]) < surprise_of(&lines[i])) {
            if (at < LB_LUCK_SHOWN)
                chosen[at] = chosen[at - 1];
            at--;
        }
        if (at < LB_LUCK_SHOWN)
            chosen[at] = i;
        found += found < LB_LUCK_SHOWN;
    }
    return found;
}

/// True of throws on a table of more than two rows: their sum means nothing to a reader.
static bool has_many_rows(const lb_luck_line *line, const lb_told *told)
{
    const char *rows = told != NULL && told->one != NULL ? strchr(told->one, '|') : NULL;

    return line->sum.reduction == LB_ROLL_BANDS && (rows == NULL || strchr(rows + 1, '|') != NULL);
}

/// ", 0.9 more than the mean".
static void put_off_mean(const lb_luck_line *line, lb_put *put)
{
    int64_t off = line->sum.actual * 10 - line->expected_tenths, size = off < 0 ? -off : off;

    lb_put_text(put, ", ");
    lb_put_int(put, size / 10);
    lb_put_char(put, '.');
    lb_put_int(put, size % 10);
    lb_put_text(put, off < 0 ? " fewer than the mean" : " more than the mean");
}

/// What was thrown for, before a colon: "For the fire: ". Nothing if the sheet does not say.
static void put_purpose(const lb_told *told, lb_put *put)
{
    char words[LB_DIAG_TEXT];
    lb_put purpose = lb_put_start(words, sizeof words);

    lb_roll_put_purpose(told, &purpose);
    /* Behind the comma and the blank. */
    if (purpose.length <= 2)
        return;
    if (words[2] >= 'a' && words[2] <= 'z')
        words[2] = (char)(words[2] - 'a' + 'A');
    lb_put_text(put, words + 2);
    lb_put_text(put, ": ");
}

void lb_put_luck_line(const lb_battle *battle, const lb_luck_line *line, lb_put *put)
{
    const lb_told *told = lb_roll_told(battle, line->clause);

    put_purpose(told, put);
    if (has_many_rows(line, told)) {
        lb_put_int(put, line->rolls);
        lb_put_text(put, line->rolls == 1 ? " throw" : " throws");
    } else {
        if (line->sum.reduction == LB_ROLL_SUM) {
            lb_put_int(put, line->sum.actual);
            lb_put_text(put, line->sum.actual == 1 ? " pip" : " pips");
        } else {
            lb_put_luck_part(&line->sum, told, put);
        }
        lb_put_text(put, " with ");
        lb_put_int(put, line->dice);
        lb_put_text(put, line->dice == 1 ? " die" : " dice");
        put_off_mean(line, put);
    }
    lb_put_text(put, ", luckier than ");
    lb_put_int(put, line->luckier);
    lb_put_text(put, " % of battles");
}
