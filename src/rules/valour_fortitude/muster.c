// SPDX-License-Identifier: MIT
// From a neutral order of battle to the figures, footprints and places of this sheet.
//
// The ground is drawn to 15 metres to the inch, or to whatever makes it fit a table of 8 by 6 feet.
// Figures stay their size, so units that stand side by side on the ground may not find room on the
// table: they are moved to the nearest free place, in the order of the scenario.

#include "base/put.h"
#include "rules/valour_fortitude/play.h"

#include <string.h>

enum {
    GROUND_SCALE_DM = 150, ///< decimetres to the inch
    TABLE_WIDTH = 96,      ///< inches
    TABLE_DEPTH = 72,
    SEARCH_RINGS = 60,
    ROW_GAP = 4 * LB_TMM_INCH
};

enum { ANY_NATION = 0xff };

#define T(trait)      (UINT64_C(1) << LB_TRAIT_##trait)
#define LB_NATION_ANY ANY_NATION

static const struct figures {
    uint8_t nation, troop_class;
    int8_t fire, melee, tenacity;
    uint64_t traits;
} figures[] = {
#define FIGURES(nation, troop, fire, melee, tenacity, traits) \
    {LB_NATION_##nation, LB_CLASS_##troop, fire, melee, tenacity, traits},
#include "rules/valour_fortitude/figures.def"
};

/// The nation whose rows a nation uses.
static uint8_t rows_of(uint8_t nation)
{
    return nation == LB_NATION_KGL ? LB_NATION_BRITISH : nation;
}

static const struct figures *find_figures(uint8_t nation, uint8_t troop_class)
{
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        if (figures[i].troop_class == troop_class &&
            (figures[i].nation == rows_of(nation) || figures[i].nation == ANY_NATION))
            return &figures[i];
    return NULL;
}

static int16_t override(const lb_scenario *scenario, uint32_t unit, const char *key, int32_t value)
{
    for (uint32_t i = 0; i < scenario->figure_count; i++) {
        const lb_scenario_figure *figure = &scenario->figures[i];
        if (figure->owner == LB_FIGURE_OF_UNIT && figure->number == unit &&
            strcmp(figure->sheet, "valour-fortitude") == 0 && strcmp(figure->key, key) == 0)
            return figure->value;
    }
    return (int16_t)value;
}

static uint8_t gun_of(uint8_t troop_class)
{
    return troop_class == LB_CLASS_FIELD_GUNS   ? GUN_FIELD
           : troop_class == LB_CLASS_HEAVY_GUNS ? GUN_HEAVY
           : troop_class == LB_CLASS_HORSE_GUNS ? GUN_HORSE
           : troop_class == LB_CLASS_ROCKETS    ? GUN_ROCKET
                                                : GUN_NONE;
}

/// The formation of this sheet that is nearest to the scenario's word.
static uint8_t formation_of(uint8_t arm, uint8_t word)
{
    bool marches = word == LB_SCENARIO_FORMATION_MARCH_COLUMN ||
                   word == LB_SCENARIO_FORMATION_LIMBERED || word == LB_SCENARIO_FORMATION_RESERVE;

    if (arm == LB_ARM_ARTILLERY)
        return marches ? FORMATION_LIMBERED : FORMATION_GUNS;
    if (arm == LB_ARM_CAVALRY)
        return word == LB_SCENARIO_FORMATION_MARCH_COLUMN ? FORMATION_CAVALRY_MARCH
               : word == LB_SCENARIO_FORMATION_OPEN_ORDER ? FORMATION_CAVALRY_OPEN
                                                          : FORMATION_CAVALRY;
    if (word == LB_SCENARIO_FORMATION_MARCH_COLUMN)
        return FORMATION_MARCH;
    if (word == LB_SCENARIO_FORMATION_SQUARE)
        return FORMATION_SQUARE;
    if (word == LB_SCENARIO_FORMATION_OPEN_ORDER)
        return FORMATION_OPEN;
    return word == LB_SCENARIO_FORMATION_LINE || word == LB_SCENARIO_FORMATION_FIRING_LINE ||
                   word == LB_SCENARIO_FORMATION_REFUSED_LINE
               ? FORMATION_LINE
               : FORMATION_ATTACK;
}

/// Decimetres of ground to a table inch.
static int32_t scale_of(const lb_scenario *scenario)
{
    int32_t scale = GROUND_SCALE_DM;

    for (uint32_t i = 0; i < scenario->scale_count; i++)
        if (strcmp(scenario->scales[i].sheet, "valour-fortitude") == 0 &&
            scenario->scales[i].ground_dm > 0)
            return scenario->scales[i].ground_dm;
    scale = lb_most(scale, (scenario->width_dm + TABLE_WIDTH - 1) / TABLE_WIDTH);
    return lb_most(scale, (scenario->height_dm + TABLE_DEPTH - 1) / TABLE_DEPTH);
}

static lb_point place_of(lb_scenario_point point, int32_t scale)
{
    return (lb_point){(int32_t)((int64_t)point.x_dm * LB_TMM_INCH / scale),
                      (int32_t)((int64_t)point.y_dm * LB_TMM_INCH / scale)};
}

static uint16_t heading_of(uint16_t degrees)
{
    return (uint16_t)((uint32_t)degrees * 65536 / 360);
}

static lb_status complain(lb_diag *diag, const char *what, const char *name)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

    lb_put_text(&put, what);
    lb_put_text(&put, name);
    return diag->status;
}

static lb_status muster_ground(const lb_scenario *scenario, lb_battle *battle, int32_t scale,
                               lb_diag *diag)
{
    uint16_t where = 0;

    _Static_assert((int)LB_SCENARIO_TERRAIN_COUNT == (int)LB_TERRAIN_COUNT,
                   "the same kinds of ground");
    battle->width_tmm = (int32_t)((int64_t)scenario->width_dm * LB_TMM_INCH / scale);
    battle->depth_tmm = (int32_t)((int64_t)scenario->height_dm * LB_TMM_INCH / scale);
    if (battle->width_tmm > LB_TABLE_MAX || battle->depth_tmm > LB_TABLE_MAX ||
        battle->width_tmm < LB_INCHES(24) || battle->depth_tmm < LB_INCHES(24))
        return complain(diag,
                        "the table would be too large or too small to play on: ", scenario->id);
    battle->piece_count = scenario->piece_count;
    battle->point_count = scenario->point_count;
    for (uint32_t i = 0; i < scenario->point_count; i++)
        battle->point[i] = place_of(scenario->points[i], scale);
    for (uint32_t i = 0; i < scenario->piece_count; i++) {
        const lb_scenario_piece *from = &scenario->pieces[i];
        battle->piece[i] =
            (lb_piece){.kind = from->kind,
                       .is_line = from->is_line,
                       .level = from->level,
                       .point_count = from->point_count,
                       .first_point = from->first_point,
                       .width_tmm = (int32_t)((int64_t)from->width_dm * LB_TMM_INCH / scale)};
    }
    if (lb_ground_prepare(battle->piece, battle->piece_count, battle->point, battle->point_count,
                          &where) != LB_GROUND_OK)
        return complain(diag, "this piece of ground cannot be laid out on the table: ",
                        scenario->pieces[where].name);
    return LB_OK;
}

static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag)
{
    const lb_scenario_unit *from = &scenario->units[number];
    const struct figures *row = find_figures(from->nation, from->troop_class);
    lb_unit_card *card = &battle->unit[number];

    if (row == NULL)
        return complain(diag, "valour-fortitude has no figures for: ", from->name);
    memcpy(card->name, from->name, sizeof card->name);
    card->side = scenario->brigades[from->brigade].side;
    card->group = from->brigade;
    card->arm = from->arm;
    card->troop_class = from->troop_class;
    card->nation = from->nation;
    card->quality = from->quality;
    card->arrival_turn = scenario->brigades[from->brigade].arrival_turn;
    card->traits = (from->traits | row->traits) & ~from->without;
    card->figure[FIGURE_FIRE] =
        override(scenario, number, "fire",
                 from->arm == LB_ARM_CAVALRY && lb_has_trait(card->traits, LB_TRAIT_CARBINES)
                     ? battle->house.value[V_TRAIT_CARBINES]
                     : row->fire);
    card->figure[FIGURE_MELEE] = override(scenario, number, "melee", row->melee);
    card->figure[FIGURE_TENACITY] = override(scenario, number, "tenacity", row->tenacity);
    card->figure[FIGURE_RANGE] = override(
        scenario, number, "range",
        lb_has_trait(card->traits, LB_TRAIT_RIFLED) ? battle->house.value[V_RANGE_RIFLE] : 0);
    card->figure[FIGURE_GUN] = gun_of(from->troop_class);
    card->is_removed = from->is_removed;
    card->losses = from->losses;
    card->states = from->states;
    return LB_OK;
}

/// Where a unit of a brigade without a place of its own stands: side by side in lines.
static void place_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                       int32_t scale)
{
    const lb_scenario_unit *from = &scenario->units[number];
    const lb_scenario_brigade *brigade = &scenario->brigades[from->brigade];
    const lb_scenario_stand *stand = from->stand.is_set ? &from->stand : &brigade->stand;
    lb_unit_card *card = &battle->unit[number];
    uint32_t lines = brigade->lines > 0 ? brigade->lines : 2, in_line, index, row;
    lb_size size;

    card->formation = formation_of(from->arm, from->stand.formation != LB_SCENARIO_FORMATION_ANY
                                                  ? from->stand.formation
                                                  : brigade->stand.formation);
    card->heading = heading_of(stand->facing_deg);
    card->at = place_of(stand->at, scale);
    if (from->stand.is_set)
        return;
    size = vf_size(battle, NULL, number, card->formation);
    in_line = (brigade->unit_count + lines - 1) / lines;
    index = (number - brigade->first_unit) % in_line;
    row = (number - brigade->first_unit) / in_line;
    card->at = lb_point_towards(card->at, (uint16_t)(card->heading + LB_ANGLE_QUARTER),
                                ((int32_t)(2 * index) - (int32_t)in_line + 1) *
                                    (size.width_tmm + LB_TMM_INCH) / 2);
    card->at =
        lb_point_towards(card->at, card->heading, -(int32_t)row * (size.depth_tmm + ROW_GAP));
}

static void muster_leaders(const lb_scenario *scenario, lb_battle *battle, int32_t scale)
{
    battle->leader_count = scenario->commander_count;
    for (uint32_t i = 0; i < scenario->commander_count; i++) {
        const lb_scenario_commander *from = &scenario->commanders[i];
        lb_leader_card *card = &battle->leader[i];

        memcpy(card->name, from->name, sizeof card->name);
        card->side = from->side;
        card->group = from->brigade > 0 ? (uint8_t)(from->brigade - 1) : LB_NOBODY;
        card->rank = from->rank;
        card->ability = from->ability;
        card->inspiration = from->inspiration;
        card->traits = from->traits;
        card->is_removed = from->is_removed;
        if (from->stand.is_set)
            card->at = place_of(from->stand.at, scale);
        else if (card->group != LB_NOBODY)
            card->at = place_of(scenario->brigades[card->group].stand.at, scale);
        else
            card->at =
                (lb_point){battle->width_tmm / 2,
                           card->side == 0 ? LB_INCHES(6) : battle->depth_tmm - LB_INCHES(6)};
    }
    for (uint32_t s = 0; s < LB_SIDES; s++)
        battle->side_leader[s] = scenario->sides[s].commander > 0
                                     ? (uint8_t)(scenario->sides[s].commander - 1)
                                     : LB_NOBODY;
}

static void muster_groups(const lb_scenario *scenario, lb_battle *battle)
{
    battle->group_count = scenario->brigade_count;
    for (uint32_t i = 0; i < scenario->brigade_count; i++) {
        const lb_scenario_brigade *from = &scenario->brigades[i];
        lb_group_card *card = &battle->group[i];

        memcpy(card->name, from->name, sizeof card->name);
        card->side = from->side;
        card->leader = from->commander > 0 ? (uint8_t)(from->commander - 1) : LB_NOBODY;
        card->first_unit = from->first_unit;
        card->unit_count = from->unit_count;
        card->arrival_turn = from->arrival_turn;
        card->routed = from->routed;
        card->traits = from->traits;
    }
}

/// Where a battle in progress stands.
static lb_status muster_position(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag)
{
    static const char *const words[] = {[PHASE_FATE] = "fate",
                                        [PHASE_FIRE] = "fire",
                                        [PHASE_ACTION] = "action",
                                        [PHASE_MELEE] = "melee"};
    const lb_scenario_position *position = &scenario->position;
    uint8_t phase = position->phase[0] == '\0' ? PHASE_FATE : PHASE_COUNT;

    if (!position->is_set)
        return LB_OK;
    for (uint32_t i = 0; i < PHASE_COUNT; i++)
        if (strcmp(words[i], position->phase) == 0)
            phase = (uint8_t)i;
    if (phase == PHASE_COUNT)
        return complain(diag, "valour-fortitude has the phases fate, fire, action and melee, not: ",
                        position->phase);
    battle->start_turn = position->turn;
    battle->start_phase = phase;
    battle->start_active = position->active;
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        battle->start_cards[s] = scenario->sides[s].cards;
        battle->start_discards[s] = scenario->sides[s].discards;
        battle->start_defeats[s] = scenario->sides[s].defeats;
    }
    return LB_OK;
}

static void muster_objectives(const lb_scenario *scenario, lb_battle *battle, int32_t scale)
{
    battle->objective_count = scenario->objective_count;
    for (uint32_t i = 0; i < scenario->objective_count; i++) {
        const lb_scenario_objective *from = &scenario->objectives[i];
        lb_objective_card *card = &battle->objective[i];

        memcpy(card->name, from->name, sizeof card->name);
        card->at = place_of(from->at, scale);
        card->radius_tmm = (int32_t)((int64_t)from->radius_dm * LB_TMM_INCH / scale);
        card->value = from->value;
        card->held = from->held > 0 ? (uint8_t)(from->held - 1) : LB_NOBODY;
    }
}

/// Moves units that overlap at the start to the nearest free place, in the order of the scenario.
static lb_status make_room(lb_battle *battle, lb_diag *diag)
{
    lb_state state;

    memset(&state, 0, sizeof state);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        lb_unit *unit = &state.unit[i];
        lb_point wish = battle->unit[i].at;

        unit->formation = battle->unit[i].formation;
        unit->heading = battle->unit[i].heading;
        if (battle->unit[i].arrival_turn > battle->start_turn || battle->unit[i].is_removed)
            continue;
        /* In a position everybody stands where it says. */
        for (int32_t ring = 0; ring < (battle->start_turn > 0 ? 1 : SEARCH_RINGS) &&
                               unit->presence == LB_PRESENCE_AWAY;
             ring++)
            for (int32_t spoke = 0; spoke < 16; spoke++) {
                lb_footprint place;

                unit->at = lb_point_towards(wish, (uint16_t)(unit->heading + spoke * 4096),
                                            ring * LB_TMM_INCH);
                place = lb_unit_footprint(battle, &state, i);
                if (!vf_may_stand(battle, &state, i, &place))
                    continue;
                unit->presence = LB_PRESENCE_TABLE;
                battle->unit[i].at = unit->at;
                break;
            }
        if (unit->presence != LB_PRESENCE_TABLE)
            return complain(diag, "there is no room on the table for: ", battle->unit[i].name);
    }
    return LB_OK;
}

lb_status vf_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag)
{
    int32_t scale = scale_of(scenario);
    lb_status status = muster_ground(scenario, battle, scale, diag);

    if (status != LB_OK)
        return status;
    battle->turns = scenario->turns > 0 ? scenario->turns : (uint8_t)battle->house.value[V_TURNS];
    battle->first_side = scenario->first;
    memcpy(battle->title, scenario->title, sizeof battle->title);
    memcpy(battle->scenario, scenario->id, sizeof battle->scenario);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        memcpy(battle->side_name[s], scenario->sides[s].name, sizeof battle->side_name[s]);
        battle->side_nation[s] = scenario->sides[s].nation;
    }
    muster_groups(scenario, battle);
    status = muster_position(scenario, battle, diag);
    if (status != LB_OK)
        return status;
    battle->unit_count = scenario->unit_count;
    for (uint32_t i = 0; i < scenario->unit_count; i++) {
        status = muster_unit(scenario, battle, i, diag);
        if (status != LB_OK)
            return status;
        place_unit(scenario, battle, i, scale);
    }
    muster_leaders(scenario, battle, scale);
    muster_objectives(scenario, battle, scale);
    return make_room(battle, diag);
}

/// Losses, flags and worth of a unit in a position.
static void deploy_unit(const lb_battle *battle, lb_state *state, uint32_t number)
{
    const lb_unit_card *card = &battle->unit[number];
    lb_unit *unit = &state->unit[number];
    static const struct {
        uint8_t state;
        uint32_t flag;
        int8_t worth;
    } rows[] = {{LB_SCENARIO_STATE_FIRED, UNIT_FIRED, 0},
                {LB_SCENARIO_STATE_ACTED, UNIT_ACTED, 0},
                {LB_SCENARIO_STATE_FOUGHT, UNIT_FOUGHT, 0},
                {LB_SCENARIO_STATE_SUPPORTED, UNIT_SUPPORTED | UNIT_FIRED, 0},
                {LB_SCENARIO_STATE_INSPIRED, 0, 1},
                {LB_SCENARIO_STATE_PROVED, UNIT_TRIED, 1},
                {LB_SCENARIO_STATE_WANTING, UNIT_TRIED, -1}};

    *unit = (lb_unit){.at = card->at,
                      .heading = card->heading,
                      .presence = card->is_removed                          ? LB_PRESENCE_GONE
                                  : card->arrival_turn > battle->start_turn ? LB_PRESENCE_AWAY
                                                                            : LB_PRESENCE_TABLE,
                      .formation = card->formation};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (lb_has_trait(card->states, rows[i].state)) {
            unit->flags |= rows[i].flag;
            unit->mark[MARK_WORTH] = (int16_t)(unit->mark[MARK_WORTH] + rows[i].worth);
        }
    if ((unit->flags & UNIT_FIRED) != 0 && vf_fires_and_acts(battle, number))
        unit->flags = (unit->flags & ~(uint32_t)UNIT_FIRED) | UNIT_SKIRMISHED;
    unit->mark[MARK_LOSSES] = (int16_t)lb_least(card->losses, vf_tenacity(battle, state, number));
    if (lb_has_trait(card->states, LB_SCENARIO_STATE_SHAKEN))
        unit->mark[MARK_LOSSES] = (int16_t)vf_tenacity(battle, state, number);
}

static void deploy_side(const lb_battle *battle, lb_state *state, uint32_t side)
{
    int32_t deck = ((1 << battle->house.value[V_FATE_DECK]) - 1) << 1;
    int32_t hand = battle->start_cards[side] << 1, discards = battle->start_discards[side] << 1;
    int16_t *mark = state->side[side].mark;

    mark[SIDE_HAND] = (int16_t)hand;
    mark[SIDE_DISCARDS] = (int16_t)discards;
    mark[SIDE_DECK] = (int16_t)(deck & ~hand & ~discards);
    mark[SIDE_DEFEATS] = battle->start_defeats[side];
}

void vf_deploy(const lb_battle *battle, lb_state *state)
{
    state->turn = battle->start_turn > 0 ? battle->start_turn : 1;
    state->phase = battle->start_phase;
    state->active = battle->start_turn > 0 ? battle->start_active : battle->first_side;
    state->winner = LB_NOBODY;
    for (uint32_t i = 0; i < LB_OBJECTIVES_MAX; i++)
        state->held[i] = i < battle->objective_count ? battle->objective[i].held : LB_NOBODY;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        deploy_unit(battle, state, i);
    for (uint32_t i = 0; i < battle->leader_count; i++) {
        const lb_leader_card *card = &battle->leader[i];
        bool is_away = card->group != LB_NOBODY &&
                       battle->group[card->group].arrival_turn > battle->start_turn;
        state->leader[i] = (lb_leader){.at = card->at,
                                       .presence = card->is_removed ? LB_PRESENCE_GONE
                                                   : is_away        ? LB_PRESENCE_AWAY
                                                                    : LB_PRESENCE_TABLE};
    }
    for (uint32_t i = 0; i < battle->group_count; i++) {
        state->side[battle->group[i].side].mark[SIDE_BRIGADES]++;
        if (battle->group[i].routed > 0)
            state->group[i].flags |= GROUP_ROUTED;
        if (vf_units_left(battle, state, i) == 0)
            state->group[i].flags |= GROUP_SHATTERED;
    }
    for (uint32_t s = 0; s < LB_SIDES; s++)
        deploy_side(battle, state, s);
}
