// SPDX-License-Identifier: MIT
// Exact fractions for odds, without allocation.
//
// A probability made of dice and cards has a denominator whose only prime factors are those of the
// dice (2, 3, 5), of "throw again while it shows" (7) and of a draw from up to 16 cards (11, 13),
// so it is kept as exponents; only the numerator is a wide integer. 2560 bits hold the numerator of
// 990 six-sided dice.
#pragma once

#include "limber/api.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

LB_BEGIN_DECLS

enum {
    LB_WIDE_LIMBS = 40,   ///< 64-bit words of a wide integer
    LB_WIDE_DIGITS = 772, ///< decimal digits of the largest one, and a closing zero
    LB_FRACTION_TEXT = 2 * LB_WIDE_DIGITS
};

/// An unsigned integer of up to 2560 bits; limb[0] is the lowest, limb[used - 1] is not 0. Zero is
/// 0. Limbs at and above `used` hold no meaning.
typedef struct lb_wide {
    uint32_t used;
    uint64_t limb[LB_WIDE_LIMBS];
} lb_wide;

/// The primes a denominator may have.
typedef enum lb_prime {
    LB_PRIME_2,
    LB_PRIME_3,
    LB_PRIME_5,
    LB_PRIME_7,
    LB_PRIME_11,
    LB_PRIME_13,
    LB_PRIME_COUNT
} lb_prime;

/// A denominator: the product of each prime to its exponent. Zero is 1.
typedef struct lb_denominator {
    uint16_t exponent[LB_PRIME_COUNT];
} lb_denominator;

/// A fraction of 0 or more. Zero is 0/1.
typedef struct lb_fraction {
    lb_wide numerator;
    lb_denominator denominator;
} lb_fraction;

/// Brings to lowest terms.
void lb_fraction_reduce(lb_fraction *fraction);

/// sum += addend. False, with sum untouched, if it would not fit.
bool lb_fraction_add(lb_fraction *sum, const lb_fraction *addend);

/// Exactly 1, in whatever terms it is kept.
bool lb_fraction_is_one(const lb_fraction *fraction);

/// The denominator as an integer. False if it would not fit.
bool lb_denominator_value(const lb_denominator *denominator, lb_wide *value);

/// Writes "numerator/denominator" and a closing zero into text, which must have room for
/// LB_FRACTION_TEXT; returns the length.
size_t lb_fraction_format(const lb_fraction *fraction, char *text);

/// The fraction as parts per 2^32, rounded down: for bars and percentages, never for reckoning.
uint64_t lb_fraction_scaled(const lb_fraction *fraction);

LB_END_DECLS
