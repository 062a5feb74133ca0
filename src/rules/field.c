// SPDX-License-Identifier: MIT
// See field.h.

#include "rules/field.h"

#include "base/number.h"

enum { ARRIVAL_RINGS = 24, SPOKES = 16, ARRIVAL_STEP = 2 * LB_TMM_INCH };

bool lb_unit_is_here(const lb_state *state, uint32_t unit)
{
    return state->unit[unit].presence == LB_PRESENCE_TABLE;
}

lb_quad lb_unit_quad(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    lb_footprint footprint = lb_unit_footprint(battle, state, unit);

    return lb_footprint_corners(&footprint);
}

void lb_quad_box(const lb_quad *quad, lb_point *low, lb_point *high)
{
    *low = *high = quad->corner[0];
    for (int i = 1; i < 4; i++) {
        low->x = lb_least(low->x, quad->corner[i].x);
        low->y = lb_least(low->y, quad->corner[i].y);
        high->x = lb_most(high->x, quad->corner[i].x);
        high->y = lb_most(high->y, quad->corner[i].y);
    }
}

bool lb_unit_may_be_near(const lb_battle *battle, const lb_state *state, uint32_t unit,
                         lb_point low, lb_point high, int32_t tmm)
{
    lb_size size = battle->rules->play->size(battle, state, unit, state->unit[unit].formation);
    /* No corner is farther from the centre in x or y, its rounding included. */
    int64_t reach = (int64_t)(size.width_tmm + size.depth_tmm) / 2 + 2 + tmm;
    lb_point at = state->unit[unit].at;

    return low.x - reach <= at.x && at.x <= high.x + reach && low.y - reach <= at.y &&
           at.y <= high.y + reach;
}

int32_t lb_unit_distance(const lb_battle *battle, const lb_state *state, uint32_t a, uint32_t b)
{
    lb_quad own = lb_unit_quad(battle, state, a), other = lb_unit_quad(battle, state, b);

    return lb_quad_distance_ceil(&own, &other);
}

int32_t lb_point_distance(lb_point a, lb_point b)
{
    int64_t x = a.x - b.x, y = a.y - b.y, square = x * x + y * y, root = 0;

    for (int64_t bit = INT64_C(1) << 20; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return (int32_t)root;
}

uint32_t lb_nearest_enemy(const lb_battle *battle, const lb_state *state, const lb_quad *from,
                          uint32_t side)
{
    lb_quad best_quad = *from;
    lb_point low, high;
    uint32_t best = LB_NOBODY;
    int32_t distance = 0;

    lb_quad_box(from, &low, &high);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad quad;

        if (!lb_unit_is_here(state, i) || battle->unit[i].side == side ||
            (best != LB_NOBODY && !lb_unit_may_be_near(battle, state, i, low, high, distance)))
            continue;
        quad = lb_unit_quad(battle, state, i);
        if (best == LB_NOBODY || lb_quad_compare_distance(from, &quad, &best_quad) < 0) {
            best = i;
            best_quad = quad;
            distance = lb_quad_distance_ceil(from, &quad);
        }
    }
    return best;
}

bool lb_enemy_is_within(const lb_battle *battle, const lb_state *state, const lb_quad *quad,
                        uint32_t side, int32_t tmm)
{
    lb_point low, high;

    lb_quad_box(quad, &low, &high);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad other;

        if (!lb_unit_is_here(state, i) || battle->unit[i].side == side ||
            !lb_unit_may_be_near(battle, state, i, low, high, tmm))
            continue;
        other = lb_unit_quad(battle, state, i);
        if (lb_quad_is_within(quad, &other, tmm))
            return true;
    }
    return false;
}

bool lb_may_stand(const lb_battle *battle, const lb_state *state, const lb_unit_set *except,
                  const lb_footprint *footprint)
{
    lb_ground ground = lb_battle_ground(battle);
    lb_quad quad;
    lb_point low, high;

    if (!lb_footprint_is_valid(footprint))
        return false;
    quad = lb_footprint_corners(footprint);
    lb_quad_box(&quad, &low, &high);
    if (low.x < 0 || low.y < 0 || high.x > ground.width_tmm || high.y > ground.depth_tmm)
        return false;
    for (uint16_t p = 0; p < ground.piece_count; p++)
        if (ground.piece[p].kind == LB_TERRAIN_IMPASSABLE &&
            lb_piece_cover(&ground, p, &quad) >= LB_COVER_SOME)
            return false;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_quad other;

        if (lb_unit_set_has(except, (uint16_t)i) || !lb_unit_is_here(state, i) ||
            !lb_unit_may_be_near(battle, state, i, low, high, 0))
            continue;
        other = lb_unit_quad(battle, state, i);
        if (lb_quad_overlaps_deeper(&quad, &other, LB_CONTACT_TMM))
            return false;
    }
    return true;
}

lb_face lb_face_met(const lb_quad *target, const lb_footprint *from)
{
    lb_footprint on = *from;
    lb_quad own = lb_footprint_corners(from);

    on.centre = lb_point_towards(on.centre, on.heading, lb_quad_distance_ceil(&own, target));
    if (lb_footprint_is_valid(&on)) {
        lb_quad quad = lb_footprint_corners(&on);
        lb_contact contact = lb_contact_of(&quad, target);

        if (contact.is_touching && contact.length_tmm > LB_CONTACT_TMM)
            return contact.face;
    }
    return lb_face_of_point(target, lb_quad_middle(&own, LB_FACE_FRONT));
}

lb_footprint lb_flush(const lb_footprint *target, lb_face face, const lb_footprint *from,
                      int32_t eighths)
{
    lb_quad other = lb_footprint_corners(target), own = lb_footprint_corners(from);
    lb_point front = lb_quad_middle(&own, LB_FACE_FRONT), middle = lb_quad_middle(&other, face);
    bool is_end = face == LB_FACE_FRONT || face == LB_FACE_REAR;
    int32_t half = ((is_end ? target->width_tmm : target->depth_tmm) + from->width_tmm) / 2;
    uint16_t normal = (uint16_t)(target->heading + (uint16_t)face * LB_ANGLE_QUARTER);
    uint16_t side = (uint16_t)(normal + LB_ANGLE_QUARTER);
    int64_t dx = front.x - middle.x, dy = front.y - middle.y;
    int32_t along = (int32_t)((dx * lb_sine(side) + dy * lb_cosine(side)) / LB_SINE_ONE);
    lb_footprint end = *from;

    along = lb_most(-half * 3 / 4, lb_least(half * 3 / 4, along)) * eighths / 8;
    middle = lb_point_towards(middle, side, along);
    end.heading = (uint16_t)(normal + LB_ANGLE_HALF);
    end.centre = lb_point_towards(middle, normal, from->depth_tmm / 2 + 1);
    return end;
}

bool lb_find_place(const lb_battle *battle, lb_state *state, uint32_t number, lb_point wish,
                   int32_t step_tmm, int32_t rings)
{
    lb_unit *unit = &state->unit[number];
    lb_point before = unit->at;
    lb_unit_set itself = {{0}};

    lb_unit_set_add(&itself, (uint16_t)number);
    for (int32_t ring = 0; ring < rings; ring++)
        for (int32_t spoke = 0; spoke < SPOKES; spoke++) {
            lb_footprint place;

            unit->at = lb_point_towards(wish, (uint16_t)(unit->heading + spoke * 65536 / SPOKES),
                                        ring * step_tmm);
            place = lb_unit_footprint(battle, state, number);
            if (lb_may_stand(battle, state, &itself, &place))
                return true;
        }
    unit->at = before;
    return false;
}

void lb_arrive(const lb_battle *battle, lb_state *state)
{
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        const lb_unit_card *card = &battle->unit[i];
        uint8_t leader = battle->group[card->group].leader;

        if (state->unit[i].presence != LB_PRESENCE_AWAY || card->side != state->active ||
            card->arrival_turn > state->turn)
            continue;
        state->unit[i].heading = card->heading;
        if (!lb_find_place(battle, state, i, card->at, ARRIVAL_STEP, ARRIVAL_RINGS))
            continue;
        state->unit[i].presence = LB_PRESENCE_TABLE;
        if (leader != LB_NOBODY && state->leader[leader].presence == LB_PRESENCE_AWAY) {
            state->leader[leader].presence = LB_PRESENCE_TABLE;
            state->leader[leader].at = state->unit[i].at;
        }
    }
}

void lb_hold_objectives(const lb_battle *battle, lb_state *state)
{
    for (uint32_t o = 0; o < battle->objective_count; o++) {
        const lb_objective_card *card = &battle->objective[o];
        bool is_near[LB_SIDES] = {false, false};

        for (uint32_t i = 0; i < battle->unit_count; i++) {
            lb_quad quad;

            if (!lb_unit_is_here(state, i) ||
                !lb_unit_may_be_near(battle, state, i, card->at, card->at, card->radius_tmm))
                continue;
            quad = lb_unit_quad(battle, state, i);
            if (lb_point_is_within(card->at, &quad, card->radius_tmm))
                is_near[battle->unit[i].side] = true;
        }
        if (is_near[0] != is_near[1])
            state->held[o] = is_near[0] ? 0 : 1;
    }
}
