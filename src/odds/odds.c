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
// Workspace, from the bottom: two indexes; rolls that were met, and their values; the records of
// the next generation, which grow upward; those of the generation being walked, which give way to
// them one by one; outcomes, which grow from the top down. What is left of the walked generation is
// moved when one of its neighbours needs room and the other has some. A record is as long as its
// machine and its weight: all weights of a generation have as many limbs as its denominator takes.

#include "limber/odds.h"

#include "base/hash.h"
#include "base/wide.h"
#include "core/spread.h"

#include <assert.h>
#include <string.h>

enum {
    LINE = 64,
    WORD = sizeof(uint64_t),
    INDEX_START = 64,           ///< entries of an index at first
    ROLLS_MAX = 384,            ///< rolls that are kept
    ROLL_SHARE = 4096,          ///< bytes of workspace for each of them, when there are fewer
    ROLL_PLACES = 512,          ///< places of their index, a power of two
    LIFTS_KEPT = 32,            ///< a power of two, at most 32
    GAP_WORDS = 4096,           ///< left beside a generation for a start
    VALUES_SPACE = 64 << 10,    ///< bytes that the values of the largest roll take, or less
    VALUES_SPACE_MAX = 4 << 20, ///< bytes for the values of all rolls that are kept
};

static const uint32_t none = UINT32_MAX;

/// A machine that waits for a roll. Behind it stand its weight and its key.
typedef struct record {
    uint32_t hash;
    uint16_t words; ///< its length with all that stands behind it
    lb_roll roll;
} record;

enum { RECORD_WORDS = (sizeof(record) + WORD - 1) / WORD };

/// Records one behind the other.
typedef struct generation {
    uint64_t *word; ///< of the first that is left
    size_t length;  ///< of all that are left, in words
    uint32_t limbs; ///< of each weight
    uint32_t count;
    lb_denominator denominator;
} generation;

/// What makes a machine's identity, in words: a head, the frames, and the cells in 16 bits each
/// where all of them fit. The facts that the walk began with stand below all other cells and never
/// change: they are left out.
typedef struct machine_key {
    uint32_t words;
    uint64_t word[1 + LB_FRAMES_MAX + LB_CELLS_MAX / 2];
} machine_key;

/// An entry of an index: a hash, and what it is the hash of.
typedef struct index_entry {
    uint32_t hash;
    uint32_t number; ///< or `none`
} index_entry;

/// An open-addressing index; it grows by doubling up to its room.
typedef struct hash_index {
    index_entry *entry;
    uint32_t size;
    uint32_t room; ///< entries that `entry` may hold
    uint32_t count;
} hash_index;

/// A roll that was met. Its values, when they are kept, are words: for each the value itself and
/// the limbs of its weight.
typedef struct kept_roll {
    lb_roll roll;
    lb_denominator denominator;
    uint32_t epoch; ///< of the walker when the values were made; 0: never
    uint32_t limbs; ///< of a weight
    uint32_t count; ///< of values
    uint64_t *values;
} kept_roll;

/// What lifts a weight by some exponents.
typedef struct lift {
    lb_denominator by;
    lb_wide factor;
} lift;

typedef struct walker {
    lb_machine scratch; ///< set by the run, and so its key; all that follows is zero at first
    machine_key key;
    const lb_odds_job *job;
    lb_run run;

    kept_roll *roll;                  ///< room for ROLLS_MAX and one that is not kept
    uint16_t roll_index[ROLL_PLACES]; ///< number + 1, or 0
    uint32_t roll_count, roll_room;
    uint64_t *values;                ///< of rolls
    size_t values_room, values_used; ///< in words
    uint32_t epoch;                  ///< grows when the values of all rolls are dropped
    lift *lift;                      ///< LIFTS_KEPT of them
    uint32_t lifts_set;              ///< bits: which of them are set

    generation now;        ///< being walked
    generation next;       ///< and being made
    hash_index by_machine; ///< over `next`
    lb_roll last_roll;     ///< of the record made last
    lb_denominator most;   ///< what the rolls of `next` ask for at most

    lb_outcome *end; ///< outcome i is end[-1 - i]
    uint32_t outcome_count;
    hash_index by_outcome;

    uint32_t facts; ///< cells of the facts that the walk began with
    uint32_t nodes;
    uint32_t widest;
    bool is_full;      ///< the workspace is used up
    bool is_overflown; ///< a number has outgrown its width, or a machine its stack
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

/// Every part grows with the workspace or stays as it is, so that more space never holds less. The
/// indexes have room for as many as could fit: no record of the next generation is shorter than 64
/// bytes.
static bool prepare(walker *walk, const lb_odds_job *job)
{
    unsigned char *bottom = job->workspace, *top = bottom + job->workspace_size;
    size_t values = job->workspace_size / 8;
    uint32_t rolls = job->workspace_size / ROLL_SHARE < ROLLS_MAX
                         ? (uint32_t)(job->workspace_size / ROLL_SHARE)
                         : ROLLS_MAX;

    assert((uintptr_t)bottom % LINE == 0);
    memset((unsigned char *)walk + offsetof(walker, job), 0, sizeof *walk - offsetof(walker, job));
    values = values < VALUES_SPACE ? VALUES_SPACE : values;
    values = values > VALUES_SPACE_MAX ? VALUES_SPACE_MAX : values;
    values = values > job->workspace_size / 2 ? job->workspace_size / 2 : values;
    walk->job = job;
    walk->by_machine.room = (uint32_t)(job->workspace_size / 96);
    walk->by_outcome.room = (uint32_t)(job->workspace_size / 256);
    walk->by_machine.entry = take(&bottom, top, walk->by_machine.room * sizeof(index_entry));
    walk->by_outcome.entry = take(&bottom, top, walk->by_outcome.room * sizeof(index_entry));
    walk->roll = take(&bottom, top, (rolls + 1) * sizeof *walk->roll);
    walk->lift = take(&bottom, top, LIFTS_KEPT * sizeof *walk->lift);
    walk->values = take(&bottom, top, values);
    walk->values_room = values / WORD;
    if (walk->values == NULL || walk->lift == NULL || walk->roll == NULL ||
        walk->by_outcome.room < INDEX_START)
        return false;
    walk->epoch = 1;
    walk->facts = job->rules->procedures[job->procedure].facts;
    walk->now.word = walk->next.word = (uint64_t *)(void *)bottom;
    walk->end = (lb_outcome *)(void *)(top - (uintptr_t)top % _Alignof(lb_outcome));
    walk->roll_room = rolls;
    walk->run = (lb_run){.rules = job->rules, .values = job->values, .machine = &walk->scratch};
    return true;
}

/// Words between the next generation and what is left of the present one, and between that and the
/// outcomes.
static size_t room_below(const walker *walk)
{
    return (size_t)(walk->now.word - (walk->next.word + walk->next.length));
}

static size_t room_above(const walker *walk)
{
    const lb_outcome *lowest = walk->end - walk->outcome_count;

    return (size_t)((const uint64_t *)(const void *)lowest - (walk->now.word + walk->now.length));
}

/// Moves what is left of the present generation.
static void move_now(walker *walk, ptrdiff_t words)
{
    memmove(walk->now.word + words, walk->now.word, walk->now.length * WORD);
    walk->now.word += words;
}

/// How far to move when `room` is too little for `words` and the other side has `other`; 0 when
/// that is too little. More than it takes, so that moves are few, but not so far that fresh memory
/// has to be fetched for nothing.
static size_t shift_for(const walker *walk, size_t words, size_t room, size_t other)
{
    size_t wanted = words - room, ample = 2 * walk->now.length + GAP_WORDS;

    if (wanted > other)
        return 0;
    ample = ample < other / 2 ? ample : other / 2;
    return wanted > ample ? wanted : ample;
}

/// Makes room for so many words of the next generation; false when there is none.
static bool make_room_below(walker *walk, size_t words)
{
    size_t room = room_below(walk), shift;

    if (room >= words)
        return true;
    shift = shift_for(walk, words, room, room_above(walk));
    move_now(walk, (ptrdiff_t)shift);
    return shift > 0;
}

/// Makes room for one more outcome; false when there is none.
static bool make_room_above(walker *walk)
{
    size_t words = sizeof(lb_outcome) / WORD, room = room_above(walk), shift;

    if (room >= words)
        return true;
    shift = shift_for(walk, words, room, room_below(walk));
    move_now(walk, -(ptrdiff_t)shift);
    return shift > 0;
}

/* Indexes. */

static void index_clear(hash_index *index, uint32_t size)
{
    index->size = size;
    index->count = 0;
    memset(index->entry, 0xff, size * sizeof *index->entry);
}

/// Where a hash belongs: its share of all hashes.
static uint32_t index_start(const hash_index *index, uint32_t hash)
{
    return (uint32_t)((uint64_t)hash * index->size >> 32);
}

static uint32_t index_next(const hash_index *index, uint32_t at)
{
    return at + 1 == index->size ? 0 : at + 1;
}

/// Puts a number that is not there yet.
static void index_put(hash_index *index, uint32_t hash, uint32_t number)
{
    uint32_t at = index_start(index, hash);

    while (index->entry[at].number != none)
        at = index_next(index, at);
    index->entry[at] = (index_entry){hash, number};
    index->count++;
}

/// True if one more would make it slow, and it can grow.
static bool index_must_grow(const hash_index *index)
{
    return index->count * 2 >= index->size && index->size < index->room;
}

static uint32_t index_more(const hash_index *index)
{
    return index->size < index->room / 2 ? index->size * 2 : index->room;
}

/// True if it has a place left beside the one that ends every search.
static bool index_has_room(const hash_index *index)
{
    return index->count + 1 < index->size;
}

/* Rolls. */

static uint32_t roll_hash(const lb_roll *roll)
{
    uint64_t word[4] = {0};

    memcpy(word, roll, sizeof *roll);
    return (uint32_t)lb_hash_end(lb_hash_word(
        lb_hash_word(lb_hash_word(lb_hash_word(LB_HASH_SALT, word[0]), word[1]), word[2]),
        word[3]));
}

static bool rolls_are_equal(const lb_roll *a, const lb_roll *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/// Finds a roll among those that were met, or adds it. When there are too many, it takes the place
/// that is for rolls that are not kept.
static kept_roll *meet_roll(walker *walk, const lb_roll *roll)
{
    uint32_t at = roll_hash(roll) % ROLL_PLACES;
    kept_roll *kept;

    for (; walk->roll_index[at] != 0; at = (at + 1) % ROLL_PLACES)
        if (rolls_are_equal(&walk->roll[walk->roll_index[at] - 1].roll, roll))
            return &walk->roll[walk->roll_index[at] - 1];
    kept = &walk->roll[walk->roll_count];
    if (walk->roll_count < walk->roll_room)
        walk->roll_index[at] = (uint16_t)++walk->roll_count;
    else if (kept->epoch != 0 && rolls_are_equal(&kept->roll, roll))
        return kept;
    kept->roll = *roll;
    kept->denominator = lb_roll_denominator(roll);
    kept->epoch = 0;
    return kept;
}

/// No more limbs than this has the value of a denominator: its bits, by thousandths of the binary
/// logarithms of the primes.
static uint32_t limbs_of(const lb_denominator *denominator)
{
    static const uint32_t bits[LB_PRIME_COUNT] = {1000, 1585, 2322, 2808, 3460, 3701};
    uint32_t sum = 0, limbs;

    for (int i = 0; i < LB_PRIME_COUNT; i++)
        sum += denominator->exponent[i] * bits[i];
    limbs = (sum / 1000 + 1) / 64 + 1;
    return limbs < LB_WIDE_LIMBS ? limbs : LB_WIDE_LIMBS;
}

/// The values of a roll while they are written.
typedef struct values_writer {
    walker *walk;
    kept_roll *kept;
} values_writer;

static void write_value(void *context, int32_t value, const lb_wide *weight)
{
    const values_writer *writer = context;
    walker *walk = writer->walk;
    kept_roll *kept = writer->kept;
    uint64_t *at = walk->values + walk->values_used;

    if (walk->values_room - walk->values_used < kept->limbs + 1) {
        walk->is_full = true;
        return;
    }
    assert(weight->used <= kept->limbs);
    at[0] = (uint64_t)(int64_t)value;
    memset(at + 1, 0, kept->limbs * sizeof *at);
    memcpy(at + 1, weight->limb, weight->used * sizeof *at);
    walk->values_used += kept->limbs + 1;
    kept->count++;
}

/// Writes the values of a roll behind those that are there.
static void write_values(walker *walk, kept_roll *kept)
{
    values_writer writer = {walk, kept};

    kept->limbs = limbs_of(&kept->denominator);
    kept->count = 0;
    kept->values = walk->values + walk->values_used;
    lb_roll_each(&kept->roll, write_value, &writer);
    kept->epoch = walk->epoch;
}

/// The roll with its values. When there is no room for them, all others are dropped.
static const kept_roll *keep_values(walker *walk, const lb_roll *roll)
{
    kept_roll *kept = meet_roll(walk, roll);

    if (kept->epoch == walk->epoch)
        return kept;
    write_values(walk, kept);
    if (walk->is_full && walk->values_used > 0) {
        walk->is_full = false;
        walk->values_used = 0;
        walk->epoch++;
        write_values(walk, kept);
    }
    return kept;
}

/* Weights. */

/// What lifts a weight by these exponents.
static const lb_wide *lift_by(walker *walk, const lb_denominator *by)
{
    uint32_t hash = by->exponent[LB_PRIME_2] * 5u + by->exponent[LB_PRIME_3] * 11u +
                    by->exponent[LB_PRIME_5] + by->exponent[LB_PRIME_7];
    uint32_t number = hash % LIFTS_KEPT, bit = UINT32_C(1) << number;
    lift *kept = &walk->lift[number];

    if ((walk->lifts_set & bit) == 0 || memcmp(&kept->by, by, sizeof *by) != 0) {
        walk->is_overflown |= !lb_denominator_value(by, &kept->factor);
        kept->by = *by;
        walk->lifts_set |= bit;
    }
    return &kept->factor;
}

/// The exponents that a denominator has more than others.
static lb_denominator missing_from(const lb_denominator *whole, const lb_denominator *a,
                                   const lb_denominator *b)
{
    lb_denominator missing;

    for (int p = 0; p < LB_PRIME_COUNT; p++)
        missing.exponent[p] = (uint16_t)(whole->exponent[p] - a->exponent[p] - b->exponent[p]);
    return missing;
}

/* Records. */

static uint64_t *weight_of(record *of)
{
    return (uint64_t *)(void *)of + RECORD_WORDS;
}

static uint64_t *key_of(record *of, uint32_t limbs)
{
    return weight_of(of) + limbs;
}

_Static_assert(sizeof(lb_frame) == WORD, "a frame is a word of a key");

/// The head of a key: depth, top and whether the cells are narrow.
static uint64_t head_of(const lb_machine *machine, bool is_narrow)
{
    return (uint64_t)is_narrow << 32 | (uint64_t)machine->depth << 16 | machine->top;
}

/// Makes the key of the scratch machine.
static void make_key(walker *walk)
{
    const lb_machine *machine = &walk->scratch;
    machine_key *key = &walk->key;
    const int32_t *cell = machine->cell + walk->facts;
    uint32_t outside = 0, count = machine->top - walk->facts;
    int16_t narrow[LB_CELLS_MAX];

    for (uint32_t i = 0; i < count; i++) {
        outside |= ((uint32_t)cell[i] + (UINT32_C(1) << 15)) >> 16;
        narrow[i] = (int16_t)cell[i];
    }
    key->words = 1 + machine->depth + (outside == 0 ? (count + 3) / 4 : (count + 1) / 2);
    key->word[key->words - 1] = 0;
    key->word[0] = head_of(machine, outside == 0);
    memcpy(key->word + 1, machine->frame, machine->depth * WORD);
    if (outside == 0)
        memcpy(key->word + 1 + machine->depth, narrow, count * sizeof narrow[0]);
    else
        memcpy(key->word + 1 + machine->depth, cell, count * sizeof cell[0]);
}

/// A hash of a key, two words at a time.
static uint32_t key_hash(const machine_key *key)
{
    uint64_t hash = key->words, other = LB_HASH_SALT;
    uint32_t i = 0;

    for (; i + 2 <= key->words; i += 2) {
        hash = lb_hash_word(hash, key->word[i]);
        other = lb_hash_word(other, key->word[i + 1]);
    }
    if (i < key->words)
        hash = lb_hash_word(hash, key->word[i]);
    return (uint32_t)(lb_hash_end(hash + (other << 17 | other >> 47)) >> 16);
}

static record *record_at(const generation *of, size_t at)
{
    return (record *)(void *)(of->word + at);
}

/// Notes what the roll of a new record asks of the denominator after it.
static void count_roll(walker *walk, const lb_roll *roll)
{
    const lb_denominator *asked;

    if (walk->next.count > 1 && rolls_are_equal(&walk->last_roll, roll))
        return;
    walk->last_roll = *roll;
    asked = &meet_roll(walk, roll)->denominator;
    for (int p = 0; p < LB_PRIME_COUNT; p++)
        if (asked->exponent[p] > walk->most.exponent[p])
            walk->most.exponent[p] = asked->exponent[p];
}

static void grow_machines(walker *walk)
{
    index_clear(&walk->by_machine, index_more(&walk->by_machine));
    for (size_t at = 0; at < walk->next.length; at += record_at(&walk->next, at)->words)
        index_put(&walk->by_machine, record_at(&walk->next, at)->hash, (uint32_t)at);
}

/// Makes a record of the scratch machine; NULL when there is no room.
static record *make_record(walker *walk, uint32_t hash)
{
    uint32_t words = RECORD_WORDS + walk->next.limbs + walk->key.words;
    record *made = record_at(&walk->next, walk->next.length);

    if (index_must_grow(&walk->by_machine))
        grow_machines(walk);
    if (!make_room_below(walk, words) || !index_has_room(&walk->by_machine)) {
        walk->is_full = true;
        return NULL;
    }
    *made = (record){.hash = hash, .words = (uint16_t)words, .roll = walk->scratch.node.roll};
    memset(weight_of(made), 0, walk->next.limbs * WORD);
    memcpy(key_of(made, walk->next.limbs), walk->key.word, walk->key.words * WORD);
    index_put(&walk->by_machine, hash, (uint32_t)walk->next.length);
    walk->next.length += words;
    walk->next.count++;
    count_roll(walk, &made->roll);
    return made;
}

/// The record of the scratch machine in the next generation, made if it is not there.
static record *find_record(walker *walk)
{
    const hash_index *index = &walk->by_machine;
    uint32_t hash, at;

    make_key(walk);
    hash = key_hash(&walk->key);
    for (at = index_start(index, hash); index->entry[at].number != none; at = index_next(index, at))
        if (index->entry[at].hash == hash) {
            record *found = record_at(&walk->next, index->entry[at].number);
            // The head says how long a key is: keys with the same head are as long.
            if (memcmp(key_of(found, walk->next.limbs), walk->key.word, WORD) == 0 &&
                memcmp(key_of(found, walk->next.limbs), walk->key.word, walk->key.words * WORD) ==
                    0)
                return found;
        }
    return make_record(walk, hash);
}

/// Sets the scratch machine to what a record of the present generation holds.
static void restore(walker *walk, record *from)
{
    lb_machine *machine = &walk->scratch;
    const uint64_t *key = key_of(from, walk->now.limbs);
    uint16_t depth = (uint16_t)(key[0] >> 16), top = (uint16_t)key[0];
    int32_t *cell = machine->cell + walk->facts;
    uint32_t count = top - walk->facts;

    // Frames at and above `depth` are zero, here as in every machine.
    if (machine->depth > depth)
        memset(machine->frame + depth, 0,
               (size_t)(machine->depth - depth) * sizeof machine->frame[0]);
    memcpy(machine->frame, key + 1, depth * WORD);
    if (key[0] >> 32 != 0) {
        int16_t narrow[LB_CELLS_MAX];

        memcpy(narrow, key + 1 + depth, count * sizeof narrow[0]);
        for (uint32_t i = 0; i < count; i++)
            cell[i] = narrow[i];
    } else {
        memcpy(cell, key + 1 + depth, count * sizeof cell[0]);
    }
    machine->depth = depth;
    machine->top = top;
    machine->node.kind = LB_NODE_ROLL;
    machine->node.roll = from->roll;
}

/* Outcomes. */

static lb_outcome *outcome_at(const walker *walk, uint32_t number)
{
    return walk->end - 1 - number;
}

static uint32_t outcome_hash(const walker *walk, const int32_t *field)
{
    return (uint32_t)(lb_hash_end(lb_hash_cells(LB_HASH_SALT, field, walk->job->field_count)) >>
                      16);
}

static void grow_outcomes(walker *walk)
{
    index_clear(&walk->by_outcome, index_more(&walk->by_outcome));
    for (uint32_t i = 0; i < walk->outcome_count; i++)
        index_put(&walk->by_outcome, outcome_hash(walk, outcome_at(walk, i)->field), i);
}

/// The outcome with the scratch machine's effect, made if it is not there.
static lb_outcome *find_outcome(walker *walk)
{
    const hash_index *index = &walk->by_outcome;
    const int32_t *effect = walk->scratch.effect;
    size_t size = walk->job->field_count * sizeof *effect;
    uint32_t hash = outcome_hash(walk, effect);
    lb_outcome *made;

    for (uint32_t at = index_start(index, hash); index->entry[at].number != none;
         at = index_next(index, at)) {
        lb_outcome *found = outcome_at(walk, index->entry[at].number);
        if (index->entry[at].hash == hash && memcmp(found->field, effect, size) == 0)
            return found;
    }
    if (index_must_grow(index))
        grow_outcomes(walk);
    if (!make_room_above(walk) || !index_has_room(index)) {
        walk->is_full = true;
        return NULL;
    }
    made = outcome_at(walk, walk->outcome_count);
    memset(made->field, 0, sizeof made->field);
    memcpy(made->field, effect, size);
    made->p.numerator.used = 0;
    made->p.denominator = walk->next.denominator;
    index_put(&walk->by_outcome, hash, walk->outcome_count++);
    return made;
}

/// Brings an outcome to the denominator of the next generation.
static void lift_outcome(walker *walk, lb_outcome *outcome)
{
    lb_denominator by =
        missing_from(&walk->next.denominator, &outcome->p.denominator, &(lb_denominator){{0}});
    lb_wide lifted;

    lifted.used = 0;
    walk->is_overflown |= !lb_wide_add_product(&lifted, lift_by(walk, &by), &outcome->p.numerator);
    lb_wide_copy(&outcome->p.numerator, &lifted);
    outcome->p.denominator = walk->next.denominator;
}

/* The walk. */

static bool is_stopped(const walker *walk)
{
    return walk->is_full || walk->is_overflown;
}

/// Answers decisions until the scratch machine waits for a roll or has ended.
static void decide(walker *walk)
{
    const lb_policy *policy = walk->job->policy;

    while (walk->scratch.node.kind == LB_NODE_DECISION)
        if (policy == NULL ||
            !lb_run_choose(&walk->run, policy->choose(policy->context, &walk->scratch)))
            lb_run_choose(&walk->run, 0);
}

/// Adds a * b to the weight of wherever the scratch machine has come to.
static void arrive(walker *walk, const lb_wide *a, const uint64_t *b, uint32_t b_limbs)
{
    decide(walk);
    if (lb_machine_has_broken_off(&walk->scratch)) {
        walk->is_overflown = true;
    } else if (walk->scratch.node.kind == LB_NODE_END) {
        lb_outcome *outcome = find_outcome(walk);
        if (outcome == NULL)
            return;
        if (memcmp(&outcome->p.denominator, &walk->next.denominator,
                   sizeof walk->next.denominator) != 0)
            lift_outcome(walk, outcome);
        walk->is_overflown |= !lb_wide_add_limbs(&outcome->p.numerator, a, b, b_limbs);
    } else {
        record *target = find_record(walk);
        if (target == NULL)
            return;
        walk->is_overflown |=
            !lb_limbs_add_product(weight_of(target), walk->next.limbs, a, b, b_limbs);
    }
}

/// Throws the roll of the first machine that is left in every way. Its record may be moved by what
/// it leads to.
static void expand(walker *walk)
{
    const kept_roll *kept = keep_values(walk, &record_at(&walk->now, 0)->roll);
    lb_denominator by =
        missing_from(&walk->next.denominator, &walk->now.denominator, &kept->denominator);
    lb_wide lifted;

    lifted.used = 0;
    walk->is_overflown |= !lb_wide_add_limbs(&lifted, lift_by(walk, &by),
                                             weight_of(record_at(&walk->now, 0)), walk->now.limbs);
    for (uint32_t i = 0; i < kept->count && !is_stopped(walk); i++) {
        const uint64_t *chance = kept->values + (size_t)i * (kept->limbs + 1);

        restore(walk, record_at(&walk->now, 0));
        lb_run_answer(&walk->run, (int32_t)(int64_t)chance[0]);
        arrive(walk, &lifted, chance + 1, kept->limbs);
    }
}

/// Gives up the record of the first machine that is left.
static void drop_first(walker *walk)
{
    uint16_t words = record_at(&walk->now, 0)->words;

    walk->now.word += words;
    walk->now.length -= words;
}

/// Makes the next generation the one to walk, and moves it up to leave room for the one after it.
static void turn_over(walker *walk)
{
    size_t gap = 4 * walk->next.length + GAP_WORDS, most;

    walk->now = walk->next;
    most = room_above(walk) / 4 * 3;
    move_now(walk, (ptrdiff_t)(gap < most ? gap : most));
    walk->next.length = 0;
    walk->nodes += walk->now.count;
    if (walk->now.count > walk->widest)
        walk->widest = walk->now.count;
}

/// Starts the next generation over the denominator that the present one's rolls ask for.
static void start_next(walker *walk)
{
    lb_denominator *denominator = &walk->next.denominator;

    for (int p = 0; p < LB_PRIME_COUNT; p++)
        denominator->exponent[p] = (uint16_t)(denominator->exponent[p] + walk->most.exponent[p]);
    walk->most = (lb_denominator){{0}};
    walk->next.count = 0;
    walk->next.limbs = limbs_of(denominator);
    index_clear(&walk->by_machine, INDEX_START);
}

static void walk_all(walker *walk)
{
    const uint64_t limb = 1;
    lb_wide one;

    lb_wide_set(&one, 1);
    index_clear(&walk->by_outcome, INDEX_START);
    turn_over(walk);
    start_next(walk);
    lb_run_start(&walk->run, walk->job->procedure, walk->job->facts);
    arrive(walk, &one, &limb, 1);
    turn_over(walk);
    while (walk->now.count > 0 && !is_stopped(walk)) {
        start_next(walk);
        for (; walk->now.length > 0 && !is_stopped(walk); drop_first(walk))
            expand(walk);
        if (!is_stopped(walk))
            turn_over(walk);
    }
}

/// True if the facts are those of a chart as a person may give them. The facts that only play has
/// stand behind the inputs, and are 0 in a chart. Procedures inside a sheet have no ranges.
static bool are_taken(const lb_odds_job *job)
{
    const lb_ruleset *rules = job->rules;

    for (uint32_t i = 0; i < rules->chart_count; i++) {
        const lb_chart *chart = &rules->charts[i];

        if (chart->procedure != job->procedure)
            continue;
        for (uint32_t k = lb_chart_cells(chart); k < rules->procedures[chart->procedure].facts; k++)
            if (job->facts[k] != 0)
                return false;
        return lb_chart_takes(chart, job->facts, NULL);
    }
    return true;
}

lb_status lb_odds_walk(const lb_odds_job *job, lb_odds *odds)
{
    walker walk;

    assert(job->field_count <= LB_EFFECT_MAX);
    if (job->procedure >= job->rules->procedure_count || (!job->is_gathered && !are_taken(job)))
        return LB_ERROR_INPUT;
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
