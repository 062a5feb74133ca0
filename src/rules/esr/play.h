// SPDX-License-Identifier: MIT
// What the files that play this sheet on a table share: the meaning of figures and options, and
// what each file has for the others, file by file. Flags and marks are in marks.def, verbs in
// verbs.def, questions in questions.def.
#pragma once

#include "rules/esr/local.h"

#define LB_VERBS_DEF     "rules/esr/verbs.def"
#define LB_QUESTIONS_DEF "rules/esr/questions.def"
#define LB_TELLS_DEF     "rules/esr/tells.def"
#define LB_MARKS_DEF     "rules/esr/marks.def"

#include "rules/kit/play_rows.h"

#include "rules/kit/contact.h"
#include "rules/kit/mind.h"
#include "rules/kit/query.h"
#include "rules/kit/turn.h"

/// Figures of a unit's card.
enum {
    FIGURE_RATING,
    FIGURE_SHOCK,
    FIGURE_RIFLES,
    FIGURE_SECTIONS,
    FIGURE_SIZE,    ///< class 1 to 3; 0 of batteries
    FIGURE_CALIBRE, ///< of guns
    FIGURE_KINDS,   ///< bits
    FIGURE_COUNT
};

/// What FIGURE_CALIBRE says.
enum { CALIBRE_3_4, CALIBRE_6_8, CALIBRE_9, CALIBRE_12, CALIBRE_COUNT };

/// Bits of FIGURE_KINDS.
enum {
    KIND_LIGHT = 1,
    KIND_IRREGULAR = 2,
    KIND_IMPETUOUS = 4,
    KIND_MOUNTED = 8,    ///< moves as cavalry
    KIND_EFFECTIVE = 16, ///< skirmishes by an effective doctrine
    KIND_GUARD = 32,
    KIND_ENGINEERS = 64
};

/// Figures of a leader's and of a side's card.
enum { LEADER_FIGURE_LEADERSHIP, LEADER_FIGURE_TACTICAL };
enum { SIDE_FIGURE_YEAR };

/// Phases of a turn, in their order.
enum { PHASE_COMMAND, PHASE_MOVEMENT, PHASE_FIRE, PHASE_COMBAT, PHASE_COUNT };

/// Kinds of orders: those of a scenario that the sheet knows.
enum {
    ORDER_NONE = LB_SCENARIO_ORDER_NONE,
    ORDER_ATTACK = LB_SCENARIO_ORDER_ATTACK,
    ORDER_DEFEND = LB_SCENARIO_ORDER_DEFEND,
    ORDER_SUPPORT = LB_SCENARIO_ORDER_SUPPORT,
    ORDER_MOVE = LB_SCENARIO_ORDER_MOVE,
    ORDER_RESERVE = LB_SCENARIO_ORDER_RESERVE
};

/// lb_group.status; the order of a Formation that is not fit says the same.
enum {
    STATUS_FIT = LB_SCENARIO_STATUS_FRESH,
    STATUS_RALLY = LB_SCENARIO_STATUS_WORN,
    STATUS_RETREAT = LB_SCENARIO_STATUS_EXHAUSTED,
    STATUS_BROKEN = LB_SCENARIO_STATUS_BROKEN
};

/// The parts of the move step, in their order.
enum { MOVE_BACK, MOVE_ATTACK, MOVE_SUPPORT, MOVE_MARCH, MOVE_STAND, MOVE_STEPS };

/// Options of DEPLOY and PLOY, and of INTENSE.
enum { CHANGE_RUSHED = 1, CHANGE_CAVALRY = 2 };
enum { INTENSE_GUNS = 1, INTENSE_SKIRMISH = 2 };

#define LB_INCHES(value) ((value)*LB_TMM_INCH)

/* rates.c: what a unit is, how large, and how far it moves. */

/// A length in tenths of an inch at 50 yards, on this table.
int32_t esr_tenths(const lb_battle *battle, int32_t tenths);

lb_size esr_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation);
bool esr_is(const lb_battle *battle, uint32_t unit, int32_t kind);

/// True of infantry and cavalry but engineers.
bool esr_is_troops(const lb_battle *battle, uint32_t unit);

/// How far a unit moves in a formation, by its own rate off roads; half of it with `goes_back`.
int32_t esr_rate(const lb_battle *battle, uint32_t unit, uint8_t formation, bool goes_back);

/// True in snow, heavy rain or mud: the scenario's weather says so by its name, else the house.
bool esr_is_foul(const lb_battle *battle, uint32_t turn);

/// What ground costs a unit in a formation.
lb_move_costs esr_costs(const lb_view *view, uint32_t unit, uint8_t formation);

/// The same number for units whose costs are the same.
uint8_t esr_gait(const lb_view *view, uint32_t unit, uint8_t formation);

/// How far a leader reaches, each distance with its name.
uint32_t esr_rings(const lb_battle *battle, uint32_t leader, lb_range rows[LB_RANGES_MAX]);

/* bodies.c: Formations as bodies of units. */

/// True if a unit belongs to a Formation now.
static inline bool esr_is_of(const lb_state *state, uint32_t unit, uint32_t group)
{
    return state->unit[unit].group == group;
}

/// The units of a Formation on the table; those in its column in their order of march, from the
/// head; those that are deployed (foot and horse, and batteries).
lb_unit_set esr_units(const lb_view *view, uint32_t group);
lb_unit_set esr_column(const lb_view *view, uint32_t group);
lb_unit_set esr_deployed(const lb_view *view, uint32_t group);
uint32_t esr_head(const lb_view *view, uint32_t group);

/// The units of a column in the order of march; returns how many.
uint32_t esr_march_order(const lb_view *view, uint32_t group, uint16_t *order);

/// Units of a Formation that are neither gone nor left, reforming ones too.
uint32_t esr_count(const lb_battle *battle, const lb_state *state, uint32_t group);

/// True of a unit that comes on, or follows those of its column that have.
bool esr_is_due(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// esr.play.box; false if nobody is on the table. It may be larger than a footprint can be: that
/// part of it which is nearest to a place is one.
bool esr_box(const lb_view *view, uint32_t group, lb_footprint *box);
lb_footprint esr_part_of_box(const lb_footprint *box, lb_point at);

/// The box of its deployed foot and horse alone; false if there are none.
bool esr_line(const lb_view *view, uint32_t group, lb_footprint *box);

/// The middle of a Formation, where its commander stands.
lb_point esr_middle(const lb_view *view, uint32_t group);

/// Where the commander of a Formation stands: its middle, or the unit nearest to that.
lb_point esr_post(const lb_view *view, uint32_t group);

/// Markers of all classes.
int32_t esr_fatigue(const lb_state *state, uint32_t group);

/// True of a Formation that is on the table and neither retreating, broken nor rallying.
bool esr_is_fit(const lb_state *state, uint32_t group);
bool esr_is_here(const lb_view *view, uint32_t group);
bool esr_goes_back(const lb_state *state, uint32_t group);

/// True of a Formation without infantry that has cavalry; of one that is all guns.
bool esr_is_cavalry(const lb_view *view, uint32_t group);
bool esr_is_artillery(const lb_view *view, uint32_t group);

/// True if an enemy touches a unit of the Formation.
bool esr_is_touched(lb_view *view, uint32_t group);

/// How far the nearest enemy on the table is from a Formation; INT32_MAX for none. With `who`, the
/// unit that it is.
int32_t esr_enemy_distance(lb_view *view, uint32_t group, uint32_t *who);

/// esr.play.area: the Reformation Area as a footprint, and who touches it.
lb_footprint esr_area(const lb_battle *battle, const lb_state *state, uint32_t group);
lb_unit_set esr_area_touchers(const lb_view *view, uint32_t group);
lb_point esr_area_place(const lb_battle *battle, const lb_footprint *box);

/// A trait of a Formation: its own, or that half of its foot and horse have.
bool esr_has_trait(const lb_view *view, uint32_t group, lb_trait trait);

/* leaders.c: who commands what, and how well. */

/// The commander of a Formation on the table: who leads it in person, else its own; LB_NOBODY.
uint32_t esr_commander(const lb_battle *battle, const lb_state *state, uint32_t group);

/// The Force commander above a Formation, or the Army commander.
uint32_t esr_superior(const lb_battle *battle, const lb_state *state, uint32_t group);

/// True if a Formation is in the chain of command of a leader.
bool esr_commands(const lb_battle *battle, const lb_state *state, uint32_t leader, uint32_t group);

/// True of the commander of a Force or the Army.
bool esr_is_higher(const lb_battle *battle, uint32_t leader);

/// Leadership of a leader toward a Formation (RATING_…), and its points; his tactical rating.
int32_t esr_leadership(const lb_view *view, uint32_t leader, uint32_t group);
int32_t esr_points(int32_t rating);
int32_t esr_tactical(const lb_battle *battle, const lb_state *state, uint32_t leader);

/// Who would best issue an order to a Formation; LB_NOBODY for nobody.
uint32_t esr_issuer(const lb_view *view, uint32_t group);

/* measure.c: what the table shows. */

/// The worst ground under most of a unit: TERRAIN_OPEN, TERRAIN_ROUGH or TERRAIN_DENSE.
int32_t esr_terrain(lb_view *view, uint32_t unit);
int32_t esr_terrain_at(const lb_view *view, const lb_quad *quad);

/// esr.play.ground: PLACE_… of a unit, and of a Formation.
int32_t esr_place_of(lb_view *view, uint32_t unit);
int32_t esr_place(lb_view *view, uint32_t group);

/// A unit fights behind or in fortified ground against another.
bool esr_is_fortified(lb_view *view, uint32_t unit, uint32_t against);
bool esr_is_in_buildings(lb_view *view, uint32_t unit);

/// What kinds of ground do to sight; and whether a point lies higher than another, with nothing
/// between them that hides.
void esr_sight_rows(const lb_battle *battle, lb_sight_row *rows);
bool esr_has_vantage(const lb_view *view, lb_point from, lb_point to);

/// esr.play.sight: a battery bears on a unit.
bool esr_bears(lb_view *view, uint32_t battery, uint32_t target);
bool esr_sees(lb_view *view, uint32_t unit, uint32_t target);
bool esr_has_in_arc(const lb_view *view, uint32_t unit, const lb_quad *target);

/// esr.play.outflanked
bool esr_is_outflanked(lb_view *view, uint32_t group);

/* gather.c: facts from the table. */

struct order_facts esr_gather_order(lb_view *view, uint32_t issuer, uint32_t group);
struct deploy_facts esr_gather_deploy(lb_view *view, uint32_t group, uint32_t option, bool is_ploy);
struct score_facts esr_gather_score(lb_view *view, uint32_t firer, uint32_t target);
struct score_facts esr_gather_mass(lb_view *view, uint32_t leader, uint32_t target);
struct combat_facts esr_gather_combat(lb_view *view, uint32_t unit, uint32_t target);

/// Of a unit that falls upon one in its Reformation Area.
struct combat_facts esr_gather_area(lb_view *view, uint32_t unit, uint32_t target);
struct fate_facts esr_gather_fate(const lb_view *view, uint32_t leader);
struct assess_facts esr_gather_assess(lb_view *view, uint32_t group, bool is_combat);
struct status_facts esr_gather_status(const lb_view *view, uint32_t group);

/// esr.fate.who
bool esr_is_in_danger(lb_view *view, uint32_t leader);

/* ways.c: ways of units and blocks. */

/// Where a march leads a column: the places of its units in the order of march.
struct esr_march {
    uint32_t count;
    uint16_t unit[LB_UNITS_MAX];
    lb_footprint end[LB_UNITS_MAX];
    int32_t cost_tmm, rate_tmm;
};

bool esr_judge_advance(lb_view *view, uint32_t group, const lb_path *path, struct esr_march *march,
                       lb_reason *reason);
bool esr_judge_step(lb_view *view, uint32_t unit, const lb_path *path, lb_footprint *end,
                    int32_t *cost, lb_reason *reason);
bool esr_judge_charge(lb_view *view, uint32_t unit, uint32_t target, lb_footprint *end,
                      int32_t *cost, lb_reason *reason);

/// A way toward a place: false if there is none worth going.
bool esr_find_advance(lb_view *view, uint32_t group, lb_point goal, int32_t most_tmm,
                      lb_path *path);

/// esr.move.dense: how far a straight way goes until its middle comes to the edge of dense ground;
/// INT32_MAX if it does not, or the unit does not mind. And whether a path keeps such halts.
int32_t esr_halt(const lb_view *view, uint32_t unit, lb_point from, lb_point to);
bool esr_keeps_halts(const lb_view *view, uint32_t unit, const lb_footprint *start,
                     const lb_path *path, lb_reason *reason);

/// How near a Formation may come to enemies by its order; 0 if it may touch.
int32_t esr_keep(const lb_view *view, uint32_t group);

/// The clause by which a way is refused that was stopped: of the order, if it was an enemy.
uint16_t esr_stop_clause(const lb_view *view, uint32_t group, const lb_walk *walk, uint16_t clause);
bool esr_may_touch(lb_view *view, uint32_t group, uint32_t target);

/// How far a unit moves in this turn as it stands.
int32_t esr_allowance(const lb_view *view, uint32_t unit);

/* columns.c: columns of march. */

bool esr_judge_march(lb_view *view, uint32_t group, const lb_path *path, struct esr_march *march,
                     lb_reason *reason);
bool esr_find_march(lb_view *view, uint32_t group, lb_point goal, int32_t most_tmm, lb_path *path);

/* moves.c: the move step. */

bool esr_check_pass(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_proceed(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_march(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_advance(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_step(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_charge(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_halt(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void esr_offer_marches(lb_listing *list);
void esr_offer_advances(lb_listing *list);
void esr_offer_steps(lb_listing *list);
void esr_offer_charges(lb_listing *list);

/// Commanders of Formations go where their units are.
void esr_follow(lb_run *run);

/* deploys.c: ploying and deploying. */

/// esr.play.line: the place of a unit that is the n-th of `count` about a head.
lb_footprint esr_station(const lb_battle *battle, const lb_footprint *head, uint32_t unit,
                         uint32_t count, uint32_t n);

/// Units that might change, and whether they are all cavalry.
lb_unit_set esr_changeable(lb_view *view, uint32_t group, bool is_ploy, uint32_t option);
bool esr_check_change(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_place(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void esr_offer_changes(lb_listing *list);
void esr_offer_places(lb_listing *list);

/* orders.c: orders that are sent, tried and converted. */

/// Of which part of the move step a Formation is.
int32_t esr_move_step(const lb_state *state, uint32_t group);

/// The place that an order aims at.
lb_point esr_goal(const lb_view *view, uint32_t group);

/// What becomes of a pending order that was tried: an ORDER_RESULT_….
void esr_take_result(lb_run *run, uint32_t group, int32_t result);

/// True if a Formation of the side that is asked is in the field.
bool esr_is_own(const lb_asked *asked, uint32_t group);
bool esr_check_wait(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_issue(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void esr_offer_issue(lb_listing *list);

/// Offers the verb with every Formation of the side.
void esr_offer_groups(lb_listing *list);

/* acts.c: leader actions. */

lb_target_kind esr_target_kind(const lb_battle *battle, uint32_t side, const lb_action *action);
bool esr_check_action(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void esr_offer_actions(lb_listing *list);
bool esr_check_ride(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void esr_offer_rides(lb_listing *list);
extern const lb_ride esr_ride;

/* forced.c: moves that the rules force. */

void esr_retire(lb_run *run, uint16_t clause, uint32_t unit, uint32_t from);
void esr_evade(lb_run *run, uint16_t clause, uint32_t unit);
void esr_fall_back(lb_run *run, uint16_t clause, uint32_t group);
bool esr_lunge(lb_run *run, uint16_t clause, uint32_t unit);

/* fire.c: the Fire phase. */

/// How far a unit fires as it stands.
uint32_t esr_ranges(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX]);

/// True if skirmishers, or a battery, reach a Formation.
bool esr_skirmishers_reach(const lb_view *view, uint32_t firer, uint32_t target);
bool esr_battery_reaches(lb_view *view, uint32_t battery, uint32_t target);

/// Whom a battery or the skirmishers of a Formation fire at: as said, or the nearest; LB_NOBODY.
uint32_t esr_aim(lb_view *view, uint32_t battery);
uint32_t esr_skirmish_aim(lb_view *view, uint32_t group);
bool esr_may_fire(const lb_state *state, uint32_t group);
bool esr_check_bombard(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_skirmish(const lb_asked *asked, const lb_action *action, lb_reason *reason);
bool esr_check_intense(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void esr_offer_bombards(lb_listing *list);
void esr_offer_skirmishes(lb_listing *list);
void esr_offer_intense(lb_listing *list);

/* assess.c: assessments and what comes of them. */

/// A Formation whose Reformation Area the enemy touches has to be assessed.
void esr_note_reached(lb_run *run, uint32_t group);

/* fights.c: the Combat phase. */

bool esr_check_fight(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void esr_offer_fights(lb_listing *list);

/* losses.c: fatigue, routs, orders, status. */

void esr_tire(lb_run *run, uint16_t clause, uint32_t group, uint32_t arm, int32_t markers);
void esr_set_order(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order);
void esr_set_pending(lb_run *run, uint16_t clause, uint32_t group, const lb_order *order);
void esr_set_status(lb_run *run, uint16_t clause, uint32_t group, uint8_t status);
void esr_defend_here(lb_run *run, uint16_t clause, uint32_t group);

/// Takes a unit off the table, to the Reformation Area or for good.
void esr_rout(lb_run *run, uint16_t clause, uint32_t unit);
void esr_remove(lb_run *run, uint16_t clause, uint32_t unit);

/// The class of a Formation that has most units: an lb_arm.
uint32_t esr_main_arm(const lb_battle *battle, const lb_state *state, uint32_t group);

/// Limbers a battery where it stands, or puts it with the reserve of its Formation.
void esr_limber(lb_run *run, uint16_t clause, uint32_t unit);
void esr_retire_battery(lb_run *run, uint16_t clause, uint32_t unit);

/// A Formation with nobody left is gone.
void esr_note_gone(lb_run *run, uint16_t clause, uint32_t group);
bool esr_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side);
uint8_t esr_side_ahead(const lb_battle *battle, const lb_state *state);

/// Tells what decides when the turns have run out.
void esr_tell_scores(lb_run *run);
uint32_t esr_formations_lost(const lb_battle *battle, const lb_state *state, uint32_t side);

/* query.c: questions about odds. */

extern const lb_verb esr_queries[];
extern const lb_queries esr_query_rows;

/* deeds.c: who fires or fights by a throw. */

bool esr_deeds(lb_view *view, lb_unit_set *who);

/* worth.c: how a sensible player fires and fights. */

void esr_propose_fire(lb_listing *list);
void esr_propose_evade(lb_listing *list);
void esr_propose_fight(lb_listing *list);
void esr_propose_break(lb_listing *list);
void esr_propose_area(lb_listing *list);

/* staff.c: what his commanders do themselves. */

void esr_propose_action(lb_listing *list);
void esr_propose_ride(lb_listing *list);

/* march.c: how he moves his Formations. */

void esr_propose_move(lb_listing *list);

/* mind.c: what else he answers. */

void esr_fitness(lb_view *view, uint32_t unit, lb_fitness *fitness);
void esr_propose_pending(lb_listing *list);
void esr_propose_issue(lb_listing *list);
void esr_propose_to_attack(lb_listing *list);
void esr_propose_to_defend(lb_listing *list);
void esr_propose_change(lb_listing *list);
void esr_propose_place(lb_listing *list);

/* muster.c: how a battle begins. */

lb_status esr_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag);
void esr_deploy(const lb_battle *battle, lb_state *state);
