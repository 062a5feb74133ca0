// SPDX-License-Identifier: MIT
// A battle: what never changes in it (lb_battle), how it stands (lb_state), what a side may do
// (lb_action), and what a ruleset provides to play it (lb_play).
//
// A state holds no pointers and is copied by assignment; zero is an empty one. It contains its node
// machine: the battle is a procedure of the ruleset that stops at rolls and decisions like any
// other. Figures and marks are plain integers whose meaning is the ruleset's own.
#pragma once

#include "limber/api.h"
#include "limber/machine.h"
#include "limber/ruleset.h"
#include "limber/scenario.h"
#include "limber/table.h"

LB_BEGIN_DECLS

enum {
    LB_SIDES = 2,
    LB_UNITS_MAX = LB_SCENARIO_UNITS,
    LB_GROUPS_MAX = LB_SCENARIO_BRIGADES,
    LB_LEADERS_MAX = LB_SCENARIO_COMMANDERS,
    LB_OBJECTIVES_MAX = LB_SCENARIO_OBJECTIVES,
    LB_CARD_FIGURES = 12, ///< of a unit
    LB_LEADER_FIGURES = 4,
    LB_UNIT_MARKS = 8,
    LB_GROUP_MARKS = 6,
    LB_SIDE_MARKS = 12,
    LB_HELPERS_MAX = 3,
    LB_NOBODY = 0xff
};

/// What a unit is.
typedef struct lb_unit_card {
    char name[LB_SCENARIO_NAME];
    uint8_t side;
    uint8_t group;
    uint8_t arm; ///< lb_arm
    uint8_t troop_class;
    uint8_t nation;
    uint8_t quality;
    uint8_t formation;    ///< at the start
    uint8_t arrival_turn; ///< 0: from the start
    uint16_t heading;
    lb_point at; ///< at the start, or where it enters
    uint64_t traits;
    int16_t figure[LB_CARD_FIGURES]; ///< the ruleset's numbers

    // Of a battle that begins as a position:
    bool is_removed;
    uint16_t losses;
    uint16_t hits;   ///< short of the next loss
    uint32_t states; ///< bits by lb_scenario_state
} lb_unit_card;

/// A body of units under one leader: brigade, Formation, Major Formation.
typedef struct lb_group_card {
    char name[LB_SCENARIO_NAME];
    uint8_t side;
    uint8_t leader; ///< number, or LB_NOBODY
    uint8_t first_unit;
    uint8_t unit_count;
    uint8_t arrival_turn;
    uint8_t routed;     ///< in a position: units lost by rout
    uint8_t activation; ///< in a position: lb_scenario_activation
    uint64_t traits;
} lb_group_card;

/// A commander.
typedef struct lb_leader_card {
    char name[LB_SCENARIO_NAME];
    uint8_t side;
    uint8_t group; ///< he leads, or LB_NOBODY for higher commanders
    uint8_t rank;
    uint8_t ability;
    uint8_t inspiration;
    uint32_t traits;
    lb_point at;
    bool is_removed;                   ///< in a position
    int16_t figure[LB_LEADER_FIGURES]; ///< the ruleset's numbers
} lb_leader_card;

typedef struct lb_objective_card {
    char name[LB_SCENARIO_NAME];
    lb_point at;
    int32_t radius_tmm;
    uint8_t value;
    uint8_t held; ///< side, or LB_NOBODY
} lb_objective_card;

/// Everything that stays as it is through a battle.
struct lb_battle {
    const lb_ruleset *rules;
    lb_house house;
    char title[LB_SCENARIO_NAME];
    char scenario[LB_SCENARIO_WORD];
    char side_name[LB_SIDES][LB_SCENARIO_NAME];
    uint8_t side_nation[LB_SIDES];
    uint8_t side_leader[LB_SIDES]; ///< the army's commander, or LB_NOBODY
    uint8_t turns;
    uint8_t first_side;
    uint8_t start_turn, start_phase, start_active; ///< of a position; turn 0: from the beginning
    uint16_t start_cards[LB_SIDES], start_discards[LB_SIDES];
    uint8_t start_defeats[LB_SIDES];
    uint8_t unit_count, group_count, leader_count, objective_count;
    lb_unit_card unit[LB_UNITS_MAX];
    lb_group_card group[LB_GROUPS_MAX];
    lb_leader_card leader[LB_LEADERS_MAX];
    lb_objective_card objective[LB_OBJECTIVES_MAX];
    lb_piece piece[LB_SCENARIO_PIECES];
    lb_point point[LB_SCENARIO_POINTS];
    uint16_t piece_count, point_count;
    int32_t width_tmm, depth_tmm; ///< of the table
};

/// Where a unit or leader is.
typedef enum lb_presence {
    LB_PRESENCE_AWAY,  ///< has not arrived
    LB_PRESENCE_TABLE, ///< on the table
    LB_PRESENCE_GONE,  ///< removed
    LB_PRESENCE_COUNT
} lb_presence;

typedef struct lb_unit {
    lb_point at; ///< centre of the footprint
    uint16_t heading;
    uint8_t presence;
    uint8_t formation; ///< the ruleset's own
    uint32_t flags;    ///< the ruleset's own
    int16_t mark[LB_UNIT_MARKS];
} lb_unit;

typedef struct lb_group {
    uint32_t flags;
    int16_t mark[LB_GROUP_MARKS];
} lb_group;

typedef struct lb_leader {
    lb_point at;
    uint32_t flags;
    uint8_t presence;
    uint8_t spare[3];
} lb_leader;

typedef struct lb_side {
    int16_t mark[LB_SIDE_MARKS];
} lb_side;

enum { LB_STEP_TMM_MAX = 100000, LB_STEP_ANGLE_MAX = 70000 }; ///< of a step of an action's path

/// What a side does at a decision. Members that the verb does not use are zero (helpers LB_NOBODY).
typedef struct lb_action {
    uint8_t verb; ///< the ruleset's own
    uint8_t unit; ///< or group, or leader, as the verb says
    uint8_t target;
    uint8_t formation;
    uint8_t option;
    uint8_t helper[LB_HELPERS_MAX];
    lb_unit_set members; ///< other units that do the same with it
    lb_path path;
} lb_action;

/// How a battle stands.
struct lb_state {
    lb_machine machine;
    lb_action action;                ///< the answer to the last decision
    uint8_t turn;                    ///< 1 for the first
    uint8_t phase;                   ///< the ruleset's own
    uint8_t active;                  ///< side
    uint8_t winner;                  ///< at the end: side, or LB_NOBODY for a draw
    uint8_t held[LB_OBJECTIVES_MAX]; ///< side, or LB_NOBODY
    lb_side side[LB_SIDES];
    lb_group group[LB_GROUPS_MAX];
    lb_leader leader[LB_LEADERS_MAX];
    lb_unit unit[LB_UNITS_MAX];
};

/// A rule's "no".
typedef struct lb_reason {
    uint16_t clause;
    const char *why;
} lb_reason;

/// How a verb is used: which members of an action it takes.
typedef enum lb_verb_use {
    LB_USES_UNIT = 1,
    LB_USES_TARGET = 2,
    LB_USES_FORMATION = 4,
    LB_USES_OPTION = 8,
    LB_USES_HELPERS = 16,
    LB_USES_PATH = 32,
    LB_USES_GROUP = 64,   ///< `unit` is a group
    LB_USES_LEADER = 128, ///< `unit` is a leader
    LB_USES_MEMBERS = 256
} lb_verb_use;

typedef struct lb_verb {
    const char *word;
    const char *help;
    uint32_t uses;
} lb_verb;

/// Table sizes of a unit in tenths of a millimetre.
typedef struct lb_size {
    int32_t width_tmm;
    int32_t depth_tmm;
} lb_size;

/// A question about the odds of something on the table.
typedef struct lb_query {
    const char *what;     ///< the word: "fire", "melee", "rally" …
    uint8_t unit, target; ///< numbers; LB_NOBODY where there is none
    uint8_t option;
    uint8_t helper[LB_HELPERS_MAX];
} lb_query;

/// The chart that answers it and the facts that the table gives.
typedef struct lb_situation {
    const lb_chart *chart;
    int32_t facts[LB_INPUTS_MAX];
} lb_situation;

/// What the target of an action is the number of.
typedef enum lb_target_kind {
    LB_TARGET_UNIT = 0,
    LB_TARGET_GROUP,
    LB_TARGET_LEADER,
    LB_TARGET_OBJECTIVE,
    LB_TARGET_NOBODY, ///< it has none
    LB_TARGET_COUNT
} lb_target_kind;

/// Another word that people use for a verb: "charge" for "assault".
typedef struct lb_synonym {
    const char *word;
    const char *verb;
} lb_synonym;

/// A phrase that sets bits of an action's or question's option: "as skirmishers".
typedef struct lb_option_phrase {
    const char *verb; ///< the verb or question that it belongs to
    const char *phrase;
    uint8_t bits;
} lb_option_phrase;

struct lb_fitness;
struct lb_plan;
struct lb_counsel;
struct lb_proposal;

/// What a ruleset provides to be played.
typedef struct lb_play {
    uint16_t procedure; ///< the whole battle
    const lb_verb *verbs;
    uint8_t verb_count;
    uint8_t phase_count;
    const char *const *phases; ///< their names
    const lb_word *formations;
    const char *const *figures; ///< names of a unit's figures, NULL behind the last
    /// What the planner has to know of a unit on the table.
    void (*fitness)(const lb_battle *battle, const lb_state *state, uint32_t unit,
                    struct lb_fitness *fitness);
    /// Lists a few legal actions for a decision in the light of a plan, never none, each with its
    /// worth; returns how many. See limber/plan.h.
    uint32_t (*propose)(const lb_battle *battle, const lb_state *state, const struct lb_plan *plan,
                        struct lb_counsel *counsel, struct lb_proposal *proposals, uint32_t room);
    /// Gathers the facts of a question; false with the reason if it cannot be asked.
    bool (*gather)(const lb_battle *battle, const lb_state *state, const lb_query *query,
                   lb_situation *situation, lb_reason *reason);
    const lb_verb *queries; ///< the questions and whom they are about; a NULL word behind the last
    /// What the option of an action means, in words; "" for nothing. Lives for ever.
    const char *(*option_text)(const lb_action *action);
    /// What a side has in hand, such as cards: the n-th of it from 0, NULL behind the last. NULL:
    /// sides have nothing in hand.
    const char *(*in_hand)(const lb_state *state, uint32_t side, uint32_t n);
    /// What the target of a side's action is; NULL: always a unit.
    lb_target_kind (*target_kind)(const lb_battle *battle, uint32_t side, const lb_action *action);
    const lb_option_phrase *options; ///< how options are typed; a NULL phrase behind the last
    const lb_synonym *synonyms;      ///< other words for verbs; a NULL word behind the last
    const char *length_word;         ///< the unit that the sheet measures in: "in"
    int32_t length_tmm;              ///< and how long that is
    /// Whose luck the open roll is: sets the side that throws, and says whether it wishes a high
    /// value (1), a low one (-1), or has nothing to wish for (0).
    int32_t (*luck)(const lb_battle *battle, const lb_state *state, uint8_t *side);
    /// Losses that a unit bears, as the sheet counts them.
    int32_t (*losses)(const lb_state *state, uint32_t unit);
    /// Hits that it bears short of the next loss; NULL where the sheet knows none.
    int32_t (*hits)(const lb_state *state, uint32_t unit);
    /// How it stands, as bits by lb_scenario_state.
    uint32_t (*states)(const lb_battle *battle, const lb_state *state, uint32_t unit);
    /// Defeats that a side has suffered, as the sheet counts them.
    int32_t (*defeats)(const lb_state *state, uint32_t side);
    /// Turns a scenario into figures and places. On error says why; battle is unspecified then.
    lb_status (*muster)(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag);
    /// How the battle stands at the start.
    void (*deploy)(const lb_battle *battle, lb_state *state);
    /// The size of a unit in a formation.
    lb_size (*size)(const lb_battle *battle, const lb_state *state, uint32_t unit,
                    uint8_t formation);
    /// True if the action is legal at this decision; otherwise why not.
    bool (*check)(const lb_battle *battle, const lb_state *state, const lb_action *action,
                  lb_reason *reason);
    /// Lists good legal actions, never none; returns how many.
    uint32_t (*choices)(const lb_battle *battle, const lb_state *state, lb_action *actions,
                        uint32_t room);
} lb_play;

/// Sets up the state at the start of the battle and runs to the first node.
void lb_battle_start(const lb_battle *battle, lb_state *state, const lb_sink *sink);

/// A run over a state in play.
lb_run lb_battle_run(const lb_battle *battle, lb_state *state, const lb_sink *sink);

/// Judges an action at a decision.
bool lb_battle_check(const lb_battle *battle, const lb_state *state, const lb_action *action,
                     lb_reason *reason);

/// Answers a decision with an action that check accepts, and runs on.
void lb_run_act(lb_run *run, const lb_action *action);

/// A hash over every field of the state, the same on every machine and compiler.
uint64_t lb_state_hash(const lb_state *state);

/// The ground of a battle; it borrows from the battle.
lb_ground lb_battle_ground(const lb_battle *battle);

/// The footprint of a unit as it stands.
lb_footprint lb_unit_footprint(const lb_battle *battle, const lb_state *state, uint32_t unit);

LB_END_DECLS
