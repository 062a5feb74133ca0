// SPDX-License-Identifier: MIT
// The node machine: a procedure of the rules that stops whenever dice or a choice are needed.
//
// A machine is a small stack of frames (which procedure, which step, its facts, a few integer
// variables, and whom it is about). Running it ends at a *node*: a roll, a decision, or the end
// with its effect. Whoever drives it answers the node: a person, a generator, a record, the odds
// walker. The machine holds no pointers: it can be copied, compared, hashed and stored at any node.
// Zero is a machine at its end.
#pragma once

#include "limber/api.h"
#include "limber/roll.h"
#include "limber/table.h"

LB_BEGIN_DECLS

typedef struct lb_ruleset lb_ruleset;
typedef struct lb_battle lb_battle;
typedef struct lb_state lb_state;
typedef struct lb_view lb_view;

enum {
    LB_FRAMES_MAX = 16,     ///< depth of calls
    LB_CELLS_MAX = 1024,    ///< integers on the stack
    LB_EFFECT_MAX = 26,     ///< fields of an effect
    LB_OPTIONS_MAX = 64,    ///< options of a decision
    LB_QUESTION_FACTS = 16, ///< integers that say what a question is about
    LB_NOBODY = 0xffff      ///< no unit, group, leader or objective
};

/// What the machine waits for.
typedef enum lb_node_kind {
    LB_NODE_END = 0,  ///< nothing: the effect is there
    LB_NODE_ROLL,     ///< dice
    LB_NODE_DECISION, ///< a choice by a side
    LB_NODE_KIND_COUNT
} lb_node_kind;

/// A choice that a side has to make, and what it is about.
typedef struct lb_question {
    uint16_t clause; ///< that grants it
    uint8_t side;    ///< who is asked: 0 or 1
    uint8_t options; ///< answers run from 0 to options - 1; 0: the answer is an action
    uint8_t id;      ///< in play: which of the ruleset's questions
    uint8_t spare[3];
    int32_t fact[LB_QUESTION_FACTS]; ///< in play: what it is about, as the ruleset lays it out
} lb_question;

/// Where a machine has stopped.
typedef struct lb_node {
    uint8_t kind; ///< lb_node_kind
    union {
        lb_roll roll;         ///< of LB_NODE_ROLL
        lb_question question; ///< of LB_NODE_DECISION
    };
} lb_node;

/// Whom a step of a procedure is about: the one that acts, or the one that is acted upon.
typedef enum lb_role { LB_ROLE_NONE, LB_ROLE_ACTOR, LB_ROLE_TARGET, LB_ROLE_COUNT } lb_role;

/// Who plays a role: units by their number, others with a bit that says what they are.
enum { LB_CAST_GROUP = 0x4000, LB_CAST_LEADER = 0x8000, LB_CAST_SIDE = 0xc000 };

/// A procedure in progress. Eight bytes without padding: the odds walker has many of them.
typedef struct lb_frame {
    uint8_t procedure;
    uint8_t step;
    uint16_t facts; ///< first cell of its facts; its variables stand behind them
    uint16_t actor; ///< LB_ROLE_ACTOR: a unit, LB_CAST_… with a number, or LB_NOBODY; in a chart a
                    ///< side. As its caller's unless a procedure says otherwise
    uint16_t target; ///< LB_ROLE_TARGET, likewise
} lb_frame;

/// See the head of this file. Everything from `depth` on up to cell[top] makes its identity: node
/// and effect follow from it.
typedef struct lb_machine {
    lb_node node;
    int32_t effect[LB_EFFECT_MAX]; ///< of the procedure that returned last
    uint16_t depth;
    uint16_t top;
    lb_frame frame[LB_FRAMES_MAX]; ///< all zero from `depth` on
    int32_t cell[LB_CELLS_MAX];
} lb_machine;

/// What happened, for the log, explanations and statistics.
typedef enum lb_event_kind {
    LB_EVENT_ADD,    ///< a clause added `value` to what is being worked out
    LB_EVENT_SET,    ///< a clause set a number to `value`
    LB_EVENT_NOTE,   ///< a clause decided something
    LB_EVENT_ROLL,   ///< dice were thrown
    LB_EVENT_CHOICE, ///< a side chose `value`
    LB_EVENT_CHANGE, ///< `what` of somebody changed from `before` to `after`
    LB_EVENT_KIND_COUNT
} lb_event_kind;

/// What an LB_EVENT_CHANGE is about.
typedef enum lb_change {
    LB_CHANGE_NONE,
    LB_CHANGE_PLACE,     ///< it stands elsewhere or faces elsewhere: `from` and `to`, headings
    LB_CHANGE_FORMATION, ///< numbers of the ruleset's formations
    LB_CHANGE_PRESENCE,  ///< lb_presence
    LB_CHANGE_LOSSES,    ///< as the sheet counts them
    LB_CHANGE_HITS,      ///< short of the next loss
    LB_CHANGE_FLAGS,     ///< the ruleset's flags of a unit, group or leader
    LB_CHANGE_HELD,      ///< an objective's holder: a side or LB_NO_SIDE
    LB_CHANGE_SCORE,     ///< a mark of a side
    LB_CHANGE_WORTH,     ///< what is added to the values of a unit, for a while or for good
    LB_CHANGE_HAND,      ///< what a side has in hand, as bits (lb_play.hand)
    LB_CHANGE_TALLY,     ///< a count of a unit, group, leader or side: orders, fights, tests owed
    LB_CHANGE_PILE,      ///< cards of a side that are not in hand, as bits like the hand
    LB_CHANGE_TARGET,    ///< 1 + the unit that a unit has closed with; 0 for none
    LB_CHANGE_FATIGUE,   ///< markers of a group; the event's value is the arm
    LB_CHANGE_ORDER,     ///< kinds of a group's order
    LB_CHANGE_PENDING,   ///< kinds of the order that is on its way to it
    LB_CHANGE_STATUS,    ///< of a group, numbers of the ruleset's own
    LB_CHANGE_AREA,      ///< where a group gathers: `from` and `to`
    LB_CHANGE_GROUP,     ///< the group that a unit is with
    LB_CHANGE_COUNT
} lb_change;

/// What the id of an lb_actor is the number of.
typedef enum lb_actor_kind {
    LB_ACTOR_NONE,
    LB_ACTOR_UNIT,
    LB_ACTOR_GROUP,
    LB_ACTOR_LEADER,
    LB_ACTOR_OBJECTIVE,
    LB_ACTOR_SIDE,
    LB_ACTOR_KIND_COUNT
} lb_actor_kind;

/// Whoever an event is about. Zero is nobody.
typedef struct lb_actor {
    uint8_t kind; ///< lb_actor_kind
    uint16_t id;
} lb_actor;

/// One event. The pointers live as long as the call that receives it.
typedef struct lb_event {
    lb_event_kind kind;
    uint16_t clause;
    uint8_t side;  ///< that it concerns: 0, 1 or LB_NO_SIDE
    uint8_t what;  ///< of LB_EVENT_CHANGE: lb_change
    uint8_t mark;  ///< of a mark that has changed: 1 + its number among those of `who`; 0 for none
    lb_actor who;  ///< who does it, or to whom it happens
    lb_actor at;   ///< at whom; of a change: by whom, if somebody caused it
    int32_t value; ///< added, set, thrown, or chosen
    int32_t before, after;
    lb_point from, to;    ///< of LB_CHANGE_PLACE
    const lb_roll *roll;  ///< of LB_EVENT_ROLL
    const uint8_t *faces; ///< of LB_EVENT_ROLL; NULL when only the value was given
    uint32_t face_count;
} lb_event;

/// Receives events in the order they happen. A NULL sink costs nothing.
typedef struct lb_sink {
    void (*emit)(void *context, const lb_event *event);
    void *context;
} lb_sink;

/// A machine with what it runs by. None of it is owned.
typedef struct lb_run {
    const lb_ruleset *rules;
    const int32_t *values; ///< the numbers in force, one for each lb_value of the ruleset
    lb_machine *machine;
    const lb_sink *sink;     ///< or NULL
    int32_t value;           ///< the answer to the last node
    const lb_battle *battle; ///< in play; NULL for a chart
    lb_state *state;         ///< in play, and `machine` is its own; NULL for a chart
    lb_view *view; ///< in play: scratch that saves work from node to node (limber/view.h); may be
                   ///< NULL, then each node makes its own
} lb_run;

/// Sets the machine to the start of a procedure and runs it to its first node. `facts` are as many
/// integers as the procedure takes.
void lb_run_start(lb_run *run, uint16_t procedure, const int32_t *facts);

/// Answers a roll by its value and runs on to the next node. False, and nothing happens, if the
/// machine waits for no roll. The value must be one of the roll.
bool lb_run_answer(lb_run *run, int32_t value);

/// Answers a roll by the faces of a complete throw and runs on. False, and nothing happens, if the
/// machine waits for no roll or the roll does not take the faces (lb_roll_takes).
bool lb_run_throw(lb_run *run, const uint8_t *faces, uint32_t count);

/// Answers a decision and runs on. False, and nothing happens, if the machine waits for no decision
/// or the decision has no such option.
bool lb_run_choose(lb_run *run, int32_t option);

/// A hash of what makes the machine's identity; the same on every machine and compiler.
uint64_t lb_machine_hash(const lb_machine *machine);

/// True if a machine is at its end because procedures called each other too deep for its stack, and
/// not because they have returned. No procedure of a sheet does; whoever drives a machine asks, so
/// that a fault in a sheet is never taken for an outcome.
bool lb_machine_has_broken_off(const lb_machine *machine);

/// True if two machines would go on in the same way.
bool lb_machine_is_equal(const lb_machine *a, const lb_machine *b);

/// Copies what is in use.
void lb_machine_copy(lb_machine *to, const lb_machine *from);

LB_END_DECLS
