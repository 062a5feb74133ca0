// SPDX-License-Identifier: MIT
// What the files that play this sheet on a table share: the meaning of figures and options, and
// what each file has for the others, file by file. Flags and marks are in marks.def, verbs in
// verbs.def, questions in questions.def.
//
// A unit is a block of bases: so many files side by side, so many rows deep, as its formation says.
// Units of a brigade that stand side by side, base to base, in the same formation make a *body*, a
// row that acts as one: see body.c.
#pragma once

#include "rules/napoleons_legacy/local.h"

#define LB_VERBS_DEF     "rules/napoleons_legacy/verbs.def"
#define LB_QUESTIONS_DEF "rules/napoleons_legacy/questions.def"
#define LB_TELLS_DEF     "rules/napoleons_legacy/tells.def"
#define LB_MARKS_DEF     "rules/napoleons_legacy/marks.def"

#include "rules/kit/play_rows.h"

#include "rules/kit/contact.h"
#include "rules/kit/mind.h"
#include "rules/kit/query.h"
#include "rules/kit/turn.h"

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
enum { LEADER_FIGURE_COMMAND, LEADER_FIGURE_RADIUS };

/// Stages of a turn, in their order.
enum { PHASE_PRELIMINARY, PHASE_COMMAND, PHASE_COMBAT, PHASE_END, PHASE_COUNT };

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

/// What to fire when nobody has said: each unit what suits it.
enum { FIRE_AS_SUITS = 0xff };

/// Option of an order: it goes to the units that are named alone, not to all that are linked to
/// them.
enum { ORDER_ALONE = 0x20 };

/// How hastily units fire: not at all, all of them, or those in disorder.
enum nl_haste { NL_CALMLY, NL_HASTILY, NL_AS_ORDERED };

/// Ground that may hide somebody, but hides nobody who stands on it.
#define NL_OPENED                                                                   \
    (LB_KIND(DENSE) | LB_KIND(WOOD) | LB_KIND(DENSE_WOOD) | LB_KIND(BUILT_WOODEN) | \
     LB_KIND(BUILT_STONE) | LB_KIND(WALL) | LB_KIND(HEDGE) | LB_KIND(WORKS_HASTY) | \
     LB_KIND(WORKS_PREPARED))

enum { NL_FORM_RINGS = 8 }; ///< how far around a unit looks for room to form, in centimetres

#define LB_CMS(value) ((value)*LB_TMM_CM)

/* rates.c: what a unit is, how far it moves and fires. */

/// Marching columns and limbered guns: they file over bridges and fords of any width.
bool nl_is_narrow(uint8_t formation);

/// The sheet puts no price on ground; rivers cannot be crossed but on bridges and in fords.
const lb_move_costs *nl_costs_of(uint8_t formation);

/// How the bases of a unit stand.
struct nl_block {
    int32_t files, rows;
    int32_t width_tmm, depth_tmm; ///< of a base
    int32_t gap_tmm;              ///< between files
};

struct nl_block nl_block_of(const lb_battle *battle, uint32_t unit, uint8_t formation,
                            int32_t bases);
int32_t nl_bases(const lb_state *state, uint32_t unit);
lb_size nl_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation);
bool nl_is_disordered(const lb_state *state, uint32_t unit);
bool nl_is_mounted(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// enum target: what it is to those that attack it.
int32_t nl_kind(const lb_view *view, uint32_t unit);

/// True if it has skirmishers out.
bool nl_has_skirmishers(const lb_view *view, uint32_t unit);

/// Bases that can fire as it stands, and their dice; 0 if it cannot. Whether it has both.
int32_t nl_firing_bases(const lb_view *view, uint32_t unit);
int32_t nl_fire_dice(const lb_battle *battle, const lb_state *state, uint32_t unit);
bool nl_can_fire(const lb_view *view, uint32_t unit);

/// The farthest that it reaches with whatever it has.
int32_t nl_reach(const lb_battle *battle, uint32_t unit);

/// How far it fires what it fires.
int32_t nl_range(const lb_battle *battle, uint32_t unit, uint32_t what);

/// How far it goes in a formation, as it stands, and the clause that says so.
int32_t nl_allowance(const lb_view *view, uint32_t unit, uint8_t formation);
int32_t nl_pace(const lb_view *view, uint32_t unit);
uint16_t nl_rate_of(uint8_t formation);

/// True if a formation is one of its arm.
bool nl_may_form(const lb_view *view, uint32_t unit, uint8_t formation, bool on_foot,
                 lb_reason *reason);

/// How far a leader reaches, each distance with its name.
uint32_t nl_rings(const lb_battle *battle, uint32_t leader, lb_range rows[LB_RANGES_MAX]);

/* measure.c: what the table shows. */

/// enum cover of a unit against another, or LB_NOBODY.
int32_t nl_cover(lb_view *view, uint32_t unit, uint32_t against);

/// enum cover of one base of a unit against what comes from a point.
int32_t nl_cover_of_base(lb_view *view, uint32_t unit, const lb_footprint *base, lb_point against);

/// Adds ground that hides nobody: what one of the two stands on.
void nl_open_ground(const lb_piece_set *under, lb_piece_set *open);

/// True if it stands in the open: on no ground that shelters.
bool nl_is_in_open(lb_view *view, uint32_t unit);

/// nl.play.flank: enum arc: the side of the row of `unit` that `from` stands before; its front if
/// any of him is in its front arc. A square has nothing but fronts.
int32_t nl_arc_of_row(lb_view *view, uint32_t unit, uint32_t from);

/// Sight by arc and line; nl_line for the line alone.
bool nl_sees(lb_view *view, uint32_t unit, uint32_t target);
bool nl_line(lb_view *view, uint32_t unit, uint32_t target);

/// The unit of a set nearest to a quad, the lowest of equals, that `accepts`, told `unit` and that
/// one, holds for; LB_NOBODY if there is none.
uint32_t nl_nearest_such(lb_view *view, const lb_quad *from, const lb_unit_set *among,
                         bool (*accepts)(lb_view *view, uint32_t unit, uint32_t other),
                         uint32_t unit);

/// The nearest enemy within `tmm` that it sees, and the one that it has a line to, wherever it
/// faces; LB_NOBODY if there is none.
uint32_t nl_nearest_seen(lb_view *view, uint32_t unit, int32_t tmm);
uint32_t nl_nearest_visible(lb_view *view, uint32_t unit, int32_t tmm);

/// The nearest enemy that a leader has a line to; LB_NOBODY.
uint32_t nl_nearest_to_leader(lb_view *view, uint32_t leader);

/* body.c: rows of units that act as one. */

/// Units that act as one.
struct nl_body {
    lb_unit_set units;
    lb_footprint footprint; ///< around all of them
    int32_t bases;
    uint32_t count;
};

enum { NL_TRIALS_MAX = 32 }; ///< units of a body: it is no wider than a footprint may be

/// A body that is tried elsewhere.
struct nl_trials {
    uint32_t count;
    lb_trial trial[NL_TRIALS_MAX];
};

struct nl_body nl_body_of(lb_view *view, uint32_t unit);

/// Those of the body of a unit that are in a set, as far as they stand together without the others.
struct nl_body nl_part_of_body(lb_view *view, uint32_t unit, const lb_unit_set *among);

/// True for the lowest unit of its body.
bool nl_is_first_of_body(lb_view *view, uint32_t unit);

/// Where a unit of a body stands when the body's footprint has moved to `end`.
lb_footprint nl_place_in_body(const lb_view *view, const struct nl_body *body, uint32_t unit,
                              const lb_footprint *end);

/// Moves all units of a body as its footprint moves: on the table, or to see what would be.
void nl_body_place(lb_run *run, uint16_t clause, const struct nl_body *body,
                   const lb_footprint *end);
void nl_body_try(lb_view *view, const struct nl_body *body, const lb_footprint *end,
                 struct nl_trials *trials);
void nl_body_undo(lb_view *view, struct nl_trials *trials);

/// Closes the gaps that losses have torn, if there is room.
void nl_body_close_up(lb_run *run, const struct nl_body *body);

/// Brings a unit that has come within a centimetre of a neighbour's flank in line with it.
void nl_dress(lb_run *run, uint32_t unit);

/* bases.c: single bases. */

/// The place of one base of a unit, counted row by row from its front left.
lb_footprint nl_base_at(const lb_view *view, uint32_t unit, int32_t number);

/// One base that fires at another.
struct nl_shot {
    uint16_t unit; ///< of the base that is fired at
    uint8_t class; ///< of its cover
    bool is_half, is_flank,
        is_close; ///< at half range, into flank or rear, at close canister range
};

enum { NL_UNIT_BASES = 64 }; ///< bases of one unit that are looked at

/// The bases of a unit that fire at a row.
struct nl_aim {
    int32_t count;
    struct nl_shot shot[NL_UNIT_BASES];
    int32_t distance; ///< tmm to the nearest base that is fired at
    int32_t cover;    ///< enum cover of that base
};

/// nl.play.masked, nl.play.perbase: which bases of a unit fire at the row of a target within a
/// range. False if none does.
bool nl_aim_at(lb_view *view, uint32_t unit, uint32_t target, int32_t range, struct nl_aim *aim);

/// True if some base of a unit can fire what it fires at the row of a target. Remembered.
bool nl_has_aim(lb_view *view, uint32_t unit, uint32_t target, uint32_t what);

/// nl.play.hits: the units of a row in the order in which hits fall on them, nearest first;
/// LB_NOBODY behind the last.
struct nl_order {
    uint32_t unit[NL_CHAIN];
};

/// The number of a unit in an order; of one that is not in it, the last.
int32_t nl_place_in_order(const struct nl_order *order, uint32_t unit);

/// Dice by what they are thrown at: the unit of an order, the class of its cover, and by
/// sharpshooters or not. Several counts of the same dice, of which the first says which there are.
enum { NL_COUNTS = 4 };

struct nl_dice {
    int32_t at[NL_CHAIN][NL_CLASSES][2][NL_COUNTS];
};

/// Makes lots of dice: those at units in the same cover that bear hits alike are one, and their
/// hits fall on the nearest of these.
void nl_make_lots(const lb_battle *battle, const struct nl_order *order, const struct nl_dice *dice,
                  int32_t kind[NL_LOTS], int32_t *counts[NL_COUNTS]);

/// What one side brings into a fight: the bases that touch.
struct nl_meeting {
    lb_unit_set units;                                    ///< that fight
    int32_t bases, sum;                                   ///< those of them, and their combat dice
    int32_t flank_bases;                                  ///< that touch a flank or the rear
    int32_t shooters, base_dice, shot_flank, skirmishers; ///< of a volley: bases, their dice, those
                                                          ///< into a flank, units with skirmishers
    int32_t strikes[NL_LOTS],
        dice[NL_PENALTIES][NL_LOTS]; ///< lots of blows: of the attacker with his bonus, of the
                                     ///< defender by what weighs on him
    int32_t kind[NL_LOTS], volley[NL_LOTS],
        hasty[NL_LOTS]; ///< lots of the volley at half range, and of a hasty one
};

/// Both sides of a fight.
struct nl_clash {
    struct nl_meeting a, d;
    struct nl_order a_order, d_order;
};

/// nl.play.contact: which bases of two rows fight each other. A defending base that touches more of
/// the `rivals`, other attackers of the same row (NULL for none), fights those.
void nl_meet(lb_view *view, const lb_unit_set *attackers, const lb_unit_set *rivals,
             const lb_unit_set *defenders, struct nl_clash *clash);

/* gather.c: facts from the table. */

/// nl.play.nocap: tells that there are more bases than a chart goes up to, if so. `place` is that
/// of the bases in its facts.
void nl_tell_many(lb_run *run, const char *chart, size_t place, lb_actor who, int32_t bases);

/// True if a unit fires hastily.
static inline bool nl_is_hasty(const lb_state *state, enum nl_haste haste, uint32_t unit)
{
    return haste == NL_HASTILY || (haste == NL_AS_ORDERED && nl_is_disordered(state, unit));
}

/// The commander of a unit: its brigade's leader, or the army's when there is none; LB_NOBODY.
uint32_t nl_leader_of(const lb_battle *battle, const lb_state *state, uint32_t unit);
struct command_facts nl_gather_command(lb_view *view, const lb_action *action);

/// nl.play.hits: the order in which hits of some units, or of a burst, fall on a row.
void nl_order_hits(const lb_view *view, const lb_unit_set *row, const lb_unit_set *from,
                   struct nl_order *order);
void nl_order_hits_from(const lb_view *view, const lb_unit_set *row, lb_point burst,
                        struct nl_order *order);

/// An order as links of a chain, for facts, and their saves.
void nl_chain_of(const lb_view *view, const struct nl_order *order, int32_t chain[NL_CHAIN],
                 int32_t saves[NL_CHAIN]);

/// The pool of some units that fire the same at the row of a target.
struct fire_facts nl_gather_fire(lb_view *view, const lb_unit_set *firers, uint32_t target,
                                 uint32_t what, enum nl_haste haste, bool is_opportunity,
                                 struct nl_order *order);
struct shot_facts nl_gather_shot(lb_view *view, const lb_unit_set *firers, uint32_t target,
                                 enum nl_haste haste, struct nl_order *order);

/// Fire whose dice are known, at a row.
struct fire_facts nl_fire_with_target(const lb_view *view, const struct fire_facts *fire,
                                      const struct nl_body *row, const struct nl_order *order,
                                      int32_t cover);

/// nl.advance.11: friends of a row that support it in a fight, `except` some; what so many are
/// worth.
lb_unit_set nl_supporters(const lb_view *view, const struct nl_body *row,
                          const lb_unit_set *except);
int32_t nl_worth_of_support(const lb_battle *battle, const lb_unit_set *supporters);

/// True if an enemy outside the fight touches a unit of the attacker's row in flank or rear, along
/// more than a corner and with his own front.
bool nl_is_attacker_struck(const lb_view *view, const struct nl_body *row,
                           const lb_unit_set *enemies);

/// The fight of the rows of two units as they stand, with `rivals` as in nl_meet, and the charges
/// that lead to it.
struct combat_facts nl_gather_combat(lb_view *view, uint32_t unit, uint32_t target,
                                     const lb_unit_set *rivals, struct nl_clash *clash);
struct advance_facts nl_advance_of(const lb_view *view, uint32_t target,
                                   const struct combat_facts *fight, const struct nl_clash *clash);
struct bayonet_facts nl_bayonet_of(const lb_view *view, uint32_t target,
                                   const struct combat_facts *fight, const struct nl_clash *clash);

/* moves.c: orders to move and to form. */

/// Where the units of an order end.
struct nl_places {
    uint16_t unit[LB_UNITS_MAX];
    lb_footprint end[LB_UNITS_MAX];
    uint32_t count;
};

void nl_add_place(struct nl_places *places, uint32_t unit, const lb_footprint *end);

/// True if all units can stand where they end.
bool nl_have_room(const lb_view *view, const lb_unit_set *movers, const struct nl_places *places,
                  uint16_t clause, lb_reason *reason);

/// Everybody that an order goes to.
lb_unit_set nl_ordered(lb_view *view, const lb_action *action);

/// True if part of a row whose footprint is at `end` would stand in a river.
bool nl_is_row_in_water(const lb_view *view, const struct nl_body *row, const lb_footprint *end);

enum { NL_KEEP_AWAY = LB_TMM_CM / 2 }; ///< from enemies whom one does not close with

/// A body as it moves: `movers` are in nobody's way, and the enemy is kept so far off.
lb_mover nl_mover_of(const lb_view *view, const struct nl_body *body, const lb_unit_set *movers,
                     int32_t keep_tmm);

/// The slowest pace of a body.
int32_t nl_pace_of_body(const lb_view *view, const struct nl_body *body);

/// Judges a MOVE or FORM by itself. With `jostled`, it becomes the friends that are passed through,
/// and those who pass.
bool nl_judge_move(lb_view *view, const lb_action *action, struct nl_places *places,
                   lb_unit_set *jostled, lb_reason *reason);
bool nl_judge_form(lb_view *view, const lb_action *action, struct nl_places *places,
                   lb_reason *reason);
bool nl_check_move(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool nl_check_form(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_moves(lb_listing *list);
void nl_offer_forms(lb_listing *list);

/// nl.play.orders: true if a part of a row that ends there is a row of its own.
bool nl_is_apart(lb_view *view, const struct nl_body *part, const lb_footprint *end,
                 lb_reason *reason);

/// The room that a unit finds near its place for a formation; false if there is none.
bool nl_find_room(const lb_view *view, uint32_t unit, uint8_t formation, int32_t rings,
                  lb_footprint *place);

/// Forms square, changes a square to a line, or limbers or unlimbers guns where they stand, if
/// there is room.
bool nl_form_square(lb_run *run, uint32_t unit);
void nl_unsquare(lb_run *run, uint32_t unit);
bool nl_limber(lb_run *run, uint32_t unit, uint8_t formation);

/* acts.c: who may act without orders, and rallying. */

/// True if a unit is one that may still act without orders.
bool nl_check_actor(const lb_asked *asked, uint32_t unit, lb_reason *reason);

/// Has `offer` called for every unit that may still act.
void nl_for_each_actor(lb_listing *list, void (*offer)(lb_listing *list, uint32_t unit));

/// How near an enemy must be for a unit to act without orders.
int32_t nl_reach_of_act(const lb_battle *battle);

/// The enemy on any side from which a unit slips away or before which it forms square.
uint32_t nl_threat_to(lb_view *view, uint32_t unit);

/// What guns are in when they have limbered or unlimbered, by the verb.
uint8_t nl_formation_of_guns(uint32_t verb);
bool nl_check_own_evasion(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool nl_check_own_square(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool nl_check_guns(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool nl_check_rally(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_own_evasions(lb_listing *list);
void nl_offer_own_squares(lb_listing *list);
void nl_offer_guns(lb_listing *list);
void nl_offer_rallies(lb_listing *list);

/* assaults.c: closing with the enemy. */

/// Those who charge with a unit: all that are linked to it, or it alone.
struct nl_body nl_charging_row(lb_view *view, uint32_t unit, bool alone);

/// The enemies whose boxes are within a distance of the row of a unit.
lb_unit_set nl_foes_near_row(lb_view *view, uint32_t unit, int32_t tmm);

/// nl.play.row, nl.play.contact: where a row, or one that is not linked, comes to rest that closes
/// with the row of a target within its reach, and by which way; false, with the reason, if it
/// cannot.
bool nl_close_in(lb_view *view, const struct nl_body *row, uint32_t target, lb_footprint *end,
                 lb_path *path, lb_reason *reason);

/// True if a unit may charge a target, be it ordered or not.
bool nl_may_charge(lb_view *view, uint32_t unit, uint32_t target, bool alone, lb_reason *reason);
bool nl_check_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_charges(lb_listing *list);

/// The enemy that a unit may charge without orders; LB_NOBODY.
uint32_t nl_preliminary_target(lb_view *view, uint32_t unit);
bool nl_check_own_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_own_charges(lb_listing *list);

/* forced.c: moves that the rules force. */

/// nl.play.back: how units go back: which of them, from whom, how far, straight back or away from
/// him, and whether they turn their backs.
struct nl_way_back {
    lb_unit_set units;
    uint32_t from; ///< or LB_NOBODY
    int32_t cm;
    bool away, about;
};

/// Sends units back. What they run into is dealt with by nl.retreat.
void nl_go_back(lb_run *run, uint16_t clause, const struct nl_way_back *way);

/// Moves a row by a distance straight back or away from a unit, or towards it if negative, as far
/// as there is room.
void nl_shift(lb_run *run, uint16_t clause, uint32_t unit, uint32_t from, int32_t tmm, bool about);

/// nl.turn.evade: a full move of a row away from a unit, through friends if there is room behind
/// them. Gives those who pass through others, and these; nobody if there are none.
lb_unit_set nl_slip_away(lb_run *run, const struct nl_body *row, uint32_t from);

/* fire.c: who fires at whom. */

/// How far a unit fires as it stands.
uint32_t nl_ranges(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX]);

/// True if a unit can fire at a target with what it has.
bool nl_may_fire(lb_view *view, uint32_t unit, uint32_t target, uint32_t what, lb_reason *reason);

/// True if one of some units can; the reason why not is that of `named`.
bool nl_may_row_fire(lb_view *view, const lb_unit_set *units, uint32_t named, uint32_t target,
                     uint32_t what, lb_reason *reason);

/// What a unit fires with at a target if it has no order about it.
uint32_t nl_usual_fire(const lb_view *view, uint32_t unit, uint32_t target);
bool nl_check_fire(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_fire(lb_listing *list);
bool nl_check_snap(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_snaps(lb_listing *list);

/* contacts.c: who has to fight. */

/// nl.loss.1, nl.play.contact: all units of a side that fight a row, each with its row. Who fights
/// friends has charged them by a blunder.
lb_unit_set nl_attackers_of(lb_view *view, uint32_t target, uint32_t side);

/// nl.play.caught: the next enemy row, counted on from `from`, that is touched and has not been
/// fought in this stage; LB_NOBODY at the end. *unit becomes one of those who attack it.
uint32_t nl_next_contact(lb_view *view, uint32_t from, uint32_t *unit);

/// nl.play.caught: a contact of the active side that is left when all these are fought: an enemy
/// whose front touches a flank or rear fights there as the attacker, and where only corners touch
/// the active unit is it. False if there is none.
bool nl_next_leftover(lb_view *view, uint32_t *unit, uint32_t *target);

/* fights.c: charges that meet, and fights. */

/// True if a unit may slip away or form square.
bool nl_may_evade(const lb_view *view, uint32_t unit);
bool nl_may_square(const lb_view *view, uint32_t unit);

/// How a row has closed with the enemy: by one of the charges, or as it stood.
enum nl_how { NL_ADVANCE, NL_BAYONET, NL_COMBAT };

int32_t nl_how_of(const lb_run *run, uint32_t unit);

/// enum arc: the face of a target that a charge will touch.
int32_t nl_arc_of_charge(lb_view *view, const struct nl_body *row, uint32_t target);

bool nl_check_evasion(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool nl_check_square(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_answer(lb_listing *list);
bool nl_check_fight(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_fights(lb_listing *list);

/* losses.c: what becomes of units and armies. */

/// Takes a unit off the table.
void nl_remove(lb_run *run, uint16_t clause, uint32_t unit);

/// Takes bases from a unit; it goes when none is left.
void nl_lose_bases(lb_run *run, uint16_t clause, uint32_t unit, int32_t bases);
void nl_disorder(lb_run *run, uint16_t clause, uint32_t unit);
bool nl_check_take(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void nl_offer_takes(lb_listing *list);

/// Bases that a side has lost, leaders counted in.
int32_t nl_bases_lost(const lb_battle *battle, const lb_state *state, uint32_t side);

/// By how much the enemy has lost more than a side, objectives counted in: percentage points of
/// both strengths, times both strengths in bases.
int64_t nl_lead(const lb_battle *battle, const lb_state *state, uint32_t side);
/// So much of its bases in hundredths a side can lose before it breaks.
int32_t nl_break_percent(const lb_battle *battle, uint32_t side);

bool nl_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side);

/// Tells what each side has in the count that decides, if no army has broken.
void nl_tell_scores(lb_run *run);
/// nl.turn.victory: the side that wins if no army is broken; LB_NO_SIDE for neither.
uint8_t nl_side_ahead(const lb_battle *battle, const lb_state *state);

/* turn.c: stages and orders. */

/// True if an order may go to all the units that it is for, whatever they are to do.
bool nl_may_order(const lb_asked *asked, const lb_action *action, lb_reason *reason);

/// False if no order can go to the unit: found out quickly.
bool nl_is_free_for_orders(const lb_listing *list, uint32_t unit);
extern const lb_ride nl_ride;

/* query.c: questions about odds. */

extern const lb_verb nl_queries[];
extern const lb_queries nl_query_rows;

/* deeds.c: who fires or fights by a throw. */

bool nl_deeds(lb_view *view, lb_unit_set *who);

/* worth.c: what things are worth, in hundredths of a base. */

void nl_fitness(lb_view *view, uint32_t unit, lb_fitness *fitness);

/// What the fire of several units at one target is worth in one pool. Here and below: false if the
/// odds are too large to be reckoned.
bool nl_worth_of_pool(const lb_listing *list, const lb_unit_set *pool, uint32_t target,
                      uint32_t what, int32_t *worth);

/// The same of one unit.
bool nl_worth_of_fire(const lb_listing *list, uint32_t unit, uint32_t target, uint32_t what,
                      int32_t *worth);

/// What an order is worth that is worth so much if it is obeyed.
int32_t nl_worth_of_order(const lb_listing *list, const lb_action *action, int32_t worth);

/// What a charge promises.
struct nl_prospect {
    int32_t harm;           ///< worth of the defender's hasty fire
    int32_t recoil, flight; ///< how likely the attacker recoils and the defender runs
    int32_t fire;           ///< worth of the attacker's fire
    int32_t blows;          ///< worth of the fight
    bool is_hopeless;
};

/// With its row, or alone. False if the unit cannot close in.
bool nl_weigh_charge(const lb_listing *list, uint32_t unit, uint32_t target, bool alone,
                     struct nl_prospect *prospect);
int32_t nl_worth_of_charge(const struct nl_prospect *prospect, bool is_bayonet);

/// False if the unit cannot close in again; `terror` says how the enemy fights.
bool nl_worth_of_pursuit(const lb_listing *list, uint32_t unit, uint32_t target, bool terror,
                         int32_t *worth);

/* staff.c: where commanders ride. */

lb_point nl_leader_place(const lb_listing *list, uint32_t leader);

/* drill.c: which formation suits a unit of a sensible player. */

enum {
    NL_DEPLOY = 32 * LB_TMM_CM,      ///< from how near a brigade fights in line
    NL_NEAR_STATION = 3 * LB_TMM_CM, ///< a unit so near to its station has come there
};

/// True if enemy cavalry in order could be upon a unit.
bool nl_is_cavalry_near(const lb_listing *list, uint32_t unit);

/// The formation that suits a unit of a brigade that has the enemy so near.
uint8_t nl_formation_for(const lb_listing *list, uint32_t unit, int32_t tmm);

/// True of dragoons that had better fight on foot, or that do and had better stay.
bool nl_is_for_foot(const lb_listing *list, uint32_t unit);

/* mind.c: what a sensible player answers. */

void nl_propose_preliminary(lb_listing *list);
void nl_propose_orders(lb_listing *list);

/* answers.c: what he answers when something happens to him. */

void nl_propose_answer(lb_listing *list);
void nl_propose_snap(lb_listing *list);
void nl_propose_fight(lb_listing *list);
void nl_propose_take(lb_listing *list);
void nl_propose_pursuit(lb_listing *list);
void nl_propose_yes(lb_listing *list);

/* muster.c: how a battle begins. */

lb_status nl_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag);
void nl_deploy(const lb_battle *battle, lb_state *state);
