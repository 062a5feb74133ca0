// SPDX-License-Identifier: MIT
// What a sensible player of this sheet does first: a number for every action, 0 for doing nothing.
//
// Guns and muskets that bear fire; columns come up to the objective, deploy in musket range and go
// in when the odds are good; infantry near cavalry forms square; worn units rally or go back; guns
// unlimber when they have something to fire at. Numbers are hundredths of an expected loss,
// roughly.

#include "rules/valour_fortitude/play.h"

enum {
    FIRE_FIRST = 2000,
    ASSAULT_FIRST = 1500,
    ACTIVATE_FIRST = 600,
    LOSS = 100, ///< what one expected loss is worth
    MUSKET_SHOT = 14 * LB_TMM_INCH,
    CHARGE_REACH = 16 * LB_TMM_INCH,
    SAFE = 12 * LB_TMM_INCH
};

/// Expected successes of a count roll, in hundredths.
static int32_t expected(int32_t dice, int32_t need)
{
    int32_t faces = need <= 1 ? 6 : need > 6 ? 0 : 7 - need;

    return dice * faces * LOSS / 6;
}

/// A machine that has run to its first roll.
static lb_machine start(const lb_battle *battle, uint16_t procedure, const void *facts)
{
    lb_machine machine;
    lb_run run = {.rules = battle->rules, .values = battle->house.value, .machine = &machine};

    lb_run_start(&run, procedure, facts);
    return machine;
}

/// True if the active side holds less of the ground than the other: time works against it.
static bool must_win_ground(const lb_battle *battle, const lb_state *state)
{
    int32_t ours = 0;

    for (uint32_t o = 0; o < battle->objective_count; o++)
        ours += state->held[o] == state->active ? battle->objective[o].value
                : state->held[o] == LB_NOBODY   ? 0
                                                : -battle->objective[o].value;
    return ours <= 0;
}

static int32_t assault_worth(const lb_battle *battle, const lb_state *state,
                             const lb_action *action)
{
    lb_query query = {.what = "assault", .unit = action->unit, .target = action->target};
    lb_situation situation;
    lb_reason reason;
    lb_machine machine;
    const struct melee_facts *facts = (const struct melee_facts *)situation.facts;
    const struct melee_vars *vars;
    int32_t worth;

    if (!vf_gather(battle, state, &query, &situation, &reason))
        return -1;
    machine = start(battle, PROCEDURE_melee, situation.facts);
    if (machine.node.kind != LB_NODE_ROLL)
        return -1;
    vars = (const struct melee_vars *)(const void *)&machine.cell[machine.frame[0].vars];
    worth = expected(machine.node.roll.dice, machine.node.roll.need) -
            expected(vars->d_dice, vars->d_need);
    if (facts->d.losses >= facts->d.tenacity)
        worth += LOSS;
    if (facts->a.losses >= facts->a.tenacity)
        worth -= 2 * LOSS;
    /* Who loses to cavalry is gone, and so are guns. */
    if (!facts->a.odt && !facts->d.odt) {
        if (is_cavalry(facts->a.formation) && facts->d.formation == FORMATION_SQUARE)
            return -1;
        if (is_artillery(facts->d.formation) ||
            (is_cavalry(facts->a.formation) && is_infantry(facts->d.formation)))
            worth += LOSS;
        if (is_infantry(facts->a.formation) && is_cavalry(facts->d.formation))
            worth -= 2 * LOSS;
    }
    /* Who must win ground takes an even chance. */
    return worth > (must_win_ground(battle, state) ? -LOSS / 2 : LOSS / 4) ? ASSAULT_FIRST + worth
                                                                           : -1;
}

/// True if an assault on some enemy in reach would go well.
static bool may_go_in(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    int32_t reach = vf_allowance(battle, state, unit, state->unit[unit].formation);

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_action action = vf_action(VERB_ASSAULT);

        if (!vf_is_here(state, i) || battle->unit[i].side == battle->unit[unit].side ||
            vf_distance(battle, state, unit, i) > reach)
            continue;
        action.unit = (uint8_t)unit;
        action.target = (uint8_t)i;
        if (assault_worth(battle, state, &action) > 0)
            return true;
    }
    return false;
}

static int32_t fire_worth(const lb_battle *battle, const lb_state *state, const lb_action *action)
{
    struct fire_facts facts =
        vf_gather_fire(battle, state, action->unit, action->target, action->helper, action->option);
    lb_machine machine = start(battle, PROCEDURE_fire, &facts);
    int32_t worth;

    if (machine.node.kind != LB_NODE_ROLL)
        return 0;
    /* A column that has to win ground keeps its legs: it fires as skirmishers, or it goes in. */
    if (facts.formation == FORMATION_ATTACK && must_win_ground(battle, state) &&
        ((action->option & FIRE_AS_SKIRMISHERS) == 0 || may_go_in(battle, state, action->unit)))
        return -1;
    worth = expected(machine.node.roll.dice, machine.node.roll.need);
    if (facts.target_losses >= facts.target_tenacity)
        worth = worth * 3 / 2;
    /* Who lends support does not fire himself. */
    for (int i = 0; i < LB_HELPERS_MAX; i++)
        if (action->helper[i] != LB_NOBODY)
            worth -= battle->unit[action->helper[i]].figure[FIGURE_FIRE] * LOSS / 3;
    if ((action->option & FIRE_WITH_SEVEN) != 0)
        worth -= LOSS / 4;
    return FIRE_FIRST + worth;
}

static int32_t distance_between(lb_point a, lb_point b)
{
    int64_t x = a.x - b.x, y = a.y - b.y, square = x * x + y * y, root = 0;

    for (int64_t bit = INT64_C(1) << 20; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return (int32_t)root;
}

/// Where a unit should go: the nearest objective that is not ours, else the nearest of ours that
/// needs it.
static lb_point goal_of(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    uint32_t enemy = vf_nearest_enemy(battle, state, unit);
    lb_point at = state->unit[unit].at, best = enemy != LB_NOBODY ? state->unit[enemy].at : at;
    int32_t nearest = INT32_MAX;

    for (uint32_t o = 0; o < battle->objective_count; o++) {
        bool is_ours = state->held[o] == battle->unit[unit].side;
        int32_t distance = distance_between(at, battle->objective[o].at) + (is_ours ? 40000 : 0);

        if (distance < nearest) {
            nearest = distance;
            best = battle->objective[o].at;
        }
    }
    return best;
}

static bool is_cavalry_near(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (vf_is_here(state, i) && battle->unit[i].side != battle->unit[unit].side &&
            is_cavalry(state->unit[i].formation) &&
            vf_distance(battle, state, unit, i) <= CHARGE_REACH)
            return true;
    return false;
}

/// The formation that suits a unit where it would stand.
static uint8_t formation_for(const lb_battle *battle, const lb_state *state, uint32_t unit,
                             int32_t enemy_distance)
{
    const lb_unit_card *card = &battle->unit[unit];

    if (card->arm == LB_ARM_CAVALRY)
        return FORMATION_CAVALRY;
    if (card->arm == LB_ARM_ARTILLERY)
        return enemy_distance <= LB_INCHES(battle->house.value[V_RANGE_HORSE]) ? FORMATION_GUNS
                                                                               : FORMATION_LIMBERED;
    if (is_cavalry_near(battle, state, unit))
        return FORMATION_SQUARE;
    if (vf_has(battle, unit, LB_TRAIT_LIGHT))
        return FORMATION_OPEN;
    return enemy_distance <= MUSKET_SHOT && !vf_has(battle, unit, LB_TRAIT_ELAN) ? FORMATION_LINE
                                                                                 : FORMATION_ATTACK;
}

/// True if the place lies before the front, within 45 degrees.
static bool is_facing(const lb_footprint *footprint, lb_point place)
{
    int16_t angle = (int16_t)(lb_heading_to(footprint->centre, place) - footprint->heading);

    return angle >= -LB_ANGLE_QUARTER / 2 && angle <= LB_ANGLE_QUARTER / 2;
}

/// A MOVE, RETREAT or DOUBLE: ground gained, and the formation at its end.
static int32_t move_worth(const lb_battle *battle, const lb_state *state, const lb_action *action)
{
    uint32_t unit = action->unit, enemy = vf_nearest_enemy(battle, state, unit);
    const lb_unit *of = &state->unit[unit];
    int32_t enemy_distance =
        enemy == LB_NOBODY ? INT32_MAX : vf_distance(battle, state, unit, enemy);
    uint8_t wanted = formation_for(battle, state, unit, enemy_distance);
    uint8_t formation = action->verb == VERB_DOUBLE ? of->formation : action->formation;
    lb_point goal = goal_of(battle, state, unit);
    lb_footprint end;
    lb_reason reason;
    int32_t gained, before, worth = 0;

    if (!vf_check_move(battle, state, action, &end, &reason))
        return -1;
    before = distance_between(of->at, goal);
    gained = (before - distance_between(end.centre, goal)) * 10 / LB_TMM_INCH;
    if (formation != of->formation)
        worth += formation == wanted ? 3 * LOSS : -5 * LOSS;
    if (vf_is_shaken(battle, state, unit))
        return action->verb == VERB_RETREAT && enemy_distance < SAFE ? 3 * LOSS : -1;
    if (action->verb == VERB_RETREAT)
        return -1;
    /* Guns that bear stay where they are; who stands at his objective does too. */
    if (of->formation == FORMATION_GUNS && enemy_distance <= LB_INCHES(36))
        return formation == of->formation ? -1 : worth - 3 * LOSS;
    /* Nobody shows the enemy his flank for nothing. */
    if (enemy != LB_NOBODY && enemy_distance <= CHARGE_REACH &&
        !vf_is_in_arc(battle, state, unit, enemy) && is_facing(&end, state->unit[enemy].at))
        worth += LOSS / 2;
    if (before <= LB_INCHES(4) && gained < 0)
        return worth - LOSS;
    return worth + gained;
}

static int32_t rally_worth(const lb_battle *battle, const lb_state *state, const lb_action *action)
{
    struct rally_facts facts = vf_gather_rally(battle, state, action->unit);

    if (vf_is_shaken(battle, state, action->unit))
        return facts.far ? 5 * LOSS : 2 * LOSS;
    return facts.far && facts.losses > 1 ? facts.losses * LOSS / 2 : -1;
}

static int32_t card_worth(const lb_action *action)
{
    static const int16_t worth[CARD_KING + 1] = {
        [1] = 80,  [3] = 20,  [4] = 10,  [5] = 60, [9] = -1,
        [10] = 30, [11] = 60, [12] = 60, [13] = 40};
    uint32_t rank = action->option & CARD_RANK;

    /* Only cards that are of little use are spent to get a unit going. */
    if ((action->option & CARD_SPENT) != 0)
        return rank == 3 || rank == 4 || rank == 9 || rank == 10 ? LOSS : -1;
    return worth[rank];
}

int32_t vf_priority(const lb_battle *battle, const lb_state *state, const lb_action *action)
{
    switch (action->verb) {
    case VERB_FIRE:
        return fire_worth(battle, state, action);
    case VERB_ASSAULT:
        return assault_worth(battle, state, action);
    case VERB_MOVE:
    case VERB_RETREAT:
    case VERB_DOUBLE:
        return move_worth(battle, state, action);
    case VERB_RALLY:
        return rally_worth(battle, state, action);
    case VERB_CARD:
        return card_worth(action);
    case VERB_ACTIVATE:
        return ACTIVATE_FIRST + (state->group[action->unit].flags & GROUP_ROUTED ? 0 : 10);
    case VERB_LEAD:
        return ACTIVATE_FIRST + 20;
    case VERB_FIGHT:
        return 1;
    case VERB_YES:
        /* Cards that help are played; cavalry that has won goes back only when it is worn. */
        return state->machine.node.question.clause != CL_RESULT_CAVALRY ||
                       vf_is_shaken(battle, state, (uint32_t)state->action.unit)
                   ? 1
                   : -1;
    default:
        return 0;
    }
}
