// SPDX-License-Identifier: MIT
// What becomes of units, brigades and armies: losses, routs, wavering, shattering, defeat.

#include "rules/valour_fortitude/play.h"

static void add_defeats(lb_run *run, uint16_t clause, uint32_t side, int32_t defeats)
{
    lb_change_side(run, clause, side, LB_CHANGE_SCORE, SIDE_DEFEATS,
                   run->state->side[side].mark[SIDE_DEFEATS] + defeats);
}

/// vf.shatter
static void shatter(lb_run *run, uint32_t group)
{
    lb_state *state = run->state;
    const lb_group_card *card = &run->battle->group[group];

    if ((state->group[group].flags & GROUP_SHATTERED) != 0)
        return;
    lb_tell_of(run, LB_EVENT_SET, CL_SHATTER, lb_group_actor(group), (int32_t)group);
    lb_change_group_flags(run, CL_SHATTER, group, GROUP_SHATTERED, 0);
    lb_change_group_tally(run, CL_SHATTER, group, GROUP_OWED,
                          -state->group[group].mark[GROUP_OWED]);
    if (card->leader != LB_NOBODY)
        lb_change_leader_presence(run, CL_SHATTER, card->leader, LB_PRESENCE_GONE);
    add_defeats(run, CL_SHATTER, card->side, V(SHATTER_DEFEATS));
}

void vf_rout(lb_run *run, uint32_t unit, bool owes_test)
{
    lb_state *state = run->state;
    uint16_t group = run->battle->unit[unit].group;

    lb_change_presence(run, CL_ROUT, unit, LB_PRESENCE_GONE);
    lb_change_group_flags(run, CL_ROUT, group, GROUP_ROUTED, 0);
    if (owes_test)
        lb_change_group_tally(run, CL_ROUT, group, GROUP_OWED, 1);
    lb_tell_of(run, LB_EVENT_SET, CL_ROUT, lb_unit_actor(unit), (int32_t)unit);
    if (lb_group_left(run->battle, state, group) == 0)
        shatter(run, group);
}

void vf_suffer(lb_run *run, uint16_t clause, uint32_t unit, int32_t losses)
{
    /* vf.shaken: losses beyond tenacity are not marked. */
    lb_change_mark(run, clause, unit, LB_CHANGE_LOSSES, MARK_LOSSES,
                   lb_least(run->state->unit[unit].mark[MARK_LOSSES] + losses,
                            vf_tenacity(run->battle, run->state, unit)));
}

void vf_waver(lb_run *run, uint32_t group)
{
    const lb_battle *battle = run->battle;
    lb_state *state = run->state;
    const lb_group_card *card = &battle->group[group];

    lb_tell_of(run, LB_EVENT_SET, CL_WAVER, lb_group_actor(group), (int32_t)group);
    add_defeats(run, CL_WAVER, card->side, V(WAVER_DEFEATS));
    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (lb_view_is_here(run->view, i) && vf_is_shaken(battle, state, i))
            vf_rout(run, i, false);
    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (lb_view_is_here(run->view, i) &&
            lb_view_any_within(run->view, &run->view->quad[i], lb_view_foes(run->view, card->side),
                               LB_INCHES(V(WAVER_DISTANCE))))
            vf_suffer(run, CL_WAVER, i, V(WAVER_LOSSES));
}

/* Armies. */

bool vf_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int32_t percent = battle->side[side].break_percent > 0 ? battle->side[side].break_percent : 100;

    return !lb_side_is_left(battle, state, side) ||
           state->side[side].mark[SIDE_DEFEATS] * 100 >=
               state->side[side].mark[SIDE_BRIGADES] * percent;
}

int32_t vf_objective_times(const lb_battle *battle, const lb_state *state, uint32_t side,
                           uint32_t objective)
{
    return state->side[side].mark[SIDE_KEY] == (int16_t)(objective + 1)
               ? VALUE_OF(battle, FATE_10_TIMES)
               : 1;
}

/// Objectives held less own defeats.
static int32_t score_of(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    return lb_battle_held(battle, state, side) - state->side[side].mark[SIDE_DEFEATS];
}

void vf_tell_scores(lb_run *run)
{
    if (run->sink == NULL || lb_battle_is_over(run))
        return;
    lb_tell_of(run, LB_EVENT_NOTE, CL_END_DEFEAT, (lb_actor){LB_ACTOR_NONE, 0}, 0);
    for (uint32_t s = 0; s < LB_SIDES; s++)
        lb_tell_of(run, LB_EVENT_ADD, CL_END_DEFEAT, lb_side_actor(s),
                   score_of(run->battle, run->state, s));
}

uint8_t vf_side_ahead(const lb_battle *battle, const lb_state *state)
{
    int32_t first = score_of(battle, state, 0), second = score_of(battle, state, 1);

    return first == second ? LB_NO_SIDE : first > second ? 0 : 1;
}
