// SPDX-License-Identifier: MIT
// What the files that play this sheet on a table share: the meaning of figures and options, and
// what each file has for the others, file by file. Flags and marks are in marks.def, verbs in
// verbs.def, questions in questions.def.
#pragma once

#include "rules/march_attack/local.h"

#define LB_VERBS_DEF     "rules/march_attack/verbs.def"
#define LB_QUESTIONS_DEF "rules/march_attack/questions.def"
#define LB_TELLS_DEF     "rules/march_attack/tells.def"
#define LB_MARKS_DEF     "rules/march_attack/marks.def"

#include "rules/kit/play_rows.h"

#include "rules/kit/contact.h"
#include "rules/kit/mind.h"
#include "rules/kit/query.h"
#include "rules/kit/turn.h"

/// Figures of a unit's card.
enum {
    FIGURE_CV,
    FIGURE_SKIRMISH,
    FIGURE_WEIGHT, ///< of guns and cavalry: LIGHT, MEDIUM, HEAVY
    FIGURE_KIND,   ///< UNIT_KIND_…
    FIGURE_ARMS,   ///< bits: ARMS_…
    FIGURE_COUNT
};

/// What FIGURE_WEIGHT says.
enum { LIGHT, MEDIUM, HEAVY };

/// Bits of FIGURE_ARMS.
enum { ARMS_RIFLES = 1, ARMS_LANCE = 2, ARMS_LARGE = 4 };

/// Formations on the table: those of the chart of small arms, and those of guns.
enum { FORMATION_DEPLOYED = formation_COUNT, FORMATION_LIMBERED, FORMATIONS };

/// Phases of a turn, in their order.
enum {
    PHASE_ORDERS,
    PHASE_MORALE,
    PHASE_SKIRMISH,
    PHASE_LEADERS,
    PHASE_INITIATIVE,
    PHASE_CHARGES,
    PHASE_REACTIONS,
    PHASE_APPROACH,
    PHASE_MOVES,
    PHASE_FIRE,
    PHASE_MELEE,
    PHASE_COUNT
};

/// Kinds of orders: those of a scenario that the sheet knows.
enum {
    ORDER_ATTACK = LB_SCENARIO_ORDER_ATTACK,
    ORDER_DEFEND = LB_SCENARIO_ORDER_DEFEND,
    ORDER_SUPPORT = LB_SCENARIO_ORDER_SUPPORT,
    ORDER_MANOEUVRE = LB_SCENARIO_ORDER_MOVE,
    ORDER_BOMBARD = LB_SCENARIO_ORDER_BOMBARD,
    ORDER_RETREAT = LB_SCENARIO_ORDER_RETIRE
};

/// Option of MOVE: the change of formation comes last, not first.
enum { MOVE_CHANGES_LAST = 1 };

#define LB_INCHES(value) ((value)*LB_TMM_INCH)

/// A distance that includes itself: places are rounded, and that never decides against it.
#define MA_WITHIN(value) (LB_INCHES(value) + MA_ROUNDING)
enum { MA_ROUNDING = 2 };

/* resolve.c: from facts to effect. */

/// The attacker's modifiers of a melee, added up.
int32_t ma_melee_sum(const lb_battle *battle, const struct melee_facts *f);

/// The cell of ma.melee.result by the kinds of winner and loser.
struct melee_effect ma_melee_loss(const int32_t *values, int32_t winner, int32_t loser,
                                  int32_t margin);

/* rates.c: what a unit is, how large, and how far it moves. */

lb_size ma_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation);

static inline int32_t ma_kind(const lb_battle *battle, uint32_t unit)
{
    return battle->unit[unit].figure[FIGURE_KIND];
}

static inline bool ma_is_infantry(const lb_battle *battle, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_INFANTRY;
}

static inline bool ma_is_cavalry(const lb_battle *battle, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_CAVALRY;
}

static inline bool ma_is_guns(const lb_battle *battle, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_ARTILLERY;
}

/// True of cavalry and horse guns.
bool ma_is_mounted(const lb_battle *battle, uint32_t unit);

/// CV that is left to it.
int32_t ma_cv(const lb_battle *battle, const lb_state *state, uint32_t unit);

static inline bool ma_is_disordered(const lb_state *state, uint32_t unit)
{
    return (state->unit[unit].flags & (UNIT_D1 | UNIT_D2)) != 0;
}

static inline bool ma_is_in_melee(const lb_state *state, uint32_t unit)
{
    return state->unit[unit].mark[MARK_FOE] != 0;
}

/// How far a unit moves in a formation; of deployed guns, by prolonge.
int32_t ma_rate(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march);

/// The clause of that rate.
uint16_t ma_rate_clause(const lb_battle *battle, uint32_t unit);

/// What a change of formation, or a turn on the spot, costs.
int32_t ma_change_cost(const lb_battle *battle, uint32_t unit, uint8_t from, uint8_t to);

/// What passing a friend costs.
int32_t ma_passage_cost(const lb_battle *battle, uint32_t unit);

/// What ground costs a unit in a formation.
lb_move_costs ma_costs(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march);

/// The same number for units whose costs are the same.
uint8_t ma_gait(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march);

/// The end of close, effective and long range, or of the range of small arms three times.
typedef struct ma_ranges {
    int32_t close, effective, longest;
} ma_ranges;

ma_ranges ma_ranges_of(const lb_battle *battle, uint32_t unit);

/// An angle from tenths of a degree.
uint16_t ma_angle(int32_t tenths);

/// How far a leader reaches, each distance with its name.
uint32_t ma_rings(const lb_battle *battle, uint32_t leader, lb_range rows[LB_RANGES_MAX]);

/* bodies.c: Major Formations and their commanders. */

/// Units of a Major Formation that are lost, of those that it began with.
uint32_t ma_lost(const lb_battle *battle, const lb_state *state, uint32_t group);

/// Its most common quality at the start, the lower of equals, as LB_QUALITY_….
int32_t ma_group_quality(const lb_battle *battle, uint32_t group);
int32_t ma_quality_word(int32_t quality);

/// Its units on the table.
lb_unit_set ma_units(const lb_view *view, uint32_t group);

/// Its own commander if he is on the table, else LB_NOBODY.
uint32_t ma_commander(const lb_battle *battle, const lb_state *state, uint32_t group);

/// Who gives it orders; LB_NOBODY if nobody is left.
uint32_t ma_superior(const lb_battle *battle, const lb_state *state, uint32_t group);

/// True if a leader commands a group.
bool ma_commands(const lb_battle *battle, uint32_t leader, uint32_t group);

/// The leader who is with a unit; LB_NOBODY for none.
uint32_t ma_leader_with(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// How far two commanders are apart; to the nearest unit of a group that has none.
int32_t ma_order_distance(const lb_view *view, uint32_t superior, uint32_t group);

/// True if units near this one are engaged by it.
bool ma_is_engaging(const lb_view *view, uint32_t unit);

/// True if two Major Formations are engaged, and if one is with any.
bool ma_are_engaged(const lb_view *view, uint32_t group, uint32_t other);
bool ma_is_engaged(const lb_view *view, uint32_t group);

/// True if a place is within a distance of an engaging enemy of a side.
bool ma_is_near_engaging(const lb_view *view, uint32_t side, const lb_quad *quad, int32_t tmm);

/// True of a Major Formation that only stands.
bool ma_is_retiring(const lb_state *state, uint32_t group);

/* measure.c: what the table shows. */

/// The kinds of ground that a unit stands in, as bits.
uint32_t ma_ground(lb_view *view, uint32_t unit);
bool ma_is_in_houses(lb_view *view, uint32_t unit);

/// Disorder that a unit takes when it moves with its centre at a place: 0, 1, 2; and whether it
/// cannot shed disorder there.
int32_t ma_ground_disorder(const lb_view *view, uint32_t unit, lb_point at);
bool ma_cannot_recover(lb_view *view, uint32_t unit);

/// COVER_… of a target against fire from a place.
int32_t ma_cover(lb_view *view, uint32_t target, lb_point from);

/// The middle of a unit's front.
lb_point ma_front(const lb_view *view, uint32_t unit);

bool ma_sees(lb_view *view, uint32_t unit, uint32_t target);

/// Some part of the target is in the front arc; squares and garrisons look all round.
/// The angle of its arc of fire (lb_range).
uint16_t ma_arc_of(const lb_view *view, uint32_t unit);
bool ma_is_in_arc(const lb_view *view, uint32_t unit, uint32_t target);

/// True if a quad is in the threat zone of an infantry unit.
bool ma_threatens(const lb_view *view, uint32_t unit, const lb_quad *quad);

/// True if a line unit has both flanks anchored.
bool ma_is_anchored(lb_view *view, uint32_t unit);

/// True if a unit defends an obstacle or a bridge against one that comes straight at it.
bool ma_defends(lb_view *view, uint32_t unit, uint32_t against);

/// GARRISON_… of a unit, and whether works fortify it.
int32_t ma_garrison(lb_view *view, uint32_t unit);
bool ma_is_fortified(lb_view *view, uint32_t unit);

/* gather.c: from the table to facts. */

struct order_facts ma_gather_order(const lb_view *view, uint32_t superior, uint32_t group,
                                   bool is_retire);
struct order_facts ma_gather_arrival(const lb_view *view, uint32_t group);
struct ved_facts ma_gather_ved(const lb_view *view, uint32_t unit, int32_t change, bool is_flank);
struct small_arms_facts ma_gather_small_arms(lb_view *view, uint32_t unit, uint32_t target);
struct artillery_facts ma_gather_artillery(lb_view *view, uint32_t unit, uint32_t target);
struct morale_facts ma_gather_morale(const lb_view *view, uint32_t group, int32_t cap);

/// The units of a Major Formation that send out skirmishers against an enemy near them.
lb_unit_set ma_skirmishers(const lb_view *view, uint32_t group);

/// Points of a Major Formation's skirmishers, and the unit that they fire at; 0 points if none.
int32_t ma_skirmish_points(const lb_view *view, uint32_t group, uint32_t *target, uint32_t *from);
struct skirmish_facts ma_gather_skirmish(lb_view *view, int32_t points, uint32_t target,
                                         uint32_t from);

/// A melee between a charger and a target as they would touch, with numbers on both sides.
struct melee_facts ma_gather_melee(lb_view *view, uint32_t unit, uint32_t target, int32_t own,
                                   int32_t others);

/// The distance word of a formation change against a charge.
int32_t ma_change_word(const lb_battle *battle, int32_t distance_tmm);

/// A charge as a whole, with one reaction; the two stand as at its declaration.
struct charge_facts ma_gather_charge(lb_view *view, uint32_t unit, uint32_t target,
                                     int32_t reaction);

/* moves.c: places on a path, moves of choice and how they are carried out. */

enum {
    MA_PLACE_TMM = LB_TMM_INCH / 2, ///< a way is judged at places so far apart
    MA_HOME_TMM = 8                 ///< the measure of MARK_HOME_X and MARK_HOME_Y
};

/// The footprint at a place of a path, counted from 1; false behind the last. *is_turn: it has only
/// turned on the spot there.
bool ma_place_at(const lb_footprint *start, const lb_path *path, int32_t place, lb_footprint *at,
                 bool *is_turn);

/// Where a unit stands in another formation.
lb_footprint ma_reformed(const lb_view *view, uint32_t unit, const lb_footprint *at, uint8_t from,
                         uint8_t to);

bool ma_judge_move(lb_view *view, const lb_action *action, lb_footprint *end, const lb_walk **walk,
                   lb_reason *reason);
bool ma_check_move(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool ma_check_march(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void ma_offer_moves(lb_listing *list);
void ma_offer_marches(lb_listing *list);

/// A path as the facts of `going`.
void ma_path_cells(const lb_path *path, int32_t *cells);

/// How far a unit is from what its Major Formation attacks; INT32_MAX if nothing.
int32_t ma_object_distance(const lb_view *view, uint32_t unit);

/* acts.c: orders and leaders. */

bool ma_may_act(const lb_view *view, uint32_t unit);
bool ma_check_issue(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void ma_offer_issue(lb_listing *list);
bool ma_check_ride(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool ma_check_attach(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool ma_check_detach(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void ma_offer_attach(lb_listing *list);
void ma_offer_detach(lb_listing *list);
void ma_do_ride(lb_run *run);
void ma_commit(lb_run *run, uint32_t group);
void ma_set_order(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order);
void ma_defend(lb_run *run, uint16_t clause, uint32_t group);

/// Leaders with units stand where these are; those whom an enemy has come over save themselves.
void ma_carry_leaders(lb_run *run);
void ma_return_leaders(lb_run *run);

/// A leader whose unit is gone, or over whom an enemy has come, joins a friend or is taken.
void ma_save_leader(lb_run *run, uint32_t leader);
lb_target_kind ma_target_kind(const lb_battle *battle, uint32_t side, const lb_action *action);
extern const lb_ride ma_ride;

/* assaults.c: who may charge whom, by which way, and where he comes to stand. */

/// The way of a charge: wheel and straight, where it ends, and what of it is ground.
typedef struct ma_charge {
    lb_path path;     ///< to the end
    lb_footprint end; ///< flush on the face
    lb_face face;     ///< of the target
    int32_t cost_tmm;
    bool may_disorder; ///< a minor obstacle, rough ground or a stream
    bool is_steep;     ///< a contour
    bool disorders;    ///< a major obstacle
    int32_t ground;    ///< disorder by woods and houses
} ma_charge;

/// True if a unit as it stands could charge a target; `rate` is what it may go, 0 for its own.
bool ma_find_charge(lb_view *view, uint32_t unit, uint32_t target, int32_t rate, ma_charge *charge,
                    lb_reason *reason);
bool ma_may_charge(lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason);

/// The same for cavalry of the other side at an opportunity: its order need only not be to retire.
bool ma_may_fall_upon(lb_view *view, uint32_t unit, uint32_t target);
bool ma_check_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void ma_offer_charges(lb_listing *list);
bool ma_check_react(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void ma_offer_forms(lb_listing *list);

/// The first unit that charges a target, by the order of declaration; LB_NOBODY for none.
uint32_t ma_first_charger(const lb_view *view, uint32_t target);

/// The charger whose charge was declared next after a rank; LB_NOBODY for none.
uint32_t ma_next_charger(const lb_view *view, int32_t rank);

/// The face of a target that a unit strikes; a square or garrison has only a front.
lb_face ma_struck_face(const lb_view *view, uint32_t unit, uint32_t target);

/* forced.c: moves that the rules force. */

/// A retreat straight away from a point; a unit that finds no way is lost.
void ma_retreat(lb_run *run, uint16_t clause, uint32_t unit, lb_point from, int32_t inches);

/// The S2 move of a Major Formation that retires.
void ma_fall_back(lb_run *run, uint32_t group);
void ma_flee(lb_run *run, uint32_t unit, uint32_t charger);

/* fire.c: who fires at whom, and the fire itself. */

/// How far a unit fires as it stands.
uint32_t ma_ranges_shown(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX]);

bool ma_may_fire(lb_view *view, uint32_t unit, uint32_t target, lb_reason *reason);
bool ma_has_target(lb_view *view, uint32_t unit);

/// True if most units of a group have a target where they stand.
bool ma_have_targets(lb_view *view, uint32_t group);
bool ma_check_fire(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void ma_offer_fire(lb_listing *list);

/* fights.c: charges and melees, and what comes of them. */

bool ma_check_after(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void ma_offer_wheels(lb_listing *list);
void ma_offer_rallies(lb_listing *list);
void ma_offer_exploits(lb_listing *list);
void ma_offer_pursuits(lb_listing *list);

/* losses.c: losses, disorder, removal, lost armies. */

/// Disorder of a degree by a clause; a lower one changes nothing.
void ma_disorder(lb_run *run, uint16_t clause, uint32_t unit, int32_t degree);

/// Takes CV; a unit without any is removed. The unit is marked as hurt.
void ma_suffer(lb_run *run, uint16_t clause, uint32_t unit, int32_t cv);
void ma_remove(lb_run *run, uint16_t clause, uint32_t unit);

/// The enemy takes the guns of a unit that is removed: they count several times.
void ma_take_guns(lb_run *run, uint32_t unit);

/// Leaves a melee, and ends it for those who have nobody left to fight.
void ma_leave_melee(lb_run *run, uint32_t unit);
void ma_end_charge(lb_run *run, uint16_t clause, uint32_t unit);

/// CV that a side began with; that of units it has lost; all that it has lost.
int32_t ma_whole(const lb_battle *battle, uint32_t side);
int32_t ma_removed(const lb_battle *battle, const lb_state *state, uint32_t side);
int32_t ma_spent(const lb_battle *battle, const lb_state *state, uint32_t side);
bool ma_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side);
uint8_t ma_side_ahead(const lb_battle *battle, const lb_state *state);

/// Tells what decides when the turns have run out.
void ma_tell_scores(lb_run *run);

/* turn.c: the battle, its turns and phases. */

/// The side that goes first in the strategic phase.
uint32_t ma_leading_side(const lb_battle *battle, const lb_state *state);

/* query.c: questions about odds. */

bool ma_query_of_answer(const lb_state *state, const lb_action *action, lb_query *query);
extern const lb_verb ma_queries[];
extern const lb_queries ma_query_rows;

/* deeds.c: who fires by a throw. */

bool ma_deeds(lb_view *view, lb_unit_set *who);

/* worth.c: what outcomes are worth. */

void ma_fitness(lb_view *view, uint32_t unit, struct lb_fitness *fitness);
bool ma_worth_of_charge(const lb_listing *list, uint32_t unit, uint32_t target, int32_t *worth);
bool ma_worth_of_reaction(const lb_listing *list, uint32_t unit, uint32_t charger, int32_t reaction,
                          int32_t *worth);
bool ma_worth_of_fire(const lb_listing *list, uint32_t unit, uint32_t target, int32_t *worth);

/* intent.c: what one unit ought to do with its move. */

/// No enemy is likely to come so far in a turn: those who retire may halt there.
enum { MA_OUT_OF_REACH = 18 * LB_TMM_INCH };

bool ma_intend(const lb_listing *list, uint32_t unit, lb_deed *deed);

/* mind.c: what a sensible player answers. */

void ma_propose_issue(lb_listing *list);
void ma_propose_leaders(lb_listing *list);
void ma_propose_initiative(lb_listing *list);
void ma_propose_charges(lb_listing *list);
void ma_propose_react(lb_listing *list);
void ma_propose_call_off(lb_listing *list);
void ma_propose_opportunity(lb_listing *list);
void ma_propose_moves(lb_listing *list);
void ma_propose_fire(lb_listing *list);
void ma_propose_after(lb_listing *list);

/* muster.c: figures of units, and how a battle begins. */

lb_status ma_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag);
void ma_deploy(const lb_battle *battle, lb_state *state);
