// SPDX-License-Identifier: MIT
// What must hold at every node of every battle, whatever the sheet: the conformance kit.
//
// Battles are fought by random choices. At each node: the choices of a decision are there, unique
// and accepted, and read back from a record as themselves; a copy goes on alike; silence changes
// nothing; units stand on the table and not on each other; random actions are refused without a
// trace or leave all this true.

#include "../unit/check.h"

#include "lab/fight.h"
#include "text/record.h"
#include "text/scenario_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 20000, STRAY_ACTIONS = 6 };

/// A sheet and a scenario.
typedef struct subject {
    const lb_ruleset *rules;
    const char *scenario;
    int battles;
} subject;

static const char *root = ".";
static lb_battle battle;
static lb_action room[LB_CHOICES_MAX];
static lb_state copy, aside;
static uint32_t heard;

static void hear(void *context, const lb_event *event)
{
    (void)context;
    assert_true(event->clause < battle.rules->clause_count);
    heard++;
}

static void load(const subject *on)
{
    static lb_scenario scenario;
    char path[512];
    lb_diag diag = {0};

    snprintf(path, sizeof path, "%s/scenarios/%s.yaml", root, on->scenario);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK)
        fail_msg("%s:%d: %s", path, (int)diag.line, diag.text);
    memset(&battle, 0, sizeof battle);
    battle.rules = on->rules;
    lb_house_reset(on->rules, &battle.house);
    if (on->rules->play->muster(&scenario, &battle, &diag) != LB_OK)
        fail_msg("%s: %s", path, diag.text);
}

static void assert_table_is_sound(const lb_state *state)
{
    for (uint32_t i = 0; i < battle.unit_count; i++) {
        lb_footprint own;
        lb_quad quad;

        if (state->unit[i].presence != LB_PRESENCE_TABLE)
            continue;
        own = lb_unit_footprint(&battle, state, i);
        quad = lb_footprint_corners(&own);
        for (int c = 0; c < 4; c++) {
            assert_in_range(quad.corner[c].x + 10, 0, battle.width_tmm + 20);
            assert_in_range(quad.corner[c].y + 10, 0, battle.depth_tmm + 20);
        }
        for (uint32_t k = 0; k < i; k++) {
            lb_footprint other = lb_unit_footprint(&battle, state, k);
            lb_quad theirs = lb_footprint_corners(&other);
            if (state->unit[k].presence == LB_PRESENCE_TABLE &&
                lb_quad_overlaps_deeper(&quad, &theirs, 2 * LB_CONTACT_TMM))
                fail_msg("turn %d: %s stands on %s", state->turn, battle.unit[i].name,
                         battle.unit[k].name);
        }
    }
}

static void assert_reads_back(const lb_action *action)
{
    char line[LB_RECORD_LINE];
    lb_put put = lb_put_start(line, sizeof line);
    lb_action back;
    lb_diag diag = {0};

    lb_record_put_action(battle.rules->play, action, &put);
    if (lb_record_parse_action(battle.rules->play, line, &back, &diag) != LB_OK)
        fail_msg("%s: %s", line, diag.text);
    assert_memory_equal(&back, action, sizeof back);
}

static uint32_t check_choices(const lb_state *state)
{
    uint64_t before = lb_state_hash(state);
    uint32_t count = battle.rules->play->choices(&battle, state, room, LB_CHOICES_MAX);
    lb_reason reason;

    assert_true(count > 0);
    assert_true(lb_state_hash(state) == before);
    for (uint32_t i = 0; i < count; i++) {
        if (!lb_battle_check(&battle, state, &room[i], &reason))
            fail_msg("a choice is refused: %s", reason.why);
        assert_reads_back(&room[i]);
        for (uint32_t k = 0; k < i; k++)
            assert_memory_not_equal(&room[i], &room[k], sizeof room[i]);
    }
    return count;
}

/// Throws actions of any kind at the check; those that it takes are carried out on a copy.
static void try_stray_actions(const lb_state *state, lb_dice *dice)
{
    for (int i = 0; i < STRAY_ACTIONS; i++) {
        lb_action action;
        lb_reason reason;
        uint64_t before = lb_state_hash(state);

        memset(&action, 0, sizeof action);
        action.verb = (uint8_t)pick_below(dice, battle.rules->play->verb_count + 2);
        action.unit = (uint8_t)pick_below(dice, battle.unit_count + 2);
        action.target = (uint8_t)pick_below(dice, battle.unit_count + 2);
        action.formation = (uint8_t)pick_below(dice, 14);
        action.option = (uint8_t)pick_below(dice, 256);
        for (int h = 0; h < LB_HELPERS_MAX; h++)
            action.helper[h] =
                (uint8_t)(pick_below(dice, 2) ? LB_NOBODY
                                              : pick_below(dice, battle.unit_count + 2));
        action.path.count = (uint8_t)pick_below(dice, LB_PATH_STEPS_MAX + 1);
        for (uint32_t s = 0; s < action.path.count; s++)
            action.path.step[s] = (lb_step){.kind = (uint8_t)pick_below(dice, LB_STEP_COUNT + 1),
                                            .tmm = (int32_t)pick_below(dice, 6000) - 1000,
                                            .angle = (int32_t)pick_below(dice, 40000) - 8000};
        if (lb_battle_check(&battle, state, &action, &reason)) {
            lb_run run = lb_battle_run(&battle, &aside, NULL);
            aside = *state;
            lb_run_act(&run, &action);
            assert_table_is_sound(&aside);
        } else {
            assert_non_null(reason.why);
            assert_true(reason.clause < battle.rules->clause_count);
        }
        assert_true(lb_state_hash(state) == before);
    }
}

/// Answers the node of `state` loudly and that of its copy silently; both must come out the same.
static void answer(lb_state *state, lb_dice *dice)
{
    lb_sink sink = {.emit = hear};
    lb_run loud = lb_battle_run(&battle, state, &sink);
    lb_run silent = lb_battle_run(&battle, &copy, NULL);
    uint8_t faces[LB_THROW_MAX];
    uint32_t count;

    copy = *state;
    assert_true(lb_state_hash(&copy) == lb_state_hash(state));
    if (state->machine.node.kind == LB_NODE_ROLL) {
        count = lb_dice_throw(dice, &state->machine.node.roll, faces);
        lb_run_throw(&loud, faces, count);
        lb_run_throw(&silent, faces, count);
    } else {
        lb_action action;

        count = check_choices(state);
        try_stray_actions(state, dice);
        action = room[pick_below(dice, count)];
        lb_run_act(&loud, &action);
        lb_run_act(&silent, &action);
    }
    assert_true(lb_state_hash(&copy) == lb_state_hash(state));
}

static void holds_at_every_node(void **context)
{
    const subject *on = *context;
    static lb_state state;

    load(on);
    heard = 0;
    for (int b = 0; b < on->battles; b++) {
        lb_dice dice;
        int nodes = 0;

        lb_dice_seed(&dice, (uint64_t)b + 100);
        lb_battle_start(&battle, &state, NULL);
        assert_table_is_sound(&state);
        while (state.machine.node.kind != LB_NODE_END) {
            assert_true(++nodes < NODES_MAX);
            answer(&state, &dice);
            assert_table_is_sound(&state);
        }
        assert_true(state.winner < LB_SIDES || state.winner == LB_NOBODY);
    }
    assert_true(heard > 100);
}

/// The same seed gives the same battle.
static void a_seed_is_a_battle(void **context)
{
    const subject *on = *context;
    static lb_state state;
    lb_fight_result first, second;
    lb_fight_plan plan = {.battle = &battle, .seed = 7};

    load(on);
    assert_true(lb_fight(&plan, &state, &first));
    assert_true(lb_fight(&plan, &state, &second));
    assert_true(first.hash == second.hash);
    assert_int_equal(first.nodes, second.nodes);
    plan.seed = 8;
    assert_true(lb_fight(&plan, &state, &second));
    assert_true(first.hash != second.hash);
}

int main(int argc, char **argv)
{
    static subject subjects[32];
    static struct CMUnitTest tests[64];
    static char names[64][96];
    static const struct {
        const char *scenario;
        int battles;
    } scenarios[] = {{"two-brigades", 6}, {"vimeiro", 0}};
    size_t count = 0, subject_count = 0;

    if (argc > 1)
        root = argv[1];
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (size_t s = 0; s < sizeof scenarios / sizeof scenarios[0]; s++) {
            subject *on = &subjects[subject_count];

            if (lb_rulesets[r]->play == NULL || scenarios[s].battles == 0)
                continue;
            subject_count++;
            *on = (subject){lb_rulesets[r], scenarios[s].scenario, scenarios[s].battles};
            snprintf(names[count], sizeof names[count], "%s, %s: every node", on->rules->id,
                     on->scenario);
            tests[count] = (struct CMUnitTest){
                .name = names[count], .test_func = holds_at_every_node, .initial_state = on};
            count++;
            snprintf(names[count], sizeof names[count], "%s, %s: a seed is a battle", on->rules->id,
                     on->scenario);
            tests[count] = (struct CMUnitTest){
                .name = names[count], .test_func = a_seed_is_a_battle, .initial_state = on};
            count++;
        }
    return _cmocka_run_group_tests("conform", tests, count, NULL, NULL);
}
