// SPDX-License-Identifier: MIT
// Questions about odds on the table: which chart answers them, with which facts.

#include "rules/valour_fortitude/play.h"

#include <string.h>

static bool gather_fire(const lb_asking_odds *on)
{
    const lb_query *query = on->query;
    lb_action action = lb_action_of(VERB_FIRE);
    struct fire_facts facts;

    action.unit = query->unit;
    action.target = query->target;
    action.option = query->option;
    memcpy(action.helper, query->helper, sizeof action.helper);
    if (!vf_judge_fire(on->view, lb_view_side(on->view, query->unit), &action, on->reason))
        return false;
    facts = vf_gather_fire(on->view, &action);
    return lb_query_answer(on, &facts, sizeof facts);
}

/// Two that touch.
static bool gather_melee(const lb_asking_odds *on)
{
    struct melee_facts facts;

    if (!lb_view_touch(on->view, on->query->unit, on->query->target))
        return lb_no(on->reason, CL_MELEE_FIGHT, "the two do not touch");
    facts = vf_gather_melee(on->view, on->query->unit, on->query->target);
    return lb_query_answer(on, &facts, sizeof facts);
}

/// Two that would touch if the unit closed in.
static bool gather_assault(const lb_asking_odds *on)
{
    lb_view *view = on->view;
    uint32_t unit = on->query->unit, target = on->query->target;
    lb_footprint end;
    lb_action action;

    if (lb_view_touch(view, unit, target))
        return gather_melee(on);
    if (!lb_view_is_within(
            view, unit, target,
            vf_allowance(view->battle, view->state, unit, lb_view_formation(view, unit))))
        return lb_no(on->reason, CL_ACT_ASSAULT, "it does not reach that enemy");
    /* What the ground costs does not matter here: the question is what would come of it. */
    if (!vf_find_assault(view, unit, target, LB_TABLE_MAX, &action, &end))
        return lb_no(on->reason, CL_ACT_ASSAULT, "it cannot close with that enemy");
    (void)lb_view_try_at(view, unit, &end);
    return gather_melee(on);
}

static bool gather_rally(const lb_asking_odds *on)
{
    struct rally_facts facts = vf_gather_rally(on->view, on->query->unit);

    if (facts.losses == 0)
        return lb_no(on->reason, CL_ACT_RALLY, "it has no loss marker");
    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_messenger(const lb_asking_odds *on)
{
    struct messenger_facts facts = {.eligible =
                                        vf_is_easy_to_reach(on->view->battle, on->query->unit)};

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_square(const lb_asking_odds *on)
{
    struct square_contact_facts facts = {0};

    if (!vf_gather_square(on->view, on->query->unit, &facts))
        return lb_no(on->reason, CL_SQUARE_CONTACT, "it is not cavalry that touches a square");
    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_activation(const lb_asking_odds *on)
{
    struct activation_facts facts =
        vf_gather_activation(on->view->battle, on->view->state, on->query->unit);

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_fortitude(const lb_asking_odds *on)
{
    struct fortitude_facts facts =
        vf_gather_fortitude(on->view->battle, on->view->state, on->query->unit);

    facts.tests = lb_most(facts.tests, 1);
    return lb_query_answer(on, &facts, sizeof facts);
}

// clang-format off
/* Word, help, who it is about, chart, and who fills in its facts. */
#define QUERIES(ROW) \
    ROW("fire",      "the losses of an attack by fire",         LB_USES_UNIT | LB_USES_TARGET | LB_USES_HELPERS, "fire",           gather_fire)       \
    ROW("melee",     "a fight of two that touch",               LB_USES_UNIT | LB_USES_TARGET,                   "melee",          gather_melee)      \
    ROW("assault",   "the fight if the unit closed in",         LB_USES_UNIT | LB_USES_TARGET,                   "melee",          gather_assault)    \
    ROW("rally",     "the markers that come off",               LB_USES_UNIT,                                    "rally",          gather_rally)      \
    ROW("messenger", "whether a messenger arrives",             LB_USES_UNIT,                                    "messenger",      gather_messenger)  \
    ROW("square",    "what cavalry does that touches a square", LB_USES_UNIT,                                    "square-contact", gather_square)     \
    ROW("activate",  "whether a brigade may act",               LB_USES_GROUP,                                   "activation",     gather_activation) \
    ROW("fortitude", "whether a brigade holds",                 LB_USES_GROUP,                                   "fortitude",      gather_fortitude)
// clang-format on

const lb_verb vf_queries[] = {QUERIES(LB_QUERY_WORDS){NULL, NULL, 0}};
static const lb_query_row rows[] = {QUERIES(LB_QUERY_ROW)};
const lb_queries vf_query_rows = {.rows = rows, .clause = CL_FIRE_TARGET};
