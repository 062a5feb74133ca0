// SPDX-License-Identifier: MIT
// What a unit of this sheet is, whatever stands around it: its size, its tenacity, how far it moves
// and fires, and what ground costs it.

#include "rules/valour_fortitude/play.h"

enum { TENTHS = 10 };

/// Width and depth of each formation, from tenths of an inch.
#define SIZE(width, depth)                                           \
    {                                                                \
        (width) * LB_TMM_INCH / TENTHS, (depth)*LB_TMM_INCH / TENTHS \
    }
static const lb_size sizes[FORMATIONS] = {
    // clang-format off
    [FORMATION_LINE]          = SIZE(100, 15),
    [FORMATION_ATTACK]        = SIZE( 40, 40),
    [FORMATION_MARCH]         = SIZE( 25, 80),
    [FORMATION_OPEN]          = SIZE(120, 20),
    [FORMATION_OPEN_DEEP]     = SIZE( 60, 40),
    [FORMATION_SQUARE]        = SIZE( 40, 40),
    [FORMATION_CAVALRY]       = SIZE( 70, 30),
    [FORMATION_CAVALRY_OPEN]  = SIZE(100, 30),
    [FORMATION_CAVALRY_MARCH] = SIZE( 20, 80),
    [FORMATION_GUNS]          = SIZE( 40, 30),
    [FORMATION_LIMBERED]      = SIZE( 20, 60),
    [FORMATION_MASSE]         = SIZE( 40, 40),
    // clang-format on
};

lb_size vf_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation)
{
    (void)battle;
    (void)state;
    (void)unit;
    return sizes[formation];
}

int32_t vf_tenacity(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    const lb_unit *of = &state->unit[unit];

    return lb_most(1, battle->unit[unit].figure[FIGURE_TENACITY] + of->mark[MARK_WORTH] +
                          of->mark[MARK_TENACITY] + of->mark[MARK_STAUNCH]);
}

bool vf_is_shaken(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return state->unit[unit].mark[MARK_LOSSES] >= vf_tenacity(battle, state, unit);
}

/* Movement. */

int32_t vf_pace(const lb_battle *battle, uint32_t unit, uint8_t formation)
{
    static const uint16_t guns[][2] = {
        [GUN_NONE] = {V_MOVE_FIELD_LIMBERED, V_MOVE_FIELD_GUNS},
        [GUN_FIELD] = {V_MOVE_FIELD_LIMBERED, V_MOVE_FIELD_GUNS},
        [GUN_HEAVY] = {V_MOVE_HEAVY_LIMBERED, V_MOVE_HEAVY_GUNS},
        [GUN_HORSE] = {V_MOVE_HORSE_LIMBERED, V_MOVE_HORSE_GUNS},
        [GUN_ROCKET] = {V_MOVE_FIELD_LIMBERED, V_MOVE_FIELD_GUNS},
    };
    const lb_unit_card *card = &battle->unit[unit];
    int32_t inches;

    if (is_artillery(formation))
        inches = battle->house.value[guns[card->figure[FIGURE_GUN]][formation == FORMATION_GUNS]];
    else if (is_cavalry(formation))
        inches = VALUE_OF(battle, MOVE_CAVALRY);
    else if (formation == FORMATION_MASSE)
        inches = VALUE_OF(battle, MOVE_MASSE);
    else if (formation == FORMATION_ATTACK || formation == FORMATION_MARCH)
        inches = VALUE_OF(battle, MOVE_COLUMN);
    else if (is_open_order(formation))
        inches = VALUE_OF(battle, MOVE_OPEN);
    else
        inches = formation == FORMATION_SQUARE ? VALUE_OF(battle, MOVE_SQUARE)
                                               : VALUE_OF(battle, MOVE_LINE);
    if (lb_unit_has(battle, unit, LB_TRAIT_SWIFT))
        inches += VALUE_OF(battle, MOVE_FAST);
    return LB_INCHES(inches);
}

int32_t vf_allowance(const lb_battle *battle, const lb_state *state, uint32_t unit,
                     uint8_t formation)
{
    int32_t inches = 0;

    if ((state->group[battle->unit[unit].group].flags & GROUP_SPED) != 0)
        inches += VALUE_OF(battle, FATE_13_FR_MOVE);
    if ((state->unit[unit].flags & UNIT_SPED) != 0)
        inches += VALUE_OF(battle, FATE_13_MOVE);
    return vf_pace(battle, unit, formation) + LB_INCHES(inches);
}

uint16_t vf_rate_of(uint8_t formation)
{
    if (is_artillery(formation))
        return CL_MOVE_GUNS;
    if (is_cavalry(formation))
        return CL_MOVE_CAVALRY;
    if (formation == FORMATION_MASSE)
        return CL_MOVE_MASSE;
    if (formation == FORMATION_ATTACK || formation == FORMATION_MARCH)
        return CL_MOVE_COLUMN;
    if (is_open_order(formation))
        return CL_MOVE_OPEN;
    return formation == FORMATION_SQUARE ? CL_MOVE_SQUARE : CL_MOVE_LINE;
}

lb_move_costs vf_costs_of(const lb_battle *battle, uint8_t formation)
{
    static const uint8_t rough[] = {
        LB_TERRAIN_ROUGH, LB_TERRAIN_DENSE,  LB_TERRAIN_WOOD,         LB_TERRAIN_DENSE_WOOD,
        LB_TERRAIN_MARSH, LB_TERRAIN_STREAM, LB_TERRAIN_BUILT_WOODEN, LB_TERRAIN_BUILT_STONE};
    static const uint8_t barriers[] = {LB_TERRAIN_WALL, LB_TERRAIN_HEDGE, LB_TERRAIN_WORKS_HASTY,
                                       LB_TERRAIN_WORKS_PREPARED};
    lb_move_costs costs = {.follows_roads = is_marching(formation)};

    for (uint32_t i = 0; i < sizeof rough && !is_open_order(formation); i++)
        costs.area[rough[i]] = (lb_ratio){(uint8_t)VALUE_OF(battle, MOVE_ROUGH), 1};
    for (uint32_t i = 0; i < sizeof barriers; i++)
        costs.crossing_tmm[barriers[i]] = LB_INCHES(VALUE_OF(battle, MOVE_BARRIER));
    costs.area[LB_TERRAIN_RIVER] = (lb_ratio){1, 0};
    costs.area[LB_TERRAIN_HIGHWAY] = (lb_ratio){1, (uint8_t)VALUE_OF(battle, MOVE_HIGHWAY)};
    return costs;
}

/* Fire and orders. */

int32_t vf_reach(const lb_battle *battle, uint32_t unit, bool as_skirmishers)
{
    static const uint16_t guns[] = {[GUN_NONE] = V_RANGE_MUSKET,
                                    [GUN_FIELD] = V_RANGE_FIELD,
                                    [GUN_HEAVY] = V_RANGE_HEAVY,
                                    [GUN_HORSE] = V_RANGE_HORSE,
                                    [GUN_ROCKET] = V_RANGE_ROCKET};
    const lb_unit_card *card = &battle->unit[unit];
    int32_t inches;

    if (card->figure[FIGURE_FIRE] == 0)
        return 0;
    if (card->arm == LB_ARM_ARTILLERY)
        return LB_INCHES(battle->house.value[guns[card->figure[FIGURE_GUN]]]);
    if (card->arm == LB_ARM_CAVALRY)
        return LB_INCHES(VALUE_OF(battle, RANGE_CARBINE));
    inches = card->figure[FIGURE_RANGE] > 0 ? card->figure[FIGURE_RANGE]
                                            : VALUE_OF(battle, RANGE_MUSKET);
    return LB_INCHES(inches + (as_skirmishers ? VALUE_OF(battle, RANGE_SKIRMISH) : 0));
}

bool vf_fires_and_acts(const lb_battle *battle, uint32_t unit)
{
    return battle->unit[unit].arm == LB_ARM_CAVALRY ||
           battle->unit[unit].figure[FIGURE_GUN] == GUN_HORSE;
}

bool vf_is_easy_to_reach(const lb_battle *battle, uint32_t unit)
{
    const lb_unit_card *card = &battle->unit[unit];
    bool is_light = lb_unit_has(battle, unit, LB_TRAIT_LIGHT);

    return lb_unit_has(battle, unit, LB_TRAIT_DETACHMENT) ||
           (is_light && (card->arm == LB_ARM_CAVALRY ||
                         lb_has_trait(battle->group[card->group].traits, LB_TRAIT_LIGHT)));
}
