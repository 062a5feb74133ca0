// SPDX-License-Identifier: MIT
// What a teller makes of events: lines, sentences, names of several, causes, throws, ends; and the
// short account of luck.

#include "limber/files.h"
#include "limber/tell.h"
#include "text/battle_text.h"
#include "text/luck_text.h"
#include "text/throw_text.h"

#include "limber/limber.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *root = ".";
static lb_scenario scenario;
static lb_battle battle;
static lb_state state;
static lb_teller teller;
static char told[4096];

static void keep(void *context, uint32_t depth, const char *text)
{
    size_t length = strlen(told);

    (void)context;
    if (depth > 0)
        snprintf(told + length, sizeof told - length, "%s\n", text);
}

/// A teller of a battle by a sheet, in the middle of its first turn.
static void start(const char *sheet)
{
    char path[512];
    lb_diag diag = {0};

    snprintf(path, sizeof path, "%s/scenarios/two-brigades.yaml", root);
    if (lb_scenario_load(path, &scenario, &diag) != LB_OK ||
        lb_battle_muster(&battle, lb_ruleset_find(sheet), NULL, &scenario, &diag) != LB_OK)
        fail_msg("%s: %s", path, diag.text);
    lb_battle_start(&battle, &state, NULL);
    teller = (lb_teller){.battle = &battle,
                         .state = &state,
                         .level = LB_TELL_NORMAL,
                         .line = keep,
                         .turn = (uint8_t)state.turn,
                         .phase = state.phase,
                         .active = state.active};
    told[0] = '\0';
}

static uint16_t clause(const char *id)
{
    for (uint16_t c = 0; c < battle.rules->clause_count; c++)
        if (strcmp(battle.rules->clauses[c].id, id) == 0)
            return c;
    fail_msg("no clause %s", id);
    return 0;
}

static lb_actor unit(const char *name)
{
    for (uint16_t i = 0; i < battle.unit_count; i++)
        if (strcmp(battle.unit[i].name, name) == 0)
            return (lb_actor){LB_ACTOR_UNIT, i};
    fail_msg("no unit %s", name);
    return (lb_actor){0};
}

static lb_actor group(const char *name)
{
    for (uint16_t i = 0; i < battle.group_count; i++)
        if (strcmp(battle.group[i].name, name) == 0)
            return (lb_actor){LB_ACTOR_GROUP, i};
    fail_msg("no brigade %s", name);
    return (lb_actor){0};
}

static void take(lb_event event)
{
    lb_teller_take(&teller, &event);
}

/// A unit goes north by so many centimetres.
static void go(const char *id, const char *name, int32_t cm)
{
    lb_actor who = unit(name);

    take((lb_event){.kind = LB_EVENT_CHANGE,
                    .clause = clause(id),
                    .what = LB_CHANGE_PLACE,
                    .who = who,
                    .from = state.unit[who.id].at,
                    .to = {state.unit[who.id].at.x, state.unit[who.id].at.y + cm * LB_TMM_CM}});
}

static void note(const char *id, lb_actor who, lb_actor at, int32_t value)
{
    take((lb_event){
        .kind = LB_EVENT_NOTE, .clause = clause(id), .who = who, .at = at, .value = value});
}

static void expect(const char *wanted)
{
    lb_teller_flush(&teller);
    assert_string_equal(told, wanted);
    told[0] = '\0';
}

static const lb_actor nobody = {LB_ACTOR_NONE, 0};

/// What is the same of several is said once; what several guns or riflemen do is said in plural.
static void several_are_told_together(void **context)
{
    (void)context;
    start("napoleons-legacy");
    go("nl.form.line", "1/40th", 20);
    expect("1/40th went 20 cm north.\n");
    go("nl.form.line", "1/40th", 20);
    go("nl.form.line", "95th Rifles", 20);
    go("nl.form.line", "Hanover Volunteers", 20);
    expect("1/40th, 95th Rifles and Hanover Volunteers went 20 cm north.\n");
    start("march-attack");
    note("ma.disorder", unit("95th Rifles"), nobody, clause("ma.move.passage"));
    expect("95th Rifles were unsettled by passing through friends.\n");
    note("ma.disorder", unit("1/40th"), nobody, clause("ma.play.disorder"));
    expect("1/40th was unsettled by rough going.\n");
}

/// A line is broken into sentences; the same unit is "it" within one.
static void long_stories_have_sentences(void **context)
{
    (void)context;
    start("napoleons-legacy");
    go("nl.form.line", "1/40th", 20);
    go("nl.advance.13", "1/40th", 5);
    go("nl.form.line", "95th Rifles", 10);
    go("nl.advance.13", "3e Léger", 15);
    go("nl.form.line", "3e Léger", 25);
    expect(
        "1/40th went 20 cm north; it followed 5 cm north; 95th Rifles went 10 cm north. 3e Léger "
        "followed 15 cm north; it went 25 cm north.\n");
}

/// What happens to somebody of another brigade has nothing to do with a test of morale.
static void other_causes_have_lines_of_their_own(void **context)
{
    lb_roll roll = {.reduction = LB_ROLL_BANDS, .sides = 6, .dice = 2, .side = 1, .wish = 1};
    static const uint8_t faces[] = {2, 5};

    (void)context;
    start("march-attack");
    roll.clause = clause("ma.morale.table");
    roll.edges = 6;
    for (int16_t i = 0; i < 6; i++)
        roll.edge[i] = i;
    take((lb_event){.kind = LB_EVENT_ROLL,
                    .clause = roll.clause,
                    .who = group("Rear brigade"),
                    .value = 6,
                    .roll = &roll,
                    .faces = faces,
                    .face_count = 2});
    go("ma.play.retire", "Foot battery", 20);
    lb_teller_flush(&teller);
    assert_non_null(strstr(told, "it carried on.\nFoot battery retired "));
}

/// The words of a throw on a table stand by its rows; friends under fire throw for themselves.
static void throws_have_the_right_words(void **context)
{
    static const uint8_t faces[] = {3};
    lb_roll roll = {.reduction = LB_ROLL_BANDS, .sides = 6, .dice = 1, .edges = 2, .edge = {3, 5}};
    lb_event event = {
        .kind = LB_EVENT_ROLL, .value = 1, .roll = &roll, .faces = faces, .face_count = 1};

    (void)context;
    start("napoleons-legacy");
    event.who = unit("Foot battery");
    event.clause = roll.clause = clause("nl.art.charged");
    take(event);
    expect("The guns threw 3: round shot.\n");
    roll = (lb_roll){.reduction = LB_ROLL_BANDS,
                     .sides = 6,
                     .dice = 1,
                     .edges = 1,
                     .edge = {20},
                     .wish = -1,
                     .clause = clause("nl.loss.8")};
    event.clause = roll.clause;
    event.who = unit("1/40th");
    event.at = unit("95th Rifles");
    roll.side = battle.unit[event.who.id].side;
    event.value = 0;
    take(event);
    lb_teller_flush(&teller);
    assert_non_null(strstr(told, "For the way back of 95th Rifles, 3"));
    assert_non_null(strstr(told, ": it held together.\n"));
}

/// A Formation is aimed at, not the unit of its number.
static void targets_are_named_by_their_kind(void **context)
{
    char text[256];
    lb_put put = lb_put_start(text, sizeof text);
    lb_action action = {0};

    (void)context;
    start("esr-50");
    for (uint8_t v = 0; v < battle.rules->play->verb_count; v++)
        if (strcmp(battle.rules->play->verbs[v].word, "bombard") == 0)
            action.verb = v;
    action.unit = unit("Foot battery").id;
    action.target = group("Rear brigade").id;
    lb_put_order(&battle, 0, &action, true, false, &put);
    assert_string_equal(text, "bombard Foot battery at Rear brigade");
}

/// The end of a battle says which army broke.
static void the_end_has_its_reason(void **context)
{
    (void)context;
    start("march-attack");
    for (uint32_t i = 0; i < battle.unit_count; i++)
        if (battle.unit[i].side == 1)
            state.unit[i].presence = LB_PRESENCE_GONE;
    take((lb_event){
        .kind = LB_EVENT_SET, .clause = clause("ma.play.victory"), .who = {LB_ACTOR_SIDE, 0}});
    lb_teller_flush(&teller);
    assert_non_null(strstr(told, "British rear guard broke: "));
    assert_null(strstr(told, "French advance guard broke"));
}

/// Of many lines of luck the few that stand out are told, and no more.
static void luck_is_short(void **context)
{
    static const uint32_t luckier[] = {50, 99, 40, 3, 80, 0};
    lb_luck_line lines[6];
    uint32_t chosen[LB_LUCK_SHOWN];
    char text[256];
    lb_put put = lb_put_start(text, sizeof text);

    (void)context;
    start("valour-fortitude");
    for (uint32_t i = 0; i < 6; i++)
        lines[i] = (lb_luck_line){.sum = {.reduction = LB_ROLL_COUNT, .actual = 20},
                                  .clause = clause("vf.hit.base"),
                                  .dice = 40,
                                  .expected_tenths = i == 5 ? 200 : 185,
                                  .luckier = luckier[i]};
    assert_int_equal(lb_luck_choose(lines, 6, 0, chosen), 3);
    assert_int_equal(chosen[0], 1);
    assert_int_equal(chosen[1], 3);
    assert_int_equal(chosen[2], 4);
    assert_int_equal(lb_luck_choose(lines, 6, 1, chosen), 0);
    lb_put_luck_line(&battle, &lines[1], &put);
    assert_string_equal(text, "For the hits: 20 hits with 40 dice, 1.5 more than the mean, luckier "
                              "than 99 % of battles");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(several_are_told_together),
                                       cmocka_unit_test(long_stories_have_sentences),
                                       cmocka_unit_test(other_causes_have_lines_of_their_own),
                                       cmocka_unit_test(throws_have_the_right_words),
                                       cmocka_unit_test(targets_are_named_by_their_kind),
                                       cmocka_unit_test(the_end_has_its_reason),
                                       cmocka_unit_test(luck_is_short)};

    if (argc > 1)
        root = argv[1];
    return cmocka_run_group_tests_name("tell", tests, NULL, NULL);
}
