// SPDX-License-Identifier: MIT
// The node machine: it stops where it should, copies go on alike, and silence changes nothing.

#include "check.h"

#include "../toy/toy.h"

#include <string.h>

static int events_seen[LB_EVENT_KIND_COUNT];

static void count_event(void *context, const lb_event *event)
{
    (void)context;
    events_seen[event->kind]++;
}

static void a_procedure_stops_at_its_nodes(void **state)
{
    lb_machine machine;
    lb_run run = {.rules = &toy_ruleset, .machine = &machine};

    (void)state;
    lb_run_start(&run, TOY_GAMBLE, (int32_t[]){3});
    assert_int_equal(machine.node.kind, LB_NODE_DECISION);
    assert_int_equal(machine.node.question.options, 2);
    lb_run_choose(&run, 0);
    assert_int_equal(machine.node.kind, LB_NODE_ROLL);
    assert_int_equal(machine.depth, 2);
    assert_int_equal(machine.node.roll.dice, 3);
    lb_run_throw(&run, (uint8_t[]){4, 3, 6}, 3);
    assert_int_equal(machine.node.roll.need, 6);
    lb_run_answer(&run, 1);
    assert_int_equal(machine.node.kind, LB_NODE_END);
    assert_int_equal(machine.effect[0], 3);
    assert_int_equal(machine.depth, 0);
    assert_int_equal(machine.top, 0);
}

static void a_copy_goes_on_alike(void **state)
{
    lb_machine machine, copy;
    lb_run run = {.rules = &toy_ruleset, .machine = &machine};
    lb_run run_copy = {.rules = &toy_ruleset, .machine = &copy};

    (void)state;
    memset(&copy, 0x5a, sizeof copy);
    lb_run_start(&run, TOY_GAMBLE, (int32_t[]){2});
    lb_run_choose(&run, 0);
    lb_run_answer(&run, 2);
    lb_machine_copy(&copy, &machine);
    assert_true(lb_machine_is_equal(&copy, &machine));
    assert_true(lb_machine_hash(&copy) == lb_machine_hash(&machine));
    lb_run_answer(&run, 1);
    assert_false(lb_machine_is_equal(&copy, &machine));
    lb_run_answer(&run_copy, 1);
    assert_memory_equal(machine.effect, copy.effect, 2 * sizeof machine.effect[0]);
    assert_int_equal(copy.effect[0], 3);
}

static void what_differs_hashes_apart(void **state)
{
    lb_machine a, b;
    lb_run run_a = {.rules = &toy_ruleset, .machine = &a};
    lb_run run_b = {.rules = &toy_ruleset, .machine = &b};

    (void)state;
    lb_run_start(&run_a, TOY_DUEL, (int32_t[]){5});
    lb_run_start(&run_b, TOY_DUEL, (int32_t[]){6});
    assert_false(lb_machine_is_equal(&a, &b));
    assert_true(lb_machine_hash(&a) != lb_machine_hash(&b));
    lb_run_start(&run_b, TOY_DUEL, (int32_t[]){5});
    assert_true(lb_machine_hash(&a) == lb_machine_hash(&b));
    lb_run_answer(&run_b, 0);
    assert_true(lb_machine_hash(&a) != lb_machine_hash(&b));
}

/// The hash is part of what two machines compare, so it must never change from one build to
/// another.
static void the_hash_is_the_same_everywhere(void **state)
{
    lb_machine machine;
    lb_run run = {.rules = &toy_ruleset, .machine = &machine};

    (void)state;
    lb_run_start(&run, TOY_DUEL, (int32_t[]){5});
    assert_int_equal(machine.depth, 1);
    assert_int_equal(machine.top, 2);
    assert_true(lb_machine_hash(&machine) == UINT64_C(0x99abef17e456f0fd));
}

static void a_sink_hears_everything_and_changes_nothing(void **state)
{
    lb_machine loud, silent;
    lb_sink sink = {.emit = count_event};
    lb_run run_loud = {.rules = &toy_ruleset, .machine = &loud, .sink = &sink};
    lb_run run_silent = {.rules = &toy_ruleset, .machine = &silent};

    (void)state;
    memset(events_seen, 0, sizeof events_seen);
    lb_run_start(&run_loud, TOY_GAMBLE, (int32_t[]){2});
    lb_run_start(&run_silent, TOY_GAMBLE, (int32_t[]){2});
    lb_run_choose(&run_loud, 0);
    lb_run_choose(&run_silent, 0);
    lb_run_throw(&run_loud, (uint8_t[]){4, 4}, 2);
    lb_run_throw(&run_silent, (uint8_t[]){4, 4}, 2);
    assert_true(lb_machine_is_equal(&loud, &silent));
    lb_run_answer(&run_loud, 0);
    lb_run_answer(&run_silent, 0);
    assert_memory_equal(loud.effect, silent.effect, 2 * sizeof loud.effect[0]);
    assert_int_equal(events_seen[LB_EVENT_CHOICE], 1);
    assert_int_equal(events_seen[LB_EVENT_ROLL], 2);
    assert_int_equal(events_seen[LB_EVENT_ADD], 1);
}

/// A stack has room for as many frames as it says; a call more breaks the machine off, in release
/// builds too.
static void the_depth_of_calls_has_a_limit(void **state)
{
    lb_machine machine;
    lb_run run = {.rules = &toy_ruleset, .machine = &machine};

    (void)state;
    lb_run_start(&run, TOY_WELL, (int32_t[]){LB_FRAMES_MAX, 0});
    assert_int_equal(machine.node.kind, LB_NODE_END);
    assert_false(lb_machine_has_broken_off(&machine));
    assert_int_equal(machine.effect[0], 1);
    for (int32_t more = 1; more < 4; more++) {
        lb_run_start(&run, TOY_WELL, (int32_t[]){LB_FRAMES_MAX + more, 0});
        assert_int_equal(machine.node.kind, LB_NODE_END);
        assert_true(lb_machine_has_broken_off(&machine));
        assert_int_equal(machine.depth, LB_FRAMES_MAX);
    }
    lb_run_start(&run, TOY_WELL, (int32_t[]){LB_FRAMES_MAX + 1, 1});
    assert_int_equal(machine.node.kind, LB_NODE_ROLL);
    lb_run_answer(&run, 3);
    assert_true(lb_machine_has_broken_off(&machine));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_procedure_stops_at_its_nodes),
        cmocka_unit_test(a_copy_goes_on_alike),
        cmocka_unit_test(what_differs_hashes_apart),
        cmocka_unit_test(the_hash_is_the_same_everywhere),
        cmocka_unit_test(a_sink_hears_everything_and_changes_nothing),
        cmocka_unit_test(the_depth_of_calls_has_a_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
