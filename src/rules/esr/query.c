// SPDX-License-Identifier: MIT
// Questions about odds on the table: which chart answers them, with which facts.

#include "rules/esr/play.h"

/// The order that a Formation has pending, or might get.
static bool gather_order(const lb_asking_odds *on)
{
    uint32_t group = on->query->unit, issuer;
    const lb_group *of = &on->view->state->group[group];
    struct order_facts facts;

    issuer = of->pending.kind != ORDER_NONE ? (uint32_t)of->mark[GROUP_ISSUER] - 1
                                            : esr_issuer(on->view, group);
    if (issuer == LB_NOBODY || on->view->state->leader[issuer].presence != LB_PRESENCE_TABLE)
        return lb_no(on->reason, CL_PLAY_ORDER, "nobody is there who could send it an order");
    facts = esr_gather_order(on->view, issuer, group);
    facts.delay = of->pending.delay;
    return lb_query_answer(on, &facts, sizeof facts);
}

/// What a leader would have to throw for an action with a Formation of his command.
static bool gather_action(const lb_asking_odds *on)
{
    const lb_view *view = on->view;
    struct order_facts facts;

    if (!esr_commands(view->battle, view->state, on->query->unit, on->query->target))
        return lb_no(on->reason, CL_ACTION_UNTIL, "it is not under his command");
    facts = esr_gather_order(on->view, on->query->unit, on->query->target);
    facts.action = true;
    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_deploy(const lb_asking_odds *on)
{
    lb_unit_set column = esr_column(on->view, on->query->unit);
    bool is_ploy = lb_unit_set_is_empty(&column);
    struct deploy_facts facts =
        esr_gather_deploy(on->view, on->query->unit, on->query->option, is_ploy);

    return lb_query_answer(on, &facts, sizeof facts);
}

/// The score against the Formation of a unit.
static bool gather_score(const lb_asking_odds *on)
{
    struct score_facts facts;
    uint32_t target = on->query->target;

    if (target >= on->view->battle->unit_count || !lb_view_is_here(on->view, target))
        return lb_no(on->reason, CL_PLAY_SCORE, "there is no such enemy on the table");
    facts = esr_gather_score(on->view, on->query->unit, on->view->state->unit[target].group);
    return lb_query_answer(on, &facts, sizeof facts);
}

/// Two that touch, or would if the unit went straight in.
static bool gather_combat(const lb_asking_odds *on)
{
    lb_view *view = on->view;
    uint32_t unit = on->query->unit, target = on->query->target;
    struct combat_facts facts;
    lb_footprint end;
    int32_t cost;

    if (!lb_view_touch(view, unit, target)) {
        if (!esr_judge_charge(view, unit, target, &end, &cost, on->reason))
            return false;
        (void)lb_view_try_at(view, unit, &end);
    }
    facts = esr_gather_combat(view, unit, target);
    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_fate(const lb_asking_odds *on)
{
    struct fate_facts facts = esr_gather_fate(on->view, on->query->unit);

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_assess(const lb_asking_odds *on)
{
    struct assess_facts facts = esr_gather_assess(on->view, on->query->unit, false);

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_status(const lb_asking_odds *on)
{
    struct status_facts facts = esr_gather_status(on->view, on->query->unit);

    return lb_query_answer(on, &facts, sizeof facts);
}

// clang-format off
/* Word, help, who it is about, chart, and who fills in its facts. */
#define QUERIES(ROW) \
    ROW("order",  "whether an order is activated",              LB_USES_GROUP,                  "order",  gather_order)  \
    ROW("action", "whether a leader action succeeds",           LB_USES_LEADER | LB_USES_GROUP, "order",  gather_action) \
    ROW("deploy", "how many units may ploy or deploy",          LB_USES_GROUP,                  "deploy", gather_deploy) \
    ROW("score",  "the fire against the Formation of a unit",   LB_USES_GROUP | LB_USES_TARGET, "score",  gather_score)  \
    ROW("combat", "a fight of two that touch, or would",        LB_USES_UNIT | LB_USES_TARGET,  "combat", gather_combat) \
    ROW("fate",   "what happens to a commander in danger",      LB_USES_LEADER,                 "fate",   gather_fate)   \
    ROW("assess", "how a Formation stands up to it",            LB_USES_GROUP,                  "assess", gather_assess) \
    ROW("status", "whether fatigue drives it back",             LB_USES_GROUP,                  "status", gather_status)
// clang-format on

const lb_verb esr_queries[] = {QUERIES(LB_QUERY_WORDS){NULL, NULL, 0}};
static const lb_query_row rows[] = {QUERIES(LB_QUERY_ROW)};
const lb_queries esr_query_rows = {.rows = rows, .clause = CL_PLAY_SEQUENCE};
