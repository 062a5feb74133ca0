// SPDX-License-Identifier: MIT
// Rolls: from faces to a value, and from a roll to all its values with exact weights.
//
// The two ways are tested against each other by throwing every combination of faces of small rolls.
// Weights are kept small by taking the common factor out beforehand: three faces of six are 1 in 2.

#include "limber/roll.h"

#include "base/wide.h"
#include "core/spread.h"

#include <assert.h>
#include <string.h>

enum {
    SIDES = 6,
    SUM_DICE_MAX = 24, ///< 6^24 is below 2^63: totals of so many dice are reckoned in one word
    SUM_TOTAL_MAX = SUM_DICE_MAX * SIDES
};

static uint16_t to_u16(int32_t value)
{
    assert(value >= 0 && value <= (int32_t)UINT16_MAX);
    return (uint16_t)value;
}

static int16_t to_i16(int32_t value)
{
    return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

lb_roll lb_roll_sum(uint16_t clause, int32_t dice)
{
    return (lb_roll){.reduction = LB_ROLL_SUM,
                     .sides = SIDES,
                     .side = LB_NO_SIDE,
                     .clause = clause,
                     .dice = to_u16(dice)};
}

lb_roll lb_roll_count(uint16_t clause, int32_t dice, int32_t need)
{
    return (lb_roll){.reduction = LB_ROLL_COUNT,
                     .sides = SIDES,
                     .side = LB_NO_SIDE,
                     .clause = clause,
                     .dice = to_u16(dice),
                     .need = to_i16(need)};
}

lb_roll lb_roll_bands(uint16_t clause, int32_t dice, const int32_t *edges, int32_t count)
{
    lb_roll roll = {.reduction = LB_ROLL_BANDS,
                    .sides = SIDES,
                    .side = LB_NO_SIDE,
                    .clause = clause,
                    .dice = to_u16(dice)};

    assert(count <= LB_EDGES_MAX);
    roll.edges = (uint8_t)count;
    for (int32_t i = 0; i < count; i++)
        roll.edge[i] = to_i16(edges[i]);
    return roll;
}

lb_roll lb_roll_faces(uint16_t clause, int32_t dice)
{
    return (lb_roll){.reduction = LB_ROLL_FACES,
                     .sides = SIDES,
                     .side = LB_NO_SIDE,
                     .clause = clause,
                     .dice = to_u16(dice)};
}

lb_roll lb_roll_draw(uint16_t clause, int32_t cards)
{
    lb_roll roll = lb_roll_faces(clause, 1);

    assert(cards >= 1 && cards <= LB_DRAW_MAX);
    roll.sides = (uint8_t)cards;
    return roll;
}

bool lb_roll_is_possible(const lb_roll *roll)
{
    if (roll->dice == 0)
        return true;
    if (roll->reduction == LB_ROLL_FACES && roll->dice == 1)
        return roll->sides >= 1 && roll->sides <= LB_DRAW_MAX;
    if (roll->sides != 6 && roll->sides != 10)
        return false;
    switch ((lb_reduction)roll->reduction) {
    case LB_ROLL_COUNT:
        return roll->dice <= LB_DICE_MAX;
    case LB_ROLL_FACES:
        return roll->dice <= LB_FACES_MAX && (roll->sides == 6 || roll->dice <= 2);
    case LB_ROLL_SUM:
        if (roll->cap > 0 && roll->again == 0 && roll->dice >= roll->cap)
            return roll->dice <= LB_DICE_MAX;
        return roll->dice <= SUM_DICE_MAX && roll->sides == SIDES && roll->again <= 2 * SIDES;
    case LB_ROLL_BANDS:
        for (int i = 1; i < roll->edges; i++)
            if (roll->edge[i] < roll->edge[i - 1])
                return false;
        return roll->dice <= SUM_DICE_MAX && roll->sides == SIDES && roll->edges <= LB_EDGES_MAX;
    case LB_REDUCTION_COUNT:
        break;
    }
    return false;
}

/* From faces to a value. */

static int32_t total_of(const uint8_t *faces, uint32_t count)
{
    int32_t total = 0;

    for (uint32_t i = 0; i < count; i++)
        total += faces[i];
    return total;
}

static uint32_t ones_of(const uint8_t *faces, uint32_t count)
{
    uint32_t ones = 0;

    for (uint32_t i = 0; i < count; i++)
        ones += faces[i] == 1;
    return ones;
}

/// Successes of the first throw and its re-rolls; all of them must be there.
static uint32_t successes_of(const lb_roll *roll, const uint8_t *faces, uint32_t rerolled)
{
    uint32_t successes = 0;

    for (uint32_t i = 0; i < roll->dice + rerolled; i++) {
        bool thrown_again = roll->reroll_ones && i < roll->dice && faces[i] == 1;
        successes += !thrown_again && faces[i] >= roll->need;
    }
    return successes;
}

uint32_t lb_roll_missing(const lb_roll *roll, const uint8_t *faces, uint32_t count)
{
    uint32_t wanted = roll->dice;

    if (count < wanted)
        return wanted - count;
    if (roll->reduction == LB_ROLL_COUNT) {
        uint32_t rerolled = roll->reroll_ones ? ones_of(faces, roll->dice) : 0;
        wanted += rerolled;
        if (count < wanted)
            return wanted - count;
        if (roll->save > 0)
            wanted += successes_of(roll, faces, rerolled);
    } else if (roll->again != 0 && roll->dice > 0) {
        while (wanted <= count && total_of(faces + wanted - roll->dice, roll->dice) == roll->again)
            wanted += roll->dice;
    }
    return count < wanted ? wanted - count : 0;
}

bool lb_roll_takes(const lb_roll *roll, const uint8_t *faces, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (faces[i] < 1 || faces[i] > roll->sides)
            return false;
    return lb_roll_missing(roll, faces, count) == 0 &&
           (count == 0 || lb_roll_missing(roll, faces, count - 1) > 0);
}

static int32_t count_value(const lb_roll *roll, const uint8_t *faces, uint32_t count)
{
    uint32_t rerolled = roll->reroll_ones ? ones_of(faces, roll->dice) : 0;
    uint32_t value = successes_of(roll, faces, rerolled);

    if (roll->save > 0)
        for (uint32_t i = roll->dice + rerolled; i < count; i++)
            value -= faces[i] >= roll->save;
    return (int32_t)value;
}

static int32_t band_of(const lb_roll *roll, int32_t total)
{
    int32_t band = 0;

    while (band < roll->edges && total >= roll->edge[band])
        band++;
    return band;
}

static int32_t capped(const lb_roll *roll, int32_t value)
{
    return roll->cap > 0 && value > roll->cap ? roll->cap : value;
}

int32_t lb_roll_value(const lb_roll *roll, const uint8_t *faces, uint32_t count)
{
    int32_t value = 0;

    assert(lb_roll_missing(roll, faces, count) == 0);
    switch ((lb_reduction)roll->reduction) {
    case LB_ROLL_SUM:
        return capped(roll, total_of(faces + count - roll->dice, roll->dice));
    case LB_ROLL_COUNT:
        return capped(roll, count_value(roll, faces, count));
    case LB_ROLL_FACES:
        for (uint32_t i = roll->dice; i-- > 0;)
            value = value << 4 | faces[i];
        return value;
    case LB_ROLL_BANDS:
        return band_of(roll, total_of(faces + count - roll->dice, roll->dice));
    case LB_REDUCTION_COUNT:
        break;
    }
    assert(false);
    return 0;
}

/* From a roll to all its values. */

/// A chance of one die, num in den, in lowest terms.
typedef struct die_chance {
    uint32_t num;
    uint32_t den;
} die_chance;

/// The chance that one die of a COUNT roll ends as a success.
static die_chance success_chance(const lb_roll *roll)
{
    uint32_t sides = roll->sides;
    int32_t faces = roll->need <= 1 ? (int32_t)sides : (int32_t)sides + 1 - roll->need;
    die_chance chance = {faces > 0 ? (uint32_t)faces : 0, sides};

    if (roll->reroll_ones && roll->need > 1) {
        chance.num *= sides + 1;
        chance.den *= sides;
    }
    if (roll->save > 0) {
        chance.num *= roll->save > sides ? sides : roll->save < 1 ? 0u : roll->save - 1u;
        chance.den *= sides;
    }
    for (uint32_t prime = 2; prime <= 5 && chance.num > 0; prime++)
        while (chance.num % prime == 0 && chance.den % prime == 0) {
            chance.num /= prime;
            chance.den /= prime;
        }
    if (chance.num == 0)
        chance.den = 1;
    return chance;
}

/// The exponents of value^times; value has no primes but those of a denominator.
static lb_denominator factor(uint32_t value, uint32_t times)
{
    lb_denominator denominator = {0};

    for (int i = 0; i < LB_PRIME_COUNT; i++)
        for (; value % lb_primes[i] == 0; value /= lb_primes[i])
            denominator.exponent[i] = (uint16_t)(denominator.exponent[i] + times);
    assert(value == 1);
    return denominator;
}

/// The number of throws of `dice` dice with each total, from the fewest on; total[t] for t up to
/// 6 x dice. At most SUM_DICE_MAX dice.
static void count_totals(uint32_t dice, uint64_t *total)
{
    memset(total, 0, (SUM_TOTAL_MAX + 1) * sizeof *total);
    total[0] = 1;
    for (uint32_t die = 1; die <= dice; die++)
        for (uint32_t sum = die * SIDES + 1; sum-- > 0;) {
            uint64_t ways = 0;
            for (uint32_t face = 1; face <= SIDES && face <= sum; face++)
                ways += total[sum - face];
            total[sum] = ways;
        }
}

/// The throws of two or fewer dice that are thrown again.
static uint32_t throws_again(const lb_roll *roll)
{
    if (roll->again == 0 || roll->dice == 0)
        return 0;
    if (roll->dice == 1)
        return roll->again >= 1 && roll->again <= SIDES;
    return roll->again >= 2 && roll->again <= 7   ? (uint32_t)roll->again - 1
           : roll->again > 7 && roll->again <= 12 ? 13u - (uint32_t)roll->again
                                                  : 0;
}

/// True if a capped total always reaches its cap.
static bool always_capped(const lb_roll *roll)
{
    return roll->reduction == LB_ROLL_SUM && roll->cap > 0 && roll->again == 0 &&
           roll->dice >= roll->cap;
}

lb_denominator lb_roll_denominator(const lb_roll *roll)
{
    if (roll->dice == 0 || always_capped(roll))
        return (lb_denominator){0};
    if (roll->reduction == LB_ROLL_COUNT)
        return factor(success_chance(roll).den, roll->dice);
    if (roll->again != 0) {
        assert(roll->dice <= 2);
        return factor((roll->dice == 1 ? SIDES : SIDES * SIDES) - throws_again(roll), 1);
    }
    return factor(roll->sides, roll->dice);
}

/// Who receives the values, and the last value, whose weight may still grow.
typedef struct chance_list {
    lb_chance_taker *take;
    void *context;
    int32_t value;
    uint64_t weight; ///< 0: there is none yet
} chance_list;

/// Hands over the last value.
static void flush(chance_list *list)
{
    lb_wide weight;

    if (list->weight == 0)
        return;
    lb_wide_set(&weight, list->weight);
    list->take(list->context, list->value, &weight);
    list->weight = 0;
}

/// Adds a weight to a value that is not below the last. Weights of one value stay below 2^63.
static void add(chance_list *list, int32_t value, uint64_t weight)
{
    if (weight == 0)
        return;
    if (value != list->value)
        flush(list);
    list->value = value;
    list->weight += weight;
}

/// Binomial weights: each is made from the one before by a multiplication and an exact division.
static void list_count(const lb_roll *roll, chance_list *list)
{
    die_chance chance = success_chance(roll);
    lb_denominator denominator = lb_roll_denominator(roll);
    uint32_t dice = roll->dice, miss = chance.den - chance.num;
    uint32_t last = roll->cap > 0 && roll->cap < dice ? roll->cap : dice;
    bool fits = true;
    lb_wide weight, rest;

    if (chance.num == 0 || miss == 0) {
        add(list, chance.num == 0 ? 0 : (int32_t)last, 1);
        return;
    }
    lb_wide_set(&weight, 1);
    fits = lb_wide_multiply_power(&weight, miss, dice);
    fits = fits && lb_denominator_value(&denominator, &rest);
    for (uint32_t k = 0; k < last; k++) {
        list->take(list->context, (int32_t)k, &weight);
        lb_wide_subtract(&rest, &weight);
        fits = fits && lb_wide_multiply_small(&weight, (uint64_t)(dice - k) * chance.num);
        lb_wide_divide_small(&weight, (k + 1) * miss);
    }
    /* What is left is the weight of `last` and everything over it. */
    list->take(list->context, (int32_t)last, &rest);
    assert(fits);
    (void)fits;
}

static void list_totals(const lb_roll *roll, chance_list *list)
{
    uint64_t total[SUM_TOTAL_MAX + 1];

    if (always_capped(roll)) {
        add(list, roll->cap, 1);
        return;
    }
    count_totals(roll->dice, total);
    for (int32_t sum = roll->dice; sum <= roll->dice * SIDES; sum++) {
        if (roll->again != 0 && sum == roll->again)
            continue;
        add(list, roll->reduction == LB_ROLL_BANDS ? band_of(roll, sum) : capped(roll, sum),
            total[sum]);
    }
}

static void list_faces(const lb_roll *roll, chance_list *list)
{
    uint8_t face[LB_FACES_MAX] = {1, 1, 1};

    for (;;) {
        uint32_t die = 0;
        add(list, lb_roll_value(roll, face, roll->dice), 1);
        /* Count up like a clock, the first die fastest: it is the lowest in the value. */
        while (die < roll->dice && face[die] == roll->sides)
            face[die++] = 1;
        if (die == roll->dice)
            return;
        face[die]++;
    }
}

void lb_roll_each(const lb_roll *roll, lb_chance_taker *take, void *context)
{
    chance_list list = {.take = take, .context = context};

    assert(lb_roll_is_possible(roll));
    if (roll->dice == 0)
        add(&list, roll->reduction == LB_ROLL_BANDS ? band_of(roll, 0) : 0, 1);
    else if (roll->reduction == LB_ROLL_COUNT)
        list_count(roll, &list);
    else if (roll->reduction == LB_ROLL_FACES)
        list_faces(roll, &list);
    else
        list_totals(roll, &list);
    flush(&list);
}

static void take_chance(void *context, int32_t value, const lb_wide *weight)
{
    lb_spread *spread = context;

    assert(spread->count < LB_SPREAD_MAX);
    spread->chance[spread->count].value = value;
    lb_wide_copy(&spread->chance[spread->count].weight, weight);
    spread->count++;
}

void lb_roll_spread(const lb_roll *roll, lb_spread *spread)
{
    spread->count = 0;
    spread->denominator = lb_roll_denominator(roll);
    lb_roll_each(roll, take_chance, spread);
}
