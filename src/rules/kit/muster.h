// SPDX-License-Identifier: MIT
// From a neutral order of battle to a battle: everything that is the same for every sheet. What
// differs, a ruleset says in an lb_muster_plan.
#pragma once

#include "limber/battle.h"

/// A trait as a bit, for the rows of a figures.def.
#define T(trait) (UINT64_C(1) << LB_TRAIT_##trait)

/// Which group each brigade belongs to, and which leader each commander is. The brigades of a group
/// follow one another.
typedef struct lb_arrangement {
    uint16_t group[LB_SCENARIO_BRIGADES];    ///< by brigade
    uint16_t brigade[LB_SCENARIO_BRIGADES];  ///< by group: its first
    uint16_t head[LB_SCENARIO_BRIGADES];     ///< by group: the commander that leads it, LB_NOBODY
    uint16_t leader[LB_SCENARIO_COMMANDERS]; ///< by commander; LB_NOBODY: he is not on the table
    uint16_t group_count, leader_count;
} lb_arrangement;

typedef struct lb_muster_plan {
    const char *sheet;   ///< id of the ruleset
    int32_t unit_tmm;    ///< the sheet's unit of length
    int32_t ground_cm;   ///< centimetres of ground to that unit, by the sheet's own scale
    int32_t width_units; ///< a usual table; ground is shrunk to it if the units have room then
    int32_t depth_units;
    int32_t least_units;   ///< with `most_units`: ground keeps the sheet's own scale as long as the
    int32_t most_units;    ///< shorter edge of the table is between the two; 0: it may be shrunk
    int32_t longest_units; ///< with both: ground is shrunk until no edge is longer; 0: never
    int32_t minutes;       ///< of a turn, at that scale; longer as the ground is shrunk
    int32_t musketry_tmm;  ///< no unit begins so near to an enemy
    int32_t gap_tmm;       ///< between units of a brigade that stand side by side
    int32_t row_gap_tmm;   ///< and between its lines
    int32_t search_tmm;    ///< steps in which room is looked for; 0: an inch
    uint8_t turns;         ///< unless the scenario says
    bool comes_in_turn;    ///< who arrives comes on in the course of the turn, not at its beginning
    bool has_one_entry;    ///< all units of a brigade come on by its place, not side by side
    /// Makes groups of several brigades; NULL: each brigade is one, and all commanders are there.
    void (*arrange)(const lb_scenario *scenario, const lb_battle *battle, lb_arrangement *to);
    /// Fills in figures and traits of a unit's card; on error says why.
    lb_status (*unit)(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                      lb_diag *diag);
    /// Fill in the figures of a leader, a group or a side; NULL if they have none. `from` is the
    /// number of the commander, or of the group's first brigade, in the scenario.
    void (*leader)(const lb_scenario *scenario, lb_battle *battle, uint32_t from, uint32_t number);
    void (*group)(const lb_scenario *scenario, lb_battle *battle, uint32_t from, uint32_t number);
    void (*side)(const lb_scenario *scenario, lb_battle *battle, uint32_t number);
    /// Changes where units stand before room is made for them; NULL: side by side, as they are.
    void (*stand)(const lb_scenario *scenario, lb_battle *battle);
    /// The formation that is nearest to a scenario's word.
    uint8_t (*formation)(uint8_t arm, uint8_t word);
} lb_muster_plan;

/// Turns a scenario into a battle. On error says why; *battle is unspecified then.
lb_status lb_muster(const lb_muster_plan *plan, const lb_scenario *scenario, lb_battle *battle,
                    lb_diag *diag);

/// Two groups of one name are told apart by their commanders: "Gudin's 3rd Division".
void lb_tell_groups_apart(lb_battle *battle);

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

/// True of a unit that begins the battle off the table, to come later.
bool lb_is_unit_away(const lb_battle *battle, const lb_unit_card *card);
