// SPDX-License-Identifier: MIT
// The values of a roll one by one, for those who keep them in a form of their own.
#pragma once

#include "limber/roll.h"

/// Receives one value of a roll and its weight out of the roll's denominator. The weight lives as
/// long as the call.
typedef void lb_chance_taker(void *context, int32_t value, const lb_wide *weight);

/// Hands over all values with exact weights, ascending, none twice: lb_roll_spread without a place
/// for all of them. The roll must be possible.
void lb_roll_each(const lb_roll *roll, lb_chance_taker *take, void *context);
