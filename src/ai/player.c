// SPDX-License-Identifier: MIT
// The levels of computer players.

#include "limber/player.h"

#include <assert.h>

const char *lb_level_word(lb_level level)
{
    static const char *const words[LB_LEVEL_COUNT] = {
        [LB_LEVEL_RECRUIT] = "recruit", [LB_LEVEL_REGULAR] = "regular"};

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

/// The choice of the highest priority; among equals any.
static uint32_t best_of(const lb_battle *battle, const lb_state *state, lb_dice *dice,
                        const lb_action *choice, uint32_t count)
{
    uint32_t best = 0, equals = 0;
    int32_t highest = INT32_MIN;

    for (uint32_t i = 0; i < count; i++) {
        int32_t priority = battle->rules->play->priority(battle, state, &choice[i]);

        if (priority > highest) {
            highest = priority;
            best = i;
            equals = 1;
        } else if (priority == highest && pick(dice, ++equals) == 0) {
            best = i;
        }
    }
    return best;
}

void lb_player_choose(lb_level level, const lb_battle *battle, const lb_state *state, lb_dice *dice,
                      lb_action *room, lb_action *chosen)
{
    uint32_t count = battle->rules->play->choices(battle, state, room, LB_CHOICES_MAX);

    assert(level < LB_LEVEL_COUNT && count > 0);
    *chosen = room[level == LB_LEVEL_RECRUIT ? pick(dice, count)
                                             : best_of(battle, state, dice, room, count)];
}
