// SPDX-License-Identifier: MIT
// Questions about odds on the table: which chart answers them, with which facts.

#include "rules/napoleons_legacy/play.h"

#include <string.h>

const lb_verb nl_queries[] = {
    // clang-format off
    {"fire",    "what fire does to a unit",                    LB_USES_UNIT | LB_USES_TARGET},
    {"shot",    "what round shot does to a unit",              LB_USES_UNIT | LB_USES_TARGET},
    {"advance", "how a Deliberate Advance would end",          LB_USES_UNIT | LB_USES_TARGET},
    {"bayonet", "how a Bayonet Charge would end",              LB_USES_UNIT | LB_USES_TARGET},
    {"fear",    "whether the target of a charge stands",       LB_USES_UNIT | LB_USES_TARGET},
    {"command", "whether a unit obeys its next order to move", LB_USES_UNIT},
    {"square",  "whether the target forms square in time",     LB_USES_UNIT | LB_USES_TARGET},
    {NULL,      NULL,                                          0},
    // clang-format on
};

/// Facts as the chart lays them out.
static bool answer(const lb_battle *battle, const char *chart, const void *facts, size_t size,
                   lb_situation *situation)
{
    situation->chart = lb_chart_find(battle->rules, chart);
    memset(situation->facts, 0, sizeof situation->facts);
    memcpy(situation->facts, facts, size);
    return situation->chart != NULL;
}

static bool gather_fire(const lb_battle *battle, const lb_state *state, const lb_query *query,
                        lb_situation *situation, lb_reason *reason)
{
    bool is_shot = strcmp(query->what, "shot") == 0;
    uint32_t what = is_shot              ? FIRE_SHOT
                    : query->option != 0 ? query->option & FIRE_WHAT
                                         : nl_usual_fire(battle, state, query->unit, query->target);
    struct fire_facts facts;

    if (!nl_may_fire(battle, state, query->unit, query->target, what, reason))
        return false;
    if (what == FIRE_SHELL)
        return nl_no(reason, CL_ART_BURST, "nobody knows where a shell will burst");
    if (what == FIRE_SHOT) {
        struct shot_facts ball = nl_gather_shot(battle, state, query->unit, query->target);
        return answer(battle, "shot", &ball, sizeof ball, situation);
    }
    facts = nl_gather_fire(battle, state, query->unit, query->target, what, false, false);
    return answer(battle, "fire", &facts, sizeof facts, situation);
}

/// Charges, and the tests in them, as if the unit had closed in.
static bool gather_charge(const lb_battle *battle, const lb_state *state, const lb_query *query,
                          lb_situation *situation, lb_reason *reason)
{
    struct nl_body body = nl_body_of(battle, state, query->unit);
    lb_state then = *state;
    lb_footprint end;

    if (battle->unit[query->unit].arm == LB_ARM_ARTILLERY)
        return nl_no(reason, CL_TURN_PRELIMINARY, "guns do not charge");
    if (!nl_close_in(battle, state, query->unit, query->target, &end, reason))
        return false;
    nl_body_place(&then, &body, &end);
    if (strcmp(query->what, "advance") == 0) {
        struct advance_facts facts = nl_gather_advance(battle, &then, query->unit, query->target);
        return answer(battle, "advance", &facts, sizeof facts, situation);
    }
    if (strcmp(query->what, "bayonet") == 0) {
        struct bayonet_facts facts = nl_gather_bayonet(battle, &then, query->unit, query->target);
        return answer(battle, "bayonet", &facts, sizeof facts, situation);
    }
    if (strcmp(query->what, "fear") == 0) {
        struct bayonet_facts charge = nl_gather_bayonet(battle, &then, query->unit, query->target);
        struct fear_facts facts = nl_fear_of(&charge);
        return answer(battle, "fear", &facts, sizeof facts, situation);
    }
    struct square_facts facts = {.arc = nl_arc(battle, state, query->target, query->unit)};
    return answer(battle, "square", &facts, sizeof facts, situation);
}

static bool gather_command(const lb_battle *battle, const lb_state *state, const lb_query *query,
                           lb_situation *situation, lb_reason *reason)
{
    lb_action action = nl_action(VERB_MOVE);
    struct command_facts facts;

    action.unit = query->unit;
    if (nl_leader_of(battle, state, query->unit) == LB_NOBODY)
        return nl_no(reason, CL_COMMAND_ROLL, "nobody is left to command it");
    facts = nl_gather_command(battle, state, &action);
    return answer(battle, "command", &facts, sizeof facts, situation);
}

bool nl_gather(const lb_battle *battle, const lb_state *state, const lb_query *query,
               lb_situation *situation, lb_reason *reason)
{
    if (query->unit >= battle->unit_count || !lb_unit_is_here(state, query->unit))
        return nl_no(reason, CL_LOSS_1, "there is no such unit on the table");
    if (strcmp(query->what, "command") == 0)
        return gather_command(battle, state, query, situation, reason);
    if (query->target >= battle->unit_count || !lb_unit_is_here(state, query->target) ||
        battle->unit[query->target].side == battle->unit[query->unit].side)
        return nl_no(reason, CL_LOSS_1, "there is no such enemy on the table");
    if (strcmp(query->what, "fire") == 0 || strcmp(query->what, "shot") == 0)
        return gather_fire(battle, state, query, situation, reason);
    return gather_charge(battle, state, query, situation, reason);
}
