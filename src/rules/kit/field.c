// SPDX-License-Identifier: MIT
// See field.h.

#include "rules/kit/field.h"

enum {
    ARRIVAL_RINGS = 24,
    SPOKES = 16,
    ARRIVAL_STEP = 2 * LB_TMM_INCH,
    WATER_STEP = 8,    ///< between points of a column that may stand in a river
    WATER_POINTS = 128 ///< and how many there are at most
};

bool lb_may_stand(const lb_view *view, const lb_unit_set *except, const lb_footprint *footprint)
{
    lb_unit_set others, near;
    lb_quad quad;
    lb_box box;

    if (!lb_footprint_is_valid(footprint))
        return false;
    quad = lb_footprint_corners(footprint);
    box = lb_quad_box_of(&quad);
    if (box.low.x < 0 || box.low.y < 0 || box.high.x > view->ground.width_tmm ||
        box.high.y > view->ground.depth_tmm ||
        lb_view_ground_touches(view, &quad, LB_KIND(IMPASSABLE)))
        return false;
    others = lb_view_others(view, except);
    near = lb_view_near(view, box, 0, &others);
    LB_EACH (i, &near)
        if (lb_quad_overlaps_deeper(&quad, &view->quad[i], LB_CONTACT_TMM))
            return false;
    return true;
}

/// True if a point lies in a river, and neither on a bridge nor in a ford.
static bool is_point_in_water(const lb_view *view, lb_point point)
{
    bool is_in_river = false;

    for (uint16_t p = 0; p < view->ground.piece_count; p++) {
        uint32_t kind = UINT32_C(1) << view->ground.piece[p].kind;

        if ((kind & (LB_KIND(RIVER) | LB_KIND(BRIDGE) | LB_KIND(FORD))) == 0 ||
            !lb_piece_has_point(&view->ground, p, point))
            continue;
        if ((kind & LB_KIND(RIVER)) == 0)
            return false;
        is_in_river = true;
    }
    return is_in_river;
}

/// True if a point of the line through the middle of a footprint, from front to rear, lies in a
/// river.
static bool is_file_in_water(const lb_view *view, const lb_footprint *footprint)
{
    int32_t step = lb_most(WATER_STEP, footprint->depth_tmm / WATER_POINTS);

    for (int32_t back = 0; back <= footprint->depth_tmm; back += step)
        if (is_point_in_water(view, lb_point_towards(footprint->centre, footprint->heading,
                                                     footprint->depth_tmm / 2 - back)))
            return true;
    return false;
}

bool lb_is_in_water(const lb_view *view, const lb_footprint *footprint, bool is_narrow)
{
    lb_quad quad = lb_footprint_corners(footprint);
    const lb_point at[] = {footprint->centre, quad.corner[0], quad.corner[1], quad.corner[2],
                           quad.corner[3]};

    if (!lb_view_ground_touches(view, &quad, LB_KIND(RIVER)))
        return false;
    if (is_narrow)
        return is_file_in_water(view, footprint);
    if (!lb_view_ground_touches(view, &quad, LB_KIND(BRIDGE) | LB_KIND(FORD)))
        return true;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        if (is_point_in_water(view, at[i]))
            return true;
    return false;
}

bool lb_find_place(const lb_view *view, const lb_unit_set *except, int32_t step_tmm, int32_t rings,
                   lb_footprint *place)
{
    static const lb_unit_set nobody;

    return lb_find_place_off(view, except, &nobody, 0, step_tmm, rings, place);
}

bool lb_find_place_off(const lb_view *view, const lb_unit_set *except, const lb_unit_set *foes,
                       int32_t off_tmm, int32_t step_tmm, int32_t rings, lb_footprint *place)
{
    lb_footprint tried = *place;
    lb_quad quad;

    for (int32_t ring = 0; ring < rings; ring++)
        for (int32_t spoke = 0; spoke < SPOKES; spoke++) {
            tried.centre =
                lb_point_towards(place->centre, (uint16_t)(place->heading + spoke * 65536 / SPOKES),
                                 ring * step_tmm);
            quad = lb_footprint_corners(&tried);
            if (lb_may_stand(view, except, &tried) && !lb_is_in_water(view, &tried, false) &&
                !lb_view_any_within(view, &quad, foes, off_tmm)) {
                *place = tried;
                return true;
            }
        }
    return false;
}

/// A unit comes onto the table, and its leader with it; it waits if there is no room.
static void arrive_unit(lb_run *run, uint16_t clause, uint32_t number)
{
    const lb_unit_card *card = &run->battle->unit[number];
    lb_state *state = run->state;
    uint16_t leader = run->battle->group[card->group].leader;
    lb_unit_set itself = lb_set_of(number);
    lb_footprint place = lb_unit_footprint(run->battle, state, number);

    place.centre = card->at;
    place.heading = card->heading;
    if (!lb_find_place(run->view, &itself, ARRIVAL_STEP, ARRIVAL_RINGS, &place))
        return;
    lb_change_place(run, clause, number, &place);
    lb_change_presence(run, clause, number, LB_PRESENCE_TABLE);
    state->unit[number].off_turn = 0;
    if (leader != LB_NOBODY && state->leader[leader].presence == LB_PRESENCE_AWAY &&
        state->leader[leader].off_turn <= state->turn) {
        lb_change_leader_place(run, clause, leader, state->unit[number].at);
        lb_change_leader_presence(run, clause, leader, LB_PRESENCE_TABLE);
        state->leader[leader].off_turn = 0;
    }
}

/// Leaders who were off the table come back to their place; with a group, once that is here.
static void return_leaders(lb_run *run, uint16_t clause)
{
    const lb_battle *battle = run->battle;

    for (uint32_t i = 0; i < battle->leader_count; i++) {
        const lb_leader_card *card = &battle->leader[i];
        lb_leader *leader = &run->state->leader[i];

        if (leader->presence != LB_PRESENCE_AWAY || leader->off_turn == 0 ||
            leader->off_turn > run->state->turn || card->side != run->state->active ||
            (card->group != LB_NOBODY && !lb_group_is_here(battle, run->state, card->group)))
            continue;
        lb_change_leader_presence(run, clause, i, LB_PRESENCE_TABLE);
        leader->off_turn = 0;
    }
}

void lb_arrive(lb_run *run, uint16_t clause)
{
    const lb_battle *battle = run->battle;
    const lb_state *state = run->state;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (state->unit[i].presence == LB_PRESENCE_AWAY && battle->unit[i].side == state->active &&
            battle->unit[i].arrival_turn <= state->turn && state->unit[i].off_turn <= state->turn)
            arrive_unit(run, clause, i);
    return_leaders(run, clause);
}

/* Objectives. */

/// A leader leaves with the last unit of his group.
static void leave_with_last(lb_run *run, uint16_t clause, uint32_t group)
{
    uint16_t leader = run->battle->group[group].leader;

    if (leader != LB_NOBODY && run->state->leader[leader].presence == LB_PRESENCE_TABLE &&
        !lb_group_is_here(run->battle, run->state, group))
        lb_change_leader_presence(run, clause, leader, LB_PRESENCE_LEFT);
}

static bool is_in_circle(const lb_objective_card *of, lb_point at)
{
    int64_t x = at.x - of->at.x, y = at.y - of->at.y;

    return x * x + y * y <= (int64_t)of->radius_tmm * of->radius_tmm;
}

/// Units of the active side whose middle is in the circle of an exit of theirs leave the table.
static void leave_by(lb_run *run, uint16_t clause, const lb_objective_card *exit)
{
    lb_unit_set own = run->view->here[exit->exit];

    if (run->state->active != exit->exit)
        return;
    LB_EACH (i, &own)
        if (is_in_circle(exit, run->state->unit[i].at)) {
            lb_change_presence(run, clause, i, LB_PRESENCE_LEFT);
            leave_with_last(run, clause, run->battle->unit[i].group);
        }
}

/// Who holds an exit: the side that leaves by it as soon as enough of its units have left.
static uint8_t holder_of_exit(const lb_run *run, const lb_objective_card *exit)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < run->battle->unit_count; i++)
        left += run->battle->unit[i].side == exit->exit &&
                run->state->unit[i].presence == LB_PRESENCE_LEFT &&
                is_in_circle(exit, run->state->unit[i].at);
    return left >= exit->leavers ? exit->exit : 1 - exit->exit;
}

/// Who stands alone at an objective; otherwise whoever held it, or nobody.
static uint8_t holder_of_ground(const lb_run *run, uint32_t objective, bool must_stay)
{
    const lb_objective_card *card = &run->battle->objective[objective];
    const lb_view *view = run->view;
    bool is_near[LB_SIDES] = {false, false};

    for (uint32_t s = 0; s < LB_SIDES; s++) {
        lb_unit_set near =
            lb_view_near(view, (lb_box){card->at, card->at}, card->radius_tmm, &view->here[s]);

        LB_EACH (i, &near)
            is_near[s] |= lb_point_is_within(card->at, &view->quad[i], card->radius_tmm);
    }
    if (is_near[0] != is_near[1])
        return is_near[0] ? 0 : 1;
    return must_stay ? LB_NO_SIDE : run->state->held[objective];
}

void lb_hold_objectives(lb_run *run, uint16_t clause, bool must_stay)
{
    for (uint32_t o = 0; o < run->battle->objective_count; o++) {
        const lb_objective_card *card = &run->battle->objective[o];
        bool is_exit = card->exit != LB_NO_SIDE;
        uint8_t holder;

        if (is_exit)
            leave_by(run, clause, card);
        holder = is_exit ? holder_of_exit(run, card) : holder_of_ground(run, o, must_stay);
        if (run->state->held[o] != holder) {
            lb_event event = {.kind = LB_EVENT_CHANGE,
                              .clause = clause,
                              .side = holder,
                              .what = LB_CHANGE_HELD,
                              .who = {LB_ACTOR_OBJECTIVE, (uint16_t)o},
                              .before = run->state->held[o],
                              .after = holder};

            run->state->held[o] = holder;
            if (run->sink != NULL)
                run->sink->emit(run->sink->context, &event);
        }
    }
}

uint32_t lb_group_left(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    uint32_t left = 0;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        left += state->unit[i].presence != LB_PRESENCE_GONE;
    return left;
}

bool lb_group_is_here(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
        if (state->unit[i].presence == LB_PRESENCE_TABLE)
            return true;
    return false;
}

bool lb_side_is_left(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].side == side && state->unit[i].presence != LB_PRESENCE_GONE)
            return true;
    return false;
}
