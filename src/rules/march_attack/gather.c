// SPDX-License-Identifier: MIT
// From the table to facts: what each chart of this sheet has to know.

#include "rules/march_attack/play.h"

enum { TMM = 10 }; ///< a tenth of a millimetre in the lengths of facts

/* Orders. */

static int32_t ability_word(uint8_t ability)
{
    static const uint8_t words[LB_ABILITY_COUNT] = {[LB_ABILITY_TERRIBLE] = ABILITY_TERRIBLE,
                                                    [LB_ABILITY_POOR] = ABILITY_POOR,
                                                    [LB_ABILITY_AVERAGE] = ABILITY_AVERAGE,
                                                    [LB_ABILITY_GOOD] = ABILITY_GOOD,
                                                    [LB_ABILITY_EXCELLENT] = ABILITY_EXCELLENT};

    return words[ability];
}

static int32_t staff_word(uint8_t staff)
{
    return staff == LB_STAFF_POOR   ? STAFF_POOR
           : staff == LB_STAFF_GOOD ? STAFF_GOOD
                                    : STAFF_AVERAGE;
}

static bool is_attached(const lb_state *state, uint32_t leader)
{
    return leader != LB_NOBODY && state->leader[leader].attached != LB_NOBODY;
}

/// A distance as a fact. Places are rounded: what is a tenth of an inch but for that, is one.
static int32_t in_tenths(int32_t tmm)
{
    int32_t exact = tmm * TMM, tenth = (exact + LB_TMM_INCH / 2) / LB_TMM_INCH * LB_TMM_INCH;

    return exact - tenth <= MA_ROUNDING * TMM && tenth - exact <= MA_ROUNDING * TMM ? tenth : exact;
}

struct order_facts ma_gather_order(const lb_view *view, uint32_t superior, uint32_t group,
                                   bool is_retire)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;

    return (struct order_facts){
        .ability = ability_word(battle->leader[superior].ability),
        .staff = staff_word(battle->side[battle->group[group].side].staff),
        .attached =
            is_attached(state, superior) || is_attached(state, ma_commander(battle, state, group)),
        .uncommitted = (state->group[group].flags & GROUP_COMMITTED) == 0,
        .retire = !is_retire                   ? RETIRE_NO
                  : ma_is_engaged(view, group) ? RETIRE_ENGAGED
                                               : RETIRE_UNENGAGED,
        .distance = in_tenths(ma_order_distance(view, superior, group)),
    };
}

struct order_facts ma_gather_arrival(const lb_view *view, uint32_t group)
{
    const lb_battle *battle = view->battle;
    uint32_t superior = ma_superior(battle, view->state, group);

    return (struct order_facts){
        .ability =
            superior == LB_NOBODY ? ABILITY_POOR : ability_word(battle->leader[superior].ability),
        .staff = staff_word(battle->side[battle->group[group].side].staff),
        .uncommitted = (view->state->group[group].flags & GROUP_COMMITTED) == 0,
        .late = lb_most(0, view->state->turn - battle->group[group].arrival_turn),
        .arrives = 1,
    };
}

/* Valeur et discipline, morale. */

/// LEADER_… of the leader with a unit.
static int32_t leader_word(const lb_view *view, uint32_t unit)
{
    uint32_t leader = ma_leader_with(view->battle, view->state, unit);

    if (leader == LB_NOBODY)
        return LEADER_NONE;
    switch (view->battle->leader[leader].inspiration) {
    case LB_INSPIRATION_CHARISMATIC:
        return LEADER_CHARISMATIC;
    case LB_INSPIRATION_NORMAL:
        return LEADER_NORMAL;
    default:
        return LEADER_UNINSPIRING;
    }
}

static bool is_foot_column(const lb_view *view, uint32_t unit)
{
    return ma_is_infantry(view->battle, unit) && lb_view_formation(view, unit) == FORMATION_COLUMN;
}

struct ved_facts ma_gather_ved(const lb_view *view, uint32_t unit, int32_t change, bool is_flank)
{
    return (struct ved_facts){.quality = ma_quality_word(view->battle->unit[unit].quality),
                              .leader = leader_word(view, unit),
                              .column = is_foot_column(view, unit),
                              .cv_lost = view->state->unit[unit].mark[MARK_LOSSES],
                              .disordered = ma_is_disordered(view->state, unit),
                              .flank = is_flank,
                              .change = change};
}

int32_t ma_change_word(const lb_battle *battle, int32_t distance_tmm)
{
    return distance_tmm <= MA_WITHIN(VALUE_OF(battle, VED_FORMATION_NEAR))  ? CHANGE_NEAR
           : distance_tmm <= MA_WITHIN(VALUE_OF(battle, VED_FORMATION_MID)) ? CHANGE_MID
                                                                            : CHANGE_FAR;
}

/// The commander of a Major Formation counts if he is near a unit of it.
static int32_t morale_leader(const lb_view *view, uint32_t group)
{
    uint32_t leader = ma_commander(view->battle, view->state, group);
    lb_unit_set units = ma_units(view, group);
    int32_t near = MA_WITHIN(VALUE_OF(view->battle, PLAY_LEADER_MORALE));
    bool is_near = false;

    if (leader == LB_NOBODY)
        return MORALE_LEADER_WORD_NONE;
    LB_EACH (i, &units)
        is_near |= lb_point_is_within(view->state->leader[leader].at, &view->quad[i], near);
    if (!is_near)
        return MORALE_LEADER_WORD_NONE;
    switch (view->battle->leader[leader].inspiration) {
    case LB_INSPIRATION_CHARISMATIC:
        return MORALE_LEADER_WORD_CHARISMATIC;
    case LB_INSPIRATION_NORMAL:
        return MORALE_LEADER_WORD_NORMAL;
    default:
        return MORALE_LEADER_WORD_UNINSPIRING;
    }
}

struct morale_facts ma_gather_morale(const lb_view *view, uint32_t group, int32_t cap)
{
    const lb_battle *battle = view->battle;
    int32_t lost = 6 * (int32_t)ma_lost(battle, view->state, group);
    int32_t count = battle->group[group].unit_count;

    return (struct morale_facts){
        .state = lost >= VALUE_OF(battle, MORALE_WHEN_SPENT) * count    ? MORALE_STATE_SPENT
                 : lost >= VALUE_OF(battle, MORALE_WHEN_SHAKEN) * count ? MORALE_STATE_SHAKEN
                                                                        : MORALE_STATE_STEADY,
        .quality = ma_quality_word(ma_group_quality(battle, group)),
        .leader = morale_leader(view, group),
        .cap = cap};
}

/* Skirmishing and fire. */

/// True if a unit sends out skirmishers.
static bool skirmishes(const lb_view *view, uint32_t unit)
{
    return view->battle->unit[unit].figure[FIGURE_SKIRMISH] > 0 &&
           lb_view_formation(view, unit) != FORMATION_SQUARE &&
           (view->state->unit[unit].flags & UNIT_D2) == 0 && !ma_is_in_melee(view->state, unit);
}

lb_unit_set ma_skirmishers(const lb_view *view, uint32_t group)
{
    int32_t reach = MA_WITHIN(VALUE_OF(view->battle, ENGAGED));
    const lb_unit_set *foes = lb_view_foes(view, view->battle->group[group].side);
    lb_unit_set own = ma_units(view, group);

    LB_EACH (i, &own)
        if (!skirmishes(view, i) || !lb_view_any_within(view, &view->quad[i], foes, reach))
            lb_unit_set_remove(&own, (uint16_t)i);
    return own;
}

int32_t ma_skirmish_points(const lb_view *view, uint32_t group, uint32_t *target, uint32_t *from)
{
    const lb_battle *battle = view->battle;
    int32_t points = 0;
    lb_unit_set own = ma_skirmishers(view, group), foes = {{0}};

    *target = *from = LB_NOBODY;
    for (uint32_t g = 0; g < battle->group_count; g++)
        if (battle->group[g].side != battle->group[group].side && ma_are_engaged(view, group, g)) {
            lb_unit_set units = ma_units(view, g);

            lb_unit_set_join(&foes, &units);
        }
    LB_EACH (i, &own) {
        uint32_t near;

        points += battle->unit[i].figure[FIGURE_SKIRMISH];
        near = lb_view_nearest(view, &view->quad[i], &foes);
        if (near == LB_NOBODY)
            continue;
        if (*target == LB_NOBODY ||
            lb_view_distance(view, i, near) < lb_view_distance(view, *from, *target) ||
            (lb_view_distance(view, i, near) == lb_view_distance(view, *from, *target) &&
             near < *target)) {
            *target = near;
            *from = i;
        }
    }
    return *target == LB_NOBODY ? 0 : points;
}

struct skirmish_facts ma_gather_skirmish(lb_view *view, int32_t points, uint32_t target,
                                         uint32_t from)
{
    uint8_t formation = lb_view_formation(view, target);

    return (struct skirmish_facts){.points = points,
                                   .target = formation == FORMATION_DEPLOYED ? SKIRMISH_TARGET_GUNS
                                             : formation == FORMATION_LIMBERED
                                                 ? SKIRMISH_TARGET_LIMBERED
                                                 : SKIRMISH_TARGET_FORMED,
                                   .cover = ma_cover(view, target, ma_front(view, from))};
}

/// True if a unit charges or counter-charges now.
static bool is_charging(const lb_state *state, uint32_t unit)
{
    return state->unit[unit].mark[MARK_CHARGE] != 0 ||
           (state->unit[unit].flags & UNIT_COUNTER) != 0;
}

struct small_arms_facts ma_gather_small_arms(lb_view *view, uint32_t unit, uint32_t target)
{
    return (struct small_arms_facts){
        .cv = ma_cv(view->battle, view->state, unit),
        .formation = lb_view_formation(view, unit),
        .cover = ma_cover(view, target, ma_front(view, unit)),
        .deployed_guns = lb_view_formation(view, target) == FORMATION_DEPLOYED,
        .charging_cavalry = ma_is_cavalry(view->battle, target) && is_charging(view->state, target),
        .disordered = ma_is_disordered(view->state, unit)};
}

static int32_t weight_word(const lb_battle *battle, uint32_t unit)
{
    int32_t weight = battle->unit[unit].figure[FIGURE_WEIGHT];

    return weight == LIGHT ? WEIGHT_LIGHT : weight == HEAVY ? WEIGHT_HEAVY : WEIGHT_MEDIUM;
}

struct artillery_facts ma_gather_artillery(lb_view *view, uint32_t unit, uint32_t target)
{
    static const uint8_t targets[FORMATIONS] = {
        [FORMATION_LINE] = GUN_TARGET_LINE,         [FORMATION_COLUMN] = GUN_TARGET_COLUMN,
        [FORMATION_SQUARE] = GUN_TARGET_SQUARE,     [FORMATION_BUILDING] = GUN_TARGET_LINE,
        [FORMATION_DEPLOYED] = GUN_TARGET_DEPLOYED, [FORMATION_LIMBERED] = GUN_TARGET_LIMBERED};
    ma_ranges ranges = ma_ranges_of(view->battle, unit);
    bool is_own_charger = view->state->unit[target].mark[MARK_CHARGE] == (int32_t)unit + 1;

    return (struct artillery_facts){
        .weight = weight_word(view->battle, unit),
        .range = is_own_charger || lb_view_is_within(view, unit, target, ranges.close) ? RANGE_CLOSE
                 : lb_view_is_within(view, unit, target, ranges.effective) ? RANGE_EFFECTIVE
                                                                           : RANGE_LONG,
        .target = targets[lb_view_formation(view, target)],
        .cover = ma_cover(view, target, ma_front(view, unit)),
        .disordered = ma_is_disordered(view->state, unit)};
}

/* Melee. */

/// What charging cavalry is by its weight.
static int32_t charge_word(const lb_battle *battle, uint32_t unit)
{
    static const uint8_t words[] = {
        [LIGHT] = CHARGE_LIGHT, [MEDIUM] = CHARGE_MEDIUM, [HEAVY] = CHARGE_HEAVY};

    return ma_is_cavalry(battle, unit) ? words[battle->unit[unit].figure[FIGURE_WEIGHT]]
                                       : CHARGE_NONE;
}

/// A side by what the unit is alone.
static struct melee_side side_of(lb_view *view, uint32_t unit, int32_t units)
{
    return (struct melee_side){.kind = ma_kind(view->battle, unit),
                               .leader = leader_word(view, unit),
                               .units = units,
                               .lance =
                                   (view->battle->unit[unit].figure[FIGURE_ARMS] & ARMS_LANCE) != 0,
                               .square = lb_view_formation(view, unit) == FORMATION_SQUARE};
}

/// True if guns cannot be brought to bear: limbered, or struck in flank.
static bool cannot_bear(const lb_view *view, uint32_t target)
{
    return lb_view_formation(view, target) == FORMATION_LIMBERED;
}

struct melee_facts ma_gather_melee(lb_view *view, uint32_t unit, uint32_t target, int32_t own,
                                   int32_t others)
{
    const lb_state *state = view->state;
    bool charges = is_charging(state, unit) || !ma_is_in_melee(state, unit);
    bool counters = (state->unit[target].flags & UNIT_COUNTER) != 0;
    bool was_fighting = (state->unit[target].flags & UNIT_LEVEL) != 0;
    struct melee_facts facts = {.a = side_of(view, unit, own),
                                .d = side_of(view, target, others),
                                .a_cv = ma_cv(view->battle, state, unit),
                                .d_cv = ma_cv(view->battle, state, target)};

    facts.a.charge = charges ? charge_word(view->battle, unit) : CHARGE_NONE;
    facts.a.vs_disordered = ma_is_disordered(state, target) ||
                            (ma_is_cavalry(view->battle, target) && !counters && !was_fighting);
    facts.a.vs_flank =
        ma_struck_face(view, unit, target) != LB_FACE_FRONT || cannot_bear(view, target);
    facts.d.charge = counters ? charge_word(view->battle, target) : CHARGE_NONE;
    facts.d.vs_disordered = counters && ma_is_disordered(state, unit);
    facts.d.garrison = ma_garrison(view, target);
    facts.d.fortified = ma_is_fortified(view, target);
    facts.d.obstacle =
        lb_view_formation(view, target) != FORMATION_LIMBERED && ma_defends(view, target, unit);
    return facts;
}

/* A charge as a whole. */

/// What the ground on the way of a charge does to it.
static int32_t way_word(const ma_charge *way)
{
    return way->disorders || way->ground > 0    ? WAY_CERTAIN
           : way->may_disorder || way->is_steep ? WAY_CHANCE
                                                : WAY_OPEN;
}

struct charge_facts ma_gather_charge(lb_view *view, uint32_t unit, uint32_t target,
                                     int32_t reaction)
{
    const lb_battle *battle = view->battle;
    const lb_state *state = view->state;
    uint8_t formation = lb_view_formation(view, target);
    struct melee_facts melee = ma_gather_melee(view, unit, target, 1, 1);
    struct charge_facts f = {.a_kind = melee.a.kind,
                             .a_leader = melee.a.leader,
                             .a_vs_disordered = ma_is_disordered(state, target),
                             .a_vs_flank = melee.a.vs_flank,
                             .a_charge = charge_word(battle, unit),
                             .a_units = 1,
                             .a_lance = melee.a.lance,
                             .a_quality = ma_quality_word(battle->unit[unit].quality),
                             .a_cv = ma_cv(battle, state, unit),
                             .a_cv_lost = state->unit[unit].mark[MARK_LOSSES],
                             .a_disordered = ma_is_disordered(state, unit),
                             .a_formation = lb_view_formation(view, unit) == FORMATION_COLUMN
                                                ? CHARGE_FORMATION_COLUMN
                                                : CHARGE_FORMATION_LINE,
                             .d_kind = melee.d.kind,
                             .d_leader = melee.d.leader,
                             .d_charge = charge_word(battle, target),
                             .d_units = 1,
                             .d_lance = melee.d.lance,
                             .d_fortified = melee.d.fortified,
                             .d_obstacle = melee.d.obstacle,
                             .d_quality = ma_quality_word(battle->unit[target].quality),
                             .d_cv = ma_cv(battle, state, target),
                             .d_cv_lost = state->unit[target].mark[MARK_LOSSES],
                             .d_disordered = ma_is_disordered(state, target),
                             .d_reaction = reaction};
    ma_charge way;
    lb_reason reason;

    f.a_cover = ma_cover(view, unit, ma_front(view, target));
    if (ma_find_charge(view, unit, target, LB_TABLE_MAX, &way, &reason))
        f.a_way = way_word(&way);
    f.d_formation = formation < formation_COUNT ? formation : FORMATION_LINE;
    f.d_cover = melee.d.garrison == GARRISON_HEAVY   ? COVER_HEAVY
                : melee.d.garrison == GARRISON_LIGHT ? COVER_LIGHT
                                                     : COVER_NONE;
    f.d_fires = !ma_is_cavalry(battle, target) && formation != FORMATION_LIMBERED &&
                (f.a_vs_flank == 0 || reaction == CHARGE_REACTION_FACE ||
                 reaction == CHARGE_REACTION_SQUARE) &&
                !ma_is_in_melee(state, target);
    f.d_unanchored =
        formation == FORMATION_LINE && !ma_is_anchored(view, target) && !melee.d.obstacle;
    f.d_weight = weight_word(battle, target);
    f.d_change = ma_change_word(battle, lb_view_distance(view, unit, target));
    return f;
}
