// SPDX-License-Identifier: MIT
// What a computer player intends: a task for every group of a side, a station for every unit, and
// what passes between the planner, which knows no sheet, and the sheet that carries it out.
//
// The planner asks the sheet what a unit is able to do (lb_fitness). The sheet, at a decision,
// proposes a few legal actions in the light of the plan, each with its worth, and asks its counsel
// for exact odds.
#pragma once

#include "limber/api.h"
#include "limber/view.h"

LB_BEGIN_DECLS

/// What a group is to do.
typedef enum lb_task {
    LB_TASK_NONE,    ///< it is not there
    LB_TASK_RESERVE, ///< to wait behind the others, out of reach
    LB_TASK_HOLD,    ///< to stand at its goal
    LB_TASK_PIN,     ///< to keep the enemy before it busy from a distance
    LB_TASK_ATTACK,  ///< to take its goal
    LB_TASK_COUNT
} lb_task;

/// What a unit is in its group.
typedef enum lb_post {
    LB_POST_NONE,
    LB_POST_FIRST,    ///< in the first line
    LB_POST_SECOND,   ///< in support behind it
    LB_POST_FLANK,    ///< behind a flank
    LB_POST_BATTERY,  ///< guns in position
    LB_POST_REAR,     ///< worn, behind everybody
    LB_POST_GARRISON, ///< on ground that it holds
    LB_POST_COUNT
} lb_post;

/// What the planner has to know of a unit on the table.
typedef struct lb_fitness {
    bool is_able;      ///< fit to fight
    bool is_worn;      ///< ought to go behind the others
    int32_t worth;     ///< its weight in a fight; of the order of 100 when fresh
    int32_t pace_tmm;  ///< one move in the formation that it approaches in
    int32_t march_tmm; ///< one march far from the enemy, if that is more; 0 for no such thing
    int32_t reach_tmm; ///< of its fire; 0 for none
    int32_t stay_tmm;  ///< guns stay where they are if their station is no farther away
    int32_t shelter;   ///< against fire from its front: 0 for none, 1 for some, 2 for much
    lb_size size;      ///< in the formation that it fights in
} lb_fitness;

typedef struct lb_station {
    lb_point at;
    uint16_t heading;
    uint8_t post; ///< lb_post
} lb_station;

typedef struct lb_group_plan {
    lb_point goal;      ///< where its first line is to stand at the end of this turn
    uint16_t heading;   ///< its line of approach
    uint8_t task;       ///< lb_task
    uint16_t objective; ///< what it is about, LB_NOBODY for none
    uint16_t rank;      ///< 0 acts first
    bool closes;        ///< formed up: it goes in
    bool is_late;       ///< it cannot come to what it attacks before the battle ends
} lb_group_plan;

/// The plan of a side.
typedef struct lb_plan {
    uint8_t side;
    uint16_t main;    ///< the objective that the side masses at, LB_NOBODY for none
    bool attacks;     ///< time works against it: it has to take ground
    bool is_strong;   ///< so much stronger than the enemy that its groups go for their goals
    bool bides;       ///< time works for it: it awaits the enemy, and lets its guns speak
    int32_t pace_tmm; ///< a usual move of its infantry
    lb_group_plan group[LB_GROUPS_MAX];
    lb_station unit[LB_UNITS_MAX];    ///< of its units on the table
    lb_point leader[LB_LEADERS_MAX];  ///< where its leaders ought to be
    lb_fitness fitness[LB_UNITS_MAX]; ///< of all units on the table
} lb_plan;

enum { LB_PROPOSALS_MAX = 24 };

/// Who goes over the ground: what it costs them.
typedef enum lb_gait { LB_GAIT_FOOT, LB_GAIT_HORSE, LB_GAIT_WHEELS, LB_GAITS } lb_gait;

enum {
    LB_FIELD_SIDE = 48, ///< cells of the ground each way
    LB_FIELD_CELLS = LB_FIELD_SIDE * LB_FIELD_SIDE,
    LB_FIELD_SWEEPS = 12 ///< sweeps that are remembered
};

/// The ground as a planner sees it: what each cell costs, and how far it is from objectives. It
/// follows from the battle alone. Zero is one that has learned nothing.
typedef struct lb_ground_field {
    uint64_t key; ///< of the ground that it knows; 0: of none
    int32_t cell_tmm;
    uint8_t cost[LB_GAITS][LB_FIELD_CELLS];
    uint16_t tag[LB_FIELD_SWEEPS]; ///< 1 + objective and gait of a sweep; 0: none
    uint32_t next;
    uint16_t away[LB_FIELD_SWEEPS][LB_FIELD_CELLS];
} lb_ground_field;

/// How a plan goes about it.
typedef enum lb_style {
    LB_STYLE_SENSIBLE,
    LB_STYLE_STILL, ///< nobody moves
    LB_STYLE_RUSH,  ///< everybody goes for the nearest enemy
    LB_STYLE_MASS   ///< everybody goes for one objective
} lb_style;

/// What a planner remembers: tasks that were given are changed only for a clear gain.
typedef struct lb_plan_memory {
    bool is_set;
    bool advances; ///< the side went for an enemy whose guns were silenced
    uint16_t main;
    uint8_t task[LB_GROUPS_MAX];
    uint16_t objective[LB_GROUPS_MAX];
} lb_plan_memory;

/// What a plan is made from besides the battle.
typedef struct lb_plan_brief {
    uint32_t side;
    lb_style style;
    lb_plan_memory *memory; ///< of the plan before; NULL: none
} lb_plan_brief;

/// Who reckons for the sheet, and remembers for it.
typedef struct lb_counsel lb_counsel;
struct lb_counsel {
    /// The mean of what `worth` makes of the outcomes of a procedure, by its exact odds; rounded
    /// down at the end. `cells` is the number of facts, `fields` that of the effect. False, and
    /// *mean untouched, if the odds are too large to be reckoned; `unreckoned` counts those.
    bool (*mean)(lb_counsel *counsel, const lb_battle *battle, uint16_t procedure,
                 const int32_t *facts, uint32_t cells, uint8_t fields,
                 int32_t (*worth)(const int32_t *effect, const int32_t *facts), int32_t *mean);
    uint32_t unreckoned; ///< questions that found no answer since the start
    /// The sheet's own notes on units and leaders, all zero at the beginning of each phase.
    uint8_t note[LB_UNITS_MAX];
    uint8_t leader_note[LB_LEADERS_MAX];
};

/// Plans for a side, sensibly and without memory: a pure function of its arguments. The view may be
/// NULL.
void lb_plan_make(const lb_battle *battle, const lb_state *state, lb_view *view, uint32_t side,
                  lb_plan *plan);

/// The same by a brief; the memory becomes that of this plan. `field` has learned the battle's
/// ground, or is NULL: then ways are straight.
void lb_plan_make_by(const lb_battle *battle, const lb_state *state, lb_view *view,
                     const lb_plan_brief *brief, lb_ground_field *field, lb_plan *plan);

LB_END_DECLS
