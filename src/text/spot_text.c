// SPDX-License-Identifier: MIT
// See spot_text.h.

#include "text/spot_text.h"

#include "table/exact.h"
#include "text/battle_text.h"
#include "text/way_text.h"

enum { NEAR_INCHES = 3 }; ///< so near to an objective that its name will do

static int64_t square_between(lb_point a, lb_point b)
{
    int64_t x = a.x - b.x, y = a.y - b.y;

    return x * x + y * y;
}

const char *lb_spot_name(const lb_battle *battle, lb_point at)
{
    int64_t near = (int64_t)NEAR_INCHES * LB_TMM_INCH;
    const char *best = NULL;
    int64_t least = near * near;
    lb_ground ground = lb_battle_ground(battle);
    lb_piece_set under;

    for (uint32_t i = 0; i < battle->objective_count; i++) {
        int64_t square = square_between(at, battle->objective[i].at);

        if (square > least &&
            square > (int64_t)battle->objective[i].radius_tmm * battle->objective[i].radius_tmm)
            continue;
        if (best == NULL || square < least) {
            least = square;
            best = battle->objective[i].name;
        }
    }
    if (best != NULL || !lb_point_is_in_range(at))
        return best;
    under = lb_ground_at(&ground, at);
    for (uint16_t i = 0; i < battle->piece_count; i++)
        if (lb_piece_set_has(&under, i) && battle->piece_name[i][0] != '\0')
            best = battle->piece_name[i];
    return best;
}

/// The nearest objective or, where there is none, the nearest named ground: its middle and name.
static const char *nearest_name(const lb_battle *battle, lb_point at, lb_point *where)
{
    const char *name = NULL;
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < battle->objective_count; i++)
        if (square_between(at, battle->objective[i].at) < least) {
            least = square_between(at, battle->objective[i].at);
            name = battle->objective[i].name;
            *where = battle->objective[i].at;
        }
    for (uint16_t i = 0; i < battle->piece_count; i++) {
        lb_point middle = lb_middle_of_piece(battle, i);

        if (battle->piece_name[i][0] == '\0' || square_between(at, middle) >= least)
            continue;
        least = square_between(at, middle);
        name = battle->piece_name[i];
        *where = middle;
    }
    return name;
}

void lb_put_spot(const lb_battle *battle, lb_point at, bool spells_units, lb_put *put)
{
    const char *name = lb_spot_name(battle, at);
    lb_point where = {0, 0};

    if (name != NULL) {
        lb_put_text(put, name);
        return;
    }
    name = nearest_name(battle, at, &where);
    if (name == NULL) {
        lb_put_place(battle, at, spells_units, put);
        return;
    }
    lb_put_text(put, "a place ");
    lb_put_length(battle, (int32_t)lb_root_floor((uint64_t)square_between(at, where)), spells_units,
                  put);
    lb_put_char(put, ' ');
    lb_put_text(put, lb_wind_word(lb_heading_to(where, at)));
    lb_put_text(put, " of ");
    lb_put_text(put, name);
}
