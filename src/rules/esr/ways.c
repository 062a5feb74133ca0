// SPDX-License-Identifier: MIT
// Ways over the table: of single units, of columns by their head, of blocks, and into contact. A
// judge says where a way leads or why it is not legal; a find looks for a way toward a place.

#include "rules/esr/play.h"

enum {
    EIGHTH = 8192, ///< 45 degrees
    AWAY = 10,     ///< tenths of an inch that units keep from enemies
    MARCH_KEEP = 90,
    RESERVE_KEEP = 180,
    HALTS = 4, ///< tmm on the near side of an edge that count as being at it
    STRETCHES = 64
};

/* By which rules. */

int32_t esr_keep(const lb_view *view, uint32_t group)
{
    const lb_group *of = &view->state->group[group];

    if (of->status == STATUS_FIT && of->order.kind == ORDER_MOVE)
        return LB_INCHES(VALUE_OF(view->battle, ORDER_MOVE_MUST));
    /* A reserve stays farther away than that. */
    if (of->status == STATUS_FIT && of->order.kind == ORDER_RESERVE)
        return esr_tenths(view->battle, RESERVE_KEEP) + 1;
    return esr_tenths(view->battle, AWAY);
}

uint16_t esr_stop_clause(const lb_view *view, uint32_t group, const lb_walk *walk, uint16_t clause)
{
    const lb_group *of = &view->state->group[group];

    if (walk->stop != LB_STOP_UNIT || of->status != STATUS_FIT ||
        lb_view_side(view, walk->what) == view->battle->group[group].side)
        return clause;
    return of->order.kind == ORDER_MOVE      ? CL_ORDER_MOVE
           : of->order.kind == ORDER_RESERVE ? CL_ORDER_RESERVE
                                             : clause;
}

/// Refuses a way that ends before an enemy: only a charge goes on into him. True if it does not.
static bool avoids_contact(const lb_view *view, const lb_mover *mover, const lb_walk *walk,
                           lb_reason *reason)
{
    return walk->stop != LB_STOP_UNIT || walk->what == LB_NO_INDEX ||
           lb_view_side(view, walk->what) == mover->side ||
           lb_no(reason, CL_PLAY_PASS, "an enemy is in the way: only a charge comes into contact");
}

/// True if a unit of one Formation touches one of another.
static bool touch_each_other(const lb_view *view, uint32_t a, uint32_t b)
{
    lb_unit_set own = esr_units(view, a), others = esr_units(view, b);

    LB_EACH (i, &own)
        LB_EACH (j, &others)
            if (lb_view_touch(view, i, j))
                return true;
    return false;
}

bool esr_may_touch(lb_view *view, uint32_t group, uint32_t target)
{
    const lb_group *of = &view->state->group[group];
    uint32_t enemy = view->state->unit[target].group;

    if (of->status != STATUS_FIT)
        return false;
    switch (of->order.kind) {
    case ORDER_ATTACK:
        return true;
    case ORDER_SUPPORT:
        return of->order.group != LB_NOBODY && touch_each_other(view, of->order.group, enemy);
    case ORDER_DEFEND: {
        lb_unit_set touchers = esr_area_touchers(view, group);

        return lb_unit_set_has(&touchers, (uint16_t)target) || touch_each_other(view, group, enemy);
    }
    default:
        return false;
    }
}

int32_t esr_allowance(const lb_view *view, uint32_t unit)
{
    uint32_t group = view->state->unit[unit].group;
    uint8_t formation = lb_view_formation(view, unit);

    return esr_rate(view->battle, unit, formation, esr_goes_back(view->state, group));
}

/// A mover of one unit by its own costs, which must outlive it.
static lb_mover mover_of(const lb_view *view, uint32_t unit, const lb_move_costs *costs)
{
    lb_mover mover;

    lb_mover_start(&mover, view, unit, costs, esr_keep(view, view->state->unit[unit].group));
    mover.gait = esr_gait(view, unit, lb_view_formation(view, unit));
    return mover;
}

int32_t esr_halt(const lb_view *view, uint32_t unit, lb_point from, lb_point to)
{
    lb_stretch stretch[STRETCHES];
    size_t count;
    int32_t least = INT32_MAX;

    if (esr_is(view->battle, unit, KIND_LIGHT | KIND_IRREGULAR) ||
        (lb_view_formation(view, unit) == FORMATION_PLOYED &&
         lb_ground_road_under(&view->ground, &view->quad[unit]) != LB_NO_INDEX))
        return INT32_MAX;
    count = lb_ground_along(&view->ground, from, to, stretch, STRETCHES);
    for (size_t i = 0; i < count && i < STRETCHES; i++) {
        uint32_t kind = UINT32_C(1) << view->ground.piece[stretch[i].piece].kind;
        int32_t enter = stretch[i].enter_fine / LB_FINE, leave = stretch[i].leave_fine / LB_FINE;

        if ((kind & (LB_KIND(DENSE) | LB_KIND(DENSE_WOOD) | LB_KIND(MARSH) | LB_KIND(BUILT_WOODEN) |
                     LB_KIND(BUILT_STONE))) == 0)
            continue;
        if (enter > HALTS)
            least = lb_least(least, enter);
        if (leave > HALTS && leave + HALTS < lb_point_distance(from, to))
            least = lb_least(least, leave);
    }
    return least;
}

bool esr_keeps_halts(const lb_view *view, uint32_t unit, const lb_footprint *start,
                     const lb_path *path, lb_reason *reason)
{
    lb_footprint at = *start;

    for (uint32_t i = 0; i < path->count; i++) {
        lb_footprint next;

        if (!lb_step_apply(&at, &path->step[i], &next))
            return lb_no(reason, CL_PLAY_BLOCK, "there is no such step");
        if ((path->step[i].kind == LB_STEP_STRAIGHT || path->step[i].kind == LB_STEP_OBLIQUE) &&
            esr_halt(view, unit, at.centre, next.centre) <
                lb_point_distance(at.centre, next.centre) - HALTS)
            return lb_no(reason, CL_MOVE_DENSE, "it has to halt at the edge of dense ground");
        at = next;
    }
    return true;
}

/* Turns. */

/// What turns on the spot cost beside the way: nothing up to 45 degrees, else a third, once.
static bool judge_turns(const lb_path *path, uint16_t heading, int32_t rate, int32_t *cost,
                        lb_reason *reason)
{
    uint32_t turns = 0;

    *cost = 0;
    for (uint32_t i = 0; i < path->count; i++) {
        if (path->step[i].kind == LB_STEP_TURN) {
            turns++;
            if (lb_turn_between(heading, (uint16_t)path->step[i].angle) > EIGHTH)
                *cost += rate / 3;
            heading = (uint16_t)path->step[i].angle;
        } else if (path->step[i].kind == LB_STEP_WHEEL) {
            heading = (uint16_t)(heading + path->step[i].angle);
        } else if (path->step[i].kind == LB_STEP_ABOUT) {
            return lb_no(reason, CL_PLAY_BLOCK, "only columns face about; deployed units turn");
        }
    }
    return turns <= 1 || lb_no(reason, CL_PLAY_BLOCK, "a unit turns on the spot once");
}

/* Single units. */

/// The formation in which a unit ends a move of its own.
static uint8_t formation_after(const lb_view *view, uint32_t unit)
{
    uint32_t flags = view->state->unit[unit].flags;

    if ((flags & (UNIT_COMMITS | UNIT_DISPLACES)) != 0)
        return FORMATION_UNLIMBERED;
    return (flags & UNIT_RECALLS) != 0 ? FORMATION_RESERVE : lb_view_formation(view, unit);
}

/// esr.play.block: a unit that moves by itself stays with its Formation or near its Area.
static bool stays_near(const lb_view *view, uint32_t unit, const lb_footprint *end,
                       lb_reason *reason)
{
    uint32_t group = view->state->unit[unit].group;
    lb_unit_set others = esr_units(view, group);
    lb_quad quad = lb_footprint_corners(end);
    bool is_battery = formation_after(view, unit) == FORMATION_UNLIMBERED;

    lb_unit_set_remove(&others, (uint16_t)unit);
    LB_EACH (i, &others)
        if ((!is_battery || esr_is_artillery(view, group) ||
             lb_view_formation(view, i) == FORMATION_DEPLOYED) &&
            lb_quad_is_within(&quad, &view->quad[i],
                              LB_INCHES(VALUE_OF(view->battle, DEPLOY_STEP))))
            return true;
    if (!is_battery && lb_point_is_within(view->state->group[group].area, &quad,
                                          LB_INCHES(VALUE_OF(view->battle, MOVE_RETREAT_AWAY))))
        return true;
    return lb_unit_set_is_empty(&others) ||
           lb_no(reason, CL_PLAY_BLOCK, "it would lose touch with its Formation");
}

bool esr_judge_step(lb_view *view, uint32_t unit, const lb_path *path, lb_footprint *end,
                    int32_t *cost, lb_reason *reason)
{
    lb_move_costs costs = esr_costs(view, unit, FORMATION_DEPLOYED);
    lb_mover mover = mover_of(view, unit, &costs);
    int32_t rate = esr_rate(view->battle, unit, FORMATION_DEPLOYED,
                            esr_goes_back(view->state, view->state->unit[unit].group));
    lb_unit_set itself = lb_set_of(unit);
    const lb_walk *walk;
    lb_size size;
    int32_t turns;

    if (path->count == 0)
        return lb_no(reason, CL_PLAY_BLOCK, "say where it goes");
    if (!judge_turns(path, mover.start.heading, rate, &turns, reason) ||
        !esr_keeps_halts(view, unit, &mover.start, path, reason))
        return false;
    walk = lb_way_walk(view, &mover, path);
    if (!avoids_contact(view, &mover, walk, reason) ||
        !lb_way_is_legal(view, &mover, walk, rate - turns, CL_PLAY_PASS, CL_MOVE_RATES, reason))
        return false;
    *end = walk->end;
    *cost = walk->cost_tmm + turns;
    size = esr_size(view->battle, view->state, unit, formation_after(view, unit));
    end->width_tmm = size.width_tmm;
    end->depth_tmm = size.depth_tmm;
    if (formation_after(view, unit) != lb_view_formation(view, unit) &&
        !lb_may_stand(view, &itself, end))
        return lb_no(reason, CL_PLAY_PASS, "there is no room to unlimber");
    return stays_near(view, unit, end, reason);
}

/* Contact. */

/// A charge being judged.
struct charge {
    uint32_t unit, target;
    int32_t allowance;
    int32_t *cost; ///< what the way costs that was tried last
};

/// True if a unit comes to a place in contact: a turn, then straight on.
static bool reaches(const lb_closing *closing, const lb_footprint *end)
{
    const struct charge *charge = closing->context;
    lb_view *view = closing->view;
    lb_move_costs costs = esr_costs(view, charge->unit, FORMATION_DEPLOYED);
    lb_mover mover = mover_of(view, charge->unit, &costs);
    int32_t way = lb_point_distance(closing->from.centre, end->centre);
    uint16_t heading = way <= LB_CONTACT_TMM ? closing->from.heading
                                             : lb_heading_to(closing->from.centre, end->centre);
    int32_t turn = lb_turn_between(closing->from.heading, heading);
    lb_path path = {.count = 0};
    const lb_walk *walk;

    if (turn > EIGHTH)
        return lb_no(closing->reason, CL_PLAY_CONTACT,
                     "it would have to turn by more than 45 degrees");
    lb_path_add(&path, lb_step_straight(way));
    mover.start.heading = heading;
    mover.keep_tmm = 0;
    mover.target = (uint16_t)charge->target;
    mover.pays_when_stopped = true;
    walk = lb_way_walk(view, &mover, &path);
    if (walk->stop != LB_STOP_NONE && walk->stop != LB_STOP_ENDS_ON &&
        (walk->stop != LB_STOP_UNIT || walk->what != charge->target))
        return lb_way_refuse(view, &mover, walk, CL_PLAY_PASS, closing->reason);
    *charge->cost = walk->cost_tmm + way -
                    lb_least(way, lb_point_distance(mover.start.centre, walk->end.centre));
    if (esr_halt(view, charge->unit, closing->from.centre, end->centre) < way - HALTS)
        return lb_no(closing->reason, CL_MOVE_DENSE, "it has to halt at the edge of dense ground");
    return *charge->cost <= charge->allowance ||
           lb_no(closing->reason, CL_MOVE_RATES, "that is farther than it moves");
}

bool esr_judge_charge(lb_view *view, uint32_t unit, uint32_t target, lb_footprint *end,
                      int32_t *cost, lb_reason *reason)
{
    int32_t paid = 0;
    struct charge charge = {.unit = unit,
                            .target = target,
                            .allowance = esr_rate(view->battle, unit, FORMATION_DEPLOYED, false),
                            .cost = &paid};
    lb_closing closing = {.view = view,
                          .from = lb_view_footprint(view, unit),
                          .target = lb_view_footprint(view, target),
                          .face = lb_face_of_quad(&view->quad[target], &view->quad[unit]),
                          .own = lb_set_of(unit),
                          .accepts = reaches,
                          .context = &charge,
                          .reason = reason};

    *reason = (lb_reason){CL_PLAY_CONTACT, "there is no room beside that enemy"};
    if (!lb_view_is_within(view, unit, target, charge.allowance))
        return lb_no(reason, CL_MOVE_RATES, "that is farther than it moves");
    if (!lb_close_in(&closing, end))
        return false;
    *cost = paid;
    return true;
}

/* Blocks. */

static lb_point turned_about(lb_point pivot, lb_point at, int32_t angle)
{
    int64_t x = at.x - pivot.x, y = at.y - pivot.y;
    int64_t sine = lb_sine((uint16_t)angle), cosine = lb_cosine((uint16_t)angle);

    return (lb_point){pivot.x + (int32_t)((x * cosine + y * sine) / LB_SINE_ONE),
                      pivot.y + (int32_t)((y * cosine - x * sine) / LB_SINE_ONE)};
}

/// Wheels a block about a corner of its box; returns what that costs: the arc of the outer corner,
/// or the way of whoever goes farthest.
static int32_t wheel_block(const lb_footprint *box, int32_t angle, struct esr_march *block)
{
    lb_quad quad = lb_footprint_corners(box);
    lb_point pivot = quad.corner[angle < 0 ? 0 : 1];
    int32_t cost = lb_wheel_arc(box->width_tmm, angle);

    for (uint32_t i = 0; i < block->count; i++) {
        lb_point from = block->end[i].centre;

        block->end[i].centre = turned_about(pivot, from, angle);
        block->end[i].heading = (uint16_t)(block->end[i].heading + angle);
        cost = lb_most(cost, lb_point_distance(from, block->end[i].centre));
    }
    return cost;
}

/// One straight or oblique step of a unit of a block; its cost.
static bool slide_unit(lb_view *view, const lb_step *step, uint16_t heading,
                       const lb_unit_set *movers, uint32_t n, struct esr_march *block,
                       int32_t *cost, lb_reason *reason)
{
    uint32_t unit = block->unit[n];
    lb_move_costs costs = esr_costs(view, unit, FORMATION_DEPLOYED);
    lb_mover mover = mover_of(view, unit, &costs);
    lb_path path = {.count = 0};
    int32_t off = (int16_t)(heading - block->end[n].heading);
    const lb_walk *walk;
    lb_step own = *step;

    if (step->kind == LB_STEP_OBLIQUE || off != 0)
        own = (lb_step){.kind = LB_STEP_OBLIQUE,
                        .tmm = step->tmm,
                        .angle = off + (step->kind == LB_STEP_OBLIQUE ? step->angle : 0)};
    if (own.kind == LB_STEP_OBLIQUE && (own.tmm < 0 || own.angle > EIGHTH || own.angle < -EIGHTH))
        return lb_no(reason, CL_PLAY_BLOCK, "units of a block face alike");
    mover.start = block->end[n];
    mover.movers = *movers;
    lb_path_add(&path, own);
    if (!esr_keeps_halts(view, unit, &mover.start, &path, reason))
        return false;
    walk = lb_way_walk(view, &mover, &path);
    if (walk->stop != LB_STOP_NONE)
        return avoids_contact(view, &mover, walk, reason) &&
               lb_way_refuse(view, &mover, walk, CL_PLAY_PASS, reason);
    block->end[n] = walk->end;
    *cost = lb_most(*cost, walk->cost_tmm);
    return true;
}

/// True if nobody of a march or block ends on another or where nobody may stand.
static bool has_room(const lb_view *view, const lb_unit_set *movers, const struct esr_march *march,
                     lb_reason *reason)
{
    for (uint32_t i = 0; i < march->count; i++) {
        bool is_narrow = lb_view_formation(view, march->unit[i]) == FORMATION_PLOYED;
        lb_quad quad;

        if (!lb_may_stand(view, movers, &march->end[i]) ||
            lb_is_in_water(view, &march->end[i], is_narrow))
            return lb_no(reason, CL_PLAY_PASS, "there is no room for all of it");
        quad = lb_footprint_corners(&march->end[i]);
        for (uint32_t j = 0; j < i; j++) {
            lb_quad other = lb_footprint_corners(&march->end[j]);

            if (lb_quad_overlaps_deeper(&quad, &other, LB_CONTACT_TMM))
                return lb_no(reason, CL_PLAY_PASS, "its units would stand on each other");
        }
    }
    return true;
}

/// Who moves with the block: deployed units that nobody touches, and the battery reserve.
static lb_unit_set block_of(lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_deployed(view, group), movers = {{0}};

    LB_EACH (i, &units)
        if (lb_view_formation(view, i) != FORMATION_UNLIMBERED && !lb_view_is_engaged(view, i) &&
            (view->state->unit[i].flags &
             (UNIT_MOVED | UNIT_COMMITS | UNIT_DISPLACES | UNIT_RECALLS)) == 0)
            lb_unit_set_add(&movers, (uint16_t)i);
    return movers;
}

/// Takes one step of a block's path.
static bool step_block(lb_view *view, const lb_step *step, lb_footprint *box,
                       const lb_unit_set *movers, struct esr_march *block, lb_reason *reason)
{
    int32_t cost = 0;

    switch (step->kind) {
    case LB_STEP_WHEEL:
        block->cost_tmm += wheel_block(box, step->angle, block);
        break;
    case LB_STEP_TURN:
        for (uint32_t i = 0; i < block->count; i++)
            block->end[i].heading =
                (uint16_t)(block->end[i].heading + (uint16_t)step->angle - box->heading);
        break;
    default:
        for (uint32_t i = 0; i < block->count; i++)
            if (!slide_unit(view, step, box->heading, movers, i, block, &cost, reason))
                return false;
        block->cost_tmm += cost;
        break;
    }
    return lb_step_apply(box, step, box) || lb_no(reason, CL_PLAY_BLOCK, "there is no such step");
}

bool esr_judge_advance(lb_view *view, uint32_t group, const lb_path *path, struct esr_march *march,
                       lb_reason *reason)
{
    lb_unit_set movers = block_of(view, group);
    lb_footprint box, start;
    int32_t turns;

    march->count = 0;
    march->cost_tmm = 0;
    march->rate_tmm = INT32_MAX;
    if (lb_unit_set_is_empty(&movers) || !esr_box(view, group, &box))
        return lb_no(reason, CL_PLAY_BLOCK, "it has no deployed units that could move");
    start = box = esr_part_of_box(&box, box.centre);
    if (path->count == 0)
        return lb_no(reason, CL_PLAY_BLOCK, "say where it goes");
    LB_EACH (i, &movers) {
        march->unit[march->count] = (uint16_t)i;
        march->end[march->count++] = lb_view_footprint(view, i);
        march->rate_tmm = lb_least(march->rate_tmm, esr_rate(view->battle, i, FORMATION_DEPLOYED,
                                                             esr_goes_back(view->state, group)));
    }
    if (!judge_turns(path, box.heading, march->rate_tmm, &turns, reason))
        return false;
    march->cost_tmm = turns;
    for (uint32_t s = 0; s < path->count; s++)
        if (!step_block(view, &path->step[s], &box, &movers, march, reason))
            return false;
    view->bill = (lb_way_bill){march->cost_tmm, march->rate_tmm, start, box};
    if (march->cost_tmm > march->rate_tmm)
        return lb_no(reason, CL_MOVE_RATES, "that is farther than it moves");
    /* A block of one is a unit that moves by itself. */
    return has_room(view, &movers, march, reason) &&
           (march->count != 1 ||
            stays_near(view, lb_unit_set_next(&movers, 0), &march->end[0], reason));
}

/* Ways toward a place. */

static int32_t clamp_angle(int32_t angle, int32_t most)
{
    return lb_most(-most, lb_least(most, angle));
}

/// Tries a way with its last step shortened until it is legal; at least an inch.
static bool shorten(lb_view *view, uint32_t group, int32_t tmm, lb_path *path,
                    bool (*judge)(lb_view *, uint32_t, const lb_path *, struct esr_march *,
                                  lb_reason *),
                    struct esr_march *march)
{
    static const int32_t sixteenths[] = {16, 12, 8, 5, 3, 2, 1};
    lb_reason reason;

    for (size_t i = 0; i < sizeof sixteenths / sizeof sixteenths[0]; i++) {
        int32_t way = tmm * sixteenths[i] / 16;

        if (way < LB_TMM_INCH)
            return false;
        path->step[path->count - 1].tmm = way;
        if (judge(view, group, path, march, &reason))
            return true;
    }
    return false;
}

bool esr_find_advance(lb_view *view, uint32_t group, lb_point goal, int32_t most_tmm, lb_path *path)
{
    bool is_behind;
    struct esr_march march;
    lb_footprint box;
    int32_t off, way, rate = INT32_MAX, arc;
    lb_unit_set movers = block_of(view, group);

    if (lb_unit_set_is_empty(&movers) || !esr_box(view, group, &box))
        return false;
    box = esr_part_of_box(&box, box.centre);
    LB_EACH (i, &movers)
        rate = lb_least(
            rate, esr_rate(view->battle, i, FORMATION_DEPLOYED, esr_goes_back(view->state, group)));
    way = lb_least(most_tmm, lb_least(rate, lb_point_distance(box.centre, goal)));
    LB_EACH (i, &movers) {
        lb_point at = view->pose[i].at;
        lb_point to = lb_point_towards(at, lb_heading_to(box.centre, goal), way);

        way = lb_least(way, esr_halt(view, i, at, to));
    }
    off = (int16_t)(lb_heading_to(box.centre, goal) - box.heading);
    path->count = 0;
    if (off > -EIGHTH && off < EIGHTH) {
        lb_path_add(path, (lb_step){.kind = LB_STEP_OBLIQUE, .tmm = way, .angle = off});
        if (shorten(view, group, way, path, esr_judge_advance, &march))
            return true;
    }
    path->count = 0;
    is_behind = off < -2 * EIGHTH || off > 2 * EIGHTH;
    off = clamp_angle(off, 2 * EIGHTH);
    arc = lb_wheel_arc(box.width_tmm, off);
    if (!is_behind && arc < rate - LB_TMM_INCH) {
        lb_path_add(path, (lb_step){.kind = LB_STEP_WHEEL, .angle = off});
        lb_path_add(path, lb_step_straight(way));
        if (shorten(view, group, lb_least(way, rate - arc), path, esr_judge_advance, &march))
            return true;
    }
    /* Turned on the spot: by 45 degrees for nothing, or all the way for a third of the move. */
    path->count = 0;
    lb_path_add(path, lb_step_turn(lb_heading_to(box.centre, goal)));
    lb_path_add(path, lb_step_straight(way));
    return shorten(view, group, lb_least(way, rate - rate / 3), path, esr_judge_advance, &march);
}
