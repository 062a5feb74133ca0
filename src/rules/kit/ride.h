// SPDX-License-Identifier: MIT
// Leaders on horseback: they turn and ride straight, once, within a reach, and are in nobody's way.
#pragma once

#include "rules/kit/way.h"

/// How the leaders of a sheet ride.
typedef struct lb_ride {
    uint16_t clause;
    int32_t reach_tmm;
    uint32_t rode;      ///< the flag of a leader who has ridden
    int32_t grain_tmm;  ///< rides that are proposed are whole numbers of this
    int32_t least_tmm;  ///< shorter ones are not worth while
    int32_t behind_tmm; ///< how far behind his units a leader stands
} lb_ride;

/// Judges a ride of the side that is asked.
bool lb_ride_check(const lb_asked *asked, const lb_ride *ride, const lb_action *action,
                   lb_reason *reason);

/// Carries out the ride that was chosen.
void lb_ride_do(lb_run *run, const lb_ride *ride);

/// Offers every leader a ride to the last unit of his group.
void lb_ride_offer(lb_listing *list, const lb_ride *ride);

/// Proposes a ride toward a place; false if he is there, has ridden, or is not of the side.
bool lb_ride_propose(lb_listing *list, const lb_ride *ride, uint32_t leader, lb_point goal,
                     int32_t worth);
