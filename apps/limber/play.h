// SPDX-License-Identifier: MIT
// A game in the terminal: what the files of limber play share.
#pragma once

#include "battle_log.h"
#include "limber/fight.h"
#include "limber/record.h"
#include "text/way_text.h"

enum {
    PLAY_UNDO_MAX = 64,
    PLAY_ANSWERS_MAX = 40000,
    PLAY_EVENTS_MAX = 160, ///< of one happening
    PLAY_FACES_MAX = 1024,
    PLAY_LINE = 512 ///< bytes of a typed line
};

/// What was asked for.
typedef struct play_request {
    const char *scenario, *rules, *house, *side, *level, *dice, *seed_text, *record, *resume;
    bool is_plain;
    bool resumes; ///< a game goes on: `resume`, or the latest if that is NULL
    log_style style;
    uint64_t seed;
} play_request;

/// What followed one decision.
typedef struct play_happening {
    lb_action action;
    uint8_t side; ///< whose action
    bool has_action, has_dice;
    uint32_t count, face_count;
    lb_event event[PLAY_EVENTS_MAX];
    lb_roll roll[PLAY_EVENTS_MAX];
    uint8_t faces[PLAY_FACES_MAX];
} play_happening;

/// Where a decision can be taken back to.
typedef struct play_moment {
    lb_state state;
    lb_recorder recorder;
    uint32_t answers;
    long offset;    ///< of the record's end
    battle_log log; ///< what has been told so far
} play_moment;

/// A game being played.
typedef struct game {
    lb_battle battle;
    lb_state state;
    battle_log log;
    lb_level level;
    uint8_t side;            ///< the person's; of two people the one at the keyboard
    bool is_shared;          ///< two people play, one after the other at one keyboard
    uint32_t seen[LB_SIDES]; ///< answers that had been given when a side left the keyboard
    bool has_real_dice;
    bool is_over;                  ///< the person has left
    uint32_t known_hand[LB_SIDES]; ///< what each side had in hand when it was told last
    uint8_t hour_turn;             ///< the turn whose hour and weather were said; 0 for none
    play_request asked;
    lb_bundle files;      ///< that a new game is made from; empty if it goes on
    int code;             ///< how the program ends if the game cannot begin or go on
    char path[4096];      ///< where the record is; "" if it is kept nowhere
    lb_recorder recorder; ///< its file is NULL while an old record is played again
    uint32_t answers;     ///< given so far
    play_moment undo[PLAY_UNDO_MAX];
    uint32_t undo_count;
    uint32_t undo_floor;      ///< so many of them are not the person's at the keyboard
    play_happening now, test; ///< what follows the last decision; the last that had dice or numbers
    lb_reason refused; ///< why the last typed action was refused; `why` is NULL if it was not
    char misread[LB_DIAG_TEXT];       ///< why the last typed line was no action; empty if it was
    lb_action choice[LB_CHOICES_MAX]; ///< of the open decision, sorted
    uint32_t choice_count;
    uint32_t shown, listed; ///< how many of them have been listed, and up to which they are
    bool told_effects[LB_SIDES][UINT8_MAX + 1]; ///< by option: its effect has been told
    bool odds_in_list;                     ///< few enough have odds that the list can tell them
    lb_unit known[LB_SIDES][LB_UNITS_MAX]; ///< units as each side saw them last
    lb_leader known_leader[LB_SIDES][LB_LEADERS_MAX]; ///< leaders likewise
    uint8_t known_turn[LB_SIDES]; ///< and in which turn of its own; 0: in none yet
    struct play_editor *editor;   ///< of lines at a terminal; NULL: lines are read as they are
} game;

/* play_line.c: a typed line. */

/// Asks for a line (of PLAY_LINE bytes); *text is it without blanks around. False at the end of the
/// input, or when the person presses Ctrl-C.
bool play_line(game *g, const char *prompt, char *line, const char **text);

/// Keeps the lines that were typed for the next game.
void play_line_end(game *g);

/* play_commands.c: words that decide nothing. */

/// Is given words one by one.
typedef void (*play_offer)(void *context, const char *word);

/// Offers words one by one.
typedef void (*play_offer_all)(const game *g, play_offer offer, void *context);

/// What became of a typed line.
typedef enum play_outcome {
    PLAY_UNKNOWN, ///< it is none of these words
    PLAY_OBEYED,  ///< what was asked is still to be answered
    PLAY_CLOSED   ///< the person has left, or taken a decision back
} play_outcome;

extern const char *const play_commands[]; ///< NULL behind the last

play_outcome play_obey(game *g, const char *line);

/// A prompt at which something is asked for.
typedef struct play_talk {
    const char *prompt;
    play_offer_all openings;                   ///< words that need not be typed out
    void (*ask)(const game *g, void *context); ///< before each line; may be NULL
    bool (*take)(game *g, const char *text,
                 void *context); ///< true: all that was asked for is there
} play_talk;

/// Asks for lines, and obeys those that are commands, until all that is asked for is there. False
/// if the game is left or a decision taken back or made.
bool play_converse(game *g, const play_talk *talk, void *context);

/// What a regular player would do at the open decision.
lb_action play_hint(const game *g);

/// Prints what a diag says as a sentence.
void play_show_diag(const lb_diag *diag);

/* play_orders.c: orders at an open decision. */

/// True of what a unit does.
bool play_has_unit(const game *g, const lb_action *action);

/// The word of the question that tells the odds of a verb; NULL if there is none.
const char *play_query_word(const lb_play *play, uint32_t verb);

/// True if the sheet answers a question about the odds of an action.
bool play_has_query(const game *g, const lb_action *action);

/// True if dice may follow a choice that are not those of any order to a unit: a yes or no, an
/// order to a brigade or a leader.
bool play_has_dice_of_its_own(const game *g, const lb_action *action);

/// True of an action that dice may hang on: that one, or a yes or no.
bool play_has_odds(const game *g, const lb_action *action);

/// Lists what may be done: first what no unit does, then unit by unit.
void play_find_choices(game *g);

/// Takes the place of the side that is asked, outside a game: sets the side and the choices.
void play_sit_down(game *g);

/// Puts the whole word in the place of its beginning at the start of a line, by way of `line` (of
/// PLAY_LINE bytes). False with the diag if several begin so.
bool play_expand(const game *g, play_offer_all offer_all, const char **text, char *line,
                 lb_diag *diag);

/// Reads an order: the number of a choice, a line of a record, or words. False with the diag.
bool play_order(const game *g, const char *line, lb_action *action, lb_diag *diag);

/// The question about the odds of an action that play_has_query.
lb_query play_query_of(const game *g, const lb_action *action);

/// Whoever is to act by an action, or NULL.
const char *play_actor_name(const game *g, const lb_action *action);

/// Writes who must answer what: "Now French must answer: Which unit fires, and at whom?"
void play_put_question(const game *g, lb_put *put);

/// Writes why an action is refused, without name and clause. True if the open question should be
/// told with it: the action does not belong there.
bool play_put_refusal(const game *g, const lb_action *action, lb_reason *reason, lb_put *put);

/* play_odds.c: odds of what is asked in words. */

/// What somebody asks about odds.
typedef struct play_asked {
    bool is_order;  ///< the sheet has no chart for it, but dice may follow it
    lb_query query; ///< otherwise
    lb_action order;
} play_asked;

/// Reads a question about odds, or an order. False with the diag.
bool play_read_odds(const game *g, const char *text, play_asked *asked, lb_diag *diag);

/// Writes an order and its odds in a few words, or the dice that it begins with. False with why it
/// cannot be given.
bool play_put_order_odds(const game *g, const lb_action *order, lb_put *put);

/// Answers a question at a prompt.
void play_answer_odds(const game *g, const char *text);

/// cmd_compare.c: the odds of all choices on which dice hang, by their numbers.
void play_compare(const game *g);

/* play_prompt.c: asking the person. */

/// cmd_play.c: true once the person has pressed Ctrl-C.
bool play_is_interrupted(void);

/// Asks until a decision has been made or taken back, or the game left.
void play_ask(game *g);

/// Carries out an action if it is legal. False after saying why not.
bool play_try(game *g, const lb_action *action);

/// Lists the choices, or the units that have some if they do not fit the screen; the next of them.
void play_list(game *g, bool is_all);
void play_list_more(game *g);

/* play_hand_over.c: what somebody sees who comes back to the table. */

/// Lets the side that is asked sit down, if two people play and it is the other's: clears the
/// screen and waits, so that no hand is seen, and tells what has happened. False if the game is
/// left.
bool play_hand_over(game *g);

/// Remembers that everybody has seen the table as it is.
void play_begin_to_look(game *g);

/// Shows where units stand if they do not stand where the person saw them last: by a map, or in
/// sentences. Only at the beginning of a turn of his own.
void play_show_changes(game *g);

/* play_dice.c: the person's own dice and cards. */

/// Asks for the dice of the open roll and throws them, unless the game is left or a decision taken
/// back.
void play_ask_dice(game *g);

/* play_story.c: what has happened. */

/// The last turn and this one, a turn by its number, or "all".
void play_log(const game *g, const char *text);

/// What has happened since so many answers had been given.
void play_catch_up(const game *g, uint32_t answers);

/// Who won and why, losses, turning points and luck.
void play_report(const game *g);

/* play_words.c: what is typed. */

/// An action read from words; `given` holds the lb_verb_use bits of the parts that were named.
typedef struct play_typed {
    lb_action action;
    uint32_t given;
    bool has_goal; ///< its way leads to a place that was named, or so far by the compass
    lb_point goal;
    int32_t goal_tmm; ///< how far, by the compass; 0: to a place, as far as it goes
} play_typed;

/// Where whoever is to act stands; of a brigade its middle.
lb_point play_actor_place(const game *g, const lb_action *action);

/// Reads "move 3 forward 8in", "charge 5", "3 wheel left 30". False with the diag.
bool play_read(const game *g, const char *line, play_typed *typed, lb_diag *diag);

/// Fills in what was not named: from the choices, the nearest unit first. False with the diag if
/// nothing fits.
bool play_complete(const game *g, const play_typed *typed, lb_action *action, lb_diag *diag);

/// Offers verbs; commands; both, with which a line can begin; or every word that could stand at the
/// place in a line.
void play_offer_verbs(const game *g, play_offer offer, void *context);
void play_offer_commands(const game *g, play_offer offer, void *context);
void play_offer_openings(const game *g, play_offer offer, void *context);
void play_offer_words(const game *g, const char *line, bool is_first, play_offer offer,
                      void *context);

/// The own unit on the table that is nearest to another; LB_NOBODY for none.
uint32_t play_nearest_own(const game *g, uint32_t unit);

/* play_places.c: places by name. */

/// Takes the name of an objective, a piece or a kind of ground, a unit or a leader, or the number
/// of a unit, and gives its place. Of several that are called the same it is the nearest to `from`,
/// which may be NULL. False with the diag if there is none, or several.
bool play_take_place(const game *g, const lb_point *from, const char **text, lb_point *place,
                     lb_diag *diag);

/* play_ways.c: ways in words. */

/// Writes a choice by where it leads: "move 12.0\" north, to The Farm".
void play_put_choice(const game *g, const lb_action *action, bool is_named, lb_put *put);

/// Writes what an action does at once by the first clause that acts, behind ": ".
void play_put_effect(const game *g, const lb_action *action, lb_put *put);

/// Writes the odds of an action in a few words, behind ": "; nothing if no dice hang on it.
void play_put_odds(const game *g, const lb_action *action, lb_put *put);

/// True of a way that leaves a unit as it is.
bool play_is_nothing(const game *g, const lb_action *action);

/// Lists the choices at the open decision.
void play_list_choices(game *g);

/// The middle of a piece of ground.
lb_point play_middle_of_piece(const game *g, uint32_t number);

/// Finds the legal way of an action that ends nearest to the goal of what was typed. False with the
/// diag if it cannot come any nearer, or not as far as was said. Of a unit that cannot act now the
/// way is one that the rules refuse.
bool play_go_to(const game *g, const play_typed *typed, lb_action *action, lb_diag *diag);

/* play_view.c: the table in words. */

void play_look(const game *g);

/// What the person's side has in hand; what the other has is its secret.
void play_show_hand(const game *g);
void play_look_at(const game *g, uint32_t unit);

/// How large each side is and who leads it.
void play_show_sides(const game *g);

/// The numbers of the sheet that house rules have changed.
void play_show_house(const game *g);

/// How a unit stands, in one line.
void play_show_unit(const game *g, uint32_t unit);

/// Prints a leader: whom he leads, and where he is.
void play_show_leader(const game *g, uint32_t leader);

/// The whole table, or the part about a place.
void play_map(const game *g, const lb_point *about);
void play_why(const game *g);
void play_odds(const game *g, const lb_query *query);

/* play_record.c: keeping the game. */

/// Begins a new record, or goes on with an old one. False after complaining.
bool play_begin(game *g);
bool play_resume(game *g);

/// Answers the open node, after it is on the disk. False after saying that the disk does not take
/// it; then nothing has happened.
bool play_act(game *g, const lb_action *action);
bool play_throw(game *g, const uint8_t *faces, uint32_t count);

/// Remembers the open decision; takes the last one back. False if there is none.
void play_remember(game *g);
bool play_undo(game *g);

/// Copies the record to another file; "--force FILE" overwrites one that is there.
void play_save(const game *g, const char *path);

/// Closes the record and says how to go on.
void play_end(game *g);

/// Dice for the answer that is given next: the same whenever the game is resumed or taken back.
lb_dice play_dice(const game *g, bool is_whim);

/// The sink of the game's events; its context is the game.
void play_emit(void *context, const lb_event *event);
