// SPDX-License-Identifier: MIT
// What the files of this ruleset share: enums and structs made from its lists.
#pragma once

#define LB_CLAUSES_DEF    "rules/napoleons_legacy/clauses.def"
#define LB_VALUES_DEF     "rules/napoleons_legacy/values.def"
#define LB_WORDS_DEF      "rules/napoleons_legacy/words.def"
#define LB_FACTS_DEF      "rules/napoleons_legacy/facts.def"
#define LB_PROCEDURES_DEF "rules/napoleons_legacy/procedures.def"
#define LB_FIGURES_DEF    "rules/napoleons_legacy/figures.def"
#define LB_INNER(name)    nl_##name

enum {
    NL_CHAIN = 8,       ///< units of a row that hits can pass on to
    NL_CLASSES = 3,     ///< of cover: none, partial, hard
    NL_LOTS = 6,        ///< dice that are thrown apart: see nl_lot
    NL_IN_DISORDER = 1, ///< penalties of a defender, as bits
    NL_IN_TERROR = 2,
    NL_PENALTIES = 4,
    NL_PARTIES = 6 ///< rows that attack one row at once
};

#include "core/declare.h"

/* A row that is hit: its units in the order in which hits fall on them. */

enum { LINK_BASES = 64, LINK_HITS = 32 };

/// A unit of a chain: its bases, the hits that take one, and the hits it bears. Small enough for 16
/// bits, which keeps the walk of the odds small.
static inline int32_t nl_link(int32_t bases, int32_t base_hits, int32_t prior)
{
    return lb_least(bases, LINK_BASES - 1) +
           LINK_BASES * (lb_least(base_hits, LINK_HITS - 1) + LINK_HITS * lb_least(prior, 15));
}

static inline int32_t nl_link_bases(int32_t link)
{
    return link % LINK_BASES;
}

static inline int32_t nl_link_hits(int32_t link)
{
    return link / LINK_BASES % LINK_HITS;
}

static inline int32_t nl_link_prior(int32_t link)
{
    return link / LINK_BASES / LINK_HITS;
}

/// chain.c: nl.loss.5, nl.play.hits: bases that hits on each unit of a chain take. Hits that are
/// left when a unit is gone pass on to the next. With `after`, which may be the chain itself, what
/// is left of it.
int32_t nl_chain_lose(const int32_t chain[NL_CHAIN], const int32_t hits[NL_CHAIN],
                      int32_t after[NL_CHAIN]);

/// The kind of a lot of dice: thrown at bases in cover of a class, by sharpshooters or not, with
/// hits that fall on the unit of the chain with the number `first`. 0 is no lot.
static inline int32_t nl_lot(int32_t class, bool is_sharp, int32_t first)
{
    return 1 + class + NL_CLASSES * (is_sharp + 2 * first);
}

static inline int32_t nl_lot_class(int32_t kind)
{
    return (kind - 1) % NL_CLASSES;
}

static inline bool nl_lot_is_sharp(int32_t kind)
{
    return (kind - 1) / NL_CLASSES % 2 != 0;
}

static inline int32_t nl_lot_first(int32_t kind)
{
    return (kind - 1) / NL_CLASSES / 2;
}

static inline int32_t nl_sum(const int32_t *of, int32_t count)
{
    int32_t sum = 0;

    for (int32_t i = 0; i < count; i++)
        sum += of[i];
    return sum;
}

/// resolve.c: nl.cover.*: 0 none, 1 partial, 2 hard. A hill shelters nobody but infantry.
int32_t nl_cover_class(const int32_t *values, int32_t cover, int32_t target);

/// resolve.c: nl.advance.7 and nl.bayonet.7: the dice of so many bases with the same figure, under
/// penalties; no base drops under 0.
int32_t nl_defending_dice(const int32_t *values, int32_t bases, int32_t attacks, int32_t penalties);

/// charges.c: the hasty fire of the defender at a bayonet charge; false if there is none.
bool nl_fire_at_bayonet(const struct bayonet_facts *charge, struct fire_facts *fire);

/// resolve.c: nl.hit.*: the face that hits a unit in cover of a class.
int32_t nl_face_to_hit(const lb_run *run, int32_t class);

/// chain.c: hits beyond which more make no difference to a row.
int32_t nl_fatal_hits(const int32_t chain[NL_CHAIN]);

/// resolve.c: hits on one side of a fight. More than destroy it are no more than that.
lb_roll nl_blows_roll(lb_run *run, int32_t dice, int32_t face, int32_t save, int32_t fatal,
                      lb_role role);

/// resolve.c: nl.advance.12 and nl.square.loss: the state of a side that lost on points.
int32_t nl_beaten_state(lb_run *run, int32_t target, int32_t state, int32_t margin, lb_role role);

/// charges.c: fire of guns as round shot at a target so many rows deep, so many centimetres apart.
struct shot_facts nl_shot_of(const struct fire_facts *fire, int32_t rows, int32_t depth);

/// charges.c: the volley of an advance that nobody has stopped.
struct fire_facts nl_fire_of_advance(const struct advance_facts *f);

/// charges.c: the fear test that a bayonet charge leads to.
struct fear_facts nl_fear_of(const struct bayonet_facts *facts);

/// nl.advance.11: tells who had the better of a fight, by the attacker's lead.
void nl_tell_better(lb_run *run, int32_t lead);

/// charges.c: nl.bayonet.8 to nl.bayonet.12, which are those of the advance under other numbers.
void nl_tell_end_of_bayonet(lb_run *run, const struct combat_effect *fight);

/// resolve.c: what a unit of so many bases adds to its disorder dice, told with its clause.
int32_t nl_disorder_change(lb_run *run, int32_t bases, lb_role role);
