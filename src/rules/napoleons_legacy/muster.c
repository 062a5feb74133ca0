// SPDX-License-Identifier: MIT
// The figures of this sheet for a neutral order of battle, and how a battle begins.
//
// The sheet refers to army lists that it does not print; figures.def, the steps for strength and
// quality and the values of commanders are ours. The ground is drawn to 8 metres to the
// centimetre, or shrunk to fit a table of 3 by 2 metres (rules/kit/muster.c). Units of a brigade
// are set up base to base.

#include "rules/kit/muster.h"

#include "rules/napoleons_legacy/play.h"

enum {
    GROUND_SCALE_CM = 800,
    TABLE_WIDTH = 300, ///< cm
    TABLE_DEPTH = 200,
    TURNS = 12,
    TURN_MINUTES = 4, ///< at that scale: a brigade in column comes about 20 cm a turn
    DEVIATION = 2,
    CANISTER = 4,
    FOOT_FIRE = 1, ///< of dragoons on foot
    FOOT_RANGE = 15
};

static const struct figures {
    int8_t fire, range, combat, hits, save;
    uint64_t traits;
} figures[LB_CLASS_COUNT] = {
#define FIGURE(owner, key, lowest, highest, meaning)
#define FIGURES(troop, fire, range, combat, hits, save, traits) \
    [LB_CLASS_##troop] = {fire, range, combat, hits, save, traits},
#include "rules/napoleons_legacy/figures.def"
};

static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag);
static void muster_leader(const lb_scenario *scenario, lb_battle *battle, uint32_t from,
                          uint32_t number);
static uint8_t formation_of(uint8_t arm, uint8_t word);

static const lb_muster_plan plan = {
    .sheet = "napoleons-legacy",
    .unit_tmm = LB_TMM_CM,
    .ground_cm = GROUND_SCALE_CM,
    .width_units = TABLE_WIDTH,
    .depth_units = TABLE_DEPTH,
    .minutes = TURN_MINUTES,
    .musketry_tmm = LB_CMS(15),
    .gap_tmm = 1,
    .row_gap_tmm = LB_CMS(4),
    .turns = TURNS,
    .unit = muster_unit,
    .leader = muster_leader,
    .formation = formation_of,
};

/// nl.figures.size
static int32_t bases_of(const lb_battle *battle, const lb_scenario_unit *from)
{
    const int32_t *value = battle->house.value;
    int32_t men = value[V_FIGURES_MEN], sabres = value[V_FIGURES_SABRES];
    int32_t pieces = value[V_FIGURES_PIECES], strength = from->strength;

    switch (from->arm) {
    case LB_ARM_INFANTRY:
        return lb_most(value[V_FIGURES_LEAST],
                       lb_least(value[V_FIGURES_MOST], (strength + men / 2) / men));
    case LB_ARM_CAVALRY:
        return lb_most(1, lb_least(value[V_FIGURES_MOST_HORSE], (strength + sabres / 2) / sabres));
    default:
        return lb_most(1, lb_least(value[V_FIGURES_MOST_GUNS], (strength + pieces - 1) / pieces));
    }
}

/// nl.figures.quality: the die to save, 0 for none.
static int32_t save_of(const lb_battle *battle, const lb_scenario_unit *from, int32_t usual)
{
    int32_t better = from->quality - lb_usual_quality(from->troop_class);
    int32_t step = battle->house.value[V_FIGURES_SAVE], save = usual > 0 ? usual : 7;

    if (from->arm == LB_ARM_ARTILLERY || (better < 2 && better > -2))
        return usual;
    save += better > 0 ? -step : step;
    return save > 6 ? 0 : lb_most(2, save);
}

static int32_t grade_of(uint8_t quality, uint64_t traits)
{
    if (lb_has_trait(traits, LB_TRAIT_RAW) || quality <= LB_QUALITY_CONSCRIPT)
        return GRADE_RAW;
    return quality >= LB_QUALITY_VETERAN ? GRADE_VETERAN : GRADE_REGULAR;
}

/// Guns by the weight of their shot, where the scenario says it: up to 4 pounds light, from 12
/// heavy, horse guns at most medium.
static const struct figures *row_of(const lb_scenario_unit *from)
{
    uint8_t troop = from->troop_class;

    if (troop == LB_CLASS_FIELD_GUNS && from->pounder > 0)
        troop = from->pounder <= 4    ? LB_CLASS_HORSE_GUNS
                : from->pounder >= 12 ? LB_CLASS_HEAVY_GUNS
                                      : LB_CLASS_FIELD_GUNS;
    else if (troop == LB_CLASS_HORSE_GUNS && from->pounder > 6)
        troop = LB_CLASS_FIELD_GUNS;
    return &figures[troop];
}

static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag)
{
    const lb_scenario_unit *from = &scenario->units[number];
    const struct figures *row = row_of(from);
    lb_unit_card *card = &battle->unit[number];
    bool is_guns = from->arm == LB_ARM_ARTILLERY;
    bool dismounts;
    const struct {
        uint8_t figure;
        const char *key;
        int32_t value;
    } rows[] = {
        {FIGURE_BASES, "bases", bases_of(battle, from)},
        {FIGURE_FIRE, "fire", row->fire},
        {FIGURE_RANGE, "range", row->range},
        {FIGURE_COMBAT, "combat", row->combat},
        {FIGURE_HITS, "hits", row->hits},
        {FIGURE_SAVE, "save", save_of(battle, from, row->save)},
        {FIGURE_CANISTER, "canister", is_guns ? CANISTER : 0},
        {FIGURE_DEVIATION, "deviation", is_guns ? DEVIATION : 0},
        {FIGURE_BLAST, "blast", battle->house.value[V_ART_BLAST_RADIUS]},
    };

    if (row->hits == 0)
        return lb_muster_complain(diag, from->where,
                                  "napoleons-legacy has no figures for: ", from->name);
    card->traits = (from->traits | row->traits) & ~from->without;
    dismounts = from->arm == LB_ARM_CAVALRY && lb_has_trait(card->traits, LB_TRAIT_DISMOUNTS);
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        card->figure[rows[i].figure] = lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number,
                                                        rows[i].key, rows[i].value);
    if (dismounts && card->figure[FIGURE_FIRE] == 0) {
        card->figure[FIGURE_FIRE] = FOOT_FIRE;
        card->figure[FIGURE_RANGE] = FOOT_RANGE;
    }
    card->figure[FIGURE_GRADE] = (int16_t)grade_of(from->quality, card->traits);
    return LB_OK;
}

static void muster_leader(const lb_scenario *scenario, lb_battle *battle, uint32_t from,
                          uint32_t number)
{
    static const int8_t of_rank[LB_RANK_COUNT] = {
        [LB_RANK_BRIGADE] = 7, [LB_RANK_DIVISION] = 8, [LB_RANK_CORPS] = 8, [LB_RANK_ARMY] = 9};
    static const int8_t of_ability[LB_ABILITY_COUNT] = {[LB_ABILITY_TERRIBLE] = -1,
                                                        [LB_ABILITY_POOR] = -1,
                                                        [LB_ABILITY_AVERAGE] = 0,
                                                        [LB_ABILITY_GOOD] = 1,
                                                        [LB_ABILITY_EXCELLENT] = 1};
    lb_leader_card *card = &battle->leader[number];

    card->figure[LEADER_FIGURE_COMMAND] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_COMMANDER, from, "command",
                         of_rank[card->rank] + of_ability[card->ability]);
    card->figure[LEADER_FIGURE_RADIUS] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_COMMANDER, from, "radius",
                         battle->house.value[V_COMMAND_DISTANCE_RADIUS]);
}

/// The formation of this sheet that is nearest to the scenario's word.
static uint8_t formation_of(uint8_t arm, uint8_t word)
{
    static const uint8_t of_foot[LB_SCENARIO_FORMATION_COUNT] = {
        [LB_SCENARIO_FORMATION_ANY] = FORMATION_ATTACK,
        [LB_SCENARIO_FORMATION_LINE] = FORMATION_LINE,
        [LB_SCENARIO_FORMATION_FIRING_LINE] = FORMATION_FIRING,
        [LB_SCENARIO_FORMATION_REFUSED_LINE] = FORMATION_REFUSED,
        [LB_SCENARIO_FORMATION_ATTACK_COLUMN] = FORMATION_ATTACK,
        [LB_SCENARIO_FORMATION_MARCH_COLUMN] = FORMATION_MARCH,
        [LB_SCENARIO_FORMATION_OPEN_ORDER] = FORMATION_SKIRMISH,
        [LB_SCENARIO_FORMATION_SQUARE] = FORMATION_SQUARE,
        [LB_SCENARIO_FORMATION_GARRISON] = FORMATION_LINE,
        [LB_SCENARIO_FORMATION_LIMBERED] = FORMATION_MARCH,
        [LB_SCENARIO_FORMATION_UNLIMBERED] = FORMATION_LINE,
        [LB_SCENARIO_FORMATION_RESERVE] = FORMATION_ATTACK,
    };

    if (arm == LB_ARM_ARTILLERY)
        return word == LB_SCENARIO_FORMATION_MARCH_COLUMN ||
                       word == LB_SCENARIO_FORMATION_LIMBERED ||
                       word == LB_SCENARIO_FORMATION_RESERVE
                   ? FORMATION_LIMBERED
                   : FORMATION_GUNS;
    if (arm == LB_ARM_CAVALRY &&
        (word == LB_SCENARIO_FORMATION_ANY || word == LB_SCENARIO_FORMATION_SQUARE))
        return FORMATION_LINE;
    return of_foot[word];
}

lb_status nl_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag)
{
    return lb_muster(&plan, scenario, battle, diag);
}

/// Bases, hits and what lasts of a unit at the start; its flags are there already.
/// True of dragoons in a formation of men on foot. In skirmish order they may be mounted as well: a
/// position says which.
static bool can_be_on_foot(const lb_battle *battle, uint32_t number)
{
    const lb_unit_card *card = &battle->unit[number];

    return card->arm == LB_ARM_CAVALRY && lb_unit_has(battle, number, LB_TRAIT_DISMOUNTS) &&
           (card->formation == FORMATION_FIRING || card->formation == FORMATION_REFUSED ||
            card->formation == FORMATION_SKIRMISH);
}

static void deploy_unit(const lb_battle *battle, lb_state *state, uint32_t number)
{
    const lb_unit_card *card = &battle->unit[number];
    lb_unit *unit = &state->unit[number];
    int32_t bases = card->figure[FIGURE_BASES],
            lost = card->is_removed ? bases : lb_least(card->losses, bases);

    unit->mark[MARK_LOST] = (int16_t)lost;
    unit->mark[MARK_BASES] = (int16_t)(bases - lost);
    if (lost == bases)
        unit->presence = LB_PRESENCE_GONE;
    unit->mark[MARK_HITS] = (int16_t)lb_least(card->hits, card->figure[FIGURE_HITS] - 1);
    if (lb_has_trait(card->states, LB_SCENARIO_STATE_CARRIED)) {
        unit->flags |= UNIT_DISORDERED;
        unit->mark[MARK_CARRIED] = (int16_t)(battle->house.value[V_BLUNDER_4_TURNS] + 1);
    }
    if (lb_has_trait(card->states, LB_SCENARIO_STATE_FOUGHT))
        unit->mark[MARK_FIGHTS] = 1;
    if (!can_be_on_foot(battle, number))
        unit->flags &= ~(uint32_t)UNIT_DISMOUNTED;
    else if (card->formation != FORMATION_SKIRMISH)
        unit->flags |= UNIT_DISMOUNTED;
}

void nl_deploy(const lb_battle *battle, lb_state *state)
{
    lb_deploy(battle, state);
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        deploy_unit(battle, state, i);
        state->side[battle->unit[i].side].mark[SIDE_BASES] =
            (int16_t)(state->side[battle->unit[i].side].mark[SIDE_BASES] +
                      battle->unit[i].figure[FIGURE_BASES]);
    }
    for (uint32_t i = 0; i < battle->leader_count; i++)
        state->side[battle->leader[i].side].mark[SIDE_LEADERS] =
            (int16_t)(state->side[battle->leader[i].side].mark[SIDE_LEADERS] +
                      battle->leader[i].is_removed);
}
