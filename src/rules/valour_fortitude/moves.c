// SPDX-License-Identifier: MIT
// Actions of units that move: Move, Retreat, Assault and Double; how near to the enemy, where they
// end, and what is told of the way. How an Assault closes with its enemy is in assaults.c.

#include "rules/valour_fortitude/play.h"

int32_t vf_at_least(int32_t inches)
{
    return lb_most(0, LB_INCHES(inches) - LB_CONTACT_TMM);
}

static bool is_enemy_within(const lb_view *view, uint32_t unit, const lb_quad *quad, int32_t tmm)
{
    return lb_view_any_within(view, quad, lb_view_foes(view, lb_view_side(view, unit)), tmm);
}

/* Judging. */

/// True if an action reforms: it takes another formation, or turns on the spot: a reading.
static bool reforms(const lb_view *view, const lb_action *action)
{
    for (uint32_t i = 0; i < action->path.count; i++)
        if (lb_step_is_turn(&action->path.step[i]))
            return true;
    return action->formation != lb_view_formation(view, action->unit);
}

/// vf.act.reform: what a unit may reform into, and whether it may move as well.
static bool check_reform(const lb_view *view, const lb_action *action, lb_reason *reason)
{
    uint8_t before = lb_view_formation(view, action->unit), after = action->formation;
    bool moves = false;

    if (!reforms(view, action))
        return true;
    for (uint32_t i = 0; i < action->path.count; i++)
        moves |= !lb_step_is_turn(&action->path.step[i]);
    if (action->verb == VERB_ASSAULT || action->verb == VERB_DOUBLE)
        return lb_no(reason, CL_ACT_REFORM, "it may wheel but not turn on the spot");
    if (after >= FORMATIONS)
        return lb_no(reason, CL_ACT_REFORM, "there is no such formation");
    if (is_infantry(after) != is_infantry(before) || is_cavalry(after) != is_cavalry(before))
        return lb_no(reason, CL_ACT_REFORM, "that is a formation of another arm");
    if (is_open_order(after) && !lb_unit_has(view->battle, action->unit, LB_TRAIT_LIGHT))
        return lb_no(reason, CL_TRAIT_LIGHT, "only light troops use open order");
    if (after == FORMATION_MASSE && after != before &&
        !lb_unit_has(view->battle, action->unit, LB_TRAIT_MASSE))
        return lb_no(reason, CL_MOVE_MASSE, "it has not learnt to form masse");
    if (moves && (before == FORMATION_SQUARE || after == FORMATION_SQUARE))
        return lb_no(reason, CL_ACT_REFORM,
                     "a unit that forms or leaves square does not move as well");
    if (moves && lb_unit_has(view->battle, action->unit, LB_TRAIT_STOIC))
        return lb_no(reason, CL_ACT_REFORM, "a stoic unit that reforms does not move as well");
    if (moves && lb_unit_has(view->battle, action->unit, LB_TRAIT_MILITIA))
        return lb_no(reason, CL_TRAIT_MILITIA, "militia that reform do not move as well");
    return true;
}

/// What a way is judged by.
typedef struct terms {
    int32_t keep_tmm;  ///< from enemies
    int32_t allowance; ///< what the way may cost
    uint16_t clause;   ///< of the action
    uint8_t gait;      ///< the formation that it moves in
} terms;

/// Who reforms goes by the rate of the new formation: of guns the sheet's readings say so
/// (vf.play.guns), and others are not treated differently.
static terms terms_of(const lb_view *view, const lb_action *action)
{
    return (terms){.allowance =
                       vf_allowance(view->battle, view->state, action->unit, action->formation),
                   .gait = action->formation};
}

/// The path of a MOVE, RETREAT or DOUBLE, and its end in the new formation.
static bool check_path(lb_view *view, const lb_action *action, const terms *by, lb_footprint *end,
                       const lb_walk **walk, lb_reason *reason)
{
    uint32_t unit = action->unit;
    lb_size size = vf_size(view->battle, view->state, unit, action->formation);
    lb_move_costs costs = vf_costs_of(view->battle, by->gait);
    lb_mover mover;
    bool reforms_now;
    lb_quad quad;

    lb_mover_start(&mover, view, unit, &costs, by->keep_tmm);
    mover.gait = by->gait;
    *walk = lb_way_walk(view, &mover, &action->path);
    if (!lb_way_is_legal(view, &mover, *walk, by->allowance, by->clause,
                         by->clause == CL_ACT_DOUBLE ? CL_ACT_DOUBLE : vf_rate_of(by->gait),
                         reason))
        return false;
    *end = (*walk)->end;
    end->width_tmm = size.width_tmm;
    end->depth_tmm = size.depth_tmm;
    reforms_now = action->formation != lb_view_formation(view, unit);
    if (reforms_now && !lb_may_stand(view, &mover.movers, end))
        return lb_no(reason, CL_ACT_REFORM, "there is no room for the new formation");
    if (lb_is_in_water(view, end, is_marching(action->formation)))
        return lb_no(reason, reforms_now ? CL_ACT_REFORM : by->clause,
                     "part of it would stand in the river");
    if (!reforms_now)
        return true;
    quad = lb_footprint_corners(end);
    return !is_enemy_within(view, unit, &quad, by->keep_tmm - 1) ||
           lb_no(reason, by->clause, "the new formation would be too near to the enemy");
}

/// vf.play.three: nearer to the enemy a unit neither moves nor reforms.
static bool judge_move(lb_view *view, const lb_action *action, terms *by, lb_footprint *end,
                       const lb_walk **walk, lb_reason *reason)
{
    by->clause = CL_ACT_MOVE;
    by->keep_tmm = vf_at_least(VALUE_OF(view->battle, ACT_MOVE));
    if (is_enemy_within(view, action->unit, &view->quad[action->unit], by->keep_tmm - 1))
        return lb_no(reason, CL_ACT_MOVE,
                     "the enemy is too near: it can only assault, retreat or rally");
    return check_path(view, action, by, end, walk, reason);
}

static bool judge_double(lb_view *view, const lb_action *action, terms *by, lb_footprint *end,
                         const lb_walk **walk, lb_reason *reason)
{
    int32_t far = LB_INCHES(VALUE_OF(view->battle, DOUBLE_DISTANCE));

    if (is_enemy_within(view, action->unit, &view->quad[action->unit], far))
        return lb_no(reason, CL_ACT_DOUBLE, "the enemy is too near");
    *by = (terms){far + 1, by->allowance * VALUE_OF(view->battle, DOUBLE_TIMES), CL_ACT_DOUBLE,
                  by->gait};
    return check_path(view, action, by, end, walk, reason);
}

/// True if a place is farther from the enemy nearest to a unit than the unit is.
static bool leads_away(lb_view *view, uint32_t unit, const lb_quad *end)
{
    uint32_t enemy = lb_view_nearest_foe(view, unit);

    return enemy == LB_NOBODY ||
           lb_quad_compare_distance(&view->quad[enemy], &view->quad[unit], end) < 0;
}

static bool judge_retreat(lb_view *view, const lb_action *action, terms *by, lb_footprint *end,
                          const lb_walk **walk, lb_reason *reason)
{
    lb_quad quad;

    if (reforms(view, action) &&
        is_enemy_within(view, action->unit, &view->quad[action->unit],
                        LB_INCHES(VALUE_OF(view->battle, ACT_RETREAT_REFORM))))
        return lb_no(reason, CL_ACT_RETREAT, "too near to the enemy to reform or turn");
    by->clause = CL_ACT_RETREAT;
    if (!check_path(view, action, by, end, walk, reason))
        return false;
    quad = lb_footprint_corners(end);
    if (is_enemy_within(view, action->unit, &quad,
                        vf_at_least(VALUE_OF(view->battle, ACT_RETREAT_END)) - 1))
        return lb_no(reason, CL_ACT_RETREAT, "it would end too near to the enemy");
    return leads_away(view, action->unit, &quad) ||
           lb_no(reason, CL_ACT_RETREAT, "a Retreat leads away from the nearest enemy");
}

static bool judge_assault(lb_view *view, const lb_action *action, lb_footprint *end,
                          const lb_walk **walk, lb_reason *reason)
{
    uint32_t unit = action->unit;

    if (!lb_view_is_foe(view, lb_view_side(view, unit), action->target))
        return lb_no(reason, CL_ACT_ASSAULT, "there is no such enemy");
    return vf_may_assault(view, unit, reason) &&
           vf_judge_contact(
               view, action,
               vf_allowance(view->battle, view->state, unit, lb_view_formation(view, unit)), end,
               walk, reason);
}

bool vf_judge_way(lb_view *view, const lb_action *asked, lb_footprint *end, const lb_walk **walk,
                  lb_reason *reason)
{
    lb_action action = *asked;
    terms by;

    *walk = NULL;
    /* An assault and the double know no reforming. */
    if (action.verb == VERB_ASSAULT || action.verb == VERB_DOUBLE)
        action.formation = lb_view_formation(view, action.unit);
    if (!check_reform(view, &action, reason))
        return false;
    if (action.verb == VERB_ASSAULT)
        return judge_assault(view, &action, end, walk, reason);
    by = terms_of(view, &action);
    if (action.verb == VERB_DOUBLE)
        return judge_double(view, &action, &by, end, walk, reason);
    if (action.verb == VERB_RETREAT)
        return judge_retreat(view, &action, &by, end, walk, reason);
    return judge_move(view, &action, &by, end, walk, reason);
}

bool vf_check_move(const lb_asked *asked, const lb_action *action, lb_reason *reason)
{
    const lb_walk *walk;
    lb_footprint end;

    return vf_check_actor(asked, action, reason) &&
           vf_judge_way(asked->view, action, &end, &walk, reason);
}

/* Carrying out. */

/// The length of a path, without what the ground costs.
static int32_t length_of(const lb_view *view, const lb_action *action)
{
    int32_t way = 0;

    for (uint32_t i = 0; i < action->path.count; i++) {
        const lb_step *step = &action->path.step[i];

        if (step->kind == LB_STEP_STRAIGHT || step->kind == LB_STEP_OBLIQUE)
            way += step->tmm < 0 ? -step->tmm : step->tmm;
        else if (step->kind == LB_STEP_WHEEL)
            way += lb_wheel_arc(view->size[action->unit].width_tmm, step->angle);
    }
    return way;
}

/// The formation by whose rate an action goes.
static uint8_t rate_formation(const lb_view *view, const lb_action *action)
{
    return action->verb == VERB_MOVE || action->verb == VERB_RETREAT
               ? action->formation
               : lb_view_formation(view, action->unit);
}

/// Says by which rate a unit moves and what the ground on its way costs.
static void tell_way(lb_run *run, const lb_action *action, const lb_walk *walk)
{
    lb_actor who = lb_unit_actor(action->unit);
    int32_t way, cost;

    if (action->path.count == 0 || run->sink == NULL)
        return;
    lb_tell_of(run, LB_EVENT_NOTE, vf_rate_of(rate_formation(run->view, action)), who, 0);
    if (lb_unit_has(run->battle, action->unit, LB_TRAIT_SWIFT)) {
        lb_tell_of(run, LB_EVENT_NOTE, CL_TRAIT_SWIFT, who, 0);
        lb_tell_of(run, LB_EVENT_ADD, CL_MOVE_FAST, who, V(MOVE_FAST));
    }
    if (walk == NULL || walk->stop != LB_STOP_NONE)
        return;
    way = length_of(run->view, action);
    cost = walk->cost_tmm - walk->crossing_cost_tmm;
    if (walk->crossing_cost_tmm > 0)
        lb_tell_of(run, LB_EVENT_NOTE, CL_MOVE_BARRIER, who, 0);
    if (cost > way + 1)
        lb_tell_of(run, LB_EVENT_NOTE, CL_MOVE_ROUGH, who, 0);
    if (cost < way - 1)
        lb_tell_of(run, LB_EVENT_NOTE, CL_MOVE_HIGHWAY, who, 0);
}

/// Says which settled readings have had a part in an action.
static void tell_readings(lb_run *run, const lb_action *action, const lb_walk *walk,
                          const lb_footprint *end)
{
    uint8_t before = lb_view_formation(run->view, action->unit), after = action->formation;
    uint32_t flags = run->state->unit[action->unit].flags;
    lb_actor who = lb_unit_actor(action->unit);

    if (action->verb == VERB_ASSAULT) {
        if (walk != NULL && walk->end.heading != end->heading)
            lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_REACH, who, 0);
        if ((flags & UNIT_ONWARD) != 0)
            lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_NINE, who, 0);
    }
    if (action->verb == VERB_RETREAT &&
        is_enemy_within(run->view, action->unit, &run->view->quad[action->unit],
                        vf_at_least(V(ACT_MOVE)) - 1))
        lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_THREE, who, 0);
    if ((action->verb != VERB_MOVE && action->verb != VERB_RETREAT) || after == before)
        return;
    lb_tell_of(run, LB_EVENT_NOTE, CL_ACT_REFORM, who, 0);
    if (is_artillery(after))
        lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_GUNS, who, 0);
    if (after == FORMATION_MASSE)
        lb_tell_of(run, LB_EVENT_NOTE, CL_PLAY_MASSE, who, 0);
}

void vf_carry_out(lb_run *run)
{
    static const uint16_t clauses[VERB_COUNT] = {[VERB_MOVE] = CL_ACT_MOVE,
                                                 [VERB_RETREAT] = CL_ACT_RETREAT,
                                                 [VERB_ASSAULT] = CL_ACT_ASSAULT,
                                                 [VERB_DOUBLE] = CL_ACT_DOUBLE};
    const lb_action *action = &run->state->action;
    bool moves_on =
        action->verb == VERB_MOVE && (run->state->unit[action->unit].flags & UNIT_AGAIN) != 0;
    bool assaults = action->verb == VERB_ASSAULT;
    uint16_t clause = clauses[action->verb];
    const lb_walk *walk;
    lb_footprint end;
    lb_reason reason;

    if (!vf_judge_way(run->view, action, &end, &walk, &reason))
        return;
    tell_way(run, action, walk);
    tell_readings(run, action, walk, &end);
    lb_change_place(run, clause, action->unit, &end);
    if (action->verb == VERB_MOVE || action->verb == VERB_RETREAT)
        lb_change_formation(run, CL_ACT_REFORM, action->unit, action->formation);
    lb_change_flags(run, clause, action->unit,
                    (moves_on ? UNIT_ONWARD : UNIT_ACTED) | (assaults ? UNIT_STORMED : 0),
                    UNIT_AGAIN | (moves_on ? 0 : UNIT_ONWARD));
    if (assaults)
        lb_tell_of_two(run, LB_EVENT_SET, clause, lb_unit_actor(action->unit),
                       lb_unit_actor(action->target), action->unit);
    else
        lb_tell_of(run, LB_EVENT_SET, clause, lb_unit_actor(action->unit), action->unit);
}

/* Listing: a useful set for each unit that may act. */

static int32_t reach_of(const lb_listing *list, uint32_t unit)
{
    return vf_allowance(list->asked.battle, list->asked.state, unit,
                        lb_view_formation(list->asked.view, unit));
}

/// A MOVE in the formation that the unit has.
static lb_action plain_move(const lb_listing *list, uint32_t unit)
{
    lb_action action = lb_action_of(VERB_MOVE);

    action.unit = (uint16_t)unit;
    action.formation = lb_view_formation(list->asked.view, unit);
    return action;
}

/// Goes toward a place, by a way round where the straight one is barred, or less far.
static void offer_toward(lb_listing *list, uint32_t unit, lb_point goal, int32_t most)
{
    static const int32_t turns[] = {0, 4551, -4551, 9102, -9102, 13653, -13653}; /* by 25 degrees */
    const lb_pose *pose = &list->asked.view->pose[unit];
    uint16_t heading = lb_heading_to(pose->at, goal);

    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        for (int32_t part = 1; part <= 2; part++) {
            uint16_t toward = (uint16_t)(heading + turns[i]);
            lb_action action = plain_move(list, unit);

            if (toward != pose->heading)
                lb_path_add(&action.path, lb_step_turn(toward));
            lb_path_add(&action.path, lb_step_straight(most / part));
            if (lb_offer(list, &action))
                return;
        }
}

static void offer_unit_moves(lb_listing *list, uint32_t unit)
{
    const lb_battle *battle = list->asked.battle;
    const lb_view *view = list->asked.view;
    uint32_t enemy = lb_view_nearest_centre(view, view->pose[unit].at,
                                            lb_view_foes(view, lb_view_side(view, unit)));
    int32_t reach = reach_of(list, unit);
    lb_action action = plain_move(list, unit);

    if (enemy != LB_NOBODY) {
        lb_point there = view->pose[enemy].at;

        offer_toward(list, unit, there, reach);
        offer_toward(list, unit, there, reach / 2);
        lb_path_add(&action.path, lb_step_turn(lb_heading_to(view->pose[unit].at, there)));
        (void)lb_offer(list, &action);
    }
    for (uint32_t o = 0; o < battle->objective_count; o++)
        offer_toward(list, unit, battle->objective[o].at, reach);
    action.path.count = 0;
    for (uint32_t formation = 0; formation < FORMATIONS; formation++) {
        action.formation = (uint8_t)formation;
        if (formation != lb_view_formation(view, unit))
            (void)lb_offer(list, &action);
    }
}

void vf_offer_moves(lb_listing *list)
{
    vf_for_each_actor(list, offer_unit_moves);
}

static void offer_retreat(lb_listing *list, uint32_t unit)
{
    static const int8_t halves[] = {-2, -1, 2, 1}; /* of a full move; back first */
    lb_action action = plain_move(list, unit);

    action.verb = VERB_RETREAT;
    action.path.count = 1;
    for (uint32_t i = 0; i < sizeof halves; i++) {
        action.path.step[0] = lb_step_straight(reach_of(list, unit) * halves[i] / 2);
        if (lb_offer(list, &action))
            return;
    }
}

void vf_offer_retreats(lb_listing *list)
{
    vf_for_each_actor(list, offer_retreat);
}

static void offer_double(lb_listing *list, uint32_t unit)
{
    lb_action action = lb_action_of(VERB_DOUBLE);

    action.unit = (uint16_t)unit;
    lb_path_add(&action.path, lb_step_straight(reach_of(list, unit) *
                                               VALUE_OF(list->asked.battle, DOUBLE_TIMES)));
    (void)lb_offer(list, &action);
}

void vf_offer_doubles(lb_listing *list)
{
    vf_for_each_actor(list, offer_double);
}
