// SPDX-License-Identifier: MIT
// Stations: how the units of a group stand around its goal, and where leaders ride.
//
// The first line stands across the line of approach with its middle at the goal, the second at
// supporting distance behind it, cavalry behind a flank, guns where they have something to fire at
// or beside the first line, and who is worn well behind. Units keep the order from left to right
// that they have, so that they do not cross each other. Groups do not take up each other's room:
// whoever acts later gives way to the side, or behind.

#include "ai/plan.h"

enum {
    ONE_LINE = 4,      ///< units of a group that make one line where friends who burst back do harm
    SHELTER_FOE = 2,   ///< moves: nobody goes into shelter from an enemy who is nearer
    SHELTER_WAYS = 5,  ///< directions in which a group looks for shelter from guns
    SHELTER_HALVES = 4 ///< half moves that it goes there at most
};

/// The units of one line, from left to right.
typedef struct file {
    uint16_t unit[LB_UNITS_MAX];
    int32_t key[LB_UNITS_MAX];
    uint32_t count;
} file;

static void put(file *line, uint32_t unit, int32_t key)
{
    uint32_t at = line->count++;

    for (; at > 0 && line->key[at - 1] > key; at--) {
        line->unit[at] = line->unit[at - 1];
        line->key[at] = line->key[at - 1];
    }
    line->unit[at] = (uint16_t)unit;
    line->key[at] = key;
}

/// How far a place lies towards a heading, seen from another.
static int32_t towards(lb_point from, uint16_t heading, lb_point place)
{
    int64_t x = (int64_t)place.x - from.x, y = (int64_t)place.y - from.y;

    return (int32_t)((x * lb_sine(heading) + y * lb_cosine(heading)) / LB_SINE_ONE);
}

static int32_t within(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

/// A place so far to the right and to the front of the goal, held to the table.
static void set_station(lb_planner *planner, uint32_t group, uint32_t unit, lb_post post,
                        int32_t right, int32_t front)
{
    const lb_group_plan *plan = &planner->plan->group[group];
    const lb_size *size = &planner->plan->fitness[unit].size;
    int32_t edge = (size->width_tmm > size->depth_tmm ? size->width_tmm : size->depth_tmm) / 2 + 20;
    lb_point at = lb_point_towards(plan->goal, (uint16_t)(plan->heading + LB_ANGLE_QUARTER), right);

    at = lb_point_towards(at, plan->heading, front);
    at.x = within(at.x, edge, planner->battle->width_tmm - edge);
    at.y = within(at.y, edge, planner->battle->depth_tmm - edge);
    planner->plan->unit[unit] =
        (lb_station){.at = at, .heading = plan->heading, .post = (uint8_t)post};
}

/// Lays out a line side by side; returns half its width.
static int32_t lay_line(lb_planner *planner, uint32_t group, const file *line, lb_post post,
                        int32_t front)
{
    int32_t gap = planner->plan->pace_tmm / 12, whole = -gap, right;

    for (uint32_t i = 0; i < line->count; i++)
        whole += planner->plan->fitness[line->unit[i]].size.width_tmm + gap;
    right = -whole / 2;
    for (uint32_t i = 0; i < line->count; i++) {
        int32_t width = planner->plan->fitness[line->unit[i]].size.width_tmm;

        set_station(planner, group, line->unit[i], post, right + width / 2, front);
        right += width + gap;
    }
    return whole / 2;
}

/// The nearest enemy of a unit, fit or not; -1 for none.
static int32_t nearest_enemy(const lb_planner *planner, uint32_t unit, lb_point *where)
{
    int32_t least = -1;

    for (uint32_t i = 0; i < planner->battle->unit_count; i++) {
        int64_t square;

        if (!lb_planner_has(planner, i) || planner->battle->unit[i].side == planner->side)
            continue;
        square = lb_square_of(planner->state->unit[unit].at, planner->state->unit[i].at);
        /* Its root rounded down is below the least only if it is below the square of that. */
        if (least < 0 || square < (int64_t)least * least) {
            least = (int32_t)lb_root_floor((uint64_t)square);
            *where = planner->state->unit[i].at;
        }
    }
    return least;
}

/* Guns. */

/// Lines of sight that the ground alone can block.
static lb_sight over_ground(const lb_planner *planner)
{
    return (lb_sight){.ground = &planner->view->ground,
                      .row = lb_sight_usual,
                      .skip_from = LB_NO_INDEX,
                      .skip_to = LB_NO_INDEX};
}

uint32_t lb_plan_guns_on(const lb_planner *planner, lb_point at)
{
    lb_sight sight = over_ground(planner);
    uint32_t count = 0;

    for (uint32_t i = 0; i < planner->battle->unit_count; i++) {
        int64_t reach = planner->plan->fitness[i].reach_tmm;

        if (lb_planner_has(planner, i) && planner->battle->unit[i].side != planner->side &&
            planner->battle->unit[i].arm == LB_ARM_ARTILLERY &&
            lb_square_of(planner->state->unit[i].at, at) <= reach * reach &&
            lb_sight_is_clear(&sight, planner->state->unit[i].at, at))
            count++;
    }
    return count;
}

/// How many enemies guns at a place would see and reach; none if one of them is too near.
static uint32_t targets_from(const lb_planner *planner, uint32_t unit, lb_point at)
{
    lb_sight sight = over_ground(planner);
    int64_t reach = planner->plan->fitness[unit].reach_tmm, near = planner->plan->pace_tmm * 3 / 2;
    uint32_t count = 0;

    for (uint32_t i = 0; i < planner->battle->unit_count; i++) {
        int64_t square = lb_square_of(planner->state->unit[i].at, at);

        if (!lb_planner_has(planner, i) || planner->battle->unit[i].side == planner->side)
            continue;
        if (square < near * near)
            return 0;
        count +=
            square <= reach * reach && lb_sight_is_clear(&sight, at, planner->state->unit[i].at);
    }
    return count;
}

/// Guns that bear, or that would not gain enough by moving, stay where they are; others come up
/// beside the first line.
static void place_guns(lb_planner *planner, uint32_t group, uint32_t unit, int32_t half,
                       uint32_t number)
{
    const lb_fitness *fitness = &planner->plan->fitness[unit];
    int32_t beside = half + planner->plan->pace_tmm / 4 +
                     (int32_t)(number / 2 + 1) * (fitness->size.width_tmm + LB_TMM_INCH);
    lb_point enemy = {0, 0};
    int32_t distance = nearest_enemy(planner, unit, &enemy);
    uint16_t right = (uint16_t)(planner->plan->group[group].heading + LB_ANGLE_QUARTER);
    bool is_left =
        towards(planner->plan->group[group].goal, right, planner->state->unit[unit].at) < 0;

    set_station(planner, group, unit, LB_POST_BATTERY,
                is_left != (number % 2 == 1) ? -beside : beside, -planner->plan->pace_tmm / 3);
    if (distance >= 0 && (lb_distance_between(planner->state->unit[unit].at,
                                              planner->plan->unit[unit].at) < fitness->stay_tmm ||
                          (distance <= fitness->reach_tmm &&
                           (distance <= fitness->reach_tmm * 3 / 4 ||
                            targets_from(planner, unit, planner->state->unit[unit].at) > 0)))) {
        planner->plan->unit[unit].at = planner->state->unit[unit].at;
        planner->plan->unit[unit].heading = lb_heading_to(planner->state->unit[unit].at, enemy);
    }
}

/// The foremost go into the first line: all of two, the larger half of more.
static void split_lines(lb_planner *planner, uint32_t group, const file *by_front, file *first,
                        file *second)
{
    const lb_group_plan *plan = &planner->plan->group[group];
    uint32_t lead =
        by_front->count <= 2 || (lb_planner_bounds(planner) && by_front->count <= ONE_LINE)
            ? by_front->count
            : (by_front->count + 1) / 2;

    first->count = second->count = 0;
    for (uint32_t i = 0; i < by_front->count; i++) {
        uint32_t unit = by_front->unit[by_front->count - 1 - i];

        put(i < lead ? first : second, unit,
            towards(plan->goal, (uint16_t)(plan->heading + LB_ANGLE_QUARTER),
                    planner->state->unit[unit].at));
    }
}

/// How much room the first line of a group takes across.
static int32_t width_of_line(const lb_planner *planner, const file *line)
{
    int32_t gap = planner->plan->pace_tmm / 12, whole = 0;

    for (uint32_t i = 0; i < line->count; i++)
        whole += planner->plan->fitness[line->unit[i]].size.width_tmm + gap;
    return whole;
}

/// Moves the goal of a group out of the room that others have taken up: sideways, or behind if that
/// is far.
static void give_way(lb_planner *planner, uint32_t group, int32_t half_width)
{
    lb_group_plan *plan = &planner->plan->group[group];
    int32_t pace = planner->plan->pace_tmm, half_depth = pace / 2, shifted = 0;
    uint16_t right = (uint16_t)(plan->heading + LB_ANGLE_QUARTER);
    lb_point goal = plan->goal;
    bool is_clear = false;

    /* Whoever is upon the enemy fights where he is. */
    if (planner->body[group].foe_tmm <= 2 * pace)
        is_clear = true;
    for (int round = 0; round < 4 && !is_clear; round++) {
        is_clear = true;
        for (uint32_t i = 0; i < planner->area_count; i++) {
            const lb_post_area *other = &planner->area[i];
            int32_t across = towards(other->at, right, goal);
            int32_t along = towards(other->at, plan->heading, goal), by;

            if ((across < 0 ? -across : across) >= half_width + other->half_width ||
                (along < 0 ? -along : along) >= half_depth + other->half_depth)
                continue;
            by = half_width + other->half_width - (across < 0 ? -across : across);
            by = across < 0 ? -by : by;
            shifted += by < 0 ? -by : by;
            goal = shifted <= 2 * pace
                       ? lb_point_towards(goal, right, by)
                       : lb_point_towards(goal, plan->heading, -(half_depth + other->half_depth));
            is_clear = false;
        }
    }
    goal.x = within(goal.x, 0, planner->battle->width_tmm);
    goal.y = within(goal.y, 0, planner->battle->depth_tmm);
    plan->goal = goal;
    planner->area[planner->area_count++] =
        (lb_post_area){goal, plan->heading, half_width, half_depth};
}

/// True if a group is on the march, far from the enemy and in good order: it goes as it stands.
static bool is_marching(const lb_planner *planner, uint32_t group, const file *foot)
{
    const lb_group_plan *plan = &planner->plan->group[group];

    bool is_block = lb_planner_bounds(planner) && plan->task == LB_TASK_ATTACK;

    if ((planner->body[group].foe_tmm < 3 * planner->plan->pace_tmm && !is_block) ||
        plan->task == LB_TASK_HOLD)
        return false;
    for (uint32_t i = 0; i < foot->count; i++) {
        uint16_t heading = planner->state->unit[foot->unit[i]].heading;
        int16_t turn = (int16_t)(heading - plan->heading);

        if (((turn > LB_ANGLE_QUARTER / 2 || turn < -LB_ANGLE_QUARTER / 2) && !is_block) ||
            lb_distance_between(planner->state->unit[foot->unit[i]].at, planner->body[group].at) >
                2 * planner->plan->pace_tmm)
            return false;
    }
    return foot->count > 0;
}

/// Everybody goes as far and in the same direction as the group: so one order serves them all.
static void march(lb_planner *planner, uint32_t group, const file *foot)
{
    const lb_group_plan *plan = &planner->plan->group[group];
    lb_point by = {plan->goal.x - planner->body[group].at.x,
                   plan->goal.y - planner->body[group].at.y};

    for (uint32_t i = 0; i < foot->count; i++) {
        lb_point at = planner->state->unit[foot->unit[i]].at;
        int32_t right = towards(plan->goal, (uint16_t)(plan->heading + LB_ANGLE_QUARTER),
                                (lb_point){at.x + by.x, at.y + by.y});
        int32_t front = towards(plan->goal, plan->heading, (lb_point){at.x + by.x, at.y + by.y});

        set_station(planner, group, foot->unit[i], LB_POST_FIRST, right, front);
    }
}

/// True if another unit of the side has its station within a distance of a place.
static bool is_taken(const lb_planner *planner, uint32_t unit, lb_point at, int64_t tmm)
{
    for (uint32_t i = 0; i < planner->battle->unit_count; i++)
        if (i != unit && lb_planner_has(planner, i) &&
            planner->battle->unit[i].side == planner->side &&
            lb_square_of(planner->plan->unit[i].at, at) < tmm * tmm)
            return true;
    return false;
}

void lb_plan_battery(lb_planner *planner, uint32_t unit)
{
    lb_station *station = &planner->plan->unit[unit];
    lb_point from = planner->state->unit[unit].at, enemy = from;
    int32_t pace = planner->plan->pace_tmm, width = planner->plan->fitness[unit].size.width_tmm;
    uint32_t most = targets_from(planner, unit, from);

    if (most > 0 || nearest_enemy(planner, unit, &enemy) < 0)
        return;
    station->at = lb_point_towards(from, lb_heading_to(from, enemy), pace);
    station->heading = lb_heading_to(from, enemy);
    for (int32_t ring = 1; ring <= 4 && most == 0; ring++)
        for (uint32_t way = 0; way < 8; way++) {
            lb_point at =
                lb_point_towards(from, (uint16_t)(way * (LB_ANGLE_QUARTER / 2)), ring * pace / 2);
            uint32_t seen;

            if (at.x < width / 2 || at.y < width / 2 ||
                at.x > planner->battle->width_tmm - width / 2 ||
                at.y > planner->battle->depth_tmm - width / 2 || is_taken(planner, unit, at, width))
                continue;
            seen = targets_from(planner, unit, at);
            if (seen > most) {
                most = seen;
                station->at = at;
            }
        }
}

/* Who waits. */

/// How far a group that waits goes to be out of sight of the enemy's guns; nowhere if they do not
/// see it or there is no such place near by. Who holds ground does not leave it for that.
static lb_point shelter_of(const lb_planner *planner, uint32_t group)
{
    const lb_group_plan *plan = &planner->plan->group[group];
    lb_point at = planner->body[group].at;
    uint16_t away = (uint16_t)(lb_heading_to(at, planner->body[group].foe) + LB_ANGLE_HALF);
    bool is_holder = plan->task == LB_TASK_HOLD && plan->objective != LB_NOBODY &&
                     planner->away[group][plan->objective] <=
                         planner->battle->objective[plan->objective].radius_tmm;

    if (planner->body[group].foe_tmm < SHELTER_FOE * planner->plan->pace_tmm ||
        lb_plan_guns_on(planner, at) == 0)
        return (lb_point){0, 0};
    for (int32_t half_moves = 1; half_moves <= SHELTER_HALVES; half_moves++)
        for (int32_t i = 0; i < SHELTER_WAYS; i++) {
            int32_t turn = (i + 1) / 2 * (LB_ANGLE_QUARTER / 2);
            lb_point to = lb_point_towards(at, (uint16_t)(away + (i % 2 == 0 ? turn : -turn)),
                                           half_moves * planner->plan->pace_tmm / 2);

            if (to.x < planner->plan->pace_tmm / 2 || to.y < planner->plan->pace_tmm / 2 ||
                to.x > planner->battle->width_tmm - planner->plan->pace_tmm / 2 ||
                to.y > planner->battle->depth_tmm - planner->plan->pace_tmm / 2 ||
                (is_holder &&
                 lb_distance_between(to, planner->battle->objective[plan->objective].at) >
                     planner->battle->objective[plan->objective].radius_tmm))
                continue;
            if (lb_plan_guns_on(planner, to) == 0)
                return (lb_point){to.x - at.x, to.y - at.y};
        }
    return (lb_point){0, 0};
}

void lb_plan_wait(lb_planner *planner, uint32_t group)
{
    const lb_group_card *card = &planner->battle->group[group];
    lb_point by = shelter_of(planner, group);

    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++) {
        lb_station *station = &planner->plan->unit[i];

        if (!lb_planner_has(planner, i))
            continue;
        station->at = planner->state->unit[i].at;
        station->heading = planner->state->unit[i].heading;
        if (planner->battle->unit[i].arm == LB_ARM_ARTILLERY)
            lb_plan_battery(planner, i);
        else
            station->at = (lb_point){station->at.x + by.x, station->at.y + by.y};
    }
}

void lb_plan_stations(lb_planner *planner, uint32_t group)
{
    const lb_group_card *card = &planner->battle->group[group];
    const lb_group_plan *plan = &planner->plan->group[group];
    int32_t pace = planner->plan->pace_tmm, half = 0;
    uint32_t guns = 0, horse = 0;
    file foot, first, second;

    foot.count = 0;
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++)
        if (lb_planner_has(planner, i) && !planner->plan->fitness[i].is_worn &&
            (planner->battle->unit[i].arm == LB_ARM_INFANTRY ||
             (planner->battle->unit[i].arm == LB_ARM_CAVALRY && planner->body[group].is_mounted)))
            put(&foot, i, towards(plan->goal, plan->heading, planner->state->unit[i].at));
    split_lines(planner, group, &foot, &first, &second);
    if (first.count > 0)
        give_way(planner, group, width_of_line(planner, &first) / 2);
    if (is_marching(planner, group, &foot)) {
        march(planner, group, &foot);
    } else {
        if (first.count > 0)
            half = lay_line(planner, group, &first, LB_POST_FIRST, 0);
        if (second.count > 0)
            (void)lay_line(planner, group, &second, LB_POST_SECOND, -pace * 2 / 3);
    }
    for (uint32_t i = card->first_unit; i < (uint32_t)card->first_unit + card->unit_count; i++) {
        int32_t side;

        if (!lb_planner_has(planner, i) || planner->plan->unit[i].post != LB_POST_NONE)
            continue;
        side = towards(plan->goal, (uint16_t)(plan->heading + LB_ANGLE_QUARTER),
                       planner->state->unit[i].at);
        if (planner->battle->unit[i].arm == LB_ARM_ARTILLERY && !planner->plan->fitness[i].is_worn)
            place_guns(planner, group, i, half, guns++);
        else if (planner->plan->fitness[i].is_worn)
            set_station(planner, group, i, LB_POST_REAR, within(side, -2 * pace, 2 * pace),
                        -2 * pace);
        else
            set_station(planner, group, i, LB_POST_FLANK,
                        (side < 0 ? -1 : 1) * (half + pace / 4 +
                                               (int32_t)(2 * horse++ + 1) *
                                                   planner->plan->fitness[i].size.width_tmm / 2),
                        -pace / 2);
    }
}

void lb_plan_ways(lb_planner *planner)
{
    static const lb_gait gaits[] = {[LB_ARM_INFANTRY] = LB_GAIT_FOOT,
                                    [LB_ARM_CAVALRY] = LB_GAIT_HORSE,
                                    [LB_ARM_ARTILLERY] = LB_GAIT_WHEELS};

    for (uint32_t i = 0; i < planner->battle->unit_count && planner->field != NULL; i++) {
        const lb_unit_card *card = &planner->battle->unit[i];
        lb_point from = planner->state->unit[i].at;
        lb_station *station = &planner->plan->unit[i];

        if (lb_planner_has(planner, i) && card->side == planner->side &&
            planner->plan->fitness[i].march_tmm > 0 &&
            lb_square_of(from, station->at) >
                (int64_t)planner->plan->pace_tmm * planner->plan->pace_tmm / 4)
            station->at = lb_field_round(planner->field, gaits[card->arm], from, station->at);
    }
}

/// The commander rides with the group whose turn it is to decide the day.
static lb_point commander_place(const lb_planner *planner, lb_point otherwise)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t g = 0; g < planner->battle->group_count; g++) {
        const lb_group_plan *plan = &planner->plan->group[g];

        if (planner->battle->group[g].side != planner->side || planner->body[g].able == 0)
            continue;
        if (best == LB_NOBODY ||
            (plan->objective == planner->plan->main) >
                (planner->plan->group[best].objective == planner->plan->main) ||
            ((plan->objective == planner->plan->main) ==
                 (planner->plan->group[best].objective == planner->plan->main) &&
             plan->rank < planner->plan->group[best].rank))
            best = g;
    }
    return best == LB_NOBODY
               ? otherwise
               : lb_point_towards(planner->plan->group[best].goal,
                                  planner->plan->group[best].heading, -planner->plan->pace_tmm);
}

/// A commander over brigades rides where the one of them is that is nearest to the enemy.
static lb_point senior_place(const lb_planner *planner, uint32_t leader, lb_point otherwise)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t g = 0; g < planner->battle->group_count; g++)
        if (planner->battle->group[g].superior == leader && planner->body[g].able > 0 &&
            (best == LB_NOBODY || planner->plan->group[g].rank < planner->plan->group[best].rank))
            best = g;
    return best == LB_NOBODY
               ? otherwise
               : lb_point_towards(planner->plan->group[best].goal,
                                  planner->plan->group[best].heading, -planner->plan->pace_tmm / 2);
}

void lb_plan_leaders(lb_planner *planner)
{
    for (uint32_t i = 0; i < planner->battle->leader_count; i++) {
        const lb_leader_card *card = &planner->battle->leader[i];
        lb_point *at = &planner->plan->leader[i];

        *at = planner->state->leader[i].at;
        if (card->side != planner->side)
            continue;
        if (i == planner->battle->side[card->side].leader)
            *at = commander_place(planner, *at);
        else if (card->group != LB_NOBODY && planner->plan->group[card->group].task != LB_TASK_NONE)
            *at = lb_point_towards(planner->plan->group[card->group].goal,
                                   planner->plan->group[card->group].heading,
                                   -planner->plan->pace_tmm / 3);
        else if (card->group == LB_NOBODY)
            *at = senior_place(planner, i, *at);
        at->x = within(at->x, 0, planner->battle->width_tmm);
        at->y = within(at->y, 0, planner->battle->depth_tmm);
    }
}
