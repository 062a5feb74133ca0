// SPDX-License-Identifier: MIT
// What a unit is, how large it is, and how far it moves over which ground.

#include "rules/esr/play.h"

enum { RATIO_MOST = 16 }; ///< the largest number of a ratio

int32_t esr_tenths(const lb_battle *battle, int32_t tenths)
{
    return tenths * (LB_TMM_INCH * 5) / VALUE_OF(battle, PLAY_SCALE_YARDS);
}

static lb_size size_of(const lb_battle *battle, int32_t front, int32_t depth)
{
    return (lb_size){esr_tenths(battle, front), esr_tenths(battle, depth)};
}

lb_size esr_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation)
{
    (void)state;
    if (esr_is(battle, unit, KIND_ENGINEERS) && formation == FORMATION_DEPLOYED)
        return size_of(battle, VALUE_OF(battle, PLAY_ENGINEERS), VALUE_OF(battle, PLAY_ENGINEERS));
    if (formation == FORMATION_UNLIMBERED)
        return size_of(battle, VALUE_OF(battle, PLAY_BATTERY_FRONT),
                       VALUE_OF(battle, PLAY_BATTERY_DEPTH));
    if (formation != FORMATION_DEPLOYED)
        return size_of(battle, VALUE_OF(battle, PLAY_COLUMN_FRONT),
                       VALUE_OF(battle, PLAY_COLUMN_DEPTH));
    if (battle->unit[unit].arm == LB_ARM_CAVALRY)
        return size_of(battle, VALUE_OF(battle, PLAY_CAVALRY_FRONT),
                       VALUE_OF(battle, PLAY_CAVALRY_DEPTH));
    return size_of(battle, VALUE_OF(battle, PLAY_BATTALION_FRONT),
                   VALUE_OF(battle, PLAY_BATTALION_DEPTH));
}

bool esr_is(const lb_battle *battle, uint32_t unit, int32_t kind)
{
    return (battle->unit[unit].figure[FIGURE_KINDS] & kind) != 0;
}

bool esr_is_troops(const lb_battle *battle, uint32_t unit)
{
    return battle->unit[unit].arm != LB_ARM_ARTILLERY && !esr_is(battle, unit, KIND_ENGINEERS);
}

/* Movement. */

int32_t esr_rate(const lb_battle *battle, uint32_t unit, uint8_t formation, bool goes_back)
{
    bool is_mounted = esr_is(battle, unit, KIND_MOUNTED);
    int32_t rate = formation == FORMATION_PLOYED
                       ? (is_mounted ? VALUE_OF(battle, MOVE_OFF_ROAD_MOUNTED)
                                     : VALUE_OF(battle, MOVE_OFF_ROAD_FOOT))
                       : (is_mounted ? VALUE_OF(battle, MOVE_DEPLOYED_MOUNTED)
                                     : VALUE_OF(battle, MOVE_DEPLOYED_FOOT));

    return LB_INCHES(rate) / (goes_back ? VALUE_OF(battle, MOVE_RETREAT_DIVISOR) : 1);
}

/// A ratio in numbers that a cost may have.
static lb_ratio ratio_of(int32_t num, int32_t den)
{
    int32_t a = num, b = den;

    while (b != 0) {
        int32_t rest = a % b;

        a = b;
        b = rest;
    }
    num /= a;
    den /= a;
    if (den > RATIO_MOST) {
        num = lb_most(1, (num * RATIO_MOST + den / 2) / den);
        den = RATIO_MOST;
    }
    return (lb_ratio){(uint8_t)lb_least(UINT8_MAX, num), (uint8_t)den};
}

static const uint8_t rough_kinds[] = {LB_TERRAIN_ROUGH, LB_TERRAIN_WOOD, LB_TERRAIN_STREAM,
                                      LB_TERRAIN_FORD};
static const uint8_t dense_kinds[] = {LB_TERRAIN_DENSE, LB_TERRAIN_DENSE_WOOD, LB_TERRAIN_MARSH,
                                      LB_TERRAIN_BUILT_WOODEN, LB_TERRAIN_BUILT_STONE};
static const uint8_t barrier_kinds[] = {LB_TERRAIN_WALL, LB_TERRAIN_HEDGE, LB_TERRAIN_WORKS_HASTY,
                                        LB_TERRAIN_WORKS_PREPARED};

bool esr_is_foul(const lb_battle *battle, uint32_t turn)
{
    static const char *const words[] = {"rain", "snow", "mud"};
    const lb_weather *weather = lb_battle_weather(battle, turn);

    if (weather == NULL)
        return VALUE_OF(battle, PLAY_WEATHER) != 0;
    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
        for (const char *c = weather->name; *c != '\0'; c++) {
            size_t n = 0;

            while (words[w][n] != '\0' && (c[n] | 0x20) == words[w][n])
                n++;
            if (words[w][n] == '\0')
                return true;
        }
    return false;
}

/// What a good road costs a column against the open.
static lb_ratio road_of(const lb_battle *battle, uint32_t unit)
{
    return esr_is(battle, unit, KIND_MOUNTED)
               ? ratio_of(VALUE_OF(battle, MOVE_OFF_ROAD_MOUNTED),
                          VALUE_OF(battle, MOVE_ROAD_MOUNTED))
               : ratio_of(VALUE_OF(battle, MOVE_OFF_ROAD_FOOT), VALUE_OF(battle, MOVE_ROAD_FOOT));
}

lb_move_costs esr_costs(const lb_view *view, uint32_t unit, uint8_t formation)
{
    const lb_battle *battle = view->battle;
    bool is_light = esr_is(battle, unit, KIND_LIGHT | KIND_IRREGULAR);
    bool is_column = formation == FORMATION_PLOYED;
    lb_move_costs costs = {.follows_roads = is_column, .by_centre = true, .back = {2, 1}};

    for (size_t i = 0; i < sizeof rough_kinds; i++)
        if (!is_light)
            costs.area[rough_kinds[i]] = (lb_ratio){(uint8_t)VALUE_OF(battle, MOVE_ROUGH), 1};
    for (size_t i = 0; i < sizeof dense_kinds; i++)
        costs.area[dense_kinds[i]] = (lb_ratio){(uint8_t)VALUE_OF(battle, MOVE_DENSE), 1};
    costs.area[LB_TERRAIN_RIVER] = (lb_ratio){1, 0};
    costs.crossing_tmm[LB_TERRAIN_RIVER] = LB_CROSSING_FORBIDDEN;
    for (size_t i = 0; i < sizeof barrier_kinds; i++)
        costs.crossing_tmm[barrier_kinds[i]] =
            esr_tenths(battle, 10 * VALUE_OF(battle, PLAY_BARRIER));
    if (battle->unit[unit].arm == LB_ARM_ARTILLERY)
        costs.crossing_tmm[LB_TERRAIN_WORKS_HASTY] = costs.crossing_tmm[LB_TERRAIN_WORKS_PREPARED] =
            LB_CROSSING_FORBIDDEN;
    if (is_column)
        costs.area[LB_TERRAIN_HIGHWAY] = road_of(battle, unit);
    /* In foul weather a plain road is a poor one: no faster than the open. */
    if (is_column && !esr_is_foul(battle, view->state->turn))
        costs.area[LB_TERRAIN_ROAD] = costs.area[LB_TERRAIN_HIGHWAY];
    return costs;
}

uint8_t esr_gait(const lb_view *view, uint32_t unit, uint8_t formation)
{
    const lb_battle *battle = view->battle;

    return (uint8_t)(esr_is_foul(battle, view->state->turn) << 7 | formation << 4 |
                     esr_is(battle, unit, KIND_LIGHT | KIND_IRREGULAR) << 3 |
                     esr_is(battle, unit, KIND_MOUNTED) << 2 | battle->unit[unit].arm);
}

uint32_t esr_rings(const lb_battle *battle, uint32_t leader, lb_range rows[LB_RANGES_MAX])
{
    if (battle->leader[leader].group != LB_NOBODY)
        return 0;
    rows[0] = (lb_range){"orders cost more each", CL_MOD_DISTANCE, LB_ANGLE_HALF,
                         LB_INCHES(VALUE_OF(battle, MOD_DISTANCE_EVERY))};
    return 1;
}
