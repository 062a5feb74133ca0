// SPDX-License-Identifier: MIT
// Fixed-width unsigned integers. See wide.h for the contract.
//
// Invariant: limb[used - 1] != 0. Divisors are below 2^32, so that each step of a division is a
// plain 64-by-32-bit one and no 128-bit division is needed on any machine, wasm included.

#include "base/wide.h"

#include <assert.h>
#include <string.h>

const uint32_t lb_primes[LB_PRIME_COUNT] = {2, 3, 5, 7, 11, 13};

/// low word of a * b + c + d, which cannot overflow two words; *high gets the upper one.
static inline uint64_t multiply_add(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t *high)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    __extension__ typedef unsigned __int128 word2;
    word2 product = (word2)a * b + c + d;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    uint64_t low = al * bl;
    uint64_t middle = ah * bl + (low >> 32);
    uint64_t middle2 = al * bh + (middle & 0xffffffffu);
    uint64_t top = ah * bh + (middle >> 32) + (middle2 >> 32);
    uint64_t sum = (middle2 << 32) | (low & 0xffffffffu);
    sum += c;
    top += sum < c;
    sum += d;
    top += sum < d;
    *high = top;
    return sum;
#endif
}

static void trim(lb_wide *value)
{
    while (value->used > 0 && value->limb[value->used - 1] == 0)
        value->used--;
}

void lb_wide_set(lb_wide *value, uint64_t small)
{
    value->used = small != 0;
    value->limb[0] = small;
}

void lb_wide_copy(lb_wide *to, const lb_wide *from)
{
    to->used = from->used;
    memcpy(to->limb, from->limb, from->used * sizeof from->limb[0]);
}

/// Makes limbs [used, count) count as zeros, so that a longer number can be added.
static void extend(lb_wide *value, uint32_t count)
{
    for (uint32_t i = value->used; i < count; i++)
        value->limb[i] = 0;
    if (value->used < count)
        value->used = count;
}

/// Adds carry at limb `at` and on; trims. False on overflow.
static bool add_carry(lb_wide *sum, uint32_t at, uint64_t carry)
{
    for (; carry != 0; at++) {
        if (at == LB_WIDE_LIMBS)
            return false;
        extend(sum, at + 1);
        sum->limb[at] += carry;
        carry = sum->limb[at] < carry;
    }
    trim(sum);
    return true;
}

bool lb_wide_add(lb_wide *sum, const lb_wide *addend)
{
    uint64_t carry = 0;

    extend(sum, addend->used);
    for (uint32_t i = 0; i < addend->used; i++) {
        uint64_t partial = sum->limb[i] + carry;
        carry = partial < carry;
        sum->limb[i] = partial + addend->limb[i];
        carry += sum->limb[i] < partial;
    }
    return add_carry(sum, addend->used, carry);
}

void lb_wide_subtract(lb_wide *difference, const lb_wide *taken)
{
    uint64_t borrow = 0;

    assert(lb_wide_compare(difference, taken) >= 0);
    for (uint32_t i = 0; i < difference->used; i++) {
        uint64_t take = i < taken->used ? taken->limb[i] : 0;
        uint64_t before = difference->limb[i];
        difference->limb[i] = before - take - borrow;
        borrow = before < take || (before == take && borrow);
    }
    trim(difference);
}

bool lb_wide_multiply_small(lb_wide *product, uint64_t factor)
{
    uint64_t carry = 0;

    if (factor == 0) {
        product->used = 0;
        return true;
    }
    for (uint32_t i = 0; i < product->used; i++)
        product->limb[i] = multiply_add(product->limb[i], factor, carry, 0, &carry);
    if (carry == 0)
        return true;
    if (product->used == LB_WIDE_LIMBS)
        return false;
    product->limb[product->used++] = carry;
    return true;
}

bool lb_limbs_add_product(uint64_t *sum, uint32_t count, const lb_wide *a, const uint64_t *b,
                          uint32_t b_count)
{
    for (uint32_t j = 0; j < b_count; j++) {
        uint64_t carry = 0, factor = b[j];

        if (factor == 0 || a->used == 0)
            continue;
        if (j + a->used > count)
            return false;
        for (uint32_t i = 0; i < a->used; i++)
            sum[i + j] = multiply_add(a->limb[i], factor, sum[i + j], carry, &carry);
        for (uint32_t at = j + a->used; carry != 0; at++) {
            if (at == count)
                return false;
            sum[at] += carry;
            carry = sum[at] < carry;
        }
    }
    return true;
}

bool lb_wide_add_limbs(lb_wide *sum, const lb_wide *a, const uint64_t *b, uint32_t b_count)
{
    uint32_t most;
    bool fits;

    while (b_count > 0 && b[b_count - 1] == 0)
        b_count--;
    if (a->used == 0 || b_count == 0)
        return true;
    if (a->used == 1 && b_count == 1 && sum->used <= 1) {
        uint64_t high, before = sum->used == 0 ? 0 : sum->limb[0];

        sum->limb[0] = multiply_add(a->limb[0], b[0], before, 0, &high);
        sum->limb[1] = high;
        sum->used = high != 0 ? 2 : 1;
        trim(sum);
        return true;
    }
    // The product has at most as many limbs as both, and the sum one more.
    most = (a->used + b_count > sum->used ? a->used + b_count : sum->used) + 1;
    extend(sum, most < LB_WIDE_LIMBS ? most : LB_WIDE_LIMBS);
    fits = lb_limbs_add_product(sum->limb, sum->used, a, b, b_count);
    trim(sum);
    return fits;
}

bool lb_wide_add_product(lb_wide *sum, const lb_wide *a, const lb_wide *b)
{
    assert(sum != a && sum != b);
    return lb_wide_add_limbs(sum, a, b->limb, b->used);
}

bool lb_wide_multiply_power(lb_wide *product, uint32_t base, uint32_t exponent)
{
    uint64_t chunk = 1, most = UINT64_MAX / base;

    for (; exponent > 0; exponent--) {
        if (chunk > most) {
            if (!lb_wide_multiply_small(product, chunk))
                return false;
            chunk = 1;
        }
        chunk *= base;
    }
    return chunk == 1 || lb_wide_multiply_small(product, chunk);
}

uint32_t lb_wide_divide_small(lb_wide *quotient, uint32_t divisor)
{
    uint64_t rest = 0;

    assert(divisor != 0);
    for (uint32_t i = quotient->used; i-- > 0;) {
        uint64_t high = rest << 32 | quotient->limb[i] >> 32;
        uint64_t low = (high % divisor) << 32 | (quotient->limb[i] & 0xffffffffu);
        quotient->limb[i] = (high / divisor) << 32 | low / divisor;
        rest = low % divisor;
    }
    trim(quotient);
    return (uint32_t)rest;
}

uint32_t lb_wide_remainder_small(const lb_wide *value, uint32_t divisor)
{
    uint64_t rest = 0;

    assert(divisor != 0);
    for (uint32_t i = value->used; i-- > 0;) {
        rest = (rest << 32 | value->limb[i] >> 32) % divisor;
        rest = (rest << 32 | (value->limb[i] & 0xffffffffu)) % divisor;
    }
    return (uint32_t)rest;
}

void lb_wide_shift_right(lb_wide *value, uint32_t bits)
{
    uint32_t words = bits / 64, rest = bits % 64;

    if (words >= value->used) {
        value->used = 0;
        return;
    }
    for (uint32_t i = 0; i + words < value->used; i++) {
        uint64_t low = value->limb[i + words];
        uint64_t high = i + words + 1 < value->used ? value->limb[i + words + 1] : 0;
        value->limb[i] = rest == 0 ? low : low >> rest | high << (64 - rest);
    }
    value->used -= words;
    trim(value);
}

uint32_t lb_wide_low_zeros(const lb_wide *value)
{
    for (uint32_t i = 0; i < value->used; i++)
        if (value->limb[i] != 0)
            return i * 64 + (uint32_t)__builtin_ctzll(value->limb[i]);
    return 0;
}

uint32_t lb_wide_bits(const lb_wide *value)
{
    if (value->used == 0)
        return 0;
    return value->used * 64 - (uint32_t)__builtin_clzll(value->limb[value->used - 1]);
}

int lb_wide_compare(const lb_wide *a, const lb_wide *b)
{
    if (a->used != b->used)
        return a->used < b->used ? -1 : 1;
    for (uint32_t i = a->used; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

uint64_t lb_wide_top(const lb_wide *value)
{
    uint32_t last = value->used - 1, shift;

    assert(value->used > 0);
    shift = (uint32_t)__builtin_clzll(value->limb[last]);
    if (shift == 0 || last == 0)
        return value->limb[last] << shift;
    return value->limb[last] << shift | value->limb[last - 1] >> (64 - shift);
}

size_t lb_wide_format(const lb_wide *value, char *text)
{
    lb_wide rest;
    char *end = text + LB_WIDE_DIGITS - 1, *at = end;

    lb_wide_copy(&rest, value);
    do {
        uint32_t chunk = lb_wide_divide_small(&rest, 1000000000u);
        for (int digit = 0; digit < 9; digit++) {
            *--at = (char)('0' + chunk % 10);
            chunk /= 10;
            if (chunk == 0 && rest.used == 0)
                break;
        }
    } while (rest.used > 0);
    memmove(text, at, (size_t)(end - at));
    text[end - at] = '\0';
    return (size_t)(end - at);
}
