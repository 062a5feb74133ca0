// SPDX-License-Identifier: MIT
// Battles of the module: the scenario that was handed over, what a sheet makes of it, and fights
// between computer players. See exports.h.

#include "wasm/exports.h"
#include "wasm/session.h"

#include "base/hash.h"
#include "limber/engine.h"
#include "limber/fight.h"
#include "limber/tell.h"

#include <string.h>

static lb_scenario scenario;
static lb_battle battle;
static lb_state state;
static lb_player player;
static _Alignas(64) unsigned char room[LB_PLAYER_ROOM];

void *lbx_scenario(void)
{
    return &scenario;
}

uint32_t lbx_scenario_size(void)
{
    return sizeof scenario;
}

/* Whoever fills a scenario from a file has checked every index and range; here anybody may have
   filled it, so it is looked through before anything relies on it. */

static bool is_text(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == '\0')
            return true;
    return false;
}

#define IS_TEXT(member) is_text((member), sizeof(member))

static bool is_place(lb_scenario_point at)
{
    return at.x_dm >= 0 && at.x_dm <= scenario.width_dm && at.y_dm >= 0 &&
           at.y_dm <= scenario.height_dm;
}

static bool is_stand(const lb_scenario_stand *stand)
{
    return !stand->is_set || (is_place(stand->at) && stand->facing_deg < 360 &&
                              stand->formation < LB_SCENARIO_FORMATION_COUNT);
}

static bool is_told(const lb_scenario_told *told)
{
    return told->order < LB_SCENARIO_ORDER_COUNT && told->objective <= scenario.objective_count &&
           told->brigade <= scenario.brigade_count && (!told->is_placed || is_place(told->place));
}

static bool are_counts_good(void)
{
    return scenario.unit_count <= LB_SCENARIO_UNITS &&
           scenario.figure_count <= LB_SCENARIO_FIGURES &&
           scenario.point_count <= LB_SCENARIO_POINTS &&
           scenario.brigade_count <= LB_SCENARIO_BRIGADES &&
           scenario.commander_count <= LB_SCENARIO_COMMANDERS &&
           scenario.piece_count <= LB_SCENARIO_PIECES &&
           scenario.objective_count <= LB_SCENARIO_OBJECTIVES &&
           scenario.note_count <= LB_SCENARIO_NOTES && scenario.scale_count <= LB_SCENARIO_SCALES &&
           scenario.minutes_count <= LB_SCENARIO_SCALES &&
           scenario.balance_count <= LB_SCENARIO_SCALES &&
           scenario.weather_count <= LB_SCENARIO_WEATHERS &&
           scenario.level_count <= LB_SCENARIO_LEVELS && scenario.turns <= LB_SCENARIO_TURNS &&
           scenario.first < LB_SIDES && scenario.width_dm > 0 &&
           scenario.width_dm <= LB_SCENARIO_GROUND_DM && scenario.height_dm > 0 &&
           scenario.height_dm <= LB_SCENARIO_GROUND_DM && scenario.start_minute <= 24 * 60 &&
           scenario.end_minute <= 24 * 60 && scenario.unit_count > 0 && scenario.brigade_count > 0;
}

static bool are_units_good(void)
{
    for (uint32_t i = 0; i < scenario.unit_count; i++) {
        const lb_scenario_unit *unit = &scenario.units[i];

        if (!IS_TEXT(unit->name) || unit->brigade >= scenario.brigade_count ||
            unit->nation >= LB_NATION_COUNT || unit->troop_class >= LB_CLASS_COUNT ||
            unit->arm >= LB_ARM_COUNT || unit->quality >= LB_QUALITY_COUNT || unit->strength == 0 ||
            unit->left > scenario.objective_count || unit->with > scenario.brigade_count ||
            !is_stand(&unit->stand))
            return false;
    }
    return true;
}

static bool are_brigades_good(void)
{
    uint32_t next = 0;

    for (uint32_t i = 0; i < scenario.brigade_count; i++) {
        const lb_scenario_brigade *brigade = &scenario.brigades[i];

        if (!IS_TEXT(brigade->name) || !IS_TEXT(brigade->corps) || brigade->side >= LB_SIDES ||
            brigade->commander > scenario.commander_count ||
            brigade->superior > scenario.commander_count || brigade->first_unit != next ||
            brigade->unit_count == 0 || next + brigade->unit_count > scenario.unit_count ||
            !is_told(&brigade->told) || !is_told(&brigade->pending) || !is_stand(&brigade->stand) ||
            brigade->status >= LB_SCENARIO_STATUS_COUNT ||
            (brigade->has_area && !is_place(brigade->area)))
            return false;
        next += brigade->unit_count;
    }
    return next == scenario.unit_count;
}

static bool are_leaders_good(void)
{
    for (uint32_t i = 0; i < scenario.commander_count; i++) {
        const lb_scenario_commander *man = &scenario.commanders[i];

        if (!IS_TEXT(man->name) || man->side >= LB_SIDES || man->rank >= LB_RANK_COUNT ||
            man->ability >= LB_ABILITY_COUNT || man->inspiration >= LB_INSPIRATION_COUNT ||
            man->brigade > scenario.brigade_count || man->superior > scenario.commander_count ||
            man->attached > scenario.unit_count || !is_stand(&man->stand))
            return false;
    }
    for (uint32_t i = 0; i < LB_SIDES; i++) {
        const lb_scenario_side *side = &scenario.sides[i];

        if (!IS_TEXT(side->id) || !IS_TEXT(side->name) || side->nation >= LB_NATION_COUNT ||
            side->staff >= LB_STAFF_COUNT || side->commander > scenario.commander_count ||
            side->break_percent > 100)
            return false;
    }
    return true;
}

static bool is_ground_good(void)
{
    for (uint32_t i = 0; i < scenario.piece_count; i++) {
        const lb_scenario_piece *piece = &scenario.pieces[i];

        if (!IS_TEXT(piece->name) || piece->kind >= LB_SCENARIO_TERRAIN_COUNT ||
            piece->point_count < (piece->is_line ? 2 : 3) ||
            piece->point_count > LB_SCENARIO_PIECE_POINTS ||
            piece->first_point + piece->point_count > scenario.point_count)
            return false;
    }
    for (uint32_t i = 0; i < scenario.point_count; i++)
        if (!is_place(scenario.points[i]))
            return false;
    for (uint32_t i = 0; i < scenario.objective_count; i++) {
        const lb_scenario_objective *goal = &scenario.objectives[i];

        if (!IS_TEXT(goal->name) || !is_place(goal->at) || goal->exit > LB_SIDES ||
            goal->held_at_start > LB_SIDES || goal->held > LB_SIDES)
            return false;
    }
    return true;
}

static bool are_lists_good(void)
{
    bool is_good = IS_TEXT(scenario.id) && IS_TEXT(scenario.title) && IS_TEXT(scenario.source) &&
                   IS_TEXT(scenario.place) && IS_TEXT(scenario.date) && IS_TEXT(scenario.outcome) &&
                   IS_TEXT(scenario.position.sheet) && IS_TEXT(scenario.position.phase) &&
                   scenario.position.active < LB_SIDES && scenario.position.to_act < LB_SIDES &&
                   scenario.position.turn <= LB_SCENARIO_TURNS;

    for (uint32_t i = 0; i < scenario.figure_count; i++)
        is_good = is_good && IS_TEXT(scenario.figures[i].sheet) &&
                  IS_TEXT(scenario.figures[i].key) &&
                  scenario.figures[i].owner < LB_FIGURE_OWNER_COUNT;
    for (uint32_t i = 0; i < scenario.scale_count; i++)
        is_good = is_good && IS_TEXT(scenario.scales[i].sheet) && scenario.scales[i].ground_dm >= 0;
    for (uint32_t i = 0; i < scenario.minutes_count; i++)
        is_good = is_good && IS_TEXT(scenario.minutes[i].sheet);
    for (uint32_t i = 0; i < scenario.weather_count; i++)
        is_good = is_good && IS_TEXT(scenario.weather[i].name) &&
                  scenario.weather[i].sight_dm >= 0 &&
                  scenario.weather[i].sight_dm <= LB_SCENARIO_GROUND_DM;
    for (uint32_t i = 0; i < scenario.level_count; i++)
        is_good = is_good && IS_TEXT(scenario.levels[i].name) &&
                  scenario.levels[i].side <= LB_SIDES && scenario.levels[i].breaks <= LB_SIDES;
    return is_good;
}

int32_t lbx_session_muster(uint32_t sheet, const lb_house *house, lb_diag *diag)
{
    battle.rules = NULL;
    if (sheet >= lb_ruleset_count || lb_rulesets[sheet]->play == NULL)
        return -1;
    if (!are_counts_good() || !are_units_good() || !are_brigades_good() || !are_leaders_good() ||
        !is_ground_good() || !are_lists_good())
        return -2;
    if (lb_battle_muster(&battle, lb_rulesets[sheet], house, &scenario, diag) == LB_OK)
        return 0;
    battle.rules = NULL;
    return -1;
}

int32_t lbx_muster(uint32_t sheet)
{
    lb_diag diag;

    return lbx_session_muster(sheet, NULL, &diag);
}

const lb_battle *lbx_session_battle(void)
{
    return battle.rules != NULL ? &battle : NULL;
}

void *lbx_session_room(void)
{
    return room;
}

uint64_t lbx_fight(uint32_t seed, uint32_t level, uint32_t other_level)
{
    lb_fight_plan plan = {
        .battle = &battle, .seed = seed, .level = {(lb_level)level, (lb_level)other_level}};
    lb_fight_result result;

    if (battle.rules == NULL || level >= LB_LEVEL_COUNT || other_level >= LB_LEVEL_COUNT)
        return 0;
    lb_player_start(&player, room, sizeof room);
    return lb_fight(&plan, &player, &state, &result) ? result.hash : 0;
}

/// Adds a line of the telling to a hash.
static void hash_line(void *context, uint32_t depth, const char *line)
{
    uint64_t *hash = context;

    *hash = lb_hash_word(*hash, depth);
    for (const char *c = line; *c != '\0'; c++)
        *hash = lb_hash_word(*hash, (unsigned char)*c);
}

uint64_t lbx_story(uint32_t seed, uint32_t level)
{
    uint64_t hash = LB_HASH_SALT;
    lb_teller teller = {.battle = &battle,
                        .state = &state,
                        .level = (lb_tell_level)level,
                        .line = hash_line,
                        .context = &hash};
    lb_sink sink = {.emit = lb_teller_take, .context = &teller};
    lb_fight_plan plan = {.battle = &battle,
                          .seed = seed,
                          .level = {LB_LEVEL_REGULAR, LB_LEVEL_REGULAR},
                          .sink = &sink};
    lb_fight_result result;

    if (battle.rules == NULL || level >= LB_TELL_LEVEL_COUNT)
        return 0;
    lb_player_start(&player, room, sizeof room);
    if (!lb_fight(&plan, &player, &state, &result))
        return 0;
    lb_teller_flush(&teller);
    return lb_hash_end(hash);
}
