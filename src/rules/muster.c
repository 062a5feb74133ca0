// SPDX-License-Identifier: MIT
// See muster.h.
//
// The ground is drawn to the sheet's scale, or to whatever makes it fit the table. Figures stay
// their size, so units that stand side by side on the ground may not find room on the table: they
// are moved to the nearest free place, in the order of the scenario.

#include "rules/muster.h"

#include "base/number.h"
#include "base/put.h"
#include "rules/field.h"

#include <string.h>

enum { SEARCH_RINGS = 60, TABLE_LEAST = 24 * LB_TMM_INCH };

lb_status lb_muster_complain(lb_diag *diag, const char *what, const char *name)
{
    lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

    lb_put_text(&put, what);
    lb_put_text(&put, name);
    return diag->status;
}

int16_t lb_muster_figure(const lb_muster_plan *plan, const lb_scenario *scenario,
                         lb_figure_owner owner, uint32_t number, const char *key, int32_t value)
{
    for (uint32_t i = 0; i < scenario->figure_count; i++) {
        const lb_scenario_figure *figure = &scenario->figures[i];

        if (figure->owner == owner && figure->number == number &&
            strcmp(figure->sheet, plan->sheet) == 0 && strcmp(figure->key, key) == 0)
            return figure->value;
    }
    return (int16_t)value;
}

/// Decimetres of ground to the sheet's unit of length.
static int32_t scale_of(const lb_muster_plan *plan, const lb_scenario *scenario)
{
    int32_t scale = plan->ground_dm;

    for (uint32_t i = 0; i < scenario->scale_count; i++)
        if (strcmp(scenario->scales[i].sheet, plan->sheet) == 0 &&
            scenario->scales[i].ground_dm > 0)
            return scenario->scales[i].ground_dm;
    scale = lb_most(scale, (scenario->width_dm + plan->width_units - 1) / plan->width_units);
    return lb_most(scale, (scenario->height_dm + plan->depth_units - 1) / plan->depth_units);
}

/// A scenario being laid out on the table.
typedef struct layout {
    const lb_muster_plan *plan;
    const lb_scenario *scenario;
    lb_battle *battle;
    int32_t scale;
} layout;

static int32_t length_of(const layout *on, int32_t dm)
{
    return (int32_t)((int64_t)dm * on->plan->unit_tmm / on->scale);
}

static lb_point place_of(const layout *on, lb_scenario_point point)
{
    return (lb_point){length_of(on, point.x_dm), length_of(on, point.y_dm)};
}

static lb_status muster_ground(const layout *on, lb_diag *diag)
{
    const lb_scenario *scenario = on->scenario;
    lb_battle *battle = on->battle;
    uint16_t where = 0;

    _Static_assert((int)LB_SCENARIO_TERRAIN_COUNT == (int)LB_TERRAIN_COUNT,
                   "the same kinds of ground");
    battle->width_tmm = length_of(on, scenario->width_dm);
    battle->depth_tmm = length_of(on, scenario->height_dm);
    if (battle->width_tmm > LB_TABLE_MAX || battle->depth_tmm > LB_TABLE_MAX ||
        battle->width_tmm < TABLE_LEAST || battle->depth_tmm < TABLE_LEAST)
        return lb_muster_complain(
            diag, "the table would be too large or too small to play on: ", scenario->id);
    battle->piece_count = scenario->piece_count;
    battle->point_count = scenario->point_count;
    for (uint32_t i = 0; i < scenario->point_count; i++)
        battle->point[i] = place_of(on, scenario->points[i]);
    for (uint32_t i = 0; i < scenario->piece_count; i++) {
        const lb_scenario_piece *from = &scenario->pieces[i];

        battle->piece[i] = (lb_piece){.kind = from->kind,
                                      .is_line = from->is_line,
                                      .level = from->level,
                                      .point_count = from->point_count,
                                      .first_point = from->first_point,
                                      .width_tmm = length_of(on, from->width_dm)};
    }
    if (lb_ground_prepare(battle->piece, battle->piece_count, battle->point, battle->point_count,
                          &where) != LB_GROUND_OK)
        return lb_muster_complain(diag, "this piece of ground cannot be laid out on the table: ",
                                  scenario->pieces[where].name);
    return LB_OK;
}

static lb_status muster_unit(const layout *on, uint32_t number, lb_diag *diag)
{
    const lb_scenario_unit *from = &on->scenario->units[number];
    lb_unit_card *card = &on->battle->unit[number];

    memcpy(card->name, from->name, sizeof card->name);
    card->side = on->scenario->brigades[from->brigade].side;
    card->group = from->brigade;
    card->arm = from->arm;
    card->troop_class = from->troop_class;
    card->nation = from->nation;
    card->quality = from->quality;
    card->arrival_turn = on->scenario->brigades[from->brigade].arrival_turn;
    card->traits = from->traits & ~from->without;
    card->is_removed = from->is_removed;
    card->losses = from->losses;
    card->hits = from->hits;
    card->states = from->states;
    return on->plan->unit(on->scenario, on->battle, number, diag);
}

/// The formation in which a unit begins.
static uint8_t formation_of(const layout *on, uint32_t number)
{
    const lb_scenario_unit *from = &on->scenario->units[number];
    const lb_scenario_brigade *brigade = &on->scenario->brigades[from->brigade];

    return on->plan->formation(from->arm, from->stand.formation != LB_SCENARIO_FORMATION_ANY
                                              ? from->stand.formation
                                              : brigade->stand.formation);
}

static int32_t width_of(const layout *on, uint32_t number)
{
    return on->battle->rules->play->size(on->battle, NULL, number, formation_of(on, number))
        .width_tmm;
}

/// Where a unit of a brigade without a place of its own stands: side by side in lines.
static void place_unit(const layout *on, uint32_t number)
{
    const lb_scenario_unit *from = &on->scenario->units[number];
    const lb_scenario_brigade *brigade = &on->scenario->brigades[from->brigade];
    const lb_scenario_stand *stand = from->stand.is_set ? &from->stand : &brigade->stand;
    lb_unit_card *card = &on->battle->unit[number];
    uint32_t lines = brigade->lines > 0 ? brigade->lines : 2, in_line, row;
    lb_size size;
    int32_t across;

    card->formation = formation_of(on, number);
    card->heading = (uint16_t)((uint32_t)stand->facing_deg * 65536 / 360);
    card->at = place_of(on, stand->at);
    if (from->stand.is_set)
        return;
    size = on->battle->rules->play->size(on->battle, NULL, number, card->formation);
    in_line = (brigade->unit_count + lines - 1) / lines;
    row = (number - brigade->first_unit) / in_line;
    across = size.width_tmm - on->plan->gap_tmm * ((int32_t)in_line - 1);
    for (uint32_t i = 0; i < in_line; i++) {
        uint32_t other = brigade->first_unit + row * in_line + i;
        int32_t width = other < (uint32_t)brigade->first_unit + brigade->unit_count
                            ? width_of(on, other)
                            : size.width_tmm;

        across += other < number ? width + 2 * on->plan->gap_tmm : -width;
    }
    card->at = lb_point_towards(card->at, (uint16_t)(card->heading + LB_ANGLE_QUARTER), across / 2);
    card->at = lb_point_towards(card->at, card->heading,
                                -(int32_t)row * (size.depth_tmm + on->plan->row_gap_tmm));
}

static void muster_leaders(const layout *on)
{
    const lb_scenario *scenario = on->scenario;
    lb_battle *battle = on->battle;

    battle->leader_count = scenario->commander_count;
    for (uint32_t i = 0; i < scenario->commander_count; i++) {
        const lb_scenario_commander *from = &scenario->commanders[i];
        lb_leader_card *card = &battle->leader[i];
        int32_t behind = 6 * LB_TMM_INCH;

        memcpy(card->name, from->name, sizeof card->name);
        card->side = from->side;
        card->group = from->brigade > 0 ? (uint8_t)(from->brigade - 1) : LB_NOBODY;
        card->rank = from->rank;
        card->ability = from->ability;
        card->inspiration = from->inspiration;
        card->traits = from->traits;
        card->is_removed = from->is_removed;
        if (from->stand.is_set)
            card->at = place_of(on, from->stand.at);
        else if (card->group != LB_NOBODY)
            card->at = place_of(on, scenario->brigades[card->group].stand.at);
        else
            card->at = (lb_point){battle->width_tmm / 2,
                                  card->side == 0 ? behind : battle->depth_tmm - behind};
        if (on->plan->leader != NULL)
            on->plan->leader(scenario, battle, i);
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
        card->activation = from->activation;
        card->traits = from->traits;
    }
}

/// Where a battle in progress stands.
static lb_status muster_position(const layout *on, lb_diag *diag)
{
    const lb_scenario_position *position = &on->scenario->position;
    lb_battle *battle = on->battle;
    const lb_play *play = battle->rules->play;
    uint8_t phase = position->phase[0] == '\0' ? 0 : play->phase_count;

    if (!position->is_set)
        return LB_OK;
    for (uint8_t i = 0; i < play->phase_count; i++)
        if (strcmp(play->phases[i], position->phase) == 0)
            phase = i;
    if (phase == play->phase_count) {
        lb_put put = lb_diag_start(diag, LB_ERROR_INPUT, 0, 0);

        lb_put_text(&put, on->plan->sheet);
        lb_put_text(&put, " has the phases ");
        for (uint8_t i = 0; i < play->phase_count; i++) {
            lb_put_text(&put, i == 0 ? "" : i + 1 == play->phase_count ? " and " : ", ");
            lb_put_text(&put, play->phases[i]);
        }
        lb_put_text(&put, ", not: ");
        lb_put_text(&put, position->phase);
        return diag->status;
    }
    battle->start_turn = position->turn;
    battle->start_phase = phase;
    battle->start_active = position->active;
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        battle->start_cards[s] = on->scenario->sides[s].cards;
        battle->start_discards[s] = on->scenario->sides[s].discards;
        battle->start_defeats[s] = on->scenario->sides[s].defeats;
    }
    return LB_OK;
}

static void muster_objectives(const layout *on)
{
    on->battle->objective_count = on->scenario->objective_count;
    for (uint32_t i = 0; i < on->scenario->objective_count; i++) {
        const lb_scenario_objective *from = &on->scenario->objectives[i];
        lb_objective_card *card = &on->battle->objective[i];

        memcpy(card->name, from->name, sizeof card->name);
        card->at = place_of(on, from->at);
        card->radius_tmm = length_of(on, from->radius_dm);
        card->value = from->value;
        card->held = from->held > 0 ? (uint8_t)(from->held - 1) : LB_NOBODY;
    }
}

static lb_status make_room(lb_battle *battle, lb_diag *diag)
{
    lb_state state;

    memset(&state, 0, sizeof state);
    battle->rules->play->deploy(battle, &state);
    for (uint32_t i = 0; i < battle->unit_count; i++)
        state.unit[i].presence = LB_PRESENCE_AWAY;
    for (uint32_t i = 0; i < battle->unit_count; i++)
        if (battle->unit[i].arrival_turn <= battle->start_turn && !battle->unit[i].is_removed) {
            /* In a position everybody stands where it says. */
            if (!lb_find_place(battle, &state, i, battle->unit[i].at, LB_TMM_INCH,
                               battle->start_turn > 0 ? 1 : SEARCH_RINGS))
                return lb_muster_complain(
                    diag, "there is no room on the table for: ", battle->unit[i].name);
            state.unit[i].presence = LB_PRESENCE_TABLE;
            battle->unit[i].at = state.unit[i].at;
        }
    return LB_OK;
}

lb_status lb_muster(const lb_muster_plan *plan, const lb_scenario *scenario, lb_battle *battle,
                    lb_diag *diag)
{
    layout on = {plan, scenario, battle, scale_of(plan, scenario)};
    lb_status status = muster_ground(&on, diag);

    if (status != LB_OK)
        return status;
    battle->turns = scenario->turns > 0 ? scenario->turns : plan->turns;
    battle->first_side = scenario->first;
    memcpy(battle->title, scenario->title, sizeof battle->title);
    memcpy(battle->scenario, scenario->id, sizeof battle->scenario);
    for (uint32_t s = 0; s < LB_SIDES; s++) {
        memcpy(battle->side_name[s], scenario->sides[s].name, sizeof battle->side_name[s]);
        battle->side_nation[s] = scenario->sides[s].nation;
    }
    muster_groups(scenario, battle);
    status = muster_position(&on, diag);
    battle->unit_count = scenario->unit_count;
    for (uint32_t i = 0; i < scenario->unit_count && status == LB_OK; i++)
        status = muster_unit(&on, i, diag);
    if (status != LB_OK)
        return status;
    for (uint32_t i = 0; i < scenario->unit_count; i++)
        place_unit(&on, i);
    muster_leaders(&on);
    muster_objectives(&on);
    return make_room(battle, diag);
}

void lb_deploy(const lb_battle *battle, lb_state *state)
{
    state->turn = battle->start_turn > 0 ? battle->start_turn : 1;
    state->phase = battle->start_phase;
    state->active = battle->start_turn > 0 ? battle->start_active : battle->first_side;
    state->winner = LB_NOBODY;
    for (uint32_t i = 0; i < LB_OBJECTIVES_MAX; i++)
        state->held[i] = i < battle->objective_count ? battle->objective[i].held : LB_NOBODY;
    for (uint32_t i = 0; i < battle->unit_count; i++) {
        const lb_unit_card *card = &battle->unit[i];

        state->unit[i] =
            (lb_unit){.at = card->at,
                      .heading = card->heading,
                      .presence = card->is_removed                          ? LB_PRESENCE_GONE
                                  : card->arrival_turn > battle->start_turn ? LB_PRESENCE_AWAY
                                                                            : LB_PRESENCE_TABLE,
                      .formation = card->formation};
    }
    for (uint32_t i = 0; i < battle->leader_count; i++) {
        const lb_leader_card *card = &battle->leader[i];
        bool is_away = card->group != LB_NOBODY &&
                       battle->group[card->group].arrival_turn > battle->start_turn;

        state->leader[i] = (lb_leader){.at = card->at,
                                       .presence = card->is_removed ? LB_PRESENCE_GONE
                                                   : is_away        ? LB_PRESENCE_AWAY
                                                                    : LB_PRESENCE_TABLE};
    }
}
