// SPDX-License-Identifier: MIT
// What becomes of units, brigades and armies: losses, routs, wavering, shattering, objectives.

#include "rules/valour_fortitude/play.h"

uint32_t vf_units_left(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    uint32_t left = 0;

    for (uint32_t i = 0; i < card->unit_count; i++)
        left += state->unit[card->first_unit + i].presence != LB_PRESENCE_GONE;
    return left;
}

bool vf_is_any_here(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];

    for (uint32_t i = 0; i < card->unit_count; i++)
        if (vf_is_here(state, card->first_unit + i))
            return true;
    return false;
}

/// vf.shatter
static void shatter(lb_run *run, uint32_t group)
{
    lb_state *state = run->state;
    const lb_group_card *card = &run->battle->group[group];

    if ((state->group[group].flags & GROUP_SHATTERED) != 0)
        return;
    state->group[group].flags |= GROUP_SHATTERED;
    state->group[group].mark[GROUP_OWED] = 0;
    if (card->leader != LB_NOBODY)
        state->leader[card->leader].presence = LB_PRESENCE_GONE;
    state->side[card->side].mark[SIDE_DEFEATS] =
        (int16_t)(state->side[card->side].mark[SIDE_DEFEATS] + V(SHATTER_DEFEATS));
    lb_tell(run, LB_EVENT_SET, CL_SHATTER, (uint8_t)(card->side + 1), (int32_t)group);
}

void vf_rout(lb_run *run, uint32_t unit, bool owes_test)
{
    lb_state *state = run->state;
    uint8_t group = run->battle->unit[unit].group;

    state->unit[unit].presence = LB_PRESENCE_GONE;
    state->group[group].flags |= GROUP_ROUTED;
    if (owes_test)
        state->group[group].mark[GROUP_OWED]++;
    lb_tell(run, LB_EVENT_SET, CL_ROUT, (uint8_t)(run->battle->unit[unit].side + 1), (int32_t)unit);
    if (vf_units_left(run->battle, state, group) == 0)
        shatter(run, group);
}

void vf_suffer(lb_run *run, uint32_t unit, int32_t losses)
{
    lb_unit *of = &run->state->unit[unit];

    /* vf.shaken: losses beyond tenacity are not marked. */
    of->mark[MARK_LOSSES] = (int16_t)lb_least(of->mark[MARK_LOSSES] + losses,
                                              vf_tenacity(run->battle, run->state, unit));
}

void vf_waver(lb_run *run, uint32_t group)
{
    const lb_battle *battle = run->battle;
    lb_state *state = run->state;
    const lb_group_card *card = &battle->group[group];

    lb_tell(run, LB_EVENT_SET, CL_WAVER, (uint8_t)(card->side + 1), (int32_t)group);
    state->side[card->side].mark[SIDE_DEFEATS] =
        (int16_t)(state->side[card->side].mark[SIDE_DEFEATS] + V(WAVER_DEFEATS));
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
        if (vf_is_here(state, i) && vf_is_shaken(battle, state, i))
            vf_rout(run, i, false);
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++) {
        lb_quad quad;

        if (!vf_is_here(state, i))
            continue;
        quad = vf_quad(battle, state, i);
        if (vf_is_enemy_within(battle, state, &quad, card->side, LB_INCHES(V(WAVER_DISTANCE))))
            vf_suffer(run, i, V(WAVER_LOSSES));
    }
}

bool vf_is_lost(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    bool is_any_left = false;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        is_any_left |= battle->unit[i].side == side && state->unit[i].presence != LB_PRESENCE_GONE;
    return !is_any_left ||
           state->side[side].mark[SIDE_DEFEATS] >= state->side[side].mark[SIDE_BRIGADES];
}
