// SPDX-License-Identifier: MIT
// Wide integers and fractions against GMP.

#include "check.h"

#include "base/wide.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3000 };

static void to_gmp(mpz_t out, const lb_wide *value)
{
    mpz_import(out, value->used, -1, sizeof value->limb[0], 0, 0, value->limb);
}

static void random_wide(lb_dice *dice, uint32_t limbs, lb_wide *value)
{
    value->used = 0;
    for (uint32_t i = 0; i < limbs; i++) {
        value->limb[i] =
            (uint64_t)pick_below(dice, UINT32_MAX) << 32 | pick_below(dice, UINT32_MAX);
        if (pick_below(dice, 5) == 0)
            value->limb[i] = pick_below(dice, 2) ? UINT64_MAX : 0;
        if (value->limb[i] != 0)
            value->used = i + 1;
    }
}

static void assert_same(const lb_wide *value, const mpz_t wanted)
{
    mpz_t found;

    mpz_init(found);
    to_gmp(found, value);
    assert_int_equal(mpz_cmp(found, wanted), 0);
    if (value->used > 0)
        assert_true(value->limb[value->used - 1] != 0);
    mpz_clear(found);
}

/// Sums of a fixed number of limbs: right when they fit, refused when they do not.
static void limbs_agree_with_gmp(void **state)
{
    lb_dice dice;
    mpz_t a, b, wanted;
    int refused = 0;

    (void)state;
    lb_dice_seed(&dice, 3);
    mpz_inits(a, b, wanted, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t count = 1 + pick_below(&dice, 12), b_count = pick_below(&dice, 7);
        lb_wide sum = {0}, x, y = {0};
        bool fits;

        random_wide(&dice, count, &sum);
        for (uint32_t i = sum.used; i < count; i++)
            sum.limb[i] = 0;
        random_wide(&dice, pick_below(&dice, 7), &x);
        random_wide(&dice, b_count, &y);
        to_gmp(a, &x);
        to_gmp(b, &y);
        to_gmp(wanted, &sum);
        mpz_addmul(wanted, a, b);
        fits = lb_limbs_add_product(sum.limb, count, &x, y.limb, b_count);
        assert_int_equal(fits, mpz_sizeinbase(wanted, 2) <= (size_t)count * 64);
        refused += !fits;
        if (!fits)
            continue;
        for (sum.used = count; sum.used > 0 && sum.limb[sum.used - 1] == 0;)
            sum.used--;
        assert_same(&sum, wanted);
        mpz_addmul(wanted, a, b);
        assert_true(lb_wide_add_limbs(&sum, &x, y.limb, b_count));
        assert_same(&sum, wanted);
    }
    assert_in_range(refused, 200, ROUNDS - 200);
    mpz_clears(a, b, wanted, NULL);
}

static void arithmetic_agrees_with_gmp(void **state)
{
    lb_dice dice;
    mpz_t a, b, wanted;

    (void)state;
    lb_dice_seed(&dice, 1);
    mpz_inits(a, b, wanted, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        lb_wide x, y, result;
        uint32_t small = pick_below(&dice, UINT32_MAX - 1) + 1;

        random_wide(&dice, pick_below(&dice, 19), &x);
        random_wide(&dice, pick_below(&dice, 19), &y);
        to_gmp(a, &x);
        to_gmp(b, &y);

        lb_wide_copy(&result, &x);
        assert_true(lb_wide_add(&result, &y));
        mpz_add(wanted, a, b);
        assert_same(&result, wanted);
        lb_wide_subtract(&result, &y);
        assert_same(&result, a);

        assert_true(lb_wide_multiply_small(&result, small));
        mpz_mul_ui(wanted, a, small);
        assert_same(&result, wanted);
        assert_int_equal(lb_wide_remainder_small(&result, small), 0);
        assert_int_equal(lb_wide_divide_small(&result, small), 0);
        assert_same(&result, a);
        assert_int_equal(lb_wide_remainder_small(&x, small), mpz_fdiv_ui(a, small));

        lb_wide_copy(&result, &y);
        assert_true(lb_wide_add_product(&result, &x, &y));
        mpz_mul(wanted, a, b);
        mpz_add(wanted, wanted, b);
        assert_same(&result, wanted);

        lb_wide_shift_right(&result, small % 300);
        mpz_fdiv_q_2exp(wanted, wanted, small % 300);
        assert_same(&result, wanted);
        assert_int_equal(lb_wide_compare(&x, &y) > 0, mpz_cmp(a, b) > 0);
        assert_int_equal(lb_wide_compare(&x, &y) < 0, mpz_cmp(a, b) < 0);
        assert_int_equal(lb_wide_bits(&x), x.used == 0 ? 0 : mpz_sizeinbase(a, 2));
        if (x.used > 0)
            assert_int_equal(lb_wide_low_zeros(&x), mpz_scan1(a, 0));
    }
    mpz_clears(a, b, wanted, NULL);
}

static void digits_agree_with_gmp(void **state)
{
    lb_dice dice;
    mpz_t a;
    char ours[LB_WIDE_DIGITS], theirs[LB_WIDE_DIGITS + 8];
    lb_wide x;

    (void)state;
    lb_dice_seed(&dice, 2);
    mpz_init(a);
    for (int round = 0; round < ROUNDS / 4; round++) {
        random_wide(&dice, pick_below(&dice, LB_WIDE_LIMBS + 1), &x);
        to_gmp(a, &x);
        mpz_get_str(theirs, 10, a);
        assert_int_equal(lb_wide_format(&x, ours), strlen(theirs));
        assert_string_equal(ours, theirs);
    }
    /* the largest value fills the buffer and no more */
    memset(&x, 0xff, sizeof x);
    x.used = LB_WIDE_LIMBS;
    to_gmp(a, &x);
    mpz_get_str(theirs, 10, a);
    lb_wide_format(&x, ours);
    assert_string_equal(ours, theirs);
    mpz_clear(a);
}

static void overflow_is_told(void **state)
{
    lb_wide x, y, one;

    (void)state;
    memset(&x, 0xff, sizeof x);
    x.used = LB_WIDE_LIMBS;
    lb_wide_set(&one, 1);
    lb_wide_copy(&y, &x);
    assert_false(lb_wide_add(&y, &one));
    lb_wide_copy(&y, &x);
    assert_false(lb_wide_multiply_small(&y, 2));
    lb_wide_set(&y, 1);
    assert_false(lb_wide_add_product(&y, &x, &x));
    lb_wide_set(&y, 1);
    assert_true(lb_wide_multiply_power(&y, 6, 990));
    assert_false(lb_wide_multiply_power(&y, 6, 1));
}

/// A random fraction below 1 over the primes of a denominator.
static void random_fraction(lb_dice *dice, lb_fraction *fraction)
{
    static const uint32_t most[LB_PRIME_COUNT] = {90, 60, 9, 5, 4, 4};

    random_wide(dice, pick_below(dice, 4), &fraction->numerator);
    for (int i = 0; i < LB_PRIME_COUNT; i++) {
        fraction->denominator.exponent[i] = (uint16_t)pick_below(dice, most[i]);
        assert_true(
            lb_wide_multiply_power(&fraction->numerator, lb_primes[i], pick_below(dice, most[i])));
    }
}

static void to_mpq(mpq_t out, const lb_fraction *fraction)
{
    lb_wide whole;

    assert_true(lb_denominator_value(&fraction->denominator, &whole));
    to_gmp(mpq_numref(out), &fraction->numerator);
    to_gmp(mpq_denref(out), &whole);
}

static void fractions_agree_with_gmp(void **state)
{
    lb_dice dice;
    mpq_t a, b, wanted;
    char *theirs;
    char ours[LB_FRACTION_TEXT];

    (void)state;
    lb_dice_seed(&dice, 3);
    mpq_inits(a, b, wanted, NULL);
    for (int round = 0; round < ROUNDS / 4; round++) {
        lb_fraction x, y;

        random_fraction(&dice, &x);
        random_fraction(&dice, &y);
        to_mpq(a, &x);
        to_mpq(b, &y);
        mpq_canonicalize(a);
        mpq_canonicalize(b);
        mpq_add(wanted, a, b);
        assert_true(lb_fraction_add(&x, &y));
        lb_fraction_reduce(&x);
        lb_fraction_format(&x, ours);
        theirs = mpq_get_str(NULL, 10, wanted);
        if (mpz_cmp_ui(mpq_denref(wanted), 1) == 0)
            assert_memory_equal(ours, theirs, strlen(theirs));
        else
            assert_string_equal(ours, theirs);
        free(theirs);
    }
    mpq_clears(a, b, wanted, NULL);
}

static void scaled_is_parts_of_two_to_the_32(void **state)
{
    lb_fraction half = {.numerator = {.used = 1, .limb = {1}}, .denominator = {{1}}};
    lb_fraction one = {.numerator = {.used = 1, .limb = {1}}};
    lb_fraction large = {0};

    (void)state;
    assert_int_equal(lb_fraction_scaled(&half), UINT64_C(1) << 31);
    assert_int_equal(lb_fraction_scaled(&one), UINT64_C(1) << 32);
    assert_int_equal(lb_fraction_scaled(&large), 0);
    assert_true(lb_fraction_is_one(&one));
    assert_false(lb_fraction_is_one(&half));
    /* 5^400 / 6^400, reckoned with GMP */
    lb_wide_set(&large.numerator, 1);
    assert_true(lb_wide_multiply_power(&large.numerator, 5, 20));
    large.denominator.exponent[LB_PRIME_2] = large.denominator.exponent[LB_PRIME_3] = 20;
    {
        mpz_t n, d;
        mpz_inits(n, d, NULL);
        mpz_ui_pow_ui(n, 5, 20);
        mpz_ui_pow_ui(d, 6, 20);
        mpz_mul_2exp(n, n, 32);
        mpz_fdiv_q(n, n, d);
        assert_int_equal(lb_fraction_scaled(&large), mpz_get_ui(n));
        mpz_clears(n, d, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_agrees_with_gmp),
        cmocka_unit_test(limbs_agree_with_gmp),
        cmocka_unit_test(digits_agree_with_gmp),
        cmocka_unit_test(overflow_is_told),
        cmocka_unit_test(fractions_agree_with_gmp),
        cmocka_unit_test(scaled_is_parts_of_two_to_the_32),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
