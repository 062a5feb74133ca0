// SPDX-License-Identifier: MIT
// The odds of a fight on the table are those with which it is played: every way through the dice of
// a fight is played out, and how it leaves the two units is compared with what the odds of the
// position say. Takes the project's root as its argument.

#include "../unit/check.h"

#include "limber/files.h"
#include "rules/kit/marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOSSES_MAX = 12, UNIT_A = 0, UNIT_C = 2 };

static const char *root = ".";
static lb_battle battle;
static lb_state start;

/// How likely it is that the two have so many losses, and whether they are gone.
typedef struct tally {
    double p[LOSSES_MAX][LOSSES_MAX][2][2];
} tally;

static tally by_odds, by_play;

static double chance_of(const lb_wide *weight, lb_denominator denominator)
{
    lb_fraction one = {*weight, denominator};

    return (double)lb_fraction_scaled(&one) / 4294967296.0;
}

/// The position with both units at the brink, at its first decision. `cards` are in the hand of the
/// French.
static void load(const char *cards)
{
    static lb_scenario scenario;
    char path[512], text[4096], changed[8192], *at;
    lb_diag diag = {0};
    FILE *file;
    size_t size;

    snprintf(path, sizeof path, "%s/tests/perft/positions/valour-fortitude-melee.yaml", root);
    file = fopen(path, "r");
    assert_non_null(file);
    size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    fclose(file);
    at = strstr(text, "  cards: {french: [A]}\n  discards:");
    assert_non_null(at);
    *at = '\0';
    snprintf(changed, sizeof changed, "%s  cards: {french: [%s]}\n", text, cards);
    if (lb_scenario_parse(changed, strlen(changed), NULL, &scenario, &diag) != LB_OK)
        fail_msg("%d:%d: %s", (int)diag.line, (int)diag.column, diag.text);
    scenario.units[UNIT_A].losses = scenario.units[UNIT_C].losses = 4;
    if (lb_battle_muster(&battle, lb_ruleset_find(scenario.position.sheet), NULL, &scenario,
                         &diag) != LB_OK)
        fail_msg("%s", diag.text);
    lb_battle_start(&battle, &start, NULL);
    assert_int_equal(start.machine.node.kind, LB_NODE_DECISION);
}

/// Gives a unit the flag of a name.
static void set_flag(uint32_t unit, const char *name)
{
    const lb_mark_row *row = battle.rules->play->marks->unit_flags;
    uint32_t i = 0;

    while (row[i].name != NULL && strcmp(row[i].name, name) != 0)
        i++;
    assert_non_null(row[i].name);
    start.unit[unit].flags |= UINT32_C(1) << i;
}

static uint8_t verb_of(const char *word)
{
    uint8_t verb = 0;

    while (verb < battle.rules->play->verb_count &&
           strcmp(battle.rules->play->verbs[verb].word, word) != 0)
        verb++;
    assert_true(verb < battle.rules->play->verb_count);
    return verb;
}

static bool is_in_fight(const lb_state *state)
{
    for (uint32_t i = 0; i < state->machine.depth; i++)
        if (strcmp(battle.rules->procedures[state->machine.frame[i].procedure].name, "fight") == 0)
            return true;
    return false;
}

static void add(tally *to, const int32_t losses[2], const bool is_gone[2], double p)
{
    assert_in_range(losses[0], 0, LOSSES_MAX - 1);
    assert_in_range(losses[1], 0, LOSSES_MAX - 1);
    to->p[is_gone[0] ? 0 : losses[0]][is_gone[1] ? 0 : losses[1]][is_gone[0]][is_gone[1]] += p;
}

/// Plays every way to the end of the fight. Nobody plays a card.
static void play_on(const lb_state *from, double p)
{
    lb_state state;
    lb_run run = lb_battle_run(&battle, &state, NULL);

    if (!is_in_fight(from)) {
        bool is_gone[2] = {from->unit[UNIT_A].presence == LB_PRESENCE_GONE,
                           from->unit[UNIT_C].presence == LB_PRESENCE_GONE};
        int32_t losses[2] = {lb_battle_unit(&battle, from, UNIT_A).losses,
                             lb_battle_unit(&battle, from, UNIT_C).losses};

        add(&by_play, losses, is_gone, p);
    } else if (from->machine.node.kind == LB_NODE_DECISION) {
        lb_action no = lb_action_of(verb_of("no"));

        state = *from;
        lb_run_act(&run, &no);
        play_on(&state, p);
    } else {
        lb_spread *spread = malloc(sizeof *spread);

        lb_roll_spread(&from->machine.node.roll, spread);
        for (uint32_t i = 0; i < spread->count; i++) {
            state = *from;
            lb_run_answer(&run, spread->chance[i].value);
            play_on(&state, p * chance_of(&spread->chance[i].weight, spread->denominator));
        }
        free(spread);
    }
}

/// What the outcome of the melee chart makes of the losses that a unit had.
static void take_odds(const lb_state *state)
{
    static _Alignas(64) unsigned char workspace[LB_ODDS_WORKSPACE];
    lb_query query = lb_query_of("melee", UNIT_A, UNIT_C);
    lb_situation situation;
    lb_reason reason;
    lb_odds odds;
    lb_odds_job job = {.rules = battle.rules,
                       .values = battle.house.value,
                       .workspace = workspace,
                       .workspace_size = sizeof workspace};

    assert_true(lb_battle_gather(&battle, state, &query, &situation, &reason));
    job.procedure = situation.chart->procedure;
    job.field_count = situation.chart->field_count;
    job.facts = situation.facts;
    job.is_gathered = true;
    assert_int_equal(lb_odds_walk(&job, &odds), LB_OK);
    for (uint32_t i = 0; i < odds.count; i++) {
        const int32_t *field = odds.outcome[i].field;
        const lb_word *word = situation.chart->fields[3].words;
        bool is_gone[2] = {strcmp(word[field[3]].word, "routed") == 0,
                           strcmp(word[field[4]].word, "routed") == 0};
        int32_t losses[2] = {lb_battle_unit(&battle, state, UNIT_A).losses + field[0],
                             lb_battle_unit(&battle, state, UNIT_C).losses + field[1]};

        /* Markers beyond tenacity, which is 4, are not laid down. */
        losses[0] = losses[0] > 4 ? 4 : losses[0];
        losses[1] = losses[1] > 4 ? 4 : losses[1];
        add(&by_odds, losses, is_gone,
            (double)lb_fraction_scaled(&odds.outcome[i].p) / 4294967296.0);
    }
}

/// Both sides pass; the fight that was asked about begins.
static void begin_fight(lb_state *state)
{
    lb_run run = lb_battle_run(&battle, state, NULL);

    while (!is_in_fight(state)) {
        lb_action action = lb_action_of(0), choices[LB_CHOICES_MAX];
        uint32_t count = lb_battle_choices(&battle, state, NULL, choices, LB_CHOICES_MAX);

        assert_int_equal(state->machine.node.kind, LB_NODE_DECISION);
        for (uint32_t i = 0; i < count; i++)
            if (choices[i].verb == verb_of("fight") && choices[i].unit == UNIT_A)
                action = choices[i];
        lb_run_act(&run, &action);
    }
}

/// Probability that a unit is gone.
static double gone(const tally *of, int which)
{
    double sum = 0;

    for (int i = 0; i < LOSSES_MAX; i++)
        for (int k = 0; k < LOSSES_MAX; k++)
            for (int other = 0; other < 2; other++)
                sum += which == 0 ? of->p[i][k][1][other] : of->p[i][k][other][1];
    return sum;
}

static void compare(void)
{
    const double *odds = &by_odds.p[0][0][0][0], *play = &by_play.p[0][0][0][0];

    memset(&by_odds, 0, sizeof by_odds);
    memset(&by_play, 0, sizeof by_play);
    take_odds(&start);
    begin_fight(&start);
    play_on(&start, 1.0);
    for (size_t i = 0; i < sizeof by_odds / sizeof *odds; i++)
        if (fabs(odds[i] - play[i]) > 1e-6)
            fail_msg("by the odds %f, as it is played %f", odds[i], play[i]);
}

static void a_plain_fight(void **context)
{
    (void)context;
    load("A");
    compare();
    assert_true(gone(&by_odds, 0) > 0.1 && gone(&by_odds, 1) > 0.1);
}

static void units_that_have_won_take_no_tests(void **context)
{
    (void)context;
    load("A");
    set_flag(UNIT_A, "WON");
    compare();
    assert_true(gone(&by_odds, 0) == 0 && gone(&by_odds, 1) > 0.1);
    load("A");
    set_flag(UNIT_C, "WON");
    compare();
    assert_true(gone(&by_odds, 0) > 0.1 && gone(&by_odds, 1) == 0);
}

static void the_daunted_stand_less_often(void **context)
{
    double before;

    (void)context;
    load("A");
    compare();
    before = gone(&by_odds, 1);
    load("A");
    set_flag(UNIT_C, "DAUNTED");
    compare();
    assert_true(gone(&by_odds, 1) > before + 0.01);
}

/// Cards that are held and not played change nothing.
static void cards_in_hand_are_no_odds(void **context)
{
    double before;

    (void)context;
    load("A");
    compare();
    before = gone(&by_play, 0);
    load("A, 6, 8");
    compare();
    assert_true(fabs(gone(&by_play, 0) - before) < 1e-6);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_fight),
        cmocka_unit_test(units_that_have_won_take_no_tests),
        cmocka_unit_test(the_daunted_stand_less_often),
        cmocka_unit_test(cards_in_hand_are_no_odds),
    };

    if (argc > 1)
        root = argv[1];
    return cmocka_run_group_tests_name("odds of play", tests, NULL, NULL);
}
