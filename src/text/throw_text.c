// SPDX-License-Identifier: MIT
// See throw_text.h.

#include "text/throw_text.h"

#include <string.h>

enum { FACES_SHOWN = 24 };

const char *lb_throw_bands(const lb_told *row)
{
    return row == NULL || row->one == NULL                       ? NULL
           : strchr(row->one, '|') != NULL                       ? row->one
           : row->none != NULL && strchr(row->none, '|') != NULL ? row->none
                                                                 : NULL;
}

void lb_throw_put_outcome(const lb_event *event, const lb_told *row, lb_put *put)
{
    const lb_roll *roll = event->roll;
    int32_t value = event->value;
    const char *none;

    if (roll->reduction == LB_ROLL_BANDS) {
        if (lb_throw_bands(row) != NULL)
            lb_throw_put_word(lb_throw_bands(row), value, put);
        else
            lb_put_int(put, value + 1);
        return;
    }
    if (lb_throw_word_of_face(roll, row, value) >= 0) {
        lb_throw_put_word(row->none, lb_throw_word_of_face(roll, row, value), put);
        return;
    }
    if (row->many != NULL && row->many[0] == '*') {
        if (roll->dice > 1) {
            bool is_all = value == roll->dice;

            if (is_all && value == 2) {
                lb_put_text(put, "both");
            } else {
                lb_put_text(put, is_all ? "all " : value == 0 ? "none of " : "");
                if (value > 0)
                    lb_put_int(put, value);
                lb_put_text(put, is_all || value == 0 ? "" : " of ");
                if (!is_all)
                    lb_put_int(put, roll->dice);
            }
            lb_put_text(put, " passed: ");
        }
        lb_put_text(put, value == roll->dice ? row->one : row->none);
        return;
    }
    if (roll->need > 0 && roll->reduction != LB_ROLL_COUNT) {
        value = 0;
        for (uint32_t i = 0; i < event->face_count; i++)
            value += event->faces[i] >= roll->need;
    }
    /* Faces are kept apart for the rule; a reader adds them up. */
    if (roll->need <= 0 && roll->reduction == LB_ROLL_FACES) {
        value = 0;
        for (uint32_t i = 0; i < roll->dice; i++)
            value += event->value >> 4 * i & 15;
    }
    /* What stands there for another purpose is no word for nothing. */
    none = row->none != NULL && row->none[strcspn(row->none, "#|_")] == '\0' ? row->none : NULL;
    if (value == 0 && none != NULL) {
        lb_put_text(put, none);
        return;
    }
    /* Where one and many are the same, the number does not matter. */
    if (row->many == NULL || none == NULL || strcmp(row->one, row->many) != 0) {
        lb_put_int(put, value);
        lb_put_char(put, ' ');
    }
    lb_put_text(put, value == 1 || row->many == NULL ? row->one : row->many);
}

static void put_faces(const uint8_t *faces, uint32_t count, lb_put *put)
{
    for (uint32_t i = 0; i < count && i < FACES_SHOWN; i++) {
        lb_put_text(put, i > 0 ? " " : "");
        lb_put_int(put, faces[i]);
    }
    if (count > FACES_SHOWN)
        lb_put_text(put, " …");
}

int32_t lb_throw_word_of_face(const lb_roll *roll, const lb_told *row, int32_t face)
{
    int32_t words = 0;

    if (row == NULL || row->none == NULL || roll->reduction != LB_ROLL_FACES || roll->dice != 1 ||
        strchr(row->none, '|') == NULL)
        return -1;
    for (const char *c = row->none; *c != '\0'; c++)
        words += *c == '|';
    return face > roll->sides - words ? face - (roll->sides - words) : 0;
}

void lb_throw_put_word(const char *words, int32_t number, lb_put *put)
{
    for (; number > 0 && *words != '\0'; words++)
        number -= *words == '|';
    for (; *words != '\0' && *words != '|'; words++)
        lb_put_char(put, *words);
}

/// The number that a throw on a table needs, and for what: the words of the row name its edge.
static void put_edge(const lb_roll *roll, const char *wanted, lb_put *put)
{
    int32_t edge = wanted != NULL ? wanted[0] - '1' : 0;
    int32_t least = edge < roll->edges ? roll->edge[edge] : roll->edge[0];
    bool is_open = least > roll->dice && least <= roll->dice * roll->sides;

    lb_put_text(put, is_open ? ", " : least <= roll->dice ? ", any throw" : ", no throw");
    if (is_open) {
        lb_put_int(put, least);
        lb_put_text(put, least < roll->dice * roll->sides ? " or more" : "");
    }
    lb_put_text(put, !is_open ? " was enough" : wanted == NULL ? " needed" : "");
    lb_put_text(put, wanted != NULL ? wanted + 1 : "");
}

void lb_throw_put_need(const lb_roll *roll, const lb_told *row, lb_put *put)
{
    bool is_low = roll->reduction == LB_ROLL_BANDS && roll->wish < 0 && roll->edges > 0;
    bool is_bad = roll->reduction == LB_ROLL_COUNT && roll->wish < 0;
    const char *wanted = roll->reduction == LB_ROLL_BANDS && row != NULL && row->one != NULL &&
                                 lb_throw_bands(row) == row->one
                             ? row->many
                             : NULL;

    if (wanted != NULL ||
        (roll->reduction == LB_ROLL_BANDS && roll->wish > 0 && roll->edges == 1)) {
        put_edge(roll, wanted, put);
        return;
    }
    if (roll->need <= 0 && !is_low)
        return;
    lb_put_text(put, ", ");
    lb_put_int(put, is_low ? roll->edge[0] - 1 : roll->need);
    if (is_low || roll->need < roll->sides)
        lb_put_text(put, is_low ? " or less" : " or more");
    lb_put_text(put, is_bad ? " fails" : " needed");
}

void lb_throw_put_dice(const lb_event *event, const lb_told *row, lb_put *put)
{
    bool needs_all = row != NULL && row->many != NULL && row->many[0] == '*';
    const lb_roll *roll = event->roll;
    uint32_t thrown = roll->dice < event->face_count ? roll->dice : event->face_count, again = 0;

    put_faces(event->faces, thrown, put);
    for (uint32_t i = 0; i < thrown && roll->reroll_ones; i++)
        again += event->faces[i] == 1;
    again = again < event->face_count - thrown ? again : event->face_count - thrown;
    lb_throw_put_need(roll, row, put);
    lb_put_text(put, needs_all && roll->dice > 1 ? " on each" : "");
    if (again > 0) {
        lb_put_text(put, again == 1 ? ", the one thrown again: " : ", the ones thrown again: ");
        put_faces(event->faces + thrown, again, put);
    }
    if (event->face_count <= thrown + again)
        return;
    if (roll->save > 0) {
        lb_put_text(put, ", to save (");
        lb_put_int(put, roll->save);
        lb_put_text(put, roll->save < roll->sides ? " or more needed) " : " needed) ");
    } else {
        lb_put_text(put, ", thrown again: ");
    }
    put_faces(event->faces + thrown + again, event->face_count - thrown - again, put);
}
