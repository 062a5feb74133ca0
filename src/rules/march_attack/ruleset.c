// SPDX-License-Identifier: MIT
// The tables of March Attack, and what its house values may not be together.

#include "rules/march_attack/play.h"
#include "rules/registry.h"

#define LB_REFUSE(chart) NULL

/// The formations on the table.
static const lb_word play_formations[] = {
    [FORMATION_LINE] = {"line", "in line"},
    [FORMATION_COLUMN] = {"column", "in column"},
    [FORMATION_SQUARE] = {"square", "infantry in square"},
    [FORMATION_BUILDING] = {"garrison", "infantry that holds houses"},
    [FORMATION_DEPLOYED] = {"deployed", "guns ready to fire"},
    [FORMATION_LIMBERED] = {"limbered", "guns on the move"},
    {NULL, NULL},
};
#define LB_PLAY_FORMATIONS play_formations

#include "core/define.h"
#include "rules/kit/play_tables.h"

static const lb_ascent ascents[] = {
    {V_VED_FORMATION_NEAR, V_VED_FORMATION_MID, 0, "the distances of a charge must ascend"},
    {V_STREAM_SLOWER, V_STREAM_FASTER, 0, "the slower share of speed is the lesser one"},
    {V_ROUGH_SLOWER, V_ROUGH_SPEED, 0, "the slower share of speed is the lesser one"},
    {V_ROUGH_SPEED, V_ROUGH_FASTER, 0, "the faster share of speed is the greater one"},
    {V_RANGE_LIGHT_CLOSE, V_RANGE_LIGHT_EFFECTIVE, 0, "the ranges of guns must ascend"},
    {V_RANGE_LIGHT_EFFECTIVE, V_RANGE_LIGHT_LONG, 0, "the ranges of guns must ascend"},
    {V_RANGE_MEDIUM_CLOSE, V_RANGE_MEDIUM_EFFECTIVE, 0, "the ranges of guns must ascend"},
    {V_RANGE_MEDIUM_EFFECTIVE, V_RANGE_MEDIUM_LONG, 0, "the ranges of guns must ascend"},
    {V_RANGE_HEAVY_CLOSE, V_RANGE_HEAVY_EFFECTIVE, 0, "the ranges of guns must ascend"},
    {V_RANGE_HEAVY_EFFECTIVE, V_RANGE_HEAVY_LONG, 0, "the ranges of guns must ascend"},
    {V_ART_RESULT_LOW, V_ART_RESULT_MID, 0, "the totals of artillery fire must ascend"},
    {V_ART_RESULT_MID, V_ART_RESULT_HIGH, 0, "the totals of artillery fire must ascend"},
    {V_MELEE_RESULT_MID, V_MELEE_RESULT_HIGH, 0, "the margins of a melee must ascend"},
    {V_CASUALTY_UNHURT, V_CASUALTY_NEXT_TURN, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_NEXT_TURN, V_CASUALTY_LIGHT, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_LIGHT, V_CASUALTY_MODERATE, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_MODERATE, V_CASUALTY_WOUNDED, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_WOUNDED, V_CASUALTY_BAD, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_BAD, V_CASUALTY_SEVERE, 0, "the totals of a leader's wound must ascend"},
    {V_CASUALTY_SEVERE, V_CASUALTY_MORTAL, 0, "the totals of a leader's wound must ascend"},
    {V_MORALE_WHEN_TEST, V_MORALE_WHEN_SHAKEN, 0,
     "a Major Formation cannot be shaken before it tests"},
    {V_MORALE_WHEN_SHAKEN, V_MORALE_WHEN_SPENT, 0,
     "a Major Formation cannot be spent before it is shaken"},
    {V_MORALE_BROKEN_TOTAL, V_MORALE_RETIRE_4, 0, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_4, V_MORALE_RETIRE_3, 0, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_3, V_MORALE_RETIRE_2, 0, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_2, V_MORALE_RETIRE_1, 0, "the totals of morale must ascend"},
    {V_MORALE_RETIRE_1, V_MORALE_DISORDER_TOTAL, 0, "the totals of morale must ascend"},
    {V_PLAY_SCALE_LEAST, V_PLAY_SCALE_MOST, 0, "the largest table is not smaller than the least"},
    {V_PLAY_MUSTER_LIGHT, V_PLAY_MUSTER_MEDIUM, 0, "medium guns are not lighter than light ones"},
};

/* Play. */

static const char *const phases[] = {[PHASE_ORDERS] = "orders",
                                     [PHASE_MORALE] = "morale",
                                     [PHASE_SKIRMISH] = "skirmish",
                                     [PHASE_LEADERS] = "leaders",
                                     [PHASE_INITIATIVE] = "initiative",
                                     [PHASE_CHARGES] = "charges",
                                     [PHASE_REACTIONS] = "reactions",
                                     [PHASE_APPROACH] = "approach",
                                     [PHASE_MOVES] = "moves",
                                     [PHASE_FIRE] = "fire",
                                     [PHASE_MELEE] = "melee"};

static const char *const figures[] = {
    [FIGURE_CV] = "cv", [FIGURE_SKIRMISH] = "skirmish", [FIGURE_WEIGHT] = "weight", NULL};

/// What each formation looks like.
static const uint8_t shapes[FORMATIONS] = {[FORMATION_LINE] = LB_SCENARIO_FORMATION_LINE,
                                           [FORMATION_COLUMN] = LB_SCENARIO_FORMATION_ATTACK_COLUMN,
                                           [FORMATION_SQUARE] = LB_SCENARIO_FORMATION_SQUARE,
                                           [FORMATION_BUILDING] = LB_SCENARIO_FORMATION_GARRISON,
                                           [FORMATION_DEPLOYED] = LB_SCENARIO_FORMATION_UNLIMBERED,
                                           [FORMATION_LIMBERED] = LB_SCENARIO_FORMATION_LIMBERED};

static void report_unit(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        lb_unit_report *report)
{
    uint32_t group = battle->unit[unit].group;

    *report = (lb_unit_report){
        .losses = state->unit[unit].mark[MARK_LOSSES],
        .hits = -1,
        .states = lb_states_of_flags(mark_tables.unit_flags, state->unit[unit].flags),
        .is_denied =
            ma_is_retiring(state, group) || (state->group[group].flags & GROUP_UNHEARD) != 0};
    if ((state->group[group].flags & GROUP_COMMITTED) != 0)
        report->states |= 1U << LB_SCENARIO_STATE_COMMITTED;
}

static void report_side(const lb_battle *battle, const lb_state *state, uint32_t side,
                        lb_side_report *report)
{
    int32_t lost = ma_removed(battle, state, side);

    *report = (lb_side_report){.score = lost,
                               .breaks_at = battle->side[side].break_percent > 0
                                                ? battle->side[side].break_percent
                                                : VALUE_OF(battle, TURN_VICTORY_LOST),
                               .lost = lost,
                               .whole = ma_whole(battle, side)};
}

static const char *option_text(const lb_action *action)
{
    return action->verb == VERB_MOVE && (action->option & MOVE_CHANGES_LAST) != 0
               ? "changing formation last"
               : "";
}

static const lb_option_phrase option_phrases[] = {
    {"move", "changing formation last", MOVE_CHANGES_LAST},
    {"move", "last", MOVE_CHANGES_LAST},
    {"order", "to retire", 1},
    {"charge", "square", CHARGE_REACTION_SQUARE},
    {"charge", "face", CHARGE_REACTION_FACE},
    {"charge", "counter", CHARGE_REACTION_COUNTER},
    {NULL, NULL, 0},
};

/// Which query tells the odds of a verb.
static const lb_synonym odds_of_verbs[] = {
    {"attack", "order"}, {"seize", "order"},   {"manoeuvre", "order"},
    {"defend", "order"}, {"support", "order"}, {"bombard", "order"},
    {"retire", "order"}, {"pursue", "melee"},  {NULL, NULL},
};

static const lb_synonym synonyms[] = {
    {"assault", "charge"}, {"shoot", "fire"},  {"go", "move"},     {"join", "attach"},
    {"leave", "detach"},   {"done", "pass"},   {"hold", "pass"},   {"take", "seize"},
    {"lead", "ride"},      {"reform", "form"}, {"await", "stand"}, {NULL, NULL},
};

/// How choices of these verbs are put to people.
static const lb_synonym phrases[] = {
    {"attack", "order {who} to attack {at}"},   {"seize", "order {who} to take {at}"},
    {"manoeuvre", "order {who} to manoeuvre"},  {"defend", "order {who} to defend its place"},
    {"support", "order {who} to support {at}"}, {"bombard", "order {who} to bombard"},
    {"retire", "order {who} to retire"},        {"attach", "{who} joins {at}"},
    {"detach", "{who} leaves his unit"},        {NULL, NULL},
};

static const lb_tells tells = {.told = told_rows,
                               .flags = told_flags,
                               .deeds = deeds,
                               .loses = "lost",
                               .loss = "CV",
                               .losses = "CV",
                               .score = "{before} of {after} CV lost with units that are gone"};

static const lb_play play = {
    LB_PLAY_TABLES,
    .phases = phases,
    .shapes = shapes,
    .figures = figures,
    .strength_figure = FIGURE_CV,
    .options = option_phrases,
    .synonyms = synonyms,
    .phrases = phrases,
    .odds = odds_of_verbs,
    .ranges = ma_ranges_shown,
    .rings = ma_rings,
    .sees = ma_sees,
    .query_of_answer = ma_query_of_answer,
    .tells = &tells,
    .queries = ma_queries,
    .ride = &ma_ride,
    .query_rows = &ma_query_rows,
    .length_word = "in",
    .break_words = "the CV that it began with",
    .length_tmm = LB_TMM_INCH,
    .size_mark = -1,
    .attack_pays = true,
    .shares_turns = true,
    .own_phase = PHASE_CHARGES,
    .own_phase_word = "tactical phase",
    .muster = ma_muster,
    .deploy = ma_deploy,
    .size = ma_size,
    .report_unit = report_unit,
    .report_side = report_side,
    .is_broken = ma_is_broken,
    .fitness = ma_fitness,
    .deeds = ma_deeds,
    .option_text = option_text,
    .target_kind = ma_target_kind,
};

const lb_ruleset lb_ruleset_march_attack = {
    .id = "march-attack",
    .title = "March Attack",
    .about = "Major Formations under orders, units with combat values; inches; two phases a turn",
    LB_RULESET_TABLES,
    .play = &play,
};
