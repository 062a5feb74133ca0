// SPDX-License-Identifier: MIT
// What a unit of this sheet is, whatever stands around it: its size, its CV, how far it moves and
// fires, and what ground costs it.

#include "rules/march_attack/play.h"

enum { TENTHS = 10, WHOLE = 100, DEN_MAX = 16, NUM_MAX = 255 };

/// Width and depth, from tenths of an inch.
#define SIZE(width, depth)                                           \
    (lb_size)                                                        \
    {                                                                \
        (width) * LB_TMM_INCH / TENTHS, (depth)*LB_TMM_INCH / TENTHS \
    }

lb_size ma_size(const lb_battle *battle, const lb_state *state, uint32_t unit, uint8_t formation)
{
    bool is_large = (battle->unit[unit].figure[FIGURE_ARMS] & ARMS_LARGE) != 0;

    (void)state;
    if (ma_is_guns(battle, unit))
        return !is_large                         ? SIZE(16, 16)
               : formation == FORMATION_DEPLOYED ? SIZE(32, 16)
                                                 : SIZE(16, 32);
    if (ma_is_cavalry(battle, unit))
        return formation == FORMATION_LINE ? SIZE(32, 8) : SIZE(16, 16);
    return formation == FORMATION_LINE     ? SIZE(32, 6)
           : formation == FORMATION_COLUMN ? SIZE(16, 12)
                                           : SIZE(16, 16);
}

bool ma_is_mounted(const lb_battle *battle, uint32_t unit)
{
    int32_t kind = ma_kind(battle, unit);

    return kind == UNIT_KIND_CAVALRY || kind == UNIT_KIND_HORSE_GUNS;
}

int32_t ma_cv(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    return battle->unit[unit].figure[FIGURE_CV] - state->unit[unit].mark[MARK_LOSSES];
}

/* Movement. */

/// Values of guns: tactical, strategic, by prolonge.
static int32_t gun_rate(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march)
{
    bool is_horse = ma_kind(battle, unit) == UNIT_KIND_HORSE_GUNS;
    bool is_heavy = !is_horse && battle->unit[unit].figure[FIGURE_WEIGHT] == HEAVY;

    if (formation == FORMATION_DEPLOYED)
        return is_heavy   ? 0
               : is_horse ? VALUE_OF(battle, PROLONGE_GUNS_HORSE)
                          : VALUE_OF(battle, PROLONGE_GUNS_FOOT);
    if (is_march)
        return is_heavy   ? VALUE_OF(battle, MARCH_GUNS_HEAVY)
               : is_horse ? VALUE_OF(battle, MARCH_GUNS_HORSE)
                          : VALUE_OF(battle, MARCH_GUNS_FOOT);
    return is_heavy   ? VALUE_OF(battle, MOVE_GUNS_HEAVY)
           : is_horse ? VALUE_OF(battle, MOVE_GUNS_HORSE)
                      : VALUE_OF(battle, MOVE_GUNS_FOOT);
}

static int32_t horse_rate(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march)
{
    bool is_light = battle->unit[unit].figure[FIGURE_WEIGHT] == LIGHT;

    if (is_march)
        return is_light ? VALUE_OF(battle, MARCH_LIGHT) : VALUE_OF(battle, MARCH_HEAVY);
    if (formation == FORMATION_LINE)
        return is_light ? VALUE_OF(battle, MOVE_LIGHT_LINE) : VALUE_OF(battle, MOVE_HEAVY_LINE);
    return is_light ? VALUE_OF(battle, MOVE_LIGHT_COLUMN) : VALUE_OF(battle, MOVE_HEAVY_COLUMN);
}

/// A garrison leaves its houses by a formation change; as such it goes nowhere.
static int32_t foot_rate(const lb_battle *battle, uint8_t formation, bool is_march)
{
    switch (formation) {
    case FORMATION_LINE:
        return is_march ? VALUE_OF(battle, MARCH_INFANTRY_LINE)
                        : VALUE_OF(battle, MOVE_INFANTRY_LINE);
    case FORMATION_COLUMN:
        return is_march ? VALUE_OF(battle, MARCH_INFANTRY_COLUMN)
                        : VALUE_OF(battle, MOVE_INFANTRY_COLUMN);
    default:
        return is_march ? VALUE_OF(battle, MARCH_INFANTRY_SQUARE)
                        : VALUE_OF(battle, MOVE_INFANTRY_SQUARE);
    }
}

int32_t ma_rate(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march)
{
    if (ma_is_guns(battle, unit))
        return LB_INCHES(gun_rate(battle, unit, formation, is_march));
    if (ma_is_cavalry(battle, unit))
        return LB_INCHES(horse_rate(battle, unit, formation, is_march));
    return LB_INCHES(foot_rate(battle, formation, is_march));
}

uint16_t ma_rate_clause(const lb_battle *battle, uint32_t unit)
{
    return ma_is_guns(battle, unit)      ? CL_MOVE_ARTILLERY
           : ma_is_cavalry(battle, unit) ? CL_MOVE_CAVALRY
                                         : CL_MOVE_INFANTRY;
}

/// What a turn on the spot costs; a deployed battery turns for nothing.
static int32_t turn_cost(const lb_battle *battle, uint32_t unit, uint8_t formation)
{
    if (formation == FORMATION_DEPLOYED)
        return 0;
    return LB_INCHES(ma_is_mounted(battle, unit) ? VALUE_OF(battle, MOVE_CHANGE_CAVALRY)
                                                 : VALUE_OF(battle, MOVE_CHANGE_INFANTRY));
}

int32_t ma_change_cost(const lb_battle *battle, uint32_t unit, uint8_t from, uint8_t to)
{
    if (from == to)
        return 0;
    if (ma_is_guns(battle, unit))
        return ma_rate(battle, unit, FORMATION_LIMBERED, false) * VALUE_OF(battle, PLAY_GUNS) /
               WHOLE;
    return turn_cost(battle, unit, from);
}

int32_t ma_passage_cost(const lb_battle *battle, uint32_t unit)
{
    return LB_INCHES(ma_is_mounted(battle, unit) ? VALUE_OF(battle, MOVE_PASSAGE_MOUNTED)
                                                 : VALUE_OF(battle, MOVE_PASSAGE_FOOT));
}

/// What goes on at `percent` of the speed costs so much; the denominator stays small.
static lb_ratio share_of_speed(int32_t whole, int32_t percent)
{
    for (int32_t den = 1; den <= DEN_MAX && percent > 0; den++)
        if (whole * den % percent == 0 && whole * den / percent <= NUM_MAX)
            return (lb_ratio){(uint8_t)(whole * den / percent), (uint8_t)den};
    if (percent <= 0)
        return (lb_ratio){1, 0};
    return (lb_ratio){(uint8_t)lb_least(NUM_MAX, (whole + percent - 1) / percent), 1};
}

/// The three columns of a row of the terrain table.
typedef struct row {
    uint16_t infantry, cavalry, artillery;
} row;

static int32_t of_arm(const lb_battle *battle, uint32_t unit, row values)
{
    return battle->house.value[ma_is_guns(battle, unit)      ? values.artillery
                               : ma_is_cavalry(battle, unit) ? values.cavalry
                                                             : values.infantry];
}

/// How fast ground lets a unit be.
static void slow_down(lb_move_costs *costs, const lb_battle *battle, uint32_t unit)
{
    static const struct {
        uint8_t kind;
        row speed;
    } rows[] = {
        {LB_TERRAIN_STREAM, {V_STREAM_INFANTRY, V_STREAM_CAVALRY, V_STREAM_ARTILLERY}},
        {LB_TERRAIN_FORD, {V_STREAM_INFANTRY, V_STREAM_CAVALRY, V_STREAM_ARTILLERY}},
        {LB_TERRAIN_ROUGH, {V_ROUGH_SPEED, V_ROUGH_SPEED, V_ROUGH_SPEED}},
        {LB_TERRAIN_MARSH, {V_ROUGH_SLOWER, V_ROUGH_SLOWER, V_ROUGH_SLOWER}},
        {LB_TERRAIN_WOOD, {V_LIGHT_WOOD_INFANTRY, V_LIGHT_WOOD_CAVALRY, V_LIGHT_WOOD_ARTILLERY}},
        {LB_TERRAIN_DENSE, {V_LIGHT_WOOD_INFANTRY, V_LIGHT_WOOD_CAVALRY, V_LIGHT_WOOD_ARTILLERY}},
        {LB_TERRAIN_DENSE_WOOD,
         {V_DENSE_WOOD_INFANTRY, V_DENSE_WOOD_CAVALRY, V_DENSE_WOOD_CAVALRY}},
        {LB_TERRAIN_BUILT_WOODEN,
         {V_WOODEN_BUA_INFANTRY, V_WOODEN_BUA_CAVALRY, V_WOODEN_BUA_ARTILLERY}},
        {LB_TERRAIN_BUILT_STONE,
         {V_STONE_BUA_INFANTRY, V_STONE_BUA_CAVALRY, V_STONE_BUA_ARTILLERY}},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        costs->area[rows[i].kind] = share_of_speed(WHOLE, of_arm(battle, unit, rows[i].speed));
    if (ma_is_guns(battle, unit))
        costs->area[LB_TERRAIN_DENSE_WOOD] = (lb_ratio){1, 0};
}

/// What it costs to go back with the face to the enemy.
static lb_ratio back_of(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march)
{
    const int32_t tactical[FORMATIONS] = {
        [FORMATION_LINE] = VALUE_OF(battle, RETIRE_INFANTRY_LINE),
        [FORMATION_COLUMN] = VALUE_OF(battle, RETIRE_INFANTRY_COLUMN),
        [FORMATION_SQUARE] = VALUE_OF(battle, RETIRE_INFANTRY_SQUARE),
        [FORMATION_BUILDING] = VALUE_OF(battle, RETIRE_INFANTRY_SQUARE)};
    int32_t rate = ma_rate(battle, unit, formation, is_march) / LB_TMM_INCH;

    if (ma_is_guns(battle, unit))
        return formation == FORMATION_DEPLOYED ? (lb_ratio){1, 1} : (lb_ratio){1, 0};
    if (ma_is_cavalry(battle, unit))
        return is_march ? share_of_speed(rate, VALUE_OF(battle, RETIRE_CAVALRY_MARCH))
                        : (lb_ratio){1, 0};
    return share_of_speed(rate,
                          is_march ? VALUE_OF(battle, RETIRE_INFANTRY_MARCH) : tactical[formation]);
}

/// ma.play.cost
lb_move_costs ma_costs(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march)
{
    static const row minor = {V_MINOR_INFANTRY, V_MINOR_CAVALRY, V_MINOR_ARTILLERY};
    static const row major = {V_MAJOR_INFANTRY, V_MAJOR_CAVALRY, V_MAJOR_ARTILLERY};
    static const row steep = {V_STEEP_INFANTRY, V_STEEP_CAVALRY, V_STEEP_ARTILLERY};
    bool is_narrow = formation == FORMATION_COLUMN || formation == FORMATION_LIMBERED;
    int32_t low = LB_INCHES(of_arm(battle, unit, minor));
    lb_move_costs costs = {.follows_roads = is_march && is_narrow,
                           .by_centre = true,
                           .climb_tmm = LB_INCHES(of_arm(battle, unit, steep)),
                           .climb_level = (uint8_t)VALUE_OF(battle, PLAY_TERRAIN),
                           .back = back_of(battle, unit, formation, is_march)};

    slow_down(&costs, battle, unit);
    costs.area[LB_TERRAIN_RIVER] = (lb_ratio){1, 0};
    if (!is_narrow)
        costs.area[LB_TERRAIN_BRIDGE] = (lb_ratio){1, 0};
    costs.crossing_tmm[LB_TERRAIN_HEDGE] = low;
    costs.crossing_tmm[LB_TERRAIN_WALL] = low;
    costs.crossing_tmm[LB_TERRAIN_WORKS_HASTY] = low;
    costs.crossing_tmm[LB_TERRAIN_WORKS_PREPARED] =
        is_march ? LB_CROSSING_FORBIDDEN : LB_INCHES(of_arm(battle, unit, major));
    costs.step_tmm[LB_STEP_TURN] = costs.step_tmm[LB_STEP_ABOUT] =
        turn_cost(battle, unit, formation);
    if (is_march)
        costs.step[LB_STEP_TURN] = costs.step[LB_STEP_ABOUT] = (lb_ratio){1, 0};
    return costs;
}

uint8_t ma_gait(const lb_battle *battle, uint32_t unit, uint8_t formation, bool is_march)
{
    int32_t weight = battle->unit[unit].figure[FIGURE_WEIGHT];

    return (uint8_t)((((ma_kind(battle, unit) * 3 + weight) * FORMATIONS) + formation) * 2 +
                     is_march);
}

/* Fire. */

ma_ranges ma_ranges_of(const lb_battle *battle, uint32_t unit)
{
    static const row close = {V_RANGE_LIGHT_CLOSE, V_RANGE_MEDIUM_CLOSE, V_RANGE_HEAVY_CLOSE};
    static const row middle = {V_RANGE_LIGHT_EFFECTIVE, V_RANGE_MEDIUM_EFFECTIVE,
                               V_RANGE_HEAVY_EFFECTIVE};
    static const row far = {V_RANGE_LIGHT_LONG, V_RANGE_MEDIUM_LONG, V_RANGE_HEAVY_LONG};
    const row *rows[] = {&close, &middle, &far};
    int32_t inches[3], weight = battle->unit[unit].figure[FIGURE_WEIGHT];
    int32_t arms = (battle->unit[unit].figure[FIGURE_ARMS] & ARMS_RIFLES) != 0
                       ? VALUE_OF(battle, RANGE_RIFLE)
                       : VALUE_OF(battle, RANGE_MUSKET);

    if (ma_is_cavalry(battle, unit))
        return (ma_ranges){0, 0, 0};
    for (int i = 0; i < 3; i++)
        inches[i] = battle->house.value[weight == LIGHT    ? rows[i]->infantry
                                        : weight == MEDIUM ? rows[i]->cavalry
                                                           : rows[i]->artillery];
    if (ma_is_guns(battle, unit))
        return (ma_ranges){MA_WITHIN(inches[0]), MA_WITHIN(inches[1]), MA_WITHIN(inches[2])};
    return (ma_ranges){MA_WITHIN(arms), MA_WITHIN(arms), MA_WITHIN(arms)};
}

uint16_t ma_angle(int32_t tenths)
{
    return (uint16_t)lb_least(LB_ANGLE_QUARTER, tenths * LB_ANGLE_QUARTER / 900);
}

uint32_t ma_rings(const lb_battle *battle, uint32_t leader, lb_range rows[LB_RANGES_MAX])
{
    uint32_t count = 0;

    if (battle->leader[leader].group == LB_NOBODY) {
        rows[count++] = (lb_range){"orders near by", CL_ORDER_DISTANCE, LB_ANGLE_HALF,
                                   MA_WITHIN(VALUE_OF(battle, ORDER_DISTANCE_NEAR))};
        rows[count++] = (lb_range){"orders cost more each", CL_ORDER_DISTANCE, LB_ANGLE_HALF,
                                   LB_INCHES(VALUE_OF(battle, ORDER_DISTANCE_FAR))};
    } else {
        rows[count++] = (lb_range){"counts for morale", CL_PLAY_LEADER, LB_ANGLE_HALF,
                                   MA_WITHIN(VALUE_OF(battle, PLAY_LEADER_MORALE))};
    }
    return count;
}
