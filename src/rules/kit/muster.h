// SPDX-License-Identifier: MIT
// From a neutral order of battle to a battle: everything that is the same for every sheet. What
// differs, a ruleset says in an lb_muster_plan.
#pragma once

#include "limber/battle.h"

/// A trait as a bit, for the rows of a figures.def.
#define T(trait) (UINT64_C(1) << LB_TRAIT_##trait)

typedef struct lb_muster_plan {
    const char *sheet;   ///< id of the ruleset
    int32_t unit_tmm;    ///< the sheet's unit of length
    int32_t ground_dm;   ///< decimetres of ground to that unit, by the sheet's own scale
    int32_t width_units; ///< a usual table; ground is shrunk to it if the units have room then
    int32_t depth_units;
    int32_t minutes;      ///< of a turn, at that scale; longer as the ground is shrunk
    int32_t musketry_tmm; ///< no unit begins so near to an enemy
    int32_t gap_tmm;      ///< between units of a brigade that stand side by side
    int32_t row_gap_tmm;  ///< and between its lines
    uint8_t turns;        ///< unless the scenario says
    /// Fills in figures and traits of a unit's card; on error says why.
    lb_status (*unit)(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                      lb_diag *diag);
    /// Fill in the figures of a leader, a group or a side; NULL if they have none.
    void (*leader)(const lb_scenario *scenario, lb_battle *battle, uint32_t number);
    void (*group)(const lb_scenario *scenario, lb_battle *battle, uint32_t number);
    void (*side)(const lb_scenario *scenario, lb_battle *battle, uint32_t number);
    /// The formation that is nearest to a scenario's word.
    uint8_t (*formation)(uint8_t arm, uint8_t word);
} lb_muster_plan;

/// Turns a scenario into a battle. On error says why; *battle is unspecified then.
lb_status lb_muster(const lb_muster_plan *plan, const lb_scenario *scenario, lb_battle *battle,
                    lb_diag *diag);

/// A figure that the scenario sets for this sheet, else `value`.
int16_t lb_muster_figure(const lb_muster_plan *plan, const lb_scenario *scenario,
                         lb_figure_owner owner, uint32_t number, const char *key, int32_t value);

/// The quality that army lists mean by a class (LB_QUALITY_…); regular unless they name another.
int32_t lb_usual_quality(uint8_t troop_class);

/// Says what is wrong with what, and where the file says it.
lb_status lb_muster_complain(lb_diag *diag, lb_scenario_where where, const char *what,
                             const char *name);

/// Turn, phase, side, objectives, units and leaders as a battle begins; what a sheet keeps in marks
/// and flags is its own to add.
void lb_deploy(const lb_battle *battle, lb_state *state);
