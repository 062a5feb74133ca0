// SPDX-License-Identifier: MIT
// Runs procedures to their next node. See limber/machine.h.
//
// A call that finds no room on the stack makes the machine break off: it is at its end with frames
// left.
//
// Invariants: frames at and above `depth` are zero; cells below `top` belong to exactly one frame;
// a callee's effect is read by its caller before the next node, so it never has to be stored.

#include "limber/machine.h"

#include "base/hash.h"
#include "core/modifier.h"
#include "core/procedure.h"
#include "core/view.h"
#include "limber/battle.h"

#include <assert.h>
#include <string.h>

/// Opens a frame. False if there is no room for it: then the machine has broken off.
static bool push(lb_run *run, uint16_t procedure, const int32_t *facts)
{
    lb_machine *machine = run->machine;
    const lb_procedure *called = &run->rules->procedures[procedure];
    lb_frame *frame = &machine->frame[machine->depth];

    assert(procedure < run->rules->procedure_count);
    if (machine->depth >= LB_FRAMES_MAX ||
        machine->top + called->facts + called->vars > LB_CELLS_MAX) {
        machine->node.kind = LB_NODE_END;
        return false;
    }
    frame->procedure = (uint8_t)procedure;
    frame->step = 0;
    frame->facts = machine->top;
    if (machine->depth > 0) {
        frame->actor = frame[-1].actor;
        frame->target = frame[-1].target;
    } else {
        frame->actor = run->battle == NULL ? 0 : LB_NOBODY;
        frame->target = run->battle == NULL ? 1 : LB_NOBODY;
    }
    if (called->facts > 0)
        memcpy(machine->cell + frame->facts, facts, called->facts * sizeof *facts);
    memset(machine->cell + frame->facts + called->facts, 0, called->vars * sizeof *machine->cell);
    machine->top = (uint16_t)(machine->top + called->facts + called->vars);
    machine->depth++;
    return true;
}

static void pop(lb_machine *machine)
{
    lb_frame *frame = &machine->frame[--machine->depth];

    machine->top = frame->facts;
    *frame = (lb_frame){0};
}

/// Runs until a node is set or the last frame has returned.
static void proceed(lb_run *run)
{
    lb_machine *machine = run->machine;

    while (machine->depth > 0) {
        lb_frame *frame = &machine->frame[machine->depth - 1];
        lb_flow flow = run->rules->procedures[frame->procedure].step(run, frame);

        if (flow == LB_FLOW_WAIT)
            return;
        if (flow == LB_FLOW_RETURN)
            pop(machine);
    }
    machine->node.kind = LB_NODE_END;
}

/// Runs on with the view of the run, which is brought in line with the state.
static void run_on_with_view(lb_run *run)
{
    lb_view_sync(run->view, run->battle, run->state);
    proceed(run);
}

/// Runs on with a view of its own, for callers that lend none.
static LB_APART void run_on_alone(lb_run *run)
{
    lb_view own;

    lb_view_start(run->view = &own);
    run_on_with_view(run);
    run->view = NULL;
}

/// Runs on; in a chart there is neither a state nor a view.
static void run_on(lb_run *run)
{
    if (run->battle == NULL)
        proceed(run);
    else if (run->view != NULL)
        run_on_with_view(run);
    else
        run_on_alone(run);
}

void lb_run_start(lb_run *run, uint16_t procedure, const int32_t *facts)
{
    lb_machine *machine = run->machine;

    memset(machine, 0, offsetof(lb_machine, cell));
    run->value = 0;
    if (push(run, procedure, facts))
        run_on(run);
}

bool lb_machine_has_broken_off(const lb_machine *machine)
{
    return machine->node.kind == LB_NODE_END && machine->depth > 0;
}

/// Tells of a roll that came to a value. The pointers of the event live as long as the call.
static void tell_roll(lb_run *run, int32_t value, const uint8_t *faces, uint32_t count)
{
    lb_roll roll = run->machine->node.roll;
    lb_event event;

    if (run->sink == NULL)
        return;
    event = lb_event_of(run, LB_EVENT_ROLL, roll.clause, LB_ROLE_ACTOR);
    event.side = roll.side;
    event.value = value;
    event.roll = &roll;
    event.faces = faces;
    event.face_count = count;
    run->sink->emit(run->sink->context, &event);
}

bool lb_run_answer(lb_run *run, int32_t value)
{
    if (run->machine->node.kind != LB_NODE_ROLL)
        return false;
    tell_roll(run, value, NULL, 0);
    run->value = value;
    run_on(run);
    return true;
}

bool lb_run_throw(lb_run *run, const uint8_t *faces, uint32_t count)
{
    const lb_node *node = &run->machine->node;
    int32_t value;

    if (node->kind != LB_NODE_ROLL || !lb_roll_takes(&node->roll, faces, count))
        return false;
    value = lb_roll_value(&node->roll, faces, count);
    tell_roll(run, value, faces, count);
    run->value = value;
    run_on(run);
    return true;
}

bool lb_run_choose(lb_run *run, int32_t option)
{
    const lb_node *node = &run->machine->node;
    lb_event event;

    if (node->kind != LB_NODE_DECISION || option < 0 || option >= node->question.options)
        return false;
    event = lb_event_of(run, LB_EVENT_CHOICE, 0, LB_ROLE_NONE);
    lb_run_answer_question(run, option, event.who, event.at);
    return true;
}

void lb_run_answer_question(lb_run *run, int32_t option, lb_actor who, lb_actor at)
{
    lb_question question = run->machine->node.question;

    assert(run->machine->node.kind == LB_NODE_DECISION);
    if (run->sink != NULL) {
        lb_event event = {.kind = LB_EVENT_CHOICE,
                          .clause = question.clause,
                          .side = question.side,
                          .who = who,
                          .at = at,
                          .value = option};

        run->sink->emit(run->sink->context, &event);
    }
    run->value = option;
    run_on(run);
}

uint64_t lb_machine_hash(const lb_machine *machine)
{
    uint64_t hash = lb_hash_word(LB_HASH_SALT, (uint64_t)machine->depth << 16 | machine->top);

    for (uint32_t i = 0; i < machine->depth; i++) {
        const lb_frame *frame = &machine->frame[i];
        hash = lb_hash_word(hash, (uint64_t)frame->procedure << 56 | (uint64_t)frame->step << 48 |
                                      (uint64_t)frame->facts << 32 | (uint64_t)frame->actor << 16 |
                                      frame->target);
    }
    return lb_hash_end(lb_hash_cells(hash, machine->cell, machine->top));
}

bool lb_machine_is_equal(const lb_machine *a, const lb_machine *b)
{
    return a->depth == b->depth && a->top == b->top &&
           memcmp(a->frame, b->frame, a->depth * sizeof a->frame[0]) == 0 &&
           memcmp(a->cell, b->cell, a->top * sizeof a->cell[0]) == 0;
}

void lb_machine_copy(lb_machine *to, const lb_machine *from)
{
    memcpy(to, from, offsetof(lb_machine, cell) + from->top * sizeof from->cell[0]);
}

/* Events. */

/// Who plays a role of the running procedure.
static uint16_t cast_of(const lb_run *run, lb_role role)
{
    const lb_frame *frame = &run->machine->frame[run->machine->depth - 1];

    return role == LB_ROLE_TARGET ? frame->target : frame->actor;
}

static lb_actor actor_of(uint16_t cast)
{
    static const uint8_t kinds[] = {LB_ACTOR_UNIT, LB_ACTOR_GROUP, LB_ACTOR_LEADER, LB_ACTOR_SIDE};

    if (cast == LB_NOBODY)
        return (lb_actor){LB_ACTOR_NONE, 0};
    return (lb_actor){kinds[cast >> 14], cast & 0x3fff};
}

uint8_t lb_actor_side(const lb_battle *battle, lb_actor who)
{
    switch ((lb_actor_kind)who.kind) {
    case LB_ACTOR_UNIT:
        return battle->unit[who.id].side;
    case LB_ACTOR_GROUP:
        return battle->group[who.id].side;
    case LB_ACTOR_LEADER:
        return battle->leader[who.id].side;
    case LB_ACTOR_SIDE:
        return (uint8_t)who.id;
    case LB_ACTOR_NONE:
    case LB_ACTOR_OBJECTIVE:
    case LB_ACTOR_KIND_COUNT:
        break;
    }
    return LB_NO_SIDE;
}

const char *lb_actor_name(const lb_battle *battle, lb_actor who)
{
    switch ((lb_actor_kind)who.kind) {
    case LB_ACTOR_UNIT:
        return battle->unit[who.id].name;
    case LB_ACTOR_GROUP:
        return battle->group[who.id].name;
    case LB_ACTOR_LEADER:
        return battle->leader[who.id].name;
    case LB_ACTOR_OBJECTIVE:
        return battle->objective[who.id].name;
    case LB_ACTOR_SIDE:
        return battle->side[who.id].name;
    case LB_ACTOR_NONE:
    case LB_ACTOR_KIND_COUNT:
        break;
    }
    return NULL;
}

uint8_t lb_role_side(const lb_run *run, lb_role role)
{
    if (role == LB_ROLE_NONE)
        return LB_NO_SIDE;
    if (run->battle == NULL)
        return (uint8_t)cast_of(run, role);
    return lb_actor_side(run->battle, actor_of(cast_of(run, role)));
}

lb_event lb_event_of(const lb_run *run, lb_event_kind kind, uint16_t clause, lb_role role)
{
    lb_event event = {.kind = kind, .clause = clause, .side = lb_role_side(run, role)};
    bool is_target = role == LB_ROLE_TARGET;

    if (run->battle == NULL)
        return event;
    event.who = actor_of(cast_of(run, is_target ? LB_ROLE_TARGET : LB_ROLE_ACTOR));
    event.at = actor_of(cast_of(run, is_target ? LB_ROLE_ACTOR : LB_ROLE_TARGET));
    return event;
}

static bool is_same(lb_actor a, lb_actor b)
{
    return a.kind == b.kind && a.id == b.id;
}

lb_actor lb_counterpart_of(const lb_run *run, lb_actor who)
{
    lb_actor actor = actor_of(cast_of(run, LB_ROLE_ACTOR));
    lb_actor target = actor_of(cast_of(run, LB_ROLE_TARGET));

    return is_same(who, actor) ? target : is_same(who, target) ? actor : (lb_actor){0, 0};
}

lb_actor lb_cause_of(const lb_run *run, lb_actor who)
{
    lb_actor actor = actor_of(cast_of(run, LB_ROLE_ACTOR));
    lb_actor target = actor_of(cast_of(run, LB_ROLE_TARGET));
    uint8_t own = lb_actor_side(run->battle, who);

    if (is_same(who, actor) || is_same(who, target))
        return lb_counterpart_of(run, who);
    return target.kind != LB_ACTOR_NONE && lb_actor_side(run->battle, actor) == own &&
                   lb_actor_side(run->battle, target) != own
               ? target
               : actor;
}

/* What the macros of core/procedure.h call. */

lb_flow lb_wait_for_roll(lb_run *run, lb_frame *frame, uint16_t step, lb_roll roll)
{
    assert(lb_roll_is_possible(&roll));
    frame->step = (uint8_t)step;
    run->machine->node.kind = LB_NODE_ROLL;
    run->machine->node.roll = roll;
    return LB_FLOW_WAIT;
}

lb_flow lb_wait_for_choice(lb_run *run, lb_frame *frame, uint16_t step, lb_question question)
{
    assert(question.options <= LB_OPTIONS_MAX && (question.options > 0 || run->state != NULL));
    frame->step = (uint8_t)step;
    run->machine->node.kind = LB_NODE_DECISION;
    run->machine->node.question = question;
    return LB_FLOW_WAIT;
}

lb_flow lb_call(lb_run *run, lb_frame *frame, uint16_t step, uint16_t procedure,
                const int32_t *facts)
{
    frame->step = (uint8_t)step;
    return push(run, procedure, facts) ? LB_FLOW_CALL : LB_FLOW_WAIT;
}

lb_flow lb_call_back(lb_run *run, lb_frame *frame, uint16_t step, uint16_t procedure,
                     const int32_t *facts)
{
    lb_flow flow = lb_call(run, frame, step, procedure, facts);

    if (flow == LB_FLOW_CALL) {
        frame[1].actor = frame->target;
        frame[1].target = frame->actor;
    }
    return flow;
}

lb_flow lb_return(lb_run *run, const int32_t *effect, size_t size)
{
    assert(size <= sizeof run->machine->effect);
    for (size_t i = 0; i < size / sizeof *effect; i++)
        run->machine->effect[i] = effect[i];
    return LB_FLOW_RETURN;
}
