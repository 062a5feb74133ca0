// SPDX-License-Identifier: MIT
// Questions about odds on the table: which chart answers them, with which facts.

#include "rules/napoleons_legacy/play.h"

/// The facts of round shot at a target that may be fired at.
static bool answer_shot(const lb_asking_odds *on)
{
    struct nl_body row = nl_body_of(on->view, on->query->unit);
    struct nl_order order;
    struct shot_facts facts =
        nl_gather_shot(on->view, &row.units, on->query->target, NL_CALMLY, &order);

    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_shot(const lb_asking_odds *on)
{
    struct nl_body row = nl_body_of(on->view, on->query->unit);

    return nl_may_row_fire(on->view, &row.units, on->query->unit, on->query->target, FIRE_SHOT,
                           on->reason) &&
           answer_shot(on);
}

static bool gather_fire(const lb_asking_odds *on)
{
    const lb_query *query = on->query;
    uint32_t what = query->option != 0 ? query->option & FIRE_WHAT
                                       : nl_usual_fire(on->view, query->unit, query->target);
    struct nl_body row = nl_body_of(on->view, query->unit);
    struct fire_facts facts;
    struct nl_order order;

    if (!nl_may_row_fire(on->view, &row.units, query->unit, query->target, what, on->reason))
        return false;
    if (what == FIRE_SHELL)
        return lb_no(on->reason, CL_ART_BURST, "nobody knows where a shell will burst");
    if (what == FIRE_SHOT) {
        *on->chart = lb_chart_find(on->view->battle->rules, "shot");
        return answer_shot(on);
    }
    facts = nl_gather_fire(on->view, &row.units, query->target, what, NL_CALMLY, false, &order);
    return lb_query_answer(on, &facts, sizeof facts);
}

/// Moves the unit with its body to where it would close in.
static bool try_charge(const lb_asking_odds *on)
{
    uint32_t unit = on->query->unit;
    struct nl_body body = nl_body_of(on->view, unit);
    struct nl_trials trials;
    lb_footprint end;
    lb_path path;

    if (on->view->battle->unit[unit].arm == LB_ARM_ARTILLERY)
        return lb_no(on->reason, CL_PLAY_CONTACT, "guns do not charge");
    if (!nl_close_in(on->view, &body, on->query->target, &end, &path, on->reason))
        return false;
    nl_body_try(on->view, &body, &end, &trials);
    return true;
}

static bool gather_advance(const lb_asking_odds *on)
{
    struct advance_facts facts;
    struct combat_facts fight;
    struct nl_clash clash;

    if (!try_charge(on))
        return false;
    fight = nl_gather_combat(on->view, on->query->unit, on->query->target, NULL, &clash);
    facts = nl_advance_of(on->view, on->query->target, &fight, &clash);
    return lb_query_answer(on, &facts, sizeof facts);
}

/// The facts of a bayonet charge; false if it cannot be made.
static bool bayonet_of(const lb_asking_odds *on, struct bayonet_facts *facts)
{
    struct combat_facts fight;
    struct nl_clash clash;

    if (!try_charge(on))
        return false;
    fight = nl_gather_combat(on->view, on->query->unit, on->query->target, NULL, &clash);
    *facts = nl_bayonet_of(on->view, on->query->target, &fight, &clash);
    return true;
}

static bool gather_bayonet(const lb_asking_odds *on)
{
    struct bayonet_facts facts;

    if (!bayonet_of(on, &facts))
        return false;
    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_fear(const lb_asking_odds *on)
{
    struct bayonet_facts charge;
    struct fear_facts facts;

    if (!bayonet_of(on, &charge))
        return false;
    facts = nl_fear_of(&charge);
    return lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_square(const lb_asking_odds *on)
{
    struct nl_body row = nl_body_of(on->view, on->query->unit);
    struct square_facts facts = {.arc = nl_arc_of_charge(on->view, &row, on->query->target)};

    return try_charge(on) && lb_query_answer(on, &facts, sizeof facts);
}

static bool gather_command(const lb_asking_odds *on)
{
    lb_action action = on->query->action != NULL ? *on->query->action : lb_action_of(VERB_MOVE);
    struct command_facts facts;

    action.unit = on->query->unit;
    if (nl_leader_of(on->view->battle, on->view->state, action.unit) == LB_NOBODY)
        return lb_no(on->reason, CL_COMMAND_ROLL, "nobody is left to command it");
    facts = nl_gather_command(on->view, &action);
    return lb_query_answer(on, &facts, sizeof facts);
}

// clang-format off
/* Word, help, who it is about, chart, and who fills in its facts. */
#define QUERIES(ROW) \
    ROW("fire",    "what fire does to a unit",                    LB_USES_UNIT | LB_USES_TARGET, "fire",    gather_fire)    \
    ROW("shot",    "what round shot does to a unit",              LB_USES_UNIT | LB_USES_TARGET, "shot",    gather_shot)    \
    ROW("advance", "how a Deliberate Advance would end",          LB_USES_UNIT | LB_USES_TARGET, "advance", gather_advance) \
    ROW("bayonet", "how a Bayonet Charge would end",              LB_USES_UNIT | LB_USES_TARGET, "bayonet", gather_bayonet) \
    ROW("fear",    "whether the target of a charge stands",       LB_USES_UNIT | LB_USES_TARGET, "fear",    gather_fear)    \
    ROW("command", "whether a unit obeys its next order to move", LB_USES_UNIT,                  "command", gather_command) \
    ROW("square",  "whether the target forms square in time",     LB_USES_UNIT | LB_USES_TARGET, "square",  gather_square)
// clang-format on

const lb_verb nl_queries[] = {QUERIES(LB_QUERY_WORDS){NULL, NULL, 0}};
static const lb_query_row rows[] = {QUERIES(LB_QUERY_ROW)};
const lb_queries nl_query_rows = {.rows = rows, .clause = CL_LOSS_1};
