// SPDX-License-Identifier: MIT
// The odds of an order are those of this very order: its way and all who go along count. Through a
// battle the chance that the card of every order shows is that of the dice which it begins with.
// And who is asked how he meets a charge is told the odds of standing.

#include "../unit/check.h"

#include "desk/desk.h"
#include "limber/limber.h"
#include "limber/text.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWERS = 300, ORDERS_AT_ONCE = 40 };

static const char *root;
static char text[LB_DESK_TEXT];
static lb_action found[LB_CHOICES_MAX];

/// A battle whose orders are weighed.
typedef struct table {
    lb_battle battle;
    lb_state state;
    lb_desk desk;
    lb_dice dice;
    lb_player *player;
    uint32_t compared, hindered; ///< orders, and those that were less than the plainest
    _Alignas(64) unsigned char room[LB_PLAYER_ROOM];
} table;

/// The number behind a key, from where a word stands in the text; -1 if either is missing.
static double number_behind(const char *from, const char *key)
{
    const char *at = from != NULL ? strstr(from, key) : NULL;

    return at != NULL ? strtod(at + strlen(key), NULL) : -1;
}

/// The chance that the order is carried out, as its first dice have it.
static double chance_of_dice(const table *t, const lb_action *action)
{
    static lb_state then;
    static lb_spread spread;
    lb_run run;
    double all = 0, good = 0;

    then = t->state;
    run = lb_battle_run(&t->battle, &then, NULL);
    assert_true(lb_run_act(&run, action));
    assert_int_equal(then.machine.node.kind, LB_NODE_ROLL);
    lb_roll_spread(&then.machine.node.roll, &spread);
    for (uint32_t i = 0; i < spread.count; i++) {
        double weight = (double)spread.chance[i].weight.limb[0];

        all += weight;
        good += spread.chance[i].value == 0 ? weight : 0;
    }
    return good / all;
}

static void weigh(table *t)
{
    uint32_t count = lb_battle_choices(&t->battle, &t->state, &t->desk.view, found, LB_CHOICES_MAX);

    for (uint32_t i = 0; i < count && i < ORDERS_AT_ONCE; i++) {
        char line[LB_TEXT_ACTION];
        double shown;

        lb_action_write(t->battle.rules->play, &found[i], line, sizeof line);
        assert_true(lb_desk_odds(&t->desk, &t->state, line, text, sizeof text) > 0);
        if (strstr(text, "\"chart\":\"command\"") == NULL)
            continue;
        shown = number_behind(strstr(text, "\"word\":\"obeyed\""), "\"prob\":");
        if (shown < 0)
            shown = 0;
        if (chance_of_dice(t, &found[i]) > shown + 1e-4 ||
            chance_of_dice(t, &found[i]) < shown - 1e-4)
            fail_msg("%s: the card says %f, the dice %f", line, shown,
                     chance_of_dice(t, &found[i]));
        t->compared++;
        t->hindered += strstr(text, "nl.command.dense") != NULL;
    }
}

/// Asks for the odds of standing where a charge is to be met.
static void weigh_reaction(table *t)
{
    char question[256];

    lb_tell_question(&t->battle, &t->state.machine.node.question, question, sizeof question);
    if (strstr(question, "meet the charge") == NULL)
        return;
    assert_true(lb_desk_odds(&t->desk, &t->state, "stand", text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"chart\":\"charge\""));
    assert_non_null(strstr(text, "\"word\":\"attacker\""));
    t->compared++;
}

static void step(table *t, lb_level level, void (*look)(table *t))
{
    lb_run run = lb_battle_run(&t->battle, &t->state, NULL);
    uint8_t faces[LB_THROW_MAX];
    lb_action action;

    if (t->state.machine.node.kind == LB_NODE_ROLL) {
        lb_run_throw(&run, faces, lb_dice_throw(&t->dice, &t->state.machine.node.roll, faces));
        return;
    }
    look(t);
    lb_player_choose(level, &t->battle, &t->state, &t->dice, t->player, &action);
    lb_run_act(&run, &action);
}

/// Plays some answers of Vimeiro by a sheet and looks at every decision.
static table *play(const char *sheet, uint32_t answers, lb_level level, void (*look)(table *t))
{
    table *t = aligned_alloc(64, (sizeof *t + 63) / 64 * 64);
    static lb_scenario scenario;
    char path[512];
    lb_diag diag = {0};

    assert_non_null(t);
    snprintf(path, sizeof path, "%s/scenarios/vimeiro.yaml", root);
    assert_int_equal(lb_scenario_load(path, &scenario, &diag), LB_OK);
    assert_int_equal(lb_battle_muster(&t->battle, lb_ruleset_find(sheet), NULL, &scenario, &diag),
                     LB_OK);
    t->compared = t->hindered = 0;
    t->player = lb_player_create();
    lb_desk_start(&t->desk, &t->battle, t->room, sizeof t->room);
    lb_dice_seed(&t->dice, 3);
    lb_battle_start(&t->battle, &t->state, NULL);
    for (uint32_t i = 0; i < answers && t->state.machine.node.kind != LB_NODE_END; i++)
        step(t, level, look);
    lb_player_destroy(t->player);
    return t;
}

static void test_cards_say_what_the_dice_do(void **unused)
{
    table *t = play("napoleons-legacy", ANSWERS, LB_LEVEL_RECRUIT, weigh);

    (void)unused;
    print_message("# %u orders, %u through dense ground\n", t->compared, t->hindered);
    assert_true(t->compared > 500);
    assert_true(t->hindered > 5);
    free(t);
}

static void test_who_is_charged_knows_the_odds(void **unused)
{
    table *t = play("march-attack", 20 * ANSWERS, LB_LEVEL_REGULAR, weigh_reaction);

    (void)unused;
    print_message("# %u charges were met\n", t->compared);
    assert_true(t->compared > 2);
    free(t);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cards_say_what_the_dice_do),
                                       cmocka_unit_test(test_who_is_charged_knows_the_odds)};

    root = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
