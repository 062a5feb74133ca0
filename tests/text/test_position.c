// SPDX-License-Identifier: MIT
// Orders, fatigue, status, areas, chains of command, detached units and turns off the table: how a
// file says them, how bad ones are refused, and that the muster carries all of them to the table.

#include "../unit/check.h"

#include "limber/files.h"
#include "rules/kit/field.h"

#include <stdio.h>
#include <string.h>

static lb_scenario scenario;
static lb_battle battle;
static lb_state state;
static lb_view view;
static lb_diag diag;

static const char text[] =
    "limber: scenario\n"                                                                   // 1
    "id: toy\n"                                                                            // 2
    "title: Toy\n"                                                                         // 3
    "source: invented\n"                                                                   // 4
    "year: 1809\n"                                                                         // 5
    "ground: {width: 1500, height: 1200}\n"                                                // 6
    "ground-scale: {valour-fortitude: 20}\n"                                               // 7
    "turns: 8\n"                                                                           // 8
    "first: blue\n"                                                                        // 9
    "sides:\n"                                                                             // 10
    "  - id: blue\n"                                                                       // 11
    "    name: The Blues\n"                                                                // 12
    "    nation: french\n"                                                                 // 13
    "    commander: {name: Bleu}\n"                                                        // 14
    "    corps:\n"                                                                         // 15
    "      - {name: First, commander: {name: Corps}}\n"                                    // 16
    "      - {name: Wing, commander: {name: Division, rank: division, superior: Corps}}\n" // 17
    "      - {name: Empty}\n"                                                              // 18
    "    brigades:\n"                                                                      // 19
    "      - name: One\n"                                                                  // 20
    "        corps: First\n"                                                               // 21
    "        commander: {name: Un, attached: B}\n"                                         // 22
    "        place: [500, 300]\n"                                                          // 23
    "        order: {order: attack, place: [700, 600.5], delay: 2}\n"                      // 24
    "        pending: {order: support, brigade: Two, delay: 1}\n"                          // 25
    "        status: worn\n"                                                               // 26
    "        area: [400, 100]\n"                                                           // 27
    "        fatigue: {infantry: 1, cavalry: 2, artillery: 3}\n"                           // 28
    "        units:\n"                                                                     // 29
    "          - {name: A, class: line, quality: regular, strength: 600, with: Two}\n"     // 30
    "          - {name: B, class: line, quality: regular, strength: 600, with: One}\n"     // 31
    "          - {name: C, class: line, quality: regular, strength: 600, back: 5}\n"       // 32
    "      - name: Two\n"                                                                  // 33
    "        corps: Empty\n"                                                               // 34
    "        commander: {name: Deux, back: 4}\n"                                           // 35
    "        place: [900, 300]\n"                                                          // 36
    "        order: defend\n"                                                              // 37
    "        delay: 3\n"                                                                   // 38
    "        pending: move\n"                                                              // 39
    "        units: [{name: D, class: line, quality: regular, strength: 600, back: 3}]\n"  // 40
    "      - name: Three\n"                                                                // 41
    "        corps: First\n"                                                               // 42
    "        commander: {name: Trois, superior: Bleu}\n"                                   // 43
    "        place: [1200, 300]\n"                                                         // 44
    "        units: [{name: E, class: line, quality: regular, strength: 600}]\n"           // 45
    "  - id: red\n"                                                                        // 46
    "    name: The Reds\n"                                                                 // 47
    "    nation: british\n"                                                                // 48
    "    commander: {name: Rouge}\n"                                                       // 49
    "    brigades:\n"                                                                      // 50
    "      - name: Two\n"                                                                  // 51
    "        place: [700, 900]\n"                                                          // 52
    "        facing: 180\n"                                                                // 53
    "        order: {order: defend, objective: Hill}\n"                                    // 54
    "        units: [{name: A, class: line, quality: regular, strength: 600}]\n"           // 55
    "objectives:\n"                                                                        // 56
    "  - {name: Road, place: [90, 10]}\n"                                                  // 57
    "  - {name: Hill, place: [50, 40]}\n"                                                  // 58
    "position: {sheet: valour-fortitude, turn: 3, active: blue}\n";                        // 59

static lb_status parse(const char *from)
{
    memset(&scenario, 0, sizeof scenario);
    memset(&diag, 0, sizeof diag);
    return lb_scenario_parse(from, strlen(from), NULL, &scenario, &diag);
}

static void read_good(void)
{
    if (parse(text) != LB_OK)
        fail_msg("%d:%d: %s", (int)diag.line, (int)diag.column, diag.text);
}

static const lb_scenario_commander *commander(const char *name)
{
    for (uint32_t i = 0; i < scenario.commander_count; i++)
        if (strcmp(scenario.commanders[i].name, name) == 0)
            return &scenario.commanders[i];
    fail_msg("no commander %s", name);
    return NULL;
}

static const char *superior(const char *name)
{
    uint8_t above = commander(name)->superior;

    return above > 0 ? scenario.commanders[above - 1].name : "";
}

/* Reading. */

static void orders_are_read(void **context)
{
    const lb_scenario_brigade *one = &scenario.brigades[0], *two = &scenario.brigades[1];

    (void)context;
    read_good();
    assert_int_equal(one->told.order, LB_SCENARIO_ORDER_ATTACK);
    assert_int_equal(one->told.objective, 0);
    assert_int_equal(one->told.brigade, 0);
    assert_true(one->told.is_placed);
    assert_int_equal(one->told.place.x_dm, 7000);
    assert_int_equal(one->told.place.y_dm, 6005);
    assert_int_equal(one->told.delay, 2);
    assert_int_equal(one->pending.order, LB_SCENARIO_ORDER_SUPPORT);
    assert_int_equal(one->pending.brigade, 2);
    assert_int_equal(one->pending.delay, 1);
    assert_false(one->pending.is_placed);
    assert_int_equal(two->told.order, LB_SCENARIO_ORDER_DEFEND);
    assert_int_equal(two->told.delay, 3);
    assert_int_equal(two->pending.order, LB_SCENARIO_ORDER_MOVE);
    assert_int_equal(scenario.brigades[3].told.objective, 2);
}

static void what_is_left_of_brigades_is_read(void **context)
{
    const lb_scenario_brigade *one = &scenario.brigades[0];

    (void)context;
    read_good();
    assert_int_equal(one->status, LB_SCENARIO_STATUS_WORN);
    assert_int_equal(scenario.brigades[1].status, LB_SCENARIO_STATUS_FRESH);
    assert_true(one->has_area);
    assert_int_equal(one->area.x_dm, 4000);
    assert_int_equal(one->area.y_dm, 1000);
    assert_false(scenario.brigades[1].has_area);
    for (uint32_t arm = 0; arm < LB_ARM_COUNT; arm++)
        assert_int_equal(one->fatigue[arm], arm + 1);
}

static void units_are_elsewhere(void **context)
{
    (void)context;
    read_good();
    assert_int_equal(scenario.units[0].with, 2);
    assert_int_equal(scenario.units[1].with, 0);
    assert_int_equal(scenario.units[2].off_turn, 5);
    assert_int_equal(scenario.units[3].off_turn, 3);
}

static void commanders_have_superiors(void **context)
{
    (void)context;
    read_good();
    assert_string_equal(superior("Bleu"), "");
    assert_string_equal(superior("Corps"), "Bleu");
    assert_string_equal(superior("Division"), "Corps");
    assert_string_equal(superior("Un"), "Corps");
    assert_string_equal(superior("Deux"), "Bleu");
    assert_string_equal(superior("Trois"), "Bleu");
    assert_string_equal(superior("Rouge"), "");
    assert_int_equal(scenario.brigades[0].superior, commander("Un")->superior);
    assert_int_equal(scenario.brigades[1].superior, 0);
    assert_int_equal(scenario.brigades[2].superior, 0);
}

/// A scenario that is not a position may give orders with objectives, and chains of command.
static void orders_need_no_position(void **context)
{
    static const char *const keys[] = {"pending:", "status:", "area:", "fatigue:", "delay:"};
    char plain[sizeof text + 64];
    size_t length = 0;

    (void)context;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        const char *key = line + strspn(line, " ");
        size_t size = (size_t)(strchr(line, '\n') + 1 - line);
        bool is_kept = strncmp(key, "position:", 9) != 0;

        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            is_kept = is_kept && strncmp(key, keys[i], strlen(keys[i])) != 0;
        if (!is_kept)
            continue;
        memcpy(plain + length, line, size);
        length += size;
        plain[length] = '\0';
        for (const char *const *cut =
                 (const char *const[]){", delay: 2", ", with: Two", ", with: One", ", back: 5",
                                       ", back: 3", ", back: 4", ", attached: B", NULL};
             *cut != NULL; cut++) {
            char *at = strstr(plain, *cut);

            if (at != NULL) {
                memmove(at, at + strlen(*cut), strlen(at + strlen(*cut)) + 1);
                length -= strlen(*cut);
            }
        }
    }
    if (parse(plain) != LB_OK)
        fail_msg("%d:%d: %s", (int)diag.line, (int)diag.column, diag.text);
    assert_false(scenario.position.is_set);
    assert_true(scenario.brigades[0].told.is_placed);
    assert_int_equal(scenario.brigades[3].told.objective, 2);
    assert_string_equal(superior("Un"), "Corps");
}

/* Errors. */

static void bad_keys_are_refused_with_a_place(void **context)
{
    static const struct {
        const char *from, *to;
        int line, column;
        const char *complaint;
    } cases[] = {
        {"superior: Corps", "superior: Korps", 17, 76,
         "has no commander 'Korps'; did you mean Corps?"},
        {"superior: Corps", "superior: Rouge", 17, 76, "the side has no commander 'Rouge'"},
        {"superior: Corps", "superior: Un", 17, 76, "not of a lower rank"},
        {"superior: Corps", "superior:", 17, 66, "expected the name of a commander"},
        {"superior: Corps", "superior: [Corps]", 17, 77, "expected the name of a commander"},
        {"{name: Un, attached: B}", "{name: Un, superior: Un}", 22, 41, "his own superior"},
        {"{name: Un, attached: B}", "{name: Un, superior: Trois}", 0, 0, NULL},
        {"attached: B", "attached: Bb", 22, 41, "the side has no unit 'Bb'"},
        {"{order: attack, pl", "{order: atack, pl", 24, 24, "did you mean attack?"},
        {"{order: attack, pl", "{pl", 24, 17, "an order needs order"},
        {"{order: attack, pl", "{ordr: attack, pl", 24, 17, "unknown key 'ordr'"},
        {"objective: Hill}", "objective: Hil}", 54, 43,
         "the scenario has no objective 'Hil'; did you mean Hill?"},
        {"[700, 600.5]", "[700, 1600]", 24, 45, "place takes metres from 0 to 1200"},
        {"delay: 2", "delay: 256", 24, 60, "a whole number from 0 to 255"},
        {"pending: {order: support", "delay: 1\n        pending: {order: support", 25, 9,
         "the order says its delay already"},
        {"pending: {order: support", "pending: {order: none, brigde: One", 25, 32,
         "did you mean brigade?"},
        {"brigade: Two, delay", "brigade: Too, delay", 25, 44,
         "the side has no brigade 'Too'; did you mean Two?"},
        {"brigade: Two, delay", "brigade: One, delay", 25, 44, "names another brigade"},
        {"brigade: Two, delay", "brigade: , delay", 25, 35, "expected the name of a brigade"},
        {"status: worn", "status: wron", 26, 17, "did you mean worn?"},
        {"area: [400, 100]", "area: [400]", 27, 9, "a place is"},
        {"area: [400, 100]", "area: [1501, 1]", 27, 16, "area takes metres from 0 to 1500"},
        {"with: Two", "with: Tow", 30, 75, "the side has no brigade 'Tow'; did you mean Two?"},
        {"- name: Three", "- name: Two", 30, 75, "the side has more than one brigade 'Two'"},
        {"back: 5", "back: soon", 32, 75, "back takes a whole number"},
        {"attack, place", "attack, objective: Hill, place", 24, 49, "an order names one thing"},
        {"attack, place", "attack, brigade: Two, place", 24, 46, "an order names one thing"},
        {"objective: Hill}", "objective: Hill, brigade: Two}", 54, 49, "an order names one thing"},
        {"with: Two", "with: Two, removed: yes", 30, 69, "removed is with no brigade"},
        {"back: 5", "removed: yes, back: 5", 32, 83, "removed does not come back"},
        {"back: 5", "removed: no, back: 5", 0, 0, NULL},
        {"back: 5", "back: 2", 32, 75, "turn 2 has gone by: the position is in turn 3"},
        {"back: 5", "back: 3", 0, 0, NULL},
        {"back: 5", "back: 0", 0, 0, NULL},
        {"back: 4", "back: 1", 35, 39, "turn 1 has gone by"},
        {"back: 4", "back: 4, removed: yes", 35, 33, "removed does not come back"},
        {"attached: B", "attached: B, removed: yes", 22, 31, "removed is with no unit"},
        {"600, with: One", "600, removed: yes", 22, 41, "not attached to a unit that is removed"},
        {"pending: move", "pending: [move]", 39, 19, "pending takes a word such as none"},
        {"{name: Trois, superior: Bleu}", "{name: Un}", 0, 0, NULL},
    };
    char changed[sizeof text + 128];

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = strstr(text, cases[i].from);

        assert_non_null(at);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, cases[i].to,
                 at + strlen(cases[i].from));
        if ((parse(changed) == LB_OK) != (cases[i].complaint == NULL))
            fail_msg("'%s': %d:%d: %s", cases[i].to, (int)diag.line, (int)diag.column, diag.text);
        if (cases[i].complaint != NULL &&
            (strstr(diag.text, cases[i].complaint) == NULL || diag.line != cases[i].line ||
             diag.column != cases[i].column))
            fail_msg("'%s': %d:%d: %s", cases[i].to, (int)diag.line, (int)diag.column, diag.text);
    }
}

/// Each key of a position is refused in a scenario without one.
static void position_keys_need_a_position(void **context)
{
    static const char *const lines[] = {"        pending: move\n", "        status: worn\n",
                                        "        area: [400, 100]\n",
                                        "        order: {order: move, delay: 1}\n", NULL};
    static const char *const members[] = {", with: One", ", back: 5", NULL};
    char plain[2048];

    (void)context;
    for (int i = 0; i < 6; i++) {
        const char *line = i < 4 ? lines[i] : "", *member = i < 4 ? "" : members[i - 4];

        snprintf(
            plain, sizeof plain,
            "limber: scenario\nid: toy\ntitle: Toy\nsource: none\nyear: 1809\n"
            "ground: {width: 900, height: 800}\nturns: 8\nfirst: a\nsides:\n"
            "  - {id: b, name: B, nation: french, commander: {name: Y}, brigades: [{name: Two, "
            "place: [1, 1], units: [{name: V, class: line, quality: elite, strength: 9}]}]}\n"
            "  - id: a\n    name: A\n    nation: french\n    commander: {name: X}\n"
            "    brigades:\n      - name: One\n        place: [9, 9]\n%s"
            "        units: [{name: U, class: line, quality: elite, strength: 9%s}]\n",
            line, member);
        assert_int_equal(parse(plain), LB_ERROR_INPUT);
        if (strstr(diag.text, "belongs to a battle in progress") == NULL || diag.line != 18)
            fail_msg("%s%s: %d:%d: %s", line, member, (int)diag.line, (int)diag.column, diag.text);
    }
}

static void circles_are_refused(void **context)
{
    char changed[sizeof text + 128], twice[sizeof text + 128];
    const char *at = strstr(text, "{name: Corps}");

    (void)context;
    snprintf(changed, sizeof changed, "%.*s{name: Corps, superior: Division, rank: division}%s",
             (int)(at - text), text, at + strlen("{name: Corps}"));
    snprintf(twice, sizeof twice, "%s", changed);
    assert_int_equal(parse(twice), LB_ERROR_INPUT);
    assert_int_equal(diag.line, 16);
    assert_int_equal(diag.column, 58);
    assert_non_null(strstr(diag.text, "his own superior"));
}

/* On the table. */

static void muster(void)
{
    read_good();
    if (lb_battle_muster(&battle, lb_ruleset_find("valour-fortitude"), NULL, &scenario, &diag) !=
        LB_OK)
        fail_msg("%s", diag.text);
    memset(&state, 0, sizeof state);
    battle.rules->play->deploy(&battle, &state);
}

/// A place in metres by 20 m to an inch.
static void assert_place(lb_point place, int32_t x_dm, int32_t y_dm)
{
    assert_int_equal(place.x, x_dm * LB_TMM_INCH / 200);
    assert_int_equal(place.y, y_dm * LB_TMM_INCH / 200);
}

static void muster_carries_brigades(void **context)
{
    const lb_group *one = &state.group[0];

    (void)context;
    muster();
    assert_int_equal(one->order.kind, LB_SCENARIO_ORDER_ATTACK);
    assert_int_equal(one->order.delay, 2);
    assert_int_equal(one->order.objective, LB_NOBODY);
    assert_int_equal(state.group[3].order.objective, 1);
    assert_int_equal(one->order.group, LB_NOBODY);
    assert_true(one->order.is_placed);
    assert_place(one->order.place, 7000, 6005);
    assert_int_equal(one->pending.kind, LB_SCENARIO_ORDER_SUPPORT);
    assert_int_equal(one->pending.group, 1);
    assert_int_equal(one->status, LB_SCENARIO_STATUS_WORN);
    assert_true(one->has_area);
    assert_place(one->area, 4000, 1000);
    for (uint32_t arm = 0; arm < LB_FATIGUES; arm++)
        assert_int_equal(one->fatigue[arm], arm + 1);
    assert_int_equal(state.group[2].pending.objective, LB_NOBODY);
}

static void muster_carries_units_and_leaders(void **context)
{
    const lb_leader_card *leader = battle.leader;

    (void)context;
    muster();
    assert_int_equal(state.unit[0].group, 1);
    assert_int_equal(state.unit[1].group, 0);
    assert_int_equal(state.unit[2].presence, LB_PRESENCE_AWAY);
    assert_int_equal(state.unit[2].off_turn, 5);
    /* Back since this turn. */
    assert_int_equal(state.unit[3].presence, LB_PRESENCE_TABLE);
    assert_int_equal(state.unit[3].off_turn, 0);
    for (uint32_t i = 0; i < battle.leader_count; i++) {
        const char *above =
            leader[i].superior == LB_NOBODY ? "" : battle.leader[leader[i].superior].name;

        if (leader[i].side == 0)
            assert_string_equal(above, superior(leader[i].name));
        if (strcmp(leader[i].name, "Un") == 0) {
            assert_int_equal(state.leader[i].attached, 1);
            /* Nothing is said of his place: he is with his unit. */
            assert_int_equal(state.leader[i].at.x, state.unit[1].at.x);
            assert_int_equal(state.leader[i].at.y, state.unit[1].at.y);
            assert_true(state.unit[1].at.x != 5000 * LB_TMM_INCH / 200);
        }
        if (strcmp(leader[i].name, "Deux") == 0) {
            assert_int_equal(state.leader[i].presence, LB_PRESENCE_AWAY);
            assert_int_equal(state.leader[i].off_turn, 4);
        }
    }
}

static lb_leader *leader_called(const char *name)
{
    for (uint32_t i = 0; i < battle.leader_count; i++)
        if (strcmp(battle.leader[i].name, name) == 0)
            return &state.leader[i];
    return NULL;
}

/// Units and leaders off the table come back when their turn has come, not before.
static void they_come_back_in_their_turn(void **context)
{
    lb_run run;

    (void)context;
    muster();
    run = lb_battle_run(&battle, &state, NULL);
    run.view = &view;
    lb_view_start(&view);
    for (uint8_t turn = 4; turn <= 5; turn++) {
        state.turn = turn;
        lb_view_sync(&view, &battle, &state);
        lb_arrive(&run, 0);
        assert_int_equal(leader_called("Deux")->presence, LB_PRESENCE_TABLE);
        assert_int_equal(leader_called("Deux")->off_turn, 0);
        assert_int_equal(state.unit[2].presence, turn < 5 ? LB_PRESENCE_AWAY : LB_PRESENCE_TABLE);
        assert_int_equal(state.unit[2].off_turn, turn < 5 ? 5 : 0);
    }
}

/// What only the muster can refuse has a line and a column too.
static void muster_says_where(void **context)
{
    static const struct {
        const char *from, *to, *sheet;
        int line, column;
        const char *complaint;
    } cases[] = {
        {"ground: {width: 1500,", "ground: {width: 70000,", "valour-fortitude", 7, 16,
         "the table would be"},
        {"{valour-fortitude: 20}", "{esr-50: 20, valour-fortitude: 1}", "valour-fortitude", 7, 28,
         "the table would be"},
        {"ground: {width: 1500, height: 1200}\n", "ground: {width: 60000, height: 1200}\n",
         "napoleons-legacy", 6, 1, "the table would be"},
        {"turn: 3,", "turn: 3, phase: fyre,", "valour-fortitude", 59, 53,
         "has the phases fate, fire, action and melee, not: fyre"},
        {"turn: 3,", "turn: 3, phase: fire,", "napoleons-legacy", 59, 53, "has the phases"},
    };
    char changed[sizeof text + 128];

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = strstr(text, cases[i].from);

        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, cases[i].to,
                 at + strlen(cases[i].from));
        assert_int_equal(parse(changed), LB_OK);
        if (lb_battle_muster(&battle, lb_ruleset_find(cases[i].sheet), NULL, &scenario, &diag) !=
                LB_ERROR_INPUT ||
            strstr(diag.text, cases[i].complaint) == NULL || diag.line != cases[i].line ||
            diag.column != cases[i].column)
            fail_msg("'%s': %d:%d: %s", cases[i].to, (int)diag.line, (int)diag.column, diag.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_read),
        cmocka_unit_test(what_is_left_of_brigades_is_read),
        cmocka_unit_test(units_are_elsewhere),
        cmocka_unit_test(commanders_have_superiors),
        cmocka_unit_test(orders_need_no_position),
        cmocka_unit_test(bad_keys_are_refused_with_a_place),
        cmocka_unit_test(position_keys_need_a_position),
        cmocka_unit_test(circles_are_refused),
        cmocka_unit_test(muster_carries_brigades),
        cmocka_unit_test(muster_carries_units_and_leaders),
        cmocka_unit_test(they_come_back_in_their_turn),
        cmocka_unit_test(muster_says_where),
    };

    return cmocka_run_group_tests_name("position", tests, NULL, NULL);
}
