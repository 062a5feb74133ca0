// SPDX-License-Identifier: MIT
// Many battles by several threads. Results come in the order of the battles' numbers, so a seed
// gives the same answer whatever the number of threads.
#pragma once

#include "limber/api.h"
#include "limber/fight.h"
#include "limber/report.h"

#include <signal.h>

LB_BEGIN_DECLS

/// The most threads of a campaign.
enum { LB_CAMPAIGN_THREADS = 256 };

/// How one side came out of a battle.
typedef struct lb_campaign_side {
    uint32_t lost;                   ///< units that are gone
    uint32_t held;                   ///< objectives
    int32_t score;                   ///< of lb_side_report
    uint32_t arm_lost[LB_ARM_COUNT]; ///< strength lost, in thousandths of a unit
    uint32_t arm_units[LB_ARM_COUNT];
} lb_campaign_side;

/// One battle of a campaign.
typedef struct lb_campaign_battle {
    uint64_t number;
    uint64_t seed;
    lb_level level[LB_SIDES];
    bool is_swapped; ///< fought with the levels the other way round
    bool has_ended;  ///< false: it did not end within LB_FIGHT_NODES_MAX nodes
    lb_fight_result result;
    lb_campaign_side side[LB_SIDES];
} lb_campaign_battle;

/// What is to be fought. Nothing in it is owned; everything must outlive the campaign.
typedef struct lb_campaign {
    const lb_battle *battle;
    uint64_t battles; ///< how many, with the seeds from `seed` on
    uint64_t seed;
    lb_level level[LB_SIDES];
    bool is_mirrored; ///< each seed twice, the second time with the levels swapped
    uint32_t threads; ///< 1 or more
    /// Called with every battle in order, on the thread that called lb_campaign_fight; `battle`
    /// lives as long as this call. False ends the campaign. NULL: nobody is told.
    bool (*on_battle)(void *context, const lb_campaign_battle *battle);
    /// Watches the first battle; only on_action, on_roll, on_end and context count, and they are
    /// called on a thread of the campaign. NULL: nobody watches.
    const lb_fight_plan *first;
    void *context;
    const volatile sig_atomic_t *is_interrupted; ///< set: finish what is begun; NULL: never
    uint64_t *acted;                             ///< how often each clause acted is added here
    uint32_t acted_count;                        ///< room there; 0: nothing is counted
    lb_report *report; ///< what the troops do is added here; NULL: nothing
} lb_campaign;

/// Fights the campaign and returns when all its threads have ended. False if threads or memory
/// could not be had.
bool lb_campaign_fight(const lb_campaign *campaign);

LB_END_DECLS
