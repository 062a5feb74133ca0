// SPDX-License-Identifier: MIT
// The tables of Et sans résultat! at its two scales, and what its house values may not be together.

#include "rules/esr/play.h"
#include "rules/registry.h"

#define LB_REFUSE(chart) NULL

/* Members that C does not let be called like their keys, see facts.def. */
#define double_ double
#define short_  short
#include "core/define.h"
#undef double_
#undef short_
#include "rules/kit/play_tables.h"

/// The same values with the lengths of 75 yards to the inch.
static const lb_value values_75[] = {
#define VALUE(name, of, part_name, in, preset_value, lo, hi) \
    [V_##name] = {.part = part_name,                         \
                  .clause = CL_##of,                         \
                  .measure = LB_MEASURE_##in,                \
                  .preset = (preset_value),                  \
                  .lowest = (lo),                            \
                  .highest = (hi)},
#define SCALED(name, of, part_name, in, at_50, at_75, lo, hi) \
    VALUE(name, of, part_name, in, at_75, lo, hi)
#include LB_VALUES_DEF
};

static const lb_ascent ascents[] = {
    {V_ORDER_ROLL_FAILURE, V_ORDER_ROLL_SUCCESS, 1,
     "an order cannot succeed on a total on which it fails"},
    {V_ORDER_MOVE_MUST, V_ORDER_MOVE_HALT, 0, "a march cannot have to halt before it may halt"},
    {V_MOD_ENEMY_NEAR, V_MOD_ENEMY_FAR, 1,
     "the wider distance from the enemy must lie beyond the nearer one"},
    {V_DEPLOY_LINE_EARLY_FIRST, V_DEPLOY_LINE_EARLY_LAST, 0,
     "a period cannot end before it begins"},
    {V_DEPLOY_LINE_LATE_FIRST, V_DEPLOY_LINE_LATE_LAST, 0, "a period cannot end before it begins"},
    {V_DEPLOY_LINE_EARLY_LAST, V_DEPLOY_LINE_LATE_FIRST, 1,
     "the later period of the line must begin after the earlier one"},
    {V_DEPLOY_ALLY_FIRST, V_DEPLOY_ALLY_LAST, 0, "a period cannot end before it begins"},
    {V_DEPLOY_MID_TOTAL, V_DEPLOY_HIGH_TOTAL, 0, "the totals of deployment must ascend"},
    {V_DEPLOY_HIGH_TOTAL, V_DEPLOY_TOP_TOTAL, 0, "the totals of deployment must ascend"},
    {V_COMBAT_LOST3_MARGIN, V_COMBAT_LOST6_MARGIN, 0, "the margins of a lost combat must ascend"},
    {V_COMBAT_LOST6_MARGIN, V_COMBAT_LOST9_MARGIN, 0, "the margins of a lost combat must ascend"},
    {V_FATE_HARMED_SEVERE, V_FATE_HARMED_STUNNED, 0, "the totals of a leader's fate must ascend"},
    {V_FATE_HARMED_STUNNED, V_FATE_HARMED_MINOR, 0, "the totals of a leader's fate must ascend"},
    {V_FATE_HARMED_MINOR, V_FATE_HARMED_INVINCIBLE, 0, "the totals of a leader's fate must ascend"},
    {V_BAND5_TOTAL, V_BAND4_TOTAL, 0, "the bands of an assessment must ascend"},
    {V_BAND4_TOTAL, V_BAND3_TOTAL, 0, "the bands of an assessment must ascend"},
    {V_BAND3_TOTAL, V_BAND2_TOTAL, 0, "the bands of an assessment must ascend"},
    {V_BAND2_TOTAL, V_BAND1_TOTAL, 0, "the bands of an assessment must ascend"},
    {V_STATUS_CHECK_RETREAT_PERCENT, V_STATUS_CHECK_BREAK_PERCENT, 0,
     "a Formation cannot break with less fatigue than it retreats with"},
};

/* Play. */

static const char *const phases[] = {[PHASE_COMMAND] = "command",
                                     [PHASE_MOVEMENT] = "movement",
                                     [PHASE_FIRE] = "fire",
                                     [PHASE_COMBAT] = "combat"};

static const char *const figures[] = {
    [FIGURE_RATING] = "rating",     [FIGURE_SHOCK] = "shock", [FIGURE_RIFLES] = "rifles",
    [FIGURE_SECTIONS] = "sections", [FIGURE_SIZE] = "size",   NULL};

/// What each formation looks like.
static const uint8_t shapes[] = {[FORMATION_PLOYED] = LB_SCENARIO_FORMATION_MARCH_COLUMN,
                                 [FORMATION_DEPLOYED] = LB_SCENARIO_FORMATION_LINE,
                                 [FORMATION_UNLIMBERED] = LB_SCENARIO_FORMATION_UNLIMBERED,
                                 [FORMATION_RESERVE] = LB_SCENARIO_FORMATION_LIMBERED};

static void report_unit(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        lb_unit_report *report)
{
    const lb_group *of = &state->group[state->unit[unit].group];

    (void)battle;
    *report = (lb_unit_report){
        .hits = -1,
        .states = lb_states_of_flags(mark_tables.unit_flags, state->unit[unit].flags),
        .is_denied = of->pending.kind != ORDER_NONE,
        .is_reserve = of->order.kind == ORDER_RESERVE && of->status == STATUS_FIT};
}

static void report_side(const lb_battle *battle, const lb_state *state, uint32_t side,
                        lb_side_report *report)
{
    int32_t lost = (int32_t)esr_formations_lost(battle, state, side);

    *report = (lb_side_report){.score = lost,
                               .breaks_at = battle->side[side].break_percent > 0
                                                ? battle->side[side].break_percent
                                                : VALUE_OF(battle, TURN_VICTORY),
                               .lost = lost,
                               .whole = state->side[side].mark[SIDE_FORMATIONS]};
}

static const char *option_text(const lb_action *action)
{
    static const char *const changes[] = {"", "in a rush", "cavalry alone",
                                          "cavalry alone, in a rush"};
    static const char *const intense[] = {"", "with its guns", "with its skirmishers"};

    if (action->verb == VERB_DEPLOY || action->verb == VERB_PLOY)
        return changes[action->option & (CHANGE_RUSHED | CHANGE_CAVALRY)];
    if (action->verb == VERB_INTENSE && action->option <= INTENSE_SKIRMISH)
        return intense[action->option];
    return "";
}

static const lb_option_phrase option_phrases[] = {
    {"deploy", "in a rush", CHANGE_RUSHED},
    {"deploy", "cavalry alone", CHANGE_CAVALRY},
    {"ploy", "in a rush", CHANGE_RUSHED},
    {"ploy", "cavalry alone", CHANGE_CAVALRY},
    {"intense", "with its guns", INTENSE_GUNS},
    {"intense", "with its skirmishers", INTENSE_SKIRMISH},
    {NULL, NULL, 0},
};

/// Which query tells the odds of a verb.
static const lb_synonym odds_of_verbs[] = {
    {"attack", "order"},
    {"defend", "order"},
    {"support", "order"},
    {"move", "order"},
    {"reserve", "order"},
    {"abandon", "action"},
    {"objective", "action"},
    {"commit", "action"},
    {"recall", "action"},
    {"displace", "action"},
    {"specialty", "action"},
    {"detach", "action"},
    {"rally", "action"},
    {"ploy", "deploy"},
    {"charge", "combat"},
    {"fight", "combat"},
    {"bombard", "score"},
    {"skirmish", "score"},
    {NULL, NULL},
};

static const lb_synonym synonyms[] = {
    {"go", "proceed"}, {"assault", "charge"}, {"lead", "ride"}, {"done", "pass"}, {NULL, NULL},
};

/// How choices of these verbs are put to people.
static const lb_synonym phrases[] = {
    {"attack", "attack toward {place} with {who}"},
    {"defend", "defend {place} with {who}"},
    {"support", "support {at} with {who}"},
    {"move", "march {who} to {place}"},
    {"reserve", "keep {who} in reserve"},
    {"wait", "hold back the order for {who}"},
    {"take", "{who} takes command of {at} in person"},
    {"abandon", "{who} gives up his personal command"},
    {"objective", "{who} sends {at} to {place} instead"},
    {"commit", "{who} brings {at} into action"},
    {"recall", "{who} calls {at} back to the reserve"},
    {"displace", "{who} lets {at} change its place"},
    {"specialty", "{who} commits the specialists of {at}"},
    {"detach", "{who} detaches {with} from {at}"},
    {"mass", "{who} masses {with} as a grand battery"},
    {"rally", "{who} rallies {at}"},
    {"inspire", "{who} gives up {at} to take fatigue off"},
    {"adc", "{who} sends an aide to {at}"},
    {"proceed", "{who} carries out its order"},
    {"halt", "{who} halts"},
    {NULL, NULL},
};

static const lb_tells tells = {.told = told_rows,
                               .flags = told_flags,
                               .deeds = deeds,
                               .score = "{before} of {after} Formations lost"};

static const lb_play play = {
    LB_PLAY_TABLES,
    .phases = phases,
    .shapes = shapes,
    .figures = figures,
    .strength_figure = FIGURE_RATING,
    .options = option_phrases,
    .synonyms = synonyms,
    .phrases = phrases,
    .odds = odds_of_verbs,
    .ranges = esr_ranges,
    .rings = esr_rings,
    .sees = esr_sees,
    .tells = &tells,
    .queries = esr_queries,
    .ride = &esr_ride,
    .query_rows = &esr_query_rows,
    .length_word = "in",
    .break_words = "its Formations",
    .length_tmm = LB_TMM_INCH,
    .size_mark = -1,
    .shares_turns = true,
    .order_turns = 3,
    .attack_pays = true,
    .enemy_first = true,
    .muster = esr_muster,
    .deploy = esr_deploy,
    .size = esr_size,
    .report_unit = report_unit,
    .report_side = report_side,
    .is_broken = esr_is_broken,
    .fitness = esr_fitness,
    .deeds = esr_deeds,
    .option_text = option_text,
    .target_kind = esr_target_kind,
};

#define LB_ESR(name, ground, numbers)                                                           \
    {                                                                                           \
        .id = (name), .title = "Et sans résultat!, " ground,                                    \
        .about = "Divisions under orders with fatigue and assessments; inches, " ground,        \
        .sections = sections, .clauses = clauses, .values = (numbers), .charts = charts,        \
        .procedures = procedures, .section_count = SECTION_COUNT, .clause_count = CL_COUNT,     \
        .value_count = V_COUNT, .chart_count = CHART_COUNT, .procedure_count = PROCEDURE_COUNT, \
        .ascents = ascents, .ascent_count = sizeof ascents / sizeof ascents[0],                 \
        .figures = figure_rows, .play = &play,                                                  \
    }

const lb_ruleset lb_ruleset_esr_50 = LB_ESR("esr-50", "50 yards to the inch", values);
const lb_ruleset lb_ruleset_esr_75 = LB_ESR("esr-75", "75 yards to the inch", values_75);
