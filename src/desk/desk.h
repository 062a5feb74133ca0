// SPDX-License-Identifier: MIT
// The desk: everything that a table in a browser has to know of a battle, as JSON text. The same
// code runs as WebAssembly in the browser and natively in the server; docs/api.md shows the
// documents, docs/schema has a schema of each.
//
// Every function writes one document into `text`, which has `room` bytes, closes it with a zero and
// returns its length; or it returns LB_DESK_ROOM if the document does not fit, and the text is "".
// Whatever is refused (a line that cannot be read, an action that is not legal) is a document as
// well: {"ok":false,"why":…}. Lengths are tenths of a millimetre, headings 0 … 65535 clockwise from
// north, x grows to the east and y to the north.
//
// The desk allocates nothing. An lb_desk is its workbench: the caller's, one for each thread.
#pragma once

#include "limber/battle.h"
#include "limber/player.h"
#include "limber/tell.h"
#include "limber/view.h"

enum {
    LB_DESK_ROOM = -1,      ///< the document does not fit
    LB_DESK_TEXT = 2 << 20, ///< room that every document of a large battle fits
    LB_DESK_LINE = 4096     ///< the longest line that is read, its zero counted in
};

/// Who reads: a side sees what is its own, and neither the other's hand nor its pending orders.
enum {
    LB_READER_ALL = 2,       ///< sees everything: a record that is played again, two at one table
    LB_READER_SPECTATOR = 3, ///< sees no secret of either
    LB_READER_COUNT
};

/// A workbench. Only `battle`, `room` and `room_size` mean anything from one call to the next.
typedef struct lb_desk {
    const lb_battle *battle;
    void *room; ///< where odds are reckoned, aligned to 64 bytes
    size_t room_size;
    lb_view view;
    lb_state scratch;
    lb_action found[LB_CHOICES_MAX], kept[LB_CHOICES_MAX];
} lb_desk;

/// Turns to a battle, which must outlive its use. `room` is for odds; LB_PLAYER_ROOM suffices as a
/// rule.
void lb_desk_start(lb_desk *desk, const lb_battle *battle, void *room, size_t room_size);

/// What never changes in the battle: the sheet's words, armies, ground, objectives.
int32_t lb_desk_battle(lb_desk *desk, char *text, size_t room);

/// How the battle stands for a reader, and what it waits for.
int32_t lb_desk_state(lb_desk *desk, const lb_state *whole, uint32_t reader, char *text,
                      size_t room);

/// Sensible legal answers to the open decision, and why units have none.
int32_t lb_desk_choices(lb_desk *desk, const lb_state *state, char *text, size_t room);

/// Judges an action, a line as it stands in a record: whether it is legal, what it costs, and where
/// it leads.
int32_t lb_desk_check(lb_desk *desk, const lb_state *state, const char *line, char *text,
                      size_t room);

/// Finds the legal way by which whoever acts comes nearest to a place, and judges it as
/// lb_desk_check does, with how far from the place it ends ("off"). `line` is an action without its
/// path: "move unit 5 as line". `heading` is how he is to face there; negative: as it comes. The
/// place is that of the unit that is named, also if a row moves with it; of a group that of its
/// block, or of the head of its column.
int32_t lb_desk_go(lb_desk *desk, const lb_state *state, const char *line, lb_point place,
                   int32_t heading, char *text, size_t room);

/// The ground that whoever acts can reach by one straight move after a turn or a wheel, or
/// obliquely: a ring of places as lb_desk_go takes them. `line` as there.
int32_t lb_desk_reach(lb_desk *desk, const lb_state *state, const char *line, char *text,
                      size_t room);

/// What somebody sees who selects a unit: its figures, how far it fires and where to, and the
/// enemies that it can act against now, each with the odds in a few words.
int32_t lb_desk_unit(lb_desk *desk, const lb_state *state, uint32_t unit, char *text, size_t room);

/// The exact odds of what an action leads to, or of a question about odds: a line that begins with
/// a verb or with a query of the sheet ("fire unit 3 target 9 option 0", "melee unit 3 target 9").
/// {"none":true} if no dice hang on it.
int32_t lb_desk_odds(lb_desk *desk, const lb_state *state, const char *line, char *text,
                     size_t room);

/* The sheet, without a battle. `values` are the numbers in force (lb_house.value). */

/// A clause in words, by its id.
int32_t lb_desk_clause(const lb_ruleset *rules, const int32_t *values, const char *id, char *text,
                       size_t room);

/// All clauses of a sheet by section, and its charts.
int32_t lb_desk_sheet(const lb_ruleset *rules, const int32_t *values, char *text, size_t room);

/// A chart as a form: its inputs, and the fields of its outcomes.
int32_t lb_desk_chart(const lb_ruleset *rules, const char *chart, char *text, size_t room);

/// The odds of a chart at "key=value key=value"; what is not given is at its preset. `space` is
/// where they are reckoned, aligned to 64 bytes.
int32_t lb_desk_chart_odds(const lb_ruleset *rules, const int32_t *values, const char *chart,
                           const char *pairs, void *space, size_t space_size, char *text,
                           size_t room);

/* Secrets. */

/// Wipes out of a copy of a state what a reader may not see: the cards of the other side (their
/// number stays), orders on their way, questions that give away what it holds, and how the
/// procedures of the rules stand while it is asked. A battle cannot be played on from such a state,
/// but everything above can be asked of it.
void lb_desk_mask(const lb_battle *battle, lb_state *state, uint32_t reader);

/// True if a state waits for an answer to a question that gives away what somebody holds.
bool lb_desk_is_secret(const lb_battle *battle, const lb_state *state);

/// True if a reader may not read the answer to the open node of a state, a line of a record: an
/// order that is given in secret, a card that is drawn.
bool lb_desk_hides(const lb_battle *battle, const lb_state *state, const char *line,
                   uint32_t reader);

/* Telling. */

/// The thread of a story from answer to answer. Begin with zero; the same battle and state must be
/// used until its end.
typedef struct lb_desk_story {
    lb_teller teller;
    uint32_t reader;    ///< LB_READER_…, or a side: what is told
    bool has_real_dice; ///< people throw: what hangs on their dice is not told as done before
    struct lb_desk_ledger *ledger; ///< where an account is kept (desk/ledger.h), or NULL
} lb_desk_story;

/// Answers the open node with a line of a record ("roll 3 5 1", "fire unit 3 target 9"), moves the
/// state on to the next node and tells what happened: {"ok":true,"lines":[…],"events":[…]}. If the
/// line is refused the state is as before. If the document does not fit the state has moved on all
/// the same: LB_DESK_TEXT suffices.
int32_t lb_desk_answer(lb_desk *desk, lb_state *state, lb_desk_story *story, const char *line,
                       char *text, size_t room);

/// Sets up the state at the start, runs to the first node and tells it as lb_desk_answer does.
int32_t lb_desk_begin(lb_desk *desk, lb_state *state, lb_desk_story *story, char *text,
                      size_t room);
