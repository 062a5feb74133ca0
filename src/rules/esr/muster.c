// SPDX-License-Identifier: MIT
// From an order of battle to Formations and Forces, and how they stand at the start.

#include "rules/kit/muster.h"
#include "rules/esr/play.h"

#include "base/put.h"

#include <string.h>

enum { YARD_TENTHS_CM = 9144, TURN_MINUTES = 20, TURNS = 24, DETACHMENTS = 2 };

/* Figures. */

/// esr.play.ratings: foot, by class and quality.
static int32_t rating_of_foot(const lb_scenario_unit *from)
{
    static const uint8_t by_quality[LB_QUALITY_COUNT] = {
        [LB_QUALITY_UNTRAINED] = 0, [LB_QUALITY_MILITIA] = 0, [LB_QUALITY_CONSCRIPT] = 1,
        [LB_QUALITY_REGULAR] = 2,   [LB_QUALITY_VETERAN] = 3, [LB_QUALITY_ELITE] = 3,
        [LB_QUALITY_GUARD] = 4};
    int32_t rating = by_quality[from->quality];

    switch (from->troop_class) {
    case LB_CLASS_GRENADIERS:
        return lb_most(3, rating);
    case LB_CLASS_OLD_GUARD:
        return 5;
    case LB_CLASS_MILITIA:
    case LB_CLASS_NATIONAL_GUARD:
    case LB_CLASS_GUERRILLAS:
        return lb_least(1, rating);
    case LB_CLASS_ENGINEERS:
        return 1;
    default:
        return rating;
    }
}

static int32_t rating_of_horse(const lb_scenario_unit *from)
{
    static const uint8_t by_class[LB_CLASS_COUNT] = {
        [LB_CLASS_HUSSARS] = 1,        [LB_CLASS_CHASSEURS] = 1,    [LB_CLASS_LIGHT_DRAGOONS] = 1,
        [LB_CLASS_LANCERS] = 1,        [LB_CLASS_CHEVAULEGERS] = 1, [LB_CLASS_DRAGOONS] = 2,
        [LB_CLASS_HEAVY_DRAGOONS] = 3, [LB_CLASS_CUIRASSIERS] = 3,  [LB_CLASS_HOUSEHOLD] = 4};

    return lb_most(0, by_class[from->troop_class] - (from->quality < LB_QUALITY_REGULAR));
}

static int32_t shock_of(const lb_scenario_unit *from)
{
    switch (from->troop_class) {
    case LB_CLASS_MIDDLE_GUARD:
    case LB_CLASS_OLD_GUARD:
    case LB_CLASS_FOOT_GUARDS:
    case LB_CLASS_CUIRASSIERS:
    case LB_CLASS_HEAVY_DRAGOONS:
    case LB_CLASS_HOUSEHOLD:
        return 2;
    case LB_CLASS_GRENADIERS:
    case LB_CLASS_LANCERS:
        return 1;
    default:
        return lb_has_trait(from->traits, LB_TRAIT_LANCE) ? 1 : 0;
    }
}

/// esr.play.size
static int32_t size_class(const lb_battle *battle, const lb_scenario_unit *from)
{
    const int32_t *value = battle->house.value;
    bool is_horse = from->arm == LB_ARM_CAVALRY;
    int32_t small = value[is_horse ? V_PLAY_SIZE_REGIMENT : V_PLAY_SIZE_BATTALION];
    int32_t large = value[is_horse ? V_PLAY_SIZE_REGIMENT_2 : V_PLAY_SIZE_BATTALION_2];

    if (from->arm == LB_ARM_ARTILLERY)
        return 0;
    return 1 + (from->strength > small) + (from->strength > large);
}

static bool is_french(uint8_t nation)
{
    return nation == LB_NATION_FRENCH || nation == LB_NATION_POLISH || nation == LB_NATION_ITALIAN;
}

/// esr.play.guns
static int32_t calibre_of(const lb_scenario_unit *from)
{
    int32_t pounder = from->pounder > 0                          ? from->pounder
                      : from->troop_class == LB_CLASS_HEAVY_GUNS ? 12
                      : from->troop_class == LB_CLASS_ROCKETS    ? 4
                                                                 : 6;

    if (pounder <= 4)
        return CALIBRE_3_4;
    if (pounder <= 8)
        return pounder == 8 && is_french(from->nation) ? CALIBRE_9 : CALIBRE_6_8;
    return pounder == 9 || from->nation == LB_NATION_RUSSIAN ? CALIBRE_9 : CALIBRE_12;
}

/// esr.play.doctrine: the year from which a nation skirmishes well.
static int32_t effective_from(const lb_battle *battle, uint8_t nation)
{
    const int32_t *value = battle->house.value;

    switch (nation) {
    case LB_NATION_FRENCH:
    case LB_NATION_POLISH:
    case LB_NATION_ITALIAN:
    case LB_NATION_SWISS:
    case LB_NATION_BRITISH:
    case LB_NATION_KGL:
    case LB_NATION_BRUNSWICK:
    case LB_NATION_NASSAU:
    case LB_NATION_NETHERLANDS:
    case LB_NATION_DANISH:
        return 0;
    case LB_NATION_BAVARIAN:
    case LB_NATION_WURTTEMBERG:
    case LB_NATION_BADEN:
    case LB_NATION_WESTPHALIAN:
        return value[V_PLAY_DOCTRINE_1];
    case LB_NATION_PRUSSIAN:
        return value[V_PLAY_DOCTRINE_2];
    case LB_NATION_PORTUGUESE:
    case LB_NATION_SAXON:
        return value[V_PLAY_DOCTRINE_3];
    case LB_NATION_RUSSIAN:
        return value[V_PLAY_DOCTRINE_4];
    case LB_NATION_HANOVER:
    case LB_NATION_NEAPOLITAN:
        return value[V_PLAY_DOCTRINE_5];
    default:
        return INT32_MAX;
    }
}

static int32_t kinds_of(const lb_scenario *scenario, const lb_battle *battle,
                        const lb_scenario_unit *from, uint64_t traits)
{
    uint8_t class = from->troop_class;
    bool is_light = class == LB_CLASS_LIGHT || class == LB_CLASS_RIFLES ||
                    (from->arm == LB_ARM_INFANTRY && lb_has_trait(traits, LB_TRAIT_LIGHT));
    bool is_irregular = lb_has_trait(traits, LB_TRAIT_IRREGULAR) || class == LB_CLASS_GUERRILLAS ||
                        class == LB_CLASS_COSSACKS;
    bool is_impetuous =
        lb_has_trait(traits, LB_TRAIT_IMPETUOUS) || lb_has_trait(traits, LB_TRAIT_HEADSTRONG);
    bool is_mounted = from->arm == LB_ARM_CAVALRY || class == LB_CLASS_HORSE_GUNS;
    bool is_guard = class == LB_CLASS_YOUNG_GUARD || class == LB_CLASS_MIDDLE_GUARD ||
                    class == LB_CLASS_OLD_GUARD || class == LB_CLASS_HOUSEHOLD;
    bool is_effective = scenario->year >= effective_from(battle, from->nation) &&
                        !lb_has_trait(traits, LB_TRAIT_POOR_SCREEN);

    return is_light * KIND_LIGHT | is_irregular * KIND_IRREGULAR | is_impetuous * KIND_IMPETUOUS |
           is_mounted * KIND_MOUNTED | is_guard * KIND_GUARD | is_effective * KIND_EFFECTIVE |
           (class == LB_CLASS_ENGINEERS) * KIND_ENGINEERS;
}

static void muster_leader(const lb_scenario *scenario, lb_battle *battle, uint32_t from,
                          uint32_t number);
static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag);
static void muster_group(const lb_scenario *scenario, lb_battle *battle, uint32_t from,
                         uint32_t number);
static void muster_side(const lb_scenario *scenario, lb_battle *battle, uint32_t number);
static void arrange(const lb_scenario *scenario, const lb_battle *battle, lb_arrangement *to);

static uint8_t formation_of(uint8_t arm, uint8_t word)
{
    bool is_ployed =
        word == LB_SCENARIO_FORMATION_MARCH_COLUMN || word == LB_SCENARIO_FORMATION_RESERVE;

    if (arm == LB_ARM_ARTILLERY)
        return is_ployed                                ? FORMATION_PLOYED
               : word == LB_SCENARIO_FORMATION_LIMBERED ? FORMATION_RESERVE
                                                        : FORMATION_UNLIMBERED;
    return is_ployed ? FORMATION_PLOYED : FORMATION_DEPLOYED;
}

/// The plan of a scale: lengths and names differ, nothing else.
static lb_muster_plan plan_of(const lb_battle *battle)
{
    return (lb_muster_plan){
        .sheet = battle->rules->id,
        .unit_tmm = LB_TMM_INCH,
        .ground_cm = VALUE_OF(battle, PLAY_SCALE_YARDS) * YARD_TENTHS_CM / 100,
        .width_units = VALUE_OF(battle, PLAY_SCALE_MOST),
        .depth_units = VALUE_OF(battle, PLAY_SCALE_MOST),
        .least_units = VALUE_OF(battle, PLAY_SCALE_LEAST),
        .most_units = VALUE_OF(battle, PLAY_SCALE_MOST),
        .minutes = TURN_MINUTES,
        .musketry_tmm = esr_tenths(battle, 20),
        .gap_tmm = esr_tenths(battle, 2),
        .row_gap_tmm = esr_tenths(battle, 20),
        .turns = TURNS,
        .comes_in_turn = true,
        .has_one_entry = true,
        .arrange = arrange,
        .unit = muster_unit,
        .leader = muster_leader,
        .group = muster_group,
        .side = muster_side,
        .formation = formation_of,
    };
}

static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag)
{
    const lb_scenario_unit *from = &scenario->units[number];
    lb_muster_plan plan = plan_of(battle);
    int16_t *figure = battle->unit[number].figure;
    int32_t rating = from->arm == LB_ARM_INFANTRY  ? rating_of_foot(from)
                     : from->arm == LB_ARM_CAVALRY ? rating_of_horse(from)
                                                   : 1;

    (void)diag;
    figure[FIGURE_RATING] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "rating", rating);
    figure[FIGURE_SHOCK] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "shock", shock_of(from));
    figure[FIGURE_RIFLES] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "rifles", 0);
    figure[FIGURE_SECTIONS] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "sections",
                         from->arm == LB_ARM_ARTILLERY ? lb_most(1, from->strength / 2) : 0);
    figure[FIGURE_SIZE] = (int16_t)size_class(battle, from);
    figure[FIGURE_CALIBRE] = (int16_t)(from->arm == LB_ARM_ARTILLERY ? calibre_of(from) : 0);
    figure[FIGURE_KINDS] = (int16_t)kinds_of(scenario, battle, from, battle->unit[number].traits);
    return LB_OK;
}

static void muster_leader(const lb_scenario *scenario, lb_battle *battle, uint32_t from,
                          uint32_t number)
{
    static const uint8_t by_ability[LB_ABILITY_COUNT] = {
        [LB_ABILITY_AVERAGE] = 1, [LB_ABILITY_GOOD] = 2, [LB_ABILITY_EXCELLENT] = 3};
    lb_muster_plan plan = plan_of(battle);
    lb_leader_card *card = &battle->leader[number];
    int32_t tactical = card->inspiration + lb_has_trait(card->traits, LB_LEADER_TRAIT_BOLD) -
                       lb_has_trait(card->traits, LB_LEADER_TRAIT_CAUTIOUS);

    card->figure[LEADER_FIGURE_LEADERSHIP] = lb_muster_figure(
        &plan, scenario, LB_FIGURE_OF_COMMANDER, from, "leadership", by_ability[card->ability]);
    card->figure[LEADER_FIGURE_TACTICAL] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_COMMANDER, from, "tactical",
                         lb_most(0, lb_least(3, tactical)));
}

static void muster_side(const lb_scenario *scenario, lb_battle *battle, uint32_t number)
{
    battle->side[number].figure[SIDE_FIGURE_YEAR] = (int16_t)scenario->year;
}

/* Formations and Forces. */

/// The division commander right above a brigade; LB_NOBODY for none.
static uint32_t division_of(const lb_scenario *scenario, uint32_t brigade)
{
    uint32_t above = scenario->brigades[brigade].superior;

    return above > 0 && scenario->commanders[above - 1].rank == LB_RANK_DIVISION ? above - 1
                                                                                 : LB_NOBODY;
}

/// True if a brigade goes on with the Formation of the one before it.
static bool joins(const lb_scenario *scenario, uint32_t brigade, uint32_t units, int32_t most)
{
    const lb_scenario_brigade *own = &scenario->brigades[brigade], *before = own - 1;
    uint32_t division = division_of(scenario, brigade);

    return division != LB_NOBODY && brigade > 0 && division_of(scenario, brigade - 1) == division &&
           before->side == own->side && before->arrival_turn == own->arrival_turn &&
           before->arrival_minute == own->arrival_minute &&
           (int32_t)(units + own->unit_count) <= most;
}

/// Who leads a new Formation: the division's commander if he has none yet, else the brigade's.
static uint16_t head_of(const lb_scenario *scenario, const lb_arrangement *to, uint32_t brigade)
{
    uint32_t division = division_of(scenario, brigade);

    for (uint32_t g = 0; g < to->group_count && division != LB_NOBODY; g++)
        if (to->head[g] == division)
            division = LB_NOBODY;
    return (uint16_t)(division != LB_NOBODY ? division
                                            : scenario->brigades[brigade].commander - 1u);
}

static void arrange(const lb_scenario *scenario, const lb_battle *battle, lb_arrangement *to)
{
    int32_t most = VALUE_OF(battle, PLAY_FORMATION);
    uint32_t units = 0;

    to->group_count = to->leader_count = 0;
    for (uint32_t b = 0; b < scenario->brigade_count; b++) {
        if (b > 0 && joins(scenario, b, units, most)) {
            units += scenario->brigades[b].unit_count;
        } else {
            units = scenario->brigades[b].unit_count;
            to->brigade[to->group_count] = (uint16_t)b;
            to->head[to->group_count] = head_of(scenario, to, b);
            to->group_count++;
        }
        to->group[b] = (uint16_t)(to->group_count - 1);
    }
    for (uint32_t c = 0; c < scenario->commander_count; c++) {
        bool is_there = scenario->commanders[c].rank >= LB_RANK_CORPS;

        for (uint32_t g = 0; g < to->group_count; g++)
            is_there |= to->head[g] == c;
        to->leader[c] = is_there ? to->leader_count++ : LB_NOBODY;
    }
}

/// The corps commander above a division: as the file says, else the last corps without brigades
/// that is listed before it, else the first; LB_NOBODY for none.
static uint32_t corps_of_division(const lb_scenario *scenario, uint32_t division)
{
    uint32_t above = scenario->commanders[division].superior, found = LB_NOBODY;

    if (above > 0 && scenario->commanders[above - 1].rank == LB_RANK_CORPS)
        return above - 1;
    for (uint32_t c = 0; c < scenario->commander_count; c++) {
        bool has_brigades = false;

        if (scenario->commanders[c].rank != LB_RANK_CORPS ||
            scenario->commanders[c].side != scenario->commanders[division].side)
            continue;
        for (uint32_t b = 0; b < scenario->brigade_count; b++)
            has_brigades |= scenario->brigades[b].superior == c + 1;
        if (!has_brigades && (found == LB_NOBODY || c < division))
            found = c;
    }
    return found;
}

/// The number of a commander among the leaders: by his name.
static uint16_t leader_named(const lb_battle *battle, const lb_scenario_commander *who)
{
    for (uint16_t i = 0; i < battle->leader_count; i++)
        if (battle->leader[i].side == who->side && strcmp(battle->leader[i].name, who->name) == 0)
            return i;
    return LB_NOBODY;
}

static void muster_group(const lb_scenario *scenario, lb_battle *battle, uint32_t from,
                         uint32_t number)
{
    const lb_scenario_brigade *brigade = &scenario->brigades[from];
    lb_group_card *card = &battle->group[number];

    if (card->unit_count > brigade->unit_count && brigade->corps[0] != '\0')
        memcpy(card->name, brigade->corps, sizeof card->name);
}

/// esr.play.force: sets who commands the Force of each Formation, when all leaders are there.
static void form_forces(const lb_scenario *scenario, lb_battle *battle)
{
    uint32_t b = 0;

    for (uint32_t g = 0; g < battle->group_count; g++) {
        uint32_t division, corps = LB_NOBODY;

        while (scenario->brigades[b].first_unit != battle->group[g].first_unit)
            b++;
        division = division_of(scenario, b);
        if (division != LB_NOBODY)
            corps = corps_of_division(scenario, division);
        else if (scenario->brigades[b].superior > 0)
            corps = scenario->brigades[b].superior - 1u;
        battle->group[g].superior =
            corps == LB_NOBODY ? LB_NOBODY : leader_named(battle, &scenario->commanders[corps]);
    }
}

/* On the ground. */

/// True if a column may end at a point: on the table, and not in a river.
static bool may_end_at(const lb_battle *battle, lb_point at)
{
    lb_ground ground = lb_battle_ground(battle);

    if (at.x < 0 || at.y < 0 || at.x > battle->width_tmm || at.y > battle->depth_tmm)
        return false;
    for (uint16_t p = 0; p < ground.piece_count; p++)
        if (ground.piece[p].kind == LB_TERRAIN_RIVER && lb_piece_has_point(&ground, p, at))
            return false;
    return true;
}

/// Puts the units of a column one behind the other: behind its place, or up to it if there is no
/// room behind.
static void form_column(lb_battle *battle, const uint16_t *unit, uint32_t count)
{
    lb_point place = battle->unit[unit[0]].at;
    uint16_t heading = battle->unit[unit[0]].heading;
    int32_t apart =
        esr_size(battle, NULL, unit[0], FORMATION_PLOYED).depth_tmm + esr_tenths(battle, 2);
    int32_t length = (int32_t)(count - 1) * apart, ahead = 0;

    for (int32_t back = apart; back <= length && ahead == 0; back += apart / 2)
        if (!may_end_at(battle, lb_point_towards(place, heading, -back - apart / 2)))
            ahead = length;
    for (uint32_t n = 0; n < count; n++) {
        battle->unit[unit[n]].heading = heading;
        battle->unit[unit[n]].at = lb_point_towards(place, heading, ahead - (int32_t)n * apart);
    }
}

/// esr.play.start: guns are ployed with their Formation, and columns stand one behind the other.
static void form_columns(const lb_scenario *scenario, lb_battle *battle)
{
    for (uint32_t g = 0; g < battle->group_count; g++) {
        const lb_group_card *card = &battle->group[g];
        uint16_t column[LB_UNITS_MAX];
        uint32_t count = 0;
        bool is_ployed = false;

        for (uint32_t i = card->first_unit; i < lb_group_end(card); i++)
            is_ployed |= battle->unit[i].formation == FORMATION_PLOYED;
        for (uint32_t i = card->first_unit; i < lb_group_end(card) && is_ployed; i++) {
            if (battle->unit[i].formation == FORMATION_RESERVE)
                battle->unit[i].formation = FORMATION_PLOYED;
            if (battle->unit[i].formation == FORMATION_PLOYED)
                column[count++] = (uint16_t)i;
        }
        /* Who arrives comes on from his place of entry. */
        if (count > 0 && !scenario->position.is_set && card->arrival_turn == 0)
            form_column(battle, column, count);
    }
}

/// Room for detachments: groups without units of their own.
static void add_detachments(lb_battle *battle)
{
    for (uint32_t s = 0; s < LB_SIDES; s++)
        for (uint32_t n = 0; n < DETACHMENTS && battle->group_count < LB_GROUPS_MAX; n++) {
            lb_group_card *card = &battle->group[battle->group_count++];
            lb_put put;

            memset(card, 0, sizeof *card);
            put = lb_put_start(card->name, sizeof card->name);
            lb_put_text(&put, n == 0 ? "First detachment of " : "Second detachment of ");
            lb_put_text(&put, battle->side[s].name);
            card->side = (uint8_t)s;
            card->leader = card->superior = LB_NOBODY;
            card->first_unit = battle->unit_count;
        }
}

lb_status esr_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag)
{
    lb_muster_plan plan = plan_of(battle);
    lb_status status;

    plan.stand = form_columns;
    status = lb_muster(&plan, scenario, battle, diag);
    if (status != LB_OK)
        return status;
    form_forces(scenario, battle);
    add_detachments(battle);
    return LB_OK;
}

/* How a battle begins. */

static lb_point clamped(const lb_battle *battle, lb_point at)
{
    return (lb_point){lb_most(0, lb_least(battle->width_tmm, at.x)),
                      lb_most(0, lb_least(battle->depth_tmm, at.y))};
}

/// The first unit of a Formation as it stands, whose place is that of the Formation for now.
static lb_footprint stand_of(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    lb_footprint stand = lb_unit_footprint(battle, state, card->first_unit);
    int64_t x = 0, y = 0;

    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
        x += state->unit[i].at.x;
        y += state->unit[i].at.y;
    }
    if (card->unit_count > 0)
        stand.centre = (lb_point){(int32_t)(x / card->unit_count), (int32_t)(y / card->unit_count)};
    return stand;
}

/// The best objective for an attack that the side does not hold; LB_NOBODY for none.
static uint16_t objective_of(const lb_battle *battle, const lb_state *state, uint32_t side,
                             lb_point at)
{
    uint16_t best = LB_NOBODY;

    for (uint16_t o = 0; o < battle->objective_count; o++) {
        const lb_objective_card *card = &battle->objective[o];

        if (state->held[o] == side || card->exit != LB_NO_SIDE)
            continue;
        if (best == LB_NOBODY || card->value > battle->objective[best].value ||
            (card->value == battle->objective[best].value &&
             lb_point_distance(card->at, at) < lb_point_distance(battle->objective[best].at, at)))
            best = o;
    }
    return best;
}

/// The place of the nearest enemy.
static lb_point nearest_enemy(const lb_battle *battle, const lb_state *state, uint32_t side,
                              lb_point at)
{
    lb_point best = at;
    int32_t least = INT32_MAX;

    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].side != side && state->unit[i].presence == LB_PRESENCE_TABLE &&
            lb_point_distance(state->unit[i].at, at) < least) {
            best = state->unit[i].at;
            least = lb_point_distance(best, at);
        }
    return best;
}

/// The friend that a Formation supports: the nearest that attacks, else the nearest of its Force.
static uint16_t friend_of(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    lb_point at = stand_of(battle, state, group).centre;
    uint16_t best = LB_NOBODY;
    int32_t least = INT32_MAX;

    for (int pass = 0; pass < 2 && best == LB_NOBODY; pass++)
        for (uint16_t g = 0; g < battle->group_count; g++) {
            bool fits = pass == 0 ? battle->group[g].order.kind == ORDER_ATTACK
                                  : battle->group[g].superior == battle->group[group].superior;
            int32_t distance;

            if (g == group || battle->group[g].side != battle->group[group].side || !fits ||
                battle->group[g].unit_count == 0)
                continue;
            distance = lb_point_distance(stand_of(battle, state, g).centre, at);
            if (distance < least) {
                least = distance;
                best = g;
            }
        }
    return best;
}

/// The order that a Formation begins with.
static lb_order order_at_start(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    lb_footprint stand = stand_of(battle, state, group);
    lb_order order = card->order;
    int32_t near = LB_INCHES(VALUE_OF(battle, ORDER_DEFEND));

    if (order.kind == LB_SCENARIO_ORDER_RETIRE) {
        order.kind = ORDER_MOVE;
        order.place =
            clamped(battle, lb_point_towards(stand.centre, stand.heading,
                                             -LB_INCHES(VALUE_OF(battle, ORDER_MOVE_HALT))));
        order.is_placed = true;
    }
    if (order.kind == LB_SCENARIO_ORDER_BOMBARD)
        order.kind = ORDER_DEFEND;
    if (order.kind == ORDER_NONE)
        order.kind = card->side == battle->first_side ? ORDER_ATTACK : ORDER_DEFEND;
    if (order.kind == ORDER_SUPPORT && order.group == LB_NOBODY)
        order.group = friend_of(battle, state, group);
    if (order.kind == ORDER_SUPPORT && order.group == LB_NOBODY)
        order.kind = ORDER_DEFEND;
    if (order.is_placed || order.kind == ORDER_SUPPORT || order.kind == ORDER_RESERVE)
        return order;
    order.place = stand.centre;
    if (order.objective == LB_NOBODY && order.kind != ORDER_DEFEND) {
        order.objective = objective_of(battle, state, card->side, stand.centre);
        order.place = nearest_enemy(battle, state, card->side, stand.centre);
    }
    for (uint16_t o = 0;
         o < battle->objective_count && order.kind == ORDER_DEFEND && order.objective == LB_NOBODY;
         o++)
        if (state->held[o] == card->side &&
            lb_point_distance(battle->objective[o].at, stand.centre) <= near)
            order.objective = o;
    if (order.objective != LB_NOBODY)
        order.place = battle->objective[order.objective].at;
    order.is_placed = true;
    return order;
}

/// esr.play.area: behind the middle of the rear of those who are there, deployed if any are.
static lb_point area_of(const lb_battle *battle, const lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    int32_t front = INT32_MIN, rear = INT32_MAX, east = INT32_MIN, west = INT32_MAX;
    bool has_line = false;
    lb_footprint box = lb_unit_footprint(battle, state, card->first_unit);
    lb_point origin;
    uint16_t right;

    for (uint32_t i = lb_group_end(card); i-- > card->first_unit;)
        if (state->unit[i].formation != FORMATION_PLOYED &&
            state->unit[i].presence == LB_PRESENCE_TABLE) {
            has_line = true;
            box = lb_unit_footprint(battle, state, i);
        }
    origin = box.centre;
    right = (uint16_t)(box.heading + LB_ANGLE_QUARTER);
    for (uint32_t i = card->first_unit; i < lb_group_end(card); i++) {
        lb_footprint own = lb_unit_footprint(battle, state, i);
        lb_quad quad = lb_footprint_corners(&own);

        if (has_line && (state->unit[i].formation == FORMATION_PLOYED ||
                         state->unit[i].presence != LB_PRESENCE_TABLE))
            continue;
        for (int c = 0; c < 4; c++) {
            front = lb_most(front, lb_ahead_of(origin, quad.corner[c], box.heading));
            rear = lb_least(rear, lb_ahead_of(origin, quad.corner[c], box.heading));
            east = lb_most(east, lb_ahead_of(origin, quad.corner[c], right));
            west = lb_least(west, lb_ahead_of(origin, quad.corner[c], right));
        }
    }
    box.centre = lb_point_towards(lb_point_towards(origin, box.heading, (front + rear) / 2), right,
                                  (east + west) / 2);
    box.depth_tmm = front - rear;
    return esr_area_place(battle, &box);
}

static void deploy_group(const lb_battle *battle, lb_state *state, uint32_t group)
{
    const lb_group_card *card = &battle->group[group];
    static const lb_order none = {.objective = LB_NOBODY, .group = LB_NOBODY};
    lb_group *of = &state->group[group];
    uint32_t superior;

    of->order = none;
    of->status = STATUS_FIT;
    if (card->pending.kind == ORDER_NONE)
        of->pending = none;
    if (card->unit_count == 0)
        return;
    switch (card->order.kind) {
    case LB_SCENARIO_ORDER_RETREAT:
        of->status = STATUS_RETREAT;
        break;
    case LB_SCENARIO_ORDER_BROKEN:
        of->status = STATUS_BROKEN;
        break;
    case LB_SCENARIO_ORDER_RALLY:
        of->status = STATUS_RALLY;
        break;
    default:
        break;
    }
    if (of->status == STATUS_FIT)
        of->order = order_at_start(battle, state, group);
    else
        of->order.kind = card->order.kind;
    if (of->pending.kind != ORDER_NONE && !of->pending.is_placed &&
        of->pending.objective != LB_NOBODY) {
        of->pending.place = battle->objective[of->pending.objective].at;
        of->pending.is_placed = true;
    }
    superior = card->superior != LB_NOBODY ? card->superior : battle->side[card->side].leader;
    if (of->mark[GROUP_ISSUER] == 0)
        of->mark[GROUP_ISSUER] = (int16_t)(superior == LB_NOBODY ? 1 : superior + 1);
    if (!of->has_area)
        of->area = area_of(battle, state, group);
    of->has_area = true;
    state->side[card->side].mark[SIDE_FORMATIONS]++;
}

void esr_deploy(const lb_battle *battle, lb_state *state)
{
    lb_deploy(battle, state);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if ((state->unit[i].flags & UNIT_REFORMING) != 0 &&
            state->unit[i].presence == LB_PRESENCE_TABLE)
            state->unit[i].presence = LB_PRESENCE_AWAY;
    for (uint32_t g = 0; g < battle->group_count; g++)
        deploy_group(battle, state, g);
}
