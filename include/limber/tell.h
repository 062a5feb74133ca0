// SPDX-License-Identifier: MIT
// A battle told in sentences. A teller takes the events of a battle and gives lines: a headline for
// each turn and phase, and one line for each thing that is done, with its dice and what came of it.
// The words are the sheet's (lb_tells). It keeps no memory of its own and needs no C library, so
// the terminal and the browser tell in the same words.
//
// In a text of lb_tells keys stand for what an event says: {who} and {at}, the names of whoever
// does it and at whom; {thrower}, who throws; {side}, the side it concerns; {n}, its number, and
// {s}, an "s" unless that is 1; {as}, the option of the action with a space before it; {length},
// {way} and {near}, how far and where to somebody went; {form}, the formation that is ordered, and
// {formed}, that a formation was taken; {before}, {after} and, with its sign, {more} of a change;
// {card}, the option up to a comma; {dice} of a throw, and {es} unless there is one; {by}, " by"
// and the name of whoever caused it; {order} and {pending}, what a brigade is ordered to do. Behind
// the name of several "was" becomes "were".
//
// Behind the words of a throw and '|' can stand what it is for, which a prompt for dice says.
//
// What is done (a deed) can have three texts with '|' between them: that it was done, that it was
// to be done, and, where it was to be done first, that it was done after all. A throw all of whose
// dice must succeed has "*" for what many come to; one to which modifiers are added has "#" for
// what none come to, one in which nobody has luck "_". A throw on a table can have the number of
// the edge that is wanted and what for instead of many: "1 to hit"; the faces of a single die that
// says which way can have words instead of none: the first for all faces before the others. A text
// "" says nothing.
//
// The first character can say how a text joins the line: '+' goes on with it as it is, '!' begins a
// new line (alone: unless the line is about the same), '^' does so if the line is about the other
// side, '~' (of a throw) leaves the text out if the thrower is whom the line is about and it is the
// first, '=' takes the place of what was done or, of a throw, says of it that it was to be done,
// ':' stands behind a colon. All others stand behind "; ". Behind a few parts a new sentence
// begins. What befalls somebody who has nothing to do with the line begins another; what befalls
// several is said of all of them at once. '?' is for a note whose number is the clause that caused
// it: {cause} is the text that the sheet has for flags changed by that clause, and stands behind
// such flags too.
// "$" tells which armies broke. Losses with a text are told on a line of their own, and the text
// ("!, by the fire of {at}") stands behind them.
#pragma once

#include "limber/api.h"
#include "limber/battle.h"

LB_BEGIN_DECLS

enum {
    LB_TELL_LINE = 1024, ///< bytes of a line, the closing zero counted in
    LB_TELL_WORDS = 160, ///< bytes of words that can be said of several
    LB_TELL_LISTED = 6   ///< so many of them are named
};

/// A line: 0 a headline, 1 something that was done, 2 a detail of it.
typedef void (*lb_tell_line)(void *context, uint32_t depth, const char *text);

/// Modifiers of somebody that have been told and wait for his throw.
typedef struct lb_tell_sum {
    lb_actor who;
    int32_t value;
} lb_tell_sum;

/// Set battle, state, level, line and context; all else is zero at first.
typedef struct lb_teller {
    const lb_battle *battle;
    const lb_state *state; ///< as it is while events are told
    lb_tell_level level;
    bool names_clauses; ///< put the clause behind what it does
    bool spells_units;  ///< inches are "in", not a sign
    uint8_t reader;     ///< 1 + the side that is told, not what the other does in secret; 0: all
    lb_tell_line line;
    void *context;

    uint8_t turn, phase, active; ///< of the last headline
    bool is_open, is_worth;      ///< a line was begun; it is worth telling at this level
    bool is_told;                ///< what was done stands there already, with details behind it
    bool has_turn, has_phase;    ///< headlines of the turn and the phase are still to be given
    bool is_mutual;              ///< the line is about both sides
    bool is_put_off;             ///< what was to be done is not told as done yet
    uint8_t told_side;           ///< 1 + the side that the last headline names; 0: none
    uint8_t over;                ///< the turn or the battle, at the last headline
    uint8_t still;               ///< what is to be said of a unit that has not gone anywhere
    lb_actor actor, other;       ///< whom the line is about
    lb_actor last;               ///< whom its last part is about
    uint32_t length;             ///< of the line
    uint32_t parts;              ///< of the line behind what was done
    uint32_t clauses;            ///< parts of the last sentence of the line
    uint32_t sentence;           ///< where that begins
    uint32_t listed_at;          ///< where the part begins that can be said of others too
    uint32_t listed_count;       ///< of how many it is said; 0: there is none
    lb_actor listed[LB_TELL_LISTED];
    char words[LB_TELL_WORDS];   ///< what is said of them
    int32_t went, direction;     ///< the last way that was told
    lb_point from;               ///< where it began
    const char *way;             ///< its text
    lb_tell_sum added[LB_SIDES]; ///< modifiers for the next throws, of one and of another
    char text[LB_TELL_LINE];
} lb_teller;

/// Takes an event. An lb_sink can have it as `emit`, with the teller as its context.
void lb_teller_take(void *context, const lb_event *event);

/// Gives the line that was begun, if there is one. Call it before a question is asked, and at the
/// end.
void lb_teller_flush(lb_teller *teller);

/// True if the sheet has words for an event, or it is known not to be worth any.
bool lb_teller_knows(const lb_battle *battle, const lb_event *event);

/// Writes the question that a decision asks, with names, into `text`; what does not fit is cut off.
void lb_tell_question(const lb_battle *battle, const lb_question *question, char *text,
                      size_t room);

/// How the battle stands, in one line: what each side has suffered, and the ground it holds.
void lb_teller_score(lb_teller *teller);

LB_END_DECLS
