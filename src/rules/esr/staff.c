// SPDX-License-Identifier: MIT
// What commanders do themselves: whom they rally and inspire, which batteries go into action, where
// grand batteries are formed, whom they lead in person, and where they ride.

#include "rules/esr/intent.h"

enum {
    GUNS_NEAR = 360, ///< tenths of an inch from the enemy at which batteries are committed
    GUNS_FAR = 240,  ///< and from which on those that stand there do not bear
    RIFLES_NEAR = 180,
    BEHIND = 120,     ///< that higher commanders stay behind their troops
    BESIDE_GUNS = 40, ///< and behind a grand battery
    HOT = 220,        ///< from the enemy: a Formation that may fight this turn
    COOL = 360,       ///< and one that is out of it
    LARGE = 4,        ///< units of a Formation that can do without one
    TIRED = 3,        ///< one part in so many of them in markers: it is tired
    MARKERS_OFF = 2,  ///< markers that a unit given up takes off
    BETTER = 2,       ///< points that a higher commander must be better to lead in person
    MASS_RATING = 1   ///< points of leadership that make a grand battery worth while
};

/// Proposes an action of the best leader for a unit; false if none may.
static bool propose_for(lb_listing *list, uint32_t verb, uint32_t unit, int32_t worth)
{
    const lb_battle *battle = list->asked.battle;
    uint32_t group = list->asked.state->unit[unit].group;
    uint32_t who[] = {esr_commander(battle, list->asked.state, group),
                      esr_superior(battle, list->asked.state, group)};

    for (size_t i = 0; i < sizeof who / sizeof who[0]; i++) {
        lb_action action = lb_action_of(verb);

        if (who[i] == LB_NOBODY)
            continue;
        action.unit = (uint16_t)who[i];
        action.target = (uint16_t)unit;
        if (lb_propose_legal(list, &action, worth))
            return true;
    }
    return false;
}

/* Those who waver. */

/// The unit that a Formation can best do without: one that reforms, else the weakest.
static uint32_t least_unit(const lb_listing *list, uint32_t group)
{
    const lb_state *state = list->asked.state;
    uint32_t best = LB_NOBODY;
    int32_t least = INT32_MAX;

    for (uint32_t i = 0; i < list->asked.battle->unit_count; i++) {
        bool is_reforming = (state->unit[i].flags & UNIT_REFORMING) != 0;
        int32_t worth = is_reforming ? 0 : list->plan->fitness[i].worth;

        if (!esr_is_of(state, i, group) ||
            (!is_reforming && !lb_view_is_here(list->asked.view, i)) ||
            (!is_reforming && list->asked.battle->unit[i].arm == LB_ARM_ARTILLERY))
            continue;
        if (worth < least) {
            least = worth;
            best = i;
        }
    }
    return best;
}

/// Gives up a unit of a Formation that is tired and has the enemy before it: every marker tells in
/// its fire, its fights and its assessments, so that the rest is the stronger for it. A small one
/// does so only with a unit that reforms, and if it would give way in its next fight.
static bool propose_inspire(lb_listing *list, const struct esr_picture *picture, uint32_t group)
{
    const struct esr_body *body = &picture->body[group];
    struct status_facts status = esr_gather_status(list->asked.view, group);
    uint32_t unit = least_unit(list, group);

    if (unit == LB_NOBODY || body->fatigue == 0 ||
        esr_enemy_distance(list->asked.view, group, NULL) > esr_tenths(list->asked.battle, HOT))
        return false;
    if (body->whole >= LARGE ? TIRED * body->fatigue < body->whole || body->fatigue < MARKERS_OFF
                             : status.fatigue < status.deployed ||
                                   (list->asked.state->unit[unit].flags & UNIT_REFORMING) == 0)
        return false;
    return propose_for(list, VERB_INSPIRE, unit, ESR_USEFUL);
}

/* Batteries. */

/// Brings a battery into action, or nearer, or back to a Formation that goes away.
static bool propose_battery(lb_listing *list, uint32_t unit)
{
    lb_view *view = list->asked.view;
    const lb_group *of = &list->asked.state->group[list->asked.state->unit[unit].group];
    int32_t distance = lb_mind_distance(view, unit, lb_view_nearest_foe(view, unit));
    int32_t group_distance = esr_enemy_distance(view, list->asked.state->unit[unit].group, NULL);

    if (!esr_is_fit(list->asked.state, list->asked.state->unit[unit].group))
        return false;
    if (lb_view_formation(view, unit) == FORMATION_RESERVE)
        return of->order.kind != ORDER_RESERVE &&
               group_distance < esr_tenths(view->battle, GUNS_NEAR) &&
               propose_for(list, VERB_COMMIT, unit, ESR_USEFUL);
    if (lb_view_formation(view, unit) != FORMATION_UNLIMBERED ||
        distance < esr_tenths(view->battle, GUNS_FAR))
        return false;
    if (group_distance < esr_tenths(view->battle, GUNS_NEAR))
        return propose_for(list, VERB_DISPLACE, unit, ESR_USEFUL);
    return of->order.kind != ORDER_DEFEND && propose_for(list, VERB_RECALL, unit, ESR_USEFUL);
}

/// The batteries in action that stand near one of them and bear on the same Formation.
static lb_unit_set mass_at(const lb_listing *list, uint32_t first, uint32_t target)
{
    lb_view *view = list->asked.view;
    int32_t range = LB_INCHES(VALUE_OF(view->battle, ACTION_GRAND_BATTERY));
    lb_unit_set mass = {{0}};

    LB_EACH (i, lb_mind_own(list))
        if (view->battle->unit[i].arm == LB_ARM_ARTILLERY &&
            view->state->unit[i].mark[MARK_GRAND] == 0 &&
            lb_view_is_within(view, first, i, range) &&
            esr_may_fire(view->state, view->state->unit[i].group) &&
            esr_battery_reaches(view, i, target))
            lb_unit_set_add(&mass, (uint16_t)i);
    return mass;
}

/// Forms a grand battery against one Formation of the enemy.
static bool propose_mass(lb_listing *list)
{
    lb_view *view = list->asked.view;
    uint32_t leader = list->asked.battle->side[lb_asked_side(&list->asked)].leader;

    if (esr_points(esr_leadership(view, leader, LB_NOBODY)) < MASS_RATING)
        return false;
    LB_EACH (i, lb_mind_own(list)) {
        lb_action action = lb_action_of(VERB_MASS);
        uint32_t target;

        if (view->battle->unit[i].arm != LB_ARM_ARTILLERY || view->state->unit[i].mark[MARK_GRAND])
            continue;
        target = esr_aim(view, i);
        if (target == LB_NOBODY)
            continue;
        action.unit = (uint16_t)leader;
        action.members = mass_at(list, i, target);
        if (lb_propose_legal(list, &action, ESR_USEFUL))
            return true;
    }
    return false;
}

/* In person. */

/// What a leader is worth at the head of a Formation.
static int32_t merit(const lb_listing *list, uint32_t leader, uint32_t group)
{
    if (leader == LB_NOBODY)
        return 0;
    return esr_points(esr_leadership(list->asked.view, leader, group)) +
           esr_tactical(list->asked.battle, list->asked.state, leader);
}

/// A higher commander leads the Formation that decides the day if he is the better man, and leaves
/// it when it is out of the fight.
static bool propose_person(lb_listing *list, const struct esr_picture *picture)
{
    const lb_battle *battle = list->asked.battle;

    for (uint32_t i = 0; i < battle->leader_count; i++) {
        const lb_leader *leader = &list->asked.state->leader[i];
        lb_action action = lb_action_of(VERB_ABANDON);
        int32_t leads = leader->mark[LEADER_LEADS];

        if (battle->leader[i].side != lb_asked_side(&list->asked) ||
            leader->presence != LB_PRESENCE_TABLE || !esr_is_higher(battle, i))
            continue;
        action.unit = (uint16_t)i;
        if (leads > 0 &&
            (!picture->body[leads - 1].is_fit ||
             esr_enemy_distance(list->asked.view, (uint32_t)leads - 1, NULL) >
                 esr_tenths(battle, COOL)) &&
            lb_propose_legal(list, &action, ESR_USEFUL))
            return true;
        action.verb = VERB_TAKE;
        for (uint32_t g = 0; g < battle->group_count && leads == 0; g++) {
            action.target = (uint16_t)g;
            if (picture->body[g].is_here && picture->body[g].is_own && picture->body[g].is_fit &&
                picture->body[g].is_touched && picture->body[g].whole >= 5 &&
                merit(list, i, g) >=
                    merit(list, esr_commander(battle, list->asked.state, g), g) + BETTER &&
                lb_propose_legal(list, &action, ESR_USEFUL))
                return true;
        }
    }
    return false;
}

/// An imperial aide carries the order that is most overdue.
static bool propose_aide(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;

    for (uint32_t g = 0; g < battle->group_count; g++) {
        lb_action action = lb_action_of(VERB_ADC);

        action.unit = battle->side[lb_asked_side(&list->asked)].leader;
        action.target = (uint16_t)g;
        if (battle->group[g].side == lb_asked_side(&list->asked) &&
            list->asked.state->group[g].pending.kind != ORDER_NONE &&
            lb_propose_legal(list, &action, ESR_USEFUL))
            return true;
    }
    return false;
}

/// Sends a Formation on to another place at once, where its order would lead it astray.
static bool propose_place(lb_listing *list, const struct esr_picture *picture, uint32_t group)
{
    lb_action action = lb_action_of(VERB_OBJECTIVE);
    lb_order wanted;
    uint32_t who[] = {esr_superior(list->asked.battle, list->asked.state, group),
                      esr_commander(list->asked.battle, list->asked.state, group)};

    if (esr_goes_back(list->asked.state, group))
        return false;
    wanted = esr_wanted(picture, group);
    if (wanted.kind != ORDER_ATTACK || !esr_is_misplaced(picture, group, &wanted))
        return false;
    action.target = (uint16_t)group;
    action.place = wanted.place;
    for (size_t i = 0; i < sizeof who / sizeof who[0]; i++) {
        action.unit = (uint16_t)who[i];
        if (who[i] != LB_NOBODY && lb_propose_legal(list, &action, ESR_USEFUL))
            return true;
    }
    return false;
}

/// Riflemen and engineers go to work when the enemy is near.
static bool propose_specialists(lb_listing *list, uint32_t unit)
{
    const lb_battle *battle = list->asked.battle;
    lb_view *view = list->asked.view;

    return (battle->unit[unit].figure[FIGURE_RIFLES] > 0 || esr_is(battle, unit, KIND_ENGINEERS)) &&
           lb_mind_distance(view, unit, lb_view_nearest_foe(view, unit)) <
               esr_tenths(battle, RIFLES_NEAR) &&
           propose_for(list, VERB_SPECIALTY, unit, ESR_USEFUL);
}

void esr_propose_action(lb_listing *list)
{
    const lb_battle *battle = list->asked.battle;
    struct esr_picture picture;

    lb_propose_pass(list);
    esr_see(&picture, list);
    if (propose_aide(list) || propose_person(list, &picture) || propose_mass(list))
        return;
    for (uint32_t g = 0; g < battle->group_count; g++)
        if (picture.body[g].is_here && picture.body[g].is_own && propose_inspire(list, &picture, g))
            return;
    for (uint32_t g = 0; g < battle->group_count; g++)
        if (picture.body[g].is_here && picture.body[g].is_own && propose_place(list, &picture, g))
            return;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        bool is_reforming = (list->asked.state->unit[i].flags & UNIT_REFORMING) != 0;

        if (battle->unit[i].side != lb_asked_side(&list->asked) ||
            (!lb_view_is_here(list->asked.view, i) && !is_reforming))
            continue;
        if (is_reforming                              ? propose_for(list, VERB_RALLY, i, ESR_USEFUL)
            : battle->unit[i].arm == LB_ARM_ARTILLERY ? propose_battery(list, i)
                                                      : propose_specialists(list, i))
            return;
    }
}

/* On horseback. */

/// Where the Army commander stands with a grand battery that is, or could be; false if there is
/// none.
static bool place_at_guns(const lb_listing *list, uint32_t leader, lb_point *place)
{
    lb_view *view = list->asked.view;
    uint32_t most = 1, best = LB_NOBODY;

    if (esr_points(esr_leadership(view, leader, LB_NOBODY)) < MASS_RATING)
        return false;
    LB_EACH (i, lb_mind_own(list)) {
        uint32_t target;
        lb_unit_set mass;

        if (view->state->unit[i].mark[MARK_GRAND] == (int32_t)leader + 1) {
            best = i;
            break;
        }
        if (view->battle->unit[i].arm != LB_ARM_ARTILLERY ||
            (target = esr_aim(view, i)) == LB_NOBODY)
            continue;
        mass = mass_at(list, i, target);
        if (lb_unit_set_count(&mass) > most) {
            most = lb_unit_set_count(&mass);
            best = i;
        }
    }
    if (best == LB_NOBODY)
        return false;
    *place =
        lb_point_towards(view->pose[best].at, (uint16_t)(view->pose[best].heading + LB_ANGLE_HALF),
                         esr_tenths(view->battle, BESIDE_GUNS));
    return true;
}

/// Where a higher commander ought to be: at the grand battery, or behind the middle of those he
/// commands, seen from the enemy.
static lb_point place_of(const lb_listing *list, uint32_t leader)
{
    const lb_battle *battle = list->asked.battle;
    const lb_state *state = list->asked.state;
    int64_t x = 0, y = 0, count = 0;
    lb_point middle, place;
    uint32_t foe;

    if (leader == battle->side[lb_asked_side(&list->asked)].leader &&
        place_at_guns(list, leader, &place))
        return place;
    for (uint32_t g = 0; g < battle->group_count; g++)
        if (battle->group[g].unit_count > 0 && esr_is_here(list->asked.view, g) &&
            esr_superior(battle, state, g) == leader) {
            lb_point at = esr_middle(list->asked.view, g);

            x += at.x;
            y += at.y;
            count++;
        }
    if (count == 0)
        return state->leader[leader].at;
    middle = (lb_point){(int32_t)(x / count), (int32_t)(y / count)};
    foe = lb_view_nearest_centre(list->asked.view, middle, lb_mind_foes(list));
    if (foe == LB_NOBODY)
        return middle;
    return lb_point_towards(middle, lb_heading_to(list->asked.view->pose[foe].at, middle),
                            esr_tenths(battle, BEHIND));
}

void esr_propose_ride(lb_listing *list)
{
    lb_propose_pass(list);
    (void)lb_propose_rides(list, place_of, ESR_USEFUL);
}
