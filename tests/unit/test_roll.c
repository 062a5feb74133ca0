// SPDX-License-Identifier: MIT
// Rolls: every throw of small rolls, face by face, against the spread; and the spread's own
// properties.

#include "check.h"

#include "base/wide.h"
#include "rules/kit/worth.h"

#include <string.h>

static lb_spread spread;

/// Adds up the weights of complete throws by value, each throw weighted by 1 / sides^faces.
typedef struct tally {
    lb_fraction weight[LB_SPREAD_MAX * 16];
} tally;

static tally found;

static void throw_all(const lb_roll *roll, uint8_t *faces, uint32_t count)
{
    if (lb_roll_missing(roll, faces, count) == 0) {
        lb_fraction one = {0};
        int32_t value = lb_roll_value(roll, faces, count);

        lb_wide_set(&one.numerator, 1);
        one.denominator.exponent[LB_PRIME_2] = (uint16_t)count;
        one.denominator.exponent[roll->sides == 6 ? LB_PRIME_3 : LB_PRIME_5] = (uint16_t)count;
        assert_true(lb_fraction_add(&found.weight[value], &one));
        return;
    }
    for (uint8_t face = 1; face <= roll->sides; face++) {
        faces[count] = face;
        throw_all(roll, faces, count + 1);
    }
}

static void assert_spread_is_all_throws(const lb_roll *roll)
{
    uint8_t faces[LB_THROW_MAX];
    lb_fraction sum = {0};
    uint32_t values = 0;

    assert_true(lb_roll_is_possible(roll));
    memset(&found, 0, sizeof found);
    throw_all(roll, faces, 0);
    lb_roll_spread(roll, &spread);
    for (uint32_t i = 0; i < spread.count; i++) {
        lb_fraction chance = {.numerator = spread.chance[i].weight,
                              .denominator = spread.denominator};
        lb_fraction *wanted = &found.weight[spread.chance[i].value];

        assert_true(spread.chance[i].weight.used > 0);
        if (i > 0 && roll->reduction != LB_ROLL_FACES)
            assert_true(spread.chance[i].value > spread.chance[i - 1].value);
        assert_true(lb_fraction_add(&sum, &chance));
        lb_fraction_reduce(&chance);
        lb_fraction_reduce(wanted);
        assert_int_equal(lb_wide_compare(&chance.numerator, &wanted->numerator), 0);
        assert_memory_equal(&chance.denominator, &wanted->denominator, sizeof chance.denominator);
    }
    assert_true(lb_fraction_is_one(&sum));
    for (size_t v = 0; v < sizeof found.weight / sizeof found.weight[0]; v++)
        values += found.weight[v].numerator.used > 0;
    assert_int_equal(values, spread.count);
}

static void counts(void **state)
{
    (void)state;
    for (int dice = 0; dice <= 3; dice++)
        for (int need = -1; need <= 8; need++)
            for (int reroll = 0; reroll <= 1; reroll++)
                for (int save = 0; save <= 7; save += save == 0 ? 2 : 1)
                    for (int cap = 0; cap <= 2; cap++) {
                        lb_roll roll = lb_roll_count(0, dice, need);
                        if (dice == 3 && reroll && save)
                            continue;
                        roll.reroll_ones = (uint8_t)reroll;
                        roll.save = (uint8_t)save;
                        roll.cap = (uint16_t)cap;
                        assert_spread_is_all_throws(&roll);
                    }
}

static void three_dice_with_rerolls_and_saves(void **state)
{
    lb_roll roll = lb_roll_count(0, 3, 5);

    (void)state;
    roll.reroll_ones = 1;
    roll.save = 4;
    assert_spread_is_all_throws(&roll);
}

static void sums(void **state)
{
    (void)state;
    for (int dice = 0; dice <= 6; dice++)
        for (int cap = 0; cap <= 21; cap += 7) {
            lb_roll roll = lb_roll_sum(0, dice);
            roll.cap = (uint16_t)cap;
            assert_spread_is_all_throws(&roll);
        }
}

static void bands(void **state)
{
    static const int32_t edges[] = {-3, 2, 7, 7, 11, 20};

    (void)state;
    for (int dice = 0; dice <= 4; dice++)
        for (int count = 0; count <= 6; count++) {
            lb_roll roll = lb_roll_bands(0, dice, edges, count);
            assert_spread_is_all_throws(&roll);
        }
}

static void faces_in_order(void **state)
{
    (void)state;
    for (int dice = 1; dice <= LB_FACES_MAX; dice++) {
        lb_roll roll = lb_roll_faces(0, dice);
        assert_spread_is_all_throws(&roll);
    }
}

static void ten_sided_dice(void **state)
{
    lb_roll roll = lb_roll_count(0, 2, 9);

    (void)state;
    roll.sides = 10;
    assert_spread_is_all_throws(&roll);
    roll = lb_roll_faces(0, 1);
    roll.sides = 10;
    assert_spread_is_all_throws(&roll);
}

/// A draw from n cards is n values of equal weight over exactly n.
static void draws(void **state)
{
    (void)state;
    for (int cards = 1; cards <= LB_DRAW_MAX; cards++) {
        lb_roll roll = lb_roll_draw(0, cards);
        lb_wide whole;

        assert_true(lb_roll_is_possible(&roll));
        lb_roll_spread(&roll, &spread);
        assert_int_equal(spread.count, cards);
        assert_true(lb_denominator_value(&spread.denominator, &whole));
        assert_int_equal(whole.limb[0], cards);
        for (int i = 0; i < cards; i++) {
            assert_int_equal(spread.chance[i].value, i + 1);
            assert_int_equal(spread.chance[i].weight.limb[0], 1);
        }
    }
}

/// Two dice thrown again while they show 12: each other total has its share of 35.
static void again_leaves_the_others_in_proportion(void **state)
{
    static const uint64_t ways[] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2};
    lb_roll roll = lb_roll_sum(0, 2);
    uint8_t faces[] = {6, 6, 6, 6, 3, 4};

    (void)state;
    roll.again = 12;
    lb_roll_spread(&roll, &spread);
    assert_int_equal(spread.count, 10);
    for (uint32_t i = 0; i < 10; i++) {
        assert_int_equal(spread.chance[i].value, i + 2);
        assert_int_equal(spread.chance[i].weight.limb[0], ways[i]);
    }
    assert_int_equal(spread.denominator.exponent[LB_PRIME_5], 1);
    assert_int_equal(spread.denominator.exponent[LB_PRIME_7], 1);
    assert_int_equal(spread.denominator.exponent[LB_PRIME_2], 0);
    assert_int_equal(lb_roll_missing(&roll, faces, 2), 2);
    assert_int_equal(lb_roll_missing(&roll, faces, 5), 1);
    assert_int_equal(lb_roll_missing(&roll, faces, 6), 0);
    assert_int_equal(lb_roll_value(&roll, faces, 6), 7);
}

/// The largest pools add up, and the cap lumps what is above it.
static void large_pools_add_up(void **state)
{
    static const struct {
        int dice, need, reroll, save, cap;
    } pools[] = {{240, 4, 0, 0, 0}, {240, 6, 1, 2, 0}, {144, 5, 1, 6, 0}, {240, 6, 1, 6, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        lb_roll roll = lb_roll_count(0, pools[i].dice, pools[i].need);
        lb_wide sum, whole;

        roll.reroll_ones = (uint8_t)pools[i].reroll;
        roll.save = (uint8_t)pools[i].save;
        roll.cap = (uint16_t)pools[i].cap;
        lb_roll_spread(&roll, &spread);
        assert_int_equal(spread.count, pools[i].cap > 0 ? 2 : pools[i].dice + 1);
        lb_wide_set(&sum, 0);
        for (uint32_t k = 0; k < spread.count; k++)
            assert_true(lb_wide_add(&sum, &spread.chance[k].weight));
        assert_true(lb_denominator_value(&spread.denominator, &whole));
        assert_int_equal(lb_wide_compare(&sum, &whole), 0);
    }
}

static void impossible_rolls_are_refused(void **state)
{
    lb_roll roll = lb_roll_count(0, LB_DICE_MAX + 1, 4);

    (void)state;
    assert_false(lb_roll_is_possible(&roll));
    roll = lb_roll_sum(0, 25);
    assert_false(lb_roll_is_possible(&roll));
    roll.cap = 21;
    assert_true(lb_roll_is_possible(&roll));
    roll = lb_roll_faces(0, LB_FACES_MAX + 1);
    assert_false(lb_roll_is_possible(&roll));
    roll = lb_roll_bands(0, 2, (int32_t[]){7, 3}, 2);
    assert_false(lb_roll_is_possible(&roll));
    roll = lb_roll_sum(0, 1);
    roll.sides = 7;
    assert_false(lb_roll_is_possible(&roll));
}

/// The mean of a counted roll, die by die, is that of all its dice together.
static void a_count_has_its_mean(void **state)
{
    (void)state;
    for (int32_t dice = 1; dice <= 5; dice++)
        for (int32_t need = -1; need <= 8; need++)
            for (int save = 0; save <= 6; save += 3)
                for (int again = 0; again < 2; again++) {
                    lb_roll roll = lb_roll_count(0, dice, need);
                    uint64_t sum = 0, all = 0;

                    roll.save = (uint8_t)save;
                    roll.reroll_ones = again != 0;
                    lb_roll_spread(&roll, &spread);
                    for (uint32_t i = 0; i < spread.count; i++) {
                        assert_int_equal(spread.chance[i].weight.used, 1);
                        sum += (uint64_t)spread.chance[i].value * spread.chance[i].weight.limb[0];
                        all += spread.chance[i].weight.limb[0];
                    }
                    /* Hundredths are rounded down. */
                    assert_in_range(sum * 100, (uint64_t)lb_worth_of_count(&roll) * all,
                                    ((uint64_t)lb_worth_of_count(&roll) + 1) * all - 1);
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(three_dice_with_rerolls_and_saves),
        cmocka_unit_test(sums),
        cmocka_unit_test(bands),
        cmocka_unit_test(faces_in_order),
        cmocka_unit_test(ten_sided_dice),
        cmocka_unit_test(draws),
        cmocka_unit_test(again_leaves_the_others_in_proportion),
        cmocka_unit_test(large_pools_add_up),
        cmocka_unit_test(impossible_rolls_are_refused),
        cmocka_unit_test(a_count_has_its_mean),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
