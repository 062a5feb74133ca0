// SPDX-License-Identifier: MIT
// See limber/fight.h. The battle's dice and each player's whims are streams of their own from one
// seed, so that a battle does not change because a player has looked at more choices.

#include "limber/fight.h"

/// The streams of one battle.
enum { STREAM_DICE, STREAM_PLAYERS };

static void start_stream(lb_dice *dice, uint64_t seed, uint8_t stream)
{
    uint8_t key[32] = {0};

    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)(seed >> 8 * i);
    key[8] = stream;
    lb_dice_key(dice, key);
}

static void answer_roll(const lb_fight_plan *plan, lb_run *run, lb_dice *dice)
{
    uint8_t faces[LB_THROW_MAX];
    uint32_t count = lb_dice_throw(dice, &run->machine->node.roll, faces);

    if (plan->on_roll != NULL)
        plan->on_roll(plan->context, run->state, faces, count);
    lb_run_throw(run, faces, count);
}

bool lb_fight(const lb_fight_plan *plan, lb_player *player, lb_state *state,
              lb_fight_result *result)
{
    static const lb_fight_result nothing;
    lb_action action;
    lb_dice dice, whim[LB_SIDES];
    lb_run run = lb_battle_run(plan->battle, state, plan->sink);
    uint32_t unreckoned = player->counsel.unreckoned;

    *result = nothing;
    lb_player_turn_to(player, plan->battle);
    run.view = &player->view;
    start_stream(&dice, plan->seed, STREAM_DICE);
    for (uint32_t side = 0; side < LB_SIDES; side++)
        start_stream(&whim[side], plan->seed, (uint8_t)(STREAM_PLAYERS + side));
    lb_battle_start(plan->battle, state, plan->sink);
    while (state->machine.node.kind != LB_NODE_END) {
        if (++result->nodes > LB_FIGHT_NODES_MAX)
            return false;
        if (state->machine.node.kind == LB_NODE_ROLL) {
            answer_roll(plan, &run, &dice);
        } else {
            uint32_t side = state->machine.node.question.side;
            lb_player_choose(plan->level[side], plan->battle, state, &whim[side], player, &action);
            if (plan->on_action != NULL)
                plan->on_action(plan->context, state, &action);
            lb_run_act(&run, &action);
        }
        result->unreckoned = player->counsel.unreckoned - unreckoned;
    }
    if (lb_machine_has_broken_off(&state->machine))
        return false;
    if (plan->on_end != NULL)
        plan->on_end(plan->context, state);
    result->winner = state->winner;
    result->level = state->level;
    result->turns = state->turn;
    result->hash = lb_state_hash(state);
    return true;
}
