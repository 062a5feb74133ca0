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

static bool is_empty(const lb_unit_set *set)
{
    uint64_t all = 0;

    for (uint32_t i = 0; i < sizeof set->bits / sizeof(uint64_t); i++)
        all |= set->bits[i];
    return all == 0;
}

/// A path that can be walked, hashed and written down.
static bool is_path(const lb_path *path)
{
    if (path->count > LB_PATH_STEPS_MAX)
        return false;
    for (uint32_t i = 0; i < path->count; i++) {
        const lb_step *step = &path->step[i];

        if (step->kind >= LB_STEP_COUNT || step->tmm < -LB_STEP_TMM_MAX ||
            step->tmm > LB_STEP_TMM_MAX || step->angle < -LB_STEP_ANGLE_MAX ||
            step->angle > LB_STEP_ANGLE_MAX)
            return false;
    }
    return true;
}

/// True if members that the verb does not use are as they must be.
static bool is_proper(uint32_t uses, const lb_action *action)
{
    uint32_t actor = LB_USES_UNIT | LB_USES_GROUP | LB_USES_LEADER;

    for (int i = 0; (uses & LB_USES_HELPERS) == 0 && i < LB_HELPERS_MAX; i++)
        if (action->helper[i] != LB_NOBODY)
            return false;
    return ((uses & actor) != 0 || action->unit == 0) &&
           ((uses & LB_USES_TARGET) != 0 || action->target == 0) &&
           ((uses & LB_USES_FORMATION) != 0 || action->formation == 0) &&
           ((uses & LB_USES_OPTION) != 0 || action->option == 0) &&
           ((uses & LB_USES_PATH) != 0 || action->path.count == 0) && is_path(&action->path);
}

bool lb_battle_check(const lb_battle *battle, const lb_state *state, const lb_action *action,
                     lb_reason *reason)
{
    *reason = (lb_reason){0, "there is nothing to decide now"};
    if (state->machine.node.kind != LB_NODE_DECISION)
        return false;
    reason->why = "no such action";
    if (action->verb >= battle->rules->play->verb_count ||
        !is_proper(battle->rules->play->verbs[action->verb].uses, action))
        return false;
    if ((battle->rules->play->verbs[action->verb].uses & LB_USES_MEMBERS) == 0 &&
        !is_empty(&action->members)) {
        reason->why = "nobody else can take part in that";
        return false;
    }
    return battle->rules->play->check(battle, state, action, reason);
}

void lb_run_act(lb_run *run, const lb_action *action)
{
#ifndef NDEBUG
    lb_reason reason;

    assert(lb_battle_check(run->battle, run->state, action, &reason));
#endif
    run->state->action = *action;
    lb_run_answer_question(run, action->verb);
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
    hash = lb_hash_word(hash, (uint64_t)action->verb << 32 | (uint64_t)action->unit << 24 |
                                  (uint64_t)action->target << 16 |
                                  (uint64_t)action->formation << 8 | action->option);
    for (int i = 0; i < LB_HELPERS_MAX; i++)
        hash = lb_hash_word(hash, action->helper[i]);
    // Sets were two words once: a set that has no more members hashes as it did then.
    for (uint32_t i = 0; i < sizeof action->members.bits / sizeof(uint64_t); i++)
        if (i < 2 || action->members.bits[i] != 0)
            hash = lb_hash_word(hash, action->members.bits[i] + (i < 2 ? 0 : i));
    for (uint32_t i = 0; i < action->path.count; i++) {
        const lb_step *step = &action->path.step[i];
        hash = lb_hash_word(hash, step->kind);
        hash = lb_hash_word(hash, (uint64_t)(uint32_t)step->tmm << 32 | (uint32_t)step->angle);
    }
    return hash;
}

uint64_t lb_state_hash(const lb_state *state)
{
    uint64_t hash = lb_machine_hash(&state->machine);

    hash = hash_action(hash, &state->action);
    hash = lb_hash_word(hash, (uint64_t)state->turn << 24 | (uint64_t)state->phase << 16 |
                                  (uint64_t)state->active << 8 | state->winner);
    for (int i = 0; i < LB_OBJECTIVES_MAX; i++)
        hash = lb_hash_word(hash, state->held[i]);
    for (int i = 0; i < LB_SIDES; i++)
        hash = hash_marks(hash, state->side[i].mark, LB_SIDE_MARKS);
    for (int i = 0; i < LB_GROUPS_MAX; i++) {
        hash = lb_hash_word(hash, state->group[i].flags);
        hash = hash_marks(hash, state->group[i].mark, LB_GROUP_MARKS);
    }
    for (int i = 0; i < LB_LEADERS_MAX; i++) {
        hash = hash_point(hash, state->leader[i].at);
        hash =
            lb_hash_word(hash, (uint64_t)state->leader[i].flags << 8 | state->leader[i].presence);
    }
    for (int i = 0; i < LB_UNITS_MAX; i++) {
        const lb_unit *unit = &state->unit[i];
        hash = hash_point(hash, unit->at);
        hash = lb_hash_word(hash, (uint64_t)unit->flags << 32 | (uint64_t)unit->heading << 16 |
                                      (uint64_t)unit->presence << 8 | unit->formation);
        hash = hash_marks(hash, unit->mark, LB_UNIT_MARKS);
    }
    return lb_hash_end(hash);
}
