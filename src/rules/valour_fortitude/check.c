// SPDX-License-Identifier: MIT
// Judging actions: what the open question allows, and why not.

#include "rules/valour_fortitude/play.h"

static bool no(lb_reason *reason, uint16_t clause, const char *why)
{
    *reason = (lb_reason){clause, why};
    return false;
}

lb_action vf_action(uint32_t verb)
{
    return (lb_action){.verb = (uint8_t)verb, .helper = {LB_NOBODY, LB_NOBODY, LB_NOBODY}};
}

bool vf_may_act(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_unit *of = &state->unit[unit];

    return vf_is_here(state, unit) && battle->unit[unit].side == state->active &&
           (of->flags & (UNIT_ACTED | UNIT_FIRED)) == 0 &&
           (((state->group[battle->unit[unit].group].flags & GROUP_ACTIVE) != 0 &&
             (of->flags & UNIT_LOST) == 0) ||
            (of->flags & UNIT_FREED) != 0);
}

bool vf_fires_and_acts(const lb_battle *battle, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_CAVALRY ||
           battle->unit[unit].figure[FIGURE_GUN] == GUN_HORSE;
}

/// The procedure that asks, and the first of its facts.
static uint16_t asker(const lb_state *state, int32_t *fact)
{
    const lb_frame *frame = &state->machine.frame[state->machine.depth - 1];

    *fact = state->machine.cell[frame->facts];
    return frame->procedure;
}

static bool check_activate(const lb_battle *battle, const lb_state *state, const lb_action *action,
                           lb_reason *reason)
{
    uint32_t group = action->unit;

    if (group >= battle->group_count || battle->group[group].side != state->active)
        return no(reason, CL_ACT_ACTIVATION, "that brigade is not yours");
    if ((state->group[group].flags & (GROUP_ACTIVE | GROUP_FAILED)) != 0)
        return no(reason, CL_ACT_ACTIVATION, "it has had its turn");
    if (!vf_is_any_here(battle, state, group) && vf_units_left(battle, state, group) > 0)
        return no(reason, CL_ACT_ACTIVATION, "it has not arrived");
    if ((state->group[group].flags & GROUP_SHATTERED) != 0)
        return no(reason, CL_SHATTER, "it is shattered");
    return true;
}

static bool check_lead(const lb_battle *battle, const lb_state *state, const lb_action *action,
                       lb_reason *reason)
{
    uint32_t leader = action->unit;
    lb_footprint from, to;
    int32_t way = 0;

    if (leader >= battle->leader_count || battle->leader[leader].side != state->active ||
        state->leader[leader].presence != LB_PRESENCE_TABLE)
        return no(reason, CL_MOVE_LEADERS, "that leader is not yours to move");
    if ((state->leader[leader].flags & LEADER_MOVED) != 0)
        return no(reason, CL_MOVE_LEADERS, "he has moved");
    for (uint32_t i = 0; i < action->path.count; i++) {
        if (action->path.step[i].kind != LB_STEP_STRAIGHT &&
            action->path.step[i].kind != LB_STEP_TURN)
            return no(reason, CL_MOVE_LEADERS, "a leader turns and rides straight");
        if (action->path.step[i].kind == LB_STEP_STRAIGHT)
            way +=
                action->path.step[i].tmm < 0 ? -action->path.step[i].tmm : action->path.step[i].tmm;
        if (way > LB_INCHES(battle->house.value[V_MOVE_LEADERS]))
            return no(reason, CL_MOVE_LEADERS, "that is further than he can ride");
    }
    from = (lb_footprint){state->leader[leader].at, 0, LB_TMM_INCH, LB_TMM_INCH};
    if (!lb_path_apply(&from, &action->path, &to, NULL) || to.centre.x < 0 || to.centre.y < 0 ||
        to.centre.x > battle->width_tmm || to.centre.y > battle->depth_tmm)
        return no(reason, CL_MOVE_LEADERS, "the table ends there");
    return true;
}

/// An action of a unit of the acting brigade.
static bool check_unit_action(const lb_battle *battle, const lb_state *state,
                              const lb_action *action, lb_reason *reason)
{
    int32_t group;
    lb_footprint end;

    (void)asker(state, &group);
    if (action->unit >= battle->unit_count || !vf_is_here(state, action->unit) ||
        battle->unit[action->unit].group != group)
        return no(reason, CL_ACT_ACTIVATION, "that unit is not of the acting brigade");
    if ((state->unit[action->unit].flags & UNIT_FIRED) != 0)
        return no(reason, CL_ACT_FIRED, "it has fired");
    if ((state->unit[action->unit].flags & UNIT_ACTED) != 0)
        return no(reason, CL_ACT_ACTIVATION, "it has had its action");
    if ((state->unit[action->unit].flags & (UNIT_LOST | UNIT_FREED)) == UNIT_LOST)
        return no(reason, CL_ACT_MESSENGER, "the messenger has not reached it");
    if (!vf_may_act(battle, state, action->unit))
        return no(reason, CL_ACT_ACTIVATION, "its brigade was not activated");
    if (action->verb == VERB_RALLY)
        return state->unit[action->unit].mark[MARK_LOSSES] > 0 ||
               no(reason, CL_ACT_RALLY, "it has no loss marker");
    return vf_check_move(battle, state, action, &end, reason);
}

static bool check_fight(const lb_battle *battle, const lb_state *state, const lb_action *action,
                        lb_reason *reason)
{
    uint32_t pair = 0, unit, target;

    while (vf_next_fight(battle, state, &pair, &unit, &target))
        if (unit == action->unit && target == action->target)
            return true;
    return no(reason, CL_MELEE_FIGHT, "those two have no fight to resolve");
}

static bool is_yes_or_no(const lb_action *action, uint16_t clause, lb_reason *reason)
{
    return action->verb == VERB_YES || action->verb == VERB_NO ||
           no(reason, clause, "the answer is yes or no");
}

bool vf_check(const lb_battle *battle, const lb_state *state, const lb_action *action,
              lb_reason *reason)
{
    uint16_t clause = state->machine.node.question.clause;
    int32_t fact;
    bool marches = clause == CL_FATE_4 && asker(state, &fact) == PROCEDURE_forced_march;

    if (clause == CL_RESULT_CAVALRY || clause == CL_FATE_6 || clause == CL_FATE_8)
        return is_yes_or_no(action, clause, reason);
    if (clause == CL_RESULT_WINNER)
        return action->verb == VERB_FIGHT ? check_fight(battle, state, action, reason)
                                          : no(reason, CL_MELEE_FIGHT, "choose a fight to resolve");
    switch (action->verb) {
    case VERB_PASS:
        return true;
    case VERB_CARD:
        return clause == CL_ACT_ACTIVATION || marches
                   ? no(reason, CL_FATE_DRAW, "no card can be played now")
                   : vf_check_card(battle, state, action, reason);
    case VERB_FIRE:
        return clause == CL_FIRE_TARGET ? vf_check_fire(battle, state, action, reason)
                                        : no(reason, CL_TURN_PHASES, "it is not the Fire phase");
    case VERB_LEAD:
        return clause == CL_ACT_ACTIVATION
                   ? check_lead(battle, state, action, reason)
                   : no(reason, CL_TURN_PHASES, "leaders ride between brigades");
    case VERB_ACTIVATE:
        return clause == CL_ACT_ACTIVATION
                   ? check_activate(battle, state, action, reason)
                   : no(reason, CL_TURN_PHASES, "brigades are activated in the Action phase");
    case VERB_RETREAT:
    case VERB_ASSAULT:
    case VERB_DOUBLE:
    case VERB_RALLY:
        if (marches)
            return no(reason, CL_FATE_4, "a forced march is a Move");
        /* fall through */
    case VERB_MOVE:
        return clause == CL_ACT_MOVE || marches
                   ? check_unit_action(battle, state, action, reason)
                   : no(reason, CL_TURN_PHASES, "units act while their brigade does");
    default:
        return no(reason, CL_TURN_PHASES, "that is no answer to this question");
    }
}
