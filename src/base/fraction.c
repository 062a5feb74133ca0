// SPDX-License-Identifier: MIT
// Exact fractions over wide integers: see limber/fraction.h.

#include "base/wide.h"

#include <assert.h>

/// The largest power of each odd prime below 2^32, to take many factors out at one division.
static const struct {
    uint32_t power;
    uint32_t exponent;
} chunks[LB_PRIME_COUNT] = {
    [LB_PRIME_3] = {3486784401u, 20}, [LB_PRIME_5] = {1220703125u, 13},
    [LB_PRIME_7] = {1977326743u, 11}, [LB_PRIME_11] = {2357947691u, 9},
    [LB_PRIME_13] = {815730721u, 8},
};

/// Divides numerator and denominator by `prime` as often as both allow.
static void reduce_by(lb_fraction *fraction, lb_prime prime)
{
    uint16_t *exponent = &fraction->denominator.exponent[prime];

    while (*exponent > 0) {
        uint32_t rest = lb_wide_remainder_small(&fraction->numerator, chunks[prime].power);
        uint32_t times = 0, divisor = 1;

        while (times < chunks[prime].exponent && times < *exponent &&
               rest % lb_primes[prime] == 0) {
            rest /= lb_primes[prime];
            divisor *= lb_primes[prime];
            times++;
        }
        if (times == 0)
            return;
        lb_wide_divide_small(&fraction->numerator, divisor);
        *exponent = (uint16_t)(*exponent - times);
        if (times < chunks[prime].exponent)
            return;
    }
}

void lb_fraction_reduce(lb_fraction *fraction)
{
    uint16_t *twos = &fraction->denominator.exponent[LB_PRIME_2];
    uint32_t shift = lb_wide_low_zeros(&fraction->numerator);

    if (fraction->numerator.used == 0) {
        fraction->denominator = (lb_denominator){0};
        return;
    }
    if (shift > *twos)
        shift = *twos;
    lb_wide_shift_right(&fraction->numerator, shift);
    *twos = (uint16_t)(*twos - shift);
    for (lb_prime prime = LB_PRIME_3; prime < LB_PRIME_COUNT; prime++)
        reduce_by(fraction, prime);
}

/// value *= prime^(to - from) for every prime where `to` is larger.
static bool lift(lb_wide *value, const lb_denominator *from, const lb_denominator *to)
{
    for (int i = 0; i < LB_PRIME_COUNT; i++)
        if (to->exponent[i] > from->exponent[i] &&
            !lb_wide_multiply_power(value, lb_primes[i],
                                    (uint32_t)(to->exponent[i] - from->exponent[i])))
            return false;
    return true;
}

bool lb_fraction_add(lb_fraction *sum, const lb_fraction *addend)
{
    lb_denominator common = sum->denominator;
    lb_wide lifted, total;

    for (int i = 0; i < LB_PRIME_COUNT; i++)
        if (addend->denominator.exponent[i] > common.exponent[i])
            common.exponent[i] = addend->denominator.exponent[i];
    lb_wide_copy(&lifted, &addend->numerator);
    lb_wide_copy(&total, &sum->numerator);
    if (!lift(&lifted, &addend->denominator, &common) ||
        !lift(&total, &sum->denominator, &common) || !lb_wide_add(&total, &lifted))
        return false;
    lb_wide_copy(&sum->numerator, &total);
    sum->denominator = common;
    return true;
}

bool lb_denominator_value(const lb_denominator *denominator, lb_wide *value)
{
    lb_wide_set(value, 1);
    return lift(value, &(lb_denominator){0}, denominator);
}

bool lb_fraction_is_one(const lb_fraction *fraction)
{
    lb_wide whole;

    return lb_denominator_value(&fraction->denominator, &whole) &&
           lb_wide_compare(&whole, &fraction->numerator) == 0;
}

size_t lb_fraction_format(const lb_fraction *fraction, char *text)
{
    lb_wide whole;
    size_t length = lb_wide_format(&fraction->numerator, text);
    bool fits = lb_denominator_value(&fraction->denominator, &whole);

    assert(fits);
    (void)fits;
    text[length++] = '/';
    return length + lb_wide_format(&whole, text + length);
}

uint64_t lb_fraction_scaled(const lb_fraction *fraction)
{
    lb_wide whole;
    uint32_t bits, left = 32;
    uint64_t top, quotient;

    if (fraction->numerator.used == 0)
        return 0;
    if (!lb_denominator_value(&fraction->denominator, &whole))
        return 0;
    /* Long division of the leading 62 bits, as many bits of the result at a time as fit a word. */
    bits = lb_wide_bits(&whole);
    if (bits > 62) {
        lb_wide shifted;
        lb_wide_copy(&shifted, &fraction->numerator);
        lb_wide_shift_right(&shifted, bits - 62);
        top = shifted.used > 0 ? shifted.limb[0] : 0;
        lb_wide_shift_right(&whole, bits - 62);
    } else {
        top = fraction->numerator.limb[0];
    }
    quotient = top / whole.limb[0];
    while (left > 0) {
        uint32_t room = bits < 62 ? 64 - bits : 2, more = room < left ? room : left;

        top = top % whole.limb[0] << more;
        quotient = quotient << more | top / whole.limb[0];
        left -= more;
    }
    return quotient;
}
