// SPDX-License-Identifier: MIT
// One battle by all sheets that are played, side by side.
#pragma once

#include "limber/campaign.h"

/// What is fought by every sheet.
typedef struct fight_sheets {
    const char *scenario;
    uint64_t battles, seed;
    lb_level level[LB_SIDES];
    uint32_t threads;
    bool is_mirrored, as_json, shows_progress;
    const volatile sig_atomic_t *is_interrupted;
} fight_sheets;

/// Fights them and prints the comparison. Returns an exit code.
int fight_by_all_sheets(const fight_sheets *asked);

/// Wilson's interval for a share, at 95 percent.
void fight_interval(uint64_t hits, uint64_t all, double *low, double *high);
