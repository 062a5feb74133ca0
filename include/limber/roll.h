// SPDX-License-Identifier: MIT
// A roll: which dice are thrown, and what of them a rule looks at.
//
// A rule never sees dice. It states a roll, and goes on with one number: the roll's *value*. The
// value can come from faces (real dice, a generator, a record) or from the list of all values with
// their exact weights; both are made here, so that they cannot disagree. 24 dice counted are 25
// values, not 6^24 throws.
#pragma once

#include "limber/api.h"
#include "limber/fraction.h"

LB_BEGIN_DECLS

/// How the faces become a value.
typedef enum lb_reduction {
    LB_ROLL_SUM,   ///< the total
    LB_ROLL_COUNT, ///< how many dice reach `need`, after re-rolls and saves
    LB_ROLL_FACES, ///< every face in order, four bits each, the first die lowest
    LB_ROLL_BANDS, ///< how many of the `edge`s the total reaches: the row of a table
    LB_REDUCTION_COUNT
} lb_reduction;

/// Sides are 0 and 1 everywhere, in play and in two-sided charts (there 0 attacks or is active).
enum { LB_NO_SIDE = 0xff }; ///< neither side, or nobody in particular

enum {
    LB_DICE_MAX = 240,             ///< dice of one throw
    LB_FACES_MAX = 3,              ///< dice of LB_ROLL_FACES
    LB_DRAW_MAX = 16,              ///< cards of a draw
    LB_EDGES_MAX = 7,              ///< edges of LB_ROLL_BANDS
    LB_SPREAD_MAX = 256,           ///< distinct values of one roll
    LB_THROW_MAX = 3 * LB_DICE_MAX ///< faces of one roll: throw, re-rolls, saves
};

/// One roll. Zero is "no dice", whose value is 0. Made by the functions below, a roll is thrown by
/// nobody in particular until a rule says by whom.
typedef struct lb_roll {
    uint8_t reduction;   ///< lb_reduction
    uint8_t sides;       ///< 6, 10 for a direction die, or the number of cards of a draw
    uint8_t reroll_ones; ///< COUNT: a 1 is thrown again, once, and the second face stands
    uint8_t save;    ///< COUNT: each success is thrown again and lost at this face or over; 0: none
    uint8_t edges;   ///< BANDS: how many edges
    uint8_t side;    ///< who throws: 0, 1 or LB_NO_SIDE
    int8_t wish;     ///< what he wishes: 1 a high value, -1 a low one, 0 nothing
    uint8_t spare;   ///< always 0
    uint16_t clause; ///< the clause that asks for it
    int16_t need;    ///< COUNT: the face to reach; under 2 every die does, over `sides` none;
                     ///< FACES: the face that is a success, for those who keep accounts, or 0
    uint16_t dice;   ///< how many
    uint16_t cap;    ///< SUM, COUNT: values over it are one; 0: no cap
    int16_t again;   ///< SUM, BANDS: a total that is thrown again until it is another; 0: none
    int16_t edge[LB_EDGES_MAX]; ///< BANDS: ascending
} lb_roll;

LB_STATIC_ASSERT(sizeof(lb_roll) == 8 + 5 * 2 + LB_EDGES_MAX * 2,
                 "rolls are compared byte by byte: no padding");

/// One value of a roll and its weight out of the spread's denominator.
typedef struct lb_chance {
    int32_t value;
    lb_wide weight;
} lb_chance;

/// Every value that a roll can have, ascending; the weights are positive and add up to the
/// denominator exactly.
typedef struct lb_spread {
    uint32_t count;
    lb_denominator denominator;
    lb_chance chance[LB_SPREAD_MAX];
} lb_spread;

/// The total of dice.
lb_roll lb_roll_sum(uint16_t clause, int32_t dice);

/// How many of some dice reach a face. `need` may be any number.
lb_roll lb_roll_count(uint16_t clause, int32_t dice, int32_t need);

/// Where the total of dice falls: the value is the number of edges reached. Edges must ascend.
lb_roll lb_roll_bands(uint16_t clause, int32_t dice, const int32_t *edges, int32_t count);

/// Every face in order, up to LB_FACES_MAX dice.
lb_roll lb_roll_faces(uint16_t clause, int32_t dice);

/// One of so many cards, up to LB_DRAW_MAX: the value is its number, counted from 1.
lb_roll lb_roll_draw(uint16_t clause, int32_t cards);

/// True if the roll can be thrown and listed within the bounds above.
bool lb_roll_is_possible(const lb_roll *roll);

/// How many more faces the roll needs after the first `count` of them; 0 when it is complete. The
/// faces come in the order of throwing: all dice, then the ones again, then one save for each
/// success, and, where a total is thrown again, the whole throw again.
uint32_t lb_roll_missing(const lb_roll *roll, const uint8_t *faces, uint32_t count);

/// True if the faces are a whole throw of this roll: every face is one of its dice, none is missing
/// and none is too many. `faces` may be NULL if `count` is 0.
bool lb_roll_takes(const lb_roll *roll, const uint8_t *faces, uint32_t count);

/// The value of a complete throw.
int32_t lb_roll_value(const lb_roll *roll, const uint8_t *faces, uint32_t count);

/// The denominator of the roll's spread, without making the spread.
lb_denominator lb_roll_denominator(const lb_roll *roll);

/// Lists all values with exact weights. The roll must be possible.
void lb_roll_spread(const lb_roll *roll, lb_spread *spread);

LB_END_DECLS
