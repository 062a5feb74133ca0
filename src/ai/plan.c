// SPDX-License-Identifier: MIT
// The planner: which group does what, where to, and by which line of approach.
//
// Whoever holds less of the ground has to take some: he masses against the objective that is worth
// most for what it costs to get there, keeps a reserve, and pins the enemy elsewhere. The other
// puts a group at each of his objectives and strikes with the rest at what comes near. A group that
// attacks comes up to just outside the enemy's musketry, waits there for its own, and then goes in.
//
// Everything is measured in moves of the side's infantry, so the planner knows neither sheet nor
// scale. A task that a group has it keeps unless another is clearly better: so the planner is told
// what it planned before. Without that memory the same state gives the same plan.

#include "ai/plan.h"

#include <string.h>

enum {
    PRESSING = 130,    ///< percent of the enemy's weight from which on groups go for their goals
    GUNS_STRONG = 150, ///< the same of guns, which then prepare the attack
    GUNS_FIRST = 30,   ///< percent of the battle that belongs to the guns
    GUNS_MASTER = 200, ///< the same of guns that have silenced those of the enemy
    GUNS_KEEP = 150,   ///< and what is enough to go on with an advance
    WEIGHT_KEEP = 90,  ///< percent of the enemy's weight from which on an advance goes on
    LEAD = 1000,       ///< lb_play.lead that wins
    WAIT_MOVES = 4,    ///< from what it holds, for a group that waits
    MOVES_FAR = 6,     ///< from where a group that has nothing to hold goes for the enemy
    STRIKE_MOVES = 4,  ///< from the enemy, where a defender does not wait for him if attacks pay
    ENOUGH = 200,      ///< percent of the enemy's weight that goes in where the enemy comes first
    STRONG = 50,       ///< percent of the enemy's weight from which on a defender goes for him
    KEEP_MAIN = 60,    ///< what it takes to turn to another objective, in hundredths of its value
    KEEP_MOVES = 2     ///< and a group, in moves
};

/* How it stands. */

static void learn_fitness(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;
    lb_plan *plan = planner->plan;
    int32_t sum = 0, count = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        if (!lb_planner_has(planner, i))
            continue;
        battle->rules->play->fitness(planner->view, i, &plan->fitness[i]);
        if (battle->unit[i].side == planner->side && battle->unit[i].arm == LB_ARM_INFANTRY) {
            sum += plan->fitness[i].pace_tmm;
            count++;
        }
    }
    /* House rules may let nobody move; distances are still measured in something. */
    plan->pace_tmm = count > 0 ? lb_most(LB_TMM_INCH, sum / count) : 12 * LB_TMM_INCH;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (lb_planner_has(planner, i) && plan->fitness[i].is_able) {
            lb_foes *foes = &planner->foes[1 - battle->unit[i].side];
            foes->at[foes->count++] = planner->state->unit[i].at;
        }
}

/// The nearest enemy of a place that is fit to fight.
static void find_foe(const lb_planner *planner, uint32_t side, lb_body *body)
{
    const lb_foes *foes = &planner->foes[side];
    int64_t least = INT64_MAX;

    body->foe_tmm = INT32_MAX;
    body->foe = body->at;
    for (uint32_t i = 0; i < foes->count; i++) {
        int64_t square = lb_square_of(body->at, foes->at[i]);

        if (square < least) {
            least = square;
            body->foe = foes->at[i];
        }
    }
    if (foes->count > 0)
        body->foe_tmm = (int32_t)lb_root_floor((uint64_t)least);
}

/// True if all of a group that is fit to fight are guns.
static bool is_guns_alone(const lb_planner *planner, const lb_group_card *card)
{
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
        if (lb_planner_has(planner, i) && planner->plan->fitness[i].is_able &&
            planner->battle->unit[i].arm != LB_ARM_ARTILLERY)
            return false;
    return true;
}

/// Where a group is, and what it weighs; guns are not in its middle, as a rule.
static void gather_body(lb_planner *planner, uint32_t group)
{
    const lb_group_card *card = &planner->battle->group[group];
    lb_body *body = &planner->body[group];
    bool counts_guns = is_guns_alone(planner, card);
    int64_t x = 0, y = 0, count = 0;

    body->is_mounted = true;
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++) {
        const lb_fitness *fitness = &planner->plan->fitness[i];

        if (!lb_planner_has(planner, i) || !fitness->is_able) {
            body->lost++;
            continue;
        }
        body->able++;
        body->worth += fitness->worth;
        body->is_mounted &= planner->battle->unit[i].arm == LB_ARM_CAVALRY;
        if (planner->battle->unit[i].arm == LB_ARM_ARTILLERY && !counts_guns)
            continue;
        body->march_tmm =
            count == 0 ? fitness->march_tmm : lb_least(body->march_tmm, fitness->march_tmm);
        x += planner->state->unit[i].at.x;
        y += planner->state->unit[i].at.y;
        count++;
    }
    if (count == 0)
        return;
    body->march_tmm = lb_most(body->march_tmm, planner->plan->pace_tmm);
    body->at = (lb_point){(int32_t)(x / count), (int32_t)(y / count)};
    if (card->side != planner->side)
        return;
    find_foe(planner, card->side, body);
    for (uint32_t o = 0; o < planner->battle->objective_count; o++)
        planner->away[group][o] = lb_distance_between(body->at, planner->battle->objective[o].at);
}

static void weigh_objectives(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;

    for (uint32_t o = 0; o < battle->objective_count; o++) {
        int64_t most = battle->objective[o].radius_tmm + planner->plan->pace_tmm * 3 / 2;
        int64_t square = most * most;

        for (uint32_t i = 0; i < battle->unit_count; i++)
            if (lb_square_of(battle->objective[o].at, planner->state->unit[i].at) <= square &&
                lb_planner_has(planner, i))
                planner->near[battle->unit[i].side][o] += planner->plan->fitness[i].worth;
    }
}

/// The value of the ground that a side holds, as the scenario has it.
static int32_t ground_of(const lb_planner *planner, uint32_t side)
{
    int32_t ground = 0;

    for (uint32_t i = 0; i < planner->battle->objective_count; i++)
        ground += planner->state->held[i] == side ? planner->battle->objective[i].value : 0;
    return ground;
}

/// True if a side would not win as the ground is held now: by the scenario's levels of victory, or
/// by what the ground counts.
static bool has_to_attack(const lb_planner *planner)
{
    static const bool nobody_is_broken[LB_SIDES] = {false, false};
    const lb_battle *battle = planner->battle;
    const lb_victory_level *level = lb_battle_level(battle, planner->state, nobody_is_broken);

    if (level != NULL)
        return level->side != planner->side;
    return ground_of(planner, planner->side) <= ground_of(planner, 1 - planner->side);
}

static bool is_own(const lb_planner *planner, uint32_t group)
{
    return planner->battle->group[group].side == planner->side && planner->body[group].able > 0;
}

/// The weight of the side on the table.
static int32_t own_worth(const lb_planner *planner)
{
    int32_t worth = 1;

    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (is_own(planner, g))
            worth += planner->body[g].worth;
    return worth;
}

/// The weight of the enemy on the table.
static int32_t foes_worth(const lb_planner *planner)
{
    int32_t worth = 1;

    for (uint32_t i = 0; i < planner->battle->unit_count; i++)
        if (lb_planner_has(planner, i) && planner->battle->unit[i].side != planner->side &&
            planner->plan->fitness[i].is_able)
            worth += planner->plan->fitness[i].worth;
    return worth;
}

/// The weight of the guns of a side that are fit to fire.
static int32_t guns_worth(const lb_planner *planner, uint32_t side)
{
    int32_t worth = 0;

    for (uint32_t i = 0; i < planner->battle->unit_count; i++)
        if (lb_planner_has(planner, i) && planner->battle->unit[i].side == side &&
            planner->battle->unit[i].arm == LB_ARM_ARTILLERY && planner->plan->fitness[i].is_able)
            worth += planner->plan->fitness[i].worth;
    return worth;
}

/// True if the enemy's guns are as good as silenced and his weight is not greater: then the side
/// advances, after its guns have had some turns. An advance goes on until he is clearly stronger.
static bool is_advance_due(const lb_planner *planner)
{
    bool was_due = planner->memory != NULL && planner->memory->is_set && planner->memory->advances;
    int32_t guns = guns_worth(planner, 1 - planner->side);

    return planner->state->turn * 100 > GUNS_FIRST * planner->battle->turns &&
           (int64_t)guns_worth(planner, planner->side) * 100 >=
               (int64_t)guns * (was_due ? GUNS_KEEP : GUNS_MASTER) &&
           (int64_t)own_worth(planner) * 100 >=
               (int64_t)foes_worth(planner) * (was_due ? WEIGHT_KEEP : 100);
}

/// True if a side does better to wait: who has to take ground, while he would win as it stands or
/// while his guns, which are stronger, have half of the battle to speak; anybody else, unless he
/// would lose.
static bool gains_by_waiting(const lb_planner *planner)
{
    const lb_battle *battle = planner->battle;
    int32_t lead, own = guns_worth(planner, planner->side);

    if (battle->rules->play->lead == NULL)
        return false;
    if (is_advance_due(planner))
        return false;
    lead = battle->rules->play->lead(battle, planner->state, planner->side);
    return lead >= (has_to_attack(planner) ? LEAD : -LEAD) ||
           (2 * planner->state->turn <= battle->turns &&
            own > guns_worth(planner, 1 - planner->side) * GUNS_STRONG / 100);
}

/* Who does what. */

static bool is_free(const lb_planner *planner, uint32_t group)
{
    return is_own(planner, group) && planner->plan->group[group].task == LB_TASK_NONE;
}

static int32_t distance_to(const lb_planner *planner, uint32_t group, uint32_t objective)
{
    return planner->away[group][objective];
}

/// True if a group was about an objective before.
static bool was_about(const lb_planner *planner, uint32_t group, uint32_t objective)
{
    return planner->memory != NULL && planner->memory->is_set &&
           planner->memory->objective[group] == objective &&
           planner->memory->task[group] != LB_TASK_NONE;
}

/// The free group that is nearest to an objective, LB_NOBODY for none. Cavalry only if it must be.
static uint32_t nearest_free(const lb_planner *planner, uint32_t objective)
{
    uint32_t best = LB_NOBODY;
    int32_t least = INT32_MAX;

    for (uint32_t g = 0; g < planner->battle->group_count; g++) {
        int32_t distance;

        if (!is_free(planner, g))
            continue;
        distance = distance_to(planner, g, objective) +
                   (planner->body[g].is_mounted ? 3 * planner->plan->pace_tmm : 0) -
                   (was_about(planner, g, objective) ? KEEP_MOVES * planner->plan->pace_tmm : 0);
        if (distance < least) {
            least = distance;
            best = g;
        }
    }
    return best;
}

static void give_task(lb_planner *planner, uint32_t group, lb_task task, uint32_t objective)
{
    planner->plan->group[group].task = (uint8_t)task;
    planner->plan->group[group].objective = (uint16_t)objective;
}

/// Moves that the middle of a side's strength is away from an objective.
static int32_t moves_to(const lb_planner *planner, uint32_t objective)
{
    int64_t sum = 0, worth = 0;

    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (is_own(planner, g)) {
            sum += (int64_t)distance_to(planner, g, objective) * planner->body[g].worth;
            worth += planner->body[g].worth;
        }
    return worth == 0 ? 0 : (int32_t)(sum / worth / planner->plan->pace_tmm);
}

/// The objective to mass at: dear, near, and not too well held.
static uint32_t choose_main(const lb_planner *planner)
{
    uint32_t best = LB_NOBODY;
    int32_t highest = INT32_MIN, whole = own_worth(planner);

    for (uint32_t o = 0; o < planner->battle->objective_count; o++) {
        int32_t moves = moves_to(planner, o), score;

        if (planner->state->held[o] == planner->side)
            continue;
        score = 100 * planner->battle->objective[o].value - 20 * moves -
                100 * planner->near[1 - planner->side][o] / whole;
        if (moves > lb_turns_left(planner))
            score -= 300;
        if (planner->memory != NULL && planner->memory->is_set && planner->memory->main == o)
            score += KEEP_MAIN;
        if (score > highest) {
            highest = score;
            best = o;
        }
    }
    return best;
}

/// Groups for the main attack: the nearest, until they are half as strong again as what is there,
/// and never less than half of them.
static void mass(lb_planner *planner, uint32_t main)
{
    int32_t need = planner->near[1 - planner->side][main] * 3 / 2, sent = 0;
    int32_t half = own_worth(planner) / 2;
    uint32_t group;

    while ((sent < need || sent < half) && (group = nearest_free(planner, main)) != LB_NOBODY) {
        give_task(planner, group, LB_TASK_ATTACK, main);
        sent += planner->body[group].worth;
    }
}

/// True if an objective of ours wants somebody there: the enemy outweighs us, or by this sheet
/// ground counts only while somebody stands on it.
static bool needs_guard(const lb_planner *planner, uint32_t objective)
{
    return planner->near[1 - planner->side][objective] > planner->near[planner->side][objective] ||
           (planner->battle->rules->play->must_stay && planner->near[planner->side][objective] > 0);
}

/// A group for each objective of ours that needs one, but never more than a third of all.
static void guard(lb_planner *planner)
{
    int32_t most = own_worth(planner) / 3;

    for (uint32_t o = 0; o < planner->battle->objective_count; o++) {
        uint32_t group;

        if (planner->state->held[o] != planner->side || !needs_guard(planner, o))
            continue;
        group = nearest_free(planner, o);
        if (group == LB_NOBODY || planner->body[group].worth > most ||
            distance_to(planner, group, o) > 2 * LB_MOVES_NEAR * planner->plan->pace_tmm)
            continue;
        give_task(planner, group, LB_TASK_HOLD, o);
        most -= planner->body[group].worth;
    }
}

/// The objective nearest to a group that is not ours; LB_NOBODY if there is none but `other`.
static uint32_t nearest_other(const lb_planner *planner, uint32_t group, uint32_t other)
{
    uint32_t best = LB_NOBODY;
    int32_t least = INT32_MAX;

    for (uint32_t o = 0; o < planner->battle->objective_count; o++) {
        int32_t distance = distance_to(planner, group, o);

        if (planner->state->held[o] != planner->side && o != other && distance < least) {
            least = distance;
            best = o;
        }
    }
    return best;
}

/// Who is left pins the enemy at another objective, or takes it if nobody is there.
static void pin(lb_planner *planner, uint32_t main)
{
    for (uint32_t g = 0; g < planner->battle->group_count; g++) {
        uint32_t objective;

        if (!is_free(planner, g))
            continue;
        objective = nearest_other(planner, g, main);
        if (planner->memory != NULL && planner->memory->is_set &&
            planner->memory->task[g] == LB_TASK_PIN &&
            planner->memory->objective[g] < planner->battle->objective_count &&
            planner->memory->objective[g] != main &&
            planner->state->held[planner->memory->objective[g]] != planner->side)
            objective = planner->memory->objective[g];
        if (objective == LB_NOBODY)
            give_task(planner, g, LB_TASK_ATTACK, main);
        else
            give_task(planner, g, LB_TASK_ATTACK, objective);
    }
}

/// The last of several groups in the main attack stays back until the others are in it.
static void keep_reserve(lb_planner *planner, uint32_t main)
{
    uint32_t last = LB_NOBODY, count = 0;
    int32_t most = -1;
    bool is_engaged = false;

    for (uint32_t g = 0; g < planner->battle->group_count; g++) {
        const lb_body *body = &planner->body[g];

        if (!is_own(planner, g) || planner->plan->group[g].task != LB_TASK_ATTACK ||
            planner->plan->group[g].objective != main)
            continue;
        count++;
        is_engaged |= body->foe_tmm < planner->plan->pace_tmm;
        if (!body->is_mounted && distance_to(planner, g, main) > most) {
            most = distance_to(planner, g, main);
            last = g;
        }
    }
    if (count >= 3 && last != LB_NOBODY && !is_engaged &&
        2 * planner->state->turn < planner->battle->turns)
        planner->plan->group[last].task = LB_TASK_RESERVE;
}

/// Everybody who is so near to the enemy goes for him, whatever ground there is.
static void seek_battle(lb_planner *planner, int32_t tmm)
{
    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (is_free(planner, g) && planner->body[g].foe_tmm <= tmm)
            give_task(planner, g, LB_TASK_ATTACK, LB_NOBODY);
}

static void plan_attack(lb_planner *planner)
{
    uint32_t main = choose_main(planner);

    planner->plan->main = (uint16_t)main;
    if (main == LB_NOBODY) {
        seek_battle(planner, INT32_MAX);
        return;
    }
    if (planner->battle->rules->play->enemy_first)
        seek_battle(planner, STRIKE_MOVES * planner->plan->pace_tmm);
    guard(planner);
    mass(planner, main);
    pin(planner, main);
    if (!planner->battle->rules->play->attack_pays)
        keep_reserve(planner, main);
}

/// The objective of ours that is in the greatest danger; LB_NOBODY if we hold none.
static uint32_t most_threatened(const lb_planner *planner)
{
    uint32_t best = LB_NOBODY;
    int32_t highest = INT32_MIN;

    for (uint32_t o = 0; o < planner->battle->objective_count; o++) {
        int32_t danger = planner->near[1 - planner->side][o] - planner->near[planner->side][o] +
                         50 * planner->battle->objective[o].value;

        if (planner->state->held[o] == planner->side && danger > highest) {
            highest = danger;
            best = o;
        }
    }
    return best;
}

/// The objective of ours that is nearest to a group; LB_NOBODY if we hold none.
static uint32_t nearest_own(const lb_planner *planner, uint32_t group)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t o = 0; o < planner->battle->objective_count; o++)
        if (planner->state->held[o] == planner->side &&
            (best == LB_NOBODY ||
             distance_to(planner, group, o) < distance_to(planner, group, best)))
            best = o;
    return best;
}

/// True if somebody who waits stands on an objective of ours already: nobody else is sent there.
static bool is_kept(const lb_planner *planner, uint32_t objective)
{
    const lb_objective_card *of = &planner->battle->objective[objective];
    int64_t radius = of->radius_tmm;

    for (uint32_t i = 0; i < planner->battle->unit_count && planner->plan->bides; i++)
        if (lb_planner_has(planner, i) && planner->battle->unit[i].side == planner->side &&
            planner->plan->fitness[i].is_able &&
            lb_square_of(of->at, planner->state->unit[i].at) <= radius * radius)
            return true;
    return false;
}

/// A group at each of our objectives, the dearest first; with `if_threatened`, only where an enemy
/// is near or where ground counts only while somebody stands on it.
static void man_objectives(lb_planner *planner, bool if_threatened)
{
    const lb_battle *battle = planner->battle;
    bool is_manned[LB_OBJECTIVES_MAX] = {false};

    for (;;) {
        uint32_t best = LB_NOBODY, group;

        for (uint32_t o = 0; o < battle->objective_count; o++)
            if (planner->state->held[o] == planner->side && !is_manned[o] &&
                (!if_threatened || needs_guard(planner, o)) &&
                (best == LB_NOBODY || battle->objective[o].value > battle->objective[best].value))
                best = o;
        if (best == LB_NOBODY || (group = nearest_free(planner, best)) == LB_NOBODY)
            return;
        is_manned[best] = true;
        if (!is_kept(planner, best))
            give_task(planner, group, LB_TASK_HOLD, best);
    }
}

/// Groups for each objective that is not ours, the dearest first: the nearest, until they are half
/// as strong again as what is there, if they come in time.
static void take_back(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;
    bool is_done[LB_OBJECTIVES_MAX] = {false};

    for (;;) {
        uint32_t best = LB_NOBODY, group;
        int32_t sent = 0, need;

        for (uint32_t o = 0; o < battle->objective_count; o++)
            if (planner->state->held[o] != planner->side && !is_done[o] &&
                (best == LB_NOBODY || battle->objective[o].value > battle->objective[best].value))
                best = o;
        if (best == LB_NOBODY)
            return;
        is_done[best] = true;
        need = planner->near[1 - planner->side][best] * 3 / 2 + 1;
        if (planner->plan->bides &&
            (need > 1 || lb_plan_guns_on(planner, battle->objective[best].at) > 0))
            continue;
        while (sent < need && (group = nearest_free(planner, best)) != LB_NOBODY &&
               distance_to(planner, group, best) <=
                   lb_turns_left(planner) * planner->plan->pace_tmm) {
            give_task(planner, group, LB_TASK_ATTACK, best);
            sent += planner->body[group].worth;
        }
    }
}

/// Where attacks pay, who has the enemy near goes for him. A group at each objective, the dearest
/// first; then those that are not ours are taken, and who has an enemy near goes for him. The rest
/// waits, unless the side is so strong that it does better to go for the enemy wherever he is.
static void plan_defence(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;
    uint32_t threatened = most_threatened(planner);
    bool waits = planner->plan->bides;
    bool is_strong =
        !waits && (int64_t)own_worth(planner) * 100 >= (int64_t)foes_worth(planner) * STRONG;

    planner->plan->main = (uint16_t)(threatened == LB_NOBODY ? choose_main(planner) : threatened);
    if (is_strong && battle->rules->play->attack_pays)
        seek_battle(planner, STRIKE_MOVES * planner->plan->pace_tmm);
    man_objectives(planner, is_strong);
    take_back(planner);
    for (uint32_t g = 0; g < battle->group_count; g++) {
        int32_t pace = planner->plan->pace_tmm;
        bool is_near;

        if (!is_free(planner, g))
            continue;
        is_near = !waits && planner->body[g].foe_tmm < LB_MOVES_NEAR * pace;
        if (is_strong && planner->body[g].foe_tmm < MOVES_FAR * pace)
            give_task(planner, g, LB_TASK_ATTACK, LB_NOBODY);
        else
            give_task(planner, g, is_near ? LB_TASK_ATTACK : LB_TASK_RESERVE,
                      is_near ? planner->plan->main : nearest_own(planner, g));
    }
}

/* Where to. */

/// The heading from a place to the nearest strong enemy.
static uint16_t heading_to_foe(const lb_planner *planner, lb_point from, uint16_t otherwise)
{
    lb_body here = {.at = from};

    find_foe(planner, planner->side, &here);
    return here.foe_tmm == INT32_MAX || here.foe_tmm == 0 ? otherwise
                                                          : lb_heading_to(from, here.foe);
}

/// A holder stands at the objective; a reserve behind it, seen from the enemy.
static void aim_hold(lb_planner *planner, uint32_t group)
{
    lb_group_plan *plan = &planner->plan->group[group];
    const lb_body *body = &planner->body[group];
    lb_point place =
        plan->objective != LB_NOBODY ? planner->battle->objective[plan->objective].at : body->at;

    plan->heading = heading_to_foe(planner, place, lb_heading_to(body->at, body->foe));
    plan->goal = place;
    if (plan->task == LB_TASK_RESERVE) {
        int32_t back = 2 * planner->plan->pace_tmm;

        /* A reserve that is nearer than that, and out of reach, need not go anywhere. */
        plan->heading = heading_to_foe(planner, body->at, plan->heading);
        plan->goal =
            planner->plan->attacks
                ? lb_point_towards(place, lb_heading_to(place, body->at), back)
                : lb_point_towards(
                      place, (uint16_t)(heading_to_foe(planner, place, 0) + LB_ANGLE_HALF), back);
        if (lb_distance_between(body->at, place) <= back + planner->plan->pace_tmm / 2)
            plan->goal = body->at;
    }
}

/// Cavalry that goes with an attack waits behind its flank.
static void aim_cavalry(lb_planner *planner, uint32_t group)
{
    lb_group_plan *plan = &planner->plan->group[group];
    const lb_body *body = &planner->body[group];
    uint32_t leading = LB_NOBODY;
    int32_t least = INT32_MAX, pace = planner->plan->pace_tmm;
    uint16_t side;

    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (is_own(planner, g) && !planner->body[g].is_mounted &&
            planner->plan->group[g].task == LB_TASK_ATTACK &&
            lb_distance_between(body->at, planner->body[g].at) < least) {
            least = lb_distance_between(body->at, planner->body[g].at);
            leading = g;
        }
    lb_plan_aim_attack(planner, group);
    if (leading == LB_NOBODY || plan->closes || lb_planner_bounds(planner))
        return;
    plan->heading = planner->plan->group[leading].heading;
    side = (uint16_t)(lb_heading_to(planner->body[leading].at, body->at) - plan->heading);
    plan->goal =
        lb_point_towards(planner->plan->group[leading].goal,
                         (uint16_t)(plan->heading + (side < LB_ANGLE_HALF ? LB_ANGLE_QUARTER
                                                                          : 3 * LB_ANGLE_QUARTER)),
                         pace * 3 / 2);
    plan->goal = lb_point_towards(plan->goal, plan->heading, -pace / 2);
}

static void aim(lb_planner *planner)
{
    lb_plan *plan = planner->plan;

    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (is_own(planner, g) && !planner->body[g].is_mounted) {
            if (plan->group[g].task == LB_TASK_ATTACK || plan->group[g].task == LB_TASK_PIN)
                lb_plan_aim_attack(planner, g);
            else
                aim_hold(planner, g);
        }
    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (is_own(planner, g) && planner->body[g].is_mounted) {
            if (plan->group[g].task == LB_TASK_ATTACK || plan->group[g].task == LB_TASK_PIN)
                aim_cavalry(planner, g);
            else
                aim_hold(planner, g);
        }
}

/// A group with nobody fit to fight stays where it is and recovers.
static void spare(lb_planner *planner)
{
    for (uint32_t g = 0; g < planner->battle->group_count; g++) {
        const lb_group_card *card = &planner->battle->group[g];

        if (card->side != planner->side || planner->body[g].able > 0)
            continue;
        for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
            if (lb_planner_has(planner, i)) {
                planner->body[g].at = planner->state->unit[i].at;
                find_foe(planner, planner->side, &planner->body[g]);
                give_task(planner, g, LB_TASK_RESERVE, LB_NOBODY);
                planner->plan->group[g].goal = planner->body[g].at;
                planner->plan->group[g].heading =
                    lb_heading_to(planner->body[g].at, planner->body[g].foe);
            }
    }
}

/// Who is nearest to the enemy acts first.
static void rank(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;

    for (uint32_t g = 0; g < battle->group_count; g++)
        for (uint32_t h = 0; h < battle->group_count; h++)
            if (is_own(planner, g) && is_own(planner, h) &&
                (planner->body[h].foe_tmm < planner->body[g].foe_tmm ||
                 (planner->body[h].foe_tmm == planner->body[g].foe_tmm && h < g)))
                planner->plan->group[g].rank++;
}

/* Plans that do not think. */

/// Everybody stays where he is.
static void plan_stillness(lb_planner *planner)
{
    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (is_free(planner, g))
            give_task(planner, g, LB_TASK_HOLD, LB_NOBODY);
}

/// Everybody goes for the dearest objective that is not ours, or else for the enemy.
static void plan_mass(lb_planner *planner)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t o = 0; o < planner->battle->objective_count; o++)
        if (planner->state->held[o] != planner->side &&
            (best == LB_NOBODY ||
             planner->battle->objective[o].value > planner->battle->objective[best].value))
            best = o;
    planner->plan->main = (uint16_t)best;
    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (is_free(planner, g))
            give_task(planner, g, LB_TASK_ATTACK, best);
}

static void think(lb_planner *planner, lb_style style)
{
    switch (style) {
    case LB_STYLE_STILL:
        plan_stillness(planner);
        break;
    case LB_STYLE_RUSH:
        seek_battle(planner, INT32_MAX);
        break;
    case LB_STYLE_MASS:
        plan_mass(planner);
        break;
    case LB_STYLE_SENSIBLE:
        if (planner->plan->attacks)
            plan_attack(planner);
        else
            plan_defence(planner);
    }
}

/// True if a group of a side that bides waits where it is: near what it holds or what the enemy's
/// guns sweep, and in reserve unless it is far from everybody.
static bool is_waiting(const lb_planner *planner, uint32_t group)
{
    const lb_group_plan *plan = &planner->plan->group[group];

    if (!planner->plan->bides || plan->task == LB_TASK_ATTACK)
        return false;
    if (plan->task != LB_TASK_HOLD || plan->objective == LB_NOBODY)
        return planner->body[group].foe_tmm < MOVES_FAR * planner->plan->pace_tmm;
    return distance_to(planner, group, plan->objective) <= WAIT_MOVES * planner->plan->pace_tmm ||
           lb_plan_guns_on(planner, planner->battle->objective[plan->objective].at) > 0;
}

/// Everybody stands where he is.
static void stand_still(lb_planner *planner)
{
    for (uint32_t i = 0; i < planner->battle->unit_count; i++)
        if (lb_planner_has(planner, i) && planner->battle->unit[i].side == planner->side) {
            planner->plan->unit[i].at = planner->state->unit[i].at;
            planner->plan->unit[i].heading = planner->state->unit[i].heading;
        }
}

static void remember(const lb_planner *planner, lb_plan_memory *memory)
{
    memory->is_set = true;
    memory->advances = planner->battle->rules->play->lead != NULL && is_advance_due(planner);
    memory->main = planner->plan->main;
    for (uint32_t g = 0; g < planner->battle->group_count; g++) {
        memory->task[g] = planner->plan->group[g].task;
        memory->objective[g] = planner->plan->group[g].objective;
    }
}

void lb_plan_make(const lb_battle *battle, const lb_state *state, lb_view *view, uint32_t side,
                  lb_plan *plan)
{
    lb_plan_make_by(battle, state, view, &(lb_plan_brief){.side = side}, NULL, plan);
}

/// True of a style that may wait for the enemy; the others go forward whatever it costs.
static bool may_wait(lb_style style)
{
    return style == LB_STYLE_SENSIBLE || style == LB_STYLE_STILL;
}

void lb_plan_make_by(const lb_battle *battle, const lb_state *state, lb_view *view,
                     const lb_plan_brief *brief, lb_ground_field *field, lb_plan *plan)
{
    uint32_t side = brief->side;
    lb_planner planner;
    lb_view own;

    if (view == NULL)
        lb_view_start(view = &own);
    lb_view_sync(view, battle, state);

    memset(plan, 0, sizeof *plan);
    memset(planner.body, 0, battle->group_count * sizeof planner.body[0]);
    memset(planner.near, 0, sizeof planner.near);
    memset(planner.away, 0, battle->group_count * sizeof planner.away[0]);
    planner.foes[0].count = planner.foes[1].count = 0;
    planner.battle = battle;
    planner.state = state;
    planner.view = view;
    planner.plan = plan;
    planner.side = side;
    planner.memory = brief->memory;
    planner.field = field;
    planner.area_count = 0;
    plan->side = (uint8_t)side;
    learn_fitness(&planner);
    for (uint32_t g = 0; g < battle->group_count; g++)
        gather_body(&planner, g);
    weigh_objectives(&planner);
    plan->bides = may_wait(brief->style) && gains_by_waiting(&planner);
    plan->attacks = !plan->bides && has_to_attack(&planner);
    plan->is_strong =
        (int64_t)own_worth(&planner) * 100 >= (int64_t)foes_worth(&planner) * PRESSING;
    plan->main = LB_NOBODY;
    think(&planner, brief->style);
    spare(&planner);
    if (lb_planner_bounds(&planner))
        lb_plan_marks(&planner);
    else if (brief->style == LB_STYLE_SENSIBLE)
        lb_plan_name_late(&planner);
    if (brief->style == LB_STYLE_SENSIBLE && battle->rules->play->enemy_first)
        lb_plan_send_enough(&planner, foes_worth(&planner) / 100 * ENOUGH);
    aim(&planner);
    rank(&planner);
    for (uint32_t rank = 0; rank <= battle->group_count; rank++)
        for (uint32_t g = 0; g < battle->group_count; g++)
            if (battle->group[g].side == side && plan->group[g].rank == rank)
                lb_plan_stations(&planner, g);
    if (brief->style == LB_STYLE_STILL)
        stand_still(&planner);
    for (uint32_t g = 0; g < battle->group_count && brief->style == LB_STYLE_SENSIBLE; g++)
        if (is_own(&planner, g) && is_waiting(&planner, g))
            lb_plan_wait(&planner, g);
    if (lb_planner_bounds(&planner) && brief->style == LB_STYLE_SENSIBLE)
        lb_plan_garrisons(&planner);
    lb_plan_ways(&planner);
    lb_plan_leaders(&planner);
    if (lb_planner_bounds(&planner))
        lb_plan_name_reserves(&planner);
    if (brief->memory != NULL)
        remember(&planner, brief->memory);
}
