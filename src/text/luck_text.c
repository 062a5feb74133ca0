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
