// SPDX-License-Identifier: MIT
// See limber/luck.h. A row keeps the whole distribution of its sum as integers over one
// denominator, which is kept as prime exponents; a roll is folded in by multiplying. The integers
// of a row are all of one width, as many limbs as the denominator needs.

#include "limber/luck.h"

#include "base/wide.h"
#include "desk/ledger.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Where all clauses of a kind are added up.
enum { ALL_CLAUSES = UINT16_MAX };

/// All rolls of one key, folded.
typedef struct row {
    uint8_t side, reduction;
    int8_t wish;
    uint16_t clause;
    uint32_t rolls, dice;
    int64_t actual;
    int64_t lowest; ///< the least sum there can be
    uint32_t count; ///< of sums from there on
    uint32_t width; ///< limbs of a weight
    uint32_t *weight;
    lb_denominator denominator;
    char *expected, *tail;
} row;

struct lb_luck {
    const lb_battle *battle;
    row row[LB_LUCK_ROWS];
    int row_count;
    lb_spread spread;
};

/* Integers of any length: limbs of 32 bits from the lowest, all of them counted. */

typedef struct number {
    uint32_t *limb;
    uint32_t width;
} number;

static bool number_make(number *n, uint32_t width, uint32_t start)
{
    n->width = width > 0 ? width : 1;
    n->limb = calloc(n->width, sizeof *n->limb);
    if (n->limb == NULL)
        return false;
    n->limb[0] = start;
    return true;
}

/// n += other * factor, from limb `at` on; there must be room.
static void number_add_product(uint32_t *n, uint32_t width, const uint32_t *other, uint32_t used,
                               uint32_t factor, uint32_t at)
{
    uint64_t carry = 0;

    if (factor == 0)
        return;
    for (uint32_t i = at; i < width && (i - at < used || carry != 0); i++) {
        carry += (uint64_t)(i - at < used ? other[i - at] : 0) * factor + n[i];
        n[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void number_multiply(number *n, uint32_t factor)
{
    uint64_t carry = 0;

    for (uint32_t i = 0; i < n->width; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/// n / divisor into n; returns the remainder.
static uint32_t number_divide(number *n, uint32_t divisor)
{
    uint64_t rest = 0;

    for (uint32_t i = n->width; i-- > 0;) {
        rest = rest << 32 | n->limb[i];
        n->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    return (uint32_t)rest;
}

static uint32_t number_remainder(const number *n, uint32_t divisor)
{
    uint64_t rest = 0;

    for (uint32_t i = n->width; i-- > 0;)
        rest = (rest << 32 | n->limb[i]) % divisor;
    return (uint32_t)rest;
}

static bool number_is_zero(const number *n)
{
    for (uint32_t i = 0; i < n->width; i++)
        if (n->limb[i] != 0)
            return false;
    return true;
}

/// Limbs that hold the denominator and 2^32 times it.
static uint32_t width_for(const lb_denominator *denominator)
{
    double bits = 1 + 32;

    for (int i = 0; i < LB_PRIME_COUNT; i++)
        bits += denominator->exponent[i] * log2(lb_primes[i]);
    return (uint32_t)(bits / 32) + 1;
}

/// Decimal digits at `text`, which has room for them; destroys the number. Returns the end.
static char *number_write(number *n, char *text)
{
    char *start = text;

    do
        *text++ = (char)('0' + number_divide(n, 10));
    while (!number_is_zero(n));
    for (char *a = start, *b = text - 1; a < b; a++, b--) {
        char c = *a;
        *a = *b;
        *b = c;
    }
    return text;
}

/// The number as mantissa and power of two.
static double number_scale(const number *n, int *exponent)
{
    double value = 0;

    *exponent = 0;
    for (uint32_t i = n->width; i-- > 0;)
        if (value > 0 || n->limb[i] != 0) {
            value = value * 4294967296.0 + (double)n->limb[i];
            if (value > 1e150) {
                *exponent = 32 * (int)i;
                break;
            }
        }
    return value;
}

/// "numerator/denominator" in lowest terms, to be freed, and its value; NULL without memory.
/// Destroys the numerator.
static char *write_fraction(number *numerator, lb_denominator denominator, double *value)
{
    number below;
    char *text = NULL, *end;
    int up, down;

    for (int p = 0; p < LB_PRIME_COUNT; p++)
        while (denominator.exponent[p] > 0 && number_remainder(numerator, lb_primes[p]) == 0) {
            number_divide(numerator, lb_primes[p]);
            denominator.exponent[p]--;
        }
    if (!number_make(&below, width_for(&denominator), 1))
        return NULL;
    for (int p = 0; p < LB_PRIME_COUNT; p++)
        for (uint32_t i = 0; i < denominator.exponent[p]; i++)
            number_multiply(&below, lb_primes[p]);
    *value = number_scale(numerator, &up);
    *value /= number_scale(&below, &down);
    *value = ldexp(*value, up - down);
    text = malloc(10u * ((size_t)numerator->width + below.width) + 3);
    if (text != NULL) {
        end = number_write(numerator, text);
        *end++ = '/';
        end = number_write(&below, end);
        *end = '\0';
    }
    free(below.limb);
    return text;
}

/* Folding. */

/// True if a prime divides every weight of a spread.
static bool divides_all(const lb_spread *spread, uint32_t prime)
{
    for (uint32_t i = 0; i < spread->count; i++)
        if (lb_wide_remainder_small(&spread->chance[i].weight, prime) != 0)
            return false;
    return true;
}

/// Divides what all weights and the denominator have in common out of a spread.
static void reduce_spread(lb_spread *spread)
{
    for (int p = 0; p < LB_PRIME_COUNT; p++)
        while (spread->denominator.exponent[p] > 0 && divides_all(spread, lb_primes[p])) {
            for (uint32_t i = 0; i < spread->count; i++)
                (void)lb_wide_divide_small(&spread->chance[i].weight, lb_primes[p]);
            spread->denominator.exponent[p]--;
        }
}

/// Adds an independent roll to the sum of a row. False without memory.
static bool fold(row *r, const lb_spread *spread)
{
    lb_denominator denominator = r->denominator;
    int32_t least = spread->chance[0].value;
    uint32_t reach = (uint32_t)(spread->chance[spread->count - 1].value - least);
    uint32_t count = r->count + reach, width;
    uint32_t *weight;

    for (int p = 0; p < LB_PRIME_COUNT; p++)
        denominator.exponent[p] =
            (uint16_t)(denominator.exponent[p] + spread->denominator.exponent[p]);
    width = width_for(&denominator);
    weight = calloc((size_t)count * width, sizeof *weight);
    if (weight == NULL)
        return false;
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t k = 0; k < spread->count; k++) {
            const lb_chance *chance = &spread->chance[k];
            uint32_t to = i + (uint32_t)(chance->value - least);

            for (uint32_t half = 0; half < 2 * chance->weight.used; half++)
                number_add_product(
                    weight + (size_t)to * width, width, r->weight + (size_t)i * r->width, r->width,
                    (uint32_t)(chance->weight.limb[half / 2] >> half % 2 * 32), half);
        }
    free(r->weight);
    r->weight = weight;
    r->width = width;
    r->count = count;
    r->lowest += least;
    r->denominator = denominator;
    return true;
}

/// The row of a key, made if it is new; NULL if there is no room.
static row *find_row(lb_luck *luck, uint8_t side, uint8_t reduction, int8_t wish, uint16_t clause)
{
    row *r;

    for (int i = 0; i < luck->row_count; i++) {
        r = &luck->row[i];
        if (r->side == side && r->reduction == reduction && r->wish == wish && r->clause == clause)
            return r;
    }
    if (luck->row_count == LB_LUCK_ROWS)
        return NULL;
    r = &luck->row[luck->row_count];
    r->weight = calloc(1, sizeof *r->weight);
    if (r->weight == NULL)
        return NULL;
    luck->row_count++;
    r->weight[0] = 1;
    r->count = r->width = 1;
    r->side = side;
    r->reduction = reduction;
    r->wish = wish;
    r->clause = clause;
    return r;
}

lb_luck *lb_luck_create(const lb_battle *battle)
{
    lb_luck *luck = calloc(1, sizeof *luck);

    if (luck != NULL)
        luck->battle = battle;
    return luck;
}

void lb_luck_destroy(lb_luck *luck)
{
    for (int i = 0; luck != NULL && i < luck->row_count; i++) {
        free(luck->row[i].weight);
        free(luck->row[i].expected);
        free(luck->row[i].tail);
    }
    free(luck);
}

bool lb_luck_book(lb_luck *luck, const lb_state *state, int32_t value)
{
    lb_roll thrown = state->machine.node.roll, *roll = &thrown;
    uint16_t keys[2] = {ALL_CLAUSES, roll->clause};

    if (!lb_ledger_counts(roll, &value))
        return true;
    lb_roll_spread(roll, &luck->spread);
    reduce_spread(&luck->spread);
    for (int i = 0; i < 2; i++) {
        row *r = find_row(luck, roll->side, roll->reduction, roll->wish, keys[i]);

        if (r == NULL || !fold(r, &luck->spread))
            return false;
        r->rolls++;
        r->dice += roll->dice;
        r->actual += value;
    }
    return true;
}

/* The account. */

/// The sum of the weights of all sums that are at least as good, or each times its sum.
static bool sum_weights(const row *r, bool is_mean, number *sum)
{
    if (!number_make(sum, r->width + 1, 0))
        return false;
    for (uint32_t i = 0; i < r->count; i++) {
        int64_t value = r->lowest + i;

        if (is_mean || (r->wish > 0 ? value >= r->actual : value <= r->actual))
            number_add_product(sum->limb, sum->width, r->weight + (size_t)i * r->width, r->width,
                               is_mean ? (uint32_t)value : 1, 0);
    }
    return true;
}

static bool finish(row *r, lb_luck_row *out)
{
    number sum;

    free(r->expected);
    free(r->tail);
    r->expected = r->tail = NULL;
    *out = (lb_luck_row){.side = r->side,
                         .reduction = r->reduction,
                         .is_total = r->clause == ALL_CLAUSES,
                         .wishes_low = r->wish < 0,
                         .clause = r->clause == ALL_CLAUSES ? 0 : r->clause,
                         .rolls = r->rolls,
                         .dice = r->dice,
                         .actual = r->actual};
    if (!sum_weights(r, true, &sum))
        return false;
    out->expected = r->expected = write_fraction(&sum, r->denominator, &out->expected_value);
    free(sum.limb);
    if (!sum_weights(r, false, &sum))
        return false;
    out->tail = r->tail = write_fraction(&sum, r->denominator, &out->tail_value);
    free(sum.limb);
    return out->expected != NULL && out->tail != NULL;
}

static int compare_rows(const void *a, const void *b)
{
    const row *one = a, *other = b;

    if (one->side != other->side)
        return one->side - other->side;
    if (one->reduction != other->reduction)
        return one->reduction - other->reduction;
    if (one->wish != other->wish)
        return other->wish - one->wish;
    if (one->clause == other->clause)
        return 0;
    return one->clause == ALL_CLAUSES     ? -1
           : other->clause == ALL_CLAUSES ? 1
                                          : one->clause - other->clause;
}

int lb_luck_rows(lb_luck *luck, lb_luck_row *rows, int room)
{
    int count = luck->row_count < room ? luck->row_count : room;

    qsort(luck->row, (size_t)luck->row_count, sizeof luck->row[0], compare_rows);
    for (int i = 0; i < count; i++)
        if (!finish(&luck->row[i], &rows[i]))
            return -1;
    return count;
}
