// SPDX-License-Identifier: MIT
// Which formation suits a unit of a sensible player where it stands: column far from the enemy,
// line near him or under his guns, skirmish order for light troops, square with cavalry near,
// dragoons on foot in cover. How it comes there is in mind.c.

#include "rules/napoleons_legacy/play.h"

enum {
    DEPLOY_ATTACK = 22 * LB_TMM_CM, ///< in an attack later, since columns come on faster
    HOLD_LINE = 50 * LB_TMM_CM,     ///< a line that has an enemy so near stays one
    CAVALRY_NEAR = 20 * LB_TMM_CM   ///< cavalry from there is upon a unit
};

/// True if enemy cavalry in order could be upon a unit.
bool nl_is_cavalry_near(const lb_listing *list, uint32_t unit)
{
    const lb_view *view = list->asked.view;
    lb_unit_set near = lb_view_near(view, view->box[unit], CAVALRY_NEAR, lb_mind_foes(list));

    LB_EACH (i, &near)
        if (nl_is_mounted(view->battle, view->state, i) && !nl_is_disordered(view->state, i) &&
            lb_quad_is_within(&view->quad[unit], &view->quad[i], CAVALRY_NEAR))
            return true;
    return false;
}

/// From how near a unit fights in line: in an attack later, since columns come on faster.
static int32_t deploying_distance(const lb_listing *list, uint32_t unit)
{
    return lb_mind_group(list, unit)->task == LB_TASK_ATTACK ? DEPLOY_ATTACK : NL_DEPLOY;
}

/// True if guns of the enemy can fire at a unit: their balls go through all ranks of a column.
static bool is_under_guns(const lb_listing *list, uint32_t unit)
{
    lb_view *view = list->asked.view;

    LB_EACH (i, lb_mind_foes(list))
        if (view->battle->unit[i].arm == LB_ARM_ARTILLERY && nl_can_fire(view, i) &&
            lb_view_is_within(view, i, unit, LB_CMS(view->battle->unit[i].figure[FIGURE_RANGE])) &&
            nl_has_aim(view, i, unit, FIRE_SHOT))
            return true;
    return false;
}

/// True if a unit stands where it awaits the enemy.
static bool is_waiting(const lb_listing *list, uint32_t unit)
{
    return list->plan->bides && lb_mind_group(list, unit)->task != LB_TASK_ATTACK &&
           lb_point_distance(list->asked.view->pose[unit].at, list->plan->unit[unit].at) <=
               2 * NL_NEAR_STATION;
}

/// True if a unit is one of skirmishers.
static bool is_light(const lb_battle *battle, uint32_t unit)
{
    return lb_unit_has(battle, unit, LB_TRAIT_LIGHT) ||
           lb_unit_has(battle, unit, LB_TRAIT_SHARPSHOOTERS);
}

/// The formation that suits foot where it stands.
static uint8_t wanted_on_foot(const lb_listing *list, uint32_t unit, int32_t tmm)
{
    uint8_t formation = lb_view_formation(list->asked.view, unit);
    bool is_column = formation == FORMATION_ATTACK || formation == FORMATION_MARCH;

    if (formation == FORMATION_SQUARE && nl_is_cavalry_near(list, unit))
        return FORMATION_SQUARE;
    if (is_waiting(list, unit) && formation != FORMATION_SQUARE)
        return is_column && (tmm <= NL_DEPLOY || is_under_guns(list, unit)) ? FORMATION_LINE
                                                                            : formation;
    if (is_light(list->asked.battle, unit) &&
        (tmm <= (lb_mind_group(list, unit)->task == LB_TASK_ATTACK ? NL_DEPLOY : 2 * NL_DEPLOY) ||
         (formation == FORMATION_SKIRMISH && tmm <= 2 * NL_DEPLOY)))
        return FORMATION_SKIRMISH;
    if (formation == FORMATION_FIRING && tmm <= 2 * NL_DEPLOY)
        return FORMATION_FIRING;
    if (formation == FORMATION_LINE && tmm <= HOLD_LINE)
        return FORMATION_LINE;
    return tmm <= deploying_distance(list, unit) ||
                   (lb_mind_group(list, unit)->task != LB_TASK_ATTACK && is_under_guns(list, unit))
               ? FORMATION_LINE
               : FORMATION_ATTACK;
}

/// The formation that suits a unit where it stands.
uint8_t nl_formation_for(const lb_listing *list, uint32_t unit, int32_t tmm)
{
    uint8_t formation = lb_view_formation(list->asked.view, unit);

    switch (list->asked.battle->unit[unit].arm) {
    case LB_ARM_ARTILLERY:
        return formation;
    case LB_ARM_CAVALRY:
        return is_waiting(list, unit) ? formation
               : tmm > 2 * NL_DEPLOY || lb_mind_group(list, unit)->task == LB_TASK_ATTACK
                   ? FORMATION_ATTACK
                   : FORMATION_LINE;
    default:
        return wanted_on_foot(list, unit, tmm);
    }
}

/// True of dragoons that had better fight on foot, or that do and had better stay: in cover, with
/// foot before them and no horse near.
bool nl_is_for_foot(const lb_listing *list, uint32_t unit)
{
    lb_view *view = list->asked.view;
    bool is_mounted = nl_is_mounted(view->battle, view->state, unit);
    uint32_t foe = lb_view_nearest_foe(view, unit);
    int32_t tmm = lb_view_foe_distance(view, unit), cover;

    if (view->battle->unit[unit].arm != LB_ARM_CAVALRY ||
        !lb_unit_has(view->battle, unit, LB_TRAIT_DISMOUNTS) || nl_is_cavalry_near(list, unit))
        return false;
    if (foe == LB_NOBODY || nl_is_mounted(view->battle, view->state, foe) ||
        tmm > (is_mounted ? NL_DEPLOY : 2 * NL_DEPLOY))
        return false;
    cover = nl_cover(view, unit, foe);
    return cover != COVER_OPEN && cover != COVER_HILL;
}
