// SPDX-License-Identifier: MIT
// How a battle begins: the state that its cards describe. See muster.h.

#include "rules/kit/field.h"
#include "rules/kit/marks.h"
#include "rules/kit/muster.h"

#include <string.h>

bool lb_is_unit_away(const lb_battle *battle, const lb_unit_card *card)
{
    return card->is_coming || card->arrival_turn > battle->start_turn ||
           card->off_turn > battle->start_turn;
}

static void deploy_unit(const lb_battle *battle, lb_state *state, uint32_t number)
{
    const lb_unit_card *card = &battle->unit[number];
    bool is_away = lb_is_unit_away(battle, card), is_off = card->off_turn > battle->start_turn;

    state->unit[number] = (lb_unit){
        .at = card->left > 0 ? battle->objective[card->left - 1].at : card->at,
        .heading = card->heading,
        .presence = card->is_removed ? LB_PRESENCE_GONE
                    : card->left > 0 ? LB_PRESENCE_LEFT
                    : is_away        ? LB_PRESENCE_AWAY
                                     : LB_PRESENCE_TABLE,
        .formation = card->formation,
        .group = card->with != LB_NOBODY ? card->with : card->group,
        .off_turn = is_off ? card->off_turn : 0,
        .flags = lb_flags_of_states(battle->rules->play->marks->unit_flags, card->states)};
}

static void deploy_group(const lb_battle *battle, lb_state *state, uint32_t number)
{
    const lb_group_card *card = &battle->group[number];
    lb_group *group = &state->group[number];

    group->order = card->order;
    group->pending = card->pending;
    memcpy(group->fatigue, card->fatigue, sizeof group->fatigue);
    group->status = card->status;
    group->area = card->area;
    group->has_area = card->has_area;
    group->flags = lb_flags_of_states(battle->rules->play->marks->group_flags, card->states);
    memcpy(group->mark, card->mark, sizeof group->mark);
}

/// True if all that are left of a group have left the table.
static bool has_group_left(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    bool has_left = false;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
        if (state->unit[i].presence == LB_PRESENCE_TABLE ||
            state->unit[i].presence == LB_PRESENCE_AWAY)
            return false;
        has_left |= state->unit[i].presence == LB_PRESENCE_LEFT;
    }
    return has_left;
}

static void deploy_leader(const lb_battle *battle, lb_state *state, uint32_t number)
{
    const lb_leader_card *card = &battle->leader[number];
    bool has_left = card->group != LB_NOBODY && has_group_left(battle, state, card->group);
    bool is_off = card->off_turn > battle->start_turn;
    bool is_away = is_off || (card->group != LB_NOBODY &&
                              (battle->group[card->group].arrival_turn > battle->start_turn ||
                               (battle->group[card->group].unit_count > 0 &&
                                battle->unit[battle->group[card->group].first_unit].is_coming)));

    state->leader[number] = (lb_leader){
        .at = card->at,
        .presence = card->is_removed ? LB_PRESENCE_GONE
                    : has_left       ? LB_PRESENCE_LEFT
                    : is_away        ? LB_PRESENCE_AWAY
                                     : LB_PRESENCE_TABLE,
        .off_turn = is_off ? card->off_turn : 0,
        .attached = card->attached,
        .flags = lb_flags_of_states(battle->rules->play->marks->leader_flags, card->states)};
    memcpy(state->leader[number].mark, card->mark, sizeof card->mark);
}

void lb_deploy(const lb_battle *battle, lb_state *state)
{
    state->turn = battle->start_turn > 0 ? battle->start_turn : 1;
    state->phase = battle->start_phase;
    state->active = battle->start_turn > 0 ? battle->start_active : battle->first_side;
    state->winner = LB_NO_SIDE;
    for (uint32_t i = 0; i < LB_OBJECTIVES_MAX; i++)
        state->held[i] = i < battle->objective_count ? battle->objective[i].held : LB_NO_SIDE;
    for (uint32_t s = 0; s < LB_SIDES; s++)
        memcpy(state->side[s].mark, battle->side[s].mark, sizeof state->side[s].mark);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        deploy_unit(battle, state, i);
    for (uint32_t i = 0; i < battle->group_count; i++)
        deploy_group(battle, state, i);
    for (uint32_t i = 0; i < battle->leader_count; i++)
        deploy_leader(battle, state, i);
}
