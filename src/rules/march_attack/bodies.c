// SPDX-License-Identifier: MIT
// Major Formations as bodies of units, who commands them, and who is engaged with whom.

#include "rules/march_attack/play.h"

lb_unit_set ma_units(const lb_view *view, uint32_t group)
{
    const lb_group_card *card = &view->battle->group[group];
    lb_unit_set units = {{0}};

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (lb_view_is_here(view, i))
            lb_unit_set_add(&units, (uint16_t)i);
    return units;
}

uint32_t ma_lost(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    return battle->group[group].unit_count - lb_group_left(battle, state, group);
}

int32_t ma_group_quality(const lb_battle *battle, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    int32_t count[LB_QUALITY_COUNT] = {0}, best = 0;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        count[battle->unit[i].quality]++;
    for (int32_t q = 1; q < LB_QUALITY_COUNT; q++)
        if (count[q] > count[best])
            best = q;
    return best;
}

int32_t ma_quality_word(int32_t quality)
{
    static const uint8_t words[LB_QUALITY_COUNT] = {
        [LB_QUALITY_UNTRAINED] = QUALITY_UNTRAINED, [LB_QUALITY_MILITIA] = QUALITY_MILITIA,
        [LB_QUALITY_CONSCRIPT] = QUALITY_CONSCRIPT, [LB_QUALITY_REGULAR] = QUALITY_REGULAR,
        [LB_QUALITY_VETERAN] = QUALITY_VETERAN,     [LB_QUALITY_ELITE] = QUALITY_ELITE,
        [LB_QUALITY_GUARD] = QUALITY_GUARD};

    return words[quality];
}

/* Commanders. */

static bool is_present(const lb_state *state, uint32_t leader)
{
    return leader != LB_NOBODY && state->leader[leader].presence == LB_PRESENCE_TABLE;
}

uint32_t ma_commander(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    uint32_t leader = battle->group[group].leader;

    return is_present(state, leader) ? leader : LB_NOBODY;
}

/// The highest of a side in rank, then in ability, then in order.
static uint32_t highest(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t i = 0; i < battle->leader_count; i++) {
        const lb_leader_card *card = &battle->leader[i];

        if (card->side == side && is_present(state, i) &&
            (best == LB_NOBODY || card->rank > battle->leader[best].rank ||
             (card->rank == battle->leader[best].rank &&
              card->ability > battle->leader[best].ability)))
            best = i;
    }
    return best;
}

uint32_t ma_superior(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];

    if (is_present(state, card->superior))
        return card->superior;
    if (is_present(state, battle->side[card->side].leader))
        return battle->side[card->side].leader;
    return highest(battle, state, card->side);
}

bool ma_commands(const lb_battle *battle, uint32_t leader, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];

    return card->side == battle->leader[leader].side &&
           (card->leader == leader || card->superior == leader ||
            battle->side[card->side].leader == leader);
}

uint32_t ma_leader_with(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    for (uint32_t i = 0; i < battle->leader_count; i++)
        if (is_present(state, i) && state->leader[i].attached == unit)
            return i;
    return LB_NOBODY;
}

int32_t ma_order_distance(const lb_view *view, uint32_t superior, uint32_t group)
{
    uint32_t commander = ma_commander(view->battle, view->state, group);
    lb_point from = view->state->leader[superior].at;
    int32_t least = INT32_MAX;
    lb_unit_set units;

    if (commander != LB_NOBODY)
        return lb_point_distance(from, view->state->leader[commander].at);
    units = ma_units(view, group);
    LB_EACH (i, &units)
        least = lb_least(least, lb_point_distance_floor(from, &view->quad[i]));
    return least == INT32_MAX ? 0 : least;
}

/* Who engages whom. */

/// True of a Major Formation of batteries only that bombards with enough of them deployed.
static bool is_grand_battery(const lb_view *view, uint32_t group)
{
    const lb_group_card *card = &view->battle->group[group];
    int32_t deployed = 0;

    if (view->state->group[group].order.kind != ORDER_BOMBARD)
        return false;
    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
        if (!ma_is_guns(view->battle, i))
            return false;
        deployed += lb_view_is_here(view, i) && lb_view_formation(view, i) == FORMATION_DEPLOYED;
    }
    return deployed >= VALUE_OF(view->battle, PLAY_MF);
}

bool ma_is_engaging(const lb_view *view, uint32_t unit)
{
    if (!ma_is_guns(view->battle, unit))
        return true;
    return lb_view_formation(view, unit) == FORMATION_DEPLOYED &&
           is_grand_battery(view, view->battle->unit[unit].group);
}

bool ma_is_near_engaging(const lb_view *view, uint32_t side, const lb_quad *quad, int32_t tmm)
{
    lb_unit_set near = lb_view_near(view, lb_quad_box_of(quad), tmm, lb_view_foes(view, side));

    LB_EACH (i, &near)
        if (lb_quad_is_within(quad, &view->quad[i], tmm) && ma_is_engaging(view, i))
            return true;
    return false;
}

bool ma_are_engaged(const lb_view *view, uint32_t group, uint32_t other)
{
    int32_t reach = MA_WITHIN(VALUE_OF(view->battle, ENGAGED));
    lb_unit_set own = ma_units(view, group), theirs = ma_units(view, other);

    LB_EACH (i, &own)
        LB_EACH (k, &theirs)
            if (lb_view_is_within(view, i, k, reach) &&
                (ma_is_engaging(view, i) || ma_is_engaging(view, k)))
                return true;
    return false;
}

bool ma_is_engaged(const lb_view *view, uint32_t group)
{
    for (uint32_t g = 0; g < view->battle->group_count; g++)
        if (view->battle->group[g].side != view->battle->group[group].side &&
            ma_are_engaged(view, group, g))
            return true;
    return false;
}

bool ma_is_retiring(const lb_state *state, uint32_t group)
{
    return state->group[group].order.delay > 0 || (state->group[group].flags & GROUP_RETIRING) != 0;
}
