// SPDX-License-Identifier: MIT
// Scenarios, positions and armies from hostile text: either refused with a reason, or structs whose
// every number is one that a muster may rely on.

#include "harness.h"

#include "limber/files.h"
#include "text/yaml.h"

#include <stdlib.h>
#include <string.h>

static const char army_text[] =
    "limber: army\nid: toy\ntitle: Toy\nsource: none\nnation: french\nyear: 1809\ntypes:\n"
    "  ligne: {name: Ligne, class: line, quality: regular, strength: 600, traits: [elan],\n"
    "          figures: {esr: {rating: 3}}}\n"
    "  guns: {name: Guns, class: horse-guns, quality: veteran, strength: 8, pounder: 6}\n";

static lb_status find_toy(void *context, const char *id, lb_army *army, lb_diag *diag)
{
    (void)context;
    if (strcmp(id, "toy") == 0)
        return lb_army_parse(army_text, sizeof army_text - 1, army, diag);
    *diag = (lb_diag){.status = LB_ERROR_INPUT, .text = "no such army"};
    return diag->status;
}

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_unit(const lb_scenario *s, const lb_scenario_unit *unit)
{
    must(unit->brigade < s->brigade_count && unit->nation < LB_NATION_COUNT);
    must(unit->arm < LB_ARM_COUNT && unit->troop_class < LB_CLASS_COUNT);
    must(unit->quality < LB_QUALITY_COUNT && unit->strength > 0 && unit->name[0] != '\0');
    must(unit->traits >> LB_TRAIT_COUNT == 0 &&
         (uint64_t)unit->states >> LB_SCENARIO_STATE_COUNT == 0);
    must(unit->stand.facing_deg < 360 && unit->stand.formation < LB_SCENARIO_FORMATION_COUNT);
    must(unit->stand.at.x_dm <= s->width_dm && unit->stand.at.y_dm <= s->height_dm);
    must(unit->with <= s->brigade_count);
    must(unit->with == 0 || s->brigades[unit->with - 1].side == s->brigades[unit->brigade].side);
    must(s->position.is_set || (unit->with == 0 && unit->off_turn == 0));
}

static void check_told(const lb_scenario *s, const lb_scenario_told *told, uint8_t side)
{
    must(told->order < LB_SCENARIO_ORDER_COUNT && told->objective <= s->objective_count);
    must(told->brigade <= s->brigade_count);
    must(told->brigade == 0 || s->brigades[told->brigade - 1].side == side);
    must(told->place.x_dm <= s->width_dm && told->place.y_dm <= s->height_dm);
    must(s->position.is_set || told->delay == 0);
}

static void check_brigade(const lb_scenario *s, const lb_scenario_brigade *brigade)
{
    must(brigade->side < LB_SCENARIO_SIDES && brigade->unit_count > 0);
    must(brigade->first_unit + brigade->unit_count <= s->unit_count);
    must(brigade->commander <= s->commander_count && brigade->superior <= s->commander_count);
    must(brigade->status < LB_SCENARIO_STATUS_COUNT && brigade->arrival_turn <= s->turns);
    must(brigade->arrival_turn == 0 || brigade->stand.is_set);
    must(brigade->area.x_dm <= s->width_dm && brigade->area.y_dm <= s->height_dm);
    check_told(s, &brigade->told, brigade->side);
    check_told(s, &brigade->pending, brigade->side);
}

/// Every chain of command ends.
static void check_commander(const lb_scenario *s, const lb_scenario_commander *commander)
{
    uint32_t above = commander->superior, steps = 0;

    must(commander->rank < LB_RANK_COUNT && commander->attached <= s->unit_count);
    must(commander->brigade <= s->brigade_count && commander->superior <= s->commander_count);
    for (; above > 0; above = s->commanders[above - 1].superior)
        must(s->commanders[above - 1].side == commander->side && steps++ < s->commander_count);
}

static void check_scenario(const lb_scenario *s)
{
    must(s->unit_count <= LB_SCENARIO_UNITS && s->brigade_count <= LB_SCENARIO_BRIGADES);
    must(s->commander_count <= LB_SCENARIO_COMMANDERS && s->piece_count <= LB_SCENARIO_PIECES);
    must(s->point_count <= LB_SCENARIO_POINTS && s->objective_count <= LB_SCENARIO_OBJECTIVES);
    must(s->first < LB_SCENARIO_SIDES && s->turns > 0 && s->turns <= LB_SCENARIO_TURNS);
    must(s->position.active < LB_SCENARIO_SIDES && s->position.to_act < LB_SCENARIO_SIDES);
    for (uint32_t i = 0; i < s->unit_count; i++)
        check_unit(s, &s->units[i]);
    for (uint32_t i = 0; i < s->brigade_count; i++)
        check_brigade(s, &s->brigades[i]);
    for (uint32_t i = 0; i < s->commander_count; i++)
        check_commander(s, &s->commanders[i]);
    for (uint32_t i = 0; i < s->piece_count; i++)
        must(s->pieces[i].kind < LB_SCENARIO_TERRAIN_COUNT &&
             s->pieces[i].point_count >= (s->pieces[i].is_line ? 2 : 3) &&
             s->pieces[i].first_point + s->pieces[i].point_count <= s->point_count);
    for (uint32_t i = 0; i < s->objective_count; i++)
        must(s->objectives[i].held <= LB_SCENARIO_SIDES && s->objectives[i].value > 0);
    for (uint32_t i = 0; i < s->figure_count; i++)
        must(s->figures[i].number <
             (s->figures[i].owner == LB_FIGURE_OF_UNIT ? s->unit_count : s->commander_count));
    for (uint32_t i = 0; i < LB_SCENARIO_SIDES; i++)
        must(s->sides[i].commander > 0);
}

/// Whoever wants every fault gets some if and only if the text is refused.
static void check_faults(const uint8_t *data, size_t size, const lb_army_shelf *shelf)
{
    static lb_scenario scenario, other;
    static lb_faults faults;
    lb_diag diag = {0};
    bool is_good = lb_scenario_parse((const char *)data, size, shelf, &scenario, NULL) == LB_OK;

    lb_yaml_gather(&faults);
    must((lb_scenario_parse((const char *)data, size, shelf, &other, &diag) == LB_OK) == is_good);
    lb_yaml_gather(NULL);
    must(!is_good || faults.count == 0);
    for (uint32_t i = 0; i < faults.count && i < LB_FAULTS_MAX; i++)
        must(faults.fault[i].text[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const lb_army_shelf shelf = {.find = find_toy};
    static lb_scenario scenario;
    static lb_army army;
    lb_diag diag = {0};

    if (lb_army_parse((const char *)data, size, &army, &diag) == LB_OK)
        must(army.type_count <= LB_ARMY_TYPES && army.figure_count <= LB_ARMY_FIGURES);
    else
        must(diag.text[0] != '\0');
    diag = (lb_diag){0};
    if (lb_scenario_parse((const char *)data, size, &shelf, &scenario, &diag) == LB_OK)
        check_scenario(&scenario);
    else
        must(diag.text[0] != '\0');
    check_faults(data, size, &shelf);
    return 0;
}
