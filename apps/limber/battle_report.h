// SPDX-License-Identifier: MIT
// The report of a battle: who won and why, objectives, losses, turning points and luck. It is made
// from the events of a battle that is played again.
#pragma once

#include "battle_log.h"

typedef struct battle_report battle_report;

/// An empty report, or NULL without memory. `battle` and `state` must outlive it, and `state` must
/// be the one that is played.
battle_report *battle_report_create(const lb_battle *battle, const lb_state *state);

/// Frees a report; NULL is harmless.
void battle_report_destroy(battle_report *report);

/// The emit function of a sink whose context is a battle_report.
void battle_report_emit(void *context, const lb_event *event);

/// Prints the report.
void battle_report_show(battle_report *report);
