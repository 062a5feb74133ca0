// SPDX-License-Identifier: MIT
// Leaders on horseback: they turn and ride straight, once, within a reach, and are in nobody's way.
#pragma once

#include "rules/kit/way.h"

/// How the leaders of a sheet ride.
typedef struct lb_ride {
    uint16_t clause;
    uint16_t verb;
    uint16_t reach;      ///< the value that says how far, in the sheet's unit of length
    uint32_t rode;       ///< the flag of a leader who has ridden
    int32_t grain_tmm;   ///< rides that are offered or proposed are whole numbers of this
    int32_t offer_tmm;   ///< from where on a ride is offered
    int32_t propose_tmm; ///< and proposed: shorter ones are not worth while
    int32_t behind_tmm;  ///< how far behind his units a leader stands

    /// What a straight ride costs of the reach; NULL: its length.
    int32_t (*cost)(const lb_view *view, lb_point from, lb_point to);
} lb_ride;

/// Judges a ride of the side that is asked.
bool lb_check_ride(const lb_asked *asked, const lb_action *action, lb_reason *reason);

/// Carries out the ride that was chosen.
void lb_do_ride(lb_run *run);

/// Has a leader who has not ridden follow to a place, as far as he can ride. It does not count as
/// his ride.
void lb_follow(lb_run *run, uint16_t clause, uint32_t leader, lb_point goal);

/// Offers every leader a ride to the last unit of his group.
void lb_offer_rides(lb_listing *list);

/// Proposes the ride of the first leader of the side who is not where `place` has him and has not
/// ridden; false if there is none.
bool lb_propose_rides(lb_listing *list, lb_point (*place)(const lb_listing *list, uint32_t leader),
                      int32_t worth);
