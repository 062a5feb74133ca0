// SPDX-License-Identifier: MIT
// What every battle needs, whatever the sheet: starting, answering decisions, hashing.

#include "limber/battle.h"

#include "base/hash.h"
#include "core/procedure.h"

#include <assert.h>
#include <string.h>

lb_run lb_battle_run(const lb_battle *battle, lb_state *state, const lb_sink *sink)
{
    return (lb_run){.rules = battle->rules,
                    .values = battle->house.value,
                    .machine = &state->machine,
                    .sink = sink,
                    .battle = battle,
                    .state = state};
}

void lb_battle_start(const lb_battle *battle, lb_state *state, const lb_sink *sink)
{
    lb_run run = lb_battle_run(battle, state, sink);
    int32_t nothing = 0;

    memset(state, 0, sizeof *state);
    battle->rules->play->deploy(battle, state);
    lb_run_start(&run, battle->rules->play->procedure, &nothing);
}

lb_unit_report lb_battle_unit(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_unit_report report;

    battle->rules->play->report_unit(battle, state, unit, &report);
    return report;
}

lb_side_report lb_battle_side(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    lb_side_report report;

    battle->rules->play->report_side(battle, state, side, &report);
    return report;
}

lb_ground lb_battle_ground(const lb_battle *battle)
{
    return (lb_ground){.width_tmm = battle->width_tmm,
                       .depth_tmm = battle->depth_tmm,
                       .piece = battle->piece,
                       .point = battle->point,
                       .piece_count = battle->piece_count,
                       .point_count = battle->point_count};
}

lb_footprint lb_unit_footprint(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_unit *of = &state->unit[unit];
    lb_size size = battle->rules->play->size(battle, state, unit, of->formation);

    return (lb_footprint){.centre = of->at,
                          .heading = of->heading,
                          .width_tmm = size.width_tmm,
                          .depth_tmm = size.depth_tmm};
}

static uint64_t hash_marks(uint64_t hash, const int16_t *mark, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        hash = lb_hash_word(hash, (uint16_t)mark[i]);
    return hash;
}

static uint64_t hash_point(uint64_t hash, lb_point point)
{
    return lb_hash_word(hash, (uint64_t)(uint32_t)point.x << 32 | (uint32_t)point.y);
}

static uint64_t hash_action(uint64_t hash, const lb_action *action)
{
    hash = lb_hash_word(hash, (uint64_t)action->verb << 48 | (uint64_t)action->unit << 32 |
                                  (uint64_t)action->target << 16 |
                                  (uint64_t)action->formation << 8 | action->option);
    for (int i = 0; i < LB_HELPERS_MAX; i++)
        hash = lb_hash_word(hash, action->helper[i]);
    hash = hash_point(hash, action->place);
    for (uint32_t i = 0; i < sizeof action->members.bits / sizeof(uint64_t); i++)
        hash = lb_hash_word(hash, action->members.bits[i]);
    for (uint32_t i = 0; i < action->path.count; i++) {
        const lb_step *step = &action->path.step[i];
        hash = lb_hash_word(hash, step->kind);
        hash = lb_hash_word(hash, (uint64_t)(uint32_t)step->tmm << 32 | (uint32_t)step->angle);
    }
    return hash;
}

static uint64_t hash_order(uint64_t hash, const lb_order *order)
{
    hash = lb_hash_word(hash, (uint64_t)order->kind << 48 | (uint64_t)order->delay << 40 |
                                  (uint64_t)order->objective << 16 | order->group);
    return hash_point(lb_hash_word(hash, order->is_placed), order->place);
}

static uint64_t hash_group(uint64_t hash, const lb_group *group)
{
    hash = lb_hash_word(hash, (uint64_t)group->flags << 16 | (uint64_t)group->status << 8 |
                                  group->has_area);
    hash = hash_order(hash_order(hash, &group->order), &group->pending);
    for (int i = 0; i < LB_FATIGUES; i++)
        hash = lb_hash_word(hash, group->fatigue[i]);
    return hash_marks(hash_point(hash, group->area), group->mark, LB_GROUP_MARKS);
}

static uint64_t hash_leader(uint64_t hash, const lb_leader *leader)
{
    hash = hash_point(hash, leader->at);
    hash = lb_hash_word(hash, (uint64_t)leader->flags << 32 | (uint64_t)leader->attached << 16 |
                                  (uint64_t)leader->off_turn << 8 | leader->presence);
    return hash_marks(hash, leader->mark, LB_LEADER_MARKS);
}

static uint64_t hash_unit(uint64_t hash, const lb_unit *unit)
{
    hash = hash_point(hash, unit->at);
    hash = lb_hash_word(hash, (uint64_t)unit->flags << 32 | (uint64_t)unit->heading << 16 |
                                  (uint64_t)unit->presence << 8 | unit->formation);
    hash = lb_hash_word(hash, (uint64_t)unit->group << 8 | unit->off_turn);
    return hash_marks(hash, unit->mark, LB_UNIT_MARKS);
}

uint64_t lb_state_hash(const lb_state *state)
{
    uint64_t hash = lb_machine_hash(&state->machine);

    hash = hash_action(hash, &state->action);
    hash = lb_hash_word(hash, (uint64_t)state->level << 32 | (uint64_t)state->turn << 24 |
                                  (uint64_t)state->phase << 16 | (uint64_t)state->active << 8 |
                                  state->winner);
    for (int i = 0; i < LB_OBJECTIVES_MAX; i++)
        hash = lb_hash_word(hash, state->held[i]);
    for (int i = 0; i < LB_SIDES; i++)
        hash = hash_marks(hash, state->side[i].mark, LB_SIDE_MARKS);
    for (int i = 0; i < LB_GROUPS_MAX; i++)
        hash = hash_group(hash, &state->group[i]);
    for (int i = 0; i < LB_LEADERS_MAX; i++)
        hash = hash_leader(hash, &state->leader[i]);
    for (int i = 0; i < LB_UNITS_MAX; i++)
        hash = hash_unit(hash, &state->unit[i]);
    return lb_hash_end(hash);
}

/// States that enter into a digest: those that positions had words for when records began to keep
/// digests. Words that came later stay out of it, so that a record of that time is still good.
static const uint32_t digest_states = (UINT32_C(1) << (LB_SCENARIO_STATE_TRIED + 1)) - 1;

uint64_t lb_battle_digest(const lb_battle *battle, const lb_state *state)
{
    uint64_t hash =
        lb_hash_word(LB_HASH_SALT, (uint64_t)state->turn << 24 | (uint64_t)state->phase << 16 |
                                       (uint64_t)state->active << 8 | state->winner);

    for (uint32_t i = 0; i < battle->objective_count; i++)
        hash = lb_hash_word(hash, state->held[i]);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_side_report report = lb_battle_side(battle, state, s);

        hash = lb_hash_word(hash, (uint64_t)(uint32_t)report.score << 32 | report.in_hand);
    }
    for (uint32_t i = 0; i < battle->leader_count; i++)
        hash = hash_point(lb_hash_word(hash, state->leader[i].presence), state->leader[i].at);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        const lb_unit *unit = &state->unit[i];
        lb_unit_report report = lb_battle_unit(battle, state, i);

        hash = hash_point(hash, unit->at);
        hash = lb_hash_word(hash, (uint64_t)(report.states & digest_states) << 32 |
                                      (uint64_t)unit->heading << 16 |
                                      (uint64_t)unit->presence << 8 | unit->formation);
        hash = lb_hash_word(hash, (uint64_t)(uint32_t)report.losses << 32 | (uint32_t)report.hits);
    }
    return lb_hash_end(hash);
}

const lb_weather *lb_battle_weather(const lb_battle *battle, uint32_t turn)
{
    const lb_weather *now = NULL;

    for (uint32_t i = 0; i < battle->weather_count; i++)
        if (battle->weather[i].turn <= turn)
            now = &battle->weather[i];
    return now;
}

int32_t lb_battle_objective_worth(const lb_battle *battle, const lb_state *state, uint32_t side,
                                  uint32_t objective)
{
    int32_t value = battle->objective[objective].value;

    return battle->rules->play->objective_times == NULL
               ? value
               : value * battle->rules->play->objective_times(battle, state, side, objective);
}

int32_t lb_battle_held(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int32_t ground = 0;

    for (uint32_t i = 0; i < battle->objective_count; i++)
        ground += state->held[i] == side ? lb_battle_objective_worth(battle, state, side, i) : 0;
    return ground;
}

static bool is_level_reached(const lb_battle *battle, const lb_state *state,
                             const lb_victory_level *level, const bool is_broken[LB_SIDES])
{
    if (level->breaks != LB_NO_SIDE && !is_broken[level->breaks])
        return false;
    if (level->ground > 0)
        return !is_broken[level->side] &&
               lb_battle_held(battle, state, level->side) >= level->ground;
    return level->breaks != LB_NO_SIDE || (!is_broken[0] && !is_broken[1]);
}

const lb_victory_level *lb_battle_level(const lb_battle *battle, const lb_state *state,
                                        const bool is_broken[LB_SIDES])
{
    for (uint32_t i = 0; i < battle->level_count; i++)
        if (is_level_reached(battle, state, &battle->level[i], is_broken))
            return &battle->level[i];
    return NULL;
}
