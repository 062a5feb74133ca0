// SPDX-License-Identifier: MIT
// Questions about odds on the table: which chart answers them, with which facts.

#include "rules/march_attack/play.h"

static bool gather_order(const lb_asking_odds *on)
{
    uint32_t superior = ma_superior(on->view->battle, on->view->state, on->query->unit);
    struct order_facts facts;

    if (superior == LB_NOBODY)
        return lb_no(on->reason, CL_PLAY_MF, "nobody is left to give orders");
    facts = ma_gather_order(on->view, superior, on->query->unit, on->query->option != 0);
    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_arrive(const lb_asking_odds *on)
{
    struct order_facts facts = ma_gather_arrival(on->view, on->query->unit);

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_skirmish(const lb_asking_odds *on)
{
    uint32_t target, from;
    int32_t points = ma_skirmish_points(on->view, on->query->unit, &target, &from);
    struct skirmish_facts facts;

    if (points == 0)
        return lb_no(on->reason, CL_PLAY_ENGAGED, "its skirmishers have nobody to fire at");
    facts = ma_gather_skirmish(on->view, points, target, from);
    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_morale(const lb_asking_odds *on)
{
    struct morale_facts facts = ma_gather_morale(on->view, on->query->unit, CAP_NONE);

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_ved(const lb_asking_odds *on)
{
    struct ved_facts facts = ma_gather_ved(on->view, on->query->unit, CHANGE_NONE, false);

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_obstacle(const lb_asking_odds *on)
{
    struct obstacle_facts facts = {.mounted = ma_is_mounted(on->view->battle, on->query->unit)};

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_leader(const lb_asking_odds *on)
{
    struct leader_facts facts = {.losing_melee = ma_is_in_melee(on->view->state, on->query->unit)};

    return lb_query_answer(on, &facts, sizeof facts);
}

/// Guns have a chart of their own.
static bool gather_fire(const lb_asking_odds *on)
{
    uint32_t unit = on->query->unit, target = on->query->target;
    struct small_arms_facts small;
    struct artillery_facts guns;

    if (!ma_may_fire(on->view, unit, target, on->reason))
        return false;
    if (ma_is_guns(on->view->battle, unit)) {
        *on->chart = lb_chart_find(on->view->battle->rules, "artillery");
        guns = ma_gather_artillery(on->view, unit, target);
        return lb_query_answer(on, &guns, sizeof guns);
    }
    small = ma_gather_small_arms(on->view, unit, target);
    return lb_query_answer(on, &small, sizeof small);
}

/// Units of a side in the melee of another, or one that would begin it.
static int32_t count_in(const lb_view *view, uint32_t unit)
{
    int32_t foe = view->state->unit[unit].mark[MARK_FOE], count = 0;

    LB_EACH (i, &view->here[lb_view_side(view, unit)])
        count += foe != 0 && view->state->unit[i].mark[MARK_FOE] == foe;
    return lb_most(1, count);
}

static bool gather_melee(const lb_asking_odds *on)
{
    uint32_t unit = on->query->unit, target = on->query->target;
    struct melee_facts facts = ma_gather_melee(on->view, unit, target, count_in(on->view, unit),
                                               count_in(on->view, target));

    return lb_query_answer(on, &facts, sizeof facts);
}

/// True of the charge that the target is asked about: it has been declared, so it may be.
static bool is_declared(const lb_asking_odds *on)
{
    const lb_node *node = &on->view->state->machine.node;
    const struct ask_REACT *about = (const struct ask_REACT *)node->question.fact;

    return node->kind == LB_NODE_DECISION && node->question.id == ASK_REACT &&
           about->charger == on->query->unit && about->unit == on->query->target;
}

static bool gather_charge(const lb_asking_odds *on)
{
    uint32_t unit = on->query->unit, target = on->query->target;
    struct charge_facts facts;
    ma_charge charge;

    if (!is_declared(on) && (!ma_may_charge(on->view, unit, target, on->reason) ||
                             !ma_find_charge(on->view, unit, target, 0, &charge, on->reason)))
        return false;
    facts = ma_gather_charge(on->view, unit, target, on->query->option % charge_reaction_COUNT);
    return lb_query_answer(on, &facts, sizeof facts);
}

bool ma_query_of_answer(const lb_state *state, const lb_action *action, lb_query *query)
{
    const lb_question *question = &state->machine.node.question;
    const struct ask_REACT *about = (const struct ask_REACT *)question->fact;
    uint8_t reaction;

    if (question->id != ASK_REACT)
        return false;
    if (action->verb == VERB_STAND)
        reaction = CHARGE_REACTION_STAND;
    else if (action->verb == VERB_FORM && action->formation == FORMATION_SQUARE)
        reaction = CHARGE_REACTION_SQUARE;
    else if (action->verb == VERB_FACE)
        reaction = CHARGE_REACTION_FACE;
    else if (action->verb == VERB_COUNTER)
        reaction = CHARGE_REACTION_COUNTER;
    else
        return false;
    *query = lb_query_of("charge", (uint16_t)about->charger, (uint16_t)about->unit);
    query->option = reaction;
    return true;
}

// clang-format off
/* Word, help, who it is about, chart, and who fills in its facts. */
#define QUERIES(ROW) \
    ROW("order",    "whether an order is received",              LB_USES_GROUP | LB_USES_OPTION | LB_SPARES_OPTION, "order", gather_order) \
    ROW("arrive",   "whether reserves arrive",                   LB_USES_GROUP,                  "order",      gather_arrive)   \
    ROW("skirmish", "what skirmishers achieve",                  LB_USES_GROUP,                  "skirmish",   gather_skirmish) \
    ROW("morale",   "whether a Major Formation stands",          LB_USES_GROUP,                  "morale",     gather_morale)   \
    ROW("ved",      "whether a unit keeps its discipline",       LB_USES_UNIT,                   "ved",        gather_ved)      \
    ROW("obstacle", "whether bad ground disorders its charge",   LB_USES_UNIT,                   "obstacle",   gather_obstacle) \
    ROW("leader",   "what happens to a leader who is hit",       LB_USES_UNIT,                   "leader",     gather_leader)   \
    ROW("fire",     "what its fire costs a target",              LB_USES_UNIT | LB_USES_TARGET,  "small-arms", gather_fire)     \
    ROW("melee",    "a melee of two",                            LB_USES_UNIT | LB_USES_TARGET,  "melee",      gather_melee)    \
    ROW("charge",   "a charge from its declaration to the end",  LB_USES_UNIT | LB_USES_TARGET | LB_USES_OPTION | LB_SPARES_OPTION, "charge", gather_charge)
// clang-format on

const lb_verb ma_queries[] = {QUERIES(LB_QUERY_WORDS){NULL, NULL, 0}};
static const lb_query_row rows[] = {QUERIES(LB_QUERY_ROW)};
const lb_queries ma_query_rows = {.rows = rows, .clause = CL_PLAY_SEQUENCE};
