// SPDX-License-Identifier: MIT
// What a unit ought to do in its action, in the light of the plan: close in when the odds are good,
// form square near cavalry, go back and rally when it is worn, else go to its station in the
// formation that suits.
//
// Ways are made directly toward the station and shortened by what the walk says; only a few are
// tried. Everything handed out has passed the check.

#include "rules/valour_fortitude/play.h"

enum {
    CAVALRY_NEAR = 20 * LB_TMM_INCH, ///< squares are formed
    CAVALRY_GONE = 24 * LB_TMM_INCH, ///< and given up
    DEPLOY_NEAR = 14 * LB_TMM_INCH,  ///< columns deploy
    RALLY_FAR = 24 * LB_TMM_INCH,    ///< who has time to rally though he is not worn
    AT_STATION = LB_TMM_INCH * 5 / 2,
    LATE = 3,         ///< turns before the end in which more is risked
    WAYS = 5,         ///< that are tried to get to a station
    SLACK = 5461,     ///< a heading may differ so much, 30 degrees
    STRAIGHT_ON = 546 ///< and is still straight on, 3 degrees
};

#define VALUE_OF(battle, name) ((battle)->house.value[V_##name])

static int32_t distance_between(lb_point a, lb_point b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y, square = x * x + y * y, root = 0;

    for (int64_t bit = INT64_C(1) << 16; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return (int32_t)root;
}

static int32_t turn_between(uint16_t from, uint16_t to)
{
    int32_t turn = (int16_t)(to - from);

    return turn < 0 ? -turn : turn;
}

static lb_step turn_to(uint16_t heading)
{
    return (lb_step){.kind = LB_STEP_TURN, .angle = heading};
}

static lb_step straight(int32_t tmm)
{
    return (lb_step){.kind = LB_STEP_STRAIGHT, .tmm = tmm};
}

static bool is_enemy(const vf_thought *thought, uint32_t unit, uint32_t other)
{
    return vf_is_here(thought->state, other) &&
           thought->battle->unit[other].side != thought->battle->unit[unit].side;
}

uint32_t vf_foe(const vf_thought *thought, uint32_t unit, int32_t *tmm)
{
    const lb_state *state = thought->state;
    uint32_t best = LB_NOBODY;
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < thought->battle->unit_count; i++) {
        int64_t x, y;

        if (!is_enemy(thought, unit, i))
            continue;
        x = state->unit[i].at.x - state->unit[unit].at.x;
        y = state->unit[i].at.y - state->unit[unit].at.y;
        if (x * x + y * y < least) {
            least = x * x + y * y;
            best = i;
        }
    }
    *tmm = best == LB_NOBODY ? INT32_MAX : vf_distance(thought->battle, state, unit, best);
    return best;
}

static bool is_legal(const vf_thought *thought, const lb_action *action, lb_walk *walk,
                     lb_footprint *end)
{
    lb_reason reason;

    *walk = (lb_walk){.what = LB_NO_INDEX};
    return vf_check_way(thought->battle, thought->state, action, end, walk, &reason);
}

static lb_action action_of(const vf_thought *thought, uint32_t verb, uint32_t unit)
{
    lb_action action = vf_action(verb);

    action.unit = (uint8_t)unit;
    if (verb == VERB_MOVE || verb == VERB_RETREAT)
        action.formation = thought->state->unit[unit].formation;
    return action;
}

static bool put(lb_proposal *proposal, const lb_action *action, int32_t worth)
{
    *proposal = (lb_proposal){*action, worth};
    return true;
}

/* Closing in. */

/// True if a unit, as it stands, could turn on an enemy in one move.
static bool reaches(const vf_thought *thought, uint32_t unit, uint32_t target)
{
    const lb_unit *of = &thought->state->unit[unit];
    lb_point there = thought->state->unit[target].at;
    lb_size size =
        vf_size(thought->battle, thought->state, target, thought->state->unit[target].formation);
    int32_t reach = vf_allowance(thought->battle, thought->state, unit, of->formation) +
                    (size.width_tmm + size.depth_tmm) / 2;
    int64_t x = there.x - of->at.x, y = there.y - of->at.y;

    return x * x + y * y <= (int64_t)reach * reach &&
           turn_between(of->heading, lb_heading_to(of->at, there)) <= LB_ANGLE_QUARTER / 2;
}

/// True if a unit is fit to close in, now or later in this turn.
static bool may_close(const vf_thought *thought, uint32_t unit)
{
    const lb_unit *of = &thought->state->unit[unit];

    return vf_is_here(thought->state, unit) && !is_artillery(of->formation) &&
           !is_marching(of->formation) && of->formation != FORMATION_SQUARE &&
           (of->flags & (UNIT_ACTED | UNIT_FIRED | UNIT_SKIRMISHED | UNIT_SUPPORTED)) == 0 &&
           (of->flags & (UNIT_LOST | UNIT_FREED)) != UNIT_LOST &&
           !vf_is_shaken(thought->battle, thought->state, unit);
}

/// Others of the brigade who could lend support against a target, no more than find room.
static int32_t friends_in_reach(const vf_thought *thought, uint32_t unit, uint32_t target)
{
    const lb_battle *battle = thought->battle;
    const lb_group_card *group = &battle->group[battle->unit[unit].group];
    lb_size own = vf_size(battle, thought->state, unit, thought->state->unit[unit].formation);
    lb_size other = vf_size(battle, thought->state, target, thought->state->unit[target].formation);
    int32_t room = lb_least(2, other.width_tmm / own.width_tmm + 1), found = 0;

    for (uint32_t i = group->first_unit; i < (uint32_t)group->first_unit + group->unit_count; i++)
        found += i != unit && may_close(thought, i) && reaches(thought, i, target);
    return lb_least(found, lb_most(room, 0));
}

/// The way to an enemy, as far as it goes: straight on if that meets him, else by a wheel.
static void set_way_to(const vf_thought *thought, uint32_t unit, uint32_t target, lb_path *path)
{
    const lb_unit *of = &thought->state->unit[unit];
    lb_point there = thought->state->unit[target].at;
    int32_t reach = vf_allowance(thought->battle, thought->state, unit, of->formation);
    lb_size own = vf_size(thought->battle, thought->state, unit, of->formation);
    lb_size other =
        vf_size(thought->battle, thought->state, target, thought->state->unit[target].formation);
    int64_t off = ((int64_t)(there.x - of->at.x) * lb_cosine(of->heading) -
                   (int64_t)(there.y - of->at.y) * lb_sine(of->heading)) /
                  LB_SINE_ONE;

    path->count = 0;
    if (lb_most((int32_t)off, -(int32_t)off) >
        (own.width_tmm + lb_least(other.width_tmm, other.depth_tmm)) / 3)
        path->step[path->count++] = (lb_step){
            .kind = LB_STEP_WHEEL, .angle = (int16_t)(lb_heading_to(of->at, there) - of->heading)};
    path->step[path->count++] = straight(reach);
}

/// What speaks for closing in beside the odds.
static int32_t zeal(const vf_thought *thought, uint32_t unit)
{
    static const int16_t by_task[LB_TASK_COUNT] = {[LB_TASK_RESERVE] = -100,
                                                   [LB_TASK_HOLD] = -20,
                                                   [LB_TASK_PIN] = -100,
                                                   [LB_TASK_ATTACK] = -30};
    const lb_group_plan *plan = &thought->plan->group[thought->battle->unit[unit].group];

    bool is_late = thought->state->turn + LATE > thought->battle->turns;

    return by_task[plan->task] +
           (thought->plan->attacks ? 20 + (is_late ? 60 : 0)
            : is_late              ? -60
                                   : 0) +
           (plan->closes ? 20 : 0);
}

/// Hits that a unit may hope for in a fight, in hundredths, by its figures alone.
static int32_t hits_of(const vf_thought *thought, uint32_t unit, int32_t friends)
{
    const lb_unit_card *card = &thought->battle->unit[unit];
    const lb_unit *of = &thought->state->unit[unit];
    int32_t dice = card->figure[FIGURE_MELEE] + of->mark[MARK_WORTH] +
                   friends * VALUE_OF(thought->battle, MELEE_SUPPORT_EACH);
    int32_t need = VALUE_OF(thought->battle, HIT_BASE) - (of->mark[MARK_LOSSES] == 0) +
                   vf_is_shaken(thought->battle, thought->state, unit);

    if (of->formation == FORMATION_LINE)
        dice += card->figure[FIGURE_FIRE] / 2;
    if (is_marching(of->formation))
        dice = 1;
    return dice * (7 - lb_most(2, lb_least(6, need))) * 100 / 6;
}

/// Whether an assault may be worth while at all: not against more hits than it may hope for.
static bool is_hopeful(const vf_thought *thought, uint32_t unit, uint32_t target, int32_t friends)
{
    return hits_of(thought, unit, friends) >= hits_of(thought, target, 0) ||
           vf_is_shaken(thought->battle, thought->state, target);
}

/// The worth of closing in with a target.
static bool weigh_assault(const vf_thought *thought, uint32_t unit, uint32_t target,
                          lb_proposal *proposal)
{
    lb_action action = action_of(thought, VERB_ASSAULT, unit);
    int32_t friends = friends_in_reach(thought, unit, target), eager = zeal(thought, unit);
    lb_state then;
    lb_footprint end;
    lb_walk walk;
    struct melee_facts facts;

    if (!is_hopeful(thought, unit, target, friends))
        return false;
    action.target = (uint8_t)target;
    set_way_to(thought, unit, target, &action.path);
    if (!is_legal(thought, &action, &walk, &end))
        return false;
    then = *thought->state;
    then.unit[unit].at = end.centre;
    then.unit[unit].heading = end.heading;
    facts = vf_gather_melee(thought->battle, &then, unit, target);
    facts.a.supports = lb_most(facts.a.supports, friends);
    return put(proposal, &action,
               vf_worth_of_fight(thought->counsel, thought->battle, &facts) + eager);
}

bool vf_intend_assault(const vf_thought *thought, uint32_t unit, int32_t least,
                       lb_proposal *proposal)
{
    const lb_unit *of = &thought->state->unit[unit];
    bool is_found = false;
    uint32_t tries = 0;

    if (!may_close(thought, unit))
        return false;
    for (uint32_t i = 0; i < thought->battle->unit_count && tries < 3; i++) {
        lb_proposal found;

        if (!is_enemy(thought, unit, i) || !reaches(thought, unit, i) ||
            (is_cavalry(of->formation) && thought->state->unit[i].formation == FORMATION_SQUARE))
            continue;
        tries++;
        if (weigh_assault(thought, unit, i, &found) && found.worth > least &&
            (!is_found || found.worth > proposal->worth)) {
            *proposal = found;
            is_found = true;
        }
    }
    return is_found;
}

/* Squares. */

/// True if enemy cavalry near by would be more than a match for a unit in the open.
static bool is_cavalry_threat(const vf_thought *thought, uint32_t unit, int32_t near)
{
    const lb_battle *battle = thought->battle;
    const lb_state *state = thought->state;
    int32_t own = battle->unit[unit].figure[FIGURE_MELEE] +
                  (battle->unit[unit].figure[FIGURE_FIRE] + 1) / 2 + 1,
            theirs = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++) {
        int64_t x, y;
        uint16_t heading;

        if (battle->unit[i].arm != LB_ARM_CAVALRY || !is_enemy(thought, unit, i) ||
            is_marching(state->unit[i].formation) || vf_is_shaken(battle, state, i))
            continue;
        x = state->unit[i].at.x - state->unit[unit].at.x;
        y = state->unit[i].at.y - state->unit[unit].at.y;
        if (x * x + y * y > (int64_t)near * near)
            continue;
        heading = lb_heading_to(state->unit[i].at, state->unit[unit].at);
        if (turn_between(state->unit[i].heading, heading) > LB_ANGLE_QUARTER * 2 / 3)
            continue;
        theirs = theirs == 0 ? battle->unit[i].figure[FIGURE_MELEE]
                             : lb_most(theirs, battle->unit[i].figure[FIGURE_MELEE]) + 2;
    }
    return theirs >= own;
}

static bool reform(const vf_thought *thought, uint32_t unit, uint8_t formation, int32_t worth,
                   lb_proposal *proposal)
{
    lb_action action = action_of(thought, VERB_MOVE, unit);
    lb_footprint end;
    lb_walk walk;

    action.formation = formation;
    return is_legal(thought, &action, &walk, &end) && put(proposal, &action, worth);
}

/* Going back. */

static bool rally(const vf_thought *thought, uint32_t unit, lb_proposal *proposal)
{
    lb_action action = action_of(thought, VERB_RALLY, unit);

    return thought->state->unit[unit].mark[MARK_LOSSES] > 0 && put(proposal, &action, 100);
}

/// Goes back from an enemy, facing him in the end.
static bool go_back(const vf_thought *thought, uint32_t unit, uint32_t enemy, lb_proposal *proposal)
{
    static const int16_t turns[] = {0, 5461, -5461}; /* by 30 degrees */
    const lb_unit *of = &thought->state->unit[unit];
    uint16_t away = lb_heading_to(thought->state->unit[enemy].at, of->at);
    int32_t reach = vf_allowance(thought->battle, thought->state, unit, of->formation);
    bool is_stiff = of->formation == FORMATION_SQUARE ||
                    vf_has(thought->battle, unit, LB_TRAIT_STOIC) ||
                    vf_has(thought->battle, unit, LB_TRAIT_MILITIA);

    for (uint32_t i = 0; i < 5; i++) {
        lb_action action = action_of(thought, VERB_RETREAT, unit);
        lb_footprint end;
        lb_walk walk;
        int32_t way = i < 3 ? reach : reach * (5 - (int32_t)i) / 3;

        if (is_stiff) {
            action.path.count = 1;
            action.path.step[0] = straight(-way);
        } else {
            uint16_t heading = (uint16_t)(away + turns[i % 3]);

            action.path.count = 3;
            action.path.step[0] = turn_to(heading);
            action.path.step[1] = straight(way);
            action.path.step[2] = turn_to((uint16_t)(away + LB_ANGLE_HALF));
        }
        if (is_legal(thought, &action, &walk, &end))
            return put(proposal, &action, 200);
    }
    return false;
}

/// A worn unit goes out of reach and rallies there.
static bool recover(const vf_thought *thought, uint32_t unit, uint32_t enemy, int32_t tmm,
                    lb_proposal *proposal)
{
    if (enemy != LB_NOBODY && tmm <= LB_INCHES(VALUE_OF(thought->battle, RALLY_DISTANCE)) &&
        go_back(thought, unit, enemy, proposal))
        return true;
    return rally(thought, unit, proposal);
}

/* To the station. */

/// The formation that a unit of foot or horse should have.
static uint8_t formation_for(const vf_thought *thought, uint32_t unit, int32_t tmm)
{
    const lb_unit_card *card = &thought->battle->unit[unit];
    const lb_group_plan *plan = &thought->plan->group[card->group];

    if (card->arm == LB_ARM_CAVALRY)
        return FORMATION_CAVALRY;
    if (vf_has(thought->battle, unit, LB_TRAIT_LIGHT))
        return FORMATION_OPEN;
    if (tmm > DEPLOY_NEAR)
        return FORMATION_ATTACK;
    if (thought->plan->unit[unit].post == LB_POST_SECOND)
        return thought->state->unit[unit].formation == FORMATION_LINE ? FORMATION_LINE
                                                                      : FORMATION_ATTACK;
    return vf_has(thought->battle, unit, LB_TRAIT_ELAN) && plan->task == LB_TASK_ATTACK
               ? FORMATION_ATTACK
               : FORMATION_LINE;
}

/// Where a unit looks at the end of its move: at an enemy near by, else as its station says.
static uint16_t facing_for(const vf_thought *thought, uint32_t unit, uint32_t enemy, int32_t tmm,
                           lb_point at)
{
    uint16_t heading = thought->plan->unit[unit].heading;

    if (enemy != LB_NOBODY && tmm <= RALLY_FAR) {
        uint16_t to = lb_heading_to(at, thought->state->unit[enemy].at);

        return turn_between(heading, to) > SLACK ? to : heading;
    }
    return heading;
}

/// A way of so much toward a heading: at an oblique, straight back, or by turning.
static void set_way(const vf_thought *thought, uint32_t unit, uint16_t toward, int32_t way,
                    uint16_t facing, bool may_turn, lb_path *path)
{
    uint16_t heading = thought->state->unit[unit].heading;
    int32_t angle = (int16_t)(toward - heading);
    uint16_t end = heading;

    path->count = 0;
    if (angle >= -LB_ANGLE_QUARTER / 2 && angle <= LB_ANGLE_QUARTER / 2) {
        path->step[path->count++] =
            angle < STRAIGHT_ON && angle > -STRAIGHT_ON
                ? straight(way)
                : (lb_step){.kind = LB_STEP_OBLIQUE, .tmm = way, .angle = angle};
    } else if (turn_between(heading, (uint16_t)(toward + LB_ANGLE_HALF)) < SLACK / 2) {
        path->step[path->count++] = straight(-way);
    } else if (may_turn) {
        path->step[path->count++] = turn_to(toward);
        path->step[path->count++] = straight(way);
        end = toward;
    } else {
        path->step[path->count++] = turn_to(toward);
        return;
    }
    if (may_turn && turn_between(end, facing) > SLACK)
        path->step[path->count++] = turn_to(facing);
}

/// The step of a path that goes somewhere; LB_PATH_STEPS_MAX if none does.
static uint32_t going_step(const lb_path *path)
{
    for (uint32_t i = 0; i < path->count; i++)
        if (path->step[i].kind == LB_STEP_STRAIGHT || path->step[i].kind == LB_STEP_OBLIQUE)
            return i;
    return LB_PATH_STEPS_MAX;
}

/// Shortens a way that was stopped or is too dear. False if nothing is left of it.
static bool shorten(lb_action *action, const lb_walk *walk, int32_t allowance)
{
    uint32_t going = going_step(&action->path);
    int32_t sign, way;

    if (going == LB_PATH_STEPS_MAX)
        return false;
    sign = action->path.step[going].tmm < 0 ? -1 : 1;
    way = sign * action->path.step[going].tmm;
    if (walk->stop != LB_STOP_NONE && walk->stop != LB_STOP_ENDS_ON && walk->step == going)
        way = lb_least(walk->reach_tmm, way - 1);
    else if (walk->stop == LB_STOP_NONE && walk->cost_tmm > allowance)
        way = lb_least(way - 1, (int32_t)((int64_t)way * allowance / walk->cost_tmm));
    else
        way = way * 2 / 3;
    action->path.step[going].tmm = sign * way;
    return way > LB_TMM_INCH / 2;
}

/// Tries a way, shorter and shorter; tells how near it comes to the goal.
static bool try_way(const vf_thought *thought, lb_action *action, int32_t allowance,
                    lb_footprint *end)
{
    lb_walk walk;

    for (int tries = 0; tries < 3; tries++) {
        if (is_legal(thought, action, &walk, end))
            return true;
        if (walk.stop == LB_STOP_NONE && walk.cost_tmm <= allowance)
            return false; /* not the way is at fault */
        if (!shorten(action, &walk, allowance))
            return false;
    }
    return false;
}

/// Goes toward the station, by one of some ways round where the straight one is barred.
static bool march(const vf_thought *thought, uint32_t unit, uint8_t formation, uint16_t facing,
                  bool may_double, lb_proposal *proposal)
{
    static const int16_t turns[WAYS] = {0, 4551, -4551, 9102, -9102}; /* by 25 degrees */
    const lb_unit *of = &thought->state->unit[unit];
    const lb_battle *battle = thought->battle;
    lb_point goal = thought->plan->unit[unit].at;
    int32_t before = distance_between(of->at, goal), best = before - LB_TMM_INCH / 2;
    int32_t allowance = lb_least(vf_allowance(battle, thought->state, unit, of->formation),
                                 vf_allowance(battle, thought->state, unit, formation));
    bool may_turn =
        !vf_has(battle, unit, LB_TRAIT_STOIC) && !vf_has(battle, unit, LB_TRAIT_MILITIA);
    bool is_found = false;

    if (may_double)
        allowance = vf_allowance(battle, thought->state, unit, of->formation) *
                    VALUE_OF(battle, DOUBLE_TIMES);
    for (uint32_t i = 0; i < WAYS; i++) {
        lb_action action = action_of(thought, may_double ? VERB_DOUBLE : VERB_MOVE, unit);
        uint16_t toward = (uint16_t)(lb_heading_to(of->at, goal) + turns[i]);
        lb_footprint end;
        int32_t left;

        if (!may_double)
            action.formation = formation;
        set_way(thought, unit, toward, lb_least(before, allowance), facing, may_turn && !may_double,
                &action.path);
        if (may_double && action.path.step[0].kind == LB_STEP_TURN)
            return false;
        if (!try_way(thought, &action, allowance, &end))
            continue;
        left = distance_between(end.centre, goal);
        if (left < best) {
            best = left;
            is_found = put(proposal, &action, 50 + (before - left) * 10 / LB_TMM_INCH);
        }
        if (is_found && 2 * (before - left) >= lb_least(before, allowance))
            break;
    }
    return is_found;
}

/// Turns on the spot.
static bool face(const vf_thought *thought, uint32_t unit, uint8_t formation, uint16_t heading,
                 lb_proposal *proposal)
{
    lb_action action = action_of(thought, VERB_MOVE, unit);
    lb_footprint end;
    lb_walk walk;

    action.formation = formation;
    if (turn_between(thought->state->unit[unit].heading, heading) > SLACK) {
        action.path.count = 1;
        action.path.step[0] = turn_to(heading);
    } else if (formation == thought->state->unit[unit].formation) {
        return false;
    }
    return is_legal(thought, &action, &walk, &end) && put(proposal, &action, 40);
}

/// Guns stay where they bear, unlimber in range or at their station, and are limbered to go there.
static bool serve_guns(const vf_thought *thought, uint32_t unit, uint32_t enemy, int32_t tmm,
                       lb_proposal *proposal)
{
    const lb_unit *of = &thought->state->unit[unit];
    const lb_station *station = &thought->plan->unit[unit];
    int32_t away = distance_between(of->at, station->at);
    bool bears = tmm <= vf_reach(thought->battle, unit) * 3 / 4;
    uint16_t facing = enemy == LB_NOBODY ? station->heading
                                         : lb_heading_to(of->at, thought->state->unit[enemy].at);

    if (bears || away <= 2 * LB_TMM_INCH)
        return face(thought, unit, FORMATION_GUNS, facing, proposal);
    if (of->formation == FORMATION_GUNS && away <= LB_INCHES(6))
        return march(thought, unit, FORMATION_GUNS, facing, false, proposal);
    return march(thought, unit, FORMATION_LIMBERED, station->heading, false, proposal);
}

/// Foot and horse on the way to their station.
static bool take_station(const vf_thought *thought, uint32_t unit, uint32_t enemy, int32_t tmm,
                         lb_proposal *proposal)
{
    const lb_unit *of = &thought->state->unit[unit];
    const lb_station *station = &thought->plan->unit[unit];
    int32_t away = distance_between(of->at, station->at);
    uint8_t formation = formation_for(thought, unit, tmm);
    uint16_t facing = facing_for(thought, unit, enemy, tmm, station->at);
    uint8_t task = thought->plan->group[thought->battle->unit[unit].group].task;

    /* Who holds a village stays in it. */
    if (task == LB_TASK_HOLD && vf_is_odt(thought->battle, thought->state, unit))
        return face(thought, unit, of->formation, facing, proposal);
    if (away > AT_STATION) {
        bool is_far = tmm > LB_INCHES(VALUE_OF(thought->battle, DOUBLE_DISTANCE) + 2);

        if (is_far && away > vf_allowance(thought->battle, thought->state, unit, of->formation) &&
            march(thought, unit, of->formation, facing, true, proposal))
            return true;
        if (march(thought, unit, formation, facing, false, proposal) ||
            (formation != of->formation &&
             march(thought, unit, of->formation, facing, false, proposal)))
            return true;
    }
    return face(thought, unit, formation, facing, proposal) ||
           (formation != of->formation && face(thought, unit, of->formation, facing, proposal));
}

bool vf_intend(const vf_thought *thought, uint32_t unit, lb_proposal *proposal)
{
    const lb_battle *battle = thought->battle;
    const lb_state *state = thought->state;
    const lb_unit *of = &state->unit[unit];
    const lb_fitness *fitness = &thought->plan->fitness[unit];
    int32_t tmm;
    uint32_t enemy = vf_foe(thought, unit, &tmm);
    bool is_worn = fitness->is_worn || vf_is_shaken(battle, state, unit);

    if (tmm <= LB_CONTACT_TMM) {
        struct melee_facts facts = vf_gather_melee(battle, state, unit, enemy);

        return vf_worth_of_fight(thought->counsel, battle, &facts) < -150 &&
               go_back(thought, unit, enemy, proposal);
    }
    if (is_worn && recover(thought, unit, enemy, tmm, proposal))
        return true;
    if (!is_worn && vf_intend_assault(thought, unit, 0, proposal))
        return true;
    if (is_artillery(of->formation))
        return serve_guns(thought, unit, enemy, tmm, proposal);
    if (is_infantry(of->formation)) {
        bool is_square = of->formation == FORMATION_SQUARE;

        if (is_cavalry_threat(thought, unit, is_square ? CAVALRY_GONE : CAVALRY_NEAR) &&
            !vf_is_odt(battle, state, unit))
            return !is_square && reform(thought, unit, FORMATION_SQUARE, 150, proposal);
        if (is_square)
            return reform(thought, unit, formation_for(thought, unit, tmm), 100, proposal);
    }
    if (of->mark[MARK_LOSSES] > 1 && tmm > RALLY_FAR)
        return rally(thought, unit, proposal);
    return take_station(thought, unit, enemy, tmm, proposal);
}
