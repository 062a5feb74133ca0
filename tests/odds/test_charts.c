// SPDX-License-Identifier: MIT
// Every chart of every sheet: all faces thrown one by one against the walker on small inputs, and a
// seeded sample of play against the exact odds.

#include "../unit/check.h"

#include "base/wide.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CASES = 12,        ///< inputs thrown out in full for each chart
    PATHS_MAX = 60000, ///< throws of one of them
    SAMPLES = 20000,   ///< plays of one input
    OUTCOMES_MAX = 4096,
    WORKSPACE_MAX = 1 << 30,   ///< as much as the program gives itself at most
    WORKSPACE_HOUSE = 64 << 20 ///< enough to see that a charge by house rules ends or says so
};

static unsigned char *workspace; ///< of WORKSPACE_MAX

/// One chart under test.
typedef struct subject {
    const lb_ruleset *rules;
    const lb_chart *chart;
} subject;

/// Outcomes gathered by throwing.
typedef struct gathering {
    const subject *on;
    const lb_house *house;
    uint32_t count;
    uint32_t paths;
    lb_outcome outcome[OUTCOMES_MAX];
} gathering;

static gathering gathered;

static lb_outcome *gather(const int32_t *field, uint8_t field_count)
{
    lb_outcome *made;

    for (uint32_t i = 0; i < gathered.count; i++)
        if (memcmp(gathered.outcome[i].field, field, field_count * sizeof *field) == 0)
            return &gathered.outcome[i];
    assert_true(gathered.count < OUTCOMES_MAX);
    made = &gathered.outcome[gathered.count++];
    memset(made, 0, sizeof *made);
    memcpy(made->field, field, field_count * sizeof *field);
    return made;
}

static void throw_on(const lb_machine *machine, const lb_denominator *so_far, const uint8_t *faces,
                     uint32_t count);

static void go_on(const lb_machine *from, const lb_denominator *so_far, const uint8_t *faces,
                  uint32_t count)
{
    lb_machine machine;
    lb_run run = {
        .rules = gathered.on->rules, .values = gathered.house->value, .machine = &machine};

    lb_machine_copy(&machine, from);
    lb_run_throw(&run, faces, count);
    if (machine.node.kind == LB_NODE_ROLL) {
        throw_on(&machine, so_far, NULL, 0);
    } else {
        lb_fraction one = {.denominator = *so_far};
        lb_wide_set(&one.numerator, 1);
        assert_true(
            lb_fraction_add(&gather(machine.effect, gathered.on->chart->field_count)->p, &one));
        gathered.paths++;
    }
}

/// Throws every face of the dice that are still missing; each has one chance in six. A total that
/// is thrown again is left out, and the rest shares its chances.
static void throw_on(const lb_machine *machine, const lb_denominator *so_far, const uint8_t *faces,
                     uint32_t count)
{
    const lb_roll *roll = &machine->node.roll;
    uint8_t thrown[LB_THROW_MAX] = {0};
    lb_denominator next = *so_far;

    if (gathered.paths > PATHS_MAX)
        return;
    if (count > 0)
        memcpy(thrown, faces, count);
    if (roll->again != 0 && count == roll->dice) {
        assert_int_equal(roll->dice, 2);
        if (thrown[0] + thrown[1] == roll->again)
            return;
        assert_int_equal(roll->again, 12);
        next.exponent[LB_PRIME_2] = (uint16_t)(next.exponent[LB_PRIME_2] - 2);
        next.exponent[LB_PRIME_3] = (uint16_t)(next.exponent[LB_PRIME_3] - 2);
        next.exponent[LB_PRIME_5]++;
        next.exponent[LB_PRIME_7]++;
    }
    if (lb_roll_missing(roll, thrown, count) == 0) {
        go_on(machine, &next, thrown, count);
        return;
    }
    next.exponent[LB_PRIME_2]++;
    next.exponent[LB_PRIME_3]++;
    for (uint8_t face = 1; face <= 6; face++) {
        thrown[count] = face;
        throw_on(machine, &next, thrown, count + 1);
    }
}

static lb_status walk_within(const subject *on, const lb_house *house, const int32_t *facts,
                             size_t size, lb_odds *odds)
{
    lb_odds_job job = {.rules = on->rules,
                       .values = house->value,
                       .procedure = on->chart->procedure,
                       .field_count = on->chart->field_count,
                       .facts = facts,
                       .workspace = workspace,
                       .workspace_size = size};

    return lb_odds_walk(&job, odds);
}

static lb_status walk(const subject *on, const lb_house *house, const int32_t *facts, lb_odds *odds)
{
    return walk_within(on, house, facts, WORKSPACE_MAX, odds);
}

/// Throws a chart's faces in full; false if there are too many of them.
static bool gather_all(const subject *on, const lb_house *house, const int32_t *facts)
{
    lb_machine machine;
    lb_run run = {.rules = on->rules, .values = house->value, .machine = &machine};

    gathered.on = on;
    gathered.house = house;
    gathered.count = gathered.paths = 0;
    lb_run_start(&run, on->chart->procedure, facts);
    if (machine.node.kind == LB_NODE_ROLL) {
        throw_on(&machine, &(lb_denominator){{0}}, NULL, 0);
    } else {
        lb_fraction one = {0};
        lb_wide_set(&one.numerator, 1);
        gather(machine.effect, on->chart->field_count)->p = one;
    }
    return gathered.paths <= PATHS_MAX;
}

static void assert_same_odds(const subject *on, const lb_odds *odds)
{
    assert_int_equal(odds->count, gathered.count);
    for (uint32_t i = 0; i < odds->count; i++) {
        lb_outcome *wanted = gather(odds->outcome[i].field, on->chart->field_count);

        lb_fraction_reduce(&wanted->p);
        assert_int_equal(lb_wide_compare(&wanted->p.numerator, &odds->outcome[i].p.numerator), 0);
        assert_memory_equal(&wanted->p.denominator, &odds->outcome[i].p.denominator,
                            sizeof wanted->p.denominator);
    }
}

static void all_faces(void **state)
{
    const subject *on = *state;
    lb_house house;
    lb_dice dice;
    int32_t facts[LB_INPUTS_MAX];
    lb_odds odds;
    int done = 0;

    lb_house_reset(on->rules, &house);
    lb_dice_seed(&dice, 1809);
    for (int attempt = 0; done < CASES && attempt < 400; attempt++) {
        pick_facts(&dice, on->chart, (uint32_t)attempt % 3 + 1, attempt % 2 == 0, facts);
        if (!gather_all(on, &house, facts))
            continue;
        assert_int_equal(walk(on, &house, facts, &odds), LB_OK);
        assert_same_odds(on, &odds);
        done++;
    }
    assert_int_equal(done, CASES);
}

/// Chi-square against the exact odds. Outcomes that are expected less than 10 times are put
/// together. The bound is five standard deviations over the mean and 10 more: a fair sample passes
/// it less than once in a million.
static void sample_of_play(void **state)
{
    const subject *on = *state;
    lb_house house;
    lb_dice dice;
    int32_t facts[LB_INPUTS_MAX];
    lb_odds odds;

    lb_house_reset(on->rules, &house);
    lb_dice_seed(&dice, 1812);
    for (int round = 0; round < 3; round++) {
        static uint32_t seen[OUTCOMES_MAX];
        double chi = 0, rest_expected = 0, rest_seen = 0, freedom = -1;

        if (round == 0)
            lb_chart_presets(on->chart, facts);
        else
            pick_facts(&dice, on->chart, 4, true, facts);
        assert_int_equal(walk(on, &house, facts, &odds), LB_OK);
        assert_true(odds.count <= OUTCOMES_MAX);
        memset(seen, 0, sizeof seen);
        for (int play = 0; play < SAMPLES; play++) {
            lb_machine machine;
            lb_run run = {.rules = on->rules, .values = house.value, .machine = &machine};
            uint8_t faces[LB_THROW_MAX];
            uint32_t i = 0;

            lb_run_start(&run, on->chart->procedure, facts);
            while (machine.node.kind == LB_NODE_ROLL) {
                uint32_t count = lb_dice_throw(&dice, &machine.node.roll, faces);
                lb_run_throw(&run, faces, count);
            }
            while (memcmp(odds.outcome[i].field, machine.effect,
                          on->chart->field_count * sizeof(int32_t)) != 0)
                assert_true(++i < odds.count);
            seen[i]++;
        }
        for (uint32_t i = 0; i < odds.count; i++) {
            double expected =
                (double)lb_fraction_scaled(&odds.outcome[i].p) / 4294967296.0 * SAMPLES;
            if (expected < 10) {
                rest_expected += expected;
                rest_seen += seen[i];
            } else {
                chi += (seen[i] - expected) * (seen[i] - expected) / expected;
                freedom++;
            }
        }
        if (rest_expected >= 10) {
            chi += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
            freedom++;
        }
        assert_true(chi <= freedom + 5 * sqrt(2 * (freedom > 0 ? freedom : 0)) + 10);
    }
}

/// Lowers values that cannot stand together until they can, then raises what is still too low;
/// false if that does not help.
static bool settle_house(const lb_ruleset *rules, lb_house *house)
{
    enum { ATTEMPTS = 1000 };

    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        const lb_ascent *broken = lb_house_conflict(rules, house->value);
        int32_t *lower, *higher;

        if (broken == NULL)
            return true;
        lower = &house->value[broken->lower];
        higher = &house->value[broken->higher];
        if (attempt < ATTEMPTS / 2)
            *lower = *higher - broken->gap;
        else
            *higher = *lower + broken->gap;
        if (*lower < rules->values[broken->lower].lowest)
            *lower = rules->values[broken->lower].lowest;
        if (*higher > rules->values[broken->higher].highest)
            *higher = rules->values[broken->higher].highest;
    }
    return false;
}

/// Whatever a house rule may set, one value at a time at its ends or many at random, every chart
/// goes to its end and its odds make 1.
static void house_values_in_range_never_break_a_chart(void **state)
{
    const subject *on = *state;
    lb_dice dice;
    int32_t facts[LB_INPUTS_MAX];
    lb_house house;
    lb_odds odds;

    lb_dice_seed(&dice, 1814);
    for (uint32_t round = 0; round < 2u * on->rules->value_count + 40; round++) {
        lb_fraction sum = {0};

        lb_house_reset(on->rules, &house);
        if (round < 2u * on->rules->value_count) {
            const lb_value *value = &on->rules->values[round / 2];
            house.value[round / 2] = round % 2 == 0 ? value->lowest : value->highest;
        } else {
            for (uint32_t i = 0; i < on->rules->value_count; i++) {
                const lb_value *value = &on->rules->values[i];
                if (pick_below(&dice, 4) == 0)
                    house.value[i] =
                        value->lowest +
                        (int32_t)pick_below(&dice, (uint32_t)(value->highest - value->lowest) + 1);
            }
        }
        assert_true(settle_house(on->rules, &house));
        pick_facts(&dice, on->chart, 6, true, facts);
        assert_int_equal(walk(on, &house, facts, &odds), LB_OK);
        for (uint32_t i = 0; i < odds.count; i++) {
            assert_true(lb_fraction_add(&sum, &odds.outcome[i].p));
            for (uint32_t f = 0; f < on->chart->field_count; f++) {
                const lb_effect_field *field = &on->chart->fields[f];
                int32_t words = 0;
                while (field->words != NULL && field->words[words].word != NULL)
                    words++;
                if (field->words != NULL)
                    assert_in_range(odds.outcome[i].field[f], 0, words - 1);
            }
        }
        assert_true(lb_fraction_is_one(&sum));
    }
}

/// Every value anywhere in its range.
static void pick_house(lb_dice *dice, const lb_ruleset *rules, lb_house *house)
{
    for (uint32_t i = 0; i < rules->value_count; i++) {
        const lb_value *value = &rules->values[i];
        house->value[i] = value->lowest +
                          (int32_t)pick_below(dice, (uint32_t)(value->highest - value->lowest) + 1);
    }
}

/// Counts at their highest; the rest at its presets, or on and picked.
static void largest_facts(lb_dice *dice, const lb_chart *chart, bool with_flags, int32_t *facts)
{
    const char *prefix;
    lb_refusal refusal;

    lb_chart_presets(chart, facts);
    for (uint32_t cell = 0; cell < lb_chart_cells(chart); cell++) {
        const lb_input *input = lb_chart_input(chart, cell, &prefix);
        if (input->kind == LB_INPUT_COUNT)
            facts[cell] = input->highest;
        else if (with_flags && input->kind == LB_INPUT_FLAG)
            facts[cell] = 1;
        else if (with_flags && input->kind == LB_INPUT_CHOICE)
            facts[cell] = (int32_t)pick_below(dice, (uint32_t)input->highest + 1);
    }
    while (chart->refuse != NULL && chart->refuse(facts, &refusal))
        facts[refusal.input] = 0;
}

/// A whole charge: three or four tests, one behind the other.
static bool is_charge(const subject *on)
{
    return strcmp(on->chart->id, "advance") == 0 || strcmp(on->chart->id, "bayonet") == 0;
}

/// The sheet's own values, the highest, the lowest and many at random, all at the largest inputs,
/// still fit. A whole charge by house rules may outgrow what is reckoned with, and says so: that is
/// seen as well with little space, and with fewer random values, because every one takes long.
static void the_largest_inputs_fit(void **state)
{
    enum { OWN, HIGHEST, LOWEST, RANDOM, SETTINGS = RANDOM + 30, CHARGE_SETTINGS = RANDOM + 10 };
    const subject *on = *state;
    int32_t facts[LB_INPUTS_MAX];
    lb_house house;
    lb_dice dice;
    lb_odds odds;
    lb_status status;

    lb_dice_seed(&dice, 1815);
    for (int setting = OWN; setting < (is_charge(on) ? CHARGE_SETTINGS : SETTINGS); setting++) {
        size_t size = is_charge(on) && setting != OWN ? WORKSPACE_HOUSE : WORKSPACE_MAX;

        lb_house_reset(on->rules, &house);
        if (setting >= RANDOM)
            pick_house(&dice, on->rules, &house);
        for (uint32_t i = 0; setting != OWN && setting < RANDOM && i < on->rules->value_count; i++)
            house.value[i] =
                setting == HIGHEST ? on->rules->values[i].highest : on->rules->values[i].lowest;
        assert_true(settle_house(on->rules, &house));
        for (int flags = 0; flags < 2; flags++) {
            if (setting >= RANDOM && setting % 2 == flags)
                continue;
            largest_facts(&dice, on->chart, flags == 1, facts);
            status = walk_within(on, &house, facts, size, &odds);
            assert_true(status == LB_OK ||
                        (is_charge(on) && setting != OWN &&
                         (status == LB_ERROR_SPACE || status == LB_ERROR_WIDTH)));
        }
    }
}

/// The walk refuses the facts and leaves its output alone.
static void assert_refused(const subject *on, const lb_house *house, const int32_t *facts)
{
    lb_odds odds = {.count = 12345};

    assert_int_equal(walk_within(on, house, facts, LB_ODDS_WORKSPACE, &odds), LB_ERROR_INPUT);
    assert_int_equal(odds.count, 12345);
}

/// Facts that the chart does not take are refused, whichever they are, and so are facts that only
/// play has.
static void facts_out_of_range_are_refused(void **state)
{
    const subject *on = *state;
    uint32_t cells = lb_chart_cells(on->chart);
    int32_t facts[LB_INPUTS_MAX];
    lb_refusal refusal;
    lb_house house;

    lb_house_reset(on->rules, &house);
    lb_chart_presets(on->chart, facts);
    assert_true(lb_chart_takes(on->chart, facts, &refusal));
    for (uint32_t cell = 0; cell < on->rules->procedures[on->chart->procedure].facts; cell++) {
        static const int32_t wrong[] = {1000000, -500, INT32_MAX, INT32_MIN};
        int32_t before = facts[cell];

        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            facts[cell] = wrong[i];
            if (cell < cells) {
                assert_false(lb_chart_takes(on->chart, facts, &refusal));
                assert_int_equal(refusal.input, cell);
                assert_non_null(refusal.why);
            }
            assert_refused(on, &house, facts);
        }
        facts[cell] = before;
    }
    assert_true(lb_chart_takes(on->chart, facts, NULL));
}

int main(void)
{
    static subject subjects[64];
    static struct CMUnitTest tests[5 * 64];
    static char names[5 * 64][80];
    static const struct {
        const char *name;
        CMUnitTestFunction run;
    } kinds[] = {{"all faces", all_faces},
                 {"sample of play", sample_of_play},
                 {"house values in range", house_values_in_range_never_break_a_chart},
                 {"largest inputs", the_largest_inputs_fit},
                 {"facts out of range", facts_out_of_range_are_refused}};
    size_t count = 0, subject_count = 0;
    int failed;

    workspace = aligned_alloc(64, WORKSPACE_MAX);
    if (workspace == NULL)
        return 1;
    for (uint32_t r = 0; r < lb_ruleset_count; r++)
        for (uint32_t c = 0; c < lb_rulesets[r]->chart_count; c++) {
            subject *on = &subjects[subject_count++];
            *on = (subject){lb_rulesets[r], &lb_rulesets[r]->charts[c]};
            for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
                snprintf(names[count], sizeof names[count], "%s %s: %s", on->rules->id,
                         on->chart->id, kinds[k].name);
                tests[count] = (struct CMUnitTest){
                    .name = names[count], .test_func = kinds[k].run, .initial_state = on};
                count++;
            }
        }
    failed = _cmocka_run_group_tests("charts", tests, count, NULL, NULL);
    free(workspace);
    return failed;
}
