// SPDX-License-Identifier: MIT
// Computer players on the heap, see limber/fight.h. The engine itself allocates nothing, so this
// stands here.

#include "limber/fight.h"

#include <stdlib.h>

enum { ALIGNMENT = 64 };

lb_player *lb_player_create(void)
{
    size_t own = (sizeof(lb_player) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    unsigned char *memory = aligned_alloc(ALIGNMENT, own + LB_PLAYER_ROOM);
    lb_player *player = (lb_player *)(void *)memory;

    if (player != NULL)
        lb_player_start(player, memory + own, LB_PLAYER_ROOM);
    return player;
}

void lb_player_destroy(lb_player *player)
{
    free(player);
}
