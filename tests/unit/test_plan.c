// SPDX-License-Identifier: MIT
// The computer players' plans and proposals, on every scenario that is shipped. test_plan ROOT

#include "ai/field.h"
#include "limber/fight.h"
#include "limber/files.h"

#include "check.h"
#include "rules/kit/ask.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {"two-brigades",       "vimeiro",   "quatre-bras", "auerstedt",
                                    "austerlitz-pratzen", "salamanca", "waterloo"};
enum { SCENARIOS = sizeof names / sizeof names[0] };

static const char *root;
static lb_battle battles[SCENARIOS];
static lb_state state;
static _Alignas(64) unsigned char room[LB_PLAYER_ROOM];
static lb_player player;
static lb_plan plan, again;
static uint32_t looked;
static const lb_battle *watched;

static int load(void **unused)
{
    static lb_scenario scenario;

    (void)unused;
    for (int i = 0; i < SCENARIOS; i++) {
        char path[512];
        lb_diag diag = {0};

        snprintf(path, sizeof path, "%s/scenarios/%s.yaml", root, names[i]);
        if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
            return -1;
        if (lb_battle_muster(&battles[i], lb_ruleset_find("valour-fortitude"), NULL, &scenario,
                             &diag) != LB_OK)
            return -1;
    }
    return 0;
}

/// Fights a battle of regulars and looks at it before every answer.
static void watch(const lb_battle *battle, uint64_t seed,
                  void (*look)(void *context, const lb_state *at, const lb_action *action))
{
    lb_fight_plan fight = {.battle = battle,
                           .seed = seed,
                           .level = {LB_LEVEL_REGULAR, LB_LEVEL_REGULAR},
                           .on_action = look};
    lb_player *fighter = lb_player_create();
    lb_fight_result result;

    looked = 0;
    watched = battle;
    assert_non_null(fighter);
    assert_true(lb_fight(&fight, fighter, &state, &result));
    lb_player_destroy(fighter);
    assert_true(looked > 20);
}

static bool is_on_table(const lb_battle *battle, lb_point point)
{
    return point.x >= 0 && point.y >= 0 && point.x <= battle->width_tmm &&
           point.y <= battle->depth_tmm;
}

static void look_at_stations(void *context, const lb_state *at, const lb_action *action)
{
    const lb_battle *battle = watched;

    (void)context;
    (void)action;
    if (++looked % 7 != 1)
        return;
    for (uint32_t side = 0; side < LB_SIDES; side++) {
        lb_plan_make(battle, at, NULL, side, &plan);
        for (uint32_t i = 0; i < battle->unit_count; i++) {
            if (battle->unit[i].side != side || at->unit[i].presence != LB_PRESENCE_TABLE) {
                assert_int_equal(plan.unit[i].post, LB_POST_NONE);
                continue;
            }
            assert_true(plan.unit[i].post > LB_POST_NONE && plan.unit[i].post < LB_POST_COUNT);
            assert_true(is_on_table(battle, plan.unit[i].at));
            assert_true(plan.group[battle->unit[i].group].task != LB_TASK_NONE);
            if (plan.fitness[i].is_worn)
                assert_int_equal(plan.unit[i].post, LB_POST_REAR);
        }
        for (uint32_t i = 0; i < battle->leader_count; i++)
            if (battle->leader[i].side == side)
                assert_true(is_on_table(battle, plan.leader[i]));
    }
}

static void everybody_has_a_station(void **unused)
{
    (void)unused;
    for (int i = 0; i < SCENARIOS; i++)
        watch(&battles[i], 5, look_at_stations);
}

static void compare_groups(const lb_plan *a, const lb_plan *b)
{
    for (uint32_t g = 0; g < LB_GROUPS_MAX; g++) {
        assert_int_equal(a->group[g].task, b->group[g].task);
        assert_int_equal(a->group[g].objective, b->group[g].objective);
        assert_int_equal(a->group[g].rank, b->group[g].rank);
        assert_int_equal(a->group[g].closes, b->group[g].closes);
    }
}

static void the_same_state_gives_the_same_plan(void **unused)
{
    (void)unused;
    for (int i = 0; i < SCENARIOS; i++)
        for (uint32_t side = 0; side < LB_SIDES; side++) {
            lb_battle_start(&battles[i], &state, NULL);
            memset(&plan, 0x55, sizeof plan);
            memset(&again, 0xaa, sizeof again);
            lb_plan_make(&battles[i], &state, NULL, side, &plan);
            lb_plan_make(&battles[i], &state, NULL, side, &again);
            compare_groups(&plan, &again);
            for (uint32_t u = 0; u < battles[i].unit_count; u++) {
                assert_int_equal(plan.unit[u].at.x, again.unit[u].at.x);
                assert_int_equal(plan.unit[u].at.y, again.unit[u].at.y);
                assert_int_equal(plan.unit[u].heading, again.unit[u].heading);
                assert_int_equal(plan.unit[u].post, again.unit[u].post);
            }
        }
}

/// The battle and the state as in a mirror that stands north and south.
static void mirror(lb_battle *battle, lb_state *at)
{
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        at->unit[i].at.x = battle->width_tmm - at->unit[i].at.x;
        at->unit[i].heading = (uint16_t)-at->unit[i].heading;
    }
    for (uint32_t i = 0; i < battle->leader_count; i++)
        at->leader[i].at.x = battle->width_tmm - at->leader[i].at.x;
    for (uint32_t i = 0; i < battle->objective_count; i++)
        battle->objective[i].at.x = battle->width_tmm - battle->objective[i].at.x;
}

static void assert_near(int32_t a, int32_t b, int32_t most)
{
    assert_true(a - b <= most && b - a <= most);
}

static void a_mirrored_battle_has_a_mirrored_plan(void **unused)
{
    static lb_battle mirrored;

    (void)unused;
    for (int i = 0; i < SCENARIOS; i++)
        for (uint32_t side = 0; side < LB_SIDES; side++) {
            mirrored = battles[i];
            lb_battle_start(&battles[i], &state, NULL);
            lb_plan_make(&battles[i], &state, NULL, side, &plan);
            mirror(&mirrored, &state);
            lb_plan_make(&mirrored, &state, NULL, side, &again);
            compare_groups(&plan, &again);
            for (uint32_t g = 0; g < mirrored.group_count; g++) {
                if (plan.group[g].task == LB_TASK_NONE)
                    continue;
                assert_near(plan.group[g].goal.x, mirrored.width_tmm - again.group[g].goal.x, 20);
                assert_near(plan.group[g].goal.y, again.group[g].goal.y, 20);
                assert_near((int16_t)(plan.group[g].heading + again.group[g].heading), 0, 40);
            }
        }
}

/// Who holds less attacks: most of his strength goes for one objective, and no two groups pin at
/// the same time what a third attacks. Who holds more has a group at each objective of his.
static void the_attacker_masses_and_the_defender_holds(void **unused)
{
    const lb_battle *battle = &battles[1];
    uint32_t massed = 0, others = 0;
    bool is_held[LB_OBJECTIVES_MAX] = {false};

    (void)unused;
    lb_battle_start(battle, &state, NULL);
    lb_plan_make(battle, &state, NULL, 0, &plan);
    assert_true(plan.attacks);
    assert_true(plan.main != LB_NOBODY && state.held[plan.main] != 0);
    for (uint32_t g = 0; g < battle->group_count; g++) {
        const lb_group_plan *group = &plan.group[g];

        if (group->task == LB_TASK_NONE)
            continue;
        if (group->objective == plan.main)
            massed++;
        else
            others++;
        if (group->task == LB_TASK_PIN)
            assert_int_not_equal(group->objective, plan.main);
    }
    assert_true(massed >= 2 && massed > others);
    lb_plan_make(battle, &state, NULL, 1, &plan);
    assert_false(plan.attacks);
    for (uint32_t g = 0; g < battle->group_count; g++)
        if (plan.group[g].task == LB_TASK_HOLD) {
            assert_false(is_held[plan.group[g].objective]);
            is_held[plan.group[g].objective] = true;
        }
    for (uint32_t o = 0; o < battle->objective_count; o++)
        assert_true(!is_held[o] || state.held[o] == 1);
}

/// With the flank brigades on the table not everybody goes for the main objective.
static void different_objectives_are_pinned(void **unused)
{
    const lb_battle *battle = &battles[1];
    uint32_t elsewhere = 0;

    (void)unused;
    lb_battle_start(battle, &state, NULL);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].side == 0 && state.unit[i].presence == LB_PRESENCE_AWAY)
            state.unit[i].presence = LB_PRESENCE_TABLE;
    lb_plan_make(battle, &state, NULL, 0, &plan);
    for (uint32_t g = 0; g < battle->group_count; g++)
        elsewhere += plan.group[g].task != LB_TASK_NONE && plan.group[g].objective != plan.main;
    assert_true(elsewhere > 0);
}

static void look_at_proposals(void *context, const lb_state *at, const lb_action *action)
{
    const lb_battle *battle = watched;
    uint32_t side = at->machine.node.question.side;
    lb_listing list;

    (void)context;
    (void)action;
    if (++looked % 3 != 1)
        return;
    lb_plan_make(battle, at, NULL, side, &plan);
    lb_view_sync(&player.view, battle, at);
    list = (lb_listing){.asked = {battle, at, &player.view, &at->machine.node.question},
                        .mode = LB_LIST_WORTH,
                        .actions = player.action,
                        .worth = player.worth,
                        .room = LB_PROPOSALS_MAX,
                        .plan = &plan,
                        .counsel = &player.counsel};
    lb_ask_propose(&list);
    assert_true(list.count > 0 && list.count <= LB_PROPOSALS_MAX);
    for (uint32_t i = 0; i < list.count; i++) {
        lb_reason reason = {0};

        if (!lb_battle_check(battle, at, NULL, &player.action[i], &reason))
            fail_msg("proposed, but: %s", reason.why);
    }
    memset(player.counsel.note, 0, sizeof player.counsel.note);
}

static void proposals_are_legal(void **unused)
{
    (void)unused;
    lb_player_start(&player, room, sizeof room);
    for (int i = 0; i < SCENARIOS; i++)
        watch(&battles[i], 11, look_at_proposals);
}

static void memory_changes_nothing(void **unused)
{
    static lb_player fresh;
    lb_dice dice;

    (void)unused;
    lb_player_start(&player, room, sizeof room);
    lb_dice_seed(&dice, 1);
    lb_battle_start(&battles[0], &state, NULL);
    for (int nodes = 0; nodes < 150 && state.machine.node.kind != LB_NODE_END; nodes++) {
        lb_run run = lb_battle_run(&battles[0], &state, NULL);
        lb_action chosen, other;

        if (state.machine.node.kind == LB_NODE_ROLL) {
            uint8_t faces[LB_THROW_MAX];
            uint32_t count = lb_dice_throw(&dice, &state.machine.node.roll, faces);
            lb_run_throw(&run, faces, count);
            continue;
        }
        /* One that has forgotten all odds comes to the same as one that knows them. */
        fresh = player;
        memset(fresh.odds_key, 0, sizeof fresh.odds_key);
        lb_player_choose(LB_LEVEL_REGULAR, &battles[0], &state, &dice, &player, &chosen);
        lb_player_choose(LB_LEVEL_REGULAR, &battles[0], &state, &dice, &fresh, &other);
        assert_int_equal(chosen.verb, other.verb);
        assert_int_equal(chosen.unit, other.unit);
        assert_int_equal(chosen.path.count, other.path.count);
        lb_run_act(&run, &chosen);
    }
}

/// Groups whose stations are laid out one after the other do not stand on each other's first line.
static void groups_leave_room_for_each_other(void **unused)
{
    uint32_t pairs = 0, close = 0;

    (void)unused;
    for (int n = 0; n < SCENARIOS; n++)
        for (uint32_t side = 0; side < LB_SIDES; side++) {
            const lb_battle *battle = &battles[n];

            lb_battle_start(battle, &state, NULL);
            lb_plan_make(battle, &state, NULL, side, &plan);
            for (uint32_t i = 0; i < battle->unit_count; i++)
                for (uint32_t j = 0; j < i; j++) {
                    int64_t x, y;

                    if (plan.unit[i].post != LB_POST_FIRST || plan.unit[j].post != LB_POST_FIRST ||
                        battle->unit[i].group == battle->unit[j].group)
                        continue;
                    x = plan.unit[i].at.x - plan.unit[j].at.x;
                    y = plan.unit[i].at.y - plan.unit[j].at.y;
                    pairs++;
                    close += x * x + y * y < (int64_t)plan.pace_tmm * plan.pace_tmm / 16;
                }
        }
    assert_true(pairs > 100);
    /* Whoever is pushed off the table's edge or far behind may come near all the same. */
    assert_true(close * 50 < pairs);
}

/// A plan of stillness puts nobody elsewhere; one of rush has everybody attack.
static void styles_do_what_they_say(void **unused)
{
    const lb_battle *battle = &battles[1];

    (void)unused;
    lb_battle_start(battle, &state, NULL);
    lb_plan_make_by(battle, &state, NULL, &(lb_plan_brief){.side = 0, .style = LB_STYLE_STILL},
                    NULL, &plan);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].side == 0 && state.unit[i].presence == LB_PRESENCE_TABLE) {
            assert_int_equal(plan.unit[i].at.x, state.unit[i].at.x);
            assert_int_equal(plan.unit[i].at.y, state.unit[i].at.y);
        }
    lb_plan_make_by(battle, &state, NULL, &(lb_plan_brief){.side = 0, .style = LB_STYLE_RUSH}, NULL,
                    &plan);
    for (uint32_t g = 0; g < battle->group_count; g++)
        if (battle->group[g].side == 0 && plan.group[g].task != LB_TASK_NONE)
            assert_int_equal(plan.group[g].task, LB_TASK_ATTACK);
}

static void look_at_still_side(void *context, const lb_state *at, const lb_action *action)
{
    const lb_verb *verb = &watched->rules->play->verbs[action->verb];

    (void)context;
    looked++;
    if (at->machine.node.question.side == 0)
        assert_int_equal(verb->uses & LB_MOVES_UNIT, 0);
}

/// The level that is still answers whole battles without a move.
static void the_still_never_move(void **unused)
{
    lb_fight_plan fight = {.battle = &battles[0],
                           .level = {LB_LEVEL_STILL, LB_LEVEL_REGULAR},
                           .on_action = look_at_still_side};
    lb_player *fighter = lb_player_create();
    lb_fight_result result;

    (void)unused;
    assert_non_null(fighter);
    watched = &battles[0];
    for (fight.seed = 1; fight.seed <= 10; fight.seed++)
        assert_true(lb_fight(&fight, fighter, &state, &result));
    lb_player_destroy(fighter);
}

/// A river with one bridge lies between a group and its objective: the way leads over the bridge.
static void ways_lead_over_bridges(void **unused)
{
    static lb_battle river;
    static lb_ground_field field;
    lb_point at = {LB_TMM_INCH * 80, LB_TMM_INCH * 10},
             bridge = {LB_TMM_INCH * 10, LB_TMM_INCH * 36};
    bool has_crossed = false;
    uint16_t where;

    (void)unused;
    river.rules = battles[0].rules;
    river.width_tmm = LB_TMM_INCH * 96;
    river.depth_tmm = LB_TMM_INCH * 72;
    river.objective_count = 1;
    river.objective[0].at = (lb_point){LB_TMM_INCH * 80, LB_TMM_INCH * 60};
    river.point_count = 4;
    river.point[0] = (lb_point){0, bridge.y};
    river.point[1] = (lb_point){river.width_tmm, bridge.y};
    river.point[2] = (lb_point){bridge.x, bridge.y - 3 * LB_TMM_INCH};
    river.point[3] = (lb_point){bridge.x, bridge.y + 3 * LB_TMM_INCH};
    river.piece_count = 2;
    river.piece[0] = (lb_piece){
        .kind = LB_TERRAIN_RIVER, .is_line = true, .point_count = 2, .width_tmm = LB_TMM_INCH};
    river.piece[1] = (lb_piece){.kind = LB_TERRAIN_BRIDGE,
                                .is_line = true,
                                .point_count = 2,
                                .first_point = 2,
                                .width_tmm = 2 * LB_TMM_INCH};
    assert_int_equal(lb_ground_prepare(river.piece, 2, river.point, 4, &where), LB_GROUND_OK);
    lb_field_learn(&river, &field);
    for (int step = 0; step < 40; step++) {
        lb_point to = lb_field_towards(&river, &field, 0, LB_GAIT_FOOT, at, 6 * LB_TMM_INCH);

        if (at.y < bridge.y && to.y >= bridge.y) {
            has_crossed = true;
            assert_true(at.x < bridge.x + 10 * LB_TMM_INCH);
        }
        at = to;
        if (at.x == river.objective[0].at.x && at.y == river.objective[0].at.y)
            break;
    }
    assert_true(has_crossed);
    assert_int_equal(at.x, river.objective[0].at.x);
    assert_int_equal(at.y, river.objective[0].at.y);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_has_a_station),
        cmocka_unit_test(the_same_state_gives_the_same_plan),
        cmocka_unit_test(a_mirrored_battle_has_a_mirrored_plan),
        cmocka_unit_test(the_attacker_masses_and_the_defender_holds),
        cmocka_unit_test(different_objectives_are_pinned),
        cmocka_unit_test(proposals_are_legal),
        cmocka_unit_test(memory_changes_nothing),
        cmocka_unit_test(groups_leave_room_for_each_other),
        cmocka_unit_test(styles_do_what_they_say),
        cmocka_unit_test(the_still_never_move),
        cmocka_unit_test(ways_lead_over_bridges),
    };

    root = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests(tests, load, NULL);
}
