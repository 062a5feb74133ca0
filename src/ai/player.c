// SPDX-License-Identifier: MIT
// The levels of computer players. See limber/player.h and limber/plan.h.

#include "limber/player.h"

#include "ai/field.h"

#include "base/hash.h"
#include "limber/odds.h"
#include "rules/kit/ask.h"

#include <assert.h>
#include <string.h>

const char *lb_level_word(lb_level level)
{
    static const char *const words[LB_LEVEL_COUNT] = {[LB_LEVEL_RECRUIT] = "recruit",
                                                      [LB_LEVEL_REGULAR] = "regular",
                                                      [LB_LEVEL_STILL] = "still",
                                                      [LB_LEVEL_RUSH] = "rush",
                                                      [LB_LEVEL_MASS] = "mass"};

    return (uint32_t)level < LB_LEVEL_COUNT ? words[level] : "";
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
static bool reckon(lb_counsel *counsel, const lb_battle *battle, uint16_t procedure,
                   const int32_t *facts, uint32_t cells, uint8_t fields,
                   int32_t (*worth)(const int32_t *effect, const int32_t *facts), int32_t *mean)
{
    lb_player *player = (lb_player *)(void *)counsel;
    uint64_t salt = lb_hash_word(player->odds_salt, (uint64_t)(uintptr_t)worth ^ procedure);
    uint64_t key = lb_hash_end(lb_hash_cells(salt, facts, cells)) | 1;
    uint32_t at = place_of(player, key);
    lb_odds_job job = {.rules = battle->rules,
                       .values = battle->house.value,
                       .procedure = procedure,
                       .field_count = fields,
                       .facts = facts,
                       .is_gathered = true,
                       .workspace = player->room,
                       .workspace_size = player->room_size};
    lb_odds odds;

    if (player->odds_key[at] != key) {
        if (lb_odds_walk(&job, &odds) != LB_OK) {
            counsel->unreckoned++;
            return false;
        }
        player->odds_key[at] = key;
        player->odds_mean[at] = mean_of(&odds, facts, worth);
    }
    *mean = player->odds_mean[at];
    return true;
}

/* Players. */

void lb_player_start(lb_player *player, void *room, size_t room_size)
{
    assert((uintptr_t)room % 64 == 0);
    player->counsel = (lb_counsel){.mean = reckon};
    player->battle = NULL;
    memset(player->moment, 0, sizeof player->moment);
    memset(player->odds_key, 0, sizeof player->odds_key);
    memset(player->memory, 0, sizeof player->memory);
    memset(player->plan, 0, sizeof player->plan);
    player->field.key = 0;
    lb_view_start(&player->view);
    player->room = room;
    player->room_size = room_size;
}

void lb_player_turn_to(lb_player *player, const lb_battle *battle)
{
    uint64_t salt = lb_hash_word(LB_HASH_SALT, 0);

    for (const char *id = battle->rules->id; *id != '\0'; id++)
        salt = lb_hash_word(salt, (uint8_t)*id);
    player->odds_salt =
        lb_hash_end(lb_hash_cells(salt, battle->house.value, battle->rules->value_count));
    player->battle = battle;
    memset(player->moment, 0, sizeof player->moment);
    memset(player->memory, 0, sizeof player->memory);
    memset(player->plan, 0, sizeof player->plan);
    lb_field_learn(battle, &player->field);
    lb_view_start(&player->view);
}

static lb_style style_of(lb_level level)
{
    return level == LB_LEVEL_STILL  ? LB_STYLE_STILL
           : level == LB_LEVEL_RUSH ? LB_STYLE_RUSH
           : level == LB_LEVEL_MASS ? LB_STYLE_MASS
                                    : LB_STYLE_SENSIBLE;
}

/// The plan of a side for this phase.
static const lb_plan *plan_for(lb_player *player, const lb_battle *battle, const lb_state *state,
                               uint32_t side, lb_level level)
{
    lb_plan_brief brief = {.side = side, .style = style_of(level), .memory = &player->memory[side]};

    uint32_t moment = (uint32_t)state->turn << 16 | (uint32_t)state->phase << 8 |
                      (uint32_t)state->active << 1 | 1;

    if (player->moment[side] != moment) {
        player->moment[side] = moment;
        memset(player->counsel.note, 0, sizeof player->counsel.note);
        memset(player->counsel.leader_note, 0, sizeof player->counsel.leader_note);
        lb_plan_make_by(battle, state, &player->view, &brief, &player->field, &player->plan[side]);
    }
    return &player->plan[side];
}

/// Leaves out of what the sheet proposes whatever moves a unit; to pass is always left if it is
/// legal.
static void leave_out_moves(lb_player *player, const lb_asked *asked, lb_listing *list)
{
    const lb_verb *verbs = asked->battle->rules->play->verbs;
    lb_action pass = lb_action_of(0);
    uint32_t kept = 0;
    lb_reason reason;

    for (uint32_t i = 0; i < list->count; i++)
        if ((verbs[player->action[i].verb].uses & (LB_MOVES_UNIT | LB_MOVES_GROUP)) == 0) {
            player->action[kept] = player->action[i];
            player->worth[kept++] = player->worth[i];
        }
    if (kept == 0 && lb_ask_check(asked, &pass, &reason)) {
        player->action[0] = pass;
        player->worth[kept++] = 0;
    }
    if (kept > 0)
        list->count = kept;
}

/// The proposal of the highest worth; among equals the first.
static void choose_best(lb_player *player, const lb_asked *asked, lb_level level, lb_action *chosen)
{
    const lb_plan *plan =
        plan_for(player, asked->battle, asked->state, asked->question->side, level);
    lb_listing list = {.asked = *asked,
                       .mode = LB_LIST_WORTH,
                       .actions = player->action,
                       .worth = player->worth,
                       .room = LB_PROPOSALS_MAX,
                       .plan = plan,
                       .counsel = &player->counsel};
    uint32_t best = 0;

    lb_ask_propose(&list);
    if (level == LB_LEVEL_STILL)
        leave_out_moves(player, asked, &list);
    assert(list.count > 0);
    for (uint32_t i = 1; i < list.count; i++)
        if (player->worth[i] > player->worth[best])
            best = i;
    *chosen = player->action[best];
}

static uint32_t pick_below(void *dice, uint32_t bound)
{
    return pick(dice, bound);
}

void lb_player_choose(lb_level level, const lb_battle *battle, const lb_state *state, lb_dice *dice,
                      lb_player *player, lb_action *chosen)
{
    lb_asked asked = {battle, state, &player->view, &state->machine.node.question};
    uint32_t candidates = (uint32_t)(player->room_size / sizeof(lb_action));

    assert(level < LB_LEVEL_COUNT && state->machine.node.kind == LB_NODE_DECISION);
    if (player->battle != battle)
        lb_player_turn_to(player, battle);
    lb_view_sync(&player->view, battle, state);
    if (level != LB_LEVEL_RECRUIT)
        choose_best(player, &asked, level, chosen);
    else
        lb_ask_draw(&asked, pick_below, dice, player->room, candidates, chosen);
}
