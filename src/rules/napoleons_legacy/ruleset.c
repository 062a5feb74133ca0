// SPDX-License-Identifier: MIT
// The tables of Napoleon's Legacy, and what its inputs and house values may not be together.

#include "rules/napoleons_legacy/play.h"
#include "rules/registry.h"

/// Refuses hits that would have taken a base; `at` is the offset of prior_hits in the facts.
static bool refuse_hits(int32_t prior_hits, int32_t base_hits, size_t at, lb_refusal *refusal)
{
    *refusal = (lb_refusal){.input = (uint16_t)(at / sizeof(int32_t)),
                            .why = "a unit bears fewer hits than take a base (base_hits); with "
                                   "more it would have lost one"};
    return prior_hits >= base_hits;
}

static bool refuse_total(int32_t total, int32_t touching, size_t at, lb_refusal *refusal)
{
    if (total == 0 || total >= touching)
        return false;
    *refusal = (lb_refusal){.input = (uint16_t)(at / sizeof(int32_t)),
                            .why = "more of its bases touch than it has"};
    return true;
}

static bool refuse_fire(const int32_t *facts, lb_refusal *refusal)
{
    const struct fire_facts *f = (const struct fire_facts *)facts;

    return refuse_hits(f->prior_hits, f->base_hits, offsetof(struct fire_facts, prior_hits),
                       refusal);
}

static bool refuse_shot(const int32_t *facts, lb_refusal *refusal)
{
    const struct shot_facts *f = (const struct shot_facts *)facts;

    return refuse_hits(f->prior_hits, f->base_hits, offsetof(struct shot_facts, prior_hits),
                       refusal);
}

/// Refuses the same on either side, and fewer bases than touch. The offsets are those of the
/// attacker's and the defender's.
#define REFUSE_PAIR(chart)                                                                   \
    static bool refuse_##chart(const int32_t *facts, lb_refusal *refusal)                    \
    {                                                                                        \
        const struct chart##_facts *f = (const struct chart##_facts *)facts;                 \
                                                                                             \
        return refuse_hits(f->a_prior_hits, f->a_base_hits,                                  \
                           offsetof(struct chart##_facts, a_prior_hits), refusal) ||         \
               refuse_hits(f->d_prior_hits, f->d_base_hits,                                  \
                           offsetof(struct chart##_facts, d_prior_hits), refusal) ||         \
               refuse_total(f->a_total, f->a_bases, offsetof(struct chart##_facts, a_total), \
                            refusal) ||                                                      \
               refuse_total(f->d_total, f->d_bases, offsetof(struct chart##_facts, d_total), \
                            refusal);                                                        \
    }

REFUSE_PAIR(advance)
REFUSE_PAIR(bayonet)

#define LB_REFUSE(chart)                               \
    (CHART_##chart == CHART_fire      ? refuse_fire    \
     : CHART_##chart == CHART_shot    ? refuse_shot    \
     : CHART_##chart == CHART_advance ? refuse_advance \
     : CHART_##chart == CHART_bayonet ? refuse_bayonet \
                                      : NULL)

#include "core/define.h"
#include "rules/kit/play_tables.h"

static const lb_ascent ascents[] = {
    {V_COMMAND_ROLL, V_COMMAND_BLUNDER, 1, "dice of which every total blunders obey no order"},
    {V_ART_CHARGED_CANISTER, V_ART_CHARGED_SHOT, 0,
     "the dice that find round shot loaded come after those that find canister"},
    {V_ART_CANISTER_NEAR, V_ART_CANISTER_FAR, 0,
     "canister cannot gain force farther away than it reaches"},
    {V_BLUNDER_8_ADVANCE, V_BLUNDER_8_NOTHING, 0,
     "the dice with which nobody stirs come after those of the advance"},
    {V_FORM_SQUARE_LEAST, V_FORM_SQUARE_MOST, 0,
     "a square cannot need more bases than it may have"},
};

static const char *const phases[] = {[PHASE_PRELIMINARY] = "preliminary",
                                     [PHASE_COMMAND] = "command",
                                     [PHASE_COMBAT] = "combat",
                                     [PHASE_END] = "end"};

/// What each formation looks like.
static const uint8_t shapes[] = {[FORMATION_MARCH] = LB_SCENARIO_FORMATION_MARCH_COLUMN,
                                 [FORMATION_ATTACK] = LB_SCENARIO_FORMATION_ATTACK_COLUMN,
                                 [FORMATION_LINE] = LB_SCENARIO_FORMATION_LINE,
                                 [FORMATION_FIRING] = LB_SCENARIO_FORMATION_FIRING_LINE,
                                 [FORMATION_REFUSED] = LB_SCENARIO_FORMATION_REFUSED_LINE,
                                 [FORMATION_SKIRMISH] = LB_SCENARIO_FORMATION_OPEN_ORDER,
                                 [FORMATION_SQUARE] = LB_SCENARIO_FORMATION_SQUARE,
                                 [FORMATION_GUNS] = LB_SCENARIO_FORMATION_UNLIMBERED,
                                 [FORMATION_LIMBERED] = LB_SCENARIO_FORMATION_LIMBERED};

static const char *const figures[] = {
    [FIGURE_BASES] = "bases",       [FIGURE_FIRE] = "fire",
    [FIGURE_RANGE] = "range",       [FIGURE_COMBAT] = "combat",
    [FIGURE_HITS] = "hits",         [FIGURE_SAVE] = "save",
    [FIGURE_CANISTER] = "canister", [FIGURE_DEVIATION] = "deviation",
    [FIGURE_BLAST] = "blast",       NULL};

/// True if nobody gives it orders any more this turn.
static bool is_silent(const lb_battle *battle, const lb_state *state, uint32_t unit)
{
    uint32_t leader = nl_leader_of(battle, state, unit);

    return leader == LB_NOBODY || (state->leader[leader].flags & LEADER_SILENT) != 0;
}

static void report_unit(const lb_battle *battle, const lb_state *state, uint32_t unit,
                        lb_unit_report *report)
{
    const lb_unit *of = &state->unit[unit];

    *report = (lb_unit_report){
        .losses = of->mark[MARK_LOST],
        .hits = of->mark[MARK_HITS],
        .states = lb_states_of_flags(mark_tables.unit_flags, state->unit[unit].flags)};
    report->is_denied = is_silent(battle, state, unit);
    if (of->mark[MARK_CARRIED] > 1)
        report->states |= 1U << LB_SCENARIO_STATE_CARRIED;
    if (of->mark[MARK_FIGHTS] > 0)
        report->states |= 1U << LB_SCENARIO_STATE_FOUGHT;
}

static void report_side(const lb_battle *battle, const lb_state *state, uint32_t side,
                        lb_side_report *report)
{
    *report = (lb_side_report){.score = state->side[side].mark[SIDE_LEADERS],
                               .lost = nl_bases_lost(battle, state, side),
                               .whole = state->side[side].mark[SIDE_BASES],
                               .breaks_at = nl_break_percent(battle, side)};
}

static int32_t lead(const lb_battle *battle, const lb_state *state, uint32_t side)
{
    int64_t bases = (int64_t)lb_most(1, state->side[0].mark[SIDE_BASES]) *
                    lb_most(1, state->side[1].mark[SIDE_BASES]);

    return (int32_t)(nl_lead(battle, state, side) * 1000 /
                     (bases * lb_most(1, VALUE_OF(battle, TURN_VICTORY_DRAW))));
}

static const char *option_text(const lb_action *action)
{
    static const char *const fire[] = {"", "with shot", "with shell", "with canister"};

    if (action->verb == VERB_FIRE && (action->option & FIRE_FREELY) != 0)
        return "without orders";
    if (action->verb == VERB_FIRE && (action->option & FIRE_WHAT) != 0)
        return fire[action->option & FIRE_CANISTER];
    if ((action->option & ORDER_ALONE) != 0)
        return "alone";
    return action->verb == VERB_FORM && (action->option & FORM_ON_FOOT) != 0 ? "on foot" : "";
}

static const lb_option_phrase option_phrases[] = {
    {"fire", "with shot", FIRE_SHOT},         {"fire", "with shell", FIRE_SHELL},
    {"fire", "with canister", FIRE_CANISTER}, {"fire", "without orders", FIRE_FREELY},
    {"form", "on foot", FORM_ON_FOOT},        {"move", "alone", ORDER_ALONE},
    {"fire", "alone", ORDER_ALONE},           {"advance", "alone", ORDER_ALONE},
    {"bayonet", "alone", ORDER_ALONE},        {NULL, NULL, 0}};

/// Which query tells the odds of a verb.
static const lb_synonym odds_of_verbs[] = {
    {"move", "command"},
    {"form", "command"},
    {NULL, NULL},
};

static const lb_synonym synonyms[] = {
    {"charge", "bayonet"}, {"wait", "stand"}, {"lead", "ride"}, {NULL, NULL}};

static const lb_tells tells = {.told = told_rows,
                               .flags = told_flags,
                               .deeds = deeds,
                               .loses = "lost",
                               .loss = "base",
                               .losses = "bases",
                               .score = "{before} of {after} bases lost"};

static const lb_play play = {
    LB_PLAY_TABLES,
    .phases = phases,
    .shapes = shapes,
    .figures = figures,
    .strength_figure = FIGURE_BASES,
    .options = option_phrases,
    .synonyms = synonyms,
    .odds = odds_of_verbs,
    .ranges = nl_ranges,
    .rings = nl_rings,
    .sees = nl_sees,
    .ordered = nl_ordered,
    .alone_option = ORDER_ALONE,
    .tells = &tells,
    .queries = nl_queries,
    .ride = &nl_ride,
    .query_rows = &nl_query_rows,
    .length_word = "cm",
    .break_words = "its bases lost, a commander counting as two",
    .length_tmm = LB_TMM_CM,
    .size_mark = MARK_BASES,
    .moves_in_turn = 3,
    .must_stay = true,
    .pose_flags = UNIT_DISORDERED | UNIT_DISMOUNTED,
    .muster = nl_muster,
    .deploy = nl_deploy,
    .size = nl_size,
    .report_unit = report_unit,
    .report_side = report_side,
    .is_broken = nl_is_broken,
    .lead = lead,
    .fitness = nl_fitness,
    .deeds = nl_deeds,
    .option_text = option_text,
};

const lb_ruleset lb_ruleset_napoleons_legacy = {
    .id = "napoleons-legacy",
    .title = "Napoleon's Legacy",
    .about =
        "Units of bases under commanders who may blunder; centimetres; fire, fear and disorder",
    LB_RULESET_TABLES,
    .play = &play,
};
