// SPDX-License-Identifier: MIT
// Contacts on the table: which rows touch so that they have to fight in the Combat stage, and who
// attacks whom there (nl.loss.1, nl.play.contact, nl.play.caught).

#include "rules/napoleons_legacy/play.h"

/// True if the front of a unit touches another along more than a corner. A square is nothing but
/// fronts.
static bool is_facing(const lb_view *view, uint32_t unit, uint32_t other)
{
    if (!lb_box_meets(view->box[unit], view->box[other], 2 * LB_CONTACT_TMM))
        return false;
    return lb_contact_of(&view->quad[unit], &view->quad[other]).length_tmm > 2 * LB_CONTACT_TMM ||
           (lb_view_formation(view, unit) == FORMATION_SQUARE &&
            lb_contact_of(&view->quad[other], &view->quad[unit]).length_tmm > 2 * LB_CONTACT_TMM);
}

/// True if a unit of the active side touches another so that they have to fight: along a front, or
/// anyhow if it has charged that row.
static bool is_in_fight(lb_view *view, uint32_t unit, const struct nl_body *enemy)
{
    int32_t charged = view->state->unit[unit].mark[MARK_TARGET] - 1;

    if (view->state->unit[unit].mark[MARK_FIGHTS] > VALUE_OF(view->battle, ADVANCE_14))
        return false;
    LB_EACH (i, &enemy->units)
        if (is_facing(view, unit, i) ||
            (charged >= 0 && lb_unit_set_has(&enemy->units, (uint16_t)charged) &&
             lb_view_touch(view, unit, i)))
            return true;
    return false;
}

lb_unit_set nl_attackers_of(lb_view *view, uint32_t target, uint32_t side)
{
    struct nl_body enemy = nl_body_of(view, target);
    bool is_friend = lb_view_side(view, target) == side;
    lb_unit_set all = {{0}};

    LB_EACH (i, &view->here[side]) {
        int32_t charged = view->state->unit[i].mark[MARK_TARGET] - 1;
        struct nl_body row;

        if (lb_unit_set_has(&all, (uint16_t)i) || lb_unit_set_has(&enemy.units, (uint16_t)i) ||
            (is_friend && (charged < 0 || !lb_unit_set_has(&enemy.units, (uint16_t)charged))) ||
            !is_in_fight(view, i, &enemy))
            continue;
        row = nl_body_of(view, i);
        lb_unit_set_join(&all, &row.units);
    }
    return all;
}

/// True if a unit that touches an enemy row has still to fight it in this stage: once, or again if
/// it has closed with it anew.
static bool has_to_fight(lb_view *view, uint32_t unit, uint32_t target)
{
    const lb_unit *of = &view->state->unit[unit];
    struct nl_body enemy = nl_body_of(view, target);
    bool is_closed = (of->flags & UNIT_CLOSED) != 0;

    if ((view->state->unit[target].flags & UNIT_FOUGHT) != 0)
        return is_closed && of->mark[MARK_TARGET] > 0 &&
               lb_unit_set_has(&enemy.units, (uint16_t)(of->mark[MARK_TARGET] - 1));
    return is_closed || of->mark[MARK_FIGHTS] == 0;
}

/// False if the active side surely does not fight the row of a unit.
static bool may_be_attacked(lb_view *view, uint32_t unit)
{
    bool is_friend = lb_view_side(view, unit) == view->state->active;
    struct nl_body row = nl_body_of(view, unit);

    LB_EACH (i, &row.units) {
        if (!is_friend && lb_view_is_engaged(view, i))
            return true;
        if (!is_friend)
            continue;
        LB_EACH (j, &view->here[view->state->active])
            if (view->state->unit[j].mark[MARK_TARGET] == (int32_t)i + 1)
                return true;
    }
    return false;
}

uint32_t nl_next_contact(lb_view *view, uint32_t from, uint32_t *unit)
{
    for (uint32_t i = from; i < view->battle->unit_count; i++) {
        lb_unit_set attackers;

        if (!lb_view_is_here(view, i) || !may_be_attacked(view, i) || !nl_is_first_of_body(view, i))
            continue;
        attackers = nl_attackers_of(view, i, view->state->active);
        LB_EACH (j, &attackers)
            if (has_to_fight(view, j, i)) {
                *unit = j;
                return i;
            }
    }
    return LB_NOBODY;
}

bool nl_next_leftover(lb_view *view, uint32_t *unit, uint32_t *target)
{
    const lb_unit *of = view->state->unit;

    LB_EACH (i, &view->here[view->state->active]) {
        lb_unit_set near;

        if (!lb_view_is_engaged(view, i) || of[i].mark[MARK_FIGHTS] > 0 ||
            (of[i].flags & UNIT_FOUGHT) != 0)
            continue;
        near = lb_view_near(view, view->box[i], LB_CONTACT_TMM,
                            lb_view_foes(view, lb_view_side(view, i)));
        LB_EACH (j, &near)
            if (of[j].mark[MARK_FIGHTS] == 0 && (of[j].flags & UNIT_FOUGHT) == 0 &&
                lb_view_touch(view, i, j)) {
                bool is_struck = is_facing(view, j, i);

                *unit = is_struck ? j : i;
                *target = is_struck ? i : j;
                return true;
            }
    }
    return false;
}
