// SPDX-License-Identifier: MIT
// What becomes of units and armies: bases knocked out, disorder, units removed, armies broken.

#include "rules/napoleons_legacy/play.h"

/// A leader goes when nobody is left of his brigade.
static void lose_leader(lb_run *run, uint32_t group)
{
    const lb_group_card *card = &run->battle->group[group];
    lb_state *state = run->state;

    if (card->leader == LB_NOBODY || state->leader[card->leader].presence == LB_PRESENCE_GONE)
        return;
    for (uint32_t i = 0; i < card->unit_count; i++)
        if (state->unit[card->first_unit + i].presence != LB_PRESENCE_GONE)
            return;
    state->leader[card->leader].presence = LB_PRESENCE_GONE;
    state->side[card->side].mark[SIDE_LEADERS]++;
    lb_tell(run, LB_EVENT_SET, CL_TURN_VICTORY, (uint8_t)(card->side + 1), (int32_t)card->leader);
}

void nl_remove(lb_run *run, uint32_t unit)
{
    lb_unit *of = &run->state->unit[unit];

    if (of->presence == LB_PRESENCE_GONE)
        return;
    of->presence = LB_PRESENCE_GONE;
    of->mark[MARK_LOST] = (int16_t)(of->mark[MARK_LOST] + of->mark[MARK_BASES]);
    of->mark[MARK_BASES] = 0;
    of->mark[MARK_HITS] = 0;
    of->mark[MARK_TARGET] = 0;
    of->flags = 0;
    lose_leader(run, run->battle->unit[unit].group);
}

void nl_lose_bases(lb_run *run, uint32_t unit, int32_t bases)
{
    lb_unit *of = &run->state->unit[unit];
    int32_t before;

    if (bases >= of->mark[MARK_BASES]) {
        nl_remove(run, unit);
        return;
    }
    /* The front stays where it is. */
    before = nl_size(run->battle, run->state, unit, of->formation).depth_tmm;
    of->mark[MARK_BASES] = (int16_t)(of->mark[MARK_BASES] - bases);
    of->mark[MARK_LOST] = (int16_t)(of->mark[MARK_LOST] + bases);
    of->at = lb_point_towards(
        of->at, of->heading,
        (before - nl_size(run->battle, run->state, unit, of->formation).depth_tmm) / 2);
}

void nl_disorder(lb_run *run, uint32_t unit)
{
    run->state->unit[unit].flags |= UNIT_DISORDERED;
}

int32_t nl_bases_lost(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int32_t left = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].side == side)
            left += nl_bases(state, i);
    return state->side[side].mark[SIDE_BASES] - left +
           state->side[side].mark[SIDE_LEADERS] * VALUE_OF(battle, TURN_VICTORY_COMMANDER);
}

bool nl_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    bool is_any_left = false;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        is_any_left |= battle->unit[i].side == side && state->unit[i].presence != LB_PRESENCE_GONE;
    return !is_any_left ||
           nl_bases_lost(battle, state, side) * 100 >=
               state->side[side].mark[SIDE_BASES] * VALUE_OF(battle, TURN_VICTORY_BREAK);
}

uint8_t nl_winner(const lb_battle *battle, const lb_state *state)
{
    bool is_broken[LB_SIDES];
    int64_t lost[LB_SIDES], bases[LB_SIDES], gap;

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        is_broken[s] = nl_is_broken(battle, state, s);
        lost[s] = nl_bases_lost(battle, state, s);
        bases[s] = lb_most(1, state->side[s].mark[SIDE_BASES]);
    }
    if (is_broken[0] || is_broken[1])
        return is_broken[0] && is_broken[1] ? LB_NOBODY : is_broken[0] ? 1 : 0;
    /* The difference of the two shares, in percentage points times both strengths. */
    gap = (lost[1] * bases[0] - lost[0] * bases[1]) * 100;
    if ((gap < 0 ? -gap : gap) < VALUE_OF(battle, TURN_VICTORY_DRAW) * bases[0] * bases[1] ||
        gap == 0)
        return LB_NOBODY;
    return gap > 0 ? 0 : 1;
}
