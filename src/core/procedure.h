// SPDX-License-Identifier: MIT
// Writing a resumable procedure that reads like the sheet.
//
//     LB_PROCEDURE(valour)
//     {
//         const struct valour_facts *facts = LB_FACTS;
//         LB_BEGIN
//         LB_ROLL(1, lb_roll_count(CL_VALOUR, facts->tests, need));
//         LB_RETURN(valour, .result = LB_VALUE == facts->tests ? VALOUR_STANDS : VALOUR_ROUTS);
//         LB_END
//     }
//
// Each point where the procedure may stop has a step number that is its own; it is part of the
// stored state, so it stays what it is when lines are added. Between two stops plain C holds, but a
// C local does not survive a stop: what must be kept goes into the variables (LB_VARS), which start
// as zero. A variable that no longer matters is set back to zero (LB_FORGET): machines that differ
// in nothing else are then the same machine, and the odds walker has that much less to walk.
#pragma once

#include "limber/ruleset.h"

/// Defines the step function of a procedure.
#define LB_PROCEDURE(name) lb_flow LB_INNER(name##_procedure)(lb_run * run, lb_frame * frame)

/// Facts and variables of the running procedure; both are structs of int32_t.
#define LB_FACTS ((const void *)(run->machine->cell + frame->facts))
#define LB_VARS \
    ((void *)(run->machine->cell + frame->facts + run->rules->procedures[frame->procedure].facts))

/// The answer to the roll or question before.
#define LB_VALUE (run->value)

/// The effect of the procedure called before; to be read before the next stop.
#define LB_EFFECT ((const void *)run->machine->effect)

#define LB_BEGIN           \
    switch (frame->step) { \
    case 0:

#define LB_END \
    default:   \
        break; \
        }      \
        return LB_FLOW_RETURN;

/// Stops for dice.
#define LB_ROLL(number, ...)                                      \
    do {                                                          \
        return lb_wait_for_roll(run, frame, number, __VA_ARGS__); \
    case number:;                                                 \
    } while (0)

/// Stops for a choice.
#define LB_ASK(number, ...)                                         \
    do {                                                            \
        return lb_wait_for_choice(run, frame, number, __VA_ARGS__); \
    case number:;                                                   \
    } while (0)

/// Runs another procedure on `...`, the members of its facts.
#define LB_CALL(number, name, ...)                                            \
    do {                                                                      \
        return lb_call(run, frame, number, PROCEDURE_##name,                  \
                       (const int32_t *)&(struct name##_facts){__VA_ARGS__}); \
    case number:;                                                             \
    } while (0)

/// The same with the roles exchanged: the target of this procedure acts in the other.
#define LB_CALL_BACK(number, name, ...)                                            \
    do {                                                                           \
        return lb_call_back(run, frame, number, PROCEDURE_##name,                  \
                            (const int32_t *)&(struct name##_facts){__VA_ARGS__}); \
    case number:;                                                                  \
    } while (0)

/// LB_CALL on facts that are already in a struct.
#define LB_CALL_ON(number, name, facts)                                                \
    do {                                                                               \
        const struct name##_facts *facts_ = (facts);                                   \
        return lb_call(run, frame, number, PROCEDURE_##name, (const int32_t *)facts_); \
    case number:;                                                                      \
    } while (0)

/// LB_CALL_BACK on facts that are already in a struct.
#define LB_CALL_BACK_ON(number, name, facts)                                                \
    do {                                                                                    \
        const struct name##_facts *facts_ = (facts);                                        \
        return lb_call_back(run, frame, number, PROCEDURE_##name, (const int32_t *)facts_); \
    case number:;                                                                           \
    } while (0)

/// LB_CALL_ON where only the number of the procedure is known.
#define LB_CALL_BY_NUMBER(number, procedure, facts)                                              \
    do {                                                                                         \
        return lb_call(run, frame, number, (procedure), (const int32_t *)(const void *)(facts)); \
    case number:;                                                                                \
    } while (0)

/// Ends the procedure with `...`, the members of its effect.
#define LB_RETURN(name, ...)                                                     \
    return lb_return(run, (const int32_t *)&(struct name##_effect){__VA_ARGS__}, \
                     sizeof(struct name##_effect))

#define LB_FORGET(variable) ((variable) = 0)

/// Says whom the procedure, and whatever it calls, is about: units, or LB_NOBODY.
#define LB_ABOUT(who, whom) (frame->actor = (uint16_t)(who), frame->target = (uint16_t)(whom))

lb_flow lb_wait_for_roll(lb_run *run, lb_frame *frame, uint16_t step, lb_roll roll);
lb_flow lb_wait_for_choice(lb_run *run, lb_frame *frame, uint16_t step, lb_question question);
lb_flow lb_call(lb_run *run, lb_frame *frame, uint16_t step, uint16_t procedure,
                const int32_t *facts);
lb_flow lb_call_back(lb_run *run, lb_frame *frame, uint16_t step, uint16_t procedure,
                     const int32_t *facts);

/// Answers a decision without judging the answer: what lb_run_choose and lb_run_act have in common.
/// `who` and `at` are what the answer is about.
void lb_run_answer_question(lb_run *run, int32_t option, lb_actor who, lb_actor at);
lb_flow lb_return(lb_run *run, const int32_t *effect, size_t size);
