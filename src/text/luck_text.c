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

/// What throws on a table came to, where the second row counts one, the third two: "nothing was
/// done 9 times, a blunder counting twice".
static void put_rows(int64_t actual, const char *rows, lb_put *put)
{
    int64_t row = 0;

    for (; rows != NULL; row++) {
        size_t length = strcspn(rows, "|");

        if (row > 1)
            lb_put_text(put, ", ");
        for (size_t i = 0; row > 0 && i < length; i++)
            lb_put_char(put, rows[i]);
        lb_put_text(put, row == 1 ? " " : row > 1 ? " counting " : "");
        if (row > 0)
            put_times(row == 1 ? actual : row, put);
        rows = rows[length] == '|' ? rows + length + 1 : NULL;
    }
    lb_put_text(put, row > 2 ? "," : "");
}

void lb_put_luck_part(const lb_luck_sum *sum, const lb_told *told, lb_put *put)
{
    const char *one = told != NULL ? told->one : NULL, *many = told != NULL ? told->many : NULL;
    const char *rows = one != NULL ? strchr(one, '|') : NULL;
    bool is_word = one != NULL && many != NULL && strcmp(one, many) != 0 && many[0] != '*';

    if (rows != NULL) {
        put_rows(sum->actual, one, put);
    } else if (one == NULL || (sum->reduction != LB_ROLL_COUNT && !is_word)) {
        lb_put_luck_total(sum, put);
        lb_roll_put_purpose(told, put);
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
