// SPDX-License-Identifier: MIT
// Unsigned integers of a fixed width: what exact odds are reckoned with.
//
// Every function that could outgrow the width returns false and leaves its output unspecified;
// nothing here allocates. Division is by small numbers only: denominators are kept as prime
// exponents, so nothing else is ever needed.
#pragma once

#include "limber/fraction.h"

/// value = small
void lb_wide_set(lb_wide *value, uint64_t small);

/// to = from, copying the used limbs only.
void lb_wide_copy(lb_wide *to, const lb_wide *from);

/// sum += addend
bool lb_wide_add(lb_wide *sum, const lb_wide *addend);

/// difference -= taken; taken must not be larger.
void lb_wide_subtract(lb_wide *difference, const lb_wide *taken);

/// product *= factor
bool lb_wide_multiply_small(lb_wide *product, uint64_t factor);

/// sum += a * b; sum must be neither a nor b.
bool lb_wide_add_product(lb_wide *sum, const lb_wide *a, const lb_wide *b);

/// sum += a * b for b of `b_count` limbs, which may have zeros on top.
bool lb_wide_add_limbs(lb_wide *sum, const lb_wide *a, const uint64_t *b, uint32_t b_count);

/// The same for a sum of exactly `count` limbs.
bool lb_limbs_add_product(uint64_t *sum, uint32_t count, const lb_wide *a, const uint64_t *b,
                          uint32_t b_count);

/// product *= base^exponent
bool lb_wide_multiply_power(lb_wide *product, uint32_t base, uint32_t exponent);

/// quotient /= divisor; returns the remainder. divisor is not 0.
uint32_t lb_wide_divide_small(lb_wide *quotient, uint32_t divisor);

/// value mod divisor
uint32_t lb_wide_remainder_small(const lb_wide *value, uint32_t divisor);

/// value >>= bits
void lb_wide_shift_right(lb_wide *value, uint32_t bits);

/// The number of low bits that are 0; 0 for the value 0.
uint32_t lb_wide_low_zeros(const lb_wide *value);

/// The position of the highest bit set, counted from 1; 0 for the value 0.
uint32_t lb_wide_bits(const lb_wide *value);

/// -1, 0 or 1 as a is below, equal to or above b.
int lb_wide_compare(const lb_wide *a, const lb_wide *b);

/// The highest 64 bits, the highest of them set; value must not be 0.
uint64_t lb_wide_top(const lb_wide *value);

/// Decimal digits and a closing zero; text has room for LB_WIDE_DIGITS. Returns the length.
size_t lb_wide_format(const lb_wide *value, char *text);

/// numbers of the primes: 2, 3, 5, 7, 11, 13
extern const uint32_t lb_primes[LB_PRIME_COUNT];
