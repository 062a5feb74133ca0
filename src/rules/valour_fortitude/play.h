// SPDX-License-Identifier: MIT
// What the files that play this sheet on a table share: the meaning of figures, marks and flags,
// and the questions they ask of a state.
#pragma once

#include "limber/battle.h"
#include "limber/plan.h"
#include "rules/field.h"
#include "rules/valour_fortitude/formations.h"

/// Figures of a unit's card.
enum { FIGURE_FIRE, FIGURE_MELEE, FIGURE_TENACITY, FIGURE_RANGE, FIGURE_GUN, FIGURE_COUNT };

/// What FIGURE_GUN says.
enum { GUN_NONE, GUN_FIELD, GUN_HEAVY, GUN_HORSE, GUN_ROCKET };

/// Marks of a unit.
enum {
    MARK_LOSSES,   ///< loss markers
    MARK_WORTH,    ///< for the rest of the game: added to melee value and tenacity
    MARK_MELEE,    ///< for this phase: added to melee value
    MARK_TENACITY, ///< for this phase: added to tenacity
};

/// Flags of a unit. Those up to UNIT_FOUGHT last a turn.
enum {
    UNIT_FIRED = 1 << 0,      ///< has fired: no action
    UNIT_SKIRMISHED = 1 << 1, ///< has fired as skirmishers, or as horse guns: no assault
    UNIT_SUPPORTED = 1 << 2,  ///< has lent support in the Fire phase
    UNIT_ACTED = 1 << 3,      ///< has had its action
    UNIT_FAR = 1 << 4,        ///< began the turn too far from its leader
    UNIT_ANSWERED = 1 << 5,   ///< the messenger has reached it
    UNIT_FREED = 1 << 6,      ///< may act by a fate card
    UNIT_AGAIN = 1 << 7,      ///< may assault after its move by a fate card
    UNIT_WON = 1 << 8,        ///< has won a fight: no valour tests this phase
    UNIT_FOUGHT = 1 << 9,     ///< has fought or supported in this Melee phase
    UNIT_DAUNTED = 1 << 10,   ///< valour is harder this phase by a fate card
    UNIT_CHECKED = 1 << 11,   ///< has tried the squares it touches
    UNIT_SPED = 1 << 12,      ///< moves further by a fate card
    UNIT_LOST = 1 << 13,      ///< the messenger has not reached it
    UNIT_TURN_FLAGS = (1 << 14) - 1,
    UNIT_TRIED = 1 << 14 ///< an unpredictable unit that has shown what it is
};

/// Flags of a group.
enum {
    GROUP_ACTIVE = 1 << 0,
    GROUP_FAILED = 1 << 1,
    GROUP_DONE = 1 << 2,    ///< its units have acted
    GROUP_SPED = 1 << 3,    ///< moves further by a fate card
    GROUP_VOLLEYS = 1 << 4, ///< its infantry fires better by a fate card
    GROUP_TURN_FLAGS = (1 << 5) - 1,
    GROUP_ROUTED = 1 << 5, ///< a unit of it has routed
    GROUP_SHATTERED = 1 << 6,
    GROUP_ARRIVED = 1 << 7
};

/// Marks of a group and of a side.
enum { GROUP_OWED };
enum {
    SIDE_HAND, ///< cards as bits: bit 1 the ace … bit 13 the king
    SIDE_DECK,
    SIDE_DISCARDS,
    SIDE_DEFEATS,
    SIDE_BRIGADES,  ///< at the start
    SIDE_NO_AUTO,   ///< no automatic activation in its next turn
    SIDE_ACTIVATED, ///< brigades tried this turn
    SIDE_KEY,       ///< 1 + the objective that counts double for it
    SIDE_DAUNTED,   ///< its unit in the fight being resolved is daunted
    SIDE_SPARED,    ///< its unit in the fight being resolved has won one before
};

/// Leader flags.
enum { LEADER_MOVED = 1 };

enum { PHASE_FATE, PHASE_FIRE, PHASE_ACTION, PHASE_MELEE, PHASE_COUNT };

enum {
#define VERB(name, word, uses, help) VERB_##name,
#include "rules/valour_fortitude/verbs.def"
    VERB_COUNT
};

/// Options of a fire action.
enum { FIRE_AS_SKIRMISHERS = 1, FIRE_WITH_SEVEN = 2 };

/// Set in the option of a card that is spent to let a unit act (vf.fate.any).
enum { CARD_SPENT = 0x80, CARD_RANK = 0x7f, CARD_KING = 13 };

#define LB_INCHES(value) ((value)*LB_TMM_INCH)

/* measure.c: what the table shows. */

bool vf_is_here(const lb_state *state, uint32_t unit);
lb_quad vf_quad(const lb_battle *battle, const lb_state *state, uint32_t unit);
int32_t vf_tenacity(const lb_battle *battle, const lb_state *state, uint32_t unit);
bool vf_is_shaken(const lb_battle *battle, const lb_state *state, uint32_t unit);
bool vf_has(const lb_battle *battle, uint32_t unit, lb_trait trait);
lb_size vf_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation);

/// Terrain that a unit occupies and can be defended: built-up areas and field works.
bool vf_is_odt(const lb_battle *battle, const lb_state *state, uint32_t unit);
bool vf_is_rough(const lb_battle *battle, const lb_state *state, uint32_t unit);
int32_t vf_level(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// Cover of a unit against another: COVER_NONE, COVER_SOFT or COVER_HARD.
int32_t vf_cover(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t against);

/// What the table shows, worked out when it is first asked for. Holds while nobody moves; on the
/// stack of who asks much of one state.
struct vf_view {
    const lb_battle *battle;
    const lb_state *state;
    uint8_t known[LB_UNITS_MAX]; ///< bits of what is worked out: measure.c and gather.c
    uint8_t level[LB_UNITS_MAX];
    lb_quad quad[LB_UNITS_MAX];
    lb_point low[LB_UNITS_MAX], high[LB_UNITS_MAX]; ///< the box of the quad
    lb_unit_set looked[LB_UNITS_MAX], seen[LB_UNITS_MAX];
    uint8_t aimer, aim; ///< who was last asked for enemies nearer than whom, LB_NOBODY at first
    bool is_nearer;     ///< and whether there is one
    uint8_t ranger;     ///< who last looked for targets, LB_NOBODY at first
    int32_t range_tmm[LB_UNITS_MAX]; ///< how far his enemies are, rounded up; -1: out of range
    int32_t seen_tmm;                ///< and the nearest that he sees; -1: none in range
};

/// Bits of what is known of a unit.
enum {
    VIEW_QUAD = 1 << 0,
    VIEW_LEVEL = 1 << 1,
    VIEW_ODT = 1 << 2, ///< known
    VIEW_IS_ODT = 1 << 3,
    VIEW_READY = 1 << 4, ///< known
    VIEW_IS_READY = 1 << 5,
};

/// A view of which nothing is worked out yet.
void vf_view_start(struct vf_view *view, const lb_battle *battle, const lb_state *state);
const lb_quad *vf_view_quad(struct vf_view *view, uint32_t unit);
bool vf_view_sees(struct vf_view *view, uint32_t unit, uint32_t target);
bool vf_view_is_in_arc(struct vf_view *view, uint32_t unit, uint32_t target);

/// lb_quad_is_within for two units.
bool vf_view_is_within(struct vf_view *view, uint32_t a, uint32_t b, int32_t tmm);

/// False if the quad of a unit is surely farther than `tmm` from the box. Needs no quad.
bool vf_may_be_near(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_point low,
                    lb_point high, int32_t tmm);

/// The box of a quad.
void vf_box(const lb_quad *quad, lb_point *low, lb_point *high);

/// vf.los: unit sees target, by arc and by line.
bool vf_sees(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target);

/// The target is at least partly in the unit's front arc.
bool vf_is_in_arc(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target);

/// The nearest enemy on the table, LB_NOBODY if there is none; and how far, rounded down.
uint32_t vf_nearest_enemy(const lb_battle *battle, const lb_state *state, uint32_t unit);
int32_t vf_distance(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b);
bool vf_is_enemy_within(const lb_battle *battle, const lb_state *state, const lb_quad *quad,
                        uint32_t side, int32_t tmm);
bool vf_touch(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b);

/// Whether two leaders, or a leader and a unit, are within a distance.
bool vf_leaders_within(const lb_state *state, uint32_t a, uint32_t b, int32_t tmm);

/* moves.c: movement and where it may end. */

int32_t vf_allowance(const lb_battle *battle, const lb_state *state, uint32_t unit,
                     uint8_t formation);

/// Follows a path with a unit. keep_tmm: how far it stays from enemies; target: an enemy it may
/// touch, or LB_NOBODY.
lb_walk vf_walk(const lb_battle *battle, const lb_state *state, uint32_t unit, const lb_path *path,
                int32_t keep_tmm, uint32_t target);

/// True if a unit of this footprint may stand there: on the table, on no other unit, passable.
bool vf_may_stand(const lb_battle *battle, const lb_state *state, uint32_t unit,
                  const lb_footprint *footprint);

/// Where a unit ends that follows the path against the target: flush with the face it meets.
bool vf_close_in(const lb_battle *battle, const lb_state *state, uint32_t unit, uint32_t target,
                 const lb_footprint *from, lb_footprint *end);

/// Sends a unit back from the nearest enemy.
void vf_fall_back(const lb_battle *battle, lb_state *state, uint32_t unit);

/// True if a MOVE of this path is not refused before it is walked.
bool vf_may_walk(const lb_battle *battle, const lb_state *state, const lb_action *action);

/// True if such a MOVE, in the formation that the unit has, is legal by what its walk came to.
bool vf_is_walk_legal(const lb_battle *battle, const lb_state *state, const lb_action *action,
                      const lb_walk *walk);

/// True if the unit is one that may assault now, whatever the way.
bool vf_may_assault(const lb_state *state, uint32_t unit, lb_reason *reason);

/// Judges MOVE, RETREAT, ASSAULT and DOUBLE as vf_check_move does, and tells of the walk if it came
/// to one: *walk must be zero before.
bool vf_check_way(const lb_battle *battle, const lb_state *state, const lb_action *action,
                  lb_footprint *end, lb_walk *walk, lb_reason *reason);

/// Judges MOVE, RETREAT, ASSAULT and DOUBLE; *end is where the unit comes to stand.
bool vf_check_move(const lb_battle *battle, const lb_state *state, const lb_action *action,
                   lb_footprint *end, lb_reason *reason);

/* way.c */

/// The clause that says how far a unit moves in a formation.
uint16_t vf_rate_of(const lb_battle *battle, uint32_t unit, uint8_t formation);

/// Says by which rate a unit is about to move and what the ground on its way costs.
void vf_tell_way(lb_run *run, const lb_action *action);

/* gather.c: facts from the table. */

bool vf_check_fire(const lb_battle *battle, const lb_state *state, const lb_action *action,
                   lb_reason *reason);
bool vf_view_check_fire(struct vf_view *view, const lb_action *action, lb_reason *reason);

/// False if no check would let the unit fire at the target: it is not ready, or the target is out
/// of range or farther than an enemy that it sees.
bool vf_view_may_fire(struct vf_view *view, uint32_t unit, uint32_t target);

/// True if a fire action that is legal stays so with one more helper, who is not in it yet.
bool vf_view_may_help(struct vf_view *view, const lb_action *action, uint32_t helper);
struct fire_facts vf_gather_fire(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                 uint32_t target, const uint8_t *helper, uint32_t option);
struct melee_facts vf_gather_melee(const lb_battle *battle, const lb_state *state, uint32_t unit,
                                   uint32_t target);

/// Units of the side of `unit` that lend it support against `target` in melee, as bits.
lb_unit_set vf_supporters(const lb_battle *battle, const lb_state *state, uint32_t unit,
                          uint32_t target);

/// A pair of units that has to fight; false if there is none. Counts on from `*pair`, 0 at first.
bool vf_next_fight(const lb_battle *battle, const lb_state *state, uint32_t *pair, uint32_t *unit,
                   uint32_t *target);

/* cards.c */

bool vf_holds(const lb_state *state, uint32_t side, uint32_t rank);
void vf_discard(lb_state *state, uint32_t side, uint32_t rank);
bool vf_check_card(const lb_battle *battle, const lb_state *state, const lb_action *action,
                   lb_reason *reason);
void vf_play_card(lb_run *run, const lb_action *action);
lb_target_kind vf_target_kind(const lb_battle *battle, uint32_t side, const lb_action *action);

/* consequences.c */

/// Removes a routed unit, and its brigade if it was the last; the brigade owes a test unless it
/// wavered.
void vf_rout(lb_run *run, uint32_t unit, bool owes_test);
void vf_suffer(lb_run *run, uint32_t unit, int32_t losses);
void vf_waver(lb_run *run, uint32_t group);
/// True if a unit of the group is on the table.
bool vf_is_any_here(const lb_battle *battle, const lb_state *state, uint32_t group);
uint32_t vf_units_left(const lb_battle *battle, const lb_state *state, uint32_t group);
bool vf_is_lost(const lb_battle *battle, const lb_state *state, uint32_t side);

/* turn.c: facts of the tests that are taken by themselves. */

struct activation_facts vf_gather_activation(const lb_battle *battle, const lb_state *state,
                                             uint32_t group);
struct fortitude_facts vf_gather_fortitude(const lb_battle *battle, const lb_state *state,
                                           uint32_t group);
struct rally_facts vf_gather_rally(const lb_battle *battle, const lb_state *state, uint32_t unit);
bool vf_is_easy_to_reach(const lb_battle *battle, uint32_t unit);

/// False if the unit is not cavalry that touches a square.
bool vf_gather_square(const lb_battle *battle, const lb_state *state, uint32_t unit,
                      struct square_contact_facts *facts);

/* appraise.c: what things are worth, in hundredths of a loss. */

void vf_fitness(const lb_battle *battle, const lb_state *state, uint32_t unit, lb_fitness *fitness);

/// How far a unit can fire as it stands or, if it is marching, once it has deployed.
int32_t vf_reach(const lb_battle *battle, uint32_t unit);
int32_t vf_worth_of_fire(lb_counsel *counsel, const lb_battle *battle,
                         const struct fire_facts *facts);

/// Of a fight, to the active side.
int32_t vf_worth_of_fight(lb_counsel *counsel, const lb_battle *battle,
                          const struct melee_facts *facts);

/* intent.c: what a unit ought to do. */

/// Who thinks about what.
typedef struct vf_thought {
    const lb_battle *battle;
    const lb_state *state;
    const lb_plan *plan;
    lb_counsel *counsel;
} vf_thought;

/// What the sheet notes on a unit for a phase.
enum { NOTE_DONE = 1, NOTE_ASSAULTS = 2, NOTE_SILENT = 4 };

/// The best assault of a unit that might take an action, now or in this turn; false if none is
/// worth more than `least`.
bool vf_intend_assault(const vf_thought *thought, uint32_t unit, int32_t least,
                       lb_proposal *proposal);

/// What a unit that may act does; false if it stays as it is.
bool vf_intend(const vf_thought *thought, uint32_t unit, lb_proposal *proposal);

/// The enemy whose middle is nearest to a unit's, LB_NOBODY for none; and how far it is, edge to
/// edge.
uint32_t vf_foe(const vf_thought *thought, uint32_t unit, int32_t *tmm);

/* propose.c */

uint32_t vf_propose(const lb_battle *battle, const lb_state *state, const lb_plan *plan,
                    lb_counsel *counsel, lb_proposal *proposals, uint32_t room);

/* query.c */

extern const lb_verb vf_queries[];
bool vf_gather(const lb_battle *battle, const lb_state *state, const lb_query *query,
               lb_situation *situation, lb_reason *reason);
int32_t vf_luck(const lb_battle *battle, const lb_state *state, uint8_t *side);

/* choices.c, check.c, muster.c */

/// vf.act.fired: a unit that may act after firing, whatever it fired with.
bool vf_fires_and_acts(const lb_battle *battle, uint32_t unit);

bool vf_check(const lb_battle *battle, const lb_state *state, const lb_action *action,
              lb_reason *reason);
uint32_t vf_choices(const lb_battle *battle, const lb_state *state, lb_action *actions,
                    uint32_t room);
lb_status vf_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag);
void vf_deploy(const lb_battle *battle, lb_state *state);

/// True if the unit may still take an action in its activated brigade.
bool vf_may_act(const lb_battle *battle, const lb_state *state, uint32_t unit);

/// An action of a verb and nothing else.
lb_action vf_action(uint32_t verb);
