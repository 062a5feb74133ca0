// SPDX-License-Identifier: MIT
// The figures of this sheet for a neutral order of battle, and how a battle begins. The ground is
// drawn to 15 metres to the inch, or shrunk to fit a table of 8 by 6 feet (rules/kit/muster.c). At
// 15 metres a turn has 5 minutes.

#include "rules/kit/muster.h"

#include "rules/valour_fortitude/play.h"

enum {
    GROUND_SCALE_CM = 1500, ///< centimetres to the inch
    TABLE_WIDTH = 96,       ///< inches
    TABLE_DEPTH = 72,
    TURN_MINUTES = 5
};

enum { ANY_NATION = 0xff };

#define LB_NATION_ANY ANY_NATION

static const struct figures {
    uint8_t nation, troop_class;
    int8_t fire, melee, tenacity;
    uint64_t traits;
} figures[] = {
#define FIGURE(owner, key, lowest, highest, meaning)
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

static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag);

static const lb_muster_plan plan = {
    .sheet = "valour-fortitude",
    .unit_tmm = LB_TMM_INCH,
    .ground_cm = GROUND_SCALE_CM,
    .width_units = TABLE_WIDTH,
    .depth_units = TABLE_DEPTH,
    .minutes = TURN_MINUTES,
    .musketry_tmm = LB_INCHES(12),
    .gap_tmm = LB_TMM_INCH,
    .row_gap_tmm = LB_INCHES(4),
    .unit = muster_unit,
    .formation = formation_of,
};

/// What size and quality add to the printed figures.
struct steps {
    int32_t fire, melee, tenacity;
};

/// vf.figures.size, vf.figures.quality. Guns are counted by the battery: they stay as printed.
static struct steps steps_of(const lb_battle *battle, const lb_scenario_unit *from)
{
    const int32_t *value = battle->house.value;
    bool is_horse = from->arm == LB_ARM_CAVALRY;
    int32_t small = value[is_horse ? V_SIZE_SMALL_HORSE : V_SIZE_SMALL];
    int32_t large = value[is_horse ? V_SIZE_LARGE_HORSE : V_SIZE_LARGE];
    int32_t better = from->quality - lb_usual_quality(from->troop_class);
    struct steps steps = {0};

    if (from->arm == LB_ARM_ARTILLERY)
        return steps;
    if (from->strength < small)
        steps = (struct steps){value[V_SIZE_LESS], value[V_SIZE_LESS], value[V_SIZE_LESS]};
    else if (from->strength >= large)
        steps.tenacity = value[V_SIZE_MORE];
    if (better != 0)
        steps.tenacity += better > 0 ? value[V_QUALITY_TENACITY] : -value[V_QUALITY_TENACITY];
    if (better >= 2 || better <= -2)
        steps.melee += better > 0 ? value[V_QUALITY_MELEE] : -value[V_QUALITY_MELEE];
    return steps;
}

/// A printed figure with its steps; what is there stays at least 1.
static int32_t stepped(int32_t printed, int32_t step)
{
    return printed > 0 ? lb_most(1, printed + step) : printed;
}

static lb_status muster_unit(const lb_scenario *scenario, lb_battle *battle, uint32_t number,
                             lb_diag *diag)
{
    const lb_scenario_unit *from = &scenario->units[number];
    struct steps steps = steps_of(battle, from);
    const struct figures *row = find_figures(from->nation, from->troop_class);
    lb_unit_card *card = &battle->unit[number];
    bool fires_mounted, is_rifled;

    if (row == NULL)
        return lb_muster_complain(diag, from->where,
                                  "valour-fortitude has no figures for: ", from->name);
    card->traits = (from->traits | row->traits) & ~from->without;
    fires_mounted = from->arm == LB_ARM_CAVALRY && lb_has_trait(card->traits, LB_TRAIT_CARBINES);
    is_rifled = lb_has_trait(card->traits, LB_TRAIT_RIFLED);
    card->figure[FIGURE_FIRE] = lb_muster_figure(
        &plan, scenario, LB_FIGURE_OF_UNIT, number, "fire",
        fires_mounted ? battle->house.value[V_TRAIT_CARBINES] : stepped(row->fire, steps.fire));
    card->figure[FIGURE_MELEE] = lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number,
                                                  "melee", stepped(row->melee, steps.melee));
    card->figure[FIGURE_TENACITY] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "tenacity",
                         stepped(row->tenacity, steps.tenacity));
    card->figure[FIGURE_RANGE] =
        lb_muster_figure(&plan, scenario, LB_FIGURE_OF_UNIT, number, "range",
                         is_rifled ? battle->house.value[V_RANGE_RIFLE] : 0);
    card->figure[FIGURE_GUN] = gun_of(from->troop_class);
    return LB_OK;
}

lb_status vf_muster(const lb_scenario *scenario, lb_battle *battle, lb_diag *diag)
{
    lb_muster_plan by_house = plan;

    by_house.turns = (uint8_t)battle->house.value[V_TURNS];
    return lb_muster(&by_house, scenario, battle, diag);
}

/* How a battle begins. */

/// Losses and worth of a unit in a position; its flags are there already.
static void deploy_unit(const lb_battle *battle, lb_state *state, uint32_t number)
{
    static const struct {
        uint8_t state;
        uint32_t flag, mark;
        int16_t value; ///< whose number the mark has; -1 for none
    } rows[] = {{LB_SCENARIO_STATE_SUPPORTED, UNIT_FIRED, 0, -1},
                {LB_SCENARIO_STATE_INSPIRED, 0, MARK_KNAVE, V_FATE_11_FR_MELEE},
                {LB_SCENARIO_STATE_INSPIRED, 0, MARK_STAUNCH, V_FATE_11_FR_TENACITY},
                {LB_SCENARIO_STATE_PROVED, UNIT_TRIED, MARK_WORTH, V_UNPREDICTABLE_BETTER},
                {LB_SCENARIO_STATE_WANTING, UNIT_TRIED, MARK_WORTH, V_UNPREDICTABLE_WORSE}};
    const lb_unit_card *card = &battle->unit[number];
    lb_unit *unit = &state->unit[number];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (lb_has_trait(card->states, rows[i].state)) {
            unit->flags |= rows[i].flag;
            if (rows[i].value >= 0)
                unit->mark[rows[i].mark] =
                    (int16_t)(unit->mark[rows[i].mark] + battle->house.value[rows[i].value]);
        }
    if ((unit->flags & UNIT_FIRED) != 0 && vf_fires_and_acts(battle, number))
        unit->flags = (unit->flags & ~(uint32_t)UNIT_FIRED) | UNIT_SKIRMISHED;
    unit->mark[MARK_LOSSES] = (int16_t)lb_least(card->losses, vf_tenacity(battle, state, number));
    if (lb_has_trait(card->states, LB_SCENARIO_STATE_SHAKEN))
        unit->mark[MARK_LOSSES] = (int16_t)vf_tenacity(battle, state, number);
}

/// What follows from how a brigade stands in a position; its flags are there already.
static void deploy_group(const lb_battle *battle, lb_state *state, uint32_t number)
{
    const lb_group_card *card = &battle->group[number];
    lb_group *group = &state->group[number];

    state->side[card->side].mark[SIDE_BRIGADES]++;
    if (lb_group_left(battle, state, number) == 0)
        group->flags |= GROUP_SHATTERED;
    if ((group->flags & (GROUP_ACTIVE | GROUP_FAILED)) != 0)
        state->side[card->side].mark[SIDE_ACTIVATED]++;
}

/// The deck is what is neither in hand nor played.
static void deploy_side(const lb_battle *battle, lb_state *state, uint32_t side)
{
    int32_t deck = ((1 << battle->house.value[V_FATE_DECK]) - 1) << 1;
    int16_t *mark = state->side[side].mark;

    mark[SIDE_DECK] = (int16_t)(deck & ~mark[SIDE_HAND] & ~mark[SIDE_DISCARDS]);
}

void vf_deploy(const lb_battle *battle, lb_state *state)
{
    lb_deploy(battle, state);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        deploy_unit(battle, state, i);
    for (uint32_t i = 0; i < battle->group_count; i++)
        deploy_group(battle, state, i);
    for (uint32_t s = 0; s < LB_SIDES; s++)
        deploy_side(battle, state, s);
}
