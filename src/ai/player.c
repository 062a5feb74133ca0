// SPDX-License-Identifier: MIT
// The levels of computer players. See limber/player.h and limber/plan.h.

#include "limber/player.h"

#include "base/hash.h"
#include "limber/odds.h"

#include <assert.h>
#include <string.h>

const char *lb_level_word(lb_level level)
{
    static const char *const words[LB_LEVEL_COUNT] = {
        [LB_LEVEL_RECRUIT] = "recruit", [LB_LEVEL_REGULAR] = "regular"};

    return words[level];
}

/// A number below `bound`, from sixteenths.
static uint32_t pick(lb_dice *dice, uint32_t bound)
{
    uint32_t number = 0;

    for (int i = 0; i < 6; i++)
        number = number * 16 + (uint32_t)(lb_dice_face(dice, 16) - 1);
    return number % bound;
}

/* Odds. */

/// The place of an answer among those remembered: where it is, or where it may be put.
static uint32_t place_of(const lb_player *player, uint64_t key)
{
    uint32_t at = (uint32_t)key & (LB_PLAYER_ODDS - 1);

    for (uint32_t tries = 0; tries < 8; tries++, at = (at + 1) & (LB_PLAYER_ODDS - 1))
        if (player->odds_key[at] == key || player->odds_key[at] == 0)
            return at;
    return (uint32_t)key & (LB_PLAYER_ODDS - 1);
}

static int32_t mean_of(const lb_odds *odds, const int32_t *facts,
                       int32_t (*worth)(const int32_t *effect, const int32_t *facts))
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < odds->count; i++)
        sum +=
            (int64_t)lb_fraction_scaled(&odds->outcome[i].p) * worth(odds->outcome[i].field, facts);
    return (int32_t)(sum >> 32);
}

/// lb_counsel.mean, by the walk that answers the charts.
static int32_t reckon(lb_counsel *counsel, const lb_battle *battle, uint16_t procedure,
                      const int32_t *facts, uint32_t cells, uint8_t fields,
                      int32_t (*worth)(const int32_t *effect, const int32_t *facts))
{
    lb_player *player = (lb_player *)(void *)counsel;
    uint64_t key =
        lb_hash_end(lb_hash_cells(lb_hash_word(LB_HASH_SALT, procedure), facts, cells)) | 1;
    uint32_t at = place_of(player, key);
    lb_odds_job job = {.rules = battle->rules,
                       .values = battle->house.value,
                       .procedure = procedure,
                       .field_count = fields,
                       .facts = facts,
                       .workspace = player->room.workspace,
                       .workspace_size = sizeof player->room.workspace};
    lb_odds odds;

    if (player->odds_key[at] == key)
        return player->odds_mean[at];
    player->odds_key[at] = key;
    /* Too many dice to be reckoned here: nothing is known to speak for it. */
    player->odds_mean[at] = lb_odds_walk(&job, &odds) == LB_OK ? mean_of(&odds, facts, worth) : 0;
    return player->odds_mean[at];
}

/* Players. */

void lb_player_start(lb_player *player)
{
    player->counsel = (lb_counsel){.mean = reckon};
    player->battle = NULL;
    memset(player->moment, 0, sizeof player->moment);
    memset(player->odds_key, 0, sizeof player->odds_key);
}

/// The plan of a side for this phase.
static const lb_plan *plan_for(lb_player *player, const lb_battle *battle, const lb_state *state,
                               uint32_t side)
{
    uint32_t moment = (uint32_t)state->turn << 16 | (uint32_t)state->phase << 8 |
                      (uint32_t)state->active << 1 | 1;

    if (player->battle != battle) {
        lb_player_start(player);
        player->battle = battle;
    }
    if (player->moment[side] != moment) {
        player->moment[side] = moment;
        memset(player->counsel.note, 0, sizeof player->counsel.note);
        lb_plan_make(battle, state, side, &player->plan[side]);
    }
    return &player->plan[side];
}

/// The proposal of the highest worth; among equals the first.
static void choose_best(lb_player *player, const lb_battle *battle, const lb_state *state,
                        lb_action *chosen)
{
    uint32_t side = state->machine.node.question.side - 1u, best = 0;
    const lb_plan *plan = plan_for(player, battle, state, side);
    uint32_t count = battle->rules->play->propose(battle, state, plan, &player->counsel,
                                                  player->proposal, LB_PROPOSALS_MAX);

    assert(count > 0);
    for (uint32_t i = 1; i < count; i++)
        if (player->proposal[i].worth > player->proposal[best].worth)
            best = i;
    *chosen = player->proposal[best].action;
}

void lb_player_choose(lb_level level, const lb_battle *battle, const lb_state *state, lb_dice *dice,
                      lb_player *player, lb_action *chosen)
{
    uint32_t count;

    assert(level < LB_LEVEL_COUNT);
    if (level == LB_LEVEL_REGULAR && battle->rules->play->propose != NULL) {
        choose_best(player, battle, state, chosen);
        return;
    }
    count = battle->rules->play->choices(battle, state, player->room.choice, LB_CHOICES_MAX);
    assert(count > 0);
    *chosen = player->room.choice[pick(dice, count)];
}
