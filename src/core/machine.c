// SPDX-License-Identifier: MIT
// Runs procedures to their next node. See limber/machine.h.
//
// Invariants: frames at and above `depth` are zero; cells below `top` belong to exactly one frame;
// a callee's effect is read by its caller before the next node, so it never has to be stored.

#include "limber/machine.h"

#include "base/hash.h"
#include "core/procedure.h"
#include "limber/ruleset.h"

#include <assert.h>
#include <string.h>

static void push(lb_run *run, uint16_t procedure, const int32_t *facts)
{
    lb_machine *machine = run->machine;
    const lb_procedure *called = &run->rules->procedures[procedure];
    lb_frame *frame = &machine->frame[machine->depth];

    assert(procedure < run->rules->procedure_count);
    assert(machine->depth < LB_FRAMES_MAX);
    assert(machine->top + called->facts + called->vars <= LB_CELLS_MAX);
    frame->procedure = procedure;
    frame->step = 0;
    frame->facts = machine->top;
    frame->vars = (uint16_t)(machine->top + called->facts);
    if (called->facts > 0)
        memcpy(machine->cell + frame->facts, facts, called->facts * sizeof *facts);
    memset(machine->cell + frame->vars, 0, called->vars * sizeof *machine->cell);
    machine->top = (uint16_t)(frame->vars + called->vars);
    machine->depth++;
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

void lb_run_start(lb_run *run, uint16_t procedure, const int32_t *facts)
{
    lb_machine *machine = run->machine;

    memset(machine, 0, offsetof(lb_machine, cell));
    run->value = 0;
    push(run, procedure, facts);
    proceed(run);
}

void lb_run_answer(lb_run *run, int32_t value)
{
    assert(run->machine->node.kind == LB_NODE_ROLL);
    if (run->sink != NULL) {
        lb_roll roll = run->machine->node.roll;
        lb_event event = {.kind = LB_EVENT_ROLL,
                          .clause = roll.clause,
                          .side = roll.side,
                          .value = value,
                          .roll = &roll};
        run->sink->emit(run->sink->context, &event);
    }
    run->value = value;
    proceed(run);
}

void lb_run_throw(lb_run *run, const uint8_t *faces, uint32_t count)
{
    lb_roll roll = run->machine->node.roll;
    int32_t value;

    assert(run->machine->node.kind == LB_NODE_ROLL);
    value = lb_roll_value(&roll, faces, count);
    if (run->sink != NULL) {
        lb_event event = {.kind = LB_EVENT_ROLL,
                          .clause = roll.clause,
                          .side = roll.side,
                          .value = value,
                          .roll = &roll,
                          .faces = faces,
                          .face_count = count};
        run->sink->emit(run->sink->context, &event);
    }
    run->value = value;
    proceed(run);
}

void lb_run_choose(lb_run *run, int32_t option)
{
    assert(option >= 0 && option < run->machine->node.question.options);
    lb_run_answer_question(run, option);
}

void lb_run_answer_question(lb_run *run, int32_t option)
{
    lb_question question = run->machine->node.question;

    assert(run->machine->node.kind == LB_NODE_DECISION);
    if (run->sink != NULL) {
        lb_event event = {.kind = LB_EVENT_CHOICE,
                          .clause = question.clause,
                          .side = question.side,
                          .value = option};
        run->sink->emit(run->sink->context, &event);
    }
    run->value = option;
    proceed(run);
}

uint64_t lb_machine_hash(const lb_machine *machine)
{
    uint64_t hash = lb_hash_word(LB_HASH_SALT, (uint64_t)machine->depth << 16 | machine->top);

    for (uint32_t i = 0; i < machine->depth; i++) {
        const lb_frame *frame = &machine->frame[i];
        hash = lb_hash_word(hash, (uint64_t)frame->procedure << 48 | (uint64_t)frame->step << 32 |
                                      (uint64_t)frame->facts << 16 | frame->vars);
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

/* What the macros of core/procedure.h call. */

lb_flow lb_wait_for_roll(lb_run *run, lb_frame *frame, uint16_t step, lb_roll roll)
{
    assert(lb_roll_is_possible(&roll));
    frame->step = step;
    run->machine->node.kind = LB_NODE_ROLL;
    run->machine->node.roll = roll;
    return LB_FLOW_WAIT;
}

lb_flow lb_wait_for_choice(lb_run *run, lb_frame *frame, uint16_t step, lb_question question)
{
    assert(question.options <= LB_OPTIONS_MAX && (question.options > 0 || run->state != NULL));
    frame->step = step;
    run->machine->node.kind = LB_NODE_DECISION;
    run->machine->node.question = question;
    return LB_FLOW_WAIT;
}

lb_flow lb_call(lb_run *run, lb_frame *frame, uint16_t step, uint16_t procedure,
                const int32_t *facts)
{
    frame->step = step;
    push(run, procedure, facts);
    return LB_FLOW_CALL;
}

lb_flow lb_return(lb_run *run, const int32_t *effect, size_t size)
{
    assert(size <= sizeof run->machine->effect);
    memcpy(run->machine->effect, effect, size);
    return LB_FLOW_RETURN;
}
