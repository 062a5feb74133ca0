// SPDX-License-Identifier: MIT
// What the files that play this sheet on a table share: the meaning of figures, marks and flags,
// and the questions they ask of a state.
//
// A unit is a block of bases: so many files side by side, so many rows deep, as its formation says.
// Units of a brigade that stand side by side, base to base, in the same formation make a *body*,
// which acts as one: see body.c.
#pragma once

#include "limber/battle.h"
#include "limber/plan.h"
#include "rules/field.h"
#include "rules/napoleons_legacy/local.h"

/// Figures of a unit's card, and of a leader's.
enum {
    FIGURE_BASES,
    FIGURE_FIRE,
    FIGURE_RANGE, ///< cm
    FIGURE_COMBAT,
    FIGURE_HITS,
    FIGURE_SAVE,
    FIGURE_CANISTER,
    FIGURE_DEVIATION,
    FIGURE_BLAST, ///< cm
    FIGURE_GRADE, ///< enum grade
    FIGURE_COUNT
};
enum { LEADER_COMMAND, LEADER_RADIUS };

/// Marks of a unit.
enum {
    MARK_BASES,   ///< left
    MARK_HITS,    ///< short of the next base
    MARK_ORDERS,  ///< had this turn
    MARK_CARRIED, ///< the End stage of its owner, counted from the next as 1, that ends a disorder
                  ///< that nothing else does; 0 for none
    MARK_FIGHTS,  ///< as an attacker, this turn
    MARK_TARGET,  ///< 1 + the enemy that it has closed with on an order
    MARK_SHOTS,   ///< fired without orders this turn
    MARK_LOST,    ///< bases knocked out
};

/// Flags of a unit.
enum {
    UNIT_DISORDERED = 1 << 0,
    UNIT_DISMOUNTED = 1 << 1,
    UNIT_ACTED = 1 << 2,   ///< has had its Preliminary action
    UNIT_FIRED = 1 << 3,   ///< has given opportunity fire this turn
    UNIT_HURRIED = 1 << 4, ///< a square formed in answer to a charge
    UNIT_BAYONET = 1 << 5, ///< what it closes with is the bayonet
    UNIT_ORDERED = 1 << 6, ///< the order being carried out is for it
    UNIT_AIMS = 1 << 7,    ///< is about to fire
    UNIT_TERROR = 1 << 8,  ///< ran from the bayonet, and is being pursued
    UNIT_STRUCK = 1 << 9,  ///< is of the body whose losses are being taken
    UNIT_PICKED = 1 << 10, ///< a blunder has had its effect on it
    UNIT_TURN_FLAGS = UNIT_ACTED | UNIT_FIRED | UNIT_HURRIED | UNIT_BAYONET | UNIT_ORDERED |
                      UNIT_AIMS | UNIT_TERROR | UNIT_STRUCK | UNIT_PICKED
};

/// Flags of a leader; above them his lost confidence, a count of nl.blunder.2.
enum { LEADER_SILENT = 1, LEADER_RODE = 2, LEADER_LOST_SHIFT = 8 };

/// Marks of a side.
enum { SIDE_BASES, SIDE_LEADERS }; ///< bases at the start; leaders lost

enum { PHASE_PRELIMINARY, PHASE_COMMAND, PHASE_COMBAT, PHASE_END, PHASE_COUNT };

enum {
#define VERB(name, word, uses, help) VERB_##name,
#include "rules/napoleons_legacy/verbs.def"
    VERB_COUNT
};

/// Options of FIRE: what is fired, and whether it is the free shot of a skirmish order line. Option
/// of FORM: on foot.
enum {
    FIRE_MUSKETS = 0,
    FIRE_SHOT = 1,
    FIRE_SHELL = 2,
    FIRE_CANISTER = 3,
    FIRE_WHAT = 0x0f,
    FIRE_FREELY = 0x10,
    FORM_ON_FOOT = 1
};

#define LB_CMS(value) ((value)*LB_TMM_CM)

/// The number in force, where there is a battle and no run.
#define VALUE_OF(battle, name) ((battle)->house.value[V_##name])

/* measure.c: what a unit is and what the table shows of it. */

/// How the bases of a unit stand.
struct nl_block {
    int32_t files, rows;
    int32_t width_tmm, depth_tmm; ///< of a base
    int32_t gap_tmm;              ///< between files
};

struct nl_block nl_block_of(const lb_battle *battle, uint32_t unit, uint8_t formation,
                            int32_t bases);
int32_t nl_bases(const lb_state *state, uint32_t unit);

/// The place of one base of a unit, counted row by row from its front left.
lb_footprint nl_base_at(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        int32_t number);
lb_size nl_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation);
bool nl_has(const lb_battle *battle, uint32_t unit, lb_trait trait);
bool nl_is_disordered(const lb_state *state, uint32_t unit);
bool nl_is_mounted(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// enum target: what it is to who attacks it.
int32_t nl_kind(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// Bases that can fire as it stands, and their dice; 0 if it cannot.
int32_t nl_firing_bases(const lb_state *state, uint32_t unit);
int32_t nl_fire_dice(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// enum cover of a unit against another.
int32_t nl_cover(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t against);

/// True if it stands in the open: on no ground that shelters.
bool nl_is_in_open(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// enum arc: the side of `unit` that `from` stands before. A square has nothing but fronts.
int32_t nl_arc(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t from);

/// Sight by arc and line; nl_line for the line alone.
bool nl_sees(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target);
bool nl_line(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target);

/// The nearest other unit within `tmm` that it sees, LB_NOBODY if there is none; an enemy, or with
/// `is_anybody` a friend as well.
uint32_t nl_nearest_seen(const lb_battle *battle, const lb_state *state, uint32_t unit, int32_t tmm,
                         bool is_anybody);

/// The nearest enemy within `tmm` that it has a line to, wherever it faces; LB_NOBODY.
uint32_t nl_nearest_visible(const lb_battle *battle, const lb_state *state, uint32_t unit,
                            int32_t tmm);

/// The nearest enemy that a leader has a line to; LB_NOBODY.
uint32_t nl_nearest_to_leader(const lb_battle *battle, const lb_state *state, uint32_t leader);

/// True if it touches an enemy.
bool nl_is_engaged(const lb_battle *battle, const lb_state *state, uint32_t unit);

/* body.c */

/// Units that act as one.
struct nl_body {
    lb_unit_set units;
    lb_footprint footprint; ///< around all of them
    int32_t bases;
    uint8_t count;
};

struct nl_body nl_body_of(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// Moves everybody of a body as its footprint moved.
void nl_body_place(lb_state *state, const struct nl_body *body, const lb_footprint *end);

/// Closes the gaps that losses have torn, if there is room.
void nl_body_close_up(const lb_battle *battle, lb_state *state, const struct nl_body *body);

/// Brings a unit that has come within a centimetre of a neighbour's flank in line with it.
void nl_dress(const lb_battle *battle, lb_state *state, uint32_t unit);

/// Bases of a body that touch another, and of the other that it touches; at least 1 each.
void nl_bases_in_contact(const lb_battle *battle, const lb_state *state,
                         const struct nl_body *attacker, const struct nl_body *defender,
                         int32_t *a_bases, int32_t *d_bases);

/// What the units that support a body in a fight are worth.
int32_t nl_supports(const lb_battle *battle, const lb_state *state, const struct nl_body *body,
                    uint32_t unit);

/* moves.c */

/// How far it goes in a formation, and the clause that says so.
int32_t nl_allowance(const lb_battle *battle, const lb_state *state, uint32_t unit,
                     uint8_t formation);
uint16_t nl_rate_of(uint8_t formation);

/// Everybody that an order goes to.
lb_unit_set nl_ordered(const lb_battle *battle, const lb_state *state, const lb_action *action);

/// Judges a MOVE or FORM; *after is the state with everybody where he ends, and *passed the friends
/// that were passed through.
bool nl_try_move(const lb_battle *battle, const lb_state *state, const lb_action *action,
                 lb_state *after, lb_unit_set *passed, lb_reason *reason);
bool nl_try_form(const lb_battle *battle, const lb_state *state, const lb_action *action,
                 lb_state *after, lb_reason *reason);
bool nl_may_form(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation,
                 bool on_foot, lb_reason *reason);

/// Where a body comes to rest that closes with a target within its reach; false, with the reason,
/// if it cannot.
bool nl_close_in(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target,
                 lb_footprint *end, lb_reason *reason);

/// Sends a body straight away from a unit by `cm`, turning its back if `about`. What it runs into
/// is dealt with by nl.retreat. True if anybody of it is left.
bool nl_go_back(lb_run *run, uint32_t unit, uint32_t from, int32_t cm, bool about);

/// Moves a body by a distance straight away from a unit, or towards it if negative, as far as there
/// is room.
void nl_shift(const lb_battle *battle, lb_state *state, uint32_t unit, uint32_t from, int32_t tmm,
              bool about);

/* losses.c */

/// Takes a unit off the table.
void nl_remove(lb_run *run, uint32_t unit);

/// Takes bases from a unit; it goes when none is left.
void nl_lose_bases(lb_run *run, uint32_t unit, int32_t bases);
void nl_disorder(lb_run *run, uint32_t unit);

/// Bases that a side has lost, leaders counted in.
int32_t nl_bases_lost(const lb_battle *battle, const lb_state *state, uint32_t side);
bool nl_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side);
uint8_t nl_winner(const lb_battle *battle, const lb_state *state);

/* gather.c: facts from the table. */

/// Who commands a unit: its brigade's leader, or the army's when there is none; LB_NOBODY.
uint32_t nl_leader_of(const lb_battle *battle, const lb_state *state, uint32_t unit);
int32_t nl_command_value(const lb_battle *battle, const lb_state *state, uint32_t leader);
struct command_facts nl_gather_command(const lb_battle *battle, const lb_state *state,
                                       const lb_action *action);
struct fire_facts nl_gather_fire(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                 uint32_t target, uint32_t what, bool is_hasty,
                                 bool is_opportunity);
struct shot_facts nl_gather_shot(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                 uint32_t target);
struct bayonet_facts nl_gather_bayonet(const lb_battle *battle, const lb_state *state,
                                       uint32_t unit, uint32_t target);
struct advance_facts nl_gather_advance(const lb_battle *battle, const lb_state *state,
                                       uint32_t unit, uint32_t target);
struct combat_facts nl_gather_combat(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                     uint32_t target);

/// True if it has skirmishers out.
bool nl_has_skirmishers(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// Why a unit cannot fire at a target with what it has; NULL if it can.
bool nl_may_fire(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target,
                 uint32_t what, lb_reason *reason);

/// What a unit fires with at a target if it has no order about it.
uint32_t nl_usual_fire(const lb_battle *battle, const lb_state *state, uint32_t unit,
                       uint32_t target);

/* fire.c */

/// What to fire when nobody has said: each what suits it.
enum { FIRE_AS_SUITS = 0xff };

/// True if a unit of the passive side may give opportunity fire at one that has moved.
bool nl_may_snap(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target,
                 uint32_t what, lb_reason *reason);

/* charge.c */

/// The next contact that an order has made and that is to be settled, counted on from *unit;
/// LB_NOBODY at the end. Gives the unit that attacked.
uint32_t nl_next_contact(const lb_battle *battle, const lb_state *state, uint32_t from);

/// True if a beaten square, or one that has to, can be changed to a line; does it.
void nl_unsquare(const lb_battle *battle, lb_state *state, uint32_t unit);

/// Forms square where it stands, if there is room.
bool nl_form_square(const lb_battle *battle, lb_state *state, uint32_t unit);

/// The question that an action answers.
#define QUESTION(name, who) ((lb_question){.clause = CL_##name, .side = (uint8_t)((who) + 1)})

/* check.c, choices.c, query.c, muster.c */

/// True if a unit may answer a charge in that way.
bool nl_may_evade(const lb_battle *battle, const lb_state *state, uint32_t unit);
bool nl_may_square(const lb_battle *battle, const lb_state *state, uint32_t unit);

bool nl_check(const lb_battle *battle, const lb_state *state, const lb_action *action,
              lb_reason *reason);
uint32_t nl_choices(const lb_battle *battle, const lb_state *state, lb_action *actions,
                    uint32_t room);
lb_status nl_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag);
void nl_deploy(const lb_battle *battle, lb_state *state);
extern const lb_verb nl_queries[];
bool nl_gather(const lb_battle *battle, const lb_state *state, const lb_query *query,
               lb_situation *situation, lb_reason *reason);

/* appraise.c: what things are worth, in hundredths of a base. */

void nl_fitness(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_fitness *fitness);
int32_t nl_worth_of_fire(lb_counsel *counsel, const lb_battle *battle, const lb_state *state,
                         uint32_t unit, uint32_t target, uint32_t what);

/// INT32_MIN if it cannot close in.
int32_t nl_worth_of_charge(lb_counsel *counsel, const lb_battle *battle, const lb_state *state,
                           uint32_t unit, uint32_t target, bool is_bayonet);
int32_t nl_worth_of_pursuit(const lb_battle *battle, const lb_state *state, uint32_t unit,
                            uint32_t target);

/* propose.c, luck.c */

uint32_t nl_propose(const lb_battle *battle, const lb_state *state, const lb_plan *plan,
                    lb_counsel *counsel, lb_proposal *proposals, uint32_t room);
int32_t nl_luck(const lb_battle *battle, const lb_state *state, uint8_t *side);

/// A rule's "no": always false.
bool nl_no(lb_reason *reason, uint16_t clause, const char *why);

/// An action of a verb and nothing else.
lb_action nl_action(uint32_t verb);
