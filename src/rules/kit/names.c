// SPDX-License-Identifier: MIT
// Names of groups. See muster.h.

#include "base/put.h"
#include "rules/kit/muster.h"

#include <string.h>

void lb_tell_groups_apart(lb_battle *battle)
{
    bool is_double[LB_GROUPS_MAX] = {false};

    for (uint32_t i = 0; i < battle->group_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(battle->group[i].name, battle->group[j].name) == 0)
                is_double[i] = is_double[j] = true;
    for (uint32_t i = 0; i < battle->group_count; i++) {
        lb_group_card *card = &battle->group[i];
        char name[2 * LB_SCENARIO_NAME];
        lb_put put = lb_put_start(name, sizeof name);

        if (!is_double[i] || card->leader == LB_NOBODY)
            continue;
        lb_put_text(&put, battle->leader[card->leader].name);
        lb_put_text(&put, "'s ");
        lb_put_text(&put, card->name);
        if (put.length < sizeof card->name)
            memcpy(card->name, name, put.length + 1);
    }
}
