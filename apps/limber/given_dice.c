// SPDX-License-Identifier: MIT
// Dice that are given with a command, for limber act and limber odds.

#include "given_dice.h"

#include "battle_log.h"
#include "cli.h"
#include "text/dice_text.h"

#include <string.h>

bool given_dice_read(const char *text, given_dice *dice)
{
    lb_diag diag;

    *dice = (given_dice){0};
    if (text == NULL ||
        lb_dice_parse(text, LB_DRAW_MAX, dice->face, &dice->count, GIVEN_DICE_MAX, &diag) == LB_OK)
        return true;
    cli_error("--dice, column %d: %s", (int)diag.column, diag.text);
    return false;
}

/// Complains that dice are missing for the open roll; always false.
static bool lacks_dice(const lb_run *run, const uint8_t *faces, uint32_t taken)
{
    const lb_roll *roll = &run->machine->node.roll;
    char wanted[LB_DIAG_TEXT], what[LB_DIAG_TEXT];
    lb_put put = lb_put_start(wanted, sizeof wanted), about = lb_put_start(what, sizeof what);

    lb_roll_put_open(run->battle, run->state, &about);
    if (lb_roll_is_card(run->battle, roll)) {
        cli_error(
            "not enough dice: next a card is drawn (%s). %s; give the place that it has among "
            "them",
            run->rules->clauses[roll->clause].id, what);
        return false;
    }
    lb_roll_put_request(roll, faces, taken, &put);
    cli_error("not enough dice: the next throw is %s (%s). %s", wanted,
              run->rules->clauses[roll->clause].id, what);
    return false;
}

bool given_dice_throw(lb_run *run, given_dice *dice)
{
    while (run->machine->node.kind == LB_NODE_ROLL) {
        const lb_roll *roll = &run->machine->node.roll;
        const uint8_t *next = dice->face + dice->used;
        uint32_t taken = 0, missing;
        uint8_t faces[LB_THROW_MAX];

        while ((missing = lb_roll_missing(roll, next, taken)) > 0) {
            if (dice->used + taken + missing > dice->count)
                return lacks_dice(run, next, taken);
            for (uint32_t i = 0; i < missing; i++)
                if (next[taken + i] > roll->sides) {
                    cli_error("%u is no face of a die with %u sides", next[taken + i], roll->sides);
                    return false;
                }
            taken += missing;
        }
        memcpy(faces, next, taken);
        dice->used += taken;
        lb_run_throw(run, faces, taken);
    }
    return true;
}

bool given_dice_are_used(const given_dice *dice)
{
    if (dice->used == dice->count)
        return true;
    cli_error("%u of the dice are too many: %u are thrown", dice->count - dice->used, dice->used);
    return false;
}
