// SPDX-License-Identifier: MIT
// Formations as bodies of units: their columns, lines, boxes and Reformation Areas.

#include "rules/esr/play.h"

lb_unit_set esr_units(const lb_view *view, uint32_t group)
{
    lb_unit_set units = view->here[view->battle->group[group].side];

    /* Asked all the time, and whose unit is whose is hard to foretell: so without a branch. */
    for (uint32_t w = 0; w * 64 < view->battle->unit_count; w++)
        for (uint64_t left = units.bits[w]; left != 0; left &= left - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(left);

            units.bits[w] ^= (uint64_t)!esr_is_of(view->state, w * 64 + bit, group) << bit;
        }
    return units;
}

/// The units of a Formation that are, or are not, in its column.
static lb_unit_set units_formed(const lb_view *view, uint32_t group, bool is_ployed)
{
    lb_unit_set units = esr_units(view, group), formed = {{0}};

    LB_EACH (i, &units)
        if ((lb_view_formation(view, i) == FORMATION_PLOYED) == is_ployed)
            lb_unit_set_add(&formed, (uint16_t)i);
    return formed;
}

lb_unit_set esr_column(const lb_view *view, uint32_t group)
{
    return units_formed(view, group, true);
}

lb_unit_set esr_deployed(const lb_view *view, uint32_t group)
{
    return units_formed(view, group, false);
}

uint32_t esr_march_order(const lb_view *view, uint32_t group, uint16_t *order)
{
    lb_unit_set column = esr_column(view, group);
    bool is_reversed = (view->state->group[group].flags & GROUP_REVERSED) != 0;
    uint32_t count = 0;

    LB_EACH (i, &column)
        order[count++] = (uint16_t)i;
    for (uint32_t i = 0; is_reversed && i < count / 2; i++) {
        uint16_t other = order[count - 1 - i];

        order[count - 1 - i] = order[i];
        order[i] = other;
    }
    return count;
}

uint32_t esr_head(const lb_view *view, uint32_t group)
{
    uint16_t order[LB_UNITS_MAX];

    return esr_march_order(view, group, order) > 0 ? order[0] : LB_NOBODY;
}

uint32_t esr_count(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        count += esr_is_of(state, i, group) && (state->unit[i].presence == LB_PRESENCE_TABLE ||
                                                state->unit[i].presence == LB_PRESENCE_AWAY);
    return count;
}

bool esr_is_due(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return state->unit[unit].presence == LB_PRESENCE_AWAY &&
           (state->unit[unit].flags & UNIT_REFORMING) == 0 &&
           battle->unit[unit].arrival_turn <= state->turn &&
           state->unit[unit].off_turn <= state->turn;
}

/* Boxes. */

/// esr.play.box: the rectangle around some units, facing as the first of them.
static lb_footprint box_around(const lb_view *view, const lb_unit_set *units)
{
    uint32_t first = lb_unit_set_next(units, 0);
    uint16_t heading = view->pose[first].heading, right = (uint16_t)(heading + LB_ANGLE_QUARTER);
    lb_point origin = view->pose[first].at;
    int32_t front = INT32_MIN, rear = INT32_MAX, east = INT32_MIN, west = INT32_MAX;
    lb_footprint box = {.heading = heading};

    LB_EACH (i, units)
        for (int c = 0; c < 4; c++) {
            int32_t ahead = lb_ahead_of(origin, view->quad[i].corner[c], heading);
            int32_t aside = lb_ahead_of(origin, view->quad[i].corner[c], right);

            front = lb_most(front, ahead);
            rear = lb_least(rear, ahead);
            east = lb_most(east, aside);
            west = lb_least(west, aside);
        }
    box.centre = lb_point_towards(lb_point_towards(origin, heading, (front + rear) / 2), right,
                                  (east + west) / 2);
    box.width_tmm = lb_most(LB_FOOTPRINT_MIN, east - west);
    box.depth_tmm = lb_most(LB_FOOTPRINT_MIN, front - rear);
    return box;
}

/// Where the middle of a part of that length lies that is nearest to a place, from the middle of
/// the whole.
static int32_t slid_toward(int32_t place, int32_t whole, int32_t part)
{
    int32_t most = (whole - part) / 2;

    return lb_most(-most, lb_least(most, place));
}

lb_footprint esr_part_of_box(const lb_footprint *box, lb_point at)
{
    uint16_t right = (uint16_t)(box->heading + LB_ANGLE_QUARTER);
    lb_footprint part = *box;

    part.width_tmm = lb_least(LB_FOOTPRINT_MAX, box->width_tmm);
    part.depth_tmm = lb_least(LB_FOOTPRINT_MAX, box->depth_tmm);
    part.centre = lb_point_towards(
        part.centre, right,
        slid_toward(lb_ahead_of(box->centre, at, right), box->width_tmm, part.width_tmm));
    part.centre = lb_point_towards(
        part.centre, box->heading,
        slid_toward(lb_ahead_of(box->centre, at, box->heading), box->depth_tmm, part.depth_tmm));
    return part;
}

bool esr_box(const lb_view *view, uint32_t group, lb_footprint *box)
{
    lb_unit_set units = esr_deployed(view, group);

    if (lb_unit_set_is_empty(&units))
        units = esr_column(view, group);
    if (lb_unit_set_is_empty(&units))
        return false;
    *box = box_around(view, &units);
    return true;
}

bool esr_line(const lb_view *view, uint32_t group, lb_footprint *box)
{
    lb_unit_set units = esr_deployed(view, group);

    LB_EACH (i, &units)
        if (!esr_is_troops(view->battle, i))
            lb_unit_set_remove(&units, (uint16_t)i);
    if (lb_unit_set_is_empty(&units))
        return false;
    *box = box_around(view, &units);
    return true;
}

lb_point esr_middle(const lb_view *view, uint32_t group)
{
    lb_footprint box;

    return esr_box(view, group, &box) ? box.centre : view->state->group[group].area;
}

lb_point esr_post(const lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_units(view, group);
    lb_point middle = esr_middle(view, group);
    uint32_t nearest = LB_NOBODY;
    int32_t least = INT32_MAX;

    LB_EACH (i, &units) {
        int32_t distance = lb_point_distance_ceil(middle, &view->quad[i]);

        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest == LB_NOBODY || least <= LB_INCHES(VALUE_OF(view->battle, DEPLOY_STEP))
               ? middle
               : view->pose[nearest].at;
}

/* What is said of them. */

/// esr.fatigue.kinds: all three together.
int32_t esr_fatigue(const lb_state *state, uint32_t group)
{
    int32_t fatigue = 0;

    for (uint32_t arm = 0; arm < LB_FATIGUES; arm++)
        fatigue += state->group[group].fatigue[arm];
    return fatigue;
}

bool esr_is_fit(const lb_state *state, uint32_t group)
{
    return state->group[group].status == STATUS_FIT &&
           (state->group[group].flags & GROUP_GONE) == 0;
}

bool esr_goes_back(const lb_state *state, uint32_t group)
{
    return state->group[group].status == STATUS_RETREAT ||
           state->group[group].status == STATUS_BROKEN;
}

bool esr_is_here(const lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_units(view, group);

    return !lb_unit_set_is_empty(&units);
}

/// Whether a Formation has units of an arm that are not lost.
static bool has_arm(const lb_view *view, uint32_t group, uint32_t arm)
{
    for (uint32_t i = 0; i < view->battle->unit_count; i++)
        if (esr_is_of(view->state, i, group) && view->battle->unit[i].arm == arm &&
            (lb_view_is_here(view, i) || view->state->unit[i].presence == LB_PRESENCE_AWAY))
            return true;
    return false;
}

bool esr_is_cavalry(const lb_view *view, uint32_t group)
{
    return has_arm(view, group, LB_ARM_CAVALRY) && !has_arm(view, group, LB_ARM_INFANTRY);
}

bool esr_is_artillery(const lb_view *view, uint32_t group)
{
    return has_arm(view, group, LB_ARM_ARTILLERY) && !has_arm(view, group, LB_ARM_INFANTRY) &&
           !has_arm(view, group, LB_ARM_CAVALRY);
}

bool esr_is_touched(lb_view *view, uint32_t group)
{
    lb_unit_set units = esr_units(view, group);

    LB_EACH (i, &units)
        if (lb_view_is_engaged(view, i))
            return true;
    return false;
}

int32_t esr_enemy_distance(lb_view *view, uint32_t group, uint32_t *who)
{
    lb_unit_set units = esr_units(view, group);
    int32_t least = INT32_MAX;

    LB_EACH (i, &units) {
        uint32_t foe = lb_view_nearest_foe(view, i);
        int32_t distance = lb_mind_distance(view, i, foe);

        if (foe != LB_NOBODY && distance < least) {
            least = distance;
            if (who != NULL)
                *who = foe;
        }
    }
    return least;
}

bool esr_has_trait(const lb_view *view, uint32_t group, lb_trait trait)
{
    int32_t with = 0, all = 0;

    if (lb_has_trait(view->battle->group[group].traits, trait))
        return true;
    for (uint32_t i = 0; i < view->battle->unit_count; i++)
        if (esr_is_of(view->state, i, group) && esr_is_troops(view->battle, i) &&
            view->state->unit[i].presence != LB_PRESENCE_GONE) {
            with += lb_unit_has(view->battle, i, trait);
            all++;
        }
    return all > 0 && 2 * with >= all;
}

/* Reformation Areas. */

lb_point esr_area_place(const lb_battle *battle, const lb_footprint *box)
{
    int32_t wide = esr_tenths(battle, VALUE_OF(battle, PLAY_AREA_FRONT)) / 2;
    int32_t deep = esr_tenths(battle, VALUE_OF(battle, PLAY_AREA_DEPTH)) / 2;
    lb_point at =
        lb_point_towards(box->centre, box->heading,
                         -(box->depth_tmm / 2 + LB_INCHES(VALUE_OF(battle, PLAY_AREA_BEHIND)) +
                           esr_tenths(battle, VALUE_OF(battle, PLAY_AREA_DEPTH)) / 2));

    return (lb_point){lb_most(wide, lb_least(battle->width_tmm - wide, at.x)),
                      lb_most(deep, lb_least(battle->depth_tmm - deep, at.y))};
}

lb_footprint esr_area(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    return (lb_footprint){.centre = state->group[group].area,
                          .width_tmm = esr_tenths(battle, VALUE_OF(battle, PLAY_AREA_FRONT)),
                          .depth_tmm = esr_tenths(battle, VALUE_OF(battle, PLAY_AREA_DEPTH))};
}

lb_unit_set esr_area_touchers(const lb_view *view, uint32_t group)
{
    lb_footprint area = esr_area(view->battle, view->state, group);
    lb_unit_set touchers = {{0}}, near;
    lb_quad quad;

    if (!view->state->group[group].has_area || (view->state->group[group].flags & GROUP_GONE) != 0)
        return touchers;
    quad = lb_footprint_corners(&area);
    near = lb_view_near(view, lb_quad_box_of(&quad), LB_CONTACT_TMM,
                        lb_view_foes(view, view->battle->group[group].side));
    LB_EACH (i, &near)
        if (esr_is_troops(view->battle, i) && lb_quad_is_in_contact(&quad, &view->quad[i]))
            lb_unit_set_add(&touchers, (uint16_t)i);
    return touchers;
}
