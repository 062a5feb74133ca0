// SPDX-License-Identifier: MIT
// Which clauses of movement a unit's way goes by: its rate, and the ground that makes it dearer or
// cheaper.

#include "rules/valour_fortitude/play.h"

uint16_t vf_rate_of(const lb_battle *battle, uint32_t unit, uint8_t formation)
{
    if (is_artillery(formation))
        return CL_MOVE_GUNS;
    if (is_cavalry(formation))
        return CL_MOVE_CAVALRY;
    if (formation == FORMATION_ATTACK && vf_has(battle, unit, LB_TRAIT_MASSE))
        return CL_MOVE_MASSE;
    if (formation == FORMATION_ATTACK || formation == FORMATION_MARCH)
        return CL_MOVE_COLUMN;
    if (is_open_order(formation))
        return CL_MOVE_OPEN;
    return formation == FORMATION_SQUARE ? CL_MOVE_SQUARE : CL_MOVE_LINE;
}

void vf_tell_way(lb_run *run, const lb_action *action)
{
    const lb_battle *battle = run->battle;
    lb_state *state = run->state;
    uint8_t side = (uint8_t)(battle->unit[action->unit].side + 1);
    uint8_t formation = state->unit[action->unit].formation;
    lb_walk walk;
    int32_t way = 0, cost;

    if (action->path.count == 0 || run->sink == NULL)
        return;
    walk = vf_walk(battle, state, action->unit, &action->path, 0,
                   action->verb == VERB_ASSAULT ? action->target : LB_NOBODY);
    cost = walk.cost_tmm - walk.crossing_cost_tmm;
    for (uint32_t i = 0; i < action->path.count && i <= walk.step; i++) {
        const lb_step *step = &action->path.step[i];

        if (step->kind == LB_STEP_STRAIGHT || step->kind == LB_STEP_OBLIQUE)
            way += step->tmm < 0 ? -step->tmm : step->tmm;
        else if (step->kind == LB_STEP_WHEEL)
            way += lb_wheel_arc(vf_size(battle, state, action->unit, formation).width_tmm,
                                step->angle);
    }
    lb_note(run, vf_rate_of(battle, action->unit, formation), side);
    if (vf_has(battle, action->unit, LB_TRAIT_SWIFT)) {
        lb_note(run, CL_TRAIT_SWIFT, side);
        lb_tell(run, LB_EVENT_ADD, CL_MOVE_FAST, side, V(MOVE_FAST));
    }
    if (walk.stop != LB_STOP_NONE)
        return;
    if (walk.crossing_cost_tmm > 0)
        lb_note(run, CL_MOVE_BARRIER, side);
    if (cost > way + 1)
        lb_note(run, CL_MOVE_ROUGH, side);
    if (cost < way - 1)
        lb_note(run, CL_MOVE_HIGHWAY, side);
}
