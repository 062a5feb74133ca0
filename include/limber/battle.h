// SPDX-License-Identifier: MIT
// A battle: what never changes in it (lb_battle), how it stands (lb_state), what a side may do
// (lb_action), and what a ruleset provides to play it (lb_play).
//
// A state holds no pointers and is copied by assignment; zero is an empty one. It contains its node
// machine: the battle is a procedure of the ruleset that stops at rolls and decisions like any
// other. Figures and marks are plain integers whose meaning is the ruleset's own.
#pragma once

#include "limber/api.h"
#include "limber/machine.h"
#include "limber/ruleset.h"
#include "limber/scenario.h"
#include "limber/table.h"

#include <string.h>

LB_BEGIN_DECLS

enum {
    LB_SIDES = 2,
    LB_UNITS_MAX = LB_SCENARIO_UNITS,
    LB_GROUPS_MAX = LB_SCENARIO_BRIGADES,
    LB_LEADERS_MAX = LB_SCENARIO_COMMANDERS,
    LB_OBJECTIVES_MAX = LB_SCENARIO_OBJECTIVES,
    LB_CARD_FIGURES = 12, ///< of a unit
    LB_LEADER_FIGURES = 4,
    LB_SIDE_FIGURES = 4,
    LB_UNIT_MARKS = 8,
    LB_GROUP_MARKS = LB_SCENARIO_BRIGADE_MARKS,
    LB_LEADER_MARKS = LB_SCENARIO_COMMANDER_MARKS,
    LB_SIDE_MARKS = LB_SCENARIO_SIDE_MARKS,
    LB_FATIGUES = LB_ARM_COUNT, ///< kinds of fatigue of a group
    LB_HELPERS_MAX = 3
};

/// What a unit is.
typedef struct lb_unit_card {
    char name[LB_SCENARIO_NAME];
    uint8_t side;
    uint16_t group;
    uint8_t arm; ///< lb_arm
    uint8_t troop_class;
    uint8_t nation;
    uint8_t quality;
    uint8_t formation;    ///< at the start
    uint8_t arrival_turn; ///< 0: from the start
    uint16_t heading;
    lb_point at; ///< at the start, or where it enters
    uint64_t traits;
    int16_t figure[LB_CARD_FIGURES]; ///< the ruleset's numbers

    // Of a battle that begins as a position:
    bool is_removed;
    bool is_coming; ///< in a position: off the table, to come on in the course of its first turn
    uint8_t left;   ///< in a position: 1 + the exit by which it has left; 0: it has not
    uint16_t losses;
    uint16_t hits;    ///< short of the next loss
    uint32_t states;  ///< bits by lb_scenario_state
    uint16_t with;    ///< the group that it is with now, LB_NOBODY for its own
    uint8_t off_turn; ///< off the table until this turn; 0: it is not
} lb_unit_card;

/// What a group is told to do: a kind of order as the ruleset counts them, where, and how many
/// delays lie between the order and the deed.
typedef struct lb_order {
    uint8_t kind; ///< 0: none
    uint8_t delay;
    uint16_t objective; ///< or LB_NOBODY
    uint16_t group;     ///< that it is about (support …), or LB_NOBODY
    lb_point place;     ///< where, if it names a place: is_placed
    bool is_placed;
} lb_order;

/// A body of units under one leader: brigade, Formation, Major Formation.
typedef struct lb_group_card {
    char name[LB_SCENARIO_NAME];
    uint8_t side;
    uint16_t leader;   ///< number, or LB_NOBODY
    uint16_t superior; ///< the leader above him, or LB_NOBODY for the army's
    uint16_t first_unit;
    uint16_t unit_count;
    uint8_t arrival_turn;
    uint64_t traits;

    // At the start, or of a battle that begins as a position:
    uint32_t states;              ///< bits by lb_scenario_brigade_state
    int16_t mark[LB_GROUP_MARKS]; ///< those of its marks that the file says
    uint8_t status;               ///< lb_scenario_status
    uint8_t fatigue[LB_FATIGUES];
    lb_order order, pending; ///< kinds by lb_scenario_order
    bool has_area;
    lb_point area; ///< where it gathers what is left of it
} lb_group_card;

/// A commander.
typedef struct lb_leader_card {
    char name[LB_SCENARIO_NAME];
    uint8_t side;
    uint16_t group;    ///< he leads, or LB_NOBODY for higher commanders
    uint16_t superior; ///< the leader above him, or LB_NOBODY
    uint8_t rank;
    uint8_t ability;
    uint8_t inspiration;
    uint32_t traits;
    lb_point at;
    bool is_removed;               ///< in a position
    uint8_t off_turn;              ///< in a position: off the table until this turn; 0: he is not
    uint16_t attached;             ///< in a position: to this unit, or LB_NOBODY
    uint32_t states;               ///< in a position: bits by lb_scenario_commander_state
    int16_t mark[LB_LEADER_MARKS]; ///< in a position: those of his marks that the file says
    int16_t figure[LB_LEADER_FIGURES]; ///< the ruleset's numbers
} lb_leader_card;

/// An army.
typedef struct lb_side_card {
    char name[LB_SCENARIO_NAME];
    uint8_t nation;
    uint8_t staff;                   ///< lb_staff
    uint16_t leader;                 ///< the army's commander, or LB_NOBODY
    int16_t figure[LB_SIDE_FIGURES]; ///< the ruleset's numbers
    int16_t mark[LB_SIDE_MARKS];     ///< in a position: those of its marks that the file says
    uint8_t break_percent;           ///< of itself that it can lose; 0: as the sheet says
} lb_side_card;

typedef struct lb_objective_card {
    char name[LB_SCENARIO_NAME];
    lb_point at;
    int32_t radius_tmm;
    uint8_t value;
    uint8_t held;    ///< side, or LB_NO_SIDE
    uint8_t exit;    ///< the side whose units leave the table here, or LB_NO_SIDE
    uint8_t leavers; ///< how many of them it takes to hold it
} lb_objective_card;

/// A level of victory: see lb_scenario_level.
typedef struct lb_victory_level {
    char name[LB_SCENARIO_NAME];
    uint8_t side;   ///< or LB_NO_SIDE
    uint8_t ground; ///< 0: anything
    uint8_t breaks; ///< side, or LB_NO_SIDE
} lb_victory_level;

/// How far one sees from a turn on.
typedef struct lb_weather {
    char name[LB_SCENARIO_NAME];
    uint8_t turn;
    int32_t sight_tmm; ///< 0: as far as the ground lets
} lb_weather;

/// Everything that stays as it is through a battle.
struct lb_battle {
    const lb_ruleset *rules;
    lb_house house;
    char title[LB_SCENARIO_NAME];
    char scenario[LB_SCENARIO_WORD];
    uint8_t turns;
    uint8_t first_side;
    uint8_t minutes;       ///< of a turn
    uint16_t start_minute; ///< of the first turn, after midnight; 0: the scenario has no clock
    int32_t scale_dm;      ///< ground to the sheet's unit of length, in decimetres
    int32_t
        crowding; ///< the front of the units on the table, in percent of what their men would take
    uint16_t crowded; ///< units that found no room near their places, or the enemy too near
    char outcome[LB_SCENARIO_TEXT]; ///< how it went in history; "" if the scenario does not say
    lb_weather weather[LB_SCENARIO_WEATHERS];
    uint8_t weather_count;
    lb_victory_level level[LB_SCENARIO_LEVELS];
    uint8_t level_count;
    uint8_t start_turn, start_phase, start_active; ///< of a position; turn 0: from the beginning
    uint16_t unit_count, group_count, leader_count, objective_count;
    lb_side_card side[LB_SIDES];
    lb_unit_card unit[LB_UNITS_MAX];
    lb_group_card group[LB_GROUPS_MAX];
    lb_leader_card leader[LB_LEADERS_MAX];
    lb_objective_card objective[LB_OBJECTIVES_MAX];
    lb_piece piece[LB_SCENARIO_PIECES];
    char piece_name[LB_SCENARIO_PIECES][LB_SCENARIO_NAME]; ///< "" if it has none
    lb_point point[LB_SCENARIO_POINTS];
    uint16_t piece_count, point_count;
    int32_t width_tmm, depth_tmm; ///< of the table
};

/// Where a unit or leader is.
typedef enum lb_presence {
    LB_PRESENCE_AWAY,  ///< has not arrived
    LB_PRESENCE_TABLE, ///< on the table
    LB_PRESENCE_GONE,  ///< removed
    LB_PRESENCE_LEFT,  ///< left the table by an exit; its place is where it left
    LB_PRESENCE_COUNT
} lb_presence;

typedef struct lb_unit {
    lb_point at; ///< centre of the footprint
    uint16_t heading;
    uint8_t presence;
    uint8_t formation; ///< the ruleset's own
    uint32_t flags;    ///< the ruleset's own
    uint16_t group;    ///< that it is with: its card's, or another while it is detached or attached
    uint8_t off_turn;  ///< off the table until this turn; 0: it is not
    uint8_t spare;     ///< always 0
    int16_t mark[LB_UNIT_MARKS]; ///< the ruleset's own
} lb_unit;

typedef struct lb_group {
    uint32_t flags;
    lb_order order, pending;
    uint8_t fatigue[LB_FATIGUES];
    uint8_t status; ///< the ruleset's own
    lb_point area;  ///< where it gathers what is left of it: has_area
    bool has_area;
    uint8_t spare; ///< always 0
    int16_t mark[LB_GROUP_MARKS];
} lb_group;

typedef struct lb_leader {
    lb_point at;
    uint32_t flags;
    uint8_t presence;
    uint8_t off_turn;  ///< off the table until this turn; 0: he is not
    uint16_t attached; ///< to this unit, or LB_NOBODY
    int16_t mark[LB_LEADER_MARKS];
} lb_leader;

typedef struct lb_side {
    int16_t mark[LB_SIDE_MARKS];
} lb_side;

enum {
    LB_STEP_TMM_MAX = LB_TABLE_MAX * 2,
    LB_STEP_ANGLE_MAX = 70000
}; ///< of a step of an action's path

/// What a side does at a decision. Members that the verb does not use are zero (helpers LB_NOBODY).
typedef struct lb_action {
    uint8_t verb; ///< the ruleset's own
    uint8_t formation;
    uint8_t option;
    uint8_t spare; ///< always 0
    uint16_t unit; ///< or group, or leader, as the verb says
    uint16_t target;
    uint16_t helper[LB_HELPERS_MAX];
    uint16_t spare2;     ///< always 0
    lb_point place;      ///< on the table
    lb_unit_set members; ///< other units that do the same with it
    lb_path path;
} lb_action;

/// An action of a verb and nothing else.
static inline lb_action lb_action_of(uint32_t verb)
{
    lb_action action;

    memset(&action, 0, sizeof action);
    action.verb = (uint8_t)verb;
    action.helper[0] = action.helper[1] = action.helper[2] = LB_NOBODY;
    return action;
}

/// How a battle stands.
struct lb_state {
    lb_machine machine;
    lb_action action;                ///< the answer to the last decision
    uint8_t turn;                    ///< 1 for the first
    uint8_t phase;                   ///< the ruleset's own
    uint8_t active;                  ///< side
    uint8_t winner;                  ///< at the end: side, or LB_NO_SIDE for a draw
    uint8_t level;                   ///< at the end: 1 + the level of victory; 0: none was reached
    uint8_t held[LB_OBJECTIVES_MAX]; ///< side, or LB_NO_SIDE
    lb_side side[LB_SIDES];
    lb_group group[LB_GROUPS_MAX];
    lb_leader leader[LB_LEADERS_MAX];
    lb_unit unit[LB_UNITS_MAX];
};

LB_STATIC_ASSERT(sizeof(struct lb_state) <= 48 * 1024, "a state is copied often");

/// A rule's "no".
typedef struct lb_reason {
    uint16_t clause;
    const char *why;
} lb_reason;

/// How a verb is used: which members of an action it takes.
typedef enum lb_verb_use {
    LB_USES_UNIT = 1,
    LB_USES_TARGET = 2,
    LB_USES_FORMATION = 4,
    LB_USES_OPTION = 8,
    LB_USES_HELPERS = 16,
    LB_USES_PATH = 32,
    LB_USES_GROUP = 64,   ///< `unit` is a group
    LB_USES_LEADER = 128, ///< `unit` is a leader
    LB_USES_MEMBERS = 256,
    LB_USES_PLACE = 512,
    LB_SPARES_OPTION = 1024, ///< with LB_USES_OPTION: a record leaves it out where it is 0
    LB_MOVES_UNIT = 2048,    ///< the unit goes elsewhere
    LB_FALLS_BACK = 4096,    ///< with LB_MOVES_UNIT: away from the enemy
    LB_MOVES_GROUP = 8192,   ///< with LB_USES_GROUP: the units of the group go elsewhere
    LB_IS_SECRET = 16384     ///< the other side does not see it done
} lb_verb_use;

typedef struct lb_verb {
    const char *word;
    const char *help;
    uint32_t uses;
} lb_verb;

/// Table sizes of a unit in tenths of a millimetre.
typedef struct lb_size {
    int32_t width_tmm;
    int32_t depth_tmm;
} lb_size;

/// A question about the odds of something on the table. Begin with lb_query_of: a zero is unit 0.
typedef struct lb_query {
    const char *what;      ///< the word: "fire", "melee", "rally" …
    uint16_t unit, target; ///< numbers; LB_NOBODY where there is none
    uint8_t option;
    uint16_t helper[LB_HELPERS_MAX];
    /// The action whose odds are asked for, with its way and its members; NULL: the sheet takes the
    /// plainest one. It must outlive the query.
    const lb_action *action;
} lb_query;

/// A question without helpers; LB_NOBODY is no unit or no target. `what` must outlive it.
static inline lb_query lb_query_of(const char *what, uint16_t unit, uint16_t target)
{
    lb_query query;

    query.what = what;
    query.unit = unit;
    query.target = target;
    query.option = 0;
    query.action = NULL;
    for (uint32_t i = 0; i < LB_HELPERS_MAX; i++)
        query.helper[i] = LB_NOBODY;
    return query;
}

/// The chart that answers it and the facts that the table gives.
typedef struct lb_situation {
    const lb_chart *chart;
    int32_t facts[LB_INPUTS_MAX];
} lb_situation;

/// What the target of an action is the number of.
typedef enum lb_target_kind {
    LB_TARGET_UNIT = 0,
    LB_TARGET_GROUP,
    LB_TARGET_LEADER,
    LB_TARGET_OBJECTIVE,
    LB_TARGET_NOBODY, ///< it has none
    LB_TARGET_COUNT
} lb_target_kind;

/// Another word that people use for a verb: "charge" for "assault".
typedef struct lb_synonym {
    const char *word;
    const char *verb;
} lb_synonym;

/// A phrase that sets bits of an action's or question's option: "as skirmishers".
typedef struct lb_option_phrase {
    const char *verb; ///< the verb or question that it belongs to
    const char *phrase;
    uint8_t bits;
} lb_option_phrase;

/// A mark of a side, group or leader that a position can say under a key of its own. Lists end with
/// a NULL key.
typedef struct lb_mark_key {
    const char *key; ///< "defeats", "cards" …
    uint8_t mark;
    /// NULL: the mark is a count. Otherwise the words whose numbers are its bits, "" where a bit
    /// has none, NULL behind the last. What has a word stands in one mark of a side at most.
    const char *const *words;
} lb_mark_key;

enum { LB_MARK_WORDS_MAX = 15 }; ///< a mark has so many bits

/// How a unit stands, as its sheet counts.
typedef struct lb_unit_report {
    int32_t losses;
    int32_t hits;    ///< short of the next loss; -1 where the sheet knows none
    uint32_t states; ///< bits by lb_scenario_state
    bool is_denied;  ///< dice keep it from acting this turn
    bool is_reserve; ///< it is ordered to wait in reserve
} lb_unit_report;

/// How a side stands, as its sheet counts.
typedef struct lb_side_report {
    int32_t score;     ///< what it has suffered: brigades defeated, commanders fallen
    uint32_t in_hand;  ///< bits of what it has in hand, by `hand` of lb_play
    int32_t lost;      ///< of what the sheet counts towards its defeat,
    int32_t whole;     ///< and how much it had
    int32_t breaks_at; ///< so much of it in hundredths breaks the army; 0: all of it
} lb_side_report;

/// From which level of telling on something is told.
typedef enum lb_tell_level {
    LB_TELL_BRIEF,  ///< losses, routs, ground that changes hands
    LB_TELL_NORMAL, ///< what everybody does, the dice, and what comes of it
    LB_TELL_FULL,   ///< with every clause that counts
    LB_TELL_LEVEL_COUNT
} lb_tell_level;

/// How one kind of event of one clause is told (limber/tell.h says what stands for what in a text).
typedef struct lb_told {
    uint16_t clause;
    uint8_t kind;  ///< lb_event_kind; of a change LB_EVENT_KIND_COUNT + lb_change
    uint8_t level; ///< lb_tell_level
    const char *text;
    const char *one, *many, *none; ///< of a throw: what it came to
} lb_told;

/// How a flag is told that somebody gets, or gets rid of; NULL: nothing.
typedef struct lb_told_flag {
    uint8_t owner; ///< LB_ACTOR_UNIT, LB_ACTOR_GROUP or LB_ACTOR_LEADER
    uint8_t level;
    uint32_t flag;
    const char *set, *cleared;
} lb_told_flag;

/// What a sheet's events are in words.
typedef struct lb_tells {
    const lb_told *told;       ///< a NULL text behind the last
    const lb_told_flag *flags; ///< a flag of 0 behind the last
    const char *const *deeds;  ///< by verb; NULL: the verb alone is not worth a line
    const char *loses;         ///< what a unit does that suffers: "lost"
    const char *loss, *losses; ///< one, and several, of what it loses
    const char *score;         ///< what a side has lost, {before}, of what it had, {after}
} lb_tells;

enum { LB_RANGES_MAX = 4 };

/// How far a unit fires with something as it stands, and where to: ahead of its front, between the
/// rays from the front corners turned outward by `angle`; LB_ANGLE_HALF: all round.
typedef struct lb_range {
    const char *what; ///< "muskets", "canister" …
    uint16_t clause;
    uint16_t angle;
    int32_t tmm;
} lb_range;

struct lb_fitness;
struct lb_asks;
struct lb_marks;
struct lb_queries;
struct lb_ride;

/// What a ruleset provides to be played: lists, and a few functions. rules/kit turns the lists into
/// everything that clients ask for; see docs/adding-a-ruleset.md.
typedef struct lb_play {
    uint16_t procedure; ///< the whole battle
    uint8_t verb_count, phase_count, question_count;
    const lb_verb *verbs;
    const char *const *phases;    ///< their names
    const char *const *questions; ///< each question in words
    const lb_word *formations;
    const uint8_t *shapes;      ///< for each formation what it looks like, an
                                ///< lb_scenario_formation; NULL: all are lines
    const char *const *figures; ///< names of a unit's figures, NULL behind the last
    const char *const *hand;    ///< names of what a side may have in hand; NULL: nothing
    /// What a position can say of the marks of sides, groups and leaders.
    const lb_mark_key *side_keys, *group_keys, *leader_keys;
    const lb_option_phrase *options; ///< how options are typed; a NULL phrase behind the last
    const lb_synonym *synonyms;      ///< other words for verbs; a NULL word behind the last
    /// How the choice of a verb is put to people: {who}, {at}, {place}, {with} for other units,
    /// {as} for an option, {on} for " on" and a target; a NULL word behind the last. NULL, or not
    /// in the list: as it is typed.
    const lb_synonym *phrases;
    const lb_verb *queries; ///< questions about odds; a NULL word behind the last
    /// The query that tells the odds of a verb, where it has another word: `word` is the verb's,
    /// `verb` the query's. A NULL word behind the last; NULL: none has.
    const lb_synonym *odds;
    const char *length_word;      ///< the unit that the sheet measures in: "in"
    int32_t length_tmm;           ///< and how long that is
    const char *break_words;      ///< what a scenario's break is a percentage of
    int8_t size_mark;             ///< the mark of a unit that its size depends on; -1: none
    int8_t strength_figure;       ///< the figure of a unit that its losses count against
    bool shares_turns;            ///< both sides act in every turn
    uint8_t own_phase;            ///< from this phase on it is one side's own; 0: no phase is
    const char *own_phase_word;   ///< what those phases are together, or NULL
    uint8_t moves_in_turn;        ///< that a group may be ordered to make; 0: one
    uint8_t order_turns;          ///< that usually pass until an order is carried out
    bool attack_pays;             ///< who charges has the better of it: nobody waits to be charged
    bool enemy_first;             ///< an enemy who is near comes before ground
    bool must_stay;               ///< ground counts for a side only while it stands there alone
    uint16_t pose_flags;          ///< flags of a unit that say how it stands: views keep them
    const struct lb_asks *asks;   ///< which verbs answer which question (rules/kit/ask.h)
    const struct lb_marks *marks; ///< how long flags and marks last (rules/kit/marks.h)
    const struct lb_queries *query_rows; ///< who answers `queries` (rules/kit/query.h)
    const lb_tells *tells;               ///< events in words
    const struct lb_ride *ride;          ///< how leaders ride (rules/kit/ride.h)

    /// Turns a scenario into figures and places. On error says why; battle is unspecified then.
    lb_status (*muster)(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag);
    /// How the battle stands at the start.
    void (*deploy)(const lb_battle *battle, lb_state *state);
    /// The size of a unit in a formation; before the start with a NULL state.
    lb_size (*size)(const lb_battle *battle, const lb_state *state, uint32_t unit,
                    uint8_t formation);
    /// How a unit, or a side, stands.
    void (*report_unit)(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        lb_unit_report *report);
    void (*report_side)(const lb_battle *battle, const lb_state *state, uint32_t side,
                        lb_side_report *report);
    /// Whether the army of a side is broken, or nothing is left of it: the battle is over then.
    bool (*is_broken)(const lb_battle *battle, const lb_state *state, uint32_t side);
    /// How many times an objective counts for a side, in play and in all accounts; NULL: once.
    int32_t (*objective_times)(const lb_battle *battle, const lb_state *state, uint32_t side,
                               uint32_t objective);
    /// How far a side is ahead, in per mille of a lead that wins. By a sheet that has this, who
    /// walks up under fire loses more than who awaits him: the planner bides while that pays. NULL:
    /// the ground alone says who has to attack.
    int32_t (*lead)(const lb_battle *battle, const lb_state *state, uint32_t side);
    /// What the planner has to know of a unit on the table.
    void (*fitness)(lb_view *view, uint32_t unit, struct lb_fitness *fitness);
    /// Adds the units whose fire or fight the throw decides that is due; true if it is a fight.
    /// NULL: every action names the units that fire or fight by it.
    bool (*deeds)(lb_view *view, lb_unit_set *who);
    /// Lists how far a unit fires as it stands, the farthest last; returns how many.
    uint32_t (*ranges)(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX]);
    /// Lists how far a leader reaches who acts by where he is, the farthest last; NULL: by this
    /// sheet none does.
    uint32_t (*rings)(const lb_battle *battle, uint32_t leader, lb_range rows[LB_RANGES_MAX]);
    /// Whether a unit sees an enemy on the table.
    bool (*sees)(lb_view *view, uint32_t unit, uint32_t target);
    /// Everybody who acts by an action: units that are linked to those who are named act with them.
    /// NULL: only who is named.
    lb_unit_set (*ordered)(lb_view *view, const lb_action *action);
    /// The query that tells the odds of an answer which names nobody itself: how a charge is met.
    /// False: the sheet has none. NULL: for no answer.
    bool (*query_of_answer)(const lb_state *state, const lb_action *action, lb_query *query);
    uint8_t alone_option; ///< with `ordered`: the bit of an option by which only the named act
    /// What the option of an action means, in words; "" for nothing. Lives for ever.
    const char *(*option_text)(const lb_action *action);
    /// What the target of a side's action is; NULL: always a unit.
    lb_target_kind (*target_kind)(const lb_battle *battle, uint32_t side, const lb_action *action);
} lb_play;

/// How a unit, or a side, stands, as its sheet counts.
lb_unit_report lb_battle_unit(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// What a position would say of a group's flags: bits by lb_scenario_brigade_state.
uint32_t lb_battle_group_states(const lb_battle *battle, const lb_state *state, uint32_t group);

/// What a position would say of a leader's flags: bits by lb_scenario_commander_state.
uint32_t lb_battle_leader_states(const lb_battle *battle, const lb_state *state, uint32_t leader);
lb_side_report lb_battle_side(const lb_battle *battle, const lb_state *state, uint32_t side);

/// The weather on a turn; NULL if the scenario says nothing of it.
const lb_weather *lb_battle_weather(const lb_battle *battle, uint32_t turn);

/// What an objective is worth to a side: its value, and what the sheet makes of it in this battle.
int32_t lb_battle_objective_worth(const lb_battle *battle, const lb_state *state, uint32_t side,
                                  uint32_t objective);

/// The worth of all objectives that a side holds.
int32_t lb_battle_held(const lb_battle *battle, const lb_state *state, uint32_t side);

/// The level of victory as it stands, if the armies of these sides are broken; NULL if none holds.
const lb_victory_level *lb_battle_level(const lb_battle *battle, const lb_state *state,
                                        const bool is_broken[LB_SIDES]);

/// Turns a scenario into a battle by a ruleset that can be played, with its house values (NULL: the
/// sheet's own). On error says why in *diag, which may be NULL; *battle is unspecified then.
lb_status lb_battle_muster(lb_battle *battle, const lb_ruleset *rules, const lb_house *house,
                           const lb_scenario *scenario, lb_diag *diag);

/// Sets up the state at the start of the battle and runs to the first node.
void lb_battle_start(const lb_battle *battle, lb_state *state, const lb_sink *sink);

/// A run over a state in play. Set `view` to scratch of your own to make it faster.
lb_run lb_battle_run(const lb_battle *battle, lb_state *state, const lb_sink *sink);

/// Judges an action at a decision; false with the reason if it is not legal. View and reason may be
/// NULL, here and below; a call without a view keeps one on the stack.
bool lb_battle_check(const lb_battle *battle, const lb_state *state, lb_view *view,
                     const lb_action *action, lb_reason *reason);

/// Lists good legal actions at a decision, never none; returns how many. Complete where the choice
/// is finite; for free movement a useful set. 0 if the battle waits for no decision.
uint32_t lb_battle_choices(const lb_battle *battle, const lb_state *state, lb_view *view,
                           lb_action *actions, uint32_t room);

/// Gathers the facts of a question about odds; false with the reason if it cannot be asked.
bool lb_battle_gather(const lb_battle *battle, const lb_state *state, const lb_query *query,
                      lb_situation *situation, lb_reason *reason);

/// Answers a decision with an action that check accepts, and runs on. The action must be legal:
/// only builds with assertions check it again. False, and nothing happens, if the battle waits for
/// no decision, or the action has a verb, a unit or a path that there cannot be.
bool lb_run_act(lb_run *run, const lb_action *action);

/// A hash over every field of the state, the same on every machine and compiler.
uint64_t lb_state_hash(const lb_state *state);

/// A digest of how a battle stands as people see it: turn, places, formations, losses, states,
/// leaders, objectives. It does not depend on how a state is laid out, so records keep it.
uint64_t lb_battle_digest(const lb_battle *battle, const lb_state *state);

/// The ground of a battle; it borrows from the battle.
lb_ground lb_battle_ground(const lb_battle *battle);

/// The footprint of a unit as it stands.
lb_footprint lb_unit_footprint(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// What is wrong with how a ruleset says it is played, in a sentence; NULL if nothing is. For tests
/// of new rulesets.
const char *lb_play_fault(const lb_ruleset *rules);

LB_END_DECLS
