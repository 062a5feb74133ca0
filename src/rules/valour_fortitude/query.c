// SPDX-License-Identifier: MIT
// Questions about odds on the table: which chart answers them, with which facts.

#include "rules/valour_fortitude/play.h"

#include <string.h>

const lb_verb vf_queries[] = {
    // clang-format off
    {"fire",      "the losses of an attack by fire",          LB_USES_UNIT | LB_USES_TARGET | LB_USES_HELPERS},
    {"melee",     "a fight of two that touch",                LB_USES_UNIT | LB_USES_TARGET},
    {"assault",   "the fight if the unit closed in",          LB_USES_UNIT | LB_USES_TARGET},
    {"rally",     "the markers that come off",                LB_USES_UNIT},
    {"messenger", "whether a messenger arrives",              LB_USES_UNIT},
    {"square",    "what cavalry does that touches a square",  LB_USES_UNIT},
    {"activate",  "whether a brigade may act",                LB_USES_GROUP},
    {"fortitude", "whether a brigade holds",                  LB_USES_GROUP},
    {NULL,        NULL,                                       0},
    // clang-format on
};

static bool no(lb_reason *reason, uint16_t clause, const char *why)
{
    *reason = (lb_reason){clause, why};
    return false;
}

static bool is_pair(const lb_battle *battle, const lb_state *state, const lb_query *query,
                    lb_reason *reason)
{
    if (query->unit >= battle->unit_count || !vf_is_here(state, query->unit))
        return no(reason, CL_FIRE_TARGET, "there is no such unit on the table");
    if (query->target >= battle->unit_count || !vf_is_here(state, query->target) ||
        battle->unit[query->target].side == battle->unit[query->unit].side)
        return no(reason, CL_FIRE_TARGET, "there is no such enemy on the table");
    return true;
}

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
    lb_state at_fire = *state;
    lb_action action = vf_action(VERB_FIRE);
    struct fire_facts facts;

    if (!is_pair(battle, state, query, reason))
        return false;
    action.unit = query->unit;
    action.target = query->target;
    action.option = query->option;
    memcpy(action.helper, query->helper, sizeof action.helper);
    at_fire.active = battle->unit[query->unit].side;
    if (!vf_check_fire(battle, &at_fire, &action, reason))
        return false;
    facts = vf_gather_fire(battle, state, query->unit, query->target, query->helper, query->option);
    return answer(battle, "fire", &facts, sizeof facts, situation);
}

/// Two that touch, or, for an assault, that would.
static bool gather_melee(const lb_battle *battle, const lb_state *state, const lb_query *query,
                         bool is_assault, lb_situation *situation, lb_reason *reason)
{
    lb_state then = *state;
    struct melee_facts facts;

    if (!is_pair(battle, state, query, reason))
        return false;
    if (is_assault && !vf_touch(battle, state, query->unit, query->target)) {
        lb_footprint start = lb_unit_footprint(battle, state, query->unit), end;

        if (vf_distance(battle, state, query->unit, query->target) >
            vf_allowance(battle, state, query->unit, state->unit[query->unit].formation))
            return no(reason, CL_ACT_ASSAULT, "it does not reach that enemy");
        if (!vf_close_in(battle, state, query->unit, query->target, &start, &end))
            return no(reason, CL_ACT_ASSAULT, "too little of its front would touch the enemy");
        then.unit[query->unit].at = end.centre;
        then.unit[query->unit].heading = end.heading;
    }
    if (!vf_touch(battle, &then, query->unit, query->target))
        return no(reason, CL_MELEE_FIGHT, "the two do not touch");
    facts = vf_gather_melee(battle, &then, query->unit, query->target);
    return answer(battle, "melee", &facts, sizeof facts, situation);
}

bool vf_gather(const lb_battle *battle, const lb_state *state, const lb_query *query,
               lb_situation *situation, lb_reason *reason)
{
    bool is_group = strcmp(query->what, "activate") == 0 || strcmp(query->what, "fortitude") == 0;

    if (strcmp(query->what, "fire") == 0)
        return gather_fire(battle, state, query, situation, reason);
    if (strcmp(query->what, "melee") == 0 || strcmp(query->what, "assault") == 0)
        return gather_melee(battle, state, query, query->what[0] == 'a', situation, reason);
    if (is_group && query->unit >= battle->group_count)
        return no(reason, CL_ACT_ACTIVATION, "there is no such brigade");
    if (!is_group && (query->unit >= battle->unit_count || !vf_is_here(state, query->unit)))
        return no(reason, CL_ACT_ACTIVATION, "there is no such unit on the table");
    if (strcmp(query->what, "activate") == 0) {
        struct activation_facts facts = vf_gather_activation(battle, state, query->unit);
        return answer(battle, "activation", &facts, sizeof facts, situation);
    }
    if (strcmp(query->what, "fortitude") == 0) {
        struct fortitude_facts facts = vf_gather_fortitude(battle, state, query->unit);
        facts.tests = lb_most(facts.tests, 1);
        return answer(battle, "fortitude", &facts, sizeof facts, situation);
    }
    if (strcmp(query->what, "messenger") == 0) {
        struct messenger_facts facts = {.eligible = vf_is_easy_to_reach(battle, query->unit)};
        return answer(battle, "messenger", &facts, sizeof facts, situation);
    }
    if (strcmp(query->what, "rally") == 0) {
        struct rally_facts facts = vf_gather_rally(battle, state, query->unit);
        if (facts.losses == 0)
            return no(reason, CL_ACT_RALLY, "it has no loss marker");
        return answer(battle, "rally", &facts, sizeof facts, situation);
    }
    if (strcmp(query->what, "square") == 0) {
        struct square_contact_facts facts = {0};
        if (!vf_gather_square(battle, state, query->unit, &facts))
            return no(reason, CL_SQUARE_CONTACT, "it is not cavalry that touches a square");
        return answer(battle, "square-contact", &facts, sizeof facts, situation);
    }
    return no(reason, CL_TURN_PHASES, "there is no such question");
}

/* Whose dice they are. */

/// The facts or variables of a frame, counted from the procedure that waits.
static const void *facts_of(const lb_state *state, uint32_t above)
{
    return state->machine.cell + state->machine.frame[state->machine.depth - 1 - above].facts;
}

static const void *vars_of(const lb_state *state, uint32_t above)
{
    return state->machine.cell + state->machine.frame[state->machine.depth - 1 - above].vars;
}

/// The side that a resolve procedure calls 1 (the active one) or 2.
static uint8_t side_of(const lb_state *state, int32_t side)
{
    return side == 2 ? (uint8_t)(1 - state->active) : state->active;
}

/// Every roll of this sheet is one that its thrower wishes high, but for the draw of a card. The
/// unit that the melee phase or a fight keeps in its variables says whose horse or whose temper it
/// is.
int32_t vf_luck(const lb_battle *battle, const lb_state *state, uint8_t *side)
{
    *side = state->active;
    switch (state->machine.frame[state->machine.depth - 1].procedure) {
    case PROCEDURE_aim:
        *side = side_of(state, ((const struct aim_facts *)facts_of(state, 0))->side);
        break;
    case PROCEDURE_after_losses:
        *side = side_of(state, ((const struct after_losses_facts *)facts_of(state, 0))->side);
        break;
    case PROCEDURE_fortitude:
        *side = battle->group[((const struct end_phase_vars *)vars_of(state, 1))->group].side;
        break;
    case PROCEDURE_square_contact:
        *side = battle->unit[((const struct melee_phase_vars *)vars_of(state, 1))->unit].side;
        break;
    case PROCEDURE_fight:
        if (state->machine.node.roll.clause == CL_TRAIT_UNPREDICTABLE)
            *side = battle->unit[((const struct fight_vars *)vars_of(state, 0))->shown].side;
        break;
    case PROCEDURE_fate_phase:
        return 0;
    default:
        break;
    }
    return 1;
}
