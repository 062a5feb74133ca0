// SPDX-License-Identifier: MIT
// Attacks: whom a group goes for, and where it goes this turn.
//
// By sheets that let a group move several times in a turn, if its commander is obeyed, every group
// that attacks has a mark of its own: an enemy near it and near what it is to take, against whom
// not enough friends are sent yet. So the attackers come up all along the enemy's line, and do not
// crowd about the one who stands foremost. Who holds ground keeps a garrison on it, and who waits
// is called a reserve only if he is one: of the groups that wait, those farthest from the enemy,
// and no more than a quarter of the side.

#include "ai/plan.h"

enum {
    CROWD = 3,        ///< moves farther that a mark may be at which nobody is sent yet
    NOT_GUNS = 6,     ///< moves farther that guns may be than others to be the mark of cavalry
    ODDS = 80,        ///< percent of the enemy's weight about him that goes in
    SHELTERED = 2,    ///< moves farther that another may be who has less shelter
    LAST_TURNS = 2,   ///< of the battle, in which all who stand on ground of theirs stay there
    RESERVE_PART = 4, ///< one part of so many may be in reserve
    LATE_TURNS = 4,   ///< that it takes to deploy and fight once the enemy is two moves away
    NEAR_MOVES = 3    ///< an enemy so near comes before ground
};

static bool attacks(const lb_planner *planner, uint32_t group)
{
    uint8_t task = planner->plan->group[group].task;

    return planner->battle->group[group].side == planner->side && planner->body[group].able > 0 &&
           (task == LB_TASK_ATTACK || task == LB_TASK_PIN);
}

/// What it costs to make an enemy the mark of a group: the way to him, half of his way from what
/// the group is to take, and more for each friend who goes for his group already.
static int32_t cost_of_mark(const lb_planner *planner, uint32_t group, uint32_t foe,
                            const int32_t *sent)
{
    const lb_group_plan *plan = &planner->plan->group[group];
    lb_point at = planner->state->unit[foe].at;
    uint32_t his = planner->battle->unit[foe].group;
    int32_t cost = lb_distance_between(planner->body[group].at, at);

    if (plan->objective != LB_NOBODY)
        cost += lb_distance_between(planner->battle->objective[plan->objective].at, at) / 2;
    cost += SHELTERED * planner->plan->pace_tmm * planner->plan->fitness[foe].shelter;
    return cost + (int32_t)((int64_t)CROWD * planner->plan->pace_tmm * sent[his] /
                            (planner->body[his].worth + 1));
}

void lb_plan_marks(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;
    int32_t sent[LB_GROUPS_MAX] = {0};
    bool is_done[LB_GROUPS_MAX] = {false};

    /* The nearest to the enemy choose first. */
    for (;;) {
        uint32_t first = LB_NOBODY, mark = LB_NOBODY;
        int32_t least = INT32_MAX;

        for (uint32_t g = 0; g < battle->group_count; g++)
            if (attacks(planner, g) && !is_done[g] &&
                (first == LB_NOBODY || planner->body[g].foe_tmm < planner->body[first].foe_tmm))
                first = g;
        if (first == LB_NOBODY)
            return;
        is_done[first] = true;
        planner->body[first].mark = planner->body[first].foe;
        planner->body[first].mark_tmm = planner->body[first].foe_tmm;
        for (uint32_t i = 0; i < battle->unit_count; i++) {
            int32_t cost;

            if (!lb_planner_has(planner, i) || battle->unit[i].side == planner->side)
                continue;
            cost = cost_of_mark(planner, first, i, sent);
            /* Horse rides at guns: they are worth most and stand it worst. */
            if (planner->body[first].is_mounted && battle->unit[i].arm != LB_ARM_ARTILLERY)
                cost += NOT_GUNS * planner->plan->pace_tmm;
            if (cost < least) {
                least = cost;
                mark = i;
            }
        }
        if (mark == LB_NOBODY)
            continue;
        sent[battle->unit[mark].group] += planner->body[first].worth;
        planner->body[first].mark = planner->state->unit[mark].at;
        planner->body[first].mark_tmm =
            lb_distance_between(planner->body[first].at, planner->state->unit[mark].at);
    }
}

/// The weight of a side within a distance of a place.
static int32_t worth_about(const lb_planner *planner, uint32_t side, lb_point at, int64_t tmm)
{
    int32_t worth = 0;

    for (uint32_t i = 0; i < planner->battle->unit_count; i++)
        if (lb_planner_has(planner, i) && planner->battle->unit[i].side == side &&
            planner->plan->fitness[i].is_able && planner->battle->unit[i].arm != LB_ARM_ARTILLERY &&
            lb_square_of(planner->state->unit[i].at, at) <= tmm * tmm)
            worth += planner->plan->fitness[i].worth;
    return worth;
}

/// True if a group that has come up to so far from the enemy goes in: friends are near enough to
/// outweigh him.
static bool is_strong_enough(const lb_planner *planner, uint32_t group, int32_t off)
{
    const lb_body *body = &planner->body[group];
    int32_t pace = planner->plan->pace_tmm;

    return body->foe_tmm <= off + pace &&
           (int64_t)worth_about(planner, planner->side, body->foe, 3 * pace) * 100 >=
               (int64_t)worth_about(planner, 1 - planner->side, body->foe, 3 * pace / 2) * ODDS;
}

/// True if a group goes for its mark rather than for the ground that it is to take.
static bool has_mark(const lb_planner *planner, uint32_t group)
{
    const lb_body *body = &planner->body[group];
    uint16_t objective = planner->plan->group[group].objective;
    int32_t near = NEAR_MOVES * planner->plan->pace_tmm;

    return body->mark_tmm < INT32_MAX &&
           (objective == LB_NOBODY || body->mark_tmm < near ||
            lb_distance_between(body->mark, planner->battle->objective[objective].at) <
                near + planner->battle->objective[objective].radius_tmm);
}

/* Where to. */

/// True if most of a group is near its middle; guns may be elsewhere.
static bool is_formed(const lb_planner *planner, uint32_t group)
{
    const lb_group_card *card = &planner->battle->group[group];
    uint32_t near = 0, count = 0;

    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++) {
        if (!lb_planner_has(planner, i) || !planner->plan->fitness[i].is_able ||
            planner->battle->unit[i].arm == LB_ARM_ARTILLERY)
            continue;
        count++;
        near += lb_distance_between(planner->state->unit[i].at, planner->body[group].at) <=
                planner->plan->pace_tmm;
    }
    return 3 * near >= 2 * count;
}

/// How far from the enemy a group stops to form up: outside the musketry of who is nearest.
static int32_t stand_off(const lb_planner *planner, uint32_t group)
{
    int32_t reach = 0, pace = planner->plan->pace_tmm;

    for (uint32_t i = 0; i < planner->battle->unit_count; i++)
        if (lb_planner_has(planner, i) && planner->battle->unit[i].side != planner->side &&
            planner->battle->unit[i].arm == LB_ARM_INFANTRY &&
            planner->plan->fitness[i].reach_tmm > reach &&
            lb_square_of(planner->body[group].foe, planner->state->unit[i].at) <=
                (int64_t)pace * pace)
            reach = planner->plan->fitness[i].reach_tmm;
    return (reach < 3 * pace / 2 ? reach : 3 * pace / 2) + pace / 4;
}

/// How near to the enemy a group comes to fight him: well within its own musketry.
static int32_t fighting_distance(const lb_planner *planner, uint32_t group)
{
    const lb_group_card *card = &planner->battle->group[group];
    int32_t least = planner->plan->pace_tmm;

    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
        if (lb_planner_has(planner, i) && planner->battle->unit[i].arm == LB_ARM_INFANTRY &&
            planner->plan->fitness[i].reach_tmm * 1 / 2 < least)
            least = planner->plan->fitness[i].reach_tmm * 1 / 2;
    return least;
}

/// Where a group heads for on its way to an objective: round what it cannot pass well.
static lb_point way_to(const lb_planner *planner, uint32_t group, uint32_t objective)
{
    if (planner->field == NULL)
        return planner->battle->objective[objective].at;
    return lb_field_towards(planner->battle, planner->field, objective,
                            planner->body[group].is_mounted ? LB_GAIT_HORSE : LB_GAIT_FOOT,
                            planner->body[group].at,
                            lb_most(2 * planner->plan->pace_tmm, planner->body[group].march_tmm));
}

/// How far a group goes this turn: a usual move, or as much of a march as leaves it two moves off
/// the enemy.
static int32_t stretch(const lb_planner *planner, uint32_t group)
{
    const lb_body *body = &planner->body[group];
    int32_t pace = planner->plan->pace_tmm;

    return lb_most(pace, lb_least(body->march_tmm, body->foe_tmm - LB_MOVES_NEAR * pace));
}

/// True if a group that has so far to go comes in time only without delay.
static bool is_late(const lb_planner *planner, int32_t way)
{
    return lb_turns_left(planner) * planner->plan->pace_tmm < way + 4 * planner->plan->pace_tmm;
}

/// An attack by bounds of as many moves as the sheet allows: to the mark, or to the objective if
/// nobody is about it.
static void aim_bound(lb_planner *planner, uint32_t group)
{
    lb_group_plan *plan = &planner->plan->group[group];
    const lb_body *body = &planner->body[group];
    int32_t pace = planner->plan->pace_tmm, off = stand_off(planner, group), step;
    int32_t bound = pace * planner->battle->rules->play->moves_in_turn;
    lb_point via = body->at;

    if (has_mark(planner, group))
        via = body->mark;
    else if (plan->objective != LB_NOBODY)
        via = way_to(planner, group, plan->objective);
    step = lb_distance_between(body->at, via);
    plan->heading = lb_heading_to(body->at, via);
    plan->closes =
        is_late(planner, plan->objective == LB_NOBODY ? body->mark_tmm
                                                      : planner->away[group][plan->objective]) ||
        is_strong_enough(planner, group, off);
    if (has_mark(planner, group))
        step -= plan->closes ? fighting_distance(planner, group) : off;
    step = step > bound ? bound : step < -pace / 2 ? -pace / 2 : step;
    plan->goal = lb_point_towards(body->at, plan->heading, step);
}

/// An attack: to the enemy on the way, else to the objective; by bounds of one move.
static void aim_move(lb_planner *planner, uint32_t group)
{
    lb_group_plan *plan = &planner->plan->group[group];
    const lb_body *body = &planner->body[group];
    lb_point end =
        plan->objective != LB_NOBODY ? planner->battle->objective[plan->objective].at : body->foe;
    int32_t way = lb_distance_between(body->at, end), off = stand_off(planner, group);
    int32_t pace = planner->plan->pace_tmm, step;
    bool has_no_time = is_late(planner, way);
    lb_point via = end;

    if (body->foe_tmm < way + pace / 2 && body->foe_tmm < LB_MOVES_NEAR * pace + off / 2) {
        via = body->foe;
        way = body->foe_tmm;
    } else if (plan->objective != LB_NOBODY && body->foe_tmm > LB_MOVES_NEAR * pace) {
        via = way_to(planner, group, plan->objective);
    }
    plan->heading = lb_heading_to(body->at, via);
    plan->closes = has_no_time || (is_formed(planner, group) && body->foe_tmm <= off + pace / 2);
    if (plan->closes)
        off = fighting_distance(planner, group);
    step = body->foe_tmm < way + off ? body->foe_tmm - off : way;
    step = lb_most(-pace / 2, lb_least(step, stretch(planner, group)));
    plan->goal = lb_point_towards(body->at, plan->heading, step);
}

void lb_plan_aim_attack(lb_planner *planner, uint32_t group)
{
    if (lb_planner_bounds(planner))
        aim_bound(planner, group);
    else
        aim_move(planner, group);
}

/* Garrisons. */

static bool is_on(const lb_planner *planner, uint32_t unit, uint32_t objective)
{
    const lb_objective_card *card = &planner->battle->objective[objective];
    int64_t radius = card->radius_tmm;

    return lb_planner_has(planner, unit) && planner->battle->unit[unit].side == planner->side &&
           planner->battle->unit[unit].arm == LB_ARM_INFANTRY &&
           lb_square_of(card->at, planner->state->unit[unit].at) <= radius * radius;
}

static void stay(lb_planner *planner, uint32_t unit)
{
    lb_station *station = &planner->plan->unit[unit];

    station->at = planner->state->unit[unit].at;
    station->post = LB_POST_GARRISON;
}

void lb_plan_garrisons(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;
    bool is_end = battle->turns - planner->state->turn < LAST_TURNS;

    for (uint32_t o = 0; o < battle->objective_count; o++) {
        uint32_t nearest = LB_NOBODY;

        if (planner->state->held[o] != planner->side)
            continue;
        for (uint32_t i = 0; i < battle->unit_count; i++) {
            if (!is_on(planner, i, o))
                continue;
            if (is_end)
                stay(planner, i);
            if (nearest == LB_NOBODY ||
                lb_square_of(battle->objective[o].at, planner->state->unit[i].at) <
                    lb_square_of(battle->objective[o].at, planner->state->unit[nearest].at))
                nearest = i;
        }
        if (nearest != LB_NOBODY)
            stay(planner, nearest);
    }
}

/* Reserves. */

/// True if a group was in reserve by the plan before.
static bool was_reserve(const lb_planner *planner, uint32_t group)
{
    return planner->memory != NULL && planner->memory->is_set &&
           planner->memory->task[group] == LB_TASK_RESERVE;
}

void lb_plan_send_enough(lb_planner *planner, int32_t need)
{
    const lb_battle *battle = planner->battle;
    bool is_done[LB_GROUPS_MAX] = {false};

    for (;;) {
        uint32_t first = LB_NOBODY;
        int32_t least = INT32_MAX;

        for (uint32_t g = 0; g < battle->group_count; g++) {
            int32_t way = planner->body[g].foe_tmm / 2 +
                          (was_reserve(planner, g) ? planner->plan->pace_tmm : 0);

            if (attacks(planner, g) && !is_done[g] && way < least) {
                least = way;
                first = g;
            }
        }
        if (first == LB_NOBODY)
            return;
        is_done[first] = true;
        if (need <= 0)
            planner->plan->group[first].task = LB_TASK_RESERVE;
        need -= planner->body[first].worth;
    }
}

void lb_plan_name_late(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;
    int32_t near = LB_MOVES_NEAR * planner->plan->pace_tmm;

    for (uint32_t g = 0; g < battle->group_count; g++) {
        const lb_body *body = &planner->body[g];
        lb_group_plan *plan = &planner->plan->group[g];
        int32_t way = body->foe_tmm;

        if (!attacks(planner, g))
            continue;
        if (plan->objective != LB_NOBODY && planner->state->held[plan->objective] != planner->side)
            way = lb_least(way, planner->away[g][plan->objective]);
        if (way > near && lb_turns_left(planner) < LATE_TURNS + battle->rules->play->order_turns +
                                                       (way - near) / body->march_tmm)
            plan->is_late = true;
    }
}

void lb_plan_name_reserves(lb_planner *planner)
{
    const lb_battle *battle = planner->battle;
    bool is_done[LB_GROUPS_MAX] = {false};
    int32_t left = 0;

    for (uint32_t g = 0; g < battle->group_count; g++)
        if (battle->group[g].side == planner->side)
            left += planner->body[g].able;
    left /= RESERVE_PART;
    for (;;) {
        uint32_t last = LB_NOBODY;

        for (uint32_t g = 0; g < battle->group_count; g++)
            if (battle->group[g].side == planner->side && planner->body[g].able > 0 &&
                planner->plan->group[g].task == LB_TASK_RESERVE && !is_done[g] &&
                (last == LB_NOBODY || planner->body[g].foe_tmm > planner->body[last].foe_tmm))
                last = g;
        if (last == LB_NOBODY)
            return;
        is_done[last] = true;
        left -= planner->body[last].able;
        if (left < 0)
            planner->plan->group[last].task = LB_TASK_HOLD;
    }
}
