// SPDX-License-Identifier: MIT
// Computer players on the heap, see limber/fight.h. The engine itself allocates nothing, so this
// stands here.

#include "limber/fight.h"

#include <stdalign.h>
#include <stdlib.h>

lb_player *lb_player_create(void)
{
    lb_player *player = aligned_alloc(alignof(lb_player), sizeof *player);

    if (player != NULL)
        lb_player_start(player);
    return player;
}

void lb_player_destroy(lb_player *player)
{
    free(player);
}
