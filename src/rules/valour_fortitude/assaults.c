// SPDX-License-Identifier: MIT
// Closing with the enemy: who may, by which ways, and where a charge comes to rest. An Assault of
// choice and the rush of headstrong cavalry are judged alike; they differ in their allowance.

#include "rules/valour_fortitude/play.h"

enum {
    WAYS = 4,           ///< that are tried to close with an enemy
    STRAIGHT_ON = 182,  ///< an angle that is not worth a turn: 1 degree
    FLUSH_ENOUGH = 910, ///< at which enough of a front may touch without a turn: below 5 degrees
    SMALL_SHARE = 10,   ///< per cent of a front that may touch at a larger angle
    FRONT_FIGURES = 3,  ///< what vf.act.assault gives as a share of the front
    PERCENT_TO_MILLE = 10
};

bool vf_is_fit_to_assault(const lb_view *view, uint32_t unit, lb_reason *reason)
{
    uint8_t formation = lb_view_formation(view, unit);

    // clauses: vf.play.assault
    if (is_artillery(formation))
        return lb_no(reason, CL_ACT_ASSAULT, "guns do not assault");
    if (is_marching(formation))
        return lb_no(reason, CL_ACT_ASSAULT, "march columns do not assault");
    return !vf_is_shaken(view->battle, view->state, unit) ||
           lb_no(reason, CL_ACT_ASSAULT, "a shaken unit does not assault");
}

bool vf_may_assault(const lb_view *view, uint32_t unit, lb_reason *reason)
{
    if ((view->state->unit[unit].flags & UNIT_SKIRMISHED) != 0)
        return lb_no(reason, CL_ACT_FIRED, "after firing it may act but not assault");
    return vf_is_fit_to_assault(view, unit, reason);
}

/// True if enough of the front touches.
static bool touches_enough(const lb_view *view, const lb_footprint *end, uint32_t target)
{
    lb_quad own = lb_footprint_corners(end);
    int32_t figures = VALUE_OF(view->battle, ASSAULT_FIGURES);
    int32_t share = VALUE_OF(view->battle, ASSAULT_FRONT) * PERCENT_TO_MILLE;

    /* A thousandth less for rounding of corners, which never decides against the mover. */
    return lb_contact_of(&own, &view->quad[target]).per_mille * FRONT_FIGURES >=
           (share - 1) * figures;
}

/// True if a unit may come to rest against its target there.
static bool may_rest(lb_view *view, const lb_mover *mover, uint32_t target, const lb_footprint *end,
                     lb_reason *reason)
{
    if (!touches_enough(view, end, target))
        return lb_no(reason, CL_ACT_ASSAULT, "too little of its front would touch the enemy");
    return lb_may_stand(view, &mover->movers, end) ||
           lb_no(reason, CL_ACT_ASSAULT, "there is no room to close with that enemy");
}

/// vf.play.reach: the unit comes flush with the face that it has met, if what is left pays for the
/// turn. What the turn costs takes longest to find out, and comes last.
static bool come_flush(lb_view *view, const lb_mover *mover, uint32_t target,
                       const lb_footprint *met, int32_t left_tmm, lb_footprint *end,
                       lb_reason *reason)
{
    lb_footprint other = lb_view_footprint(view, target);
    bool may_turn, may_stay;
    int32_t angle;

    if (!lb_turn_flush(&other, met, end, &angle))
        return lb_no(reason, CL_ACT_ASSAULT, "its front does not touch that enemy");
    may_turn = may_rest(view, mover, target, end, reason);
    if (angle == 0)
        return may_turn;
    may_stay = touches_enough(view, met, target);
    if (!may_turn && !may_stay)
        return false;
    /* No ground is cheaper for it than the open. */
    if (lb_wheel_arc(met->width_tmm, angle) <= left_tmm &&
        lb_way_step_cost(view, met, mover->costs,
                         (lb_step){.kind = LB_STEP_WHEEL, .angle = angle}) <= left_tmm)
        return may_turn;
    if (!may_stay)
        return lb_no(reason, CL_ACT_ASSAULT,
                     "too little of its move is left to come flush with that enemy");
    *end = *met;
    return may_rest(view, mover, target, end, reason);
}

/// A unit has touched its target before it is stopped by it.
static int32_t slack_of(const lb_battle *battle)
{
    return LB_CONTACT_TMM * VALUE_OF(battle, MOVE_ROUGH);
}

bool vf_judge_contact(lb_view *view, const lb_action *action, int32_t allowance, lb_footprint *end,
                      const lb_walk **walk, lb_reason *reason)
{
    uint32_t unit = action->unit, target = action->target;
    uint8_t formation = lb_view_formation(view, unit);
    lb_move_costs costs = vf_costs_of(view->battle, formation);
    lb_footprint met;
    lb_mover mover;
    int32_t left;
    lb_quad own;

    lb_mover_start(&mover, view, unit, &costs, 0);
    mover.target = (uint16_t)target;
    mover.pays_when_stopped = true; /* It is stopped by its target. */
    *walk = lb_way_walk(view, &mover, &action->path);
    if ((*walk)->stop != LB_STOP_NONE && (*walk)->stop != LB_STOP_UNIT)
        return lb_way_refuse(view, &mover, *walk, CL_ACT_ASSAULT, reason);
    left = allowance - (*walk)->cost_tmm;
    if ((*walk)->stop == LB_STOP_UNIT)
        left += slack_of(view->battle);
    if (left < 0)
        return lb_no(reason, vf_rate_of(formation), "that is further than it can move");
    met = (*walk)->end;
    own = lb_footprint_corners(&met);
    if (!lb_quad_is_in_contact(&own, &view->quad[target]))
        return lb_no(reason, CL_ACT_ASSAULT,
                     (*walk)->stop == LB_STOP_UNIT ? "another unit is in the way"
                                                   : "it does not reach that enemy");
    return come_flush(view, &mover, target, &met, left, end, reason);
}

/* Ways. */

static int32_t turn_to(uint16_t heading, uint16_t to)
{
    return (int16_t)(to - heading);
}

/// Goes on to a place from where a front stands: at an oblique as far as that may be.
static void add_advance(lb_path *path, const lb_footprint *at, lb_point goal, int32_t tmm)
{
    lb_quad quad = lb_footprint_corners(at);
    int32_t angle = turn_to(at->heading, lb_heading_to(lb_quad_middle(&quad, LB_FACE_FRONT), goal));

    angle = lb_most(-LB_ANGLE_QUARTER / 2, lb_least(LB_ANGLE_QUARTER / 2, angle));
    lb_path_add(path, angle < STRAIGHT_ON && angle > -STRAIGHT_ON
                          ? lb_step_straight(tmm)
                          : (lb_step){.kind = LB_STEP_OBLIQUE, .tmm = tmm, .angle = angle});
}

/// One of the ways to close with a target: straight on, at an oblique to the middle of the face
/// before it, wheeling to that face first, or wheeling to the target's middle. False if that is no
/// way of its own.
static bool way_to(const lb_view *view, uint32_t unit, uint32_t target, uint32_t way, int32_t tmm,
                   lb_path *path)
{
    lb_footprint at = lb_view_footprint(view, unit);
    lb_face face = lb_face_of_point(&view->quad[target], at.centre);
    lb_point goal = lb_quad_middle(&view->quad[target], face);
    uint16_t flush =
        (uint16_t)(view->pose[target].heading + (uint16_t)face * LB_ANGLE_QUARTER + LB_ANGLE_HALF);
    lb_step wheel = {.kind = LB_STEP_WHEEL};

    path->count = 0;
    if (way == 0) {
        lb_path_add(path, lb_step_straight(tmm));
        return true;
    }
    if (way == 1) {
        add_advance(path, &at, goal, tmm);
        return path->step[0].kind == LB_STEP_OBLIQUE;
    }
    wheel.angle =
        turn_to(at.heading, way == 2 ? flush : lb_heading_to(at.centre, view->pose[target].at));
    if ((wheel.angle < STRAIGHT_ON && wheel.angle > -STRAIGHT_ON) ||
        wheel.angle > LB_ANGLE_QUARTER || wheel.angle < -LB_ANGLE_QUARTER ||
        !lb_step_apply(&at, &wheel, &at))
        return false;
    lb_path_add(path, wheel);
    if (way == 2)
        add_advance(path, &at, goal, tmm);
    else
        lb_path_add(path, lb_step_straight(tmm));
    return true;
}

/// What a unit that comes from a heading pays at least to come flush with a face of its target; 0
/// if it may be near enough to flush as it comes.
static int32_t least_turn(const lb_view *view, const lb_footprint *at, uint32_t target)
{
    int32_t share = VALUE_OF(view->battle, ASSAULT_FRONT) * VALUE_OF(view->battle, ASSAULT_FIGURES);
    int32_t off = (uint16_t)(at->heading - view->pose[target].heading) % LB_ANGLE_QUARTER;

    off = lb_least(off, LB_ANGLE_QUARTER - off);
    return off < FLUSH_ENOUGH || share < SMALL_SHARE * FRONT_FIGURES
               ? 0
               : lb_wheel_arc(at->width_tmm, off);
}

/// True if a unit may meet its target while it wheels.
static bool may_meet_in_wheel(const lb_view *view, const lb_quad *quad, uint32_t target,
                              int32_t angle)
{
    lb_point pivot = quad->corner[angle < 0 ? 0 : 1];
    int32_t radius = lb_point_distance(quad->corner[0], quad->corner[2]) + 2 * LB_CONTACT_TMM;

    return lb_point_is_within(pivot, &view->quad[target], radius);
}

/// What the last step of a way costs at least, if it ends after so much.
static int32_t least_cost(const lb_view *view, uint32_t unit, const lb_footprint *at, lb_step step,
                          int32_t tmm)
{
    lb_move_costs costs = vf_costs_of(view->battle, lb_view_formation(view, unit));

    step.tmm = tmm - 2 * LB_CONTACT_TMM;
    return step.tmm <= 0 ? 0 : lb_way_step_cost(view, at, &costs, step) - 2 * LB_CONTACT_TMM;
}

/// False if a way is too long, or leads past the target or into another enemy, whatever is on it.
static bool may_arrive(const lb_view *view, uint32_t unit, uint32_t target, const lb_path *path,
                       int32_t allowance)
{
    lb_footprint at = lb_view_footprint(view, unit);
    const lb_step *last = &path->step[path->count - 1];
    lb_quad quad = lb_footprint_corners(&at);
    bool is_wheel = path->step[0].kind == LB_STEP_WHEEL, may_wheel_into;
    int32_t least;

    may_wheel_into = is_wheel && may_meet_in_wheel(view, &quad, target, path->step[0].angle);
    if (is_wheel) {
        allowance -= lb_wheel_arc(at.width_tmm, path->step[0].angle);
        if (!lb_step_apply(&at, &path->step[0], &at))
            return false;
        quad = lb_footprint_corners(&at);
    }
    if (allowance < 0 || !lb_quad_is_within(&quad, &view->quad[target], allowance + LB_CONTACT_TMM))
        return false;
    if (may_wheel_into)
        return true;
    allowance += slack_of(view->battle);
    least = lb_least_way(view, lb_view_side(view, unit), &at, (uint16_t)(at.heading + last->angle),
                         lb_least(last->tmm, allowance), target);
    if (least == INT32_MAX)
        return false;
    allowance -= least_turn(view, &at, target);
    return least <= allowance && least_cost(view, unit, &at, *last, least) <= allowance;
}

bool vf_find_assault(lb_view *view, uint32_t unit, uint32_t target, int32_t allowance,
                     lb_action *action, lb_footprint *end)
{
    const lb_walk *walk;
    lb_reason reason;

    *action = lb_action_of(VERB_ASSAULT);
    action->unit = (uint16_t)unit;
    action->target = (uint16_t)target;
    for (uint32_t way = 0; way < WAYS; way++)
        if (way_to(view, unit, target, way, allowance, &action->path) &&
            may_arrive(view, unit, target, &action->path, allowance) &&
            vf_judge_contact(view, action, allowance, end, &walk, &reason))
            return true;
    return false;
}

static void offer_assaults_of(lb_listing *list, uint32_t unit)
{
    const lb_view *view = list->asked.view;
    const lb_pose *pose = &view->pose[unit];
    int32_t reach = vf_allowance(view->battle, view->state, unit, pose->formation);
    lb_unit_set near =
        lb_view_near(view, view->box[unit], reach, lb_view_foes(view, lb_view_side(view, unit)));
    lb_reason reason;

    if (!vf_may_assault(view, unit, &reason))
        return;
    LB_EACH (target, &near) {
        lb_action action = lb_action_of(VERB_ASSAULT);

        if (!lb_view_is_within(view, unit, target, reach) ||
            lb_turn_between(pose->heading, lb_heading_to(pose->at, view->pose[target].at)) >
                LB_ANGLE_QUARTER / 2)
            continue;
        action.unit = (uint16_t)unit;
        action.target = (uint16_t)target;
        /* One legal way is enough; who draws at random has all of them to draw from. */
        for (uint32_t way = 0; way < WAYS; way++)
            if (way_to(view, unit, target, way, reach, &action.path) &&
                may_arrive(view, unit, target, &action.path, reach) && lb_offer(list, &action) &&
                list->mode == LB_LIST_LEGAL)
                break;
    }
}

void vf_offer_assaults(lb_listing *list)
{
    vf_for_each_actor(list, offer_assaults_of);
}
