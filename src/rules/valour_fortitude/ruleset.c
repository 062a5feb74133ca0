// SPDX-License-Identifier: MIT
// The tables of Valour & Fortitude, and what its inputs and house values may not be together.

#include "rules/registry.h"
#include "rules/valour_fortitude/play.h"

static bool refuse_fire(const int32_t *facts, lb_refusal *refusal)
{
    const struct fire_facts *f = (const struct fire_facts *)facts;

    *refusal = (lb_refusal){
        .input = offsetof(struct fire_facts, target_losses) / sizeof(int32_t),
        .why = "a unit bears at most as many loss markers as its tenacity (target_tenacity)"};
    return f->target_losses > f->target_tenacity;
}

static bool refuse_melee(const int32_t *facts, lb_refusal *refusal)
{
    const struct melee_facts *f = (const struct melee_facts *)facts;
    bool is_first = f->a.losses > f->a.tenacity;

    *refusal =
        (lb_refusal){.input = (uint16_t)((is_first ? offsetof(struct melee_facts, a.losses)
                                                   : offsetof(struct melee_facts, d.losses)) /
                                         sizeof(int32_t)),
                     .why = "a unit bears at most as many loss markers as its tenacity"};
    return is_first || f->d.losses > f->d.tenacity;
}

#define LB_REFUSE(chart) \
    (CHART_##chart == CHART_fire ? refuse_fire : CHART_##chart == CHART_melee ? refuse_melee : NULL)

/// How positions write cards: by the number of their bit.
static const char *const card_words[] = {"",  "A", "2",  "3", "4", "5", "6", "7",
                                         "8", "9", "10", "J", "Q", "K", NULL};

/// The formations on the table.
static const lb_word play_formations[] = {
#define FORMATION(name, word, about) {word, about},
#include "rules/valour_fortitude/formations.def"
    [FORMATION_MASSE] = {"masse", "infantry in masse: an attack column that moves more slowly"},
    {NULL, NULL},
};
#define LB_PLAY_FORMATIONS play_formations

/// What each of them looks like.
static const uint8_t shapes[FORMATIONS] = {
    [FORMATION_LINE] = LB_SCENARIO_FORMATION_LINE,
    [FORMATION_ATTACK] = LB_SCENARIO_FORMATION_ATTACK_COLUMN,
    [FORMATION_MARCH] = LB_SCENARIO_FORMATION_MARCH_COLUMN,
    [FORMATION_OPEN] = LB_SCENARIO_FORMATION_OPEN_ORDER,
    [FORMATION_OPEN_DEEP] = LB_SCENARIO_FORMATION_OPEN_ORDER,
    [FORMATION_SQUARE] = LB_SCENARIO_FORMATION_SQUARE,
    [FORMATION_CAVALRY] = LB_SCENARIO_FORMATION_LINE,
    [FORMATION_CAVALRY_OPEN] = LB_SCENARIO_FORMATION_OPEN_ORDER,
    [FORMATION_CAVALRY_MARCH] = LB_SCENARIO_FORMATION_MARCH_COLUMN,
    [FORMATION_GUNS] = LB_SCENARIO_FORMATION_UNLIMBERED,
    [FORMATION_LIMBERED] = LB_SCENARIO_FORMATION_LIMBERED,
    [FORMATION_MASSE] = LB_SCENARIO_FORMATION_ATTACK_COLUMN};

#include "core/define.h"
#include "rules/kit/play_tables.h"

static const lb_ascent ascents[] = {
    {V_FATE_CARDS, V_FATE_DECK, 0, "nobody draws more cards than his deck has"},
    {V_RANGE_CANISTER, V_RANGE_FIELD, 0, "canister cannot reach farther than the gun"},
    {V_RANGE_CANISTER, V_RANGE_HEAVY, 0, "canister cannot reach farther than the gun"},
    {V_RANGE_CANISTER, V_RANGE_HORSE, 0, "canister cannot reach farther than the gun"},
    {V_CONTACT_RETREAT, V_CONTACT_FIGHT, 0,
     "cavalry cannot fight a square on a lower roll than it retreats from it"},
    {V_MELEE_SUPPORT_OPEN, V_MELEE_SUPPORT_EACH, 0,
     "support in open order cannot be worth more than other support"},
    {V_HIT_AND_RUN_OWN, V_HIT_AND_RUN_TARGET, 1,
     "the dice that cost the target a loss come after those that cost the unit one"},
    {V_UNPREDICTABLE_BAD, V_UNPREDICTABLE_GOOD, 1, "the good dice come after the bad ones"},
};

static const char *const phases[] = {[PHASE_FATE] = "fate",
                                     [PHASE_FIRE] = "fire",
                                     [PHASE_ACTION] = "action",
                                     [PHASE_MELEE] = "melee"};

static const char *const figures[] = {
    [FIGURE_FIRE] = "fire", [FIGURE_MELEE] = "melee", [FIGURE_TENACITY] = "tenacity", NULL};

static const char *const cards[] = {"",         "the Ace",   "the Two",   "the Three", "the Four",
                                    "the Five", "the Six",   "the Seven", "the Eight", "the Nine",
                                    "the Ten",  "the Knave", "the Queen", "the King",  NULL};

static void report_unit(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        lb_unit_report *report)
{
    *report = (lb_unit_report){
        .losses = state->unit[unit].mark[MARK_LOSSES],
        .hits = -1,
        .states = lb_states_of_flags(mark_tables.unit_flags, state->unit[unit].flags),
        .is_denied = (state->unit[unit].flags & UNIT_LOST) != 0 ||
                     (state->group[battle->unit[unit].group].flags & GROUP_FAILED) != 0};
    if (vf_is_shaken(battle, state, unit))
        report->states |= 1U << LB_SCENARIO_STATE_SHAKEN;
}

static void report_side(const lb_battle *battle, const lb_state *state, uint32_t side,
                        lb_side_report *report)
{
    *report = (lb_side_report){.score = state->side[side].mark[SIDE_DEFEATS],
                               .breaks_at = battle->side[side].break_percent,
                               .in_hand = (uint32_t)state->side[side].mark[SIDE_HAND],
                               .lost = state->side[side].mark[SIDE_DEFEATS],
                               .whole = state->side[side].mark[SIDE_BRIGADES]};
}

/// Cards that are spent for no effect of their own.
#define SPENT(card) "the " card ", spent to let a unit act"
static const char *const spent[] = {"",
                                    SPENT("Ace"),
                                    SPENT("Two"),
                                    SPENT("Three"),
                                    SPENT("Four"),
                                    SPENT("Five"),
                                    SPENT("Six"),
                                    SPENT("Seven"),
                                    SPENT("Eight"),
                                    SPENT("Nine"),
                                    SPENT("Ten"),
                                    SPENT("Knave"),
                                    SPENT("Queen"),
                                    SPENT("King")};
#undef SPENT

static const char *option_text(const lb_action *action)
{
    static const char *const fire[] = {"", "as skirmishers", "with the Seven",
                                       "as skirmishers with the Seven"};

    if (action->verb == VERB_FIRE)
        return fire[action->option & (FIRE_AS_SKIRMISHERS | FIRE_WITH_SEVEN)];
    if (action->verb != VERB_CARD || (action->option & CARD_RANK) > CARD_KING)
        return "";
    return (action->option & CARD_SPENT) != 0 ? spent[action->option & CARD_RANK]
                                              : cards[action->option & CARD_RANK];
}

static const lb_option_phrase option_phrases[] = {
    // clang-format off
    {"fire", "as skirmishers",    FIRE_AS_SKIRMISHERS},
    {"fire", "with the seven",    FIRE_WITH_SEVEN},
    {"card", "the ace",   1}, {"card", "ace",   1},
    {"card", "the two",   2}, {"card", "two",   2},
    {"card", "the three", 3}, {"card", "three", 3},
    {"card", "the four",  4}, {"card", "four",  4},
    {"card", "the five",  5}, {"card", "five",  5},
    {"card", "the six",   6}, {"card", "six",   6},
    {"card", "the seven", 7}, {"card", "seven", 7},
    {"card", "the eight", 8}, {"card", "eight", 8},
    {"card", "the nine",  9}, {"card", "nine",  9},
    {"card", "the ten",  10}, {"card", "ten",  10},
    {"card", "the knave", 11}, {"card", "knave", 11}, {"card", "jack", 11},
    {"card", "the queen", 12}, {"card", "queen", 12},
    {"card", "the king",  CARD_KING}, {"card", "king", CARD_KING},
    {"card", "spent",     CARD_SPENT},
    {NULL,   NULL,        0},
    // clang-format on
};

/// Which query tells the odds of a verb.
static const lb_synonym odds_of_verbs[] = {
    {"fight", "melee"},
    {NULL, NULL},
};

static const lb_synonym synonyms[] = {
    {"charge", "assault"}, {"attack", "assault"},   {"shoot", "fire"}, {"march", "move"},
    {"go", "move"},        {"withdraw", "retreat"}, {"ride", "lead"},  {"play", "card"},
    {"order", "activate"}, {"done", "pass"},        {NULL, NULL},
};

static const lb_synonym phrases[] = {
    {"card", "play {as}{on}"},
    {NULL, NULL},
};

static const lb_tells tells = {.told = told_rows,
                               .flags = told_flags,
                               .deeds = deeds,
                               .loses = "took",
                               .loss = "loss",
                               .losses = "losses",
                               .score = "{before} defeat{s} against {after} brigades"};

static const lb_play play = {
    LB_PLAY_TABLES,
    .phases = phases,
    .shapes = shapes,
    .figures = figures,
    .strength_figure = FIGURE_TENACITY,
    .hand = cards,
    .options = option_phrases,
    .synonyms = synonyms,
    .phrases = phrases,
    .odds = odds_of_verbs,
    .ranges = vf_ranges,
    .sees = vf_sees,
    .tells = &tells,
    .queries = vf_queries,
    .ride = &vf_ride,
    .query_rows = &vf_query_rows,
    .length_word = "in",
    .break_words = "as many defeats as it has brigades",
    .length_tmm = LB_TMM_INCH,
    .size_mark = -1,
    .muster = vf_muster,
    .deploy = vf_deploy,
    .size = vf_size,
    .report_unit = report_unit,
    .report_side = report_side,
    .is_broken = vf_is_broken,
    .objective_times = vf_objective_times,
    .fitness = vf_fitness,
    .option_text = option_text,
    .target_kind = vf_target_kind,
};

const lb_ruleset lb_ruleset_valour_fortitude = {
    .id = "valour-fortitude",
    .title = "Valour & Fortitude",
    .about = "Brigades of units with fire, melee and tenacity; inches; fate cards",
    LB_RULESET_TABLES,
    .play = &play,
};
