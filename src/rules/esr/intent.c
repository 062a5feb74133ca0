// SPDX-License-Identifier: MIT
// What a sensible commander wants each Formation to do: the plan's tasks as orders of this sheet.
//
// Orders take a turn to arrive and may be late, so they are changed for a reason only. Formations
// that attack come up to gun range, wait there for each other and for their batteries, and go in
// together once they outweigh whoever stands there. Who is worn goes back, rests in reserve and
// comes again. Everything is worked out from one picture of the field, made for each question.

#include "rules/esr/intent.h"

enum {
    SAME_PLACE = 240, ///< tenths of an inch between places that are the same to a player
    ARRIVED = 90,     ///< from the place of its order, where a Formation has come to it
    NEAR = 180,       ///< tenths of an inch: guns reach so far
    CLOSE = 120,      ///< from here on an attack is not called off
    IN_THE_WAY = 140, ///< an enemy who is so near is not passed by
    CROWDED = 60,     ///< that an enemy seems farther for each friend who is upon him
    BESIDE = 120,     ///< between Formations that help each other at once
    MOVE = 360,       ///< from where an attacker counts
    STAND_OFF = 150,  ///< from the enemy, of those who prepare an attack
    REAR = 360,       ///< that a worn Formation goes back
    MARCH = 300,      ///< from its place, from which on a holder marches
    FOLLOW = 300,     ///< from the attack that cavalry follows
    RAID = 600,       ///< from the enemy, where a defender leaves other ground alone
    HELP = 480,       ///< from where a reserve comes to the help of others
    WHOLE = 100,      ///< hundredths
    GO_IN = 90,       ///< of the defenders' weight that an attack needs
    GO_ON = 60,       ///< and one that has begun
    PREPARED = 90,    ///< and one upon a worn enemy, or one that has worse guns
    SPENT = 40,       ///< and one upon an enemy that gives way at the next fight
    BEYOND = 120,     ///< that an attack aims at behind the enemy, so that it does not stop there
    LATE_TURNS = 12   ///< before the end, who has to attack does
};

/* The picture. */

static void add_unit(struct esr_body *body, const lb_listing *list, uint32_t unit)
{
    const lb_view *view = list->asked.view;
    int32_t worth = list->plan->fitness[unit].worth;

    body->whole++;
    body->power += worth;
    body->guns += list->asked.battle->unit[unit].arm == LB_ARM_ARTILLERY ? worth : 0;
    body->ployed += lb_view_formation(view, unit) == FORMATION_PLOYED &&
                    list->asked.battle->unit[unit].arm != LB_ARM_ARTILLERY;
}

static void see_body(struct esr_picture *picture, uint32_t group)
{
    const lb_listing *list = picture->list;
    lb_view *view = list->asked.view;
    struct esr_body *body = &picture->body[group];
    lb_unit_set units = esr_units(view, group);
    lb_footprint box;

    *body = (struct esr_body){.is_here = esr_box(view, group, &box)};
    if (!body->is_here)
        return;
    body->is_own = list->asked.battle->group[group].side == lb_asked_side(&list->asked);
    body->is_fit = esr_is_fit(view->state, group);
    body->is_horse = esr_is_cavalry(view, group);
    body->is_guns = esr_is_artillery(view, group);
    body->is_touched = esr_is_touched(view, group);
    body->fatigue = esr_fatigue(view->state, group);
    body->box = lb_footprint_corners(&box);
    body->middle = box.centre;
    LB_EACH (i, &units)
        add_unit(body, list, i);
    body->is_worn = body->fatigue > 0 && 3 * body->fatigue >= 2 * body->whole;
}

void esr_see(struct esr_picture *picture, const lb_listing *list)
{
    picture->list = list;
    for (uint32_t g = 0; g < list->asked.battle->group_count; g++)
        see_body(picture, g);
}

int32_t esr_gap(const struct esr_picture *picture, uint32_t a, uint32_t b)
{
    return lb_quad_distance_floor(&picture->body[a].box, &picture->body[b].box);
}

static int32_t tenths(const struct esr_picture *picture, int32_t length)
{
    return esr_tenths(picture->list->asked.battle, length);
}

/// The nearest Formation of the enemy, fit or not; LB_NOBODY for none.
static uint32_t nearest_enemy(const struct esr_picture *picture, uint32_t group, int32_t *gap)
{
    uint32_t best = LB_NOBODY;

    *gap = INT32_MAX;
    for (uint32_t g = 0; g < picture->list->asked.battle->group_count; g++)
        if (picture->body[g].is_here && picture->body[g].is_own != picture->body[group].is_own &&
            esr_gap(picture, group, g) < *gap) {
            *gap = esr_gap(picture, group, g);
            best = g;
        }
    return best;
}

/// True if the task of a Formation is to take something.
static bool is_attacker(const struct esr_picture *picture, uint32_t group)
{
    uint8_t task = picture->list->plan->group[group].task;

    return task == LB_TASK_ATTACK || task == LB_TASK_PIN;
}

static int32_t turns_left(const struct esr_picture *picture)
{
    return picture->list->asked.battle->turns - picture->list->asked.state->turn + 1;
}

/// The objective that a Formation is about. Who need not take ground goes for the enemy who is near
/// before he looks at ground that is far.
static uint16_t objective_of(const struct esr_picture *picture, uint32_t group)
{
    int32_t gap;

    if (!picture->list->plan->attacks && nearest_enemy(picture, group, &gap) != LB_NOBODY &&
        gap <= tenths(picture, RAID))
        return LB_NOBODY;
    return picture->list->plan->group[group].objective;
}

/* Whom to attack. */

bool esr_is_game(const struct esr_picture *picture, uint32_t horse, uint32_t target)
{
    const struct esr_body *body = &picture->body[target];

    return !body->is_fit || body->is_guns || 2 * body->fatigue >= body->whole ||
           2 * body->ployed > body->whole ||
           (body->is_horse && body->power <= picture->body[horse].power);
}

/// Friends who are upon a Formation of the enemy already, before another comes to it.
static int32_t count_ahead(const struct esr_picture *picture, uint32_t group, uint32_t target)
{
    int32_t count = 0, gap = esr_gap(picture, group, target);

    for (uint32_t g = 0; g < picture->list->asked.battle->group_count; g++)
        count += g != group && picture->body[g].is_here && picture->body[g].is_own &&
                 picture->body[g].is_fit && !picture->body[g].is_guns &&
                 esr_gap(picture, g, target) < lb_least(gap, tenths(picture, BESIDE));
    return count;
}

uint32_t esr_prey(const struct esr_picture *picture, uint32_t group)
{
    const lb_battle *battle = picture->list->asked.battle;
    const struct esr_body *own = &picture->body[group];
    uint16_t objective = objective_of(picture, group);
    uint32_t best = LB_NOBODY;
    int32_t least = INT32_MAX;

    for (uint32_t g = 0; g < battle->group_count; g++) {
        const struct esr_body *body = &picture->body[g];
        int32_t gap, cost;

        if (!body->is_here || body->is_own || (own->is_horse && !esr_is_game(picture, group, g)))
            continue;
        gap = cost = esr_gap(picture, group, g);
        if (objective < battle->objective_count) {
            int32_t off = lb_point_distance_floor(battle->objective[objective].at, &body->box);

            if (off > tenths(picture, NEAR) && gap > tenths(picture, IN_THE_WAY))
                continue;
            cost += off / 2;
        }
        cost -= tenths(picture, 120 * body->fatigue / lb_most(1, body->whole));
        cost += body->is_fit ? 0 : tenths(picture, NEAR);
        cost += tenths(picture, CROWDED) * count_ahead(picture, group, g);
        if (cost < least) {
            least = cost;
            best = g;
        }
    }
    return best;
}

/// The weight of those who would defend a Formation of the enemy, and of those who would attack it.
static void weigh(const struct esr_picture *picture, uint32_t target, int32_t *attack,
                  int32_t *defence, int32_t *guns)
{
    *attack = *defence = *guns = 0;
    for (uint32_t g = 0; g < picture->list->asked.battle->group_count; g++) {
        const struct esr_body *body = &picture->body[g];
        int32_t gap;

        if (!body->is_here || !body->is_fit)
            continue;
        gap = esr_gap(picture, target, g);
        if (body->is_own) {
            if (!body->is_worn &&
                gap <= tenths(picture, is_attacker(picture, g) ? MOVE : 2 * BESIDE))
                *attack += body->power;
            *guns += gap <= tenths(picture, MOVE) ? body->guns : 0;
        } else {
            *defence += gap <= tenths(picture, BESIDE)       ? body->power
                        : gap <= tenths(picture, 2 * BESIDE) ? body->power / 3
                                                             : 0;
            *guns -= gap <= tenths(picture, NEAR) ? body->guns : 0;
        }
    }
}

/// True if an attack upon a Formation of the enemy should be made now.
static bool is_ripe(const struct esr_picture *picture, uint32_t group, uint32_t target)
{
    const struct esr_body *prey = &picture->body[target];
    const lb_group *of = &picture->list->asked.state->group[group];
    int32_t attack, defence, guns, need = GO_IN;

    weigh(picture, target, &attack, &defence, &guns);
    if (guns < 0 || 2 * prey->fatigue >= prey->whole || !prey->is_fit)
        need = PREPARED;
    if (of->order.kind == ORDER_ATTACK && of->status == STATUS_FIT)
        need = GO_ON;
    if (prey->fatigue + 2 >= prey->whole)
        need = SPENT;
    if (picture->list->plan->attacks && turns_left(picture) <= LATE_TURNS)
        need = 0;
    return WHOLE * (int64_t)attack >= (int64_t)need * defence;
}

/* Orders. */

static lb_order order_at(uint8_t kind, lb_point place)
{
    return (lb_order){.kind = kind,
                      .objective = LB_NOBODY,
                      .group = LB_NOBODY,
                      .place = place,
                      .is_placed = true};
}

static lb_order order_to(uint8_t kind, uint32_t group)
{
    return (lb_order){.kind = kind, .objective = LB_NOBODY, .group = (uint16_t)group};
}

static lb_point on_table(const struct esr_picture *picture, lb_point at)
{
    const lb_battle *battle = picture->list->asked.battle;

    return (lb_point){lb_most(0, lb_least(battle->width_tmm, at.x)),
                      lb_most(0, lb_least(battle->depth_tmm, at.y))};
}

/// A place so far from a Formation of the enemy, on the line between the two.
static lb_point short_of(const struct esr_picture *picture, uint32_t group, uint32_t target,
                         int32_t off)
{
    lb_point from = picture->body[group].middle;
    int32_t gap = esr_gap(picture, group, target);

    return on_table(
        picture,
        lb_point_towards(from, lb_heading_to(from, picture->body[target].middle), gap - off));
}

/// A place so far beyond a Formation of the enemy.
static lb_point through(const struct esr_picture *picture, uint32_t group, uint32_t target)
{
    lb_point from = picture->body[group].middle, at = picture->body[target].middle;

    return on_table(picture,
                    lb_point_towards(at, lb_heading_to(from, at), tenths(picture, BEYOND)));
}

/// Who is worn goes back out of reach, and rests there.
static lb_order order_of_worn(const struct esr_picture *picture, uint32_t group, uint32_t foe,
                              int32_t gap)
{
    lb_point middle = picture->body[group].middle;

    if (gap > tenths(picture, NEAR))
        return order_to(ORDER_RESERVE, LB_NOBODY);
    return order_at(
        ORDER_DEFEND,
        on_table(picture, lb_point_towards(middle, lb_heading_to(picture->body[foe].middle, middle),
                                           tenths(picture, REAR))));
}

/// A place behind a Formation, seen from the enemy.
static lb_point behind(const struct esr_picture *picture, uint32_t group)
{
    lb_point middle = picture->body[group].middle;
    int32_t gap;
    uint32_t foe = nearest_enemy(picture, group, &gap);

    if (foe == LB_NOBODY)
        return middle;
    return on_table(picture,
                    lb_point_towards(middle, lb_heading_to(picture->body[foe].middle, middle),
                                     tenths(picture, BESIDE)));
}

/// The nearest friend on foot that attacks; LB_NOBODY for none.
static uint32_t leader_of_attack(const struct esr_picture *picture, uint32_t group)
{
    uint32_t best = LB_NOBODY;

    for (uint32_t g = 0; g < picture->list->asked.battle->group_count; g++) {
        const struct esr_body *body = &picture->body[g];

        if (g != group && body->is_here && body->is_own && body->is_fit && !body->is_horse &&
            !body->is_guns && !body->is_worn && is_attacker(picture, g) &&
            (best == LB_NOBODY || esr_gap(picture, group, g) < esr_gap(picture, group, best)))
            best = g;
    }
    return best;
}

/// Who waits follows the attack out of reach of guns.
static lb_order order_of_follower(const struct esr_picture *picture, uint32_t group)
{
    uint32_t friend = leader_of_attack(picture, group);

    if (friend != LB_NOBODY && esr_gap(picture, group, friend) > tenths(picture, FOLLOW))
        return order_at(ORDER_MOVE, behind(picture, friend));
    return order_to(ORDER_RESERVE, LB_NOBODY);
}

/// Cavalry that has nobody to ride down goes back from an enemy who comes near.
static lb_order order_of_cavalry(const struct esr_picture *picture, uint32_t group)
{
    int32_t gap;
    uint32_t foe = nearest_enemy(picture, group, &gap);

    if (foe != LB_NOBODY && gap <= tenths(picture, NEAR))
        return order_of_worn(picture, group, foe, gap);
    return order_of_follower(picture, group);
}

static lb_order order_of_attacker(const struct esr_picture *picture, uint32_t group)
{
    const lb_listing *list = picture->list;
    const struct esr_body *body = &picture->body[group];
    const lb_group *of = &list->asked.state->group[group];
    uint16_t objective = objective_of(picture, group);
    uint32_t prey = esr_prey(picture, group);
    int32_t gap = prey == LB_NOBODY ? INT32_MAX : esr_gap(picture, group, prey);
    bool has_place = objective < list->asked.battle->objective_count;

    if (body->is_horse && prey == LB_NOBODY)
        return order_of_cavalry(picture, group);
    if (body->is_guns) {
        uint32_t friend = leader_of_attack(picture, group);

        if (friend != LB_NOBODY)
            return order_to(ORDER_SUPPORT, friend);
    }
    if (prey == LB_NOBODY || gap > tenths(picture, MOVE))
        return order_at(ORDER_ATTACK, has_place ? list->asked.battle->objective[objective].at
                                      : prey == LB_NOBODY ? body->middle
                                                          : picture->body[prey].middle);
    if ((of->order.kind == ORDER_ATTACK && of->status == STATUS_FIT &&
         gap < tenths(picture, CLOSE)) ||
        is_ripe(picture, group, prey))
        return order_at(ORDER_ATTACK, through(picture, group, prey));
    return order_at(ORDER_DEFEND, gap > tenths(picture, NEAR)
                                      ? short_of(picture, group, prey, tenths(picture, STAND_OFF))
                                      : body->middle);
}

/// The friend that a reserve should help: he fights, and either side of that fight is half worn.
static uint32_t friend_in_need(const struct esr_picture *picture, uint32_t group)
{
    for (uint32_t g = 0; g < picture->list->asked.battle->group_count; g++) {
        const struct esr_body *body = &picture->body[g];
        uint32_t foe;
        int32_t gap;

        if (g == group || !body->is_here || !body->is_own || !body->is_touched ||
            esr_gap(picture, group, g) > tenths(picture, HELP))
            continue;
        foe = nearest_enemy(picture, g, &gap);
        if (foe != LB_NOBODY && (2 * body->fatigue >= body->whole ||
                                 2 * picture->body[foe].fatigue >= picture->body[foe].whole))
            return g;
    }
    return LB_NOBODY;
}

/// Who has no task but to wait: in reserve out of reach, or where the battle needs him.
static lb_order order_of_reserve(const struct esr_picture *picture, uint32_t group, uint32_t foe,
                                 int32_t gap)
{
    const struct esr_body *body = &picture->body[group];
    uint32_t friend = body->is_guns ? LB_NOBODY : friend_in_need(picture, group);

    if (friend != LB_NOBODY) {
        int32_t off;
        uint32_t enemy = nearest_enemy(picture, friend, &off);

        return order_at(ORDER_ATTACK, through(picture, group, enemy));
    }
    if (foe != LB_NOBODY && gap < tenths(picture, CLOSE) && is_ripe(picture, group, foe))
        return order_at(ORDER_ATTACK, through(picture, group, foe));
    if (gap <= tenths(picture, NEAR))
        return order_at(ORDER_DEFEND, body->middle);
    return order_of_follower(picture, group);
}

/// Who holds ground goes there, stands, and strikes at who comes near and is the weaker.
static lb_order order_of_holder(const struct esr_picture *picture, uint32_t group, uint32_t foe,
                                int32_t gap)
{
    const lb_listing *list = picture->list;
    const struct esr_body *body = &picture->body[group];
    uint16_t objective = list->plan->group[group].objective;
    lb_point place = objective < list->asked.battle->objective_count
                         ? list->asked.battle->objective[objective].at
                         : body->middle;

    if (foe != LB_NOBODY && gap <= tenths(picture, CLOSE) && !body->is_guns &&
        2 * body->fatigue < body->whole && is_ripe(picture, group, foe))
        return order_at(ORDER_ATTACK, through(picture, group, foe));
    if (lb_point_distance(place, body->middle) > tenths(picture, MARCH) &&
        gap > tenths(picture, NEAR))
        return order_at(ORDER_MOVE, place);
    return order_at(ORDER_DEFEND, place);
}

lb_order esr_wanted(const struct esr_picture *picture, uint32_t group)
{
    const struct esr_body *body = &picture->body[group];
    const lb_group *of = &picture->list->asked.state->group[group];
    int32_t gap;
    uint32_t foe = nearest_enemy(picture, group, &gap);
    bool rests =
        of->status == STATUS_FIT && of->order.kind == ORDER_RESERVE && gap > tenths(picture, NEAR);

    /* Once it rests a Formation does so until it is fit again. */
    if (body->is_worn || (rests && 3 * body->fatigue > body->whole))
        return order_of_worn(picture, group, foe, gap);
    if (is_attacker(picture, group))
        return order_of_attacker(picture, group);
    if (picture->list->plan->group[group].task == LB_TASK_RESERVE)
        return order_of_reserve(picture, group, foe, gap);
    return order_of_holder(picture, group, foe, gap);
}

bool esr_is_same_order(const struct esr_picture *picture, const lb_order *a, const lb_order *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == ORDER_SUPPORT)
        return a->group == b->group;
    return a->kind == ORDER_RESERVE ||
           lb_points_within(a->place, b->place, tenths(picture, SAME_PLACE));
}

bool esr_is_misplaced(const struct esr_picture *picture, uint32_t group, const lb_order *wanted)
{
    const lb_group *of = &picture->list->asked.state->group[group];
    int32_t off;

    if (of->status != STATUS_FIT || of->order.kind != wanted->kind || !wanted->is_placed ||
        !of->order.is_placed)
        return false;
    off = lb_point_distance(of->order.place, wanted->place);
    return off > tenths(picture, SAME_PLACE) ||
           (off > tenths(picture, ARRIVED) &&
            lb_points_within(picture->body[group].middle, of->order.place,
                             tenths(picture, ARRIVED)));
}
