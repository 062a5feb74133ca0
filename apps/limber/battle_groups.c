// SPDX-License-Identifier: MIT
// Which brigades and Formations there are.

#include "battle_log.h"

uint32_t battle_group_count(const lb_battle *battle, uint32_t side)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < battle->group_count; i++)
        count += battle->group[i].side == side && battle->group[i].unit_count > 0;
    return count;
}

bool battle_has_group(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    if (battle->group[group].unit_count > 0)
        return true;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (state->unit[i].group == group)
            return true;
    return false;
}
