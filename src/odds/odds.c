// SPDX-License-Identifier: MIT
// The exact-odds walker: see limber/odds.h.
//
// Machines are walked in generations. All machines of a generation wait for a roll and share one
// denominator; a machine's weight over it is its probability. To make the next generation, the
// denominator grows by the largest that any roll of this one asks for, every weight is lifted to it
// once, and each value of each roll adds (lifted weight x weight of the value) to the machine it
// leads to. Equal machines are found through a hash and compared in full, so merging is exact.
// Machines that reach their end leave the walk and are gathered by their outcome fields.
//
// Workspace: indexes and the spread at the bottom, above them slots of machines, reused when a
// generation has been walked; outcomes grow from the top down. When the two meet, space is out.

#include "limber/odds.h"

#include "base/hash.h"
#include "base/wide.h"

#include <assert.h>
#include <string.h>

enum { LINE = 64, INDEX_START = 256 };

static const uint32_t no_slot = UINT32_MAX;

/// A machine that waits for a roll, and its weight over the generation's denominator.
typedef struct slot {
    _Alignas(LINE) lb_machine machine;
    uint64_t hash;
    lb_wide weight;
} slot;

/// An open-addressing index from hash to number; `mask` grows by doubling.
typedef struct hash_index {
    uint32_t *entry;
    uint32_t mask;
    uint32_t room; ///< entries that `entry` may hold
} hash_index;

typedef struct walker {
    const lb_odds_job *job;
    lb_spread *spread;
    lb_roll spread_of;        ///< the roll that `spread` lists
    bool has_spread;          ///< `spread` lists anything yet
    lb_denominator lifted_by; ///< exponents of `lift`
    lb_wide lift;             ///< what lifts a weight to the next denominator
    lb_machine scratch;
    lb_run run;

    slot *slots;
    uint32_t slot_count;  ///< slots ever used
    uint32_t slot_room;   ///< slots that would fit without outcomes
    uint32_t *free_slots; ///< stack of numbers
    uint32_t free_count;
    uint32_t *generation; ///< numbers of the slots being walked
    uint32_t generation_count;
    uint32_t *next; ///< and of those being made
    uint32_t next_count;
    hash_index by_machine;      ///< over `next`
    lb_denominator denominator; ///< of `next`

    lb_outcome *end; ///< outcome i is end[-1 - i]
    uint32_t outcome_count;
    hash_index by_outcome;

    uint32_t nodes;
    uint32_t widest;
    bool is_full;      ///< the workspace is used up
    bool is_overflown; ///< a number has outgrown its width
} walker;

/* Workspace. */

/// Takes `size` bytes from the bottom of what is left, aligned; NULL if there are not so many.
static void *take(unsigned char **bottom, const unsigned char *top, size_t size)
{
    unsigned char *at = *bottom;

    size = (size + LINE - 1) / LINE * LINE;
    if ((size_t)(top - at) < size)
        return NULL;
    *bottom = at + size;
    return at;
}

static uint32_t power_of_two(uint32_t at_least)
{
    uint32_t power = INDEX_START;

    while (power < at_least)
        power *= 2;
    return power;
}

static bool prepare(walker *walk, const lb_odds_job *job)
{
    unsigned char *bottom = job->workspace, *top = bottom + job->workspace_size;
    uint32_t slot_room = (uint32_t)(job->workspace_size / (sizeof(slot) + 64));
    uint32_t outcome_room = (uint32_t)(job->workspace_size / (sizeof(lb_outcome) + 16));

    assert((uintptr_t)bottom % LINE == 0);
    *walk = (walker){.job = job, .denominator = {{0}}};
    walk->by_machine.room = power_of_two(2 * slot_room);
    walk->by_outcome.room = power_of_two(2 * outcome_room);
    walk->spread = take(&bottom, top, sizeof *walk->spread);
    walk->by_machine.entry = take(&bottom, top, walk->by_machine.room * sizeof(uint32_t));
    walk->by_outcome.entry = take(&bottom, top, walk->by_outcome.room * sizeof(uint32_t));
    walk->free_slots = take(&bottom, top, slot_room * sizeof(uint32_t));
    walk->generation = take(&bottom, top, slot_room * sizeof(uint32_t));
    walk->next = take(&bottom, top, slot_room * sizeof(uint32_t));
    if (walk->next == NULL || walk->generation == NULL || walk->free_slots == NULL ||
        walk->by_outcome.entry == NULL || walk->by_machine.entry == NULL || walk->spread == NULL)
        return false;
    walk->slots = (slot *)(void *)bottom;
    walk->slot_room = slot_room;
    walk->end = (lb_outcome *)(void *)(top - (uintptr_t)top % _Alignof(lb_outcome));
    walk->run = (lb_run){.rules = job->rules, .values = job->values, .machine = &walk->scratch};
    return true;
}

/// True if one more slot and one more outcome would still fit.
static bool has_room(const walker *walk)
{
    const unsigned char *slots_end = (const unsigned char *)(walk->slots + walk->slot_count + 1);
    const unsigned char *outcomes_end =
        (const unsigned char *)(walk->end - (walk->outcome_count + 1));

    return walk->slot_count < walk->slot_room && slots_end <= outcomes_end;
}

static void index_clear(hash_index *index, uint32_t size)
{
    index->mask = size - 1;
    memset(index->entry, 0xff, size * sizeof *index->entry);
}

/// Puts a number that is not there yet.
static void index_put(hash_index *index, uint64_t hash, uint32_t number)
{
    uint32_t at = (uint32_t)hash & index->mask;

    while (index->entry[at] != no_slot)
        at = (at + 1) & index->mask;
    index->entry[at] = number;
}

static bool index_must_grow(const hash_index *index, uint32_t count)
{
    return count * 2 > index->mask && (index->mask + 1) * 2 <= index->room;
}

/* Machines of the next generation. */

static uint32_t find_machine(const walker *walk, uint64_t hash)
{
    const hash_index *index = &walk->by_machine;
    uint32_t at = (uint32_t)hash & index->mask;

    for (; index->entry[at] != no_slot; at = (at + 1) & index->mask) {
        const slot *found = &walk->slots[index->entry[at]];
        if (found->hash == hash && lb_machine_is_equal(&found->machine, &walk->scratch))
            return index->entry[at];
    }
    return no_slot;
}

static void grow_machines(walker *walk)
{
    index_clear(&walk->by_machine, (walk->by_machine.mask + 1) * 2);
    for (uint32_t i = 0; i < walk->next_count; i++)
        index_put(&walk->by_machine, walk->slots[walk->next[i]].hash, walk->next[i]);
}

/// The slot of the scratch machine in the next generation, made if it is not there.
static slot *machine_slot(walker *walk)
{
    uint64_t hash = lb_machine_hash(&walk->scratch);
    uint32_t number = find_machine(walk, hash);
    slot *made;

    if (number != no_slot)
        return &walk->slots[number];
    if (walk->free_count > 0) {
        number = walk->free_slots[--walk->free_count];
    } else if (has_room(walk)) {
        number = walk->slot_count++;
    } else {
        walk->is_full = true;
        return NULL;
    }
    made = &walk->slots[number];
    lb_machine_copy(&made->machine, &walk->scratch);
    made->hash = hash;
    made->weight.used = 0;
    walk->next[walk->next_count++] = number;
    if (index_must_grow(&walk->by_machine, walk->next_count))
        grow_machines(walk);
    else
        index_put(&walk->by_machine, hash, number);
    return made;
}

/* Outcomes. */

static lb_outcome *outcome_at(const walker *walk, uint32_t number)
{
    return walk->end - 1 - number;
}

static uint64_t outcome_hash(const walker *walk, const int32_t *field)
{
    return lb_hash_end(lb_hash_cells(LB_HASH_SALT, field, walk->job->field_count));
}

static void grow_outcomes(walker *walk)
{
    index_clear(&walk->by_outcome, (walk->by_outcome.mask + 1) * 2);
    for (uint32_t i = 0; i < walk->outcome_count; i++)
        index_put(&walk->by_outcome, outcome_hash(walk, outcome_at(walk, i)->field), i);
}

/// The outcome with the scratch machine's effect, made if it is not there.
static lb_outcome *outcome_slot(walker *walk)
{
    const hash_index *index = &walk->by_outcome;
    const int32_t *effect = walk->scratch.effect;
    size_t size = walk->job->field_count * sizeof *effect;
    uint64_t hash = outcome_hash(walk, effect);
    lb_outcome *made;

    for (uint32_t at = (uint32_t)hash & index->mask; index->entry[at] != no_slot;
         at = (at + 1) & index->mask) {
        lb_outcome *found = outcome_at(walk, index->entry[at]);
        if (memcmp(found->field, effect, size) == 0)
            return found;
    }
    if (!has_room(walk)) {
        walk->is_full = true;
        return NULL;
    }
    made = outcome_at(walk, walk->outcome_count++);
    memset(made->field, 0, sizeof made->field);
    memcpy(made->field, effect, size);
    made->p.numerator.used = 0;
    made->p.denominator = walk->denominator;
    if (index_must_grow(&walk->by_outcome, walk->outcome_count))
        grow_outcomes(walk);
    else
        index_put(&walk->by_outcome, hash, walk->outcome_count - 1);
    return made;
}

/* The walk. */

static bool is_stopped(const walker *walk)
{
    return walk->is_full || walk->is_overflown;
}

/// weight *= what lifts it from one denominator to another that holds it.
static bool lift_weight(lb_wide *weight, const lb_denominator *from, const lb_denominator *to)
{
    for (int i = 0; i < LB_PRIME_COUNT; i++)
        if (!lb_wide_multiply_power(weight, lb_primes[i],
                                    (uint32_t)(to->exponent[i] - from->exponent[i])))
            return false;
    return true;
}

/// Answers decisions until the scratch machine waits for a roll or has ended.
static void decide(walker *walk)
{
    const lb_policy *policy = walk->job->policy;

    while (walk->scratch.node.kind == LB_NODE_DECISION)
        lb_run_choose(&walk->run, policy ? policy->choose(policy->context, &walk->scratch) : 0);
}

/// Adds a * b to the weight of wherever the scratch machine has come to.
static void arrive(walker *walk, const lb_wide *a, const lb_wide *b)
{
    lb_wide *weight;

    decide(walk);
    if (walk->scratch.node.kind == LB_NODE_END) {
        lb_outcome *outcome = outcome_slot(walk);
        if (outcome == NULL)
            return;
        if (memcmp(&outcome->p.denominator, &walk->denominator, sizeof walk->denominator) != 0) {
            walk->is_overflown |=
                !lift_weight(&outcome->p.numerator, &outcome->p.denominator, &walk->denominator);
            outcome->p.denominator = walk->denominator;
        }
        weight = &outcome->p.numerator;
    } else {
        slot *target = machine_slot(walk);
        if (target == NULL)
            return;
        weight = &target->weight;
    }
    walk->is_overflown |= !lb_wide_add_product(weight, a, b);
}

/// The denominator of the generation after this one.
static lb_denominator next_denominator(const walker *walk)
{
    lb_denominator next = walk->denominator, most = {0};

    for (uint32_t i = 0; i < walk->generation_count; i++) {
        const lb_machine *machine = &walk->slots[walk->generation[i]].machine;
        lb_denominator of_roll = lb_roll_denominator(&machine->node.roll);
        for (int p = 0; p < LB_PRIME_COUNT; p++)
            if (of_roll.exponent[p] > most.exponent[p])
                most.exponent[p] = of_roll.exponent[p];
    }
    for (int p = 0; p < LB_PRIME_COUNT; p++)
        next.exponent[p] = (uint16_t)(next.exponent[p] + most.exponent[p]);
    return next;
}

/// Lists the values of a roll, and finds what lifts a weight from before it to the next
/// generation's denominator. Neighbours often ask for the same roll: then both are still there.
static void prepare_roll(walker *walk, const lb_denominator *before, const lb_roll *roll)
{
    lb_denominator missing;

    if (!walk->has_spread || memcmp(&walk->spread_of, roll, sizeof *roll) != 0) {
        lb_roll_spread(roll, walk->spread);
        walk->spread_of = *roll;
        walk->has_spread = true;
    }
    for (int p = 0; p < LB_PRIME_COUNT; p++)
        missing.exponent[p] = (uint16_t)(walk->denominator.exponent[p] - before->exponent[p] -
                                         walk->spread->denominator.exponent[p]);
    if (memcmp(&walk->lifted_by, &missing, sizeof missing) != 0) {
        walk->is_overflown |= !lb_denominator_value(&missing, &walk->lift);
        walk->lifted_by = missing;
    }
}

/// Throws the roll of one machine in every way.
static void expand(walker *walk, const lb_denominator *before, const slot *from)
{
    lb_wide lifted;

    lifted.used = 0;
    prepare_roll(walk, before, &from->machine.node.roll);
    walk->is_overflown |= !lb_wide_add_product(&lifted, &from->weight, &walk->lift);
    for (uint32_t i = 0; i < walk->spread->count && !is_stopped(walk); i++) {
        lb_machine_copy(&walk->scratch, &from->machine);
        lb_run_answer(&walk->run, walk->spread->chance[i].value);
        arrive(walk, &lifted, &walk->spread->chance[i].weight);
    }
}

/// Makes the next generation the one to walk.
static void turn_over(walker *walk)
{
    uint32_t *walked = walk->generation;

    walk->generation = walk->next;
    walk->generation_count = walk->next_count;
    walk->next = walked;
    walk->next_count = 0;
    walk->nodes += walk->generation_count;
    if (walk->generation_count > walk->widest)
        walk->widest = walk->generation_count;
}

static void walk_all(walker *walk)
{
    lb_wide one;

    lb_wide_set(&one, 1);
    lb_wide_set(&walk->lift, 1);
    index_clear(&walk->by_outcome, INDEX_START);
    index_clear(&walk->by_machine, INDEX_START);
    lb_run_start(&walk->run, walk->job->procedure, walk->job->facts);
    arrive(walk, &one, &one);
    turn_over(walk);
    while (walk->generation_count > 0 && !is_stopped(walk)) {
        lb_denominator before = walk->denominator;

        walk->denominator = next_denominator(walk);
        index_clear(&walk->by_machine, INDEX_START);
        for (uint32_t i = 0; i < walk->generation_count && !is_stopped(walk); i++) {
            expand(walk, &before, &walk->slots[walk->generation[i]]);
            walk->free_slots[walk->free_count++] = walk->generation[i];
        }
        turn_over(walk);
    }
}

lb_status lb_odds_walk(const lb_odds_job *job, lb_odds *odds)
{
    walker walk;

    assert(job->field_count <= LB_EFFECT_MAX);
    if (!prepare(&walk, job))
        return LB_ERROR_SPACE;
    walk_all(&walk);
    if (walk.is_overflown)
        return LB_ERROR_WIDTH;
    if (walk.is_full)
        return LB_ERROR_SPACE;
    for (uint32_t i = 0; i < walk.outcome_count; i++)
        lb_fraction_reduce(&outcome_at(&walk, i)->p);
    *odds = (lb_odds){.outcome = walk.end - walk.outcome_count,
                      .count = walk.outcome_count,
                      .nodes = walk.nodes,
                      .widest = walk.widest};
    return LB_OK;
}
