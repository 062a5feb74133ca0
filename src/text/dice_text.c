// SPDX-License-Identifier: MIT
// Reading typed dice, and saying which dice are wanted. See dice_text.h.

#include "text/dice_text.h"

#include <string.h>

static bool is_separator(char c)
{
    return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r';
}

static void refuse_face(const char *token, size_t length, uint8_t sides, int32_t column,
                        lb_diag *diag)
{
    char word[32];
    lb_put put = lb_put_start(word, sizeof word);

    for (size_t i = 0; i < length && i < sizeof word; i++)
        lb_put_char(&put, token[i]);
    put = lb_diag_start(diag, LB_ERROR_INPUT, 0, column);
    lb_put_quoted(&put, word);
    lb_put_text(&put, " is no face of a die with ");
    lb_put_int(&put, sides);
    lb_put_text(&put, " sides: type each die from 1 to ");
    lb_put_int(&put, sides);
    lb_put_text(&put, " with spaces between, such as 3 5 1");
}

lb_status lb_dice_parse(const char *text, uint8_t sides, uint8_t *faces, uint32_t *count,
                        uint32_t room, lb_diag *diag)
{
    uint32_t read = *count;
    size_t at = 0;

    while (text[at] != '\0') {
        size_t start = at;
        uint32_t face = 0;

        if (is_separator(text[at])) {
            at++;
            continue;
        }
        for (; text[at] != '\0' && !is_separator(text[at]); at++) {
            bool is_digit = text[at] >= '0' && text[at] <= '9';
            face = is_digit && face <= sides ? face * 10 + (uint32_t)(text[at] - '0') : sides + 1u;
        }
        if (face < 1 || face > sides) {
            refuse_face(text + start, at - start, sides, (int32_t)start + 1, diag);
            return diag->status;
        }
        if (read == room) {
            lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, (int32_t)start + 1);
            lb_put_text(&put, "too many dice: at most ");
            lb_put_int(&put, room);
            lb_put_text(&put, " are read");
            return diag->status;
        }
        faces[read++] = (uint8_t)face;
    }
    *count = read;
    return LB_OK;
}

static void put_dice(uint32_t dice, uint8_t sides, lb_put *put)
{
    lb_put_int(put, dice);
    lb_put_text(put, dice == 1 ? " die" : " dice");
    if (sides != 6) {
        lb_put_text(put, " of ");
        lb_put_int(put, sides);
        lb_put_text(put, " sides");
    }
}

static void put_need(int32_t need, uint8_t sides, lb_put *put)
{
    if (need > sides) {
        lb_put_text(put, "no face succeeds");
        return;
    }
    lb_put_text(put, "each ");
    lb_put_int(put, need < 1 ? 1 : need);
    lb_put_text(put, need == sides ? " succeeds" : "+ succeeds");
}

void lb_roll_put(const lb_roll *roll, lb_put *put)
{
    put_dice(roll->dice, roll->sides, put);
    if (roll->reduction == LB_ROLL_COUNT) {
        lb_put_text(put, ", ");
        put_need(roll->need, roll->sides, put);
        if (roll->reroll_ones)
            lb_put_text(put, ", ones thrown again once");
        if (roll->save > 0) {
            lb_put_text(put, ", saved on ");
            lb_put_int(put, roll->save);
            lb_put_text(put, roll->save == roll->sides ? "" : "+");
        }
    } else if (roll->dice > 1) {
        lb_put_text(put, roll->reduction == LB_ROLL_FACES ? ", in order" : ", added up");
    }
    if (roll->again != 0) {
        lb_put_text(put, ", thrown again on ");
        lb_put_int(put, roll->again);
    }
}

bool lb_roll_wants_saves(const lb_roll *roll, const uint8_t *faces, uint32_t count)
{
    uint32_t ones = 0;

    for (uint32_t i = 0; i < roll->dice && i < count; i++)
        ones += faces[i] == 1;
    return roll->reduction == LB_ROLL_COUNT && roll->save > 0 && count >= roll->dice &&
           !(roll->reroll_ones && count < roll->dice + ones) &&
           lb_roll_missing(roll, faces, count) > 0;
}

void lb_roll_put_request(const lb_roll *roll, const uint8_t *faces, uint32_t count, lb_put *put)
{
    uint32_t missing = lb_roll_missing(roll, faces, count);

    if (count < roll->dice) {
        if (count == 0) {
            lb_roll_put(roll, put);
            return;
        }
        put_dice(missing, roll->sides, put);
        lb_put_text(put, " more");
        return;
    }
    put_dice(missing, roll->sides, put);
    if (roll->reduction != LB_ROLL_COUNT) {
        lb_put_text(put, ", thrown again");
    } else if (!lb_roll_wants_saves(roll, faces, count)) {
        lb_put_text(put, ", the ones thrown again, ");
        put_need(roll->need, roll->sides, put);
    } else {
        lb_put_text(put, " to save, one for each hit, ");
        lb_put_int(put, roll->save);
        lb_put_text(put, roll->save == roll->sides ? " saves" : "+ saves");
    }
}
