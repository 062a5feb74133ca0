// SPDX-License-Identifier: MIT
// The walker on the toy rules: a second way of reckoning, decisions, merging, and want of space.

#include "../unit/check.h"

#include "../toy/toy.h"
#include "base/wide.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { STRENGTH = 12, ROUNDS = 6 };

static unsigned char *workspace;

static int make_workspace(void **state)
{
    (void)state;
    workspace = aligned_alloc(64, LB_ODDS_WORKSPACE);
    return workspace == NULL;
}

static int free_workspace(void **state)
{
    (void)state;
    free(workspace);
    return 0;
}

static lb_odds walk(uint16_t procedure, uint8_t fields, const int32_t *facts,
                    const lb_policy *policy)
{
    lb_odds odds;
    lb_odds_job job = {.rules = &toy_ruleset,
                       .procedure = procedure,
                       .field_count = fields,
                       .facts = facts,
                       .policy = policy,
                       .workspace = workspace,
                       .workspace_size = LB_ODDS_WORKSPACE};

    assert_int_equal(lb_odds_walk(&job, &odds), LB_OK);
    return odds;
}

static void assert_whole(const lb_odds *odds)
{
    lb_fraction sum = {0};

    for (uint32_t i = 0; i < odds->count; i++) {
        assert_true(odds->outcome[i].p.numerator.used > 0);
        assert_true(lb_fraction_add(&sum, &odds->outcome[i].p));
        for (uint32_t j = 0; j < i; j++)
            assert_memory_not_equal(odds->outcome[i].field, odds->outcome[j].field,
                                    sizeof odds->outcome[i].field);
    }
    assert_true(lb_fraction_is_one(&sum));
}

/// Attrition by a plain table of GMP rationals over both strengths.
static void attrition_by_table(mpq_t end[STRENGTH + 1][STRENGTH + 1])
{
    mpq_t next[STRENGTH + 1][STRENGTH + 1], chance, way;
    /* chance of k hits from n dice at 5+ is C(n, k) 2^(n - k) / 3^n */

    mpq_inits(chance, way, NULL);
    for (int a = 0; a <= STRENGTH; a++)
        for (int b = 0; b <= STRENGTH; b++)
            mpq_inits(end[a][b], next[a][b], NULL);
    mpq_set_ui(end[STRENGTH][STRENGTH], 1, 1);
    for (int round = 0; round < ROUNDS; round++) {
        for (int a = 0; a <= STRENGTH; a++)
            for (int b = 0; b <= STRENGTH; b++)
                mpq_set_ui(next[a][b], 0, 1);
        for (int a = 0; a <= STRENGTH; a++)
            for (int b = 0; b <= STRENGTH; b++) {
                int dice_a = a > 0 && b > 0 ? (a + 1) / 2 : 0,
                    dice_b = a > 0 && b > 0 ? (b + 1) / 2 : 0;
                for (int i = 0; i <= dice_a; i++)
                    for (int j = 0; j <= dice_b; j++) {
                        int left_a = a > j ? a - j : 0, left_b = b > i ? b - i : 0;
                        mpz_bin_uiui(mpq_numref(chance), (unsigned long)dice_a, (unsigned long)i);
                        mpz_mul_2exp(mpq_numref(chance), mpq_numref(chance),
                                     (unsigned long)dice_a - (unsigned long)i +
                                         (unsigned long)dice_b - (unsigned long)j);
                        mpz_bin_uiui(mpq_denref(chance), (unsigned long)dice_b, (unsigned long)j);
                        mpz_mul(mpq_numref(chance), mpq_numref(chance), mpq_denref(chance));
                        mpz_ui_pow_ui(mpq_denref(chance), 3,
                                      (unsigned long)dice_a + (unsigned long)dice_b);
                        mpq_canonicalize(chance);
                        mpq_mul(way, chance, end[a][b]);
                        mpq_add(next[left_a][left_b], next[left_a][left_b], way);
                    }
            }
        for (int a = 0; a <= STRENGTH; a++)
            for (int b = 0; b <= STRENGTH; b++)
                mpq_set(end[a][b], next[a][b]);
    }
    for (int a = 0; a <= STRENGTH; a++)
        for (int b = 0; b <= STRENGTH; b++)
            mpq_clear(next[a][b]);
    mpq_clears(chance, way, NULL);
}

static void attrition_agrees_with_a_table(void **state)
{
    mpq_t wanted[STRENGTH + 1][STRENGTH + 1];
    toy_attrition facts = {STRENGTH, STRENGTH, ROUNDS, 5};
    lb_odds odds = walk(TOY_ATTRITION, 2, (const int32_t *)&facts, NULL);
    uint32_t possible = 0;
    char text[LB_FRACTION_TEXT];

    (void)state;
    assert_whole(&odds);
    attrition_by_table(wanted);
    for (uint32_t i = 0; i < odds.count; i++) {
        mpq_t found;
        mpq_init(found);
        lb_fraction_format(&odds.outcome[i].p, text);
        assert_int_equal(mpq_set_str(found, text, 10), 0);
        assert_true(mpq_equal(found, wanted[odds.outcome[i].field[0]][odds.outcome[i].field[1]]));
        mpq_clear(found);
    }
    for (int a = 0; a <= STRENGTH; a++)
        for (int b = 0; b <= STRENGTH; b++) {
            possible += mpq_sgn(wanted[a][b]) > 0;
            mpq_clear(wanted[a][b]);
        }
    assert_int_equal(odds.count, possible);
}

/// Equal machines are walked once: never more machines at a time than pairs of strengths and hits.
static void equal_machines_merge(void **state)
{
    toy_attrition facts = {STRENGTH, STRENGTH, ROUNDS, 5};
    lb_odds odds = walk(TOY_ATTRITION, 2, (const int32_t *)&facts, NULL);

    (void)state;
    assert_true(odds.widest <= (STRENGTH + 1) * (STRENGTH + 1) * 7);
    assert_true(odds.nodes < ROUNDS * 2 * (STRENGTH + 1) * (STRENGTH + 1) * 7);
}

static int32_t always(void *context, const lb_machine *machine)
{
    assert_int_equal(machine->node.kind, LB_NODE_DECISION);
    return *(int32_t *)context;
}

static void decisions_follow_the_policy(void **state)
{
    int32_t option = 1;
    lb_policy policy = {always, &option};
    lb_odds odds = walk(TOY_GAMBLE, 2, (int32_t[]){2}, &policy);

    (void)state;
    assert_whole(&odds);
    assert_int_equal(odds.count, 11);
    option = 0;
    odds = walk(TOY_GAMBLE, 2, (int32_t[]){2}, &policy);
    assert_whole(&odds);
    assert_int_equal(odds.count, 5);
    odds = walk(TOY_GAMBLE, 2, (int32_t[]){2}, NULL);
    assert_int_equal(odds.count, 5);
}

static void no_dice_is_one_certain_outcome(void **state)
{
    lb_odds odds = walk(TOY_DUEL, 1, (int32_t[]){0}, NULL);

    (void)state;
    assert_int_equal(odds.count, 1);
    assert_true(lb_fraction_is_one(&odds.outcome[0].p));
}

/// Too little room is said so, at every size, and nothing outside it is written.
static void want_of_space_is_told(void **state)
{
    toy_attrition facts = {STRENGTH, STRENGTH, ROUNDS, 5};
    size_t enough = 0;

    (void)state;
    for (size_t size = 0; size <= LB_ODDS_WORKSPACE; size += size < (1 << 18) ? 4096 : 1 << 17) {
        lb_odds odds = {.count = 12345};
        lb_odds_job job = {.rules = &toy_ruleset,
                           .procedure = TOY_ATTRITION,
                           .field_count = 2,
                           .facts = (const int32_t *)&facts,
                           .workspace = workspace,
                           .workspace_size = size};
        lb_status status;

        memset(workspace, 0xee, LB_ODDS_WORKSPACE);
        status = lb_odds_walk(&job, &odds);
        for (size_t i = size; i < size + 4096 && i < LB_ODDS_WORKSPACE; i++)
            assert_int_equal(workspace[i], 0xee);
        if (status == LB_OK) {
            if (enough == 0)
                enough = size;
            assert_whole(&odds);
        } else {
            assert_int_equal(status, LB_ERROR_SPACE);
            assert_int_equal(odds.count, 12345);
            assert_int_equal(enough, 0);
        }
    }
    assert_true(enough > 0);
}

/// A procedure that calls itself too deep has no odds, and no walk goes on for ever.
static void too_deep_calls_have_no_odds(void **state)
{
    (void)state;
    for (int32_t more = 0; more < 2; more++) {
        int32_t facts[] = {LB_FRAMES_MAX + more, 1};
        lb_odds odds;
        lb_odds_job job = {.rules = &toy_ruleset,
                           .procedure = TOY_WELL,
                           .field_count = 1,
                           .facts = facts,
                           .workspace = workspace,
                           .workspace_size = LB_ODDS_WORKSPACE};

        assert_int_equal(lb_odds_walk(&job, &odds), more == 0 ? LB_OK : LB_ERROR_WIDTH);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attrition_agrees_with_a_table),
        cmocka_unit_test(equal_machines_merge),
        cmocka_unit_test(decisions_follow_the_policy),
        cmocka_unit_test(no_dice_is_one_certain_outcome),
        cmocka_unit_test(want_of_space_is_told),
        cmocka_unit_test(too_deep_calls_have_no_odds),
    };

    return cmocka_run_group_tests(tests, make_workspace, free_workspace);
}
