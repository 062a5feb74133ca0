// SPDX-License-Identifier: MIT
// The node machine: a procedure of the rules that stops whenever dice or a choice are needed.
//
// A machine is a small stack of frames (which procedure, which step, its facts and a few integer
// variables). Running it ends at a *node*: a roll, a decision, or the end with its effect. Whoever
// drives it answers the node: a person, a generator, a record, the odds walker. The machine holds
// no pointers: it can be copied, compared, hashed and stored at any node. Zero is a machine at its
// end.
#pragma once

#include "limber/api.h"
#include "limber/roll.h"

LB_BEGIN_DECLS

typedef struct lb_ruleset lb_ruleset;
typedef struct lb_battle lb_battle;
typedef struct lb_state lb_state;

enum {
    LB_FRAMES_MAX = 12, ///< depth of calls
    LB_CELLS_MAX = 192, ///< integers on the stack
    LB_EFFECT_MAX = 10, ///< fields of an effect
    LB_OPTIONS_MAX = 64 ///< options of a decision
};

/// What the machine waits for.
typedef enum lb_node_kind {
    LB_NODE_END = 0,  ///< nothing: the effect is there
    LB_NODE_ROLL,     ///< dice
    LB_NODE_DECISION, ///< a choice by a side
    LB_NODE_KIND_COUNT
} lb_node_kind;

/// A choice: one of `options`, named by the clause that grants it.
typedef struct lb_question {
    uint16_t clause;
    uint8_t side;    ///< 1 the first side, 2 the second
    uint8_t options; ///< answers run from 0 to options - 1; 0: the answer is an action
} lb_question;

/// Where a machine has stopped.
typedef struct lb_node {
    uint8_t kind; ///< lb_node_kind
    union {
        lb_roll roll;         ///< of LB_NODE_ROLL
        lb_question question; ///< of LB_NODE_DECISION
    };
} lb_node;

/// A procedure in progress.
typedef struct lb_frame {
    uint16_t procedure;
    uint16_t step;
    uint16_t facts; ///< first cell of its facts
    uint16_t vars;  ///< first cell of its variables
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
    LB_EVENT_KIND_COUNT
} lb_event_kind;

/// One event. The pointers live as long as the call that receives it.
typedef struct lb_event {
    lb_event_kind kind;
    uint16_t clause;
    uint8_t side; ///< 0, or the side it concerns: 1 or 2
    int32_t value;
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
} lb_run;

/// Sets the machine to the start of a procedure and runs it to its first node. `facts` are as many
/// integers as the procedure takes.
void lb_run_start(lb_run *run, uint16_t procedure, const int32_t *facts);

/// Answers a roll by its value and runs on to the next node.
void lb_run_answer(lb_run *run, int32_t value);

/// Answers a roll by the faces of a complete throw and runs on.
void lb_run_throw(lb_run *run, const uint8_t *faces, uint32_t count);

/// Answers a decision and runs on.
void lb_run_choose(lb_run *run, int32_t option);

/// A hash of what makes the machine's identity; the same on every machine and compiler.
uint64_t lb_machine_hash(const lb_machine *machine);

/// True if two machines would go on in the same way.
bool lb_machine_is_equal(const lb_machine *a, const lb_machine *b);

/// Copies what is in use.
void lb_machine_copy(lb_machine *to, const lb_machine *from);

LB_END_DECLS
