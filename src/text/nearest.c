// SPDX-License-Identifier: MIT
// Edit distance with swaps of neighbours, case ignored. See nearest.h.

#include "text/nearest.h"

#include <string.h>

enum { WORD_MAX = 64, FAR = 1000 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t distance_of(const char *a, const char *b)
{
    uint32_t row[3][WORD_MAX + 1];
    size_t a_length = strlen(a), b_length = strlen(b);

    if (a_length > WORD_MAX || b_length > WORD_MAX)
        return FAR;
    for (uint32_t j = 0; j <= b_length; j++)
        row[0][j] = j;
    for (uint32_t i = 1; i <= a_length; i++) {
        uint32_t *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (uint32_t j = 1; j <= b_length; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            now[j] = least(before[j] + 1, now[j - 1] + 1);
            now[j] = least(now[j], before[j - 1] + !same);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return row[a_length % 3][b_length];
}

/// True if `word` is how `candidate` begins, or the other way round.
static bool is_beginning(const char *word, const char *candidate)
{
    size_t length = strlen(word);

    if (length < 2)
        return false;
    for (size_t i = 0; i < length; i++)
        if (candidate[i] == '\0' || lower(word[i]) != lower(candidate[i]))
            return false;
    return true;
}

lb_nearest lb_nearest_start(const char *word)
{
    size_t length = strlen(word);

    /* A third of the letters may be wrong, at least two. */
    return (lb_nearest){.word = word, .distance = length < 9 ? 3 : (uint32_t)length / 3 + 1};
}

void lb_nearest_offer(lb_nearest *search, const char *candidate)
{
    uint32_t distance = distance_of(search->word, candidate);

    if (is_beginning(search->word, candidate))
        distance = least(distance, 2);
    if (distance < search->distance && distance < strlen(candidate)) {
        search->distance = distance;
        search->best = candidate;
    }
}

void lb_nearest_put(const lb_nearest *search, lb_put *put)
{
    if (search->best == NULL)
        return;
    lb_put_text(put, "; did you mean ");
    lb_put_text(put, search->best);
    lb_put_char(put, '?');
}
