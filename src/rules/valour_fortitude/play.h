// SPDX-License-Identifier: MIT
// What the files that play this sheet on a table share: the meaning of figures and options, and
// what each file has for the others, file by file. Flags and marks are in marks.def, verbs in
// verbs.def, questions in questions.def.
#pragma once

#include "rules/valour_fortitude/formations.h"

#define LB_VERBS_DEF     "rules/valour_fortitude/verbs.def"
#define LB_QUESTIONS_DEF "rules/valour_fortitude/questions.def"
#define LB_TELLS_DEF     "rules/valour_fortitude/tells.def"
#define LB_MARKS_DEF     "rules/valour_fortitude/marks.def"

#include "rules/kit/play_rows.h"

#include "rules/kit/contact.h"
#include "rules/kit/mind.h"
#include "rules/kit/query.h"
#include "rules/kit/turn.h"

/// Figures of a unit's card.
enum { FIGURE_FIRE, FIGURE_MELEE, FIGURE_TENACITY, FIGURE_RANGE, FIGURE_GUN, FIGURE_COUNT };

/// What FIGURE_GUN says.
enum { GUN_NONE, GUN_FIELD, GUN_HEAVY, GUN_HORSE, GUN_ROCKET };

/// Phases of a turn, in their order.
enum { PHASE_FATE, PHASE_FIRE, PHASE_ACTION, PHASE_MELEE, PHASE_COUNT };

/// Options of FIRE.
enum { FIRE_AS_SKIRMISHERS = 1, FIRE_WITH_SEVEN = 2 };

/// Option of CARD: its rank, and whether it is spent to let a unit act (vf.fate.any).
enum { CARD_SPENT = 0x80, CARD_RANK = 0x7f, CARD_KING = 13 };

#define LB_INCHES(value) ((value)*LB_TMM_INCH)

/* rates.c: what a unit is, how far it moves and fires. */

lb_size vf_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation);
int32_t vf_tenacity(const lb_battle *battle, const lb_state *state, uint32_t unit);
bool vf_is_shaken(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// How far a unit moves in a formation: by the rates of the sheet, as in all moves that the rules
/// force, and with what the King adds to moves of choice (vf.play.nine).
int32_t vf_pace(const lb_battle *battle, uint32_t unit, uint8_t formation);
int32_t vf_allowance(const lb_battle *battle, const lb_state *state, uint32_t unit,
                     uint8_t formation);

/// The clause that says how far a unit moves in a formation.
uint16_t vf_rate_of(uint8_t formation);

/// vf.move.highway, .rough, .barrier
lb_move_costs vf_costs_of(const lb_battle *battle, uint8_t formation);

/// vf.fire.range, whatever the formation; 0 for a unit that cannot fire.
int32_t vf_reach(const lb_battle *battle, uint32_t unit, bool as_skirmishers);

/// vf.act.fired: a unit that may act after firing, whatever it fired with.
bool vf_fires_and_acts(const lb_battle *battle, uint32_t unit);

/// vf.act.messenger: light troops and detachments are easier to reach.
bool vf_is_easy_to_reach(const lb_battle *battle, uint32_t unit);

/* measure.c: what the table shows. */

/// Terrain that a unit occupies and can be defended: built-up areas and field works.
bool vf_is_odt(lb_view *view, uint32_t unit);
bool vf_is_rough(lb_view *view, uint32_t unit);

/// vf.play.garrison: a unit in a built-up area.
bool vf_is_garrison(lb_view *view, uint32_t unit);

/// The formation that a unit counts as in the charts: a garrison of foot as a line, a masse as an
/// attack column.
int32_t vf_stance(lb_view *view, uint32_t unit);

/// Cover of a unit against another: COVER_NONE, COVER_SOFT or COVER_HARD.
int32_t vf_cover(lb_view *view, uint32_t unit, uint32_t against);

/// vf.play.wall: cover of a unit against one that touches it. A wall, hedge or work between the two
/// covers the one that does not storm it.
bool vf_is_behind_wall(lb_view *view, uint32_t unit, uint32_t other);
bool vf_is_covered_in_melee(lb_view *view, uint32_t unit, uint32_t other);

/// vf.los: unit sees target, by arc and by line; the arc alone.
bool vf_sees(lb_view *view, uint32_t unit, uint32_t target);
bool vf_is_in_arc(lb_view *view, uint32_t unit, uint32_t target);

/// vf.play.faces: a unit faces another that touches it if that touches its front.
bool vf_faces(lb_view *view, uint32_t unit, uint32_t other);

/// Whether two leaders are on the table and within a distance.
bool vf_leaders_within(const lb_state *state, uint32_t a, uint32_t b, int32_t tmm);

/* gather.c: facts from the table. */

struct fire_facts vf_gather_fire(lb_view *view, const lb_action *action);
struct melee_facts vf_gather_melee(lb_view *view, uint32_t unit, uint32_t target);

/// Add the cards that may be played while an attack or a fight is resolved. Play alone gathers
/// them: to play one is a decision, and odds are of dice.
void vf_gather_cards_of_fire(const lb_view *view, const lb_action *action,
                             struct fire_facts *facts);
void vf_gather_cards_of_melee(const lb_view *view, uint32_t unit, uint32_t target,
                              struct melee_facts *facts);

/// A side of a fight as far as it does not depend on where the unit stands.
struct melee_side vf_gather_figures(lb_view *view, uint32_t unit);

/// Units of the side of `unit` that lend it support against `target` in melee.
lb_unit_set vf_supporters(lb_view *view, uint32_t unit, uint32_t target);

struct activation_facts vf_gather_activation(const lb_battle *battle, const lb_state *state,
                                             uint32_t group);
struct fortitude_facts vf_gather_fortitude(const lb_battle *battle, const lb_state *state,
                                           uint32_t group);
struct rally_facts vf_gather_rally(const lb_view *view, uint32_t unit);

/// False if the unit is not cavalry that touches a square.
bool vf_gather_square(lb_view *view, uint32_t unit, struct square_contact_facts *facts);

/* resolve.c: from facts to effect. */

/// The dice with which one side of a fight strikes at the other.
lb_roll vf_blows_of(const lb_battle *battle, const struct melee_side *own,
                    const struct melee_side *other);

/* cards.c: fate cards. */

bool vf_holds(const lb_state *state, uint32_t side, uint32_t rank);
void vf_discard(lb_run *run, uint32_t side, uint32_t rank);

/// Carries out the card that a side has chosen.
void vf_play_card(lb_run *run, uint32_t side);
lb_target_kind vf_target_kind(const lb_battle *battle, uint32_t side, const lb_action *action);
bool vf_check_card(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void vf_offer_cards(lb_listing *list);

/* moves.c: actions that move. */

/// A distance of which a unit keeps at least so much, in tmm: rounding of corners never decides
/// against the mover (vf.play.three).
int32_t vf_at_least(int32_t inches);

/// Judges MOVE, RETREAT, ASSAULT and DOUBLE by their way alone; *end is where the unit comes to
/// stand, and *walk what its way was, NULL if it did not come to one. The walk lives until
/// something moves or other ways are looked at.
bool vf_judge_way(lb_view *view, const lb_action *action, lb_footprint *end, const lb_walk **walk,
                  lb_reason *reason);

/// Carries out the MOVE, RETREAT, ASSAULT or DOUBLE that was chosen.
void vf_carry_out(lb_run *run);

bool vf_check_move(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void vf_offer_moves(lb_listing *list);
void vf_offer_retreats(lb_listing *list);
void vf_offer_doubles(lb_listing *list);

/* acts.c: who may act, and rallying. */

/// True if the unit may still take an action in its activated brigade.
bool vf_may_act(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// True if it is the unit's turn to act, and like that.
bool vf_check_actor(const lb_asked *asked, const lb_action *action, lb_reason *reason);

/// Has `offer` called for every unit of the brigade that may act.
void vf_for_each_actor(lb_listing *list, void (*offer)(lb_listing *list, uint32_t unit));
bool vf_check_rally(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void vf_offer_rallies(lb_listing *list);

/* assaults.c: closing with the enemy. */

/// True if the unit is one that may assault, whatever the way: at all, and after what it did in
/// this turn.
bool vf_is_fit_to_assault(const lb_view *view, uint32_t unit, lb_reason *reason);
bool vf_may_assault(const lb_view *view, uint32_t unit, lb_reason *reason);

/// Judges the way of an assault that may cost so much; *end and *walk as in vf_judge_way.
bool vf_judge_contact(lb_view *view, const lb_action *action, int32_t allowance, lb_footprint *end,
                      const lb_walk **walk, lb_reason *reason);

/// The assault of a unit on a target by the first way that is legal; false if none is.
bool vf_find_assault(lb_view *view, uint32_t unit, uint32_t target, int32_t allowance,
                     lb_action *action, lb_footprint *end);

void vf_offer_assaults(lb_listing *list);

/* forced.c: moves that the rules force. */

/// vf.play.retreat: sends a unit back from the nearest enemy; it routs if it has no place to go to.
void vf_fall_back(lb_run *run, uint32_t unit, uint16_t clause);

/// True if it has one.
bool vf_can_fall_back(lb_view *view, uint32_t unit);

/// Leads headstrong cavalry to the nearest visible enemy that it reaches, other than the one that
/// it has just `beaten`; LB_NOBODY if there is none, and then it stays.
uint32_t vf_rush(lb_run *run, uint32_t unit, uint32_t beaten);

/* fire.c: who fires at whom. */

/// How far a unit fires as it stands.
uint32_t vf_ranges(lb_view *view, uint32_t unit, lb_range rows[LB_RANGES_MAX]);

/// The enemies that the unit may fire at, if it sees them: in range, and none farther than one that
/// it sees unless it has rockets. Nobody if it is not ready.
lb_unit_set vf_targets(lb_view *view, uint32_t unit);

/// True if a fire action that is legal stays so with one more helper, who is not in it yet.
bool vf_may_help(lb_view *view, const lb_action *action, uint32_t helper);

/// Judges an attack of a side, whatever is asked.
bool vf_judge_fire(lb_view *view, uint32_t side, const lb_action *action, lb_reason *reason);
bool vf_check_fire(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void vf_offer_fire(lb_listing *list);

/* contacts.c: who has to fight. */

/// Two units that have to fight, the active side's first.
typedef struct vf_contact {
    uint32_t unit, target;
} vf_contact;

/// The next contact behind *contact, which is {0, LB_NOBODY} at first; false if there is none.
bool vf_next_contact(lb_view *view, vf_contact *contact);

/* fights.c: the Melee phase. */

bool vf_check_fight(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void vf_offer_fights(lb_listing *list);

/* losses.c: what becomes of units and armies. */

/// Removes a routed unit, and its brigade if it was the last; the brigade owes a test unless it
/// wavered.
void vf_rout(lb_run *run, uint32_t unit, bool owes_test);
void vf_suffer(lb_run *run, uint16_t clause, uint32_t unit, int32_t losses);
void vf_waver(lb_run *run, uint32_t group);
bool vf_is_broken(const lb_battle *battle, const lb_state *state, uint32_t side);

/// vf.fate.10: how many times an objective counts for a side.
int32_t vf_objective_times(const lb_battle *battle, const lb_state *state, uint32_t side,
                           uint32_t objective);

/// Tells what each side has in the count that decides, if no army has broken.
void vf_tell_scores(lb_run *run);
/// vf.end.defeat: the side that wins if no army is broken; LB_NO_SIDE for neither.
uint8_t vf_side_ahead(const lb_battle *battle, const lb_state *state);

/* turn.c: phases and activation. */

extern const lb_ride vf_ride;
bool vf_check_activate(const lb_asked *asked, const lb_action *action, lb_reason *reason);
void vf_offer_activate(lb_listing *list);

/* query.c: questions about odds. */

extern const lb_verb vf_queries[];
extern const lb_queries vf_query_rows;

/* worth.c: what things are worth, in hundredths of a loss. */

void vf_fitness(lb_view *view, uint32_t unit, lb_fitness *fitness);
bool vf_worth_of_fire(const lb_listing *list, const lb_action *action, int32_t *worth);

/// Of a fight, to the active side.
bool vf_worth_of_fight(const lb_listing *list, const struct melee_facts *facts, int32_t *worth);

/* intent.c: what a unit ought to do. */

/// The best assault of a unit that might take an action, now or in this turn; false if none is
/// worth more than `least`. With `deed` NULL, only whether there is one.
bool vf_intend_assault(const lb_listing *list, uint32_t unit, int32_t least, lb_deed *deed);

/// What a unit that may act does; false if it stays as it is.
bool vf_intend(const lb_listing *list, uint32_t unit, lb_deed *deed);

/// The enemy whose middle is nearest to a unit's, LB_NOBODY for none; and how far it is, edge to
/// edge.
uint32_t vf_foe(const lb_view *view, uint32_t unit, int32_t *tmm);

/* mind.c: what a sensible player answers. */

void vf_propose_fate(lb_listing *list);
void vf_propose_fire(lb_listing *list);
void vf_propose_activate(lb_listing *list);
void vf_propose_action(lb_listing *list);
void vf_propose_melee(lb_listing *list);
void vf_propose_fight(lb_listing *list);
void vf_propose_go_back(lb_listing *list);
void vf_propose_six(lb_listing *list);
void vf_propose_yes(lb_listing *list);
void vf_propose_four(lb_listing *list);
void vf_propose_forced_march(lb_listing *list);

/* muster.c: how a battle begins. */

lb_status vf_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag);
void vf_deploy(const lb_battle *battle, lb_state *state);
