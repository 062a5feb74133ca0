// SPDX-License-Identifier: MIT
// See throw_text.h.

#include "text/throw_text.h"

#include <string.h>

enum { FACES_SHOWN = 24 };

void lb_throw_put_outcome(const lb_event *event, const lb_told *row, lb_put *put)
{
    const lb_roll *roll = event->roll;
    int32_t value = event->value;
    const char *word = row->one;

    if (roll->reduction == LB_ROLL_BANDS) {
        for (; value > 0 && *word != '\0'; word++)
            value -= *word == '|';
        for (; *word != '\0' && *word != '|'; word++)
            lb_put_char(put, *word);
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
    if (value == 0 && row->none != NULL) {
        lb_put_text(put, row->none);
        return;
    }
    /* Where one and many are the same, the number does not matter. */
    if (row->many == NULL || row->none == NULL || strcmp(row->one, row->many) != 0) {
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

void lb_throw_put_need(const lb_roll *roll, lb_put *put)
{
    bool is_low = roll->reduction == LB_ROLL_BANDS && roll->wish < 0 && roll->edges > 0;
    bool is_bad = roll->reduction == LB_ROLL_COUNT && roll->wish < 0;

    if (roll->need <= 0 && !is_low)
        return;
    lb_put_text(put, ", ");
    lb_put_int(put, is_low ? roll->edge[0] - 1 : roll->need);
    if (is_low || roll->need < roll->sides)
        lb_put_text(put, is_low ? " or less" : " or more");
    lb_put_text(put, is_bad ? " fails" : " needed");
}

void lb_throw_put_dice(const lb_event *event, bool needs_all, lb_put *put)
{
    const lb_roll *roll = event->roll;
    uint32_t thrown = roll->dice < event->face_count ? roll->dice : event->face_count, again = 0;

    put_faces(event->faces, thrown, put);
    for (uint32_t i = 0; i < thrown && roll->reroll_ones; i++)
        again += event->faces[i] == 1;
    again = again < event->face_count - thrown ? again : event->face_count - thrown;
    lb_throw_put_need(roll, put);
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
