// SPDX-License-Identifier: MIT
// The levels of computer players.

#include "limber/player.h"

#include <assert.h>

const char *lb_level_word(lb_level level)
{
    static const char *const words[LB_LEVEL_COUNT] = {[LB_LEVEL_RECRUIT] = "recruit"};

    return words[level];
}

/// A number below `bound`, from sixteenths.
static uint32_t pick(lb_dice *dice, uint32_t bound)
{
    uint32_t number = 0;

    for (int i = 0; i < 6; i++)
        number = number * 16 + (uint32_t)(lb_dice_face(dice, 16) - 1);
    return number % bound;
}

void lb_player_choose(lb_level level, const lb_battle *battle, const lb_state *state, lb_dice *dice,
                      lb_action *room, lb_action *chosen)
{
    uint32_t count = battle->rules->play->choices(battle, state, room, LB_CHOICES_MAX);

    assert(level < LB_LEVEL_COUNT && count > 0);
    (void)level;
    *chosen = room[pick(dice, count)];
}
