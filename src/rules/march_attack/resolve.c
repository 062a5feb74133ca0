// SPDX-License-Identifier: MIT
// Orders, discipline, fire, melee and morale of this sheet, from facts to effect.
//
// Everything here works on facts alone, so the same steps serve play, the charts and the odds. The
// modifier rows are in modifiers.def. What an effect does to a unit on the table is not decided
// here.

#include "rules/march_attack/play.h"

/// Where a table of values starts in values.def and how it runs: checked against its last cell.
enum {
    SKIRMISH_COLUMNS = 10,     ///< of ma.skirmish.table
    SKIRMISH_COLUMN_WIDTH = 2, ///< points to a column
    SKIRMISH_FULL = SKIRMISH_COLUMNS * SKIRMISH_COLUMN_WIDTH,
    LOWEST_2D6 = 2,
    KINDS = unit_kind_COUNT, ///< losers in ma.melee.result
    MARGINS = 3,             ///< its columns
    CELL_SIZE = 2            ///< CV lost, and the retreat or how it breaks
};

_Static_assert(V_SKIRMISH_12_20 - V_SKIRMISH_2_2 == 11 * SKIRMISH_COLUMNS - 1,
               "a cell of ma.skirmish.table is missing");
_Static_assert(V_LOSS_CAVALRY_HORSE_GUNS_HIGH_RET - V_LOSS_FOOT_INFANTRY_LOW_CV ==
                   2 * KINDS * MARGINS * CELL_SIZE - 1,
               "a cell of ma.melee.result is missing");

/// The values named x_UNTRAINED … x_GUARD, by quality.
#define BY_QUALITY(quality, name)                                                                 \
    by_quality(quality, (const int32_t[quality_COUNT]){[QUALITY_UNTRAINED] = V(name##_UNTRAINED), \
                                                       [QUALITY_MILITIA] = V(name##_MILITIA),     \
                                                       [QUALITY_CONSCRIPT] = V(name##_CONSCRIPT), \
                                                       [QUALITY_REGULAR] = V(name##_REGULAR),     \
                                                       [QUALITY_VETERAN] = V(name##_VETERAN),     \
                                                       [QUALITY_ELITE] = V(name##_ELITE),         \
                                                       [QUALITY_GUARD] = V(name##_GUARD)})

static int32_t by_quality(int32_t quality, const int32_t *value)
{
    return value[quality];
}

/// The values named x_UNINSPIRING, x_NORMAL, x_CHARISMATIC, by attached leader.
#define BY_LEADER(leader, name)                                 \
    (((leader) == LEADER_UNINSPIRING) * V(name##_UNINSPIRING) + \
     ((leader) == LEADER_NORMAL) * V(name##_NORMAL) +           \
     ((leader) == LEADER_CHARISMATIC) * V(name##_CHARISMATIC))

static bool is_square(const struct melee_side *side)
{
    return side->kind == UNIT_KIND_INFANTRY && side->square;
}

/// ma.melee.numbers
static int32_t numbers(const lb_run *run, int32_t ratio)
{
    if (ratio >= 4)
        return V(MELEE_NUMBERS_4);
    return ratio == 3 ? V(MELEE_NUMBERS_3) : ratio == 2 ? V(MELEE_NUMBERS_2) : 0;
}

#include "core/modifier_rows.h"
#include "rules/march_attack/modifiers.def"

static lb_roll order_roll(lb_run *run, const struct order_facts *f)
{
    lb_tally tally = {0};

    order_modifiers(run, &tally, f);
    return lb_thrown_by(
        run, LB_ROLE_ACTOR, 1,
        lb_roll_bands(CL_ORDER_ROLL, 2, (int32_t[]){V(ORDER_ROLL) - tally.total}, 1));
}

LB_PROCEDURE(order)
{
    LB_BEGIN
    LB_ROLL(1, order_roll(run, LB_FACTS));
    LB_RETURN(order, .result = LB_VALUE > 0 ? ORDER_RESULT_RECEIVED : ORDER_RESULT_REFUSED);
    LB_END
}

static lb_roll ved_roll(lb_run *run, const struct ved_facts *f)
{
    lb_tally tally = {.role = LB_ROLE_ACTOR};

    ved_modifiers(run, &tally, f);
    return lb_thrown_by(run, LB_ROLE_ACTOR, -1,
                        lb_roll_bands(CL_VED_ROLL, 2, (int32_t[]){tally.total + 1}, 1));
}

LB_PROCEDURE(ved)
{
    LB_BEGIN
    LB_ROLL(1, ved_roll(run, LB_FACTS));
    LB_RETURN(ved, .result = LB_VALUE == 0 ? VED_RESULT_PASS : VED_RESULT_FAIL);
    LB_END
}

/// Hits of one throw by as many points as the last column takes at most.
static int32_t skirmish_hits(const lb_run *run, int32_t roll, int32_t points)
{
    int32_t column = (points - 1) / SKIRMISH_COLUMN_WIDTH;

    return run->values[V_SKIRMISH_2_2 + (roll - LOWEST_2D6) * SKIRMISH_COLUMNS + column];
}

/// Points that make the next throw.
static int32_t skirmish_group(int32_t points_left)
{
    return points_left < SKIRMISH_FULL ? points_left : SKIRMISH_FULL;
}

static int32_t skirmish_need(lb_run *run, const struct skirmish_facts *f)
{
    lb_tally tally = {0};

    skirmish_need_modifiers(run, &tally, f);
    return tally.total;
}

/// Tells the hits of skirmishers, and how many of them cost a CV.
static void tell_hits(lb_run *run, int32_t hits, int32_t need)
{
    lb_event event;

    if (run->sink == NULL)
        return;
    event = lb_event_of(run, LB_EVENT_SET, CL_SKIRMISH_TABLE, LB_ROLE_ACTOR);
    event.value = hits;
    event.before = need;
    run->sink->emit(run->sink->context, &event);
}

LB_PROCEDURE(skirmish)
{
    const struct skirmish_facts *f = LB_FACTS;
    struct skirmish_vars *v = LB_VARS;

    LB_BEGIN
    v->need = skirmish_need(run, f);
    v->points_left = f->points;
    while (v->points_left > 0) {
        LB_ROLL(1, lb_thrown_by(run, LB_ROLE_ACTOR, 1, lb_roll_sum(CL_SKIRMISH_TABLE, 2)));
        v->hits += skirmish_hits(run, LB_VALUE, skirmish_group(v->points_left));
        v->points_left -= skirmish_group(v->points_left);
    }
    tell_hits(run, v->hits, v->need);
    LB_RETURN(skirmish, .hits = v->hits, .cv_lost = v->hits / v->need);
    LB_END
}

/// A factor of fire with the fraction that halving leaves.
typedef struct fire_factor {
    int32_t numerator;
    int32_t denominator;
} fire_factor;

static int32_t rounded_up(fire_factor factor)
{
    return (factor.numerator + factor.denominator - 1) / factor.denominator;
}

/// Halves `times` times; the row is worth what that changes in the factor rounded up.
static void halve(lb_run *run, fire_factor *factor, bool when, int32_t times)
{
    int32_t before = rounded_up(*factor);

    if (!when || times == 0)
        return;
    factor->denominator <<= times;
    if (rounded_up(*factor) != before)
        lb_tell(run, LB_EVENT_ADD, CL_SMALL_HALF, LB_ROLE_NONE, rounded_up(*factor) - before);
    else
        lb_note(run, CL_SMALL_HALF, LB_ROLE_NONE);
}

static int32_t small_arms_factor(lb_run *run, const struct small_arms_facts *f)
{
    const int32_t percent[formation_COUNT] = {[FORMATION_LINE] = V(SMALL_LINE),
                                              [FORMATION_COLUMN] = V(SMALL_COLUMN),
                                              [FORMATION_SQUARE] = V(SMALL_SQUARE),
                                              [FORMATION_BUILDING] = V(SMALL_BUILDING)};
    fire_factor factor = {f->cv * percent[f->formation], 100};

    lb_tell(run, LB_EVENT_SET, CL_SMALL_FACTOR, LB_ROLE_NONE, rounded_up(factor));
    halve(run, &factor, f->cover == COVER_LIGHT, V(SMALL_HALF_LIGHT));
    halve(run, &factor, f->cover == COVER_HEAVY, V(SMALL_HALF_HEAVY));
    halve(run, &factor, f->deployed_guns, V(SMALL_HALF_GUNS));
    halve(run, &factor, f->charging_cavalry, V(SMALL_HALF_CAVALRY));
    halve(run, &factor, f->disordered, V(SMALL_HALF_DISORDERED));
    return rounded_up(factor);
}

LB_PROCEDURE(small_arms)
{
    struct small_arms_vars *v = LB_VARS;
    int32_t sure;

    LB_BEGIN
    v->factor = small_arms_factor(run, LB_FACTS);
    if (v->factor >= V(SMALL_HITS) || v->factor % V(SMALL_HITS) == 0)
        lb_tell(run, LB_EVENT_NOTE, CL_SMALL_HITS, LB_ROLE_ACTOR, v->factor / V(SMALL_HITS));
    if (v->factor % V(SMALL_HITS) == 0) {
        LB_RETURN(small_arms, .result = v->factor / V(SMALL_HITS));
    }
    LB_ROLL(1, lb_thrown_by(
                   run, LB_ROLE_ACTOR, -1,
                   lb_roll_bands(CL_SMALL_HITS, 1, (int32_t[]){v->factor % V(SMALL_HITS) + 1}, 1)));
    sure = v->factor / V(SMALL_HITS);
    LB_RETURN(small_arms, .result = LB_VALUE == 0 ? sure + 1 : sure);
    LB_END
}

static lb_roll artillery_roll(lb_run *run, const struct artillery_facts *f)
{
    lb_tally tally = {0};

    artillery_modifiers(run, &tally, f);
    return lb_thrown_by(
        run, LB_ROLE_ACTOR, 1,
        lb_roll_bands(CL_ART_ROLL, 1,
                      (int32_t[]){V(ART_RESULT_LOW) - tally.total, V(ART_RESULT_MID) - tally.total,
                                  V(ART_RESULT_HIGH) - tally.total},
                      3));
}

LB_PROCEDURE(artillery)
{
    const int32_t loss[] = {0, V(ART_RESULT_LOW_LOSS), V(ART_RESULT_MID_LOSS),
                            V(ART_RESULT_HIGH_LOSS)};

    LB_BEGIN
    LB_ROLL(1, artillery_roll(run, LB_FACTS));
    lb_note(run, CL_ART_RESULT, LB_ROLE_NONE);
    LB_RETURN(artillery, .result = loss[LB_VALUE]);
    LB_END
}

/// By how much the attacker's modifiers exceed the defender's.
static int32_t melee_lead(lb_run *run, const struct melee_facts *f)
{
    lb_tally attacker = {.role = LB_ROLE_ACTOR}, defender = {.role = LB_ROLE_TARGET};

    melee_modifiers(run, &attacker, &f->a, &f->d, f->a_cv);
    melee_modifiers(run, &defender, &f->d, &f->a, f->d_cv);
    return attacker.total - defender.total;
}

int32_t ma_melee_sum(const lb_battle *battle, const struct melee_facts *f)
{
    lb_run run = {.rules = battle->rules, .values = battle->house.value};
    lb_tally attacker = {.role = LB_ROLE_ACTOR};

    melee_modifiers(&run, &attacker, &f->a, &f->d, f->a_cv);
    return attacker.total;
}

static lb_roll melee_roll(const lb_run *run, lb_role role)
{
    return lb_thrown_by(run, role, 1, lb_roll_sum(CL_MELEE_RESULT, 1));
}

struct melee_effect ma_melee_loss(const int32_t *values, int32_t winner, int32_t loser,
                                  int32_t margin)
{
    int32_t by = (margin >= values[V_MELEE_RESULT_MID]) + (margin >= values[V_MELEE_RESULT_HIGH]);
    int32_t mounted = winner == UNIT_KIND_CAVALRY;
    const int32_t *cell = &values[V_LOSS_FOOT_INFANTRY_LOW_CV +
                                  ((mounted * KINDS + loser) * MARGINS + by) * CELL_SIZE];

    return (struct melee_effect){.cv_lost = cell[0],
                                 .effect = cell[1] > 0    ? MELEE_EFFECT_RETREAT_1 + cell[1] - 1
                                           : cell[1] == 0 ? MELEE_EFFECT_BROKEN
                                                          : MELEE_EFFECT_GUNS_LOST};
}

LB_PROCEDURE(melee)
{
    const struct melee_facts *f = LB_FACTS;
    struct melee_vars *v = LB_VARS;
    struct melee_effect loss;

    LB_BEGIN
    v->lead = melee_lead(run, f);
    LB_ROLL(1, melee_roll(run, LB_ROLE_ACTOR));
    v->lead += LB_VALUE;
    LB_ROLL(2, melee_roll(run, LB_ROLE_TARGET));
    v->lead -= LB_VALUE;
    if (v->lead == 0) {
        lb_note(run, CL_MELEE_LEVEL, LB_ROLE_NONE);
        LB_RETURN(melee, .winner = WINNER_LEVEL, .effect = MELEE_EFFECT_FIGHT_AGAIN);
    }
    lb_note(run, CL_MELEE_RESULT, v->lead > 0 ? LB_ROLE_TARGET : LB_ROLE_ACTOR);
    loss = v->lead > 0 ? ma_melee_loss(run->values, f->a.kind, f->d.kind, v->lead)
                       : ma_melee_loss(run->values, f->d.kind, f->a.kind, -v->lead);
    LB_RETURN(melee, .winner = v->lead > 0 ? WINNER_ATTACKER : WINNER_DEFENDER,
              .cv_lost = loss.cv_lost, .effect = loss.effect,
              .margin = v->lead > 0 ? v->lead : -v->lead);
    LB_END
}

/// The row of ma.leader.casualty.
static int32_t wound_by(const lb_run *run, int32_t total)
{
    const int32_t up_to[] = {V(CASUALTY_UNHURT),   V(CASUALTY_NEXT_TURN), V(CASUALTY_LIGHT),
                             V(CASUALTY_MODERATE), V(CASUALTY_WOUNDED),   V(CASUALTY_BAD),
                             V(CASUALTY_SEVERE),   V(CASUALTY_MORTAL)};
    int32_t wound = WOUND_NONE;

    while (wound < WOUND_KILLED && total > up_to[wound])
        wound++;
    return wound;
}

/// What becomes of a man with a wound that takes no further die; -1 for one that does.
static int32_t settled_fate(int32_t wound)
{
    switch (wound) {
    case WOUND_NONE:
        return LEADER_FATE_UNHURT;
    case WOUND_KNOCKED_DOWN:
        return LEADER_FATE_NEXT_TURN;
    case WOUND_WOUNDED:
        return LEADER_FATE_OUT;
    case WOUND_MORTAL:
    case WOUND_KILLED:
        return LEADER_FATE_DIES;
    default:
        return -1;
    }
}

static int32_t fate_by_die(const lb_run *run, int32_t wound, int32_t face)
{
    switch (wound) {
    case WOUND_LIGHT:
        return LEADER_FATE_OUT_1 + (face - 1) / V(CASUALTY_LIGHT_DIVISOR);
    case WOUND_MODERATE:
        return LEADER_FATE_OUT_1 + (face - 1) / V(CASUALTY_MODERATE_DIVISOR);
    case WOUND_BAD:
        return face <= V(CASUALTY_BAD_DIES) ? LEADER_FATE_DIES : LEADER_FATE_OUT;
    default:
        return face <= V(CASUALTY_SEVERE_DIES) ? LEADER_FATE_DIES : LEADER_FATE_OUT;
    }
}

LB_PROCEDURE(leader)
{
    const struct leader_facts *f = LB_FACTS;
    struct leader_vars *v = LB_VARS;
    int32_t first, second;

    LB_BEGIN
    LB_ROLL(1, lb_thrown_by(run, LB_ROLE_ACTOR, 0, lb_roll_faces(CL_LEADER_CASUALTY, 2)));
    first = LB_VALUE & 15;
    second = LB_VALUE >> 4;
    if (f->losing_melee && first == second) {
        lb_note(run, CL_LEADER_CAPTURE, LB_ROLE_NONE);
        LB_RETURN(leader, .wound = WOUND_CAPTURED, .fate = LEADER_FATE_CAPTURED);
    }
    v->wound = wound_by(run, first + second);
    if (settled_fate(v->wound) >= 0)
        LB_RETURN(leader, .wound = v->wound, .fate = settled_fate(v->wound));
    LB_ROLL(2, lb_thrown_by(run, LB_ROLE_ACTOR, 0, lb_roll_sum(CL_LEADER_CASUALTY, 1)));
    LB_RETURN(leader, .wound = v->wound, .fate = fate_by_die(run, v->wound, LB_VALUE));
    LB_END
}

static lb_roll morale_roll(lb_run *run, const struct morale_facts *f)
{
    lb_tally tally = {0};

    morale_modifiers(run, &tally, f);
    return lb_thrown_by(run, LB_ROLE_ACTOR, 1,
                        lb_roll_bands(CL_MORALE_TABLE, 2,
                                      (int32_t[]){V(MORALE_BROKEN_TOTAL) + 1 - tally.total,
                                                  V(MORALE_RETIRE_4) + 1 - tally.total,
                                                  V(MORALE_RETIRE_3) + 1 - tally.total,
                                                  V(MORALE_RETIRE_2) + 1 - tally.total,
                                                  V(MORALE_RETIRE_1) + 1 - tally.total,
                                                  V(MORALE_DISORDER_TOTAL) + 1 - tally.total},
                                      6));
}

/// ma.morale.army: no result is worse than the cap.
static int32_t capped(lb_run *run, int32_t result, int32_t cap)
{
    int32_t worst = cap == CAP_RETIRE_2   ? MORALE_RESULT_RETIRE_2
                    : cap == CAP_DISORDER ? MORALE_RESULT_DISORDER
                                          : MORALE_RESULT_BROKEN;

    if (result >= worst)
        return result;
    lb_note(run, CL_MORALE_ARMY, LB_ROLE_NONE);
    return worst;
}

static uint16_t morale_clause(int32_t result)
{
    switch (result) {
    case MORALE_RESULT_BROKEN:
        return CL_MORALE_BROKEN;
    case MORALE_RESULT_DISORDER:
        return CL_MORALE_DISORDER;
    case MORALE_RESULT_CARRY_ON:
        return CL_MORALE_CARRY_ON;
    default:
        return CL_MORALE_RETIRE;
    }
}

LB_PROCEDURE(morale)
{
    const struct morale_facts *f = LB_FACTS;
    int32_t result;

    LB_BEGIN
    LB_ROLL(1, morale_roll(run, f));
    result = capped(run, MORALE_RESULT_BROKEN + LB_VALUE, f->cap);
    lb_note(run, morale_clause(result), LB_ROLE_NONE);
    LB_RETURN(morale, .result = result);
    LB_END
}

/// The ground that a charge loses its order on by the same dice as over a small obstacle.
static void tell_like_ground(lb_run *run, bool is_mounted, int32_t disorders)
{
    int32_t steep = is_mounted ? V(STEEP_DISORDER_MOUNTED) : V(STEEP_DISORDER_FOOT);

    lb_note(run, CL_TERRAIN_STREAM, LB_ROLE_NONE);
    lb_note(run, CL_TERRAIN_ROUGH, LB_ROLE_NONE);
    if (steep == disorders)
        lb_note(run, CL_TERRAIN_STEEP, LB_ROLE_NONE);
}

LB_PROCEDURE(obstacle)
{
    const struct obstacle_facts *f = LB_FACTS;
    int32_t minor = f->mounted ? V(MINOR_DISORDER_MOUNTED) : V(MINOR_DISORDER_FOOT);
    int32_t steep = f->mounted ? V(STEEP_DISORDER_MOUNTED) : V(STEEP_DISORDER_FOOT);
    int32_t disorders = f->contours == 0 ? minor : f->contours == 1 ? steep : lb_most(minor, steep);

    LB_BEGIN
    tell_like_ground(run, f->mounted, disorders);
    LB_ROLL(1, lb_thrown_by(run, LB_ROLE_ACTOR, 1,
                            lb_roll_bands(CL_TERRAIN_MINOR, 1, (int32_t[]){disorders + 1}, 1)));
    LB_RETURN(obstacle,
              .result = LB_VALUE == 0 ? OBSTACLE_RESULT_DISORDERED : OBSTACLE_RESULT_ORDERED);
    LB_END
}
