// SPDX-License-Identifier: MIT
// See toy.h.

#include "toy.h"

#include "core/modifier.h"
#include "core/procedure.h"

#define LB_INNER(name)   toy_##name
#define PROCEDURE_duel   TOY_DUEL
#define PROCEDURE_gamble TOY_GAMBLE
#define PROCEDURE_well   TOY_WELL

lb_flow toy_duel_procedure(lb_run *run, lb_frame *frame);
lb_flow toy_gamble_procedure(lb_run *run, lb_frame *frame);
lb_flow toy_attrition_procedure(lb_run *run, lb_frame *frame);
lb_flow toy_well_procedure(lb_run *run, lb_frame *frame);

struct duel_facts {
    int32_t dice;
};

struct duel_effect {
    int32_t hits;
};

struct duel_vars {
    int32_t first;
};

struct gamble_facts {
    int32_t dice;
};

struct gamble_effect {
    int32_t total;
    int32_t option;
};

struct gamble_vars {
    int32_t option;
};

struct attrition_effect {
    int32_t a, b;
};

struct attrition_vars {
    int32_t a, b, rounds, hits;
};

struct well_facts {
    int32_t depth;
    int32_t ways; ///< more than 0: a die is thrown first
};

struct well_effect {
    int32_t bottom;
};

/// Hits of two throws after each other.
LB_PROCEDURE(duel)
{
    const struct duel_facts *f = LB_FACTS;
    struct duel_vars *v = LB_VARS;

    LB_BEGIN
    lb_tell(run, LB_EVENT_ADD, 0, 0, f->dice);
    LB_ROLL(1, lb_roll_count(0, f->dice, 4));
    v->first = LB_VALUE;
    LB_ROLL(2, lb_roll_count(0, f->dice, 6));
    LB_RETURN(duel, .hits = v->first + LB_VALUE);
    LB_END
}

/// A side chooses to duel once, to duel twice, or to take one die; a choice calls another
/// procedure.
LB_PROCEDURE(gamble)
{
    const struct gamble_facts *f = LB_FACTS;
    struct gamble_vars *v = LB_VARS;

    LB_BEGIN
    LB_ASK(1, (lb_question){.clause = 0, .side = 1, .options = 2});
    v->option = LB_VALUE;
    if (v->option == 0) {
        LB_CALL(2, duel, .dice = f->dice);
        LB_RETURN(gamble, .total = ((const struct duel_effect *)LB_EFFECT)->hits, .option = 0);
    }
    LB_ROLL(3, lb_roll_sum(0, f->dice));
    LB_RETURN(gamble, .total = LB_VALUE, .option = v->option);
    LB_END
}

LB_PROCEDURE(attrition)
{
    const toy_attrition *f = LB_FACTS;
    struct attrition_vars *v = LB_VARS;

    LB_BEGIN
    v->a = f->a;
    v->b = f->b;
    for (v->rounds = f->rounds; v->rounds > 0 && v->a > 0 && v->b > 0; v->rounds--) {
        LB_ROLL(1, lb_roll_count(0, (v->a + 1) / 2, f->need));
        v->hits = LB_VALUE;
        LB_ROLL(2, lb_roll_count(0, (v->b + 1) / 2, f->need));
        v->a = v->a > LB_VALUE ? v->a - LB_VALUE : 0;
        v->b = v->b > v->hits ? v->b - v->hits : 0;
        LB_FORGET(v->hits);
    }
    LB_RETURN(attrition, .a = v->a, .b = v->b);
    LB_END
}

/// Calls itself as deep as it is told, with the roles exchanged at every other step, and throws a
/// die at the top first.
LB_PROCEDURE(well)
{
    const struct well_facts *f = LB_FACTS;

    LB_BEGIN
    if (f->ways > 0)
        LB_ROLL(1, lb_roll_sum(0, 1));
    if (f->depth > 1) {
        if (f->depth % 2 == 0)
            LB_CALL(2, well, .depth = f->depth - 1);
        else
            LB_CALL_BACK(3, well, .depth = f->depth - 1);
    }
    LB_RETURN(well, .bottom = 1);
    LB_END
}

static const lb_procedure procedures[] = {
    [TOY_DUEL] = {"duel", toy_duel_procedure, 1, 1},
    [TOY_GAMBLE] = {"gamble", toy_gamble_procedure, 1, 1},
    [TOY_ATTRITION] = {"attrition", toy_attrition_procedure, 4, 4},
    [TOY_WELL] = {"well", toy_well_procedure, 2, 0},
};

static const lb_section sections[] = {{"Toy"}};
static const lb_clause clauses[] = {{.id = "toy.clause", .meaning = "", .open = ""}};

const lb_ruleset toy_ruleset = {
    .id = "toy",
    .title = "Toy",
    .about = "for tests",
    .sections = sections,
    .clauses = clauses,
    .procedures = procedures,
    .section_count = 1,
    .clause_count = 1,
    .procedure_count = TOY_PROCEDURES,
};
